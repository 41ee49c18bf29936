"""Records: a game as a file with its seal and every move, its events and the state after it."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from trunkline.game.game import Game, Move
from trunkline.game.seal import Seal
from trunkline.maps.edition import from_plain, reference, split_reference, to_plain
from trunkline.maps.pack import load_board, replaced_boards
from trunkline.rules.actions import to_text
from trunkline.rules.board import Board
from trunkline.rules.company_tables import Offices
from trunkline.rules.events import Event, from_facts
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.packing_v4 import counts_idle_turns
from trunkline.rules.turn import apply

FORMAT = 1


class BadRecord(ValueError):
    """A game file that cannot be read; the text says where and why."""


def write_record(game: Game, path: Path) -> None:
    """Write a game to a temporary file and rename it, so that an old file is replaced only by a complete one.

    The file contains the secret of the seal, which makes the shuffles verifiable. It belongs to the host.
    """
    board = game.board
    map_name, edition = split_reference(board.map_id)
    lines: list[dict[str, object]] = [
        {
            "trunkline": FORMAT,
            "map": map_name,
            "variant": board.variant,
            **({"edition": to_plain(edition)} if edition is not None else {}),
            "board": board_digest(board),
            "players": game.players,
            "first": None if game.first < 0 else game.first,
            **({"companies": game.companies} if game.companies else {}),
            "commitment": game.commitment,
            "secret": game.seal.secret.hex() if game.seal else None,
            "contributions": [each.hex() for each in game.seal.contributions] if game.seal else [],
            "events": [event.facts(board) for event in game.opening],
            "state": squeeze(game.beginning),
        }
    ]
    for move, packed in zip(game.moves, packed_states(game), strict=True):
        lines.append(
            {
                "seat": int(move.seat),
                "action": game.notation(move.action),
                "code": int(move.action),
                "events": [event.facts(board) for event in move.events],
                "state": squeeze(packed),
            }
        )
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def packed_states(game: Game) -> Iterator[bytes]:
    """The packed state after each move: as stored, or computed by replaying the moves."""
    state = from_bytes(game.board, game.beginning)
    for move in game.moves:
        if move.packed:
            yield move.packed
            state = from_bytes(game.board, move.packed)
        else:
            apply(state, move.seat, move.action, None)
            yield to_bytes(state)


def read_record(path: Path) -> Game:
    """The game of a file. Past positions are read, never recomputed, so a rule fixed later does not change them."""
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadRecord(f"{path} cannot be read: {why}") from None
    except json.JSONDecodeError as error:
        raise BadRecord(f"{path} is not a game file: {error}") from None
    if not lines or not isinstance(lines[0], dict) or lines[0].get("trunkline") != FORMAT:
        raise BadRecord(f"{path} is not a game file of format {FORMAT}")
    head = lines[0]
    line = 1
    try:
        edition = from_plain(head["edition"]) if "edition" in head else None
        found = find_board(reference(head["map"], edition), head["variant"], head["board"])
        if found is None:
            raise BadRecord(f"{path} was played on another edition of {head['map']}: the board has changed since")
        board = found
        seal = None
        if head["secret"] is not None:
            seal = Seal(bytes.fromhex(head["secret"]), tuple(bytes.fromhex(each) for each in head["contributions"]))
        beginning = from_bytes(board, expand(head["state"]))
        game = Game(beginning, seal, [from_facts(board, facts) for facts in head["events"]], -1)
        game.commitment = head["commitment"]
        if head["first"] is not None:
            game.first = int(head["first"])
        for entry in lines[1:]:
            line += 1
            game.moves.append(read_move(board, entry))
        if game.moves:
            game = game.at(len(game.moves))
    except BadRecord:
        raise
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, AssertionError, zlib.error) as error:
        raise BadRecord(f"{path}:{line}: this line is damaged ({error})") from None
    return game


def read_move(board: Board, entry: dict[str, Any]) -> Move:
    packed = expand(entry["state"])
    players = len(from_bytes(board, packed).players)
    seat, code = int(entry["seat"]), int(entry["code"])
    if not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat}")
    if to_text(board, code) != entry["action"]:
        raise ValueError("the action in words and its code differ")
    return Move(seat, code, [from_facts(board, facts) for facts in entry["events"]], packed)


def verify(game: Game, commitment: str | None = None) -> list[str]:
    """Verify a record: list the problems; none if it was dealt by its seal and played by the rules.

    `commitment` is what was shown before the game. The one in the file is checked too, but it is only the host's word.
    """
    if game.seal is None:
        return ["the game was not dealt from a seal, so its shuffles cannot be checked"]
    wrong = []
    promises = [promise.lower() for promise in (commitment, game.commitment) if promise is not None]
    if any(promise != game.seal.commitment for promise in promises):
        wrong.append("the secret does not fit the commitment")
    board = game.board
    first = None if game.first < 0 else game.first
    companies = game.companies or None
    again = Game.new(
        board.map_id, game.players, variant=board.variant, first=first, seal=game.seal, companies=companies
    )
    if again.packed() != game.beginning or again.opening != game.opening:
        return [*wrong, "the deal does not follow from the key"]
    for number, move in enumerate(game.moves, start=1):
        if move.action not in again.legal(move.seat):
            return [*wrong, f"move {number} ({game.notation(move.action)} by seat {move.seat}) is against the rules"]
        events: list[Event] = again.play(move.action, seat=move.seat)
        if move.packed and not counts_idle_turns(move.packed):
            # Written by code that did not count idle turns (C2), or the counter is 0 anyway.
            again.state.idle_turns = 0
        if events != move.events or (move.packed and again.packed() != move.packed):
            return [*wrong, f"move {number} ({game.notation(move.action)}) led to something else than was recorded"]
    return wrong


def find_board(map_name: str, variant: str, digest: str) -> Board | None:
    """The board with this digest: of the variant, or of an older variant that it replaced."""
    board = load_board(map_name, variant)
    if board_digest(board) == digest:
        return board
    for older in replaced_boards(map_name, variant):
        if board_digest(older) == digest:
            return older
    return None


def board_digest(board: Board) -> str:
    """A digest of everything that the rules read from a board."""
    tables = (
        board.route_a, board.route_b, board.length, board.colour, board.locomotives, board.tunnel, board.points,
        board.ticket_a, board.ticket_b, board.ticket_points, board.ticket_long, board.station_cost, board.tie_break,
        *board.deck_cards,
    )  # fmt: skip
    everything = [
        [board.city_names, board.card_names, board.deck_names, board.route_names, board.ticket_names],
        [list(table) for table in tables],
        list(board.twin),
        board.numbers.values,
    ]
    if board.numbers.ships > 0:
        further = (
            board.sea, board.pair, board.is_port, board.port_points, board.hand, board.place_deck, board.ticket_cities,
            board.ticket_start, board.ticket_penalty, board.ticket_out_of_order,
        )  # fmt: skip
        everything.append([list(table) for table in further])
    elif list(board.ticket_penalty) != list(board.ticket_points) or any(board.ticket_out_of_order):
        # Only if not empty: boards without them keep the digest that older files have.
        everything.append([list(board.ticket_penalty), list(board.ticket_out_of_order)])
    if board.has_companies:
        companies = board.companies
        standing = [
            [row.event, row.least_players, row.most_players, row.number, row.value] for row in companies.standing_rows
        ]
        powers = [
            [
                int(row.event),
                int(row.least_players),
                int(row.most_players),
                int(row.power),
                int(row.amount),
                int(row.later),
            ]
            for row in companies.powers
        ]
        if powers:
            everything.append(powers)
        spikes = [
            [row.territory, int(row.city), int(row.home), int(row.money), int(row.vault)] for row in companies.spikes
        ]
        if spikes:
            everything.append(spikes)
        if board.modules.described:
            everything.append(board.modules.described)
        if companies.has_offices or any(companies.further):
            everything.append([list(companies.further), [list(each) for each in companies.city_sets]])
            everything.append(offices_digest(companies.offices))
        everything.append(
            [
                [companies.sources, list(companies.colour), list(companies.clauses), list(companies.first_row)],
                [standing, [list(members) for members in companies.line_sets]],
                [list(companies.large), list(companies.newspapers), list(companies.trains_left)],
            ]
        )
    return sha256(json.dumps(everything).encode()).hexdigest()[:16]


def offices_digest(offices: Offices) -> list[object]:
    """What the rules read of the offices of a game."""
    cards = [
        [card.name, int(card.uses), int(card.power), int(card.amount)] for card in offices.crew + offices.postcards
    ]
    held = [[int(card.company), int(card.postcard), int(card.used)] for card in offices.held]
    return [
        [int(offices.game), int(offices.none_left), cards, held],
        [list(offices.hiring), [list(companies) for companies in offices.barred]],
        [list(offices.start_money), list(offices.start_cards)],
    ]


def squeeze(packed: bytes) -> str:
    return b64encode(zlib.compress(packed)).decode()


def expand(text: str) -> bytes:
    return zlib.decompress(b64decode(text, validate=True))
