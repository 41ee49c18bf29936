"""The server is killed at random instants in the middle of games: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from conftest import FULL
from server.processes import Game, Process, compare, open_game
from trunkline.server.store.database import check

GAMES = 200 if FULL else 3
AT_ONCE = 20 if FULL else 3
MOST_KILLS = 1000 if FULL else 2
"""Of one lot of games; the rest is played in peace."""
LOT = [("usa", 2, 0), ("europe", 3, 0), ("usa", 2, 1)]
"""What is played in turn: map, people, bots."""


def test_killed_at_random_instants(database_url: str, tmp_path: Path) -> None:
    chance = random.Random(database_url.split(":")[0])
    server = Process(database_url, tmp_path)
    kills = returns = moves = 0
    try:
        for first in range(0, GAMES, AT_ONCE):
            games = []
            for number in range(first, min(first + AT_ONCE, GAMES)):
                map_, people, bots = LOT[number % len(LOT)]
                games.append(open_game([server], number, people, bots, map_))
            kills += play_under_fire(server, games, chance)
            server.stop()
            asyncio.run(compare(database_url, games))
            server.start()
            for game in games:
                assert game.is_over, "a game did not come to its end"
                assert game.guests[0].get(f"/api/tables/{game.table}")["status"] == "over"
                assert sorted(game.heard) == list(range(min(game.heard), game.talks[0].seq))
                returns += game.returns
                moves += game.made
                game.close()
    finally:
        server.stop()
    print(f"{GAMES} games, {moves} moves, {kills} kills, {returns} connections made again")
    assert check(database_url) == []
    assert kills >= (GAMES // 10 if FULL else 2)
    assert returns >= kills, "the clients lived through it"
    assert moves > 40 * GAMES


def play_under_fire(server: Process, games: Sequence[Game], chance: random.Random) -> int:
    """Play the games to their ends, and kill the server again and again meanwhile; how often it was killed."""
    kills = 0
    with ThreadPoolExecutor(len(games)) as pool:
        playing = [pool.submit(game.play) for game in games]
        try:
            while kills < MOST_KILLS:
                made = sum(game.made for game in games)
                if not until_made(games, playing, made + chance.randrange(1, 40 * len(games))):
                    break
                # Anywhere between two moves, or in the middle of one.
                time.sleep(chance.uniform(0, 0.02))
                server.kill()
                kills += 1
                asyncio.run(compare(server.database, games))
                server.start()
            for future in playing:
                future.result()
        except BaseException:
            for game in games:
                game.given_up.set()
            raise
    return kills


def until_made(games: Sequence[Game], playing: Sequence[Future[None]], moves: int) -> bool:
    """Wait until so many moves were acknowledged in all; False if the games are over before."""
    while sum(game.made for game in games) < moves:
        if any(future.done() and future.exception() for future in playing) or all(future.done() for future in playing):
            return False
        time.sleep(0.001)
    return True


def test_a_crash_in_the_opening_choice_of_many(sqlite_url: str, tmp_path: Path) -> None:
    """All seats choose at once, and the server is gone before it answers: each choice is there once or can be made."""
    server = Process(sqlite_url, tmp_path)
    try:
        game = open_game([server], 5, 5)
        wishes = [(talk, talk.turns[0], f"first-{number}") for number, talk in enumerate(game.talks)]
        for talk, turn, action_id in wishes:
            fields = {"seat": turn["seat"], "base_seq": 1, "action_id": action_id, "action": turn["actions"][0]}
            talk.send("act", table=game.table, **fields)
        time.sleep(random.Random(3).uniform(0, 0.01))
        server.kill()
        server.start()
        for number in range(len(game.talks)):
            game.come_back(number)
        for number, (_, turn, action_id) in enumerate(wishes):
            talk = game.talks[number]
            base = 1
            while (answer := talk.act(turn["seat"], turn["actions"][0], base, action_id))["type"] == "refused":
                assert answer["code"] == "stale", answer
                base = answer["params"]["seq"]
            again = talk.act(turn["seat"], turn["actions"][0], base, action_id)
            assert (again["type"], again["seq"]) == ("done", answer["seq"])
        game.meet(len(wishes))
        assert sorted(entry["seat"] for entry in game.heard.values()) == list(range(5))
        game.play(20)
        game.close()
    finally:
        server.stop()
    asyncio.run(compare(sqlite_url, [game]))
