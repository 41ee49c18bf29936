"""The oracle's own tests for trains and ships: legal actions, steps and scores, on positions made by hand (W, G)."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from .board import Board, load_board
from .flow import check_position, check_step
from .legal import legal_actions
from .moves import after
from .piles import new_deal_helps
from .positions import UNKNOWN, UNKNOWN_SHIP, Position
from .sails import port_payments, route_payments
from .samples import make_position
from .scoring import in_order, score_sheet, winners


@pytest.fixture
def world() -> Board:
    return load_board("world")


@pytest.fixture
def lakes() -> Board:
    return load_board("great_lakes")


def words(position: Position, board: Board, start: str, seat: int = 0) -> set[str]:
    """The rest of every legal action that starts so."""
    return {action.removeprefix(start) for action in legal_actions(position, seat, board) if action.startswith(start)}


def step(position: Position, action: str, board: Board, seat: int = 0) -> Position:
    """The position after a legal action in which chance has no part."""
    assert action in legal_actions(position, seat, board)
    (result,) = after(position, seat, action, board)
    return result


# Boards


@pytest.mark.rule("W1")
@pytest.mark.rule("W2")
@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    ("name", "cities", "ports", "routes", "tickets", "tours", "pairs", "splits"),
    [("world", 48, 38, 130, 65, 8, 5, range(10, 26)), ("great_lakes", 37, 25, 110, 55, 0, 0, range(18, 34))],
)
def test_numbers_of_the_boards(
    name: str, cities: int, ports: int, routes: int, tickets: int, tours: int, pairs: int, splits: range
) -> None:
    board = load_board(name)
    assert (len(board.cities), len(board.ports), len(board.routes)) == (cities, ports, routes)
    assert (len(board.tickets), sum(len(each.cities) > 2 for each in board.tickets.values())) == (tickets, tours)
    assert sum(route.pair for route in board.routes.values()) == pairs
    assert (board.decks["trains"].total(), board.decks["ships"].total()) == (80, 60)
    assert len(board.colours) == 6
    assert len(board.places) == 6
    position = make_position(board, [{}, {"split": splits[0]}], phase="split")
    pieces = board.rules["pieces"]
    assert legal_actions(position, 0, board) == {f"split {trains} {pieces - trains}" for trains in splits}
    assert legal_actions(position, 1, board) == set()


# Payments


def wealth(board: Board) -> Counter[str]:
    """More cards of every kind than any payment takes."""
    return Counter(dict.fromkeys(board.cards, 20))


@pytest.mark.rule("W5")
@pytest.mark.rule("W6")
def test_sets_of_ships(world: Board) -> None:
    white_of_four = route_payments(world.routes["dar-es-salaam-mumbai"], world, wealth(world))
    assert set(white_of_four) == {
        "white", "white+1", "white+2", "white+3", "locomotive", "white/1", "white/1+1", "white/1+2", "white/2",
    }  # fmt: skip
    assert white_of_four["white/1+1"] == Counter({"white-double-ship": 1, "white-ship": 1, "locomotive": 1})
    five = route_payments(world.routes["honolulu-tokyo"], world, wealth(world))
    without_wild = {words: cards for words, cards in five.items() if "locomotive" not in cards}
    assert without_wild["red/2"] == Counter({"red-double-ship": 2, "red-ship": 1})
    assert without_wild["red/3"] == Counter({"red-double-ship": 3})
    assert set(without_wild) == {"red", "red/1", "red/2", "red/3"}
    assert set(route_payments(world.routes["hong-kong-manila"], world, wealth(world))) == {
        "purple", "purple/1", "locomotive",
    }  # fmt: skip


@pytest.mark.rule("W5")
@pytest.mark.rule("W6")
def test_no_card_of_a_payment_is_superfluous_and_no_payment_is_missing(world: Board) -> None:
    """Every subset of a small hand: it is a payment if it suffices and no smaller part of it does."""
    hand = ["red-ship", "red-ship", "red-double-ship", "red-double-ship", "red-double-ship", "locomotive", "locomotive"]
    covers = {"red-ship": 1, "red-double-ship": 2, "locomotive": 1}
    for name in ("bangkok-manila", "honolulu-tokyo", "murmansk-tiksi", "darwin-port-moresby"):
        route = world.routes[name]
        enough = {
            frozenset(Counter(cards).items())
            for number in range(1, len(hand) + 1)
            for cards in combinations(hand, number)
            if sum(covers[card] for card in cards) >= route.length
        }
        least = {
            cards
            for cards in enough
            if not any(frozenset((Counter(dict(cards)) - Counter([card])).items()) in enough for card, _ in cards)
        }
        ways = route_payments(route, world, Counter(hand))
        assert {frozenset(cards.items()) for cards in ways.values()} == least
        assert len(ways) == len(least)


@pytest.mark.rule("W5")
def test_plain_trains_are_spent_before_those_with_anchors(world: Board) -> None:
    hand = Counter({"green-train": 1, "green-anchor-train": 2, "green-ship": 4, "locomotive": 1})
    assert route_payments(world.routes["athina-hamburg"], world, hand) == {
        "green": Counter({"green-train": 1, "green-anchor-train": 1}),
        "green+1": Counter({"green-train": 1, "locomotive": 1}),
    }
    assert set(route_payments(world.routes["al-qahira-casablanca"], world, hand)) == {"green", "green+1"}
    assert set(route_payments(world.routes["al-qahira-athina"], world, hand)) == {"green", "locomotive"}


@pytest.mark.rule("W7")
def test_pair_routes(world: Board) -> None:
    hand = {"red-train": 2, "red-anchor-train": 1, "green-train": 1, "locomotive": 1}
    position = make_position(world, [{"hand": hand}, {}])
    assert words(position, world, "claim casablanca-marseille ") == {"red", "red+1", "green+1"}
    # Two spaces: 2 red and then red or green with the wild, or the other way round.
    assert words(position, world, "claim dar-es-salaam-luanda ") == {"red", "red+1", "green+1"}
    assert words(position, world, "claim beijing-lahore ") == set()
    one = step(position, "claim dar-es-salaam-luanda red+1", world)
    assert one["pair"] == {"route": "dar-es-salaam-luanda", "spaces": 1, "paid": {"red-train": 1, "locomotive": 1}}
    assert (one["phase"], one["seat"], one["routes"]) == ("pair", 0, {})
    assert check_position(one, world) == []
    assert legal_actions(one, 0, world) == {"pay red"}
    assert legal_actions(one, 1, world) == set()
    both = step(one, "pay red", world)
    assert (both["phase"], both["seat"], both["pair"]) == ("turn", 1, None)
    assert both["routes"] == {"dar-es-salaam-luanda": 0}
    assert (both["players"][0]["points"], both["players"][0]["trains"]) == (2, 18)  # by its spaces
    assert both["decks"]["trains"]["discards"] == {"red-train": 2, "red-anchor-train": 1, "locomotive": 1}
    wild = make_position(world, [{"hand": {"locomotive": 4}}, {}])
    assert words(wild, world, "claim casablanca-marseille ") == set()  # never two wild ones


@pytest.mark.rule("W5")
@pytest.mark.rule("C10")
def test_trains_on_rails_and_ships_at_sea(world: Board) -> None:
    everything = make_position(world, [{"hand": dict(world.cards), "trains": 2, "ships": 3}, {}], row=[None] * 6)
    claimed = {world.routes[action.split()[0]] for action in words(everything, world, "claim ")}
    assert {route.length for route in claimed if route.sea} == {1, 2, 3}
    assert {route.length for route in claimed if not route.sea} == {1, 2}
    at_sea = step(everything, "claim darwin-port-moresby red/1", world)
    assert (at_sea["players"][0]["trains"], at_sea["players"][0]["ships"]) == (2, 2)
    assert at_sea["decks"]["ships"]["cards"] == [UNKNOWN_SHIP] * 0  # the one card was dealt to the row at once
    assert at_sea["row"].count(UNKNOWN_SHIP) == 1


@pytest.mark.rule("W8")
@pytest.mark.rule("C11")
@pytest.mark.rule("C12")
@pytest.mark.parametrize(("players", "open_to_others"), [(2, False), (3, False), (4, True), (5, True)])
def test_doubles(lakes: Board, players: int, open_to_others: bool) -> None:
    seats: list[dict[str, Any]] = [{"hand": dict(lakes.cards)}] + [{} for _ in range(players - 1)]
    routes = {"erie-scranton:yellow": 1, "muskegon-traverse-city:sea": 0, "duluth-thunder-bay:rail": 1}
    position = make_position(lakes, seats, row=[None] * 6, routes=routes)
    assert bool(words(position, lakes, "claim erie-scranton:purple ")) == open_to_others
    # A rail and a sea route between the same cities are no double.
    assert words(position, lakes, "claim muskegon-traverse-city:rail ")
    assert words(position, lakes, "claim duluth-thunder-bay:sea ")


# Ports and pieces


@pytest.mark.rule("W10")
def test_the_port_at_lima(world: Board) -> None:
    hand = {"locomotive": 1, "yellow-ship": 1, "yellow-anchor-train": 2, "yellow-train": 2, "yellow-double-ship": 2}
    position = make_position(world, [{"hand": hand}, {}], routes={"caracas-lima:white": 0})
    assert words(position, world, "port ") == {"lima yellow 2 1", "caracas yellow 2 1"}
    built = step(position, "port lima yellow 2 1", world)
    assert (built["ports"], built["players"][0]["ports"]) == ({"lima": 0}, 2)
    assert built["players"][0]["hand"] == {"yellow-train": 2, "yellow-double-ship": 2}
    assert built["decks"]["trains"]["discards"] == {"locomotive": 1, "yellow-anchor-train": 2}
    assert built["decks"]["ships"]["discards"] == {"yellow-ship": 1}
    assert built["players"][0]["points"] == position["players"][0]["points"]


@pytest.mark.rule("W10")
@pytest.mark.rule("W15")
def test_where_a_port_may_be_built(world: Board) -> None:
    def cities(**fields: Any) -> set[str]:
        position = make_position(world, [{"hand": dict(world.cards)}, {}], row=[None] * 6, **fields)
        return {action.split()[0] for action in words(position, world, "port ")}

    assert cities() == set()
    routes = {"cape-town-indian-ocean-junction:red": 0, "al-qahira-djibouti:red": 0, "darwin-perth": 1}
    assert cities(routes=routes) == {"cape-town", "al-qahira"}  # Djibouti and the junction are no port cities
    assert cities(routes=routes, ports={"cape-town": 1}) == {"al-qahira"}
    more = routes | {"lagos-luanda:purple": 0, "athina-hamburg": 0}
    assert cities(routes=more, ports={"lagos": 0, "luanda": 0}) == {"cape-town", "al-qahira", "athina", "hamburg"}
    assert cities(routes=more, ports={"lagos": 0, "luanda": 0, "athina": 0}) == set()  # at most three


@pytest.mark.rule("W10")
def test_every_mix_for_a_port(world: Board) -> None:
    ways = port_payments(world, wealth(world))
    assert len(ways) == 6 * 8 + 1
    assert all(cards.total() == 4 for cards in ways.values())
    assert len({frozenset(cards.items()) for cards in ways.values()}) == len(ways)
    assert ways["locomotive"] == Counter({"locomotive": 4})
    assert ways["red 0 1"] == Counter({"red-ship": 1, "locomotive": 3})
    assert port_payments(world, Counter({"red-train": 7, "red-double-ship": 6, "locomotive": 3})) == {}


@pytest.mark.rule("W12")
def test_an_exchange(world: Board) -> None:
    position = make_position(world, [{"trains": 3, "ships": 2, "box": {"trains": 1, "ships": 9}}, {}])
    assert words(position, world, "exchange ") == {"1 trains", "1 ships", "2 ships", "3 ships"}
    done = step(make_position(world, [{}, {}]), "exchange 4 trains", world)
    player = done["players"][0]
    assert (player["trains"], player["ships"], player["box"]) == (24, 36, {"trains": 1, "ships": 14})
    assert (player["points"], player["exchanged"], done["seat"]) == (0, 4, 1)
    assert [line["total"] for line in score_sheet(done, world)] == [-12 - 4, -12]


@pytest.mark.rule("W2")
@pytest.mark.rule("C20")
def test_the_split_is_revealed_when_all_have_chosen(world: Board) -> None:
    names = list(world.tickets)
    players: list[dict[str, Any]] = [{"offered": names[:5]}, {"offered": names[5:10]}]
    position = make_position(world, players, phase="opening", seat=1)
    assert len(legal_actions(position, 0, world)) == 10 + 5 + 1
    position = step(step(position, "keep 1 2 3", world), "keep 1 2 3 4 5", world, 1)
    assert (position["phase"], position["ticket_deck"][-2:]) == ("split", [UNKNOWN] * 2)
    assert position["players"][0]["trains"] == position["players"][0]["ships"] == 0
    position = step(position, "split 10 50", world, 1)
    assert (position["phase"], position["players"][1]["split"]) == ("split", 10)
    assert position["players"][1]["ships"] == 0
    position = step(position, "split 25 35", world, 0)
    assert (position["phase"], position["seat"], position["turn"]) == ("turn", 1, 0)
    pieces = [(player["trains"], player["ships"], player["box"], player["split"]) for player in position["players"]]
    assert pieces == [(25, 35, {"trains": 0, "ships": 15}, None), (10, 50, {"trains": 15, "ships": 0}, None)]


@pytest.mark.rule("W13")
@pytest.mark.parametrize(("ships", "turns_left"), [(9, None), (8, 6)])
def test_two_more_turns_for_everybody(world: Board, ships: int, turns_left: int | None) -> None:
    players: list[dict[str, Any]] = [{"hand": {"red-ship": 2}, "trains": 0, "ships": ships}, {}, {}]
    position = step(make_position(world, players), "claim bangkok-manila red", world)
    assert position["turns_left"] == turns_left
    if turns_left is not None:
        for seat in (1, 2, 0, 1, 2, 0):
            assert position["phase"] != "over"
            position = step(step(position, "draw ships", world, seat), "draw trains", world, seat)
        assert position["phase"] == "over"


# Cards


ROW = ["red-train", "locomotive", "green-train", "red-ship", "black-ship", "white-double-ship"]


@pytest.mark.rule("W3")
@pytest.mark.rule("W4")
@pytest.mark.rule("C4")
@pytest.mark.rule("C8")
def test_cards_to_be_drawn(world: Board) -> None:
    for phase, slots in (("turn", (1, 2, 3, 4, 6)), ("second-pick", (1, 3, 4, 6))):
        position = make_position(world, [{}, {}], row=[*ROW[:4], None, ROW[5]], phase=phase)
        face_up = {f"{slot} {deck}" for slot in slots for deck in ("trains", "ships")}
        assert words(position, world, "draw ") - {"tickets"} == face_up | {"trains", "ships"}
        position["decks"]["ships"] = {"cards": [], "discards": {}}
        assert words(position, world, "draw ") - {"tickets"} == face_up | {"trains"}


@pytest.mark.rule("W4")
def test_a_card_is_replaced_from_the_deck_that_is_chosen(world: Board) -> None:
    position = make_position(world, [{}, {}], row=ROW, top=["black-train", "purple-ship"])
    for slot in (1, 6):
        for deck, card in (("trains", "black-train"), ("ships", "purple-ship")):
            drawn = step(position, f"draw {slot} {deck}", world)
            assert drawn["row"] == [card if place == slot - 1 else old for place, old in enumerate(ROW)]
            assert drawn["phase"] == "second-pick"
    wild = step(position, "draw 2 ships", world)
    assert (wild["seat"], wild["row"][1]) == (1, "purple-ship")
    ships = [card for card in world.decks["ships"].elements() if card != "purple-ship"]
    held = Counter(ships) + Counter({"purple-ship": 3}) - Counter(ROW[3:])
    none_left = make_position(world, [{}, {"hand": dict(held)}], row=ROW, top=["purple-ship", "black-train"])
    assert step(none_left, "draw 4 ships", world)["row"][3] == "purple-ship"
    none_left = step(none_left, "draw ships", world)
    assert step(none_left, "draw 4 ships", world)["row"][3] == "black-train"  # from the other


@pytest.mark.rule("W4")
@pytest.mark.rule("C6")
def test_three_wild_cards_in_the_row(world: Board) -> None:
    row = ["locomotive", "locomotive", "red-ship", "red-train", "black-ship", "white-double-ship"]
    top = ["locomotive", "red-train", "black-train", "locomotive", "green-ship", "red-double-ship", "green-ship"]
    position = make_position(world, [{}, {}], row=row, top=top)
    dealt = step(position, "draw 4 trains", world)
    assert dealt["row"] == ["red-train", "black-train", "locomotive", "green-ship", "red-double-ship", "green-ship"]
    assert dealt["decks"]["trains"]["discards"] == {"locomotive": 3}
    assert dealt["decks"]["ships"]["discards"] == {"red-ship": 1, "black-ship": 1, "white-double-ship": 1}
    assert check_step(position, 0, "draw 4 trains", dealt, world) == []
    wrong = {**dealt, "row": [*dealt["row"][3:], *dealt["row"][:3]]}
    assert check_step(position, 0, "draw 4 trains", wrong, world)


@pytest.mark.rule("W4")
@pytest.mark.rule("C6")
@pytest.mark.parametrize(("others", "helps"), [(0, False), (1, True)])
def test_ships_do_not_help_in_the_places_of_trains(world: Board, others: int, helps: bool) -> None:
    contents = Counter({"locomotive": 14, "red-train": others}) + world.decks["ships"]
    assert new_deal_helps(contents, world) == helps


@pytest.mark.rule("W4")
@pytest.mark.rule("C6")
def test_a_deck_that_cannot_give_three_is_made_up_from_the_other(world: Board) -> None:
    row = ["locomotive", "locomotive", "red-train", "red-train", "black-train", "white-train"]
    held = world.decks["ships"] - Counter({"green-ship": 1})
    top = ["locomotive", *["red-train", "black-train", "yellow-train", "green-train", "white-train"], "green-ship"]
    position = make_position(world, [{}, {"hand": dict(held)}], row=row, top=top)
    dealt = step(position, "draw 3 trains", world)
    assert Counter(dealt["row"]) == Counter(top[1:])
    assert dealt["decks"]["ships"] == {"cards": [], "discards": {}}


@pytest.mark.rule("C7")
@pytest.mark.rule("W1")
def test_each_deck_is_made_of_its_own_discards(world: Board) -> None:
    position = make_position(world, [{}, {}], deck=["red-train", "red-ship", "green-ship"])
    drawn = step(position, "draw trains", world)
    assert drawn["decks"]["trains"] == {"cards": [UNKNOWN] * 76, "discards": {}}
    assert drawn["decks"]["ships"] == position["decks"]["ships"]
    assert drawn["shuffles"] == {"trains": 1, "ships": 0}
    drawn = step(step(position, "draw ships", world), "draw ships", world)
    assert drawn["decks"]["ships"] == {"cards": [UNKNOWN_SHIP] * 55, "discards": {}}


# Scores


@pytest.mark.rule("W9")
@pytest.mark.rule("W11")
@pytest.mark.rule("W14")
def test_the_example_of_103(world: Board) -> None:
    tickets = ["buenos-aires-manila", "buenos-aires-sydney", "dar-es-salaam-hamburg",
               "lagos-luanda-dar-es-salaam-djibouti"]  # fmt: skip
    names = [
        "lagos-luanda:purple", "dar-es-salaam-luanda", "dar-es-salaam-djibouti:red",  # the tour
        "al-qahira-djibouti:red", "al-qahira-athina", "athina-hamburg",  # Hamburg
        "buenos-aires-valparaiso", "christchurch-valparaiso", "christchurch-sydney:red",  # Sydney
        "port-moresby-sydney", "darwin-port-moresby", "darwin-jakarta", "jakarta-manila",  # Manila
    ]  # fmt: skip
    position = make_position(
        world,
        [{"tickets": [_named(world, ticket) for ticket in tickets], "trains": 11, "ships": 17}, {}],
        routes=dict.fromkeys(names, 0),
        ports={"buenos-aires": 0, "dar-es-salaam": 0},
    )
    line = score_sheet(position, world)[0]
    assert sorted(ticket["points"] for ticket in line["tickets"]) == [8, 9, 13, 17]
    assert [port["points"] for port in line["ports"]] == [30, 30]
    assert line["unbuilt_ports"] == -4
    assert line["total"] - line["routes"] == 103
    assert line["longest"] == 0


def _named(board: Board, cities: str) -> str:
    """The ticket of these cities, in whichever order the map has them."""
    if cities in board.tickets:
        return cities
    (name,) = [name for name, ticket in board.tickets.items() if "-".join(reversed(ticket.cities)) == cities]
    return name


@pytest.mark.rule("W9")
@pytest.mark.parametrize(
    ("routes", "ordered"),
    [
        (["ab", "bc", "cd"], True),
        (["ax", "xb", "by", "yc", "cd"], True),  # other cities between
        (["ac", "cb", "bd"], False),
        (["xa", "xb", "xc", "xd"], False),  # a star
        (["xa", "xb", "xc", "xd", "ab", "cd"], True),
        (["ab", "bc", "bd"], False),  # no route twice
        (["ab", "bc", "bc", "bd"], True),  # but a rail and a sea route
        (["bc", "ab", "dc"], True),  # whichever way round they are printed
        (["ac", "ab", "bc", "bx", "xd"], False),
        (["ab", "bd", "dc", "bx", "xc"], True),  # round a loop, past a city before its turn
    ],
)
def test_in_order(routes: list[str], ordered: bool) -> None:
    links = [(route[0], route[1]) for route in routes]
    assert in_order(("a", "b", "c", "d"), links) == ordered
    assert in_order(("d", "c", "b", "a"), links) == ordered


@pytest.mark.rule("W9")
def test_in_order_against_walking_every_trail() -> None:
    def passes(here: str, cities: str, left: list[tuple[str, str]]) -> bool:
        if here == cities[0]:
            cities = cities[1:]
        return not cities or any(
            passes(second if here == first else first, cities, left[:index] + left[index + 1 :])
            for index, (first, second) in enumerate(left)
            if here in (first, second)
        )

    source = random.Random(9)
    found = Counter[bool]()
    for _ in range(300):
        links = [(first, second) for first, second in (source.sample("abcdef", 2) for _ in range(source.randint(3, 8)))]
        for tour in ("abc", "abcd"):
            ordered = any(passes(start, tour, links) for start in "abcdef")
            assert in_order(tuple(tour), links) == ordered
            found[ordered] += 1
    assert min(found[True], found[False]) > 100


@pytest.mark.rule("W9")
def test_the_values_of_a_tour(world: Board) -> None:
    tour = "casablanca-al-qahira-tehran"

    def worth(*names: str) -> tuple[int, bool]:
        position = make_position(world, [{"tickets": [tour]}, {}], routes=dict.fromkeys(names, 0))
        (ticket,) = score_sheet(position, world)[0]["tickets"]
        return ticket["points"], ticket["done"]

    assert worth() == (-15, False)
    assert worth("al-qahira-casablanca") == (-15, False)
    assert worth("al-qahira-casablanca", "al-qahira-tehran:black") == (9, True)
    around = ["athina-marseille", "casablanca-marseille"]
    assert worth(*around, "al-qahira-athina", "athina-tehran") == (6, True)
    assert worth(*around, "athina-tehran", "al-qahira-tehran:black") == (6, True)


@pytest.mark.rule("W11")
@pytest.mark.rule("G1")
@pytest.mark.parametrize(("name", "values"), [("world", [0, 20, 30, 40, 40]), ("great_lakes", [0, 10, 20, 30, 30])])
def test_what_a_port_scores(name: str, values: list[int]) -> None:
    board = load_board(name)
    naming = Counter(city for ticket in board.tickets.values() for city in ticket.cities)
    city = next(city for city in sorted(board.ports) if naming[city] >= 4)
    tickets = [ticket.name for ticket in board.tickets.values() if city in ticket.cities][:4]
    one_of_each = {route.group: route.name for route in board.routes.values()}
    for number, value in enumerate(values):
        players: list[dict[str, Any]] = [{"tickets": tickets[:number], "trains": 0, "ships": 0, "box": {}}, {}]
        position = make_position(board, players, routes=dict.fromkeys(one_of_each.values(), 0), ports={city: 0})
        line = score_sheet(position, board)[0]
        assert line["completed"] == number
        assert [port["points"] for port in line["ports"]] == [value]
        assert line["unbuilt_ports"] == -8


@pytest.mark.rule("W14")
def test_a_tie_is_shared(world: Board) -> None:
    routes = {"darwin-perth": 0, "darwin-sydney": 1, "al-qahira-tehran:black": 2}
    assert winners(make_position(world, [{}, {}, {}], routes=routes), world) == [0, 1]


@pytest.mark.rule("G1")
def test_a_route_of_nine(lakes: Board) -> None:
    hand = {"red-train": 5, "red-anchor-train": 4, "locomotive": 1}
    position = make_position(lakes, [{"hand": hand}, {}])
    assert words(position, lakes, "claim cleveland-new-york ") == {"red", "red+1"}
    claimed = step(position, "claim cleveland-new-york red+1", lakes)
    assert (claimed["players"][0]["points"], claimed["players"][0]["trains"]) == (27, 18)
    assert claimed["players"][0]["hand"] == {"red-anchor-train": 1}
