"""Where simlab keeps what it can make again: compiled kernels, lookup tables, stored sums."""

from __future__ import annotations

import hashlib
import os
import platform
import secrets
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO

import platformdirs

from simlab.errors import SimlabError

PACKAGE = Path(__file__).resolve().parents[1]
CACHE_VARIABLE = "SIMLAB_CACHE"


def cache_home(part: str) -> Path:
    """The folder for one `part` of the cache, made if need be.

    It lies in the user's cache directory, or in the folder that the environment variable SIMLAB_CACHE names.
    """
    root = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("simlab", appauthor=False)
    folder = Path(root).expanduser() / part
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(root, error) from None
    if not os.access(folder, os.W_OK):
        raise _unwritable(root, "permission denied")
    return folder


def _unwritable(root: str, why: object) -> SimlabError:
    return SimlabError(
        f"can't write to the cache directory {root} ({why}); set {CACHE_VARIABLE} to a folder that can be written"
    )


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
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def build_hash() -> str:
    """Hash of the sources and of all that changes what Numba makes of them."""
    flags = sorted(f"{key}={value}" for key, value in os.environ.items() if key.startswith("NUMBA_"))
    parts = [source_hash(), platform.python_version(), *versions().values(), *flags]
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
