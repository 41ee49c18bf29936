"""The hungry player of the literature: one network for all tickets, and more tickets while trains are left over."""

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
    open_ways,
    way_of,
)
from trunkline.bots.needs import NOTHING
from trunkline.bots.outlook import Outlook
from trunkline.bots.survey import Plan, Survey
from trunkline.rules.actions import ActionList, encode, subject_of
from trunkline.rules.state import TURN
from trunkline.rules.tickets import DRAW_TICKETS, bits
from trunkline.rules.ways import CLOSED

HUNGER: Final = 8
"""Tickets are drawn while the plan leaves more than so many trains over."""
RESERVE: Final = 5
"""Trains that a plan should leave over when tickets are chosen."""


class HungryBot(LiteratureBot):
    """Plans one network for all its tickets and draws more tickets while the plan leaves trains over."""

    def network(self, outlook: Outlook, survey: Survey, tickets: vec[i64]) -> Plan:
        """The shortest ways for these tickets, the longest first, each making use of those before it."""
        board = outlook.board
        open_ways(outlook, survey, 0, True)
        plan = survey.trial
        left = tickets[:]
        for _i in range(len(left)):
            furthest: i64 = NOTHING
            longest: i64 = NOTHING
            for i in range(len(left)):
                if left[i] >= 0:
                    price = way_of(outlook, survey, left[i])
                    if price < CLOSED and price > longest:
                        longest = price
                        furthest = i
            if furthest == NOTHING:
                break
            ticket = left[furthest]
            left[furthest] = NOTHING
            if way_of(outlook, survey, ticket) > 0:
                survey.lay(outlook, plan, i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]))
        return plan

    def act(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        board = outlook.board
        plan = self.network(outlook, survey, vec[i64]([i64(ticket) for ticket in outlook.tickets]))
        trains = outlook.trains[outlook.seat]
        if outlook.phase == TURN and outlook.ticket_deck > 0 and plan.trains < trains - HUNGER:
            return encode(DRAW_TICKETS)
        needed = vec[i64]([0] * board.cards)
        for i in range(plan.size):
            route = i64(plan.routes[i])
            colour = held_most(outlook, route)
            needed[colour] += i64(board.length[route])
            if outlook.phase == TURN and i64(board.length[route]) <= trains:
                code = claim_of(outlook, actions, route, colour)
                if code != NOTHING:
                    return code
        if plan.size == 0:
            target = longest_route(outlook)
            if target != NOTHING:
                if outlook.phase == TURN:
                    code = claim_of(outlook, actions, target, held_most(outlook, target))
                    if code != NOTHING:
                        return code
                needed[held_most(outlook, target)] = 1
        most: i64 = NOTHING
        for card in range(board.wild):
            needed[card] -= i64(outlook.hand[card])
            if needed[card] > 0 and (most == NOTHING or needed[card] > needed[most]):
                most = card
        return draw_colour(outlook, most, False)

    def keep(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        """The set whose network, with the tickets held, scores the most for each train; else of fewest trains."""
        board = outlook.board
        trains = outlook.trains[outlook.seat]
        best: i64 = NOTHING
        best_worth: i64 = NOTHING
        fewest: i64 = 1 << 20
        for number in range(actions.size):
            chosen = subject_of(actions.codes[number])
            tickets = vec[i64]([0] * (len(outlook.tickets) + bits(chosen)))
            gained: i64 = 0
            at: i64 = 0
            for ticket in outlook.tickets:
                tickets[at] = i64(ticket)
                at += 1
            for i in range(len(outlook.offered)):
                if chosen >> i & 1:
                    tickets[at] = i64(outlook.offered[i])
                    at += 1
            plan = self.network(outlook, survey, tickets)
            for wanted in tickets:
                gained += outlook.unit * i64(board.ticket_points[wanted])
            for i in range(plan.size):
                gained += outlook.gain[i64(plan.routes[i])]
            if plan.trains <= trains - RESERVE:
                worth = gained * 64 // (plan.trains + 1)
                if worth > best_worth:
                    best_worth = worth
                    best = chosen
            elif best_worth == NOTHING and plan.trains < fewest:
                fewest = plan.trains
                best = chosen
        return best
