"""What goes wrong on the user's side: one clear line that names the fault and says what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class SimlabError(ValueError):
    """Bad input, told in one line. The command line prints it and ends with exit code 2."""


class BotError(SimlabError):
    """A bot broke the rules, wrote where it may only read, or raised an exception."""


class StoreError(SimlabError):
    """Stored sums that can't be read or written."""


def nearest(name: object, known: Iterable[str]) -> str:
    """A suggestion to put behind an unknown name: ``; did you mean 'koikoi'?``, or nothing."""
    near = difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ""


def unknown(kind: str, name: object, known: Iterable[str]) -> SimlabError:
    """The error for a name that is not among `known`, with the nearest one as a suggestion.

    Examples
    --------
    >>> str(unknown("game", "koi", ["koikoi", "rikka"]))
    "unknown game 'koi'; did you mean 'koikoi'? (known: koikoi, rikka)"
    """
    names = list(known)
    return SimlabError(f"unknown {kind} {name!r}{nearest(name, names)} (known: {', '.join(names) or 'none'})")
