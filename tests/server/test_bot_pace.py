"""The pace of bots among people: never at once, never long, by nothing hidden, and only while somebody looks on."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from server.guests import Guest, Running, Talk
from trunkline.bots.registry import ENTRIES, entry_of
from trunkline.rules.cards import SECOND_PICK
from trunkline.rules.pairs import PAIR
from trunkline.rules.state import OPENING, TURN
from trunkline.rules.tickets import TICKETS
from trunkline.rules.tunnels import TUNNEL
from trunkline.server.tables import automation
from trunkline.server.tables.bot_pace import AROUND, LEAST, LONGEST, THOUGHT_OUT, budget, pause
from trunkline.server.tables.bot_pool import BotPool
from trunkline.server.tables.undo_hold import HOLD_SECONDS

ACTIONS = [
    (TURN, "draw 2"),
    (TURN, "claim denver-helena"),
    (TURN, "draw tickets"),
    (TICKETS, "keep 1"),
    (OPENING, "keep 1 2"),
]


@pytest.mark.parametrize("bot", [*ENTRIES, "somebody-s-own"])
def test_a_move_is_never_seen_at_once_and_never_late(bot: str) -> None:
    for phase, action in ACTIONS:
        found = {pause(bot, phase, action) for _ in range(200)}
        assert len(found) > 1, "nobody is a metronome"
        assert min(found) >= entry_of(bot).pace[0] and max(found) <= LONGEST < 2


def test_tickets_take_longer_than_cards() -> None:
    cards = [pause("planner", TURN, "draw 2") for _ in range(50)]
    for action in ("draw tickets", "keep 1 3", "claim denver-helena green"):
        assert max(cards) <= min(pause("planner", TURN, action) for _ in range(50))


def test_what_goes_on_with_a_turn_is_quicker_than_what_begins_one() -> None:
    for bot in ENTRIES:
        turns = [pause(bot, TURN, "draw deck") for _ in range(50)]
        for phase, action in [(SECOND_PICK, "draw deck"), (TUNNEL, "pay 1 red"), (PAIR, "pay 2 red")]:
            assert 0 < pause(bot, phase, action) < min(turns)


def test_who_searches_is_given_its_time_and_others_none() -> None:
    for bot, entry in ENTRIES.items():
        assert budget(bot, 1, 9.0) == entry.seconds
    assert budget("expert", 4, 9.0) == ENTRIES["expert"].seconds / 4
    assert budget("expert", 1, 0.25) == 0.25
    assert budget("expert", 1, -3.0) > 0, "who is late already answers as soon as may be"


@pytest.mark.parametrize("workers", [1, 2, 8])
@pytest.mark.parametrize("crowd", [1, 2, 7, 40])
def test_however_many_are_asked_all_have_answered_in_time(
    workers: int, crowd: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """On a clock of our own: some think already, at leisure, when a crowd comes, and then some more."""
    now = 0.0
    took: list[float] = []
    monkeypatch.setattr("trunkline.server.tables.bot_pool.time.monotonic", lambda: now)

    async def run() -> None:
        nonlocal now
        pool = BotPool(workers)
        thinking: list[tuple[float, asyncio.Event]] = []

        async def thinks(*words: Any) -> str:
            done = asyncio.Event()
            seconds = words[-2]
            thinking.append((now + seconds + AROUND, done))
            await done.wait()
            return ""

        monkeypatch.setattr(pool, "_run", thinks)

        async def asks() -> None:
            came = now
            await pool.choose("expert", "usa", "base", b"", 0, 0)
            took.append(now - came)

        tasks = [asyncio.create_task(asks()) for _ in range(workers)]
        await settle()
        for later in (0.01, 0.05):
            now += later
            tasks += [asyncio.create_task(asks()) for _ in range(crowd)]
            await settle()
        while thinking:
            thinking.sort(key=lambda each: each[0])
            end, done = thinking.pop(0)
            now = max(now, end)
            done.set()
            await settle()
        await asyncio.gather(*tasks)
        await pool.close()

    asyncio.run(run())
    assert len(took) == workers + 2 * crowd
    # Where each has only the least time there is, it is out of the server's hands.
    assert max(took) <= max(THOUGHT_OUT, (LEAST + AROUND) * len(took) / workers + 1.0) + 1e-6


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class Noted(NamedTuple):
    """What was noted at a table: the pauses asked for, how long was waited, and what more the bots were told."""

    pauses: list[tuple[Any, ...]]
    waited: list[float]
    asked: list[dict[str, Any]]


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Noted:
    """Every bot would like to take as long as may be; nobody really waits."""
    noted = Noted([], [], [])

    def longest(*words: Any) -> float:
        noted.pauses.append(words)
        assert 0 < pause(*words) <= LONGEST
        return LONGEST

    async def wait(seconds: float) -> None:
        noted.waited.append(seconds)

    choose = BotPool.choose

    async def asking(pool: BotPool, *words: Any, **more: Any) -> str:
        noted.asked.append(more)
        return await choose(pool, *words, **more)

    monkeypatch.setattr(automation, "pause", longest)
    monkeypatch.setattr(automation, "asyncio", SimpleNamespace(sleep=wait))
    monkeypatch.setattr(BotPool, "choose", asking)
    return noted


def test_bots_have_a_pace_while_somebody_looks_on_and_share_it_where_all_choose_at_once(
    sqlite_url: str, noted: Noted
) -> None:  # fmt: skip
    with Running(sqlite_url, bot_pause=None) as running:
        host = Guest(running, "Host")
        table = host.open(seats=["me", "traveller", "blocker", "planner"])
        talk = host.talk()
        talk.watch(table)
        host.post(f"/api/tables/{table}/start")
        for _ in range(3):
            talk.until(lambda message: message["type"] == "entry" and message["kind"] == "move")
        assert [words[0] for words in noted.pauses] == ["traveller", "blocker", "planner"]
        assert all(words[1] == OPENING and words[2].startswith("keep") for words in noted.pauses)
        assert sum(noted.waited) <= LONGEST, "all together take the time of one"
        assert noted.asked == [{"together": 3, "table": table}] * 3
        talk.close()


def test_where_nobody_looks_on_bots_lose_no_time(sqlite_url: str, noted: Noted) -> None:
    with Running(sqlite_url, bot_pause=None) as running:
        host = Guest(running, "Host")
        table = host.open(seats=["me", "random"])
        host.post(f"/api/tables/{table}/start")
        host.post(f"/api/tables/{table}/leave")
        while host.get(f"/api/tables/{table}")["status"] != "over":
            pass
        assert noted.pauses == [] and set(noted.waited) == {0.0}


def claims_first(running: Running, **options: Any) -> tuple[Talk, dict[str, Any]]:
    """A person who draws until the first claim, against a quick bot; the entry of the claim."""
    host = Guest(running, "Host")
    table = host.open(seats=["me", "random"], first=0, **options)
    talk = host.talk()
    talk.watch(table)
    host.post(f"/api/tables/{table}/start")
    while True:
        while not talk.turns:
            talk.hear()
        actions = talk.turns[0]["actions"]
        action = next((each for each in actions if each.startswith("claim ")), actions[0])
        seq = talk.seq
        talk.act(0, action)
        talk.until_seq(seq)
        own = next(each for each in talk.heard if each["type"] == "entry" and each["seq"] == seq)
        if action.startswith("claim "):
            return talk, own
        assert own["hold"] == 0.0, "a card that was drawn stays drawn"


def test_bots_hold_after_a_move_that_can_be_undone(sqlite_url: str, noted: Noted) -> None:
    with Running(sqlite_url, bot_pause=None) as running:
        talk, own = claims_first(running)
        assert own["undo"] and own["hold"] == HOLD_SECONDS
        talk.until(lambda message: message["type"] == "entry" and message["by_bot"] and message["seq"] > own["seq"])
        assert max(noted.waited) > LONGEST
        talk.close()


def test_a_claim_can_be_undone_before_a_bot_moves(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However quick the bots are. The clock of the person goes on as if it had never stopped."""
    monkeypatch.setattr(automation, "pause", lambda *words: 0.0)
    with Running(sqlite_url, bot_pause=None) as running:
        talk, own = claims_first(running, clock={"kind": "move", "seconds": 60})
        before = next(each for each in talk.heard if each["type"] == "entry" and each["seq"] == own["seq"] - 1)
        assert talk.undo(0)["type"] == "done"
        talk.until_seq(own["seq"] + 1)
        undone = next(each for each in talk.heard if each["type"] == "entry" and each["seq"] == own["seq"] + 1)
        assert undone["kind"] == "undo" and undone["deadline"] == before["deadline"]
        talk.close()
