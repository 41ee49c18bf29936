"""A position as readable JSON, both ways (docs/position.md): for tests, puzzles, tutorials and bug reports."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from trunkline.maps.edition import from_plain, reference, split_reference, to_plain
from trunkline.maps.pack import load_board
from trunkline.rules.board import Board
from trunkline.rules.claim import close
from trunkline.rules.naming import counts, owners, ticket_names
from trunkline.rules.reading import BadPosition, JsonObject, number_of, read_counts, read_tickets, seat_of
from trunkline.rules.rulebook import CHAPTERS
from trunkline.rules.soundness import unsound
from trunkline.rules.state import HOLE, UNDECIDED, Player, State, empty_state
from trunkline.rules.tickets import chosen_tickets

FORMAT = 1
# The fields of every board. Chapters add their own.
FIELDS = [
    "format", "map", "variant", "edition", "key", "shuffles", "phase", "seat", "turn", "passes", "idle_turns",
    "turns_left", "row", "decks", "ticket_deck", "routes", "players",
]  # fmt: skip
PLAYER_FIELDS = ["hand", "known", "tickets", "offered", "chosen", "trains", "points"]


def write_position(state: State) -> dict[str, object]:
    """The whole state in names."""
    board = state.board
    map_name, edition = split_reference(board.map_id)
    written: dict[str, object] = {
        "format": FORMAT,
        "map": map_name,
        "variant": board.variant,
        **({"edition": to_plain(edition)} if edition is not None else {}),
        "key": state.key.hex(),
        "shuffles": {
            **{name: int(deck.shuffles) for name, deck in zip(board.deck_names, state.decks, strict=True)},
            "returned": int(state.ticket_deck.returns),
        },
        "phase": board.phase_names[state.phase],
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
        # This format has these two fields for every board.
        "stations": {},
        "tunnel": None,
        "players": [write_player(state, seat) for seat in range(len(state.players))],
    }
    for chapter in board.chapters:
        written |= chapter.write(state)
    return written


def write_player(state: State, seat: int) -> dict[str, object]:
    board = state.board
    player = state.players[seat]
    written: dict[str, object] = {
        "hand": counts(board, player.hand),
        "known": counts(board, player.known),
        "tickets": ticket_names(board, player.tickets),
        "offered": ticket_names(board, player.offered),
        "chosen": None if player.chosen == UNDECIDED else ticket_names(board, chosen_tickets(player)),
        "trains": int(player.trains),
        "stations": 0,
        "points": int(player.points),
    }
    for chapter in board.chapters:
        written |= chapter.write_seat(state, seat) | chapter.write_secrets(state, seat)
    return written


def read_position(position: Mapping[str, Any]) -> State:
    """The state of a position. Raises BadPosition if no game can reach it."""
    fields = FIELDS + [name for chapter in CHAPTERS for name in chapter.field_names()]
    data = JsonObject(position, "position", fields)
    if data.whole("format", FORMAT) != FORMAT:
        raise BadPosition(f"format: this version reads format {FORMAT}")
    edition = None if data.get("edition") is None else from_plain(data.get("edition"))
    board = load_board(reference(data.text("map"), edition), data.text("variant", "base"))
    seats = data.parts("players", PLAYER_FIELDS + [name for chapter in CHAPTERS for name in chapter.seat_field_names()])
    state = empty_state(board, read_key(data.text("key", "")), [read_player(board, part) for part in seats])
    for slot, card in enumerate(read_row(board, data.items("row"))):
        state.row[slot] = card
    read_piles(state, data)
    for name, owner in data.mapping("routes").items():
        seat = seat_of(owner, len(seats), f"routes.{name}")
        close(state, seat, number_of(board.route_number, name, "route"))
    read_progress(state, data)
    for chapter in CHAPTERS:
        chapter.read(state, data)
    for seat, part in enumerate(seats):
        read_pieces(state, seat, part)
        for chapter in CHAPTERS:
            if chapter in board.chapters:
                chapter.read_seat(state, seat, part)
            else:
                must_be_empty(part, [name for name in chapter.seat_field_names() if not has_seat_field(board, name)])
    for chapter in board.chapters:
        chapter.restore(state)
    problems = unsound(state)
    if problems:
        raise BadPosition("; ".join(problems))
    return state


def has_seat_field(board: Board, name: str) -> bool:
    return any(name in chapter.seat_field_names() for chapter in board.chapters)


def must_be_empty(data: JsonObject, fields: Sequence[str]) -> None:
    """Refuse fields of chapters that the board does not have."""
    for name in fields:
        if data.get(name):
            raise BadPosition(f"{data.where}.{name}: this board has none")


def read_piles(state: State, data: JsonObject) -> None:
    """The decks with their discards, and the ticket deck."""
    board = state.board
    names = list(board.deck_names)
    shuffles = data.part("shuffles", [*names, "returned"], optional=True)
    for name, deck, counted in zip(names, state.decks, board.deck_cards, strict=True):
        pile = data.part("decks", names).part(name, ["cards", "discards"])
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


def read_progress(state: State, data: JsonObject) -> None:
    """Phase, whose turn, and the counters."""
    names = state.board.phase_names
    phase = data.text("phase", "turn")
    if phase not in names:
        raise BadPosition(f"phase: there is no phase {phase!r}; there are {', '.join(names)}")
    state.phase = names.index(phase)
    if state.board.of_phase[state.phase].chapter not in state.board.chapters:
        raise BadPosition(f"phase: this board has no phase {phase!r}")
    state.seat = data.whole("seat", 0)
    state.turn = data.whole("turn", 0)
    state.passes = data.whole("passes", 0)
    state.idle_turns = data.whole("idle_turns", 0)
    state.turns_left = UNDECIDED if data.get("turns_left") is None else data.whole("turns_left", 0)


def read_player(board: Board, part: JsonObject) -> Player:
    hand = read_counts(board, part, "hand")
    known = read_counts(board, part, "known")
    tickets = read_tickets(board, part.items("tickets", optional=True))
    offered = read_tickets(board, part.items("offered", optional=True))
    player = Player(hand, known, tickets, offered)
    player.count_hand()
    if part.get("chosen") is not None:
        kept = set(read_tickets(board, part.items("chosen")))
        if not kept <= set(offered):
            raise BadPosition(f"{part.where}.chosen: a ticket that was not offered")
        player.chosen = sum(1 << i for i, ticket in enumerate(offered) if ticket in kept)
    return player


def read_pieces(state: State, seat: int, part: JsonObject) -> None:
    """Read trains and points. Defaults follow from the routes owned."""
    board = state.board
    numbers = board.numbers
    player = state.players[seat]
    owned = [route for route in range(board.routes) if state.owner[route] == seat]
    rail = sum(int(board.length[route]) for route in owned if not board.sea[route])
    trains = int(numbers.trains)
    if numbers.pieces:
        trains = 0 if board.all_choose[state.phase] else int(numbers.suggested_trains)
    player.trains = part.whole("trains", trains - rail)
    player.points = part.whole("points", sum(int(board.points[route]) for route in owned))


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


def read_row(board: Board, items: Sequence[object]) -> list[int]:
    if len(items) != board.numbers.row:
        raise BadPosition(f"row: it has {board.numbers.row} slots (null for a hole), not {len(items)}")
    return [HOLE if name is None else number_of(board.card_number, name, "card") for name in items]
