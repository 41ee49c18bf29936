"""The bot `hungry`, a baseline: one network for all tickets, and more tickets while trains are left over."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.literature import (
    LiteratureBot,
    claim_of,
    draw_colour,
    held_most,
    longest_route,
    path_price,
    price_paths,
)
from trunkline.bots.needs import NOTHING
from trunkline.bots.observation import Observation
from trunkline.bots.plan_maker import Plan, PlanMaker
from trunkline.rules.actions import ActionList, encode, subject_of
from trunkline.rules.state import TURN
from trunkline.rules.tickets import DRAW_TICKETS, bits
from trunkline.rules.ways import CLOSED

HUNGER: Final = 8
"""Tickets are drawn while the plan leaves more than this number of trains."""
RESERVE: Final = 5
"""Trains that a plan should leave over when tickets are chosen."""


class HungryBot(LiteratureBot):
    """Plans one network for all its tickets and draws more tickets while the plan leaves trains over."""

    def network(self, observation: Observation, plan_maker: PlanMaker, tickets: vec[i64]) -> Plan:
        """The shortest paths for these tickets, the longest first; each can use the routes of those before it."""
        board = observation.board
        price_paths(observation, plan_maker, 0, True)
        plan = plan_maker.trial
        left = tickets[:]
        for _i in range(len(left)):
            furthest: i64 = NOTHING
            longest: i64 = NOTHING
            for i in range(len(left)):
                if left[i] >= 0:
                    price = path_price(observation, plan_maker, left[i])
                    if price < CLOSED and price > longest:
                        longest = price
                        furthest = i
            if furthest == NOTHING:
                break
            ticket = left[furthest]
            left[furthest] = NOTHING
            if path_price(observation, plan_maker, ticket) > 0:
                plan_maker.add_path(observation, plan, i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]))
        return plan

    def act(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        board = observation.board
        plan = self.network(observation, plan_maker, vec[i64]([i64(ticket) for ticket in observation.tickets]))
        trains = observation.trains[observation.seat]
        if observation.phase == TURN and observation.ticket_deck > 0 and plan.trains < trains - HUNGER:
            return encode(DRAW_TICKETS)
        needed = vec[i64]([0] * board.cards)
        for i in range(plan.size):
            route = i64(plan.routes[i])
            colour = held_most(observation, route)
            needed[colour] += i64(board.length[route])
            if observation.phase == TURN and i64(board.length[route]) <= trains:
                code = claim_of(observation, actions, route, colour)
                if code != NOTHING:
                    return code
        if plan.size == 0:
            target = longest_route(observation)
            if target != NOTHING:
                if observation.phase == TURN:
                    code = claim_of(observation, actions, target, held_most(observation, target))
                    if code != NOTHING:
                        return code
                needed[held_most(observation, target)] = 1
        most: i64 = NOTHING
        for card in range(board.wild):
            needed[card] -= i64(observation.hand[card])
            if needed[card] > 0 and (most == NOTHING or needed[card] > needed[most]):
                most = card
        return draw_colour(observation, most, False)

    def keep(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        """The set of tickets whose network scores the most for each train, or else the one with the fewest trains."""
        board = observation.board
        trains = observation.trains[observation.seat]
        best: i64 = NOTHING
        best_worth: i64 = NOTHING
        fewest: i64 = 1 << 20
        for number in range(actions.size):
            chosen = subject_of(actions.codes[number])
            tickets = vec[i64]([0] * (len(observation.tickets) + bits(chosen)))
            gained: i64 = 0
            at: i64 = 0
            for ticket in observation.tickets:
                tickets[at] = i64(ticket)
                at += 1
            for i in range(len(observation.offered)):
                if chosen >> i & 1:
                    tickets[at] = i64(observation.offered[i])
                    at += 1
            plan = self.network(observation, plan_maker, tickets)
            for wanted in tickets:
                gained += observation.unit * i64(board.ticket_points[wanted])
            for i in range(plan.size):
                gained += observation.gain[i64(plan.routes[i])]
            if plan.trains <= trains - RESERVE:
                worth = gained * 64 // (plan.trains + 1)
                if worth > best_worth:
                    best_worth = worth
                    best = chosen
            elif best_worth == NOTHING and plan.trains < fewest:
                fewest = plan.trains
                best = chosen
        return best
