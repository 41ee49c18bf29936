"""Positions for tests: made by hand, with the cards not named put in the deck, or dealt for a new game."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .board import NEWSPAPER, Board
from .piles import Piles, Shuffle, deck_of
from .positions import Position, cards_laid, cards_of_game, complete

USUAL_ROW = ["pink", "blue", "orange", "white", "green", "black", "yellow"]
SAILS_ROW = ["purple-train", "yellow-train", "green-train", "red-ship", "black-ship", "white-double-ship"]


def make_position(
    board: Board,
    players: Sequence[dict[str, Any]],
    row: Sequence[str | None] | None = None,
    top: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    **fields: Any,
) -> Position:
    """A position with these players.

    All cards that are nowhere else lie in the decks, under those of `top`, or in the discards if `deck` is given whole.
    Of two decks each takes its own cards out of `top` and `deck`.
    """
    left = cards_of_game(board, len(players))
    for player in players:
        left.subtract(player.get("hand", {}))
    left.subtract(cards_laid(fields.get("tunnel"), board))
    left.subtract((fields.get("tunnel") or {}).get("turned", []))
    left.subtract((fields.get("pair") or {}).get("paid", {}))
    if row is None:
        row = SAILS_ROW if board.sails else [card for card in USUAL_ROW if card in left][: len(board.places)]
    left.subtract(card for card in row if card is not None)
    left.subtract(top if deck is None else deck)
    if any(number < 0 for number in left.values()):
        raise ValueError(f"there are not so many cards: {left}")
    decks: dict[str, Any] = {}
    for name in board.decks:
        rest = Counter({card: number for card, number in left.items() if deck_of(card, board) == name})
        said = [card for card in (top if deck is None else deck) if deck_of(card, board) == name]
        if deck is None:
            decks[name] = {"cards": [*said, *_mixed(rest)], "discards": {}}
        else:
            decks[name] = {"cards": said, "discards": dict(+rest)}
    held = {ticket for player in players for key in ("tickets", "offered") for ticket in player.get(key, [])}
    position: Position = {
        "map": board.id,
        "variant": board.variant,
        "row": list(row),
        "decks": decks,
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
    """A new game before the choice of the first tickets (U1, U2, E1, E2, W1, W2, L4)."""
    rules = board.rules
    cards = {name: shuffle(sorted(deck.elements())) for name, deck in board.decks.items()}
    short = shuffle(sorted(name for name, ticket in board.tickets.items() if not ticket.long))
    long = shuffle(sorted(name for name, ticket in board.tickets.items() if ticket.long))

    def off_the_top(rule: str) -> list[str]:
        taken: list[str] = []
        for name, number in board.by_deck(rule).items():
            taken += cards[name][:number]
            cards[name] = cards[name][number:]
        return taken

    seats: list[dict[str, Any]] = []
    for _ in range(players):
        offered = long[: rules["opening"]["long"]] + short[: rules["opening"]["short"]]
        long, short = long[rules["opening"]["long"] :], short[rules["opening"]["short"] :]
        seats.append({"hand": dict(Counter(off_the_top("hand"))), "offered": offered})
    row = off_the_top("row")
    position = complete(
        {
            "map": board.id,
            "variant": board.variant,
            "phase": "opening",
            "row": row,
            "decks": {name: {"cards": deck} for name, deck in cards.items()},
            "ticket_deck": short,
            "players": seats,
        },
        board,
    )
    piles = Piles(position, board, shuffle)
    piles.check_row()  # C6
    position["row"] = piles.row
    for name, deck in position["decks"].items():
        deck.update(cards=piles.decks[name], discards=dict(+piles.discards[name]))
    if board.companies:  # L4: newspapers come into the deck when hands and row are dealt
        cards["trains"] = piles.decks["trains"] + [NEWSPAPER] * board.newspapers(players)
        position["decks"]["trains"]["cards"] = shuffle(sorted(cards["trains"]))
        position["news"]["deck"] = shuffle(sorted(board.news))
    return position
