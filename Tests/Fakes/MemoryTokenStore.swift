package import Model

/// Tokens in memory, oldest first; refuses to add where a test says so.
package actor MemoryTokenStore: TokenStore {
    private var kept: [(token: OwnerToken, hash: [UInt8])] = []
    private var problem: StoreError?

    package init() {}

    package var hashes: [[UInt8]] { kept.map(\.hash) }

    /// From now on ``add(_:hash:)`` throws this; nil ends it.
    package func fail(with problem: StoreError?) { self.problem = problem }

    package func add(_ token: OwnerToken, hash: [UInt8]) async throws(StoreError) {
        if let problem { throw problem }
        kept.append((token, hash))
    }

    package func tokens() async throws(StoreError) -> [OwnerToken] { kept.map(\.token) }

    package func token(hash: [UInt8]) async throws(StoreError) -> OwnerToken? {
        kept.first { $0.hash == hash }?.token
    }

    package func revoke(_ id: String) async throws(StoreError) -> Bool {
        let count = kept.count
        kept.removeAll { $0.token.id == id }
        return kept.count < count
    }
}
