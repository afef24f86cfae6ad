"""Every yaku of sanma: hands that have it, closed and open, and hands that come near it, with the han of the rules.

A hand is written with its winning tile last; South wins in the East round if nothing else is said.
"""

from __future__ import annotations

from typing import Any

import pytest

import simlab
from simlab.games.sanma.state import Yaku
from simlab.games.sanma.telling import HandScore

PINFU = "123456p23456s99m7s"
TAME = "123p345s67s99m8s"  # beside one meld, with no yaku of its own
NORTH = {"kita": False, "north_yakuhai": True}

Context = dict[str, Any]
Hand = tuple[str, Context, dict[str, int]]

ONE_HAN: tuple[Hand, ...] = (
    (PINFU, {}, {"pinfu": 1}),
    (PINFU, {"riichi": True}, {"riichi": 1, "pinfu": 1}),
    (PINFU, {"riichi": True, "ippatsu": True}, {"riichi": 1, "ippatsu": 1, "pinfu": 1}),
    (PINFU, {"win": "tsumo"}, {"menzen_tsumo": 1, "pinfu": 1}),
    ("123123p23456s99m7s", {}, {"pinfu": 1, "iipeikou": 1}),
    ("123123p13456s99m2s", {}, {"iipeikou": 1}),
    ("345678p23456s88s7s", {}, {"pinfu": 1, "tanyao": 1}),
    ("345p67s66p345s8s", {"melds": "222p"}, {"tanyao": 1}),
    ("123p34567s555z99m8s", {}, {"haku": 1}),
    (TAME, {"melds": "555z"}, {"haku": 1}),
    (TAME, {"melds": "666z"}, {"hatsu": 1}),
    (TAME, {"melds": "7777z"}, {"chun": 1}),
    (TAME, {"melds": "222z"}, {"seat_wind": 1}),
    (TAME, {"melds": "111z"}, {"round_wind": 1}),
    (TAME, {"melds": "222z", "seat": "E", "round": "S"}, {"round_wind": 1}),
    (TAME, {"melds": "111z", "seat": "E"}, {"seat_wind": 1, "round_wind": 1}),
    (TAME, {"melds": "333z", "seat": "W", "round": "W"}, {"seat_wind": 1, "round_wind": 1}),
    (TAME, {"melds": "444z", "rules": NORTH}, {"north": 1}),
    (TAME, {"melds": "444z", "last_tile": True, "win": "tsumo"}, {"haitei": 1}),
    (TAME, {"melds": "444z", "last_tile": True}, {"houtei": 1}),
    (TAME, {"melds": "4444z", "rinshan": True, "win": "tsumo"}, {"rinshan": 1}),
    (TAME, {"melds": "333z", "after_kita": True, "kita": 1, "win": "tsumo"}, {"rinshan": 1, "kita": 1}),
    (TAME, {"melds": "444z", "chankan": True}, {"chankan": 1}),
)
MORE_HAN: tuple[Hand, ...] = (
    (PINFU, {"double_riichi": True}, {"double_riichi": 2, "pinfu": 1}),
    ("1199m2255p3377s44z", {}, {"chiitoitsu": 2}),
    ("123789p12s444z99m3s", {}, {"chanta": 2}),
    ("123789p12s99m3s", {"melds": "444z"}, {"chanta": 1}),
    ("123456789p24s99m3s", {}, {"ittsuu": 2}),
    ("123456789s9m9m", {"melds": "444z"}, {"ittsuu": 1}),
    ("111s23p99s4p", {"melds": "111m 111p"}, {"sanshoku_doukou": 2}),
    ("23p44z4p", {"melds": "999m 9999p 999s"}, {"sanshoku_doukou": 2}),
    ("333s77p99s7p", {"melds": "222p 444z"}, {"toitoi": 2}),
    ("222p555s999m67p33s8p", {}, {"sanankou": 2}),
    ("222p555s67p33s8p", {"melds": "(9999m)"}, {"sanankou": 2}),
    ("67p44z8p", {"melds": "2222p 3333s 9999m"}, {"sankantsu": 2}),
    ("11s33z1s", {"melds": "111m 999p 444z"}, {"toitoi": 2, "honroutou": 2}),
    ("1199m1199p1199s44z", {}, {"chiitoitsu": 2, "honroutou": 2}),
    ("123p77z45s6s", {"melds": "555z 666z"}, {"haku": 1, "hatsu": 1, "shousangen": 2}),
    ("12335567p99p444z4p", {}, {"honitsu": 3}),
    ("12335567s99s4s", {"melds": "444z"}, {"honitsu": 2}),
    ("999m33z22z3z", {"melds": "111m 444z"}, {"toitoi": 2, "honroutou": 2, "honitsu": 2}),
    ("123789p1112s999m3s", {}, {"junchan": 3}),
    ("123789p1112s3s", {"melds": "999m"}, {"junchan": 2}),
    ("112233p445566s9m9m", {}, {"ryanpeikou": 3}),
    ("112233p44556s99m6s", {}, {"pinfu": 1, "ryanpeikou": 3}),
    ("1233455679979p8p", {}, {"chinitsu": 6}),
    ("3455679979s8s", {"melds": "111s"}, {"chinitsu": 5}),
)
YAKUMAN: tuple[Hand, ...] = (
    ("19m19p19s1234567z7z", {}, {"kokushi": 1}),
    ("19m19p19s1234566z7z", {}, {"kokushi": 1}),
    ("222p333p444s333z9m9m", {}, {"suuankou": 1}),
    ("222p333p444s33z99m3z", {"win": "tsumo"}, {"suuankou": 1}),
    ("23p99s4p", {"melds": "555z 666z 777z"}, {"daisangen": 1}),
    ("23p44z4p", {"melds": "111z 222z 333z"}, {"shousuushii": 1}),
    ("9s9s", {"melds": "111z 222z 333z 444z"}, {"daisuushii": 1}),
    ("11223344556677z", {}, {"tsuuiisou": 1}),
    ("33z55z3z", {"melds": "111z 222z 666z"}, {"tsuuiisou": 1}),
    ("99p11s9p", {"melds": "111m 999m 111p"}, {"chinroutou": 1}),
    ("223344s666z88s66s6s", {}, {"ryuuiisou": 1}),
    ("234s666z88s66s6s", {"melds": "222s"}, {"ryuuiisou": 1}),
    ("1112345678999p5p", {}, {"chuuren": 1}),
    ("1123456789995s1s", {}, {"chuuren": 1}),
    ("4z4z", {"melds": "1111m 2222p (3333s) 9999s"}, {"suukantsu": 1}),
    (PINFU, {"win": "tsumo", "first_turn": True, "seat": "E"}, {"tenhou": 1}),
    (PINFU, {"win": "tsumo", "first_turn": True}, {"chiihou": 1}),
    (PINFU, {"first_turn": True, "rules": {"renhou": "yakuman"}}, {"renhou": 1}),
    ("111222333444z5z5z", {}, {"suuankou": 1, "daisuushii": 1, "tsuuiisou": 1}),
    (
        "5z5z",
        {"melds": "(1111z) (2222z) (3333z) (4444z)"},
        {"suuankou": 1, "daisuushii": 1, "tsuuiisou": 1, "suukantsu": 1},
    ),
    ("222333444666s8s8s", {"win": "tsumo", "first_turn": True}, {"suuankou": 1, "ryuuiisou": 1, "chiihou": 1}),
)
DOUBLE: tuple[Hand, ...] = (
    ("19m19p19s1234567z7z", {}, {"kokushi": 2}),
    ("19m19p19s1234566z7z", {}, {"kokushi": 1}),
    ("222p333p444s333z9m9m", {}, {"suuankou": 2}),
    ("222p333p444s33z99m3z", {"win": "tsumo"}, {"suuankou": 1}),
    ("9s9s", {"melds": "111z 222z 333z 444z"}, {"daisuushii": 2}),
    ("111222333444z5z5z", {}, {"suuankou": 2, "daisuushii": 2, "tsuuiisou": 1}),
    ("111222333z55z44z4z", {"win": "tsumo"}, {"suuankou": 1, "daisuushii": 2, "tsuuiisou": 1}),
    ("111222333z444p4z4z", {}, {"suuankou": 2, "shousuushii": 1}),
    ("4z4z", {"melds": "1111m 2222p (3333s) 9999s"}, {"suukantsu": 1}),
    ("11223344556677z", {}, {"tsuuiisou": 1}),
)
# What looks like a yaku and is none, or is worth more another way.
NEAR: tuple[Hand, ...] = (
    ("123456p23456s11z7s", {"riichi": True}, {"riichi": 1}),  # the pair is worth fu
    ("123456p23456s55z7s", {"riichi": True}, {"riichi": 1}),
    ("123456p24567s99m3s", {"riichi": True}, {"riichi": 1}),  # not a wait on both sides
    ("123456p12456s99m3s", {"riichi": True}, {"riichi": 1}),
    ("123456p234567s9m9m", {"riichi": True}, {"riichi": 1}),
    ("112233p445566s9m9m", {"win": "tsumo"}, {"menzen_tsumo": 1, "ryanpeikou": 3}),
    ("11122233s99m23p3s4p", {"win": "tsumo"}, {"menzen_tsumo": 1, "sanankou": 2}),
    ("111222333s99m23p1p", {}, {"pinfu": 1, "iipeikou": 1, "junchan": 3}),
    ("111999m111p78s11s9s", {}, {"sanankou": 2, "junchan": 3}),
    ("222p222s345p67s99m8s", {"riichi": True}, {"riichi": 1}),  # there is no 2m
)


def won(hand: str, context: Context, **more: object) -> HandScore:
    return simlab.score("sanma", hand, **{"win": "ron", **context, **more})


@pytest.mark.parametrize(("hand", "context", "yaku"), [*ONE_HAN, *MORE_HAN, *NEAR])
def test_yaku(hand: str, context: Context, yaku: dict[str, int]) -> None:
    found = won(hand, context)
    assert found.yaku == yaku
    assert found.han == sum(yaku.values())
    assert found.yakuman == 0


@pytest.mark.parametrize(("hand", "context", "yaku"), YAKUMAN)
def test_yakuman(hand: str, context: Context, yaku: dict[str, int]) -> None:
    """Nothing else counts beside them, and they add up."""
    found = won(hand, context)
    assert found.yaku == yaku
    assert (found.limit, found.yakuman, found.han, found.fu) == ("yakuman", len(yaku), 0, 0)
    assert found.parts == {payer: len(yaku) * points for payer, points in yakuman_parts(context).items()}


@pytest.mark.parametrize(("hand", "context", "yaku"), YAKUMAN)
def test_dora_and_riichi_are_nothing_beside_a_yakuman(hand: str, context: Context, yaku: dict[str, int]) -> None:
    more: Context = {"dora": "8p7z9m7s"}
    if not {"melds", "first_turn"} & context.keys():
        more |= {"riichi": True, "ippatsu": True, "ura": "4z6s"}
    assert won(hand, context, **more) == won(hand, context)


def yakuman_parts(context: Context) -> dict[str, int]:
    """Who pays for one yakuman."""
    if context.get("win") != "tsumo":
        return {"discarder": 32000}
    return {"S": 16000, "W": 16000} if context.get("seat") == "E" else {"E": 16000, "W": 8000}


@pytest.mark.parametrize(("hand", "context", "yaku"), DOUBLE)
def test_double_yakuman(hand: str, context: Context, yaku: dict[str, int]) -> None:
    found = won(hand, context, rules={"double_yakuman": True})
    assert found.yaku == yaku
    assert found.yakuman == sum(yaku.values())
    assert found.points == found.yakuman * sum(yakuman_parts(context).values())


def test_every_yaku_is_tested() -> None:
    tested = {name for _, _, yaku in (*ONE_HAN, *MORE_HAN, *YAKUMAN) for name in yaku}
    assert tested - {"kita"} == {yaku.name.lower() for yaku in Yaku}
