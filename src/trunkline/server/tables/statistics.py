"""Statistics of a game: points, trains and cards after each entry; computed in a worker process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from trunkline.game.sheet import score_sheet
from trunkline.maps.pack import load_board
from trunkline.rules.packing import from_bytes
from trunkline.rules.scoring import running_score
from trunkline.rules.state import OVER


@dataclass(slots=True)
class Course:
    """For each entry one number a seat."""

    turns: list[int]
    points: list[list[int]]
    totals: list[list[int]]
    trains: list[list[int]]
    ships: list[list[int]]
    cards: list[list[int]]
    tickets: list[list[int]]
    sheet: dict[str, Any] | None


def statistics_of(map_id: str, variant: str, states: Sequence[bytes]) -> Course:
    """The public figures of each state. For a finished game also `totals`: the score of each seat if the game had ended
    there, with tickets and bonuses. Before the end that would disclose hidden tickets."""
    board = load_board(map_id, variant)
    course = Course([], [], [], [], [], [], [], None)
    opened = [from_bytes(board, packed) for packed in states]
    over = bool(opened) and opened[-1].phase == OVER
    for state in opened:
        course.turns.append(int(state.turn))
        course.points.append([int(running_score(state, seat)) for seat in range(len(state.players))])
        course.trains.append([int(player.trains) for player in state.players])
        course.ships.append([int(player.ships) for player in state.players])
        course.cards.append([int(player.hand_size) for player in state.players])
        course.tickets.append([len(player.tickets) for player in state.players])
        if over:
            course.totals.append(list(score_sheet(state).totals))
    if over:
        course.sheet = asdict(score_sheet(opened[-1]))
    return course
