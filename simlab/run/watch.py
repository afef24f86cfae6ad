"""What somebody who waits for a run sees on the error stream: a progress bar."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

BAR_AFTER_SECONDS = 1.0


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
