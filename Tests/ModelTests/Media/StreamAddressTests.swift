import Model
import Testing

struct StreamAddressTests {
    @Test(arguments: [
        ("https://radio.example/live", "https", "radio.example", 443, "/live"),
        ("HTTP://Radio.Example", "http", "radio.example", 80, "/"),
        ("https://radio.example?x=1", "https", "radio.example", 443, "/?x=1"),
        ("https://radio.example:8443/a%20b;?q=%3d&r==#part", "https", "radio.example", 8443, "/a%20b;?q=%3d&r=="),
        ("http://192.0.2.1:8000/;", "http", "192.0.2.1", 8000, "/;"),
        ("http://[2001:DB8::1]:8000/x", "http", "2001:db8::1", 8000, "/x"),
        ("https://[::1]", "https", "::1", 443, "/"),
        ("https://radio.example:/x", "https", "radio.example", 443, "/x"),
        ("https://a_b-c.example/x", "https", "a_b-c.example", 443, "/x"),
        ("https://radio.example/a@b:c", "https", "radio.example", 443, "/a@b:c"),
        ("https://radio.example?u=a@b/c", "https", "radio.example", 443, "/?u=a@b/c"),
    ])
    func addressesAreKeptByteForByte(text: String, scheme: String, host: String, port: Int, target: String) throws {
        let address = try #require(StreamAddress(text))
        #expect(address.scheme.rawValue == scheme)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.target == target)
        #expect(address.credentials == nil)
    }

    @Test(arguments: [
        "", "radio.example", "//radio.example/x", "/x", "ftp://radio.example/x", "file:///etc/passwd",
        "mms://r.example/",
        "icy://radio.example/", "https://", "https:///x", "https://:8000/x", "https://radio.example:0/",
        "https://radio.example:65536/", "https://radio.example:-1/", "https://radio.example:80x/",
        "https://radio.example:+80/", "https://ra dio.example/", "https://radio.example/a b",
        "https://radio.example/\n",
        "https://radio.example/\u{7f}", "https://rädio.example/", "https://radio.example/é", "https://radio%2eexample/",
        "https://[::1/x", "https://[::1]x/", "https://[radio.example]/", "https://::1/", "https://[]/",
        "https://radio.example\\@evil.example/", "https://user:%zz@radio.example/", "https://user:%f@radio.example/",
        "https://user:%+1@radio.example/", "https://user:%ff@radio.example/", "https://user@/x",
        "https://" + String(repeating: "a", count: 254) + "/",
        "https://r.example/" + String(repeating: "x", count: 4096),
        " https://radio.example/", "https ://radio.example/", "javascript://x", "1https://r.example/",
    ])
    func whatIsNoAddressIsRefused(text: String) { #expect(StreamAddress(text) == nil) }

    @Test(arguments: [
        ("https://user:secret@radio.example/x", "user", "secret"),
        ("https://user@radio.example/x", "user", ""),
        ("https://user:@radio.example/x", "user", ""),
        ("https://:secret@radio.example/x", "", "secret"),
        ("https://u%40s:a%3Ab%2F@radio.example/x", "u@s", "a:b/"),
        ("https://user:a:b@radio.example/x", "user", "a:b"),
        ("https://one@two:pw@radio.example/x", "one@two", "pw"),
        ("https://%C3%A9:%e2%82%ac@radio.example/x", "é", "€"),
    ])
    func credentialsAreTakenOut(text: String, user: String, password: String) throws {
        let address = try #require(StreamAddress(text))
        #expect(address.host == "radio.example")
        #expect(address.credentials?.user == user)
        #expect(address.credentials?.password == password)
        #expect(address.requestAddress == "https://radio.example/x")
    }

    @Test func whatIsShownHoldsNoSecret() throws {
        let address = try #require(StreamAddress("https://user:secret@radio.example:8443/private?token=hunter2"))
        for text in ["\(address)", String(reflecting: address), "\([address])", "\(Optional(address) as Any)"] {
            #expect(text.contains("https://radio.example:8443"))
            for canary in ["user", "secret", "private", "token", "hunter2"] { #expect(!text.contains(canary)) }
        }
    }

    @Test(arguments: [
        ("https://radio.example/x", "radio.example"), ("https://radio.example:443/x", "radio.example"),
        ("https://radio.example:80/x", "radio.example:80"), ("http://radio.example:80/x", "radio.example"),
        ("http://[::1]:8000/x", "[::1]:8000"), ("http://[::1]/x", "[::1]"),
    ])
    func authorityIsAHostHeader(text: String, authority: String) {
        #expect(StreamAddress(text)?.authority == authority)
    }

    @Test(
        arguments: [
            ("https://b.example/y", "https://b.example/y"), ("http://b.example", "http://b.example/"),
            ("//b.example:8000/y?z", "https://b.example:8000/y?z"), ("/y?q=/../z", "https://a.example/y?q=/../z"),
            ("y", "https://a.example/dir/y"), ("./y", "https://a.example/dir/y"), ("../y", "https://a.example/y"),
            ("../../../y", "https://a.example/y"), ("?r", "https://a.example/dir/file?r"),
            ("", "https://a.example/dir/file?q"), ("#part", "https://a.example/dir/file?q"),
            ("/a/./b/../c/", "https://a.example/a/c/"), ("/a/..", "https://a.example/"),
            (".", "https://a.example/dir/"),
            ("y;p=1", "https://a.example/dir/y;p=1"), ("/x:y", "https://a.example/x:y"),
            ("/go?u=https://c.example/", "https://a.example/go?u=https://c.example/"),
            ("//", nil), ("///x", nil), ("ftp://b.example/", nil), ("mailto:x", nil), ("x:y", nil), ("file:/x", nil),
            ("/a b", nil), ("https:/x", nil), ("//b.example\\x", nil),
        ] as [(String, String?)]
    )
    func referencesAreResolvedAsRFC3986Says(reference: String, target: String?) throws {
        let base = try #require(StreamAddress("https://a.example/dir/file?q"))
        #expect(base.resolving(reference)?.requestAddress == target)
    }

    @Test func aReferenceDropsTheCredentialsOfItsBase() throws {
        let base = try #require(StreamAddress("http://user:secret@a.example/x"))
        #expect(base.resolving("/y")?.credentials == nil)
        let same = try #require(StreamAddress("http://a.example/y"))
        #expect(same.bearingCredentials(of: base).credentials == base.credentials)
        #expect(same.bearingCredentials(of: base).target == "/y")
        for other in ["https://a.example/y", "http://a.example:8000/y", "http://b.example/y"] {
            #expect(StreamAddress(other)?.bearingCredentials(of: base).credentials == nil)
        }
        let own = try #require(StreamAddress("http://me:mine@a.example/y"))
        #expect(own.bearingCredentials(of: base) == own)
    }
}
