"""Who pays what: the base value of a hand, and its shares under every way to pay a tsumo."""

from __future__ import annotations

import numpy as np

from simlab.games.sanma.rules import SEATS, Kazoe, TsumoPayment
from simlab.games.sanma.state import Limit
from simlab.kernel.jit import entry, jit

MANGAN_HAN, HANEMAN_HAN, BAIMAN_HAN, SANBAIMAN_HAN, KAZOE_HAN = 5, 6, 8, 11, 13
LIMIT_BASES = (0, 2000, 3000, 4000, 6000, 8000, 8000)
"""The base value of each limit."""
MANGAN_BASE = LIMIT_BASES[Limit.MANGAN]

DEALER = 0
_STEP = 100
_KIRIAGE = ((4, 30), (3, 60))
_RON, _DEALER_RON = 4, 6
_EXTRA = 1000


@jit
def limit_of(han, fu, rules):
    """The limit of a hand that is no yakuman."""
    if han >= KAZOE_HAN:
        return Limit.KAZOE_YAKUMAN if rules.kazoe == Kazoe.YAKUMAN else Limit.SANBAIMAN
    if han >= SANBAIMAN_HAN:
        return Limit.SANBAIMAN
    if han >= BAIMAN_HAN:
        return Limit.BAIMAN
    if han >= HANEMAN_HAN:
        return Limit.HANEMAN
    kiriage = False
    for rounded in _KIRIAGE:
        kiriage |= han == rounded[0] and fu == rounded[1]
    if han >= MANGAN_HAN or _uncapped(han, fu) >= MANGAN_BASE or (rules.kiriage and kiriage):
        return Limit.MANGAN
    return Limit.NONE


@jit
def _uncapped(han, fu):
    return fu << (han + 2)


@jit
def base_of(han, fu, limit):
    """The base value that all payments are made of."""
    return _uncapped(han, fu) if limit == Limit.NONE else LIMIT_BASES[np.int64(limit)]


@entry
def value_of(han, fu, rules):
    """The base value of a hand that is no yakuman."""
    return base_of(han, fu, limit_of(han, fu, rules))


@jit
def _up(points):
    """Rounded up to 100."""
    return -(-points // _STEP) * _STEP


@jit
def _near(points, parts):
    """A share of `points` rounded to the nearest 100, a tie up."""
    return (2 * points + _STEP * parts) // (2 * _STEP * parts) * _STEP


@entry
def ron_value(base, is_dealer):
    """What a ron costs who discarded."""
    return _up((_DEALER_RON if is_dealer else _RON) * base)


@entry
def tsumo_values(base, is_dealer, payment):
    """What a tsumo costs the dealer, and each of the others; by the dealer's own, the second alone counts."""
    double, single = _up(2 * base), _up(base)
    ron = ron_value(base, is_dealer)
    if payment == TsumoPayment.HALF:
        return _up(double + single // 2), _up(double + double // 2) if is_dealer else _up(single + single // 2)
    if payment == TsumoPayment.HALF_EXACT:
        return _up(5 * base // 2), _up(3 * base) if is_dealer else _up(3 * base // 2)
    if payment == TsumoPayment.PROPORTIONAL:
        return _near(2 * ron, 3), _near(ron, 2) if is_dealer else _near(ron, 3)
    if payment == TsumoPayment.EQUAL:
        return double, _up(3 * base) if is_dealer else double
    if payment == TsumoPayment.DEALER_PAYS:
        return double + single, _up(3 * base) if is_dealer else single
    if payment == TsumoPayment.ADD_1000:
        return double + _EXTRA, (double if is_dealer else single) + _EXTRA
    return double, double if is_dealer else single


@jit
def charge(base, hand, rules, pays):
    """Charge a value to those who pay it: all for a tsumo, or who discarded."""
    is_dealer = hand.seat == DEALER
    if not hand.tsumo:
        pays[hand.by] += ron_value(base, is_dealer)
        return
    from_dealer, from_other = tsumo_values(base, is_dealer, rules.tsumo_payment)
    for seat in range(SEATS):
        if seat != hand.seat:
            pays[seat] += from_dealer if seat == DEALER else from_other


@jit
def charge_liable(base, hand, pays):
    """Charge a value to who is liable for it: all of it, or half where another discarded."""
    liable = hand.liable - 1
    value = ron_value(base, hand.seat == DEALER)
    if hand.tsumo or hand.by == liable:
        pays[liable] += value
    else:
        pays[liable] += value // 2
        pays[hand.by] += value // 2


@jit
def charge_honba(hand, rules, is_liable, pays):
    """Charge the honba: from each for a tsumo, as much in all from who discarded, or from who is liable."""
    each = np.int64(rules.honba_value) * hand.honba
    for seat in range(SEATS):
        if seat == hand.seat:
            continue
        if is_liable:
            pays[hand.liable - 1] += each
        elif hand.tsumo:
            pays[seat] += each
        else:
            pays[hand.by] += each
