"""Nobody is told what their seat may not know: all traffic, compared with that of a twin whose hidden part differs.

A game is played halfway over real sockets. Then, for each client, a twin of the database is made in which everything
hidden from that client is dealt anew: hands, tickets, offers, decks and keys in every stored state, the secret items
of every event, what others kept, their premoves and their luck. The client asks both servers the same things, by
socket, REST and stream, rightly and wrongly, and every answer must be the same, letter for letter.
"""

from __future__ import annotations

import io
import json
import logging
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.guests import Guest, Refused, Running, Talk, play_on, seated, sqlite_at, watching
from trunkline.game.seal import Seal
from trunkline.maps.pack import load_board
from trunkline.rules.board import Board
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.view import SPECTATOR, View
from trunkline.server.ops.logs import JsonLines
from trunkline.server.tables.entry_messages import SECRETS

MOVES = {"usa": 70, "europe": 90, "world": 110}
LOOKER = 3
"""The number of the client who has no seat, beside the three who have."""


@contextmanager
def logs() -> Iterator[io.StringIO]:
    """Everything that the server logs, however small."""
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("trunkline")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield kept
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


class Played:
    """A game in progress in a file, with what every client heard while it was played."""

    def __init__(self, folder: Path, map_: str) -> None:
        self.map = map_
        self.file = folder / "games.sqlite"
        with logs() as log, Running(sqlite_at(folder)) as running:
            self.table, self.guests = seated(running, 3, map_=map_, public=True)
            self.guests.append(Guest(running, "Looker"))
            self.talks = watching(self.table, self.guests)
            chance = random.Random(map_)
            players = self.talks[:3]
            for talk in players:
                # What is refused is told too.
                talk.act(talk.turns[0]["seat"], "keep 9") if talk.turns else None
            first = players[0]
            done = first.act(0, first.turns[0]["actions"][0])
            first.until_seq(done["seq"])
            undone = first.undo(0)
            assert undone["type"] == "done"
            for talk in self.talks:
                talk.until_seq(undone["seq"])
            play_on(players, chance, MOVES[map_])
            self.guests[0].post(f"/api/tables/{self.table}/say", text="good luck")
            draw = "draw 1 ships" if len(load_board(map_).deck_names) > 1 else "draw 1"
            for seat in {0, 1, 2} - set(players[0].public["to_act"]):
                self.guests[seat].put(f"/api/tables/{self.table}/premove", seat=seat, actions=[draw])
            for talk in self.talks:
                talk.until_seq(players[0].seq - 1)
                talk.quiet(0.1)
                talk.close()
            self.seq = players[0].seq
            assert players[0].public["phase"] != "over"
            self.metrics = self.guests[0].get("/metrics")
        self.log = log.getvalue()
        with closing(sqlite3.connect(self.file)) as connection:
            (data,) = connection.execute("SELECT data FROM tables WHERE id = ?", (self.table,)).fetchone()
        self.data = json.loads(data)

    @property
    def heard(self) -> str:
        """All that was ever told to anybody, and logged."""
        talks = [text for talk in self.talks for text in talk.texts]
        answers = [text for guest in self.guests for text in guest.texts]
        return "\n".join([*talks, *answers, self.log])


@pytest.fixture(scope="module", params=["usa", "europe", "world"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp(request.param), request.param)


# --- twins -----------------------------------------------------------------------------------------------------------


def make_twin(played: Played, client: int, folder: Path) -> Path:
    """A copy of the database in which everything hidden from the client is something else."""
    folder.mkdir()
    target = folder / "games.sqlite"
    shutil.copy(played.file, target)
    board = load_board(played.map)
    dice = random.Random(client)
    view_of = SPECTATOR if client == LOOKER else client
    changed = 0
    with closing(sqlite3.connect(target)) as connection:
        rows = connection.execute(
            'SELECT seq, seat, action, events, packed FROM entries WHERE "table" = ?', (played.table,)
        ).fetchall()
        for seq, seat, action, events, packed in rows:
            state = from_bytes(board, packed)
            other = sample(View(state, view_of), dice.randbytes(32))
            assert View(other, view_of).to_bytes() == View(state, view_of).to_bytes()
            told = [changed_event(board, event, client, dice) for event in json.loads(events)]
            if action is not None and action.startswith("keep") and seat != client:
                action = dice.choice(["keep 1", "keep 2", "keep 1 2", "keep 2 3", "keep 1 2 3"])
            if action is not None and action.startswith("split") and seat != client:
                action = dice.choice(["split 20 40", "split 25 35"])
            new = to_bytes(other)
            changed += new != packed
            connection.execute(
                'UPDATE entries SET action = ?, events = ?, packed = ? WHERE "table" = ? AND seq = ?',
                (action, json.dumps(told, separators=(",", ":")).encode(), new, played.table, seq),
            )
        data = json.loads(json.dumps(played.data))
        for number, each in enumerate(data["seats"]):
            each["luck"] = dice.randbytes(32).hex()
            if number != client and each["premoves"]:
                each["premoves"] = [["draw deck", "draw deck"]]
        connection.execute("UPDATE tables SET data = ? WHERE id = ?", (json.dumps(data), played.table))
        connection.commit()
    assert changed == len(rows), "everything was dealt anew"
    return target


def changed_event(board: Board, event: dict[str, Any], client: int, dice: random.Random) -> dict[str, Any]:
    key = SECRETS.get(event["event"])
    if key in event and event.get("seat") != client:
        names = {"tickets": board.ticket_names, "pieces": range(60)}.get(key, board.card_names)
        event = {**event, key: [dice.choice(list(names)) for _ in event[key]]}
    return event


def everything(database: Path, played: Played, client: int) -> list[Any]:
    """All that a client can get out of the server about the game, and what it logs and counts meanwhile."""
    found: list[Any] = []
    table = played.table
    with logs() as log, Running(f"sqlite:///{database}") as running:
        guest = Guest(running)
        guest.http.cookies = played.guests[client].http.cookies

        def ask(method: str, path: str, body: Any = None, **query: Any) -> None:
            try:
                guest.ask(method, path, body, params=query)
            except Refused as refused:
                found.append(str(refused))
            found.append(guest.texts[-1])

        talk = Talk(guest)
        talk.watch(table)
        talk.send("unwatch", table=table)
        again = Talk(guest)
        again.watch(table, since=0)
        again.until_seq(played.seq - 1)
        again.until_type("chat")
        for path in ("", "/view", "/record", "/entries", "/entries?seat=open"):
            ask("GET", f"/api/tables/{table}{path}")
        ask("GET", f"/api/tables/{table}/events", since="abc")
        for at in range(played.seq + 1):
            ask("GET", f"/api/tables/{table}/view", at=at)
        for seat in ("0", "1", "2", "3", "open", "9"):
            ask("GET", f"/api/tables/{table}/view", seat=seat, at=5)
            ask("GET", f"/api/tables/{table}/view", seat=seat)
        ask("GET", "/api/games")
        ask("GET", f"/api/people/{played.guests[0].id}")
        possible = {action for turn in again.turns for action in turn["actions"]}
        for number, action in enumerate(wish for wish in tries(played.map) if wish not in possible):
            for number_of_seat in range(4):
                again.act(number_of_seat, action, played.seq, f"try-{number}-{number_of_seat}")
        again.act(0, "pass", 3, "old")
        again.send("undo", table=table, seat=1, base_seq=3, action_id="undone")
        again.until_type("refused")
        for each in range(3):
            act = {"seat": each, "base_seq": 3, "action_id": f"rest-{each}", "action": "draw deck"}
            ask("POST", f"/api/tables/{table}/act", act)
            ask("PUT", f"/api/tables/{table}/premove", {"seat": each, "actions": ["claim nothing"]})
        with guest.http.stream("GET", f"/api/tables/{table}/events?since=0") as stream:
            lines = (line for line in stream.iter_lines() if line)
            # The table as it is, every entry, and what was said.
            for _ in range(1 + played.seq + 1):
                found.append(next(lines))
        found += talk.texts + again.texts
        counted = guest.get("/metrics")
        # Times and what depends on them are nobody's secret.
        timely = re.compile("seconds|commit|requests_total|socket_messages|_awake")
        found.append([line for line in counted.splitlines() if not timely.search(line)])
        found.append([one for one in log.getvalue().splitlines() if '"ms"' not in one and "open:" not in one])
    return found


def tries(map_: str) -> list[str]:
    """Actions that no player has, whatever is held: what the refusal says must not depend on what others hold."""
    board = load_board(map_)
    some = [f"claim {route} {card}" for route in board.route_names[::9] for card in ("red", "locomotive", "blue+1")]
    return [
        "keep 1 2 3 4 5 6",
        "withdraw",
        "pay red",
        "draw 9",
        "nonsense",
        f"station {board.city_names[0]} red+9",
        f"port {board.city_names[0]} red 1 9",
        "split 1 2",
        "exchange 99 trains",
        "draw 9 ships",
        *some,
    ]


@pytest.mark.parametrize("client", range(4))
def test_a_twin_with_other_hidden_cards_tells_the_same(played: Played, client: int, tmp_path: Path) -> None:
    twin = make_twin(played, client, tmp_path / "twin")
    original = tmp_path / "original" / "games.sqlite"
    original.parent.mkdir()
    shutil.copy(played.file, original)
    real, other = everything(original, played, client), everything(twin, played, client)
    assert len(real) == len(other) > 100
    for one, two in zip(real, other, strict=True):
        assert one == two


@pytest.mark.parametrize("client", range(4))
def test_what_was_told_live_is_what_is_told_later(played: Played, client: int, tmp_path: Path) -> None:
    """So that the comparison of twins, which is made later, speaks for the game as it was played too."""
    shutil.copy(played.file, tmp_path / "games.sqlite")
    with Running(sqlite_at(tmp_path)) as running:
        guest = Guest(running)
        guest.http.cookies = played.guests[client].http.cookies
        talk = Talk(guest)
        talk.watch(played.table, since=0)
        talk.until_seq(played.seq - 1)
    later = {message["seq"]: message for message in talk.heard if message["type"] == "entry"}
    live = [message for message in played.talks[client].heard if message["type"] == "entry"]
    assert len(live) > 50
    for message in live:
        assert message == later[message["seq"]]


def test_only_own_seats_are_in_what_a_client_hears(played: Played) -> None:
    for client, talk in enumerate(played.talks):
        mine = set() if client == LOOKER else {client}
        for message in talk.heard:
            assert {own["seat"] for own in message.get("own", [])} <= mine
            assert {turn["seat"] for turn in message.get("turns", [])} <= mine
            for event in message.get("events", []):
                if event.get("seat") not in mine:
                    assert SECRETS.get(event["event"]) not in event
            if message["type"] == "entry" and message["seat"] not in mine:
                assert not (message["action"] or "").startswith(("keep", "split"))


def test_a_split_is_told_when_all_have_chosen(tmp_path: Path) -> None:
    """W2: that somebody has chosen everybody hears, what only the chooser; then all splits come together."""
    with Running(sqlite_at(tmp_path)) as running:
        table, guests = seated(running, 3, map_="world")
        talks = watching(table, guests)
        play_on(talks, random.Random(2), 3)
        assert talks[0].public["phase"] == "split"
        wishes = ("split 20 40", "split 25 35", "split 18 42")
        for seat in (2, 0):
            done = talks[seat].act(seat, wishes[seat])
            for talk in talks:
                talk.until_seq(done["seq"])
        assert [player["chosen"] for player in talks[1].public["players"]] == [True, False, True]
        assert [player["trains"] for player in talks[1].public["players"]] == [0, 0, 0]
        assert [talk.own[0]["split"] for talk in talks] == [20, None, 18]
        heard = [message for message in talks[1].heard if message["type"] == "entry" and message["seat"] in (0, 2)]
        assert all(message["action"] is None for message in heard)
        assert not any("pieces" in event for message in heard for event in message["events"])
        done = talks[1].act(1, wishes[1])
        for talk in talks:
            talk.until_seq(done["seq"])
            assert [player["trains"] for player in talk.public["players"]] == [20, 25, 18]
            assert [player["ships"] for player in talk.public["players"]] == [40, 35, 42]
            assert [player["box"] for player in talk.public["players"]] == [
                {"trains": 5, "ships": 10},
                {"trains": 0, "ships": 15},
                {"trains": 7, "ships": 8},
            ]
        assert talks[1].undo(1)["code"] == "undo_after_hidden"
        for talk in talks:
            talk.close()


def test_secrets_are_nowhere(played: Played) -> None:
    """Neither the secret nor what the seats contributed nor the key, in no answer, message or line of the log."""
    heard = played.heard
    lucks = [seat["luck"] for seat in played.data["seats"]]
    seal = Seal(bytes.fromhex(played.data["secret"]), tuple(bytes.fromhex(luck) for luck in lucks))
    assert seal.commitment in heard
    for secret in (played.data["secret"], seal.key.hex(), *lucks):
        assert len(secret) == 64 and secret not in heard
    for guest in played.guests:
        for cookie in guest.http.cookies.values():
            assert cookie not in heard
    assert '"premoves":[{' not in heard and "luck" not in re.sub("good luck", "", heard)


def test_logs_and_metrics_know_no_cards(played: Played) -> None:
    board = load_board(played.map)
    for text in (played.log, played.metrics):
        assert text
        for name in (*board.ticket_names, *board.route_names, *board.card_names, "keep", "claim"):
            assert not re.search(rf"\b{re.escape(name)}\b", text), name
