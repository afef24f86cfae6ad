"""Which games a run plays, and in what pieces."""

from __future__ import annotations

import numbers
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simlab.errors import SimlabError, echo
from simlab.games.game import Game
from simlab.games.options import Rules
from simlab.kernel.home import foreign_hash, source_hash
from simlab.run.bots import Player
from simlab.run.slots import Slots

Whole = int | float | str
"""What may stand for a whole number: one, or text such as ``1e6``."""

MAX_SEED = (1 << 64) - 1
MAX_INDEX = (1 << 62) - 1
DEFAULT_GAMES = 1_000_000

# A chunk is as many blocks as keep the kernel busy for about this long: long against what a call costs beside it (a
# fraction of a millisecond), short against the patience of who presses Ctrl-C.
CHUNK_SECONDS = 0.05
CALL_SECONDS = 0.004
# The rows of a chunk take no more memory than this, where they are not so few that the calls cost more.
MOST_BYTES = 1 << 24
LEAST_ROWS_A_CALL = 1 << 8


def whole(name: str, value: Whole, low: int, high: int) -> int:
    """A whole number in a range, from a number or text; ``1e6`` is one too.

    Raises
    ------
    SimlabError
        Names what was asked for and what is allowed.
    """
    number: Any = _number(value) if isinstance(value, str) else value
    is_number = isinstance(number, numbers.Real) and not isinstance(number, bool)
    if not is_number or not low <= number <= high or int(number) != number:
        raise SimlabError(f"{name} can't be {echo(value)}; allowed: a whole number from {low} to {high}")
    return int(number)


def _number(text: str) -> float | int | None:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return None


def check_seed(seed: Whole) -> int:
    """A run's seed: 64 bits."""
    return whole("seed", seed, 0, MAX_SEED)


def check_index(name: str, index: Whole) -> int:
    """A game's number in a run."""
    return whole(name, index, 0, MAX_INDEX)


def check_range(first: Whole, blocks: int) -> int:
    """The first index of a run, whose last one must be an index too."""
    number = check_index("first", first)
    if number + blocks > MAX_INDEX:
        raise SimlabError(f"first {number} and {blocks} more go beyond the last index, {MAX_INDEX}")
    return number


def counted(game: Game, deals: Whole | None, games: Whole | None) -> tuple[str, int]:
    """The unit and the number of blocks that ``deals=`` or ``games=`` ask for."""
    if deals is not None and games is not None:
        raise SimlabError("deals and games are both given; count in one of them")
    if games is not None:
        return "game", whole("games", games, 1, MAX_INDEX)
    if deals is not None:
        return "deal", whole("deals", deals, 1, MAX_INDEX)
    return game.unit, DEFAULT_GAMES


def rotations(players: Sequence[Player]) -> list[tuple[Player, ...]]:
    """The distinct line-ups that come of moving everybody one seat on."""
    turned = [tuple(players[shift:]) + tuple(players[:shift]) for shift in range(len(players))]
    return list(dict.fromkeys(turned))


@dataclass(frozen=True)
class Job:
    """All that decides the sums of a run: the same blocks under every arm and every line-up.

    Parameters
    ----------
    game : Game
    unit : str
    arms : tuple of Rules
    lineups : tuple of line-ups, a player a seat each
    seed, first : int
    slots : Slots
    """

    game: Game
    unit: str
    arms: tuple[Rules, ...]
    lineups: tuple[tuple[Player, ...], ...]
    seed: int
    first: int
    slots: Slots

    @cached_property
    def key(self) -> dict[str, Any]:
        """What stored sums depend on."""
        sources = [source_hash(), foreign_hash(self.game.home)]
        bots = [[player.bot.source for player in lineup] for lineup in self.lineups]
        return self.identity | {"sources": sources, "bots": bots, "slots": self.slots.key}

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What the numbers are about, whatever computed them."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "unit": self.unit,
            "rules": [rules.hash for rules in self.arms],
            "lineups": [[player.identity for player in lineup] for lineup in self.lineups],
            "seed": self.seed,
            "first": self.first,
        }

    @property
    def calls(self) -> int:
        """How many calls of the kernel a chunk takes: one for every arm and line-up."""
        return len(self.arms) * len(self.lineups)


class Chunks:
    """Hands out the blocks of some ranges in pieces: first one block, then as many as take as long as they should.

    Parameters
    ----------
    ranges : sequence of (start, stop)
    calls : int
        Calls of the kernel that a chunk takes.
    row : int
        Bytes of an outcome row.
    size : int, optional
        Blocks a chunk; measured if not given.
    """

    def __init__(self, ranges: Sequence[tuple[int, int]], calls: int, row: int, size: int | None = None) -> None:
        self._ranges = list(ranges)
        self._is_fixed = size is not None
        self._size = size or 1
        self._most = max(LEAST_ROWS_A_CALL, MOST_BYTES // (row * calls))
        self._seconds = max(CHUNK_SECONDS, calls * CALL_SECONDS)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        while self._ranges:
            start, stop = self._ranges[0]
            end = min(stop, start + self._size)
            if end == stop:
                self._ranges.pop(0)
            else:
                self._ranges[0] = (end, stop)
            yield start, end

    def learn(self, blocks: int, seconds: float) -> None:
        """Take the kernel's time for a finished chunk as the measure for the next ones."""
        if not self._is_fixed and seconds > 0:
            self._size = max(1, min(self._most, int(blocks * self._seconds / seconds), 8 * self._size))
