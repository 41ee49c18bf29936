"""A guest who asks a server for as much as it can, with all limits in force: one part of `trunkline bench guest`.

It runs in its own process. It plays a game of its own, then asks for the expensive things without a pause: by several
HTTP connections, and by sockets that watch its table from the beginning.
"""

from __future__ import annotations

import asyncio
import random
import sys

import httpx
import msgspec

from trunkline.lab.servers import Person

CONNECTIONS = 4
SOCKETS = 2


async def play(person: Person, history: int) -> str:
    """Play against a bot until the game has that many entries. Returns the table."""
    dice = random.Random(1)
    wish = {"map": "usa", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    table = str((await person.post("/api/tables", wish))["table"])
    await person.post(f"/api/tables/{table}/start", {})
    seq = 0
    while seq < history:
        answer = await person.client.get(f"{person.url}/api/tables/{table}/view", headers={"Cookie": person.cookie})
        view = answer.json()
        seq = view.get("seq", seq)
        if view.get("turns"):
            turn = view["turns"][0]
            act = {
                "seat": turn["seat"],
                "base_seq": seq,
                "action_id": f"m{seq}",
                "action": dice.choice(turn["actions"]),
            }
            await person.post(f"/api/tables/{table}/act", act)
        await asyncio.sleep(0.15)  # as fast as moves and views may be asked for
    return table


async def ask(person: Person, table: str) -> None:
    """Ask for expensive things over one connection, without a pause."""
    paths = [f"/api/tables/{table}/{what}" for what in ("record", "entries", "view", "story", "view?at=9")]
    paths += ["/api/tables", "/api/me"]
    async with httpx.AsyncClient(timeout=60, headers={"Cookie": person.cookie}) as client:
        while True:
            for path in paths:
                await client.get(person.url + path)


async def watch(person: Person, table: str) -> None:
    """Watch the table from its beginning again and again; connect again if the server closes the connection."""
    message = msgspec.json.encode({"type": "watch", "table": table, "since": 0})
    while True:
        try:
            link = await person.connect(lambda text: None)
        except OSError:
            await asyncio.sleep(0.2)
            continue
        while not link.transport.is_closing():
            link.send(message)
            await asyncio.sleep(0.01)  # three times the rate limit


async def attack(url: str, history: int) -> None:
    async with httpx.AsyncClient(timeout=60) as client:
        person = Person(client, url)
        await person.post("/api/me", {"name": "Curious"})
        table = await play(person, history)
        print("ready", flush=True)
        tasks = [ask(person, table) for _ in range(CONNECTIONS)] + [watch(person, table) for _ in range(SOCKETS)]
        await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], int(sys.argv[2])))
