"""Koi-Koi against exact numbers: counts of lucky hands, and how often they and redeals happen."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

import simlab
from simlab.decks import hanafuda
from simlab.games.koikoi.moves.dealing import is_lucky

HANDS = comb(48, 8)
TESHI = 1_628_946  # four of a month among eight cards
KUTTSUKI = 641_520  # four pairs

# Exact, by enumeration of hands and boards.
BOARD_LUCKY = 0.00601689
REDEAL = 0.00606488
LUCKY_WIN = 0.01191297


def test_counts_of_lucky_hands() -> None:
    """Over all 377,348,994 hands, by how many cards each month has; the kernel's shape test on one hand a shape."""
    weights: dict[tuple[int, ...], int] = {}

    def spread(counts: list[int], left: int, months: int) -> None:
        if months == 0:
            if left == 0:
                weights[tuple(counts)] = int(np.prod([comb(4, count) for count in counts]))
            return
        for count in range(min(4, left) + 1):
            spread([*counts, count], left - count, months - 1)

    spread([], 8, 12)
    assert sum(weights.values()) == HANDS == 377_348_994
    full = sum(weight for counts, weight in weights.items() if 4 in counts)
    pairs = sum(weight for counts, weight in weights.items() if set(counts) == {0, 2})
    assert (full, pairs) == (TESHI, KUTTSUKI)
    lucky = 0
    for counts, weight in weights.items():
        hand = sum(((1 << count) - 1) << (4 * month) for month, count in enumerate(counts))
        lucky += weight * bool(is_lucky(np.uint64(hand), True))
    assert lucky == TESHI + KUTTSUKI == 2_270_466


def test_any_cards_of_a_month_will_do() -> None:
    """The shape test counts cards, wherever in the month they are."""
    rng = np.random.Generator(np.random.Philox(1))
    for _ in range(3000):
        months = rng.integers(0, 12, size=4)
        hand = {int(4 * month + place) for month in months for place in rng.choice(4, 2, replace=False)}
        while len(hand) < 8:
            hand.add(int(rng.integers(48)))
        counts = [sum(card // 4 == month for card in hand) for month in range(12)]
        expected = 4 in counts or set(counts) == {0, 2}
        assert bool(is_lucky(np.uint64(sum(1 << card for card in hand)), True)) == expected


@pytest.fixture(scope="module")
def played() -> simlab.Result:
    return simlab.simulate("koikoi", bots=["greedy", "greedy"], deals=2_000_000, seed=2024, store=False)


def _within_four_errors(estimate: float, truth: float, n: int) -> bool:
    return abs(estimate - truth) < 4 * (truth * (1 - truth) / n) ** 0.5


def test_redeals(played: simlab.Result) -> None:
    assert _within_four_errors(played.summary["redeal_rate"], REDEAL, played.blocks)


def test_lucky_wins(played: simlab.Result) -> None:
    lucky = played.features.query("feature == 'lucky_hand'")
    assert _within_four_errors(lucky["count"].sum() / played.blocks, LUCKY_WIN, played.blocks)
    assert (lucky.mean_points == 6).all()


def test_redeals_exactly() -> None:
    """P(redeal) and P(win by a lucky hand) from the months' counts of board and hands, by generating functions.

    A deal parts 48 cards into board, hand, hand and rest. Whether a part is lucky depends on its counts by month, so
    the months' polynomials multiply; for each part the states "even so far" and "a full month" are enough.
    """
    lucky_board, both, three = _chance(1), _chance(2), _chance(3)
    assert lucky_board == (TESHI + KUTTSUKI) / HANDS == pytest.approx(BOARD_LUCKY, abs=5e-9)
    # The board is looked at first; then two lucky hands deal again.
    redeal = lucky_board + both - three
    assert redeal == pytest.approx(REDEAL, abs=5e-9)
    one_of_two = 2 * (lucky_board - both) - 2 * (both - three)
    assert one_of_two / (1 - redeal) == pytest.approx(LUCKY_WIN, abs=5e-9)


def _chance(parts: int) -> float:
    """The chance that `parts` given eight-card parts of the deck are all lucky.

    State after some months: for each part its number of cards, whether all months had 0 or 2, and whether one had 4.
    """
    states: dict[tuple, int] = {((0, True, False),) * parts: 1}
    for _ in range(12):
        following: dict[tuple, int] = {}
        for state, weight in states.items():
            for counts in product(range(5), repeat=parts):
                if sum(counts) > 4:
                    continue
                after = tuple(
                    (size + count, even and count in (0, 2), full or count == 4)
                    for (size, even, full), count in zip(state, counts, strict=True)
                )
                if any(size > 8 or not (even or full or size <= 4) for size, even, full in after):
                    continue
                ways, left = 1, 4
                for count in counts:
                    ways *= comb(left, count)
                    left -= count
                following[after] = following.get(after, 0) + weight * ways
        states = following
    good = sum(w for state, w in states.items() if all(size == 8 and (even or full) for size, even, full in state))
    total = 1
    for part in range(parts):
        total *= comb(48 - 8 * part, 8)
    return good / total


def test_the_deck() -> None:
    """5 + 9 + 10 + 24 cards, four a month; November's chaff is the Lightning, not the ribbon."""
    kinds = [hanafuda.BRIGHTS, hanafuda.ANIMALS, hanafuda.RIBBONS, hanafuda.CHAFF]
    assert [int(kind).bit_count() for kind in kinds] == [5, 9, 10, 24]
    assert sum(int(kind) for kind in kinds) == int(hanafuda.DECK) == (1 << 48) - 1
    for month in range(1, 13):
        cards = [code for code in hanafuda.CODES if code.startswith(f"{month}") and code[len(str(month))] in "barc"]
        assert len(cards) == 4
    november = [card for card in hanafuda.members(hanafuda.CHAFF) if card // 4 == 10]
    assert november == hanafuda.read_cards("lightning")
    assert hanafuda.text(hanafuda.RIBBONS & np.uint64(0xF << 40)) == "11r"
