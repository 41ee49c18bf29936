"""Non-interference: what a seat cannot see may be otherwise, and its view and its moves stay the same."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

from boards import EVERY_BOARD
from tools import played, size
from trunkline.game import Game
from trunkline.rules.packing import to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.soundness import unsound
from trunkline.rules.view import SPECTATOR, View


def shuffled_for(position: dict[str, Any], seat: int, dice: random.Random) -> dict[str, Any]:
    """The position with all that the seat cannot see shuffled: decks, hands beyond what is known, tickets, key."""
    other = deepcopy(position)
    other["key"] = dice.randbytes(32).hex()
    other["shuffles"] = {name: dice.randrange(50) for name in other["shuffles"]}
    hidden = other["decks"]["trains"]["cards"]
    sizes = []
    for number, player in enumerate(other["players"]):
        if number == seat:
            continue
        unknown = [card for card, held in player["hand"].items() for _ in range(held - player["known"].get(card, 0))]
        sizes.append((player, len(unknown)))
        hidden = hidden + unknown
    dice.shuffle(hidden)
    for player, number in sizes:
        player["hand"] = dict(player["known"])
        for card in hidden[:number]:
            player["hand"][card] = player["hand"].get(card, 0) + 1
        hidden = hidden[number:]
    other["decks"]["trains"]["cards"] = hidden
    if other["phase"] == "over":
        return other  # tickets are revealed
    dice.shuffle(other["ticket_deck"])
    for number, player in enumerate(other["players"]):
        if number == seat:
            continue
        # Tickets change places with those of the deck, one by one.
        for field in ("tickets", "offered"):
            for place in range(len(player[field])):
                if other["ticket_deck"] and dice.random() < 0.8:
                    at = dice.randrange(len(other["ticket_deck"]))
                    player[field][place], other["ticket_deck"][at] = other["ticket_deck"][at], player[field][place]
        if player["chosen"] is not None:
            player["chosen"] = dice.sample(player["offered"], dice.randint(2, len(player["offered"])))
    return other


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_views_and_legal_moves_depend_on_what_the_seat_knows_alone(map_name: str, variant: str, players: int) -> None:
    for seed in range(size(1, 20)):
        dice = random.Random(seed)
        for game, _, _ in played(map_name, players, 500 + seed, variant):
            if dice.random() > 0.2 and not game.over:
                continue
            seat = dice.randrange(-1, players)
            view = View(game.state, seat)
            twin = Game.from_position(shuffled_for(game.position(), seat, dice))
            assert View(twin.state, seat).to_bytes() == view.to_bytes()
            if seat != SPECTATOR:
                assert twin.legal(seat) == game.legal(seat)


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_sampled_game_fits_the_view(map_name: str, variant: str, players: int) -> None:
    """A game drawn from a view is sound, shows the seat the same, differs from draw to draw, and can be played on."""
    different = 0
    for seed in range(size(1, 20)):
        dice = random.Random(seed)
        for game, _, _ in played(map_name, players, 700 + seed, variant):
            if dice.random() > 0.1:
                continue
            seat = dice.randrange(players)
            view = View(game.state, seat)
            drawn = sample(view, dice.randbytes(32))
            assert unsound(drawn) == []
            assert View(drawn, seat).to_bytes() == view.to_bytes()
            different += to_bytes(drawn)[33:] != to_bytes(game.state)[33:]
    assert different


@pytest.mark.rule("C15")
@pytest.mark.parametrize("map_name", ["usa", "europe"])
def test_events_tell_others_nothing_hidden(map_name: str) -> None:
    """Of a blind draw, a deal, an offer or a choice of tickets, others learn how many and no more."""
    for seed in range(size(3, 30)):
        for game, _, _ in played(map_name, 3, seed):  # noqa: B007 - the finished game is meant
            pass
        for event in game.events:
            for reader in (SPECTATOR, 0, 1, 2):
                told = event.seen_by(reader).facts(game.board)
                if reader != event.seat and event.name in ("dealt", "offered", "chose", "kept", "drew-blind"):
                    assert "cards" not in told
                    assert "tickets" not in told
                if reader == event.seat:
                    assert told == event.facts(game.board)
