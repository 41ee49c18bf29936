"""Notices: one for each turn that waits, to real receivers, and never to an address inside."""

from __future__ import annotations

import asyncio
import hmac
import json

import pytest

from server.guests import PATIENCE
from server.noticing import TABLE, Place, Receiver, at, reason, seated, settle, to_here
from trunkline.server.notify.egress import Egress
from trunkline.server.notify.notices import LEASE, NEVER, SEEN, Notices
from trunkline.server.notify.senders import Keys
from trunkline.server.store.store import Store


def test_a_turn_that_waits_is_told_once_and_signed(database_url: str) -> None:
    async def story(place: Place) -> None:
        secret = await place.notices.set_webhook("ann", place.url)
        assert secret is not None
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver() == 0
        assert await place.deliver(after=2.5) == 1
        for _ in range(3):
            await place.notices.waiting(TABLE, "ann", 1)
            assert await place.deliver(after=1000) == 0
        [came] = place.receiver.came
        facts = json.loads(came.body)
        assert facts.pop("id") == came.headers["trunkline-notice"]
        assert facts == {"type": "turn", "table": TABLE, "seq": 1, "url": f"https://trains.example/t/{TABLE}"}
        at_, made = (part.split("=")[1] for part in came.headers["trunkline-signature"].split(","))
        right = hmac.new(secret.encode(), f"{at_}.".encode() + came.body, "sha256").hexdigest()
        assert made == right and abs(int(at_) - place.now) < 10_000
        assert came.headers["content-type"] == "application/json"
        assert place.outcomes == [("webhook", "sent")]

    at(database_url, story)


def test_live_play_waits_longer_than_play_by_turns(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waits(seated(seq=1, waiting=["ann", "bob"], clock="move"))
        assert await place.pending() == [("ann", 1, place.now + 20)]
        assert await place.deliver(after=19) == 0
        assert await place.deliver(after=2) == 1

    at(database_url, story)


def test_who_is_there_needs_no_notice(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waits(seated(seq=1, waiting=["ann"]), present={"ann"})
        assert await place.pending() == []
        await place.notices.waits(seated(seq=1, waiting=["ann"]))
        await place.notices.present("ann")
        await place.notices.present("bob")
        assert await place.deliver(after=100) == 0
        assert await place.pending() == [("ann", 1, SEEN)]
        here = place.new_notices(here=lambda person: True)
        await place.notices.moved(TABLE, "ann")
        await here.waiting(TABLE, "ann", 1)
        place.now += 100
        assert await here.deliver_due() == 0
        assert place.receiver.came == []

    at(database_url, story)


def test_a_move_cancels_the_notice_by_being_made(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        await place.entry(0, ["bob"])
        assert await place.deliver(after=100) == 0
        assert await place.pending() == []

    at(database_url, story)


def test_moved_cancels_too(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        await place.notices.moved(TABLE, "ann")
        assert await place.deliver(after=100) == 0

    at(database_url, story)


def test_every_turn_has_its_own_notice(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        for turn in range(3):
            seq = 1 + 2 * turn
            await place.notices.waits(place.row)
            assert await place.deliver(after=10) == 1
            await place.entry(0, ["bob"])
            await place.entry(1, ["ann"])
            assert place.row.seq == seq + 2
        assert [json.loads(came.body)["seq"] for came in place.receiver.came] == [1, 3, 5]
        assert len({came.headers["trunkline-notice"] for came in place.receiver.came}) == 3

    at(database_url, story)


def test_a_turn_that_waits_while_others_act_is_told_once(database_url: str) -> None:
    """While tickets are chosen at the start, the seq goes on although one's own turn is the same."""

    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waits(place.row)
        assert await place.deliver(after=10) == 1
        await place.entry(1, ["ann"])
        await place.notices.waits(place.row)
        assert await place.deliver(after=10) == 0

    at(database_url, story)


def test_who_is_in_the_middle_of_a_turn_knows(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.entry(0, ["ann"])
        await place.notices.waits(place.row)
        assert await place.deliver(after=10) == 0

    at(database_url, story)


def test_a_game_that_is_over_tells_nobody(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 1
        over = seated(seq=place.row.seq, version=place.row.version + 1, status="over", waiting=["ann"])
        assert await place.store.save_table(over)
        await place.notices.waiting(TABLE, "ann", 9)
        assert await place.deliver(after=10) == 0
        await place.notices.sweep()
        assert await place.pending() == []

    at(database_url, story)


def test_who_wants_no_notices_costs_no_commit(database_url: str) -> None:
    async def story(place: Place) -> None:
        before = place.store.writes
        await place.notices.waiting(TABLE, "ann", 1)
        await place.notices.present("ann")
        await place.notices.deliver_due()
        assert place.store.writes == before
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting("no-such-table", "ann", 1)
        assert await place.pending() == []
        await place.notices.waiting(TABLE, "ann", 1)
        await place.notices.set_webhook("ann", None)
        assert await place.deliver(after=10) == 0
        assert await place.pending() == []

    at(database_url, story)


def test_trouble_at_the_receiver_is_tried_again_with_the_same_id(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        place.receiver.answers = [b"500 Trouble", b"429 Slowly", b"200 Fine"]
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 3
        assert len({came.headers["trunkline-notice"] for came in place.receiver.came}) == 1
        assert place.outcomes == [("webhook", "sent")]
        assert await place.deliver(after=1000) == 0

    at(database_url, story)


@pytest.mark.parametrize(("answers", "tries"), [([b"503 No"] * 9, 3), ([b"404 No"], 1), ([b"302 There"], 1)])
def test_it_is_given_up_in_the_end(database_url: str, answers: list[bytes], tries: int) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        place.receiver.answers = list(answers)
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == tries
        assert await place.deliver(after=10 * LEASE) == 0
        assert place.outcomes == [("webhook", "failed")]

    at(database_url, story)


def test_no_second_try_once_the_player_has_moved(database_url: str) -> None:
    async def story(place: Place) -> None:
        async def trouble(writer: asyncio.StreamWriter) -> None:
            await place.entry(0, ["bob"])
            writer.write(b"HTTP/1.1 500 Trouble\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()

        await place.notices.set_webhook("ann", place.url)
        place.receiver.behave = trouble
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 1

    at(database_url, story)


def test_a_name_that_leads_inside_later_gets_nothing(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        guarded = Notices(
            place.store,
            place.keys,
            egress=Egress(http_allowed=True, resolver=to_here),
            clock=lambda: place.now,
            on_outcome=lambda way, outcome: place.outcomes.append((way, outcome)),
        )
        await guarded.waiting(TABLE, "ann", 1)
        place.now += 10
        assert await guarded.deliver_due() == 1
        await guarded.settled()
        assert place.receiver.came == [] and place.outcomes == [("webhook", "failed")]
        assert await reason(guarded.set_webhook("ann", place.url)) == "address"
        assert (await guarded.where("ann"))["webhook"] == place.url

    at(database_url, story)


# --- processes that stop, die, and race ------------------------------------------------------------------------------


def test_what_waits_survives_a_restart(database_url: str) -> None:
    async def main() -> None:
        async with Receiver().open() as receiver:
            store = await Store.open(database_url)
            await store.write(settle)
            place = Place(store, await Keys.kept_by(store), receiver)
            assert await store.save_table(place.row)
            await place.entry(None, ["ann"], kind="deal")
            await place.notices.set_webhook("ann", place.url)
            await place.notices.waiting(TABLE, "ann", 1)
            await store.close()
            store = await Store.open(database_url)
            later = place.new_notices(store)
            place.now += 1000
            await later.start(every=0.01)
            async with asyncio.timeout(PATIENCE):
                while not receiver.came:
                    await asyncio.sleep(0.01)
            await later.settled()
            await asyncio.sleep(0.05)
            assert len(receiver.came) == 1
            await later.stop()
            await store.close()

    asyncio.run(main())


def test_of_several_processes_one_delivers(database_url: str) -> None:
    async def story(place: Place) -> None:
        # A SQLite file belongs to one process; there, several of its notices race.
        shared = database_url.startswith("sqlite")
        stores = [place.store if shared else await Store.open(database_url) for _ in range(3)]
        several = [place.new_notices(store) for store in stores]
        await place.notices.set_webhook("ann", place.url)
        await asyncio.gather(*(each.waiting(TABLE, "ann", 1) for each in several))
        place.now += 10
        assert sorted(await asyncio.gather(*(each.deliver_due() for each in several))) == [0, 0, 1]
        await asyncio.gather(*(each.settled() for each in several))
        assert len(place.receiver.came) == 1
        if not shared:
            for store in stores:
                await store.close()

    at(database_url, story)


def test_what_a_dead_process_had_taken_is_delivered_by_another(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        place.now += 10
        dead = place.new_notices()
        assert len(await place.store.write(lambda connection: dead._take(connection, 10))) == 1
        assert await place.deliver(after=LEASE / 2) == 0
        assert await place.deliver(after=LEASE) == 1
        assert await place.deliver(after=LEASE * 2) == 0

    at(database_url, story)


def test_a_notice_that_kills_its_process_is_left_alone_in_the_end(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        dead = place.new_notices()
        for _ in range(3):
            place.now += LEASE + 10
            assert len(await place.store.write(lambda connection: dead._take(connection, 10))) == 1
        assert await place.deliver(after=LEASE + 10) == 0
        assert await place.pending() == [("ann", 1, NEVER)]

    at(database_url, story)


def test_stopping_gives_back_what_was_not_delivered(database_url: str) -> None:
    async def story(place: Place) -> None:
        async def hang(writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(60)

        await place.notices.set_webhook("ann", place.url)
        await place.notices.waiting(TABLE, "ann", 1)
        place.receiver.behave = hang
        place.now += 10
        await place.notices.deliver_due()
        while not place.receiver.came:
            await asyncio.sleep(0.01)
        await place.notices.stop()
        place.receiver.behave = None
        place.notices = place.new_notices()
        assert await place.deliver() == 1

    at(database_url, story)
