"""Lanes of a double or triple that are the same choice: the rules ask the same for them and give the same."""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.rules.board import Board


def same_lanes(board: Board) -> list[int]:
    """For each route the first of its lanes that is the same choice (C11); the route itself if there is none before.

    Two such lanes cost and pay the same in every position in which both are open to a player.
    """
    found: list[int] = []
    for route in range(board.routes):
        first = route
        lane = i64(board.twin[route])
        while lane != route:
            if lane < first and are_same(board, lane, route):
                first = lane
            lane = i64(board.twin[lane])
        found.append(int(first))
    return found


def are_same(board: Board, one: i64, other: i64) -> bool:
    """Whether two lanes of one double or triple have the same price and every clause treats them alike (L15-L17)."""
    tables = board.companies
    return (
        board.colour[one] == board.colour[other]
        and board.length[one] == board.length[other]
        and board.points[one] == board.points[other]
        and board.sea[one] == board.sea[other]
        and board.pair[one] == board.pair[other]
        and board.tunnel[one] == board.tunnel[other]
        and board.locomotives[one] == board.locomotives[other]
        and (not board.has_companies or tables.large[one] == tables.large[other])
        and all(lines[one] == lines[other] for lines in tables.line_sets)
    )
