"""A run: play what isn't stored yet, keep what is finished, return the sums."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.run.plan import Chunks, Job, Whole, whole
from simlab.run.store import Progress, Store, Sums

SAVE_SECONDS = 1.0
BAR_AFTER_SECONDS = 1.0


@dataclass
class Run:
    """The sums of a run, and how they came about.

    Attributes
    ----------
    sums : Sums
    reused : int
        Blocks that were stored already.
    rate : float
        Blocks a second of those played now, on the wall clock, compiling left out; of a run that was stored whole, a
        second and thread when it was played.
    """

    sums: Sums
    reused: int
    rate: float


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
    threads = os.cpu_count() or 1 if threads is None else whole("threads", threads, 1, 1024)
    kept = None if store is False else Store(job.key, None if store is True else Path(store))
    done = _stored(kept, job, blocks)
    reused = done.prefix.blocks + sum(sums.blocks for sums in done.open.values())
    gaps = done.missing(blocks)
    if not gaps:
        return Run(done.prefix, reused, blocks / done.prefix.seconds)
    chunks = Chunks(gaps, len(job.arms) * len(job.lineups), chunk)
    seconds = _play(job, blocks, chunks, threads, progress, kept, done)
    return Run(done.prefix, reused, (blocks - reused) / seconds)


def _stored(store: Store | None, job: Job, blocks: int) -> Progress:
    kept = store.read() if store is not None else None
    if kept is not None:
        return kept.within(blocks)
    return Progress(Sums.empty(job.slots.plan.size, job.slots.plan.partners.size, len(job.arms)))


def _play(
    job: Job, blocks: int, chunks: Chunks, threads: int, progress: bool, store: Store | None, done: Progress
) -> float:
    """Play what is missing and add it to `done`; return the seconds it took, compiling left out."""
    from simlab.run.faults import explain
    from simlab.run.pool import Fault, Worker, run_chunks

    with _announced(job):
        worker = Worker(job)
    began = saved = time.monotonic()
    with _bar(progress, job, blocks, done) as show:

        def finished(start: int, sums: Sums) -> None:
            nonlocal saved
            done.add(start, sums)
            show(sums.blocks)
            if store is not None and time.monotonic() - saved > SAVE_SECONDS:
                store.write(done)
                saved = time.monotonic()

        try:
            run_chunks(worker, chunks, threads, finished)
        except Fault as fault:
            raise explain(job, fault) from None
        finally:
            if store is not None:
                store.write(done)
    return time.monotonic() - began


@contextmanager
def _announced(job: Job) -> Iterator[None]:
    from simlab.kernel.jit import announced

    def tell() -> None:
        print(f"compiling {job.game.title} for this machine (once, about 20 s) ...", file=sys.stderr, flush=True)

    with announced(tell):
        yield


@contextmanager
def _bar(progress: bool, job: Job, blocks: int, done: Progress) -> Iterator[Callable[[int], None]]:
    """Something to call with the blocks of each finished chunk; it draws a bar after the first second."""
    if not progress:
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            return Text(f"{task.speed or 0:,.0f} {job.unit}s/s")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        Rate(),
        TimeRemainingColumn(),
    )
    finished = blocks - sum(stop - start for start, stop in done.missing(blocks))
    bar = Bar(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(job.game.title, total=blocks, completed=finished)
    began = time.monotonic()
    try:

        def show(count: int) -> None:
            bar.advance(task, count)
            if not bar.live.is_started and time.monotonic() - began > BAR_AFTER_SECONDS:
                bar.start()

        yield show
    finally:
        bar.stop()
