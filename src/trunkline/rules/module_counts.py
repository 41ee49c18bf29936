"""The part of a result that modules produce: counts for their awards, and what stays on the map."""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.rules.bridges import NEUTRAL, bridges_of
from trunkline.rules.cattle import deliveries
from trunkline.rules.elevators import elevators_in
from trunkline.rules.excursions import excursions_of
from trunkline.rules.grades import checks_passed
from trunkline.rules.mail import has_contract
from trunkline.rules.state import NOBODY, State
from trunkline.rules.steamers import steamers_of
from trunkline.rules.telegraph import wire_score


def counted(state: State, seat: i64) -> dict[str, int]:
    """By module in force: what counts for its award. Bridges and elevators have none."""
    modules = state.board.modules
    found: dict[str, int] = {}
    if modules.grade is not None:
        found["grade-check"] = int(checks_passed(state, seat))
    if modules.steamers is not None:
        found["steamers"] = int(modules.steamers.each - steamers_of(state).left[seat])
    if modules.cattle is not None:
        found["cattle-drives"] = int(deliveries(state, seat))
    if modules.excursions is not None:
        found["excursions"] = sum(int(i64(owner) == seat) for owner in excursions_of(state).owner)
    if modules.telegraph is not None:
        found["telegraph"] = int(wire_score(state, seat))
    if modules.mail is not None:
        found["ocean-mail"] = int(has_contract(state, seat))
    return found


def new_spans(state: State) -> list[tuple[str, str]]:
    """The spans that this game has built: route and company."""
    row = state.board.modules.bridges
    found: list[tuple[str, str]] = []
    if row is not None:
        span = bridges_of(state).span
        for route in range(state.board.routes):
            if span[route] != row.spans[route] and i64(span[route]) < NEUTRAL:
                found.append((state.board.route_names[route], state.board.companies.companies[span[route]]))
    return found


def routes_checked(state: State) -> list[str]:
    """The routes that were claimed through a grade check."""
    if state.board.modules.grade is None:
        return []
    board = state.board
    return [
        board.route_names[route]
        for route in range(board.routes)
        if board.tunnel[route] and state.owner[route] != NOBODY
    ]


def growing_cities(state: State) -> list[str]:
    """The cities that get a growth mark: those full of elevators."""
    row = state.board.modules.elevators
    if row is None:
        return []
    cities = range(state.board.cities)
    return [state.board.city_names[city] for city in cities if elevators_in(state, city) >= row.most]
