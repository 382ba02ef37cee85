internal import Model

/// Whether a request says clearly where its body ends and whom it is for (RFC 9112 3.2, 6.1, 6.3). What
/// libmicrohttpd lets pass is refused here, and the connection ends.
struct Framing {
    let problem: Response?
    let hasBody: Bool
    /// As announced; nil for a chunked body or none.
    let contentLength: Int?

    /// - `isTargetBroken`: the target, as it was sent, holds a space.
    init(_ request: Request, version: String, isTargetBroken: Bool) {
        let lengths = request.count(of: "content-length")
        let codings = request.count(of: "transfer-encoding")
        let length = request.headers["content-length"]
        self.hasBody = codings > 0 || (lengths > 0 && length != "0")
        self.contentLength = length.flatMap { Int($0) }
        let fault =
            isTargetBroken
            ? "The target holds a space; send %20."
            : Framing.fault(request, version: version, lengths: lengths, codings: codings)
        self.problem = fault.map {
            Problem(400, "malformed_request", "The request is malformed", $0).response.closing
        }
    }

    private static func fault(_ request: Request, version: String, lengths: Int, codings: Int) -> String? {
        for field in request.headers.fields where !field.name.utf8.allSatisfy(isTokenByte) {
            return "The name of a header field holds a character that it may not."
        }
        if lengths > 1 { return "Content-Length was sent \(lengths) times; send it once." }
        if codings > 0, lengths > 0 { return "Content-Length and Transfer-Encoding were both sent; send one." }
        if codings > 0 {
            guard codings == 1, request.headers["transfer-encoding"]?.lowercased() == "chunked" else {
                return "The only transfer coding known here is chunked."
            }
            guard version == "HTTP/1.1" else { return "Transfer-Encoding needs HTTP/1.1." }
        }
        if lengths == 1 {
            let text = request.headers["content-length"] ?? ""
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), Int(text) != nil else {
                return "Content-Length must be a number of digits."
            }
        }
        let hosts = request.count(of: "host")
        if hosts > 1 { return "Host was sent \(hosts) times; send it once." }
        if hosts == 0, version != "HTTP/1.0" { return "Host is missing; HTTP/1.1 requires it." }
        return nil
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension Response {
    /// The same answer as the last one of its connection.
    var closing: Response {
        var copy = self
        copy.closes = true
        return copy
    }
}
