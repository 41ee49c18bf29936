"""Dollars and the bank slip (L19, L24), positions, files and secrecy of games with companies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tools import game, hand_of, played, size
from trunkline.game import BadPosition, Game
from trunkline.game.record import board_digest, verify
from trunkline.game.sheet import PlayerScore
from trunkline.maps.load import load_map
from trunkline.maps.pack import pack
from trunkline.rules.newspapers import news_of
from trunkline.rules.packing import GENERAL, from_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.soundness import unsound
from trunkline.rules.view import SPECTATOR

EMPTY: dict[str, Any] = {}
ROW = ["black", "blue", "white", "green", "yellow"]
TWENTY = [
    "atlanta-charleston", "atlanta-mobile", "buffalo-philadelphia", "charlotte-norfolk", "lewisburg-norfolk",
    "buffalo-new-york", "atlanta-nashville",
]  # fmt: skip
"""Routes of three spaces, and one of two: twenty spaces."""


def slip(trains: int, dollars: int = 5, tickets: list[str] | None = None) -> PlayerScore:
    """The slip of a company with so many trains left and the others on the board."""
    seats: list[dict[str, Any]] = [{"money": dollars, "trains": trains, "tickets": tickets or []}, EMPTY]
    spaces = 20 - trains
    routes: dict[str, int] = {}
    board = Game.new("meridian", 2, seed=1).board
    for name in [*TWENTY, "albany-boston", "lewisburg-pittsburgh"]:
        length = int(board.length[board.route_number[name]])
        if length <= spaces:
            routes[name] = 0
            spaces -= length
    assert spaces == 0
    return game("meridian", seats, routes=routes, row=ROW).score_sheet().players[0]


# The slip


@pytest.mark.rule("L19")
@pytest.mark.parametrize(
    ("trains", "dollars"),
    [(0, 16), (1, 12), (2, 9), (3, 7), (4, 6), (5, 4), (6, 4), (7, 4), (8, 2), (9, 2), (10, 2), (11, 0), (20, 0)],
)
def test_dollars_for_trains_left(trains: int, dollars: int) -> None:
    found = slip(trains)
    assert (found.trains_left, found.trains_left_money) == (trains, dollars)
    assert found.total == 5 + dollars


@pytest.mark.rule("L19")
def test_tickets_are_added_and_taken_off() -> None:
    routes = {"albany-boston": 0, "albany-montreal": 0}
    seats: list[dict[str, Any]] = [{"money": 7, "tickets": ["philadelphia-new-york", "albany-bangor"]}, EMPTY]
    found = game("meridian", seats, routes=routes, row=ROW).score_sheet().players[0]
    assert (found.money, found.ticket_points, found.trains_left_money) == (7, -1 - 3, 0)
    assert found.total == 3
    done = game("meridian", seats, routes={"new-york-philadelphia:1": 0}, row=ROW).score_sheet().players[0]
    assert (done.completed, done.ticket_points, done.total) == (1, 1 - 3, 5)


@pytest.mark.rule("L19")
def test_the_sum_is_never_below_0() -> None:
    seats: list[dict[str, Any]] = [{"money": 2, "tickets": ["quebec-savannah", "albany-savannah"]}, EMPTY]
    sheet = game("meridian", seats, row=ROW).score_sheet()
    assert sheet.players[0].ticket_points == -18
    assert sheet.totals == (0, 5)
    assert sheet.winners == (1,)


@pytest.mark.rule("L19")
def test_the_most_dollars_win_and_all_places_are_ranked() -> None:
    seats = [{"money": dollars} for dollars in (7, 9, 3, 8)]
    sheet = game("meridian", seats, row=ROW).score_sheet()
    assert sheet.ranking == (1, 3, 0, 2)
    assert (sheet.winners, sheet.tie_break) == ((1,), None)


@pytest.mark.rule("L19")
def test_a_tie_goes_to_more_completed_tickets() -> None:
    seats: list[dict[str, Any]] = [{"money": 4, "tickets": ["philadelphia-new-york"]}, {"money": 5}, {"money": 5}]
    sheet = game("meridian", seats, routes={"new-york-philadelphia:1": 0}, first=0, row=ROW).score_sheet()
    assert sheet.totals == (5, 5, 5)
    assert sheet.ranking == (0, 2, 1)
    assert (sheet.winners, sheet.tie_break) == ((0,), "tickets")


@pytest.mark.rule("L19")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_then_the_later_in_turn_order_from_the_first_player_wins(first: int) -> None:
    sheet = game("meridian", [EMPTY] * 4, first=first, row=ROW).score_sheet()
    order = [(first + turn) % 4 for turn in range(4)]
    assert list(sheet.ranking) == order[::-1]
    assert sheet.winners == (order[-1],)
    assert sheet.tie_break == "turn-order"


@pytest.mark.rule("L19")
@pytest.mark.rule("C17")
def test_the_game_ends_after_one_more_turn_each() -> None:
    seats: list[dict[str, Any]] = [{"hand": {"red": 4}, "trains": 3}, EMPTY]
    routes = dict.fromkeys([*TWENTY[:5], "atlanta-nashville"], 0)
    table = game("meridian", seats, routes=routes, row=ROW)
    table.play("claim albany-montreal red")
    assert [event.name for event in table.moves[-1].events if event.name == "last-turns"]
    for seat in (1, 0):
        assert table.seat == seat
        table.play("draw tickets")
        table.play("keep 1")
    assert table.over
    assert len(table.winners) == 1


# Dollars


@pytest.mark.rule("L24")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_change_of_money_is_told_and_adds_up(players: int) -> None:
    for seed in range(size(20, 200)):
        *_, (table, _, _) = played("meridian", players, seed=seed, bot="varied")
        balance = [0] * players
        for event in table.events:
            if event.name == "money":
                amount, left = int(event.values[0]), int(event.values[1])
                balance[event.seat] += amount
                assert amount != 0 and balance[event.seat] == left >= 0
        assert balance == [player.money for player in table.score_sheet().players]


@pytest.mark.rule("L24")
@pytest.mark.rule("C15")
def test_dollars_and_events_are_public_and_the_order_of_the_event_deck_is_not() -> None:
    for table, seat, _ in played("meridian", 3, seed=11, bot="varied"):
        if seat < 0:
            break
        for viewer in (0, 2, SPECTATOR):
            view = table.view(None if viewer == SPECTATOR else viewer)
            shown = news_of(view)
            real = news_of(table.state)
            assert (shown.current, list(shown.discards)) == (real.current, list(real.discards))
            assert list(shown.deck) == [255] * len(real.deck)
            drawn = sample(view, bytes([viewer + 1] * 32))
            assert unsound(drawn) == []
            assert sorted(news_of(drawn).deck) == sorted(real.deck)
            assert all(player.hand[table.board.newspaper] == 0 for player in drawn.players)
            assert Game(drawn, None, [], -1).view(None if viewer == SPECTATOR else viewer).to_bytes() == view.to_bytes()


@pytest.mark.rule("C15")
def test_what_is_told_of_the_news_holds_no_order() -> None:
    table = Game.new("meridian", 2, seed=1)
    told = {key: value for chapter in table.board.chapters for key, value in chapter.tell(table.view(0)).items()}
    assert told["news"] == {"current": None, "discards": [], "left": 7}
    assert told["asks"] is None
    assert told["first"] == table.seat


# Positions, bytes and files


@pytest.mark.parametrize("players", [2, 5])
def test_a_position_is_read_as_it_was_written(players: int) -> None:
    for number, (table, seat, _) in enumerate(played("meridian", players, seed=players, bot="varied")):
        if seat >= 0 and number % 5 == 0:
            again = Game.from_position(table.position())
            assert again.position() == table.position()
            assert again.packed() == table.packed()
            assert again.legal(seat) == table.legal(seat)
            packed = table.packed()
            assert packed[0] == GENERAL
            assert list(from_bytes(table.board, packed).closed) == list(table.state.closed)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"first": 2}, "there is no seat 2 that could have started"),
        ({"news": {"current": "milk-ran"}}, 'Did you mean "milk-run"'),
        ({"news": {"current": "milk-run", "deck": []}}, "is in 0 places"),
        ({"news": {"current": "milk-run", "discards": ["milk-run"]}}, "is in 2 places"),
        ({"news": {"left": 3}}, "the deck holds 7 news events"),
        ({"asks": {"source": "black"}}, "only then"),
        ({"players": [{"company": "pink"}, {}]}, "there is no company 'pink'"),
        ({"players": [{"company": "red"}, {"company": "red"}]}, "two seats play the company red"),
        ({"players": [{"money": -1}, {}]}, "fewer than 0 dollars"),
        ({"players": [{"points": 3}, {}]}, "0 points by its routes"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], why: str) -> None:
    position: dict[str, Any] = game("meridian", [EMPTY, EMPTY], row=ROW).position()
    position.pop("news")
    with pytest.raises(BadPosition, match=why):
        Game.from_position(position | change)


def test_newspapers_in_hands_rows_or_in_wrong_number_are_refused() -> None:
    position: dict[str, Any] = game("meridian", [EMPTY, EMPTY], row=ROW).position()
    cards = position["decks"]["trains"]["cards"]
    cards.remove("newspaper")
    with pytest.raises(BadPosition, match="5 newspaper cards in all, not 6"):
        Game.from_position(position)
    with pytest.raises(BadPosition, match="a newspaper is in a hand"):
        Game.from_position(position | {"players": [{"hand": {"newspaper": 1}}, {}]})
    row = ["newspaper", *ROW[1:]]
    with pytest.raises(BadPosition, match="a newspaper is in the row"):
        Game.from_position(position | {"row": row})


@pytest.mark.parametrize("field", ["news", "asks", "first"])
def test_other_boards_have_no_such_fields(field: str) -> None:
    position: dict[str, Any] = Game.new("usa", 2, seed=1).position()
    with pytest.raises(BadPosition, match="this board"):
        Game.from_position(position | {field: {} if field != "first" else 0})
    for seat_field in ({"money": 5}, {"company": "blue"}):
        changed = [player | seat_field for player in position["players"]]
        with pytest.raises(BadPosition, match="this board has none"):
            Game.from_position(position | {"players": changed})


@pytest.mark.rule("L1")
def test_a_game_file_keeps_the_companies_and_verifies(tmp_path: Path) -> None:
    table = Game.new("meridian", 3, seed=4, companies=["black", "green", "red"])
    for seat in range(3):
        table.play("keep 1 2", seat=seat)
    while not table.over and len(table.moves) < 120:
        claims = [code for code in table.legal_actions if table.notation(code).startswith(("claim", "take"))]
        table.play((claims or table.legal_actions)[0])
    path = tmp_path / "game.jsonl"
    table.save(path)
    again = Game.load(path)
    assert again.companies == ["black", "green", "red"]
    assert again.packed() == table.packed()
    assert again.events == table.events
    assert verify(again) == []
    assert '"companies"' not in "".join(Game.new("usa", 2, seed=1).position())


def test_the_board_digest_covers_clauses() -> None:
    map_ = load_map("meridian")
    fewer = replace(map_, events=map_.events[:-1])
    assert board_digest(pack(map_)) != board_digest(pack(fewer))


def test_the_text_of_a_game_names_company_dollars_and_news() -> None:
    table = game("meridian", [EMPTY, EMPTY], row=ROW, news={"current": "payday"})
    text = str(table)
    assert "blue, 5 dollars, 20 trains" in text
    assert "news     payday; 6 news events in the deck" in text
    assert hand_of(table, 0) == {}
