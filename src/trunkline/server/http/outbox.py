"""The bounded send queue of one client: a client that does not read is dropped (back-pressure)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

MOST_MESSAGES = 1_000
MOST_BYTES = 4 * 1024 * 1024


class Outbox:
    """The queue of a client, and what the hall needs to know of it. `wake` is called when a message is queued.

    It is a method and not a stored callback, which would be a reference cycle.
    """

    def __init__(
        self, person: str | None, muted: set[str], affords: Callable[[int], bool], login: str | None = None
    ) -> None:
        self._person = person
        self.affords = affords
        """Charges the client's rate limit for so many missed entries; False if it is exhausted."""
        self.login = login
        """The session or token that the connection was opened with (`Asker.login`)."""
        self._messages: deque[bytes] = deque()
        self._bytes = 0
        self.muted = muted
        self.is_full = False
        """Whether it overflowed: further messages are dropped, and the client is to be disconnected."""

    @property
    def person(self) -> str | None:
        return self._person

    def hears(self, person: str) -> bool:
        return person not in self.muted

    def push(self, message: bytes) -> None:
        """Queue a message; never waits."""
        if self.is_full:
            return
        if len(self._messages) >= MOST_MESSAGES or self._bytes + len(message) > MOST_BYTES:
            self.is_full = True
            self.clear()
        else:
            self._messages.append(message)
            self._bytes += len(message)
        self.wake()

    def wake(self) -> None:
        """Called when a message is queued or the queue overflowed."""
        raise NotImplementedError

    def revoke(self) -> None:
        """The login of this connection was ended: nothing more is sent or read, and it is closed."""
        raise NotImplementedError

    def take(self) -> bytes | None:
        """The next message, if there is one."""
        if not self._messages:
            return None
        message = self._messages.popleft()
        self._bytes -= len(message)
        return message

    def clear(self) -> None:
        self._messages.clear()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._messages)
