"""Sound of any kind fed to an Icecast mount, piece after piece, at its own pace."""

import base64
import socket
import subprocess
import threading
import time

from .icecast import PASSWORD, Icecast
from .waiting import until

# What a listener is given at once, in seconds; the rest comes in real time.
HEAD = 1.0
SLICE = 0.05


def made(hertz: float, seconds: float, *encoder: str, rate: int = 44100, channels: int = 2) -> bytes:
    """A sine, as ffmpeg's `encoder` (options and format) writes it."""
    source = f"aevalsrc=0.5*sin(2*PI*{hertz}*t):sample_rate={rate}:channel_layout=mono"
    outcome = subprocess.run(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", source, "-t", str(seconds)]
        + ["-ac", str(channels), *encoder, "pipe:1"],
        capture_output=True, timeout=30,
    )
    assert outcome.returncode == 0, outcome.stderr.decode(errors="replace")
    return outcome.stdout


class Feed:
    """Sends `pieces` of (bytes, seconds) to a mount in real time, and stays connected until it is ended."""

    def __init__(self, icecast: Icecast, mount: str, content_type: str, pieces: list[tuple[bytes, float]]):
        until(lambda: not icecast.has(mount), 10, f"{mount} is free")
        self.pieces = pieces
        self._ended = threading.Event()
        self.socket = socket.create_connection(("127.0.0.1", icecast.port), timeout=10)
        login = base64.b64encode(f"source:{PASSWORD}".encode()).decode()
        head = f"SOURCE {mount} HTTP/1.0\r\nAuthorization: Basic {login}\r\nContent-Type: {content_type}\r\n\r\n"
        self.socket.sendall(head.encode())
        answer = self.socket.recv(1024)
        assert b" 200 " in answer, answer
        self._thread = threading.Thread(target=self._send, daemon=True)
        self._thread.start()
        until(lambda: icecast.has(mount), 10, f"the programme is at {mount}")

    def end(self):
        self._ended.set()
        self._thread.join(10)
        self.socket.close()

    def _send(self):
        start, due = time.monotonic(), -HEAD
        try:
            for data, seconds in self.pieces:
                step = max(1, int(len(data) * SLICE / seconds))
                for at in range(0, len(data), step):
                    if self._ended.wait(max(0.0, start + due - time.monotonic())):
                        return
                    self.socket.sendall(data[at : at + step])
                    due += SLICE
        except OSError:
            # The server has ended it.
            return
        self._ended.wait()
