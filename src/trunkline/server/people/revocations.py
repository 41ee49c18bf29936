"""Revocation: ending a login closes every connection that it opened, in all processes.

`Sessions` ends a login and announces that inside the same transaction (on PostgreSQL by `pg_notify`), so that no
process can miss a revocation that was committed while it listens. A process that has not listened for a while looks
up all its connections when it listens again.
"""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.server.http.outbox import Outbox
from trunkline.server.people.sessions import EVERY_LOGIN, REVOKED, Sessions
from trunkline.server.store.store import Store

AT_ONCE = 500
"""Number of logins that one query looks up."""


class Revocations:
    """Ends the connections of this process whose logins were ended, here or by another process."""

    def __init__(self, store: Store, sessions: Sessions, clients: Mapping[str, set[Outbox]]) -> None:
        self._sessions = sessions
        self._clients = clients
        sessions.on_ended = self.end
        if store.wire is not None:
            store.wire.on_word(self.hear)

    def end(self, person: str, login: str) -> None:
        """Close the connections of a login, or with EVERY_LOGIN all connections of the person."""
        for client in list(self._clients.get(person, ())):
            if login in (EVERY_LOGIN, client.login):
                client.revoke()

    def hear(self, process: str, text: str) -> None:
        """Handle a notification from another process."""
        kind, _, rest = text.partition(" ")
        if kind == REVOKED:
            person, _, login = rest.partition(" ")
            self.end(person, login)

    async def check(self, client: Outbox) -> None:
        """Close a new connection whose login was ended after it was looked up and before it was registered."""
        if client.login is not None and not await self._sessions.valid_logins([client.login]):
            client.revoke()

    async def check_all(self) -> None:
        """Close every connection whose login is no longer valid: an announcement may have been missed."""
        clients = [client for mine in self._clients.values() for client in mine if client.login is not None]
        for start in range(0, len(clients), AT_ONCE):
            some = clients[start : start + AT_ONCE]
            valid = await self._sessions.valid_logins([client.login for client in some if client.login is not None])
            for client in some:
                if client.login not in valid:
                    client.revoke()
