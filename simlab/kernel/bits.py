"""Sets as bits: one uint64 for cards, ``uint64[words]`` for action codes (bit c of word c // 64).

Every constant is wrapped: in Numba uint64 + int64 is int64, and a mask that turned signed or float would be wrong
in silence.
"""

from __future__ import annotations

import numpy as np

from simlab.kernel.jit import jit

WORD = 64
_ONE = np.uint64(1)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_PAIRS = np.uint64(0x3333333333333333)
_ODD = np.uint64(0x5555555555555555)
_BYTES = np.uint64(0x0101010101010101)


@jit
def bit(code):
    """The set that holds `code` (0..63) alone."""
    return _ONE << np.uint64(code)


@jit
def popcount(mask):
    """Number of members of a uint64 set (LLVM makes one POPCNT of it)."""
    mask = mask - ((mask >> _ONE) & _ODD)
    mask = (mask & _PAIRS) + ((mask >> np.uint64(2)) & _PAIRS)
    mask = (mask + (mask >> np.uint64(4))) & _NIBBLES
    return np.int64((mask * _BYTES) >> np.uint64(56))


@jit
def lowest(mask):
    """The smallest member of a uint64 set that isn't empty."""
    return popcount((mask & (~mask + _ONE)) - _ONE)


@jit
def highest(mask):
    """The largest member of a uint64 set that isn't empty."""
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(shift)
    return popcount(mask) - 1


@jit
def drop_lowest(mask):
    """The set without its smallest member."""
    return mask & (mask - _ONE)


def _selected() -> np.ndarray:
    """The member number r of the set of bits in a byte b, at 256 * r + b."""
    table = np.zeros(8 * 256, np.uint8)
    for byte in range(256):
        for rank, place in enumerate([place for place in range(8) if byte >> place & 1]):
            table[256 * rank + byte] = place
    return table


_SELECTED = _selected()
_TOPS = np.uint64(0x8080808080808080)
_BYTE = np.uint64(0xFF)


@jit
def member(mask, rank):
    """The member number `rank` (from 0, by rising code) of a uint64 set that has so many.

    S. Vigna, "Broadword implementation of rank/select queries" (2008), without a branch that luck decides.
    """
    sums = mask - ((mask >> _ONE) & _ODD)
    sums = (sums & _PAIRS) + ((sums >> np.uint64(2)) & _PAIRS)
    sums = ((sums + (sums >> np.uint64(4))) & _NIBBLES) * _BYTES
    wanted = np.uint64(rank) * _BYTES
    below = ((wanted | _TOPS) - sums) & _TOPS
    place = np.uint64(8) * (((below >> np.uint64(7)) * _BYTES) >> np.uint64(56))
    left = np.uint64(rank) - (((sums << np.uint64(8)) >> place) & _BYTE)
    return np.int64(place) + np.int64(_SELECTED[(left << np.uint64(8)) | ((mask >> place) & _BYTE)])


@jit
def add(codes, code):
    """Put `code` into a ``uint64[words]`` set."""
    codes[code >> 6] |= bit(code & 63)


@jit
def has(codes, code):
    """Whether `code` is in a ``uint64[words]`` set; codes out of range are not."""
    return 0 <= code < WORD * codes.shape[0] and (codes[code >> 6] & bit(code & 63)) != np.uint64(0)


@jit
def count(codes):
    """Number of members of a ``uint64[words]`` set."""
    total = 0
    for word in range(codes.shape[0]):
        total += popcount(codes[word])
    return total


@jit
def nth(codes, rank):
    """The member number `rank` (from 0, by rising code) of a ``uint64[words]`` set, -1 if it has fewer."""
    for word in range(codes.shape[0]):
        size = popcount(codes[word])
        if rank < size:
            return WORD * word + member(codes[word], rank)
        rank -= size
    return -1


@jit
def clear(codes):
    """Empty a ``uint64[words]`` set."""
    for word in range(codes.shape[0]):
        codes[word] = np.uint64(0)
