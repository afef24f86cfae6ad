"""Koi-Koi's options. RULES.md says them in words."""

from __future__ import annotations

from enum import IntEnum

from simlab.games.options import POSITIVE, Deck, Option, Rules

SEATS = 2
MONTHS = 12
PACK = 48
HAND_CARDS, MOST_HAND_CARDS = 8, 10
FIELD_CARDS = 8
# A turn takes one card of the hand and one of the stock, so the rest of the stock is never seen.
MOST_STOCK_CARDS = SEATS * MOST_HAND_CARDS
# On a board of six cards three pairs are nothing; four pairs are on one of eight.
BOARD_WITH_PAIRS = 8
DOUBLE_FROM = 7
LUCKY_POINTS = 6
# A game to so many points that nobody ever gets ends after so many rounds.
MOST_ROUNDS = 1000


class SetBonus(IntEnum):
    """What cards beyond a set of three are worth, and whether the yaku of five counts beside the set."""

    STACK = 0
    ABSORB = 1
    BOTH = 2


class DoubleSet(IntEnum):
    """Whether poetry and blue ribbons together count in place of the two, or on top of them."""

    REPLACE = 0
    ADD = 1


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


class ViewingCancel(IntEnum):
    """What spoils a viewing: rain for the flowers, fog for the moon."""

    NONE = 0
    FIELD = 1
    CAPTURED = 2


class Multiplier(IntEnum):
    """What calls of koi-koi do to the points of who stops."""

    NONE = 0
    OPPONENT = 1
    WINNER = 2
    ANY = 3
    PER_CALL = 4
    JAPAN = 5


class Limit(IntEnum):
    """How often koi-koi may be called."""

    UNLIMITED = 0
    ONCE = 1
    AUTO_STOP = 2


class Reopen(IntEnum):
    """What it takes to have a choice again after a call."""

    HIGHER_TOTAL = 0
    NEW_YAKU = 1


class Exhausted(IntEnum):
    """Who scores when both hands are empty and nobody has stopped."""

    DRAW = 0
    DEALER = 1
    LAST_CALLER = 2


class LuckyHand(IntEnum):
    """What a lucky hand does."""

    WIN = 0
    REDEAL = 1
    IGNORE = 2


class LuckyBoth(IntEnum):
    """What two lucky hands do."""

    REDEAL = 0
    DRAW = 1


class LuckyBoard(IntEnum):
    """What a lucky board does."""

    REDEAL = 0
    DEALER_WINS = 1
    DEALER_TAKES = 2
    IGNORE = 3


class BoardFactor(IntEnum):
    """What the brights on the opening board multiply."""

    NONE = 0
    BRIGHTS = 1
    BRIGHTS_PLUS_ONE = 2


class NextDealer(IntEnum):
    """Who deals the next round."""

    WINNER = 0
    ALTERNATE = 1
    LOSER = 2


def _points(
    name: str, points: int, cards: str, usual: tuple[int, ...] = (), source: str = "seed", **needs: tuple[str, ...]
) -> Option:
    told = f"points for {cards}; 0 = not played"
    return Option(name, points, told, source, high=100, needs=needs, usual=usual)


_WITH_VIEWING = {"viewing": ("on", "with_other")}

YAKU = (
    _points("five_brights", 15, "all five brights", (10,)),
    _points("four_brights", 10, "the four brights without the Rain Man", (8,)),
    _points("rainy_four_brights", 8, "the Rain Man and three other brights", (7,)),
    _points("three_brights", 6, "three brights without the Rain Man", (5,)),
    _points("boar_deer_butterfly", 5, "7a 10a 6a", (6,)),
    _points("poetry_ribbons", 6, "1r 2r 3r", (5,)),
    _points("blue_ribbons", 6, "6r 9r 10r", (5,)),
    _points("double_set", 0, "the poetry and the blue ribbons together", (10, 15), "fudawiki and others"),
    _points("animals", 1, "five animals, +1 for each more"),
    _points("ribbons", 1, "five ribbons, +1 for each more"),
    _points("chaff", 1, "ten chaff, +1 for each more"),
    _points("flower_viewing", 5, "3b 9a, with viewing", (1,), "fudawiki", **_WITH_VIEWING),
    _points("moon_viewing", 5, "8b 9a, with viewing", (1,), "fudawiki", **_WITH_VIEWING),
    _points("month_yaku", 0, "all four cards of the round's month", (4,), "fudawiki; Yakuza"),
)

FEATURES = (*(option.name for option in YAKU), "lucky_hand", "lucky_board", "oya_ken")

_SCORING = (
    Option(
        "set_bonus",
        SetBonus.STACK,
        "stack: sets of three have fixed points, and five of the kind count beside them; absorb: a set takes the place "
        "of the five and has +1 for each further card of its kind; both: +1 for each, and the five count too",
        source="fudawiki; both: DS Clubhouse",
    ),
    Option(
        "double_set_mode",
        DoubleSet.REPLACE,
        "whether double_set counts in place of the two sets (replace) or on top of them (add)",
        source="fudawiki; add: koi-koi japan",
        needs={"double_set": (POSITIVE,)},
    ),
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
    Option(
        "viewing_called",
        0,
        "points for either viewing once its owner has called koi-koi; 0 = the same as before",
        source="koi-koi japan",
        high=100,
        needs=_WITH_VIEWING,
        usual=(3,),
    ),
    Option(
        "viewing_cancel",
        ViewingCancel.NONE,
        "what cancels viewings: field (a willow on the board flower viewing, a paulownia there moon viewing), captured "
        "(the Rain Man or the phoenix in the own pile)",
        source="field: fudawiki; captured: a public program",
        needs=_WITH_VIEWING,
    ),
    Option("seven_double", False, "7 or more points of yaku count double", source="Nintendo and most"),
    Option(
        "koikoi_multiplier",
        Multiplier.NONE,
        "who stops scores double if the opponent, he himself (winner) or any player called koi-koi; per_call: times "
        "1 + all calls; japan: his calls 1-3 add 1-3 points, 4-7 multiply by 2-5",
        source="fudawiki; japan: koi-koi japan",
    ),
    Option(
        "field_bright_multiplier",
        BoardFactor.NONE,
        "points are multiplied by the number of brights on the opening board (at least 1), or by one more than it",
        source="BGA; fudawiki",
    ),
)

_CALLING = (
    Option(
        "koikoi_limit",
        Limit.UNLIMITED,
        "calls of koi-koi: unlimited, once a player, or auto_stop (after one has called, the other's next yaku stops)",
        source="once: DS Clubhouse; auto_stop: Marguerite",
    ),
    Option(
        "koikoi_min",
        0,
        "points of yaku needed to call koi-koi; with fewer the player stops",
        source="fudawiki",
        usual=(7,),
    ),
    Option(
        "reopen",
        Reopen.HIGHER_TOTAL,
        "what gives a choice after a call: a higher_total, or a new_yaku that was not there at the call",
        source="new_yaku: fudawiki",
    ),
    Option(
        "exhausted",
        Exhausted.DRAW,
        "who scores if nobody stops: draw (nobody), the dealer (exhausted_points), or the last_caller (his yaku)",
        source="dealer: Marguerite, koi-koi japan",
    ),
    Option(
        "exhausted_points",
        6,
        "what the dealer scores if nobody stops",
        source="Marguerite; koi-koi japan 1",
        low=1,
        high=100,
        needs={"exhausted": ("dealer",)},
        usual=(1,),
    ),
)

_DEALING = (
    Option(
        "lucky_hand",
        LuckyHand.WIN,
        "a hand with a whole month or all pairs: win (lucky_points), redeal, or ignore",
        source="redeal: koi-koi japan",
    ),
    Option(
        "lucky_both",
        LuckyBoth.REDEAL,
        "two lucky hands: redeal, or draw",
        source="draw: public programs",
        needs={"lucky_hand": ("win",)},
    ),
    Option(
        "hand_pairs",
        True,
        "whether all pairs make a hand lucky",
        source="off: koi-koi japan",
        needs={"lucky_hand": ("win", "redeal")},
    ),
    Option(
        "lucky_board",
        LuckyBoard.REDEAL,
        "a board with a whole month or four pairs: redeal, dealer_wins (lucky_points), dealer_takes (the month; pairs "
        "redeal), or ignore",
        source="others: public programs",
    ),
    Option(
        "board_pairs",
        True,
        "whether four pairs make a board lucky",
        source="off: koi-koi japan",
        needs={"lucky_board": ("redeal", "dealer_wins", "dealer_takes"), "field_cards": ("8",)},
    ),
    Option("lucky_points", LUCKY_POINTS, "what a lucky hand or the dealer's lucky board scores", low=1, high=100),
    Option("hand_cards", HAND_CARDS, "cards a player is dealt", source="10: Marguerite", among=(8, 10)),
    Option("field_cards", FIELD_CARDS, "cards on the opening board", source="6: public programs", among=(8, 6)),
)

_MATCH = (
    Option(
        "rounds",
        1,
        "rounds of a game",
        source="3, 6, 8, 9 and 12 are in use",
        low=1,
        high=MOST_ROUNDS,
        needs={"first_to": ("0",)},
        units=("game",),
        usual=(3, 6, 12),
    ),
    Option(
        "first_to",
        0,
        "points that win a game, however many rounds it takes; 0 = it has rounds",
        units=("game",),
        source="public programs",
        usual=(50,),
    ),
    Option(
        "next_dealer",
        NextDealer.WINNER,
        "who deals the next round: the winner (a draw keeps the dealer), each in turn (alternate), or the loser",
        source="fudawiki; others",
        units=("game",),
    ),
    Option(
        "stakes",
        0,
        "points that both start with and pay each other from; who has none left ends the game; 0 = points are counted",
        source="koi-koi japan 30; BGA 50",
        high=10_000,
        units=("game",),
        usual=(30,),
    ),
)

OPTIONS = (*YAKU, *_SCORING, *_CALLING, *_DEALING, *_MATCH)

UNITS = {
    "deal": "one deal; seat 0 is the dealer and leads, and the deals' months go round the year by their index",
    "game": "rounds of one deal each; seat 0 deals the first, and the months follow each other from January",
}


def deck(rules: Rules) -> Deck:
    """Both hands, the board, and as much of the stock as a deal can use."""
    hand, field = rules["hand_cards"], rules["field_cards"]
    assert isinstance(hand, int)
    assert isinstance(field, int)
    return Deck(PACK, SEATS * hand + field + SEATS * hand)


def check(rules: Rules) -> str | None:
    """What the options' own declarations can't say."""
    if rules["lucky_points"] != LUCKY_POINTS and rules["lucky_hand"] != "win" and rules["lucky_board"] != "dealer_wins":
        return (
            f"option lucky_points={rules['lucky_points']} contradicts lucky_hand={rules['lucky_hand']} and "
            f"lucky_board={rules['lucky_board']}: it needs lucky_hand to be win or lucky_board to be dealer_wins"
        )
    return None
