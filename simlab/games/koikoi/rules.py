"""Koi-Koi's options and presets. RULES.md says them in words."""

from __future__ import annotations

from enum import IntEnum

from simlab.games.options import Deck, Option, Preset, Rules

SEATS = 2
HAND_CARDS = 8
BOARD_CARDS = 8
# A turn takes one card of the hand and one of the stock, so the rest of the stock is never seen.
STOCK_CARDS = SEATS * HAND_CARDS
PACK = 48
LUCKY_POINTS = 6
DOUBLE_FROM = 7


class SakeCup(IntEnum):
    """What the sake cup counts as."""

    BOTH = 0
    EITHER = 1
    ANIMAL = 2


class Viewing(IntEnum):
    """Whether the two viewing yaku count."""

    OFF = 0
    ON = 1
    WITH_OTHER = 2


class Multiplier(IntEnum):
    """What calls of koi-koi do to the points of who stops."""

    NONE = 0
    OPPONENT = 1
    WINNER = 2
    ANY = 3
    PER_CALL = 4
    JAPAN = 5


def _points(name: str, points: int, cards: str, **needs: tuple[str, ...]) -> Option:
    return Option(name, points, f"points for {cards}; 0 = not played", high=100, needs=needs)


_WITH_VIEWING = ("on", "with_other")

YAKU = (
    _points("five_brights", 15, "all five brights"),
    _points("four_brights", 10, "the four brights without the Rain Man"),
    _points("rainy_four_brights", 8, "the Rain Man and three other brights"),
    _points("three_brights", 6, "three brights without the Rain Man"),
    _points("boar_deer_butterfly", 5, "7a 10a 6a"),
    _points("poetry_ribbons", 6, "1r 2r 3r"),
    _points("blue_ribbons", 6, "6r 9r 10r"),
    _points("animals", 1, "five animals, +1 for each more"),
    _points("ribbons", 1, "five ribbons, +1 for each more"),
    _points("chaff", 1, "ten chaff, +1 for each more"),
    _points("flower_viewing", 5, "3b 9a, with viewing", viewing=_WITH_VIEWING),
    _points("moon_viewing", 5, "8b 9a, with viewing", viewing=_WITH_VIEWING),
)

FEATURES = (*(option.name for option in YAKU), "lucky_hand")

OPTIONS = (
    *YAKU,
    Option(
        "sake_cup",
        SakeCup.BOTH,
        "what the sake cup (9a) counts as: animal and chaff both, either (whichever pays more), or animal only",
        source="either: fudawiki; animal: Yakuza",
    ),
    Option(
        "viewing",
        Viewing.OFF,
        "whether flower and moon viewing count: off, on, or with_other (only beside a yaku that is not a viewing)",
        source="fudawiki",
    ),
    Option("seven_double", False, "7 or more points of yaku count double", source="Nintendo and most"),
    Option(
        "koikoi_multiplier",
        Multiplier.NONE,
        "who stops scores double if the opponent, he himself (winner) or any player called koi-koi; per_call: times "
        "1 + all calls; japan: his calls 1-3 add 1-3 points, 4-7 multiply by 2-5",
        source="fudawiki; japan: koi-koi japan",
    ),
)

PRESETS = {"seed": Preset("the rules of the game's own document")}

UNITS = {"deal": "one deal; seat 0 is the dealer and leads"}


def deck(rules: Rules) -> Deck:
    """Both hands, the board, and as much of the stock as a deal can use."""
    return Deck(PACK, SEATS * HAND_CARDS + BOARD_CARDS + STOCK_CARDS)
