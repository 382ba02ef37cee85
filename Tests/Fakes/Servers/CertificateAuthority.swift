/// A certificate authority of the test's own, made with the `openssl` command.
package final class CertificateAuthority: Sendable {
    package enum Validity: String, Sendable {
        case now, past, future

        fileprivate var dates: [String] {
            switch self {
            case .now: ["-startdate", "20200101000000Z", "-enddate", "20491231000000Z"]
            case .past: ["-startdate", "20200101000000Z", "-enddate", "20210101000000Z"]
            case .future: ["-startdate", "20480101000000Z", "-enddate", "20491231000000Z"]
            }
        }
    }

    /// Files in PEM.
    package struct Certificate: Sendable {
        package let certificate: String
        package let key: String
    }

    package struct Refused: Error { package let errors: String }

    private let folder: ScratchFolder

    /// The authority's own certificate, as a bundle to trust.
    package var bundle: String { folder.file("ca.pem") }

    package init() async throws {
        folder = ScratchFolder()
        try folder.write(
            """
            [ca]
            default_ca = test
            [test]
            new_certs_dir = \(folder.path)
            database = \(folder.file("index"))
            rand_serial = yes
            certificate = \(folder.file("ca.pem"))
            private_key = \(folder.file("ca.key"))
            default_md = sha256
            policy = any
            copy_extensions = copy
            unique_subject = no
            [any]
            commonName = supplied
            [req]
            distinguished_name = name
            [name]

            """,
            to: "ca.cnf"
        )
        try folder.write("", to: "index")
        try await request(["-new", "-subj", "/CN=Longwave Test CA"], key: "ca.key", out: "ca.csr")
        try folder.write("basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\n", to: "ca.ext")
        try await openssl(
            ["ca", "-config", folder.file("ca.cnf"), "-selfsign", "-in", folder.file("ca.csr"), "-batch", "-notext"]
                + ["-keyfile", folder.file("ca.key"), "-out", folder.file("ca.pem"), "-extfile", folder.file("ca.ext")]
                + Validity.now.dates
        )
    }

    /// A server's certificate for `name` and 127.0.0.1, signed by this authority.
    package func certificate(for name: String, validity: Validity = .now) async throws -> Certificate {
        let file = "\(name)-\(validity.rawValue)"
        try await request(
            ["-new", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name),IP:127.0.0.1"],
            key: "\(file).key",
            out: "\(file).csr"
        )
        try await openssl(
            ["ca", "-config", folder.file("ca.cnf"), "-in", folder.file("\(file).csr"), "-batch", "-notext"]
                + ["-out", folder.file("\(file).pem")] + validity.dates
        )
        return Certificate(certificate: folder.file("\(file).pem"), key: folder.file("\(file).key"))
    }

    /// A server's certificate that nobody signed but itself.
    package func selfSigned(for name: String) async throws -> Certificate {
        try await request(
            ["-x509", "-days", "30", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name),IP:127.0.0.1"],
            key: "\(name)-self.key",
            out: "\(name)-self.pem"
        )
        return Certificate(certificate: folder.file("\(name)-self.pem"), key: folder.file("\(name)-self.key"))
    }

    private func request(_ arguments: [String], key: String, out: String) async throws {
        try await openssl(
            ["req", "-config", folder.file("ca.cnf"), "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
                + ["-keyout", folder.file(key), "-out", folder.file(out)] + arguments
        )
    }

    private func openssl(_ arguments: [String]) async throws {
        let outcome = try await ChildProcess.run("openssl", arguments)
        guard outcome.status == 0 else { throw Refused(errors: outcome.errorText) }
    }
}
