"""The tiles of three-player riichi mahjong: 27 kinds, four of each, and their notation (MPSZ).

A kind is a number 0..26, in three blocks of nine: 1p..9p are 0..8, 1s..9s are 9..17, and 18..26 are what makes no runs:
1m, 9m, the winds E S W N (1z..4z), the white, green and red dragon (5z 6z 7z). A tile is its kind, or 27 and 28 for the
red fives of pin and sou. A set of kinds is a uint64 with a bit a kind, a hand a count of each kind.

In text the tiles of a suit stand before its letter: ``123p456s11z``. Red fives are ``0p`` and ``0s``. A called triplet
is ``777z``, an open kan ``7777z``, a closed kan ``(7777z)``; Norths set aside (kita) are ``k4z``, ``k44z`` and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from simlab.errors import SimlabError, echo

KINDS = 27
COPIES = 4
TRIPLET = 3
TILES = KINDS * COPIES
RANKS = 9
"""Ranks of a suit, and kinds of a block."""

PIN, SOU, OTHERS = 0, RANKS, 2 * RANKS
"""The first kind of each block."""

MAN_1, MAN_9 = OTHERS, OTHERS + 1
EAST, SOUTH, WEST, NORTH = range(OTHERS + 2, OTHERS + 6)
WHITE, GREEN, RED = range(OTHERS + 6, KINDS)
RED_PIN, RED_SOU = KINDS, KINDS + 1
FIVES = (PIN + 4, SOU + 4)

WINDS = "ESWN"

CODES = (
    *(f"{rank}p" for rank in range(1, RANKS + 1)),
    *(f"{rank}s" for rank in range(1, RANKS + 1)),
    *("1m", "9m"),
    *(f"{rank}z" for rank in range(1, 8)),
    *("0p", "0s"),
)
"""Each tile's text: the kinds, then the red fives."""

_TILES = {code: tile for tile, code in enumerate(CODES)}
_LETTERS = "mpsz"


def kinds_mask(kinds: Iterable[int]) -> np.uint64:
    """Kinds as a set."""
    return np.uint64(sum(1 << kind for kind in kinds))


PIN_KINDS = kinds_mask(range(PIN, SOU))
SOU_KINDS = kinds_mask(range(SOU, OTHERS))
MAN_KINDS = kinds_mask((MAN_1, MAN_9))
WIND_KINDS = kinds_mask(range(EAST, NORTH + 1))
DRAGON_KINDS = kinds_mask(range(WHITE, RED + 1))
HONOURS = WIND_KINDS | DRAGON_KINDS
TERMINALS = kinds_mask((PIN, PIN + 8, SOU, SOU + 8, MAN_1, MAN_9))
OUTSIDE = HONOURS | TERMINALS
"""Terminals and honours: the thirteen kinds of the thirteen orphans."""


def next_kind(kind: int) -> int:
    """The dora that an indicator of this kind shows: the next of its suit, winds and dragons; 1m shows 9m.

    Examples
    --------
    >>> CODES[next_kind(MAN_1)], CODES[next_kind(NORTH)], CODES[next_kind(8)]
    ('9m', '1z', '1p')
    """
    for first, after in ((PIN, SOU), (SOU, OTHERS), (MAN_1, EAST), (EAST, WHITE), (WHITE, KINDS)):
        if first <= kind < after:
            return first + (kind + 1 - first) % (after - first)
    raise ValueError(f"kind {kind} is none")


DORA = np.array([next_kind(kind) for kind in range(KINDS)], np.uint8)
"""The dora that each kind shows as an indicator."""


def kind_of(tile: int) -> int:
    """A tile's kind: a red five is a five."""
    return tile if tile < KINDS else FIVES[tile - KINDS]


class Meld(NamedTuple):
    """A called triplet or a kan.

    ``tiles`` are its three or four; ``is_closed`` marks a closed kan.
    """

    tiles: tuple[int, ...]
    is_closed: bool = False

    @property
    def kind(self) -> int:
        """The kind of all its tiles."""
        return kind_of(self.tiles[0])

    @property
    def is_kan(self) -> bool:
        """Whether it has all four."""
        return len(self.tiles) == COPIES

    def __str__(self) -> str:
        return f"({text(self.tiles)})" if self.is_closed else text(self.tiles)


def read_tiles(given: str) -> list[int]:
    """The tiles in a text, in order.

    Parameters
    ----------
    given : str
        Digits with a suit's letter behind them: m, p, s, or z for honours; spaces and commas don't matter.

    Raises
    ------
    SimlabError
        For what is no tile of a three-player set.

    Examples
    --------
    >>> [CODES[tile] for tile in read_tiles("19m 06p 7z")]
    ['1m', '9m', '0p', '6p', '7z']
    """
    tiles: list[int] = []
    waiting = ""
    for sign in given.lower().replace(",", "").replace(" ", ""):
        if sign in "0123456789":
            waiting += sign
        elif sign in _LETTERS and waiting:
            tiles += [_tile(digit + sign) for digit in waiting]
            waiting = ""
        else:
            raise SimlabError(
                f"can't read {echo(sign)} in the tiles {echo(given)}; write digits and behind them their suit, m p s "
                "or z, as in '123p456s11z'"
            )
    if waiting:
        raise SimlabError(f"the tiles {echo(waiting)} in {echo(given)} lack their suit: m, p, s or z")
    return tiles


def _tile(code: str) -> int:
    if code in _TILES:
        return _TILES[code]
    if code == "0m" or (code[1] == "m" and code[0] in "2345678"):
        raise SimlabError(f"tile {code} is not in a three-player set: of the characters it has 1m and 9m only")
    raise SimlabError(f"unknown tile {code} (there are 1m 9m, 1-9p, 1-9s, 1-7z, and 0p 0s for red fives)")


def read_melds(given: str) -> list[Meld]:
    """Melds separated by spaces: ``111p`` a triplet, ``1111p`` an open kan, ``(1111p)`` a closed one.

    Raises
    ------
    SimlabError
        For what is no meld; there is no chi in this game.

    Examples
    --------
    >>> [str(meld) for meld in read_melds("(1111p) 505s")]
    ['(1111p)', '055s']
    """
    return [_read_meld(word) for word in given.replace(",", " ").split()]


def read_called(given: str) -> tuple[list[Meld], int]:
    """Melds, and how many Norths are set aside among them.

    Raises
    ------
    SimlabError
        For what is neither.

    Examples
    --------
    >>> melds, kita = read_called("111p k44z")
    >>> str(melds[0]), kita
    ('111p', 2)
    """
    words = given.lower().replace(",", " ").split()
    kita = [word for word in words if word.startswith("k")]
    for word in kita:
        if set(read_tiles(word[1:])) != {NORTH}:
            raise SimlabError(f"{echo(word)} is no kita: write k4z for a North set aside, k44z for two")
    melds = read_melds(" ".join(word for word in words if word not in kita))
    return melds, sum(len(read_tiles(word[1:])) for word in kita)


def kita_text(kita: int) -> str:
    """Norths set aside as text.

    Examples
    --------
    >>> kita_text(2)
    'k44z'
    """
    return f"k{CODES[NORTH][0] * kita}{CODES[NORTH][1]}" if kita else ""


def _read_meld(word: str) -> Meld:
    is_closed = word.startswith("(") and word.endswith(")")
    tiles = sorted(read_tiles(word[1:-1] if is_closed else word), key=_order)
    kinds = {kind_of(tile) for tile in tiles}
    if len(kinds) == 1 and len(tiles) in ((COPIES,) if is_closed else (TRIPLET, COPIES)):
        return Meld(tuple(tiles), is_closed)
    why = "there is no chi in three-player mahjong; " if len(kinds) == len(tiles) == TRIPLET else ""
    forms = "111p for a pon, 1111p for an open kan, (1111p) for a closed one"
    raise SimlabError(f"{echo(word)} is no meld: {why}write {forms}")


def _order(tile: int) -> tuple[int, int, bool]:
    """Where a tile stands in text: by suit and rank, a red five before the others."""
    kind = kind_of(tile)
    return _LETTERS.index(CODES[kind][1]), kind, tile < KINDS


def text(tiles: Iterable[int]) -> str:
    """Tiles as text, by suit and rank.

    Examples
    --------
    >>> text(read_tiles("7z 5p 0p 1m"))
    '1m05p7z'
    """
    words: dict[str, str] = {}
    for tile in sorted(tiles, key=_order):
        suit = CODES[tile][1]
        words[suit] = words.get(suit, "") + CODES[tile][0]
    return "".join(ranks + suit for suit, ranks in words.items())


def counts(tiles: Iterable[int]) -> np.ndarray:
    """How many there are of each kind: uint8[27]."""
    found = np.zeros(KINDS, np.uint8)
    for tile in tiles:
        found[kind_of(tile)] += 1
    return found


def tiles_of(found: Sequence[int] | np.ndarray) -> list[int]:
    """The tiles that counts of kinds stand for."""
    return [kind for kind, number in enumerate(found) for _ in range(int(number))]


def check_copies(tiles: Iterable[int], reds: int, where: str) -> None:
    """Refuse more tiles than a set has.

    Parameters
    ----------
    tiles : iterable of int
    reds : int
        How many of each suit's fives may be red.
    where : str
        What the tiles are, for the error.

    Raises
    ------
    SimlabError
        For a fifth tile of a kind, and for more red fives than there are.
    """
    tiles = list(tiles)
    for kind, number in Counter(map(kind_of, tiles)).items():
        if number > COPIES:
            raise SimlabError(f"{where} have {CODES[kind]} {number} times; a set has each tile four times")
    for tile in (RED_PIN, RED_SOU):
        if tiles.count(tile) > reds:
            told = f"these rules have {'it once' if reds else 'no red fives'}"
            raise SimlabError(f"{where} have {CODES[tile]}{' more than once' if reds else ''}; {told}")
