"""Results as figures: a result in, matplotlib axes out.

Colours are those of Okabe and Ito, which the colour-blind can tell apart; markers differ too, so that a figure survives
black-and-white print.
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from simlab.analysis.compare import Comparison
from simlab.analysis.result import Result
from simlab.analysis.tournament import Tournament
from simlab.errors import unknown
from simlab.run.slots import GLOBAL

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


def effects(found: Comparison, metric: str = "mean_score", ax: Axes | None = None) -> Axes:
    """What each variant changes in one metric: the difference to the base with its interval, a marker a seat."""
    table = found.effects[found.effects.metric == metric]
    if table.empty:
        raise unknown("metric", metric, found.effects.metric.unique())
    ax = ax or _axes(len(found.names))
    seats = list(table.seat.unique())
    names = found.names[1:]
    for number, seat in enumerate(seats):
        rows = table[table.seat == seat].set_index("variant").loc[names]
        height = np.arange(len(names)) + _offset(number, len(seats))
        span = [rows.difference - rows.low, rows.high - rows.difference]
        label = f"seat {seat}" if seat >= 0 else None
        ax.errorbar(
            rows.difference, height, xerr=span, fmt=_marker(number), color=_colour(number), label=label, capsize=3
        )
    ax.axvline(0, color="0.5", linewidth=0.8, zorder=0)
    ax.set_yticks(range(len(names)), names)
    ax.invert_yaxis()
    ax.set_xlabel(f"change of {metric.replace('_', ' ')} against {found.names[0]} (95 % intervals)")
    _title(ax, found)
    if len(seats) > 1:
        ax.legend(frameon=False)
    return ax


def features(found: Result, family: str | None = None, ax: Axes | None = None) -> Axes:
    """How often each feature of a family (the first if not given) occurs, a marker a seat, with intervals."""
    families = {kind.key: kind for kind in found.job.game.features}
    if family is not None and family not in families:
        raise unknown(f"family of features of {found.job.game.name}", family, families)
    shown = families[family] if family else found.job.game.features[0]
    table = found.features[found.features.family == shown.key]
    table = table[table.groupby("feature")["count"].transform("sum") > 0]
    names = list(table.feature.unique())
    is_share = shown.kind == "rate"
    scale = 100 if is_share else 1
    ax = ax or _axes(len(names))
    seats = list(table.seat.unique())
    for number, seat in enumerate(seats):
        rows = table[table.seat == seat]
        span = [scale * (rows.rate - rows.low), scale * (rows.high - rows.rate)]
        height = np.arange(len(names)) + _offset(number, len(seats))
        ax.errorbar(
            scale * rows.rate,
            height,
            xerr=span,
            fmt=_marker(number),
            color=_colour(number),
            label="all seats" if seat == GLOBAL else f"seat {seat}",
            capsize=3,
        )
    ax.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
    ax.invert_yaxis()
    unit = f"% of {shown.per.rpartition('_')[2]}" if is_share else "number a deal"
    ax.set_xlabel(f"{shown.help}: {unit} (95 % intervals)")
    ax.legend(frameon=False)
    _title(ax, found)
    return ax


def ratings(found: Tournament, ax: Axes | None = None) -> Axes:
    """Each bot's mean advantage over the others, the best on top."""
    table = found.ratings
    ax = ax or _axes(len(table))
    span = [table.advantage - table.advantage_low, table.advantage_high - table.advantage]
    ax.errorbar(table.advantage, range(len(table)), xerr=span, fmt=_marker(0), color=_colour(0), capsize=3)
    ax.axvline(0, color="0.5", linewidth=0.8, zorder=0)
    ax.set_yticks(range(len(table)), table.bot)
    ax.invert_yaxis()
    ax.set_xlabel("points ahead of the opponents (95 % intervals)")
    job = found.matches[0].job
    ax.set_title(f"{job.game.title}: {found.blocks:,} {job.unit}s a pair, seed {job.seed}", fontsize=10)
    return ax


def _title(ax: Axes, found: Result | Comparison) -> None:
    job = found.job
    bots = " v ".join(player.spec for player in job.lineups[0])
    what = f"{job.game.title}: {bots}, {found.blocks:,} {job.unit}s, seed {job.seed}"
    ax.set_title(f"{what}\n{job.arms[0].describe()}", fontsize=10)


def _axes(rows: int) -> Axes:
    _, ax = plt.subplots(figsize=(7, 1.6 + 0.35 * rows), layout="constrained")
    return ax


def _offset(number: int, count: int) -> float:
    return 0.18 * (number - (count - 1) / 2)


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _marker(number: int) -> str:
    return MARKERS[number % len(MARKERS)]
