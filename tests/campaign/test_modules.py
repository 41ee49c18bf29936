"""Modules in a campaign (L20, L26, L27): they join with their box, run three games, and close with an award."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import msgspec
import pytest

from campaign.made_up import founders, lots_of, made_up_result
from editions import MODULE_OF, modules_edition
from trunkline.campaign.actions import HOST, act, finish_game, found, legal, to_act
from trunkline.campaign.entries import AnyEntry, Result
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.games import edition_of, result_of_state
from trunkline.campaign.modules import NUMBERS, awards, bored, known_modules
from trunkline.campaign.rulebook import CLAIM, END, SETUP, rulebook
from trunkline.campaign.state import OVER, PLAYING, Campaign, Paper
from trunkline.game import Game
from trunkline.maps import MapError
from trunkline.maps.compose import composed
from trunkline.maps.edition import ModuleInForce, Span, reference
from trunkline.maps.load import load_map
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.soundness import unsound

LOTS = lots_of(random.Random(1))
MAP = load_map("meridian")


def new_campaign(companies: int = 3, content: str = "2") -> tuple[Campaign, list[AnyEntry]]:
    founded = found("A line", founders(companies), content, LOTS)
    return begin(founded), [founded]


def step(campaign: Campaign, log: list[AnyEntry], result: dict[str, Any] | None = None) -> None:
    """Play one game with a made-up result, and everything up to the next seating."""
    game = campaign.game
    chance = random.Random(game)

    def add(entries: list[AnyEntry]) -> None:
        for entry in entries:
            fold(campaign, entry)
            log.append(entry)

    seats = " ".join(company.colour for company in campaign.active)
    add(act(campaign, HOST, f"seat {seats}", LOTS))
    assert campaign.stage == PLAYING
    made = made_up_result(campaign, chance)
    add(finish_game(campaign, changed(made, result or {}), LOTS))
    while campaign.stage != OVER and to_act(campaign) != [HOST]:
        (actor,) = to_act(campaign)
        add(act(campaign, actor, legal(campaign, actor)[0], LOTS))


def changed(result: Result, fields: dict[str, Any]) -> Result:
    counted = fields.pop("counted", {})
    slips = tuple(msgspec.structs.replace(slip, counted=counted.get(slip.company, {})) for slip in result.slips)
    return msgspec.structs.replace(result, slips=slips, **fields)


@pytest.mark.rule("L26", "L27")
def test_a_module_joins_with_its_box_and_closes_after_three_games() -> None:
    campaign, log = new_campaign()
    step(campaign, log)
    (code,) = campaign.territories
    (module,) = (each for each in known_modules(campaign).values() if each.territory == code)
    assert campaign.modules.running == {module.id: 4}
    assert module.event in campaign.deck
    left = []
    for _ in range(3):
        before = dict(campaign.modules.running)
        step(campaign, log)
        left.append(before[module.id] - campaign.game + 2)
    assert left == [3, 2, 1]
    assert module.id not in campaign.modules.running and module.id in campaign.modules.closed
    assert module.event not in campaign.deck
    stickers = rulebook(log)[CLAIM, NUMBERS[module.id]]
    assert [(each.rule, each.year, each.removed) for each in stickers] == [(module.id, 1867, 1874)]


@pytest.mark.rule("L27")
def test_so_many_modules_are_in_force_in_each_game_and_all_close() -> None:
    campaign, log = new_campaign(4)
    numbers = []
    while campaign.stage != OVER:
        numbers.append(len(campaign.modules.running))
        step(campaign, log)
    assert numbers == [0, 1, 2, 3, 3, 2, 2, 2, 3, 3, 2, 1]
    assert campaign.modules.running == {} and len(campaign.modules.closed) == 8
    book = rulebook(log)
    assert [sticker.rule for sticker in book[SETUP, 11]][:1] == ["modules"] and book[END, 7]


@pytest.mark.rule("L27")
def test_the_edition_hands_modules_and_what_they_left_to_the_game() -> None:
    campaign, log = new_campaign()
    step(campaign, log)
    campaign.modules.running = {"river-bridges": campaign.game + 1, "grade-check": campaign.game}
    campaign.modules.spans = {"chicago-davenport": "red"}
    campaign.modules.checked = {"knoxville-nashville": 2, "knoxville-lewisburg": 1}
    for entry in act(campaign, HOST, "seat blue red green", LOTS):
        fold(campaign, entry)
    edition = edition_of(campaign)
    assert edition.modules == (ModuleInForce("grade-check", 1), ModuleInForce("river-bridges", 2))
    assert edition.spans == (Span("chicago-davenport", "red"),)
    assert edition.bored == ("knoxville-nashville",) == tuple(bored(campaign))


def award(campaign: Campaign, module: str, counts: dict[str, int]) -> dict[str, int]:
    campaign.modules.counts[module] = counts
    return awards(campaign, known_modules(campaign)[module])


@pytest.mark.rule("L27")
def test_ties_share_an_award_and_two_companies_have_no_second() -> None:
    campaign, _ = new_campaign(4)
    assert award(campaign, "steamers", {"blue": 4, "red": 2, "green": 2, "yellow": 0}) == {
        "blue": 12, "red": 6, "green": 6,
    }  # fmt: skip
    assert award(campaign, "steamers", {"blue": 4, "red": 4, "green": 2}) == {"blue": 12, "red": 12}
    assert award(campaign, "excursions", {"blue": 0}) == {}
    two, _ = new_campaign(2)
    assert award(two, "cattle-drives", {"blue": 4, "red": 2}) == {"blue": 10}


@pytest.mark.rule("L27")
def test_bridges_mail_and_elevators_close_in_their_own_ways() -> None:
    campaign, _ = new_campaign(3)
    campaign.modules.spans = {"chicago-davenport": "red", "memphis-springfield": "red", "st-louis-memphis": "blue"}
    assert award(campaign, "river-bridges", {}) == {"blue": 8, "red": 16}
    assert award(campaign, "ocean-mail", {"blue": 2, "red": 1, "green": 3}) == {"blue": 6, "green": 6}
    assert award(campaign, "grain-elevators", {}) == {}
    firsts = [award(campaign, name, {"red": 3})["red"] for name in ("excursions", "grade-check", "telegraph")]
    assert firsts == [8, 10, 6]


@pytest.mark.rule("L27")
def test_counts_add_up_but_the_wire_score_is_the_highest_of_one_game() -> None:
    campaign, log = new_campaign(2)
    step(campaign, log)
    campaign.modules.running = {"steamers": 4, "telegraph": 4}
    step(campaign, log, {"counted": {"blue": {"steamers": 2, "telegraph": 7}}})
    step(campaign, log, {"counted": {"blue": {"steamers": 1, "telegraph": 4}}})
    assert campaign.modules.counts["steamers"]["blue"] == 3
    assert campaign.modules.counts["telegraph"]["blue"] == 7
    step(campaign, log)
    papers = campaign.company("blue").papers
    assert Paper("module", 6, 4, "telegraph") in papers


@pytest.mark.rule("L17", "L27")
def test_a_city_with_two_growth_marks_becomes_large_at_most_four() -> None:
    campaign, log = new_campaign(2)
    cities = ("omaha", "fargo", "duluth", "bismarck", "winnipeg")
    step(campaign, log)
    step(campaign, log, {"growth": cities})
    assert campaign.modules.grown == []
    step(campaign, log, {"growth": cities})
    assert campaign.modules.grown == list(cities[:4]) == campaign.large


@pytest.mark.rule("L27")
def test_spans_and_checked_routes_are_kept() -> None:
    campaign, log = new_campaign(2)
    step(campaign, log, {"spans": (("chicago-davenport", "red"),), "checked": ("knoxville-nashville",)})
    step(campaign, log, {"checked": ("knoxville-nashville",)})
    assert campaign.modules.spans == {"chicago-davenport": "red"}
    assert bored(campaign) == ["knoxville-nashville"]


def test_version_one_has_no_modules() -> None:
    campaign, log = new_campaign(3, content="1")
    step(campaign, log)
    assert campaign.modules.running == {}


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"modules": (ModuleInForce("canals", 1),)}, 'no module "canals"'),
        ({"modules": (ModuleInForce("telegraph", 1),), "territories": ("LK",)}, '"SD" is not on the board'),
        ({"modules": (ModuleInForce("steamers", 4),)}, "in force for 3 games"),
        ({"spans": (Span("chicago-tokyo", "red"),)}, "no route"),
        ({"bored": ("chicago-tokyo",)}, "no route"),
    ],
)
def test_an_edition_with_impossible_modules_is_refused(fields: dict[str, Any], what: str) -> None:
    with pytest.raises(MapError, match=what):
        composed(MAP, modules_edition(**fields))


SETS = list(combinations(MODULE_OF, 3))


@pytest.mark.rule("C2", "C20", "L27")
@pytest.mark.parametrize("number", range(len(SETS)))
def test_games_with_any_three_modules_end_and_stay_sound(number: int) -> None:
    """Random play: never stuck; states, packed states, positions and samples are sound; nothing gets lost."""
    codes = SETS[number]
    events = ("hurricane-watch", "stampede", "blizzard", "wire-boom", "regatta", "spring-flood", "milk-run")
    spans = (Span("chicago-davenport", "red"), Span("memphis-springfield", "black"))
    name = reference("meridian", modules_edition(*codes, events=events, spans=spans, trains=24))
    table = Game.new(name, 2 + number % 4, seed=number)
    dice = random.Random(number)
    moves = 0
    while not table.over:
        seat = dice.choice(list(table.to_act))
        actions = table.legal(seat)
        assert actions
        claims = [code for code in actions if table.notation(code).startswith("claim")]
        code = dice.choice(claims if claims and dice.random() < 0.6 else actions)
        assert table.code(table.notation(code), seat) == code
        table.play(code, seat)
        moves += 1
        assert moves < 5_000
        if moves % 9 == 0:
            packed = to_bytes(table.state)
            assert unsound(table.state) == []
            assert to_bytes(from_bytes(table.board, packed)) == packed
            assert to_bytes(Game.from_position(table.position()).state) == packed
            assert unsound(sample(table.view(), bytes(32))) == []
    result = result_of_state(table.state)
    assert {name for slip in result.slips for name in slip.counted} <= set(NUMBERS)
