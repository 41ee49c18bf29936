"""Ways to a campaign for the tests of the page: opened over the API, or prepared by the campaign layer and imported."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from campaign.boxes import years
from page.tables import ask
from server.guests import choose
from trunkline.campaign.logfile import to_lines
from trunkline.campaign.state import Campaign

BOT = "random"


def open_campaign(page: Page, bots: int = 2, *, founded: bool = True, name: str = "Evening") -> str:
    """A campaign of this page's person and bots; the page stays where it is."""
    companies = [{"president": "Anna", "signature": "Anna"}, *({"bot": BOT} for _ in range(bots))]
    body = {"name": name, "companies": companies, "substitute": BOT}
    campaign = str(ask(page, "POST", "/api/campaigns", body)["campaign"])
    if founded:
        ask(page, "POST", f"/api/campaigns/{campaign}/found", {})
    return campaign


def prepared(page: Page, is_enough: Callable[[Campaign], bool], companies: int = 3, seed: int = 1) -> str:
    """A campaign as the campaign layer plays it, with made-up games, until it is enough; brought here as a file.

    This page's person is the host and has the company that acts, if one does; bots get the others.
    """
    campaign, _ = brought(page, is_enough, companies, seed)
    for company in info_of(page, campaign)["companies"]:
        if company["person"] is None and company["bot"] is None and not company["has_left"]:
            ask(page, "POST", f"/api/campaigns/{campaign}/bot", {"bot": BOT, "colour": company["company"]})
    return campaign


def brought(
    page: Page, is_enough: Callable[[Campaign], bool], companies: int = 3, seed: int = 1
) -> tuple[str, list[str]]:
    """Such a campaign whose other companies have no president yet; its companies, that of this person first."""
    campaign, log = years(is_enough, companies, seed)
    acting = campaign.by_owner()[0] if campaign.results else campaign.companies[0].colour
    if campaign.stage in ("removing", "naming"):
        acting = campaign.last or acting
    answer = page.request.post(f"/api/campaigns/import?company={acting}", data=b"".join(to_lines(log)))
    assert answer.ok, answer.text()
    others = [company.colour for company in campaign.active if company.colour != acting]
    return str(answer.json()["campaign"]), [acting, *others]


def info_of(page: Page, campaign: str) -> dict[str, Any]:
    found: dict[str, Any] = ask(page, "GET", f"/api/campaigns/{campaign}")
    return found


def play_out(pages: list[Page], table: str) -> None:
    """Play the game of several people without their pages to its end; bots play the other seats."""
    chance = random.Random(1)
    made = 0
    while True:
        is_waiting = True
        for page in pages:
            view = ask(page, "GET", f"/api/tables/{table}/view")
            if view["public"]["phase"] == "over":
                return
            for turn in view["turns"][:1]:
                made += 1
                body = {"seat": turn["seat"], "base_seq": view["seq"], "action_id": f"out-{made}"}
                answer = page.request.post(
                    f"/api/tables/{table}/act", data={**body, "action": choose(chance, turn["actions"])}
                )
                assert answer.ok or answer.json()["code"] == "stale", answer.text()
                is_waiting = False
        if is_waiting:
            pages[0].wait_for_timeout(20)  # a bot is to move


def at_campaign(page: Page, campaign: str) -> None:
    page.goto(f"/campaign/{campaign}")
    expect(page.get_by_test_id("waits")).to_be_visible()
    expect(page.get_by_test_id("board-words")).to_be_attached()


def skip_moments(page: Page) -> None:
    """Close the moments that are shown or about to be shown, until nothing is unseen."""
    campaign = page.get_by_test_id("campaign")
    expect(campaign).to_have_attribute("data-busy", "false")
    seen = page.locator("[data-testid=campaign][data-unseen=false]")
    skip = page.get_by_test_id("moments-skip")
    while True:
        expect(seen.or_(skip).first).to_be_attached()
        if not skip.count():
            return
        # Without waiting for it: the handler of `without_moments` may press it at the same time.
        skip.evaluate_all("(buttons) => buttons.forEach((each) => each.click())")
        expect(skip).to_have_count(0)
