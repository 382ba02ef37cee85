internal import Model

/// How every libmpv core of ours is set up, in the order in which the options are set (reference/audio.md 1.11,
/// 1.13, 1.14; design 4).
struct MPVOptions {
    /// Name under which a sound server lists our stream; unique in this process.
    var clientName: String
    /// Address of the Pulse server in libpulse's notation; nil for what the environment says.
    var pulseServer: String?

    var table: [(name: String, value: String)] {
        var table = Self.alone + Self.soundOnly + Self.relayed + Self.bounded + Self.output
        table.append(("audio-client-name", clientName))
        if let pulseServer { table.append(("pulse-host", pulseServer)) }
        return table
    }

    /// Nothing of the user's own mpv, no script, no terminal, no state on disk.
    private static let alone = [
        ("config", "no"), ("terminal", "no"), ("load-scripts", "no"), ("ytdl", "no"), ("osc", "no"),
        ("load-stats-overlay", "no"), ("load-osd-console", "no"), ("load-auto-profiles", "no"),
        ("input-default-bindings", "no"), ("input-builtin-bindings", "no"), ("input-media-keys", "no"),
        ("resume-playback", "no"), ("save-position-on-quit", "no"), ("stop-screensaver", "no"), ("idle", "yes"),
    ]

    private static let soundOnly = [
        ("video", "no"), ("vo", "null"), ("audio-display", "no"), ("sid", "no"), ("sub-auto", "no"),
        ("audio-file-auto", "no"), ("cover-art-auto", "no"), ("osd-level", "0"),
    ]

    /// The relay in front decides about addresses, repeats and deadlines; a body never makes us open another one.
    private static let relayed = [
        ("autoload-files", "no"), ("access-references", "no"), ("load-unsafe-playlists", "no"),
        ("ordered-chapters", "no"), ("demuxer", "lavf"), ("network-timeout", "0"), ("cookies", "no"),
        ("tls-verify", "yes"), ("user-agent", "Longwave"), ("force-media-title", "longwave"),
        // An empty proxy outranks `http_proxy` of the environment, which would break loopback.
        ("stream-lavf-o", "reconnect=0,http_proxy=,protocol_whitelist=[http,tcp]"),
        ("demuxer-lavf-o", "protocol_whitelist=[http,tcp],format_whitelist=[\(containers)]"),
        // The host owns order (contracts H55).
        ("keep-open", "no"), ("loop-file", "no"), ("loop-playlist", "no"), ("shuffle", "no"),
        ("prefetch-playlist", "no"),
    ]

    /// Containers of sound as libavformat names them; playlists are not among them.
    private static let containers = [
        "mp3", "aac", "loas", "ogg", "flac", "wav", "w64", "aiff", "caf", "au", "mov", "mp4", "m4a", "3gp", "3g2",
        "mj2", "mpegts", "matroska", "webm", "asf", "ape", "wv", "tta", "mpc", "mpc8", "dsf", "iff", "ac3", "eac3",
        "dts", "amr",
    ].joined(separator: ",")

    /// Without caps a whole remote track is read at once.
    private static let bounded = [
        ("demuxer-max-bytes", "4MiB"), ("demuxer-max-back-bytes", "512KiB"), ("cache", "auto"),
        ("cache-on-disk", "no"),
    ]

    private static let output = [
        ("gapless-audio", "weak"), ("audio-fallback-to-null", "no"), ("volume-max", "100"),
        ("volume", String(Volume.safe.percent)), ("audio-device", "null"),
        // Tells silence of the programme; sees the samples before volume and mute.
        ("af", "@sig:lavfi=[silencedetect=noise=-60dB:duration=0.2]"),
    ]
}
