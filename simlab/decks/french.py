"""The French deck: 52 cards of four suits, one pack or several, and its notation.

A card is a number 0..51: 4 * rank + suit, ranks from the deuce (0) to the ace (12), suits in the order clubs,
diamonds, hearts, spades. So the lowest bit of a set of cards is a card of the lowest rank. Of several packs shuffled
together, entry 52 * k + c of a shuffle is card c of pack k; copies of a card are the same card.

A collection of cards is a uint64 for each pack: word k has the cards of which there are more than k copies. With one
pack that is a plain set.

In text a card is rank and suit: ``7D``, ``10H``, ``QS``, ``AC``. ``TH``, ``♥10`` and ``10♥`` are read as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from simlab.errors import SimlabError, echo, nearest
from simlab.kernel.bits import bit
from simlab.kernel.jit import entry, jit

CARDS = 52
SUITS = 4
RANKS = 13
MOST_PACKS = 3

SUIT_LETTERS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_SYMBOLS = ("♣♧", "♦♢", "♥♡", "♠♤")
RANK_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

DECK = np.uint64((1 << CARDS) - 1)
_NONE, _ONE = np.uint64(0), np.uint64(1)
_CLUBS = np.uint64(sum(1 << SUITS * rank for rank in range(RANKS)))

CODES = tuple(rank + suit for rank in RANK_TEXTS for suit in SUIT_LETTERS)
"""Each card's text, by card number."""


def _names() -> dict[str, int]:
    """Every text a card goes by, in upper case."""
    names = {}
    for card, code in enumerate(CODES):
        rank, suit = code[:-1], card % SUITS
        for written in (rank, "T") if rank == "10" else (rank,):
            names[written + SUIT_LETTERS[suit]] = card
            for symbol in _SYMBOLS[suit]:
                names[written + symbol] = names[symbol + written] = card
    return names


NAMES = _names()


@jit
def suit_of(card):
    """A card's suit, 0..3."""
    return card & 3


@entry
def suit_mask(suit):
    """All cards of a suit."""
    return _CLUBS << np.uint64(suit)


@jit
def higher(card):
    """The cards of a card's suit that rank above it."""
    return suit_mask(card & 3) & ~((_ONE << np.uint64(card + 1)) - _ONE)


@jit
def put(cards, card, packs):
    """Add a card to a collection (uint64[packs])."""
    one = bit(card)
    for copy in range(packs):
        if cards[copy] & one == _NONE:
            cards[copy] |= one
            return


@jit
def remove(cards, card, packs):
    """Take a card out of a collection (uint64[packs]) that has it."""
    one = bit(card)
    for copy in range(packs - 1, -1, -1):
        if cards[copy] & one != _NONE:
            cards[copy] &= ~one
            return


def read_cards(text: str, packs: int = 1) -> list[int]:
    """The cards in a text, in order.

    Parameters
    ----------
    text : str
        Cards separated by spaces or commas; case doesn't matter.
    packs : int
        How often one card may stand there.

    Raises
    ------
    SimlabError
        For a word that is no card, and for a card that stands more often than it is there.

    Examples
    --------
    >>> read_cards("2c, ♦7 10H")
    [0, 21, 34]
    """
    cards = []
    for word in text.upper().replace(",", " ").split():
        if word not in NAMES:
            raise _unknown_card(word)
        cards.append(NAMES[word])
    for card, count in Counter(cards).items():
        if count > packs:
            there = "every card is there once" if packs == 1 else f"{packs} packs have it {packs} times"
            times = "twice" if count == 2 else f"{count} times"
            raise SimlabError(f"card {CODES[card]} stands {times} in {echo(text)}; {there}")
    return cards


def _unknown_card(word: str) -> SimlabError:
    return SimlabError(
        f"unknown card {echo(word)}{nearest(word, CODES)} (a card is a rank 2-10, J, Q, K or A and a suit C, D, H or "
        "S, as in '7D 10H AS')"
    )


def read_suit(text: str) -> int:
    """A suit from its letter, symbol or name.

    Raises
    ------
    SimlabError
        For anything else.

    Examples
    --------
    >>> read_suit("♥"), read_suit("spades")
    (2, 3)
    """
    word = text.strip()
    for suit, name in enumerate(SUIT_NAMES):
        if word and (word.upper() == SUIT_LETTERS[suit] or word in _SYMBOLS[suit] or word.lower() in (name, name[:-1])):
            return suit
    raise SimlabError(
        f"unknown suit {echo(text)}{nearest(word, SUIT_NAMES)}; allowed: C, D, H, S or {', '.join(SUIT_NAMES)}"
    )


def read_collection(text: str, packs: int) -> list[int]:
    """The collection of the cards in a text, a mask a pack."""
    words = [0] * packs
    for card, count in Counter(read_cards(text, packs)).items():
        for copy in range(count):
            words[copy] |= 1 << card
    return words


def members(collection: Sequence[int | np.uint64]) -> list[int]:
    """The cards of a collection, each as often as it is there, by suit and rising rank."""
    counts = [sum(int(word) >> card & 1 for word in collection) for card in range(CARDS)]
    ordered = sorted(range(CARDS), key=lambda card: (card % SUITS, card))
    return [card for card in ordered for _ in range(counts[card])]


def text(cards: Iterable[int]) -> str:
    """Cards as text, in their order.

    Examples
    --------
    >>> text([0, 21, 34, 51])
    '2C 7D 10H AS'
    """
    return " ".join(CODES[card] for card in cards)
