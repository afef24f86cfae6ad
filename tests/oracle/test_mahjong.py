"""Winning hands and shanten against the package mahjong, which knows three players and Norths set aside."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracle.sanma_numbers import (
    NUMBER_OF_KIND,
    Case,
    Draw,
    Rules,
    differing,
    honba_of,
    luck,
    numbered,
    pays_of,
    random_hands,
    scored,
    worth_of,
    yaku_by_number,
    yaku_of,
)

from simlab.decks.riichi import COPIES, WINDS
from simlab.games.sanma.state import Limit, Status, Yaku

hand = pytest.importorskip("mahjong.hand_calculating.hand")
hand_config = pytest.importorskip("mahjong.hand_calculating.hand_config")
meld = pytest.importorskip("mahjong.meld")
shanten = pytest.importorskip("mahjong.shanten")

KINDS, EAST = 34, 27
KINDS_OF_OURS = NUMBER_OF_KIND // COPIES
YAKUMAN_HAN, MANGAN = 13, 2000

# What mahjong 2.1.0 has no option for, or another rule: these stay out of the comparison.
FIXED = {
    "tsumo_payment": "loss",  # its three players pay what the same three would among four
    "double_wind_fu": 4,
    "chiitoitsu_fu": 25,
    "north_yakuhai": False,  # it counts the winds of a seat and a round, and neither is North
}

YAKU = yaku_by_number(
    {
        0: "menzen_tsumo riichi",
        3: "ippatsu chankan rinshan haitei houtei double_riichi",
        12: "pinfu tanyao iipeikou haku hatsu chun",
        18: "seat_wind " * 4 + "round_wind " * 4,
        27: "ittsuu chanta honroutou toitoi sanankou sankantsu sanshoku_doukou chiitoitsu shousangen honitsu junchan",
        38: "ryanpeikou chinitsu",
        100: "kokushi chuuren suuankou daisangen shousuushii ryuuiisou suukantsu tsuuiisou chinroutou",
        111: "daisuushii kokushi suuankou chuuren tenhou chiihou renhou",
    }
)
BONUS = range(120, 123)


def without_mangan_renhou(rules: Rules) -> Rules:
    """Rules as mahjong has them: its renhou that is no yakuman adds five han to the other yaku; ours is a mangan."""
    return FIXED | ({"renhou": "off"} if rules["renhou"] == "mangan" else {})


def their_rules(rules: Rules) -> Any:
    """The options that both have."""
    kazoe = {"yakuman": hand_config.HandConfig.KAZOE_LIMITED, "sanbaiman": hand_config.HandConfig.KAZOE_SANBAIMAN}
    return hand_config.OptionalRules(
        has_open_tanyao=rules["kuitan"],
        has_aka_dora=rules["red_fives"] > 0,
        has_double_yakuman=rules["double_yakuman"],
        kazoe_limit=kazoe[rules["kazoe"]],
        kiriage=rules["kiriage"],
        fu_for_pinfu_tsumo=not rules["pinfu_tsumo"],
        renhou_as_yakuman=True,
        limit_to_sextuple_yakuman=False,
        is_three_player=True,
    )


def their_config(case: Case, rules: Rules) -> Any:
    """How a case was won."""
    facts = luck(case, rules)
    facts["daburu_riichi"] = facts.pop("double_riichi")
    early, dealer = case["first_turn"], case["seat"] == "E"
    facts |= {"tenhou": early and facts["tsumo"] and dealer, "chiihou": early and facts["tsumo"] and not dealer}
    facts["renhou"] = early and not facts["tsumo"] and rules["renhou"] == "yakuman"
    return hand_config.HandConfig(
        **{f"is_{name}": holds for name, holds in facts.items()},
        player_wind=EAST + WINDS.index(case["seat"]),
        round_wind=EAST + WINDS.index(case["round"]),
        kyoutaku_number=case["sticks"],
        tsumi_number=honba_of(case, rules),
        num_nuki_dora=case["kita"],
        options=their_rules(rules),
    )


def their_score(case: Case, rules: Rules) -> Any:
    """What mahjong makes of a case."""
    tiles = numbered(case, rules)
    melds = [
        meld.Meld("pon" if one["kind"] == "pon" else "kan", numbers, opened=one["kind"] != "closed_kan")
        for one, numbers in zip(case["melds"], tiles.melds, strict=True)
    ]
    return hand.HandCalculator.estimate_hand_value(
        [*tiles.closed, *(number for numbers in tiles.melds for number in numbers)],
        tiles.win,
        melds=melds,
        dora_indicators=tiles.dora,
        ura_dora_indicators=tiles.ura,
        config=their_config(case, rules),
    )


def their_limit(found: Any, rules: Rules) -> Limit:
    """The limit by its name; with kiriage a mangan of other han and fu is paid, but not named."""
    if any(one.is_yakuman for one in found.yaku):
        return Limit.YAKUMAN
    name = found.cost["yaku_level"].removeprefix("kiriage ")
    if name == "yakuman":
        return Limit.KAZOE_YAKUMAN
    if rules["kiriage"] and not name and found.fu << (found.han + 2) >= MANGAN:
        return Limit.MANGAN
    return Limit[name.upper() or "NONE"]


def their_answer(case: Case, rules: Rules) -> tuple[Any, ...] | str:
    """Yakuman, han and fu; limit; who pays what; the whole; the yaku. Or what is wrong with the hand."""
    found = their_score(case, rules)
    if found.error:
        return found.error
    limit = their_limit(found, rules)
    worth = (found.han // YAKUMAN_HAN, 0, 0) if limit == Limit.YAKUMAN else (0, found.han, found.fu)
    cost = found.cost
    main, other = cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"]
    pays = {case["by"]: main}
    if case["win"] == "tsumo":
        pays = {seat: main if "E" in (seat, case["seat"]) else other for seat in "ESW" if seat != case["seat"]}
    yaku = {YAKU[one.yaku_id] for one in found.yaku if one.yaku_id not in BONUS}
    return worth, limit, pays, cost["total"], yaku


def our_answer(score: np.void) -> tuple[Any, ...] | str:
    """The same of simlab's."""
    if score["status"] == Status.NO_YAKU:
        return hand.HandCalculator.ERR_NO_YAKU
    return worth_of(score), score["limit"], pays_of(score), int(score["points"]), yaku_of(score)


def compare_scores(seed: int, n: int) -> None:
    """Every hand of so many has the same worth, limit, payments and yaku; every yaku comes up, but North's."""
    seen: set[Yaku] = set()
    for case, rules, score in scored(random.Random(seed), n, without_mangan_renhou):
        ours, theirs = our_answer(score), their_answer(case, rules)
        assert ours == theirs, f"simlab {ours}, mahjong {theirs}: {case} under {rules}"
        seen |= yaku_of(score)
    assert seen == set(Yaku) - {Yaku.NORTH}


def their_shanten(draw: Draw) -> list[int]:
    """Shanten by mahjong, which is told that melds leave neither seven pairs nor thirteen orphans."""
    counts = np.zeros((len(draw.counts), KINDS), np.int64)
    counts[:, KINDS_OF_OURS] = draw.counts
    closed = draw.melds == 0
    return [shanten.Shanten.calculate_shanten(one, closed, closed, is_three_player=True) for one in counts.tolist()]


def compare_shanten(seed: int, n: int) -> None:
    """Every hand of about so many is as far from tenpai."""
    for draw in random_hands(np.random.default_rng(seed), n):
        bad = differing(draw, their_shanten(draw))
        assert not bad, f"{len(bad)} of {len(draw.counts)}; closed tiles, melds, simlab, mahjong: {bad[0]}"


def test_scores() -> None:
    """Random winning hands under all options that both have; none is excused."""
    compare_scores(1, 4000)


@pytest.mark.slow
def test_many_scores() -> None:
    """The same at full size."""
    compare_scores(2, 150_000)


def test_shanten() -> None:
    """Random hands, closed and beside melds; none is excused."""
    compare_shanten(3, 6400)


@pytest.mark.slow
def test_much_shanten() -> None:
    """The same at full size."""
    compare_shanten(4, 200_000)
