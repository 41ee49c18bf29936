"""Whole campaigns of one person and bots through the server: nothing that is sealed is in the traffic, and a campaign
that was exported reaches the same end elsewhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from conftest import FULL
from server.campaigning import President, open_campaign, seat_all
from server.guests import Guest, Running
from trunkline.campaign.charters import charter_options, territories
from trunkline.campaign.content import LANGUAGES, load_words
from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.fold import fold
from trunkline.campaign.logfile import fold_checked, read_lines
from trunkline.campaign.state import NAMING, OVER, Campaign, digest
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.modules import modules_of
from trunkline.maps.office_cards import office_cards

GAMES = 12 if FULL else 2
MESSAGE = 64_000
"""Bytes that a message to a client on the socket may have."""


def log_of(president: President) -> list[AnyEntry]:
    entries, _, _ = read_lines(president.guest.get(f"{president.path}/file").encode(), "file")
    return entries


def campaign_of(president: President) -> Campaign:
    """The campaign, from its file."""
    return fold_checked(log_of(president), "file")


def offered_in(entries: Sequence[AnyEntry]) -> set[str]:
    """The territories that could be named at some moment: their names and teasers are no secret from then on."""
    campaign = fold_checked(entries[:1], "file")
    found: set[str] = set()
    for entry in entries[1:]:
        fold(campaign, entry)
        if campaign.stage == NAMING:
            found.update(charter_options(campaign))
    return found


def opened_in(entries: Sequence[AnyEntry]) -> set[str]:
    """The modules that were ever in force, and the postcards that were ever in an office or shown at once."""
    campaign = fold_checked(entries[:1], "file")
    found: set[str] = set()
    for entry in entries[1:]:
        fold(campaign, entry)
        offices = campaign.offices
        found |= {*campaign.modules.running, *(held.card for of in offices.postcards.values() for held in of)}
        found |= {*offices.shown}
    return found


def sealed(campaign: Campaign, offered: set[str], opened: set[str]) -> list[str]:
    """Words, names and ids that nobody may know yet; `offered` are the territories that could be named so far."""
    known = {*campaign.territories, *campaign.named, *offered}
    found = []
    for language in LANGUAGES:
        words = load_words(campaign.version, language)
        for card, told in words.cards.items():
            if card not in campaign.story:
                found += [told.text, f'"{told.title}"']
        for vote, asked in words.votes.items():
            choice = campaign.votes.get(vote)
            found += [asked.result_a] if choice != "a" else []
            found += [asked.result_b] if choice != "b" else []
            if choice is None and (campaign.vote is None or campaign.vote.vote != vote):
                found += [asked.question, asked.a, asked.b]
        found += [text for code, text in words.territories.items() if code not in known]
        found += [f'"{name}"' for code, name in words.territory_names.items() if code not in known]
        found += [text for game, text in words.previously.items() if game > campaign.game]
        if campaign.stage != OVER:
            found += [words.authors_note, *(f'"{name}"' for name in words.medals.values())]
    later = later_cards(load_map(campaign.content.map), campaign.version)
    found += [f'"{event.id}"' for event in later.events if event.id not in campaign.ever]
    map_ = load_map(campaign.content.map)
    office = office_cards(map_, campaign.version)
    modules = modules_of(map_, campaign.version)
    for language in LANGUAGES:
        found += [f'"{module.name.by(language)}"' for name, module in modules.items() if name not in opened]
        for postcard in office.postcards:
            # Those of the story are read with its cards.
            if postcard.ticket and postcard.id not in opened:
                found += [f'"{postcard.name.by(language)}"', *([postcard.front.by(language)] if postcard.front else [])]
        if not campaign.offices.tools_open:
            found += [f'"{crew.name.by(language)}"' for crew in office.crew]
    for code, territory in territories(campaign).items():
        if code not in known:
            found.append(f'"{territory.name}"')
        if code not in campaign.territories:
            for city in territory.cities:
                found += [f'"{city.id}"', f'"{city.id}-', f'-{city.id}"', f"-{city.id}:", f'"{city.name}"']
                found += [f'"{names[city.id]}"' for names in territory.names.values()]
    # The sender of a postcard may be the title of a card that is read later.
    senders = [postcard.name for postcard in office.postcards if postcard.id in opened]
    public = {f'"{sender.by(language)}"' for sender in senders for language in LANGUAGES}
    return [each for each in found if each not in public]


def look(president: President, table: str | None) -> None:
    """Ask for everything that a page asks for, and more."""
    guest = president.guest
    for language in LANGUAGES:
        guest.get(f"{president.path}/words", lang=language)
        guest.get(f"{president.path}/board", lang=language)
        if table is not None:
            guest.get(f"/api/tables/{table}/board", lang=language)
    guest.get("/api/campaigns")
    guest.get("/api/games")
    guest.get(f"{president.path}/signatures")
    talk = guest.talk()
    talk.send("watch", table=president.campaign, since=0)
    talk.until_type("campaign-snapshot")
    guest.texts += talk.texts
    talk.close()


def with_lots(running: Running, seed: int) -> None:
    """Every key is made from a seed from now on."""
    dice = random.Random(seed)
    running.services.campaigns.make_lots = lambda: dice.randbytes(32).hex()


def play_to(president: President, games: int) -> None:
    """Seat and play games, and decide between them, up to the pause after so many."""
    while president.info()["state"]["game"] <= games:
        number = president.info()["state"]["game"]
        table = seat_all(president, stand_in=True)
        president.until(lambda info, played=str(number): played in info["tables"] and president.settled(info))
        president.pause()
        assert president.guest.get(f"/api/tables/{table}")["status"] == "over"


@pytest.mark.rule("L2", "L7", "L22", "L26")
def test_nothing_sealed_is_told(sqlite_url: str) -> None:
    with Running(sqlite_url) as running:
        anna = Guest(running, "Anna")
        president = open_campaign(anna)
        talk = anna.talk()
        talk.send("watch", table=president.campaign, since=0)

        def check() -> None:
            talk.quiet(0.05)
            info = president.info()
            look(president, info["table"] or next(reversed(info["tables"].values()), None))
            entries = log_of(president)
            campaign = fold_checked(entries, "file")
            # What is sealed only becomes less, so each text is looked through once, when it came.
            texts = [*anna.texts, *talk.texts]
            anna.texts.clear()
            talk.texts.clear()
            assert max(len(text.encode()) for text in texts if text.startswith('{"type":')) < MESSAGE
            told = "\n".join(texts)
            assert [each for each in sealed(campaign, offered_in(entries), opened_in(entries)) if each in told] == []
            assert not [text for text in texts if '"lots"' in text and not text.startswith('{"campaign":1,')]
            if campaign.stage != OVER:
                assert '"accounts"' not in told and '"kind":"missed"' not in told

        check()
        for number in range(1, GAMES + 1):
            seat_all(president, stand_in=number % 3 != 1)
            check()
            info = president.info()
            if info["table"] is not None and number % 3 == 1:
                president.play(info["table"])
            president.until(lambda info, played=str(number): played in info["tables"])
            check()
            president.pause()
            check()
        if FULL:
            info = president.info()
            assert info["status"] == "finished" and len(info["state"]["accounts"]) == 3
        talk.close()


@pytest.mark.rule("L23", "L28")
def test_exported_and_imported_it_reaches_the_same_end(tmp_path: Path) -> None:
    with (
        Running(f"sqlite:///{tmp_path / 'a.db'}") as here,
        Running(f"sqlite:///{tmp_path / 'b.db'}") as there,
    ):
        anna, bea = Guest(here, "Anna"), Guest(there, "Bea")
        first = open_campaign(anna, bots=1)
        play_to(first, 1)
        colour = first.info()["you"]["companies"][0]["company"]
        body = anna.get(f"{first.path}/file").encode()
        info = bea.ask("POST", f"/api/campaigns/import?company={colour}", content=body)
        second = President(bea, info["campaign"])
        assert digest(campaign_of(second)) == digest(campaign_of(first))
        assert info["you"]["seen"] == info["seq"]
        for running, president in ((here, first), (there, second)):
            with_lots(running, 7)
            president.dice = random.Random(3)
            president.actions = 0
            play_to(president, max(2, GAMES))
        assert digest(campaign_of(second)) == digest(campaign_of(first))
        assert bea.get(f"{second.path}/file") == anna.get(f"{first.path}/file")
