"""Monte Carlo simulation and strategy analysis for traditional games.

What the top level offers is imported on first use, so that ``import simlab`` costs next to nothing.

Examples
--------
>>> import simlab
>>> simlab.score("koikoi", "1b 3b 8b").points
6
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simlab.analysis.ask import bots as bots
    from simlab.analysis.ask import odds as odds
    from simlab.analysis.ask import rules as rules
    from simlab.analysis.ask import score as score
    from simlab.analysis.ask import variants as variants
    from simlab.analysis.compare import Comparison as Comparison
    from simlab.analysis.compare import compare as compare
    from simlab.analysis.result import Result as Result
    from simlab.analysis.result import simulate as simulate
    from simlab.analysis.tournament import Tournament as Tournament
    from simlab.analysis.tournament import tournament as tournament
    from simlab.errors import BotError as BotError
    from simlab.errors import SimlabError as SimlabError
    from simlab.errors import StoreError as StoreError
    from simlab.games.answers import Odds as Odds
    from simlab.games.answers import Score as Score
    from simlab.games.options import Rules as Rules
    from simlab.run.bots import bot as bot
    from simlab.run.replay import Replay as Replay
    from simlab.run.replay import play as play
    from simlab.run.replay import replay as replay

__version__ = "0.1.0"

_HOMES = {
    "simlab.analysis.ask": ("bots", "odds", "rules", "score", "variants"),
    "simlab.analysis.compare": ("Comparison", "compare"),
    "simlab.analysis.result": ("Result", "simulate"),
    "simlab.analysis.tournament": ("Tournament", "tournament"),
    "simlab.errors": ("BotError", "SimlabError", "StoreError"),
    "simlab.games.answers": ("Odds", "Score"),
    "simlab.games.options": ("Rules",),
    "simlab.run.bots": ("bot",),
    "simlab.run.replay": ("Replay", "play", "replay"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME, "games"])


def __getattr__(name: str) -> Any:
    """What the top level offers: its functions, the package of the games, and each game under its name."""
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    else:
        games = import_module("simlab.games")
        if name != "games" and name not in games.OWN:
            raise AttributeError(f"module 'simlab' has no attribute {name!r}")
        value = games if name == "games" else import_module(f"simlab.games.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
