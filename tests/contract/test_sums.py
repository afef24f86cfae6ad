"""What is estimated from sums is what NumPy makes of the rows."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import Case

import simlab
from simlab.analysis.estimate import LEAST_CASES, Z, wilson
from simlab.kernel.records import WIN
from simlab.run.slots import GLOBAL

COUNT = 800


def _values(found: simlab.Result, field: str, seat: int, item: int | None, rows: np.ndarray) -> np.ndarray:
    values = rows[field]
    if seat != GLOBAL and values.ndim > 1:
        values = values[:, seat]
    return values[:, item] if values.ndim > 1 else values


def test_every_metric_against_numpy(case: Case) -> None:
    """Means, ratios by the delta method, Wilson's interval for rates of 0 and 1 or never moving: all from the rows."""
    from simlab.run.pool import Worker

    found = case.simulate(COUNT)
    rows = Worker(found.job).rows(0, COUNT)[0, 0]
    for told in found.metrics.itertuples():
        metric = next(metric for metric in found.job.game.all_metrics if metric.name == told.metric)
        over = _values(found, metric.of, told.seat, metric.item, rows) / metric.scale
        if metric.per is None:
            value, spread = over.mean(), over.std(ddof=1)
        else:
            under = _values(found, metric.per, told.seat, metric.item, rows)
            if under.sum() == 0:
                assert np.isnan(told.value)
                continue
            value = over.sum() / under.sum()
            spread = (over - value * under).std(ddof=1) / under.mean()
        assert told.value == pytest.approx(value, rel=1e-12)
        low, high = value - Z * spread / COUNT**0.5, value + Z * spread / COUNT**0.5
        if metric.kind == "rate":
            alone = metric.per is None or (under == 1).all()
            cases = COUNT if metric.per is None else min(COUNT, under.sum())
            if value in (0, 1) or (alone and set(np.unique(over)) <= {0.0, 1.0}):
                low, high = wilson(value * cases, cases)
            elif spread < 1e-12:
                _, rare = wilson(0, cases)
                low, high = value - rare, value + rare
            low, high = max(0, low), min(1, high)
        few = metric.per is not None and under.sum() < LEAST_CASES
        if metric.kind != "rate" and (few or (metric.kind == "ratio" and spread == 0)):
            low = high = np.nan
        assert (told.low, told.high) == pytest.approx((low, high), rel=1e-9, abs=1e-12, nan_ok=True)


def test_wins_are_shared_whole(case: Case) -> None:
    """A game's win is one win, in units of 1/840, however many share it; only draws and void games have none."""
    frame = case.simulate(COUNT).outcomes(COUNT)
    wins = frame.filter(regex=r"^win_\d$").sum(axis=1)
    assert ((wins == WIN) | (wins == 0) & ((frame.draw == 1) | (frame.void == 1))).all()


def test_counts_of_shuffles_agree(case: Case) -> None:
    frame = case.simulate(COUNT).outcomes(COUNT)
    assert (frame.shuffles == frame.deals + frame.redeals).all()


def test_rotation_is_the_sum_of_its_line_ups(case: Case) -> None:
    """Under rotation a seat's figure is the mean over everybody who sits there."""
    turned = case.simulate(COUNT, rotate=True)
    seats = len(case.bots)
    line_ups = list(dict.fromkeys(case.bots[shift:] + case.bots[:shift] for shift in range(seats)))
    assert len(turned.job.lineups) == len(line_ups)
    single = [
        Case(case.game, case.rules, bots, case.unit).simulate(COUNT).seats.mean_score.to_numpy() for bots in line_ups
    ]
    assert turned.seats.mean_score.to_numpy() == pytest.approx(np.mean(single, axis=0), rel=1e-12)


def test_tournament_holds_every_seat_alike(case: Case) -> None:
    """A meeting's score is the mean over both line-ups and the bot's seats."""
    unit = f"{case.unit}s"
    found = simlab.tournament(case.game, ["random", "greedy"], case.spec, store=False, threads=1, **{unit: COUNT})
    seats = len(case.bots)
    one = tuple(("random", "greedy")[seat % 2] for seat in range(seats))
    other = tuple(("greedy", "random")[seat % 2] for seat in range(seats))
    frames = [Case(case.game, case.rules, bots, case.unit).simulate(COUNT).seats for bots in (one, other)]
    by_bot: dict[str, list[float]] = {"random": [], "greedy": []}
    for frame in frames:
        for row in frame.itertuples():
            by_bot[row.bot].append(row.mean_score)
    payoffs = found.payoffs.set_index("bot")
    for bot, scores in by_bot.items():
        assert payoffs.mean_score[bot] == pytest.approx(np.mean(scores), rel=1e-12)
    gap = np.mean(by_bot["greedy"]) - np.mean(by_bot["random"])
    assert payoffs.advantage["greedy"] == pytest.approx(gap, rel=1e-9)


def test_comparison_is_paired(case: Case) -> None:
    """Difference, interval and variance reduction are those of the deal-by-deal differences."""
    option, value = {"koikoi": ("seven_double", True), "rikiki": ("scoring", "wizard"), "toy": ("span", 7)}[case.game]
    changed = case.spec | {option: value}
    found = simlab.compare(
        case.game,
        {"base": case.spec, "changed": changed},
        list(case.bots),
        store=False,
        threads=1,
        **{f"{case.unit}s": COUNT},
    )
    base = case.simulate(COUNT).outcomes(COUNT)
    other = Case(case.game, tuple(changed.items()), case.bots, case.unit).simulate(COUNT).outcomes(COUNT)
    effect = found.effects.query("metric == 'mean_score' and seat == 1").iloc[0]
    gap = other.score_1 - base.score_1
    half = Z * gap.std() / COUNT**0.5
    assert effect.difference == pytest.approx(gap.mean(), rel=1e-12)
    assert (effect.low, effect.high) == pytest.approx((gap.mean() - half, gap.mean() + half), rel=1e-9)
    assert effect.variance_reduction == pytest.approx((base.score_1.var() + other.score_1.var()) / gap.var(), rel=1e-9)
    assert effect.differing_deals == (base != other).any(axis=1).mean()
    assert effect.standardized == pytest.approx(gap.mean() / base.score_1.std(), rel=1e-9)
