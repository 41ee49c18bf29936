"""What must hold of every state: each card and ticket in one place, every count right. Says what does not."""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.rules.actions import PAIR_CARDS
from trunkline.rules.pairs import payable_spaces, spaces_left
from trunkline.rules.pieces import fewest_trains, most_trains
from trunkline.rules.state import (
    HOLE,
    NOBODY,
    OPENING,
    OVER,
    PAIR,
    PHASE_NAMES,
    SECOND_PICK,
    SPLITTING,
    TICKETS,
    TUNNEL,
    UNDECIDED,
    State,
)
from trunkline.rules.turn import IDLE_ROUNDS


def unsound(state: State) -> list[str]:
    """Every way in which a state cannot have come about, as sentences; none for a sound one."""
    wrong: list[str] = []
    numbers = state.board.numbers
    if not numbers.least_players <= len(state.players) <= numbers.most_players:
        wrong.append(f"the map is for {numbers.least_players} to {numbers.most_players} players")
    ships_only = state.phase == SPLITTING or state.phase == PAIR
    if not 0 <= state.phase < len(PHASE_NAMES) or (ships_only and not numbers.pieces):
        wrong.append("there is no such phase")
    if not 0 <= state.seat < len(state.players):
        wrong.append(f"there is no seat {state.seat}: seats are counted from 0")
        return wrong
    for name, number in (("turn", state.turn), ("passes", state.passes), ("idle_turns", state.idle_turns)):
        if number < 0:
            wrong.append(f"{name} is below 0")
    if state.turns_left < UNDECIDED or (state.turns_left == 0 and state.phase != OVER):
        wrong.append("turns_left is null, or at least 1 while the game goes on")
    if state.idle_turns >= IDLE_ROUNDS * len(state.players) and state.phase != OVER:
        wrong.append(f"nothing has changed for {IDLE_ROUNDS} rounds: the game would have ended")
    wrong += unsound_owners(state)
    wrong += unsound_pair(state) if state.phase == PAIR else unsound_tunnel(state)
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
    for city in range(len(state.port)):
        owner = i64(state.port[city])
        if owner == NOBODY:
            continue
        if not board.is_port[city]:
            wrong.append(f"{board.city_names[city]} is no port city")
        if owner >= players or not i64(state.reached[city]) >> owner & 1:
            wrong.append(f"the port in {board.city_names[city]} belongs to a seat without a route there")
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


def unsound_pair(state: State) -> list[str]:
    """A pair route waits for its next space: some are paid, and the hand can pay the others (W7)."""
    board = state.board
    if not 0 <= state.pair_route < board.routes or not board.pair[state.pair_route]:
        return ["the route being paid is no pair route"]
    if state.owner[state.pair_route] != NOBODY:
        return ["the pair route belongs to somebody already"]
    if len(state.turned) == 0 or len(state.turned) % PAIR_CARDS or spaces_left(state) < 1:
        return ["the cards paid for the pair route do not fit its spaces"]
    wilds = 0
    colours: list[int] = [0] * board.colours
    for shown in state.turned:
        card = i64(shown)
        if card == board.wild:
            wilds += 1
        elif card < board.ship:
            colours[card % board.colours] += 1
        else:
            return ["a pair route is paid with train cards"]
    # Every colour with an odd number of cards has a locomotive beside it, and other locomotives split pairs.
    odd = sum(number % 2 for number in colours)
    if wilds > len(state.turned) // PAIR_CARDS or wilds < odd or (wilds - odd) % 2:
        return ["the cards paid for the pair route are not pairs"]
    if payable_spaces(board, state.players[state.seat].hand) < spaces_left(state):
        return ["the rest of the pair route cannot be paid"]
    return []


def unsound_players(state: State) -> list[str]:
    """Pieces, points, known cards and offers fit the board and the phase."""
    wrong: list[str] = []
    board = state.board
    for seat in range(len(state.players)):
        player = state.players[seat]
        trains = board.numbers.trains
        ships = board.numbers.ships
        points: i64 = 0
        for route in range(board.routes):
            if i64(state.owner[route]) == seat:
                if board.sea[route]:
                    ships -= i64(board.length[route])
                else:
                    trains -= i64(board.length[route])
                points += i64(board.points[route])
        stations = board.numbers.stations
        for owner in state.station:
            if i64(owner) == seat:
                stations -= 1
        if board.numbers.pieces > 0:
            wrong += unsound_pieces(state, seat, trains, ships)
        elif player.ships or player.ports or player.box_trains or player.box_ships or player.exchanged:
            wrong.append(f"seat {seat} has ships, ports or a box, and the board has none")
        elif trains < 0:
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
        elif player.chosen != UNDECIDED and state.phase == SPLITTING:
            if not fewest_trains(board) <= player.chosen <= most_trains(board):
                wrong.append(f"seat {seat} has split its pieces as the box does not allow")
        elif player.chosen != UNDECIDED and (state.phase != OPENING or player.chosen >> len(player.offered)):
            wrong.append(f"seat {seat} has chosen what it was not offered")
    together = state.phase == OPENING or state.phase == SPLITTING
    if together and all(player.chosen != UNDECIDED for player in state.players):
        wrong.append(f"all have chosen, so the {PHASE_NAMES[state.phase]} is over")
    return wrong


def unsound_pieces(state: State, seat: i64, trains: i64, ships: i64) -> list[str]:
    """Pieces are in the supply, in the box or on the board; `trains` and `ships` are those not on the board (W2)."""
    numbers = state.board.numbers
    player = state.players[seat]
    before = state.phase == OPENING or state.phase == SPLITTING
    placed = numbers.trains - trains + numbers.ships - ships
    wrong: list[str] = []
    if player.trains < 0 or player.box_trains < 0 or player.trains + player.box_trains != trains:
        wrong.append(f"seat {seat} has {trains} trains in supply and box by the board")
    if player.ships < 0 or player.box_ships < 0 or player.ships + player.box_ships != ships:
        wrong.append(f"seat {seat} has {ships} ships in supply and box by the board")
    if player.trains + player.ships + placed != (0 if before else numbers.pieces):
        wrong.append(f"seat {seat} plays with {numbers.pieces} pieces once all have split, and with none before")
    ports = numbers.ports
    for owner in state.port:
        if i64(owner) == seat:
            ports -= 1
    if ports < 0 or player.ports != ports:
        wrong.append(f"seat {seat} has {ports} ports left by the board, not {player.ports}")
    if player.exchanged < 0:
        wrong.append(f"seat {seat} has exchanged fewer pieces than none")
    return wrong


def unsound_cards(state: State) -> list[str]:
    """Every card is in exactly one place and in its own deck, and no deck is empty beside discards (C7)."""
    wrong: list[str] = []
    board = state.board
    some_deck_gives = False
    for number in range(len(state.decks)):
        deck = state.decks[number]
        some_deck_gives = some_deck_gives or deck.size > 0
        if deck.size == 0 and deck.discarded > 0:
            wrong.append("the deck is empty beside discards: it would have been made anew from them")
        for card in range(board.cards):
            belongs = i64(board.deck_cards[number][card])
            found = i64(deck.discards[card])
            for i in range(deck.size):
                if i64(deck.cards[i]) == card:
                    found += 1
            if belongs > 0 or found > 0:
                found += cards_elsewhere(state, card)
            if found != belongs:
                wrong.append(f"there are {found} {board.card_names[card]} cards in all, not {belongs}")
    if some_deck_gives and any(card == HOLE for card in state.row):
        wrong.append("the row has a hole while the deck has cards: it would have been filled")
    if (
        state.phase == SECOND_PICK
        and not some_deck_gives
        and not any(card != HOLE and i64(card) != board.wild for card in state.row)
    ):
        wrong.append("nothing can be the second pick: the turn would have ended")
    return wrong


def cards_elsewhere(state: State, card: i64) -> i64:
    """How many of a card are in hands, in the row and on the table."""
    board = state.board
    found: i64 = 0
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
    return found


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
