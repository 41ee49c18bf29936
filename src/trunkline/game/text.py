"""A game as text that one can read in a terminal: the table, the players, the routes they own."""

from __future__ import annotations

from trunkline.rules.board import Board
from trunkline.rules.pieces import running_score
from trunkline.rules.state import HOLE, OVER, PAIR, PHASE_NAMES, TUNNEL, UNDECIDED, State
from trunkline.rules.turn import to_act


def game_text(state: State) -> str:
    """The whole game, hidden parts included: for the one who holds it, not for the seats."""
    board = state.board
    lines = [title(state), ""]
    lines.append("row      " + "  ".join(f"{i + 1} {slot_text(board, card)}" for i, card in enumerate(state.row)))
    for name, deck in zip(board.deck_names, state.decks, strict=True):
        word = name if board.two_decks else "deck"
        left = f"; {state.ticket_deck.size} tickets" if deck is state.decks[-1] else ""
        lines.append(f"{word:<8} {deck.size} cards, {deck.discarded} discarded{left}")
    if state.phase == TUNNEL:
        turned = " ".join(board.card_names[card] for card in state.turned)
        name = board.route_names[state.tunnel_route]
        lines.append(f"tunnel   {name}: turned {turned}; asks for {state.tunnel_asked} more")
    if state.phase == PAIR:
        paid = hand_text(board, [sum(shown == card for shown in state.turned) for card in range(board.cards)])
        lines.append(f"pair     {board.route_names[state.pair_route]}: paid {paid}")
    for seat, player in enumerate(state.players):
        mark = "*" if seat in to_act(state) else " "
        pieces = f"{player.trains} trains"
        if board.two_decks:
            pieces += f", {player.ships} ships, {player.ports} ports (box: {player.box_trains} and {player.box_ships})"
        if board.numbers.stations:
            pieces += f", {player.stations} stations"
        lines += ["", f"{mark}seat {seat}  {running_score(board, player)} points, {pieces}"]
        if player.exchanged:
            lines.append(f"  exchanged {player.exchanged} pieces")
        lines.append("  hand     " + (hand_text(board, list(player.hand)) or "none"))
        for word, tickets in (("tickets", player.tickets), ("offered", player.offered)):
            if len(tickets):
                lines.append(f"  {word}  " + ", ".join(ticket_text(board, ticket) for ticket in tickets))
        routes = [board.route_names[route] for route in range(board.routes) if state.owner[route] == seat]
        if routes:
            lines.append("  routes   " + ", ".join(routes))
        cities = [board.city_names[city] for city, owner in enumerate(state.station) if owner == seat]
        if cities:
            lines.append("  stations " + ", ".join(cities))
        cities = [board.city_names[city] for city, owner in enumerate(state.port) if owner == seat]
        if cities:
            lines.append("  ports    " + ", ".join(cities))
    return "\n".join(lines)


def title(state: State) -> str:
    board = state.board
    name = board.map_id if board.variant == "base" else f"{board.map_id} ({board.variant})"
    if state.phase == OVER:
        return f"{name}, over after {state.turn} turns"
    text = f"{name}, turn {state.turn + 1}, phase {PHASE_NAMES[state.phase]}, seat {state.seat} to move"
    if state.turns_left != UNDECIDED:
        text += f", {state.turns_left} turns left"
    return text


def slot_text(board: Board, card: int) -> str:
    return "-" if card == HOLE else board.card_names[card]


def hand_text(board: Board, hand: list[int]) -> str:
    return "  ".join(f"{number} {board.card_names[card]}" for card, number in enumerate(hand) if number)


def ticket_text(board: Board, ticket: int) -> str:
    return f"{board.ticket_names[ticket]} ({board.ticket_points[ticket]})"
