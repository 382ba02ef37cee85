"""Bad input: a clear problem each, and nothing changed."""

import json
import socket

import pytest


@pytest.fixture
def host(longwave):
    host = longwave()
    host.station("gb.refusals", "http://127.0.0.1:9/never")
    return host.start()


@pytest.fixture
def unchanged(host):
    """The snapshot before is the snapshot after."""
    before = host.snapshot()
    yield host
    assert host.snapshot() == before


def problem(answer):
    assert answer.headers["Content-Type"].startswith("application/problem+json"), answer
    body = answer.json
    assert body["code"] and body["title"] and body["status"] == answer.status
    return body


def testUnknownStationNamesItsNeighboursAsText(unchanged):
    answer = unchanged.play("gb.refusal")
    assert answer.status == 404, answer
    body = answer.json
    assert (body["verdict"], body["code"]) == ("refused", "unknown_station")
    assert any("gb.refusals" in str(name) for name in body["nearest"]), body


@pytest.mark.parametrize(
    "media",
    ["http://127.0.0.1/live.mp3", "https://user:pass@example.org/x", "file:///etc/passwd", "//example.org/live",
     "station:http://127.0.0.1/live.mp3"],
)
def testAddressAsMediaIsUntrusted(unchanged, media):
    answer = unchanged.command("play", {"media": media})
    assert answer.status in (400, 422), answer
    assert answer.json["code"] == "untrusted_stream"
    assert "pass@" not in answer.text


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'"station:us.kexp"', b"{'media': 1}", b'{"media": "station:us.kexp"} x', b"\xff\xfe", b"[" * 5000],
)
def testMalformedJSONIsRefused(unchanged, body):
    answer = unchanged.request("POST", "/v1/players/main/play", body, {"Content-Type": "application/json"})
    assert answer.status in (400, 422), answer
    problem(answer)


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("play", {"media": 7}),
        ("play", {"media": None, "deadlineMs": "soon"}),
        ("play", {"deadlineMs": -1}),
        ("play", {"deadlineMs": 30001}),
        ("volume", {"volume": "loud"}),
        ("volume", {"volume": 101}),
        ("volume", {"volume": -1}),
        ("volume", {"volume": 1.5}),
        ("volume", {}),
        ("mute", {"muted": "yes"}),
        ("mute", {}),
    ],
)
def testWrongTypesAndValuesAreRefused(unchanged, act, body):
    answer = unchanged.command(act, body)
    assert answer.status in (400, 422), answer
    problem(answer)


def testUnknownFieldIsNamed(unchanged):
    answer = unchanged.command("play", {"media": "station:gb.refusals", "loudness": 11})
    assert answer.status in (400, 422), answer
    assert "loudness" in answer.text


@pytest.mark.parametrize("framing", [b"Content-Length: 2000000", b"Content-Length: 99999999999999999999"])
def testHugeBodyIsRefusedBeforeItIsSent(unchanged, framing):
    with socket.create_connection(("127.0.0.1", unchanged.port), timeout=10) as connection:
        connection.sendall(
            b"POST /v1/players/main/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + framing + b"\r\n\r\n{"
        )
        answer = connection.recv(4096)
    assert answer.startswith((b"HTTP/1.1 413", b"HTTP/1.1 400")), answer


def testBodyOverTheLimitIsRefused(unchanged):
    answer = unchanged.command("play", {"media": "station:" + "x" * 66_000})
    assert answer.status == 413, answer


def testOnlyJSONIsAccepted(unchanged):
    answer = unchanged.request(
        "POST", "/v1/players/main/play", b"media=station:gb.refusals",
        {"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status == 415, answer


def testForeignOriginAndHostAreRefused(unchanged):
    port = unchanged.port
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}):
        answer = unchanged.command("stop", headers=headers)
        assert answer.status == 403, (headers, answer)
    answer = unchanged.get("/v1/host", headers={"Host": f"evil.example:{port}"})
    assert answer.status in (403, 421), answer
    assert unchanged.get("/v1/host", headers={"Host": f"localhost:{port}"}).status == 200


def testOwnersRoutesNeedAToken(host):
    for path in ("/v1/operations", "/v1/tokens"):
        answer = host.get(path)
        assert answer.status in (401, 403, 404), answer


@pytest.mark.parametrize(
    "head",
    [
        b"POST /v1/players/main/stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST /v1/players/main/stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"POST /v1/players/main/stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}",
        b"GET /v1/host HTTP/1.1\r\n\r\n",
    ],
)
def testAmbiguousFramingIsRefused(unchanged, head):
    with socket.create_connection(("127.0.0.1", unchanged.port), timeout=10) as connection:
        connection.sendall(head)
        answer = connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 4") or answer == b"", answer


def testCommandLineSaysTheSame(unchanged):
    refused = unchanged.run("play", "gb.refusal", "--json")
    assert refused.returncode == 3, refused
    assert json.loads(refused.stdout)["code"] == "unknown_station"
    usage = unchanged.run("play", "--no-such-flag")
    assert usage.returncode == 2 and usage.stderr
    plain = unchanged.run("play", "gb.refusal")
    assert "gb.refusals" in plain.stderr + plain.stdout
