package import Model

/// A provider of a few stations; everything else it refuses.
package struct ScriptedProvider: Provider {
    package let id = ProviderID.radio
    private let known: [String]
    private let fault: FaultCode?

    /// - Parameters:
    ///   - known: the IDs that it admits.
    ///   - fault: what every resolve fails with.
    package init(known: [String] = ["us.a", "us.b"], fault: FaultCode? = nil) {
        self.known = known
        self.fault = fault
    }

    package func admit(_ media: MediaRef) async throws(Refusal) -> MediaRef {
        guard case .station(let id) = media, known.contains(id) else {
            throw Refusal(.unknownStation, "There is no such station.", nearest: known)
        }
        return media
    }

    package func resolve(_ media: MediaRef) async throws(ProviderError) -> ResolvedStream {
        if let fault { throw .failed(fault) }
        return .fixture(media)
    }
}

extension ResolvedStream {
    /// A live stream of one address that nobody dials.
    package static func fixture(_ media: MediaRef, trust: StationTrust = .open) -> ResolvedStream {
        ResolvedStream(
            media: media,
            title: "Title of \(media)",
            subtitle: nil,
            streams: [.fixture],
            isLive: true,
            trust: trust,
            charset: nil,
            silenceLimit: nil
        )
    }
}

extension StationStream {
    package static let fixture = StationStream(
        // The literal is a valid address; a failure here fails every test at once.
        address: StreamAddress("https://radio.example/live")
            ?? { preconditionFailure("the fixture's address is broken") }(),
        codec: "mp3",
        bitrateKbps: 192,
        kind: .icecast,
        grade: .a,
        checked: nil
    )
}
