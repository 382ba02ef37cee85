"""A wire in front of a server that keeps what was asked through it."""

import socket
import threading


class Front:
    """Passes every connection on to `port` of loopback, and remembers what the clients sent."""

    def __init__(self, port: int):
        self._target = port
        self._lock = threading.Lock()
        self._sent = b""
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def sent(self) -> bytes:
        with self._lock:
            return self._sent

    def end(self):
        # Closing alone does not wake the thread that waits in accept.
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _serve(self):
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            threading.Thread(target=self._pass, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, False), daemon=True).start()

    def _pass(self, source, target, is_client):
        try:
            while data := source.recv(65536):
                if is_client:
                    with self._lock:
                        self._sent += data
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
