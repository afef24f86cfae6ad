"""What can't be: hands that no set of tiles allows, and ways to win that contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from simlab.decks.riichi import COPIES, KINDS, NORTH
from simlab.errors import SimlabError
from simlab.games.options import Rules
from simlab.games.sanma.blocks import HAND as HAND_SIZE
from simlab.games.sanma.rules import ALL_RED, SEATS

_MELD = COPIES - 1
MOST_KITA = COPIES
MOST_HONBA, MOST_STICKS = 1000, 1000

Hands = Any
"""A structured array of `HAND`s."""


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
        For the first fault that any hand has.
    """
    for bad, why in (*_tiles(hands), *_luck(hands), *_by_rules(hands, rules)):
        if bad.any():
            raise SimlabError(f"{name(int(np.argmax(bad)))}{why}")


def bits_of(masks: np.ndarray) -> np.ndarray:
    """Sets of kinds as 0 and 1: uint8[n, 27]."""
    return (masks[:, None] >> np.arange(KINDS, dtype=np.uint64) & np.uint64(1)).astype(np.uint8)


def all_counts(hands: np.ndarray) -> np.ndarray:
    """How many tiles there are of each kind, in melds too: uint8[n, 27]."""
    kans = bits_of(hands["open_kans"] | hands["closed_kans"])
    return hands["tiles"] + _MELD * bits_of(hands["pons"]) + COPIES * kans


def _tiles(hands: Hands) -> Iterator[tuple[np.ndarray, str]]:
    """Faults of the tiles themselves."""
    melds = hands["pons"], hands["open_kans"], hands["closed_kans"]
    number = sum(bits_of(mask).sum(axis=1, dtype=np.int64) for mask in melds)
    due = HAND_SIZE - _MELD * number
    counts = all_counts(hands)
    win = hands["win"]
    is_kind = (win >= 0) & (win < KINDS)
    held = np.take_along_axis(hands["tiles"], np.where(is_kind, win, 0)[:, None].astype(np.int64), axis=1)[:, 0]
    yield ((melds[0] | melds[1] | melds[2]) >> np.uint64(KINDS)) > 0, "has a meld of a kind that there isn't"
    overlap = (melds[0] & melds[1]) | (melds[0] & melds[2]) | (melds[1] & melds[2])
    yield (counts > COPIES).any(axis=1) | (overlap > 0), "has a tile more than four times"
    size = hands["tiles"].sum(axis=1, dtype=np.int64)
    yield size != due, "hasn't 14 tiles with the winning one, three fewer for each meld"
    yield ~is_kind | (held == 0), "doesn't have its winning tile"
    norths = counts[:, NORTH] + hands["kita"]
    yield norths > COPIES, "has more than four North, with those set aside"


def _luck(hands: Hands) -> Iterator[tuple[np.ndarray, str]]:
    """Ways to win that contradict each other."""
    tsumo, kita = hands["tsumo"], hands["kita"] > 0
    riichi = hands["riichi"] | hands["double_riichi"]
    is_open = (hands["pons"] | hands["open_kans"]) > 0
    kans = (hands["open_kans"] | hands["closed_kans"]) > 0
    replaced = hands["rinshan"] | hands["after_kita"]
    robbed = hands["chankan"] | hands["on_kita"]
    counts = all_counts(hands)
    alone = np.take_along_axis(counts, hands["win"][:, None].astype(np.int64), axis=1)[:, 0] == 1
    early = hands["first_turn"]
    yield hands["riichi"] & hands["double_riichi"], "is riichi and double_riichi at once; give one"
    yield riichi & is_open, "can't be riichi with an open meld"
    yield hands["ippatsu"] & ~riichi, "can't be ippatsu without riichi"
    yield (hands["ura"].any(axis=1)) & ~riichi, "has ura dora without riichi"
    yield hands["rinshan"] & ~kans, "can't be rinshan without a kan"
    yield hands["after_kita"] & ~kita, "can't win on the replacement after a kita without kita"
    yield replaced & ~tsumo, "can't be won on a replacement tile by ron"
    yield robbed & tsumo, "can't be won on another's tile by tsumo"
    yield hands["rinshan"] & hands["after_kita"], "is won after a kan and after a kita at once; give one"
    yield hands["chankan"] & hands["on_kita"], "is won on a kan and on a kita at once; give one"
    yield hands["on_kita"] & (hands["win"] != NORTH), "can't be won on a kita but with North"
    yield hands["chankan"] & ~alone, "can't rob a kan of a kind that it holds more of than the winning tile"
    yield hands["last_tile"] & (replaced | robbed), "can't be won on the last tile and on a replacement, kan or kita"
    yield hands["ippatsu"] & replaced, "can't be ippatsu on a replacement tile: the call ended it"
    interrupted = riichi | kita | is_open | kans | replaced | robbed | hands["last_tile"]
    yield early & interrupted, "can't be of the first go-around with riichi, calls, kita or the last tile"
    yield early & ~tsumo & (hands["seat"] == 0), "can't be a dealer's ron in the first go-around: he has discarded"


def _by_rules(hands: Hands, rules: Rules) -> Iterator[tuple[np.ndarray, str]]:
    """What the rules don't have, and numbers out of range."""
    everywhere = np.ones(len(hands), np.bool_)
    for field, low, high in (
        ("seat", 0, SEATS - 1),
        ("round", 0, SEATS - 1),
        ("liable", 0, SEATS),
        ("honba", 0, MOST_HONBA),
        ("sticks", 0, MOST_STICKS),
        ("kita", 0, MOST_KITA),
    ):
        yield (hands[field] < low) | (hands[field] > high), f"has {field} out of range; allowed: {low} to {high}"
    by = hands["by"]
    wrong = (by < 0) | (by >= SEATS) | (by == hands["seat"])
    yield ~hands["tsumo"] & wrong, "is a ron without another seat that discarded (by)"
    yield hands["liable"] == hands["seat"] + 1, "can't have the winner liable for it"
    if not rules["kita"]:
        yield (hands["kita"] > 0) | hands["on_kita"], "has kita, which these rules don't have (kita=off)"
    if not rules["kita_ron"]:
        yield hands["on_kita"], "can't be won on a kita under these rules (kita_ron=off)"
    if rules["red_fives"] != ALL_RED:
        red = everywhere & (hands["reds"] > int(rules["red_fives"]))
        yield red, f"has more red fives than these rules (red_fives={rules['red_fives']})"
