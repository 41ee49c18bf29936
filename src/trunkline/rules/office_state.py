"""The state of offices in a game (L21): crew hired, uses of crew and postcards, and what goes back to the campaign.

Which postcards a company holds is public, as their fronts are. What a postcard asks is on its back, which the holder
alone knows until it is met. In a view the postcard that asks is hidden from all but its holder; in a sampled game the
postcards of others that were never shown do nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from trunkline.rules.chapter import Fields, Part
from trunkline.rules.company_tables import AMOUNT as AMOUNT_COLUMN
from trunkline.rules.company_tables import ANY_ROUTE, AT_HIRED, COLUMNS, DOES, TRAINS, WHEN
from trunkline.rules.money import companies_of
from trunkline.rules.state import NOBODY, Position, State

if TYPE_CHECKING:
    from trunkline.rules.dice import Stream
    from trunkline.rules.view import View

SLOT: Final = 17
NO_CREW: Final = 255
NONE_LEFT: Final = 254
"""No crew card was left for the company."""
BLANK: Final = 255
"""Uses of a postcard with an unknown back in a sampled game; it never acts."""
NOT_ASKED: Final = 0
ASKED_IN_SECRET: Final = 255
"""In a view: a postcard asks, and which one is hidden from the viewer."""


@final
class OfficesPart(Part):
    def __init__(self, players: i64, held: i64) -> None:
        self.hired = vec[u8]([NO_CREW] * players)
        """The crew card of each seat, or NO_CREW."""
        self.crew_uses = vec[i64]([0] * players)
        self.uses = vec[i64]([0] * held)
        """By postcard held (`Offices.held`): how often it was used in the campaign."""
        self.vault = vec[i64]([0] * players)
        """Dollars that cards have put into the vault of each seat."""
        self.next_money = vec[i64]([0] * players)
        self.next_cards = vec[i64]([0] * players)
        """By seat: extra dollars and cards at the next set-up."""
        self.slip = vec[i64]([0] * players)
        """By seat: dollars that crew and postcards add to the slip."""
        self.halved = vec[i64]([0] * players)
        """By seat: dollars by which cards reduce the cost of failed tickets."""
        self.newspapers = vec[i64]([0] * players)
        """Newspapers that each seat has met."""
        self.ticket_draws = vec[i64]([0] * players)
        self.removed = vec[u8]()
        """News events that were removed in this game. The list is replaced and never changed in place."""
        self.armed: i64 = 0
        """The power that is used on this turn, plus 1: two locomotives or a second claim."""
        self.second: i64 = 0
        """1 while the second claim of a turn is made."""
        self.asked: i64 = NOBODY
        """The seat that a postcard asks; that it is asked is public (L18)."""
        self.asking: i64 = NOT_ASKED
        """The postcard that asks, as a number of `Offices.held` plus 1."""
        self.last_place: i64 = NOBODY
        """Once the game is over: the seat in the last place."""

    def copy(self) -> Part:
        other = OfficesPart(0, 0)
        other.hired = self.hired[:]
        other.crew_uses = self.crew_uses[:]
        other.uses = self.uses[:]
        other.vault = self.vault[:]
        other.next_money = self.next_money[:]
        other.next_cards = self.next_cards[:]
        other.slip = self.slip[:]
        other.halved = self.halved[:]
        other.newspapers = self.newspapers[:]
        other.ticket_draws = self.ticket_draws[:]
        other.removed = self.removed
        other.armed = self.armed
        other.second = self.second
        other.asked = self.asked
        other.asking = self.asking
        other.last_place = self.last_place
        return other

    def fields(self, fields: Fields) -> None:
        self.hired = fields.small(self.hired, NO_CREW)
        self.crew_uses = fields.numbers(self.crew_uses)
        self.uses = fields.numbers(self.uses)
        self.vault = fields.numbers(self.vault)
        self.next_money = fields.numbers(self.next_money)
        self.next_cards = fields.numbers(self.next_cards)
        self.slip = fields.numbers(self.slip)
        self.halved = fields.numbers(self.halved)
        self.newspapers = fields.numbers(self.newspapers)
        self.ticket_draws = fields.numbers(self.ticket_draws)
        self.removed = fields.small(self.removed, 255)
        self.armed = fields.number(self.armed)
        self.second = fields.number(self.second)
        self.asked = fields.number(self.asked)
        self.asking = fields.number(self.asking)
        self.last_place = fields.number(self.last_place)

    def seen_by(self, seat: i64) -> Part:
        """Hide which postcard asks from all but its holder (L18)."""
        other = cast(OfficesPart, self.copy())
        if other.asking != NOT_ASKED and seat != other.asked:
            other.asking = ASKED_IN_SECRET
        for held in range(len(other.uses)):
            if other.uses[held] == BLANK:
                other.uses[held] = 0
        return other

    def between_turns(self) -> Part:
        other = cast(OfficesPart, self.copy())
        other.armed = 0
        other.second = 0
        other.asked = NOBODY
        other.asking = NOT_ASKED
        return other

    def deal_hidden(self, view: View, seat: i64, stream: Stream) -> None:
        """Disable the postcards of other seats that were never shown: their backs are unknown in a sampled game."""
        for number, held in enumerate(view.board.companies.offices.held):
            if seat_of_company(view, held.company) == seat and self.uses[number] == 0:
                self.uses[number] = BLANK


def has_offices(position: Position) -> bool:
    """Whether the game has crew or postcards. Only then it has this part."""
    return position.board.companies.has_offices


def offices_of(position: Position) -> OfficesPart:
    return cast(OfficesPart, position.parts[SLOT])


def seat_of_company(position: Position, company: i64) -> i64:
    """The seat that plays a company, or NOBODY."""
    companies = companies_of(position).company
    for seat in range(len(companies)):
        if i64(companies[seat]) == company:
            return seat
    return NOBODY


def without_asking(state: State, seats: frozenset[int]) -> State:
    """The position as these seats may see it once hands are open: which postcard asks stays with its holder (L18)."""
    if not has_offices(state) or offices_of(state).asking == NOT_ASKED or int(offices_of(state).asked) in seats:
        return state
    other = state.copy()
    other.parts[SLOT] = offices_of(state).seen_by(NOBODY)
    return other


def holder_of(position: Position, held: i64) -> i64:
    """The seat that holds a postcard of the game, or NOBODY."""
    return seat_of_company(position, position.board.companies.offices.held[held].company)


def postcard_source(position: Position, held: i64) -> i64:
    tables = position.board.companies
    return tables.first_postcard + tables.offices.held[held].postcard


def postcard_left(position: Position, held: i64) -> bool:
    """Whether a postcard has a use left."""
    offices = position.board.companies.offices
    return offices_of(position).uses[held] < offices.postcards[offices.held[held].postcard].uses


def postcards_of(position: Position, seat: i64) -> vec[i64]:
    """The postcards of a seat that have a use left, as numbers of `Offices.held`."""
    found = vec[i64]()
    for held in range(len(position.board.companies.offices.held)):
        if holder_of(position, held) == seat and postcard_left(position, held):
            found = append(found, held)
    return found


def crew_source(position: Position, seat: i64) -> i64:
    """The crew card of a seat as a source; ANY_ROUTE if it has none."""
    hired = i64(offices_of(position).hired[seat])
    return ANY_ROUTE if hired in (NO_CREW, NONE_LEFT) else position.board.companies.first_crew + hired


def further_trains(position: Position, seat: i64) -> i64:
    """The extra trains that the crew of a seat brought."""
    if not has_offices(position):
        return 0
    source = crew_source(position, seat)
    if source < 0:
        return 0
    tables = position.board.companies
    found: i64 = 0
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if (
            i64(tables.clauses[row * COLUMNS + WHEN]) == AT_HIRED
            and i64(tables.clauses[row * COLUMNS + DOES]) == TRAINS
        ):
            found += i64(tables.clauses[row * COLUMNS + AMOUNT_COLUMN])
    return found


def is_armed(position: Position, power: i64) -> bool:
    """Whether a power of a crew card is used on this turn."""
    return has_offices(position) and offices_of(position).armed == power + 1


def gives_back_second_claim(position: Position, seat: i64) -> bool:
    """Whether the seat withdraws from its second claim: a use is spent only if it changed something."""
    if not has_offices(position) or offices_of(position).second == 0:
        return False
    offices_of(position).crew_uses[seat] -= 1
    return True


def events_removed(position: Position) -> vec[u8]:
    """The news events that were removed in this game."""
    return offices_of(position).removed if has_offices(position) else vec[u8]()


def asked_in_secret(position: Position) -> bool:
    """Whether a postcard asks its holder for a locomotive (L18)."""
    return has_offices(position) and offices_of(position).asking != NOT_ASKED
