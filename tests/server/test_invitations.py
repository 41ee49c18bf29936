"""Invitation codes: six letters lead to a table until its game begins, and tell no more than its link."""

from __future__ import annotations

import secrets
from functools import partial

import pytest
from sqlalchemy import Connection

from server.databases import in_loop, table_row
from server.guests import Guest, Refused, Running
from trunkline.server.http.rate_limits import RATES
from trunkline.server.store.store import Store
from trunkline.server.tables import invitations


def test_a_code_leads_to_its_table_until_the_game_begins(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        ada, bohdan = Guest(running, "Ada"), Guest(running, "Bohdan")
        table = ada.open("usa", ["me", "open"])
        code = ada.post(f"/api/tables/{table}/code")["code"]
        assert len(code) == invitations.LENGTH and set(code) <= set(invitations.LETTERS)
        assert ada.post(f"/api/tables/{table}/code")["code"] == code, "a table has one code"
        with pytest.raises(Refused, match="not_seated"):
            bohdan.post(f"/api/tables/{table}/code")
        # However it is typed, and nothing but the id is told.
        for typed in (code, code.lower(), f"{code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}"):
            assert bohdan.get(f"/api/codes/{typed}") == {"table": table}
        for wrong in ("AAAAAA", code[:5], f"{code}B", "%F0%9F%9A%82"):
            with pytest.raises(Refused, match="404 no_such_code"):
                bohdan.get(f"/api/codes/{wrong}")
        bohdan.post(f"/api/tables/{table}/join")
        ada.post(f"/api/tables/{table}/start")
        with pytest.raises(Refused, match="404 no_such_code"):
            bohdan.get(f"/api/codes/{code}")
        with pytest.raises(Refused, match="table_playing"):
            ada.post(f"/api/tables/{table}/code")


def test_guessing_is_limited_by_address(sqlite_url: str) -> None:
    with Running(sqlite_url, limits=True) as running:
        guests = [Guest(running, name) for name in ("Eve", "Mallory")]
        codes = []
        for number in range(int(RATES["code_tried"].burst) + 1):
            with pytest.raises(Refused) as refusal:
                guests[number % 2].get("/api/codes/BCDFGH")
            codes.append(str(refusal.value).split()[:2])
        assert codes[:-1] == [["404", "no_such_code"]] * (len(codes) - 1)
        assert codes[-1] == ["429", "too_fast"]


@in_loop
async def test_codes_are_unique_and_forgotten(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(database_url)
    try:
        for name in ("one", "two"):
            await store.save_table(table_row(name, status="open"))
        letters = iter("BBBBBB" + "BBBBBB" + "CCCCCC" + "BBBBBB")
        monkeypatch.setattr(secrets, "choice", lambda _: next(letters))
        assert await invitations.make_code(store, "one") == "BBBBBB"
        assert await invitations.make_code(store, "two") == "CCCCCC", "letters that are taken are drawn again"
        find = partial(invitations.table_of, code="BBBBBB")
        assert await store.read(find) == "one"
        row = table_row("one", status="closed", version=1)
        assert await store.save_table(row)
        assert await store.read(find) is None
        await store.save_table(table_row("three", status="open"))
        assert await invitations.make_code(store, "three") == "BBBBBB", "a code that leads nowhere is free again"

        def count(connection: Connection) -> int:
            return invitations.forget(connection)

        assert await store.write(count) == 0
        await store.save_table(table_row("two", status="over", version=1))
        assert await store.write(count) == 1
    finally:
        await store.close()
