"""Positions for tests: made by hand, with the cards not named put in the deck, or dealt for a new game."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .board import Board
from .piles import Piles, Shuffle
from .positions import Position, cards_laid, complete


def make_position(
    board: Board,
    players: Sequence[dict[str, Any]],
    row: Sequence[str | None] | None = None,
    top: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    **fields: Any,
) -> Position:
    """A position with these players.

    All cards that are nowhere else lie in the deck, under those of `top`, or in the discards if `deck` is given whole.
    """
    left = board.cards.copy()
    for player in players:
        left.subtract(player.get("hand", {}))
    left.subtract(cards_laid(fields.get("tunnel"), board))
    left.subtract((fields.get("tunnel") or {}).get("turned", []))
    if row is None:
        row = ["pink", "blue", "orange", "white", "green"]
    left.subtract(card for card in row if card is not None)
    left.subtract(top if deck is None else deck)
    if any(number < 0 for number in left.values()):
        raise ValueError(f"there are not so many cards: {left}")
    cards = list(deck) if deck is not None else [*top, *_mixed(left)]
    held = {ticket for player in players for key in ("tickets", "offered") for ticket in player.get(key, [])}
    position: Position = {
        "map": board.name.lower(),
        "variant": board.variant,
        "row": list(row),
        "decks": {"trains": {"cards": cards, "discards": {} if deck is None else dict(+left)}},
        "ticket_deck": [name for name, ticket in board.tickets.items() if name not in held and not ticket.long],
        "players": list(players),
        **fields,
    }
    return complete(position, board)


def _mixed(cards: Counter[str]) -> list[str]:
    """The cards in a fixed order in which the kinds take turns."""
    mixed: list[str] = []
    while cards.total() > 0:
        cards = +cards
        mixed.extend(cards)
        cards.subtract(list(cards))
    return mixed


def deal(board: Board, players: int, shuffle: Shuffle) -> Position:
    """A new game before the choice of the first tickets (U1, U2, E1, E2)."""
    rules = board.rules
    cards = shuffle(sorted(board.cards.elements()))
    short = shuffle(sorted(name for name, ticket in board.tickets.items() if not ticket.long))
    long = shuffle(sorted(name for name, ticket in board.tickets.items() if ticket.long))
    seats: list[dict[str, Any]] = []
    for _ in range(players):
        hand, cards = cards[: rules["hand"]], cards[rules["hand"] :]
        offered = long[: rules["opening"]["long"]] + short[: rules["opening"]["short"]]
        long, short = long[rules["opening"]["long"] :], short[rules["opening"]["short"] :]
        seats.append({"hand": dict(Counter(hand)), "offered": offered})
    position = complete(
        {
            "map": board.name.lower(),
            "variant": board.variant,
            "phase": "opening",
            "row": cards[: rules["row"]],
            "decks": {"trains": {"cards": cards[rules["row"] :]}},
            "ticket_deck": short,
            "players": seats,
        },
        board,
    )
    piles = Piles(position, board, shuffle)
    piles.check_row()  # C6
    position["row"] = piles.row
    position["decks"]["trains"] = {"cards": piles.deck, "discards": dict(+piles.discards)}
    return position
