"""The exact distribution of shanten over all hands of 13 tiles that can be dealt.

Hands are counted block by block: in how many ways does a block hold so many tiles with such a row of distances, such a
number of pairs and of kinds? Two blocks are merged into one by adding up the products of their ways.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from simlab.decks.riichi import COPIES, RANKS, TILES
from simlab.games.sanma import blocks
from simlab.games.sanma.blocks import (
    CLASS,
    HAND,
    KINDS_HELD,
    MERGED,
    OTHER_CODES,
    OUTSIDE_KINDS,
    OUTSIDE_PAIR,
    PAIRS,
    RANKED,
    SETS,
    WEIGHTS,
    advance,
)
from simlab.games.sanma.efficiency import ORPHANS, SEVEN_PAIRS, Form, orphans_shanten, seven_pairs_shanten
from simlab.kernel.announcing import announced
from simlab.kernel.jit import entry

DEALT = HAND - 1
_MOST_PAIRS = DEALT // 2
# Shanten of four sets and a pair of a hand is no more than this.
MOST_SHANTEN = 2 * SETS

_WAYS = np.array([comb(COPIES, count) for count in range(COPIES + 1)], np.int64)

_BLOCK = np.dtype([("tiles", "i1"), ("facts", "u1", (OUTSIDE_PAIR + 1,)), ("ways", "i8")])
# By the number of tiles, merged row, pairs, kinds, terminals and honours, and whether one of these is paired.
_SUITS_SHAPE = (DEALT + 1, MERGED, _MOST_PAIRS + 1, DEALT + 1, 5, 2)

HANDS = comb(TILES, DEALT)
"""How many hands there are, each tile told from the others of its kind."""


@cache
def counts() -> np.ndarray:
    """How many hands there are of each sort.

    Returns
    -------
    int64[shanten of the standard form + 1, of seven pairs + 1, of the thirteen orphans + 1, terminals and honours]
        The last axis is the number of different kinds of these in the hand.
    """
    table = blocks.load()[0]
    suits = np.zeros(_SUITS_SHAPE, np.int64)
    found = np.zeros((MOST_SHANTEN + 2, SEVEN_PAIRS + 1, ORPHANS + 2, ORPHANS + 1), np.int64)
    with announced("Sanma"):
        suit, others = _suit_blocks(table), _other_blocks(table)
        _merge_suits(suit, table["merged"], suits)
        held = np.argwhere(suits)
        _merge_others(held, suits[tuple(held.T)], others, table["lacking"], found)
    return found


def shanten_counts(form: Form) -> dict[int, int]:
    """How many hands there are of each shanten."""
    found = counts().sum(axis=3)
    sorts = np.indices(found.shape)
    shanten = sorts.min(axis=0) if form == Form.BEST else sorts[form - Form.STANDARD]
    totals = {value: int(found[shanten == value].sum()) for value in range(int(shanten.max()) + 1)}
    return {value - 1: total for value, total in totals.items() if total}


def starting_shanten(form: str = "best") -> dict[int, Fraction]:
    """How likely each shanten is for a hand of 13 tiles as it is dealt, exactly.

    Parameters
    ----------
    form : {"best", "standard", "seven_pairs", "orphans"}

    Returns
    -------
    dict of int to Fraction

    Examples
    --------
    >>> sum(starting_shanten().values())
    Fraction(1, 1)
    """
    from simlab.games.sanma.shapes import read_form

    return {value: Fraction(total, HANDS) for value, total in shanten_counts(read_form(form)).items()}


def kinds_counts() -> dict[int, int]:
    """How many hands there are with each number of different terminals and honours."""
    return {kinds: int(total) for kinds, total in enumerate(counts().sum(axis=(0, 1, 2)))}


def _suit_blocks(table: np.void) -> np.ndarray:
    """The sorts of a suit with their ways: _BLOCK[n]."""
    tiles, ways = np.zeros(RANKED, np.int8), np.zeros(RANKED, np.int64)
    _count_suits(np.zeros(RANKS, np.int64), tiles, ways)
    return _sorts(tiles, table["suit_facts"][table["suits"]], ways)


def _other_blocks(table: np.void) -> np.ndarray:
    """The sorts of the block without runs."""
    tiles, ways = np.zeros(OTHER_CODES, np.int8), np.zeros(OTHER_CODES, np.int64)
    for code in range(OTHER_CODES):
        left, kinds, total = code, RANKS, 1
        for count in range(COPIES, 0, -1):
            number, left = divmod(left, WEIGHTS[count])
            total *= comb(kinds, number) * int(_WAYS[count]) ** number
            kinds -= number
            tiles[code] += min(count * number, HAND + 1 - tiles[code])
            if kinds < 0:
                total = 0
                break
        ways[code] = total
    return _sorts(tiles, table["other_facts"], ways)


def _sorts(tiles: np.ndarray, facts: np.ndarray, ways: np.ndarray) -> np.ndarray:
    """What differs by tiles or facts, with the ways of each added up; no more tiles than are dealt."""
    kept = (tiles <= DEALT) & (ways > 0)
    keys, where = np.unique(np.column_stack([tiles[kept], facts[kept]]), axis=0, return_inverse=True)
    found = np.zeros(len(keys), _BLOCK)
    found["tiles"], found["facts"] = keys[:, 0], keys[:, 1:]
    np.add.at(found["ways"], where.ravel(), ways[kept])
    return found


@entry
def _count_suits(held, tiles, ways):
    """The number of tiles of every rank, and in how many ways it comes about."""
    total = np.int64(0)
    for rank in range(ways.shape[0]):
        product = np.int64(1)
        for place in range(RANKS):
            product *= _WAYS[held[place]]
        tiles[rank], ways[rank] = total, product
        _, total = advance(held, total)


@entry
def _merge_suits(suit, merged, found):
    """Two suits."""
    for one in suit:
        for other in suit:
            tiles = one.tiles + other.tiles
            if tiles <= DEALT:
                found[
                    tiles,
                    merged[one.facts[CLASS], other.facts[CLASS]],
                    one.facts[PAIRS] + other.facts[PAIRS],
                    one.facts[KINDS_HELD] + other.facts[KINDS_HELD],
                    one.facts[OUTSIDE_KINDS] + other.facts[OUTSIDE_KINDS],
                    one.facts[OUTSIDE_PAIR] | other.facts[OUTSIDE_PAIR],
                ] += one.ways * other.ways


@entry
def _merge_others(held, ways, others, lacking, found):
    """Both suits with the block without runs, where that makes a hand."""
    for place in range(held.shape[0]):
        for other in others:
            if held[place, 0] + other.tiles == DEALT:
                standard = np.int64(lacking[held[place, 1], other.facts[CLASS], SETS]) - 1
                pairs = held[place, 2] + other.facts[PAIRS]
                kinds = held[place, 3] + other.facts[KINDS_HELD]
                outside = held[place, 4] + other.facts[OUTSIDE_KINDS]
                paired = held[place, 5] | other.facts[OUTSIDE_PAIR]
                seven, orphans = seven_pairs_shanten(pairs, kinds), orphans_shanten(outside, paired)
                found[standard + 1, seven + 1, orphans + 1, outside] += ways[place] * other.ways
