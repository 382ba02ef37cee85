"""Each screen in each state (style 13), with a host that can be told to fail."""

import re

import pytest
from playwright.sync_api import expect

from conftest import check, key, row
from standin import EYEBROWS, STATIONS

NO_PROOF = "No proof of sound from pulse/lab within 8 s."


def open_screen(page, name):
    page.goto(f"/#/{name}")
    expect(page.locator("main .body")).to_be_visible()
    expect(page.locator(".status")).not_to_have_text(re.compile("Connecting"))


def status(page):
    return page.locator(".status")


@pytest.mark.parametrize("phase", EYEBROWS)
def test_now_in_each_phase(page, host, phase):
    media = None if phase == "idle" else "station:us.wsum"
    notices = []
    if phase in ("failed", "stuck"):
        retry = host.control("play", icon="retry", label="Try again")
        notices = [{"code": "upstream_not_found", "severity": "error", "action": retry,
                    "text": "WSUM 91.7 FM could not be played: the server has no such stream."}]
    host.become(phase, media=media, notices=notices, on_air="Sleater-Kinney – Dig Me Out" if media else None)
    open_screen(page, "now")
    expect(page.locator(".screen .eyebrow").first).to_have_text(EYEBROWS[phase])
    expect(page.locator("h1")).to_have_text("WSUM 91.7 FM" if media else "Nothing playing")
    expect(key(page, "play")).to_have_attribute("aria-pressed", "true" if phase == "playing" else "false")
    if notices:
        expect(page.locator(".note")).to_contain_text("no such stream")
        expect(page.locator(".note")).to_contain_text("upstream_not_found")
        expect(page.locator("#assertive")).to_contain_text("no such stream")
    check(page, f"now-{phase}")


def test_now_empty_leads_to_radio(page, host):
    open_screen(page, "now")
    page.get_by_role("link", name="Radio").last.click()
    expect(page.locator("h1")).to_have_text("Radio")
    expect(page.locator("h1")).to_be_focused()


def test_radio_with_stations(page, host):
    host.stations = STATIONS
    open_screen(page, "radio")
    expect(page.locator(".row")).to_have_count(319)
    check(page, "radio")


def test_radio_names_a_file_that_cannot_be_read_and_keeps_its_list(page, host):
    host.problems = [{"code": "station_file_unreadable", "severity": "warning", "action": None,
                      "text": "mine.json5 could not be read: line 3: a comma is missing"}]
    open_screen(page, "radio")
    expect(page.locator(".notices")).to_contain_text("line 3: a comma is missing")
    expect(page.locator(".row")).to_have_count(40)
    check(page, "radio-notice")


def test_host_says_what_is_well_and_what_is_missing(page, host):
    open_screen(page, "host")
    expect(page.locator(".lines li", has_text="Discovery")).to_have_attribute("data-tone", "fails")
    host.become("stopped", media="station:us.wsum")
    expect(page.locator(".lines li", has_text="Sound")).to_contain_text("Stopped")
    check(page, "host")


def test_radio_without_a_find(page, host):
    open_screen(page, "radio")
    page.locator("#search").fill("xyzzy")
    expect(page.locator(".empty")).to_have_text("No station matches “xyzzy”.")
    expect(page.locator(".screen-head .eyebrow")).to_have_text("0 of 40 stations")
    check(page, "radio-empty")


def test_search_keeps_the_rows_that_still_match(page, host):
    open_screen(page, "radio")
    row(page, "FIP").evaluate("node => { node.dataset.kept = 'yes'; }")
    page.locator("#search").fill("paris")
    expect(page.locator(".row")).to_have_count(1)
    expect(page.locator(".row")).to_have_attribute("data-kept", "yes")
    page.locator("#search").fill("")
    expect(page.locator(".row")).to_have_count(40)


def test_a_changed_catalogue_is_asked_for_again(page, host):
    open_screen(page, "radio")
    host.revision = 8
    with page.expect_response(re.compile("/v1/pages/radio")):
        host.tell("stations", {"revision": 8})


@pytest.mark.parametrize("name", ["now", "radio", "host"])
def test_loading_shows_rows_of_the_final_size_after_300_ms(page, host, name):
    host.pages.clear()
    page.goto(f"/#/{name}")
    expect(page.locator("main .screen")).to_be_attached()
    expect(page.locator(".bars")).to_be_visible()
    expect(page.locator("#polite")).to_have_text("Loading")
    check(page, f"{name}-loading")
    host.pages.set()
    expect(page.locator("main .body")).to_be_visible()
    expect(page.locator(".bars")).to_be_hidden()


@pytest.mark.parametrize("name", ["now", "radio", "host"])
def test_error_says_what_and_offers_try_again(page, host, name):
    page.watched.may_lose = True
    host.page_failure = (503, {"code": "storage_failed", "title": "Storage", "detail": "The catalogue cannot be read."})
    page.goto(f"/#/{name}")
    expect(page.locator(".failure")).to_be_visible()
    expect(page.locator(".failure")).to_contain_text("The catalogue cannot be read.")
    expect(page.locator(".failure")).to_contain_text("storage_failed")
    check(page, f"{name}-error")
    host.page_failure = None
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("main .body")).to_be_visible()


def test_stale_keeps_the_data_and_says_of_when(page, host):
    page.watched.may_lose = True
    open_screen(page, "radio")
    host.page_failure = (503, {"code": "storage_failed", "detail": "The catalogue cannot be read."})
    host.revision = 8
    host.tell("stations", {"revision": 8})
    expect(page.locator(".as-of")).to_have_text(re.compile(r"As of \d\d:\d\d"))
    expect(page.locator(".row")).to_have_count(40)
    expect(page.locator(".row").first).not_to_have_attribute("aria-disabled", "true")
    check(page, "radio-stale")


def test_reconnecting_keeps_the_snapshot_and_disables_with_the_reason(page, host):
    page.watched.may_lose = True
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    host.up = False
    host.drop()
    expect(status(page)).to_contain_text(re.compile(r"Reconnecting · \d"))
    expect(page.locator("#assertive")).to_have_text("Connection to the host lost")
    expect(page.locator("h1")).to_have_text("WSUM 91.7 FM")
    expect(page.locator(".as-of")).to_have_text(re.compile("As of"))
    expect(key(page, "stop")).to_have_attribute("aria-disabled", "true")
    expect(key(page, "stop")).to_have_accessible_description("Not connected to the host.")
    key(page, "stop").focus()
    expect(key(page, "stop")).to_be_focused()
    stood = page.locator(".elapsed").text_content()
    key(page, "stop").press("Enter")
    expect(page.locator(".note")).to_contain_text("Not connected to the host.")
    assert host.commands == []
    check(page, "now-reconnecting")
    assert page.locator(".elapsed").text_content() == stood
    host.become("stopped")
    host.up = True
    expect(status(page)).to_contain_text("Stopped", timeout=15000)
    expect(page.locator(".as-of")).to_be_empty()
    expect(page.locator("#polite")).to_have_text("Connected again")


def test_offline_after_30_s_says_since_when_and_tries_on_demand(page, host):
    page.watched.may_lose = True
    page.clock.install(time="2026-03-01T21:04:00Z")
    open_screen(page, "radio")
    host.up = False
    host.drop()
    expect(status(page)).to_contain_text("Reconnecting · 1")
    for tries in range(2, 7):
        page.clock.run_for(9700)
        expect(status(page)).to_contain_text(re.compile(rf"Reconnecting · {tries}|Offline"))
    expect(status(page)).to_contain_text("Offline since 21:04")
    check(page, "radio-offline")
    host.up = True
    page.get_by_role("button", name="Try now").click()
    expect(status(page)).to_contain_text("Ready")
    expect(page.locator(".note")).to_be_hidden()


def test_two_heartbeats_that_do_not_come_end_the_connection(page, host):
    page.watched.may_lose = True
    page.clock.install()
    open_screen(page, "now")
    page.clock.run_for(29000)
    expect(status(page)).to_contain_text("Ready")
    host.up = False
    page.clock.run_for(5000)
    expect(status(page)).to_contain_text("Reconnecting")


def test_the_browser_saying_offline_is_believed(page, host):
    page.watched.may_lose = True
    open_screen(page, "now")
    page.context.set_offline(True)
    expect(status(page)).to_contain_text("Offline since")
    page.context.set_offline(False)
    expect(status(page)).to_contain_text("Ready")


def test_unconfirmed_is_hollow_with_a_mark_and_words(page, host):
    open_screen(page, "radio")
    host.hold = True
    row(page, "WSUM").click()
    expect(row(page, "WSUM")).to_have_attribute("data-look", "marked")
    expect(key(page, "play")).to_have_attribute("data-look", "marked")
    expect(key(page, "play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".note")).to_contain_text(NO_PROOF)
    expect(page.locator("#polite")).to_have_text(NO_PROOF)
    check(page, "radio-unconfirmed")
    host.hold = False
    page.get_by_role("button", name="Try again").click()
    expect(row(page, "WSUM")).to_have_attribute("data-look", "solid")
    expect(page.locator(".note")).to_be_hidden()
    assert [body for _, body in host.commands] == [{"media": "station:us.wsum"}] * 2


def test_no_answer_at_all_is_unconfirmed_and_never_sent_again(page, host):
    page.watched.may_lose = True
    host.become("playing", media="station:us.wsum")
    open_screen(page, "now")
    page.route("**/v1/players/main/stop", lambda route: route.abort())
    key(page, "stop").click()
    expect(key(page, "stop")).to_have_attribute("data-look", "marked")
    expect(page.locator(".note")).to_contain_text("No answer from the host.")
    expect(key(page, "play")).to_have_attribute("data-look", "solid")
    check(page, "now-no-answer")
    assert host.commands == []


def test_a_refused_press_shows_the_reason_of_the_host(page, host):
    page.watched.may_lose = True
    open_screen(page, "radio")
    host.answer = (404, {"verdict": "refused", "code": "unknown_station", "title": "Unknown station",
                         "detail": "There is no station us.wsum."})
    row(page, "WSUM").click()
    expect(row(page, "WSUM")).to_have_attribute("data-look", "failed")
    expect(page.locator(".note")).to_contain_text("There is no station us.wsum.")
    expect(page.locator(".note")).to_contain_text("unknown_station")
    expect(page.locator("#assertive")).to_have_text("There is no station us.wsum.")
    check(page, "radio-refused")


def test_a_disabled_key_says_why_and_sends_nothing(page, host):
    open_screen(page, "now")
    expect(key(page, "play")).to_have_accessible_description("Choose a station first.")
    key(page, "play").click(force=True)
    expect(page.locator(".note")).to_contain_text("Choose a station first.")
    assert host.commands == []


def test_a_station_that_cannot_be_played_says_why(page, host):
    open_screen(page, "radio")
    expect(row(page, "Not Yet")).to_have_accessible_description("Not on air yet.")
    row(page, "Not Yet").click(force=True)
    expect(page.locator(".note")).to_contain_text("Not on air yet.")
    assert host.commands == []
