"""What captured cards are worth in Koi-Koi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    PAULOWNIAS,
    PER_MONTH,
    PHOENIX,
    POETRY_RIBBONS,
    RAIN_MAN,
    RIBBONS,
    SAKE_CUP,
    WILLOWS,
)
from simlab.errors import SimlabError
from simlab.games.answers import Score
from simlab.games.koikoi.rules import (
    DOUBLE_FROM,
    YAKU,
    BoardFactor,
    DoubleSet,
    Multiplier,
    SakeCup,
    SetBonus,
    Viewing,
    ViewingCancel,
)
from simlab.games.koikoi.state import LAYOUT, Yaku
from simlab.games.options import Rules
from simlab.kernel.bits import popcount
from simlab.kernel.jit import entry, jit

SET = 3
FIVE = 5
TEN = 10
# Poetry ribbons, blue ribbons and the two together, which follow each other among the yaku.
RIBBON_SETS = 3
_MONTH = np.uint64(15)
_DRY = np.uint64(BRIGHTS & ~RAIN_MAN)
_NONE = np.uint64(0)


@entry
def yaku(pile, board, called, month, rules, tables, parts):
    """Write what each yaku in a captured pile is worth to `parts` (int32[yaku]), and return their sum.

    Only one of the bright yaku counts, the one that pays best. A yaku whose points are set to 0 is not played: it has
    no extra cards either, and is no "other yaku" for viewing = with_other. `board` is what lies there now, `called`
    whether the pile's owner has called koi-koi, `month` the round's (0 for January).
    """
    for place in range(parts.shape[0]):
        parts[place] = 0
    total = (
        _brights(pile, tables, parts) + _ribbons(pile, tables, parts) + _animals_and_chaff(pile, rules, tables, parts)
    )
    if rules.month_yaku > 0 and (pile >> np.uint64(PER_MONTH * month)) & _MONTH == _MONTH:
        parts[Yaku.MONTH_YAKU] = rules.month_yaku
        total += rules.month_yaku
    if rules.viewing == Viewing.ON or (rules.viewing == Viewing.WITH_OTHER and total > 0):
        total += _viewings(pile, board, called, rules, parts)
    return total


@jit
def _brights(pile, tables, parts):
    brights = popcount(pile & _DRY)
    rain = 1 if pile & RAIN_MAN else 0
    best = tables.brights[brights, rain]
    if best > 0:
        parts[tables.bright_yaku[brights, rain]] = best
    return best


@jit
def _ribbons(pile, tables, parts):
    count = popcount(pile & RIBBONS)
    made = 1 if pile & POETRY_RIBBONS == POETRY_RIBBONS else 0
    made |= 2 if pile & BLUE_RIBBONS == BLUE_RIBBONS else 0
    total = tables.ribbons[made, count]
    parts[Yaku.RIBBONS] = total
    if made:
        for place in range(RIBBON_SETS):
            points = tables.ribbon_sets[made, count, place]
            parts[Yaku.POETRY_RIBBONS + place] = points
            total += points
    return total


@jit
def _animals_and_chaff(pile, rules, tables, parts):
    """The boar set, five animals, ten chaff; the sake cup is among the animals unless it pays more among the chaff."""
    animals = popcount(pile & ANIMALS)
    chaff = popcount(pile & CHAFF)
    made = 1 if pile & BOAR_DEER_BUTTERFLY == BOAR_DEER_BUTTERFLY else 0
    if pile & SAKE_CUP and rules.sake_cup != SakeCup.ANIMAL:
        if rules.sake_cup == SakeCup.BOTH:
            chaff += 1
        else:
            as_animal = made * tables.boar[animals] + tables.animals[made, animals] + tables.chaff[chaff]
            as_chaff = made * tables.boar[animals - 1] + tables.animals[made, animals - 1] + tables.chaff[chaff + 1]
            if as_chaff > as_animal:
                animals -= 1
                chaff += 1
    boar = made * tables.boar[animals]
    parts[Yaku.BOAR_DEER_BUTTERFLY] = boar
    parts[Yaku.ANIMALS] = tables.animals[made, animals]
    parts[Yaku.CHAFF] = tables.chaff[chaff]
    return boar + tables.animals[made, animals] + tables.chaff[chaff]


@jit
def _viewings(pile, board, called, rules, parts):
    flower = rules.flower_viewing
    moon = rules.moon_viewing
    if called and rules.viewing_called > 0:
        flower = rules.viewing_called if flower > 0 else 0
        moon = rules.viewing_called if moon > 0 else 0
    has_flower = pile & FLOWER_VIEWING == FLOWER_VIEWING
    has_moon = pile & MOON_VIEWING == MOON_VIEWING
    if rules.viewing_cancel == ViewingCancel.FIELD:
        has_flower = has_flower and board & WILLOWS == _NONE
        has_moon = has_moon and board & PAULOWNIAS == _NONE
    elif rules.viewing_cancel == ViewingCancel.CAPTURED:
        has_flower = has_flower and pile & RAIN_MAN == _NONE
        has_moon = has_moon and pile & PHOENIX == _NONE
    total = 0
    if has_flower:
        parts[Yaku.FLOWER_VIEWING] = flower
        total += flower
    if has_moon:
        parts[Yaku.MOON_VIEWING] = moon
        total += moon
    return total


@entry
def payment(base, own_calls, other_calls, factor, rules):
    """What a player who stops is paid: doubled from seven points on, the koi-koi factor, the board's factor."""
    points = base
    if rules.seven_double and base >= DOUBLE_FROM:
        points *= 2
    return factor * _after_calls(points, own_calls, other_calls, rules)


@jit
def _after_calls(points, own_calls, other_calls, rules):
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
    _build_counts(record, table)
    table["worth"] = card_worth(record)
    for month in range(hanafuda.MONTHS):
        for board in range(1 << PER_MONTH):
            there = [table["worth"][PER_MONTH * month + k] for k in range(PER_MONTH) if board >> k & 1]
            table["capture"][month, board] = sum(there) if len(there) == 3 else max(there, default=0)
    return tables


def _build_counts(record: np.void, table: np.void) -> None:
    """Points that go by the number of cards: fives and tens, and sets with further cards of their kind."""
    counts = np.arange(hanafuda.CARDS)
    bonus = SetBonus(record["set_bonus"])

    def many(name: str, enough: int) -> np.ndarray:
        points = record[name] + counts - enough
        return np.where((counts >= enough) & (record[name] > 0), points, 0)

    def of_set(name: str, size: int, has_extra: bool = True) -> np.ndarray:
        extra = np.maximum(counts - size, 0) if has_extra and bonus != SetBonus.STACK else 0
        return np.where(record[name] > 0, record[name] + extra, 0)

    def beside(points: np.ndarray, sets: Sequence[str]) -> np.ndarray:
        """The yaku of five beside some sets that are made: absorbed by one that is played."""
        return 0 * points if bonus == SetBonus.ABSORB and any(record[name] > 0 for name in sets) else points

    table["chaff"] = many("chaff", TEN)
    table["boar"] = of_set("boar_deer_butterfly", SET)
    animals, ribbons = many("animals", FIVE), many("ribbons", FIVE)
    table["animals"] = [animals, beside(animals, ["boar_deer_butterfly"])]
    names = ("poetry_ribbons", "blue_ribbons")
    for made in range(4):
        sets = [name for place, name in enumerate(names) if made >> place & 1]
        is_double = made == 3 and record["double_set"] > 0
        table["ribbons"][made] = beside(ribbons, [*sets, "double_set"] if is_double else sets)
        if is_double:
            table["ribbon_sets"][made, :, 2] = of_set("double_set", 2 * SET)
        if not is_double or record["double_set_mode"] == DoubleSet.ADD:
            for name in sets:
                table["ribbon_sets"][made, :, names.index(name)] = of_set(name, SET, has_extra=not is_double)


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
    is what a collector who looks at single cards goes by; it follows the points of the rule set. The month's yaku is
    left out: over a year it favours no card.
    """
    worth = np.zeros(hanafuda.CARDS)
    needed = {
        "five_brights": (BRIGHTS, 5),
        "four_brights": (_DRY, 4),
        "rainy_four_brights": (BRIGHTS, 4),
        "three_brights": (_DRY, 3),
        "boar_deer_butterfly": (BOAR_DEER_BUTTERFLY, SET),
        "poetry_ribbons": (POETRY_RIBBONS, SET),
        "blue_ribbons": (BLUE_RIBBONS, SET),
        "double_set": (np.uint64(POETRY_RIBBONS | BLUE_RIBBONS), 2 * SET),
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
    """What a player who stops with the captured cards in `text` is paid, and for which yaku."""
    record = rules.record("deal")
    tables = build_tables(record)
    parts = np.zeros(len(YAKU), np.int32)
    pile = np.uint64(hanafuda.read_mask(text))
    board = np.uint64(hanafuda.read_mask(context["board"]))
    if pile & board:
        raise SimlabError(f"cards {hanafuda.text(pile & board)} are both captured and on the board")
    called, month = context["calls"] > 0, context["month"] - 1
    base = int(yaku(pile, board, called, month, record[0], tables[0], parts))
    named = {option.name: int(points) for option, points in zip(YAKU, parts, strict=True) if points}
    if base == 0:
        return Score(0, {})
    factor = board_factor(record[0], context["board_brights"])
    points = int(payment(base, context["calls"], context["opponent_calls"], factor, record[0]))
    if points != base:
        named["multipliers"] = points - base
    return Score(points, named)


@jit
def board_factor(rules, brights):
    """What the brights on the opening board multiply points by."""
    kind = rules.field_bright_multiplier
    if kind == BoardFactor.BRIGHTS:
        return max(1, brights)
    return 1 + brights if kind == BoardFactor.BRIGHTS_PLUS_ONE else 1
