import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Storage

struct SQLiteStreamMovesTests {
    let folder = TemporaryDirectory()
    let move = StreamMove(.station("us.wsum"), 1, from: "https://a.example", to: "https://b.example:8443")

    @Test func aMoveIsCountedAndKeepsItsFirstSight() async throws {
        let moves = SQLiteStreamMoves(database: try await Samples.database(in: folder))
        try await moves.saw(move, at: Samples.date)
        try await moves.saw(move, at: Samples.date.addingTimeInterval(60))
        let other = StreamMove(.station("us.wsum"), 0, from: "https://a.example", to: "https://c.example")
        try await moves.saw(other, at: Samples.date.addingTimeInterval(120))
        try await moves.saw(StreamMove(.station("us.kexp"), 0, from: "https://x", to: "https://y"), at: Samples.date)
        #expect(
            try await moves.moves(of: .station("us.wsum")) == [
                KeptMove(move: other, firstSeen: Samples.date.addingTimeInterval(120), count: 1),
                KeptMove(move: move, firstSeen: Samples.date, count: 2),
            ]
        )
    }

    @Test func whatWasSeenLongestAgoIsLetGo() async throws {
        let moves = SQLiteStreamMoves(database: try await Samples.database(in: folder))
        for number in 0...SQLiteStreamMoves.limit {
            let move = StreamMove(.station("us.wsum"), 0, from: "https://a", to: "https://edge\(number)")
            try await moves.saw(move, at: Samples.date.addingTimeInterval(Double(number)))
        }
        let kept = try await moves.moves(of: .station("us.wsum"))
        #expect(kept.count == SQLiteStreamMoves.limit)
        #expect(kept.first?.move.to == "https://edge1")
    }
}
