"""Modules, crew and postcards on the server: fronts for all, backs for their holder, nothing sealed (L21, L26)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from campaign.boxes import years
from server.campaigning import BOT, President
from server.guests import Guest, Refused, Running, sqlite_at
from trunkline.campaign.entries import AnyEntry
from trunkline.campaign.games import map_now
from trunkline.campaign.logfile import to_lines
from trunkline.campaign.modules import known_modules
from trunkline.campaign.offices import cards_of, held_by, must_give_up
from trunkline.campaign.state import SEATING, Campaign
from trunkline.maps.card_text import holder_text
from trunkline.maps.clauses import HolderCard
from trunkline.server.campaigns import words_page

pytestmark = pytest.mark.rule("L21")
LANGUAGES = ("en", "uk", "el")


def brought(guest: Guest, log: list[AnyEntry], company: str) -> President:
    """A campaign as a file, continued on the server by this guest with this company."""
    told = guest.ask("POST", f"/api/campaigns/import?company={company}", content=b"".join(to_lines(log)))
    return President(guest, told["campaign"])


def words(president: President, language: str = "en") -> Any:
    return president.guest.get(f"{president.path}/words", lang=language)


def backs(campaign: Campaign, cards: set[str], language: str) -> set[str]:
    """Whole backs of postcards, as they are told."""
    map_ = map_now(campaign)
    found = [card for card in cards_of(campaign.content).postcards if card.id in cards]
    return {" ".join(holder_text(map_, card, language)) for card in found}


def in_pause(game: int, check: Callable[[Campaign], bool] = lambda campaign: True) -> Callable[[Campaign], bool]:
    return lambda campaign: campaign.game >= game and campaign.stage == SEATING and check(campaign)


def all_hold(campaign: Campaign) -> bool:
    """All three companies hold postcards, one was met, and none has to go."""
    active = [company.colour for company in campaign.active]
    return (
        len(active) == 3
        and all(held_by(campaign, company) and not must_give_up(campaign, company) for company in active)
        and bool(campaign.offices.shown)
    )


def three_people(running: Running) -> tuple[Campaign, list[President], Guest]:
    """Two companies of Anna at hot-seat and one of Boris, and a spectator."""
    campaign, log = years(in_pause(6, all_hold))
    anna, boris, looker = Guest(running, "Anna"), Guest(running, "Boris"), Guest(running, "Looker")
    first, second, third = (company.colour for company in campaign.active)
    host = brought(anna, log, first)
    anna.post(f"{host.path}/open", open=True)
    anna.post(f"{host.path}/join", colour=second)
    boris.post(f"{host.path}/join", colour=third)
    return campaign, [host, President(boris, host.campaign)], looker


def all_of(president: President) -> None:
    """Ask for everything there is about the campaign; the answers are kept in `texts`."""
    guest, path = president.guest, president.path
    for language in LANGUAGES:
        guest.get(f"{path}/words", lang=language)
        guest.get(f"{path}/board", lang=language)
    guest.get(path, since=0)
    guest.get("/api/campaigns")
    for address in (f"{path}/file", f"{path}/signatures"):
        with suppress(Refused):
            guest.get(address)
    talk = guest.talk()
    talk.send("watch", table=president.campaign, since=0)
    talk.until_type("campaign-snapshot")
    guest.texts += talk.texts
    talk.close()


def test_fronts_are_for_all_and_backs_for_their_holder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with Running(sqlite_at(tmp_path)) as running:
        campaign, (anna, boris), looker = three_people(running)
        first, second, third = (company.colour for company in campaign.active)
        held = {company: {each.card for each in held_by(campaign, company)} for company in (first, second, third)}
        shown = set(campaign.offices.shown)
        spectator = President(looker, anna.campaign)
        everybody: dict[int, tuple[President, set[str]]] = {
            0: (anna, held[first] | held[second]),
            1: (boris, held[third]),
            2: (spectator, set()),
        }
        for president, own in everybody.values():
            told = words(president)["postcards"]
            assert set(told) >= held[first] | held[second] | held[third] | shown
            assert all(card["sender"] and card["front"] for card in told.values())
            assert {name for name, card in told.items() if card["back"]} == shown | own
            offices = president.info()["state"]["offices"]
            assert {each["card"] for each in offices[third]["postcards"]} == held[third]
        # The scan: no back of another's postcard is in anything that this person ever got.
        for president, own in everybody.values():
            all_of(president)
            traffic = "".join(president.guest.texts)
            for language in LANGUAGES:
                # The back of a postcard may say what a crew card says.
                crew = {" ".join(card["text"]) for card in words(president, language)["crew"].values()}
                known = backs(campaign, shown | own, language) | crew
                sealed = backs(campaign, (held[first] | held[second] | held[third]) - shown - own, language)
                assert sealed - known
                for back in sealed - known:
                    assert back not in traffic
                assert not own or any(back in traffic for back in known - crew)
        # Nor in a line of the server's log, not even that of an own one.
        assert caplog.records
        every = set().union(*(backs(campaign, set().union(*held.values()), language) for language in LANGUAGES))
        assert every and not [back for back in every if back in caplog.text]


def test_a_twin_whose_sealed_backs_are_others_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the backs of others say, a viewer is told the same to the letter; their holder is not."""
    with Running(sqlite_at(tmp_path)) as running:
        campaign, (anna, boris), looker = three_people(running)
        third = campaign.active[2].colour
        sealed = {each.card for each in held_by(campaign, third)} - set(campaign.offices.shown)
        viewers = (anna, President(looker, anna.campaign), boris)
        before = [[words(each, language) for language in LANGUAGES] for each in viewers]

        def other(map_: Any, card: HolderCard, language: str = "en") -> tuple[str, ...]:
            return ("Another back.",) if card.id in sealed else holder_text(map_, card, language)

        monkeypatch.setattr(words_page, "holder_text", other)
        after = [[words(each, language) for language in LANGUAGES] for each in viewers]
        assert sealed and before[:2] == after[:2]
        assert before[2] != after[2]


@pytest.mark.rule("L26")
def test_boxes_are_sealed_until_they_are_opened(tmp_path: Path) -> None:
    with Running(sqlite_at(tmp_path)) as running:
        guest = Guest(running, "Anna")
        for game in (1, 2, 3):
            campaign, log = years(in_pause(game))
            president = brought(guest, log, campaign.active[0].colour)
            state, told = president.info()["state"], words(president)
            assert state["post_open"] == (game > 1) and state["tools_open"] == (game > 2)
            assert len(told["crew"]) == (8 if game > 2 else 0)
            opened = [module for module in known_modules(campaign).values() if module.territory in campaign.territories]
            assert set(told["modules"]) == {module.id for module in opened}
            assert [each["module"] for each in state["modules"]] == [
                next(module.id for module in opened if module.territory == code) for code in campaign.territories
            ]
            all_of(president)
            traffic = "".join(guest.texts)
            for module in known_modules(campaign).values():
                if module.id not in told["modules"]:
                    assert all(module.text.by(language) not in traffic for language in LANGUAGES)
            for card in cards_of(campaign.content).crew if game < 3 else ():
                assert all(f'"{card.name.by(language)}"' not in traffic for language in LANGUAGES)


@pytest.mark.rule("L27")
def test_a_module_ages_closes_and_leaves_its_marks(tmp_path: Path) -> None:
    def is_enough(campaign: Campaign) -> bool:
        kept = campaign.modules
        return in_pause(7)(campaign) and bool(kept.closed) and bool(kept.running)

    with Running(sqlite_at(tmp_path)) as running:
        campaign, log = years(is_enough)
        president = brought(Guest(running, "Anna"), log, campaign.active[0].colour)
        state, told = president.info()["state"], words(president)
        for module in state["modules"]:
            known = known_modules(campaign)[module["module"]]
            assert module["games"] + module["left"] == known.games
            assert (module["closed"] is None) == (module["module"] in campaign.modules.running)
            if module["closing"] is None:
                continue
            papers = [
                (company.colour, paper.dollars)
                for company in campaign.companies
                for paper in company.papers
                if paper.kind == "module" and paper.about == module["module"]
            ]
            awards = [(each["company"], each["dollars"]) for each in module["closing"]["awards"]]
            assert sorted(awards) == sorted(papers)
        closings = [each["module"] for change in told["changes"] for each in change["closings"]]
        assert closings == list(campaign.modules.closed)
        assert state["spans"] == campaign.modules.spans and state["growth"] == campaign.modules.growth
        hired = {company: office["hired"] for company, office in state["offices"].items() if office["hired"]}
        assert hired == {company: cards for company, cards in campaign.offices.hired.items() if cards}
        arrived = [each["card"] for change in told["changes"] for each in change["arrived"]]
        held = [each.card for company in campaign.active for each in held_by(campaign, company.colour)]
        assert set(held) <= set(arrived) and len(arrived) == len(set(arrived))
        opened = [each for change in told["changes"] for each in change["opened"]]
        assert opened == ["post", "tools"]


def test_who_holds_a_fourth_postcard_gives_one_up(tmp_path: Path) -> None:
    def is_enough(campaign: Campaign) -> bool:
        return campaign.stage == SEATING and any(must_give_up(campaign, each.colour) for each in campaign.active)

    with Running(sqlite_at(tmp_path)) as running:
        campaign, log = years(is_enough)
        anna, boris = Guest(running, "Anna"), Guest(running, "Boris")
        holder = next(each.colour for each in campaign.active if must_give_up(campaign, each.colour))
        president = brought(anna, log, holder)
        anna.post(f"{president.path}/open", open=True)
        other = next(each.colour for each in campaign.active if each.colour != holder)
        boris.post(f"{president.path}/join", colour=other)
        watcher = President(boris, president.campaign)
        (own,) = president.info()["you"]["companies"]
        offered = [action for action in own["actions"] if action.startswith("discard")]
        assert len(offered) == 4 and president.info()["state"]["offices"][holder]["must_give_up"]
        assert not any(each.startswith("discard") for each in watcher.info()["you"]["companies"][0]["actions"])
        with pytest.raises(Refused) as refused:
            president.decide(holder, "discard p99")
        assert refused.value.code == "not_an_option"
        with pytest.raises(Refused):
            watcher.decide(holder, offered[0])
        president.decide(holder, offered[0])
        card = offered[0].split()[1]
        told = words(watcher)["postcards"][card]
        assert told["front"] and told["back"] is None
        assert not president.info()["state"]["offices"][holder]["must_give_up"]
        assert {"entry": "gave-up", "company": holder, "card": card} in watcher.info()["entries"][-1]["facts"]


def test_a_bot_gives_up_its_fourth_postcard_by_itself(tmp_path: Path) -> None:
    def is_enough(campaign: Campaign) -> bool:
        return campaign.stage == SEATING and any(must_give_up(campaign, each.colour) for each in campaign.active)

    with Running(sqlite_at(tmp_path)) as running:
        campaign, log = years(is_enough)
        holder = next(each.colour for each in campaign.active if must_give_up(campaign, each.colour))
        mine = next(each.colour for each in campaign.active if each.colour != holder)
        president = brought(Guest(running, "Anna"), log, mine)
        president.guest.post(f"{president.path}/bot", bot=BOT, colour=holder)
        info = president.until(lambda each: not each["state"]["offices"][holder]["must_give_up"])
        assert len(info["state"]["offices"][holder]["postcards"]) == 3
