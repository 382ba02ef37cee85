"""A person's way: the real page of the real daemon in Chromium, one press on a station, and the sound at the sink."""

import shutil
import time

import pytest
from playwright.sync_api import expect, sync_playwright

EAR = 0.3

# Keeps when the pressed row changed its look, on the wall clock of this machine.
WATCH_ROW = """(row) => {
  window.looks = [];
  new MutationObserver(() => window.looks.push([Date.now() / 1000, row.dataset.look]))
    .observe(row, { attributes: true, attributeFilter: ['data-look'] });
}"""


@pytest.fixture
def page(longwave):
    """Depends on the daemons, so that it is closed before they end."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        assert path, "chromium is not on the path; scripts/setup --tests installs it"
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda line: page.errors.append(line.text) if line.type == "error" else None)
        yield page
        browser.close()
        assert page.errors == []


@pytest.fixture
def host(longwave, pulse, icecast, programme):
    programme("/press.mp3", 440)
    programme("/press-silent.mp3", 0)
    host = longwave(output="pulse/lab", environment=pulse.environment)
    host.station("gb.press", icecast.address("/press.mp3"))
    host.station("gb.quiet", icecast.address("/press-silent.mp3"))
    return host.start()


def open_radio(page, host):
    page.goto(f"http://127.0.0.1:{host.port}/#radio")
    row = page.locator(".row", has_text="gb.press")
    expect(row).to_be_visible(timeout=15_000)
    return row


def testOnePressIsHeardAndOnlyThenDrawnAsPlaying(page, host, ear, icecast):
    row = open_radio(page, host)
    row.evaluate(WATCH_ROW)
    wall = time.time() - time.monotonic()
    pressed = time.monotonic()
    row.click()
    onset = ear.onset(440, pressed)
    expect(row).to_have_attribute("data-look", "solid", timeout=8000)
    looks = [(at - wall, look) for at, look in page.evaluate("window.looks")]
    assert looks[0][1] == "hollow", looks
    solid = next(at for at, look in looks if look == "solid")
    assert -EAR < solid - onset < 1.5, f"drawn as playing {solid - onset:.2f} s after the tone"
    icecast.title("/press.mp3", "Pressed in Chromium")
    page.goto(f"http://127.0.0.1:{host.port}/#now")
    expect(page.get_by_text("Pressed in Chromium").first).to_be_visible(timeout=15_000)
    stopped = time.monotonic()
    page.get_by_role("button", name="Stop").first.click()
    ear.silence(440, stopped, within=5)
    expect(page.get_by_text("Stopped").first).to_be_visible(timeout=5000)


def testSilentStationIsNeverDrawnAsPlaying(page, host, ear):
    open_radio(page, host)
    row = page.locator(".row", has_text="gb.quiet")
    row.evaluate(WATCH_ROW)
    pressed = time.monotonic()
    row.click()
    expect(row).to_have_attribute("data-look", "marked", timeout=15_000)
    looks = [look for _, look in page.evaluate("window.looks")]
    assert "solid" not in looks, looks
    assert ear.is_silent(pressed)
