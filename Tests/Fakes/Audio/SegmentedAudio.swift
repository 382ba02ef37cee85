internal import Model

/// A tone of 1000 Hz in AAC, cut into segments of a second by ffmpeg.
package struct SegmentedAudio: Sendable {
    package enum Form: String, Sendable {
        case transport, transport48k, fragments, packed, encrypted
    }

    /// Bytes of each segment, in order; the last follows the first without a break that anyone would hear much of.
    package let segments: [[UInt8]]
    /// What the segments need before them.
    package let section: [UInt8]?
    package let key: [UInt8]?
    /// `0x` and hex digits, as the playlist says it.
    package let vector: String?

    package struct NotMade: Error { package let errors: String }

    private static let seconds = 40
    // Made once per process and kept: ffmpeg takes a good part of a second.
    private static let made = Lock<[Form: SegmentedAudio]>([:])

    package static func form(_ form: Form) async throws -> SegmentedAudio {
        if let audio = made.withLock({ $0[form] }) { return audio }
        let audio = try await SegmentedAudio(form)
        made.withLock { $0[form] = audio }
        return audio
    }

    private init(_ form: Form) async throws {
        let folder = ScratchFolder()
        let rate = form == .transport48k ? 48_000 : 44_100
        let outcome = try await ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=1000:sample_rate=\(rate)"]
                + ["-map", "0:a", "-t", "\(Self.seconds)", "-ac", "2", "-c:a", "aac", "-b:a", "96k"]
                + Self.muxing(form, in: folder)
        )
        guard outcome.status == 0 else { throw NotMade(errors: outcome.errorText) }
        segments = (0..<Self.seconds).map { folder.bytes("s\($0)") }
        guard segments.allSatisfy({ !$0.isEmpty }) else { throw NotMade(errors: "a segment is missing") }
        section = form == .fragments ? folder.bytes("init") : nil
        key = form == .encrypted ? folder.bytes("key") : nil
        let list = String(decoding: folder.bytes("list"), as: UTF8.self)
        vector = list.firstRange(of: "IV=").map { String(list[$0.upperBound...].prefix { $0 != "\n" && $0 != "," }) }
    }

    private static func muxing(_ form: Form, in folder: ScratchFolder) -> [String] {
        let names = folder.file("s%d")
        let hls = ["-f", "hls", "-hls_time", "1", "-hls_list_size", "0", "-hls_segment_filename", names]
        switch form {
        case .transport, .transport48k: return hls + [folder.file("list")]
        case .fragments:
            return hls + ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init", folder.file("list")]
        case .packed: return ["-f", "segment", "-segment_time", "1", "-segment_format", "adts", names]
        case .encrypted:
            // This ffmpeg takes the sixteen characters themselves for the key.
            return hls + ["-hls_enc", "1", "-hls_enc_key", "0123456789abcdef", "-hls_enc_key_url", folder.file("key")]
                + [folder.file("list")]
        }
    }
}
