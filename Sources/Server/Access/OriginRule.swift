/// Whether a page may speak to this host: only one that came from it. An absent `Origin` passes, since programs send
/// none; `null` and foreign ones do not.
package enum OriginRule {
    package static func allows(_ origin: String?, host: String?) -> Bool {
        guard let origin else { return true }
        guard let host, let separator = origin.firstRange(of: "://") else { return false }
        // A reverse proxy may speak https outside; the name that it passes on decides.
        let port: String
        switch origin[..<separator.lowerBound].lowercased() {
        case "http": port = ":80"
        case "https": port = ":443"
        default: return false
        }
        let page = origin[separator.upperBound...].lowercased()
        let here = host.lowercased()
        return page == here || page + port == here || page == here + port
    }
}
