"""What the tests against other mahjong programs share: tiles by their numbers 0..135, and what to compare.

The numbers are four for each kind: 1m..9m, 1p..9p, 1s..9s, E S W N, white, green, red; the first five of a suit is red.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from referee.sanma_cases import random_case
from sanma_cases_to_hands import hands_of

from simlab import sanma
from simlab.decks.riichi import CODES, COPIES, KINDS, OTHERS, SOU, WINDS
from simlab.games.sanma.state import Yaku

Case = dict[str, Any]
Rules = dict[str, Any]
Fixed = Callable[[Rules], Rules]

ALL_RED = 8
FIRST = {"m": 0, "p": 36, "s": 72, "z": 108}
NUMBERS = {code: FIRST[code[1]] + COPIES * (int(code[0]) - 1) for code in CODES[:KINDS]}
RED = {"0p": NUMBERS["5p"], "0s": NUMBERS["5s"]}
PLAIN = {"5p": NUMBERS["5p"] + 1, "5s": NUMBERS["5s"] + 1}
NUMBER_OF_KIND = np.array(list(NUMBERS.values()))

POOLS = ("even", "outside", "suit", "clumped")
MELDS = (0, 0, 0, 0, 1, 2, 3, 4)
BATCHES = 2 * len(POOLS) * len(MELDS)


class Numbered(NamedTuple):
    """The tiles of a case."""

    closed: list[int]
    melds: list[list[int]]
    win: int
    dora: list[int]
    ura: list[int]


class Draw(NamedTuple):
    """Random hands of as many tiles and melds."""

    tiles: np.ndarray  # kinds: [n, size]
    counts: np.ndarray
    held: np.ndarray
    melds: int


def numbered(case: Case, rules: Rules) -> Numbered:
    """A case's tiles; those of a kind share a number, for all that these programs look at is kind and red."""
    numbers = NUMBERS | RED | ({} if rules["red_fives"] == ALL_RED else PLAIN)

    def each(tiles: list[str]) -> list[int]:
        return [numbers[tile] for tile in tiles]

    melds = [each(meld["tiles"]) for meld in case["melds"]]
    ura = each(case["ura"]) if rules["ura"] else []
    return Numbered(each(case["tiles"]), melds, numbers[case["win_tile"]], each(case["dora"]), ura)


def luck(case: Case, rules: Rules) -> dict[str, bool]:
    """How a case was won; the options that take or give such a yaku are played by not telling or telling of it."""
    tsumo = case["win"] == "tsumo"
    return {
        "tsumo": tsumo,
        "riichi": case["riichi"],
        "double_riichi": case["double_riichi"],
        "ippatsu": case["ippatsu"] and rules["ippatsu"] and (not case["on_kita"] or rules["kita_ron_ippatsu"]),
        "rinshan": case["rinshan"] or (case["after_kita"] and rules["kita_rinshan"]),
        "chankan": case["chankan"] or (case["on_kita"] and rules["kita_ron_chankan"]),
        "haitei": case["last_tile"] and tsumo,
        "houtei": case["last_tile"] and not tsumo,
    }


def honba_of(case: Case, rules: Rules) -> int:
    """Honba of 100 points a payer, of which one of 500 is five."""
    return case["honba"] * rules["honba_value"] // 100


def under(case: Case, rules: Rules, fixed: Fixed) -> Rules:
    """A case's rules, as far as another program knows them: `fixed` gives, of some rules, what to play instead.

    Neither program knows of a liable player. Both count a set-aside North as dora once for every indicator that makes
    it one, which the option ``kita_dora`` has both ways; they differ from two indicators on.
    """
    rules = rules | fixed(rules)
    if case["pao"]:
        rules |= {"pao": False, "pao_scope": "liable_yakuman"}
    if case["kita"] and (case["dora"] + case["ura"]).count("3z") > 1:
        rules["kita_dora"] = "per_indicator"
    return rules


def scored(rng: random.Random, n: int, fixed: Fixed) -> Iterator[tuple[Case, Rules, np.void]]:
    """Random cases, the rules they are played by, and what simlab makes of them."""
    alike: dict[tuple[tuple[str, Any], ...], list[Case]] = defaultdict(list)
    for case, rules in (random_case(rng) for _ in range(n)):
        alike[tuple(under(case, rules, fixed).items())].append(case)
    for items, cases in alike.items():
        rules = dict(items)
        for case, score in zip(cases, sanma.batch_score(hands_of(cases), rules), strict=True):
            yield case, rules, score


def yaku_by_number(runs: dict[int, str]) -> dict[int, Yaku]:
    """Ours by another program's numbers, of which each run of names has its first."""
    return {
        first + step: Yaku[name.upper()] for first, names in runs.items() for step, name in enumerate(names.split())
    }


def pays_of(score: np.void) -> dict[str, int]:
    """Who pays what."""
    return {seat: int(points) for seat, points in zip(WINDS, score["pays"], strict=False) if points}


def yaku_of(score: np.void) -> set[Yaku]:
    """The yaku by name."""
    return {yaku for yaku in Yaku if int(score["yaku"]) >> yaku & 1}


def worth_of(score: np.void) -> tuple[int, int, int]:
    """Yakuman, or han and fu."""
    return int(score["yakuman"]), int(score["han"]), int(score["fu"])


def random_hands(rng: np.random.Generator, n: int) -> Iterator[Draw]:
    """About `n` hands in all: closed and beside melds, with and without a tile to spare, from several pools."""
    for pool in POOLS:
        for melds in MELDS:
            for spare in (0, 1):
                yield _drawn(rng, n // BATCHES, melds, spare, _weights(rng, n // BATCHES, pool))


def _weights(rng: np.random.Generator, n: int, pool: str) -> np.ndarray:
    """How readily each kind is drawn: all alike, honours and man first, pin first, or some kinds again and again."""
    weights = rng.lognormal(0, 2, (n, KINDS)) if pool == "clumped" else np.ones((n, KINDS))
    if pool == "outside":
        weights[:, OTHERS:] = rng.choice([3, 10, 40], (n, 1))
    if pool == "suit":
        weights[:, :SOU] = 30
    return weights


def _drawn(rng: np.random.Generator, n: int, melds: int, spare: int, weights: np.ndarray) -> Draw:
    """Draw from a whole set.

    The other programs see the closed tiles alone. So the melds are of kinds that make no runs and that the hand has
    none of: nothing hangs on how many of those are left.
    """
    held = np.zeros((n, KINDS), np.uint8)
    called = OTHERS + np.argsort(rng.random((n, KINDS - OTHERS)), axis=1)[:, :melds]
    np.put_along_axis(held, called, rng.integers(COPIES - 1, COPIES + 1, called.shape, np.uint8), axis=1)
    weights = np.where(held, 1e-300, weights)
    size = 13 - 3 * melds + spare
    order = rng.exponential(size=(n, KINDS * COPIES)) / np.repeat(weights, COPIES, axis=1)
    tiles = np.argpartition(order, size - 1, axis=1)[:, :size] // COPIES
    counts = np.zeros((n, KINDS), np.uint8)
    np.add.at(counts, (np.arange(n)[:, None], tiles), 1)
    return Draw(tiles, counts, held, melds)


def differing(draw: Draw, theirs: Iterable[int]) -> list[tuple[Any, ...]]:
    """The hands of a draw on whose shanten another program differs: closed tiles, melds, our number and theirs."""
    ours = sanma.batch_shanten(draw.counts, draw.held)
    found = np.fromiter(theirs, np.int64, len(ours))
    rows = np.flatnonzero(ours != found)
    return [(draw.counts[row].tolist(), draw.held[row].tolist(), int(ours[row]), int(found[row])) for row in rows]
