"""Perft: the number of ways that a few moves can go, counted from small positions and known by heart."""

from __future__ import annotations

from typing import Any

import pytest

import trunkline
from oracle.legal import legal_actions
from oracle.moves import after
from tools import FULL, oracle_board, position
from trunkline.game import Game


def perft(table: Game, depth: int) -> int:
    """How many ways there are to make `depth` moves. Chance is fixed by the key."""
    if depth == 0 or table.over:
        return 1
    ways = 0
    for action in table.legal_actions:
        following = table.copy()
        following.play(action)
        ways += perft(following, depth - 1)
    return ways


USA = position("usa", [{"hand": {"red": 2, "blue": 1}}, {"hand": {"locomotive": 1}}], key="11" * 32)
EUROPE = position("europe", [{"hand": {"red": 2}}, {"hand": {"locomotive": 1}}], key="22" * 32,
                  top=["red", "locomotive", "blue"])  # fmt: skip

# Both players have few pieces left: exchanges are few, and the end is near (W12, W13).
FIRST = ["anchorage-tiksi", "buenos-aires-cape-town:purple", "cambridge-bay-winnipeg", "caracas-lagos",
         "casablanca-lagos", "casablanca-miami", "lima-sydney:purple", "los-angeles-new-york:black",
         "moskva-novosibirsk:yellow"]  # fmt: skip
SECOND = ["al-qahira-casablanca", "beijing-novosibirsk:red", "beijing-yakutsk", "caracas-rio-de-janeiro:green",
          "dar-es-salaam-jakarta:green", "edinburgh-new-york:red", "los-angeles-tokyo:green", "los-angeles-winnipeg",
          "murmansk-tiksi", "petropavlovsk-tiksi"]  # fmt: skip
RED = {"red-anchor-train": 2, "red-ship": 1, "red-double-ship": 1, "locomotive": 1}
MIXED = {"green-train": 2, "white-train": 1, "white-double-ship": 1, "locomotive": 1}
WORLD = position(
    "world",
    [
        {
            "hand": {"red-anchor-train": 2, "red-ship": 1, "red-double-ship": 1, "locomotive": 1},
            "trains": 3,
            "ships": 4,
        },
        {
            "hand": {"green-train": 2, "white-train": 1, "white-double-ship": 1, "locomotive": 1},
            "trains": 3,
            "ships": 6,
        },
    ],
    routes=dict.fromkeys(FIRST, 0) | dict.fromkeys(SECOND, 1),
    ports={"lagos": 0},
    key="33" * 32,
)

COUNTS = [
    (USA, [52, 729, 9684]),
    (EUROPE, [66, 3131, 28553]),
    (WORLD, [103, 9228, 406216] if FULL else [103, 9228]),
]


@pytest.mark.parametrize(("start", "counts"), COUNTS)
def test_the_engine_counts(start: dict[str, Any], counts: list[int]) -> None:
    depth = min(len(counts), 3 if trunkline.compiled else 2)
    assert [perft(Game.from_position(start), i + 1) for i in range(depth)] == counts[:depth]


def oracle_perft(start: dict[str, Any], depth: int) -> int:
    """The same count by the oracle alone. No deck runs out here, so that no shuffle but of tickets put back happens."""
    board = oracle_board(start["map"])
    ways = 0
    for seat in range(len(start["players"])):
        for action in legal_actions(start, seat, board):
            if depth == 1:
                ways += 1
            else:
                (following,) = after(start, seat, action, board, shuffle=list)
                ways += oracle_perft(following, depth - 1)
    return ways


@pytest.mark.parametrize(("start", "counts"), COUNTS)
def test_the_oracle_counts_the_same(start: dict[str, Any], counts: list[int]) -> None:
    depth = 3 if FULL else 2
    assert [oracle_perft(start, i + 1) for i in range(depth)] == counts[:depth]
