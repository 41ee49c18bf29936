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

# Whom it concerns.
ACTIVE: Final = 0
EACH: Final = 1
MOST_TRAINS: Final = 2
NOT_MOST_TRAINS: Final = 3
LEAST_MONEY: Final = 4
NOT_LEAST_MONEY: Final = 5

# Under which condition.
ALWAYS: Final = 0
IF_SHARED: Final = 1
IF_HAND: Final = 2
IF_MERGES: Final = 3
IF_BOTH_BLIND: Final = 4
IF_TICKETS: Final = 5
IF_OWNS: Final = 6
"""Its columns: condition, number of a set of routes, how many."""

# What it does.
MONEY: Final = 0
MONEY_PER: Final = 1
FEE: Final = 2
DRAW: Final = 3
TAKE: Final = 4
LOSE: Final = 5
WASH: Final = 6
REFUND: Final = 7

# What MONEY_PER counts.
PER_LENGTH: Final = 0
PER_KEPT: Final = 1
PER_FULL_8: Final = 2

# The numbers that a standing rule sets while its news event is the current one.
TICKETS_OFFERED: Final = 0
DOUBLES_OPEN: Final = 1
LARGE_CITY_CARDS: Final = 2
COMPANY_BONUS_TIMES: Final = 3
NO_FACE_UP_LOCOMOTIVE: Final = 4
STANDING_NUMBERS: Final = 5

# What a company may do once, on its turn and before its action, while the news event is the current one.
SALE: Final = 0
RETURNS: Final = 1
BOND: Final = 2
POWER_NAMES: Final = ["sale", "returns", "bond"]

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
class CompanyTables:
    """The tables that only boards with companies have.

    Sources are numbered: the start of the game, the large cities, then the companies, the news events, the story
    rules and the golden spikes. `clauses` holds the rows of all of them: those of a source are `first_row[source]` to
    `first_row[source + 1]`.
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
    ) -> None:
        self.companies: Final = companies
        self.company_number: Final = {name: number for number, name in enumerate(companies)}
        self.colour: Final = vec[u8](colours)
        """The colour of each company: that of the routes which pay its bonus (L16)."""
        self.events: Final = events
        self.event_number: Final = {name: number for number, name in enumerate(events)}
        spike_names = [f"spike-{row.territory}" for row in spikes]
        self.sources: Final = ["start", "large-city", *companies, *events, *story_rules, *spike_names]
        self.first_event: Final[i64] = FIRST_COMPANY + len(companies)
        """The source of the first news event."""
        self.first_story_rule: Final[i64] = self.first_event + len(events)
        """The source of the first story rule. All of them are in force during the whole game."""
        self.first_spike: Final[i64] = self.first_story_rule + len(story_rules)
        """The source of the first golden spike. Spikes have no clauses."""
        self.spikes: Final = spikes
        rows: list[int] = []
        first_row: list[int] = [0, 0]
        for card in clauses:
            first_row.append(len(rows) // COLUMNS)
            for row in card:
                rows += row
        first_row.append(len(rows) // COLUMNS)
        self.clauses: Final = vec[i16](rows)
        self.first_row: Final = vec[i16](first_row)
        self.line_sets: Final = [vec[u8](members) for members in line_sets]
        """The sets of routes that clauses refer to, as vectors with 1 for each route of the set."""
        self.large: Final = vec[u8](large)
        """1 for each route to a large city (L17)."""
        self.newspapers: Final = vec[u8](newspapers)
        """Newspapers in the deck, by number of players (L3)."""
        self.most_newspapers: Final[i64] = max(newspapers)
        self.trains_left: Final = vec[u8](trains_left)
        """Dollars for each number of trains left (L19)."""
        self.standing_rows: Final = standing
        self.usual: Final = vec[i64](usual)
        """The numbers that standing rules can change, without any of them."""
        self.powers: Final = powers
        self.may_open_doubles: Final = any(row.number == DOUBLES_OPEN for row in standing)

    def in_force(self, event: i64, players: i64) -> vec[i64]:
        """The numbers in force while a news event is current, by number of players."""
        numbers = self.usual[:]
        for row in self.standing_rows:
            if row.event == event and row.least_players <= players <= row.most_players:
                numbers[i64(row.number)] = i64(row.value)
        return numbers

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
