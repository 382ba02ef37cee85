extension CommandSpec {
    static let serve = CommandSpec(
        .serve,
        summary: "run the host on this box",
        story: """
            Runs in the foreground until it is told to end (Ctrl-C, or a service manager). Everything has a default: \
            the state lives in $XDG_STATE_HOME/longwave (or where systemd says), the configuration is \
            $XDG_CONFIG_HOME/longwave/longwave.json5 and may be absent, and your own stations lie in the folder \
            stations/ beside it.
            """,
        options: [
            OptionSpec(name: "--state", value: "DIR", summary: "keep the state there; one host per folder"),
            OptionSpec(name: "--config", value: "FILE", summary: "read that configuration (JSON5)"),
            OptionSpec(name: "--port", value: "N", summary: "listen on that port; 0 takes a free one"),
            OptionSpec(name: "--bind", value: "ADDR", summary: "listen on that address only, such as 127.0.0.1"),
            OptionSpec(
                name: "--output",
                value: "auto|null|DEVICE",
                summary: "where the sound goes; null decodes and makes no sound"
            ),
            OptionSpec(name: "--share", value: "DIR", summary: "take web/ and stations/ from there"),
            OptionSpec(
                name: "--catalogue",
                value: "DIR",
                summary: "look there for a newer catalogue than the shipped one"
            ),
        ],
        isControl: false,
        examples: [
            Example("longwave serve", "then open http://localhost:1980 in a browser"),
            Example("longwave serve --output alsa/default", "play on the first sound card"),
            Example("longwave serve --bind 127.0.0.1 --port 8080", "for this box only, on another port"),
        ]
    )

    static let play = CommandSpec(
        .play,
        operands: "[STATION|REF]",
        maximumOperands: .max,
        summary: "play a station, or go on with the last one",
        story: """
            Says that it plays only when the sound was seen to play, and otherwise what was seen instead; that takes \
            up to 8 seconds. STATION is a station's id or alias, or its name in your own words. Without one it \
            resumes what is paused, or starts the last station again.
            """,
        examples: [
            Example("longwave play kexp", "by alias"),
            Example("longwave play us.wsum.freeflow", "by id"),
            Example("longwave play Radio Paradise", "by name"),
            Example("longwave play && echo on air", "the last one again; exits with 0 only when it is heard"),
        ]
    )

    static let pause = CommandSpec(
        .pause,
        summary: "pause",
        story: "A live station cannot be held back: it goes on where the broadcast is then.",
        examples: [Example("longwave pause", "and later: longwave resume")]
    )

    static let resume = CommandSpec(
        .resume,
        summary: "go on after a pause",
        story: "A live station goes on at what is broadcast now.",
        examples: [Example("longwave resume", "go on")]
    )

    static let stop = CommandSpec(
        .stop,
        summary: "stop",
        story: "The station is remembered: play without a name starts it again. Nothing starts by itself.",
        examples: [Example("longwave stop", "silence")]
    )

    static let next = CommandSpec(
        .next,
        summary: "play the next station",
        story: """
            The next of your presets where this is one of them, else the next of the list that has it; after the last \
            comes the first, and what is not on the air is passed over. It is a play, and says how it is known.
            """,
        examples: [Example("longwave next", "and back: longwave previous")]
    )

    static let previous = CommandSpec(
        .previous,
        summary: "play the station before",
        story: "As next, the other way round.",
        examples: [Example("longwave previous", "before the first comes the last")]
    )

    static let volume = CommandSpec(
        .volume,
        operands: "[N|+N|-N]",
        maximumOperands: 1,
        summary: "show or set the volume, 0 to 100",
        story: "Without a number it prints the volume. The volume outlives a restart.",
        examples: [
            Example("longwave volume", "how loud is it?"),
            Example("longwave volume 40", "40 of 100"),
            Example("longwave volume +5", "a little louder"),
        ]
    )

    static let mute = CommandSpec(
        .mute,
        operands: "on|off",
        maximumOperands: 1,
        summary: "silence the output without stopping",
        story: "The station runs on, and the volume stays what it is.",
        examples: [Example("longwave mute on", "for the telephone"), Example("longwave mute off", "sound again")]
    )

    static let output = CommandSpec(
        .output,
        operands: "[NAME]",
        maximumOperands: 1,
        summary: "show the output, or send the sound to another",
        story: """
            NAME is auto (the default of this box), null (decodes, makes no sound) or a driver and its device, such \
            as alsa/default or pulse/my_sink. What plays is loaded anew there, and confirmed when it is heard there.
            """,
        examples: [
            Example("longwave output", "where does it play?"),
            Example("longwave output pulse/kitchen", "over there, please"),
        ]
    )

    static let status = CommandSpec(
        .status,
        summary: "what plays, where, and how that is known",
        story: """
            Prints the station, the output and the evidence: whether the stream is decoded in real time, whether the \
            output takes it, whether the programme is audible. With --follow it prints a line for every change until \
            you press Ctrl-C.
            """,
        options: [OptionSpec(name: "--follow", value: nil, summary: "go on, a line for every change")],
        examples: [
            Example("longwave status", "now"),
            Example("longwave status --follow", "from now on"),
            Example("longwave status --json", "every field, for programs"),
        ]
    )

    static let stations = CommandSpec(
        .stations,
        operands: "[QUERY]",
        maximumOperands: .max,
        summary: "find a station",
        story: """
            QUERY is part of a name, a place, a language or a kind of music. Without one it lists all of \
            them. With --json it prints a line for every hundred.
            """,
        examples: [
            Example("longwave stations", "all"),
            Example("longwave stations jazz", "and then: longwave play ID"),
        ]
    )

    static let presets = CommandSpec(
        .presets,
        operands: "[list|add STATION|move ID N|remove ID]",
        maximumOperands: .max,
        summary: "show or change your saved stations",
        story: """
            Presets have places, counted from 1; next and previous walk through them. STATION is a station's id or alias, \
            or its name in your own words; it is added at the end. ID is a preset's id, or the id of its station. A \
            station that has left the catalogue stays saved, and is shown by the name that it had.
            """,
        examples: [
            Example("longwave presets", "all, in their order"),
            Example("longwave presets add kexp", "at the end"),
            Example("longwave presets move us.kexp 1", "to the first place"),
            Example("longwave presets remove us.kexp", "no longer"),
        ]
    )

    static let lists = CommandSpec(
        .lists,
        operands: "[ID]",
        maximumOperands: 1,
        summary: "the lists of stations, or the stations of one",
        story: "A station that is no preset has its neighbours in the first list that has it.",
        examples: [
            Example("longwave lists", "all of them"),
            Example("longwave lists classical", "what is in it"),
        ]
    )

    /// Where the local commands find what a host would.
    private static let places = [
        OptionSpec(name: "--state", value: "DIR", summary: "the host's state; without it the one of this box"),
        OptionSpec(name: "--config", value: "FILE", summary: "the host's configuration"),
        OptionSpec(name: "--share", value: "DIR", summary: "where the shipped stations/ are"),
        OptionSpec(name: "--catalogue", value: "DIR", summary: "where the newer catalogue is"),
        .help,
    ]

    static let stationsCheck = CommandSpec(
        .stationsCheck,
        operands: "[ID…]",
        maximumOperands: .max,
        summary: "check the streams of stations",
        story: """
            Opens every listed stream as a player would, hears for a moment what it is, and says what differs from the \
            catalogue: another codec or bitrate, an address that has moved, no sound. At most eight at a time, one for \
            each server, one a second there. The results are kept and shown with the station; the catalogue is not \
            changed. Exits with 0 where every station can be heard, with 1 where one is dead, with 4 where it was ended \
            early or this box reaches nothing.
            """,
        options: [
            OptionSpec(name: "--all", value: nil, summary: "every station"),
            OptionSpec(name: "--json", value: nil, summary: "print a line of JSON for each station, then one for all"),
        ] + places,
        hasOwnOptions: true,
        examples: [
            Example("longwave stations check us.kexp fr.fip", "these two"),
            Example("longwave stations check --all", "the whole catalogue and your own; takes some minutes"),
        ]
    )

    static let stationsUpdate = CommandSpec(
        .stationsUpdate,
        operands: "[DIR]",
        maximumOperands: 1,
        summary: "use a newer catalogue",
        story: """
            DIR is a folder like the shipped stations/, with a catalogue.json5 that gives its version. It is read as a \
            whole first: where anything in it is wrong, or its version is no newer, nothing changes. Where the \
            configuration names catalogueKeys, its catalogue.sig must be made by one of them. A running host uses it at \
            once; the one before is kept.
            """,
        options: [
            OptionSpec(name: "--back", value: nil, summary: "use the one before again; twice, and it is this one"),
            OptionSpec(name: "--json", value: nil, summary: "print JSON, for programs"),
        ] + places,
        hasOwnOptions: true,
        examples: [
            Example("longwave stations update ~/stations-20270101", "from that folder"),
            Example("longwave stations update --back", "no, the one before"),
        ]
    )

    static let explain = CommandSpec(
        .explain,
        summary: "why do I hear nothing?",
        story: """
            Walks from the station over this host to the output and says which hop is dead, with what was seen at \
            each.
            """,
        examples: [Example("longwave explain", "one sentence, then hop by hop")]
    )

    static let pair = CommandSpec(
        .pair,
        summary: "let a browser or program act as an owner",
        story: """
            Prints a code to type into the page; it works once, for five minutes. Owners may see diagnostics and \
            change settings; playing needs no pairing. Ask on the host itself: only its own socket, or an owner, may.
            """,
        options: [
            OptionSpec(name: "--list", value: nil, summary: "list who is paired"),
            OptionSpec(name: "--revoke", value: "ID", summary: "end that pairing"),
        ],
        examples: [
            Example("longwave pair", "a code for a new browser"),
            Example("longwave pair --list", "who is paired, with ids"),
            Example("longwave pair --revoke 3f9a", "no longer"),
        ]
    )
}
