"""Games of a campaign's editions: engine against oracle, move by move, with every card, spike and rule in force."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from editions import COMPANIES, edition_by_lot
from oracle.board import NEWSPAPER
from properties.test_companies import check_round_trips, compare_moves, compare_slips, compare_step
from tools import FULL, oracle_board, played, size
from trunkline.game import Game
from trunkline.maps.edition import Edition, from_plain, reference

FILE = Path(__file__).parent.parent / "fixtures" / "editions.json"
"""Editions of games 1, 4, 7, 10 and 12 of a simulated campaign."""
EDITIONS: dict[str, Edition] = {
    game: from_plain(plain) for game, plain in json.loads(FILE.read_text(encoding="utf-8")).items()
}

EVERY = 1 if FULL else 5
"""Of so many steps one is compared."""


def test_the_editions_hold_what_campaigns_bring() -> None:
    assert list(EDITIONS) == ["1", "4", "7", "10", "12"]
    events = {event for edition in EDITIONS.values() for event in edition.events}
    assert {"engine-sale", "inspectors", "bond-drive"} <= events
    last = EDITIONS["12"]
    assert len(last.territories) == 8 and last.bonus == 2
    assert "exposition" in last.story_rules
    assert any(edition.spikes for edition in EDITIONS.values())
    assert any(edition.repaints for edition in EDITIONS.values())


@pytest.mark.rule("L6")
@pytest.mark.rule("L8")
@pytest.mark.rule("L12")
@pytest.mark.rule("L13")
@pytest.mark.rule("L15")
@pytest.mark.rule("L19")
@pytest.mark.parametrize("game_number", list(EDITIONS))
@pytest.mark.parametrize("bot", ["varied", "greedy"])
def test_editions_are_played_as_the_oracle_plays_them(game_number: str, bot: str) -> None:
    """Steps of whole games; at full size every one of many games."""
    name = reference("meridian", EDITIONS[game_number])
    seen: Counter[str] = Counter()
    for seed in range(size(1, 40)):
        before: dict[str, Any] = {}
        step: tuple[int, str] = (-1, "")
        for number, (game, seat, action) in enumerate(played(name, 2 + seed % 3, seed, bot=bot)):
            if step[0] >= 0:
                compare_step(before, *step, game, game.moves[-1].events)
                seen.update(event.name for event in game.moves[-1].events)
            step = (-1, "")
            if seat >= 0 and number % EVERY == seed % EVERY:
                before, step = compare_moves(game), (seat, game.notation(action))
            if game.over:
                check_round_trips(game)
        compare_slips(game)
    assert seen


@pytest.mark.rule("L12", "L15", "L18", "L19", "L21", "L26", "L27")
@pytest.mark.parametrize("game_number", range(2, 13))
def test_modules_crew_and_postcards_are_played_as_the_oracle_plays_them(game_number: int) -> None:
    """Editions of content version 2 by lot: steps, questions and slips of whole games, with what each told."""
    positions = 0
    seed = 0
    while positions < size(120, 910):
        seed += 1
        dice = random.Random(f"{game_number} {seed}")
        seated = dice.sample(COMPANIES, 2 + seed % 4)
        name = reference("meridian", edition_by_lot(game_number, seated, dice))
        bot = ("varied", "greedy", "varied")[seed % 3]
        before: dict[str, Any] = {}
        step: tuple[int, str] = (-1, "")
        for number, (game, seat, action) in enumerate(played(name, len(seated), seed, bot=bot, seated=seated)):
            if step[0] >= 0:
                compare_step(before, *step, game, game.moves[-1].events)
                positions += 1
            step = (-1, "")
            phase = game.position()["phase"]
            rare = phase not in ("turn", "second-pick", "tickets", "opening") or game.state.turns_left == 1
            if seat >= 0 and (rare or number % EVERY == seed % EVERY or positions < 30):
                before, step = compare_moves(game), (seat, game.notation(action))
            if game.over or (rare and number % 7 == 0):
                check_round_trips(game)
        compare_slips(game)


def strewn_networks(game: Game, dice: random.Random) -> dict[str, Any]:
    """The position with routes for all by chance, and every card that lay in the deck shared out among them."""
    position: dict[str, Any] = game.position()
    board = oracle_board(game.board.map_id)
    players = position["players"]
    for route in dice.sample(list(board.routes.values()), len(board.routes)):
        seat = dice.randrange(len(players))
        owned = {position["routes"].get(other.name) for other in board.group_of(route)}
        if owned == {None} and dice.random() < 0.8 and players[seat]["trains"] > route.length + 6:
            position["routes"][route.name] = seat
            players[seat]["trains"] -= route.length
    deck = position["decks"]["trains"]
    given = [card for card in deck["cards"] if card != NEWSPAPER][:-12]
    for number, card in enumerate(given):
        hand = players[number % len(players)]["hand"]
        hand[card] = hand.get(card, 0) + 1
        deck["cards"].remove(card)
    return position


@pytest.mark.rule("L15", "L21", "L27")
@pytest.mark.parametrize("game_number", [4, 7, 10, 11, 12])
def test_claims_in_large_networks_are_played_as_the_oracle_plays_them(game_number: int) -> None:
    """What play by chance seldom comes to: oceans, excursions and distant cities connected, herds delivered."""
    seen: Counter[str] = Counter()
    for seed in range(size(20, 250)):
        dice = random.Random(f"{game_number} {seed}")
        seated = dice.sample(COMPANIES, 2 + seed % 2)
        edition = replace(edition_by_lot(game_number, seated, dice), trains=250)
        game = Game.new(reference("meridian", edition), len(seated), seed=seed, companies=seated)
        while game.position()["phase"] != "turn":
            game.play(dice.choice(game.legal_actions), seat=game.to_act[0])
        game = Game.from_position(strewn_networks(game, dice))
        before = compare_moves(game)
        claims = [code for code in game.legal_actions if game.notation(code).startswith("claim")]
        for claim in dice.sample(claims, min(6, len(claims))):
            after, position, action = game.copy(), before, claim
            while True:
                seat, words = position["seat"], after.notation(action)
                events = after.play(action)
                seen.update(event.name for event in events)
                compare_step(position, seat, words, after, events)
                position = compare_moves(after)
                if position["phase"] not in ("claim-asks", "tunnel"):
                    break
                action = dice.choice(after.legal_actions)
        compare_slips(game)
    if game_number >= 10 and size(20, 250) >= 20:
        assert seen["postcard"]
