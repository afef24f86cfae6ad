"""What a card of a hand is good for: the chance that it takes a trick some time, or the one that is being played."""

from __future__ import annotations

from math import exp

import numpy as np

from simlab.decks.french import DECK, SUITS, higher, suit_mask, suit_of
from simlab.games.rikiki.moves.playing import best_so_far, is_better, strength
from simlab.games.rikiki.rules import Trump, VoidRule
from simlab.games.rikiki.state import NO_CARD, NO_SUIT
from simlab.kernel.bits import bit, popcount
from simlab.kernel.jit import jit
from simlab.kernel.records import next_seat

_NONE = np.uint64(0)

# How likely a better card is put on a trick by who has one and needs tricks, and by who needs none.
WANTS, SHUNS = 0.9, 0.3

# Logistic weights of `features` for a plain card, a trump, and a card where there is no trump: the chance that it takes
# a trick. Fitted to 2.4 million cards in hand at the start of tricks (2, 3, 4 and 6 players, 2 to 13 cards, with trump
# and without, a quarter of the bids one off), experts on all seats. How many tricks a seat needed was fitted too; here
# it is a fair share of them. The experts that played had weights fitted to greedy play.
CARD = (
    (-0.940, -0.782, 3.515, 0.245, -0.227, -0.371, 0.886, -0.402, -2.596, -2.292, -0.854, -0.585, 0.261, 0.049, 0.015),
    (-1.200, -0.254, 4.140, -0.257, 0.180, 0.448, -0.060, -0.060, -1.624, -0.416, 0.165, 0.288, 0.180, 0.041, 0.006),
    (-0.080, -0.730, 1.902, 0.335, -0.090, 0.000, 0.875, 0.000, -1.051, 0.000, -0.036, -0.830, 0.000, -0.320, -0.014),
)


@jit
def unseen(view, rules, cards):
    """How many copies of some cards the seat has not seen."""
    public = view.public
    count = rules.packs * popcount(cards)
    for copy in range(rules.packs):
        count -= popcount((view.hand[copy] | public.played[copy]) & cards)
        count -= popcount(view.hand[copy] & public.played[copy] & cards)
    is_out = rules.trump == Trump.TURNED and public.turned != NO_CARD
    return max(count - (is_out and bit(public.turned) & cards != _NONE), 0)


@jit
def own(view, rules, cards):
    """How many of some cards the seat has."""
    count = 0
    for copy in range(rules.packs):
        count += popcount(view.hand[copy] & cards)
    return count


@jit
def trump_cards(public):
    """All cards of the trump suit; none where there is none."""
    return suit_mask(public.trump) if public.trump != NO_SUIT else _NONE


@jit
def above(card, rules):
    """The cards that are better than a card of their suit; a copy may be."""
    return higher(card) | bit(card) if rules.packs > 1 else higher(card)


@jit
def share_out(view, rules, left):
    """The chance that an unseen card is in another hand, if each of them has `left` cards."""
    return min((rules.seats - 1) * left / max(unseen(view, rules, DECK), 1), 1.0)


@jit
def ruffers(view, suit, each, armed):
    """How many others are likely to lack a plain suit of which each has so many, and to be `armed` with a trump."""
    public = view.public
    lacks = exp(-each)
    count = 0.0
    for seat in range(view.seen.shape[0]):
        if public.left[seat] > 0 and seat != view.seat and not has_shown(public, seat, public.trump):
            count += armed if has_shown(public, seat, suit) else armed * lacks
    return count


@jit
def has_shown(public, seat, suit):
    """Whether a seat has shown that it lacks a suit."""
    return (public.voids[seat] >> suit) & 1 == 1


@jit
def shortness(view, rules, share):
    """How many cards the hand has less than its share of the plain suits."""
    short = 0.0
    for suit in range(SUITS):
        if suit != view.public.trump:
            mine = own(view, rules, suit_mask(suit))
            fair = (mine + share * unseen(view, rules, suit_mask(suit))) / rules.seats
            short += max(fair - mine, 0.0)
    return short


@jit
def count_suits(view, rules, left):
    """What all cards of a hand share, if each seat has `left` cards.

    Returns
    -------
    tuple of float
        The chance that an unseen card is in another hand, how many trumps each of the others has on average, the chance
        that he has any, how many are one's own, and `shortness`.
    """
    share = share_out(view, rules, left)
    trumps = trump_cards(view.public)
    each = share * unseen(view, rules, trumps) / (rules.seats - 1)
    return share, each, 1.0 - exp(-each), 1.0 * own(view, rules, trumps), shortness(view, rules, share)


@jit
def count_suit(view, rules, suit, counts):
    """What the cards of one suit share: one's own length, the others' mean length, and the threat of `features`."""
    share, _, armed, _, short = counts
    cards = suit_mask(suit)
    each = share * unseen(view, rules, cards) / (rules.seats - 1)
    threat = 0.0
    if suit == view.public.trump:
        threat = short
    elif view.public.trump != NO_SUIT:
        threat = ruffers(view, suit, each, armed)
    return 1.0 * own(view, rules, cards), each, threat


@jit
def features(rules, better, over, left, counts, suited):
    """What `CARD` weighs, in its order; the threat is `ruffers` to a plain card, and `shortness` helps a trump."""
    length, each, threat = suited
    clear = exp(-better)
    return (
        1.0,
        better,
        clear,
        over,
        length,
        threat,
        each,
        counts[1],
        1.0 / left,
        clear * threat,
        clear * each,
        clear * over,
        counts[3],
        1.0 * rules.seats,
        1.0 * left,
    )


@jit
def later(view, rules, card, left, counts, suited):
    """The chance that a card of the hand takes a trick some time, if each seat has `left` cards."""
    public = view.public
    is_trump = suit_of(card) == public.trump
    better = unseen(view, rules, above(card, rules))
    if is_trump and better == 0:
        return 1.0
    over = 1.0 * own(view, rules, higher(card))
    told = features(rules, counts[0] * better, over, left, counts, suited)
    weights = CARD[2 if public.trump == NO_SUIT else np.int64(is_trump)]
    total = 0.0
    for place in range(len(weights)):
        total += weights[place] * told[place]
    return 1.0 / (1.0 + exp(-total))


@jit
def last(view, rules, card, leads):
    """The chance that the last card of a hand takes its trick; unless it leads, its suit has to be led."""
    public = view.public
    hidden = max(unseen(view, rules, DECK), 1)
    share = share_out(view, rules, 1)
    better = unseen(view, rules, above(card, rules))
    if suit_of(card) == public.trump:
        return (1.0 - share) ** better
    stands = (1.0 - share) ** (better + unseen(view, rules, trump_cards(public)))
    return stands if leads else stands * unseen(view, rules, suit_mask(suit_of(card))) / hidden


@jit
def now(view, rules, card):
    """The chance that a card takes the current trick."""
    public = view.public
    if not _is_best(public, rules, card):
        return 0.0
    suit = suit_of(card)
    led = public.led if public.lying > 0 else suit
    # Who is still to play has as many cards as the seat itself; none of them has any one hidden card more likely.
    without = 1.0 - min(public.left[view.seat] / max(unseen(view, rules, DECK), 1), 1.0)
    trumps = trump_cards(public)
    has_better = 1.0 - without ** unseen(view, rules, above(card, rules))
    lacks_led = without ** unseen(view, rules, suit_mask(led))
    has_trump = 1.0 - without ** unseen(view, rules, trumps) if trumps != _NONE else 0.0
    stands = 1.0
    seat = view.seat
    for _ in range(rules.seats - 1 - public.lying):
        seat = next_seat(seat, rules.seats)
        wants = WANTS if public.bids[seat] > public.tricks[seat] else SHUNS
        void = 1.0 if has_shown(public, seat, led) else lacks_led
        can_trump = has_trump if trumps != _NONE and not has_shown(public, seat, public.trump) else 0.0
        if suit == public.trump and led != public.trump:
            stands *= 1.0 - wants * void * (has_better if can_trump > 0.0 else 0.0)
            continue
        if not has_shown(public, seat, suit):
            stands *= 1.0 - wants * has_better
        if suit != public.trump:
            stands *= 1.0 - (wants if rules.void_rule == VoidRule.FREE else 1.0) * void * can_trump
    return stands


@jit
def _is_best(public, rules, card):
    """Whether a card would be the best of the trick as it lies."""
    if public.lying == 0:
        return True
    _, top = best_so_far(public, rules)
    return is_better(strength(card, public.led, public.trump), top, rules)
