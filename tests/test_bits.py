"""Bit sets against Python's own."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.kernel import bits

WORDS = 3


@pytest.fixture(params=range(20))
def members(request: pytest.FixtureRequest) -> set[int]:
    rng = np.random.Generator(np.random.Philox(request.param))
    return {int(code) for code in rng.choice(64 * WORDS, size=rng.integers(0, 64 * WORDS + 1), replace=False)}


def _codes(members: set[int]) -> np.ndarray:
    codes = np.zeros(WORDS, np.uint64)
    for code in members:
        bits.add(codes, code)
    return codes


def test_sets_of_codes(members: set[int]) -> None:
    codes = _codes(members)
    assert bits.count(codes) == len(members)
    assert [bits.nth(codes, rank) for rank in range(len(members))] == sorted(members)
    assert bits.nth(codes, len(members)) == -1
    for code in range(-70, 64 * WORDS + 70):
        assert bits.has(codes, code) == (code in members)
    bits.clear(codes)
    assert bits.count(codes) == 0


def test_words(members: set[int]) -> None:
    low = sorted(code for code in members if code < 64)
    word = np.uint64(sum(1 << code for code in low))
    assert bits.popcount(word) == len(low)
    for rank, code in enumerate(low):
        assert bits.member(word, rank) == code
    if low:
        assert bits.lowest(word) == low[0]
        assert bits.drop_lowest(word) == sum(1 << code for code in low[1:])


def test_types_stay_unsigned() -> None:
    """uint64 + int64 is int64 in Numba: none of these may lose the sign bit or turn to float."""
    full = np.uint64(0xFFFFFFFFFFFFFFFF)
    assert bits.popcount(full) == 64
    assert bits.bit(63) == 1 << 63
    assert bits.lowest(np.uint64(1 << 63)) == 63
    assert bits.drop_lowest(full) == full - np.uint64(1)
    assert isinstance(bits.bit(5), int | np.uint64)
    assert isinstance(bits.popcount(full), int)
