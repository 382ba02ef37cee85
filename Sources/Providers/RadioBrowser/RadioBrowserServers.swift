internal import FoundationEssentials
internal import Model

/// Which of the directory's servers is asked: they are volunteers' machines, so one is taken by chance, and the next only
/// where it fails.
struct RadioBrowserServers: Sendable, Equatable {
    /// The name that leads to any of them; only the list of the others is asked of it.
    static let entrance = "all.api.radio-browser.info"
    private static let domain = ".api.radio-browser.info"
    private static let most = 50

    private(set) var names: [String]
    private var current = 0

    /// Reads the answer to `/json/servers`, an object with `name` for each address of each server; nil where it names
    /// none. `shuffled` puts the names into an order of chance.
    init?(list: [UInt8], shuffled: ([String]) -> [String]) {
        struct Server: Decodable { let name: String }
        // try?: what is no such list names no server.
        let servers = try? JSONDecoder().decode([Tolerant<Server>].self, from: Data(list))
        var names: Set<String> = []
        for case .success(let server) in (servers ?? []).prefix(Self.most).map(\.result) {
            let name = server.name.lowercased()
            // Whoever answers in its place must not lead us elsewhere.
            let isOne = name.hasSuffix(Self.domain) && name != Self.entrance
            if isOne, StreamAddress("https://\(name)/")?.host == name { names.insert(name) }
        }
        guard !names.isEmpty else { return nil }
        self.names = shuffled(names.sorted())
    }

    var name: String { names[current % names.count] }

    /// The one in use failed.
    mutating func failed() { current = (current + 1) % names.count }
}
