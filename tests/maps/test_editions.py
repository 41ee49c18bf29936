"""Editions: the value and its text, the map that it composes, and references that stand for the name of a map."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from editions import FIRST, LATE
from trunkline.game import Game
from trunkline.game.record import board_digest
from trunkline.maps import Map, MapError, load_map, map_names
from trunkline.maps.compose import composed
from trunkline.maps.edition import (
    Edition,
    Repaint,
    from_plain,
    from_text,
    reference,
    short_name,
    split_reference,
    to_plain,
    to_text,
)
from trunkline.maps.grow import grown
from trunkline.maps.later_cards import later_cards
from trunkline.maps.pack import MOST_EDITIONS, board_of_edition, load_board, pack

START = load_map("meridian")


def changed(edition: Edition, **fields: Any) -> Edition:
    return msgspec.structs.replace(edition, **fields)


def plain_map(map_: Map) -> str:
    """A map without its id, to be compared."""
    return repr(replace(map_, id=""))


@pytest.mark.rule("L6")
def test_the_first_edition_is_the_map_with_the_first_bonuses() -> None:
    of_campaign = later_cards(START).first
    assert plain_map(composed(START, FIRST)) == plain_map(replace(START, companies=of_campaign))
    board, again = load_board("meridian"), load_board(reference("meridian", FIRST))
    assert of_campaign != START.companies
    assert board_digest(board) != board_digest(again)
    assert again.map_id == reference("meridian", FIRST)


@pytest.mark.rule("L5", "L6", "L13", "L16")
def test_everything_in_an_edition_is_on_the_map() -> None:
    found = composed(START, LATE)
    rules = found.variants["base"].rules
    assert (rules.trains, rules.money, rules.hand) == (38, 9, (5,))
    assert (rules.opening.short, rules.opening.keep, rules.most_players) == (5, 2, 5)
    assert {event.id for event in found.events} == set(LATE.events)
    assert [rule.id for rule in found.story_rules] == ["crown-point-toll"]
    assert found.companies == later_cards(START).second
    routes = {route.name: route.colour for route in found.routes}
    assert routes["grand-rapids-milwaukee"] == "red" and routes["detroit-toronto:2"] == "blue"
    wider = grown(START, LATE.territories)
    assert [route.name for route in found.routes] == [route.name for route in wider.routes]
    assert sum(a.colour != b.colour for a, b in zip(found.routes, wider.routes, strict=True)) == 2
    large = {city.id for city in found.cities if city.large}
    assert large == {city.id for city in wider.cities if city.large} | {"chicago", "bismarck"}
    tickets = {ticket.name for ticket in found.variants["base"].tickets}
    assert tickets == {ticket.name for ticket in wider.variants["base"].tickets} - set(LATE.retired)


@pytest.mark.rule("L16")
def test_a_repainted_route_has_its_new_colour_on_the_board() -> None:
    board = load_board(reference("meridian", LATE))
    route = board.route_number["detroit-toronto:2"]
    assert board.colour_names[board.colour[route]] == "blue"


def test_a_second_bonus_and_story_rules_are_on_the_board() -> None:
    editions = [LATE, changed(LATE, bonus=1), changed(LATE, story_rules=()), changed(LATE, story_rules=("exposition",))]
    assert len({board_digest(pack(composed(START, edition))) for edition in editions}) == 4


def test_a_text_and_an_object_give_the_same_edition_back() -> None:
    for edition in (FIRST, LATE):
        assert from_text(to_text(edition)) == edition
        assert from_plain(json.loads(json.dumps(to_plain(edition)))) == edition
        assert to_text(from_text(to_text(edition))) == to_text(edition)
        assert split_reference(reference("meridian", edition)) == ("meridian", edition)
        assert hash(from_text(to_text(edition))) == hash(edition)


def test_equal_editions_have_equal_texts_whatever_their_order() -> None:
    shuffled = changed(
        LATE,
        events=LATE.events[::-1],
        repaints=LATE.repaints[::-1],
        large=LATE.large[::-1],
        retired=LATE.retired[::-1],
        spikes=LATE.spikes[::-1],
    )
    assert to_text(shuffled) == to_text(LATE)
    assert to_text(changed(LATE, territories=("LK", "LS", "NS", "HD", "BR", "PS"))) != to_text(LATE)
    spaced = json.dumps(to_plain(LATE), indent=2)
    assert load_map(f"meridian@{spaced}").id == reference("meridian", LATE)


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"content": "9"}, 'content version "9"'),
        ({"territories": ("XX",)}, 'no territory "XX"'),
        ({"territories": ("HD",), "spikes": ()}, '"HD" cannot join as number 1'),
        ({"territories": ("LK", "PM", "LS", "HD"), "spikes": ()}, '"HD" cannot join as number 4'),
        ({"spikes": ("SD",)}, 'golden spike of "SD"'),
        ({"repaints": (Repaint("boston-albany-west", "red"),)}, "no route"),
        ({"repaints": (Repaint("detroit-toronto:1", "blue"),)}, "is not gray"),
        ({"repaints": (Repaint("detroit-toronto:2", "white"),)}, 'no company "white"'),
        ({"large": ("boston",)}, "large city already"),
        ({"large": ("tucson",)}, 'no city "tucson"'),
        ({"retired": ("boston-tucson",)}, 'no ticket "boston-tucson"'),
        ({"events": ("milk-rum",)}, 'no news event "milk-rum"'),
        ({"story_rules": ("toll",)}, 'no story rule "toll"'),
        ({"trains": 2}, "end before it begins"),
        ({"hand": 50}, "hands and the row need"),
    ],
)
def test_an_edition_that_does_not_fit_the_map_is_refused(fields: dict[str, Any], what: str) -> None:
    with pytest.raises(MapError, match=what) as refused:
        composed(START, changed(LATE, **fields))
    assert all(problem.fix or "no " in problem.what for problem in refused.value.problems)
    with pytest.raises(MapError, match=what):
        load_board(reference("meridian", changed(LATE, **fields)))


@pytest.mark.parametrize(
    "damage",
    [
        {"year": "1865"},
        {"year": 0},
        {"trains": 300},
        {"money": -1},
        {"bonus": 3},
        {"opening": {"dealt": 2, "keep": 3}},
        {"opening": {"dealt": 0, "keep": 0}},
        {"opening": None},
        {"events": "payday"},
        {"events": ["payday", "payday"]},
        {"territories": ["LK", "LK"]},
        {"territories": ["../LK"]},
        {"repaints": [["a", "red"]]},
        {"repaints": [{"route": "detroit-toronto:2", "colour": "red"}] * 2},
        {"large": ["Chicago"]},
        {"retired": [1]},
        {"colour": "red"},
        {"content": None},
    ],
)
def test_a_damaged_edition_is_refused(damage: dict[str, Any]) -> None:
    plain = to_plain(LATE) | damage
    with pytest.raises(MapError, match="no edition of a map"):
        from_plain(plain)
    with pytest.raises(MapError, match="no edition of a map"):
        load_map(f"meridian@{json.dumps(plain)}")


def test_a_text_cut_anywhere_is_refused() -> None:
    text = reference("meridian", LATE)
    for end in range(len("meridian@{"), len(text)):
        with pytest.raises(MapError):
            load_map(text[:end])
    with pytest.raises(MapError):
        load_map(text + "x")


def test_every_field_that_is_needed_must_be_there() -> None:
    for field in ("content", "year", "trains", "money", "hand", "opening", "events"):
        with pytest.raises(MapError, match=field):
            from_plain({key: value for key, value in to_plain(LATE).items() if key != field})


@pytest.mark.rule("L5")
def test_with_few_tickets_the_map_is_for_fewer_players() -> None:
    names = [ticket.name for ticket in START.variants["base"].tickets]
    few = composed(START, changed(FIRST, retired=tuple(names[:-13])))
    assert few.variants["base"].rules.most_players == 3
    with pytest.raises(MapError, match="too few to deal 4"):
        composed(START, changed(FIRST, retired=tuple(names[:-7])))


def test_without_news_events_there_are_no_newspapers() -> None:
    board = load_board(reference("meridian", changed(FIRST, events=())))
    assert "newspaper" not in board.card_names
    game = Game.new(board.map_id, 3, seed=1)
    dice = random.Random(1)
    while not game.over:
        seat = game.to_act[0]
        game.play(dice.choice(game.legal(seat)), seat=seat)


def test_maps_that_do_not_grow_have_no_editions() -> None:
    for name in map_names():
        if name != "meridian":
            with pytest.raises(MapError, match="has no editions"):
                load_map(reference(name, FIRST))
    with pytest.raises(MapError, match='there is no map "atlantis"'):
        load_map(reference("atlantis", FIRST))


def test_boards_of_maps_stay_in_the_cache_however_many_editions_there_are() -> None:
    boards = [load_board(name) for name in map_names()]
    for year in range(1, MOST_EDITIONS + 10):
        load_board(reference("meridian", changed(FIRST, year=year)))
    assert board_of_edition.cache_info().currsize == MOST_EDITIONS
    assert all(load_board(name) is board for name, board in zip(map_names(), boards, strict=True))
    newest = reference("meridian", changed(FIRST, year=year))
    assert load_board(newest) is load_board(newest)


def test_people_read_a_short_name() -> None:
    assert short_name("meridian") == "meridian"
    assert short_name(reference("meridian", LATE)) == "meridian 1888"
