"""A game as text for a terminal: row and decks, players, and the routes they own."""

from __future__ import annotations

from trunkline.maps.edition import short_name
from trunkline.rules.board import Board
from trunkline.rules.money import company_name
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.pairs import PAIR, pair_of
from trunkline.rules.pieces import pieces_of
from trunkline.rules.ports import ports_of
from trunkline.rules.scoring import running_score
from trunkline.rules.state import HOLE, OVER, UNDECIDED, State
from trunkline.rules.stations import stations_left, stations_of
from trunkline.rules.tunnels import TUNNEL, tunnel_of
from trunkline.rules.turn import to_act


def game_text(state: State) -> str:
    """The whole game with everything hidden, for debugging; not for players."""
    board = state.board
    lines = [title(state), ""]
    lines.append("row      " + "  ".join(f"{i + 1} {slot_text(board, card)}" for i, card in enumerate(state.row)))
    for name, deck in zip(board.deck_names, state.decks, strict=True):
        word = name if len(board.deck_names) > 1 else "deck"
        left = f"; {state.ticket_deck.size} tickets" if deck is state.decks[-1] else ""
        lines.append(f"{word:<8} {deck.size} cards, {deck.discarded} discarded{left}")
    if board.has_companies:
        news = news_of(state)
        current = "none" if news.current == NO_EVENT else board.companies.events[news.current]
        lines.append(f"news     {current}; {len(news.deck)} news events in the deck")
    if state.phase == TUNNEL:
        tunnel = tunnel_of(state)
        turned = " ".join(board.card_names[card] for card in tunnel.turned)
        name = board.route_names[tunnel.route]
        lines.append(f"tunnel   {name}: turned {turned}; asks for {tunnel.asked} more")
    if state.phase == PAIR:
        pair = pair_of(state)
        paid = hand_text(board, [sum(shown == card for shown in pair.paid) for card in range(board.cards)])
        lines.append(f"pair     {board.route_names[pair.route]}: paid {paid}")
    for seat, player in enumerate(state.players):
        mark = "*" if seat in to_act(state) else " "
        pieces = f"{player.trains} trains"
        if board.numbers.ships:
            box = pieces_of(state)
            pieces += f", {player.ships} ships, {ports_of(state).left[seat]} ports"
            pieces += f" (box: {box.box_trains[seat]} and {box.box_ships[seat]})"
        if board.numbers.stations:
            pieces += f", {stations_left(state, seat)} stations"
        if board.has_companies:
            owner = f"{company_name(state, seat)}, {running_score(state, seat)} dollars"
        else:
            owner = f"{running_score(state, seat)} points"
        lines += ["", f"{mark}seat {seat}  {owner}, {pieces}"]
        if board.numbers.ships and pieces_of(state).exchanged[seat]:
            lines.append(f"  exchanged {pieces_of(state).exchanged[seat]} pieces")
        lines.append("  hand     " + (hand_text(board, list(player.hand)) or "none"))
        for word, tickets in (("tickets", player.tickets), ("offered", player.offered)):
            if len(tickets):
                lines.append(f"  {word}  " + ", ".join(ticket_text(board, ticket) for ticket in tickets))
        routes = [board.route_names[route] for route in range(board.routes) if state.owner[route] == seat]
        if routes:
            lines.append("  routes   " + ", ".join(routes))
        cities = [board.city_names[city] for city, owner in enumerate(stations_of(state).owner) if owner == seat]
        if cities:
            lines.append("  stations " + ", ".join(cities))
        cities = [board.city_names[city] for city, owner in enumerate(ports_of(state).owner) if owner == seat]
        if cities:
            lines.append("  ports    " + ", ".join(cities))
    return "\n".join(lines)


def title(state: State) -> str:
    board = state.board
    name = short_name(board.map_id)
    if board.variant != "base":
        name += f" ({board.variant})"
    if state.phase == OVER:
        return f"{name}, over after {state.turn} turns"
    text = f"{name}, turn {state.turn + 1}, phase {board.phase_names[state.phase]}, seat {state.seat} to move"
    if state.turns_left != UNDECIDED:
        text += f", {state.turns_left} turns left"
    return text


def slot_text(board: Board, card: int) -> str:
    return "-" if card == HOLE else board.card_names[card]


def hand_text(board: Board, hand: list[int]) -> str:
    return "  ".join(f"{number} {board.card_names[card]}" for card, number in enumerate(hand) if number)


def ticket_text(board: Board, ticket: int) -> str:
    return f"{board.ticket_names[ticket]} ({board.ticket_points[ticket]})"
