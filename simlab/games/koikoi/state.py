"""Koi-Koi's records and codes."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simlab.decks import hanafuda
from simlab.games.koikoi.rules import FEATURES, OPTIONS, SEATS, STOCK_CARDS
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


class Redeal(IntEnum):
    """Why a shuffle is dealt again."""

    LUCKY_BOARD = 0
    BOTH_LUCKY = 1


class End(IntEnum):
    """How a deal ends."""

    STOP = 0
    CASHED = 1
    LUCKY_HAND = 2
    DRAW = 3


class Yaku(IntEnum):
    """The yaku, in the order of their options."""

    FIVE_BRIGHTS = 0
    FOUR_BRIGHTS = 1
    RAINY_FOUR_BRIGHTS = 2
    THREE_BRIGHTS = 3
    BOAR_DEER_BUTTERFLY = 4
    POETRY_RIBBONS = 5
    BLUE_RIBBONS = 6
    ANIMALS = 7
    RIBBONS = 8
    CHAFF = 9
    FLOWER_VIEWING = 10
    MOON_VIEWING = 11


LUCKY_HAND = FEATURES.index("lucky_hand")

NOBODY = -1
NO_CARD = -1

PUBLIC = np.dtype(
    [
        ("board", "u8"),
        ("piles", "u8", (SEATS,)),
        ("points", "i4", (SEATS,)),  # what each one's yaku are worth now
        ("declined", "i4", (SEATS,)),  # what they were worth at the last call
        ("calls", "i1", (SEATS,)),
        ("cards_left", "i1", (SEATS,)),  # in each hand
        ("stock_left", "i1"),
        ("card", "i1"),  # played or turned, waiting for a choice; else NO_CARD
        ("turn", "i1"),
    ],
    align=True,
)

LAYOUT = Layout(
    state=state_record(
        PUBLIC,
        ("hands", "u8", (SEATS,)),
        ("stock", "i1", (STOCK_CARDS,)),
        ("yaku", "i4", (SEATS, len(Yaku))),
        ("score", "i4", (SEATS,)),
        ("took", "i1"),  # whether the seat has captured in this turn
        ("winner", "i1"),
        ("leader", "i1"),
        ("lead_changes", "i1"),
        ("end", "i1"),
    ),
    view=view_record(PUBLIC, 1, ("hand", "u8")),
    rules=rules_record([option.name for option in OPTIONS]),
    tables=np.dtype(
        [
            ("brights", "i4", (5, 2)),  # points by brights without the Rain Man, and with him or not
            ("bright_yaku", "i4", (5, 2)),
            ("animals", "i4", (hanafuda.CARDS,)),  # points by how many
            ("ribbons", "i4", (hanafuda.CARDS,)),
            ("chaff", "i4", (hanafuda.CARDS,)),
            ("worth", "i4", (hanafuda.CARDS,)),  # of a card to whoever collects yaku, see scoring.card_worth
            ("capture", "i4", (hanafuda.MONTHS, 16)),  # of the best capture, by month and the board's cards of it
        ],
        align=True,
    ),
    outcome=outcome_record(
        SEATS,
        ("base", "i4", (SEATS,)),  # points before the factors
        ("made", "i4", (SEATS, len(FEATURES))),
        ("points", "i4", (SEATS, len(FEATURES))),
        ("calls", "i4", (SEATS,)),
    ),
)
