"""docs/openapi.json and docs/protocol.md against the sources and the running host."""

import http.client
import itertools
import json
import os
import re
import socket
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text())
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
SOURCES = ROOT / "Sources"
OPERATIONS = [(method.upper(), path) for path, methods in DOCUMENT["paths"].items() for method in methods]
JSON = {"Content-Type": "application/json"}


# How the sources make a problem.
MADE = r"(?:Problem|self\.init)\(\s*(\d{3}),\s*\"(\w+)\""


# MARK: The sources


def source(*parts) -> str:
    return SOURCES.joinpath(*parts).read_text()


def server() -> str:
    return "\n".join(path.read_text() for path in sorted((SOURCES / "Server").rglob("*.swift")))


def cases(text: str, enumeration: str) -> dict:
    """Case names and raw values of an enum of words."""
    body = re.search(rf"enum {enumeration}\b.*?\n(.*?)\n(?:    package enum|}})", text, re.S).group(1)
    words = re.findall(r"^    case (\w+)(?: = \"(\w+)\")?$", body, re.M)
    assert words, enumeration
    return {name: word or name for name, word in words}


def testEveryRouteIsInTheDocument():
    routes = {
        (method.upper(), path)
        for method, path in re.findall(r"Route\(\s*\.(\w+),\s*\"(/[^\"\\]+)\"", server())
    }
    commands = re.findall(r"^\s+route\(\"(\w+)\"", source("Server", "Routes", "CommandRoutes.swift"), re.M)
    routes |= {("POST", f"/v1/players/{{player}}/{act}") for act in commands}
    assert len(commands) == 9 and len(routes) > 25, "the patterns no longer fit the sources"
    assert routes == set(OPERATIONS)


def tables() -> dict:
    """Codes in the tables of protocol.md, by kind."""
    kinds: dict = {}
    kind = None
    for line in PROTOCOL.splitlines():
        if heading := re.match(r"\| status \| (\w+) \|$", line):
            kind = kinds.setdefault(heading.group(1), set())
        elif kind is not None and (row := re.match(r"\| (\d{3}) \| (.*) \|$", line)):
            kind |= {(int(row.group(1)), code) for code in re.findall(r"`([a-z_]+)`", row.group(2))}
        elif not line.startswith("|"):
            kind = None
    return kinds


def testEveryProblemIsInTheTable():
    problems = {(int(status), code) for status, code in re.findall(MADE, server())}
    assert len(problems) > 25, "the pattern no longer fits the sources"
    assert tables()["problem"] == problems
    assert set(DOCUMENT["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]) == {
        code for _, code in problems
    }


def testEveryFaultIsInTheTableWithItsStatus():
    text = source("Model", "Playback", "FaultCode.swift")
    codes = cases(text, "FaultCode")
    sides = {name: 502 for name in codes}
    side = text[text.index("var side"):]
    for names, word in re.findall(r"case ((?:\.\w+[,\s]*)+):\s*\.(\w+)", side):
        sides |= {name: {"output": 503, "nothingCame": 504}[word] for name in re.findall(r"\.(\w+)", names)}
    assert tables()["failed"] == {(sides[name], code) for name, code in codes.items()}
    assert DOCUMENT["components"]["schemas"]["FaultCode"]["enum"] == list(codes.values())


def testEveryRefusalIsInTheTableWithItsStatus():
    codes = cases(source("Model", "Playback", "Verdict.swift"), "RefusalCode")
    wire = source("Server", "Wire", "ReceiptWire.swift")
    wire = wire[wire.index("switch refusal.code"):]
    statuses = {
        name: int(status)
        for names, status in re.findall(r"case ((?:\.\w+[,\s]*)+): (\d{3})", wire)
        for name in re.findall(r"\.(\w+)", names)
    }
    assert tables()["refused"] == {(statuses[name], code) for name, code in codes.items()}
    assert DOCUMENT["components"]["schemas"]["RefusalCode"]["enum"] == list(codes.values())


# MARK: The running host


def resolved(value: dict) -> dict:
    while "$ref" in value:
        found = DOCUMENT
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        value = found
    return value


TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
    "null": type(None),
}


def faults(value, schema: dict, at: str = "$") -> list:
    """What of `value` the schema does not say; knows the few words that the document uses."""
    schema = resolved(schema)
    unknown = set(schema) - {
        "description", "type", "enum", "const", "anyOf", "properties", "required", "additionalProperties", "items",
        "format", "minimum", "maximum",
    }
    assert not unknown, f"this check does not know {unknown}"
    if "anyOf" in schema:
        tried = [faults(value, one, at) for one in schema["anyOf"]]
        return [] if [] in tried else min(tried, key=len)
    if "const" in schema:
        return [] if value == schema["const"] else [f"{at}: {value!r} is not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value!r} is none of {schema['enum']}"]
    types = [schema.get("type", [])] if isinstance(schema.get("type", []), str) else schema.get("type", [])
    if types and not any(
        isinstance(value, TYPES[one]) and (one == "boolean" or not isinstance(value, bool)) for one in types
    ):
        return [f"{at}: {value!r} is no {types}"]
    if isinstance(value, list):
        return [fault for n, one in enumerate(value) for fault in faults(one, schema.get("items", {}), f"{at}[{n}]")]
    found = []
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{at}: {value} is out of range")
    if isinstance(value, dict):
        members = schema.get("properties", {})
        more = schema.get("additionalProperties", True)
        found += [f"{at}.{name} is missing" for name in schema.get("required", []) if name not in value]
        for name, one in value.items():
            if name in members or isinstance(more, dict):
                found += faults(one, members.get(name, more), f"{at}.{name}")
            elif more is False:
                found.append(f"{at}.{name} is not documented")
    return found


def wanted(method: str, path: str, answer) -> str:
    """Fails where the document does not say that this may be the answer. The status and type."""
    responses = DOCUMENT["paths"][path][method.lower()]["responses"]
    assert str(answer.status) in responses, f"{method} {path} answers {answer}"
    content = resolved(responses[str(answer.status)]).get("content", {})
    kind = answer.headers.get("Content-Type", "").split(";")[0]
    assert (kind in content) if kind else not answer.body, f"{method} {path}: {kind!r} is not among {list(content)}"
    if kind.endswith("json") and answer.body:
        assert not (wrong := faults(answer.json, content[kind]["schema"])), f"{method} {path}: {wrong} in {answer}"
        if kind == "application/problem+json":
            assert answer.json["status"] == answer.status
            assert answer.json["code"] not in ("not_found", "method_not_allowed"), f"no route: {method} {path}"
    return f"{answer.status} {kind}"


@pytest.fixture
def host(longwave):
    host = longwave()
    host.station("gb.refusing", "http://127.0.0.1:9/never")
    host.station("gb.saved", "http://127.0.0.1:9/never")
    return host.start("--share", ROOT)


class LocalConnection(http.client.HTTPConnection):
    """HTTP through the host's own socket."""

    def __init__(self, path):
        super().__init__("localhost", timeout=10)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(10)
        self.sock.connect(self.path)


def paired(host) -> dict:
    """A new owner's token with its ID."""
    connection = LocalConnection(host.state / "longwave.sock")
    connection.request("POST", "/v1/pairing")
    code = json.loads(connection.getresponse().read())["code"]
    connection.close()
    answer = host.request("POST", "/v1/pairing/redeem", {"code": code, "label": "test"})
    wanted("POST", "/v1/pairing/redeem", answer)
    return answer.json


GOOD = {
    "play": {"media": "station:gb.refusing"}, "volume": {"volume": 40}, "mute": {"muted": True},
    "transfer": {"output": "null"}, "presets": {"media": "station:gb.refusing"}, "{preset}": {"position": 0},
}
QUERIES = [
    "", "?q=gb.refusing", "?q=gb.refusing&country=GB&tag=test", "?q=zzz", "?q=", "?limit=2", "?limit=none", "?cursor=x",
    "?cursor=999-1", "?surprise=1", "?player=none",
]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def testRouteAnswersAsDocumented(host, method, path):
    if path == "/v1/events":
        # The stream itself has a test of its own; HEAD has the same head.
        assert wanted("GET", path, host.request("HEAD", path)) == "200 text/event-stream"
        assert wanted("GET", path, host.get(path + "?topics=none")) == "422 application/problem+json"
        return
    operation = host.command("stop").json["operation"]
    owner = paired(host)
    saved = host.request("POST", "/v1/presets", {"media": "station:gb.saved"})
    wanted("POST", "/v1/presets", saved)
    if path == "/v1/pairing/redeem":
        # What `paired` wants of it is the good answer; wrong codes end in a wait.
        assert wanted(method, path, host.request(method, path, b"{", JSON)) == "400 application/problem+json"
        assert wanted(method, path, host.request(method, path, {"code": "1"})) == "403 application/problem+json"
        return
    names = {
        "player": ["main", "none"], "station": ["gb.refusing", "us.wsum", "none"], "operation": [operation, "0" * 32],
        "grant": ["0" * 32], "list": ["classical", "none"], "preset": [saved.json["preset"]["id"], "0" * 16, "x"], "token": [owner["id"], paired(host)["id"]],
    }
    name = next(iter(re.findall(r"{(\w+)}", path)), None)
    concrete = [path.replace(f"{{{name}}}", value) for value in names.get(name, [""])]
    headers = [{"Authorization": f"Bearer {token}"} for token in ("0" * 64, owner["token"])] + [{}]
    seen = set()
    if method in ("POST", "PATCH"):
        bodies = [
            (None, {}), (b"{", JSON), (b"[]", JSON), (b"{}", {"Content-Type": "text/plain"}), (b"{}", JSON),
            (b'{"surprise": 1}', JSON), (b'{"media": "http://x/", "code": 1, "volume": 101}', JSON),
            (json.dumps(GOOD.get(path.split("/")[-1], {"code": "1"})).encode(), JSON), (b" " * 66_000, JSON),
        ]
        for one, (body, type), who in itertools.product(concrete, bodies, headers):
            seen.add(wanted(method, path, host.request(method, one, body, who | type)))
            answer = host.request(method, one, body, who | type | {"Prefer": "respond-async", "If-Match": '"none"'})
            seen.add(wanted(method, path, answer))
    else:
        for one, query, who in itertools.product(concrete, QUERIES, headers):
            answer = host.request(method, one + query, headers=who)
            seen.add(wanted(method, path, answer))
            if method == "GET":
                head = host.request("HEAD", one + query, headers=who)
                assert (head.status, head.body) == (answer.status, b""), (one, query, head)
    if not path.startswith("/relay/"):
        foreign = host.request(method, concrete[0], headers={"Host": "evil.example"})
        assert wanted(method, path, foreign) == "403 application/problem+json"
    assert any(one.startswith("2") for one in seen) or path in UNANSWERED, seen


# Its grants are in no answer.
UNANSWERED = {"/relay/{grant}"}


def testRedeemingWrongCodesEndsInAWait(host):
    answers = [host.request("POST", "/v1/pairing/redeem", {"code": "00000000"}) for _ in range(8)]
    statuses = [wanted("POST", "/v1/pairing/redeem", answer)[:3] for answer in answers]
    assert statuses[0] == "403" and statuses[-1] == "429", statuses
    assert int(answers[-1].headers["Retry-After"]) > 0


def testOtherMethodsAndPathsAreProblems(host):
    assert host.request("PUT", "/v1/host").json["code"] == "method_not_allowed"
    assert host.get("/v1/none").json["code"] == "not_found"


def testEventsAreAsDocumented(host, watch):
    listener = watch(host)
    schemas = {"player": "PlayerEvent"} | dict.fromkeys(["stations", "presets", "tokens"], "ChangeEvent")
    for _, name, data in listener.events[:4]:
        assert not faults(data, DOCUMENT["components"]["schemas"][schemas[name]])
    epoch = host.snapshot()["epoch"]
    assert re.match(rf"retry: 1000\n\nid: {epoch}-\d+\nevent: player\ndata: {{", listener.raw.decode())


def testExamplesWork(longwave, icecast, programme):
    """Every fenced sh block, in order, in one shell."""
    programme("/protocol.mp3")
    host = longwave()
    host.station("gb.example", icecast.address("/protocol.mp3"))
    host.start("--share", ROOT)
    blocks = re.findall(r"^```sh\n(.*?)^```$", PROTOCOL, re.M | re.S)
    assert len(blocks) >= 5
    done = subprocess.run(
        ["sh", "-eux", "-c", "\necho\n".join(blocks)],
        env=os.environ | {
            "host": f"http://127.0.0.1:{host.port}", "station": "gb.example",
            "socket": str(host.state / "longwave.sock"),
        },
        capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert '"verdict":"confirmed"' in done.stdout and "event: player" in done.stdout
    # The last example left no owner behind.
    listed = subprocess.run(
        [host.binary, "pair", "--list", "--host", host.state / "longwave.sock"],
        capture_output=True, text=True, timeout=10,
    )
    assert (listed.returncode, "shell" in listed.stdout) == (0, False), listed
