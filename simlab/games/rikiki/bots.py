"""Rikiki's ladder of bots."""

from __future__ import annotations

import numpy as np

from simlab.decks.french import SUITS, higher, suit_of
from simlab.games.game import Bot
from simlab.games.ladder import RANDOM
from simlab.games.rikiki.chances import trump_cards
from simlab.games.rikiki.expert import EXPERT
from simlab.games.rikiki.rules import Duplicate
from simlab.games.rikiki.state import BID, NO_CARD, Decision
from simlab.kernel import bits
from simlab.kernel.bits import highest, lowest, popcount
from simlab.kernel.jit import jit

_NONE = np.uint64(0)
# Cards 4 * rank and up are those of that rank and better.
_FROM_QUEEN = ~np.uint64((1 << SUITS * 10) - 1)
_ACES = np.uint64(15) << np.uint64(SUITS * 12)
_KINGS = np.uint64(15) << np.uint64(SUITS * 11)


@jit
def beaters(public, rules):
    """The cards that are better than the best one in the trick."""
    best = public.trick[public.best]
    better = higher(best)
    if rules.packs > 1 and rules.duplicate_rule == Duplicate.LAST:
        better |= bits.bit(best)
    return better if suit_of(best) == public.trump else better | trump_cards(public)


def greedy(view, rules, tables, params, rng):
    """Bids its high cards and trumps; takes tricks while it needs them, with the highest card, and ducks after."""
    public = view.public
    if view.decision != Decision.PLAY:
        return np.int64(BID + _allowed_bid(view, _count(view)))
    legal = view.legal[0]
    trumps = trump_cards(public)
    needs = public.bids[view.seat] > public.tricks[view.seat]
    if public.lying == 0:
        return highest(legal) if needs else _low(legal, trumps)
    taking = legal & beaters(public, rules)
    ducking = legal & ~taking
    if needs and taking != _NONE:
        return lowest(taking) if public.lying == rules.seats - 1 else highest(taking)
    if needs:
        return _low(legal, trumps)
    return highest(ducking) if ducking != _NONE else lowest(taking)


@jit
def _low(cards, trumps):
    """The lowest card, a plain one if there is any."""
    plain = cards & ~trumps
    return lowest(plain if plain != _NONE else cards)


@jit
def _count(view):
    """Sure and likely tricks: high trumps and aces whole, low trumps and kings half."""
    public = view.public
    trumps = trump_cards(public)
    if view.hand[0] == _NONE:
        seen = _NONE
        for seat in range(view.seen.shape[0]):
            if view.seen[seat] != NO_CARD:
                seen |= bits.bit(view.seen[seat])
        return 0 if seen & (trumps | _FROM_QUEEN) != _NONE else 1
    halves = 0
    for copy in range(view.hand.shape[0]):
        hand = view.hand[copy]
        own = hand & trumps
        plain = hand & ~trumps
        halves += popcount(own) + popcount(own & _FROM_QUEEN)
        halves += 2 * popcount(plain & _ACES) + popcount(plain & _KINGS)
    return halves // 2


@jit
def _allowed_bid(view, wanted):
    """The bid that is wanted, or the nearest one that is legal, the lower of two."""
    for apart in range(view.public.cards + 1):
        if bits.has(view.legal, BID + wanted - apart) and wanted >= apart:
            return wanted - apart
        if bits.has(view.legal, BID + wanted + apart):
            return wanted + apart
    return 0


BOTS = (
    RANDOM,
    Bot("greedy", greedy, "bids its high cards; takes tricks while it needs them, then ducks"),
    EXPERT,
)
