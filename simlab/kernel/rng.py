"""Random numbers by address: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).

The key is the run's 64-bit seed; bots draw with one derived from it. The counter says what the number is for: the
game's index (two words), the purpose with the seat and the step (one word), and a block number. Nothing is ever "the
next number", so no bot can shift a deck, any range of games can be played alone, and two rule variants meet the same
deals.

Bounded integers: D. Lemire, "Fast random integer generation in an interval" (TOMACS 2019), and for shuffles its batched
form, N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation" (2024), which takes several draws
from one 32-bit word.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simlab.kernel.jit import entry, jit


class Purpose(IntEnum):
    """What a random number is for: the top four bits of the counter's third word."""

    SHUFFLE = 1
    BOT = 2
    KEY = 3
    FIRST = 4
    """The first word that a bot draws at a step, see `next_word`."""


# The third counter word: purpose (4 bits), seat (4 bits), step or shuffle number (24 bits).
_PURPOSE_SHIFT = np.uint64(28)
_SEAT_SHIFT = np.uint64(24)
_SEAT_MASK = np.uint64(0xF) << _SEAT_SHIFT
_STEP_MASK = np.uint64(0xFFFFFF)
# Steps whose first words share a block, as a shift.
_SHARED = np.uint64(2)

WORDS = 4  # 32-bit words a Philox block holds
ROUNDS = 10
_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)

# One random word gives the positions of three cards: with at most 256 cards the three bounds multiply to at most
# 2**24, so less than one word in 256 is rejected.
CARDS_PER_WORD = 3
# Words drawn again after a rejection lie in blocks from here on.
_SPARE_BLOCK = np.uint64(1 << 16)

STREAM = np.dtype(
    [
        ("key", "u8"),
        ("index", "u8"),
        ("address", "u8"),
        ("block", "u8"),
        ("words", "u4", (WORDS,)),
        ("used", "i8"),
        ("held_key", "u8"),
        ("held_index", "u8"),
        ("held_address", "u8"),
        ("held", "u4", (WORDS,)),
    ],
    align=True,
)
"""A stream that a bot draws from: its address, and the block of words in hand.

Beside it the block that was ``held`` last of those that give first words; whose it is decides whether it still serves.
"""

# No word drawn yet at this step.
_FRESH = -1


@jit
def philox(c0, c1, c2, c3, k0, k1):
    """One block: four 32-bit words (as uint64) for a counter of four words and a key of two."""
    for _ in range(ROUNDS):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _HALF) ^ c1 ^ k0
        c2 = (p0 >> _HALF) ^ c3 ^ k1
        c1 = p1 & _LOW
        c3 = p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@jit
def address(purpose, seat, step):
    """The counter's third word."""
    return (np.uint64(purpose) << _PURPOSE_SHIFT) | (np.uint64(seat) << _SEAT_SHIFT) | (np.uint64(step) & _STEP_MASK)


@jit
def fill(words, seed, index, where):
    """Fill `words` (uint32, a multiple of four) with the first blocks at one address.

    One plain loop over the blocks, nothing else in it: LLVM makes vector code of that.
    """
    k0, k1 = seed & _LOW, seed >> _HALF
    low, high = index & _LOW, index >> _HALF
    for block in range(words.shape[0] // WORDS):
        w0, w1, w2, w3 = philox(low, high, where, np.uint64(block), k0, k1)
        words[WORDS * block] = w0
        words[WORDS * block + 1] = w1
        words[WORDS * block + 2] = w2
        words[WORDS * block + 3] = w3


@entry
def derived_key(seed):
    """The key that bots' numbers are drawn with: from a stream that a bot holds no shuffle can be told."""
    w0, w1, _, _ = philox(
        np.uint64(0), np.uint64(0), address(Purpose.KEY, 0, 0), np.uint64(0), seed & _LOW, seed >> _HALF
    )
    return w0 | (w1 << _HALF)


@jit
def _spare(seed, index, where, number):
    """The `number`-th word kept for draws that were rejected."""
    w0, _, _, _ = philox(
        index & _LOW, index >> _HALF, where, _SPARE_BLOCK + np.uint64(number), seed & _LOW, seed >> _HALF
    )
    return w0


def words_needed(drawn: int, dice: int) -> int:
    """Random words, in whole blocks, that `shuffle` takes for so many cards and dice."""
    batches, single = divmod(drawn, CARDS_PER_WORD)
    words = batches + single + dice
    return -(-words // WORDS) * WORDS


@entry
def shuffle(seed, index, number, pack, drawn, dice, words, row):
    """Draw the game's `number`-th shuffle: `drawn` cards of a `pack`, and dice, into `row`.

    Fisher-Yates, only as far as cards are needed. The row holds the cards 0..pack-1 as it goes: the first `drawn`
    entries are the deal; the dice overwrite what follows them.

    Parameters
    ----------
    seed, index : uint64
        The run's seed and the game's index.
    number : int
        Which shuffle of this game: a misdeal takes the next.
    dice : uint8[:]
        Number of faces of each die; 0 where there is none.
    words : uint32[:]
        Scratch of `words_needed(drawn, dice)` words.
    row : uint8[:]
        At least `pack`, and `drawn` + dice, entries; written.
    """
    where = address(Purpose.SHUFFLE, 0, number)
    fill(words, seed, index, where)
    for card in range(pack):
        row[card] = card
    word = 0
    spares = 0
    place = 0
    while place < drawn:
        left = np.uint64(pack - place)
        if place + CARDS_PER_WORD <= drawn:
            bound = left * (left - np.uint64(1)) * (left - np.uint64(2))
            rest = np.uint64(words[word])
            while True:
                a = rest * left
                b = (a & _LOW) * (left - np.uint64(1))
                c = (b & _LOW) * (left - np.uint64(2))
                if (c & _LOW) >= bound or (c & _LOW) >= (_LOW + np.uint64(1)) % bound:
                    break
                rest = _spare(seed, index, where, spares)
                spares += 1
            _swap(row, place, np.int64(a >> _HALF))
            _swap(row, place + 1, np.int64(b >> _HALF))
            _swap(row, place + 2, np.int64(c >> _HALF))
            place += CARDS_PER_WORD
        else:
            value, spares = _below(np.uint64(words[word]), left, seed, index, where, spares)
            _swap(row, place, value)
            place += 1
        word += 1
    for die in range(dice.shape[0]):
        if dice[die] > 0:
            row[drawn + die], spares = _below(np.uint64(words[word]), np.uint64(dice[die]), seed, index, where, spares)
            word += 1


@jit
def _swap(row, place, step):
    other = place + step
    card = row[other]
    row[other] = row[place]
    row[place] = card


@jit
def _below(word, bound, seed, index, where, spares):
    """A number below `bound` from `word`, and how many spare words have been taken so far."""
    product = word * bound
    if (product & _LOW) < bound:
        threshold = (_LOW + np.uint64(1)) % bound
        while (product & _LOW) < threshold:
            product = _spare(seed, index, where, spares) * bound
            spares += 1
    return np.int64(product >> _HALF), spares


@entry
def place(stream, key, index, purpose, seat, step):
    """Set a stream to the start of one address."""
    stream.key = key
    stream.index = index
    stream.address = address(purpose, seat, step)
    stream.used = _FRESH


@jit
def next_word(stream):
    """The stream's next 32-bit word, as uint64.

    Most bots draw one word at a decision or none. So the first words of four steps of a seat share a block; what is
    drawn beyond comes from blocks of the step's own.
    """
    if stream.used == _FRESH:
        stream.used = WORDS
        stream.block = np.uint64(0)
        return _first_word(stream)
    if stream.used >= WORDS:
        w0, w1, w2, w3 = _block(stream, stream.address, stream.block)
        stream.words[0] = w0
        stream.words[1] = w1
        stream.words[2] = w2
        stream.words[3] = w3
        stream.block += np.uint64(1)
        stream.used = 0
    word = np.uint64(stream.words[stream.used])
    stream.used += 1
    return word


@jit
def _block(stream, where, number):
    return philox(stream.index & _LOW, stream.index >> _HALF, where, number, stream.key & _LOW, stream.key >> _HALF)


@jit
def _first_word(stream):
    step = stream.address & _STEP_MASK
    where = (np.uint64(Purpose.FIRST) << _PURPOSE_SHIFT) | (stream.address & _SEAT_MASK) | (step >> _SHARED)
    if stream.held_address != where or stream.held_index != stream.index or stream.held_key != stream.key:
        w0, w1, w2, w3 = _block(stream, where, np.uint64(0))
        stream.held[0] = w0
        stream.held[1] = w1
        stream.held[2] = w2
        stream.held[3] = w3
        stream.held_address = where
        stream.held_index = stream.index
        stream.held_key = stream.key
    return np.uint64(stream.held[np.int64(step) & (WORDS - 1)])


@jit
def below(stream, bound):
    """A whole number from 0 to `bound` - 1, each equally likely (1 <= bound < 2**32)."""
    limit = np.uint64(bound)
    product = next_word(stream) * limit
    if (product & _LOW) < limit:
        threshold = (_LOW + np.uint64(1)) % limit
        while (product & _LOW) < threshold:
            product = next_word(stream) * limit
    return np.int64(product >> _HALF)


@jit
def uniform(stream):
    """A float64 in [0, 1), of 53 random bits."""
    high = next_word(stream) >> np.uint64(5)
    low = next_word(stream) >> np.uint64(6)
    return (np.float64(high) * 67108864.0 + np.float64(low)) / 9007199254740992.0
