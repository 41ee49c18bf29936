"""A bot over the network: joins a table of a Trunkline server and plays a whole game through the bot API.

    python3 examples/bot_client.py http://127.0.0.1:8020 TOKEN --table ID
    python3 examples/bot_client.py http://127.0.0.1:8020 TOKEN --open usa --against greedy,random

The token is one of an account: `POST /api/tokens` makes it (docs/server.md, "A bot over the network"). Nothing but the
standard library is needed, so that this can be read as what to do in any language:

1. join the table, and open the stream of its events;
2. the first line is a snapshot, the next are entries; each says in `turns` what our seats may do now;
3. choose, and post the action with the seq that it was chosen for; a refusal `stale` means that the game went on;
4. when the stream breaks, open it again from the seq that comes next. Nothing is lost, and nothing is done twice.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any


class Refused(Exception):
    """The server refused something: `code` says why."""

    def __init__(self, status: int, code: str, params: dict[str, Any]) -> None:
        super().__init__(f"{code} {params or ''}".strip())
        self.status = status
        self.code = code
        self.params = params


class Server:
    """The few requests that a bot needs."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.token = token

    def request(self, method: str, path: str, body: object = None, seconds: float = 20.0) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=seconds)
        except urllib.error.HTTPError as error:
            told = json.load(error)
            raise Refused(error.code, told["code"], told["params"]) from None

    def ask(self, method: str, path: str, body: object = None) -> Any:
        with self.request(method, path, body) as answer:
            return json.load(answer)

    def events(self, table: str, since: int | None) -> Iterator[dict[str, Any]]:
        """The messages of a table, one a line, until the stream ends. An empty line only says that all is well."""
        query = "" if since is None else f"?since={since}"
        with self.request("GET", f"/api/tables/{table}/events{query}", seconds=60.0) as stream:
            for line in stream:
                if line.strip():
                    yield json.loads(line)


def choose(turn: dict[str, Any], public: dict[str, Any]) -> str:
    """The strategy, if it is one: claim where it can, otherwise anything. Yours goes here.

    `turn["actions"]` are all legal actions in words, `public` is what everybody at the table may know.
    """
    actions: list[str] = turn["actions"]
    claims = [action for action in actions if action.startswith(("claim", "pay"))]
    return random.choice(claims or actions)


class Player:
    """Plays the seats that are ours at one table."""

    def __init__(self, server: Server, table: str) -> None:
        self.server = server
        self.table = table
        self.seq: int | None = None
        """The seq of the next entry, once we know it."""
        self.over = False
        self.moves = 0
        self.public: dict[str, Any] = {}

    def play(self) -> dict[str, Any]:
        """Play until the game is over; what everybody knows at the end, with the score sheet."""
        while not self.over:
            try:
                for message in self.server.events(self.table, self.seq):
                    self.hear(message)
                    if self.over:
                        break
            except (OSError, json.JSONDecodeError) as error:
                print(f"the stream broke ({error}); once more from {self.seq}", file=sys.stderr)
                time.sleep(1.0)
        return self.public

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "snapshot":
            self.seq = message["seq"]
        elif message["type"] == "entry":
            self.seq = message["seq"] + 1
        else:
            return
        self.public = message["public"]
        self.over = self.public.get("phase") == "over"
        for turn in message["turns"]:
            self.act(turn)

    def act(self, turn: dict[str, Any]) -> None:
        wish = {
            "seat": turn["seat"],
            "base_seq": self.seq,
            # A retry with the same id is answered, not repeated: a lost answer does no harm.
            "action_id": uuid.uuid4().hex,
            "action": choose(turn, self.public),
        }
        for attempt in range(5):
            try:
                self.server.ask("POST", f"/api/tables/{self.table}/act", wish)
                self.moves += 1
                return
            except Refused as refused:
                if refused.code == "stale":
                    return
                if refused.status not in (429, 503):
                    raise
                time.sleep(float(refused.params.get("retry", 1.0)))
            except OSError:
                time.sleep(0.5 * (attempt + 1))
        raise SystemExit("the server does not answer")


def sit_down(server: Server, table: str) -> None:
    """Take a seat, if we have none."""
    try:
        server.ask("POST", f"/api/tables/{table}/join", {})
    except Refused as refused:
        if refused.code not in ("already_seated", "table_playing"):
            raise


def main() -> int:
    arguments = argparse.ArgumentParser(description="Play a game on a Trunkline server as a bot.")
    arguments.add_argument("url", help="the address of the server")
    arguments.add_argument("token", help="a bot token of an account")
    arguments.add_argument("--table", help="the table to join")
    arguments.add_argument("--open", metavar="MAP", help="open a table on this map instead, and start it")
    arguments.add_argument("--against", default="random", help="the bots to play against, with commas between")
    chosen = arguments.parse_args()
    server = Server(chosen.url, chosen.token)
    try:
        if chosen.open:
            seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in chosen.against.split(","))]
            table = server.ask("POST", "/api/tables", {"map": chosen.open, "seats": seats})["table"]
            server.ask("POST", f"/api/tables/{table}/start")
        elif chosen.table:
            table = chosen.table
            sit_down(server, table)
        else:
            arguments.error("give --table or --open")
        player = Player(server, table)
        sheet = player.play()["sheet"]
    except Refused as refused:
        print(f"refused: {refused}", file=sys.stderr)
        return 1
    totals = ", ".join(f"seat {score['seat']}: {score['total']}" for score in sheet["players"])
    print(f"table {table} is over after {player.moves} moves of ours; {totals}; won by {sheet['winners']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
