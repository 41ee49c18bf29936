"""Names as people type them, ways to pay, and sentences for every event."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from cli.person import play_through
from office_positions import edition as office_edition
from tools import played, position
from trunkline.cli.atlas import Atlas, Unclear
from trunkline.cli.choices import Menu, Reader
from trunkline.cli.names import Names
from trunkline.cli.rules_help import commands, short_rules
from trunkline.cli.scores import verdict
from trunkline.cli.words import Teller
from trunkline.game import Game
from trunkline.game.sheet import PlayerScore, ScoreSheet
from trunkline.maps.edition import Deal, Edition, HeldPostcard, reference
from trunkline.maps.pack import load_board
from trunkline.rules.rulebook import CHAPTERS
from trunkline.rules.view import SPECTATOR

CAMPAIGN = Edition(
    content="1",
    year=1874,
    trains=34,
    money=5,
    hand=4,
    opening=Deal(4, 2),
    events=("engine-sale", "inspectors", "bond-drive", "mixed-freight", "milk-run"),
    territories=("LK", "PM"),
    spikes=("LK", "PM"),
)
"""A game of a campaign with every power of an event, refunds and golden spikes."""


def atlas(map_name: str) -> Atlas:
    return Atlas(Names(load_board(map_name), ["You", "greedy 1"]))


@pytest.mark.parametrize(
    ("map_name", "typed", "city"),
    [
        ("usa", "Denver", "denver"),
        ("usa", "  NEW york ", "new-york"),
        ("usa", "newyork", "new-york"),
        ("usa", "ny", "new-york"),
        ("usa", "slc", "salt-lake-city"),
        ("usa", "montréal", "montreal"),
        ("usa", "montreal", "montreal"),
        ("usa", "st. louis", "saint-louis"),
        ("usa", "angeles", "los-angeles"),
        ("usa", "den", "denver"),
        ("europe", "athens", "athina"),
        ("europe", "zurich", "zurich"),
        ("europe", "København", "kobenhavn"),
    ],
)
def test_cities_by_many_names(map_name: str, typed: str, city: str) -> None:
    found = atlas(map_name)
    assert found.board.city_names[found.city(typed)] == city


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("san", "San Francisco or Santa Fe"),
        ("dnver", "Did you mean Denver?"),
        ("qqq", "no city `qqq`"),
        ("", "no city"),
    ],
)
def test_cities_that_cannot_be_told(typed: str, words: str) -> None:
    with pytest.raises(Unclear, match=words.replace("?", r"\?")):
        atlas("usa").city(typed)


@pytest.mark.parametrize(
    ("map_name", "typed", "routes"),
    [
        ("usa", "denver-omaha", {"denver-omaha"}),
        ("usa", "omaha to denver", {"denver-omaha"}),
        ("usa", "den om", {"denver-omaha"}),
        ("usa", "Los Angeles – San Francisco", {"los-angeles-san-francisco:yellow", "los-angeles-san-francisco:pink"}),
        ("usa", "la sf : pink", {"los-angeles-san-francisco:pink"}),
        ("usa", "la sf:p", {"los-angeles-san-francisco:pink"}),
        ("europe", "dieppe london:2", {"dieppe-london:2"}),
        ("europe", "london dieppe", {"dieppe-london:1", "dieppe-london:2"}),
    ],
)
def test_routes_by_many_names(map_name: str, typed: str, routes: set[str]) -> None:
    found = atlas(map_name)
    assert {found.board.route_names[route] for route in found.lanes(typed)} == routes


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("denver", "both cities of the route, for example `claim atlanta charleston`"),
        ("denvr omaha", "no city `denvr` on this map. Did you mean Denver"),
        ("new yrok boston", "no city `new yrok` on this map. Did you mean New York"),
        ("boston xyz", "no city `xyz` on this map.$"),
        ("denver boston", "No route connects Denver and Boston"),
        ("qqq www", "does not name two cities"),
        ("la sf:blue", "no lane `blue`"),
    ],
)
def test_routes_that_cannot_be_told(typed: str, words: str) -> None:
    with pytest.raises(Unclear, match=words):
        atlas("usa").lanes(typed)


def ways(hand: dict[str, int], line: str, map_name: str = "usa", players: int = 2, **fields: Any) -> list[str]:
    """What a line means at the turn of a player with this hand."""
    game = Game.from_position(position(map_name, [{"hand": hand}, *[{}] * (players - 1)], **fields))
    names = Names(game.board, ["You", "greedy 1"])
    menu = Menu(game.view(0), names, game.legal(0))
    return [game.notation(code) for code in Reader(Atlas(names)).ways(menu, line)]


def test_payments_may_be_left_out_or_vague() -> None:
    hand = {"pink": 4, "red": 2, "locomotive": 3}
    route = "claim denver-omaha"
    assert ways(hand, "claim denver omaha") == [
        f"{route} pink",
        f"{route} pink+1",
        f"{route} pink+2",
        f"{route} pink+3",
    ]
    assert ways(hand, "claim denver omaha pink") == [f"{route} pink"]
    assert ways(hand, "claim denver omaha p+2") == [f"{route} pink+2"]
    assert ways(hand, "CLAIM omaha DENVER pi +1") == [f"{route} pink+1"]
    # Pink alone is too little here, so the ways that have enough are offered.
    assert ways({"pink": 3, "locomotive": 1}, "claim denver omaha pink") == [f"{route} pink+1"]
    # Nothing fits: the claim that was meant, so that the game can say why not.
    assert ways({"red": 1}, "claim denver omaha") == [f"{route} pink"]
    assert ways({"red": 1}, "claim denver omaha red") == [f"{route} red"]


def test_a_lane_that_is_not_named_is_chosen_by_the_cards() -> None:
    assert ways({"pink": 3}, "claim la sf") == ["claim los-angeles-san-francisco:pink pink"]
    assert ways({"red": 2, "locomotive": 1}, "claim dieppe london red", "europe") == ["claim dieppe-london:1 red+1"]
    taken = {"dieppe-london:1": 1}
    hand = {"locomotive": 2}
    other = "claim dieppe-london:2 locomotive"
    assert ways(hand, "claim london dieppe", "europe", players=4, routes=taken) == [other]


def test_drawing_by_slot_and_by_colour() -> None:
    row = ["red", "blue", "red", "green", "white"]
    assert ways({}, "draw 2", row=row) == ["draw 2"]
    assert ways({}, "draw green", row=row) == ["draw 4"]
    assert ways({}, "2", row=row) == ["draw 2"]
    assert ways({}, "6", row=row) == ["draw deck"]
    for wrong in ("draw 6", "draw black", "draw", "draw a b", "40"):
        with pytest.raises(Unclear):
            ways({}, wrong, row=row)


def test_every_event_of_crew_and_postcards_has_a_sentence() -> None:
    """Each event is made up: some of them are rare in games of bots."""
    board = load_board(reference("meridian", office_edition((HeldPostcard("blue", "p06"),), hires=True)))
    names = Names(board, ["You", "One", "Two", "Three"], board.companies.companies[:4])
    values = {"source": "p06", "step": 10, "amount": 3, "left": 1, "card": "red", "count": 2, "money": 3, "cards": 3,
              "news": "milk-run"}  # fmt: skip
    offices = next(chapter for chapter in CHAPTERS if chapter.name == "offices")
    for kind in offices.events:
        facts = {"event": kind.name, "seat": 0} | {field: values[field] for field in kind.fields}
        if kind.name in ("hired", "power-used"):
            facts["source"] = "paymaster"
        if kind.secret:
            facts[kind.items] = ["p06"]
        assert Teller(names, 0).sentence(facts).endswith("."), kind.name


def test_every_event_has_a_sentence_for_everybody() -> None:
    told: set[str] = set()
    known: set[str] = {"passed"}
    for map_name, players, seed in (
        ("europe", 3, 1),
        ("europe", 5, 2),
        ("usa", 5, 3),
        ("world", 3, 4),
        ("world", 2, 5),
        ("meridian", 5, 1),
        (reference("meridian", CAMPAIGN), 5, 2),
    ):
        bot = {"europe": "random", "usa": "random"}.get(map_name, "varied")
        *_, (game, _, _) = played(map_name, players, seed=seed, bot=bot)
        known |= {kind.name for chapter in game.board.chapters for kind in chapter.events}
        names = Names(game.board, [f"Seat {number}" for number in range(players)], game.companies)
        for teller in (Teller(names, 0), Teller(names, SPECTATOR), Teller(names, SPECTATOR, everything=True)):
            for event in game.events:
                facts = event.seen_by(teller.seat).facts(game.board)
                assert teller.sentence(facts).endswith(".") if event.name not in ("drew", "drew-blind") else True
                told.add(event.name)
            assert all(sentence.endswith(".") for sentence in teller.tell(game.events))
    assert told >= known - {"passed"}


def test_two_draws_make_one_sentence() -> None:
    game = Game.new("usa", 2, seed=1, first=0)
    for seat in (0, 1):
        game.play("keep 1 2 3", seat=seat)
    events = [*game.play("draw deck"), *game.play("draw deck")]
    names = Names(game.board, ["You", "greedy 1"])
    assert Teller(names, 1).tell(events) == ["You drew two cards from the deck."]
    (mine,) = Teller(names, 0).tell(events)
    cards = [game.board.card_names[item] for event in events if event.name == "drew-blind" for item in event.items]
    assert all(card in mine for card in cards)


def test_help_fits_the_board() -> None:
    europe, usa = load_board("europe"), load_board("usa")
    assert any("Tunnel" in rule for rule in short_rules(europe))
    assert any("Station" in rule for rule in short_rules(europe))
    assert not any("Tunnel" in rule or "Station" in rule for rule in short_rules(usa))
    assert len(commands(europe)) > len(commands(usa))
    for name, told in (("meridian", False), (reference("meridian", CAMPAIGN), True)):
        assert ("golden spikes" in dict(commands(load_board(name)))["news · companies"]) == told
    assert any("Globetrotter" in rule or "most completed" in rule for rule in short_rules(load_board("usa", "1910")))


def test_ties_are_explained() -> None:
    def player(seat: int) -> PlayerScore:
        return PlayerScore(seat, (), (), 0, 0, (), 0, 0, 0, 50)

    names = Names(load_board("usa"), ["You", "greedy 1"])
    both = (player(0), player(1))
    assert verdict(names, ScoreSheet(both, (0,), "tickets")).startswith("You win with 50 points. Equal points")
    assert "share the victory" in verdict(names, ScoreSheet(both, (0, 1), "shared"))


def test_variants_can_be_played_through() -> None:
    for map_name, variant in (("usa", "1910"), ("europe", "big-cities")):
        _, shown = play_through(Game.new(map_name, 2, seed=2, variant=variant), 2)
        assert "total" in shown


def test_letters_are_all_different() -> None:
    for map_name in ("usa", "europe"):
        names = Names(load_board(map_name), ["You"])
        letters = [names.letter(card) for card in range(names.board.cards)]
        assert len(set(letters)) == len(letters)
        assert names.box(Console(no_color=True), 0).plain == f"[{letters[0]}]"


def test_a_colour_that_fits_no_lane_is_tried_on_each() -> None:
    tried = ways({"red": 5}, "claim la sf red")
    assert tried == ["claim los-angeles-san-francisco:pink red", "claim los-angeles-san-francisco:yellow red"]
    assert ways({"red": 5}, "claim la sf pink") == ["claim los-angeles-san-francisco:pink pink"]


def test_take_draws_nothing_on_a_turn() -> None:
    with pytest.raises(Unclear, match="on your turn, type `draw red`"):
        ways({}, "take red")
