"""A board with companies at the terminal: dollars, news events, the steps of a claim, the question, the bank slip."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.person import Run, play_through, seat_down, typist
from editions import FIRST, modules_edition
from tools import position
from trunkline.cli.names import Names
from trunkline.cli.rules_help import commands, short_rules
from trunkline.game import Game
from trunkline.maps.edition import reference

CREEK = Path(__file__).parent.parent / "maps" / "creek.toml"
FOURS = ("nashville-new-orleans:1", "atlanta-mobile", "cincinnati-pittsburgh:1", "buffalo-detroit:1")
"""Routes of 4, 3, 3 and 2 spaces."""
ROW = ["red", "blue", "white", "red", "green"]


def table(lines: list[str], players: list[dict[str, Any]], width: int = 160, **fields: Any) -> tuple[Game, str]:
    """A Meridian game from a position by hand, in which the person types these lines and leaves; lines are joined."""
    game = Game.from_position(position("meridian", players, **{"row": ROW, **fields}))
    terminal, shown = seat_down(game, typist(lines), width=width)
    terminal.run()
    return game, " ".join(shown.getvalue().split())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_games_with_nonsense(seed: int) -> None:
    game = Game.new("meridian", 2 + seed % 3, seed=seed, companies=["black", "red", "green", "blue"][: 2 + seed % 3])
    person, said = play_through(game, seed, mischief=0.2)
    assert game.over
    assert person.drafts_left > 0
    assert " points" not in said
    assert "bank slip" in said


@pytest.mark.rule("L16")
def test_a_map_of_ones_own_plays() -> None:
    game = Game.new(CREEK, 3, seed=5)
    _, said = play_through(game, 5)
    assert game.over
    assert "Red Creek (red)" in said


@pytest.mark.rule("L24")
def test_dollars_companies_and_trains_left_are_shown() -> None:
    players = [{"company": "black", "money": 7}, {"company": "green", "money": 1}]
    _, said = table(["companies"], players, routes={"mobile-savannah:1": 0} | dict.fromkeys(FOURS, 0))
    assert "You black 7 dollars 4 trains (worth $6)" in said
    assert "random 1 green 1 dollar 20 trains" in said and "($0)" not in said
    assert "You: Hudson Iron (black). A claimed route of the company's colour gives 1 face-up card" in said


@pytest.mark.rule("L12")
def test_the_current_event_is_shown_with_what_it_changes() -> None:
    _, said = table(["news"], [{}, {}], news={"current": "coal-famine", "discards": ["payday"]})
    assert "News Coal Famine: Each claimed route (length 3 or more) costs a fee of 2 dollars. 5 to come." in said
    assert "Before Payday" in said
    _, said = table([], [{}, {}], news={"current": "payday"})
    assert "Payday has acted; nothing lasts." in said
    _, said = table([], [{}, {}])
    assert "no news event yet, 7 to come" in said
    _, said = table([], [{}, {}], news={"current": "crossing-guards"})
    assert "Crossing Guards: Both lanes of a double are open" in said
    assert "With 2–3 players" not in said


@pytest.mark.rule("L15")
def test_each_step_of_a_claim_is_told_with_its_number_and_reason() -> None:
    players: list[dict[str, Any]] = [{"company": "blue", "hand": {"blue": 2}}, {"company": "red"}]
    _, said = table(["claim baltimore pittsburgh", ""], players, news={"current": "milk-run"})
    assert "$2 at step 3 (the bonus of Chesapeake & Lakes) and 1 card at step 12 (a large city)" in said
    assert "You claimed Baltimore – Pittsburgh (lane 1) with 2 blue. •" in said
    assert "Step 3: You got 2 dollars and then had 7: the bonus of Chesapeake & Lakes." in said
    assert re.search(r"Step 12: You drew \w+ from the deck: a large city\.", said)
    assert "Step 11" not in said
    players[0]["hand"] = {"green": 1}
    _, said = table(["claim albany boston", ""], players, news={"current": "milk-run"})
    assert "Step 11: You got 1 dollar and then had 6: Milk Run." in said


def test_a_colour_that_fits_no_lane_is_refused_with_the_colours_of_all() -> None:
    players: list[dict[str, Any]] = [{"hand": {"red": 3, "white": 1, "locomotive": 1}}, {}]
    game, said = table(["claim boston new york red"], players)
    for lane, colour in enumerate(("white", "green", "black"), start=1):
        assert f"boston-new-york:{lane} takes {colour} cards." in said
    assert not game.moves and "(+1 way)" in said


def test_take_draws_no_card_on_a_turn() -> None:
    """It answers a bonus; a card of the row is drawn with `draw`, and could not be put back."""
    game, said = table(["take 3", "take red"], [{}, {}])
    assert "`take` answers a bonus. To draw a card on your turn, type `draw 3`." in said
    assert "type `draw red`." in said and not game.moves


class Told:
    """An event as everybody sees it."""

    def __init__(self, **facts: object) -> None:
        self.told = facts

    def seen_by(self, seat: int) -> Told:
        return self

    def facts(self, board: object) -> dict[str, object]:
        return dict(self.told)


def test_dollars_of_one_source_are_told_in_one_sentence() -> None:
    """A bonus may have several clauses. Another step, source or seat, and a fee, has a sentence of its own."""
    terminal, _ = seat_down(Game.new("meridian", 2, seed=1, companies=["green", "red"]), typist([]))

    def money(amount: int, balance: int, seat: int = 0, step: int = 3, source: str = "green") -> Any:
        return Told(event="money", seat=seat, amount=amount, balance=balance, step=step, source=source)

    first = [money(3, 8), money(1, 9), money(1, 10), money(-2, 8), money(-1, 7)]
    then = [money(1, 8, step=11, source="milk-run"), money(1, 6, seat=1, step=11, source="milk-run")]
    assert terminal.teller.tell([*first, *then]) == [
        "Step 3: You got 5 dollars and then had 10: the bonus of Green Mountain & Gulf.",
        "Step 3: You paid 3 dollars and kept 7: the bonus of Green Mountain & Gulf.",
        "Step 11: You got 1 dollar and then had 8: Milk Run.",
        "Step 11: random 1 got 1 dollar and then had 6: Milk Run.",
    ]


def test_routes_that_rules_name_are_marked() -> None:
    """Bridges, mountains and routes between two harbours are marked while a module or a news event names them."""
    every = {"memphis-little-rock": "bridge", "albany-boston": "", "boston-new-york:1": "harbours"}
    mountain = "knoxville-nashville"
    for codes, events, marked in (
        (("LK", "BR", "HD"), ("milk-run",), every | {mountain: "mountain"}),
        (("PM",), ("milk-run",), dict.fromkeys([*every, mountain], "")),
        ((), ("spring-flood", "blizzard"), every | {mountain: "mountain", "boston-new-york:1": ""}),
    ):
        board = Game.new(reference("meridian", modules_edition(*codes, events=events)), 2, seed=1).board
        names = Names(board, ["You", "Bo"], ["red", "blue"])
        kinds = {board.route_names[route]: names.kind(route) for route in range(board.routes)}
        assert {route: kinds[route] for route in marked} == marked
    _, said = table(["routes boston"], [{}, {}])
    assert "grey" in said and "gray" not in said and "harbours" not in said


@pytest.mark.rule("L24")
def test_a_fee_is_told_as_what_was_paid() -> None:
    players: list[dict[str, Any]] = [{"company": "red", "money": 1, "hand": {"yellow": 3}}, {"company": "blue"}]
    _, said = table(["claim charlotte norfolk", ""], players, news={"current": "coal-famine"})
    assert "−$1 at step 11 (Coal Famine), leaves you 17 trains" in said
    assert "Step 11: You paid 1 dollar and kept 0: Coal Famine." in said


@pytest.mark.rule("L16")
def test_the_bonus_of_black_asks_which_card() -> None:
    players: list[dict[str, Any]] = [{"company": "black", "hand": {"black": 1}}, {}]
    lines = ["claim albany new york", "", "back", "9", "yellow", "zebra", "take blue"]
    game, said = table(lines, players)
    assert "Step 3: You may take a face-up card: the bonus of Hudson Iron." in said
    assert "Step 3, the bonus of Hudson Iron: take a face-up card, but no locomotive." in said
    assert "The route is claimed, and this is its bonus: choose a card." in said
    assert "There is no slot 9" in said
    assert "There is no yellow card face up." in said
    assert "`zebra` does not fit here" in said
    assert "Step 3: You took blue face up: the bonus of Hudson Iron." in said
    assert "Step 3: You got 1 dollar and then had 6: the bonus of Hudson Iron." in said
    assert game.view(0).hand[game.board.card_number["blue"]] >= 1


def test_a_card_that_may_not_be_taken_is_refused_with_the_reason() -> None:
    players: list[dict[str, Any]] = [{"company": "black", "hand": {"black": 1}}, {}]
    row = ["locomotive", "blue", "white", "red", "green"]
    _, said = table(["claim albany new york", "", "1", "2"], players, row=row)
    assert "take any face-up card but a locomotive" in said
    assert "Step 3: You took blue face up" in said


@pytest.mark.rule("L11")
def test_newspapers_and_events_are_told_when_they_happen() -> None:
    told: set[str] = set()
    for seed in range(8):
        game = Game.new("meridian", 2, seed=seed)
        terminal, _ = seat_down(game, typist([]))
        person, said = play_through(game, seed)
        assert person.table is not None
        told |= set(re.findall(r"News: ([A-Z][\w ]+)\.", " ".join(said.split())))
        sentences = terminal.teller.tell([event for move in game.moves for event in move.events])
        met = [at for at, sentence in enumerate(sentences) if sentence.endswith("met a newspaper.")]
        assert all(sentences[at + 1].startswith(("News: ", "The earlier news events")) for at in met)
        washed = [at for at, sentence in enumerate(sentences) if sentence.startswith("The face-up cards were disc")]
        for at in washed:
            dealt = next(each for each in sentences[at:] if "the row was dealt" in each.lower())
            assert dealt.startswith("The row was dealt anew: ")
    assert told >= {"Milk Run", "Coal Famine", "County Fair", "Payday", "Survey Party", "Switchyard Fog"}


def test_survey_party_announces_four_tickets() -> None:
    _, said = table(["draw tickets", "back"], [{}, {}], news={"current": "survey-party"})
    assert "Draft: draw 4 tickets, of which you must keep at least 1." in said
    _, said = table(["draw tickets", "back"], [{}, {}])
    assert "Draft: draw 3 tickets, of which you must keep at least 1." in said


@pytest.mark.rule("L19")
def test_the_bank_slip_tells_where_every_dollar_comes_from() -> None:
    players: list[dict[str, Any]] = [
        {"company": "yellow", "money": 9, "tickets": ["new-york-boston", "detroit-new-york"]},
        {"company": "green", "money": 2, "tickets": ["quebec-savannah"]},
    ]
    routes = {"boston-new-york:1": 0, "mobile-savannah:1": 0} | dict.fromkeys(FOURS, 0)
    _, said = table([], players, phase="over", routes=routes)
    assert "bank slip You random 1 company yellow green dollars in hand 9 2 trains left (3) +7 (20) 0" in said
    assert "total 12 0 place 1 2" in said
    assert "Amber Prairie (yellow): 9 in hand, +7 for 3 trains left, +1 for tickets completed, −5 for tickets" in said
    assert "−10 for tickets missed; a slip is never below 0." in said
    assert "You win with 12 dollars." in said


@pytest.mark.rule("L19")
def test_a_tie_is_decided_by_turn_order() -> None:
    _, said = table([], [{"money": 4}, {"money": 4}], phase="over", first=0)
    assert "random 1 wins with 4 dollars. Equal dollars and tickets: the later in turn order decided." in said


def test_companies_can_be_chosen(run: Run) -> None:
    done = run("play", "--text", "--map", "meridian", "--bots", "random,random", "--companies", "black,green")
    assert "You: Hudson Iron (black)." in done.out
    assert "random 1: Green Mountain & Gulf (green)." in done.out
    assert "random 2: Chesapeake & Lakes (blue)." in done.out
    for chosen, told in (
        ("blakc", 'meridian has no company blakc. Did you mean "black"?'),
        ("black,black", "the company black is named twice"),
        ("black,red,blue,green", "4 companies are named for 3 players"),
    ):
        done = run("play", "--text", "--map", "meridian", "--bots", "random,random", "--companies", chosen)
        assert (done.code, told in done.err) == (2, True)
    done = run("play", "--text", "--map", "usa", "--bots", "random", "--companies", "black")
    assert (done.code, "usa has no companies to choose" in done.err) == (2, True)


def test_a_saved_game_keeps_its_companies_and_is_replayed(run: Run, tmp_path: Path) -> None:
    game = Game.new("meridian", 2, seed=3, companies=["red", "black"])
    play_through(game, 3)
    file = tmp_path / "game.jsonl"
    game.save(file)
    said = " ".join(run("replay", file).out.split())
    assert "Seat 0 started with 5 dollars." in said
    assert "Keystone Union (red): " in said
    assert run("replay", file, "--verify").code == 0
    shown = run("replay", file, "--at", len(game.moves) - 1, "--seat", 0).out
    assert "red" in shown
    assert "News" in shown


def test_map_show_tells_companies_and_events(run: Run) -> None:
    said = " ".join(run("map", "show", "meridian").out.split())
    assert "Companies company colour bonus" in said
    assert "County Fair acts once Each company draws 1 card." in said
    assert "dollars at the start 5" in said
    assert run("map", "check", "meridian").code == 0


def test_simulate_and_arena_play_the_board(run: Run, tmp_path: Path) -> None:
    done = run("simulate", "--map", "meridian", "--bots", "random,random,random", "--games", "5", "--seed", "1")
    assert done.code == 0
    assert "money" in done.out
    words = ("--games", "4", "--out", tmp_path / "games.jsonl")
    done = run("arena", "--map", "meridian", "--bots", "random,greedy", *words)
    assert done.code == 0, done.err


def test_help_knows_the_board() -> None:
    board = Game.new("meridian", 2, seed=1).board
    said = " ".join(words for words, _ in commands(board)) + " ".join(short_rules(board))
    assert "news · companies" in said
    assert "Bank slip at the end" in said
    assert "0 → 16, 1 → 12" in said
    assert "Points for a route" not in said
    said = " ".join(words for words, _ in commands(Game.new("usa", 2, seed=1).board))
    assert "companies" not in said
    game = Game.new(reference("meridian", modules_edition("BR", "HD")), 2, seed=1)
    terminal, shown = seat_down(game, typist(["help"]), width=400)
    terminal.run()
    modules = terminal.names.map.modules
    assert len(modules) == 2 and all(f"{each.name.en}: {each.text.en}" in shown.getvalue() for each in modules)


@pytest.mark.rule("L12")
@pytest.mark.rule("L24")
def test_powers_of_the_current_event_are_offered_with_their_price() -> None:
    edition = msgspec.structs.replace(FIRST, events=("engine-sale", "inspectors", "bond-drive"))
    tickets = ["detroit-new-york", "quebec-savannah"]
    said = {}
    lines = {"engine-sale": "buy locomotive", "inspectors": "return quebec-savannah", "bond-drive": "bond"}
    for event, line in lines.items():
        news = {"current": event, "deck": [other for other in lines if other != event]}
        fields: dict[str, Any] = {"row": ROW, "deck": ["red"] * 9 + ["newspaper"] * 6, "news": news}
        seats = [{"money": 5, "tickets": tickets}, {}]
        game = Game.from_position(position(reference("meridian", edition), seats, **fields))
        terminal, shown = seat_down(game, typist([line, line]), width=200)
        terminal.run()
        said[event] = " ".join(shown.getvalue().split())
        assert len(game.moves) == 1
        assert "You have done this already" in said[event]
    assert "buy a locomotive from the discards for $3" in said["engine-sale"]
    assert "You bought a locomotive from the discards: Engine Sale." in said["engine-sale"]
    assert "return Québec – Savannah for $2" in said["inspectors"]
    assert "You put Québec – Savannah (10) under the deck: Inspectors." in said["inspectors"]
    assert "take a bond: $6 now, −$9 on the slip" in said["bond-drive"]
    assert "You took a bond: Bond Drive. The slip loses 9 dollars." in said["bond-drive"]
