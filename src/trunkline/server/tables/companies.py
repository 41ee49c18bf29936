"""Which seat of a table plays which company, on boards that have companies (L1)."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.maps.load import load_map
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import TableData
from trunkline.server.tables import seat_choices


def companies_of(map_name: str) -> list[str]:
    """The companies of a map in its order; none, if it has no companies."""
    return [company.id for company in load_map(map_name).companies]


def assign(map_name: str, wished: Sequence[str | None]) -> list[str]:
    """The company of each seat: the one that is wished, else the first that is free. None where the map has none."""
    known = companies_of(map_name)
    for company in wished:
        if company is not None:
            need_company(known, company)
    return seat_choices.assign(known, wished, taken) if known else []


def choose(map_name: str, data: TableData, person: str, seat: int, company: str) -> None:
    """Give a seat another company. If a bot, an open seat or the person's other seat has it, the two are swapped."""
    need_company(companies_of(map_name), company)
    data.companies = seat_choices.swap(data.companies, data.seats, person, seat, company, taken)


def need_company(known: Sequence[str], company: str) -> None:
    if not known:
        raise RequestRefused("no_companies_here", {}, 400)
    if company not in known:
        raise RequestRefused("no_such_company", {"company": company}, 400)


def taken(company: str, seat: int | None) -> RequestRefused:
    if seat is None:
        return RequestRefused("company_taken", {"company": company}, 400)
    return RequestRefused("company_taken", {"company": company, "seat": seat})
