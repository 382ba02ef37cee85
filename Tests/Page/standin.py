"""A host for page work that can be told to drop, lie and hang: serves web/, page models, commands and events.

It answers as docs/pages.md says. Tests that need no fault run against the real daemon instead."""

import json
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

WEB = Path(__file__).resolve().parents[2] / "web"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
         ".png": "image/png", ".webmanifest": "application/manifest+json"}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
          "require-trusted-types-for 'script'; trusted-types 'none'")

STATIONS = [
    ("us.wsum", "WSUM 91.7 FM", ["Madison", "US", "192 kbit/s mp3"], []),
    ("us.kexp", "KEXP 90.3", ["Seattle", "US", "160 kbit/s aac"], []),
    ("de.dlf", "Deutschlandfunk", ["Köln", "DE", "128 kbit/s mp3"], []),
    ("fr.fip", "FIP", ["Paris", "FR", "192 kbit/s aac"], []),
    ("lan.demo", "Longwave demo", ["mp3"], ["LAN"]),
    ("xx.long", "Radio mit einem ganz außerordentlich langen Namen aus Donaudampfschifffahrtsgesellschaftshausen",
     ["Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "GB", "320 kbit/s mp3"], []),
    ("xx.soon", "Not Yet FM", ["Wien", "AT"], []),
] + [(f"xx.n{n}", f"Station {n}", ["Somewhere", "XX", "128 kbit/s mp3"], []) for n in range(8, 320)]

TONES = {"idle": "rests", "paused": "rests", "stopped": "rests", "playing": "sounds", "failed": "fails", "stuck": "fails"}
EYEBROWS = {"idle": "Ready", "resolving": "Looking up", "starting": "Starting", "playing": "Playing",
            "buffering": "Waiting for the stream", "reconnecting": "Reconnecting to the station", "paused": "Paused",
            "stopped": "Stopped", "failed": "Could not play", "stuck": "Not answering", "waiting": "Waiting for an output"}
PATIENCE = 20
HEARD = ("playing", "buffering", "reconnecting", "paused")


class Host:
    """One player and its faults; every member may be set by a test between two steps."""

    def __init__(self):
        self.lock = threading.RLock()
        self.epoch, self.rev, self.generation = "5f0c2a9e", 1, 1
        self.phase, self.media, self.on_air = "idle", None, None
        self.volume, self.muted, self.at = 30, False, 0
        self.notices = []
        self.code, self.owner = "12345678", None
        self.revision, self.problems = 7, []
        self.stations = STATIONS[:40]
        self.presets, self.missing, self.shelf = [], 0, 1   # keys of stations, how many more are gone, the revision
        self.listeners = []
        self.commands = []
        # Faults.
        self.up = True                # False: connections are closed without an answer
        self.pages = opened()         # closed: page models wait
        self.plays = opened()         # closed: a play stays in `starting`
        self.page_failure = None      # (status, problem) instead of page models
        self.changes = opened()       # closed: changes of presets wait
        self.refusal = None           # (status, problem) to changes of presets
        self.answer = None            # (status, body) to the next commands, which then change nothing
        self.hold = False             # a play is answered as unconfirmed and stays in `starting`

    # What tests do.

    def become(self, phase, **members):
        with self.lock:
            self.phase = phase
            for name, value in members.items():
                setattr(self, name, value)
            if phase == "playing":
                self.at = now_ms()
            self.rev += 1
            self.publish()

    def publish(self):
        self.tell("player", {"player": self.snapshot(), "nowMs": now_ms()})

    def tell(self, name, value):
        for listener in list(self.listeners):
            listener.put(f"event: {name}\ndata: {json.dumps(value)}\n\n")

    def drop(self):
        """Ends every event stream."""
        for listener in list(self.listeners):
            listener.put(None)

    # What clients see.

    def snapshot(self):
        item = {"media": self.media, "title": self.name()} if self.media else None
        moves = 1 if self.phase == "playing" else 0
        position = {"positionMs": 0, "atMs": self.at, "rate": moves} if self.phase in HEARD else None
        return {"player": "main", "epoch": self.epoch, "rev": self.rev, "generation": self.generation,
                "phase": self.phase, "item": item, "position": position, "volume": self.volume, "muted": self.muted}

    def name(self):
        return next((name for key, name, _, _ in STATIONS if f"station:{key}" == self.media), self.media)

    def shell(self):
        return {"lang": "en", "product": "Longwave", "host": "kitchen", "navigationLabel": "Pages",
                "navigation": [{"id": "now", "label": "Now"}, {"id": "radio", "label": "Radio"},
                               {"id": "host", "label": "Host"}]}

    def control(self, key, path=None, body=None, why=None, **more):
        return {"id": key, "act": key, "label": key.capitalize(), "icon": key, "method": "POST",
                "path": f"/v1/players/main/{path or key}", "body": body or {}, "enabled": why is None, "reason": why,
                "pressed": None, "pending": False, **more}

    def now(self, owner):
        tone = TONES.get(self.phase, "waits")
        silent = "Nothing is playing." if self.phase in ("idle", "stopped", "failed") else None
        unheard = silent or ("Nothing is heard yet." if self.phase not in HEARD else None)
        paused = self.phase == "paused"
        found = next((row for row in STATIONS if f"station:{row[0]}" == self.media), None)
        fields, at = [], 0
        if self.phase == "playing":
            fields = ["Heard by output", "Signal present", "pulse/lab", "192 kbit/s mp3", "https://stream.example"]
            at = 3
        elif tone == "waits":
            fields, at = ["Bytes arrive", "Signal unknown", "pulse/lab", "192 kbit/s mp3", "https://stream.example"], 1
        hops = [("Provider", "alive", "WSUM 91.7 FM, 2 streams listed"), ("Relay", "alive", "1.2 MB in 50 s"),
                ("Decoder", "alive", "mp3, 44.1 kHz, signal present"), ("Output", "alive", "pulse, sink lab, running")]
        pairing = {"paired": False, "title": "Pair",
                   "text": "Run “longwave pair” on the host and type the code here.",
                   "code": {"label": "Pairing code"}, "name": {"label": "Name of this browser"},
                   "control": {**self.control("pair"), "path": "/v1/pairing/redeem"}}
        if owner:
            pairing = {"paired": True, "title": "Paired", "text": f"This browser holds the token “{owner}”.",
                       "forgetLabel": "Forget the token"}
        return {
            "page": "now", "epoch": self.epoch, "rev": self.rev, "shell": self.shell(), "phase": self.phase,
            "tone": tone, "eyebrow": EYEBROWS[self.phase] + (", muted" if self.muted and at == 3 else ""),
            "title": self.name() or "Nothing playing", "onAir": self.on_air,
            "detail": found[2][:2] if found else [], "tags": found[3] if found else [], "media": self.media,
            "position": {"label": "Heard for", "live": True, "liveText": "Live"} if self.phase in HEARD else None,
            "evidence": {"label": "Evidence", "scale": ["Nothing", "Decoded", "At the output", "Heard"], "at": at,
                         "fields": fields},
            "empty": {"text": "Choose a station and press it once.", "label": "Radio", "page": "radio"}
            if self.phase == "idle" else None,
            "playerLabel": "Player",
            "controls": [
                self.control("play", why=None if self.media else "Choose a station first.",
                             pressed=tone == "sounds", pending=tone == "waits"),
                self.control("pause", "resume" if paused else "pause", why=unheard, pressed=paused,
                             act="resume" if paused else "pause"),
                self.control("stop", why=silent),
                self.control("previous", why=self.no_step()), self.control("next", why=self.no_step()),
                self.control("mute", body={"muted": not self.muted}, pressed=self.muted),
                self.control("volume", kind="range", field="volume", min=0, max=100, step=1, value=self.volume,
                             valueText=f"{self.volume} percent", unit="percent"),
            ],
            "notices": self.notices,
            "signalPath": {"title": "Signal path", "sentence": "Every hop is alive.", "hops": [
                {"name": name, "state": state, "stateText": state, "seen": seen} for name, state, seen in hops]}
            if owner and self.phase == "playing" else None,
            "browser": {"title": "This browser", "pairing": pairing, "shortcuts": {
                "label": "Keyboard shortcuts", "text": "Space plays or stops, M mutes, J and K move, / searches."}},
        }

    def radio(self, query):
        words = query.lower().split()
        found = [row for row in self.stations if all(word in f"{row[1]} {row[0]} {row[2][0]}".lower() for word in words)]
        count = f"{len(found)} of {len(self.stations)} stations" if words else f"{len(found)} stations"
        return {
            "page": "radio", "revision": self.revision, "query": query, "shell": self.shell(), "eyebrow": count,
            "title": "Radio", "search": {"label": "Search stations", "hint": "Name, city or tag"},
            "empty": None if found else {"text": f"No station matches “{query}”."},
            "play": self.control("play", field="media"), "notices": self.problems, "presets": self.saved(),
            "heading": "All stations",
            "rows": [self.row(*one) for one in found],
        }

    def row(self, key, name, detail, tags):
        return {"id": key, "media": f"station:{key}", "title": name, "detail": detail, "tags": tags,
                "enabled": key != "xx.soon", "reason": "Not on air yet." if key == "xx.soon" else None}

    def no_step(self):
        return None if len(self.presets) > 1 else "No other station of the presets can be played now."

    def saved(self):
        change = {"act": "preset", "path": "/v1/presets", "body": {}, "enabled": True, "reason": None}
        rows = [{**self.row(*next(one for one in STATIONS if one[0] == key)), "preset": f"p-{key}", "position": at,
                 "path": f"/v1/presets/p-{key}"} for at, key in enumerate(self.presets)]
        return {"title": "Presets", "revision": self.shelf, "arrange": "Arrange", "up": "Move up", "down": "Move down",
                "handle": "Drag to its place", "rows": rows,
                "text": f"{self.missing} saved stations are not available." if self.missing else None,
                "empty": None if rows else "No presets yet. The mark beside a station makes it one.",
                "add": {**change, "id": "add", "label": "Preset", "method": "POST", "field": "media"},
                "remove": {**change, "id": "remove", "label": "Preset", "method": "DELETE"},
                "move": {**change, "id": "move", "label": "Move", "method": "PATCH", "field": "position"}}

    def change(self, method, path, body):
        """A change of the presets, as docs/protocol.md has it."""
        self.changes.wait(PATIENCE)
        with self.lock:
            self.commands.append((method, {**body, "path": path}))
            if self.refusal:
                return self.refusal
            key = path.rsplit("/p-", 1)[-1] if "/p-" in path else body["media"].removeprefix("station:")
            name, action = next(one[1] for one in STATIONS if one[0] == key), None
            if method == "POST":
                self.presets.insert(body.get("position", len(self.presets)), key)
                text = f"{name} is a preset now."
            else:
                at = self.presets.index(key)
                self.presets.pop(at)
                text = f"{name} is no longer a preset."
                action = {"id": "undo", "act": "addPreset", "label": "Undo", "method": "POST", "path": "/v1/presets",
                          "body": {"media": f"station:{key}", "position": at}, "enabled": True, "reason": None}
                if method == "PATCH":
                    self.presets.insert(body["position"], key)
                    text, action = f"{name} is preset {body['position'] + 1} now.", None
            self.shelf += 1
            self.tell("presets", {"revision": self.shelf})
            notice = {"code": "preset", "severity": "info", "text": text, "action": action}
            return 201 if method == "POST" else 200, {"revision": self.shelf, "notice": notice}

    def box(self):
        return {
            "page": "host", "epoch": self.epoch, "shell": self.shell(), "eyebrow": "Something is missing",
            "title": "kitchen", "groups": [
                {"title": "Host", "lines": [{"label": "Version", "tone": "rests", "text": "0.1.0"}]},
                {"title": "Health", "lines": [
                    {"label": "Network", "tone": "sounds", "text": "Reachable at 192.168.1.20"},
                    {"label": "Sound", "tone": "rests", "text": EYEBROWS[self.phase]}]},
                {"title": "Features", "lines": [
                    {"label": "Discovery", "tone": "fails", "text": "Avahi does not run on this host."}]}],
            "notices": [],
        }

    def command(self, act, body):
        with self.lock:
            self.commands.append((act, body))
            if self.answer:
                return self.answer
            if act in ("volume", "mute"):
                self.volume, self.muted = body.get("volume", self.volume), body.get("muted", self.muted)
                self.rev += 1
                self.publish()
                return 200, self.outcome("confirmed")
            self.generation += 1
            if act in ("play", "next", "previous"):
                self.media = body.get("media", self.media)
                if act != "play":
                    key, step = self.media.removeprefix("station:"), 1 if act == "next" else -1
                    self.media = f"station:{self.presets[(self.presets.index(key) + step) % len(self.presets)]}"
                self.become("starting", on_air=None, notices=[])
                mine = self.generation
                if self.hold:
                    return 202, {**self.outcome("unconfirmed"), "code": "unconfirmed", "title": "Unconfirmed",
                                 "detail": "No proof of sound from pulse/lab within 8 s."}
            else:
                self.become({"stop": "stopped", "pause": "paused", "resume": "playing"}[act], notices=[])
                return 200, self.outcome("confirmed")
        self.plays.wait(PATIENCE)
        with self.lock:
            if mine != self.generation:
                return 409, {**self.outcome("superseded"), "code": "superseded", "title": "Superseded"}
            self.become("playing", on_air="Sleater-Kinney – Dig Me Out")
            return 200, self.outcome("confirmed")

    def outcome(self, verdict):
        return {"operation": "0" * 32, "verdict": verdict, "player": self.snapshot()}


def opened():
    gate = threading.Event()
    gate.set()
    return gate


def now_ms():
    return int(time.monotonic() * 1000)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def serve(host, port=0):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def reply(self, status, body, kind="application/json"):
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Cache-Control", "no-cache")
            self.end_headers()
            self.wfile.write(data)

        def is_down(self):
            if not host.up:
                self.close_connection = True
            return not host.up

        def do_GET(self):
            url = urlsplit(self.path)
            if not url.path.startswith("/v1/"):
                return self.file(url.path)
            if self.is_down():
                return None
            if url.path == "/v1/events":
                return self.events()
            host.pages.wait(PATIENCE)
            if host.page_failure:
                return self.reply(*host.page_failure)
            bearer = self.headers.get("Authorization")
            if bearer and (not host.owner or bearer != "Bearer owner-token"):
                return self.reply(401, {"code": "token_unknown", "title": "Unknown token"})
            if url.path == "/v1/pages/now":
                return self.reply(200, host.now(host.owner if bearer else None))
            if url.path == "/v1/pages/host":
                return self.reply(200, host.box())
            return self.reply(200, host.radio(parse_qs(url.query).get("q", [""])[0]))

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
            if self.is_down():
                return None
            if self.path.startswith("/v1/presets"):
                return self.reply(*host.change(self.command, self.path, body))
            if self.path != "/v1/pairing/redeem":
                return self.reply(*host.command(self.path.rsplit("/", 1)[1], body))
            if body.get("code") != host.code:
                return self.reply(403, {"code": "code_wrong", "title": "Wrong code", "detail": "This code is not valid."})
            host.owner = body["label"]
            return self.reply(200, {"token": "owner-token", "id": "t1", "label": body["label"]})

        do_PATCH = do_DELETE = do_POST

        def file(self, path):
            file = WEB / (path.lstrip("/") or "index.html")
            if not file.is_file():
                return self.reply(404, {"code": "not_found"})
            return self.reply(200, file.read_bytes(), TYPES[file.suffix])

        def events(self):
            self.close_connection = True
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            listener = queue.Queue()
            host.listeners.append(listener)
            try:
                self.say("player", {"player": host.snapshot(), "nowMs": now_ms()})
                self.say("stations", {"revision": host.revision})
                self.say("presets", {"revision": host.shelf})
                while True:
                    try:
                        text = listener.get(timeout=15)
                    except queue.Empty:
                        self.say("heartbeat", {})
                        continue
                    if text is None:
                        return
                    self.wfile.write(text.encode())
                    self.wfile.flush()
            except OSError:
                pass  # The page went away.
            finally:
                host.listeners.remove(listener)

        def say(self, name, value):
            self.wfile.write(f"event: {name}\ndata: {json.dumps(value)}\n\n".encode())
            self.wfile.flush()

    server = Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


if __name__ == "__main__":
    import sys

    print(f"http://127.0.0.1:{serve(Host(), int(sys.argv[1]) if len(sys.argv) > 1 else 0).server_port}/", flush=True)
    threading.Event().wait()
