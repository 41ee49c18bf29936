"""The state of the companies in a game (L1, L24): who plays which, dollars in hand, and the clause that asks."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.chapter import Fields, Part
from trunkline.rules.company_tables import FIRST_COMPANY
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.state import Position, State

SLOT: Final = 6

MONEY_CHANGED: Final = EventKind("money", ["amount", "balance", "step", "source"])


@final
class CompaniesPart(Part):
    def __init__(self, company: vec[u8], money: vec[i64]) -> None:
        self.company = company
        """The company of each seat. It is never changed during a game, so copies share it."""
        self.money = money
        """Dollars in hand, by seat."""
        self.first: i64 = 0
        """The seat that started (L19)."""
        self.asking: i64 = 0
        """The source whose clause waits for an answer; 0 if none does."""
        self.clauses_done: i64 = 0
        """How many of its clauses have been gone through."""
        # The payment of the claim that is being carried out: cards of a colour, and locomotives among them.
        self.paid_colour: i64 = 0
        self.paid_cards: i64 = 0
        self.paid_wilds: i64 = 0
        self.refunded_wilds: i64 = 0
        """Locomotives of the payment that came back."""

    def copy(self) -> Part:
        other = CompaniesPart(self.company, self.money[:])
        other.first = self.first
        other.asking = self.asking
        other.clauses_done = self.clauses_done
        other.note_payment(self.paid_colour, self.paid_cards, self.paid_wilds)
        other.refunded_wilds = self.refunded_wilds
        return other

    def note_payment(self, colour: i64, cards: i64, wilds: i64) -> None:
        """Remember what a claim was paid with, until its last step is done: some of it may be refunded."""
        self.paid_colour = colour
        self.paid_cards = cards
        self.paid_wilds = wilds
        self.refunded_wilds = 0

    def note_refund(self, cards: i64, wilds: i64) -> None:
        """Some of the payment came back, locomotives among it."""
        self.paid_cards -= cards
        self.paid_wilds -= wilds
        self.refunded_wilds += wilds

    def fields(self, fields: Fields) -> None:
        self.company = fields.small(self.company, 255)
        self.money = fields.numbers(self.money)
        self.first = fields.number(self.first)
        self.asking = fields.number(self.asking)
        self.clauses_done = fields.number(self.clauses_done)
        self.paid_colour = fields.number(self.paid_colour)
        self.paid_cards = fields.number(self.paid_cards)
        # Two numbers in one: so the bytes of games without such a refund are those that were stored before.
        wilds = fields.number(self.paid_wilds + self.refunded_wilds * 256)
        self.paid_wilds = wilds % 256
        self.refunded_wilds = wilds // 256

    def between_turns(self) -> Part:
        other = cast(CompaniesPart, self.copy())
        other.asking = 0
        other.clauses_done = 0
        other.note_payment(0, 0, 0)
        return other


def companies_of(position: Position) -> CompaniesPart:
    """The companies of a game or view of a board that has them."""
    return cast(CompaniesPart, position.parts[SLOT])


def company_name(position: Position, seat: i64) -> str:
    return position.board.companies.companies[companies_of(position).company[seat]]


def company_source(position: Position, seat: i64) -> i64:
    """The source of payments by the company of a seat."""
    return FIRST_COMPANY + i64(companies_of(position).company[seat])


def company_colour(position: Position, seat: i64) -> i64:
    """The colour of the routes that pay a seat its bonus (L16)."""
    return i64(position.board.companies.colour[i64(companies_of(position).company[seat])])


def change_money(state: State, seat: i64, amount: i64, step: i64, source: i64, log: list[Event] | None) -> None:
    """Pay a seat, or charge it if the amount is negative. It never pays more than it has (L24).

    A fee that a seat cannot pay at all is told, too: every step of a claim that applies is (L15).
    """
    money = companies_of(state).money
    if amount == 0:
        return
    if money[seat] + amount < 0:
        amount = -money[seat]
    money[seat] += amount
    if log is not None:
        values = vec[i16]([i16(amount), i16(money[seat]), i16(step), i16(source)])
        log.append(Event(MONEY_CHANGED, seat, values, NO_ITEMS))
