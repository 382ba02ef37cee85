internal import Glibc

/// Where things are when nobody says otherwise: systemd's directories, else the XDG ones.
struct StandardPaths: Sendable, Equatable {
    /// `longwave.sqlite3` and the control socket live here.
    let state: String
    /// `longwave.json5` and the user's `stations/` live here.
    let config: String

    init(environment: [String: String]) {
        let home = environment["HOME"] ?? "/root"
        state =
            environment["STATE_DIRECTORY"].map(Self.first)
            ?? (environment["XDG_STATE_HOME"].flatMap(Self.absolute) ?? "\(home)/.local/state") + "/longwave"
        config =
            environment["CONFIGURATION_DIRECTORY"].map(Self.first)
            ?? (environment["XDG_CONFIG_HOME"].flatMap(Self.absolute) ?? "\(home)/.config") + "/longwave"
    }

    /// The sockets at which a host of this box may answer: this user's, then the service's.
    static func sockets(environment: [String: String]) -> [String] {
        [socket(in: StandardPaths(environment: environment).state), socket(in: "/var/lib/longwave")]
    }

    /// The environment of the host of this box: the service's where it runs and this user's does not.
    static func environmentOfHost(_ environment: [String: String], exists: (String) -> Bool) -> [String: String] {
        let own = socket(in: StandardPaths(environment: environment).state)
        guard !exists(own), exists(socket(in: "/var/lib/longwave")) else { return environment }
        let service = ["STATE_DIRECTORY": "/var/lib/longwave", "CONFIGURATION_DIRECTORY": "/etc/longwave"]
        return environment.merging(service) { $1 }
    }

    static func socket(in state: String) -> String { "\(state)/longwave.sock" }

    /// systemd may list several directories.
    private static func first(_ list: String) -> String { String(list.prefix { $0 != ":" }) }

    /// XDG says that relative paths are to be ignored.
    private static func absolute(_ path: String) -> String? { path.hasPrefix("/") ? path : nil }
}

/// The folder that holds `web/` and `stations/`.
enum ShareFolder {
    /// The one that was asked for, else `<executable>/../share/longwave` of an installed host, else the repository that
    /// a built one lies in; nil where none holds stations.
    static func find(asked: String?, executable: String, exists: (String) -> Bool) -> String? {
        var candidates = [asked].compactMap { $0 }
        if asked == nil {
            var folder = parent(executable)
            candidates.append("\(parent(folder))/share/longwave")
            // `.build/<triple>/<configuration>/longwave` in a checkout.
            while folder != "/", candidates.count < 8 {
                folder = parent(folder)
                candidates.append(folder)
            }
        }
        return candidates.first { exists("\($0)/stations") }
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
