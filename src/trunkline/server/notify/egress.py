"""Egress control (SSRF protection): requests go to public addresses only, and to the address that was checked."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import httpx

from trunkline.server.refusal import RequestRefused

LONGEST_URL = 1000
ANSWER = 16 * 1024
"""Bytes that are read of an answer; nothing in it is used."""

Resolver = Callable[[str, int], Awaitable[list[str]]]

# What `is_global` of an older Python lets through, and forms of IPv6 that hold an IPv4 address, which a gateway on the
# way would turn into that address. Outside 2000::/3 IPv6 has no addresses of the open internet at all, so those that
# are mapped (::ffff:0:0/96), translated (64:ff9b::/96) or compatible (::/96) need not be named.
_INSIDE_4 = [ipaddress.IPv4Network(network) for network in ("192.0.0.0/24", "192.88.99.0/24")]
_INSIDE_6 = [ipaddress.IPv6Network(network) for network in ("2001::/23", "2002::/16", "3fff::/20")]
_OUTSIDE_6 = ipaddress.IPv6Network("2000::/3")


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet.

    >>> [is_public(text) for text in ("93.184.215.14", "10.0.0.1", "::ffff:93.184.215.14", "169.254.169.254")]
    [True, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv4Address):
        if any(found in network for network in _INSIDE_4):
            return False
    elif found.scope_id or found not in _OUTSIDE_6 or any(found in network for network in _INSIDE_6):
        return False
    return found.is_global and not (
        found.is_multicast or found.is_reserved or found.is_unspecified or found.is_loopback or found.is_link_local
    )


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, as this machine sees them."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    retry: bool
    """Whether a later attempt may succeed."""


class Egress:
    """Requests to URLs chosen by users: public addresses only, bounded in size and time."""

    def __init__(
        self,
        *,
        http_allowed: bool = False,
        resolver: Resolver = resolve,
        allow: Callable[[str], bool] = is_public,
        seconds: float = 10.0,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._http_allowed = http_allowed
        self._resolver = resolver
        self._allow = allow
        self._seconds = seconds
        self._context = context

    def parse(self, url: str) -> httpx.URL:
        """The URL, if its form is allowed; else a refusal `bad_url`."""
        try:
            parsed = httpx.URL(url)
            port = parsed.port
        except (httpx.InvalidURL, ValueError, UnicodeError):
            raise RequestRefused("bad_url", {"reason": "form"}, 400) from None
        if len(url) > LONGEST_URL or not parsed.host or parsed.userinfo or not parsed.is_absolute_url:
            raise RequestRefused("bad_url", {"reason": "form"}, 400)
        if parsed.scheme != "https" and not (parsed.scheme == "http" and self._http_allowed):
            raise RequestRefused("bad_url", {"reason": "scheme"}, 400)
        if port is not None and not (port in (80, 443) or 1024 <= port <= 65535):
            # No ports of other protocols (mail, ssh).
            raise RequestRefused("bad_url", {"reason": "port"}, 400)
        return parsed

    async def check(self, url: str) -> tuple[httpx.URL, str]:
        """The URL and the address to connect to. A name that resolves to any internal address is refused."""
        parsed = self.parse(url)
        port = parsed.port or (443 if parsed.scheme == "https" else 80)
        host = parsed.raw_host.decode("ascii").strip("[]")
        try:
            async with asyncio.timeout(self._seconds):
                found = await self._resolver(host, port)
        except (OSError, TimeoutError, UnicodeError):
            found = []
        if not found:
            raise RequestRefused("bad_url", {"reason": "unknown_host"}, 400)
        if not all(self._allow(address) for address in found):
            raise RequestRefused("bad_url", {"reason": "address"}, 400)
        return parsed, found[0]

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Send once, to the address that was checked: DNS rebinding has no effect."""
        parsed, address = await self.check(url)
        if self._context is None:
            self._context = ssl.create_default_context()
        # A fresh client for each request: a connection kept open would be reused for another name of the same
        # address, whose certificate was not checked. No proxy, no cookies, no redirects.
        async with (
            asyncio.timeout(self._seconds),
            httpx.AsyncClient(
                verify=self._context, trust_env=False, follow_redirects=False, timeout=self._seconds
            ) as client,
        ):
            request = client.build_request(
                "POST",
                parsed.copy_with(host=address),
                content=body,
                headers={"User-Agent": "Trunkline", "Host": parsed.netloc.decode("ascii"), **headers},
                extensions={"sni_hostname": parsed.raw_host.decode("ascii")} if parsed.scheme == "https" else {},
            )
            answer = await client.send(request, stream=True)
            try:
                read = 0
                async for piece in answer.aiter_raw():
                    read += len(piece)
                    if read > ANSWER:
                        break
            finally:
                await answer.aclose()
            return Answer(answer.status_code, answer.status_code == 429 or answer.status_code >= 500)
