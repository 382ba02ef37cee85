"""Presets survive what happens to a host, and Next and Previous walk through them by what is heard."""

import itertools
import random
import threading
import time

import pytest

from lab.longwave import is_proven
from lab.waiting import until

SEED = 20261130


def stations(host) -> list:
    answer = host.get("/v1/presets")
    assert answer.status == 200, answer
    rows = answer.json["presets"]
    assert [row["position"] for row in rows] == list(range(len(rows)))
    return [row["media"].removeprefix("station:") for row in rows]


def add(host, station, position=None):
    body = {"media": f"station:{station}"} | ({} if position is None else {"position": position})
    return host.request("POST", "/v1/presets", body)


def testNothingAcknowledgedIsLostIn20PowerCuts(longwave):
    """A kill at a random moment while presets are added at random places: all that was answered is there, in order."""
    chance = random.Random(SEED)
    host = longwave()
    names = [f"gb.cut{number}" for number in range(400)]
    for name in names:
        host.station(name, "http://127.0.0.1:9/never")
    host.start()
    until(lambda: host.get(f"/v1/stations/{names[-1]}").status == 200, 10, "the stations are read")
    expected: list = []
    fresh = iter(names)
    added = 0
    for turn in range(20):
        asked: list = []

        def fill():
            for name in itertools.islice(fresh, len(names) // 20):
                place = chance.randint(0, len(expected))
                asked.append((name, place))
                try:
                    answer = add(host, name, place)
                except OSError:
                    return
                assert answer.status == 201, answer
                expected.insert(place, name)

        kill_at = time.monotonic() + chance.uniform(0.005, 0.06)
        filling = threading.Thread(target=fill)
        filling.start()
        until(lambda: time.monotonic() >= kill_at, 2, "the moment of the power cut", every=0.001)
        host.kill()
        filling.join(10)
        added += len(asked)
        host.restart()
        found = stations(host)
        # The last one may have been written and not answered any more.
        either = expected
        if asked and asked[-1][0] not in expected:
            name, place = asked[-1]
            either = expected[:place] + [name] + expected[place:]
        assert found in (expected, either), f"turn {turn}, seed {SEED}"
        expected[:] = found
    assert added > 40, "the kills came before there was anything to lose"


def testAStationThatGoesStaysAPresetAndComesBack(longwave):
    host = longwave()
    for name in ("gb.stays", "gb.goes"):
        host.station(name, "http://127.0.0.1:9/never")
        (host.start() if name == "gb.stays" else host)
    until(lambda: host.get("/v1/stations/gb.goes").status == 200, 5, "the station is read")
    for name in ("gb.goes", "gb.stays"):
        assert add(host, name).status == 201
    (host.stations / "gb.goes.json5").unlink()
    until(lambda: host.get("/v1/presets").json["unavailable"] == 1, 5, "the station is gone")
    host.end()
    host.restart()
    body = host.get("/v1/presets").json
    assert body["text"] == "1 saved station is not available."
    assert [(row["name"], row["available"]) for row in body["presets"]] == [
        ("Test gb.goes", False), ("Test gb.stays", True),
    ]
    host.station("gb.goes", "http://127.0.0.1:9/never", name="Back again")
    until(lambda: host.get("/v1/presets").json["unavailable"] == 0, 5, "the station is back")
    assert host.get("/v1/presets").json["presets"][0]["name"] == "Back again"


@pytest.fixture
def walk(longwave, icecast, programme):
    """A host with three presets that sound."""
    host = longwave()
    for name in ("gb.one", "gb.two", "gb.three"):
        programme(f"/{name}.mp3")
        host.station(name, icecast.address(f"/{name}.mp3"))
    host.station("gb.off", "http://127.0.0.1:9/never", state="comingSoon")
    host.start()
    for name in ("gb.one", "gb.off", "gb.two", "gb.three"):
        assert add(host, name).status == 201
    return host


def media(answer) -> str:
    return answer.json["player"]["item"]["media"].removeprefix("station:")


def testNextAndPreviousWalkThroughThePresetsAndWrap(walk):
    assert walk.command("next").json["code"] == "nothing_to_play"
    assert walk.play("gb.one").status == 200
    for act, expected in [("next", "gb.two"), ("next", "gb.three"), ("next", "gb.one"), ("previous", "gb.three")]:
        answer = walk.command(act)
        assert (answer.status, answer.json["verdict"], media(answer)) == (200, "confirmed", expected), answer
        receipt = walk.receipt(answer.json["operation"])
        assert (receipt["act"], receipt["media"]) == (act, f"station:{expected}")
    # From a stop, and after a restart, it goes on from what was last.
    walk.command("stop")
    assert media(walk.command("previous")) == "gb.two"
    walk.end()
    walk.restart()
    assert media(walk.command("next")) == "gb.three"


def testQuickPressesAreAsManySteps(walk, watch):
    assert walk.play("gb.one").status == 200
    events = watch(walk)
    since = time.monotonic()
    first = walk.command("next", headers={"Prefer": "respond-async"})
    second = walk.command("next")
    assert (second.json["verdict"], media(second)) == ("confirmed", "gb.three"), second
    assert walk.receipt(first.json["operation"])["verdict"] == "superseded"
    events.wait(is_proven, 2, "the claim is published", second.asked)
    proven = {s["item"]["media"] for _, s in events.snapshots(since) if is_proven(s)}
    assert proven <= {"station:gb.one", "station:gb.three"}, "the one between was claimed to sound"


def testWhereNothingIsNextItIsRefusedAndSaidBefore(walk):
    assert walk.play("gb.one").status == 200
    rows = walk.get("/v1/presets").json["presets"]
    for row in rows[1:]:
        assert walk.request("DELETE", f"/v1/presets/{row['id']}").status == 200
    # Told before the removal was answered.
    reasons = {one["act"]: one["reason"] for one in walk.snapshot()["disallowed"]}
    answer = walk.command("next")
    assert (answer.status, answer.json["code"]) == (409, "nothing_next"), answer
    assert answer.json["detail"] == reasons["next"] == "No other station of the presets can be played now."
    assert walk.snapshot()["phase"] == "playing"


def testTheCommandLineKeepsPresets(walk):
    listed = walk.run("presets")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == ["1", "2", "3", "4"], listed
    assert walk.run("presets", "add", "gb.one").returncode == 3
    assert walk.run("presets", "remove", "gb.off").returncode == 0
    assert walk.run("presets", "move", "gb.three", "1").returncode == 0
    assert stations(walk) == ["gb.three", "gb.one", "gb.two"]
    assert walk.run("presets", "move", "gb.three", "9").returncode == 3
    assert walk.run("play", "gb.three").returncode == 0
    following = walk.run("next")
    assert following.returncode == 0 and "Test gb.one" in following.stdout, following
    assert "Test gb.three" in walk.run("previous").stdout
    assert walk.run("lists").returncode == 0
    assert walk.run("lists", "none").returncode == 3
