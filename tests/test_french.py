"""The French deck: notation, sets, collections of several packs."""

from __future__ import annotations

import numpy as np
import pytest

import simlab
from simlab.decks import french


def test_every_card_is_read_back() -> None:
    assert french.read_cards(french.text(range(french.CARDS))) == list(range(french.CARDS))
    assert french.CODES[0] == "2C"
    assert french.CODES[51] == "AS"


@pytest.mark.parametrize("written", ["7D", "7d", "♦7", "7♦", "♢7"])
def test_a_card_goes_by_several_texts(written: str) -> None:
    assert french.read_cards(written) == [french.CODES.index("7D")]


def test_tens() -> None:
    assert french.read_cards("10H") == french.read_cards("TH") == french.read_cards("♥10") == french.read_cards("♥T")


@pytest.mark.parametrize(
    ("text", "packs", "message"),
    [
        ("1D", 1, "unknown card '1D'"),
        ("7X", 1, "unknown card '7X'"),
        ("D7", 1, "a card is a rank 2-10, J, Q, K or A and a suit C, D, H or S"),
        ("7D AS 7D", 1, "card 7D stands twice in '7D AS 7D'; every card is there once"),
        ("7D 7D 7D", 2, "card 7D stands 3 times in '7D 7D 7D'; 2 packs have it 2 times"),
    ],
)
def test_bad_cards_are_told(text: str, packs: int, message: str) -> None:
    with pytest.raises(simlab.SimlabError) as caught:
        french.read_cards(text, packs)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["H", "h", "♥", "hearts", "heart"])
def test_suits(text: str) -> None:
    assert french.read_suit(text) == 2


@pytest.mark.parametrize("text", ["", "X", "herz", "7H"])
def test_bad_suits_are_told(text: str) -> None:
    with pytest.raises(simlab.SimlabError, match=r"unknown suit .*; allowed: C, D, H, S or clubs, diamonds"):
        french.read_suit(text)


def test_sets_by_suit_and_rank() -> None:
    for card, code in enumerate(french.CODES):
        suit = int(french.suit_mask(card % french.SUITS))
        assert suit >> card & 1
        assert suit.bit_count() == french.RANKS
        better = {c for c in french.CODES if c[-1] == code[-1] and french.CODES.index(c) > card}
        assert {french.CODES[c] for c in french.members([french.higher(card)])} == better


def test_collections_hold_copies() -> None:
    cards = np.zeros(3, np.uint64)
    ace, deuce = french.CODES.index("AS"), french.CODES.index("2C")
    for card in (ace, deuce, ace, ace):
        french.put(cards, card, 3)
    assert french.members(cards) == [deuce, ace, ace, ace]
    assert cards.tolist() == french.read_collection("AS AS 2C AS", 3)
    for left in (2, 1, 0):
        french.remove(cards, ace, 3)
        assert french.members(cards) == [deuce, *[ace] * left]
