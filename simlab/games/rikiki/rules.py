"""Rikiki's options. RULES.md says them in words."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simlab.games.options import Deck, Option, Rules
from simlab.games.rikiki.scorings import NUMBERS, SCORINGS, Scoring

FEWEST_SEATS, SEATS = 2, 8
MOST_PACKS = 3
PACK = 52
SUITS = 4
# Two players with three packs.
MOST_CARDS = MOST_PACKS * PACK // FEWEST_SEATS
MOST_REPEATS = 8
AS_PLAYERS = 0
NO_CAP = 0
# Deals by their number of cards are told one by one up to this, which is all of a pack for two.
MOST_SIZES = PACK // FEWEST_SEATS
# Tricks less bid, from so many under to so many over; what lies beyond is told with the last.
MOST_DIFFERENCE = 3
DIFFERENCES = (
    *(f"{count}_under" for count in ("three", "two", "one")),
    "exact",
    *(f"{count}_over" for count in ("one", "two", "three")),
)
SIZES = (*(f"cards_{size}" for size in range(1, MOST_SIZES + 1)), "cards_more")


class Sequence(IntEnum):
    """How many cards the deals of a game have."""

    UP_DOWN = 0
    UP_DOWN_MAX_TWICE = 1
    DOWN_UP = 2
    UP = 3
    DOWN = 4
    FIXED = 5


class Trump(IntEnum):
    """What shows the trump."""

    TURNED = 0
    NONE = 1
    DEALER_LAST = 2
    RANDOM_SUIT = 3
    ROTATING = 4


class Blind(IntEnum):
    """Which one-card deals are bid blind."""

    FIRST = 0
    ALL = 1
    NONE = 2


class Hook(IntEnum):
    """What keeps the bids from adding up to the number of cards."""

    OFF = 0
    LAST_BIDDER = 1
    DEALER_REVISES = 2
    DEALER_SILENT = 3


class Bidding(IntEnum):
    """Whether bids are made all at once or aloud, one after the other."""

    SIMULTANEOUS = 0
    IN_TURN = 1


class Follow(IntEnum):
    """What must be played to a suit that is led."""

    SUIT_FIRST = 0
    SUIT_OR_TRUMP = 1


class VoidRule(IntEnum):
    """What a player without the led suit must play."""

    MUST_TRUMP = 0
    FREE = 1


class Duplicate(IntEnum):
    """Which of identical cards is better."""

    LAST = 0
    FIRST = 1
    CANCEL = 2


_DEALING = (
    Option("players", 4, "how many play", low=FEWEST_SEATS, high=SEATS, usual=(3, 5, 6)),
    Option("packs", 1, "packs of 52 shuffled together", low=1, high=MOST_PACKS, usual=(2,)),
    Option(
        "sequence",
        Sequence.UP_DOWN,
        "how many cards the deals have: up_down (1 .. max .. 1), up_down_max_twice (the largest deal twice), down_up "
        "(max .. 1 .. max), up, down, or fixed (one deal of `cards` cards)",
        source="down_up: seed, for other countries; others: public",
    ),
    Option(
        "max_cards",
        NO_CAP,
        "cards of the largest deal; all = as many as the packs give",
        source="10: other Hungarian sources",
        low=1,
        high=MOST_CARDS,
        usual=(10, 7),
        words={"all": NO_CAP},
        needs={"sequence": ("up_down", "up_down_max_twice", "down_up", "up", "down")},
    ),
    Option(
        "one_card_repeats",
        1,
        "how often each one-card deal is played; players = as often as there are players",
        source="players: public",
        low=1,
        high=MOST_REPEATS,
        words={"players": AS_PLAYERS},
        usual=(AS_PLAYERS,),
        needs={"sequence": ("up_down", "up_down_max_twice", "down_up", "up", "down")},
    ),
    Option(
        "cards",
        5,
        "cards of the one deal of a fixed sequence",
        source="choice",
        low=1,
        high=MOST_CARDS,
        usual=(1, 3, 10),
        needs={"sequence": ("fixed",)},
    ),
    Option(
        "trump",
        Trump.TURNED,
        "what shows the trump: a turned card, none, the dealer's last card (which he keeps), a suit drawn at random, "
        "or rotating (clubs, diamonds, hearts, spades, none)",
        source="others: public",
    ),
)

_BIDDING = (
    Option(
        "blind",
        Blind.FIRST,
        "which one-card deals are bid seeing all cards but one's own: the first deal of the game, all, or none",
        source="all, none: public",
    ),
    Option(
        "hook",
        Hook.OFF,
        "what keeps the bids from adding up to the number of cards: off, last_bidder (the dealer may not make them), "
        "dealer_revises (he must change his bid if they do), dealer_silent (he doesn't bid)",
        source="dealer_silent: seed, read literally; others: public",
        choice_needs={
            "last_bidder": {"bidding": ("in_turn",)},
            "dealer_revises": {"bidding": ("simultaneous",)},
            "dealer_silent": {"bidding": ("simultaneous",)},
        },
    ),
    Option("bidding", Bidding.SIMULTANEOUS, "bids all at once, or aloud in turn", source="in_turn: public"),
)

_PLAYING = (
    Option(
        "follow",
        Follow.SUIT_FIRST,
        "who has the led suit must play it (suit_first), or may play a trump as well (suit_or_trump)",
        source="suit_or_trump: seed, read literally",
    ),
    Option(
        "void_rule",
        VoidRule.MUST_TRUMP,
        "who lacks the led suit must play a trump if he has one, or is free",
        source="free: public",
    ),
    Option(
        "duplicate_rule",
        Duplicate.LAST,
        "which of identical cards is better: the last played, the first, or they cancel each other",
        source="others: public",
        needs={"packs": tuple(map(str, range(2, MOST_PACKS + 1)))},
    ),
)

_SCORING = (
    Option(
        "scoring",
        Scoring.SEED,
        "what a bid scores, as in the table of RULES.md; it sets the numbers below",
        source="others: see RULES.md",
        sets={scoring.name.lower(): SCORINGS[scoring].numbers for scoring in Scoring},
    ),
    *NUMBERS,
)

OPTIONS = (*_DEALING, *_BIDDING, *_PLAYING, *_SCORING)

UNITS = {
    "deal": "one deal; their sizes go round the sequence by their index, and their dealers round the table",
    "game": "all deals of the sequence; seat 0 deals the first, and equal totals share the win",
}


def most_cards(rules: Rules) -> int:
    """The most cards that everybody can get."""
    return PACK * rules.number("packs") // rules.number("players")


def deal_sizes(values: Any) -> list[int]:
    """The number of cards of each deal of a game, by the options as `Rules.codes` or a rules record has them."""
    top = int(values["max_cards"] or PACK * values["packs"] // values["players"])
    ones = [1] * int(values["one_card_repeats"] or values["players"])
    up = list(range(2, top + 1))
    down = up[::-1]
    if values["sequence"] == Sequence.FIXED:
        return [int(values["cards"])]
    return {
        Sequence.UP_DOWN: [*ones, *up, *down[1:], *ones] if up else ones,
        Sequence.UP_DOWN_MAX_TWICE: [*ones, *up, *down, *ones],
        Sequence.DOWN_UP: [*down, *ones, *up],
        Sequence.UP: [*ones, *up],
        Sequence.DOWN: [*down, *ones],
    }[Sequence(values["sequence"])]


def deck(rules: Rules) -> Deck:
    """The packs, and as much of them as the largest deal takes with the card that is turned."""
    pack = PACK * rules.number("packs")
    drawn = drawn_cards(max(deal_sizes(rules.codes)), rules.number("players"), pack)
    return Deck(pack, drawn, (SUITS,) if rules["trump"] == "random_suit" else ())


def drawn_cards(cards: int, players: int, pack: int) -> int:
    """Cards of a deal's shuffle: the hands', and one more if there is one."""
    return min(pack, players * cards + 1)


def check(rules: Rules) -> str | None:
    """Whether the packs have the cards that are asked for."""
    most, values = most_cards(rules), rules.codes
    for name in ("max_cards", "cards"):
        if values[name] > most and (name == "max_cards" or rules["sequence"] == "fixed"):
            packs = "1 pack has" if rules["packs"] == 1 else f"{rules['packs']} packs have"
            room = f"for {rules['players']} players {packs} at most {most} cards each"
            return f"option {name}={rules[name]} doesn't fit: {room}"
    return None
