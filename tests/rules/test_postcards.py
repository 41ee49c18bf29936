"""Postcards: every card of the content is met in a position and pays what its back says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from office_positions import (
    claim,
    draw_two,
    end,
    harbours,
    holding,
    in_territory,
    joined,
    legal_codes,
    length,
    long_network,
    many,
    one_in_each_of_seven,
    own,
    paid_by,
    part,
    path,
    play,
    routes_where,
    tagged,
    tickets_worth,
    turn_up,
)
from trunkline.rules.actions import to_text
from trunkline.rules.board import GRAY
from trunkline.rules.money import companies_of
from trunkline.rules.newspapers import news_of
from trunkline.rules.scoring import score_sheets
from trunkline.rules.state import NOBODY, TURN, State
from trunkline.rules.view import View

pytestmark = pytest.mark.rule("L21")


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
def test_three_completed_tickets_and_none_failed_p26() -> None:
    for tickets, completed, pays in (([4, 5, 6], True, {"vault": 6}), ([4, 5], True, {}), ([4, 5, 6], False, {})):
        state = at_the_end("p26", tickets=tickets, completed=completed)
        assert paid_by(end(state), state, "p26") == pays
    # With a fourth one that failed: no route of blue touches one of its cities.
    state = at_the_end("p26", tickets=[4, 5, 6])
    board = state.board
    cities = {int(end[i64(ticket)]) for ticket in state.players[0].tickets for end in (board.ticket_a, board.ticket_b)}
    failed = next(ticket for ticket in range(board.tickets) if int(board.ticket_a[ticket]) not in cities)
    for route in range(board.routes):
        if board.ticket_a[failed] in (board.route_a[route], board.route_b[route]):
            state.owner[route] = NOBODY
    state.players[0].tickets = append(state.players[0].tickets, i16(failed))
    assert paid_by(end(state), state, "p26") == {}


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
