"""Measures Longwave against bare libmpv, MPD and nginx in one run on this machine, and prints Markdown.

    scripts/bench [--quick] [--write]    --write puts the result into BENCHMARKS.md
"""

import argparse
import datetime
import http.client
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Host"))
sys.dont_write_bytecode = True

from lab.icecast import Icecast, Programme  # noqa: E402
from lab.longwave import Longwave  # noqa: E402
from lab.process import Child, free_port  # noqa: E402
from lab.pulse import Pulse  # noqa: E402
from lab.waiting import until  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")

# mpv's own program with the options of Sources/Engine/MPVOptions.swift that decide what it costs, and no filter.
MPV = [
    "mpv", "--no-config", "--no-terminal", "--load-scripts=no", "--ytdl=no", "--video=no", "--vo=null",
    "--audio-display=no", "--network-timeout=0", "--demuxer-max-bytes=4MiB", "--demuxer-max-back-bytes=512KiB",
    "--cache=auto", "--gapless-audio=weak", "--audio-fallback-to-null=no", "--ao=null", "--volume=30",
]


class Row:
    def __init__(self, what, ours, peer, ratio, budget, is_met):
        self.cells = [what, ours, peer, ratio, budget, "yes" if is_met else "**no**"]


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


# MARK: What the kernel says


def resident(pid) -> float:
    """MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def cpu(pid) -> float:
    """Seconds of CPU of all threads, living and ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def wakeups(pid) -> dict:
    """Voluntary switches of each living thread."""
    counts = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            text = (task / "status").read_text()
        except OSError:
            continue
        counts[task.name] = int(next(line for line in text.splitlines() if line.startswith("voluntary")).split()[1])
    return counts


def written(pid) -> int:
    text = Path(f"/proc/{pid}/io").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("write_bytes")).split()[1])


def rest(seconds):
    """Lets the measured processes run; a measurement is made of time."""
    limit = time.monotonic() + seconds
    until(lambda: time.monotonic() >= limit, seconds + 5, "the window of the measurement", every=0.1)


# MARK: Peers


class BarePlayer:
    """Benchmarks/Bare, driven over its standard input."""

    def __init__(self, binary, environment=None):
        self.process = subprocess.Popen(
            [binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment
        )
        self.pid = self.process.pid

    def ask(self, line) -> str:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def play(self, address, output) -> float:
        answer = self.ask(f"play {address} {output}")
        assert answer.startswith("confirmed "), answer
        return float(answer.split()[1])

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


def start_mpd(folder: Path) -> Child:
    folder.mkdir()
    for name in ("music", "playlists"):
        (folder / name).mkdir()
    port = free_port()
    (folder / "mpd.conf").write_text(
        f'music_directory "{folder}/music"\nplaylist_directory "{folder}/playlists"\ndb_file "{folder}/db"\n'
        f'state_file "{folder}/state"\nbind_to_address "127.0.0.1"\nport "{port}"\nzeroconf_enabled "no"\n'
        'audio_output {\n  type "null"\n  name "null"\n}\n'
    )
    child = Child(["mpd", "--no-daemon", folder / "mpd.conf"], folder / "mpd.out")
    child.port = port
    until(
        lambda: subprocess.run(["mpc", "-h", "127.0.0.1", "-p", str(port), "status"], capture_output=True).returncode
        == 0, 10, "MPD answers",
    )
    return child


def start_nginx(folder: Path, body: bytes) -> Child:
    folder.mkdir()
    (folder / "root").mkdir()
    (folder / "root" / "state").write_bytes(body)
    port = free_port()
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}worker_processes 1;\ndaemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
        "events { worker_connections 512; }\n"
        f"http {{\n  access_log off;\n  default_type application/json;\n  keepalive_requests 1000000;\n"
        f"  client_body_temp_path {folder}/t1;\n  proxy_temp_path {folder}/t2;\n  fastcgi_temp_path {folder}/t3;\n"
        f"  uwsgi_temp_path {folder}/t4;\n  scgi_temp_path {folder}/t5;\n"
        f"  server {{ listen 127.0.0.1:{port}; root {folder}/root; }}\n}}\n"
    )
    child = Child(["nginx", "-c", folder / "nginx.conf", "-p", folder], folder / "nginx.out")
    child.port = port

    def answers():
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/state", timeout=2).read() == body
        except OSError:
            return False

    until(answers, 10, "nginx answers")
    return child


# MARK: Measurements


def start_rows(bench, output, name, budget, host, bare, icecast, mount):
    """POST play to confirmed, alternating with bare libmpv on the same mount."""
    ours, peers = [], []
    for turn in range(bench.rounds):
        answer = host.play("gb.bench")
        assert answer.json["verdict"] == "confirmed", answer
        ours.append((answer.answered - answer.asked) * 1000)
        assert host.command("stop").json["verdict"] == "confirmed"
        peers.append(bare.play(icecast.address(mount), output))
        bare.ask("stop")
        say(f"start, {name}: {turn + 1}/{bench.rounds}: {ours[-1]:.0f} ms, bare {peers[-1]:.0f} ms")
    mine, other = statistics.median(ours), statistics.median(peers)
    more = mine - other
    text = f"{mine:.0f} ms ({min(ours):.0f} to {max(ours):.0f}, n = {len(ours)})"
    bench.rows.append(
        Row(f"POST play → confirmed, Icecast 192k, {name}: median", text, "–", "–", f"{budget} ms", mine <= budget)
    )
    bench.rows.append(
        Row(
            f"the same over bare libmpv, {name}: difference of medians", f"{mine:.0f} ms",
            f"{other:.0f} ms ({min(peers):.0f} to {max(peers):.0f})", f"{more:+.0f} ms", "≤ +15 ms", more <= 15,
        )
    )


def ratio_row(bench, what, ours, peer, unit, limit, peer_name, at_least=False, digits=1):
    ratio = ours / peer
    is_met = ratio >= limit if at_least else ratio <= limit
    bench.rows.append(
        Row(
            what, f"{ours:.{digits}f} {unit}", f"{peer:.{digits}f} {unit} ({peer_name})", f"{ratio:.2f} ×",
            f"{'≥' if at_least else '≤'} {limit} ×", is_met,
        )
    )


def idle(bench, host, folder):
    say("idle: memory and wake-ups")
    mpd = start_mpd(folder / "mpd")
    rest(5)
    window = 10 if bench.quick else 60
    before = wakeups(host.child.pid)
    rest(window)
    # A thread that ended in the window takes its count along; one that came counts from its birth.
    rate = sum(count - before.get(thread, 0) for thread, count in wakeups(host.child.pid).items()) / window
    ratio_row(bench, "resident memory, idle", resident(host.child.pid), resident(mpd.pid), "MB", 1.2, "MPD, idle")
    bench.rows.append(
        Row(f"wake-ups idle (voluntary switches, {window} s)", f"{rate:.2f}/s", "–", "–", "≤ 2/s", rate <= 2)
    )
    mpd.end()


def playing(bench, host, bare, icecast, mount):
    say("playing: memory, CPU and disk writes")
    assert host.play("gb.bench").json["verdict"] == "confirmed"
    bare.play(icecast.address(mount), "null")
    plain = Child([*MPV, icecast.address(mount)], bench.folder / "mpv.out")
    rest(10)
    window = 30 if bench.quick else 300
    pids = {"ours": host.child.pid, "bare": bare.pid, "mpv": plain.pid}
    cpu_before = {name: cpu(pid) for name, pid in pids.items()}
    disk_before = written(host.child.pid)
    for number in range(window // 30):
        icecast.title(mount, f"Title {number}")
        rest(30)
    used = {name: (cpu(pid) - cpu_before[name]) / window * 100 for name, pid in pids.items()}
    hourly = (written(host.child.pid) - disk_before) / window * 3600 / 1e6
    ratio_row(bench, "resident memory, playing", resident(host.child.pid), resident(bare.pid), "MB", 1.2, "bare libmpv")
    ratio_row(
        bench, f"CPU while playing (one core, {window} s)", used["ours"], used["mpv"], "%", 1.4,
        "mpv, our options, no signal filter", digits=2,
    )
    bench.notes.append(f"Bare libmpv with the signal filter used {used['bare']:.2f} % of a core in the same window.")
    bench.rows.append(
        Row(
            "disk writes while radio plays, per hour", f"{hourly:.2f} MB", "–", "–", "≤ 2 MB", hourly <= 2,
        )
    )
    bench.notes.append(
        f"Disk writes were counted for {window} s (`write_bytes` of the process, a title every 30 s) and multiplied up "
        "to an hour."
    )
    plain.end()
    bare.ask("stop")
    host.command("stop")


def starting(bench, binary):
    say("start to API answering")
    ours, peers = [], []
    for turn in range(bench.rounds):
        host = Longwave(binary, bench.folder / f"start-{turn}")
        started = time.monotonic()
        host.launch()
        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=5)
                connection.request("GET", "/v1/host")
                if connection.getresponse().status == 200:
                    break
            except OSError:
                until(lambda: True, 1, "another try")
            finally:
                connection.close()
        ours.append((time.monotonic() - started) * 1000)
        host.end()
        started = time.monotonic()
        subprocess.run(["mpv", "--version"], capture_output=True, check=True)
        peers.append((time.monotonic() - started) * 1000)
    mine, other = statistics.median(ours), statistics.median(peers)
    bench.rows.append(
        Row(
            "start to API answering, empty: median", f"{mine:.0f} ms ({min(ours):.0f} to {max(ours):.0f})",
            f"{other:.0f} ms (`mpv --version`)", f"{mine - other:+.0f} ms", "≤ +100 ms", mine - other <= 100,
        )
    )


def requests_per_second(address, seconds) -> float:
    told = subprocess.run(
        ["wrk", "-t1", "-c16", f"-d{seconds}s", address], capture_output=True, text=True, check=True
    ).stdout
    assert "Non-2xx" not in told, told
    return float(next(line for line in told.splitlines() if "Requests/sec" in line).split()[1])


def state_route(bench, host):
    say("the state route against nginx")
    body = host.get("/v1/players/main").body
    nginx = start_nginx(bench.folder / "nginx", body)
    ours, peers = [], []
    seconds = 2 if bench.quick else 5
    for _ in range(3 if bench.quick else 5):
        ours.append(requests_per_second(f"http://127.0.0.1:{host.port}/v1/players/main", seconds))
        peers.append(requests_per_second(f"http://127.0.0.1:{nginx.port}/state", seconds))
    nginx.end()
    ratio_row(
        bench, f"state route ({len(body)} bytes, wrk -t1 -c16)", statistics.median(ours), statistics.median(peers),
        "req/s", 0.8, "nginx, one worker, the same bytes", at_least=True, digits=0,
    )


def size(bench, binary):
    stripped = bench.folder / "stripped"
    shutil.copy(binary, stripped)
    subprocess.run(["strip", stripped], check=True)
    megabytes = stripped.stat().st_size / 1e6
    bench.rows.append(
        Row("binary, static standard library, stripped", f"{megabytes:.1f} MB", "–", "–", "≤ 18 MB", megabytes <= 18)
    )


# MARK: The page


def first_line(*command) -> str:
    told = subprocess.run(command, capture_output=True, text=True)
    return (told.stdout + told.stderr).strip().splitlines()[0]


def page(bench) -> str:
    model = next(
        (line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
         if line.startswith("model name")), platform.machine(),
    )
    memory = int(Path("/proc/meminfo").read_text().split()[1]) / 1024 / 1024
    debian = Path("/etc/debian_version").read_text().strip() if Path("/etc/debian_version").exists() else "?"
    swift = first_line("swift", "--version").split("(")[0].strip()
    commit = first_line("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    lines = [
        "# Benchmarks",
        "",
        "Printed by `scripts/bench` in one run on one machine; peers ran in the same run, alternating with ours. Budgets "
        "are kept here met or not.",
        "",
        f"- **When**: {datetime.date.today().isoformat()}, commit {commit}"
        + (", `--quick` (short windows, few rounds)" if bench.quick else ""),
        f"- **Machine**: {os.cpu_count()} cores of {model}, {memory:.0f} GiB, Debian {debian}, no sound card; load at the "
        f"start {bench.load:.2f}",
        f"- **With**: {swift}, release, static standard library; {first_line('mpv', '--version').split(' Copyright')[0]}; "
        f"{first_line('nginx', '-v')}; {first_line('mpd', '--version')}",
        "- **Bare**: `Benchmarks/Bare`, libmpv through our Engine with our options and our evidence rule, no daemon and no "
        "relay, on the same Icecast mount",
        "",
        "| what | ours | peer | ratio | budget | met |",
        "| --- | --- | --- | --- | --- | --- |",
        *("| " + " | ".join(row.cells) + " |" for row in bench.rows),
        "",
        *(f"{note}  " for note in bench.notes),
        "",
        "Not measured here: LAN files, libraries, sync, search, event subscribers by the thousand, relay throughput, standing "
        "orders (there is no code for most of them yet); real stations, sound cards, ARM boards (none could be reached).",
        "",
    ]
    return "\n".join(lines)


class Bench:
    def __init__(self, quick, folder):
        self.quick = quick
        self.folder = folder
        self.rounds = 5 if quick else 20
        self.rows: list[Row] = []
        self.notes: list[str] = []
        self.load = os.getloadavg()[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="short windows, to see that it runs")
    parser.add_argument("--write", action="store_true", help="write BENCHMARKS.md")
    parser.add_argument("--longwave", type=Path, default=ROOT / ".build/release/longwave")
    parser.add_argument("--bare", type=Path, default=ROOT / ".build/release/Bare")
    options = parser.parse_args()

    folder = Path(tempfile.mkdtemp(prefix="longwave-bench."))
    folder.chmod(0o755)
    bench = Bench(options.quick, folder)
    running = []
    mount = "/bench.mp3"
    try:
        icecast = Icecast(folder / "icecast")
        running.append(icecast)
        running.append(Programme(icecast, mount))
        pulse = Pulse(folder / "pulse")
        running.append(pulse)

        size(bench, options.longwave)
        starting(bench, options.longwave)

        host = Longwave(options.longwave, folder / "null")
        host.station("gb.bench", icecast.address(mount))
        host.start()
        running.append(host)
        idle(bench, host, folder)
        state_route(bench, host)
        bare = BarePlayer(options.bare)
        running.append(bare)
        start_rows(bench, "null", "null output", 700, host, bare, icecast, mount)
        playing(bench, host, bare, icecast, mount)

        heard = pulse.listen("lab")
        running.append(heard)
        loud = Longwave(options.longwave, folder / "pulse-host", "pulse/lab", pulse.environment)
        loud.station("gb.bench", icecast.address(mount))
        loud.start()
        running.append(loud)
        loud_bare = BarePlayer(options.bare, pulse.environment)
        running.append(loud_bare)
        start_rows(bench, "pulse/lab", "Pulse null sink", 900, loud, loud_bare, icecast, mount)
    finally:
        for one in reversed(running):
            one.end()
        shutil.rmtree(folder, ignore_errors=True)
    text = page(bench)
    print(text)
    if options.write:
        (ROOT / "BENCHMARKS.md").write_text(text)


if __name__ == "__main__":
    main()
