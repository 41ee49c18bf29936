"""Entries as each client may see them: redacted events and actions, with the position after them. Compiled."""

from __future__ import annotations

from typing import Any, Final, final

import msgspec
from msgspec import Raw

from trunkline.rules.rulebook import CHAPTERS
from trunkline.rules.state import OVER, State
from trunkline.server.messages import Entry, EntryLine
from trunkline.server.store.rows import EntryRow
from trunkline.server.tables.client_view import TableFacts, public_part, turns_of

encode: Final = msgspec.json.Encoder().encode

SECRETS: Final[dict[str, str]] = {
    kind.name: kind.items for chapter in CHAPTERS for kind in chapter.events if kind.secret
}
"""For each kind of event with secret items, the key that they are told under."""

STAYS_SECRET: Final = {kind.name for chapter in CHAPTERS for kind in chapter.events if kind.stays_secret}
"""Events whose items stay secret when the game is over."""

REVEALING: Final = {kind.name for chapter in CHAPTERS for kind in chapter.events if kind.reveals}
"""Events that reveal hidden information: a move with one of them cannot be undone."""

# Actions that say nothing hidden; what is chosen among tickets is for the chooser alone until all is over.
# A split is not among them: once all have chosen an event tells it, and the action itself was taken before.
# `use` needs no rule for the end of a game: its events have shown the card to all.
OPEN_VERBS: Final = ("draw", "claim", "pay", "withdraw", "station", "port", "exchange", "take", "buy", "bond", "pass")


def may_undo(kind: str, by_bot: bool, events: list[dict[str, Any]]) -> bool:
    """Whether the seat may undo an entry: a person's move that revealed nothing hidden."""
    if kind != "move" or by_bot:
        return False
    kept = 0
    for event in events:
        name: str = event["event"]
        if name in REVEALING:
            return False
        kept += name == "kept"
    # The last choice of the opening reveals how many tickets each seat has kept.
    return kept <= 1


def redacted(events: list[dict[str, Any]], seats: frozenset[int], is_open: bool = False) -> list[dict[str, Any]]:
    """Stored events as a client with these seats may see them; `is_open` once the game is over, with all hands open."""
    for event in events:
        if hides(event, seats, is_open):
            return [without_secret(event) if hides(event, seats, is_open) else event for event in events]
    return events


def hides(event: dict[str, Any], seats: frozenset[int], is_open: bool) -> bool:
    """Whether an event has items that a client with these seats may not see."""
    return event["event"] in (STAYS_SECRET if is_open else SECRETS) and event.get("seat") not in seats


def without_secret(event: dict[str, Any]) -> dict[str, Any]:
    secret = SECRETS[event["event"]]
    return {key: value for key, value in event.items() if key != secret}


def action_seen(action: str | None, seat: int | None, seats: frozenset[int] | None) -> str | None:
    """The words of an action, as far as a client with these seats may know them."""
    if action is None or seats is None or seat in seats or action.partition(" ")[0] in OPEN_VERBS:
        return action
    return None


@final
class EntryMessages:
    """One entry as messages: what is the same for everybody who is told of it is encoded once.

    `events` are the facts of the events, where they are at hand; otherwise they are read from the entry.
    """

    def __init__(
        self,
        entry: EntryRow,
        state: State,
        deadline: float | None,
        facts: TableFacts,
        events: list[dict[str, Any]] | None = None,
    ) -> None:
        self.entry = entry
        self.state = state
        self.deadline = deadline
        self.hold = 0.0
        """Seconds that bots wait after it; set for an entry that has just been stored."""
        self.facts = facts
        self.events: list[dict[str, Any]] = msgspec.json.decode(entry.events) if events is None else events
        self.undo = may_undo(entry.kind, entry.by_bot, self.events)
        self.public = Raw(encode(public_part(state, facts)))
        self.encoded: dict[frozenset[int], bytes] = {}

    def to(self, seats: frozenset[int]) -> bytes:
        """The message for a client with these seats."""
        found = self.encoded.get(seats)
        if found is None:
            entry, state, facts = self.entry, self.state, self.facts
            events = redacted(self.events, seats)
            # Where nothing is hidden from the client, the stored text is what it gets.
            sent: Any = Raw(entry.events) if events is self.events else events
            message = Entry(
                table=entry.table,
                seq=entry.seq,
                kind=entry.kind,  # type: ignore[arg-type]
                seat=entry.seat,
                by_bot=entry.by_bot,
                action=action_seen(entry.action, entry.seat, None if state.phase == OVER else seats),
                events=sent,
                public=self.public,
                own=[facts.own_part(state, seat) for seat in sorted(seats)],
                turns=[] if entry.kind == "abort" else turns_of(state, seats),
                at=entry.at,
                undo=self.undo,
                deadline=self.deadline,
                hold=self.hold,
            )
            found = self.encoded[seats] = encode(message)
        return found


def entry_line(entry: EntryRow, seats: frozenset[int], is_open: bool, actions: frozenset[int] | None) -> EntryLine:
    """An entry without its position, for a log: events as `seats` see them, the action as `actions` may know it."""
    events: list[dict[str, Any]] = msgspec.json.decode(entry.events)
    return EntryLine(
        seq=entry.seq,
        kind=entry.kind,  # type: ignore[arg-type]
        seat=entry.seat,
        by_bot=entry.by_bot,
        action=action_seen(entry.action, entry.seat, actions),
        events=redacted(events, seats, is_open),
        at=entry.at,
        undo=may_undo(entry.kind, entry.by_bot, events),
    )
