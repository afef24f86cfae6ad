"""Koi-Koi's expert: what yaku each side is near, what the other can still take, and when to call.

Every value is read from the rules and tables, so that it plays each variant for what it pays.
"""

from __future__ import annotations

import numpy as np

from simlab.decks.hanafuda import (
    ANIMALS,
    BLUE_RIBBONS,
    BOAR_DEER_BUTTERFLY,
    BRIGHTS,
    CHAFF,
    DECK,
    FLOWER_VIEWING,
    MOON_VIEWING,
    PER_MONTH,
    POETRY_RIBBONS,
    RAIN_MAN,
    RIBBONS,
    SAKE_CUP,
    WHOLE_MONTH,
    month_of,
)
from simlab.games.game import Bot
from simlab.games.koikoi import scoring
from simlab.games.koikoi.rules import SakeCup, Viewing
from simlab.games.koikoi.scoring import FIVE, SET, TEN
from simlab.games.koikoi.state import Action, Decision
from simlab.kernel import bits
from simlab.kernel.bits import bit, drop_lowest, lowest, popcount
from simlab.kernel.jit import jit

_NONE = np.uint64(0)
_DRY = np.uint64(BRIGHTS & ~RAIN_MAN)

# How much of a yaku's points one more card of it is worth, by how many cards are missing; and how likely a turn brings
# a yaku that lacks so many.
SHARE = (1.0, 0.8, 0.3, 0.12, 0.05, 0.02)
CHANCE = (0.35, 0.13, 0.03, 0.006, 0.001, 0.0)
MOST_MISSING = 5

DENY, EXPOSE, RISK = range(3)
# How much of a card's worth to the other counts when it is taken away, and when it is laid open; and how a loss counts
# against a win when calling.
PARAMS = {"deny": 0.5, "expose": 1.0, "risk": 1.0}


@jit
def _share(missing):
    return SHARE[min(max(missing, 0), MOST_MISSING)]


@jit
def _chance(missing):
    return CHANCE[min(max(missing, 0), MOST_MISSING)]


@jit
def _missing(mask, need, mine, theirs):
    """How many cards of a yaku are missing, or more than can ever come if the other has them."""
    have = popcount(mine & mask)
    left = popcount(mask & ~(mine | theirs))
    return need - have if left >= need - have else MOST_MISSING


@jit
def _chaff_cards(rules):
    return CHAFF if rules.sake_cup == SakeCup.ANIMAL else CHAFF | SAKE_CUP


@jit
def outlook(mine, theirs, month, rules):
    """How many cards each yaku lacks: sets, brights, cards of a kind, viewings, the month.

    Returns
    -------
    tuple of int
        For three, four dry, four rainy and five brights, boar set, poetry, blue, animals, ribbons, chaff, flower, moon,
        month. What can't come any more, or isn't played, lacks `MOST_MISSING`.
    """
    never = MOST_MISSING
    viewing = rules.viewing != Viewing.OFF
    return (
        _missing(_DRY, SET, mine, theirs),
        _missing(_DRY, SET + 1, mine, theirs),
        max(_missing(BRIGHTS, SET + 1, mine, theirs), _missing(RAIN_MAN, 1, mine, theirs)),
        _missing(BRIGHTS, FIVE, mine, theirs),
        _missing(BOAR_DEER_BUTTERFLY, SET, mine, theirs),
        _missing(POETRY_RIBBONS, SET, mine, theirs),
        _missing(BLUE_RIBBONS, SET, mine, theirs),
        _missing(ANIMALS, FIVE, mine, theirs),
        _missing(RIBBONS, FIVE, mine, theirs),
        _missing(_chaff_cards(rules), TEN, mine, theirs),
        _missing(FLOWER_VIEWING, 2, mine, theirs) if viewing else never,
        _missing(MOON_VIEWING, 2, mine, theirs) if viewing else never,
        _missing(WHOLE_MONTH << np.uint64(PER_MONTH * month), PER_MONTH, mine, theirs) if rules.month_yaku else never,
    )


@jit
def _bright_share(card, lacks, rules):
    """The best of the bright yaku that a bright helps; what it lacks after one that is made is what it adds."""
    best = 0.0
    three = rules.three_brights if lacks[0] <= 0 else 0
    if card & RAIN_MAN == _NONE:
        best = max(best, _part(rules.three_brights, lacks[0], 0))
        best = max(best, _part(rules.four_brights, lacks[1], three))
    best = max(best, _part(rules.rainy_four_brights, lacks[2], three))
    return max(best, _part(rules.five_brights, lacks[3], three))


@jit
def _part(points, missing, had):
    return (points - had) * _share(missing) if missing > 0 else 0.0


@jit
def gain(card, lacks, month, rules):
    """What one more captured card is worth to who lacks so much."""
    one = bit(card)
    worth = _bright_share(one, lacks, rules) if one & BRIGHTS else 0.0
    if one & BOAR_DEER_BUTTERFLY:
        worth += _part(rules.boar_deer_butterfly, lacks[4], 0)
    if one & POETRY_RIBBONS:
        worth += _part(rules.poetry_ribbons, lacks[5], 0)
    if one & BLUE_RIBBONS:
        worth += _part(rules.blue_ribbons, lacks[6], 0)
    if one & (POETRY_RIBBONS | BLUE_RIBBONS):
        worth += _part(rules.double_set, lacks[5] + lacks[6], 0)
    if one & ANIMALS:
        worth += rules.animals * _share(lacks[7])
    if one & RIBBONS:
        worth += rules.ribbons * _share(lacks[8])
    if one & _chaff_cards(rules):
        worth += rules.chaff * _share(lacks[9])
    if one & FLOWER_VIEWING:
        worth += _part(rules.flower_viewing, lacks[10], 0)
    if one & MOON_VIEWING:
        worth += _part(rules.moon_viewing, lacks[11], 0)
    if card // PER_MONTH == month:
        worth += _part(rules.month_yaku, lacks[12], 0)
    return worth


@jit
def _both(card, own, other, month, rules, params):
    """A card's worth to oneself, and its denial to the other."""
    return gain(card, own, month, rules) + params[DENY] * gain(card, other, month, rules)


@jit
def _all(cards, own, other, month, rules, params):
    total = 0.0
    while cards != _NONE:
        total += _both(lowest(cards), own, other, month, rules, params)
        cards = drop_lowest(cards)
    return total


@jit
def _best_of(cards, own, other, month, rules, params):
    """The card of a set that is worth most to take, and its worth."""
    best, most = lowest(cards), -1.0
    while cards != _NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        worth = _both(card, own, other, month, rules, params)
        if worth > most:
            best, most = card, worth
    return best, most


@jit
def _thrown(card, unseen, hidden, other, month, rules, params):
    """What laying a card on the board costs: the other may take it."""
    matches = popcount(unseen & month_of(card))
    held = matches * hidden / max(popcount(unseen), 1)
    lost = min(held, 1.0) * gain(card, other, month, rules)
    return -params[EXPOSE] * lost


@jit
def _play(view, own, other, rules, params):
    public = view.public
    board, month = public.board, public.month
    unseen = DECK & ~(view.hand | board | public.piles[0] | public.piles[1])
    hidden = public.cards_left[1 - view.seat]
    best, most = -1, 0.0
    hand = view.legal[0]
    while hand != _NONE:
        card = lowest(hand)
        hand = drop_lowest(hand)
        there = board & month_of(card)
        if there == _NONE:
            worth = _thrown(card, unseen, hidden, other, month, rules, params)
        else:
            worth = _both(card, own, other, month, rules, params)
            if popcount(there) == 2:
                worth += _best_of(there, own, other, month, rules, params)[1]
            else:
                worth += _all(there, own, other, month, rules, params)
        if best < 0 or worth > most:
            best, most = card, worth
    return best


@jit
def prospects(lacks, rules):
    """How likely a turn brings more points, and about how many: the yaku's points weighed by their chances."""
    viewing = (rules.flower_viewing, rules.moon_viewing)
    points = (
        rules.three_brights,
        rules.four_brights,
        rules.rainy_four_brights,
        rules.five_brights,
        rules.boar_deer_butterfly,
        rules.poetry_ribbons,
        rules.blue_ribbons,
        rules.animals,
        rules.ribbons,
        rules.chaff,
        viewing[0],
        viewing[1],
        rules.month_yaku,
    )
    stays, weight, total = 1.0, 0.0, 0.0
    for place in range(len(points)):
        is_open = place in (7, 8, 9) or lacks[place] > 0
        if points[place] > 0 and is_open:
            chance = _chance(lacks[place])
            stays *= 1.0 - chance
            weight += chance
            total += chance * (points[place] if lacks[place] > 0 else 1)
    return 1.0 - stays, total / weight if weight > 0 else 0.0


@jit
def _calls(view, own, other, rules, params):
    """Whether going on is worth more than stopping: what is to be won against what the other may win first."""
    public = view.public
    seat = view.seat
    calls, others = public.calls[seat], public.calls[1 - seat]
    points = public.points[seat]
    now = scoring.payment(points, calls, others, public.factor, rules)
    rise, more = prospects(own, rules)
    fall, theirs = prospects(other, rules)
    turns = public.cards_left[seat]
    neither = ((1.0 - rise) * (1.0 - fall)) ** turns
    either = rise + fall - rise * fall
    if either <= 0.0:
        return False
    wins = (1.0 - neither) * rise / (rise + fall)
    loses = (1.0 - neither) * fall / (rise + fall)
    held = public.points[1 - seat]
    won = scoring.payment(points + max(1, np.int64(more + 0.5)), calls + 1, others, public.factor, rules)
    lost = scoring.payment(max(1, held + np.int64(theirs + 0.5)), others, calls + 1, public.factor, rules)
    return wins * won - params[RISK] * loses * lost > now


def expert(view, rules, tables, params, rng):
    """Weighs what each side is near; calls where more is to be won than lost."""
    public = view.public
    mine, theirs = public.piles[view.seat], public.piles[1 - view.seat]
    own = outlook(mine, theirs, public.month, rules)
    other = outlook(theirs, mine, public.month, rules)
    if view.decision == Decision.CALL:
        may_stop, may_call = bits.has(view.legal, Action.STOP), bits.has(view.legal, Action.KOIKOI)
        goes_on = may_call and (not may_stop or _calls(view, own, other, rules, params))
        return np.int64(Action.KOIKOI if goes_on else Action.STOP)
    if view.decision == Decision.PLAY:
        return np.int64(_play(view, own, other, rules, params))
    return np.int64(_best_of(view.legal[0], own, other, public.month, rules, params)[0])


EXPERT = Bot("expert", expert, "weighs what yaku both sides are near, and the risk of a call", PARAMS)
