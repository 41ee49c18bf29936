"""Non-interference: what a seat cannot see may be otherwise, and its view and its moves stay the same."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from boards import EVERY_BOARD, MAPS, SAILS
from oracle.board import NEWSPAPER
from oracle.sails import next_pair_payments, split_actions
from tools import oracle_board, played, size
from trunkline.game import Game
from trunkline.rules.packing import general_view_bytes, to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.soundness import unsound
from trunkline.rules.view import SPECTATOR, View
from trunkline.server.tables.client_view import own_part, public_part

SECRET = ("dealt", "offered", "chose", "kept", "drew-blind", "chose-split", "cards-gained", "ticket-returned")


def bot_for(map_name: str) -> str:
    """Among trains and ships, chance alone would do little but exchange pieces."""
    return "varied" if map_name in SAILS else "random"


def rare(game: Game) -> bool:
    """Phases that are over in a move or two."""
    return game.position()["phase"] in ("split", "pair", "claim-asks")


def shuffled_for(position: dict[str, Any], seat: int, dice: random.Random) -> dict[str, Any]:
    """The position with all that the seat cannot see shuffled: decks, hands beyond what is known, tickets, key.

    Who has begun to pay for a pair route can pay for all of it, and everybody knows that (W7).
    """
    while True:
        other = shuffled_once(position, seat, dice)
        if other["phase"] != "pair" or next_pair_payments(other, other["seat"], oracle_board(other["map"])):
            return other


def shuffled_once(position: dict[str, Any], seat: int, dice: random.Random) -> dict[str, Any]:
    other = deepcopy(position)
    other["key"] = dice.randbytes(32).hex()
    other["shuffles"] = {name: dice.randrange(50) for name in other["shuffles"]}
    board = oracle_board(other["map"], other["variant"])
    for name, deck in other["decks"].items():
        # Of which deck a card is can be seen on its back (W1): each deck is shuffled for itself.
        hidden = [card for card in deck["cards"] if card != NEWSPAPER]  # no hand ever holds a newspaper (L11)
        newspapers = [card for card in deck["cards"] if card == NEWSPAPER]
        sizes = []
        for number, player in enumerate(other["players"]):
            if number == seat:
                continue
            of_deck = {card: held for card, held in player["hand"].items() if card in board.decks[name]}
            unknown = [card for card, held in of_deck.items() for _ in range(held - player["known"].get(card, 0))]
            player["hand"] = dict(Counter(player["hand"]) - Counter(unknown))
            sizes.append((player, len(unknown)))
            hidden = hidden + unknown
        dice.shuffle(hidden)
        for player, number in sizes:
            player["hand"] = dict(Counter(player["hand"]) + Counter(hidden[:number]))
            hidden = hidden[number:]
        deck["cards"] = hidden + newspapers
        dice.shuffle(deck["cards"])
    if "news" in other:  # the order of the events to come; how often they were shuffled, everybody has seen
        dice.shuffle(other["news"]["deck"])
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
            least = board.rules["opening"]["keep"]
            player["chosen"] = dice.sample(player["offered"], dice.randint(least, len(player["offered"])))
        if player.get("split") is not None:  # W2: secret until all have chosen
            player["split"] = int(dice.choice(sorted(split_actions(board))).split()[1])
    return other


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_views_and_legal_moves_depend_on_what_the_seat_knows_alone(map_name: str, variant: str, players: int) -> None:
    for seed in range(size(1, 20)):
        dice = random.Random(seed)
        for game, _, _ in played(map_name, players, 500 + seed, variant, bot_for(map_name)):
            if dice.random() > 0.2 and not game.over and not rare(game):
                continue
            seat = dice.randrange(-1, players)
            view = View(game.state, seat)
            twin = Game.from_position(shuffled_for(game.position(), seat, dice))
            assert View(twin.state, seat).to_bytes() == view.to_bytes()
            assert general_view_bytes(View(twin.state, seat)) == general_view_bytes(view)
            if seat != SPECTATOR:
                assert twin.legal(seat) == game.legal(seat)


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_what_the_server_tells_depends_on_what_the_seat_knows_alone(map_name: str, variant: str) -> None:
    """The messages to the clients, byte by byte."""
    for seed in range(size(1, 20)):
        dice = random.Random(seed)
        for game, _, _ in played(map_name, 3, 600 + seed, variant, bot_for(map_name)):
            if dice.random() > 0.1 and not game.over and not rare(game):
                continue
            seat = dice.randrange(3)
            twin = Game.from_position(shuffled_for(game.position(), seat, dice))
            assert msgspec.json.encode(public_part(twin.state)) == msgspec.json.encode(public_part(game.state))
            told = msgspec.json.encode(own_part(game.state, seat))
            assert msgspec.json.encode(own_part(twin.state, seat)) == told


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_sampled_game_fits_the_view(map_name: str, variant: str, players: int) -> None:
    """A game drawn from a view is sound, shows the seat the same, differs from draw to draw, and can be played on."""
    different = 0
    for seed in range(size(1, 20)):
        dice = random.Random(seed)
        for game, _, _ in played(map_name, players, 700 + seed, variant, bot_for(map_name)):
            if dice.random() > 0.1 and not rare(game):
                continue
            seat = dice.randrange(players)
            view = View(game.state, seat)
            drawn = sample(view, dice.randbytes(32))
            assert unsound(drawn) == []
            assert View(drawn, seat).to_bytes() == view.to_bytes()
            different += to_bytes(drawn)[33:] != to_bytes(game.state)[33:]
    assert different


@pytest.mark.rule("C15")
@pytest.mark.parametrize("map_name", MAPS)
def test_events_tell_others_nothing_hidden(map_name: str) -> None:
    """Of a blind draw, a deal, an offer or a choice of tickets, others learn how many and no more."""
    for seed in range(size(3, 30)):
        for game, _, _ in played(map_name, 3, seed, bot=bot_for(map_name)):  # noqa: B007 - the finished game is meant
            pass
        for event in game.events:
            for reader in (SPECTATOR, 0, 1, 2):
                told = event.seen_by(reader).facts(game.board)
                if reader != event.seat and event.name in SECRET:
                    assert not {"cards", "tickets", "pieces"} & set(told)
                if reader == event.seat:
                    assert told == event.facts(game.board)


@pytest.mark.rule("C20")
@pytest.mark.rule("W2")
@pytest.mark.parametrize("map_name", SAILS)
def test_choices_before_the_first_turn_are_secret(map_name: str) -> None:
    """While others still choose, whatever tickets or pieces a seat has chosen, the others see the same."""
    for seed in range(size(2, 40)):
        game = Game.new(map_name, 3, seed=seed)
        for phase in ("opening", "split"):
            choices = game.legal(1)
            seen = set()
            for choice in (choices[0], choices[-1]):
                other = game.copy()
                other.play(choice, seat=1)
                assert other.position()["phase"] == phase
                told = repr([event.seen_by(2).facts(game.board) for event in other.moves[-1].events])
                seen.add((View(other.state, 2).to_bytes(), View(other.state, SPECTATOR).to_bytes(), told))
            assert len(seen) == 1
            for seat in (1, 2, 0):
                game.play(game.legal(seat)[0], seat=seat)
        assert game.position()["phase"] == "turn"


@pytest.mark.rule("W1")
@pytest.mark.parametrize("map_name", SAILS)
def test_the_backs_of_the_cards_are_public(map_name: str) -> None:
    """Were one player's hidden ship another's train and the other way round, everybody would see it on the backs."""
    changed = 0
    for game, _, _ in played(map_name, 3, 7, bot="varied"):
        swapped: dict[str, Any] = deepcopy(game.position())
        first, second = swapped["players"][1], swapped["players"][2]
        ships = [card for card in Counter(first["hand"]) - Counter(first["known"]) if card.endswith("ship")]
        trains = [card for card in Counter(second["hand"]) - Counter(second["known"]) if card.endswith("train")]
        if not ships or not trains or swapped["phase"] in ("pair", "over"):
            continue
        moved = Counter([ships[0]]), Counter([trains[0]])
        first["hand"] = dict(Counter(first["hand"]) - moved[0] + moved[1])
        second["hand"] = dict(Counter(second["hand"]) - moved[1] + moved[0])
        twin = Game.from_position(swapped)
        for seat in (0, SPECTATOR):
            assert View(twin.state, seat).to_bytes() != View(game.state, seat).to_bytes()
        changed += 1
    assert changed
