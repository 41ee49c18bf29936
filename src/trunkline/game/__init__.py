"""The API for people: a game with names, notation and plain objects, and errors that explain."""

from trunkline.game.game import Game, IllegalAction, Move
from trunkline.game.seal import Seal
from trunkline.game.sheet import PlayerScore, ScoreSheet
from trunkline.rules.reading import BadPosition

__all__ = ["BadPosition", "Game", "IllegalAction", "Move", "PlayerScore", "ScoreSheet", "Seal"]
