"""Tunnels (E4-E7): lay down the cards, turn up three, then pay what they ask for or withdraw."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import PAY, WITHDRAW, ActionList, colour_of, encode, subject_of, wilds_of
from trunkline.rules.cards import discard, draw_card, settle
from trunkline.rules.claim import take_route
from trunkline.rules.events import LAID, NO_ITEMS, TURNED, WITHDREW, Event
from trunkline.rules.payment import discard_payment, list_payments, spend
from trunkline.rules.state import TUNNEL, Player, State


def lay_down(state: State, player: Player, code: i64, log: list[Event] | None) -> bool:
    """Lay down the cards and turn up the deck's; True if the player is asked for more, else the route is taken."""
    board = state.board
    route = subject_of(code)
    length = i64(board.length[route])
    spend(state, player, colour_of(code), length, wilds_of(code))
    state.tunnel_route = route
    state.tunnel_colour = colour_of(code)
    state.tunnel_wilds = wilds_of(code)
    if log is not None:
        values = vec[i16]([i16(route), i16(colour_of(code)), i16(length), i16(wilds_of(code))])
        log.append(Event(LAID, state.seat, values, NO_ITEMS))

    turned = vec[u8]()
    asked: i64 = 0
    for _ in range(board.numbers.tunnel_cards):
        if state.decks[0].size == 0:
            break
        card = draw_card(state, 0, log)
        turned = append(turned, u8(card))
        # Laid with locomotives alone the colour is the locomotive, so that only these are asked for (E5).
        if card == state.tunnel_colour or card == board.wild:
            asked += 1
    state.turned = turned
    state.tunnel_asked = asked
    if log is not None:
        log.append(Event(TURNED, state.seat, vec[i16]([i16(asked)]), vec[i16]([i16(card) for card in turned])))
    if asked > 0:
        state.phase = TUNNEL
        return True
    finish(state, player, 0, log)
    return False


def list_answers(state: State, seat: i64, out: ActionList) -> None:
    """The ways to pay what is asked for, and to withdraw; asked even of one who cannot pay (E4)."""
    player = state.players[seat]
    wild = state.board.wild
    wilds = i64(player.hand[wild])
    asked = state.tunnel_asked
    if state.tunnel_colour != wild:
        held = i64(player.hand[state.tunnel_colour])
        list_payments(out, encode(PAY), held, state.tunnel_colour, asked, 0, wilds)
    if wilds >= asked:
        out.add(encode(PAY, 0, wild, asked))
    out.add(encode(WITHDRAW))


def pay(state: State, player: Player, code: i64, log: list[Event] | None) -> None:
    """Pay the cards asked for: the route is taken."""
    spend(state, player, colour_of(code), state.tunnel_asked, wilds_of(code))
    finish(state, player, wilds_of(code), log)


def finish(state: State, player: Player, more_wilds: i64, log: list[Event] | None) -> None:
    """Take the route; the cards laid down and paid are discarded, those turned up wait for the end of the turn (E6)."""
    cards = i64(state.board.length[state.tunnel_route]) + state.tunnel_asked
    wilds = state.tunnel_wilds + more_wilds
    discard_payment(state, state.tunnel_colour, cards, wilds)
    take_route(state, player, state.tunnel_route, state.tunnel_colour, cards, wilds, NO_ITEMS, log)
    settle(state, log)
    forget(state)


def withdraw(state: State, player: Player, log: list[Event] | None) -> None:
    """Take back the cards laid down: everybody has seen them."""
    length = i64(state.board.length[state.tunnel_route])
    for _ in range(length - state.tunnel_wilds):
        player.gain(state.tunnel_colour, True)
    for _ in range(state.tunnel_wilds):
        player.gain(state.board.wild, True)
    if log is not None:
        log.append(Event(WITHDREW, state.seat, vec[i16]([i16(state.tunnel_route)]), NO_ITEMS))
    forget(state)


def forget(state: State) -> None:
    """Leave no trace of a tunnel that has been settled: two games that are alike must have equal states."""
    state.tunnel_route = 0
    state.tunnel_colour = 0
    state.tunnel_wilds = 0
    state.tunnel_asked = 0


def discard_turned(state: State, log: list[Event] | None) -> None:
    """E6: at the end of the turn the cards turned up are discarded."""
    for card in state.turned:
        discard(state, i64(card), 1)
    state.turned = vec[u8]()
    settle(state, log)
