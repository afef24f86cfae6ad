"""The lowest rung of every game's ladder of bots."""

from __future__ import annotations

from simlab.games.game import Bot
from simlab.kernel.bits import count, nth
from simlab.kernel.rng import below


def random(view, rules, tables, params, rng):
    """Any legal action, each as likely as another."""
    return nth(view.legal, below(rng, count(view.legal)))


RANDOM = Bot("random", random, "any legal action, each as likely as another")
