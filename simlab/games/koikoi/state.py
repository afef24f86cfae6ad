"""Koi-Koi's records and codes."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simlab.decks import hanafuda
from simlab.games.koikoi.rules import FEATURES, MOST_STOCK_CARDS, OPTIONS, SEATS
from simlab.kernel.drive import Layout
from simlab.kernel.records import outcome_record, rules_record, state_record, view_record


class Decision(IntEnum):
    """What a seat decides."""

    PLAY = 0
    """Which card of the hand to play."""
    TAKE = 1
    """Which of two board cards the played card takes."""
    TAKE_TURNED = 2
    """Which of two board cards the card turned from the stock takes."""
    CALL = 3
    """To stop or to call koi-koi."""


class Action(IntEnum):
    """Action codes beside the card numbers 0..47."""

    STOP = hanafuda.CARDS
    KOIKOI = hanafuda.CARDS + 1


class Event(IntEnum):
    """What a log tells beside the actions."""

    HAND = 1
    BOARD = 2
    REDEAL = 3
    PLAYED = 4
    TURNED = 5
    YAKU = 6
    POINTS = 7
    LUCKY = 8
    OVER = 9
    ROUND = 10
    BOARD_TAKEN = 11


class Redeal(IntEnum):
    """Why a shuffle is dealt again."""

    LUCKY_BOARD = 0
    BOTH_LUCKY = 1
    LUCKY_HAND = 2


class End(IntEnum):
    """How a deal ends."""

    OPEN = 0
    """It has not ended."""
    STOP = 1
    CASHED = 2
    LUCKY_HAND = 3
    DRAW = 4
    FORCED = 5
    """A total rose where no call is allowed."""
    LUCKY_BOARD = 6
    EXHAUSTED = 7
    """Nobody stopped, and somebody scores for it."""


class Yaku(IntEnum):
    """The yaku, in the order of their options."""

    FIVE_BRIGHTS = 0
    FOUR_BRIGHTS = 1
    RAINY_FOUR_BRIGHTS = 2
    THREE_BRIGHTS = 3
    BOAR_DEER_BUTTERFLY = 4
    POETRY_RIBBONS = 5
    BLUE_RIBBONS = 6
    DOUBLE_SET = 7
    ANIMALS = 8
    RIBBONS = 9
    CHAFF = 10
    FLOWER_VIEWING = 11
    MOON_VIEWING = 12
    MONTH_YAKU = 13


LUCKY_HAND = FEATURES.index("lucky_hand")
LUCKY_BOARD = FEATURES.index("lucky_board")
OYA_KEN = FEATURES.index("oya_ken")

NOBODY = -1
NO_CARD = -1

PUBLIC = np.dtype(
    [
        ("board", "u8"),
        ("piles", "u8", (SEATS,)),
        ("points", "i4", (SEATS,)),  # what each one's yaku are worth now
        ("declined", "i4", (SEATS,)),  # what they were worth at the last call
        ("declined_yaku", "i4", (SEATS,)),  # which they were then, a bit each
        ("calls", "i1", (SEATS,)),
        ("cards_left", "i1", (SEATS,)),  # in each hand
        ("stock_left", "i1"),
        ("card", "i1"),  # played or turned, waiting for a choice; else NO_CARD
        ("turn", "i1"),
        ("dealer", "i1"),
        ("month", "i1"),  # of the round, 0 for January
        ("factor", "i1"),  # of the brights on the opening board
        ("last_caller", "i1"),
        ("round", "i4"),  # of the game, from 0
        ("scores", "i4", (SEATS,)),  # of the game so far
    ],
    align=True,
)

# What an outcome tells beside the common header, a sum over the rounds of a game each.
TALLY = np.dtype(
    [
        ("base", "i4", (SEATS,)),  # points before the factors
        ("won", "i4", (SEATS,)),  # rounds
        ("points_won", "i4", (SEATS,)),  # in them, after the factors
        ("calls", "i4", (SEATS,)),
        ("calls_paid", "i4", (SEATS,)),  # those in rounds that the caller won
        ("calls_punished", "i4", (SEATS,)),  # those in rounds that the other won
        ("made", "i4", (SEATS, len(FEATURES))),
        ("points", "i4", (SEATS, len(FEATURES))),
        ("stopped", "i4"),  # rounds, by how they ended
        ("cashed", "i4"),
        ("forced", "i4"),
        ("lucky", "i4"),
        ("exhausted", "i4"),
    ],
    align=True,
)

LAYOUT = Layout(
    state=state_record(
        PUBLIC,
        ("hands", "u8", (SEATS,)),
        ("stock", "i1", (MOST_STOCK_CARDS,)),
        ("yaku", "i4", (SEATS, len(Yaku))),
        ("took", "i1"),  # whether the seat has captured in this turn
        ("end", "i1"),  # of the round
        ("winner", "i1"),
        ("leader", "i1"),
        ("lead_changes", "i4"),
        ("length", "i4"),
        ("tally", TALLY),
    ),
    view=view_record(PUBLIC, 1, ("hand", "u8")),
    rules=rules_record([option.name for option in OPTIONS]),
    tables=np.dtype(
        [
            ("brights", "i4", (5, 2)),  # points by brights without the Rain Man, and with him or not
            ("bright_yaku", "i4", (5, 2)),
            ("boar", "i4", (hanafuda.CARDS,)),  # points of the set by how many animals
            ("animals", "i4", (2, hanafuda.CARDS)),  # points of five animals, without and with the set
            ("ribbon_sets", "i4", (4, hanafuda.CARDS, 3)),  # poetry, blue, double: by which sets and how many ribbons
            ("ribbons", "i4", (4, hanafuda.CARDS)),  # points of five ribbons
            ("chaff", "i4", (hanafuda.CARDS,)),  # points by how many
            ("worth", "i4", (hanafuda.CARDS,)),  # of a card to whoever collects yaku, see scoring.card_worth
            ("capture", "i4", (hanafuda.MONTHS, 16)),  # of the best capture, by month and the board's cards of it
        ],
        align=True,
    ),
    outcome=outcome_record(SEATS, ("tally", TALLY)),
)
