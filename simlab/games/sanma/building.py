"""How the tables of `blocks` are made: in under a second, once."""

from __future__ import annotations

import numpy as np

from simlab.decks.riichi import COPIES, RANKS, TRIPLET
from simlab.games.sanma.blocks import (
    CLASS,
    DISTANCES,
    FACTS,
    FAR,
    HAND,
    HEADS,
    KINDS_HELD,
    OTHER_CODES,
    OUTSIDE_KINDS,
    OUTSIDE_PAIR,
    PAIR_SHIFT,
    PAIRS,
    RANKED,
    RUN_BITS,
    RUNS_SHIFT,
    SETS,
    STARTS,
    TABLES,
    TAILS,
    WEIGHTS,
    advance,
    fill_row,
    first_step,
    merge,
)
from simlab.kernel.jit import entry, jit

_LAST_RUN = RANKS - 3


def build(rules: np.ndarray) -> np.ndarray:
    """The tables: record[1]; `rules` change nothing."""
    made = np.zeros(1, TABLES)
    table = made[0]
    _rank(table["heads"], table["tails"])
    rows, facts = np.zeros((RANKED, DISTANCES), np.uint8), np.zeros((RANKED, FACTS), np.uint8)
    block = np.zeros(RANKS, np.uint8), np.full(RANKS, COPIES, np.uint8), first_step()
    _suits(*block, rows, facts, table["complete"], table["readings"])
    _number(table["suit_rows"], facts, rows)
    keys, numbers = np.unique(facts.view(f"V{FACTS}").ravel(), return_inverse=True)
    table["suit_facts"] = keys.view(np.uint8).reshape(-1, FACTS)
    table["suits"] = numbers
    codes = np.full((OTHER_CODES, DISTANCES), FAR, np.uint8)
    _others(*block, codes, table["other_facts"])
    _number(table["other_rows"], table["other_facts"], codes)
    merged = np.zeros((len(table["merged"]) ** 2, DISTANCES), np.uint8)
    _merge_all(table["suit_rows"], table["suit_rows"], merged)
    kinds, numbers = np.unique(merged, axis=0, return_inverse=True)
    table["merged_rows"] = kinds
    table["merged"] = numbers.reshape(table["merged"].shape)
    _fill_lacking(table["merged_rows"], table["other_rows"], np.zeros(DISTANCES, np.uint8), table["lacking"])
    return made


def _number(classes: np.ndarray, facts: np.ndarray, rows: np.ndarray) -> None:
    """Number the different rows, and tell each block's number."""
    kinds, numbers = np.unique(rows.view(f"V{DISTANCES}").ravel(), return_inverse=True)
    classes[:] = kinds.view(np.uint8).reshape(-1, DISTANCES)
    facts[:, CLASS] = numbers


@entry
def _rank(heads, tails):
    """Number the counts of nine kinds in lexicographic order."""
    sizes = np.zeros(HAND + 1, np.int64)
    for room in range(HAND + 1):
        for tail in range(TAILS):
            tails[room, tail] = sizes[room]
            sizes[room] += _digits(tail) <= room
    start = 0
    for head in range(HEADS):
        heads[head] = start
        held = _digits(head)
        if held <= HAND:
            start += sizes[HAND - held]


@jit
def _digits(number):
    """The sum of the digits to the base 5."""
    total = 0
    while number > 0:
        total += number % 5
        number //= 5
    return total


@entry
def _suits(counts, caps, steps, rows, facts, complete, readings):
    """The row and the facts of every rank, and the readings of the complete ones."""
    held, found, changed = np.int64(0), 0, 0
    for rank in range(rows.shape[0]):
        fill_row(counts, caps, changed, STARTS, steps, rows[rank])
        _describe(counts, 0, RANKS - 1, facts[rank])
        sets, pairs = held // TRIPLET, (held % TRIPLET) // 2
        if held % TRIPLET != 1 and rows[rank, 2 * sets + pairs] == 0:
            found += 1
            complete[rank] = found
            _read(counts, readings[found])
        changed, held = advance(counts, held)


@entry
def _describe(counts, first, last, facts):
    """What is told of a block beside its row; its terminals and honours are the first and the last, or all."""
    for place in range(RANKS):
        facts[PAIRS] += counts[place] >= 2
        facts[KINDS_HELD] += counts[place] >= 1
        if place == 0 or place == RANKS - 1 or first == last:
            facts[OUTSIDE_KINDS] += counts[place] >= 1
            facts[OUTSIDE_PAIR] |= counts[place] >= 2


@entry
def _read(counts, readings):
    """All ways to read a complete block."""
    found = 0
    for pair in range(RANKS + 1):
        for triplets in range(1 << RANKS):
            reading = _reading(counts, pair, triplets)
            if reading >= 0:
                readings[found] = reading
                found += 1


@jit
def _reading(counts, pair, triplets):
    """The reading with a pair (rank + 1, 0 for none) and a set of triplets, -1 if there is none."""
    runs, two, one = 0, 0, 0
    for place in range(RANKS):
        left = np.int64(counts[place]) - two - one - 3 * (triplets >> place & 1) - 2 * (pair == place + 1)
        if left < 0 or (left > 0 and place > _LAST_RUN):
            return -1
        runs |= left << (RUN_BITS * place)
        two, one = one, left
    return triplets | pair << PAIR_SHIFT | runs << RUNS_SHIFT


@entry
def _others(counts, caps, steps, rows, facts):
    """The block without runs, by how many kinds it holds once, twice, three and four times."""
    for code in range(rows.shape[0]):
        left, place, held = code, 0, 0
        for kind in range(RANKS):
            counts[kind] = 0
        for count in range(COPIES, 0, -1):
            for _ in range(left // WEIGHTS[count]):
                if place < RANKS:
                    counts[place] = count
                place += 1
                held += count
            left %= WEIGHTS[count]
        if place <= RANKS and held <= HAND:
            fill_row(counts, caps, 0, 1, steps, rows[code])
            _describe(counts, 0, 0, facts[code])


@entry
def _merge_all(rows, others, merged):
    """The merged row of every pair of rows."""
    for one in range(rows.shape[0]):
        for other in range(others.shape[0]):
            merge(rows[one], others[other], merged[one * others.shape[0] + other])


@entry
def _fill_lacking(rows, others, merged, lacking):
    """How many tiles every pair of rows lacks to so many sets and a pair; `merged` is scratch."""
    for one in range(rows.shape[0]):
        for other in range(others.shape[0]):
            merge(rows[one], others[other], merged)
            for sets in range(SETS + 1):
                lacking[one, other, sets] = merged[2 * sets + 1]
