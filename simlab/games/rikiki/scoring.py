"""What a bid scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simlab.errors import SimlabError
from simlab.games.answers import Score
from simlab.games.options import Rules
from simlab.games.rikiki.rules import MOST_CARDS, deal_sizes
from simlab.games.rikiki.scorings import Points


def parts(bid: Any, tricks: Any, points: Points) -> dict[str, Any]:
    """What each number of the formula adds for a bid (or an array of them) and the tricks taken."""
    made, apart, is_zero = bid == tricks, abs(bid - tricks), bid == 0
    times = {
        "made_base": made,
        "made_per_trick": made * bid,
        "made_square": made * bid * bid,
        "made_zero": made * is_zero,
        "missed_base": ~made,
        "missed_per_bid": ~made * bid,
        "missed_per_trick": ~made * tricks,
        "missed_per_difference": apart,
        "missed_triangular": apart * (apart + 1) // 2,
        "missed_kept": ~made * np.minimum(bid, tricks),
        "missed_over": (tricks > bid) * tricks,
        "missed_zero": ~made * is_zero,
    }
    return {name: getattr(points, name) * count for name, count in times.items()}


def points_table(points: Points) -> np.ndarray:
    """The points for every bid and number of tricks: int32[bids, tricks]."""
    bid, tricks = np.meshgrid(np.arange(MOST_CARDS + 1), np.arange(MOST_CARDS + 1), indexing="ij")
    return sum(parts(bid, tricks, points).values(), np.zeros(bid.shape)).astype(np.int32)


def score(text: str, context: Mapping[str, Any], rules: Rules) -> Score:
    """What a bid scores with so many tricks taken, and for what."""
    bid, tricks, most = context["bid"], context["tricks"], max(deal_sizes(rules.codes))
    for name in ("bid", "tricks"):
        if context[name] > most:
            room = f"the largest deal for {rules['players']} players has {most} cards"
            raise SimlabError(f"{name} can't be {context[name]}: {room}")
    points = Points(**{name: int(rules[name]) for name in vars(Points())})
    told = {name: int(value) for name, value in parts(np.int64(bid), np.int64(tricks), points).items() if value}
    return Score(sum(told.values()), told)
