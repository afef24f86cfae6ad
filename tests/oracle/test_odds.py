"""Exact odds: published counts, brute force on small decks, and what is dealt."""

from __future__ import annotations

import itertools
import operator
from fractions import Fraction
from math import comb

import pytest

import simlab
from simlab.decks import hanafuda
from simlab.games.questions import Clause, Language

HANDS = comb(48, 8)


def odds(question: str, **rules: object) -> Fraction:
    found = simlab.odds("koikoi", question, rules=rules)
    assert found.fraction is not None
    assert found.low == found.probability == found.high == float(found.fraction)
    assert (found.method, found.n) == ("exact", 0)
    return found.fraction


def test_counts_of_hands() -> None:
    """Eight cards of 48: teshi, four pairs, either; of ten: a whole month; a board of six: 1 in 1081."""
    assert odds("four_of_a_month") == Fraction(1_628_946, HANDS)
    assert odds("four_pairs") == Fraction(641_520, HANDS)
    assert odds("lucky_hand") == Fraction(2_270_466, HANDS)
    assert float(odds("four_of_a_month", hand_cards=10)) == pytest.approx(0.012943, abs=5e-7)
    assert odds("lucky_board", field_cards=6) == Fraction(1, 1081)


@pytest.mark.parametrize(
    ("size", "test", "count"),
    [
        (8, lambda c: c[0] == 4, 1_628_946),
        (8, lambda c: set(c) == {2}, 641_520),
        (8, lambda c: c[0] == 4 or set(c) == {2}, 2_270_466),
        (8, lambda c: c[0] == 3, 51_283_584),
        (8, lambda c: c[0] >= 3, 52_912_530),
        (8, lambda c: sum(n >= 3 for n in c) == 2, 844_866),
        (10, lambda c: sum(n >= 3 for n in c) == 3, 517_440),
        (10, lambda c: c == (3, 3, 3, 1), 506_880),
        (8, lambda c: True, HANDS),
        (7, lambda c: True, 73_629_072),
        (10, lambda c: True, 6_540_715_896),
    ],
)
def test_month_counts(size: int, test, count: int) -> None:
    assert hanafuda.count_hands(size, test) == count


@pytest.mark.parametrize(
    ("size", "test", "percent", "digits"),
    [
        (7, lambda c: c[0] == 4, 0.21585, 5),
        (7, lambda c: c[0] >= 3, 9.0076, 4),
        (7, lambda c: sum(n >= 3 for n in c) == 2, 0.05809, 5),
        (10, lambda c: c[0] == 4, 1.2943, 4),
        (10, lambda c: c[0] >= 3, 27.869, 3),
        (10, lambda c: sum(n >= 3 for n in c) >= 2, 1.5402, 4),
    ],
)
def test_shares_of_hands(size: int, test, percent: float, digits: int) -> None:
    share = hanafuda.count_hands(size, test) / comb(48, size)
    assert round(100 * share, digits) == percent


def test_zero_point_cards() -> None:
    """All 24 chaff, and the 23 that Roppyakken gives no points."""
    assert comb(len(hanafuda.members(hanafuda.CHAFF)), 8) == 735_471
    assert comb(23, 8) == 490_314
    assert odds("three_of_a_month") == Fraction(52_912_530, HANDS)


@pytest.mark.parametrize(
    ("question", "percent"),
    [("lucky_board", 0.601689), ("redeal", 0.606488), ("instant_win", 1.191297)],
)
def test_published_percentages(question: str, percent: float) -> None:
    assert 100 * float(odds(question)) == pytest.approx(percent, abs=5e-7)


def test_board_triples() -> None:
    assert 100 * float(odds("board_triple")) == pytest.approx(13.649, abs=5e-4)


def test_all_chaff() -> None:
    assert odds("hand 8 chaff") == Fraction(735_471, HANDS)


def test_options_move_the_odds() -> None:
    by_months = Fraction(1_628_946, HANDS)
    assert odds("lucky_hand", hand_pairs=False) == odds("lucky_board", board_pairs=False) == by_months
    assert odds("redeal", lucky_board="ignore", lucky_hand="ignore") == 0
    assert odds("redeal", lucky_board="ignore", lucky_both="draw") == 0
    assert odds("redeal", lucky_hand="ignore") == odds("lucky_board")
    assert odds("instant_win", lucky_board="dealer_wins", lucky_hand="ignore") == odds("lucky_board")
    assert odds("redeal", lucky_board="dealer_takes", lucky_hand="ignore") == odds("four_pairs")
    assert odds("redeal", lucky_hand="redeal") > 2 * odds("lucky_hand")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("hand has 3b", Fraction(8, 48)),
        ("hand has 3b 9a", Fraction(comb(46, 6), HANDS)),
        ("hand lacks 11b", Fraction(40, 48)),
        ("hand has sake cup and other has crane", Fraction(8, 48) * Fraction(8, 47)),
        ("hand >= 1 bright", 1 - Fraction(comb(43, 8), HANDS)),
        ("hand = 4 pine", Fraction(comb(44, 4), HANDS)),
        ("board 0 ribbons", Fraction(comb(38, 8), HANDS)),
        ("hand > 0 bright and hand < 1 brights", Fraction(0)),
    ],
)
def test_questions(question: str, expected: Fraction) -> None:
    assert odds(question) == expected


def test_questions_against_brute_force() -> None:
    """Every deal of a deck of nine cards, two zones, overlapping kinds."""
    kinds = {"low": frozenset(range(5)), "odd": frozenset(range(1, 9, 2))}
    language = Language({"left": 3, "right": 2}, 9, kinds, lambda text: [int(word) for word in text.split()])
    for question in (
        "left >= 2 low and right = 1 odd",
        "left has 3 and right lacks 1 2",
        "right <= 1 low and left 1 odd",
    ):
        clauses = language.read(question)
        hits = deals = 0
        for left in itertools.combinations(range(9), 3):
            for right in itertools.combinations(set(range(9)) - set(left), 2):
                zones = {"left": set(left), "right": set(right)}
                deals += 1
                hits += all(c.test(len(zones[c.zone] & c.cards), c.value) for c in clauses)
        assert language.probability(question) == Fraction(hits, deals)


def test_clauses() -> None:
    language = Language({"hand": 3}, 9, {"low": frozenset({0, 1})}, lambda text: [int(word) for word in text.split()])
    assert language.read("hand >=2 low") == [Clause("hand", frozenset({0, 1}), operator.ge, 2)]
    assert language.read("hand 2 lows") == [Clause("hand", frozenset({0, 1}), operator.eq, 2)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("redeel", "unknown question of koikoi 'redeel'; did you mean 'redeal'"),
        ("table has 3b", "unknown zone 'table'"),
        ("hand has 3x", "unknown card '3x'"),
        ("hand has", "names no card"),
        ("hand >= 2 brite", "unknown kind of card 'brite'; did you mean 'bright'"),
        ("hand >= bright", "can't read clause"),
        ("hand has 3b and", "unknown zone ''"),
        ("", "unknown question"),
    ],
)
def test_what_can_not_be_asked(question: str, told: str) -> None:
    with pytest.raises(simlab.SimlabError, match=told) as caught:
        simlab.odds("koikoi", question)
    assert "\n" not in str(caught.value)


def test_what_is_dealt_agrees() -> None:
    """Within four standard errors, at a fixed seed."""
    deals = 400_000
    found = simlab.simulate("koikoi", bots=["random", "random"], deals=deals, seed=2026, store=False)
    win, redeal = (float(odds(name)) for name in ("instant_win", "redeal"))
    assert abs(found.summary["lucky_rate"] - win) < 4 * (win * (1 - win) / deals) ** 0.5
    assert abs(found.summary["redeal_rate"] - redeal) < 4 * (redeal * (1 - redeal) / deals) ** 0.5
