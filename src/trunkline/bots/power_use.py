"""Powers of the current news event: whether a bot uses one before its action. All bots share this judgement."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from trunkline.bots.office_use import NO_CHOICE, office_choice
from trunkline.rules.actions import ActionList, kind_of, subject_of
from trunkline.rules.claim import rail_spaces_covered
from trunkline.rules.power_uses import has_powers
from trunkline.rules.powers import BUY, RETURN, TAKE_BOND, power_row
from trunkline.rules.progress import TicketProgress, is_too_far, ticket_progress
from trunkline.rules.state import TURN, UNDECIDED
from trunkline.rules.view import View

NO_USE: Final = -1
NO_ROUTE: Final = -1


def power_to_use(view: View, actions: ActionList) -> i64:
    """The use of a power that is worth more than its price, or what crew and postcards ask; NO_USE if there is none."""
    choice = office_choice(view, view.seat, actions)
    if choice != NO_CHOICE:
        return choice
    if not has_powers(view) or view.phase != TURN:
        return NO_USE
    best: i64 = NO_USE
    most: i64 = 0
    for i in range(actions.size):
        code = actions.codes[i]
        kind = kind_of(code)
        if kind == BUY or kind == RETURN or kind == TAKE_BOND:
            worth = worth_of_use(view, code)
            if worth > most:
                most = worth
                best = code
    return best


def worth_of_use(view: View, code: i64) -> i64:
    """What a use earns, in dollars: at most 0 if it is not worth its price."""
    row = power_row(view, code)
    if row is None:
        return 0
    kind = kind_of(code)
    if kind == TAKE_BOND:
        # Nothing but fees and prices takes dollars, so a bond is worth what it pays beyond what it costs.
        return row.amount - row.later
    if kind == BUY:
        return 1 if route_lacking_one(view) != NO_ROUTE else 0
    for progress in ticket_progress(view):
        if progress.ticket == subject_of(code) and is_lost(view, progress):
            return i64(view.board.ticket_penalty[progress.ticket]) - row.amount
    return 0


def is_lost(view: View, progress: TicketProgress) -> bool:
    """Whether a ticket cannot be completed: its cities are cut off, or it takes more claims than there are turns."""
    if is_too_far(view, progress):
        return True
    if view.turns_left == UNDECIDED:
        return False
    turns = (view.turns_left + len(view.players) - 1) // len(view.players)
    return len(progress.missing) > turns


def route_lacking_one(view: View) -> i64:
    """A route that a ticket needs and that one more locomotive would pay; NO_ROUTE if there is none."""
    trains = view.players[view.seat].trains
    for progress in ticket_progress(view):
        if progress.done or is_lost(view, progress):
            continue
        for needed in progress.missing:
            if i64(view.board.length[i64(needed)]) <= trains and cards_lacking(view, i64(needed)) == 1:
                return i64(needed)
    return NO_ROUTE


def cards_lacking(view: View, route: i64) -> i64:
    """How many cards the hand lacks for a route, or for the lane beside it that lacks the fewest."""
    board = view.board
    fewest: i64 = i64(board.length[route])
    lane = route
    while True:
        if view.is_open(lane):
            fewest = min(fewest, max(0, i64(board.length[lane]) - rail_spaces_covered(board, view.hand, lane)))
        lane = i64(board.twin[lane])
        if lane == route:
            return fewest
