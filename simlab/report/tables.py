"""Results as tables for a terminal. Every number stands with its interval; the head says how it was got."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pandas as pd
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from simlab.analysis.compare import Comparison
from simlab.analysis.result import Result
from simlab.analysis.tournament import Tournament
from simlab.games.metrics import Metric
from simlab.run.bots import specs
from simlab.run.plan import Job
from simlab.run.slots import GLOBAL


def result(found: Result) -> RenderableType:
    """The seats, the figures of the table, the features that occurred."""
    figures = _table("figure", "value", "meaning")
    for metric in found.job.game.all_metrics:
        value = found.summary.get(metric.name)
        if value is not None and (metric.headline or value.sd > 0):
            figures.add_row(metric.name, _told(metric, value, value.low, value.high), metric.help)
    parts = head(found.job, found.blocks), _seats(found), figures, _features(found), foot(found.digest, _rate(found))
    return Group(*(part for table in parts for part in (table, Text())))


def _seats(found: Result) -> RenderableType:
    """A row a seat: win rate, score, and what else the game tells of a seat."""
    own = [metric for metric in found.job.game.metrics if found.job.slots.is_per_seat(metric)]
    table = _table("seat", "bot", "win rate", "mean score", "sd", *(metric.name for metric in own))
    for row in found.seats.itertuples():
        others = [found.moments.estimate(metric, row.seat) for metric in own]
        table.add_row(
            str(row.seat),
            row.bot,
            _percent(row.win_rate, row.win_low, row.win_high),
            _number(row.mean_score, row.score_low, row.score_high),
            f"{row.score_sd:.3g}",
            *(_told(metric, value, value.low, value.high) for metric, value in zip(own, others, strict=True)),
        )
    return table


def _features(found: Result) -> RenderableType:
    """How often each feature occurred, a column a seat, and what it paid."""
    seats = range(found.job.arms[0].seats)
    about = found.job.game.features.help
    write = _percent if found.job.game.features.kind == "rate" else _number
    table = _table(about, *(f"seat {seat}" for seat in seats), "points", "share, %")
    for name in found.job.game.features.names:
        rows = found.features[found.features.feature == name]
        if rows["count"].any():
            rates = [write(row.rate, row.low, row.high) for row in rows.itertuples()]
            shares = _by_seat(100 * rows.share_of_points, ".1f")
            table.add_row(name, *rates, _by_seat(rows.mean_points, ".2f"), shares)
    return table


def comparison(found: Comparison, every_metric: bool = False) -> RenderableType:
    """What each variant changes, metric by metric; the headline metrics only unless all are asked for."""
    parts: list[RenderableType] = [head(found.job, found.blocks, found.names[0])]
    shown = [metric for metric in found.job.slots.metrics if metric.headline or every_metric]
    shown = shown or list(found.job.slots.metrics)
    for name, rules in zip(found.names[1:], found.job.arms[1:], strict=True):
        rows = found.effects[(found.effects.variant == name) & found.effects.metric.isin([m.name for m in shown])]
        table = _table("metric", "seat", found.names[0], "variant", "change", "deals to notice")
        for row in rows.itertuples():
            metric = next(metric for metric in shown if metric.name == row.metric)
            _effect(table, metric, row, is_same=rules == found.job.arms[0])
        told = f"{name}: {rules.describe()}" if name != rules.describe() else name
        parts += [Text(f"\n{told}", style="bold"), table, Text(_pairing(rows), style="dim")]
    note = (
        "* the 95 % interval leaves out 0; those of all variants hold together. 'Deals to notice': how many a table "
        "would have to play under each rule set to notice the change, with 95 % confidence, in four cases out of five."
    )
    return Group(*parts, Text(f"\n{note}", style="dim"), foot(found.digest, _rate(found)))


def _effect(table: Table, metric: Metric, row: Any, is_same: bool) -> None:
    """A metric's line. Where all deals came out alike, that is what is said, and no more."""
    clear = row.low > 0 or row.high < 0
    if is_same:
        change = "the same rules  "
    elif row.difference == 0 and not math.isfinite(row.variance_reduction):
        change = "the same in all  "
    else:
        change = _told(metric, row.difference, row.low, row.high, sign="+") + (" *" if clear else "  ")
    notice = f"{row.deals_to_notice:,.0f}" if clear and math.isfinite(row.deals_to_notice) else ""
    seat = "" if row.seat == GLOBAL else str(row.seat)
    table.add_row(metric.name, seat, _told(metric, row.base), _told(metric, row.value), change, notice)


def _pairing(rows: pd.DataFrame) -> str:
    differ = f"{100 * rows.differing_deals.iloc[0]:.3g} % of the deals came out differently"
    saved = rows.variance_reduction[rows.variance_reduction.map(math.isfinite)]
    if saved.empty:
        return differ
    least, most = f"{saved.min():.2g}", f"{saved.max():.2g}"
    times = least if least == most else f"{least} to {most}"
    return f"{differ}; comparing them deal by deal did the work of {times} times as many"


def tournament(found: Tournament) -> RenderableType:
    """The ranking, and every meeting."""
    job = found.matches[0].job
    ranking = _table("rank", "bot", "ahead", "win rate")
    for row in found.ratings.itertuples():
        ranking.add_row(
            str(row.rank),
            row.bot,
            _number(row.advantage, row.advantage_low, row.advantage_high),
            _percent(row.win_rate, row.win_low, row.win_high),
        )
    meetings = _table("bot", "against", "win rate", "mean score", "ahead")
    order = {bot: place for place, bot in enumerate(found.ratings.bot)}
    for row in sorted(found.payoffs.itertuples(), key=lambda row: (order[row.bot], order[row.opponent])):
        if order[row.bot] < order[row.opponent]:
            meetings.add_row(
                row.bot,
                row.opponent,
                _percent(row.win_rate, row.win_low, row.win_high),
                _number(row.mean_score, row.score_low, row.score_high),
                _number(row.advantage, row.advantage_low, row.advantage_high),
            )
    line = (
        f"{job.game.title}: {', '.join(found.bots)}\n{found.blocks:,} {job.unit}s a pair, each played twice with the "
        f"seats exchanged, seed {job.seed}; rules: {job.arms[0].describe()}; simulated, with 95 % intervals; 'ahead': "
        f"mean score less the opponent's, a {job.unit}"
    )
    return Group(Text(line), Text(), ranking, Text(), meetings, foot(found.digest))


def head(job: Job, blocks: int, base: str | None = None) -> RenderableType:
    """What was played: game, bots, number of deals, seed, rules."""
    rotated = f", seats rotated ({len(job.lineups)} line-ups)" if len(job.lineups) > 1 else ""
    rules = f"{base}: {job.arms[0].describe()}" if base else f"rules: {job.arms[0].describe()}"
    return Text(
        f"{job.game.title}: {' v '.join(specs(job.lineups[0]))}{rotated}\n"
        f"{blocks:,} {job.unit}s{' under each rule set' if base else ''}, seed {job.seed}; {rules}; "
        "simulated, with 95 % intervals"
    )


def foot(digest: str, rate: str = "") -> RenderableType:
    """The digest, by which equal runs are known, and the speed."""
    return Text("; ".join(part for part in (f"digest {digest}", rate) if part), style="dim")


def _rate(found: Result | Comparison) -> str:
    stored = " (stored before)" if found.played.reused == found.blocks else ""
    return f"{found.deals_per_second:,.0f} {found.job.unit}s a second{stored}"


def listing(
    title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]], wrap: bool = False
) -> RenderableType:
    """A plain table of texts; the last column is broken into lines where `wrap` says so."""
    table = _table()
    table.title = title or None
    for place, column in enumerate(columns):
        table.add_column(column, no_wrap=not wrap or place + 1 < len(columns))
    for row in rows:
        table.add_row(*row)
    return table


_TEXTS = ("bot", "against", "meaning")


def _table(*columns: str) -> Table:
    """An empty table; the first column and those of texts are set to the left, numbers to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1), title_justify="left")
    for place, column in enumerate(columns):
        is_text = place == 0 or column in _TEXTS
        table.add_column(column, justify="left" if is_text else "right", no_wrap=column not in _TEXTS, overflow="fold")
    return table


def _told(metric: Metric, value: float, low: float | None = None, high: float | None = None, sign: str = "") -> str:
    """A metric's value with the half width of its interval, the wider half where they differ."""
    write = _percent if metric.kind == "rate" else _number
    return write(value, low, high, sign)


def _percent(value: float, low: float | None = None, high: float | None = None, sign: str = "") -> str:
    return f"{100 * value:{sign}.2f}{_half(100, value, low, high, 2)} %"


def _number(value: float, low: float | None = None, high: float | None = None, sign: str = "") -> str:
    digits = 3 if abs(value) < 100 else 1
    return f"{value:{sign}.{digits}f}{_half(1, value, low, high, digits)}"


def _half(scale: int, value: float, low: float | None, high: float | None, digits: int) -> str:
    return "" if low is None or high is None else f" ±{scale * max(high - value, value - low):.{digits}f}"


def _by_seat(values: pd.Series, form: str) -> str:
    """The seats' values, told once where they are all the same."""
    texts = ["-" if math.isnan(value) else f"{value:{form}}" for value in values]
    return texts[0] if len(set(texts)) == 1 else " / ".join(texts)
