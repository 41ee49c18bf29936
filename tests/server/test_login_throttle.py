"""Login throttling: guessing is slow, and an attacker who fails from elsewhere does not lock the owner out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from server.guests import Guest, Refused, Running, sqlite_at
from trunkline.server.http.login_throttle import DEVICE
from trunkline.server.http.rate_limits import RATES
from trunkline.server.people.passwords import Passwords

PASSWORD = "correct horse battery"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path), limits=True, proxies="*") as server:
        server.services.people._passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
        yield server


def at(running: Running, address: str) -> Guest:
    """A device at an address of the network."""
    guest = Guest(running)
    guest.http.headers["X-Forwarded-For"] = address
    return guest


def account(running: Running, address: str) -> tuple[Guest, str]:
    guest = at(running, address)
    guest.post("/api/me", name="Grace")
    made = guest.post("/api/account", name="Grace", password=PASSWORD)
    guest.id = made["person"]["id"]
    return guest, made["recovery"]


def tries(guest: Guest, path: str = "/api/session", **more: str) -> int:
    """How many wrong guesses an address has until it is told to wait."""
    for number in range(1000):
        try:
            guest.post(path, name="Grace", password="guess guess", **more)
        except Refused as refused:
            if refused.code == "too_fast":
                return number
            if refused.code not in ("wrong_password", "wrong_code"):
                raise
    raise AssertionError("guessing is free")


def attacked(running: Running) -> int:
    """Guess from so many addresses that the name is known to be attacked; how many guesses an address has then."""
    allowed = [tries(at(running, f"198.51.100.{number}")) for number in range(12)]
    assert allowed[0] == RATES["login_here"].burst
    assert allowed[-1] == RATES["login_attacked"].burst
    return allowed[-1]


def test_failing_from_elsewhere_does_not_lock_the_owner_out(running: Running) -> None:
    owner, _ = account(running, "203.0.113.1")
    assert attacked(running) < RATES["login_here"].burst
    # On a device that has never been here, from an address of its own, also after a slip.
    fresh = at(running, "203.0.113.2")
    with pytest.raises(Refused, match="wrong_password"):
        fresh.post("/api/session", name="Grace", password="a slip of hand")
    assert fresh.post("/api/session", name="Grace", password=PASSWORD)["person"]["id"] == owner.id


def test_a_known_device_is_not_locked_out_by_its_neighbours(running: Running) -> None:
    """An attacker behind the same address: a school, a café, a provider that has one address for many."""
    owner, _ = account(running, "203.0.113.1")
    owner.delete("/api/session")
    attacked(running)
    assert tries(at(running, "203.0.113.1")) == RATES["login_attacked"].burst
    assert owner.post("/api/session", name="Grace", password=PASSWORD)["person"]["id"] == owner.id
    # Its own wrong guesses count, and a mark that was made up is none.
    owner.delete("/api/session")
    assert tries(owner) == RATES["login_here"].burst
    for mark in ("made.up", "made", "." * 300):
        thief = at(running, "203.0.113.1")
        thief.http.headers["Cookie"] = f"{DEVICE}={mark}"
        assert tries(thief) == 0


def test_a_mark_is_of_one_account_and_void_after_a_new_password(running: Running) -> None:
    owner, code = account(running, "203.0.113.1")
    other = at(running, "203.0.113.9")
    other.post("/api/me", name="Other")
    other.post("/api/account", name="Other", password=PASSWORD)
    knows = running.services.people.knows_device
    marks = [dict(guest.http.cookies)[DEVICE] for guest in (owner, other)]
    assert running.wait(knows("Grace", marks[0])) and running.wait(knows("Other", marks[1]))
    assert not running.wait(knows("Grace", marks[1])) and not running.wait(knows("Nobody", marks[0]))
    owner.post("/api/account/recover", name="Grace", code=code, password="a new password")
    assert not running.wait(knows("Grace", marks[0]))


def test_nobody_keeps_the_owner_from_the_recovery_code(running: Running) -> None:
    _, code = account(running, "203.0.113.1")
    for number in range(3):
        guesser = at(running, f"198.51.100.{number}")
        assert tries(guesser, "/api/account/recover", code="AAAA-AAAA") == RATES["recover_here"].burst
    fresh = at(running, "203.0.113.2")
    assert fresh.post("/api/account/recover", name="Grace", code=code, password="a new password")["recovery"]


def test_many_names_from_one_address_are_bounded(running: Running) -> None:
    guesser = at(running, "198.51.100.1")
    codes = []
    for number in range(30):
        with pytest.raises(Refused) as caught:
            guesser.post("/api/session", name=f"Somebody {number}", password="guess guess")
        codes.append(caught.value.code)
    assert codes.count("wrong_password") == RATES["login_address"].burst
