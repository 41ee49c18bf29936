"""Game: one game from the deal to the score sheet, played by code or by notation, with all its moves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mypy_extensions import i64, mypyc_attr

from trunkline.game.position import read_position, write_position
from trunkline.game.seal import Seal
from trunkline.game.sheet import ScoreSheet, score_sheet
from trunkline.game.text import game_text
from trunkline.game.words import sentence
from trunkline.maps.edition import short_name
from trunkline.maps.pack import load_board
from trunkline.rules.actions import LARGEST_CODE, ActionList, Unreadable, from_text, to_text
from trunkline.rules.board import Board
from trunkline.rules.events import Event
from trunkline.rules.money import company_name
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.refusals import explain
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal, may_act, to_act
from trunkline.rules.view import SPECTATOR, View


@mypyc_attr(native_class=False)
class IllegalAction(ValueError):
    """An action that was refused; the game is unchanged. `code` and `params` say why, the text says it in English.

    >>> game = Game.new("usa", players=2, seed=1)
    >>> game.play("keep 1", seat=0)
    Traceback (most recent call last):
    ...
    trunkline.game.game.IllegalAction: You must keep at least 2 of the tickets, not 1.
    """

    def __init__(self, code: str, params: dict[str, object]) -> None:
        super().__init__(sentence(code, params))
        self.code = code
        self.params = params


class Move:
    """One action that was taken, with its events. A move read from a file also has the state after it."""

    def __init__(self, seat: i64, action: i64, events: list[Event], packed: bytes) -> None:
        self.seat = seat
        self.action = action
        self.events = events
        self.packed = packed
        """The packed state after a move that was read from a file; empty for a move played here, which is replayed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game in progress or finished.

    >>> game = Game.new("europe", players=3, seed="an evening in May")
    >>> game.to_act                                 # all choose their first tickets at once
    [0, 1, 2]
    >>> for seat in (2, 0, 1):
    ...     _ = game.play("keep 1 2 3", seat=seat)
    >>> len(game.legal_actions) > 5
    True
    >>> for event in game.play("draw deck"):
    ...     print(event.name)
    drew-blind
    >>> game.over
    False

    An action is an integer code or a line of notation (docs/notation.md). While several seats may act, name the seat;
    left out, it is the first that may.
    """

    def __init__(self, state: State, seal: Seal | None, opening: list[Event], first: int) -> None:
        self.state = state
        self.seal = seal
        """The seal from which the key comes; None for a game made from a position."""
        self.commitment: str | None = None if seal is None else seal.commitment
        """The commitment shown before the deal: the hash of the secret of the seal."""
        self.moves: list[Move] = []
        self.opening: list[Event] = opening
        """The events of the deal."""
        self.beginning: bytes = to_bytes(state)
        """The packed state before the first move."""
        self.first = first
        """The seat chosen to start, or -1 if it was drawn by lot."""
        self._actions = ActionList()
        self._actions_of: i64 = -1
        """The seat whose legal actions are cached in `_actions`, if they are of the present position."""

    @staticmethod
    def new(
        map: str | Path = "usa",  # noqa: A002 - reads as the game is spoken of: Game.new(map="europe")
        players: int = 2,
        *,
        seed: int | str | bytes | None = None,
        variant: str = "base",
        first: int | None = None,
        seal: Seal | None = None,
        companies: Sequence[str] | None = None,
    ) -> Game:
        """Deal a game. The same seed gives the same deal; without one the deal is unpredictable.

        `map` is the name of a map, a map file or a reference with an edition (docs/map-format.md), `first` the seat
        that starts (by lot if left out), and `seal` a commitment to which the seats contributed, in place of a seed.
        On a map with companies `companies` says which each seat plays; left out, it is those of the map in their order.

        >>> Game.new("usa", players=2, seed=5).position() == Game.new("usa", players=2, seed=5).position()
        True
        """
        if seed is not None and seal is not None:
            raise ValueError("a game has a seed or a seal, not both")
        if seal is None:
            seal = Seal.draw() if seed is None else Seal.from_seed(seed)
        board = load_board(map, variant)
        numbers = board.numbers
        if not numbers.least_players <= players <= numbers.most_players:
            name, least, most = short_name(board.map_id), numbers.least_players, numbers.most_players
            raise ValueError(f"{name} is for {least} to {most} players")
        if first is not None and not 0 <= first < players:
            raise ValueError(f"there is no seat {first} among {players} players")
        chosen = None if companies is None else company_numbers(board, players, companies)
        log: list[Event] = []
        state = new_game(board, players, seal.key, BY_LOT if first is None else first, log, chosen)
        return Game(state, seal, log, BY_LOT if first is None else first)

    @staticmethod
    def from_position(position: dict[str, object]) -> Game:
        """A game that continues from a position in JSON (docs/position.md). An impossible position is refused."""
        return Game(read_position(position), None, [], BY_LOT)

    def position(self) -> dict[str, object]:
        """The whole position with everything hidden, as plain JSON (docs/position.md)."""
        return write_position(self.state)

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.state.players)

    @property
    def seat(self) -> int:
        """Whose turn it is; in the opening, who will start."""
        return self.state.seat

    @property
    def companies(self) -> list[str]:
        """The company of each seat; empty on a map without companies."""
        if not self.board.has_companies:
            return []
        return [company_name(self.state, seat) for seat in range(len(self.state.players))]

    @property
    def to_act(self) -> list[int]:
        """The seats the game waits for: several in the opening, one later, none at the end."""
        return to_act(self.state)

    @property
    def over(self) -> bool:
        return self.state.phase == OVER

    @property
    def legal_actions(self) -> list[int]:
        """The codes of every legal action of the seat to act (the first of them in the opening)."""
        return self.legal(self._acting())

    def legal(self, seat: int) -> list[int]:
        """The codes of every legal action of a seat; none while it is not its turn."""
        self._check_seat(seat)
        self._list(seat)
        return self._actions.to_list()

    def notation(self, action: int) -> str:
        """An action in words: `claim kyiv-warszawa red+1`."""
        return to_text(self.state.board, action)

    def code(self, text: str, seat: int | None = None) -> int:
        """The code of a notation. Raises IllegalAction if it cannot be read; the action need not be legal."""
        try:
            return from_text(self.state, self._acting() if seat is None else seat, text)
        except Unreadable as unreadable:
            raise IllegalAction(unreadable.code, unreadable.params) from None

    def play(self, action: int | str, seat: int | None = None) -> list[Event]:
        """Take an action; returns its events. An illegal action raises IllegalAction and changes nothing."""
        who = self._acting() if seat is None else seat
        self._check_seat(who)
        if isinstance(action, str):
            code: i64 = self.code(action, who)
        else:
            if not 0 <= action <= LARGEST_CODE:
                raise IllegalAction("no_such_action", {"action": action})
            code = action
        self._list(who)
        if not self._actions.has(code):
            refusal = explain(self.state, who, code)
            assert refusal is not None
            raise IllegalAction(refusal.code, refusal.params)
        events: list[Event] = []
        apply(self.state, who, code, events)
        self._actions_of = -1
        self.moves.append(Move(who, code, events, b""))
        return events

    def view(self, seat: int | None = None) -> View:
        """The view of a seat; without a seat, the view of a spectator."""
        if seat is None:
            return View(self.state, SPECTATOR)
        self._check_seat(seat)
        return View(self.state, seat)

    @property
    def events(self) -> list[Event]:
        """All events from the deal on. `event.seen_by(seat)` hides what a seat may not know."""
        found = list(self.opening)
        for move in self.moves:
            found += move.events
        return found

    def score_sheet(self) -> ScoreSheet:
        """Every player's points, item by item: the result if the game is over, else as if it ended now."""
        return score_sheet(self.state)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on."""
        return list(self.score_sheet().winners) if self.over else []

    def copy(self) -> Game:
        """An independent copy of the game. It shares the moves made so far."""
        other = Game(self.state.copy(), self.seal, self.opening, self.first)
        other.moves = list(self.moves)
        other.beginning = self.beginning
        other.commitment = self.commitment
        return other

    def at(self, moves: int) -> Game:
        """The game after the given number of moves."""
        if not 0 <= moves <= len(self.moves):
            raise ValueError(f"the game has {len(self.moves)} moves")
        number = moves
        while number > 0 and not self.moves[number - 1].packed:
            number -= 1
        packed = self.moves[number - 1].packed if number else self.beginning
        state = from_bytes(self.state.board, packed)
        for move in self.moves[number:moves]:
            apply(state, move.seat, move.action, None)
        other = Game(state, self.seal, self.opening, self.first)
        other.moves = self.moves[:moves]
        other.beginning = self.beginning
        other.commitment = self.commitment
        return other

    def packed(self) -> bytes:
        """The present state as bytes."""
        return to_bytes(self.state)

    def save(self, path: str | Path) -> None:
        """Write the whole game to a file that `Game.load` and `trunkline replay` read."""
        from trunkline.game.record import write_record

        write_record(self, Path(path))

    @staticmethod
    def load(path: str | Path) -> Game:
        """The game of a file."""
        from trunkline.game.record import read_record

        return read_record(Path(path))

    def __str__(self) -> str:
        return game_text(self.state)

    def __repr__(self) -> str:
        name = f"{short_name(self.board.map_id)}/{self.board.variant}"
        return f"<Game {name}, {self.players} players, {len(self.moves)} moves>"

    def _acting(self) -> i64:
        """The first seat that may act; when the game is over, the seat of the last turn."""
        for seat in range(len(self.state.players)):
            if may_act(self.state, seat):
                return seat
        return self.state.seat

    def _check_seat(self, seat: i64) -> None:
        if not 0 <= seat < len(self.state.players):
            raise IllegalAction("no_such_seat", {"seat": int(seat)})

    def _list(self, seat: i64) -> None:
        if self._actions_of != seat:
            legal(self.state, seat, self._actions)
            self._actions_of = seat


def company_numbers(board: Board, players: int, companies: Sequence[str]) -> list[int]:
    """The numbers of the companies by seat. Raises ValueError for an unknown company or one that is named twice."""
    names = board.companies.companies
    map_name = short_name(board.map_id)
    if not board.has_companies:
        raise ValueError(f"{map_name} has no companies")
    if len(companies) != players:
        raise ValueError(f"{players} players play {players} companies, not {len(companies)}")
    for name in companies:
        if name not in names:
            raise ValueError(f"{map_name} has no company {name!r}; there are {', '.join(names)}")
    if len(set(companies)) < players:
        raise ValueError("each company is played by one seat")
    return [names.index(name) for name in companies]
