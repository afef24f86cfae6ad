"""What the tests of the referee share: replayed deals and games under random rules, and deals written by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator

from referee.events import Event, Rules
from referee.koikoi_options import CHOICES, GAME_ONLY, NUMBERS, POINTS, PRESETS, SEED_RULES
from referee.koikoi_yaku import CARDS, REPORTED, in_order
from referee.replaying import How, events_of

SEED = 20240817
OTHER_POINTS = [0, 1, 2, 3, 5, 6, 7, 8, 10, 15, 100]
OTHER_NUMBERS = {
    "viewing_called": [1, 3, 5, 8],
    "koikoi_min": [1, 2, 3, 5, 7, 10],
    "exhausted_points": [1, 2, 6, 15],
    "lucky_points": [1, 4, 10, 100],
    "rounds": [1, 2, 3, 4],
    "first_to": [0, 0, 0, 1, 5, 12, 20],
    "stakes": [0, 1, 5, 12, 30],
}
BOTS = ["random", "greedy", "random:never=stop", "random:never=koikoi"]


def replayed(seed: int, index: int, rules: Rules, bots: list[str], unit: str = "deal") -> list[Event]:
    """The events of one deal or game."""
    return events_of("koikoi", {"seed": seed, "index": index, "rules": rules, "bots": bots, "unit": unit})


def random_rules(rng: random.Random, unit: str) -> Rules:
    """Every option at random, points and numbers often at their default; now and then a preset instead."""

    def points(name: str) -> int:
        return POINTS[name] if rng.random() < 0.6 else rng.choice(OTHER_POINTS)

    def number(name: str) -> int:
        return NUMBERS[name][2] if rng.random() < 0.4 else rng.choice(OTHER_NUMBERS[name])

    if rng.random() < 0.1:
        return {"preset": rng.choice(list(PRESETS))}
    rules: Rules = {name: points(name) for name in POINTS}
    rules |= {name: rng.choice(values) for name, values in CHOICES.items()}
    rules |= {name: number(name) for name in NUMBERS}
    meaningless = without_meaning(rules) | (set(GAME_ONLY) if unit == "deal" else set())
    return {name: value for name, value in rules.items() if name not in meaningless}


def without_meaning(rules: Rules) -> set[str]:
    """Options that mean nothing under the others; simlab refuses rules that set them."""
    reasons = {
        ("flower_viewing", "moon_viewing", "viewing_called", "viewing_cancel"): rules["viewing"] == "off",
        ("double_set_mode",): rules["double_set"] == 0,
        ("exhausted_points",): rules["exhausted"] != "dealer",
        ("lucky_both",): rules["lucky_hand"] != "win",
        ("hand_pairs",): rules["lucky_hand"] == "ignore",
        ("board_pairs",): rules["lucky_board"] == "ignore" or rules["field_cards"] == 6,
        ("lucky_points",): rules["lucky_hand"] != "win" and rules["lucky_board"] != "dealer_wins",
        ("rounds",): rules["first_to"] > 0,
    }
    return {name for names, meaningless in reasons.items() if meaningless for name in names}


def random_deals(number: int, seed: int, unit: str = "deal") -> Iterator[tuple[How, list[Event]]]:
    """Deals or games with random rules and bots: what it takes to replay each, and its events."""
    rng = random.Random(seed)
    for _ in range(number):
        how: How = {"rules": random_rules(rng, unit), "bots": [rng.choice(BOTS), rng.choice(BOTS)]}
        how |= {"seed": rng.randrange(2**31), "index": rng.randrange(10**6), "unit": unit}
        yield how, replayed(**how)


def deal_from(deck: list[str], number: int) -> list[Event]:
    """A shuffle and its deal, written by hand."""
    hands = [in_order(deck[0:8]), in_order(deck[8:16])]
    return [
        {"event": "shuffle", "number": number, "deck": deck},
        {"event": "hand", "seat": 0, "cards": hands[0]},
        {"event": "hand", "seat": 1, "cards": hands[1]},
        {"event": "board", "cards": in_order(deck[16:24])},
    ]


def deck_of(first: str, second: str, board: str) -> list[str]:
    """A deck that deals these three; the stock is of the other cards."""
    dealt = f"{first} {second} {board}".split()
    assert len(dealt) == 24
    return (dealt + [card for card in CARDS if card not in dealt])[:40]


FOUR_PINES = "1b 1r 1c1 1c2 5a 6a 7a 8a"
FOUR_PAIRS = "2a 2r 3b 3r 4a 4r 9a 9r"
PLAIN_HAND = "2c1 3c1 4c1 5r 6r 7r 8c1 9c1"
PLAIN_BOARD = "5c1 6c1 7c1 8c2 9c2 10a 11a 12b"
FOUR_MAPLES = "10a 10r 10c1 10c2 11a 12b 3b 2c2"
PAIRED_BOARD = "5c1 5c2 6c1 6c2 10a 10r 12b 12c1"
BOTH_LUCKY = deck_of(FOUR_PINES, FOUR_PAIRS, PLAIN_BOARD)
FIRST_LUCKY = deck_of(FOUR_PINES, PLAIN_HAND, PLAIN_BOARD)


def hand_made(redeals: list[tuple[list[str], str]]) -> list[Event]:
    """A deal written by hand: some redeals, then seat 0 wins with four pines."""
    start: Event = {"event": "start", "game": "koikoi", "unit": "deal", "rules": dict(SEED_RULES)}
    events = [start | {"bots": ["greedy", "random"], "seed": 1, "index": 0}]
    for number, (deck, why) in enumerate(redeals):
        events += [*deal_from(deck, number), {"event": "redeal", "why": why}]
    won, nothing = [int(name == "lucky_hand") for name in REPORTED], [0] * len(REPORTED)
    outcome = {"score": [6, 0], "win": [840, 0], "length": 0, "deals": 1, "shuffles": len(redeals) + 1}
    outcome |= {"redeals": len(redeals), "lead_changes": 0, "draw": 0, "void": 0, "base": [6, 0], "won": [1, 0]}
    outcome |= {"points_won": [6, 0], "calls": [0, 0], "calls_paid": [0, 0], "calls_punished": [0, 0]}
    outcome |= {"made": [won, nothing], "points": [[6 * n for n in won], nothing]}
    outcome |= {"stopped": 0, "cashed": 0, "forced": 0, "lucky": 1, "exhausted": 0}
    return [
        *events,
        *deal_from(FIRST_LUCKY, len(redeals)),
        {"event": "lucky_hand", "seat": 0, "cards": in_order(FOUR_PINES.split()), "points": 6},
        {"event": "over", "end": "lucky_hand", "winner": 0, "score": 6},
        {"event": "outcome", **outcome},
    ]


HAND_MADE = {
    "no redeal": hand_made([]),
    "both lucky": hand_made([(BOTH_LUCKY, "both_lucky")]),
    "four maples on the board": hand_made([(deck_of(PLAIN_HAND, FOUR_PINES, FOUR_MAPLES), "lucky_board")]),
    "four pairs on the board": hand_made([(deck_of(PLAIN_HAND, FOUR_PINES, PAIRED_BOARD), "lucky_board")]),
    # The board is looked at before the hands.
    "everything lucky": hand_made([(deck_of(FOUR_PINES, FOUR_PAIRS, PAIRED_BOARD), "lucky_board")]),
    "twice": hand_made([(BOTH_LUCKY, "both_lucky"), (BOTH_LUCKY, "both_lucky")]),
}
