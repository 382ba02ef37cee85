/// What one server grants to the network. The defaults suit a small box on a home network.
package struct Limits: Sendable {
    /// Per listener.
    package var connections = 1200
    /// Of one address; loopback has no limit.
    package var connectionsPerAddress = 64
    /// Without a byte either way.
    package var idle = Duration.seconds(30)
    /// From the first moment of a connection, and again for a body, until the request is whole.
    package var request = Duration.seconds(10)
    package var bodyBytes = 65_536
    /// Per connection: what head and buffers together may take. A larger head is answered 431.
    package var memoryBytes = 8192
    /// Of a streamed answer, per write.
    package var blockBytes = 2048

    package init() {}
}
