"""The tables of the modules in force on a board: rules of a campaign's territories, with their numbers."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8


@final
class SteamerRow:
    """Steamers: a claim of a long enough route between two harbours sends one out and refunds some of its cards."""

    def __init__(self, each: int, refund: int, left: int, lines: list[int]) -> None:
        self.source: i64 = 0
        self.each: Final[i64] = each
        """Steamers of each company."""
        self.refund: Final[i64] = refund
        self.left: Final[i64] = left
        """Dollars on the slip for each steamer left."""
        self.lines: Final = vec[u8](lines)
        """By route: 1 if its claim sends a steamer out."""


@final
class ExcursionRow:
    """Excursions: pairs of cities that pay the first company that connects them."""

    def __init__(self, shown: int, names: list[str], a: list[int], b: list[int], dollars: list[int]) -> None:
        self.source: i64 = 0
        self.shown: Final[i64] = shown
        """How many of the cards lie face up in a game."""
        self.names: Final = names
        self.a: Final = vec[u8](a)
        self.b: Final = vec[u8](b)
        self.dollars: Final = vec[u8](dollars)


@final
class BridgeRow:
    """River bridges: the first company to claim a bridge pays for its span, and is paid when others claim it later."""

    def __init__(self, fee: int, toll: int, most: int, span: int, lines: list[int], spans: list[int]) -> None:
        self.source: i64 = 0
        self.fee: Final[i64] = fee
        self.toll: Final[i64] = toll
        """Dollars that the bank pays the owner of a span."""
        self.most: Final[i64] = most
        """Spans of one company in the campaign."""
        self.span: Final[i64] = span
        """Dollars that the campaign puts into the vault for each span when the rule ends."""
        self.lines: Final = vec[u8](lines)
        self.spans: Final = vec[u8](spans)
        """By route: the company whose span stood there when the game began; 255: none; 254: of nobody who plays."""


@final
class CattleRow:
    """Cattle drives: herds are taken along and delivered to large cities."""

    def __init__(
        self, more: int, most: int, near: int, far: int, lost: int, homes: list[int], goals: list[int], best: list[int]
    ) -> None:
        self.source: i64 = 0
        self.more: Final[i64] = more
        """Herds beyond the number of players."""
        self.most: Final[i64] = most
        """Herds that a company holds at a time."""
        self.near: Final[i64] = near
        self.far: Final[i64] = far
        self.lost: Final[i64] = lost
        """Dollars lost for a herd that is held at the end."""
        self.homes: Final = vec[u8](homes)
        """The cities in which herds stand."""
        self.goals: Final = vec[u8](goals)
        """By city: 1 if a herd may be delivered there, 2 if that pays more."""
        for city in best:
            self.goals[i64(city)] = 2


@final
class ElevatorRow:
    """Grain elevators on the ends of long routes."""

    def __init__(self, each: int, length: int, most: int, dollars: int, shared: int, large: list[int]) -> None:
        self.source: i64 = 0
        self.each: Final[i64] = each
        self.length: Final[i64] = length
        """The least length of a route that brings one."""
        self.most: Final[i64] = most
        """Elevators in one city, each of another company."""
        self.dollars: Final[i64] = dollars
        self.shared: Final[i64] = shared
        """More dollars if another company has one there too."""
        self.large: Final = vec[u8](large)
        """By city: 1 if it is large, and so has no place for elevators."""


@final
class GradeRow:
    """Grade checks: mountain routes are claimed like tunnels; dollars may pay what is asked for."""

    def __init__(self, price: int, passed: int) -> None:
        self.source: i64 = 0
        self.price: Final[i64] = price
        """Dollars for each card asked for."""
        self.passed: Final[i64] = passed
        """Dollars for a check that is passed."""


@final
class TelegraphRow:
    """Telegraph: routes paid with a locomotive are wired."""

    def __init__(self, each: int, most: int) -> None:
        self.source: i64 = 0
        self.each: Final[i64] = each
        """Dollars for each train of the largest connected set of wired routes."""
        self.most: Final[i64] = most


@final
class MailRow:
    """Ocean mail: contracts for those who connect the two oceans, the first pays most."""

    def __init__(self, contracts: list[int], with_two: list[int], one: list[int], other: list[int]) -> None:
        self.source: i64 = 0
        self.contracts: Final = vec[u8](contracts)
        self.with_two: Final = vec[u8](with_two)
        """The contracts with two players."""
        self.one: Final = vec[u8](one)
        """By city: 1 for a harbour of the one ocean."""
        self.other: Final = vec[u8](other)


@final
class ModuleTables:
    """The modules in force. None for one that is not."""

    def __init__(
        self,
        grade: GradeRow | None = None,
        bridges: BridgeRow | None = None,
        steamers: SteamerRow | None = None,
        cattle: CattleRow | None = None,
        excursions: ExcursionRow | None = None,
        elevators: ElevatorRow | None = None,
        telegraph: TelegraphRow | None = None,
        mail: MailRow | None = None,
    ) -> None:
        self.grade: Final = grade
        self.bridges: Final = bridges
        self.steamers: Final = steamers
        self.cattle: Final = cattle
        self.excursions: Final = excursions
        self.elevators: Final = elevators
        self.telegraph: Final = telegraph
        self.mail: Final = mail
        self.first_source: i64 = 0
        """The source number of the first module; all sources from here on are modules."""
        self.described: str = ""
        """All numbers of the modules as text: part of the digest of the board."""

    def number_sources(self, sources: list[str]) -> None:
        """Add the modules in force to the sources of money, in the order of their numbers in the claim sequence."""
        self.first_source = len(sources)
        if self.grade is not None:
            self.grade.source = len(sources)
            sources.append("grade-check")
        if self.bridges is not None:
            self.bridges.source = len(sources)
            sources.append("river-bridges")
        if self.steamers is not None:
            self.steamers.source = len(sources)
            sources.append("steamers")
        if self.cattle is not None:
            self.cattle.source = len(sources)
            sources.append("cattle-drives")
        if self.excursions is not None:
            self.excursions.source = len(sources)
            sources.append("excursions")
        if self.elevators is not None:
            self.elevators.source = len(sources)
            sources.append("grain-elevators")
        if self.telegraph is not None:
            self.telegraph.source = len(sources)
            sources.append("telegraph")
        if self.mail is not None:
            self.mail.source = len(sources)
            sources.append("ocean-mail")


NO_MODULES: Final = ModuleTables()
"""The tables of a board without modules."""
