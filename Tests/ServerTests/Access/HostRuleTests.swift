import Testing

@testable import Server

struct HostRuleTests {
    private let rule = HostRule(own: ["Kitchen", "kitchen-radio"], configured: ["radio.example"])

    @Test(arguments: [
        "localhost", "localhost:1980", "LOCALHOST", "127.0.0.1", "127.0.0.1:1980", "192.168.1.4", "[::1]", "[::1]:1980",
        "[fe80::1]", "kitchen", "kitchen:1980", "kitchen.local", "kitchen.local.", "kitchen.lan", "kitchen.home.arpa",
        "kitchen.fritz.box", "Kitchen-Radio.local", "radio.example", "radio.example:80",
    ])
    func allowsItsOwnNames(_ host: String) { #expect(rule.allows(host)) }

    @Test(arguments: [
        "", "evil.example", "kitchen.evil.example", "kitchen.local.evil.example", "xkitchen", "localhost.evil.example",
        "127.0.0.1.evil.example", "127.0.0.1@evil.example", "kitchen/evil", "::1", "[evil.example]", "[::1", "[::1]x",
        "kitchen:port", "kitchen:1980:1", "other.radio.example", ":1980", "[127.0.0.1]",
    ])
    func refusesEveryOther(_ host: String) { #expect(!rule.allows(host)) }
}
