"""Tickets (C14, C20, U2, E2): the opening choice of all seats at once, and the ticket action."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import KEEP, ActionList, encode, subject_of
from trunkline.rules.board import REFUSED_OUT
from trunkline.rules.dice import RETURNED, Stream
from trunkline.rules.events import CHOSE, KEPT, OFFERED, Event
from trunkline.rules.state import OPENING, UNDECIDED, Player, State


def list_choices(state: State, seat: i64, out: ActionList) -> None:
    """Every set of the tickets offered that is large enough."""
    offered = len(state.players[seat].offered)
    least = least_kept(state, seat)
    for chosen in range(i64(1) << offered):
        if bits(chosen) >= least:
            out.add(encode(KEEP, chosen))


def least_kept(state: State, seat: i64) -> i64:
    """How many of the tickets offered must be kept, at the least."""
    numbers = state.board.numbers
    least = numbers.opening_keep if state.phase == OPENING else numbers.draw_keep
    offered = len(state.players[seat].offered)
    return least if least < offered else offered


def bits(mask: i64) -> i64:
    """How many tickets a set holds."""
    found: i64 = 0
    while mask > 0:
        found += mask & 1
        mask >>= 1
    return found


def offer(state: State, seat: i64, log: list[Event] | None) -> None:
    """Take tickets from the top of the deck to choose from (C14)."""
    player = state.players[seat]
    number = state.board.numbers.draw_tickets
    if number > state.ticket_deck.size:
        number = state.ticket_deck.size
    offered = vec[i16]()
    for _ in range(number):
        offered = append(offered, state.ticket_deck.take())
    player.offered = offered
    tell_offer(seat, offered, log)


def tell_offer(seat: i64, offered: vec[i16], log: list[Event] | None) -> None:
    if log is not None:
        log.append(Event(OFFERED, seat, vec[i16]([i16(len(offered))]), offered[:]))


def choose_opening(state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
    """Note one seat's secret choice; True once all have chosen and the choices have been carried out (C20)."""
    player = state.players[seat]
    player.chosen = subject_of(code)
    if log is not None:
        log.append(Event(CHOSE, seat, vec[i16](), chosen_tickets(player)))
    for other in state.players:
        if other.chosen == UNDECIDED:
            return False
    for each in range(len(state.players)):
        keep(state, each, state.players[each].chosen, log)
        state.players[each].chosen = UNDECIDED
    return True


def chosen_tickets(player: Player) -> vec[i16]:
    """The offered tickets that the player has chosen."""
    kept = vec[i16]()
    for i in range(len(player.offered)):
        if player.chosen >> i & 1:
            kept = append(kept, player.offered[i])
    return kept


def keep(state: State, seat: i64, chosen: i64, log: list[Event] | None) -> None:
    """Keep the chosen ones of the tickets offered; the others go under the deck, or out of the game (C14, E2)."""
    player = state.players[seat]
    player.chosen = chosen
    kept = chosen_tickets(player)
    player.chosen = UNDECIDED
    refused = vec[i16]()
    for i in range(len(player.offered)):
        if not chosen >> i & 1:
            refused = append(refused, player.offered[i])
    tickets = player.tickets
    for ticket in kept:
        tickets = append(tickets, ticket)
    player.tickets = tickets
    player.offered = vec[i16]()
    if state.phase != OPENING or state.board.numbers.opening_refused != REFUSED_OUT:
        put_under(state, refused)
    if log is not None:
        values = vec[i16]([i16(len(kept)), i16(len(refused))])
        log.append(Event(KEPT, seat, values, kept))


def put_under(state: State, tickets: vec[i16]) -> None:
    """Shuffle tickets among themselves and put them under the deck (C14)."""
    if len(tickets) == 0:
        return
    deck = state.ticket_deck
    if len(tickets) > 1:
        shuffle_tickets(tickets, Stream(state.key, RETURNED, deck.returns))
    deck.returns += 1
    for ticket in tickets:
        deck.put_under(ticket)


def shuffle_tickets(tickets: vec[i16], stream: Stream) -> None:
    """Shuffle tickets in place (Fisher-Yates)."""
    i = len(tickets) - 1
    while i > 0:
        j = stream.below(i + 1)
        ticket = tickets[i]
        tickets[i] = tickets[j]
        tickets[j] = ticket
        i -= 1
