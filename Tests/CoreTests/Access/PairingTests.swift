import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct PairingTests {
    private let store = MemoryTokenStore()
    private let clock = ManualClock()
    private let events = EventFeed()
    private let pairing: Pairing
    private let client = IPAddress("192.168.1.7")

    init() {
        // No hash, but as the store sees it as good as one: it tells nothing of the text.
        pairing = Pairing(
            tokens: store,
            clock: clock,
            randomness: .seeded(7),
            hash: { bytes in bytes.reversed().map { $0 ^ 0x5a } },
            events: events
        )
    }

    private func problem(_ code: String, from client: IPAddress? = nil) async -> PairingProblem? {
        do throws(PairingProblem) { _ = try await pairing.redeem(code, label: "x", from: client) } catch {
            return error
        }
        return nil
    }

    /// Eight digits that are not `code`.
    private func wrong(_ code: String, _ number: Int = 1) -> String {
        let digits = String((Int(code) ?? 0) + number)
        return String((String(repeating: "0", count: 8) + digits).suffix(8))
    }

    @Test func aCodeIsTradedForATokenThatIsKnownAgain() async throws {
        let code = await pairing.beginCode()
        #expect(code.code.utf8.count == 8)
        #expect(code.code.utf8.allSatisfy { (0x30...0x39).contains($0) })
        #expect(code.expires == .seconds(300))
        let (token, owner) = try await pairing.redeem(code.code, label: "Phone", from: client)
        #expect(token.utf8.count == 64)
        #expect(token.utf8.allSatisfy { $0.isLowerHex })
        #expect(owner.label == "Phone")
        #expect(owner.createdAt == clock.date)
        #expect(try await pairing.owner(bearing: token) == owner)
        #expect(try await pairing.tokens() == [owner])
        #expect(events.revision(of: .tokens) == 1)
    }

    @Test func onlyTheHashIsStored() async throws {
        let code = await pairing.beginCode()
        let (token, owner) = try await pairing.redeem(code.code, label: "Phone", from: client)
        #expect(await store.hashes == [token.utf8.reversed().map { $0 ^ 0x5a }])
        #expect(!"\(owner)".contains(token))
        #expect(!"\(owner)".contains(code.code))
    }

    @Test(
        arguments: [{ $0 }, { $0.prefix(4) + " " + $0.suffix(4) }, { $0.prefix(4) + "-" + $0.suffix(4) + " " }]
            as [@Sendable (String) -> String]
    )
    func aCodeIsTypedAsPeopleDo(form: @Sendable (String) -> String) async throws {
        let code = await pairing.beginCode().code
        #expect(await problem(form(code)) == nil)
    }

    @Test func aCodeIsGoodOnce() async throws {
        let code = await pairing.beginCode().code
        #expect(await problem(code) == nil)
        #expect(await problem(code) == .expired)
        #expect(try await pairing.tokens().count == 1)
    }

    @Test func twoAtOnceGetOneToken() async throws {
        let code = await pairing.beginCode().code
        async let first = problem(code, from: client)
        async let second = problem(code, from: nil)
        let problems = await [first, second]
        #expect(problems.filter { $0 == nil }.count == 1)
        #expect(problems.contains(.expired))
        #expect(try await pairing.tokens().count == 1)
    }

    @Test func aCodeDiesAfterFiveMinutes() async {
        let code = await pairing.beginCode().code
        clock.advance(by: .milliseconds(299_999))
        #expect(await problem("12", from: client) == .wrong)
        clock.advance(by: .milliseconds(1))
        #expect(await problem(code) == .expired)
    }

    @Test func aNewCodeReplacesTheOld() async {
        let old = await pairing.beginCode().code
        let new = await pairing.beginCode().code
        #expect(old != new)
        #expect(await problem(old) == .wrong)
        #expect(await problem(new) == nil)
    }

    @Test(arguments: ["", "1", "1234567", "123456789", "abcdefgh", "１２３４５６７８", String(repeating: "1", count: 40)])
    func whatIsNoCodeIsWrong(guess: String) async {
        _ = await pairing.beginCode()
        #expect(await problem(guess) == .wrong)
    }

    @Test func fiveWrongGuessesFromAnywhereKillTheCode() async {
        let code = await pairing.beginCode().code
        for number in 1...5 {
            #expect(await problem(wrong(code, number), from: IPAddress("192.168.1.\(number)")) == .wrong)
        }
        #expect(await problem(code, from: client) == .expired)
        let next = await pairing.beginCode().code
        #expect(await problem(next, from: client) == nil)
    }

    @Test func oneClientThatGuessesMustWaitLongerAndLonger() async {
        var code = await pairing.beginCode().code
        for _ in 0..<2 { #expect(await problem(wrong(code), from: client) == .wrong) }
        #expect(await problem(wrong(code), from: client) == .wrong)
        #expect(await problem(code, from: client) == .tooManyAttempts(retryAfter: .seconds(30)))
        #expect(await problem(code, from: IPAddress("192.168.1.8")) == nil)
        clock.advance(by: .seconds(30))
        code = await pairing.beginCode().code
        #expect(await problem(wrong(code), from: client) == .wrong)
        #expect(await problem(code, from: client) == .tooManyAttempts(retryAfter: .seconds(60)))
        clock.advance(by: .seconds(59))
        #expect(await problem(code, from: client) == .tooManyAttempts(retryAfter: .seconds(1)))
        clock.advance(by: .seconds(1))
        #expect(await problem(code, from: client) == nil)
        // A right guess makes good for the wrong ones.
        code = await pairing.beginCode().code
        #expect(await problem(wrong(code), from: client) == .wrong)
        #expect(await problem(code, from: client) == nil)
    }

    @Test func guessesWithoutACodeCountToo() async {
        for _ in 0..<3 { #expect(await problem("12345678", from: client) == .expired) }
        #expect(await problem("12345678", from: client) == .tooManyAttempts(retryAfter: .seconds(30)))
    }

    @Test func aStoreThatRefusesCostsNoCode() async throws {
        let code = await pairing.beginCode().code
        await store.fail(with: .degraded)
        #expect(await problem(code, from: client) == .storage(.degraded))
        #expect(events.revision(of: .tokens) == 0)
        await store.fail(with: nil)
        #expect(await problem(code, from: client) == nil)
    }

    @Test func aRevokedTokenIsUnknownAndTheListMovesOn() async throws {
        let code = await pairing.beginCode().code
        let (token, owner) = try await pairing.redeem(code, label: "Phone", from: client)
        #expect(try await !pairing.revoke("nobody"))
        #expect(events.revision(of: .tokens) == 1)
        #expect(try await pairing.revoke(owner.id))
        #expect(events.revision(of: .tokens) == 2)
        #expect(try await pairing.owner(bearing: token) == nil)
        #expect(try await pairing.tokens().isEmpty)
    }

    @Test(arguments: ["", "x", String(repeating: "0", count: 64), String(repeating: "A", count: 64), "'; DROP TABLE"])
    func whatIsNoTokenBelongsToNobody(token: String) async throws {
        #expect(try await pairing.owner(bearing: token) == nil)
    }

    @Test func aLabelIsMadeFitToShow() async throws {
        var code = await pairing.beginCode().code
        let (_, evil) = try await pairing.redeem(
            code,
            label: "a\u{202e}b\n" + String(repeating: "x", count: 500),
            from: nil
        )
        #expect(evil.label.count == 80)
        #expect(evil.label.unicodeScalars.allSatisfy { !$0.isUnprintable })
        code = await pairing.beginCode().code
        #expect(try await pairing.redeem(code, label: "", from: nil).1.label == "?")
    }

    @Test func everyCodeHasEightDigitsAndTheyDiffer() async {
        var codes: Set<String> = []
        for _ in 0..<200 { codes.insert(await pairing.beginCode().code) }
        #expect(codes.count > 195)
        #expect(codes.allSatisfy { $0.utf8.count == 8 })
        let zeros = Pairing(
            tokens: store,
            clock: clock,
            randomness: Randomness { Array(repeating: 0, count: $0) },
            hash: { $0 },
            events: events
        )
        #expect(await zeros.beginCode().code == "00000000")
    }
}
