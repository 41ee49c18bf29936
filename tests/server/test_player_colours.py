"""Player colours: who has which, how they are chosen before the game, and the names of hot-seat players."""

from __future__ import annotations

from typing import Any

import pytest

from server.guests import Guest, Refused, Running
from trunkline.server.store.rows import TableData, TableSeat
from trunkline.server.tables.player_colours import PALETTE, colours_of

BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}


def colours(info: dict[str, Any]) -> list[str]:
    return [seat["colour"] for seat in info["seats"]]


def opened(guest: Guest, *wishes: dict[str, Any], map_: str = "usa") -> dict[str, Any]:
    found: dict[str, Any] = guest.post("/api/tables", map=map_, seats=list(wishes))
    return found


def test_each_seat_has_a_colour_of_its_own_and_a_wish_comes_first(sqlite_url: str) -> None:
    assert len(PALETTE) >= 8
    with Running(sqlite_url) as running:
        ada = Guest(running, "Ada")
        assert colours(opened(ada, ME, BOT, {"kind": "open"})) == list(PALETTE[:3])
        assert colours(opened(ada, ME, {**ME, "colour": PALETTE[0]})) == [PALETTE[1], PALETTE[0]]
        with pytest.raises(Refused, match="colour_taken"):
            opened(ada, {**ME, "colour": "teal"}, {**ME, "colour": "teal"})
        with pytest.raises(Refused, match="bad_request"):
            opened(ada, {**ME, "colour": "red"}, BOT)
        company = opened(ada, {**ME, "colour": "teal"}, BOT, map_="meridian")
        assert "colour" not in company["seats"][0]
        with pytest.raises(Refused, match="colours_of_companies"):
            ada.post(f"/api/tables/{company['table']}/colour", seat=0, colour="teal")


def test_colours_are_chosen_in_the_lobby_and_only_free_ones(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        ada, bohdan, cem = (Guest(running, name) for name in ("Ada", "Bohdan", "Cem"))
        first, second, third, fourth = PALETTE[:4]
        table = opened(ada, ME, {"kind": "open"}, BOT, {"kind": "open"})["table"]

        def choose(guest: Guest, seat: int, colour: str) -> list[str]:
            return colours(guest.post(f"/api/tables/{table}/colour", seat=seat, colour=colour))

        # A preference that somebody has is no reason to refuse a seat; one that a bot has is exchanged.
        assert colours(bohdan.post(f"/api/tables/{table}/join", seat=1, colour=first)) == [first, second, third, fourth]
        assert colours(cem.post(f"/api/tables/{table}/join", seat=3, colour=third)) == [first, second, fourth, third]
        assert choose(bohdan, 1, "wine") == [first, "wine", fourth, third]
        assert choose(bohdan, 1, fourth) == [first, fourth, "wine", third], "the bot takes it in exchange"
        for who, seat, colour, code in [
            (bohdan, 1, first, "colour_taken"),
            (bohdan, 0, "navy", "not_your_seat"),
            (ada, 2, "navy", "not_your_seat"),
            (bohdan, 1, "pink", "bad_request"),
            (ada, 4, "navy", "no_such_seat"),
        ]:
            with pytest.raises(Refused, match=code):
                choose(who, seat, colour)
        assert colours(ada.get(f"/api/tables/{table}")) == [first, fourth, "wine", third], "nothing has changed"
        ada.post(f"/api/tables/{table}/start")
        with pytest.raises(Refused, match="table_playing"):
            choose(bohdan, 1, "navy")


def test_hot_seat_players_have_their_own_names(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        ada, owner = Guest(running, "Ada"), Guest(running, "Zoe")
        owner.post("/api/account", name="Mykola", password="long enough words")

        def names(*wishes: dict[str, Any]) -> list[str]:
            return [seat["name"] for seat in opened(ada, *wishes)["seats"]]

        assert names({**ME, "name": "Ada"}, {**ME, "name": "Grandma"}, ME) == ["Ada", "Grandma", "Ada 3"]
        for name, code in {"Admin": "name_reserved", "mykola": "name_taken", " x": "bad_name"}.items():
            with pytest.raises(Refused, match=code):
                names(ME, {**ME, "name": name})


def test_games_from_before_player_colours_have_the_first_ones() -> None:
    assert colours_of(TableData([TableSeat(), TableSeat()])) == list(PALETTE[:2])
    assert colours_of(TableData([TableSeat()], companies=["red"])) == []
