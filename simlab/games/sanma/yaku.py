"""Which yaku a hand has: those that its tiles and its luck give however it is read, and those of one reading.

Sets of kinds are uint64 masks, sets of yaku too. Each function returns the yaku it finds.
"""

from __future__ import annotations

import numpy as np

from simlab.decks.riichi import (
    DRAGON_KINDS,
    EAST,
    GREEN,
    HONOURS,
    KINDS,
    MAN_KINDS,
    NORTH,
    OTHERS,
    OUTSIDE,
    PIN_KINDS,
    RANKS,
    RED,
    SOU,
    SOU_KINDS,
    TERMINALS,
    WHITE,
    WIND_KINDS,
    kinds_mask,
)
from simlab.games.sanma.blocks import RUN_BITS
from simlab.games.sanma.rules import Renhou
from simlab.games.sanma.state import HAN, Wait, Yaku
from simlab.kernel.bits import bit, drop_lowest, lowest, popcount
from simlab.kernel.jit import entry, jit

_NONE = np.uint64(0)
_GREENS = kinds_mask((SOU + 1, SOU + 2, SOU + 3, SOU + 5, SOU + 7, GREEN))
_SAME_ENDS = (kinds_mask((0, SOU, OTHERS)), kinds_mask((RANKS - 1, SOU + RANKS - 1, OTHERS + 1)))
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)

RUNS = RANKS - 2
SUIT_RUNS = np.uint64(RUN_BITS * RUNS)
"""Bits for the runs of one suit."""

_ONE_OF_EACH = np.uint64(sum(1 << RUN_BITS * rank for rank in range(2 * RUNS)))
_END_RUNS = np.uint64(
    sum(((1 << RUN_BITS) - 1) << RUN_BITS * (RUNS * suit + rank) for suit in range(2) for rank in (0, RUNS - 1))
)
_STRAIGHT = np.uint64(sum(1 << RUN_BITS * rank for rank in (0, 3, 6)))

_CLOSED_HAN = np.array([HAN.get(yaku, (0, 0))[0] for yaku in Yaku], np.int64)
_OPEN_HAN = np.array([HAN.get(yaku, (0, 0))[1] for yaku in Yaku], np.int64)
FIRST_TURN = kinds_mask((Yaku.TENHOU, Yaku.CHIIHOU, Yaku.RENHOU))
PAO = kinds_mask((Yaku.DAISANGEN, Yaku.DAISUUSHII))
"""The yakuman that somebody can be liable for."""

_SUUSHII = 4
_DRAGONS = 3


@jit
def marks(yaku, holds):
    """The set of a yaku, or none."""
    return bit(yaku) if holds else _NONE


@jit
def han_of(yaku, is_closed):
    """The han of a set of yaku."""
    total = 0
    while yaku != _NONE:
        which = lowest(yaku)
        total += _CLOSED_HAN[which] if is_closed else _OPEN_HAN[which]
        yaku = drop_lowest(yaku)
    return total


@jit
def of_luck(hand, is_closed, rules):
    """How the hand was won."""
    is_riichi = hand.riichi or hand.double_riichi
    rinshan = hand.rinshan or (hand.after_kita and rules.kita_rinshan)
    found = marks(Yaku.RIICHI, hand.riichi) | marks(Yaku.DOUBLE_RIICHI, hand.double_riichi)
    is_kept = not hand.on_kita or rules.kita_ron_ippatsu
    found |= marks(Yaku.IPPATSU, is_riichi and hand.ippatsu and rules.ippatsu and is_kept)
    found |= marks(Yaku.MENZEN_TSUMO, hand.tsumo and is_closed)
    found |= marks(Yaku.RINSHAN, rinshan)
    found |= marks(Yaku.HAITEI, hand.last_tile and hand.tsumo)
    found |= marks(Yaku.HOUTEI, hand.last_tile and not hand.tsumo)
    return found | marks(Yaku.CHANKAN, hand.chankan or (hand.on_kita and rules.kita_ron_chankan))


@jit
def of_first_turn(hand, rules):
    """Yakuman of the first go-around."""
    found = marks(Yaku.TENHOU, hand.first_turn and hand.tsumo and hand.seat == 0)
    found |= marks(Yaku.CHIIHOU, hand.first_turn and hand.tsumo and hand.seat != 0)
    is_renhou = hand.first_turn and not hand.tsumo and rules.renhou == Renhou.YAKUMAN
    return found | marks(Yaku.RENHOU, is_renhou)


@jit
def of_kinds(kinds, is_closed, rules):
    """What the kinds alone tell."""
    is_simple = kinds & OUTSIDE == _NONE
    suits = (kinds & PIN_KINDS != _NONE) + (kinds & SOU_KINDS != _NONE) + (kinds & MAN_KINDS != _NONE)
    has_honours = kinds & HONOURS != _NONE
    found = marks(Yaku.TANYAO, is_simple and (is_closed or rules.kuitan))
    found |= marks(Yaku.HONITSU, suits == 1 and has_honours)
    return found | marks(Yaku.CHINITSU, suits == 1 and not has_honours)


@jit
def of_kinds_yakuman(kinds):
    """Yakuman that the kinds alone tell."""
    found = marks(Yaku.TSUUIISOU, kinds & ~HONOURS == _NONE)
    found |= marks(Yaku.CHINROUTOU, kinds & ~TERMINALS == _NONE)
    return found | marks(Yaku.RYUUIISOU, kinds & ~_GREENS == _NONE)


@jit
def yakuhai(kind, hand, rules):
    """How many of the winner's value tiles a kind is: dragons, the seat's wind, the round's, North by option."""
    is_dragon = kind >= WHITE
    if kind == NORTH:
        return np.int64(rules.north_yakuhai)
    return np.int64(is_dragon) + (kind == EAST + hand.seat) + (kind == EAST + hand.round)


@jit
def of_honours(sets, pair, hand, rules):
    """What triplets and kans of honours give, whatever else the hand is."""
    found = _NONE
    for dragon in range(_DRAGONS):
        found |= marks(Yaku.HAKU + dragon, sets & bit(WHITE + dragon) != _NONE)
    found |= marks(Yaku.SEAT_WIND, sets & bit(EAST + hand.seat) != _NONE)
    found |= marks(Yaku.ROUND_WIND, sets & bit(EAST + hand.round) != _NONE)
    found |= marks(Yaku.NORTH, rules.north_yakuhai and sets & bit(NORTH) != _NONE)
    is_little = popcount(sets & DRAGON_KINDS) == _DRAGONS - 1 and WHITE <= pair <= RED
    return found | marks(Yaku.SHOUSANGEN, is_little)


@jit
def of_honours_yakuman(sets, pair):
    """Yakuman of dragons and winds."""
    winds = popcount(sets & WIND_KINDS)
    found = marks(Yaku.DAISANGEN, popcount(sets & DRAGON_KINDS) == _DRAGONS)
    found |= marks(Yaku.DAISUUSHII, winds == _SUUSHII)
    return found | marks(Yaku.SHOUSUUSHII, winds == _SUUSHII - 1 and EAST <= pair <= NORTH)


@entry
def may_be_pao(called, closed_kans, yaku):
    """Whether daisangen or daisuushii lies open, so that somebody can have fed its last set."""
    kinds = DRAGON_KINDS if yaku & bit(Yaku.DAISANGEN) != _NONE else WIND_KINDS
    is_shown = (called | closed_kans) & kinds == kinds and called & kinds != _NONE
    return yaku & PAO != _NONE and is_shown


@jit
def of_sets(sets, runs, pair, kinds, is_closed):
    """What one reading gives: runs, triplets and where terminals and honours stand."""
    found = _NONE
    if is_closed and runs != _NONE:
        twice = _twice(runs)
        found |= marks(Yaku.IIPEIKOU, twice == 1) | marks(Yaku.RYANPEIKOU, twice == 2)
    straight = _holds(runs, _STRAIGHT) or _holds(runs >> SUIT_RUNS, _STRAIGHT)
    found |= marks(Yaku.ITTSUU, straight)
    same = sets & _SAME_ENDS[0] == _SAME_ENDS[0] or sets & _SAME_ENDS[1] == _SAME_ENDS[1]
    found |= marks(Yaku.SANSHOKU_DOUKOU, same)
    found |= marks(Yaku.TOITOI, runs == _NONE)
    is_outside = (sets | bit(pair)) & ~OUTSIDE == _NONE and runs & ~_END_RUNS == _NONE
    has_honours = kinds & HONOURS != _NONE
    found |= marks(Yaku.HONROUTOU, is_outside and runs == _NONE)
    found |= marks(Yaku.CHANTA, is_outside and runs != _NONE and has_honours)
    return found | marks(Yaku.JUNCHAN, is_outside and runs != _NONE and not has_honours)


@jit
def _twice(runs):
    """How many pairs of equal runs there are: by twos in each field of three bits."""
    second, third = (runs >> np.uint64(1)) & _ONE_OF_EACH, (runs >> np.uint64(2)) & _ONE_OF_EACH
    return popcount(second) + 2 * popcount(third)


@jit
def _holds(runs, wanted):
    """Whether a suit has every one of some runs, each named by its lowest bit."""
    any_of = runs | (runs >> np.uint64(1)) | (runs >> np.uint64(2))
    return any_of & wanted == wanted


@jit
def is_nine_gates(counts, kinds, win):
    """Whether a closed hand is chuuren: 0, or 1, or 2 if it waited on all nine."""
    first = 0 if kinds & ~PIN_KINDS == _NONE else SOU
    spare = 0
    for rank in range(RANKS):
        over = np.int64(counts[first + rank]) - _NINE_GATES[rank]
        if over < 0:
            return 0
        spare = rank if over > 0 else spare
    return 2 if first + spare == win else 1


@jit
def count_yakuman(yaku, wait, pure_gates, orphans_on_thirteen, rules):
    """How many times a yakuman a set of them is."""
    times = popcount(yaku)
    if rules.double_yakuman:
        times += yaku & bit(Yaku.DAISUUSHII) != _NONE
        times += yaku & bit(Yaku.SUUANKOU) != _NONE and wait == Wait.SINGLE
        times += pure_gates
        times += orphans_on_thirteen
    return times


@jit
def kinds_of(counts):
    """The kinds that are there at all."""
    found = _NONE
    for kind in range(KINDS):
        found |= np.uint64(counts[kind] > 0) << np.uint64(kind)
    return found
