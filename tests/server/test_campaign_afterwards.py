"""After a campaign its board can be played further, at tables that are not part of it."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from campaign.made_up import founders, lots_of, next_entries
from server.campaigning import President, open_campaign
from server.guests import Guest, Refused, Running
from trunkline.campaign.actions import found
from trunkline.campaign.content import NEWEST
from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.logfile import to_lines
from trunkline.campaign.state import OVER


def finished(guest: Guest) -> President:
    """A campaign that is over, of which the guest has a company."""
    chance = random.Random(1)
    make_lots = lots_of(chance)
    founded = found("Made up", founders(3), NEWEST, make_lots)
    campaign = begin(founded)
    facts: list[AnyEntry] = [founded]
    while campaign.stage != OVER:
        for entry in next_entries(campaign, chance, make_lots):
            fold(campaign, entry)
            facts.append(entry)
    told = guest.ask("POST", "/api/campaigns/import", content=b"".join(to_lines(facts)))
    return President(guest, told["campaign"])


def test_further_games_on_the_finished_board(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'games.db'}") as running:
        anna, ben = Guest(running, "Anna"), Guest(running, "Ben")
        over = finished(anna)
        play_further(over, anna, ben)


def play_further(over: President, anna: Guest, ben: Guest) -> None:
    before = over.info()
    best = before["state"]["accounts"][0]["company"]
    winner = next(each["president"] for each in before["companies"] if each["company"] == best)
    assert [card["winner"] for card in anna.get("/api/campaigns")] == [winner]
    seats = [{"kind": "me", "company": "green"}, {"kind": "open"}]
    wish = {"map": "meridian", "seats": seats}
    for wrong, code in (
        ({"rated": True, "clock": {"kind": "days"}}, "campaign_unrated"),
        ({"map": "usa"}, "no_such_map"),
    ):
        with pytest.raises(Refused, match=code):
            anna.post(f"{over.path}/table", **wish | wrong)
    with pytest.raises(Refused, match="not_seated"):
        ben.post(f"{over.path}/table", **wish)
    with pytest.raises(Refused, match="campaign_campaign"):
        anna.post(f"{open_campaign(anna).path}/table", **wish)
    info = anna.post(f"{over.path}/table", **wish)
    assert info["campaign"]["afterwards"] and not info["rated"] and info["status"] == "open"
    table = info["table"]
    ben.post(f"/api/tables/{table}/join")
    anna.post(f"/api/tables/{table}/start")
    board = anna.get(f"/api/tables/{table}/board")
    assert [box["territory"] for box in board["boxes"]] == before["state"]["territories"]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda guest: President(guest, over.campaign).play(table), (anna, ben)))
    assert anna.get(f"/api/tables/{table}")["status"] == "over"
    rematch = anna.post(f"/api/tables/{table}/rematch")
    assert rematch["campaign"] == info["campaign"]
    # It is no game of the campaign: nothing has reached it, and nothing is dealt anew.
    ben.post(f"/api/tables/{rematch['table']}/join")
    anna.post(f"/api/tables/{rematch['table']}/start")
    for guest in (anna, ben):
        guest.post(f"/api/tables/{rematch['table']}/abort", agreed=True)
    assert anna.get(f"/api/tables/{rematch['table']}")["status"] == "closed"
    after = over.info()
    assert after["entries"] == before["entries"] and after["tables"] == before["tables"]
