"""What clients are told of modules, crew and postcards: declared in the messages, secrets for holders only."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from editions import MODULE_OF, modules_edition
from office_positions import claim, edition, holding, legal_codes
from server.guests import Guest, Running, sqlite_at
from trunkline.game import Game
from trunkline.game.record import packed_states
from trunkline.maps import load_map
from trunkline.maps.edition import HeldPostcard, Office, reference
from trunkline.maps.pack import load_board
from trunkline.rules.actions import kind_of, subject_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.setup import new_game
from trunkline.rules.state import State
from trunkline.server.http.card_texts import card_texts, postcard_backs
from trunkline.server.http.routes_server import map_page
from trunkline.server.messages import OwnPart, PublicPart, SeatTurn
from trunkline.server.store.rows import EntryRow, TableRow
from trunkline.server.tables import records
from trunkline.server.tables.client_view import own_part, postcards_known, public_part, turn_part

OFFICE = Office(game=5, hiring=("blue",), postcards=(HeldPostcard("blue", "p06"), HeldPostcard("red", "p01")))


def told(value: object, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind, strict=True)


def game(*codes: str) -> State:
    board = load_board(reference("meridian", modules_edition(*codes, office=OFFICE)))
    return new_game(board, 2, bytes(32), 0, None)


def shown_excursions() -> int:
    module = next(each for each in load_map(reference("meridian", modules_edition("PM"))).modules)
    return module.number("shown")


@pytest.mark.parametrize("code", MODULE_OF)
def test_every_module_tells_its_public_state_in_declared_fields(code: str) -> None:
    state = game(code)
    public = told(public_part(state), PublicPart)
    assert public.players[0].office.postcards == {"p06": 0} and public.players[1].office.crew is None
    seen = {
        "LK": public.players[1].steamers == 2,
        "PM": [each.seat for each in public.excursions or ()] == [None] * shown_excursions(),
        "BR": public.spans == {},
        "LS": len(public.herds or ()) == 3,
        "NS": public.elevators == {} and public.players[0].elevators == 3,
        "HD": public.tunnel is None,
        "SD": public.wired == [] and public.wire_scores == [0, 0],
        "PS": [each.dollars for each in public.mail or ()] == [14, 8],
    }
    assert seen[code]
    page = map_page(reference("meridian", modules_edition(code)))
    assert page.modules == [MODULE_OF[code]]
    told(own_part(state, 0), OwnPart)


@pytest.mark.rule("L18")
def test_only_the_holder_is_told_which_postcard_asks() -> None:
    state = holding("p29")  # at a route of five spaces or more
    claimed = {subject_of(code) for code in legal_codes(state) if kind_of(code) == CLAIM}
    claim(state, next(route for route in sorted(claimed) if state.board.length[route] >= 5))
    public = told(public_part(state), PublicPart)
    assert (public.phase, public.asked, public.asks) == ("claim-asks", 0, None)
    assert "p29" not in msgspec.json.encode(own_part(state, 1)).decode()
    assert told(own_part(state, 0), OwnPart).asked_by == "p29"
    assert told(turn_part(state, 0), SeatTurn).actions == ["use p29", "decline"]


ASKING = ("p06", "p15", "p29")
"""Postcards that ask for a locomotive; blue holds them."""
ASKING_MAP = reference("meridian", edition(tuple(HeldPostcard("blue", card) for card in ASKING)))


def asked_game() -> Game:
    """A finished game of two in which a postcard has asked blue, and blue declined each time."""
    chance = random.Random(1)
    game = Game.new(ASKING_MAP, 2, seed=1, companies=["blue", "red"])
    while not game.over:
        actions = [game.notation(code) for code in game.legal_actions]
        claims = [action for action in actions if action.startswith("claim ")]
        game.play("decline" if "decline" in actions else chance.choice(claims or actions))
    assert any(event.name == "asked-privately" for event in game.events)
    return game


def stored(game: Game, owner: str) -> tuple[TableRow, list[EntryRow]]:
    """The table of a finished game; the owner plays blue."""
    board = game.board
    entries: list[tuple[int | None, str | None, bytes, bytes]] = [
        (None, None, records.facts_of(board, game.opening), game.beginning)
    ]
    for move, packed in zip(game.moves, packed_states(game), strict=True):
        facts = records.facts_of(board, move.events)
        entries.append((int(move.seat), game.notation(move.action), facts, packed))
    checked = records.Checked(ASKING_MAP, "base", 2, None, "", ["", ""], game.companies, entries)
    row, rows = records.as_rows(checked, owner, 1.0)
    seat = msgspec.structs.replace(row.data.seats[0], person=owner)
    return replace(row, data=msgspec.structs.replace(row.data, seats=[seat, *row.data.seats[1:]])), rows


@pytest.mark.rule("L18", "L21")
def test_which_postcard_asks_stays_with_its_holder_when_the_game_is_over(tmp_path: Path) -> None:
    game = asked_game()
    with Running(sqlite_at(tmp_path)) as running:
        holder, stranger = Guest(running, "Holder"), Guest(running, "Stranger")
        row, entries = stored(game, holder.id)
        running.wait(running.services.store.write(lambda connection: records.keep(connection, row, entries)))
        log = {guest: guest.get(f"/api/tables/{row.id}/entries", seat="open") for guest in (holder, stranger)}
        asked = 0
        for mine, others in zip(log[holder], log[stranger], strict=True):
            for known, told in zip(mine["events"], others["events"], strict=True):
                if known["event"] != "asked-privately":
                    assert told == known  # hands and tickets are open
                    continue
                asked += 1
                assert known.pop("source")[0] in ASKING
                assert told == known
                at = {"at": mine["seq"]}
                for seat in ("open", 0):
                    parts = [guest.get(f"/api/tables/{row.id}/view", seat=seat, **at) for guest in (holder, stranger)]
                    (own, turn), (shown, choice) = ((part["own"][0], part["turns"][0]) for part in parts)
                    assert own.pop("asked_by") in ASKING and shown.pop("asked_by") is None
                    assert shown == own
                    assert choice["actions"] == ["decline"] == turn["actions"][-1:]
        assert asked


@pytest.mark.rule("L21")
def test_a_back_is_known_to_its_holder_until_it_is_met_and_then_to_all() -> None:
    state = holding("p06", "p01")
    assert postcards_known(state, frozenset({0})) == {"p06", "p01"}
    assert postcards_known(state, frozenset({1})) == postcards_known(state, frozenset()) == frozenset()
    assert postcards_known(holding("p06", used=1), frozenset({1})) == {"p06"}


@pytest.mark.rule("L21")
@pytest.mark.parametrize("language", ["en", "uk", "el"])
def test_the_texts_that_all_may_read_hold_no_back(language: str) -> None:
    name = reference("meridian", modules_edition("LK", office=OFFICE))
    texts = card_texts(name, language)
    backs = postcard_backs(name, language, {"p06", "p01"})
    assert set(backs) == set(texts.postcards) == {"p06", "p01"} and len(texts.crew) == 8
    public = msgspec.json.encode(texts).decode()
    for back in backs.values():
        assert back and all(sentence not in public for sentence in back)
    assert postcard_backs(name, language, {"p01"}).keys() == {"p01"}
