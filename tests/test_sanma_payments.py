"""What sanma hands pay, against the table of golden/sanma_payments.csv: by formula, and by hands of that value."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab import sanma
from simlab.decks.riichi import DORA, KINDS, MAN_9, counts, kind_of, read_melds, read_tiles
from simlab.games.sanma.payments import ron_value, tsumo_values, value_of
from simlab.games.sanma.rules import TsumoPayment
from simlab.games.sanma.state import Limit, Status

Row = dict[str, str]
Worth = tuple[int, str, str, dict[str, bool]]

with (Path(__file__).parent / "golden" / "sanma_payments.csv").open(encoding="utf-8", newline="") as table:
    ROWS: list[Row] = list(csv.DictReader(table))
WAYS = [way.name.lower() for way in TsumoPayment]
LIMITS = {"": Limit.NONE, "yakuman": Limit.KAZOE_YAKUMAN} | {
    limit.name.lower(): limit for limit in Limit if Limit.NONE < limit < Limit.KAZOE_YAKUMAN
}

# Hands of so many fu, with their own han and melds; w stands for the wind that is both the seat's and the round's.
RIICHI = {"riichi": True}
BY_RON: dict[int, Worth] = {
    25: (2, "1199m2255p3377s44z", "", {}),
    30: (1, "123456p23456s99m7s", "", {}),
    40: (1, "222456p67823s99m4s", "", RIICHI),
    50: (1, "456p67823s99m4s", "(2222p)", RIICHI),
    60: (1, "111m67823s99p4s", "(2222p)", RIICHI),
    70: (1, "456p67823s99m4s", "(9999p)", RIICHI),
    80: (1, "45623s99m4s", "(9999p) (2222p)", RIICHI),
    90: (1, "45624swwz3s", "(9999p) (2222p)", RIICHI),
    100: (1, "13p456s99m2p", "(4444z) (3333z)", RIICHI),
    110: (1, "11m456swwz1m", "(4444z) (3333z)", RIICHI),
}
BY_TSUMO: dict[int, Worth] = {
    20: (2, "123456p23456s99m7s", "", {}),
    25: (3, "1199m2255p3377s44z", "", {}),
    30: (1, "222456p67823s99m4s", "", {}),
    40: (1, "456p67823s99m4s", "(2222p)", {}),
    50: (1, "111m67823s99p4s", "(2222p)", {}),
    60: (1, "222p67823s99m4s", "(9999p)", {}),
    70: (1, "45623s99m4s", "(9999p) (2222p)", {}),
    80: (1, "45624s99m3s", "(9999p) (2222p)", {}),
    90: (1, "23p456s99m4p", "(4444z) (3333z)", {}),
    100: (1, "13p456swwz2p", "(4444z) (3333z)", {}),
}


def shares(row: Row, way: str) -> tuple[int, int, int]:
    """What a non-dealer gets from the dealer and from the other, and the dealer from each."""
    names = ("nd_from_dealer", "nd_from_nondealer", "dealer_each")
    return tuple(int(row[f"{way}_{name}"]) for name in names)  # type: ignore[return-value]


def hand_of(row: Row, win: str, seat: int) -> np.ndarray | None:
    """HAND[1] of the row's value, which it owes to dora and kita; None where none is easy."""
    own, text, called, luck = (BY_RON if win == "ron" else BY_TSUMO).get(int(row["fu"]), (99, "", "", {}))
    extra = int(row["han"]) - own
    if extra < 0:
        return None
    hands, tiles, melds = sanma.empty_hands(1), read_tiles(text.replace("w", str(seat + 1))), read_melds(called)
    hand = hands[0]
    hand["tiles"], hand["win"] = counts(tiles), kind_of(tiles[-1])
    for meld in melds:
        hand["closed_kans"] |= np.uint64(1 << meld.kind)
    for name, value in luck.items():
        hand[name] = value
    hand["tsumo"], hand["seat"], hand["round"], hand["by"] = win == "tsumo", seat, seat, 2
    _add_han(hand, extra, counts([*tiles, *(tile for meld in melds for tile in meld.tiles)]))
    return hands


def _add_han(hand: np.void, extra: int, held: np.ndarray) -> None:
    """Dora of a tile that stands alone, or of two 9m and kita; there are enough indicators."""
    alone = [kind for kind in range(KINDS) if hand["tiles"][kind] == 1]
    shown = [int(DORA[before]) for before in range(KINDS) if held[before] + extra <= 4]
    if extra <= 4 and set(alone) & set(shown):
        hand["dora"][min(set(alone) & set(shown))] = extra
    else:
        pairs = min(extra // 2, 4)
        hand["dora"][MAN_9], hand["kita"] = pairs, extra - 2 * pairs


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 51
    assert {way for way in WAYS if f"{way}_dealer_each" in ROWS[0]} == set(WAYS)
    assert len(ROWS[0]) == 6 + 3 * len(WAYS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['han']}-{row['fu']}")
def test_formula(row: Row) -> None:
    base = value_of(int(row["han"]), int(row["fu"]), simlab.rules("sanma").record("hand")[0])
    assert base == int(row["base"])
    assert ron_value(base, False) == int(row["ron_nondealer"])
    assert ron_value(base, True) == int(row["ron_dealer"])
    for way in WAYS:
        payment = int(TsumoPayment[way.upper()])
        to_another, to_the_dealer = tsumo_values(base, False, payment), tsumo_values(base, True, payment)
        assert (*to_another, to_the_dealer[1]) == shares(row, way), way


@pytest.mark.parametrize("way", WAYS)
def test_hands(way: str) -> None:
    """For every value of which there is an easy hand: by ron and by tsumo, of a dealer and of another."""
    found, expected = [], []
    for row in ROWS:
        from_dealer, from_other, each = shares(row, way)
        pays = {
            ("ron", 0): [0, 0, int(row["ron_dealer"])],
            ("ron", 1): [0, 0, int(row["ron_nondealer"])],
            ("tsumo", 0): [0, each, each],
            ("tsumo", 1): [from_dealer, 0, from_other],
        }
        for (win, seat), paid in pays.items():
            if (hand := hand_of(row, win, seat)) is not None:
                found.append(hand)
                expected.append((int(row["han"]), int(row["fu"]), LIMITS[row["limit"]], paid))
    scores = sanma.batch_score(np.concatenate(found), {"tsumo_payment": way})
    assert len(scores) > 170
    for score, (han, fu, limit, paid) in zip(scores, expected, strict=True):
        assert score["status"] == Status.SCORED
        assert (score["han"], score["fu"], score["limit"]) == (han, fu, limit)
        assert score["pays"].tolist() == paid
        assert score["points"] == sum(paid)


def test_kiriage_and_kazoe() -> None:
    plain, changed = (
        simlab.rules("sanma", rules).record("hand")[0] for rules in (None, {"kiriage": True, "kazoe": "sanbaiman"})
    )
    for row in ROWS:
        han, fu = int(row["han"]), int(row["fu"])
        other = {(4, 30): 2000, (3, 60): 2000, (13, 30): 6000}.get((han, fu), int(row["base"]))
        assert value_of(han, fu, plain) == int(row["base"])
        assert value_of(han, fu, changed) == other


@pytest.mark.parametrize("rules", [{}, {"kiriage": True}, {"kazoe": "sanbaiman"}])
def test_more_han_or_fu_never_pay_less(rules: dict) -> None:
    record = simlab.rules("sanma", rules).record("hand")[0]
    fus = [20, 25, *range(30, 150, 10)]
    bases = np.array([[value_of(han, fu, record) for fu in fus] for han in range(1, 40)])
    for values in (bases, *_payments(bases)):
        assert (np.diff(values, axis=0) >= 0).all()
        assert (np.diff(values, axis=1) >= 0).all()
    assert (np.diff(bases, axis=0)[:3] > 0).any(axis=1).all()


def _payments(bases: np.ndarray) -> list[np.ndarray]:
    """What each payer pays, by ron and by every kind of tsumo."""
    flat = bases.ravel().tolist()
    found = [[ron_value(base, is_dealer) for base in flat] for is_dealer in (False, True)]
    for way in TsumoPayment:
        for is_dealer in (False, True):
            found += zip(*(tsumo_values(base, is_dealer, int(way)) for base in flat), strict=True)
    return [np.array(values).reshape(bases.shape) for values in found]
