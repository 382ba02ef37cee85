import Fakes
import Model
import Testing

@testable import Core

struct WrapperWalkTests {
    private let listed: StreamAddress

    init() throws { listed = try #require(StreamAddress("https://a.example/dir/list.pls?x=1")) }

    private func walk(trust: StationTrust = .open, hosts: [String] = []) -> WrapperWalk {
        WrapperWalk(from: listed, trust: trust, hosts: hosts)
    }

    private func list(_ addresses: [String]) throws -> WrapperList {
        try WrapperList(Array(addresses.joined(separator: "\n").utf8), kind: .m3u, xml: ScriptedXML())
    }

    private func next(of walk: inout WrapperWalk) throws -> WrapperWalk.Target {
        let target = walk.next()
        return try #require(target)
    }

    /// What is asked for when the listed address gives `addresses` and none of them gives anything.
    private func asked(
        _ addresses: [String],
        trust: StationTrust = .open,
        hosts: [String] = []
    ) throws -> ([String], FaultCode) {
        var walk = walk(trust: trust, hosts: hosts)
        let first = try next(of: &walk)
        #expect(first == WrapperWalk.Target(address: listed, depth: 0))
        #expect(!walk.hasNext)
        walk.descend(into: try list(addresses), of: first, at: first.address)
        var asked: [String] = []
        while let target = walk.next() {
            #expect(target.depth == 1)
            asked.append(target.address.requestAddress)
            walk.failed(.connectionRefused)
        }
        return (asked, walk.fault)
    }

    @Test func entriesAreTriedInTheirOrderAndMayBeRelative() throws {
        let (asked, code) = try asked(["https://b.example/1", "2.mp3", "/3?a=%3d", "../4", "//c.example:8443/5"])
        #expect(
            asked == [
                "https://b.example/1", "https://a.example/dir/2.mp3", "https://a.example/3?a=%3d",
                "https://a.example/4",
                "https://c.example:8443/5",
            ]
        )
        #expect(code == .connectionRefused)
    }

    @Test(arguments: [
        "mms://b.example/1", "MMS://b.example/1", "rtsp://b.example/1", "file:///etc/passwd", "ftp://b.example/1",
        "icyx://b.example", "data:audio/mpeg,x", "C:\\Music\\a.mp3", "b.example:8000/live",
    ])
    func otherSchemesAreUnsupported(address: String) throws {
        for trust in [StationTrust.open, .lan] {
            let (asked, code) = try asked([address], trust: trust)
            #expect(asked.isEmpty)
            #expect(code == .unsupportedStream)
        }
    }

    @Test(arguments: ["http://b.example/1", "https://user:secret@b.example/1", "https://user@a.example/1"])
    func anOpenStationFollowsHttpsWithoutCredentialsOnly(address: String) throws {
        let (asked, code) = try asked([address])
        #expect(asked.isEmpty)
        #expect(code == .addressRefused)
    }

    @Test func aStationOfTheUsersNetworkFollowsHttpButNobodyElsesCredentials() throws {
        let (asked, code) = try asked(["http://192.168.0.2:8000/1", "http://user:secret@b.example/2"], trust: .lan)
        #expect(asked == ["http://192.168.0.2:8000/1"])
        #expect(code == .addressRefused)
    }

    @Test func theListedCredentialsGoToTheirOwnServerOnly() throws {
        let listed = try #require(StreamAddress("http://user:secret@a.example:8000/list.pls"))
        var walk = WrapperWalk(from: listed, trust: .lan, hosts: [])
        let first = try next(of: &walk)
        walk.descend(into: try list(["/1", "http://a.example/2", "list.pls"]), of: first, at: listed)
        let own = try next(of: &walk)
        #expect(own.address.credentials?.password == "secret")
        let other = try next(of: &walk)
        #expect(other.address.credentials == nil && other.address.host == "a.example")
        #expect(!walk.hasNext)
        #expect(walk.fault == .tooManyRedirects)
    }

    @Test func hostsRestrictWhereEntriesMayLive() throws {
        let entries = [
            "https://b.example/1", "https://B.example:8443/2", "https://x.b.example/3", "https://bb.example/4", "/5",
        ]
        #expect(try asked(entries, hosts: ["b.example"]).0 == ["https://b.example/1", "https://b.example:8443/2"])
        #expect(try asked(entries, hosts: ["a.example", "x.b.example"]).0.count == 2)
        let (none, code) = try asked(["https://c.example/1"], hosts: ["b.example"])
        #expect(none.isEmpty && code == .addressRefused)
    }

    @Test(arguments: ["https://ra dio.example/1", "https://", "https:///x", "http://[::1/", "caf\u{e9}.mp3", "?#"])
    func whatIsNoAddressCostsOnlyItself(address: String) throws {
        let (asked, code) = try asked([address, "https://b.example/1"])
        #expect(asked.last == "https://b.example/1")
        // What is heard of an entry that was asked for says less than what is wrong with the list.
        #expect([.malformedResponse, .connectionRefused, .tooManyRedirects].contains(code))
    }

    @Test func aListWithoutEntriesIsEmpty() throws { #expect(try asked([]).1 == .emptyStream) }

    @Test func theSameThingTwiceIsTriedOnce() throws {
        let (asked, code) = try asked(["https://b.example/1", "https://b.example/1#x", "https://b.example/1"])
        #expect(asked == ["https://b.example/1"])
        #expect(code == .connectionRefused)
    }

    @Test func atMostEightEntriesAreTriedOverAllLists() throws {
        #expect(try asked((1...50).map { "https://b.example/\($0)" }).0.count == 8)
        var walk = walk()
        let first = try next(of: &walk)
        walk.descend(into: try list((1...5).map { "/\($0)" }), of: first, at: listed)
        let second = try next(of: &walk)
        walk.descend(into: try list((1...50).map { "/more/\($0)" }), of: second, at: second.address)
        var paths: [String] = []
        while let target = walk.next() { paths.append(target.address.target) }
        #expect(paths == (1...7).map { "/more/\($0)" })
        #expect(!walk.hasNext)
    }

    @Test func aListInAListIsFollowedBeforeTheRestAndAThirdIsNot() throws {
        var walk = walk()
        let first = try next(of: &walk)
        walk.descend(into: try list(["/b.m3u", "/last"]), of: first, at: listed)
        let second = try next(of: &walk)
        #expect(second.address.target == "/b.m3u" && second.depth == 1)
        walk.descend(into: try list(["/c.m3u"]), of: second, at: second.address)
        let third = try next(of: &walk)
        #expect(third.address.target == "/c.m3u" && third.depth == 2)
        walk.descend(into: try list(["/d"]), of: third, at: third.address)
        let last = try next(of: &walk)
        #expect(last.address.target == "/last")
        #expect(!walk.hasNext)
        #expect(walk.fault == .tooManyRedirects)
    }

    @Test func listsThatNameThemselvesOrEachOtherEnd() throws {
        #expect(try asked(["list.pls?x=1", "https://a.example:443/dir/list.pls?x=1"]).1 == .tooManyRedirects)
        var walk = walk()
        let first = try next(of: &walk)
        walk.descend(into: try list(["/b.m3u"]), of: first, at: listed)
        let second = try next(of: &walk)
        walk.descend(into: try list(["dir/list.pls?x=1"]), of: second, at: second.address)
        #expect(!walk.hasNext)
        #expect(walk.fault == .tooManyRedirects)
    }

    @Test func aListReachedAgainByARedirectEnds() throws {
        var walk = walk()
        let first = try next(of: &walk)
        let final = try #require(StreamAddress("https://b.example/real.pls"))
        walk.descend(into: try list(["/again", "https://a.example/dir/list.pls?x=1"]), of: first, at: final)
        let again = try next(of: &walk)
        #expect(again.address.requestAddress == "https://b.example/again")
        walk.descend(into: try list(["/again2"]), of: again, at: final)
        #expect(!walk.hasNext)
        #expect(walk.fault == .tooManyRedirects)
    }

    /// Whatever strangers write in their lists, a walk ends, soon, and leads nowhere that the guards forbid.
    @Test(arguments: 0..<200)
    func everyWalkEndsWithinItsBounds(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "https://", "http://", "mms://", "a.example", "b.example", "/", "list", "?", "#", "..", ":", "@",
            "127.0.0.1",
        ]
        var walk = walk(hosts: seed % 2 == 0 ? [] : ["a.example"])
        var asked = 0
        while let target = walk.next() {
            asked += 1
            #expect(target.address.scheme == .https && target.address.credentials == nil)
            #expect(target.depth <= WrapperWalk.deepest)
            guard Bool.random(using: &random) || target.depth == 0 else {
                walk.failed(.upstreamTimeout)
                continue
            }
            let entries = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
                (0..<Int.random(in: 1..<7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
            walk.descend(into: try list(entries), of: target, at: target.address)
        }
        #expect(asked <= 1 + WrapperWalk.entriesTried)
    }
}
