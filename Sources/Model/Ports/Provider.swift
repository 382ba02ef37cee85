/// Where media comes from.
package protocol Provider: Sendable {
    var id: ProviderID { get }

    /// What a media ref means now. Called once per play, and again by every reconnect.
    func resolve(_ media: MediaRef) async throws(ProviderError) -> ResolvedStream
}

package enum ProviderError: Error, Sendable, Equatable {
    case refused(Refusal)
    case failed(FaultCode)
}
