"""Crew: every card of the content is hired in a position and does what it says."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i16, u8

from office_positions import (
    begun,
    cards,
    claim,
    dealt,
    draw_two,
    edition,
    end,
    hire,
    hired,
    legal_codes,
    length,
    part,
    play,
    routes_where,
    tickets_worth,
)
from trunkline.maps.edition import Barred, StartExtra
from trunkline.rules.actions import kind_of, subject_of, to_text
from trunkline.rules.claim import CLAIM, SECOND_CLAIM_PHASE
from trunkline.rules.events import Event
from trunkline.rules.money import companies_of
from trunkline.rules.newspapers import news_of
from trunkline.rules.offices import HIRING
from trunkline.rules.scoring import score_sheets
from trunkline.rules.state import TURN, State
from trunkline.rules.tickets import CREW_TICKETS

pytestmark = pytest.mark.rule("L21")


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
