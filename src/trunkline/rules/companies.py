"""Companies (L1, L15-L17, L19, L24): their bonus and the cards of large cities at a claim, dollars, and the slip."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.actions import Unreadable, encode, not_understood, number_from, subject_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.chapter import ActionKind, Chapter, Part, Refusal
from trunkline.rules.claim import CLAIM_ASKS, SEQUENCE, ClaimStep
from trunkline.rules.clause_steps import ASKED, NO_SOURCE, TAKE_CARD, ClauseStep
from trunkline.rules.clauses import (
    CARDS_GAINED,
    CARDS_LOST,
    REFUNDED,
    ROW_WASHED,
    TOOK,
    asks,
    first_taking,
    gain_cards,
    has_choice,
    slip_dollars,
)
from trunkline.rules.company_tables import LARGE_CITY, LARGE_CITY_CARDS, START
from trunkline.rules.events import Event
from trunkline.rules.money import (
    MONEY_CHANGED,
    SLOT,
    CompaniesPart,
    change_money,
    companies_of,
    company_colour,
    company_name,
    company_source,
)
from trunkline.rules.newspapers import news_of
from trunkline.rules.office_state import asked_in_secret
from trunkline.rules.reading import BadPosition, JsonObject, number_of
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import OPENING, Position, State

BONUS_STEP: Final = 3
STORY_STEP: Final = 11
LARGE_CITY_STEP: Final = 12


@final
class CompanyBonus(ClauseStep):
    """Number 3: a route of the company's colour pays its bonus, of any length and however paid (L16)."""

    def source(self, state: State, seat: i64, route: i64) -> i64:
        own = i64(state.board.colour[route]) == company_colour(state, seat)
        return company_source(state, seat) if own else NO_SOURCE


@final
class StoryRule(ClauseStep):
    """Number 11, after the current news event: a story rule in force. It never asks."""

    def __init__(self, number: i64, rule: i64) -> None:
        super().__init__(number)
        self.rule: Final = rule

    def source(self, state: State, seat: i64, route: i64) -> i64:
        return self.rule


@final
class LargeCity(ClaimStep):
    """Number 12: a route to a large city gives the top card of the deck (L17), or as many as are in force."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        if state.board.companies.large[route]:
            gain_cards(state, seat, news_of(state).standing[LARGE_CITY_CARDS], LARGE_CITY_STEP, LARGE_CITY, log)
        return True


def module_asks(state: State) -> bool:
    """Whether a module asks, and not a clause."""
    first = state.board.modules.first_source
    return first > 0 and companies_of(state).asking >= first


def written_payment(position: Position) -> dict[str, object]:
    """What the claim that waits for an answer was paid with, less what came back."""
    part = companies_of(position)
    paid: dict[str, object] = {
        "colour": position.board.card_names[part.paid_colour],
        "cards": int(part.paid_cards),
        "locomotives": int(part.paid_wilds),
    }
    if part.refunded_wilds > 0:
        paid["refunded"] = int(part.refunded_wilds)
    return paid


def read_payment(state: State, data: JsonObject) -> None:
    paid = data.part("paid", ["colour", "cards", "locomotives", "refunded"], optional=True)
    if paid.get("colour") is not None:
        part = companies_of(state)
        colour = number_of(state.board.card_number, paid.get("colour"), "card")
        part.note_payment(colour, paid.whole("cards"), paid.whole("locomotives", 0))
        part.refunded_wilds = paid.whole("refunded", 0)


@final
class Companies(Chapter):
    """The chapter of companies: every seat plays one; the score is its dollars."""

    def __init__(self) -> None:
        super().__init__(
            "companies",
            [ActionKind(TAKE_CARD, "take", [CLAIM_ASKS])],
            [],
            [MONEY_CHANGED, CARDS_GAINED, CARDS_LOST, TOOK, ROW_WASHED, ASKED, REFUNDED],
        )
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.has_companies

    def new_part(self, board: Board, players: i64) -> Part:
        """The seats play the companies in the order of the map, and have no dollars until the game is set up."""
        return CompaniesPart(vec[u8](list(range(players))), vec[i64]([0] * players))

    def set_up(self, state: State, log: list[Event] | None) -> None:
        """Pay the dollars of the start (L4) and note who starts (L8)."""
        companies_of(state).first = state.seat
        for seat in range(len(state.players)):
            change_money(state, seat, state.board.numbers.money, 0, START, log)

    def restore(self, state: State) -> None:
        """A position need not say which clause asks, the first that takes a card, nor how its route was paid."""
        part = companies_of(state)
        if state.phase != CLAIM_ASKS:
            return
        if part.asking == NO_SOURCE and not asked_in_secret(state):
            part.asking = company_source(state, state.seat)
            part.clauses_done = max(0, first_taking(state, part.asking))
        if part.paid_cards == 0:
            colour = i64(state.board.colour[state.claim_route])
            length = i64(state.board.length[state.claim_route])
            part.note_payment(0 if colour == GRAY else colour, length, 0)

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        steps: list[ClaimStep] = [CompanyBonus(SEQUENCE * BONUS_STEP), LargeCity(SEQUENCE * LARGE_CITY_STEP)]
        first = board.companies.first_story_rule
        for source in range(first, board.companies.first_spike):
            steps.append(StoryRule(SEQUENCE * STORY_STEP + 1 + source - first, source))
        return steps

    # Taking a face-up card

    def is_code(self, board: Board, code: i64) -> bool:
        return board.has_companies and subject_of(code) < board.numbers.row and not code >> 24

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        return Refusal("not_to_be_taken", {"slot": int(subject_of(code)) + 1})

    def to_text(self, board: Board, code: i64) -> str:
        return f"take {subject_of(code) + 1}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if len(words) != 2:
            raise not_understood(words)
        slot = number_from(words[1])
        if not 1 <= slot <= state.board.numbers.row:
            raise Unreadable("no_such_slot", {"slot": slot, "slots": int(state.board.numbers.row)})
        return encode(TAKE_CARD, slot - 1)

    # The slip

    def running_points(self, position: Position, seat: i64) -> i64:
        """The dollars in hand are public at all times (L24)."""
        return companies_of(position).money[seat]

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        """Add dollars in hand and for trains left. The sum is never below 0, and turn order breaks ties (L19)."""
        part = companies_of(state)
        players = len(state.players)
        sheet.add("money", part.money[seat])
        sheet.add("trains_left", state.board.companies.worth_of_trains(state.players[seat].trains))
        tables = state.board.companies
        if tables.first_story_rule < tables.first_spike:
            story: i64 = 0
            for rule in range(tables.first_story_rule, tables.first_spike):
                story += slip_dollars(state, rule, seat, sheet.completed)
            sheet.add("story", story)
        sheet.never_below_0 = True
        sheet.turn_order = (seat + players - part.first) % players

    # Positions

    def check(self, state: State) -> list[str]:
        """Check that every seat has its own company and no debts, and is asked only if it has a choice (L24)."""
        wrong: list[str] = []
        part = companies_of(state)
        names = state.board.companies.companies
        players = len(state.players)
        taken: set[int] = set()
        for seat in range(players):
            company = int(part.company[seat])
            if company >= len(names):
                wrong.append(f"seat {seat} plays no company of this board")
            elif company in taken:
                wrong.append(f"two seats play the company {names[company]}")
            taken.add(company)
            if part.money[seat] < 0:
                wrong.append(f"seat {seat} has fewer than 0 dollars")
        if not 0 <= part.first < players:
            wrong.append(f"there is no seat {part.first} that could have started")
        elif state.phase == OPENING and state.seat != part.first:
            wrong.append("before the first turn `seat` is the seat that starts")
        if asked_in_secret(state):
            if part.asking != NO_SOURCE:
                wrong.append("a postcard asks, so no clause waits for a card")
        elif (part.asking != NO_SOURCE) != (state.phase == CLAIM_ASKS):
            wrong.append("a company is asked in the phase `claim-asks` and only then")
        elif state.phase == CLAIM_ASKS and module_asks(state):
            pass  # The module that asks checks it.
        elif state.phase == CLAIM_ASKS and not has_choice(state):
            wrong.append("there are no two different cards to take: the company would not have been asked")
        elif state.phase != CLAIM_ASKS and part.paid_cards > 0:
            wrong.append("a payment is remembered in the phase `claim-asks` and only then")
        elif not (0 <= part.paid_wilds <= part.paid_cards and 0 <= part.paid_colour < state.board.cards):
            wrong.append("no claim can have been paid like this")
        elif state.phase == CLAIM_ASKS and not asks(state, part.asking, part.clauses_done):
            wrong.append("the company is asked by a clause that asks nothing")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        part = companies_of(position)
        written: dict[str, object] = {"first": int(part.first)}
        if part.asking != NO_SOURCE:
            source = position.board.companies.sources[part.asking]
            paid = written_payment(position)
            written["asks"] = {"source": source, "clauses_done": int(part.clauses_done), "paid": paid}
        elif part.paid_cards > 0:  # A postcard asks.
            written["paid"] = written_payment(position)
        return written

    def tell(self, position: Position) -> dict[str, object]:
        part = companies_of(position)
        fields: dict[str, object] = {"first": int(part.first), "asks": None}
        if part.asking != NO_SOURCE:
            board = position.board
            fields["asks"] = {
                "step": int(position.claim_step) // SEQUENCE,
                "source": board.companies.sources[part.asking],
                "route": board.route_names[position.claim_route],
            }
        return fields

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        part = companies_of(position)
        return {
            "company": company_name(position, seat),
            "money": int(part.money[seat]),
        }

    def field_names(self) -> list[str]:
        return ["first", "asks", "paid"]

    def seat_field_names(self) -> list[str]:
        return ["company", "money"]

    def read(self, state: State, data: JsonObject) -> None:
        """Read the fields. A missing `first` is computed from the turns played."""
        if not state.board.has_companies:
            if any(data.get(name) is not None for name in self.field_names()):
                raise BadPosition("first, asks, paid: this board has no companies")
            return
        part = companies_of(state)
        players = len(state.players)
        part.first = data.whole("first", int((state.seat - state.turn) % players))
        if data.get("asks") is not None:
            asks = data.part("asks", ["source", "clauses_done", "paid"])
            sources = {name: number for number, name in enumerate(state.board.companies.sources)}
            part.asking = number_of(sources, asks.text("source"), "company or news event")
            part.clauses_done = asks.whole("clauses_done", 0)
            read_payment(state, asks)
        else:
            read_payment(state, data)

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        """Read the fields of a player. Defaults: the companies in the order of the map, the dollars of the start."""
        part = companies_of(state)
        if data.get("company") is not None:
            company = number_of(state.board.companies.company_number, data.get("company"), "company")
            chosen = part.company[:]
            chosen[seat] = u8(company)
            part.company = chosen
        part.money[seat] = data.whole("money", int(state.board.numbers.money))
