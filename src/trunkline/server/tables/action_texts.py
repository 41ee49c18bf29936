"""The notation of legal actions and the cards they take, as JSON that is encoded once for each board. Compiled."""

from __future__ import annotations

from typing import Any, Final, final

import msgspec
from librt.vecs import vec
from msgspec import Raw
from mypy_extensions import i64

from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.board import Board
from trunkline.rules.plans import card_key, cards_of
from trunkline.rules.state import State

encode: Final = msgspec.json.Encoder().encode

SLOTS: Final[i64] = 8192
LAST_SLOT: Final[i64] = SLOTS - 1
NOTHING: Final = b"null"
FREE: Final[i64] = -2
"""No key: the number of a free slot."""
NO_KEYS: Final[vec[i64]] = vec[i64]([FREE] * SLOTS)
MOST_BOARDS: Final = 64
"""Boards whose texts are kept; when there are more, all are forgotten."""


def json_list(items: list[bytes]) -> Any:
    """A list of JSON texts as one."""
    return Raw(b"[" + b",".join(items) + b"]")


@final
class NumberedTexts:
    """JSON texts by number: a hash table with open addressing. A dict would make an object of every number."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.keys: vec[i64] = NO_KEYS[:]
        self.texts: list[bytes] = [b""] * SLOTS

    def slot_of(self, key: i64) -> i64:
        """The slot of a key, or the free slot where it belongs."""
        keys = self.keys
        # Kind, subject, colour and locomotives of a code, moved beside each other.
        slot = (key ^ key >> 8 ^ key >> 17 ^ key >> 21 ^ key >> 44) & LAST_SLOT
        while keys[slot] != key and keys[slot] != FREE:
            slot = (slot + 1) & LAST_SLOT
        return slot

    def get(self, key: i64) -> bytes:
        """The text of a key; empty if there is none."""
        return self.texts[self.slot_of(key)]

    def put(self, key: i64, text: bytes) -> bytes:
        """Store the text of a new key, and return it. A full table is emptied first."""
        if 2 * self.size > LAST_SLOT:
            self.size, self.keys, self.texts = 0, NO_KEYS[:], [b""] * SLOTS
        slot = self.slot_of(key)
        self.keys[slot] = key
        self.texts[slot] = text
        self.size += 1
        return text


@final
class ActionTexts:
    """The JSON of the actions that were listed on a board, and of their cards: a large hand has hundreds, each turn."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.notations = NumberedTexts()
        self.cards = NumberedTexts()
        """By `card_key`."""

    def notations_of(self, actions: ActionList) -> Any:
        texts: list[bytes] = []
        for i in range(actions.size):
            code = actions.codes[i]
            texts.append(self.notations.get(code) or self.notations.put(code, encode(to_text(self.board, code))))
        return json_list(texts)

    def cards_of(self, state: State, seat: int, actions: ActionList) -> tuple[Any, Any]:
        """For each action the number of the cards that it takes, or null; and these cards, each once."""
        texts: list[bytes] = []
        numbers: dict[bytes, bytes] = {NOTHING: NOTHING}
        for i in range(actions.size):
            code = actions.codes[i]
            key = card_key(state, seat, code)
            cards = self.cards.get(key) or self.cards.put(key, encode(cards_of(state, seat, [code]) or None))
            number = numbers.get(cards)
            if number is None:
                number = numbers[cards] = encode(len(numbers) - 1)
            texts.append(number)
        del numbers[NOTHING]
        return json_list(texts), json_list(list(numbers))


ACTION_TEXTS: Final[dict[Board, ActionTexts]] = {}


def texts_of(board: Board) -> ActionTexts:
    """The texts that are kept for a board."""
    found = ACTION_TEXTS.get(board)
    if found is None:
        if len(ACTION_TEXTS) >= MOST_BOARDS:
            ACTION_TEXTS.clear()
        found = ACTION_TEXTS[board] = ActionTexts(board)
    return found
