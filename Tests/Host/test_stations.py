"""The catalogue of a running host: checked, replaced, and taken back, by the command line as an owner uses it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from lab.waiting import until

ROOT = Path(__file__).resolve().parent.parent.parent
SHIPPED = ROOT / "stations"


def local(host, *words, within: float = 60) -> subprocess.CompletedProcess:
    """A command that works on the host's own folders."""
    return subprocess.run(
        [str(host.binary), *words, "--state", str(host.state), "--config", str(host.config)],
        env=host.environment, capture_output=True, text=True, timeout=within, stdin=subprocess.DEVNULL,
    )


def catalogue(host) -> dict:
    return host.get("/v1/host").json["catalogue"]


@pytest.fixture
def newer(tmp_path):
    """The shipped catalogue with one station more, of next year."""
    folder = tmp_path / "newer"
    shutil.copytree(SHIPPED, folder)
    (folder / "catalogue.json5").write_text("{ version: 20270101, minimumFormat: 1 }\n")
    (folder / "xx.json5").write_text(
        "{ stations: [{ id: 'xx.newest', name: 'Newest', country: 'XX',"
        " streams: [{ url: 'https://newest.example/live', grade: 'A' }] }] }\n"
    )
    return folder


def testACheckOfStationsIsKeptAndShownByTheHost(longwave, icecast, programme):
    programme("/checked.mp3")
    host = longwave()
    host.station("gb.checked", icecast.address("/checked.mp3"))
    host.station("gb.absent", icecast.address("/absent.mp3"))
    host.start()
    assert host.get("/v1/stations/gb.checked").json["lastCheck"] is None
    good = local(host, "stations", "check", "gb.checked")
    assert good.returncode == 0, good.stdout + good.stderr
    assert "gb.checked" in good.stdout and "as listed  mp3 192 kbit/s" in good.stdout
    seen = host.get("/v1/stations/gb.checked").json["lastCheck"]
    assert seen["condition"] == "asListed" and seen["by"].startswith("Longwave/")
    assert seen["streams"][0]["heard"]["codec"] == "mp3" and seen["streams"][0]["heard"]["sampleRate"] > 0
    both = local(host, "stations", "check", "gb.checked", "gb.absent", "--json")
    assert both.returncode == 1, both.stdout + both.stderr
    lines = [json.loads(line) for line in both.stdout.splitlines()]
    assert lines[-1] | {"stations": 2, "asListed": 1, "dead": 1, "whole": True, "kept": True} == lines[-1]
    assert host.get("/v1/stations/gb.absent").json["lastCheck"]["streams"][0]["fault"] == "upstream_not_found"
    assert local(host, "stations", "check", "gb.nowhere").returncode == 3
    assert local(host, "stations", "check").returncode == 2
    # Nobody listens any more.
    assert host.get("/v1/players/main").json["player"]["phase"] == "idle"


def testANewerCatalogueIsUsedAtOnceAndTakenBack(longwave, newer):
    host = longwave().start()
    shipped = catalogue(host)
    assert shipped["source"] == "shipped" and shipped["stations"] == 319 and shipped["version"] >= 20261130
    put = local(host, "stations", "update", str(newer))
    assert put.returncode == 0, put.stdout + put.stderr
    until(lambda: catalogue(host)["version"] == 20270101, 10, "the newer catalogue is in use")
    assert catalogue(host)["source"] == "update" and catalogue(host)["stations"] == 320
    assert host.get("/v1/stations/xx.newest").status == 200
    assert "320 stations · 20270101, updated" in host.get("/v1/pages/host").text
    assert local(host, "stations", "update", str(newer)).returncode == 3, "it is no newer than itself"
    host.end()
    host.restart()
    assert catalogue(host)["version"] == 20270101, "it outlives a restart"
    back = local(host, "stations", "update", "--back")
    assert back.returncode == 0, back.stdout + back.stderr
    until(lambda: catalogue(host) == shipped, 10, "the shipped catalogue is in use again")
    assert host.get("/v1/stations/xx.newest").status == 404


def testABrokenCatalogueChangesNothing(longwave, newer):
    host = longwave().start()
    before = catalogue(host)
    (newer / "gb.json5").write_text("{ stations: [ { id: 'gb.half', name: } ] }\n")
    refused = local(host, "stations", "update", str(newer))
    assert refused.returncode == 3 and "gb.json5: line 1" in refused.stderr, refused.stderr
    assert not (host.state / "catalogue").exists()
    # Put there by hand all the same: it is said, and the shipped one counts.
    shutil.copytree(newer, host.state / "catalogue")
    until(lambda: host.get("/v1/stations").json["problems"], 10, "the problem is told")
    problems = host.get("/v1/stations").json["problems"]
    assert problems[0]["file"] == "catalogue/gb.json5" and "the shipped catalogue is used" in problems[0]["reason"]
    assert catalogue(host) == before


def testWhatIsGoneWithoutATraceIsTold(longwave, newer):
    host = longwave().start()
    text = (newer / "ps.json5").read_text()
    assert "ps.alhara" in text
    (newer / "ps.json5").unlink()
    lists = (newer / "lists.json5").read_text().replace('        "ps.alhara",\n', "")
    (newer / "lists.json5").write_text(lists)
    put = local(host, "stations", "update", str(newer))
    assert put.returncode == 0 and "ps.alhara" in put.stdout, put.stdout + put.stderr
    until(lambda: catalogue(host)["version"] == 20270101, 10, "the newer catalogue is in use")
    reasons = [problem["reason"] for problem in host.get("/v1/stations").json["problems"]]
    assert reasons == ["ps.alhara is gone from it without an alias or a tombstone"]


def testTheOpenDirectoryIsOffUnlessTheOwnerSaysSo(longwave):
    host = longwave().start()
    off = host.get("/v1/stations?directory=radio-browser&q=jazz")
    assert off.status == 409 and off.json["code"] == "directory_off"
    named = host.play("rb:960e57c5-0601-11e8-ae97-52543be04c81")
    assert named.status == 404 and named.json["code"] == "unknown_station", named
