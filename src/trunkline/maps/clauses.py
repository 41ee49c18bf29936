"""Cards as data: the clauses of news events and of company bonuses, as plain immutable objects (L11, L12, L15, L16)."""

from __future__ import annotations

from dataclasses import dataclass

TURNED, CLAIM, KEPT, DREW, SLIP = "turned", "claim", "kept", "drew", "slip"
"""When a clause acts: its news event is turned up; a route has been claimed; tickets have been kept; an action of
drawing cards has ended; the slip is written at the end of the game."""
ACTIVE, EACH, MOST_TRAINS, NOT_MOST_TRAINS = "active", "each", "most trains", "not most trains"
LEAST_MONEY, NOT_LEAST_MONEY = "least money", "not least money"
"""Whom it concerns. The members of a group are found before the first effect of the card."""

MONEY, MONEY_PER, FEE, DRAW, TAKE, LOSE, WASH = "money", "money_per", "fee", "draw", "take", "lose", "wash"
FEE_PER, REFUND = "fee_per", "refund"
PER_LENGTH, PER_KEPT, PER_FULL_8 = "length", "kept beyond the first", "full $8"
SHARED, HAND, MERGES, BOTH_BLIND, TICKETS, OWNS = "shared", "hand", "merges", "both_blind", "tickets", "owns"
DOUBLES_OPEN, TICKETS_OFFERED = "doubles_open", "tickets_offered"
LARGE_CITY_CARDS, COMPANY_BONUS_TIMES = "large_city_cards", "company_bonus_times"
NO_FACE_UP_LOCOMOTIVE = "no_face_up_locomotive"
SALE, RETURNS, BOND = "sale", "returns", "bond"
LARGE, HARBOUR, TERRITORY, LIST, UNION, DIFFERENCE = "large", "harbour", "territory", "list", "union", "difference"

UNLIMITED = 255
"""The upper end of a range without an upper end."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text in each language of Trunkline. A map with a single text has it for all of them."""

    en: str
    uk: str
    el: str

    def by(self, language: str) -> str:
        """The text in a language; English, where the language is not known."""
        return {"uk": self.uk, "el": self.el}.get(language, self.en)


@dataclass(frozen=True, slots=True)
class CitySet:
    """A set of cities: `large`, `harbour`, a `territory`, a `list`, or a `union` or `difference` of other sets."""

    kind: str
    territory: str = ""
    cities: tuple[str, ...] = ()
    parts: tuple[CitySet, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """The routes that a clause is about: those that fit everything that is given."""

    colour: str | None = None
    gray: bool = False
    own_colour: bool = False
    """Of the colour of the company concerned."""
    length: tuple[int, int] | None = None
    """From, to."""
    tag: str | None = None
    harbours: bool = False
    """Both ends are harbours."""
    touches: CitySet | None = None
    """At least one end is in the set."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A further condition.

    `shared`: another company holds a route of the pair. `merges`: the route joins two components of the company.
    `both_blind`: both cards of the draw came from the deck. `hand`: cards held, from–to. `tickets`: tickets completed,
    from–to. `owns`: at least so many of these routes.
    """

    name: str
    least: int = 0
    most: int = UNLIMITED
    lines: Lines | None = None
    """Of `owns`."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a clause does: `money`, `money_per`, `fee`, `fee_per`, `draw`, `take`, `lose`, `wash` or `refund`."""

    name: str
    amount: int = 0
    """Dollars or cards; of `money_per` and `fee_per` the dollars for each."""
    per: str = ""
    """Of `money_per` and `fee_per` what is counted: `length`, `kept beyond the first` or `full $8`."""
    least: int = 0
    most: int = UNLIMITED


@dataclass(frozen=True, slots=True)
class Clause:
    when: str
    effect: Effect
    who: str = ACTIVE
    players: tuple[int, int] | None = None
    """Only with so many players, from–to."""
    lines: Lines | None = None
    """Only for claims of these routes."""
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A number of the rules that is in force while its news event is the current one."""

    name: str
    value: int
    players: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Power:
    """What each company may do once on its turn, before its action, while the news event is the current one.

    `sale`: buy a locomotive from the discards. `returns`: put a ticket that is not completed under the deck. `bond`:
    take dollars now that the slip loses.
    """

    name: str
    amount: int
    """The price; of a bond the dollars now."""
    later: int = 0
    """Of a bond: the dollars that the slip loses."""
    players: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Spike:
    """A golden spike: the first company to connect both cities gets dollars at once, or into its vault."""

    territory: str
    city: str
    home: str
    money: int = 0
    vault: int = 0


@dataclass(frozen=True, slots=True)
class NewsEvent:
    """A card of the deck of news events (L8, L11, L12)."""

    id: str
    name: Words
    clauses: tuple[Clause, ...]
    rules: tuple[Standing, ...]
    text: Words | None = None
    """The text that the map gives; if it gives none, the text is generated from the clauses."""
    powers: tuple[Power, ...] = ()

    @property
    def lightning(self) -> bool:
        """It acts once, when it is turned up, and then lies there without effect (L12)."""
        return any(clause.when == TURNED for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class Company:
    """A company of one of the route colours; its bonus is paid for claims of routes of that colour (L16)."""

    id: str
    """Its colour."""
    name: Words
    bonus: tuple[Clause, ...]
    text: Words | None = None
