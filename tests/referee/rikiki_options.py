"""The options of Rikiki as the start of a replay must give them, the presets, and the deals of a game, by RULES.md."""

from __future__ import annotations

from typing import Any

from referee.events import Rules, wrong_value

# Options with a few values, the default first.
CHOICES: dict[str, list[Any]] = {
    "sequence": ["up_down", "up_down_max_twice", "down_up", "up", "down", "fixed"],
    "trump": ["turned", "none", "dealer_last", "random_suit", "rotating"],
    "bidding": ["simultaneous", "in_turn"],
    "blind": ["first", "all", "none"],
    "hook": ["off", "last_bidder", "dealer_revises", "dealer_silent"],
    "follow": ["suit_first", "suit_or_trump"],
    "void_rule": ["must_trump", "free"],
    "duplicate_rule": ["last", "first", "cancel"],
}
# Options with a number: the least, the most, and the default.
NUMBERS: dict[str, tuple[int, int, Any]] = {
    "players": (2, 8, 4),
    "packs": (1, 3, 1),
    "max_cards": (1, 78, "all"),
    "cards": (1, 78, 5),
    "one_card_repeats": (1, 8, 1),
}
# What may stand in place of a number.
WORDS = {"max_cards": "all", "one_card_repeats": "players"}
# The numbers that `scoring` sets, where they are not 0.
SCORINGS: dict[str, dict[str, int]] = {
    "seed": {"made_base": 10, "made_per_trick": 2, "missed_per_bid": -2},
    "common": {"made_base": 10, "made_per_trick": 2, "missed_per_difference": -2},
    "light": {"made_base": 10, "made_per_trick": 2, "missed_per_difference": -1},
    "hardcore": {"made_per_trick": 2, "made_zero": 2, "missed_per_difference": -2},
    "harsh": {"made_base": 10, "made_per_trick": 2, "missed_per_difference": -4},
    "partial": {"made_base": 10, "made_per_trick": 2, "missed_kept": 2, "missed_per_difference": -2},
    "flat": {"made_base": 10, "made_per_trick": 2, "missed_base": -2},
    "plus_one": {"made_base": 10, "made_per_trick": 1, "missed_per_difference": -1},
    "seed_oh_hell": {"made_base": 10, "made_per_trick": 2, "missed_per_trick": 1},
    "oh_hell": {"made_base": 10, "made_per_trick": 1, "missed_per_trick": 1},
    "five": {"made_base": 5, "made_per_trick": 1, "missed_per_trick": 1},
    "exact": {"made_base": 10, "made_per_trick": 1},
    "cypriot": {"made_base": 10, "made_per_trick": 5, "missed_per_bid": -5, "missed_zero": -10},
    "over_counts": {"made_base": 10, "made_per_trick": 1, "missed_over": 1},
    "quadratic": {"made_base": 10, "made_square": 1, "missed_triangular": -5},
    "ascenseur": {"made_base": 2, "made_per_trick": 1, "missed_per_difference": -1},
    "wizard": {"made_base": 20, "made_per_trick": 10, "missed_per_difference": -10},
}
CHOICES["scoring"] = list(SCORINGS)
SCORE_NUMBERS = [
    *("made_base", "made_per_trick", "made_square", "made_zero"),
    *("missed_base", "missed_per_bid", "missed_per_trick", "missed_per_difference"),
    *("missed_triangular", "missed_kept", "missed_over", "missed_zero"),
]
RANGES = {name: (least, most) for name, (least, most, _) in NUMBERS.items()}
RANGES |= dict.fromkeys(SCORE_NUMBERS, (-1000, 1000))

OH_HELL = {"void_rule": "free", "bidding": "in_turn", "hook": "last_bidder", "scoring": "oh_hell", "blind": "none"}
PRESETS: dict[str, Rules] = {
    "seed": {},
    "common": {"scoring": "common", "blind": "all"},
    "oh_hell": {"sequence": "down_up"} | OH_HELL,
    "openspiel": {"sequence": "fixed", "cards": 5} | OH_HELL,
}
NEEDED_BIDDING = {"last_bidder": "in_turn", "dealer_revises": "simultaneous", "dealer_silent": "simultaneous"}


def full_rules(asked: Rules) -> Rules:
    """Every option, where some are asked for and perhaps a preset: `scoring` sets what is not set by name."""
    rules = {name: values[0] for name, values in CHOICES.items()}
    rules |= {name: default for name, (_, _, default) in NUMBERS.items()}
    rules |= PRESETS[asked.get("preset", "seed")]
    rules |= {name: value for name, value in asked.items() if name != "preset"}
    return dict.fromkeys(SCORE_NUMBERS, 0) | SCORINGS[rules["scoring"]] | rules


DEFAULT_RULES = full_rules({})


def most_cards(rules: Rules) -> int:
    """The most that everybody can get. (The game)"""
    return 52 * rules["packs"] // rules["players"]


def wrong_option(rules: Rules) -> str | None:
    """What is wrong with the rules of a start, if anything: bad values, or options that don't go together."""
    numbers = {name: RANGES[name][0] for name, word in WORDS.items() if rules.get(name) == word}
    if (wrong := wrong_value(rules | numbers, CHOICES, RANGES)) is not None:
        return wrong
    if rules["max_cards"] != "all" and rules["max_cards"] > most_cards(rules):
        return "max_cards is beyond what the packs give"
    if rules["sequence"] == "fixed" and rules["cards"] > top(rules):
        return "more cards in the fixed deal than everybody can get"
    if NEEDED_BIDDING.get(rules["hook"], rules["bidding"]) != rules["bidding"]:
        return f"the hook {rules['hook']} with bids {rules['bidding']}"
    if rules["packs"] == 1 and rules["duplicate_rule"] != "last":
        return "a duplicate_rule, and only one pack"
    return None


def top(rules: Rules) -> int:
    """The biggest deal that a game may have. (The game, max_cards)"""
    return most_cards(rules) if rules["max_cards"] == "all" else rules["max_cards"]


def sizes(rules: Rules) -> list[int]:
    """The number of cards of each deal of a game. (The game, sequence, cards and one_card_repeats)"""
    if rules["sequence"] == "fixed":
        return [rules["cards"]]
    up = list(range(1, top(rules) + 1))
    down = up[::-1]
    sequence = {
        "up_down": up + down[1:],
        "up_down_max_twice": up + down,
        "down_up": down + up[1:],
        "up": up,
        "down": down,
    }[rules["sequence"]]
    repeats = rules["players"] if rules["one_card_repeats"] == "players" else rules["one_card_repeats"]
    return [cards for cards in sequence for _ in range(repeats if cards == 1 else 1)]
