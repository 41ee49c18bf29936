"""Editions with crew and postcards, and positions in them, for the tests of offices."""

from __future__ import annotations

from collections import deque

from librt.vecs import vec
from mypy_extensions import u8

from trunkline.maps.edition import Barred, Deal, Edition, HeldPostcard, Office, StartExtra, reference
from trunkline.maps.load import load_map
from trunkline.maps.office_cards import OfficeCards, office_cards
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList, kind_of, subject_of, wilds_of
from trunkline.rules.claim import CLAIM, close
from trunkline.rules.events import Event
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.office_state import OfficesPart, offices_of
from trunkline.rules.setup import new_game
from trunkline.rules.state import OVER, State
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
