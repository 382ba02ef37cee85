internal import FoundationEssentials
package import Model

/// The tokens of paired owners in the state database, as hashes.
package struct SQLiteTokens: TokenStore {
    let database: Database

    /// - Throws: ``StoreError/failed(_:)`` also where this id or hash is already there, or the hash has not 32 bytes.
    package func add(_ token: OwnerToken, hash: [UInt8]) async throws(StoreError) {
        try await database.write { connection in
            try connection.run(
                "INSERT INTO ownerToken (id, hash, label, createdAtMs) VALUES (?1, ?2, ?3, ?4)",
                [.text(token.id), .blob(hash), .text(token.label), SQLValue(token.createdAt)]
            )
        }
    }

    /// Oldest first.
    package func tokens() async throws(StoreError) -> [OwnerToken] {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, label, createdAtMs FROM ownerToken ORDER BY createdAtMs, id",
                [],
                Self.token
            )
        }
    }

    package func token(hash: [UInt8]) async throws(StoreError) -> OwnerToken? {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, label, createdAtMs FROM ownerToken WHERE hash = ?1",
                [.blob(hash)],
                Self.token
            ).first
        }
    }

    package func revoke(_ id: String) async throws(StoreError) -> Bool {
        try await database.write { try $0.run("DELETE FROM ownerToken WHERE id = ?1", [.text(id)]) > 0 }
    }

    @Sendable private static func token(_ row: Statement) -> OwnerToken {
        OwnerToken(id: row.text(0), label: row.text(1), createdAt: Date(milliseconds: row.integer(2)))
    }
}
