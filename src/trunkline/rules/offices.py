"""Offices (L21, set-up 10): the crew that companies hire for one game, their powers, and the postcards they hold.

A company hires in the order that the campaign gives. A power is used on one's turn before the action and does not end
it; a use is spent only if it changed something. A company for which no crew card is left takes dollars instead.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import ActionList, Unreadable, encode, kind_of, not_understood, subject_of
from trunkline.rules.board import Board
from trunkline.rules.cards import draws_are_barred
from trunkline.rules.chapter import GOES_ON, SET_UP_ENDS, TURN_ENDS, ActionKind, Chapter, Part, Phase, Refusal
from trunkline.rules.claim import CLAIM_ASKS, SECOND_CLAIM_PHASE, SEQUENCE, ClaimStep, list_short_claims
from trunkline.rules.clauses import gain_cards
from trunkline.rules.company_tables import (
    AMOUNT,
    AT_HIRED,
    COLUMNS,
    DOES,
    NEXT_EVENT,
    NO_POWER,
    OFFER,
    REMOVE_EVENT,
    SECOND_CLAIM,
    START,
    TWO_LOCOMOTIVES,
    WHEN,
    HolderCard,
)
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.holder_effects import NEXT_SETUP_GIVEN, SLIP_CHANGED, TRAINS_GAINED, VAULT_PAID
from trunkline.rules.money import change_money, companies_of
from trunkline.rules.news import put_in_force, turn_up
from trunkline.rules.newspapers import NO_EVENT, bars_face_up_locomotives, news_of
from trunkline.rules.office_state import (
    NO_CREW,
    NONE_LEFT,
    SLOT,
    OfficesPart,
    crew_source,
    holder_of,
    offices_of,
    postcard_left,
    postcard_source,
    seat_of_company,
)
from trunkline.rules.office_text import (
    SEAT_FIELDS,
    office_field_names,
    read_office,
    read_office_seat,
    write_office,
    write_office_seat,
    write_office_secrets,
)
from trunkline.rules.postcards import (
    ASKED_PRIVATELY,
    CARDS_SHOWN,
    DECLINE,
    LOCOMOTIVE_DISCARDED,
    POSTCARD_MET,
    POSTCARD_STEP,
    TICKETS_HALVED,
    USE,
    PostcardsAtClaim,
    meet_at_turn,
    run_card,
    settle_cards,
    show,
)
from trunkline.rules.power_uses import forget_uses
from trunkline.rules.reading import JsonObject
from trunkline.rules.scoring import Sheet, ranking, score_sheets
from trunkline.rules.state import NOBODY, OVER, TURN, Position, State
from trunkline.rules.tickets import CREW_TICKETS, KEEP, keep, tell_offer

HIRE: Final = 24
HIRING: Final = 9

HIRED: Final = EventKind("hired", ["source"])
POWER_USED: Final = EventKind("power-used", ["source"])
EVENT_REMOVED: Final = EventKind("event-removed", ["source", "news"], reveals=True)


def next_to_hire(state: State) -> i64:
    """The seat that hires next, or NOBODY."""
    for company in state.board.companies.offices.hiring:
        seat = seat_of_company(state, i64(company))
        if seat != NOBODY and offices_of(state).hired[seat] == NO_CREW:
            return seat
    return NOBODY


def may_hire(state: State, seat: i64, card: i64) -> bool:
    """Whether a crew card is free, and the company has not hired it too often."""
    for hired in offices_of(state).hired:
        if i64(hired) == card:
            return False
    return not state.board.companies.offices.barred[card][i64(companies_of(state).company[seat])]


def power_of_source(position: Position, source: i64) -> HolderCard:
    tables = position.board.companies
    if source < tables.first_postcard:
        return tables.offices.crew[source - tables.first_crew]
    return tables.offices.postcards[source - tables.first_postcard]


def would_change(state: State, power: i64) -> bool:
    """Whether a power could do something now."""
    news = news_of(state)
    if power == TWO_LOCOMOTIVES:
        shown = any(i64(card) == state.board.wild for card in state.row)
        return shown and not bars_face_up_locomotives(state) and not draws_are_barred(state)
    if power == NEXT_EVENT:
        return len(news.deck) + len(news.discards) > 0
    if power == REMOVE_EVENT:
        return news.current != NO_EVENT
    return power == SECOND_CLAIM


@final
class Offices(Chapter):
    def __init__(self) -> None:
        super().__init__(
            "offices",
            [
                ActionKind(HIRE, "hire", [HIRING]),
                ActionKind(USE, "use", [TURN, CLAIM_ASKS]),
                ActionKind(DECLINE, "decline", [CLAIM_ASKS, SECOND_CLAIM_PHASE]),
            ],
            [Phase(HIRING, "hiring"), Phase(CREW_TICKETS, "crew-tickets"), Phase(SECOND_CLAIM_PHASE, "second-claim")],
            [
                HIRED, POWER_USED, EVENT_REMOVED, ASKED_PRIVATELY, POSTCARD_MET, LOCOMOTIVE_DISCARDED, CARDS_SHOWN,
                TICKETS_HALVED, VAULT_PAID, NEXT_SETUP_GIVEN, TRAINS_GAINED, SLIP_CHANGED,
            ],
        )  # fmt: skip
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.companies.has_offices

    def new_part(self, board: Board, players: i64) -> Part:
        offices = board.companies.offices
        part = OfficesPart(players, len(offices.held))
        for number, held in enumerate(offices.held):
            part.uses[number] = held.used
        return part

    def restore(self, state: State) -> None:
        """A position need not say who is in the last place."""
        if state.phase == OVER and offices_of(state).last_place == NOBODY:
            offices_of(state).last_place = ranking(state, score_sheets(state))[-1]

    # Set-up

    def set_up(self, state: State, log: list[Event] | None) -> None:
        """Give the extra dollars and cards earned in earlier games (set-up 3 and 5). The deck has no newspapers yet."""
        offices = state.board.companies.offices
        for seat in range(len(state.players)):
            company = i64(companies_of(state).company[seat])
            change_money(state, seat, offices.start_money[company], 0, START, log)
            gain_cards(state, seat, offices.start_cards[company], 0, START, log)

    def before_play(self, state: State, log: list[Event] | None) -> bool:
        """Set-up 10: the next company hires; False once all have hired."""
        if len(state.board.companies.offices.crew) == 0:
            return False
        while True:
            seat = next_to_hire(state)
            if seat == NOBODY:
                state.seat = companies_of(state).first
                return False
            for card in range(len(state.board.companies.offices.crew)):
                if may_hire(state, seat, card):
                    state.seat = seat
                    state.phase = HIRING
                    return True
            offices_of(state).hired[seat] = NONE_LEFT
            change_money(state, seat, state.board.companies.offices.none_left, 0, START, log)

    def hire(self, state: State, seat: i64, card: i64, log: list[Event] | None) -> i64:
        tables = state.board.companies
        offices_of(state).hired[seat] = u8(card)
        source = tables.first_crew + card
        if log is not None:
            log.append(Event(HIRED, seat, vec[i16]([i16(source)]), NO_ITEMS))
        for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
            at = row * COLUMNS
            if i64(tables.clauses[at + WHEN]) == AT_HIRED and i64(tables.clauses[at + DOES]) == OFFER:
                return self.offer(state, seat, i64(tables.clauses[at + AMOUNT]), log)
        news_of(state).is_quiet = True  # No news event is turned up before the first turn (L8).
        run_card(state, source, AT_HIRED, seat, log)
        news_of(state).is_quiet = False
        return SET_UP_ENDS

    def offer(self, state: State, seat: i64, number: i64, log: list[Event] | None) -> i64:
        """Offer tickets; the seat may keep any number of them."""
        offered = vec[i16]()
        for _i in range(min(number, state.ticket_deck.size)):
            offered = append(offered, state.ticket_deck.take())
        if len(offered) == 0:
            return SET_UP_ENDS
        state.players[seat].offered = offered
        tell_offer(seat, offered, log)
        state.phase = CREW_TICKETS
        return GOES_ON

    # Play

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [PostcardsAtClaim(SEQUENCE * POSTCARD_STEP)]

    def starts_turns(self) -> bool:
        return True

    def start_turn(self, state: State, log: list[Event] | None) -> None:
        meet_at_turn(state, log)

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def may_be_declined(self) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        tables = state.board.companies
        part = offices_of(state)
        crew = crew_source(state, seat)
        if crew >= 0 and part.crew_uses[seat] == 0 and not part.armed:
            power = power_of_source(state, crew).power
            if power != NO_POWER and would_change(state, power):
                out.add(encode(USE, crew - tables.first_crew))
        for held in range(len(tables.offices.held)):
            if holder_of(state, held) == seat and postcard_left(state, held):
                source = postcard_source(state, held)
                power = power_of_source(state, source).power
                if power != NO_POWER and would_change(state, power):
                    out.add(encode(USE, source - tables.first_crew))

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        if state.phase == HIRING:
            for card in range(len(state.board.companies.offices.crew)):
                if may_hire(state, seat, card):
                    out.add(encode(HIRE, card))
        elif state.phase == CREW_TICKETS:
            for chosen in range(i64(1) << len(state.players[seat].offered)):
                out.add(encode(KEEP, chosen))
        else:
            list_short_claims(state, seat, self.second_length(state, seat), out)
            out.add(encode(DECLINE))

    def second_length(self, state: State, seat: i64) -> i64:
        return power_of_source(state, crew_source(state, seat)).amount

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        if state.phase == HIRING:
            return self.hire(state, seat, subject_of(code), log)
        if state.phase == CREW_TICKETS:
            keep(state, seat, subject_of(code), log)
            return SET_UP_ENDS
        if state.phase == SECOND_CLAIM_PHASE:
            if kind_of(code) == DECLINE:
                return TURN_ENDS
            self.spend(state, seat, crew_source(state, seat), log)
            return state.board.payer[subject_of(code)].chapter.claim(state, seat, code, log)
        self.use_power(state, seat, state.board.companies.first_crew + subject_of(code), log)
        return GOES_ON

    def use_power(self, state: State, seat: i64, source: i64, log: list[Event] | None) -> None:
        card = power_of_source(state, source)
        part = offices_of(state)
        if card.power == TWO_LOCOMOTIVES or card.power == SECOND_CLAIM:
            # The use is spent later, by the draw or the second claim.
            part.armed = card.power + 1
            if log is not None:
                log.append(Event(POWER_USED, seat, vec[i16]([i16(source)]), NO_ITEMS))
            return
        self.spend(state, seat, source, log)
        if card.power == REMOVE_EVENT:
            self.remove_current(state, seat, source, log)
            change_money(state, seat, card.amount, 0, source, log)
        turn_up(state, log)

    def spend(self, state: State, seat: i64, source: i64, log: list[Event] | None) -> None:
        """Count a use of a crew card or postcard."""
        tables = state.board.companies
        if source < tables.first_postcard:
            offices_of(state).crew_uses[seat] += 1
            if offices_of(state).armed == 0 and log is not None:
                log.append(Event(POWER_USED, seat, vec[i16]([i16(source)]), NO_ITEMS))
            return
        for held in range(len(tables.offices.held)):
            if postcard_source(state, held) == source:
                show(state, held, seat, log)

    def remove_current(self, state: State, seat: i64, source: i64, log: list[Event] | None) -> None:
        """Remove the current news event for good; the next one is turned up (L12)."""
        news = news_of(state)
        part = offices_of(state)
        part.removed = append(part.removed[:], u8(news.current))
        if log is not None:
            log.append(Event(EVENT_REMOVED, seat, vec[i16]([i16(source), i16(news.current)]), NO_ITEMS))
        news.current = NO_EVENT
        put_in_force(state)  # Also if there is no other event to follow.
        forget_uses(state)

    def reacts(self) -> bool:
        return True

    def tickets_kept(self, state: State, seat: i64, number: i64, log: list[Event] | None) -> None:
        offices_of(state).ticket_draws[seat] += 1

    def has_turn_end(self) -> bool:
        return True

    def end_turn(self, state: State, log: list[Event] | None) -> None:
        part = offices_of(state)
        part.armed = 0
        part.second = 0

    def end_game(self, state: State, log: list[Event] | None) -> None:
        settle_cards(state, log)

    # The language

    def is_code(self, board: Board, code: i64) -> bool:
        offices = board.companies.offices
        if code >> 24 or not board.companies.has_offices:
            return False
        if kind_of(code) == HIRE:
            return subject_of(code) < len(offices.crew)
        if kind_of(code) == USE:
            return subject_of(code) < len(offices.crew) + len(offices.postcards)
        return subject_of(code) == 0

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        offices = state.board.companies.offices
        if kind_of(code) == HIRE:
            card = subject_of(code)
            if any(i64(hired) == card for hired in offices_of(state).hired):
                return Refusal("crew_taken", {"card": offices.crew[card].name})
            return Refusal("crew_hired_twice", {"card": offices.crew[card].name})
        if kind_of(code) == DECLINE:
            return Refusal("nothing_to_decline", {})
        name = state.board.companies.sources[state.board.companies.first_crew + subject_of(code)]
        if state.phase == CLAIM_ASKS and offices_of(state).asking > 0:
            return Refusal("no_locomotive_to_discard", {})
        return Refusal("card_not_usable", {"card": name})

    def to_text(self, board: Board, code: i64) -> str:
        tables = board.companies
        if kind_of(code) == DECLINE:
            return "decline"
        name = tables.sources[tables.first_crew + subject_of(code)]
        return f"hire {name}" if kind_of(code) == HIRE else f"use {name}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if words == ["decline"]:
            return encode(DECLINE)
        if len(words) != 2 or words[0] == "decline":
            raise not_understood(words)
        offices = state.board.companies.offices
        cards = [card.name for card in offices.crew]
        if words[0] == "use":
            cards += [card.name for card in offices.postcards]
        if words[1] not in cards:
            raise Unreadable("no_such_card", {"card": words[1]})
        return encode(HIRE if words[0] == "hire" else USE, cards.index(words[1]))

    # The slip

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        part = offices_of(state)
        sheet.add("offices", part.slip[seat] + part.halved[seat])

    # Positions

    def check(self, state: State) -> list[str]:
        """Check that no crew card is hired twice, that hiring is over before the first turn, and who is asked."""
        wrong: list[str] = []
        part = offices_of(state)
        offices = state.board.companies.offices
        hired = [int(card) for card in part.hired if card not in (NO_CREW, NONE_LEFT)]
        if len(set(hired)) < len(hired) or any(card >= len(offices.crew) for card in hired):
            wrong.append("each crew card is hired once, and it is a card of this game")
        if state.phase == HIRING and next_to_hire(state) != state.seat:
            wrong.append("another company hires now")
        if (part.asking > 0) != (part.asked != NOBODY):
            wrong.append("a postcard asks a seat, or none does")
        for held in range(len(offices.held)):
            if part.uses[held] < offices.held[held].used:
                wrong.append("a postcard was used less often than when the game began")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        return write_office(position)

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return write_office_seat(position, seat)

    def write_secrets(self, position: Position, seat: i64) -> dict[str, object]:
        return write_office_secrets(position, seat)

    def field_names(self) -> list[str]:
        return office_field_names()

    def seat_field_names(self) -> list[str]:
        return SEAT_FIELDS

    def read(self, state: State, data: JsonObject) -> None:
        read_office(state, data)

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        read_office_seat(state, seat, data)
