"""Sums on disk, so that an interrupted run goes on where it stopped.

A key has one file: the sums of one finished prefix of its blocks, and of chunks finished beyond it. It is written whole
and renamed, and carries a checksum, so that a half-written or damaged file is never read as whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simlab.errors import StoreError
from simlab.kernel.home import cache_home, write_whole


@dataclass
class Sums:
    """Exact sums over some blocks.

    Attributes
    ----------
    blocks : int
    totals, products, differing : object array of Python ints
        See `simlab.kernel.sums`.
    seconds : float
        Time that the kernel took, over all threads.
    """

    blocks: int
    totals: np.ndarray
    products: np.ndarray
    differing: np.ndarray
    seconds: float = 0.0

    @classmethod
    def empty(cls, slots: int, pairs: int, arms: int) -> Sums:
        """The sums over no blocks."""
        return cls(0, np.zeros(slots, object), np.zeros(pairs, object), np.zeros(arms, object))

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Totals, products, differing."""
        return self.totals, self.products, self.differing

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.blocks + other.blocks,
            self.totals + other.totals,
            self.products + other.products,
            self.differing + other.differing,
            self.seconds + other.seconds,
        )

    def plain(self) -> dict[str, Any]:
        """The sums as JSON has them."""
        return {
            "blocks": self.blocks,
            "totals": [int(value) for value in self.totals],
            "products": [int(value) for value in self.products],
            "differing": [int(value) for value in self.differing],
        }

    @property
    def timed(self) -> dict[str, Any]:
        """`plain` with the time, which is no part of the result."""
        return self.plain() | {"seconds": self.seconds}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Sums:
        """The sums that `timed` wrote."""
        totals, products, differing = (np.array(plain[name], object) for name in ("totals", "products", "differing"))
        return cls(plain["blocks"], totals, products, differing, plain["seconds"])


@dataclass
class Progress:
    """What is finished of a run: a prefix, and chunks beyond it by their first block."""

    prefix: Sums
    open: dict[int, Sums] = field(default_factory=dict)

    def add(self, start: int, sums: Sums) -> None:
        """Take in a finished chunk; chunks that touch the prefix join it."""
        self.open[start] = sums
        while self.prefix.blocks in self.open:
            self.prefix += self.open.pop(self.prefix.blocks)

    def within(self, blocks: int) -> Progress:
        """What of it serves a run of `blocks`: sums can't be cut, so a prefix that is longer doesn't."""
        if self.prefix.blocks > blocks:
            return Progress(Sums.empty(*(len(array) for array in self.prefix.arrays)))
        fitting = {start: sums for start, sums in self.open.items() if start + sums.blocks <= blocks}
        return Progress(self.prefix, fitting)

    def missing(self, blocks: int) -> list[tuple[int, int]]:
        """The ranges of blocks below `blocks` that aren't finished."""
        gaps, place = [], self.prefix.blocks
        for start in sorted(self.open):
            if place < min(start, blocks):
                gaps.append((place, min(start, blocks)))
            place = max(place, start + self.open[start].blocks)
        if place < blocks:
            gaps.append((place, blocks))
        return gaps


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"can't keep sums in {folder}: {error.strerror}; name a folder that can be written") from None
    return folder


class Store:
    """The file of one key.

    Parameters
    ----------
    key : mapping
        All that the sums depend on, as JSON takes it.
    folder : path, optional
        Where the files are; in the user's cache directory if not given.
    """

    def __init__(self, key: Mapping[str, Any], folder: Path | None = None) -> None:
        self.key = json.loads(json.dumps(key, sort_keys=True))
        name = hashlib.sha256(json.dumps(self.key, sort_keys=True).encode()).hexdigest()[:24]
        self.path = (cache_home("sums") if folder is None else _made(folder)) / f"{name}.json"

    def read(self) -> Progress | None:
        """What is finished, or None if nothing is stored.

        Raises
        ------
        StoreError
            If the file can't be read or is damaged.
        """
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise self._damaged(str(error)) from None
        body, _, checksum = text.rpartition("\n")
        if hashlib.sha256(body.encode()).hexdigest() != checksum:
            raise self._damaged("its checksum is wrong")
        content = json.loads(body)
        if content["key"] != self.key:
            raise self._damaged("it belongs to another run")
        opened = {int(start): Sums.from_plain(plain) for start, plain in content["open"].items()}
        return Progress(Sums.from_plain(content["prefix"]), opened)

    def write(self, progress: Progress) -> None:
        """Keep what is finished, unless the file knows more already."""
        kept = self.read()
        if kept is not None and kept.prefix.blocks > progress.prefix.blocks:
            return
        content = {
            "key": self.key,
            "prefix": progress.prefix.timed,
            "open": {str(start): sums.timed for start, sums in progress.open.items()},
        }
        body = json.dumps(content)
        text = f"{body}\n{hashlib.sha256(body.encode()).hexdigest()}"
        try:
            write_whole(self.path, lambda file: file.write(text.encode()))
        except OSError as error:
            raise StoreError(f"can't write stored sums to {self.path}: {error}") from None

    def _damaged(self, why: str) -> StoreError:
        return StoreError(f"stored sums {self.path} are damaged ({why}); delete the file to start this run anew")
