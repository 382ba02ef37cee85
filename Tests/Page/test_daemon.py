"""The page against the real daemon, a real Icecast and the null output: protocol, policy and words at once."""

import re
import subprocess

from playwright.sync_api import expect

from conftest import ROOT, check, key, row
from lab.waiting import until

SOUND_MS = 10000


def open_screen(page, name):
    page.goto(f"/#/{name}")
    expect(page.locator("main .body")).to_be_visible()
    expect(page.locator(".status")).not_to_have_text(re.compile("Connecting"))


def test_a_newcomer_sees_nothing_playing_and_every_station(real, daemon):
    open_screen(real, "now")
    expect(real.locator("h1")).to_have_text("Nothing playing")
    expect(key(real, "play")).to_have_accessible_description("Nothing was played here yet.")
    check(real, "real-now-idle")
    real.locator(".empty a").click()
    rows = daemon.get("/v1/pages/radio").json["rows"]
    assert len(rows) == 320  # the shipped ones and the user's own
    expect(real.locator(".row")).to_have_count(len(rows))
    check(real, "real-radio")


def test_one_press_is_hollow_then_heard(real, daemon, programme, icecast):
    programme("/page.mp3")
    icecast.title("/page.mp3", "Before the press")
    daemon.station("gb.page", icecast.address("/page.mp3"), name="Page FM")
    open_screen(real, "radio")
    real.locator("#search").fill("page fm")
    expect(real.locator(".row")).to_have_count(1)
    real.evaluate("""() => {
      const key = document.querySelector('.key[data-id=play]');
      window.looks = [];
      new MutationObserver(() => window.looks.push(key.dataset.look)).observe(key, { attributeFilter: ['data-look'] });
    }""")
    row(real, "Page FM").click()
    expect(row(real, "Page FM")).to_have_attribute("data-look", "solid", timeout=SOUND_MS)
    expect(key(real, "play")).to_have_attribute("aria-pressed", "true")
    assert real.evaluate("window.looks.filter((look, at, all) => look !== all[at - 1])") == ["hollow", "solid"]
    icecast.title("/page.mp3", "Łódź – Über allem")
    expect(real.locator(".deck-air")).to_have_text("Łódź – Über allem", timeout=SOUND_MS)
    check(real, "real-radio-playing")
    real.locator("nav a", has_text="Now").click()
    expect(real.locator(".tag")).to_have_text("LAN")
    expect(real.locator(".steps [aria-current]")).to_have_text("Signal in it")
    expect(real.locator(".elapsed")).to_have_text(re.compile(r"\d:\d\d"))
    check(real, "real-now-playing")

    key(real, "pause").click()
    expect(key(real, "pause")).to_have_attribute("aria-pressed", "true")
    expect(key(real, "play")).to_have_attribute("aria-pressed", "false")
    key(real, "pause").click()
    expect(key(real, "play")).to_have_attribute("data-look", "solid", timeout=SOUND_MS)
    key(real, "mute").click()
    expect(key(real, "mute")).to_have_attribute("aria-pressed", "true")
    real.locator("#volume").focus()
    real.keyboard.press("ArrowUp")
    expect(real.locator("#volume")).to_have_attribute("aria-valuetext", "31 percent")
    until(lambda: daemon.snapshot()["volume"] == 31, 5, "the volume is taken")
    key(real, "stop").click()
    expect(real.locator(".status")).to_contain_text("Stopped")
    assert daemon.snapshot()["phase"] == "stopped"


def test_a_press_elsewhere_is_seen_here(real, daemon, programme, icecast):
    programme("/else.mp3")
    daemon.station("gb.else", icecast.address("/else.mp3"), name="Else FM")
    open_screen(real, "now")
    until(lambda: daemon.get("/v1/pages/radio?q=else").json["rows"], 5, "the station is known")
    assert daemon.play("gb.else").json["verdict"] == "confirmed"
    expect(real.locator("h1")).to_have_text("Else FM")
    expect(key(real, "play")).to_have_attribute("data-look", "solid")


def test_silence_is_unconfirmed_with_a_mark_and_words(real, daemon, programme, icecast):
    programme("/silent.mp3", hertz=0)
    daemon.station("gb.silent", icecast.address("/silent.mp3"), name="Silent FM")
    open_screen(real, "radio")
    real.locator("#search").fill("silent fm")
    row(real, "Silent FM").click()
    expect(key(real, "play")).to_have_attribute("data-look", "marked", timeout=12000)
    expect(real.locator(".note .note-text")).not_to_be_empty()
    expect(key(real, "play")).to_have_attribute("aria-pressed", "false")
    check(real, "real-unconfirmed")
    key(real, "stop").click()
    expect(real.locator(".status")).to_contain_text("Stopped")
    expect(real.locator(".note")).to_be_hidden()


def test_a_station_that_is_not_there_fails_with_its_reason(real, daemon, icecast):
    real.watched.may_lose = True
    daemon.station("gb.gone", icecast.address("/gone.mp3"), name="Gone FM")
    open_screen(real, "radio")
    real.locator("#search").fill("gone fm")
    row(real, "Gone FM").click()
    expect(real.locator(".note")).to_have_attribute("data-tone", "fails", timeout=12000)
    expect(real.locator(".note .note-code")).to_have_text("upstream_not_found")
    expect(real.get_by_role("button", name="Try again")).to_be_visible()
    check(real, "real-failed")


def test_presets_are_saved_arranged_and_walked_through(real, daemon, programme, icecast):
    for name in ("one", "two"):
        programme(f"/walk{name}.mp3")
        daemon.station(f"gb.walk{name}", icecast.address(f"/walk{name}.mp3"), name=f"Walk {name}")
    open_screen(real, "radio")
    real.locator("#search").fill("walk")
    expect(real.locator(".stations .row")).to_have_count(2)
    for name in ("one", "two"):
        real.get_by_role("button", name=f"Preset Walk {name}").click()
        expect(real.locator("#polite")).to_have_text(f"Walk {name} is a preset now.")
    real.locator("#search").fill("")
    saved = real.locator(".presets .row-title span:last-child")
    expect(saved).to_have_text(["Walk one", "Walk two"])
    real.locator(".presets .row").nth(1).focus()
    real.keyboard.press("Alt+ArrowUp")
    expect(saved).to_have_text(["Walk two", "Walk one"])
    expect(real.locator("#polite")).to_have_text("Walk two is preset 1 now.")
    real.locator(".presets .row").nth(0).click()
    expect(real.locator(".presets .row").nth(0)).to_have_attribute("data-look", "solid", timeout=SOUND_MS)
    check(real, "real-presets")
    key(real, "next").click()
    expect(real.locator(".presets .row").nth(1)).to_have_attribute("data-look", "solid", timeout=SOUND_MS)
    real.locator(".presets .mark").nth(1).click()
    expect(saved).to_have_text(["Walk two"])
    expect(key(real, "next")).to_have_attribute("aria-disabled", "true")
    real.get_by_role("button", name="Undo").click()
    expect(saved).to_have_text(["Walk two", "Walk one"])
    rows = daemon.get("/v1/presets").json["presets"]
    assert [row["name"] for row in rows] == ["Walk two", "Walk one"]


def test_pairing_shows_the_signal_path(real, daemon):
    real.watched.may_lose = True
    open_screen(real, "now")
    real.get_by_label("Pairing code").fill("00000000")
    real.get_by_label("Name of this browser").fill("Kitchen phone")
    real.get_by_role("button", name="Pair").click()
    expect(real.locator(".note .note-code")).to_contain_text("pairing_code")
    command = [daemon.binary, "pair", "--host", daemon.state / "longwave.sock"]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert printed.returncode == 0, printed
    code = re.search(r"\b\d{4} ?\d{4}\b", printed.stdout)[0]
    real.get_by_label("Pairing code").fill(code)
    real.get_by_role("button", name="Pair").click()
    expect(real.locator(".pairing")).to_contain_text("Kitchen phone")
    expect(real.locator(".path")).to_be_visible()
    check(real, "real-paired")
    real.reload()
    expect(real.locator(".path")).to_be_visible()


def test_a_daemon_that_dies_is_said_and_its_return_too(real, daemon):
    real.watched.may_lose = True
    open_screen(real, "radio")
    rows = real.locator(".row").count()
    daemon.kill()
    expect(real.locator(".status")).to_contain_text("Reconnecting")
    expect(real.locator("#assertive")).to_have_text("Connection to the host lost")
    expect(real.locator(".row")).to_have_count(rows)
    check(real, "real-reconnecting")
    daemon.start("--share", ROOT)
    expect(real.locator(".status")).to_contain_text("Ready", timeout=15000)
    expect(real.locator(".as-of")).to_be_empty()


def test_links_and_reloads_start_nothing(real, daemon):
    for link in ["/#/radio?action=play", "/?action=play", "/#/now/play"]:
        real.goto("about:blank")
        real.goto(link)
        expect(real.locator("main .body")).to_be_visible()
    assert daemon.snapshot()["generation"] == 0
    assert daemon.snapshot()["phase"] == "idle"
