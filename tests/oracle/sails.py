"""Trains and ships: the sets of cards that pay for routes and ports, splits and exchanges (W2, W5-W7, W10, W12).

Everything is tried that could be tried: a set is a payment if the words of the rule hold for it.
"""

from collections import Counter
from functools import cache
from itertools import product

from .board import GRAY, LOCOMOTIVE, SHIPS, TRAINS, Board, Route
from .positions import Position, built, counted

Cards = Counter[str]


def train_cards(colour: str, number: int, hand: Cards) -> Cards:
    """W5: so many train cards of the colour out of this hand, the plain ones before those with an anchor."""
    plain = min(number, hand[f"{colour}-train"])
    return +Counter({f"{colour}-train": plain, f"{colour}-anchor-train": number - plain})


def trains_held(colour: str, hand: Cards) -> int:
    return hand[f"{colour}-train"] + hand[f"{colour}-anchor-train"]


def route_payments(route: Route, board: Board, hand: Cards) -> dict[str, Cards]:
    """C9, W5, W6: every way to pay for the route (of a pair route, for its first space), with the cards it takes."""
    colours = board.colours if route.colour == GRAY else [route.colour]
    if route.pair:
        return pair_payments(route.length, colours, hand)
    ways: dict[str, Cards] = {}
    for colour in colours:
        ways |= sea_payments(route.length, colour, hand) if route.sea else rail_payments(route.length, colour, hand)
    return ways


def rail_payments(length: int, colour: str, hand: Cards) -> dict[str, Cards]:
    """W5: train cards of the colour, wild cards standing in."""
    ways: dict[str, Cards] = {}
    for coloured, wild in product(range(trains_held(colour, hand) + 1), range(hand[LOCOMOTIVE] + 1)):
        if coloured + wild == length:
            cards = train_cards(colour, coloured, hand) + Counter({LOCOMOTIVE: wild})
            ways[_words(colour, coloured, 0, wild)] = cards
    return ways


def sea_payments(length: int, colour: str, hand: Cards) -> dict[str, Cards]:
    """W5, W6: ship cards of the colour, wild cards standing in for single ships."""
    kinds = (f"{colour}-ship", f"{colour}-double-ship", LOCOMOTIVE)
    ways: dict[str, Cards] = {}
    for singles, doubles, wild in sets_of_ships(length, *(hand[kind] for kind in kinds)):
        cards = +Counter(dict(zip(kinds, (singles, doubles, wild), strict=True)))
        ways[_words(colour, singles + doubles, doubles, wild)] = cards
    return ways


@cache
def sets_of_ships(length: int, singles: int, doubles: int, wild: int) -> list[tuple[int, int, int]]:
    """W6: all sets, of no more cards of a kind than these, that suffice for the spaces and have no card too many."""
    covers = (1, 2, 1)

    def suffices(cards: tuple[int, ...]) -> bool:
        return sum(number * spaces for number, spaces in zip(cards, covers, strict=True)) >= length

    def less_one(cards: tuple[int, ...], kind: int) -> tuple[int, ...]:
        return tuple(number - (at == kind) for at, number in enumerate(cards))

    return [
        cards
        for cards in product(range(singles + 1), range(doubles + 1), range(wild + 1))
        if suffices(cards) and not any(cards[kind] and suffices(less_one(cards, kind)) for kind in range(3))
    ]


def pair_payments(spaces: int, colours: list[str], hand: Cards) -> dict[str, Cards]:
    """W7: every way to pay the next space after which the others (`spaces` with this one) can still be paid."""
    ways: dict[str, Cards] = {}
    for colour, wild in product(colours, (0, 1)):  # never two wild ones
        if trains_held(colour, hand) < 2 - wild or hand[LOCOMOTIVE] < wild:
            continue
        cards = train_cards(colour, 2 - wild, hand) + Counter({LOCOMOTIVE: wild})
        if spaces == 1 or pair_payments(spaces - 1, colours, hand - cards):
            ways[_words(colour, 2 - wild, 0, wild)] = cards
    return ways


def next_pair_payments(position: Position, seat: int, board: Board) -> dict[str, Cards]:
    """W7: the ways to pay the next space of the pair route that is being claimed."""
    pair = position["pair"]
    route = board.routes[pair["route"]]
    colours = board.colours if route.colour == GRAY else [route.colour]
    return pair_payments(route.length - pair["spaces"], colours, counted(position["players"][seat]["hand"]))


def _words(colour: str, coloured: int, doubles: int, wild: int) -> str:
    """The payment as `docs/notation.md` has it."""
    if coloured == 0:
        return LOCOMOTIVE
    return colour + (f"/{doubles}" if doubles else "") + (f"+{wild}" if wild else "")


def port_payments(board: Board, hand: Cards) -> dict[str, Cards]:
    """W10: two trains and two ships of one colour, all with the anchor, wild cards for any of them."""
    most_trains, most_ships = (board.by_deck("port_cost")[deck] for deck in (TRAINS, SHIPS))
    ways: dict[str, Cards] = {}
    for colour, trains, ships in product(board.colours, range(most_trains + 1), range(most_ships + 1)):
        wild = most_trains + most_ships - trains - ships
        cards = +Counter({f"{colour}-anchor-train": trains, f"{colour}-ship": ships, LOCOMOTIVE: wild})
        if cards <= hand:
            ways[f"{colour} {trains} {ships}" if trains + ships else LOCOMOTIVE] = cards
    return ways


def port_actions(position: Position, seat: int, board: Board) -> set[str]:
    """W10: in a port city that has no port and that a route of the seat reaches, while it has a port left."""
    player = position["players"][seat]
    if board.rules.get("ports", 0) - built(position["ports"], seat) <= 0 or player["ports"] == 0:
        return set()
    reached = {end for name, owner in position["routes"].items() if owner == seat for end in board.routes[name].ends}
    cities = (board.ports & reached) - set(position["ports"])
    ways = port_payments(board, counted(player["hand"]))
    return {f"port {city} {payment}" for city in cities for payment in ways}


def exchange_actions(position: Position, seat: int, board: Board) -> set[str]:
    """W12: any number of one kind from the supply for as many of the other kind from the box."""
    if not board.sails:
        return set()
    player = position["players"][seat]
    return {
        f"exchange {number} {wanted}"
        for wanted, given in ((TRAINS, SHIPS), (SHIPS, TRAINS))
        for number in range(1, player[given] + 1)
        if number <= player["box"][wanted]
    }


def split_actions(board: Board) -> set[str]:
    """W2: so many pieces in all, no more of a kind than there are."""
    rules = board.rules
    return {
        f"split {trains} {ships}"
        for trains, ships in product(range(rules["trains"] + 1), range(rules["ships"] + 1))
        if trains + ships == rules["pieces"]
    }
