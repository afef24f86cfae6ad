"""Shanten, accepted tiles and discards, for a hand in text and for arrays of hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.decks.riichi import (
    CODES,
    COPIES,
    KINDS,
    NORTH,
    TRIPLET,
    check_copies,
    counts,
    kind_of,
    read_called,
    read_tiles,
)
from simlab.errors import SimlabError, echo, unknown
from simlab.games.sanma import blocks, efficiency
from simlab.games.sanma.blocks import HAND, SETS
from simlab.games.sanma.checks import Tiles, check_shapes
from simlab.games.sanma.efficiency import Form
from simlab.kernel.announcing import announced

Text = str | Sequence[str]
"""A text, or a list of texts."""


@dataclass(frozen=True)
class Ukeire:
    """What brings a hand nearer to a complete one.

    Attributes
    ----------
    shanten : int
    tiles : dict of str to int
        The kinds that lower it, with the number of each that is not yet seen.
    """

    shanten: int
    tiles: dict[str, int]

    @property
    def live(self) -> int:
        """How many tiles these are."""
        return sum(self.tiles.values())

    @property
    def words(self) -> str:
        """The kinds with their numbers, as ``1px4 4px3``."""
        return " ".join(f"{tile}x{number}" for tile, number in self.tiles.items())

    def __str__(self) -> str:
        return f"{told(self.shanten)}: {self.live} tiles{': ' if self.tiles else ''}{self.words}"


@dataclass(frozen=True)
class Discard:
    """A tile to throw, and what that leaves."""

    tile: str
    after: Ukeire

    def __str__(self) -> str:
        return f"{self.tile}  {self.after}"


def has_spare(hand: Text) -> bool:
    """Whether a hand has a tile to throw.

    Raises
    ------
    SimlabError
        For tiles that are none.
    """
    return len(read_tiles(as_text(hand, "hand"))) % TRIPLET == 2


def as_text(given: Text, name: str) -> str:
    """A text as it is, a list of texts with blanks between them.

    Raises
    ------
    SimlabError
        For anything else.
    """
    words = [given] if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise SimlabError(f"{name} can't be {echo(given)}; allowed: text, or a list of texts")
    return " ".join(words)


def told(shanten: int) -> str:
    """A shanten in words."""
    return {-1: "complete", 0: "tenpai"}.get(shanten, f"{shanten} from tenpai")


def shanten(hand: Text, melds: Text = "", form: str = "best") -> int:
    """How far a hand is from tenpai: 0 is tenpai, -1 complete.

    Parameters
    ----------
    hand : str
        The closed tiles, as in ``"123p456s11z"``: 13 or 14, or three fewer for each meld.
    melds : str
        As in ``"111p (7777z)"``.
    form : {"best", "standard", "seven_pairs", "orphans"}
        Which complete hands are meant. Melds leave the standard form only.

    Returns
    -------
    int

    Raises
    ------
    SimlabError
        For tiles that are none, a wrong number of them, and a fifth of a kind.

    Examples
    --------
    >>> shanten("1111m111122233z")
    2
    """
    own, held = _read(hand, melds)
    _check_form(form, held)
    return int(batch_shanten(own[None], held[None], form)[0])


def ukeire(hand: Text, melds: Text = "", seen: Text = "", form: str = "best") -> Ukeire:
    """Which tiles bring a hand that waits for one nearer, and how many of them are left.

    Parameters
    ----------
    hand, melds, form
        As in `shanten`; with 13 tiles, or three fewer for each meld.
    seen : str
        Tiles that are known to lie elsewhere: discards, indicators, other players' melds.

    Returns
    -------
    Ukeire

    Raises
    ------
    SimlabError
        As `shanten` does, and for a hand with a tile to spare.

    Examples
    --------
    >>> print(ukeire("23456p234567s99m"))
    tenpai: 11 tiles: 1px4 4px3 7px4
    """
    own, held = _read(hand, melds)
    if own.sum() % TRIPLET != 1:
        raise SimlabError(f"hand {echo(hand)} has a tile too many to wait for one; ask for its discards")
    _check_form(form, held)
    others = _read_seen(seen, own + held)
    far, kinds, _ = batch_ukeire(own[None], held[None], others[None], form)
    return _ukeire(far[0], kinds[0], own + held + others)


def discards(hand: Text, melds: Text = "", seen: Text = "", form: str = "best") -> list[Discard]:
    """What every discard leaves, the best first: by shanten, then by the number of tiles that are accepted.

    Parameters
    ----------
    hand, melds, seen, form
        As in `ukeire`; with 14 tiles, or three fewer for each meld.

    Returns
    -------
    list of Discard

    Raises
    ------
    SimlabError
        As `shanten` does, and for a hand without a tile to spare.

    Examples
    --------
    >>> print(discards("123456p23456s99m1z")[0])
    1z  tenpai: 11 tiles: 1sx4 4sx3 7sx4
    """
    own, held = _read(hand, melds)
    if own.sum() % TRIPLET != 2:
        raise SimlabError(f"hand {echo(hand)} has no tile to spare; ask for its ukeire")
    _check_form(form, held)
    others = _read_seen(seen, own + held)
    far, kinds, live = (found[0] for found in batch_discards(own[None], held[None], others[None], form))
    order = sorted(np.flatnonzero(own), key=lambda kind: (far[kind], -live[kind], kind))
    return [Discard(CODES[kind], _ukeire(far[kind], kinds[kind], own + held + others)) for kind in order]


def batch_shanten(hands: Any, held: Any = None, form: str = "best") -> np.ndarray:
    """The shanten of many hands.

    Parameters
    ----------
    hands : array of int, shape (n, 27)
        How many closed tiles there are of each kind: 1p..9p, 1s..9s, 1m 9m, E S W N, white green red.
    held : array of int, shape (n, 27), optional
        The tiles in melds: 3 or 4 of a kind.
    form : {"best", "standard", "seven_pairs", "orphans"}

    Returns
    -------
    int8[n]
        99 where melds rule the form out.

    Raises
    ------
    SimlabError
        For a wrong shape, wrong numbers of tiles, a fifth of a kind.
    """
    own, melded, _ = _checked(hands, held, None, Tiles.ANY)
    found = np.zeros(len(own), np.int8)
    with announced("Sanma"):
        efficiency.shantens(own, melded, read_form(form), blocks.load(), efficiency.desk(), found)
    return found


def batch_ukeire(
    hands: Any, held: Any = None, seen: Any = None, form: str = "best"
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The shanten of many hands, and what they accept.

    Parameters
    ----------
    hands, held, form
        As in `batch_shanten`.
    seen : array of int, shape (n, 27), optional
        Tiles that are known to lie elsewhere.

    Returns
    -------
    shanten : int8[n]
    kinds : uint64[n]
        The kinds that lower it, a bit each.
    live : int16[n]
        How many tiles of these kinds are not yet seen.
    """
    own, melded, others = _checked(hands, held, seen, Tiles.WAITING)
    n = len(own)
    found = np.zeros(n, np.int8), np.zeros(n, np.uint64), np.zeros(n, np.int16)
    with announced("Sanma"):
        efficiency.acceptances(own, melded, others, read_form(form), blocks.load(), efficiency.desk(), *found)
    return found


def batch_discards(
    hands: Any, held: Any = None, seen: Any = None, form: str = "best"
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What every discard of many hands leaves.

    Parameters
    ----------
    hands, held, seen, form
        As in `batch_ukeire`.

    Returns
    -------
    shanten : int8[n, 27]
        By the kind that is thrown; 99 where the hand hasn't got it.
    kinds : uint64[n, 27]
        The kinds that are accepted then.
    live : int16[n, 27]
        How many of these tiles are not yet seen.
    """
    own, melded, others = _checked(hands, held, seen, Tiles.SPARE)
    shape = own.shape
    found = np.zeros(shape, np.int8), np.zeros(shape, np.uint64), np.zeros(shape, np.int16)
    with announced("Sanma"):
        efficiency.all_discards(own, melded, others, read_form(form), blocks.load(), efficiency.desk(), *found)
    return found


def read_form(name: str) -> Form:
    """The form of that name.

    Raises
    ------
    SimlabError
        If there is none.
    """
    if not isinstance(name, str) or name.upper() not in Form.__members__:
        raise unknown("form", name, [form.name.lower() for form in Form])
    return Form[name.upper()]


def _check_form(form: str, held: np.ndarray) -> None:
    """Refuse a form that melds rule out."""
    if read_form(form) not in (Form.BEST, Form.STANDARD) and held.any():
        raise SimlabError(f"form {form} allows no melds; best and standard do")


def _read(hand: Text, melds: Text) -> tuple[np.ndarray, np.ndarray]:
    """The counts of the closed tiles, and of those in melds. Norths set aside are no meld, and out of the hand."""
    tiles = read_tiles(as_text(hand, "hand"))
    called, kita = read_called(as_text(melds, "melds"))
    lying = [tile for meld in called for tile in meld.tiles]
    check_copies([*tiles, *lying, *[NORTH] * kita], COPIES, "hand and melds")
    check_size(len(tiles), len(called), hand, (HAND - 1, HAND))
    return counts(tiles), counts(lying)


def check_size(tiles: int, melds: int, hand: Text, allowed: Sequence[int]) -> None:
    """Refuse a hand of another number of tiles than `allowed`, three fewer for each meld.

    Raises
    ------
    SimlabError
    """
    if melds > SETS:
        raise SimlabError(f"there are {melds} melds beside the hand {echo(hand)}; a hand has {SETS} sets")
    due = [size - TRIPLET * melds for size in allowed]
    if tiles in due:
        return
    beside = f" beside {melds} meld{'s' if melds > 1 else ''}" if melds else ""
    what = " with the winning one" if len(due) == 1 else ""
    missing = "; the winning tile is missing" if what and tiles == due[0] - 1 else ""
    told = f"{tiles} tile{'s' if tiles != 1 else ''}{missing}"
    raise SimlabError(f"hand {echo(hand)} has {told}; it needs {' or '.join(map(str, due))}{what}{beside}")


def _read_seen(given: Text, own: np.ndarray) -> np.ndarray:
    tiles = read_tiles(as_text(given, "seen"))
    check_copies([*tiles, *(kind for kind in range(KINDS) for _ in range(own[kind]))], COPIES, "hand and seen tiles")
    return counts(map(kind_of, tiles))


def _ukeire(far: int, kinds: int, known: np.ndarray) -> Ukeire:
    accepted = [kind for kind in range(KINDS) if int(kinds) >> kind & 1]
    return Ukeire(int(far), {CODES[kind]: COPIES - int(known[kind]) for kind in accepted})


def _checked(hands: Any, held: Any, seen: Any, tiles: Tiles) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hands, the tiles in their melds, and those seen elsewhere, as uint8[n, 27], if they make sense."""
    own = _as_counts(hands, "hands", None)
    melded, others = (
        np.zeros_like(own) if given is None else _as_counts(given, name, len(own))
        for name, given in (("held", held), ("seen", seen))
    )
    with announced("Sanma"):
        check_shapes(own, melded, others, tiles)
    return own, melded, others


def _as_counts(given: Any, name: str, rows: int | None) -> np.ndarray:
    """An array of counts as a copy of its own, uint8[n, 27]: kernels put tiles in and out."""
    wanted = f"whole numbers of shape ({'n' if rows is None else rows}, {KINDS})"
    try:
        found = np.asarray(given)
    except ValueError:
        raise SimlabError(f"{name} are no array; allowed: {wanted}") from None
    if found.ndim != 2 or found.shape[1] != KINDS or rows not in (None, len(found)) or found.dtype.kind not in "iu":
        raise SimlabError(f"{name} can't be {found.dtype}{list(found.shape)}; allowed: {wanted}")
    if found.size and (found.min() < 0 or found.max() > COPIES):
        raise SimlabError(f"{name} has counts from {found.min()} to {found.max()}; allowed: 0 to {COPIES}")
    return np.array(found, np.uint8, order="C")
