"""`trunkline serve` and `trunkline db` as they are started: soon there, plain about trouble, graceful at the end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from server.guests import PATIENCE, Guest, Running, play_on, seated, sqlite_at, watching
from trunkline.server.ops import lan
from trunkline.server.settings import BadSetting, Settings, meaning
from trunkline.server.tables.finish import Finish

COMMAND = [sys.executable, "-c", "from trunkline.cli import main; main()"]


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "200", **variables}
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=60, check=False, env=environment)


class Started:
    """The server as its own process."""

    def __init__(self, folder: Path, *words: str, **variables: str) -> None:
        environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1", **variables}
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", self.said)
        assert found is not None, (self.said, self.process.communicate())
        self.url = found.group()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[str, str]:
        self.process.send_signal(how)
        return self.process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_starts_with_nothing_to_configure_and_stops_when_told(tmp_path: Path, how: signal.Signals) -> None:
    server = Started(tmp_path, DATABASE_URL="", TRUNKLINE_LOG_FORMAT="json")
    assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
    assert (tmp_path / "trunkline" / "trunkline.sqlite").exists()
    assert str(tmp_path) in server.said
    _, errors = server.stop(how)
    assert "Traceback" not in errors
    assert '"text":"closed"' in errors


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port, "--database", str(tmp_path / "x.sqlite"))
    assert done.returncode == 1 and f"Port {port} is taken" in done.stderr and "Traceback" not in done.stderr


def test_a_database_that_cannot_be(tmp_path: Path) -> None:
    for url in ("mysql://x", "postgresql://nobody@127.0.0.1:1/none", str(tmp_path)):
        done = run("serve", "--port", "0", "--database", url)
        assert done.returncode != 0 and "Traceback" not in done.stderr, done.stderr
        assert done.stderr.strip()


def test_two_on_one_file(tmp_path: Path) -> None:
    server = Started(tmp_path, DATABASE_URL="")
    second = run("serve", "--port", "0", XDG_DATA_HOME=str(tmp_path), DATABASE_URL="")
    assert second.returncode == 1 and "in use by another" in second.stderr
    file = tmp_path / "trunkline" / "trunkline.sqlite"
    copied = run("db", "backup", str(tmp_path / "copy.sqlite"), "--database", str(file))
    assert copied.returncode == 0, copied.stderr
    server.stop()
    checked = run("db", "check", "--database", str(tmp_path / "copy.sqlite"))
    assert checked.returncode == 0 and "intact and up to date" in checked.stdout
    assert run("db", "check", "--database", str(tmp_path / "none.sqlite")).returncode == 1
    upgraded = run("db", "upgrade", "--database", str(tmp_path / "new.sqlite"))
    assert upgraded.returncode == 0 and "is up to date." in upgraded.stdout


def test_help_explains_every_setting() -> None:
    told = " ".join(run("serve", "--help").stdout.split())
    for name in Settings.__dataclass_fields__:
        assert meaning(name).split("[")[1].rstrip("]") in told, name


def test_settings_are_read_and_checked() -> None:
    variables = {"TRUNKLINE_PORT": "9000", "TRUNKLINE_LIMITS": "no", "TRUNKLINE_BOT_PAUSE": "0.5", "DATABASE_URL": "x"}
    settings = Settings.read(variables, port=9001, host=None)
    assert (settings.port, settings.limits, settings.bot_pause, settings.database) == (9001, False, 0.5, "x")
    for wrong in ({"TRUNKLINE_PORT": "many"}, {"TRUNKLINE_LIMITS": "maybe"}, {"TRUNKLINE_LOG_LEVEL": "loud"}):
        with pytest.raises(BadSetting):
            Settings.read(wrong)
    with pytest.raises(BadSetting):
        Settings(public_url="trains.example.org")
    assert Settings(public_url="https://A.example/, http://b:80").origins == {"https://a.example", "http://b"}


# --- what is made good after a crash ---------------------------------------------------------------------------------


def test_a_result_that_was_not_recorded_is_recorded_later_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(self: Finish, table: object) -> None:
        raise SystemError("a crash between the end and the recording")

    import random

    with monkeypatch.context() as patched, Running(sqlite_at(tmp_path)) as first:
        patched.setattr(Finish, "_record", crash)
        table, guests = seated(first, 2)
        talks = watching(table, guests)
        play_on(talks, random.Random(1))
        talks[0].until_over()
        assert guests[0].get(f"/api/people/{guests[0].id}")["games"] == []
    for _ in range(2):
        with Running(sqlite_at(tmp_path)) as again:
            player = Guest(again)
            player.http.cookies = guests[0].http.cookies
            end = time.monotonic() + PATIENCE
            while not player.get(f"/api/people/{guests[0].id}")["games"] and time.monotonic() < end:
                time.sleep(0.05)
            page = player.get(f"/api/people/{guests[0].id}")
            assert [game["table"] for game in page["games"]] == [table]
            assert page["statistics"]["games"] == 1


def test_bots_that_were_thinking_when_the_server_stopped_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trunkline.server.tables.finish.STUCK_SECONDS", 0.0)
    with Running(sqlite_at(tmp_path), bot_pause=3600.0) as first:
        host = Guest(first, "Host")
        table = host.open(seats=["me", "random"])
        seq = host.post(f"/api/tables/{table}/start")["seq"]
        host.post(f"/api/tables/{table}/act", seat=0, base_seq=seq, action_id="a", action="keep 1 2 3")
        cookies = host.http.cookies
    # Nobody watches, and nobody asks: it goes on by itself until it waits for a person.
    with Running(sqlite_at(tmp_path)) as second:
        back = Guest(second)
        back.http.cookies = cookies
        end = time.monotonic() + PATIENCE
        while not back.get("/api/games")[0]["your_turn"] and time.monotonic() < end:
            time.sleep(0.1)
        assert back.get("/api/games")[0]["your_turn"]


def test_friends_on_the_same_network_open_the_address_that_is_printed(tmp_path: Path) -> None:
    """As a user does it: start, read the address and the code under it, and open the address on another device."""
    found = lan.addresses()
    if not found:
        pytest.skip("this machine has no address on a network")
    server = Started(tmp_path, "--lan", DATABASE_URL="", PYTHONIOENCODING="utf-8")
    try:
        assert server.process.stdout is not None
        port = server.url.rpartition(":")[2]
        lines: list[str] = []
        while not lines or not lines[-1].startswith("  http://"):
            lines.append(server.process.stdout.readline().rstrip("\n"))
        address = lines[-1].strip()
        assert address == lan.url(found[0], int(port))
        drawn = [server.process.stdout.readline().rstrip("\n") for _ in range(len(lan.qr(address).splitlines()) + 1)]
        assert [line for line in drawn if line] == [line for line in lan.qr(address).splitlines() if line]
        assert httpx.get(address).status_code == 200
        assert httpx.get(f"{address}health").json()["status"] == "ok"
        # A page that came from there may play: it is the host that it asks.
        guest = httpx.post(f"{address}api/me", json={"name": "Phone"}, headers={"Origin": address.rstrip("/")})
        assert guest.status_code == 200 and guest.json()["person"]["name"] == "Phone"
    finally:
        server.stop()


def test_without_lan_nobody_else_is_let_in(tmp_path: Path) -> None:
    found = [address for address in lan.addresses() if ":" not in address]
    if not found:
        pytest.skip("this machine has no address on a network")
    server = Started(tmp_path, DATABASE_URL="")
    try:
        with pytest.raises(httpx.ConnectError):
            httpx.get(lan.url(found[0], int(server.url.rpartition(":")[2])))
    finally:
        server.stop()
