"""The hanafuda notation."""

from __future__ import annotations

import pytest

from simlab.decks import hanafuda
from simlab.errors import SimlabError


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1b", "1b"),
        ("1B 9A", "1b 9a"),
        ("1b,3b, 8b", "1b 3b 8b"),
        ("crane, sake cup", "1b 9a"),
        ("rain man lightning", "11b 11c1"),
        ("pine bright pine ribbon pine chaff 2", "1b 1r 1c2"),
        ("bush clover animal bush warbler", "7a 2a"),
        ("willow chaff", "11c1"),
        ("yellow paulownia", "12c1"),
        ("松に鶴 菊に盃", "1b 9a"),
        ("", ""),
    ],
)
def test_cards_are_read(text: str, codes: str) -> None:
    assert hanafuda.text(hanafuda.read_cards(text)) == codes


def test_every_name_is_read_back() -> None:
    for name, card in hanafuda.NAMES.items():
        assert hanafuda.read_cards(name) == [card]
    assert {hanafuda.CODES[card] for card in hanafuda.NAMES.values()} == set(hanafuda.CODES)
    for name, code in (("crane", "1b"), ("pine ribbon", "1r"), ("pine chaff 2", "1c2"), ("willow chaff", "11c1")):
        assert hanafuda.text(hanafuda.read_cards(name)) == code


@pytest.mark.parametrize("word", ["13b", "1x", "2b", "1c3", "11c2", "0b", "11r1", "crnae", "b1"])
def test_what_is_no_card_is_told(word: str) -> None:
    with pytest.raises(SimlabError, match=f"unknown card '{word}'.*a card is a month 1-12"):
        hanafuda.read_cards(f"1b {word}")


def test_a_card_is_there_once() -> None:
    with pytest.raises(SimlabError, match="card 9a stands twice"):
        hanafuda.read_cards("9a sake cup")


def test_sets_and_lists() -> None:
    assert hanafuda.text(hanafuda.mask("10a 7a 6a")) == "6a 7a 10a"
    assert hanafuda.text([3, 1]) == "1c2 1r"
    assert hanafuda.read_mask("1b 1r") == 3
    assert hanafuda.members(hanafuda.read_mask("12c3 1b")) == [0, 47]
