"""Exact odds of Koi-Koi's deals: lucky hands and boards, deals dealt again, and whatever hands and board hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial

import numpy as np

from simlab.decks import hanafuda
from simlab.decks.hanafuda import MONTHS, PER_MONTH, PLANTS
from simlab.games.koikoi.rules import BOARD_WITH_PAIRS
from simlab.games.options import Rules
from simlab.games.questions import Language, Questions

# What a zone's months are like: pairs only, anything, or one of them whole.
PAIRS, MIXED, WHOLE = range(3)

Shapes = tuple[int, ...]

NAMED: Mapping[str, str] = {
    "four_of_a_month": "a hand holds all four cards of a month",
    "four_pairs": "a hand is all pairs, each of another month",
    "three_of_a_month": "a hand holds three cards or all four of some month",
    "lucky_hand": "a hand is lucky",
    "lucky_board": "the board is lucky",
    "redeal": "a shuffle is dealt again",
    "instant_win": "a deal that is not dealt again is won at once, by a lucky hand or board",
    "board_triple": "a board without a whole month has exactly three cards of some month",
}


def language(rules: Rules) -> Language:
    """What can be asked: zones ``hand``, ``other`` (the other hand) and ``board``; kinds, sets and plants of cards."""
    kinds = {
        "bright": hanafuda.BRIGHTS,
        "animal": hanafuda.ANIMALS,
        "ribbon": hanafuda.RIBBONS,
        "chaff": hanafuda.CHAFF,
        "poetry": hanafuda.POETRY_RIBBONS,
        "blue": hanafuda.BLUE_RIBBONS,
    }
    sets = {name: frozenset(hanafuda.members(cards)) for name, cards in kinds.items()}
    for month, plant in enumerate(PLANTS):
        sets[plant] = frozenset(range(PER_MONTH * month, PER_MONTH * (month + 1)))
    hand, board = _sizes(rules)
    return Language({"hand": hand, "other": hand, "board": board}, hanafuda.CARDS, sets, hanafuda.read_cards)


def _sizes(rules: Rules) -> tuple[int, int]:
    return int(rules["hand_cards"]), int(rules["field_cards"])


@lru_cache(maxsize=16)
def _shapes(sizes: tuple[int, ...]) -> dict[Shapes, Fraction]:
    """How likely zones of these sizes, dealt from one deck, are of each combination of shapes.

    Month by month: four cards fall to the zones and to the rest in so many ways, and each zone's shape follows.
    """
    room = tuple(size + 1 for size in sizes)
    start = np.zeros(room, object)
    start[(0,) * len(sizes)] = 1
    states: dict[Shapes, np.ndarray] = {(PAIRS,) * len(sizes): start}
    for _ in range(MONTHS):
        following: dict[Shapes, np.ndarray] = {}
        for shapes, counts in states.items():
            for taken in product(range(PER_MONTH + 1), repeat=len(sizes)):
                if sum(taken) > PER_MONTH or any(n > size for n, size in zip(taken, sizes, strict=True)):
                    continue
                after = tuple(map(_shape_after, shapes, taken))
                place = following.setdefault(after, np.zeros(room, object))
                here = tuple(slice(n, None) for n in taken)
                there = tuple(slice(0, size + 1 - n) for n, size in zip(taken, sizes, strict=True))
                place[here] += _ways(taken) * counts[there]
        states = following
    total = 1
    left = hanafuda.CARDS
    for size in sizes:
        total *= comb(left, size)
        left -= size
    return {shapes: Fraction(int(counts[sizes]), total) for shapes, counts in states.items()}


def _shape_after(shape: int, taken: int) -> int:
    """A zone's shape when it has `taken` cards of one more month."""
    if shape == WHOLE or taken == PER_MONTH:
        return WHOLE
    return shape if taken in (0, 2) else MIXED


def _ways(taken: tuple[int, ...]) -> int:
    """In how many ways the four cards of a month fall so."""
    ways = factorial(PER_MONTH) // factorial(PER_MONTH - sum(taken))
    for n in taken:
        ways //= factorial(n)
    return ways


def _is_lucky_hand(shape: int, rules: Rules) -> bool:
    return shape == WHOLE or (shape == PAIRS and bool(rules["hand_pairs"]))


def _is_lucky_board(shape: int, rules: Rules) -> bool:
    by_pairs = bool(rules["board_pairs"]) and rules["field_cards"] == BOARD_WITH_PAIRS
    return shape == WHOLE or (shape == PAIRS and by_pairs)


def _of_hand(test: Callable[[int, Rules], bool]) -> Callable[[Rules], Fraction]:
    def answer(rules: Rules) -> Fraction:
        shapes = _shapes(_sizes(rules)[:1])
        return sum((p for (shape,), p in shapes.items() if test(shape, rules)), Fraction(0))

    return answer


def _lucky_board(rules: Rules) -> Fraction:
    shapes = _shapes(_sizes(rules)[1:])
    return sum((p for (shape,), p in shapes.items() if _is_lucky_board(shape, rules)), Fraction(0))


def _outcome(shapes: Shapes, rules: Rules) -> str:
    """What becomes of a shuffle: ``redeal``, ``win`` (at once), ``draw`` (two lucky hands) or ``play``."""
    *hands, board = shapes
    if rules["lucky_board"] != "ignore" and _is_lucky_board(board, rules):
        if rules["lucky_board"] == "dealer_wins":
            return "win"
        if rules["lucky_board"] == "redeal" or board == PAIRS:
            return "redeal"
    lucky = sum(_is_lucky_hand(hand, rules) for hand in hands)
    if lucky == 0 or rules["lucky_hand"] == "ignore":
        return "play"
    if rules["lucky_hand"] == "redeal":
        return "redeal"
    return "win" if lucky == 1 else str(rules["lucky_both"])


def _deals(rules: Rules) -> dict[str, Fraction]:
    """How likely a shuffle is to come to each end."""
    hand, board = _sizes(rules)
    found = dict.fromkeys(("redeal", "win", "draw", "play"), Fraction(0))
    for shapes, p in _shapes((hand, hand, board)).items():
        found[_outcome(shapes, rules)] += p
    return found


def _instant_win(rules: Rules) -> Fraction:
    deals = _deals(rules)
    return deals["win"] / (1 - deals["redeal"])


def _board_triple(rules: Rules) -> Fraction:
    board = _sizes(rules)[1]
    triples = hanafuda.count_hands(board, lambda counts: counts[0] == PER_MONTH - 1)
    return Fraction(triples, hanafuda.count_hands(board, lambda counts: counts[0] < PER_MONTH))


def _three_of_a_month(rules: Rules) -> Fraction:
    hand = _sizes(rules)[0]
    return Fraction(hanafuda.count_hands(hand, lambda counts: counts[0] >= PER_MONTH - 1), comb(hanafuda.CARDS, hand))


_ANSWERS: Mapping[str, Callable[[Rules], Fraction]] = {
    "four_of_a_month": _of_hand(lambda shape, rules: shape == WHOLE),
    "four_pairs": _of_hand(lambda shape, rules: shape == PAIRS),
    "lucky_hand": _of_hand(_is_lucky_hand),
    "lucky_board": _lucky_board,
    "redeal": lambda rules: _deals(rules)["redeal"],
    "instant_win": _instant_win,
    "board_triple": _board_triple,
    "three_of_a_month": _three_of_a_month,
}

QUESTIONS = Questions(
    NAMED,
    _ANSWERS,
    language,
    ("hand has 3b", "hand >= 2 bright and board lacks 11b", "hand has 3b given other lacks 8b"),
)
