"""The page for everyone: nothing serious found by axe on any screen in any language, light and dark; words complete."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from page.browsers import LYING_PHONE, PHONE, WIDE, Device, visiting
from page.campaigns import at_campaign, open_campaign, prepared, skip_moments
from page.conftest import ROOT
from page.tables import after, ask, be, finished, make_table, open_table, play_beside
from server.processes import Process
from tools import FULL
from trunkline.maps.load import map_names

AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# What is serious in the document, or in the part of it that a selector names. Axe reads the whole document even for a
# part, which takes most of its time, so everything else is taken out of the document meanwhile.
SERIOUS = """async (selector) => {
  const part = selector && document.querySelector(selector)
  const around = []
  for (let at = part; at && at !== document.body; at = at.parentElement)
    for (const each of [...at.parentElement.children]) if (each !== at) around.push([each, document.createComment('')])
  for (const [each, place] of around) each.replaceWith(place)
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
  const found = await axe.run(part ?? document, {resultTypes: ['violations'], runOnly})
  for (const [each, place] of around) place.replaceWith(each)
  const told = (node) => `${node.html.slice(0, 200)} | ${node.any[0]?.message ?? ''}`
  return found.violations
    .filter((each) => ['serious', 'critical'].includes(each.impact))
    .map((each) => ({id: each.id, where: each.nodes.slice(0, 5).map(told)}))
}"""


def home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_test_id("play-now").first).to_be_visible()


def at(address: str) -> Callable[[Page], None]:
    def visit(page: Page) -> None:
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()

    return visit


def rulebook(map_: str) -> Callable[[Page], None]:
    def visit(page: Page) -> None:
        page.goto(f"/rules/{map_}")
        expect(page.get_by_test_id("rulebook")).to_be_visible()

    return visit


def choosing_a_bot(page: Page) -> None:
    page.goto("/new")
    page.get_by_test_id("seat-bot-1").click()
    page.locator("dialog summary").click()
    expect(page.get_by_test_id("bot-uct")).to_be_visible()


def choosing_tickets(page: Page) -> None:
    open_table(page, "europe", "me", "greedy", "greedy")
    expect(page.get_by_test_id("keep-0")).to_be_visible()


def in_the_lobby(page: Page) -> None:
    open_table(page, "usa", "me", "open", "greedy", start=False)
    expect(page.get_by_test_id("start")).to_be_visible()


def show_after(page: Page, moves: int, map_: str, *seats: str) -> None:
    """A table after some moves, which the page does not see: drawing each of them costs more than the screen itself."""
    table = make_table(page, map_, *seats)
    seq = play_beside(page, table, after(moves))
    page.goto(f"/table/{table}")
    expect_seq(page, seq)


def expect_seq(page: Page, seq: int) -> None:
    expect(page.get_by_test_id("table")).to_have_attribute("data-seq", str(seq))
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")


def in_the_game(page: Page) -> None:
    show_after(page, 6, "europe", "me", "greedy", "greedy")


def in_words(page: Page) -> None:
    page.evaluate("() => localStorage.setItem('settings', JSON.stringify({view: 'text'}))")
    open_table(page, "europe", "me", "greedy")
    expect(page.get_by_test_id("keep-0")).to_be_visible()


def at_the_end(page: Page) -> None:
    page.goto(f"/table/{finished(page, 'europe')}")
    expect(page.get_by_test_id("final")).to_be_visible()


def in_the_replay(page: Page) -> None:
    page.goto(f"/replay/{finished(page, 'world')}?at=120")
    expect(page.locator(".surface")).to_be_visible()


def choosing_companies(page: Page) -> None:
    page.goto("/new?map=meridian")
    expect(page.get_by_test_id("company-0")).to_be_visible()


def with_companies(page: Page) -> None:
    show_after(page, 12, "meridian", "me/black", "greedy", "greedy")


def companies_in_words(page: Page) -> None:
    page.evaluate("() => localStorage.setItem('settings', JSON.stringify({view: 'text'}))")
    open_table(page, "meridian", "me", "greedy")
    expect(page.get_by_test_id("news")).to_be_visible()


def at_the_bank_slips(page: Page) -> None:
    page.goto(f"/table/{finished(page, 'meridian')}")
    expect(page.get_by_test_id("final")).to_be_visible()


def about_oneself(page: Page) -> None:
    page.goto(f"/people/{ask(page, 'GET', '/api/me')['person']['id']}")
    expect(page.locator("h1").first).to_be_visible()


def founding_a_campaign(page: Page) -> None:
    page.goto(f"/campaign/{open_campaign(page, 1, founded=False)}")
    expect(page.get_by_test_id("advice")).to_be_visible()


def invited_to_a_campaign(page: Page) -> None:
    campaign = open_campaign(page, 1, founded=False)
    page.context.clear_cookies()
    be(page, "Ben")
    page.goto(f"/campaign/{campaign}")
    expect(page.get_by_test_id("sign")).to_be_visible()


def new_campaign(page: Page) -> None:
    page.goto("/campaigns/new")
    expect(page.get_by_test_id("open-campaign")).to_be_visible()


def in_a_campaign(page: Page) -> None:
    at_campaign(page, open_campaign(page))


def removing_an_event(page: Page) -> None:
    at_campaign(page, prepared(page, lambda campaign: campaign.stage == "removing" and campaign.game == 2))
    expect(page.get_by_test_id("decide-remove")).to_be_attached()


def in_a_charter(page: Page) -> None:
    at_campaign(page, prepared(page, lambda campaign: campaign.stage == "naming" and campaign.game == 2))
    expect(page.get_by_test_id("decide-name")).to_be_attached()


def in_a_vote(page: Page) -> None:
    page.evaluate("() => localStorage.setItem('settings', JSON.stringify({view: 'text'}))")
    at_campaign(page, prepared(page, lambda campaign: campaign.stage == "seating" and campaign.vote is not None))


SCREENS: dict[str, Callable[[Page], None]] = {
    "home": home,
    "new": at("/new"),
    "bots": choosing_a_bot,
    "games": at("/games"),
    "rules": at("/rules/europe/exact"),
    "rulebook": rulebook("europe"),
    "rulebook of companies": rulebook("meridian"),
    "learn": at("/learn"),
    "account": at("/account"),
    "settings": at("/settings"),
    "nothing": at("/nowhere"),
    "lobby": in_the_lobby,
    "new campaign": new_campaign,
    "founding": founding_a_campaign,
    "invited": invited_to_a_campaign,
    "campaign": in_a_campaign,
    "removal": removing_an_event,
    "charter": in_a_charter,
    "vote in words": in_a_vote,
    "tickets": choosing_tickets,
    "game": in_the_game,
    "words": in_words,
    "end": at_the_end,
    "replay": in_the_replay,
    "person": about_oneself,
    "company seats": choosing_companies,
    "companies": with_companies,
    "companies in words": companies_in_words,
    "bank slips": at_the_bank_slips,
}
ZOOMED = Device(WIDE.width // 2, WIDE.height // 2, scale=2.0)
"""A wide window in which the browser zooms to 200 %. A table has its column there, as on a lying phone."""
LOOKS = [(WIDE, "en-GB", "light"), (PHONE, "uk-UA", "dark"), (ZOOMED, "el-GR", "dark")]
ALL_LOOKS = [
    (device, locale, scheme)
    for device in (WIDE, PHONE, ZOOMED, LYING_PHONE)
    for locale in ("en-GB", "uk-UA", "el-GR")
    for scheme in ("light", "dark")
]


# What is too small for a finger. Links within sentences may be small, and so may what is drawn on the board.
SMALL = """() => [...document.querySelectorAll('button, a[href], select, input, [role=tab]')]
  .filter((each) => each.checkVisibility() && !each.closest('p, li > span, svg'))
  .map((each) => [each, (each.closest('label') ?? each).getBoundingClientRect()])
  .map(([each, box]) => [each, box.width, box.height])
  .filter(([, wide, tall]) => wide > 1 && (wide < 43.5 || tall < 43.5))
  .map(([each, wide, tall]) => `${each.outerHTML.slice(0, 120)} ${Math.round(wide)}x${Math.round(tall)}`)"""
TOUCHED = ("home", "new", "bots", "settings", "tickets", "game", "lobby", "company seats", "companies")
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize(("device", "locale", "scheme"), ALL_LOOKS if FULL else LOOKS)
def test_every_screen_is_for_everyone(
    house: Process, browser: Browser, device: Device, locale: str, scheme: str
) -> None:  # fmt: skip
    """Axe finds nothing serious, nothing is wider than the screen, and what is touched is large enough.

    By default axe looks at each screen in one of the looks, in turn; sizes are measured on the phone, where they are
    the tightest, and where axe looks.
    """
    troubles: dict[str, Any] = {}
    turn = LOOKS.index((device, locale, scheme)) if not FULL else 0
    # One page for all screens: each new one would be a process of the browser.
    with visiting(browser, house.url, device, locale=locale, color_scheme=scheme, bypass_csp=True) as page:
        be(page, "Ada")
        for number, (name, visit) in enumerate(SCREENS.items()):
            is_checked = FULL or number % len(LOOKS) == turn
            if not is_checked and device != PHONE:
                continue
            visit(page)
            assert page.locator("html").get_attribute("lang") == locale[:2]
            small = page.evaluate(SMALL) if device.touch and name in TOUCHED else []
            found: dict[str, Any] = {"too wide": max(0, page.evaluate(WIDER)), "too small": small}
            if is_checked:
                page.evaluate(AXE)
                found["axe"] = page.evaluate(SERIOUS)
            troubles |= {f"{name}: {what}": trouble for what, trouble in found.items() if trouble}
            # The next screen finds no settings.
            page.evaluate("() => localStorage.clear()")
    assert not troubles, json.dumps(troubles, indent=1, ensure_ascii=False)


def test_the_language_changes_without_a_reload(house: Process, browser: Browser) -> None:
    with visiting(browser, house.url, WIDE) as page:
        home(page)
        page.evaluate("() => (window.stays = true)")
        for language, word in (("uk", "Грати"), ("el", "Παίξτε"), ("en", "Play")):
            page.get_by_test_id("language").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.get_by_test_id("play-now").first).to_contain_text(word[:4])
        assert page.evaluate("() => window.stays") is True


@pytest.mark.parametrize("locale", ["en-GB", "uk-UA", "el-GR"])
def test_the_page_is_small(house: Process, browser: Browser, built: Path, locale: str) -> None:
    """The first screen is at most 160 kB over the wire with all that it asks for; the way from it into a game is at
    most 150 kB of packed files with the font of its script, beside the map. In every language, with motion and
    sounds."""
    with visiting(browser, house.url, WIDE, locale=locale, reduced_motion="no-preference") as page:
        loaded: dict[str, int] = {}
        wire: list[float] = []

        def note(response: Response) -> None:
            path = response.url.removeprefix(house.url).lstrip("/") or "index.html"
            packed = built / f"{path}.gz" if (built / f"{path}.gz").is_file() else built / path
            if packed.is_file():
                loaded[path] = packed.stat().st_size

        page.on("response", note)
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.loadingFinished", lambda event: wire.append(event["encodedDataLength"]))
        be(page, "Ada")
        home(page)
        page.wait_for_load_state("networkidle")
        # Every map has its picture there.
        expect(page.locator(".mini svg")).to_have_count(len(map_names()))
        assert 0 < sum(wire) <= 160_000, (sum(wire), loaded)
        fonts = [path for path in loaded if path.endswith(".woff2")]
        assert len(fonts) == 1, fonts
        table = open_table(page, "europe", "me", "greedy", "greedy")
        expect_seq(page, play_beside(page, table, after(6)))
        # The position may come before the map.
        expect(page.locator(".surface")).to_be_visible()
        page.get_by_test_id("deck-deck").click()
        page.wait_for_load_state("networkidle")
        assert any("synthesizer" in path for path in loaded), loaded
        maps = {path: size for path, size in loaded.items() if path.endswith(".json")}
        assert maps
        assert max(maps.values()) <= 60_000
        assert sum(loaded.values()) - sum(maps.values()) <= 150_000, loaded
        # One language, and no other; and one font, with one more at most for accented names of cities.
        assert len([path for path in loaded if re.match(r"assets/(en|uk|el)-", path)]) == 1, loaded
        assert len([path for path in loaded if path.endswith(".woff2")]) <= 2, loaded


def test_a_campaign_is_small(house: Process, browser: Browser, built: Path) -> None:
    """What a campaign needs beside its games, which are tables, is at most 60 kB of packed files, with its words."""
    with visiting(browser, house.url, WIDE, service_workers="block") as page:
        loaded: dict[str, int] = {}

        def note(response: Response) -> None:
            path = response.url.removeprefix(house.url).lstrip("/")
            packed = built / f"{path}.gz"
            if path.endswith((".js", ".css")) and packed.is_file():
                loaded[path] = packed.stat().st_size

        page.on("response", note)
        be(page, "Ada")
        home(page)
        in_the_lobby(page)
        campaign = prepared(page, lambda campaign: campaign.stage == "playing" and campaign.game == 4)
        page.goto(f"/table/{ask(page, 'GET', f'/api/campaigns/{campaign}')['table']}")
        page.get_by_role("button", name="Map legend").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        shared = set(loaded)
        for visit in (new_campaign, founding_a_campaign):
            visit(page)
        at_campaign(page, prepared(page, lambda campaign: campaign.stage == "over"))
        skip_moments(page)
        page.get_by_role("region", name="The map").get_by_role("button", name="Map legend").click()
        expect(page.get_by_role("dialog")).to_contain_text("The signatures of the presidents")
        own = {path: size for path, size in loaded.items() if path not in shared}
        assert 20_000 < sum(own.values()) <= 60_000, own


def test_every_map_is_small(built: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in (built / "assets").glob("*.json.gz")}
    pictures = {name: size for name, size in sizes.items() if name.startswith("mini-")}
    assert len(pictures) == len(sizes) - len(pictures) == len(map_names())
    assert max(sizes.values()) <= 60_000, sizes
    assert max(pictures.values()) <= 12_000, pictures


@pytest.mark.parametrize("map_", ["usa", "great_lakes", "world"])
def test_a_rulebook_has_the_numbers_of_its_map(house: Process, browser: Browser, map_: str) -> None:
    """The numbers in the rulebook are those that the server plays by, and every picture of a route shows its map."""
    with visiting(browser, house.url, WIDE) as page:
        served = ask(page, "GET", f"/api/maps/{map_}")
        rules = served["variants"]["base"]["rules"]
        rulebook(map_)(page)
        book = page.get_by_test_id("rulebook")
        lengths = sorted({route["length"] for route in served["routes"]})
        rows = page.get_by_test_id("route-points").locator("tr")
        assert rows.nth(0).locator("td").all_inner_texts() == [str(length) for length in lengths]
        assert rows.nth(1).locator("td").all_inner_texts() == [str(rules["route_points"][each - 1]) for each in lengths]
        opening, draw = rules["opening"], rules["draw"]
        for said in (
            f"gets {opening['short']} tickets in secret and keeps at least {opening['keep']}",
            f"Take {draw['tickets']} tickets and keep at least {draw['keep']}",
            f"with {rules['end_at']} {'pieces' if rules['ships'] else 'trains'} or fewer",
            f"{rules['trains']} trains",
        ):
            expect(book).to_contain_text(said)
        assert book.locator("svg.drawn .space").count() > 20
        page.get_by_test_id("exact-rules").click()
        expect(page.locator("dt a").first).to_be_visible()
