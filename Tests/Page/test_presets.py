"""Presets in the hand: saved and removed by a mark, arranged by dragging, by keys and by buttons; shown before the host
has done it, and taken back where it does not."""

import re

import pytest
from playwright.sync_api import expect

from conftest import SHOTS, check, key
from test_states import open_screen, status

REFUSAL = (503, {"code": "storage_failed", "title": "The disk did not take it", "detail": "The database says: full."})


def presets(page):
    return page.locator(".presets li")


def station(page, title):
    return page.locator(".stations li", has_text=title)


def order(page, *titles):
    expect(page.locator(".presets .row-title span:last-child")).to_have_text(list(titles))


def mark(item):
    return item.locator(".mark")


@pytest.fixture
def shelf(page, host):
    host.presets = ["us.wsum", "us.kexp", "fr.fip"]
    open_screen(page, "radio")
    order(page, "WSUM 91.7 FM", "KEXP 90.3", "FIP")
    return page


def arrange(page):
    page.get_by_role("button", name="Arrange").click()
    expect(page.get_by_role("button", name="Arrange")).to_have_attribute("aria-pressed", "true")


def test_a_newcomer_learns_how_to_make_one(page, host):
    open_screen(page, "radio")
    expect(page.locator(".presets")).to_contain_text("No presets yet.")
    expect(page.get_by_role("button", name="Arrange")).to_be_hidden()
    check(page, "radio-no-presets")


def test_one_press_plays_a_preset(shelf, host):
    presets(shelf).nth(2).locator(".row").click()
    expect(presets(shelf).nth(2).locator(".row")).to_have_attribute("data-look", "solid")
    assert host.media == "station:fr.fip"
    check(shelf, "radio-presets")


def test_a_mark_saves_a_station_before_the_host_has_done_it(shelf, host):
    host.changes.clear()
    mark(station(shelf, "Deutschlandfunk")).click()
    order(shelf, "WSUM 91.7 FM", "KEXP 90.3", "FIP", "Deutschlandfunk")
    expect(mark(station(shelf, "Deutschlandfunk"))).to_have_attribute("aria-pressed", "true")
    expect(mark(station(shelf, "Deutschlandfunk"))).to_have_attribute("aria-busy", "true")
    # A second press while it is pending is no second change.
    mark(station(shelf, "Deutschlandfunk")).click()
    mark(presets(shelf).nth(3)).click()
    host.changes.set()
    expect(mark(station(shelf, "Deutschlandfunk"))).not_to_have_attribute("aria-busy", "true")
    expect(shelf.locator("#polite")).to_have_text("Deutschlandfunk is a preset now.")
    assert host.presets == ["us.wsum", "us.kexp", "fr.fip", "de.dlf"]
    assert [method for method, _ in host.commands] == ["POST"]


def test_a_removal_can_be_taken_back(shelf, host):
    mark(presets(shelf).nth(1)).click()
    order(shelf, "WSUM 91.7 FM", "FIP")
    expect(shelf.locator(".note")).to_contain_text("KEXP 90.3 is no longer a preset.")
    check(shelf, "radio-preset-removed")
    shelf.get_by_role("button", name="Undo").click()
    order(shelf, "WSUM 91.7 FM", "KEXP 90.3", "FIP")
    expect(shelf.locator(".note")).to_be_hidden()
    expect(mark(station(shelf, "KEXP"))).not_to_have_attribute("aria-busy", "true")
    assert host.presets == ["us.wsum", "us.kexp", "fr.fip"]


def test_a_change_that_the_host_refuses_is_taken_back_and_said(shelf, host):
    shelf.watched.may_lose = True
    host.refusal = REFUSAL
    host.changes.clear()
    mark(presets(shelf).nth(0)).click()
    order(shelf, "KEXP 90.3", "FIP")
    host.changes.set()
    order(shelf, "WSUM 91.7 FM", "KEXP 90.3", "FIP")
    expect(shelf.locator(".note")).to_contain_text("The database says: full.")
    expect(shelf.locator("#assertive")).to_have_text("The database says: full.")
    expect(mark(station(shelf, "WSUM"))).to_have_attribute("aria-pressed", "true")
    check(shelf, "radio-preset-refused")


def test_no_answer_takes_it_back_and_asks_what_is(shelf, host):
    shelf.watched.may_lose = True
    shelf.route("**/v1/presets/**", lambda route: route.abort())
    mark(presets(shelf).nth(0)).click()
    expect(shelf.locator(".note")).to_contain_text("No answer from the host.")
    order(shelf, "WSUM 91.7 FM", "KEXP 90.3", "FIP")


def test_buttons_move_by_one_and_keep_the_focus(shelf, host):
    arrange(shelf)
    down = shelf.get_by_role("button", name="Move down WSUM 91.7 FM")
    down.focus()
    shelf.keyboard.press("Enter")
    order(shelf, "KEXP 90.3", "WSUM 91.7 FM", "FIP")
    expect(down).to_be_focused()
    expect(mark(presets(shelf).nth(1))).not_to_have_attribute("aria-busy", "true")
    shelf.keyboard.press("Enter")
    order(shelf, "KEXP 90.3", "FIP", "WSUM 91.7 FM")
    expect(shelf.locator("#polite")).to_have_text("WSUM 91.7 FM is preset 3 now.")
    expect(down).to_have_attribute("aria-disabled", "true")
    shelf.keyboard.press("Enter")
    assert [body["position"] for _, body in host.commands] == [1, 2]
    assert host.presets == ["us.kexp", "fr.fip", "us.wsum"]
    check(shelf, "radio-arranging")


def test_alt_and_an_arrow_move_the_focused_preset(shelf, host):
    presets(shelf).nth(2).locator(".row").focus()
    shelf.keyboard.press("Alt+ArrowUp")
    order(shelf, "WSUM 91.7 FM", "FIP", "KEXP 90.3")
    expect(presets(shelf).nth(1).locator(".row")).to_be_focused()
    expect(mark(presets(shelf).nth(1))).not_to_have_attribute("aria-busy", "true")
    shelf.keyboard.press("Alt+ArrowUp")
    expect(mark(presets(shelf).nth(0))).not_to_have_attribute("aria-busy", "true")
    shelf.keyboard.press("Alt+ArrowUp")  # Nothing is above the first.
    order(shelf, "FIP", "WSUM 91.7 FM", "KEXP 90.3")
    assert host.presets == ["fr.fip", "us.wsum", "us.kexp"]
    assert [body["position"] for _, body in host.commands] == [1, 0]


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_dragging_shows_the_place_and_sends_one_move(shelf, host):
    arrange(shelf)
    shelf.mouse.move(*middle(presets(shelf).nth(0).locator(".handle")))
    shelf.mouse.down()
    x, y = middle(presets(shelf).nth(2).locator(".handle"))
    shelf.mouse.move(x, y, steps=8)
    order(shelf, "KEXP 90.3", "FIP", "WSUM 91.7 FM")
    assert host.commands == []
    expect(shelf.locator("[data-held]")).to_contain_text("WSUM")
    shelf.screenshot(path=SHOTS / "radio-dragging-390.png")
    shelf.mouse.up()
    order(shelf, "KEXP 90.3", "FIP", "WSUM 91.7 FM")
    expect(shelf.locator("#polite")).to_have_text("WSUM 91.7 FM is preset 3 now.")
    assert [(method, body["position"]) for method, body in host.commands] == [("PATCH", 2)]
    assert host.presets == ["us.kexp", "fr.fip", "us.wsum"]


def test_dragging_back_to_the_same_place_or_escaping_sends_nothing(shelf, host):
    arrange(shelf)
    start = middle(presets(shelf).nth(0).locator(".handle"))
    away = middle(presets(shelf).nth(1).locator(".handle"))
    shelf.mouse.move(*start)
    shelf.mouse.down()
    shelf.mouse.move(*away, steps=4)
    order(shelf, "KEXP 90.3", "WSUM 91.7 FM", "FIP")
    shelf.mouse.move(*start, steps=4)
    shelf.mouse.up()
    order(shelf, "WSUM 91.7 FM", "KEXP 90.3", "FIP")
    shelf.mouse.move(*start)
    shelf.mouse.down()
    shelf.mouse.move(*away, steps=4)
    order(shelf, "KEXP 90.3", "WSUM 91.7 FM", "FIP")
    shelf.keyboard.press("Escape")
    shelf.mouse.up()
    order(shelf, "WSUM 91.7 FM", "KEXP 90.3", "FIP")
    assert host.commands == []


def test_a_change_of_another_browser_is_seen(shelf, host):
    host.presets, host.missing = ["fr.fip", "us.wsum"], 2
    host.shelf += 1
    host.tell("presets", {"revision": host.shelf})
    order(shelf, "FIP", "WSUM 91.7 FM")
    expect(shelf.locator(".presets")).to_contain_text("2 saved stations are not available.")
    expect(mark(station(shelf, "KEXP"))).to_have_attribute("aria-pressed", "false")
    check(shelf, "radio-presets-missing")


def test_a_search_shows_what_it_finds_and_its_marks(shelf, host):
    shelf.locator("#search").fill("paris")
    expect(shelf.locator(".presets")).to_be_hidden()
    expect(shelf.locator(".stations .row")).to_have_count(1)
    expect(mark(station(shelf, "FIP"))).to_have_attribute("aria-pressed", "true")
    mark(station(shelf, "FIP")).click()
    expect(mark(station(shelf, "FIP"))).to_have_attribute("aria-pressed", "false")
    expect(shelf.locator(".stations .row")).to_have_count(1)
    assert host.presets == ["us.wsum", "us.kexp"]


def test_without_a_connection_nothing_is_shown_that_is_not_sent(shelf, host):
    shelf.watched.may_lose = True
    host.up = False
    host.drop()
    expect(status(shelf)).to_contain_text("Reconnecting")
    mark(presets(shelf).nth(0)).click()
    expect(shelf.locator(".note")).to_contain_text("Not connected to the host.")
    order(shelf, "WSUM 91.7 FM", "KEXP 90.3", "FIP")
    assert host.commands == []


def test_next_and_previous_walk_and_say_why_they_cannot(page, host):
    host.presets = ["us.wsum", "fr.fip"]
    host.become("playing", media="station:us.wsum")
    host.plays.clear()
    open_screen(page, "now")
    key(page, "next").click()
    expect(key(page, "next")).to_have_attribute("data-look", "hollow")
    host.plays.set()
    expect(page.locator("h1")).to_have_text("FIP")
    expect(key(page, "next")).to_have_attribute("data-look", "rest")
    page.locator("h1").focus()
    page.keyboard.press("p")
    expect(page.locator("h1")).to_have_text("WSUM 91.7 FM")
    check(page, "now-steps")
    host.presets = ["us.wsum"]
    host.become("playing")
    reason = "No other station of the presets can be played now."
    expect(key(page, "next")).to_have_accessible_description(reason)
    key(page, "previous").click(force=True)
    expect(page.locator(".note")).to_contain_text(reason)
    assert [act for act, _ in host.commands] == ["next", "previous"]


def test_text_at_200_percent_keeps_the_tools_whole(shelf, host):
    arrange(shelf)
    shelf.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    check(shelf, "radio-arranging-large-text")


def test_a_preset_saved_here_moves_nothing_below_the_finger(page, host):
    """Saving from far down the list must not push the list away under the finger."""
    host.presets = ["us.wsum", "us.kexp"]
    open_screen(page, "radio")
    far = station(page, "Station 30")
    far.scroll_into_view_if_needed()
    before = far.bounding_box()["y"]
    mark(far).click()
    expect(page.locator(".presets li")).to_have_count(3)
    assert abs(far.bounding_box()["y"] - before) < 2, "the list jumped"
    expect(status(page)).to_have_text(re.compile("Ready"))
