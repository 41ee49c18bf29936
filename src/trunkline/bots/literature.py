"""The base class of four baselines from the literature, written from their published descriptions.

De Mesentier Silva, Lee, Togelius and Nealen, "AI-based Playtesting of Contemporary Board Games" (2017). Their games
have no stations, so these bots build none. What a tunnel asks for is paid if possible, as in their engine.
"""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.bots.chance import Chance
from trunkline.bots.needs import NOTHING, Needs
from trunkline.bots.observation import Observation
from trunkline.bots.plan_maker import PlanMaker
from trunkline.bots.rail_bot import RailBot
from trunkline.bots.weights import Weights
from trunkline.rules.actions import ActionList, colour_of, encode, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW, SECOND_PICK
from trunkline.rules.claim import CLAIM, CLAIM_ASKS
from trunkline.rules.clause_steps import TAKE_CARD
from trunkline.rules.state import HOLE, TURN
from trunkline.rules.tickets import KEEP
from trunkline.rules.tunnels import TUNNEL, WITHDRAW
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED


class LiteratureBot(RailBot):
    """What the four bots share: shortest paths over open and own routes, and drawing cards of one colour."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.chance = Chance(seed)
        self.table: Observation | None = None
        self.plan_maker: PlanMaker | None = None

    def on_rails(self, view: View, actions: ActionList) -> i64:
        observation = self.table
        plan_maker = self.plan_maker
        if observation is None or plan_maker is None or plan_maker.board is not view.board:
            observation = Observation(view.board)
            plan_maker = PlanMaker(view.board, Weights())
            self.table = observation
            self.plan_maker = plan_maker
        observation.look_at_view(view)
        if view.phase == TUNNEL:
            code = Needs(view.board, plan_maker.weights).pay_tunnel(observation)
            return code if code != NOTHING else encode(WITHDRAW)
        if view.phase == CLAIM_ASKS:
            code = encode(TAKE_CARD, subject_of(self.act(observation, plan_maker, actions)))
            return code if actions.has(code) else actions.codes[self.chance.below(actions.size)]
        if view.phase == TURN or view.phase == SECOND_PICK:
            code = self.act(observation, plan_maker, actions)
            return code if actions.has(code) else actions.codes[self.chance.below(actions.size)]
        return encode(KEEP, self.keep(observation, plan_maker, actions))

    def act(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        """The action on a turn or for a second pick."""
        raise NotImplementedError

    def keep(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        """The set of offered tickets to keep: by default all."""
        return (i64(1) << len(observation.offered)) - 1


def price_paths(observation: Observation, plan_maker: PlanMaker, shortest: i64, by_spaces: bool) -> None:
    """Price every route: 0 for own ones, the length or one step for open ones, CLOSED for all others."""
    board = observation.board
    for route in range(board.routes):
        if i64(observation.owner[route]) == observation.seat:
            plan_maker.base[route] = 0
        elif observation.is_open(route) and i64(board.length[route]) >= shortest:
            # One step is 100, so the number of routes decides, and the number of spaces among equal ones.
            plan_maker.base[route] = i64(board.length[route]) if by_spaces else 100 + i64(board.length[route])
        else:
            plan_maker.base[route] = CLOSED
    plan_maker.begin(plan_maker.trial)


def path_price(observation: Observation, plan_maker: PlanMaker, ticket: i64) -> i64:
    board = observation.board
    return plan_maker.search(i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]), plan_maker.price)


def claim_of(observation: Observation, actions: ActionList, route: i64, colour: i64) -> i64:
    """The claim of any lane of a route with the fewest locomotives, if possible in the given colour."""
    twins = observation.board.twin
    best: i64 = NOTHING
    fewest: i64 = 1 << 20
    for i in range(actions.size):
        code = actions.codes[i]
        if kind_of(code) != CLAIM:
            continue
        lane = subject_of(code)
        while lane != route:
            lane = i64(twins[lane])
            if lane == subject_of(code):
                break
        if lane != route:
            continue
        price = wilds_of(code) + (0 if colour_of(code) == colour else 64)
        if price < fewest:
            fewest = price
            best = code
    return best


def held_most(observation: Observation, route: i64) -> i64:
    """The colour to collect for a route: of the colours of its open lanes, the one with the most cards in hand."""
    board = observation.board
    best: i64 = NOTHING
    lane = route
    while True:
        colour = i64(board.colour[lane])
        if colour == GRAY:
            for card in range(board.wild):
                if best == NOTHING or observation.hand[card] > observation.hand[best]:
                    best = card
        elif observation.is_open(lane) and (best == NOTHING or observation.hand[colour] > observation.hand[best]):
            best = colour
        lane = i64(board.twin[lane])
        if lane == route:
            return best


def draw_colour(observation: Observation, colour: i64, wild_too: bool) -> i64:
    """Draw a card of a colour if one is face up, or else (with `wild_too`) a locomotive, or else blind."""
    row = observation.row
    wild: i64 = NOTHING
    for slot in range(len(row)):
        card = i64(row[slot])
        if card == HOLE:
            continue
        if card == colour:
            return encode(DRAW_ROW, slot)
        if card == observation.board.wild:
            wild = slot
    if wild_too and wild != NOTHING and observation.may_draw_wild():
        return encode(DRAW_ROW, wild)
    return encode(DRAW_DECK)


def longest_route(observation: Observation) -> i64:
    """The longest open route for which there are enough trains; among equal ones, the one with the most cards."""
    board = observation.board
    best: i64 = NOTHING
    most: i64 = NOTHING
    for route in range(board.routes):
        length = i64(board.length[route])
        if not observation.is_open(route) or length > observation.trains[observation.seat]:
            continue
        held = i64(observation.hand[held_most(observation, route)])
        worth = 64 * length + (held if held < length else length)
        if worth > most:
            most = worth
            best = route
    return best
