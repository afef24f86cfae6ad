"""What the games' positions share as text: named parts with a semicolon between them, sides, whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simlab.errors import SimlabError, echo, unknown

_MOST_DIGITS = 10


def read_parts(text: str, needed: Sequence[str], others: Mapping[str, str]) -> dict[str, str]:
    """A position's parts by name: those that are needed, and others, which may be left out for what they stand for.

    Raises
    ------
    SimlabError
        For an unknown part, one that stands twice, and one that is needed and missing.
    """
    known = (*needed, *others)
    parts: dict[str, str] = {}
    for part in text.split(";"):
        name, _, rest = part.strip().partition(" ")
        if name not in known:
            raise unknown("part of a position", name, known)
        if name in parts:
            raise SimlabError(f"the position has its part {name} twice")
        parts[name] = rest.strip()
    for name in needed:
        if name not in parts:
            raise SimlabError(f"the position lacks its part {name}; it has {', '.join(needed)}")
    return {**others, **parts}


def read_sides(text: str, name: str, seats: int) -> list[str]:
    """What a part tells of each player."""
    sides = text.split("|")
    if len(sides) != seats:
        raise SimlabError(f"{name} {echo(text)} are not {seats}, parted by |")
    return [side.strip() for side in sides]


def read_whole(text: str, name: str, low: int, high: int) -> int:
    """A whole number."""
    number = int(text) if text.removeprefix("-").isdecimal() and len(text) <= _MOST_DIGITS else None
    if number is None or not low <= number <= high:
        raise SimlabError(f"{name} {echo(text)} is not a whole number from {low} to {high}")
    return number


def read_wholes(text: str, name: str, seats: int, low: int, high: int) -> list[int]:
    """A whole number for each player."""
    words = text.split()
    if len(words) != seats:
        raise SimlabError(f"{name} {echo(text)} are not {seats} whole numbers")
    return [read_whole(word, name, low, high) for word in words]
