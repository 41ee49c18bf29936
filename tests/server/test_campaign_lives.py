"""The server dies after every single write between the last move of a game and the first of the next, on both
databases: nothing that was acknowledged is lost, and nothing happens twice."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from server.databases import in_loop
from server.guests import PATIENCE
from trunkline.campaign.logfile import fold_checked
from trunkline.campaign.state import digest
from trunkline.server.campaign_messages import DecideBody, FounderWish, OpenCampaign
from trunkline.server.campaigns.told import info_told, you_told
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import Services
from trunkline.server.settings import Settings
from trunkline.server.store.store import StoreDown

BOT = "random"
ANNA = Person("anna", "guest", "Anna")


def settings(url: str) -> Settings:
    return Settings(port=0, database=url, bot_pause=0.0, limits=False)


class Life:
    """One process: it may write so often, and is dead then, before it can tell anybody of the last write."""

    def __init__(self, services: Services, writes: int) -> None:
        self.left = writes
        self.dead = asyncio.Event()
        self.services = services
        store = services.store
        for name in ("append", "save_table"):
            setattr(store, name, self.mortal(getattr(store, name)))

    def mortal(self, write: Any) -> Any:
        async def wrapped(*given: Any) -> Any:
            if self.left <= 0:
                self.dead.set()
                raise StoreDown("the process is dead")
            self.left -= 1
            found = await write(*given)
            if self.left <= 0:
                # Durable, but nobody hears of it.
                self.dead.set()
                raise StoreDown("the process is dead")
            return found

        return wrapped


async def until(wanted: Any) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = await wanted()
        if found:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def prepare(url: str) -> str:
    """A campaign whose first game is over, while the campaign does not know it yet."""
    services = await Services.open(settings(url))
    try:
        companies = [FounderWish(president="Anna"), FounderWish(bot=BOT)]
        live = await services.campaigns.open(ANNA, OpenCampaign("Evening", companies, substitute=BOT))
        campaign = live.table.id
        await services.campaigns.found(ANNA, campaign)

        async def nothing(table: Any) -> None:
            """The process dies before the result reaches the campaign."""

        services.course.table_ended = nothing  # type: ignore[method-assign]
        services.hall.on_finished = nothing
        colours = live.table.companies
        await services.decide(ANNA, campaign, DecideBody("host", "s1", f"seat {colours[0]}={BOT} {colours[1]}"))

        async def over() -> bool:
            table = live.table.data.table
            row = None if table is None else await services.store.table(table)
            return row is not None and row.status == "over"

        await until(over)
        return campaign
    finally:
        await services.close()


async def one_life(url: str, campaign: str, writes: int) -> bool:
    """Open the server, let things happen and Anna decide, until it dies; True if the next game has its first move."""
    services = await Services.open(settings(url))
    life = Life(services, writes)
    try:
        live = await services.campaigns.live(campaign)
        while not life.dead.is_set():
            table = live.table
            state = table.campaign
            assert state is not None
            if state.game == 2 and table.data.table is not None:
                game = await services.store.table(table.data.table)
                if game is not None and game.seq > 1:
                    return True
            try:
                you = you_told(table, ANNA.id, host_is_gone=False)
                assert info_told(table, frozenset()).seq == table.row.seq
                wanted = [
                    (own.company, words)
                    for own in you.companies
                    for words in own.actions
                    if words.split()[0] in ("remove", "name", "pick", "vote", "repaint", "christen")
                ]
                if wanted:
                    company, words = wanted[0]
                    body = DecideBody(company, f"d-{words.split()[0]}", words.replace("…", "Line"))
                    await services.decide(ANNA, campaign, body)
                elif state.stage == "seating" and table.row.deadline is None:
                    seats = " ".join(
                        f"{each}={BOT}" if each in table.companies_of("anna") else each for each in table.companies
                    )
                    await services.decide(ANNA, campaign, DecideBody("host", "s2", f"seat {seats}"))
                else:
                    await asyncio.sleep(0.01)
            except StoreDown:
                break
            except RequestRefused as refusal:
                # It was decided in an earlier life, as the next look tells.
                if refusal.code not in ("not_now", "not_an_option"):
                    raise
        return False
    finally:
        # It is dead: what it still has in its hands is lost.
        life.left = 0
        await services.close()


@pytest.mark.rule("L20")
@in_loop
async def test_killed_after_every_write_between_two_games(database_url: str) -> None:
    campaign = await prepare(database_url)
    lives = 0
    while not await one_life(database_url, campaign, 1):
        lives += 1
        assert lives < 60
    assert lives > 5
    services = await Services.open(settings(database_url))
    try:
        table = await services.campaigns.read(campaign)
        facts = table.facts
        kinds = [type(fact).__name__ for fact in facts]
        assert kinds.count("Played") == 1 and kinds.count("Seated") == 2 and kinds.count("Founded") == 1
        assert table.campaign is not None
        assert digest(fold_checked(facts, "log")) == digest(table.campaign)
        assert [entry.seq for entry in table.entries] == list(range(table.row.seq))
        # One table for each game, and its result is recorded.
        assert set(table.data.tables) == {"1"}
        await services.finish.sweep()
        assert await services.finish.sweep() == 0
    finally:
        await services.close()
