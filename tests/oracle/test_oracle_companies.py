"""The oracle's own tests: newspapers, news events, the steps after a claim, money and bank slips, by hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from .board import LOCOMOTIVE, NEWSPAPER, Board, load_board
from .flow import TWENTY_DEALS, check_position, check_step
from .legal import legal_actions
from .moves import after
from .piles import Shuffle
from .positions import Position
from .samples import deal, make_position
from .scoring import places, slips
from .strewn_companies import strewn_company_position

ROW = ["black", "blue", "white", "green", "yellow"]


@pytest.fixture
def board() -> Board:
    return load_board("meridian")


def shuffler(seed: int) -> Shuffle:
    source = random.Random(seed)
    return lambda cards: source.sample(cards, len(cards))


def news(board: Board, current: str | None, *coming: str) -> dict[str, Any]:
    """The news events with this one current, these the next to come, and the others discarded."""
    others = [event for event in board.news if event not in (current, *coming)]
    return {"current": current, "discards": others, "deck": list(coming)}


def step(position: Position, action: str, board: Board, seat: int = 0) -> Position:
    assert action in legal_actions(position, seat, board)
    (result,) = after(position, seat, action, board)
    return result


def told(position: Position, *names: str) -> list[dict[str, Any]]:
    return [event for event in position["log"] if event["event"] in names]


def money(position: Position) -> list[int]:
    return [player["money"] for player in position["players"]]


@pytest.mark.rule("L3")
@pytest.mark.rule("L4")
@pytest.mark.rule("L5")
@pytest.mark.rule("L6")
@pytest.mark.rule("L8")
@pytest.mark.parametrize(("players", "newspapers"), [(2, 6), (3, 4), (4, 3), (5, 3)])
def test_the_deal(board: Board, players: int, newspapers: int) -> None:
    position = deal(board, players, shuffler(1))
    assert check_position(position, board) == []
    assert Counter(position["decks"]["trains"]["cards"])[NEWSPAPER] == newspapers
    assert position["news"]["current"] is None
    assert len(position["news"]["deck"]) == 7
    for player in position["players"]:
        assert (player["money"], player["trains"], len(player["offered"])) == (5, 20, 4)
        assert sum(player["hand"].values()) == 4
    assert len(legal_actions(position, 0, board)) == 6 + 4 + 1


@pytest.mark.rule("L9")
@pytest.mark.rule("L10")
@pytest.mark.parametrize(("cards", "available"), [(8, False), (9, True)])
def test_few_cards_bar_the_draw(board: Board, cards: int, available: bool) -> None:
    deck = [*[NEWSPAPER] * 6, *["red"] * (cards - 6)]
    rest = board.cards - Counter([*ROW, *deck])
    position = make_position(board, [{"hand": dict(rest)}, {}], row=ROW, deck=deck)
    actions = legal_actions(position, 0, board)
    assert ("draw 1" in actions, "draw deck" in actions) == (available, available)
    assert "draw tickets" in actions
    position["phase"] = "second-pick"  # barred is the action, not its second card
    assert "draw 1" in legal_actions(position, 0, board)


@pytest.mark.rule("L11")
def test_a_newspaper_in_a_blind_draw(board: Board) -> None:
    position = make_position(
        board, [{}, {}], row=ROW, top=[NEWSPAPER, "red"], news=news(board, None, "payday", "milk-run")
    )
    result = step(position, "draw deck", board)
    assert result["players"][0]["hand"] == {"red": 1}
    assert result["decks"]["trains"]["discards"] == {NEWSPAPER: 1}
    assert result["news"] == {
        "current": "payday",
        "discards": position["news"]["discards"],
        "deck": ["milk-run"],
        "left": 1,
        "blind_picks": 1,
    }
    assert money(result) == [8, 8]  # both have the most trains
    assert result["phase"] == "second-pick"
    assert [event["event"] for event in result["log"]] == ["newspaper", "news", "money", "money"]


@pytest.mark.rule("L11")
@pytest.mark.rule("L12")
def test_several_newspapers_while_the_row_is_filled(board: Board) -> None:
    """The row is filled and dealt anew first; then the events come in order, and what they draw turns up none."""
    row = [LOCOMOTIVE, LOCOMOTIVE, "white", "green", "yellow"]
    top = [NEWSPAPER, LOCOMOTIVE, NEWSPAPER, *ROW, NEWSPAPER, "red", "red"]
    position = make_position(board, [{}, {}], row=row, top=top, news=news(board, None, "milk-run", "county-fair"))
    result = step(position, "draw 3", board)
    assert result["row"] == ROW
    assert [event["event"] for event in result["log"]] == [
        "newspaper",
        "news",
        "news",
        "newspapers-passed",
        "cards-gained",
        "cards-gained",
    ]
    assert result["log"][0]["count"] == 2
    assert result["players"][0]["hand"] == {"white": 1, "red": 1}
    assert result["players"][1]["hand"] == {"red": 1}
    assert result["news"]["current"] == "county-fair"
    assert result["decks"]["trains"]["discards"][NEWSPAPER] == 3
    assert "draw deck" in legal_actions(result, 0, board)


@pytest.mark.rule("L11")
def test_only_newspapers_are_left(board: Board) -> None:
    rest = board.cards - Counter(["red", "blue"])
    row = ["red", "blue", None, None, None]
    position = make_position(
        board, [{"hand": dict(rest)}, {}], row=row, deck=[NEWSPAPER] * 6, phase="second-pick", news=news(board, None)
    )
    assert legal_actions(position, 0, board) == {"draw 1", "draw 2"}
    result = step(position, "draw 1", board)
    assert result["row"] == [None, "blue", None, None, None]
    assert result["decks"]["trains"] == {"cards": [NEWSPAPER] * 6, "discards": {}}
    assert result["log"] == []
    assert check_position(result, board) == []


@pytest.mark.rule("L11")
def test_the_deck_of_news_is_made_anew_without_the_current_one(board: Board) -> None:
    others = [event for event in board.news if event != "milk-run"]
    position = make_position(
        board, [{}, {}], row=ROW, top=[NEWSPAPER, "red"], news={"current": "milk-run", "discards": others, "deck": []}
    )
    for seed in range(5):
        (result,) = after(position, 0, "draw deck", board, shuffler(seed))
        assert result["news"]["current"] != "milk-run"
        assert result["news"]["discards"] == ["milk-run"]
        assert len(result["news"]["deck"]) == 5
    alone = {**position, "news": {"current": "milk-run", "discards": [], "deck": []}}
    assert step(alone, "draw deck", board)["news"]["current"] == "milk-run"


@pytest.mark.rule("L15")
@pytest.mark.rule("L16")
@pytest.mark.rule("L17")
@pytest.mark.parametrize(
    ("company", "claim", "length", "paid", "cards"),
    [
        ("blue", "baltimore-norfolk:1 blue", 1, 2, 1),
        ("blue", "baltimore-norfolk:2 white", 1, 0, 1),
        ("blue", "cincinnati-lewisburg blue", 2, 0, 0),  # gray is no company's, whatever it was paid with
        ("blue", "cincinnati-knoxville locomotive", 2, 2, 0),
        ("green", "albany-boston green", 1, 2, 1),
        ("green", "charleston-norfolk:1 green", 3, 3, 0),
        ("yellow", "albany-buffalo yellow", 2, 1, 0),
        ("yellow", "buffalo-pittsburgh yellow", 2, 4, 1),
        ("red", "albany-montreal red", 1, 1, 1),
        ("red", "philadelphia-pittsburgh red", 2, 1, 2),  # one for the bonus, one for two large cities
    ],
)
def test_bonuses_and_large_cities(board: Board, company: str, claim: str, length: int, paid: int, cards: int) -> None:
    hand = dict.fromkeys([*ROW, "red"], 3) | {LOCOMOTIVE: 2}
    players: list[dict[str, Any]] = [{"company": company, "hand": hand}, {"company": "black"}]
    position = make_position(board, players, row=ROW, top=["red", "red", "red"])
    result = step(position, f"claim {claim}", board)
    assert money(result) == [5 + paid, 5]
    assert sum(result["players"][0]["hand"].values()) == sum(hand.values()) - length + cards
    assert result["players"][0]["trains"] == 20 - length
    assert sum(event["count"] for event in told(result, "cards-gained")) == cards
    assert result["seat"] == 1


@pytest.mark.rule("L15")
@pytest.mark.rule("L16")
def test_the_question_of_black(board: Board) -> None:
    players = [{"company": "black", "hand": {"black": 3}}, {}]
    row = ["black", "blue", LOCOMOTIVE, "blue", "yellow"]
    position = make_position(board, players, row=row, top=["red", "green"], news=news(board, "milk-run"))
    asked = step(position, "claim albany-new-york black", board)
    assert (asked["phase"], asked["claim"]) == ("claim-asks", {"route": "albany-new-york", "step": 3})
    assert money(asked) == [5, 5]
    assert legal_actions(asked, 0, board) == {"take 1", "take 2", "take 4", "take 5"}
    done = step(asked, "take 4", board)
    assert done["row"] == ["black", "blue", LOCOMOTIVE, "red", "yellow"]
    assert money(done) == [7, 5]
    assert [(event["event"], event["step"]) for event in done["log"]] == [
        ("took", 3),
        ("money", 3),
        ("money", 11),
        ("cards-gained", 12),
    ]
    assert done["players"][0]["known"] == {"blue": 1}
    assert (done["phase"], done["seat"], done["claim"]) == ("turn", 1, None)


@pytest.mark.rule("L15")
def test_black_is_asked_only_if_there_is_a_choice(board: Board) -> None:
    for row, paid, taken in (
        ([LOCOMOTIVE, "blue", LOCOMOTIVE, "blue", "blue"], "black", ["blue"]),
        ([LOCOMOTIVE, LOCOMOTIVE, None, None, None], "black", ["black"]),  # just paid, and turned up in the row
        ([LOCOMOTIVE, LOCOMOTIVE, None, None, None], LOCOMOTIVE, []),
    ):
        hand = Counter({paid: 2})
        elsewhere = board.cards - Counter(card for card in row if card) - hand if None in row else {}
        players: list[dict[str, Any]] = [{"company": "black", "hand": dict(hand)}, {"hand": dict(elsewhere)}]
        nothing_new = {"current": "survey-party", "discards": [], "deck": []}
        position = make_position(board, players, row=row, news=nothing_new)
        (result,) = after(position, 0, f"claim knoxville-lewisburg {paid}", board, shuffler(2))
        assert result["phase"] == "turn"
        assert [event["card"] for event in told(result, "took")] == taken
        assert [event["amount"] for event in told(result, "money") if event["step"] == 3] == [1]


@pytest.mark.rule("L11")
@pytest.mark.rule("L12")
def test_an_event_met_by_the_bonus_holds_from_then_on(board: Board) -> None:
    players = [{"company": "red", "hand": {"red": 1}}, {}]
    position = make_position(
        board,
        players,
        row=ROW,
        top=[NEWSPAPER, "white", NEWSPAPER, "white"],
        news=news(board, None, "milk-run", "payday"),
    )
    result = step(position, "claim baltimore-philadelphia:3 red", board)
    # 1 of the company, 1 of the milk run at step 11; at step 12 payday comes: the other has more trains.
    assert money(result) == [5 + 1 + 1 + 1, 5 + 3]
    steps = [event["step"] for event in told(result, "money")]
    assert steps == [3, 11, 0, 0]


@pytest.mark.rule("L24")
@pytest.mark.parametrize(("before", "now"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_a_fee_takes_what_there_is(board: Board, before: int, now: int) -> None:
    players = [{"company": "blue", "money": before, "hand": {"red": 3}}, {}]
    position = make_position(board, players, row=ROW, news=news(board, "coal-famine"))
    result = step(position, "claim lewisburg-norfolk red", board)
    assert money(result)[0] == now
    assert [event["amount"] for event in told(result, "money")] == [now - before]


@pytest.mark.rule("C12")
@pytest.mark.rule("L14")
@pytest.mark.parametrize(
    ("players", "current", "double", "triple"),
    [(2, None, False, True), (3, "crossing-guards", True, True), (3, "milk-run", False, True), (4, None, True, True)],
)
def test_doubles_and_triples(board: Board, players: int, current: str | None, double: bool, triple: bool) -> None:
    routes = {"baltimore-norfolk:1": 1, "boston-new-york:1": 1}
    seats: list[dict[str, Any]] = [{"hand": {LOCOMOTIVE: 4}}, *({} for _ in range(players - 1))]
    position = make_position(board, seats, row=ROW, routes=routes, news=news(board, current))
    claims = {action.split()[1] for action in legal_actions(position, 0, board) if action.startswith("claim")}
    assert ("baltimore-norfolk:2" in claims, "boston-new-york:2" in claims) == (double, triple)
    position["routes"]["boston-new-york:3"] = 0  # C11
    claims = {action.split()[1] for action in legal_actions(position, 0, board) if action.startswith("claim")}
    assert "boston-new-york:2" not in claims


@pytest.mark.rule("L15")
@pytest.mark.parametrize(("players", "paid"), [(3, 0), (4, 2)])
def test_crossing_guards_pay_beside_another(board: Board, players: int, paid: int) -> None:
    seats: list[dict[str, Any]] = [{"hand": {"white": 4}}, *({} for _ in range(players - 1))]
    routes = {"baltimore-norfolk:1": 1}
    position = make_position(board, seats, row=ROW, routes=routes, news=news(board, "crossing-guards"))
    assert money(step(position, "claim baltimore-norfolk:2 white", board))[0] == 5 + paid
    assert money(step(position, "claim charleston-charlotte white", board))[0] == 5


@pytest.mark.rule("L9")
def test_survey_party(board: Board) -> None:
    position = make_position(board, [{}, {}], row=ROW, news=news(board, "survey-party"))
    offered = step(position, "draw tickets", board)
    assert len(offered["players"][0]["offered"]) == 4
    assert money(step(offered, "keep 1", board))[0] == 5
    assert money(step(offered, "keep 1 2 4", board))[0] == 7


@pytest.mark.rule("L12")
def test_switchyard_fog(board: Board) -> None:
    players = [{"hand": {"red": 9}}, {"hand": {"blue": 8, LOCOMOTIVE: 3}}]
    position = make_position(
        board, players, row=ROW, top=[NEWSPAPER, "red", "red", "green"], news=news(board, None, "switchyard-fog")
    )
    (result,) = after(position, 0, "draw deck", board, lot=lambda _seat, cards, number: cards[:number])
    assert [event["event"] for event in result["log"]] == ["newspaper", "news", "row-washed", "cards-lost"]
    assert result["log"][-1]["seat"] == 1
    assert result["players"][0]["hand"] == {"red": 10}
    assert sum(result["players"][1]["hand"].values()) == 9
    assert result["row"][:2] == ["red", "green"]
    assert check_position(result, board) == []


@pytest.mark.rule("L19")
def test_the_bank_slip(board: Board) -> None:
    tickets = list(board.tickets)[:3]
    players: list[dict[str, Any]] = [
        {"money": 3, "trains": 2, "tickets": tickets[:1]},
        {"money": 0, "trains": 5, "tickets": tickets[1:2]},
        {"money": 0, "trains": 20},
        {"money": 0, "trains": 11},
    ]
    position = make_position(board, players, row=ROW, first=3)
    lines = slips(position, board)
    assert [line["trains_left"] for line in lines] == [9, 4, 0, 0]
    assert [line["total"] for line in lines] == [12 - board.tickets[tickets[0]].points, 0, 0, 0]
    assert places(position, board) == [0, 2, 1, 3]  # from the first player on: 3, 0, 1, 2


@pytest.mark.rule("C2")
@pytest.mark.rule("C17")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_played_at_random(board: Board, players: int) -> None:
    """The oracle plays by chance and finds nothing wrong with what it did."""
    source = random.Random(players)
    shuffle = shuffler(players)
    position = deal(board, players, shuffle)
    seen: Counter[str] = Counter()
    while position["phase"] != "over":
        seats = [seat for seat in range(players) if legal_actions(position, seat, board)]
        assert seats
        seat = source.choice(seats)
        action = source.choice(sorted(legal_actions(position, seat, board)))
        (result,) = after(position, seat, action, board, shuffle)
        seen.update(event["event"] for event in result.pop("log"))
        sentences = check_step(position, seat, action, result, board)
        assert [sentence for sentence in sentences if not sentence.startswith(TWENTY_DEALS)] == []
        position = result
    assert seen["money"]
    assert sorted(places(position, board)) == list(range(players))


@pytest.mark.rule("C2")
@pytest.mark.rule("L10")
@pytest.mark.rule("L11")
def test_strewn_positions_are_sound_and_never_stuck(board: Board) -> None:
    source = random.Random(7)
    for number in range(100):
        position = strewn_company_position(board, 2 + number % 4, source)
        assert check_position(position, board) == []
        actions = sorted(legal_actions(position, position["seat"], board))
        (result,) = after(position, position["seat"], source.choice(actions), board, shuffler(number))
        sentences = check_position(result, board)
        assert [sentence for sentence in sentences if not sentence.startswith(TWENTY_DEALS)] == []
        assert result["phase"] == "over" or legal_actions(result, result["seat"], board)
