import Model
import Testing

@testable import Server

struct SnapshotWireTests {
    @Test func writesEveryMemberInOrder() throws {
        var json = JSONWriter()
        json.snapshot(.example())
        let value = try JSONValue(json.bytes)
        #expect(
            value.names == [
                "player", "epoch", "rev", "generation", "phase", "waitingFor", "item", "onAir", "position", "output",
                "volume", "muted", "evidence", "disallowed", "notice",
            ]
        )
        #expect(value["position"] == (try JSONValue(Array(#"{"positionMs":1500,"atMs":9000,"rate":1}"#.utf8))))
        #expect(value["evidence"]?["silentSinceMs"] == .null)
        #expect(value["item"]?["stream"]?["origin"]?.string == "https://stream.example")
        #expect(value["onAir"]?["text"]?.string == "Sleater-Kinney – \"Dig Me Out\"")
    }

    @Test func writesSinceWhenItIsSilent() throws {
        var snapshot = PlayerSnapshot.example()
        snapshot.evidence.signal = .silent(since: .milliseconds(1234))
        snapshot.notice = Notice(
            code: "silent",
            severity: .warning,
            text: "Silence.",
            action: Notice.Action("Try again", .play)
        )
        var json = JSONWriter()
        json.snapshot(snapshot)
        let value = try JSONValue(json.bytes)
        #expect(value["evidence"]?["signal"]?.string == "silent")
        #expect(value["evidence"]?["silentSinceMs"]?.number == 1234)
        #expect(value["notice"]?["action"]?["act"]?.string == "play")
    }

    @Test func keepsTheNewestBytes() {
        let bytes = SnapshotBytes()
        var newer = PlayerSnapshot.example()
        newer.rev = 8
        newer.phase = .stopped
        let newest = bytes.bytes(of: newer)
        #expect(bytes.bytes(of: .example()) != newest)
        #expect(bytes.bytes(of: newer) == newest)
    }

    @Test func keepsThePlayersApart() throws {
        let bytes = SnapshotBytes()
        var attic = PlayerSnapshot.example()
        attic.player = PlayerID("attic")
        for _ in 0..<2 {
            #expect(try JSONValue(bytes.bytes(of: .example()))["player"]?.string == "main")
            #expect(try JSONValue(bytes.bytes(of: attic))["player"]?.string == "attic")
        }
    }

    @Test func aNewRunOfTheHostIsWrittenAnew() throws {
        let bytes = SnapshotBytes()
        _ = bytes.bytes(of: .example())
        var restarted = PlayerSnapshot.example()
        restarted.epoch = "e2"
        #expect(try JSONValue(bytes.bytes(of: restarted))["epoch"]?.string == "e2")
    }
}
