"""The eight modules of a campaign: numbers 1, 2 and 4 to 9 of the claim sequence, and what they add to a slip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .board import Board, Route
from .clauses import components, standing
from .companies import pay, refund
from .positions import Position

if TYPE_CHECKING:
    from .moves import State

Module = dict[str, Any]


def pass_grade_check(state: State, module: Module, route: Route) -> None:
    """Number 1: a mountain route that is claimed has passed its check."""
    if route.tunnel:
        pay(state, state.seat, module["passed"], 1, "grade-check")


def cross_river(state: State, module: Module, route: Route) -> None:
    """Number 2: a bridge without a span costs a fee and may get one; the span of another company pays its owner."""
    if module["tag"] not in route.tags:
        return
    spans, company = state.position["spans"], state.player["company"]
    if route.name not in spans:
        pay(state, state.seat, -module["fee"], 2, "river-bridges")
        if list(spans.values()).count(company) < module["most"]:
            spans[route.name] = company
            state.clerk.tell("span", state.seat, step=2, source="river-bridges", route=route.name)
    elif spans[route.name] != company:
        for seat, player in enumerate(state.position["players"]):
            if player["company"] == spans[route.name]:
                pay(state, seat, module["toll"], 2, "river-bridges")


def sail(state: State, module: Module, route: Route) -> None:
    """Number 4: between two harbours a steamer sails, and cards come back."""
    between_harbours = all("harbour" in state.board.marks[end] for end in route.ends)
    if between_harbours and route.length >= module["length"] and state.player["steamers"] > 0:
        state.player["steamers"] -= 1
        state.clerk.tell("sailed", state.seat, step=4, source="steamers", left=state.player["steamers"])
        refund(state, module["refund"], 4, "steamers")


def drive_cattle(state: State, module: Module, route: Route) -> None:
    """Number 5: herds at the ends are taken, the first city first; then all are delivered that can be."""
    herds = state.position["herds"]
    for city in route.ends:
        for herd in herds:
            held = [each for each in herds if each.get("seat") == state.seat and not each["delivered"]]
            if herd["city"] == city and "seat" not in herd and len(held) < module["most"]:
                herd.update(seat=state.seat, delivered=False)
                state.clerk.tell("herd", state.seat, step=5, source="cattle-drives", city=city)
    for herd in herds:
        if herd.get("seat") != state.seat or herd["delivered"]:
            continue
        parts = components(state.position, state.seat, state.board)
        reached = next((part for part in parts if herd["city"] in part), set())
        large = {
            city
            for city in reached
            if "large" in state.board.marks[city] and state.board.territories[city] != module["territory"]
        }
        if large:
            herd["delivered"] = True
            state.clerk.tell("delivered", state.seat, step=5, source="cattle-drives", city=herd["city"])
            pay(state, state.seat, module["far" if large & set(module["best"]) else "near"], 5, "cattle-drives")


def win_excursions(state: State, module: Module, route: Route) -> None:
    """Number 6: every card face up whose cities the company connects is its, unless the news bars it."""
    if standing(state.position, state.board, "no_excursions", False):
        return
    parts = components(state.position, state.seat, state.board)
    for number, card in enumerate(module["cards"]):
        name = f"{card['from']}-{card['to']}"
        shown = state.position["excursions"]
        if name in shown and shown[name] is None and any({card["from"], card["to"]} <= part for part in parts):
            shown[name] = state.seat
            state.clerk.tell("excursion", state.seat, step=6, source="excursions", excursion=number)
            pay(state, state.seat, card["dollars"], 6, "excursions")


def elevator_cities(position: Position, seat: int, route: Route, board: Board) -> list[str]:
    """The ends of a route that may get an elevator of the seat."""
    module = board.modules["grain-elevators"]
    if route.length < module["length"] or position["players"][seat]["elevators"] == 0:
        return []
    there = position["elevators"]
    return [
        city
        for city in route.ends
        if "large" not in board.marks[city]
        and seat not in there.get(city, [])
        and len(there.get(city, [])) < module["most"]
    ]


def offer_elevator(state: State, route: Route) -> bool:
    """Number 7: whether the company is asked which end gets an elevator, or none."""
    if not elevator_cities(state.position, state.seat, route, state.board):
        return False
    state.clerk.tell("asked", state.seat, step=7, source="grain-elevators")
    return True


def build_elevator(state: State, city: str) -> None:
    if city != "none":
        seats = state.position["elevators"].setdefault(city, [])
        seats.append(state.seat)
        seats.sort()
        state.player["elevators"] -= 1
        state.clerk.tell("elevator", state.seat, step=7, source="grain-elevators", city=city)


def announce_wire(state: State, module: Module, route: Route) -> None:
    """Number 8: the route is wired if it was paid with a locomotive."""
    if route.name in state.position["wired"]:
        state.clerk.tell("wired", state.seat, step=8, source="telegraph", route=route.name)


def take_contract(state: State, module: Module, route: Route) -> None:
    """Number 9: who connects the two oceans takes the next contract, once a game."""
    takers = state.position["mail"]
    contracts = module["with_two"] if len(state.position["players"]) == 2 else module["contracts"]
    if state.seat in takers or len(takers) == len(contracts):
        return
    parts = components(state.position, state.seat, state.board)
    if any(part & set(module["one"]) and part & set(module["other"]) for part in parts):
        takers.append(state.seat)
        state.clerk.tell("mail", state.seat, step=9, source="ocean-mail", contract=len(takers))
        pay(state, state.seat, contracts[len(takers) - 1], 9, "ocean-mail")


STEPS = {
    2: ("river-bridges", cross_river),
    4: ("steamers", sail),
    5: ("cattle-drives", drive_cattle),
    6: ("excursions", win_excursions),
    8: ("telegraph", announce_wire),
    9: ("ocean-mail", take_contract),
}
"""The modules that ask nothing, by their number."""


def module_lines(position: Position, seat: int, board: Board) -> dict[str, int]:
    """What the modules add to a slip, or take."""
    player = position["players"][seat]
    lines: dict[str, int] = {}
    if "steamers" in board.modules:
        lines["steamers"] = player["steamers"] * board.modules["steamers"]["left"]
    if "cattle-drives" in board.modules:
        held = [herd for herd in position["herds"] if herd.get("seat") == seat and not herd["delivered"]]
        lines["herds"] = -len(held) * board.modules["cattle-drives"]["lost"]
    if "grain-elevators" in board.modules:
        module = board.modules["grain-elevators"]
        own = [seats for seats in position["elevators"].values() if seat in seats]
        lines["elevators"] = sum(module["dollars"] + module["shared"] * (len(seats) > 1) for seats in own)
    if "telegraph" in board.modules:
        module = board.modules["telegraph"]
        wired = {name: owner for name, owner in position["routes"].items() if name in position["wired"]}
        parts = components({**position, "routes": wired}, seat, board)
        own_wires = [board.routes[name] for name, owner in wired.items() if owner == seat]
        trains = [sum(route.length for route in own_wires if set(route.ends) <= part) for part in parts]
        lines["telegraph"] = min(module["most"], module["each"] * max(trains, default=0))
    return lines


def module_violations(position: Position, board: Board) -> list[str]:
    """Conservation: spans, steamers, herds, elevators, excursions and contracts are each in one place."""
    found: list[str] = []
    players = position["players"]
    if "river-bridges" in board.modules:
        module, spans = board.modules["river-bridges"], position["spans"]
        for route, company in module["spans"].items():
            if route not in spans or (spans[route] != company and company in board.companies):
                found.append(f"conservation: the span of {route} was {company}'s")
        most = max((list(spans.values()).count(company) for company in board.companies), default=0)
        if most > module["most"]:
            found.append(f"conservation: a company has {most} spans")
    if "steamers" in board.modules:
        each = board.modules["steamers"]["each"]
        if any(not 0 <= player["steamers"] <= each for player in players):
            found.append("conservation: steamers")
    if "cattle-drives" in board.modules:
        module, herds = board.modules["cattle-drives"], position["herds"]
        homes = [city for city, code in board.territories.items() if code == module["territory"]]
        if len(herds) != min(len(players) + module["more"], len(homes)):
            found.append(f"conservation: {len(herds)} herds")
        on_map = [herd["city"] for herd in herds if "seat" not in herd]
        if len(set(on_map)) < len(on_map) or not {herd["city"] for herd in herds} <= set(homes):
            found.append(f"conservation: herds stand in {on_map}")
        for seat in range(len(players)):
            if sum(herd.get("seat") == seat and not herd["delivered"] for herd in herds) > module["most"]:
                found.append(f"conservation: seat {seat} holds too many herds")
    if "grain-elevators" in board.modules:
        module = board.modules["grain-elevators"]
        for seat, player in enumerate(players):
            built = sum(seat in seats for seats in position["elevators"].values())
            if built + player["elevators"] != module["each"]:
                found.append(f"conservation: seat {seat} has built {built} elevators")
        if any(len(seats) > module["most"] for seats in position["elevators"].values()):
            found.append("conservation: elevators in one city")
    if "excursions" in board.modules:
        module = board.modules["excursions"]
        names = {f"{card['from']}-{card['to']}" for card in module["cards"]}
        if len(position["excursions"]) != module["shown"] or not set(position["excursions"]) <= names:
            found.append("conservation: excursions")
    if "telegraph" in board.modules and not set(position["wired"]) <= set(position["routes"]):
        found.append("conservation: wires on routes that nobody owns")
    if "ocean-mail" in board.modules and len(set(position["mail"])) < len(position["mail"]):
        found.append("conservation: a company has two contracts")
    return found
