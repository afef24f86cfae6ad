"""Winning hands and shanten against riichienv's evaluator for three players: a second opinion, by its one rule set."""

from __future__ import annotations

import random
from collections import Counter
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

from simlab.decks.riichi import WINDS
from simlab.games.sanma.state import Status, Yaku

riichienv = pytest.importorskip("riichienv")
hand = pytest.importorskip("riichienv.hand")

YAKUMAN_HAN = 13
MELDS = {"pon": "Pon", "open_kan": "Daiminkan", "closed_kan": "Ankan"}

# The rules that riichienv 0.4.11 plays by and has no option for.
FIXED = {
    "tsumo_payment": "loss",
    "double_wind_fu": 4,
    "chiitoitsu_fu": 25,
    "north_yakuhai": False,
    "pinfu_tsumo": True,
    "kuitan": True,
    "kiriage": False,
    "double_yakuman": True,
    "kazoe": "yakuman",
    "renhou": "off",
}

YAKU = yaku_by_number(
    {
        1: "menzen_tsumo riichi chankan rinshan haitei houtei haku hatsu chun seat_wind round_wind tanyao iipeikou",
        14: "pinfu chanta ittsuu",
        18: "double_riichi sanshoku_doukou sankantsu toitoi sanankou shousangen honroutou chiitoitsu junchan honitsu",
        28: "ryanpeikou chinitsu ippatsu",
        35: "tenhou chiihou daisangen suuankou tsuuiisou ryuuiisou chinroutou kokushi shousuushii suukantsu chuuren",
        47: "chuuren suuankou kokushi daisuushii",
    }
)
BONUS = range(31, 35)
SEEN = set(Yaku) - {Yaku.NORTH, Yaku.RENHOU}


def their_score(case: Case, rules: Rules) -> Any:
    """What riichienv makes of a case; it takes the hand without its winning tile."""
    tiles = numbered(case, rules)
    tiles.closed.remove(tiles.win)
    melds = [
        riichienv.Meld(getattr(riichienv.MeldType, MELDS[one["kind"]]), numbers, one["kind"] != "closed_kan")
        for one, numbers in zip(case["melds"], tiles.melds, strict=True)
    ]
    facts = luck(case, rules)
    conditions = hand.Conditions(
        **facts,
        tsumo_first_turn=case["first_turn"] and facts["tsumo"],
        player_wind=WINDS.index(case["seat"]),
        round_wind=WINDS.index(case["round"]),
        honba=honba_of(case, rules),  # of 200 by ron: with three players it takes 100 for each who may have to pay
        kita_count=case["kita"],
        is_sanma=True,
        num_players=3,
    )
    return hand.HandEvaluator3P(tiles.closed, melds).calc(
        tiles.win, dora_indicators=tiles.dora, ura_indicators=tiles.ura, conditions=conditions
    )


def their_pays(found: Any, case: Case, rules: Rules) -> dict[str, int]:
    """Who pays what. The dealer's part of a tsumo is what its score in all leaves, by another function of its."""
    if case["win"] == "ron":
        return {case["by"]: found.ron_agari}
    dealer = case["seat"] == "E"
    other = found.tsumo_agari_ko
    han = found.han if found.yakuman else min(found.han, YAKUMAN_HAN)  # or 26 counted han would be paid twice
    whole = riichienv.calculate_score(han, found.fu, dealer, True, honba_of(case, rules), 3).total
    parts = {seat: other for seat in "ESW" if seat != case["seat"]}
    return parts if dealer else parts | {"E": whole - other}


def their_answer(case: Case, rules: Rules) -> tuple[Any, ...] | None:
    """Yakuman, han and fu; who pays what; the yaku. Or None of a hand that is none."""
    found = their_score(case, rules)
    if not found.is_win:
        return None
    pays = their_pays(found, case, rules)
    yaku = {YAKU[number] for number in found.yaku if number not in BONUS}
    if found.yakuman:  # of seven pairs it lists the yaku beside a yakuman, and adds their han to its 13
        return (found.han // YAKUMAN_HAN, 0, 0), pays, {one for one in yaku if one >= Yaku.KOKUSHI}
    return (0, found.han, found.fu), pays, yaku


def our_answer(score: np.void) -> tuple[Any, ...] | None:
    """The same of simlab's."""
    return None if score["status"] == Status.NO_YAKU else (worth_of(score), pays_of(score), yaku_of(score))


def excuse(ours: tuple[Any, ...] | None, theirs: tuple[Any, ...] | None) -> str:
    """Why two answers may differ, or nothing.

    ``counted``: riichienv takes the reading of most han, so one of 14 counted han goes before a yakuman of 13, and one
    of 29, paid as a single yakuman, before a double one of 26. Ours is the yakuman ("Take the reading with the highest
    payment", "Nothing else counts beside a yakuman"); mahjong agrees.
    ``tenhou kokushi``: the dealer's thirteen orphans on his first tiles count as waiting on thirteen with riichienv,
    whichever tile is named as the last; ours go by the last tile, as do mahjong's.
    """
    if ours is None or theirs is None:
        return ""
    (yakuman, *_), pays, yaku = ours
    (their_yakuman, han, _), their_pays, their_yaku = theirs
    if yakuman and not their_yakuman and han >= yakuman * YAKUMAN_HAN:
        fits = pays == their_pays if yakuman == 1 else sum(pays.values()) > sum(their_pays.values())
        return "counted" if fits else ""
    if yaku == their_yaku == {Yaku.TENHOU, Yaku.KOKUSHI} and their_yakuman == yakuman + 1 == 3:
        return "tenhou kokushi"
    return ""


def compare_scores(seed: int, n: int) -> Counter[str]:
    """Every hand of so many has the same worth, payments and yaku, but for excuses; every yaku comes up."""
    excused: Counter[str] = Counter()
    seen: set[Yaku] = set()
    for case, rules, score in scored(random.Random(seed), n, lambda rules: FIXED):
        ours, theirs = our_answer(score), their_answer(case, rules)
        seen |= yaku_of(score)
        if ours != theirs:
            why = excuse(ours, theirs)
            assert why, f"simlab {ours}, riichienv {theirs}: {case} under {rules}"
            excused[why] += 1
    assert seen == SEEN
    return excused


def their_shanten(draw: Draw) -> list[int]:
    """Shanten by riichienv; of fewer than 13 tiles it takes the rest to be melded."""
    return [riichienv.calculate_shanten_3p(tiles) for tiles in NUMBER_OF_KIND[draw.tiles].tolist()]


def compare_shanten(seed: int, n: int) -> None:
    """Every hand of about so many is as far from tenpai."""
    for draw in random_hands(np.random.default_rng(seed), n):
        bad = differing(draw, their_shanten(draw))
        assert not bad, f"{len(bad)} of {len(draw.counts)}; closed tiles, melds, simlab, riichienv: {bad[0]}"


def test_scores() -> None:
    """Random winning hands under its rules; of the excused there are hardly any."""
    excused = compare_scores(1, 2000)
    assert excused.total() <= 4, excused


@pytest.mark.slow
def test_many_scores() -> None:
    """The same at full size."""
    excused = compare_scores(2, 50_000)
    assert excused.total() <= 50, excused


def test_shanten() -> None:
    """Random hands, closed and beside melds; none is excused."""
    compare_shanten(3, 25_600)


@pytest.mark.slow
def test_much_shanten() -> None:
    """The same at full size."""
    compare_shanten(4, 1_280_000)
