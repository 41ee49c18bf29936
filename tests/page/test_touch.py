"""Fingers on the board: no lane is ever taken for another, and the board stands still while panels come and go."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, TABLET, WIDE, Device, visiting
from page.hands import SAME, Fingers, Hands
from page.tables import be, open_table
from server.processes import Process
from tools import FULL

# How a tap was understood: the routes it asks about, or the one it chose or tells about.
UNDERSTOOD = """() => {
  const asked = [...document.querySelectorAll('[data-testid^="lane-"]')].map((each) => each.dataset.testid.slice(5))
  if (asked.length) return asked
  const one = document.querySelector('[data-chosen]')?.dataset.chosen
    ?? document.querySelector('[data-testid="route-note"]')?.dataset.about
  return one ? [one] : []
}"""
CHOSEN = f"""() => {{
  const cancel = document.querySelector('[data-testid="cancel"]')?.getBoundingClientRect()
  return [cancel ? [cancel.x + cancel.width / 2, cancel.y + cancel.height / 2] : null, ({UNDERSTOOD})()]
}}"""
ANSWERED = f"() => {{ const understood = ({UNDERSTOOD})(); return understood.length ? understood : null }}"
CLAIMS = """() => [...document.querySelectorAll('[data-route][data-can="true"]')].map((each) => each.dataset.route)"""
LANES = "() => [...document.querySelectorAll('[data-route]')].map((each) => each.dataset.route)"
LAY = """() => {
  const box = document.querySelector('.surface').getBoundingClientRect()
  return document.querySelector('.sheet').style.transform + JSON.stringify(box)
}"""


def until_one_s_turn(page: Page, player: Hands) -> None:
    """Answer what is asked before it."""
    while not player.is_turn(seen := player.look()):
        if not seen["busy"]:
            player.answer(seen)
        player.has_changed(seen, 1.0)


def clear(page: Page, corner: tuple[float, float]) -> None:
    """Nothing chosen, asked or told any more: by the button for it, or by a tap where nothing is."""
    for _ in range(4):
        cancel, understood = page.evaluate(CHOSEN)
        if not cancel and not understood:
            return
        page.touchscreen.tap(*(cancel or corner))
    assert not page.evaluate(UNDERSTOOD)


def chosen_lanes(lanes: list[str]) -> list[str]:
    """All lanes; a small run tries every third lane of a double, whose names have a colon, and every sixth other."""
    doubles = [route for route in lanes if ":" in route]
    others = [route for route in lanes if ":" not in route]
    assert len(doubles) > 20 and len(others) > 20
    return [*doubles, *others] if FULL else [*doubles[::3], *others[::6]]


@pytest.mark.parametrize("map_", ["usa", "europe", "world", "great_lakes"] if FULL else ["usa", "world"])
def test_a_finger_on_a_lane_of_the_whole_board_means_that_lane_or_is_asked(
    house: Process, browser: Browser, map_: str
) -> None:  # fmt: skip
    """Lanes at the smallest size, with every double; a finger that trembles still gets what can be claimed."""
    with visiting(browser, house.url, PHONE) as page:
        be(page, "Ada")
        open_table(page, map_, "me", "greedy")
        player = Fingers(page)
        until_one_s_turn(page, player)
        player.show_board()
        claims = set(page.evaluate(CLAIMS))
        mistaken: dict[str, Any] = {}
        asked = 0
        box = page.locator(".surface").bounding_box()
        assert box is not None
        for route in chosen_lanes(page.evaluate(LANES)):
            at = player.where(route)
            if at is None:  # below the buttons of the board
                continue
            # Inwards: a lane may lie at the very edge of the screen.
            tremble = (-4 if at[0] > PHONE.width / 2 else 4, -4) if route in claims else (0, 0)
            page.touchscreen.tap(at[0] + tremble[0], at[1] + tremble[1])
            understood = page.wait_for_function(ANSWERED).json_value()
            asked += len(understood) > 1
            # Beside lanes that can be claimed, one that cannot is named only while it is the nearest.
            if not set(understood) & set(page.evaluate(SAME, route)):
                mistaken[route] = understood
            clear(page, (box["x"] + 4, box["y"] + 4))
        assert not mistaken
        assert asked > 10, "at this size lanes of a double must be asked about"


def test_a_note_closes_when_the_turn_goes_on(house: Process, browser: Browser) -> None:
    """A note that was tapped open hides a part of the map: what others do there must be seen."""
    with visiting(browser, house.url, PHONE) as page:
        be(page, "Ada")
        open_table(page, "usa", "me", "greedy", first=0)
        player = Fingers(page)
        until_one_s_turn(page, player)
        player.show_board()
        box = page.locator(".surface").bounding_box()
        assert box is not None
        claims = set(page.evaluate(CLAIMS))
        note = page.get_by_test_id("route-note")
        for route in page.evaluate(LANES):
            at = None if route in claims else player.where(route)
            if at is None:
                continue
            player.press_at(*at)
            # Beside lanes that can be claimed, the tap may have chosen one of those, or ask which is meant.
            page.wait_for_function(ANSWERED)
            if note.count():
                break
            clear(page, (box["x"] + 4, box["y"] + 4))
        expect(note).to_be_visible()
        page.get_by_test_id("deck-deck").tap()
        expect(note).to_be_hidden()


@pytest.mark.parametrize("device", [PHONE, TABLET, WIDE], ids=["phone", "tablet", "wide"])
def test_the_board_stands_still_while_panels_change(house: Process, browser: Browser, device: Device) -> None:
    """What is asked below the board (tickets, a payment, a city, a hint) takes no room from it."""
    with visiting(browser, house.url, device) as page:
        be(page, "Ada")
        # The first turn is one's own: what a bot claims out of sight would be brought into sight.
        open_table(page, "europe", "me", "greedy", first=0)
        expect(page.get_by_test_id("keep-confirm")).to_be_visible()
        player = (Fingers if device.touch else Hands)(page)
        lay = [page.evaluate(LAY)]
        until_one_s_turn(page, player)
        # The map has shown the tickets together while they were chosen, and returns.
        page.wait_for_function(f"(lay) => ({LAY})() === lay", arg=lay[0])
        lay.append(page.evaluate(LAY))
        player.press("station")
        expect(page.get_by_test_id("station-city")).to_be_visible()
        lay.append(page.evaluate(LAY))
        player.press("station")
        player.press("tickets")
        expect(page.get_by_test_id("confirm")).to_be_visible()
        lay.append(page.evaluate(LAY))
        assert len(set(lay)) == 1, lay
        if device is WIDE:  # A ticket that is pressed is shown near, and again from afar.
            player.press("cancel")
            slip = page.locator(".tickets .slip").first
            for comparison in ("!==", "==="):
                slip.click()
                page.wait_for_function(f"(lay) => ({LAY})() {comparison} lay", arg=lay[0])
