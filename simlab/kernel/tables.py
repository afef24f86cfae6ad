"""Lookup tables that depend on rules: built once, kept in memory, and on disk where they are large.

Tables travel to kernels as one record, which costs a few milliseconds to map from a file whatever its size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from simlab.kernel.home import cache_home, foreign_hash, source_hash, write_whole

# Building anything smaller than this takes less time than a look at the disk is worth.
KEPT_ON_DISK = 1 << 16

Build = Callable[[np.ndarray], np.ndarray]


def load(
    name: str, rules: np.ndarray, fields: Sequence[str], dtype: np.dtype, build: Build, home: Path | None = None
) -> np.ndarray:
    """The tables of game `name` for a rules record[1]: record[1] of `dtype`, from memory, disk or `build`.

    Only the `fields` of the rules decide them. Each call gives an array of its own: a bot that writes to its tables
    spoils nobody else's. Large ones are mapped copy-on-write, so that costs no memory either.
    """
    if dtype.itemsize < KEPT_ON_DISK:
        return _built(rules.tobytes(), rules.dtype, build).copy()
    read = b"".join(rules[field].tobytes() for field in fields)
    digest = hashlib.sha256(source_hash().encode() + foreign_hash(home).encode() + read).hexdigest()[:16]
    path = cache_home("tables") / f"{name}-{digest}.tables"
    if not path.exists() or path.stat().st_size != dtype.itemsize:
        write_whole(path, lambda file: file.write(build(rules).tobytes()))
    return np.asarray(np.memmap(path, dtype, mode="c", shape=(1,)))


@lru_cache(maxsize=256)
def _built(rules: bytes, dtype: np.dtype, build: Build) -> np.ndarray:
    return build(np.frombuffer(rules, dtype))
