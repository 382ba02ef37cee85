"""A private PulseAudio with a null sink, and an ear at its monitor."""

import array
import os
import subprocess
import threading
import time
from pathlib import Path

from . import tone
from .process import Child
from .waiting import until

RATE = 8000
# 50 ms: short enough to time an onset, long enough to tell 440 Hz from 880 Hz (400 samples hold 22 periods).
WINDOW = RATE // 20


class Pulse:
    def __init__(self, folder: Path, sinks=("lab",), is_started: bool = True):
        self.folder = folder
        self.sinks = sinks
        self.socket = folder / "native"
        self.child = None
        (folder / "home").mkdir(parents=True, exist_ok=True)
        if is_started:
            self.start()

    @property
    def environment(self) -> dict:
        return os.environ | {
            "PULSE_SERVER": f"unix:{self.socket}",
            "XDG_RUNTIME_DIR": str(self.folder),
            "HOME": str(self.folder / "home"),
        }

    def start(self):
        arguments = [
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
            "-L", f"module-native-protocol-unix socket={self.socket} auth-anonymous=1",
        ]
        for sink in self.sinks:
            arguments += ["-L", f"module-null-sink sink_name={sink} rate=44100 channels=2 norewinds=1"]
        self.child = Child(arguments, self.folder / "pulse.out", self.environment)
        until(lambda: self.control("info", check=False).returncode == 0, 10, "PulseAudio answers")

    def control(self, *arguments, check: bool = True) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["pactl", *arguments], env=self.environment, check=check, capture_output=True, text=True, timeout=10
        )

    def inputs(self) -> list[str]:
        """The ids of the streams that play into this Pulse."""
        lines = self.control("list", "short", "sink-inputs").stdout.splitlines()
        return [line.split("\t")[0] for line in lines if line]

    def listen(self, sink: str = "lab") -> "Ear":
        return Ear(self, sink)

    def kill(self):
        self.child.kill()

    def end(self):
        if self.child and self.child.is_running:
            self.child.end()


class Ear:
    """Hears the monitor of a sink all the time and knows when it heard what, on the monotonic clock."""

    def __init__(self, pulse: Pulse, sink: str):
        self._lock = threading.Lock()
        self._windows: list[tuple[float, array.array]] = []
        self._open = b""
        self.child = Child(
            [
                "parec", "-d", f"{sink}.monitor", "--format=s16le", f"--rate={RATE}", "--channels=1",
                "--latency-msec=20",
            ],
            pulse.folder / f"ear-{sink}.out",
            pulse.environment,
            stdout=subprocess.PIPE,
        )
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._thread.start()
        until(lambda: self._windows, 10, f"the monitor of {sink} delivers")

    def end(self):
        if self.child.is_running:
            self.child.end()
        self._thread.join(10)

    def windows(self, since: float = 0, before: float = float("inf")) -> list[tuple[float, array.array]]:
        """(when its last sample was heard, samples) in order."""
        with self._lock:
            return [(at, samples) for at, samples in self._windows if since <= at < before]

    def hears(self, hertz: float, samples) -> bool:
        return tone.amplitude(samples, hertz, RATE) > 0.1

    def onset(self, hertz: float, since: float, within: float = 10) -> float:
        """When this tone was first heard after `since`."""
        return until(
            lambda: next((at for at, heard in self.windows(since) if self.hears(hertz, heard)), None),
            within,
            f"a tone of {hertz} Hz is heard",
        )

    def last(self, hertz: float, since: float) -> float | None:
        """When this tone was last heard; None where never."""
        return next((at for at, heard in reversed(self.windows(since)) if self.hears(hertz, heard)), None)

    def silence(self, hertz: float, since: float, within: float, length: float = 0.5) -> float:
        """When the tone ended: the time of the last window with it, once `length` seconds passed without it."""

        def ended():
            last = self.last(hertz, since) or since
            heard = self.windows(last)
            return last if heard and heard[-1][0] - last >= length else None

        return until(ended, within, f"the tone of {hertz} Hz ends")

    def is_silent(self, since: float, before: float = float("inf")) -> bool:
        return all(tone.rms(samples) < 0.001 for _, samples in self.windows(since, before))

    def _hear(self):
        stream = self.child.process.stdout
        while True:
            data = os.read(stream.fileno(), 65536)
            at = time.monotonic()
            if not data:
                return
            self._open += data
            with self._lock:
                while len(self._open) >= WINDOW * 2:
                    piece, self._open = self._open[: WINDOW * 2], self._open[WINDOW * 2 :]
                    self._windows.append((at, array.array("h", piece)))
