"""Rikiki's expert: bids what scores most for the tricks it expects, and plays to exactly that.

What a card is worth is a chance, see `chances`; what a hand is worth for a bid is the chance that it is made. Points
are read from the tables, so that it bids and plays each scoring for what it pays.
"""

from __future__ import annotations

from math import exp, floor

import numpy as np

from simlab.decks.french import CARDS, SUITS, suit_mask, suit_of
from simlab.games.game import Bot
from simlab.games.rikiki.chances import above, count_suit, count_suits, last, later, now, trump_cards, unseen
from simlab.games.rikiki.moves.playing import is_better, strength
from simlab.games.rikiki.state import BID, NO_BID, NO_SUIT, Decision
from simlab.kernel import bits
from simlab.kernel.bits import bit, drop_lowest, highest, lowest
from simlab.kernel.jit import jit
from simlab.kernel.records import next_seat

_NONE = np.uint64(0)

# Logistic weights of what `holds` lists: the chance that a seat takes exactly the tricks it needs. Fitted to the same
# deals as `chances.CARD`.
HOLD = (3.345, -1.992, -0.711, 2.918, 2.245, -2.317, -3.240, 2.027, 0.032, 0.310, 0.391)

# Even a hand that is certain has a variance of so many tricks for the weights above.
LEAST_VARIANCE = 0.3
# More points than any bid can be worth.
LAST_RESORT = 1e6

CROWD, SPOIL, CONTROL = range(3)
# How much the others' needs count, how much a bid that is lost is played to spoil theirs, as a part of what it is worth
# to make a bid of one, and how far play may be trusted to bring tricks to the bid.
PARAMS = {"crowd": 1.0, "spoil": 0.035, "control": 1.0}


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
            sure += counts and unseen(view, rules, above(card, rules)) == 0
    return sure


@jit
def _blind_chance(view, rules):
    """The chance to take the trick of a blind deal: over all cards that the hidden one may be."""
    wins, cards = 0, 0
    for card in range(CARDS):
        copies = unseen(view, rules, bit(card))
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
        does = strength(played, led, public.trump)
        if is_better(does, top, rules):
            best = seat
        top = max(does, top)
        seat = next_seat(seat, rules.seats)
    return best


@jit
def outlook(view, rules, left, counts):
    """Tricks that the hand is good for, if each seat has `left` cards, and the variance if they came independently."""
    mean, variance = 0.0, 0.0
    for suit in range(SUITS):
        suited = count_suit(view, rules, suit, counts)
        for copy in range(rules.packs):
            cards = view.hand[copy] & suit_mask(suit)
            while cards != _NONE:
                chance = later(view, rules, lowest(cards), left, counts, suited)
                cards = drop_lowest(cards)
                mean += chance
                variance += chance * (1.0 - chance)
    return mean, variance


@jit
def holds(need, left, leads, room, mean, variance, params):
    """The chance to take exactly the tricks that are needed; the others want all but `room` of those that are left."""
    if need < 0 or need > left:
        return 0.0
    spread = (variance + LEAST_VARIANCE) ** 0.5
    off = (need - mean) / spread
    crowd = params[CROWD] * min(max((room - mean) / spread, -4.0), 4.0)
    told = (
        1.0,
        max(off, 0.0),
        max(-off, 0.0),
        1.0 * (need == 0),
        off * (need == 0),
        spread,
        1.0 / left,
        1.0 * (need == left),
        1.0 * leads,
        off * leads,
        off * crowd,
    )
    total = 0.0
    for place in range(len(HOLD)):
        total += HOLD[place] * told[place]
    return 1.0 / (1.0 + exp(-params[CONTROL] * total))


@jit
def _points(tables, cards, bid, tricks):
    """What a bid scores for tricks that may be no whole number."""
    low = min(max(np.int64(floor(tricks)), 0), cards)
    high = min(low + 1, cards)
    part = min(max(tricks - low, 0.0), 1.0)
    return (1.0 - part) * tables.points[bid, low] + part * tables.points[bid, high]


@jit
def _worth(view, tables, bid, chance, tricks):
    """What a bid scores on average if it is made with a chance and else about so many tricks are taken."""
    cards = np.int64(view.public.cards)
    if chance <= 0.0:
        return _points(tables, cards, bid, tricks)
    aside = tricks
    if abs(tricks - bid) < 1.0:
        aside = bid + 1.0 if (tricks >= bid and bid < cards) or bid == 0 else bid - 1.0
    return chance * tables.points[bid, bid] + (1.0 - chance) * _points(tables, cards, bid, aside)


@jit
def _bid(view, rules, tables, params):
    public = view.public
    cards = np.int64(public.cards)
    leads = public.lead == view.seat
    mean, variance = 0.0, 0.0
    if view.hand[0] == _NONE:
        mean = _blind_chance(view, rules)
    elif cards == 1:
        mean = last(view, rules, lowest(view.hand[0]), leads)
    else:
        mean, variance = outlook(view, rules, cards, count_suits(view, rules, cards))
    room = _room(view, rules, mean)
    sure = sure_tricks(view, rules)
    best, most = -1, 0.0
    for bid in range(cards + 1):
        if bits.has(view.legal, BID + bid):
            worth = 0.0
            if cards == 1:
                worth = mean * tables.points[bid, 1] + (1.0 - mean) * tables.points[bid, 0]
            else:
                chance = holds(bid, cards, leads, room, mean, variance, params)
                worth = _worth(view, tables, bid, chance, mean)
            # A bid under the sure tricks is the last resort.
            worth -= LAST_RESORT * max(sure - bid, 0)
            if best < 0 or worth > most:
                best, most = bid, worth
    return best


@jit
def _room(view, rules, mean):
    """The tricks that the others' bids leave to the hand; a bid that is not known is as high as a fair share."""
    public = view.public
    known, total = 0, 0
    for seat in range(rules.seats):
        if seat != view.seat and public.bids[seat] != NO_BID:
            known += 1
            total += public.bids[seat]
    if known == 0:
        return mean
    fair = max(public.cards - mean, 0.0) / (rules.seats - 1)
    return public.cards - total - (rules.seats - 1 - known) * fair


@jit
def _wanted(view, rules):
    """How many tricks the others still need."""
    public = view.public
    total = 0
    for seat in range(rules.seats):
        if seat != view.seat:
            total += max(public.bids[seat] - public.tricks[seat], 0)
    return total


@jit
def _other_card(view, card):
    """Of two cards in hand, the one that isn't `card`; the same where both are copies."""
    rest = view.hand[0] & ~bit(card)
    return lowest(rest) if rest != _NONE else card


@jit
def _worth_of_card(view, rules, tables, params, card, rest, wanted):
    """What the bid scores on average after a card: it takes the trick or not, and the `rest` of the hand plays on."""
    public = view.public
    left = np.int64(public.left[view.seat]) - 1
    bid = np.int64(max(public.bids[view.seat], 0))
    taken = np.int64(public.tricks[view.seat])
    # Where the bid is lost, a trick is taken from others who fight for it, or left to others who have enough.
    stake = params[SPOIL] * abs(tables.points[1, 1] - tables.points[1, 0])
    spoils = stake if wanted > left else -stake
    chance = now(view, rules, card)
    mean, variance = rest
    worth = 0.0
    for wins in range(2):
        weight = chance if wins else 1.0 - chance
        if weight > 0.0:
            need = bid - taken - wins
            if left == 1:
                mean = last(view, rules, _other_card(view, card), wins == 1)
                made = mean if need == 1 else 1.0 - mean if need == 0 else 0.0
            else:
                room = left - (wanted if wins else max(wanted - 1, 0))
                made = holds(need, left, wins, room, mean, variance, params)
            points = _worth(view, tables, bid, made, taken + wins + mean)
            worth += weight * (points + (made <= 0.0) * wins * spoils)
    return worth


@jit
def _play(view, rules, tables, params):
    """The card after which the bid is worth most."""
    public = view.public
    left = np.int64(public.left[view.seat])
    need = public.bids[view.seat] - public.tricks[view.seat]
    legal = view.legal[0]
    trumps = legal & trump_cards(public)
    if public.lying == 0 and need >= left and trumps != _NONE:
        return highest(trumps)
    left -= 1
    counts = count_suits(view, rules, left)
    hand, variance = outlook(view, rules, left, counts)
    wanted = _wanted(view, rules)
    best, most = -1, 0.0
    while legal != _NONE:
        card = lowest(legal)
        legal = drop_lowest(legal)
        own = later(view, rules, card, left, counts, count_suit(view, rules, suit_of(card), counts))
        rest = hand - own, max(variance - own * (1.0 - own), 0.0)
        worth = _worth_of_card(view, rules, tables, params, card, rest, wanted)
        if best < 0 or worth > most:
            best, most = card, worth
    return best


def expert(view, rules, tables, params, rng):
    """Bids what scores most for the tricks it expects, and plays to exactly that."""
    if view.decision == Decision.PLAY:
        return np.int64(_play(view, rules, tables, params))
    return np.int64(BID + _bid(view, rules, tables, params))


EXPERT = Bot("expert", expert, "bids what scores most for the tricks it expects, and plays to exactly that", PARAMS)
