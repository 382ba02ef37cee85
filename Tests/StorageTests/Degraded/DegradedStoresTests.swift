import Model
import Testing

@testable import Storage

struct DegradedStoresTests {
    @Test func intentsLiveForThisRun() async {
        let intents = MemoryIntents([Samples.intent(1), Samples.intent(4, player: PlayerID("attic"))])
        await intents.save(Samples.intent(2))
        #expect(await intents.intent(of: .main) == Samples.intent(2))
        #expect(await intents.intent(of: PlayerID("attic"))?.generation == Generation(4))
    }

    @Test func receiptsLiveForThisRunAndAreBounded() async throws {
        let receipts = MemoryReceipts()
        for number in 1...1002 { await receipts.save(try Samples.receipt(number)) }
        await receipts.save(try Samples.receipt(5, verdict: .confirmed))
        let found = await receipts.receipts(limit: 2000)
        #expect(found.count == 1000)
        #expect(found.first?.generation.number == 1002)
        #expect(await receipts.receipt(try Samples.receipt(2).id) == nil)
        #expect(await receipts.receipt(try Samples.receipt(5).id)?.verdict == .confirmed)
    }

    @Test func settingsAreReadAndNeverWritten() {
        let known = PlayerSettings(volume: Volume(percent: 12), isMuted: true, output: .null)
        let settings = DegradedSettings([.main: known])
        #expect(settings.settings(of: .main) == known)
        #expect(settings.settings(of: PlayerID("attic")) == PlayerSettings())
        #expect(throws: StoreError.degraded) { try settings.save(known, of: .main) }
    }

    @Test func tokensAreNeitherReadNorWritten() {
        let tokens = DegradedTokens()
        #expect(throws: StoreError.degraded) { try tokens.tokens() }
        #expect(throws: StoreError.degraded) { try tokens.token(hash: []) }
        #expect(throws: StoreError.degraded) { try tokens.revoke("a") }
        #expect(throws: StoreError.degraded) {
            try tokens.add(OwnerToken(id: "a", label: "b", createdAt: Samples.date), hash: [])
        }
    }

    @Test func presetsAreReadWhereTheyCouldBeAndNeverWritten() throws {
        let known = [try Samples.preset(1)]
        #expect(try DegradedPresets(known).presets() == known)
        #expect(try DegradedPresets([]).presets() == [])
        #expect(throws: StoreError.degraded) { try DegradedPresets().presets() }
        #expect(throws: StoreError.degraded) { try DegradedPresets(known).save([]) }
    }
}
