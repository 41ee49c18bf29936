"""Postcards (L21): when the condition on the back is met, at a claim (step 10), at the beginning of a turn or at the
end of the game, the postcard is shown and pays."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import ActionList, encode, kind_of, subject_of
from trunkline.rules.cards import answer_cards, discard, settle
from trunkline.rules.claim import ClaimStep
from trunkline.rules.clause_steps import TAKE_CARD, list_takable, run_clauses
from trunkline.rules.clauses import NO_ROUTE, acts, carry_out, take_face_up
from trunkline.rules.company_tables import (
    AMOUNT,
    AT_CLAIM,
    AT_RANKED,
    AT_SLIP,
    AT_TURN,
    COLUMNS,
    DOES,
    FEE,
    FOR_LOCOMOTIVE,
    FURTHER_COLUMNS,
    HALVE,
    IF,
    IF_COLOUR_HELD,
    MONEY,
)
from trunkline.rules.conditions import colour_held
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.holder_effects import add_to_slip, carry_out_for_holder
from trunkline.rules.money import companies_of
from trunkline.rules.office_state import (
    ASKED_IN_SECRET,
    NOT_ASKED,
    crew_source,
    holder_of,
    offices_of,
    postcard_left,
    postcard_source,
)
from trunkline.rules.scoring import player_sheet, ranking, score_sheets
from trunkline.rules.state import NOBODY, State

POSTCARD_STEP: Final = 10
USE: Final = 25
DECLINE: Final = 26

ASKED_PRIVATELY: Final = EventKind("asked-privately", ["step"], "source", secret=True, stays_secret=True)
POSTCARD_MET: Final = EventKind("postcard", ["source", "left"])
LOCOMOTIVE_DISCARDED: Final = EventKind("extra-locomotive", ["source"])
CARDS_SHOWN: Final = EventKind("cards-shown", ["source", "card", "count"])
TICKETS_HALVED: Final = EventKind("tickets-halved", ["source", "amount"])


def fits(state: State, source: i64, when: i64, seat: i64, route: i64) -> bool:
    """Whether a clause of a card acts now."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if acts(state, row, when, seat, route, 0):
            return True
    return False


def wants_locomotive(state: State, source: i64) -> bool:
    """Whether a card asks for an extra locomotive (L18)."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if tables.further[row * FURTHER_COLUMNS + FOR_LOCOMOTIVE]:
            return True
    return False


def show(state: State, held: i64, seat: i64, log: list[Event] | None) -> None:
    """A postcard is met: it is shown, and one use is spent."""
    part = offices_of(state)
    part.uses[held] += 1
    offices = state.board.companies.offices
    left = offices.postcards[offices.held[held].postcard].uses - part.uses[held]
    if log is not None:
        values = vec[i16]([i16(postcard_source(state, held)), i16(left)])
        log.append(Event(POSTCARD_MET, seat, values, NO_ITEMS))


@final
class PostcardsAtClaim(ClaimStep):
    """Number 10: the postcards of the company that claims. One that asks for a locomotive asks in secret (L18)."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        return self.go_on(state, seat, route, 0, log)

    def go_on(self, state: State, seat: i64, route: i64, start: i64, log: list[Event] | None) -> bool:
        """Go through the postcards from this one on; False if one asks."""
        part = offices_of(state)
        for held in range(start, len(state.board.companies.offices.held)):
            if holder_of(state, held) != seat or not postcard_left(state, held):
                continue
            source = postcard_source(state, held)
            if not fits(state, source, AT_CLAIM, seat, route):
                continue
            if wants_locomotive(state, source):
                part.asked = seat
                part.asking = held + 1
                if log is not None:
                    values = vec[i16]([i16(POSTCARD_STEP)])
                    log.append(Event(ASKED_PRIVATELY, seat, values, vec[i16]([i16(source)])))
                return False
            show(state, held, seat, log)
            if not run_clauses(state, source, POSTCARD_STEP, seat, route, 0, log):
                return False
        return True

    def list_answers(self, state: State, seat: i64, out: ActionList) -> None:
        part = offices_of(state)
        if part.asking == NOT_ASKED:
            list_takable(state, out)
            return
        if part.asking != ASKED_IN_SECRET and state.players[seat].hand[state.board.wild] > 0:
            source = postcard_source(state, part.asking - 1)
            out.add(encode(USE, source - state.board.companies.first_crew))
        out.add(encode(DECLINE))

    def answer(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
        part = offices_of(state)
        route = state.claim_route
        if kind_of(code) == TAKE_CARD:
            companies = companies_of(state)
            source = companies.asking
            take_face_up(state, seat, subject_of(code), POSTCARD_STEP, source, log)
            if not run_clauses(state, source, POSTCARD_STEP, seat, route, companies.clauses_done + 1, log):
                return False
            return self.go_on(state, seat, route, self.after(state, source), log)
        if part.asking == ASKED_IN_SECRET:
            part.asked = NOBODY
            part.asking = NOT_ASKED
            return True
        held = part.asking - 1
        part.asked = NOBODY
        part.asking = NOT_ASKED
        if kind_of(code) == USE:
            source = postcard_source(state, held)
            state.players[seat].spend(state.board.wild, 1)
            discard(state, state.board.wild, 1)
            if log is not None:
                log.append(Event(LOCOMOTIVE_DISCARDED, seat, vec[i16]([i16(source)]), NO_ITEMS))
            settle(state, log)
            answer_cards(state, log)
            show(state, held, seat, log)
            if not run_clauses(state, source, POSTCARD_STEP, seat, route, 0, log):
                return False
        return self.go_on(state, seat, route, held + 1, log)

    def after(self, state: State, source: i64) -> i64:
        """The postcard after the one with this source."""
        held: i64 = 0
        while postcard_source(state, held) != source:
            held += 1
        return held + 1


def meet_at_turn(state: State, log: list[Event] | None) -> None:
    """Meet the postcards of a company whose condition is checked at the beginning of its turn."""
    seat = state.seat
    for held in range(len(state.board.companies.offices.held)):
        if holder_of(state, held) != seat or not postcard_left(state, held):
            continue
        source = postcard_source(state, held)
        if fits(state, source, AT_TURN, seat, NO_ROUTE):
            show(state, held, seat, log)
            show_colour(state, source, seat, log)
            run_card(state, source, AT_TURN, seat, log)


def show_colour(state: State, source: i64, seat: i64, log: list[Event] | None) -> None:
    """Show everybody the cards of one colour that a condition asks for."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        for at in (row * COLUMNS + IF, row * COLUMNS + IF + 3):
            if i64(tables.clauses[at]) != IF_COLOUR_HELD:
                continue
            number = i64(tables.clauses[at + 1])
            colour = colour_held(state, seat, number)
            player = state.players[seat]
            if i64(player.known[colour]) < number:
                player.known[colour] = u8(number)
            if log is not None:
                values = vec[i16]([i16(source), i16(colour), i16(number)])
                log.append(Event(CARDS_SHOWN, seat, values, NO_ITEMS))


def run_card(state: State, source: i64, when: i64, seat: i64, log: list[Event] | None) -> None:
    """Carry out the clauses of a card for a moment at which no question is possible."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if acts(state, row, when, seat, NO_ROUTE, 0):
            carry_out(state, row, 0, source, seat, NO_ROUTE, 0, log)


# The end of the game


def settle_cards(state: State, log: list[Event] | None) -> None:
    """At the end of the game: carry out what crew and postcards do on the slip, then what depends on the ranking."""
    tables = state.board.companies
    offices = tables.offices
    for seat in range(len(state.players)):
        crew = crew_source(state, seat)
        if crew >= 0:
            run_slip(state, crew, AT_SLIP, seat, log)
        meet_at_end(state, AT_SLIP, seat, log)
    offices_of(state).last_place = ranking(state, score_sheets(state))[-1]
    if len(offices.held) > 0:
        for seat in range(len(state.players)):
            meet_at_end(state, AT_RANKED, seat, log)


def meet_at_end(state: State, when: i64, seat: i64, log: list[Event] | None) -> None:
    for held in range(len(state.board.companies.offices.held)):
        if holder_of(state, held) != seat or not postcard_left(state, held):
            continue
        source = postcard_source(state, held)
        if fits(state, source, when, seat, NO_ROUTE) and changes_slip(state, source, when, seat):
            # It pays before the use is counted: a condition may ask whether it was never used.
            run_slip(state, source, when, seat, log)
            show(state, held, seat, log)


def changes_slip(state: State, source: i64, when: i64, seat: i64) -> bool:
    """Whether a card would have an effect. One that halves failed tickets has none on a slip without failed tickets."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        halves = i64(tables.clauses[row * COLUMNS + DOES]) == HALVE
        if acts(state, row, when, seat, NO_ROUTE, 0) and (not halves or saved_by_halving(state, seat, 1) > 0):
            return True
    return False


def run_slip(state: State, source: i64, when: i64, seat: i64, log: list[Event] | None) -> None:
    """Carry out the clauses of a card on the slip. The dollars in hand stay: conditions read them (L19)."""
    tables = state.board.companies
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if not acts(state, row, when, seat, NO_ROUTE, 0):
            continue
        does = i64(tables.clauses[row * COLUMNS + DOES])
        amount = i64(tables.clauses[row * COLUMNS + AMOUNT])
        if does == HALVE:
            saved = saved_by_halving(state, seat, amount)
            offices_of(state).halved[seat] += saved
            if saved > 0 and log is not None:
                log.append(Event(TICKETS_HALVED, seat, vec[i16]([i16(source), i16(saved)]), NO_ITEMS))
        elif does == MONEY or does == FEE:
            add_to_slip(state, seat, amount if does == MONEY else -amount, source, log)
        else:
            carry_out_for_holder(state, row, 0, source, seat, log)


def saved_by_halving(state: State, seat: i64, number: i64) -> i64:
    """The dollars saved if the `number` dearest failed tickets cost half, rounded down.

    Tickets that were halved before are not halved again.
    """
    sheet = player_sheet(state, seat)
    costs = vec[i64]()
    for ticket in range(len(sheet.done)):
        if not sheet.done[ticket]:
            costs = append(costs, -i64(sheet.worth[ticket]))
    saved: i64 = 0
    already = 1 if offices_of(state).halved[seat] > 0 else 0
    for i in range(already + number):
        dearest: i64 = 0
        for at in range(len(costs)):
            if costs[at] > costs[dearest]:
                dearest = at
        if len(costs) == 0 or costs[dearest] <= 0:
            break
        if i >= already:
            saved += costs[dearest] - costs[dearest] // 2
        costs[dearest] = 0
    return saved
