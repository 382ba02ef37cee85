internal import Core
internal import FoundationEssentials
internal import Glibc
internal import Model
internal import Networking

@main
enum Main {
    /// Not `async`: the runtime ends the main thread of such a program by unwinding it, which reads 0.7 MB of tables
    /// that are never needed again. Here it rests, and the work is done by Swift's threads.
    static func main() {
        // A renderer or client that goes away must not end the host.
        signal(SIGPIPE, SIG_IGN)
        // Not on the main actor, whose thread rests.
        Task { @concurrent in exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue) }
        while true { pause() }
    }

    private static func run(_ words: [String]) async -> ExitStatus {
        let terminal = Terminal.system
        switch Invocation.parse(words) {
        case .failure(let problem):
            terminal.complaint(problem.description)
            return .usage
        case .success(.help(let topic)):
            terminal.out(HelpText.of(topic))
            return .confirmed
        case .success(.version):
            terminal.out("longwave \(Version.text)")
            return .confirmed
        case .success(.serve(let options)): return await serve(options, terminal)
        case .success(.check(let options)): return await check(options, terminal)
        case .success(.update(let options)): return update(options, terminal)
        case .success(.control(let invocation)):
            let environment = ProcessInfo.processInfo.environment
            let address = ControlAddress.chosen(
                invocation.host,
                sockets: StandardPaths.sockets(environment: environment),
                exists: exists
            )
            let channel = NetworkChannel(address, token: environment["LONGWAVE_TOKEN"])
            let status = await RemoteControl(channel: channel, terminal: terminal).run(invocation)
            guard let fault = terminal.fault() else { return status }
            terminal.complaint("longwave: the answer could not be written: \(fault)")
            return .failed
        }
    }

    private static func serve(_ options: ServeOptions, _ terminal: Terminal) async -> ExitStatus {
        let stop = TerminationSignals.stream()
        let environment = ProcessInfo.processInfo.environment
        ProxyVariables.remove(from: environment.keys)
        let log = SystemLog(isJournal: environment["JOURNAL_STREAM"] != nil, least: .info)
        DescriptorLimit.raise(log: log)
        do {
            let configuration = try Configuration(
                options,
                environment: environment,
                executable: executable(),
                exists: exists,
                read: readFile
            )
            let host = Host(
                configuration: configuration,
                clock: SystemClock(),
                randomness: .system,
                log: log
            )
            let shown = configuration.bind.map { $0.isVersion4 ? $0.description : "[\($0)]" } ?? Host.hostname()
            try await host.run(until: stop) { port, socket in
                terminal.out("Longwave \(Version.text) answers at http://\(shown):\(port)/ and on \(socket)")
            }
            return .confirmed
        } catch let problem as ConfigurationProblem {
            terminal.complaint("longwave: \(problem)")
            return .usage
        } catch {
            terminal.complaint("longwave: \(error)")
            return .failed
        }
    }

    private static func check(_ options: CheckOptions, _ terminal: Terminal) async -> ExitStatus {
        let stop = TerminationSignals.stream()
        guard let configuration = configuration(options.places, terminal) else { return .usage }
        let clock = SystemClock()
        let client = CurlClient(userAgent: Version.userAgent)
        defer { client.close() }
        let command = StationsCheck(
            directory: configuration.stations(clock: clock, log: SystemLog(isJournal: false, least: .error)),
            survey: StationSurvey(
                client: client,
                resolver: SystemResolver(),
                xml: XMLReader(),
                cipher: NettleCipher(),
                clock: clock,
                agent: Version.userAgent
            ),
            file: configuration.stationChecks,
            terminal: terminal,
            progress: terminal.progress
        )
        return await command.run(options, until: stop)
    }

    private static func update(_ options: UpdateOptions, _ terminal: Terminal) -> ExitStatus {
        guard let configuration = configuration(options.places, terminal) else { return .usage }
        let command = StationsUpdate(
            shipped: configuration.shippedStations,
            place: configuration.catalogue,
            signing: configuration.signing,
            terminal: terminal
        )
        return command.run(options)
    }

    /// What a host of this box would use: this user's, or where only the service runs, the service's.
    private static func configuration(_ options: ServeOptions, _ terminal: Terminal) -> Configuration? {
        let environment = ProcessInfo.processInfo.environment
        do throws(ConfigurationProblem) {
            return try Configuration(
                options,
                environment: StandardPaths.environmentOfHost(environment, exists: exists),
                executable: executable(),
                exists: exists,
                read: readFile
            )
        } catch {
            terminal.complaint("longwave: \(error)")
            return nil
        }
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func executable() -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The bytes of a configuration file; nil where there is none.
    private static func readFile(_ path: String) throws(ConfigurationProblem) -> [UInt8]? {
        do throws(WholeFile.Fault) { return try WholeFile.read(path) } catch {
            throw ConfigurationProblem(file: path, reason: "cannot be read: \(error)")
        }
    }
}
