internal import Model

/// A real PulseAudio of one test's own, with two null sinks: `lab`, the default, and `other`.
package final class PrivatePulse: Sendable {
    /// Its address in libpulse's notation.
    package let server: String
    private let process: Lock<ChildProcess>
    private let folder = ScratchFolder()
    private let environment: [String: String]

    package init() async throws {
        server = "unix:\(folder.path)/native"
        environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PULSE_SERVER": server]
        process = Lock(try Self.spawn(in: folder))
        try await settle()
    }

    deinit { process.withLock { $0.kill() } }

    /// Runs `pactl` and gives what it printed.
    @discardableResult
    package func control(_ arguments: String...) async throws -> String {
        let outcome = try await ChildProcess.run("pactl", arguments, environment: environment)
        guard outcome.status == 0 else { throw NotReady(description: "pactl \(arguments): \(outcome.errorText)") }
        return outcome.text
    }

    /// What sounds at `sink` from now on for about `seconds`.
    package func record(_ sink: String = "lab", seconds: Double = 1) async throws -> Recording {
        let outcome = try await ChildProcess.run(
            "timeout",
            [String(seconds), "parec", "-d", "\(sink).monitor", "--format=s16le", "--rate=44100", "--channels=2"]
                + ["--latency-msec=20", "--raw"],
            environment: environment
        )
        return Recording(outcome.output)
    }

    /// Listens at `sink` until told to stop.
    package func listen(to sink: String = "lab") throws -> Ear {
        Ear(
            process: try ChildProcess(
                "parec",
                ["-d", "\(sink).monitor", "--format=s16le", "--rate=44100", "--channels=2"]
                    + ["--latency-msec=20", "--raw"],
                environment: environment
            )
        )
    }

    /// What sounds at a monitor from the moment of asking on.
    package struct Ear: Sendable {
        fileprivate let process: ChildProcess

        /// Ends the listening and gives everything that was heard.
        package func stop() async -> Recording {
            process.terminate()
            _ = await process.exit()
            return Recording(process.output)
        }
    }

    /// The index of the only stream there is.
    package func onlyStream() async throws -> String {
        let lines = try await control("list", "short", "sink-inputs").split(separator: "\n")
        guard lines.count == 1, let index = lines[0].split(separator: "\t").first else {
            throw NotReady(description: "one stream, not \(lines)")
        }
        return String(index)
    }

    package func module(_ argument: String) async throws -> String {
        let lines = try await control("list", "short", "modules").split(separator: "\n")
        guard let line = lines.first(where: { $0.contains(argument) }) else { throw NotReady(description: argument) }
        return String(line.prefix { $0 != "\t" })
    }

    /// Ends the server at once.
    package func kill() async {
        let child = process.withLock { $0 }
        child.kill()
        _ = await child.exit()
    }

    /// Starts the server anew, at the same address.
    package func restart() async throws {
        let child = try Self.spawn(in: folder)
        process.withLock { $0 = child }
        try await settle()
    }

    private static func spawn(in folder: ScratchFolder) throws -> ChildProcess {
        try ChildProcess(
            "pulseaudio",
            ["-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no"]
                + ["-L", "module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1"]
                + ["-L", "module-null-sink sink_name=lab rate=44100 channels=2 norewinds=1"]
                + ["-L", "module-null-sink sink_name=other rate=44100 channels=2 norewinds=1"],
            environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]
        )
    }

    /// Waits until the server answers.
    private func settle() async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(20)
        while try await ChildProcess.run("pactl", ["info"], environment: environment).status != 0 {
            guard clock.now < deadline else {
                throw NotReady(description: String(decoding: process.withLock { $0.errors }, as: UTF8.self))
            }
        }
        try await control("set-default-sink", "lab")
    }

    /// What was not as it should be.
    package struct NotReady: Error, CustomStringConvertible { package let description: String }
}
