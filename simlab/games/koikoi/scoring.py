"""What captured cards are worth in Koi-Koi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simlab.decks import hanafuda
from simlab.decks.hanafuda import (
    ANIMALS,
    BLUE_RIBBONS,
    BOAR_DEER_BUTTERFLY,
    BRIGHTS,
    CHAFF,
    FLOWER_VIEWING,
    MOON_VIEWING,
    PER_MONTH,
    POETRY_RIBBONS,
    RAIN_MAN,
    RIBBONS,
    SAKE_CUP,
)
from simlab.games.game import Score
from simlab.games.koikoi.rules import DOUBLE_FROM, YAKU, Multiplier, SakeCup, Viewing
from simlab.games.koikoi.state import LAYOUT, Yaku
from simlab.games.options import Rules
from simlab.kernel.bits import popcount
from simlab.kernel.jit import entry, jit

FIVE = 5
TEN = 10
_DRY = np.uint64(BRIGHTS & ~RAIN_MAN)
_NONE = np.uint64(0)


@entry
def yaku(pile, rules, tables, parts):
    """Write what each yaku in a captured pile is worth to `parts` (int32[yaku]), and return their sum.

    Only one of the bright yaku counts, the one that pays best. A yaku whose points are set to 0 is not played: it has
    no extra cards either, and is no "other yaku" for viewing = with_other.
    """
    for place in range(parts.shape[0]):
        parts[place] = 0
    brights = popcount(pile & _DRY)
    rain = 1 if pile & RAIN_MAN else 0
    best = tables.brights[brights, rain]
    if best > 0:
        parts[tables.bright_yaku[brights, rain]] = best
    boar = rules.boar_deer_butterfly if pile & BOAR_DEER_BUTTERFLY == BOAR_DEER_BUTTERFLY else 0
    poetry = rules.poetry_ribbons if pile & POETRY_RIBBONS == POETRY_RIBBONS else 0
    blue = rules.blue_ribbons if pile & BLUE_RIBBONS == BLUE_RIBBONS else 0
    animal_cards = popcount(pile & ANIMALS)
    chaff_cards = popcount(pile & CHAFF)
    animals, chaff = _animals_and_chaff(animal_cards, chaff_cards, pile & SAKE_CUP != _NONE, rules, tables)
    ribbons = tables.ribbons[popcount(pile & RIBBONS)]
    parts[Yaku.BOAR_DEER_BUTTERFLY] = boar
    parts[Yaku.POETRY_RIBBONS] = poetry
    parts[Yaku.BLUE_RIBBONS] = blue
    parts[Yaku.ANIMALS] = animals
    parts[Yaku.RIBBONS] = ribbons
    parts[Yaku.CHAFF] = chaff
    total = best + boar + poetry + blue + animals + ribbons + chaff
    if rules.viewing == Viewing.ON or (rules.viewing == Viewing.WITH_OTHER and total > 0):
        if pile & FLOWER_VIEWING == FLOWER_VIEWING:
            parts[Yaku.FLOWER_VIEWING] = rules.flower_viewing
            total += rules.flower_viewing
        if pile & MOON_VIEWING == MOON_VIEWING:
            parts[Yaku.MOON_VIEWING] = rules.moon_viewing
            total += rules.moon_viewing
    return total


@jit
def _animals_and_chaff(animals, chaff, cup, rules, tables):
    """Points of five animals and of ten chaff; the sake cup is among the animals already."""
    if not cup or rules.sake_cup == SakeCup.ANIMAL:
        return tables.animals[animals], tables.chaff[chaff]
    if rules.sake_cup == SakeCup.BOTH:
        return tables.animals[animals], tables.chaff[chaff + 1]
    as_animal = tables.animals[animals] + tables.chaff[chaff]
    as_chaff = tables.animals[animals - 1] + tables.chaff[chaff + 1]
    if as_chaff > as_animal:
        return tables.animals[animals - 1], tables.chaff[chaff + 1]
    return tables.animals[animals], tables.chaff[chaff]


@entry
def payment(base, own_calls, other_calls, rules):
    """What a player who stops is paid: doubled from seven points on, then the koi-koi factor."""
    points = base
    if rules.seven_double and base >= DOUBLE_FROM:
        points *= 2
    kind = rules.koikoi_multiplier
    if kind == Multiplier.JAPAN:
        if own_calls <= 3:
            return points + own_calls
        return points * (own_calls - 2)
    if kind == Multiplier.PER_CALL:
        return points * (1 + own_calls + other_calls)
    by_opponent = (kind == Multiplier.OPPONENT or kind == Multiplier.ANY) and other_calls > 0
    by_winner = (kind == Multiplier.WINNER or kind == Multiplier.ANY) and own_calls > 0
    return points * 2 if by_opponent or by_winner else points


def build_tables(rules: np.ndarray) -> np.ndarray:
    """Points by counts, and what a card is worth to a collector, under one rule set."""
    tables = np.zeros(1, LAYOUT.tables)
    record, table = rules[0], tables[0]
    for brights in range(5):
        for rain in range(2):
            name = _best_bright(record, brights, rain)
            if name is not None:
                table["brights"][brights, rain] = record[name]
                table["bright_yaku"][brights, rain] = Yaku[name.upper()]
    for name, enough in (("animals", FIVE), ("ribbons", FIVE), ("chaff", TEN)):
        if record[name] > 0:
            table[name][enough:] = record[name] + np.arange(hanafuda.CARDS - enough)
    table["worth"] = card_worth(record)
    for month in range(hanafuda.MONTHS):
        for board in range(1 << PER_MONTH):
            there = [table["worth"][PER_MONTH * month + k] for k in range(PER_MONTH) if board >> k & 1]
            table["capture"][month, board] = sum(there) if len(there) == 3 else max(there, default=0)
    return tables


def _best_bright(record: np.void, brights: int, rain: int) -> str | None:
    made = {
        "five_brights": brights == 4 and rain == 1,
        "four_brights": brights == 4,
        "rainy_four_brights": brights >= 3 and rain == 1,
        "three_brights": brights >= 3,
    }
    paying = [name for name, there in made.items() if there and record[name] > 0]
    return max(paying, key=lambda name: int(record[name]), default=None)


WORTH_UNIT = 60


def card_worth(record: np.void) -> np.ndarray:
    """Each card's share of the yaku it can belong to, in units of 1/60 point: int32[cards].

    A yaku's points are split evenly over the cards that make it, so three brights at 6 points give 2 a bright. This
    is what a collector who looks at single cards goes by; it follows the points of the rule set.
    """
    worth = np.zeros(hanafuda.CARDS)
    needed = {
        "five_brights": (BRIGHTS, 5),
        "four_brights": (_DRY, 4),
        "rainy_four_brights": (BRIGHTS, 4),
        "three_brights": (_DRY, 3),
        "boar_deer_butterfly": (BOAR_DEER_BUTTERFLY, 3),
        "poetry_ribbons": (POETRY_RIBBONS, 3),
        "blue_ribbons": (BLUE_RIBBONS, 3),
        "animals": (ANIMALS, FIVE),
        "ribbons": (RIBBONS, FIVE),
        "chaff": (_chaff_cards(record), TEN),
        "flower_viewing": (FLOWER_VIEWING, 2),
        "moon_viewing": (MOON_VIEWING, 2),
    }
    for name, (cards, count) in needed.items():
        if name.endswith("_viewing") and record["viewing"] == Viewing.OFF:
            continue
        for card in hanafuda.members(cards):
            worth[card] += record[name] / count
    return np.rint(WORTH_UNIT * worth).astype(np.int32)


def _chaff_cards(record: np.void) -> np.uint64:
    return CHAFF if record["sake_cup"] == SakeCup.ANIMAL else np.uint64(CHAFF | SAKE_CUP)


def score(text: str, context: Mapping[str, Any], rules: Rules) -> Score:
    """What a player who stops with the captured cards in `text` is paid, and for which yaku.

    The context is ``calls`` and ``opponent_calls``, the calls of koi-koi in the deal.
    """
    record = rules.record("deal")
    tables = build_tables(record)
    parts = np.zeros(len(YAKU), np.int32)
    base = int(yaku(np.uint64(hanafuda.read_mask(text)), record[0], tables[0], parts))
    named = {option.name: int(points) for option, points in zip(YAKU, parts, strict=True) if points}
    if base == 0:
        return Score(0, {})
    points = int(payment(base, context["calls"], context["opponent_calls"], record[0]))
    if points != base:
        named["multipliers"] = points - base
    return Score(points, named)
