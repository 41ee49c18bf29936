"""Campaigns on the server: founding, games as tables, decisions, words and boards that are cut to what is opened."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from server.campaigning import BOT, President, open_campaign, seat_all
from server.guests import Guest, Refused, Running
from trunkline.server.campaigns.campaign_table import CampaignTable
from trunkline.server.store import schema
from trunkline.server.store.rows import TableRow


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("campaigns")
    with Running(f"sqlite:///{folder / 'games.db'}") as found:
        yield found


@pytest.mark.rule("L1", "L20")
def test_a_game_with_everything_around_it(running: Running) -> None:
    anna = Guest(running, "Anna")
    president = open_campaign(anna)
    info = president.info()
    assert (info["status"], info["state"]["stage"], info["state"]["year"]) == ("campaign", "seating", 1865)
    assert info["you"]["host"][0] == "seat …"
    assert info["entries"][0]["facts"][0]["entry"] == "founded"
    table = seat_all(president)
    game = anna.get(f"/api/tables/{table}")
    told = {"campaign": president.campaign, "name": "Evening", "game": 1, "year": 1865, "afterwards": False}
    assert game["campaign"] == told
    assert (game["map"], game["rated"], game["status"]) == ("meridian", False, "playing")
    assert [seat["company"] for seat in game["seats"]] == [each["company"] for each in info["companies"]]
    president.play(table)
    info = president.pause()
    assert (info["state"]["stage"], info["state"]["game"], info["table"]) == ("seating", 2, None)
    assert info["tables"] == {"1": table}
    assert len(info["state"]["territories"]) == 1
    assert [each["papers"] > 0 for each in info["companies"]] == [True] * 3
    played = [fact for entry in info["entries"] for fact in entry["facts"] if fact["entry"] == "played"]
    assert len(played) == 1
    with pytest.raises(Refused, match="campaign_table"):
        anna.post(f"/api/tables/{table}/rematch")
    board = anna.get(f"{president.path}/board", lang="uk")
    assert [box["territory"] for box in board["boxes"]] == info["state"]["territories"]
    assert set(board["cities"]) == set(board["boxes"][0]["cities"])
    assert not set(board["cities"]) & set(anna.get(f"/api/tables/{table}/board")["geometry"]["cities"])
    second = seat_all(president)
    assert second != table


@pytest.mark.rule("L1")
def test_founding_by_link_and_code(running: Running) -> None:
    anna, boris, carl = Guest(running, "Anna"), Guest(running, "Boris"), Guest(running, "Carl")
    companies = [{"colour": "red", "signature": "0,0 5,5"}, {"bot": BOT}]
    path = f"/api/campaigns/{anna.post('/api/campaigns', name='Evening', companies=companies)['campaign']}"
    code = anna.post(f"{path}/code")["code"]
    assert boris.get(f"/api/codes/{code}")["table"] == path.rsplit("/", 1)[1]
    with pytest.raises(Refused, match="colour_taken"):
        boris.post(f"{path}/join", colour="red")
    info = boris.post(f"{path}/join", colour="green", president="Boris B.", signature="Boris")
    assert [each["company"] for each in info["companies"]][::2] == ["red", "green"]
    info = boris.post(f"{path}/company", company="green", colour="yellow", signature="B")
    assert info["companies"][2]["company"] == "yellow"
    for wrong in ({"company": "red"}, {"company": "nobody"}):
        with pytest.raises(Refused):
            boris.post(f"{path}/company", **wrong, president="X")
    with pytest.raises(Refused, match="not_the_host"):
        boris.post(f"{path}/found")
    with pytest.raises(Refused, match="no_such_bot"):
        anna.post(f"{path}/bot", bot="nobody")
    bonus = anna.get(f"{path}/words")["companies"]
    assert anna.post(f"{path}/found")["status"] == "campaign"
    assert anna.get(f"{path}/words")["companies"] == bonus, "the bonus that was told to those who chose a company"
    assert {each["signature"] for each in carl.get(f"{path}/signatures")} == {"0,0 5,5", BOT, "B"}
    with pytest.raises(Refused, match="not_open"):
        carl.post(f"{path}/join")
    anna.post(f"{path}/open", open=True)
    info = carl.post(f"{path}/join", colour="green")
    assert info["companies"][3] | {"present": False} == info["companies"][3]
    assert info["you"]["companies"][0]["company"] == "green"
    assert [card["name"] for card in carl.get("/api/campaigns")] == ["Evening"]
    assert carl.get("/api/games") == []
    with pytest.raises(Refused, match="no_such_table"):
        carl.get(path.replace("campaigns", "tables"))
    with pytest.raises(Refused, match="host_is_here"):
        boris.post(f"{path}/host")


def test_signatures_are_for_members_and_spectators(running: Running) -> None:
    anna, stranger = Guest(running, "Anna"), Guest(running, "Stranger")
    companies = [{"signature": "0,0 5,5"}, {"bot": BOT}]
    opened = anna.post("/api/campaigns", name="Closed doors", companies=companies, spectators=False)
    path = f"/api/campaigns/{opened['campaign']}"
    assert stranger.get(path)["name"] == "Closed doors"  # Who could join may look.
    with pytest.raises(Refused, match="no_spectators"):
        stranger.get(f"{path}/signatures")
    anna.post(f"{path}/found")
    assert anna.get(f"{path}/signatures")
    for address in (path, f"{path}/words", f"{path}/board", f"{path}/signatures"):
        with pytest.raises(Refused):
            stranger.get(address)


@pytest.mark.rule("L22", "L28")
def test_what_is_nonsense_changes_nothing(running: Running) -> None:
    anna, stranger = Guest(running, "Anna"), Guest(running, "Stranger")
    president = open_campaign(anna)
    before = president.until(president.settled)
    mine = before["you"]["companies"][0]["company"]
    other = before["companies"][1]["company"]
    dice = random.Random(5)
    words = [
        "seat",
        "seat blue",
        f"seat {mine} {mine}",
        f"seat {mine} {other}=nobody",
        "deal anew",
        "join",
        "join x",
        "…",
    ]
    words += ["".join(dice.choice("seat vo=\u0433\u0000\n….") for _ in range(dice.randrange(1, 30))) for _ in range(40)]
    words += [
        f"{verb} {rest}"
        for verb in ("remove", "pick", "name", "vote", "christen", "strike", "repaint")
        for rest in ("", "a", "LK", "LK BR x")
    ]
    for number, action in enumerate(words):
        for actor in ("host", mine, other):
            for guest in (anna, stranger):
                with pytest.raises(Refused):
                    President(guest, president.campaign).decide(actor, action, f"n{number}")
    talk = anna.talk()
    talk.send("watch", table=president.campaign)
    talk.until_type("campaign-snapshot")
    for fields in (
        {},
        {"actor": 5},
        {"actor": mine, "action_id": "x"},
        {"actor": mine, "action_id": "x", "action": "vote a", "more": 1},
    ):
        talk.send("decide", table=president.campaign, **fields)
        assert talk.until_type("refused")["code"] == "bad_message"
    for name in ("campaign-nothing", "nothing"):
        talk.send("decide", table=name, actor="host", action_id="x", action="seat a b")
        assert talk.until_type("refused")["code"] == "no_such_campaign"
    for kind, fields in (
        ("act", {"seat": 0, "base_seq": 1, "action_id": "x", "action": "draw deck"}),
        ("undo", {"seat": 0, "base_seq": 1, "action_id": "x"}),
    ):
        talk.send(kind, table=president.campaign, **fields)
        assert talk.until_type("refused")["code"] == "no_such_table"
    talk.close()
    for body in (b"", b"nonsense\n", b'{"campaign":1}\n', anna.get(f"{president.path}/file").encode() * 2):
        with pytest.raises(Refused, match="bad_campaign") as refused:
            anna.ask("POST", "/api/campaigns/import", content=body)
        assert set(refused.value.params) == {"line", "reason"}
    after = president.info()
    assert {**after, "companies": 0} == {**before, "companies": 0}


@pytest.mark.rule("L28")
def test_decisions_are_taken_once_and_seen_is_kept(running: Running) -> None:
    anna = Guest(running, "Anna")
    president = open_campaign(anna, bots=1)
    colours = [each["company"] for each in president.info()["companies"]]
    words = f"seat {colours[0]}={BOT} {colours[1]}"
    first = president.decide("host", words, "once")
    assert president.decide("host", words, "once") == first
    assert president.info()["you"]["seen"] == 0
    anna.post(f"{president.path}/seen", seq=1)
    anna.post(f"{president.path}/seen", seq=0)
    anna.same_person().post(f"{president.path}/seen", seq=1)
    assert president.info()["you"]["seen"] == 1
    seated = [fact for entry in president.info()["entries"] for fact in entry["facts"] if fact["entry"] == "seated"]
    assert len(seated) == 1 and "lots" not in seated[0]


def test_chat_and_watching(running: Running) -> None:
    anna, looker = Guest(running, "Anna"), Guest(running, "Looker")
    president = open_campaign(anna)
    hers, his = anna.talk(), looker.talk()
    for talk in (hers, his):
        talk.send("watch", table=president.campaign, since=0)
        snapshot = talk.until_type("campaign-snapshot")
        assert snapshot["info"]["entries"][0]["seq"] == 0
    hers.send("say", table=president.campaign, text="all aboard")
    assert hers.until_type("chat")["text"] == "all aboard"
    his.send("say", table=president.campaign, text="me too")
    assert his.until_type("refused")["code"] == "private_table"
    assert not [message for message in his.heard if message["type"] == "chat"]
    seat_all(president, stand_in=True)
    told = his.until(lambda message: message["type"] == "campaign" and message["entries"] != [])
    assert [fact["entry"] for fact in told["entries"][0]["facts"]] == ["seated", "read"]
    assert told["you"] == {"companies": [], "host": [], "seen": told["seq"], "may_take_over": False}
    with pytest.raises(Refused, match="private_table"):
        looker.get(f"{president.path}/file")
    for talk in (hers, his):
        talk.close()


def test_a_deleted_person_leaves_the_company_to_a_bot(running: Running) -> None:
    anna, boris = Guest(running, "Anna"), Guest(running, "Boris")
    path = f"/api/campaigns/{anna.post('/api/campaigns', name='E', companies=[{}], substitute=BOT)['campaign']}"
    boris.post(f"{path}/join")
    anna.post(f"{path}/found")
    anna.delete("/api/me")
    info = boris.get(path)
    assert info["companies"][0]["bot"] == BOT and info["companies"][0]["person"] is None
    assert info["host"] == boris.id
    assert info["you"]["host"]


@pytest.mark.rule("L20")
def test_hot_seat_deals_anew_and_a_bot_decides_for_who_is_late(running: Running) -> None:
    anna = Guest(running, "Anna")
    info = anna.post("/api/campaigns", name="Two", companies=[{}, {}], substitute=BOT, clock={"kind": "days"})
    president = President(anna, info["campaign"])
    anna.post(f"{president.path}/found")
    first = seat_all(president)
    anna.post(f"/api/tables/{first}/abort", agreed=True)
    info = president.until(lambda info: info["table"] not in (None, first))
    assert anna.get(f"/api/tables/{first}")["status"] == "closed"
    assert [fact["entry"] for fact in info["entries"][-1]["facts"]] == ["dealt-anew"]
    president.play(info["table"])
    info = president.until(lambda info: info["state"]["stage"] == "removing")
    assert info["deadline"] > time.time() + 80_000
    assert [card["your_turn"] for card in anna.get("/api/campaigns")] == [True]

    def late(table: CampaignTable) -> TableRow:
        row = table.next_row()
        row.deadline = 1.0
        return row

    while info["state"]["to_act"] != ["host"]:
        running.wait(running.services.campaigns.change(president.campaign, late))
        seq = info["seq"]
        info = president.until(lambda info, seq=seq: info["seq"] > seq)
        assert info["entries"][-1]["by_bot"]
    assert info["state"]["stage"] == "seating"


def test_a_game_is_dealt_anew_when_all_who_play_it_agree(running: Running) -> None:
    anna, boris, looker = Guest(running, "Anna"), Guest(running, "Boris"), Guest(running, "Looker")
    info = anna.post("/api/campaigns", name="Anew", companies=[{}], substitute=BOT)
    president = President(anna, info["campaign"])
    boris.post(f"{president.path}/join")
    anna.post(f"{president.path}/found")
    first = seat_all(president)
    with pytest.raises(Refused):
        looker.post(f"/api/tables/{first}/abort", agreed=True)
    anna.post(f"/api/tables/{first}/abort", agreed=True)
    before = president.info()
    assert before["table"] == first and anna.get(f"/api/tables/{first}")["status"] == "playing"
    with pytest.raises(Refused, match="not_legal"):
        president.decide("host", "deal anew")
    boris.post(f"/api/tables/{first}/abort", agreed=True)
    info = president.until(lambda info: info["table"] not in (None, first))
    assert anna.get(f"/api/tables/{first}")["status"] == "closed"
    assert [fact["entry"] for entry in info["entries"][before["seq"] :] for fact in entry["facts"]] == ["dealt-anew"]


def test_a_president_takes_over_from_a_host_who_is_gone(running: Running) -> None:
    anna, boris = Guest(running, "Anna"), Guest(running, "Boris")
    info = anna.post("/api/campaigns", name="Gone", companies=[{}])
    path = f"/api/campaigns/{info['campaign']}"
    boris.post(f"{path}/join")
    anna.post(f"{path}/found")
    assert not boris.get(path)["you"]["may_take_over"]
    gone = update(schema.people).where(schema.people.c.id == anna.id).values(seen=time.time() - 90_000)
    running.wait(running.services.store.write(lambda connection: connection.execute(gone).rowcount))
    talk = boris.talk()
    talk.send("watch", table=info["campaign"])
    assert talk.until_type("campaign-snapshot")["info"]["you"]["may_take_over"]
    talk.close()
    info = boris.post(f"{path}/host")
    assert info["host"] == boris.id and info["you"]["host"]
    assert anna.get(path)["you"]["host"] == []


def test_who_is_waited_for_gets_a_notice(running: Running) -> None:
    anna = Guest(running, "Anna")
    president = open_campaign(anna)
    hook = insert(schema.notices).values(person=anna.id, webhook="https://notice.example/x", push=[])
    running.wait(running.services.store.write(lambda connection: connection.execute(hook).rowcount))
    seat_all(president, stand_in=True)
    president.until(lambda info: bool(info["you"]["companies"][0]["actions"]) or info["state"]["game"] == 2)
    pending = schema.pending_notices
    mine = select(pending.c.person).where(pending.c.table == president.campaign)

    def noted(info: object) -> bool:
        return anna.id in running.wait(running.services.store.read(lambda each: list(each.execute(mine).scalars())))

    president.until(noted)
