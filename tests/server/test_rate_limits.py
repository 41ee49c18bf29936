"""Rates and chat lines: what is too much is refused, what is usual is not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trunkline.server.http import rate_limits
from trunkline.server.http.rate_limits import RATES, ChatRules, Limits, Rate, address_key, clean_line
from trunkline.server.refusal import RequestRefused

THREE = {"thing": Rate(3, 1, 10), "other": Rate(1, 1, 10)}


def refused(limits: Limits, key: str, kind: str, now: float) -> float | None:
    """The seconds to wait, if it is refused."""
    try:
        limits.check(key, kind, now)
    except RequestRefused as refusal:
        if (refusal.code, refusal.status) == ("too_fast", 429):
            return float(str(refusal.params["retry"]))
        raise
    return None


def test_a_burst_and_then_a_rate() -> None:
    some = Limits(THREE)
    assert [refused(some, "a", "thing", 100.0) for _ in range(5)] == [None, None, None, 10.0, 10.0]
    assert refused(some, "a", "thing", 104.0) == 6.0
    assert refused(some, "a", "thing", 110.0) is None
    assert refused(some, "a", "thing", 110.0) == 10.0


def test_waiting_as_long_as_told_is_enough() -> None:
    some = Limits({"thing": Rate(1, 7, 3)})
    now = 50.0
    for _ in range(200):
        wait = refused(some, "a", "thing", now)
        if wait is not None:
            now += wait
            assert refused(some, "a", "thing", now) is None


def test_keys_and_kinds_are_apart() -> None:
    some = Limits(THREE)
    assert refused(some, "a", "other", 0.0) is None
    assert refused(some, "a", "other", 0.0) is not None
    assert refused(some, "b", "other", 0.0) is None
    assert refused(some, "a", "thing", 0.0) is None


def test_a_long_pause_gives_no_more_than_the_burst() -> None:
    some = Limits(THREE)
    refused(some, "a", "thing", 0.0)
    assert [refused(some, "a", "thing", 1e6) is None for _ in range(4)] == [True, True, True, False]


def test_a_clock_set_back_gives_nothing_and_never_locks() -> None:
    some = Limits(THREE)
    for _ in range(3):
        some.check("a", "thing", 1000.0)
    assert refused(some, "a", "thing", 0.0) == 10.0
    assert refused(some, "a", "thing", 10.0) is None


def test_memory_is_bounded_and_the_least_used_key_goes_first() -> None:
    some = Limits(THREE, keys=10)
    for _ in range(3):
        some.check("busy", "thing", 0.0)
    some.check("elsewhere", "other", 0.0)
    for number in range(10_000):
        some.check(f"key {number}", "thing", 0.0)
        assert refused(some, "busy", "thing", 0.0) is not None
    assert len(some) == 11
    assert refused(some, "elsewhere", "other", 0.0) is not None


def test_a_dear_thing_costs_more_and_is_not_asked_for_for_ever() -> None:
    some = Limits(THREE)
    some.check("a", "thing", 0.0, cost=3)
    with pytest.raises(RequestRefused):
        some.check("a", "thing", 0.0, cost=2)
    with pytest.raises(RequestRefused) as more:
        some.check("a", "thing", 0.0, cost=100)
    assert more.value.params["retry"] == 30.0


def test_what_was_counted_can_be_forgiven() -> None:
    some = Limits(THREE)
    some.check("a", "other", 0.0)
    some.forgive("a", "other")
    some.forgive("nobody", "other")
    some.check("a", "other", 0.0)


def test_the_rates_are_sane() -> None:
    for rate in RATES.values():
        assert rate.burst >= 1 and rate.each_second > 0
    # Two steps a second is as fast as a person clicks; a bot over the API is allowed more.
    assert RATES["move_person"].each_second >= 2
    # Guessing one name's password: no more than some hundreds a day by one address, and much less under attack.
    assert RATES["login_here"].each_second * 86_400 <= 1_000
    assert RATES["login_attacked"].each_second * 86_400 <= 100 and RATES["login_attacked"].burst >= 2


def test_clients_are_known_by_what_they_cannot_change() -> None:
    assert address_key("203.0.113.9") == "203.0.113.9"
    assert address_key("::ffff:203.0.113.9") == "203.0.113.9"
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:2") == "2001:db8::/64"
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key("fe80::1%eth0") == "fe80::/64"
    assert address_key("not an address") == "unknown"


# --- the chat --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["good game!", "Привіт 👋🏽", "👩‍👩‍👧", "می‌خواهم", "<b>&amp;", "x" * 300])
def test_lines_are_kept_as_they_are(text: str) -> None:
    assert clean_line(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u200d", "empty"),
        ("x" * 301, "long"),
        ("two\nlines", "characters"),
        ("\x1b[31mred", "characters"),
        ("\u202egnorts", "characters"),
        ("\ud83d", "characters"),
        ("o" + "\u0301\u0302\u0303\u0304\u0305\u0306", "characters"),
    ],
)
def test_lines_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(RequestRefused) as refusal:
        clean_line(text)
    assert (refusal.value.code, refusal.value.params["reason"]) == ("bad_line", reason)


@given(st.text(max_size=320))
def test_a_clean_line_holds_nothing_that_controls(text: str) -> None:
    try:
        line = clean_line(text)
    except RequestRefused:
        return
    assert line == line.strip() and 1 <= len(line) <= rate_limits.LINE
    assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in line)


def said(rules: ChatRules, text: str, now: float, person: str = "ann", table: str = "t") -> str:
    try:
        return rules.check(table, person, text, now)
    except RequestRefused as refusal:
        return f"refused {refusal.code}"


def test_the_same_again_and_again_is_refused() -> None:
    rules = ChatRules(Limits())
    assert said(rules, "buy my book", 0) == "buy my book"
    assert said(rules, "Buy my BOOK!", 5) == "Buy my BOOK!"
    assert said(rules, "buy, my book...", 10) == "refused repeated_line"
    assert said(rules, "something else", 15) == "something else"
    assert said(rules, "buy my book", 15, person="bo") == "buy my book"
    assert said(rules, "buy my book", 15, table="other") == "buy my book"
    assert said(rules, "buy my book", 70) == "buy my book"


def test_signs_are_lines_too() -> None:
    rules = ChatRules(Limits())
    assert [said(rules, line, 0) for line in (":)", ":(", "!", "?")] == [":)", ":(", "!", "?"]


def test_a_flood_by_one_is_refused_and_others_still_speak() -> None:
    rules = ChatRules(Limits())
    lines = [said(rules, f"line {number}", 0) for number in range(10)]
    assert lines[5] == "line 5" and lines[6:] == ["refused too_fast"] * 4
    assert said(rules, "hello", 0, person="bo") == "hello"
    assert said(rules, "later", 4) == "later"


def test_a_flood_at_one_table_is_refused() -> None:
    rules = ChatRules(Limits())
    lines = [said(rules, f"line {number}", 0, person=f"person {number}") for number in range(30)]
    assert lines.count("refused too_fast") == 10
    assert said(rules, "hello", 0, person="new", table="other") == "hello"


def test_what_was_said_is_forgotten_in_time() -> None:
    rules = ChatRules(Limits(), keys=5)
    for number in range(100):
        said(rules, "hello", 1000.0 * number, person=f"person {number}")
    assert len(rules._said) == 5
