internal import Glibc

/// TLS in front of a plain server on loopback: a small Python program that decrypts and passes bytes on.
package final class TLSFront: Sendable {
    /// Where it listens, on 127.0.0.1.
    package let port: Int
    private let process: ChildProcess

    /// - Parameters:
    ///   - port: the plain server's, on 127.0.0.1.
    ///   - certificate: shown to every client.
    /// - Throws: ``ChildProcess/NotStarted`` where Python is missing.
    package init(to port: Int, certificate: CertificateAuthority.Certificate) throws {
        // The socket is made here and handed on: the port is known, and connections queue until the program is ready.
        let (socket, ownPort) = LoopbackSocket.listening()
        defer { close(socket) }
        self.port = ownPort
        process = try ChildProcess(
            "python3",
            ["-c", Self.program, certificate.certificate, certificate.key, "\(port)"],
            descriptor: socket
        )
    }

    deinit { process.kill() }

    package func stop() { process.kill() }

    private static let program = """
        import socket, ssl, sys, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        def copy(source, sink):
            try:
                while data := source.recv(65536): sink.sendall(data)
            except OSError: pass
            try: sink.shutdown(socket.SHUT_RDWR)
            except OSError: pass
        def serve(plain):
            try: client = context.wrap_socket(plain, server_side=True)
            except OSError: return plain.close()
            server = socket.create_connection(("127.0.0.1", int(sys.argv[3])))
            threading.Thread(target=copy, args=(client, server), daemon=True).start()
            try:
                while data := server.recv(65536): client.sendall(data)
                client.unwrap()
            except OSError: pass
            client.close()
            server.close()
        listener = socket.socket(fileno=3)
        while True:
            plain, _ = listener.accept()
            threading.Thread(target=serve, args=(plain,), daemon=True).start()
        """
}
