"""Sanma's presets: the values in which they differ from the seed."""

from __future__ import annotations

from simlab.games.options import Preset

PRESETS = {
    "seed": Preset("the rules of the game's own document, which are the defaults"),
    "seed_split": Preset(
        "the document's other way to pay: the losers split the missing player's share", {"tsumo_payment": "half"}
    ),
    "tenhou": Preset(
        "as on Tenhou: two red fives, pao for the whole hand",
        {"red_fives": 2, "kita_dora": "per_indicator", "pao_scope": "whole_hand"},
    ),
    "mahjong_soul": Preset(
        "as on Mahjong Soul: two red fives, double yakuman",
        {"red_fives": 2, "kita_dora": "per_indicator", "double_yakuman": True},
    ),
    "sega_mj": Preset(
        "as in Sega MJ: no kita but North a yakuhai, the missing share split, kiriage mangan",
        {"kita": False, "north_yakuhai": True, "tsumo_payment": "half", "kiriage": True},
    ),
}
