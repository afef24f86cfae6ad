"""The one aggregator: exact integer sums of any game's outcome rows.

A *block* is one index under every arm (rule set) and every line-up of bots. It gives a vector x of integers, its
*slots*: each slot adds up some columns of the block's rows. Kept are the sums of x, and the products x[i] * x[j] of
those pairs of slots that some estimate needs. From them every mean, ratio, contrast and covariance follows exactly, and
sums of two ranges of blocks just add.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from simlab.errors import SimlabError
from simlab.kernel import jit
from simlab.kernel.jit import array_type, compile_cached, int32, int64


class SumPlan(NamedTuple):
    """Which sums are kept.

    ``slots[first[k]:first[k + 1]]`` are the slots that add up column k of a block, its rows laid end to end (arm,
    line-up, column). ``partners[start[i]:start[i + 1]]`` are the slots j >= i whose product with slot i is kept.
    """

    first: np.ndarray
    slots: np.ndarray
    start: np.ndarray
    partners: np.ndarray

    @property
    def size(self) -> int:
        """Number of slots."""
        return len(self.start) - 1


def _accumulate(
    rows, lineups, first, slots, start, partners, totals, products, squares, differing, x, touched, is_touched
):
    """Add a chunk of blocks to the sums; return the largest number squared. Most columns are 0, and cost but a look.

    Parameters
    ----------
    rows : int32[arms * lineups, blocks, columns]
    lineups : int64
    first, slots, start, partners : int64[:]
        See `SumPlan`.
    totals, products : int64[slots], int64[pairs]
        Sums are added to them.
    squares : int64[slots]
        To them are added the squares of the single columns that a slot adds up: the spread of a row, not of a block.
    differing : int64[arms]
        To it is added the number of blocks whose rows differ at all from those of arm 0.
    x, touched, is_touched : int64[slots], int64[slots], bool[slots]
        Scratch, zero at the start and at the end.
    """
    planes, blocks, columns = rows.shape
    largest = 0
    for block in range(blocks):
        count = 0
        for plane in range(planes):
            row = rows[plane, block]
            for column in range(columns):
                value = row[column]
                if value != 0:
                    key = plane * columns + column
                    for place in range(first[key], first[key + 1]):
                        slot = slots[place]
                        if not is_touched[slot]:
                            is_touched[slot] = True
                            touched[count] = slot
                            count += 1
                        x[slot] += value
                        squares[slot] += np.int64(value) * value
        for place in range(count):
            slot = touched[place]
            totals[slot] += x[slot]
            largest = max(largest, abs(x[slot]))
            for pair in range(start[slot], start[slot + 1]):
                products[pair] += x[slot] * x[partners[pair]]
        for place in range(count):
            x[touched[place]] = 0
            is_touched[touched[place]] = False
        for plane in range(lineups, planes, lineups):
            if _differ(rows, block, plane, lineups):
                differing[plane // lineups] += 1
    return largest


@jit.jit
def _differ(rows, block, plane, lineups):
    """Whether an arm's rows, which start at `plane`, differ from those of arm 0."""
    for lineup in range(lineups):
        for column in range(rows.shape[2]):
            if rows[plane + lineup, block, column] != rows[lineup, block, column]:
                return True
    return False


@cache
def accumulator() -> Any:
    """The aggregator, compiled: from the disk cache where that has it."""
    whole = array_type(int64)
    signature = int64(array_type(int32, 3), int64, *[whole] * 10, array_type(jit.boolean))
    return compile_cached(_accumulate, signature)


class ChunkSums(NamedTuple):
    """The sums of a chunk: int64 arrays."""

    totals: np.ndarray
    products: np.ndarray
    squares: np.ndarray
    differing: np.ndarray


def accumulate(rows: np.ndarray, plan: SumPlan, add: Callable) -> ChunkSums:
    """The sums of a chunk.

    Parameters
    ----------
    rows : outcome record[arms, lineups, blocks]
    plan : SumPlan
    add : the compiled aggregator's entry point

    Raises
    ------
    SimlabError
        If the numbers are so large that a product's sum could pass 64 bits.
    """
    arms, lineups, blocks = rows.shape
    columns = rows.view(np.int32).reshape(arms * lineups, blocks, -1)
    slots, pairs = plan.size, plan.partners.size
    sums = ChunkSums(*(np.zeros(size, np.int64) for size in (slots, pairs, slots, arms)))
    scratch = np.zeros(slots, np.int64), np.zeros(slots, np.int64), np.zeros(slots, np.bool_)
    largest = add(columns, lineups, *plan, *sums, *scratch)
    if largest**2 * blocks > np.iinfo(np.int64).max:
        raise SimlabError(f"an outcome of {largest} is too large: its square over {blocks} blocks passes 64 bits")
    return sums
