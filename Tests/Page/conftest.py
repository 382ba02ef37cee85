"""Fixtures of the page tests: Debian's Chromium, a page that must stay silent, and a host that can be told to fail."""

import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(1, str(ROOT / "Tests" / "Host"))

from lab.icecast import Icecast, Programme  # noqa: E402
from lab.longwave import Longwave  # noqa: E402
from standin import Host, serve  # noqa: E402

SHOTS = Path(__file__).resolve().parent / "shots"
WIDTHS = {320: 640, 390: 844, 1280: 800}

SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(entry =>
    entry.sources.map(source => source.node?.parentElement?.outerHTML.slice(0, 120)))))
  .observe({ type: 'layout-shift', buffered: true });
"""

SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, input, label')].filter(node => {
  const box = node.getBoundingClientRect();
  if (!node.checkVisibility({ visibilityProperty: true }) || box.width === 0 || node.matches('.skip')) return false;
  return (node.matches('a, button') || node.matches('input')) && (box.height < 43.9 || box.width < 43.9);
}).map(node => `${node.outerHTML.slice(0, 90)} ${node.getBoundingClientRect().width}x${node.getBoundingClientRect().height}`)"""


class Watched:
    """What a page did that no page may do; read at the end of each test."""

    def __init__(self, page, origin):
        self.page, self.origin = page, origin
        self.errors, self.foreign = [], []
        self.may_lose = False  # a test that breaks the line expects the browser's own complaint about it
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._see)

    def _hear(self, message):
        if message.type in ("error", "warning"):
            if not (self.may_lose and message.text.startswith("Failed to load resource")):
                self.errors.append(message.text)

    def _see(self, request):
        url = urlsplit(request.url)
        if f"{url.scheme}://{url.netloc}" != self.origin:
            self.foreign.append(request.url)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        expect.set_options(timeout=5000)
        path = shutil.which("chromium")
        assert path, "chromium is not on the path; scripts/setup --tests installs it"
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def host():
    return Host()


@pytest.fixture
def origin(host):
    server = serve(host)
    yield f"http://127.0.0.1:{server.server_port}"
    host.drop()
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser, origin):
    yield from watched_page(browser, origin)


def pytest_addoption(parser):
    parser.addoption("--longwave", default=str(ROOT / ".build" / "release" / "longwave"), help="the daemon under test")


@pytest.fixture(scope="session")
def icecast(tmp_path_factory):
    folder = tmp_path_factory.mktemp("icecast")
    # Icecast gives up root, and then must still reach its folder.
    for parent in [folder, *folder.parents[:2]]:
        parent.chmod(0o755)
    server = Icecast(folder / "icecast")
    yield server
    server.end()


@pytest.fixture
def programme(icecast):
    started = []
    yield lambda mount, hertz=440: started.append(Programme(icecast, mount, hertz))
    for one in started:
        one.end()


@pytest.fixture
def daemon(request, tmp_path):
    binary = Path(request.config.getoption("--longwave")).resolve()
    assert binary.is_file(), f"no daemon at {binary}: build it with scripts/run or scripts/test"
    host = Longwave(binary, tmp_path)
    host.station("gb.first", "http://127.0.0.1:9/first.mp3")
    yield host.start("--share", ROOT)
    host.end()


@pytest.fixture
def real(browser, daemon):
    """The page of the real daemon."""
    yield from watched_page(browser, f"http://127.0.0.1:{daemon.port}")


def watched_page(browser, origin):
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=origin, timezone_id="UTC")
    page = context.new_page()
    page.add_init_script(SHIFTS)
    page.watched = Watched(page, origin)
    yield page
    errors, foreign = page.watched.errors, page.watched.foreign
    context.close()
    assert errors == []
    assert foreign == []


def check(page, name):
    """What holds on every screen in every state; leaves a picture at three widths."""
    SHOTS.mkdir(exist_ok=True)
    before = page.viewport_size
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.screenshot(path=SHOTS / f"{name}-{width}.png")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, f"{name} scrolls sideways by {wide} px at {width}"
        assert page.evaluate(SMALL_TARGETS) == []
        if width == 390:
            continue  # the same layout as 320, and axe is slow
        result = Axe().run(page)
        assert result.violations_count == 0, f"{name} at {width}: {result.generate_report()}"
    page.set_viewport_size(before)


def key(page, name):
    return page.locator(f'.key[data-id="{name}"]')


def row(page, title):
    return page.locator(".row", has_text=title)
