"""The one-step and the long-route player of the literature: one ticket, one route, one colour at a time."""

from __future__ import annotations

from typing import Final

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
from trunkline.bots.survey import Survey
from trunkline.rules.actions import ActionList, encode, subject_of
from trunkline.rules.board import GRAY
from trunkline.rules.cards import DRAW_DECK
from trunkline.rules.state import TURN
from trunkline.rules.tickets import DRAW_TICKETS
from trunkline.rules.ways import CLOSED

SHORTEST_LIKED: Final = 3
"""The long-route player plans its ways over routes of at least so many spaces."""
TRAINS_FOR_TICKETS: Final = 8
"""The one-step player draws tickets while everybody has so many trains."""


class OneStepBot(LiteratureBot):
    """Thinks of one ticket, the most valuable open one, and of the next route on its way; then draws tickets."""

    def shortest_liked(self, outlook: Outlook) -> i64:
        return 0

    def draws_tickets(self) -> bool:
        return True

    def act(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        board = outlook.board
        open_ways(outlook, survey, self.shortest_liked(outlook), False)
        target = self.next_route(outlook, survey)
        if target == NOTHING:
            if self.draws_tickets() and outlook.phase == TURN and self.has_time(outlook):
                return encode(DRAW_TICKETS)
            target = longest_route(outlook)
        if target == NOTHING:
            return encode(DRAW_DECK)
        colour = held_most(outlook, target)
        if outlook.phase == TURN:
            code = claim_of(outlook, actions, target, colour)
            if code != NOTHING:
                return code
        return draw_colour(outlook, colour, board.colour[target] != GRAY)

    def has_time(self, outlook: Outlook) -> bool:
        for seat in range(outlook.players):
            if outlook.trains[seat] < TRAINS_FOR_TICKETS:
                return False
        return outlook.ticket_deck > 0

    def next_route(self, outlook: Outlook, survey: Survey) -> i64:
        """The first route that is lacking on the way of the most valuable ticket that can still be done."""
        board = outlook.board
        best: i64 = NOTHING
        most: i64 = 0
        for ticket in outlook.tickets:
            price = way_of(outlook, survey, i64(ticket))
            if 0 < price < CLOSED and i64(board.ticket_points[i64(ticket)]) > most:
                most = i64(board.ticket_points[i64(ticket)])
                best = i64(ticket)
        if best == NOTHING:
            return NOTHING
        way_of(outlook, survey, best)
        start = i64(board.ticket_a[best])
        city = i64(board.ticket_b[best])
        found: i64 = NOTHING
        while city != start:
            route = i64(survey.arrival[city])
            if survey.price[route] > 0:
                found = route
            city = board.other_end(route, city)
        return found if i64(board.length[found]) <= outlook.trains[outlook.seat] else NOTHING

    def keep(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        """In the opening all; later the set with the most points for the trains that it takes."""
        if len(outlook.tickets) == 0:
            return (i64(1) << len(outlook.offered)) - 1
        return best_ratio(outlook, survey, actions)


class LongRouteBot(OneStepBot):
    """As the one-step player, but it goes by long routes only, never draws tickets, and ends with the longest ones."""

    def shortest_liked(self, outlook: Outlook) -> i64:
        trains = outlook.trains[outlook.seat]
        return SHORTEST_LIKED if trains >= SHORTEST_LIKED else trains

    def draws_tickets(self) -> bool:
        return False

    def keep(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        return best_ratio(outlook, survey, actions)


def best_ratio(outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
    """Of the sets that may be kept and that there are trains for, the one with the most points for each train."""
    board = outlook.board
    open_ways(outlook, survey, 0, True)
    best: i64 = NOTHING
    best_worth: i64 = NOTHING
    least: i64 = NOTHING
    least_points: i64 = 1 << 20
    for number in range(actions.size):
        chosen = subject_of(actions.codes[number])
        points: i64 = 0
        spaces: i64 = 0
        for i in range(len(outlook.offered)):
            if chosen >> i & 1:
                spaces += way_of(outlook, survey, i64(outlook.offered[i]))
                points += i64(board.ticket_points[i64(outlook.offered[i])])
        if spaces <= outlook.trains[outlook.seat]:
            worth = points * 1024 // (spaces + 1)
            if worth > best_worth:
                best_worth = worth
                best = chosen
        if points < least_points:
            least_points = points
            least = chosen
    return best if best != NOTHING else least
