"""Whether a step that the engine made is right: the position before, an action, and the position after.

`check_step` foretells the position after as far as chance leaves it to be foretold (`moves.after`), compares every
field with what the engine made of it, and checks besides what holds in every position: no card and no ticket is lost or
doubled (the decks' rules C6 and C7 included).
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .board import LOCOMOTIVE, NEWSPAPER, SHIPS, TRAINS, Board
from .companies import Herds, Lot
from .companies import violations as company_violations
from .legal import legal_actions
from .modules import module_violations
from .moves import after, asks, refused_at_opening
from .offices import office_violations
from .piles import Shuffle, UndecidedError, new_deal_helps
from .positions import (
    UNKNOWN,
    UNKNOWN_SHIP,
    Position,
    all_cards,
    all_tickets,
    built,
    cards_of_game,
    complete,
    counted,
)

__all__ = ["TWENTY_DEALS", "after", "check_position", "check_step"]

# The fields that are simply to be equal, with the rules that they come from.
PLAIN_FIELDS = {
    "format": "layout",
    "map": "layout",
    "variant": "layout",
    "phase": "C2, C3, C17, E4",
    "turn": "C17",
    "passes": "C2",
    "idle_turns": "C2",
    "turns_left": "C17",
    "routes": "C9, C10",
    "stations": "E8",
    "ports": "W10",
    "first": "L19",
    "claim": "L15",
    "asks": "L15",
    "bought": "L10",
    "spikes": "L15",
    "turned": "E6",
    "paid": "L15",
    "spans": "L15",
    "herds": "L15",
    "herd_lots": "L12",
    "excursions": "L15",
    "elevators": "L15",
    "mail": "L15",
    "removed_events": "L25",
    "armed": "L12",
    "second_claim": "L15",
    "asked": "L18",
}
PLAIN_PLAYER_FIELDS = {
    "trains": "C10",
    "stations": "E8",
    "points": "C13",
    "ships": "W5, W12",
    "box": "W2, W12",
    "split": "W2",
    "exchanged": "W12",
    "ports": "W10",
    "company": "L1",
    "money": "L24",
    "powers_used": "L12",
    "owed": "L19",
    "vault": "L2",
    "steamers": "L15",
    "elevators": "L15",
    "office": "L21",
    "asked_by": "L18",
}

TWENTY_DEALS = "C6 (twenty deals?)"


def check_step(
    before: Position,
    seat: int,
    action: str,
    found: Position,
    board: Board,
    shuffle: Shuffle | None = None,
    lot: Lot | None = None,
    herds: Herds | None = None,
) -> list[str]:
    """What is wrong with the step from `before` to `found` by the action of the seat; empty if nothing is.

    Every sentence starts with the rules it is about. One that starts with "C6 (twenty deals?)" may be a row that stays
    because twenty deals failed, which the oracle cannot see; it comes only where it could not foretell the row.
    `shuffle` and `lot` give what chance decided, if that is known. If the position found has a `log`, it is compared.
    """
    before = complete(before, board)
    found = complete(found, board)
    if action not in legal_actions(before, seat, board):
        return [f"C2: {action!r} is not legal for seat {seat}"]
    try:
        expectations = after(before, seat, action, board, shuffle, lot, herds)
    except UndecidedError:
        return check_position(found, board)
    differences = min((_differences(expected, found) for expected in expectations), key=len)
    violations = differences + _ticket_violations(before, seat, action, found, board) + check_position(found, board)
    if all(expected["row"] is not None for expected in expectations):  # C6 is part of what was foretold
        violations = [violation for violation in violations if not violation.startswith(TWENTY_DEALS)]
    return violations


def check_position(position: Position, board: Board) -> list[str]:
    """What is wrong with a position by itself."""
    position = complete(position, board)
    violations: list[str] = []
    cards = all_cards(position, board)
    wanted = cards_of_game(board, len(position["players"]))
    if cards != wanted:
        lost, doubled = wanted - cards, cards - wanted
        violations.append(f"conservation: cards missing {dict(lost)}, too many {dict(doubled)}")
    contents = Counter(card for card in position["row"] if card is not None)
    for name, deck in position["decks"].items():
        discards = counted(deck["discards"])
        contents.update(deck["cards"])
        contents.update(discards)
        if not deck["cards"] and discards:
            violations.append("C7: the deck is empty and the discards are not")
        if None in position["row"] and {*deck["cards"], *discards} - {NEWSPAPER}:  # L11
            violations.append("C7: the row has a hole although there are cards")
        strange = (Counter(deck["cards"]) + discards) - board.decks[name]
        del strange[NEWSPAPER]
        if strange:
            violations.append(f"W1: {dict(strange)} do not belong to the deck of {name}")
    if len(position["row"]) != len(board.places):
        violations.append(f"C3: the row has {len(position['row'])} places")
    del contents[NEWSPAPER]
    limit = board.rules["row_locomotives"]
    if position["row"].count(LOCOMOTIVE) >= limit and position["phase"] != "over" and new_deal_helps(contents, board):
        violations.append(f"{TWENTY_DEALS}: the row {position['row']} stays although a new deal could help")
    if board.companies:
        violations += company_violations(position, board)
    if board.modules:
        violations += module_violations(position, board)
    if board.office:
        violations += office_violations(position, board)
    for ticket, number in all_tickets(position).items():
        if number > 1:
            violations.append(f"conservation: the ticket {ticket} is in {number} places")
        if ticket not in board.tickets:
            violations.append(f"conservation: there is no ticket {ticket}")
    for seat, player in enumerate(position["players"]):
        unfounded = counted(player["known"]) - counted(player["hand"])
        if unfounded:
            violations.append(f"C15: seat {seat} is known to hold {dict(unfounded)}, which it does not")
        if board.sails:
            violations += _piece_violations(position, seat, board)
    return violations


def _piece_violations(position: Position, seat: int, board: Board) -> list[str]:
    """W2, W10, W12: every piece is in the supply, in the box or on the board, and every port too."""
    player = position["players"][seat]
    violations: list[str] = []
    for pieces in (TRAINS, SHIPS):
        own = (board.routes[name] for name, owner in position["routes"].items() if owner == seat)
        placed = sum(route.length for route in own if route.pieces == pieces)
        places = (player[pieces], player["box"][pieces], placed)
        if sum(places) != board.rules[pieces] or min(places) < 0:
            violations.append(f"conservation: {pieces} of seat {seat} in supply, box and on the board: {places}")
    if player["ports"] + built(position["ports"], seat) != board.rules["ports"]:
        violations.append(f"conservation: seat {seat} has {player['ports']} ports left of those it has not built")
    return violations


def _differences(expected: Position, found: Position) -> list[str]:
    """Where the position found is not the one foretold."""
    differences: list[str] = []

    def compare(rules: str, name: str, wanted: object, got: object) -> None:
        if wanted != got:
            differences.append(f"{rules}: {name} is {got!r} and should be {wanted!r}")

    for name, rules in PLAIN_FIELDS.items():
        compare(rules, name, expected.get(name), found.get(name))
    if expected["phase"] != "over":  # whose turn it would be then is not laid down
        compare("C1", "seat", expected["seat"], found["seat"])
    compare("L15", "wired", sorted(expected.get("wired", [])), sorted(found.get("wired", [])))
    if "key" in expected:
        compare("layout", "key", expected["key"], found.get("key"))
    compare("C1", "number of players", len(expected["players"]), len(found["players"]))
    for seat, (wanted, got) in enumerate(zip(expected["players"], found["players"], strict=False)):
        for name, rules in PLAIN_PLAYER_FIELDS.items():
            compare(rules, f"{name} of seat {seat}", wanted.get(name), got.get(name))
        for name in ("hand", "known"):
            compare("C3, C9, C15", f"{name} of seat {seat}", dict(counted(wanted[name])), dict(counted(got[name])))
        compare("C14", f"tickets of seat {seat}", sorted(wanted["tickets"]), sorted(got["tickets"]))
        compare("C20", f"chosen by seat {seat}", _sorted_or_none(wanted["chosen"]), _sorted_or_none(got["chosen"]))
        if wanted["chosen"] is None or got["offered"] != refused_at_opening(wanted):
            compare("C14, C20", f"offered to seat {seat}", wanted["offered"], got["offered"])
    if "news" in expected:
        compare("L11", "news", _news(expected), _news(found))
    if "log" in found:
        compare("L11, L15, L24", "the log", expected.get("log"), found["log"])
    differences += _pile_differences(expected, found)
    differences += _tunnel_differences(expected["tunnel"], found["tunnel"])
    compare("W7", "pair", _pair(expected), _pair(found))
    if not _matches(expected["ticket_deck"], found["ticket_deck"]):
        differences.append(f"C14: the ticket deck is {found['ticket_deck']} and should be {expected['ticket_deck']}")
    return differences


def _pile_differences(expected: Position, found: Position) -> list[str]:
    """C3, C6, C7, W4: row, decks, discards and the counts of shuffles."""
    differences: list[str] = []
    foretold = expected["row"] is not None
    if foretold and not _matches(expected["row"], found["row"]):
        differences.append(f"C3, C6, C7, W4: the row is {found['row']} and should be {expected['row']}")
    for name, deck in expected["decks"].items():
        shuffles, wanted_shuffles = found["shuffles"].get(name, 0), expected["shuffles"][name]
        if shuffles < wanted_shuffles or (foretold and shuffles != wanted_shuffles):
            differences.append(f"C7: there are {shuffles} shuffles of {name} and should be {wanted_shuffles}")
        if not foretold:
            continue
        found_deck = found["decks"][name]
        if not _matches(deck["cards"], found_deck["cards"]):
            differences.append(f"C3, C7: the deck of {name} is {found_deck['cards']} and should be {deck['cards']}")
        discards = counted(found_deck["discards"])
        wanted = Counter(deck["discards"])
        unknown = wanted.pop(UNKNOWN, 0) + wanted.pop(UNKNOWN_SHIP, 0)
        if wanted - discards or (discards - wanted).total() != unknown:
            differences.append(f"C9, E6: the discards of {name} are {dict(discards)} and should be {deck['discards']}")
        quiet = expected.get("turned_and_asked_nothing")
        if quiet is not None and unknown == quiet["unknown"] and asks(quiet["colour"], list(discards - wanted)) > 0:
            differences.append(f"E4: one of the cards turned, {dict(discards - wanted)}, asks for more")
    return differences


def _news(position: Position) -> dict[str, Any]:
    """L11: the current news event, the deck and the discards in their order."""
    news = position["news"]
    picks = {"blind_picks": news.get("blind_picks", 0)}
    return {"current": news["current"], "deck": news["deck"], "discards": news["discards"], **picks}


def _pair(position: Position) -> dict[str, Any] | None:
    """W7: what lies on the table for a pair route, without zeros."""
    pair: dict[str, Any] | None = position["pair"]
    return None if pair is None else {**pair, "paid": dict(counted(pair["paid"]))}


def _tunnel_differences(expected: dict[str, Any] | None, found: dict[str, Any] | None) -> list[str]:
    """E4, E5: what was laid down, what was turned up, and how much that asks for."""
    if expected is None or found is None:
        return [] if expected == found else [f"E4: tunnel is {found} and should be {expected}"]
    differences: list[str] = []
    for name in ("route", "colour", "locomotives"):
        if expected[name] != found[name]:
            differences.append(f"E4: {name} of the tunnel is {found[name]!r} and should be {expected[name]!r}")
    if not _matches(expected["turned"], found["turned"]):
        differences.append(f"E4, E6: turned are {found['turned']} and should be {expected['turned']}")
    asked = asks(found["colour"], found["turned"])
    if found["asked"] != asked or asked == 0:
        differences.append(f"E4, E5: asked is {found['asked']}; the cards turned ask for {asked}")
    return differences


def _ticket_violations(before: Position, seat: int, action: str, found: Position, board: Board) -> list[str]:
    """C14, U2, E2: no ticket is lost but those refused at an opening that says so; where the refused ones lie."""
    expected_tickets = all_tickets(before)
    violations: list[str] = []
    if before["phase"] == "opening" and found["phase"] != "opening":
        players = before["players"]
        offered = players[seat]["offered"]
        players[seat]["chosen"] = [offered[int(word) - 1] for word in action.split()[1:]]
        refused = [refused_at_opening(player) for player in players]
        if board.rules["opening"]["refused"] == "out":
            for tickets in refused:
                expected_tickets -= Counter(tickets)
        else:  # C14: at the bottom, in seat order
            bottom = found["ticket_deck"][len(before["ticket_deck"]) :]
            for number, tickets in enumerate(refused):
                block, bottom = bottom[: len(tickets)], bottom[len(tickets) :]
                if sorted(block) != sorted(tickets):
                    violations.append(f"C14: {block} lie where seat {number}'s refused {tickets} should")
    if +expected_tickets != all_tickets(found):
        lost, new = expected_tickets - all_tickets(found), all_tickets(found) - expected_tickets
        violations.append(f"conservation: tickets missing {dict(lost)}, too many {dict(new)}")
    return violations


def _matches(expected: Iterable[str | None], found: Iterable[str | None]) -> bool:
    """Whether two rows of cards are the same where the one expected is known."""
    expected, found = list(expected), list(found)
    if len(expected) != len(found):
        return False
    pairs = zip(expected, found, strict=True)
    return all(_may_be(wanted, got) for wanted, got in pairs)


def _may_be(expected: str | None, found: str | None) -> bool:
    """Whether the card found is the one expected, or one that chance may have put there."""
    if expected == UNKNOWN_SHIP:
        return found is not None and found.endswith("ship")
    return expected == found or (expected == UNKNOWN and found is not None and not found.endswith("ship"))


def _sorted_or_none(tickets: list[str] | None) -> list[str] | None:
    return None if tickets is None else sorted(tickets)
