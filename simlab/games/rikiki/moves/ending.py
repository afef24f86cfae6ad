"""Ends: what a deal scores, when the game is over, and its outcome row."""

from __future__ import annotations

import numpy as np

from simlab.games.rikiki.moves.dealing import prepare
from simlab.games.rikiki.rules import MOST_DIFFERENCE, MOST_SIZES
from simlab.games.rikiki.state import NO_BID, NOBODY, Event
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import Status, Unit, next_seat, note, share_win

_NONE = np.uint64(0)


@jit
def settle(state, rules, tables, log):
    """Score a deal that has been played out; the game may be over with it."""
    public = state.public
    tally = state.tally
    leader = next_seat(public.dealer, rules.seats)
    total, bid_sum, of_dealer, of_leader = 0, 0, 0, 0
    for seat in range(rules.seats):
        points = _score(state, tables, seat, log)
        total += points
        bid_sum += max(public.bids[seat], 0)
        of_dealer += points * (seat == public.dealer)
        of_leader += points * (seat == leader)
    tally.dealer_gap += rules.seats * of_dealer - total
    tally.leader_gap += rules.seats * of_leader - total
    tally.others += rules.seats - 1
    if public.bids[public.dealer] != NO_BID:
        tally.dealer_bids += 1
        tally.dealer_made += public.bids[public.dealer] == public.tricks[public.dealer]
    tally.excess += bid_sum - public.cards
    tally.sum_under += bid_sum < public.cards
    tally.sum_equal += bid_sum == public.cards
    tally.sum_over += bid_sum > public.cards
    state.length += public.cards
    public.deal += 1
    if rules.unit == Unit.GAME:
        _look_who_leads(state, rules)
    if rules.unit == Unit.DEAL or public.deal == tables.deals:
        state.status = Status.GAME_OVER
        return
    state.status = Status.DEAL_OVER
    public.dealer = leader
    prepare(state, rules, tables)


@jit
def _score(state, tables, seat, log):
    """A seat's points, counted by all that is told of them."""
    public = state.public
    tally = state.tally
    bid, tricks = np.int64(public.bids[seat]), np.int64(public.tricks[seat])
    tally.taken[seat] += tricks
    if bid == NO_BID:
        note(log, Event.SCORED, seat, bid, np.uint64(tricks), 0)
        return 0
    points = np.int64(tables.points[bid, tricks])
    made = bid == tricks
    public.scores[seat] += points
    tally.bids[seat] += 1
    tally.made[seat] += made
    tally.bid_sum[seat] += bid
    tally.zero_bids[seat] += bid == 0
    tally.zero_made[seat] += made and bid == 0
    place, last = MOST_DIFFERENCE + tricks - bid, 2 * MOST_DIFFERENCE
    tally.difference[seat, 0 if place < 0 else last if place > last else place] += 1
    size = min(public.cards - 1, MOST_SIZES)
    tally.size_bids[size] += 1
    tally.size_made[size] += made
    tally.size_points[size] += points
    note(log, Event.SCORED, seat, bid, np.uint64(tricks), points)
    return points


@jit
def _look_who_leads(state, rules):
    """Count a change of the lead, which is with who alone has most points."""
    public = state.public
    best, ties = 0, 0
    for seat in range(1, rules.seats):
        if public.scores[seat] > public.scores[best]:
            best, ties = seat, 0
        elif public.scores[seat] == public.scores[best]:
            ties += 1
    if ties == 0:
        state.lead_changes += state.leader != NOBODY and state.leader != best
        state.leader = best


@entry
def finish(state, rules, outcome):
    """The outcome row: scores, who has most, and what the deals add up to."""
    scores = state.public.scores
    most = np.int64(scores[0])
    for seat in range(1, rules.seats):
        most = max(most, np.int64(scores[seat]))
    winners = 0
    for seat in range(rules.seats):
        outcome.score[seat] = scores[seat]
        winners |= (scores[seat] == most) << seat
    share_win(outcome, winners, rules.seats)
    outcome.tally = state.tally
    outcome.length = state.length
    outcome.lead_changes = state.lead_changes
