"""A match: which bots sit where in which game, on which deal.

A *round* is one deal, played once for each rotation of the seats: two games with swapped seats for two players, P games
for P players. Statistics use rounds as samples, because the games of one deal are correlated and rounds are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import inf

from trunkline.bots.registry import budget_of
from trunkline.lab.simulate import class_of
from trunkline.maps.edition import short_name
from trunkline.maps.pack import load_board

LIMIT = 10.0
"""The default time limit for a move, in seconds."""


class BadMatch(ValueError):
    """Invalid arguments of a match; the text explains the problem."""


@dataclass(frozen=True)
class Match:
    """Everything that decides which games are played; not the number of games, and not the workers."""

    bots: tuple[str, ...]
    map: str = "usa"
    variant: str = "base"
    players: int = 2
    seed: str = "1"
    limit: float = LIMIT

    @cached_property
    def line_ups(self) -> list[tuple[str, ...]]:
        """The combinations of bots that play a game; rounds go through these in turn.

        With more bots than seats these are all combinations. With fewer, the last bot fills the other seats: two bots
        for four players are one against three.

        >>> Match(("a", "b", "c")).line_ups
        [('a', 'b'), ('a', 'c'), ('b', 'c')]
        >>> Match(("a", "b"), players=4).line_ups
        [('a', 'b', 'b', 'b')]
        """
        if len(self.bots) >= self.players:
            return list(combinations(self.bots, self.players))
        return [self.bots + self.bots[-1:] * (self.players - len(self.bots))]

    @cached_property
    def games_per_round(self) -> int:
        """The number of different rotations of a line-up; 1 if a bot plays against itself."""
        return len(set(rotations(self.line_ups[0])))

    def rounds(self, games: int) -> int:
        """The number of rounds that have at least this number of games."""
        return -(-games // self.games_per_round)

    @property
    def least_games(self) -> int:
        """The number of games in which all bots meet."""
        return len(self.line_ups) * self.games_per_round

    def round_of(self, game: int) -> int:
        return game // self.games_per_round

    def seats(self, game: int) -> tuple[str, ...]:
        """Who sits where in a game; games are numbered from 0 through all rounds.

        >>> [Match(("a", "b")).seats(game) for game in range(3)]
        [('a', 'b'), ('b', 'a'), ('a', 'b')]
        """
        line_up = self.line_ups[self.round_of(game) % len(self.line_ups)]
        return rotations(line_up)[game % self.games_per_round]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    def facts(self) -> dict[str, object]:
        """The match as JSON."""
        return {
            "bots": list(self.bots),
            "map": self.map,
            "variant": self.variant,
            "players": self.players,
            "seed": self.seed,
            "limit": self.limit,
        }


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every way to sit in this order round the table, each once."""
    turned = [line_up[first:] + line_up[:first] for first in range(len(line_up))]
    return list(dict.fromkeys(turned))


def new_match(
    bots: Sequence[str],
    map_name: str = "usa",
    variant: str = "base",
    players: int | None = None,
    seed: str | int = "1",
    limit: float = LIMIT,
) -> Match:
    """A match that can be played, or BadMatch, NoSuchBot or MapError."""
    if not bots or not all(bots):
        raise BadMatch("name the bots, for example planner,greedy")
    if players is None and len(bots) == 1:
        raise BadMatch("one bot plays against itself: give the number of players (--players)")
    seats = len(bots) if players is None else players
    numbers = load_board(map_name, variant).numbers
    if not numbers.least_players <= seats <= numbers.most_players:
        least, most = numbers.least_players, numbers.most_players
        raise BadMatch(f"{short_name(map_name)} is for {least} to {most} players, not {seats}")
    if len(bots) != seats and len(set(bots)) < len(bots):
        raise BadMatch("a bot may be named twice only if every seat is named")
    if not 0 < limit < inf:
        raise BadMatch("the time limit must be a finite number of seconds above 0")
    for name in dict.fromkeys(bots):
        class_of(name)
        budget = budget_of(name)
        if budget is not None and budget.seconds >= limit:
            raise BadMatch(f"{name} would exceed the limit of {limit:g} s in every move")
    return Match(tuple(bots), map_name, variant, seats, str(seed), float(limit))
