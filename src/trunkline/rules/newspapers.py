"""The state of newspapers and of the deck of news events (L8, L11, L12), and how a newspaper is met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Fields, Part
from trunkline.rules.company_tables import ANY_ROUTE, DOUBLES_OPEN, NO_FACE_UP_LOCOMOTIVE
from trunkline.rules.dice import Stream, shuffle_cards
from trunkline.rules.events import EventKind
from trunkline.rules.money import companies_of
from trunkline.rules.office_state import events_removed
from trunkline.rules.state import Position

if TYPE_CHECKING:
    from trunkline.rules.view import View

SLOT: Final = 5
NO_EVENT: Final = 255
"""There is no current news event; in a view: a card of the event deck, whose order is hidden."""

NEWSPAPERS_MET: Final = EventKind("newspaper", ["count"], reveals=True)
NEWSPAPERS_PASSED: Final = EventKind("newspapers-passed", ["count"], reveals=True)
"""A news event met newspapers; they turn up no further event (L11)."""


@final
class NewsPart(Part):
    """The deck of news events. Its lists are replaced and never changed in place, so copies share them."""

    def __init__(self, deck: vec[u8], discards: vec[u8], standing: vec[i64], newspapers: i64) -> None:
        self.deck = deck
        """The news events still to come; the next is the last."""
        self.discards = discards
        """Those that were current before, in the order of their discard."""
        self.current: i64 = NO_EVENT
        self.shuffles: i64 = 0
        """Shuffles of the event deck made so far: the number of the next stream."""
        self.lots: i64 = 0
        """Times that cards were lost by lot: the number of the next stream."""
        self.blind_picks: i64 = 0
        """Cards taken from the deck in the draw action that is being carried out."""
        # What follows from the rest of the game.
        self.standing = standing
        """The numbers that standing rules change, as they are in force now."""
        self.newspapers = newspapers
        """Newspapers in the deck and its discards together: they are never anywhere else."""
        # Values that last for one action.
        self.met: i64 = 0
        """Newspapers met whose news event is still to be turned up."""
        self.is_quiet = False
        """Whether a news event is acting: newspapers are passed over without another one (L11)."""

    def copy(self) -> Part:
        other = NewsPart(self.deck, self.discards, self.standing, self.newspapers)
        other.current = self.current
        other.shuffles = self.shuffles
        other.lots = self.lots
        other.blind_picks = self.blind_picks
        return other

    def fields(self, fields: Fields) -> None:
        self.deck = fields.small(self.deck, NO_EVENT)
        self.discards = fields.small(self.discards, NO_EVENT)
        self.current = fields.number(self.current)
        self.shuffles = fields.number(self.shuffles)
        self.lots = fields.number(self.lots)
        self.blind_picks = fields.number(self.blind_picks)

    def between_turns(self) -> Part:
        other = cast(NewsPart, self.copy())
        other.blind_picks = 0
        return other

    def seen_by(self, seat: i64) -> Part:
        """Only the order of the event deck is hidden."""
        other = cast(NewsPart, self.copy())
        hidden = vec[u8]()
        for _event in self.deck:
            hidden = append(hidden, u8(NO_EVENT))
        other.deck = hidden
        return other

    def deal_table(self, view: View, stream: Stream) -> None:
        if self.is_hidden():
            self.deck = unseen_events(view, self)
            shuffle_cards(self.deck, len(self.deck), stream)

    def is_hidden(self) -> bool:
        """Whether the order of the event deck is hidden here."""
        return len(self.deck) > 0 and self.deck[0] == NO_EVENT

    def cards_held(self, board: Board, card: i64) -> i64:
        """The newspapers that stay in the box with this number of players (L3)."""
        return board.companies.most_newspapers - self.newspapers if card == board.newspaper else 0


def unseen_events(position: Position, part: NewsPart) -> vec[u8]:
    """The news events of the deck, in the order of their numbers."""
    found = vec[u8]()
    for event in range(len(position.board.companies.events)):
        if event == part.current:
            continue
        seen = False
        for other in events_removed(position):
            if i64(other) == event:
                seen = True
        for other in part.discards:
            if i64(other) == event:
                seen = True
        if not seen:
            found = append(found, u8(event))
    return found


def news_of(position: Position) -> NewsPart:
    """The newspapers and news events of a game or view of a board with companies."""
    return cast(NewsPart, position.parts[SLOT])


def doubles_open(position: Position) -> bool:
    """Whether the current news event opens all lanes of doubles, whatever the number of players."""
    return position.board.has_companies and news_of(position).standing[DOUBLES_OPEN] != 0


def lines_closed(position: Position) -> i64:
    """The set of routes that the current news event closes to all, or ANY_ROUTE."""
    if not position.board.companies.may_close_lines:
        return ANY_ROUTE
    return position.board.companies.closed_lines(news_of(position).current, len(companies_of(position).company))


def bars_face_up_locomotives(position: Position) -> bool:
    """Whether the current news event keeps face-up locomotives from being drawn."""
    return position.board.has_companies and news_of(position).standing[NO_FACE_UP_LOCOMOTIVE] != 0
