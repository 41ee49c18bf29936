"""The server dies after every single write between the last move of a game and the first of the next, on both
databases, while people watch: nothing that was acknowledged is lost, nothing happens twice, every screen is right."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from server.databases import in_loop
from server.guests import PATIENCE
from trunkline.campaign.logfile import fold_checked
from trunkline.campaign.state import digest
from trunkline.server.campaign_messages import DecideBody, FounderWish, OpenCampaign
from trunkline.server.campaigns.campaign_view import campaign_info, campaign_you
from trunkline.server.messages import Act
from trunkline.server.people.sessions import Person
from trunkline.server.services import Services
from trunkline.server.settings import Settings
from trunkline.server.store.store import StoreDown
from trunkline.server.tables.client_view import turn_part

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


class Screen:
    """What one person sees over all connections: they come back after each death, and ask for what they missed."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.entries: list[dict[str, Any]] = []
        self.info: dict[str, Any] = {}

    def push(self, message: bytes) -> None:
        heard = msgspec.json.decode(message)
        if heard["type"] not in ("campaign", "campaign-snapshot"):
            return
        info = heard.get("info", heard)
        fresh = info["entries"]
        assert [entry["seq"] for entry in fresh] == list(range(len(self.entries), len(self.entries) + len(fresh)))
        assert info["seq"] == len(self.entries) + len(fresh) >= self.info.get("seq", 0)
        self.entries += fresh
        self.info = info

    @property
    def affords(self) -> Callable[[int], bool]:
        return lambda entries: True

    def hears(self, person: str) -> bool:
        return True


async def until(wanted: Any) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = await wanted()
        if found:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def prepare(url: str) -> str:
    """A campaign of two companies of Anna's, whose first game is over, while the campaign does not know it yet."""
    services = await Services.open(settings(url))
    try:
        companies = [FounderWish(president="Anna"), FounderWish(president="Hanna")]
        live = await services.campaigns.open(ANNA, OpenCampaign("Evening", companies, substitute=BOT))
        campaign = live.table.id
        await services.campaigns.found(ANNA, campaign)

        async def nothing(table: Any) -> None:
            """The process dies before the result reaches the campaign."""

        services.course.table_ended = nothing  # type: ignore[method-assign]
        services.hall.on_finished = nothing
        await services.decide(ANNA, campaign, DecideBody("host", "s1", f"seat {' '.join(live.table.companies)}"))

        async def dealt() -> bool:
            return live.table.data.table is not None

        await until(dealt)
        await play(services, str(live.table.data.table))
        return campaign
    finally:
        await services.close()


async def play(services: Services, table_id: str) -> None:
    """Play all seats at a table to the end, at random."""
    dice = random.Random(1)
    game = await services.hall.live(table_id)
    while game.table.status != "over":
        seat, seq = game.table.to_act()[0], game.table.row.seq
        turn = msgspec.json.decode(msgspec.json.encode(turn_part(game.table.playing(), seat)))
        await services.act(ANNA, Act(table_id, seat, seq, f"a{seq}", dice.choice(turn["actions"])))


class Deciding(Screen):
    """The screen of a president who decides. A decision without an answer is sent again after the reconnect."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.id)
        self.who = person
        self.sent: DecideBody | None = None
        self.acknowledged: list[tuple[DecideBody, int]] = []
        """Decisions that were answered with `done`, each with the seq of its entry."""

    async def decide(self, services: Services, campaign: str, body: DecideBody) -> None:
        self.sent = body
        done = await services.decide(self.who, campaign, body)
        self.acknowledged.append((body, done.seq))
        self.sent = None


async def one_life(url: str, campaign: str, writes: int, anna: Deciding, looker: Screen) -> bool:
    """Open the server, let things happen and Anna decide, until it dies; True if the next game has its first move."""
    services = await Services.open(settings(url))
    life = Life(services, writes)
    try:
        live = await services.campaigns.live(campaign)
        for screen in (anna, looker):
            await services.campaigns.watch(screen, campaign, len(screen.entries))
        while not life.dead.is_set():
            table = live.table
            state = table.campaign
            assert state is not None
            if state.game == 2 and table.data.table is not None:
                game = await services.store.table(table.data.table)
                if game is not None and game.seq > 1:
                    return True
            try:
                if anna.sent is not None:
                    await anna.decide(services, campaign, anna.sent)
                    continue
                you = campaign_you(table, ANNA.id, host_is_gone=False)
                assert campaign_info(table, frozenset()).seq == table.row.seq
                wanted = [
                    (own.company, words)
                    for own in you.companies
                    for words in own.actions
                    if words.split()[0] in ("remove", "name", "pick", "vote", "repaint", "christen")
                ]
                if wanted:
                    company, words = wanted[0]
                    body = DecideBody(company, f"d-{words.split()[0]}", words.replace("…", "Line"))
                    await anna.decide(services, campaign, body)
                elif state.stage == "seating" and table.row.deadline is None:
                    seats = " ".join(
                        f"{each}={BOT}" if each in table.companies_of("anna") else each for each in table.companies
                    )
                    await anna.decide(services, campaign, DecideBody("host", "s2", f"seat {seats}"))
                else:
                    await asyncio.sleep(0.01)
            except StoreDown:
                break
        return False
    finally:
        # It is dead: what it still has in its hands is lost.
        life.left = 0
        await services.close()


@pytest.mark.rule("L20")
@pytest.mark.parametrize("writes", [1, 2])
@in_loop
async def test_killed_after_every_write_between_two_games(database_url: str, writes: int) -> None:
    campaign = await prepare(database_url)
    anna, looker = Deciding(ANNA), Screen(None)
    lives = 0
    while not await one_life(database_url, campaign, writes, anna, looker):
        lives += 1
        assert lives < 60
    assert lives * writes > 7
    services = await Services.open(settings(database_url))
    try:
        table = await services.campaigns.read(campaign)
        facts = table.facts
        kinds = [type(fact).__name__ for fact in facts]
        assert kinds.count("Played") == 1 and kinds.count("Seated") == 2 and kinds.count("Founded") == 1
        assert table.campaign is not None
        assert digest(fold_checked(facts, "log")) == digest(table.campaign)
        assert [entry.seq for entry in table.entries] == list(range(table.row.seq))
        live = await services.campaigns.live(campaign)
        for screen in (anna, looker):
            await services.campaigns.watch(screen, campaign, len(screen.entries))
            shown = msgspec.to_builtins(services.campaigns.info(live, screen.person), str_keys=True)
            assert screen.entries == shown["entries"]
            assert {**screen.info, "entries": 0, "type": 0} == {**shown, "entries": 0, "type": 0}
        # What was acknowledged is there, and to say it again changes nothing.
        assert [body.action.split()[0] for body, _ in anna.acknowledged][:3] == ["remove", "name", "pick"]
        for body, seq in anna.acknowledged:
            assert table.entries[seq].action == f"{body.actor} {body.action}"
            assert (await services.decide(ANNA, campaign, body)).seq == seq
        # One table for each game, and its result is recorded.
        assert set(table.data.tables) == {"1"}
        await services.finish.sweep()
        assert await services.finish.sweep() == 0
    finally:
        await services.close()
