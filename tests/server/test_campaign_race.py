"""Two servers on one database race on one campaign: there is one log, and every screen shows it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from server.campaigning import BOT, President
from server.guests import Guest, Refused
from server.processes import Process
from trunkline.campaign.logfile import fold_checked, read_lines


def attempt(president: President, actor: str, action: str, action_id: str) -> dict[str, Any] | str:
    try:
        return president.decide(actor, action, action_id)
    except Refused as refused:
        return refused.code


@pytest.mark.rule("L20")
def test_two_servers_make_one_log(servers: list[Process]) -> None:
    anna = Guest(servers[0], "Anna")
    boris = Guest(servers[1], "Boris")
    info = anna.post("/api/campaigns", name="Race", companies=[{}], substitute=BOT)
    campaign = info["campaign"]
    boris.post(f"/api/campaigns/{campaign}/join")
    anna.post(f"/api/campaigns/{campaign}/found")
    away = servers[1].guest(0, anna)
    here, there, other = President(anna, campaign), President(away, campaign), President(boris, campaign)
    talk = boris.talk()
    talk.send("watch", table=campaign, since=0)
    talk.until_type("campaign-snapshot")
    colours = [each["company"] for each in here.info()["companies"]]
    words = " ".join(f"{colour}={BOT}" for colour in colours)
    with ThreadPoolExecutor(4) as pool:
        # The same action by both servers, and two different ones.
        tries = [(here, "same"), (there, "same"), (here, "second"), (there, "third")]
        found = list(pool.map(lambda each: attempt(each[0], "host", f"seat {words}", each[1]), tries))
    assert found[0] == found[1] or "not_now" in (found[0], found[1])
    assert len({each["seq"] for each in found if isinstance(each, dict)}) == 1
    for president in (here, there, other):
        president.until(lambda info: "1" in info["tables"])
    told = talk.until(
        lambda message: (
            message["type"] == "campaign"
            and any(fact["entry"] == "played" for entry in message["entries"] for fact in entry["facts"])
        )
    )
    assert told["tables"].keys() == {"1"}
    talk.close()
    files = [each.guest.get(f"{each.path}/file") for each in (here, there, other)]
    assert len(set(files)) == 1
    entries, _, _ = read_lines(files[0].encode(), "file")
    fold_checked(entries, "file")
    kinds = [type(entry).__name__ for entry in entries]
    assert kinds.count("Seated") == kinds.count("Played") == 1
