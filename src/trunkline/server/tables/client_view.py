"""What a client is told of a game: the public part, the part of its own seats, their legal moves and reasons (C15)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Raw, Struct

from trunkline.game.sheet import score_sheet
from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.board import Board
from trunkline.rules.claim import unclaimable
from trunkline.rules.naming import closed_routes, counts, owners, ticket_names
from trunkline.rules.packing import pack_view, part_bytes
from trunkline.rules.payouts import payouts
from trunkline.rules.pieces import box_ships, box_trains
from trunkline.rules.plans import NO_CARDS, card_keys, cards_of, covered_spaces, list_plans, plan_cards
from trunkline.rules.progress import (
    TicketProgress,
    is_too_far,
    longest_trail_routes,
    offer_progress,
    ticket_progress,
)
from trunkline.rules.rulebook import CHAPTERS
from trunkline.rules.scoring import running_score
from trunkline.rules.state import HOLE, NOBODY, OVER, TURN, UNDECIDED, State
from trunkline.rules.stations import stations_left, stations_of
from trunkline.rules.turn import legal, to_act
from trunkline.rules.view import SPECTATOR, View
from trunkline.server.messages import (
    Deck,
    Entry,
    EntryLine,
    OwnPart,
    Pays,
    Plan,
    PlayerPart,
    PublicPart,
    SeatTurn,
    TicketPart,
    Trail,
)
from trunkline.server.store.rows import EntryRow, TableSeat
from trunkline.server.tables.table import may_undo

encode = msgspec.json.Encoder().encode
T = TypeVar("T")

MOST_KEPT = 1_000
"""Entries of a cache that all tables share; when it is full it is emptied."""


def as_json(value: T) -> T:
    """A part of a message, encoded once. It is `Raw`, under the type of what it says."""
    return cast(T, Raw(encode(value)))


TRAILS: dict[Hashable, Trail] = {}
"""Longest trails as JSON, by the routes of a seat: the search can take long, and most moves claim nothing."""
CARDS: dict[Board, dict[int, dict[str, int] | None]] = {}
"""For each board the cards of an action, by `card_keys`."""
ONLY = [bytes(number == seat for number in range(256)) for seat in range(8)]
"""For each seat: translates the owners of all routes to whether each is this seat's."""
CLOSED_TO = [bytes(number >> seat & 1 for number in range(256)) for seat in range(8)]
"""For each seat: translates the seats that routes are closed to, to whether each is closed to this one."""


class RouteFacts(NamedTuple):
    """What follows from the owners of all routes, and from what is closed: a news event can open doubles (L12)."""

    key: tuple[bytes, bytes]
    routes: dict[str, int]
    closed: dict[str, list[int]]
    trails: list[Trail]


class Progress(NamedTuple):
    """How tickets stand, the routes that were closed then, and those that are missing: a byte of a number for each."""

    key: Hashable
    closed: int
    missing: int
    told: list[TicketPart]


class SeatFacts:
    """What the last message to a seat said, as JSON, and what it followed from: most moves change little of it."""

    __slots__ = ("covers", "hand", "key", "part", "progress")

    def __init__(self) -> None:
        self.key: Hashable = None
        self.part: OwnPart | None = None
        self.progress: Progress | None = None
        self.hand = b""
        self.covers: dict[str, dict[str, int]] | None = None

    def own_part(self, state: State, seat: int) -> OwnPart:
        """What one seat knows beyond the public part."""
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

    def covers_of(self, state: State, view: View) -> dict[str, dict[str, int]]:
        hand = bytes(view.hand)
        if self.covers is None or self.hand != hand:
            self.hand, self.covers = hand, as_json(covered_spaces(state, view.seat))
        return self.covers

    def progress_of(self, view: View) -> list[TicketPart]:
        """How the tickets of the viewer stand, and then those offered.

        It follows from the viewer's own routes, tickets and pieces, and from what is closed. Routes only ever close, so
        a way stays the cheapest until one of its routes does. Stations borrow from others: with them, it follows from
        all owners.
        """
        board, seat = view.board, view.seat
        player = view.players[seat]
        owner = bytes(view.owner)
        pieces = (player.trains, player.ships, box_trains(view, seat), box_ships(view, seat))
        tickets = (*view.tickets, -1, *view.offered)
        has_built = stations_left(view, seat) < board.numbers.stations
        borrowed = (owner, bytes(stations_of(view).owner)) if has_built else None
        key = (owner.translate(ONLY[seat]), tickets, pieces, borrowed, board.all_choose[view.phase])
        closed = int.from_bytes(bytes(view.closed).translate(CLOSED_TO[seat]), "little")
        found = self.progress
        if found is None or found.key != key or found.closed & ~closed or found.missing & closed:
            every = (*ticket_progress(view), *offer_progress(view))
            missing = sum(1 << 8 * route for route in {int(route) for each in every for route in each.missing})
            told = as_json([ticket_part(view, each) for each in every])
            found = self.progress = Progress(key, closed, missing, told)
        return found.told


class TableFacts:
    """What the last message about a table said that most moves do not change: one for each table that is watched."""

    def __init__(self) -> None:
        self.routes: RouteFacts | None = None
        self.seats: dict[int, SeatFacts] = {}

    def of_routes(self, view: View) -> RouteFacts:
        key = bytes(view.owner), bytes(view.closed)
        if self.routes is None or self.routes.key != key:
            self.routes = route_facts(view, key)
        return self.routes

    def own_part(self, state: State, seat: int) -> OwnPart:
        """What one seat knows beyond the public part."""
        found = self.seats.get(seat)
        if found is None:
            found = self.seats[seat] = SeatFacts()
        return found.own_part(state, seat)


def route_facts(view: View, key: tuple[bytes, bytes]) -> RouteFacts:
    board = view.board
    owner = key[0]
    trails = []
    if board.numbers.longest_path:
        trails = [cached_trail(view, seat, owner.translate(ONLY[seat])) for seat in range(len(view.players))]
    return RouteFacts(key, as_json(owners(board.route_names, view.owner)), as_json(closed_routes(view)), trails)


def public_part(state: State, facts: TableFacts | None = None) -> PublicPart:
    """What everybody at the table may know, in names (docs/server.md). It is made of a spectator's view alone."""
    view = View(state, SPECTATOR)
    board = view.board
    of_routes = (facts or TableFacts()).of_routes(view)
    players = [player_part(view, seat) for seat in range(len(view.players))]
    for player, trail in zip(players, of_routes.trails, strict=False):
        player.trail = trail
    told = PublicPart(
        phase=board.phase_names[view.phase],
        turn=int(view.turn),
        seat=int(view.turn_of),
        to_act=to_act(state),
        turns_left=None if view.turns_left == UNDECIDED else int(view.turns_left),
        row=[None if card == HOLE else board.card_names[card] for card in view.row],
        decks={
            name: Deck(int(size), counts(board, discards))
            for name, size, discards in zip(board.deck_names, view.deck_sizes, view.discards, strict=True)
        },
        tickets_left=int(view.ticket_deck_size),
        routes=of_routes.routes,
        closed=of_routes.closed,
        stations={},
        tunnel=None,
        players=players,
    )
    for chapter in board.chapters:
        add(told, chapter.tell(view))
    if view.phase == OVER:
        told.sheet = score_sheet(state)
    return told


def add(told: Struct, fields: dict[str, object]) -> None:
    """Add what a chapter writes: each of its fields is declared in the type of the message."""
    for name, value in fields.items():
        setattr(told, name, value)


def player_part(view: View, seat: int) -> PlayerPart:
    """What everybody may know of one player."""
    board = view.board
    player = view.players[seat]
    told = PlayerPart(
        cards=int(player.hand_size),
        known=counts(board, player.known),
        tickets=int(player.ticket_count),
        offered=int(player.offered_count),
        chosen=bool(player.has_chosen),
        trains=int(player.trains),
        stations=0,
        points=int(running_score(view, seat)),
    )
    if len(board.deck_names) > 1:
        told.train_cards = int(player.hand_size - player.ship_cards)
        told.ship_cards = int(player.ship_cards)
    for chapter in board.chapters:
        add(told, chapter.write_seat(view, seat))
    if board.has_companies:
        told.trains_left = int(board.companies.worth_of_trains(player.trains))
    return told


def trail_of(view: View, seat: int) -> Trail:
    """The longest trail of a seat (C18)."""
    board = view.board
    routes = [int(route) for route in longest_trail_routes(board, view.owner, seat)]
    return Trail(sum(int(board.length[route]) for route in routes), [board.route_names[route] for route in routes])


def cached_trail(view: View, seat: int, own: bytes) -> Trail:
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
    chosen = None
    if view.chosen != UNDECIDED:
        chosen = [board.ticket_names[ticket] for i, ticket in enumerate(view.offered) if view.chosen >> i & 1]
    told = OwnPart(
        seat=view.seat,
        hand=counts(board, view.hand),
        tickets=ticket_names(board, view.tickets),
        offered=ticket_names(board, view.offered),
        chosen=chosen,
        progress=facts.progress_of(view),
        covers=facts.covers_of(state, view),
    )
    if board.has_companies:
        told.pays = pays_of(view, view.seat)
    for chapter in board.chapters:
        add(told, chapter.write_secrets(view, view.seat))
    return told


def pays_of(view: View, seat: int) -> dict[str, list[Pays]]:
    """By free route what a claim would pay a seat now, where it is not nothing (L15-L17)."""
    board = view.board
    sources = board.companies.sources
    found = {}
    for route, owner in enumerate(view.owner):
        if owner == NOBODY and (steps := payouts(view, seat, route)):
            pays = [Pays(int(step.step), sources[step.source], int(step.money), int(step.cards)) for step in steps]
            found[board.route_names[route]] = pays
    return found


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


def premoves_of(seat: TableSeat) -> list[str]:
    """The plans of a seat in words, as they were given."""
    return [" then ".join(plan) for plan in seat.premoves]


def turn_part(state: State, seat: int) -> SeatTurn | None:
    """What a seat may do now; nothing while it is not its move."""
    actions = ActionList()
    legal(state, seat, actions)
    if not len(actions):
        return None
    words = list(map(Notations.of(state.board).__getitem__, actions))
    why_not = unclaimable(state, seat) if state.phase == TURN else {}
    return SeatTurn(seat, words, cards_taken(state, seat, actions), why_not)


def cards_taken(state: State, seat: int, actions: ActionList) -> list[dict[str, int] | None]:
    """For each action the cards that it takes: a large hand has hundreds of actions, again at each turn."""
    kept = CARDS.setdefault(state.board, {NO_CARDS: None})
    if len(kept) > MOST_KEPT:
        kept = CARDS[state.board] = {NO_CARDS: None}
    keys = card_keys(state, seat, actions)
    try:
        return list(map(kept.__getitem__, keys))
    except KeyError:
        for number, key in enumerate(keys):
            if key not in kept:
                kept[key] = as_json(cards_of(state, seat, [actions[number]]))
        return list(map(kept.__getitem__, keys))


def plans_of(state: State, seat: int) -> list[Plan]:
    """What a seat may plan for its next turn, in words. The spaces of a pair route are listed in one order only."""
    words = Notations.of(state.board)
    found: dict[Hashable, Plan] = {}
    for steps in list_plans(state, seat):
        plan = Plan(" then ".join(words[code] for code in steps), plan_cards(state, seat, steps))
        found.setdefault((*plan.plan.split()[:2], *sorted(plan.cards.items())), plan)
    return list(found.values())


class Notations(dict[int, str]):
    """The notation of every action that was ever listed on a board: a large hand has hundreds, again at each turn."""

    by_board: ClassVar[dict[Board, Notations]] = {}

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, code: int) -> str:
        words = self[code] = to_text(self.board, code)
        return words

    @classmethod
    def of(cls, board: Board) -> Notations:
        found = cls.by_board.get(board)
        if found is None:
            found = cls.by_board[board] = cls(board)
        return found


def redacted(events: list[dict[str, Any]], seats: frozenset[int] | None) -> list[dict[str, Any]]:
    """Stored events as a client with these seats may see them; None is for one who may see all."""
    if seats is None or not any(hides(event, seats) for event in events):
        return events
    return [
        {key: value for key, value in event.items() if key not in SECRETS[event["event"]]}
        if hides(event, seats)
        else event
        for event in events
    ]


def hides(event: dict[str, Any], seats: frozenset[int]) -> bool:
    """Whether an event has items that a client with these seats may not see."""
    return event["event"] in SECRETS and event.get("seat") not in seats


def secrets_of_events() -> dict[str, tuple[str, ...]]:
    """For each kind of event with secret items, the key they are told under."""
    return {kind.name: (kind.items,) for chapter in CHAPTERS for kind in chapter.events if kind.secret}


SECRETS = secrets_of_events()

# Actions that say nothing hidden; what is chosen among tickets is for the chooser alone until all is over.
# A split is not among them: once all have chosen an event tells it, and the action itself was taken before.
OPEN_VERBS = ("draw", "claim", "pay", "withdraw", "station", "port", "exchange", "take", "pass")


def action_seen(action: str | None, seat: int | None, seats: frozenset[int] | None) -> str | None:
    """The words of an action, as far as a client with these seats may know them."""
    if action is None or seats is None or seat in seats or action.split()[0] in OPEN_VERBS:
        return action
    return None


class EntryMessages:
    """One entry as messages: what is the same for everybody who is told of it is encoded once.

    `events` are the facts of the events, where they are at hand; otherwise they are read from the entry.
    """

    def __init__(
        self,
        entry: EntryRow,
        state: State,
        deadline: float | None,
        facts: TableFacts,
        events: list[dict[str, Any]] | None = None,
    ) -> None:
        self.entry = entry
        self.state = state
        self.deadline = deadline
        self.facts = facts
        self.events: list[dict[str, Any]] = msgspec.json.decode(entry.events) if events is None else events
        self.undo = may_undo(entry.kind, entry.by_bot, self.events)
        self.public = Raw(encode(public_part(state, facts)))
        self.told: dict[frozenset[int], bytes] = {}

    def to(self, seats: frozenset[int]) -> bytes:
        """The message for a client with these seats."""
        found = self.told.get(seats)
        if found is None:
            entry, state = self.entry, self.state
            events = redacted(self.events, seats)
            message = Entry(
                table=entry.table,
                seq=entry.seq,
                kind=entry.kind,  # type: ignore[arg-type]
                seat=entry.seat,
                by_bot=entry.by_bot,
                action=action_seen(entry.action, entry.seat, None if state.phase == OVER else seats),
                # Where nothing is hidden from the client, the stored text is what it is told.
                events=cast(list[dict[str, Any]], Raw(entry.events)) if events is self.events else events,
                public=self.public,
                own=[self.facts.own_part(state, seat) for seat in sorted(seats)],
                turns=[] if entry.kind == "abort" else turns_of(state, seats),
                at=entry.at,
                undo=self.undo,
                deadline=self.deadline,
            )
            found = self.told[seats] = encode(message)
        return found


def entry_line(entry: EntryRow, seats: frozenset[int] | None, actions: frozenset[int] | None) -> EntryLine:
    """An entry without its position, for a log: events as `seats` see them, the action as `actions` may know it."""
    events = msgspec.json.decode(entry.events)
    return EntryLine(
        seq=entry.seq,
        kind=entry.kind,  # type: ignore[arg-type]
        seat=entry.seat,
        by_bot=entry.by_bot,
        action=action_seen(entry.action, entry.seat, actions),
        events=redacted(events, seats),
        at=entry.at,
        undo=may_undo(entry.kind, entry.by_bot, events),
    )


def turns_of(state: State, seats: frozenset[int]) -> list[SeatTurn]:
    """What each of these seats may do now."""
    return [turn for seat in sorted(seats) if (turn := turn_part(state, seat)) is not None]
