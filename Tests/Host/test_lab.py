"""The laboratory itself: an ear that hears nothing, or everything, would prove nothing."""

import array
import math
import subprocess
import time

import pytest

from lab import tone
from lab.process import Child
from lab.waiting import TooLate, until


def sine(hertz, rate=8000, seconds=0.05, level=0.5):
    return [int(level * 32767 * math.sin(2 * math.pi * hertz * n / rate)) for n in range(int(rate * seconds))]


def testMeasuresTellOneToneFromAnother():
    samples = sine(440)
    assert 0.34 < tone.rms(samples) < 0.36
    assert tone.amplitude(samples, 440, 8000) > 0.45
    assert tone.amplitude(samples, 880, 8000) < 0.05
    assert tone.amplitude([0] * 400, 440, 8000) == 0


def testWaitingEndsAtItsLimit():
    started = time.monotonic()
    with pytest.raises(TooLate):
        until(lambda: False, 0.1, "what never comes")
    assert 0.1 <= time.monotonic() - started < 1


def testEarHearsWhatIsPlayedAndOnlyThat(pulse, ear, tmp_path):
    started = time.monotonic()
    recording = tmp_path / "tone.raw"
    recording.write_bytes(array.array("h", sine(440, seconds=1)).tobytes())
    player = Child(
        ["pacat", "-d", "lab", "--format=s16le", "--rate=8000", "--channels=1", "--latency-msec=50", recording],
        tmp_path / "player.out",
        pulse.environment,
    )
    onset = ear.onset(440, started, within=5)
    assert ear.is_silent(started, onset - 0.1)
    player.process.wait(10)
    ended = ear.silence(440, started, within=5)
    assert 0.7 < ended - onset < 1.4
    assert ear.last(880, started) is None


def testIcecastServesTheProgramme(icecast, programme):
    programme("/main.mp3", hertz=440)
    head = subprocess.run(
        ["curl", "-s", "-m", "2", "-o", "/dev/null", "-w", "%{http_code} %{content_type}",
         icecast.address("/main.mp3")],
        capture_output=True, text=True,
    )
    assert head.stdout == "200 audio/mpeg"
