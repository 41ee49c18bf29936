"""The row, the decks and their discards while a step is played out (C3-C8, W4).

Chance enters only where a deck is shuffled. Without a shuffling function the cards of a new deck are unknown and the
oracle goes on as far as that does not matter; when it does (may the row be dealt anew?), it gives up on row, decks and
discards for this step: `certain` is then false.
"""

from collections import Counter
from collections.abc import Callable

from .board import LOCOMOTIVE, NEWSPAPER, SHIPS, TRAINS, Board
from .positions import UNKNOWN, UNKNOWN_SHIP, Position, counted

Shuffle = Callable[[list[str]], list[str]]

MOST_DEALS = 20  # C6


class UndecidedError(Exception):
    """Chance decides, and too much depends on it to go on without a shuffling function."""


class Piles:
    """What of the cards is in nobody's hand."""

    def __init__(self, position: Position, board: Board, shuffle: Shuffle | None) -> None:
        self.board = board
        self.row: list[str | None] = list(position["row"])
        self.decks: dict[str, list[str]] = {name: list(deck["cards"]) for name, deck in position["decks"].items()}
        self.discards = {name: counted(deck["discards"]) for name, deck in position["decks"].items()}
        self.locomotive_limit: int = board.rules["row_locomotives"]
        self.shuffle = shuffle
        self.shuffles = dict.fromkeys(self.decks, 0)
        self.certain = True
        self.met = 0  # newspapers passed over whose events are still to be turned up (L11)
        self.quiet = False  # while a news event draws, newspapers are passed over and forgotten (L11)
        self.tell_passed: Callable[[int], None] = lambda _number: None
        # All cards of row, decks and discards together. An unknown card that leaves them counts as minus one unknown.
        self.contents = Counter(card for card in self.row if card is not None)
        for name in self.decks:
            self.contents.update(self.decks[name])
            self.contents.update(self.discards[name])
        del self.contents[NEWSPAPER]  # no cards of the row (L11)

    def gives(self, deck: str) -> bool:
        """C8, L11: whether a card can be drawn from the deck: nothing is drawn if only newspapers are left."""
        return any(card != NEWSPAPER for card in [*self.decks[deck], *self.discards[deck].elements()])

    def wash(self) -> None:
        """E07: the row is discarded and dealt anew."""
        self._deal_anew()
        self.check_row()

    def take_face_up(self, slot: int, replaced_from: str) -> str:
        """C3, W4: take a card of the row; the deck named replaces it at once, or the other if that cannot give."""
        card = self.row[slot]
        if card is None:
            raise ValueError("nothing lies there")
        self.row[slot] = None
        self.contents[card] -= 1
        self._fill(slot, replaced_from)
        self.check_row()  # C6: the row has changed, even if only by a hole
        return card

    def draw_blind(self, deck: str) -> str:
        """The top card of the deck."""
        card = self._top(deck)
        self.contents[card] -= 1
        return card

    def turn_up(self, number: int) -> list[str]:
        """E4, E6: so many cards off the trains' deck, or as many as there are."""
        turned: list[str] = []
        while len(turned) < number and self.gives("trains"):
            turned.append(self.draw_blind("trains"))
        return turned

    def discard(self, cards: Counter[str]) -> None:
        """Cards come to the discards, each to its own; C7 follows from it."""
        self.contents.update(cards)
        if self.certain:
            for card, number in cards.items():
                self.discards[self._deck_of(card)][card] += number
            self._renew_decks()
            if self._fill_holes():
                self.check_row()

    def take_back(self, cards: Counter[str]) -> None:
        """Cards leave the discards for a hand."""
        self.contents.subtract(cards)
        for card, number in cards.items():
            self.discards[self._deck_of(card)][card] -= number
        self.discards = {name: +discards for name, discards in self.discards.items()}

    def check_row(self) -> None:
        """C6: as long as too many of the row are locomotives and a new deal can help, deal anew."""
        for _ in range(MOST_DEALS):
            if not self.certain:
                return
            locomotives = self.row.count(LOCOMOTIVE)
            unknown = self.row.count(UNKNOWN)  # a ship is no locomotive, whichever it is
            if locomotives + unknown < self.locomotive_limit:
                return
            if locomotives < self.locomotive_limit or self.contents[UNKNOWN] < 0:
                self.certain = False
                return
            if not new_deal_helps(self.contents, self.board):
                return
            self._deal_anew()

    def holds_card_for_second_pick(self) -> bool:
        """C4, C8: whether a deck or the row can give a second card."""
        if self.contents.total() > len(self.row):  # the row is full and something is left for a deck
            return True
        return any(number > 0 for card, number in self.contents.items() if card != LOCOMOTIVE)

    def _deal_anew(self) -> None:
        """C6, W4: all go to their own discards, and every place is dealt from its deck."""
        for card in self.row:
            if card is not None:
                self.discards[self._deck_of(card)][card] += 1
        self.row = [None] * len(self.row)
        self._renew_decks()
        self._fill_holes()

    def _fill_holes(self) -> bool:
        """C7: fill the holes of the row, in place, as far as there are cards."""
        filled = False
        for slot, deck in enumerate(self.board.places):
            if self.row[slot] is None:
                filled |= self._fill(slot, deck)
        return filled

    def _fill(self, slot: int, deck: str) -> bool:
        """A card for a hole, from this deck or, if it cannot give, from another (W4)."""
        for giving in [deck, *(other for other in self.decks if other != deck)]:
            if self.gives(giving):
                self.row[slot] = self._top(giving)
                return True
        return False

    def _top(self, deck: str) -> str:
        card = self.decks[deck].pop(0)
        newspapers = 0
        while card == NEWSPAPER:  # L11: discarded, and replaced by the next card
            self.discards[deck][card] += 1
            newspapers += 1
            self._renew_decks()
            card = self.decks[deck].pop(0)
        if newspapers and self.quiet:
            self.tell_passed(newspapers)
        elif newspapers:
            self.met += newspapers
        self._renew_decks()
        return card

    def _renew_decks(self) -> None:
        """C7: an empty deck is made of its discards at once."""
        for name, discards in self.discards.items():
            if self.decks[name] or not discards:
                continue
            if self.shuffle is None and self.board.companies:
                raise UndecidedError
            cards = sorted(discards.elements())
            self.discards[name] = Counter()
            self.shuffles[name] += 1
            unknown = UNKNOWN_SHIP if name == SHIPS else UNKNOWN
            self.decks[name] = [unknown] * len(cards) if self.shuffle is None else self.shuffle(cards)

    def _deck_of(self, card: str) -> str:
        return deck_of(card, self.board)


def deck_of(card: str, board: Board) -> str:
    """The deck of a card, known or not."""
    if card in (UNKNOWN, UNKNOWN_SHIP, NEWSPAPER):
        return SHIPS if card == UNKNOWN_SHIP else TRAINS
    return board.deck_of(card)


def new_deal_helps(contents: Counter[str], board: Board) -> bool:
    """C6, W4: whether the luckiest new deal would have fewer locomotives than the limit.

    Every place is dealt from its deck, or from another that still has cards; luck is that each deck gives its
    locomotives last.
    """
    left = dict.fromkeys(board.decks, 0)
    others = dict.fromkeys(board.decks, 0)
    for card, number in contents.items():
        left[deck_of(card, board)] += number
        if card != LOCOMOTIVE:
            others[deck_of(card, board)] += number
    locomotives = 0
    for place in board.places:
        giving = next((deck for deck in [place, *board.decks] if left[deck] > 0), None)
        if giving is None:
            break
        left[giving] -= 1
        if others[giving] > 0:
            others[giving] -= 1
        else:
            locomotives += 1
    return locomotives < int(board.rules["row_locomotives"])
