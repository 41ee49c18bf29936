"""Games of companies: newspapers and news events, the numbered steps after a claim, money, and the bank slip (L)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .board import LOCOMOTIVE, TRAINS, Board
from .clauses import Clause, amount, fits, members
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
Herds = Callable[[], Callable[[int], int]]
"""The lots of one stampede: each gives a number below another."""


@dataclass
class Clerk:
    """What a move told of money, news and cards gained or lost, in the order in which it happened."""

    log: list[dict[str, Any]] = field(default_factory=list)
    lot: Lot | None = None
    herds: Herds | None = None

    def tell(self, name: str, seat: int | None = None, **facts: Any) -> None:
        self.log.append({"event": name, **({} if seat is None else {"seat": seat}), **facts})


def newspapers_passed(state: State, number: int) -> None:
    """Newspapers passed over while a news event draws."""
    state.clerk.tell("newspapers-passed", state.position["seat"], count=number)


def pay(state: State, seat: int, dollars: int, step: int, source: str) -> None:
    """L24: money never goes below 0: of a fee you pay what you have, and are told so even if that is nothing."""
    player = state.position["players"][seat]
    if dollars:
        dollars = max(dollars, -player["money"])
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
    if met and state.board.office:
        state.position["players"][active]["office"]["newspapers_met"] += met
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
        if clause["does"] == "stampede":
            stampede(state)
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
    elif "vault" in does:
        state.position["players"][seat]["office"]["vault"] += does["vault"]
        state.clerk.tell("vault", seat, step=step, source=source, amount=does["vault"])
    elif "next_setup" in does:
        money, cards = does["next_setup"]
        before = state.position["players"][seat]["office"]["next_setup"]
        state.position["players"][seat]["office"]["next_setup"] = [before[0] + money, before[1] + cards]
        state.clerk.tell("next-setup", seat, source=source, money=money, cards=cards)
    elif "trains" in does:
        state.position["players"][seat][TRAINS] += does["trains"]
        state.clerk.tell("trains-gained", seat, source=source, count=does["trains"])
    else:
        held = state.position["players"][seat]["money"]
        own = [name for name, owner in state.position["routes"].items() if owner == seat]
        territories = len({state.board.territory_of(state.board.routes[name]) for name in own})
        dollars = amount(does, about.get("route"), about.get("kept", 0), held, territories)
        pay(state, seat, dollars, step, source)


def stampede(state: State) -> None:
    """Every herd on the map moves to a city of its territory in which none stands, by lot."""
    if "cattle-drives" not in state.board.modules:
        return
    if state.clerk.herds is None:
        raise UndecidedError
    home = state.board.modules["cattle-drives"]["territory"]
    below = state.clerk.herds()
    state.position["herd_lots"] += 1
    for herd in state.position["herds"]:
        taken = [each["city"] for each in state.position["herds"] if "seat" not in each]
        free = [city for city, code in state.board.territories.items() if code == home and city not in taken]
        if "seat" not in herd and free:
            herd["city"] = free[below(len(free))]


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
        state.refunded += returned.count(LOCOMOTIVE)
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
    """The clauses of a bonus, news event, crew card or postcard; if one takes several cards, one for each card."""
    if source in board.companies:
        clauses = board.companies[source]["bonus"]
    else:
        clauses = (board.news | board.crew | board.postcards)[source].get("clauses", [])
    single: list[Clause] = []
    for clause in clauses:
        cards = clause["does"].get("take", 0) if isinstance(clause["does"], dict) else 0
        single += [{**clause, "does": {**clause["does"], "take": 1}}] * cards if cards else [clause]
    return single


def barred(position: Position, board: Board) -> bool:
    """L10: with so few cards in deck and discards, newspapers included, drawing cards is not available."""
    return bool(cards_at_the_beginning(position) <= board.rules["draw_barred_at"])


def _current(position: Position, board: Board) -> dict[str, Any]:
    """The current news event, as the map has it."""
    current = position["news"]["current"]
    return {} if current is None else board.news[current]


def trains_of_crew(player: dict[str, Any], board: Board) -> int:
    """The trains that the crew of a company brought."""
    crew = player.get("office", {}).get("crew")
    clauses = board.crew[crew].get("clauses", []) if crew in board.crew else []
    return sum(clause["does"].get("trains", 0) for clause in clauses if clause["when"] == "hired")


def violations(position: Position, board: Board) -> list[str]:
    """What is wrong with a position of companies by itself."""
    found: list[str] = []
    news = position["news"]
    if news["left"] != len(news["deck"]):
        found.append(f"L11: {news['left']} news events are said to be left, and there are {len(news['deck'])}")
    everywhere = Counter([*news["deck"], *news["discards"], *([news["current"]] if news["current"] else [])])
    everywhere.update(position.get("removed_events", []))
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
        trains = board.rules[TRAINS] + trains_of_crew(player, board)
        if player[TRAINS] + sum(route.length for route in own) != trains or player[TRAINS] < 0:
            found.append(f"conservation: trains of seat {seat}: {player[TRAINS]} left")
        if player["money"] < 0:
            found.append(f"L24: seat {seat} has {player['money']} dollars")
        if "newspaper" in player["hand"]:
            found.append(f"L11: seat {seat} holds a newspaper")
    if "newspaper" in position["row"]:
        found.append("L11: a newspaper lies in the row")
    return found
