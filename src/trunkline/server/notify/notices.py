"""One notice for each turn that waits, by webhook and web push. It is cancelled when the player is online.

A turn that waits is a row of `pending_notices` until its notice is delivered, so it survives a restart. A process takes
a lease on a row before it delivers it, so only one process delivers. It then looks up whether the turn still waits: a
move cancels the notice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
from sqlalchemy import Connection, Update, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.server.notify.egress import Answer, Egress
from trunkline.server.notify.senders import Keys, Notice, PushSender, WebhookSender, encrypt, from_base64url
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.rows import TableRow
from trunkline.server.store.store import Store

log = logging.getLogger("trunkline.notices")

MOST_DEVICES = 8
LEASE = 120.0
"""Lease time in seconds; longer than all attempts of a process together."""
AT_ONCE = 32
"""Notices that one process delivers at the same time."""
MOST_TAKES = 3
"""The most leases of one notice, in case each process that takes it dies."""
NEVER = 1e12
"""`due` of a turn that needs no notice any more: it was sent, or given up."""
SEEN = 2e12
"""`due` of a turn that the player has seen: it needs none, unless the player goes without moving."""


def _acted_since(connection: Connection, table: Any, person: str, seq: int) -> bool:
    """Whether a seat of this person has had an entry at this seq or later: then the turn of that time is over."""
    seats = [number for number, seat in enumerate(table.data["seats"]) if seat["person"] == person]
    entries = schema.entries
    query = select(entries.c.seq).where(
        entries.c.table == table.id, entries.c.seq >= seq, entries.c.seat.in_(seats), entries.c.seat.is_not(None)
    )
    return connection.execute(query.limit(1)).first() is not None


def _table(connection: Connection, table: str) -> Any:
    tables = schema.tables
    query = select(tables.c.id, tables.c.status, tables.c.waiting, tables.c.data).where(tables.c.id == table)
    return connection.execute(query).first()


def _still_waits(connection: Connection, table: str, person: str, seq: int) -> bool:
    """Whether it is still that turn. Whoever made the previous entry is in the middle of a turn and needs no notice."""
    row = _table(connection, table)
    if row is None or row.status not in ("playing", "campaign") or person not in row.waiting:
        return False
    return not _acted_since(connection, row, person, seq - 1)


def note_waiting(connection: Connection, table: str, person: str, seq: int, due: float) -> bool:
    """Record that a person's turn waits since this seq; False if this turn is recorded already."""
    pending = schema.pending_notices
    this = (pending.c.table == table, pending.c.person == person)
    there = connection.execute(select(pending).where(*this).with_for_update()).first()
    if there is None:
        connection.execute(insert(pending).values(table=table, person=person, seq=seq, due=due, tries=0))
        return True
    row = _table(connection, table)
    if there.seq >= seq or row is None or not _acted_since(connection, row, person, there.seq):
        return False
    connection.execute(update(pending).where(*this).values(seq=seq, due=due, tries=0))
    return True


def note_left(connection: Connection, table: str, person: str, seq: int, due: float) -> bool:
    """Record that a person has left while their turn waits; False if this turn's notice was already delivered."""
    if note_waiting(connection, table, person, seq, due):
        return True
    pending = schema.pending_notices
    seen = (pending.c.table == table, pending.c.person == person, pending.c.due == SEEN)
    return connection.execute(update(pending).where(*seen).values(due=due, tries=0)).rowcount > 0


@dataclass(frozen=True, slots=True)
class _Taken:
    """A notice that this process has taken to deliver, until `due`."""

    table: str
    person: str
    seq: int
    due: float
    webhook: str | None
    push: list[dict[str, Any]]


class Notices:
    """Records turns that wait and delivers notices. Any process may call its methods."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        *,
        egress: Egress | None = None,
        contact: str = "",
        table_url: Callable[[str], str] = lambda table: f"/table/{table}",
        grace_live: float = 20.0,
        grace_turns: float = 2.0,
        pauses: tuple[float, ...] = (1.0, 5.0),
        here: Callable[[str], bool] = lambda person: False,
        on_outcome: Callable[[str, str], None] = lambda way, outcome: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._keys = keys
        self._egress = egress or Egress()
        self._webhook = WebhookSender(self._egress, keys, clock)
        # Push services require a contact (VAPID); without one there is no push.
        self._push = PushSender(self._egress, keys, contact, clock) if contact else None
        self._table_url = table_url
        self._grace_live = grace_live
        # A short delay, so that another process can report that the player is connected to it.
        self._grace_turns = grace_turns
        self._pauses = pauses
        self._here = here
        self._on_outcome = on_outcome
        self._clock = clock
        self._taken: dict[tuple[str, str], _Taken] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.Task[None] | None = None

    # called by the hall

    async def waits(self, row: TableRow, present: Collection[str] = ()) -> None:
        """A table waits for these persons; those who are there need no notice."""
        live = row.data.clock.kind != "days"
        for person in row.waiting:
            if person not in present:
                await self.waiting(row.id, person, row.seq, live=live)

    async def waiting(self, table: str, person: str, seq: int, *, live: bool = False) -> None:
        """A person's turn waits for the entry `seq`. Idempotent."""
        if await self._wants(person):
            due = self._clock() + (self._grace_live if live else self._grace_turns)
            # Another process recorded the same turn, or the table is gone: nothing to do.
            with suppress(IntegrityError):
                await self._store.write(lambda connection: note_waiting(connection, table, person, seq, due))

    async def _wants(self, person: str) -> bool:
        """Whether the person wants notices. Most do not, and this read saves them a transaction."""
        wants = select(schema.notices.c.person).where(schema.notices.c.person == person)
        return await self._store.read(lambda connection: connection.execute(wants).first()) is not None

    async def present(self, person: str) -> None:
        """The person is online and sees whose turn it is: no turn recorded so far needs a notice."""
        pending = schema.pending_notices
        open_ = (pending.c.person == person, pending.c.due < NEVER)
        if await self._store.read(lambda connection: connection.execute(select(pending).where(*open_)).first()):
            settle = update(pending).where(*open_).values(due=SEEN)
            await self._store.write(lambda connection: connection.execute(settle).rowcount)

    async def left(self, person: str) -> None:
        """The person is gone, perhaps in the middle of a turn: what waits for them needs a notice after all, if they
        are not back in a while."""
        if not await self._wants(person):
            return
        due = self._clock() + self._grace_live
        for row in await self._store.tables_of(person, waiting_only=True):
            with suppress(IntegrityError):
                await self._store.write(partial(note_left, table=row.id, person=person, seq=row.seq, due=due))

    async def moved(self, table: str, person: str) -> None:
        """The person has moved: delete the notice. Without this, delivery would drop it later."""
        pending = schema.pending_notices
        gone = delete(pending).where(pending.c.table == table, pending.c.person == person)
        await self._store.write(lambda connection: connection.execute(gone).rowcount)

    # addresses of a person

    async def set_webhook(self, person: str, url: str | None) -> str | None:
        """Set or remove the webhook; returns the secret that signs its requests."""
        if url is not None:
            await self._egress.check(url)
        await self._store.write(lambda connection: _set(connection, person, {"webhook": url}))
        return None if url is None else self._keys.webhook_secret(person)

    async def add_push(self, person: str, subscription: dict[str, Any]) -> None:
        """A browser's subscription as `PushSubscription.toJSON` gives it; each device has its own."""
        if self._push is None:
            raise RequestRefused("no_push", {}, 404)
        try:
            endpoint = str(subscription["endpoint"])
            keys = {name: str(subscription["keys"][name]) for name in ("p256dh", "auth")}
            if len(from_base64url(keys["auth"])) != 16:
                raise ValueError("auth")
            encrypt(b"", keys["p256dh"], keys["auth"])
        except (KeyError, TypeError, ValueError):
            raise RequestRefused("bad_subscription", {}, 400) from None
        await self._egress.check(endpoint)
        kept = {"endpoint": endpoint, "keys": keys}

        def work(connection: Connection) -> None:
            others = [one for one in _devices(connection, person) if one["endpoint"] != endpoint]
            _set(connection, person, {"push": [*others, kept][-MOST_DEVICES:]})

        await self._store.write(work)

    async def remove_push(self, person: str, endpoint: str | None = None) -> None:
        """Forget one device, or all."""

        def work(connection: Connection) -> None:
            left = [one for one in _devices(connection, person) if endpoint is not None and one["endpoint"] != endpoint]
            _set(connection, person, {"push": left})

        await self._store.write(work)

    async def where(self, person: str) -> dict[str, Any]:
        """The webhook and the push devices of a person, for the account page."""
        query = select(schema.notices).where(schema.notices.c.person == person)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        webhook = None if row is None else row.webhook
        return {
            "webhook": webhook,
            "secret": self._keys.webhook_secret(person) if webhook else None,
            "push": [] if row is None else [one["endpoint"] for one in row.push or []],
            "key": self._keys.public if self._push else None,
        }

    # delivery

    async def start(self, every: float = 1.0) -> None:
        """Deliver what is due from now on, also what was noted before a restart."""

        async def loop() -> None:
            swept = 0.0
            while True:
                try:
                    await self.deliver_due()
                    if self._clock() - swept > 3600:
                        swept = self._clock()
                        await self.sweep()
                except Exception:
                    log.exception("notices: the search for due notices failed")
                await asyncio.sleep(every)

        self._loop = asyncio.create_task(loop())

    async def stop(self) -> None:
        """Stop, and give back what was taken and not delivered, so that another process need not wait for it."""
        tasks = [*self._tasks, *([self._loop] if self._loop else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._loop = None
        left = list(self._taken.values())
        self._taken.clear()
        if left:
            now = self._clock()

            def work(connection: Connection) -> None:
                for taken in left:
                    connection.execute(_held(taken).values(due=now))

            await self._store.write(work)

    async def settled(self) -> None:
        """Wait until everything that was taken is delivered or given up."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def deliver_due(self) -> int:
        """Take what is due and begin to deliver it; how many were taken."""
        pending = schema.pending_notices
        due = select(pending.c.seq).where(pending.c.due <= self._clock()).limit(1)
        # At most as many as can be sent at once: the lease of a queued one could expire.
        room = AT_ONCE - len(self._tasks)
        if room <= 0 or await self._store.read(lambda connection: connection.execute(due).first()) is None:
            return 0
        found = await self._store.write(lambda connection: self._take(connection, room))
        for taken in found:
            self._taken[taken.table, taken.person] = taken
            task = asyncio.create_task(self._deliver(taken))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return len(found)

    def _take(self, connection: Connection, room: int) -> list[_Taken]:
        pending = schema.pending_notices
        now = self._clock()
        query = select(pending).where(pending.c.due <= now).order_by(pending.c.due).limit(room)
        found: list[_Taken] = []
        for row in connection.execute(query.with_for_update(skip_locked=True)).all():
            this = (pending.c.table == row.table, pending.c.person == row.person)
            to = connection.execute(select(schema.notices).where(schema.notices.c.person == row.person)).first()
            if to is None or not _still_waits(connection, row.table, row.person, row.seq):
                connection.execute(delete(pending).where(*this))
            elif self._here(row.person):
                connection.execute(update(pending).where(*this).values(due=SEEN))
            elif row.tries >= MOST_TAKES or not (to.webhook or to.push):
                connection.execute(update(pending).where(*this).values(due=NEVER))
            else:
                connection.execute(update(pending).where(*this).values(due=now + LEASE, tries=row.tries + 1))
                found.append(_Taken(row.table, row.person, row.seq, now + LEASE, to.webhook, list(to.push or [])))
        return found

    async def _deliver(self, taken: _Taken) -> None:
        notice = Notice(taken.table, taken.person, taken.seq, self._table_url(taken.table))
        ways: list[Awaitable[None]] = [self._to_device(taken, one, notice) for one in taken.push]
        if taken.webhook:
            ways.append(self._to_webhook(taken, taken.webhook, notice))
        try:
            await asyncio.gather(*ways)
            await self._store.write(lambda connection: connection.execute(_held(taken).values(due=NEVER)).rowcount)
        except Exception:
            # Its lease expires, and then it is taken again.
            log.exception("notices: a delivery failed")
        self._taken.pop((taken.table, taken.person), None)

    async def _to_webhook(self, taken: _Taken, url: str, notice: Notice) -> None:
        await self._try("webhook", taken, lambda: self._webhook.send(url, notice))

    async def _to_device(self, taken: _Taken, device: dict[str, Any], notice: Notice) -> None:
        sender = self._push
        if sender is None:
            return
        answer = await self._try("push", taken, lambda: sender.send(device, notice))
        if answer is not None and answer.status in (404, 410):
            # The browser has revoked the subscription.
            await self.remove_push(taken.person, device["endpoint"])

    async def _try(self, way: str, taken: _Taken, send: Callable[[], Awaitable[Answer]]) -> Answer | None:
        """Send, and some moments later again if that may help and the turn still waits."""
        answer: Answer | None = None
        for pause in (*self._pauses, None):
            try:
                answer = await send()
            except RequestRefused as refusal:
                log.info("notice by %s refused: %s", way, refusal.params.get("reason"))
                answer = None
                break
            except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError, ValueError) as problem:
                log.info("notice by %s failed: %s", way, type(problem).__name__)
                answer = None
            if (answer is not None and not answer.retry) or pause is None:
                break
            await asyncio.sleep(pause)
            if not await self._store.read(lambda connection: _is_held(connection, taken)):
                break
        sent = answer is not None and 200 <= answer.status < 300
        self._on_outcome(way, "sent" if sent else "failed")
        return answer

    async def sweep(self) -> None:
        """Forget turns of games that are over."""
        pending, tables = schema.pending_notices, schema.tables
        over = select(tables.c.id).where(tables.c.status != "playing")
        gone = delete(pending).where(pending.c.table.in_(over))
        await self._store.write(lambda connection: connection.execute(gone).rowcount)


def _held(taken: _Taken) -> Update:
    """Change the row that this process has taken, if it still has it."""
    pending = schema.pending_notices
    return update(pending).where(
        pending.c.table == taken.table,
        pending.c.person == taken.person,
        pending.c.seq == taken.seq,
        pending.c.due == taken.due,
    )


def _is_held(connection: Connection, taken: _Taken) -> bool:
    pending = schema.pending_notices
    this = (pending.c.table == taken.table, pending.c.person == taken.person)
    query = select(pending.c.due, pending.c.seq).where(*this)
    row = connection.execute(query).first()
    if row is None or row.due != taken.due or row.seq != taken.seq:
        return False
    return _still_waits(connection, taken.table, taken.person, taken.seq)


def _devices(connection: Connection, person: str) -> list[dict[str, Any]]:
    query = select(schema.notices.c.push).where(schema.notices.c.person == person).with_for_update()
    return list(connection.execute(query).scalar() or [])


def _set(connection: Connection, person: str, values: dict[str, Any]) -> None:
    """Change the webhook or devices of a person; a person with neither has no row."""
    notices = schema.notices
    if connection.execute(update(notices).where(notices.c.person == person).values(**values)).rowcount == 0:
        connection.execute(insert(notices).values(person=person, **values))
    row = connection.execute(select(notices).where(notices.c.person == person)).first()
    if row is not None and not row.webhook and not row.push:
        connection.execute(delete(notices).where(notices.c.person == person))
