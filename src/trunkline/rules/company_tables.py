"""The tables of a board with companies: their bonuses and the news events as rows of integers, and sets of routes."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

# When a clause acts.
AT_TURNED: Final = 0
AT_CLAIM: Final = 1
AT_KEPT: Final = 2
AT_DREW: Final = 3
AT_SLIP: Final = 4
AT_TURN: Final = 5
"""The holder's turn begins."""
AT_HIRED: Final = 6
AT_RANKED: Final = 7
AT_GIVEN: Final = 8
"""The campaign hands the card over: no game runs these clauses."""

# Whom it concerns.
ACTIVE: Final = 0
EACH: Final = 1
MOST_TRAINS: Final = 2
NOT_MOST_TRAINS: Final = 3
LEAST_MONEY: Final = 4
NOT_LEAST_MONEY: Final = 5
HERDERS: Final = 6
"""The companies that hold a herd (cattle.py)."""

# Under which condition.
ALWAYS: Final = 0
IF_SHARED: Final = 1
IF_HAND: Final = 2
IF_MERGES: Final = 3
IF_BOTH_BLIND: Final = 4
IF_TICKETS: Final = 5
IF_OWNS: Final = 6
"""Its columns: condition, number of a set of routes, how many."""
IF_JOINS: Final = 7
"""Its columns: condition, and the numbers of two sets of cities."""
IF_FIRST_CLAIM: Final = 8
IF_SHARES: Final = 9
IF_LOCOMOTIVES: Final = 10
IF_COLOUR_HELD: Final = 11
IF_TRAINS: Final = 12
IF_MONEY: Final = 13
IF_NEWSPAPERS: Final = 14
IF_TICKET_DRAWS: Final = 15
IF_TICKETS_WORTH: Final = 16
"""Its columns: condition, value from, value to; how many is in the column THIRD."""
IF_TICKETS_SHARE_CITY: Final = 17
IF_NO_FAILED: Final = 18
IF_COMPONENT: Final = 19
IF_TERRITORIES: Final = 20
IF_EVENT_IN: Final = 21
"""Its columns: condition, number of a set of news events."""
IF_LAST_PLACE: Final = 22
IF_UNUSED: Final = 23
IF_GAME: Final = 24

# What it does.
MONEY: Final = 0
MONEY_PER: Final = 1
FEE: Final = 2
DRAW: Final = 3
TAKE: Final = 4
LOSE: Final = 5
WASH: Final = 6
REFUND: Final = 7
LATER: Final = 8
"""Dollars on the slip."""
VAULT: Final = 9
NEXT_SETUP: Final = 10
"""Dollars, and cards in the column SECOND_AMOUNT, at the set-up of the company's next game."""
HALVE: Final = 11
TRAINS: Final = 12
OFFER: Final = 13
STAMPEDE: Final = 20

# What MONEY_PER counts.
PER_LENGTH: Final = 0
PER_KEPT: Final = 1
PER_FULL_8: Final = 2
PER_TERRITORY: Final = 3

# The numbers that a standing rule sets while its news event is the current one.
TICKETS_OFFERED: Final = 0
DOUBLES_OPEN: Final = 1
LARGE_CITY_CARDS: Final = 2
COMPANY_BONUS_TIMES: Final = 3
NO_FACE_UP_LOCOMOTIVE: Final = 4
STANDING_NUMBERS: Final = 5
NO_EXCURSIONS: Final = 101
"""Not a number in force: whether the news event lets nobody win an excursion."""
CLOSED_LINES: Final = 100
"""Not a number in force but a set of routes that nobody may claim; the value is the number of the set."""

# What a company may do once, on its turn and before its action, while the news event is the current one.
SALE: Final = 0
RETURNS: Final = 1
BOND: Final = 2
POWER_NAMES: Final = ["sale", "returns", "bond"]

# What the holder of a crew card or a postcard may do on its turn, before its action.
TWO_LOCOMOTIVES: Final = 3
SECOND_CLAIM: Final = 4
NEXT_EVENT: Final = 5
REMOVE_EVENT: Final = 6

# The columns of a clause.
WHEN: Final = 0
LEAST_PLAYERS: Final = 1
MOST_PLAYERS: Final = 2
WHO: Final = 3
LINES: Final = 4
"""Number of a set of routes, or ANY_ROUTE."""
OWN_COLOUR: Final = 5
"""1 if the route must have the colour of the company concerned."""
IF: Final = 6
"""Condition, from, to; and the same once more."""
DOES: Final = 12
AMOUNT: Final = 13
"""Dollars or cards; of MONEY_PER 1, or -1 for a fee."""
PER: Final = 14
LEAST: Final = 15
MOST: Final = 16
COLUMNS: Final = 17

ANY_ROUTE: Final = -1

# Further columns of a clause, in a table of their own: boards without such clauses keep the digest that files have.
THIRD: Final = 0
"""The third number of each of the two conditions."""
FOR_LOCOMOTIVE: Final = 2
"""1 if the holder is asked for an extra locomotive (L18)."""
SECOND_AMOUNT: Final = 3
FURTHER_COLUMNS: Final = 4

# What pays or takes money and cards, besides companies and news events.
START: Final = 0
LARGE_CITY: Final = 1
FIRST_COMPANY: Final = 2


@final
class StandingRow:
    """One standing rule as input for a board: a number that is in force while its news event is current (L12)."""

    def __init__(self, event: int, least_players: int, most_players: int, number: int, value: int) -> None:
        self.event: Final = event
        self.least_players: Final = least_players
        self.most_players: Final = most_players
        self.number: Final = number
        self.value: Final = value


@final
class PowerRow:
    """One power of a news event as input for a board: its price, or what a bond pays now and costs later."""

    def __init__(
        self, event: int, least_players: int, most_players: int, power: int, amount: int, later: int = 0
    ) -> None:
        self.event: Final[i64] = event
        self.least_players: Final[i64] = least_players
        self.most_players: Final[i64] = most_players
        self.power: Final[i64] = power
        self.amount: Final[i64] = amount
        self.later: Final[i64] = later


@final
class SpikeRow:
    """One golden spike as input for a board: the cities to connect, and what the first company gets for it."""

    def __init__(self, territory: str, city: int, home: int, money: int, vault: int) -> None:
        self.territory: Final = territory
        self.city: Final[i64] = city
        self.home: Final[i64] = home
        self.money: Final[i64] = money
        """Dollars at once."""
        self.vault: Final[i64] = vault
        """Dollars into the vault."""


@final
class HolderCard:
    """A crew card or a postcard as input for a board: something that acts for the company that holds it."""

    def __init__(self, name: str, clauses: list[list[int]], uses: int, power: int, amount: int) -> None:
        self.name: Final = name
        self.clauses: Final = clauses
        self.uses: Final[i64] = uses
        """How often it may be used: of a crew card in a game, of a postcard in the campaign."""
        self.power: Final[i64] = power
        """What its holder may do on its turn, or NO_POWER."""
        self.amount: Final[i64] = amount
        """Of the power: dollars, or the length of a second claim."""


@final
class HeldPostcard:
    """A postcard in the office of a company when the game begins."""

    def __init__(self, company: int, postcard: int, used: int) -> None:
        self.company: Final[i64] = company
        self.postcard: Final[i64] = postcard
        self.used: Final[i64] = used


@final
class Offices:
    """What the companies bring to one game of a campaign: crew to hire, postcards held, what they start with."""

    def __init__(
        self,
        game: int,
        crew: list[HolderCard],
        hiring: list[int],
        barred: list[list[int]],
        none_left: int,
        postcards: list[HolderCard],
        held: list[HeldPostcard],
        start_money: list[int],
        start_cards: list[int],
    ) -> None:
        self.game: Final[i64] = game
        self.crew: Final = crew
        self.hiring: Final = vec[u8](hiring)
        """The companies in the order in which they hire."""
        self.barred: Final = [vec[u8](companies) for companies in barred]
        """By crew card: 1 for each company that may not hire it again."""
        self.none_left: Final[i64] = none_left
        """Dollars for a company for which no crew card is left."""
        self.postcards: Final = postcards
        self.held: Final = held
        self.start_money: Final = vec[i64](start_money)
        """Dollars at the set-up by company, besides those of everybody."""
        self.start_cards: Final = vec[i64](start_cards)


NO_POWER: Final = -1
NO_OFFICES: Final = Offices(0, [], [], [], 0, [], [], [], [])


@final
class CompanyTables:
    """The tables that only boards with companies have.

    Sources are numbered: the start of the game, the large cities, then the companies, the news events, the story
    rules, the golden spikes, the crew and the postcards. `clauses` holds the rows of all of them: those of a source are
    `first_row[source]` to `first_row[source + 1]`.
    """

    def __init__(
        self,
        companies: list[str],
        colours: list[int],
        events: list[str],
        story_rules: list[str],
        clauses: list[list[list[int]]],
        standing: list[StandingRow],
        powers: list[PowerRow],
        spikes: list[SpikeRow],
        line_sets: list[list[int]],
        large: list[int],
        newspapers: list[int],
        trains_left: list[int],
        usual: list[int],
        city_sets: list[list[int]] | None = None,
        event_sets: list[list[int]] | None = None,
        territory: list[int] | None = None,
        offices: Offices | None = None,
    ) -> None:
        self.companies: Final = companies
        self.company_number: Final = {name: number for number, name in enumerate(companies)}
        self.colour: Final = vec[u8](colours)
        """The colour of each company: that of the routes which pay its bonus (L16)."""
        self.events: Final = events
        self.event_number: Final = {name: number for number, name in enumerate(events)}
        spike_names = [f"spike-{row.territory}" for row in spikes]
        self.offices: Final = NO_OFFICES if offices is None else offices
        self.has_offices: Final = offices is not None
        """Whether the companies bring crew, postcards or anything else to this game."""
        later = [*self.offices.crew, *self.offices.postcards]
        later_names = [card.name for card in later]
        self.sources: Final = ["start", "large-city", *companies, *events, *story_rules, *spike_names, *later_names]
        self.first_event: Final[i64] = FIRST_COMPANY + len(companies)
        """The source of the first news event."""
        self.first_story_rule: Final[i64] = self.first_event + len(events)
        """The source of the first story rule. All of them are in force during the whole game."""
        self.first_spike: Final[i64] = self.first_story_rule + len(story_rules)
        """The source of the first golden spike. Spikes have no clauses."""
        self.spikes: Final = spikes
        self.first_crew: Final[i64] = self.first_spike + len(spikes)
        self.first_postcard: Final[i64] = self.first_crew + len(self.offices.crew)
        rows: list[int] = []
        first_row: list[int] = [0, 0]
        more: list[int] = []
        without: list[list[int]] = []
        cards = clauses if not later else [*clauses, *([without] * len(spikes)), *[card.clauses for card in later]]
        for card in cards:
            first_row.append(len(rows) // COLUMNS)
            for row in card:
                rows += row[:COLUMNS]
                more += row[COLUMNS:]
        first_row.append(len(rows) // COLUMNS)
        self.clauses: Final = vec[i16](rows)
        self.further: Final = vec[i16](more)
        """The further columns of each clause."""
        self.first_row: Final = vec[i16](first_row)
        self.line_sets: Final = [vec[u8](members) for members in line_sets]
        """The sets of routes that clauses refer to, as vectors with 1 for each route of the set."""
        self.large: Final = vec[u8](large)
        """1 for each route to a large city (L17)."""
        self.city_sets: Final = [vec[u8](members) for members in city_sets or []]
        """The sets of cities that clauses join, as vectors with 1 for each city of the set."""
        self.event_sets: Final = [vec[u8](members) for members in event_sets or []]
        self.territory: Final = vec[u8](territory or [0] * len(large))
        """The territory of each route: that of its city which joined later."""
        self.territories: Final[i64] = max(territory or [0]) + 1
        self.newspapers: Final = vec[u8](newspapers)
        """Newspapers in the deck, by number of players (L3)."""
        self.most_newspapers: Final[i64] = max(newspapers)
        self.trains_left: Final = vec[u8](trains_left)
        """Dollars for each number of trains left (L19)."""
        self.standing_rows: Final = standing
        self.usual: Final = vec[i64](usual)
        """The numbers that standing rules can change, without any of them."""
        self.powers: Final = powers
        self.may_close_lines: Final = any(row.number == CLOSED_LINES for row in standing)
        self.may_open_doubles: Final = any(row.number == DOUBLES_OPEN for row in standing)

    def in_force(self, event: i64, players: i64) -> vec[i64]:
        """The numbers in force while a news event is current, by number of players."""
        numbers = self.usual[:]
        for row in self.standing_rows:
            holds = row.event == event and row.least_players <= players <= row.most_players
            if holds and row.number < STANDING_NUMBERS:
                numbers[i64(row.number)] = i64(row.value)
        return numbers

    def bars_excursions(self, event: i64, players: i64) -> bool:
        """Whether nobody can win an excursion while a news event is current."""
        for row in self.standing_rows:
            if row.number == NO_EXCURSIONS and row.event == event and row.least_players <= players <= row.most_players:
                return True
        return False

    def closed_lines(self, event: i64, players: i64) -> i64:
        """The set of routes that nobody may claim while a news event is current, or ANY_ROUTE for none."""
        for row in self.standing_rows:
            if row.number == CLOSED_LINES and row.event == event and row.least_players <= players <= row.most_players:
                return i64(row.value)
        return ANY_ROUTE

    def power_of(self, event: i64, power: i64, players: i64) -> PowerRow | None:
        """The power of this kind that a news event gives with so many players."""
        for row in self.powers:
            if row.event == event and row.power == power and row.least_players <= players <= row.most_players:
                return row
        return None

    def worth_of_trains(self, trains: i64) -> i64:
        """The dollars for this number of trains left (L19)."""
        return i64(self.trains_left[trains]) if 0 <= trains < len(self.trains_left) else 0


NO_COMPANIES: Final = CompanyTables([], [], [], [], [], [], [], [], [], [], [0], [], [0] * STANDING_NUMBERS)
"""The tables of a board without companies."""
