"""Whole games at the terminal, and every kind of thing one can type there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.person import Person, play_through, seat_down, typist
from tools import position
from toy_chapter import Tolls
from trunkline.game import Game
from trunkline.game.record import verify
from trunkline.maps.load import load_map
from trunkline.maps.pack import pack
from trunkline.rules.rulebook import CHAPTERS
from trunkline.rules.setup import new_game
from trunkline.rules.state import OPENING, TURN

ESCAPE = "\x1b["


def events_of(game: Game, seat: int) -> set[str]:
    return {event.name for event in game.events if event.seat == seat}


def opened(map_name: str = "usa", players: int = 2, seed: int = 1) -> Game:
    """A game after the opening, with seat 0 to move."""
    game = Game.new(map_name, players, seed=seed, first=0)
    for seat in range(players):
        game.play("keep 1 2 3", seat=seat)
    return game


@pytest.mark.parametrize(
    ("map_name", "players", "seed"),
    [("usa", 2, 1), ("usa", 4, 2), ("europe", 3, 3), ("world", 2, 4), ("great_lakes", 3, 5)],
)
def test_a_whole_game_by_numbers_and_by_notation(map_name: str, players: int, seed: int) -> None:
    game = Game.new(map_name, players, seed=seed)
    _, shown = play_through(game, seed)
    assert game.over
    assert verify(game) == []
    assert re.search(r"(wins?|share the victory) with -?\d+", shown)
    assert "routes" in shown
    assert "tickets completed" in shown
    assert ("longest path" in shown) == (map_name in ("usa", "europe"))


def test_nonsense_changes_nothing_and_loses_nothing() -> None:
    game = Game.new("europe", 2, seed=4)
    person, shown = play_through(game, 4, mischief=0.45)
    assert game.over
    assert verify(game) == []
    assert person.drafts_left > 0
    assert "Left the draft" in shown
    assert "not understood" in shown


def test_europe_with_tunnels_and_stations() -> None:
    names: set[str] = set()
    for seed in range(5, 9):
        game = Game.new("europe", 2, seed=seed)
        person, shown = play_through(game, seed)
        names |= events_of(game, 0)
        if "tunnel> " in person.prompts:
            assert "The tunnel asks for" in shown
            assert "Turned" in shown
    assert {"laid", "turned", "withdrew", "station", "claimed"} <= names


@pytest.mark.parametrize("map_name", ["europe", "world"])
def test_it_fits_eighty_columns_and_has_no_colours_without_a_terminal(map_name: str) -> None:
    game = Game.new(map_name, 5, seed=9)
    _, shown = play_through(game, 9, mischief=0.1)
    assert ESCAPE not in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80


def test_colours_are_never_alone() -> None:
    table, shown = seat_down(opened(), typist([]), colour=True)
    table.run()
    assert ESCAPE in shown.getvalue()
    bare = re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue())
    row = next(line for line in bare.splitlines() if line.startswith("Row"))
    for slot, card in enumerate(table.game.view(0).row, start=1):
        name = table.game.board.card_names[card]
        assert f"{slot}  {table.names.letter(card)}  {name}" in row + bare


def test_a_draft_can_be_left() -> None:
    game = Game.from_position(
        position("usa", [{"hand": {"pink": 4, "locomotive": 2}}, {}], row=["red", "blue", "red", "blue", "red"])
    )
    lines = ["claim denver omaha", "2", "undo", "claim denver-omaha pink+1", "back", "tickets"]
    table, shown = seat_down(game, typist(lines))
    assert not table.run()
    assert game.moves == []
    text = shown.getvalue()
    assert "Draft: claim Denver – Omaha: 7 points, leaves you 41 trains." in text
    assert text.count("Left the draft: nothing was done.") == 2


def test_a_draft_is_made_with_the_way_chosen() -> None:
    game = Game.from_position(
        position("usa", [{"hand": {"pink": 4, "locomotive": 2}}, {}], row=["red", "blue", "red", "blue", "red"])
    )
    table, shown = seat_down(game, typist(["claim denver omaha", "9", "2", ""]))
    table.run()
    assert game.notation(game.moves[0].action) == "claim denver-omaha pink+1"
    # The first way offered has the fewest locomotives.
    assert re.search(r"▸ 1 \[P\]\[P\]\[P\]\[P\] 4 pink", shown.getvalue())
    assert "There is no number 9 here: choose 1 to 3." in shown.getvalue()


def test_drawing_tickets_is_confirmed_and_composed() -> None:
    game = opened()
    lines = ["draw tickets", "back", "draw tickets", "y", "1 2", "undo", "3", "1", "1", "keep"]
    table, shown = seat_down(game, typist(lines))
    table.run()
    mine = [game.notation(move.action) for move in game.moves[2:] if move.seat == 0]
    assert mine[:2] == ["draw tickets", "keep 3"]
    assert "[x] 3" in shown.getvalue()


def test_too_few_tickets_are_refused_with_a_reason() -> None:
    game = Game.new("usa", 2, seed=1)
    table, shown = seat_down(game, typist(["1", "keep", "keep 1", "keep 7", "nonsense", "2", "keep"]))
    table.run()
    assert game.state.phase != OPENING
    assert shown.getvalue().count("You must keep at least 2 of the tickets, not 1.") == 2
    assert "`nonsense` does not fit here" in shown.getvalue()


def test_tunnel_asks_and_takes_notation() -> None:
    tunnel = {"route": "madrid-pamplona:black", "colour": "black", "locomotives": 0,
              "turned": ["black", "red", "locomotive"], "asked": 2}  # fmt: skip
    made = position("europe", [{"hand": {"black": 2, "locomotive": 1}}, {}], phase="tunnel", tunnel=tunnel)
    for line, came in (("pay", "pay black"), ("pay k+1", "pay black+1"), ("2", "pay black+1"), ("w", "withdraw")):
        game = Game.from_position(made)
        table, shown = seat_down(game, typist(["back", "nonsense", "pay red", "7", line]))
        table.run()
        assert game.notation(game.moves[0].action) == came
        text = shown.getvalue()
        assert "The tunnel asks for 2 more cards." in text
        assert "[K] black   [R] red   [L] locomotive" in text
        assert "pay with black or locomotives" in text


def test_station_by_menu_number_asks_for_the_city() -> None:
    game = Game.from_position(position("europe", [{"hand": {"red": 1, "blue": 1}}, {}]))
    table, shown = seat_down(game, typist([]))
    table.run()
    found = re.search(r"Build +(\d+) a station", shown.getvalue())
    assert found
    table, shown = seat_down(game, typist([found[1], "back", found[1], "WIEN", "2", ""]))
    table.run()
    assert game.notation(game.moves[0].action).startswith("station wien ")
    assert "No station, then." in shown.getvalue()


def test_the_last_round_is_announced() -> None:
    game = Game.from_position(position("usa", [{}, {}], turns_left=2, turn=40))
    assert game.state.phase == TURN
    table, shown = seat_down(game, typist([]))
    table.run()
    assert "This is your last turn!" in shown.getvalue()


def test_refusals_name_people_and_not_seats() -> None:
    made = position("usa", [{"hand": {"pink": 4}}, {}], routes={"denver-omaha": 1})
    game = Game.from_position(made)
    table, shown = seat_down(game, typist(["claim denver omaha", "claim duluth omaha pink"]))
    table.run()
    assert "denver-omaha belongs to random 1." in shown.getvalue()
    assert game.moves == []


def test_an_answer_to_another_question_is_refused_with_what_the_game_waits_for() -> None:
    for map_name, lines in (("usa", ["keep 1 2", "pay red", "withdraw"]), ("meridian", ["decline elevator", "keep 1"])):
        table, shown = seat_down(opened(map_name), typist(lines), width=200)
        table.run()
        known = [line for line in lines if not line.startswith("decline")]
        for line in known:
            assert f"`{line}` is not possible now: the game waits for your turn: draw cards" in shown.getvalue()
        assert shown.getvalue().count("was not understood") == len(lines) - len(known)
        assert not [move for move in table.game.moves[len(table.game.to_act) + 1 :] if move.seat == 0]


def test_what_others_hold_is_not_shown() -> None:
    game = opened(players=3, seed=12)
    person = Person(12)
    person.table, shown = seat_down(game, person.read)
    person.table.run()
    before_the_end = shown.getvalue().partition("· the end")[0]
    for event in game.events:
        if event.is_secret and event.seat != 0:
            assert "cards" not in event.seen_by(0).facts(game.board)
    others = {
        person.table.names.ticket(int(ticket))
        for seat in (1, 2)
        for ticket in game.state.players[seat].tickets
        if ticket not in list(game.state.players[0].tickets)
    }
    own_offers = {
        person.table.names.ticket(int(ticket))
        for event in game.events
        if event.name == "offered" and event.seat == 0
        for ticket in event.items
    }
    # A ticket of another may be named only because its cities are those of a route or were offered here too.
    ends = {person.table.names.ends(route) for route in range(game.board.routes)}
    for ticket in others - own_offers - ends:
        assert ticket not in before_the_end


def test_every_move_is_kept_on_disk(home: Path) -> None:
    file = home / "kept.jsonl"
    game = Game.new("usa", 2, seed=3)
    table, _ = seat_down(game, typist(["keep 1 2", "draw deck", "draw deck", "save other.jsonl"]), files=[file])
    assert not table.run()
    for name in ("kept.jsonl", "other.jsonl"):
        kept = Game.load(home / name)
        assert [move.action for move in kept.moves] == [move.action for move in game.moves]
        assert kept.packed() == game.packed()


def test_a_file_that_cannot_be_written_does_not_stop_the_game(home: Path) -> None:
    game = Game.new("usa", 2, seed=3)
    lines = ["keep 1 2", "save /nonexistent/folder/game.jsonl", "save"]
    table, shown = seat_down(game, typist(lines), files=[home / "no" / "folder.jsonl"])
    assert not table.run()
    text = " ".join(shown.getvalue().split())
    assert "can no longer be kept" in text
    assert "could not be saved" in text
    assert len(game.moves) >= 2


def test_quit_asks_and_can_be_taken_back(home: Path) -> None:
    game = opened()
    table, shown = seat_down(game, typist(["quit", "back", "hand", "quit", "/nonexistent/a", "q", "left.jsonl", "6"]))
    assert not table.run()
    assert (home / "left.jsonl").exists()
    assert "Hand" in shown.getvalue()
    assert all(move.seat == 1 or number < 2 for number, move in enumerate(game.moves))


def test_a_game_that_is_over_shows_its_scores() -> None:
    game = Game.new("usa", 2, seed=1)
    play_through(game, 1)
    table, shown = seat_down(game, typist([]))
    assert table.run()
    assert "total" in shown.getvalue()


def test_a_chapter_that_the_terminal_does_not_know_is_played_by_its_notation() -> None:
    """Whoever adds a chapter need not touch the terminal: its questions and events are told as they are written."""
    board = pack(load_map(Path(__file__).parents[1] / "maps" / "tiny.toml"))
    board.use([*CHAPTERS, Tolls()])
    game = Game(new_game(board, 2, bytes(32), 0, None), None, [], 0)
    for seat in (0, 1):
        game.play("keep 1 2", seat=seat)
    while not any(game.notation(code).startswith("claim") for code in game.legal(0)) or game.to_act != [0]:
        game.play(next(code for code in game.legal_actions if game.notation(code).startswith("draw")))
    claim = next(game.notation(code) for code in game.legal(0) if game.notation(code).startswith("claim"))
    table, shown = seat_down(game, typist([claim, "", "nonsense", "9", "toll 2"]))
    table.run()
    assert "2 toll 1" in shown.getvalue()
    assert "`nonsense` is no action" in shown.getvalue()
    assert "toll (count 2)" in shown.getvalue()
