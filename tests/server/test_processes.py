"""Two server processes on one PostgreSQL: players of one table on different ones, races, and a database that goes."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from conftest import FULL
from server.databases import PostgresServer
from server.guests import PATIENCE, Guest, Refused, Running, Talk, choose
from server.processes import Game, Move, Process, compare, open_game
from trunkline.server.tables.table import Table

TABLES = 40 if FULL else 6
RACES = 200 if FULL else 25


def sent(talk: Talk, seat: int, base_seq: int, move: Move) -> None:
    fields = {"seat": seat, "base_seq": base_seq, "action_id": move.action_id, "action": move.action}
    talk.send("act", table=talk.table, **fields)


def answer_to(talk: Talk, move: Move) -> dict[str, Any]:
    return talk.until(lambda told: told["type"] in ("done", "refused") and told["action_id"] == move.action_id)


def on_both(servers: Sequence[Process], people: int, number: int) -> Game:
    """A game of so many people, each with a device on each of the two servers."""
    game = open_game(servers, number, people)
    for seat in range(people):
        device = servers[(seat + 1) % 2].guest(seat, like=game.guests[seat])
        talk = device.talk()
        talk.watch(game.table)
        game.guests.append(device)
        game.talks.append(talk)
        game.next.append(talk.seq)
    return game


def race(game: Game, wishes: Sequence[tuple[int, Move]]) -> list[int]:
    """Send several moves from the same position at the same time; the clients (by number) whose moves were taken.

    Whoever is not, is told so cleanly.
    """
    base = max(talk.seq for talk in game.talks)
    game.meet(base - 1)
    for number, move in wishes:
        sent(game.talks[number], move.seat, base, move)
    taken = []
    for number, move in wishes:
        answer = answer_to(game.talks[number], move)
        if answer["type"] == "done":
            assert answer["seq"] >= base and answer["seq"] not in game.acknowledged
            game.acknowledged[answer["seq"]] = move
            game.made += 1
            taken.append(number)
        else:
            assert (answer["code"], answer["table"]) == ("stale", game.table)
            assert answer["params"]["seq"] > base, "whoever was overtaken is told where the game is"
    return taken


def test_all_choose_their_first_tickets_at_once(servers: list[Process]) -> None:
    """Each seat from its own server, all from the same position: one after the other is taken, none is lost."""
    games = []
    for number in range(TABLES):
        game = open_game(servers, number, 2 + number % 4)
        games.append(game)
        waiting = set(range(len(game.talks)))
        while waiting:
            wishes = []
            for client in sorted(waiting):
                [turn] = game.talks[client].turns
                move = Move(client, f"try-{game.made}", game.chance.choice(turn["actions"]))
                wishes.append((client, move))
            game.chance.shuffle(wishes)
            taken = race(game, wishes)
            assert taken, "one wins, or several that crossed"
            waiting -= set(taken)
            game.meet(game.made)
        game.play(6)
    agree(games)
    asyncio.run(compare(servers[0].database, games))
    for game in games:
        game.close()


def test_two_devices_of_one_seat_race(servers: list[Process]) -> None:
    """The same seat from two devices on two servers, different moves and the same move."""
    game = on_both(servers, 2, 11)
    chance = random.Random(11)
    won_by = [0, 0]
    for number in range(RACES):
        if game.is_over:
            break
        acting = [(client, talk.turns[0]) for client, talk in enumerate(game.talks) if talk.turns]
        seat = acting[0][1]["seat"]
        devices = [client for client, turn in acting if turn["seat"] == seat]
        assert len(devices) == 2
        chance.shuffle(devices)
        if number % 3 == 2:
            # An impatient client that changed servers: one id, one move, and in the end both are told the same.
            same_move = Move(seat, f"same-{number}", choose(chance, acting[0][1]["actions"]))
            base = game.talks[devices[0]].seq
            for client in devices:
                sent(game.talks[client], seat, base, same_move)
            for client in devices:
                answer = answer_to(game.talks[client], same_move)
                assert (answer["type"], answer.get("seq")) == ("done", base), answer
            game.acknowledged[base] = same_move
            game.made += 1
        else:
            wishes = [
                (client, Move(seat, f"race-{number}-{client}", choose(chance, acting[0][1]["actions"])))
                for client in devices
            ]
            taken = race(game, wishes)
            assert len(taken) == 1
            won_by[devices.index(taken[0])] += 1
        game.meet(max(talk.seq for talk in game.talks) - 1)
    assert sum(won_by) > 15
    agree([game])
    asyncio.run(compare(servers[0].database, [game]))
    game.close()


def agree(games: Sequence[Game]) -> None:
    """That clients hear the same is asserted with every entry; here, that all have come to the same end."""
    for game in games:
        game.meet(max(talk.seq for talk in game.talks) - 1)
        assert len({talk.seq for talk in game.talks}) == 1
        assert all(talk.public == game.talks[0].public for talk in game.talks)
        views = [guest.get(f"/api/tables/{game.table}/view") for guest in game.guests]
        assert all(view["public"] == game.talks[0].public for view in views)
        assert sorted(game.heard) == list(range(min(game.heard), game.talks[0].seq))


def test_tables_chat_and_joins_reach_the_other_process(servers: list[Process]) -> None:
    here, there = servers
    ann, bob = Guest(here, "Ann"), Guest(there, "Bob")
    table = ann.open(seats=["me", "open"])
    hers = ann.talk()
    assert hers.watch(table)["type"] == "snapshot"
    bob.post(f"/api/tables/{table}/join")
    hers.until(lambda told: told["type"] == "table" and told["seats"][1]["name"] == "Bob")
    his = bob.talk()
    his.watch(table)
    for number in range(5):
        (hers if number % 2 else his).send("say", table=table, text=f"line {number}")
        for talk in (hers, his):
            told = talk.until_type("chat")
            assert (told["text"], told["number"]) == (f"line {number}", number + 1)
    bob.post(f"/api/tables/{table}/leave")
    hers.until(lambda told: told["type"] == "table" and told["seats"][1]["kind"] == "open")
    bob.post(f"/api/tables/{table}/join")
    hers.until(lambda told: told["type"] == "table" and told["seats"][1]["kind"] == "person")
    ann.post(f"/api/tables/{table}/start")
    for talk in (hers, his):
        talk.until(lambda told: told["type"] == "entry" and told["kind"] == "deal")
    # Whoever is gone and comes back by the other server, takes the seat back from the bot.
    bob.post(f"/api/tables/{table}/leave")
    hers.until(lambda told: told["type"] == "entry" and told["kind"] == "substitute")
    again = here.guest(1, like=bob).talk()
    told = again.watch(table)
    assert told["type"] == "snapshot", told
    for talk in (hers, his, again):
        talk.until(lambda told: told["type"] == "entry" and told["kind"] == "return")
    for talk in (hers, his, again):
        talk.close()


def test_nobody_but_their_owner_notices_premoves_in_another_process(servers: list[Process]) -> None:
    here, there = servers
    owner, other = Guest(here, "Owner"), Guest(there, "Other")
    table = other.open(seats=["me", "open"], first=0)
    owner.post(f"/api/tables/{table}/join")
    other.post(f"/api/tables/{table}/start")
    hers, his = owner.talk(), other.talk()
    second, spectator = there.guest(0, like=owner).talk(), Guest(there).talk()
    strangers = (his, spectator)
    for talk in (hers, his, second, spectator):
        talk.watch(table)
    for seat, talk in ((0, his), (1, hers)):
        assert talk.act(seat, "keep 1 2 3")["type"] == "done"
    for talk in (hers, his, second, spectator):
        talk.until_seq(2)
        talk.quiet()
    views = [guest.get(f"/api/tables/{table}/view") for guest in (other, Guest(there))]
    for plans in (["draw deck then draw deck"], ["draw tickets", "draw deck then draw deck"], []):
        owner.put(f"/api/tables/{table}/premove", seat=1, actions=plans)
        # The other process has read the news: the owner's device there was told.
        assert second.until_type("premoves")["actions"] == plans
        for talk in strangers:
            talk.send("ping")
            assert talk.hear()["type"] == "pong"
    assert views == [guest.get(f"/api/tables/{table}/view") for guest in (other, Guest(there))]
    # Another change without an entry still reaches everybody.
    owner.post(f"/api/tables/{table}/leave")
    for talk in strangers:
        talk.until(lambda told: told["type"] == "table" and told["seats"][1]["substituted"])


def test_a_table_that_is_woken_while_another_process_moves(servers: list[Process]) -> None:
    """Whoever comes to a server at which the table sleeps, while it changes elsewhere, misses nothing."""
    with Running(servers[0].database) as third:
        hall = third.services.hall
        read = hall.read
        was_read, has_moved = threading.Event(), threading.Event()

        async def slow(table_id: str) -> Table:
            table = await read(table_id)
            was_read.set()
            assert await asyncio.to_thread(has_moved.wait, PATIENCE)
            return table

        hall.read = slow  # type: ignore[method-assign]
        game = open_game(servers, 1, 2)
        late = Guest(third)
        late.http.cookies = game.guests[1].http.cookies
        link = late.talk()
        link.send("watch", table=game.table)
        assert was_read.wait(PATIENCE)
        move = Move(0, "first", game.talks[0].turns[0]["actions"][0])
        sent(game.talks[0], 0, 1, move)
        assert answer_to(game.talks[0], move)["type"] == "done"
        has_moved.set()
        link.until_seq(1)
        assert link.public["players"][0]["chosen"]
        link.close()
        game.close()
        with pytest.raises(Refused, match="no_such_table"):
            late.get("/api/tables/there-is-none")
        assert not hall.replication.loading and not hall.replication.overtaken, (
            "nothing is kept of tables that are not there"
        )


def test_a_client_that_changes_servers_is_ahead_of_them(servers: list[Process]) -> None:
    """A server that has not heard yet what its client heard elsewhere reads it, and does not send it back in time."""
    with Running(servers[0].database) as third:
        game = open_game(servers, 2, 2)
        game.play(4)
        late = Guest(third)
        late.http.cookies = game.guests[0].http.cookies
        link = late.talk()
        assert link.watch(game.table, since=game.talks[0].seq)["type"] == "table"
        # From now on this server is told nothing.
        third.services.hall.replication.changed = lambda changes: None  # type: ignore[method-assign]
        game.play(4)
        again = late.talk()
        assert again.watch(game.table, since=game.talks[0].seq)["type"] == "table"
        link.until_seq(game.talks[0].seq - 1)
        assert link.public == game.talks[0].public, "who was there already hears of it too"
        game.play(4)
        while not game.talks[0].turns:
            game.play(1)
        answer = again.act(0, game.talks[0].turns[0]["actions"][0], base_seq=game.talks[0].seq)
        assert answer["type"] == "done", answer
        game.meet(answer["seq"])
        again.close()
        link.close()
        game.close()


def test_choices_made_at_once_on_two_servers_are_both_taken(servers: list[Process]) -> None:
    """A server that has not heard of the other's choice of tickets takes the second one all the same."""
    with Running(servers[0].database) as third:
        game = open_game(servers, 3, 2)
        late = Guest(third)
        late.http.cookies = game.guests[1].http.cookies
        link = late.talk()
        link.watch(game.table)
        # From now on this server is told nothing.
        third.services.hall.replication.changed = lambda changes: None  # type: ignore[method-assign]
        base = link.seq
        assert game.talks[0].act(0, "keep 1 2 3")["type"] == "done"
        answer = link.act(1, "keep 1 2 3", base_seq=base)
        assert answer["type"] == "done", answer
        assert answer["seq"] == base + 1
        link.close()
        game.close()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_the_database_goes_and_comes_back(servers: list[Process], postgres: PostgresServer, mode: str) -> None:
    """Stopped in the middle of games: clients only wait, nothing that was acknowledged is lost, all games go on."""
    chance = random.Random(mode)
    games = [open_game(servers, number, 2 + number % 2, bots=number % 2) for number in range(12 if FULL else 3)]
    with ThreadPoolExecutor(len(games)) as pool:
        playing = [pool.submit(game.play) for game in games]
        try:
            for _ in range(6 if FULL else 1):
                time.sleep(chance.uniform(0.2, 0.5))
                postgres.stop(mode)
                made = sum(game.made for game in games)
                try:
                    time.sleep(chance.uniform(0.2, 1.0))
                finally:
                    postgres.start()
                if all(future.done() for future in playing):
                    break
                end = time.monotonic() + 30
                while sum(game.made for game in games) <= made + 10 and not all(future.done() for future in playing):
                    assert time.monotonic() < end, "the games do not go on"
                    time.sleep(0.01)
            for future in playing:
                future.result()
        except BaseException:
            for game in games:
                game.given_up.set()
            raise
    assert all(game.is_over for game in games)
    assert all(game.returns == 0 for game in games), "the sockets outlived the database"
    agree(games)
    asyncio.run(compare(servers[0].database, games))
    for game in games:
        game.close()
