"""Power cuts: what was asked is there afterwards, and nothing plays by itself."""

import random
import threading
import time

from lab.waiting import never, until

SEED = 20261130


def testNothingIsLostAndNothingStartsAfterFiftyPowerCuts(longwave, icecast, programme, watch):
    chance = random.Random(SEED)
    host = longwave()
    stations = ["gb.cut1", "gb.cut2"]
    for id in stations:
        programme(f"/{id}.mp3")
        host.station(id, icecast.address(f"/{id}.mp3"))
    host.start()
    known = None
    for turn in range(50):
        wanted = stations[turn % 2]
        kill_at = time.monotonic() + chance.uniform(0, 0.6)
        answers = []

        def ask():
            try:
                answers.append(host.play(wanted, headers={"Prefer": "wait=5"}))
            except OSError:
                pass

        asking = threading.Thread(target=ask)
        asking.start()
        until(lambda: time.monotonic() >= kill_at, 2, "the moment of the power cut", every=0.001)
        fetched = icecast.listeners(f"/{wanted}.mp3") > 0 and known != wanted
        host.kill()
        asking.join(10)
        until(lambda: not any(icecast.listeners(f"/{id}.mp3") for id in stations), 5, "the listener is gone")

        host.restart()
        # The first answer of all already knows the intent.
        snapshot = host.snapshot()
        assert snapshot["phase"] in ("idle", "stopped"), f"turn {turn}, seed {SEED}: {snapshot}"
        media = (snapshot["item"] or {}).get("media")
        if fetched or (answers and answers[0].status == 200):
            # The stream was asked for, so the intent was on the disk before.
            assert media == f"station:{wanted}", f"turn {turn}, seed {SEED}: {media}"
        elif known is not None:
            assert media in (f"station:{wanted}", f"station:{known}"), f"turn {turn}, seed {SEED}: {media}"
        known = media.removeprefix("station:") if media else None
        assert "longwave_relay_streams_total 0" in host.get("/metrics").text, f"turn {turn}, seed {SEED}"
    # At rest for longer than a start takes: nothing came by itself.
    events = watch(host)
    settled = time.monotonic()
    # The renderer may still report its volume; no phase may come.
    never(lambda: set(events.phases(settled)) - {"idle", "stopped"}, 2, "something came by itself")
    assert not any(icecast.listeners(f"/{id}.mp3") for id in stations)
    answer = host.play()
    assert answer.status == 200 and answer.json["player"]["item"]["media"] == f"station:{known}", answer


def testCutBetweenIntentAndLoadKeepsTheIntent(longwave, station_id, tmp_path):
    """The station's server accepts and never answers: the load can't have come, the intent is there."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = longwave()
        host.station(station_id, f"http://127.0.0.1:{silent.getsockname()[1]}/live")
        host.start()
        host.play(station_id, headers={"Prefer": "respond-async"})
        silent.settimeout(5)
        connection, _ = silent.accept()
        host.kill()
        connection.close()
        host.restart()
        snapshot = host.snapshot()
        assert snapshot["phase"] == "stopped"
        assert snapshot["item"]["media"] == f"station:{station_id}"
        silent.settimeout(1)
        try:
            silent.accept()
            raise AssertionError("the station was dialled again by itself")
        except TimeoutError:
            pass


def testOrdinaryEndKeepsTheIntentToo(longwave, icecast, programme, station_id):
    programme(f"/{station_id}.mp3")
    host = longwave()
    host.station(station_id, icecast.address(f"/{station_id}.mp3"))
    host.start()
    assert host.play(station_id).status == 200
    started = time.monotonic()
    host.end()
    assert time.monotonic() - started < 5
    host.restart()
    snapshot = host.snapshot()
    assert snapshot["phase"] == "stopped"
    assert snapshot["item"]["media"] == f"station:{station_id}"
