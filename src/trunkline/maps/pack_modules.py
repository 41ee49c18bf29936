"""Packs the modules in force: their numbers, and the routes and cities that they are about."""

from __future__ import annotations

from trunkline.maps import modules as plain
from trunkline.maps.model import Map
from trunkline.rules import module_tables as packed
from trunkline.rules.bridges import NEUTRAL, NO_SPAN


def pack_modules(map_: Map) -> packed.ModuleTables | None:
    """The tables of the modules of a map; None for a map without."""
    if not map_.modules:
        return None
    packer = _Packer(map_)
    tables = packed.ModuleTables(
        packer.grade(),
        packer.bridges(),
        packer.steamers(),
        packer.cattle(),
        packer.excursions(),
        packer.elevators(),
        packer.telegraph(),
        packer.mail(),
    )
    numbers = [(each.id, *((key, each.numbers[key]) for key in sorted(each.numbers))) for each in map_.modules]
    tables.described = repr((numbers, sorted(map_.spans.items())))
    return tables


class _Packer:
    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.modules = {module.id: module for module in map_.modules}
        self.number = {city.id: number for number, city in enumerate(map_.cities)}
        self.large = [int(city.large) for city in map_.cities]

    def marks(self, cities: tuple[str, ...]) -> list[int]:
        return [int(city.id in cities) for city in self.map.cities]

    def grade(self) -> packed.GradeRow | None:
        module = self.modules.get(plain.GRADE_CHECK)
        return None if module is None else packed.GradeRow(module.number("price"), module.number("passed"))

    def bridges(self) -> packed.BridgeRow | None:
        module = self.modules.get(plain.RIVER_BRIDGES)
        if module is None:
            return None
        companies = [company.id for company in self.map.companies]
        owner = {
            route: companies.index(company) if company in companies else NEUTRAL
            for route, company in self.map.spans.items()
        }
        return packed.BridgeRow(
            module.number("fee"),
            module.number("toll"),
            module.number("most"),
            module.number("span"),
            [int(module.numbers["tag"] in route.tags) for route in self.map.routes],
            [owner.get(route.name, NO_SPAN) for route in self.map.routes],
        )

    def steamers(self) -> packed.SteamerRow | None:
        module = self.modules.get(plain.STEAMERS)
        if module is None:
            return None
        harbours = {city.id for city in self.map.cities if city.harbour}
        least = module.number("length")
        lines = [
            int(route.length >= least and route.a in harbours and route.b in harbours) for route in self.map.routes
        ]
        return packed.SteamerRow(module.number("each"), module.number("refund"), module.number("left"), lines)

    def cattle(self) -> packed.CattleRow | None:
        module = self.modules.get(plain.CATTLE_DRIVES)
        if module is None:
            return None
        homes = [self.number[city.id] for city in self.map.cities if city.territory == module.territory]
        goals = [int(city.large and city.territory != module.territory) for city in self.map.cities]
        best = [self.number[city] for city in module.numbers["best"]]
        more, most, near, far, lost = (module.number(key) for key in ("more", "most", "near", "far", "lost"))
        return packed.CattleRow(more, most, near, far, lost, homes, goals, best)

    def excursions(self) -> packed.ExcursionRow | None:
        module = self.modules.get(plain.EXCURSIONS)
        if module is None:
            return None
        cards = module.numbers["cards"]
        return packed.ExcursionRow(
            module.number("shown"),
            [f"{a}-{b}" for a, b, _ in cards],
            [self.number[a] for a, _, _ in cards],
            [self.number[b] for _, b, _ in cards],
            [dollars for _, _, dollars in cards],
        )

    def elevators(self) -> packed.ElevatorRow | None:
        module = self.modules.get(plain.GRAIN_ELEVATORS)
        if module is None:
            return None
        keys = ("each", "length", "most", "dollars", "shared")
        each, length, most, dollars, shared = (module.number(key) for key in keys)
        return packed.ElevatorRow(each, length, most, dollars, shared, self.large)

    def telegraph(self) -> packed.TelegraphRow | None:
        module = self.modules.get(plain.TELEGRAPH)
        return None if module is None else packed.TelegraphRow(module.number("each"), module.number("most"))

    def mail(self) -> packed.MailRow | None:
        module = self.modules.get(plain.OCEAN_MAIL)
        if module is None:
            return None
        return packed.MailRow(
            list(module.numbers["contracts"]),
            list(module.numbers["with_two"]),
            self.marks(module.numbers["one"]),
            self.marks(module.numbers["other"]),
        )
