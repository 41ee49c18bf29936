"""Bots on the page: chosen by level and style with what they are like, named at the table, and asked for hints."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, WIDE, Device, visiting
from page.conftest import ROOT
from page.tables import ask, be, open_table
from server.processes import Process
from trunkline.bots.registry import ENTRIES, LEVEL, STYLE, USUAL


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / "web/src/locale" / language / "common.json").read_text(encoding="utf-8"))
    return found


def seats(page: Page) -> list[dict[str, Any]]:
    """Who sits at the table that is on the page."""
    page.wait_for_url("**/table/*")
    found: list[dict[str, Any]] = ask(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["seats"]
    return found


@pytest.mark.parametrize(("device", "locale"), [(WIDE, "en-GB"), (PHONE, "uk-UA"), (PHONE, "el-GR")])
def test_levels_and_styles_are_told_in_words_and_by_a_mark(
    house: Process, browser: Browser, device: Device, locale: str
) -> None:  # fmt: skip
    told = words(locale[:2])
    with visiting(browser, house.url, device, locale=locale) as page:
        be(page, "Ada")
        page.goto("/new?mode=bots")
        page.get_by_test_id("seat-bot-1").click()
        for name, entry in ENTRIES.items():
            bot = page.get_by_test_id(f"bot-{name}")
            expect(bot).to_contain_text(told[f"bot.{name}"])
            expect(bot).to_contain_text(told[f"bot_summary.{name}"])
            strength = told["bots.strength"].replace("{level}", str(entry.level))
            labels = [mark.get_attribute("aria-label") for mark in bot.locator("svg").all()]
            assert labels == ([strength] if entry.level else [])
            assert bot.locator("rect.full").count() == entry.level
            # The rest is for researchers, and folded.
            assert bot.is_visible() == (entry.kind in (LEVEL, STYLE))
            expect(bot).to_have_attribute("aria-pressed", str(name == USUAL).lower())


def test_a_game_at_once_is_against_the_usual_level_or_the_one_chosen_before(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, PHONE) as page:
        be(page, "Ada")
        page.goto("/")
        page.get_by_test_id("play-now").first.click()
        assert [seat["bot"] for seat in seats(page)] == [None, USUAL, USUAL]
        page.goto("/")
        page.get_by_test_id("opponent").click()
        page.get_by_test_id("bot-planner").click()
        expect(page.get_by_test_id("opponent")).to_contain_text("Planner")
        page.reload()
        expect(page.get_by_test_id("opponent")).to_contain_text("Planner")
        page.get_by_test_id("play-now").first.click()
        assert [seat["bot"] for seat in seats(page)] == [None, "planner", "planner"]


def test_each_seat_has_a_bot_of_its_own_chosen_by_keys(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        page.goto("/new?mode=bots")
        page.get_by_test_id("seat-bot-1").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id(f"bot-{USUAL}")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.get_by_test_id("seat-bot-1")).to_contain_text("Expert")
        page.get_by_test_id("seat-bot-2").click()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("seat-bot-2")).to_contain_text("Traveller")
        page.get_by_test_id("seat-bot-2").click()
        page.get_by_test_id("bot-blocker").click()
        page.get_by_role("button", name="Start the game").click()
        assert [seat["bot"] for seat in seats(page)] == [None, "expert", "blocker"]


def test_an_empty_seat_is_given_to_a_style_before_the_game(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, PHONE) as page:
        be(page, "Ada")
        open_table(page, "usa", "me", "open", start=False)
        page.get_by_test_id("seat-bot-1").click()
        page.get_by_test_id("bot-hoarder").click()
        expect(page.locator(".lobby")).to_contain_text("Hoarder")
        assert seats(page)[1]["bot"] == "hoarder"
        expect(page.get_by_test_id("start")).to_be_enabled()


def test_at_the_table_a_bot_goes_by_its_name_and_is_described(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        # Tables that name a baseline, as older ones do, are as good as ever.
        open_table(page, "usa", "me", "collector", "greedy")
        page.get_by_test_id("keep-0").wait_for()
        players = page.locator("section.players")
        for name in ("collector", "greedy"):
            row = players.get_by_role("button", name=words("en")[f"bot.{name}"])
            row.click()
            expect(players).to_contain_text(words("en")[f"bot_summary.{name}"])


def test_a_hint_is_the_planners_with_its_reason(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        open_table(page, "world", "me", "random")
        page.get_by_test_id("keep-0").wait_for()
        page.get_by_role("button", name="Hint", exact=True).click()
        hint = page.locator(".hint[role=status]")
        expect(hint).to_contain_text("Together these should earn the most")
        expect(hint.get_by_role("button", name="Do this")).to_be_visible()
        # The tickets that it names are marked, and every ticket has its small map.
        named = page.locator("[data-testid^=keep-].hinted b")
        assert all(ticket in hint.inner_text() for ticket in named.all_inner_texts()) and named.count() > 1
        assert page.locator(".ticket-map").count() == page.locator(".choose .slip").count()
