"""The referee's own arithmetic, against the numbers of the rules."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from referee.koikoi import CARDS, MONTHS, Rules, count_yaku, final_score, is_lucky, month
from referee.koikoi_deals import SEED_RULES


def rules_with(**changes: Any) -> Rules:
    """The seed's rules with some options changed."""
    return SEED_RULES | changes


EIGHT_CHAFF = "2c1 2c2 3c1 3c2 4c1 4c2 5c1 5c2"
NINE_CHAFF = f"{EIGHT_CHAFF} 1c1"
TEN_CHAFF = f"{NINE_CHAFF} 1c2"
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
]


@pytest.mark.parametrize(("pile", "changes", "yaku"), YAKU_CASES)
def test_yaku(pile: str, changes: Rules, yaku: dict[str, int]) -> None:
    assert count_yaku(pile.split(), rules_with(**changes)) == yaku


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


def test_the_deck() -> None:
    kinds = Counter(card.lstrip("0123456789")[0] for card in CARDS)
    assert kinds == {"b": 5, "a": 9, "r": 10, "c": 24}
    assert len(set(CARDS)) == 48
    assert Counter(month(card) for card in CARDS) == dict.fromkeys(range(1, 13), 4)


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
        if is_lucky(hand):
            found["four" if 4 in shape else "pairs"] += hands
    assert found == {"all": 377_348_994, "four": 1_628_946, "pairs": 641_520}
