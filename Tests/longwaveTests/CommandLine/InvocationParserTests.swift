import Model
import Testing

@testable import longwave

struct InvocationParserTests {
    @Test(arguments: [
        ("play", ControlAct.play(nil)),
        ("play kexp", .play(.words("kexp"))),
        ("play fip", .play(.words("fip"))),
        ("play FIP", .play(.words("FIP"))),
        ("play us.kexp", .play(.media("station:us.kexp"))),
        ("play us.wsum.freeflow", .play(.media("station:us.wsum.freeflow"))),
        ("play station:us.kexp", .play(.media("station:us.kexp"))),
        ("play http://host/live", .play(.media("http://host/live"))),
        ("play Radio Paradise", .play(.words("Radio Paradise"))),
        ("play KEXP", .play(.words("KEXP"))),
        ("pause", .pause), ("resume", .resume), ("stop", .stop),
        ("volume", .showVolume),
        ("volume +5", .volume(.by(5))),
        ("volume -15", .volume(.by(-15))),
        ("mute on", .mute(true)), ("mute off", .mute(false)),
        ("output", .showOutput),
        ("output null", .transfer(.null)),
        ("output alsa/default", .transfer(.device("alsa/default"))),
        ("status", .status(follow: false)), ("status --follow", .status(follow: true)),
        ("stations", .stations(query: nil)), ("stations free form jazz", .stations(query: "free form jazz")),
        ("explain", .explain),
        ("pair", .pair), ("pair --list", .listTokens), ("pair --revoke 3f9a", .revokeToken("3f9a")),
        ("pair --revoke=3f9a", .revokeToken("3f9a")),
    ])
    func everyCommandIsRead(line: String, act: ControlAct) throws {
        #expect(try parse(line) == .control(ControlInvocation(act: act)))
        #expect(try parse(line + " --json") == .control(ControlInvocation(act: act, json: true)))
    }

    @Test(arguments: [0, 40, 100])
    func aVolumeIsSetWhole(percent: Int) throws {
        let volume = try #require(Volume(percent: percent))
        #expect(try parse("volume \(percent)") == .control(ControlInvocation(act: .volume(.to(volume)))))
    }

    @Test func theHostMayStandBeforeOrAfterWhatIsAsked() throws {
        let host = ControlAddress.network(host: "kitchen.local", port: 8080)
        let expected = Invocation.control(ControlInvocation(act: .play(.words("kexp")), json: true, host: host))
        #expect(try parse("play --host kitchen.local:8080 kexp --json") == expected)
        #expect(try parse("play kexp --json --host=http://kitchen.local:8080") == expected)
        #expect(try parse("--host kitchen.local:8080 --json play kexp") == expected)
        #expect(try parse("--json --host=http://kitchen.local:8080 play kexp") == expected)
    }

    @Test func theHostsOptionsAreRead() throws {
        let line = "serve --state /s --config=/c --port 0 --bind ::1 --output pulse/lab --share /x"
        let expected = ServeOptions(
            state: "/s",
            config: "/c",
            port: 0,
            bind: IPAddress("::1"),
            output: .device("pulse/lab"),
            share: "/x"
        )
        #expect(try parse(line) == .serve(expected))
        #expect(try parse("serve") == .serve(ServeOptions()))
    }

    @Test(arguments: [
        ("--help", Invocation.help(nil)), ("-h", .help(nil)), ("help", .help(nil)), ("help pair", .help(.pair)),
        ("play --help", .help(.play)), ("stop too many words -h", .help(.stop)), ("mute --help", .help(.mute)),
        ("--version", .version),
    ])
    func helpIsNeverFar(line: String, expected: Invocation) throws {
        #expect(try parse(line) == expected)
    }

    @Test func afterTwoDashesEverythingIsAWord() throws {
        #expect(try parse("stations -- --json") == .control(ControlInvocation(act: .stations(query: "--json"))))
    }

    @Test(arguments: [
        ("", "say what to do", []),
        ("paly kexp", "no command “paly”", ["play"]),
        ("vol 3", "no command “vol”", ["volume"]),
        ("stat", "no command “stat”", ["status", "stations"]),
        ("frobnicate", "no command “frobnicate”", []),
        ("--jsn status", "stands before any command", []),
        ("--hepl", "stands before any command", ["--help"]),
        ("help paly", "no command “paly”", ["play"]),
        ("play --jsn", "no option --jsn", ["--json"]),
        ("play --no-such-flag", "no option --no-such-flag", []),
        ("status --folow", "no option --folow", ["--follow"]),
        ("status --json=yes", "--json takes no value", []),
        ("status --host", "--host needs a value: HOST[:PORT]", []),
        ("status --host a --host b", "--host is given twice", []),
        ("status --host https://a", "--host is a name or address", []),
        ("status now", "takes no words, and got “now”", []),
        ("volume loud", "“loud” is not 0 to 100", []),
        ("volume 101", "“101” is not 0 to 100", []),
        ("volume +101", "“+101” is not 0 to 100", []),
        ("volume 1 2", "“2” is one too many", []),
        ("mute", "say on or off", []),
        ("mute yes", "say on or off, not “yes”", []),
        ("output kitchen", "“kitchen” is no output", []),
        ("output nul", "“nul” is no output", ["null"]),
        ("pair --list --revoke 1", "two commands", []),
        ("serve --port 70000", "--port is a number from 0 to 65535", []),
        ("serve --bind localhost", "--bind is an IP address", []),
        ("serve --json", "no option --json", []),
        ("serve now", "takes no words", []),
    ])
    func nonsenseIsNamedAndTheNearestWordOffered(line: String, reason: String, nearest: [String]) throws {
        let words = line.split(separator: " ").map(String.init)
        let problem = try #require(throws: UsageProblem.self) { try Invocation.parse(words).get() }
        #expect(problem.reason.contains(reason), "\(problem.reason)")
        #expect(problem.nearest == nearest)
        #expect(problem.description.hasSuffix("--help"))
    }

    @Test func aProblemIsTwoLines() throws {
        let problem = try #require(throws: UsageProblem.self) { try parse("play --jsn") }
        #expect(
            problem.description == """
                longwave play: there is no option --jsn. Did you mean --json?
                See: longwave play --help
                """
        )
    }

    private func parse(_ line: String) throws -> Invocation {
        try Invocation.parse(line.split(separator: " ").map(String.init)).get()
    }
}
