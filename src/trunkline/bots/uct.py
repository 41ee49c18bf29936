"""UCT over information sets, a baseline of the literature: one tree over sampled games, with random play-outs.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), the single-observer form: every
iteration deals the unseen anew and goes down the tree by the actions that are legal in that deal.
"""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.playout import play_out
from trunkline.bots.searching import CUT, WIN, SearchBot, results
from trunkline.rules.actions import ActionList
from trunkline.rules.sampling import sample
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal, may_act
from trunkline.rules.view import View

EXPLORATION: Final = 0.7
"""How strongly rarely tried actions are preferred, for rewards between 0 and 1."""


@final
class Node:
    """An action that was tried: how often, how often it could have been, and what it brought to whom it belongs."""

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat
        self.children: dict[int, Node] = {}
        self.visits: i64 = 0
        self.available: i64 = 0
        self.total = 0.0


class UctBot(SearchBot):
    def search(self, view: View, actions: ActionList) -> i64:
        root = Node(view.seat)
        listed = ActionList()
        while self.has_time():
            state = sample(view, self.new_key())
            self.iterate(root, state, view.seat, listed)
            self.done += 1
        best = actions.codes[0]
        most: i64 = -1
        for i in range(actions.size):
            child = root.children.get(int(actions.codes[i]))
            if child is not None and child.visits > most:
                most = child.visits
                best = actions.codes[i]
        return best

    def iterate(self, root: Node, state: State, seat: i64, listed: ActionList) -> None:
        """Go down the tree, add one node, play out, and tell every node on the way what came of it."""
        path = [root]
        node = root
        while state.phase != OVER:
            legal(state, seat, listed)
            code, child = self.step(node, seat, listed)
            apply(state, seat, code, None)
            path.append(child)
            node = child
            if child.visits == 0:
                break
            seat = next_seat(state)
        play_out(state, self.chance)
        worths = results(state)
        for passed in path:
            passed.visits += 1
            passed.total += (worths[passed.seat] + CUT) / (2.0 * CUT + WIN)

    def step(self, node: Node, seat: i64, listed: ActionList) -> tuple[i64, Node]:
        """An action never tried, by lot, or else the one of the best bound."""
        untried: i64 = 0
        new_code: i64 = 0
        best_code: i64 = 0
        best_child: Node | None = None
        best_bound = -1.0
        children = node.children
        for i in range(listed.size):
            code = listed.codes[i]
            child = children.get(int(code))
            if child is None:
                untried += 1
                if self.chance.below(untried) == 0:
                    new_code = code
                continue
            child.available += 1
            visits = float(child.visits)
            bound = child.total / visits + EXPLORATION * math.sqrt(math.log(float(child.available)) / visits)
            if bound > best_bound:
                best_bound = bound
                best_code = code
                best_child = child
        if untried > 0 or best_child is None:
            fresh = Node(seat)
            fresh.available = 1
            children[int(new_code)] = fresh
            return new_code, fresh
        return best_code, best_child


def next_seat(state: State) -> i64:
    """The seat the game waits for: in the opening the first that has not chosen."""
    for seat in range(len(state.players)):
        if may_act(state, seat):
            return seat
    return state.seat
