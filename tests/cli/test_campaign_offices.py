"""Modules, crew and postcards of a campaign in the terminal: every screen, and giving up a postcard."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from campaign.boxes import years
from cli.campaign_person import console_of, no_keyboard
from trunkline.campaign.actions import legal
from trunkline.campaign.logfile import CampaignFile
from trunkline.campaign.offices import held_by, must_give_up
from trunkline.campaign.state import OVER, PLAYING, SEATING
from trunkline.cli.campaign_asks import CampaignAsks
from trunkline.cli.campaign_play import CampaignTable
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
    assert "hires crew" in told and "postcards whose condition is met" in told
    assert "a completed registered ticket retires and brings its postcard" in told
    assert "A postcard came to the office of " in told and "The registered ticket " in told
    assert " has enough stamps and retires: $3 into the vault of " in told
    assert "Stamps on completed tickets: " in told and "stamps retire it into a vault" in told
    assert " has become a large city." in told and " needs no grade check any more." in told
    assert "With 2" not in told, "bonuses are those for the number of companies"
    shown = campaign.offices.shown
    assert shown and all(words.office_cards.postcard(card).name.en in told for card in shown)


def test_a_box_is_told_once_with_bridges_and_registered_tickets() -> None:
    campaign, log = years(lambda each: len(each.territories) == 8 and each.stage == SEATING)
    console, text = console_of(width=80)
    file = CampaignFile.__new__(CampaignFile)
    file.campaign, file.entries = campaign, log
    CampaignTable(file, no_keyboard, console, lambda: "ab" * 32).tell(log)
    told = text.getvalue()
    joined = " ".join(told.split())
    words = CampaignWords(campaign)
    for module in words.modules.values():
        assert joined.count(f"{module.name.en}, for 3 games: {module.text.en}") == 1
        assert joined.count(module.text.en) == 1
    assert "Memphis – Little Rock 1 grey ^" in told and "colours, ^ bridge:" in told and "colours, ~ mountain:" in told
    assert " gray" not in told and "(large, harbour)" in joined
    assert "Tickets, * registered:" in told and "Kansas City – New York ($11) *" in told
    assert "A postcard came to the office of " in joined
    assert max(len(line.rstrip()) for line in told.splitlines()) <= 80


def test_tickets_are_registered_once_the_post_office_is_open() -> None:
    campaign, _ = years(lambda each: each.stage == PLAYING)
    assert CampaignWords(campaign).registered() == []
    campaign, _ = years(lambda each: each.stage == SEATING and each.game == 2)
    assert "detroit-new-orleans" in CampaignWords(campaign).registered()


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
