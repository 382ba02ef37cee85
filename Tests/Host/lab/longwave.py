"""The daemon under test, started as a user starts it, and what it says: answers, events, log lines."""

import http.client
import json
import os
import subprocess
import threading
import time
from pathlib import Path

from .process import Child, free_port
from .waiting import TooLate, until


class Answer:
    def __init__(self, status: int, headers: dict, body: bytes, asked: float, answered: float):
        self.status = status
        self.headers = headers
        self.body = body
        # On the monotonic clock.
        self.asked = asked
        self.answered = answered

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def json(self):
        return json.loads(self.text)

    def __repr__(self):
        return f"{self.status} after {self.answered - self.asked:.3f} s: {self.text[:600]}"


class Longwave:
    """One daemon with a state folder, a configuration and stations of its own."""

    def __init__(
        self, binary: Path, folder: Path, output: str = "null", environment: dict | None = None,
        volume: int | None = None,
    ):
        """`volume`: set once it answers. A first volume is safe, 30 on a cubic scale, too soft to measure well."""
        self.volume = volume
        self.binary = binary
        self.folder = folder
        self.output = output
        self.environment = {
            name: value for name, value in (environment or os.environ).items() if not name.startswith("XDG_CONFIG")
        }
        self.port = free_port()
        self.state = folder / "state"
        self.config = folder / "longwave.json5"
        self.stations = folder / "stations"
        self.child = None
        self.starts = 0
        self.stations.mkdir(parents=True, exist_ok=True)
        self.config.write_text("{}\n")

    def station(self, id: str, *addresses: str, trust: str = "lan", **more):
        """Writes one station of the user's own, before or while the daemon runs."""
        streams = [
            {"url": address, "codec": "mp3", "bitrateKbps": 192, "kind": "icecast", "grade": "A", "checked": None}
            for address in addresses
        ]
        station = {
            "id": id, "name": f"Test {id}", "country": id[:2].upper(), "city": "Loopback", "language": ["en"],
            "tags": ["test"], "state": "active", "trust": trust, "streams": streams, **more,
        }
        file = self.stations / f"{id}.json5"
        fresh = file.with_suffix(".fresh")
        fresh.write_text(json.dumps({"stations": [station]}, indent=1))
        fresh.replace(file)

    # MARK: Life

    def arguments(self) -> list:
        return [
            self.binary, "serve", "--state", self.state, "--config", self.config, "--port", self.port,
            "--output", self.output,
        ]

    def launch(self, *more) -> Child:
        """Starts it without waiting."""
        self.starts += 1
        self.child = Child([*self.arguments(), *more], self.folder / f"longwave-{self.starts}.log", self.environment)
        return self.child

    def start(self, *more) -> "Longwave":
        self.restart(*more)
        if self.volume is not None:
            answer = self.command("volume", {"volume": self.volume})
            assert answer.json["verdict"] == "confirmed", answer
        return self

    def restart(self, *more) -> "Longwave":
        """As it is: nothing is set."""
        self.launch(*more)
        until(self._answers, 10, "the API answers")
        return self

    def kill(self):
        self.child.kill()

    def end(self):
        """Asks it to end, and wants it to end well."""
        if self.child and self.child.is_running:
            status = self.child.end()
            assert status == 0, f"the daemon ended with {status}:\n{self.child.words()[-2000:]}"

    def words(self) -> str:
        """Everything that every start of it has printed."""
        return "".join(
            path.read_text(errors="replace") for path in sorted(self.folder.glob("longwave-*.log"))
        )

    def _answers(self) -> bool:
        if not self.child.is_running:
            raise AssertionError(f"the daemon ended with {self.child.process.returncode}:\n{self.child.words()}")
        try:
            return self.get("/healthz").status == 200
        except OSError:
            return False

    # MARK: API

    def request(self, method: str, path: str, body=None, headers=None, within: float = 40) -> Answer:
        """`body`: bytes are sent as they are, anything else as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        asked = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=within)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            read = answer.read()
            return Answer(answer.status, dict(answer.getheaders()), read, asked, time.monotonic())
        finally:
            connection.close()

    def get(self, path: str, **more) -> Answer:
        return self.request("GET", path, **more)

    def command(self, act: str, body=None, **more) -> Answer:
        return self.request("POST", f"/v1/players/main/{act}", body if body is not None else {}, **more)

    def play(self, station: str | None = None, deadline_ms: int | None = None, **more) -> Answer:
        body = {}
        if station:
            body["media"] = f"station:{station}"
        if deadline_ms:
            body["deadlineMs"] = deadline_ms
        return self.command("play", body, **more)

    def snapshot(self) -> dict:
        answer = self.get("/v1/players/main")
        assert answer.status == 200, answer
        body = answer.json
        return body.get("player", body) if isinstance(body.get("player"), dict) else body

    def receipt(self, operation: str) -> dict:
        answer = self.get(f"/v1/operations/{operation}")
        assert answer.status == 200, answer
        return answer.json

    def watch(self) -> "Watch":
        return Watch(self.port)

    def run(self, *arguments, within: float = 40) -> subprocess.CompletedProcess:
        """The command line, against this daemon."""
        return subprocess.run(
            [str(self.binary), *arguments, "--host", f"http://127.0.0.1:{self.port}"],
            env=self.environment, capture_output=True, text=True, timeout=within, stdin=subprocess.DEVNULL,
        )


class Watch:
    """Reads the event stream and keeps every event with the moment it came."""

    def __init__(self, port: int, topics: str = ""):
        self.events: list[tuple[float, str, dict]] = []
        self.raw = b""
        self._lock = threading.Lock()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.request("GET", "/v1/events" + (f"?topics={topics}" if topics else ""))
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200, self._answer.read()
        self._socket = self._connection.sock
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.wait(lambda snapshot: True, 5, "the first snapshot")

    def snapshots(self, since: float = 0) -> list[tuple[float, dict]]:
        with self._lock:
            return [(at, data["player"]) for at, name, data in self.events if name == "player" and at >= since]

    def wait(self, predicate, within: float, what: str, since: float = 0) -> tuple[float, dict]:
        """(when, snapshot) of the first snapshot after `since` that fits."""
        try:
            return until(
                lambda: next(((at, one) for at, one in self.snapshots(since) if predicate(one)), None), within, what
            )
        except TooLate as problem:
            seen = [summary(one) for _, one in self.snapshots(since)]
            raise TooLate(f"{problem}; seen: {seen}") from None

    def phases(self, since: float = 0) -> list[str]:
        """The phases in order, without repeats."""
        phases: list[str] = []
        for _, snapshot in self.snapshots(since):
            if not phases or phases[-1] != snapshot["phase"]:
                phases.append(snapshot["phase"])
        return phases

    def end(self):
        try:
            self._socket.shutdown(2)
        except OSError:
            pass
        self._thread.join(5)
        self._connection.close()

    def _read(self):
        name, data = "", []
        try:
            for line in self._answer:
                at = time.monotonic()
                with self._lock:
                    self.raw += line
                text = line.decode("utf-8").rstrip("\r\n")
                if text.startswith("event:"):
                    name = text[6:].strip()
                elif text.startswith("data:"):
                    data.append(text[5:].lstrip())
                elif not text and name:
                    body = json.loads("\n".join(data)) if data else {}
                    with self._lock:
                        self.events.append((at, name, body))
                    name, data = "", []
        except (OSError, ValueError, http.client.HTTPException):
            pass


def is_proven(snapshot: dict) -> bool:
    """Whether this snapshot claims that something sounds."""
    evidence = snapshot["evidence"]
    levels = ["none", "decoding", "outputAccepting", "deviceReported"]
    return (
        snapshot["phase"] == "playing"
        and levels.index(evidence["level"]) >= levels.index(evidence["required"])
        and evidence["signal"] == "present"
    )


def summary(snapshot: dict) -> str:
    evidence = snapshot["evidence"]
    return f"{snapshot['phase']}/{evidence['level']}/{evidence['signal']}"
