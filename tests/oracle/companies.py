"""Games of companies: newspapers and news events, the numbered steps after a claim, money, and the bank slip (L)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .board import LOCOMOTIVE, TRAINS, Board, Route
from .clauses import Clause, amount, fits, members, takable
from .piles import UndecidedError
from .positions import Position, counted

if TYPE_CHECKING:
    from .moves import State

COMPANY_STEP = 3
EVENT_STEP = 11
LARGE_CITY_STEP = 12

Lot = Callable[[int, list[str], int], list[str]]
"""Cards lost by lot: the seat, its cards in order, and how many go."""


@dataclass
class Clerk:
    """What a move told of money, news and cards gained or lost, in the order in which it happened."""

    log: list[dict[str, Any]] = field(default_factory=list)
    lot: Lot | None = None

    def tell(self, name: str, seat: int | None = None, **facts: Any) -> None:
        self.log.append({"event": name, **({} if seat is None else {"seat": seat}), **facts})


def newspapers_passed(state: State, number: int) -> None:
    """Newspapers passed over while a news event draws."""
    state.clerk.tell("newspapers-passed", state.position["seat"], count=number)


def pay(state: State, seat: int, dollars: int, step: int, source: str) -> None:
    """L24: money never goes below 0: of a fee you pay what you have. Every change is told."""
    player = state.position["players"][seat]
    dollars = max(dollars, -player["money"])
    if dollars:
        player["money"] += dollars
        state.clerk.tell("money", seat, amount=dollars, balance=player["money"], step=step, source=source)


def draw(state: State, seat: int, number: int, step: int, source: str) -> None:
    """Top cards of the deck for a company, as many as there are (L10)."""
    cards: list[str] = []
    while len(cards) < number and state.piles.gives(TRAINS):
        cards.append(state.piles.draw_blind(TRAINS))
    if cards:
        hand = counted(state.position["players"][seat]["hand"])
        state.position["players"][seat]["hand"] = dict(hand + Counter(cards))
        state.clerk.tell("cards-gained", seat, step=step, source=source, count=len(cards), cards=cards)


def lose(state: State, seat: int, number: int, source: str) -> None:
    """Cards lost by lot, in sight of all, to the discards."""
    player = state.position["players"][seat]
    hand = counted(player["hand"])
    cards = sorted(hand.elements())
    number = min(number, len(cards))
    if state.clerk.lot is not None:
        lost = state.clerk.lot(seat, cards, number)
    elif state.shuffle is not None:
        lost = state.shuffle(cards)[:number]
    else:
        raise UndecidedError
    assert len(lost) == number, f"L11: {lost} of {cards}"
    assert not Counter(lost) - hand, f"conservation: {lost} of {cards}"
    player["hand"] = dict(hand - Counter(lost))
    player["known"] = dict(counted(player["known"]) - Counter(lost))
    state.clerk.tell("cards-lost", seat, source=source, cards=lost)
    state.piles.discard(Counter(lost))


def turn_up_news(state: State, active: int) -> None:
    """L11: for every newspaper met the next news event is turned up, in the order met, and is current at once."""
    met, state.piles.met = state.piles.met, 0
    if met:
        state.clerk.tell("newspaper", active, count=met)
    for _ in range(met):
        next_news(state, active)


def next_news(state: State, active: int) -> None:
    """L11, L12: the next news event; an empty deck is made anew from the discards except the current one."""
    news = state.position["news"]
    if not news["deck"]:
        if not news["discards"]:
            return
        if state.shuffle is None:
            raise UndecidedError
        news["deck"] = state.shuffle(list(news["discards"]))
        news["discards"] = []
    if news["current"] is not None:
        news["discards"].append(news["current"])
    news["current"] = news["deck"].pop(0)
    news["left"] = len(news["deck"])
    state.clerk.tell("news", active, news=news["current"])
    turned = [clause for clause in state.board.news[news["current"]].get("clauses", []) if clause["when"] == "turned"]
    groups = [members(clause.get("who", "active"), state.position, active) for clause in turned]  # settled before
    state.piles.quiet = True  # L11: what an event draws passes over newspapers
    for clause, group in zip(turned, groups, strict=True):
        if clause["does"] == "wash":
            state.clerk.tell("row-washed", source=news["current"])
            state.piles.wash()
            continue
        for seat in group:
            if fits(clause, state.position, seat, None, state.board):
                give(state, seat, clause["does"], 0, news["current"])
    state.piles.quiet = False


def give(state: State, seat: int, does: dict[str, Any], step: int, source: str, **about: Any) -> None:
    """What a clause does to a company; only `take` may have to ask, and is not done here."""
    if "draw" in does:
        draw(state, seat, does["draw"], step, source)
    elif "lose" in does:
        lose(state, seat, does["lose"], source)
    else:
        pay(state, seat, amount(does, about.get("route"), about.get("kept", 0)), step, source)


def tickets_kept(state: State, kept: int) -> None:
    """The clauses of the current news event for tickets kept."""
    for clause in news_clauses(state, "kept"):
        if fits(clause, state.position, state.seat, None, state.board):
            give(state, state.seat, clause["does"], 0, state.position["news"]["current"], kept=kept)


def news_clauses(state: State, when: str) -> list[Clause]:
    current = state.position["news"]["current"]
    return (
        [] if current is None else [clause for clause in state.board.news[current]["clauses"] if clause["when"] == when]
    )


def after_claim(state: State, route: Route) -> bool:
    """L15: the steps after a claim in order of their numbers; false if one of them waits for an answer."""
    return company_step(state, route, 0) and later_steps(state, route)


def company_step(state: State, route: Route, clause_number: int) -> bool:
    """L16: number 3, from this clause of the bonus on; false if it has to ask."""
    company = state.player["company"]
    if route.colour != company:
        return True
    for clause in state.board.companies[company]["bonus"][clause_number:]:
        if not fits(clause, state.position, state.seat, route, state.board):
            continue
        if "take" in clause["does"]:
            cards = takable(state.piles.row)
            if len(cards) > 1:
                state.position.update(phase="claim-asks", claim={"route": route.name, "step": COMPANY_STEP})
                state.clerk.tell("asked", state.seat, step=COMPANY_STEP, source=company)
                return False
            if cards:
                take(state, next(slot for slot, card in enumerate(state.piles.row) if card in cards))
        else:
            give(state, state.seat, clause["does"], COMPANY_STEP, company, route=route)
            turn_up_news(state, state.seat)
    return True


def take(state: State, slot: int) -> None:
    """A face-up card by the company's bonus; it is replaced at once (C3)."""
    card = state.piles.row[slot]
    assert card is not None
    state.clerk.tell("took", state.seat, step=COMPANY_STEP, source=state.player["company"], slot=slot + 1, card=card)
    state.receive(Counter([state.piles.take_face_up(slot, TRAINS)]), in_sight=True)
    turn_up_news(state, state.seat)


def answer(state: State, slot: int) -> None:
    """The answer to the question of step 3, and all that follows it."""
    route = state.board.routes[state.position["claim"]["route"]]
    bonus = state.board.companies[state.player["company"]]["bonus"]
    asking = next(number for number, clause in enumerate(bonus) if "take" in clause["does"])
    state.position["claim"] = None
    take(state, slot)
    company_step(state, route, asking + 1)
    later_steps(state, route)


def later_steps(state: State, route: Route) -> bool:
    """Numbers 11 (the current news event) and 12 (large cities, L17)."""
    for clause in news_clauses(state, "claim"):
        if fits(clause, state.position, state.seat, route, state.board):
            give(state, state.seat, clause["does"], EVENT_STEP, state.position["news"]["current"], route=route)
    if any("large" in state.board.marks[end] for end in route.ends):
        draw(state, state.seat, 1, LARGE_CITY_STEP, "large-city")
        turn_up_news(state, state.seat)
    return True


def barred(position: Position, board: Board) -> bool:
    """L10: with so few cards in deck and discards, newspapers included, drawing cards is not available."""
    piles = sum(len(deck["cards"]) + counted(deck["discards"]).total() for deck in position["decks"].values())
    return bool(piles <= board.rules["draw_barred_at"])


def answers(position: Position) -> set[str]:
    """What black's question allows: every face-up card but locomotives."""
    row = position["row"]
    return {f"take {slot}" for slot, card in enumerate(row, start=1) if card not in (None, LOCOMOTIVE)}


def violations(position: Position, board: Board) -> list[str]:
    """What is wrong with a position of companies by itself."""
    found: list[str] = []
    news = position["news"]
    if news["left"] != len(news["deck"]):
        found.append(f"L11: {news['left']} news events are said to be left, and there are {len(news['deck'])}")
    everywhere = Counter([*news["deck"], *news["discards"], *([news["current"]] if news["current"] else [])])
    if everywhere != Counter(list(board.news)):
        found.append(f"conservation: news events {dict(everywhere)}")
    companies = [player["company"] for player in position["players"]]
    if len(set(companies)) != len(companies) or not set(companies) <= set(board.companies):
        found.append(f"L1: the companies are {companies}")
    for seat, player in enumerate(position["players"]):
        own = [board.routes[name] for name, owner in position["routes"].items() if owner == seat]
        if player[TRAINS] + sum(route.length for route in own) != board.rules[TRAINS] or player[TRAINS] < 0:
            found.append(f"conservation: trains of seat {seat}: {player[TRAINS]} left")
        if player["money"] < 0:
            found.append(f"L24: seat {seat} has {player['money']} dollars")
        if "newspaper" in player["hand"]:
            found.append(f"L11: seat {seat} holds a newspaper")
    if "newspaper" in position["row"]:
        found.append("L11: a newspaper lies in the row")
    return found
