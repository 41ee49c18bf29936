"""Pair routes (W7): each space takes two train cards of one colour and is paid by its own action."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import ActionList, colour_of, encode, subject_of, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import discard
from trunkline.rules.chapter import GOES_ON, ActionKind, Chapter, Fields, Part, Phase, Refusal
from trunkline.rules.claim import CLAIM, finish_claim
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.naming import counts
from trunkline.rules.payment import (
    PAY,
    cards_missing,
    is_payment,
    pay_from,
    pay_text,
    play,
    play_trains,
    trains_by_colour,
)
from trunkline.rules.reading import BadPosition, JsonObject, number_of, read_counts
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 2
PAIR: Final = 7
PAIR_CARDS: Final = 2
"""Cards for each space of a pair route (W7)."""

SPACE_PAID: Final = EventKind("space-paid", ["route", "colour", "cards", "locomotives"], "paid")


@final
class PaidSpaces(Part):
    """A pair route that is being paid space by space. Replaced, never changed in place; NO_SPACES if there is none."""

    def __init__(self, route: i64, paid: vec[u8]) -> None:
        self.route = route
        self.paid = paid
        """The cards paid so far, sorted. They lie on the table."""

    def fields(self, fields: Fields) -> None:
        self.route = fields.number(self.route)
        self.paid = fields.small(self.paid, 255)

    def between_turns(self) -> Part:
        return NO_SPACES

    def cards_held(self, board: Board, card: i64) -> i64:
        found: i64 = 0
        for shown in self.paid:
            if i64(shown) == card:
                found += 1
        return found


NO_SPACES: Final = PaidSpaces(0, vec[u8]())


def pair_of(position: Position) -> PaidSpaces:
    """The pair route that is being paid."""
    return cast(PaidSpaces, position.parts[SLOT]) if position.board.numbers.ships > 0 else NO_SPACES


def spaces_left(position: Position) -> i64:
    """The spaces of the pair route being claimed that are still to be paid."""
    pair = pair_of(position)
    return i64(position.board.length[pair.route]) - len(pair.paid) // PAIR_CARDS


def payable_spaces(board: Board, hand: vec[u8]) -> i64:
    """The most spaces of pair routes that a hand can pay."""
    trains = trains_by_colour(board, hand)
    twos: i64 = 0
    odd: i64 = 0
    for colour in range(board.colours):
        twos += i64(trains[colour]) >> 1
        odd += i64(trains[colour]) & 1
    return payable(twos, odd, i64(trains[board.wild]))


def list_spaces(state: State, code: i64, trains: vec[u8], spaces: i64, out: ActionList) -> None:
    """Add `code` once for every way to pay one space that leaves enough cards for the others."""
    board = state.board
    wilds = i64(trains[board.wild])
    # Spaces that pairs of one colour pay, and colours with an odd card that needs a locomotive.
    twos: i64 = 0
    odd: i64 = 0
    for colour in range(board.colours):
        held = i64(trains[colour])
        twos += held >> 1
        odd += held & 1
    if payable(twos, odd, wilds) < spaces:
        return
    for colour in range(board.colours):
        held = i64(trains[colour])
        if held >= 2 and payable(twos - 1, odd, wilds) >= spaces - 1:
            out.add(code | colour << 24)
        if held >= 1 and wilds >= 1:
            # The payment uses an odd card, or leaves an odd card of a pair.
            fewer = held & 1
            if payable(twos - 1 + fewer, odd + 1 - 2 * fewer, wilds - 1) >= spaces - 1:
                out.add(code | encode(0, 0, colour, 1))


def payable(twos: i64, odd: i64, wilds: i64) -> i64:
    """The most spaces that can be paid: a pair pays one, or two with two locomotives; an odd card needs one."""
    with_odd = odd if odd < wilds else wilds
    halved = (wilds - with_odd) >> 1
    return twos + with_odd + (halved if halved < twos else twos)


def with_card(cards: vec[u8], card: u8) -> vec[u8]:
    """The cards with one more, sorted, because equal games must have equal states."""
    found = vec[u8](capacity=len(cards) + 1)
    placed = False
    for other in cards:
        if not placed and card < other:
            found = append(found, card)
            placed = True
        found = append(found, other)
    return found if placed else append(found, card)


def pay_space(state: State, seat: i64, route: i64, code: i64, log: list[Event] | None) -> i64:
    """Pay one space. The cards lie on the table until all spaces are paid and the route is claimed (W7)."""
    board = state.board
    player = state.players[seat]
    cards = play_trains(board, player, colour_of(code), PAIR_CARDS - wilds_of(code), vec[u8](capacity=PAIR_CARDS))
    cards = play(player, board.wild, wilds_of(code), cards)
    paid = pair_of(state).paid
    for card in cards:
        paid = with_card(paid, card)
    state.parts[SLOT] = PaidSpaces(route, paid)
    if log is not None:
        values = vec[i16]([i16(route), i16(colour_of(code)), i16(PAIR_CARDS), i16(wilds_of(code))])
        log.append(Event(SPACE_PAID, seat, values, vec[i16]([i16(card) for card in cards])))
    if spaces_left(state) > 0:
        state.phase = PAIR
        return GOES_ON
    wilds: i64 = 0
    for card in paid:
        discard(state, i64(card), 1)
        if i64(card) == board.wild:
            wilds += 1
    state.parts[SLOT] = NO_SPACES
    items = NO_ITEMS if log is None else vec[i16]([i16(card) for card in paid])
    return finish_claim(state, seat, route, GRAY, len(paid), wilds, items, log)


@final
class Pairs(Chapter):
    def __init__(self) -> None:
        super().__init__("pairs", [ActionKind(PAY, "pay", [PAIR])], [Phase(PAIR, "pair")], [SPACE_PAID])
        self.slot = SLOT
        self.version = 2

    def is_on(self, board: Board) -> bool:
        return board.numbers.ships > 0

    def new_part(self, board: Board, players: i64) -> Part:
        return PaidSpaces(0, vec[u8]())

    def pays_for(self, board: Board, route: i64) -> bool:
        return bool(board.pair[route])

    def lists_on_turn(self, board: Board) -> bool:
        return len(board.pairs) > 0

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        """Every open pair route of which all spaces can be paid, with every way to pay its first."""
        board = state.board
        player = state.players[seat]
        trains = trains_by_colour(board, player.hand)
        for number in board.pairs:
            route = i64(number)
            length = i64(board.length[route])
            if length <= player.trains and not i64(state.closed[route]) >> seat & 1:
                list_spaces(state, CLAIM | route << 8, trains, length, out)

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        """Every way to pay the next space."""
        trains = trains_by_colour(state.board, state.players[seat].hand)
        list_spaces(state, encode(PAY), trains, spaces_left(state), out)

    def can_go_on(self, state: State) -> bool:
        """A seat that has begun a pair route can always pay the rest of it."""
        return payable_spaces(state.board, state.players[state.seat].hand) >= spaces_left(state)

    def claim(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        return pay_space(state, seat, subject_of(code), code, log)

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        return pay_space(state, seat, pair_of(state).route, code, log)

    def price(self, board: Board, route: i64) -> i64:
        return PAIR_CARDS

    def refuse_price(self, state: State, seat: i64, code: i64) -> Refusal:
        """Why the cards for a space are refused."""
        board = state.board
        colour, wilds = colour_of(code), wilds_of(code)
        if colour == board.wild or wilds >= PAIR_CARDS:
            return Refusal("pair_needs_colour", {})
        trains = trains_by_colour(board, state.players[seat].hand)
        if i64(trains[colour]) < PAIR_CARDS - wilds or i64(trains[board.wild]) < wilds:
            return cards_missing(state, trains, colour, wilds, [(colour, PAIR_CARDS - wilds)])
        return Refusal("pair_not_payable", {})

    def spaces_covered(self, state: State, seat: i64, route: i64) -> i64:
        return payable_spaces(state.board, state.players[seat].hand)

    def is_code(self, board: Board, code: i64) -> bool:
        return subject_of(code) == 0 and is_payment(board, code)

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        return self.refuse_price(state, seat, code)

    def to_text(self, board: Board, code: i64) -> str:
        return pay_text(board, code)

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        return pay_from(state.board, words, PAIR_CARDS)

    def check(self, state: State) -> list[str]:
        """Check a pair route that is being paid: some spaces are paid, and the hand can pay the others (W7)."""
        board = state.board
        pair = pair_of(state)
        if state.phase != PAIR:
            return ["cards are paid, and no pair route is being claimed"] if len(pair.paid) else []
        if not 0 <= pair.route < board.routes or not board.pair[pair.route]:
            return ["the route being paid is no pair route"]
        if state.owner[pair.route] != NOBODY:
            return ["the pair route belongs to somebody already"]
        if len(pair.paid) == 0 or len(pair.paid) % PAIR_CARDS or spaces_left(state) < 1:
            return ["the cards paid for the pair route do not fit its spaces"]
        wilds = 0
        colours: list[int] = [0] * board.colours
        for shown in pair.paid:
            card = i64(shown)
            if card == board.wild:
                wilds += 1
            elif card < board.ship:
                colours[card % board.colours] += 1
            else:
                return ["a pair route is paid with train cards"]
        # Every colour with an odd number of cards needs a locomotive; the other locomotives split pairs.
        odd = sum(number % 2 for number in colours)
        if wilds > len(pair.paid) // PAIR_CARDS or wilds < odd or (wilds - odd) % 2:
            return ["the cards paid for the pair route are not pairs"]
        if payable_spaces(board, state.players[state.seat].hand) < spaces_left(state):
            return ["the rest of the pair route cannot be paid"]
        return []

    def write(self, position: Position) -> dict[str, object]:
        if position.phase != PAIR:
            return {"pair": None}
        board = position.board
        pair = pair_of(position)
        paid = board.no_cards[:]
        for card in pair.paid:
            paid[i64(card)] += 1
        return {
            "pair": {
                "route": board.route_names[pair.route],
                "spaces": len(pair.paid) // PAIR_CARDS,
                "paid": counts(board, paid),
            }
        }

    def field_names(self) -> list[str]:
        return ["pair"]

    def read(self, state: State, data: JsonObject) -> None:
        if (data.get("pair") is not None) != (state.phase == PAIR):
            raise BadPosition("pair: it is there in the phase `pair` and only then")
        if state.phase == PAIR:
            board = state.board
            pair = data.part("pair", ["route", "spaces", "paid"])
            paid = [card for card, number in enumerate(read_counts(board, pair, "paid")) for _ in range(number)]
            if len(paid) != PAIR_CARDS * pair.whole("spaces"):
                raise BadPosition(f"pair.paid: each space paid has taken {PAIR_CARDS} cards")
            route = number_of(board.route_number, pair.text("route"), "route")
            state.parts[SLOT] = PaidSpaces(route, vec[u8](paid))
