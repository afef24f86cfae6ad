"""One rule set, one line-up of bots: `simulate` and its `Result`."""

from __future__ import annotations

import hashlib
import json
import math
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab.analysis.estimate import CONFIDENCE, Estimate, Moments
from simlab.errors import SimlabError
from simlab.games import get
from simlab.games.game import Game
from simlab.games.metrics import Features
from simlab.games.options import RulesSpec, for_unit, resolve
from simlab.kernel.home import source_hash, versions
from simlab.run import bots as roster
from simlab.run.plan import Job, Whole, check_range, check_seed, counted, rotations, whole
from simlab.run.simulate import Run, run
from simlab.run.slots import Slots

if TYPE_CHECKING:
    import pandas as pd


def simulate(
    game: str,
    rules: RulesSpec = None,
    bots: Sequence[str] | None = None,
    deals: Whole | None = None,
    seed: Whole = 1,
    first: Whole = 0,
    threads: Whole | None = None,
    progress: bool = False,
    *,
    games: Whole | None = None,
    rotate: bool = False,
    store: bool | str | os.PathLike = True,
) -> Result:
    """Let bots play many deals of a game under one rule set.

    Parameters
    ----------
    game : str
        One of ``simlab.games()``.
    rules : preset name, mapping of options, Rules or None
        The game's default rules for None.
    bots : sequence of str
        A bot for every seat: ``["greedy", "random"]``; all greedy if not given.
    deals, games : int
        How many to play, in the one unit or the other; a million of the game's first unit if neither is given.
    seed : int
        From 0 to 2**64 - 1. The same seed gives the same deals under any rules.
    first : int
        The index of the first deal: the deals ``first`` to ``first + deals`` are played.
    threads : int, optional
        As many as there are cores if not given; the numbers don't depend on it.
    progress : bool
        Show a progress bar.
    rotate : bool
        Play each deal once for every way of moving the bots on by a seat; ``deals`` then counts the deals, not the
        times they are played.
    store : bool or path
        Where finished work is kept so that the same call later goes on from there: True for the user's cache directory.

    Returns
    -------
    Result

    Raises
    ------
    SimlabError
        For bad input, in one line that says what is allowed.

    Examples
    --------
    >>> import simlab
    >>> result = simlab.simulate("koikoi", bots=["greedy", "random"], deals=2000)
    >>> bool(result.seats.win_rate[0] > result.seats.win_rate[1])
    True
    """
    owner = get(game)
    unit, blocks = counted(owner, deals, games)
    checked = for_unit(resolve(owner, rules), unit)
    lineups = lineups_of(owner, bots, checked.seats, rotate)
    slots = Slots(owner, owner.all_metrics, 1, seat_positions(checked.seats, len(lineups)), len(lineups))
    job = Job(owner, unit, (checked,), lineups, check_seed(seed), check_range(first, blocks), slots)
    return Result(job, run(job, blocks, threads=threads, progress=progress, store=store))


def lineups_of(
    game: Game, bots: Sequence[str] | None, seats: int, rotate: bool
) -> tuple[tuple[roster.Player, ...], ...]:
    """The line-ups that each deal is played with."""
    players = roster.seated(game, bots, seats)
    return tuple(rotations(players)) if rotate else (tuple(players),)


def seat_positions(seats: int, lineups: int) -> list[list[tuple[int, int]]]:
    """A position a seat, whoever sits there."""
    return [[(lineup, seat) for lineup in range(lineups)] for seat in range(seats)]


@dataclass
class Result:
    """What `simulate` found. Every figure has a 95 % interval.

    ``a + b`` joins the results of two runs of the same whose deals follow each other.
    """

    job: Job
    played: Run

    @property
    def blocks(self) -> int:
        """How many deals (or games) were played."""
        return self.played.sums.blocks

    @cached_property
    def moments(self) -> Moments:
        """Means and covariances, for estimates of your own."""
        return Moments(self.played.sums, self.job.slots)

    @cached_property
    def seats(self) -> pd.DataFrame:
        """A row a seat: its bot, win rate and mean score with intervals, and the spread of the score of a deal."""
        import pandas as pd

        game, rows = self.job.game, []
        for seat in range(self.job.arms[0].seats):
            win = self.moments.estimate(game.metric("win_rate"), seat)
            score = self.moments.estimate(game.metric("mean_score"), seat)
            rows.append(
                {
                    "seat": seat,
                    "bot": self._bot(seat),
                    "deals": self.blocks,
                    "win_rate": float(win),
                    "win_low": win.low,
                    "win_high": win.high,
                    "mean_score": float(score),
                    "score_low": score.low,
                    "score_high": score.high,
                    "score_sd": math.sqrt(self.moments.deal_variance(game.metric("mean_score"), seat)),
                }
            )
        return pd.DataFrame(rows)

    def _bot(self, seat: int) -> str:
        names = dict.fromkeys(lineup[seat].spec for lineup in self.job.lineups)
        return "/".join(names)

    @cached_property
    def features(self) -> pd.DataFrame:
        """A row for each family's features and seat (-1: the whole table).

        Columns
        -------
        family, feature, seat
        count, rate
            How often it happened over all games (with ``rotate`` over those of all line-ups), and as a share of the
            cases, with limits ``low`` and ``high``.
        mean_points, share_of_points
            What it pays, and its share of all points, with limits; nan where the family doesn't tell them.
        """
        import pandas as pd

        rows = [
            self._feature(family, feature, seat)
            for family in self.job.game.features
            for feature in family.names
            for seat in self.job.slots.positions_of(self.job.game.metric(f"{feature}_rate"))
        ]
        columns = ["family", "feature", "seat", "count", "rate", "low", "high", "mean_points", "share_of_points"]
        limits = ["points_low", "points_high", "share_low", "share_high"]
        return pd.DataFrame(rows, columns=[*columns, *limits])

    def _feature(self, family: Features, feature: str, seat: int) -> dict[str, Any]:
        game, told = self.job.game, {}
        for what in family.told:
            told[what] = self.moments.estimate(game.metric(f"{feature}_{what}"), seat)
        slot = self.job.slots.terms[0, f"{feature}_rate", seat].over
        rate = told["rate"]
        row = {
            "family": family.key,
            "feature": feature,
            "seat": seat,
            "count": int(self.played.sums.totals[slot]),
            "rate": float(rate),
            "low": rate.low,
            "high": rate.high,
        }
        if "points" in told:
            mean = told["points"]
            row |= {"mean_points": float(mean), "points_low": mean.low, "points_high": mean.high}
        if "share" in told:
            part = told["share"]
            row |= {"share_of_points": float(part), "share_low": part.low, "share_high": part.high}
        return row

    @cached_property
    def summary(self) -> Mapping[str, Estimate]:
        """The figures that aren't told a seat: a number each, with ``low`` and ``high``."""
        slots = self.job.slots
        return {
            metric.name: self.moments.estimate(metric)
            for metric in self.job.game.all_metrics
            if not slots.is_per_seat(metric)
        }

    @cached_property
    def metrics(self) -> pd.DataFrame:
        """Every figure, a row each: metric, seat (-1 for the whole table), value, low, high, n, and what it means."""
        import pandas as pd

        slots, rows = self.job.slots, []
        for metric in self.job.game.all_metrics:
            for seat in slots.positions_of(metric):
                value = self.moments.estimate(metric, seat)
                rows.append(
                    {
                        "metric": metric.name,
                        "seat": seat,
                        "value": float(value),
                        "low": value.low,
                        "high": value.high,
                        "n": value.n,
                        "meaning": metric.help,
                    }
                )
        return pd.DataFrame(rows)

    @property
    def digest(self) -> str:
        """A hash of what was played and of all sums: equal for equal runs, however they were cut or threaded."""
        return digest(self.job, self.played)

    @property
    def manifest(self) -> dict[str, Any]:
        """All that is needed to get these numbers again."""
        return manifest(self.job, self.played)

    @property
    def deals_per_second(self) -> float:
        """Blocks a second on the wall clock, compiling left out; of a stored run, as it was played."""
        return self.played.rate

    def outcomes(self, n: int) -> pd.DataFrame:
        """The outcome rows of the first `n` deals: a column a field, seat and feature. They are played again for it.

        With ``rotate`` they are those of the first line-up.
        """
        import pandas as pd

        from simlab.run.pool import Worker

        n = whole("n", n, 0, self.blocks)
        rows = Worker(self.job).rows(0, n)[0, 0]
        columns = {"index": self.job.first + np.arange(n)}
        for field in rows.dtype.names:
            columns |= self._flat(field, rows[field])
        return pd.DataFrame(columns)

    def _flat(self, field: str, values: np.ndarray) -> dict[str, np.ndarray]:
        """A field's columns: ``score_0``, ``points_animals_0``; items without names have numbers."""
        if values.ndim == 1:
            return {field: values.copy()}
        seats, items = range(self.job.arms[0].seats), self._items(field, values.shape[-1])
        if values.ndim == 3:
            return {
                f"{field}_{item}_{seat}": values[:, seat, place].copy()
                for place, item in enumerate(items)
                for seat in seats
            }
        if field in self.job.game.seatless:
            return {f"{field}_{item}": values[:, place].copy() for place, item in enumerate(items)}
        return {f"{field}_{seat}": values[:, seat].copy() for seat in seats}

    def _items(self, field: str, count: int) -> Sequence[str]:
        """The names of a field's items."""
        for family in self.job.game.features:
            if field in (family.count, family.points):
                return family.names
        return list(map(str, range(count)))

    def __add__(self, other: Result) -> Result:
        if not isinstance(other, Result):
            return NotImplemented
        if self.job.first > other.job.first:
            return other + self
        mine, theirs = self.job.identity | {"first": 0}, other.job.identity | {"first": 0}
        if mine != theirs or self.job.first + self.blocks != other.job.first:
            raise SimlabError("only results of the same run whose deals follow each other can be joined")
        return Result(self.job, self.played + other.played)

    def __repr__(self) -> str:
        who = " v ".join(self.seats.bot)
        return f"Result({self.job.game.name}: {who}, {self.blocks:,} {self.job.unit}s, seed {self.job.seed})"


def digest(job: Job, run: Run) -> str:
    """See `Result.digest`."""
    plain = json.dumps([job.identity, run.sums.plain()], sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:32]


def manifest(job: Job, run: Run) -> dict[str, Any]:
    """See `Result.manifest`."""
    from simlab import __version__

    players = [player for lineup in job.lineups for player in lineup]
    return {
        "simlab": __version__,
        "game": job.game.name,
        "game_version": job.game.version,
        "unit": job.unit,
        "blocks": run.sums.blocks,
        "first": job.first,
        "seed": job.seed,
        "lineups": [roster.specs(lineup) for lineup in job.lineups],
        "bot_sources": {player.bot.name: player.bot.source for player in players if player.bot.source},
        "rules": [dict(rules) for rules in job.arms],
        "rules_hash": [rules.hash for rules in job.arms],
        "metrics": [metric.name for metric in job.slots.metrics],
        "method": "simulated",
        "confidence": CONFIDENCE,
        "reused_blocks": run.reused,
        "digest": digest(job, run),
        "source": source_hash(),
        "python": platform.python_version(),
        "versions": versions(),
    }
