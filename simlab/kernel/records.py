"""The records that every game shares: headers of state, view, rules and outcome, events of a log, a fault.

A record has a fixed size and holds no references, so a position is copied by assignment. Every field of an outcome is
an int32: the aggregator reads a row as a plain array of int32 columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Any

import numpy as np

from simlab.kernel.jit import jit
from simlab.kernel.limits import MAX_DICE, MAX_SEATS


class Status(IntEnum):
    """Where a game stands after ``begin`` or ``act``."""

    DECIDE = 0
    DEAL_OVER = 1
    GAME_OVER = 2


class Unit(IntEnum):
    """What is counted: one deal, placed by its index, a whole game, or a hand that is looked at and not played."""

    DEAL = 0
    GAME = 1
    HAND = 2


# A win is counted in units of 1/840, so that up to eight winners share it exactly (840 = lcm(1..8)).
WIN = 840
_SHARES = (0, *(WIN // winners for winners in range(1, MAX_SEATS + 1)))

_STATE = [
    ("status", "i1"),
    ("seat", "i1"),
    ("decision", "i1"),
    ("step", "i4"),  # decisions of all seats so far
    ("steps", "i4", (MAX_SEATS,)),  # of each seat
    ("shuffles", "i4"),
    ("redeals", "i4"),
    ("drawn", "i4"),  # cards of the next shuffle: as many as any deal uses, unless the game says fewer
]
# A view counts the seat's own decisions: who was asked in between, and could do something, is nothing it may know.
_VIEW = [("seat", "i1"), ("decision", "i1"), ("step", "i4")]
_RULES = [("seats", "i4"), ("unit", "i4"), ("pack", "i4"), ("drawn", "i4"), ("dice", "u1", (MAX_DICE,))]

EVENT = np.dtype([("kind", "i4"), ("seat", "i4"), ("code", "i8"), ("mask", "u8"), ("value", "i8")], align=True)
"""One line of a log."""

LOG_EVENTS = 1 << 14
LOG = np.dtype([("count", "i8"), ("room", "i8"), ("events", EVENT, (LOG_EVENTS,))], align=True)
"""A log: how many events there were, and the first ``room`` of them; no room where nobody looks.

It is a record and not an array, as Numba counts the references to arrays wherever they are passed.
"""

ACTION = 0  # the kind of event that the driver logs; games number theirs from 1


FAULT = np.dtype([("index", "i8")], align=True)
"""Where a run stands: the index of the game that is being played."""


def state_record(public: np.dtype, *hidden: Any) -> np.dtype:
    """A game's state: the common header, the public record, and what is hidden."""
    return np.dtype([*_STATE, ("public", public), *hidden], align=True)


def view_record(public: np.dtype, words: int, *own: Any) -> np.dtype:
    """What a seat may know: the header, `words` of legal action codes, the public record, and its own fields."""
    return np.dtype([*_VIEW, ("legal", "u8", (words,)), ("public", public), *own], align=True)


def rules_record(options: Sequence[str]) -> np.dtype:
    """A game's rules: the header, then one int32 an option."""
    return np.dtype([*_RULES, *((name, "i4") for name in options)], align=True)


def outcome_record(seats: int, *own: Any) -> np.dtype:
    """One row a game: the common header for up to `seats` players, and the game's own int32 fields.

    The axes of a field that has any are the seats and then, say, the features. ``finish`` is given a row of zeros. A
    field may be a record itself, which a game's state holds too, so that ``finish`` assigns it whole; see `flat`.

    ``score`` and ``win`` (in units of 1/840) a seat, ``length`` in turns, ``deals`` played, ``shuffles`` and those
    of them that were dealt again (``redeals``), ``lead_changes``, and 0 or 1 for a ``draw`` and for a ``void`` game.
    """
    header = [
        ("score", "i4", (seats,)),
        ("win", "i4", (seats,)),
        *((name, "i4") for name in ("length", "deals", "shuffles", "redeals", "lead_changes", "draw", "void")),
    ]
    record = np.dtype([*header, *own], align=True)
    columns = flat(record)
    for name in columns.names or ():
        if columns[name].base != np.int32:
            raise TypeError(f"outcome field {name} is {columns[name].base}; every field of an outcome is an int32")
    return record


@cache
def flat(record: np.dtype) -> np.dtype:
    """The same memory with the fields of nested records in their place."""
    fields: dict[str, tuple[np.dtype, int]] = {}
    for name in record.names or ():
        dtype, offset = dict(record.fields or {})[name][:2]
        if dtype.names:
            fields |= {inner: (dtype[inner], offset + dict(dtype.fields or {})[inner][1]) for inner in dtype.names}
        else:
            fields[name] = (dtype, offset)
    formats, offsets = zip(*fields.values(), strict=True)
    return np.dtype({"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": record.itemsize})


@jit
def note(log, kind, seat, code, mask, value):
    """Append an event to a log with room. A full log goes on counting; its reader sees that by the count."""
    if log.room > 0:
        if log.count < log.room:
            event = log.events[log.count]
            event.kind = kind
            event.seat = seat
            event.code = code
            event.mask = mask
            event.value = value
        log.count += 1


@jit
def share_win(outcome, winners, seats):
    """Share one win among the seats of the bit set `winners` (int64)."""
    count = 0
    for seat in range(seats):
        count += (winners >> seat) & 1
    for seat in range(seats):
        outcome.win[seat] = _SHARES[count] * ((winners >> seat) & 1)


@jit
def next_seat(seat, seats):
    """The seat after another one, without a division."""
    return seat + 1 if seat + 1 < seats else 0
