"""What a winning hand is worth: its readings, the best of them, and who pays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simlab.decks.riichi import COPIES, FIVES, KINDS, NORTH, OTHERS, OUTSIDE, RANKS, SOU, TRIPLET
from simlab.games.sanma.blocks import (
    PAIR_SHIFT,
    READINGS,
    RUN_BITS,
    RUNS_SHIFT,
    SETS,
    suit_rank,
)
from simlab.games.sanma.efficiency import SEVEN_PAIRS
from simlab.games.sanma.payments import LIMIT_BASES, MANGAN_BASE, base_of, charge, charge_honba, charge_liable, limit_of
from simlab.games.sanma.rules import ALL_RED, SEATS, KitaDora, PaoScope, Renhou
from simlab.games.sanma.state import BONUSES, FU_PARTS, SET_FU, FuPart, Limit, Status, Wait, Yaku
from simlab.games.sanma.yaku import (
    FIRST_TURN,
    RUNS,
    SUIT_RUNS,
    count_yakuman,
    han_of,
    is_nine_gates,
    kinds_of,
    marks,
    may_be_pao,
    of_first_turn,
    of_honours,
    of_honours_yakuman,
    of_kinds,
    of_kinds_yakuman,
    of_luck,
    of_sets,
    yakuhai,
)
from simlab.kernel.bits import bit, drop_lowest, lowest, popcount
from simlab.kernel.jit import entry, jit

STICK = 1000
YAKUMAN_BASE = LIMIT_BASES[Limit.YAKUMAN]

BASE_FU, CLOSED_RON_FU = 20, 30
TSUMO_FU, WAIT_FU, YAKUHAI_FU = 2, 2, 2
RENHOU_HAN = 5

_NONE = np.uint64(0)
_TRIPLETS = np.uint64((1 << RANKS) - 1)
_PAIR = np.uint64((1 << RUNS_SHIFT - PAIR_SHIFT) - 1)
_RUN = np.uint64((1 << RUN_BITS) - 1)
_PURE = 2
_NO_PAIR = -1
# Over any fu and any han, so that a hand's worth is told by one number.
_PLACES = np.int64(1024)


class Facts(NamedTuple):
    """What is known of a hand however it is read."""

    kinds: np.uint64
    melds: np.uint64
    is_closed: bool
    yaku: np.uint64
    """Of its kinds, and of how it was won."""
    yakuman: np.uint64


@entry
def score_all(hands, rules, tables, desks, scores):
    """Score many hands, each into a row of `scores`, which is all 0."""
    for row in range(hands.shape[0]):
        score_hand(hands[row], rules[0], tables[0], desks[0], scores[row])


@jit
def score_hand(hand, rules, table, desk, score):
    """Score one hand into a record that is all 0."""
    score.status = Status.NOT_COMPLETE
    desk.worth = 0
    melds = hand.pons | hand.open_kans | hand.closed_kans
    is_closed = hand.pons | hand.open_kans == _NONE
    _count(hand, melds, desk)
    kinds = kinds_of(desk.counts)
    yaku = of_luck(hand, is_closed, rules) | of_kinds(kinds, is_closed, rules)
    yakuman = of_first_turn(hand, rules) | of_kinds_yakuman(kinds)
    yakuman |= marks(Yaku.SUUKANTSU, popcount(hand.open_kans | hand.closed_kans) == SETS)
    facts = Facts(kinds, melds, is_closed, yaku, yakuman)
    _add_bonus(hand, desk, rules, score)
    if melds == _NONE:
        _try_orphans(hand, facts, rules, desk, score)
        _try_pairs(hand, facts, rules, desk, score)
    _try_sets(hand, facts, rules, table, desk, score)
    if hand.first_turn and not hand.tsumo and rules.renhou == Renhou.MANGAN and score.status != Status.NOT_COMPLETE:
        _raise_to_renhou(rules, desk, score)
    if score.status == Status.SCORED:
        _settle(hand, rules, score)


@jit
def _count(hand, melds, desk):
    """How many tiles there are of each kind, in melds too."""
    for kind in range(KINDS):
        desk.counts[kind] = hand.tiles[kind]
    while melds != _NONE:
        kind = lowest(melds)
        desk.counts[kind] += TRIPLET if hand.pons & bit(kind) != _NONE else COPIES
        melds = drop_lowest(melds)


@jit
def _add_bonus(hand, desk, rules, score):
    """Han that aren't yaku: dora, ura dora, red fives, kita."""
    shows_ura = rules.ura and (hand.riichi or hand.double_riichi)
    dora, ura = 0, 0
    for kind in range(KINDS):
        dora += np.int64(desk.counts[kind]) * hand.dora[kind]
        ura += np.int64(desk.counts[kind]) * hand.ura[kind]
    north = np.int64(hand.dora[NORTH]) + (np.int64(hand.ura[NORTH]) if shows_ura else 0)
    more = np.int64(north > 0) if rules.kita_dora == KitaDora.DOUBLE else north
    fives = np.int64(desk.counts[FIVES[0]]) + desk.counts[FIVES[1]]
    score.bonus[0] = dora
    score.bonus[1] = ura if shows_ura else 0
    score.bonus[2] = fives if rules.red_fives == ALL_RED else hand.reds
    score.bonus[3] = hand.kita * (1 + more)


@jit
def _try_orphans(hand, facts, rules, desk, score):
    """The thirteen orphans."""
    if facts.kinds != OUTSIDE:
        return
    yakuman = (facts.yakuman & FIRST_TURN) | bit(Yaku.KOKUSHI)
    on_thirteen = hand.tiles[hand.win] == 2
    times = count_yakuman(yakuman, Wait.NONE, False, on_thirteen, rules)
    _try_yakuman(yakuman, times, Wait.NONE, _NO_PAIR, _NONE, _NONE, desk, score)


@jit
def _try_pairs(hand, facts, rules, desk, score):
    """Seven different pairs."""
    pairs = 0
    for kind in range(KINDS):
        pairs += hand.tiles[kind] == 2
    if pairs != SEVEN_PAIRS:
        return
    if facts.yakuman != _NONE:
        times = count_yakuman(facts.yakuman, Wait.NONE, False, False, rules)
        _try_yakuman(facts.yakuman, times, Wait.NONE, _NO_PAIR, _NONE, _NONE, desk, score)
        return
    yaku = facts.yaku | bit(Yaku.CHIITOITSU) | marks(Yaku.HONROUTOU, facts.kinds & ~OUTSIDE == _NONE)
    for part in range(FU_PARTS):
        desk.fu_parts[part] = 0
    desk.fu_parts[FuPart.BASE] = rules.chiitoitsu_fu
    _try(yaku, True, rules.chiitoitsu_fu, Wait.NONE, _NO_PAIR, _NONE, _NONE, rules, desk, score)


@jit
def _try_sets(hand, facts, rules, table, desk, score):
    """Four sets and a pair, in every reading."""
    pin = table.complete[suit_rank(hand.tiles, 0, table)]
    sou = table.complete[suit_rank(hand.tiles, SOU, table)]
    other_sets, other_pair, is_whole = _read_others(hand.tiles)
    if pin == 0 or sou == 0 or not is_whole:
        return
    for one in range(READINGS):
        in_pin = table.readings[pin, one]
        for two in range(READINGS):
            in_sou = table.readings[sou, two]
            # Only the first reading can be of nothing.
            if (one == 0 or in_pin != _NONE) and (two == 0 or in_sou != _NONE):
                sets = (in_pin & _TRIPLETS) | (in_sou & _TRIPLETS) << np.uint64(SOU) | other_sets
                runs = (in_pin >> np.uint64(RUNS_SHIFT)) | (in_sou >> np.uint64(RUNS_SHIFT)) << SUIT_RUNS
                pair = _pair(in_pin, in_sou, other_pair)
                _try_reading(hand, facts, sets, runs, pair, rules, desk, score)


@jit
def _read_others(tiles):
    """The block without runs: its triplets, its pair, and whether that is all of it."""
    sets, pair, is_whole = _NONE, _NO_PAIR, True
    for kind in range(OTHERS, KINDS):
        count = tiles[kind]
        if count == TRIPLET:
            sets |= bit(kind)
        elif count == 2 and pair == _NO_PAIR:
            pair = kind
        elif count > 0:
            is_whole = False
    return sets, pair, is_whole


@jit
def _pair(in_pin, in_sou, other_pair):
    """The kind of the pair: one of the three blocks has it."""
    pin = np.int64((in_pin >> np.uint64(PAIR_SHIFT)) & _PAIR)
    sou = np.int64((in_sou >> np.uint64(PAIR_SHIFT)) & _PAIR)
    return pin - 1 if pin > 0 else SOU + sou - 1 if sou > 0 else other_pair


@jit
def _try_reading(hand, facts, sets, runs, pair, rules, desk, score):
    """One reading, with the winning tile wherever it can stand."""
    all_sets = sets | facts.melds
    yaku = facts.yaku | of_sets(all_sets, runs, pair, facts.kinds, facts.is_closed)
    yaku |= of_honours(all_sets, pair, hand, rules)
    yaku |= marks(Yaku.SANKANTSU, popcount(hand.open_kans | hand.closed_kans) == SETS - 1)
    yakuman = facts.yakuman | of_honours_yakuman(all_sets, pair)
    gates = 0
    if facts.melds == _NONE and yaku & bit(Yaku.CHINITSU) != _NONE:
        gates = is_nine_gates(hand.tiles, facts.kinds, hand.win)
        yakuman |= marks(Yaku.CHUUREN, gates > 0)
    win = np.int64(hand.win)
    for wait in range(Wait.OPEN, Wait.TRIPLET + 1):
        if _stands(win, wait, sets, runs, pair):
            closed_sets = popcount(sets | hand.closed_kans) - (wait == Wait.TRIPLET and not hand.tsumo)
            both = yakuman | marks(Yaku.SUUANKOU, closed_sets == SETS)
            if both != _NONE:
                times = count_yakuman(both, wait, gates == _PURE, False, rules)
                _try_yakuman(both, times, wait, pair, sets, runs, desk, score)
            else:
                value = yakuhai(pair, hand, rules)
                is_pinfu = facts.is_closed and all_sets == _NONE and wait == Wait.OPEN and value == 0
                is_pinfu = is_pinfu and (rules.pinfu_tsumo or not hand.tsumo)
                more = yaku | marks(Yaku.SANANKOU, closed_sets == SETS - 1) | marks(Yaku.PINFU, is_pinfu)
                fu = _fu(hand, facts, sets, wait, value, is_pinfu, rules, desk)
                _try(more, facts.is_closed, fu, wait, pair, sets, runs, rules, desk, score)


@jit
def _stands(win, wait, sets, runs, pair):
    """Whether the winning tile can stand in this place of a reading."""
    if wait == Wait.SINGLE:
        return win == pair
    if wait == Wait.TRIPLET:
        return sets & bit(win) != _NONE
    if win >= OTHERS:
        return False
    rank = win % RANKS
    here = runs >> (SUIT_RUNS if win >= SOU else _NONE)
    if wait == Wait.CLOSED:
        return _has_run(here, rank - 1)
    if wait == Wait.EDGE:
        return (rank == 2 and _has_run(here, 0)) or (rank == RUNS - 1 and _has_run(here, RUNS - 1))
    low, high = rank != RUNS - 1 and _has_run(here, rank), rank != 2 and _has_run(here, rank - 2)
    return low or high


@jit
def _has_run(runs, rank):
    """Whether a suit has a run from this rank on."""
    return 0 <= rank < RUNS and (runs >> np.uint64(RUN_BITS * rank)) & _RUN != _NONE


@jit
def _fu(hand, facts, sets, wait, value, is_pinfu, rules, desk):
    """The fu of a reading; their parts are left on the desk."""
    parts = desk.fu_parts
    for part in range(FU_PARTS):
        parts[part] = 0
    parts[FuPart.BASE] = CLOSED_RON_FU if facts.is_closed and not hand.tsumo else BASE_FU
    if is_pinfu:
        return np.int64(parts[FuPart.BASE])
    by_ron = bit(hand.win) if wait == Wait.TRIPLET and not hand.tsumo else _NONE
    groups = (hand.pons | by_ron, sets & ~by_ron, hand.open_kans, hand.closed_kans)
    parts[FuPart.TSUMO] = TSUMO_FU * hand.tsumo
    parts[FuPart.PAIR] = rules.double_wind_fu if value == 2 else YAKUHAI_FU * value
    parts[FuPart.WAIT] = WAIT_FU * (wait == Wait.CLOSED or wait == Wait.EDGE or wait == Wait.SINGLE)
    for group in range(len(groups)):
        outside = popcount(groups[group] & OUTSIDE)
        simple = popcount(groups[group]) - outside
        parts[FuPart.OPEN_TRIPLETS + 2 * group] = simple * SET_FU[2 * group]
        parts[FuPart.OPEN_TRIPLETS + 2 * group + 1] = outside * SET_FU[2 * group + 1]
    total = 0
    for part in range(FU_PARTS):
        total += parts[part]
    return -(-total // 10) * 10


@jit
def _try(yaku, is_closed, fu, wait, pair, sets, runs, rules, desk, score):
    """Keep a reading with so many fu if it is worth more than the best so far."""
    own = han_of(yaku, is_closed)
    if own == 0:
        if score.status == Status.NOT_COMPLETE:
            score.status = Status.NO_YAKU
        return
    han = own
    for bonus in range(BONUSES):
        han += score.bonus[bonus]
    limit = limit_of(han, fu, rules)
    worth = (np.int64(base_of(han, fu, limit)) * _PLACES + han) * _PLACES + fu
    if worth <= desk.worth:
        return
    desk.worth = worth
    score.status = Status.SCORED
    score.limit, score.yaku, score.yakuman, score.han, score.fu = limit, yaku, 0, han, fu
    score.wait, score.pair, score.triplets, score.runs = wait, pair, sets, runs
    for part in range(FU_PARTS):
        score.fu_parts[part] = desk.fu_parts[part]


@jit
def _try_yakuman(yaku, times, wait, pair, sets, runs, desk, score):
    """Keep a yakuman if it is more than the best so far."""
    worth = (np.int64(YAKUMAN_BASE) * times * _PLACES + _PLACES - 1) * _PLACES
    if worth <= desk.worth:
        return
    desk.worth = worth
    score.status = Status.SCORED
    score.limit, score.yaku, score.yakuman, score.han, score.fu = Limit.YAKUMAN, yaku, times, 0, 0
    score.wait, score.pair, score.triplets, score.runs = wait, pair, sets, runs
    for part in range(FU_PARTS):
        score.fu_parts[part] = 0


@jit
def _raise_to_renhou(rules, desk, score):
    """A renhou that is a mangan, unless the hand is worth more."""
    if desk.worth >= (MANGAN_BASE + 1) * _PLACES * _PLACES:
        return
    score.status = Status.SCORED
    score.limit, score.yaku, score.yakuman = Limit.MANGAN, bit(Yaku.RENHOU), 0
    score.han, score.fu = RENHOU_HAN, 0
    for part in range(FU_PARTS):
        score.fu_parts[part] = 0
    for bonus in range(BONUSES):
        score.bonus[bonus] = 0


@jit
def _settle(hand, rules, score):
    """Who pays what."""
    is_liable = rules.pao and hand.liable > 0 and may_be_pao(hand.pons | hand.open_kans, hand.closed_kans, score.yaku)
    if score.yakuman > 0:
        whole = np.int64(score.yakuman)
        answered = np.int64(0)
        if is_liable:
            doubled = rules.double_yakuman and score.yaku & bit(Yaku.DAISUUSHII) != _NONE
            answered = whole if rules.pao_scope == PaoScope.WHOLE_HAND else np.int64(2 if doubled else 1)
            charge_liable(YAKUMAN_BASE * answered, hand, score.pays)
        if whole > answered:
            charge(YAKUMAN_BASE * (whole - answered), hand, rules, score.pays)
        for bonus in range(BONUSES):
            score.bonus[bonus] = 0
    else:
        charge(np.int64(base_of(score.han, score.fu, score.limit)), hand, rules, score.pays)
    charge_honba(hand, rules, is_liable, score.pays)
    score.points = STICK * hand.sticks
    for seat in range(SEATS):
        score.points += score.pays[seat]
