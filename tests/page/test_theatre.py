"""Moves one can follow: captions, marks and sounds for the moves of others, the hold for an undo, and the ceremony."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, WIDE, visiting
from page.hands import Hands
from page.tables import after, ask, be, in_the_last_round, leave, open_table, play_beside
from server.processes import Process

# Counts what is played, without a loudspeaker.
LISTEN = """() => {
  window.played = 0
  const start = AudioScheduledSourceNode.prototype.start
  AudioScheduledSourceNode.prototype.start = function (...words) { window.played++; return start.apply(this, words) }
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
