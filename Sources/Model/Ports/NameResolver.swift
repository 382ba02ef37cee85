/// Turns host names into addresses. Asked anew for every connection; nothing is cached here.
package protocol NameResolver: Sendable {
    /// All addresses of `host` in the order of preference, never empty. An IP literal resolves to itself.
    ///
    /// - Throws: ``HTTPFault/nameUnresolved``.
    func addresses(of host: String) async throws(HTTPFault) -> [IPAddress]
}
