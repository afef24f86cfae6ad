"""The games that simlab knows."""

from __future__ import annotations

from importlib import import_module

from simlab.errors import unknown
from simlab.games.game import Game

_OWN = ("koikoi",)
_added: dict[str, Game] = {}


def names() -> list[str]:
    """The names of all games."""
    return [*_OWN, *_added]


def get(name: str) -> Game:
    """The game of that name.

    Raises
    ------
    SimlabError
        If there is none; the message lists those there are.
    """
    if name in _added:
        return _added[name]
    if name not in _OWN:
        raise unknown("game", name, names())
    game: Game = import_module(f"simlab.games.{name}").GAME
    return game


def register(game: Game) -> None:
    """Add a game of your own for this session."""
    _added[game.name] = game
