"""What an action leads to: a plain account of every kind of step, without regard to speed."""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from .board import LOCOMOTIVE, SHIPS, TRAINS, Board
from .clauses import standing
from .companies import (
    Clerk,
    Herds,
    Lot,
    cards_drawn,
    newspapers_passed,
    pay,
    tickets_kept,
    turn_up_news,
)
from .legal import cards_of, station_price
from .modules import pass_grade_check
from .offices import hire, meet_at_turn, next_to_hire, settle_slips, spend_locomotive_pick, use
from .piles import Piles, Shuffle
from .positions import UNKNOWN, Position, cards_laid, complete, counted
from .powers import use_power
from .sails import next_pair_payments, port_payments, route_payments
from .sequence import after_claim, answer


@dataclass
class State:
    """A position that is being changed by an action of a seat."""

    position: Position
    seat: int
    board: Board
    piles: Piles
    shuffle: Shuffle | None
    clerk: Clerk = field(default_factory=Clerk)
    paid: Counter[str] = field(default_factory=Counter)
    """What the claim that is being carried out was paid with, less what was refunded."""
    colour: str = ""
    """The colour it was paid with; the locomotive, if with these alone."""
    locomotives_paid: int = 0
    """Locomotives among the cards paid, refunded ones included."""
    refunded: int = 0
    """Locomotives that came back."""

    @property
    def player(self) -> dict[str, Any]:
        """The player who acts."""
        player: dict[str, Any] = self.position["players"][self.seat]
        return player

    def spend(self, cards: Counter[str]) -> None:
        """Cards leave the hand; those known to be held are the first that are known to be gone."""
        self.player["hand"] = dict(counted(self.player["hand"]) - cards)
        self.player["known"] = dict(counted(self.player["known"]) - cards)

    def receive(self, cards: Counter[str], in_sight: bool) -> None:
        """Cards come to the hand; if everybody saw them, everybody knows them there."""
        self.player["hand"] = dict(counted(self.player["hand"]) + cards)
        if in_sight:
            self.player["known"] = dict(counted(self.player["known"]) + cards)


def after(
    position: Position,
    seat: int,
    action: str,
    board: Board,
    shuffle: Shuffle | None = None,
    lot: Lot | None = None,
    herds: Herds | None = None,
) -> list[Position]:
    """The position that a legal action leads to.

    Without `shuffle`, what chance decides is left open: single cards and tickets are `"?"`, and where nothing can be
    said of row, deck and discards they are null. There is one position in the list, or two if a card that chance
    decides settles whether a tunnel asks for more (then `asked` is `"?"` in the one, and the other has a field
    `turned_and_asked_nothing`).
    With `shuffle` (given a sorted list, returns it in another order) all is decided and the list has one position.
    On a board with companies the position has a field `log` with what happened to money, news and cards. `lot` says
    which cards are lost by lot; without it they are shuffled. Without `shuffle`, a step that needs it is undecided.
    """
    full = complete(position, board)
    state = State(full, seat, board, Piles(full, board, shuffle), shuffle, Clerk(lot=lot, herds=herds))
    state.piles.tell_passed = partial(newspapers_passed, state)
    verb, *words = action.split()
    states = [state]
    if verb == "draw" and words == ["tickets"]:
        _draw_tickets(state)
    elif verb == "draw":
        _draw_card(state, words)
    elif verb == "keep" and full["phase"] == "opening":
        _keep_at_opening(state, words)
    elif verb == "keep":
        _keep(state, words)
    elif verb == "hire":
        if not hire(state, words[0]):
            _go_on_setting_up(state)
    elif verb == "decline" and full["phase"] == "second-claim":
        _end_turn(state)
    elif verb == "claim" and board.routes[words[0]].tunnel:
        states = _lay_for_tunnel(state, words[0], words[1])
    elif verb == "claim" and board.routes[words[0]].pair:
        full["pair"] = {"route": words[0], "spaces": 0, "paid": {}}
        _pay_pair(state, words[1])
    elif verb == "claim":
        route = board.routes[words[0]]
        hand = counted(state.player["hand"])
        paid = route_payments(route, board, hand)[words[1]] if board.sails else cards_of(words[1], route.length)
        _spend_crew(state)
        state.spend(paid)
        _claim(state, words[0], words[1].partition("+")[0], paid)
    elif full["phase"] == "claim-asks":
        if answer(state, verb, words[0] if words else ""):
            _claim_ends(state)
    elif verb == "use":
        use(state, words[0])
    elif verb == "pay" and full["phase"] == "pair":
        _pay_pair(state, words[0])
    elif verb == "pay":
        _pay(state, words[0])
    elif verb == "withdraw":
        _withdraw(state)
    elif verb == "station":
        _build_station(state, words[0], words[1])
    elif verb == "port":
        _build_port(state, words[0], " ".join(words[1:]))
    elif verb == "exchange":
        _exchange(state, int(words[0]), words[1])
    elif verb == "split":
        _split(state, int(words[0]))
    elif verb in ("buy", "return", "bond"):
        use_power(state, verb, words)
    elif verb == "pass":
        _end_turn(state, passed=True, idle=True)  # C2
    else:
        raise ValueError(f"no such action: {action}")
    return [_written(each) for each in states]


def _draw_card(state: State, words: list[str]) -> None:
    """C3-C5, C8, W4."""
    position, piles = state.position, state.piles
    only_one = False
    if words[0].isdigit():
        card = piles.take_face_up(int(words[0]) - 1, replaced_from=words[1] if state.board.sails else TRAINS)
        state.receive(Counter([card]), in_sight=True)
        only_one = card == LOCOMOTIVE  # C4; blind it counts as an ordinary card (C5)
    else:
        deck = words[0] if state.board.sails else TRAINS
        state.receive(Counter([piles.draw_blind(deck)]), in_sight=False)
        if state.board.companies:
            position["news"]["blind_picks"] = position["news"].get("blind_picks", 0) + 1
    turn_up_news(state, state.seat)  # L11: before the next pick
    takes_two = position.get("armed") == "two_locomotives" and not standing(
        position, state.board, "no_face_up_locomotive", False
    )
    has_second = piles.holds_card_for_second_pick() or (takes_two and LOCOMOTIVE in piles.row)
    if only_one and spend_locomotive_pick(state, has_second or position["phase"] != "turn"):
        only_one = False
    if position["phase"] == "turn" and not only_one and has_second:
        position["phase"] = "second-pick"
    else:
        if state.board.companies:
            cards_drawn(state)
        _end_turn(state)


def _draw_tickets(state: State) -> None:
    """C14: the top tickets of the deck are offered, all if there are too few."""
    position = state.position
    number = standing(position, state.board, "tickets_offered", state.board.rules["draw"]["tickets"])
    state.player["offered"] = position["ticket_deck"][:number]
    position["ticket_deck"] = position["ticket_deck"][number:]
    position["phase"] = "tickets"


def _keep(state: State, words: list[str]) -> None:
    """C14: the others go to the bottom, shuffled among themselves."""
    offered = state.player["offered"]
    kept = [offered[int(word) - 1] for word in words]
    state.player["tickets"] += kept
    state.player["offered"] = []
    _put_under(state, [ticket for ticket in offered if ticket not in kept])
    if state.position["phase"] == "crew-tickets":
        _go_on_setting_up(state)
        return
    if state.board.companies:
        tickets_kept(state, len(kept))
    if state.board.office:
        state.player["office"]["ticket_draws"] += 1
    _end_turn(state)


def _keep_at_opening(state: State, words: list[str]) -> None:
    """C20, U2, E2: the choices take effect when all have chosen."""
    players = state.position["players"]
    state.player["chosen"] = [state.player["offered"][int(word) - 1] for word in words]
    if any(player["chosen"] is None for player in players):
        return
    for player in players:  # in seat order (C14)
        player["tickets"] += player["chosen"]
        if state.board.rules["opening"]["refused"] == "bottom":
            _put_under(state, refused_at_opening(player))
        player["offered"] = []
        player["chosen"] = None
    if state.board.sails:  # W2
        state.position["phase"] = "split"
        return
    _go_on_setting_up(state)


def _go_on_setting_up(state: State) -> None:
    """Set-up 10: the next company hires; when all have, the first turn starts."""
    if state.board.office and next_to_hire(state):
        return
    _begin_turn(state)


def _begin_turn(state: State) -> None:
    """C6: the row is checked at the start of every turn; then postcards are met that wait for one."""
    seat = state.position["seat"]
    state.position["phase"] = "turn"
    state.piles.check_row()
    turn_up_news(state, seat)
    if state.board.office:
        meet_at_turn(state, seat)


def _split(state: State, trains: int) -> None:
    """W2: in secret; when all have chosen, all have their pieces, and the rest lies in their boxes."""
    players, rules = state.position["players"], state.board.rules
    state.player["split"] = trains
    if any(player["split"] is None for player in players):
        return
    for player in players:
        player[TRAINS] = player["split"]
        player[SHIPS] = rules["pieces"] - player["split"]
        player["box"] = {pieces: rules[pieces] - player[pieces] for pieces in (TRAINS, SHIPS)}
        player["split"] = None
    state.position["phase"] = "turn"
    state.piles.check_row()  # C6: the first turn starts


def refused_at_opening(player: dict[str, Any]) -> list[str]:
    """The tickets that a player who has chosen was offered and did not choose."""
    return [ticket for ticket in player["offered"] if ticket not in player["chosen"]]


def _put_under(state: State, tickets: list[str]) -> None:
    if state.shuffle is None:
        state.position["ticket_deck"] += [UNKNOWN] * len(tickets)
    else:
        state.position["ticket_deck"] += state.shuffle(sorted(tickets))


def _take_route(state: State, name: str, cards: Counter[str]) -> None:
    """C9, C10, C13: the cards (out of the hand already) are discarded, the pieces put down, the points scored."""
    route = state.board.routes[name]
    length = route.length
    state.position["routes"][name] = state.seat
    state.player[route.pieces] -= length  # W5
    if not state.board.companies:  # L1
        state.player["points"] += state.board.rules["route_points"][length - 1]
    state.piles.discard(cards)


def _claim(state: State, name: str, colour: str, cards: Counter[str]) -> None:
    """A route whose cards are out of the hand: it is taken, and the claim sequence is gone through."""
    route = state.board.routes[name]
    state.paid, state.colour, state.locomotives_paid = +cards, colour, cards[LOCOMOTIVE]
    if "grade-check" in state.board.modules:  # number 1 comes before the pieces are placed
        pass_grade_check(state, state.board.modules["grade-check"], route)
    _take_route(state, name, cards)
    turn_up_news(state, state.seat)  # C7: the cards discarded may have filled holes
    if not state.board.companies or after_claim(state, route):
        _claim_ends(state)


def _claim_ends(state: State) -> None:
    """The turn ends, or a second claim follows."""
    position = state.position
    if position.get("armed") == "second_claim" and not position["second_claim"]:
        position.update(second_claim=True, phase="second-claim")
    else:
        _end_turn(state)


def _spend_crew(state: State) -> None:
    """A second claim spends the power that allows it."""
    if state.position["phase"] == "second-claim":
        state.player["office"]["crew_uses"] += 1


def asks(colour: str, turned: list[str]) -> int:
    """E4, E5: the turned cards that ask for one more; of locomotives laid alone the colour is the locomotive."""
    return sum(card in (colour, LOCOMOTIVE) for card in turned)


def _lay_for_tunnel(state: State, name: str, payment: str) -> list[State]:
    """E4-E6: lay the cards down and turn up the top of the deck."""
    laid = cards_of(payment, state.board.routes[name].length)
    colour = payment.partition("+")[0]
    _spend_crew(state)
    if state.position.get("turned"):  # of the first claim of this turn: they make room for those of the second
        state.piles.discard(Counter(state.position.pop("turned")))
        turn_up_news(state, state.seat)
    state.spend(laid)
    state.piles.quiet = True  # L11: a grade check passes over newspapers
    turned = state.piles.turn_up(state.board.rules["tunnel_cards"])
    state.piles.quiet = False
    asked = asks(colour, turned)
    tunnel = {
        "route": name,
        "colour": colour,
        "locomotives": laid[LOCOMOTIVE],
        "turned": turned,
        "asked": UNKNOWN if UNKNOWN in turned else asked,
    }
    if asked > 0:  # the player is asked, even one who cannot pay
        state.position.update(phase="tunnel", tunnel=tunnel)
        return [state]
    states = [state]
    if UNKNOWN in turned:  # chance decides between the two
        asking = deepcopy(state)
        asking.position.update(phase="tunnel", tunnel=tunnel)
        states.append(asking)
        state.position["turned_and_asked_nothing"] = {"colour": colour, "unknown": turned.count(UNKNOWN)}
    state.position["turned"] = turned
    _claim(state, name, colour, laid)  # the route is the player's at once
    return states


def _pay(state: State, payment: str) -> None:
    """E4, E5: what the tunnel asked for is paid, and the route is the player's."""
    tunnel = state.position["tunnel"]
    paid: Counter[str] = Counter()
    if payment == "dollars":
        pay(state, state.seat, -state.board.modules["grade-check"]["price"] * tunnel["asked"], 1, "grade-check")
    else:
        paid = cards_of(payment, tunnel["asked"])
        state.spend(paid)
    state.position.update(tunnel=None, turned=tunnel["turned"])
    _claim(state, tunnel["route"], tunnel["colour"], cards_laid(tunnel, state.board) + paid)


def _withdraw(state: State) -> None:
    """E4: the cards laid down, which everybody has seen, go back to the hand."""
    tunnel = state.position["tunnel"]
    state.receive(cards_laid(tunnel, state.board), in_sight=True)
    state.position.update(tunnel=None, turned=tunnel["turned"])
    second = bool(state.position.get("second_claim"))
    if second:  # a use is spent only if it changed something, and the turn has claimed a route already
        state.player["office"]["crew_uses"] -= 1
    _end_turn(state, idle=not second)


def _build_station(state: State, city: str, payment: str) -> None:
    """E8."""
    cards = cards_of(payment, station_price(state.position, state.seat, state.board))
    state.spend(cards)
    state.position["stations"][city] = state.seat
    state.player["stations"] -= 1
    state.piles.discard(cards)
    _end_turn(state)


def _pay_pair(state: State, payment: str) -> None:
    """W7: two cards for the next space lie on the table; with the last space paid the route is the player's."""
    pair = state.position["pair"]
    cards = next_pair_payments(state.position, state.seat, state.board)[payment]
    state.spend(cards)
    pair["paid"] = dict(counted(pair["paid"]) + cards)
    pair["spaces"] += 1
    if pair["spaces"] < state.board.routes[pair["route"]].length:
        state.position["phase"] = "pair"
        return
    state.position["pair"] = None
    _take_route(state, pair["route"], counted(pair["paid"]))
    _end_turn(state)


def _build_port(state: State, city: str, payment: str) -> None:
    """W10."""
    cards = port_payments(state.board, counted(state.player["hand"]))[payment]
    state.spend(cards)
    state.position["ports"][city] = state.seat
    state.player["ports"] -= 1
    state.piles.discard(cards)
    _end_turn(state)


def _exchange(state: State, number: int, wanted: str) -> None:
    """W12: pieces of the kind wanted come from the box, as many of the other go there, and that costs points."""
    given = SHIPS if wanted == TRAINS else TRAINS
    player, box = state.player, state.player["box"]
    player[wanted] += number
    box[wanted] -= number
    player[given] -= number
    box[given] += number
    player["exchanged"] += number
    _end_turn(state, idle=True)


def _end_turn(state: State, passed: bool = False, idle: bool = False) -> None:
    """C17, C2, E6: the end of a turn, and the start of the next unless the game is over."""
    position, rules = state.position, state.board.rules
    players = len(position["players"])
    state.piles.discard(Counter(position.pop("turned", [])))  # E6
    if state.board.office:
        position.update(armed=None, second_claim=False)
    position["turn"] += 1
    if state.board.powers:
        position["bought"] = 0
    position["passes"] = position["passes"] + 1 if passed else 0
    position["idle_turns"] = position["idle_turns"] + 1 if idle else 0
    if position["turns_left"] is not None:
        position["turns_left"] -= 1
    elif state.player[TRAINS] + state.player.get(SHIPS, 0) <= rules["end_at"]:  # C17, W13
        position["turns_left"] = players * rules["last_turns"]
    ten_idle_rounds = position["idle_turns"] == 10 * players  # C2
    if position["turns_left"] == 0 or position["passes"] == players or ten_idle_rounds:
        position["phase"] = "over"
        if state.board.office:
            settle_slips(state)
        return
    position["seat"] = (state.seat + 1) % players
    _begin_turn(state)


def _written(state: State) -> Position:
    """The position with its piles written into it."""
    position, piles = state.position, state.piles
    if state.board.companies:
        position["log"] = state.clerk.log
    position["row"] = piles.row if piles.certain else None
    for name, deck in position["decks"].items():
        deck["cards"] = piles.decks[name] if piles.certain else None
        deck["discards"] = dict(+piles.discards[name]) if piles.certain else None
        position["shuffles"][name] = position["shuffles"].get(name, 0) + piles.shuffles[name]
    return position
