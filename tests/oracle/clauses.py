"""The clauses of news events and company bonuses, read straight from the map file (campaign of L: cards are data)."""

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from .board import GRAY, LOCOMOTIVE, TRAINS, Board, Route, Ticket
from .positions import Position, counted

Clause = dict[str, Any]
NOTHING: Mapping[str, Any] = MappingProxyType({})


def holds_for(clause: Clause, players: int) -> bool:
    """Whether the clause or standing rule is for a game of so many."""
    least, most = clause.get("players", [0, 99])
    return bool(least <= players <= most)


def standing(position: Position, board: Board, rule: str, otherwise: Any) -> Any:
    """The value of a standing rule of the current news event, or what holds otherwise (L12)."""
    current = position["news"]["current"] if board.companies else None
    if current is not None:
        for entry in board.news[current].get("rules", []):
            if rule in entry and holds_for(entry, len(position["players"])):
                return entry[rule]
    return otherwise


def cities_in(description: Any, board: Board) -> set[str]:
    """A set of cities as a clause describes it: a mark, a list, a union, or a difference."""
    if isinstance(description, str):
        return {city for city, marks in board.marks.items() if description in marks}
    if isinstance(description, list):
        return set(description)
    if "union" in description:
        return set().union(*(cities_in(part, board) for part in description["union"]))
    first, *others = [cities_in(part, board) for part in description["difference"]]
    return first.difference(*others)


def is_line(route: Route, description: dict[str, Any], company: str, board: Board) -> bool:
    """Whether the route is one of the lines that a clause speaks of."""
    tests: dict[str, Callable[[Any], bool]] = {
        "colour": lambda wanted: route.colour == wanted,
        "gray": lambda wanted: (route.colour == GRAY) == wanted,
        "own_colour": lambda wanted: (route.colour == company) == wanted,
        "length": lambda wanted: wanted[0] <= route.length <= wanted[1],
        "tag": lambda wanted: wanted in route.tags,
        "harbours": lambda wanted: all("harbour" in board.marks[end] for end in route.ends) == wanted,
        "touches": lambda wanted: bool(set(route.ends) & cities_in(wanted, board)),
        "territory": lambda wanted: all(wanted in board.marks[end] for end in route.ends),
    }
    return all(tests[key](wanted) for key, wanted in description.items())


def components(position: Position, seat: int, board: Board, without: Route | None = None) -> list[set[str]]:
    """The cities that a company's routes connect, each set apart from the others."""
    found: list[set[str]] = []
    for name, owner in position["routes"].items():
        if owner != seat or (without is not None and name == without.name):
            continue
        joined = set(board.routes[name].ends)
        for part in [part for part in found if part & joined]:
            found.remove(part)
            joined |= part
        found.append(joined)
    return found


def is_met(
    condition: Any,
    position: Position,
    seat: int,
    route: Route | None,
    board: Board,
    completed: int = 0,
    about: Mapping[str, Any] = NOTHING,
) -> bool:
    """Whether a condition of a clause is met for the seat; at the slip it has completed so many tickets.

    `about` says what else a condition may ask for: the locomotives paid, the card whose clause it is, the last place.
    """
    if condition == "merges":  # the line joins two components that the company had apart from it
        assert route is not None
        ends = [part for part in components(position, seat, board, route) if part & set(route.ends)]
        return len(ends) == 2
    if condition == "both_blind":
        return bool(position["news"].get("blind_picks", 0) == 2)
    if condition == "shared":  # another company holds a line of the pair
        assert route is not None
        others = {position["routes"].get(other.name) for other in board.group_of(route)}
        return bool(others - {None, seat})
    if isinstance(condition, dict) and "owns" in condition:
        own = [board.routes[name] for name, owner in position["routes"].items() if owner == seat]
        fitting = [line for line in own if is_line(line, condition["owns"], "", board)]
        return bool(len(fitting) >= condition.get("count", 1))
    name = condition if isinstance(condition, str) else next(iter(condition))
    value: Any = None if isinstance(condition, str) else condition[name]
    if name == "hand":
        return bool(value[0] <= counted(position["players"][seat]["hand"]).total() <= value[1])
    if name == "tickets":
        return bool(value[0] <= completed <= value[1])
    return is_met_further(name, value, condition, position, seat, board, about)


def completed_tickets(position: Position, seat: int, board: Board) -> list[Ticket]:
    """The tickets of a seat whose cities its routes connect."""
    parts = components(position, seat, board)
    held = [board.tickets[name] for name in position["players"][seat]["tickets"]]
    return [ticket for ticket in held if any(set(ticket.cities) <= part for part in parts)]


def is_met_further(
    name: str, value: Any, condition: Any, position: Position, seat: int, board: Board, about: Mapping[str, Any]
) -> bool:
    """The conditions of postcards and of the events of modules."""
    player = position["players"][seat]
    own = [board.routes[route] for route, owner in position["routes"].items() if owner == seat]
    if name == "joins":
        one, other = (cities_in(cities, board) for cities in value)
        parts = components(position, seat, board)
        return any(a != b for part in parts for a in part & one for b in part & other)
    if name == "first_claim":
        return len(position["routes"]) == 1
    if name == "shares":
        beside = [{position["routes"].get(lane.name) for lane in board.group_of(route)} for route in own]
        return bool(sum(bool(owners - {None, seat}) for owners in beside) >= value)
    if name == "locomotives":
        return bool(value[0] <= about["locomotives"] <= value[1])
    if name == "colour_held":
        return any(number >= value for card, number in player["hand"].items() if card != LOCOMOTIVE)
    if name == "trains":
        return bool(value[0] <= player[TRAINS] <= value[1])
    if name in ("money", "newspapers", "ticket_draws"):
        held = player["money"] if name == "money" else player["office"][_COUNTED[name]]
        return bool(held >= value)
    if name == "component":
        parts = components(position, seat, board)
        return any(sum(route.length for route in own if set(route.ends) <= part) >= int(value) for part in parts)
    if name == "territories":
        return len({board.territory_of(route) for route in own}) >= int(value)
    if name == "event_in":
        return bool(position["news"]["current"] in value)
    if name == "game":
        return bool(board.office["game"] == value)
    if name == "last_place":
        return bool(about["last_place"] == seat)
    if name == "unused":
        return bool(player["office"]["postcards"][about["card"]] == 0)
    done = completed_tickets(position, seat, board)
    if name == "tickets_worth":
        return bool(sum(value[0] <= ticket.points <= value[1] for ticket in done) >= int(condition.get("count", 1)))
    if name == "tickets_share_city":
        return max(Counter(city for ticket in done for city in ticket.cities).values(), default=0) > 1
    if name == "no_failed":
        return len(done) == len(player["tickets"])
    raise ValueError(f"no such condition: {condition}")


_COUNTED = {"newspapers": "newspapers_met", "ticket_draws": "ticket_draws"}


def fits(
    clause: Clause,
    position: Position,
    seat: int,
    route: Route | None,
    board: Board,
    about: Mapping[str, Any] = NOTHING,
) -> bool:
    """Whether a clause applies to the seat, for the route that it claims if it does."""
    if not holds_for(clause, len(position["players"])):
        return False
    if "lines" in clause:
        company = position["players"][seat]["company"]
        if route is None or not is_line(route, clause["lines"], company, board):
            return False
    return all(is_met(condition, position, seat, route, board, 0, about) for condition in clause.get("if", []))


def members(who: str, position: Position, active: int) -> list[int]:
    """The companies that a clause is about, the active one first and then clockwise."""
    number = len(position["players"])
    each = [(active + step) % number for step in range(number)]
    if who == "active":
        return [active]
    if who == "each":
        return each
    money = [player["money"] for player in position["players"]]
    least = [seat for seat in each if money[seat] == min(money)]
    if who == "least money":
        return least
    if who == "not least money":
        return [seat for seat in each if seat not in least]
    trains = [player[TRAINS] for player in position["players"]]
    most = [seat for seat in each if trains[seat] == max(trains)]
    if who == "most trains":
        return most
    if who == "not most trains":
        return [seat for seat in each if seat not in most]
    if who == "herders":
        holding = {herd.get("seat") for herd in position.get("herds", []) if not herd.get("delivered")}
        return [seat for seat in each if seat in holding]
    raise ValueError(f"no such companies: {who}")


def amount(does: dict[str, Any], route: Route | None, kept: int, held: int, territories: int = 0) -> int:
    """The dollars that a clause gives, below 0 if it takes them."""
    if "money" in does:
        return int(does["money"])
    if "fee" in does:
        return -int(does["fee"])
    if "fee_per" in does:
        assert does["fee_per"] == "full $8"
        return -min(held // 8, int(does.get("most", 255)))
    measures = {"length": route.length if route else 0, "kept beyond the first": kept - 1, "territory": territories}
    number = measures[does["money_per"]]
    return int(min(max(number, does.get("least", number)), does.get("most", 255)))


def takable(row: list[str | None]) -> Counter[str]:
    """The cards of the row that a bonus may take: no locomotive."""
    return Counter(card for card in row if card not in (None, LOCOMOTIVE))
