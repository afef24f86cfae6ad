"""The one place that touches ``numba.njit``.

Numba keeps compiled functions on disk by the file that defines them and does not notice an edit to a helper in
another file. So everything compiled here goes into a folder named by a hash of all of simlab's sources, and an
edit anywhere starts a new folder.
"""

from __future__ import annotations

import contextlib
import pickle
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from llvmlite import binding as llvm
from numba import types
from numba.core import event
from numba.core.caching import NullCache
from numba.core.errors import NumbaExperimentalFeatureWarning, TypingError

from simlab.kernel.home import build_hash, cache_home, foreign_home

# Passing a tuple of functions to a kernel is what Numba calls experimental; pyproject.toml pins its minor version.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

int32, int64 = types.int32, types.int64
uint8, uint32, uint64, float64, boolean = types.uint8, types.uint32, types.uint64, types.float64, types.boolean


def jit(function: Callable) -> Any:
    """Compile a helper when the first caller needs it; it is cached as a part of that caller."""
    return numba.njit(nogil=True, forceinline=True)(function)


def entry(function: Callable) -> Any:
    """Compile a function that Python calls as well: cached on disk on its own, for each signature it meets."""
    return _cached(function, None, foreign_home(function))


def compile_cached(function: Callable, signature: Any, home: Path | None = None) -> Any:
    """Compile `function` for one explicit `signature`, or load it from the disk cache.

    `home` is a folder of sources beside simlab's own that the code is made of.
    """
    return _cached(function, signature, home)


def entry_point(dispatcher: Any) -> Callable:
    """The machine code's own Python entry of a function with one signature.

    It saves the third of a millisecond that finding the signature anew costs with tuples of functions, and checks
    nothing: arguments must be exactly of the types compiled for.
    """
    (overload,) = dispatcher.overloads.values()
    return overload.entry_point


def compile_checked(function: Callable, signature: Any) -> Any:
    """Compile a user's function: bounds are checked, a result that is no whole number is refused.

    Nothing is cached, as the function may have no file.

    Raises
    ------
    numba.core.errors.NumbaError
        If it can't be compiled, or returns something else.
    """
    inferred = numba.njit(signature.args, nogil=True, boundscheck=True)(function)
    returned = inferred.nopython_signatures[0].return_type
    if not isinstance(returned, types.Integer | types.Boolean | types.IntEnumMember):
        raise TypingError(f"it returns {returned}, not a whole number")
    made = inferred
    if returned != signature.return_type:
        made = numba.njit(signature, nogil=True, boundscheck=True)(function)
    (machine_code,) = made.inspect_llvm().values()
    if any(state in machine_code for state in _OWN_RANDOM):
        raise TypingError("it draws random numbers of its own; those of rng are the same whenever a deal is played")
    return made


def reads_only(dispatcher: Any, count: int) -> bool:
    """Whether LLVM has proved that a compiled function writes to nothing that its first `count` arguments hold."""
    (overload,) = dispatcher.overloads.values()
    (machine_code,) = dispatcher.inspect_llvm().values()
    function = llvm.parse_assembly(machine_code).get_function(overload.fndesc.llvm_func_name)
    watched = overload.fndesc.args[:count]
    for argument in function.arguments:
        match argument.name.split("."):
            case ["arg", name, *member] if name in watched and argument.type.is_pointer and member != _REFERENCES:
                if _UNWRITTEN.isdisjoint(argument.attributes):
                    return False
    return True


_UNWRITTEN = {b"readonly", b"readnone"}
# The member of an array that counts references to its memory.
_REFERENCES = ["0"]


def _cached(function: Callable, signature: Any, home: Path | None) -> Any:
    config: Any = numba.config
    before, folder = config.CACHE_DIR, cache_home(f"kernels-{build_hash(home)}")
    config.CACHE_DIR = str(folder)
    try:
        return numba.njit(signature, nogil=True, cache=True)(function)
    except (EOFError, pickle.UnpicklingError):
        # What a full disk or a crash has left there: compile anew.
        shutil.rmtree(folder)
        return numba.njit(signature, nogil=True, cache=True)(function)
    finally:
        config.CACHE_DIR = before


def bind(function: Any, name: str, **replacements: Any) -> FunctionType:
    """A copy of `function` that sees other globals, under a `name` of its own.

    A factory that closes over compiled functions is never cached; a copy with its own globals is. Numba's cache
    knows a function by its ``__qualname__``, so two copies with one name would return each other's machine code.
    """
    copy = FunctionType(function.__code__, {**function.__globals__, **replacements}, name)
    copy.__qualname__ = name
    copy.__module__ = function.__module__
    return copy


def record_type(dtype: Any) -> types.Type:
    """Numba's type for one record of a structured dtype."""
    return numba.from_dtype(dtype)


def array_type(item: Any, ndim: int = 1) -> types.Array:
    """Numba's type for a C-contiguous array of records (given by dtype) or of a scalar Numba type."""
    if isinstance(item, types.Type):
        return types.Array(item, ndim, "C")
    return types.Array(record_type(item), ndim, "C", aligned=item.isalignedstruct)


# Where Numba's own generators keep their state: code that names one draws from it.
_OWN_RANDOM = ("numba_get_np_random_state", "numba_get_py_random_state")


class _Announcer(event.Listener):
    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell = tell
        self.told = False

    def on_start(self, event: Any) -> None:
        # Users' bots are compiled in every session; what has a place in the cache is news.
        cache = getattr(event.data["dispatcher"], "_cache", None)
        is_kept = cache is not None and not isinstance(cache, NullCache)
        if is_kept and not self.told:
            self.told = True
            self.tell()

    def on_end(self, event: Any) -> None:
        pass


@contextlib.contextmanager
def announced(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` once if anything in the block has to be compiled, as it is missing from the disk cache."""
    with event.install_listener("numba:compile", _Announcer(tell)):
        yield
