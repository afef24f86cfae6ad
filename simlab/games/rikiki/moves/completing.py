"""Full states that fit what a seat sees: the hidden cards dealt anew, no suit to who has shown that he lacks it.

Every way in which the hidden cards can lie is as likely as any other. The cards of one suit after the other, the one
with the fewest places first, are put on free places of zones (the other hands, the rest of the pack) that may hold it,
each place as likely as another. A suit for which F places are free can lie in F * (F - 1) * .. ways, and F depends on
where the suits before it went: so a layout is kept with a chance in proportion to that product, else it is drawn again.
"""

from __future__ import annotations

import numpy as np

from simlab.decks.french import CARDS, SUITS, put, suit_mask, suit_of
from simlab.games.rikiki.moves.dealing import drawn_cards
from simlab.games.rikiki.moves.playing import best_so_far
from simlab.games.rikiki.rules import Bidding, Hook, Trump
from simlab.games.rikiki.state import NO_CARD, NO_SUIT, NOBODY, Decision
from simlab.kernel.bits import bit
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import Status
from simlab.kernel.rng import below, uniform

_NONE = np.uint64(0)


@entry
def complete(view, rules, tables, rng, state):
    """A full state that fits a view: hidden cards and hidden bids are drawn at random."""
    state.public = view.public
    state.leader = NOBODY
    state.seat = view.seat
    state.decision = view.decision
    state.steps[view.seat] = view.step
    state.shuffles = 1
    state.redeals = 0
    state.drawn = drawn_cards(view.public.cards, rules.seats, rules.pack)
    state.legal = view.legal[0]
    state.trumps = suit_mask(view.public.trump) if view.public.trump != NO_SUIT else _NONE
    _, state.top = best_so_far(view.public, rules)
    _draw_bids(state, rules, rng)
    while not _lay_out(view, state, rules, rng):
        pass
    state.status = Status.DECIDE


@jit
def _draw_bids(state, rules, rng):
    """Bids that are made and not known yet, and how many have bid."""
    public = state.public
    for seat in range(rules.seats):
        state.bids[seat] = public.bids[seat]
    bidders = rules.seats - 1 if rules.hook == Hook.DEALER_SILENT else rules.seats
    state.asked = bidders
    if state.decision == Decision.BID:
        state.asked = (state.seat - public.dealer - 1 + rules.seats) % rules.seats
        for turn in range(1, state.asked + 1):
            if rules.bidding == Bidding.SIMULTANEOUS:
                state.bids[(public.dealer + turn) % rules.seats] = below(rng, public.cards + 1)


@jit
def _lay_out(view, state, rules, rng):
    """Put every hidden card on a place; False if the layout is to be drawn again."""
    left = _lay_known(view, state, rules)
    first = (_free(state, rules, 0), _free(state, rules, 1), _free(state, rules, 2), _free(state, rules, 3))
    chance = 1.0
    done = 0
    for _ in range(SUITS):
        suit = _tightest(first, done)
        done |= 1 << suit
        free, most = _free(state, rules, suit), min(first[suit], left)
        for card in range(suit, CARDS, SUITS):
            for _copy in range(_hidden_copies(view, rules, card)):
                if free <= 0:
                    return False
                _place(state, rules, card, below(rng, free))
                chance *= free / most
                free -= 1
                most -= 1
                left -= 1
    return chance >= 1.0 or uniform(rng) < chance


@jit
def _tightest(places, done):
    """Of the suits not done, the one with the fewest places."""
    best = -1
    for suit in range(SUITS):
        if done & (1 << suit) == 0 and (best < 0 or places[suit] < places[best]):
            best = suit
    return best


@jit
def _place(state, rules, card, place):
    """Put a card on the free place of that number, of those that may hold its suit."""
    for zone in range(rules.seats + 1):
        if _may_hold(state, rules, zone, suit_of(card)):
            if place < state.room[zone]:
                state.room[zone] -= 1
                if zone < rules.seats:
                    put(state.hands[zone], card, rules.packs)
                return
            place -= state.room[zone]


@jit
def _lay_known(view, state, rules):
    """The hands as far as the seat knows them, and how many cards each zone still takes; how many are hidden."""
    public = state.public
    hidden = 0
    for card in range(CARDS):
        hidden += _hidden_copies(view, rules, card)
    rest = hidden
    for seat in range(rules.seats):
        state.room[seat] = public.left[seat]
        for copy in range(rules.packs):
            state.hands[seat, copy] = view.hand[copy] if seat == view.seat else _NONE
        if seat == view.seat:
            if view.hand[0] != _NONE:
                state.room[seat] = 0
        elif view.seen[seat] != NO_CARD:
            put(state.hands[seat], view.seen[seat], rules.packs)
            state.room[seat] = 0
        elif public.open == seat:
            put(state.hands[seat], public.turned, rules.packs)
            state.room[seat] -= 1
        rest -= state.room[seat]
    state.room[rules.seats] = rest
    return hidden


@jit
def _hidden_copies(view, rules, card):
    """How many copies of a card the seat has not seen."""
    public = view.public
    copies = rules.packs
    one = bit(card)
    for copy in range(rules.packs):
        copies -= np.int64(view.hand[copy] & one != _NONE) + np.int64(public.played[copy] & one != _NONE)
    is_seen = False
    for seat in range(rules.seats):
        copies -= view.seen[seat] == card
        is_seen |= view.seen[seat] != NO_CARD and public.open == seat
    if card == public.turned:
        lies_out = rules.trump == Trump.TURNED
        lies_open = public.open != NOBODY and public.open != view.seat and not is_seen
        copies -= lies_out or lies_open
    return copies


@jit
def _may_hold(state, rules, zone, suit):
    return zone == rules.seats or state.public.voids[zone] & (1 << suit) == 0


@jit
def _free(state, rules, suit):
    """Free places for cards of a suit."""
    total = 0
    for zone in range(rules.seats + 1):
        if _may_hold(state, rules, zone, suit):
            total += state.room[zone]
    return total
