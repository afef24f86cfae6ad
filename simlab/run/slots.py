"""Which sums a run keeps: the slots of a block, built from the metrics that are asked for.

A *position* is what a figure a seat is told for: a seat, or (in tournaments) a bot wherever it sits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simlab.games.game import Game
from simlab.games.metrics import Metric
from simlab.kernel.sums import SumPlan

GLOBAL = -1
"""The position of a figure that isn't told a seat."""

Seats = Sequence[tuple[int, int]]
"""The (line-up, seat) pairs that make a position."""


@dataclass(frozen=True)
class Term:
    """Where a metric's numbers are, for one arm and position: the slots of numerator and denominator."""

    over: int
    under: int | None
    share: int
    """How many rows of a block each slot adds up."""


class Slots:
    """The slots and the pairs of them whose products are kept.

    Parameters
    ----------
    game : Game
    metrics : sequence of Metric
    arms : int
        Number of rule sets.
    positions : sequence of Seats
        For each position, where it sits.
    lineups : int
    across : bool
        Whether products between positions are kept, for contrasts between them.
    """

    def __init__(
        self,
        game: Game,
        metrics: Sequence[Metric],
        arms: int,
        positions: Sequence[Seats],
        lineups: int,
        across: bool = False,
    ) -> None:
        self.layout = game.code.layout.row
        self.metrics = tuple(metrics)
        self.arms = arms
        self.positions = positions
        self.lineups = lineups
        self._slots: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        self.terms: dict[tuple[int, str, int], Term] = {}
        families: dict[tuple[str, int], list[int]] = {}
        for metric in metrics:
            for position in self.positions_of(metric):
                family = families.setdefault((metric.name, GLOBAL if across else position), [])
                for arm in range(arms):
                    term = self._term(metric, arm, position)
                    self.terms[arm, metric.name, position] = term
                    family += [term.over] if term.under is None else [term.over, term.under]
        self._pairs = sorted({(min(i, j), max(i, j)) for family in families.values() for i in family for j in family})
        self.pair = {pair: place for place, pair in enumerate(self._pairs)}

    @cached_property
    def key(self) -> str:
        """A hash of which sums these are."""
        plain = repr((self.layout.descr, list(self._slots), self._pairs))
        return hashlib.sha256(plain.encode()).hexdigest()[:12]

    def positions_of(self, metric: Metric) -> Sequence[int]:
        """The positions that a metric is told for."""
        return range(len(self.positions)) if self.is_per_seat(metric) else (GLOBAL,)

    def is_per_seat(self, metric: Metric) -> bool:
        """Whether a metric is told for every position."""
        return self.layout[metric.of].ndim > (metric.item is not None)

    @cached_property
    def plan(self) -> SumPlan:
        """The slots as the aggregator takes them."""
        columns = self.layout.itemsize // 4
        placed = sorted(
            ((arm * self.lineups + lineup) * columns + column, slot)
            for (arm, where), slot in self._slots.items()
            for lineup, column in where
        )
        every = np.arange(self.arms * self.lineups * columns + 1)
        first = np.searchsorted([key for key, _ in placed], every)
        start = np.searchsorted([i for i, _ in self._pairs], np.arange(len(self._slots) + 1))
        return SumPlan(
            first.astype(np.int64),
            np.array([slot for _, slot in placed], np.int64),
            start.astype(np.int64),
            np.array([j for _, j in self._pairs], np.int64),
        )

    def _term(self, metric: Metric, arm: int, position: int) -> Term:
        over = self._slot(metric.of, arm, position, metric.item)
        under = None if metric.per is None else self._slot(metric.per, arm, position, metric.item)
        share = self.lineups if position == GLOBAL else len(self.positions[position])
        return Term(over, under, share)

    def _slot(self, field: str, arm: int, position: int, item: int | None) -> int:
        """The slot of what adds up to one number of a block; there is one, whatever metrics ask for it."""
        if position == GLOBAL:
            where = [(lineup, self._column(field, None, item)) for lineup in range(self.lineups)]
        else:
            where = [(lineup, self._column(field, seat, item)) for lineup, seat in self.positions[position]]
        return self._slots.setdefault((arm, tuple(where)), len(self._slots))

    def _column(self, field: str, seat: int | None, item: int | None) -> int:
        """The int32 column of a field in an outcome row; what a field has no axis for is left out."""
        dtype, offset = dict(self.layout.fields or {})[field][:2]
        index = [place for place in (seat, item) if place is not None][: dtype.ndim]
        if len(index) < dtype.ndim:
            raise ValueError(f"outcome field {field} has {dtype.ndim} axes, and its metric names {len(index)}")
        return offset // 4 + (int(np.ravel_multi_index(index, dtype.shape)) if index else 0)
