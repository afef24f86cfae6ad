"""Rikiki's records and codes."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simlab.games.rikiki.rules import DIFFERENCES, MOST_CARDS, MOST_PACKS, MOST_REPEATS, OPTIONS, SEATS, SIZES
from simlab.kernel.bits import WORD
from simlab.kernel.drive import Layout
from simlab.kernel.records import outcome_record, rules_record, state_record, view_record

NOBODY = -1
NO_CARD = -1
NO_SUIT = -1
NO_BID = -1

BID = WORD
"""Action codes: cards are 0..51, and a bid of b tricks is BID + b, from the second word on."""

WORDS = 1 + -(-(MOST_CARDS + 1) // WORD)
# All sizes up and down, the largest twice, and the ones at both ends repeated.
MOST_DEALS = 2 * (MOST_CARDS + MOST_REPEATS)


class Decision(IntEnum):
    """What a seat decides."""

    BID = 0
    """How many tricks to bid."""
    REVISE = 1
    """The dealer's bid anew, where the bids add up to the number of cards."""
    PLAY = 2
    """Which card to play."""


class Event(IntEnum):
    """What a log tells beside the actions."""

    DEAL = 1
    HAND = 2
    BID = 3
    PLAYED = 4
    VOID = 5
    TRICK = 6
    SCORED = 7


PUBLIC = np.dtype(
    [
        ("scores", "i4", (SEATS,)),  # of the game so far
        ("played", "u8", (MOST_PACKS,)),  # a collection, see decks.french; the current trick's cards too
        ("deal", "i2"),  # of the game, from 0
        ("cards", "i1"),  # that everybody is dealt
        ("dealer", "i1"),
        ("trump", "i1"),  # suit, or NO_SUIT
        ("turned", "i1"),  # the card that shows the trump, or NO_CARD
        ("open", "i1"),  # the seat in whose hand that card lies, or NOBODY
        ("blind", "i1"),  # whether bids are made blind
        ("bids", "i1", (SEATS,)),  # NO_BID until they are known
        ("tricks", "i1", (SEATS,)),
        ("left", "i1", (SEATS,)),  # cards in each hand
        ("voids", "i1", (SEATS,)),  # suits that a seat has shown to lack, a bit each
        ("trick", "i1", (SEATS,)),  # the card each seat has played to the current trick, or NO_CARD
        ("lead", "i1"),  # who led to it
        ("led", "i1"),  # the suit, or NO_SUIT
        ("best", "i1"),  # who would take the trick as it lies, or NOBODY
        ("lying", "i1"),  # cards of the current trick
    ],
    align=True,
)

# What an outcome tells beside the common header, a sum over the deals of a game each.
TALLY = np.dtype(
    [
        ("bids", "i4", (SEATS,)),
        ("made", "i4", (SEATS,)),
        ("bid_sum", "i4", (SEATS,)),
        ("taken", "i4", (SEATS,)),
        ("zero_bids", "i4", (SEATS,)),
        ("zero_made", "i4", (SEATS,)),
        ("difference", "i4", (SEATS, len(DIFFERENCES))),
        ("size_bids", "i4", (len(SIZES),)),
        ("size_made", "i4", (len(SIZES),)),
        ("size_points", "i4", (len(SIZES),)),
        ("sum_under", "i4"),  # deals, by how the bids add up against the cards
        ("sum_equal", "i4"),
        ("sum_over", "i4"),
        ("excess", "i4"),
        ("revised", "i4"),
        ("dealer_gap", "i4"),  # players times the dealer's points, less all points
        ("leader_gap", "i4"),
        ("others", "i4"),
        ("dealer_bids", "i4"),
        ("dealer_made", "i4"),
    ],
    align=True,
)

LAYOUT = Layout(
    state=state_record(
        PUBLIC,
        ("hands", "u8", (SEATS, MOST_PACKS)),
        ("legal", "u8"),  # the cards that may be played, while one is asked for
        ("trumps", "u8"),  # all cards of the trump suit
        ("top", "i4"),  # the strength of the best card in the trick
        ("bids", "i1", (SEATS,)),  # as they were made, also those not known yet
        ("asked", "i1"),  # how many have bid
        ("room", "i2", (SEATS + 1,)),  # scratch of `complete`: cards that each hand and the rest of the pack still take
        ("leader", "i1"),  # who was last alone ahead in the game
        ("lead_changes", "i4"),
        ("length", "i4"),
        ("tally", TALLY),
    ),
    view=view_record(
        PUBLIC,
        WORDS,
        ("hand", "u8", (MOST_PACKS,)),  # a collection; empty where the seat doesn't know its cards
        ("seen", "i1", (SEATS,)),  # in a blind deal, before the bids are made, the others' cards; else NO_CARD
    ),
    rules=rules_record([option.name for option in OPTIONS]),
    tables=np.dtype(
        [
            ("deals", "i4"),  # of a game
            ("sizes", "i4", (MOST_DEALS,)),  # of each deal
            ("points", "i4", (MOST_CARDS + 1, MOST_CARDS + 1)),  # by bid and tricks
        ],
        align=True,
    ),
    outcome=outcome_record(SEATS, ("tally", TALLY)),
)
