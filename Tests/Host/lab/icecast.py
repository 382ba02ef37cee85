"""A private Icecast on loopback and the programmes that feed it."""

import base64
import json
import os
import shutil
import urllib.parse
import urllib.request
from pathlib import Path

from .process import Child, free_port
from .waiting import until

PASSWORD = "loopback"

CONFIGURATION = """\
<icecast>
  <limits>
    <clients>50</clients><sources>8</sources><burst-size>65535</burst-size>
    <source-timeout>60</source-timeout><queue-size>524288</queue-size>
  </limits>
  <authentication>
    <source-password>{password}</source-password><relay-password>{password}</relay-password>
    <admin-user>admin</admin-user><admin-password>{password}</admin-password>
  </authentication>
  <hostname>localhost</hostname>
  <listen-socket><port>{port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <mount type="normal">
    <mount-name>/covered.mp3</mount-name>
    <fallback-mount>/cover.mp3</fallback-mount><fallback-override>1</fallback-override>
  </mount>
  <paths>
    <basedir>/usr/share/icecast2</basedir><logdir>{folder}</logdir>
    <webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot>
  </paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>3</loglevel></logging>
  <security><chroot>0</chroot>{owner}</security>
</icecast>
"""


class Icecast:
    def __init__(self, folder: Path):
        self.folder = folder
        self.port = free_port()
        self.child = None
        folder.mkdir(parents=True, exist_ok=True)
        owner = ""
        if os.geteuid() == 0:
            owner = "<changeowner><user>icecast2</user><group>icecast</group></changeowner>"
            shutil.chown(folder, "icecast2", "icecast")
        (folder / "icecast.xml").write_text(
            CONFIGURATION.format(password=PASSWORD, port=self.port, folder=folder, owner=owner)
        )
        self.start()

    def start(self):
        self.child = Child(["icecast2", "-c", self.folder / "icecast.xml"], self.folder / "icecast.out")
        until(self._answers, 10, "Icecast answers")

    def kill(self):
        self.child.kill()

    def end(self):
        if self.child.is_running:
            self.child.end()

    def address(self, mount: str, user: str = "", query: str = "") -> str:
        return f"http://{user + '@' if user else ''}127.0.0.1:{self.port}{mount}{'?' + query if query else ''}"

    def title(self, mount: str, text: str):
        """Changes the title in the stream, as a studio's software does."""
        fields = {"mount": mount, "mode": "updinfo", "charset": "UTF-8", "song": text}
        self._admin("/admin/metadata?" + urllib.parse.urlencode(fields))

    def listeners(self, mount: str) -> int:
        return int(self._mounts().get(mount, {}).get("listeners", 0))

    def has(self, mount: str) -> bool:
        return mount in self._mounts()

    def requests(self) -> str:
        """The access log: what was really asked of the server."""
        path = self.folder / "access.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def _mounts(self) -> dict:
        with urllib.request.urlopen(self.address("/status-json.xsl"), timeout=5) as answer:
            # Icecast 2.4 writes titles unescaped into this JSON; only counts and names are wanted here.
            text = answer.read().decode("utf-8", "replace")
        sources = json.loads(text)["icestats"].get("source", [])
        sources = sources if isinstance(sources, list) else [sources]
        return {urllib.parse.urlsplit(source["listenurl"]).path: source for source in sources}

    def _answers(self) -> bool:
        if not self.child.is_running:
            log = self.folder / "error.log"
            tail = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            raise AssertionError(
                f"Icecast ended with {self.child.process.returncode}:\n{self.child.words()}\nIts error log:\n{tail}"
            )
        try:
            self._mounts()
            return True
        except (OSError, ValueError):
            return False

    def _admin(self, path: str):
        request = urllib.request.Request(self.address(path))
        request.add_header("Authorization", "Basic " + base64.b64encode(f"admin:{PASSWORD}".encode()).decode())
        urllib.request.urlopen(request, timeout=5).read()


class Programme:
    """An endless tone, or silence, at a mount, until it is ended, killed or frozen."""

    count = 0

    def __init__(self, icecast: Icecast, mount: str, hertz: float = 440, kbps: int = 192):
        Programme.count += 1
        self.mount = mount
        self.icecast = icecast
        # What was killed before stays listed for a moment, and would be taken for the new one.
        until(lambda: not icecast.has(mount), 10, f"{mount} is free")
        sound = f"0.5*sin(2*PI*{hertz}*t)" if hertz else "0"
        self.child = Child(
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-re",
                "-f", "lavfi", "-i", f"aevalsrc={sound}:sample_rate=44100:channel_layout=mono",
                "-ac", "2", "-c:a", "libmp3lame", "-b:a", f"{kbps}k", "-f", "mp3", "-content_type", "audio/mpeg",
                f"icecast://source:{PASSWORD}@127.0.0.1:{icecast.port}{mount}",
            ],
            icecast.folder / f"programme-{Programme.count}.out",
        )
        until(lambda: icecast.has(mount), 10, f"the programme is at {mount}")

    def freeze(self):
        self.child.freeze()

    def thaw(self):
        self.child.thaw()

    def kill(self):
        if self.child.is_running:
            self.child.kill()

    end = kill
