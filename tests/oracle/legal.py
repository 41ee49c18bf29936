"""The legal actions of a seat, in the words of `docs/notation.md`."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from .board import GRAY, LOCOMOTIVE, NEWSPAPER, Board, Route
from .clauses import is_line, standing
from .companies import barred
from .offices import may_hire, second_length, uses
from .positions import Position, complete, counted
from .powers import power_actions
from .sails import exchange_actions, next_pair_payments, port_actions, route_payments, split_actions
from .sequence import answers


def legal_actions(position: Position, seat: int, board: Board) -> set[str]:
    """All that the seat may do in this position; empty if it is not for this seat to act."""
    position = complete(position, board)
    phase = position["phase"]
    player = position["players"][seat]
    if phase == "over":
        return set()
    if phase == "opening":  # C20: all at once, in any order
        if player["chosen"] is not None:
            return set()
        return keep_actions(len(player["offered"]), board.rules["opening"]["keep"])
    if phase == "split":  # W2: in secret, all at once
        return split_actions(board) if player["split"] is None else set()
    if position["seat"] != seat:
        return set()
    if phase == "turn":
        return turn_actions(position, seat, board)
    if phase == "second-pick":
        return draw_actions(position, board, second=True)
    if phase == "tickets":
        return keep_actions(len(player["offered"]), board.rules["draw"]["keep"])  # C14
    if phase == "tunnel":
        return tunnel_actions(position, seat, board)
    if phase == "pair":
        return {f"pay {payment}" for payment in next_pair_payments(position, seat, board)}
    if phase == "claim-asks":
        return answers(position, seat, board)
    if phase == "hiring":
        return {f"hire {card}" for card in may_hire(position, seat, board)}
    if phase == "crew-tickets":
        return keep_actions(len(player["offered"]), 0)
    if phase == "second-claim":
        return claim_actions(position, seat, board, second_length(position, seat, board)) | {"decline"}
    raise ValueError(f"no such phase: {phase}")


def turn_actions(position: Position, seat: int, board: Board) -> set[str]:
    """C2, W12: exactly one of the actions the game has; a pass only if there is none but exchanges and powers."""
    closed = bool(board.companies) and barred(position, board)  # L10
    actions = set() if closed else draw_actions(position, board, second=False)
    if position["ticket_deck"]:  # C14
        actions.add("draw tickets")
    actions |= claim_actions(position, seat, board)
    actions |= station_actions(position, seat, board)
    actions |= port_actions(position, seat, board)
    powers = power_actions(position, seat, board) if board.powers else set()
    powers |= uses(position, seat, board, closed)
    return (actions or {"pass"}) | exchange_actions(position, seat, board) | powers


def draw_actions(position: Position, board: Board, second: bool) -> set[str]:
    """C3-C5, C8 and W4: cards of the row, with the deck that replaces them, and any deck if there is a card for it."""
    actions: set[str] = set()
    for slot, card in enumerate(position["row"], start=1):
        if card is None:
            continue
        barred_second = second and position.get("armed") != "two_locomotives"
        if card == LOCOMOTIVE and (barred_second or standing(position, board, "no_face_up_locomotive", False)):
            continue  # C4, E15
        if board.sails:
            actions |= {f"draw {slot} {deck}" for deck in board.decks}
        else:
            actions.add(f"draw {slot}")
    for name, deck in position["decks"].items():
        if {*deck["cards"], *counted(deck["discards"])} - {NEWSPAPER}:  # C7, C8, L11
            actions.add(f"draw {name}" if board.sails else "draw deck")
    return actions


def keep_actions(offered: int, least: int) -> set[str]:
    """U2, E2, C14: any choice of at least so many of the tickets offered (all, if there are fewer)."""
    if offered == 0:
        return set()
    actions: set[str] = set()
    for size in range(min(least, offered), offered + 1):
        for choice in combinations(range(1, offered + 1), size):
            actions.add(" ".join(["keep", *map(str, choice)]))
    return actions


def claim_actions(position: Position, seat: int, board: Board, longest: int = 99) -> set[str]:
    """C9-C12: every route that is open to the seat, with every way to pay for it."""
    player = position["players"][seat]
    hand = counted(player["hand"])
    actions: set[str] = set()
    for route in board.routes.values():
        if not is_open(route, position, seat, board):
            continue
        if player[route.pieces] < route.length or route.length > longest:  # C10, W5
            continue
        if board.sails:
            actions |= {f"claim {route.name} {payment}" for payment in route_payments(route, board, hand)}
            continue
        colours = board.colours if route.colour == GRAY else [route.colour]  # C9
        for payment in payments(route.length, colours, hand, route.locomotives):
            actions.add(f"claim {route.name} {payment}")
    return actions


def is_open(route: Route, position: Position, seat: int, board: Board) -> bool:
    """Whether nobody has the route and the doubles rules let the seat have it."""
    owners = position["routes"]
    if route.name in owners:
        return False
    closed = standing(position, board, "closed", None)  # E22
    if closed is not None and is_line(route, closed, "", board):
        return False
    claimed_beside = [owners[other.name] for other in board.group_of(route) if other.name in owners]
    if seat in claimed_beside:  # C11
        return False
    players = len(position["players"])
    open_from = board.rules["doubles_open_from"]
    if standing(position, board, "doubles_open", False):  # E04
        open_from = 2
    if len(board.group_of(route)) > 2:  # L14
        open_from = board.rules.get("triples_open_from", open_from)
    return not (claimed_beside and players < open_from)  # C12


def payments(price: int, colours: Iterable[str], hand: Counter[str], symbols: int = 0) -> set[str]:
    """C9, E3: the ways to pay so many cards of one colour, locomotives standing in, at least `symbols` of them."""
    ways: set[str] = set()
    for colour in colours:
        for locomotives in range(symbols, price):  # at least one card of the colour
            if hand[colour] >= price - locomotives and hand[LOCOMOTIVE] >= locomotives:
                ways.add(colour if locomotives == 0 else f"{colour}+{locomotives}")
    if hand[LOCOMOTIVE] >= price:
        ways.add(LOCOMOTIVE)
    return ways


def cards_of(payment: str, price: int) -> Counter[str]:
    """The cards that a payment in words stands for."""
    colour, _, number = payment.partition("+")
    if colour == LOCOMOTIVE:
        return Counter({LOCOMOTIVE: price})
    locomotives = int(number) if number else 0
    return +Counter({colour: price - locomotives, LOCOMOTIVE: locomotives})


def station_price(position: Position, seat: int, board: Board) -> int:
    """E8: the cards that the seat's next station costs."""
    built = board.rules["stations"] - position["players"][seat]["stations"]
    price: int = board.rules["station_cost"][built]
    return price


def station_actions(position: Position, seat: int, board: Board) -> set[str]:
    """E8: a station in any city that has none, whether or not a route is built there."""
    player = position["players"][seat]
    if board.rules.get("stations", 0) == 0 or player["stations"] == 0:
        return set()
    ways = payments(station_price(position, seat, board), board.colours, counted(player["hand"]))
    free = board.cities - set(position["stations"])
    return {f"station {city} {payment}" for city in free for payment in ways}


def tunnel_actions(position: Position, seat: int, board: Board) -> set[str]:
    """E4, E5: pay what the tunnel asks for, or leave it; the question is put even to one who cannot pay."""
    tunnel = position["tunnel"]
    hand = counted(position["players"][seat]["hand"])
    colours = [] if tunnel["colour"] == LOCOMOTIVE else [tunnel["colour"]]  # E5
    grade = board.modules.get("grade-check")
    dollars = (
        {"pay dollars"} if grade and position["players"][seat]["money"] >= grade["price"] * tunnel["asked"] else set()
    )
    return {"withdraw"} | dollars | {f"pay {payment}" for payment in payments(tunnel["asked"], colours, hand)}
