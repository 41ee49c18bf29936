"""What the four players of the literature share, written from their published descriptions.

De Mesentier Silva, Lee, Togelius and Nealen, "AI-based Playtesting of Contemporary Board Games" (2017). Their games
know no stations, so these players build none. A tunnel that asks for more is paid if it can be, as in their engine.
"""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.bots.chance import Chance
from trunkline.bots.needs import NOTHING, Needs
from trunkline.bots.outlook import Outlook
from trunkline.bots.rails import RailBot
from trunkline.bots.survey import Survey
from trunkline.bots.temper import Temper
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
    """What the four share: ways over open routes and one's own, and cards drawn for one colour."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.chance = Chance(seed)
        self.table: Outlook | None = None
        self.survey: Survey | None = None

    def on_rails(self, view: View, actions: ActionList) -> i64:
        outlook = self.table
        survey = self.survey
        if outlook is None or survey is None or survey.board is not view.board:
            outlook = Outlook(view.board)
            survey = Survey(view.board, Temper())
            self.table = outlook
            self.survey = survey
        outlook.look_at_view(view)
        if view.phase == TUNNEL:
            code = Needs(view.board, survey.temper).pay_tunnel(outlook)
            return code if code != NOTHING else encode(WITHDRAW)
        if view.phase == CLAIM_ASKS:
            code = encode(TAKE_CARD, subject_of(self.act(outlook, survey, actions)))
            return code if actions.has(code) else actions.codes[self.chance.below(actions.size)]
        if view.phase == TURN or view.phase == SECOND_PICK:
            code = self.act(outlook, survey, actions)
            return code if actions.has(code) else actions.codes[self.chance.below(actions.size)]
        return encode(KEEP, self.keep(outlook, survey, actions))

    def act(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        """What to do on a turn or for a second pick."""
        raise NotImplementedError

    def keep(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        """The set of the offered tickets to keep: all of them."""
        return (i64(1) << len(outlook.offered)) - 1


def open_ways(outlook: Outlook, survey: Survey, shortest: i64, by_spaces: bool) -> None:
    """Price every way: one's own routes nothing, open ones their spaces or one step each, all others closed."""
    board = outlook.board
    for route in range(board.routes):
        if i64(outlook.owner[route]) == outlook.seat:
            survey.base[route] = 0
        elif outlook.is_open(route) and i64(board.length[route]) >= shortest:
            # Whatever is one's own must stay cheaper than any number of open steps, and ties go to fewer spaces.
            survey.base[route] = i64(board.length[route]) if by_spaces else 100 + i64(board.length[route])
        else:
            survey.base[route] = CLOSED
    survey.begin(survey.trial)


def way_of(outlook: Outlook, survey: Survey, ticket: i64) -> i64:
    board = outlook.board
    return survey.search(i64(board.ticket_a[ticket]), i64(board.ticket_b[ticket]), survey.price)


def claim_of(outlook: Outlook, actions: ActionList, route: i64, colour: i64) -> i64:
    """The claim of any lane of a route in a colour if that can be, else in any, with the fewest locomotives."""
    twins = outlook.board.twin
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


def held_most(outlook: Outlook, route: i64) -> i64:
    """The colour to collect for a route: of the colours of its open lanes the one held the most."""
    board = outlook.board
    best: i64 = NOTHING
    lane = route
    while True:
        colour = i64(board.colour[lane])
        if colour == GRAY:
            for card in range(board.wild):
                if best == NOTHING or outlook.hand[card] > outlook.hand[best]:
                    best = card
        elif outlook.is_open(lane) and (best == NOTHING or outlook.hand[colour] > outlook.hand[best]):
            best = colour
        lane = i64(board.twin[lane])
        if lane == route:
            return best


def draw_colour(outlook: Outlook, colour: i64, wild_too: bool) -> i64:
    """Draw a colour if it lies face up, else (if so) a locomotive, else blind."""
    row = outlook.row
    wild: i64 = NOTHING
    for slot in range(len(row)):
        card = i64(row[slot])
        if card == HOLE:
            continue
        if card == colour:
            return encode(DRAW_ROW, slot)
        if card == outlook.board.wild:
            wild = slot
    if wild_too and wild != NOTHING and outlook.phase != SECOND_PICK:
        return encode(DRAW_ROW, wild)
    return encode(DRAW_DECK)


def longest_route(outlook: Outlook) -> i64:
    """The longest open route there are trains for, of these the one for which the most cards are held."""
    board = outlook.board
    best: i64 = NOTHING
    most: i64 = NOTHING
    for route in range(board.routes):
        length = i64(board.length[route])
        if not outlook.is_open(route) or length > outlook.trains[outlook.seat]:
            continue
        held = i64(outlook.hand[held_most(outlook, route)])
        worth = 64 * length + (held if held < length else length)
        if worth > most:
            most = worth
            best = route
    return best
