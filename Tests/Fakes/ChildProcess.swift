internal import Dispatch
internal import Glibc
internal import Model

/// A program run beside the test: found on the path, with a small environment of its own, its output in files.
package final class ChildProcess: Sendable {
    /// What a finished program left.
    package struct Outcome: Sendable {
        /// The exit status, or 128 and the number of the signal that ended it.
        package let status: Int32
        package let output: [UInt8]
        package let errors: [UInt8]

        package var text: String { String(decoding: output, as: UTF8.self) }
        package var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    package struct NotStarted: Error {
        package let program: String
        package let code: Int32
    }

    private struct State {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    private let pid: pid_t
    private let folder: ScratchFolder
    private let state = Lock(State())

    /// Starts `program`.
    ///
    /// - Parameters:
    ///   - program: looked for on the path.
    ///   - arguments: without the program's name.
    ///   - environment: added to `PATH`, `HOME` and `LC_ALL=C`.
    ///   - descriptor: handed on as descriptor 3.
    /// - Throws: ``NotStarted`` where there is no such program.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        descriptor: Int32? = nil
    ) throws(NotStarted) {
        folder = ScratchFolder()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder.file("out"), O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
        if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }

        var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C"]
        variables.merge(environment) { $1 }
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        // The test runner ignores or blocks some signals; a child starts with none of that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var pid: pid_t = 0
        let code = posix_spawnp(&pid, program, &actions, &attributes, &argv, &envp)
        guard code == 0 else { throw NotStarted(program: program, code: code) }
        self.pid = pid
        let child = self
        DispatchQueue(label: "longwave.child").async { child.reap() }
    }

    /// Runs `program` to its end, or ends it after `limit`.
    package static func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        limit: Duration = .seconds(60)
    ) async throws(NotStarted) -> Outcome {
        let child = try ChildProcess(program, arguments, environment: environment)
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .milliseconds(limit.milliseconds))
        timer.setEventHandler { @Sendable in child.signal(SIGKILL) }
        timer.resume()
        defer { timer.cancel() }
        let status = await child.exit()
        return Outcome(status: status, output: child.output, errors: child.errors)
    }

    /// What it has written to its standard output so far.
    package var output: [UInt8] { folder.bytes("out") }

    package var errors: [UInt8] { folder.bytes("err") }

    /// The process id; meaningless once it has ended.
    package var id: Int32 { pid }

    /// Asks it to end (SIGTERM).
    package func terminate() { signal(SIGTERM) }

    /// Ends it at once (SIGKILL).
    package func kill() { signal(SIGKILL) }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        state.withLock { state in
            guard state.status == nil else { return }
            _ = Glibc.kill(pid, number)
        }
    }

    /// Waits for its end.
    package func exit() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state -> Int32? in
                if state.status == nil { state.waiters.append(continuation) }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Blocks until the process has ended. The id is given back under the lock, so that no signal goes astray.
    private func reap() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0 { guard errno == EINTR else { break } }
        let (status, waiters) = state.withLock { state in
            var raw: Int32 = 0
            waitpid(pid, &raw, 0)
            let status = raw & 0x7f == 0 ? raw >> 8 & 0xff : 128 + raw & 0x7f
            state.status = status
            defer { state.waiters = [] }
            return (status, state.waiters)
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }
}
