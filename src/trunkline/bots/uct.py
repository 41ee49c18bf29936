"""Information-set UCT, a baseline of the literature: one search tree over sampled games, with random rollouts.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), the single-observer form: every
iteration deals the hidden cards again (determinization) and descends the tree by the actions that are legal then.
"""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.random_rollout import random_rollout
from trunkline.bots.search_bot import CUT, WIN, SearchBot, results
from trunkline.rules.actions import ActionList
from trunkline.rules.sampling import sample
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal, may_act
from trunkline.rules.view import View

EXPLORATION: Final = 0.7
"""The exploration constant, for rewards between 0 and 1."""


@final
class Node:
    """An action of the tree: its visits, how often it was available, and the rewards of the seat that chose it."""

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
        """Descend the tree, add one node, roll out, and back-propagate the rewards."""
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
        random_rollout(state, self.chance)
        worths = results(state)
        for passed in path:
            passed.visits += 1
            passed.total += (worths[passed.seat] + CUT) / (2.0 * CUT + WIN)

    def step(self, node: Node, seat: i64, listed: ActionList) -> tuple[i64, Node]:
        """A random untried action, or else the one with the highest confidence bound."""
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
    """The seat that acts next; in the opening, the first that has not chosen."""
    for seat in range(len(state.players)):
        if may_act(state, seat):
            return seat
    return state.seat
