"""The sanma referee against the worked hands and numbers of the rules, and the random cases against its own rules."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from referee.sanma import base_of, dora_after, score, shanten
from referee.sanma_cases import DEFAULTS, FLAGS, random_case, seen
from referee.sanma_payments import ron_value, tsumo_values
from referee.sanma_tiles import KINDS, plain

PINFU = "123456p23456s99m7s"
WAYS = ["loss", "half", "half_exact", "equal", "proportional", "dealer_pays", "add_1000"]
# han, fu, ron of a non-dealer and of a dealer, then by each way: from the dealer, from another, from each to the dealer
TABLE = """
1 30 1000 1500 500 300 500 700 500 800 600 400 800 500 500 800 700 300 800 800 300 800 1500 1300 1500
1 60 2000 2900 1000 500 1000 1300 800 1500 1200 800 1500 1000 1000 1500 1300 700 1500 1500 500 1500 2000 1500 2000
2 25 1600 2400 800 400 800 1000 600 1200 1000 600 1200 800 800 1200 1100 500 1200 1200 400 1200 1800 1400 1800
2 70 4500 6800 2300 1200 2300 2900 1800 3500 2800 1700 3400 2300 2300 3400 3000 1500 3400 3500 1200 3400 3300 2200 3300
3 30 3900 5800 2000 1000 2000 2500 1500 3000 2400 1500 2900 2000 2000 2900 2600 1300 2900 3000 1000 2900 3000 2000 3000
5 30 8000 12000 4000 2000 4000 5000 3000 6000 5000 3000 6000 4000 4000 6000 5300 2700 6000 6000 2000 6000 5000 3000 5000
"""


def tiles(text: str) -> list[str]:
    """`12p3z` as a list of tiles."""
    return [rank + suit for ranks, suit in re.findall(r"(\d+)([mpsz])", text) for rank in ranks]


def win(text: str, how: str = "ron", rules: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any] | None:
    """The score of a hand of South in the East round, win tile last; melds and other facts by keyword."""
    kinds = ("pon", "open_kan", "closed_kan")
    melds = [{"kind": kind, "tiles": tiles(one)} for kind in kinds for one in facts.pop(kind, "").split()]
    case: dict[str, Any] = {"tiles": tiles(text), "melds": melds, "win": how, "seat": "S", "round": "E"}
    case |= {"win_tile": case["tiles"][-1], "by": "W" if how == "ron" else "", "kita": 0, "dora": [], "ura": []}
    case |= {"honba": 0, "sticks": 0, "pao": {}} | dict.fromkeys(FLAGS, False)
    return score(case | facts, DEFAULTS | (rules or {}))


def brief(result: dict[str, Any] | None) -> tuple[int, int, int]:
    """Han, fu and points of a hand that has won."""
    assert result is not None
    return result["han"], result["fu"], result["points"]


def yaku(result: dict[str, Any] | None) -> dict[str, int]:
    """The yaku of a hand that has won."""
    assert result is not None
    return result["yaku"]


@pytest.mark.parametrize(
    ("text", "how", "facts", "expected"),
    [
        (PINFU, "tsumo", {}, (2, 20, 1100)),
        (PINFU, "ron", {}, (1, 30, 1000)),
        (PINFU, "ron", {"honba": 2}, (1, 30, 1400)),
        ("123456p23456s44z7s", "ron", {}, (1, 30, 1000)),
        (PINFU, "ron", {"dora": ["1m"]}, (3, 30, 3900)),
        (PINFU, "ron", {"dora": ["3z"], "kita": 2}, (5, 30, 8000)),
        ("123456p23456s11z7s", "tsumo", {"seat": "E"}, (1, 30, 1000)),
        ("1199m2255p3377s44z", "ron", {}, (2, 25, 1600)),
        ("1199m2255p3377s44z", "tsumo", {}, (3, 25, 2400)),
        ("11m234p567s555z99p1m", "ron", {}, (1, 50, 1600)),
        ("11m234p567s555z99p1m", "tsumo", {}, (2, 40, 2000)),
        ("111m111p111s23p99s4p", "ron", {}, (4, 60, 8000)),
        ("13p456s99m2p", "ron", {"closed_kan": "4444z 3333z", "riichi": True}, (1, 100, 3200)),
        (PINFU, "tsumo", {"rules": {"pinfu_tsumo": False}}, (1, 30, 800)),
    ],
)
def test_worked_hands(text: str, how: str, facts: dict[str, Any], expected: tuple[int, int, int]) -> None:
    """The numbers of the rules. (Worked hands)"""
    assert brief(win(text, how, **facts)) == expected


def test_who_pays() -> None:
    """From the dealer and from the other; a ron is paid by the discarder alone. (Worked hands, Payments)"""
    assert win(PINFU, "tsumo")["pays"] == {"E": 700, "W": 400}
    assert win("1199m2255p3377s44z", "tsumo")["pays"] == {"E": 1600, "W": 800}
    assert win("11m234p567s555z99p1m", "tsumo")["pays"] == {"E": 1300, "W": 700}
    assert win("123456p23456s11z7s", "tsumo", seat="E")["pays"] == {"S": 500, "W": 500}
    assert win(PINFU, honba=2)["pays"] == {"E": 0, "W": 1400}
    mangan = {"loss": (4000, 2000), "half": (5000, 3000), "proportional": (5300, 2700)}
    for way, expected in mangan.items():
        assert tsumo_values(2000, False, way) == expected


@pytest.mark.parametrize("row", TABLE.split("\n")[1:-1])
def test_rows_of_the_payment_table(row: str) -> None:
    """Some rows of the table that goes with the rules. (Payments)"""
    han, fu, child, dealer, *rest = map(int, row.split())
    base, _ = base_of(han, fu, DEFAULTS)
    assert (ron_value(base, False), ron_value(base, True)) == (child, dealer)
    for index, way in enumerate(WAYS):
        found = (*tsumo_values(base, False, way), tsumo_values(base, True, way)[1])
        assert found == tuple(rest[3 * index : 3 * index + 3])


def test_hands_without_a_win() -> None:
    """Kita are no yaku; one and nine man are no neighbours; no set is short of a tile. (Worked hands, Faults)"""
    assert win("234p567s99m12s3s", kita=3, pon="111m") is None
    for text in ("19m123456p23s99s1m", "123456p2345s99m7s", "123456p23456s99m8s"):
        with pytest.raises(ValueError, match="complete"):
            win(text)


def test_kita_dora() -> None:
    """Each is two han if North is dora, or one more for each indicator, ura too in riichi. (Kita)"""
    facts = {"dora": ["3z", "3z"], "ura": ["3z"], "kita": 2, "riichi": True}
    each = {"rules": {"kita_dora": "per_indicator"}}
    assert yaku(win(PINFU, **facts))["kita"] == 4
    assert yaku(win(PINFU, **facts, **each))["kita"] == 8
    assert yaku(win(PINFU, **facts | {"riichi": False}, **each))["kita"] == 6
    assert yaku(win(PINFU, **facts | {"dora": ["1z"]}))["kita"] == 4
    assert yaku(win(PINFU, **facts, rules={"ura": False}))["kita"] == 4
    assert yaku(win(PINFU, **facts | {"dora": ["1z"]}, rules={"ura": False}))["kita"] == 2


def test_flags_whose_option_is_off() -> None:
    """Rinshan and chankan by kita, and ippatsu on a kita, follow their options. (Kita)"""
    assert yaku(win(PINFU, "tsumo", after_kita=True, kita=1))["rinshan"] == 1
    assert "rinshan" not in yaku(win(PINFU, "tsumo", {"kita_rinshan": False}, after_kita=True, kita=1))
    facts = {"on_kita": True, "riichi": True, "ippatsu": True}
    assert set(yaku(win("123456p234567s4z4z", **facts))) == {"riichi"}
    rules = {"kita_ron_chankan": True, "kita_ron_ippatsu": True}
    assert set(yaku(win("123456p234567s4z4z", "ron", rules, **facts))) == {"riichi", "ippatsu", "chankan"}


def test_yakuman() -> None:
    """They add up, and by option some count twice; nothing else counts beside them. (Yaku, Faults)"""
    double = {"double_yakuman": True}
    assert yaku(win("11223344556677z", dora=["7z"])) == {"tsuuiisou": 1}
    for rank in "19258":
        assert yaku(win(f"1112345678999p{rank}p", "ron", double)) == {"chuuren": 2}
    assert yaku(win("1112345678899p9p", "ron", double)) == {"chuuren": 1}
    assert yaku(win("19m19p19s1234567z7z", "ron", double)) == {"kokushi": 2}
    assert yaku(win("19m19p19s1234566z7z", "ron", double)) == {"kokushi": 1}
    assert yaku(win("222p333p444s99m33z3z", "tsumo", double)) == {"suuankou": 1}
    assert yaku(win("222p333p444s111z9m9m", "ron", double)) == {"suuankou": 2}
    assert yaku(win("222p333p444s99m33z3z")) == {"toitoi": 2, "sanankou": 2}
    winds = {"daisuushii": 2, "suuankou": 2, "tsuuiisou": 1}
    assert yaku(win("111222333444z5z5z", "ron", double)) == winds
    assert yaku(win(PINFU, "tsumo", first_turn=True)) == {"chiihou": 1}
    assert yaku(win(PINFU, "tsumo", first_turn=True, seat="E")) == {"tenhou": 1}


def test_renhou() -> None:
    """Off, a mangan unless the hand is worth more, or a yakuman. (Options)"""
    assert brief(win(PINFU, first_turn=True)) == (1, 30, 1000)
    assert yaku(win(PINFU, "ron", {"renhou": "mangan"}, first_turn=True)) == {"renhou": 5}
    assert yaku(win(PINFU, "ron", {"renhou": "yakuman"}, first_turn=True)) == {"renhou": 1}
    pure = "1112345567789p5p"
    assert yaku(win(pure, "ron", {"renhou": "mangan"}, first_turn=True)) == {"chinitsu": 6}
    assert brief(win("234567p11s22s33s9m9m", "ron", {"renhou": "mangan"}, first_turn=True)) == (5, 0, 8000)


def test_pao() -> None:
    """The liable player pays a tsumo, half a ron by another, and all honba. (Options, Faults)"""
    facts = {"pon": "555z 666z 777z", "pao": {"daisangen": "E"}, "honba": 1}
    assert win("1m234p1m", "tsumo", **facts)["pays"] == {"E": 32200, "W": 0}
    assert win("1m234p1m", **facts)["pays"] == {"E": 16200, "W": 16000}
    assert win("1m234p1m", **facts | {"by": "E"})["pays"] == {"E": 32200, "W": 0}
    assert win("1m234p1m", "ron", {"pao": False}, **facts)["pays"] == {"E": 0, "W": 32200}
    more = {"whole_hand": {"E": 64200, "W": 0}, "liable_yakuman": {"E": 48200, "W": 8000}}
    for scope, pays in more.items():
        assert win("111z2z2z", "tsumo", {"pao_scope": scope}, **facts)["pays"] == pays
    assert win("111z2z2z", **facts)["pays"] == {"E": 16200, "W": 48000}


def test_fu_and_red_fives() -> None:
    """Double-wind pairs, kiriage, and red fives as the options have them. (Fu, Options)"""
    pair = {"round": "S", "riichi": True}
    assert win("234567p23s234s22z4s", "ron", **pair)["fu_parts"] == {"base": 30, "pair": 4}
    assert win("234567p23s234s22z4s", "ron", {"double_wind_fu": 2}, **pair)["fu_parts"] == {"base": 30, "pair": 2}
    four = {"riichi": True, "dora": ["1m"]}
    assert brief(win(PINFU, **four)) == (4, 30, 7700)
    assert brief(win(PINFU, "ron", {"kiriage": True}, **four)) == (4, 30, 8000)
    assert "red" not in yaku(win("123406p23456s99m7s"))
    assert yaku(win("123406p23456s99m7s", "ron", {"red_fives": 2}))["red"] == 1
    assert yaku(win("123406p23456s99m7s", "ron", {"red_fives": 8}))["red"] == 2


def test_shanten() -> None:
    """Four of a kind are no wait for a fifth; one and nine man make no run. (Faults)"""
    assert shanten(tiles("1111m111122233z"))["best"] == 2
    assert shanten(tiles("123456p23456s99m7s")) == {"standard": -1, "chiitoitsu": 5, "kokushi": 10, "best": -1}
    assert shanten(tiles("1111z"), 3)["best"] == 1
    assert shanten(tiles("1z"), 4, {"1z": 3})["best"] == 1
    assert shanten(tiles("19m19p19s1234567z"))["kokushi"] == 0
    assert shanten(tiles("1133557799p113s"))["chiitoitsu"] == 0


def check_case(case: dict[str, Any], rules: dict[str, Any]) -> None:
    """A case can have happened at a table. (Random cases)"""
    assert max(Counter(map(plain, seen(case))).values()) <= 4
    shown = [plain(tile) for tile in seen(case)]
    assert shown.count("4z") <= 4
    assert rules["kita"] or not (case["kita"] or case["after_kita"] or case["on_kita"])
    closed = all(meld["kind"] == "closed_kan" for meld in case["melds"])
    assert closed or not (case["riichi"] or case["double_riichi"])
    assert case["riichi"] or case["double_riichi"] or not (case["ippatsu"] or case["ura"])
    assert sum(case[name] for name in ("rinshan", "after_kita", "chankan", "on_kita", "last_tile", "first_turn")) <= 1
    assert not (case["riichi"] and case["double_riichi"])
    assert not case["ippatsu"] or not (case["rinshan"] or case["after_kita"])
    assert (case["by"] == "") == (case["win"] == "tsumo")
    assert case["by"] != case["seat"]
    assert not case["on_kita"] or case["win_tile"] == "4z"
    assert not case["chankan"] or shown.count(plain(case["win_tile"])) == 1
    if rules["red_fives"] == 2:
        for five in ("5p", "5s"):
            reds = seen(case).count("0" + five[1])
            assert reds <= 1
            assert shown.count(five) < 4 or reds == 1


def test_random_cases() -> None:
    """Random hands are complete, possible, and paid in full; their closed tiles are at -1. (Random cases)"""
    rng = random.Random(3)
    for _ in range(300):
        case, rules = random_case(rng)
        check_case(case, rules)
        result = score(case, rules)
        assert shanten(case["tiles"], len(case["melds"]))["best"] == -1
        if result is not None:
            assert sum(result["yaku"].values()) == result["han"] + result["yakuman"]
            assert result["points"] == sum(result["pays"].values()) + 1000 * case["sticks"]


def test_dora_goes_round() -> None:
    """Each kind is the dora of one indicator. (Tiles and wall)"""
    assert {dora_after(kind) for kind in KINDS} == set(KINDS)
    rings = ["19m1m", "89p1p", "0s6s", "34z1z", "67z5z"]
    for one, two in [pair for ring in rings for pair in zip(tiles(ring), tiles(ring)[1:], strict=False)]:
        assert dora_after(one) == two
