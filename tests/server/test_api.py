"""Every route of the REST interface, used rightly and wrongly: who may what, origins, rates, sizes, files."""

from __future__ import annotations

import json
import random
import time
import zlib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from server.guests import Guest, Refused, Running, play_on, seated, sqlite_at, watching
from trunkline.game import Game
from trunkline.game.record import verify
from trunkline.server import services as services_module

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path_factory.mktemp("api"))) as server:
        yield server


def account(running: Running, name: str) -> tuple[Guest, str]:
    guest = Guest(running, name)
    return guest, str(guest.post("/api/account", name=name, password=PASSWORD)["recovery"])


def refusal(code: str, status: int | None = None) -> Any:
    """What a request is expected to be refused with."""
    return pytest.raises(Refused, match=f"^{status or ''}.*\\b{code}\\b")


# --- the house -------------------------------------------------------------------------------------------------------


def test_the_door_and_the_maps(running: Running) -> None:
    nobody = Guest(running)
    assert "<title>Trunkline" in nobody.get("/")
    maps = {each["id"]: each for each in nobody.get("/api/maps")}
    assert {"usa", "europe"} <= set(maps)
    usa = nobody.get("/api/maps/usa")
    assert len(usa["routes"]) > 90 and usa["variants"]["base"]["tickets"]
    with refusal("no_such_map", 404):
        nobody.get("/api/maps/atlantis")
    with refusal("bad_request", 400):
        nobody.get("/api/maps/..%2Fusa.toml".replace("%2F", "%5C"))
    bots = nobody.get("/api/bots")
    assert [bot["name"] for bot in bots[:4]] == ["beginner", "traveller", "planner", "expert"]
    assert [bot["level"] for bot in bots[:4]] == [1, 2, 3, 4] and {bot["kind"] for bot in bots[:4]} == {"level"}
    assert {bot["name"] for bot in bots if bot["kind"] == "style"} == {"collector", "hoarder", "blocker"}
    assert {"name": "greedy", "kind": "baseline", "level": 2, "pace": [0.6, 1.6]} in bots
    assert nobody.get("/health")["status"] == "ok"
    assert "trunkline_requests_total" in nobody.get("/metrics")
    with refusal("no_such_page", 404):
        nobody.get("/api/nothing")
    with refusal("method_not_allowed", 405):
        nobody.delete("/api/maps")
    assert len(nobody.get("/schema/openapi.json")["paths"]) > 30


def test_large_answers_for_everybody_are_packed(running: Running) -> None:
    """Maps and rules are sent with gzip to whoever takes it; answers to one person never are (BREACH)."""
    guest = Guest(running, "Ada")
    for path in ("/api/maps/usa", "/api/help?map=usa"):
        packed = guest.http.get(path, headers={"Accept-Encoding": "gzip"})
        plain = guest.http.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        assert packed.json() == plain.json() and int(packed.headers["content-length"]) < len(plain.content) / 2
    assert "content-encoding" not in guest.http.get("/api/me", headers={"Accept-Encoding": "gzip"}).headers


def test_answers_carry_the_headers_of_safety(running: Running) -> None:
    headers = Guest(running).http.get("/api/me").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "server" not in headers


# --- people ----------------------------------------------------------------------------------------------------------


def test_a_guest_is_made_and_renamed(running: Running) -> None:
    guest = Guest(running)
    assert guest.get("/api/me") == {"person": None, "muted": []}
    for path in ("/api/tables", "/api/mutes", "/api/account"):
        with refusal("who_are_you|bad_request"):
            guest.post(path)
    answer = guest.http.post("/api/me", json={"name": "Zoë"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "secure" not in cookie and "path=/" in cookie
    assert answer.json()["person"]["kind"] == "guest"
    assert guest.post("/api/me", name="Zoe")["person"]["id"] == answer.json()["person"]["id"]
    for name in ("", " ", "a  b", "x" * 25, "\u202eabc", "..."):
        with refusal("bad_name|bad_request", 400):
            guest.post("/api/me", name=name)
    with refusal("bad_request", 400):
        guest.post("/api/me", name="Zoe", admin=True)
    assert guest.delete("/api/session") == ""
    assert guest.get("/api/me")["person"] is None


def test_the_cookie_is_secure_behind_https(tmp_path: Path) -> None:
    with Running(sqlite_at(tmp_path), public_url="https://trains.example.org") as behind:
        there = {"Origin": "https://trains.example.org", "X-Forwarded-Proto": "https"}
        answer = httpx.post(f"{behind.url}/api/me", json={"name": "Ada"}, headers=there)
        assert answer.status_code == 200 and "secure" in answer.headers["set-cookie"].lower()
        here = httpx.post(f"{behind.url}/api/me", json={"name": "Ada"}, headers={"Origin": behind.url})
        assert (here.status_code, here.json()["code"]) == (403, "wrong_origin")


def test_an_account_on_two_devices(running: Running) -> None:
    guest, code = account(running, "Grace")
    table = guest.open()
    other = Guest(running)
    with refusal("wrong_password", 403):
        other.post("/api/session", name="Grace", password="wrong password")
    with refusal("wrong_password", 403):
        other.post("/api/session", name="Nobody Here", password=PASSWORD)
    assert other.post("/api/session", name="grace", password=PASSWORD)["person"]["id"] == guest.id
    assert other.get("/api/games", person="me")[0]["table"]["table"] == table
    with refusal("name_taken", 409):
        Guest(running).post("/api/me", name="GRACE")
    with refusal("not_a_guest", 403):
        guest.post("/api/account", name="Grace", password=PASSWORD)
    # A new password by code ends every session, also those that are open right now.
    talk = guest.talk()
    talk.send("ping")
    talk.hear()
    with refusal("wrong_code", 403):
        other.post("/api/account/recover", name="Grace", code="AAAA-AAAA", password="another password")
    fresh = other.post("/api/account/recover", name="Grace", code=code, password="another password")["recovery"]
    assert fresh != code
    assert talk.closed_with() == 4001
    assert guest.get("/api/me")["person"] is None
    other.post("/api/session", name="Grace", password="another password")
    # Gone, but for a code in its place.
    with refusal("wrong_password", 403):
        other.delete("/api/account", password=PASSWORD)
    other.delete("/api/account", password="another password")
    assert other.get("/api/me")["person"] is None
    assert Guest(running).get(f"/api/people/{guest.id}")["person"]["kind"] == "deleted"


def test_logging_out_closes_the_sockets_of_this_device_only(running: Running) -> None:
    guest, _ = account(running, "Two Devices")
    other = Guest(running)
    other.post("/api/session", name="Two Devices", password=PASSWORD)
    here, there = guest.talk(), other.talk()
    for talk in (here, there):
        talk.send("ping")
        talk.hear()
    guest.delete("/api/session")
    assert here.closed_with() == 4001
    there.send("ping")
    assert there.hear()["type"] == "pong"


def test_tokens_let_bots_play_and_no_more(running: Running) -> None:
    guest, _ = account(running, "Botmaster")
    made = guest.post("/api/tokens", label="my bot")
    assert made["secret"].startswith("tl_")
    assert [token["label"] for token in guest.get("/api/tokens")] == ["my bot"]
    assert made["secret"] not in json.dumps(guest.get("/api/tokens"))
    bot = Guest(running, token=made["secret"])
    assert bot.get("/api/me")["person"]["id"] == guest.id
    table = bot.open(seats=["me", "me"])
    bot.post(f"/api/tables/{table}/start")
    talk = bot.talk()
    talk.watch(table)
    assert talk.own
    for method, path, body in (
        ("POST", "/api/tokens", {"label": "more"}),
        ("GET", "/api/tokens", None),
        ("DELETE", "/api/account", {"password": PASSWORD}),
        ("PUT", "/api/notices", {}),
        ("POST", "/api/me", {"name": "Other"}),
    ):
        with refusal("not_by_token", 403):
            bot.ask(method, path, body)
    with refusal("no_such_token", 404):
        guest.delete("/api/tokens/unknown")
    guest.delete(f"/api/tokens/{made['token']['id']}")
    assert talk.closed_with() == 4001
    with refusal("bad_token", 401):
        bot.get("/api/me")
    with refusal("not_an_account", 403):
        Guest(running, "Only A Guest").post("/api/tokens", label="no")


def test_notices_and_mutes(running: Running) -> None:
    guest = Guest(running, "Told")
    assert guest.get("/api/notices")["webhook"] is None
    for url in ("ftp://example.org", "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "nonsense"):
        with refusal("bad_url", 400):
            guest.put("/api/notices", webhook=url)
    with refusal("bad_subscription|bad_url", 400):
        guest.put("/api/notices", push={"endpoint": "https://push.example", "keys": {"p256dh": "x", "auth": "y"}})
    assert guest.put("/api/notices", webhook=None, push=None)["push"] == []
    other = Guest(running, "Other")
    guest.post("/api/mutes", person=other.id)
    assert guest.get("/api/me")["muted"] == [other.id]
    guest.delete(f"/api/mutes/{other.id}")
    assert guest.get("/api/me")["muted"] == []
    with refusal("no_such_person", 404):
        guest.post("/api/mutes", person="nobody")
    with refusal("no_such_person", 404):
        guest.get("/api/people/nobody")


# --- safety ----------------------------------------------------------------------------------------------------------


def test_other_pages_cannot_act_for_somebody(running: Running) -> None:
    guest = Guest(running, "Careful")
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": running.url, "Sec-Fetch-Site": "cross-site"},
        {"Origin": running.url, "Sec-Fetch-Site": "same-site"},
    ):
        answer = guest.http.post("/api/tables", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin"), headers
    # Reading is no danger: the answer is not for them, as no header allows it.
    answer = guest.http.get("/api/me", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 200 and "access-control-allow-origin" not in answer.headers
    # A token is not sent along by a browser.
    owner, _ = account(running, "Token Owner")
    bot = Guest(running, token=owner.post("/api/tokens", label="x")["secret"])
    assert bot.http.post("/api/me", json={}, headers={"Origin": "https://evil.example"}).status_code == 400


def test_nobody_acts_for_another(running: Running) -> None:
    table, guests = seated(running, 2)
    stranger = Guest(running, "Stranger")
    act = {"seat": 0, "base_seq": 1, "action_id": "x", "action": "keep 1 2 3"}
    for who in (stranger, guests[1]):
        with refusal("not_your_seat", 403):
            who.post(f"/api/tables/{table}/act", **act)
        with refusal("not_your_seat", 403):
            who.post(f"/api/tables/{table}/undo", seat=0, base_seq=1, action_id="y")
        with refusal("not_your_seat", 403):
            who.put(f"/api/tables/{table}/premove", seat=0, actions=[])
        with refusal("not_the_host", 403):
            who.post(f"/api/tables/{table}/replace", seat=0, bot="random")
        with refusal("game_in_progress", 403):
            who.get(f"/api/tables/{table}/view", seat="0")
        with refusal("game_in_progress", 403):
            who.get(f"/api/tables/{table}/view", seat="open", at=0)
    with refusal("not_seated", 403):
        stranger.post(f"/api/tables/{table}/leave")
    with refusal("game_in_progress", 403):
        guests[0].get(f"/api/tables/{table}/record")
    done = guests[0].post(f"/api/tables/{table}/act", **act)
    assert done == {"type": "done", "table": table, "action_id": "x", "seq": 1}
    assert guests[0].post(f"/api/tables/{table}/act", **act) == done
    undone = guests[0].post(f"/api/tables/{table}/undo", seat=0, base_seq=2, action_id="y")
    assert undone["seq"] == 2


def test_bodies_are_bounded(running: Running) -> None:
    guest = Guest(running, "Large")
    with refusal("too_large", 413):
        guest.post("/api/me", name="x" * 20_000)
    with refusal("too_large", 413):
        guest.ask("POST", "/api/records", content=b"x" * (8 * 1024 * 1024 + 1))
    for body in (b"", b"{", b"[]", b"\xff\xfe", b'{"name": 7}', b"[" * 10_000):
        with refusal("bad_request", 400):
            guest.ask("POST", "/api/me", content=body, headers={"Content-Type": "application/json"})


def test_rates_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The clock of the rates stands still, so that a slow machine is refused as soon as a fast one.
    monkeypatch.setattr(services_module, "time", SimpleNamespace(monotonic=lambda: 1000.0, time=time.time))
    with Running(sqlite_at(tmp_path), limits=True) as strict:
        guest = Guest(strict, "Eager")

        def open_many() -> None:
            for _ in range(30):
                guest.post(f"/api/tables/{guest.open()}/close")

        with pytest.raises(Refused) as caught:
            open_many()
        assert (caught.value.status, caught.value.code) == (429, "too_fast")
        assert caught.value.params["retry"] > 0
        for _ in range(8):
            with refusal("wrong_password"):
                guest.post("/api/session", name="Somebody", password="guess guess")
        with refusal("too_fast", 429):
            guest.post("/api/session", name="Somebody", password="guess guess")
        answer = None
        for _ in range(300):
            answer = guest.http.get("/api/me")
            if answer.status_code == 429:
                break
        assert answer is not None and answer.status_code == 429 and int(answer.headers["retry-after"]) >= 1


def test_errors_tell_nothing_of_the_inside(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest(running, "Curious")

    async def broken(*_: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr(running.services.store, "public_tables", broken)
    with refusal("internal", 500):
        guest.get("/api/tables")
    assert "secret inside" not in "".join(guest.texts) and "Traceback" not in "".join(guest.texts)


# --- tables ----------------------------------------------------------------------------------------------------------


def test_tables_are_listed_only_if_public(running: Running) -> None:
    guest = Guest(running, "Opener")
    shown, hidden = guest.open(public=True), guest.open()
    listed = {each["table"] for each in guest.get("/api/tables")}
    assert shown in listed and hidden not in listed
    with refusal("bad_request", 400):
        guest.get("/api/tables", status="over")
    info = Guest(running).get(f"/api/tables/{hidden}")
    assert info["status"] == "open" and len(info["commitment"]) == 64
    with refusal("no_such_table", 404):
        guest.get("/api/tables/unknown")
    guest.post(f"/api/tables/{shown}/close")
    assert shown not in {each["table"] for each in guest.get("/api/tables")}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"map": "atlantis"}, "no_such_map"),
        ({"variant": "none"}, "no_such_map"),
        ({"seats": [{"kind": "me"}]}, "bad_request"),
        ({"seats": [{"kind": "me"}] * 6}, "bad_request"),
        ({"seats": [{"kind": "bot", "bot": "greedy"}] * 2}, "nobody_to_play"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "genius"}]}, "no_such_bot"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "no_such_bot"),
        ({"substitute": "genius"}, "no_such_bot"),
        ({"first": 3}, "no_such_seat"),
        ({"luck": "xyz"}, "bad_request"),
        ({"clock": {"kind": "move", "seconds": 1}}, "bad_request"),
        ({"secret": "00"}, "bad_request"),
    ],
)
def test_tables_that_cannot_be(running: Running, wrong: dict[str, Any], code: str) -> None:
    guest = Guest(running, "Opener")
    right = {"map": "usa", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with refusal(code, 400):
        guest.post("/api/tables", **{**right, **wrong})


def test_a_turn_that_waits_is_among_my_games(running: Running) -> None:
    table, guests = seated(running, 2, first=0)
    for guest in guests:
        assert [game["your_turn"] for game in guest.get("/api/games", waiting="true")] == [True]
    guests[1].post(f"/api/tables/{table}/act", seat=1, base_seq=1, action_id="a", action="keep 1 2 3")
    assert guests[1].get("/api/games", waiting="true") == []
    assert [game["your_turn"] for game in guests[1].get("/api/games")] == [False]
    with refusal("bad_request", 400):
        guests[1].get("/api/games", person=guests[0].id)


# --- the stream for bots ---------------------------------------------------------------------------------------------


def test_the_stream_tells_what_the_socket_tells(running: Running) -> None:
    table, guests = seated(running, 2)
    talks = watching(table, guests)
    second = guests[1].same_person()
    with second.http.stream("GET", f"/api/tables/{table}/events") as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        first = next(lines)
        assert first["type"] == "snapshot" and [own["seat"] for own in first["own"]] == [1]
        play_on(talks, random.Random(4), 6)
        entries: list[dict[str, Any]] = []
        while len(entries) < 6:
            message = next(lines)
            if message["type"] == "entry":
                entries.append(message)
    assert entries == [message for message in talks[1].heard if message["type"] == "entry"][-6:]
    with second.http.stream("GET", f"/api/tables/{table}/events?since=2") as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        assert next(lines)["type"] == "table"
        assert [next(lines)["seq"] for _ in range(4)] == [2, 3, 4, 5]
    with refusal("bad_request", 400):
        second.get(f"/api/tables/{table}/events", since=-1)


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(running: Running, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Guest, bytes, str]:
    """A finished game with an undo and a substitute in it: its table, a player, its file, what was promised before."""
    guests = [Guest(running, f"Player {number}") for number in range(2)]
    table = guests[0].open("europe", ["me", "open"], luck="aa" * 32, first=0)
    promise = guests[1].post(f"/api/tables/{table}/join", luck="bb" * 32)["commitment"]
    guests[0].post(f"/api/tables/{table}/start")
    talks = watching(table, guests)
    done = talks[0].act(0, talks[0].turns[0]["actions"][0])
    talks[0].until_seq(done["seq"])
    assert talks[0].undo(0)["type"] == "done"
    for talk in talks:
        talk.until_seq(done["seq"] + 1)
    play_on(talks, random.Random(12))
    answer = guests[0].http.get(f"/api/tables/{table}/record")
    assert "attachment" in answer.headers["content-disposition"]
    return table, guests[0], answer.content, promise


def test_a_finished_game_is_a_file_that_proves_itself(finished: tuple[str, Guest, bytes, str], tmp_path: Path) -> None:
    table, guest, body, promise = finished
    path = tmp_path / "game.jsonl"
    path.write_bytes(body)
    game = Game.load(path)
    assert verify(game, promise) == []
    assert game.over
    assert game.seal is not None and [each.hex() for each in game.seal.contributions] == ["aa" * 32, "bb" * 32]
    sheet = guest.get(f"/api/tables/{table}/view")["public"]["sheet"]
    assert [score["total"] for score in sheet["players"]] == list(game.score_sheet().totals)


def test_an_imported_game_can_be_looked_at_and_exported_again(finished: tuple[str, Guest, bytes, str]) -> None:
    table, guest, body, _ = finished
    info = guest.ask("POST", "/api/records", content=body)
    assert info["status"] == "over" and not any(seat["person"] for seat in info["seats"])
    there = guest.get(f"/api/tables/{info['table']}/view", seat="open")
    assert there["public"] == guest.get(f"/api/tables/{table}/view", seat="open")["public"]
    assert guest.get(f"/api/tables/{info['table']}/view", at=0, seat="1")["own"][0]["seat"] == 1
    assert guest.http.get(f"/api/tables/{info['table']}/record").content == body
    with refusal("not_seated", 403):
        guest.post(f"/api/tables/{info['table']}/rematch")
    with refusal("table_over"):
        guest.post(f"/api/tables/{info['table']}/join")
    with refusal("no_such_seq", 404):
        guest.get(f"/api/tables/{info['table']}/view", at=100_000)
    with refusal("no_such_seat", 400):
        guest.get(f"/api/tables/{info['table']}/view", seat="4")


def test_files_that_do_not_prove_themselves(finished: tuple[str, Guest, bytes, str]) -> None:
    _, guest, body, _ = finished
    lines = body.decode().splitlines()
    head = json.loads(lines[0])
    bomb = b64encode(zlib.compress(bytes(30_000_000))).decode()

    def changed(line: int, **fields: Any) -> str:
        return "\n".join([*lines[:line], json.dumps({**json.loads(lines[line]), **fields}), *lines[line + 1 :]])

    for wrong, reason in (
        ("", "form"),
        ("nonsense", "form"),
        ("\n".join(lines[:-1]), "unfinished"),
        (changed(0, secret="00" * 32), "rules"),
        (changed(0, commitment="00" * 32), "rules"),
        (changed(0, contributions=[]), "rules"),
        (changed(0, secret=None), "rules"),
        (changed(0, map="/etc/passwd"), "form"),
        (changed(0, map="../maps/usa.toml"), "form"),
        (changed(0, map=["usa"]), "form"),
        (changed(0, variant="none"), "form"),
        (changed(0, state=bomb), "form"),
        (changed(1, state=bomb), "form"),
        (changed(1, state="AAAA"), "form"),
        (changed(3, state=json.loads(lines[4])["state"]), "rules"),
        (changed(1, seat=7), "form"),
        (changed(1, seat="0" * 5000), "form"),
        ("\n".join([lines[0], lines[2], *lines[1:]]), "rules"),
        ("[" * 100_000, "form"),
        (json.dumps(head) + "\n" + "{}\n" * 5000, "form"),
    ):
        with pytest.raises(Refused) as caught:
            guest.ask("POST", "/api/records", content=wrong.encode())
        assert (caught.value.code, caught.value.params) == ("bad_record", {"reason": reason}), wrong[:100]
    assert "/tmp" not in "".join(guest.texts) and "Traceback" not in "".join(guest.texts)
