"""What a client is told of a game: the public part, the part of its own seats, their legal moves and reasons (C15)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, ClassVar

import msgspec

from trunkline.game.sheet import score_sheet
from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.board import Board
from trunkline.rules.claim import unclaimable
from trunkline.rules.naming import counts, owners, ticket_names
from trunkline.rules.rulebook import CHAPTERS
from trunkline.rules.scoring import running_score
from trunkline.rules.state import HOLE, OVER, TURN, UNDECIDED, State
from trunkline.rules.turn import legal, to_act
from trunkline.rules.view import SPECTATOR, View
from trunkline.server.messages import Entry, SeatTurn
from trunkline.server.rows import EntryRow

encode = msgspec.json.Encoder().encode


def public_part(state: State) -> dict[str, Any]:
    """What everybody at the table may know, in names (docs/server.md). It is made of a spectator's view alone."""
    view = View(state, SPECTATOR)
    board = view.board
    told: dict[str, Any] = {
        "phase": board.phase_names[view.phase],
        "turn": int(view.turn),
        "seat": int(view.turn_of),
        "to_act": to_act(state),
        "turns_left": None if view.turns_left == UNDECIDED else int(view.turns_left),
        "row": [None if card == HOLE else board.card_names[card] for card in view.row],
        "decks": {
            name: {"cards": int(size), "discards": counts(board, discards)}
            for name, size, discards in zip(board.deck_names, view.deck_sizes, view.discards, strict=True)
        },
        "tickets_left": int(view.ticket_deck_size),
        "routes": owners(board.route_names, view.owner),
        # Every board tells these two.
        "stations": {},
        "tunnel": None,
        "players": [player_part(view, seat) for seat in range(len(view.players))],
    }
    for chapter in board.chapters:
        told |= chapter.write(view)
    if view.phase == OVER:
        told["sheet"] = asdict(score_sheet(state))
    return told


def player_part(view: View, seat: int) -> dict[str, Any]:
    """What everybody may know of one player."""
    board = view.board
    player = view.players[seat]
    told: dict[str, Any] = {
        "cards": int(player.hand_size),
        "known": counts(board, player.known),
        "tickets": int(player.ticket_count),
        "offered": int(player.offered_count),
        "chosen": bool(player.has_chosen),
        "trains": int(player.trains),
        "stations": 0,
        "points": int(running_score(view, seat)),
    }
    if len(board.deck_names) > 1:
        told["train_cards"] = int(player.hand_size - player.ship_cards)
        told["ship_cards"] = int(player.ship_cards)
    for chapter in board.chapters:
        told |= chapter.write_seat(view, seat)
    return told


def own_part(state: State, seat: int) -> dict[str, Any]:
    """What one seat knows beyond the public part."""
    view = View(state, seat)
    board = view.board
    chosen = None
    if view.chosen != UNDECIDED:
        chosen = [board.ticket_names[ticket] for i, ticket in enumerate(view.offered) if view.chosen >> i & 1]
    told: dict[str, Any] = {
        "seat": seat,
        "hand": counts(board, view.hand),
        "tickets": ticket_names(board, view.tickets),
        "offered": ticket_names(board, view.offered),
        "chosen": chosen,
    }
    for chapter in board.chapters:
        told |= chapter.write_secrets(view, seat)
    return told


def premoves_of(seat: dict[str, Any]) -> list[str]:
    """The plans of a seat in words, as they were given."""
    return [" then ".join(plan) for plan in seat["premoves"]]


def turn_part(state: State, seat: int) -> SeatTurn | None:
    """What a seat may do now; nothing while it is not its move."""
    actions = ActionList()
    legal(state, seat, actions)
    if not len(actions):
        return None
    words = list(map(Notations.of(state.board).__getitem__, actions))
    return SeatTurn(seat, words, unclaimable(state, seat) if state.phase == TURN else {})


class Notations(dict[int, str]):
    """The notation of every action that was ever listed on a board: a large hand has hundreds, again at each turn."""

    by_board: ClassVar[dict[Board, Notations]] = {}

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, code: int) -> str:
        words = self[code] = to_text(self.board, code)
        return words

    @classmethod
    def of(cls, board: Board) -> Notations:
        found = cls.by_board.get(board)
        if found is None:
            found = cls.by_board[board] = cls(board)
        return found


def redacted(events: list[dict[str, Any]], seats: frozenset[int] | None) -> list[dict[str, Any]]:
    """Stored events as a client with these seats may see them; None is for one who may see all."""
    if seats is None:
        return events
    return [
        {key: value for key, value in event.items() if key not in SECRETS.get(event["event"], ())}
        if event.get("seat") not in seats
        else event
        for event in events
    ]


def secrets_of_events() -> dict[str, tuple[str, ...]]:
    """For each kind of event with secret items, the key they are told under."""
    return {kind.name: (kind.items,) for chapter in CHAPTERS for kind in chapter.events if kind.secret}


SECRETS = secrets_of_events()

# Actions that say nothing hidden; what is chosen among tickets is for the chooser alone until all is over.
# A split is not among them: once all have chosen an event tells it, and the action itself was taken before.
OPEN_VERBS = ("draw", "claim", "pay", "withdraw", "station", "port", "exchange", "pass")


def action_seen(action: str | None, seat: int | None, seats: frozenset[int] | None) -> str | None:
    """The words of an action, as far as a client with these seats may know them."""
    if action is None or seats is None or seat in seats or action.split()[0] in OPEN_VERBS:
        return action
    return None


class EntryTold:
    """One entry, made ready once for everybody who is told of it: the public part is the same for all."""

    def __init__(self, entry: EntryRow, state: State, deadline: float | None) -> None:
        self.entry = entry
        self.state = state
        self.deadline = deadline
        self.events: list[dict[str, Any]] = msgspec.json.decode(entry.events)
        self.public = msgspec.Raw(encode(public_part(state)))
        self.told: dict[frozenset[int], bytes] = {}

    def to(self, seats: frozenset[int]) -> bytes:
        """The message for a client with these seats."""
        if seats not in self.told:
            entry, state = self.entry, self.state
            message = Entry(
                table=entry.table,
                seq=entry.seq,
                kind=entry.kind,  # type: ignore[arg-type]
                seat=entry.seat,
                by_bot=entry.by_bot,
                action=action_seen(entry.action, entry.seat, None if state.phase == OVER else seats),
                events=redacted(self.events, seats),
                public=self.public,
                own=[own_part(state, seat) for seat in sorted(seats)],
                turns=[] if entry.kind == "abort" else turns_of(state, seats),
                at=entry.at,
                deadline=self.deadline,
            )
            self.told[seats] = encode(message)
        return self.told[seats]


def entry_told(entry: EntryRow, seats: frozenset[int] | None, actions: frozenset[int] | None) -> dict[str, Any]:
    """An entry without its position, for a log: events as `seats` see them, the action as `actions` may know it."""
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "seat": entry.seat,
        "by_bot": entry.by_bot,
        "action": action_seen(entry.action, entry.seat, actions),
        "events": redacted(msgspec.json.decode(entry.events), seats),
        "at": entry.at,
    }


def turns_of(state: State, seats: frozenset[int]) -> list[SeatTurn]:
    """What each of these seats may do now."""
    return [turn for seat in sorted(seats) if (turn := turn_part(state, seat)) is not None]
