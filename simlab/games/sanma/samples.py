"""Random hands to time and to look at: as they are dealt, and complete ones, the same whenever they are made."""

from __future__ import annotations

from functools import cache

import numpy as np

from simlab.decks.riichi import COPIES, DORA, KINDS, OTHERS, RANKS, TILES, TRIPLET
from simlab.games.sanma import hand
from simlab.games.sanma.blocks import HAND as HAND_SIZE
from simlab.games.sanma.blocks import SETS

DIFFERENT = 20_000
_SEED = 1


@cache
def dealt_hands() -> np.ndarray:
    """Hands of 13 tiles as they are dealt: uint8[n, 27]."""
    generator = np.random.Generator(np.random.Philox(_SEED))
    deck = np.tile(np.arange(TILES, dtype=np.int64), (DIFFERENT, 1))
    kinds = generator.permuted(deck, axis=1)[:, : HAND_SIZE - 1] % KINDS
    return (kinds[:, :, None] == np.arange(KINDS)).sum(axis=1).astype(np.uint8)


@cache
def winning_hands() -> np.ndarray:
    """Closed hands of four sets and a pair with riichi, half of them tsumo: HAND[n]."""
    generator = np.random.Generator(np.random.Philox(_SEED))
    hands = hand.empty_hands(DIFFERENT)
    for one in hands:
        while not _fill(one["tiles"], generator):
            one["tiles"] = 0
        one["win"] = generator.choice(np.flatnonzero(one["tiles"]))
        one["tsumo"] = generator.random() < 0.5
        one["dora"][DORA[generator.choice(np.flatnonzero(one["tiles"] < COPIES))]] = 1
    hands["riichi"] = True
    hands["by"] = 2
    return hands


def _fill(tiles: np.ndarray, generator: np.random.Generator) -> bool:
    """Put four sets and a pair into `tiles`; False where that takes a fifth tile."""
    for _ in range(SETS):
        first = int(generator.integers(KINDS))
        if first < OTHERS and first % RANKS < RANKS - 2 and generator.random() < 0.7:
            tiles[first : first + TRIPLET] += 1
        else:
            tiles[first] += TRIPLET
    tiles[generator.integers(KINDS)] += 2
    return bool(tiles.max() <= COPIES)
