"""Newspapers and news events (L3, L4, L8, L11, L12): the event deck, the current event, and what it changes."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.cards import SECOND_PICK
from trunkline.rules.chapter import Chapter, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep, reclose
from trunkline.rules.clause_steps import NO_SOURCE, ClauseStep
from trunkline.rules.clauses import run_drew, run_kept, run_turned
from trunkline.rules.company_tables import DOUBLES_OPEN
from trunkline.rules.dice import FIRST_DECK, NEWS, Stream, shuffle_cards
from trunkline.rules.events import NO_ITEMS, TABLE, Event, EventKind
from trunkline.rules.newspapers import (
    NEWSPAPERS_MET,
    NEWSPAPERS_PASSED,
    NO_EVENT,
    SLOT,
    NewsPart,
    news_of,
    unseen_events,
)
from trunkline.rules.office_state import events_removed, has_offices, offices_of
from trunkline.rules.power_uses import forget_uses
from trunkline.rules.reading import BadPosition, JsonObject, number_of
from trunkline.rules.state import Position, State

EVENT_STEP: Final = 11

TURNED_UP: Final = EventKind("news", ["news"], reveals=True)
NEWS_SHUFFLED: Final = EventKind("news-shuffled", ["count"], reveals=True)


def turn_up(state: State, log: list[Event] | None) -> None:
    """Turn up the next news event: it is the current one at once, and a lightning event acts (L11, L12)."""
    part = news_of(state)
    if len(part.deck) == 0:
        renew_deck(state, log)
    left = len(part.deck) - 1
    if left < 0:
        return
    if part.current != NO_EVENT:
        part.discards = append(part.discards[:], u8(part.current))
    part.current = i64(part.deck[left])
    part.deck = part.deck[:left]
    if log is not None:
        log.append(Event(TURNED_UP, state.seat, vec[i16]([i16(part.current)]), NO_ITEMS))
    put_in_force(state)
    forget_uses(state)
    part.is_quiet = True
    run_turned(state, state.board.companies.first_event + part.current, log)
    part.is_quiet = False


def renew_deck(state: State, log: list[Event] | None) -> None:
    """Shuffle the discarded news events into a new event deck; the current event is not among them (L11)."""
    part = news_of(state)
    if len(part.discards) == 0:
        return
    part.deck = part.discards[:]
    part.discards = vec[u8]()
    shuffle_events(state)
    if log is not None:
        log.append(Event(NEWS_SHUFFLED, TABLE, vec[i16]([i16(len(part.deck))]), NO_ITEMS))


def shuffle_events(state: State) -> None:
    part = news_of(state)
    shuffle_cards(part.deck, len(part.deck), Stream(state.key, NEWS, part.shuffles))
    part.shuffles += 1


def put_in_force(state: State) -> None:
    """Set the numbers of the current news event, and recompute closed routes if they change."""
    part = news_of(state)
    were_open = part.standing[DOUBLES_OPEN]
    may_close = state.board.companies.may_close_lines
    part.standing = state.board.companies.in_force(part.current, len(state.players))
    if part.standing[DOUBLES_OPEN] != were_open or may_close:
        reclose(state)


def shuffle_in_newspapers(state: State) -> None:
    """Put the newspapers into the deck once hands and row have been dealt (L4)."""
    part = news_of(state)
    deck = state.decks[0]
    part.newspapers = i64(state.board.companies.newspapers[len(state.players)])
    for _i in range(part.newspapers):
        deck.cards[deck.size] = u8(state.board.newspaper)
        deck.size += 1
    shuffle_cards(deck.cards, deck.size, Stream(state.key, FIRST_DECK, deck.shuffles))
    deck.shuffles += 1


@final
class AnswerNewspapers(ClaimStep):
    """After paid cards were reshuffled and the row was filled from them: resolve the newspapers met (L11)."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        turn_up_met(state, log)
        return True


@final
class CurrentEvent(ClauseStep):
    """Number 11: what the current news event gives or takes for a claim (L15)."""

    def source(self, state: State, seat: i64, route: i64) -> i64:
        current = news_of(state).current
        return NO_SOURCE if current == NO_EVENT else state.board.companies.first_event + current

    def is_news(self) -> bool:
        return True


def turn_up_met(state: State, log: list[Event] | None) -> None:
    """Turn up a news event for every newspaper met, in the order met (L11)."""
    part = news_of(state)
    met = part.met
    if met == 0:
        return
    part.met = 0
    if log is not None:
        log.append(Event(NEWSPAPERS_MET, state.seat, vec[i16]([i16(met)]), NO_ITEMS))
    if has_offices(state):
        offices_of(state).newspapers[state.seat] += met
    for _i in range(met):
        turn_up(state, log)


def written_news(position: Position) -> dict[str, object]:
    """What everybody knows of the event deck, as JSON."""
    names = position.board.companies.events
    part = news_of(position)
    return {
        "current": None if part.current == NO_EVENT else names[part.current],
        "discards": [names[event] for event in part.discards],
        "left": len(part.deck),
    }


@final
class News(Chapter):
    """Newspapers in the deck of cards turn up news events."""

    def __init__(self) -> None:
        super().__init__("news", [], [], [NEWSPAPERS_MET, NEWSPAPERS_PASSED, TURNED_UP, NEWS_SHUFFLED])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.has_companies

    def new_part(self, board: Board, players: i64) -> Part:
        """The event deck is empty until the game is set up or read."""
        tables = board.companies
        newspapers = i64(tables.newspapers[players]) if board.newspaper >= 0 else 0
        return NewsPart(vec[u8](), vec[u8](), tables.usual, newspapers)

    def set_up(self, state: State, log: list[Event] | None) -> None:
        """Shuffle the newspapers in and the news events; none is current (L4, L8)."""
        part = news_of(state)
        if state.board.newspaper >= 0:
            shuffle_in_newspapers(state)
        part.deck = unseen_events(state, part)
        shuffle_events(state)

    def restore(self, state: State) -> None:
        put_in_force(state)

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [AnswerNewspapers(18), CurrentEvent(SEQUENCE * EVENT_STEP)]

    def reacts(self) -> bool:
        return True

    def cards_moved(self, state: State, log: list[Event] | None) -> None:
        turn_up_met(state, log)

    def cards_drawn(self, state: State, seat: i64, log: list[Event] | None) -> None:
        part = news_of(state)
        if part.current != NO_EVENT:
            part.is_quiet = True
            run_drew(state, state.board.companies.first_event + part.current, seat, log)
            part.is_quiet = False
        part.blind_picks = 0

    def tickets_kept(self, state: State, seat: i64, number: i64, log: list[Event] | None) -> None:
        part = news_of(state)
        if part.current == NO_EVENT:
            return
        part.is_quiet = True
        run_kept(state, state.board.companies.first_event + part.current, seat, number, log)
        part.is_quiet = False

    def check(self, state: State) -> list[str]:
        """Check that each news event is in one place, and no newspaper in a hand or in the row (L4, L11)."""
        wrong: list[str] = []
        board = state.board
        names = board.companies.events
        part = news_of(state)
        seen = [0] * len(names)
        events: list[int] = list(part.deck) + list(part.discards)
        if part.current != NO_EVENT:
            events.append(int(part.current))
        events += list(events_removed(state))
        for event in events:
            if not 0 <= event < len(names):
                return ["there is no such news event"]
            seen[event] += 1
        for number, times in enumerate(seen):
            if times != 1:
                wrong.append(f"the news event {names[number]} is in {times} places")
        if not 0 <= part.blind_picks <= (1 if state.phase == SECOND_PICK else 0):
            wrong.append("a card was picked from the deck, but no second pick waits")
        if part.shuffles < 0 or part.lots < 0:
            wrong.append("the news events were shuffled or cards lost fewer than 0 times")
        if board.newspaper >= 0:
            if any(player.hand[board.newspaper] > 0 for player in state.players):
                wrong.append("a newspaper is in a hand")
            if any(i64(card) == board.newspaper for card in state.row):
                wrong.append("a newspaper is in the row")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        """The current event, the discards and how many are left; their order only where it is not hidden."""
        names = position.board.companies.events
        part = news_of(position)
        written = written_news(position)
        if not part.is_hidden():
            written["deck"] = [names[event] for event in reversed(list(part.deck))]
            written["shuffles"] = int(part.shuffles)
            written["lots"] = int(part.lots)
        if part.blind_picks > 0:
            written["blind_picks"] = int(part.blind_picks)
        return {"news": written}

    def tell(self, position: Position) -> dict[str, object]:
        return {"news": written_news(position)}

    def field_names(self) -> list[str]:
        return ["news"]

    def read(self, state: State, data: JsonObject) -> None:
        """Read the fields. Defaults: no current event; events that are in no other place are in the deck, shuffled."""
        if not state.board.has_companies:
            if data.get("news") is not None:
                raise BadPosition("news: this board has none")
            return
        tables = state.board.companies
        part = news_of(state)
        names = ["current", "discards", "left", "deck", "shuffles", "lots", "blind_picks"]
        news = data.part("news", names, optional=True)
        if news.get("current") is not None:
            part.current = number_of(tables.event_number, news.get("current"), "news event")
        discards = [number_of(tables.event_number, name, "news event") for name in news.items("discards", True)]
        part.discards = vec[u8](discards)
        part.shuffles = news.whole("shuffles", 0)
        part.lots = news.whole("lots", 0)
        part.blind_picks = news.whole("blind_picks", 0)
        if news.get("deck") is not None:
            deck = [number_of(tables.event_number, name, "news event") for name in reversed(news.items("deck"))]
            part.deck = vec[u8](deck)
        else:
            part.deck = unseen_events(state, part)
            shuffle_events(state)
        if news.whole("left", len(part.deck)) != len(part.deck):
            raise BadPosition(f"news.left: the deck holds {len(part.deck)} news events")
