"""Properties of every game: nothing is lost, only what is listed is accepted, play ends, and it can be played again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from boards import EVERY_BOARD, some_companies
from oracle.flow import TWENTY_DEALS, check_position
from tools import oracle_board, size
from trunkline.game import BadPosition, Game, IllegalAction
from trunkline.rules.actions import LARGEST_CODE
from trunkline.rules.events import from_facts
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.soundness import unsound
from trunkline.rules.turn import apply

boards = st.sampled_from(EVERY_BOARD)
seeds = st.integers(0, 2**32)
runs = settings(max_examples=size(40, 1000), deadline=None, suppress_health_check=list(HealthCheck))
few_runs = settings(max_examples=size(12, 300), deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of any board and number of players, some moves on. Hoarders draw cards only, so that decks run out."""
    (map_name, variant), players, seed = draw(boards), draw(st.integers(2, 5)), draw(seeds)
    companies = some_companies(map_name, players, seed)
    game = Game.new(map_name, players, seed=seed, variant=variant, companies=companies)
    play_some(game, random.Random(seed), draw(st.integers(0, 400)), draw(st.booleans()))
    return game


def play_some(game: Game, dice: random.Random, moves: int, hoarding: bool) -> None:
    for _ in range(moves):
        if game.over:
            return
        seat = dice.choice(game.to_act)
        actions = game.legal(seat)
        if hoarding and dice.random() < 0.95:
            actions = [action for action in actions if game.notation(action).startswith("draw")] or actions
        game.play(dice.choice(actions), seat=seat)


@runs
@given(games())
def test_a_state_is_always_sound(game: Game) -> None:
    """Every card and ticket is in one place, pieces and points fit the board: at any time of any game."""
    assert unsound(game.state) == []


@few_runs
@given(games())
def test_the_oracle_finds_every_card_ticket_and_piece(game: Game) -> None:
    """Cards by deck, tickets, and pieces in supply, box and on the board, counted without the engine's own check."""
    position: dict[str, Any] = game.position()
    problems = check_position(position, oracle_board(position["map"], position["variant"]))
    assert [text for text in problems if not text.startswith(TWENTY_DEALS)] == []


@few_runs
@given(games())
def test_every_listed_action_is_accepted(game: Game) -> None:
    for seat in game.to_act:
        listed = game.legal(seat)
        assert len(set(listed)) == len(listed) > 0
        for action in listed:
            other = game.copy()
            other.play(action, seat=seat)
            assert unsound(other.state) == []


@runs
@given(games(), st.integers(-1, 6), st.one_of(st.integers(0, LARGEST_CODE), st.integers(-5, 2**64)), seeds)
def test_no_other_action_is_accepted_and_a_refusal_changes_nothing(game: Game, seat: int, wild: int, seed: int) -> None:
    dice = random.Random(seed)
    listed = game.legal(seat) if 0 <= seat < game.players else []
    near = [action ^ (1 << dice.randrange(48)) for action in dice.sample(listed, min(30, len(listed)))]
    before = game.packed()
    for action in [wild, *near]:
        if action in listed:
            continue
        with pytest.raises(IllegalAction) as caught:
            game.play(action, seat=seat)
        assert str(caught.value)
        assert game.packed() == before
    if seat not in game.to_act:
        for other in game.to_act[:1]:
            for action in game.legal(other)[:5]:
                with pytest.raises(IllegalAction):
                    game.play(action, seat=seat)
        assert game.packed() == before


@runs
@given(games(), st.text(max_size=40))
def test_nonsense_in_words_is_refused_and_changes_nothing(game: Game, text: str) -> None:
    assume(text.strip().lower() not in ("pass", "withdraw"))
    before = game.packed()
    with pytest.raises(IllegalAction) as caught:
        game.play(text)
    assert str(caught.value)
    assert game.packed() == before


@runs
@given(games())
def test_notation_goes_both_ways(game: Game) -> None:
    for seat in game.to_act:
        for action in game.legal(seat):
            assert game.code(game.notation(action), seat=seat) == action


@few_runs
@given(boards, st.integers(2, 5), seeds, st.booleans())
def test_play_always_ends_and_the_same_seed_is_the_same_game(
    board: tuple[str, str], players: int, seed: int, hoarding: bool
) -> None:
    games = [Game.new(board[0], players, seed=seed, variant=board[1]) for _ in range(2)]
    for game in games:
        play_some(game, random.Random(seed), 5000, hoarding)
        assert game.over
        assert game.legal_actions == []
        assert game.to_act == []
        assert len(game.winners) >= 1
    assert games[0].packed() == games[1].packed()
    assert games[0].events == games[1].events
    assert games[0].score_sheet() == games[1].score_sheet()


@runs
@given(games())
def test_a_state_survives_bytes_and_json(game: Game) -> None:
    packed = game.packed()
    assert to_bytes(from_bytes(game.board, packed)) == packed
    assert Game.from_position(game.position()).packed() == packed
    copied = game.state.copy()
    assert to_bytes(copied) == packed
    for seat in game.to_act[:1]:
        apply(copied, seat, game.legal(seat)[0], None)
        assert game.packed() == packed  # a copy shares nothing that changes
    for event in game.events:
        assert from_facts(game.board, event.facts(game.board)) == event


@runs
@given(games(), seeds)
def test_bytes_that_were_damaged_are_refused_or_read_and_never_crash(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    packed = bytearray(game.packed())
    for _ in range(dice.randrange(1, 4)):
        packed[dice.randrange(len(packed))] = dice.randrange(256)
    damaged = bytes(packed[: dice.randrange(len(packed))] if dice.random() < 0.3 else packed)
    try:
        state = from_bytes(game.board, damaged)
    except (ValueError, OverflowError):
        return
    unsound(state)


@runs
@given(games(), st.data())
def test_positions_that_were_changed_are_refused_or_sound(game: Game, data: st.DataObject) -> None:
    position: dict[str, Any] = game.position()
    field = data.draw(st.sampled_from(sorted(position)))
    junk = st.one_of(st.none(), st.integers(-3, 300), st.text(max_size=5), st.lists(st.integers(0, 3), max_size=3))
    if data.draw(st.booleans()):
        position[field] = data.draw(junk)
    else:
        player = data.draw(st.sampled_from(position["players"]))
        player[data.draw(st.sampled_from(sorted(player)))] = data.draw(junk)
    try:
        changed = Game.from_position(position)
    except (BadPosition, ValueError):
        return
    assert unsound(changed.state) == []


@few_runs
@given(games(), seeds)
def test_a_game_as_it_was(game: Game, seed: int) -> None:
    """`at` gives back every earlier position."""
    marks: list[bytes] = []
    dice = random.Random(seed)
    start = len(game.moves)
    for _ in range(30):
        marks.append(game.packed())
        play_some(game, dice, 1, False)
    for number, packed in enumerate(marks):
        assert game.at(min(start + number, len(game.moves))).packed() == packed
