"""Shapes of complete sanma hands for random cases: for each a builder that aims at some yaku.

A builder gives the sets, which may become melds, and the loose tiles, which never do (the pair, or a whole hand of
seven pairs, thirteen orphans or nine gates). It may ask for too many of a tile: the caller throws such a hand away.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Sets = list[tuple[str, ...]]
Shape = tuple[Sets, list[str]]

TERMINALS = ["1m", "9m", "1p", "9p", "1s", "9s"]
HONOURS = ["1z", "2z", "3z", "4z", "5z", "6z", "7z"]
EDGES = TERMINALS + HONOURS
SIMPLES = [f"{rank}{suit}" for suit in "ps" for rank in range(2, 9)]
KINDS = EDGES + SIMPLES
RUNS = [tuple(f"{start + step}{suit}" for step in range(3)) for suit in "ps" for start in range(1, 8)]


def triplets(kinds: list[str]) -> Sets:
    """A triplet of each."""
    return [(kind,) * 3 for kind in kinds]


def made(rng: random.Random, sets: Sets, pairs: list[str], given: Sets = ()) -> Shape:
    """The given sets, filled up to four from some, and a pair from some."""
    chosen = [*given, *(rng.choice(sets) for _ in range(4 - len(given)))]
    return chosen, [rng.choice(pairs)] * 2


def within(kinds: list[str]) -> Sets:
    """The runs that lie within these kinds."""
    return [run for run in RUNS if set(run) <= set(kinds)]


def suit_of(suit: str) -> list[str]:
    """The kinds of a suit."""
    return [kind for kind in KINDS if kind[1] == suit]


def any_hand(rng: random.Random) -> Shape:
    """Runs and triplets of all kinds."""
    return made(rng, RUNS * 2 + triplets(KINDS), KINDS)


def pinfu(rng: random.Random) -> Shape:
    """Four runs."""
    return made(rng, RUNS, KINDS)


def tanyao(rng: random.Random) -> Shape:
    """No terminals or honours."""
    return made(rng, within(SIMPLES) * rng.choice([1, 3]) + triplets(SIMPLES), SIMPLES)


def honitsu(rng: random.Random) -> Shape:
    """One suit and honours; the suit may be man."""
    kinds = suit_of(rng.choice("ppppssssm")) + HONOURS
    return made(rng, within(kinds) * rng.choice([1, 3]) + triplets(kinds), kinds)


def chinitsu(rng: random.Random) -> Shape:
    """One suit."""
    kinds = suit_of(rng.choice("ps"))
    return made(rng, within(kinds) * rng.choice([1, 3]) + triplets(kinds), kinds)


def chanta(rng: random.Random) -> Shape:
    """Terminals or honours in every part."""
    runs = [run for run in RUNS if run[0] in TERMINALS or run[2] in TERMINALS]
    return made(rng, runs * 3 + triplets(EDGES), EDGES)


def junchan(rng: random.Random) -> Shape:
    """Terminals in every part."""
    runs = [run for run in RUNS if run[0] in TERMINALS or run[2] in TERMINALS]
    return made(rng, runs * 2 + triplets(TERMINALS), TERMINALS)


def honroutou(rng: random.Random) -> Shape:
    """Terminals and honours alone."""
    return made(rng, triplets(EDGES), EDGES)


def toitoi(rng: random.Random) -> Shape:
    """Four triplets."""
    return made(rng, triplets(KINDS), KINDS)


def three_triplets(rng: random.Random) -> Shape:
    """Three triplets and a run, sometimes three triplets in a row, which are runs as well."""
    if rng.random() < 0.5:
        return made(rng, triplets(KINDS), KINDS, [rng.choice(RUNS)])
    row = rng.choice(RUNS)
    return made(rng, RUNS + triplets(KINDS), KINDS, triplets(list(row)))


def doukou(rng: random.Random) -> Shape:
    """The same terminal in all suits."""
    rank = rng.choice("19")
    return made(rng, RUNS + triplets(KINDS), KINDS, triplets([rank + suit for suit in "mps"]))


def ittsuu(rng: random.Random) -> Shape:
    """One to nine of a suit."""
    suit = rng.choice("ps")
    straight = [run for run in RUNS if run[0] in (f"1{suit}", f"4{suit}", f"7{suit}")]
    return made(rng, RUNS + triplets(KINDS), KINDS, straight)


def twins(rng: random.Random) -> Shape:
    """One run twice, or two."""
    one, two = rng.choice(RUNS), rng.choice(RUNS)
    return made(rng, RUNS + triplets(KINDS), KINDS, [one, one, *([two, two] if rng.random() < 0.6 else [])])


def seven_pairs(rng: random.Random) -> Shape:
    """Seven different pairs, now and then of one sort."""
    suit = suit_of(rng.choice("ps"))
    row = rng.randrange(3)
    some = [KINDS, KINDS, SIMPLES, EDGES, HONOURS, suit + HONOURS, ["1m", "9m", *HONOURS], suit, suit[row : row + 7]]
    pairs = rng.sample(rng.choice(some), 7)
    return [], [kind for kind in pairs for _ in range(2)]


def kokushi(rng: random.Random) -> Shape:
    """Thirteen orphans."""
    return [], [*EDGES, rng.choice(EDGES)]


def chuuren(rng: random.Random) -> Shape:
    """Nine gates, the last tile the one more than 1112345678999."""
    suit = rng.choice("ps")
    return [], [*(rank + suit for rank in "1112345678999"), rng.choice("123456789") + suit]


def ryuuiisou(rng: random.Random) -> Shape:
    """Green alone."""
    greens = ["2s", "3s", "4s", "6s", "8s", "6z"]
    return made(rng, [("2s", "3s", "4s")] * 3 + triplets(greens), greens)


def chinroutou(rng: random.Random) -> Shape:
    """Terminals alone."""
    return made(rng, triplets(TERMINALS), TERMINALS)


def tsuuiisou(rng: random.Random) -> Shape:
    """Honours alone."""
    return made(rng, triplets(HONOURS), HONOURS)


def dragons(rng: random.Random) -> Shape:
    """Three triplets of dragons, or two and a pair."""
    kinds = rng.sample(HONOURS[4:], 3)
    sets, rest = RUNS + triplets(KINDS), rng.choice([KINDS, HONOURS])
    if rng.random() < 0.5:
        return made(rng, sets if rest is KINDS else triplets(HONOURS), rest, triplets(kinds))
    return made(rng, sets, kinds[2:], triplets(kinds[:2]))


def winds(rng: random.Random) -> Shape:
    """Four triplets of winds, or three and a pair."""
    kinds = rng.sample(HONOURS[:4], 4)
    if rng.random() < 0.5:
        return made(rng, triplets(kinds), rng.choice([KINDS, HONOURS]), triplets(kinds))
    return made(rng, RUNS + triplets(KINDS), kinds[3:], triplets(kinds[:3]))


def yakuhai(rng: random.Random) -> Shape:
    """A triplet of an honour, or a pair of one."""
    if rng.random() < 0.3:
        return made(rng, RUNS * 2 + triplets(KINDS), HONOURS)
    return made(rng, RUNS * 2 + triplets(KINDS), KINDS, triplets([rng.choice(HONOURS)]))


BUILDERS: list[tuple[Callable[[random.Random], Shape], int]] = [
    *(
        (any_hand, 25),
        (pinfu, 14),
        (tanyao, 10),
        (honitsu, 4),
        (chinitsu, 3),
        (chanta, 4),
        (junchan, 4),
        (honroutou, 2),
    ),
    *((toitoi, 6), (three_triplets, 6), (doukou, 3), (ittsuu, 4), (twins, 6), (seven_pairs, 6), (kokushi, 2)),
    *((chuuren, 2), (ryuuiisou, 2), (chinroutou, 3), (tsuuiisou, 1), (dragons, 4), (winds, 4), (yakuhai, 18)),
]


def random_shape(rng: random.Random) -> Shape:
    """A hand of some builder."""
    builders, weights = zip(*BUILDERS, strict=True)
    return rng.choices(builders, weights)[0](rng)
