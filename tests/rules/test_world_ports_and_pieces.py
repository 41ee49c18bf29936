"""Tours, ports and pieces on maps with ships (W9-W12)."""

from __future__ import annotations

from typing import Any

import pytest

from tools import EMPTY, discards, game, hand_of, notations, oracle_board, player, refused, starting
from trunkline.bots.registry import make_bot
from trunkline.maps import load_map
from trunkline.rules.actions import ActionList
from trunkline.rules.pieces import pieces_of
from trunkline.rules.scoring import running_score
from trunkline.rules.turn import legal
from trunkline.server.tables.client_view import public_part
from trunkline.server.tables.statistics import statistics_of

TOUR = "casablanca-al-qahira-tehran"


@pytest.mark.rule("W9")
@pytest.mark.parametrize(
    ("routes", "points", "completed", "in_order"),
    [
        (["al-qahira-casablanca", "al-qahira-tehran:yellow"], 9, True, True),
        # Another city between them is allowed.
        (["al-qahira-casablanca", "al-qahira-athina", "athina-tehran"], 9, True, True),
        # All joined at Athina, and the route to Al-Qahira cannot be used twice.
        (["casablanca-marseille", "athina-marseille", "al-qahira-athina", "athina-tehran"], 6, True, False),
        (["al-qahira-casablanca"], -15, False, None),
        ([], -15, False, None),
    ],
)
def test_a_tour(routes: list[str], points: int, completed: bool, in_order: bool | None) -> None:
    table = game("world", [{"tickets": [TOUR]}, EMPTY], routes=dict.fromkeys(routes, 0))
    (ticket,) = table.score_sheet().players[0].tickets
    assert (ticket.points, ticket.completed, ticket.in_order) == (points, completed, in_order)
    assert set(ticket.way) == (set(routes) if completed else set())


@pytest.mark.rule("W9")
def test_a_tour_may_be_passed_in_the_reverse_order_but_no_route_twice() -> None:
    tour = "tehran-lahore-mumbai-bangkok"
    there = {"lahore-tehran": 0, "lahore-mumbai:green": 0, "bangkok-mumbai:yellow": 0}
    (ticket,) = game("world", [{"tickets": [tour]}, EMPTY], routes=there).score_sheet().players[0].tickets
    assert ticket.points == 13
    # Lahore is a dead end behind Mumbai: joined, but not in order.
    routes = {"mumbai-tehran:purple": 0, "lahore-mumbai:green": 0, "bangkok-mumbai:yellow": 0}
    (ticket,) = game("world", [{"tickets": [tour]}, EMPTY], routes=routes).score_sheet().players[0].tickets
    assert (ticket.points, ticket.completed) == (9, True)


@pytest.mark.rule("W10")
def test_a_port_costs_two_trains_and_two_ships_with_the_anchor() -> None:
    hand = {"yellow-anchor-train": 2, "yellow-ship": 1, "locomotive": 1, "yellow-train": 3, "yellow-double-ship": 3}
    table = game("world", [{"hand": hand}, EMPTY], routes={"honolulu-lima": 0})
    assert starting(table, "port") == {"lima yellow 2 1", "honolulu yellow 2 1"}
    table.play("port lima yellow 2 1")
    assert hand_of(table, 0) == {"yellow-train": 3, "yellow-double-ship": 3}
    assert table.position()["ports"] == {"lima": 0}
    assert player(table, 0)["ports"] == 2
    assert discards(table, "trains") == {"yellow-anchor-train": 2, "locomotive": 1}
    assert discards(table, "ships") == {"yellow-ship": 1}


@pytest.mark.rule("W10")
def test_every_mix_of_wilds_is_listed_once() -> None:
    hand = {"yellow-anchor-train": 4, "yellow-ship": 4, "locomotive": 4}
    table = game("world", [{"hand": hand}, EMPTY], routes={"cape-town-toamasina": 0})
    every = {f"yellow {trains} {ships}" for trains in range(3) for ships in range(3) if trains + ships}
    assert starting(table, "port toamasina") == every | {"locomotive"}
    assert refused(table, "port toamasina yellow 3 1") == "port_cost"


@pytest.mark.rule("W10")
def test_where_a_port_may_be_built() -> None:
    hand = {"yellow-anchor-train": 2, "yellow-ship": 2}
    table = game("world", [{"hand": hand}, EMPTY], routes={"lahore-novosibirsk": 0, "honolulu-lima": 1})
    assert starting(table, "port") == set()
    assert refused(table, "port lahore yellow 2 2") == "no_port_city"
    assert refused(table, "port lima yellow 2 2") == "no_route_to_port"
    table = game(
        "world", [{"hand": hand}, EMPTY], routes={"honolulu-lima": 0, "caracas-lima:yellow": 1}, ports={"lima": 1}
    )
    assert refused(table, "port lima yellow 2 2") == "city_has_port"
    ports = {"lima": 0, "tokyo": 0, "manila": 0}
    table = game("world", [{"hand": hand}, EMPTY], routes={"honolulu-lima": 0, "manila-tokyo": 0}, ports=ports)
    assert refused(table, "port honolulu yellow 2 2") == "no_ports_left"
    mixed = {"yellow-anchor-train": 2, "green-ship": 2}
    table = game("world", [{"hand": mixed}, EMPTY], routes={"honolulu-lima": 0})
    assert starting(table, "port") == set()


ROUTES = [
    "buenos-aires-valparaiso", "christchurch-valparaiso", "christchurch-sydney:red", "darwin-sydney", "darwin-jakarta",
    "jakarta-manila", "dar-es-salaam-djibouti:red", "al-qahira-djibouti:red", "al-qahira-athina", "athina-hamburg",
    "lagos-luanda:purple", "dar-es-salaam-luanda",
]  # fmt: skip
TICKETS = [
    "buenos-aires-manila", "buenos-aires-sydney", "dar-es-salaam-hamburg", "lagos-luanda-dar-es-salaam-djibouti",
]  # fmt: skip


@pytest.mark.rule("W11")
def test_ports_score_by_the_completed_tickets_that_name_them() -> None:
    table = game(
        "world",
        [{"tickets": TICKETS}, EMPTY],
        routes=dict.fromkeys(ROUTES, 0),
        ports={"buenos-aires": 0, "dar-es-salaam": 0},
    )
    sheet = table.score_sheet().players[0]
    assert sheet.ticket_points == 17 + 13 + 8 + 9
    assert {port.city: (port.tickets, port.points) for port in sheet.ports} == {
        "buenos-aires": (2, 30),
        "dar-es-salaam": (2, 30),
    }
    assert (sheet.ports_left, sheet.unbuilt_port_points) == (1, -4)
    assert sheet.total - sheet.route_points == 103


@pytest.mark.rule("W11")
@pytest.mark.parametrize(("tickets", "points"), [(0, 0), (1, 20), (2, 30), (3, 40), (4, 40)])
def test_a_port_by_the_number_of_tickets(tickets: int, points: int) -> None:
    named = ["jakarta-sydney", "al-qahira-sydney", "buenos-aires-sydney", "edinburgh-sydney"]
    routes = {"christchurch-sydney:red": 0, "christchurch-valparaiso": 0, "buenos-aires-valparaiso": 0}
    routes |= {"darwin-sydney": 0, "darwin-jakarta": 0, "dar-es-salaam-jakarta:purple": 0}
    routes |= {"dar-es-salaam-djibouti:red": 0, "al-qahira-djibouti:red": 0, "al-qahira-athina": 0}
    routes |= {"athina-marseille": 0, "edinburgh-marseille:green": 0}
    missed = ["sydney-tokyo"]  # names the port, but is not completed
    table = game(
        "world", [{"tickets": [*named[:tickets], *missed]}, EMPTY], routes=routes, ports={"sydney": 0}
    )  # fmt: skip
    (port,) = table.score_sheet().players[0].ports
    assert (port.tickets, port.points) == (tickets, points)


@pytest.mark.rule("W12")
def test_pieces_are_exchanged_one_for_one_for_a_point_each() -> None:
    table = game("world", [EMPTY, EMPTY])
    assert starting(table, "exchange") == {
        *(f"{number} trains" for number in range(1, 6)),
        *(f"{number} ships" for number in range(1, 11)),
    }
    assert refused(table, "exchange 6 trains") == "box_too_small"
    table.play("exchange 5 trains")
    mine = player(table, 0)
    assert (mine["trains"], mine["ships"], mine["box"], mine["exchanged"]) == (25, 35, {"trains": 0, "ships": 15}, 5)
    assert table.score_sheet().players[0].exchange_points == -5
    table.play("exchange 1 ships")
    assert not any(text.endswith("trains") for text in starting(table, "exchange"))
    table.play("exchange 2 ships")  # what was put back can be taken again
    mine = player(table, 0)
    assert (mine["trains"], mine["ships"], mine["exchanged"]) == (23, 37, 7)
    assert table.score_sheet().players[0].total == -7 - 12


@pytest.mark.rule("W12")
def test_the_running_score_shows_what_exchanges_have_cost() -> None:
    lane = next(route for route in load_map("great_lakes").routes if route.kind == "rail" and route.lanes == 1)
    table = game("great_lakes", [EMPTY, EMPTY], routes={lane.name: 0})
    points = table.view().players[0].points
    assert points > 0
    table.play("exchange 3 trains")
    shown = table.view(1)
    assert (shown.players[0].points, pieces_of(shown).exchanged[0]) == (points, 3)
    assert running_score(shown, 0) == running_score(table.state, 0) == points - 3
    assert f"seat 0  {points - 3} points" in str(table)
    assert [each.points for each in public_part(table.state).players] == [points - 3, 0]
    assert statistics_of("great_lakes", "base", [table.packed()]).points == [[points - 3, 0]]


@pytest.mark.rule("W12")
@pytest.mark.rule("C2")
@pytest.mark.parametrize("map_name", ["world", "great_lakes"])
def test_whoever_has_only_exchanges_may_pass_instead(map_name: str) -> None:
    all_cards = dict(oracle_board(map_name).cards)
    nothing: dict[str, Any] = {"row": [None] * 6, "deck": [], "ticket_deck": []}
    table = game(map_name, [EMPTY, {"hand": all_cards}, EMPTY], **nothing)
    kinds = {text.split()[0] for text in notations(table)}
    assert kinds == {"exchange", "pass"}
    table.play("pass")
    assert player(table, 0)["exchanged"] == 0
    # With anything else to do it is as before.
    assert refused(table, "pass") == "must_not_pass"
    table.play(next(text for text in sorted(notations(table)) if text.startswith("exchange")))
    table.play("pass")
    assert table.position()["passes"] == 1
    assert table.position()["idle_turns"] == 3


@pytest.mark.rule("W12")
@pytest.mark.parametrize("bot", ["greedy", "planner", "hungry", "traveller", "expert@12"])
def test_bots_pass_rather_than_exchange_for_nothing(bot: str) -> None:
    all_cards = dict(oracle_board("world").cards)
    table = game("world", [EMPTY, {"hand": all_cards}], row=[None] * 6, deck=[], ticket_deck=[])
    actions = ActionList()
    legal(table.state, 0, actions)
    assert table.notation(make_bot(bot, 1).choose(table.view(0), actions)) == "pass"
