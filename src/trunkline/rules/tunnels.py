"""Tunnels (E4-E7): lay down the cards, turn up three, then pay the additional cards or withdraw."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import ActionList, colour_of, encode, kind_of, not_understood, subject_of, wilds_of
from trunkline.rules.board import Board
from trunkline.rules.cards import answer_cards, can_give, discard, draw_card, pass_newspapers, settle
from trunkline.rules.chapter import (
    GOES_ON,
    IDLE_TURN_ENDS,
    TURN_ENDS,
    ActionKind,
    Chapter,
    Fields,
    Part,
    Phase,
    Refusal,
)
from trunkline.rules.claim import (
    CLAIM_ASKS,
    SECOND_CLAIM_PHASE,
    finish_claim,
    rail_spaces_covered,
    refuse_rail_price,
)
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.money import change_money, companies_of
from trunkline.rules.newspapers import news_of
from trunkline.rules.office_state import gives_back_second_claim
from trunkline.rules.payment import (
    PAY,
    discard_payment,
    is_payment,
    list_payments,
    pay_from,
    pay_text,
    refuse_payment,
    spend,
)
from trunkline.rules.reading import BadPosition, JsonObject, number_of
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 0
WITHDRAW: Final = 7
PAY_DOLLARS: Final = 51
"""Pay in dollars what a grade check asks for."""
GRADE_STEP: Final = 1
TUNNEL: Final = 4

LAID: Final = EventKind("laid", ["route", "colour", "cards", "locomotives"], reveals=True)
TURNED: Final = EventKind("turned", ["asked"], "cards", reveals=True)
WITHDREW: Final = EventKind("withdrew", ["route"])


@final
class LaidTunnel(Part):
    """A tunnel that is being claimed: the cards laid down, and those turned up until the end of the turn (E6).

    It is replaced, never changed in place. NO_TUNNEL if no tunnel is being claimed.
    """

    def __init__(self, route: i64, colour: i64, wilds: i64, asked: i64, turned: vec[u8]) -> None:
        self.route = route
        self.colour = colour
        self.wilds = wilds
        """Locomotives among the cards laid down."""
        self.asked = asked
        """Cards still to be paid; 0 once the route is claimed and the turned cards wait for the end of the turn."""
        self.turned = turned

    def fields(self, fields: Fields) -> None:
        self.route = fields.number(self.route)
        self.colour = fields.number(self.colour)
        self.wilds = fields.number(self.wilds)
        self.asked = fields.number(self.asked)
        self.turned = fields.small(self.turned, 255)

    def between_turns(self) -> Part:
        return NO_TUNNEL

    def cards_held(self, board: Board, card: i64) -> i64:
        found: i64 = 0
        for shown in self.turned:
            if i64(shown) == card:
                found += 1
        if self.asked > 0:
            if card == board.wild:
                found += self.wilds
            elif card == self.colour:
                found += i64(board.length[self.route]) - self.wilds
        return found


NO_TUNNEL: Final = LaidTunnel(0, 0, 0, 0, vec[u8]())


def tunnel_of(position: Position) -> LaidTunnel:
    """The tunnel that is being claimed."""
    return cast(LaidTunnel, position.parts[SLOT]) if position.board.has_tunnels else NO_TUNNEL


def asks(board: Board, colour: i64, card: i64) -> bool:
    """Whether a card turned up asks for one more (E4).

    If locomotives alone were laid, the colour is the locomotive, so only locomotives ask (E5).
    """
    return card == colour or card == board.wild


def dollars_cover(position: Position, seat: i64) -> bool:
    """Whether the dollars of a seat pay for every card that a grade check can ask for."""
    row = position.board.modules.grade
    if row is None:
        return False
    return companies_of(position).money[seat] >= row.price * position.board.numbers.tunnel_cards


def lay_down(state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
    """Lay down the cards and turn up cards of the deck. If these ask for nothing, the route is claimed.

    Of two claims on one turn (Dispatcher) the cards turned up for the first are discarded before.
    """
    board = state.board
    if len(tunnel_of(state).turned) > 0:
        discard_turned(state, log)
        answer_cards(state, log)
    route = subject_of(code)
    colour = colour_of(code)
    wilds = wilds_of(code)
    length = i64(board.length[route])
    spend(state, state.players[seat], colour, length, wilds)
    if log is not None:
        values = vec[i16]([i16(route), i16(colour), i16(length), i16(wilds)])
        log.append(Event(LAID, seat, values, NO_ITEMS))

    turned = vec[u8]()
    asked: i64 = 0
    for _i in range(board.numbers.tunnel_cards):
        if not can_give(state, 0):
            break
        if board.newspaper >= 0:
            skip_newspapers(state, log)
        card = draw_card(state, 0, log)
        turned = append(turned, u8(card))
        if asks(board, colour, card):
            asked += 1
    if log is not None:
        log.append(Event(TURNED, seat, vec[i16]([i16(asked)]), vec[i16]([i16(card) for card in turned])))
    tunnel = LaidTunnel(route, colour, wilds, asked, turned)
    if asked > 0:
        state.parts[SLOT] = tunnel
        state.phase = TUNNEL
        return GOES_ON
    return take_tunnel(state, seat, tunnel, 0, 0, log)


def discard_turned(state: State, log: list[Event] | None) -> None:
    """The cards turned up are discarded (E6)."""
    tunnel = tunnel_of(state)
    if len(tunnel.turned) > 0:
        state.parts[SLOT] = NO_TUNNEL
        for card in tunnel.turned:
            discard(state, i64(card), 1)
        settle(state, log)


def skip_newspapers(state: State, log: list[Event] | None) -> None:
    """A grade check passes over newspapers without a news event (L11)."""
    news = news_of(state)
    news.is_quiet = True
    pass_newspapers(state, 0, log)
    news.is_quiet = False


def dollars_asked(position: Position, seat: i64) -> i64:
    """The dollars that pay what a grade check asks for; 0 if the seat cannot pay so."""
    row = position.board.modules.grade
    if row is None:
        return 0
    dollars = row.price * tunnel_of(position).asked
    return dollars if companies_of(position).money[seat] >= dollars else 0


def list_answers(state: State, seat: i64, out: ActionList) -> None:
    """List the payments and the withdrawal. A seat that cannot pay is asked too (E4)."""
    tunnel = tunnel_of(state)
    hand = state.players[seat].hand
    wild = state.board.wild
    wilds = i64(hand[wild])
    if tunnel.colour != wild:
        list_payments(out, encode(PAY), i64(hand[tunnel.colour]), tunnel.colour, tunnel.asked, 0, wilds)
    if wilds >= tunnel.asked:
        out.add(encode(PAY, 0, wild, tunnel.asked))
    if dollars_asked(state, seat) > 0:
        out.add(encode(PAY_DOLLARS))
    out.add(encode(WITHDRAW))


def take_tunnel(
    state: State, seat: i64, tunnel: LaidTunnel, more: i64, more_wilds: i64, log: list[Event] | None
) -> i64:
    """Claim the route, for `more` cards than were laid.

    The cards laid and paid are discarded; the turned ones stay until the end of the turn (E6).
    """
    cards = i64(state.board.length[tunnel.route]) + more
    wilds = tunnel.wilds + more_wilds
    discard_payment(state, tunnel.colour, cards, wilds)
    state.parts[SLOT] = LaidTunnel(0, 0, 0, 0, tunnel.turned)
    return finish_claim(state, seat, tunnel.route, tunnel.colour, cards, wilds, NO_ITEMS, log)


def withdraw(state: State, seat: i64, log: list[Event] | None) -> None:
    """Take back the cards laid down. They are known to everybody now."""
    tunnel = tunnel_of(state)
    player = state.players[seat]
    for _i in range(i64(state.board.length[tunnel.route]) - tunnel.wilds):
        player.gain(tunnel.colour, True)
    for _i in range(tunnel.wilds):
        player.gain(state.board.wild, True)
    state.parts[SLOT] = LaidTunnel(0, 0, 0, 0, tunnel.turned)
    if log is not None:
        log.append(Event(WITHDREW, seat, vec[i16]([i16(tunnel.route)]), NO_ITEMS))


@final
class Tunnels(Chapter):
    def __init__(self) -> None:
        super().__init__(
            "tunnels",
            [
                ActionKind(PAY, "pay", [TUNNEL]),
                ActionKind(PAY_DOLLARS, "pay", [TUNNEL]),
                ActionKind(WITHDRAW, "withdraw", [TUNNEL]),
            ],
            [Phase(TUNNEL, "tunnel")],
            [LAID, TURNED, WITHDREW],
        )
        self.slot = SLOT

    def is_on(self, board: Board) -> bool:
        return board.has_tunnels

    def new_part(self, board: Board, players: i64) -> Part:
        return LaidTunnel(0, 0, 0, 0, vec[u8]())

    def pays_for(self, board: Board, route: i64) -> bool:
        return bool(board.tunnel[route])

    def claim(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        return lay_down(state, seat, code, log)

    def refuse_price(self, state: State, seat: i64, code: i64) -> Refusal:
        return refuse_rail_price(state, seat, code)

    def spaces_covered(self, state: State, seat: i64, route: i64) -> i64:
        return rail_spaces_covered(state.board, state.players[seat].hand, route)

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        list_answers(state, seat, out)

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        if kind_of(code) == WITHDRAW:
            withdraw(state, seat, log)
            return TURN_ENDS if gives_back_second_claim(state, seat) else IDLE_TURN_ENDS
        tunnel = tunnel_of(state)
        row = state.board.modules.grade
        if kind_of(code) == PAY_DOLLARS and row is not None:
            change_money(state, seat, -dollars_asked(state, seat), GRADE_STEP, row.source, log)
            return take_tunnel(state, seat, tunnel, 0, 0, log)
        spend(state, state.players[seat], colour_of(code), tunnel.asked, wilds_of(code))
        return take_tunnel(state, seat, tunnel, tunnel.asked, wilds_of(code), log)

    def has_turn_end(self) -> bool:
        return True

    def end_turn(self, state: State, log: list[Event] | None) -> None:
        discard_turned(state, log)

    def is_code(self, board: Board, code: i64) -> bool:
        if kind_of(code) == WITHDRAW or kind_of(code) == PAY_DOLLARS:
            return not code >> 8
        return subject_of(code) == 0 and is_payment(board, code)

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        board = state.board
        tunnel = tunnel_of(state)
        if kind_of(code) == PAY_DOLLARS:
            row = board.modules.grade
            if row is None:
                return Refusal("no_dollars_for_tunnels", {})
            held = int(companies_of(state).money[seat])
            return Refusal("too_little_money", {"price": int(row.price * tunnel.asked), "money": held})
        colour = colour_of(code)
        adds_up = wilds_of(code) <= tunnel.asked and (colour == board.wild) == (wilds_of(code) == tunnel.asked)
        if adds_up and colour != board.wild and colour != tunnel.colour:
            return Refusal("wrong_tunnel_colour", {"colour": board.card_names[tunnel.colour]})
        return refuse_payment(state, seat, code, tunnel.asked, 0)

    def to_text(self, board: Board, code: i64) -> str:
        if kind_of(code) == PAY_DOLLARS:
            return "pay dollars"
        return "withdraw" if kind_of(code) == WITHDRAW else pay_text(board, code)

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if words == ["withdraw"]:
            return encode(WITHDRAW)
        if words == ["pay", "dollars"]:
            return encode(PAY_DOLLARS)
        if words[0] == "withdraw":
            raise not_understood(words)
        return pay_from(state.board, words, max(1, tunnel_of(state).asked))

    def check(self, state: State) -> list[str]:
        """Check that cards are turned up only while a tunnel, or a step of its claim, waits for an answer."""
        board = state.board
        tunnel = tunnel_of(state)
        if state.phase == CLAIM_ASKS or state.phase == SECOND_CLAIM_PHASE:
            return ["the tunnel is claimed, and asks for cards"] if tunnel.asked else []
        if state.phase != TUNNEL:
            return ["cards are turned up, and no tunnel is being claimed"] if len(tunnel.turned) else []
        if not 0 <= tunnel.route < board.routes or not board.tunnel[tunnel.route]:
            return ["the route of the tunnel is no tunnel"]
        if state.owner[tunnel.route] != NOBODY:
            return ["the tunnel belongs to somebody already"]
        if not 0 <= tunnel.colour < board.cards:
            return ["the colour of the tunnel is no card"]
        length = i64(board.length[tunnel.route])
        alone = tunnel.colour == board.wild
        if not 0 <= tunnel.wilds <= length or alone != (tunnel.wilds == length):
            return ["the locomotives laid for the tunnel do not fit its length"]
        asked: i64 = 0
        for card in tunnel.turned:
            if asks(board, tunnel.colour, i64(card)):
                asked += 1
        if asked != tunnel.asked or asked == 0:
            return [f"the cards turned up ask for {asked} more, not {tunnel.asked}"]
        return []

    def write(self, position: Position) -> dict[str, object]:
        board = position.board
        tunnel = tunnel_of(position)
        turned: list[object] = [board.card_names[card] for card in tunnel.turned]
        if position.phase != TUNNEL:
            return {"tunnel": None, "turned": turned} if turned else {"tunnel": None}
        return {
            "tunnel": {
                "route": board.route_names[tunnel.route],
                "colour": board.card_names[tunnel.colour],
                "locomotives": int(tunnel.wilds),
                "turned": turned,
                "asked": int(tunnel.asked),
            }
        }

    def tell(self, position: Position) -> dict[str, object]:
        """The tunnel that asks. Cards that wait for the end of the turn were told when they were turned up."""
        written = self.write(position)["tunnel"]
        if isinstance(written, dict):
            tunnel = tunnel_of(position)
            written["asks"] = [asks(position.board, tunnel.colour, i64(card)) for card in tunnel.turned]
            row = position.board.modules.grade
            if row is not None:
                written["dollars"] = int(row.price * tunnel.asked)
        return {"tunnel": written}

    def field_names(self) -> list[str]:
        return ["tunnel", "turned"]

    def read(self, state: State, data: JsonObject) -> None:
        if (data.get("tunnel") is not None) != (state.phase == TUNNEL):
            raise BadPosition("tunnel: it is there in the phase `tunnel` and only then")
        board = state.board
        waiting = data.items("turned", optional=True)
        if waiting and (state.phase not in (CLAIM_ASKS, SECOND_CLAIM_PHASE) or not board.has_tunnels):
            raise BadPosition("turned: cards lie turned up only while the claim of a tunnel asks, or another follows")
        if waiting:
            cards = vec[u8]([number_of(board.card_number, name, "card") for name in waiting])
            state.parts[SLOT] = LaidTunnel(0, 0, 0, 0, cards)
        if state.phase == TUNNEL:
            tunnel = data.part("tunnel", ["route", "colour", "locomotives", "turned", "asked"])
            state.parts[SLOT] = LaidTunnel(
                number_of(board.route_number, tunnel.text("route"), "route"),
                number_of(board.card_number, tunnel.text("colour"), "card"),
                tunnel.whole("locomotives", 0),
                tunnel.whole("asked"),
                vec[u8]([number_of(board.card_number, name, "card") for name in tunnel.items("turned")]),
            )
