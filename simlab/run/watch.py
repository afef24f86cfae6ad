"""What somebody who waits sees on the error stream: that something is being compiled, and a progress bar."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from simlab.games.game import Game

BAR_AFTER_SECONDS = 1.0

_told: set[str] = set()


@contextmanager
def announced(game: Game) -> Iterator[None]:
    """Say so if anything of a game has to be compiled in the block; once in a process."""
    from simlab.kernel import jit

    def tell() -> None:
        if game.name in _told:
            return
        _told.add(game.name)
        told = f"compiling what this needs of {game.title}, once for this machine; it takes a moment ..."
        print(told, file=sys.stderr, flush=True)

    with jit.announced(tell):
        yield


@contextmanager
def progress_bar(title: str, unit: str, total: int, finished: int) -> Iterator[Callable[[int], None]]:
    """Something to call with each count of finished blocks; the bar is drawn after the first second."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            return Text(f"{task.speed or 0:,.0f} {unit}s/s")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        Rate(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=total, completed=finished)
    start = threading.Timer(BAR_AFTER_SECONDS, bar.start)
    start.daemon = True
    start.start()
    try:
        yield lambda count: bar.advance(task, count)
    finally:
        start.cancel()
        start.join()
        bar.stop()
