"""The generator against the Random123 known answers, another implementation, and plain readings of the papers."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import randomgen

from simlab.kernel import rng
from simlab.kernel.jit import jit
from simlab.kernel.limits import MAX_DICE, MAX_PACK
from simlab.kernel.rng import STREAM, Purpose

# kat_vectors of Random123 (philox 4x32 10): counter, key, answer.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_known_answers(counter: tuple, key: tuple, answer: tuple) -> None:
    assert rng.philox(*map(np.uint64, (*counter, *key))) == answer


def _randomgen(seed: int, counter: list[int], count: int) -> list[int]:
    """`count` words from randomgen's generator, from the block at `counter` on."""
    number = sum(word << (32 * place) for place, word in enumerate(counter))
    # randomgen moves the counter on before it makes a block.
    bits = randomgen.Philox(key=seed, counter=(number - 1) % (1 << 128), number=4, width=32)
    return [int(word) for word in bits.random_raw(count)]


@pytest.mark.parametrize("seed", [0, 1, 0x0123456789ABCDEF, (1 << 64) - 1])
@pytest.mark.parametrize("index", [0, 5, (1 << 32) + 7, (1 << 62) - 1])
def test_streams_are_randomgens(seed: int, index: int) -> None:
    """The counter's words are index low, index high, address, block; a stream goes on block by block.

    A step's first word is one of a block that it shares with three others.
    """
    address = int(rng.address(Purpose.BOT, 5, 1234))
    counter = [index & 0xFFFFFFFF, index >> 32, address, 0]
    shared = _randomgen(seed, [*counter[:2], int(rng.address(Purpose.FIRST, 5, 1234 // 4)), 0], 4)
    stream = np.zeros(1, STREAM)[0]
    for step in (1235, 1232, 1233, 1234):
        rng.place(stream, np.uint64(seed), np.uint64(index), Purpose.BOT, 5, step)
        assert int(rng.next_word(stream)) == shared[step % 4]
    ours = [int(rng.next_word(stream)) for _ in range(4)]
    assert ours == _randomgen(seed, counter, 4)
    assert [int(rng.next_word(stream)) for _ in range(4)] == _randomgen(seed, [*counter[:3], 1], 4)
    words = np.zeros(8, np.uint32)
    rng.fill(words, np.uint64(seed), np.uint64(index), np.uint64(address))
    assert words[:4].tolist() == ours


def test_addresses_do_not_meet() -> None:
    found = {
        int(rng.address(purpose, seat, step))
        for purpose in Purpose
        for seat in range(8)
        for step in (0, 1, 2, 1000, (1 << 24) - 1)
    }
    assert len(found) == len(Purpose) * 8 * 5


def _lemire(words: list[int], bound: int) -> tuple[int, int]:
    """Lemire's algorithm 5 as the paper has it: a number below `bound`, and how many words it took."""
    for used, word in enumerate(words, start=1):
        product = word * bound
        if product % (1 << 32) >= (1 << 32) % bound:
            return product >> 32, used
    raise AssertionError("too few words")


@pytest.mark.parametrize("bound", [1, 2, 3, 48, 100, (1 << 31) + 1, (1 << 32) - 1])
def test_below_is_lemires(bound: int) -> None:
    """The large bounds reject nearly half of the words."""
    stream = np.zeros(1, STREAM)[0]
    for index in range(50):
        rng.place(stream, np.uint64(9), np.uint64(index), Purpose.BOT, 0, 0)
        words = [int(rng.next_word(stream)) for _ in range(64)]
        rng.place(stream, np.uint64(9), np.uint64(index), Purpose.BOT, 0, 0)
        value, used = _lemire(words, bound)
        assert rng.below(stream, bound) == value
        assert int(rng.next_word(stream)) == words[used]


def test_uniform_has_53_bits() -> None:
    """(a >> 5) * 2**26 + (b >> 6), over 2**53, as in the Mersenne Twister's genrand_res53."""
    stream = np.zeros(1, STREAM)[0]
    for index in range(100):
        rng.place(stream, np.uint64(2), np.uint64(index), Purpose.BOT, 0, 0)
        a, b = int(rng.next_word(stream)), int(rng.next_word(stream))
        rng.place(stream, np.uint64(2), np.uint64(index), Purpose.BOT, 0, 0)
        assert rng.uniform(stream) == ((a >> 5) * (1 << 26) + (b >> 6)) / (1 << 53)


def _naive_shuffle(seed: int, index: int, number: int, pack: int, drawn: int, dice: list[int]) -> list[int]:
    """The shuffle in plain Python: batches of three draws a word (Brackett-Rozinsky and Lemire, algorithm 2)."""
    address = int(rng.address(Purpose.SHUFFLE, 0, number))
    counter = [index & 0xFFFFFFFF, index >> 32, address]
    words = iter([word for block in range(40) for word in _randomgen(seed, [*counter, block], 4)])
    spares = iter(_randomgen(seed, [*counter, (1 << 16) + spare], 1)[0] for spare in range(100))

    def draw(bounds: list[int]) -> list[int]:
        product = int(np.prod(bounds))
        word = next(words)
        while True:
            values, rest = [], word
            for bound in bounds:
                rest *= bound
                values.append(rest >> 32)
                rest %= 1 << 32
            if rest >= (1 << 32) % product:
                return values
            word = next(spares)

    cards = list(range(pack))
    place = 0
    while place < drawn:
        batch = 3 if place + 3 <= drawn else 1
        for step in draw([pack - place - k for k in range(batch)]):
            other = place + step
            cards[place], cards[other] = cards[other], cards[place]
            place += 1
    return cards[:drawn] + [draw([faces])[0] for faces in dice]


def _shuffle(seed: int, index: int, number: int, pack: int, drawn: int, dice: list[int]) -> list[int]:
    faces = np.zeros(MAX_DICE, np.uint8)
    faces[: len(dice)] = dice
    words = np.zeros(rng.words_needed(drawn, len(dice)), np.uint32)
    row = np.full(MAX_PACK + MAX_DICE, 255, np.uint8)
    rng.shuffle(np.uint64(seed), np.uint64(index), number, pack, drawn, faces, words, row)
    return row[: drawn + len(dice)].tolist()


@pytest.mark.parametrize(
    ("pack", "drawn", "dice"),
    [(48, 40, []), (48, 48, []), (48, 1, [6]), (52, 0, [4]), (156, 104, []), (108, 108, [6, 6]), (255, 255, [2, 200])],
)
def test_shuffles_are_fisher_yates(pack: int, drawn: int, dice: list[int]) -> None:
    for index in range(30):
        expected = _naive_shuffle(11, index, index % 3, pack, drawn, dice)
        assert _shuffle(11, index, index % 3, pack, drawn, dice) == expected
        assert len(set(expected[:drawn])) == drawn


@pytest.mark.parametrize("drawn", range(61))
def test_there_are_words_for_every_draw(drawn: int) -> None:
    """However many cards and dice are left over from batches of three draws and blocks of four words."""
    for dice in ([], [6], [6, 4]):
        assert _shuffle(5, drawn, 0, 60, drawn, dice) == _naive_shuffle(5, drawn, 0, 60, drawn, dice)


def test_rejected_batches_draw_again() -> None:
    """With 255 cards about one first batch in 1,400 is rejected; the plain reading agrees on games that have one."""
    rejected = 0
    for index in range(3000):
        word = int(_randomgen(3, [index, 0, int(rng.address(Purpose.SHUFFLE, 0, 0)), 0], 1)[0])
        if (word * 255 * 254 * 253) % (1 << 32) < (1 << 32) % (255 * 254 * 253):
            rejected += 1
            assert _shuffle(3, index, 0, 255, 6, []) == _naive_shuffle(3, index, 0, 255, 6, [])
    assert rejected > 0


@jit
def _count_orders(games, counts, words, row, dice):
    for index in range(games):
        rng.shuffle(np.uint64(1), np.uint64(index), 0, 4, 4, dice, words, row)
        counts[row[0] * 64 + row[1] * 16 + row[2] * 4 + row[3]] += 1


def test_every_order_is_equally_likely() -> None:
    """All 24 orders of four cards: chi-square with 23 degrees of freedom stays below its 99.99 % point, 58.6."""
    games, counts = 240_000, np.zeros(256, np.int64)
    words, row = np.zeros(rng.words_needed(4, 0), np.uint32), np.zeros(300, np.uint8)
    _count_orders(games, counts, words, row, np.zeros(MAX_DICE, np.uint8))
    seen = counts[counts > 0]
    assert len(seen) == 24
    assert ((seen - games / 24) ** 2 / (games / 24)).sum() < 58.6


def test_each_card_comes_to_each_place() -> None:
    """48 by 48 counts of card and place: chi-square with 47 * 47 degrees of freedom, within 4 standard deviations."""
    games = 20_000
    counts = np.zeros((48, 48))
    for index in range(games):
        row = _shuffle(2, index, 0, 48, 48, [])
        counts[np.arange(48), row] += 1
    chi = ((counts - games / 48) ** 2 / (games / 48)).sum()
    freedom = 47 * 47
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5


def test_dice_are_fair() -> None:
    rolls = Counter(_shuffle(1, index, 0, 48, 6, [6])[-1] for index in range(12_000))
    assert set(rolls) == set(range(6))
    assert sum((count - 2000) ** 2 / 2000 for count in rolls.values()) < 27.9
