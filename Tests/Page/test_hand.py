"""Readback in the hand: keys, rows, volume, pairing, keyboard, focus, sizes and motion."""

import re

import pytest
from playwright.sync_api import expect

from conftest import ROOT, SHOTS, check, key, row
from standin import STATIONS
from test_states import open_screen, status

WALK = """() => {
  const node = document.activeElement;
  const box = node.getBoundingClientRect();
  const deck = document.querySelector('#deck').getBoundingClientRect();
  const isOutside = !node.closest('#deck');
  return {
    isBody: node === document.body,
    name: node.id || node.dataset.id || node.ariaLabel || node.textContent.trim().slice(0, 40),
    isHidden: isOutside && box.bottom > deck.top && deck.top > 0,
    isAbove: isOutside && box.bottom <= 0,
    ring: getComputedStyle(node).outlineStyle !== 'none',
  };
}"""


def test_a_press_is_hollow_until_the_sound_is_seen(page, host):
    host.plays.clear()
    open_screen(page, "radio")
    row(page, "WSUM").click()
    expect(row(page, "WSUM")).to_have_attribute("data-look", "hollow")
    expect(row(page, "WSUM")).to_have_attribute("aria-busy", "true")
    expect(key(page, "play")).to_have_attribute("data-look", "hollow")
    expect(key(page, "play")).to_have_attribute("aria-pressed", "false")
    expect(status(page)).to_contain_text("Starting")
    assert key(page, "play").get_attribute("data-look") == "hollow"
    host.plays.set()
    expect(row(page, "WSUM")).to_have_attribute("data-look", "solid")
    expect(key(page, "play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#polite")).to_contain_text("Sleater-Kinney – Dig Me Out")


def test_another_browser_shows_the_same_without_a_press(page, host):
    open_screen(page, "now")
    host.become("starting", media="station:fr.fip")
    expect(key(page, "play")).to_have_attribute("data-look", "hollow")
    host.become("playing", on_air="Nina Simone – Sinnerman")
    expect(key(page, "play")).to_have_attribute("data-look", "solid")
    expect(page.locator(".air")).to_have_text("Nina Simone – Sinnerman")
    expect(page).to_have_title("FIP · Longwave")


def test_the_newest_of_two_quick_presses_wins_without_an_error(page, host):
    page.watched.may_lose = True  # the older one is answered 409
    host.plays.clear()
    open_screen(page, "radio")
    row(page, "WSUM").click()
    row(page, "FIP").click()
    expect(row(page, "FIP")).to_have_attribute("data-look", "hollow")
    host.plays.set()
    expect(row(page, "FIP")).to_have_attribute("data-look", "solid")
    expect(row(page, "WSUM")).to_have_attribute("data-look", "rest")
    expect(page.locator(".note")).to_be_hidden()


def test_pause_latches_and_a_second_press_resumes(page, host):
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    key(page, "pause").click()
    expect(key(page, "pause")).to_have_attribute("aria-pressed", "true")
    expect(status(page)).to_contain_text("Paused")
    key(page, "pause").click()
    expect(key(page, "pause")).to_have_attribute("aria-pressed", "false")
    assert [act for act, _ in host.commands] == ["pause", "resume"]


def test_mute_is_seen_back(page, host):
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    key(page, "mute").click()
    expect(key(page, "mute")).to_have_attribute("aria-pressed", "true")
    expect(status(page)).to_contain_text("Playing, muted")
    check(page, "now-muted")
    key(page, "mute").click()
    expect(key(page, "mute")).to_have_attribute("aria-pressed", "false")


def test_volume_follows_the_finger_and_settles_on_the_readback(page, host):
    page.clock.install()
    open_screen(page, "now")
    volume = page.locator("#volume")
    box = volume.bounding_box()
    middle = box["y"] + box["height"] / 2
    host.pages.clear()
    page.evaluate("""() => {
      window.shown = [];
      new MutationObserver(() => window.shown.push(document.querySelector('.volume-number').textContent))
        .observe(document.querySelector('.volume-number'), { childList: true });
    }""")
    page.mouse.move(box["x"] + box["width"] * 0.3, middle)
    page.mouse.down()
    for step in range(4, 9):
        page.mouse.move(box["x"] + box["width"] * step / 10, middle)
    moved = int(volume.input_value())
    assert moved > 70
    expect(page.locator(".volume-number")).to_have_text(str(moved))
    with page.expect_response(lambda answer: (answer.request.post_data_json or {}).get("volume") == moved):
        page.mouse.up()
        page.clock.run_for(500)
    page.clock.run_for(500)
    expect(page.locator(".volume-number")).to_have_text(str(moved))
    host.pages.set()
    expect(volume).to_have_attribute("aria-valuetext", f"{moved} percent")
    page.wait_for_function("() => document.querySelector('.volume').dataset.look === 'rest'")
    assert host.volume == moved
    shown = page.evaluate("window.shown.map(Number)")
    assert shown == sorted(shown), "the number went back before the readback came"
    assert 1 <= len(host.commands) <= 6


def test_volume_goes_back_where_the_host_refuses(page, host):
    page.watched.may_lose = True
    open_screen(page, "now")
    host.answer = (503, {"verdict": "failed", "code": "output_failed", "detail": "The output did not take the volume."})
    page.locator("#volume").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".note")).to_contain_text("The output did not take the volume.")
    expect(page.locator("#volume")).to_have_value("30")
    expect(page.locator(".volume-number")).to_have_text("30")


def test_volume_by_keys_is_one_step_each(page, host):
    open_screen(page, "now")
    page.locator("#volume").focus()
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#volume")).to_have_attribute("aria-valuetext", "35 percent")
    page.wait_for_function("() => document.querySelector('.volume').dataset.look === 'rest'")
    assert host.volume == 35


@pytest.mark.parametrize("name", ["now", "radio"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_starting_and_stopping_shift_nothing(page, host, name, width):
    page.set_viewport_size({"width": width, "height": 800})
    host.become("stopped", media="station:us.wsum", on_air=None)
    open_screen(page, name)
    page.evaluate("window.shifts.length = 0")
    for phase, title in [("resolving", None), ("starting", None), ("playing", None), ("playing", "A – B"),
                         ("buffering", "A – B"), ("reconnecting", "A – B"), ("playing", "C – D"), ("paused", "C – D"),
                         ("stopped", None)]:
        host.become(phase, on_air=title)
        expect(page.locator(".deck")).to_have_attribute("data-tone", re.compile("."))
        expect(status(page)).to_contain_text(host.now(None)["eyebrow"])
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("window.shifts") == []


def test_a_deep_link_goes_somewhere_and_never_acts(page, host):
    for link in ["/#/radio?action=play", "/#/now/play", "/?action=play", "/#/radio/station:us.wsum/play"]:
        page.goto("about:blank")
        page.goto(link)
        expect(page.locator("main .body")).to_be_visible()
    assert host.commands == []


def test_an_unknown_address_shows_now(page, host):
    open_screen(page, "nowhere")
    expect(page.locator("nav a[aria-current]")).to_have_text("Now")


def test_the_keyboard_reaches_all_and_the_deck_hides_nothing(page, host):
    host.become("playing", media="station:us.wsum")
    for width, height in [(320, 640), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        for name, count in [("now", 12), ("radio", 60)]:
            page.goto("about:blank")
            open_screen(page, name)
            seen = []
            for _ in range(count):
                page.keyboard.press("Tab")
                stop = page.evaluate(WALK)
                if stop["isBody"]:  # past the last one
                    break
                assert not stop["isHidden"], f"the deck hides {stop['name']} on {name} at {width}"
                assert not stop["isAbove"] and stop["ring"], f"no focus seen at {stop['name']} on {name} at {width}"
                seen.append(stop["name"])
            assert len(set(seen)) == len(seen) >= 11
            for _ in range(len(seen) - 1):
                page.keyboard.press("Shift+Tab")
                assert not page.evaluate(WALK)["isHidden"]


def test_the_deck_and_its_message_hide_no_row(page, host):
    page.set_viewport_size({"width": 320, "height": 640})
    host.hold = True
    open_screen(page, "radio")
    row(page, "WSUM").click()
    expect(page.locator(".note")).to_be_visible()
    row(page, "WSUM").focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert not page.evaluate(WALK)["isHidden"]


def test_skip_link_comes_first_and_leads_to_the_heading(page, host):
    open_screen(page, "now")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    expect(page.locator("#skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    expect(page).to_have_url(re.compile(r"#/now$"))


def test_single_letters_act_and_can_be_switched_off(page, host):
    host.become("stopped", media="station:us.wsum")
    open_screen(page, "now")
    page.keyboard.press("Space")
    expect(key(page, "play")).to_have_attribute("data-look", "solid")
    page.keyboard.press("m")
    expect(key(page, "mute")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(status(page)).to_contain_text("Stopped")
    page.keyboard.press("/")
    expect(page.locator("h1")).to_have_text("Radio")
    expect(page.locator(".row")).to_have_count(40)
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("m j k")
    expect(page.locator("#search")).to_have_value("m j k")
    page.locator("#search").fill("")
    page.locator("h1").focus()
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".row").nth(1)).to_be_focused()
    page.goto("/#/now")
    page.locator("#shortcuts").uncheck()
    page.locator("h1").focus()
    page.keyboard.press("m")
    page.reload()
    expect(page.locator("#shortcuts")).not_to_be_checked()
    assert [act for act, _ in host.commands] == ["play", "mute", "stop"]


def test_space_on_a_focused_button_presses_that_button(page, host):
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    key(page, "mute").focus()
    page.keyboard.press("Space")
    expect(key(page, "mute")).to_have_attribute("aria-pressed", "true")
    assert [act for act, _ in host.commands] == ["mute"]


def test_pairing_keeps_the_token_and_forgets_it(page, host):
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    expect(page.locator(".path")).to_be_hidden()
    page.get_by_label("Pairing code").fill("1234 5678")
    page.get_by_label("Name of this browser").fill("Kitchen phone")
    page.get_by_role("button", name="Pair").click()
    expect(page.locator(".pairing")).to_contain_text("This browser holds the token “Kitchen phone”.")
    expect(page.get_by_role("button", name="Forget the token")).to_be_focused()
    expect(page.locator(".hops li")).to_have_count(4)
    assert page.evaluate("localStorage.getItem('longwave.token')") == "owner-token"
    check(page, "now-paired")
    page.get_by_role("button", name="Forget the token").click()
    expect(page.get_by_label("Pairing code")).to_be_visible()
    assert page.evaluate("localStorage.getItem('longwave.token')") is None


def test_a_wrong_code_is_said_and_keeps_the_field(page, host):
    page.watched.may_lose = True
    open_screen(page, "now")
    page.get_by_label("Pairing code").fill("00000000")
    page.get_by_label("Name of this browser").fill("Phone")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_contain_text("This code is not valid.")
    expect(page.get_by_label("Pairing code")).to_be_focused()
    check(page, "now-wrong-code")


def test_a_revoked_token_is_forgotten_and_the_page_stays(page, host):
    page.watched.may_lose = True
    page.goto("/")
    page.evaluate("localStorage.setItem('longwave.token', 'old')")
    page.goto("about:blank")
    open_screen(page, "now")
    expect(page.get_by_label("Pairing code")).to_be_visible()
    assert page.evaluate("localStorage.getItem('longwave.token')") is None


@pytest.mark.parametrize("name", ["now", "radio"])
def test_text_at_200_percent_and_wide_spacing_stay_whole(page, host, name):
    host.become("playing", media="station:xx.long", on_air="Ein langer Titel – " + "von jemandem " * 6)
    open_screen(page, name)
    page.evaluate("""() => {
      document.documentElement.style.fontSize = '200%';
      document.body.style.letterSpacing = '0.12em';
      document.body.style.wordSpacing = '0.16em';
    }""")
    check(page, f"{name}-large-text")


def test_preferences_are_honoured(page, host):
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    page.emulate_media(contrast="more", reduced_motion="reduce")
    soft = page.locator(".product").evaluate("node => getComputedStyle(node).color")
    assert soft == "rgb(168, 165, 156)"
    assert page.locator(".needle").evaluate("node => getComputedStyle(node).transitionDuration") == "0s"
    check(page, "now-contrast")
    page.emulate_media(contrast="no-preference", forced_colors="active")
    shown = key(page, "play").evaluate("node => [getComputedStyle(node).backgroundColor, getComputedStyle(node).color]")
    page.screenshot(path=SHOTS / "now-forced-colours-390.png")
    assert shown[0] != shown[1] and shown[0] not in ("rgb(95, 207, 126)", "rgba(0, 0, 0, 0)")


def test_a_hidden_page_runs_no_timer(page, host):
    page.add_init_script("""
      window.timers = new Set();
      const [start, stop] = [setTimeout, clearTimeout];
      window.setTimeout = (act, ms) => {
        const id = start(() => { window.timers.delete(id); act(); }, ms);
        window.timers.add(id);
        return id;
      };
      window.clearTimeout = id => { window.timers.delete(id); stop(id); };
      let hidden = false;
      Object.defineProperty(document, 'hidden', { get: () => hidden });
      window.hide = value => { hidden = value; document.dispatchEvent(new Event('visibilitychange')); };
    """)
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    expect(page.locator(".elapsed")).to_have_text(re.compile(r"0:0[1-9]"))
    assert page.evaluate("window.timers.size") > 0
    page.evaluate("window.hide(true)")
    page.wait_for_function("() => window.timers.size === 0", polling=100)
    stood = page.locator(".elapsed").text_content()
    host.become("playing", at=host.at, on_air="A title that comes meanwhile")
    expect(page.locator(".air")).to_have_text("A title that comes meanwhile")
    page.wait_for_function("() => window.timers.size === 0", polling=100)
    page.evaluate("window.hide(false)")
    expect(page.locator(".elapsed")).not_to_have_text(stood)


def test_319_rows_are_drawn_without_a_long_task(page, host):
    page.add_init_script("""
      window.long = [];
      new PerformanceObserver(list => window.long.push(...list.getEntries().map(entry => entry.duration)))
        .observe({ type: 'longtask', buffered: true });
    """)
    host.stations = STATIONS
    open_screen(page, "now")
    page.evaluate("""() => { window.long.length = 0; location.hash = '#/radio'; }""")
    expect(page.locator(".row")).to_have_count(319)
    took = page.evaluate("""async () => {
      const started = performance.now();
      document.querySelector('#search').value = 'station 1';
      for (const row of document.querySelectorAll('.row')) row.stamp = null;
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      return performance.now() - started;
    }""")
    assert took < 150
    assert max(page.evaluate("window.long"), default=0) < 150


def test_a_snapshot_is_applied_in_4_ms(page, host):
    host.stations = STATIONS
    open_screen(page, "radio")
    page.evaluate("""() => {
      window.frames_ = [];
      const real = requestAnimationFrame;
      window.requestAnimationFrame = act => real(time => {
        const started = performance.now();
        act(time);
        window.frames_.push(performance.now() - started);
      });
    }""")
    for number in range(20):
        host.become("playing", media="station:us.wsum", on_air=f"Title {number}")
        expect(page.locator(".deck-air")).to_have_text(f"Title {number}")
    frames = sorted(page.evaluate("window.frames_"))
    assert frames[len(frames) // 2] < 4, frames


def parts_of(web, screen):
    """A screen's module and those beside it that it asks for."""
    text = (web / "js" / "screens" / screen).read_text()
    return {screen, *(part for name in re.findall(r"from '\./(\w+\.js)'", text) for part in parts_of(web, name))}


def test_the_budget_of_the_shell_and_of_each_screen(page, host):
    web = ROOT / "web"
    shell = [*(web / "js").glob("*.js"), *(web / "js" / "ui").glob("*.js")]
    assert len(shell) <= 12
    assert sum(file.stat().st_size for file in shell) <= 60_000
    for screen in ["now", "radio", "host"]:
        assert sum((web / "js" / "screens" / name).stat().st_size for name in parts_of(web, f"{screen}.js")) <= 25_000
    assert sum(file.stat().st_size for file in web.rglob("*.css")) <= 20_000
    preloaded = set(re.findall(r'modulepreload" href="/(.+?)"', (web / "index.html").read_text()))
    assert preloaded == {str(file.relative_to(web)) for file in shell} - {"js/main.js"}


def test_style_sheets_keep_to_the_tokens(page, host):
    for file in (ROOT / "web" / "css").glob("*.css"):
        text = file.read_text()
        if file.name != "tokens.css":
            assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?!\s*\{)|rgba?\(|hsl", re.sub(r"#code|#search", "", text)), file
        assert not re.search(r"opacity:\s*0?\.\d|gradient\(|box-shadow|blur\(", text), file
