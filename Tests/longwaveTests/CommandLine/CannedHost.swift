import Model

@testable import longwave

/// Answers with what the test put in, in order, and keeps what was asked.
final class CannedHost: ControlChannel {
    struct Asked: Equatable {
        let line: String
        let body: String?

        init(_ line: String, _ body: String? = nil) {
            self.line = line
            self.body = body
        }
    }

    private struct State {
        var asked: [Asked] = []
        var answers: [Result<ControlAnswer, ControlFault>]
        var printed: [String] = []
        var complaints: [String] = []
    }

    let address = ControlAddress.network(host: "127.0.0.1", port: 1980)
    private let events: [String]
    private let refusal: ControlFault?
    private let state: Lock<State>

    init(_ answers: [Result<ControlAnswer, ControlFault>], events: [String] = [], refusal: ControlFault? = nil) {
        self.events = events
        self.refusal = refusal
        self.state = Lock(State(answers: answers))
    }

    convenience init(_ status: Int, _ body: String) { self.init([.success(Self.answer(status, body))]) }

    static func answer(_ status: Int, _ body: String) -> ControlAnswer {
        ControlAnswer(status: status, body: Array(body.utf8))
    }

    var asked: [Asked] { state.withLock { $0.asked } }
    var printed: [String] { state.withLock { $0.printed } }
    var complaints: [String] { state.withLock { $0.complaints } }

    func run(_ act: ControlAct, json: Bool = false, at address: ControlAddress? = nil) async -> longwave.ExitStatus {
        let terminal = Terminal(
            out: { [state] text in state.withLock { $0.printed.append(text) } },
            complaint: { [state] text in state.withLock { $0.complaints.append(text) } }
        )
        return await RemoteControl(channel: self, terminal: terminal).run(
            ControlInvocation(act: act, json: json, host: address)
        )
    }

    func request(_ method: String, _ path: String, json: [UInt8]?) async throws(ControlFault) -> ControlAnswer {
        let next = state.withLock { state -> Result<ControlAnswer, ControlFault> in
            state.asked.append(Asked("\(method) \(path)", json.map { String(decoding: $0, as: UTF8.self) }))
            return state.answers.isEmpty ? .failure(.unreachable("nothing is canned")) : state.answers.removeFirst()
        }
        return try next.get()
    }

    func lines(_ path: String) async throws(ControlFault) -> AsyncThrowingStream<String, any Error> {
        state.withLock { $0.asked.append(Asked("GET \(path)")) }
        if let refusal { throw refusal }
        return AsyncThrowingStream { continuation in
            for line in events { continuation.yield(line) }
            continuation.finish()
        }
    }
}

enum Canned {
    /// A snapshot as the server writes it.
    static func player(
        _ phase: String,
        title: String? = "KEXP 90.3",
        onAir: String? = nil,
        output: String = "pulse/lab",
        sink: String? = "lab",
        volume: Int = 30,
        muted: Bool = false,
        level: String = "outputAccepting",
        signal: String = "present",
        waitingFor: String? = nil,
        notice: String? = nil,
        noticeCode: String = "x"
    ) -> String {
        func text(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
        let item = """
            {"id":"ab","media":"station:us.kexp","title":\(text(title)),"subtitle":null,"live":true,\
            "trust":"catalogue","stream":{"origin":"https://kexp.example","codec":"mp3","bitrateKbps":160}}
            """
        let notice =
            notice.map { #"{"code":"\#(noticeCode)","severity":"warning","text":"\#($0)","action":null}"# } ?? "null"
        return """
            {"player":"main","epoch":"5f","rev":7,"generation":3,"phase":"\(phase)",\
            "waitingFor":\(text(waitingFor)),"item":\(title == nil ? "null" : item),\
            "onAir":\(onAir.map { #"{"text":"\#($0)"}"# } ?? "null"),"position":null,\
            "output":{"name":"\(output)","driver":"pulse","sink":\(text(sink))},"volume":\(volume),\
            "muted":\(muted),"evidence":{"level":"\(level)","required":"outputAccepting","signal":"\(signal)",\
            "silentSinceMs":null},"disallowed":[],"notice":\(notice)}
            """
    }

    static func answer(_ verdict: String, _ player: String, _ problem: String = "") -> String {
        #"{"operation":"00","verdict":"\#(verdict)","player":\#(player)\#(problem.isEmpty ? "" : "," + problem)}"#
    }
}
