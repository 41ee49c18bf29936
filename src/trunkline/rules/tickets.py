"""Tickets (C14, C20, U2, E2, L5): the opening choice of all seats at once, and the ticket action."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import ActionList, Unreadable, encode, kind_of, not_understood, number_from, subject_of
from trunkline.rules.board import REFUSED_OUT, Board
from trunkline.rules.chapter import GOES_ON, SET_UP_ENDS, TURN_ENDS, ActionKind, Chapter, Phase, Refusal
from trunkline.rules.company_tables import TICKETS_OFFERED
from trunkline.rules.dice import LONG_TICKETS, RETURNED, Stream
from trunkline.rules.dice import TICKETS as TICKET_STREAM
from trunkline.rules.events import Event, EventKind
from trunkline.rules.newspapers import news_of
from trunkline.rules.state import OPENING, TURN, UNDECIDED, Player, Position, State

DRAW_TICKETS: Final = 3
KEEP: Final = 4
CREW_TICKETS: Final = 10
"""The phase in which a company that hired crew chooses among tickets shown to it; any or none may be kept."""
TICKETS: Final = 3
"""The phase in which a seat chooses among the tickets that it drew."""

OFFERED: Final = EventKind("offered", ["count"], "tickets", secret=True, reveals=True)
CHOSE: Final = EventKind("chose", [], "tickets", secret=True)
KEPT: Final = EventKind("kept", ["count", "refused"], "tickets", secret=True)

MOST_OFFERED: Final = 16
"""A set of tickets is a number of 16 bits in an action code."""


def list_choices(state: State, seat: i64, out: ActionList) -> None:
    """List every set of offered tickets that is large enough."""
    offered = len(state.players[seat].offered)
    least = least_kept(state, seat)
    for chosen in range(i64(1) << offered):
        if bits(chosen) >= least:
            out.add(encode(KEEP, chosen))


def least_kept(state: State, seat: i64) -> i64:
    """How many of the offered tickets must be kept at least."""
    numbers = state.board.numbers
    least = numbers.opening_keep if state.phase == OPENING else numbers.draw_keep
    offered = len(state.players[seat].offered)
    if state.phase == OPENING and state.board.has_companies and offered < numbers.opening_short + numbers.opening_long:
        return 1  # There were too few to deal all (L5).
    return least if least < offered else offered


def bits(mask: i64) -> i64:
    """How many tickets a set holds."""
    found: i64 = 0
    while mask > 0:
        found += mask & 1
        mask >>= 1
    return found


def tickets_shown(position: Position) -> i64:
    """How many tickets the action shows, if the deck has them (C14); a news event may change it."""
    if position.board.has_companies:
        return news_of(position).standing[TICKETS_OFFERED]
    return position.board.numbers.draw_tickets


def offer(state: State, seat: i64, log: list[Event] | None) -> None:
    """Take tickets from the top of the deck to choose from (C14)."""
    player = state.players[seat]
    number = min(tickets_shown(state), state.ticket_deck.size)
    offered = vec[i16]()
    for _i in range(number):
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
    tickets = player.tickets[:]
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


def deal_tickets(state: State, log: list[Event] | None) -> None:
    """Deal each seat its long and short tickets; what is left of the short ones is the deck (U2, E2)."""
    board = state.board
    numbers = board.numbers
    long_first = numbers.opening_long > 0
    short = vec[i16]()
    long = vec[i16]()
    for ticket in range(board.tickets):
        if long_first and board.ticket_long[ticket]:
            long = append(long, i16(ticket))
        else:
            short = append(short, i16(ticket))
    shuffle_tickets(short, Stream(state.key, TICKET_STREAM, 0))
    if long_first:
        shuffle_tickets(long, Stream(state.key, LONG_TICKETS, 0))
    deck = state.ticket_deck
    deck.fill(board.tickets, short)
    # If there are too few for all, everyone gets the same number (L5).
    each = min(numbers.opening_short, deck.size // len(state.players))
    dealt: i64 = 0
    for seat in range(len(state.players)):
        offered = vec[i16]()
        for _i in range(numbers.opening_long):
            offered = append(offered, long[dealt])
            dealt += 1
        for _i in range(each):
            offered = append(offered, deck.take())
        state.players[seat].offered = offered
        tell_offer(seat, offered, log)


@final
class Tickets(Chapter):
    """Choosing tickets: in the opening all at once, later one seat in a phase of its own."""

    def __init__(self) -> None:
        super().__init__(
            "tickets",
            [
                ActionKind(DRAW_TICKETS, "draw tickets", [TURN]),
                ActionKind(KEEP, "keep", [OPENING, TICKETS, CREW_TICKETS]),
            ],
            [Phase(OPENING, "opening", all_choose=True), Phase(TICKETS, "tickets")],
            [OFFERED, CHOSE, KEPT],
        )

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        if state.ticket_deck.size > 0:
            out.add(DRAW_TICKETS)

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        list_choices(state, seat, out)

    def has_chosen(self, state: State, seat: i64) -> bool:
        return state.players[seat].chosen != UNDECIDED

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        if kind_of(code) == DRAW_TICKETS:
            offer(state, seat, log)
            state.phase = TICKETS
            return GOES_ON
        if state.phase == OPENING:
            return SET_UP_ENDS if choose_opening(state, seat, code, log) else GOES_ON
        keep(state, seat, subject_of(code), log)
        for ref in state.board.reacting:
            ref.chapter.tickets_kept(state, seat, bits(subject_of(code)), log)
        return TURN_ENDS

    def is_code(self, board: Board, code: i64) -> bool:
        return not code >> 24 and (kind_of(code) == KEEP or subject_of(code) == 0)

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        if kind_of(code) == DRAW_TICKETS:
            return Refusal("no_tickets_left", {})
        chosen = subject_of(code)
        offered = len(state.players[seat].offered)
        if chosen >> offered:
            return Refusal("not_offered", {"offered": int(offered)})
        return Refusal("too_few_kept", {"kept": int(bits(chosen)), "least": int(least_kept(state, seat))})

    def to_text(self, board: Board, code: i64) -> str:
        if kind_of(code) == DRAW_TICKETS:
            return "draw tickets"
        return " ".join(["keep"] + [str(i + 1) for i in range(MOST_OFFERED) if subject_of(code) >> i & 1])

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if words[0] == "draw":
            if len(words) > 2:
                raise not_understood(words)
            return encode(DRAW_TICKETS)
        chosen: i64 = 0
        for word in words[1:]:
            which = number_from(word)
            if not 1 <= which <= MOST_OFFERED:
                raise Unreadable("no_such_ticket", {"ticket": which})
            chosen |= i64(1) << i64(which - 1)
        return encode(KEEP, chosen)

    def check(self, state: State) -> list[str]:
        """Check that no ticket is in two places, and that tickets are offered only while they are chosen."""
        wrong: list[str] = []
        board = state.board
        seen = [0] * board.tickets
        for ticket in state.ticket_deck.in_order():
            seen[ticket] += 1
        for seat in range(len(state.players)):
            player = state.players[seat]
            for ticket in player.tickets:
                seen[ticket] += 1
            for ticket in player.offered:
                seen[ticket] += 1
            choosing = state.phase == OPENING or (state.phase in (TICKETS, CREW_TICKETS) and seat == state.seat)
            if choosing != (len(player.offered) > 0):
                wrong.append(f"seat {seat} {'must be' if choosing else 'is'} offered tickets in this phase")
            if len(player.offered) > MOST_OFFERED:
                wrong.append(f"seat {seat} is offered more than {MOST_OFFERED} tickets")
            elif player.chosen != UNDECIDED and (state.phase != OPENING or player.chosen >> len(player.offered)):
                wrong.append(f"seat {seat} has chosen what it was not offered")
        for number, times in enumerate(seen):
            if times > 1:
                wrong.append(f"ticket {board.ticket_names[number]} is in {times} places")
        return wrong
