import Fakes
import FoundationEssentials
import Glibc
import Testing

@testable import Storage

struct DirectoryLockTests {
    let folder = TemporaryDirectory()

    @Test func theSecondIsToldWhoHoldsIt() throws {
        let directory = StateDirectory(path: folder.path)
        let first = try DirectoryLock(directory)
        let problem = #expect(throws: StorageProblem.self) { try DirectoryLock(directory) }
        #expect(problem == .inUse(directory: folder.path, pid: Int(getpid())))
        withExtendedLifetime(first) {}
    }

    @Test func itIsFreeAfterwardsAndAnOldNumberMeansNothing() throws {
        let directory = StateDirectory(path: folder.path)
        do { _ = try DirectoryLock(directory) }
        #expect(FileManager.default.createFile(atPath: folder.file("lock"), contents: Data("999999999\n".utf8)))
        _ = try DirectoryLock(directory)
        #expect(FileManager.default.contents(atPath: folder.file("lock")) == Data("\(getpid())\n".utf8))
    }
}
