"""Consent on the page: rated or casual, rematches accepted, games aborted by all, and shuffles checked."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from page.browsers import PHONE, WIDE, visiting
from page.conftest import ROOT
from page.tables import ask, be, leave, open_table
from server.guests import Guest, play_on, watching
from server.processes import Process
from tools import FULL

LOCALES = ["en-GB", "uk-UA", "el-GR"] if FULL else ["uk-UA"]
RATED = {"rated": True, "clock": {"kind": "days", "seconds": 86_400}}


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for area in ("consent", "replay"):
        path = ROOT / "web" / "src" / "locale" / language / f"{area}.json"
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def behind(house: Process, page: Page) -> Guest:
    """Who a page is, for requests and sockets beside it."""
    guest = Guest(house)
    for cookie in page.context.cookies():
        guest.http.cookies.set(cookie["name"], cookie["value"])
    guest.id = guest.get("/api/me")["person"]["id"]
    return guest


def play_out(table: str, *guests: Guest) -> None:
    talks = watching(table, guests)
    play_on(talks, random.Random(2))
    for talk in talks:
        talk.until_over()
        talk.close()


@pytest.mark.parametrize("locale", LOCALES)
def test_everybody_sees_whether_a_table_is_rated_before_joining(house: Process, browser: Browser, locale: str) -> None:
    told = words(locale[:2])
    host = Guest(house, "Host")
    tables = {
        rated: host.open("usa", ["me", "open"], public=True, **{**RATED, "rated": rated}) for rated in (True, False)
    }
    with visiting(browser, house.url, PHONE, locale=locale) as page:
        for rated, table in tables.items():
            called = told["consent.rated" if rated else "consent.casual"]
            meant = told["consent.rated_words" if rated else "consent.casual_words"]
            page.goto(f"/table/{table}")
            expect(page.get_by_test_id("join")).to_be_visible()
            expect(page.get_by_test_id("rated")).to_contain_text(called)
            expect(page.locator(".rated .soft")).to_have_text(meant)
        page.goto("/")
        badges = page.get_by_test_id("rated")
        expect(badges.filter(has_text=told["consent.rated"]).first).to_be_visible()
        expect(badges.filter(has_text=told["consent.casual"]).first).to_be_visible()
    for table in tables.values():
        host.post(f"/api/tables/{table}/close")


def test_a_table_is_opened_rated_or_casual(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        page.goto("/new?mode=friends")
        expect(page.get_by_test_id("rated")).to_have_attribute("data-rated", "false")
        page.get_by_label("Rated", exact=True).check()
        expect(page.get_by_test_id("rated")).to_have_attribute("data-rated", "true")
        # A game that is rated has a clock, and one without is casual.
        assert page.locator("#clock").input_value() == "move"
        page.locator("#clock").select_option("none")
        expect(page.get_by_test_id("rated")).to_have_attribute("data-rated", "false")
        page.get_by_label("Rated", exact=True).check()
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_test_id("start")).to_be_visible()
        expect(page.get_by_test_id("rated")).to_have_attribute("data-rated", "true")
        page.goto("/new?mode=bots")
        expect(page.get_by_test_id("rated")).to_be_visible()
        assert page.get_by_label("Rated", exact=True).count() == 0, "against bots nothing is rated"


def test_a_rematch_is_accepted_or_declined_in_the_lobby(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as one, visiting(browser, house.url, PHONE) as two:
        be(one, "Ada")
        be(two, "Bohdan")
        for answer in ("accept", "decline"):
            table = open_table(one, "usa", "me", "open", start=False)
            ask(two, "POST", f"/api/tables/{table}/join", {})
            ask(one, "POST", f"/api/tables/{table}/start", {})
            leave(one)
            play_out(table, behind(house, one), behind(house, two))
            for page in (one, two):
                page.goto(f"/table/{table}")
                # The last moves may be played back first.
                expect(page.get_by_test_id("rematch")).to_be_visible()
            one.get_by_test_id("rematch").click()
            expect(one.get_by_test_id("answer-1")).to_have_attribute("data-accepted", "false")
            expect(one.get_by_test_id("start")).to_be_disabled()
            two.get_by_test_id("rematch").tap()
            expect(two.get_by_test_id("answer-0")).to_have_attribute("data-accepted", "true")
            two.get_by_test_id(answer).tap()
            if answer == "accept":
                expect(one.get_by_test_id("answer-1")).to_have_attribute("data-accepted", "true")
                one.get_by_test_id("start").click()
                expect(two.get_by_test_id("table")).to_have_attribute("data-seq", re.compile("[1-9]"))
            else:
                expect(one.get_by_text("Empty seat", exact=True)).to_be_visible()
                expect(one.get_by_test_id("start")).to_be_disabled()


def test_a_game_is_aborted_by_both(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as one, visiting(browser, house.url, WIDE) as two:
        be(one, "Ada")
        be(two, "Bohdan")
        table = open_table(one, "usa", "me", "open", start=False, **RATED)
        ask(two, "POST", f"/api/tables/{table}/join", {})
        one.get_by_test_id("start").click()
        two.goto(f"/table/{table}")
        one.get_by_test_id("menu").click()
        one.get_by_test_id("abort").click()
        one.get_by_test_id("abort-agree").click()
        asked = two.get_by_test_id("abort-asked")
        expect(asked).to_contain_text("Ada wants to abort the game.")
        asked.get_by_role("button", name="Answer").click()
        two.get_by_test_id("abort-agree").click()
        for page in (one, two):
            expect(page.get_by_text("The players agreed to abort this game.")).to_be_visible()


def test_leaving_a_rated_game_is_said_to_lose_it(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Ada")
        table = open_table(page, "usa", "me", "open", start=False, **RATED)
        Guest(house, "Bohdan").post(f"/api/tables/{table}/join")
        page.get_by_test_id("start").click()
        page.get_by_test_id("menu").click()
        page.get_by_role("button", name="Leave the game").click()
        expect(page.get_by_text("This game is rated: if you leave, you lose it")).to_be_visible()
        page.get_by_role("button", name="Leave", exact=True).click()
        page.goto(f"/table/{table}")
        expect(page.get_by_text("You left this rated game.")).to_be_visible()
        assert page.get_by_test_id("keep-0").count() == 0, "nothing is offered to who left"


@pytest.mark.parametrize("locale", LOCALES)
def test_the_shuffles_of_a_finished_game_are_checked_in_the_browser(
    house: Process, browser: Browser, locale: str
) -> None:
    told = words(locale[:2])
    with visiting(browser, house.url, WIDE, locale=locale) as page:
        be(page, "Ada")
        # Opened by the page itself, which remembers the commitment and its own random numbers.
        page.goto("/new?mode=friends")
        page.locator("aside .primary").click()
        expect(page.get_by_test_id("start")).to_be_visible()
        table = page.url.rsplit("/", 1)[-1]
        guests = [Guest(house, "Bohdan"), Guest(house, "Cem")]
        for guest in guests:
            guest.post(f"/api/tables/{table}/join")
        page.get_by_test_id("start").click()
        expect(page.get_by_test_id("table")).to_have_attribute("data-seq", re.compile("[1-9]"))
        leave(page)
        play_out(table, behind(house, page), *guests)

        def check() -> None:
            page.goto(f"/replay/{table}")
            page.locator("header .do button").nth(1).click()
            page.get_by_test_id("check-seal").click()

        check()
        expect(page.get_by_test_id("seal-verdict")).to_have_text(told["proof.good"])
        for part in ("commitment", "seen", "luck", "key"):
            expect(page.get_by_test_id(f"seal-{part}")).to_have_attribute("data-verdict", "yes")
            expect(page.get_by_test_id(f"seal-{part}")).to_contain_text(told[f"proof.{part}_yes"])

        def forged(route: Route) -> None:
            head, _, rest = route.fetch().text().partition("\n")
            facts = json.loads(head)
            facts["contributions"][0] = "00" * 16
            route.fulfill(body=json.dumps(facts) + "\n" + rest, content_type="application/x-ndjson")

        page.route("**/record", forged)
        check()
        expect(page.get_by_test_id("seal-verdict")).to_have_text(told["proof.bad"])
        for part, verdict in {"commitment": "yes", "seen": "yes", "luck": "no", "key": "no"}.items():
            expect(page.get_by_test_id(f"seal-{part}")).to_have_attribute("data-verdict", verdict)
        # Another browser of the same player knows neither what was shown nor what was given.
        with visiting(browser, house.url, WIDE, locale=locale) as other:
            other.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
            other.goto(f"/replay/{table}")
            other.locator("header .do button").nth(1).click()
            other.get_by_test_id("check-seal").click()
            expect(other.get_by_test_id("seal-verdict")).to_have_attribute("data-sound", "true")
            expect(other.get_by_test_id("seal-seen")).to_have_attribute("data-verdict", "unknown")
