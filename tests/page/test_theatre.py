"""Moves one can follow: captions, marks and sounds for the moves of others, the hold for an undo, and the ceremony."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, WIDE, visiting
from page.hands import Hands
from page.tables import after, ask, be, in_the_last_round, leave, open_table, play_beside
from page.test_layout import collect
from server.processes import Process

# Counts what is played, without a loudspeaker.
LISTEN = """() => {
  window.played = 0
  const start = AudioScheduledSourceNode.prototype.start
  AudioScheduledSourceNode.prototype.start = function (...words) { window.played++; return start.apply(this, words) }
}"""
# Notes every caption and every card that travels.
WATCH = """() => {
  window.shown = []
  const found = '[data-testid="caption"] p, .sky > *'
  new MutationObserver(() => window.shown.push(...[...document.querySelectorAll(found)].map((each) => each.outerHTML)))
    .observe(document, {childList: true, subtree: true})
}"""
# How many cards of a tunnel were turned up, in order, until the outcome was told; false if it was told before.
TURNED = """async () => {
  const seen = [0]
  for (;;) {
    const up = document.querySelectorAll('[data-testid="tunnel-stage"] .face.up').length
    if (up !== seen.at(-1)) seen.push(up)
    const told = document.querySelector('[data-testid="tunnel-stage"] p, [data-testid="withdraw"]')
    if (told) return seen
    await new Promise(requestAnimationFrame)
  }
}"""
CAPTION = '[data-testid="caption"] p'
# Whether a press in the middle of the caption reaches the map.
REACHES_MAP = f"""() => {{
  const box = document.querySelector('{CAPTION}').getBoundingClientRect()
  return !!document.elementFromPoint(box.left + 30, box.top + 4)?.closest('.surface')
}}"""
NEWEST = """() => {
  const box = document.querySelector('.log .lines')
  return box.scrollHeight > box.clientHeight && box.scrollHeight - box.scrollTop - box.clientHeight < 40
}"""


def can_claim(made: int, view: dict[str, Any]) -> bool:
    return after(4)(made, view) and any(action.startswith("claim ") for action in view["turns"][0]["actions"])


def claim(page: Page, table: str) -> str:
    """Claim a route beside the page, and return it."""
    view = ask(page, "GET", f"/api/tables/{table}/view")
    action = next(each for each in view["turns"][0]["actions"] if each.startswith("claim "))
    body = {"seat": 0, "base_seq": view["seq"], "action_id": f"claim-{view['seq']}", "action": action}
    ask(page, "POST", f"/api/tables/{table}/act", body)
    return str(action.split()[1])


def draw_two(page: Page) -> None:
    """A turn of two blind cards, until the next turn."""
    for _ in range(2):
        before = page.get_by_test_id("table").get_attribute("data-seq")
        page.get_by_test_id("deck-deck").click()
        page.wait_for_function(
            "(before) => { const {seq, busy} = document.querySelector('[data-testid=table]').dataset;"
            " return seq !== before && busy === 'false' && document.querySelector('[data-testid=your-turn]') }",
            arg=before,
        )


def test_moves_of_bots_can_be_followed_on_a_phone(house: Process, browser: Browser) -> None:
    """Whatever tab is open; a tap shows the outcome at once, and the last move of everybody stays marked."""
    with visiting(browser, house.url, PHONE, reduced_motion="no-preference") as page:
        page.add_init_script(f"({LISTEN})()")
        be(page, "Ada")
        table = open_table(page, "usa", "me", "greedy", "greedy", "greedy", first=0)
        leave(page)
        play_beside(page, table, can_claim)
        page.goto(f"/table/{table}")
        expect(page.get_by_test_id("your-turn")).to_be_visible()
        page.get_by_test_id("tab-log").tap()
        page.wait_for_function(NEWEST)
        shown = page.get_by_test_id("table")
        before = int(shown.get_attribute("data-seq") or 0)
        route = claim(page, table)
        expect(page.locator(CAPTION)).to_contain_text("Greedy")
        assert page.evaluate(REACHES_MAP)
        expect(shown).to_have_attribute("data-busy", "true")
        page.locator(".surface").tap(position={"x": 195, "y": 440})
        expect(page.get_by_test_id("your-turn")).to_be_visible()
        assert int(shown.get_attribute("data-seq") or 0) >= before + 4
        for seat in range(4):
            expect(page.locator(".strip").get_by_test_id(f"last-{seat}")).to_be_visible()
        assert page.locator(f'[data-last="{route}"]').count() == 1
        expect(page.locator(CAPTION)).to_be_hidden()
        assert page.evaluate("() => window.played") > 0
        # Sounds are off until they are wanted again, on this device.
        page.get_by_test_id("mute").tap()
        page.reload()
        expect(page.get_by_test_id("mute")).to_have_attribute("aria-pressed", "true")
        page.get_by_test_id("tab-cards").tap()
        page.get_by_test_id("deck-deck").tap()
        expect(shown).to_have_attribute("data-busy", "false")
        assert page.evaluate("() => window.played") == 0


@pytest.mark.parametrize(
    ("motion", "speed", "is_shown", "is_heard"),
    [("no-preference", "usual", True, True), ("no-preference", "off", False, True), ("reduce", "usual", False, False)],
)
def test_moves_are_shown_and_heard_as_the_device_and_the_player_want(
    house: Process, browser: Browser, motion: Any, speed: str, is_shown: bool, is_heard: bool
) -> None:
    """Captions and cards that travel are off with reduced motion or by the speed; sounds with reduced motion, until
    they are turned on."""
    with visiting(browser, house.url, WIDE, reduced_motion=motion) as page:
        page.add_init_script(f"({LISTEN})()")
        page.add_init_script(f"({WATCH})()")
        page.add_init_script(f"localStorage.setItem('settings', JSON.stringify({{speed: '{speed}'}}))")
        be(page, "Ada")
        table = open_table(page, "usa", "me", "greedy", "greedy", first=0)
        leave(page)
        play_beside(page, table, after(2))
        page.goto(f"/table/{table}")
        expect(page.get_by_test_id("your-turn")).to_be_visible()
        draw_two(page)
        assert bool(page.evaluate("() => window.shown")) == is_shown
        assert (page.evaluate("() => window.played") > 0) == is_heard
        if not is_heard:
            page.get_by_test_id("mute").click()
            draw_two(page)
            page.wait_for_function("() => window.played > 0")


def test_the_cards_of_a_tunnel_are_turned_over_the_map(house: Process, browser: Browser) -> None:
    """One after the other, and what they ask for is told after the last."""
    with visiting(browser, house.url, WIDE, reduced_motion="no-preference") as page:
        be(page, "Ada")
        table = open_table(page, "europe", "me", "greedy", first=0)
        leave(page)
        tunnels = {route["name"] for route in ask(page, "GET", "/api/maps/europe")["routes"] if route["tunnel"]}

        def claims(view: dict[str, Any]) -> list[str]:
            actions = view["turns"][0]["actions"] if view["turns"] else []
            return [action for action in actions if action.startswith("claim ") and action.split()[1] in tunnels]

        play_beside(page, table, lambda made, view: after(2)(made, view) and bool(claims(view)), collect)
        action = claims(view := ask(page, "GET", f"/api/tables/{table}/view"))[0]
        page.goto(f"/table/{table}")
        expect(page.get_by_test_id("your-turn")).to_be_visible()
        body = {"seat": 0, "base_seq": view["seq"], "action_id": "dig", "action": action}
        ask(page, "POST", f"/api/tables/{table}/act", body)
        stage = page.get_by_test_id("tunnel-stage")
        expect(stage.locator(".rock")).to_have_count(3)
        # Nothing discloses the outcome before all cards are turned up.
        told = page.wait_for_function(TURNED).json_value()
        assert told == [0, 1, 2, 3], told


def test_a_claim_by_mouse_can_be_taken_back_while_bots_hold(browser: Browser, built: Path, tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, TRUNKLINE_LIMITS="0", TRUNKLINE_BOT_PAUSE="")
    try:
        with visiting(browser, process.url, WIDE) as page:
            be(page, "Ada")
            table = open_table(page, "usa", "me", "greedy", first=0)
            leave(page)
            play_beside(page, table, can_claim)
            page.goto(f"/table/{table}")
            expect(page.get_by_test_id("your-turn")).to_be_visible()
            player = Hands(page)
            route = player.look()["claims"][0]
            player.press_route(route)
            if player.look()["confirm"]:
                player.press("confirm")
            undo = page.get_by_test_id("undo")
            expect(undo).to_have_attribute("data-left", "3")
            undo.click()
            expect(page.get_by_test_id("your-turn")).to_be_visible()
            expect(page.locator(f'[data-route="{route}"]')).to_have_attribute("data-can", "true")
            assert route not in ask(page, "GET", f"/api/tables/{table}/view")["public"]["routes"]
    finally:
        process.stop()


def test_the_end_is_celebrated_and_leads_to_the_charts(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE, reduced_motion="no-preference") as page:
        be(page, "Ada")
        table = open_table(page, "usa", "me", "greedy", first=0)
        leave(page)
        play_beside(page, table, in_the_last_round)
        page.goto(f"/table/{table}")
        expect(page.locator(".surface")).to_be_visible()
        play_beside(page, table, lambda made, view: view["public"]["phase"] == "over")
        page.get_by_test_id("story-skip").click()
        ceremony = page.get_by_test_id("ceremony")
        expect(ceremony.locator("li")).to_have_count(2)
        page.get_by_test_id("ceremony-close").click()
        expect(ceremony).to_be_hidden()
        expect(page.get_by_test_id("final")).to_be_visible()
        page.get_by_test_id("charts").click()
        page.wait_for_function("() => document.querySelector('.charts')?.getBoundingClientRect().top < innerHeight / 2")


def test_a_rematch_starts_at_once_and_a_closed_one_is_opened_anew(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        table = open_table(page, "usa", "me", "greedy", first=0)
        leave(page)
        play_beside(page, table, lambda made, view: view["public"]["phase"] == "over")
        closed = ask(page, "POST", f"/api/tables/{table}/rematch", {})["table"]
        ask(page, "POST", f"/api/tables/{closed}/close", {})
        page.goto(f"/table/{table}")
        page.get_by_test_id("rematch").click()
        expect(page.get_by_test_id("keep-0")).to_be_visible()
        assert page.url.rsplit("/", 1)[1] not in (table, closed)
