"""Starts that can't be: each ends with a status and one clear sentence, and leaves what runs alone."""

import socket
import time

from lab.process import free_port
from lab.waiting import until


def ends(child, within=10) -> int:
    return child.process.wait(within)


def testTakenPortIsNamed(longwave):
    host = longwave()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        host.port = taken.getsockname()[1]
        child = host.launch("--bind", "127.0.0.1")
        assert ends(child) != 0
    assert str(host.port) in child.words()
    assert "taken" in child.words()
    assert not host.state.exists() or not list(host.state.glob("*.sock")), "no socket is left behind"


def testUnreadableConfigurationNamesLineAndReason(longwave):
    host = longwave()
    host.config.write_text('{\n  // a comment is fine\n  name: "Kitchen",\n  port: [1980\n}\n')
    child = host.launch()
    assert ends(child) != 0
    words = child.words()
    assert host.config.name in words
    assert "line 5" in words or "line 4" in words or ":5:" in words or ":4:" in words, words
    assert not host.state.exists() or not any(host.state.iterdir()), "nothing was changed"


def testUnknownConfigurationKeyIsNamed(longwave):
    host = longwave()
    host.config.write_text("{ volumne: 3 }\n")
    child = host.launch()
    assert ends(child) != 0
    assert "volumne" in child.words()


def testMissingConfigurationAskedForByNameIsSaid(longwave):
    host = longwave()
    host.config.unlink()
    child = host.launch()
    assert ends(child) != 0
    assert host.config.name in child.words()


def testAbsentConfigurationIsFine(longwave):
    host = longwave()
    host.config.unlink()
    host.environment["XDG_CONFIG_HOME"] = str(host.folder / "xdg")
    host.arguments = lambda: [host.binary, "serve", "--state", host.state, "--port", host.port, "--output", "null"]
    host.start()


def testSecondHostOnOneStateFolderIsRefused(longwave):
    first = longwave(name="first").start()
    second = longwave(name="second")
    second.state = first.state
    child = second.launch()
    assert ends(child) != 0
    assert str(first.state) in child.words()
    assert first.get("/healthz").status == 200
    assert first.command("volume", {"volume": 33}).json["verdict"] == "confirmed"


def testStateFolderIsFreeAfterAPowerCut(longwave):
    host = longwave().start()
    host.kill()
    host.restart()
    assert host.get("/healthz").status == 200


def testBrokenStationFileCostsOnlyItself(longwave):
    host = longwave()
    host.station("gb.good", "http://127.0.0.1:9/live")
    (host.stations / "broken.json5").write_text("{ stations: [ { id: \n")
    host.start()
    assert host.get("/v1/stations/resolve?q=gb.good").status == 200
    assert "broken.json5" in host.words() + host.get("/v1/pages/radio").text


def testUsersStationsAreReadAgainWhenTheyChange(longwave):
    host = longwave().start()
    assert "gb.later" not in host.get("/v1/stations?q=gb.later").text
    host.station("gb.later", "http://127.0.0.1:9/live")
    until(lambda: "gb.later" in host.get("/v1/stations?q=gb.later").text, 5, "the new station is listed")


def testDamagedDatabaseIsSetAsideAndTheHostRunsDegraded(longwave, icecast, programme, station_id):
    programme(f"/{station_id}.mp3")
    host = longwave()
    host.station(station_id, icecast.address(f"/{station_id}.mp3"))
    host.start()
    assert host.play(station_id).status == 200
    host.end()
    [database] = [path for path in host.state.iterdir() if path.suffix in (".sqlite", ".db", ".sqlite3")]
    for path in host.state.glob(database.name + "-*"):
        path.unlink()
    damaged = b"this is no database " * 4096
    database.write_bytes(damaged)
    host.restart()
    assert "degraded" in host.get("/v1/host").text.lower()
    aside = [path for path in host.state.rglob("*") if path.is_file() and path.read_bytes() == damaged]
    assert aside, "the damaged file is kept"
    answer = host.play(station_id)
    assert answer.status == 200, answer


def testEndsQuicklyWhenAsked(longwave):
    host = longwave().start()
    started = time.monotonic()
    host.end()
    assert time.monotonic() - started < 3


def testHelpTeaches(binary, longwave):
    import subprocess

    for arguments in (["--help"], ["serve", "--help"], ["play", "--help"]):
        told = subprocess.run([str(binary), *arguments], capture_output=True, text=True, timeout=10)
        assert told.returncode == 0 and len(told.stdout) > 100, told


def testCommandsSayWhenNoHostAnswers(binary, longwave):
    host = longwave()
    host.port = free_port()
    told = host.run("status")
    assert told.returncode != 0
    assert str(host.port) in told.stderr
