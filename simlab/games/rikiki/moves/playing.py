"""Tricks: what may be played, who takes the trick, which voids are shown."""

from __future__ import annotations

import numpy as np

from simlab.decks.french import CARDS, put, remove, suit_mask, suit_of
from simlab.games.rikiki.moves.bidding import bid
from simlab.games.rikiki.moves.dealing import CARD_BITS
from simlab.games.rikiki.moves.ending import settle
from simlab.games.rikiki.rules import SEATS, Duplicate, Follow, VoidRule
from simlab.games.rikiki.state import NO_CARD, NO_SUIT, NOBODY, Decision, Event
from simlab.kernel.bits import bit, drop_lowest, lowest
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import next_seat, note

_NONE = np.uint64(0)


@entry
def act(state, rules, tables, action, log):
    """Carry out a bid or a card, and every card that is the only one its seat may play."""
    is_over = False
    if state.decision == Decision.PLAY:
        is_over = _play(state, rules, action, log)
    elif bid(state, rules, action, log):
        state.decision = Decision.PLAY
        state.seat = state.public.lead
    else:
        return
    while not is_over:
        legal = playable(state, rules)
        if drop_lowest(legal) != _NONE:
            state.legal = legal
            return
        is_over = _play(state, rules, lowest(legal), log)
    settle(state, rules, tables, log)


@entry
def playable(state, rules):
    """The cards that the seat to act may play. As in `_play`, what luck decides is picked and not branched on."""
    public = state.public
    hand = state.hands[state.seat, 0]
    trumps = hand & state.trumps
    suited = hand & suit_mask(public.led & 3)
    void = trumps if rules.void_rule == VoidRule.MUST_TRUMP and trumps != _NONE else hand
    with_suit = suited | trumps if rules.follow == Follow.SUIT_OR_TRUMP else suited
    following = with_suit if suited != _NONE else void
    return hand if public.lying == 0 else following


@jit
def _play(state, rules, card, log):
    """Put a card on the table; the last one of a trick ends it. True after the last one of the deal."""
    public = state.public
    seat = state.seat
    if rules.packs == 1:
        state.hands[seat, 0] &= ~bit(card)
        public.played[0] |= bit(card)
    else:
        remove(state.hands[seat], card, rules.packs)
        put(public.played, card, rules.packs)
    public.left[seat] -= 1
    public.trick[seat] = card
    note(log, Event.PLAYED, seat, card, _NONE, 0)
    public.open = NOBODY if card == public.turned and seat == public.open else public.open
    if public.lying == 0:
        public.led = suit_of(card)
        state.top = -1
    _show_voids(public, rules, seat, suit_of(card), log)
    if rules.packs > 1 and rules.duplicate_rule == Duplicate.CANCEL:
        public.best = _best_uncancelled(public, rules)
    else:
        does = strength(card, public.led, public.trump)
        public.best = seat if is_better(does, state.top, rules) else public.best
        state.top = max(does, state.top)
    public.lying += 1
    if public.lying < rules.seats:
        state.seat = next_seat(seat, rules.seats)
        return False
    return _end_trick(state, rules, log)


@jit
def strength(card, led, trump):
    """What a card can do in a trick: a trump is over every card of the led suit, and that over all others."""
    suit = suit_of(card)
    return card + CARDS * (suit == led) + 2 * CARDS * (suit == trump)


@jit
def is_better(strength, top, rules):
    """Whether a card takes a trick from the cards before it: of identical ones the later or the first does."""
    return strength + (rules.duplicate_rule == Duplicate.LAST) > top


@entry
def best_so_far(public, rules):
    """Who would take the trick as it lies, and the strength of his card."""
    best, top = NOBODY, -1
    seat = public.lead
    for _ in range(public.lying):
        does = strength(np.int64(public.trick[seat]), public.led, public.trump)
        if is_better(does, top, rules):
            best = seat
        top = max(top, does)
        seat = next_seat(seat, rules.seats)
    if rules.packs > 1 and rules.duplicate_rule == Duplicate.CANCEL and public.lying > 0:
        best = _best_uncancelled(public, rules)
    return best, top


@jit
def _best_uncancelled(public, rules):
    """Who takes the trick where identical cards cancel each other: who led, if nothing is left that could."""
    best, top = public.lead, CARDS - 1
    for seat in range(rules.seats):
        card = np.int64(public.trick[seat])
        copies = 0
        for other in range(rules.seats):
            copies += public.trick[other] == card
        does = strength(card, public.led, public.trump)
        if card != NO_CARD and copies == 1 and does > top:
            best, top = seat, does
    return best


@jit
def _show_voids(public, rules, seat, suit, log):
    """Which suits a seat shows to lack as it plays a card of a suit."""
    is_trump = suit == public.trump
    is_off = suit != public.led and not (is_trump and rules.follow == Follow.SUIT_OR_TRUMP)
    lacks_trump = is_off and not is_trump and rules.void_rule == VoidRule.MUST_TRUMP
    # A suit's bit; none for NO_SUIT.
    trump = (1 << (public.trump + 1)) >> 1
    shown = is_off << public.led | lacks_trump * trump
    if log.room > 0:
        _tell_void(public, seat, public.led, shown, log)
        if public.trump != NO_SUIT and public.trump != public.led:
            _tell_void(public, seat, public.trump, shown, log)
    public.voids[seat] |= shown


@jit
def _tell_void(public, seat, suit, shown, log):
    if shown & ~public.voids[seat] & (1 << suit):
        note(log, Event.VOID, seat, suit, _NONE, 0)


@jit
def _end_trick(state, rules, log):
    """Who takes the trick leads to the next; True if there is none."""
    public = state.public
    winner = public.best
    public.tricks[winner] += 1
    if log.room > 0:
        cards = _NONE
        for turn in range(rules.seats):
            card = public.trick[(public.lead + turn) % rules.seats]
            cards |= np.uint64(card) << np.uint64(CARD_BITS * turn)
        note(log, Event.TRICK, winner, public.cards - public.left[winner], cards, public.lead)
    for seat in range(SEATS):
        public.trick[seat] = NO_CARD
    public.lead = winner
    public.led = NO_SUIT
    public.best = NOBODY
    public.lying = 0
    state.seat = winner
    return public.left[winner] == 0
