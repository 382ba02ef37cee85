internal import Model

/// MP3 for radio servers, made by ffmpeg: 128 kbit/s, 48 kHz, so that every frame is 384 bytes and 24 ms long, and
/// frames do not lean on each other. Can be repeated for ever and cut at any frame.
package enum RadioAudio {
    package static let bitrateKbps = 128
    package static let frameBytes = 384

    // Made once per process and kept: ffmpeg takes a good part of a second.
    private static let made = Lock<[String: [UInt8]]>([:])

    /// A sine of `frequency` Hz at about −18 dBFS RMS. A multiple of 125 / 3 Hz, such as 1000, fits frames exactly;
    /// any other that is a whole number of Hz fits the loop's end where 0.6 s hold whole waves (a multiple of 5 / 3).
    package static func tone(frequency: Int = 1000) async throws -> [UInt8] {
        try await frames("sine=frequency=\(frequency):sample_rate=48000")
    }

    /// Digital silence.
    package static func silence() async throws -> [UInt8] {
        try await frames("anullsrc=sample_rate=48000:channel_layout=mono")
    }

    private static func frames(_ source: String) async throws -> [UInt8] {
        if let bytes = made.withLock({ $0[source] }) { return bytes }
        let outcome = try await ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-t", "4", "-ac", "2"]
                + ["-c:a", "libmp3lame", "-b:a", "128k", "-reservoir", "0"]
                + ["-write_xing", "0", "-id3v2_version", "0", "-f", "mp3", "pipe:1"]
        )
        // The first frames hold the encoder's start; 125 frames are 3 s, or five times 0.6 s.
        let bytes = Array(outcome.output.dropFirst(10 * frameBytes).prefix(125 * frameBytes))
        guard outcome.status == 0, bytes.count == 125 * frameBytes else { throw NotMade(errors: outcome.errorText) }
        made.withLock { $0[source] = bytes }
        return bytes
    }

    package struct NotMade: Error { package let errors: String }
}
