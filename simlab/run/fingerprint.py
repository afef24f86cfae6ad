"""A hash of all that a user's bot is made of, so that stored sums are never taken for another bot's."""

from __future__ import annotations

import dis
import enum
import hashlib
import secrets
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from simlab.kernel.home import PACKAGE

_PLAIN = (bool, int, float, complex, str, bytes, type(None))


def fingerprint(function: Callable) -> str:
    """The hash of a function's code and of all that it calls and reads, in modules of the user's own too.

    What can't be told apart by its contents gets a hash that no later session gives again, so nothing stored under it
    is found again.
    """
    digest = hashlib.sha256()
    _feed(digest, function, set())
    return digest.hexdigest()[:16]


def plain_function(function: Any) -> Any:
    """The Python function behind one that a user has compiled himself."""
    return getattr(function, "py_func", function)


def _is_library(module: ModuleType) -> bool:
    """Whether a module is simlab's, the standard library's or installed, and so not the user's own."""
    file = getattr(module, "__file__", None)
    if file is None or module.__name__.partition(".")[0] in sys.stdlib_module_names:
        return True
    path = Path(file).resolve()
    return PACKAGE in path.parents or any(path.is_relative_to(place) for place in _INSTALLED)


def _is_of_library(thing: Any) -> bool:
    """Whether a class or function without Python code is one that a library has under its name."""
    module = sys.modules.get(getattr(thing, "__module__", None) or "")
    return module is not None and _is_library(module) and getattr(module, getattr(thing, "__name__", ""), None) is thing


_INSTALLED = [Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib", "stdlib")]


def _feed(digest: Any, thing: Any, seen: set[int]) -> None:
    """Feed whatever a function refers to, by its kind and contents."""
    thing = plain_function(thing)
    if id(thing) in seen:
        return
    digest.update(type(thing).__name__.encode())
    if isinstance(thing, _PLAIN):
        digest.update(repr(thing).encode())
    elif isinstance(thing, tuple | list | frozenset):
        for item in sorted(thing, key=repr) if isinstance(thing, frozenset) else thing:
            _feed(digest, item, seen)
    elif isinstance(thing, enum.Enum):
        digest.update(f"{type(thing).__name__}.{thing.name}={thing.value!r}".encode())
    elif isinstance(thing, enum.EnumMeta):
        _feed(digest, [(name, repr(member.value)) for name, member in vars(thing)["_member_map_"].items()], seen)
    elif isinstance(thing, FunctionType):
        seen.add(id(thing))
        _feed_function(digest, thing, seen)
    elif isinstance(thing, CodeType):
        _feed_code(digest, thing, seen)
    elif isinstance(thing, ModuleType):
        digest.update(thing.__name__.encode())
        if not _is_library(thing):
            seen.add(id(thing))
            for name, value in sorted(vars(thing).items()):
                if not name.startswith("__"):
                    digest.update(name.encode())
                    _feed(digest, value, seen)
    elif _is_of_library(thing):
        digest.update(f"{thing.__module__}.{thing.__name__}".encode())
    elif hasattr(thing, "tobytes"):
        digest.update(f"{thing.dtype} {thing.shape}".encode() + thing.tobytes())
    else:
        digest.update(secrets.token_bytes(16))


def _feed_function(digest: Any, function: FunctionType, seen: set[int]) -> None:
    _feed_code(digest, function.__code__, seen)
    _feed(digest, function.__defaults__, seen)
    for name, value in sorted((function.__kwdefaults__ or {}).items()):
        digest.update(name.encode())
        _feed(digest, value, seen)
    for cell in function.__closure__ or ():
        _feed(digest, cell.cell_contents, seen)
    for name in _global_names(function.__code__):
        if name in function.__globals__:
            digest.update(name.encode())
            _feed(digest, function.__globals__[name], seen)


def _feed_code(digest: Any, code: CodeType, seen: set[int]) -> None:
    digest.update(code.co_code)
    _feed(digest, code.co_names, seen)
    _feed(digest, code.co_consts, seen)


def _global_names(code: CodeType) -> list[str]:
    """The names that a function, and the functions inside it, look up among the globals."""
    own = [step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
    inner = [name for constant in code.co_consts if isinstance(constant, CodeType) for name in _global_names(constant)]
    return sorted({*own, *inner})
