"""A twin of a campaign's database, in which everything hidden differs: every viewer is told the same, to the letter."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.campaigning import BOT, President, seat_all
from server.guests import Guest, Refused, Running, sqlite_at
from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.fold import fold_all
from trunkline.campaign.state import digest


def other_lots(facts: list[dict[str, Any]], before: list[Any], dice: random.Random) -> list[dict[str, Any]]:
    """The same facts with other keys, which draw the same: a key is hidden, what it drew is not."""
    wanted = digest(fold_all(msgspec.convert([*before, *facts], list[AnyEntry])))
    while True:
        changed = [fact | ({"lots": dice.randbytes(32).hex()} if "lots" in fact else {}) for fact in facts]
        if digest(fold_all(msgspec.convert([*before, *changed], list[AnyEntry]))) == wanted:
            return changed


def make_twin(original: Path, target: Path, campaign: str, viewer: str) -> None:
    dice = random.Random(3)
    shutil.copy(original, target)
    changed = 0
    with closing(sqlite3.connect(target)) as connection:
        before: list[Any] = []
        rows = connection.execute(
            'SELECT seq, events FROM entries WHERE "table" = ? ORDER BY seq', (campaign,)
        ).fetchall()
        for seq, events in rows:
            facts = other_lots(json.loads(events), before, dice)
            changed += facts != json.loads(events)
            before += facts
            connection.execute(
                'UPDATE entries SET events = ? WHERE "table" = ? AND seq = ?',
                (json.dumps(facts).encode(), campaign, seq),
            )
        (text,) = connection.execute("SELECT data FROM tables WHERE id = ?", (campaign,)).fetchone()
        data = json.loads(text)
        data["secret"] = dice.randbytes(32).hex()
        data["campaign"]["seen"] = {
            each: 0 if each != viewer else seen for each, seen in data["campaign"]["seen"].items()
        }
        connection.execute("UPDATE tables SET data = ? WHERE id = ?", (json.dumps(data), campaign))
        connection.commit()
    assert changed >= 2, "the founding and the seating have keys"


def everything(database: Path, campaign: str, table: str, like: Guest) -> list[Any]:
    """All that a viewer can get out of the server about a campaign."""
    with Running(sqlite_at(database.parent, database.name)) as running:
        guest = Guest(running)
        guest.http.cookies, guest.id = like.http.cookies, like.id
        path = f"/api/campaigns/{campaign}"
        found: list[Any] = [guest.get(path), guest.get("/api/campaigns"), guest.get(f"{path}/signatures")]
        for language in ("en", "uk", "el"):
            found += [guest.get(f"{path}/words", lang=language), guest.get(f"{path}/board", lang=language)]
        found.append(guest.get(f"/api/tables/{table}")["campaign"])
        for action in ("seat blue red", "vote a", "remove payday", "pick LK"):
            for actor in ("host", "blue", "red", "green"):
                try:
                    President(guest, campaign).decide(actor, action, "same")
                except Refused as refused:
                    found.append((refused.code, refused.params))
        talk = guest.talk()
        talk.send("watch", table=campaign, since=0)
        found.append(talk.until_type("campaign-snapshot"))
        talk.close()
        return found


@pytest.mark.rule("L2")
def test_a_twin_with_other_keys_and_marks_tells_the_same(tmp_path: Path) -> None:
    original = tmp_path / "games.sqlite"
    with Running(sqlite_at(tmp_path)) as running:
        anna, boris, looker = Guest(running, "Anna"), Guest(running, "Boris"), Guest(running, "Looker")
        info = anna.post("/api/campaigns", name="Twin", companies=[{}, {"bot": BOT}], substitute=BOT)
        host = President(anna, info["campaign"])
        boris.post(f"{host.path}/join")
        anna.post(f"{host.path}/found")
        table = seat_all(host)
        for guest in (anna, boris):
            guest.post(f"{host.path}/seen", seq=1)
    for number, viewer in enumerate((boris, looker)):
        twin = tmp_path / f"twin{number}.sqlite"
        copied = tmp_path / f"copy{number}.sqlite"
        shutil.copy(original, copied)
        make_twin(original, twin, host.campaign, viewer.id)
        real = everything(copied, host.campaign, table, viewer)
        other = everything(twin, host.campaign, table, viewer)
        assert len(real) == len(other) > 20
        for one, two in zip(real, other, strict=True):
            assert one == two
