"""Sanma's options as far as they touch a hand. RULES.md says them in words."""

from __future__ import annotations

from enum import IntEnum

from simlab.games.options import Deck, Option, Rules

SEATS = 3
TILES = 108
ALL_RED = 8
MOST_HONBA_VALUE = 1000
MOST_COUNTED = 1000
"""Honba, and sticks on the table."""
MOST_INDICATORS = 5


class KitaDora(IntEnum):
    """What a kita is worth where North is dora."""

    DOUBLE = 0
    PER_INDICATOR = 1


class TsumoPayment(IntEnum):
    """Who makes up for the missing fourth player when a hand is won by tsumo."""

    LOSS = 0
    HALF = 1
    HALF_EXACT = 2
    PROPORTIONAL = 3
    EQUAL = 4
    DEALER_PAYS = 5
    ADD_1000 = 6


class Kazoe(IntEnum):
    """What 13 han and more are paid as."""

    YAKUMAN = 0
    SANBAIMAN = 1


class PaoScope(IntEnum):
    """What of a hand of several yakuman a liable player answers for."""

    LIABLE_YAKUMAN = 0
    WHOLE_HAND = 1


class Renhou(IntEnum):
    """What a ron in the first go-around, before one's own first draw, is worth."""

    OFF = 0
    MANGAN = 1
    YAKUMAN = 2


_KITA = {"kita": ("on",)}

_TILES = (
    Option(
        "kita",
        True,
        "a North may be set aside for a replacement tile, and counts a han",
        source="off: platforms without it",
    ),
    Option(
        "north_yakuhai",
        False,
        "a triplet of North is worth a han for everybody",
        source="Sega MJ",
        needs={"kita": ("off",)},
    ),
    Option(
        "kita_dora",
        KitaDora.DOUBLE,
        "where North is dora a kita counts two han (double), or one more for every indicator that makes it dora",
        source="per_indicator: net platforms",
        needs=_KITA,
    ),
    Option("kita_rinshan", True, "a win on the replacement after a kita is rinshan", source="off: public", needs=_KITA),
    Option("kita_ron", True, "a North just set aside can be ronned", source="off: public", needs=_KITA),
    Option(
        "kita_ron_chankan",
        False,
        "such a ron counts as chankan",
        source="on: public",
        needs={"kita": ("on",), "kita_ron": ("on",)},
    ),
    Option(
        "kita_ron_ippatsu",
        False,
        "such a ron can still be ippatsu",
        source="on: public",
        needs={"kita": ("on",), "kita_ron": ("on",), "ippatsu": ("on",)},
    ),
    Option("red_fives", 0, "how many fives are red and count a han each", source="2, 8: public", among=(0, 2, ALL_RED)),
)

_YAKU = (
    Option("kuitan", True, "tanyao may be open", source="off: public"),
    Option("ippatsu", True, "ippatsu counts", source="off: public"),
    Option("ura", True, "ura dora count for riichi", source="off: public"),
    Option(
        "renhou",
        Renhou.OFF,
        "a ron in the first go-around before one's own first draw: nothing, a mangan, a yakuman",
        source="others: public",
    ),
    Option(
        "double_yakuman",
        False,
        "suuankou on a single wait, kokushi on thirteen, pure chuuren and daisuushii count double",
        source="Mahjong Soul",
    ),
)

_FU = (
    Option("pinfu_tsumo", True, "pinfu may be won by tsumo, at 20 fu", source="off: public"),
    Option("double_wind_fu", 4, "fu of a pair that is both seat and round wind", source="2: public", among=(4, 2)),
    Option("chiitoitsu_fu", 25, "fu of seven pairs", source="40: public", among=(25, 40)),
)

_PAYMENTS = (
    Option(
        "tsumo_payment",
        TsumoPayment.LOSS,
        "who pays the missing player's share of a tsumo: nobody (loss), the losers half each, ... as in RULES.md",
        source="loss, half: seed; others: see RULES.md",
    ),
    Option(
        "honba_value",
        100,
        "points that each payer adds for a honba by tsumo; a ron adds twice that",
        source="500: parlours",
        high=MOST_HONBA_VALUE,
        usual=(500,),
    ),
    Option("kiriage", False, "4 han 30 fu and 3 han 60 fu are a mangan", source="Sega MJ"),
    Option("kazoe", Kazoe.YAKUMAN, "what 13 han and more are paid as", source="sanbaiman: public"),
    Option("pao", True, "who feeds the last called set of daisangen or daisuushii is liable", source="off: public"),
    Option(
        "pao_scope",
        PaoScope.LIABLE_YAKUMAN,
        "he answers for that yakuman, or for all yakuman of the hand",
        source="whole_hand: Tenhou",
        needs={"pao": ("on",)},
    ),
)

OPTIONS = (*_TILES, *_YAKU, *_FU, *_PAYMENTS)

UNITS = {"hand": "one winning hand"}


def deck(rules: Rules) -> Deck:
    """The tiles; a deal takes 13 each and the dealer's first draw."""
    return Deck(TILES, TILES)
