"""Web push: keys, encryption, devices that come and go."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from server.noticing import TABLE, Browser, Place, at, local, read_vapid, reason
from trunkline.server.notify.notices import MOST_DEVICES, Notices
from trunkline.server.notify.senders import Keys, encrypt, from_base64url, to_base64url
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.store import Store

# --- keys and encryption ---------------------------------------------------------------------------------------------


def test_the_message_of_rfc_8291_is_encrypted_as_there() -> None:
    number = int.from_bytes(from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    made = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        own=ec.derive_private_key(number, ec.SECP256R1()),
        salt=from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_base64url(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_key_is_made_once_and_shared_by_all_processes(database_url: str) -> None:
    async def main() -> None:
        store = await Store.open(database_url)
        made = await asyncio.gather(*(Keys.kept_by(store) for _ in range(4)))
        assert len({keys.text for keys in made}) == 1
        assert len(base64.urlsafe_b64decode(made[0].public + "=")) == 65
        await store.close()
        store = await Store.open(database_url)
        again = await Keys.kept_by(store)
        assert again.text == made[0].text
        assert again.webhook_secret("ann") == made[0].webhook_secret("ann") != made[0].webhook_secret("bob")
        await store.close()

    asyncio.run(main())


# --- web push --------------------------------------------------------------------------------------------------------


def test_a_browser_can_read_what_is_pushed(database_url: str) -> None:
    async def story(place: Place) -> None:
        phone, laptop = Browser(place.url + "/phone"), Browser(place.url + "/laptop")
        for device in (phone, laptop, phone):
            await place.notices.add_push("ann", device.subscription)
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 2
        for device in (phone, laptop):
            path = httpx.URL(str(device.subscription["endpoint"])).path
            [came] = [came for came in place.receiver.came if came.path == path]
            assert device.read(came.body)["table"] == TABLE
            assert came.headers["content-encoding"] == "aes128gcm"
            assert int(came.headers["ttl"]) > 0 and len(came.headers["topic"]) <= 32
            where = await place.notices.where("ann")
            claims = read_vapid(came.headers["authorization"], where["key"])
            assert claims["aud"] == f"http://hook.example:{place.receiver.port}"
            assert claims["sub"] == "mailto:trains@example.org"
            assert place.now < claims["exp"] <= place.now + 86_400
        assert TABLE.encode() not in place.receiver.came[0].body
        assert place.outcomes == [("push", "sent")] * 2

    at(database_url, story)


def test_a_device_that_has_left_is_forgotten(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.notices.add_push("ann", Browser(place.url).subscription)
        place.receiver.answers = [b"410 Gone"]
        await place.notices.waiting(TABLE, "ann", 1)
        assert await place.deliver(after=10) == 1
        assert (await place.notices.where("ann"))["push"] == []

    at(database_url, story)


def test_devices_are_bounded_and_can_be_removed(database_url: str) -> None:
    async def story(place: Place) -> None:
        for number in range(MOST_DEVICES + 2):
            await place.notices.add_push("ann", Browser(f"{place.url}/{number}").subscription)
        await place.notices.set_webhook("ann", place.url)
        there = (await place.notices.where("ann"))["push"]
        assert there == [f"{place.url}/{number}" for number in range(2, MOST_DEVICES + 2)]
        await place.notices.remove_push("ann", there[0])
        assert (await place.notices.where("ann"))["push"] == there[1:]
        await place.notices.remove_push("ann")
        where = await place.notices.where("ann")
        assert where["push"] == [] and where["webhook"] == place.url
        assert where["secret"] == place.keys.webhook_secret("ann")
        await place.notices.set_webhook("ann", None)
        assert (await place.notices.where("ann"))["secret"] is None

    at(database_url, story)


def test_subscriptions_that_are_none_are_refused(database_url: str) -> None:
    async def story(place: Place) -> None:
        browser = Browser(place.url)
        good = browser.subscription
        several: list[dict[str, Any]] = [
            {},
            {"endpoint": place.url},
            {**good, "keys": []},
            {**good, "keys": {"p256dh": "AAAA", "auth": to_base64url(b"x" * 16)}},
            {**good, "keys": {**browser.keys, "auth": "AAAA"}},
            {**good, "keys": {**browser.keys, "auth": "é"}},
        ]
        for bad in several:
            with pytest.raises(RequestRefused, match="bad_subscription"):
                await place.notices.add_push("ann", bad)
        assert await reason(place.notices.add_push("ann", {**good, "endpoint": "ftp://x/"})) == "scheme"
        silent = Notices(place.store, place.keys, egress=local())
        with pytest.raises(RequestRefused, match="no_push"):
            await silent.add_push("ann", good)
        assert (await silent.where("ann"))["key"] is None

    at(database_url, story)
