import Model
import Testing

@testable import Core

struct GuessLimitTests {
    private let client = IPAddress("203.0.113.5")

    @Test func waitsDoubleUpToTheLongest() {
        var limit = GuessLimit()
        var now = Duration.zero
        var waits: [Int] = []
        for _ in 0..<12 {
            limit.wrongGuess(by: client, at: now)
            let wait = limit.wait(for: client, at: now) ?? .zero
            waits.append(Int(wait.seconds))
            now += wait
            #expect(limit.wait(for: client, at: now) == nil)
        }
        #expect(waits == [0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900, 900])
    }

    @Test func anHourOfQuietForgets() {
        var limit = GuessLimit()
        for _ in 0..<9 { limit.wrongGuess(by: client, at: .zero) }
        limit.wrongGuess(by: client, at: .seconds(3599))
        #expect(limit.wait(for: client, at: .seconds(3599)) == .seconds(900))
        limit.wrongGuess(by: client, at: .seconds(3599 + 3600))
        #expect(limit.wait(for: client, at: .seconds(3599 + 3600)) == nil)
    }

    @Test func oneNetworkOfIPv6IsOneClient() {
        var limit = GuessLimit()
        for number in 1...3 { limit.wrongGuess(by: IPAddress("2001:db8:1:2::\(number)"), at: .zero) }
        #expect(limit.wait(for: IPAddress("2001:db8:1:2:ffff::9"), at: .zero) == .seconds(30))
        #expect(limit.wait(for: IPAddress("2001:db8:1:3::1"), at: .zero) == nil)
        #expect(limit.wait(for: nil, at: .zero) == nil)
    }

    @Test func thousandsOfClientsCostNoMoreThanTheNewest() {
        var limit = GuessLimit()
        for _ in 0..<3 { limit.wrongGuess(by: IPAddress(bytes: [10, 9, 9, 9]), at: .zero) }
        for number in 0..<3000 {
            limit.wrongGuess(by: IPAddress(bytes: [10, 0, UInt8(number >> 8), UInt8(number & 255)]), at: .seconds(1))
        }
        #expect(limit.wait(for: IPAddress(bytes: [10, 9, 9, 9]), at: .seconds(1)) == nil)
    }
}
