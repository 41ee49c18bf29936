"""The belief about tickets: in sampled games opponents are dealt tickets by the probabilities of the opponent model."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.chance import Chance
from trunkline.bots.opponent_model import OpponentModel
from trunkline.rules.state import OPENING, State
from trunkline.rules.view import View


def deal_likely_tickets(state: State, view: View, opponents: OpponentModel, chance: Chance) -> None:
    """Deal the unseen tickets again: to each opponent by their probabilities, and the rest to the deck.

    `state` was sampled from `view`; everybody keeps the same number of tickets of each kind.
    """
    if view.phase == OPENING:
        return
    board = state.board
    taken = vec[i16]([0] * board.tickets)
    for own in view.tickets:
        taken[i64(own)] = 1
    for own in view.offered:
        taken[i64(own)] = 1
    for seat in range(len(state.players)):
        if seat == view.seat:
            continue
        tickets = state.players[seat].tickets
        for i in range(len(tickets)):
            found = likely_ticket(opponents, seat, is_long(state, i64(tickets[i])), taken, chance)
            if found >= 0:
                tickets[i] = i16(found)
            taken[i64(tickets[i])] = 1
    # The deck is dealt from what is left; long tickets are never in it (E2).
    left = vec[i16]()
    for ticket in range(board.tickets):
        if not taken[ticket] and not is_long(state, ticket):
            left = append(left, i16(ticket))
    size = state.ticket_deck.size
    for i in range(size):
        other = i + chance.below(len(left) - i)
        drawn = left[other]
        left[other] = left[i]
        left[i] = drawn
    state.ticket_deck.fill(board.tickets, left[:size])


def likely_ticket(opponents: OpponentModel, seat: i64, long: bool, taken: vec[i16], chance: Chance) -> i64:
    """A random ticket of a kind that nobody has yet, drawn by its probability for the seat; -1 if there is none."""
    board = opponents.board
    first = seat * board.tickets
    total: i64 = 0
    for ticket in range(board.tickets):
        if not taken[ticket] and (board.numbers.opening_long > 0 and board.ticket_long[ticket] == 1) == long:
            total += opponents.chance_of[first + ticket] + 1
    if total == 0:
        return -1
    lot = chance.below(total)
    for ticket in range(board.tickets):
        if not taken[ticket] and (board.numbers.opening_long > 0 and board.ticket_long[ticket] == 1) == long:
            lot -= opponents.chance_of[first + ticket] + 1
            if lot < 0:
                return ticket
    return -1


def is_long(state: State, ticket: i64) -> bool:
    """Whether a ticket is one of the long ones, which are dealt only in the opening (E2)."""
    return state.board.numbers.opening_long > 0 and state.board.ticket_long[ticket] == 1
