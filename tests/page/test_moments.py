"""Moments of a campaign in the browser: the box by the winner's hand, marks on the board, the finale; axe on each."""

from __future__ import annotations

import re
import struct

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import PHONE, WIDE, visiting
from page.campaigns import at_campaign, info_of, prepared, skip_moments
from page.conftest import ROOT
from page.tables import ask, be
from page.test_for_everyone import AXE, SERIOUS
from server.processes import Process

KINDS = {"founding", "seated", "story", "news", "vote", "slips", "spike", "named", "box", "route", "finale"}
IN_OFFICES = {"postcard", "opened", "closing", "marks", "stickers"}
"""Kinds of moments that `test_campaign_offices.py` looks at; this file looks at the others."""
RESTS = """async () => {
  const moving = () => document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity)
  for (let found; (found = moving()).length; ) await Promise.allSettled(found.map((each) => each.finished))
}"""


MOMENTS = "[data-testid=moments]"


def problems(page: Page, within: str | None = None) -> list[object]:
    """What axe finds that is serious, once everything has come to rest: colours that fade in have no contrast yet.

    `within` names the part to look at: behind a moment is the home, which is large and checked by itself.
    """
    page.evaluate(RESTS)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[object] = page.evaluate(SERIOUS, within)
    return found


def decide(page: Page, campaign: str, verb: str) -> None:
    """Take the first decision of this verb, over the API."""
    own = info_of(page, campaign)["you"]["companies"]
    company, action = next((o["company"], a) for o in own for a in o["actions"] if a.startswith(verb))
    ask(
        page, "POST", f"/api/campaigns/{campaign}/decide", {"actor": company, "action_id": "test-1", "action": action}
    )  # fmt: skip


def picking(page: Page) -> str:
    campaign = prepared(page, lambda each: each.stage == "picking")
    at_campaign(page, campaign)
    skip_moments(page)
    assert problems(page) == []
    return campaign


def test_every_kind_of_moment_is_looked_at() -> None:
    files = (ROOT / "web" / "src" / "campaign" / "moments" / "kinds").glob("*.svelte")
    found = [re.findall(r"^    kind: '(\w+)'", file.read_text(encoding="utf-8"), re.MULTILINE) for file in files]
    assert sorted(kind for kinds in found for kind in kinds) == sorted(KINDS | IN_OFFICES)


@pytest.mark.rule("L26")
def test_the_winner_opens_the_box_by_hand(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, PHONE, reduced_motion="no-preference") as page:
        be(page, "Anna")
        campaign = picking(page)
        decide(page, campaign, "pick")
        lid = page.get_by_test_id("lid")
        expect(lid).to_be_visible()
        assert page.get_by_test_id("box-tickets").count() == 0
        lid.scroll_into_view_if_needed()
        box = lid.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        expect(page.get_by_test_id("box-tickets")).to_be_visible()
        page.mouse.up()
        tickets = info_of(page, campaign)["state"]["territories"]
        assert len(tickets) >= 1
        page.get_by_test_id("moments-next").click()
        assert problems(page, MOMENTS) == []
        skip_moments(page)
        page.reload()
        expect(page.get_by_test_id("chronicle")).to_be_visible()
        expect(page.locator("[data-testid=campaign][data-unseen=false]")).to_be_attached()
        expect(page.get_by_test_id("moments")).to_have_count(0)


@pytest.mark.rule("L27")
def test_the_home_names_the_rules_in_force(browser: Browser, house: Process) -> None:
    """By the names that the server sends: modules that are open and not closed yet."""
    with visiting(browser, house.url, PHONE) as page:
        be(page, "Anna")
        campaign = prepared(page, lambda each: each.stage == "seating" and each.game >= 6)
        at_campaign(page, campaign)
        skip_moments(page)
        modules = info_of(page, campaign)["state"]["modules"]
        names = ask(page, "GET", f"/api/campaigns/{campaign}/words?lang=en")["modules"]
        assert any(module["closing"] for module in modules) and not all(module["closing"] for module in modules)
        for module in modules:
            name = names[module["module"]]["name"]
            if module["closing"]:
                expect(page.get_by_test_id("in-force")).not_to_contain_text(name)
            else:
                expect(page.get_by_test_id("in-force")).to_contain_text(name)


def test_the_box_by_keyboard_and_with_reduced_motion(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, WIDE, reduced_motion="no-preference") as page:
        be(page, "Anna")
        decide(page, picking(page), "pick")
        page.get_by_test_id("lid").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("box-tickets")).to_be_visible()
    with visiting(browser, house.url, WIDE, reduced_motion="reduce") as page:
        be(page, "Anna")
        decide(page, picking(page), "pick")
        expect(page.get_by_test_id("box-tickets")).to_be_visible()
        expect(page.get_by_test_id("moment-lines").locator("p")).to_have_count(4)


def test_a_route_is_christened_on_the_map(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, WIDE) as page:
        be(page, "Anna")
        campaign = prepared(page, lambda each: each.stage == "seating" and each.may_christen == each.winner is not None)
        at_campaign(page, campaign)
        skip_moments(page)
        form = page.get_by_test_id("choose-christen")
        expect(form).to_be_visible()
        own = info_of(page, campaign)["you"]["companies"]
        route = next(a.split()[1] for o in own for a in o["actions"] if a.startswith("christen"))
        form.locator(f'[data-node="r:{route}"]').dispatch_event("click", {"detail": 0})
        expect(form.get_by_test_id("christen-route")).to_have_value(route)
        form.get_by_test_id("christen-name").fill("The Long Way")
        form.get_by_test_id("do-christen").click()
        expect(page.get_by_test_id("moments")).to_have_attribute("data-kind", "route")
        expect(page.get_by_test_id("moments").locator(".marks .given").first).to_be_attached()
        assert "The Long Way" in (page.get_by_test_id("moments").text_content() or "")
        skip_moments(page)


@pytest.mark.rule("L23")
def test_the_finale_and_every_moment_of_the_chronicle(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, PHONE, reduced_motion="reduce") as page:
        be(page, "Anna")
        campaign = prepared(page, lambda each: each.stage == "over")
        at_campaign(page, campaign)
        skip_moments(page)
        best = info_of(page, campaign)["state"]["accounts"][0]
        checked: set[str] = set()
        for game in (12, 3, 1, 0, 2, *range(4, 12)):
            if checked >= KINDS:
                break
            page.get_by_test_id(f"replay-{game}").click()
            dialog = page.get_by_test_id("moments")
            while dialog.count():
                kind = dialog.get_attribute("data-kind") or ""
                if kind == "finale":
                    expect(page.get_by_test_id("verdict")).to_contain_text(f"${best['total']}")
                if kind not in checked:
                    assert problems(page, MOMENTS) == [], kind
                    checked.add(kind)
                page.get_by_test_id("moments-next").click()
        assert checked >= KINDS
        with page.expect_download() as download:
            page.get_by_test_id("souvenir-svg").click()
        picture = download.value.path().read_text(encoding="utf-8")
        assert picture.startswith("<svg") and 'data-mark="year-' in picture
        size = [int(float(found)) for found in re.findall(r' (?:width|height)="([\d.]+)"', picture[:2000])[:2]]
        with page.expect_download() as download:
            page.get_by_test_id("souvenir-png").click()
        assert download.value.suggested_filename.endswith(".png")
        image = download.value.path().read_bytes()
        assert image.startswith(b"\x89PNG\r\n\x1a\n") and image[12:16] == b"IHDR"
        wide, high = struct.unpack(">II", image[16:24])
        assert wide >= size[0] and abs(wide / high - size[0] / size[1]) < 0.01
        # It is no empty canvas: a single colour would take a few kB.
        assert len(image) > 100_000
        assert problems(page) == []
        winner = next(
            each["president"] for each in info_of(page, campaign)["companies"] if each["company"] == best["company"]
        )
        expect(page.get_by_test_id("waits")).to_contain_text(winner)
        expect(page.get_by_test_id("waits")).to_contain_text(f"${best['total']}")
        page.goto("/games")
        row = page.get_by_role("listitem").filter(has=page.locator(f"[data-testid=campaign-row][href$='{campaign}']"))
        expect(row).to_contain_text(f"{winner} won the campaign")
        at_campaign(page, campaign)
        page.get_by_test_id("afterwards").click()
        page.wait_for_url("**/table/*")
        info = ask(page, "GET", f"/api/tables/{page.url.rpartition('/')[2]}")
        assert info["campaign"]["afterwards"] and len(info["seats"]) == 3
        expect(page.get_by_role("heading", name="Years").first).to_be_visible()
