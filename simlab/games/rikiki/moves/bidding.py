"""What a seat sees, and bids: all at once or in turn, with or without a hook."""

from __future__ import annotations

import numpy as np

from simlab.games.rikiki.rules import MOST_PACKS, SEATS, Bidding, Hook
from simlab.games.rikiki.state import BID, NO_CARD, Decision, Event
from simlab.kernel.bits import WORD, bit, lowest
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import next_seat, note

_NONE, _ONE = np.uint64(0), np.uint64(1)
_ALL = ~_NONE


@entry
def observe(state, rules, tables, view):
    """The public record and what the seat knows of the hands; legal are cards or bids."""
    public = state.public
    hand = state.hands[state.seat]
    view.public = public
    # Loops over all there is place for are unrolled.
    for other in range(SEATS):
        view.seen[other] = NO_CARD
    for copy in range(MOST_PACKS):
        view.hand[copy] = hand[copy]
    if state.decision == Decision.PLAY:
        view.legal[0] = state.legal
        view.legal[1] = _NONE
        view.legal[2] = _NONE
    else:
        view.legal[0] = _NONE
        _legal_bids(state, rules, view.legal)
        if public.blind:
            _look_around(state, rules, view)


@jit
def _look_around(state, rules, view):
    """In a blind deal everybody sees the others' cards, and his own only if it lies open."""
    if state.public.open != state.seat:
        view.hand[0] = _NONE
    for other in range(rules.seats):
        if other != state.seat:
            view.seen[other] = lowest(state.hands[other, 0])


@jit
def _legal_bids(state, rules, legal):
    public = state.public
    count = public.cards + 1
    legal[1] = _ALL if count >= WORD else bit(count) - _ONE
    legal[2] = bit(count - WORD) - _ONE if count > WORD else _NONE
    barred = np.int64(-1)
    if state.decision == Decision.REVISE:
        barred = np.int64(public.bids[state.seat])
    elif rules.hook == Hook.LAST_BIDDER and state.seat == public.dealer:
        barred = public.cards - _sum(public, rules)
    if 0 <= barred <= public.cards:
        legal[1 + (barred >> 6)] &= ~bit(barred & 63)


@jit
def _sum(public, rules):
    """The known bids, added up."""
    total = 0
    for seat in range(rules.seats):
        total += max(public.bids[seat], 0)
    return total


@jit
def bid(state, rules, action, log):
    """Take a bid; True once all bids stand."""
    public = state.public
    seat = state.seat
    number = action - BID
    if state.decision == Decision.REVISE:
        _make_known(state, seat, number, log)
        state.tally.revised += 1
        return True
    state.bids[seat] = number
    state.asked += 1
    if rules.bidding == Bidding.IN_TURN:
        _make_known(state, seat, number, log)
    bidders = rules.seats - 1 if rules.hook == Hook.DEALER_SILENT else rules.seats
    if state.asked < bidders:
        state.seat = next_seat(seat, rules.seats)
        return False
    if rules.bidding == Bidding.SIMULTANEOUS:
        player = public.dealer
        for _ in range(bidders):
            player = next_seat(player, rules.seats)
            _make_known(state, player, state.bids[player], log)
    if rules.hook == Hook.DEALER_REVISES and _sum(public, rules) == public.cards:
        state.seat = public.dealer
        state.decision = Decision.REVISE
        return False
    return True


@jit
def _make_known(state, seat, number, log):
    state.bids[seat] = number
    state.public.bids[seat] = number
    note(log, Event.BID, seat, 0, _NONE, number)
