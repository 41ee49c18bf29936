"""The rules of World (W1-W8, W13-W15) and of Great Lakes (G1): set-up, cards, claims and the end."""

from __future__ import annotations

from collections import Counter

import pytest

from tools import EMPTY, discards, game, hand_of, notations, oracle_board, player, refused, row_of, starting
from trunkline.game import Game
from trunkline.maps import load_map
from trunkline.rules.pieces import box_ships, box_trains
from trunkline.rules.ports import ports_of

COLOURS = ("purple", "yellow", "green", "red", "black", "white")
ALL_SHIPS = {f"{colour}-{face}": n for colour in COLOURS for face, n in (("ship", 4), ("double-ship", 6))}


def opened(map_name: str, players: int, trains: int, seed: int = 1) -> Game:
    """A new game after the choice of tickets and of so many trains."""
    table = Game.new(map_name, players, seed=seed)
    pieces = table.board.numbers.pieces
    for seat in range(players):
        table.play("keep 1 2 3", seat=seat)
    for seat in range(players):
        table.play(f"split {trains} {pieces - trains}", seat=seat)
    return table


def lanes_of_spaces(map_name: str, kind: str, spaces: int) -> list[str]:
    """Single lanes of a kind with so many spaces in all."""
    found: dict[int, list[str]] = {0: []}
    for route in load_map(map_name).routes:
        if route.kind == kind and route.lanes == 1 and not route.pair:
            more = {total + route.length: [*names, route.name] for total, names in found.items()}
            found = {**more, **found}
    return found[spaces]


@pytest.mark.rule("W1")
@pytest.mark.parametrize("players", [2, 5])
def test_the_deal_of_two_decks(players: int) -> None:
    table = Game.new("world", players, seed=players)
    start = table.position()
    for each in start["players"]:  # type: ignore[attr-defined]
        ships = sum(number for card, number in each["hand"].items() if card.endswith("ship"))
        assert (sum(each["hand"].values()), ships) == (10, 7)
    row = [str(card) for card in row_of(table)]
    assert [card.endswith("ship") for card in row] == [False] * 3 + [True] * 3
    assert len(start["decks"]["trains"]["cards"]) == 80 - 3 * players - 3  # type: ignore[index]
    assert len(start["decks"]["ships"]["cards"]) == 60 - 7 * players - 3  # type: ignore[index]


@pytest.mark.rule("W1")
def test_how_many_cards_of_each_deck_a_hand_has_is_public() -> None:
    table = game("world", [EMPTY, {"hand": {"red-train": 2, "locomotive": 1, "red-ship": 1, "green-double-ship": 3}}])
    seen = table.view(0).players[1]
    assert (seen.hand_size, seen.ship_cards) == (7, 4)


@pytest.mark.rule("W2")
def test_the_split_is_secret_until_all_have_chosen() -> None:
    table = Game.new("world", 2, seed=1)
    assert len(player(table, 0)["offered"]) == 5
    assert refused(table, "keep 1 2", seat=0) == "too_few_kept"
    for seat in range(2):
        table.play("keep 1 3 4", seat=seat)
    assert len(table.position()["ticket_deck"]) == 65 - 6  # type: ignore[arg-type]
    assert notations(table, 0) == {f"split {trains} {60 - trains}" for trains in range(10, 26)}
    table.play("split 12 48", seat=1)
    assert table.to_act == [0]
    other = table.view(0).players[1]
    assert (other.trains, other.ships, other.has_chosen) == (0, 0, True)
    assert refused(table, "split 13 47", seat=1) == "already_split"
    table.play("split 25 35", seat=0)
    view = table.view(0)
    assert [(p.trains, p.ships) for p in view.players] == [(25, 35), (12, 48)]
    assert [(box_trains(view, seat), box_ships(view, seat)) for seat in range(2)] == [(0, 15), (13, 2)]
    assert list(ports_of(view).left) == [3, 3]


@pytest.mark.rule("W3")
def test_five_actions_and_four_tickets() -> None:
    hand = {"yellow-anchor-train": 2, "yellow-ship": 2}
    table = game("world", [{"hand": hand}, EMPTY], routes={"honolulu-lima": 0})
    assert {text.split()[0] for text in notations(table)} == {"draw", "claim", "port", "exchange"}
    table.play("draw tickets")
    assert len(player(table, 0)["offered"]) == 4
    assert len(notations(table)) == 2**4 - 1
    table.play("keep 2")
    assert table.to_act == [1]


@pytest.mark.rule("W4")
def test_the_taker_chooses_the_deck_that_fills_the_place() -> None:
    row = ["red-train", "red-ship", "black-train", "black-ship", "white-train", "white-ship"]
    top = ["green-train", "green-double-ship"]
    for deck, card in (("trains", "green-train"), ("ships", "green-double-ship")):
        table = game("world", [EMPTY, EMPTY], row=row, top=top)
        assert {"draw 1 trains", "draw 1 ships", "draw trains", "draw ships"} <= notations(table)
        table.play(f"draw 1 {deck}")
        assert row_of(table) == [card, *row[1:]]
        assert hand_of(table, 0) == {"red-train": 1}
        assert refused(table, "draw 2") == "which_deck"


@pytest.mark.rule("W4")
def test_the_other_deck_gives_if_that_one_cannot() -> None:
    row = ["red-train", "red-ship", "black-train", "black-train", "white-train", "white-train"]
    ships = {**ALL_SHIPS, "red-ship": 3}
    table = game("world", [EMPTY, {"hand": ships}], row=row, top=["green-train"])
    assert "draw ships" not in notations(table)
    assert "draw 1 ships" in notations(table)
    table.play("draw 1 ships")
    assert row_of(table)[0] == "green-train"


@pytest.mark.rule("W4")
def test_a_face_up_wild_is_the_only_card_and_three_deal_the_row_anew() -> None:
    row = ["locomotive", "red-ship", "locomotive", "black-ship", "white-train", "white-ship"]
    table = game("world", [EMPTY, EMPTY], row=row, top=["green-train"])
    table.play("draw 1 trains")
    assert table.to_act == [1]
    top = ["locomotive", "green-train", "green-train", "red-train", "green-ship", "black-ship", "white-ship"]
    table = game("world", [EMPTY, EMPTY], row=row, top=top)
    table.play("draw 5 trains")
    assert row_of(table) == ["green-train", "green-train", "red-train", "green-ship", "black-ship", "white-ship"]
    assert discards(table, "trains") == {"locomotive": 3}
    assert discards(table, "ships") == {"red-ship": 1, "black-ship": 1, "white-ship": 1}


@pytest.mark.rule("W4")
def test_a_deck_that_cannot_give_three_is_made_up_from_the_other() -> None:
    row = ["locomotive", "red-ship", "locomotive", "black-train", "white-train", "green-train"]
    ships = {**ALL_SHIPS, "red-ship": 3}  # the one in the row is the only ship that can be dealt again
    top = ["locomotive", "green-train", "red-train", "black-train", "white-train", "yellow-train"]
    table = game("world", [EMPTY, {"hand": ships}], row=row, top=top)
    table.play("draw 4 trains")
    assert Counter(str(card).endswith("ship") for card in row_of(table)) == {False: 5, True: 1}


@pytest.mark.rule("W5")
def test_trains_for_rail_ships_for_sea_and_wilds_for_both() -> None:
    table = game("world", [{"hand": {"red-train": 3, "locomotive": 1}}, EMPTY])
    assert starting(table, "claim moskva-tehran") == {"red", "red+1"}  # red rail of three
    assert starting(table, "claim athina-marseille") == set()  # red sea of two: one wild is not enough
    assert starting(table, "claim darwin-port-moresby") == {"locomotive"}  # red sea of one
    table = game("world", [{"hand": {"red-ship": 3, "locomotive": 1}}, EMPTY])
    assert starting(table, "claim moskva-tehran") == set()
    assert starting(table, "claim athina-marseille") == {"red", "red+1"}
    table.play("claim athina-marseille red+1")
    assert (player(table, 0)["trains"], player(table, 0)["ships"]) == (20, 38)
    assert discards(table, "ships") == {"red-ship": 1}
    assert discards(table, "trains") == {"locomotive": 1}


@pytest.mark.rule("W5")
def test_the_plain_train_is_spent_before_the_one_with_the_anchor() -> None:
    table = game("world", [{"hand": {"red-train": 2, "red-anchor-train": 2}}, EMPTY])
    assert starting(table, "claim moskva-tehran") == {"red"}
    table.play("claim moskva-tehran red")
    assert hand_of(table, 0) == {"red-anchor-train": 1}
    assert player(table, 0)["points"] == 4


@pytest.mark.rule("W6")
def test_no_card_of_a_set_of_ships_is_superfluous() -> None:
    plenty = {"white-ship": 4, "white-double-ship": 5, "locomotive": 8}
    table = game("world", [{"hand": plenty}, EMPTY])
    assert starting(table, "claim dar-es-salaam-mumbai") == {
        "white", "white+1", "white+2", "white+3", "locomotive", "white/1", "white/1+1", "white/1+2", "white/2",
    }  # fmt: skip
    assert len(starting(table, "claim dar-es-salaam-mumbai")) == 9


@pytest.mark.rule("W6")
def test_a_sea_route_of_five_takes_two_doubles_and_a_single_or_three_doubles() -> None:
    table = game("world", [{"hand": {"white-ship": 1, "white-double-ship": 3}}, EMPTY])
    assert starting(table, "claim honolulu-manila") == {"white/2", "white/3"}
    table.play("claim honolulu-manila white/3")
    assert hand_of(table, 0) == {"white-ship": 1}
    assert player(table, 0)["ships"] == 35
    table = game("world", [{"hand": {"white-ship": 1, "white-double-ship": 3}}, EMPTY])
    table.play("claim honolulu-manila white/2")
    assert hand_of(table, 0) == {"white-double-ship": 1}
    table = game("world", [{"hand": {"white-ship": 2, "white-double-ship": 3, "locomotive": 2}}, EMPTY])
    assert refused(table, "claim honolulu-manila white/3+1") == "ships_do_not_add_up"
    assert refused(table, "claim honolulu-manila white/1") == "cards_missing"


@pytest.mark.rule("W7")
def test_a_pair_route_is_paid_space_by_space() -> None:
    table = game("world", [{"hand": {"red-train": 2, "green-anchor-train": 1, "locomotive": 1}}, EMPTY])
    # A red and a wild would leave a red and a green alone, which pay nothing.
    assert starting(table, "claim lahore-tehran") == {"red", "green+1"}
    assert refused(table, "claim lahore-tehran red+1") == "pair_not_payable"
    table.play("claim lahore-tehran red")
    assert table.position()["pair"] == {"route": "lahore-tehran", "spaces": 1, "paid": {"red-train": 2}}
    assert discards(table, "trains") == {}
    assert table.to_act == [0]
    assert notations(table) == {"pay green+1"}
    assert refused(table, "withdraw") == "not_now"
    table.play("pay green+1")
    assert table.position()["routes"] == {"lahore-tehran": 0}
    assert discards(table, "trains") == {"red-train": 2, "green-anchor-train": 1, "locomotive": 1}
    assert (player(table, 0)["trains"], player(table, 0)["points"]) == (18, 2)
    assert table.to_act == [1]


@pytest.mark.rule("W7")
def test_a_wild_is_never_both_cards_of_a_pair() -> None:
    table = game("world", [{"hand": {"locomotive": 6, "red-ship": 3}}, EMPTY])
    assert starting(table, "claim casablanca-marseille") == set()
    assert refused(table, "claim casablanca-marseille locomotive") == "pair_needs_colour"
    table = game("world", [{"hand": {"locomotive": 6, "red-train": 1}}, EMPTY])
    assert starting(table, "claim casablanca-marseille") == {"red+1"}
    table.play("claim casablanca-marseille red+1")
    assert table.position()["routes"] == {"casablanca-marseille": 0}


@pytest.mark.rule("W8")
def test_doubles_at_sea_and_joined_edges() -> None:
    hand = {"green-ship": 4, "green-double-ship": 6, "black-ship": 3, "black-double-ship": 6, "purple-train": 4}
    table = game("world", [{"hand": hand, "tickets": ["new-york-tokyo"]}, EMPTY, EMPTY, EMPTY])
    table.play("claim los-angeles-tokyo:green green/3")
    assert starting(table, "claim los-angeles-tokyo:black") == set()
    three = game("world", [{"hand": hand}, EMPTY, EMPTY], routes={"los-angeles-tokyo:green": 1})
    assert refused(three, "claim los-angeles-tokyo:black black/3") == "double_closed"
    four = game("world", [{"hand": hand}, EMPTY, EMPTY, EMPTY], routes={"los-angeles-tokyo:green": 1})
    assert starting(four, "claim los-angeles-tokyo:black") != set()
    for seat in (1, 2, 3):
        table.play("exchange 1 trains", seat=seat)
    assert refused(table, "claim los-angeles-tokyo:black black/3") == "twin_is_yours"
    table.play("claim los-angeles-new-york:purple purple")
    (ticket,) = table.score_sheet().players[0].tickets  # from Tokyo over the edge to Los Angeles
    assert (ticket.completed, ticket.points) == (True, 15)


@pytest.mark.rule("C6")
@pytest.mark.rule("W4")
@pytest.mark.parametrize(("held", "deals"), [(66, False), (65, True)])
def test_no_new_deal_where_the_trains_to_be_had_are_locomotives(held: int, deals: bool) -> None:
    # Ships in plenty do not help: three of the row are dealt from the trains, of which only locomotives are left.
    trains = Counter({card: n for card, n in oracle_board("world").cards.items() if card.endswith("train") and n})
    hand = Counter(list(trains.elements())[:held])
    ships = ["red-ship", "red-ship", "black-ship"]
    row = ["locomotive"] * 3 + ships
    table = game("world", [EMPTY, {"hand": dict(hand)}], row=row)
    table.play("draw ships")
    table.play("draw ships")
    dealt = [event for event in table.events if event.name == "row-dealt"]
    assert bool(dealt) == deals
    assert row_of(table).count("locomotive") == 3 if not deals else len(dealt) <= 20


@pytest.mark.rule("C6")
@pytest.mark.rule("W4")
@pytest.mark.parametrize(("others", "deals"), [(3, False), (4, True)])
def test_without_ships_the_whole_row_is_of_trains(others: int, deals: bool) -> None:
    cards = oracle_board("world").cards
    kept = Counter({"locomotive": cards["locomotive"], "red-train": others})
    row = ["locomotive"] * 4 + ["red-train"] * 2
    table = game("world", [EMPTY, {"hand": dict(cards - kept)}], row=row, top=["locomotive"] * 2)
    table.play("draw trains")
    table.play("draw trains")
    assert any(event.name == "row-dealt" for event in table.events) == deals


@pytest.mark.rule("W13")
def test_six_pieces_bring_two_more_turns_for_everybody() -> None:
    rails, seas = lanes_of_spaces("world", "rail", 16), lanes_of_spaces("world", "sea", 37)
    routes = dict.fromkeys([*rails, *seas], 0)
    free = next(
        route.name
        for route in load_map("world").routes
        if route.length == 1 and route.kind == "rail" and route.lanes == 2 and route.name not in routes
    )
    table = game("world", [{"hand": {"locomotive": 5}}, EMPTY, EMPTY], routes=routes)
    assert (player(table, 0)["trains"], player(table, 0)["ships"]) == (4, 3)
    table.play("exchange 1 ships")  # seven pieces, whatever they are
    assert table.position()["turns_left"] is None
    for seat in (1, 2):
        table.play("exchange 1 ships", seat=seat)
    table.play(f"claim {free} locomotive")
    assert table.position()["turns_left"] == 6
    order = []
    while not table.over:
        order.append(table.to_act[0])
        table.play(next(text for text in sorted(notations(table)) if text.startswith("exchange")))
    assert order == [1, 2, 0, 1, 2, 0]


@pytest.mark.rule("W14")
def test_no_longest_path_and_a_tie_is_shared() -> None:
    routes = {"honolulu-lima": 0, "luanda-rio-de-janeiro": 1}
    table = game("world", [EMPTY, EMPTY], routes=routes, phase="over")
    sheet = table.score_sheet()
    assert [each.longest_path_points for each in sheet.players] == [0, 0]
    assert sheet.totals == (15 - 12, 15 - 12)
    assert sheet.winners == (0, 1)
    assert sheet.tie_break == "shared"


@pytest.mark.rule("W15")
def test_a_junction_joins_routes_and_is_no_city() -> None:
    hand = {"yellow-anchor-train": 2, "yellow-ship": 2}
    routes = {"cape-town-indian-ocean-junction:green": 0, "indian-ocean-junction-perth:purple": 0, "jakarta-perth": 0}
    table = game("world", [{"hand": hand, "tickets": ["cape-town-jakarta"]}, EMPTY], routes=routes)
    (ticket,) = table.score_sheet().players[0].tickets
    assert ticket.completed
    assert {text.split()[0] for text in starting(table, "port")} == {"cape-town", "perth", "jakarta"}
    assert refused(table, "port indian-ocean-junction yellow 2 2") == "no_port_city"
    assert not any("junction" in name for name in table.board.ticket_names)


@pytest.mark.rule("G1")
def test_great_lakes_is_world_with_other_numbers() -> None:
    table = Game.new("great_lakes", 3, seed=1)
    for each in table.position()["players"]:  # type: ignore[attr-defined]
        ships = sum(number for card, number in each["hand"].items() if card.endswith("ship"))
        assert (sum(each["hand"].values()), ships, len(each["offered"])) == (4, 2, 5)
    for seat in range(3):
        table.play("keep 1 2 3", seat=seat)
    assert notations(table, 0) == {f"split {trains} {50 - trains}" for trains in range(18, 34)}
    table = opened("great_lakes", 2, 27)
    table.play("draw tickets")
    assert len(player(table, table.to_act[0])["offered"]) == 4


@pytest.mark.rule("G1")
def test_great_lakes_points() -> None:
    hand = {"red-train": 7, "red-anchor-train": 2}
    table = game("great_lakes", [{"hand": hand, "tickets": ["syracuse-new-york"]}, EMPTY], ports={"new-york": 0},
                 routes={"albany-new-york:red": 0, "albany-syracuse:green": 0})  # fmt: skip
    table.play("claim cleveland-new-york red")
    assert player(table, 0)["points"] == 27 + 4 + 2
    (port,) = table.score_sheet().players[0].ports
    assert (port.tickets, port.points) == (1, 10)
    board = table.board
    assert not any(board.pair)
    assert not any(board.is_tour(ticket) for ticket in range(board.tickets))


@pytest.mark.rule("C11")
def test_a_rail_and_a_sea_route_between_the_same_cities_may_both_be_owned() -> None:
    hand = {"white-train": 3, "red-ship": 3}
    table = game("great_lakes", [{"hand": hand}, EMPTY], routes={"muskegon-traverse-city:rail": 0})
    assert starting(table, "claim muskegon-traverse-city:sea") == {"red"}
