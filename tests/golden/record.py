"""Records the golden games anew, when a rule was changed on purpose: `PYTHONPATH=tests python -m golden.record`."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import msgspec

from boards import EVERY_BOARD, SAILS, some_companies
from tools import varied_choice
from trunkline.campaign.state import digest
from trunkline.game import Game
from trunkline.lab.campaigns import play_campaign
from trunkline.maps.edition import from_plain, reference

HERE = Path(__file__).parent


def fingerprint(game: Game) -> str:
    """A short hash of the state and of what happened last."""
    events = [event.facts(game.board) for event in game.moves[-1].events]
    return hashlib.sha256(game.packed() + json.dumps(events).encode()).hexdigest()[:8]


def play(map_name: str, variant: str, players: int, seats: list[str] | None = None) -> dict[str, object]:
    """A game in which all of the rules come up: claims are preferred, or all kinds of action come equally often."""
    dice = random.Random(f"{map_name} {variant} {players}")
    companies = seats or some_companies(map_name, players, f"golden {players}")
    game = Game.new(map_name, players, seed=f"golden {players}", variant=variant, companies=companies)
    moves = []
    while not game.over:
        seat = dice.choice(game.to_act)
        actions = game.legal(seat)
        if map_name in SAILS:
            action = varied_choice(game, actions, dice)
        else:
            claims = [action for action in actions if game.notation(action).startswith("claim")]
            action = dice.choice(claims if claims and dice.random() < 0.7 else actions)
        game.play(action, seat=seat)
        moves.append(f"{seat} {game.notation(action)} | {fingerprint(game)}")
    sheet = game.score_sheet()
    return {
        "map": map_name,
        "variant": variant,
        "players": players,
        "seed": f"golden {players}",
        **({"companies": companies} if companies else {}),
        "totals": sheet.totals,
        "winners": sheet.winners,
        "moves": moves,
    }


def play_campaign_log(content: str) -> list[str]:
    """A campaign between bots: each entry of its log, with the digest of the campaign after it."""
    bots = ["greedy"] * 3
    entry_line = '{{"digest": "{digest}", "entry": {entry}}}'
    return [
        entry_line.format(digest=digest(campaign), entry=msgspec.json.encode(entry).decode())
        for campaign, entry in play_campaign(bots, "golden", content)
    ]


def editions(file: str = "editions.json") -> dict[str, str]:
    """The references of the editions that tests share, by the number of the game."""
    stored = json.loads((HERE.parent / "fixtures" / file).read_text(encoding="utf-8"))
    return {number: reference("meridian", from_plain(plain)) for number, plain in stored.items()}


def later_editions() -> dict[str, str]:
    """Editions of content version 2, with modules, crew and postcards of the companies SEATED."""
    return editions("editions_2.json")


SEATED = ["black", "blue", "yellow"]


if __name__ == "__main__":
    for number, name in editions().items():
        file = HERE / f"edition-{number}.json"
        file.write_text(json.dumps(play(name, "base", 3), indent=1) + "\n", encoding="utf-8")
        print(file.name)
    for number, name in later_editions().items():
        file = HERE / f"edition-2-{number}.json"
        file.write_text(json.dumps(play(name, "base", 3, SEATED), indent=1) + "\n", encoding="utf-8")
        print(file.name)
    for file_name, content in (("campaign.jsonl", "1"), ("campaign-2.jsonl", "2")):
        (HERE / file_name).write_text("\n".join(play_campaign_log(content)) + "\n", encoding="utf-8")
    for map_name, variant in EVERY_BOARD:
        for players in (2, 3, 4, 5):
            file = HERE / f"{map_name}-{variant}-{players}.json"
            file.write_text(json.dumps(play(map_name, variant, players), indent=1) + "\n", encoding="utf-8")
            print(file.name)
