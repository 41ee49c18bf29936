"""Crew and postcards of a campaign (L21, L26): one file of a content version, and what an edition takes of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from trunkline.maps.build_companies import holder_cards_from
from trunkline.maps.check import parse
from trunkline.maps.check_companies import RESERVED, check_holder_card
from trunkline.maps.clauses import HolderCard
from trunkline.maps.grow import whole_of
from trunkline.maps.kinds import Key, Report, table, tables, whole
from trunkline.maps.later_cards import as_data, folder_of, later_cards
from trunkline.maps.lines import line_numbers
from trunkline.maps.model import Map
from trunkline.maps.problems import MapError
from trunkline.maps.read import read_map, read_text
from trunkline.maps.shape_clauses import CREW, POSTCARD
from trunkline.rules.reading import did_you_mean

FILE_NAME = "office_cards.toml"
FILE = {
    "format": Key(whole(1, 1), example="format = 1"),
    "crew": Key(tables("crew", table(CREW, "a crew card")), False, default={}),
    "postcards": Key(tables("postcards", table(POSTCARD, "a postcard")), False, default={}),
}


@dataclass(frozen=True, slots=True)
class OfficeCards:
    """What the file says; without a file there is nothing."""

    crew: tuple[HolderCard, ...] = ()
    postcards: tuple[HolderCard, ...] = ()

    def postcard(self, name: str) -> HolderCard:
        return next(card for card in self.postcards if card.id == name)

    def by_ticket(self, ticket: str) -> HolderCard | None:
        """The postcard that a registered ticket brings."""
        return next((card for card in self.postcards if card.ticket == ticket), None)


def office_cards(map_: Map, version: str) -> OfficeCards:
    """The crew and the postcards of a content version of a map."""
    if map_.grows is None:
        return OfficeCards()
    path = folder_of(map_.grows, version) / FILE_NAME
    if not path.is_file():
        return OfficeCards()
    events = [card.id for card in (*map_.events, *later_cards(map_, version).events)]
    return _read(map_.path, path, tuple(events))


@lru_cache(maxsize=4)
def _read(map_path: Path, path: Path, events: tuple[str, ...]) -> OfficeCards:
    return read_office_cards(map_path, path, read_text(path), events)


def read_office_cards(map_path: Path, path: Path, written: str, events: Collection[str]) -> OfficeCards:
    """Read the text of a file. MapError with everything that is wrong with it."""
    raw, problems = parse(written)
    if problems:
        raise MapError(path, problems)
    report = Report(line_numbers(written))
    data: Mapping[str, Any] = table(FILE, "the file")(report, (), raw)
    whole_map = whole_of(map_path)
    tickets = {ticket.name for ticket in whole_map.variants["base"].tickets}
    seen: set[str] = {*RESERVED, *events, *(company.id for company in read_map(map_path).companies)}
    registered: set[str] = set()
    for section in ("crew", "postcards"):
        for name, card in data.get(section, {}).items():
            place = (section, name)
            check_holder_card(report, place, card, as_data(whole_map), events)
            if name in seen:
                advice = "Give it another name: the log tells by it what paid."
                report.add(place, f'"{name}" is the name of something else already', advice)
            seen.add(name)
            ticket = card.get("ticket")
            if ticket is not None and ticket not in tickets:
                report.add((*place, "ticket"), f'no ticket has the name "{ticket}"', did_you_mean(ticket, tickets))
            elif ticket in registered:
                report.add((*place, "ticket"), f'"{ticket}" is registered twice', "A ticket brings one postcard.")
            registered.add(ticket or "")
            registered.discard("")
    if report.problems:
        raise MapError(path, sorted(report.problems, key=lambda problem: problem.line or 0))
    return OfficeCards(holder_cards_from(data["crew"]), holder_cards_from(data["postcards"]))
