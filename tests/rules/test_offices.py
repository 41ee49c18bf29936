"""Crew and postcards: every card of the content fires in a position, pays what it says, and keeps its secrets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i16, u8

from office_positions import (
    COMPANIES,
    begun,
    cards,
    claim,
    dealt,
    edition,
    end,
    holding,
    legal_codes,
    own,
    part,
    path,
    play,
    turn_up,
)
from trunkline.game.game import Game
from trunkline.maps.edition import Barred, HeldPostcard, StartExtra
from trunkline.rules.actions import kind_of, subject_of, to_text
from trunkline.rules.board import GRAY
from trunkline.rules.claim import CLAIM, SECOND_CLAIM_PHASE
from trunkline.rules.events import Event
from trunkline.rules.money import companies_of
from trunkline.rules.newspapers import news_of
from trunkline.rules.offices import HIRING
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.scoring import score_sheets
from trunkline.rules.state import NOBODY, TURN, State
from trunkline.rules.tickets import CREW_TICKETS
from trunkline.rules.view import View

pytestmark = pytest.mark.rule("L21")


def routes_where(state: State, fits: Callable[[int], bool], number: int) -> list[int]:
    """So many routes of different pairs that fit."""
    found: list[int] = []
    groups: set[tuple[int, int]] = set()
    for route in range(state.board.routes):
        ends = (int(state.board.route_a[route]), int(state.board.route_b[route]))
        if fits(route) and ends not in groups:
            groups.add(ends)
            found.append(route)
    assert len(found) >= number
    return found[:number]


def length(state: State, route: int) -> int:
    return int(state.board.length[route])


def tagged(state: State, tag: str) -> Callable[[int], bool]:
    from trunkline.maps.load import load_map

    routes = {route.name: route for route in load_map(state.board.map_id).routes}
    return lambda route: tag in routes[state.board.route_names[route]].tags


def harbours(state: State) -> Callable[[int], bool]:
    from trunkline.maps.load import load_map

    there = {city.id for city in load_map(state.board.map_id).cities if city.harbour}
    names = state.board.city_names
    return lambda route: names[state.board.route_a[route]] in there and names[state.board.route_b[route]] in there


def in_territory(state: State, code: str) -> Callable[[int], bool]:
    from trunkline.maps.load import load_map

    there = {city.id for city in load_map(state.board.map_id).cities if city.territory == code}
    names = state.board.city_names
    return lambda route: names[state.board.route_a[route]] in there or names[state.board.route_b[route]] in there


def many(fits: Callable[[State], Callable[[int], bool]], number: int) -> Callable[[State], list[int]]:
    return lambda state: routes_where(state, fits(state), number)


def joined(*pairs: tuple[str, str]) -> Callable[[State], list[int]]:
    return lambda state: list(dict.fromkeys(route for one, other in pairs for route in path(state, one, other)))


def one_in_each_of_seven(state: State) -> list[int]:
    tables = state.board.companies
    return [
        next(route for route in range(state.board.routes) if int(tables.territory[route]) == number)
        for number in range(7)
    ]


def long_network(state: State) -> list[int]:
    """Routes that hang together and have 32 trains or more."""
    found: list[int] = []
    for route in [*reversed(path(state, "new-orleans", "boston")), *reversed(path(state, "new-orleans", "seattle"))]:
        if route not in found:
            found.append(route)
        if sum(length(state, each) for each in found) >= 32:
            return found
    raise AssertionError


AT_CLAIM: dict[str, tuple[Callable[[State], list[int]], dict[str, int]]] = {
    "p01": (many(lambda s: lambda r: length(s, r) == 1, 7), {"money": 4}),
    "p02": (joined(("new-orleans", "boston"), ("new-orleans", "pittsburgh")), {"money": 7}),
    "p09": (joined(("new-orleans", "quebec")), {"money": 8}),
    "p13": (many(lambda s: lambda r: harbours(s)(r) and length(s, r) >= 2, 5), {"money": 5}),
    "p14": (joined(("toronto", "new-orleans")), {"money": 8}),
    "p16": (joined(("key-west", "philadelphia")), {"money": 8}),
    "p17": (many(lambda s: lambda r: length(s, r) >= 5, 1), {"money": 5}),
    "p19": (many(lambda s: tagged(s, "bridge"), 2), {"money": 6}),
    "p21": (many(lambda s: lambda r: length(s, r) == 3, 1), {"money": 3, "cards": 1}),
    "p23": (many(lambda s: in_territory(s, "LS"), 4), {"money": 7}),
    "p24": (many(lambda s: lambda r: s.board.colour[r] == s.board.companies.colour[0] and length(s, r) >= 4, 1),
            {"money": 5}),
    "p25": (joined(("winnipeg", "boston")), {"money": 9}),
    "p27": (many(lambda s: lambda r: length(s, r) >= 4, 3), {"money": 8}),
    "p28": (many(lambda s: tagged(s, "mountain"), 3), {"money": 7}),
    "p30": (long_network, {"money": 8}),
    "p31": (joined(("chihuahua", "montreal")), {"vault": 14}),
    "p34": (one_in_each_of_seven, {"money": 10}),
    "p35": (many(lambda s: lambda r: length(s, r) >= 5, 1), {"money": 6}),
    "p36": (joined(("seattle", "bangor")), {"vault": 12}),
}  # fmt: skip
"""By postcard: the routes of which the last one is claimed, and what the card pays for it."""


def paid_by(log: list[Event], state: State, source: str) -> dict[str, int]:
    """What a source paid: dollars, cards, dollars into the vault."""
    number = state.board.companies.sources.index(source)
    found: dict[str, int] = {}
    for event in log:
        values = list(event.values)
        if event.name == "money" and values[3] == number:
            found["money"] = found.get("money", 0) + int(values[0])
        elif event.name == "cards-gained" and values[1] == number:
            found["cards"] = found.get("cards", 0) + 1
        elif event.name == "vault" and values[1] == number:
            found["vault"] = found.get("vault", 0) + int(values[2])
        elif event.name == "slip-changed" and values[0] == number:
            found["slip"] = found.get("slip", 0) + int(values[1])
    return found


@pytest.mark.parametrize("card", AT_CLAIM)
@pytest.mark.card(
    "p01", "p02", "p09", "p13", "p14", "p16", "p17", "p19", "p21", "p23", "p24", "p25", "p27", "p28", "p30", "p31",
    "p34", "p35", "p36",
)  # fmt: skip
def test_a_postcard_that_a_claim_meets(card: str) -> None:
    chosen, pays = AT_CLAIM[card]
    state = holding(card)
    routes = chosen(state)
    own(state, 0, routes[:-1])
    log = claim(state, routes[-1])
    assert paid_by(log, state, card) == pays
    assert [event.name for event in log].count("postcard") == 1
    assert part(state).uses[0] == 1


@pytest.mark.parametrize("card", sorted(set(AT_CLAIM) - {"p17", "p21", "p24", "p35"}))
def test_one_route_less_does_not_meet_it(card: str) -> None:
    state = holding(card)
    routes = AT_CLAIM[card][0](state)
    own(state, 0, routes[:-2])
    log = claim(state, routes[-1])
    assert paid_by(log, state, card) == {}
    assert part(state).uses[0] == 0


@pytest.mark.card("p03")
def test_three_locomotives_in_a_payment_p03() -> None:
    state = holding("p03")
    route = routes_where(state, lambda r: length(state, r) == 3, 1)[0]
    assert paid_by(claim(state, route, wilds=2), state, "p03") == {}
    state = holding("p03")
    assert paid_by(claim(state, route, wilds=3), state, "p03") == {"cards": 3}


@pytest.mark.card("p04")
def test_cards_of_one_colour_are_shown_p04() -> None:
    state = holding("p04")
    own_turn = state.seat
    for _ in range(4):
        draw_two(state)
    assert state.seat == own_turn and part(state).uses[0] == 1
    assert companies_of(state).money[0] == 5 + 4
    assert any(known >= 6 for known in state.players[0].known)


def draw_two(state: State) -> None:
    seat, turn = state.seat, state.turn
    while state.turn == turn:
        play(state, next(code for code in legal_codes(state) if to_text(state.board, code) == "draw deck"))
    assert state.seat != seat


def beside_others(state: State) -> list[int]:
    """Seven routes of different pairs, each beside a route of another company."""
    pairs = routes_where(state, lambda route: int(state.board.twin[route]) > route, 7)
    own(state, 1, [int(state.board.twin[route]) for route in pairs])
    return pairs


@pytest.mark.card("p07")
def test_routes_beside_those_of_others_p07() -> None:
    """With four companies it takes seven."""
    for held, pays in ((6, {"money": 5}), (5, {})):
        state = holding("p07")
        pairs = beside_others(state)
        own(state, 0, pairs[:held])
        assert paid_by(claim(state, pairs[6]), state, "p07") == pays


def with_few_cards(state: State, colour: int, number: int, locomotives: int = 0) -> State:
    """The same state; blue holds these cards alone."""
    hand = [0] * int(state.board.cards)
    hand[colour] = number
    hand[int(state.board.wild)] = locomotives
    state.players[0].hand = vec[u8](hand)
    state.players[0].count_hand()
    return state


@pytest.mark.card("p32")
def test_nearly_all_cards_laid_down_p32() -> None:
    for more, pays in ((2, {"cards": 4}), (3, {})):
        state = holding("p32")
        route = routes_where(state, lambda r, s=state: length(s, r) == 3 and s.board.colour[r] == 1, 1)[0]  # type: ignore[misc]
        assert paid_by(claim(with_few_cards(state, 1, 3 + more), route), state, "p32") == pays


@pytest.mark.rule("L12")
@pytest.mark.card("p39")
def test_a_claim_during_a_bad_event_p39_pays_twice_in_the_campaign() -> None:
    state = holding("p39")
    turn_up(state, "coal-famine")
    short = routes_where(state, lambda r: length(state, r) == 2, 4)
    assert paid_by(claim(state, short[3], wilds=1), state, "p39") == {}
    state.seat = 0
    assert paid_by(claim(state, short[0], wilds=2), state, "p39") == {"money": 4}
    state.seat = 0
    assert paid_by(claim(state, short[1], wilds=2), state, "p39") == {"money": 4}
    state.seat = 0
    assert paid_by(claim(state, short[2], wilds=2), state, "p39") == {}
    state = holding("p39")
    turn_up(state, "milk-run")
    assert paid_by(claim(state, short[0], wilds=2), state, "p39") == {}


# Extra locomotives (L18)


@pytest.mark.rule("L18")
@pytest.mark.parametrize(("card", "pays"), [("p06", {"cards": 3}), ("p15", {"money": 6}), ("p29", {})])
@pytest.mark.card("p06", "p15", "p29")
def test_an_extra_locomotive_for_an_effect(card: str, pays: dict[str, int]) -> None:
    state = holding(card)
    least = {"p06": 1, "p15": 4, "p29": 5}[card]
    route = routes_where(
        state, lambda r: harbours(state)(r) and length(state, r) >= least and state.board.colour[r] != GRAY, 1
    )[0]
    with_few_cards(state, int(state.board.colour[route]), length(state, route), locomotives=2)
    locomotives = int(state.players[0].hand[state.board.wild])
    log = claim(state, route)
    assert [event.name for event in log][-1] == "asked-privately"
    texts = [to_text(state.board, code) for code in legal_codes(state)]
    assert texts == [f"use {card}", "decline"]
    log = play(state, legal_codes(state)[0])
    assert int(state.players[0].hand[state.board.wild]) <= locomotives
    assert "extra-locomotive" in [event.name for event in log]
    assert paid_by(log, state, card) == pays
    taken = 0
    while state.seat == 0 and state.phase != TURN:
        assert to_text(state.board, legal_codes(state)[0]).startswith("take ")
        play(state, legal_codes(state)[0])
        taken += 1
    assert taken <= 2
    assert part(state).uses[0] == 1
    assert card != "p29" or int(state.players[0].hand_size) >= 2 - 1 + 2


@pytest.mark.rule("L18")
def test_who_holds_no_locomotive_is_asked_too_and_nobody_sees_the_difference() -> None:
    views = []
    for locomotives in (0, 3):
        state = with_few_cards(holding("p06"), 1, 4 - locomotives, locomotives)
        route = routes_where(state, lambda r, s=state: length(s, r) == 1 and s.board.colour[r] == 1, 1)[0]  # type: ignore[misc]
        log = claim(state, route)
        told = [event.seen_by(1).facts(state.board) for event in log]
        views.append((View(state, 1).to_bytes(), told))
        answers = [to_text(state.board, code) for code in legal_codes(state)]
        assert answers == (["use p06", "decline"] if locomotives else ["decline"])
        assert "p06" not in str(told)
    assert views[0] == views[1]


@pytest.mark.rule("L18")
def test_more_cards_in_hand_than_p06_allows_ask_nothing() -> None:
    state = with_few_cards(holding("p06"), 1, 3, 2)
    route = routes_where(state, lambda r: length(state, r) == 1 and state.board.colour[r] == 1, 1)[0]
    assert "asked-privately" not in [event.name for event in claim(state, route)]


@pytest.mark.rule("L18")
def test_a_declined_question_leaves_the_use() -> None:
    state = with_few_cards(holding("p06"), 1, 2, 2)
    claim(state, routes_where(state, lambda r: length(state, r) == 1 and state.board.colour[r] == 1, 1)[0])
    assert [to_text(state.board, code) for code in legal_codes(state)] == ["use p06", "decline"]
    log = play(state, legal_codes(state)[1])
    assert "postcard" not in [event.name for event in log]
    assert part(state).uses[0] == 0
    assert (part(state).asked, part(state).asking) == (NOBODY, 0)


# The end of the game


def tickets_worth(state: State, *values: int) -> list[int]:
    found: list[int] = []
    for value in values:
        found.append(
            next(t for t in range(state.board.tickets) if state.board.ticket_points[t] == value and t not in found)
        )
    return found


def at_the_end(card: str, *, tickets: list[int], completed: bool = True, game: int = 5, used: int = 0) -> State:
    """A game at its end in which blue has tickets of these values, all completed or none."""
    state = holding(card, game=game, used=used)
    state.players[0].tickets = vec[i16](tickets_worth(state, *tickets))
    if completed:
        groups: set[tuple[int, int]] = set()
        for route in range(state.board.routes):
            ends = (int(state.board.route_a[route]), int(state.board.route_b[route]))
            if ends not in groups:
                groups.add(ends)
                own(state, 0, [route])
    return state


END = [
    ("p08", [5, 5, 4], {"vault": 5}),
    ("p08", [5, 5, 6], {}),
    ("p12", [9, 10], {"vault": 6}),
    ("p12", [8, 10], {}),
    ("p22", [15], {"vault": 8}),
    ("p22", [14], {}),
    ("p33", [4, 5, 6, 7], {"vault": 6}),
    ("p33", [4, 5, 6], {}),
]


@pytest.mark.parametrize(("card", "tickets", "pays"), END)
@pytest.mark.card("p08", "p12", "p22", "p33")
def test_a_postcard_that_completed_tickets_meet(card: str, tickets: list[int], pays: dict[str, int]) -> None:
    state = at_the_end(card, tickets=tickets)
    log = end(state)
    assert paid_by(log, state, card) == pays
    assert part(state).uses[0] == (1 if pays else 0)


@pytest.mark.card("p05")
def test_no_trains_left_p05() -> None:
    for trains, pays in ((0, {"vault": 6}), (1, {})):
        state = holding("p05")
        state.players[0].trains = trains
        assert paid_by(end(state), state, "p05") == pays


@pytest.mark.card("p18")
def test_coins_when_the_last_turn_ends_p18() -> None:
    for money, pays in ((70, {"vault": 6}), (69, {})):
        state = holding("p18")
        companies_of(state).money[0] = money
        assert paid_by(end(state), state, "p18") == pays


@pytest.mark.card("p20")
def test_two_tickets_that_share_a_city_p20_pay_on_the_slip() -> None:
    state = at_the_end("p20", tickets=[4])
    names = state.board.ticket_names
    pair = [names.index("new-york-boston"), names.index("philadelphia-new-york")]
    state.players[0].tickets = vec[i16](pair)
    assert paid_by(end(state), state, "p20") == {"slip": 5}
    assert score_sheets(state)[0].points_of("offices") == 5
    state = at_the_end("p20", tickets=[4])
    state.players[0].tickets = vec[i16]([names.index("new-york-boston"), names.index("chicago-atlanta")])
    assert paid_by(end(state), state, "p20") == {}


@pytest.mark.card("p26")
def test_tickets_drawn_and_no_failed_one_p26() -> None:
    for draws, completed, pays in ((1, True, {"vault": 6}), (0, True, {}), (1, False, {})):
        state = at_the_end("p26", tickets=[4], completed=completed)
        part(state).ticket_draws[0] = draws
        assert paid_by(end(state), state, "p26") == pays


@pytest.mark.card("p11")
def test_newspapers_met_p11_pay_at_a_turn_or_on_the_slip() -> None:
    state = holding("p11")
    part(state).newspapers[0] = 4
    for _ in range(4):
        draw_two(state)
    assert part(state).uses[0] == 1
    assert companies_of(state).money[0] >= 9
    state = holding("p11")
    part(state).newspapers[0] = 4
    assert paid_by(end(state), state, "p11") == {"slip": 4}


@pytest.mark.card("p10")
def test_the_last_place_p10_gets_its_next_set_up() -> None:
    for worst, game, given in ((True, 6, (3, 3)), (True, 9, (3, 3)), (True, 5, (0, 0)), (False, 6, (0, 0))):
        state = holding("p10", game=game)
        for seat in range(4):
            companies_of(state).money[seat] = 50 if worst else 0
            state.players[seat].tickets = vec[i16]()
        companies_of(state).money[0] = 0 if worst else 50
        end(state)
        assert (part(state).next_money[0], part(state).next_cards[0]) == given


@pytest.mark.card("p38")
def test_a_failed_ticket_costs_half_p38_and_the_use_waits_for_one() -> None:
    """It takes two completed tickets."""
    for completed, saved in ((2, 11 - 5), (1, 0)):
        state = holding("p38")
        failed, *others = tickets_worth(state, 11, 4, 2)
        state.players[0].tickets = vec[i16]([failed, *others[:completed]])
        for ticket in others[:completed]:
            ends = (int(state.board.ticket_a[ticket]), int(state.board.ticket_b[ticket]))
            own(state, 0, path(state, *(state.board.city_names[city] for city in ends)))
        end(state)
        assert score_sheets(state)[0].points_of("offices") == saved
        assert part(state).uses[0] == (1 if saved else 0)
    state = at_the_end("p38", tickets=[11, 4], completed=False)
    before = score_sheets(state)[0].total
    end(state)
    assert score_sheets(state)[0].points_of("offices") == 0
    assert score_sheets(state)[0].total == before
    state = at_the_end("p38", tickets=[5])
    end(state)
    assert part(state).uses[0] == 0


@pytest.mark.rule("L12")
@pytest.mark.card("p40")
def test_pearls_card_p40_removes_the_current_event_for_good() -> None:
    state = holding("p40")
    assert not any(to_text(state.board, code) == "use p40" for code in legal_codes(state))
    turn_up(state, "coal-famine")
    code = next(code for code in legal_codes(state) if to_text(state.board, code) == "use p40")
    log = play(state, code)
    assert paid_by(log, state, "p40")["money"] == 5
    events = state.board.companies.events
    assert [events[event] for event in part(state).removed] == ["coal-famine"]
    assert events[news_of(state).current] != "coal-famine"
    assert state.seat == 0 and state.phase == TURN
    assert paid_by(end(state), state, "p40") == {}


@pytest.mark.parametrize(("game", "used", "pays"), [(12, 0, {"vault": 5}), (11, 0, {}), (12, 1, {})])
def test_pearls_card_p40_unused_in_the_last_game(game: int, used: int, pays: dict[str, int]) -> None:
    state = holding("p40", game=game, used=used)
    assert paid_by(end(state), state, "p40") == pays


def test_a_postcard_used_up_before_pays_no_more() -> None:
    state = with_few_cards(holding("p06", used=2), 1, 2, 2)
    log = claim(state, routes_where(state, lambda r: length(state, r) == 1 and state.board.colour[r] == 1, 1)[0])
    assert "asked-privately" not in [event.name for event in log]


# Crew


def hire(state: State, card: str) -> list[Event]:
    code = next(code for code in legal_codes(state) if to_text(state.board, code) == f"hire {card}")
    return play(state, code)


def hired(card: str) -> State:
    """A game in which blue has hired a card and begins; the others hired what was left."""
    state = begun(edition(hires=True))
    others = [each.id for each in cards().crew if each.id not in (card, "route-agent")]
    while state.phase == HIRING:
        hire(state, card if state.seat == 0 else others.pop())
        if state.phase == CREW_TICKETS:
            play(state, legal_codes(state)[0])
    return state


def test_the_companies_hire_in_the_order_of_the_edition() -> None:
    state = begun(edition(hires=True))
    order = []
    while state.phase == HIRING:
        order.append(state.seat)
        hire(state, ["paymaster", "yard-boss", "adjuster", "editor"][len(order) - 1])
    assert order == [3, 2, 1, 0]
    assert state.seat == 0 and state.phase == TURN


def test_no_card_is_hired_twice_and_none_by_who_had_it_twice() -> None:
    state = begun(edition(hires=True, barred=(Barred("green", "editor"),)))
    hire(state, "paymaster")
    texts = [to_text(state.board, code) for code in legal_codes(state)]
    assert "hire paymaster" not in texts and "hire editor" not in texts and len(texts) == 6


def test_who_finds_no_card_takes_two_dollars() -> None:
    barred = tuple(Barred("yellow", card.id) for card in cards().crew)
    state = begun(edition(hires=True, barred=barred))
    assert companies_of(state).money[3] == 5 + 2
    assert state.seat == 2


@pytest.mark.card("paymaster", "yard-boss", "section-gang")
def test_crew_that_acts_when_it_is_hired() -> None:
    state = hired("paymaster")
    assert companies_of(state).money[0] == 5 + 3
    state = hired("yard-boss")
    assert state.players[0].hand_size == 4 + 2
    state = hired("section-gang")
    assert state.players[0].trains == 60 + 2
    assert not [wrong for chapter in state.board.chapters for wrong in chapter.check(state)]


@pytest.mark.card("route-agent")
def test_the_route_agent_shows_three_tickets() -> None:
    state = begun(edition(hires=True))
    held, deck = len(state.players[3].tickets), int(state.ticket_deck.size)
    hire(state, "route-agent")
    assert state.phase == CREW_TICKETS and len(legal_codes(state)) == 8
    play(state, next(code for code in legal_codes(state) if to_text(state.board, code) == "keep 2 3"))
    assert len(state.players[3].tickets) == held + 2
    assert state.ticket_deck.size == deck - 2
    assert state.phase == HIRING and state.seat == 2


@pytest.mark.card("adjuster")
def test_the_adjuster_halves_the_dearest_failed_ticket() -> None:
    state = hired("adjuster")
    state.players[0].tickets = vec[i16](tickets_worth(state, 9, 4))
    end(state)
    assert score_sheets(state)[0].points_of("offices") == 9 - 4


def use(state: State, card: str) -> list[Event]:
    return play(state, next(code for code in legal_codes(state) if to_text(state.board, code) == f"use {card}"))


@pytest.mark.card("brakeman")
def test_the_brakeman_takes_two_face_up_locomotives_once() -> None:
    state = hired("brakeman")
    wild = int(state.board.wild)
    for slot in (0, 1):
        state.row[slot] = u8(wild)
    use(state, "brakeman")
    before = int(state.players[0].hand[wild])
    play(state, next(code for code in legal_codes(state) if to_text(state.board, code) == "draw 1"))
    assert state.seat == 0
    state.row[1] = u8(wild)
    play(state, next(code for code in legal_codes(state) if to_text(state.board, code) == "draw 2"))
    assert int(state.players[0].hand[wild]) == before + 2
    assert state.seat == 1 and part(state).crew_uses[0] == 1


def test_a_use_that_changed_nothing_is_not_spent() -> None:
    state = hired("brakeman")
    state.row[0] = u8(int(state.board.wild))
    use(state, "brakeman")
    draw_two(state)
    assert part(state).crew_uses[0] == 0 and part(state).armed == 0


@pytest.mark.card("dispatcher")
def test_the_dispatcher_claims_a_second_short_route() -> None:
    state = hired("dispatcher")
    state.players[0].hand = vec[u8]([9] * 7 + [0])
    state.players[0].count_hand()
    use(state, "dispatcher")
    long = routes_where(state, lambda r: length(state, r) == 4, 1)[0]
    claim(state, long)
    assert state.phase == SECOND_CLAIM_PHASE and state.seat == 0
    offered = [code for code in legal_codes(state) if kind_of(code) == CLAIM]
    assert offered and all(length(state, int(subject_of(code))) <= 2 for code in offered)
    play(state, offered[0])
    assert state.seat == 1 and part(state).crew_uses[0] == 1


def test_a_second_claim_may_be_declined() -> None:
    state = hired("dispatcher")
    state.players[0].hand = vec[u8]([9] * 7 + [0])
    state.players[0].count_hand()
    use(state, "dispatcher")
    claim(state, routes_where(state, lambda r: length(state, r) == 1, 1)[0])
    play(state, legal_codes(state)[-1])
    assert state.seat == 1 and part(state).crew_uses[0] == 0


@pytest.mark.card("editor")
def test_the_editor_turns_up_the_next_event() -> None:
    state = hired("editor")
    expected = int(news_of(state).deck[len(news_of(state).deck) - 1])
    log = use(state, "editor")
    assert news_of(state).current == expected
    assert "news" in [event.name for event in log]
    assert state.seat == 0 and "use editor" not in [to_text(state.board, code) for code in legal_codes(state)]


def test_what_a_card_gave_for_the_next_set_up() -> None:
    state = dealt(edition(start=(StartExtra("red", money=4, cards=2),)))
    assert [int(money) for money in companies_of(state).money] == [5, 9, 5, 5]
    assert [int(player.hand_size) for player in state.players] == [4, 6, 4, 4]


# Events of the content


@pytest.mark.rule("L12")
@pytest.mark.parametrize(
    ("event", "fits", "amount"),
    [
        ("spring-flood", lambda s: tagged(s, "bridge"), -3),
        ("regatta", lambda s: harbours(s), 1),
        ("harvest-express", lambda s: lambda r: length(s, r) == 4, 3),
        ("blizzard", lambda s: lambda r: length(s, r) == 2 and not tagged(s, "mountain")(r), 1),
    ],
)
@pytest.mark.card("spring-flood", "regatta", "harvest-express", "blizzard")
def test_an_event_that_pays_for_a_claim(
    event: str, fits: Callable[[State], Callable[[int], bool]], amount: int
) -> None:
    state = holding()
    turn_up(state, event)
    log = claim(state, routes_where(state, fits(state), 1)[0])
    assert paid_by(log, state, event) == {"money": amount}


@pytest.mark.rule("L12")
def test_a_blizzard_closes_the_mountains_for_a_while() -> None:
    state = holding()
    mountains = routes_where(state, tagged(state, "mountain"), 3)
    turn_up(state, "blizzard")
    listed = {int(subject_of(code)) for code in legal_codes(state) if kind_of(code) == CLAIM}
    assert not listed & set(mountains)
    assert not View(state, 0).is_open(mountains[0])
    again = sample(View(state, 0), bytes(32))
    assert list(again.closed) == list(state.closed)
    assert list(from_bytes(state.board, to_bytes(state)).closed) == list(state.closed)
    turn_up(state, "milk-run")
    assert set(mountains) <= {int(subject_of(code)) for code in legal_codes(state) if kind_of(code) == CLAIM}


@pytest.mark.rule("L12")
@pytest.mark.card("wire-boom")
def test_a_wire_boom_pays_for_locomotives() -> None:
    for wilds, pays in ((1, {"money": 2}), (0, {})):
        state = holding()
        turn_up(state, "wire-boom")
        route = routes_where(state, lambda r, s=state: length(s, r) == 3, 1)[0]  # type: ignore[misc]
        assert paid_by(claim(state, route, wilds), state, "wire-boom") == pays


@pytest.mark.rule("L12")
def test_a_hurricane_watch_returns_a_card() -> None:
    state = holding()
    turn_up(state, "hurricane-watch")
    route = routes_where(state, lambda r: in_territory(state, "PM")(r) and length(state, r) == 2, 1)[0]
    assert "refunded" in [event.name for event in claim(state, route)]


@pytest.mark.rule("L12")
@pytest.mark.card("mail-subsidy")
def test_a_mail_subsidy_pays_by_territory() -> None:
    from trunkline.rules.news import turn_up as turn_up_next

    state = holding()
    own(state, 1, one_in_each_of_seven(state)[:3])
    own(state, 2, one_in_each_of_seven(state)[3:4])
    number = state.board.companies.event_number["mail-subsidy"]
    news_of(state).deck = vec[u8]([number])
    turn_up_next(state, None)
    assert [int(money) for money in companies_of(state).money] == [5, 8, 6, 5]


# Secrets, positions and packed states


def test_another_back_changes_nothing_that_others_see() -> None:
    """Two games that differ only in a back that was not met look the same to all others, but for the front."""
    held = [("p05", "p12")[twin] for twin in range(2)]
    seen = []
    for card in held:
        state = holding(card)
        log = claim(state, routes_where(state, lambda r, s=state: length(s, r) == 2, 1)[0])  # type: ignore[misc]
        view = View(state, 1)
        told = str([event.seen_by(1).facts(state.board) for event in log])
        assert card not in told
        seen.append((view.to_bytes(), told))
    assert seen[0] == seen[1]


def test_in_a_sampled_game_the_backs_of_others_do_nothing() -> None:
    state = holding("p21")
    route = routes_where(state, lambda r: length(state, r) == 3, 1)[0]
    for viewer, pays in ((0, {"money": 3, "cards": 1}), (1, {})):
        again = sample(View(state, viewer), bytes(32))
        again.players[0].hand = vec[u8]([9] * 7 + [0])
        again.players[0].count_hand()
        assert paid_by(claim(again, route), again, "p21") == pays


def test_positions_and_packed_states_keep_offices() -> None:
    for state in (holding("p06", "p38", "p10"), hired("dispatcher"), begun(edition(hires=True))):
        assert to_bytes(from_bytes(state.board, to_bytes(state))) == to_bytes(state)
    game = Game.new(begun(edition(hires=True, postcards=(HeldPostcard("red", "p06", 1),))).board.map_id, 4, seed=3)
    while not game.over and len(game.events) < 300:
        assert Game.from_position(game.position()).position() == game.position()
        for viewer in range(4):
            view = View(game.state, viewer)
            assert View(sample(view, bytes(32)), viewer).to_bytes() == view.to_bytes()
        seat = game.to_act[0]
        for code in game.legal(seat)[:40]:
            assert game.code(game.notation(code), seat) == code
        game.play(game.legal(seat)[len(game.events) % len(game.legal(seat))], seat)


def test_the_companies_of_the_tests_are_seated() -> None:
    assert dealt(edition()).board.companies.companies[:4] == COMPANIES
