"""The figures: Prometheus must be able to read them, and they must add up."""

from __future__ import annotations

import math
import re

import pytest

from trunkline.server.ops.metrics import Registry, ServerMetrics

LINE = re.compile(r'^[a-zA-Z_:][a-zA-Z0-9_:]*(\{(\w+="(\\.|[^"\\\n])*",?)*\})? (NaN|[+-]Inf|-?[0-9.e+-]+)$')


def test_a_counter_counts_by_label() -> None:
    registry = Registry()
    refused = registry.counter("refused_total", "Refused.", ["code"])
    refused.add(code="stale")
    refused.add(2, code="stale")
    refused.add(code="bad_name")
    assert registry.text() == (
        "# HELP refused_total Refused.\n"
        "# TYPE refused_total counter\n"
        'refused_total{code="bad_name"} 1\n'
        'refused_total{code="stale"} 3\n'
    )
    assert refused.value(code="stale") == 3
    with pytest.raises(ValueError, match="cannot go down"):
        refused.add(-1, code="stale")


def test_a_gauge_is_set_or_asked() -> None:
    registry = Registry()
    sockets = registry.gauge("sockets", "Open.")
    sockets.add()
    sockets.add(-1)
    sockets.set(7)
    assert "\nsockets 7\n" in registry.text()
    sockets.ask(lambda: 2.5)
    assert "\nsockets 2.5\n" in registry.text()
    assert sockets.value() == 2.5


def test_a_histogram_adds_up_its_buckets() -> None:
    registry = Registry()
    seconds = registry.histogram("seconds", "Time.", buckets=[0.1, 1.0])
    for value in (0.05, 0.1, 0.5, 3.0):
        seconds.observe(value)
    lines = registry.text().splitlines()[2:]
    assert lines == [
        'seconds_bucket{le="0.1"} 2',
        'seconds_bucket{le="1"} 3',
        'seconds_bucket{le="+Inf"} 4',
        "seconds_sum 3.65",
        "seconds_count 4",
    ]
    assert seconds.count() == 4


def test_a_histogram_with_labels_keeps_them_before_its_own() -> None:
    registry = Registry()
    registry.histogram("seconds", "Time.", ["way"], buckets=[1.0]).observe(0.5, way="push")
    assert 'seconds_bucket{way="push",le="+Inf"} 1' in registry.text()
    assert 'seconds_sum{way="push"} 0.5' in registry.text()


def test_whatever_stands_in_a_label_or_a_help_is_escaped() -> None:
    registry = Registry()
    odd = registry.counter("odd_total", "One\nline, one \\ stroke.", ["what"])
    odd.add(what='a "quoted"\nback\\slash')
    assert registry.text() == (
        "# HELP odd_total One\\nline, one \\\\ stroke.\n"
        "# TYPE odd_total counter\n"
        'odd_total{what="a \\"quoted\\"\\nback\\\\slash"} 1\n'
    )


def test_numbers_that_are_none() -> None:
    registry = Registry()
    gauge = registry.gauge("gauge", "A gauge.", ["of"])
    for name, value in (("nan", math.nan), ("up", math.inf), ("down", -math.inf), ("big", 1e300)):
        gauge.set(value, of=name)
    text = registry.text()
    assert 'gauge{of="nan"} NaN' in text
    assert 'gauge{of="up"} +Inf' in text
    assert 'gauge{of="down"} -Inf' in text
    assert 'gauge{of="big"} 1e+300' in text


@pytest.mark.parametrize("name", ["", "1st", "with space", "naïve", "a-b"])
def test_a_name_must_be_one(name: str) -> None:
    with pytest.raises(ValueError, match="not a name"):
        Registry().counter(name, "Nothing.")


@pytest.mark.parametrize("label", ["le", "__own", "a-b", ""])
def test_a_label_must_be_one(label: str) -> None:
    with pytest.raises(ValueError, match="label"):
        Registry().counter("fine", "Nothing.", [label])


def test_a_name_is_there_once_and_labels_are_as_declared() -> None:
    registry = Registry()
    counter = registry.counter("one", "One.", ["a"])
    with pytest.raises(ValueError, match="already"):
        registry.gauge("one", "Two.")
    with pytest.raises(ValueError, match="labels"):
        counter.add()
    with pytest.raises(KeyError):
        counter.add(b="x")


def test_labels_that_a_client_can_choose_are_found_out() -> None:
    counter = Registry().counter("names", "By name.", ["name"])

    def count_all() -> None:
        for number in range(5_000):
            counter.add(name=str(number))

    with pytest.raises(ValueError, match="too many"):
        count_all()


def test_buckets_must_go_up() -> None:
    with pytest.raises(ValueError, match="go up"):
        Registry().histogram("seconds", "Time.", buckets=[1.0, 1.0])


def test_the_servers_own_figures_can_be_read() -> None:
    metrics = ServerMetrics()
    metrics.entries.add(kind="move")
    metrics.requests.add(method="GET", status="2xx")
    metrics.commit_size.observe(12)
    text = metrics.registry.text()
    names = metrics.registry.names()
    assert names and all(meaning.endswith(".") for meaning in names.values())
    assert all(name.startswith("trunkline_") for name in names)
    for line in text.splitlines():
        assert line.startswith(("# HELP trunkline_", "# TYPE trunkline_")) or LINE.match(line), line
