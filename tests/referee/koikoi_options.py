"""The options of Koi-Koi as the start of a replay must give them, and the presets, by RULES.md."""

from __future__ import annotations

from referee.events import Rules, wrong_value
from referee.koikoi_yaku import CUP_READINGS, VIEWINGS, YAKU

POINTS = {
    "five_brights": 15,
    "four_brights": 10,
    "rainy_four_brights": 8,
    "three_brights": 6,
    "boar_deer_butterfly": 5,
    "poetry_ribbons": 6,
    "blue_ribbons": 6,
    "double_set": 0,
    "animals": 1,
    "ribbons": 1,
    "chaff": 1,
    "flower_viewing": 5,
    "moon_viewing": 5,
    "month_yaku": 0,
}
# Options with a few values, the seed's first.
CHOICES: dict[str, list[str | int]] = {
    "set_bonus": ["stack", "absorb", "both"],
    "double_set_mode": ["replace", "add"],
    "sake_cup": list(CUP_READINGS),
    "viewing": ["off", "on", "with_other"],
    "viewing_cancel": ["none", "field", "captured"],
    "seven_double": [False, True],
    "koikoi_multiplier": ["none", "opponent", "winner", "any", "per_call", "japan"],
    "field_bright_multiplier": ["none", "brights", "brights_plus_one"],
    "koikoi_limit": ["unlimited", "once", "auto_stop"],
    "reopen": ["higher_total", "new_yaku"],
    "exhausted": ["draw", "dealer", "last_caller"],
    "lucky_hand": ["win", "redeal", "ignore"],
    "lucky_both": ["redeal", "draw"],
    "hand_pairs": [True, False],
    "lucky_board": ["redeal", "dealer_wins", "dealer_takes", "ignore"],
    "board_pairs": [True, False],
    "hand_cards": [8, 10],
    "field_cards": [8, 6],
    "next_dealer": ["winner", "alternate", "loser"],
}
# Options with a number: the least, the most, and the seed's.
NUMBERS = {
    "viewing_called": (0, 100, 0),
    "koikoi_min": (0, 1000, 0),
    "exhausted_points": (1, 100, 6),
    "lucky_points": (1, 100, 6),
    "rounds": (1, 1000, 1),
    "first_to": (0, 1000, 0),
    "stakes": (0, 10_000, 0),
}
GAME_ONLY = {"rounds": 1, "first_to": 0, "next_dealer": "winner", "stakes": 0}
SEED_RULES: Rules = {
    **POINTS,
    **{name: values[0] for name, values in CHOICES.items()},
    **{name: default for name, (_, _, default) in NUMBERS.items()},
}


def brights(five: int, four: int, rainy: int, three: int) -> Rules:
    """Points of the bright yaku, in the order in which RULES.md gives them for presets."""
    return {"five_brights": five, "four_brights": four, "rainy_four_brights": rainy, "three_brights": three}


def sets(points: int) -> Rules:
    """Points of the three sets of three."""
    return dict.fromkeys(("boar_deer_butterfly", "poetry_ribbons", "blue_ribbons"), points)


PRESETS: dict[str, Rules] = {
    "seed": {},
    "fudawiki": brights(15, 8, 7, 6)
    | sets(5)
    | {"set_bonus": "absorb", "double_set": 10, "double_set_mode": "replace", "viewing": "on", "seven_double": True}
    | {"koikoi_multiplier": "opponent", "rounds": 12, "next_dealer": "winner"},
    "nintendo": brights(10, 8, 7, 5)
    | sets(5)
    | {"set_bonus": "absorb", "double_set": 10, "double_set_mode": "replace", "viewing": "on", "seven_double": True}
    | {"rounds": 12},
    "yakuza": brights(10, 8, 7, 6) | sets(5) | {"set_bonus": "stack", "month_yaku": 4, "rounds": 3},
    "koikoi_japan": brights(10, 8, 7, 5)
    | sets(5)
    | {"set_bonus": "stack", "double_set": 10, "double_set_mode": "add", "viewing": "on", "viewing_called": 3}
    | {"flower_viewing": 1, "moon_viewing": 1, "koikoi_multiplier": "japan", "exhausted": "dealer"}
    | {"exhausted_points": 1, "lucky_hand": "redeal", "hand_pairs": False, "board_pairs": False}
    | {"rounds": 8, "stakes": 30},
    "clubhouse": brights(15, 8, 7, 6)
    | {"set_bonus": "both", "koikoi_limit": "once", "viewing": "on", "seven_double": True},
    "marguerite": brights(15, 10, 8, 6)
    | sets(6)
    | {"double_set": 15, "double_set_mode": "replace", "koikoi_limit": "auto_stop"}
    | {"exhausted": "dealer", "exhausted_points": 6},
}


def preset_rules(name: str, unit: str) -> Rules:
    """Every option of a preset; what means something for whole games only is left out of deals. (Presets)"""
    return SEED_RULES | PRESETS[name] | (GAME_ONLY if unit == "deal" else {})


def wrong_option(rules: Rules, unit: str) -> str | None:
    """What is wrong with the rules of a start, if anything: each option once, with a value that it may have."""
    ranges = dict.fromkeys(YAKU, (0, 100)) | {name: (least, most) for name, (least, most, _) in NUMBERS.items()}
    if (wrong := wrong_value(rules, CHOICES, ranges)) is not None:
        return wrong
    if rules["viewing"] == "off" and any(rules[name] != POINTS[name] for name in VIEWINGS):
        return "points for a viewing, and viewing is off"
    if unit == "deal" and any(rules[name] != value for name, value in GAME_ONLY.items()):
        return "an option that means something for whole games only, and a single deal"
    return None
