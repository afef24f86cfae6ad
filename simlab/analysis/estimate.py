"""From exact sums to figures with intervals.

A figure is a smooth function of block means. Its interval is the normal one on block values (for a ratio, on their
linearisation: the delta method); where every block is a 0 or a 1 it is Wilson's (Wilson, JASA 1927). Contrasts of
figures keep their correlation, so identical arms differ by exactly 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from simlab.errors import SimlabError, echo, unknown
from simlab.games.metrics import Metric
from simlab.run.slots import GLOBAL, Slots, Term
from simlab.run.store import Sums

CONFIDENCE = 0.95
# With fewer cases a mean over them is told without an interval.
LEAST_CASES = 30
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)

# Draws behind the quantile of max |t|. Its own error is then about 0.3 %; the seed is fixed, so a table is the same
# whenever it is made.
QUANTILE_DRAWS = 100_000
QUANTILE_SEED = 1


class Estimate(float):
    """A number with its interval: a float that has ``low`` and ``high``, ``sd`` (of a block) and ``n`` (blocks)."""

    low: float
    high: float
    sd: float
    n: int

    def __new__(cls, value: float, low: float, high: float, sd: float, n: int) -> Estimate:
        self = super().__new__(cls, value)
        self.low, self.high, self.sd, self.n = low, high, sd, n
        return self

    def __repr__(self) -> str:
        return f"{float(self):.6g} [{self.low:.6g}, {self.high:.6g}]"

    def __reduce__(self):
        return Estimate, (float(self), self.low, self.high, self.sd, self.n)


def wilson(successes: float, n: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a share.

    Examples
    --------
    >>> low, high = wilson(0, 100)
    >>> round(low, 4), round(high, 4)
    (0.0, 0.037)
    """
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At the ends one limit is the share itself, which rounding would miss by a hair.
    return (centre - half if successes else 0.0), (centre + half if successes < n else 1.0)


@dataclass(frozen=True)
class Figure:
    """A value, and its slope in each slot: near the truth it moves like the sum of slope times block mean.

    Both are exact fractions, so that what doesn't vary has a spread of exactly 0. A figure without a value (a ratio
    with nothing to divide by) is nan.
    """

    exact: Fraction | None
    slopes: dict[int, Fraction]

    @property
    def value(self) -> float:
        """The value, rounded once."""
        return math.nan if self.exact is None else float(self.exact)

    def __sub__(self, other: Figure) -> Figure:
        if self.exact is None or other.exact is None:
            return NOTHING
        slopes = dict(self.slopes)
        for slot, slope in other.slopes.items():
            slopes[slot] = slopes.get(slot, Fraction(0)) - slope
        return Figure(self.exact - other.exact, slopes)


NOTHING = Figure(None, {})


class Moments:
    """Means and covariances of a run's slots, exact."""

    def __init__(self, sums: Sums, slots: Slots) -> None:
        self.sums, self.slots, self.n = sums, slots, sums.blocks

    def covariance(self, i: int, j: int) -> Fraction:
        """Covariance of two slots over two or more blocks (with n - 1).

        Raises
        ------
        SimlabError
            If the run didn't keep it: between seats, only tournaments do.
        """
        sums, n, pair = self.sums, self.n, (min(i, j), max(i, j))
        if pair not in self.slots.pair:
            raise SimlabError(
                "no covariance is kept between these figures: a metric's are, under several rule sets, and in a "
                "tournament those between its bots"
            )
        product = sums.products[self.slots.pair[pair]]
        return Fraction(n * product - sums.totals[i] * sums.totals[j], n * (n - 1))

    def between(self, one: Figure, other: Figure) -> float:
        """Covariance of two figures' block values; nan for a single block and for figures without a value."""
        if self.n < 2 or one.exact is None or other.exact is None:
            return math.nan
        parts = (
            a * b * self.covariance(i, j) for i, a in one.slopes.items() for j, b in other.slopes.items() if a and b
        )
        return float(sum(parts, Fraction(0)))

    def variance(self, figure: Figure) -> float:
        """Variance of a figure's block values."""
        return self.between(figure, figure)

    def figure(self, metric: Metric, position: int = GLOBAL, arm: int = 0) -> Figure:
        """A metric's figure for one position and arm."""
        term = self.slots.terms[arm, metric.name, position]
        over, scale = self._mean(term.over, term), metric.scale
        if term.under is None:
            return Figure(over / scale, {term.over: Fraction(1, term.share * scale)})
        under = self._mean(term.under, term)
        if under == 0:
            return NOTHING
        slope = 1 / (term.share * under * scale)
        return Figure(over / under / scale, {term.over: slope, term.under: -slope * over / under})

    def _mean(self, slot: int, term: Term) -> Fraction:
        return Fraction(self.sums.totals[slot], self.n * term.share)

    def is_binary(self, metric: Metric, position: int = GLOBAL, arm: int = 0) -> bool:
        """Whether every block's value of a rate is 0 or 1, so that Wilson's interval is the right one.

        Values lie between 0 and the scale (or are whole numbers and the scale is 1), so x * x = scale * x in the sum
        only if it holds for each.
        """
        term = self.slots.terms[arm, metric.name, position]
        if metric.kind != "rate" or term.share != 1 or not self._is_one(term.under):
            return False
        return self._product(term.over) == metric.scale * self.sums.totals[term.over]

    def cases(self, metric: Metric, position: int = GLOBAL, arm: int = 0) -> int:
        """How many cases a rate is a share of: blocks, or what it is taken per where that is fewer."""
        term = self.slots.terms[arm, metric.name, position]
        return self.n if term.under is None else min(self.n, int(self.sums.totals[term.under]))

    def is_told(self, metric: Metric, sd: float, position: int = GLOBAL, arm: int = 0) -> bool:
        """Whether there is enough to go by for an interval of a figure with this spread.

        The normal one means nothing for a mean over a handful of cases, and an amount that was never seen to vary says
        nothing of how it does.
        """
        if metric.kind == "rate" or metric.per is None:
            return True
        return self.cases(metric, position, arm) >= LEAST_CASES and (metric.kind == "mean" or sd > 0)

    def _is_one(self, slot: int | None) -> bool:
        """Whether a slot is 1 in every block, so that dividing by it does nothing."""
        return slot is None or self._product(slot) == self.sums.totals[slot] == self.n

    def _product(self, slot: int) -> int:
        return int(self.sums.products[self.slots.pair[slot, slot]])

    def deal_variance(self, metric: Metric, position: int = GLOBAL, arm: int = 0) -> float:
        """Variance of a metric from deal to deal: that of the blocks, or with several line-ups that of their rows.

        It is nan for a ratio over several line-ups, whose rows' products aren't kept.
        """
        term = self.slots.terms[arm, metric.name, position]
        if term.share == 1:
            return self.variance(self.figure(metric, position, arm))
        rows = self.n * term.share
        if not (term.under is None or self.sums.totals[term.under] == self.sums.squares[term.under] == rows):
            return math.nan
        total, squares = self.sums.totals[term.over], self.sums.squares[term.over]
        return float(Fraction(rows * squares - total * total, rows * (rows - 1) * metric.scale**2))

    def estimate(self, metric: Metric, position: int = GLOBAL, arm: int = 0) -> Estimate:
        """A metric with its 95 % interval: Wilson's for a rate of zeros and ones, a rate's never outside 0 to 1."""
        figure = self.figure(metric, position, arm)
        plain = self.interval(figure)
        if figure.exact is None:
            return plain
        if not self.is_told(metric, plain.sd, position, arm):
            return Estimate(plain, math.nan, math.nan, plain.sd, plain.n)
        if metric.kind != "rate":
            return plain
        if figure.exact in (0, 1) or self.is_binary(metric, position, arm):
            cases = self.cases(metric, position, arm)
            low, high = wilson(figure.value * cases, cases)
        elif plain.sd == 0:
            # The same in every block: as near as what was never seen to happen is to 0.
            _, rare = wilson(0, self.cases(metric, position, arm))
            low, high = max(0.0, plain - rare), min(1.0, plain + rare)
        else:
            low, high = max(0.0, plain.low), min(1.0, plain.high)
        return Estimate(plain, low, high, plain.sd, plain.n)

    def interval(self, figure: Figure, quantile: float = Z) -> Estimate:
        """The normal interval of a figure."""
        sd = math.sqrt(self.variance(figure))
        half = quantile * sd / math.sqrt(self.n)
        return Estimate(figure.value, figure.value - half, figure.value + half, sd, self.n)

    def simultaneous(self, figures: Sequence[Figure]) -> list[Estimate]:
        """Intervals that hold together with 95 %: max-|t| with the estimated correlations."""
        quantile = self._quantile(figures)
        return [self.interval(figure, quantile) for figure in figures]

    def _quantile(self, figures: Sequence[Figure]) -> float:
        """The 95 % quantile of the largest of several correlated |t|."""
        moving = [figure for figure in figures if self.variance(figure) > 0]
        if len(moving) < 2:
            return Z
        covariance = self._covariances(moving)
        sd = np.sqrt(np.diag(covariance))
        values, vectors = np.linalg.eigh(covariance / np.outer(sd, sd))
        root = vectors * np.sqrt(np.clip(values, 0, None))
        draws = _draws(len(figures))[:, : len(moving)]
        return float(np.quantile(np.abs(draws @ root.T).max(axis=1), CONFIDENCE))

    def _covariances(self, figures: Sequence[Figure]) -> np.ndarray:
        """The figures' covariances in floats: slopes times the slots' covariances times slopes."""
        slots = sorted({slot for figure in figures for slot in figure.slopes})
        slopes = np.array([[float(figure.slopes.get(slot, 0)) for slot in slots] for figure in figures])
        between = np.array([[float(self.covariance(i, j)) for j in slots] for i in slots])
        return slopes @ between @ slopes.T


@lru_cache(maxsize=1)
def _draws(count: int) -> np.ndarray:
    """Standard normal vectors of `count`, the same ones for all families of a table."""
    return np.random.Generator(np.random.Philox(QUANTILE_SEED)).standard_normal((QUANTILE_DRAWS, count))


def chosen(known: Sequence[Metric], names: Sequence[str] | str | None) -> list[Metric]:
    """The metrics of those names; the headline ones for None, every one for ``"all"``.

    Raises
    ------
    SimlabError
        For a name that is none.
    """
    by_name = {metric.name: metric for metric in known}
    if names is None:
        return [metric for metric in known if metric.headline]
    if names == "all":
        return list(known)
    if not isinstance(names, str | list | tuple) or not names:
        raise SimlabError(f"metrics can't be {echo(names)}; allowed: a list of names, as in ['win_rate', 'draw_rate']")
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    for name in wanted:
        if not isinstance(name, str) or name not in by_name:
            raise unknown("metric", name, by_name)
    return [by_name[name] for name in dict.fromkeys(wanted)]
