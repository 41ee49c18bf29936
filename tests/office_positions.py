"""Editions with crew and postcards, and positions in them, for the tests of offices."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import u8

from trunkline.maps.edition import Barred, Deal, Edition, HeldPostcard, Office, StartExtra, reference
from trunkline.maps.load import load_map
from trunkline.maps.office_cards import OfficeCards, office_cards
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList, kind_of, subject_of, to_text, wilds_of
from trunkline.rules.claim import CLAIM, close
from trunkline.rules.events import Event
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.office_state import OfficesPart, offices_of
from trunkline.rules.offices import HIRING
from trunkline.rules.setup import new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.tickets import CREW_TICKETS
from trunkline.rules.turn import apply, legal

COMPANIES = ["blue", "red", "green", "yellow"]
TERRITORIES = ("BR", "LK", "PM", "LS", "NS", "HD", "SD", "PS")
EVENTS = ("milk-run", "coal-famine", "crossing-guards", "blizzard", "wire-boom", "spring-flood", "regatta",
          "harvest-express", "hurricane-watch", "mail-subsidy")  # fmt: skip


def cards() -> OfficeCards:
    return office_cards(load_map("meridian"), "2")


def edition(
    postcards: tuple[HeldPostcard, ...] = (),
    *,
    game: int = 5,
    hires: bool = False,
    barred: tuple[Barred, ...] = (),
    start: tuple[StartExtra, ...] = (),
    territories: tuple[str, ...] = TERRITORIES,
) -> Edition:
    office = Office(
        game=game, hiring=tuple(reversed(COMPANIES)) if hires else (), barred=barred, postcards=postcards, start=start
    )
    return Edition(
        content="2", year=1874, trains=60, money=5, hand=4, opening=Deal(4, 2), events=EVENTS,
        territories=territories, office=office,
    )  # fmt: skip


def dealt(edition: Edition, seed: int = 1, players: int = 4) -> State:
    """A new game of an edition: blue sits in seat 0 and starts."""
    board = load_board(reference("meridian", edition))
    return new_game(board, players, seed.to_bytes(32, "little"), 0, None)


def begun(edition: Edition, seed: int = 1) -> State:
    """A game whose tickets are chosen: it hires, or its first turn has begun."""
    state = dealt(edition, seed)
    for seat in range(len(state.players)):
        apply(state, seat, legal_codes(state, seat)[-1], None)
    return state


def holding(*names: str, used: int = 0, game: int = 5, seed: int = 1) -> State:
    """A game in which blue, whose turn it is, holds these postcards and many cards."""
    state = begun(edition(tuple(HeldPostcard("blue", name, used) for name in names), game=game), seed)
    state.players[0].hand = vec_of([9] * 7 + [0])
    state.players[0].count_hand()
    return state


def vec_of(numbers: list[int]) -> vec[u8]:
    return vec[u8](numbers)


def legal_codes(state: State, seat: int | None = None) -> list[int]:
    found = ActionList()
    legal(state, state.seat if seat is None else seat, found)
    return found.to_list()


def play(state: State, code: int) -> list[Event]:
    log: list[Event] = []
    apply(state, state.seat, code, log)
    return log


def own(state: State, seat: int, routes: list[int]) -> None:
    for route in routes:
        close(state, seat, route)


def claim(state: State, route: int, wilds: int = 0) -> list[Event]:
    """Claim a route, paid with so many locomotives."""
    codes = [code for code in legal_codes(state) if kind_of(code) == CLAIM and subject_of(code) == route]
    return play(state, next(code for code in codes if wilds_of(code) == wilds))


def path(state: State, one: str, other: str) -> list[int]:
    """Routes that connect two cities."""
    board = state.board
    start, end = board.city_number[one], board.city_number[other]
    via: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = deque([start])
    while queue:
        city = queue.popleft()
        for route in range(board.routes):
            for a, b in ((board.route_a, board.route_b), (board.route_b, board.route_a)):
                if int(a[route]) == city and int(b[route]) not in via:
                    via[int(b[route])] = (city, route)
                    queue.append(int(b[route]))
    found: list[int] = []
    while end != start:
        end, route = via[end]
        found.append(route)
    return found


def turn_up(state: State, event: str) -> None:
    """Make a news event the current one."""
    news = news_of(state)
    number = state.board.companies.event_number[event]
    news.deck = vec_of([each for each in list(news.deck) if each != number])
    if news.current != NO_EVENT:
        news.discards = vec_of([*list(news.discards), int(news.current)])
    news.current = number
    for chapter in state.board.chapters:
        chapter.restore(state)


def end(state: State) -> list[Event]:
    """Play the last turn."""
    state.turns_left = 1
    log: list[Event] = []
    while state.phase != OVER:
        apply(state, state.seat, next(code for code in legal_codes(state)), log)
    return log


def part(state: State) -> OfficesPart:
    return offices_of(state)


# Routes that a card asks for, and what a card paid


def routes_where(state: State, fits: Callable[[int], bool], number: int) -> list[int]:
    """So many routes of different pairs that fit."""
    found: list[int] = []
    groups: set[tuple[int, int]] = set()
    for route in range(state.board.routes):
        ends = (int(state.board.route_a[route]), int(state.board.route_b[route]))
        if fits(route) and ends not in groups:
            groups.add(ends)
            found.append(route)
    assert len(found) >= number
    return found[:number]


def length(state: State, route: int) -> int:
    return int(state.board.length[route])


def tagged(state: State, tag: str) -> Callable[[int], bool]:
    from trunkline.maps.load import load_map

    routes = {route.name: route for route in load_map(state.board.map_id).routes}
    return lambda route: tag in routes[state.board.route_names[route]].tags


def harbours(state: State) -> Callable[[int], bool]:
    from trunkline.maps.load import load_map

    there = {city.id for city in load_map(state.board.map_id).cities if city.harbour}
    names = state.board.city_names
    return lambda route: names[state.board.route_a[route]] in there and names[state.board.route_b[route]] in there


def in_territory(state: State, code: str) -> Callable[[int], bool]:
    from trunkline.maps.load import load_map

    there = {city.id for city in load_map(state.board.map_id).cities if city.territory == code}
    names = state.board.city_names
    return lambda route: names[state.board.route_a[route]] in there or names[state.board.route_b[route]] in there


def many(fits: Callable[[State], Callable[[int], bool]], number: int) -> Callable[[State], list[int]]:
    return lambda state: routes_where(state, fits(state), number)


def joined(*pairs: tuple[str, str]) -> Callable[[State], list[int]]:
    return lambda state: list(dict.fromkeys(route for one, other in pairs for route in path(state, one, other)))


def one_in_each_of_seven(state: State) -> list[int]:
    tables = state.board.companies
    return [
        next(route for route in range(state.board.routes) if int(tables.territory[route]) == number)
        for number in range(7)
    ]


def long_network(state: State) -> list[int]:
    """Routes that hang together and have 32 trains or more."""
    found: list[int] = []
    for route in [*reversed(path(state, "new-orleans", "boston")), *reversed(path(state, "new-orleans", "seattle"))]:
        if route not in found:
            found.append(route)
        if sum(length(state, each) for each in found) >= 32:
            return found
    raise AssertionError


def paid_by(log: list[Event], state: State, source: str) -> dict[str, int]:
    """What a source paid: dollars, cards, dollars into the vault."""
    number = state.board.companies.sources.index(source)
    found: dict[str, int] = {}
    for event in log:
        values = list(event.values)
        if event.name == "money" and values[3] == number:
            found["money"] = found.get("money", 0) + int(values[0])
        elif event.name == "cards-gained" and values[1] == number:
            found["cards"] = found.get("cards", 0) + 1
        elif event.name == "vault" and values[1] == number:
            found["vault"] = found.get("vault", 0) + int(values[2])
        elif event.name == "slip-changed" and values[0] == number:
            found["slip"] = found.get("slip", 0) + int(values[1])
    return found


def draw_two(state: State) -> None:
    seat, turn = state.seat, state.turn
    while state.turn == turn:
        play(state, next(code for code in legal_codes(state) if to_text(state.board, code) == "draw deck"))
    assert state.seat != seat


def tickets_worth(state: State, *values: int) -> list[int]:
    found: list[int] = []
    for value in values:
        found.append(
            next(t for t in range(state.board.tickets) if state.board.ticket_points[t] == value and t not in found)
        )
    return found


# Crew


def hire(state: State, card: str) -> list[Event]:
    code = next(code for code in legal_codes(state) if to_text(state.board, code) == f"hire {card}")
    return play(state, code)


def hired(card: str) -> State:
    """A game in which blue has hired a card and begins; the others hired what was left."""
    state = begun(edition(hires=True))
    others = [each.id for each in cards().crew if each.id not in (card, "route-agent")]
    while state.phase == HIRING:
        hire(state, card if state.seat == 0 else others.pop())
        if state.phase == CREW_TICKETS:
            play(state, legal_codes(state)[0])
    return state
