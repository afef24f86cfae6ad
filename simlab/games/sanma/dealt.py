"""Hands as they are dealt, simulated: for what can't be counted exactly, and to hold against what can."""

from __future__ import annotations

import numpy as np

from simlab.decks.riichi import KINDS, TILES
from simlab.games.sanma import blocks, efficiency
from simlab.games.sanma.blocks import SETS
from simlab.games.sanma.efficiency import Form, lay, shanten_of
from simlab.games.sanma.rules import SEATS
from simlab.games.sanma.starting import DEALT, MOST_SHANTEN
from simlab.kernel import rng
from simlab.kernel.announcing import announced
from simlab.kernel.jit import entry

TABLE = SEATS * DEALT
_NO_DICE = np.zeros(0, np.uint8)


def simulated(deals: int, seed: int = 1, form: Form = Form.BEST) -> tuple[np.ndarray, np.ndarray]:
    """How often each shanten was dealt.

    Parameters
    ----------
    deals : int
        How many times three hands of 13 are dealt, from the shuffles 0, 1, 2 ... of the seed.
    seed : int
    form : Form

    Returns
    -------
    own, lowest : int64[shanten + 1]
        By the shanten of the first hand, and by the lowest of the three.
    """
    own, lowest = np.zeros(MOST_SHANTEN + 2, np.int64), np.zeros(MOST_SHANTEN + 2, np.int64)
    words = np.zeros(rng.words_needed(TABLE, 0), np.uint32)
    with announced("Sanma"):
        _deal(np.uint64(seed), deals, form, words, np.zeros(TILES, np.uint8), *_scratch(), own, lowest)
    return own, lowest


def _scratch() -> tuple[np.ndarray, ...]:
    return np.zeros((SEATS, KINDS), np.uint8), np.zeros(KINDS, np.uint8), efficiency.desk(), blocks.load()


@entry
def _deal(seed, deals, form, words, row, hands, nothing, desks, tables, own, lowest):
    """Deal, and count."""
    for index in range(deals):
        rng.shuffle(seed, np.uint64(index), 0, TILES, TABLE, _NO_DICE, words, row)
        best = MOST_SHANTEN
        for seat in range(SEATS - 1, -1, -1):
            hand = hands[seat]
            for kind in range(KINDS):
                hand[kind] = 0
            for place in range(DEALT * seat, DEALT * (seat + 1)):
                hand[row[place] % KINDS] += 1
            lay(hand, nothing, desks[0], tables[0])
            shanten = shanten_of(desks[0], SETS, form, tables[0])
            best = min(best, shanten)
        own[shanten + 1] += 1
        lowest[best + 1] += 1
