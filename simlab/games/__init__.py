"""The games that simlab knows. Called, as ``simlab.games()``, the package lists their names."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from simlab.errors import unknown
from simlab.games.game import Game

OWN = ("koikoi", "rikiki", "sanma")
_added: dict[str, Game] = {}


def names() -> list[str]:
    """The names of all games."""
    return [*OWN, *_added]


def playable() -> list[str]:
    """The names of the games that can be played."""
    return [name for name in names() if get(name).load is not None]


def get(name: str) -> Game:
    """The game of that name.

    Raises
    ------
    SimlabError
        If there is none; the message lists those there are.
    """
    if isinstance(name, str) and name in _added:
        return _added[name]
    if not isinstance(name, str) or name not in OWN:
        raise unknown("game", name, names())
    game: Game = import_module(f"simlab.games.{name}").GAME
    return game


def register(game: Game) -> None:
    """Add a game of your own for this session."""
    _added[game.name] = game


class _Games(ModuleType):
    """A package with the name of the function that lists what is in it."""

    def __call__(self) -> list[str]:
        """The names of all games."""
        return names()


sys.modules[__name__].__class__ = _Games
