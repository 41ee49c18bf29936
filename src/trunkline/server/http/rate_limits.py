"""Rate limits by client and table, size limits, and the rules for chat lines."""

from __future__ import annotations

import ipaddress
import math
import unicodedata
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass

from trunkline.server.refusal import RequestRefused

# --- sizes in bytes, unless noted ------------------------------------------------------------------------------------

BODY = 16 * 1024
"""The body of a request; nothing in messages.py comes near it."""
RECORD = 8 * 1024 * 1024
"""The body of an imported game."""
SOCKET_MESSAGE = 4 * 1024
"""One message over the socket."""
LINE = 300
"""Characters of a chat line."""


# --- rates -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: `burst` at once, then `amount` per `seconds`."""

    burst: float
    amount: float
    seconds: float

    @property
    def each_second(self) -> float:
        return self.amount / self.seconds


MINUTE = 60.0
HOUR = 3600.0

RATES: dict[str, Rate] = {
    # Argon2 is expensive, and guessing must not pay. The narrow limit is one name from one address (or known device);
    # the limit by address is for somebody who tries many names. The limit by name alone refuses nobody, or a stranger
    # could lock the owner out: it only tightens the narrow limit (login_throttle.py).
    "login_here": Rate(8, 8, 15 * MINUTE),
    "login_name": Rate(50, 100, HOUR),
    "login_attacked": Rate(3, 3, HOUR),
    "login_address": Rate(20, 60, HOUR),
    "recover_here": Rate(5, 5, HOUR),
    "account_address": Rate(5, 10, HOUR),
    # A school class or a club behind one address may come all at once.
    "guest_address": Rate(40, 60, HOUR),
    "rename": Rate(5, 10, HOUR),
    "table_opened": Rate(10, 30, HOUR),
    "table_joined": Rate(20, 120, HOUR),
    "rematch": Rate(10, 30, HOUR),
    "code_made": Rate(20, 60, HOUR),
    # By address: guessing a code of six letters must not pay, and a school class may come all at once.
    "code_tried": Rate(40, 60, HOUR),
    "abort": Rate(10, 60, HOUR),
    "record_imported": Rate(5, 20, HOUR),
    "token": Rate(10, 20, HOUR),
    "own_data": Rate(5, 10, HOUR),
    "notices_set": Rate(10, 20, HOUR),
    "chat_person": Rate(6, 1, 2),
    "chat_table": Rate(20, 4, 1),
    # A bot worker computes each hint.
    "hint": Rate(20, 1, 1),
    "move_person": Rate(40, 10, 1),
    "move_table": Rate(60, 20, 1),
    "socket_opened": Rate(60, 2, 1),
    "socket_message": Rate(100, 30, 1),
    "request": Rate(120, 30, 1),
    # Reading is limited by address, because one address may have many guests. The unit is one entry of a game sent with
    # its position, about 0.1 ms of the loop: in the long run an address gets a hundredth of a core.
    "reading": Rate(1500, 100, 1),
}
"""The rate limit of each kind of action, for each key: a person, an address, a name or a table."""


READING_COST = {
    "entry": 1.0,  # with its position, as `watch` and `events` send it
    "record": 1.0,  # an entry of an exported game
    "story": 0.3,  # an entry of a game in figures, most of it in a worker
    "log": 0.1,  # an entry without its position, or of a record that was made before
    "tables": 10.0,  # a list of tables
    "person": 20.0,  # the statistics of a person
}
"""The cost of each kind of read in units of the rate `reading`, measured on whole games."""


def address_key(address: str) -> str:
    """The key of a client: its IPv4 address, or its IPv6 /64 network, since one client usually has a whole one.

    >>> address_key("::ffff:192.0.2.7"), address_key("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Limits:
    """Token buckets by kind and key, with a bound on the number of keys."""

    def __init__(self, rates: Mapping[str, Rate] = RATES, *, keys: int = 20_000) -> None:
        self._rates = dict(rates)
        self._keys = keys
        # One LRU per kind: a flood of one kind cannot evict the buckets of another.
        self._buckets: dict[str, OrderedDict[str, _Bucket]] = {kind: OrderedDict() for kind in self._rates}

    def check(self, key: str, kind: str, now: float, cost: float = 1.0) -> None:
        """Take tokens from the bucket, or refuse with `too_fast` and the seconds to wait. A refusal costs nothing."""
        rate = self._rates[kind]
        buckets = self._buckets[kind]
        bucket = buckets.get(key)
        if bucket is None:
            bucket = buckets[key] = _Bucket(rate.burst, now)
            while len(buckets) > self._keys:
                buckets.popitem(last=False)
        else:
            buckets.move_to_end(key)
            # A clock that runs backwards neither adds nor removes tokens.
            bucket.tokens = min(rate.burst, bucket.tokens + max(0.0, now - bucket.at) * rate.each_second)
            bucket.at = now
        if bucket.tokens < cost:
            wait = (min(cost, rate.burst) - bucket.tokens) / rate.each_second
            raise RequestRefused("too_fast", {"retry": max(0.1, math.ceil(wait * 10) / 10)}, 429)
        bucket.tokens -= cost

    def forgive(self, key: str, kind: str) -> None:
        """Reset the count, for example after a correct password."""
        self._buckets[kind].pop(key, None)

    def __len__(self) -> int:
        return sum(len(buckets) for buckets in self._buckets.values())


MOST_HELD = {"streams": 20, "sockets": 100}
"""Connections of each kind that one person, or the unknown clients of one address, may have open at once."""


class OpenConnections:
    """How many connections of each kind every client has open."""

    def __init__(self, is_limited: bool) -> None:
        self._open: Counter[tuple[str, str]] = Counter()
        self._is_limited = is_limited

    def check(self, key: str, kind: str) -> None:
        """Refuse with `too_many_streams` or `too_many_sockets` a client that can open no more."""
        most = MOST_HELD[kind]
        if self._is_limited and self._open[key, kind] >= most:
            raise RequestRefused("too_many_streams" if kind == "streams" else "too_many_sockets", {"most": most}, 429)

    def take(self, key: str, kind: str) -> None:
        """Count a connection, or refuse it as `check` does."""
        self.check(key, kind)
        self._open[key, kind] += 1

    def give_back(self, key: str, kind: str) -> None:
        """A connection that was counted is closed."""
        self._open[key, kind] -= 1
        if not self._open[key, kind]:
            del self._open[key, kind]

    def __len__(self) -> int:
        return self._open.total()


# --- the chat --------------------------------------------------------------------------------------------------------

_JOINERS = "\u200c\u200d"
"""Format characters that some languages and emoji need."""
_REMEMBERED = 5
_REPEATS = 2
_REPEAT_SECONDS = 60.0
"""Of the last five lines within a minute, at most two may be the same."""


def clean_line(text: str) -> str:
    """The line as it is kept, or a refusal `bad_line` with the reason.

    >>> clean_line("  good game! ")
    'good game!'
    """
    line = unicodedata.normalize("NFC", text).strip()
    if not line:
        raise RequestRefused("bad_line", {"reason": "empty"}, 400)
    if len(line) > LINE:
        raise RequestRefused("bad_line", {"reason": "long", "most": LINE}, 400)
    marks = 0
    seen = False
    for character in line:
        category = unicodedata.category(character)
        # Control, format (also right-to-left overrides), surrogates, private use, line and paragraph separators.
        if category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and character not in _JOINERS:
            raise RequestRefused("bad_line", {"reason": "characters"}, 400)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > 4:
            raise RequestRefused("bad_line", {"reason": "characters"}, 400)
        seen = seen or category[0] in "LNPS"
    if not seen:
        raise RequestRefused("bad_line", {"reason": "empty"}, 400)
    return line


class ChatRules:
    """Rules of the chat: clean lines, few repetitions, and a rate limit for each person and each table."""

    def __init__(self, limits: Limits, *, keys: int = 20_000) -> None:
        self._limits = limits
        self._keys = keys
        self._said: OrderedDict[tuple[str, str], deque[tuple[str, float]]] = OrderedDict()

    def check(self, table: str, person: str, text: str, now: float, *, seated: bool = False) -> str:
        """The line as it is kept; or a refusal `bad_line`, `repeated_line` or `too_fast`.

        Spectators share one rate limit for each table. A person who is `seated` has only their own limit, so strangers
        cannot use it up.
        """
        line = clean_line(text)
        self._limits.check(person, "chat_person", now)
        key = (table, person)
        said = self._said.get(key)
        # Compare without case and punctuation: "hello" equals "HELLO!!". A line of punctuation is compared whole.
        folded = unicodedata.normalize("NFKC", line).casefold()
        sense = "".join(character for character in folded if character.isalnum()) or folded
        if said is not None and sum(sense == other and now - at < _REPEAT_SECONDS for other, at in said) >= _REPEATS:
            raise RequestRefused("repeated_line", {}, 429)
        if not seated:
            self._limits.check(table, "chat_table", now)
        if said is None:
            said = self._said[key] = deque(maxlen=_REMEMBERED)
            while len(self._said) > self._keys:
                self._said.popitem(last=False)
        said.append((sense, now))
        self._said.move_to_end(key)
        return line
