"""The command line against a running host: what it prints and how it ends."""

import json

import pytest


@pytest.fixture
def host(longwave, icecast, programme):
    programme("/commands.mp3")
    programme("/commands-silent.mp3", hertz=0)
    host = longwave()
    host.station("gb.loud", icecast.address("/commands.mp3"))
    host.station("gb.silent", icecast.address("/commands-silent.mp3"))
    host.station("gb.gone", icecast.address("/commands-absent.mp3"))
    return host.start()


def testVerdictsAreExitStatuses(host):
    assert host.run("play", "gb.loud").returncode == 0
    assert host.run("play", "gb.gone").returncode == 1
    assert host.run("play").returncode == 1
    assert host.run("play", "gb.nowhere").returncode == 3
    assert host.run("play", "gb.silent").returncode == 4
    assert host.run("stop").returncode == 0
    assert host.run("pause").returncode == 3


def testCommandsAct(host):
    assert host.run("play", "gb.loud").returncode == 0
    status = json.loads(host.run("status", "--json").stdout)
    player = status.get("player", status) if isinstance(status.get("player"), dict) else status
    assert player["phase"] == "playing"
    assert host.run("volume", "44").returncode == 0
    assert host.snapshot()["volume"] == 44
    assert host.run("pause").returncode == 0
    assert host.snapshot()["phase"] == "paused"
    assert host.run("resume").returncode == 0
    assert "Test gb.loud" in host.run("status").stdout
    assert host.run("explain").stdout.strip()
    assert "gb.loud" in host.run("stations", "loud").stdout
    assert host.run("stop").returncode == 0


def testOlderPlayIsSuperseded(host):
    import threading

    ended = []
    older = threading.Thread(target=lambda: ended.append(host.run("play", "gb.silent").returncode))
    with_events = host.watch()
    older.start()
    with_events.wait(lambda s: (s["item"] or {}).get("media") == "station:gb.silent", 5, "the older play is taken")
    assert host.run("play", "gb.loud").returncode == 0
    older.join(20)
    with_events.end()
    assert ended == [5]
