"""Results and ratings: each game once, ties shared, and only accounts rated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from trunkline.server.people.ratings import (
    FinishedGame,
    FinishedPlayer,
    Rating,
    history,
    ratings_of,
    record_result,
    statistics,
)
from trunkline.server.store import schema
from trunkline.server.store.store import Store


def at(url: str, story: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        store = await Store.open(url)
        try:
            await store.write(settle)
            await story(store)
        finally:
            await store.close()

    asyncio.run(main())


def settle(connection: Connection) -> None:
    for name, kind in (("ann", "account"), ("bo", "account"), ("cy", "account"), ("gus", "guest"), ("del", "deleted")):
        connection.execute(insert(schema.people).values(id=name, kind=kind, name=name, created=0.0, seen=0.0))


def game(table: str, *seats: tuple[str | None, int], map_id: str = "usa", finished: float = 1.0) -> FinishedGame:
    """A game of these persons with these scores."""
    best = max(score for _, score in seats)
    players = [
        FinishedPlayer(
            seat=seat,
            person=person,
            is_account=person is not None,
            score=score,
            place=1 + sum(other > score for _, other in seats),
            won=score == best,
            completed=seat + 1,
            failed=1,
            longest=10 * (seat + 1),
            routes=["denver-omaha"] if score != best else ["denver-omaha", "miami-atlanta"],
        )
        for seat, (person, score) in enumerate(seats)
    ]
    return FinishedGame(table, map_id, "base", finished, players)


async def record(store: Store, finished: FinishedGame) -> bool:
    return await store.write(lambda connection: record_result(connection, finished))


async def rated(store: Store, person: str) -> list[Rating]:
    return await store.read(lambda connection: ratings_of(connection, person))


async def results(store: Store) -> int:
    query = select(func.count()).select_from(schema.results)
    return await store.read(lambda connection: connection.execute(query).scalar_one())


def test_the_better_gain_and_the_worse_lose(database_url: str) -> None:
    async def story(store: Store) -> None:
        assert await record(store, game("t", ("ann", 120), ("bo", 90), ("cy", 100)))
        [ann], [bo], [cy] = [await rated(store, person) for person in ("ann", "bo", "cy")]
        assert ann.mu > cy.mu > bo.mu
        assert ann.family == "usa" and ann.games == bo.games == 1
        assert ann.sigma < 25 / 3 and ann.sure == pytest.approx(ann.mu - 3 * ann.sigma)
        await record(store, game("u", ("ann", 120), ("bo", 90)))
        [later] = await rated(store, "ann")
        assert later.mu > ann.mu and later.games == 2
        assert (await rated(store, "cy")) == [cy]

    at(database_url, story)


def test_the_same_table_again_changes_nothing(database_url: str) -> None:
    async def story(store: Store) -> None:
        finished = game("t", ("ann", 120), ("bo", 90))
        assert await record(store, finished)
        before = await rated(store, "ann"), await rated(store, "bo")
        again = await asyncio.gather(*(record(store, finished) for _ in range(5)))
        assert again == [False] * 5
        assert (await rated(store, "ann"), await rated(store, "bo")) == before
        assert await results(store) == 2

    at(database_url, story)


def test_a_shared_place_is_a_tie(database_url: str) -> None:
    async def story(store: Store) -> None:
        await record(store, game("t", ("ann", 100), ("bo", 100)))
        [ann], [bo] = await rated(store, "ann"), await rated(store, "bo")
        assert ann.mu == pytest.approx(bo.mu) and ann.sigma == pytest.approx(bo.sigma)

    at(database_url, story)


@pytest.mark.parametrize(
    "seats",
    [
        [("ann", 100), (None, 90)],
        [("ann", 100), ("gus", 90)],
        [("ann", 100), ("del", 90)],
        [("ann", 100), ("ann", 90)],
        [("ann", 100), ("ann", 90), ("bo", 80)],
        [(None, 100), (None, 90)],
    ],
)
def test_games_without_two_accounts_are_kept_but_not_rated(
    database_url: str, seats: list[tuple[str | None, int]]
) -> None:
    async def story(store: Store) -> None:
        assert await record(store, game("t", *seats))
        assert await results(store) == len(seats)
        for person in ("ann", "bo", "gus", "del"):
            assert await rated(store, person) == []
        assert not await record(store, game("t", *seats))

    at(database_url, story)


def test_guests_and_bots_do_not_count_between_accounts(database_url: str) -> None:
    async def story(store: Store) -> None:
        await record(store, game("t", ("ann", 100), ("gus", 150), (None, 140), ("bo", 80)))
        await record(store, game("u", ("cy", 100), ("bo", 80), map_id="europe"))
        [ann], [cy] = await rated(store, "ann"), await rated(store, "cy")
        assert ann.mu == pytest.approx(cy.mu)
        assert await rated(store, "gus") == []

    at(database_url, story)


def test_who_is_said_to_be_no_account_is_not_rated(database_url: str) -> None:
    async def story(store: Store) -> None:
        finished = game("t", ("ann", 100), ("bo", 90))
        finished.players[1].is_account = False
        await record(store, finished)
        assert await rated(store, "ann") == []

    at(database_url, story)


def test_families_are_apart(database_url: str) -> None:
    async def story(store: Store) -> None:
        await record(store, game("t", ("ann", 100), ("bo", 90)))
        await record(store, game("u", ("ann", 80), ("bo", 90), map_id="europe"))
        await record(store, game("v", ("ann", 80), ("bo", 90), map_id="meridian/one"))
        await record(store, game("w", ("ann", 80), ("bo", 90), map_id="meridian/two"))
        families = {rating.family: rating for rating in await rated(store, "ann")}
        assert sorted(families) == ["europe", "meridian", "usa"]
        assert families["usa"].mu > 25 > families["europe"].mu > families["meridian"].mu
        assert families["meridian"].games == 2

    at(database_url, story)


def test_many_games_at_once_are_all_counted(database_url: str) -> None:
    async def story(store: Store) -> None:
        async def one(number: int) -> bool:
            order = [("ann", 100 + number), ("bo", 90), ("cy", 80)]
            return await record(store, game(f"t{number}", *order[number % 3 :], *order[: number % 3]))

        assert all(await asyncio.gather(*(one(number) for number in range(20))))
        for person in ("ann", "bo", "cy"):
            [rating] = await rated(store, person)
            assert rating.games == 20

    at(database_url, story)


def test_two_processes_finish_games_of_the_same_people_at_once(database_url: str) -> None:
    if not database_url.startswith("postgres"):
        pytest.skip("a SQLite file belongs to one process")

    async def story(store: Store) -> None:
        other = await Store.open(database_url)
        try:
            same = game("same", ("ann", 100), ("bo", 90))
            doing = [record(each, same) for each in (store, other) for _ in range(3)]
            for number in range(10):
                doing.append(record(store, game(f"a{number}", ("ann", 100), ("bo", 90))))
                doing.append(record(other, game(f"b{number}", ("bo", 100), ("ann", 90))))
            answers = await asyncio.gather(*doing)
            assert sum(answers[:6]) == 1 and all(answers[6:])
            for person in ("ann", "bo"):
                [rating] = await rated(store, person)
                assert rating.games == 21
        finally:
            await other.close()

    at(database_url, story)


def test_history_comes_in_pages_the_last_first(database_url: str) -> None:
    async def story(store: Store) -> None:
        for number in range(5):
            # Two of them end at the same instant.
            await record(store, game(f"t{number}", ("ann", 100), (None, 90), finished=float(number // 2)))
        await record(store, game("hot", ("ann", 80), ("ann", 90), finished=9.0))
        await record(store, game("other", ("bo", 80), ("cy", 90), finished=9.0))

        async def page(before: tuple[float, str] | None) -> list[dict[str, Any]]:
            return await store.read(lambda connection: history(connection, "ann", 2, before))

        seen: list[dict[str, Any]] = []
        while some := await page((seen[-1]["finished"], seen[-1]["table"]) if seen else None):
            seen += some
        assert [row["table"] for row in seen] == ["hot", "t4", "t3", "t2", "t1", "t0"]
        assert seen[1] == {
            "table": "t4", "map": "usa", "variant": "base", "players": 2, "seat": 0, "score": 100, "place": 1,
            "won": True, "tickets": 1, "longest": 10, "hot_seat": False, "finished": 2.0,
        }  # fmt: skip
        assert (seen[0]["seat"], seen[0]["score"], seen[0]["hot_seat"]) == (1, 90, True)

    at(database_url, story)


def test_statistics_add_up(database_url: str) -> None:
    async def story(store: Store) -> None:
        await record(store, game("t1", ("ann", 100), (None, 90), finished=1.0))
        await record(store, game("t2", (None, 100), ("ann", 61), finished=2.0))
        await record(store, game("t3", ("bo", 130), ("cy", 100), ("ann", 120), finished=3.0))
        await record(store, game("t4", ("ann", 150), ("bo", 90), map_id="europe", finished=4.0))
        await record(store, game("t5", ("ann", 999), ("ann", 90), finished=5.0))
        found = await store.read(lambda connection: statistics(connection, "ann"))
        assert {key: found[key] for key in found if key not in ("maps", "series")} == {
            "games": 4,
            "wins": 2,
            "mean_score": 107.8,
            "best_score": 150,
            "tickets": 1 + 2 + 3 + 1,
            "longest": 30,
        }
        usa = found["maps"]["usa"]
        assert (usa["games"], usa["wins"], usa["mean_score"]) == (3, 1, 93.7)
        assert sorted(usa["players"]) == ["2", "3"]
        assert usa["players"]["2"]["games"] == 2 and usa["players"]["3"]["wins"] == 0
        assert usa["routes"] == [
            {"route": "denver-omaha", "times": 3},
            {"route": "miami-atlanta", "times": 1},
        ]
        assert usa["places"] == {"1": 1, "2": 2}
        assert found["maps"]["europe"]["best_score"] == 150 and found["maps"]["europe"]["places"] == {"1": 1}
        assert [(point["table"], point["score"]) for point in found["series"]] == [
            ("t1", 100), ("t2", 61), ("t3", 120), ("t4", 150),
        ]  # fmt: skip

    at(database_url, story)


def test_somebody_who_has_not_played_has_empty_statistics(database_url: str) -> None:
    async def story(store: Store) -> None:
        found = await store.read(lambda connection: statistics(connection, "ann"))
        assert found == {
            "games": 0, "wins": 0, "mean_score": None, "best_score": None, "tickets": 0, "longest": None, "maps": {},
            "series": [],
        }  # fmt: skip
        assert await store.read(lambda connection: history(connection, "ann")) == []

    at(database_url, story)
