"""A twin of a campaign's database, in which everything hidden differs: every viewer is told the same, to the letter."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.boxes import years
from server.campaigning import BOT, President, seat_all
from server.guests import Guest, Refused, Running, sqlite_at
from trunkline.campaign import state
from trunkline.campaign.content import (
    Amounts,
    Content,
    MissedPay,
    Outcome,
    Vote,
    VoteWords,
    Words,
    load_content,
    load_words,
)
from trunkline.campaign.entries import AnyEntry, Named
from trunkline.campaign.fold import fold_all
from trunkline.campaign.logfile import to_lines
from trunkline.campaign.state import SEATING, Campaign, digest
from trunkline.server.campaigns import words_page


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


REFUSED = ("seat blue red", "vote a", "remove payday", "pick LK")
"""What nobody may decide while a game is played."""


def everything(
    database: Path, campaign: str, table: str | None, like: Guest, actions: tuple[str, ...] = REFUSED
) -> list[Any]:
    """All that a viewer can get out of the server about a campaign, with the refusals of some actions."""
    with Running(sqlite_at(database.parent, database.name)) as running:
        guest = Guest(running)
        guest.http.cookies, guest.id = like.http.cookies, like.id
        path = f"/api/campaigns/{campaign}"
        found: list[Any] = [guest.get(path), guest.get("/api/campaigns"), guest.get(f"{path}/signatures")]
        for language in ("en", "uk", "el"):
            found += [guest.get(f"{path}/words", lang=language), guest.get(f"{path}/board", lang=language)]
        if table is not None:
            found.append(guest.get(f"/api/tables/{table}")["campaign"])
        for action in actions:
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


PAUSED = ("remove payday", "name LK BR", "pick LK")
"""What nobody may decide between two charters."""


def in_vote(campaign: Campaign) -> bool:
    """A pause with an open vote, after one that was closed."""
    return campaign.stage == SEATING and campaign.vote is not None and not campaign.vote.votes and bool(campaign.votes)


def words_with_other_seals(campaign: Campaign, teasers: set[str]) -> Callable[[str, str], Words]:
    """Words of which everything that is not yet opened says something else; `teasers` are those that were shown."""

    def other(text: str) -> str:
        return f"Another {text[::-1]}"

    def vote(name: str, said: VoteWords) -> VoteWords:
        choice = campaign.votes.get(name)
        asked = choice is not None or (campaign.vote is not None and campaign.vote.vote == name)
        hidden = ["result_a"] * (choice != "a") + ["result_b"] * (choice != "b") + ["question", "a", "b"] * (not asked)
        return replace(said, **{field: other(getattr(said, field)) for field in hidden})

    def load(version: str, language: str) -> Words:
        words = load_words(version, language)
        return replace(
            words,
            authors_note=other(words.authors_note),
            cards={
                name: card if name in campaign.story else replace(card, title=other(card.title), text=other(card.text))
                for name, card in words.cards.items()
            },
            votes={name: vote(name, said) for name, said in words.votes.items()},
            previously={game: text if game < campaign.game else other(text) for game, text in words.previously.items()},
            territories={code: text if code in teasers else other(text) for code, text in words.territories.items()},
            medals={name: other(text) for name, text in words.medals.items()},
            territory_names={
                code: text if code in teasers else other(text) for code, text in words.territory_names.items()
            },
        )

    return load


def content_with_other_seals(campaign: Campaign) -> Callable[[str], Content]:
    """Loads content of which the future and all amounts that are told at the end are others."""
    content = campaign.content
    begun = campaign.game - 1
    later = [replace(plan, year=plan.year + 1, before=(), after=()) for plan in content.games[begun + 1 :]]
    closed = {
        name: vote if name in campaign.votes else Vote(Outcome(), Outcome()) for name, vote in content.votes.items()
    }
    other = replace(
        content,
        numbers=Amounts(retired_ticket=content.numbers.retired_ticket, missed=MissedPay(1, 1), tight_schedule=40),
        medals=dict.fromkeys(content.medals, (1, 0)),
        games=(*content.games[: begun + 1], *later),
        votes=closed,
    )
    return lambda version: other


@pytest.mark.rule("L2", "L7", "L22")
def test_a_twin_whose_sealed_words_and_amounts_are_others_tells_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other story, other effects of the open vote, other pay for missed games: until they are opened nobody notices."""
    campaign, log = years(in_vote)
    opened = {code for fact in log if isinstance(fact, Named) for code in fact.territories} | {*campaign.territories}
    original = tmp_path / "games.sqlite"
    with Running(sqlite_at(tmp_path)) as running:
        anna, looker = Guest(running, "Anna"), Guest(running, "Looker")
        body = b"".join(to_lines(log))
        host = President(anna, anna.ask("POST", "/api/campaigns/import", content=body)["campaign"])
    for number, viewer in enumerate((anna, looker)):
        copies = [tmp_path / f"{name}{number}.sqlite" for name in ("copy", "twin")]
        for copied in copies:
            shutil.copy(original, copied)
        real = everything(copies[0], host.campaign, None, viewer, PAUSED)
        with monkeypatch.context() as patch:
            patch.setattr(state, "load_content", content_with_other_seals(campaign))
            patch.setattr(words_page, "load_words", words_with_other_seals(campaign, opened))
            assert campaign.content.medals != load_content(campaign.version).medals
            assert everything(copies[1], host.campaign, None, viewer, PAUSED) == real
