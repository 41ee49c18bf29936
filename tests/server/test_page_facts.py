"""What the page asks beside the game itself: rules in words, hints, the story of a game, statistics for charts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from server.guests import Guest, Refused, Running, play_on, seated, sqlite_at, watching
from trunkline import help as help_room
from trunkline.help import rules_text


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path_factory.mktemp("asked"))) as server:
        yield server


@pytest.fixture(scope="module")
def finished(running: Running) -> tuple[str, list[Guest]]:
    table, guests = seated(running, 3, "europe", spectators=False)
    talks = watching(table, guests)
    play_on(talks, random.Random(3))
    for talk in talks:
        talk.until_over()
        talk.close()
    return table, guests


def refusal(code: str, status: int | None = None) -> Any:
    return pytest.raises(Refused, match=f"^{status or ''}.*\\b{code}\\b")


# --- rules in words --------------------------------------------------------------------------------------------------


def test_the_rules_of_a_map_by_id(running: Running) -> None:
    nobody = Guest(running)
    europe = nobody.get("/api/help", map="europe")
    assert (europe["map"], europe["lang"]) == ("europe", "en") and "en" in europe["languages"]
    assert [chapter["id"] for chapter in europe["chapters"]] == ["C", "E", "V"]
    told = {rule["id"]: rule["text"] for chapter in europe["chapters"] for rule in chapter["rules"]}
    assert told["E4"] == rules_text()["E4"] and "U1" not in told and "title" not in told
    assert europe["chapters"][1]["title"] == "Europe"
    everything = nobody.get("/api/help")
    assert {rule["id"] for chapter in everything["chapters"] for rule in chapter["rules"]} == set(rules_text())
    with refusal("no_such_map", 404):
        nobody.get("/api/help", map="atlantis")
    with refusal("bad_request", 400):
        nobody.get("/api/help", lang="../en")


def test_what_a_language_lacks_is_told_in_english(
    running: Running, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = Guest(running)
    assert nobody.get("/api/help", map="usa", lang="xx") == nobody.get("/api/help", map="usa")
    (tmp_path / "en.toml").write_text((help_room.FOLDER / "en.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "uk.toml").write_text('[C]\ntitle = "Спільне"\nC1 = "Від двох до п’яти гравців."\n', encoding="utf-8")
    monkeypatch.setattr(help_room, "FOLDER", tmp_path)
    help_room._read.cache_clear()
    try:
        told = nobody.get("/api/help", map="usa", lang="uk")
    finally:
        help_room._read.cache_clear()
    assert told["lang"] == "uk" and told["languages"] == ["en", "uk"]
    common, usa = told["chapters"][:2]
    assert common["title"] == "Спільне" and common["rules"][0]["text"] == "Від двох до п’яти гравців."
    assert common["rules"][1]["text"] == rules_text()["C2"] and usa["title"] == "USA"


# --- hints -----------------------------------------------------------------------------------------------------------


def test_hints_are_legal_actions_with_a_reason_all_through_a_game(running: Running) -> None:
    guest = Guest(running, "Learner")
    table = guest.open("europe", ["me", "me"])
    guest.post(f"/api/tables/{table}/start")
    talk = guest.talk()
    talk.watch(table)
    reasons: dict[str, dict[str, Any]] = {}
    while talk.public["phase"] != "over":
        seat = talk.turns[0]["seat"]
        hint = guest.post(f"/api/tables/{table}/hint", seat=seat)
        assert (hint["seat"], hint["seq"], hint["bot"]) == (seat, talk.seq, "planner")
        assert hint["action"] in talk.turns[0]["actions"]
        own = next(own for own in talk.own if own["seat"] == seat)
        params = hint["reason"]["params"]
        # Only what the seat itself holds is named.
        if hint["reason"]["code"] == "keeping":
            assert params["tickets"] and set(params["tickets"]) <= set(own["offered"])
        assert set(params.get("tickets", ())) <= {*own["tickets"], *own["offered"]}
        reasons[hint["reason"]["code"]] = params
        done = talk.act(seat, hint["action"])
        assert done["type"] == "done"
        talk.until_seq(done["seq"])
    assert {"keeping", "toward_tickets", "collecting"} <= set(reasons), sorted(reasons)
    talk.close()


def test_hints_are_for_ones_own_seat_and_turn(running: Running) -> None:
    table, guests = seated(running, 2, first=0)
    for seat, guest in enumerate(guests):
        guest.post(f"/api/tables/{table}/act", seat=seat, base_seq=seat + 1, action_id="k", action="keep 1 2 3")
    with refusal("not_your_turn", 409):
        guests[1].post(f"/api/tables/{table}/hint", seat=1)
    with refusal("not_your_seat", 403):
        guests[1].post(f"/api/tables/{table}/hint", seat=0)
    with refusal("who_are_you", 401):
        Guest(running).post(f"/api/tables/{table}/hint", seat=0)
    with refusal("no_such_seat", 400):
        guests[0].post(f"/api/tables/{table}/hint", seat=4)
    waiting = Guest(running, "Waiting")
    with refusal("table_open", 409):
        waiting.post(f"/api/tables/{waiting.open()}/hint", seat=0)
    assert guests[0].post(f"/api/tables/{table}/hint", seat=0)["action"]


# --- plans -----------------------------------------------------------------------------------------------------------


def test_plans_are_told_to_the_owner_of_the_seat_alone(running: Running) -> None:
    table, guests = seated(running, 2, first=0)
    talks = watching(table, guests)
    play_on(talks, random.Random(1), 2)
    told = guests[1].get(f"/api/tables/{table}/plans", seat=1)
    assert (told["seat"], told["seq"]) == (1, guests[1].get(f"/api/tables/{table}/view")["seq"])
    assert {"plan": "draw deck then draw deck", "cards": {}} in told["plans"]
    hand = talks[1].own[0]["hand"]
    for plan in told["plans"]:
        assert all(hand[card] >= count for card, count in plan["cards"].items())
        assert plan["plan"].startswith(("draw deck", "claim "))
    # What is offered can be left as a premove.
    guests[1].put(f"/api/tables/{table}/premove", seat=1, actions=[plan["plan"] for plan in told["plans"][:5]])
    with refusal("not_your_seat", 403):
        guests[0].get(f"/api/tables/{table}/plans", seat=1)
    with refusal("not_your_seat", 403):
        Guest(running, "Stranger").get(f"/api/tables/{table}/plans", seat=1)
    for talk in talks:
        talk.close()


def test_plans_end_with_the_game(finished: tuple[str, list[Guest]]) -> None:
    table, guests = finished
    with refusal("table_over"):
        guests[0].get(f"/api/tables/{table}/plans", seat=0)


# --- what may be taken back ------------------------------------------------------------------------------------------


def test_an_entry_says_whether_it_may_be_taken_back(running: Running) -> None:
    """The page offers to undo by `undo` of the last entry; the server does it just then."""
    table, guests = seated(running, 2, first=0)
    talks = watching(table, guests)
    chance = random.Random(5)
    seen = set()
    for _ in range(60):
        talk = next(each for each in talks if each.turns)
        turn = talk.turns[0]
        claims = [action for action in turn["actions"] if action.startswith("claim")]
        done = talk.act(turn["seat"], chance.choice(claims or turn["actions"]))
        for each in talks:
            each.until_seq(done["seq"])
        entry = guests[0].get(f"/api/tables/{table}/entries", **{"from": talk.seq - 1})[0]
        undone = talk.undo(turn["seat"])
        assert entry["undo"] == (undone["type"] == "done"), entry
        seen.add((entry["undo"], entry["events"][0]["event"]))
        if undone["type"] == "done":
            for each in talks:
                each.until_seq(undone["seq"])
            again = talk.act(turn["seat"], entry["action"] or turn["actions"][0])
            for each in talks:
                each.until_seq(again["seq"])
    assert (True, "claimed") in seen and (True, "chose") in seen and {flag for flag, _ in seen} == {True, False}
    for talk in talks:
        talk.close()


# --- the facts in a replay -------------------------------------------------------------------------------------------


def test_past_positions_tell_the_same_facts_through_every_eye(finished: tuple[str, list[Guest]]) -> None:
    """Closed lanes, trails and what tickets lack are told for any position, and of a seat only to its eyes."""
    table, guests = finished
    last = guests[0].get(f"/api/tables/{table}/view")["seq"] - 1
    grown = []
    for at in (0, last // 2, last):
        shown = guests[0].get(f"/api/tables/{table}/view", at=at, seat="open")
        for own in shown["own"]:
            alone = guests[0].get(f"/api/tables/{table}/view", at=at, seat=own["seat"])
            assert alone["own"] == [own] and alone["public"] == shown["public"]
            assert [part["ticket"] for part in own["progress"]] == own["tickets"] + own["offered"]
        grown.append(sum(player["trail"]["spaces"] for player in shown["public"]["players"]))
    assert grown[0] == 0 < grown[1] < grown[2]
    sheet = shown["public"]["sheet"]["players"]
    for own, player, score in zip(shown["own"], shown["public"]["players"], sheet, strict=True):
        assert player["trail"]["spaces"] == score["longest_trail"]
        done = [part["done"] for part in own["progress"]]
        assert done == [ticket["completed"] for ticket in score["tickets"]]


# --- stories ---------------------------------------------------------------------------------------------------------


def test_the_story_of_a_finished_game(running: Running, finished: tuple[str, list[Guest]]) -> None:
    table, guests = finished
    told = guests[1].get(f"/api/tables/{table}/story")
    last = guests[1].get(f"/api/tables/{table}/view")
    assert told["status"] == "over" and told["names"] == ["Guest 0", "Guest 1", "Guest 2"]
    assert len(told["turns"]) == last["seq"] and told["turns"] == sorted(told["turns"])
    for key in ("points", "totals", "trains", "cards", "tickets"):
        assert len(told[key]) == last["seq"] and all(len(each) == 3 for each in told[key]), key
    assert told["points"][0] == [0, 0, 0] and told["trains"][0] == [45, 45, 45]
    assert told["sheet"] == last["public"]["sheet"]
    assert told["totals"][-1] == [player["total"] for player in told["sheet"]["players"]]
    assert told["points"][-1] == [player["points"] for player in last["public"]["players"]]
    middle = guests[0].get(f"/api/tables/{table}/view", at=last["seq"] // 2)["public"]["players"]
    at = last["seq"] // 2
    for key in ("points", "trains", "cards", "tickets"):
        assert told[key][at] == [player[key] for player in middle], key
    with refusal("no_spectators", 403):
        Guest(running, "Stranger").get(f"/api/tables/{table}/story")


def test_the_story_of_a_game_in_progress_tells_what_all_may_know(running: Running) -> None:
    table, guests = seated(running, 2)
    told = Guest(running).get(f"/api/tables/{table}/story")
    assert told["status"] == "playing" and told["points"] == [[0, 0]] and told["cards"] == [[4, 4]]
    assert told["totals"] == [] and told["sheet"] is None
    unopened = guests[0].open()
    assert guests[0].get(f"/api/tables/{unopened}/story")["turns"] == []


def test_an_imported_game_has_an_address_and_a_story(running: Running, finished: tuple[str, list[Guest]]) -> None:
    table, guests = finished
    body = guests[0].http.get(f"/api/tables/{table}/record").content
    imported = guests[0].ask("POST", "/api/records", content=body)["table"]
    anybody = Guest(running)
    told = anybody.get(f"/api/tables/{imported}/story")
    assert told["status"] == "over" and told["names"] == ["Player 1", "Player 2", "Player 3"]
    assert told["sheet"] == guests[0].get(f"/api/tables/{table}/story")["sheet"]
    shown = anybody.get(f"/api/tables/{imported}/view", at=len(told["turns"]) - 1, seat="open")
    assert shown["public"]["sheet"] == told["sheet"] and len(shown["own"]) == 3


# --- statistics ------------------------------------------------------------------------------------------------------


def test_statistics_hold_a_point_for_each_game(running: Running, finished: tuple[str, list[Guest]]) -> None:
    table, guests = finished
    page = guests[2].get(f"/api/people/{guests[2].id}")
    told = guests[2].get(f"/api/tables/{table}/story")
    points = page["statistics"]["series"]
    assert [point["table"] for point in points] == [table]
    assert points[0]["score"] == told["totals"][-1][2] and points[0]["players"] == 3
    sheet = told["sheet"]["players"][2]
    assert points[0]["tickets"] == sum(ticket["completed"] for ticket in sheet["tickets"])
    assert points[0]["tickets"] + points[0]["failed"] == len(sheet["tickets"])
    assert page["statistics"]["maps"]["europe"]["places"] == {str(points[0]["place"]): 1}
