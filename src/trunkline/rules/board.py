"""The board: a map and variant packed for the engine, as constant tables of routes, tickets, decks and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.chapter import NO_SLOT, Chapter, ChapterRef, Part
from trunkline.rules.company_tables import NO_COMPANIES, CompanyTables
from trunkline.rules.module_tables import NO_MODULES, ModuleTables

if TYPE_CHECKING:
    from trunkline.rules.claim import ClaimStep
    from trunkline.rules.events import EventKind

GRAY: Final = 255
"""The colour of a route that takes any one colour."""

NO_GROUP: Final = 255
"""The group of a route that is not in this order."""

REFUSED_OUT: Final = 1
REFUSED_TO_BOTTOM: Final = 0

TIE_TICKETS: Final = 1
TIE_STATIONS: Final = 2
TIE_LONGEST_PATH: Final = 3
TIE_TURN_ORDER: Final = 4

NO_CARD: Final = -1


@final
class Numbers:
    """The numbers of the rules that a map chooses; docs/map-format.md says what each means.

    Maps without ships, ports or companies leave out their numbers.
    """

    def __init__(self, values: dict[str, int]) -> None:
        self.values: Final = values
        self.least_players: Final[i64] = values["least_players"]
        self.most_players: Final[i64] = values["most_players"]
        self.trains: Final[i64] = values["trains"]
        self.stations: Final[i64] = values["stations"]
        self.unbuilt_station: Final[i64] = values["unbuilt_station"]
        self.tunnel_cards: Final[i64] = values["tunnel_cards"]
        self.hand: Final[i64] = values["hand"]
        self.row: Final[i64] = values["row"]
        self.row_locomotives: Final[i64] = values["row_locomotives"]
        self.doubles_open_from: Final[i64] = values["doubles_open_from"]
        self.triples_open_from: Final[i64] = values.get("triples_open_from", values["doubles_open_from"])
        self.end_at: Final[i64] = values["end_at"]
        self.last_turns: Final[i64] = values["last_turns"]
        self.opening_short: Final[i64] = values["opening_short"]
        self.opening_long: Final[i64] = values["opening_long"]
        self.opening_keep: Final[i64] = values["opening_keep"]
        self.opening_refused: Final[i64] = values["opening_refused"]
        self.draw_tickets: Final[i64] = values["draw_tickets"]
        self.draw_keep: Final[i64] = values["draw_keep"]
        self.longest_path: Final[i64] = values["longest_path"]
        self.globetrotter: Final[i64] = values["globetrotter"]
        self.ships: Final[i64] = values.get("ships", 0)
        self.pieces: Final[i64] = values.get("pieces", 0)
        self.suggested_trains: Final[i64] = values.get("suggested_trains", 0)
        self.ports: Final[i64] = values.get("ports", 0)
        self.port_trains: Final[i64] = values.get("port_trains", 0)
        self.port_ships: Final[i64] = values.get("port_ships", 0)
        self.port_price: Final[i64] = values.get("port_trains", 0) + values.get("port_ships", 0)
        self.unbuilt_port: Final[i64] = values.get("unbuilt_port", 0)
        self.exchange_cost: Final[i64] = values.get("exchange_cost", 0)
        self.money: Final[i64] = values.get("money", 0)
        self.draw_barred_at: Final[i64] = values.get("draw_barred_at", 0)


@final
class RouteRow:
    """One route as input for a board: cities and colours are numbers, not names."""

    def __init__(
        self,
        name: str,
        a: int,
        b: int,
        length: int,
        colour: int,
        group: int,
        locomotives: int,
        tunnel: bool,
        sea: bool,
        pair: bool,
    ) -> None:
        self.name: Final = name
        self.a: Final = a
        self.b: Final = b
        self.length: Final = length
        self.colour: Final = colour
        self.group: Final = group
        self.locomotives: Final = locomotives
        self.tunnel: Final = tunnel
        self.sea: Final = sea
        self.pair: Final = pair


@final
class TicketRow:
    """One ticket as input for a board: two cities, or three and more for a tour (W9)."""

    def __init__(
        self, name: str, cities: list[int], points: int, out_of_order: int, penalty: int, is_long: bool
    ) -> None:
        self.name: Final = name
        self.cities: Final = cities
        self.points: Final = points
        self.out_of_order: Final = out_of_order
        self.penalty: Final = penalty
        self.is_long: Final = is_long


@final
class RouteOrder:
    """Routes in groups: one for each colour, short ones first, then one for each price of gray routes, low ones first.

    Listing the claims of a group can therefore stop at the first route that is too long.
    """

    def __init__(self, rows: list[RouteRow], routes: list[int], colours: int) -> None:
        def price(route: int) -> tuple[int, int]:
            return rows[route].length, rows[route].locomotives

        groups = [sorted((r for r in routes if rows[r].colour == colour), key=price) for colour in range(colours)]
        gray = [r for r in routes if rows[r].colour == GRAY]
        groups += [[r for r in gray if price(r) == each] for each in sorted({price(r) for r in gray})]
        group_of = [NO_GROUP] * len(rows)
        starts: list[int] = []
        ends: list[int] = []
        order: list[int] = []
        for number, group in enumerate(groups):
            starts.append(len(order))
            order += group
            ends.append(len(order))
            for route in group:
                group_of[route] = number
        self.routes: Final = vec[i16](order)
        self.starts: Final = vec[i16](starts)
        """Where the routes of each group begin."""
        self.ends: Final = vec[i16](ends)
        self.open: Final = vec[i16](order + ends)
        """Routes and ends in one list: the initial value of `State.open_rails`."""
        self.group_of: Final = vec[u8](group_of)
        """The group of each route, or NO_GROUP."""


@final
class Board:
    """A map with one of its variants, as tables. Cities, routes, tickets and cards are numbers from 0.

    Cards are numbered by colour, then comes the locomotive: `wild`, and behind it on a board that has newspapers the
    `newspaper`, which is in no hand and no row (L11). With two decks each colour has four cards: the plain train, then
    from `anchor_train`, `ship` and `double_ship` on the others in the same order of colours (W1). A
    route's twins are a ring: `twin[route]` is the next lane of the same double or triple, and the route itself if it
    has none (C11).
    """

    def __init__(
        self,
        map_id: str,
        variant: str,
        numbers: Numbers,
        cities: list[str],
        port_cities: list[int],
        colours: list[str],
        cards: list[str],
        deck_names: list[str],
        deck_cards: list[list[int]],
        hand: list[int],
        row: list[int],
        routes: list[RouteRow],
        tickets: list[TicketRow],
        route_points: list[int],
        station_cost: list[int],
        port_points: list[int],
        tie_break: list[int],
        companies: CompanyTables | None = None,
        modules: ModuleTables | None = None,
    ) -> None:
        self.map_id: Final = map_id
        self.variant: Final = variant
        self.numbers: Final = numbers
        self.city_names: Final = cities
        self.colour_names: Final = colours
        self.card_names: Final = cards
        self.deck_names: Final = deck_names
        self.route_names: Final = [row.name for row in routes]
        self.ticket_names: Final = [row.name for row in tickets]
        self.deck_cards: Final = [vec[u8](counts) for counts in deck_cards]

        self.cities: Final[i64] = len(cities)
        self.cards: Final[i64] = len(cards)
        self.colours: Final[i64] = len(colours)
        self.has_companies: Final = companies is not None
        self.companies: Final = NO_COMPANIES if companies is None else companies
        self.modules: Final = NO_MODULES if modules is None else modules
        """The modules of a campaign that are in force."""
        if modules is not None:
            modules.number_sources(self.companies.sources)
        has_newspapers = self.companies.most_newspapers > 0
        self.newspaper: Final[i64] = len(cards) - 1 if has_newspapers else NO_CARD
        self.wild: Final[i64] = len(cards) - 2 if has_newspapers else len(cards) - 1
        self.anchor_train: Final[i64] = len(colours)
        self.ship: Final[i64] = 2 * len(colours)
        self.double_ship: Final[i64] = 3 * len(colours)
        self.deck_of: Final = vec[u8]([home(deck_cards, card) for card in range(len(cards))])
        """The deck that each card belongs to."""
        self.hand: Final = vec[u8](hand)
        """Cards dealt to each player, from each deck."""
        self.place_deck: Final = vec[u8]([deck for deck in range(len(row)) for _ in range(row[deck])])
        """The deck that each place of the row is dealt from."""
        self.routes: Final[i64] = len(routes)
        self.tickets: Final[i64] = len(tickets)

        self.route_a: Final = vec[u8]([row.a for row in routes])
        self.route_b: Final = vec[u8]([row.b for row in routes])
        self.length: Final = vec[u8]([row.length for row in routes])
        self.colour: Final = vec[u8]([row.colour for row in routes])
        self.locomotives: Final = vec[u8]([row.locomotives for row in routes])
        self.tunnel: Final = vec[u8]([1 if row.tunnel else 0 for row in routes])
        self.has_tunnels: Final = any(row.tunnel for row in routes)
        self.sea: Final = vec[u8]([1 if row.sea else 0 for row in routes])
        self.pair: Final = vec[u8]([1 if row.pair else 0 for row in routes])
        self.points: Final = vec[u8]([route_points[row.length - 1] if route_points else 0 for row in routes])
        """The points of each route; 0 on a board that pays dollars (C13, L1)."""
        self.twin: Final = ring_of_twins(routes)
        self.open_from: Final = vec[u8]([opens_from(numbers, routes, row.group) for row in routes])
        """For each route the least number of players with which all its lanes stay open (C12, L14)."""

        self.ticket_a: Final = vec[u8]([row.cities[0] for row in tickets])
        self.ticket_b: Final = vec[u8]([row.cities[-1] for row in tickets])
        self.ticket_points: Final = vec[u8]([row.points for row in tickets])
        self.ticket_penalty: Final = vec[u8]([row.penalty for row in tickets])
        self.ticket_out_of_order: Final = vec[u8]([row.out_of_order for row in tickets])
        """The points of a tour whose cities are connected, but not in order."""
        # The cities of each ticket: `ticket_cities[ticket_start[t]:ticket_start[t + 1]]`.
        ticket_cities: list[int] = []
        ticket_start: list[int] = []
        for ticket in tickets:
            ticket_start.append(len(ticket_cities))
            ticket_cities += ticket.cities
        ticket_start.append(len(ticket_cities))
        self.ticket_cities: Final = vec[u8](ticket_cities)
        self.ticket_start: Final = vec[i16](ticket_start)
        self.ticket_long: Final = vec[u8]([1 if row.is_long else 0 for row in tickets])

        self.station_cost: Final = vec[u8](station_cost)
        self.tie_break: Final = vec[u8](tie_break)

        ports = [1 if city in port_cities else 0 for city in range(len(cities))]
        self.is_port: Final = vec[u8](ports if port_cities else [])
        """Whether a port may be built in each city; empty on a board without ports."""
        self.port_points: Final = vec[u8](port_points)

        everything = range(len(routes))
        self.rails: Final = RouteOrder(
            routes, [r for r in everything if not routes[r].sea and not routes[r].pair], len(colours)
        )
        self.lanes: Final = RouteOrder(routes, [r for r in everything if routes[r].sea], len(colours))
        """The sea routes."""
        self.pairs: Final = vec[i16]([r for r in everything if routes[r].pair])

        # The routes at each city: `at_city[at_city_start[c]:at_city_start[c + 1]]`.
        at_city: list[int] = []
        at_city_start: list[int] = []
        for city in range(len(cities)):
            at_city_start.append(len(at_city))
            at_city += [r for r in range(len(routes)) if city in (routes[r].a, routes[r].b)]
        at_city_start.append(len(at_city))
        self.at_city: Final = vec[i16](at_city)
        self.at_city_start: Final = vec[i16](at_city_start)

        # Templates: copying them at the start of a game or a search is faster than making new ones.
        self.each_city: Final = vec[u8](list(range(len(cities))))
        self.no_cities: Final = vec[u8]([0] * len(cities))
        self.empty_row: Final = vec[u8]([255] * numbers.row)
        self.no_cards: Final = vec[u8]([0] * len(cards))
        self.no_routes_closed: Final = vec[u8]([0] * len(routes))
        self.no_routes_owned: Final = vec[u8]([255] * len(routes))
        self.no_owners: Final = vec[u8]([255] * len(cities))

        self.route_number: Final = {name: number for number, name in enumerate(self.route_names)}
        self.city_number: Final = {name: number for number, name in enumerate(cities)}
        self.card_number: Final = {name: number for number, name in enumerate(cards)}
        self.colour_number: Final = {name: number for number, name in enumerate(colours)} | {
            cards[self.wild]: int(self.wild)
        }
        self.ticket_number: Final = {name: number for number, name in enumerate(self.ticket_names)}

        # The chapters of the board; `use` sets them.
        self.chapters: list[Chapter] = []
        """The chapters of the board, in the order in which their actions are listed."""
        self.of_kind: list[ChapterRef] = []
        """The chapter of each kind of action: a chapter of the board, otherwise any chapter with that kind."""
        self.of_phase: list[ChapterRef] = []
        self.phase_names: list[str] = []
        self.all_choose: list[bool] = []
        """Whether all seats choose at once in each phase."""
        self.phases_of_kind: list[list[int]] = []
        self.verbs: dict[str, Chapter] = {}
        self.event_kinds: dict[str, EventKind] = {}
        self.on_turn: list[ChapterRef] = []
        """The chapters that list actions at the start of a turn."""
        self.declinable: list[ChapterRef] = []
        """The chapters whose actions at the start of a turn do not prevent a pass."""
        self.at_turn_start: list[ChapterRef] = []
        self.at_turn_end: list[ChapterRef] = []
        self.reacting: list[ChapterRef] = []
        """The chapters that react to drawn cards and kept tickets."""
        self.refs: list[ChapterRef] = []
        """The same as `chapters`, for the score sheet."""
        self.payer: list[ChapterRef] = []
        """The chapter by which each route is paid."""
        self.claim_steps: list[ClaimStep] = []
        """The steps at the end of a claim, in order."""
        self.first_step: ClaimStep | None = None
        self.set_up_phases: list[i64] = []
        """The phases before the first turn, in order."""
        self.slots: i64 = 0
        """The number of slots for the parts of its chapters."""
        self.absent: Final = Part()
        """A placeholder for the slots of chapters that the board does not have."""

    def use(self, rulebook: list[Chapter]) -> None:
        """Use the chapters of the rulebook that the board has data for. The notation of the others is known too."""
        self.chapters = [chapter for chapter in rulebook if chapter.is_on(self)]
        self.refs = [ChapterRef(chapter) for chapter in self.chapters]
        others = [chapter for chapter in rulebook if not chapter.is_on(self)]
        everything = others + self.chapters
        kinds = max([kind.number for chapter in everything for kind in chapter.kinds]) + 1
        phases = max([phase.number for chapter in everything for phase in chapter.phases]) + 1
        self.of_kind = [ChapterRef(everything[0])] * kinds
        self.phases_of_kind = [[] for _ in range(kinds)]
        self.of_phase = [ChapterRef(everything[0])] * phases
        self.phase_names = [""] * phases
        self.all_choose = [False] * phases
        for chapter in everything:
            ref = ChapterRef(chapter)
            for kind in chapter.kinds:
                self.of_kind[kind.number] = ref
                self.verbs[kind.verb] = chapter
                self.phases_of_kind[kind.number] += kind.phases
            for phase in chapter.phases:
                self.of_phase[phase.number] = ref
                self.phase_names[phase.number] = phase.name
                self.all_choose[phase.number] = phase.all_choose
            for event in chapter.events:
                self.event_kinds[event.name] = event
        self.on_turn = []
        self.declinable = []
        self.at_turn_start = []
        self.at_turn_end = []
        self.reacting = []
        self.claim_steps = []
        self.set_up_phases = []
        self.payer = []
        for chapter in self.chapters:
            if chapter.slot != NO_SLOT:
                self.slots = max(self.slots, chapter.slot + 1)
            if chapter.lists_on_turn(self):
                listed = self.declinable if chapter.may_be_declined() else self.on_turn
                listed.append(ChapterRef(chapter))
            if chapter.starts_turns():
                self.at_turn_start.append(ChapterRef(chapter))
            if chapter.has_turn_end():
                self.at_turn_end.append(ChapterRef(chapter))
            if chapter.reacts():
                self.reacting.append(ChapterRef(chapter))
            self.claim_steps += chapter.claim_steps(self)
            self.set_up_phases += [phase.number for phase in chapter.phases if phase.all_choose]
        self.claim_steps.sort(key=lambda step: step.number)
        self.first_step = self.claim_steps[0]
        for number in range(len(self.claim_steps)):
            step = self.claim_steps[number]
            step.next = self.claim_steps[number + 1] if number + 1 < len(self.claim_steps) else None
        for route in range(self.routes):
            payer = [chapter for chapter in self.chapters if chapter.pays_for(self, route)]
            self.payer.append(ChapterRef(payer[-1]))

    def claim_step(self, number: i64) -> ClaimStep:
        """The step of a claim with this number."""
        for step in self.claim_steps:
            if step.number == number:
                return step
        raise ValueError("a claim has no such step")

    def other_end(self, route: i64, city: i64) -> i64:
        """The city at the other end of a route."""
        a = i64(self.route_a[route])
        return i64(self.route_b[route]) if a == city else a

    def colour_name(self, colour: i64) -> str:
        """The colour of a payment by name; the locomotive counts as a colour here."""
        return self.card_names[self.wild] if colour == self.wild else self.colour_names[colour]

    def is_tour(self, ticket: i64) -> bool:
        """Whether a ticket names three cities or more (W9)."""
        return i64(self.ticket_start[ticket + 1]) - i64(self.ticket_start[ticket]) > 2

    def __repr__(self) -> str:
        return f"Board({self.map_id!r}, {self.variant!r})"


def home(decks: list[list[int]], card: int) -> int:
    """The deck that a card belongs to; the first deck if no deck has the card."""
    for number, cards in enumerate(decks):
        if cards[card] > 0:
            return number
    return 0


def opens_from(numbers: Numbers, routes: list[RouteRow], group: int) -> int:
    """The least number of players with which all lanes of a group stay open."""
    lanes = sum(row.group == group for row in routes)
    return int(numbers.triples_open_from if lanes > 2 else numbers.doubles_open_from)


def ring_of_twins(routes: list[RouteRow]) -> vec[i16]:
    """For each route the next lane of its group, cyclic."""
    groups: dict[int, list[int]] = {}
    for number, row in enumerate(routes):
        groups.setdefault(row.group, []).append(number)
    twin = vec[i16]()
    for number, row in enumerate(routes):
        lanes = groups[row.group]
        twin = append(twin, i16(lanes[(lanes.index(number) + 1) % len(lanes)]))
    return twin
