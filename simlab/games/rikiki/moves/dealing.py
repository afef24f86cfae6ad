"""Deals: which one it is, the hands, and what shows the trump."""

from __future__ import annotations

import numpy as np

from simlab.decks.french import CARDS, SUITS, put, suit_mask, suit_of
from simlab.games.rikiki.rules import MOST_PACKS, SEATS, Blind, Trump
from simlab.games.rikiki.rules import drawn_cards as _drawn_cards
from simlab.games.rikiki.state import NO_BID, NO_CARD, NO_SUIT, NOBODY, Decision, Event
from simlab.kernel.bits import bit
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import Status, Unit, next_seat, note

_NONE = np.uint64(0)
drawn_cards = jit(_drawn_cards)
# How a log tells a deal in one number: what it is like, then which one it is.
BLIND, OPEN, FLAGS = 1, 2, 2
# Bits that a card takes where a log holds several numbers in one word.
CARD_BITS = 6


@entry
def new(state, rules, tables, index):
    """A fresh game. A single deal's place in the sequence, and then its dealer, go round by the index."""
    public = state.public
    if rules.unit == Unit.DEAL:
        round_number = index // tables.deals
        public.deal = index - round_number * tables.deals
        public.dealer = round_number % rules.seats
    state.leader = NOBODY
    prepare(state, rules, tables)


@jit
def prepare(state, rules, tables):
    """How many cards the next deal has, and its shuffle takes."""
    public = state.public
    public.cards = tables.sizes[public.deal]
    state.drawn = drawn_cards(public.cards, rules.seats, rules.pack)


@entry
def is_blind(public, rules):
    """Whether the deal is bid blind."""
    return public.cards == 1 and (rules.blind == Blind.ALL or (rules.blind == Blind.FIRST and public.deal == 0))


@entry
def begin(state, rules, tables, deck, log):
    """Deal the hands, show the trump, and ask the leader for a bid. Nothing is ever dealt again."""
    public = state.public
    public.blind = is_blind(public, rules)
    _clear(state, rules.seats)
    card = 0
    for seat in range(rules.seats):
        if rules.packs == 1:
            hand = _NONE
            for place in range(card, card + public.cards):
                hand |= bit(deck[place])
            state.hands[seat, 0] = hand
        else:
            for place in range(card, card + public.cards):
                put(state.hands[seat], np.int64(deck[place]) % CARDS, rules.packs)
        card += public.cards
        public.left[seat] = public.cards
    _show_trump(state, rules, deck)
    _tell(state, rules, log)
    state.seat = next_seat(public.dealer, rules.seats)
    state.decision = Decision.BID
    state.status = Status.DECIDE
    return True


@jit
def _clear(state, seats):
    public = state.public
    # Loops over all there is place for are unrolled.
    for copy in range(MOST_PACKS):
        public.played[copy] = _NONE
    for seat in range(SEATS):
        for copy in range(MOST_PACKS):
            state.hands[seat, copy] = _NONE
        state.bids[seat] = NO_BID
        public.bids[seat] = NO_BID
        public.tricks[seat] = 0
        public.voids[seat] = 0
        public.trick[seat] = NO_CARD
    state.asked = 0
    public.lead = next_seat(public.dealer, seats)
    public.led = NO_SUIT
    public.best = NOBODY
    public.lying = 0


@jit
def _show_trump(state, rules, deck):
    public = state.public
    dealt = rules.seats * public.cards
    public.turned = NO_CARD
    public.open = NOBODY
    public.trump = NO_SUIT
    if rules.trump == Trump.TURNED:
        if dealt < rules.pack:
            public.turned = np.int64(deck[dealt]) % CARDS
    elif rules.trump == Trump.DEALER_LAST:
        public.turned = np.int64(deck[public.cards * (public.dealer + 1) - 1]) % CARDS
        public.open = public.dealer
    elif rules.trump == Trump.RANDOM_SUIT:
        public.trump = deck[state.drawn]
    elif rules.trump == Trump.ROTATING:
        place = public.deal % (SUITS + 1)
        public.trump = place if place < SUITS else NO_SUIT
    if public.turned != NO_CARD:
        public.trump = suit_of(public.turned)
    state.trumps = suit_mask(public.trump) if public.trump != NO_SUIT else _NONE


@jit
def _tell(state, rules, log):
    """The deal and the hands, for who reads the log."""
    if log.room > 0:
        public = state.public
        is_open = public.open != NOBODY
        deal = (np.int64(public.deal) << FLAGS) | (is_open * OPEN) | (public.blind * BLIND)
        shown = ((public.trump + 1) << CARD_BITS) | (public.turned + 1)
        note(log, Event.DEAL, public.dealer, deal, np.uint64(public.cards), shown)
        for seat in range(rules.seats):
            hand = state.hands[seat]
            note(log, Event.HAND, seat, np.int64(hand[1]), hand[0], np.int64(hand[2]))
