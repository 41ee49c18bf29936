"""People who play a campaign over the wire: what the tests of campaigns share."""

from __future__ import annotations

import random
import time
from typing import Any

from server.guests import PATIENCE, Guest, Talk

BOT = "random"


class President:
    """A guest who owns companies of a campaign and decides at random; every text that they get is kept."""

    def __init__(self, guest: Guest, campaign: str, seed: int = 1) -> None:
        self.guest = guest
        self.campaign = campaign
        self.dice = random.Random(seed)
        self.actions = 0
        self.talk: Talk | None = None

    @property
    def path(self) -> str:
        return f"/api/campaigns/{self.campaign}"

    def info(self, since: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = self.guest.get(self.path, since=since)
        return found

    def decide(self, actor: str, action: str, action_id: str = "") -> dict[str, Any]:
        self.actions += 1
        name = action_id or f"d{self.dice.getrandbits(60):x}"
        done: dict[str, Any] = self.guest.post(f"{self.path}/decide", actor=actor, action_id=name, action=action)
        return done

    def until(self, wanted: Any) -> dict[str, Any]:
        """Ask until the campaign is as wanted."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            info = self.info()
            if wanted(info):
                return info
            time.sleep(0.01)
        raise TimeoutError(info["state"])

    def settled(self, info: dict[str, Any]) -> bool:
        """Whether nothing happens by itself any more: bots have decided, and a game is dealt."""
        state = info["state"]
        if state["stage"] == "playing":
            return info["table"] is not None
        return info["deadline"] is None or info["deadline"] > time.time() + 1

    def pause(self) -> dict[str, Any]:
        """Take every decision of one's own until the next game may be seated, or the campaign is over."""
        while True:
            info = self.until(self.settled)
            mine = [
                (own["company"], action)
                for own in info["you"]["companies"]
                for action in own["actions"]
                if action.split()[0] in ("remove", "name", "pick", "vote", "repaint", "christen", "discard")
            ]
            if not mine:
                return info
            company, action = self.dice.choice(mine)
            self.decide(company, action.replace("…", f"Line {self.actions}"))

    def play(self, table: str) -> None:
        """Play the seats of one's own at a table to the end, at random."""
        talk = self.guest.talk()
        talk.watch(table)
        while talk.info["status"] == "playing":
            if not talk.turns:
                talk.hear()
                continue
            turn = talk.turns[0]
            talk.act(turn["seat"], self.dice.choice(turn["actions"]))
            while talk.turns and talk.turns[0] is turn and talk.info["status"] == "playing":
                talk.hear()
        self.guest.texts += talk.texts
        talk.close()


def open_campaign(guest: Guest, bots: int = 2, **options: Any) -> President:
    """A campaign of one person and bots, founded."""
    companies = [{"president": "Anna", "signature": "Anna"}, *({"bot": BOT} for _ in range(bots))]
    info = guest.post("/api/campaigns", name="Evening", companies=companies, substitute=BOT, **options)
    president = President(guest, info["campaign"])
    guest.post(f"{president.path}/found")
    return president


def seat_all(president: President, stand_in: bool = False) -> str:
    """Seat the next game with all companies; the id of its table. `stand_in`: bots play the person's companies too."""
    info = president.until(president.settled)
    mine = [own["company"] for own in info["you"]["companies"]]
    words = [
        f"{each['company']}={BOT}" if stand_in and each["company"] in mine else each["company"]
        for each in info["companies"]
        if not each["has_left"]
    ]
    president.decide("host", f"seat {' '.join(words)}")
    found = president.until(president.settled)
    return str(found["table"] or found["tables"][str(info["state"]["game"])])
