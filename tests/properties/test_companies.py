"""Games of companies: engine against oracle move by move, and what holds in all of them (L)."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine_chance import EngineChance
from oracle.companies import COMPANY_STEP
from oracle.flow import check_position, check_step
from oracle.legal import legal_actions
from oracle.scoring import places, slips
from oracle.strewn_companies import strewn_company_position
from random_cards import write_random_cards
from tools import board_of, notations, oracle_board, played, size
from trunkline.bots.bot import Bot
from trunkline.bots.play import play_game
from trunkline.bots.random_bot import RandomBot
from trunkline.game import Game
from trunkline.maps.pack import load_board
from trunkline.rules.events import Event
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.soundness import unsound

BOARD = "meridian"
PLAYERS = [2, 3, 4, 5]
TOLD = (
    "newspaper",
    "newspapers-passed",
    "news",
    "money",
    "cards-gained",
    "took",
    "cards-lost",
    "row-washed",
    "asked",
    "refunded",
    "bought",
    "ticket-returned",
    "bond",
    "spike",
    "sailed",
    "excursion",
    "span",
    "herd",
    "delivered",
    "elevator",
    "wired",
    "mail",
    "hired",
    "power-used",
    "event-removed",
    "asked-privately",
    "postcard",
    "extra-locomotive",
    "cards-shown",
    "tickets-halved",
    "vault",
    "next-setup",
    "trains-gained",
    "slip-changed",
)


def facts(game: Game, events: list[Event]) -> list[dict[str, Any]]:
    """What the engine told of money, news and cards, to be compared with what the oracle would tell."""
    return [event.facts(game.board) for event in events if event.name in TOLD]


def compare_moves(game: Game) -> dict[str, Any]:
    """The legal moves of every seat; the position, for further use."""
    position: dict[str, Any] = game.position()
    board = board_of(position)
    for seat in range(game.players):
        assert notations(game, seat) == legal_actions(position, seat, board), f"{position} seat {seat}"
    return position


def compare_step(before: dict[str, Any], seat: int, action: str, game: Game, events: list[Event]) -> None:
    """Everything that a move led to: position, money, news, and every event told of them."""
    board = board_of(before)
    log = facts(game, events)
    chance = EngineChance(before, log, board)
    found = {**game.position(), "log": log}
    problems = check_step(before, seat, action, found, board, chance.shuffle, chance.lot, chance.herds)
    assert not problems, (seat, action, problems, before, found)
    assert not chance.lost


def compare_slips(game: Game) -> None:
    position: dict[str, Any] = game.position()
    board = board_of(position)
    sheet = game.score_sheet()
    for found, expected in zip(sheet.players, slips(position, board), strict=True):
        assert found.money == expected["money"]
        assert found.trains_left_money == expected["trains_left"]
        assert found.story_money == expected["story"]
        assert found.bond_money == expected["bonds"]
        assert {line.line: line.money for line in found.modules} == expected["modules"]
        assert found.completed == expected["completed"]
        assert [(item.ticket, item.points, item.completed) for item in found.tickets] == [
            (item["ticket"], item["points"], item["done"]) for item in expected["tickets"]
        ]
        assert found.total == expected["total"]
    assert list(sheet.ranking) == places(position, board)
    assert list(sheet.winners) == places(position, board)[:1]


def check_round_trips(game: Game) -> None:
    """A game written as bytes or as a position goes on as it would have, also while a question is open."""
    packed = game.packed()
    assert to_bytes(from_bytes(game.board, packed)) == packed
    again = Game.from_position(game.position())
    assert again.packed() == packed
    assert again.legal_actions == game.legal_actions


@pytest.mark.rule("L9")
@pytest.mark.rule("L10")
@pytest.mark.rule("L11")
@pytest.mark.rule("L15")
@pytest.mark.rule("L19")
@pytest.mark.parametrize("bot", ["random", "greedy", "varied"])
@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games(players: int, bot: str) -> None:
    """Every position and step of whole games is the oracle's, and so is the slip at the end."""
    wanted = size(120, 3_500)
    seen = 0
    seed = 0
    while seen < wanted:
        seed += 1
        before: dict[str, Any] = {}
        step: tuple[int, str] = (-1, "")
        for game, seat, action in played(BOARD, players, 7000 * players + seed, bot=bot):
            if step[0] >= 0:
                compare_step(before, *step, game, game.moves[-1].events)
            if seat >= 0:
                before, step = compare_moves(game), (seat, game.notation(action))
                seen += 1
            if before["phase"] == "claim-asks" or game.over:
                check_round_trips(game)
        compare_slips(game)


@pytest.mark.rule("L11")
@pytest.mark.rule("L12")
@pytest.mark.rule("L15")
@pytest.mark.rule("L16")
def test_cards_drawn_by_lot(tmp_path: Path) -> None:
    """Bonuses and news events of every operation there is: the clauses do what the map file says, not what is usual."""
    for seed in range(size(12, 300)):
        players = 2 + seed % 4
        path = str(write_random_cards(tmp_path, seed))
        before: dict[str, Any] = {}
        step: tuple[int, str] = (-1, "")
        for game, seat, action in played(path, players, seed, bot="varied"):
            if step[0] >= 0:
                compare_step(before, *step, game, game.moves[-1].events)
            if seat >= 0:
                before, step = compare_moves(game), (seat, game.notation(action))
            if before["phase"] == "claim-asks":
                check_round_trips(game)
        compare_slips(game)
        dice = random.Random(seed)
        for _ in range(5):  # and with hardly a card left
            compare_claims(strewn_company_position(oracle_board(path), players, dice), dice)


def compare_claims(before: dict[str, Any], dice: random.Random) -> None:
    """Some claims from a position, with every question answered by chance."""
    game = Game.from_position(before)
    claims = [action for action in game.legal_actions if game.notation(action).startswith("claim")]
    for claim in dice.sample(claims, min(3, len(claims))):
        following, action = game.copy(), claim
        while True:
            position = compare_moves(following)
            events = following.play(action)
            compare_step(position, position["seat"], game.notation(action), following, events)
            if following.position()["phase"] != "claim-asks":
                break
            check_round_trips(following)
            action = dice.choice(following.legal_actions)


@pytest.mark.rule("C2")
@pytest.mark.rule("L10")
@pytest.mark.rule("L11")
@pytest.mark.rule("L12")
@pytest.mark.rule("L15")
@pytest.mark.rule("L19")
@pytest.mark.parametrize("players", PLAYERS)
def test_strewn_positions(players: int) -> None:
    """Unlikely positions: few cards or only newspapers in the piles, holes, one news event, hardly a train."""
    board = oracle_board(BOARD)
    dice = random.Random(players)
    met: Counter[str] = Counter()
    positions = size(40, 3_000)
    for _ in range(positions):
        before = strewn_company_position(board, players, dice)
        game = Game.from_position(before)
        before = compare_moves(game)
        compare_slips(game)
        for action in dice.sample(game.legal_actions, min(3, len(game.legal_actions))):
            following = game.copy()
            events = following.play(action)
            compare_step(before, before["seat"], game.notation(action), following, events)
            met.update(event.name for event in events)
            assert following.over or following.legal_actions  # never stuck
            if following.position()["phase"] == "claim-asks":
                asked = compare_moves(following)
                for answer in following.legal_actions:
                    answered = following.copy()
                    events = answered.play(answer)
                    compare_step(asked, asked["seat"], game.notation(answer), answered, events)
    assert positions < 40 or (met["newspaper"] and met["money"])


def finished(players: int, seed: int) -> Iterator[Game]:
    """Every position of a game, among them many in which a kind of action was chosen that has few."""
    for game, _, _ in played(BOARD, players, seed, bot="varied"):
        yield game


@pytest.mark.rule("L24")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_dollar_is_told(players: int) -> None:
    """The amounts of the log, from the start on, add up to the balance, at every moment; nothing is told twice."""
    for seed in range(size(3, 300)):
        balances = [0] * players
        told = 0
        for game in finished(players, 300 + seed):
            log = game.events
            for event in (entry.facts(game.board) for entry in log[told:]):
                if event["event"] == "money":
                    seat, amount = int(str(event["seat"])), int(str(event["amount"]))
                    balances[seat] += amount
                    assert amount != 0
                    assert event["balance"] == balances[seat] >= 0
                    assert event["step"] in (0, COMPANY_STEP, 11, 12)
                    assert event["source"]
            told = len(log)
            players_now: Any = game.position()["players"]
            assert [player["money"] for player in players_now] == balances


class Reader:
    """Hands and row as whoever reads the whole log knows them."""

    def __init__(self, players: int) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.row: list[str | None] = []

    def read(self, event: dict[str, Any]) -> None:
        name = event["event"]
        if name in ("dealt", "drew-blind", "cards-gained"):
            self.hands[event["seat"]].update(event["cards"])
        elif name in ("drew", "took"):
            assert self.row[event["slot"] - 1] == event["card"]
            self.row[event["slot"] - 1] = None
            self.hands[event["seat"]][event["card"]] += 1
        elif name == "claimed":
            paid = Counter({event["colour"]: event["cards"] - event["locomotives"]})
            paid["locomotive"] += event["locomotives"]
            self.hands[event["seat"]].subtract(paid)
        elif name == "cards-lost":
            self.hands[event["seat"]].subtract(event["cards"])
        elif name == "refilled":
            assert self.row[event["slot"] - 1] is None
            self.row[event["slot"] - 1] = event["card"]
        elif name == "row-dealt":
            self.row = list(event["row"])


@pytest.mark.rule("C15")
@pytest.mark.rule("L11")
@pytest.mark.rule("L17")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_is_told(players: int) -> None:
    """Whoever reads the log can say why each card came and went: it gives every hand and the row at every moment."""
    for seed in range(size(3, 300)):
        reader = Reader(players)
        told = 0
        for game in finished(players, 500 + seed):
            log = game.events
            for event in log[told:]:
                reader.read(event.facts(game.board))
            told = len(log)
            position: dict[str, Any] = game.position()
            assert [+hand for hand in reader.hands] == [Counter(player["hand"]) for player in position["players"]]
            assert reader.row == position["row"]


@pytest.mark.rule("L3")
@pytest.mark.rule("L4")
@pytest.mark.rule("L5")
@pytest.mark.rule("L8")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deal(players: int) -> None:
    """No newspaper in a hand or the row; they lie anywhere in the deck; each event may come first, each seat start."""
    board = oracle_board(BOARD)
    places_of_newspapers: list[float] = []
    first_news: Counter[str] = Counter()
    starting: Counter[int] = Counter()
    for seed in range(200):
        game = Game.new(BOARD, players, seed=seed)
        position: dict[str, Any] = game.position()
        assert check_position(position, board) == []
        assert position["phase"] == "opening"
        assert position["news"]["current"] is None
        assert position["news"]["discards"] == []
        deck = position["decks"]["trains"]["cards"]
        places_of_newspapers += [number / len(deck) for number, card in enumerate(deck) if card == "newspaper"]
        for player in position["players"]:
            assert (player["money"], player["trains"], len(player["offered"])) == (5, 20, 4)
            assert sum(player["hand"].values()) == 4
        first_news[position["news"]["deck"][0]] += 1
        assert position["seat"] == position["first"]
        starting[position["first"]] += 1
    assert 0.4 < sum(places_of_newspapers) / len(places_of_newspapers) < 0.6
    assert min(places_of_newspapers) < 0.05
    assert max(places_of_newspapers) > 0.95
    assert len(first_news) == len(board.news)
    assert len(starting) == players


@pytest.mark.rule("C2")
@pytest.mark.rule("C17")
@pytest.mark.rule("L10")
def test_random_games_end() -> None:
    """Whole games by chance come to an end: in no position is the seat to act without a legal action."""
    board = load_board(BOARD)
    for number in range(size(400, 100_000)):
        players = 2 + number % 4
        state = new_game(board, players, hashlib.sha256(str(number).encode()).digest(), BY_LOT, None)
        bots: list[Bot] = [RandomBot(number * 5 + seat) for seat in range(players)]
        assert play_game(state, bots) < 5000
        assert unsound(state) == []


@pytest.mark.rule("C2")
@pytest.mark.rule("C8")
@pytest.mark.rule("L10")
@pytest.mark.rule("L11")
@pytest.mark.parametrize("players", PLAYERS)
def test_games_with_hardly_a_card_end(players: int) -> None:
    """From strewn positions, and by companies that only hoard cards and tickets, play goes on to its end."""
    board = oracle_board(BOARD)
    dice = random.Random(players)
    for number in range(size(12, 1_000)):
        strewn = number % 2 == 0
        game = Game.from_position(strewn_company_position(board, players, dice)) if strewn else None
        game = game or Game.new(BOARD, players, seed=number)
        for _ in range(5000):
            if game.over:
                break
            seat = dice.choice(game.to_act)
            actions = game.legal(seat)
            assert actions
            hoarding = [action for action in actions if game.notation(action).startswith("draw")]
            game.play(dice.choice(actions if strewn else hoarding or actions), seat=seat)
        assert game.over
        assert unsound(game.state) == []
