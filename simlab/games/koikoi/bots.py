"""Koi-Koi's ladder of bots."""

from __future__ import annotations

import numpy as np

from simlab.decks.hanafuda import FIRST_OF_MONTH, PER_MONTH
from simlab.games.game import Bot
from simlab.games.koikoi.expert import EXPERT
from simlab.games.koikoi.state import Action, Decision
from simlab.games.ladder import RANDOM
from simlab.kernel import bits
from simlab.kernel.bits import drop_lowest, lowest
from simlab.kernel.jit import jit

_NONE = np.uint64(0)
_NIBBLE = np.uint64(15)
_TWO = np.uint64(2)
_ONE = np.uint64(1)


@jit
def on_board(board):
    """All cards of the months that have a card on the board."""
    pairs = board | (board >> _ONE)
    return ((pairs | (pairs >> _TWO)) & FIRST_OF_MONTH) * _NIBBLE


@jit
def capture_worth(board, card, tables):
    """What the best capture with a card takes from the board, in units of 1/60 point; 0 for none."""
    there = (board >> np.uint64(card & ~3)) & _NIBBLE
    return tables.capture[card // PER_MONTH, there]


def greedy(view, rules, tables, params, rng):
    """Take what is worth most now, else throw what is worth least; stop at the first chance."""
    if view.decision == Decision.CALL:
        return np.int64(Action.STOP if bits.has(view.legal, Action.STOP) else Action.KOIKOI)
    if view.decision == Decision.PLAY:
        board = view.public.board
        taking = view.hand & on_board(board)
        if taking != _NONE:
            return _best(taking, board, tables)
        return _cheapest(view.hand, tables)
    first = lowest(view.legal[0])
    second = lowest(drop_lowest(view.legal[0]))
    return first if tables.worth[first] >= tables.worth[second] else second


@jit
def _best(cards, board, tables):
    best, most = 0, -1
    while cards != _NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        worth = tables.worth[card] + capture_worth(board, card, tables)
        if worth > most:
            best, most = card, worth
    return best


@jit
def _cheapest(cards, tables):
    best = lowest(cards)
    cards = drop_lowest(cards)
    while cards != _NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        if tables.worth[card] < tables.worth[best]:
            best = card
    return best


BOTS = (
    RANDOM,
    Bot("greedy", greedy, "takes what is worth most now, stops as soon as it may"),
    EXPERT,
)
