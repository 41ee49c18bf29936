"""Attacks by strangers: they use up neither the allowance of the players nor the time of the server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from server.guests import Guest, Running, seated, watching
from trunkline.server import house as house_room
from trunkline.server.limits import RATES


class Clock:
    """The time by which rates are counted: it stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(house_room, "time", SimpleNamespace(monotonic=found, time=time.time))
    return found


@pytest.fixture
def strict(clock: Clock, database_url: str) -> Iterator[Running]:
    """A server with its limits on, on each database."""
    with Running(database_url, limits=True) as server:
        yield server


# --- the allowance of a table ----------------------------------------------------------------------------------------


def test_strangers_do_not_use_up_the_moves_of_a_table(strict: Running) -> None:
    table, players = seated(strict, 2)
    each = int(RATES["move_person"].burst)
    for number in range(int(RATES["move_table"].burst) // each + 1):
        stranger = Guest(strict, f"Stranger {number}").talk()
        stranger.watch(table)
        answers = [stranger.act(0, "keep 1 2 3", base_seq=1) for _ in range(each)]
        assert {answer["code"] for answer in answers} == {"not_your_seat"}
    for seat, talk in enumerate(watching(table, players)):
        assert talk.act(seat, "keep 1 2 3", base_seq=1)["type"] == "done"


def test_the_moves_of_players_are_limited_by_their_table(strict: Running) -> None:
    table, players = seated(strict, 2)
    talks = watching(table, players)
    each = int(RATES["move_person"].burst)
    answers = [talk.act(seat, "pass", base_seq=1) for seat, talk in enumerate(talks) for _ in range(each)]
    assert [answer["code"] for answer in answers].count("too_fast") == 2 * each - RATES["move_table"].burst


@pytest.mark.parametrize("spectators", [False, True])
def test_strangers_do_not_use_up_the_chat_of_a_table(strict: Running, spectators: bool) -> None:
    table, players = seated(strict, 2, spectators=spectators)
    talks = watching(table, players)
    each, shared = int(RATES["chat_person"].burst), int(RATES["chat_table"].burst)
    codes = []
    for number in range(shared // each + 1):
        stranger = Guest(strict, f"Stranger {number}")
        for line in range(each):
            answer = stranger.http.post(f"/api/tables/{table}/say", json={"text": f"buy {number} {line}"})
            codes.append("" if answer.status_code == 204 else answer.json()["code"])
    # Where spectators may talk, they share what there is; elsewhere not one line counts.
    assert set(codes) == ({"", "too_fast"} if spectators else {"no_spectators"})
    assert codes.count("") == (shared if spectators else 0)
    for player in players:
        player.post(f"/api/tables/{table}/say", text="your turn")
    assert talks[0].until(lambda message: message.get("person") == players[1].id)["text"] == "your turn"
