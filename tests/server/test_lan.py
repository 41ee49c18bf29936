"""The address for friends: the right one first, and a code that a camera can read."""

from __future__ import annotations

import io
import ipaddress
import socket

import pytest
import segno

from trunkline.server.ops import lan


def test_addresses_are_of_this_machine_and_of_use_to_others() -> None:
    for text in lan.addresses():
        address = ipaddress.ip_address(text)
        assert not address.is_loopback and not address.is_link_local
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        with socket.socket(family, socket.SOCK_STREAM) as here:
            # Only an address of this machine can be listened on.
            here.bind((text, 0))


def test_private_addresses_come_first_and_each_once() -> None:
    found = ["8.8.8.8", "127.0.0.1", "fe80::1%eth0", "fd00::7", "10.1.2.3", "nonsense", "10.1.2.3", "0.0.0.0", "::1"]
    assert lan.addresses(lambda: found) == ["10.1.2.3", "8.8.8.8", "fd00::7"]


def test_nothing_is_sent_to_find_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise AssertionError("something was sent")

    monkeypatch.setattr(socket.socket, "send", fail, raising=False)
    monkeypatch.setattr(socket.socket, "sendto", fail, raising=False)
    lan.addresses()


def test_a_machine_without_network_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(socket.socket, "connect", refuse, raising=False)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert lan.addresses() == []
    assert "only a browser on this machine" in lan.announcement(8020, found=[])


def modules(drawn: str) -> list[list[bool]]:
    """The dark modules of a code that was drawn in half blocks, without its border."""
    rows: list[list[bool]] = []
    for line in drawn.splitlines():
        # A drawn half is light, an empty one dark.
        rows.append([sign in " ▄" for sign in line])
        rows.append([sign in " ▀" for sign in line])
    return rows


def test_the_code_is_that_of_the_address() -> None:
    text = "http://192.168.1.20:8020/"
    drawn = modules(lan.qr(text))
    code = segno.make(text, micro=False, error="m")
    expected = [[bool(module) for module in row] for row in code.matrix_iter(border=2)]
    assert [row[: len(expected[0])] for row in drawn[: len(expected)]] == expected


def test_the_announcement_shows_the_best_address_and_the_others() -> None:
    text = lan.announcement(8020, found=["192.168.1.20", "fd00::7"])
    assert "  http://192.168.1.20:8020/\n" in text
    assert lan.qr("http://192.168.1.20:8020/").strip("\n") in text
    assert "http://[fd00::7]:8020/" in text.splitlines()[-1]


@pytest.mark.parametrize(("encoding", "blocks"), [("utf-8", True), ("ascii", False)])
def test_a_terminal_without_half_blocks_gets_another_code(
    encoding: str, blocks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan, "addresses", lambda: ["10.0.0.5"])
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    lan.announce(8020, out=out)
    text = raw.getvalue().decode(encoding)
    assert "http://10.0.0.5:8020/" in text
    assert ("▀" in text) == blocks
    out.close()
