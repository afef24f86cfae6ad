"""Koi-Koi's presets: the values in which sources differ from the seed, which stands where they are silent."""

from __future__ import annotations

from simlab.games.options import Preset, Value


def _brights(five: int, four: int, rainy_four: int, three: int) -> dict[str, Value]:
    return {
        "five_brights": five,
        "four_brights": four,
        "rainy_four_brights": rainy_four,
        "three_brights": three,
    }


def _sets(points: int) -> dict[str, Value]:
    return dict.fromkeys(("boar_deer_butterfly", "poetry_ribbons", "blue_ribbons"), points)


PRESETS = {
    "seed": Preset("the rules of the game's own document, which are the defaults"),
    "fudawiki": Preset(
        "fudawiki's rules: 15/8/7/6 for brights, sets of 5 that absorb, double set 10, viewings, doubling from seven "
        "and for the opponent's call, 12 rounds; the rest is the seed's",
        {
            **_brights(15, 8, 7, 6),
            **_sets(5),
            "set_bonus": "absorb",
            "double_set": 10,
            "viewing": "on",
            "seven_double": True,
            "koikoi_multiplier": "opponent",
            "rounds": 12,
        },
    ),
    "nintendo": Preset(
        "Nintendo's leaflet: 10/8/7/5 for brights, sets of 5 that absorb, double set 10, viewings, doubling from "
        "seven, 12 rounds; the rest is the seed's",
        {
            **_brights(10, 8, 7, 5),
            **_sets(5),
            "set_bonus": "absorb",
            "double_set": 10,
            "viewing": "on",
            "seven_double": True,
            "rounds": 12,
        },
    ),
    "yakuza": Preset(
        "the Yakuza video games: 10/8/7/6 for brights, sets of 5, the month's yaku 4, 3 rounds; the rest is the seed's",
        {
            **_brights(10, 8, 7, 6),
            **_sets(5),
            "month_yaku": 4,
            "rounds": 3,
        },
    ),
    "koikoi_japan": Preset(
        "koi-koi japan: 10/8/7/5 for brights, sets of 5, double set 10 on top, viewings 1 (3 after a call), its own "
        "factor for calls, the dealer scores 1 if nobody stops, only whole months redeal, 8 rounds for stakes of 30; "
        "the rest is the seed's",
        {
            **_brights(10, 8, 7, 5),
            **_sets(5),
            "double_set": 10,
            "double_set_mode": "add",
            "viewing": "on",
            "flower_viewing": 1,
            "moon_viewing": 1,
            "viewing_called": 3,
            "koikoi_multiplier": "japan",
            "exhausted": "dealer",
            "exhausted_points": 1,
            "lucky_hand": "redeal",
            "hand_pairs": False,
            "board_pairs": False,
            "rounds": 8,
            "stakes": 30,
        },
    ),
    "clubhouse": Preset(
        "DS Clubhouse Games: 15/8/7/6 for brights, sets and fives both with +1 a card, one call a player, viewings, "
        "doubling from seven; the rest, points of sets too, is the seed's",
        {
            **_brights(15, 8, 7, 6),
            "set_bonus": "both",
            "koikoi_limit": "once",
            "viewing": "on",
            "seven_double": True,
        },
    ),
    "marguerite": Preset(
        "Marguerite's rules: 15/10/8/6 for brights, sets of 6, double set 15, a call makes the other's next yaku stop, "
        "the dealer scores 6 if nobody stops; the rest is the seed's",
        {
            **_brights(15, 10, 8, 6),
            **_sets(6),
            "double_set": 15,
            "koikoi_limit": "auto_stop",
            "exhausted": "dealer",
        },
    ),
}
