package import Model

/// An opaque address in the relay: `/relay/<token>`. The token is 128 random bits and belongs to one ``PlayID``.
package struct RelayGrant: Sendable, Equatable {
    package let playID: PlayID
    /// 32 characters of lower-case hex.
    package let token: String

    package init(playID: PlayID, token: String) {
        self.playID = playID
        self.token = token
    }

    package var path: String { "/relay/\(token)" }
}

/// What a renderer asked the relay for.
package struct RelayRequest: Sendable {
    package let client: IPAddress
    package let isHead: Bool
    /// The client sent `Icy-MetaData: 1`.
    package let wantsTitles: Bool

    package init(client: IPAddress, isHead: Bool, wantsTitles: Bool) {
        self.client = client
        self.isHead = isHead
        self.wantsTitles = wantsTitles
    }
}

/// What the relay answers: a head at once, then bytes as they are pulled.
package struct RelayAnswer: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    /// nil for an answer without a body.
    package let body: (any ByteSource)?

    package init(status: Int, headers: [(name: String, value: String)], body: (any ByteSource)?) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// What the relay saw of one load, reported while it happens.
package enum RelayEvent: Sendable, Equatable {
    /// Stream number `index` of the listed ones is being tried.
    case trying(index: Int, origin: String)
    /// This stream failed; another is tried, or ``failed(_:)`` follows.
    case streamFailed(index: Int, origin: String, FaultCode)
    /// The first audio bytes came.
    case fetching(SnapshotStream, index: Int)
    /// What the stream says is on behind the bytes that were given out.
    case title(StreamTitle)
    /// The charset in which the station writes, as its titles have shown.
    case charset(String)
    /// A listed stream answers with a permanent redirect to another origin; both are scheme, host and port.
    case moved(index: Int, from: String, to: String)
    /// A running stream ended or broke, and the listed streams are tried once more under the same body:
    /// ``fetching(_:index:)``, ``formatChanged`` or ``failed(_:)`` follows.
    case reconnecting(FaultCode)
    /// The station came back in another container or codec, which no running body can hold; its body has ended.
    case formatChanged
    /// A running stream ended or broke and was not tried again; its body to the renderer has ended.
    case dropped(FaultCode)
    /// No listed stream gave audio; the code of the one that tells most.
    case failed(FaultCode)
}

/// Counters of one load.
package struct RelayTally: Sendable, Equatable {
    /// Audio bytes from upstream, without interleaved metadata.
    package var bytes: Int
    package var lastByteAt: Duration?
    package var origin: String?
    package var isOpen: Bool
    package var fault: FaultCode?

    package init(bytes: Int, lastByteAt: Duration?, origin: String?, isOpen: Bool, fault: FaultCode?) {
        self.bytes = bytes
        self.lastByteAt = lastByteAt
        self.origin = origin
        self.isOpen = isOpen
        self.fault = fault
    }
}
