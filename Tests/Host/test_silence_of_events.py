"""Steady play is quiet: no event is sent and no number changes while nothing happens."""

import time

from lab.longwave import is_proven
from lab.waiting import until


def testSteadyPlaySendsNothing(longwave, icecast, programme, station_id, watch):
    programme(f"/{station_id}.mp3")
    host = longwave()
    host.station(station_id, icecast.address(f"/{station_id}.mp3"))
    host.start()
    events = watch(host)
    assert host.play(station_id).status == 200
    settled, first = events.wait(is_proven, 5, "it plays")
    # The heartbeat, every 15 s, is the proof that the stream was open all the while.
    until(
        lambda: [at for at, name, _ in events.events if name == "heartbeat" and at > settled + 8],
        40, "a heartbeat more than eight seconds later", every=0.2,
    )
    quiet = [snapshot for at, snapshot in events.snapshots(settled + 3)]
    assert quiet == [], [s["phase"] for s in quiet]
    assert host.snapshot()["phase"] == "playing"


def testOneChangeReachesEveryWatcherAlike(longwave, watch):
    host = longwave().start()
    watches = [watch(host) for _ in range(5)]
    since = time.monotonic()
    answer = host.command("volume", {"volume": 41})
    assert answer.json["verdict"] == "confirmed", answer
    seen = [one.wait(lambda s: s["volume"] == 41, 3, "the volume", since)[1] for one in watches]
    assert all(snapshot == seen[0] for snapshot in seen)
    assert host.snapshot() == seen[0]
