"""What can be looked up about a hand, block by block: how far each block is from so many sets, and how it is read.

A hand falls into three blocks of nine kinds, pin, sou and the others, which share no set. For each block there is a
row: for 0 to 4 sets, with and without a pair, how many tiles it lacks to them. Rows are merged by min-plus.

A suit's counts have a rank: their number among all counts that add up to no more than a hand, in lexicographic order.
The first five counts give where their group starts, the last four a place in it. The other block has no runs, so what
counts is how many kinds it has how often.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from simlab.decks.riichi import COPIES, OTHERS, RANKS
from simlab.kernel import tables
from simlab.kernel.jit import entry, jit

SETS = 4
HAND = 14
HEAD, TAIL = 5, 4
HEADS, TAILS = 5**HEAD, 5**TAIL
RANKED = 405_350
"""Counts of nine kinds, each up to four, that add up to no more than a hand."""

DISTANCES = 2 * (SETS + 1)
"""A row's distances: for m sets and p pairs at 2 * m + p."""
CLASS, PAIRS, KINDS_HELD, OUTSIDE_KINDS, OUTSIDE_PAIR = range(5)
"""What is told of a block: the number of its row; kinds held twice or more; kinds held; terminals and honours among
them; whether one of these is held twice."""
FACTS = 5
FAR = 99

# How many there are: different rows of a suit and what is told of one, rows of the other block, merged rows of two
# suits, complete blocks of a suit and readings of one.
SUIT_CLASSES = 126
SUIT_FACTS = 2413
OTHER_CLASSES = 56
MERGED = 180
COMPLETE = 21_743
READINGS = 4

# What a kind held so often adds to the number of an other block: how many kinds it holds 1, 2, 3 and 4 times.
WEIGHTS = (0, 1, 10, 80, 400)
OTHER_CODES = 1600

_RUNS = RANKS - 2
STARTS = 3  # equal runs 0..2: three are read as triplets

# A reading: triplets a bit each, the pair's rank + 1, and three bits for the number of runs from each rank.
PAIR_SHIFT, RUNS_SHIFT, RUN_BITS = 9, 13, 3

TABLES = np.dtype(
    [
        ("heads", "u4", (HEADS,)),  # where the counts with these first five start
        ("tails", "u2", (HAND + 1, TAILS)),  # the place of the last four, by how many tiles they may be
        ("suits", "u2", (RANKED,)),
        ("suit_facts", "u1", (SUIT_FACTS, FACTS)),
        ("suit_rows", "u1", (SUIT_CLASSES, DISTANCES)),
        ("other_facts", "u1", (OTHER_CODES, FACTS)),
        ("other_rows", "u1", (OTHER_CLASSES, DISTANCES)),
        ("merged", "u2", (SUIT_CLASSES, SUIT_CLASSES)),
        ("merged_rows", "u1", (MERGED, DISTANCES)),
        ("lacking", "u1", (MERGED, OTHER_CLASSES, SETS + 1)),  # to so many sets and a pair
        ("complete", "u2", (RANKED,)),  # the number of a complete suit, from 1
        ("readings", "u8", (COMPLETE + 1, READINGS)),
    ],
    align=True,
)


@cache
def load() -> np.ndarray:
    """The tables, the same under all rules: record[1], from disk once they have been built."""
    from simlab.games.sanma.building import build

    return tables.load("sanma-blocks", np.zeros(1, np.uint8), (), TABLES, build)


def first_step() -> np.ndarray:
    """Room for the steps of `fill_row`, with the first in it."""
    steps = np.full((RANKS + 1, STARTS, STARTS, SETS + 1, 2), FAR, np.uint8)
    steps[0, 0, 0, 0, 0] = 0
    return steps


@jit
def suit_rank(counts, first, table):
    """The rank of the suit that starts at kind `first`."""
    head, held = np.int64(0), np.int64(0)
    for kind in range(first, first + HEAD):
        head = 5 * head + counts[kind]
        held += counts[kind]
    tail = np.int64(0)
    for kind in range(first + HEAD, first + RANKS):
        tail = 5 * tail + counts[kind]
    return np.int64(table.heads[head]) + table.tails[HAND - held, tail]


@jit
def advance(counts, held):
    """Go on to the suit of the next rank: from which place on it differs (-1 after the last), and its tiles."""
    place = RANKS - 1
    while place >= 0 and (counts[place] == COPIES or held == HAND):
        held -= counts[place]
        counts[place] = 0
        place -= 1
    if place >= 0:
        counts[place] += 1
        held += 1
    return place, held


@jit
def other_code(counts, held):
    """The number of the block without runs. The fourth tile of a kind whose others lie in a meld serves nothing."""
    code = np.int64(0)
    for kind in range(OTHERS, OTHERS + RANKS):
        code += WEIGHTS[counts[kind] if held[kind] == 0 else 0]
    return code


@jit
def merge(one, other, merged):
    """The distances of two blocks together: the least over all ways to share sets and pair between them."""
    for sets in range(SETS + 1):
        alone, paired = FAR, FAR
        for part in range(sets + 1):
            rest = 2 * (sets - part)
            alone = min(alone, one[2 * part] + other[rest])
            paired = min(paired, one[2 * part + 1] + other[rest], one[2 * part] + other[rest + 1])
        merged[2 * sets], merged[2 * sets + 1] = alone, paired


@jit
def fill_row(counts, caps, changed, starts, steps, row):
    """A block's distances, by dynamic programming over its kinds, those from `changed` on anew.

    ``steps[k, a, b, m, p]`` is how many tiles the first k kinds lack to m sets and p pairs, with b runs begun at the
    last of them and a at the one before. `caps` are how many there can be of a kind; `starts` is over the number of
    equal runs.
    """
    for place in range(changed, RANKS):
        limit = starts if place < _RUNS else 1
        _step(steps[place], steps[place + 1], np.int64(counts[place]), np.int64(caps[place]), limit)
    for sets in range(SETS + 1):
        for pairs in range(2):
            row[2 * sets + pairs] = steps[RANKS, 0, 0, sets, pairs]


@entry
def _step(before, after, count, cap, limit):
    """Take in one more kind."""
    for two in range(STARTS):
        for one in range(STARTS):
            for sets in range(SETS + 1):
                after[two, one, sets, 0] = after[two, one, sets, 1] = FAR
    for two in range(STARTS):
        for one in range(STARTS):
            for sets in range(SETS + 1):
                for pairs in range(2):
                    lacking = np.int64(before[two, one, sets, pairs])
                    for choice in range(limit * 4 if lacking < FAR else 0):
                        begun, triplet, pair = choice >> 2, choice >> 1 & 1, choice & 1
                        taken = two + one + begun + 3 * triplet + 2 * pair
                        now = sets + begun + triplet
                        if taken <= cap and now <= SETS and pairs + pair < 2:
                            more = lacking + max(0, taken - count)
                            if more < after[one, begun, now, pairs + pair]:
                                after[one, begun, now, pairs + pair] = more
