"""The greedy bot: it finishes games on every board, answers legally everywhere, beats chance and plays to its plan."""

from __future__ import annotations

import random

import pytest

import trunkline
from boards import EVERY_BOARD, MAPS, SAILS
from tools import game, played, size
from trunkline.bots.gains import Gains
from trunkline.bots.greedy import GreedyBot
from trunkline.bots.path_plan import plan_for, price_routes
from trunkline.bots.play import play_game, seat_to_act
from trunkline.bots.random_bot import RandomBot
from trunkline.bots.registry import make_bot
from trunkline.game import Game
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList
from trunkline.rules.packing import to_bytes
from trunkline.rules.scoring import score_sheets, winners
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, Ways


def deal(seed: int, players: int = 2, map_name: str = "usa", variant: str = "base") -> State:
    return new_game(load_board(map_name, variant), players, seed.to_bytes(32, "little"), BY_LOT, None)


def answer(game: Game, seat: int = 0) -> str:
    """What a fresh greedy bot does, in words."""
    actions = ActionList()
    legal(game.state, seat, actions)
    return game.notation(GreedyBot(1).choose(game.view(seat), actions))


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_finishes_games(map_name: str, variant: str, players: int) -> None:
    for seed in range(size(10, 200)):
        state = deal(seed, players, map_name, variant)
        moves = play_game(state, [GreedyBot(seed + seat) for seat in range(players)])
        assert state.phase == OVER
        assert moves < 400 * players


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_greedy_answers_legally_wherever_chance_leads(map_name: str, variant: str) -> None:
    """Positions of random play: poor hands, empty decks, tickets that cannot be done, stations in odd places."""
    dice = random.Random(3)
    actions = ActionList()
    for seed in range(size(20, 400)):
        state = deal(seed, 2 + seed % 4, map_name, variant)
        bots = [GreedyBot(seat) for seat in range(5)]
        while state.phase != OVER:
            seat = seat_to_act(state)
            legal(state, seat, actions)
            view = View(state, seat)
            assert actions.has(bots[seat].choose(view, actions))
            assert actions.has(GreedyBot(seed).choose(view, actions))
            apply(state, seat, dice.choice(list(actions)), None)


@pytest.mark.parametrize("map_name", MAPS)
def test_greedy_beats_random(map_name: str) -> None:
    games = size(100, 2000)
    won = 0
    for seed in range(games):
        state = deal(seed, 2, map_name)
        greedy = seed % 2
        play_game(state, [GreedyBot(seed) if seat == greedy else RandomBot(seed) for seat in range(2)])
        won += winners(state, score_sheets(state)) == [greedy]
    assert won >= games * 0.97


def test_greedy_scores_well_against_itself() -> None:
    games = size(100, 1000)
    points = 0
    for seed in range(games):
        state = deal(seed)
        play_game(state, [GreedyBot(seed), GreedyBot(seed + 1)])
        points += sum(sheet.total for sheet in score_sheets(state))
    assert points / games / 2 >= 80


def test_the_same_seeds_play_the_same_game() -> None:
    ends = []
    for _ in range(2):
        state = deal(11, 3, "europe")
        play_game(state, [GreedyBot(seat) for seat in range(3)])
        ends.append(to_bytes(state))
    assert ends[0] == ends[1]


def test_a_bot_may_be_used_again() -> None:
    """What a bot remembers of one game does not make it break the next, on another board or in another seat."""
    bots = [GreedyBot(1), GreedyBot(2)]
    for map_name in ("usa", "europe", "usa"):
        for seed in range(3):
            state = deal(seed, 2, map_name)
            play_game(state, [*bots])
            assert state.phase == OVER
            bots.reverse()


def test_bots_can_be_had_by_name() -> None:
    assert isinstance(make_bot("greedy", 4), GreedyBot)


def test_it_claims_a_route_that_completes_its_ticket() -> None:
    player = {"tickets": ["denver-el-paso"], "hand": {"red": 2, "blue": 3}}
    table = game("usa", [player, {}], routes={"denver-santa-fe": 0})
    assert answer(table).startswith("claim el-paso-santa-fe")


def test_it_keeps_its_locomotives_while_there_is_another_way_to_pay() -> None:
    player = {"tickets": ["denver-el-paso"], "hand": {"locomotive": 2, "blue": 2}}
    table = game("usa", [player, {}], routes={"denver-santa-fe": 0})
    assert answer(table) == "claim el-paso-santa-fe blue"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (["black", "pink", "red", "orange", "white"], "draw 4"),  # the colour that it lacks
        (["black", "pink", "red", "white", "locomotive"], "draw 5"),  # a locomotive, if one card is all it lacks
        (["black", "pink", "red", "white", "green"], "draw deck"),
    ],
)
def test_it_draws_what_its_route_lacks(row: list[str], expected: str) -> None:
    # Left to claim is Atlanta-Raleigh, two gray spaces.
    player = {"tickets": ["new-york-atlanta"], "hand": {"orange": 1}}
    table = game("usa", [player, {}], routes={"new-york-washington:black": 0, "raleigh-washington:1": 0}, row=row)
    assert answer(table) == expected


def test_it_builds_a_station_where_its_ticket_is_cut_off() -> None:
    # Seat 1 has every way into Edinburgh.
    player = {"tickets": ["edinburgh-paris"], "hand": {"blue": 1}}
    routes = {"edinburgh-london:black": 1, "dieppe-london:1": 0, "dieppe-paris": 0}
    table = game("europe", [player, {}], routes=routes)
    assert answer(table) in ("station edinburgh blue", "station london blue")


@pytest.mark.parametrize(
    ("hand", "expected"),
    [({"pink": 1, "locomotive": 1}, "pay pink"), ({"locomotive": 1}, "pay locomotive"), ({}, "withdraw")],
)
def test_it_pays_for_a_tunnel_if_it_can_and_withdraws_if_not(hand: dict[str, int], expected: str) -> None:
    turned = ["pink", "red", "red"]
    tunnel = {"route": "marseille-zurich", "colour": "pink", "locomotives": 0, "asked": 1, "turned": turned}
    table = game("europe", [{"hand": hand}, {}], phase="tunnel", tunnel=tunnel)
    assert answer(table) == expected


@pytest.mark.parametrize(
    ("turn", "yellow", "tried"), [(0, 2, False), (0, 3, True), (1000, 3, False), (1000, 4, False), (1000, 5, True)]
)
def test_it_tries_a_tunnel_with_a_card_to_spare_and_late_in_the_game_only_if_it_can_pay(
    turn: int, yellow: int, tried: bool
) -> None:
    """Where few cards are left and most are locomotives, bots that try and withdraw would keep a game for ever."""
    player = {"tickets": ["zurich-budapest"], "hand": {"yellow": yellow}}
    table = game("europe", [player, {}], routes={"munchen-wien": 0, "budapest-wien:red": 0}, turn=turn)
    assert (answer(table) == "claim munchen-zurich yellow") == tried


def test_a_path_costs_nothing_along_routes_of_ones_own() -> None:
    table = game("usa", [{}, {}], routes={"denver-santa-fe": 0, "el-paso-santa-fe": 0})
    board = table.board
    ways = Ways(board)
    denver, el_paso = board.city_number["denver"], board.city_number["el-paso"]
    price_routes(table.view(0), ways, Gains(board))
    assert ways.search(denver, el_paso) == 0
    price_routes(table.view(1), ways, Gains(board))
    assert 0 < ways.search(denver, el_paso) < CLOSED


def test_a_city_may_be_cut_off() -> None:
    table = game("usa", [{}, {}], routes={"las-vegas-los-angeles": 1, "las-vegas-salt-lake-city": 1})
    board = table.board
    ways = Ways(board)
    price_routes(table.view(0), ways, Gains(board))
    assert ways.search(board.city_number["las-vegas"], board.city_number["denver"]) >= CLOSED
    assert ways.search(board.city_number["denver"], board.city_number["miami"]) < CLOSED


@pytest.mark.parametrize("map_name", SAILS)
def test_it_exchanges_only_to_claim(map_name: str) -> None:
    """W12: what a seat does after an exchange is never another one, so that no two of them go on for ever."""
    exchanges = 0
    for seed in range(size(20, 200)):
        last: dict[int, str] = {}
        for table, seat, action in played(map_name, 2 + seed % 4, seed, bot="greedy"):
            if action < 0:
                break
            word = table.notation(action).split()[0]
            if word == "exchange":
                exchanges += 1
                assert last.get(seat) != "exchange"
            last[seat] = word
    assert exchanges or not trunkline.compiled


@pytest.mark.parametrize("map_name", SAILS)
def test_its_split_serves_its_tickets(map_name: str) -> None:
    """W2: pieces of both kinds for the paths of its tickets, or as many as may be had."""
    for seed in range(size(20, 200)):
        for table, seat, action in played(map_name, 2, seed, bot="greedy"):
            words = table.notation(action).split() if action >= 0 else []
            if words[:1] == ["split"]:
                view = table.view(seat)
                plan = plan_for(view, Ways(view.board), Gains(view.board))
                numbers = view.board.numbers
                assert int(words[1]) >= min(plan.trains, numbers.trains)
                assert int(words[2]) >= min(plan.ships, numbers.ships)
            elif words[:1] == ["draw"]:
                break
