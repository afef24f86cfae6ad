"""Deals: fresh ones, lucky boards and hands, and those that fit what a seat sees."""

from __future__ import annotations

import numpy as np

from simlab.decks.hanafuda import BRIGHTS, DECK, full_months, is_paired
from simlab.games.koikoi import scoring
from simlab.games.koikoi.moves.ending import close, settle
from simlab.games.koikoi.rules import (
    BOARD_WITH_PAIRS,
    FIELD_CARDS,
    HAND_CARDS,
    MONTHS,
    SEATS,
    LuckyBoard,
    LuckyBoth,
    LuckyHand,
)
from simlab.games.koikoi.state import NO_CARD, NOBODY, Decision, End, Event, Redeal
from simlab.kernel.bits import bit, member, popcount
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import Status, Unit, note
from simlab.kernel.rng import below

_NIBBLE = np.uint64(15)
_NONE = np.uint64(0)


@entry
def is_lucky(cards, pairs_count):
    """Whether cards hold a whole month or, where pairs count, are all pairs."""
    return full_months(cards) != _NONE or (pairs_count and is_paired(cards))


@entry
def new(state, rules, tables, index):
    """A fresh game. A single deal is of the month that its index gives; a game starts in January."""
    public = state.public
    public.card = NO_CARD
    public.last_caller = NOBODY
    public.factor = 1
    public.month = index % MONTHS if rules.unit == Unit.DEAL else 0
    state.winner = NOBODY
    state.leader = NOBODY


@entry
def begin(state, rules, tables, deck, log):
    """Deal: the hands, the board, the stock. The board is looked at before the hands; False deals again."""
    public = state.public
    if state.shuffles > 0:
        _clear_round(state)
    if rules.unit == Unit.GAME:
        note(log, Event.ROUND, public.dealer, public.round, _NONE, public.month)
    if rules.hand_cards == HAND_CARDS and rules.field_cards == FIELD_CARDS:
        # As constants, so that the loops are unrolled.
        _lay_out(state, deck, HAND_CARDS, FIELD_CARDS, rules.pack, log)
    else:
        _lay_out(state, deck, rules.hand_cards, rules.field_cards, rules.pack, log)
    public.factor = scoring.board_factor(rules, popcount(public.board & BRIGHTS))
    state.seat = public.dealer
    state.decision = Decision.PLAY
    state.status = Status.DECIDE
    if not _look_at_board(state, rules, log) or (state.end == End.OPEN and not _look_at_hands(state, rules, log)):
        return False
    if state.end != End.OPEN:
        settle(state, rules, log)
    return True


@jit
def _lay_out(state, deck, hand_cards, field_cards, pack, log):
    """The hands, the board and the stock, as they come."""
    public = state.public
    card = 0
    for seat in range(SEATS):
        state.hands[seat] = _deal(deck, card, hand_cards)
        public.cards_left[seat] = hand_cards
        card += hand_cards
        note(log, Event.HAND, seat, 0, state.hands[seat], 0)
    public.board = _deal(deck, card, field_cards)
    card += field_cards
    note(log, Event.BOARD, NOBODY, 0, public.board, 0)
    public.stock_left = pack - card
    for place in range(SEATS * hand_cards):
        state.stock[place] = deck[card + place]


@jit
def _clear_round(state):
    public = state.public
    public.card = NO_CARD
    public.last_caller = NOBODY
    public.turn = 0
    state.end = End.OPEN
    state.winner = NOBODY
    state.leader = NOBODY
    state.took = 0
    for seat in range(SEATS):
        public.piles[seat] = _NONE
        public.points[seat] = 0
        public.declined[seat] = 0
        public.declined_yaku[seat] = 0
        public.calls[seat] = 0
        for yaku in range(state.yaku.shape[1]):
            state.yaku[seat, yaku] = 0


@jit
def _look_at_board(state, rules, log):
    """What a lucky board does; False deals again."""
    public = state.public
    months = full_months(public.board)
    paired = rules.board_pairs and rules.field_cards == BOARD_WITH_PAIRS and is_paired(public.board)
    if rules.lucky_board == LuckyBoard.IGNORE or (months == _NONE and not paired):
        return True
    if rules.lucky_board == LuckyBoard.DEALER_WINS:
        note(log, Event.LUCKY, public.dealer, 1, public.board, rules.lucky_points)
        close(state, End.LUCKY_BOARD, public.dealer)
        return True
    if rules.lucky_board == LuckyBoard.DEALER_TAKES and months != _NONE:
        taken = months * _NIBBLE
        public.board &= ~taken
        public.piles[public.dealer] |= taken
        note(log, Event.BOARD_TAKEN, public.dealer, 0, taken, 0)
        return True
    note(log, Event.REDEAL, NOBODY, Redeal.LUCKY_BOARD, _NONE, 0)
    return False


@jit
def _look_at_hands(state, rules, log):
    """What lucky hands do; False deals again."""
    if rules.lucky_hand == LuckyHand.IGNORE:
        return True
    first = is_lucky(state.hands[0], rules.hand_pairs)
    second = is_lucky(state.hands[1], rules.hand_pairs)
    if not (first or second):
        return True
    if rules.lucky_hand == LuckyHand.REDEAL:
        note(log, Event.REDEAL, NOBODY, Redeal.LUCKY_HAND, _NONE, 0)
        return False
    if first and second:
        if rules.lucky_both == LuckyBoth.REDEAL:
            note(log, Event.REDEAL, NOBODY, Redeal.BOTH_LUCKY, _NONE, 0)
            return False
        close(state, End.LUCKY_HAND, NOBODY)
        return True
    winner = 0 if first else 1
    note(log, Event.LUCKY, winner, 0, state.hands[winner], rules.lucky_points)
    close(state, End.LUCKY_HAND, winner)
    return True


@jit
def _deal(deck, first, count):
    cards = _NONE
    for place in range(first, first + count):
        cards |= bit(deck[place])
    return cards


@entry
def complete(view, rules, tables, rng, state):
    """A full state that fits a view: the cards not seen are dealt at random to the other hand and the stock."""
    new(state, rules, tables, 0)
    state.public = view.public
    public = state.public
    seat = view.seat
    unseen = DECK & ~(view.hand | public.board | public.piles[0] | public.piles[1])
    if public.card != NO_CARD:
        unseen &= ~bit(public.card)
    hidden = _NONE
    for _ in range(public.cards_left[1 - seat]):
        card = member(unseen, below(rng, popcount(unseen)))
        hidden |= bit(card)
        unseen &= ~bit(card)
    state.hands[seat] = view.hand
    state.hands[1 - seat] = hidden
    stock = SEATS * rules.hand_cards
    turned = rules.pack - stock - rules.field_cards - public.stock_left
    for place in range(turned, stock):
        card = member(unseen, below(rng, popcount(unseen)))
        state.stock[place] = card
        unseen &= ~bit(card)
    for player in range(SEATS):
        called = public.calls[player] > 0
        scoring.yaku(public.piles[player], public.board, called, public.month, rules, tables, state.yaku[player])
    state.seat = seat
    state.decision = view.decision
    state.steps[seat] = view.step
    state.shuffles = public.round + 1
    state.redeals = 0
    state.status = Status.DECIDE
