"""The boards with ships at the terminal: the split, the refill, double ships, pairs, ports, exchanges, tours."""

from __future__ import annotations

import re
from typing import Any

from cli.person import play_through, seat_down, typist
from tools import position
from trunkline.cli.names import Names
from trunkline.cli.rules_help import commands, short_rules
from trunkline.game import Game
from trunkline.game.sheet import ScoreSheet

HAND = {"yellow-anchor-train": 2, "yellow-ship": 1, "yellow-double-ship": 2, "locomotive": 1}


def table(lines: list[str], **fields: Any) -> tuple[Game, str]:
    """A World game of two from a position by hand, in which the person types these lines and leaves."""
    game = Game.from_position(position("world", [{"hand": HAND}, {}], **fields))
    terminal, shown = seat_down(game, typist(lines))
    terminal.run()
    return game, shown.getvalue()


def test_nonsense_changes_nothing() -> None:
    for name, seed in (("world", 6), ("great_lakes", 7)):
        game = Game.new(name, 2, seed=seed)
        person, _ = play_through(game, seed, mischief=0.3)
        assert game.over
        assert person.drafts_left > 0


def test_the_split_is_asked_for() -> None:
    game = Game.new("world", 2, seed=1)
    terminal, shown = seat_down(game, typist(["keep 1 2 3", "nine", "9", "20 50", "26", "22"]))
    terminal.run()
    assert game.view(0).players[0].trains in (22, 0)  # 0 while the other still chooses
    said = shown.getvalue()
    assert "You have 60 pieces: 10 to 25 of them trains, the others ships." in said
    assert "`nine` does not fit here: type the number of trains, 10 to 25." in said
    assert "You can take 10 to 25 trains." in said
    assert "Trains and ships must be 60 in all." in said
    assert "You took 22 trains and 38 ships." in said


def test_a_card_of_the_row_asks_what_fills_its_place() -> None:
    row = ["red-train", "red-ship", "green-train", "red-double-ship", "black-ship", "white-train"]
    game, said = table(["2", "back", "2", "x", "ships"], row=row)
    assert "Which deck fills the place?" in said
    assert "`x` does not fit here: type `trains` or `ships`." in said
    assert "You took red ship face up" in said
    assert game.view(0).hand[game.board.card_number["red-ship"]] == 1
    game, _ = table(["draw red double ship trains"], row=row)
    assert game.view(0).hand[game.board.card_number["red-double-ship"]] == 1


def test_the_players_are_shown_with_what_exchanges_have_cost() -> None:
    _, said = table(["exchange 2 trains", "confirm", "players"])
    assert "-2 points" in said


def test_double_ships_pay_two_spaces() -> None:
    game, said = table(["claim port moresby sydney yellow/1+1", "confirm"])
    assert "[Yd][L] 1 yellow double ship and 1 locomotive" in said
    assert game.position()["routes"] == {"port-moresby-sydney": 0}
    game, said = table(["claim port moresby sydney", "1"])
    assert "[Ys][Yd] 1 yellow ship and 1 yellow double ship" in said
    assert game.position()["routes"] == {}


def test_every_claim_can_be_typed_however_long_the_names_are() -> None:
    hand = {f"{colour}-{card}": 3 for colour in ("red", "purple") for card in ("train", "ship", "double-ship")}
    hand |= {"locomotive": 6}
    terminal, shown = seat_down(Game.from_position(position("great_lakes", [{"hand": hand}, {}])), typist(["claims"]))
    terminal.run()
    listed = shown.getvalue().rpartition("Claim ")[2]
    assert "Lake Superior junction" in listed
    assert not re.search(r"^\s+…", listed, re.MULTILINE)


def test_a_pair_route_is_paid_space_by_space() -> None:
    hand = {"red-train": 2, "green-train": 1, "locomotive": 2, "black-train": 1, "white-train": 2}
    game = Game.from_position(position("world", [{"hand": hand}, {}]))
    terminal, shown = seat_down(game, typist(["claim lahore tehran red", "", "back", "pay purple", "green+1"]))
    terminal.run()
    said = " ".join(shown.getvalue().split())
    assert "This pays the first space; the others follow, and there is no way back" in said
    assert "1 space still to be paid, each with two train cards of one colour." in said
    assert "The route is begun and must be paid to its end" in said
    assert game.position()["routes"] == {"lahore-tehran": 0}


def test_a_port_by_number_and_by_words() -> None:
    for lines in (["port lima", "1", "confirm"], ["port lima yellow 2 1", ""], ["build", "lima", ""]):
        game, said = table(lines, routes={"honolulu-lima": 0})
        assert "build a port in Lima: leaves you 2 ports" in said
        assert "2 yellow anchor trains, 1 yellow ship and 1 locomotive" in said
    assert game.position()["ports"] == {"lima": 0}
    _, said = table(["port honolulu", "port lahore"])
    assert "You own no route to honolulu." in said
    assert "No port can be built in lahore." in said


def test_an_exchange_is_drafted() -> None:
    game, said = table(["exchange 3 trains", "back", "exchange", "2 ships", ""])
    assert "take 3 trains from the box and put back 3 ships: 3 points lost" in said
    assert "Your box holds 5 trains and 10 ships." in said
    assert "You took 2 ships from the box for 2 trains: 2 points lost." in said
    assert game.position()["players"][0]["exchanged"] == 2  # type: ignore[index]
    _, said = table(["exchange 3"])
    assert "Say what you take from the box, for example `exchange 3 trains`." in said


def test_tours_are_shown_with_their_values() -> None:
    board = Game.new("world", 2, seed=1).board
    names = Names(board, ["You", "other"])
    assert names.ticket_called("casablanca-al-qahira-tehran") == "Casablanca – Al-Qahira – Tehran (9 or 6)"
    made = position("world", [{"tickets": ["casablanca-al-qahira-tehran"]}, {}], routes={"al-qahira-casablanca": 0})
    terminal, shown = seat_down(Game.from_position(made), typist(["tickets"]))
    terminal.run()
    assert "needs 1 space" in shown.getvalue()
    assert "Al-Qahira – Tehran 1 yellow" in shown.getvalue()


def test_the_score_names_every_port() -> None:
    made = position(
        "world",
        [{"tickets": ["buenos-aires-sydney"], "exchanged": 2}, {}],
        routes={"buenos-aires-valparaiso": 0, "christchurch-valparaiso": 0, "christchurch-sydney:red": 0},
        ports={"buenos-aires": 0},
        phase="over",
    )
    game = Game.from_position(made)
    sheet: ScoreSheet = game.score_sheet()
    terminal, shown = seat_down(game, typist([]))
    terminal.run()
    said = shown.getvalue()
    assert "Port in Buenos Aires: +20, named by 1 completed ticket" in said
    assert "2 ports not built: −8" in said
    assert "Pieces exchanged: −2" in said
    assert str(sheet.players[0].total) in said


def test_help_knows_the_board() -> None:
    for name in ("world", "great_lakes"):
        board = Game.new(name, 2, seed=1).board
        said = " ".join(words for words, _ in commands(board)) + " ".join(short_rules(board))
        assert ("port " in said, "exchange 3 trains" in said, "withdraw" in said) == (True, True, False)
        assert ("Pairs:" in said, "Tour:" in said) == (name == "world", name == "world")
        assert ("rest on one or two sources" in said) == (name == "great_lakes")
    said = " ".join(words for words, _ in commands(Game.new("usa", 2, seed=1).board))
    assert "exchange" not in said
    assert "port" not in said.split()
