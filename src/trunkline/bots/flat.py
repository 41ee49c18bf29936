"""Flat Monte Carlo, a baseline of the literature: every action is evaluated by random rollouts of sampled games."""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.bots.random_rollout import random_rollout
from trunkline.bots.search_bot import SearchBot, results
from trunkline.rules.actions import ActionList
from trunkline.rules.sampling import sample
from trunkline.rules.turn import apply
from trunkline.rules.view import View


class FlatBot(SearchBot):
    """All actions get the same number of rollouts; the one with the best mean is played."""

    def search(self, view: View, actions: ActionList) -> i64:
        count = actions.size
        totals = [0.0] * count
        visits = [0] * count
        at: i64 = 0
        while self.has_time():
            state = sample(view, self.new_key())
            apply(state, view.seat, actions.codes[at], None)
            random_rollout(state, self.chance)
            totals[at] += results(state)[view.seat]
            visits[at] += 1
            self.done += 1
            at += 1
            if at == count:
                at = 0
        best: i64 = 0
        best_mean = -1e9
        for i in range(count):
            if visits[i] > 0 and totals[i] / visits[i] > best_mean:
                best_mean = totals[i] / visits[i]
                best = i
        return actions.codes[best]
