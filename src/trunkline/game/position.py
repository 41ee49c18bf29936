"""A position as readable JSON, both ways (docs/position.md): for tests, puzzles, tutorials and bug reports."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i16, u8

from trunkline.maps.pack import load_board
from trunkline.maps.problems import did_you_mean
from trunkline.rules.actions import PAIR_CARDS
from trunkline.rules.board import Board
from trunkline.rules.claim import close
from trunkline.rules.naming import counts, owners, ticket_names
from trunkline.rules.soundness import unsound
from trunkline.rules.state import (
    HOLE,
    OPENING,
    PAIR,
    PHASE_NAMES,
    SPLITTING,
    TUNNEL,
    UNDECIDED,
    Deck,
    Player,
    State,
    TicketDeck,
)
from trunkline.rules.tickets import chosen_tickets
from trunkline.rules.view import View

FORMAT = 1
FIELDS = {
    "format", "map", "variant", "key", "shuffles", "phase", "seat", "turn", "passes", "idle_turns", "turns_left", "row",
    "decks", "ticket_deck", "routes", "stations", "ports", "players", "tunnel", "pair",
}  # fmt: skip
PLAYER_FIELDS = {
    "hand", "known", "tickets", "offered", "chosen", "split", "trains", "ships", "box", "stations", "ports",
    "exchanged", "points",
}  # fmt: skip


class BadPosition(ValueError):
    """A position that cannot be; the text says where and why."""


def write_position(state: State) -> dict[str, object]:
    """The whole state in names."""
    board = state.board
    written = {
        "format": FORMAT,
        "map": board.map_id,
        "variant": board.variant,
        "key": state.key.hex(),
        "shuffles": {
            **{name: int(deck.shuffles) for name, deck in zip(board.deck_names, state.decks, strict=True)},
            "returned": int(state.ticket_deck.returns),
        },
        "phase": PHASE_NAMES[state.phase],
        "seat": int(state.seat),
        "turn": int(state.turn),
        "passes": int(state.passes),
        "idle_turns": int(state.idle_turns),
        "turns_left": None if state.turns_left == UNDECIDED else int(state.turns_left),
        "row": [None if card == HOLE else board.card_names[card] for card in state.row],
        "decks": {
            name: {
                "cards": [board.card_names[card] for card in reversed(list(deck.cards)[: deck.size])],
                "discards": counts(board, deck.discards),
            }
            for name, deck in zip(board.deck_names, state.decks, strict=True)
        },
        "ticket_deck": ticket_names(board, state.ticket_deck.in_order()),
        "routes": owners(board.route_names, state.owner),
        "stations": owners(board.city_names, state.station),
        "players": [write_player(state, player) for player in state.players],
        "tunnel": write_tunnel(state),
    }
    if board.two_decks:
        written["ports"] = owners(board.city_names, state.port)
        written["pair"] = write_pair(state)
    return written


def write_player(state: State, player: Player) -> dict[str, object]:
    board = state.board
    splitting = state.phase == SPLITTING
    chosen = None if player.chosen == UNDECIDED or splitting else ticket_names(board, chosen_tickets(player))
    written: dict[str, object] = {
        "hand": counts(board, player.hand),
        "known": counts(board, player.known),
        "tickets": ticket_names(board, player.tickets),
        "offered": ticket_names(board, player.offered),
        "chosen": chosen,
        "trains": int(player.trains),
        "stations": int(player.stations),
        "points": int(player.points),
    }
    if board.two_decks:
        written["split"] = int(player.chosen) if splitting and player.chosen != UNDECIDED else None
        written["ships"] = int(player.ships)
        written["box"] = {"trains": int(player.box_trains), "ships": int(player.box_ships)}
        written["ports"] = int(player.ports)
        written["exchanged"] = int(player.exchanged)
    return written


def write_pair(state: State | View) -> dict[str, object] | None:
    """A pair route that is being paid space by space; everybody sees all of it."""
    if state.phase != PAIR:
        return None
    board = state.board
    paid = [0] * board.cards
    for card in state.turned:
        paid[card] += 1
    return {
        "route": board.route_names[state.pair_route],
        "spaces": len(state.turned) // PAIR_CARDS,
        "paid": counts(board, vec[u8](paid)),
    }


def write_tunnel(state: State | View) -> dict[str, object] | None:
    """A tunnel that is being claimed; everybody sees all of it, so that a view tells it as the game does."""
    if state.phase != TUNNEL:
        return None
    board = state.board
    return {
        "route": board.route_names[state.tunnel_route],
        "colour": board.card_names[state.tunnel_colour],
        "locomotives": int(state.tunnel_wilds),
        "turned": [board.card_names[card] for card in state.turned],
        "asked": int(state.tunnel_asked),
    }


def read_position(position: Mapping[str, Any]) -> State:
    """The state of a position; BadPosition if it is not one that a game could come to."""
    data = Part(position, "position", FIELDS)
    if data.whole("format", FORMAT) != FORMAT:
        raise BadPosition(f"format: this version reads format {FORMAT}")
    board = load_board(data.text("map"), data.text("variant", "base"))
    names = list(board.deck_names)
    state = State(
        board,
        read_key(data.text("key", "")),
        [read_player(board, part) for part in data.parts("players", PLAYER_FIELDS)],
        [Deck(vec[u8](), vec[u8]()) for _ in names],
        TicketDeck(vec[i16]()),
        read_row(board, data.items("row")),
        board.no_routes_owned[:],
        board.no_routes_closed[:],
        board.no_stations_owned[:],
        board.no_ports_owned[:],
        board.no_ports_reached[:],
        vec[u8](),
    )
    shuffles = data.part("shuffles", {*names, "returned"}, optional=True)
    for name, deck, counted in zip(names, state.decks, board.deck_cards, strict=True):
        pile = data.part("decks", set(names)).part(name, {"cards", "discards"})
        cards = [number_of(board.card_number, card, "card") for card in reversed(pile.items("cards"))]
        if len(cards) > sum(counted):
            raise BadPosition(f"decks: {name} holds more cards than there are")
        deck.fill(counted, vec[u8](cards), read_counts(board, pile, "discards"))
        deck.shuffles = shuffles.whole(name, 0)
    tickets = read_tickets(board, data.items("ticket_deck"))
    if len(tickets) > board.tickets:
        raise BadPosition("ticket_deck: it holds more tickets than there are")
    state.ticket_deck.fill(board.tickets, tickets)
    state.ticket_deck.returns = shuffles.whole("returned", 0)
    read_owners(state, data)
    read_progress(state, data)
    for player, part in zip(state.players, data.parts("players", PLAYER_FIELDS), strict=True):
        finish_player(state, player, part)
    problems = unsound(state)
    if problems:
        raise BadPosition("; ".join(problems))
    return state


def read_progress(state: State, data: Part) -> None:
    """Phase, whose turn, the counters, and a tunnel that is being claimed."""
    phase = data.text("phase", "turn")
    if phase not in PHASE_NAMES:
        raise BadPosition(f"phase: there is no phase {phase!r}; there are {', '.join(PHASE_NAMES)}")
    state.phase = PHASE_NAMES.index(phase)
    state.seat = data.whole("seat", 0)
    state.turn = data.whole("turn", 0)
    state.passes = data.whole("passes", 0)
    state.idle_turns = data.whole("idle_turns", 0)
    state.turns_left = UNDECIDED if data.get("turns_left") is None else data.whole("turns_left", 0)
    if (data.get("tunnel") is not None) != (state.phase == TUNNEL):
        raise BadPosition("tunnel: it is there in the phase `tunnel` and only then")
    if state.phase == TUNNEL:
        board = state.board
        tunnel = data.part("tunnel", {"route", "colour", "locomotives", "turned", "asked"})
        state.tunnel_route = number_of(board.route_number, tunnel.text("route"), "route")
        state.tunnel_colour = number_of(board.card_number, tunnel.text("colour"), "card")
        state.tunnel_wilds = tunnel.whole("locomotives", 0)
        state.turned = vec[u8]([number_of(board.card_number, name, "card") for name in tunnel.items("turned")])
        state.tunnel_asked = tunnel.whole("asked")
    if (data.get("pair") is not None) != (state.phase == PAIR):
        raise BadPosition("pair: it is there in the phase `pair` and only then")
    if state.phase == PAIR:
        read_pair(state, data.part("pair", {"route", "spaces", "paid"}))


def read_pair(state: State, pair: Part) -> None:
    """A pair route that is being paid."""
    board = state.board
    state.pair_route = number_of(board.route_number, pair.text("route"), "route")
    paid = [card for card, number in enumerate(read_counts(board, pair, "paid")) for _ in range(number)]
    if len(paid) != PAIR_CARDS * pair.whole("spaces"):
        raise BadPosition(f"pair.paid: each space paid has taken {PAIR_CARDS} cards")
    state.turned = vec[u8](paid)


def read_owners(state: State, data: Part) -> None:
    board = state.board
    players = len(state.players)
    for name, owner in data.mapping("routes").items():
        close(state, seat_of(owner, players, f"routes.{name}"), number_of(board.route_number, name, "route"))
    for name, owner in data.mapping("stations").items():
        if not len(state.station):
            raise BadPosition("stations: this board has none")
        state.station[number_of(board.city_number, name, "city")] = u8(seat_of(owner, players, f"stations.{name}"))
    for name, owner in data.mapping("ports").items():
        if not len(state.port):
            raise BadPosition("ports: this board has none")
        state.port[number_of(board.city_number, name, "city")] = u8(seat_of(owner, players, f"ports.{name}"))


def read_player(board: Board, part: Part) -> Player:
    hand = read_counts(board, part, "hand")
    known = read_counts(board, part, "known")
    tickets = read_tickets(board, part.items("tickets", optional=True))
    offered = read_tickets(board, part.items("offered", optional=True))
    player = Player(hand, known, tickets, offered)
    player.count_hand()
    chosen = part.get("chosen")
    if chosen is not None:
        kept = set(read_tickets(board, part.items("chosen")))
        if not kept <= set(offered):
            raise BadPosition(f"{part.where}.chosen: a ticket that was not offered")
        player.chosen = sum(1 << i for i, ticket in enumerate(offered) if ticket in kept)
    return player


def finish_player(state: State, player: Player, part: Part) -> None:
    """Pieces and points: as written, or else as the board says."""
    board = state.board
    numbers = board.numbers
    seat = list(state.players).index(player)
    owned = [route for route in range(board.routes) if state.owner[route] == seat]
    built = sum(owner == seat for owner in state.station)
    sea = sum(int(board.length[route]) for route in owned if board.sea[route])
    rail = sum(int(board.length[route]) for route in owned if not board.sea[route])
    trains, ships = int(numbers.trains), 0
    if numbers.pieces:
        before = state.phase in (OPENING, SPLITTING)
        trains = 0 if before else int(numbers.suggested_trains)
        ships = 0 if before else int(numbers.pieces - numbers.suggested_trains)
    player.trains = part.whole("trains", trains - rail)
    player.stations = part.whole("stations", int(numbers.stations) - built)
    player.points = part.whole("points", sum(int(board.points[route]) for route in owned))
    player.ships = part.whole("ships", ships - sea)
    box = part.part("box", {"trains", "ships"}, optional=True)
    in_box = int(numbers.trains - player.trains) - rail if numbers.pieces else 0
    player.box_trains = box.whole("trains", in_box)
    player.box_ships = box.whole("ships", int(numbers.ships - player.ships) - sea)
    player.ports = part.whole("ports", int(numbers.ports) - sum(owner == seat for owner in state.port))
    player.exchanged = part.whole("exchanged", 0)
    if part.get("split") is not None:
        if state.phase != SPLITTING:
            raise BadPosition(f"{part.where}.split: it is chosen in the phase `split`")
        player.chosen = part.whole("split")


def read_key(text: str) -> bytes:
    if not text:
        return secrets.token_bytes(32)
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise BadPosition("key: it is 64 hexadecimal digits")
    return key


def read_row(board: Board, items: Sequence[object]) -> vec[u8]:
    if len(items) != board.numbers.row:
        raise BadPosition(f"row: it has {board.numbers.row} slots (null for a hole), not {len(items)}")
    return vec[u8]([HOLE if name is None else number_of(board.card_number, name, "card") for name in items])


def read_counts(board: Board, part: Part, field: str) -> vec[u8]:
    found = [0] * board.cards
    for name, number in part.mapping(field).items():
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 255:
            raise BadPosition(f"{part.where}.{field}.{name}: a number of cards is a whole number from 0 to 254")
        found[number_of(board.card_number, name, "card")] = number
    return vec[u8](found)


def read_tickets(board: Board, names: Iterable[object]) -> vec[i16]:
    return vec[i16]([number_of(board.ticket_number, name, "ticket") for name in names])


def number_of(numbers: Mapping[str, int], name: object, what: str) -> int:
    if not isinstance(name, str) or name not in numbers:
        raise BadPosition(f"there is no {what} {name!r} on this board. {did_you_mean(str(name), numbers)}".rstrip())
    return numbers[name]


def seat_of(owner: object, players: int, where: str) -> int:
    if isinstance(owner, bool) or not isinstance(owner, int) or not 0 <= owner < players:
        raise BadPosition(f"{where}: an owner is a seat from 0 to {players - 1}")
    return owner


class Part:
    """A JSON object that says where it stands when something in it is missing, misnamed or of the wrong type."""

    def __init__(self, data: object, where: str, fields: set[str]) -> None:
        if not isinstance(data, Mapping):
            raise BadPosition(f"{where} is not a JSON object")
        for name in data:
            if name not in fields:
                raise BadPosition(f"{where}: there is no field {name!r}. {did_you_mean(str(name), fields)}".rstrip())
        self.data = data
        self.where = where

    def get(self, field: str) -> object:
        return self.data.get(field)

    def need(self, field: str) -> object:
        if field not in self.data:
            raise BadPosition(f"{self.where}: the field {field!r} is missing")
        return self.data[field]

    def text(self, field: str, default: str | None = None) -> str:
        value = self.need(field) if default is None else self.data.get(field, default)
        if not isinstance(value, str):
            raise BadPosition(f"{self.where}: {field!r} is a text")
        return value

    def whole(self, field: str, default: int | None = None) -> int:
        value = self.need(field) if default is None else self.data.get(field, default)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1 << 30:
            raise BadPosition(f"{self.where}: {field!r} is a whole number")
        return value

    def items(self, field: str, optional: bool = False) -> list[object]:
        value = self.data.get(field, []) if optional else self.need(field)
        if not isinstance(value, list | tuple):
            raise BadPosition(f"{self.where}: {field!r} is a list")
        return list(value)

    def mapping(self, field: str) -> Mapping[str, object]:
        value = self.data.get(field, {})
        if not isinstance(value, Mapping):
            raise BadPosition(f"{self.where}: {field!r} is a JSON object")
        return value

    def part(self, field: str, fields: set[str], optional: bool = False) -> Part:
        value = self.data.get(field, {}) if optional else self.need(field)
        return Part(value, f"{self.where}.{field}", fields)

    def parts(self, field: str, fields: set[str]) -> list[Part]:
        return [Part(item, f"{self.where}.{field}[{i}]", fields) for i, item in enumerate(self.items(field))]
