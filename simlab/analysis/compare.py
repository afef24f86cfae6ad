"""Several rule sets on the same deals: `compare` and its `Comparison`."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from simlab.analysis.estimate import CONFIDENCE, Estimate, Moments, chosen, wilson
from simlab.analysis.result import digest, lineups_of, manifest, seat_positions
from simlab.errors import SimlabError, echo
from simlab.games import get
from simlab.games.metrics import Metric
from simlab.games.options import Rules, RulesSpec, for_unit, resolve
from simlab.run.plan import Job, Whole, check_range, check_seed, counted
from simlab.run.simulate import Run, run
from simlab.run.slots import Slots

if TYPE_CHECKING:
    import pandas as pd

POWER = 0.8
_NOTICE = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) + NormalDist().inv_cdf(POWER)


def compare(
    game: str,
    variants: Mapping[str, RulesSpec],
    bots: Sequence[str] | None = None,
    deals: Whole | None = None,
    seed: Whole = 1,
    first: Whole = 0,
    threads: Whole | None = None,
    progress: bool = False,
    *,
    games: Whole | None = None,
    metrics: Sequence[str] | str | None = None,
    rotate: bool = False,
    store: bool | str | os.PathLike = True,
) -> Comparison:
    """Play the same deals under several rule sets, and tell what each changes against the first.

    Parameters
    ----------
    game : str
    variants : mapping of a name to rules
        The first is the base: ``{"base": {}, "seven": {"seven_double": True}}``. Rules are as in `simlab.simulate`.
    metrics : sequence of str, optional
        The metrics to compare: those that short tables show if not given, ``"all"`` for all that the game reports. With
        many variants, many metrics take their time: the covariances of all variants are kept for each.
    bots, deals, games, seed, first, threads, progress, rotate, store
        As in `simlab.simulate`; the same bots play under every rule set.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> import simlab
    >>> found = simlab.compare("koikoi", {"base": {}, "seven": {"seven_double": True}}, deals=2000)
    >>> effect = found.effects.query("metric == 'mean_score' and seat == 0").iloc[0]
    >>> bool(effect.low < effect.difference < effect.high)
    True
    """
    owner = get(game)
    if not isinstance(variants, Mapping) or len(variants) < 2:
        raise SimlabError("variants can't be compared: give a mapping of two or more names to rules, the base first")
    for name in variants:
        if not isinstance(name, str):
            raise SimlabError(f"variant name {echo(name)} is not text")
    unit, blocks = counted(owner, deals, games)
    arms = {name: for_unit(resolve(owner, spec), unit) for name, spec in variants.items()}
    seats = _seats(arms)
    lineups = lineups_of(owner, bots, seats, rotate)
    wanted = chosen(owner.all_metrics, metrics)
    slots = Slots(owner, wanted, len(arms), seat_positions(seats, len(lineups)), len(lineups))
    job = Job(owner, unit, tuple(arms.values()), lineups, check_seed(seed), check_range(first, blocks), slots)
    return Comparison(job, run(job, blocks, threads=threads, progress=progress, store=store), list(arms))


def _seats(arms: Mapping[str, Rules]) -> int:
    counts = {name: rules.seats for name, rules in arms.items()}
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{name} {count}" for name, count in counts.items())
        raise SimlabError(f"the variants differ in the number of players ({told}); compare tables of one size")
    return next(iter(counts.values()))


@dataclass
class Comparison:
    """What `compare` found."""

    job: Job
    played: Run
    names: list[str]
    """The variants' names, the base first."""

    @property
    def blocks(self) -> int:
        """How many deals (or games) each variant played; they are the same deals."""
        return self.played.sums.blocks

    @cached_property
    def moments(self) -> Moments:
        """Means and covariances, for estimates of your own."""
        return Moments(self.played.sums, self.job.slots)

    @cached_property
    def effects(self) -> pd.DataFrame:
        """A row a variant, metric and seat (-1: the whole table).

        Columns
        -------
        base, value, difference
            The metric under the base and under the variant, and what the variant adds.
        low, high
            A 95 % interval of the difference; those of all variants hold together, for each metric and seat. Where no
            deal differed in a mean, both are 0: then the deals say nothing of a change but that it is rare.
        n
            Blocks.
        variance_reduction
            How many times as many deals an unpaired comparison would have needed.
        differing_deals
            The share of deals in which anything at all came out differently.
        standardized
            The difference in units of the base's spread from deal to deal.
        deals_to_notice
            How many deals a table would have to play under either rule set, on different shuffles, to notice the
            difference: with 95 % confidence in four cases out of five.
        """
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for metric in self.job.slots.metrics:
            for position in self.job.slots.positions_of(metric):
                rows += self._effects(metric, position)
        table = pd.DataFrame(rows)
        order = {name: place for place, name in enumerate(self.names)}
        return table.sort_values("variant", key=lambda names: names.map(order), kind="stable", ignore_index=True)

    def _effects(self, metric: Metric, position: int) -> list[dict[str, Any]]:
        """One metric's rows, a variant each: a family of simultaneous intervals."""
        moments = self.moments
        base, *others = [moments.figure(metric, position, arm) for arm in range(len(self.names))]
        contrasts = [other - base for other in others]
        by_block, by_deal = moments.variance(base), moments.deal_variance(metric, position)
        rows = []
        for arm, (other, change) in enumerate(zip(others, moments.simultaneous(contrasts), strict=True), start=1):
            low, high = self._limits(metric, position, arm, change)
            apart = by_deal + moments.deal_variance(metric, position, arm)
            rows.append(
                {
                    "variant": self.names[arm],
                    "metric": metric.name,
                    "base": base.value,
                    "value": other.value,
                    "difference": float(change),
                    "low": low,
                    "high": high,
                    "n": change.n,
                    "variance_reduction": _ratio(by_block + moments.variance(other), change.sd**2),
                    "differing_deals": self.played.sums.differing[arm] / self.blocks,
                    "standardized": _ratio(float(change), math.sqrt(by_deal)) if change else 0.0,
                    "deals_to_notice": _deals_to_notice(float(change), apart),
                    "seat": position,
                }
            )
        return rows

    def _limits(self, metric: Metric, position: int, arm: int, change: Estimate) -> tuple[float, float]:
        """The limits of a difference.

        Where no deal differed, a rate's are those of a rate that was never seen to happen; the same rules are the same.
        """
        is_same = self.job.arms[arm] == self.job.arms[0]
        if not is_same and not all(self.moments.is_told(metric, change.sd, position, side) for side in (0, arm)):
            return math.nan, math.nan
        if metric.kind == "rate" and change.sd == 0 and not is_same:
            _, rare = wilson(0, self.moments.cases(metric, position, arm))
            return -rare, rare
        return change.low, change.high

    @property
    def digest(self) -> str:
        """A hash of what was played and of all sums: equal for equal runs, however they were cut or threaded."""
        return digest(self.job, self.played)

    @property
    def manifest(self) -> dict[str, Any]:
        """All that is needed to get these numbers again."""
        return manifest(self.job, self.played) | {"variants": self.names}

    @property
    def deals_per_second(self) -> float:
        """Blocks a second on the wall clock, each played under every variant."""
        return self.played.rate

    def __repr__(self) -> str:
        return f"Comparison({self.job.game.name}: {', '.join(self.names)}, {self.blocks:,} {self.job.unit}s)"


def _deals_to_notice(change: float, apart: float) -> float:
    """The size of either sample at which a test of two means has its power; `apart` is the sum of their variances."""
    if math.isnan(change) or math.isnan(apart):
        return math.nan
    return float(math.ceil(_NOTICE**2 * apart / change**2)) if change else math.inf


def _ratio(over: float, under: float) -> float:
    """A ratio that is infinite where there is nothing to divide by, and nan for 0 / 0."""
    if under == 0:
        return math.copysign(math.inf, over) if over else math.nan
    return over / under
