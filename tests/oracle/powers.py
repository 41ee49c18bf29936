"""Powers of the current news event: what each company may do once, on its turn and before its action (L12, L24)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .board import LOCOMOTIVE, Board
from .clauses import components, holds_for
from .positions import Position, counted

if TYPE_CHECKING:
    from .moves import State

VERBS = {"sale": "buy", "returns": "return", "bond": "bond"}


def power(position: Position, board: Board, name: str) -> dict[str, Any] | None:
    """The power of this name that the current news event gives."""
    current = position["news"]["current"] if board.companies else None
    for entry in [] if current is None else board.news[current].get("powers", []):
        if name in entry and holds_for(entry, len(position["players"])):
            found: dict[str, Any] = entry
            return found
    return None


def power_actions(position: Position, seat: int, board: Board) -> set[str]:
    """Every use that changes something and can be paid in full (L24)."""
    player = position["players"][seat]
    given = {name: power(position, board, name) for name in VERBS}
    unused = {name: entry for name, entry in given.items() if entry is not None and name not in player["powers_used"]}
    actions: set[str] = set()
    if "sale" in unused and player["money"] >= unused["sale"]["sale"]:
        actions |= {"buy locomotive" for deck in position["decks"].values() if counted(deck["discards"])[LOCOMOTIVE]}
    if "returns" in unused and player["money"] >= unused["returns"]["returns"] and len(player["tickets"]) >= 2:
        actions |= {f"return {ticket}" for ticket in player["tickets"] if not _is_done(position, seat, ticket, board)}
    if "bond" in unused:
        actions.add("bond")
    return actions


def _is_done(position: Position, seat: int, ticket: str, board: Board) -> bool:
    return any(set(board.tickets[ticket].cities) <= part for part in components(position, seat, board))


def use_power(state: State, verb: str, words: list[str]) -> None:
    """The turn goes on."""
    name = next(name for name, known in VERBS.items() if known == verb)
    entry = power(state.position, state.board, name)
    assert entry is not None
    source = state.position["news"]["current"]
    player = state.player
    player["powers_used"] = [known for known in VERBS if known in (*player["powers_used"], name)]
    change = entry[name] if name == "bond" else -entry[name]
    player["money"] += change
    assert player["money"] >= 0, "L24: a price is paid in full"
    state.clerk.tell("money", state.seat, amount=change, balance=player["money"], step=0, source=source)
    if name == "sale":
        state.piles.take_back(Counter([LOCOMOTIVE]))
        state.receive(Counter([LOCOMOTIVE]), in_sight=True)
        state.position["bought"] += 1
        state.clerk.tell("bought", state.seat, source=source, card=LOCOMOTIVE)
    elif name == "returns":
        player["tickets"].remove(words[0])
        state.position["ticket_deck"].append(words[0])
        state.clerk.tell("ticket-returned", state.seat, source=source, tickets=words)
    else:
        player["owed"] += entry["later"]
        state.clerk.tell("bond", state.seat, source=source, owed=entry["later"])


def cards_at_the_beginning(position: Position) -> int:
    """L10: the cards that lay in deck and discards when the turn began: those bought since were among them."""
    piles: int = sum(len(deck["cards"]) + counted(deck["discards"]).total() for deck in position["decks"].values())
    bought: int = position.get("bought", 0)
    return piles + bought
