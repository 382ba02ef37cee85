package import Model

/// Tokens of a degraded run: nobody can be recognised, and an empty list would be a lie, so reading fails too.
package struct DegradedTokens: TokenStore {
    package init() {}

    package func add(_ token: OwnerToken, hash: [UInt8]) throws(StoreError) { throw .degraded }
    package func tokens() throws(StoreError) -> [OwnerToken] { throw .degraded }
    package func token(hash: [UInt8]) throws(StoreError) -> OwnerToken? { throw .degraded }
    package func revoke(_ id: String) throws(StoreError) -> Bool { throw .degraded }
}
