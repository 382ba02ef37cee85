internal import Glibc

/// The proxies that an environment names. libmpv speaks to our relay on loopback and to nothing else; a proxy would only
/// break that (audio.md 1.14).
enum ProxyVariables {
    /// Takes them out of the environment of this process; call it before anything else runs.
    static func remove(from names: some Sequence<String>) {
        for name in names where name.lowercased().hasSuffix("_proxy") { unsetenv(name) }
    }
}
