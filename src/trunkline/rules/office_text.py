"""Offices in positions: crew hired, uses of postcards, and what goes back to the campaign, as JSON."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.company_tables import SECOND_CLAIM, TWO_LOCOMOTIVES
from trunkline.rules.money import company_name
from trunkline.rules.office_state import (
    ASKED_IN_SECRET,
    NO_CREW,
    NONE_LEFT,
    NOT_ASKED,
    has_offices,
    holder_of,
    offices_of,
    postcard_source,
)
from trunkline.rules.reading import BadPosition, JsonObject, number_of, seat_of
from trunkline.rules.state import NOBODY, Position, State

SEAT_FIELDS: Final = ["office", "asked_by"]
_PARTS: Final = [
    "crew", "crew_uses", "postcards", "vault", "next_setup", "slip", "halved", "newspapers_met", "ticket_draws",
]  # fmt: skip
ARMED: Final = {"two_locomotives": TWO_LOCOMOTIVES + 1, "second_claim": SECOND_CLAIM + 1}


def write_office(position: Position) -> dict[str, object]:
    """The fields of all companies. Which postcard asks is a secret of its holder."""
    part = offices_of(position)
    return {
        "removed_events": [position.board.companies.events[event] for event in part.removed],
        "armed": next((name for name, number in ARMED.items() if number == part.armed), None),
        "second_claim": bool(part.second),
        "asked": None if part.asked == NOBODY else int(part.asked),
    }


def crew_name(position: Position, seat: i64) -> str | None:
    """The crew card of a seat by name; `none` if none was left for it."""
    hired = i64(offices_of(position).hired[seat])
    if hired == NO_CREW:
        return None
    return "none" if hired == NONE_LEFT else position.board.companies.offices.crew[hired].name


def write_office_seat(position: Position, seat: i64) -> dict[str, object]:
    """What everybody knows of an office: fronts of postcards, and how often each was met."""
    part = offices_of(position)
    postcards: dict[str, int] = {}
    for held in range(len(position.board.companies.offices.held)):
        if holder_of(position, held) == seat:
            postcards[position.board.companies.sources[postcard_source(position, held)]] = int(part.uses[held])
    return {
        "office": {
            "crew": crew_name(position, seat),
            "crew_uses": int(part.crew_uses[seat]),
            "postcards": postcards,
            "vault": int(part.vault[seat]),
            "next_setup": [int(part.next_money[seat]), int(part.next_cards[seat])],
            "slip": int(part.slip[seat]),
            "halved": int(part.halved[seat]),
            "newspapers_met": int(part.newspapers[seat]),
            "ticket_draws": int(part.ticket_draws[seat]),
        }
    }


def write_office_secrets(position: Position, seat: i64) -> dict[str, object]:
    """The postcard that asks the seat."""
    part = offices_of(position)
    if part.asked != seat or part.asking in (NOT_ASKED, ASKED_IN_SECRET):
        return {"asked_by": None}
    return {"asked_by": position.board.companies.sources[postcard_source(position, part.asking - 1)]}


def office_field_names() -> list[str]:
    return ["removed_events", "armed", "second_claim", "asked"]


def read_office(state: State, data: JsonObject) -> None:
    if not has_offices(state):
        for name in office_field_names():
            if data.get(name):
                raise BadPosition(f"{name}: this game has neither crew nor postcards")
        return
    part = offices_of(state)
    events = state.board.companies.event_number
    removed = [number_of(events, name, "news event") for name in data.items("removed_events", True)]
    part.removed = vec[u8](removed)
    if data.get("armed") is not None:
        part.armed = number_of(ARMED, data.get("armed"), "power")
    part.second = 1 if data.get("second_claim") else 0
    if data.get("asked") is not None:
        part.asked = seat_of(data.get("asked"), len(state.players), "asked")


def read_office_seat(state: State, seat: i64, data: JsonObject) -> None:
    part = offices_of(state)
    tables = state.board.companies
    # The chapter of companies reads its fields later.
    company = company_name(state, seat) if data.get("company") is None else data.text("company")
    office = data.part("office", _PARTS, optional=True)
    crew = {card.name: number for number, card in enumerate(tables.offices.crew)} | {"none": NONE_LEFT}
    if office.get("crew") is not None:
        part.hired[seat] = u8(number_of(crew, office.get("crew"), "crew card"))
    part.crew_uses[seat] = office.whole("crew_uses", 0)
    for name, uses in office.mapping("postcards").items():
        if isinstance(uses, bool) or not isinstance(uses, int):
            raise BadPosition(f"postcards.{name}: how often it was used is a whole number")
        part.uses[held_number(state, company, name)] = uses
    part.vault[seat] = office.whole("vault", 0)
    setup = office.items("next_setup", True)
    if len(setup) == 2 and all(isinstance(number, int) for number in setup):
        money, cards = setup
        assert isinstance(money, int) and isinstance(cards, int)
        part.next_money[seat] = money
        part.next_cards[seat] = cards
    part.slip[seat] = office.whole("slip", 0)
    part.halved[seat] = office.whole("halved", 0)
    part.newspapers[seat] = office.whole("newspapers_met", 0)
    part.ticket_draws[seat] = office.whole("ticket_draws", 0)
    if data.get("asked_by") is not None:
        part.asking = held_number(state, company, data.get("asked_by")) + 1


def held_number(state: State, company: str, name: object) -> i64:
    """The number of a postcard that a company holds."""
    tables = state.board.companies
    for number, held in enumerate(tables.offices.held):
        if tables.companies[held.company] == company and tables.sources[postcard_source(state, number)] == name:
            return number
    raise BadPosition(f"{company} does not hold the postcard {name!r}")
