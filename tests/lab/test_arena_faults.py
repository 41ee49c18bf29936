"""Bots that raise, lie, stall, end their process or cannot be made: each loses by the stated rule, and play goes on."""

from __future__ import annotations

from collections import Counter

import pytest

from lab.arenas import without_times
from trunkline.lab.arena.arena import Result, run_arena
from trunkline.lab.arena.game import STRIKES
from trunkline.lab.arena.match import new_match
from trunkline.lab.arena.report import report

LIMIT = 1.0
"""Far more than the sound bots need here, also on a busy machine."""


def played(bot: str, games: int = 2, workers: int = 1) -> Result:
    return run_arena(new_match([f"lab.own_bots:{bot}", "greedy"], limit=LIMIT), games, workers=workers)


@pytest.mark.parametrize(
    ("bot", "kind", "words"),
    [("Raising", "raised", "KeyError: 'no idea' (own_bots.py, line"), ("Lying", "illegal", "answered 1099511627776"),
     ("Wordy", "illegal", "answered 'draw deck'")],
)  # fmt: skip
def test_three_faults_lose_the_game(bot: str, kind: str, words: str) -> None:
    result = played(bot)
    faulty, other = result.standings
    assert faulty.faults == {kind: STRIKES * 2} and words in faulty.examples[kind]
    assert (faulty.wins, faulty.out, other.wins, other.faults) == (0, 2, 2, {})
    page = report(result)
    assert f"lab.own_bots:{bot}" in page and f"{kind} {STRIKES * 2} times" in page


def test_who_cannot_be_made_is_out_at_once() -> None:
    result = played("Unmade")
    assert result.standings[0].faults == {"unmade": 2} and result.standings[0].out == 2
    assert "no weights" in result.standings[0].examples["unmade"]


@pytest.mark.parametrize(
    ("bot", "kind", "faults"), [("Late", "stalled", 3), ("Sleeping", "stalled", 1), ("Ending", "died", 1)]
)
def test_stalling_and_dying_lose_the_move_and_the_game_goes_on(bot: str, kind: str, faults: int) -> None:
    result = played(bot, games=1)
    assert result.rounds == 1
    counts = [Counter(fault[2] for fault in row.get("faults", [])) for row in result.rows]
    assert all(set(count) <= {kind} for count in counts)
    # Two seats: it is at move in every second turn, so in one of the two games it may be the other's turn.
    assert max(count[kind] for count in counts) == faults
    if kind == "stalled":
        assert result.standings[0].seconds_longest == pytest.approx(LIMIT)
    assert all(row["seats"][0] and row["turns"] > 10 for row in result.rows)


def test_faulty_games_do_not_depend_on_the_number_of_workers() -> None:
    assert without_times(played("Ending", 4, 1).rows) == without_times(played("Ending", 4, 3).rows)
