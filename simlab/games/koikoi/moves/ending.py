"""Ends: what a round pays, who deals the next one, when a game is over, and its outcome row."""

from __future__ import annotations

import numpy as np

from simlab.games.koikoi import scoring
from simlab.games.koikoi.rules import MONTHS, MOST_ROUNDS, SEATS, Exhausted, NextDealer
from simlab.games.koikoi.state import LUCKY_BOARD, LUCKY_HAND, NOBODY, OYA_KEN, End, Event
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import WIN, Status, Unit, note

_NONE = np.uint64(0)


@jit
def close(state, end, winner):
    """The round is over; `settle` has to follow."""
    state.end = end
    state.winner = winner


@jit
def settle(state, rules, log):
    """Pay for a round that is over; the game may be over with it."""
    public = state.public
    tally = state.tally
    end, winner = state.end, state.winner
    state.length += public.turn
    tally.stopped += end == End.STOP
    tally.cashed += end == End.CASHED
    tally.forced += end == End.FORCED
    tally.lucky += end == End.LUCKY_HAND or end == End.LUCKY_BOARD
    tally.exhausted += end == End.DRAW or end == End.EXHAUSTED
    for seat in range(SEATS):
        tally.calls[seat] += public.calls[seat]
    paid = 0
    if winner != NOBODY:
        loser = 1 - winner
        tally.won[winner] += 1
        tally.calls_paid[winner] += public.calls[winner]
        tally.calls_punished[loser] += public.calls[loser]
        paid = _earned(state, rules, end, winner)
        if rules.unit == Unit.GAME and rules.stakes > 0:
            paid = min(paid, rules.stakes + public.scores[loser])
            public.scores[loser] -= paid
        public.scores[winner] += paid
        tally.points_won[winner] += paid
    note(log, Event.OVER, winner, end, _NONE, paid)
    if _is_game_over(public, rules):
        state.status = Status.GAME_OVER
        return
    state.status = Status.DEAL_OVER
    public.round += 1
    public.month = public.round % MONTHS
    if rules.next_dealer == NextDealer.ALTERNATE:
        public.dealer = 1 - public.dealer
    elif winner != NOBODY:
        public.dealer = winner if rules.next_dealer == NextDealer.WINNER else 1 - winner


@jit
def _earned(state, rules, end, winner):
    """What the winner of a round earns: by luck, for an exhausted deal, or for his yaku with all factors."""
    public = state.public
    if end == End.LUCKY_HAND:
        return _feature(state, winner, LUCKY_HAND, rules.lucky_points)
    if end == End.LUCKY_BOARD:
        return _feature(state, winner, LUCKY_BOARD, rules.lucky_points)
    if end == End.EXHAUSTED and rules.exhausted == Exhausted.DEALER:
        return _feature(state, winner, OYA_KEN, rules.exhausted_points)
    for yaku in range(state.yaku.shape[1]):
        if state.yaku[winner, yaku] > 0:
            _feature(state, winner, yaku, state.yaku[winner, yaku])
    return scoring.payment(public.points[winner], public.calls[winner], public.calls[1 - winner], public.factor, rules)


@jit
def _feature(state, seat, feature, points):
    """Count what a seat scores for, before any factor."""
    tally = state.tally
    tally.made[seat, feature] += 1
    tally.points[seat, feature] += points
    tally.base[seat] += points
    return points


@jit
def _is_game_over(public, rules):
    """After a round: a single deal is a whole game; else the rounds are played, or a score ends it."""
    if rules.unit == Unit.DEAL:
        return True
    low, high = min(public.scores[0], public.scores[1]), max(public.scores[0], public.scores[1])
    if rules.stakes > 0 and rules.stakes + low == 0:
        return True
    if rules.first_to > 0:
        return high >= rules.first_to or public.round + 1 >= MOST_ROUNDS
    return public.round + 1 >= rules.rounds


@entry
def finish(state, rules, outcome):
    """The outcome row: scores, who has more, and what the rounds add up to."""
    scores = state.public.scores
    for seat in range(SEATS):
        outcome.score[seat] = scores[seat]
        outcome.win[seat] = WIN if scores[seat] > scores[1 - seat] else 0
    outcome.tally = state.tally
    outcome.length = state.length
    outcome.lead_changes = state.lead_changes
    outcome.draw = 1 if scores[0] == scores[1] else 0
