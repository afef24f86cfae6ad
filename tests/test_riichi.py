"""The tiles of three-player riichi mahjong: notation, red fives, melds, what an indicator shows, what is refused."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import simlab
from simlab.decks import riichi
from simlab.decks.riichi import CODES, KINDS, RED_PIN, RED_SOU, Meld, read_melds, read_tiles, text


def codes(given: str) -> list[str]:
    return [CODES[tile] for tile in read_tiles(given)]


def members(kinds: np.uint64) -> set[str]:
    return {CODES[kind] for kind in range(KINDS) if int(kinds) >> kind & 1}


# Tiles.


def test_there_are_27_kinds_of_four() -> None:
    plain = [f"{rank}{suit}" for suit in "ps" for rank in range(1, 10)]
    assert list(CODES[:KINDS]) == [*plain, "1m", "9m", *(f"{rank}z" for rank in range(1, 8))]
    assert list(CODES[KINDS:]) == ["0p", "0s"]
    assert riichi.TILES == KINDS * riichi.COPIES == 108


def test_every_tile_is_read_back() -> None:
    for tile, code in enumerate(CODES):
        assert read_tiles(code) == [tile]
        assert text([tile]) == code
    assert sorted(read_tiles(text(range(len(CODES))))) == list(range(len(CODES)))
    assert text(range(len(CODES))) == "19m1234056789p1234056789s1234567z"


def test_random_hands_are_read_back() -> None:
    rng = random.Random(1)
    for _ in range(200):
        tiles = rng.sample([tile for tile in range(len(CODES)) for _ in range(4)], 14)
        assert Counter(read_tiles(text(tiles))) == Counter(tiles)


@pytest.mark.parametrize(
    "given", ["123p456s11z", "123P456S11Z", "1p2p3p4s5s6s1z1z", " 123p, 456s 11z ", "12 3p,456s1,1z"]
)
def test_a_hand_goes_by_several_texts(given: str) -> None:
    assert codes(given) == ["1p", "2p", "3p", "4s", "5s", "6s", "1z", "1z"]


def test_text_is_in_order_and_tiles_are_not() -> None:
    assert text(read_tiles("7z 9s 1s 5p 0p 9m 1m 1z")) == "19m05p19s17z"
    assert codes("7z 5p 0p 1m") == ["7z", "5p", "0p", "1m"]
    assert read_tiles("") == []
    assert text([]) == ""


def test_red_fives_are_fives() -> None:
    assert read_tiles("0p0s") == [RED_PIN, RED_SOU]
    assert [CODES[riichi.kind_of(tile)] for tile in read_tiles("0p0s5p5s1z")] == ["5p", "5s", "5p", "5s", "1z"]
    assert riichi.counts(read_tiles("05p55s"))[[riichi.FIVES[0], riichi.FIVES[1]]].tolist() == [2, 2]


def test_counts_and_tiles() -> None:
    tiles = sorted(read_tiles("11123p9s19m777z"))
    found = riichi.counts(tiles)
    assert found.dtype == np.uint8
    assert found.shape == (KINDS,)
    assert found.sum() == len(tiles)
    assert riichi.tiles_of(found) == tiles


def test_sets_of_kinds() -> None:
    assert members(riichi.PIN_KINDS) == {f"{rank}p" for rank in range(1, 10)}
    assert members(riichi.SOU_KINDS) == {f"{rank}s" for rank in range(1, 10)}
    assert members(riichi.MAN_KINDS) == {"1m", "9m"}
    assert members(riichi.WIND_KINDS) == {"1z", "2z", "3z", "4z"}
    assert members(riichi.DRAGON_KINDS) == {"5z", "6z", "7z"}
    assert members(riichi.HONOURS) == members(riichi.WIND_KINDS) | members(riichi.DRAGON_KINDS)
    assert members(riichi.TERMINALS) == {"1m", "9m", "1p", "9p", "1s", "9s"}
    assert members(riichi.OUTSIDE) == members(riichi.TERMINALS) | members(riichi.HONOURS)


# Melds.


@pytest.mark.parametrize(
    ("given", "kind", "is_kan", "is_closed", "told"),
    [
        ("111p", "1p", False, False, "111p"),
        ("1m1m1m", "1m", False, False, "111m"),
        ("777z", "7z", False, False, "777z"),
        ("505s", "5s", False, False, "055s"),
        ("1111p", "1p", True, False, "1111p"),
        ("5550p", "5p", True, False, "0555p"),
        ("(4444z)", "4z", True, True, "(4444z)"),
        ("(5505s)", "5s", True, True, "(0555s)"),
    ],
)
def test_melds(given: str, kind: str, is_kan: bool, is_closed: bool, told: str) -> None:
    (meld,) = read_melds(given)
    assert CODES[meld.kind] == kind
    assert (meld.is_kan, meld.is_closed) == (is_kan, is_closed)
    assert str(meld) == told
    assert read_melds(told) == [meld]


def test_several_melds() -> None:
    assert list(map(str, read_melds("111p (7777z), 505s"))) == ["111p", "(7777z)", "055s"]
    assert read_melds("") == []
    assert read_melds("222p") == [Meld(tuple(read_tiles("222p")))]


# What an indicator shows.

RINGS = ("19m", "123456789p", "123456789s", "1234z", "567z")


@pytest.mark.parametrize("ring", RINGS)
def test_dora_go_round(ring: str) -> None:
    tiles = read_tiles(ring)
    for tile, after in zip(tiles, [*tiles[1:], tiles[0]], strict=True):
        assert riichi.next_kind(tile) == riichi.DORA[tile] == after


def test_every_kind_is_the_dora_of_one() -> None:
    assert sorted(riichi.DORA.tolist()) == list(range(KINDS))
    assert sorted(tile for ring in RINGS for tile in read_tiles(ring)) == list(range(KINDS))
    for kind in (-1, KINDS, RED_SOU):
        with pytest.raises(ValueError, match=f"kind {kind} is none"):
            riichi.next_kind(kind)


# What is refused.


def refusal(call, *given: object) -> str:
    with pytest.raises(simlab.SimlabError) as caught:
        call(*given)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("rank", "2345678")
def test_there_are_no_middle_characters(rank: str) -> None:
    assert f"tile {rank}m is not in a three-player set" in refusal(read_tiles, f"1p{rank}m")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("0m", "tile 0m is not in a three-player set"),
        ("123m", "tile 2m is not in a three-player set: of the characters it has 1m and 9m only"),
        ("8z", "unknown tile 8z"),
        ("9z", "unknown tile 9z"),
        ("0z", "unknown tile 0z (there are 1m 9m, 1-9p, 1-9s, 1-7z, and 0p 0s for red fives)"),
        ("123", "the tiles '123' in '123' lack their suit: m, p, s or z"),
        ("123p45", "the tiles '45' in '123p45' lack their suit"),
        ("p", "can't read 'p' in the tiles 'p'"),
        ("1pp", "can't read 'p' in the tiles '1pp'"),
        ("1x", "can't read 'x' in the tiles '1x'"),
        ("1p-2p", "can't read '-' in the tiles '1p-2p'"),
        ("(111p)", "can't read '(' in the tiles '(111p)'"),
        ("1p²p", "can't read '²'"),
        ("東", "can't read '東'"),
        ("1p\n2x", "can't read"),
    ],
)
def test_bad_tiles_are_told(given: str, message: str) -> None:
    assert message in refusal(read_tiles, given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("123p", "'123p' is no meld: there is no chi in three-player mahjong"),
        ("678s", "'678s' is no meld: there is no chi in three-player mahjong"),
        ("111m 406p", "'406p' is no meld: there is no chi in three-player mahjong"),
        ("11p", "'11p' is no meld: write 111p for a pon, 1111p for an open kan, (1111p) for a closed one"),
        ("1p", "'1p' is no meld"),
        ("11111p", "'11111p' is no meld"),
        ("112p", "'112p' is no meld"),
        ("111p222p", "'111p222p' is no meld"),
        ("1p1s1m", "'1p1s1m' is no meld"),
        ("(111p)", "'(111p)' is no meld"),
        ("(1112p)", "'(1112p)' is no meld"),
        ("()", "'()' is no meld"),
        ("(1111p", "can't read '(' in the tiles '(1111p'"),
        ("888z", "unknown tile 8z"),
        ("222m", "tile 2m is not in a three-player set"),
        ("111", "lack their suit"),
    ],
)
def test_bad_melds_are_told(given: str, message: str) -> None:
    assert message in refusal(read_melds, given)


@pytest.mark.parametrize(
    ("given", "reds", "message"),
    [
        ("11111p", 0, "hand have 1p 5 times; a set has each tile four times"),
        ("55055s", 1, "hand have 5s 5 times"),
        ("777777z", 0, "hand have 7z 6 times"),
        ("0p", 0, "hand have 0p; these rules have no red fives"),
        ("00s", 1, "hand have 0s more than once; these rules have it once"),
    ],
)
def test_too_many_of_a_tile_are_told(given: str, reds: int, message: str) -> None:
    assert message in refusal(riichi.check_copies, read_tiles(given), reds, "hand")


def test_what_a_set_has_is_allowed() -> None:
    riichi.check_copies(read_tiles("1111p0555p0555s"), 1, "hand")
    riichi.check_copies(read_tiles("0000p0000s"), riichi.COPIES, "hand")
    riichi.check_copies([], 0, "hand")
