"""The oracle's own tests: scores and winners, on positions made by hand."""

import random
from typing import Any

import pytest

from .board import Board, load_board
from .positions import Position
from .samples import make_position
from .scoring import best_tickets, longest_trail, score_sheet, winners


@pytest.fixture
def usa() -> Board:
    return load_board("usa")


@pytest.fixture
def europe() -> Board:
    return load_board("europe")


def owned(*names: str, seat: int = 0) -> dict[str, int]:
    return dict.fromkeys(names, seat)


def score(board: Board, players: list[dict[str, Any]], *routes: dict[str, int], **fields: Any) -> Position:
    """A position with these players and owners of routes."""
    merged = {name: seat for part in routes for name, seat in part.items()}
    return make_position(board, players, routes=merged, **fields)


@pytest.mark.rule("C18")
def test_longest_path_of_the_example(usa: Board) -> None:
    west = owned(
        "portland-seattle:1",
        "portland-san-francisco:pink",
        "los-angeles-san-francisco:yellow",
        "el-paso-los-angeles",
        "el-paso-houston",
    )
    sheet = score_sheet(score(usa, [{}, {}], west, owned("calgary-winnipeg", seat=1)), usa)
    assert [line["longest"] for line in sheet] == [21, 6]
    assert [line["longest_points"] for line in sheet] == [10, 0]
    assert [line["routes"] for line in sheet] == [1 + 10 + 4 + 15 + 15, 15]


@pytest.mark.rule("C18")
@pytest.mark.parametrize(
    ("routes", "longest"),
    [
        ([], 0),
        ([("a", "b", 3), ("c", "d", 4)], 4),
        ([("a", "b", 1), ("b", "c", 2), ("b", "d", 3)], 5),  # a fork
        ([("a", "b", 1), ("b", "c", 2), ("c", "a", 3)], 6),  # a loop
        ([("a", "b", 1), ("b", "c", 2), ("c", "a", 3), ("a", "d", 4)], 10),  # a loop with a tail
        ([("a", "b", 1), ("b", "c", 1), ("c", "a", 1), ("a", "d", 1), ("d", "e", 1), ("e", "a", 1)], 6),  # an eight
        ([("a", "b", 2), ("b", "c", 2), ("c", "a", 2), ("a", "x", 5), ("b", "y", 6), ("c", "z", 1)], 15),  # three tails
    ],
)
def test_loops_and_forks(routes: list[tuple[str, str, int]], longest: int) -> None:
    assert longest_trail(routes) == longest


@pytest.mark.rule("C18")
def test_longest_trail_against_walking_every_trail() -> None:
    def walk(city: str, left: list[tuple[str, str, int]]) -> int:
        best = 0
        for index, (first, second, length) in enumerate(left):
            for here, there in ((first, second), (second, first)):
                if here == city:
                    best = max(best, length + walk(there, left[:index] + left[index + 1 :]))
        return best

    source = random.Random(18)
    for _ in range(60):
        edges: list[tuple[str, str, int]] = []
        for _ in range(source.randint(1, 8)):
            first, second = source.sample("abcdef", 2)
            edges.append((first, second, source.randint(1, 6)))
        assert longest_trail(edges) == max(walk(city, edges) for city in "abcdef")


@pytest.mark.rule("C18")
def test_nobody_scores_a_path_of_no_length(usa: Board) -> None:
    assert [line["total"] for line in score_sheet(score(usa, [{}, {}]), usa)] == [0, 0]


@pytest.mark.rule("C16")
def test_tickets_done_and_not_done(usa: Board) -> None:
    players: list[dict[str, Any]] = [{"tickets": ["seattle-new-york", "denver-el-paso"]}, {}]
    routes = owned("denver-santa-fe", "el-paso-santa-fe")
    first, second = score_sheet(score(usa, players, routes, owned("calgary-winnipeg", seat=1)), usa)
    assert first["tickets"] == [
        {"ticket": "seattle-new-york", "points": -22, "done": False},
        {"ticket": "denver-el-paso", "points": 4, "done": True},
    ]
    assert (first["completed"], first["total"], second["total"]) == (1, 2 + 2 - 22 + 4, 25)


@pytest.mark.rule("E9")
@pytest.mark.rule("E10")
def test_a_station_borrows_one_route_for_all_tickets(europe: Board) -> None:
    players: list[dict[str, Any]] = [{"tickets": ["frankfurt-kobenhavn", "london-berlin"]}, {}]
    own = owned("essen-frankfurt", "berlin-essen", "amsterdam-london")
    others = owned("essen-kobenhavn:1", "amsterdam-essen", seat=1)

    def done(**stations: int) -> list[bool]:
        line = score_sheet(score(europe, players, own, others, stations=stations), europe)[0]
        assert line["stations"] == 4 * (3 - sum(owner == 0 for owner in stations.values()))
        assert line["longest"] == 4  # borrowed routes do not count
        return [ticket["done"] for ticket in line["tickets"]]

    assert done() == [False, False]
    assert done(essen=0) == [False, True]  # the better one of the two
    assert done(essen=1) == [False, False]  # not his station
    assert done(kobenhavn=0) == [True, False]
    assert done(essen=0, kobenhavn=0) == [True, True]


@pytest.mark.rule("E9")
def test_equal_points_then_more_tickets(europe: Board) -> None:
    players: list[dict[str, Any]] = [{"tickets": ["angora-kharkov", "budapest-sofia", "athina-angora"]}, {}]
    own = owned(
        "budapest-sarajevo",
        "athina-sarajevo",
        "constantinople-sofia",
        "angora-constantinople",
        "bucuresti-kyiv",
        "kharkov-kyiv",
    )
    others = owned("sarajevo-sofia", "bucuresti-sofia", seat=1)
    position = score(europe, players, own, others, stations={"sofia": 0})
    assert best_tickets(position, 0, europe) == [(False, True, True)]


@pytest.mark.rule("E9")
def test_choices_equally_good_are_all_told(europe: Board) -> None:
    players: list[dict[str, Any]] = [{"tickets": ["madrid-dieppe", "madrid-zurich"]}, {}]
    own = owned("madrid-pamplona:black", "pamplona-paris:blue")
    others = owned("dieppe-paris", "paris-zurich", seat=1)
    position = score(europe, players, own, others, stations={"paris": 0})
    assert best_tickets(position, 0, europe) == [(True, False), (False, True)]
    assert score_sheet(position, europe)[0]["completed"] == 1


@pytest.mark.rule("E9")
def test_three_stations_in_a_chain(europe: Board) -> None:
    players: list[dict[str, Any]] = [{"tickets": ["london-wien"]}, {}, {}]
    own = owned("munchen-wien")
    others = {"amsterdam-london": 1, "amsterdam-frankfurt": 2, "frankfurt-munchen": 1}
    three = {"london": 0, "amsterdam": 0, "frankfurt": 0}
    position = score(europe, players, own, others, stations=three)
    assert best_tickets(position, 0, europe) == [(True,)]
    for city in three:
        two = {name: seat for name, seat in three.items() if name != city}
        assert best_tickets(score(europe, players, own, others, stations=two), 0, europe) == [(False,)]


@pytest.mark.rule("V1")
def test_globetrotter() -> None:
    board = load_board("usa", "1910")
    tickets = ["chicago-new-york", "washington-atlanta", "denver-saint-louis"]
    players: list[dict[str, Any]] = [{"tickets": [ticket]} for ticket in tickets]
    routes = {
        "chicago-pittsburgh:black": 0,
        "new-york-pittsburgh:white": 0,
        "raleigh-washington:1": 1,
        "atlanta-raleigh:2": 1,
    }
    sheet = score_sheet(score(board, players, routes), board)
    assert [line["globetrotter_points"] for line in sheet] == [15, 15, 0]
    assert [line["longest_points"] for line in sheet] == [0, 0, 0]
    none = score_sheet(score(board, players), board)
    assert [line["globetrotter_points"] for line in none] == [0, 0, 0]


@pytest.mark.rule("C18")
@pytest.mark.rule("C19")
@pytest.mark.rule("U3")
def test_ties(usa: Board) -> None:
    shared = score(usa, [{}, {}], {"calgary-winnipeg": 0, "el-paso-houston": 1})
    assert [line["longest_points"] for line in score_sheet(shared, usa)] == [10, 10]
    assert winners(shared, usa) == [0, 1]

    by_tickets = {"denver-santa-fe": 0, "el-paso-santa-fe": 0, "calgary-helena": 1, "dallas-houston:1": 1}
    position = score(usa, [{"tickets": ["denver-el-paso"]}, {}], by_tickets)
    assert [line["total"] for line in score_sheet(position, usa)] == [18, 18]
    assert winners(position, usa) == [0]

    apart = owned("denver-phoenix", "helena-omaha", "little-rock-nashville", "dallas-houston:1")
    position = score(usa, [{}, {}], apart, owned("calgary-winnipeg", seat=1))
    assert [line["total"] for line in score_sheet(position, usa)] == [25, 25]
    assert winners(position, usa) == [1]


@pytest.mark.rule("U3")
@pytest.mark.rule("C19")
def test_the_tie_break_is_the_card_and_not_the_length(usa: Board) -> None:
    routes = {
        "denver-phoenix": 0,
        "calgary-helena": 1,
        "new-york-washington:black": 1,
        "dallas-houston:1": 1,
        "calgary-winnipeg": 2,
    }
    position = score(usa, [{}, {}, {"tickets": ["seattle-new-york"]}], routes)
    sheet = score_sheet(position, usa)
    assert [(line["total"], line["longest"]) for line in sheet] == [(10, 5), (10, 4), (3, 6)]
    assert winners(position, usa) == [0, 1]


@pytest.mark.rule("E10")
@pytest.mark.rule("E11")
def test_fewer_stations_break_a_tie(europe: Board) -> None:
    routes = {"angora-erzurum": 0, "berlin-wien": 1, "brest-paris": 1}
    position = score(europe, [{}, {}], routes, stations={"roma": 1})
    assert [line["total"] for line in score_sheet(position, europe)] == [26, 26]
    assert winners(position, europe) == [0]
