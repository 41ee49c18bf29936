"""Offices: crew that is hired, its powers, and the postcards of companies (L21, set-up 10)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .board import LOCOMOTIVE, Board
from .clauses import fits, standing
from .companies import clauses_of, give, next_news, pay
from .positions import Position, counted

if TYPE_CHECKING:
    from .moves import State

POSTCARD_STEP = 10
NONE_LEFT = 2
"""Dollars for a company for which no crew card is left."""
ARMED = ("two_locomotives", "second_claim")
"""Powers that are used before the action and have their effect with it."""


def open_postcards(position: Position, seat: int, board: Board) -> list[str]:
    """The postcards of a company that have a use left."""
    held = position["players"][seat].get("office", {}).get("postcards", {})
    return [card for card in sorted(held) if held[card] < board.postcards[card].get("uses", 1)]


def wants_locomotive(card: str, board: Board) -> bool:
    clauses = board.postcards[card].get("clauses", [])
    return any(clause["does"].get("for_locomotive") for clause in clauses)


def show(state: State, seat: int, card: str) -> None:
    """A postcard is met: it is shown, and one use is spent."""
    postcards = state.position["players"][seat]["office"]["postcards"]
    postcards[card] += 1
    left = state.board.postcards[card].get("uses", 1) - postcards[card]
    state.clerk.tell("postcard", seat, source=card, left=left)


def ask_for_locomotive(state: State, card: str) -> None:
    """L18: that a company is asked is public; what it is asked is not."""
    state.position["asked"] = state.seat
    state.player["asked_by"] = card
    state.clerk.tell("asked-privately", state.seat, step=POSTCARD_STEP, source=[card])


def asking_postcard(state: State) -> str:
    """The postcard that has asked, whose question is answered."""
    card: str = state.player["asked_by"]
    state.position["asked"] = None
    state.player["asked_by"] = None
    return card


def meet_at_turn(state: State, seat: int) -> None:
    """The turn of a company begins: postcards that are met by that."""
    for card in open_postcards(state.position, seat, state.board):
        clauses = [clause for clause in clauses_of(card, state.board) if clause["when"] == "turn"]
        clauses = [clause for clause in clauses if fits(clause, state.position, seat, None, state.board)]
        if not clauses:
            continue
        show(state, seat, card)
        player = state.position["players"][seat]
        for clause in clauses:
            for condition in clause.get("if", []):
                if "colour_held" in condition:  # P04: the cards are shown
                    number = condition["colour_held"]
                    hand = counted(player["hand"])
                    colour = next(each for each in state.board.colours if hand[each] >= number)
                    player["known"] = {**player["known"], colour: max(player["known"].get(colour, 0), number)}
                    state.clerk.tell("cards-shown", seat, source=card, card=colour, count=number)
        for clause in clauses:
            give(state, seat, clause["does"], 0, card)


# Crew


def may_hire(position: Position, seat: int, board: Board) -> list[str]:
    """The crew cards that nobody has hired, and the company not too often before."""
    hired = [player["office"]["crew"] for player in position["players"]]
    company = position["players"][seat]["company"]
    barred = [each["card"] for each in board.office.get("barred", []) if each["company"] == company]
    return [card for card in board.crew if card not in hired and card not in barred]


def next_to_hire(state: State) -> bool:
    """Whether a company hires now. One that finds no card takes dollars instead."""
    companies = [player["company"] for player in state.position["players"]]
    for company in state.board.office.get("hiring", []):
        if company not in companies:
            continue
        seat = companies.index(company)
        office = state.position["players"][seat]["office"]
        if office["crew"] is not None:
            continue
        if may_hire(state.position, seat, state.board):
            state.position.update(phase="hiring", seat=seat)
            return True
        office["crew"] = "none"
        pay(state, seat, NONE_LEFT, 0, "start")
    if state.board.office.get("hiring"):
        state.position["seat"] = state.position["first"]
    return False


def hire(state: State, card: str) -> bool:
    """What the card gives at once; True if its company has tickets to choose from."""
    state.player["office"]["crew"] = card
    state.clerk.tell("hired", state.seat, source=card)
    for clause in state.board.crew[card].get("clauses", []):
        if clause["when"] != "hired":
            continue
        if "offer" in clause["does"]:
            number = clause["does"]["offer"]
            state.player["offered"] = state.position["ticket_deck"][:number]
            state.position["ticket_deck"] = state.position["ticket_deck"][number:]
            if state.player["offered"]:
                state.position["phase"] = "crew-tickets"
                return True
            continue
        state.piles.quiet = True  # L8: no news before the first turn
        give(state, state.seat, clause["does"], 0, card)
        state.piles.quiet = False
    return False


# Powers


def power_of(card: str, board: Board) -> dict[str, Any]:
    powers: list[dict[str, Any]] = (board.crew | board.postcards).get(card, {}).get("powers", [])
    return powers[0] if powers else {}


def uses(position: Position, seat: int, board: Board, draws_barred: bool) -> set[str]:
    """The powers of crew and postcards that would change something now."""
    if not board.office:
        return set()
    office = position["players"][seat]["office"]
    news = position["news"]
    found: set[str] = set()
    crew = power_of(office["crew"], board) if office["crew_uses"] == 0 and position["armed"] is None else {}
    if "two_locomotives" in crew:
        barred = draws_barred or standing(position, board, "no_face_up_locomotive", False)
        if LOCOMOTIVE in position["row"] and not barred:
            found.add(office["crew"])
    elif "next_event" in crew:
        if news["deck"] or news["discards"]:
            found.add(office["crew"])
    elif "second_claim" in crew:
        found.add(office["crew"])
    for card in open_postcards(position, seat, board):
        if "remove_event" in power_of(card, board) and news["current"] is not None:
            found.add(card)
    return {f"use {card}" for card in found}


def use(state: State, card: str) -> None:
    """The turn goes on."""
    power = power_of(card, state.board)
    armed = [name for name in ARMED if name in power]
    if card in state.board.postcards:
        show(state, state.seat, card)
    else:
        state.clerk.tell("power-used", state.seat, source=card)
    if armed:  # spent when the action has made use of it
        state.position["armed"] = armed[0]
        return
    if card not in state.board.postcards:
        state.player["office"]["crew_uses"] += 1
    if "remove_event" in power:
        news = state.position["news"]
        state.clerk.tell("event-removed", state.seat, source=card, news=news["current"])
        state.position["removed_events"].append(news["current"])
        news["current"] = None
        for player in state.position["players"] if state.board.powers else ():
            player["powers_used"] = []
        pay(state, state.seat, power["remove_event"], 0, card)
    next_news(state, state.seat)


def spend_locomotive_pick(state: State, has_second: bool) -> bool:
    """Brakeman: a face-up locomotive does not end the draw. True if the power was made use of."""
    if state.position.get("armed") != "two_locomotives" or not has_second:
        return False
    state.player["office"]["crew_uses"] = 1
    return True


def second_length(position: Position, seat: int, board: Board) -> int:
    """The longest route that the second claim of a turn may be."""
    length: int = power_of(position["players"][seat]["office"]["crew"], board)["second_claim"]
    return length


# The end of the game


def settle_slips(state: State) -> None:
    """What crew and postcards do on the slips, and then by the ranking."""
    from .scoring import places  # scoring reads the slips that are settled here

    position, board = state.position, state.board
    for seat, player in enumerate(position["players"]):
        crew = player["office"]["crew"]
        if crew in board.crew:
            _run_slip(state, seat, crew, "slip", {})
        _meet_at_end(state, seat, "slip", {})
    last = places(position, board)[-1]
    for seat in range(len(position["players"])):
        _meet_at_end(state, seat, "ranked", {"last_place": last})


def _meet_at_end(state: State, seat: int, when: str, about: dict[str, Any]) -> None:
    for card in open_postcards(state.position, seat, state.board):
        about = {**about, "card": card}
        acting = [
            clause
            for clause in clauses_of(card, state.board)
            if clause["when"] == when
            and fits(clause, state.position, seat, None, state.board, about)
            and ("halve" not in clause["does"] or saved_by_halving(state.position, seat, state.board, 1) > 0)
        ]
        if acting:
            _run_slip(state, seat, card, when, about)
            show(state, seat, card)


def _run_slip(state: State, seat: int, card: str, when: str, about: dict[str, Any]) -> None:
    office = state.position["players"][seat]["office"]
    for clause in clauses_of(card, state.board):
        if clause["when"] != when or not fits(clause, state.position, seat, None, state.board, {**about, "card": card}):
            continue
        does = clause["does"]
        if "halve" in does:
            saved = saved_by_halving(state.position, seat, state.board, does["halve"])
            office["halved"] += saved
            if saved:
                state.clerk.tell("tickets-halved", seat, source=card, amount=saved)
        elif "money" in does or "fee" in does:
            dollars = does.get("money", 0) - does.get("fee", 0)
            office["slip"] += dollars
            state.clerk.tell("slip-changed", seat, source=card, amount=dollars)
        else:
            give(state, seat, does, 0, card)


def saved_by_halving(position: Position, seat: int, board: Board, number: int) -> int:
    """Failed tickets cost half, the dearest first, rounded down; those halved before stay so."""
    from .clauses import completed_tickets

    done = {ticket.name for ticket in completed_tickets(position, seat, board)}
    failed = [board.tickets[name].penalty for name in position["players"][seat]["tickets"] if name not in done]
    before = 1 if position["players"][seat]["office"]["halved"] else 0
    return sum(cost - cost // 2 for cost in sorted(failed, reverse=True)[before : before + number])


def office_violations(position: Position, board: Board) -> list[str]:
    """Conservation: each crew card is hired once, and postcards and their uses are those that the game began with."""
    found: list[str] = []
    offices = {player["company"]: player["office"] for player in position["players"]}
    hired = Counter(office["crew"] for office in offices.values() if office["crew"] not in (None, "none"))
    if max(hired.values(), default=0) > 1 or not set(hired) <= set(board.crew):
        found.append(f"conservation: crew hired: {dict(hired)}")
    held: dict[str, dict[str, int]] = {company: {} for company in offices}
    for each in board.office.get("postcards", []):
        if each["company"] in held:
            held[each["company"]][each["card"]] = each.get("used", 0)
    for company, office in offices.items():
        if set(office["postcards"]) != set(held[company]):
            found.append(f"conservation: {company} holds {list(office['postcards'])}, not {list(held[company])}")
        for card, used in office["postcards"].items():
            if not held[company].get(card, 0) <= used <= board.postcards[card].get("uses", 1):
                found.append(f"conservation: {company} has used {card} {used} times")
        if not 0 <= office["crew_uses"] <= 1 or (office["crew_uses"] and not power_of(office["crew"], board)):
            found.append(f"conservation: {company} has used its crew {office['crew_uses']} times")
    asked = [seat for seat, player in enumerate(position["players"]) if player.get("asked_by")]
    if asked != ([] if position["asked"] is None else [position["asked"]]):
        found.append(f"L18: {asked} are asked, and {position['asked']} is said to be")
    return found
