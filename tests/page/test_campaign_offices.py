"""Post office, crew, stickers and their moments on the page: what one may read, at hot-seat too; axe on each."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from page.browsers import LYING_PHONE, PHONE, WIDE, Device, visiting
from page.campaigns import at_campaign, brought, info_of, prepared, skip_moments
from page.hands import Keys
from page.tables import ask, be
from page.test_campaigns import TEXT
from page.test_moments import IN_OFFICES, MOMENTS, problems
from server.processes import Process
from tools import FULL
from trunkline.campaign.offices import held_by, must_give_up
from trunkline.campaign.state import SEATING, Campaign

pytestmark = pytest.mark.rule("L21", "L26", "L27")


def all_hold(campaign: Campaign) -> bool:
    """Late enough for modules that closed; all three companies hold postcards."""
    active = [company.colour for company in campaign.active]
    return (
        campaign.stage == SEATING
        and campaign.game >= 6
        and len(active) == 3
        and all(held_by(campaign, company) and not must_give_up(campaign, company) for company in active)
    )


def one_has_to_go(campaign: Campaign) -> bool:
    winner = campaign.winner
    return campaign.stage == SEATING and winner is not None and must_give_up(campaign, winner)


def words_of(page: Page, campaign: str) -> dict[str, dict[str, list[str] | None]]:
    found: dict[str, dict[str, list[str] | None]] = ask(page, "GET", f"/api/campaigns/{campaign}/words?lang=en")[
        "postcards"
    ]
    return found


def test_backs_are_for_their_holder_and_at_hot_seat_behind_a_cover(browser: Browser, house: Process) -> None:
    with visiting(browser, house.url, PHONE) as anna, visiting(browser, house.url, WIDE) as ben:
        be(anna, "Anna")
        be(ben, "Ben")
        campaign, (first, second, third) = brought(anna, all_hold)
        ask(anna, "POST", f"/api/campaigns/{campaign}/open", {"open": True})
        ask(anna, "POST", f"/api/campaigns/{campaign}/join", {"colour": second})
        ask(ben, "POST", f"/api/campaigns/{campaign}/join", {"colour": third})
        offices = info_of(anna, campaign)["state"]["offices"]
        shown = set(info_of(anna, campaign)["state"]["shown"])
        for page in (anna, ben):
            at_campaign(page, campaign)
            skip_moments(page)
            office = page.get_by_test_id("post-office")
            for company in (first, second, third):
                fronts = office.get_by_test_id(f"post-{company}").get_by_test_id("postcard")
                expect(fronts).to_have_count(len(offices[company]["postcards"]))
        met = {company: len([c for c in offices[company]["postcards"] if c["card"] in shown]) for company in offices}
        # Ben has one company: its backs lie open, those of the others do not.
        for company in (first, second, third):
            backs = ben.get_by_test_id(f"post-{company}").get_by_test_id("postcard-back")
            expect(backs).to_have_count(len(offices[company]["postcards"]) if company == third else met[company])
        # Anna has two: each is turned over by itself, and only one at a time.
        at_first = anna.get_by_test_id(f"post-{first}").get_by_test_id("postcard-back")
        at_second = anna.get_by_test_id(f"post-{second}").get_by_test_id("postcard-back")
        expect(at_first).to_have_count(met[first])
        anna.get_by_test_id(f"turn-{first}").click()
        expect(at_first).to_have_count(len(offices[first]["postcards"]))
        expect(at_second).to_have_count(met[second])
        anna.get_by_test_id(f"turn-{second}").click()
        expect(at_first).to_have_count(met[first])
        expect(at_second).to_have_count(len(offices[second]["postcards"]))
        assert problems(anna) == []
        anna.get_by_test_id(f"turn-{second}").click()
        expect(at_second).to_have_count(met[second])


@pytest.mark.parametrize("way", ["pointer", "text"])
def test_a_fourth_postcard_is_given_up(browser: Browser, house: Process, way: str) -> None:
    with visiting(browser, house.url, WIDE if way == "text" else LYING_PHONE) as page:
        be(page, "Anna")
        if way == "text":
            page.goto("/health")
            page.evaluate(TEXT)
        campaign = prepared(page, one_has_to_go)
        at_campaign(page, campaign)
        skip_moments(page)
        (own,) = info_of(page, campaign)["you"]["companies"]
        card = next(action for action in own["actions"] if action.startswith("discard")).split()[1]
        expect(page.get_by_test_id("decide-discard")).to_contain_text(str(words_of(page, campaign)[card]["front"]))
        if way == "text":
            Keys(page).tab_to(f'[data-testid="option-{card}"]')
            page.keyboard.press("Space")
            Keys(page).tab_to('[data-testid="do-discard"]')
            page.keyboard.press("Enter")
        else:
            page.get_by_test_id(f"option-{card}").check()
            page.get_by_test_id("do-discard").click()
        moments = page.get_by_test_id("moments")
        expect(moments).to_have_attribute("data-kind", "postcard")
        expect(page.get_by_test_id("moment-lines")).to_contain_text("gives up the postcard")
        expect(moments.get_by_test_id("postcard-back")).to_have_count(0)
        skip_moments(page)
        expect(page.get_by_test_id("decide-discard")).to_have_count(0)
        held = info_of(page, campaign)["state"]["offices"][own["company"]]["postcards"]
        assert len(held) == 3 and card not in [each["card"] for each in held]


@pytest.mark.parametrize("device", [PHONE, LYING_PHONE, WIDE] if FULL else [PHONE])
def test_stickers_crew_and_their_moments(browser: Browser, house: Process, device: Device) -> None:
    with visiting(browser, house.url, device, reduced_motion="reduce") as page:
        be(page, "Anna")

        def is_enough(campaign: Campaign) -> bool:
            kept = campaign.modules
            spikes = all_hold(campaign) and bool(kept.closed) and bool(kept.running)
            return spikes and bool(campaign.offices.shown) and bool(kept.spans or kept.growth or kept.checked)

        campaign = prepared(page, is_enough)
        at_campaign(page, campaign)
        skip_moments(page)
        state = info_of(page, campaign)["state"]
        for module in state["modules"]:
            sticker = page.locator(f"[data-rule='{module['module']}']")
            expect(sticker.locator(f"svg[data-module='{module['module']}']")).to_be_visible()
            expect(sticker).to_contain_text("In force for" if module["closed"] is None else str(module["closed"]))
        expect(page.get_by_test_id("crew").locator("li")).to_have_count(8)
        hired = next(office["hired"] for office in state["offices"].values() if office["hired"])
        expect(page.get_by_test_id(f"crew-{next(iter(hired))}")).to_contain_text("Hired by")
        marks = [f"span-{route}" for route in state["spans"]] + [f"bored-{route}" for route in state["bored"]]
        marks += [f"growth-{city}" for city in state["growth"] if city not in state["grown"]]
        for mark in marks:
            expect(page.locator(f"[data-mark='{mark}']").first).to_be_attached()
        assert marks and problems(page) == []
        wide = page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
        assert wide, "the page is wider than the screen"
        checked: set[str] = set()
        for game in range(1, state["game"]):
            if not page.get_by_test_id(f"replay-{game}").count():
                continue
            page.get_by_test_id(f"replay-{game}").click()
            dialog = page.get_by_test_id("moments")
            while dialog.count():
                kind = dialog.get_attribute("data-kind") or ""
                if kind in IN_OFFICES - checked:
                    assert page.get_by_test_id("moment-lines").locator("p").count() >= 1
                    assert problems(page, MOMENTS) == [], kind
                    checked.add(kind)
                page.get_by_test_id("moments-next").click()
        assert checked == IN_OFFICES
