"""What can't be: hands that no set of tiles allows, and ways to win that contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import numpy as np

from simlab.decks.riichi import COPIES, DORA, FIVES, KINDS, NORTH, TRIPLET
from simlab.errors import SimlabError
from simlab.games.options import Rules
from simlab.games.sanma.blocks import HAND, SETS
from simlab.games.sanma.rules import ALL_RED, MOST_COUNTED, MOST_INDICATORS, SEATS
from simlab.kernel.bits import bit, popcount
from simlab.kernel.jit import entry, jit

_NONE = np.uint64(0)


class Fault(IntEnum):
    """What is wrong with a hand."""

    NONE = 0
    RANGE = 1
    MELD_KIND = 2
    MELD_TWICE = 3
    COPIES = 4
    SIZE = 5
    WIN = 6
    NORTHS = 7
    TWO_RIICHI = 8
    OPEN_RIICHI = 9
    IPPATSU = 10
    URA = 11
    NO_KAN = 12
    NO_KITA = 13
    RON_REPLACED = 14
    TSUMO_ROBBED = 15
    TWO_REPLACED = 16
    TWO_ROBBED = 17
    NOT_NORTH = 18
    NOT_ALONE = 19
    LAST_TILE = 20
    LATE_IPPATSU = 21
    INTERRUPTED = 22
    DEALERS_RENHOU = 23
    BY = 24
    LIABLE = 25
    KITA_OFF = 26
    KITA_RON_OFF = 27
    REDS = 28
    SHOWN = 29
    DOUBLE_IPPATSU = 30
    SMALL_MELD = 31
    SIZES = 32
    SPARE = 33
    NO_SPARE = 34
    INDICATORS = 35
    SEEN = 36


WORDS = {
    Fault.RANGE: f"has a number out of range (seat, round, by 0-2, liable 0-3, honba and sticks 0-{MOST_COUNTED})",
    Fault.MELD_KIND: "has a meld of a kind that there isn't",
    Fault.MELD_TWICE: "has two melds of the same kind",
    Fault.COPIES: "has a tile more than four times",
    Fault.SIZE: "hasn't 14 tiles with the winning one, three fewer for each meld",
    Fault.WIN: "doesn't have its winning tile",
    Fault.NORTHS: "has more than four North, with those set aside",
    Fault.TWO_RIICHI: "is riichi and double_riichi at once; give one",
    Fault.OPEN_RIICHI: "can't be riichi with an open meld",
    Fault.IPPATSU: "can't be ippatsu without riichi",
    Fault.URA: "has ura dora without riichi",
    Fault.NO_KAN: "can't be rinshan without a kan",
    Fault.NO_KITA: "can't win on the replacement after a kita (after_kita) without kita",
    Fault.RON_REPLACED: "can't be won on a replacement tile by ron",
    Fault.TSUMO_ROBBED: "can't be won on another's tile (chankan, on_kita) by tsumo",
    Fault.TWO_REPLACED: "is won after a kan and after a kita at once; give one",
    Fault.TWO_ROBBED: "is won on a kan and on a kita at once; give one",
    Fault.NOT_NORTH: "can't be won on a kita (on_kita) but with North",
    Fault.NOT_ALONE: "can't rob a kan (chankan) of a kind of which there are more than the winning tile",
    Fault.LAST_TILE: "can't be won on the last tile and on a replacement, a kan or a kita at once",
    Fault.LATE_IPPATSU: "can't be ippatsu on a replacement tile: the call ended it",
    Fault.INTERRUPTED: "can't be of the first go-around (first_turn) with riichi, calls, kita or the last tile",
    Fault.DEALERS_RENHOU: "can't be a dealer's ron in the first go-around: he has discarded",
    Fault.BY: "is a ron without another seat that discarded (by)",
    Fault.LIABLE: "can't have the winner himself liable (pao)",
    Fault.KITA_OFF: "has kita, which these rules don't have (kita=off)",
    Fault.KITA_RON_OFF: "can't be won on a kita under these rules (kita_ron=off)",
    Fault.REDS: "has more red fives than fives that these rules (red_fives) make red",
    Fault.SHOWN: "has a tile more than four times with the indicators that show dora",
    Fault.DOUBLE_IPPATSU: "can't be ippatsu behind a double riichi with kita or a kan, which end one or the other",
    Fault.SMALL_MELD: "has a meld of one or two tiles",
    Fault.SIZES: "hasn't 13 or 14 tiles, three fewer for each meld",
    Fault.SPARE: "has a tile too many to wait for one; ask for its discards",
    Fault.INDICATORS: f"has more than {MOST_INDICATORS} dora or ura dora indicators",
    Fault.SEEN: "has a tile more than four times with those that are seen elsewhere",
    Fault.NO_SPARE: "has no tile to spare; ask for its ukeire",
}


def check_hands(hands: np.ndarray, rules: Rules, name: Callable[[int], str]) -> None:
    """Refuse what can't be.

    Parameters
    ----------
    hands : HAND[n]
    rules : Rules
    name : function
        What the hand of that number is called, to stand before what is wrong with it.

    Raises
    ------
    SimlabError
        For the first hand that can't be.
    """
    which, fault = _first_fault(hands, rules.record("hand"), np.zeros(KINDS, np.int64))
    if fault != Fault.NONE:
        raise SimlabError(f"{name(which)} {WORDS[Fault(fault)]}")


@entry
def _first_fault(hands, rules, counts):
    """The first hand that has a fault, and which; `counts` is scratch."""
    for which in range(hands.shape[0]):
        fault = _of_tiles(hands[which], counts)
        if fault == Fault.NONE:
            fault = _of_luck(hands[which], counts)
        if fault == Fault.NONE:
            fault = _of_rules(hands[which], counts, rules[0])
        if fault != Fault.NONE:
            return which, np.int64(fault)
    return 0, np.int64(Fault.NONE)


class Tiles(IntEnum):
    """How many tiles a hand may have, three fewer for each meld."""

    ANY = 0
    """13 or 14."""
    WAITING = 1
    """13."""
    SPARE = 2
    """14."""


def check_shapes(hands: np.ndarray, held: np.ndarray, seen: np.ndarray, tiles: Tiles) -> None:
    """Refuse closed tiles, tiles in melds and tiles seen elsewhere, uint8[n, 27] each, that can't be.

    Raises
    ------
    SimlabError
        For the first hand that can't be.
    """
    which, fault = _first_odd(hands, held, seen, tiles)
    if fault != Fault.NONE:
        raise SimlabError(f"hand {which} of the array {WORDS[Fault(fault)]}")


@entry
def _first_odd(hands, held, seen, tiles):
    """The first hand with a wrong number of tiles, and what is wrong."""
    for which in range(hands.shape[0]):
        size, melds, most, all_seen, small = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for kind in range(KINDS):
            melded = np.int64(held[which, kind])
            size += np.int64(hands[which, kind])
            melds += np.int64(melded > 0)
            small += np.int64((melded > 0) & (melded < TRIPLET))
            own = np.int64(hands[which, kind]) + melded
            most = max(most, own)
            all_seen = max(all_seen, own + seen[which, kind])
        due = HAND - TRIPLET * melds
        if most > COPIES:
            return which, np.int64(Fault.COPIES)
        if small > 0:
            return which, np.int64(Fault.SMALL_MELD)
        if melds > SETS or not due - 1 <= size <= due:
            return which, np.int64(Fault.SIZES)
        if all_seen > COPIES:
            return which, np.int64(Fault.SEEN)
        if tiles == Tiles.WAITING and size == due:
            return which, np.int64(Fault.SPARE)
        if tiles == Tiles.SPARE and size < due:
            return which, np.int64(Fault.NO_SPARE)
    return 0, np.int64(Fault.NONE)


@jit
def _is_out_of_range(hand):
    seats = not (0 <= hand.seat < SEATS and 0 <= hand.round < SEATS and 0 <= hand.by < SEATS)
    numbers = not (0 <= hand.honba <= MOST_COUNTED and 0 <= hand.sticks <= MOST_COUNTED)
    return seats or numbers or not 0 <= hand.liable <= SEATS


@jit
def _of_tiles(hand, counts):
    """Faults of the tiles themselves."""
    kans = hand.open_kans | hand.closed_kans
    size, is_over = 0, False
    for kind in range(KINDS):
        melded = COPIES * (kans & bit(kind) != _NONE) + TRIPLET * (hand.pons & bit(kind) != _NONE)
        size += hand.tiles[kind]
        counts[kind] = np.int64(hand.tiles[kind]) + melded
        is_over |= counts[kind] > COPIES
    melds = popcount(hand.pons) + popcount(hand.open_kans) + popcount(hand.closed_kans)
    if _is_out_of_range(hand):
        return Fault.RANGE
    if (hand.pons | kans) >> np.uint64(KINDS) != _NONE:
        return Fault.MELD_KIND
    if melds != popcount(hand.pons | kans):
        return Fault.MELD_TWICE
    if is_over:
        return Fault.COPIES
    if melds > SETS or size != HAND - TRIPLET * melds:
        return Fault.SIZE
    if not 0 <= hand.win < KINDS or hand.tiles[hand.win] == 0:
        return Fault.WIN
    if counts[NORTH] + hand.kita > COPIES:
        return Fault.NORTHS
    counts[NORTH] += hand.kita
    is_over, dora, ura = False, np.int64(0), np.int64(0)
    for kind in range(KINDS):
        dora += np.int64(hand.dora[kind])
        ura += np.int64(hand.ura[kind])
        is_over |= counts[kind] + hand.dora[DORA[kind]] + hand.ura[DORA[kind]] > COPIES
    counts[NORTH] -= hand.kita
    if dora > MOST_INDICATORS or ura > MOST_INDICATORS:
        return Fault.INDICATORS
    return Fault.SHOWN if is_over else Fault.NONE


@jit
def _of_luck(hand, counts):
    """Ways to win that contradict each other."""
    riichi = hand.riichi or hand.double_riichi
    is_open = hand.pons | hand.open_kans != _NONE
    has_kan = hand.open_kans | hand.closed_kans != _NONE
    replaced, robbed = hand.rinshan or hand.after_kita, hand.chankan or hand.on_kita
    ura = False
    for kind in range(KINDS):
        ura |= hand.ura[kind] > 0
    if hand.riichi and hand.double_riichi:
        return Fault.TWO_RIICHI
    if riichi and is_open:
        return Fault.OPEN_RIICHI
    if not riichi and (hand.ippatsu or ura):
        return Fault.IPPATSU if hand.ippatsu else Fault.URA
    if (hand.rinshan and not has_kan) or (hand.after_kita and hand.kita == 0):
        return Fault.NO_KAN if hand.rinshan and not has_kan else Fault.NO_KITA
    if (replaced and not hand.tsumo) or (robbed and hand.tsumo):
        return Fault.RON_REPLACED if replaced else Fault.TSUMO_ROBBED
    if hand.rinshan and hand.after_kita:
        return Fault.TWO_REPLACED
    if hand.chankan and hand.on_kita:
        return Fault.TWO_ROBBED
    if hand.on_kita and hand.win != NORTH:
        return Fault.NOT_NORTH
    shown = hand.dora[DORA[hand.win]] + hand.ura[DORA[hand.win]]
    if hand.chankan and counts[hand.win] + shown > 1:
        return Fault.NOT_ALONE
    if hand.last_tile and (replaced or robbed):
        return Fault.LAST_TILE
    if hand.ippatsu and (replaced or (hand.double_riichi and (hand.kita > 0 or has_kan))):
        return Fault.LATE_IPPATSU if replaced else Fault.DOUBLE_IPPATSU
    if not hand.first_turn:
        return Fault.NONE
    if riichi or hand.kita > 0 or is_open or has_kan or robbed or hand.last_tile:
        return Fault.INTERRUPTED
    return Fault.DEALERS_RENHOU if not hand.tsumo and hand.seat == 0 else Fault.NONE


@jit
def _of_rules(hand, counts, rules):
    """Who pays, and what the rules don't have."""
    if not hand.tsumo and hand.by == hand.seat:
        return Fault.BY
    if hand.liable == hand.seat + 1:
        return Fault.LIABLE
    if not rules.kita and (hand.kita > 0 or hand.on_kita):
        return Fault.KITA_OFF
    if hand.on_kita and not rules.kita_ron:
        return Fault.KITA_RON_OFF
    fives = (counts[FIVES[0]] > 0) + (counts[FIVES[1]] > 0)
    may_be_red = ALL_RED if rules.red_fives == ALL_RED else min(fives, rules.red_fives)
    return Fault.REDS if hand.reds > may_be_red else Fault.NONE
