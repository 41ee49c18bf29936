"""Metrics: counters, gauges and histograms in the text format of Prometheus."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Buckets for times: finest around what a player notices."""
SIZES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
"""Buckets for batch sizes."""

_METRIC_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_LABEL_NAME = re.compile(r"(?!__)[a-zA-Z_][a-zA-Z0-9_]*")
_MOST_SERIES = 1_000
"""Bound on label combinations: labels must never take values that a client can choose."""


def escape_help(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def escape_label(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def number(value: float) -> str:
    """A number as Prometheus reads it.

    >>> number(3.0), number(0.25), number(float("inf")), number(float("nan"))
    ('3', '0.25', '+Inf', 'NaN')
    """
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "+Inf" if value > 0 else "-Inf"
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return repr(float(value))


def _series(name: str, labels: Sequence[tuple[str, str]], value: float) -> str:
    if labels:
        inside = ",".join(f'{label}="{escape_label(text)}"' for label, text in labels)
        return f"{name}{{{inside}}} {number(value)}"
    return f"{name} {number(value)}"


class Metric:
    """A named figure, split by the values of its labels."""

    kind = ""

    def __init__(self, name: str, meaning: str, labels: Sequence[str] = ()) -> None:
        if not _METRIC_NAME.fullmatch(name):
            raise ValueError(f"not a name of a metric: {name!r}")
        for label in labels:
            if not _LABEL_NAME.fullmatch(label) or label in ("le", "quantile"):
                raise ValueError(f"not a name of a label: {label!r}")
        self.name = name
        self.meaning = meaning
        self.labels = tuple(labels)

    def _key(self, labels: dict[str, str], known: int) -> tuple[str, ...]:
        if len(labels) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}, not {tuple(labels)}")
        if known > _MOST_SERIES:
            raise ValueError(f"{self.name} has too many different labels")
        return tuple(str(labels[label]) for label in self.labels)

    def lines(self) -> Iterator[str]:
        raise NotImplementedError

    def text(self) -> Iterator[str]:
        yield f"# HELP {self.name} {escape_help(self.meaning)}"
        yield f"# TYPE {self.name} {self.kind}"
        yield from self.lines()


class Counter(Metric):
    """A counter: it only increases."""

    kind = "counter"

    def __init__(self, name: str, meaning: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, meaning, labels)
        # Without labels there is one series, which starts at 0: otherwise `rate()` would miss the first increment.
        self._values: dict[tuple[str, ...], float] = {} if labels else {(): 0.0}

    def add(self, amount: float = 1.0, **labels: str) -> None:
        if amount < 0:
            raise ValueError(f"{self.name} cannot go down")
        key = self._key(labels, len(self._values))
        self._values[key] = self._values.get(key, 0.0) + amount

    def series(self, **labels: str) -> Callable[[], None]:
        """Return a function that adds one to the series of these labels, for counts on the hot path."""
        values, key = self._values, self._key(labels, len(self._values))
        values.setdefault(key, 0.0)

        def add() -> None:
            values[key] += 1.0

        return add

    def value(self, **labels: str) -> float:
        return self._values.get(self._key(labels, 0), 0.0)

    def lines(self) -> Iterator[str]:
        for key, value in sorted(self._values.items()):
            yield _series(self.name, list(zip(self.labels, key, strict=True)), value)


class Gauge(Metric):
    """A gauge: set, or computed when the metrics are read."""

    kind = "gauge"

    def __init__(self, name: str, meaning: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, meaning, labels)
        self._values: dict[tuple[str, ...], float] = {} if labels else {(): 0.0}
        self._asked: dict[tuple[str, ...], Callable[[], float]] = {}

    def set(self, value: float, **labels: str) -> None:
        self._values[self._key(labels, len(self._values))] = value

    def add(self, amount: float = 1.0, **labels: str) -> None:
        key = self._key(labels, len(self._values))
        self._values[key] = self._values.get(key, 0.0) + amount

    def ask(self, question: Callable[[], float], **labels: str) -> None:
        """Compute the value with `question` whenever the metrics are read."""
        key = self._key(labels, len(self._asked))
        self._asked[key] = question
        self._values.setdefault(key, 0.0)

    def value(self, **labels: str) -> float:
        key = self._key(labels, 0)
        return self._asked[key]() if key in self._asked else self._values.get(key, 0.0)

    def lines(self) -> Iterator[str]:
        for key, value in sorted(self._values.items()):
            now = self._asked[key]() if key in self._asked else value
            yield _series(self.name, list(zip(self.labels, key, strict=True)), now)


class Histogram(Metric):
    """A histogram with fixed buckets."""

    kind = "histogram"

    def __init__(
        self, name: str, meaning: str, labels: Sequence[str] = (), *, buckets: Sequence[float] = SECONDS
    ) -> None:
        super().__init__(name, meaning, labels)
        if not buckets or any(low >= high for low, high in pairwise(buckets)):
            raise ValueError(f"the buckets of {name} must go up")
        self.buckets = tuple(float(bound) for bound in buckets if bound != float("inf"))
        self._counts: dict[tuple[str, ...], list[int]] = {}
        self._sums: dict[tuple[str, ...], float] = {}
        if not labels:
            self._counts[()] = [0] * (len(self.buckets) + 1)
            self._sums[()] = 0.0

    def observe(self, value: float, **labels: str) -> None:
        key = self._key(labels, len(self._counts)) if labels or self.labels else ()
        counts = self._counts.get(key)
        if counts is None:
            counts = self._counts[key] = [0] * (len(self.buckets) + 1)
            self._sums[key] = 0.0
        # A bucket holds what is at most its bound.
        counts[bisect_left(self.buckets, value)] += 1
        self._sums[key] += value

    def count(self, **labels: str) -> int:
        return sum(self._counts.get(self._key(labels, 0), ()))

    def lines(self) -> Iterator[str]:
        for key, counts in sorted(self._counts.items()):
            labels = list(zip(self.labels, key, strict=True))
            total = 0
            for bound, count in zip((*self.buckets, float("inf")), counts, strict=True):
                total += count
                yield _series(f"{self.name}_bucket", [*labels, ("le", number(bound))], total)
            yield _series(f"{self.name}_sum", labels, self._sums[key])
            yield _series(f"{self.name}_count", labels, total)


class Registry:
    """All figures of a process, each name once."""

    def __init__(self) -> None:
        self._metrics: dict[str, Metric] = {}

    def _put(self, metric: Metric) -> None:
        if metric.name in self._metrics:
            raise ValueError(f"there is already a metric {metric.name}")
        self._metrics[metric.name] = metric

    def counter(self, name: str, meaning: str, labels: Sequence[str] = ()) -> Counter:
        metric = Counter(name, meaning, labels)
        self._put(metric)
        return metric

    def gauge(self, name: str, meaning: str, labels: Sequence[str] = ()) -> Gauge:
        metric = Gauge(name, meaning, labels)
        self._put(metric)
        return metric

    def histogram(
        self, name: str, meaning: str, labels: Sequence[str] = (), *, buckets: Sequence[float] = SECONDS
    ) -> Histogram:
        metric = Histogram(name, meaning, labels, buckets=buckets)
        self._put(metric)
        return metric

    def names(self) -> dict[str, str]:
        """Every name with what it means."""
        return {name: metric.meaning for name, metric in sorted(self._metrics.items())}

    def text(self) -> str:
        """What `GET /metrics` answers."""
        lines = [line for _, metric in sorted(self._metrics.items()) for line in metric.text()]
        return "\n".join(lines) + "\n" if lines else ""


class ServerMetrics:
    """The figures of this server. None of them, and no label, depends on what a seat holds."""

    def __init__(self, registry: Registry | None = None) -> None:
        self.registry = registry or Registry()
        put = self.registry
        self.started = put.gauge("trunkline_start_time_seconds", "When this process started, in seconds since 1970.")
        self.tables_awake = put.gauge("trunkline_tables_awake", "Tables that this process holds in memory.")
        self.sockets = put.gauge("trunkline_sockets", "Open sockets.")
        self.entries = put.counter(
            "trunkline_entries_total", "Entries made durable, by kind (deal, move, undo, substitute, return).", ["kind"]
        )
        self.refusals = put.counter("trunkline_refusals_total", "Requests refused, by code.", ["code"])
        self.requests = put.counter(
            "trunkline_requests_total", "Answers over HTTP, by method and class of status (2xx, 4xx, …).",
            ["method", "status"],
        )  # fmt: skip
        self.request_seconds = put.histogram("trunkline_request_seconds", "Time from request to answer over HTTP.")
        messages = put.counter("trunkline_socket_messages_total", "Messages over sockets: in, out.", ["direction"])
        self.message_in = messages.series(direction="in")
        self.message_out = messages.series(direction="out")
        self.move_seconds = put.histogram(
            "trunkline_move_seconds", "Time from a move's arrival until it is durable and told to everybody here."
        )
        self.commit_seconds = put.histogram("trunkline_commit_seconds", "Time that one transaction of writes took.")
        self.commit_size = put.histogram(
            "trunkline_commit_writes", "Writes that shared one transaction.", buckets=SIZES
        )
        self.bot_seconds = put.histogram("trunkline_bot_seconds", "Time that a bot thought about a move.")
        self.notices = put.counter(
            "trunkline_notices_total", "Notices by way (webhook, push) and outcome (sent, failed).", ["way", "outcome"]
        )
        self.chat_lines = put.counter("trunkline_chat_lines_total", "Chat lines kept.")
