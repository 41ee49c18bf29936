"""Bots as presidents: what they remove, name, pick, repaint and christen."""

from __future__ import annotations

import random

import pytest

from campaign.made_up import founders, lots_of, made_up_result
from trunkline.campaign.actions import HOST, act, finish_game, found, legal
from trunkline.campaign.charters import territories
from trunkline.campaign.content import versions
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.presidents import (
    choices,
    company_with_bonus,
    event_to_remove,
    event_worth,
    route_to_repaint,
    territory_worth,
)
from trunkline.campaign.state import NAMING, PICKING, REMOVING, SEATING, Campaign
from trunkline.maps.clauses import PER_LENGTH

pytestmark = pytest.mark.rule("L20")


def after_a_game(version: str = "2", seed: int = 1) -> Campaign:
    """Four companies; the first game has been played, and some news events were turned up."""
    chance = random.Random(seed)
    make_lots = lots_of(chance)
    campaign = begin(found("A line", founders(4), version, make_lots))
    colours = " ".join(company.colour for company in campaign.active)
    for entry in act(campaign, HOST, f"seat {colours}", make_lots):
        fold(campaign, entry)
    for entry in finish_game(campaign, made_up_result(campaign, chance), make_lots):
        fold(campaign, entry)
    return campaign


def do(campaign: Campaign, colour: str, words: str) -> None:
    for entry in act(campaign, colour, words, lots_of(random.Random(2))):
        fold(campaign, entry)


@pytest.mark.parametrize("version", versions())
def test_the_event_that_costs_most_is_removed(version: str) -> None:
    campaign = after_a_game(version)
    assert event_worth(campaign, "blue", "coal-famine") < 0 < event_worth(campaign, "blue", "milk-run")
    assert event_to_remove(campaign, "blue", ["milk-run", "coal-famine", "county-fair"]) == "coal-famine"
    assert event_to_remove(campaign, "blue", ["milk-run", "county-fair"]) != "coal-famine"


def test_a_territory_is_worth_routes_of_ones_colour_large_cities_and_tickets() -> None:
    campaign = after_a_game()
    known = territories(campaign)
    for code, territory in known.items():
        lanes = [lane for track in territory.tracks for lane in track.lanes]
        own = {colour: sum(lane.colour == colour for lane in lanes) for colour in ("blue", "red")}
        more = territory_worth(campaign, "blue", code) - territory_worth(campaign, "red", code)
        assert more == pytest.approx(own["blue"] - own["red"])
    bare = {code: len(each.tickets) / 10 + sum(city.large for city in each.cities) for code, each in known.items()}
    assert all(territory_worth(campaign, "blue", code) >= worth for code, worth in bare.items())


def test_presidents_name_pick_repaint_and_christen_in_turn() -> None:
    campaign = after_a_game(seed=2)
    dice = random.Random(1)
    last, winner = campaign.last, campaign.winner
    assert last is not None and winner is not None
    if campaign.stage == REMOVING:
        events = [words.removeprefix("remove ") for words in legal(campaign, last)]
        (words,) = choices(campaign, last, dice)
        assert words == f"remove {event_to_remove(campaign, last, events)}"
        do(campaign, last, words)
    assert campaign.stage == NAMING and choices(campaign, winner, dice) == []
    options = {code for words in legal(campaign, last) for code in words.split()[1:]}
    (words,) = choices(campaign, last, dice)
    named = words.split()[1:]
    worst = min(territory_worth(campaign, last, code) for code in named)
    assert all(territory_worth(campaign, last, code) <= worst for code in options - set(named))
    do(campaign, last, words)
    assert campaign.stage == PICKING
    (words,) = choices(campaign, winner, dice)
    picked = words.removeprefix("pick ")
    assert territory_worth(campaign, winner, picked) == max(territory_worth(campaign, winner, code) for code in named)
    do(campaign, winner, words)
    assert campaign.stage == SEATING
    repaint = next(words for words in choices(campaign, last, dice) if words.startswith("repaint "))
    do(campaign, last, repaint)
    christen = next(words for words in choices(campaign, winner, dice) if words.startswith("christen "))
    do(campaign, winner, christen)
    assert list(campaign.repaints.values()) == [last]
    ((name, owner),) = campaign.names.values()
    assert owner == winner and name.startswith("President") and name.endswith(" Line")


@pytest.mark.parametrize("version", versions())
def test_a_company_paid_by_length_repaints_the_longest_route_and_others_the_shortest(version: str) -> None:
    campaign = after_a_game(version)
    lanes = {
        lane.name: lane for each in territories(campaign).values() for track in each.tracks for lane in track.lanes
    }
    grey = [name for name, lane in lanes.items() if lane.colour == "gray"]
    lengths = {lanes[name].length for name in grey}
    for colour in ("blue", "red", "green", "yellow", "black"):
        by_length = any(clause.effect.per == PER_LENGTH for clause in company_with_bonus(campaign, colour).bonus)
        chosen = lanes[route_to_repaint(campaign, colour, grey)].length
        assert chosen == (max(lengths) if by_length else min(lengths))
