"""The command line: the names and options of all commands. The module of the same name carries a command out.

These modules are imported inside the commands, so that `trunkline --help` answers quickly.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trunkline.cli.trouble import WRONG_USE, fail, told_plainly
from trunkline.program import program
from trunkline.server.settings import meaning

app = typer.Typer(
    name="trunkline",
    help="Trunkline: play, simulate and study route-claiming railway games.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help: importing rich takes longer than everything else together.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
map_app = typer.Typer(help="Check, show, draw and list maps.", no_args_is_help=True)
app.add_typer(map_app, name="map")
db_app = typer.Typer(help="Upgrade, back up and check the database of the server.", no_args_is_help=True)
app.add_typer(db_app, name="db")
campaign_app = typer.Typer(help="Play and simulate campaigns of twelve games.", no_args_is_help=True)
app.add_typer(campaign_app, name="campaign")

MapName = Annotated[str, typer.Option("--map", help="Name of a map, or a map file.")]
VariantName = Annotated[str, typer.Option("--variant", help="Variant of the map.")]
Database = Annotated[str | None, typer.Option(metavar="URL", help=meaning("database"))]
ContentVersion = Annotated[
    str | None,
    typer.Option(metavar="VERSION", help="The version of story, cards and rules (default: the newest released)."),
]
CampaignPath = Annotated[Path, typer.Argument(help="The file of the campaign.")]
CAMPAIGN_PARTS = ("all", "status", "board", "companies", "rules", "chronicle", "story", "finale")
Bots = Annotated[str, typer.Option("--bots", help="Names of bots, separated by commas; your own as module:Class.")]


def main() -> None:
    """Run the command line: the script `trunkline`, `python -m trunkline`, and `run.py`."""
    app(prog_name=program())


def version_text() -> str:
    import platform

    import trunkline

    build = "compiled" if trunkline.compiled else "plain sources, not compiled"
    return f"trunkline {trunkline.__version__} ({build}; Python {platform.python_version()})"


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_text())
        raise typer.Exit


@app.callback()
def before_any_command(
    version_: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


@app.command("version")
def version_command() -> None:
    """Show the version, and whether the engine is compiled."""
    typer.echo(version_text())


@app.command("play")
def play_command(
    text: Annotated[
        bool, typer.Option("--text", help=f"Play in the terminal. (The browser: {program()} serve --open.)")
    ] = False,
    map_name: MapName = "usa",
    variant: VariantName = "base",
    bots: Bots = "traveller,traveller",
    seed: Annotated[str | None, typer.Option(help="The same seed deals the same game.")] = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Also save the game to this file, move by move.")] = None,
    load: Annotated[Path | None, typer.Option(help="Continue the game of a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue your last game.")] = False,
    companies: Annotated[
        str,
        typer.Option(help="With companies: those of seats 0, 1 …, separated by commas; the other seats get the rest."),
    ] = "",
) -> None:
    """Play against bots in the terminal."""
    from trunkline.cli import play as room

    if resume and load is not None:
        fail("--resume continues your last game and --load the game of a file: use only one of them", WRONG_USE)
    with told_plainly():
        if resume:
            room.resume(save)
        else:
            chosen = [name.strip() for name in companies.split(",")] if companies else []
            room.play(map_name, variant, bot_names(bots), seed, seat, save, load, chosen)


@app.command("simulate")
def simulate_command(
    map_name: MapName = "usa",
    variant: VariantName = "base",
    bots: Bots = "greedy,random",
    players: Annotated[
        int | None, typer.Option(help="Number of players; needed only if one bot plays all seats.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    workers: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    seed: Annotated[str | None, typer.Option(help="The same seed plays the same games.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many games between bots and report how each did."""
    from trunkline.cli import simulate as room

    with told_plainly():
        room.run(map_name, variant, bot_names(bots), players, games, workers, seed, as_json)


@campaign_app.command("new")
def campaign_new_command(
    file: CampaignPath,
    name: Annotated[str | None, typer.Option(help="The name of the campaign.")] = None,
    company: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help='A company: its colour and its president, "blue Anna"; or a colour and a bot, "red=planner". '
            "Once for each company. Without this option the companies are asked for.",
        ),
    ] = None,
    content: ContentVersion = None,
) -> None:
    """Found a campaign for two to five companies."""
    from trunkline.cli import campaign as room

    with told_plainly():
        room.new(file, name, company or [], content)


@campaign_app.command("play")
def campaign_play_command(
    file: CampaignPath,
    deal_anew: Annotated[
        bool, typer.Option("--deal-anew", help="Deal the game in progress anew; all who play it must agree.")
    ] = False,
) -> None:
    """Play a campaign, alone with bots or several at one keyboard.

    You can leave at any moment; the same command goes on. The game in progress is kept beside the file.
    """
    from trunkline.cli import campaign as room

    with told_plainly():
        room.play(file, deal_anew)


@campaign_app.command("show")
def campaign_show_command(
    file: CampaignPath,
    part: Annotated[str, typer.Option(help="Only this: " + ", ".join(CAMPAIGN_PARTS[1:]) + ".")] = "all",
) -> None:
    """Show the year, the board, the companies, the rulebook and the chronicle of a campaign."""
    from trunkline.cli import campaign as room

    if part not in CAMPAIGN_PARTS:
        fail(f"there is no part {part}: use one of {', '.join(CAMPAIGN_PARTS)}", WRONG_USE)
    with told_plainly():
        room.show(file, part)


@campaign_app.command("draw")
def campaign_draw_command(
    file: CampaignPath,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The SVG file to write (default: beside the campaign).")
    ] = None,
) -> None:
    """Draw the map of a campaign as it is now: with its territories and repainted routes."""
    from trunkline.cli import campaign as room

    with told_plainly():
        room.draw(file, output)


@campaign_app.command("check")
def campaign_check_command(file: CampaignPath) -> None:
    """Check every line of a campaign; the exit code is 1 if the file is damaged."""
    from trunkline.cli import campaign as room

    with told_plainly():
        room.check(file)


@campaign_app.command("simulate")
def campaign_simulate_command(
    bots: Bots = "planner",
    companies: Annotated[int, typer.Option(min=2, max=5, help="How many companies.")] = 4,
    campaigns: Annotated[int, typer.Option(min=1, help="How many campaigns.")] = 200,
    workers: Annotated[int | None, typer.Option(min=1, help="How many processes (default: all processors).")] = None,
    seed: Annotated[str, typer.Option(help="The same seed plays the same campaigns.")] = "1",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    plots: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write plots as SVG files.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: host:port, auto, or local.")
    ] = None,
    content: ContentVersion = None,
    module_worth: Annotated[
        int, typer.Option(min=0, help="Also play this number of pairs of campaigns, with and without each module.")
    ] = 0,
    module_skill: Annotated[
        int,
        typer.Option(
            min=0, help="Also, in the games of this number of campaigns: planners that use a module against others."
        ),
    ] = 0,
) -> None:
    """Play many campaigns between bots and report who wins, how long they take, and how much the past decides."""
    from trunkline.cli import campaign_simulate as room

    with told_plainly():
        room.simulate(
            bot_names(bots),
            companies,
            campaigns,
            workers,
            seed,
            as_json,
            plots,
            ray,
            content,
            module_worth,
            module_skill,
        )


@app.command("arena")
def arena_command(
    bots: Bots = "planner,greedy",
    map_name: MapName = "usa",
    variant: VariantName = "base",
    players: Annotated[
        int | None,
        typer.Option(help="Number of players. With fewer bots the last one fills the seats; with more, all meet."),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="Minimum number of games; the last round is always completed.")
    ] = 1000,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of processes (default 1; on a cluster, all processors).")
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed deals the same games.")] = "1",
    limit: Annotated[float, typer.Option(help="Time limit for a move, in seconds.")] = 10.0,
    until: Annotated[
        float | None,
        typer.Option(metavar="RATE", help="Stop as soon as the first bot's win rate is clearly above or below this."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a report with plots.")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the report in the browser.")] = False,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: host:port, auto, or local.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file for the games (default: one in your state folder).")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Discard stored games and play them again.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Use stored games although bots or rules have changed.")] = False,
) -> None:
    """Play a tournament of bots on the same deals with rotated seats: win rates, ratings, sources of points, a report.

    After an interruption the same command continues.
    """
    from trunkline.cli import arena as room

    with told_plainly():
        room.run(
            bot_names(bots), map_name, variant, players, games, workers, seed, limit, until, as_json, html, show, ray,
            out, fresh, keep,
        )  # fmt: skip


@app.command("strength")
def strength_command(
    names: Annotated[list[str] | None, typer.Argument(help="Names of matches, or the beginnings of names.")] = None,
    folder: Annotated[Path, typer.Option(help="The folder for results.")] = Path("docs/strength"),
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of processes (default 1; on a cluster, all processors).")
    ] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="Only list the matches with their state.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Discard stored games and play them again.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Use stored games although bots or rules have changed.")] = False,
) -> None:
    """Play the matches that measure the strength of the bots, as far as they are not done, and store the results."""
    from trunkline.cli import strength as room

    with told_plainly():
        room.run(names or [], folder, workers, ray, listed, fresh, keep)


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    verify: Annotated[bool, typer.Option("--verify", help="Verify seal, deal, moves and positions.")] = False,
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The commitment that was shown before the game, to verify against."),
    ] = None,
    at: Annotated[int | None, typer.Option(help="Show the position after this number of moves.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat knew.")] = None,
) -> None:
    """Show a saved game in words, or verify that it was fair."""
    from trunkline.cli import replay as room

    with told_plainly():
        raise typer.Exit(room.replay(file, verify, commitment, at, seat))


@app.command("bench")
def bench_command(
    what: Annotated[str, typer.Argument(help="What to measure: engine, server, or guest (a hostile one).")] = "engine",
    as_json: Annotated[bool, typer.Option("--json", help="Print one flat JSON object.")] = False,
    tables: Annotated[int, typer.Option(min=1, help="Server: number of tables, each with three players.")] = 500,
    rate: Annotated[float, typer.Option(min=0.1, help="Server: total rate of moves, a second.")] = 1500,
    seconds: Annotated[float, typer.Option(min=1, help="Server: duration of the measurement.")] = 60,
    processes: Annotated[
        int, typer.Option(min=0, help="Server: number of processes (default: two on PostgreSQL, otherwise one).")
    ] = 0,
    postgres: Annotated[
        bool, typer.Option("--postgres", help="Server: use a PostgreSQL that the bench starts, or DATABASE_URL.")
    ] = False,
    draws: Annotated[float, typer.Option(min=0, max=1, help="Server: share of actions that draw cards.")] = 0.6,
    against: Annotated[
        Path | None, typer.Option(help="Engine: compare with the Trunkline in another folder, in one run.")
    ] = None,
) -> None:
    """Measure the speed of the engine, compared with its targets, or of the server under load."""
    from trunkline.cli import bench as room

    with told_plainly():
        if against is not None and what != "engine":
            raise typer.BadParameter("compares engines only", param_hint="--against")
        if against is not None:
            room.run_comparison(as_json, against)
        elif what == "engine":
            room.run(as_json)
        elif what == "server":
            room.run_server(as_json, tables, rate, seconds, processes, postgres, draws)
        elif what == "guest":
            room.run_guest(as_json, tables, rate, seconds)
        else:
            raise typer.BadParameter("must be engine, server or guest", param_hint="WHAT")


@map_app.command("check")
def map_check(file: Annotated[str, typer.Argument(help="A map file.")]) -> None:
    """Check a map file and report every problem with its line and advice."""
    from trunkline.cli import maps as room

    with told_plainly():
        room.check(file)


@map_app.command("show")
def map_show(
    name: Annotated[str, typer.Argument(help="Name of a map, or a map file.")], variant: VariantName = "base"
) -> None:
    """Show the contents of a map as tables."""
    from trunkline.cli import maps as room

    with told_plainly():
        room.show(name, variant)


@map_app.command("draw")
def map_draw(
    name: Annotated[str, typer.Argument(help="Name of a map, or a map file.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The SVG file to write.")],
) -> None:
    """Draw a map as SVG."""
    from trunkline.cli import maps as room

    with told_plainly():
        room.draw(name, output)


@map_app.command("list")
def map_list() -> None:
    """List the maps that come with Trunkline."""
    from trunkline.cli import maps as room

    with told_plainly():
        room.list_maps()


@app.command("serve")
def serve_command(
    host: Annotated[str | None, typer.Option(help=meaning("host"))] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=meaning("port"))] = None,
    database: Database = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Listen on all networks, and print an address and a QR code for phones.")
    ] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    port_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the port to this file when the server is ready.")
    ] = None,
    public_url: Annotated[str | None, typer.Option(metavar="URL", help=meaning("public_url"))] = None,
    proxies: Annotated[str | None, typer.Option(metavar="ADDRESSES", help=meaning("proxies"))] = None,
    workers: Annotated[int | None, typer.Option(min=1, help=meaning("bot_workers"))] = None,
    bot_pause: Annotated[float | None, typer.Option(min=0, help=meaning("bot_pause"))] = None,
    bot_seconds: Annotated[float | None, typer.Option(min=0.1, help=meaning("bot_seconds"))] = None,
    idle_seconds: Annotated[float | None, typer.Option(min=1, help=meaning("idle_seconds"))] = None,
    limits: Annotated[bool | None, typer.Option("--limits/--no-limits", help=meaning("limits"))] = None,
    guest_tables: Annotated[int | None, typer.Option(min=1, help=meaning("guest_tables"))] = None,
    guest_seats: Annotated[int | None, typer.Option(min=1, help=meaning("guest_seats"))] = None,
    open_days: Annotated[float | None, typer.Option(min=0.001, help=meaning("open_days"))] = None,
    insecure_webhooks: Annotated[
        bool | None, typer.Option("--insecure-webhooks/--secure-webhooks", help=meaning("insecure_webhooks"))
    ] = None,
    contact: Annotated[str | None, typer.Option(metavar="URL", help=meaning("contact"))] = None,
    metrics: Annotated[bool | None, typer.Option("--metrics/--no-metrics", help=meaning("metrics"))] = None,
    log_level: Annotated[str | None, typer.Option(help=meaning("log_level"))] = None,
    log_format: Annotated[str | None, typer.Option(help=meaning("log_format"))] = None,
) -> None:
    """Start the server. Options override the environment variables in brackets.

    Several processes can share one PostgreSQL: start the command several times, on different ports, behind one proxy.
    """
    from trunkline.cli import serve as room

    room.serve(
        lan,
        show,
        port_file,
        host=host,
        port=port,
        database=database,
        public_url=public_url,
        proxies=proxies,
        bot_workers=workers,
        bot_pause=bot_pause,
        bot_seconds=bot_seconds,
        idle_seconds=idle_seconds,
        limits=limits,
        guest_tables=guest_tables,
        guest_seats=guest_seats,
        open_days=open_days,
        insecure_webhooks=insecure_webhooks,
        contact=contact,
        metrics=metrics,
        log_level=log_level,
        log_format=log_format,
    )


@db_app.command("upgrade")
def db_upgrade(database: Database = None) -> None:
    """Create the database or upgrade it to the current schema. `serve` does this for SQLite by itself."""
    from trunkline.cli import serve as room

    room.upgrade(database)


@db_app.command("backup")
def db_backup(
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    database: Database = None,
) -> None:
    """Copy a SQLite database to one file, even while the server runs."""
    from trunkline.cli import serve as room

    room.backup(database, target)


@db_app.command("check")
def db_check(database: Database = None) -> None:
    """Check that the database is intact and has the current schema."""
    from trunkline.cli import serve as room

    room.check(database)


def bot_names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        fail(f"`{text}` is not a list of bots. Example: greedy,random", WRONG_USE)
    return names
