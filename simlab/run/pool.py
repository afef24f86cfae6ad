"""Chunks over threads: kernels release the GIL, sums add up in any order."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from simlab.errors import BotError
from simlab.kernel.drive import Desk, Shown, as_bytes
from simlab.kernel.jit import entry_point
from simlab.kernel.records import FAULT, LOG
from simlab.kernel.sums import accumulate, accumulator
from simlab.run.bots import compiled
from simlab.run.plan import Chunks, Job
from simlab.run.seats import memory, seat_records
from simlab.run.store import Sums


class Fault(BotError):
    """A bot's fault in one of the games `first` to `last`, which `simlab.run.faults` tells in full."""

    def __init__(self, first: int, last: int, arm: int, lineup: int, why: str) -> None:
        super().__init__(why)
        self.first, self.last, self.arm, self.lineup, self.why = first, last, arm, lineup, why


class Table(NamedTuple):
    """A line-up under one rule set, as the kernel takes it; its own for each thread."""

    bots: tuple
    seats: np.ndarray
    shown: Shown
    desk: Desk


class Chunk(NamedTuple):
    """A finished chunk: its sums, and the time that the kernel was busy for it."""

    sums: Sums
    seconds: float


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
        self._guard_all = guard_all
        self._rules = [rules.record(job.unit) for rules in job.arms]
        self._tables = [job.game.tables(rules) for rules in self._rules]
        self._play = entry_point(job.game.kernel.play)
        self._add = entry_point(accumulator())
        self._local = threading.local()
        for lineup in job.lineups:
            for player in lineup:
                compiled(job.game, player.bot)

    def __call__(self, start: int, stop: int) -> Chunk:
        """The sums of the blocks ``first + start`` to ``first + stop``."""
        rows, seconds = self._rows(start, stop)
        sums = accumulate(rows, self.job.slots.plan, self._add)
        return Chunk(Sums(stop - start, *(array.astype(object) for array in sums)), seconds)

    def rows(self, start: int, stop: int) -> np.ndarray:
        """The outcome rows of some blocks: record[arms, lineups, blocks]; the next call takes their place.

        Raises
        ------
        Fault
            At the first game with a fault.
        """
        return self._rows(start, stop)[0].view(self.job.game.code.layout.row)

    def _rows(self, start: int, stop: int) -> tuple[np.ndarray, float]:
        job, seconds = self.job, 0.0
        rows = self._buffer(stop - start)
        for arm in range(len(job.arms)):
            for lineup in range(len(job.lineups)):
                seconds += self.play(arm, lineup, job.first + start, rows[arm, lineup])
        return rows, seconds

    def play(self, arm: int, lineup: int, first: int, rows: np.ndarray) -> float:
        """Play the games from index `first` on, one for each of `rows`; return the seconds it took."""
        table, fault = self._table(arm, lineup), np.zeros(1, FAULT)
        began = time.perf_counter()
        try:
            played = self._play(
                table.bots,
                table.seats,
                table.shown,
                self._rules[arm],
                self._tables[arm],
                np.uint64(self.job.seed),
                first,
                _NO_DECKS,
                rows,
                as_bytes(rows),
                _NO_LOG,
                fault,
                table.desk,
            )
        except Exception as error:
            index = int(fault["index"][0])
            raise Fault(index, index, arm, lineup, f"raised {type(error).__name__}: {error}") from None
        seconds = time.perf_counter() - began
        if played != len(rows):
            raise Fault(first + played, first + played, arm, lineup, "broke the rules")
        if table.seats["guarded"].any() and self._is_written(arm, lineup):
            raise Fault(first, first + played - 1, arm, lineup, "wrote to its rules, tables or params")
        return seconds

    def _table(self, arm: int, lineup: int) -> Table:
        tables = self._local.__dict__.setdefault("tables", {})
        if (arm, lineup) not in tables:
            tables[arm, lineup] = self._set(arm, lineup)
        return tables[arm, lineup]

    def _set(self, arm: int, lineup: int) -> Table:
        game, rules = self.job.game, self._rules[arm]
        players = self.job.lineups[lineup]
        padded = [*players, *([players[0]] * (game.seats[1] - len(players)))]
        seats = seat_records(game, padded, self._guard_all)
        shown = Shown(rules, self._tables[arm])
        if seats["guarded"].any():
            shown = Shown(rules.copy(), game.tables(rules))
        return Table(tuple(compiled(game, player.bot) for player in padded), seats, shown, game.kernel.desk(rules))

    def _is_written(self, arm: int, lineup: int) -> bool:
        """Whether a bot wrote where it may only read, its view apart: that the kernel watches itself."""
        table, players = self._table(arm, lineup), self.job.lineups[lineup]
        pairs = (
            (table.shown.rules, self._rules[arm]),
            (table.shown.tables, self._tables[arm]),
            (table.seats[: len(players)], seat_records(self.job.game, players, self._guard_all)),
        )
        return any(memory(one) != memory(other) for one, other in pairs)

    def _buffer(self, blocks: int) -> np.ndarray:
        """This thread's rows, used again from chunk to chunk."""
        shape = (len(self.job.arms), len(self.job.lineups), blocks)
        size = math.prod(shape)
        kept = getattr(self._local, "rows", None)
        if kept is None or kept.size < size:
            kept = self._local.rows = np.zeros(size, self.job.game.code.layout.outcome)
        return kept[:size].reshape(shape)


_NO_DECKS = np.zeros((0, 0), np.uint8)
_NO_LOG = np.zeros(1, LOG)


def run_chunks(
    work: Callable[[int, int], Chunk], chunks: Chunks, threads: int, done: Callable[[int, Sums], None]
) -> None:
    """Do all chunks, and hand each one's start and sums to `done` as it finishes.

    Ctrl-C and a fault stop it: no further chunk starts, those under way are finished and handed over, then the
    exception goes on. A second Ctrl-C doesn't wait for them. Of several faults the one at the lowest game is raised.
    """
    waiting = iter(chunks)
    running: dict[Future[Chunk], int] = {}
    faults: list[Fault] = []
    interrupt: KeyboardInterrupt | None = None
    pool = ThreadPoolExecutor(threads)
    try:
        while True:
            try:
                while interrupt is None and not faults and len(running) < threads:
                    span = next(waiting, None)
                    if span is None:
                        break
                    running[pool.submit(work, *span)] = span[0]
                if not running:
                    break
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
            except KeyboardInterrupt as pressed:
                if interrupt is not None:
                    running.clear()
                    raise
                interrupt = pressed
                continue
            for future in finished:
                start = running.pop(future)
                try:
                    chunk = future.result()
                except Fault as fault:
                    faults.append(fault)
                else:
                    chunks.learn(chunk.sums.blocks, chunk.seconds)
                    done(start, chunk.sums)
    finally:
        pool.shutdown(wait=bool(running), cancel_futures=True)
    if interrupt is not None:
        raise interrupt
    if faults:
        raise min(faults, key=lambda fault: fault.first)
