"""Requests to the outside: never inside, bounded in size and time, and only to whom the certificate names."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from server.noticing import Receiver, local, reason
from trunkline.server.notify.egress import Egress, is_public, resolve

# --- where a request may go ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1"])
def test_addresses_of_the_open_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12::1", "ff02::1",
        "2001:db8::1", "100::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:8.8.8.8",
        "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "2002:7f00:1::1", "2002:808:808::1",
        "2001:0:7f00:1::1", "2001:20::1", "3fff::1", "4000::1", "192.88.99.1", "", "example.org", "127.1",
    ],
)  # fmt: skip
def test_addresses_inside(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://hook.example/", "scheme"),
        ("ftp://hook.example/", "scheme"),
        ("file:///etc/passwd", "form"),
        ("gopher://hook.example/", "scheme"),
        ("//hook.example/", "form"),
        ("hook.example", "form"),
        ("", "form"),
        ("https://", "form"),
        ("https://me:secret@hook.example/", "form"),
        ("https://hook.example:22/", "port"),
        ("https://hook.example:25/", "port"),
        ("https://hook.example:99999/", "port"),
        ("https://hook.example/" + "x" * 1000, "form"),
        ("https://hook.example/\x00", "form"),
        ("https://hook.example/\r\nHost: other", "form"),
    ],
)
def test_urls_of_the_wrong_form(url: str, why: str) -> None:
    asked: list[str] = []

    async def public(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["93.184.215.14"]

    assert asyncio.run(reason(Egress(resolver=public).check(url))) == why
    assert asked == []


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "[::]", "127.1", "0x7f.0.0.1",
        "2130706433", "0177.0.0.1", "[fe80::1]", "10.0.0.1", "169.254.169.254",
    ],
)  # fmt: skip
def test_names_and_numbers_that_lead_inside_are_refused(host: str) -> None:
    assert asyncio.run(reason(Egress().check(f"https://{host}/"))) in ("address", "unknown_host", "form")


def test_a_name_with_one_address_inside_is_refused_whole() -> None:
    async def both(host: str, port: int) -> list[str]:
        return ["93.184.215.14", "10.0.0.1"]

    assert asyncio.run(reason(Egress(resolver=both).check("https://hook.example/"))) == "address"


def test_a_name_that_does_not_resolve_is_refused() -> None:
    async def none(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    async def slow(host: str, port: int) -> list[str]:
        await asyncio.sleep(60)
        return []

    assert asyncio.run(reason(Egress(resolver=none).check("https://hook.example/"))) == "unknown_host"
    assert asyncio.run(reason(Egress(resolver=slow, seconds=0.05).check("https://hook.example/"))) == "unknown_host"


def test_the_systems_resolver_is_asked_with_a_name() -> None:
    assert "127.0.0.1" in asyncio.run(resolve("localhost", 443)) or "::1" in asyncio.run(resolve("localhost", 443))


def test_it_connects_to_the_address_that_was_checked() -> None:
    """A name that answers differently the second time leads nowhere: it is asked once."""
    asked: list[str] = []

    async def once(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["192.0.2.1"]

    async def main() -> None:
        async with Receiver().open() as receiver:
            egress = Egress(http_allowed=True, resolver=once, allow=lambda address: address == "127.0.0.1")
            answer = await egress.post(f"http://hook.example:{receiver.port}/a?b=c", b"{}", {})
            assert (answer.status, answer.retry) == (204, False)
            [came] = receiver.came
            assert came.path == "/a?b=c"
            assert came.headers["host"] == f"hook.example:{receiver.port}"
            assert asked == ["hook.example"]

    asyncio.run(main())


def test_a_redirect_is_not_followed() -> None:
    async def main() -> None:
        async with Receiver().open() as inside, Receiver().open() as receiver:
            receiver.answers = [f"307 Elsewhere\r\nLocation: http://127.0.0.1:{inside.port}/secret".encode()]
            answer = await local().post(f"http://hook.example:{receiver.port}/", b"{}", {})
            assert (answer.status, answer.retry) == (307, False)
            assert inside.came == []

    asyncio.run(main())


def test_an_endless_answer_is_cut_off() -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            await writer.drain()

    async def main() -> None:
        async with Receiver(behave=endless).open() as receiver:
            # One that was read until the time is over would be a TimeoutError.
            answer = await local().post(f"http://hook.example:{receiver.port}/", b"", {})
            assert answer.status == 200

    asyncio.run(main())


def test_a_slow_answer_is_given_up() -> None:
    length = 1000
    sent = 0

    async def drip(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n".encode())
        for _ in range(length):
            # Each byte comes in time; all together they do not.
            writer.write(b"x")
            sent += 1
            await writer.drain()
            await asyncio.sleep(0.05)

    async def main() -> None:
        async with Receiver(behave=drip).open() as receiver:
            with pytest.raises(TimeoutError):
                await local(seconds=0.3).post(f"http://hook.example:{receiver.port}/", b"", {})
            assert sent < length, "it was waited for to the end"

    asyncio.run(main())


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server of this name shows, and what a client needs to believe it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(serialization.Encoding.PEM)
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "both.pem").write_bytes(private + pem)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "both.pem")
    return server, ssl.create_default_context(cadata=pem.decode())


def test_the_certificate_must_be_that_of_the_name(tmp_path: Path) -> None:
    async def main() -> None:
        server, client = certificate(tmp_path, "hook.example")
        async with Receiver().open(server) as receiver:
            egress = local(context=client)
            answer = await egress.post(f"https://hook.example:{receiver.port}/", b"{}", {})
            assert answer.status == 204
            with pytest.raises(httpx.ConnectError):
                await egress.post(f"https://other.example:{receiver.port}/", b"{}", {})
            assert len(receiver.came) == 1

    asyncio.run(main())
