"""Rikiki's scorings: one formula, and its numbers under each name. RULES.md has both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from simlab.games.options import Option, Value

MOST_POINTS = 1000


class Scoring(IntEnum):
    """The scorings that are in use."""

    SEED = 0
    COMMON = 1
    LIGHT = 2
    HARDCORE = 3
    HARSH = 4
    PARTIAL = 5
    FLAT = 6
    PLUS_ONE = 7
    SEED_OH_HELL = 8
    OH_HELL = 9
    FIVE = 10
    EXACT = 11
    CYPRIOT = 12
    OVER_COUNTS = 13
    QUADRATIC = 14
    ASCENSEUR = 15
    WIZARD = 16


@dataclass(frozen=True)
class Points:
    """The numbers of the formula.

    A bid of b that is made scores ``made_base + made_per_trick * b + made_square * b * b``. Missed, with t tricks and a
    difference d, it scores the sum of the other numbers, each times what its name says: ``missed_triangular`` times
    d * (d + 1) / 2, ``missed_kept`` times the smaller of b and t, ``missed_over`` times t if t is more than b.
    ``made_zero`` and ``missed_zero`` are added for a bid of 0.
    """

    made_base: int = 10
    made_per_trick: int = 2
    made_square: int = 0
    made_zero: int = 0
    missed_base: int = 0
    missed_per_bid: int = 0
    missed_per_trick: int = 0
    missed_per_difference: int = 0
    missed_triangular: int = 0
    missed_kept: int = 0
    missed_over: int = 0
    missed_zero: int = 0

    @property
    def numbers(self) -> Mapping[str, Value]:
        """By option name."""
        return dict(vars(self))


SCORINGS: Mapping[Scoring, Points] = {
    Scoring.SEED: Points(missed_per_bid=-2),
    Scoring.COMMON: Points(missed_per_difference=-2),
    Scoring.LIGHT: Points(missed_per_difference=-1),
    Scoring.HARDCORE: Points(made_base=0, made_zero=2, missed_per_difference=-2),
    Scoring.HARSH: Points(missed_per_difference=-4),
    Scoring.PARTIAL: Points(missed_kept=2, missed_per_difference=-2),
    Scoring.FLAT: Points(missed_base=-2),
    Scoring.PLUS_ONE: Points(made_per_trick=1, missed_per_difference=-1),
    Scoring.SEED_OH_HELL: Points(missed_per_trick=1),
    Scoring.OH_HELL: Points(made_per_trick=1, missed_per_trick=1),
    Scoring.FIVE: Points(made_base=5, made_per_trick=1, missed_per_trick=1),
    Scoring.EXACT: Points(made_per_trick=1),
    Scoring.CYPRIOT: Points(made_per_trick=5, missed_per_bid=-5, missed_zero=-10),
    Scoring.OVER_COUNTS: Points(made_per_trick=1, missed_over=1),
    Scoring.QUADRATIC: Points(made_per_trick=0, made_square=1, missed_triangular=-5),
    Scoring.ASCENSEUR: Points(made_base=2, made_per_trick=1, missed_per_difference=-1),
    Scoring.WIZARD: Points(made_base=20, made_per_trick=10, missed_per_difference=-10),
}


def _number(name: str, what: str, *usual: int) -> Option:
    default = SCORINGS[Scoring.SEED].numbers[name]
    assert isinstance(default, int)
    return Option(name, default, what, source="as scoring says", low=-MOST_POINTS, high=MOST_POINTS, usual=usual)


NUMBERS = (
    _number("made_base", "points for a bid that is made", 5, 20),
    _number("made_per_trick", "points more for each trick of a bid that is made", 1, 5, 10),
    _number("made_square", "points more for a bid that is made, times its square", 1),
    _number("made_zero", "points more for a bid of 0 that is made", 2, -5),
    _number("missed_base", "points for a bid that is missed", -2),
    _number("missed_per_bid", "points for each trick of a bid that is missed", -5, 0),
    _number("missed_per_trick", "points for each trick taken beside a bid that is missed", 1),
    _number("missed_per_difference", "points for each trick between bid and tricks", -2, -10),
    _number("missed_triangular", "points for the 1st, 2nd, .. trick between bid and tricks, times 1, 2, ..", -5),
    _number("missed_kept", "points for each trick that was both bid and taken where the bid is missed", 2),
    _number("missed_over", "points for each trick taken by who took more than he bid", 1),
    _number("missed_zero", "points more for a bid of 0 that is missed", -10),
)
