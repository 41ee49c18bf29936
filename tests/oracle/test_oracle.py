"""The oracle's own tests: boards and legal actions, on positions made by hand."""

from typing import Any

import pytest

from .board import Board, load_board
from .legal import legal_actions
from .positions import Position
from .samples import make_position


@pytest.fixture
def usa() -> Board:
    return load_board("usa")


@pytest.fixture
def europe() -> Board:
    return load_board("europe")


def claims(position: Position, board: Board, route: str, seat: int = 0) -> set[str]:
    """The ways in which the seat may claim the route."""
    start = f"claim {route} "
    return {action.removeprefix(start) for action in legal_actions(position, seat, board) if action.startswith(start)}


def rich(board: Board, **fields: Any) -> Position:
    """A position in which the first of two players holds every card there is."""
    return make_position(board, [{"hand": dict(board.cards)}, {}], row=[None] * 5, **fields)


# Boards


@pytest.mark.rule("U1")
@pytest.mark.rule("U2")
@pytest.mark.rule("E1")
@pytest.mark.rule("V1")
@pytest.mark.rule("V2")
@pytest.mark.rule("V3")
@pytest.mark.rule("V4")
@pytest.mark.rule("V5")
@pytest.mark.rule("V6")
@pytest.mark.parametrize(
    ("name", "variant", "routes", "tickets", "long"),
    [
        ("usa", "base", 100, 30, 0),
        ("usa", "1910", 100, 35, 0),
        ("usa", "mega", 100, 69, 0),
        ("usa", "big-cities", 100, 35, 0),
        ("europe", "base", 101, 46, 6),
        ("europe", "expanded", 101, 65, 6),
        ("europe", "mega", 101, 101, 12),
        ("europe", "big-cities", 101, 45, 0),
    ],
)
def test_numbers_of_the_boards(name: str, variant: str, routes: int, tickets: int, long: int) -> None:
    board = load_board(name, variant)
    assert len(board.routes) == routes
    assert len(board.tickets) == tickets
    assert sum(ticket.long for ticket in board.tickets.values()) == long
    assert board.cards.total() == 110
    assert len(board.colours) == 8


def test_names_of_routes(usa: Board, europe: Board) -> None:
    assert europe.routes["kyiv-warszawa"].length == 4
    assert europe.routes["madrid-pamplona:white"].tunnel
    assert europe.routes["dieppe-london:2"].locomotives == 1
    assert {route.name for route in usa.group_of(usa.routes["dallas-houston:1"])} == {
        "dallas-houston:1",
        "dallas-houston:2",
    }


@pytest.mark.rule("V2")
@pytest.mark.rule("V5")
def test_a_variant_changes_only_what_it_names() -> None:
    europe_mega = load_board("europe", "mega")
    assert europe_mega.rules["opening"] == {"short": 5, "long": 2, "keep": 3, "refused": "out"}
    assert europe_mega.rules["draw"] == {"tickets": 3, "keep": 1}
    assert load_board("usa", "mega").tickets["los-angeles-miami"].points == 19
    assert load_board("usa").tickets["los-angeles-miami"].points == 20
    with pytest.raises(ValueError, match="no variant"):
        load_board("usa", "moon")


# Legal actions


@pytest.mark.rule("C9")
@pytest.mark.rule("E3")
def test_ways_to_pay(usa: Board, europe: Board) -> None:
    yellow = claims(rich(usa), usa, "denver-salt-lake-city:yellow")
    assert yellow == {"yellow", "yellow+1", "yellow+2", "locomotive"}
    assert len(claims(rich(usa), usa, "atlanta-charleston")) == 17
    ferry = claims(rich(europe), europe, "palermo-smyrna")
    assert len(ferry) == 33
    assert "red+2" in ferry
    assert "red+5" in ferry
    assert "red+1" not in ferry
    assert "red" not in ferry
    assert claims(rich(europe), europe, "amsterdam-london") == {"locomotive"}


@pytest.mark.rule("C9")
def test_payments_are_limited_by_the_hand(usa: Board) -> None:
    position = make_position(usa, [{"hand": {"red": 2, "blue": 1, "locomotive": 1}}, {}])
    assert claims(position, usa, "atlanta-charleston") == {"red", "red+1", "blue+1"}
    assert claims(position, usa, "chicago-duluth") == {"red+1"}
    assert claims(position, usa, "dallas-houston:1") == {"red", "blue", "locomotive"}
    assert claims(position, usa, "montreal-new-york") == set()


@pytest.mark.rule("C10")
def test_a_piece_for_every_space(usa: Board) -> None:
    position = rich(usa)
    position["players"][0]["trains"] = 3
    lengths = {usa.routes[action.split()[1]].length for action in legal_actions(position, 0, usa) if "claim" in action}
    assert lengths == {1, 2, 3}


@pytest.mark.rule("C11")
@pytest.mark.rule("C12")
@pytest.mark.rule("E7")
@pytest.mark.parametrize(("players", "open_to_others"), [(2, False), (3, False), (4, True), (5, True)])
def test_doubles(europe: Board, players: int, open_to_others: bool) -> None:
    for seat in (0, 1):
        seats: list[dict[str, Any]] = [{} for _ in range(players)]
        seats[seat] = {"hand": dict(europe.cards)}
        routes = {"madrid-pamplona:black": 1}
        position = make_position(europe, seats, row=[None] * 5, routes=routes, seat=seat)
        assert claims(position, europe, "madrid-pamplona:black", seat) == set()
        assert bool(claims(position, europe, "madrid-pamplona:white", seat)) == (seat == 0 and open_to_others)
        assert claims(position, europe, "barcelona-madrid", seat)  # beside it, but between other cities


@pytest.mark.rule("C3")
@pytest.mark.rule("C4")
@pytest.mark.rule("C5")
@pytest.mark.rule("C8")
def test_cards_to_be_drawn(usa: Board) -> None:
    row = ["locomotive", "red", None, "red", "blue"]
    for phase, slots in (
        ("turn", {"draw 1", "draw 2", "draw 4", "draw 5"}),
        ("second-pick", {"draw 2", "draw 4", "draw 5"}),
    ):
        position = make_position(usa, [{}, {}], row=row, phase=phase)
        draws = {action for action in legal_actions(position, 0, usa) if action != "draw tickets"}
        assert draws == slots | {"draw deck"}
        assert legal_actions(position, 1, usa) == set()
        position["decks"]["trains"] = {"cards": [], "discards": {}}
        draws = {action for action in legal_actions(position, 0, usa) if action != "draw tickets"}
        assert draws == slots


@pytest.mark.rule("C2")
@pytest.mark.rule("C8")
@pytest.mark.rule("C14")
def test_pass_only_if_nothing_else_is_legal(usa: Board) -> None:
    position = make_position(usa, [{}, {"hand": dict(usa.cards)}], row=[None] * 5)
    assert legal_actions(position, 0, usa) == {"draw tickets"}
    position["ticket_deck"] = []
    assert legal_actions(position, 0, usa) == {"pass"}
    assert "pass" not in legal_actions({**position, "seat": 1}, 1, usa)
    assert legal_actions({**position, "phase": "over"}, 0, usa) == set()


@pytest.mark.rule("C14")
@pytest.mark.rule("C20")
@pytest.mark.rule("U2")
@pytest.mark.rule("E2")
def test_tickets_to_keep(europe: Board) -> None:
    offers = list(europe.tickets)
    players = [{"offered": offers[:4]}, {"offered": offers[4:8], "chosen": offers[4:6]}]
    opening = make_position(europe, players, phase="opening", seat=1)
    first = legal_actions(opening, 0, europe)
    assert len(first) == 6 + 4 + 1
    assert {"keep 1 2", "keep 2 4", "keep 1 2 3 4"} <= first
    assert legal_actions(opening, 1, europe) == set()

    drawn = make_position(europe, [{"offered": offers[:2]}, {}], phase="tickets")
    assert legal_actions(drawn, 0, europe) == {"keep 1", "keep 2", "keep 1 2"}
    assert legal_actions(drawn, 1, europe) == set()


@pytest.mark.rule("E4")
@pytest.mark.rule("E5")
def test_what_a_tunnel_takes(europe: Board) -> None:
    tunnel = {
        "route": "angora-constantinople",
        "colour": "red",
        "locomotives": 0,
        "turned": ["red", "locomotive", "blue"],
    }
    hand = {"red": 1, "blue": 5, "locomotive": 2}
    position = make_position(europe, [{"hand": hand}, {}], phase="tunnel", tunnel={**tunnel, "asked": 2})
    assert legal_actions(position, 0, europe) == {"withdraw", "pay red+1", "pay locomotive"}
    alone = {**tunnel, "colour": "locomotive", "locomotives": 2, "asked": 1}
    position = make_position(europe, [{"hand": hand}, {}], phase="tunnel", tunnel=alone)
    assert legal_actions(position, 0, europe) == {"withdraw", "pay locomotive"}
    position = make_position(europe, [{}, {}], phase="tunnel", tunnel={**tunnel, "asked": 2})
    assert legal_actions(position, 0, europe) == {"withdraw"}


@pytest.mark.rule("E8")
def test_stations_to_build(usa: Board, europe: Board) -> None:
    hand = {"red": 2, "blue": 1, "locomotive": 1}

    def ways(*built: str) -> set[str]:
        stations = {**dict.fromkeys(built, 0), "paris": 1}
        position = make_position(europe, [{"hand": hand}, {}], stations=stations)
        actions = {action for action in legal_actions(position, 0, europe) if action.startswith("station")}
        assert not any(f"station {city} " in action for city in stations for action in actions)
        return {action.removeprefix("station roma ") for action in actions if "station roma " in action}

    assert ways() == {"red", "blue", "locomotive"}
    assert ways("wien") == {"red", "red+1", "blue+1"}
    assert ways("wien", "essen") == {"red+1"}
    assert ways("wien", "essen", "kyiv") == set()
    assert not any(action.startswith("station") for action in legal_actions(rich(usa), 0, usa))
