"""Non-interference with modules, crew and postcards: others learn that a company is asked, and no more (L18)."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from content_cards import postcards
from editions import COMPANIES, edition_by_lot
from properties.test_secrecy import SECRET, shuffled_for
from tools import notations, played, size
from trunkline.game import Game
from trunkline.maps.edition import HeldPostcard, Office, reference
from trunkline.rules.events import Event
from trunkline.rules.packing import general_view_bytes
from trunkline.rules.view import SPECTATOR, View
from trunkline.server.tables.client_view import own_part, public_part

ASKING = [name for name, card in postcards().items() if any(c["does"].get("for_locomotive") for c in card["clauses"])]
RARE = ("hiring", "crew-tickets", "second-claim", "claim-asks", "tunnel")


def edition_for(game_number: int, seed: int, players: int = 3) -> tuple[str, list[str]]:
    dice = random.Random(f"{game_number} {seed}")
    seated = dice.sample(COMPANIES, players)
    return reference("meridian", edition_by_lot(game_number, seated, dice)), seated


def twin_of(position: dict[str, Any], seat: int, dice: random.Random) -> Game:
    """The game with all otherwise that the seat cannot see, the postcard that asks another company among it."""
    other = shuffled_for(position, seat, dice)
    asked = other.get("asked")
    if asked is not None and asked != seat:
        player = other["players"][asked]
        held = [name for name in ASKING if name in player["office"]["postcards"]]
        player["asked_by"] = dice.choice(held)
    return Game.from_position(other)


def told_to(game: Game, seat: int) -> list[bytes]:
    """The messages to a client, byte by byte: what all are told, and what its seat is told."""
    told = [msgspec.json.encode(public_part(game.state))]
    return told if seat == SPECTATOR else [*told, msgspec.json.encode(own_part(game.state, seat))]


@pytest.mark.rule("C15", "L18", "L21")
@pytest.mark.parametrize("game_number", [3, 5, 8, 11])
def test_views_moves_and_messages_depend_on_what_the_seat_knows_alone(game_number: int) -> None:
    compared = 0
    for seed in range(size(2, 40) + 1):
        name, seated = edition_for(game_number, 40 + seed)
        dice = random.Random(seed)
        for game, _, _ in played(name, 3, 800 + seed, bot="varied", seated=seated):
            rare = game.position()["phase"] in RARE
            if dice.random() > (0.7 if rare else 0.06) and not game.over:
                continue
            seat = dice.randrange(-1, 3)
            twin = twin_of(game.position(), seat, dice)
            assert View(twin.state, seat).to_bytes() == View(game.state, seat).to_bytes()
            assert general_view_bytes(View(twin.state, seat)) == general_view_bytes(View(game.state, seat))
            assert told_to(twin, seat) == told_to(game, seat)
            if seat != SPECTATOR:
                assert twin.legal(seat) == game.legal(seat)
            compared += 1
    assert compared > 10


@pytest.mark.rule("C15", "L18", "L21")
@pytest.mark.parametrize("game_number", [4, 9])
def test_events_tell_others_neither_what_asks_nor_what_was_drawn(game_number: int) -> None:
    asked = seed = 0
    while seed <= size(2, 30) or (not asked and seed < 60):
        seed += 1
        name, seated = edition_for(game_number, 70 + seed)
        for game, _, _ in played(name, 3, 900 + seed, bot="varied", seated=seated):  # noqa: B007 - the finished game
            pass
        asked += sum(event.name == "asked-privately" for event in game.events)
        for event in game.events:
            for reader in (SPECTATOR, 0, 1, 2):
                told = event.seen_by(reader).facts(game.board)
                if reader != event.seat and event.name in (*SECRET, "asked-privately"):
                    assert not {"cards", "tickets"} & set(told)
                    assert event.name != "asked-privately" or set(told) == {"event", "seat", "step"}
    assert asked


def seen(game: Game, events: list[Event], reader: int) -> str:
    return repr((View(game.state, reader).to_bytes(), [event.seen_by(reader).facts(game.board) for event in events]))


def without_locomotives(position: dict[str, Any], seat: int, paid: Counter[str], other: int) -> dict[str, Any] | None:
    """The claimer's hidden locomotives beyond the payment change places with cards that another company hides."""
    twin: dict[str, Any] = deepcopy(position)
    mine, theirs = twin["players"][seat], twin["players"][other]
    number = mine["hand"].get("locomotive", 0) - paid["locomotive"]
    hidden = Counter(theirs["hand"]) - Counter(theirs["known"])
    del hidden["locomotive"]
    swapped = list(hidden.elements())[:number]
    if number == 0 or mine["known"].get("locomotive", 0) > paid["locomotive"] or len(swapped) < number:
        return None
    mine["hand"] = dict(Counter(mine["hand"]) - Counter(locomotive=number) + Counter(swapped))
    theirs["hand"] = dict(Counter(theirs["hand"]) - Counter(swapped) + Counter(locomotive=number))
    return twin


@pytest.mark.rule("L18")
def test_the_question_for_a_locomotive_tells_nothing_of_the_hand() -> None:
    """Whether the company that is asked holds a locomotive: up to its answer all others see the same."""
    compared: Counter[str] = Counter()
    seed = 0
    while seed < size(30, 300) or (not compared and seed < 100):
        seed += 1
        dice = random.Random(seed)
        seated = dice.sample(COMPANIES, 3)
        held = tuple(HeldPostcard(company, card) for company, card in zip(seated, ASKING, strict=True))
        edition = replace(edition_by_lot(10, seated, dice), office=Office(game=10, postcards=held))
        for game, seat, action in played(reference("meridian", edition), 3, seed, bot="varied", seated=seated):
            words = game.notation(action) if seat >= 0 else ""
            if not words.startswith("claim"):
                continue
            colour, _, extra = words.split()[2].partition("+")
            route = game.board.route_number[words.split()[1]]
            wilds = int(game.board.length[route]) if colour == "locomotive" else int(extra or 0)
            position: dict[str, Any] = game.position()
            reader, other = dice.sample([each for each in range(3) if each != seat], 2)
            paid = Counter({"locomotive": wilds})
            swapped = without_locomotives(position, seat, paid, other)
            if swapped is None or words not in notations(Game.from_position(swapped), seat):
                continue
            tables = (Game.from_position(position), Game.from_position(swapped))
            told = [(table.play(words), table) for table in tables]
            if any(event.name == "asked-privately" for event in told[0][0]):
                for watching in (reader, SPECTATOR):
                    assert len({seen(table, events, watching) for events, table in told}) == 1
                card = position["players"][seat]["office"]["postcards"]
                compared[next(iter(card))] += 1
                assert "decline" in notations(tables[0], seat)
                assert {text for text in notations(tables[1], seat) if text.startswith("use")} == set()
                declined = [(table.play("decline"), table) for table in tables]
                for watching in (reader, SPECTATOR):
                    assert len({seen(table, events, watching) for events, table in declined}) == 1
    assert compared
