"""Powers of the current news event (L12, L24): used on one's turn before the action, once by each company.

A sale gives a locomotive from the discards for its price. Returns put a ticket that is not completed under the deck for
its price; one must remain. A bond pays dollars now and costs dollars on the slip. None of them ends the turn.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import ActionList, Unreadable, encode, kind_of, not_understood, subject_of
from trunkline.rules.board import Board
from trunkline.rules.chapter import GOES_ON, ActionKind, Chapter, Part, Refusal
from trunkline.rules.company_tables import BOND, POWER_NAMES, RETURNS, SALE, PowerRow
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.money import change_money, companies_of
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.newspapers import news_of
from trunkline.rules.power_uses import SLOT, PowersPart, powers_of
from trunkline.rules.reading import BadPosition, JsonObject, number_of
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import OPENING, OVER, TURN, Position, State
from trunkline.rules.tickets import put_under

BUY: Final = 13
RETURN: Final = 14
TAKE_BOND: Final = 15

BOUGHT: Final = EventKind("bought", ["source", "card"])
TICKET_RETURNED: Final = EventKind("ticket-returned", ["source"], "tickets", secret=True)
BOND_TAKEN: Final = EventKind("bond", ["source", "owed"])

POWER_OF_KIND: Final = {BUY: SALE, RETURN: RETURNS, TAKE_BOND: BOND}


def power_row(position: Position, code: i64) -> PowerRow | None:
    """The power of the current news event that an action uses; None if the event does not give it."""
    power = i64(POWER_OF_KIND[kind_of(code)])
    return position.board.companies.power_of(news_of(position).current, power, len(companies_of(position).company))


def usable(position: Position, seat: i64, power: i64) -> PowerRow | None:
    """The power that the current news event gives the seat, if it has not used it and can pay its price in full."""
    row = position.board.companies.power_of(news_of(position).current, power, len(companies_of(position).company))
    if row is None or powers_of(position).used[seat] >> power & 1:
        return None
    return row if power == BOND or companies_of(position).money[seat] >= row.amount else None


def open_tickets(state: State, seat: i64) -> vec[i16]:
    """The tickets of a seat that it has not completed."""
    label = joined_cities(state.board, state.owner, seat)
    found = vec[i16]()
    for ticket in state.players[seat].tickets:
        if not completes(state.board, label, ticket):
            found = append(found, ticket)
    return found


@final
class Powers(Chapter):
    def __init__(self) -> None:
        super().__init__(
            "powers",
            [
                ActionKind(BUY, "buy", [TURN]),
                ActionKind(RETURN, "return", [TURN]),
                ActionKind(TAKE_BOND, "bond", [TURN]),
            ],
            [],
            [BOUGHT, TICKET_RETURNED, BOND_TAKEN],
        )
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return len(board.companies.powers) > 0

    def new_part(self, board: Board, players: i64) -> Part:
        return PowersPart(vec[i64]([0] * players), vec[i64]([0] * players))

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def may_be_declined(self) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        """What the current event gives this seat, if it would change something."""
        deck = state.decks[0]
        if usable(state, seat, SALE) is not None and deck.discards[state.board.wild] > 0:
            out.add(encode(BUY))
        if len(state.players[seat].tickets) > 1 and usable(state, seat, RETURNS) is not None:
            for ticket in open_tickets(state, seat):
                out.add(encode(RETURN, i64(ticket)))
        if usable(state, seat, BOND) is not None:
            out.add(encode(TAKE_BOND))

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        power = i64(POWER_OF_KIND[kind_of(code)])
        row = usable(state, seat, power)
        assert row is not None
        part = powers_of(state)
        part.used[seat] |= i64(1) << power
        source = state.board.companies.first_event + row.event
        change_money(state, seat, row.amount if power == BOND else -row.amount, 0, source, log)
        if power == SALE:
            self.buy(state, seat, source, log)
        elif power == RETURNS:
            self.put_back(state, seat, i16(subject_of(code)), source, log)
        else:
            part.owed[seat] += row.later
            if log is not None:
                log.append(Event(BOND_TAKEN, seat, vec[i16]([i16(source), i16(row.later)]), NO_ITEMS))
        return GOES_ON

    def buy(self, state: State, seat: i64, source: i64, log: list[Event] | None) -> None:
        wild = state.board.wild
        deck = state.decks[0]
        deck.discards[wild] -= 1
        deck.discarded -= 1
        state.players[seat].gain(wild, True)
        powers_of(state).bought += 1
        if log is not None:
            log.append(Event(BOUGHT, seat, vec[i16]([i16(source), i16(wild)]), NO_ITEMS))

    def put_back(self, state: State, seat: i64, ticket: i16, source: i64, log: list[Event] | None) -> None:
        player = state.players[seat]
        kept = vec[i16]()
        for other in player.tickets:
            if other != ticket:
                kept = append(kept, other)
        player.tickets = kept
        put_under(state, vec[i16]([ticket]))
        if log is not None:
            log.append(Event(TICKET_RETURNED, seat, vec[i16]([i16(source)]), vec[i16]([ticket])))

    def has_turn_end(self) -> bool:
        return True

    def end_turn(self, state: State, log: list[Event] | None) -> None:
        powers_of(state).bought = 0

    # The language

    def is_code(self, board: Board, code: i64) -> bool:
        return not code >> 24 and subject_of(code) < (board.tickets if kind_of(code) == RETURN else 1)

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        power = i64(POWER_OF_KIND[kind_of(code)])
        row = power_row(state, code)
        if row is None:
            return Refusal("no_such_power", {})
        if powers_of(state).used[seat] >> power & 1:
            return Refusal("power_used", {})
        money = companies_of(state).money[seat]
        if power != BOND and money < row.amount:
            return Refusal("too_little_money", {"price": int(row.amount), "money": int(money)})
        if power == SALE:
            return Refusal("no_locomotive_discarded", {})
        tickets = state.players[seat].tickets
        ticket = state.board.ticket_names[subject_of(code)]
        if not any(i64(held) == subject_of(code) for held in tickets):
            return Refusal("ticket_not_held", {"ticket": ticket})
        if len(tickets) == 1:
            return Refusal("last_ticket", {})
        return Refusal("ticket_completed", {"ticket": ticket})

    def to_text(self, board: Board, code: i64) -> str:
        if kind_of(code) == RETURN:
            return f"return {board.ticket_names[subject_of(code)]}"
        return "buy locomotive" if kind_of(code) == BUY else "bond"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if words == ["bond"]:
            return encode(TAKE_BOND)
        if words in (["buy"], ["buy", "locomotive"]):
            return encode(BUY)
        if len(words) != 2 or words[0] != "return":
            raise not_understood(words)
        if words[1] not in state.board.ticket_number:
            raise Unreadable("no_such_ticket_name", {"ticket": words[1]})
        return encode(RETURN, state.board.ticket_number[words[1]])

    # The slip

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        sheet.add("bonds", -powers_of(state).owed[seat])

    # Positions

    def check(self, state: State) -> list[str]:
        """Check that only powers of the current event were used, and that a card bought is in the hand."""
        wrong: list[str] = []
        part = powers_of(state)
        current = news_of(state).current
        players = len(state.players)
        known: i64 = 0
        for power in range(len(POWER_NAMES)):
            if state.board.companies.power_of(current, power, players) is not None:
                known |= i64(1) << power
        for seat in range(players):
            if part.used[seat] & ~known:
                wrong.append(f"seat {seat} has used a power that the current news event does not give")
            if part.owed[seat] < 0:
                wrong.append(f"seat {seat} owes fewer than 0 dollars")
        on_turn = state.phase not in (OPENING, OVER)
        may_have_bought = on_turn and (state.phase != TURN or part.used[state.seat] >> SALE & 1)
        if not 0 <= part.bought <= (1 if may_have_bought else 0):
            wrong.append("no card can have been bought on this turn")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        return {"bought": int(powers_of(position).bought)}

    def tell(self, position: Position) -> dict[str, object]:
        """The powers of the current news event, with their price."""
        found: list[dict[str, object]] = []
        for power, name in enumerate(POWER_NAMES):
            row = position.board.companies.power_of(
                news_of(position).current, power, len(companies_of(position).company)
            )
            if row is not None:
                found.append({"power": name, "amount": int(row.amount), "later": int(row.later)})
        return {"powers": found}

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        part = powers_of(position)
        used = [name for power, name in enumerate(POWER_NAMES) if part.used[seat] >> power & 1]
        return {"powers_used": used, "owed": int(part.owed[seat])}

    def field_names(self) -> list[str]:
        return ["bought"]

    def seat_field_names(self) -> list[str]:
        return ["powers_used", "owed"]

    def read(self, state: State, data: JsonObject) -> None:
        if len(state.board.companies.powers) > 0:
            powers_of(state).bought = data.whole("bought", 0)
        elif data.get("bought"):
            raise BadPosition("bought: no news event of this board sells cards")

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        part = powers_of(state)
        known = {name: number for number, name in enumerate(POWER_NAMES)}
        for name in data.items("powers_used", True):
            part.used[seat] |= i64(1) << i64(number_of(known, name, "power"))
        part.owed[seat] = data.whole("owed", 0)
