"""Turns: a card of the hand, a card of the stock, and the choice to stop or to call koi-koi."""

from __future__ import annotations

import numpy as np

from simlab.decks.hanafuda import month_of
from simlab.games.koikoi import scoring
from simlab.games.koikoi.moves.ending import close, settle
from simlab.games.koikoi.rules import Exhausted, Limit, Reopen, ViewingCancel
from simlab.games.koikoi.state import NO_CARD, NOBODY, Action, Decision, End, Event
from simlab.kernel.bits import bit, popcount
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import note

_NONE = np.uint64(0)


@entry
def observe(state, rules, tables, view):
    """The public record and the own hand; legal are the hand's cards, the two cards to take from, or the calls."""
    view.public = state.public
    hand = state.hands[state.seat]
    view.hand = hand
    if state.decision == Decision.PLAY:
        view.legal[0] = hand
    elif state.decision == Decision.CALL:
        view.legal[0] = bit(Action.STOP) | bit(Action.KOIKOI)
    else:
        view.legal[0] = state.public.board & month_of(state.public.card)


@entry
def act(state, rules, tables, action, log):
    """Carry out a decision, up to the next one or the end of the deal."""
    _carry_out(state, rules, tables, action, log)
    if state.end != End.OPEN:
        settle(state, rules, log)


@jit
def _carry_out(state, rules, tables, action, log):
    public = state.public
    seat = state.seat
    if state.decision == Decision.CALL:
        if action == Action.STOP:
            _cash(state, End.STOP)
        else:
            _call(state, rules, tables, log)
        return
    if state.decision == Decision.PLAY:
        state.hands[seat] &= ~bit(action)
        public.cards_left[seat] -= 1
        if not _match(state, action, Event.PLAYED, log):
            state.decision = Decision.TAKE
            return
    else:
        _capture(state, public.card, bit(action), _kind(state), log)
        public.card = NO_CARD
    if state.decision != Decision.TAKE_TURNED:
        turned = state.stock[public.turn]
        public.stock_left -= 1
        if not _match(state, turned, Event.TURNED, log):
            state.decision = Decision.TAKE_TURNED
            return
    _end_turn(state, rules, tables, log)


@jit
def _call(state, rules, tables, log):
    """Koi-koi: what the yaku are worth once called is what has to rise again."""
    public = state.public
    seat = state.seat
    public.calls[seat] += 1
    public.last_caller = seat
    if rules.viewing_called > 0:
        _look(state, rules, tables, log)
    public.declined[seat] = public.points[seat]
    public.declined_yaku[seat] = _made(state, seat)
    _pass_turn(state, rules)


@jit
def _made(state, seat):
    """Which yaku a seat has, a bit each."""
    made = 0
    for yaku in range(state.yaku.shape[1]):
        if state.yaku[seat, yaku] > 0:
            made |= 1 << yaku
    return made


@jit
def _kind(state):
    return Event.PLAYED if state.decision == Decision.TAKE else Event.TURNED


@jit
def _match(state, card, kind, log):
    """Bring a card to the board: it stays, or takes one or three. False if the player has to choose between two."""
    public = state.public
    there = public.board & month_of(card)
    count = popcount(there)
    if count == 2:
        public.card = card
        return False
    if count == 0:
        public.board |= bit(card)
        note(log, kind, state.seat, card, _NONE, 0)
    else:
        _capture(state, card, there, kind, log)
    return True


@jit
def _capture(state, card, taken, kind, log):
    public = state.public
    public.board &= ~taken
    public.piles[state.seat] |= taken | bit(card)
    state.took = 1
    note(log, kind, state.seat, card, taken, 0)


@jit
def _end_turn(state, rules, tables, log):
    """Only now are yaku looked at. A total that has risen may be stopped on; where no call is allowed it has to be."""
    public = state.public
    seat = state.seat
    if not state.took and rules.viewing_cancel != ViewingCancel.FIELD:
        _pass_turn(state, rules)
        return
    state.took = 0
    _look(state, rules, tables, log)
    if not has_risen(state, rules):
        _pass_turn(state, rules)
    elif public.cards_left[seat] == 0:
        _cash(state, End.CASHED)
    elif _may_call(public, seat, rules):
        state.decision = Decision.CALL
    else:
        _cash(state, End.FORCED)


@jit
def _look(state, rules, tables, log):
    """Count the seat's yaku anew."""
    public = state.public
    seat = state.seat
    called = public.calls[seat] > 0
    points = scoring.yaku(public.piles[seat], public.board, called, public.month, rules, tables, state.yaku[seat])
    if points != public.points[seat]:
        public.points[seat] = points
        _note_yaku(state, log)
        _follow_lead(state)


@entry
def has_risen(state, rules):
    """Whether there is something to stop on that was not declined."""
    public = state.public
    seat = state.seat
    if rules.reopen == Reopen.NEW_YAKU:
        return _made(state, seat) & ~public.declined_yaku[seat] != 0
    return public.points[seat] > public.declined[seat]


@jit
def _may_call(public, seat, rules):
    if public.points[seat] < rules.koikoi_min:
        return False
    if rules.koikoi_limit == Limit.ONCE:
        return public.calls[seat] == 0
    return rules.koikoi_limit != Limit.AUTO_STOP or public.calls[1 - seat] == 0


@jit
def _note_yaku(state, log):
    seat = state.seat
    for yaku in range(state.yaku.shape[1]):
        if state.yaku[seat, yaku] > 0:
            note(log, Event.YAKU, seat, yaku, _NONE, state.yaku[seat, yaku])
    note(log, Event.POINTS, seat, 0, _NONE, state.public.points[seat])


@jit
def _follow_lead(state):
    points = state.public.points
    if points[0] != points[1]:
        leader = 0 if points[0] > points[1] else 1
        if state.leader == 1 - leader:
            state.lead_changes += 1
        state.leader = leader


@jit
def _pass_turn(state, rules):
    public = state.public
    public.turn += 1
    state.seat = 1 - state.seat
    state.decision = Decision.PLAY
    if public.cards_left[0] + public.cards_left[1] == 0:
        _exhausted(state, rules)


@jit
def _exhausted(state, rules):
    """Both hands are empty and nobody has stopped."""
    public = state.public
    caller = public.last_caller
    if rules.exhausted == Exhausted.DEALER:
        close(state, End.EXHAUSTED, public.dealer)
    elif rules.exhausted == Exhausted.LAST_CALLER and caller != NOBODY and public.points[caller] > 0:
        close(state, End.EXHAUSTED, caller)
    else:
        close(state, End.DRAW, NOBODY)


@jit
def _cash(state, end):
    state.public.turn += 1
    close(state, end, state.seat)
