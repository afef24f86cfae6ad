"""The hanafuda deck: 48 cards, twelve months of four, and its notation.

A card is a number 0..47: card 4 * (month - 1) + k is the k-th of its month in the order bright, animal, ribbon, chaff.
A set of cards is a uint64 with a bit a card, so the cards of a month are the four bits of one nibble.

In text a card is the month, a letter for the kind, and for chaff a copy number: ``1b`` pine bright (crane), ``2a``
plum animal (bush warbler), ``1r`` pine ribbon, ``1c1`` first pine chaff. The Lightning is ``11c1``, the yellow
paulownia ``12c1``. Names are read as well: ``crane``, ``sake cup``, ``pine ribbon``, ``松に鶴``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import comb, factorial, prod

import numpy as np

from simlab.errors import SimlabError, echo, nearest
from simlab.kernel.jit import entry, jit

CARDS = 48
MONTHS = 12
PER_MONTH = 4

PLANTS = (
    "pine", "plum", "cherry", "wisteria", "iris", "peony",
    "bush clover", "pampas", "chrysanthemum", "maple", "willow", "paulownia",
)  # fmt: skip
KINDS = {"b": "bright", "a": "animal", "r": "ribbon", "c": "chaff"}

# The kinds of each month's four cards, January first.
_MONTH_KINDS = ("brcc", "arcc", "brcc", "arcc", "arcc", "arcc", "arcc", "bacc", "arcc", "arcc", "barc", "bccc")

_PICTURES = {
    "1b": ("crane", "松に鶴"), "2a": ("bush warbler", "梅に鶯"), "3b": ("curtain", "桜に幕"),
    "4a": ("cuckoo", "藤に不如帰"), "5a": ("bridge", "菖蒲に八橋"), "6a": ("butterflies", "牡丹に蝶"),
    "7a": ("boar", "萩に猪"), "8b": ("moon", "芒に月"), "8a": ("geese", "芒に雁"), "9a": ("sake cup", "菊に盃"),
    "10a": ("deer", "紅葉に鹿"), "11b": ("rain man", "柳に小野道風"), "11a": ("swallow", "柳に燕"),
    "12b": ("phoenix", "桐に鳳凰"), "11c1": ("lightning", "柳のカス"), "12c1": ("yellow paulownia", "桐の黄カス"),
}  # fmt: skip


def _codes() -> tuple[str, ...]:
    codes = []
    for month, kinds in enumerate(_MONTH_KINDS, start=1):
        for place, kind in enumerate(kinds):
            copy = kinds[: place + 1].count("c") if kind == "c" else ""
            codes.append(f"{month}{kind}{copy}")
    return tuple(codes)


CODES = _codes()
"""Each card's text, by card number."""

NUMBERS = {code: card for card, code in enumerate(CODES)}
"""Each card's number, by text."""


def mask(codes: str) -> np.uint64:
    """The set of the cards written in `codes`, for constants: ``mask("7a 10a 6a")``."""
    return np.uint64(sum(1 << NUMBERS[code] for code in codes.split()))


def _kind_mask(kind: str) -> np.uint64:
    return mask(" ".join(code for code in CODES if code.lstrip("0123456789")[0] == kind))


BRIGHTS = _kind_mask("b")
ANIMALS = _kind_mask("a")
RIBBONS = _kind_mask("r")
CHAFF = _kind_mask("c")
DECK = np.uint64((1 << CARDS) - 1)

RAIN_MAN = mask("11b")
PHOENIX = mask("12b")
SAKE_CUP = mask("9a")
WILLOWS = mask("11b 11a 11r 11c1")
PAULOWNIAS = mask("12b 12c1 12c2 12c3")
BOAR_DEER_BUTTERFLY = mask("7a 10a 6a")
POETRY_RIBBONS = mask("1r 2r 3r")
BLUE_RIBBONS = mask("6r 9r 10r")
FLOWER_VIEWING = mask("3b 9a")
MOON_VIEWING = mask("8b 9a")

# The first card of every month: a set times 15 fills the months.
FIRST_OF_MONTH = np.uint64(0x0000_1111_1111_1111)
WHOLE_MONTH = np.uint64(15)
_ODD = np.uint64(0x5555_5555_5555_5555)
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)


@entry
def month_of(card):
    """All four cards of a card's month."""
    return WHOLE_MONTH << np.uint64(card & ~3)


@jit
def full_months(cards):
    """The first cards of the months that are whole in a set."""
    pairs = cards & (cards >> _ONE)
    return pairs & (pairs >> _TWO) & FIRST_OF_MONTH


@jit
def is_paired(cards):
    """Whether a set is all pairs: two cards of every month that it has any of."""
    # The lowest bit of every two-bit and then every four-bit count: no month may be odd, and none whole.
    odd = (cards ^ (cards >> _ONE)) & _ODD
    return (odd ^ (odd >> _TWO)) & FIRST_OF_MONTH == _NONE and full_months(cards) == _NONE


def _names() -> dict[str, int]:
    """Every name a card goes by, in lower case."""
    names: dict[str, int] = {}
    for card, code in enumerate(CODES):
        plant, kind = PLANTS[card // PER_MONTH], code.lstrip("0123456789")
        alone = _MONTH_KINDS[card // PER_MONTH].count(kind[0]) == 1
        names[code] = card
        names[f"{plant} {KINDS[kind[0]]}" + ("" if alone else f" {kind[1:]}")] = card
        names.update(dict.fromkeys(_PICTURES.get(code, ()), card))
    return names


NAMES = _names()
_LONGEST_NAME = max(len(name.split()) for name in NAMES)


def read_cards(text: str) -> list[int]:
    """The cards in a text, in order.

    Parameters
    ----------
    text : str
        Codes or names, separated by spaces or commas; case doesn't matter.

    Raises
    ------
    SimlabError
        For a word that is no card, and for a card that stands twice.

    Examples
    --------
    >>> read_cards("1b, sake cup 11c1")
    [0, 32, 43]
    """
    words = text.lower().replace(",", " ").split()
    cards: list[int] = []
    place = 0
    while place < len(words):
        for length in range(_LONGEST_NAME, 0, -1):
            name = " ".join(words[place : place + length])
            if name in NAMES:
                break
        else:
            raise _unknown_card(words[place])
        if NAMES[name] in cards:
            raise SimlabError(f"card {CODES[NAMES[name]]} stands twice in {echo(text)}; every card is there once")
        cards.append(NAMES[name])
        place += length
    return cards


def _unknown_card(word: str) -> SimlabError:
    return SimlabError(
        f"unknown card {echo(word)}{nearest(word, NAMES)} (a card is a month 1-12 and b for bright, a for animal, "
        "r for ribbon or c1, c2, c3 for chaff, as in '1b 9a 12c1', or a name such as 'sake cup')"
    )


def read_mask(text: str) -> int:
    """The set of the cards in a text, as an int."""
    return sum(1 << card for card in read_cards(text))


def count_hands(size: int, test: Callable[[tuple[int, ...]], bool]) -> int:
    """How many hands of `size` cards pass a test of their month counts, the largest first.

    Examples
    --------
    >>> count_hands(8, lambda counts: counts[0] == 4)
    1628946
    """
    return sum(_ways(counts) for counts in _month_counts(size, PER_MONTH) if len(counts) <= MONTHS and test(counts))


def _month_counts(size: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `size` as month counts, the largest first."""
    if size == 0:
        yield ()
    for first in range(min(size, most), 0, -1):
        for rest in _month_counts(size - first, first):
            yield (first, *rest)


def _ways(counts: tuple[int, ...]) -> int:
    """In how many ways months and their cards make such counts."""
    months = factorial(MONTHS) // factorial(MONTHS - len(counts))
    for times in Counter(counts).values():
        months //= factorial(times)
    return months * prod(comb(PER_MONTH, count) for count in counts)


def members(cards: int | np.uint64) -> list[int]:
    """The card numbers in a set."""
    return [card for card in range(CARDS) if int(cards) >> card & 1]


def text(cards: int | np.uint64 | Iterable[int]) -> str:
    """Cards as text: a set by rising number, or card numbers in their order.

    Examples
    --------
    >>> text(BOAR_DEER_BUTTERFLY)
    '6a 7a 10a'
    """
    listed = members(cards) if isinstance(cards, int | np.integer) else cards
    return " ".join(CODES[card] for card in listed)
