"""Bad input to sanma's functions of arrays, and of shapes in text: one line, which says what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simlab import sanma
from simlab.decks.riichi import KINDS, counts, kind_of, read_tiles
from simlab.errors import SimlabError

GOOD = "123456p23456s99m7s"
WAITING = "123456p23456s99m"
BATCH = (sanma.batch_shanten, sanma.batch_ukeire, sanma.batch_discards)


def refused(call: Callable, *given: Any, **more: Any) -> str:
    with pytest.raises(SimlabError) as caught:
        call(*given, **more)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def rows(*hands: str) -> np.ndarray:
    return np.array([counts(read_tiles(hand)) for hand in hands])


def won(hand: str = GOOD, **fields: Any) -> np.ndarray:
    """A good hand, and one with something wrong."""
    hands = sanma.empty_hands(2)
    for row, given in zip(hands, (GOOD, hand), strict=True):
        tiles = read_tiles(given)
        row["tiles"], row["win"] = counts(tiles), kind_of(tiles[-1])
    for name, value in fields.items():
        hands[1][name] = value
    return hands


@pytest.mark.parametrize("call", BATCH)
@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (np.zeros((2, 26), int), "hands can't be int64[2, 26]; allowed: whole numbers of shape (n, 27)"),
        (np.zeros(KINDS, int), "hands can't be int64[27]"),
        (np.zeros((1, 1, KINDS), int), "hands can't be int64[1, 1, 27]"),
        (rows(GOOD).astype(float), "hands can't be float64[1, 27]"),
        (rows(GOOD).astype(bool), "hands can't be bool[1, 27]"),
        (rows(GOOD).astype(object), "hands can't be object[1, 27]"),
        (rows(GOOD).astype(str), "hands can't be <U"),
        (GOOD, "hands can't be <U"),
        (3, "hands can't be int64[]"),
        ([], "hands can't be float64[0]"),
        (rows(GOOD, "11111p23456s99m78s"), "hands has counts from 0 to 5; allowed: 0 to 4"),
        (rows(GOOD).astype(int) - 1, "hands has counts from -1 to 1; allowed: 0 to 4"),
        (rows(GOOD).astype(np.int64) + 256, "hands has counts from 256 to 258"),
        (rows(GOOD, "123456p2345s99m"), "hand 1 of the array"),  # 12 tiles
        (rows(GOOD, "123456p23456s99m78s"), "hand 1 of the array"),
        (rows(GOOD, "1p"), "hand 1 of the array"),
        (np.zeros((1, KINDS), int), "hand 0 of the array"),
    ],
    ids=str,
)
def test_bad_hands(call: Callable, hands: Any, message: str) -> None:
    if call is sanma.batch_ukeire and message.startswith("hand 1"):
        hands = np.concatenate([rows(WAITING), hands[1:]])
    assert message in refused(call, hands)


@pytest.mark.parametrize("call", BATCH)
def test_ragged_hands(call: Callable) -> None:
    refused(call, [[1] * KINDS, [1]])


@pytest.mark.parametrize("call", BATCH)
def test_no_hands(call: Callable) -> None:
    assert "hands can't be" in refused(call, None)


def test_ukeire_of_a_hand_with_a_tile_to_spare() -> None:
    assert "hand 1 of the array" in refused(sanma.batch_ukeire, rows("123456p23456s99m", GOOD))


def test_discards_of_a_hand_without_a_tile_to_spare() -> None:
    assert "hand 1 of the array" in refused(sanma.batch_discards, rows(GOOD, "123456p23456s99m"))


@pytest.mark.parametrize("call", BATCH)
@pytest.mark.parametrize(
    ("held", "message"),
    [
        (rows("111z"), "held can't be uint8[1, 27]; allowed: whole numbers of shape (2, 27)"),
        (np.zeros((2, 26), int), "held can't be int64[2, 26]"),
        (np.zeros((2, KINDS)), "held can't be float64[2, 27]"),
        (rows("", "11z"), "hand 1 of the array"),  # a meld of two
        (rows("", "1z"), "hand 1 of the array"),
        (rows("", "111z"), "hand 1 of the array"),  # too many tiles beside it
        (rows("", "1111p"), "hand 1 of the array"),  # a fifth 1p
        (rows("", "111z222z333z444z555z"), "hand 1 of the array"),
        (rows("", "111z").astype(int) * -1, "held has counts from -3 to 0"),
    ],
    ids=str,
)
def test_bad_melds(call: Callable, held: Any, message: str) -> None:
    own = WAITING if call is sanma.batch_ukeire else GOOD
    assert message in refused(call, rows(own, own), held)


def test_a_fifth_tile() -> None:
    own, held = rows("123456p234s1m"), rows("1111m")
    assert "hand 0 of the array" in refused(sanma.batch_shanten, own, held)
    assert sanma.batch_shanten(own, rows("111m")).tolist() == [1]


@pytest.mark.parametrize("call", BATCH[1:])
@pytest.mark.parametrize(
    ("seen", "message"),
    [
        (rows("1z", "1z"), "seen can't be uint8[2, 27]; allowed: whole numbers of shape (1, 27)"),
        (rows("1z")[0], "seen can't be uint8[27]"),
        (rows("1z") + 4, "seen has counts from 4 to 5"),
        (rows("1z") / 2, "seen can't be float64[1, 27]"),
    ],
    ids=str,
)
def test_bad_seen_tiles(call: Callable, seen: Any, message: str) -> None:
    hands = rows("123456p23456s99m" if call is sanma.batch_ukeire else GOOD)
    assert message in refused(call, hands, None, seen)


@pytest.mark.parametrize("form", ["pairs", "", 3, None])
def test_unknown_forms(form: Any) -> None:
    for call in BATCH:
        hands = rows("123456p23456s99m" if call is sanma.batch_ukeire else GOOD)
        assert "unknown form" in refused(call, hands, form=form)
    assert "unknown form" in refused(sanma.shanten, GOOD, form=form)


@pytest.mark.parametrize(
    ("call", "given", "message"),
    [
        (sanma.shanten, ("111p",), "'111p' has 3 tiles; it needs 13 or 14"),
        (sanma.shanten, ("123456p2345s99m",), "has 12 tiles; it needs 13 or 14"),
        (sanma.shanten, (GOOD + "1z",), "has 15 tiles; it needs 13 or 14"),
        (sanma.shanten, (GOOD, "111z"), "has 14 tiles; it needs 10 or 11 beside 1 meld"),
        (sanma.shanten, ("1p", "111z 222z 333z 444z 555z"), "a hand has 4 sets"),
        (sanma.shanten, ("1111p123456s999m1p",), "1p 5 times"),
        (sanma.shanten, ("1p2p3p456789s1z", "1111p"), "1p 5 times"),
        (sanma.shanten, ("123456p2345s1m", "123p"), "there is no chi"),
        (sanma.shanten, ("123456m",), "tile 2m is not in a three-player set"),
        (sanma.ukeire, (GOOD,), "a tile too many to wait for one"),
        (sanma.ukeire, ("123456p23456s99m", "", "999m"), "9m 5 times"),
        (sanma.ukeire, ("123456p23456s99m", "", "8z"), "unknown tile 8z"),
        (sanma.discards, ("123456p23456s99m",), "no tile to spare"),
        (sanma.discards, (GOOD, "", "999m"), "9m 5 times"),
    ],
)
def test_bad_text(call: Callable, given: tuple[str, ...], message: str) -> None:
    assert message in refused(call, *given)


@pytest.mark.parametrize("form", ["seven_pairs", "orphans"])
def test_a_form_without_melds(form: str) -> None:
    assert f"form {form} allows no melds" in refused(sanma.shanten, "123456p2345s", "111z", form)


# Won hands.


@pytest.mark.parametrize(
    ("hands", "rules"),
    [
        (won("11111p23456s99m78s"), None),
        (won("123456p23456s99m"), None),
        (won("123456p23456s99m78s"), None),
        (won(win=26), None),
        (won(win=27), None),
        (won(win=-1), None),
        (won(pons=1 << 26), None),  # 17 tiles
        (won(pons=1 << 30), None),
        (won("123456p234s1z1z", pons=1 << 20, open_kans=1 << 20), None),
        (won(kita=5), None),
        (won("123456p23456s44z7s", kita=3), None),
        (won(seat=3), None),
        (won(seat=-1), None),
        (won(round=3), None),
        (won(by=1), None),
        (won(by=3), None),
        (won(liable=4), None),
        (won(liable=2), None),
        (won(honba=-1), None),
        (won(sticks=-1), None),
        (won(ippatsu=True), None),
        (won(riichi=True, double_riichi=True), None),
        (won(ura=1), None),
        (won(rinshan=True, tsumo=True), None),
        (won(after_kita=True, tsumo=True), None),
        (won(after_kita=True, kita=1), None),
        (won(chankan=True, tsumo=True), None),
        (won(on_kita=True), None),
        (won("123456p23456s99m9m", chankan=True), None),
        (won(first_turn=True, kita=1), None),
        (won(first_turn=True, seat=0, by=1), None),
        (won(kita=1, after_kita=True, last_tile=True, tsumo=True), None),
        (won(kita=1), {"kita": False}),
        (won("123456p234567s4z4z", on_kita=True), {"kita_ron": False}),
        (won(reds=1), None),
        (won(reds=3), {"red_fives": 2}),
    ],
)
def test_bad_won_hands(hands: np.ndarray, rules: dict | None) -> None:
    """It is the second that is refused."""
    assert "hand 1 of the array " in refused(sanma.batch_score, hands, rules)
    assert sanma.batch_score(hands[:1], rules)["status"].tolist() == [0]


def test_red_fives_without_fives() -> None:
    assert "hand 1 of the array" in refused(sanma.batch_score, won("123p234678s999p66s", reds=1), {"red_fives": 2})


@pytest.mark.parametrize(
    "hands", [None, [], GOOD, np.zeros(1), rows(GOOD), sanma.empty_hands(2).reshape(1, 2), np.zeros(1, sanma.SCORE)]
)
def test_what_is_no_array_of_hands(hands: Any) -> None:
    assert "hands are not an array as empty_hands makes them" in refused(sanma.batch_score, hands)


def test_empty_hands() -> None:
    assert sanma.empty_hands(3).dtype == sanma.HAND
    assert "hand 0 of the array" in refused(sanma.batch_score, sanma.empty_hands(3))
