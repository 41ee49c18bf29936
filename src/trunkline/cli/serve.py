"""`trunkline serve` and `trunkline db`: starts the server; upgrades, copies and checks its database."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Any

import typer

from trunkline.cli.trouble import WRONG_USE, fail
from trunkline.server.settings import BadSetting, Settings


def serve(lan: bool, show: bool, port_file: Path | None, **flags: Any) -> None:
    """Run the server until it is stopped; with `show`, open its page in the browser."""
    if lan and flags["host"] is None:
        flags["host"] = "0.0.0.0"
    settings = read_settings(**flags)
    need_server()
    from trunkline.server.ops.logs import set_up_logs
    from trunkline.server.run import bind
    from trunkline.server.run import serve as run_server
    from trunkline.server.store.batches import StoreDown
    from trunkline.server.store.database import DatabaseProblem

    try:
        listening = bind(settings.host, settings.port)
    except OSError as error:
        if show and error.errno == errno.EADDRINUSE and is_ours(settings.port):
            typer.echo(f"Trunkline is already running at http://127.0.0.1:{settings.port}")
            open_page(f"http://127.0.0.1:{settings.port}")
            return
        fail(why_not_bound(error, settings))
    set_up_logs(settings.log_level, settings.log_format)

    def ready(port: int) -> None:
        from trunkline.server.ops.lan import announce, url

        shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
        typer.echo(f"Trunkline is at {url(shown, port)} and keeps its games in {place(settings)}; Ctrl-C stops it.")
        if lan:
            announce(port)
        sys.stdout.flush()
        if port_file is not None:
            write_whole(port_file, str(port))
        if show:
            open_page(url(shown, port))

    try:
        if not run_server(settings, listening, ready):
            fail("The server did not start. The log above has the reason.")
    except (DatabaseProblem, StoreDown) as problem:
        fail(f"The games cannot be kept in {place(settings)}: {problem}")
    finally:
        listening.close()


def write_whole(path: Path, text: str) -> None:
    """Write a file by one rename, so that a reader never sees half of it."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def is_ours(port: int) -> bool:
    """Tell whether a Trunkline server answers on this port: then a second start only opens its page."""
    import json
    import urllib.request

    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
            health = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(health, dict) and health.get("status") == "ok" and "version" in health


def open_page(address: str) -> None:
    """Open the browser in a thread: it may be slow, and a machine without one needs none."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def upgrade(database: str | None) -> None:
    """Bring the database up to date."""
    settings = read_settings(database=database)
    need_server()
    from trunkline.server.store.database import DatabaseProblem
    from trunkline.server.store.database import upgrade as bring_up

    try:
        changed = bring_up(settings.database_url)
    except DatabaseProblem as problem:
        fail(str(problem))
    typer.echo(f"{place(settings)} is up to date{'' if changed else ' already'}.")


def backup(database: str | None, target: Path) -> None:
    """Copy a SQLite database, even while the server uses it."""
    settings = read_settings(database=database)
    need_server()
    from trunkline.server.store.database import DatabaseProblem
    from trunkline.server.store.database import backup as copy

    try:
        done = copy(settings.database_url, target)
    except DatabaseProblem as problem:
        fail(str(problem))
    typer.echo(f"{done} is a copy of {place(settings)}.")


def check(database: str | None) -> None:
    """Print the problems of a database."""
    settings = read_settings(database=database)
    need_server()
    from trunkline.server.store.database import DatabaseProblem
    from trunkline.server.store.database import check as look

    try:
        problems = look(settings.database_url)
    except DatabaseProblem as problem:
        problems = [str(problem)]
    for line in problems:
        typer.echo(line, err=True)
    if problems:
        raise typer.Exit(1)
    typer.echo(f"{place(settings)} is intact and up to date.")


def read_settings(**flags: Any) -> Settings:
    try:
        return Settings.read(**flags)
    except BadSetting as wrong:
        fail(str(wrong), WRONG_USE)


def place(settings: Settings) -> str:
    """The database, without its password."""
    from trunkline.server.store.database import DatabaseProblem, address

    try:
        return str(address(settings.database_url))
    except DatabaseProblem as problem:
        fail(str(problem), WRONG_USE)


def need_server() -> None:
    """Fail with advice if the packages of the server are missing: they are an extra of the package."""
    try:
        import litestar  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as missing:
        fail(f"The server needs more packages ({missing.name} is missing): pip install 'trunkline[server]'")


def why_not_bound(error: OSError, settings: Settings) -> str:
    where = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        return f"Port {settings.port} is taken: another program listens on {where}. Choose another port with --port."
    if error.errno == errno.EACCES:
        return f"This user is not allowed to listen on {where}. Choose a port above 1023 with --port."
    return f"Cannot listen on {where}: {error.strerror or error}."
