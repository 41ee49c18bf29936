"""An LRU cache with a bound on the total weight, for immutable values that are expensive to make."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Cache(Generic[T]):
    """Values by key, with a bound on the sum of their weights.

    >>> cache: Cache[str] = Cache(5)
    >>> cache.put("a", "four", 4)
    >>> cache.put("b", "two", 2)
    >>> cache.get("a"), cache.get("b")
    (None, 'two')
    >>> cache.put("c", "too much", 6)
    >>> cache.get("b"), cache.get("c"), len(cache)
    ('two', None, 1)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._kept: OrderedDict[str, tuple[T, int]] = OrderedDict()

    def get(self, key: str) -> T | None:
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def put(self, key: str, value: T, weight: int) -> None:
        """Store a value, unless it alone exceeds the bound."""
        if weight > self._most:
            return
        _, old = self._kept.pop(key, (None, 0))
        self._weight += weight - old
        self._kept[key] = (value, weight)
        while self._weight > self._most:
            _, (_, gone) = self._kept.popitem(last=False)
            self._weight -= gone

    def __len__(self) -> int:
        return len(self._kept)
