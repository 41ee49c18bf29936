"""Golden spikes (number 11 of the claim sequence): the first company to connect two cities drives the spike.

A spike pays dollars at once, or dollars into the vault of the campaign. What goes into a vault is seen by all (L2).
"""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter, Fields, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.connections import Connection
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.money import change_money
from trunkline.rules.network import joined_cities
from trunkline.rules.reading import BadPosition, JsonObject, number_of, seat_of
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 8
SPIKE_STEP: Final = 11
LAST_OF_STEP: Final = 9
"""Order within the step: after the news event and story rules."""

SPIKE_DRIVEN: Final = EventKind("spike", ["step", "source", "vault"])


@final
class SpikesPart(Part):
    def __init__(self, driver: vec[u8], vault: vec[i64]) -> None:
        self.driver = driver
        """The seat that has driven each spike in this game, or NOBODY."""
        self.vault = vault
        """Dollars that this game has put into the vault of each seat."""

    def copy(self) -> Part:
        return SpikesPart(self.driver[:], self.vault[:])

    def fields(self, fields: Fields) -> None:
        self.driver = fields.small(self.driver, 5)
        self.vault = fields.numbers(self.vault)


def spikes_of(position: Position) -> SpikesPart:
    """The golden spikes of a game or view of a board that has some."""
    return cast(SpikesPart, position.parts[SLOT])


def has_open_spikes(position: Position) -> bool:
    """Whether a golden spike can still be driven."""
    return len(position.board.companies.spikes) > 0 and any(owner == NOBODY for owner in spikes_of(position).driver)


def open_spikes(position: Position) -> list[Connection]:
    """The golden spikes that would pay at once."""
    tables = position.board.companies
    found: list[Connection] = []
    for number in range(len(tables.spikes)):
        row = tables.spikes[number]
        if row.money > 0 and spikes_of(position).driver[number] == NOBODY:
            spike = Connection(position.board, SPIKE_STEP, tables.first_spike + number)
            spike.start[row.city] = 1
            spike.dollars[row.home] = u8(row.money)
            found.append(spike)
    return found


@final
class GoldenSpikes(ClaimStep):
    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        if has_open_spikes(state):
            label = joined_cities(state.board, state.owner, seat)
            for spike in range(len(state.board.companies.spikes)):
                row = state.board.companies.spikes[spike]
                if spikes_of(state).driver[spike] == NOBODY and label[row.city] == label[row.home]:
                    drive(state, seat, spike, log)
        return True


def drive(state: State, seat: i64, spike: i64, log: list[Event] | None) -> None:
    tables = state.board.companies
    row = tables.spikes[spike]
    part = spikes_of(state)
    part.driver[spike] = u8(seat)
    part.vault[seat] += row.vault
    source = tables.first_spike + spike
    if log is not None:
        log.append(Event(SPIKE_DRIVEN, seat, vec[i16]([i16(SPIKE_STEP), i16(source), i16(row.vault)]), NO_ITEMS))
    change_money(state, seat, row.money, SPIKE_STEP, source, log)


@final
class Spikes(Chapter):
    def __init__(self) -> None:
        super().__init__("spikes", [], [], [SPIKE_DRIVEN])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return len(board.companies.spikes) > 0

    def new_part(self, board: Board, players: i64) -> Part:
        return SpikesPart(vec[u8]([NOBODY] * len(board.companies.spikes)), vec[i64]([0] * players))

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [GoldenSpikes(SEQUENCE * SPIKE_STEP + LAST_OF_STEP)]

    # Positions

    def check(self, state: State) -> list[str]:
        """Check that the driver of each spike connects its cities, and that the vaults hold what the spikes paid."""
        wrong: list[str] = []
        tables = state.board.companies
        part = spikes_of(state)
        paid = [0] * len(state.players)
        for spike in range(len(tables.spikes)):
            row = tables.spikes[spike]
            driver = int(part.driver[spike])
            if driver == NOBODY:
                continue
            if driver >= len(state.players):
                wrong.append(f"the golden spike of {row.territory} was driven by a seat that is not there")
                continue
            paid[driver] += int(row.vault)
            label = joined_cities(state.board, state.owner, driver)
            if label[row.city] != label[row.home]:
                wrong.append(f"seat {driver} cannot have driven the golden spike of {row.territory}")
        for seat in range(len(state.players)):
            if part.vault[seat] != paid[seat]:
                wrong.append(f"seat {seat} has put {paid[seat]} dollars into its vault, not {part.vault[seat]}")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        """The spikes driven in this game, with the seats that drove them."""
        part = spikes_of(position)
        rows = position.board.companies.spikes
        driven = {row.territory: int(part.driver[i]) for i, row in enumerate(rows) if part.driver[i] != NOBODY}
        return {"spikes": driven}

    def tell(self, position: Position) -> dict[str, object]:
        """The same, with those that can still be driven."""
        part = spikes_of(position)
        found: dict[str, object] = {}
        for number, row in enumerate(position.board.companies.spikes):
            found[row.territory] = None if part.driver[number] == NOBODY else int(part.driver[number])
        return {"spikes": found}

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return {"vault": int(spikes_of(position).vault[seat])}

    def field_names(self) -> list[str]:
        return ["spikes"]

    def seat_field_names(self) -> list[str]:
        return ["vault"]

    def read(self, state: State, data: JsonObject) -> None:
        rows = state.board.companies.spikes
        if len(rows) == 0:
            if data.get("spikes"):
                raise BadPosition("spikes: this board has none")
            return
        numbers = {row.territory: number for number, row in enumerate(rows)}
        part = spikes_of(state)
        for name, owner in data.mapping("spikes").items():
            spike = number_of(numbers, name, "golden spike")
            part.driver[i64(spike)] = u8(seat_of(owner, len(state.players), f"spikes.{name}"))

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        part = spikes_of(state)
        paid = 0
        for spike, row in enumerate(state.board.companies.spikes):
            if i64(part.driver[spike]) == seat:
                paid += int(row.vault)
        part.vault[seat] = data.whole("vault", paid)
