"""Modules, crew and postcards of a campaign in the terminal: every screen, and giving up a postcard."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from campaign.boxes import years
from trunkline.campaign.actions import legal
from trunkline.campaign.logfile import CampaignFile
from trunkline.campaign.offices import held_by, must_give_up
from trunkline.campaign.state import OVER, SEATING
from trunkline.cli.campaign_asks import CampaignAsks
from trunkline.cli.campaign_screen import CampaignScreen
from trunkline.cli.campaign_words import CampaignWords

pytestmark = pytest.mark.rule("L21", "L26")


def a_screen() -> tuple[CampaignScreen, StringIO]:
    text = StringIO()
    return CampaignScreen(Console(file=text, width=200)), text


def test_every_screen_of_a_whole_campaign_tells_its_offices() -> None:
    campaign, log = years(lambda each: each.stage == OVER)
    words = CampaignWords(campaign)
    screen, text = a_screen()
    screen.companies(campaign)
    screen.board(campaign)
    screen.rules(campaign, log)
    screen.chronicle(campaign, log)
    screen.finale(campaign)
    told = text.getvalue()
    assert "Crew hired so far: " in told and " hired " in told and " met the postcard from " in told
    assert " gave up the postcard from " in told and " closed: $" in told
    assert "hires crew" in told and "postcards in the offices" in told
    shown = campaign.offices.shown
    assert shown and all(words.office_cards.postcard(card).name.en in told for card in shown)


def test_the_fourth_postcard_is_asked_for_by_its_front() -> None:
    campaign, log = years(
        lambda each: each.stage == SEATING and any(must_give_up(each, company.colour) for company in each.active)
    )
    holder = next(each.colour for each in campaign.active if must_give_up(campaign, each.colour))
    screen, text = a_screen()
    file = CampaignFile.__new__(CampaignFile)
    file.campaign, file.entries = campaign, log
    lines = iter(["2"])
    asks = CampaignAsks(file, lambda prompt: next(lines), screen)
    options = asks.options(holder)["discard"]
    assert options == [each.card for each in held_by(campaign, holder)]
    chosen = asks.choose(holder, "discard", options)
    assert chosen == f"discard {options[1]}" and chosen in legal(campaign, holder)
    assert all(asks.words.postcard(card) in text.getvalue() for card in options)
