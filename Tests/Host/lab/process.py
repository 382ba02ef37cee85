"""A child process that is always ended, and whose words are kept."""

import os
import signal
import socket
import subprocess
from pathlib import Path


def free_port() -> int:
    """A TCP port of loopback that was free a moment ago."""
    with socket.socket(socket.AF_INET6 if socket.has_ipv6 else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("::" if probe.family == socket.AF_INET6 else "127.0.0.1", 0))
        return probe.getsockname()[1]


class Child:
    def __init__(self, arguments, log: Path, environment=None, stdout=None):
        self.log = log
        self._output = log.open("ab")
        self.process = subprocess.Popen(
            [str(argument) for argument in arguments],
            stdin=subprocess.DEVNULL,
            stdout=stdout or self._output,
            stderr=self._output,
            env=environment,
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def words(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def signal(self, number: int):
        if self.is_running:
            os.kill(self.pid, number)

    def freeze(self):
        self.signal(signal.SIGSTOP)

    def thaw(self):
        self.signal(signal.SIGCONT)

    def kill(self):
        """Ends it as a power cut would."""
        self.signal(signal.SIGKILL)
        self.process.wait(10)
        self._output.close()

    def end(self, within: float = 10) -> int:
        """Asks it to end; the exit status. A child that does not obey is killed, and that is an error."""
        self.thaw()
        self.signal(signal.SIGTERM)
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"process {self.pid} did not end within {within} s of SIGTERM:\n{self.words()[-2000:]}")
        finally:
            self._output.close()
