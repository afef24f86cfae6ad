"""What somebody who waits for a compiler sees on the error stream."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_told: set[str] = set()


@contextmanager
def announced(title: str) -> Iterator[None]:
    """Say so if anything of a game has to be compiled in the block; once in a process."""
    from simlab.kernel import jit

    def tell() -> None:
        if title in _told:
            return
        _told.add(title)
        told = f"compiling what this needs of {title}, once for this machine; it takes a moment ..."
        print(told, file=sys.stderr, flush=True)

    with jit.announced(tell):
        yield
