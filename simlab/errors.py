"""What goes wrong on the user's side: one clear line that names the fault and says what is allowed."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable

MOST_NAMES = 20

_ECHO = reprlib.Repr()
_ECHO.maxstring = _ECHO.maxother = 60


class SimlabError(ValueError):
    """Bad input, told in one line. The command line prints it and ends with exit code 2."""


class UnknownName(SimlabError, KeyError):
    """A name that isn't known, and those that are."""

    __str__ = ValueError.__str__


class BotError(SimlabError):
    """A bot broke the rules, wrote where it may only read, or raised an exception."""


class StoreError(SimlabError):
    """Stored sums that can't be read or written."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a run whose finished work is kept."""


def echo(value: object) -> str:
    """What was given, short enough to stand in a line.

    Examples
    --------
    >>> echo("greedy")
    "'greedy'"
    """
    return " ".join(_ECHO.repr(value).split())


def told(error: BaseException) -> str:
    """An exception's message in one line."""
    return " ".join(str(error).split())


def nearest(name: object, known: Iterable[str]) -> str:
    """A suggestion to put behind an unknown name: ``; did you mean 'koikoi'?``, or nothing."""
    near = difflib.get_close_matches(str(name)[:100], list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ""


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownName:
    """The error for a name that is not among `known`, with the nearest one as a suggestion.

    Examples
    --------
    >>> str(unknown("game", "koi", ["koikoi", "rikka"]))
    "unknown game 'koi'; did you mean 'koikoi'? (known: koikoi, rikka)"
    """
    names = list(known)
    told = ", ".join(names[:MOST_NAMES]) or "none"
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return UnknownName(f"unknown {kind} {echo(name)}{nearest(name, names)} (known: {told}{more})")
