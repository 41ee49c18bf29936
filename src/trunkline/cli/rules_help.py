"""Help at the table: the commands, and the rules of the board being played in a few lines."""

from __future__ import annotations

from trunkline.cli.names import count, listing
from trunkline.rules.board import Board

COMMANDS = (
    ("a number", "choose that number of the menu"),
    ("draw 3", "take the third card of the row; `draw red` works too"),
    ("draw deck", "take a card blind"),
    ("draw tickets", "take tickets to choose from"),
    ("claim denver omaha", "draft a claim; beginnings of names and initials will do"),
    ("claim denver omaha pink+1", "… paid with pink and one locomotive"),
    ("keep 1 3", "keep the first and the third of the tickets offered"),
    ("pay red+1 · withdraw", "answer a tunnel"),
    ("station wien", "draft a station"),
    ("undo · back", "leave a draft"),
    ("menu · claims", "the menu again; every claim you can pay"),
    ("hand · tickets · players", "what you hold, what your tickets need, what is known of all"),
    ("board · routes · routes wien", "who owns what; the free routes; the routes of a city"),
    ("log", "everything that has happened so far"),
    ("save FILE · quit", "keep the game; leave it (it is kept anyway)"),
)


CLAIMING = (
    "Claim: one card of the route's colour for each space (any one colour where the route shows none);"
    " locomotives stand for any colour."
)
TICKETS = "Join the two cities with your own routes and the points are added at the end, else they are subtracted."
LANES = "once one is taken the other is closed to all."


def commands(board: Board) -> list[tuple[str, str]]:
    """The commands that make sense on a board."""
    left_out = [] if board.numbers.stations else ["station wien"]
    if not any(board.tunnel):
        left_out.append("pay red+1 · withdraw")
    cities = board.city_names
    example = f"{cities[board.route_a[0]]} {cities[board.route_b[0]]}"
    colour = board.card_names[0]
    found = []
    for words, meaning in COMMANDS:
        if words in left_out:
            continue
        words = words.replace("denver omaha", example).replace("pink", colour).replace("wien", cities[-1])
        found.append((words, meaning.replace("pink", colour)))
    return found


def short_rules(board: Board) -> list[str]:
    """The rules of a board, one sentence each."""
    numbers = board.numbers
    points = dict(sorted({int(board.length[r]): int(board.points[r]) for r in range(board.routes)}.items()))
    table = ", ".join(f"{length} → {worth}" for length, worth in points.items())
    rules = [
        "On your turn you do one thing: draw cards, claim a route, draw tickets"
        + (", or build a station." if numbers.stations else "."),
        "Draw: two cards, each from the row or blind; a locomotive taken face up is the only card of the turn.",
        CLAIMING,
        f"Points for a route by its length: {table}.",
        f"Tickets: draw {numbers.draw_tickets}, keep at least {numbers.draw_keep}. {TICKETS}",
        f"Of two lanes side by side you may own one; with fewer than {numbers.doubles_open_from} players, {LANES}",
    ]
    if any(board.locomotives):
        rules.append("Ferry: each locomotive symbol must be paid with a locomotive (`ferry 2` has two symbols).")
    if any(board.tunnel):
        rules.append(
            f"Tunnel: {count(int(numbers.tunnel_cards), 'card')} are turned up; each of the colour you laid and each"
            " locomotive asks for one more card. Pay it, or take your cards back and end your turn."
        )
    if numbers.stations:
        costs = listing(str(cost) for cost in board.station_cost)
        rules.append(
            f"Station: lets you use one route of another player into its city for your tickets, settled at the end;"
            f" they cost {costs} cards, and one not built is worth {count(int(numbers.unbuilt_station), 'point')}."
        )
    turns = count(int(numbers.last_turns), "more turn")
    end = f"End: when somebody has {numbers.end_at} trains or fewer left, everybody has {turns}."
    if numbers.longest_path:
        end += f" The longest path brings {count(int(numbers.longest_path), 'point')}."
    if numbers.globetrotter:
        end += f" The most completed tickets bring {count(int(numbers.globetrotter), 'point')}."
    return [*rules, end]
