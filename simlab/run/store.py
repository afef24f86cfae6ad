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
from simlab.kernel.home import cache_home, writable, write_whole

_ARRAYS = ("totals", "products", "squares", "differing")


@dataclass
class Sums:
    """Exact sums over some blocks.

    Attributes
    ----------
    blocks : int
    totals, products, squares, differing : object array of Python ints
        See `simlab.kernel.sums`.
    """

    blocks: int
    totals: np.ndarray
    products: np.ndarray
    squares: np.ndarray
    differing: np.ndarray

    @classmethod
    def empty(cls, slots: int, pairs: int, arms: int) -> Sums:
        """The sums over no blocks."""
        return cls(0, *(np.zeros(size, object) for size in (slots, pairs, slots, arms)))

    @property
    def emptied(self) -> Sums:
        """Sums of the same shape over no blocks."""
        return Sums(0, *(np.zeros(len(array), object) for array in self.arrays))

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """Totals, products, squares, differing."""
        return self.totals, self.products, self.squares, self.differing

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.blocks + other.blocks, *(a + b for a, b in zip(self.arrays, other.arrays, strict=True)))

    def plain(self) -> dict[str, Any]:
        """The sums as JSON has them."""
        lists = ([int(value) for value in array] for array in self.arrays)
        return {"blocks": self.blocks} | dict(zip(_ARRAYS, lists, strict=True))

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Sums:
        """The sums that `plain` wrote.

        Raises
        ------
        ValueError, LookupError, TypeError
            If it isn't that.
        """
        lists = [plain["blocks"], *(number for name in _ARRAYS for number in plain[name])]
        if not all(type(number) is int for number in lists) or plain["blocks"] < 0:
            raise TypeError("sums are whole numbers")
        return cls(plain["blocks"], *(np.array(plain[name], object) for name in _ARRAYS))

    @property
    def shape(self) -> tuple[int, ...]:
        """The arrays' lengths."""
        return tuple(len(array) for array in self.arrays)


@dataclass
class Progress:
    """What is finished of a run: a prefix, and chunks beyond it by their first block.

    ``seconds`` is the time it took, on the wall clock.
    """

    prefix: Sums
    open: dict[int, Sums] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def blocks(self) -> int:
        """How many blocks are finished."""
        return self.prefix.blocks + sum(sums.blocks for sums in self.open.values())

    def fits(self, other: Sums) -> bool:
        """Whether these are sums like `other`, over chunks that don't overlap."""
        place = self.prefix.blocks
        for start, sums in sorted(self.open.items()):
            if start < place or start == self.prefix.blocks or sums.blocks < 1 or sums.shape != other.shape:
                return False
            place = start + sums.blocks
        return self.prefix.shape == other.shape and self.seconds >= 0

    def add(self, start: int, sums: Sums) -> None:
        """Take in a finished chunk; chunks that touch the prefix join it."""
        self.open[start] = sums
        while self.prefix.blocks in self.open:
            self.prefix += self.open.pop(self.prefix.blocks)

    def within(self, blocks: int) -> Progress:
        """What of it serves a run of `blocks`: sums can't be cut, so a prefix that is longer doesn't."""
        if self.prefix.blocks > blocks:
            return Progress(self.prefix.emptied)
        fitting = {start: sums for start, sums in self.open.items() if start + sums.blocks <= blocks}
        return Progress(self.prefix, fitting, self.seconds)

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
        where = (
            cache_home("sums")
            if folder is None
            else writable(folder, f"store {folder}", "name a folder that can be written")
        )
        self.path = where / f"{name}.json"

    def read(self, empty: Sums) -> Progress:
        """What is finished: `empty` sums if nothing is stored.

        Raises
        ------
        StoreError
            If the file can't be read or is damaged.
        """
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return Progress(empty)
        except (OSError, UnicodeDecodeError) as error:
            raise self._damaged(str(error)) from None
        body, _, checksum = text.rpartition("\n")
        if hashlib.sha256(body.encode()).hexdigest() != checksum:
            raise self._damaged("its checksum is wrong")
        try:
            content = json.loads(body)
            opened = {int(start): Sums.from_plain(plain) for start, plain in content["open"].items()}
            progress = Progress(Sums.from_plain(content["prefix"]), opened, float(content["seconds"]))
            key = content["key"]
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise self._damaged(f"it holds something else, {type(error).__name__}") from None
        if key != self.key:
            raise self._damaged("it belongs to another run")
        if not progress.fits(empty):
            raise self._damaged("its sums are not this run's")
        return progress

    def write(self, progress: Progress) -> None:
        """Keep what is finished, unless the file knows more already."""
        if self.read(progress.prefix.emptied).blocks > progress.blocks:
            return
        content = {
            "key": self.key,
            "seconds": progress.seconds,
            "prefix": progress.prefix.plain(),
            "open": {str(start): sums.plain() for start, sums in progress.open.items()},
        }
        body = json.dumps(content)
        text = f"{body}\n{hashlib.sha256(body.encode()).hexdigest()}"
        try:
            write_whole(self.path, lambda file: file.write(text.encode()))
        except OSError as error:
            raise StoreError(f"can't write stored sums to {self.path}: {error}") from None

    def _damaged(self, why: str) -> StoreError:
        return StoreError(f"stored sums {self.path} are damaged ({why}); delete the file to start this run anew")
