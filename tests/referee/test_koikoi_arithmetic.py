"""The referee's own arithmetic, against the numbers of the rules."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from referee.events import Rules
from referee.koikoi_options import PRESETS, SEED_RULES, preset_rules, wrong_option
from referee.koikoi_yaku import (
    CARDS,
    MONTH,
    MONTHS,
    count_yaku,
    final_score,
    full_months,
    lucky_hand,
    only_pairs,
    paired_board,
)


def rules_with(**changes: Any) -> Rules:
    """The seed's rules with some options changed."""
    return SEED_RULES | changes


EIGHT_CHAFF = "2c1 2c2 3c1 3c2 4c1 4c2 5c1 5c2"
NINE_CHAFF = f"{EIGHT_CHAFF} 1c1"
TEN_CHAFF = f"{NINE_CHAFF} 1c2"
BOAR = "6a 7a 10a"
RIBBONS = "1r 2r 3r 6r 9r 10r"
ABSORB, BOTH = {"set_bonus": "absorb"}, {"set_bonus": "both"}
REPLACE = {"double_set": 10}
ADD = REPLACE | {"double_set_mode": "add"}
YAKU_CASES: list[tuple[str, Rules, dict[str, int]]] = [
    ("", {}, {}),
    # Brights: only the best counts.
    ("1b 3b 8b 12b 11b", {}, {"five_brights": 15}),
    ("1b 3b 8b 12b", {}, {"four_brights": 10}),
    ("1b 3b 12b 11b", {}, {"rainy_four_brights": 8}),
    ("1b 3b 8b", {}, {"three_brights": 6}),
    ("1b 3b 11b", {}, {}),
    ("1b 3b", {}, {}),
    ("1b 3b 8b 12b 11b", {"five_brights": 0}, {"four_brights": 10}),
    ("1b 3b 8b 12b 11b", {"five_brights": 3, "rainy_four_brights": 20}, {"rainy_four_brights": 20}),
    ("1b 3b 12b 11b", {"rainy_four_brights": 0}, {"three_brights": 6}),
    ("1b 3b 8b 12b", {"four_brights": 2}, {"three_brights": 6}),
    # Sets, and the five of their kind beside them.
    ("7a 10a 6a", {}, {"boar_deer_butterfly": 5}),
    ("7a 10a 8a", {}, {}),
    ("1r 2r 3r", {}, {"poetry_ribbons": 6}),
    ("6r 9r 10r", {}, {"blue_ribbons": 6}),
    ("1r 2r 9r", {}, {}),
    ("4r 5r 7r", {}, {}),
    ("1r 2r 3r 6r 9r 10r", {}, {"poetry_ribbons": 6, "blue_ribbons": 6, "ribbons": 2}),
    ("7a 10a 6a 2a 4a", {}, {"boar_deer_butterfly": 5, "animals": 1}),
    # One point for each card beyond five or ten.
    ("2a 4a 5a 6a", {}, {}),
    ("2a 4a 5a 6a 8a", {}, {"animals": 1}),
    ("2a 4a 5a 6a 8a 11a 10a", {}, {"animals": 3}),
    ("1r 2r 4r 5r 7r 11r", {}, {"ribbons": 2}),
    (TEN_CHAFF, {}, {"chaff": 1}),
    (f"{TEN_CHAFF} 12c1 12c2 12c3 11c1", {}, {"chaff": 5}),
    ("2a 4a 5a 6a 8a 11a", {"animals": 7}, {"animals": 8}),
    # A yaku of 0 points has no further cards either.
    ("2a 4a 5a 6a 8a 11a 10a", {"animals": 0}, {}),
    (" ".join(card for card in CARDS if "c" in card), {"chaff": 0}, {}),
    ("1r 2r 3r", {"poetry_ribbons": 0}, {}),
    # The sake cup is an animal and a chaff, or one of them.
    ("2a 4a 5a 8a 9a", {}, {"animals": 1}),
    (f"{EIGHT_CHAFF} 9a", {}, {}),
    (f"{NINE_CHAFF} 9a", {}, {"chaff": 1}),
    (f"{NINE_CHAFF} 9a", {"sake_cup": "animal"}, {}),
    (f"{NINE_CHAFF} 9a", {"sake_cup": "either"}, {"chaff": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {}, {"animals": 1, "chaff": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "animal"}, {"animals": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "either"}, {"animals": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "either", "chaff": 2}, {"chaff": 2}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "either", "chaff": 2, "animals": 3}, {"animals": 3}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {}, {"animals": 1, "chaff": 2}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {"sake_cup": "animal"}, {"animals": 1, "chaff": 1}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {"sake_cup": "either"}, {"animals": 1, "chaff": 1}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {"sake_cup": "either", "animals": 0}, {"chaff": 2}),
    # Viewing.
    ("3b 9a 8b", {}, {}),
    ("3b 9a", {"viewing": "on"}, {"flower_viewing": 5}),
    ("8b 9a", {"viewing": "on"}, {"moon_viewing": 5}),
    ("3b 9a 8b", {"viewing": "on"}, {"flower_viewing": 5, "moon_viewing": 5}),
    ("3b 9a 8b", {"viewing": "on", "moon_viewing": 1}, {"flower_viewing": 5, "moon_viewing": 1}),
    ("3b 9a 8b", {"viewing": "on", "moon_viewing": 0}, {"flower_viewing": 5}),
    ("3b 9a 8b", {"viewing": "with_other"}, {}),
    ("3b 9a 8b 1b", {"viewing": "with_other"}, {"three_brights": 6, "flower_viewing": 5, "moon_viewing": 5}),
    ("3b 9a 1r 2r 3r", {"viewing": "with_other"}, {"poetry_ribbons": 6, "flower_viewing": 5}),
    # A yaku that is not played is no other yaku.
    ("3b 9a 8b 1b", {"viewing": "with_other", "three_brights": 0}, {}),
    # Further cards of the sets, and the five of their kind.
    (BOAR, ABSORB, {"boar_deer_butterfly": 5}),
    (f"{BOAR} 2a", ABSORB, {"boar_deer_butterfly": 6}),
    (f"{BOAR} 2a 4a", ABSORB, {"boar_deer_butterfly": 7}),
    (f"{BOAR} 2a 4a 5a", BOTH, {"boar_deer_butterfly": 8, "animals": 2}),
    ("2a 4a 5a 8a 11a", ABSORB, {"animals": 1}),
    (f"{BOAR} 2a 4a", ABSORB | {"boar_deer_butterfly": 0}, {"animals": 1}),
    (f"{BOAR} 2a 4a", ABSORB | {"animals": 0}, {"boar_deer_butterfly": 7}),
    (f"{BOAR} 2a 4a", BOTH | {"animals": 0}, {"boar_deer_butterfly": 7}),
    ("1r 2r 3r 4r 5r", ABSORB, {"poetry_ribbons": 8}),
    ("1r 2r 3r 4r 5r", ABSORB | {"poetry_ribbons": 0}, {"ribbons": 1}),
    ("6r 9r 10r 4r 5r 7r", BOTH, {"blue_ribbons": 9, "ribbons": 2}),
    # With both sets of ribbons each counts the cards of the other.
    (RIBBONS, ABSORB, {"poetry_ribbons": 9, "blue_ribbons": 9}),
    (f"{RIBBONS} 4r", BOTH, {"poetry_ribbons": 10, "blue_ribbons": 10, "ribbons": 3}),
    (RIBBONS, ABSORB | {"poetry_ribbons": 0}, {"blue_ribbons": 9}),
    (f"{BOAR} 1r 2r 3r 4r 5r 2a", ABSORB, {"boar_deer_butterfly": 6, "poetry_ribbons": 8}),
    # The sake cup is a further card of the boar set, if it is an animal.
    (f"{BOAR} 9a", ABSORB, {"boar_deer_butterfly": 6}),
    (f"{BOAR} 9a", ABSORB | {"sake_cup": "animal"}, {"boar_deer_butterfly": 6}),
    (f"{BOAR} 9a {NINE_CHAFF}", ABSORB, {"boar_deer_butterfly": 6, "chaff": 1}),
    (f"{BOAR} 9a {NINE_CHAFF}", ABSORB | {"sake_cup": "either"}, {"boar_deer_butterfly": 6}),
    (f"{BOAR} 9a {NINE_CHAFF}", ABSORB | {"sake_cup": "either", "chaff": 2}, {"boar_deer_butterfly": 5, "chaff": 2}),
    (f"{BOAR} 9a {NINE_CHAFF}", {"sake_cup": "either"}, {"boar_deer_butterfly": 5, "chaff": 1}),
    # The double set.
    (RIBBONS, REPLACE, {"double_set": 10, "ribbons": 2}),
    (RIBBONS, ADD, {"poetry_ribbons": 6, "blue_ribbons": 6, "double_set": 10, "ribbons": 2}),
    ("1r 2r 3r 6r 9r 4r", REPLACE, {"poetry_ribbons": 6, "ribbons": 2}),
    (f"{RIBBONS} 4r", REPLACE | ABSORB, {"double_set": 11}),
    (f"{RIBBONS} 4r", REPLACE | BOTH, {"double_set": 11, "ribbons": 3}),
    (f"{RIBBONS} 4r", ADD | ABSORB, {"poetry_ribbons": 6, "blue_ribbons": 6, "double_set": 11}),
    (f"{RIBBONS} 4r", ADD | BOTH, {"poetry_ribbons": 6, "blue_ribbons": 6, "double_set": 11, "ribbons": 3}),
    (RIBBONS, REPLACE | {"double_set": 3}, {"double_set": 3, "ribbons": 2}),
    (RIBBONS, ADD | {"poetry_ribbons": 0}, {"blue_ribbons": 6, "double_set": 10, "ribbons": 2}),
    # The month's yaku, here January's.
    ("1b 1r 1c1 1c2", {}, {}),
    ("1b 1r 1c1 1c2", {"month_yaku": 4}, {"month_yaku": 4}),
    ("2a 2r 2c1 2c2", {"month_yaku": 4}, {}),
    ("1b 1r 1c1 1c2 3b 9a", {"month_yaku": 4, "viewing": "with_other"}, {"flower_viewing": 5, "month_yaku": 4}),
    ("1b 1r 1c1 1c2 3b 9a", {"viewing": "with_other"}, {}),
    # Captured cards spoil a viewing, and the rain does not spoil the moon.
    ("3b 8b 9a 11b", {"viewing": "on", "viewing_cancel": "captured"}, {"moon_viewing": 5}),
    ("3b 8b 9a 11a", {"viewing": "on", "viewing_cancel": "captured"}, {"flower_viewing": 5, "moon_viewing": 5}),
    ("3b 9a 12c1", {"viewing": "on", "viewing_cancel": "captured"}, {"flower_viewing": 5}),
    ("8b 9a 12b", {"viewing": "on", "viewing_cancel": "captured"}, {}),
    ("3b 9a 11b 12b", {"viewing": "on"}, {"flower_viewing": 5}),
    ("3b 9a 11b 12b", {"viewing": "on", "viewing_cancel": "field"}, {"flower_viewing": 5}),
]


@pytest.mark.parametrize(("pile", "changes", "yaku"), YAKU_CASES)
def test_yaku(pile: str, changes: Rules, yaku: dict[str, int]) -> None:
    assert count_yaku(pile.split(), rules_with(**changes)) == yaku


VIEW, FIELD = {"viewing": "on"}, {"viewing": "on", "viewing_cancel": "field"}
TABLE_CASES: list[tuple[Rules, int, str, bool, dict[str, int]]] = [
    # options, month, board, whether the owner has called, yaku of a pile with both viewings and four plums
    (VIEW, 1, "11r 12c1", False, {"flower_viewing": 5, "moon_viewing": 5}),
    (VIEW, 1, "11r 12c1", True, {"flower_viewing": 5, "moon_viewing": 5}),
    (FIELD, 1, "11r", False, {"moon_viewing": 5}),
    (FIELD, 1, "12c2", False, {"flower_viewing": 5}),
    (FIELD, 1, "11c1 12b", False, {}),
    (FIELD, 1, "10r", False, {"flower_viewing": 5, "moon_viewing": 5}),
    (VIEW | {"viewing_called": 3}, 1, "", False, {"flower_viewing": 5, "moon_viewing": 5}),
    (VIEW | {"viewing_called": 3}, 1, "", True, {"flower_viewing": 3, "moon_viewing": 3}),
    (VIEW | {"viewing_called": 3, "moon_viewing": 0}, 1, "", True, {"flower_viewing": 3}),
    (FIELD | {"viewing_called": 8}, 1, "11a", True, {"moon_viewing": 8}),
    (VIEW | {"month_yaku": 4}, 2, "", False, {"flower_viewing": 5, "moon_viewing": 5, "month_yaku": 4}),
    (VIEW | {"month_yaku": 4}, 3, "", False, {"flower_viewing": 5, "moon_viewing": 5}),
    ({"month_yaku": 4}, 2, "", True, {"month_yaku": 4}),
]


@pytest.mark.parametrize(("changes", "month", "board", "called", "yaku"), TABLE_CASES)
def test_yaku_at_the_table(changes: Rules, month: int, board: str, called: bool, yaku: dict[str, int]) -> None:
    """What the month, the board and calls do."""
    pile = ["3b", "8b", "9a", "2a", "2r", "2c1", "2c2"]
    assert count_yaku(pile, rules_with(**changes), month, board.split(), called) == yaku


def test_yaku_of_the_whole_deck() -> None:
    everything = count_yaku(CARDS, rules_with(viewing="on"))
    assert everything == {
        "five_brights": 15,
        "boar_deer_butterfly": 5,
        "poetry_ribbons": 6,
        "blue_ribbons": 6,
        "animals": 1 + 9 - 5,
        "ribbons": 1 + 10 - 5,
        "chaff": 1 + 25 - 10,
        "flower_viewing": 5,
        "moon_viewing": 5,
    }


SCORE_CASES = [
    # base, own calls, other's calls, options, score
    (6, 0, 0, {}, 6),
    (7, 2, 3, {}, 7),
    (6, 0, 0, {"seven_double": True}, 6),
    (7, 0, 0, {"seven_double": True}, 14),
    (5, 0, 0, {"koikoi_multiplier": "opponent"}, 5),
    (5, 3, 0, {"koikoi_multiplier": "opponent"}, 5),
    (5, 0, 3, {"koikoi_multiplier": "opponent"}, 10),
    (5, 0, 3, {"koikoi_multiplier": "winner"}, 5),
    (5, 2, 0, {"koikoi_multiplier": "winner"}, 10),
    (5, 0, 0, {"koikoi_multiplier": "any"}, 5),
    (5, 1, 1, {"koikoi_multiplier": "any"}, 10),
    (5, 0, 1, {"koikoi_multiplier": "any"}, 10),
    (5, 0, 0, {"koikoi_multiplier": "per_call"}, 5),
    (5, 2, 1, {"koikoi_multiplier": "per_call"}, 20),
    (7, 1, 1, {"koikoi_multiplier": "per_call", "seven_double": True}, 42),
    # Only the points of the yaku are judged, before the koi-koi factor.
    (6, 3, 0, {"koikoi_multiplier": "japan", "seven_double": True}, 9),
    (4, 0, 1, {"koikoi_multiplier": "opponent", "seven_double": True}, 8),
    (8, 1, 0, {"koikoi_multiplier": "japan", "seven_double": True}, 17),
    *((5, calls, 7, {"koikoi_multiplier": "japan"}, score) for calls, score in enumerate([5, 6, 7, 8, 10, 15, 20, 25])),
]


@pytest.mark.parametrize(("base", "own", "other", "changes", "score"), SCORE_CASES)
def test_final_score(base: int, own: int, other: int, changes: Rules, score: int) -> None:
    assert final_score(base, own, other, rules_with(**changes)) == score


BOARD_CASES = [
    # brights on the opening board, multiplier, score of 7 points with one call of his own under `winner`
    (0, "none", 14),
    (3, "none", 14),
    (0, "brights", 14),
    (1, "brights", 14),
    (3, "brights", 42),
    (0, "brights_plus_one", 14),
    (2, "brights_plus_one", 42),
]


@pytest.mark.parametrize(("brights", "multiplier", "score"), BOARD_CASES)
def test_brights_of_the_board(brights: int, multiplier: str, score: int) -> None:
    rules = rules_with(field_bright_multiplier=multiplier, koikoi_multiplier="winner")
    assert final_score(7, 1, 0, rules, brights) == score
    assert final_score(7, 1, 0, rules | {"seven_double": True}, brights) == 2 * score


def test_the_added_points_of_japan_are_multiplied_by_the_board() -> None:
    rules = rules_with(field_bright_multiplier="brights", koikoi_multiplier="japan")
    assert final_score(5, 2, 0, rules, 3) == (5 + 2) * 3


LUCK_CASES = [
    # cards, whether they hold a full month, whether they are pairs only
    ("1b 1r 1c1 1c2 2a 3b 4a 5a", True, False),
    ("1b 1r 2a 2r 3b 3r 4a 4r", False, True),
    ("1b 1r 2a 2r 3b 3r 4a 5a", False, False),
    ("1b 1r 2a 2r 3b 3r 4a 4r 5a 5r", False, True),
    ("1b 1r 2a 2r 3b 3r 4a 4r 5a 6a", False, False),
    ("1b 1r 1c1 2a 2r 3b 3r 4a 4r 5a", False, False),
    ("1b 1r 2a 2r 3b 3r", False, True),
    ("1b 1r 1c1 1c2 2a 2r 2c1 2c2", True, False),
]


@pytest.mark.parametrize(("cards", "full", "pairs"), LUCK_CASES)
def test_luck(cards: str, full: bool, pairs: bool) -> None:
    dealt = cards.split()
    assert (bool(full_months(dealt)), only_pairs(dealt)) == (full, pairs)
    assert lucky_hand(dealt, SEED_RULES) == (full or pairs)
    assert lucky_hand(dealt, rules_with(hand_pairs=False)) == full
    assert paired_board(dealt, SEED_RULES) == (pairs and len(dealt) == 8)
    assert not paired_board(dealt, rules_with(board_pairs=False))


def test_all_full_months_are_found() -> None:
    assert full_months(["1b", "2a", "1r", "2r", "2c1", "1c1", "1c2", "2c2"]) == MONTHS[1] + MONTHS[2]


@pytest.mark.parametrize("unit", ["deal", "game"])
@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_rules(name: str, unit: str) -> None:
    assert wrong_option(preset_rules(name, unit), unit) is None


def test_the_deck() -> None:
    kinds = Counter(card.lstrip("0123456789")[0] for card in CARDS)
    assert kinds == {"b": 5, "a": 9, "r": 10, "c": 24}
    assert len(set(CARDS)) == 48
    assert Counter(MONTH[card] for card in CARDS) == dict.fromkeys(range(1, 13), 4)


def hands_by_shape(months: int, cards: int) -> Iterator[tuple[int, ...]]:
    """How many cards of each month a hand can have."""
    if months == 0:
        if cards == 0:
            yield ()
        return
    for count in range(min(4, cards) + 1):
        for rest in hands_by_shape(months - 1, cards - count):
            yield (count, *rest)


def test_lucky_hands_are_as_many_as_they_must_be() -> None:
    """1,628,946 hands with four of a month and 641,520 with four pairs, of 377,348,994."""
    found: Counter[str] = Counter()
    for shape in hands_by_shape(12, 8):
        hands = math.prod(math.comb(4, count) for count in shape)
        hand = [card for cards, count in zip(MONTHS.values(), shape, strict=True) for card in cards[:count]]
        found["all"] += hands
        if lucky_hand(hand, SEED_RULES):
            found["four" if 4 in shape else "pairs"] += hands
    assert found == {"all": 377_348_994, "four": 1_628_946, "pairs": 641_520}
