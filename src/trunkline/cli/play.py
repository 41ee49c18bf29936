"""`trunkline play`: sets up a game in the terminal (new, loaded or resumed) and saves it to disk."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

from rich.console import Console

from trunkline.bots.registry import USUAL, make_bot
from trunkline.cli.files import RECORD, check_kind
from trunkline.cli.terminal import TerminalGame
from trunkline.cli.trouble import WRONG_USE, fail
from trunkline.game import Game
from trunkline.lab.simulate import class_of
from trunkline.maps.edition import short_name
from trunkline.maps.pack import load_board
from trunkline.program import program
from trunkline.rules.board import Board
from trunkline.rules.reading import did_you_mean


def state_folder() -> Path:
    """The state folder of this user (XDG; the local application data on Windows)."""
    given = os.environ.get("XDG_STATE_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    return (Path(given) if given else Path.home() / ".local" / "state") / "trunkline"


def autosave() -> Path:
    return state_folder() / "last-game.jsonl"


def seating() -> Path:
    """Who sits where in the last game. A record has only seats."""
    return state_folder() / "last-game-seats.json"


def play(
    map_name: str,
    variant: str,
    bots: Sequence[str],
    seed: str | None,
    seat: int,
    save: Path | None,
    load: Path | None,
    companies: Sequence[str] = (),
) -> None:
    """Start a new game or one from a file, and save it as the last game."""
    for name in bots:
        class_of(name)
    if load is not None:
        game = Game.load(load)
        names = bots if len(bots) == game.players - 1 else [bots[0]] * (game.players - 1) if len(bots) == 1 else None
        if names is None:
            fail(f"{load} is a game of {game.players} players: name {game.players - 1} bots, or one for all", WRONG_USE)
    else:
        numbers = load_board(map_name, variant).numbers
        names = bots
        players = len(names) + 1
        if not numbers.least_players <= players <= numbers.most_players:
            least, most = numbers.least_players - 1, numbers.most_players - 1
            fail(f"{map_name} is played against {least} to {most} bots, not {len(names)}", WRONG_USE)
        chosen = chosen_companies(load_board(map_name, variant), players, companies) if companies else None
        game = Game.new(map_name, players, seed=seed, variant=variant, companies=chosen)
    if not 0 <= seat < game.players:
        fail(f"there is no seat {seat}: seats are counted from 0 to {game.players - 1}", WRONG_USE)
    save_to(game, save)
    console = make_console()
    put_aside(console)
    sit_down(game, seat, names, seed, console, [save] if save else [])


def chosen_companies(board: Board, players: int, companies: Sequence[str]) -> list[str]:
    """The company of each seat: the named ones for the first seats, then the others in the order of the map."""
    if not board.has_companies:
        fail(f"{short_name(board.map_id)} has no companies to choose", WRONG_USE)
    known = board.companies.companies
    for number, name in enumerate(companies):
        if name not in known:
            fail(f"{short_name(board.map_id)} has no company {name}. {did_you_mean(name, known)}", WRONG_USE)
        if name in companies[:number]:
            fail(f"the company {name} is named twice: each is played by one seat", WRONG_USE)
    if len(companies) > players:
        fail(f"{len(companies)} companies are named for {players} players", WRONG_USE)
    return [*companies, *(name for name in known if name not in companies)][:players]


def resume(save: Path | None) -> None:
    """Continue the last game with the same players."""
    if not autosave().exists():
        fail(f"there is no game to resume: none is kept in {autosave()}")
    game = Game.load(autosave())
    seat, names = read_seating(game.players)
    save_to(game, save)
    sit_down(game, seat, names, None, make_console(), [save] if save else [])


def save_to(game: Game, file: Path | None) -> None:
    """Write the game to the requested file at once, so that an error shows before the first move."""
    try:
        if file is not None:
            check_kind(file, RECORD)
            game.save(file)
    except OSError as error:
        fail(f"the game cannot be kept in {file}: {error.strerror or error}")


def read_seating(players: int) -> tuple[int, list[str]]:
    """Who sat where; if that is not known, the person has the first seat and the usual bots the others."""
    seat, names = kept_seating()
    if len(names) != players - 1 or not 0 <= seat < players:
        return 0, [USUAL] * (players - 1)
    return seat, names


def kept_seating() -> tuple[int, list[str]]:
    try:
        kept = json.loads(seating().read_text(encoding="utf-8"))
        return int(kept["seat"]), [str(name) for name in kept["bots"]]
    except (OSError, ValueError, KeyError, TypeError):
        return 0, []


def sit_down(
    game: Game, seat: int, names: Sequence[str], seed: str | None, console: Console, files: list[Path]
) -> None:
    """Play with these bots until the end or until the person leaves. The first file is the one to resume from."""
    people, bots = [], {}
    others = iter(names)
    luck = seed.encode() if seed is not None else token_bytes(16)
    for number in range(game.players):
        if number == seat:
            people.append("You")
            continue
        name = next(others)
        bots[number] = make_bot(name, seed_of(luck, number))
        people.append(f"{name.rpartition(':')[2]} {number}")
    kept = [*keep_seating(seat, names, console), *files]
    table = TerminalGame(game, seat, bots, people, reader(), console, kept)
    finished = table.run()
    if finished and table.files:
        table.screen.say(f"The whole game: {program()} replay {table.files[-1]}", style="dim")
    elif not finished:
        resumable = table.files and table.files[0] == autosave()
        table.screen.say(
            f"Until next time: `{program()} play --resume` continues." if resumable else "Until next time."
        )


def seed_of(luck: bytes, seat: int) -> int:
    """The seed of the bot at a seat."""
    return int.from_bytes(sha256(luck + b"/%d" % seat).digest()[:4], "little")


def keep_seating(seat: int, names: Sequence[str], console: Console) -> list[Path]:
    """Create the folder of the last game; the game is played even if that fails."""
    try:
        seating().parent.mkdir(parents=True, exist_ok=True)
        seating().write_text(json.dumps({"seat": seat, "bots": list(names)}) + "\n", encoding="utf-8")
    except OSError as error:
        console.print(f"The game cannot be kept in {state_folder()}: {error.strerror}.", style="yellow", markup=False)
        return []
    return [autosave()]


def put_aside(console: Console) -> None:
    """Keep a copy of an unfinished last game that has a move of the person, before a new game replaces it."""
    try:
        lines = autosave().read_text(encoding="utf-8").splitlines()
        mine = f'{{"seat": {kept_seating()[0]}, '
        if not any(line.startswith(mine) for line in lines) or '"event": "ended"' in lines[-1]:
            return
        number = 1
        while (aside := autosave().with_name(f"unfinished-game-{number}.jsonl")).exists():
            number += 1
        os.replace(autosave(), aside)
    except (OSError, UnicodeDecodeError):
        return
    console.print(
        f"Your unfinished game was put aside; `{program()} play --load {aside}` continues it.",
        style="dim",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


def make_console() -> Console:
    """A console for the table; characters that the terminal cannot show become question marks, not errors."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Console()


def reader() -> Callable[[str], str]:
    """Reads lines from the keyboard, with history if available; lines from a pipe are echoed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - the import gives `input` its arrow keys
        return input

    def read(prompt: str) -> str:
        line = input(prompt)
        print(line)
        return line

    return read
