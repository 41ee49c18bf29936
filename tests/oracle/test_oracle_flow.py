"""The oracle's own tests: what actions lead to, and that a wrong step is found out."""

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from .board import Board, load_board
from .flow import TWENTY_DEALS, after, check_position, check_step
from .legal import legal_actions
from .piles import Shuffle
from .positions import UNKNOWN, Position
from .samples import deal, make_position
from .scoring import score_sheet, winners


@pytest.fixture
def usa() -> Board:
    return load_board("usa")


@pytest.fixture
def europe() -> Board:
    return load_board("europe")


def shuffler(seed: int) -> Shuffle:
    source = random.Random(seed)
    return lambda cards: source.sample(cards, len(cards))


def step(position: Position, action: str, board: Board, seat: int = 0) -> Position:
    """The position after a legal action in which chance has no part."""
    assert action in legal_actions(position, seat, board)
    (result,) = after(position, seat, action, board)
    return result


@pytest.mark.rule("C3")
@pytest.mark.rule("C15")
def test_a_card_taken_is_replaced_at_once(usa: Board) -> None:
    before = make_position(usa, [{}, {}], row=["red", "blue", "pink", "white", "green"], top=["black", "orange"])
    first = step(before, "draw 2", usa)
    assert first["row"] == ["red", "black", "pink", "white", "green"]
    assert first["phase"] == "second-pick"
    assert first["players"][0]["hand"] == first["players"][0]["known"] == {"blue": 1}
    second = step(first, "draw deck", usa)
    assert second["players"][0]["hand"] == {"blue": 1, "orange": 1}
    assert second["players"][0]["known"] == {"blue": 1}
    assert (second["phase"], second["seat"], second["turn"]) == ("turn", 1, 1)


@pytest.mark.rule("C4")
@pytest.mark.rule("C5")
def test_locomotives_drawn(usa: Board) -> None:
    before = make_position(usa, [{}, {}], row=["locomotive", "blue", "pink", "white", "green"], top=["locomotive"])
    assert step(before, "draw 1", usa)["seat"] == 1
    assert step(before, "draw deck", usa)["phase"] == "second-pick"


@pytest.mark.rule("C6")
def test_a_row_of_locomotives_is_dealt_anew(usa: Board) -> None:
    row = ["locomotive", "locomotive", "pink", "white", "green"]
    dealt = ["red", "blue", "locomotive", "locomotive", "locomotive"]
    again = ["red", "red", "locomotive", "blue", "blue"]
    before = make_position(usa, [{}, {}], row=row, top=["locomotive", *dealt, *again])
    result = step(before, "draw 3", usa)
    assert result["row"] == again
    assert result["decks"]["trains"]["discards"] == {"locomotive": 6, "white": 1, "green": 1, "red": 1, "blue": 1}


@pytest.mark.rule("C6")
def test_a_new_deal_that_cannot_help_is_not_made(usa: Board) -> None:
    hand = dict(usa.cards - Counter(locomotive=8, red=2))
    row = ["locomotive", "locomotive", "locomotive", "red", "red"]
    before = make_position(usa, [{}, {"hand": hand}], row=row)
    assert step(before, "draw deck", usa)["row"] == row
    assert check_position(before, usa) == []
    before["players"][1]["hand"]["blue"] -= 1
    before["decks"]["trains"]["cards"].append("blue")
    assert [violation.startswith(TWENTY_DEALS) for violation in check_position(before, usa)] == [True]


@pytest.mark.rule("C7")
def test_an_empty_deck_is_made_of_the_discards_at_once(usa: Board) -> None:
    before = make_position(usa, [{}, {}], deck=["red"])
    result = step(before, "draw deck", usa)
    assert result["players"][0]["hand"] == {"red": 1}
    assert result["decks"]["trains"] == {"cards": [UNKNOWN] * 104, "discards": {}}
    assert result["shuffles"]["trains"] == 1


@pytest.mark.rule("C7")
@pytest.mark.rule("C8")
def test_holes_are_filled_as_soon_as_there_are_cards(usa: Board) -> None:
    rest = usa.cards.copy()
    rest.subtract(["red", "blue", "locomotive"])
    before = make_position(usa, [{"hand": dict(rest)}, {}], row=["red", None, "blue", None, "locomotive"])
    taken = step(before, "draw 1", usa)
    assert (taken["phase"], taken["row"]) == ("second-pick", [None, None, "blue", None, "locomotive"])
    ended = step(taken, "draw 3", usa)  # nothing is left but a locomotive
    assert ended["row"] == [None, None, None, None, "locomotive"]
    claimed = step(before, "claim dallas-houston:1 pink", usa)
    assert claimed["row"] == ["red", UNKNOWN, "blue", None, "locomotive"]
    lonely = make_position(
        usa, [{"hand": dict(rest)}, {"hand": {"blue": 1}}], row=["red", None, None, None, "locomotive"]
    )
    assert step(lonely, "draw 1", usa)["seat"] == 1  # C8: the turn ends for want of a second card


@pytest.mark.rule("C9")
@pytest.mark.rule("C10")
@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("action", "points", "known"),
    [("claim palermo-smyrna red+2", 15, {"red": 1}), ("claim kyiv-wilno blue", 2, {"red": 5, "locomotive": 1})],
)
def test_a_claim(europe: Board, action: str, points: int, known: dict[str, int]) -> None:
    hand = {"red": 6, "locomotive": 2, "blue": 2}
    players: list[dict[str, Any]] = [{"hand": hand, "known": {"red": 5, "locomotive": 1}}, {}]
    result = step(make_position(europe, players), action, europe)
    player = result["players"][0]
    length = europe.routes[action.split()[1]].length
    assert (player["points"], player["trains"], player["known"]) == (points, 45 - length, known)
    assert sum(player["hand"].values()) == 10 - length
    assert sum(result["decks"]["trains"]["discards"].values()) == length
    assert result["routes"] == {action.split()[1]: 0}


@pytest.mark.rule("E4")
@pytest.mark.rule("E5")
@pytest.mark.parametrize(
    ("payment", "turned", "asked", "takes"),
    [
        ("red", ["red", "blue", "blue"], 1, {"pay red", "pay locomotive"}),
        ("green", ["blue", "locomotive", "blue"], 1, {"pay green", "pay locomotive"}),
        ("green+1", ["green", "locomotive", "green"], 3, {"pay green+1"}),
        ("locomotive", ["green", "locomotive", "red"], 1, {"pay locomotive"}),
        ("locomotive", ["green", "red", "red"], 0, set()),
        ("red", ["green", "green", "blue"], 0, set()),
    ],
)
def test_tunnels(europe: Board, payment: str, turned: list[str], asked: int, takes: set[str]) -> None:
    hand = {"red": 3, "green": 3, "locomotive": 3}
    if payment == "green+1":
        hand = {"green": 3, "locomotive": 2}
    before = make_position(europe, [{"hand": hand}, {}], top=turned)
    laid = step(before, f"claim angora-constantinople {payment}", europe)
    if asked == 0:
        assert laid["routes"] == {"angora-constantinople": 0}
        assert laid["seat"] == 1
        assert sum(laid["decks"]["trains"]["discards"].values()) == 5
        return
    assert laid["tunnel"]["asked"] == asked
    assert laid["tunnel"]["turned"] == turned
    assert laid["decks"]["trains"]["discards"] == {}
    assert legal_actions(laid, 0, europe) == takes | {"withdraw"}
    assert check_position(laid, europe) == []
    paid = step(laid, min(takes), europe)
    assert (paid["routes"], paid["tunnel"]) == ({"angora-constantinople": 0}, None)
    assert sum(paid["decks"]["trains"]["discards"].values()) == 2 + asked + 3
    back = step(laid, "withdraw", europe)
    assert back["players"][0]["hand"] == hand
    assert sum(back["players"][0]["known"].values()) == 2  # shown and taken back
    assert (back["routes"], back["seat"]) == ({}, 1)
    assert sum(back["decks"]["trains"]["discards"].values()) == 3


@pytest.mark.rule("E6")
def test_a_tunnel_with_few_cards_or_none(europe: Board) -> None:
    rest = europe.cards.copy()
    rest.subtract(["red", "blue", "pink", "white", "green", "orange"])
    row = ["red", "blue", "pink", "white", "green"]
    before = make_position(europe, [{"hand": dict(rest)}, {}], row=row, deck=["orange"])
    assert step(before, "claim angora-constantinople orange", europe)["tunnel"]["turned"] == ["orange"]
    rest["orange"] += 1
    before = make_position(europe, [{"hand": dict(rest)}, {}], row=row, deck=[])
    assert step(before, "claim angora-constantinople orange", europe)["routes"] == {"angora-constantinople": 0}


@pytest.mark.rule("E6")
def test_a_tunnel_that_chance_decides(europe: Board) -> None:
    rest = europe.cards.copy()
    rest.subtract(["red", "blue", "pink", "white", "green", "black", "orange", "yellow", "yellow"])
    before = make_position(
        europe, [{"hand": dict(rest)}, {}], row=["red", "blue", "pink", "white", "green"], deck=["black", "yellow"]
    )
    for action, results in (("claim angora-constantinople orange", 2), ("claim angora-constantinople yellow", 1)):
        assert len(after(before, 0, action, europe)) == results
        for seed in range(6):
            (result,) = after(before, 0, action, europe, shuffler(seed))
            assert check_step(before, 0, action, result, europe) == []


@pytest.mark.rule("E8")
def test_a_station(europe: Board) -> None:
    before = make_position(europe, [{"hand": {"red": 2}}, {}], stations={"wien": 0})
    result = step(before, "station roma red", europe)
    assert result["stations"] == {"wien": 0, "roma": 0}
    assert (result["players"][0]["stations"], result["players"][0]["hand"]) == (1, {})
    assert result["decks"]["trains"]["discards"] == {"red": 2}


@pytest.mark.rule("C14")
def test_tickets_drawn_and_kept(usa: Board) -> None:
    before = make_position(usa, [{}, {}])
    offered = before["ticket_deck"][:3]
    drawn = step(before, "draw tickets", usa)
    assert drawn["players"][0]["offered"] == offered
    kept = step(drawn, "keep 2", usa)
    assert kept["players"][0]["tickets"] == [offered[1]]
    assert kept["ticket_deck"] == before["ticket_deck"][3:] + [UNKNOWN] * 2
    found = deepcopy(kept)
    found["ticket_deck"][-2:] = [offered[2], offered[0]]
    assert check_step(drawn, 0, "keep 2", found, usa) == []
    found["ticket_deck"][-2:] = offered[:2]
    assert len(check_step(drawn, 0, "keep 2", found, usa)) == 2  # one is lost, one is in two places


@pytest.mark.rule("C14")
@pytest.mark.rule("C20")
@pytest.mark.rule("U2")
@pytest.mark.rule("E2")
@pytest.mark.parametrize(("name", "left"), [("usa", 30), ("europe", 34 + 5)])
def test_the_opening(name: str, left: int) -> None:
    board = load_board(name)
    before = {**deal(board, 2, shuffler(1)), "seat": 1}
    (chosen,) = after(before, 1, "keep 1 2", board, shuffler(2))
    assert chosen["phase"] == "opening"
    assert chosen["players"][1]["chosen"] == before["players"][1]["offered"][:2]
    (begun,) = after(chosen, 0, "keep 1 2 3", board, shuffler(3))
    assert (begun["phase"], begun["seat"], begun["turn"]) == ("turn", 1, 0)
    assert len(begun["ticket_deck"]) + sum(len(player["tickets"]) for player in begun["players"]) == left
    assert check_step(before, 1, "keep 1 2", chosen, board) == []
    assert check_step(chosen, 0, "keep 1 2 3", begun, board) == []
    assert check_step(before, 1, "keep 1", chosen, board) == ["C2: 'keep 1' is not legal for seat 1"]


@pytest.mark.rule("C17")
def test_the_last_turns(usa: Board) -> None:
    players: list[dict[str, Any]] = [{"hand": {"red": 2}, "trains": 4}, {}, {}]
    position = step(make_position(usa, players, turn=60), "claim atlanta-charleston red", usa)
    assert (position["turns_left"], position["phase"], position["seat"]) == (3, "turn", 1)
    for seat, turns_left in ((1, 2), (2, 1), (0, 0)):
        position = step(step(position, "draw deck", usa, seat), "draw deck", usa, seat)
        assert position["turns_left"] == turns_left
    assert (position["phase"], position["turn"]) == ("over", 64)


@pytest.mark.rule("C2")
def test_the_game_ends_when_all_pass(usa: Board) -> None:
    players: list[dict[str, Any]] = [{}, {"hand": dict(usa.cards), "trains": 0}]
    position = make_position(usa, players, row=[None] * 5, ticket_deck=[], turns_left=None)
    position = step(position, "pass", usa, 0)
    assert (position["passes"], position["phase"]) == (1, "turn")
    position = step(position, "pass", usa, 1)
    assert (position["passes"], position["phase"]) == (2, "over")


def change(path: list[str | int], value: Any) -> Callable[[Position], None]:
    """A change of one field of a position."""

    def apply(position: Position) -> None:
        place: Any = position
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return apply


@pytest.mark.rule("C3")
@pytest.mark.rule("C9")
@pytest.mark.rule("C13")
@pytest.mark.rule("C15")
@pytest.mark.rule("C17")
@pytest.mark.parametrize(
    ("mistake", "rule"),
    [
        (change(["seat"], 0), "C1"),
        (change(["turn"], 0), "C17"),
        (change(["turns_left"], 2), "C17"),
        (change(["passes"], 1), "C2"),
        (change(["phase"], "over"), "C2"),
        (change(["routes"], {}), "C9"),
        (change(["stations"], {"roma": 0}), "E8"),
        (change(["players", 0, "points"], 4), "C13"),
        (change(["players", 0, "trains"], 42), "C10"),
        (change(["players", 0, "known"], {"red": 1}), "C3"),
        (change(["players", 0, "hand"], {"red": 2}), "conservation"),
        (change(["players", 1, "known"], {"red": 1}), "C15"),
        (change(["players", 1, "tickets"], ["kyiv-sochi"]), "conservation"),
        (change(["players", 1, "stations"], 2), "E8"),
        (change(["row", 0], "red"), "conservation"),
        (change(["row", 0], None), "C7"),
        (change(["decks", "trains", "discards"], {"red": 1}), "C9"),
        (change(["decks", "trains", "cards"], []), "C7"),
        (change(["shuffles", "trains"], 1), "C7"),
        (change(["ticket_deck"], []), "C14"),
        (
            change(["tunnel"], {"route": "kyiv-wilno", "colour": "red", "locomotives": 0, "turned": [], "asked": 0}),
            "E4",
        ),
    ],
)
def test_mistakes_are_found(europe: Board, mistake: Callable[[Position], None], rule: str) -> None:
    before = make_position(europe, [{"hand": {"red": 3}}, {}])
    found = step(before, "claim kyiv-wilno red", europe)
    assert check_step(before, 0, "claim kyiv-wilno red", found, europe) == []
    mistake(found)
    assert any(sentence.startswith(rule) for sentence in check_step(before, 0, "claim kyiv-wilno red", found, europe))


@pytest.mark.rule("C2")
@pytest.mark.rule("C6")
@pytest.mark.rule("C7")
@pytest.mark.parametrize(("players", "scarce"), [(2, False), (3, False), (5, False), (2, True), (3, True)])
@pytest.mark.parametrize("name", ["usa", "europe", "world", "great_lakes"])
def test_games_played_at_random(name: str, players: int, scarce: bool) -> None:
    """The oracle with a shuffling function plays; the oracle without one finds nothing wrong with it."""
    source = random.Random(f"{name} {players} {scarce}")
    board = load_board(name)
    if scarce:  # few cards, so that decks run out
        for deck in board.decks.values():
            deck.update({card: 3 - number for card, number in deck.items() if card != "locomotive"})
        board.rules["trains"] = 20
    shuffle = shuffler(players)
    position = deal(board, players, shuffle)
    while position["phase"] != "over":
        seats = [seat for seat in range(players) if legal_actions(position, seat, board)]
        assert seats
        seat = source.choice(seats)
        kinds: dict[str, list[str]] = {}
        for action in sorted(legal_actions(position, seat, board)):
            kinds.setdefault(action.split()[0], []).append(action)
        wanted = [kind for kind in sorted(kinds) if kind != "exchange" or source.random() < 0.1]
        action = source.choice(kinds[source.choice(wanted or sorted(kinds))])
        (result,) = after(position, seat, action, board, shuffle)
        sentences = check_step(position, seat, action, result, board)
        assert [sentence for sentence in sentences if not sentence.startswith(TWENTY_DEALS)] == []
        position = result
    sheet = score_sheet(position, board)
    assert [line["routes"] for line in sheet] == [player["points"] for player in position["players"]]
    assert set(winners(position, board)) <= set(range(players))
