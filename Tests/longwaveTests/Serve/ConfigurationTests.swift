import Testing

@testable import longwave

struct ConfigurationTests {
    private func problem(_ text: String) -> String? {
        do throws(ConfigurationProblem) {
            _ = try ConfigurationFile(Array(text.utf8), path: "f")
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("{\n  port: 1980\n  name: \"K\"\n}", "f: line 3, column 3: a “,” or “}” is missing"),
        (
            "{\n  port: 1980,\n  prot: 1\n}",
            "f: line 3: “prot” is no setting; known are name, port, bind, output, hostNames, catalogue, catalogueKeys, radioBrowser"
        ),
        (
            "{\n // prot\n prot: 1 }",
            "f: line 3: “prot” is no setting; known are name, port, bind, output, hostNames, catalogue, catalogueKeys, radioBrowser"
        ),
        ("{ name: 'K',\n port: 1980.5 }", "f: line 2: “port” is a whole number from 0 to 65535"),
        ("{ name: 'K',\n port: '1980' }", "f: line 2: “port” is a whole number from 0 to 65535"),
        ("{\n\n port: 99999 }", "f: line 3: “port” is a whole number from 0 to 65535"),
        ("// port, bind\n{ port: 1,\n bind: 'here' }", "f: line 3: “bind” is an IP address of this box"),
        (
            "{ name: 'the output',\n output: 'kitchen' }",
            "f: line 2: “output” is auto, null, or a device such as alsa/default or pulse/NAME"
        ),
        ("{\n hostNames: ['a', 2] }", "f: line 2: “hostNames” is a list of texts"),
        ("{ name: 5 }", "f: line 1: “name” is a text"), ("[]", "f: line 1: the file is one object: { port: 1980 }"),
        (
            "{\n 'http://me:secret@x/': 1 }",
            "f: line 2: the value is no setting; known are name, port, bind, output, hostNames, catalogue, catalogueKeys, radioBrowser"
        ),
        ("{\n catalogue: 5 }", "f: line 2: “catalogue” is a folder"),
        (
            "{\n catalogueKeys: ['AAAA'] }",
            "f: line 2: “catalogueKeys” is a list of Ed25519 public keys, 32 bytes each, in base64"
        ),
        ("", "f: line 1, column 1: the text ends where a value should stand"),
    ])
    func saysWhereASettingIsWrong(_ text: String, _ words: String) { #expect(problem(text) == words) }

    @Test func aCommandOnTheBoxFindsTheHostThatRunsThere() {
        let own = ["HOME": "/home/me"]
        let service = "/var/lib/longwave/longwave.sock"
        let mine = "/home/me/.local/state/longwave/longwave.sock"
        func state(_ sockets: String...) -> String {
            StandardPaths(environment: StandardPaths.environmentOfHost(own) { sockets.contains($0) }).state
        }
        #expect(state() == "/home/me/.local/state/longwave")
        #expect(state(service) == "/var/lib/longwave")
        #expect(state(service, mine) == "/home/me/.local/state/longwave", "this user's own comes first")
    }

    @Test(arguments: [
        "{}", "{ port: 0 }", "/* port: 'x' */ { port: 1980, bind: '::', output: 'null', hostNames: ['a'] }",
    ])
    func takesWhatIsRight(_ text: String) { #expect(problem(text) == nil) }
}
