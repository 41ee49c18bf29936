"""Plans for the next turn of a seat, the cards that an action takes, and the spaces that a hand covers.

All of it is asked of `legal` and `apply`: an action is tried on a copy of the game.
"""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.rules.actions import ActionList, colour_of, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_DECK, SECOND_PICK
from trunkline.rules.claim import CLAIM
from trunkline.rules.clauses import CARDS_GAINED, CARDS_LOST, TOOK
from trunkline.rules.events import Event
from trunkline.rules.pairs import PAIR
from trunkline.rules.payment import PAY
from trunkline.rules.ports import PORT
from trunkline.rules.state import OVER, TURN, State
from trunkline.rules.stations import STATION, stations_left
from trunkline.rules.tunnels import tunnel_of
from trunkline.rules.turn import apply, legal

NO_CARDS = -1
"""The key of an action that takes no cards."""


def list_plans(state: State, seat: i64) -> list[list[int]]:
    """Every plan for the seat's next turn, each with the steps of a whole turn, as if the turn began now.

    Planned are blind cards, claims and ports. What the row or new tickets will show is not known yet.
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
    """The action with the steps that complete it: the second blind card, or the other spaces of a pair route (W7)."""
    steps = [code]
    # A tunnel is not tried: what it turns up is hidden.
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
    """How a plan goes on: the same draw again, or the payment with the fewest locomotives; -1 if nothing does."""
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

    What the same steps give or lose by lot is not counted: it is hidden until then (L17).
    """
    board = state.board
    after = state.copy()
    paid: dict[str, int] = {}
    for code in steps:
        before = after.players[seat].hand[:]
        log: list[Event] = []
        apply(after, seat, code, log)
        hand = after.players[seat].hand
        gained = cards_gained(board, seat, log)
        for card in range(board.cards):
            spent = i64(before[card]) + gained[card] - i64(hand[card])
            if spent > 0:
                name = board.card_names[card]
                paid[name] = paid.get(name, 0) + int(spent)
    return paid


def cards_gained(board: Board, seat: i64, log: list[Event]) -> list[i64]:
    """By card, how many a seat got by bonuses, large cities and news events, less those that it lost by lot."""
    found = [i64(0)] * board.cards
    for event in log:
        if event.seat != seat:
            continue
        if event.kind is CARDS_GAINED:
            for card in event.items:
                found[card] += 1
        elif event.kind is CARDS_LOST:
            for card in event.items:
                found[card] -= 1
        elif event.kind is TOOK:
            found[event.values[len(event.values) - 1]] += 1
    return found


def plan_cards(state: State, seat: i64, steps: list[int]) -> dict[str, int]:
    """The cards that a plan of `list_plans` takes."""
    return {} if kind_of(steps[0]) == DRAW_DECK else cards_of(as_if_to_move(state, seat), seat, steps)


def card_keys(state: State, seat: i64, actions: ActionList) -> list[int]:
    """For each action a number: on one board two actions with the same number take the same cards.

    Beside the code it holds the number of stations left, what a tunnel asks for, and with two decks the plain trains
    held, which are played first (W5).
    """
    board = state.board
    player = state.players[seat]
    keys: list[int] = []
    codes = actions.codes
    for i in range(actions.size):
        code = codes[i]
        kind = kind_of(code)
        if kind == STATION:
            code |= stations_left(state, seat) << 48
        elif kind == CLAIM or kind == PAY:
            if kind == PAY:
                code |= tunnel_of(state).asked << 52
            if board.numbers.ships > 0 and colour_of(code) < board.colours:
                code |= i64(player.hand[colour_of(code)]) << 56
        elif kind != PORT:
            code = NO_CARDS
        keys.append(code)
    return keys


def covered_spaces(state: State, seat: i64) -> dict[str, dict[str, int]]:
    """How many spaces the seat's cards cover, by kind (`rail`, `sea`, `pair`) and colour of the routes on the board."""
    board = state.board
    found: dict[str, dict[str, int]] = {}
    for route in range(board.routes):
        kind = "pair" if board.pair[route] else "sea" if board.sea[route] else "rail"
        colour = i64(board.colour[route])
        name = "gray" if colour == GRAY else board.colour_name(colour)
        by_colour = found.setdefault(kind, {})
        if name not in by_colour:
            by_colour[name] = int(board.payer[route].chapter.spaces_covered(state, seat, route))
    return found
