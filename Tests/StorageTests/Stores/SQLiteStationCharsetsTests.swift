import Fakes
import Model
import Testing

@testable import Storage

struct SQLiteStationCharsetsTests {
    let folder = TemporaryDirectory()

    @Test func theLastLearnedCharsetOfAStationIsKept() async throws {
        let charsets = SQLiteStationCharsets(database: try await Samples.database(in: folder))
        #expect(try await charsets.charset(of: .station("ru.a")) == nil)
        try await charsets.learned("koi8-r", of: .station("ru.a"), at: Samples.date)
        try await charsets.learned("windows-1251", of: .station("ru.a"), at: Samples.date)
        try await charsets.learned("cp949", of: .station("kr.a"), at: Samples.date)
        #expect(try await charsets.charset(of: .station("ru.a")) == "windows-1251")
        #expect(try await charsets.charset(of: .station("kr.a")) == "cp949")
    }
}
