import Model
import Testing

@testable import Core

struct RedirectGuardTests {
    private func follow(_ locations: [String?], from start: String, trust: StationTrust) throws -> Result<
        String, FaultCode
    > {
        var path = RedirectGuard(from: try #require(StreamAddress(start)), trust: trust)
        for location in locations {
            do throws(FaultCode) { try path.follow(location) } catch { return .failure(error) }
        }
        return .success(path.address.requestAddress)
    }

    @Test(arguments: [
        ("https://other.example:8443/x?sid=1%3d", "https://other.example:8443/x?sid=1%3d"),
        ("/moved?q=%3d&r==", "https://radio.example/moved?q=%3d&r=="),
        ("next", "https://radio.example/dir/next"),
        ("../up", "https://radio.example/up"),
        ("?token=1", "https://radio.example/dir/live?token=1"),
        ("//edge.example/live", "https://edge.example/live"),
        ("HTTPS://EDGE.example/live", "https://edge.example/live"),
        ("/;", "https://radio.example/;"),
    ])
    func followsEveryFormOfReferenceWithoutReencoding(location: String, target: String) throws {
        #expect(try follow([location], from: "https://radio.example/dir/live", trust: .open) == .success(target))
    }

    @Test(arguments: [
        "http://radio.example/live", "file:///etc/passwd", "ftp://radio.example/a", "mms://radio.example/a",
        "https://user:secret@radio.example/a", "https://user@radio.example/a", "javascript:alert(1)", "data:audio/x,1",
        "https://", "https:///path", "https://radio.example:0/a", "https://radio.example:99999/a",
        "https://radio.example\\@evil.example/a", "https://radio.example/a b", "https://radio.example/é",
    ])
    func refusesWhatLeadsAstray(location: String) throws {
        #expect(
            try follow([location], from: "https://radio.example/live", trust: .open) == .failure(.redirectRefused)
        )
    }

    @Test func aTrustedStationMayUseHTTPButNeverLosesTLS() throws {
        #expect(
            try follow(["http://b.example/"], from: "http://a.example/", trust: .lan) == .success("http://b.example/")
        )
        #expect(
            try follow(["http://b.example/"], from: "https://a.example/", trust: .lan) == .failure(.redirectRefused)
        )
        #expect(
            try follow(["https://b.example/", "http://b.example/"], from: "http://a.example/", trust: .lan)
                == .failure(.redirectRefused)
        )
        #expect(
            try follow(["http://u:p@b.example/"], from: "http://a.example/", trust: .lan) == .failure(.redirectRefused)
        )
    }

    @Test func theSixthHopIsOneTooMany() throws {
        let hops = (1...5).map { "/\($0)" as String? }
        #expect(try follow(hops, from: "https://a.example/0", trust: .open) == .success("https://a.example/5"))
        #expect(try follow(hops + ["/6"], from: "https://a.example/0", trust: .open) == .failure(.tooManyRedirects))
    }

    @Test(arguments: [["/0"], ["/1", "/0"], ["/1", "https://A.example:443/1"]])
    func aLoopEnds(locations: [String]) throws {
        #expect(try follow(locations, from: "https://a.example/0", trust: .open) == .failure(.tooManyRedirects))
    }

    @Test(arguments: [nil, ""])
    func aRedirectToNowhereIsMalformed(location: String?) throws {
        #expect(try follow([location], from: "https://a.example/0", trust: .open) == .failure(.malformedResponse))
    }

    @Test func credentialsGoAlongOnlyToTheSameOrigin() throws {
        let start = try #require(StreamAddress("http://user:secret@a.example:8000/live"))
        for (location, isCarried) in [
            ("/other", true), ("http://a.example:8000/x", true), ("http://a.example/x", false),
            ("http://b.example:8000/x", false), ("https://a.example:8000/x", false),
        ] {
            var path = RedirectGuard(from: start, trust: .lan)
            try path.follow(location)
            #expect((path.address.credentials != nil) == isCarried, "\(location)")
            #expect(!path.isFirst)
        }
    }
}
