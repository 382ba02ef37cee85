import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Storage

struct SQLiteTokensTests {
    let folder = TemporaryDirectory()
    let phone = OwnerToken(id: "a1", label: "Anna's phone", createdAt: Samples.date)
    let tablet = OwnerToken(id: "b2", label: "Tablet", createdAt: Samples.date.addingTimeInterval(-60))

    @Test func aTokenIsKnownByItsHashUntilItIsRevoked() async throws {
        let tokens = SQLiteTokens(database: try await Samples.database(in: folder))
        let hash = [UInt8](repeating: 7, count: 32)
        try await tokens.add(phone, hash: hash)
        try await tokens.add(tablet, hash: [UInt8](repeating: 8, count: 32))
        #expect(try await tokens.token(hash: hash) == phone)
        #expect(try await tokens.tokens() == [tablet, phone])
        #expect(try await tokens.revoke("a1"))
        #expect(try await tokens.token(hash: hash) == nil)
        #expect(try await tokens.revoke("a1") == false)
        #expect(try await tokens.tokens() == [tablet])
    }

    @Test func aDoubleOrAShortHashIsRefusedAndChangesNothing() async throws {
        let tokens = SQLiteTokens(database: try await Samples.database(in: folder))
        let hash = [UInt8](repeating: 7, count: 32)
        try await tokens.add(phone, hash: hash)
        await #expect(throws: StoreError.self) { try await tokens.add(tablet, hash: hash) }
        await #expect(throws: StoreError.self) { try await tokens.add(tablet, hash: [1, 2, 3]) }
        #expect(try await tokens.tokens() == [phone])
    }
}
