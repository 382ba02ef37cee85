"""Presses that overtake each other: the last one wins, every other one ends once, and what sounds is what is said."""

import threading
import time

import pytest

from lab.longwave import is_proven
from lab.waiting import until


@pytest.fixture
def host(longwave, pulse, icecast, programme):
    programme("/a.mp3", 440)
    programme("/b.mp3", 880)
    host = longwave(output="pulse/lab", environment=pulse.environment)
    host.station("gb.a", icecast.address("/a.mp3"))
    host.station("gb.b", icecast.address("/b.mp3"))
    return host.start()


def press(host, station, answers, place):
    answers[place] = host.play(station)


def testThereAndBackWithinATenthOfASecond(host, ear, watch):
    events = watch(host)
    answers = [None, None, None]
    threads = []
    started = time.monotonic()
    for place, station in enumerate(["gb.a", "gb.b", "gb.a"]):
        thread = threading.Thread(target=press, args=(host, station, answers, place))
        thread.start()
        threads.append(thread)
        # The next press comes when this one is taken, so that their order is known.
        events.wait(
            lambda s, want=station, count=place: s["generation"] > count and s["item"]
            and s["item"]["media"] == f"station:{want}", 1, f"press {place} is taken", started,
        )
    pressed = time.monotonic() - started
    for thread in threads:
        thread.join(20)
    assert pressed < 0.5, pressed
    verdicts = [answer.json["verdict"] for answer in answers]
    assert verdicts == ["superseded", "superseded", "confirmed"]
    assert [answer.status for answer in answers] == [409, 409, 200]
    ear.onset(440, started)
    # The other station never got as far as the output.
    assert ear.last(880, started) is None
    # The answer may be here before the event that tells the same.
    events.wait(is_proven, 2, "the claim is published", started)
    claims = [s["item"]["media"] for _, s in events.snapshots(started) if is_proven(s)]
    assert set(claims) == {"station:gb.a"}


@pytest.mark.parametrize("phase", ["anything", "starting", "playing"])
def testStopDuringEveryPhaseIsSilence(host, ear, watch, icecast, phase):
    events = watch(host)
    started = time.monotonic()
    host.play("gb.b", headers={"Prefer": "respond-async"})
    # Which phase an immediate Stop hits is chance: often `resolving`, which may be over before an event tells of it.
    if phase != "anything":
        events.wait(lambda s: s["phase"] == phase, 8, f"it is {phase}", started)
    answer = host.command("stop")
    assert (answer.status, answer.json["verdict"]) == (200, "confirmed"), answer
    until(lambda: icecast.listeners("/b.mp3") == 0, 5, "the station is left")
    # Nothing late brings it back.
    until(lambda: ear.windows(answer.answered + 1.5), 5, "another second and a half is heard")
    assert ear.is_silent(answer.answered + 0.5)
    assert host.snapshot()["phase"] == "stopped"


def testWalkThroughStationsSaysOnlyWhatSounds(host, ear, watch):
    events = watch(host)
    started = time.monotonic()
    for turn in range(6):
        station, hertz = (("gb.a", 440), ("gb.b", 880))[turn % 2]
        answer = host.play(station)
        assert answer.json["verdict"] == "confirmed", answer
        assert answer.json["player"]["item"]["media"] == f"station:{station}"
        onset = ear.onset(hertz, answer.asked)
        assert answer.answered > onset - 0.3, f"turn {turn}"
    generations = [s["generation"] for _, s in events.snapshots(started)]
    assert generations == sorted(generations)
    revisions = [s["rev"] for _, s in events.snapshots(started)]
    assert revisions == sorted(set(revisions)), "revisions only rise"
