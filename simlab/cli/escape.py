"""A way past typer, which makes something else of what interrupts it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperGroup


class Escaped(Exception):
    """What typer would make something else of, on its way past typer."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__()
        self.cause = cause


class Group(TyperGroup):
    """The commands; what interrupts one of them gets out unchanged, as the cause of an `Escaped`."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, EOFError, OSError) as cause:
            raise Escaped(cause) from None


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """Ctrl-C ends the process here: nothing is lost, and a bot that never returns could not be left otherwise."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
