"""The row, the deck and the discards while a step is played out (C3-C8).

Chance enters only where a deck is shuffled. Without a shuffling function the cards of a new deck are unknown and the
oracle goes on as far as that does not matter; when it does (may the row be dealt anew?), it gives up on row, deck and
discards for this step: `certain` is then false.
"""

from collections import Counter
from collections.abc import Callable

from .board import LOCOMOTIVE, Board
from .positions import UNKNOWN, Position, counted

Shuffle = Callable[[list[str]], list[str]]

MOST_DEALS = 20  # C6


class Piles:
    """What of the train cards is in nobody's hand."""

    def __init__(self, position: Position, board: Board, shuffle: Shuffle | None) -> None:
        trains = position["decks"]["trains"]
        self.row: list[str | None] = list(position["row"])
        self.deck: list[str] = list(trains["cards"])
        self.discards = counted(trains["discards"])
        self.locomotive_limit: int = board.rules["row_locomotives"]
        self.shuffle = shuffle
        self.shuffles = 0
        self.certain = True
        # All cards of row, deck and discards together. An unknown card that leaves them counts as minus one unknown.
        self.contents = Counter(card for card in self.row if card is not None)
        self.contents.update(self.deck)
        self.contents.update(self.discards)

    def take_face_up(self, slot: int) -> str:
        """C3: take a card of the row; the deck replaces it at once."""
        card = self.row[slot]
        if card is None:
            raise ValueError("nothing lies there")
        self.row[slot] = None
        self.contents[card] -= 1
        self._fill_holes()
        self.check_row()  # C6: the row has changed, even if only by a hole
        return card

    def draw_blind(self) -> str:
        """The top card of the deck."""
        card = self._top()
        self.contents[card] -= 1
        return card

    def turn_up(self, number: int) -> list[str]:
        """E4, E6: so many cards off the deck, or as many as there are."""
        turned: list[str] = []
        while len(turned) < number and self.deck:
            turned.append(self.draw_blind())
        return turned

    def discard(self, cards: Counter[str]) -> None:
        """Cards come to the discards; C7 follows from it."""
        self.contents.update(cards)
        if self.certain:
            self.discards.update(cards)
            self._renew_deck()
            if self._fill_holes():
                self.check_row()

    def check_row(self) -> None:
        """C6: as long as too many of the row are locomotives and a new deal can help, deal anew."""
        for _ in range(MOST_DEALS):
            if not self.certain:
                return
            locomotives = self.row.count(LOCOMOTIVE)
            unknown = self.row.count(UNKNOWN)
            if locomotives + unknown < self.locomotive_limit:
                return
            if locomotives < self.locomotive_limit or self.contents[UNKNOWN] < 0:
                self.certain = False
                return
            if not new_deal_helps(self.contents, len(self.row), self.locomotive_limit):
                return
            self._deal_anew()

    def holds_card_for_second_pick(self) -> bool:
        """C4, C8: whether the deck or the row can give a second card."""
        if self.contents.total() > len(self.row):  # the row is full and something is left for the deck
            return True
        return any(number > 0 for card, number in self.contents.items() if card != LOCOMOTIVE)

    def _deal_anew(self) -> None:
        self.discards.update(card for card in self.row if card is not None)
        self.row = [None] * len(self.row)
        self._renew_deck()
        self._fill_holes()

    def _fill_holes(self) -> bool:
        """C7: fill the holes of the row, in place, as far as there are cards."""
        filled = False
        for slot, card in enumerate(self.row):
            if card is None and self.deck:
                self.row[slot] = self._top()
                filled = True
        return filled

    def _top(self) -> str:
        card = self.deck.pop(0)
        self._renew_deck()
        return card

    def _renew_deck(self) -> None:
        """C7: an empty deck is made of the discards at once."""
        if self.deck or not self.discards:
            return
        cards = sorted(self.discards.elements())
        self.discards = Counter()
        self.shuffles += 1
        self.deck = [UNKNOWN] * len(cards) if self.shuffle is None else self.shuffle(cards)


def new_deal_helps(contents: Counter[str], slots: int, locomotive_limit: int) -> bool:
    """C6: whether the cards that are no locomotives suffice for a row with fewer locomotives than the limit."""
    others = sum(number for card, number in contents.items() if card != LOCOMOTIVE)
    will_hold = min(slots, contents.total())
    return others >= will_hold - (locomotive_limit - 1)
