"""Odds of hands as they are dealt: exact wherever it can be counted."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

import numpy as np

from simlab.decks.riichi import (
    COPIES,
    DORA,
    DRAGON_KINDS,
    FIVES,
    HONOURS,
    KINDS,
    MAN_KINDS,
    NORTH,
    OUTSIDE,
    PIN_KINDS,
    RED_PIN,
    RED_SOU,
    SOU_KINDS,
    TERMINALS,
    TILES,
    WIND_KINDS,
    kind_of,
    read_tiles,
)
from simlab.errors import SimlabError
from simlab.games.options import Rules
from simlab.games.questions import COMPARISONS, Clause, Counted, Deal, Form, Language, Questions, Test
from simlab.games.sanma import dealt, starting
from simlab.games.sanma.efficiency import Form as Shape
from simlab.games.sanma.rules import ALL_RED
from simlab.games.sanma.starting import DEALT, HANDS

NINE_KINDS = 9
SIMULATED_DEALS = 1_000_000
SEED = 1

NAMED: Mapping[str, str] = {
    "tenpai": "a hand of 13 is tenpai as it is dealt",
    "one_away": "it is one tile from tenpai",
    "two_away": "it is two tiles from tenpai",
    "three_away": "it is three tiles from tenpai",
    "four_away": "it is four tiles from tenpai",
    "five_away": "it is five tiles from tenpai",
    "six_away": "it is six tiles from tenpai, as far as a hand can be",
    "north": "it holds a North to set aside",
    "two_norths": "it holds two Norths or more",
    "dora": "it holds a tile that the first indicator makes dora",
    "two_dora": "it holds two such tiles or more",
    "nine_kinds": "it holds nine different terminals and honours or more",
    "tenpai_at_table": "one of the three players is tenpai as the hands are dealt",
    "one_away_at_table": "one of the three players is tenpai or one tile from it",
}

_AWAY = ("tenpai", "one_away", "two_away", "three_away", "four_away", "five_away", "six_away")


def _cards(mask: int) -> frozenset[int]:
    """All tiles of some kinds: tile k, k + 27, k + 54 and k + 81 are the four of kind k."""
    return frozenset(kind + KINDS * copy for kind in range(KINDS) if mask >> kind & 1 for copy in range(COPIES))


def language(rules: Rules) -> Language:
    """What can be asked: zones ``hand`` (13 tiles), ``draw`` (the first one drawn) and ``indicator``; kinds."""
    sizes = {"hand": DEALT, "draw": 1, "indicator": 1}
    kinds: dict[str, int | np.uint64] = {
        "pin": PIN_KINDS,
        "sou": SOU_KINDS,
        "man": MAN_KINDS,
        "wind": WIND_KINDS,
        "dragon": DRAGON_KINDS,
        "honour": HONOURS,
        "terminal": TERMINALS,
        "outside": OUTSIDE,
        "north": 1 << NORTH,
    }
    found = {name: _cards(int(mask)) for name, mask in kinds.items()}
    reds = rules.number("red_fives")
    if reds:
        copies = range(COPIES if reds == ALL_RED else 1)
        found["red"] = frozenset(five + KINDS * copy for five in FIVES for copy in copies)
    return Language(
        sizes,
        TILES,
        found,
        _read,
        copies=COPIES,
        deals=(Deal(Fraction(1), sizes),),
        cases=[_case(kind, sizes) for kind in range(KINDS)],
        about="A hand of 13 of the 108 tiles, before any call; outside are terminals and honours.",
    )


def _case(kind: int, sizes: Mapping[str, int]) -> Deal:
    """The deals in which the indicator is of this kind."""
    shown = Clause("indicator", _cards(1 << kind), operator.eq, 1)
    return Deal(Fraction(1), sizes, {"dora": _cards(1 << int(DORA[kind]))}, (shown,))


def _read(text: str) -> list[int]:
    tiles = read_tiles(text)
    if any(tile in (RED_PIN, RED_SOU) for tile in tiles):
        raise SimlabError("a red five is asked for as a kind, as in 'hand has red', under rules that have some")
    return [kind_of(tile) for tile in tiles]


def _share(test: Callable[[int], bool], ways: Mapping[int, int]) -> Fraction:
    return Fraction(sum(count for value, count in ways.items() if test(value)), HANDS)


def _compared(match: re.Match[str]) -> Callable[[int], bool]:
    test: Test = COMPARISONS[match["sign"] or "="]
    value = int(match["number"])
    return lambda found: test(found, value)


def _shanten(match: re.Match[str], rules: Rules) -> Fraction:
    """``shanten <= 1``, and with a form before it."""
    form = Shape[(match["form"] or "best").strip().upper().replace(" ", "_")]
    return _share(_compared(match), starting.shanten_counts(form))


def _kinds(match: re.Match[str], rules: Rules) -> Fraction:
    """``kinds >= 9``."""
    return _share(_compared(match), starting.kinds_counts())


_SHAPES = "(?:best|standard|seven[_ ]pairs|orphans)"
_SIGN = r"(?P<sign>>=|<=|==|=|>|<|)\s*"

_FORMS = (
    Form(
        "shanten <= 1",
        "a hand is so far from tenpai, in its best form; standard, seven_pairs or orphans before it means that form",
        re.compile(
            rf"(?P<form>{_SHAPES} )?shanten {_SIGN}(?P<number>-?\d{{1,3}})",
            re.IGNORECASE,
        ),
        _shanten,
    ),
    Form(
        "kinds >= 9",
        "a hand holds so many different terminals and honours",
        re.compile(rf"kinds {_SIGN}(?P<number>\d{{1,3}})", re.IGNORECASE),
        _kinds,
    ),
)


def _away(away: int, rules: Rules) -> Fraction:
    """How often a hand is so far from tenpai."""
    return _share(lambda found: found == away, starting.shanten_counts(Shape.BEST))


def _at_table(most: int) -> Counted:
    """How often somebody's hand is no farther from tenpai."""
    _, lowest = dealt.simulated(SIMULATED_DEALS, SEED)
    return Counted(int(lowest[: most + 2].sum()), SIMULATED_DEALS)


_ANSWERS: Mapping[str, Callable[[Rules], Fraction | Counted]] = {
    **{name: partial(_away, away) for away, name in enumerate(_AWAY)},
    "north": lambda rules: language(rules).probability("hand has north"),
    "two_norths": lambda rules: language(rules).probability("hand >= 2 north"),
    "dora": lambda rules: language(rules).probability("hand has dora"),
    "two_dora": lambda rules: language(rules).probability("hand >= 2 dora"),
    "nine_kinds": lambda rules: _share(lambda found: found >= NINE_KINDS, starting.kinds_counts()),
    "tenpai_at_table": lambda rules: _at_table(0),
    "one_away_at_table": lambda rules: _at_table(1),
}

_EXAMPLES = ("hand >= 3 dragon", "hand has 4z and hand lacks 1m9m", "hand >= 2 dora given hand lacks dragon")

QUESTIONS = Questions(NAMED, _ANSWERS, language, _EXAMPLES, _FORMS)
