"""Bots that raise, lie, stall, end their process or cannot be made: each loses by the stated rule, and play goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lab.arenas import without_times
from trunkline.game.record import board_digest
from trunkline.lab.arena.arena import Result, run_arena
from trunkline.lab.arena.game import COLUMNS, STRIKES, Job, play_job
from trunkline.lab.arena.match import Match, new_match
from trunkline.lab.arena.report import report
from trunkline.maps.pack import load_board

NO_LIMIT = 3600.0
"""Seconds for a move where time is not what is tested."""
LIMITS = (1.0, 5.0, 25.0, 125.0)
"""Seconds for a move, tried in turn where a stall is tested: on a busy machine a sound move may take longer than the
first. The stalls last longer than any of them."""


def played(bot: str, games: int = 2, workers: int = 1, limit: float = NO_LIMIT) -> Result:
    return run_arena(new_match([f"lab.own_bots:{bot}", "greedy"], limit=limit), games, workers=workers)


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
    assert "(game 0, while it was made)" in result.standings[0].examples["unmade"]


@pytest.mark.parametrize(
    ("bot", "kind", "faults"), [("Late", "stalled", 3), ("Sleeping", "stalled", 1), ("Ending", "died", 1)]
)
def test_stalling_and_dying_lose_the_move_and_the_game_goes_on(bot: str, kind: str, faults: int) -> None:
    for limit in LIMITS if kind == "stalled" else (NO_LIMIT,):
        result = played(bot, games=1, limit=limit)
        # More faults than the bot has: a sound move was late, and says nothing.
        if all(len(row.get("faults", [])) <= faults for row in result.rows):
            break
    assert result.rounds == 1
    counts = [Counter(fault[2] for fault in row.get("faults", [])) for row in result.rows]
    assert all(set(count) <= {kind} for count in counts)
    # Two seats: it is at move in every second turn, so in one of the two games it may be the other's turn.
    assert max(count[kind] for count in counts) == faults
    if kind == "stalled":
        assert result.standings[0].seconds_longest == pytest.approx(limit)
    assert all(row["seats"][0] and row["turns"] > 10 for row in result.rows)


def test_faulty_games_do_not_depend_on_the_number_of_workers() -> None:
    assert without_times(played("Ending", 4, 1).rows) == without_times(played("Ending", 4, 3).rows)


def test_whatever_a_bot_does_is_told_of_it_and_of_nobody_else() -> None:
    names = ["Leaving", "Absent", "Wordless", "Garbled", "Scribbling"]
    match = Match(tuple(f"lab.own_bots:{name}" for name in names), players=5, limit=60)
    board = load_board(match.map, match.variant)
    before = board_digest(board)
    row = play_job(match, Job(0))
    told = [(names[seat], kind, text) for _, seat, kind, text in row["faults"]]
    assert Counter(told) == {
        ("Absent", "unmade", f"SystemExit:  (own_bots.py, line {line_of('sys.exit()')})"): 1,
        ("Leaving", "raised", f"SystemExit: enough (own_bots.py, line {line_of('sys.exit(')})"): 3,
        ("Wordless", "illegal", "int, which cannot be printed"): 1,
        ("Wordless", "illegal", "Dumb, which cannot be printed"): 1,
        ("Wordless", "raised", "Dumb, which cannot be printed"): 1,
        ("Garbled", "raised", f"ValueError: half a letter: \\ud800 (own_bots.py, line {line_of('half a letter')})"): 1,
    }
    # A line of the file that games are kept in.
    json.dumps(row, ensure_ascii=False).encode()
    # Who scribbles fools nobody but itself.
    assert board_digest(board) == before
    assert [values[COLUMNS.index("out")] for values in row["seats"]] == [1, 1, 1, 0, 0]


def line_of(text: str) -> int:
    lines = (Path(__file__).parent / "own_bots.py").read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def test_a_late_answer_counts_no_more_than_none() -> None:
    row = play_job(Match(("lab.own_bots:Tardy", "greedy"), limit=0.05), Job(0))
    late = [fault for fault in row["faults"] if fault[1] == 0]
    assert [fault[2] for fault in late] == ["stalled"] * STRIKES and "longer than 0.05 s" in late[0][3]
    assert row["seconds"][0][1] > 0.05 and 0 not in row["won"]


def test_what_was_before_a_process_ended_is_not_forgotten(capfd: pytest.CaptureFixture[str]) -> None:
    match = new_match(["lab.own_bots:Stumbling", "lab.own_bots:Falling"], limit=60)
    result = run_arena(match, 2)
    stumbling, falling = result.standings
    assert (stumbling.faults, falling.faults) == ({"raised": 6}, {"died": 2})
    assert (stumbling.out, stumbling.wins, falling.wins) == (2, 0, 2)
    for row in result.rows:
        seats = match.seats(row["game"])
        asked = {bot: sum(times for _, times in row["seconds"][seat][2]) for seat, bot in enumerate(seats)}
        moves = row["seats"][seats.index(match.bots[1])][COLUMNS.index("moves")]
        # Who is out is asked no more; of the move in which a process ended nobody knows how long it took.
        assert asked == {match.bots[0]: 3, match.bots[1]: moves - 1}
    told = capfd.readouterr()
    assert told.out == "" and told.err.count("what now?") == 6


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing is stopped there")
def test_time_in_which_everything_was_stopped_is_nobodys_fault(tmp_path: Path) -> None:
    # On a busy machine a sound move may itself take longer than the first limit.
    for limit in (1, 5, 25):
        facts = stopped_meanwhile(tmp_path / str(limit), limit)
        faults = [bot["faults"] for bot in facts["bots"].values()]
        if not any(faults):
            break
    assert facts["games"] == 2 and faults == [{}, {}]


def stopped_meanwhile(folder: Path, limit: int) -> dict[str, Any]:
    """The facts of an arena that was stopped for longer than a move may take, while a bot thought."""
    folder.mkdir()
    words = ["arena", "--bots", "lab.own_bots:Pondering,random", "--games", "2", "--limit", str(limit), "--json"]
    command = [sys.executable, "-c", "from trunkline.cli import main; main()", *words, "--out", str(folder / "games")]
    flag = folder / "thinks"
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1]), "PONDERING": str(flag)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, start_new_session=True)
    while not flag.exists():
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGSTOP)
    time.sleep(1.3 * limit)
    os.killpg(process.pid, signal.SIGCONT)
    found: dict[str, Any] = json.loads(process.communicate()[0])
    return found
