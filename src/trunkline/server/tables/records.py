"""Games as files: export of finished tables, and import of files that are verified by replaying them."""

from __future__ import annotations

import json
import secrets
import tempfile
import zlib
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
from sqlalchemy import Connection, insert

from trunkline.game.game import Game, Move
from trunkline.game.record import BadRecord, read_record, verify, write_record
from trunkline.game.seal import Seal
from trunkline.maps.load import load_map, map_names
from trunkline.maps.pack import load_board
from trunkline.rules.actions import from_text
from trunkline.rules.board import Board
from trunkline.rules.events import Event, from_facts
from trunkline.rules.packing import from_bytes
from trunkline.rules.setup import BY_LOT
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.rows import EntryRow, TableData, TableRow, TableSeat
from trunkline.server.tables.seated_table import ENDED

MOST_MOVES = 3_000
"""A game of five by random moves has a fifth of that."""
MOST_STATE = 64 * 1024
"""Bytes. A packed state has a few hundred; what unpacks to more is a decompression bomb."""
LONGEST_NUMBER = 200


# --- export ----------------------------------------------------------------------------------------------------------


def export(row: TableRow, entries: Sequence[EntryRow]) -> bytes:
    """The file of a finished game, with the secret of its seal: from it everybody can check the shuffles."""
    if row.status != ENDED:
        raise RequestRefused("game_in_progress", {}, 403)
    board = load_board(row.map, row.variant)
    first = row.data.first
    deal = entries[0]
    dealt = from_bytes(board, deal.packed)
    game = Game(dealt, seal_of(row), events_of(board, deal), BY_LOT if first is None else first)
    game.moves = moves_of(board, entries)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        write_record(game, path)
        return path.read_bytes()


def seal_of(row: TableRow) -> Seal:
    """The seal of a table; an imported game may have more or fewer contributions than seats."""
    contributions = row.data.contributions
    if contributions is None:
        contributions = [seat.luck for seat in row.data.seats]
    return Seal(bytes.fromhex(row.data.secret), tuple(bytes.fromhex(each) for each in contributions))


def moves_of(board: Board, entries: Sequence[EntryRow]) -> list[Move]:
    """The moves without those that were undone, and without substitutions."""
    moves: list[Move] = []
    before = entries[0].packed
    for entry in entries[1:]:
        if entry.kind == "move" and entry.seat is not None and entry.action is not None:
            state = from_bytes(board, before)
            code = from_text(state, entry.seat, entry.action)
            moves.append(Move(entry.seat, code, events_of(board, entry), entry.packed))
        elif entry.kind == "undo":
            moves.pop()
        before = entry.packed
    return moves


def events_of(board: Board, entry: EntryRow) -> list[Event]:
    return [from_facts(board, facts) for facts in msgspec.json.decode(entry.events)]


# --- import ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Checked:
    """A verified game of a file: dealt by its seal, legal, and finished. Plain values: it is pickled."""

    map: str
    variant: str
    players: int
    first: int | None
    secret: str
    contributions: list[str]
    companies: list[str]
    entries: list[tuple[int | None, str | None, bytes, bytes]]
    """Seat, action, events and packed state: the deal, and then each move."""


def check(body: bytes) -> Checked:
    """Read a file and verify it by replaying it. Runs in a worker process: it is slow, and the file is untrusted."""
    try:
        promise = look_through(body)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            path.write_bytes(body)
            game = read_record(path)
    except (BadRecord, ValueError, TypeError, KeyError, zlib.error, RecursionError, OverflowError):
        # The texts of these errors would disclose local paths or echo the upload.
        raise RequestRefused("bad_record", {"reason": "form"}, 400) from None
    if not game.over:
        raise RequestRefused("bad_record", {"reason": "unfinished"}, 400)
    if game.seal is None or verify(game, promise):
        raise RequestRefused("bad_record", {"reason": "rules"}, 400)
    board = game.board
    entries: list[tuple[int | None, str | None, bytes, bytes]] = [
        (None, None, facts_of(board, game.opening), game.beginning)
    ]
    for move in game.moves:
        entries.append((int(move.seat), game.notation(move.action), facts_of(board, move.events), move.packed))
    return Checked(
        map=board.map_id,
        variant=board.variant,
        players=game.players,
        first=None if game.first < 0 else int(game.first),
        secret=game.seal.secret.hex(),
        contributions=[each.hex() for each in game.seal.contributions],
        companies=game.companies,
        entries=entries,
    )


def look_through(body: bytes) -> str:
    """Cheap checks before anything else reads the file: known map, bounded sizes, bounded number of moves.

    What comes back is the commitment that the file names.
    """
    lines = [line for line in body.decode("utf-8").splitlines() if line.strip()]
    if not 2 <= len(lines) <= MOST_MOVES + 1:
        raise ValueError("too many moves, or none")
    head = json.loads(lines[0])
    # Only the name of a known map: a path would let a stranger read local files.
    if head["map"] not in map_names() or head["variant"] not in load_map(head["map"]).variants:
        raise ValueError("no such map")
    if "edition" in head:
        # A table of an edition would show sealed territories. Those belong to campaigns.
        raise RequestRefused("bad_record", {"reason": "edition"}, 400)
    if len(head["contributions"]) > 5 or any(len(each) > LONGEST_NUMBER for each in head["contributions"]):
        raise ValueError("too many contributions")
    for line in lines:
        state = b64decode(json.loads(line)["state"], validate=True)
        unpacking = zlib.decompressobj()
        unpacking.decompress(state, MOST_STATE)
        if not unpacking.eof:
            raise ValueError("a state that does not end")
    return str(head["commitment"])


def facts_of(board: Board, events: Sequence[Event]) -> bytes:
    return msgspec.json.encode([event.facts(board) for event in events])


def as_rows(checked: Checked, person: str, now: float) -> tuple[TableRow, list[EntryRow]]:
    """A table without people; everybody who has its address may view it."""
    table = secrets.token_urlsafe(12)
    data = TableData(
        seats=[TableSeat("person", f"Player {seat + 1}") for seat in range(checked.players)],
        chat=False,
        first=checked.first,
        substitute="random",
        secret=checked.secret,
        contributions=checked.contributions,
        rated=False,
        imported=True,
        companies=checked.companies,
    )
    count = len(checked.entries)
    row = TableRow(table, now, ENDED, False, checked.map, checked.variant, person, [], [], count, None, 0, data)
    entries = [
        EntryRow(table, seq, "move" if seq else "deal", seat, False, action, None, events, packed, now)
        for seq, (seat, action, events, packed) in enumerate(checked.entries)
    ]
    return row, entries


def keep(connection: Connection, row: TableRow, entries: Sequence[EntryRow]) -> None:
    """Store an imported game atomically."""
    connection.execute(insert(schema.tables).values(**asdict(row) | {"data": msgspec.to_builtins(row.data)}))
    connection.execute(insert(schema.entries), [asdict(entry) for entry in entries])
