"""Games with modules, crew and postcards end, list few more actions than without, and fit into a message."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from editions import COMPANIES, edition_by_lot
from tools import played, size
from trunkline.game import Game
from trunkline.maps.edition import from_plain, reference, to_plain
from trunkline.rules.soundness import unsound
from trunkline.rules.state import State
from trunkline.server.tables.client_view import own_part, public_part, turn_part

FIELDS = (
    "spans", "herds", "herd_lots", "excursions", "elevators", "wired", "mail", "tunnel", "steamers",
    "removed_events", "armed", "second_claim", "asked", "office", "asked_by",
)  # fmt: skip
"""Of positions with modules, crew and postcards."""
MESSAGE = 64_000
"""Bytes that a message to a client may have."""
LARGE_HAND = 20
MORE = 4_000
"""Bytes that modules, crew and postcards may add to it."""


def edition_of(game_number: int, seed: int) -> tuple[str, list[str]]:
    dice = random.Random(f"{game_number} {seed}")
    seated = dice.sample(COMPANIES, 2 + seed % 4)
    return reference("meridian", edition_by_lot(game_number, seated, dice)), seated


def plainly(game: Game) -> Game:
    """The same position in an edition without modules, crew and postcards."""
    position: dict[str, Any] = game.position()
    edition = replace(from_plain(position["edition"]), modules=(), spans=(), bored=(), office=None)
    plain = {name: value for name, value in position.items() if name not in FIELDS}
    players = [{name: value for name, value in each.items() if name not in FIELDS} for each in position["players"]]
    board = game.board
    for seat, player in enumerate(players):  # without those of the crew
        own = [name for name, owner in position["routes"].items() if owner == seat]
        player["trains"] = edition.trains - sum(int(board.length[board.route_number[name]]) for name in own)
    return Game.from_position({**plain, "edition": to_plain(edition), "players": players})


def hoarded(seed: int, dice: random.Random, most: int = 99) -> Game:
    """A game 10 with modules in which the companies have drawn so many cards each, or nearly all that there are."""
    name, seated = edition_of(10, 4 * seed)  # of two companies: the largest hands
    game = Game.new(name, len(seated), seed=seed, companies=seated)
    for _ in range(400):
        seat = game.to_act[0]
        if game.position()["phase"] == "turn" and sum(game.state.players[seat].hand) >= most:
            break
        words = {game.notation(code): code for code in game.legal(seat)}
        drawing = [text for text in words if text.startswith("draw ") and text != "draw tickets"]
        if game.position()["phase"] == "turn" and not drawing:
            break
        game.play(words[dice.choice(drawing or sorted(words))], seat=seat)
    return game


@pytest.mark.rule("C2", "C17")
@pytest.mark.parametrize("game_number", range(2, 13))
def test_games_by_chance_end(game_number: int) -> None:
    """In no position is the seat to act without a legal action."""
    for seed in range(size(10, 400)):
        name, seated = edition_of(game_number, seed)
        bot = ("random", "varied")[seed % 2]
        for game, seat, _ in played(name, len(seated), seed, bot=bot, seated=seated):
            assert game.over or game.legal(seat)
        assert game.over
        assert unsound(game.state) == []


def test_a_large_hand_has_at_most_twice_the_actions_that_it_has_without_modules() -> None:
    compared = 0
    for seed in range(size(10, 300)):
        game = hoarded(seed, random.Random(seed))
        if game.position()["phase"] != "turn":
            continue
        assert len(game.legal_actions) <= 2 * len(plainly(game).legal_actions)
        assert sum(game.state.players[game.to_act[0]].hand) > 25
        compared += 1
        claims = [code for code in game.legal_actions if game.notation(code).startswith("claim")]
        for code in random.Random(seed).sample(claims, min(8, len(claims))):  # and while a step of a claim asks
            after = game.copy()
            after.play(code)
            assert len(after.legal_actions) <= 2 * len(game.legal_actions)
    assert compared


def message_size(state: State, seat: int) -> int:
    """The bytes of what a client is told when its turn begins."""
    parts = (public_part(state), own_part(state, seat), turn_part(state, seat))
    return sum(len(msgspec.json.encode(part)) for part in parts)


def test_a_message_with_modules_is_hardly_larger_than_without_and_stays_small() -> None:
    """The table, one's own part and the legal moves, also with nearly all cards in two hands and no route claimed."""
    compared = 0
    for seed in range(size(10, 300)):
        for cards in (LARGE_HAND, 99):
            game = hoarded(seed, random.Random(seed), cards)
            if game.position()["phase"] != "turn":
                continue
            seat = game.to_act[0]
            without, with_modules = (message_size(table.state, seat) for table in (plainly(game), game))
            assert with_modules - without < MORE, (with_modules, without)
            assert with_modules < MESSAGE
            compared += 1
    assert compared
