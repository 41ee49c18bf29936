"""Friends on the same network: this machine's addresses, and one of them as a QR code in the terminal."""

from __future__ import annotations

import io
import ipaddress
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

import segno

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# Connecting a UDP socket sends nothing, but chooses the local address for this target. The first two targets follow the
# default route; the others find a network without internet access (a phone's hotspot).
_TARGETS_4 = ("192.0.2.1", "198.51.100.1", "192.168.0.1", "192.168.1.1", "192.168.43.1", "172.16.0.1", "10.0.0.1")
_TARGETS_6 = ("2001:db8::1", "fd00::1")


def _leaving_from(family: socket.AddressFamily, target: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _named() -> Iterator[str]:
    try:
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM):
            yield str(place[0])
    except OSError:
        return


def found_addresses() -> Iterator[str]:
    """Every address of this machine that can be found without asking the network, the likeliest first."""
    for target in _TARGETS_4:
        found = _leaving_from(socket.AF_INET, target)
        if found:
            yield found
    yield from _named()
    if socket.has_ipv6:
        for target in _TARGETS_6:
            found = _leaving_from(socket.AF_INET6, target)
            if found:
                yield found


def _rank(address: Address) -> int:
    """Private IPv4 first: it is what phones at home reach, and short to type."""
    if isinstance(address, ipaddress.IPv4Address):
        return 0 if address.is_private else 1
    return 2 if address.is_private else 3


def in_order(found: Iterable[str]) -> list[str]:
    """Those addresses that another machine can use, each once, the best first.

    >>> in_order(["127.0.0.1", "2001:470::5", "8.8.8.8", "192.168.1.20", "192.168.1.20", "169.254.7.7"])
    ['192.168.1.20', '8.8.8.8', '2001:470::5']
    """
    usable: dict[Address, None] = {}
    for text in found:
        try:
            address = ipaddress.ip_address(text.partition("%")[0])
        except ValueError:
            continue
        if address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast:
            continue
        usable[address] = None
    return [str(address) for address in sorted(usable, key=_rank)]


def addresses(find: Callable[[], Iterable[str]] = found_addresses) -> list[str]:
    """This machine's addresses on the local network, the best first; empty if it is in no network."""
    return in_order(find())


def url(address: str, port: int, scheme: str = "http") -> str:
    """What to open in a browser.

    >>> url("192.168.1.20", 8000), url("fd00::7", 80)
    ('http://192.168.1.20:8000/', 'http://[fd00::7]/')
    """
    host = f"[{address}]" if ":" in address else address
    usual = {"http": 80, "https": 443}.get(scheme)
    return f"{scheme}://{host}/" if port == usual else f"{scheme}://{host}:{port}/"


def qr(text: str, *, blocks: bool = True) -> str:
    """A QR code for the terminal: half blocks, or for a terminal without them escape sequences."""
    out = io.StringIO()
    segno.make(text, micro=False, error="m").terminal(out, border=2, compact=blocks)
    return out.getvalue()


def announcement(port: int, scheme: str = "http", *, found: list[str] | None = None, blocks: bool = True) -> str:
    """What `serve --lan` prints: the address for phones on the same network, and its QR code."""
    there = addresses() if found is None else found
    if not there:
        return "This machine has no address on a local network: only a browser on this machine can open the game.\n"
    best = url(there[0], port, scheme)
    lines = ["On the same network, open this address, or point a phone's camera at the code:", "", f"  {best}", ""]
    lines.append(qr(best, blocks=blocks))
    if there[1:]:
        lines.append("If that does not open: " + "  ".join(url(address, port, scheme) for address in there[1:]))
    return "\n".join(lines).rstrip("\n") + "\n"


def announce(port: int, scheme: str = "http", out: TextIO | None = None) -> None:
    """Print the announcement; half blocks only where the terminal can write them."""
    stream = sys.stdout if out is None else out
    try:
        "▀▄█".encode(stream.encoding or "ascii")
        blocks = True
    except (UnicodeEncodeError, LookupError):
        blocks = False
    stream.write(announcement(port, scheme, blocks=blocks))
    stream.flush()
