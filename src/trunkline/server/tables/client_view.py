"""What a client is told of a game: the public part, the part of its own seats, their legal moves and reasons (C15).

Compiled: for each move all of it is made once for the table, and again for each of its seats.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, final

import msgspec
from msgspec import Raw

from trunkline.game.sheet import score_sheet
from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.claim import unclaimable
from trunkline.rules.naming import closed_routes, counts, owners, ticket_names
from trunkline.rules.office_state import has_offices, holder_of, offices_of, postcard_source
from trunkline.rules.packing import pack_view, part_bytes
from trunkline.rules.payouts import payouts_of_routes
from trunkline.rules.pieces import box_ships, box_trains
from trunkline.rules.plans import covered_spaces, list_plans, plan_cards
from trunkline.rules.progress import (
    TicketProgress,
    is_too_far,
    longest_trail_routes,
    offer_progress,
    ticket_progress,
)
from trunkline.rules.scoring import running_score
from trunkline.rules.state import HOLE, NOBODY, OVER, TURN, UNDECIDED, State
from trunkline.rules.stations import stations_left, stations_of
from trunkline.rules.turn import legal, to_act
from trunkline.rules.view import SPECTATOR, View
from trunkline.server.messages import (
    Deck,
    OwnPart,
    Pays,
    PlayerPart,
    PublicPart,
    RoutePays,
    SeatTurn,
    TicketPart,
    Trail,
    TurnPlan,
)
from trunkline.server.tables.action_texts import texts_of

encode: Final = msgspec.json.Encoder().encode

MOST_KEPT: Final = 1_000
"""Entries of a cache that all tables share; when it is full it is emptied."""


def as_json(value: object) -> Any:
    """A part of a message, encoded once: `Raw`, which stands in a message for what it says."""
    return Raw(encode(value))


TRAILS: Final[dict[Hashable, Any]] = {}
"""Longest trails as JSON, by the routes of a seat: the search can take long, and most moves claim nothing."""
ONLY: Final = [bytes([number == seat for number in range(256)]) for seat in range(8)]
"""For each seat: translates the owners of all routes to whether each is this seat's."""
CLOSED_TO: Final = [bytes([number >> seat & 1 for number in range(256)]) for seat in range(8)]
"""For each seat: translates the seats that routes are closed to, to whether each is closed to this one."""


@final
class RouteFacts:
    """What follows from the owners of all routes, and from what is closed: a news event can open doubles (L12)."""

    def __init__(self, view: View, owner: bytes, closed: bytes) -> None:
        board = view.board
        self.owner = owner
        self.closed_to = closed
        self.routes = as_json(owners(board.route_names, view.owner))
        self.closed = as_json(closed_routes(view))
        self.trails: list[Any] = []
        if board.numbers.longest_path:
            for seat in range(len(view.players)):
                self.trails.append(cached_trail(view, seat, owner.translate(ONLY[seat])))


@final
class Progress:
    """How tickets stand, the routes that were closed then, and those that are missing: a byte of a number for each."""

    def __init__(self, key: Hashable, closed: int, missing: int, tickets: Any) -> None:
        self.key = key
        self.closed = closed
        self.missing = missing
        self.tickets = tickets


@final
class SeatFacts:
    """What the last message to a seat said, as JSON, and what it followed from: most moves change little of it."""

    def __init__(self) -> None:
        self.key: Hashable = None
        self.part: Any = None
        self.progress: Progress | None = None
        self.hand = b""
        self.covers: Any = None

    def own_part(self, state: State, seat: int) -> Any:
        """What one seat knows beyond the public part, as JSON."""
        view = View(state, seat)
        key = (
            bytes(view.hand),
            bytes(view.tickets),
            bytes(view.offered),
            view.chosen,
            # The same object as long as it says the same.
            id(self.progress_of(view)),
            # What a claim pays a company can follow from anything in the view (L15-L17).
            pack_view(view) if view.board.has_companies else part_bytes(view),
        )
        if self.part is None or self.key != key:
            self.key, self.part = key, as_json(own_part_of(state, view, self))
        return self.part

    def covers_of(self, state: State, view: View) -> Any:
        hand = bytes(view.hand)
        if self.covers is None or self.hand != hand:
            self.hand, self.covers = hand, as_json(covered_spaces(state, view.seat))
        return self.covers

    def progress_of(self, view: View) -> Any:
        """How the tickets of the viewer stand, and then those offered.

        It follows from the viewer's own routes, tickets and pieces, and from what is closed. Routes only ever close, so
        a way stays the cheapest until one of its routes does. Stations borrow from others: with them, it follows from
        all owners.
        """
        board, seat = view.board, view.seat
        player = view.players[seat]
        owner = bytes(view.owner)
        has_built = stations_left(view, seat) < board.numbers.stations
        key = (
            owner.translate(ONLY[seat]),
            bytes(view.tickets),
            bytes(view.offered),
            player.trains,
            player.ships,
            box_trains(view, seat),
            box_ships(view, seat),
            (owner, bytes(stations_of(view).owner)) if has_built else None,
            board.all_choose[view.phase],
        )
        closed = int.from_bytes(bytes(view.closed).translate(CLOSED_TO[seat]), "little")
        found = self.progress
        if found is None or found.key != key or found.closed & ~closed or found.missing & closed:
            every = ticket_progress(view) + offer_progress(view)
            missing = 0
            for each in every:
                for route in each.missing:
                    missing |= 1 << 8 * int(route)
            found = Progress(key, closed, missing, as_json([ticket_part(view, each) for each in every]))
            self.progress = found
        return found.tickets


@final
class TableFacts:
    """What the last message about a table said that most moves do not change: one for each table that is watched."""

    def __init__(self) -> None:
        self.routes: RouteFacts | None = None
        self.seats: dict[int, SeatFacts] = {}

    def of_routes(self, view: View) -> RouteFacts:
        owner, closed = bytes(view.owner), bytes(view.closed)
        found = self.routes
        if found is None or found.owner != owner or found.closed_to != closed:
            found = self.routes = RouteFacts(view, owner, closed)
        return found

    def own_part(self, state: State, seat: int) -> Any:
        """What one seat knows beyond the public part, as JSON."""
        found = self.seats.get(seat)
        if found is None:
            found = self.seats[seat] = SeatFacts()
        return found.own_part(state, seat)


def public_part(state: State, facts: TableFacts | None = None) -> PublicPart:
    """What everybody at the table may know, in names (docs/server.md). It is made of a spectator's view alone."""
    view = View(state, SPECTATOR)
    board = view.board
    of_routes = (facts or TableFacts()).of_routes(view)
    decks: dict[str, Deck] = {}
    for number, name in enumerate(board.deck_names):
        decks[name] = Deck(int(view.deck_sizes[number]), counts(board, view.discards[number]))
    part = PublicPart(
        phase=board.phase_names[view.phase],
        turn=int(view.turn),
        seat=int(view.turn_of),
        to_act=to_act(state),
        turns_left=None if view.turns_left == UNDECIDED else int(view.turns_left),
        row=[None if card == HOLE else board.card_names[card] for card in view.row],
        decks=decks,
        tickets_left=int(view.ticket_deck_size),
        routes=of_routes.routes,
        closed=of_routes.closed,
        stations={},
        tunnel=None,
        players=[player_part(view, seat, of_routes) for seat in range(len(view.players))],
    )
    for chapter in board.chapters:
        add(part, chapter.tell(view))
    if view.phase == OVER:
        part.sheet = score_sheet(state)
    return part


def add(part: Any, fields: dict[str, object]) -> None:
    """Add what a chapter writes: each of its fields is declared in the type of the message."""
    for name, value in fields.items():
        setattr(part, name, value)


def player_part(view: View, seat: int, of_routes: RouteFacts) -> PlayerPart:
    """What everybody may know of one player."""
    board = view.board
    player = view.players[seat]
    part = PlayerPart(
        cards=int(player.hand_size),
        known=counts(board, player.known),
        tickets=int(player.ticket_count),
        offered=int(player.offered_count),
        chosen=player.has_chosen,
        trains=int(player.trains),
        stations=0,
        points=int(running_score(view, seat)),
    )
    if of_routes.trails:
        part.trail = of_routes.trails[seat]
    if len(board.deck_names) > 1:
        part.train_cards = int(player.hand_size - player.ship_cards)
        part.ship_cards = int(player.ship_cards)
    for chapter in board.chapters:
        add(part, chapter.write_seat(view, seat))
    if board.has_companies:
        part.trains_left = int(board.companies.worth_of_trains(player.trains))
    return part


def trail_of(view: View, seat: int) -> Trail:
    """The longest trail of a seat (C18)."""
    board = view.board
    routes = [int(route) for route in longest_trail_routes(board, view.owner, seat)]
    return Trail(sum([int(board.length[route]) for route in routes]), [board.route_names[route] for route in routes])


def cached_trail(view: View, seat: int, own: bytes) -> Any:
    """The longest trail of a seat with these routes, as JSON."""
    found = TRAILS.get((view.board, own))
    if found is None:
        if len(TRAILS) >= MOST_KEPT:
            TRAILS.clear()
        found = TRAILS[view.board, own] = as_json(trail_of(view, seat))
    return found


def own_part(state: State, seat: int) -> OwnPart:
    """What one seat knows beyond the public part."""
    return own_part_of(state, View(state, seat), SeatFacts())


def own_part_of(state: State, view: View, facts: SeatFacts) -> OwnPart:
    board = view.board
    chosen: list[str] | None = None
    if view.chosen != UNDECIDED:
        chosen = [board.ticket_names[ticket] for i, ticket in enumerate(view.offered) if view.chosen >> i & 1]
    part = OwnPart(
        seat=int(view.seat),
        hand=counts(board, view.hand),
        tickets=ticket_names(board, view.tickets),
        offered=ticket_names(board, view.offered),
        chosen=chosen,
        progress=facts.progress_of(view),
        covers=facts.covers_of(state, view),
    )
    if board.has_companies:
        part.pays = pays_of(view, view.seat)
    for chapter in board.chapters:
        add(part, chapter.write_secrets(view, view.seat))
    return part


def pays_of(view: View, seat: int) -> list[RoutePays]:
    """What a claim of each free route would pay a seat now, where it is not nothing (L15-L17).

    Most routes pay one of few things, so routes that pay the same are listed together: that takes a third of the bytes.
    """
    board = view.board
    sources = board.companies.sources
    found: dict[tuple[tuple[int, str, int, int], ...], list[str]] = {}
    routes = [route for route in range(board.routes) if view.owner[route] == NOBODY]
    for route, steps in zip(routes, payouts_of_routes(view, seat, routes), strict=True):
        if steps:
            pays = tuple((int(step.step), sources[step.source], int(step.money), int(step.cards)) for step in steps)
            found.setdefault(pays, []).append(board.route_names[route])
    return [RoutePays(names, [Pays(*step) for step in pays]) for pays, names in found.items()]


def ticket_part(view: View, progress: TicketProgress) -> TicketPart:
    board = view.board
    return TicketPart(
        ticket=board.ticket_names[progress.ticket],
        done=progress.done,
        by_station=progress.by_station,
        in_order=progress.in_order,
        missing=[board.route_names[route] for route in progress.missing],
        spaces=None if progress.spaces < 0 else int(progress.spaces),
        too_far=is_too_far(view, progress),
    )


def turn_part(state: State, seat: int) -> SeatTurn | None:
    """What a seat may do now; nothing while it is not its move."""
    actions = ActionList()
    legal(state, seat, actions)
    if not actions.size:
        return None
    texts = texts_of(state.board)
    why_not = unclaimable(state, seat) if state.phase == TURN else {}
    cards, payments = texts.cards_of(state, seat, actions)
    return SeatTurn(seat, texts.notations_of(actions), cards, payments, why_not)


def postcards_known(state: State, seats: frozenset[int]) -> frozenset[str]:
    """The postcards whose backs these seats know: their own, and those that were met and shown to all (L21)."""
    board = state.board
    if not has_offices(state):
        return frozenset()
    uses = offices_of(state).uses
    return frozenset(
        board.companies.sources[postcard_source(state, held)]
        for held in range(len(uses))
        if uses[held] > 0 or int(holder_of(state, held)) in seats
    )


def turns_of(state: State, seats: frozenset[int]) -> list[SeatTurn]:
    """What each of these seats may do now."""
    turns: list[SeatTurn] = []
    for seat in sorted(seats):
        turn = turn_part(state, seat)
        if turn is not None:
            turns.append(turn)
    return turns


def plans_of(state: State, seat: int) -> list[TurnPlan]:
    """What a seat may plan for its next turn, in words. The spaces of a pair route are listed in one order only."""
    board = state.board
    found: dict[Hashable, TurnPlan] = {}
    for steps in list_plans(state, seat):
        plan = TurnPlan(" then ".join([to_text(board, code) for code in steps]), plan_cards(state, seat, steps))
        found.setdefault((*plan.plan.split()[:2], *sorted(plan.cards.items())), plan)
    return list(found.values())
