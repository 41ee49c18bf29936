"""A game of a campaign: its edition before the set-up (L4-L6), and its result at the end (L19, L20)."""

from __future__ import annotations

from typing import Any

import msgspec

from trunkline.campaign.content import Content
from trunkline.campaign.entries import Result, Slip
from trunkline.campaign.modules import bored, in_force, spans
from trunkline.campaign.offices import office_of
from trunkline.campaign.state import GAMES, PLAYING, Campaign
from trunkline.campaign.state import OVER as FINISHED
from trunkline.game.game import Game
from trunkline.game.seal import Seal
from trunkline.game.sheet import PlayerScore, score_sheet
from trunkline.maps.compose import composed
from trunkline.maps.edition import Deal, Edition, Repaint, reference
from trunkline.maps.later_cards import later_cards
from trunkline.maps.load import load_map
from trunkline.maps.model import Map
from trunkline.maps.territories import territories_of
from trunkline.rules.board import Board
from trunkline.rules.module_counts import counted, growing_cities, new_spans, routes_checked
from trunkline.rules.money import companies_of
from trunkline.rules.newspapers import NEWSPAPERS_MET, NO_EVENT, news_of
from trunkline.rules.office_state import events_removed, has_offices, holder_of, offices_of
from trunkline.rules.spikes import spikes_of
from trunkline.rules.state import NOBODY, OVER, State


def edition_of(campaign: Campaign) -> Edition:
    """The edition of the game in progress. It is known once the game is seated and the story is read."""
    if campaign.stage != PLAYING:
        raise ValueError("no game of this campaign is being played")
    return board_now(campaign)


def board_now(campaign: Campaign) -> Edition:
    """The edition of the current board: of the game in progress, or of one that would begin now."""
    content = campaign.content
    plan = content.games[min(campaign.game, GAMES) - 1]
    map_ = load_map(content.map)
    rules = map_.variants["base"].rules
    story_rules = {rule.id for rule in later_cards(map_, content.version).story_rules}
    return Edition(
        content=content.version,
        year=plan.year,
        trains=campaign.trains_next_game or plan.trains,
        money=rules.money + campaign.money_next_game,
        hand=campaign.hand or sum(rules.hand),
        opening=_opening(campaign, map_),
        events=tuple(campaign.deck),
        territories=tuple(campaign.territories),
        repaints=tuple(Repaint(route, colour) for route, colour in campaign.repaints.items()),
        large=tuple(campaign.large),
        retired=tuple(campaign.retired),
        bonus=campaign.bonus,
        story_rules=tuple(rule for rule in campaign.rules if rule in story_rules),
        spikes=_spikes(campaign, content),
        modules=in_force(campaign),
        spans=spans(campaign),
        bored=tuple(bored(campaign)),
        office=office_of(campaign),
    )


def finished_board(campaign: Campaign) -> Edition:
    """The edition of a further game on the board of a campaign that is over: nothing that a campaign alone can pay."""
    if campaign.stage != FINISHED:
        raise ValueError("this campaign is not over")
    return msgspec.structs.replace(board_now(campaign), office=None, spikes=())


def map_now(campaign: Campaign) -> Map:
    """The map as it is drawn now, also between two games: with its territories, repaints and large cities."""
    map_ = load_map(campaign.content.map)
    rules = map_.variants["base"].rules
    plan = campaign.content.games[min(campaign.game, GAMES) - 1]
    edition = Edition(
        content=campaign.content.version,
        year=plan.year,
        trains=plan.trains,
        money=rules.money,
        hand=sum(rules.hand),
        opening=Deal(rules.opening.short, rules.opening.keep),
        events=tuple(campaign.deck),
        territories=tuple(campaign.territories),
        repaints=tuple(Repaint(route, colour) for route, colour in campaign.repaints.items()),
        large=tuple(campaign.large),
        retired=tuple(campaign.retired),
    )
    return composed(map_, edition)


def _opening(campaign: Campaign, map_: Map) -> Deal:
    """The opening tickets. If there are too few, all are dealt the same smaller number and keep at least one (L5)."""
    base = map_.variants["base"]
    usual = campaign.tickets_next_game or Deal(base.rules.opening.short, base.rules.opening.keep)
    known = territories_of(map_)
    tickets = len(base.tickets) + sum(len(known[code].tickets) for code in campaign.territories) - len(campaign.retired)
    dealt = min(usual.dealt, tickets // max(2, len(campaign.places)))
    return usual if dealt == usual.dealt else Deal(dealt, 1)


def _spikes(campaign: Campaign, content: Content) -> tuple[str, ...]:
    """The territories on the board whose golden spike is not driven yet; the last one waits for its story card."""
    if not campaign.spikes_begun:
        return ()
    waits = "" if campaign.last_spike_begun else content.spikes.last
    return tuple(code for code in campaign.territories if code not in campaign.spikes and code != waits)


def new_game(campaign: Campaign, *, seed: int | str | bytes | None = None, seal: Seal | None = None) -> Game:
    """Deal the game that is being played: companies in their order (L1), the holder of the caboose first (L8)."""
    companies = [place.company for place in campaign.places]
    name = reference(campaign.content.map, edition_of(campaign))
    first = companies.index(campaign.caboose) if campaign.caboose in companies else None
    return Game.new(name, len(companies), seed=seed, seal=seal, first=first, companies=companies)


def result_of(game: Game) -> Result:
    """The result of a finished game for its campaign."""
    newspapers = sum(int(event.values[0]) for event in game.events if event.kind is NEWSPAPERS_MET)
    return result_of_state(game.state, newspapers)


def result_of_state(state: State, newspapers: int = 0) -> Result:
    """The result of a final state. The number of newspapers is a parameter: only the events contain it."""
    board = state.board
    if not board.has_companies:
        raise ValueError("a game without companies has no result for a campaign")
    if state.phase != OVER:
        raise ValueError("the game is not over")
    sheet = score_sheet(state)
    players = len(state.players)
    companies = [player.company or "" for player in sheet.players]
    first = int(companies_of(state).first)
    news = news_of(state)
    turned_up = [*news.discards, *([news.current] if news.current != NO_EVENT else [])]
    return Result(
        slips=tuple(_slip(state, sheet.players[seat]) for seat in sheet.ranking),
        turn_order=tuple(companies[(first + turn) % players] for turn in range(players)),
        event_discards=tuple(board.companies.events[int(event)] for event in turned_up),
        turns=int(state.turn),
        newspapers=newspapers,
        spikes=_spikes_driven(state, companies),
        spans=tuple(new_spans(state)),
        checked=tuple(routes_checked(state)),
        growth=tuple(growing_cities(state)),
        hired=_hired(state, companies),
        postcards=_postcards_met(state, companies),
        removed_events=tuple(board.companies.events[int(event)] for event in events_removed(state)),
    )


def _spikes_driven(state: State, companies: list[str]) -> tuple[tuple[str, str], ...]:
    """The golden spikes that were driven in this game: territory and company."""
    rows = state.board.companies.spikes
    if not rows:
        return ()
    drivers = [int(seat) for seat in spikes_of(state).driver]
    return tuple((row.territory, companies[seat]) for row, seat in zip(rows, drivers, strict=True) if seat != NOBODY)


def _hired(state: State, companies: list[str]) -> tuple[tuple[str, str], ...]:
    """The crew that was hired in this game: company and card."""
    if not has_offices(state):
        return ()
    crew = state.board.companies.offices.crew
    hired = [int(card) for card in offices_of(state).hired]
    return tuple((companies[seat], crew[card].name) for seat, card in enumerate(hired) if card < len(crew))


def _postcards_met(state: State, companies: list[str]) -> tuple[tuple[str, str, int], ...]:
    """The postcards that were met in this game: company, card, and their uses in the campaign."""
    offices = state.board.companies.offices
    found = []
    for number, held in enumerate(offices.held):
        used = int(offices_of(state).uses[number])
        seat = int(holder_of(state, number))
        if used > held.used and seat < len(companies):
            found.append((companies[seat], offices.postcards[held.postcard].name, used))
    return tuple(found)


def _of_office(state: State, seat: int) -> dict[str, Any]:
    """What crew and postcards add to a slip, to a vault and to the next set-up."""
    if not has_offices(state):
        return {}
    part = offices_of(state)
    return {
        "cards": int(part.slip[seat] + part.halved[seat]),
        "cards_vault": int(part.vault[seat]),
        "next_setup": (int(part.next_money[seat]), int(part.next_cards[seat])),
    }


def _slip(state: State, player: PlayerScore) -> Slip:
    board = state.board
    completed = [ticket for ticket in player.tickets if ticket.completed]
    return Slip(
        company=player.company or "",
        money=player.money,
        for_trains=player.trains_left_money,
        tickets=player.ticket_points,
        total=player.total,
        trains_left=player.trains_left,
        won=sum(ticket.points for ticket in completed),
        completed=tuple(ticket.ticket for ticket in completed),
        failed=tuple(ticket.ticket for ticket in player.tickets if not ticket.completed),
        cities=tuple(sorted({city for ticket in completed for city in cities_of(board, ticket.ticket)})),
        routes=tuple(route.route for route in player.routes),
        story=player.story_money,
        bonds=player.bond_money,
        vault=int(spikes_of(state).vault[player.seat]) if board.companies.spikes else 0,
        modules={each.line: each.money for each in player.modules if each.line != "offices"},
        counted=counted(state, player.seat),
        **_of_office(state, player.seat),
    )


def cities_of(board: Board, ticket: str) -> list[str]:
    """The cities that a ticket names."""
    number = board.ticket_number[ticket]
    start, end = int(board.ticket_start[number]), int(board.ticket_start[number + 1])
    return [board.city_names[int(board.ticket_cities[at])] for at in range(start, end)]
