import Testing

@testable import Server

struct OriginRuleTests {
    @Test(arguments: [
        (nil, "kitchen:1980"), ("http://kitchen:1980", "kitchen:1980"), ("HTTP://Kitchen:1980", "kitchen:1980"),
        ("http://kitchen", "kitchen:80"), ("http://kitchen:80", "kitchen"), ("https://radio.example", "radio.example"),
        ("http://[::1]:1980", "[::1]:1980"),
    ])
    func letsItsOwnPagesIn(_ origin: String?, _ host: String) { #expect(OriginRule.allows(origin, host: host)) }

    @Test(arguments: [
        ("null", "kitchen:1980"), ("", "kitchen:1980"), ("http://evil.example", "kitchen:1980"),
        ("http://kitchen:8080", "kitchen:1980"), ("http://kitchen:1980.evil.example", "kitchen:1980"),
        ("file://kitchen:1980", "kitchen:1980"), ("kitchen:1980", "kitchen:1980"), ("http://kitchen", nil),
    ])
    func keepsOthersOut(_ origin: String, _ host: String?) { #expect(!OriginRule.allows(origin, host: host)) }
}
