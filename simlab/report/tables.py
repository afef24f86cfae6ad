"""Results as tables for a terminal. Every number stands with its interval; the head says how it was got."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from simlab.analysis.compare import Comparison
from simlab.analysis.estimate import Estimate
from simlab.analysis.result import Result
from simlab.analysis.tournament import Tournament
from simlab.games.game import Game
from simlab.games.metrics import Features, Metric
from simlab.run.bots import specs
from simlab.run.plan import Job
from simlab.run.slots import GLOBAL


def result(found: Result) -> RenderableType:
    """The seats, the figures of the table, the features that occurred."""
    figures = _table("figure", "seat", "value", "meaning")
    for metric in _others(found.job.game):
        for seat in found.job.slots.positions_of(metric):
            value = found.moments.estimate(metric, seat)
            if metric.headline or value.sd > 0:
                figures.add_row(metric.name, "" if seat == GLOBAL else str(seat), _estimate(metric, value), metric.help)
    families = found.job.game.features
    notes = [f"{family.help.capitalize()}: {family.note}." for family in families]
    note = " ".join([f"Sd: how far the score of a {found.job.unit} strays from the mean.", *notes])
    tables = [_features(found, family) for family in families]
    parts = head(found.job, found.blocks), _seats(found), figures, *tables, Text(note, style="dim")
    return Group(*(part for table in parts for part in (table, Text())), foot(found.digest, _rate(found)))


def _seats(found: Result) -> RenderableType:
    """A row a seat: win rate and score."""
    table = _table("seat", "bot", "win rate", "mean score", "sd")
    for row in found.seats.itertuples():
        table.add_row(
            str(row.seat),
            row.bot,
            _percent(row.win_rate, row.win_low, row.win_high),
            _number(row.mean_score, row.score_low, row.score_high),
            f"{row.score_sd:.3g}",
        )
    return table


def _others(game: Game) -> Iterator[Metric]:
    """What is told beside the seats and the features."""
    features = {metric for family in game.features for metric in family.metrics}
    return (m for m in game.all_metrics if m.name not in ("win_rate", "mean_score") and m not in features)


def _features(found: Result, family: Features) -> RenderableType:
    """A row for each feature that occurred, and each seat."""
    table = _table(family.help, "seat", "how often", *_VALUES[: len(family.told) - 1])
    write = _percent if family.kind == "rate" else _number
    frame = found.features[found.features.family == family.key]
    for name in family.names:
        rows = frame[frame.feature == name]
        shown = ""
        for row in rows.itertuples() if rows.rate.any() else ():
            values = (
                _number(row.mean_points, row.points_low, row.points_high) if row.count else "",
                "" if math.isnan(row.share_of_points) else _percent(row.share_of_points, row.share_low, row.share_high),
            )
            seat = "" if row.seat == GLOBAL else str(row.seat)
            first, shown = (name if name != shown else ""), name
            table.add_row(first, seat, write(row.rate, row.low, row.high), *values[: len(family.told) - 1])
    return table


_VALUES = ("points", "share of points")


def comparison(found: Comparison) -> RenderableType:
    """What each variant changes, metric by metric; of many variants, the chief changes in one table."""
    parts: list[RenderableType] = [head(found.job, found.blocks, found.names[0])]
    if len(found.names) - 1 > MOST_TABLES:
        parts += [Text(), _overview(found)]
        note = f"Differ: the {found.job.unit}s that came out differently at all. {_STAR}"
    else:
        for arm, name in enumerate(found.names[1:], start=1):
            rules = found.job.arms[arm]
            told = f"{name}: {rules.describe()}" if name != rules.describe() else name
            parts += [Text(f"\n{told}", style="bold"), _variant(found, arm), _pairing(found, arm)]
        note = (
            f"{_STAR} In sd: the change in units of the spread from deal to deal. To notice: how many deals a table "
            "would have to play under each rule set to notice the change, with 95 % confidence, in four cases out of "
            "five."
        )
    return Group(*parts, Text(f"\n{note}", style="dim"), foot(found.digest, _rate(found)))


# More variants than this are told in one table, with as many figures as a line holds.
MOST_TABLES = 4
OVERVIEW_FIGURES = 3
_STAR = "* the 95 % interval leaves out 0; those of all variants hold together."


def _overview(found: Comparison) -> Table:
    """A line a variant: the changes of the first metrics, those that are told a seat for the first one."""
    shown = [(m, found.job.slots.positions_of(m)[0]) for m in found.job.slots.metrics][:OVERVIEW_FIGURES]
    titles = [_title(metric, seat) for metric, seat in shown]
    table = _table("changes of", "differ", *titles)
    base = [_estimate(metric, found.moments.estimate(metric, seat), bare=True) for metric, seat in shown]
    table.add_row(found.names[0], "", *base)
    table.add_section()
    for arm, name in enumerate(found.names[1:], start=1):
        rows = found.effects[found.effects.variant == name].set_index(["metric", "seat"])
        changes = [_change(found, arm, metric, rows.loc[(metric.name, seat)]) for metric, seat in shown]
        table.add_row(name, f"{100 * rows.differing_deals.iloc[0]:.3g} %", *changes)
    return table


def _title(metric: Metric, seat: int) -> str:
    name = metric.name if seat == GLOBAL else f"{metric.name} {seat}"
    return f"{name} %" if metric.is_percent else name


def _change(found: Comparison, arm: int, metric: Metric, row: Any) -> str:
    """A change with its interval, and whether that leaves out 0; in words where all deals came out alike."""
    if found.job.arms[arm] == found.job.arms[0]:
        return "the same rules"
    if row.difference == 0 and not math.isfinite(row.variance_reduction):
        return "no deal differs"
    is_clear = row.low > 0 or row.high < 0
    return _told(metric, row.difference, row.low, row.high, "+", bare=True) + (" *" if is_clear else "  ")


def _variant(found: Comparison, arm: int) -> Table:
    """One variant's table. Where all deals came out alike, that is what is said, and no more."""
    table = _table("metric", found.names[0], "variant", "change", "in sd", "to notice")
    rows = found.effects[found.effects.variant == found.names[arm]].set_index(["metric", "seat"])
    for metric in found.job.slots.metrics:
        for seat in found.job.slots.positions_of(metric):
            row = rows.loc[(metric.name, seat)]
            is_clear = row.low > 0 or row.high < 0
            table.add_row(
                _title(metric, seat),
                _estimate(metric, found.moments.estimate(metric, seat), bare=True),
                _estimate(metric, found.moments.estimate(metric, seat, arm), bare=True),
                _change(found, arm, metric, row),
                f"{row.standardized:+.2f}" if is_clear else "",
                _count(row.deals_to_notice) if is_clear and math.isfinite(row.deals_to_notice) else "",
            )
    return table


def _pairing(found: Comparison, arm: int) -> Text:
    rows = found.effects[found.effects.variant == found.names[arm]]
    share = rows.differing_deals.iloc[0]
    if share == 0:
        return Text(f"no {found.job.unit} came out differently, with these bots", style="dim")
    saved = rows.variance_reduction[rows.variance_reduction.map(math.isfinite)]
    told = f"{100 * share:.3g} % of the {found.job.unit}s came out differently"
    if not saved.empty:
        least, most = _times(saved.min()), _times(saved.max())
        times = least if least == most else f"{least} to {most}"
        told += f"; comparing them one by one did the work of {times} times as many"
    return Text(told, style="dim")


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
    count = f"{found.blocks:,} {job.unit}{'s' * (found.blocks != 1)}"
    line = (
        f"{job.game.title}: {', '.join(found.bots)}\n{count} a pair, each played twice with "
        f"the seats exchanged, seed {job.seed}; rules: {job.arms[0].describe()}; simulated, with 95 % intervals; "
        f"'ahead': mean score less the opponent's, a {job.unit}"
    )
    return Group(Text(line), Text(), ranking, Text(), meetings, foot(found.digest))


def head(job: Job, blocks: int, base: str | None = None) -> RenderableType:
    """What was played: game, bots, number of deals, seed, rules."""
    rotated = f", seats rotated ({len(job.lineups)} line-ups)" if len(job.lineups) > 1 else ""
    rules = f"{base}: {job.arms[0].describe()}" if base else f"rules: {job.arms[0].describe()}"
    return Text(
        f"{job.game.title}: {' v '.join(specs(job.lineups[0]))}{rotated}\n"
        f"{blocks:,} {job.unit}{'s' * (blocks != 1)}{' under each rule set' if base else ''}, seed {job.seed}; "
        f"{rules}; simulated, with 95 % intervals"
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


# Behind the point, unless the interval is so narrow that they would show none of it.
MOST_DIGITS = 3
# More deals than any table plays.
MANY = 1_000_000

_TEXTS = ("bot", "against", "meaning")


def _table(*columns: str) -> Table:
    """An empty table; the first column and those of texts are set to the left and may be folded, numbers never."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), title_justify="left")
    for place, column in enumerate(columns):
        is_text = place == 0 or column in _TEXTS
        table.add_column(column, justify="left" if is_text else "right", no_wrap=not is_text, overflow="fold")
    return table


def _estimate(metric: Metric, value: Estimate, bare: bool = False) -> str:
    return _told(metric, value, value.low, value.high, bare=bare)


def _told(metric: Metric, value: float, low: float, high: float, sign: str = "", bare: bool = False) -> str:
    """A metric's value with the half width of its interval, the wider half where they differ; `bare` of unit."""
    if not metric.is_percent:
        return _number(value, low, high, sign)
    return _percent(value, low, high, sign).removesuffix(" %" if bare else "")


def _percent(value: float, low: float, high: float, sign: str = "") -> str:
    return f"{_with_half(100 * value, 100 * low, 100 * high, 2, sign)} %"


def _number(value: float, low: float, high: float, sign: str = "") -> str:
    return _with_half(value, low, high, 3 if abs(value) < 100 else 1, sign)


def _with_half(value: float, low: float, high: float, digits: int, sign: str) -> str:
    """So many digits behind the point, more where the interval is narrower than they show."""
    half = max(high - value, value - low)
    if math.isnan(half):
        return f"{value:{sign}.{digits}f} ±?"
    if half > 0:
        first = -math.floor(math.log10(half))
        digits = max(digits, first, min(first + 1, MOST_DIGITS))
    return f"{value:{sign}.{digits}f} ±{half:.{digits}f}"


def _times(number: float) -> str:
    return f"{number:.2g}" if number < 100 else f"{number:,.0f}"


def _count(number: float) -> str:
    return f"{number:,.0f}" if number < MANY else f"over {MANY:.0e}".replace("e+0", "e")
