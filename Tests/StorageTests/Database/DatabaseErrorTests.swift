import Testing

@testable import Storage

struct DatabaseErrorTests {
    /// Corrupt, not a database, a failing migration: the file. Full, read-only, busy, no permission, I/O: the world.
    @Test(arguments: [
        (11, true), (26, true), (1, true), (19, true), (267, true), (1555, true),
        (13, false), (8, false), (5, false), (14, false), (10, false), (778, false), (3, false), (7, false),
    ])
    func onlyAFileAtFaultIsBlamed(code: Int, blamed: Bool) {
        #expect(DatabaseError(code: Int32(code), message: "").blamesFile == blamed)
    }
}
