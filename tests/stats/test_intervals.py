"""Intervals cover what they say, families hold together, and identical arms differ by exactly nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest
import toy

import simlab
from simlab.analysis.estimate import CONFIDENCE, Estimate, Figure, Moments, wilson
from simlab.games.metrics import Metric
from simlab.run.slots import Slots
from simlab.run.store import Sums

RUNS = 1000
BLOCKS = 400


def _slots(metrics: list[Metric], arms: int = 1) -> Slots:
    return Slots(toy.TOY, metrics, arms, [[(0, seat)] for seat in range(toy.SEATS)], 1)


def _sums(slots: Slots, rows: np.ndarray) -> Sums:
    """Sums over blocks whose slot vectors are the rows of an int array, in plain NumPy."""
    sums = Sums.empty(slots.plan.size, slots.plan.partners.size, slots.arms)
    sums.blocks = len(rows)
    sums.totals[:] = [int(total) for total in rows.sum(axis=0)]
    for (i, j), place in slots.pair.items():
        sums.products[place] = int(rows[:, i] @ rows[:, j])
    return sums


def _covered(estimates: list[Estimate], truth: float) -> float:
    return float(np.mean([estimate.low <= truth <= estimate.high for estimate in estimates]))


MEAN = Metric("mean_length", "mean", "length", "")
RATE = Metric("draw_rate", "rate", "draw", "")
RATIO = Metric("redeals_a_shuffle", "mean", "redeals", "", per="shuffles")


@pytest.fixture(scope="module")
def rng() -> np.random.Generator:
    return np.random.Generator(np.random.Philox(12345))


def test_means_are_covered(rng: np.random.Generator) -> None:
    """A skewed score, as in the games: mostly 0, sometimes much."""
    slots = _slots([MEAN])
    found = []
    for _ in range(RUNS):
        values = rng.choice([0, 1, 6, 15], size=(BLOCKS, 1), p=[0.5, 0.3, 0.15, 0.05])
        found.append(Moments(_sums(slots, values), slots).estimate(MEAN))
    assert 0.93 <= _covered(found, 0.3 + 0.9 + 0.75) <= 0.97


@pytest.mark.parametrize("share", [0.5, 0.1, 0.02])
def test_rates_are_covered(rng: np.random.Generator, share: float) -> None:
    slots = _slots([RATE])
    found = []
    for _ in range(RUNS):
        values = (rng.random((BLOCKS, 1)) < share).astype(np.int64)
        found.append(Moments(_sums(slots, values), slots).estimate(RATE))
    assert 0.93 <= _covered(found, share) <= 0.97


def test_ratios_are_covered(rng: np.random.Generator) -> None:
    """Mean points when it happens: numerator and denominator vary together."""
    slots = _slots([RATIO])
    found = []
    for _ in range(RUNS):
        count = rng.poisson(0.7, BLOCKS)
        points = rng.poisson(4 * count)
        found.append(Moments(_sums(slots, np.stack([points, count], axis=1)), slots).estimate(RATIO))
    assert 0.93 <= _covered(found, 4.0) <= 0.97


@pytest.mark.parametrize("correlated", [False, True])
def test_families_hold_together(rng: np.random.Generator, correlated: bool) -> None:
    """All of six variants' intervals cover at once in 95 % of runs, whether they move together or apart."""
    slots = _slots([MEAN], arms=7)
    truth = np.array([0.0, 1.0, 2.0, -1.0, 0.5, 3.0])
    hits = 0
    for _ in range(RUNS):
        base = rng.normal(0, 300, (BLOCKS, 1))
        own = rng.normal(0, 300, (BLOCKS, 6))
        others = truth + (0.2 * own if correlated else own + base)
        # Correlated: the arms share the base's negative, so that the differences move together.
        values = np.rint(np.concatenate([base, others], axis=1)).astype(np.int64)
        moments = Moments(_sums(slots, values), slots)
        figures = [moments.figure(MEAN, arm=arm) for arm in range(7)]
        family = moments.simultaneous([figure - figures[0] for figure in figures[1:]])
        hits += all(estimate.low <= value <= estimate.high for estimate, value in zip(family, truth, strict=True))
    assert 0.93 <= hits / RUNS <= 0.97


def test_families_are_no_wider_than_needed(rng: np.random.Generator) -> None:
    """Independent contrasts come near Sidak's quantile, one contrast has the plain one, copies of one as well."""
    slots = _slots([MEAN], arms=7)
    values = np.rint(rng.normal(0, 1000, (20_000, 7))).astype(np.int64)
    values[:, 0] = 0
    moments = Moments(_sums(slots, values), slots)
    figures = [moments.figure(MEAN, arm=arm) for arm in range(1, 7)]
    sidak = 2.631  # the normal quantile of (1 + 0.95 ** (1 / 6)) / 2
    assert moments._quantile(figures) == pytest.approx(sidak, abs=0.03)
    assert moments._quantile(figures[:1]) == pytest.approx(1.96, abs=0.001)
    assert moments._quantile([figures[0]] * 4) == pytest.approx(1.96, abs=0.02)


def test_real_runs_are_covered() -> None:
    """Intervals of short Koi-Koi runs cover the value of a long one."""
    truth = simlab.simulate("koikoi", bots=["random", "greedy"], deals=400_000, seed=99, store=False)
    low_high = []
    for part in range(400):
        low_high.append(
            simlab.simulate("koikoi", bots=["random", "greedy"], deals=500, first=500 * part, threads=1, store=False)
        )
    for column, low, high in (("win_rate", "win_low", "win_high"), ("mean_score", "score_low", "score_high")):
        value = truth.seats[column][0]
        hits = np.mean([found.seats[low][0] <= value <= found.seats[high][0] for found in low_high])
        assert 0.92 <= hits <= 0.98  # 400 runs: 95 % give or take 1.1
    value = truth.summary["draw_rate"]
    assert (
        0.92
        <= np.mean([run.summary["draw_rate"].low <= value <= run.summary["draw_rate"].high for run in low_high])
        <= 0.98
    )


def test_identical_arms_differ_by_exactly_nothing() -> None:
    found = simlab.compare(
        "koikoi", {"base": {}, "same": {"seven_double": False}, "seven": {"seven_double": True}},
        bots=["random", "greedy"], deals=3000, store=False,
    )  # fmt: skip
    same = found.effects[found.effects.variant == "same"].dropna(subset="difference")
    assert (same[["difference", "low", "high", "differing_deals", "standardized"]] == 0).all().all()
    assert same.deals_to_notice.map(math.isinf).all()
    seven = found.effects[found.effects.variant == "seven"].set_index(["metric", "seat"])
    assert seven.difference["mean_score", 0] > 0
    # Doubling changes no play. No deal differed in these figures; of a rate that says how rare a difference may be.
    assert (seven.loc["mean_length"][["difference", "low", "high"]] == 0).all().all()
    for metric in ("win_rate", "draw_rate"):
        rows = seven.loc[metric]
        assert (rows.difference == 0).all()
        assert (rows.high == wilson(0, 3000)[1]).all()
        assert (rows.low == -rows.high).all()


def test_rotated_rates_stay_within_0_and_1() -> None:
    """A block's rate is a mean over line-ups; its interval is clipped, and never nothing for what wasn't seen."""
    rotated = simlab.simulate("koikoi", bots=["greedy", "random"], deals=200, rotate=True, store=False)
    plain = simlab.simulate("koikoi", bots=["greedy", "random"], deals=200, store=False)
    for found in (rotated, plain):
        rates = found.metrics[found.metrics.metric.str.endswith("_rate")]
        assert (rates.low >= 0).all()
        assert (rates.high <= 1).all()
        unseen = rates[rates.value == 0]
        assert (unseen.high == wilson(0, 200)[1]).all()


def test_the_spread_of_a_deal_is_that_of_a_deal() -> None:
    """With rotation a block is two deals; the spread that is told is still that of one."""
    rotated = simlab.simulate("koikoi", bots=["greedy", "random"], deals=500, rotate=True, store=False)
    one, other = (simlab.simulate("koikoi", bots=bots, deals=500, store=False).outcomes(500).score_0
                  for bots in (["greedy", "random"], ["random", "greedy"]))  # fmt: skip
    both = np.concatenate([one, other])
    assert rotated.seats.score_sd[0] == pytest.approx(both.std(ddof=1), rel=1e-12)


def test_wilson_against_the_formula_of_the_paper() -> None:
    """Solve (p - share)**2 = z**2 p (1 - p) / n for p: Wilson (1927), equation of the limits."""
    for successes, n in ((0, 10), (3, 10), (10, 10), (12, 4000)):
        z = 1.959963984540054
        roots = np.roots([1 + z * z / n, -(2 * successes / n + z * z / n), (successes / n) ** 2])
        assert wilson(successes, n) == pytest.approx(sorted(roots.real), abs=1e-9)


def test_wilsons_limits_enclose_the_share() -> None:
    for n in (1, 7, 300, 1_000_000):
        for successes in {0, 1, n // 2, n - 1, n}:
            low, high = wilson(successes, n)
            assert 0 <= low <= successes / n <= high <= 1


def test_a_handful_of_cases_has_no_interval() -> None:
    """A mean over a few cases, or an amount that was never seen to vary, is told without one."""
    features = simlab.simulate("koikoi", bots=["greedy", "greedy"], deals=200, store=False).features
    few = features[features["count"] < 30]
    assert few[["points_low", "points_high"]].isna().all(axis=None)
    never = features[features["count"] == 0]
    assert len(never) > 0
    assert never[["share_low", "share_high"]].isna().all(axis=None)
    many = features[features["count"] >= 30]
    assert len(many) > 0
    assert many[["points_low", "points_high", "share_low", "share_high"]].notna().all(axis=None)


def test_ratings_stay_within_0_and_1() -> None:
    ratings = simlab.tournament("koikoi", ["random:never=stop", "greedy"], deals=4, store=False, seed=2).ratings
    assert ratings.win_low.min() >= 0
    assert ratings.win_high.max() <= 1


def test_one_block_has_no_interval() -> None:
    """A single deal says nothing of its spread: the bounds are nan, not a width of 0."""
    score = simlab.simulate("koikoi", deals=1, store=False).seats
    assert math.isnan(score.score_low[0])
    assert 0 <= score.win_low[0] <= score.win_high[0] <= 1


def test_a_ratio_without_cases_is_nan() -> None:
    features = simlab.simulate("koikoi", bots=["random", "random"], deals=300, store=False).features
    row = features[features.feature == "flower_viewing"].iloc[0]
    assert row["count"] == 0
    assert math.isnan(row.mean_points)


def test_figures_are_exact_fractions() -> None:
    """What does not vary has a spread of exactly 0, whatever floats would make of it."""
    slots = _slots([RATIO])
    rows = np.stack([7 * np.arange(100), 3 * np.arange(100)], axis=1)
    moments = Moments(_sums(slots, rows), slots)
    estimate = moments.estimate(RATIO)
    assert estimate.low == estimate == estimate.high
    assert moments.variance(moments.figure(RATIO) - moments.figure(RATIO)) == 0
    assert isinstance(moments.figure(RATIO), Figure)
    assert CONFIDENCE == 0.95


@pytest.mark.slow
def test_means_are_covered_at_full_size(rng: np.random.Generator) -> None:
    slots = _slots([MEAN])
    found = []
    for _ in range(20_000):
        values = rng.choice([0, 1, 6, 15], size=(BLOCKS, 1), p=[0.5, 0.3, 0.15, 0.05])
        found.append(Moments(_sums(slots, values), slots).estimate(MEAN))
    assert 0.94 <= _covered(found, 0.3 + 0.9 + 0.75) <= 0.96


def test_a_rate_that_never_varied_between_0_and_1_has_an_interval() -> None:
    """Two greedy bots of four share all wins: half a win each in every deal, as far as was seen."""
    found = simlab.tournament("rikiki", ["greedy", "random"], games=60, store=False).payoffs
    row = found[found.bot == "greedy"].iloc[0]
    assert row.win_rate == 0.5
    assert row.win_low < 0.5 < row.win_high


def test_covariances_that_are_not_kept_are_told() -> None:
    found = simlab.simulate("koikoi", deals=50, store=False)
    metric = found.job.game.metric("mean_score")
    with pytest.raises(simlab.SimlabError, match="no covariance is kept between these figures"):
        found.moments.interval(found.moments.figure(metric, 0) - found.moments.figure(metric, 1))
