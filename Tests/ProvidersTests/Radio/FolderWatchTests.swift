import Testing

@testable import Providers

struct FolderWatchTests {
    @Test(
        arguments: [
            ("/a/b/c", "/a/b"), ("/a", "/"), ("/", nil), ("/a/b/", "/a"), ("a/b", "a"), ("a", "."), (".", nil),
            ("", nil),
            ("..", nil), ("../a", ".."),
        ] as [(String, String?)]
    )
    func theFolderAboveIsFoundByItsText(path: String, above: String?) {
        #expect(FolderWatch.parent(of: path) == above)
    }

    @Test(.timeLimit(.minutes(3))) func aChangeAfterTheWatchStandsIsTold() async throws {
        let folder = try TemporaryFolder()
        let changes = try #require(FolderWatch.changes(of: folder.path))
        try folder.write("x", to: "a.json5")
        for await _ in changes { return }
        Issue.record("the stream ended")
    }

    @Test(.timeLimit(.minutes(3))) func anAbandonedWatchEnds() async throws {
        let folder = try TemporaryFolder()
        let changes = try #require(FolderWatch.changes(of: folder.path))
        let reader = Task {
            for await _ in changes {}
            return true
        }
        reader.cancel()
        #expect(await reader.value)
    }
}
