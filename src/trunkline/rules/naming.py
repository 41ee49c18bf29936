"""Counts, owners and tickets by name, as positions and clients are told them; compiled, for every move is told."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, u8

from trunkline.rules.board import Board
from trunkline.rules.state import NOBODY


def counts(board: Board, cards: vec[u8]) -> dict[str, int]:
    """How many there are of each card; those of which there are none are left out."""
    told: dict[str, int] = {}
    for card in range(len(cards)):
        if cards[card]:
            told[board.card_names[card]] = int(cards[card])
    return told


def owners(names: list[str], owner: vec[u8]) -> dict[str, int]:
    """Whose each is (a route, a station, a port); what is nobody's is left out."""
    told: dict[str, int] = {}
    for number in range(len(owner)):
        if owner[number] != NOBODY:
            told[names[number]] = int(owner[number])
    return told


def ticket_names(board: Board, tickets: vec[i16]) -> list[str]:
    return [board.ticket_names[ticket] for ticket in tickets]
