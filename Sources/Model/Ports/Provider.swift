/// Where media comes from.
package protocol Provider: Sendable {
    var id: ProviderID { get }

    /// Whether this provider would play `media`: answered from what is known here, with no network and no effect, so
    /// that a refused command changes nothing.
    ///
    /// - Returns: the canonical ref, also where `media` is an alias.
    func admit(_ media: MediaRef) async throws(Refusal) -> MediaRef

    /// What a media ref means now. Called once per play, and again by every reconnect.
    func resolve(_ media: MediaRef) async throws(ProviderError) -> ResolvedStream
}

package enum ProviderError: Error, Sendable, Equatable {
    case refused(Refusal)
    case failed(FaultCode)
}
