"""What chance decided in a step of the engine, for the oracle: shuffles by the key, lost cards by the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.board import LOCOMOTIVE, NEWSPAPER
from oracle.board import Board as OracleBoard
from oracle.positions import UNKNOWN
from trunkline.rules.dice import FIRST_DECK, HERDS, NEWS, Stream


class EngineChance:
    """The shuffles that follow a position, in the order in which the oracle asks for them.

    How a shuffle is made of the key is proved elsewhere (`tests/rules/test_dice.py`); that the right cards are shuffled
    at the right time is what the comparison proves. Tickets put under the deck are left open.
    """

    def __init__(self, position: dict[str, Any], events: list[dict[str, Any]], board: OracleBoard) -> None:
        self.key = bytes.fromhex(position["key"])
        self.shuffles = {**position["shuffles"], "news": position["news"]["shuffles"]}
        self.herd_lots = position.get("herd_lots", 0)
        self.lost = [event for event in events if event["event"] == "cards-lost"]
        self.board = board
        self.cards = [*board.colours, LOCOMOTIVE, NEWSPAPER]
        self.news = list(board.news)

    def shuffle(self, items: list[str]) -> list[str]:
        if not items or items[0] in self.board.tickets:
            return [UNKNOWN] * len(items)
        if items[0] in self.news:
            return self._drawn(list(items), NEWS, "news")
        return self._drawn(sorted(items, key=self.cards.index), FIRST_DECK, "trains")

    def _drawn(self, items: list[str], purpose: int, name: str) -> list[str]:
        """Fisher-Yates; the last is the top."""
        number = self.shuffles.get(name, 0)
        self.shuffles[name] = number + 1
        stream = Stream(self.key, purpose, number)
        for last in range(len(items) - 1, 0, -1):
            other = stream.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items[::-1]

    def lot(self, seat: int, _cards: list[str], number: int) -> list[str]:
        """The cards that the engine says were lost; that they are so many of that seat's, the oracle checks."""
        if not self.lost or self.lost[0]["seat"] != seat:
            return ["none"] * number
        return list(self.lost.pop(0)["cards"])

    def herds(self) -> Callable[[int], int]:
        """The lots of the next stampede."""
        stream = Stream(self.key, HERDS, self.herd_lots)
        self.herd_lots += 1
        return lambda number: int(stream.below(number))
