"""A secret in a user's station address is used, and appears nowhere."""

import base64
import subprocess
from pathlib import Path

import pytest

from lab.front import Front

USER = "canaryuser"
PASSWORD = "canary-Pa55word"
TOKEN = "canary-T0ken"
LOGIN = base64.b64encode(f"{USER}:{PASSWORD}".encode())
SECRETS = [*(text.encode() for text in (USER, PASSWORD, TOKEN)), LOGIN]

ROUTES = [
    "/", "/healthz", "/metrics", "/v1/host", "/v1/players", "/v1/players/main", "/v1/players/main/explain",
    "/v1/stations", "/v1/stations?q=canary", "/v1/stations/resolve?q=gb.canary", "/v1/stations/gb.canary",
    "/v1/pages/now", "/v1/pages/radio", "/v1/pages/radio?q=canary", "/v1/operations", "/v1/devices", "/v1/tokens",
]


def look(where: str, data: bytes):
    for secret in SECRETS:
        assert secret not in data, f"{secret.decode()} is in {where}"


def look_everywhere(host, events, answers):
    for number, answer in enumerate(answers):
        look(f"answer {number} ({answer.status})", answer.body + str(answer.headers).encode())
    for path in ROUTES:
        answer = host.get(path)
        look(path, answer.body + str(answer.headers).encode())
    for answer in answers:
        operation = answer.json.get("operation")
        if operation:
            look("the receipt", host.get(f"/v1/operations/{operation}").body)
    look("the events", events.raw)
    for arguments in (["status"], ["status", "--json"], ["explain"], ["explain", "--json"], ["stations", "--json"]):
        told = host.run(*arguments)
        look(f"longwave {arguments}", (told.stdout + told.stderr).encode())
    look("the log", host.words().encode())
    look("the process list", subprocess.run(["ps", "-eo", "args"], capture_output=True).stdout)
    process = Path("/proc") / str(host.child.pid)
    look("the command line", (process / "cmdline").read_bytes())
    look("the environment", (process / "environ").read_bytes())
    for file in host.state.rglob("*"):
        if file.is_file():
            look(str(file), file.read_bytes())


@pytest.fixture
def front(icecast):
    wire = Front(icecast.port)
    yield wire
    wire.end()


@pytest.fixture
def host(longwave, front):
    host = longwave()

    def listed(mount):
        host.station("gb.canary", f"http://{USER}:{PASSWORD}@127.0.0.1:{front.port}{mount}?token={TOKEN}")

    host.listed = listed
    return host


def assert_was_used(front):
    """The canary was in play: the station's server was shown both."""
    assert f"token={TOKEN}".encode() in front.sent()
    assert LOGIN in front.sent()


def testSecretOfAPlayingStationAppearsNowhere(host, front, programme, watch):
    programme("/canary.mp3")
    host.listed("/canary.mp3")
    host.start()
    events = watch(host)
    answer = host.play("gb.canary")
    assert answer.status == 200, answer
    assert_was_used(front)
    look_everywhere(host, events, [answer])
    stopped = host.command("stop")
    look_everywhere(host, events, [answer, stopped])


def testSecretOfAFailingStationAppearsNowhere(host, front, watch):
    host.listed("/canary-absent.mp3")
    host.start()
    events = watch(host)
    answers = [host.play("gb.canary"), host.play("gb.canary"), host.play()]
    assert answers[0].status == 502, answers
    assert_was_used(front)
    look_everywhere(host, events, answers)


def testSecretOfABadlyWrittenStationAppearsNowhere(host, watch):
    host.station("gb.canary", f"htp://{USER}:{PASSWORD}@127.0.0.1/live?token={TOKEN}")
    host.start()
    events = watch(host)
    look_everywhere(host, events, [host.play("gb.canary")])


def testSecretOfADroppedStationAppearsNowhere(host, front, programme, watch):
    running = programme("/canary2.mp3")
    host.listed("/canary2.mp3")
    host.start()
    events = watch(host)
    answer = host.play("gb.canary")
    assert answer.status == 200, answer
    running.kill()
    events.wait(lambda s: s["phase"] == "failed", 20, "the failure is said")
    assert_was_used(front)
    look_everywhere(host, events, [answer])


def testTheHuntFindsWhatItHuntsFor():
    """A canary that no one could see would prove nothing."""
    with pytest.raises(AssertionError):
        look("a planted line", b"GET /live?token=" + TOKEN.encode())
