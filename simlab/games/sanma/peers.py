"""What `simlab bench sanma` times, and another program that does the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import cycle, islice

import numpy as np

from simlab.decks.riichi import COPIES, KINDS, OTHERS, RANKS, TILES, tiles_of
from simlab.games.answers import Task
from simlab.games.options import Rules
from simlab.games.sanma import hand, shapes
from simlab.games.sanma.blocks import HAND as HAND_SIZE
from simlab.games.sanma.blocks import SETS
from simlab.games.sanma.rules import SEATS

# As many different hands as a round may hold before they come round again.
DIFFERENT = 20_000
_SEED = 1


@cache
def dealt_hands() -> np.ndarray:
    """Hands of 13 tiles as they are dealt: uint8[n, 27]."""
    generator = np.random.Generator(np.random.Philox(_SEED))
    deck = np.tile(np.arange(TILES, dtype=np.int64), (DIFFERENT, 1))
    kinds = generator.permuted(deck, axis=1)[:, : HAND_SIZE - 1] % KINDS
    return (kinds[:, :, None] == np.arange(KINDS)).sum(axis=1).astype(np.uint8)


@cache
def winning_hands() -> np.ndarray:
    """Closed hands of four sets and a pair with riichi, half of them tsumo: HAND[n]."""
    generator = np.random.Generator(np.random.Philox(_SEED))
    hands = hand.empty_hands(DIFFERENT)
    for one in hands:
        while not _fill(one["tiles"], generator):
            one["tiles"] = 0
        one["win"] = generator.choice(np.flatnonzero(one["tiles"]))
        one["tsumo"] = generator.random() < 0.5
        one["dora"][generator.integers(KINDS)] = 1
    hands["riichi"] = True
    hands["by"] = 2
    return hands


def _fill(tiles: np.ndarray, generator: np.random.Generator) -> bool:
    """Put four sets and a pair into `tiles`; False where that takes a fifth tile."""
    for _ in range(SETS):
        first = int(generator.integers(KINDS))
        if first < OTHERS and first % RANKS < RANKS - 2 and generator.random() < 0.7:
            tiles[first : first + 3] += 1
        else:
            tiles[first] += 3
    tiles[generator.integers(KINDS)] += 2
    return bool(tiles.max() <= COPIES)


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
