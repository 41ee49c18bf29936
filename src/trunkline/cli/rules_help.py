"""The help inside a game: the commands, and the rules of the map in a few lines."""

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
    ("pay red", "pay the next space of a pair route"),
    ("port wien", "draft a port; `port wien pink 2 1` is two trains, one ship, the rest locomotives"),
    ("exchange 3 trains", "take three trains from the box for three ships"),
    ("LL (+2 ways)", "in the menu: two other ways to pay, which the draft lists"),
    ("undo · back", "leave a draft"),
    ("menu · claims", "the menu again; every claim you can pay"),
    ("hand · tickets · players", "what you hold, what your tickets need, what is known of all"),
    ("board · routes · routes wien", "who owns what; the free routes; the routes of a city"),
    ("map", "how to see the map; in a campaign it is drawn into a file"),
    ("take 3", "answer a bonus: take the third card of the row; `take red` works too"),
    ("news · companies", "the current news event and those before; every company with its bonus, crew and postcards"),
    ("log", "everything that has happened so far"),
    ("save FILE · quit", "keep the game; leave it (it is kept anyway)"),
)
TWO_DECKS = {
    "draw 3": ("draw 3 ships", "take the third card of the row, and let the ships fill its place"),
    "draw deck": ("draw trains · draw ships", "take a card blind"),
    "claim denver omaha pink+1": (
        "claim denver omaha pink/2+1",
        "… with two double ships, one locomotive, the rest ships",
    ),
}
"""Texts that differ on a map with two decks."""
FEW_SOURCES = (
    "The printed Great Lakes board was not seen: hands, pieces, the split, the points of ports and of nine spaces, the"
    " end of the game and six lanes rest on one or two sources (the map file says which)."
)

CLAIMING = (
    "Claim: one card of the route's colour for each space (a grey route takes any one colour);"
    " locomotives stand for any colour."
)
TICKETS = "Join the two cities with your own routes and the {unit}s are added at the end, else they are subtracted."
CLAIM_STEPS = (
    "A claim pays nothing by itself. Then its steps follow: 3, a route of your company's colour pays its bonus; 11, the"
    " current news event gives or takes; 12, a route to a large city gives the top card of the deck."
)
NEWSPAPERS = (
    "Newspaper: one met in a draw or in the row is discarded, and the next news event is turned up. It holds while it"
    " is the current one, or it acts once."
)
LANES = "once one is taken the other is closed to all."


def commands(board: Board) -> list[tuple[str, str]]:
    """The commands that apply to a board."""
    left_out = [] if board.numbers.stations else ["station wien"]
    left_out += [] if any(board.tunnel) else ["pay red+1 · withdraw"]
    left_out += [] if any(board.pair) else ["pay red"]
    left_out += [] if board.numbers.ports else ["port wien"]
    left_out += [] if board.numbers.pieces else ["exchange 3 trains"]
    left_out += [] if board.has_companies else ["take 3", "news · companies"]
    cities = board.city_names
    example = f"{cities[board.route_a[0]]} {cities[board.route_b[0]]}"
    if board.numbers.ships > 0:  # an example by sea, where double ships can pay
        lane = next(route for route in range(board.routes) if board.sea[route])
        example = f"{cities[board.route_a[lane]]} {cities[board.route_b[lane]]}"
    city = cities[next((number for number, port in enumerate(board.is_port) if port), -1)]
    colour = board.colour_names[0]
    found = []
    for words, meaning in COMMANDS:
        if words in left_out:
            continue
        if board.numbers.ships > 0 and words in TWO_DECKS:
            words, meaning = TWO_DECKS[words]
        if words == "news · companies" and len(board.companies.spikes) > 0:
            meaning = f"the news events, and the golden spikes with what they pay; {meaning.partition('; ')[2]}"
        words = words.replace("denver omaha", example).replace("pink", colour).replace("wien", city)
        meaning = meaning.replace("wien", city)
        found.append((words, meaning.replace("pink", colour)))
    return found


def short_rules(board: Board) -> list[str]:
    """The rules of a map, one sentence each."""
    numbers = board.numbers
    unit = "dollar" if board.has_companies else "point"
    points = dict(sorted({int(board.length[r]): int(board.points[r]) for r in range(board.routes)}.items()))
    table = ", ".join(f"{length} → {worth}" for length, worth in points.items())
    further = ", or build a station" if numbers.stations else ""
    if board.numbers.ships > 0:
        further = ", build a port, or exchange pieces"
    rules = [
        f"On your turn you do one thing: draw cards, claim a route, draw tickets{further}.",
        "Draw: two cards, each from the row or blind; a locomotive taken face up is the only card of the turn.",
        CLAIMING,
        *([] if board.has_companies else [f"Points for a route by its length: {table}."]),
        f"Tickets: draw {numbers.draw_tickets}, keep at least {numbers.draw_keep}. {TICKETS.format(unit=unit)}",
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
    if board.numbers.ships > 0:
        rules += ship_rules(board)
    if board.has_companies:
        rules += company_rules(board)
    turns = count(int(numbers.last_turns), "more turn")
    pieces = "pieces" if board.numbers.ships > 0 else "trains"
    end = f"End: when somebody has {numbers.end_at} {pieces} or fewer left, everybody has {turns}."
    if numbers.longest_path:
        end += f" The longest path brings {count(int(numbers.longest_path), 'point')}."
    if numbers.globetrotter:
        end += f" The most completed tickets bring {count(int(numbers.globetrotter), 'point')}."
    return [*rules, end]


def company_rules(board: Board) -> list[str]:
    """The additional rules of a map with companies (L)."""
    tables, numbers = board.companies, board.numbers
    left = {trains: int(tables.worth_of_trains(trains)) for trains in range(int(numbers.trains) + 1)}
    worth = ", ".join(f"{trains} → {dollars}" for trains, dollars in left.items() if dollars)
    rules = [
        CLAIM_STEPS,
        NEWSPAPERS,
        "A fee takes what you have and never bars a claim.",
        f"Bank slip at the end: dollars in hand, dollars for trains left ({worth}) and tickets; never below 0.",
    ]
    if numbers.draw_barred_at:
        rules.append(f"With {numbers.draw_barred_at} or fewer cards in deck and discards you cannot draw cards.")
    if int(numbers.triples_open_from) < int(numbers.doubles_open_from):
        rules.append(f"All three lanes of a triple are open from {numbers.triples_open_from} players on.")
    return rules


def ship_rules(board: Board) -> list[str]:
    """The additional rules of a map with two decks (W)."""
    numbers = board.numbers
    rules = [
        "Rail routes take train cards and trains, sea routes ship cards and ships; locomotives serve on both.",
        "A double ship covers up to two spaces; no card of a set may be superfluous.",
        "A card taken from the row is replaced from the deck you choose.",
    ]
    if any(board.pair):
        rules.append("Pairs: each space takes two train cards of one colour, one of which may be a locomotive.")
    if any(board.is_tour(ticket) for ticket in range(board.tickets)):
        rules.append("Tour: join all its cities; in the printed order it is worth more. Missed, it costs its penalty.")
    if numbers.ports:
        worth = listing(str(points) for points in board.port_points)
        rules.append(
            f"Port: in a city with an anchor to which you own a route, for {numbers.port_trains} trains and"
            f" {numbers.port_ships} ships of one colour, all with the anchor; worth {worth} for one, two and more of"
            f" your completed tickets that name it. One not built costs {count(int(numbers.unbuilt_port), 'point')}."
        )
    lost = count(int(numbers.exchange_cost), "point")
    rules.append(f"Exchange: swap pieces with your box, one for one, {lost} lost for each.")
    return [*rules, FEW_SOURCES] if board.map_id == "great_lakes" else rules
