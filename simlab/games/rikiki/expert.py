"""Rikiki's expert: bids what scores most for the tricks it expects, and plays to exactly that.

What a card is worth is a chance: that the cards above it are not in play or have fallen before, and that nobody trumps
it. A bid's points are read from the tables, so that it bids each scoring for what it pays.
"""

from __future__ import annotations

from math import exp

import numpy as np

from simlab.decks.french import CARDS, DECK, SUITS, higher, suit_mask, suit_of
from simlab.games.game import Bot
from simlab.games.rikiki.moves.playing import best_so_far
from simlab.games.rikiki.rules import Duplicate, Trump, VoidRule
from simlab.games.rikiki.state import BID, NO_BID, NO_CARD, NO_SUIT, Decision
from simlab.kernel import bits
from simlab.kernel.bits import bit, drop_lowest, highest, lowest, popcount
from simlab.kernel.jit import jit
from simlab.kernel.records import next_seat

_NONE = np.uint64(0)

STEER, SPREAD, CROWD, RUFF = range(4)
# How far play brings the tricks towards the bid, how wide they scatter around it, how much the others' bids count,
# and what a low trump is worth for each card that a plain suit is short of its share.
PARAMS = {"steer": 0.4, "spread": 0.8, "crowd": 0.4, "ruff": 0.3}


@jit
def _unseen(view, rules, cards):
    """How many copies of some cards the seat has not seen."""
    public = view.public
    count = rules.packs * popcount(cards)
    for copy in range(rules.packs):
        count -= popcount(view.hand[copy] & cards) + popcount(public.played[copy] & cards)
    is_out = rules.trump == Trump.TURNED and public.turned != NO_CARD
    return count - (is_out and bit(public.turned) & cards != _NONE)


@jit
def _own(view, rules, cards):
    count = 0
    for copy in range(rules.packs):
        count += popcount(view.hand[copy] & cards)
    return count


@jit
def _at_most(few, trials, chance):
    """The chance that no more than `few` of so many independent trials succeed."""
    if few >= trials:
        return 1.0
    if chance >= 1.0:
        return 0.0
    term = (1.0 - chance) ** trials
    total = term
    for done in range(few):
        term *= (trials - done) * chance / ((done + 1) * (1.0 - chance))
        total += term
    return total


@jit
def _some(trials, chance):
    """The chance that any of so many independent trials succeeds."""
    return 1.0 - (1.0 - chance) ** trials


@jit
def _trumps(public):
    return suit_mask(public.trump) if public.trump != NO_SUIT else _NONE


@jit
def _above(card, rules):
    """The cards that are better than a card of their suit; a copy may be."""
    is_beaten = rules.packs > 1 and rules.duplicate_rule == Duplicate.LAST
    return higher(card) | bit(card) if is_beaten else higher(card)


@jit
def _lacks(view, rules, seat, suit, few, each):
    """The chance that a seat has no more than `few` cards of a suit; `each` is that of a hidden card to lie there."""
    if view.public.voids[seat] & (1 << suit):
        return 1.0
    return _at_most(few, _unseen(view, rules, suit_mask(suit)), each)


@jit
def _has_trump(view, rules, seat, cards, each):
    """The chance that a seat has one of some trumps."""
    if view.public.voids[seat] & (1 << view.public.trump):
        return 0.0
    return _some(_unseen(view, rules, cards), each)


@jit
def later(view, rules, params, card):
    """The chance that a card of the hand takes a trick some time."""
    public = view.public
    suit = suit_of(card)
    hidden = max(_unseen(view, rules, DECK), 1)
    others = 0
    for seat in range(rules.seats):
        others += public.left[seat] if seat != view.seat else 0
    above = _own(view, rules, higher(card))
    stands = _at_most(above, _unseen(view, rules, _above(card, rules)), min(others / hidden, 1.0))
    trumps = _trumps(public)
    if suit == public.trump:
        return max(stands, min(params[RUFF] * _shortness(view, rules, others / hidden), 0.85))
    if trumps != _NONE:
        for seat in range(rules.seats):
            if seat != view.seat:
                each = min(public.left[seat] / hidden, 1.0)
                stands *= 1.0 - _lacks(view, rules, seat, suit, above, each) * _has_trump(
                    view, rules, seat, trumps, each
                )
    return stands


@jit
def _shortness(view, rules, held):
    """How many cards the hand has less than its share of the plain suits."""
    short = 0.0
    for suit in range(SUITS):
        if suit != view.public.trump:
            own = _own(view, rules, suit_mask(suit))
            share = (own + held * _unseen(view, rules, suit_mask(suit))) / rules.seats
            short += max(share - own, 0.0)
    return short


@jit
def sure_tricks(view, rules):
    """Tricks that nobody can take away: trumps without a better one unseen; without trump, the leader's best cards."""
    public = view.public
    leads = public.lead == view.seat
    sure = 0
    for copy in range(rules.packs):
        cards = view.hand[copy]
        while cards != _NONE:
            card = lowest(cards)
            cards = drop_lowest(cards)
            counts = suit_of(card) == public.trump or (public.trump == NO_SUIT and leads)
            sure += counts and _unseen(view, rules, _above(card, rules)) == 0
    return sure


@jit
def _blind_chance(view, rules):
    """The chance to take the trick of a blind deal: over all cards that the hidden one may be."""
    wins, cards = 0, 0
    for card in range(CARDS):
        copies = _unseen(view, rules, bit(card))
        for seat in range(rules.seats):
            copies -= view.seen[seat] == card
        if copies > 0:
            cards += copies
            wins += copies * (_blind_winner(view, rules, card) == view.seat)
    return wins / max(cards, 1)


@jit
def _blind_winner(view, rules, card):
    """Who takes the trick of a blind deal if the seat's own card is `card`."""
    public = view.public
    led = NO_SUIT
    best, top = -1, -1
    seat = public.lead
    for _ in range(rules.seats):
        played = card if seat == view.seat else np.int64(view.seen[seat])
        if led == NO_SUIT:
            led = suit_of(played)
        strength = played + CARDS * (suit_of(played) == led) + 2 * CARDS * (suit_of(played) == public.trump)
        if strength + (rules.duplicate_rule == Duplicate.LAST) > top:
            best, top = seat, max(strength, top)
        seat = next_seat(seat, rules.seats)
    return best


@jit
def _only_card(view, rules, params):
    """The chance that the one card of a deal takes its trick."""
    public = view.public
    card = lowest(view.hand[0])
    hidden = max(_unseen(view, rules, DECK), 1)
    chance = later(view, rules, params, card)
    if public.lead == view.seat or suit_of(card) == public.trump:
        return chance
    # It has to be of the suit that is led.
    return chance * _unseen(view, rules, suit_mask(suit_of(card))) / hidden


@jit
def expected(view, rules, params):
    """How many tricks the hand is good for, and the variance of it if they came independently."""
    public = view.public
    if view.hand[0] == _NONE or public.cards == 1:
        chance = _blind_chance(view, rules) if view.hand[0] == _NONE else _only_card(view, rules, params)
        return chance, chance * (1.0 - chance)
    mean, variance = 0.0, 0.0
    for copy in range(rules.packs):
        cards = view.hand[copy]
        while cards != _NONE:
            chance = later(view, rules, params, lowest(cards))
            cards = drop_lowest(cards)
            mean += chance
            variance += chance * (1.0 - chance)
    return mean, variance


@jit
def _crowding(view, rules):
    """How much the known bids of others are over their share, for each seat that is left."""
    public = view.public
    known, total = 0, 0
    for seat in range(rules.seats):
        if seat != view.seat and public.bids[seat] != NO_BID:
            known += 1
            total += public.bids[seat]
    return (total - known * public.cards / rules.seats) / (rules.seats - known)


@jit
def _worth(bid, mean, spread, view, tables, params):
    """What a bid scores on average, the tricks drawn towards it by play."""
    cards = view.public.cards
    if cards == 1:
        return mean * tables.points[bid, 1] + (1.0 - mean) * tables.points[bid, 0]
    centre = mean + params[STEER] * (bid - mean)
    total, weights = 0.0, 0.0
    for tricks in range(cards + 1):
        apart = (tricks - centre) / spread
        if apart * apart < 16.0:
            weight = exp(-0.5 * apart * apart)
            weights += weight
            total += weight * tables.points[bid, tricks]
    return total / weights if weights > 0.0 else -1e9


@jit
def _bid(view, rules, tables, params):
    public = view.public
    mean, variance = expected(view, rules, params)
    if public.cards > 1:
        mean = min(max(mean - params[CROWD] * _crowding(view, rules), 0.0), 1.0 * public.cards)
    spread = params[SPREAD] * max(variance, 0.25) ** 0.5
    sure = sure_tricks(view, rules)
    best, most = -1, 0.0
    for bid in range(public.cards + 1):
        if bits.has(view.legal, BID + bid):
            worth = _worth(bid, mean, spread, view, tables, params)
            # A bid under the sure tricks is the last resort.
            worth -= 1e6 * max(sure - bid, 0)
            if best < 0 or worth > most:
                best, most = bid, worth
    return best


@jit
def now(view, rules, card):
    """The chance that a card takes the current trick."""
    public = view.public
    suit = suit_of(card)
    led = public.led if public.lying > 0 else suit
    if not _is_best(public, rules, card):
        return 0.0
    hidden = max(_unseen(view, rules, DECK), 1)
    better = _above(card, rules)
    stands = 1.0
    seat = view.seat
    for _ in range(rules.seats - 1 - public.lying):
        seat = next_seat(seat, rules.seats)
        each = min(public.left[seat] / hidden, 1.0)
        wants = 0.9 if public.bids[seat] > public.tricks[seat] else 0.3
        ruffs = wants if rules.void_rule == VoidRule.FREE else 1.0
        void = _lacks(view, rules, seat, led, 0, each)
        if suit == public.trump and led != public.trump:
            stands *= 1.0 - wants * void * _has_trump(view, rules, seat, better, each)
            continue
        if public.voids[seat] & (1 << suit) == 0:
            stands *= 1.0 - wants * _some(_unseen(view, rules, better), each)
        if public.trump != NO_SUIT and suit != public.trump:
            stands *= 1.0 - ruffs * void * _has_trump(view, rules, seat, _trumps(public), each)
    return stands


@jit
def _is_best(public, rules, card):
    """Whether a card would be the best of the trick as it lies."""
    if public.lying == 0:
        return True
    _, top = best_so_far(public, rules)
    suit = suit_of(card)
    strength = card + CARDS * (suit == public.led) + 2 * CARDS * (suit == public.trump)
    return strength + (rules.duplicate_rule == Duplicate.LAST) > top


@jit
def _play(view, rules, params):
    """The card after which the tricks to come are nearest to those that are needed."""
    public = view.public
    need = public.bids[view.seat] - public.tricks[view.seat]
    legal = view.legal[0]
    trumps = legal & _trumps(public)
    if public.lying == 0 and need >= public.left[view.seat] and trumps != _NONE:
        return highest(trumps)
    hand, _ = expected(view, rules, params)
    best, least = -1, 0.0
    while legal != _NONE:
        card = lowest(legal)
        legal = drop_lowest(legal)
        chance = now(view, rules, card)
        off = need - (chance + hand - later(view, rules, params, card))
        # Of equals, the card that keeps its trick for later.
        risk = off * off + chance * (1.0 - chance) + SAVE * chance
        if best < 0 or risk < least:
            best, least = card, risk
    return best


SAVE = 0.02


def expert(view, rules, tables, params, rng):
    """Bids what scores most for the tricks it expects, and plays to exactly that."""
    if view.decision == Decision.PLAY:
        return np.int64(_play(view, rules, params))
    return np.int64(BID + _bid(view, rules, tables, params))


EXPERT = Bot("expert", expert, "bids what scores most for the tricks it expects, and plays to exactly that", PARAMS)
