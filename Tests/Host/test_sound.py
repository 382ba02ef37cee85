"""A real station, real sound: what is said, and when, held against what is heard at the sink's monitor."""

import time

import pytest

from lab.longwave import is_proven
from lab.pulse import Pulse
from lab.waiting import never, until

# Evidence is withdrawn within 2 s of its end (design 4); the ear's own delay is added.
WITHDRAWN = 2.0
EAR = 0.3


@pytest.fixture
def host(longwave, pulse):
    return longwave(output="pulse/lab", environment=pulse.environment)


@pytest.fixture
def on_air(host, icecast, programme, station_id, ear, watch):
    """A station of 440 Hz that plays, seen and heard."""

    class OnAir:
        def __init__(self):
            self.host, self.id, self.ear, self.icecast = host, station_id, ear, icecast
            self.mount = f"/{station_id}.mp3"
            self.programme = programme(self.mount, 440)
            host.station(station_id, icecast.address(self.mount))
            host.start()
            self.watch = watch(host)
            self.answer = host.play(station_id)
            assert self.answer.status == 200, self.answer
            self.since = self.answer.asked

    return OnAir()


def assert_no_claim_without_sound(events, ear, hertz, since):
    """Every moment at which sound was claimed has sound near it."""
    for at, snapshot in events.snapshots(since):
        if is_proven(snapshot):
            # parec hands over what it heard some tens of ms late.
            heard = ear.windows(at - WITHDRAWN - EAR, at + EAR)
            assert any(ear.hears(hertz, samples) for _, samples in heard), f"sound was claimed at {at - since:.2f} s"


def testStartIsConfirmedExactlyWhenTheToneIsThere(on_air):
    answer = on_air.answer.json
    assert answer["verdict"] == "confirmed"
    onset = on_air.ear.onset(440, on_air.since)
    delay = on_air.answer.answered - onset
    assert -EAR < delay < 1.0, f"confirmed {delay:.3f} s after the tone was heard"
    assert on_air.ear.is_silent(on_air.since, onset - 0.1)
    player = answer["player"]
    assert player["phase"] == "playing"
    assert player["evidence"]["level"] == player["evidence"]["required"] == "outputAccepting"
    assert player["evidence"]["signal"] == "present"
    assert player["output"]["sink"] == "lab"
    steps = on_air.host.receipt(answer["operation"])["steps"]
    assert list(dict.fromkeys(step["name"] for step in steps)) == [
        "accepted", "resolving", "fetching", "decoding", "confirmed"
    ]
    times = [step["afterMs"] for step in steps]
    assert times == sorted(times)


def testNothingIsClaimedBeforeTheTone(on_air):
    onset = on_air.ear.onset(440, on_air.since)
    first, _ = on_air.watch.wait(is_proven, 5, "a claim of sound", on_air.since)
    assert first > onset - EAR
    assert_no_claim_without_sound(on_air.watch, on_air.ear, 440, on_air.since)


def testSilentProgrammeIsUnconfirmedWithItsReason(host, icecast, programme, station_id, ear, watch):
    programme(f"/{station_id}.mp3", hertz=0)
    host.station(station_id, icecast.address(f"/{station_id}.mp3"))
    host.start()
    events = watch(host)
    answer = host.play(station_id, deadline_ms=3000)
    assert answer.status == 202, answer
    assert answer.json["verdict"] == "unconfirmed"
    assert answer.json["reason"] == "silent" or answer.json.get("code") == "silent", answer
    assert 2.9 < answer.answered - answer.asked < 3.6
    assert ear.is_silent(answer.asked)
    assert not any(is_proven(snapshot) for _, snapshot in events.snapshots(answer.asked))


def testMissingMountFailsAndNothingSounds(host, icecast, station_id, ear):
    host.station(station_id, icecast.address("/absent.mp3"))
    host.start()
    answer = host.play(station_id)
    assert answer.status == 502, answer
    assert answer.json["verdict"] == "failed"
    assert answer.json["code"] == "upstream_not_found"
    assert answer.answered - answer.asked < 4
    assert ear.is_silent(answer.asked)
    assert host.snapshot()["phase"] == "failed"


def testKilledSourceIsSaidAndEndsFailed(on_air):
    killed = time.monotonic()
    on_air.programme.kill()
    ended = on_air.ear.silence(440, killed, within=15)
    _, failed = on_air.watch.wait(lambda s: s["phase"] == "failed", 20, "the failure is said", killed)
    withdrawn, _ = on_air.watch.wait(lambda s: not is_proven(s), 1, "the evidence is withdrawn", killed)
    assert withdrawn < ended + WITHDRAWN + EAR
    assert failed["notice"]["code"] in ("stream_dropped", "upstream_not_found")
    assert failed["notice"]["action"], "a failure offers what to do"
    assert_no_claim_without_sound(on_air.watch, on_air.ear, 440, on_air.since)
    # One pass over the listed streams, then nothing more by itself.
    until(lambda: f"GET {on_air.mount}" in on_air.icecast.requests(), 5, "the requests are in the log")
    asked = on_air.icecast.requests().count(f"GET {on_air.mount}")
    assert asked <= 3
    never(lambda: on_air.icecast.requests().count(f"GET {on_air.mount}") > asked, 2, "it was asked for again")
    explanation = on_air.host.run("explain", "--json")
    assert "dead" in explanation.stdout


def testPausedSourceIsSaidAndComesBack(on_air):
    frozen = time.monotonic()
    on_air.programme.freeze()
    ended = on_air.ear.silence(440, frozen, within=15)
    withdrawn, snapshot = on_air.watch.wait(lambda s: not is_proven(s), 5, "the evidence is withdrawn", frozen)
    assert withdrawn < ended + WITHDRAWN + EAR
    assert snapshot["phase"] in ("buffering", "reconnecting")
    on_air.programme.thaw()
    thawed = time.monotonic()
    again, _ = on_air.watch.wait(is_proven, 15, "it plays again", thawed)
    heard = on_air.ear.onset(440, thawed, within=10)
    assert again > heard - EAR
    assert_no_claim_without_sound(on_air.watch, on_air.ear, 440, on_air.since)


def testFallbackMountKeepsPlayingAndIsHeard(host, icecast, programme, station_id, ear, watch):
    covered = programme("/covered.mp3", 440)
    programme("/cover.mp3", 880)
    host.station(station_id, icecast.address("/covered.mp3"))
    host.start()
    events = watch(host)
    assert host.play(station_id).status == 200
    icecast.title("/covered.mp3", "The main programme")
    events.wait(lambda s: (s["onAir"] or {}).get("text") == "The main programme", 15, "the title is shown")
    killed = time.monotonic()
    covered.kill()
    ear.onset(880, killed, within=15)
    ended = ear.last(440, killed) or killed
    # The stream itself never ended: it is right to say that it plays; the old title may not stay.
    until(lambda: ear.windows(ended + 2.5), 10, "two and a half seconds of the cover are heard")
    assert is_proven(host.snapshot())
    events.wait(
        lambda s: (s["onAir"] or {}).get("text") != "The main programme", 10, "the old title goes", killed
    )


def testRestartedServerIsSaidAndPlayStartsAgain(host, own_icecast, programme, station_id, ear, watch):
    programme("/live.mp3", 440, on=own_icecast)
    host.station(station_id, own_icecast.address("/live.mp3"))
    host.start()
    events = watch(host)
    assert host.play(station_id).status == 200
    killed = time.monotonic()
    own_icecast.kill()
    _, failed = events.wait(lambda s: s["phase"] == "failed", 20, "the failure is said", killed)
    assert failed["notice"]["code"] in ("stream_dropped", "connection_refused")
    own_icecast.start()
    programme("/live.mp3", 440, on=own_icecast)
    back = time.monotonic()
    # It was a player command, no standing order: nothing starts by itself.
    assert own_icecast.listeners("/live.mp3") == 0
    answer = host.play()
    assert answer.status == 200, answer
    assert answer.asked > back
    onset = ear.onset(440, answer.asked)
    assert answer.answered > onset - EAR


def testStopIsSilenceAndIsConfirmedWithIt(on_air):
    answer = on_air.host.command("stop")
    assert (answer.status, answer.json["verdict"]) == (200, "confirmed"), answer
    ended = on_air.ear.silence(440, on_air.since, within=5)
    assert ended < answer.answered + 0.5
    assert on_air.host.snapshot()["phase"] == "stopped"
    until(lambda: on_air.icecast.listeners(on_air.mount) == 0, 5, "the station's server is left")


def testPauseIsSilenceAndResumeIsLive(on_air):
    paused = on_air.host.command("pause")
    assert paused.json["verdict"] == "confirmed", paused
    assert on_air.ear.silence(440, on_air.since, within=5) < paused.answered + 0.5
    resumed = on_air.host.command("resume")
    assert resumed.json["verdict"] == "confirmed", resumed
    onset = on_air.ear.onset(440, resumed.asked)
    assert resumed.answered > onset - EAR


def testMuteAndVolumeAreReadBackAndTakeNoEvidenceAway(on_air):
    muted = on_air.host.command("mute", {"muted": True})
    assert muted.json["verdict"] == "confirmed", muted
    on_air.ear.silence(440, on_air.since, within=5)
    snapshot = on_air.host.snapshot()
    assert snapshot["muted"] is True and is_proven(snapshot)
    back = on_air.host.command("mute", {"muted": False})
    assert back.json["verdict"] == "confirmed", back
    on_air.ear.onset(440, back.asked)
    louder = on_air.host.command("volume", {"volume": 55})
    assert louder.json["verdict"] == "confirmed", louder
    on_air.host.end()
    on_air.host.restart()
    assert on_air.host.snapshot()["volume"] == 55


def testTitleIsShownWhenItIsHeard(on_air):
    on_air.icecast.title(on_air.mount, "Ärger – “Grüße”")
    changed = time.monotonic()
    at, _ = on_air.watch.wait(
        lambda s: (s["onAir"] or {}).get("text") == "Ärger – “Grüße”", 15, "the title is shown", changed
    )
    assert at - changed < 12


def testSoundInTheWrongRoomIsPausedAtOnce(on_air, pulse):
    other = pulse.listen("other")
    try:
        on_air.ear.onset(440, on_air.since)
        moved = time.monotonic()
        pulse.control("move-sink-input", pulse.inputs()[0], "other")
        _, snapshot = on_air.watch.wait(lambda s: s["phase"] == "paused", 3, "it is paused", moved)
        assert snapshot["notice"]["code"] == "output_moved"
        silent = other.silence(440, moved, within=5)
        assert silent - moved < 1.0
    finally:
        other.end()


def testKilledSoundServerIsSaidAndWithdrawn(longwave, icecast, programme, station_id, watch, tmp_path):
    own = Pulse(tmp_path / "pulse")
    try:
        programme(f"/{station_id}.mp3")
        host = longwave(output="pulse/lab", environment=own.environment)
        host.station(station_id, icecast.address(f"/{station_id}.mp3"))
        host.start()
        events = watch(host)
        assert host.play(station_id).status == 200
        killed = time.monotonic()
        own.kill()
        at, snapshot = events.wait(lambda s: not is_proven(s), 5, "the evidence is withdrawn", killed)
        assert at - killed < WITHDRAWN + EAR
        _, last = events.wait(lambda s: s["notice"], 10, "it is said", killed)
        assert last["notice"]["code"] in ("output_lost", "output_failed", "output_missing")
    finally:
        own.end()


def testSuspendedSinkIsToldAsTheOutputAndWaitedFor(longwave, icecast, programme, station_id, watch, tmp_path):
    own = Pulse(tmp_path / "pulse")
    try:
        programme(f"/{station_id}.mp3")
        host = longwave(output="pulse/lab", environment=own.environment)
        host.station(station_id, icecast.address(f"/{station_id}.mp3"))
        host.start()
        events = watch(host)
        assert host.play(station_id).status == 200
        suspended = time.monotonic()
        own.control("suspend-sink", "lab", "1")
        _, said = events.wait(lambda s: s["notice"], 5, "it is said", suspended)
        assert said["notice"]["code"] == "output_not_running"
        # Longer than a station that sends nothing is waited for.
        never(lambda: host.snapshot()["phase"] != "buffering", 13, "the load was given up")
        assert "the output is dead" in host.run("explain").stdout
        assert host.get("/v1/pages/now").json["eyebrow"] == "Output silent"
        resumed = time.monotonic()
        own.control("suspend-sink", "lab", "0")
        _, again = events.wait(is_proven, 5, "it plays again", resumed)
        assert again["notice"] is None
        # The server writes a request down when it ends.
        host.command("stop")
        until(lambda: f"GET /{station_id}.mp3" in icecast.requests(), 5, "the request is in the log")
        assert icecast.requests().count(f"GET /{station_id}.mp3") == 1
    finally:
        own.end()


def testWithoutAnOutputItWaitsAndPlaysWhenOneComes(longwave, icecast, programme, station_id, watch, tmp_path):
    late = Pulse(tmp_path / "pulse", is_started=False)
    programme(f"/{station_id}.mp3", 440)
    host = longwave(output="pulse/lab", environment=late.environment)
    host.station(station_id, icecast.address(f"/{station_id}.mp3"))
    host.start()
    events = watch(host)
    answer = host.play(station_id, deadline_ms=1500)
    assert (answer.status, answer.json["verdict"]) == (202, "unconfirmed"), answer
    waiting = host.snapshot()
    assert (waiting["phase"], waiting["waitingFor"]) == ("waiting", "output")
    assert icecast.listeners(f"/{station_id}.mp3") == 0
    late.start()
    came = time.monotonic()
    ear = late.listen("lab")
    try:
        at, _ = events.wait(is_proven, 15, "it plays once the output is there", came)
        onset = ear.onset(440, came)
        assert at > onset - EAR
        assert icecast.listeners(f"/{station_id}.mp3") == 1
        steps = [step["name"] for step in host.receipt(answer.json["operation"])["steps"]]
        assert "heardLater" in steps
    finally:
        ear.end()
        host.end()
        late.end()
    # Icecast writes its log when a listener has gone. The load was sent once.
    until(lambda: f"GET /{station_id}.mp3" in icecast.requests(), 5, "the request is in the log")
    assert icecast.requests().count(f"GET /{station_id}.mp3") == 1


def testStopEndsTheWaitForAnOutput(longwave, icecast, programme, station_id, watch, tmp_path):
    late = Pulse(tmp_path / "pulse", is_started=False)
    programme(f"/{station_id}.mp3", 440)
    host = longwave(output="pulse/lab", environment=late.environment)
    host.station(station_id, icecast.address(f"/{station_id}.mp3"))
    host.start()
    events = watch(host)
    host.play(station_id, headers={"Prefer": "respond-async"})
    events.wait(lambda s: s["phase"] == "waiting", 5, "it waits")
    assert host.command("stop").json["verdict"] == "confirmed"
    late.start()
    ear = late.listen("lab")
    started = time.monotonic()
    try:
        until(lambda: ear.windows(started + 2), 10, "two seconds are heard")
        assert ear.is_silent(started)
        assert icecast.listeners(f"/{station_id}.mp3") == 0
        assert host.snapshot()["phase"] == "stopped"
    finally:
        ear.end()
        host.end()
        late.end()
