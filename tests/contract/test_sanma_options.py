"""Each option of sanma changes what some hand is worth, and nothing where it can't apply; what else hands keep to.

An option changes a hand also if its other value refuses it: where there is no kita nobody wins with one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from contract.metamorphosis import Needs
from referee.sanma_cases import random_case
from sanma_cases_to_hands import hands_of, held_of

import simlab
from simlab import sanma
from simlab.decks.riichi import CODES, COPIES, DORA, KINDS, NORTH, SOU, WINDS, kind_of, next_kind
from simlab.errors import SimlabError
from simlab.games import get
from simlab.games.sanma.rules import MOST_INDICATORS, OPTIONS
from simlab.games.sanma.state import Status, Yaku

Case = dict[str, Any]

NUMBER = 4000
RED: Needs = (("red_fives", 2),)
"""What the cases below are dealt with."""

OUTSIDE = {"1m", "9m", "1p", "9p", "1s", "9s", *(f"{rank}z" for rank in range(1, 8))}
DOUBLED = {"suuankou", "kokushi", "chuuren", "daisuushii"}


@cache
def cases() -> list[Case]:
    """Won hands of all kinds, with up to two red fives."""
    rng = random.Random(12)
    found = (random_case(rng) for _ in range(2 * NUMBER))
    return [case for case, rules in found if rules["red_fives"] != 8][:NUMBER]


@cache
def hands() -> np.ndarray:
    return hands_of(cases())


@dataclass(frozen=True)
class Scored:
    """What all the hands are worth under some rules, and which of them these refuse."""

    scores: np.ndarray
    is_refused: np.ndarray

    def differ(self, other: Scored) -> np.ndarray:
        """Which hands are worth something else, or get or pay it otherwise."""
        return differing(self.scores, other.scores) | (self.is_refused != other.is_refused)


def differing(one: np.ndarray, other: np.ndarray, *besides: str) -> np.ndarray:
    """Which rows differ in any field but some."""
    fields = [name for name in one.dtype.names if name not in besides]
    return np.any([(one[name] != other[name]).reshape(len(one), -1).any(axis=1) for name in fields], axis=0)


@cache
def scored(rules: Needs) -> Scored:
    some = hands()
    try:
        return Scored(sanma.batch_score(some, dict(rules)), np.zeros(len(some), bool))
    except SimlabError:
        pass
    scores, is_refused = np.zeros(len(some), sanma.SCORE), np.zeros(len(some), bool)
    for row in range(len(some)):
        try:
            scores[row] = sanma.batch_score(some[row : row + 1], dict(rules))[0]
        except SimlabError:
            is_refused[row] = True
    return Scored(scores, is_refused)


def names(score: np.void) -> set[str]:
    return {yaku.name.lower() for yaku in Yaku if int(score["yaku"]) >> yaku & 1}


# Where an option may apply.


def kinds(case: Case) -> list[str]:
    """All tiles of a hand and its melds, red fives as fives; kita are no part of it."""
    tiles = [*case["tiles"], *(tile for meld in case["melds"] for tile in meld["tiles"])]
    return [plain(tile) for tile in tiles]


def plain(tile: str) -> str:
    return CODES[kind_of(CODES.index(tile))]


def dora(indicators: list[str]) -> list[str]:
    return [CODES[next_kind(kind_of(CODES.index(tile)))] for tile in indicators]


def is_open(case: Case) -> bool:
    return any(meld["kind"] != "closed_kan" for meld in case["melds"])


def has_ura(case: Case) -> bool:
    shown = set(dora(case["ura"]))
    return bool(shown & set(kinds(case))) or ("4z" in shown and case["kita"] > 0)


def has_seven_pairs(case: Case) -> bool:
    closed = kinds(case)
    return not case["melds"] and sum(closed.count(kind) == 2 for kind in set(closed)) == 7


def has_double_wind_pair(case: Case) -> bool:
    wind = f"{WINDS.index(case['seat']) + 1}z"
    return case["seat"] == case["round"] and kinds(case).count(wind) == 2


def may_be_pinfu_tsumo(case: Case) -> bool:
    return case["win"] == "tsumo" and not case["melds"] and plain(case["win_tile"])[1] in "ps"


def is_kiriage(score: np.void) -> bool:
    return (score["han"], score["fu"]) in ((4, 30), (3, 60))


@dataclass(frozen=True)
class Change:
    """Where an option may matter: to which hands, by what they are worth under its default, and what it needs."""

    may: Callable[[Case, np.void], bool]
    needs: Needs = RED
    more: tuple[int, ...] = ()
    """Values to be tried beside those in use."""


CHANGES = {
    "kita": Change(lambda case, _: case["kita"] > 0 or case["on_kita"]),
    "north_yakuhai": Change(lambda case, _: kinds(case).count("4z") >= 2, (*RED, ("kita", False))),
    "kita_dora": Change(lambda case, _: case["kita"] > 0 and dora([*case["dora"], *case["ura"]]).count("4z") >= 2),
    "kita_rinshan": Change(lambda case, _: case["after_kita"]),
    "kita_ron": Change(lambda case, _: case["on_kita"]),
    "kita_ron_chankan": Change(lambda case, _: case["on_kita"]),
    "kita_ron_ippatsu": Change(lambda case, _: case["on_kita"] and case["ippatsu"]),
    "red_fives": Change(lambda case, _: bool({"5p", "5s"} & set(kinds(case))), ()),
    "kuitan": Change(lambda case, _: is_open(case) and not OUTSIDE & set(kinds(case))),
    "ippatsu": Change(lambda case, _: case["ippatsu"]),
    "ura": Change(lambda case, _: has_ura(case)),
    "renhou": Change(lambda case, _: case["first_turn"] and case["win"] == "ron"),
    "double_yakuman": Change(lambda _, score: score["yakuman"] > 0 and bool(names(score) & DOUBLED)),
    "pinfu_tsumo": Change(lambda case, _: may_be_pinfu_tsumo(case)),
    "double_wind_fu": Change(lambda case, _: has_double_wind_pair(case)),
    "chiitoitsu_fu": Change(lambda case, _: has_seven_pairs(case)),
    "tsumo_payment": Change(lambda case, _: case["win"] == "tsumo"),
    "honba_value": Change(lambda case, _: case["honba"] > 0, more=(0, 1, 1000)),
    "kiriage": Change(lambda _, score: is_kiriage(score)),
    "kazoe": Change(lambda _, score: score["han"] >= 13),
    "pao": Change(lambda case, score: bool(case["pao"].keys() & names(score))),
    "pao_scope": Change(lambda case, score: bool(case["pao"]) and score["yakuman"] >= 2),
}


def values() -> list[Any]:
    """Parameters of a test: every option with each of its other values."""
    return [
        pytest.param(option.name, value, id=f"{option.name}-{value}")
        for option in OPTIONS
        if option.name in CHANGES
        for value in (*option.others(option.plain(option.default)), *CHANGES[option.name].more)
    ]


def may_change(name: str) -> np.ndarray:
    base = scored(CHANGES[name].needs).scores
    return np.array([bool(CHANGES[name].may(case, score)) for case, score in zip(cases(), base, strict=True)])


def pair(name: str, value: object) -> tuple[Scored, Scored]:
    """With the option as it is and with that value."""
    needs = CHANGES[name].needs
    return scored(needs), scored((*needs, (name, value)))


def test_every_option_is_there() -> None:
    assert set(CHANGES) == {option.name for option in get("sanma").options}


@pytest.mark.parametrize(("name", "value"), values())
def test_every_value_changes_some_hand(name: str, value: object) -> None:
    base, changed = pair(name, value)
    assert base.differ(changed).sum() > 0


@pytest.mark.parametrize(("name", "value"), values())
def test_nothing_changes_where_an_option_does_not_apply(name: str, value: object) -> None:
    base, changed = pair(name, value)
    may = may_change(name)
    wrong = np.flatnonzero(base.differ(changed) & ~may)
    assert [cases()[row] for row in wrong[:1]] == []
    assert 0 < may.sum() < len(may)


# What one option changes wherever it may: all of these, and nothing but this.


def test_hands_with_kita_are_refused_without() -> None:
    for name, kept in (("kita", ("kita", "on_kita")), ("kita_ron", ("on_kita",))):
        changed = scored((*RED, (name, False)))
        assert changed.is_refused.tolist() == np.any([hands()[field] > 0 for field in kept], axis=0).tolist()


@pytest.mark.parametrize("value", [0, 100, 500])
def test_honba_are_paid_on_top(value: int) -> None:
    """Two payers' by ron too, whoever is liable."""
    none, some = scored((*RED, ("honba_value", 0))).scores, scored((*RED, ("honba_value", value))).scores
    won = none["status"] == Status.SCORED
    more = 2 * value * hands()["honba"].astype(int)
    assert (some["points"] - none["points"])[won].tolist() == more[won].tolist()


def test_only_who_pays_depends_on_a_tsumo_payment() -> None:
    base = scored(RED).scores
    for payment in get("sanma").option("tsumo_payment").choices:
        changed = scored((*RED, ("tsumo_payment", payment))).scores
        assert not differing(base, changed, "points", "pays").any()
        assert (changed["points"] >= base["points"]).all() or payment == "proportional"


# Rule sets.


def test_presets_are_what_the_rules_say() -> None:
    plain = simlab.rules("sanma")
    wanted = {
        "seed": dict(plain),
        "seed_split": dict(plain) | {"tsumo_payment": "half"},
        "tenhou": {"kita": True, "red_fives": 2, "double_yakuman": False, "tsumo_payment": "loss"},
        "mahjong_soul": {"kita": True, "red_fives": 2, "double_yakuman": True, "tsumo_payment": "loss"},
        "sega_mj": {"kita": False, "north_yakuhai": True, "tsumo_payment": "half", "kiriage": True},
    }
    assert set(get("sanma").presets) == set(wanted)
    for name, settings in wanted.items():
        rules = simlab.rules("sanma", name)
        assert {key: rules[key] for key in settings} == settings
        paid = simlab.score("sanma", "123456p23456s99m7s", win="tsumo", rules=name).points
        assert paid == (1500 if settings["tsumo_payment"] == "half" else 1100)


@pytest.mark.parametrize("name", [option.name for option in OPTIONS if "kita" in option.needs])
def test_options_of_kita_go_by_it(name: str) -> None:
    """Those of kita are refused without it, and North as yakuhai with it."""
    option = get("sanma").option(name)
    kita = option.needs["kita"] == ("off",)
    (value, *_) = option.others(option.plain(option.default))
    with pytest.raises(SimlabError, match=f"option {name}=.* contradicts kita={'on' if kita else 'off'}"):
        simlab.rules("sanma", kita=kita, **{name: value})
    assert simlab.rules("sanma", kita=not kita, **{name: value})[name] == value


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"kita_ron": False, "kita_ron_chankan": True}, "kita_ron_chankan=on contradicts kita_ron=off"),
        ({"kita_ron": False, "kita_ron_ippatsu": True}, "kita_ron_ippatsu=on contradicts kita_ron=off"),
        ({"ippatsu": False, "kita_ron_ippatsu": True}, "kita_ron_ippatsu=on contradicts ippatsu=off"),
        ({"pao": False, "pao_scope": "whole_hand"}, "pao_scope=whole_hand contradicts pao=off"),
        ({"red_fives": 3}, "option red_fives can't be 3; allowed: 0, 2, 8"),
        ({"double_wind_fu": 3}, "option double_wind_fu can't be 3; allowed: 4, 2"),
        ({"chiitoitsu_fu": 50}, "option chiitoitsu_fu can't be 50"),
        ({"honba_value": -100}, "option honba_value can't be -100"),
        ({"tsumo_payment": "all"}, "option tsumo_payment can't be 'all'"),
        ({"renhou": "haneman"}, "option renhou can't be 'haneman'"),
    ],
)
def test_contradictions_are_refused(rules: dict[str, object], message: str) -> None:
    with pytest.raises(SimlabError) as caught:
        simlab.rules("sanma", rules)
    assert message in str(caught.value)


# What a hand keeps to under all rules.


def has_indicator_left(case: Case) -> bool:
    """Whether there can be one more indicator of the tile that was won on."""
    shown = [*map(plain, [*case["dora"], *case["ura"]]), *kinds(case), *["4z"] * case["kita"]]
    (indicator,) = (tile for tile in CODES[:KINDS] if dora([tile]) == [plain(case["win_tile"])])
    return shown.count(indicator) < 4


RULES: tuple[Needs, ...] = (
    RED,
    (*RED, ("kiriage", True), ("tsumo_payment", "half")),
    (*RED, ("kazoe", "sanbaiman"), ("tsumo_payment", "proportional"), ("chiitoitsu_fu", 40)),
)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_more_dora_never_pay_less(rules: Needs) -> None:
    some = hands()
    shower = np.argsort(DORA)[some["win"]]  # the kind that shows the winning tile
    melded = np.array([held_of(hand) for hand in some])
    there = some["tiles"] + melded + some["kita"][:, None] * (np.arange(KINDS) == NORTH)
    rows = np.arange(len(some))
    shown = some["dora"][rows, some["win"]] + some["ura"][rows, some["win"]]
    kept = np.flatnonzero((there[rows, shower] + shown < COPIES) & (some["dora"].sum(axis=1) < MOST_INDICATORS))
    base, more = scored(rules).scores[kept], some[kept].copy()
    more["dora"][np.arange(len(more)), more["win"]] += 1
    changed = sanma.batch_score(more, dict(rules))
    assert (changed["status"] == base["status"]).all()
    assert (changed["points"] >= base["points"]).all()
    held = (changed["bonus"] - base["bonus"]).sum(axis=1)
    counted = (base["status"] == Status.SCORED) & (base["yakuman"] == 0) & ~more["first_turn"]
    assert (held[counted] > 0).all()
    assert (changed["han"] - base["han"])[counted].tolist() == held[counted].tolist()


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_riichi_adds_exactly_a_han_to_a_closed_hand(rules: Needs) -> None:
    some = hands()
    closed = (some["pons"] | some["open_kans"]) == 0
    rows = np.flatnonzero(closed & ~some["riichi"] & ~some["double_riichi"] & ~some["first_turn"])
    base, called = scored(rules).scores[rows], some[rows].copy()
    called["riichi"] = True
    changed = sanma.batch_score(called, dict(rules))
    assert (changed["status"] == Status.SCORED).all()
    had_none, yakuman = base["status"] == Status.NO_YAKU, base["yakuman"] > 0
    assert min(had_none.sum(), yakuman.sum(), (~had_none & ~yakuman).sum()) > 20
    assert not differing(base[yakuman], changed[yakuman]).any()
    rest = ~had_none & ~yakuman
    assert (changed["han"] - base["han"])[rest].tolist() == [1] * rest.sum()
    assert (changed["yaku"] - base["yaku"])[rest].tolist() == [1 << Yaku.RIICHI] * rest.sum()
    assert changed["han"][had_none].tolist() == (1 + changed["bonus"].sum(axis=1))[had_none].tolist()
    assert (changed["points"] >= base["points"]).all()


def test_pin_and_sou_are_alike() -> None:
    """But for ryuuiisou, which is of sou."""
    order = np.array([*range(SOU, 2 * SOU), *range(SOU), *range(2 * SOU, KINDS)])
    some, base = hands(), scored(RED).scores
    swapped = some.copy()
    for field in ("tiles", "dora", "ura"):
        swapped[field] = some[field][:, order]
    for field in ("pons", "open_kans", "closed_kans"):
        swapped[field] = sum(
            ((some[field] >> np.uint64(kind)) & np.uint64(1)) << np.uint64(order[kind]) for kind in range(KINDS)
        )
    swapped["win"] = order[some["win"]]
    changed = sanma.batch_score(swapped, dict(RED))
    greens = ((base["yaku"] | changed["yaku"]) >> np.uint64(Yaku.RYUUIISOU) & np.uint64(1)).astype(bool)
    assert 0 < greens.sum() < 200
    assert not (differing(base, changed, "pair", "triplets", "runs") & ~greens).any()


def test_a_ron_costs_the_same_whoever_discarded() -> None:
    some, base = hands(), scored(RED).scores
    rows = np.flatnonzero(~some["tsumo"] & (some["liable"] == 0))
    other = some[rows].copy()
    other["by"] = 3 - other["by"] - other["seat"]
    changed = sanma.batch_score(other, dict(RED))
    assert not differing(base[rows], changed, "pays").any()
    assert (changed["pays"].sum(axis=1) == base["pays"][rows].sum(axis=1)).all()
    assert ((changed["pays"] > 0).sum(axis=1) == (base["status"][rows] == Status.SCORED)).all()
