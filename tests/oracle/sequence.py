"""The claim sequence (L15): all numbers after a claim, in order, and the answers to what they ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .board import LOCOMOTIVE, TRAINS, Route
from .clauses import components, fits, standing, takable
from .companies import (
    COMPANY_STEP,
    EVENT_STEP,
    LARGE_CITY_STEP,
    clauses_of,
    draw,
    give,
    pay,
    turn_up_news,
)
from .modules import STEPS, build_elevator, elevator_cities, offer_elevator
from .offices import POSTCARD_STEP, ask_for_locomotive, asking_postcard, open_postcards, show, wants_locomotive
from .positions import Position, counted

if TYPE_CHECKING:
    from .moves import State

ELEVATOR_STEP = 7
LAST_STEP = 12


def after_claim(state: State, route: Route, first: int = 2, go_on: Callable[[], bool] | None = None) -> bool:
    """L15: the numbers after a claim from this one on; False if one of them waits for an answer.

    `go_on` is what is left of the first of them, if it has asked already.
    """
    if first == 2 and "telegraph" in state.board.modules and state.locomotives_paid:
        state.position["wired"] = sorted([*state.position["wired"], route.name])
    for number in range(first, LAST_STEP + 1):
        done = go_on() if go_on is not None and number == first else run_step(state, route, number)
        if not done:
            state.position.update(phase="claim-asks", claim={"route": route.name, "step": number})
            return False
    return True


def run_step(state: State, route: Route, number: int) -> bool:
    """One number of the claim sequence; False if it asks."""
    if number in STEPS:
        name, module = STEPS[number]
        if name in state.board.modules:
            module(state, state.board.modules[name], route)
    elif number == COMPANY_STEP and route.colour == state.player["company"]:  # L16
        return act(state, route, number, state.player["company"])
    elif number == ELEVATOR_STEP and "grain-elevators" in state.board.modules:
        if offer_elevator(state, route):
            state.position["asks"] = {"source": "grain-elevators", "clauses_done": 0, "paid": payment_left(state)}
            return False
    elif number == POSTCARD_STEP:
        return meet_postcards(state, route, open_postcards(state.position, state.seat, state.board))
    elif number == EVENT_STEP:
        return run_news(state, route)
    elif number == LARGE_CITY_STEP and any("large" in state.board.marks[end] for end in route.ends):  # L17
        cards = standing(state.position, state.board, "large_city_cards", 1)
        draw(state, state.seat, cards, LARGE_CITY_STEP, "large-city")
    return True


def run_news(state: State, route: Route, done: int = 0) -> bool:
    """Number 11: the current news event, then the rules of the story, then golden spikes."""
    current = state.position["news"]["current"]
    if current is not None and not act(state, route, EVENT_STEP, current, done):
        return False
    for name, rule in state.board.story.items():
        for clause in rule["clauses"]:
            if clause["when"] == "claim" and fits(clause, state.position, state.seat, route, state.board):
                give(state, state.seat, clause["does"], EVENT_STEP, name, route=route)
                turn_up_news(state, state.seat)
    drive_spikes(state)
    return True


def drive_spikes(state: State) -> None:
    """Whoever connects both cities first drives the spike."""
    parts = components(state.position, state.seat, state.board)
    for code, spike in state.board.spikes.items():
        if code in state.position["spikes"] or not any(set(spike["joins"]) <= part for part in parts):
            continue
        state.position["spikes"][code] = state.seat
        vault = spike["does"].get("vault", 0)
        state.player["vault"] += vault
        source = f"spike-{code}"
        state.clerk.tell("spike", state.seat, step=EVENT_STEP, source=source, vault=vault)
        pay(state, state.seat, spike["does"].get("money", 0), EVENT_STEP, source)


def act(state: State, route: Route, step: int, source: str, done: int = 0) -> bool:
    """The clauses of a card, behind those that are done; false if one has to ask.

    How often a bonus is taken is asked anew after every clause: an event holds from the moment it comes up (L12).
    """
    clauses = clauses_of(source, state.board)
    number = done - 1
    while True:
        number += 1
        times = standing(state.position, state.board, "company_bonus_times", 1) if step == COMPANY_STEP else 1
        if number >= len(clauses) * times:
            return True
        clause = clauses[number % len(clauses)]
        about = {"locomotives": state.locomotives_paid, "card": source}
        fit = fits(clause, state.position, state.seat, route, state.board, about)
        if clause.get("when", "claim") != "claim" or not fit:
            continue
        if isinstance(clause["does"], dict) and "take" in clause["does"]:
            cards = takable(state.piles.row)
            if len(cards) > 1:
                asks = {"source": source, "clauses_done": number, "paid": payment_left(state)}
                state.position["asks"] = asks
                state.clerk.tell("asked", state.seat, step=step, source=source)
                return False
            if cards:
                take(state, next(slot for slot, card in enumerate(state.piles.row) if card in cards), step, source)
        else:
            state.piles.quiet = step == EVENT_STEP
            give(state, state.seat, clause["does"], step, source, route=route)
            state.piles.quiet = False
            turn_up_news(state, state.seat)


def payment_left(state: State) -> dict[str, Any]:
    """What a claim was paid with, less what came back, as a position has it while a step asks."""
    paid = {"cards": state.paid.total(), "locomotives": state.paid[LOCOMOTIVE], "colour": state.colour}
    return paid | ({"refunded": state.refunded} if state.refunded else {})


def remember_payment(state: State, paid: dict[str, Any]) -> None:
    """The payment of a claim that goes on after a question."""
    state.paid = +Counter({paid["colour"]: paid["cards"] - paid["locomotives"]})
    state.paid += Counter({LOCOMOTIVE: paid["locomotives"]})
    state.colour = paid["colour"]
    state.refunded = paid.get("refunded", 0)
    state.locomotives_paid = paid["locomotives"] + state.refunded


def take(state: State, slot: int, step: int, source: str) -> None:
    """A face-up card by a clause; it is replaced at once (C3)."""
    card = state.piles.row[slot]
    assert card is not None
    state.clerk.tell("took", state.seat, step=step, source=source, slot=slot + 1, card=card)
    state.piles.quiet = step == EVENT_STEP
    state.receive(Counter([state.piles.take_face_up(slot, TRAINS)]), in_sight=True)
    state.piles.quiet = False
    turn_up_news(state, state.seat)


def meet_postcards(state: State, route: Route, cards: list[str]) -> bool:
    """Number 10: the postcards of the company that the claim meets; False if one asks."""
    for card in cards:
        about = {"locomotives": state.locomotives_paid, "card": card}
        clauses = [clause for clause in clauses_of(card, state.board) if clause["when"] == "claim"]
        if not any(fits(each, state.position, state.seat, route, state.board, about) for each in clauses):
            continue
        if wants_locomotive(card, state.board):  # L18: asked with or without one
            ask_for_locomotive(state, card)
            state.position["paid"] = payment_left(state)
            return False
        show(state, state.seat, card)
        if not act(state, route, POSTCARD_STEP, card):
            return False
    return True


def answer(state: State, verb: str, word: str) -> bool:
    """The answer to a question, and all that follows it; false if there is another."""
    claim, asks, paid = (state.position.get(name) for name in ("claim", "asks", "paid"))
    if asks is not None:
        paid = asks["paid"]
    assert claim is not None and paid is not None
    state.position.update(claim=None, asks=None)
    state.position.pop("paid", None)
    remember_payment(state, paid)
    route = state.board.routes[claim["route"]]
    number = claim["step"]
    if verb == "elevator":
        build_elevator(state, word)
        return after_claim(state, route, number + 1)
    if number == POSTCARD_STEP:
        card = asking_postcard(state) if asks is None else asks["source"]
        return after_claim(state, route, number, lambda: _answer_postcard(state, route, verb, word, card, asks))
    assert asks is not None
    take(state, int(word) - 1, number, asks["source"])
    if number == EVENT_STEP:
        return after_claim(state, route, number, lambda: run_news(state, route, asks["clauses_done"] + 1))
    done = asks["clauses_done"] + 1
    return after_claim(state, route, number, lambda: act(state, route, number, asks["source"], done))


def _answer_postcard(state: State, route: Route, verb: str, word: str, card: str, asks: dict[str, Any] | None) -> bool:
    cards = list(state.player["office"]["postcards"])
    behind = [other for other in cards if other > card]
    if verb == "take":
        assert asks is not None
        take(state, int(word) - 1, POSTCARD_STEP, card)
        if not act(state, route, POSTCARD_STEP, card, asks["clauses_done"] + 1):
            return False
    elif verb == "use":
        state.spend(Counter([LOCOMOTIVE]))
        state.clerk.tell("extra-locomotive", state.seat, source=card)
        state.piles.discard(Counter([LOCOMOTIVE]))
        turn_up_news(state, state.seat)
        show(state, state.seat, card)
        if not act(state, route, POSTCARD_STEP, card):
            return False
    left = open_postcards(state.position, state.seat, state.board)
    return meet_postcards(state, route, [other for other in left if other in behind])


def answers(position: Position, seat: int, board: Any) -> set[str]:
    """What the question of a claim allows."""
    claim, asks = position["claim"], position["asks"]
    if asks is not None and asks["source"] == "grain-elevators":
        cities = elevator_cities(position, seat, board.routes[claim["route"]], board)
        return {f"elevator {city}" for city in [*cities, "none"]}
    if asks is None:
        card = position["players"][seat]["asked_by"]
        has_locomotive = counted(position["players"][seat]["hand"])[LOCOMOTIVE] > 0
        return {"decline"} | ({f"use {card}"} if has_locomotive else set())
    row = position["row"]  # every face-up card but locomotives
    return {f"take {slot}" for slot, card in enumerate(row, start=1) if card not in (None, LOCOMOTIVE)}
