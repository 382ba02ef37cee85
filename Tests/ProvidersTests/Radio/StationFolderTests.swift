import Glibc
import Model
import Testing

@testable import Providers

struct StationFolderTests {
    private let folder: TemporaryFolder

    init() throws { self.folder = try TemporaryFolder() }

    private func read() throws -> (
        files: [String: Result<[UInt8], StationFolder.Unreadable>], problems: [CatalogueProblem]
    ) {
        guard case .files(let files, let problems) = StationFolder(path: folder.path).read() else {
            throw StationFolder.Unreadable(reason: "not a folder of files")
        }
        return (Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) }), problems)
    }

    @Test func onlyVisibleJSON5FilesAreRead() throws {
        for name in ["a.json5", ".b.json5", "c.json5~", "d.swp", "e.json", "f.json5.new"] {
            try folder.write(name, to: name)
        }
        let (files, problems) = try read()
        #expect(files == ["a.json5": .success(Array("a.json5".utf8))])
        #expect(problems.map(\.file) == ["e.json"])
    }

    @Test func anAbsentFolderIsAbsent() throws {
        guard case .absent = StationFolder(path: folder.path + "/none").read() else { Issue.record("found it"); return }
        try folder.write("", to: "file")
        guard case .absent = StationFolder(path: folder.path + "/file").read() else { Issue.record("found it"); return }
    }

    @Test func aLoopingFolderIsUnreadableNotAbsent() throws {
        try folder.link("loop", to: "loop")
        guard case .unreadable(let reason) = StationFolder(path: folder.path + "/loop").read() else {
            Issue.record("read a loop")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func aFileOfOneMebibyteIsReadAndOneByteMoreIsNot() throws {
        try folder.write([UInt8](repeating: 32, count: 1 << 20), to: "a.json5")
        try folder.write([UInt8](repeating: 32, count: 1 << 20 + 1), to: "b.json5")
        let (files, _) = try read()
        #expect(try files["a.json5"]?.get().count == 1 << 20)
        #expect(files["b.json5"] == .failure(.init(reason: "larger than 1024 KiB")))
    }

    @Test func theWholeFolderIsBounded() throws {
        let mebibyte = [UInt8](repeating: 32, count: 1 << 20)
        for number in 10..<30 { try folder.write(mebibyte, to: "\(number).json5") }
        let (files, _) = try read()
        #expect(files.values.filter(\.isRead).count == 16)
    }

    @Test func moreFilesThanAreReadAreReported() throws {
        for number in 1000..<1503 { try folder.write("", to: "\(number).json5") }
        let (files, problems) = try read()
        #expect(files.count == 500)
        #expect(problems.map(\.file) == ["1500.json5", "1501.json5", "1502.json5"])
    }

    @Test func nothingButRegularFilesIsOpened() throws {
        try folder.make("a.json5")
        #expect(mkfifo(folder.path + "/b.json5", 0o600) == 0)
        try folder.link("c.json5", to: "c.json5")
        try folder.link("d.json5", to: "nowhere")
        try folder.link("e.json5", to: "/dev/zero")
        try folder.write("x", to: "text")
        try folder.link("f.json5", to: "text")
        let (files, _) = try read()
        #expect(files.count == 6)
        #expect(files.filter(\.value.isRead).keys.sorted() == ["f.json5"])
    }
}

extension Result {
    fileprivate var isRead: Bool { if case .success = self { true } else { false } }
}
