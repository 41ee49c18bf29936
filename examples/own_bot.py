"""An example of a bot: it claims the shortest path for its most valuable ticket, otherwise long routes.

    trunkline arena --bots own_bot:Dearest,greedy --games 200          (in this folder)

A bot gets a view and the legal actions, and returns one of them; docs/bots.md says what a view contains. To give
the bot a name of its own, declare an entry point in the pyproject.toml of its package:

    [project.entry-points."trunkline.bots"]
    dearest = "own_bot:Dearest"
"""

from __future__ import annotations

from heapq import heappop, heappush

from trunkline import CLAIM, DRAW_DECK, KEEP, NOBODY, ActionList, Bot, View, kind_of, subject_of, wilds_of


class Dearest(Bot):
    """Claims what its most valuable ticket still lacks; until then draws from the deck; takes no further tickets."""

    def choose(self, view: View, actions: ActionList) -> int:
        wanted = self.way(view)

        def worth(code: int) -> float:
            kind = kind_of(code)
            if kind == KEEP:
                return -bin(int(subject_of(code))).count("1")  # as few tickets as possible
            if kind == CLAIM:
                route = subject_of(code)
                on_the_way = 100 if route in wanted else 0 if wanted else 50
                return on_the_way + int(view.board.points[route]) - 2 * int(wilds_of(code))
            return 20 if kind == DRAW_DECK else 0

        return max(actions, key=worth)

    def way(self, view: View) -> set[int]:
        """The free routes on the shortest path for the most valuable ticket that is incomplete and still possible."""
        board = view.board
        for ticket in sorted(map(int, view.tickets), key=lambda ticket: -int(board.ticket_points[ticket])):
            waiting: list[tuple[int, int, tuple[int, ...]]] = [(0, int(board.ticket_a[ticket]), ())]
            seen: set[int] = set()
            while waiting:
                spaces, city, routes = heappop(waiting)
                if city == board.ticket_b[ticket]:
                    if routes:
                        return set(routes)
                    break
                if city in seen:
                    continue
                seen.add(city)
                for route in map(
                    int, board.at_city[int(board.at_city_start[city]) : int(board.at_city_start[city + 1])]
                ):
                    there = int(board.other_end(route, city))
                    if view.owner[route] == view.seat:
                        heappush(waiting, (spaces, there, routes))
                    elif view.owner[route] == NOBODY:
                        heappush(waiting, (spaces + int(board.length[route]), there, (*routes, route)))
        return set()
