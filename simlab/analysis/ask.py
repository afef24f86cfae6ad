"""What can be asked without playing: which rules and bots there are, and what a hand is worth."""

from __future__ import annotations

from typing import Any

from simlab.errors import SimlabError, echo
from simlab.games import get
from simlab.games.game import Score
from simlab.games.options import Rules, RulesSpec, resolve
from simlab.run import bots as roster


def rules(game: str, spec: RulesSpec = None, **options: object) -> Rules:
    """A checked rule set: the default rules, a preset, or what a mapping says, with `options` set on top.

    Examples
    --------
    >>> rules("koikoi", seven_double=True).describe()
    'seven_double=on'
    """
    return resolve(get(game), spec).with_options(**options)


def bots(game: str) -> dict[str, str]:
    """All bots of a game and what they do, the lowest rung of its ladder first, then your own."""
    return {name: bot.help for name, bot in roster.known(get(game)).items()}


def score(game: str, hand: str, *, rules: RulesSpec = None, **context: Any) -> Score:
    """What a hand is worth.

    Parameters
    ----------
    game : str
    hand : str
        Cards in the game's notation.
    rules
        As in `simlab.simulate`.
    **context
        What the score depends on besides the cards; ``simlab rules GAME`` lists it.

    Examples
    --------
    >>> score("koikoi", "1b 3b 8b").parts
    {'three_brights': 6}
    """
    owner = get(game)
    if not isinstance(hand, str):
        raise SimlabError(f"hand {echo(hand)} is not text")
    if owner.code.score is None:
        raise SimlabError(f"{owner.name} has no hands to score")
    return owner.code.score(hand, owner.read_context(context), resolve(owner, rules))
