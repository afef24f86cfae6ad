"""Bots against each other: `tournament` and its `Tournament`.

Every two bots meet at a table of their own, its seats held in turn by one and the other, and then with the two
exchanged. So every seat is held as often by one as by the other, on the same deals.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from simlab.analysis.estimate import Estimate, Figure, Moments, Z
from simlab.analysis.result import digest, manifest
from simlab.errors import SimlabError
from simlab.games import get
from simlab.games.metrics import COMMON
from simlab.games.options import RulesSpec, for_unit, resolve
from simlab.run import bots as roster
from simlab.run.plan import Job, Whole, check_range, check_seed, counted
from simlab.run.simulate import Run, run
from simlab.run.slots import Slots

if TYPE_CHECKING:
    import pandas as pd

_METRICS = {metric.name: metric for metric in COMMON if metric.name in ("win_rate", "mean_score")}
DEFAULT_BLOCKS = 100_000


def tournament(
    game: str,
    bots: Sequence[str] | str | None = None,
    rules: RulesSpec = None,
    deals: Whole | None = None,
    seed: Whole = 1,
    first: Whole = 0,
    threads: Whole | None = None,
    progress: bool = False,
    *,
    games: Whole | None = None,
    store: bool | str | os.PathLike = True,
) -> Tournament:
    """Let every bot meet every other one, seats exchanged, on the same deals.

    Parameters
    ----------
    game : str
    bots : sequence of str
        Two or more; all of the game's own if not given.
    deals, games : int
        Blocks a pair: each is played twice, the two bots exchanged. 100,000 if neither is given.
    rules, seed, first, threads, progress, store
        As in `simlab.simulate`.

    Examples
    --------
    >>> import simlab
    >>> simlab.tournament("koikoi", ["random", "greedy"], deals=2000).ratings.bot[0]
    'greedy'
    """
    owner = get(game)
    names = roster.listed(bots) if bots is not None else [bot.name for bot in owner.code.bots]
    players = [roster.player(owner, spec) for spec in names]
    if len(set(players)) < max(2, len(players)):
        raise SimlabError(f"a tournament needs two or more bots, each once; these are {', '.join(names) or 'none'}")
    if deals is None and games is None:
        deals, games = (DEFAULT_BLOCKS, None) if owner.unit == "deal" else (None, DEFAULT_BLOCKS)
    unit, blocks = counted(owner, deals, games)
    checked = for_unit(resolve(owner, rules), unit)
    seed, first = check_seed(seed), check_range(first, blocks)
    matches = []
    for one, other in combinations(range(len(players)), 2):
        job = _match(owner, unit, checked, players[one], players[other], seed, first)
        matches.append(Match(one, other, job, run(job, blocks, threads=threads, progress=progress, store=store)))
    return Tournament([player.spec for player in players], matches)


def _match(game: Any, unit: str, rules: Any, one: roster.Player, other: roster.Player, seed: int, first: int) -> Job:
    """Two line-ups, the two bots on every other seat; the positions are the bots."""
    held = [[seat % 2 for seat in range(rules.seats)], [1 - seat % 2 for seat in range(rules.seats)]]
    lineups = tuple(tuple((one, other)[bot] for bot in line) for line in held)
    positions = [
        [(lineup, seat) for lineup, line in enumerate(held) for seat, holder in enumerate(line) if holder == bot]
        for bot in (0, 1)
    ]
    slots = Slots(game, list(_METRICS.values()), 1, positions, len(lineups), across=True)
    return Job(game, unit, (rules,), lineups, seed, first, slots)


@dataclass
class Match:
    """Two bots' meeting: their numbers in the tournament, and the sums."""

    one: int
    other: int
    job: Job
    played: Run

    def moments(self) -> Moments:
        """Means and covariances."""
        return Moments(self.played.sums, self.job.slots)


@dataclass
class Tournament:
    """What `tournament` found."""

    bots: list[str]
    matches: list[Match]

    @property
    def blocks(self) -> int:
        """Blocks that each pair played, twice each."""
        return self.matches[0].played.sums.blocks

    @cached_property
    def payoffs(self) -> pd.DataFrame:
        """A row for each bot and opponent.

        ``win_rate`` and ``mean_score`` are the bot's, a seat; ``advantage`` is its mean score less the opponent's. All
        have 95 % intervals.
        """
        import pandas as pd

        rows = []
        for bot in range(len(self.bots)):
            for match in self.matches:
                if bot in (match.one, match.other):
                    rows.append(self._payoff(bot, match))
        return pd.DataFrame(rows)

    def _payoff(self, bot: int, match: Match) -> dict[str, Any]:
        place = 0 if bot == match.one else 1
        moments = match.moments()
        win = moments.estimate(_METRICS["win_rate"], place)
        score = moments.estimate(_METRICS["mean_score"], place)
        ahead = moments.interval(_advantage(moments, place))
        row = {"bot": self.bots[bot], "opponent": self.bots[match.other if place == 0 else match.one], "n": win.n}
        return row | _columns("win_rate", win) | _columns("mean_score", score) | _columns("advantage", ahead)

    @cached_property
    def ratings(self) -> pd.DataFrame:
        """A row a bot, the best first: how it does against all others on average, each opponent counted alike.

        ``advantage`` is the mean of its advantages, ``win_rate`` the mean of its win rates; matches use the same deals,
        so the intervals take them as fully correlated, which errs on the safe side.
        """
        import pandas as pd

        rows = []
        for bot, name in enumerate(self.bots):
            met = [match for match in self.matches if bot in (match.one, match.other)]
            wins, ahead = [], []
            for match in met:
                place = 0 if bot == match.one else 1
                moments = match.moments()
                wins.append(moments.estimate(_METRICS["win_rate"], place))
                ahead.append(moments.interval(_advantage(moments, place)))
            row = {"bot": name, "opponents": len(met), "n": self.blocks}
            rows.append(row | _columns("advantage", _average(ahead)) | _columns("win_rate", _average(wins, 0.0, 1.0)))
        table = pd.DataFrame(rows).sort_values("advantage", ascending=False, kind="stable", ignore_index=True)
        table.insert(0, "rank", range(1, len(table) + 1))
        return table

    @property
    def digest(self) -> str:
        """A hash over all matches."""
        import hashlib

        return hashlib.sha256("".join(digest(match.job, match.played) for match in self.matches).encode()).hexdigest()[
            :32
        ]

    @property
    def manifest(self) -> dict[str, Any]:
        """All that is needed to get these numbers again: the matches' manifests."""
        return {
            "bots": self.bots,
            "digest": self.digest,
            "matches": [manifest(match.job, match.played) for match in self.matches],
        }

    def __repr__(self) -> str:
        job = self.matches[0].job
        return f"Tournament({job.game.name}: {', '.join(self.bots)}, {self.blocks:,} {job.unit}s a pair)"


def _advantage(moments: Moments, place: int) -> Figure:
    score = _METRICS["mean_score"]
    return moments.figure(score, place) - moments.figure(score, 1 - place)


def _average(estimates: Sequence[Estimate], least: float = -math.inf, most: float = math.inf) -> Estimate:
    """The mean of estimates whose errors may be correlated in any way: its limits are at most the means of theirs."""
    count = len(estimates)
    value = math.fsum(estimates) / count
    sd = math.fsum(estimate.sd for estimate in estimates) / count
    half = Z * sd / math.sqrt(estimates[0].n)
    return Estimate(value, max(least, value - half), min(most, value + half), sd, estimates[0].n)


def _columns(name: str, estimate: Estimate) -> dict[str, float]:
    short = name.split("_")[-1] if name == "mean_score" else name.split("_")[0]
    return {name: float(estimate), f"{short}_low": estimate.low, f"{short}_high": estimate.high}
