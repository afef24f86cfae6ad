"""Lookup tables that depend on rules: built once, kept in memory, and on disk where they are large.

Tables travel to kernels as one record, which costs a few milliseconds to map from a file whatever its size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from simlab.kernel.home import cache_home, source_hash, write_whole

# Building anything smaller than this takes less time than a look at the disk is worth.
KEPT_ON_DISK = 1 << 16

_loaded: dict[tuple[str, bytes], np.ndarray] = {}


def load(name: str, rules: np.ndarray, dtype: np.dtype, build: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The tables of game `name` for a rules record[1]: record[1] of `dtype`, from memory, disk or `build`."""
    key = (name, rules.tobytes())
    if key not in _loaded:
        _loaded[key] = build(rules) if dtype.itemsize < KEPT_ON_DISK else _from_disk(name, rules, dtype, build)
    return _loaded[key]


def _from_disk(name: str, rules: np.ndarray, dtype: np.dtype, build: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Map the tables' file, made first if it isn't there whole.

    The mapping is copy-on-write: whoever writes to the tables harms neither the file nor another process.
    """
    digest = hashlib.sha256(source_hash().encode() + rules.tobytes()).hexdigest()[:16]
    path: Path = cache_home("tables") / f"{name}-{digest}.tables"
    if not path.exists() or path.stat().st_size != dtype.itemsize:
        write_whole(path, lambda file: file.write(build(rules).tobytes()))
    return np.asarray(np.memmap(path, dtype, mode="c", shape=(1,)))
