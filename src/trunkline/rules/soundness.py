"""What must hold of every state: each card and ticket in one place, every count right. Says what does not."""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.rules.state import (
    HOLE,
    NOBODY,
    OPENING,
    OVER,
    SECOND_PICK,
    TICKETS,
    TUNNEL,
    UNDECIDED,
    State,
)


def unsound(state: State) -> list[str]:
    """Every way in which a state cannot have come about, as sentences; none for a sound one."""
    wrong: list[str] = []
    numbers = state.board.numbers
    if not numbers.least_players <= len(state.players) <= numbers.most_players:
        wrong.append(f"the map is for {numbers.least_players} to {numbers.most_players} players")
    if not 0 <= state.phase <= OVER:
        wrong.append("there is no such phase")
    if not 0 <= state.seat < len(state.players):
        wrong.append(f"there is no seat {state.seat}: seats are counted from 0")
        return wrong
    for name, number in (("turn", state.turn), ("passes", state.passes)):
        if number < 0:
            wrong.append(f"{name} is below 0")
    if state.turns_left < UNDECIDED or (state.turns_left == 0 and state.phase != OVER):
        wrong.append("turns_left is null, or at least 1 while the game goes on")
    wrong += unsound_owners(state)
    wrong += unsound_tunnel(state)
    wrong += unsound_players(state)
    if not wrong:
        wrong += unsound_cards(state)
        wrong += unsound_tickets(state)
    return wrong


def unsound_owners(state: State) -> list[str]:
    """Routes and stations belong to players, and nobody owns two lanes of a double (C11)."""
    wrong: list[str] = []
    board = state.board
    players = len(state.players)
    for route in range(board.routes):
        owner = i64(state.owner[route])
        if owner == NOBODY:
            continue
        if owner >= players:
            wrong.append(f"route {board.route_names[route]} belongs to seat {owner}, and there is none")
        twin = i64(board.twin[route])
        while twin > route:
            other = i64(state.owner[twin])
            if other == owner:
                wrong.append(f"seat {owner} owns two lanes of a double: {board.route_names[route]}")
            elif other != NOBODY and players < board.numbers.doubles_open_from:
                wrong.append(f"with {players} players one lane of a double is closed: {board.route_names[route]}")
            twin = i64(board.twin[twin])
    for city in range(len(state.station)):
        if state.station[city] != NOBODY and i64(state.station[city]) >= players:
            wrong.append(f"the station in {board.city_names[city]} belongs to a seat that is not there")
    return wrong


def unsound_tunnel(state: State) -> list[str]:
    """Cards lie turned up just while a tunnel waits for its answer."""
    board = state.board
    if state.phase != TUNNEL:
        return ["cards are turned up, and no tunnel is being claimed"] if len(state.turned) else []
    if not 0 <= state.tunnel_route < board.routes or not board.tunnel[state.tunnel_route]:
        return ["the route of the tunnel is no tunnel"]
    if state.owner[state.tunnel_route] != NOBODY:
        return ["the tunnel belongs to somebody already"]
    if not 0 <= state.tunnel_colour < board.cards:
        return ["the colour of the tunnel is no card"]
    length = i64(board.length[state.tunnel_route])
    alone = state.tunnel_colour == board.wild
    if not 0 <= state.tunnel_wilds <= length or alone != (state.tunnel_wilds == length):
        return ["the locomotives laid for the tunnel do not fit its length"]
    asked: i64 = 0
    for card in state.turned:
        if i64(card) == state.tunnel_colour or i64(card) == board.wild:
            asked += 1
    if asked != state.tunnel_asked or asked == 0:
        return [f"the cards turned up ask for {asked} more, not {state.tunnel_asked}"]
    return []


def unsound_players(state: State) -> list[str]:
    """Pieces, points, known cards and offers fit the board and the phase."""
    wrong: list[str] = []
    board = state.board
    for seat in range(len(state.players)):
        player = state.players[seat]
        trains = board.numbers.trains
        points: i64 = 0
        for route in range(board.routes):
            if i64(state.owner[route]) == seat:
                trains -= i64(board.length[route])
                points += i64(board.points[route])
        stations = board.numbers.stations
        for owner in state.station:
            if i64(owner) == seat:
                stations -= 1
        if trains < 0:
            wrong.append(f"seat {seat} owns more spaces than it has trains")
        elif player.trains != trains:
            wrong.append(f"seat {seat} has {trains} trains left by the board, not {player.trains}")
        if stations < 0 or player.stations != stations:
            wrong.append(f"seat {seat} has {stations} stations left by the board, not {player.stations}")
        if player.points != points:
            wrong.append(f"seat {seat} has {points} points by its routes, not {player.points}")
        for card in range(board.cards):
            if player.known[card] > player.hand[card]:
                wrong.append(f"seat {seat} is known to hold more {board.card_names[card]} cards than it does")
        choosing = state.phase == OPENING or (state.phase == TICKETS and seat == state.seat)
        if choosing != (len(player.offered) > 0):
            wrong.append(f"seat {seat} {'must be' if choosing else 'is'} offered tickets in this phase")
        if len(player.offered) > 16:
            wrong.append(f"seat {seat} is offered more than 16 tickets")
        elif player.chosen != UNDECIDED and (state.phase != OPENING or player.chosen >> len(player.offered)):
            wrong.append(f"seat {seat} has chosen what it was not offered")
    if state.phase == OPENING and all(player.chosen != UNDECIDED for player in state.players):
        wrong.append("all have chosen, so the opening is over")
    return wrong


def unsound_cards(state: State) -> list[str]:
    """Every card of the deck is in exactly one place, and no deck is empty beside discards (C7)."""
    wrong: list[str] = []
    board = state.board
    for card in range(board.cards):
        found = i64(state.decks[0].discards[card])
        for i in range(state.decks[0].size):
            if i64(state.decks[0].cards[i]) == card:
                found += 1
        for player in state.players:
            found += i64(player.hand[card])
        for shown in state.row:
            if i64(shown) == card:
                found += 1
        for shown in state.turned:
            if i64(shown) == card:
                found += 1
        if state.phase == TUNNEL:
            if card == board.wild:
                found += state.tunnel_wilds
            elif card == state.tunnel_colour:
                found += i64(board.length[state.tunnel_route]) - state.tunnel_wilds
        if found != i64(board.deck_cards[0][card]):
            wrong.append(f"there are {found} {board.card_names[card]} cards in all, not {board.deck_cards[0][card]}")
    if state.decks[0].size == 0 and state.decks[0].discarded > 0:
        wrong.append("the deck is empty beside discards: it would have been made anew from them")
    if state.decks[0].size > 0 and any(card == HOLE for card in state.row):
        wrong.append("the row has a hole while the deck has cards: it would have been filled")
    if (
        state.phase == SECOND_PICK
        and state.decks[0].size == 0
        and not any(card != HOLE and i64(card) != board.wild for card in state.row)
    ):
        wrong.append("nothing can be the second pick: the turn would have ended")
    return wrong


def unsound_tickets(state: State) -> list[str]:
    """No ticket is in two places."""
    wrong: list[str] = []
    board = state.board
    seen = [0] * board.tickets
    for ticket in state.ticket_deck.in_order():
        seen[ticket] += 1
    for player in state.players:
        for ticket in player.tickets:
            seen[ticket] += 1
        for ticket in player.offered:
            seen[ticket] += 1
    for number, times in enumerate(seen):
        if times > 1:
            wrong.append(f"ticket {board.ticket_names[number]} is in {times} places")
    return wrong
