internal import Model

/// An origin of HTTP Live Streaming on loopback that behaves as the path says: one ``HLSMode`` per path. What is new in
/// a list follows real time from the first request of its mode on.
package final class HLSStation: Sendable {
    private struct Progress {
        var began: Double?
        var readings = 0
        var sessions: [Double] = []
    }

    private let server: CannedServer

    /// Starts to listen on 127.0.0.1.
    package init() async throws {
        var audio: [SegmentedAudio.Form: SegmentedAudio] = [:]
        for form in [SegmentedAudio.Form.transport, .transport48k, .fragments, .packed, .encrypted] {
            audio[form] = try await SegmentedAudio.form(form)
        }
        let content = audio
        let progress = Lock<[HLSMode: Progress]>([:])
        server = CannedServer { request in
            let parts = request.path.split(separator: "/").map(String.init)
            guard let mode = parts.first.flatMap(HLSMode.init), let name = parts.last, parts.count >= 2 else {
                return Self.refusal("404 Not Found")
            }
            let now = SocketConnection.now
            return progress.withLock { all in
                var own = all[mode] ?? Progress()
                own.began = own.began ?? now
                defer { all[mode] = own }
                let answer = Answer(mode: mode, audio: content, origin: request.header("Host") ?? "")
                return answer.give(name, session: parts.dropFirst().dropLast().last, &own, at: now)
            }
        }
    }

    package func address(of mode: HLSMode) -> String { "http://127.0.0.1:\(server.port)\(mode.path)" }

    /// The paths asked for, in order.
    package var paths: [String] { server.requests.map(\.head.path) }

    package func stop() { server.stop() }

    private static func refusal(_ status: String) -> CannedServer.Answer {
        CannedServer.Answer("HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n")
    }

    /// One answer of one mode.
    private struct Answer {
        /// The newest number at the start.
        private static let first = 105
        private static let window = 6

        let mode: HLSMode
        let audio: [SegmentedAudio.Form: SegmentedAudio]
        let origin: String

        func give(_ name: String, session: String?, _ progress: inout Progress, at now: Double) -> CannedServer.Answer {
            let elapsed = now - (progress.began ?? now)
            if mode == .token, let session = session.flatMap(Int.init), progress.sessions.indices.contains(session) {
                guard now - progress.sessions[session] < 6 else { return HLSStation.refusal("403 Forbidden") }
            }
            switch name {
            case "start": return start(&progress, elapsed, at: now)
            case "live": return list(&progress, elapsed)
            case "video": return text(window(newest: Self.first + Int(elapsed)))
            case "init": return bytes(audio[mode.form]?.section ?? [], type: "video/mp4")
            case "key": return bytes(audio[mode.form]?.key ?? [], type: "application/octet-stream")
            default: return segment(name, elapsed)
            }
        }

        private func start(_ progress: inout Progress, _ elapsed: Double, at now: Double) -> CannedServer.Answer {
            switch mode {
            case .master:
                return text(
                    """
                    #EXTM3U
                    #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=640x360
                    video
                    #EXT-X-STREAM-INF:BANDWIDTH=384000,CODECS="ec-3"
                    video
                    #EXT-X-STREAM-INF:BANDWIDTH=48000,CODECS="mp4a.40.5"
                    video
                    #EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2",NAME="a, b"
                    live
                    """
                )
            case .relative: return redirect(to: "deep/er/live?token=%3d")
            case .token:
                progress.sessions.append(now)
                return redirect(to: "/token/\(progress.sessions.count - 1)/live")
            default: return list(&progress, elapsed)
            }
        }

        private func list(_ progress: inout Progress, _ elapsed: Double) -> CannedServer.Answer {
            progress.readings += 1
            let newest = Self.first + Int(elapsed)
            switch mode {
            case .standing: return text(window(newest: min(newest, Self.first + 3)))
            case .ending:
                return text(window(newest: min(newest, Self.first + 3)) + (elapsed > 3 ? "#EXT-X-ENDLIST\n" : ""))
            case .ended: return text(window(newest: Self.first) + "#EXT-X-ENDLIST\n")
            case .jumping:
                let ends = [100, 101, 100]
                return text(
                    window(newest: progress.readings <= 3 ? ends[progress.readings - 1] : 136 + progress.readings)
                )
            default: return text(window(newest: newest))
            }
        }

        private func window(newest: Int) -> String {
            let numbers = (newest - Self.window + 1)...newest
            var text =
                "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
            let change = Self.first + 3
            if mode == .discontinuity, numbers.lowerBound > change { text += "#EXT-X-DISCONTINUITY-SEQUENCE:1\n" }
            switch mode {
            case .fragments: text += "#EXT-X-MAP:URI=\"init\"\n"
            case .encrypted:
                text += "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=\(audio[.encrypted]?.vector ?? "")\n"
            case .unencrypted: text += "#EXT-X-KEY:METHOD=NONE\n"
            case .sampleEncrypted: text += "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"key\"\n"
            default: break
            }
            for number in numbers {
                if mode == .discontinuity, number == change { text += "#EXT-X-DISCONTINUITY\n" }
                text += "#EXTINF:1.0,\n\(reference(number))\n"
            }
            return text
        }

        private func reference(_ number: Int) -> String {
            guard mode == .relative else { return "\(number).\(mode == .packed ? "aac" : "ts")" }
            switch number % 4 {
            case 0: return "../../media/\(number).ts?q=\(number)"
            case 1: return "/relative/media/\(number).ts"
            case 2: return "//\(origin)/relative/media/\(number).ts"
            default: return "http://\(origin)/relative/hop\(number).ts"
            }
        }

        private func segment(_ name: String, _ elapsed: Double) -> CannedServer.Answer {
            let isHop = name.hasPrefix("hop")
            guard let number = Int(name.dropFirst(isHop ? 3 : 0).prefix { $0 != "." }) else {
                return HLSStation.refusal("404 Not Found")
            }
            if isHop { return redirect(to: "media/\(number).ts") }
            if mode == .missing, number == Self.first { return HLSStation.refusal("404 Not Found") }
            if mode == .pages { return bytes(Array("<html>Not here</html>".utf8), type: "text/html") }
            let isChanged = mode == .discontinuity && number >= Self.first + 3
            guard let all = audio[isChanged ? .transport48k : mode.form]?.segments else {
                return HLSStation.refusal("404 Not Found")
            }
            let stamp = mode == .packed ? Self.stamp(number) : []
            return bytes(stamp + all[number % all.count], type: "video/mp2t")
        }

        /// The tag that tells when a packed segment begins (RFC 8216 3.4).
        private static func stamp(_ number: Int) -> [UInt8] {
            let time = (0..<8).map { UInt8(truncatingIfNeeded: number * 90_000 >> (8 * (7 - $0))) }
            let body = Array("com.apple.streaming.transportStreamTimestamp\u{0}".utf8) + time
            let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
            return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        }

        private func text(_ text: String) -> CannedServer.Answer {
            bytes(Array(text.utf8), type: "Application/VND.Apple.MpegURL")
        }

        private func bytes(_ bytes: [UInt8], type: String) -> CannedServer.Answer {
            var answer = CannedServer.Answer(
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n"
            )
            answer.bytes += bytes
            return answer
        }

        private func redirect(to location: String) -> CannedServer.Answer {
            CannedServer.Answer("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        }
    }
}
