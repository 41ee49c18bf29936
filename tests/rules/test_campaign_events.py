"""News events of campaigns with modules: each does in a position what its text says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from office_positions import (
    claim,
    harbours,
    holding,
    in_territory,
    legal_codes,
    length,
    one_in_each_of_seven,
    own,
    paid_by,
    routes_where,
    tagged,
    turn_up,
)
from trunkline.rules.actions import kind_of, subject_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.money import companies_of
from trunkline.rules.newspapers import news_of
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.state import State
from trunkline.rules.view import View

pytestmark = pytest.mark.rule("L21")


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
