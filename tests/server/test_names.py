"""Names: what they may hold, which look alike, which are reserved, and that nobody bears the name of an account."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from alembic import command
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select

from server.guests import Guest, Refused, Running
from trunkline.bots.registry import entries
from trunkline.server.people import names
from trunkline.server.people.names import clean_name, name_key, name_keys, refuse_reserved
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import database, schema
from trunkline.server.store.database import address, migrations_config, sqlite_engine

PASSWORD = "correct horse battery"


@pytest.mark.parametrize(
    "name", ["A", "Zoë", "Олена", "Ελένη", "李小龍", "J. R. O'Neil", "x" * 24, "7", "Ann ❤", "नमस्ते", "محمد", "Nguyễn"]
)
def test_names_of_all_the_world_are_fine(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "length"),
        ("x" * 25, "length"),
        ("ﷺﷺ", "length"),  # eighteen letters each, once they are written out
        (" Ann", "spaces"),
        ("Ann\u00a0", "spaces"),
        ("Ann  Bo", "spaces"),
        ("...", "letter"),
        ("❤", "letter"),
        ("Ann\n", "characters"),
        ("A\u202enn", "characters"),  # writes backwards from here
        ("A\u2066nn", "characters"),
        ("A\u200bnn", "characters"),
        ("A\u0000", "characters"),
        ("A\ud800", "characters"),
        ("A\ue000", "characters"),
        ("\u3164", "characters"),  # a letter of which nothing is to be seen
        ("A\ufe0f", "characters"),
        ("A\U000e0041", "characters"),
        ("Z" + "\u0334\u0335\u0336\u0337", "characters"),
    ],
)
def test_names_that_are_none(name: str, reason: str) -> None:
    with pytest.raises(RequestRefused) as refusal:
        clean_name(name)
    assert (refusal.value.code, refusal.value.params["reason"]) == ("bad_name", reason)


@given(st.text(max_size=30))
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except RequestRefused:
        return
    assert clean_name(name) == name
    assert name_key(name) == name_key(name.upper()) or len(name.upper()) != len(name) or not name.isascii()
    assert 1 <= len(name) <= names.NAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Straße", "STRASSE"),
        ("ﬁona", "fiona"),
        ("Anna", "Аnna"),  # the first letter is Cyrillic
        ("HOT", "НОТ"),  # all Cyrillic
        ("Ben", "Βen"),  # the first letter is Greek
        ("Bill", "BiII"),
        ("Bob", "B0b"),
        ("Zorro", "ꓜorro"),  # Lisu
        ("Zorro", "Zᴏrro"),  # a small capital
        ("Pete", "Pҽtҽ"),  # Abkhasian
        ("Bob", "Bօb"),  # Armenian
        ("apple", "аррӏе"),  # all Cyrillic
        ("CAT", "ᏟᎪᎢ"),  # all Cherokee
        ("CAT", "ꓚꓮꓔ"),  # all Lisu
        ("cap", "ⲥⲁⲣ"),  # all Coptic
        ("naïf", "naїf"),  # the mark is the same, the letter below it Ukrainian
        ("Cola", "Ϲola"),  # a lunate sigma
        ("Bob 7", "Bob ٧"),
        ("O'Neil", "O’Neil"),
        ("Ivan", "İvan"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_differ_are_different() -> None:
    names = ["Ann", "Anne", "Олена", "Олина", "Zoë", "Zoe", "Ann Bo", "AnnBo"]
    assert len({name_key(name) for name in names}) == len(names)


def test_small_letters_are_taken_for_what_they_look_like() -> None:
    """Small Greek letters that look like other Latin letters than their capitals do."""
    for true, like in (("Oliver", "Oliνer"), ("Anna", "Aηηa"), ("Ursula", "υrsula")):
        assert name_key(true) in name_keys(like)
    # Case does not matter for the owner of a Greek name.
    assert name_key("Νίκος") == name_key("νίκος")


# --- reserved names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Admin", "ADMIN", "Аdmin", "admin 2", "Adm1n", "_admin_", "The Admin", "Moderator", "Адміністратор", "модератор",
     "Διαχειριστής", "ΔΙΑΧΕΙΡΙΣΤΗΣ", "System", "Система", "Trunkline", "Bot", "Planner", "Ρlanner", "expert 2",
     "Стратег", "μεθοδικος", "one step", "One-Step", "ᴇxᴘᴇʀᴛ"],
)  # fmt: skip
def test_names_of_the_house_and_of_bots_are_reserved(name: str) -> None:
    with pytest.raises(RequestRefused) as refusal:
        refuse_reserved(clean_name(name))
    assert refusal.value.code == "name_reserved"


@pytest.mark.parametrize(
    "name", ["Ann", "Admiral", "Systema Dumbo", "Greedy Ann", "Олена", "Ελένη", "7", "Guest 1", "李"]
)
def test_other_names_are_free(name: str) -> None:
    refuse_reserved(clean_name(name))


def test_every_bot_is_reserved_as_it_is_called_and_as_the_page_calls_it() -> None:
    called = set(entries())
    locales = Path(__file__).parents[2] / "web" / "src" / "locale"
    for language in ("en", "uk", "el"):
        words = json.loads((locales / language / "common.json").read_text("utf-8"))
        called |= {text for code, text in words.items() if code.startswith("bot.")}
    assert len(called) > 40
    for name in called:
        with pytest.raises(RequestRefused, match="name_reserved"):
            refuse_reserved(name)


# --- the name of an account ------------------------------------------------------------------------------------------


def refused(work: object, *given: object, **named: object) -> str:
    assert callable(work)
    with pytest.raises(Refused) as caught:
        work(*given, **named)
    return caught.value.code


def test_nobody_takes_the_name_of_an_account_in_any_form(database_url: str) -> None:
    with Running(database_url) as running:
        owner = Guest(running, "Zoe")
        early = Guest(running, "ZOE")
        table = owner.open(seats=["me", "open", "open"], public=True)
        talk = early.talk()
        owner.post("/api/account", name="Zoe", password=PASSWORD)
        other = Guest(running, "Other")
        for like in ("zoe", "ꓜoe", "Zᴏe", "Zoҽ", "Zօe", "ꓜꓳꓰ"):
            assert refused(Guest(running).post, "/api/me", name=like) == "name_taken"
            assert refused(other.post, "/api/me", name=like) == "name_taken"
            assert refused(other.post, "/api/account", name=like, password=PASSWORD) == "name_taken"
        assert refused(other.post, "/api/me", name="Admin") == "name_reserved"
        assert refused(other.post, "/api/account", name="Planner", password=PASSWORD) == "name_reserved"
        # A guest who bore the name before chooses another one, before it is shown to anybody.
        assert refused(early.post, f"/api/tables/{table}/join") == "name_taken"
        assert refused(early.open) == "name_taken"
        talk.send("say", table=table, text="it is me, Zoe")
        assert talk.until_type("refused")["code"] == "name_taken"
        early.post("/api/me", name="Another")
        early.post(f"/api/tables/{table}/join")
        # A connection from before the change speaks under the name of now.
        talk.watch(table)
        talk.send("say", table=table, text="hello")
        assert talk.until_type("chat")["name"] == "Another"
        # The owner logs in by any form of the name.
        assert Guest(running).post("/api/session", name="zᴏe", password=PASSWORD)["person"]["id"] == owner.id


def test_keys_of_older_databases_are_made_anew(empty_database_url: str) -> None:
    """Accounts whose names look alike only now: both log in, and nobody else takes the name."""
    rows = [("first", "Bօb", "bօb", 1.0), ("second", "Bob", "bob", 2.0), ("third", "Їжак", "їжak", 3.0)]
    where = address(empty_database_url)

    def old(connection: Connection) -> None:
        configuration = migrations_config()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "0001")
        for person, name, key, at in rows:
            values = {"id": person, "kind": "account", "name": name, "name_key": key, "created": at, "seen": at}
            connection.execute(insert(schema.people).values(password_hash="none", **values))

    if where.path is None:
        database._on_postgres(where, old)
        database.upgrade(empty_database_url)
    else:
        engine = sqlite_engine(where.path)
        with engine.begin() as connection:
            old(connection)
        engine.dispose()
    with Running(empty_database_url) as running:
        people = running.services.people
        for name, person in (("Bօb", "first"), ("Bob", "second"), ("ЇЖАК", "third")):
            found = running.wait(people.account_named(name))
            assert found is not None and found.id == person
        assert refused(Guest(running).post, "/api/me", name="B0b") == "name_taken"
        query = select(schema.people.c.name_key).where(schema.people.c.id == "first")
        assert running.wait(running.services.store.read(lambda c: c.execute(query).scalar())) == name_key("Bob")
