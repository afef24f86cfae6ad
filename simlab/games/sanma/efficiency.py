"""How far a hand is from complete, which tiles bring it nearer, and what each discard leaves.

Shanten is the number of tiles that a hand lacks to one tile less than a complete hand: 0 is tenpai, -1 complete. It is
counted against complete hands that a set of 108 tiles and the player's own melds leave possible: nobody waits for the
fifth tile of a kind.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simlab.decks.riichi import COPIES, KINDS, OTHERS, RANKS, TRIPLET
from simlab.games.sanma.blocks import (
    CLASS,
    DISTANCES,
    FAR,
    KINDS_HELD,
    OUTSIDE_KINDS,
    OUTSIDE_PAIR,
    PAIRS,
    SETS,
    STARTS,
    fill_row,
    first_step,
    merge,
    other_code,
    suit_rank,
)
from simlab.kernel.bits import bit
from simlab.kernel.jit import entry, jit

BLOCKS = KINDS // RANKS
SEVEN_PAIRS, ORPHANS = 7, 13


class Form(IntEnum):
    """Which complete hands are meant."""

    BEST = 0
    """Any."""
    STANDARD = 1
    """Four sets and a pair."""
    SEVEN_PAIRS = 2
    ORPHANS = 3
    """The thirteen orphans: one of each terminal and honour, and one of them twice."""


DESK = np.dtype(
    [
        ("facts", "u1", (BLOCKS, OUTSIDE_PAIR + 1)),  # of each block
        ("is_capped", "u1"),  # whether melds hold tiles of a suit
        ("rows", "u1", (BLOCKS, DISTANCES)),  # of each block, where it is
        ("merged", "u1", (DISTANCES,)),
        ("whole", "u1", (DISTANCES,)),
        ("caps", "u1", (RANKS,)),
        ("steps", "u1", first_step().shape),
    ],
    align=True,
)
"""Scratch for one hand."""


def desk() -> np.ndarray:
    """Fresh scratch: record[1]."""
    made = np.zeros(1, DESK)
    made["steps"][0] = first_step()
    return made


@jit
def lay(counts, held, desk, table):
    """Look a hand up: its closed tiles and, against a fifth of a kind, those in its melds."""
    desk.is_capped = False
    for kind in range(OTHERS):
        desk.is_capped |= held[kind] > 0
    for block in range(BLOCKS):
        lay_block(counts, held, block, desk, table)


@jit
def lay_block(counts, held, block, desk, table):
    """Look up one block of a hand."""
    first = RANKS * block
    if first == OTHERS:
        facts = table.other_facts[other_code(counts, held)]
    else:
        facts = table.suit_facts[table.suits[suit_rank(counts, first, table)]]
    for fact in range(OUTSIDE_PAIR + 1):
        desk.facts[block, fact] = facts[fact]
    if desk.is_capped:
        _lay_row(counts, held, block, desk, table)


@jit
def _lay_row(counts, held, block, desk, table):
    """A block's distances where melds leave fewer tiles than the tables go by."""
    first, held_here = RANKS * block, 0
    for place in range(RANKS):
        desk.caps[place] = COPIES - held[first + place]
        held_here += held[first + place]
    if first < OTHERS and held_here > 0:
        fill_row(counts[first : first + RANKS], desk.caps, 0, STARTS, desk.steps, desk.rows[block])
        return
    number = desk.facts[block, CLASS]
    for distance in range(DISTANCES):
        others, suits = table.other_rows, table.suit_rows
        desk.rows[block, distance] = others[number, distance] if first == OTHERS else suits[number, distance]


@jit
def shanten_of(desk, sets, form, table):
    """The shanten of the hand on the desk with so many sets yet to make; a form that its melds rule out is FAR away."""
    found = FAR
    if form <= Form.STANDARD:
        found = _lacking(desk, sets, table) - 1
    if sets == SETS:
        facts = desk.facts
        if form == Form.BEST or form == Form.SEVEN_PAIRS:
            pairs = np.int64(facts[0, PAIRS]) + facts[1, PAIRS] + facts[2, PAIRS]
            kinds = np.int64(facts[0, KINDS_HELD]) + facts[1, KINDS_HELD] + facts[2, KINDS_HELD]
            found = min(found, seven_pairs_shanten(pairs, kinds))
        if form == Form.BEST or form == Form.ORPHANS:
            outside = np.int64(facts[0, OUTSIDE_KINDS]) + facts[1, OUTSIDE_KINDS] + facts[2, OUTSIDE_KINDS]
            paired = facts[0, OUTSIDE_PAIR] | facts[1, OUTSIDE_PAIR] | facts[2, OUTSIDE_PAIR]
            found = min(found, orphans_shanten(outside, paired))
    return found


@jit
def seven_pairs_shanten(pairs, kinds):
    """The shanten to seven pairs: of as many different kinds."""
    return SEVEN_PAIRS - 1 - pairs + max(0, SEVEN_PAIRS - kinds)


@jit
def orphans_shanten(outside, paired):
    """The shanten to the thirteen orphans, by the terminals and honours and whether one is paired."""
    return ORPHANS - outside - paired


@jit
def _lacking(desk, sets, table):
    """How many tiles lack to so many sets and a pair."""
    if desk.is_capped:
        merge(desk.rows[0], desk.rows[1], desk.merged)
        merge(desk.merged, desk.rows[2], desk.whole)
        return np.int64(desk.whole[2 * sets + 1])
    facts = desk.facts
    return np.int64(table.lacking[table.merged[facts[0, CLASS], facts[1, CLASS]], facts[2, CLASS], sets])


@jit
def size(counts):
    """How many tiles there are."""
    total = 0
    for kind in range(KINDS):
        total += counts[kind]
    return total


@jit
def accept(counts, held, seen, sets, form, shanten, desk, table):
    """The kinds that lower a hand's shanten, as a set, and how many of them are neither in it nor `seen`.

    The hand is on the desk, and is again in the end.
    """
    kinds, live = np.uint64(0), 0
    for block in range(BLOCKS):
        for kind in range(RANKS * block, RANKS * (block + 1)):
            own = np.int64(counts[kind]) + held[kind]
            if own < COPIES:
                counts[kind] += 1
                lay_block(counts, held, block, desk, table)
                counts[kind] -= 1
                if shanten_of(desk, sets, form, table) < shanten:
                    kinds |= bit(kind)
                    live += max(0, COPIES - own - seen[kind])
        lay_block(counts, held, block, desk, table)
    return kinds, live


@entry
def shantens(hands, held, form, tables, desks, out):
    """The shanten of many hands."""
    desk, table = desks[0], tables[0]
    for hand in range(hands.shape[0]):
        lay(hands[hand], held[hand], desk, table)
        out[hand] = shanten_of(desk, size(hands[hand]) // TRIPLET, form, table)


@entry
def acceptances(hands, held, seen, form, tables, desks, shanten, kinds, live):
    """The shanten of many hands that wait for a tile, and what they accept."""
    desk, table = desks[0], tables[0]
    for hand in range(hands.shape[0]):
        counts, sets = hands[hand], size(hands[hand]) // TRIPLET
        lay(counts, held[hand], desk, table)
        shanten[hand] = shanten_of(desk, sets, form, table)
        kinds[hand], live[hand] = accept(counts, held[hand], seen[hand], sets, form, shanten[hand], desk, table)


@entry
def all_discards(hands, held, seen, form, tables, desks, shanten, kinds, live):
    """What every discard of many hands leaves, at its kind; FAR away for what a hand hasn't. What is thrown is seen."""
    desk, table = desks[0], tables[0]
    for hand in range(hands.shape[0]):
        counts, sets = hands[hand], size(hands[hand]) // TRIPLET
        lay(counts, held[hand], desk, table)
        for kind in range(KINDS):
            shanten[hand, kind] = FAR
            if counts[kind] > 0:
                counts[kind] -= 1
                lay_block(counts, held[hand], kind // RANKS, desk, table)
                after = shanten_of(desk, sets, form, table)
                shanten[hand, kind] = after
                seen[hand, kind] += 1
                kinds[hand, kind], live[hand, kind] = accept(
                    counts, held[hand], seen[hand], sets, form, after, desk, table
                )
                seen[hand, kind] -= 1
                counts[kind] += 1
                lay_block(counts, held[hand], kind // RANKS, desk, table)
