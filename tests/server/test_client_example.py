"""The example of a bot over the network plays a whole game against a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from server.guests import Guest, Running

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"


def token_of(running: Running, name: str) -> str:
    guest = Guest(running, name)
    guest.post("/api/account", name=name, password="a long password")
    return str(guest.post("/api/tokens", label="example")["secret"])


def test_the_example_plays_a_game_to_its_end(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        words = [sys.executable, str(EXAMPLE), running.url, token_of(running, "Botmaker")]
        done = subprocess.run(
            [*words, "--open", "usa", "--against", "random"], capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        assert re.search(r"table \S+ is over after \d+ moves of ours; seat 0: -?\d+, seat 1: -?\d+", done.stdout)


def test_two_of_them_play_each_other(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        tokens = [token_of(running, "First"), token_of(running, "Second")]
        host = Guest(running, token=tokens[0])
        table = host.open("europe", ["me", "open"], rated=True, clock={"kind": "days", "seconds": 86_400})
        Guest(running, token=tokens[1]).post(f"/api/tables/{table}/join")
        host.post(f"/api/tables/{table}/start")
        games = [
            subprocess.Popen(
                [sys.executable, str(EXAMPLE), running.url, token, f"--table={table}"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for token in tokens
        ]
        for game in games:
            out, error = game.communicate(timeout=120)
            assert game.returncode == 0, error
            assert "is over" in out
        assert host.get(f"/api/tables/{table}")["status"] == "over"
        # Two accounts: rated.
        person = host.get("/api/me")["person"]["id"]
        assert host.get(f"/api/people/{person}")["ratings"][0]["games"] == 1


def test_a_wrong_token_is_told_plainly(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        done = subprocess.run(
            [sys.executable, str(EXAMPLE), running.url, "tl_wrong", "--open", "usa"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (1, "refused: bad_token\n")
