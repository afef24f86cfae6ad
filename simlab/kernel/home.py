"""Where simlab keeps what it can make again: compiled kernels, lookup tables, stored sums."""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO

import platformdirs

from simlab.errors import SimlabError

PACKAGE = Path(__file__).resolve().parents[1]
CACHE_VARIABLE = "SIMLAB_CACHE"
STALE_SECONDS = 90 * 24 * 3600


def cache_home(part: str) -> Path:
    """The folder for one `part` of the cache, made if need be."""
    root = cache_root()
    is_new = not (root / part).exists()
    folder = writable(
        root / part, f"the cache directory {root}", f"set {CACHE_VARIABLE} to a folder that can be written"
    )
    if is_new:
        _drop_stale(root)
    return folder


def cache_root() -> Path:
    """Where the cache is: the folder that SIMLAB_CACHE names, or one in the user's cache directory."""
    named = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("simlab", appauthor=False)
    return Path(os.path.expanduser(named))


def writable(folder: Path, what: str, advice: str) -> Path:
    """The folder, made if need be; `what` it is and some `advice` go into the error if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise SimlabError(f"{what} can't be written ({why}); {advice}") from None
    return folder


def _drop_stale(root: Path) -> None:
    """Clear away what sources and runs of long ago have left; a folder new in the cache is the occasion."""
    for kept in [*root.glob("kernels-*"), *root.glob("*/*.tables"), *root.glob("*/*.json")]:
        if time.time() - kept.stat().st_mtime > STALE_SECONDS:
            shutil.rmtree(kept) if kept.is_dir() else kept.unlink(missing_ok=True)


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file so that no reader ever sees half of it: under another name beside it, then renamed."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with open(partial, "xb") as file:
            write(file)
        os.replace(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


@lru_cache(maxsize=1)
def source_hash() -> str:
    """Hash of all of simlab's sources: what is compiled, tabulated or stored is good for these sources only."""
    return _hash_files(PACKAGE, sorted(PACKAGE.rglob("*.py")))


def foreign_home(function: Callable) -> Path | None:
    """The folder of the file that defines a function, if that isn't one of simlab's own."""
    folder = Path(inspect.getfile(function)).resolve().parent
    return None if PACKAGE in (folder, *folder.parents) else folder


def foreign_hash(home: Path | None) -> str:
    """Hash of the Python files in a folder that isn't simlab's own; empty for none."""
    return "" if home is None else _hash_files(home, sorted(home.glob("*.py")))


def _hash_files(root: Path, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def build_hash(home: Path | None = None) -> str:
    """Hash of the sources, of those in `home`, and of all that changes what Numba makes of them."""
    flags = sorted(f"{key}={value}" for key, value in os.environ.items() if key.startswith("NUMBA_"))
    parts = [source_hash(), foreign_hash(home), platform.python_version(), *versions().values(), *flags]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """The versions of what numbers or compiled code could depend on."""
    return {name: _version(name) for name in ("numba", "llvmlite", "numpy")}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
