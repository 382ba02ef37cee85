internal import Model

/// One HLS rendition of pink noise, made and read back by ffmpeg: real segments, and what another client makes of them.
package struct HLSAudio: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case transportAAC, transportMP3, fragmentedAAC, fragmentedFLAC, packedAAC, packedMP3
    }

    /// Of fragmented kinds only.
    package let initialization: [UInt8]?
    package let segments: [[UInt8]]
    /// The same audio as one stream of plain frames: ADTS, MPEG audio or native FLAC.
    package let joined: [UInt8]
    /// What ffmpeg decodes it to, as `s16le`.
    package let samples: [UInt8]

    // Made once per process and kept: ffmpeg takes a good part of a second.
    private static let made = Lock<[String: HLSAudio]>([:])

    /// Some `seconds` of noise at 44,100 Hz, stereo, in segments of about half a second.
    package static func noise(_ kind: Kind, seconds: Double = 3) async throws -> HLSAudio {
        let key = "\(kind.rawValue) \(seconds)"
        if let audio = made.withLock({ $0[key] }) { return audio }
        let folder = ScratchFolder()
        let list = folder.file("list.m3u8")
        let source = "anoisesrc=color=pink:seed=7:amplitude=0.5:sample_rate=44100"
        let encoder =
            ["-f", "lavfi", "-i", source, "-t", "\(seconds)", "-ac", "2", "-metadata", "title=Noise"] + kind.encoder
        try await run(encoder + kind.muxer(in: folder))
        var segments: [[UInt8]] = []
        while case let bytes = folder.bytes("part\(segments.count).\(kind.suffix)"), !bytes.isEmpty {
            segments.append(bytes)
        }
        let input = ["-allowed_extensions", "ALL", "-i", list]
        let head = folder.bytes("init.mp4")
        // ffmpeg takes the tables of contents inside such a list for sound.
        let copier = kind == .packedMP3 ? encoder : input + ["-c", "copy"]
        let audio = HLSAudio(
            initialization: head.isEmpty ? nil : head,
            segments: segments,
            joined: try await run(copier + kind.plainMuxer + ["pipe:1"]),
            samples: try await run(input + ["-f", "s16le", "pipe:1"])
        )
        made.withLock { $0[key] = audio }
        return audio
    }

    /// What ffmpeg makes of `bytes`, named as one of its formats.
    package static func decoded(_ bytes: [UInt8], format: String) async throws -> [UInt8] {
        let folder = ScratchFolder()
        try folder.write(bytes, to: "audio")
        return try await run(["-f", format, "-i", folder.file("audio"), "-f", "s16le", "pipe:1"])
    }

    /// The same frames, taken apart and put together by ffmpeg.
    package static func remuxed(_ bytes: [UInt8], format: String, to kind: Kind) async throws -> [UInt8] {
        let folder = ScratchFolder()
        try folder.write(bytes, to: "audio")
        return try await run(
            ["-f", format, "-i", folder.file("audio"), "-c", "copy"] + kind.plainMuxer + ["pipe:1"]
        )
    }

    @discardableResult
    private static func run(_ arguments: [String]) async throws -> [UInt8] {
        let outcome = try await ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error"] + arguments)
        guard outcome.status == 0 else { throw NotMade(errors: outcome.errorText) }
        return outcome.output
    }

    package struct NotMade: Error { package let errors: String }
}

extension HLSAudio.Kind {
    /// ffmpeg reads no segments of other names.
    fileprivate var suffix: String {
        switch self {
        case .transportAAC, .transportMP3: "ts"
        case .fragmentedAAC, .fragmentedFLAC: "m4s"
        case .packedAAC: "aac"
        case .packedMP3: "mp3"
        }
    }

    fileprivate var encoder: [String] {
        switch self {
        case .transportAAC, .fragmentedAAC, .packedAAC: ["-c:a", "aac", "-b:a", "64k"]
        case .transportMP3, .packedMP3: ["-c:a", "libmp3lame", "-b:a", "64k"]
        case .fragmentedFLAC: ["-c:a", "flac", "-strict", "-2"]
        }
    }

    fileprivate func muxer(in folder: ScratchFolder) -> [String] {
        let hls = ["-f", "hls", "-hls_time", "0.5", "-hls_list_size", "0", "-hls_segment_filename"]
        let files = [folder.file("part%d.\(suffix)")]
        let list = folder.file("list.m3u8")
        switch self {
        case .transportAAC, .transportMP3: return hls + files + [list]
        case .fragmentedAAC, .fragmentedFLAC:
            return hls + files + ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", list]
        case .packedAAC, .packedMP3:
            let options = self == .packedAAC ? "write_id3v2=1" : "write_xing=1"
            return ["-f", "segment", "-segment_time", "0.5", "-segment_format", self == .packedAAC ? "adts" : "mp3"]
                + ["-segment_format_options", options, "-segment_list_type", "m3u8", "-segment_list"]
                + [list] + files
        }
    }

    fileprivate var plainMuxer: [String] {
        switch self {
        case .transportAAC, .fragmentedAAC, .packedAAC: ["-f", "adts"]
        case .transportMP3, .packedMP3: ["-f", "mp3", "-write_xing", "0", "-id3v2_version", "0"]
        case .fragmentedFLAC: ["-f", "flac"]
        }
    }
}
