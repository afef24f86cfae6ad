"""Sanma's records: a winning hand, what it is worth, and the rules as kernels read them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from simlab.decks.riichi import KINDS
from simlab.games.sanma.rules import OPTIONS, SEATS
from simlab.kernel.records import rules_record

RULES = rules_record([option.name for option in OPTIONS])

HAND = np.dtype(
    [
        ("tiles", "u1", (KINDS,)),  # closed ones of each kind, the winning one among them
        ("pons", "u8"),  # kinds, a bit each
        ("open_kans", "u8"),
        ("closed_kans", "u8"),
        ("dora", "u1", (KINDS,)),  # how many indicators show each kind
        ("ura", "u1", (KINDS,)),
        ("win", "i1"),  # the kind won on
        ("reds", "u1"),  # red fives
        ("kita", "u1"),  # Norths set aside
        ("seat", "i1"),  # 0 East, who deals, 1 South, 2 West
        ("round", "i1"),  # the round's wind, likewise
        ("by", "i1"),  # who discarded, for a ron
        ("liable", "i1"),  # 1 + the seat that is liable for daisangen or daisuushii; 0 for nobody
        ("tsumo", "?"),
        ("riichi", "?"),
        ("double_riichi", "?"),
        ("ippatsu", "?"),
        ("last_tile", "?"),  # haitei or houtei
        ("rinshan", "?"),  # on the replacement after a kan
        ("after_kita", "?"),  # on the replacement after a kita
        ("chankan", "?"),  # on another's added kan
        ("on_kita", "?"),  # on another's kita
        ("first_turn", "?"),  # in the first go-around, uninterrupted
        ("honba", "i2"),
        ("sticks", "i2"),
    ],
    align=True,
)
"""A winning hand and how it was won: what `simlab.sanma.batch_score` takes."""


class Yaku(IntEnum):
    """Yaku, by their bit."""

    RIICHI = 0
    DOUBLE_RIICHI = 1
    IPPATSU = 2
    MENZEN_TSUMO = 3
    PINFU = 4
    IIPEIKOU = 5
    TANYAO = 6
    HAKU = 7
    HATSU = 8
    CHUN = 9
    SEAT_WIND = 10
    ROUND_WIND = 11
    NORTH = 12
    HAITEI = 13
    HOUTEI = 14
    RINSHAN = 15
    CHANKAN = 16
    CHIITOITSU = 17
    CHANTA = 18
    ITTSUU = 19
    SANSHOKU_DOUKOU = 20
    TOITOI = 21
    SANANKOU = 22
    SANKANTSU = 23
    HONROUTOU = 24
    SHOUSANGEN = 25
    HONITSU = 26
    JUNCHAN = 27
    RYANPEIKOU = 28
    CHINITSU = 29
    RENHOU = 30
    KOKUSHI = 31
    SUUANKOU = 32
    DAISANGEN = 33
    SHOUSUUSHII = 34
    DAISUUSHII = 35
    TSUUIISOU = 36
    CHINROUTOU = 37
    RYUUIISOU = 38
    CHUUREN = 39
    SUUKANTSU = 40
    TENHOU = 41
    CHIIHOU = 42


HAN: Mapping[int, tuple[int, int]] = {
    **dict.fromkeys((Yaku.RIICHI, Yaku.IPPATSU, Yaku.MENZEN_TSUMO, Yaku.PINFU, Yaku.IIPEIKOU), (1, 0)),
    **dict.fromkeys(range(Yaku.TANYAO, Yaku.CHIITOITSU), (1, 1)),
    **dict.fromkeys((Yaku.DOUBLE_RIICHI, Yaku.CHIITOITSU), (2, 0)),
    **dict.fromkeys((Yaku.CHANTA, Yaku.ITTSUU), (2, 1)),
    **dict.fromkeys(range(Yaku.SANSHOKU_DOUKOU, Yaku.HONITSU), (2, 2)),
    **dict.fromkeys((Yaku.HONITSU, Yaku.JUNCHAN), (3, 2)),
    Yaku.RYANPEIKOU: (3, 0),
    Yaku.CHINITSU: (6, 5),
}
"""What each yaku is worth, closed and open; a renhou and the yakuman count otherwise."""


class Limit(IntEnum):
    """What a hand's value is capped at, or raised to."""

    NONE = 0
    MANGAN = 1
    HANEMAN = 2
    BAIMAN = 3
    SANBAIMAN = 4
    KAZOE_YAKUMAN = 5
    YAKUMAN = 6


class Wait(IntEnum):
    """Where in a reading the winning tile stands."""

    NONE = 0
    """Of a hand that isn't four sets and a pair."""
    OPEN = 1
    """At either end of a run, which waited on both sides (ryanmen)."""
    CLOSED = 2
    """In the middle of a run (kanchan)."""
    EDGE = 3
    """The three of 123, the seven of 789 (penchan)."""
    SINGLE = 4
    """In the pair (tanki)."""
    TRIPLET = 5


class FuPart(IntEnum):
    """What fu are made of, in the order of the chart."""

    BASE = 0
    """20, 30 for a closed hand won by ron; the whole of what is fixed."""
    TSUMO = 1
    PAIR = 2
    WAIT = 3
    OPEN_TRIPLETS = 4
    """Of 2 to 8; behind each kind of set that of terminals and honours."""
    OPEN_TRIPLETS_OUTSIDE = 5
    CLOSED_TRIPLETS = 6
    CLOSED_TRIPLETS_OUTSIDE = 7
    OPEN_KANS = 8
    OPEN_KANS_OUTSIDE = 9
    CLOSED_KANS = 10
    CLOSED_KANS_OUTSIDE = 11


FU_PARTS = len(FuPart)

SET_FU = (2, 4, 4, 8, 8, 16, 16, 32)
"""Fu of a set, in the order of `FuPart` from ``OPEN_TRIPLETS`` on."""


class Status(IntEnum):
    """Whether a hand could be scored."""

    SCORED = 0
    NO_YAKU = 1
    NOT_COMPLETE = 2


BONUS = ("dora", "ura_dora", "red", "kita")
BONUSES = len(BONUS)

SCORE = np.dtype(
    [
        ("status", "i1"),
        ("limit", "i1"),
        ("yaku", "u8"),  # a bit each
        ("yakuman", "i2"),  # how many times
        ("han", "i2"),  # with the bonus; 0 for yakuman
        ("fu", "i2"),  # 0 for yakuman
        ("bonus", "i2", (BONUSES,)),  # han of dora, ura dora, red fives and kita
        ("points", "i4"),  # all that the winner gets
        ("pays", "i4", (SEATS,)),  # what each seat pays, honba too; nothing for the sticks on the table
        ("fu_parts", "i2", (FU_PARTS,)),
        ("wait", "i1"),
        ("pair", "i1"),  # a kind
        ("triplets", "u8"),  # closed ones: kinds, a bit each
        ("runs", "u8"),  # three bits for the number of runs from each rank of pin, then of sou
    ],
    align=True,
)
"""What a hand is worth: what `simlab.sanma.batch_score` returns."""

DESK = np.dtype(
    [
        ("counts", "u1", (KINDS,)),  # of all tiles, those in melds too
        ("fu_parts", "i2", (FU_PARTS,)),  # of the reading that is looked at
        ("worth", "i8"),  # of the best so far: by base value, han and fu
    ],
    align=True,
)
"""Scratch for scoring one hand."""
