"""How a deal of Koi-Koi goes: the functions of the kernel contract."""

from __future__ import annotations

import numpy as np

from simlab.decks.hanafuda import DECK, FIRST_OF_MONTH
from simlab.games.koikoi import scoring
from simlab.games.koikoi.rules import BOARD_CARDS, HAND_CARDS, LUCKY_POINTS, SEATS, STOCK_CARDS
from simlab.games.koikoi.state import LUCKY_HAND, NO_CARD, NOBODY, Action, Decision, End, Event, Redeal
from simlab.kernel.bits import bit, member, popcount
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import WIN, Status, note
from simlab.kernel.rng import below

_NIBBLE = np.uint64(15)
_ODD = np.uint64(0x5555_5555_5555_5555)
_ONE = np.uint64(1)
_NONE = np.uint64(0)


@jit
def month_of(card):
    """All four cards of a card's month."""
    return _NIBBLE << np.uint64(card & ~3)


@jit
def is_lucky(cards):
    """Whether eight cards hold a whole month, or four pairs."""
    pairs = cards & (cards >> _ONE)
    if pairs & (pairs >> np.uint64(2)) & FIRST_OF_MONTH:
        return True
    # The lowest bit of every two-bit and then every four-bit count: eight cards with no month odd, and none of four.
    odd = (cards ^ (cards >> _ONE)) & _ODD
    return (odd ^ (odd >> np.uint64(2))) & FIRST_OF_MONTH == _NONE


@entry
def new(state, rules, index):
    """A fresh deal; one deal is like another, so its index places nothing."""
    state.public.card = NO_CARD
    state.winner = NOBODY
    state.leader = NOBODY
    state.end = End.DRAW


@entry
def begin(state, rules, tables, deck, log):
    """Deal: the hands, the board, the stock. The board is looked at before the hands; False deals again."""
    public = state.public
    card = 0
    for seat in range(SEATS):
        state.hands[seat] = _deal(deck, card, HAND_CARDS)
        public.cards_left[seat] = HAND_CARDS
        card += HAND_CARDS
        note(log, Event.HAND, seat, 0, state.hands[seat], 0)
    public.board = _deal(deck, card, BOARD_CARDS)
    card += BOARD_CARDS
    note(log, Event.BOARD, NOBODY, 0, public.board, 0)
    public.stock_left = rules.pack - card
    for place in range(STOCK_CARDS):
        state.stock[place] = deck[card + place]
    if is_lucky(public.board):
        note(log, Event.REDEAL, NOBODY, Redeal.LUCKY_BOARD, _NONE, 0)
        return False
    first, second = is_lucky(state.hands[0]), is_lucky(state.hands[1])
    if first and second:
        note(log, Event.REDEAL, NOBODY, Redeal.BOTH_LUCKY, _NONE, 0)
        return False
    state.seat = 0
    state.decision = Decision.PLAY
    state.status = Status.DECIDE
    if first or second:
        winner = 0 if first else 1
        note(log, Event.LUCKY, winner, 0, state.hands[winner], LUCKY_POINTS)
        _over(state, End.LUCKY_HAND, winner, LUCKY_POINTS, log)
    return True


@jit
def _deal(deck, first, count):
    cards = _NONE
    for place in range(first, first + count):
        cards |= bit(deck[place])
    return cards


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
    public = state.public
    seat = state.seat
    if state.decision == Decision.CALL:
        if action == Action.STOP:
            _cash(state, rules, End.STOP, log)
        else:
            public.declined[seat] = public.points[seat]
            public.calls[seat] += 1
            _pass_turn(state, log)
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
    """Only now are yaku looked at. A total above the one last declined may be stopped on; the last one is cashed."""
    public = state.public
    seat = state.seat
    if not state.took:
        _pass_turn(state, log)
        return
    state.took = 0
    points = scoring.yaku(public.piles[seat], rules, tables, state.yaku[seat])
    if points != public.points[seat]:
        public.points[seat] = points
        _note_yaku(state, log)
        _follow_lead(state)
    if points > public.declined[seat]:
        if public.cards_left[seat] > 0:
            state.decision = Decision.CALL
        else:
            _cash(state, rules, End.CASHED, log)
        return
    _pass_turn(state, log)


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
def _pass_turn(state, log):
    public = state.public
    public.turn += 1
    state.seat = 1 - state.seat
    state.decision = Decision.PLAY
    if public.cards_left[0] + public.cards_left[1] == 0:
        _over(state, End.DRAW, NOBODY, 0, log)


@jit
def _cash(state, rules, end, log):
    public = state.public
    seat = state.seat
    public.turn += 1
    points = scoring.payment(public.points[seat], public.calls[seat], public.calls[1 - seat], rules)
    _over(state, end, seat, points, log)


@jit
def _over(state, end, winner, points, log):
    state.end = end
    state.winner = winner
    if winner != NOBODY:
        state.score[winner] = points
    state.status = Status.GAME_OVER
    note(log, Event.OVER, winner, end, _NONE, points)


@entry
def finish(state, rules, outcome):
    """The outcome row: the winner's score and yaku, calls, and how long the deal took."""
    public = state.public
    for seat in range(SEATS):
        outcome.score[seat] = state.score[seat]
        outcome.win[seat] = WIN if state.winner == seat else 0
        outcome.calls[seat] = public.calls[seat]
    if state.end == End.LUCKY_HAND:
        winner = state.winner
        outcome.base[winner] = state.score[winner]
        outcome.made[winner, LUCKY_HAND] = 1
        outcome.points[winner, LUCKY_HAND] = state.score[winner]
    elif state.winner != NOBODY:
        winner = state.winner
        outcome.base[winner] = public.points[winner]
        for yaku in range(state.yaku.shape[1]):
            points = state.yaku[winner, yaku]
            outcome.made[winner, yaku] = 1 if points > 0 else 0
            outcome.points[winner, yaku] = points
    outcome.length = public.turn
    outcome.lead_changes = state.lead_changes
    outcome.draw = 1 if state.winner == NOBODY else 0


@entry
def complete(view, rules, tables, rng, state):
    """A full state that fits a view: the cards not seen are dealt at random to the other hand and the stock."""
    new(state, rules, 0)
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
    turned = rules.pack - SEATS * HAND_CARDS - BOARD_CARDS - public.stock_left
    for place in range(turned, STOCK_CARDS):
        card = member(unseen, below(rng, popcount(unseen)))
        state.stock[place] = card
        unseen &= ~bit(card)
    for player in range(SEATS):
        scoring.yaku(public.piles[player], rules, tables, state.yaku[player])
    state.seat = seat
    state.decision = view.decision
    state.steps[seat] = view.step
    state.shuffles = 1
    state.redeals = 0
    state.status = Status.DECIDE
