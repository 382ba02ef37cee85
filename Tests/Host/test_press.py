"""One press in real Chromium: what the page says, and when, held against what is heard at the sink's monitor."""

import re
import shutil
import time

import pytest
from playwright.sync_api import expect, sync_playwright

from conftest import ROOT
from lab.tone import rms
from lab.waiting import until
from test_sound import EAR, WITHDRAWN

# A person who hears the tone must soon read it too.
SAID = 2.0
SOUND_MS = 15000

# A null sink that never rewinds (so the captured tone has no holes) keeps some samples of the cut stream and lets them
# out with the next one: 0.2 ms, at most a tenth of the tone's loudness in a window. A sink that rewinds does not.
SHRED = 0.025

# Keeps every state the page shows with its moment: whoever looks only afterwards misses a false word in between.
WITNESS = """() => {
  const says = () => {
    const key = document.querySelector('.key[data-id=play]');
    return {
      word: document.querySelector('.status > span:not([class])')?.textContent ?? '',
      look: key?.dataset.look ?? '', pressed: key?.getAttribute('aria-pressed') ?? '',
      solid: [...document.querySelectorAll('.row[data-look=solid] .row-title span:last-child')].map(row => row.textContent),
      spoken: document.querySelector('#polite').textContent,
      air: document.querySelector('.deck-air').textContent,
    };
  };
  window.seen = [];
  let last = '';
  const keep = () => {
    const now = says(), text = JSON.stringify(now);
    if (text !== last) window.seen.push({ at: performance.now(), ...now });
    last = text;
  };
  keep();
  new MutationObserver(keep).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""


class Screen:
    """The Radio screen under a witness; moments are on the tests' monotonic clock."""

    def __init__(self, page):
        self.page = page
        self.status = page.locator(".status > span:not([class])")
        self.key = page.locator('.key[data-id="play"]')
        self.air = page.locator(".deck-air")
        self.note = page.locator(".note .note-text")
        page.goto("/#/radio")
        expect(self.status).to_have_text("Ready")
        page.evaluate(WITNESS)
        self._ahead = min(self._measure() for _ in range(10))[1]

    def row(self, name):
        return self.page.locator(".row", has_text=name)

    def find(self, name):
        self.page.locator("#search").fill(name)
        expect(self.page.locator(".row")).to_have_count(1)
        expect(self.row(name)).to_have_attribute("data-look", "rest")

    def press(self, target) -> float:
        pressed = time.monotonic()
        target.click()
        return pressed

    def seen(self, since: float = 0) -> list[dict]:
        """What was shown, in order; the first is what already stood there at `since`."""
        seen = [one | {"at": one["at"] / 1000 + self._ahead} for one in self.page.evaluate("window.seen")]
        before = [one for one in seen if one["at"] < since]
        return [one | {"at": since} for one in before[-1:]] + [one for one in seen if one["at"] >= since]

    def first(self, predicate, since: float) -> float:
        """When the page first showed something that fits."""
        return until(
            lambda: next((one["at"] for one in self.seen(since) if predicate(one)), None), 5, "the page shows it"
        )

    def looks(self, since: float) -> list[str]:
        """The looks of the Play key in order, without repeats."""
        looks = [one["look"] for one in self.seen(since)]
        return [look for at, look in enumerate(looks) if at == 0 or look != looks[at - 1]]

    def _measure(self) -> tuple[float, float]:
        """(how exact, what to add to the page's clock)."""
        asked = time.monotonic()
        page = self.page.evaluate("performance.now()") / 1000
        answered = time.monotonic()
        return answered - asked, (asked + answered) / 2 - page


def claims(shown: dict) -> bool:
    """Whether the page says, in any of its ways, that something sounds."""
    return bool(
        shown["word"].startswith("Playing") or shown["look"] == "solid" or shown["pressed"] == "true" or shown["solid"]
    )


@pytest.fixture(scope="module")
def browser():
    path = shutil.which("chromium")
    assert path, "chromium is not on the path; scripts/setup --tests installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def host(longwave, pulse):
    return longwave(output="pulse/lab", environment=pulse.environment)


@pytest.fixture
def tone(host, icecast, programme, station_id):
    """A user's station whose title was set before anybody listened: (name, mount)."""
    mount = f"/{station_id}.mp3"
    programme(mount, 440)
    icecast.title(mount, "Before the press")
    host.station(station_id, icecast.address(mount), name="Tone FM")
    return "Tone FM", mount


@pytest.fixture
def silence(host, icecast, programme, station_id):
    """A station that sends digital silence; its name."""
    mount = f"/{station_id}-silent.mp3"
    programme(mount, hertz=0)
    host.station(f"{station_id}s", icecast.address(mount), name="Hush FM")
    return "Hush FM"


@pytest.fixture
def screen(browser, host, tone, silence):
    host.start("--share", ROOT)
    context = browser.new_context(base_url=f"http://127.0.0.1:{host.port}", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors = []
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield Screen(page)
    context.close()
    assert errors == []


@pytest.fixture
def playing(screen, tone, ear):
    """The tone's station, pressed under the ear and shown as playing; the moment of the press."""
    screen.find(tone[0])
    pressed = screen.press(screen.row(tone[0]))
    expect(screen.key).to_have_attribute("data-look", "solid", timeout=SOUND_MS)
    return pressed


def assert_no_claim_without_sound(screen, ear, since):
    """Whatever the page claimed, it took back soon after the last tone."""
    seen = screen.seen(since)
    ends = [one["at"] for one in seen[1:]] + [time.monotonic()]
    for shown, end in zip(seen, ends):
        if claims(shown):
            for at in (shown["at"], end):
                heard = ear.windows(at - WITHDRAWN - EAR, at + EAR)
                assert any(ear.hears(440, samples) for _, samples in heard), f"{shown} at {at - since:.2f} s"


def assert_quiet(ear, ended, limit=0.001):
    """Nothing is heard after the tone's last window and the one in which it was cut."""
    after = ear.windows(ended)[2:]
    assert after and all(rms(samples) < limit for _, samples in after), [rms(samples) for _, samples in after]


def testPagesPlayingComesWithTheTone(screen, tone, ear):
    name, _ = tone
    screen.find(name)
    assert screen.key.get_attribute("data-look") == "rest"
    pressed = screen.press(screen.row(name))
    expect(screen.status).to_have_text("Playing", timeout=SOUND_MS)
    expect(screen.key).to_have_attribute("data-look", "solid")
    expect(screen.key).to_have_attribute("aria-pressed", "true")
    expect(screen.row(name)).to_have_attribute("data-look", "solid")
    onset = ear.onset(440, pressed)
    assert ear.is_silent(pressed, onset - 0.1)
    said = screen.first(claims, pressed)
    assert -EAR < said - onset < SAID, f"said {said - onset:.3f} s after the tone was heard"
    spoken = screen.first(lambda one: "Playing" in one["spoken"], pressed)
    assert spoken > onset - EAR
    assert screen.looks(pressed) == ["rest", "hollow", "solid"]
    assert_no_claim_without_sound(screen, ear, pressed)


def testFirstTitleAndItsChangeAppearOnThePage(screen, playing, tone, icecast):
    _, mount = tone
    expect(screen.air).to_have_text("Before the press", timeout=5000)
    icecast.title(mount, "Łódź – “Über allem”")
    expect(screen.air).to_have_text("Łódź – “Über allem”", timeout=12000)
    icecast.title(mount, "And one more")
    expect(screen.air).to_have_text("And one more", timeout=12000)
    shown = [one["air"] for one in screen.seen(playing) if one["air"]]
    assert list(dict.fromkeys(shown)) == ["Before the press", "Łódź – “Über allem”", "And one more"]


def testStopIsSilenceAndSaysSo(screen, playing, tone, icecast, ear):
    _, mount = tone
    pressed = screen.press(screen.page.locator('.key[data-id="stop"]'))
    expect(screen.status).to_have_text("Stopped")
    said = screen.first(lambda one: one["word"] == "Stopped", pressed)
    ended = ear.silence(440, pressed, within=5, length=1)
    assert ended < said + EAR, f"stopped was said {ended - said:.3f} s before the tone ended"
    assert ended - pressed < 2
    assert_quiet(ear, ended)
    assert screen.key.get_attribute("aria-pressed") == "false"
    assert not claims(screen.seen()[-1])
    assert_no_claim_without_sound(screen, ear, playing)
    until(lambda: icecast.listeners(mount) == 0, 5, "the station's server is left")


def testSilentStationIsMarkedAndNeverSaidToPlay(screen, silence, ear):
    screen.find(silence)
    pressed = screen.press(screen.row(silence))
    assert_marked(screen, silence)
    marked = screen.first(lambda one: one["look"] == "marked", pressed)
    # The programme goes on in silence, and so must the page.
    until(lambda: ear.windows(marked + 2), 10, "two more seconds are heard")
    assert_marked(screen, silence)
    seen = screen.seen(pressed)
    assert not [one for one in seen if claims(one) or "Playing" in one["spoken"]]
    assert screen.looks(pressed) == ["rest", "hollow", "marked"]
    assert ear.is_silent(pressed)


def testChangeFromToneToSilenceTakesTheWordBack(screen, playing, silence, ear):
    screen.find(silence)
    pressed = screen.press(screen.row(silence))
    assert_marked(screen, silence)
    ended = ear.silence(440, pressed, within=5)
    assert_quiet(ear, ended, SHRED)
    seen = screen.seen(pressed)
    assert not [one for one in seen if silence in one["solid"]]
    assert screen.looks(pressed) == ["solid", "hollow", "marked"]
    assert_no_claim_without_sound(screen, ear, playing)


def assert_marked(screen, name):
    expect(screen.key).to_have_attribute("data-look", "marked", timeout=SOUND_MS)
    expect(screen.key).to_have_attribute("aria-pressed", "false")
    expect(screen.key.locator("svg").last).to_be_visible()
    expect(screen.row(name)).to_have_attribute("data-look", "marked")
    expect(screen.note).to_have_text(re.compile("silent"))
    expect(screen.status).not_to_have_text(re.compile("Playing"))


def testKilledSourceIsTakenBackOnThePage(screen, host, icecast, programme, station_id, ear):
    mount = f"/{station_id}-killed.mp3"
    source = programme(mount, 440)
    host.station(f"{station_id}k", icecast.address(mount), name="Fading FM")
    screen.find("Fading FM")
    pressed = screen.press(screen.row("Fading FM"))
    expect(screen.key).to_have_attribute("data-look", "solid", timeout=SOUND_MS)
    killed = time.monotonic()
    source.kill()
    expect(screen.status).to_have_text("Could not play", timeout=20000)
    expect(screen.note).to_be_visible()
    ended = ear.silence(440, killed, within=5)
    withdrawn = screen.first(lambda one: not claims(one), killed)
    assert withdrawn < ended + WITHDRAWN + EAR
    assert_no_claim_without_sound(screen, ear, pressed)
