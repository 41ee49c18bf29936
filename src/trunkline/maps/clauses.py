"""Cards as data: the clauses of news events and of company bonuses, as plain immutable objects (L11, L12, L15, L16)."""

from __future__ import annotations

from dataclasses import dataclass

TURNED, CLAIM, KEPT, DREW, SLIP = "turned", "claim", "kept", "drew", "slip"
"""When a clause acts: its news event is turned up; a route has been claimed; tickets have been kept; an action of
drawing cards has ended; the slip is written at the end of the game."""
TURN, HIRED, RANKED, GIVEN = "turn", "hired", "ranked", "given"
"""When a clause of a crew card or postcard acts: the holder's turn begins; the crew is hired; the places are known; the
card is handed over."""
ACTIVE, EACH, MOST_TRAINS, NOT_MOST_TRAINS = "active", "each", "most trains", "not most trains"
LEAST_MONEY, NOT_LEAST_MONEY = "least money", "not least money"
HERDERS = "herders"
"""Whom it concerns. The members of a group are found before the first effect of the card."""

MONEY, MONEY_PER, FEE, DRAW, TAKE, LOSE, WASH = "money", "money_per", "fee", "draw", "take", "lose", "wash"
FEE_PER, REFUND = "fee_per", "refund"
LATER, VAULT, NEXT_SETUP, HALVE, TRAINS_MORE, OFFER = "later", "vault", "next_setup", "halve", "trains", "offer"
PER_LENGTH, PER_KEPT, PER_FULL_8, PER_TERRITORY = "length", "kept beyond the first", "full $8", "territory"
SHARED, HAND, MERGES, BOTH_BLIND, TICKETS, OWNS = "shared", "hand", "merges", "both_blind", "tickets", "owns"
JOINS, FIRST_CLAIM, SHARES, LOCOMOTIVES = "joins", "first_claim", "shares", "locomotives"
COLOUR_HELD, TRAINS_LEFT, MONEY_HELD, NEWSPAPERS = "colour_held", "trains", "money", "newspapers"
TICKET_DRAWS, TICKETS_WORTH, TICKETS_SHARE_CITY = "ticket_draws", "tickets_worth", "tickets_share_city"
NO_FAILED, COMPONENT, TERRITORIES, EVENT_IN = "no_failed", "component", "territories", "event_in"
LAST_PLACE, UNUSED, GAME = "last_place", "unused", "game"
DOUBLES_OPEN, TICKETS_OFFERED = "doubles_open", "tickets_offered"
LARGE_CITY_CARDS, COMPANY_BONUS_TIMES = "large_city_cards", "company_bonus_times"
NO_FACE_UP_LOCOMOTIVE, CLOSED = "no_face_up_locomotive", "closed"
NO_EXCURSIONS, STAMPEDE = "no_excursions", "stampede"
"""A standing rule and an effect that are about a module of a campaign."""
SALE, RETURNS, BOND = "sale", "returns", "bond"
TWO_LOCOMOTIVES, SECOND_CLAIM = "two_locomotives", "second_claim"
NEXT_EVENT, REMOVE_EVENT = "next_event", "remove_event"
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
    from–to. `owns`: at least so many of these routes. `joins`: own routes connect two sets of cities. `first_claim`: of
    the game. `shares`: so many routes beside one of another company. `locomotives`: paid, from–to. `colour_held`: so
    many cards of a colour. `trains`: left, from–to. `money`, `newspapers`, `ticket_draws`, `component` (trains),
    `territories`: at least so many. `tickets_worth`: so many completed tickets of a value from–to.
    `tickets_share_city`, `no_failed`, `last_place`: as they say. `event_in`: the current news event is one of these.
    `unused`: the power of the card. `game`: the number of the game.
    """

    name: str
    least: int = 0
    most: int = UNLIMITED
    lines: Lines | None = None
    """Of `owns`."""
    count: int = 1
    """Of `tickets_worth`."""
    sets: tuple[CitySet, ...] = ()
    """Of `joins`."""
    events: tuple[str, ...] = ()
    """Of `event_in`."""


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
    cards: int = 0
    """Of `next_setup`: cards besides the dollars."""
    for_locomotive: bool = False
    """The holder is asked for an extra locomotive (L18)."""


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
    lines: Lines | None = None
    """Of `closed`: the routes that nobody may claim."""


@dataclass(frozen=True, slots=True)
class Power:
    """What each company may do once on its turn, before its action, while the news event is the current one.

    `sale`: buy a locomotive from the discards. `returns`: put a ticket that is not completed under the deck. `bond`:
    take dollars now that the slip loses.
    Of crew and postcards: `two_locomotives`: this draw may take face-up locomotives like other cards. `second_claim`:
    after this turn's claim another, of at most this length. `next_event`: turn up the next news event.
    `remove_event`: remove the current one for good, and take dollars.
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


@dataclass(frozen=True, slots=True)
class HolderCard:
    """A crew card or a postcard: clauses and powers for the company that holds it (L21)."""

    id: str
    name: Words
    """Of a postcard its sender."""
    clauses: tuple[Clause, ...]
    powers: tuple[Power, ...] = ()
    text: Words | None = None
    front: Words | None = None
    """Of a postcard: the hint on its front, which everybody may read."""
    ticket: str = ""
    """The registered ticket that brings the postcard; empty if the story gives it."""
    uses: int = 1
    """How often a postcard can be met in the campaign."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A postcard in the office of a company, with the uses made of it."""

    company: str
    card: HolderCard
    used: int = 0


@dataclass(frozen=True, slots=True)
class OfficeRules:
    """What the companies bring to one game of a campaign."""

    game: int = 0
    crew: tuple[HolderCard, ...] = ()
    hiring: tuple[str, ...] = ()
    barred: tuple[tuple[str, str], ...] = ()
    """Company and crew card that it may not hire again."""
    none_left: int = 2
    """Dollars for a company for which no crew card is left."""
    held: tuple[HeldCard, ...] = ()
    start: tuple[tuple[str, int, int], ...] = ()
    """Company, and the dollars and cards that it gets at the set-up besides."""
