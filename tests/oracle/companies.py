"""Games of companies: newspapers and news events, the numbered steps after a claim, money, and the bank slip (L)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .board import LOCOMOTIVE, TRAINS, Board, Route
from .clauses import Clause, amount, components, fits, members, standing, takable
from .piles import UndecidedError
from .positions import Position, counted
from .powers import cards_at_the_beginning

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
    """Top cards of the deck for a company, as many as there are (L10), one after the other (L11)."""
    for _ in range(number):
        if not state.piles.gives(TRAINS):
            return
        card = state.piles.draw_blind(TRAINS)
        hand = counted(state.position["players"][seat]["hand"])
        state.position["players"][seat]["hand"] = dict(hand + Counter([card]))
        state.clerk.tell("cards-gained", seat, step=step, source=source, count=1, cards=[card])
        turn_up_news(state, seat)


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
    for player in state.position["players"] if state.board.powers else ():  # once while it is current
        player["powers_used"] = []
    state.clerk.tell("news", active, news=news["current"])
    turned = [clause for clause in state.board.news[news["current"]].get("clauses", []) if clause["when"] == "turned"]
    groups = [members(clause.get("who", "active"), state.position, active) for clause in turned]  # settled before
    state.piles.quiet = True  # L11: what an event draws passes over newspapers
    for clause, group in zip(turned, groups, strict=True):
        if clause["does"] == "wash":
            if not fits(clause, state.position, active, None, state.board):
                continue
            state.clerk.tell("row-washed", source=news["current"])
            state.piles.wash()
            continue
        for seat in group:
            if fits(clause, state.position, seat, None, state.board):
                give(state, seat, clause["does"], 0, news["current"])
    state.piles.quiet = False


def give(state: State, seat: int, does: dict[str, Any], step: int, source: str, **about: Any) -> None:
    """What a clause does to a company, other than `take`."""
    if "draw" in does:
        draw(state, seat, does["draw"], step, source)
    elif "lose" in does:
        lose(state, seat, does["lose"], source)
    elif "refund" in does:
        refund(state, does["refund"], step, source)
    else:
        held = state.position["players"][seat]["money"]
        pay(state, seat, amount(does, about.get("route"), about.get("kept", 0), held), step, source)


def refund(state: State, number: int, step: int, source: str) -> None:
    """Cards just played come back from the discards, locomotives first; at least one stays played."""
    discards = state.piles.discards[TRAINS]
    returned: list[str] = []
    for card in sorted(state.paid.elements(), key=lambda card: card != LOCOMOTIVE):
        if len(returned) < min(number, state.paid.total() - 1) and returned.count(card) < discards[card]:
            returned.append(card)
    if returned:
        state.piles.take_back(Counter(returned))
        state.receive(Counter(returned), in_sight=True)
        state.paid -= Counter(returned)
        state.clerk.tell("refunded", state.seat, step=step, source=source, cards=returned)


def tickets_kept(state: State, kept: int) -> None:
    """The clauses of the current news event for tickets kept; what it draws passes over newspapers (L11)."""
    current = state.position["news"]["current"]
    state.piles.quiet = True
    for clause in [] if current is None else state.board.news[current].get("clauses", []):
        if clause["when"] == "kept" and fits(clause, state.position, state.seat, None, state.board):
            give(state, state.seat, clause["does"], 0, current, kept=kept)
    state.piles.quiet = False


def cards_drawn(state: State) -> None:
    """The clauses of the current news event for an action of drawing cards, which has ended."""
    news = state.position["news"]
    state.piles.quiet = True
    for clause in [] if news["current"] is None else state.board.news[news["current"]].get("clauses", []):
        if clause["when"] == "drew" and fits(clause, state.position, state.seat, None, state.board):
            give(state, state.seat, clause["does"], 0, news["current"])
    state.piles.quiet = False
    news.pop("blind_picks", None)


def clauses_of(source: str, board: Board) -> list[Clause]:
    """The clauses of a bonus or news event; of one that takes several cards, one for each card."""
    clauses = board.companies[source]["bonus"] if source in board.companies else board.news[source].get("clauses", [])
    single: list[Clause] = []
    for clause in clauses:
        cards = clause["does"].get("take", 0) if isinstance(clause["does"], dict) else 0
        single += [{**clause, "does": {"take": 1}}] * cards if cards else [clause]
    return single


def source_at(state: State, step: int, route: Route) -> str | None:
    """The card that acts at a step of the claim sequence: the company's bonus (L16), or the current news event."""
    if step == COMPANY_STEP:
        company: str = state.player["company"]
        return company if route.colour == company else None
    if step == EVENT_STEP:
        current: str | None = state.position["news"]["current"]
        return current
    return None


def after_claim(state: State, route: Route, step: int = COMPANY_STEP, done: int = 0, source: str | None = None) -> bool:
    """L15: the steps after a claim in order of their numbers, from this one on, of whose card so many clauses are done.

    False if one of them waits for an answer.
    """
    for number in (COMPANY_STEP, EVENT_STEP):
        if number < step:
            continue
        acting = source if number == step and source is not None else source_at(state, number, route)
        if acting is not None and not act(state, route, number, acting, done if number == step else 0):
            return False
    if step <= EVENT_STEP:
        for name, rule in state.board.story.items():  # step 11 too, after the news event
            for clause in rule["clauses"]:
                if clause["when"] == "claim" and fits(clause, state.position, state.seat, route, state.board):
                    give(state, state.seat, clause["does"], EVENT_STEP, name, route=route)
                    turn_up_news(state, state.seat)
        drive_spikes(state)
    if any("large" in state.board.marks[end] for end in route.ends):  # L17
        number = standing(state.position, state.board, "large_city_cards", 1)
        draw(state, state.seat, number, LARGE_CITY_STEP, "large-city")
    return True


def drive_spikes(state: State) -> None:
    """Step 11 too, last: whoever connects both cities first drives the spike."""
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


def act(state: State, route: Route, step: int, source: str, done: int) -> bool:
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
        if clause.get("when", "claim") != "claim" or not fits(clause, state.position, state.seat, route, state.board):
            continue
        if isinstance(clause["does"], dict) and "take" in clause["does"]:
            cards = takable(state.piles.row)
            if len(cards) > 1:
                colours = [card for card in state.paid if card != LOCOMOTIVE] or [LOCOMOTIVE]
                paid = {"cards": state.paid.total(), "locomotives": state.paid[LOCOMOTIVE], "colour": colours[0]}
                asks = {"source": source, "clauses_done": number, "paid": paid}
                state.position.update(phase="claim-asks", claim={"route": route.name, "step": step}, asks=asks)
                state.clerk.tell("asked", state.seat, step=step, source=source)
                return False
            if cards:
                take(state, next(slot for slot, card in enumerate(state.piles.row) if card in cards), step, source)
        else:
            state.piles.quiet = step == EVENT_STEP
            give(state, state.seat, clause["does"], step, source, route=route)
            state.piles.quiet = False
            turn_up_news(state, state.seat)


def take(state: State, slot: int, step: int, source: str) -> None:
    """A face-up card by a clause; it is replaced at once (C3)."""
    card = state.piles.row[slot]
    assert card is not None
    state.clerk.tell("took", state.seat, step=step, source=source, slot=slot + 1, card=card)
    state.piles.quiet = step == EVENT_STEP
    state.receive(Counter([state.piles.take_face_up(slot, TRAINS)]), in_sight=True)
    state.piles.quiet = False
    turn_up_news(state, state.seat)


def answer(state: State, slot: int) -> bool:
    """The answer to a question, and all that follows it; false if there is another."""
    claim, asks = state.position["claim"], state.position["asks"]
    state.position.update(claim=None, asks=None)
    paid = asks["paid"]
    state.paid = +Counter({paid["colour"]: paid["cards"] - paid["locomotives"]})
    state.paid += Counter({LOCOMOTIVE: paid["locomotives"]})
    take(state, slot, claim["step"], asks["source"])
    route = state.board.routes[claim["route"]]
    return after_claim(state, route, claim["step"], asks["clauses_done"] + 1, asks["source"])


def barred(position: Position, board: Board) -> bool:
    """L10: with so few cards in deck and discards, newspapers included, drawing cards is not available."""
    return bool(cards_at_the_beginning(position) <= board.rules["draw_barred_at"])


def answers(position: Position) -> set[str]:
    """What black's question allows: every face-up card but locomotives."""
    row = position["row"]
    return {f"take {slot}" for slot, card in enumerate(row, start=1) if card not in (None, LOCOMOTIVE)}


def _current(position: Position, board: Board) -> dict[str, Any]:
    """The current news event, as the map has it."""
    current = position["news"]["current"]
    return {} if current is None else board.news[current]


def violations(position: Position, board: Board) -> list[str]:
    """What is wrong with a position of companies by itself."""
    found: list[str] = []
    news = position["news"]
    if news["left"] != len(news["deck"]):
        found.append(f"L11: {news['left']} news events are said to be left, and there are {len(news['deck'])}")
    everywhere = Counter([*news["deck"], *news["discards"], *([news["current"]] if news["current"] else [])])
    if everywhere != Counter(list(board.news)):
        found.append(f"conservation: news events {dict(everywhere)}")
    given = [name for entry in _current(position, board).get("powers", []) for name in entry]
    for seat, player in enumerate(position["players"]):
        if not set(player.get("powers_used", [])) <= set(given):
            found.append(f"L12: seat {seat} has used {player['powers_used']}")
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
