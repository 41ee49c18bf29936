"""Positions of games of companies strewn by chance: sound, but such as play seldom comes to."""

from __future__ import annotations

import random
from collections import Counter

from .board import LOCOMOTIVE, NEWSPAPER, TRAINS, Board
from .clauses import holds_for
from .legal import is_open, legal_actions
from .piles import new_deal_helps
from .positions import Position, cards_of_game, complete


def strewn_company_position(board: Board, players: int, source: random.Random) -> Position:
    """A position in the midst of a turn: hardly a card in the piles, only newspapers, hardly a train."""
    news = source.sample(list(board.news), len(board.news))
    current = news.pop() if source.random() < 0.85 else None
    discarded = source.choice([0, len(news), len(news) - 1, source.randint(0, len(news))]) if current else 0
    position: Position = {
        "map": board.id,
        "variant": board.variant,
        "key": source.randbytes(32).hex(),
        "phase": source.choice(["turn", "turn", "turn", "second-pick"]),
        "seat": source.randrange(players),
        "first": source.randrange(players),
        "turn": source.randrange(40, 90),
        "turns_left": source.choice([None, None, source.randint(1, players)]),
        "news": {"current": current, "discards": news[:discarded], "deck": news[discarded:]},
        "routes": {},
        "players": [],
    }
    companies = source.sample(list(board.companies), players)
    left = _owners(position, board, players, source)
    for seat in range(players):
        money = source.choice([0, 1, 2, source.randint(3, 40)])
        position["players"].append({"company": companies[seat], "money": money, TRAINS: left[seat]})
        if board.powers:
            entries = board.news[current].get("powers", []) if current else []
            powers = [name for entry in entries if holds_for(entry, players) for name in entry]
            used = [name for name in ("sale", "returns", "bond") if name in powers and source.random() < 0.3]
            position["players"][-1] |= {"powers_used": used, "owed": source.choice([0, 0, 9])}
    if position["phase"] == "second-pick" and source.random() < 0.5:
        position["news"]["blind_picks"] = 1
    _strew_cards(position, board, source)
    _strew_tickets(position, board, source)
    position = complete(position, board)
    if not legal_actions(position, position["seat"], board):  # C8: a second pick of nothing
        position["phase"] = "turn"
        position["news"].pop("blind_picks", None)
    return position


def _owners(position: Position, board: Board, players: int, source: random.Random) -> list[int]:
    """Give routes to companies, as far as doubles allow it; the trains that each has left."""
    left = [board.rules[TRAINS]] * players
    thickness = source.choice([0.1, 0.5, 1.0])
    standing = [rule for event in board.news.values() for rule in event.get("rules", [])]
    opening = any("doubles_open" in rule and holds_for(rule, players) for rule in standing)
    beside = opening and source.random() < 0.3  # doubles may have been open for a time (E04)
    stub = {**position, "players": [{}] * players, "news": {"current": None}}
    for route in source.sample(list(board.routes.values()), len(board.routes)):
        seat = source.randrange(players)
        owners = {position["routes"].get(other.name) for other in board.group_of(route)}
        may = is_open(route, stub, seat, board) or (beside and seat not in owners)
        if source.random() < thickness and may and left[seat] >= route.length:
            left[seat] -= route.length
            position["routes"][route.name] = seat
    return left


def _strew_cards(position: Position, board: Board, source: random.Random) -> None:
    """Hands, row, deck and discards that C6 and C7 leave alone."""
    players, slots = len(position["players"]), len(board.places)
    newspapers = board.newspapers(players)
    while True:
        cards = [card for card in cards_of_game(board, players).elements() if card != NEWSPAPER]
        source.shuffle(cards)
        if source.random() < 0.3:  # five locomotives or more among those that lie about
            cards.sort(key=lambda card: card == LOCOMOTIVE and source.random() < 0.6)
        piles = source.choice([0, 1, 2, 3, 8 - newspapers, 9 - newspapers, 10 - newspapers, 12, 30])
        about = min(len(cards), source.choice([slots, slots, slots + piles]) + piles)
        if piles == 0:
            about = source.randint(0, slots)
        cards, lying = cards[: len(cards) - about], cards[len(cards) - about :]
        source.shuffle(lying)
        row: list[str | None] = [*lying[:slots], *[None] * (slots - len(lying[:slots]))]
        source.shuffle(row)
        if row.count(LOCOMOTIVE) < board.rules["row_locomotives"] or not new_deal_helps(Counter(lying), board):
            break
    hands: list[Counter[str]] = [Counter() for _ in range(players)]
    for card in cards:
        hands[source.choice([0, source.randrange(players), source.randrange(players)])][card] += 1
    rest = lying[slots:] + [NEWSPAPER] * newspapers
    order = source.choice(["mixed", "newspapers first", "newspapers last"])
    source.shuffle(rest)
    if order != "mixed":
        rest.sort(key=lambda card: (card == NEWSPAPER) == (order == "newspapers last"))
    discarded = source.choice([0, 0, len(rest) // 2, max(0, len(rest) - 1), max(0, len(rest) - 1)])
    position["row"] = row
    position["decks"] = {TRAINS: {"cards": rest[: len(rest) - discarded]}}
    position["decks"][TRAINS]["discards"] = dict(Counter(rest[len(rest) - discarded :]))
    for player, hand in zip(position["players"], hands, strict=True):
        player["hand"] = dict(hand)
        player["known"] = {card: source.randint(1, number) for card, number in hand.items() if source.random() < 0.4}


def _strew_tickets(position: Position, board: Board, source: random.Random) -> None:
    tickets = source.sample(list(board.tickets), len(board.tickets))
    for player in position["players"]:
        number = source.randint(0, 6)
        player["tickets"], tickets = tickets[:number], tickets[number:]
    position["ticket_deck"] = tickets[: source.choice([0, 2, 3, 4, len(tickets)])]
