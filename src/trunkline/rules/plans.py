"""Plans for the next turn of a seat, the cards that an action takes, and the spaces that a hand covers.

All answers come from `legal` and `apply` on a copy of the game, unless that would reveal something hidden.
"""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.rules.actions import ActionList, colour_of, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY
from trunkline.rules.cards import DRAW_DECK, SECOND_PICK, cards_in_piles
from trunkline.rules.claim import CLAIM, spaces_lacking
from trunkline.rules.newspapers import news_of
from trunkline.rules.pairs import PAIR
from trunkline.rules.payment import PAY, payment_cards
from trunkline.rules.ports import PORT
from trunkline.rules.state import OVER, TURN, State
from trunkline.rules.stations import STATION, stations_left
from trunkline.rules.tunnels import tunnel_of
from trunkline.rules.turn import apply, legal

NO_CARDS = -1
"""The key of an action that takes no cards."""


def list_plans(state: State, seat: i64) -> list[list[int]]:
    """Every plan of the seat: the actions of a whole turn that would be legal if its turn began now.

    Only blind cards, claims and ports can be planned, because row and tickets may change until then.
    """
    if state.phase == OVER:
        return []
    ahead = as_if_to_move(state, seat)
    actions = ActionList()
    legal(ahead, seat, actions)
    found: list[list[int]] = []
    for code in actions.to_list():
        if kind_of(code) == DRAW_DECK or kind_of(code) == CLAIM or kind_of(code) == PORT:
            found.append(whole_turn(ahead, seat, code))
    return found


def as_if_to_move(state: State, seat: i64) -> State:
    """A copy of the game in which the seat is at the start of its turn."""
    ahead = state.copy()
    ahead.phase = TURN
    ahead.seat = seat
    ahead.claim_step = 0
    for slot in range(len(ahead.parts)):
        ahead.parts[slot] = ahead.part(slot).between_turns()
    return ahead


def whole_turn(state: State, seat: i64, code: i64) -> list[int]:
    """The action with those that complete the turn: the second blind card, or the other spaces of a pair route (W7)."""
    steps = [code]
    if state.board.newspaper >= 0:
        # A draw is not tried either: a newspaper would reveal the next card (L11).
        can_go_on = cards_in_piles(state) - news_of(state).newspapers > 1
        return [code, code] if kind_of(code) == DRAW_DECK and can_go_on else steps
    # A tunnel is not tried: the cards that it turns up are hidden.
    if kind_of(code) == DRAW_DECK or (kind_of(code) == CLAIM and state.board.pair[subject_of(code)]):
        after = state.copy()
        apply(after, seat, code, None)
        while after.phase == PAIR or after.phase == SECOND_PICK:
            step = next_step(after, seat, code)
            if step < 0:
                break
            apply(after, seat, step, None)
            steps.append(step)
    return steps


def next_step(state: State, seat: i64, code: i64) -> i64:
    """The next action of a plan: the same draw, or the payment with the fewest locomotives; -1 if there is none."""
    actions = ActionList()
    legal(state, seat, actions)
    if state.phase == SECOND_PICK:
        return code if actions.has(code) else -1
    best: i64 = -1
    for action in actions.to_list():
        if best < 0 or wilds_of(action) < wilds_of(best):
            best = action
    return best


def cards_of(state: State, seat: i64, steps: list[int]) -> dict[str, int]:
    """The cards that the steps of a turn take out of the seat's hand, by name. The seat must be to move.

    Cards that these actions draw or lose at random are not counted: they are hidden until then (L17).
    """
    board = state.board
    if board.has_companies:
        # Only claims take cards, and they are not tried.
        return payment_cards(board, steps[0]) if kind_of(steps[0]) == CLAIM else {}
    after = state.copy()
    paid: dict[str, int] = {}
    for code in steps:
        before = after.players[seat].hand[:]
        apply(after, seat, code, None)
        hand = after.players[seat].hand
        for card in range(board.cards):
            if before[card] > hand[card]:
                name = board.card_names[card]
                paid[name] = paid.get(name, 0) + int(before[card] - hand[card])
    return paid


def plan_cards(state: State, seat: i64, steps: list[int]) -> dict[str, int]:
    """The cards that a plan of `list_plans` takes."""
    return {} if kind_of(steps[0]) == DRAW_DECK else cards_of(as_if_to_move(state, seat), seat, steps)


def card_key(state: State, seat: i64, code: i64) -> i64:
    """A cache key of an action: on one board, two actions with the same key take the same cards.

    It contains the code, the number of stations left, what a tunnel asks for, and with two decks the plain trains in
    hand, which are played first (W5).
    """
    kind = kind_of(code)
    if kind == STATION:
        return code | stations_left(state, seat) << 48
    if kind == CLAIM or kind == PAY:
        board = state.board
        key = code
        if kind == PAY:
            key |= tunnel_of(state).asked << 52
        if board.numbers.ships > 0 and colour_of(code) < board.colours:
            key |= i64(state.players[seat].hand[colour_of(code)]) << 56
        return key
    return code if kind == PORT else NO_CARDS


def covered_spaces(state: State, seat: i64) -> dict[str, dict[str, int]]:
    """How many spaces the seat's cards cover, by kind (`rail`, `sea`, `pair`) and colour of the routes on the board.

    Under `ferry`, by name, are the routes with locomotive symbols: what covers one follows from its length, too (E3).
    """
    board = state.board
    found: dict[str, dict[str, int]] = {}
    for route in range(board.routes):
        if board.locomotives[route]:
            covered = i64(board.length[route]) - spaces_lacking(state, seat, route)
            found.setdefault("ferry", {})[board.route_names[route]] = int(covered)
            continue
        kind = "pair" if board.pair[route] else "sea" if board.sea[route] else "rail"
        colour = i64(board.colour[route])
        name = "gray" if colour == GRAY else board.colour_name(colour)
        by_colour = found.setdefault(kind, {})
        if name not in by_colour:
            by_colour[name] = int(board.payer[route].chapter.spaces_covered(state, seat, route))
    return found
