"""A run: play what isn't stored yet, keep what is finished, return the sums."""

from __future__ import annotations

import math
import os
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from simlab.errors import Interrupted, SimlabError, echo
from simlab.kernel.announcing import announced
from simlab.run.plan import Chunks, Job, Whole, whole
from simlab.run.store import Progress, Store, Sums
from simlab.run.watch import progress_bar

SAVE_SECONDS = 1.0


@dataclass
class Run:
    """The sums of a run, and how they came about.

    Attributes
    ----------
    sums : Sums
    reused : int
        Blocks that were stored already.
    seconds : float
        The time it took on the wall clock, compiling left out, in all the sessions that played it.
    """

    sums: Sums
    reused: int
    seconds: float

    @property
    def rate(self) -> float:
        """Blocks a second."""
        return self.sums.blocks / self.seconds if self.seconds else math.nan

    def __add__(self, other: Run) -> Run:
        return Run(self.sums + other.sums, self.reused + other.reused, self.seconds + other.seconds)


def run(
    job: Job,
    blocks: int,
    *,
    threads: Whole | None = None,
    progress: bool = False,
    store: bool | str | os.PathLike = True,
    chunk: int | None = None,
) -> Run:
    """Play the blocks ``job.first`` to ``job.first + blocks`` of a job.

    Parameters
    ----------
    job : Job
    blocks : int
    threads : int, optional
        As many as there are cores if not given. The numbers don't depend on it.
    progress : bool
        Show a progress bar on anything that takes over a second.
    store : bool or path
        Where finished work is kept: True for the user's cache directory, False for nowhere.
    chunk : int, optional
        Blocks a chunk; measured if not given. The numbers don't depend on it.
    """
    threads = cores() if threads is None else whole("threads", threads, 1, 1024)
    kept = _store(job, store)
    empty = Sums.empty(job.slots.plan.size, job.slots.plan.partners.size, len(job.arms))
    done = Progress(empty) if kept is None else kept.read(empty).within(blocks)
    reused, gaps = done.blocks, done.missing(blocks)
    if gaps:
        _play(
            job,
            blocks,
            Chunks(gaps, job.calls, job.game.code.layout.outcome.itemsize, chunk),
            threads,
            progress,
            kept,
            done,
        )
    return Run(done.prefix, reused, done.seconds)


def _store(job: Job, where: bool | str | os.PathLike) -> Store | None:
    if where is False:
        return None
    if where is not True and (not isinstance(where, str | os.PathLike) or not str(where)):
        raise SimlabError(f"store can't be {echo(where)}; allowed: True, False, or a folder")
    return Store(job.key, None if where is True else Path(where))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _play(
    job: Job, blocks: int, chunks: Chunks, threads: int, progress: bool, store: Store | None, done: Progress
) -> None:
    """Play what is missing, and add it and the time it took to `done`."""
    from simlab.run.faults import explain
    from simlab.run.pool import Fault, Worker, run_chunks

    with announced(job.game.title):
        worker = Worker(job)
    bar = progress_bar(job.game.title, job.unit, blocks, done.blocks) if progress else nullcontext(lambda count: None)
    before, began, saved = done.seconds, time.monotonic(), time.monotonic()

    def keep() -> None:
        nonlocal saved
        saved = time.monotonic()
        done.seconds = before + saved - began
        if store is not None:
            store.write(done)

    with bar as show:

        def finished(start: int, sums: Sums) -> None:
            done.add(start, sums)
            show(sums.blocks)
            if time.monotonic() - saved > SAVE_SECONDS:
                keep()

        try:
            run_chunks(worker, chunks, threads, finished)
        except Fault as fault:
            raise explain(job, fault) from None
        except KeyboardInterrupt:
            raise (KeyboardInterrupt if store is None else Interrupted) from None
        finally:
            keep()
