"""What `simlab bench sanma` times, and another program that does the same."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from itertools import cycle, islice

import numpy as np

from simlab.decks.riichi import COPIES, KINDS, RANKS, tiles_of
from simlab.games.answers import Task
from simlab.games.options import Rules
from simlab.games.sanma import hand, shapes
from simlab.games.sanma.rules import SEATS
from simlab.games.sanma.samples import DIFFERENT, dealt_hands, winning_hands


def _shanten(rules: Rules) -> Callable[[int], object]:
    hands = dealt_hands()

    def work(count: int) -> object:
        return [shapes.batch_shanten(hands[: count - done]) for done in range(0, count, DIFFERENT)]

    return work


def _discards(rules: Rules) -> Callable[[int], object]:
    hands = winning_hands()["tiles"].copy()

    def work(count: int) -> object:
        return [shapes.batch_discards(hands[: count - done]) for done in range(0, count, DIFFERENT)]

    return work


def _score(rules: Rules) -> Callable[[int], object]:
    hands = winning_hands()

    def work(count: int) -> object:
        return [hand.batch_score(hands[: count - done], rules) for done in range(0, count, DIFFERENT)]

    return work


# The first of a kind's four tiles in numbers up to 136, which have all three suits whole.
_FIRST = [
    *range(4 * RANKS, 8 * RANKS, COPIES),
    *range(8 * RANKS, 12 * RANKS, COPIES),
    *(0, 4 * (RANKS - 1)),
    *range(12 * RANKS, 12 * RANKS + 28, COPIES),
]


def numbered(counts: np.ndarray) -> list[int]:
    """Tiles as numbers up to 136."""
    tiles = tiles_of(counts)
    return [_FIRST[kind] + tiles[:place].count(kind) for place, kind in enumerate(tiles)]


def _their_shanten() -> Callable[[int], object] | None:
    if find_spec("riichienv") is None:
        return None
    from riichienv import calculate_shanten_3p

    hands = [numbered(counts) for counts in dealt_hands()]

    def work(count: int) -> object:
        return [calculate_shanten_3p(tiles) for tiles in islice(cycle(hands), count)]

    return work


def _their_score() -> Callable[[int], object] | None:
    if find_spec("riichienv") is None:
        return None
    # Its compiled part: the wrapper around it takes several times as long.
    from riichienv._riichienv import Conditions, HandEvaluator3P, Wind

    hands = []
    for one in winning_hands():
        shown = next(kind for kind in range(KINDS) if one["dora"][kind])
        how = Conditions(
            tsumo=bool(one["tsumo"]),
            riichi=True,
            player_wind=Wind.South,
            round_wind=Wind.East,
            is_sanma=True,
            num_players=SEATS,
        )
        hands.append((numbered(one["tiles"]), _FIRST[one["win"]], [_FIRST[shown]], how))

    def work(count: int) -> object:
        return [
            HandEvaluator3P(tiles, []).calc(win, dora, [], how) for tiles, win, dora, how in islice(cycle(hands), count)
        ]

    return work


TASKS = (
    Task("shanten of a hand", _shanten, {"riichienv": _their_shanten}),
    Task("all discards of a hand", _discards),
    Task("score of a hand", _score, {"riichienv": _their_score}),
)
