"""Tables on a board with companies: who plays which, what clients are told of dollars and news, and the results."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from server.guests import Guest, Refused, Running, play_on, watching
from tools import played, size
from trunkline.game import Game
from trunkline.game.sheet import PlayerScore, ScoreSheet
from trunkline.rules.state import TURN
from trunkline.server.tables.client_view import own_part, public_part
from trunkline.server.tables.finish import places

MAP = "meridian"
ORDER = ["blue", "red", "green", "yellow", "black"]


def companies(info: dict[str, Any]) -> list[str]:
    return [seat["company"] for seat in info["seats"]]


def opened(guest: Guest, *wishes: dict[str, Any], **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = guest.post("/api/tables", map=options.pop("map", MAP), seats=list(wishes), **options)
    return found


BOT = {"kind": "bot", "bot": "random"}


@pytest.mark.rule("L1")
def test_each_seat_plays_a_company_of_its_own_in_the_order_of_the_map_if_none_is_wished(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        ada = Guest(running, "Ada")
        assert companies(opened(ada, {"kind": "me"}, BOT, BOT)) == ORDER[:3]
        wished = opened(ada, {"kind": "me", "company": "red"}, BOT, {**BOT, "company": "black"}, {"kind": "open"})
        assert companies(wished) == ["red", "blue", "black", "green"]
        for code, wishes in {
            "company_taken": [{"kind": "me", "company": "red"}, {**BOT, "company": "red"}],
            "no_such_company": [{"kind": "me", "company": "white"}, BOT],
        }.items():
            with pytest.raises(Refused, match=code):
                opened(ada, *wishes)
        with pytest.raises(Refused, match="no_companies_here"):
            opened(ada, {"kind": "me", "company": "red"}, BOT, map="usa")
        assert "company" not in opened(ada, {"kind": "me"}, BOT, map="usa")["seats"][0]


@pytest.mark.rule("L1")
def test_companies_are_chosen_in_the_lobby_and_no_two_seats_have_the_same(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        ada, bohdan, cem = (Guest(running, name) for name in ("Ada", "Bohdan", "Cem"))
        table = opened(ada, {"kind": "me"}, {"kind": "open"}, BOT, {"kind": "open"})["table"]
        bohdan.post(f"/api/tables/{table}/join", seat=1)

        def choose(guest: Guest, seat: int, company: str) -> list[str]:
            return companies(guest.post(f"/api/tables/{table}/company", seat=seat, company=company))

        assert choose(bohdan, 1, "black") == ["blue", "black", "green", "yellow"]
        assert choose(bohdan, 1, "green") == ["blue", "green", "black", "yellow"], "the bot takes it in exchange"
        assert choose(ada, 3, "red") == ["blue", "green", "black", "red"], "the host chooses for an open seat"
        assert choose(ada, 0, "blue") == ["blue", "green", "black", "red"], "what one has already"
        for who, seat, company, code in [
            (bohdan, 1, "blue", "company_taken"),
            (bohdan, 1, "white", "no_such_company"),
            (bohdan, 0, "yellow", "not_your_seat"),
            (bohdan, 2, "yellow", "not_your_seat"),
            (ada, 1, "yellow", "not_your_seat"),
            (cem, 3, "yellow", "not_your_seat"),
            (ada, 4, "yellow", "no_such_seat"),
        ]:
            with pytest.raises(Refused, match=code):
                choose(who, seat, company)
        assert companies(ada.get(f"/api/tables/{table}")) == ["blue", "green", "black", "red"], "nothing has changed"
        cem.post(f"/api/tables/{table}/join")
        ada.post(f"/api/tables/{table}/start")
        with pytest.raises(Refused, match="table_playing"):
            choose(bohdan, 1, "yellow")
        usa = ada.open("usa", ["me", "open"])
        with pytest.raises(Refused, match="no_companies_here"):
            ada.post(f"/api/tables/{usa}/company", seat=0, company="red")


@pytest.mark.rule("L24")
def test_a_whole_game_tells_every_dollar_and_is_rated_and_played_again(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        players = [Guest(running, f"Guest {number}") for number in range(2)]
        for number, guest in enumerate(players):
            guest.post("/api/account", name=f"Account {number}", password="long enough words")
        rated: dict[str, Any] = {"rated": True, "clock": {"kind": "days", "seconds": 86_400}}
        wishes = [{"kind": "me", "company": "black"}, {"kind": "open", "company": "yellow"}]
        table = opened(players[0], *wishes, **rated)["table"]
        players[1].post(f"/api/tables/{table}/join")
        players[0].post(f"/api/tables/{table}/start")
        talks = watching(table, players)
        assert [player["company"] for player in talks[0].public["players"]] == ["black", "yellow"]
        assert [player["money"] for player in talks[0].public["players"]] == [5, 5]
        assert [player["trains_left"] for player in talks[0].public["players"]] == [0, 0]
        assert talks[0].public["news"] == {"current": None, "discards": [], "left": 7}
        assert talks[0].public["asks"] is None and talks[0].public["first"] in (0, 1)
        play_on(talks, random.Random(8))
        for talk in talks:
            talk.until_over()
        balances = Counter[int]()
        for entry in players[0].get(f"/api/tables/{table}/entries"):
            for event in entry["events"]:
                if event["event"] == "money":
                    balances[event["seat"]] += event["amount"]
                    assert balances[event["seat"]] == event["balance"]
        sheet = talks[0].public["sheet"]
        assert [balances[seat] for seat in (0, 1)] == [player["money"] for player in sheet["players"]]
        assert sheet["winners"] == sheet["ranking"][:1] and len(sheet["ranking"]) == 2
        for player in players:
            assert [each["games"] for each in player.get(f"/api/people/{player.id}")["ratings"]] == [1]
        again = players[0].post(f"/api/tables/{table}/rematch")
        assert companies(again) == ["black", "yellow"], "a rematch keeps them"
        record = players[0].get(f"/api/tables/{table}/record")
        copy = players[0].http.post("/api/records", content=record).json()
        assert companies(copy) == ["black", "yellow"], "so does a file"
        story = players[0].get(f"/api/tables/{table}/story")
        assert story["points"][-1] == [player["money"] for player in sheet["players"]]
        for talk in talks:
            talk.close()


def test_cards_are_told_in_words_of_a_language(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        ada = Guest(running, "Ada")
        assert ada.get(f"/api/maps/{MAP}")["companies"] == ORDER
        assert "companies" not in ada.get("/api/maps/usa")
        told = {language: ada.get(f"/api/maps/{MAP}/cards", lang=language) for language in ("en", "uk", "el", "xx")}
        assert told["xx"] == told["en"] != told["uk"] != told["el"]
        for texts in told.values():
            assert list(texts["companies"]) == ORDER and len(texts["news"]) == 7
            guards = texts["news"]["crossing-guards"]
            assert guards["text"]["2"] == guards["text"]["3"] != guards["text"]["4"] == guards["text"]["5"]
            assert texts["news"]["payday"]["lightning"] and not guards["lightning"]
            assert all(card["name"] and all(card["text"]) for card in texts["companies"].values())
        assert not any(ada.get("/api/maps/usa/cards").values())
        with pytest.raises(Refused, match="no_such_map"):
            ada.get("/api/maps/nowhere/cards")


def paid(game: Game, seat: int, claim: str) -> tuple[int, int, bool]:
    """Dollars and cards that a claim really brings, and whether it asks which card or turns up another event."""
    tried = Game(game.state.copy(), None, [], -1)
    facts: list[dict[str, Any]] = [event.facts(game.board) for event in tried.play(claim, seat=seat)]
    names = [fact["event"] for fact in facts]
    money = sum(fact["amount"] for fact in facts if fact["event"] == "money" and fact["seat"] == seat)
    cards = sum(fact["count"] for fact in facts if fact["event"] == "cards-gained") + names.count("took")
    return money, cards, "asked" in names or "newspaper" in names


@pytest.mark.rule("L15", "L16", "L17")
@pytest.mark.parametrize("players", [2, 5])
def test_what_a_route_is_told_to_pay_is_what_it_pays(players: int) -> None:
    compared = 0
    for seed in range(size(20, 100)):
        for game, seat, _ in played(MAP, players, seed, bot="varied"):
            if game.state.phase != TURN or (compared and game.state.turn % 7):
                continue
            told = own_part(game.state, seat)
            assert isinstance(told.pays, list)
            by_route = {route: each.steps for each in told.pays for route in each.routes}
            for code in game.legal(seat):
                claim = game.notation(code)
                if not claim.startswith("claim "):
                    continue
                money, cards, is_open = paid(game, seat, claim)
                steps = by_route.get(claim.split()[1], [])
                if not is_open and game.state.decks[0].size > 3:
                    assert (sum(step.money for step in steps), sum(step.cards for step in steps)) == (money, cards)
                    compared += 1
    assert compared > 20


def test_a_spectator_learns_nothing_of_the_event_deck() -> None:
    for game, _, _ in played(MAP, 3, seed=4):
        told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(public_part(game.state)))
        assert set(told["news"]) == {"current", "discards", "left"}


def test_all_places_of_a_ranking_count() -> None:
    def score(seat: int) -> PlayerScore:
        return PlayerScore(seat, (), (), 0, 0, (), 0, 0, 0, 12)

    sheet = ScoreSheet((score(0), score(1), score(2)), (2,), "turn-order", (2, 0, 1))
    assert places(sheet) == [2, 3, 1]
    assert places(sheet, lost=[2]) == [1, 2, 3]
