"""What clauses of crew cards and postcards do beyond dollars and cards: vaults, trains, and the next set-up."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.company_tables import (
    AMOUNT,
    COLUMNS,
    DOES,
    FURTHER_COLUMNS,
    LATER,
    NEXT_SETUP,
    SECOND_AMOUNT,
    TRAINS,
    VAULT,
)
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.office_state import offices_of
from trunkline.rules.state import State

VAULT_PAID: Final = EventKind("vault", ["step", "source", "amount"])
NEXT_SETUP_GIVEN: Final = EventKind("next-setup", ["source", "money", "cards"])
TRAINS_GAINED: Final = EventKind("trains-gained", ["source", "count"])
SLIP_CHANGED: Final = EventKind("slip-changed", ["source", "amount"])


def carry_out_for_holder(state: State, row: i64, step: i64, source: i64, seat: i64, log: list[Event] | None) -> None:
    """Carry out an effect that the offices keep."""
    tables = state.board.companies
    does = i64(tables.clauses[row * COLUMNS + DOES])
    amount = i64(tables.clauses[row * COLUMNS + AMOUNT])
    part = offices_of(state)
    if does == VAULT:
        part.vault[seat] += amount
        if log is not None:
            log.append(Event(VAULT_PAID, seat, vec[i16]([i16(step), i16(source), i16(amount)]), NO_ITEMS))
    elif does == LATER:
        add_to_slip(state, seat, amount, source, log)
    elif does == NEXT_SETUP:
        cards = i64(tables.further[row * FURTHER_COLUMNS + SECOND_AMOUNT])
        part.next_money[seat] += amount
        part.next_cards[seat] += cards
        if log is not None:
            log.append(Event(NEXT_SETUP_GIVEN, seat, vec[i16]([i16(source), i16(amount), i16(cards)]), NO_ITEMS))
    elif does == TRAINS:
        state.players[seat].trains += amount
        if log is not None:
            log.append(Event(TRAINS_GAINED, seat, vec[i16]([i16(source), i16(amount)]), NO_ITEMS))
    else:
        raise ValueError("no such effect")


def add_to_slip(state: State, seat: i64, amount: i64, source: i64, log: list[Event] | None) -> None:
    """Add dollars to the slip, or take some off."""
    offices_of(state).slip[seat] += amount
    if log is not None:
        log.append(Event(SLIP_CHANGED, seat, vec[i16]([i16(source), i16(amount)]), NO_ITEMS))
