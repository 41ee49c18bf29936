"""Claiming a route (C9-C13, E3): which routes are open, what they cost, and what a claim does."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from trunkline.rules.actions import (
    ActionList,
    colour_of,
    encode,
    not_understood,
    route_from,
    subject_of,
    wilds_of,
)
from trunkline.rules.board import GRAY, NO_GROUP, Board
from trunkline.rules.cards import settle
from trunkline.rules.chapter import GOES_ON, TURN_ENDS, ActionKind, Chapter, Phase, Refusal
from trunkline.rules.company_tables import ANY_ROUTE, SECOND_CLAIM
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.money import companies_of
from trunkline.rules.newspapers import doubles_open, lines_closed
from trunkline.rules.office_state import further_trains, is_armed, offices_of
from trunkline.rules.payment import (
    discard_payment,
    list_any_colour,
    list_payments,
    payment_text,
    refuse_payment,
    spend,
    with_payment,
)
from trunkline.rules.reading import BadPosition, JsonObject, number_of
from trunkline.rules.state import NOBODY, TURN, Position, State

CLAIM: Final = 5
CLAIM_ASKS: Final = 8
"""The phase in which a step of a claim waits for an answer of the seat that claims."""

SECOND_CLAIM_PHASE: Final = 11
"""The phase in which a company may claim a second route on its turn."""

CLAIMED: Final = EventKind("claimed", ["route", "colour", "cards", "locomotives", "points"], "paid", optional=True)

PHASES: Final = [TURN, SECOND_CLAIM_PHASE]
EVERYBODY: Final = 255
SEQUENCE: Final = 10
"""Factor between a number of the claim sequence (L15) and the number of its `ClaimStep`."""


def close(state: State, seat: i64, route: i64) -> None:
    """Set the owner of a route. It is closed to all, its twins to the owner or, with few players, to all (C11, C12)."""
    twins = state.board.twin
    to_whom = twins_closed_to(state, route, len(state.players), seat)
    state.owner[route] = u8(seat)
    state.closed[route] = EVERYBODY
    leave_open_rails(state, route)
    twin = i64(twins[route])
    while twin != route:
        state.closed[twin] |= u8(to_whom)
        if to_whom == EVERYBODY:
            leave_open_rails(state, twin)
        twin = i64(twins[twin])


def leave_open_rails(state: State, route: i64) -> None:
    """Remove a route that is closed to all from `open_rails`; the routes after it move up."""
    rails = state.board.rails
    group = i64(rails.group_of[route])
    if group == NO_GROUP:
        return
    routes = state.open_rails
    end_at = len(rails.routes) + group
    end = i64(routes[end_at])
    at = i64(rails.starts[group])
    while at < end and i64(routes[at]) != route:
        at += 1
    if at == end:
        return
    end -= 1
    while at < end:
        routes[at] = routes[at + 1]
        at += 1
    routes[end_at] = i16(end)


def reclose(state: State) -> None:
    """Recompute which routes are closed to whom: the current news event may open lanes (L12)."""
    for route in range(state.board.routes):
        state.closed[route] = 0
    all_open = state.board.rails.open
    for i in range(len(all_open)):
        state.open_rails[i] = all_open[i]
    for route in range(state.board.routes):
        if state.owner[route] != NOBODY:
            close(state, i64(state.owner[route]), route)
    lines = lines_closed(state)
    if lines == ANY_ROUTE:
        return
    for route in range(state.board.routes):
        if state.board.companies.line_sets[lines][route] and state.owner[route] == NOBODY:
            state.closed[route] = EVERYBODY
            leave_open_rails(state, route)


def twins_closed_to(position: Position, route: i64, players: i64, seat: i64) -> i64:
    """The seats (one bit each) that may not claim the twins of a route that `seat` owns (C11, C12, L14)."""
    if players < i64(position.board.open_from[route]) and not doubles_open(position):
        return EVERYBODY
    return i64(1) << seat


def list_claims(state: State, seat: i64, hand: vec[u8], out: ActionList) -> None:
    """Every claim of a rail route the seat can pay, each way to pay once; `hand` are its train cards by colour."""
    board = state.board
    wild = board.wild
    colours = board.colours
    wilds = i64(hand[wild])
    trains = state.players[seat].trains
    closed = state.closed
    me = u8(i64(1) << seat)
    order = state.open_rails
    starts = board.rails.starts
    ends_at = len(board.rails.routes)
    lengths = board.length
    symbols = board.locomotives
    most: i64 = 0
    for colour in range(colours):
        held = i64(hand[colour])
        if held > most:
            most = held
        reach = held + wilds
        if reach > trains:
            reach = trains
        for i in range(i64(starts[colour]), i64(order[ends_at + colour])):
            route = i64(order[i])
            length = i64(lengths[route])
            if length > reach:
                break
            if not closed[route] & me:
                code = CLAIM | route << 8
                list_payments(out, code, held, colour, length, i64(symbols[route]), wilds)
                if wilds >= length:
                    out.add(code | wild << 24 | length << 32)

    # Gray routes with the same price have the same payments, so these are listed once and copied.
    reach = most + wilds
    if reach > trains:
        reach = trains
    for group in range(colours, len(starts)):
        begin = i64(starts[group])
        length = i64(lengths[i64(order[begin])])
        if length > reach:
            break
        first = out.size
        end = first
        listed: i64 = 0
        for i in range(begin, i64(order[ends_at + group])):
            route = i64(order[i])
            if closed[route] & me:
                continue
            if end > first:
                out.repeat(first, end, (route - listed) << 8)
            else:
                list_any_colour(out, CLAIM | route << 8, hand, colours, wild, length, i64(symbols[route]))
                end = out.size
                listed = route


# A claim that has been paid


@mypyc_attr(allow_interpreted_subclasses=True)
class ClaimStep:
    """One step after a route was paid. A board runs its steps in the order of their numbers.

    A step may ask the claiming seat: `run` returns False, the game waits in the phase CLAIM_ASKS, and continues with
    the next step once `answer` returns True. Numbers of the claim sequence (L15) are multiplied by SEQUENCE, which
    leaves room between them. Only steps of the sequence may ask.
    """

    def __init__(self, number: i64) -> None:
        self.number: Final = number
        self.next: ClaimStep | None = None
        """The next step on its board."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        """Run the step; False if the seat has to answer first."""
        raise NotImplementedError

    def list_answers(self, state: State, seat: i64, out: ActionList) -> None:
        """List every answer that the seat may give."""
        raise NotImplementedError

    def answer(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
        """Carry out an answer; False if the seat has to give another."""
        raise NotImplementedError


@final
class PlacePieces(ClaimStep):
    """The route is taken: a piece on every space (C9)."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        close(state, seat, route)
        player = state.players[seat]
        if state.board.sea[route]:
            player.ships -= i64(state.board.length[route])
        else:
            player.trains -= i64(state.board.length[route])
        return True


@final
class ScorePoints(ClaimStep):
    """The route scores at once, by its length (C13)."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        state.players[seat].points += i64(state.board.points[route])
        return True


@final
class RenewDecks(ClaimStep):
    """The cards paid lie on the discards: empty decks are made anew from them (C7)."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        settle(state, log)
        return True


def finish_claim(
    state: State,
    seat: i64,
    route: i64,
    colour: i64,
    cards: i64,
    wilds: i64,
    paid: vec[i16],
    log: list[Event] | None,
) -> i64:
    """Run the steps of a claim whose cards have been paid and discarded. `paid` are its cards, for the event."""
    if log is not None:
        points = i16(state.board.points[route])
        values = vec[i16]([i16(route), i16(colour), i16(cards), i16(wilds), points])
        log.append(Event(CLAIMED, seat, values, paid))
    if state.board.has_companies:
        companies_of(state).note_payment(colour, cards, wilds)
    return run_steps(state, seat, route, state.board.first_step, log)


def run_steps(state: State, seat: i64, route: i64, step: ClaimStep | None, log: list[Event] | None) -> i64:
    """Run the steps of a claim from this one on, until a step asks."""
    while step is not None:
        if not step.run(state, seat, route, log):
            state.claim_route = route
            state.claim_step = step.number
            state.phase = CLAIM_ASKS
            return GOES_ON
        step = step.next
    if state.board.has_companies:
        companies_of(state).note_payment(0, 0, 0)
        if is_armed(state, SECOND_CLAIM) and offices_of(state).second == 0:
            offices_of(state).second = 1
            state.phase = SECOND_CLAIM_PHASE
            return GOES_ON
    return TURN_ENDS


def list_short_claims(state: State, seat: i64, length: i64, out: ActionList) -> None:
    """The claims of rail routes of at most this length."""
    first = out.size
    list_claims(state, seat, state.players[seat].hand, out)
    kept = first
    for i in range(first, out.size):
        if i64(state.board.length[subject_of(out.codes[i])]) <= length:
            out.codes[kept] = out.codes[i]
            kept += 1
    out.size = kept


class Claims(Chapter):
    """The common part of all claims: their notation, their steps, and why a route is refused."""

    def __init__(self, name: str) -> None:
        super().__init__(name, [ActionKind(CLAIM, "claim", PHASES)], [Phase(CLAIM_ASKS, "claim-asks")], [CLAIMED])

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [PlacePieces(15), ScorePoints(16), RenewDecks(17)]

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        state.board.claim_step(state.claim_step).list_answers(state, seat, out)

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        if state.phase == TURN:
            return state.board.payer[subject_of(code)].chapter.claim(state, seat, code, log)
        step = state.board.claim_step(state.claim_step)
        route = state.claim_route
        if not step.answer(state, seat, code, log):
            return GOES_ON
        state.claim_step = 0
        state.claim_route = 0
        return run_steps(state, seat, route, step.next, log)

    def is_code(self, board: Board, code: i64) -> bool:
        route = subject_of(code)
        if route >= board.routes or (colour_of(code) >= board.colours and colour_of(code) != board.wild):
            return False
        return not code >> 40 or bool(board.sea[route])

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        board = state.board
        route = subject_of(code)
        reason = refuse_route(state, seat, route)
        if reason is not None:
            return reason
        colour = i64(board.colour[route])
        if colour != GRAY and colour_of(code) != colour and colour_of(code) != board.wild:
            return Refusal("wrong_colour", {"route": board.route_names[route], "colour": board.colour_name(colour)})
        return board.payer[route].chapter.refuse_price(state, seat, code)

    def to_text(self, board: Board, code: i64) -> str:
        return f"claim {board.route_names[subject_of(code)]} {payment_text(board, code)}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if len(words) != 3:
            raise not_understood(words)
        board = state.board
        route = route_from(board, words[1])
        return with_payment(board, encode(CLAIM, route), words[2], board.payer[route].chapter.price(board, route))

    def write(self, position: Position) -> dict[str, object]:
        if position.phase != CLAIM_ASKS:
            return {}
        route = position.board.route_names[position.claim_route]
        return {"claim": {"route": route, "step": int(position.claim_step) // SEQUENCE}}

    def tell(self, position: Position) -> dict[str, object]:
        """The chapter whose step asks tells of it, with the route."""
        return {}

    def field_names(self) -> list[str]:
        return ["claim"]

    def read(self, state: State, data: JsonObject) -> None:
        if state.board.of_phase[CLAIM_ASKS].chapter is not self:
            return
        if (data.get("claim") is not None) != (state.phase == CLAIM_ASKS):
            raise BadPosition("claim: it is there in the phase `claim-asks` and only then")
        if state.phase == CLAIM_ASKS:
            claim = data.part("claim", ["route", "step"])
            state.claim_route = number_of(state.board.route_number, claim.text("route"), "route")
            state.claim_step = SEQUENCE * claim.whole("step")

    def check(self, state: State) -> list[str]:
        """Check that owners are seats, that nobody owns two lanes of a double (C11), and that points fit the routes."""
        wrong: list[str] = []
        board = state.board
        players = len(state.players)
        # A news event may have opened the second lane when it was claimed (L12).
        may_open_doubles = board.companies.may_open_doubles
        if (state.claim_step > 0) != (state.phase == CLAIM_ASKS):
            wrong.append("a claim waits for an answer in the phase `claim-asks` and only then")
        for route in range(board.routes):
            owner = i64(state.owner[route])
            if owner == NOBODY:
                continue
            if owner >= players:
                wrong.append(f"route {board.route_names[route]} belongs to seat {owner}, and there is none")
            twin = i64(board.twin[route])
            while twin > route:
                other = i64(state.owner[twin])
                if other == owner:
                    wrong.append(f"seat {owner} owns two lanes of a double: {board.route_names[route]}")
                elif other != NOBODY and players < i64(board.open_from[route]) and not may_open_doubles:
                    wrong.append(f"with {players} players one lane of a double is closed: {board.route_names[route]}")
                twin = i64(board.twin[twin])
        for seat in range(players):
            points: i64 = 0
            for route in range(board.routes):
                if i64(state.owner[route]) == seat:
                    points += i64(board.points[route])
            if state.players[seat].points != points:
                wrong.append(f"seat {seat} has {points} points by its routes, not {state.players[seat].points}")
        return wrong


def refuse_route(state: State, seat: i64, route: i64) -> Refusal | None:
    """Why a route cannot be claimed by the seat, whatever it pays; None if it can."""
    board = state.board
    name = board.route_names[route]
    owner = i64(state.owner[route])
    if owner != NOBODY:
        return Refusal("route_taken", {"route": name, "owner": int(owner)})
    if i64(state.closed[route]) >> seat & 1:
        twin = i64(board.twin[route])
        while twin != route:
            if i64(state.owner[twin]) == seat:
                return Refusal("twin_is_yours", {"route": name, "twin": board.route_names[twin]})
            twin = i64(board.twin[twin])
        lines = lines_closed(state)
        if lines != ANY_ROUTE and board.companies.line_sets[lines][route]:
            return Refusal("closed_by_event", {"route": name})
        return Refusal("double_closed", {"route": name, "players": len(state.players)})
    length = i64(board.length[route])
    player = state.players[seat]
    left = player.ships if board.sea[route] else player.trains
    if length > left:
        params: dict[str, object] = {"route": name, "needed": int(length), "left": int(left)}
        return Refusal("too_few_ships", params) if board.sea[route] else Refusal("too_few_trains", params)
    return None


def unclaimable(state: State, seat: i64) -> dict[str, list[str]]:
    """The free routes that the seat could not claim if it were its turn, by reason."""
    board = state.board
    wilds = i64(state.players[seat].hand[board.wild])
    found: dict[str, list[str]] = {}
    for route in range(board.routes):
        if state.owner[route] != NOBODY:
            continue
        refusal = refuse_route(state, seat, route)
        if refusal is not None:
            reason = refusal.code
        elif wilds < i64(board.locomotives[route]):
            reason = "too_few_locomotives"
        elif board.payer[route].chapter.spaces_covered(state, seat, route) < i64(board.length[route]):
            reason = "cards_missing"
        else:
            continue
        found.setdefault(reason, []).append(board.route_names[route])
    return found


def refuse_rail_price(state: State, seat: i64, code: i64) -> Refusal:
    """Why the cards for a rail route are refused, on a board with one deck."""
    route = subject_of(code)
    length, symbols = i64(state.board.length[route]), i64(state.board.locomotives[route])
    return refuse_payment(state, seat, code, length, symbols)


def rail_spaces_covered(board: Board, trains: vec[u8], route: i64) -> i64:
    """How many spaces of a rail route these cards cover, in its colour or the best one."""
    most: i64 = 0
    for colour in range(board.colours):
        if i64(board.colour[route]) == GRAY or i64(board.colour[route]) == colour:
            most = max(most, i64(trains[colour]))
    return most + i64(trains[board.wild])


def spaces_lacking(state: State, seat: i64, route: i64) -> i64:
    """How many spaces of a route the seat's cards do not cover; those with a symbol take only locomotives (C9, E3)."""
    board = state.board
    length = i64(board.length[route])
    covered = board.payer[route].chapter.spaces_covered(state, seat, route)
    symbols = i64(board.locomotives[route])
    if symbols == 0:
        return max(0, length - covered)
    wilds = i64(state.players[seat].hand[board.wild])
    return max(0, symbols - wilds) + max(0, length - symbols - (covered - wilds) - max(0, wilds - symbols))


@final
class RailClaims(Claims):
    """Claims on a board of trains alone: cards of one colour, locomotives where a ferry shows them (C9, E3)."""

    def is_on(self, board: Board) -> bool:
        return board.numbers.ships == 0

    def pays_for(self, board: Board, route: i64) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        list_claims(state, seat, state.players[seat].hand, out)

    def claim(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        route = subject_of(code)
        length = i64(state.board.length[route])
        spend(state, state.players[seat], colour_of(code), length, wilds_of(code))
        discard_payment(state, colour_of(code), length, wilds_of(code))
        return finish_claim(state, seat, route, colour_of(code), length, wilds_of(code), NO_ITEMS, log)

    def refuse_price(self, state: State, seat: i64, code: i64) -> Refusal:
        return refuse_rail_price(state, seat, code)

    def spaces_covered(self, state: State, seat: i64, route: i64) -> i64:
        return rail_spaces_covered(state.board, state.players[seat].hand, route)

    def check(self, state: State) -> list[str]:
        wrong = super().check(state)
        board = state.board
        for seat in range(len(state.players)):
            player = state.players[seat]
            trains = board.numbers.trains + further_trains(state, seat)
            for route in range(board.routes):
                if i64(state.owner[route]) == seat:
                    trains -= i64(board.length[route])
            if player.ships:
                wrong.append(f"seat {seat} has ships, and the board has none")
            elif trains < 0:
                wrong.append(f"seat {seat} owns more spaces than it has trains")
            elif player.trains != trains:
                wrong.append(f"seat {seat} has {trains} trains left by the board, not {player.trains}")
        return wrong
