"""Chunks over threads: kernels release the GIL, sums add up in any order."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from simlab.errors import BotError
from simlab.kernel.drive import Desk, Shown, pad_params
from simlab.kernel.jit import entry_point
from simlab.kernel.records import EVENT, FAULT
from simlab.kernel.sums import accumulate, accumulator
from simlab.run.bots import Player, compiled
from simlab.run.plan import Chunks, Job
from simlab.run.store import Sums


class Fault(BotError):
    """A bot's fault in one of the games `first` to `last`, which `simlab.run.faults` tells in full."""

    def __init__(self, first: int, last: int, arm: int, lineup: int, why: str) -> None:
        super().__init__(why)
        self.first, self.last, self.arm, self.lineup, self.why = first, last, arm, lineup, why


class Seating(NamedTuple):
    """A line-up as the kernel takes it, under one rule set."""

    bots: tuple
    params: np.ndarray
    guarded: np.ndarray
    shown: Shown


class Worker:
    """Plays chunks of a job; safe to call from several threads.

    Parameters
    ----------
    job : Job
    guard_all : bool
        Check every bot's view for having been written to, not only those of users' bots.
    """

    def __init__(self, job: Job, guard_all: bool = False) -> None:
        self.job = job
        self._rules = [rules.record(job.unit) for rules in job.arms]
        self._tables = [job.game.tables(rules) for rules in self._rules]
        self._seatings = [
            [self._seat(lineup, rules, tables, guard_all) for lineup in job.lineups]
            for rules, tables in zip(self._rules, self._tables, strict=True)
        ]
        self._play = entry_point(job.game.kernel.play)
        self._add = entry_point(accumulator())
        self._local = threading.local()

    def _seat(self, lineup: Sequence[Player], rules: np.ndarray, tables: np.ndarray, guard_all: bool) -> Seating:
        game = self.job.game
        padded = [*lineup, *([lineup[0]] * (game.seats[1] - len(lineup)))]
        bots = tuple(compiled(game, player.bot) for player in padded)
        guarded = np.array([guard_all or player.bot.source is not None for player in padded])
        shown = Shown(rules.copy(), tables.copy()) if guarded.any() else Shown(rules, tables)
        return Seating(bots, _params(padded), guarded, shown)

    def __call__(self, start: int, stop: int) -> Sums:
        """The sums of the blocks ``first + start`` to ``first + stop``."""
        began = time.perf_counter()
        sums = accumulate(self.rows(start, stop), self.job.slots.plan, self._add)
        totals, products, differing = (array.astype(object) for array in sums)
        return Sums(stop - start, totals, products, differing, time.perf_counter() - began)

    def rows(self, start: int, stop: int) -> np.ndarray:
        """The outcome rows of some blocks: record[arms, lineups, blocks].

        Raises
        ------
        Fault
            At the first game with a fault.
        """
        job = self.job
        rows = self._buffer(stop - start)
        for arm in range(len(job.arms)):
            for lineup in range(len(job.lineups)):
                self._call(arm, lineup, job.first + start, rows[arm, lineup])
        return rows

    def _call(self, arm: int, lineup: int, first: int, rows: np.ndarray) -> None:
        job, seating, fault = self.job, self._seatings[arm][lineup], np.zeros(1, FAULT)
        try:
            played = self._play(
                *seating,
                self._rules[arm],
                self._tables[arm],
                np.uint64(job.seed),
                first,
                _NO_DECKS,
                rows,
                _NO_LOG,
                fault,
                self._desk(arm),
            )
        except Exception as error:
            index = int(fault["index"][0])
            raise Fault(index, index, arm, lineup, f"raised {type(error).__name__}: {error}") from None
        if played != len(rows):
            raise Fault(first + played, first + played, arm, lineup, "broke the rules")
        if seating.guarded.any() and self._is_written(arm, lineup):
            raise Fault(first, first + played - 1, arm, lineup, "wrote to its rules, tables or params")

    def _is_written(self, arm: int, lineup: int) -> bool:
        """Whether a bot wrote where it may only read, its view apart: that the kernel watches itself."""
        seating, players = self._seatings[arm][lineup], self.job.lineups[lineup]
        same_rules = seating.shown.rules.tobytes() == self._rules[arm].tobytes()
        same_tables = seating.shown.tables.tobytes() == self._tables[arm].tobytes()
        same_params = seating.params[: len(players)].tobytes() == _params(players).tobytes()
        return not (same_rules and same_tables and same_params)

    def _buffer(self, blocks: int) -> np.ndarray:
        """This thread's rows, used again from chunk to chunk."""
        shape = (len(self.job.arms), len(self.job.lineups), blocks)
        size = int(np.prod(shape))
        kept = getattr(self._local, "rows", None)
        if kept is None or kept.size < size:
            kept = self._local.rows = np.zeros(size, self.job.game.code.layout.outcome)
        return kept[:size].reshape(shape)

    def _desk(self, arm: int) -> Desk:
        desks = self._local.__dict__.setdefault("desks", {})
        if arm not in desks:
            desks[arm] = self.job.game.kernel.desk(self._rules[arm])
        return desks[arm]


def _params(players: Sequence[Player]) -> np.ndarray:
    return pad_params([player.values for player in players])


_NO_DECKS = np.zeros((0, 0), np.uint8)
_NO_LOG = np.zeros(0, EVENT)


def run_chunks(
    work: Callable[[int, int], Sums], chunks: Chunks, threads: int, done: Callable[[int, Sums], None]
) -> None:
    """Do all chunks, and hand each one's start and sums to `done` as it finishes.

    Ctrl-C and a fault stop it: no further chunk starts, those under way are finished and handed over, then the
    exception goes on. Of several faults the one at the lowest game is raised.
    """
    waiting = iter(chunks)
    running: dict[Future[Sums], int] = {}
    faults: list[Fault] = []
    stopping: BaseException | None = None

    with ThreadPoolExecutor(threads) as pool:
        while True:
            try:
                while stopping is None and not faults and len(running) <= threads:
                    span = next(waiting, None)
                    if span is None:
                        break
                    running[pool.submit(work, *span)] = span[0]
                if not running:
                    break
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
            except KeyboardInterrupt as interrupt:
                stopping = interrupt
                continue
            for future in finished:
                start = running.pop(future)
                try:
                    sums = future.result()
                except Fault as fault:
                    faults.append(fault)
                else:
                    chunks.learn(sums.blocks, sums.seconds)
                    done(start, sums)
    if stopping is not None:
        raise stopping
    if faults:
        raise min(faults, key=lambda fault: fault.first)
