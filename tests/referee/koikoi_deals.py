"""What the tests of the referee share: replayed deals under random rules, and deals written by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from referee.koikoi import CARDS, CHOICES, Event, Rules, in_order

import simlab

SEED = 20240817
POINTS = {
    "five_brights": 15,
    "four_brights": 10,
    "rainy_four_brights": 8,
    "three_brights": 6,
    "boar_deer_butterfly": 5,
    "poetry_ribbons": 6,
    "blue_ribbons": 6,
    "animals": 1,
    "ribbons": 1,
    "chaff": 1,
}
VIEWING_POINTS = {"flower_viewing": 5, "moon_viewing": 5}
CHOSEN = {"sake_cup": "both", "viewing": "off", "seven_double": False, "koikoi_multiplier": "none"}
SEED_RULES: Rules = {**POINTS, **VIEWING_POINTS, **CHOSEN}
OTHER_POINTS = [0, 1, 2, 3, 5, 6, 7, 8, 10, 15, 100]
BOTS = ["random", "greedy"]


def replayed(seed: int, index: int, rules: Rules, bots: list[str]) -> list[Event]:
    """The events of one deal."""
    return simlab.replay("koikoi", seed=seed, index=index, rules=rules, bots=bots).events


def random_rules(rng: random.Random) -> Rules:
    """Every option at random; the points of a yaku mostly at their default."""

    def points(default: int) -> int:
        return default if rng.random() < 0.6 else rng.choice(OTHER_POINTS)

    rules: Rules = {name: points(default) for name, default in POINTS.items()}
    rules |= {name: rng.choice(values) for name, values in CHOICES.items()}
    if rules["viewing"] != "off":
        rules |= {name: points(default) for name, default in VIEWING_POINTS.items()}
    return rules


def random_deals(number: int, seed: int) -> Iterator[tuple[dict[str, Any], list[Event]]]:
    """Deals with random rules and bots: what it takes to replay each, and its events."""
    rng = random.Random(seed)
    for _ in range(number):
        how: dict[str, Any] = {"rules": random_rules(rng), "bots": [rng.choice(BOTS), rng.choice(BOTS)]}
        how |= {"seed": rng.randrange(2**31), "index": rng.randrange(10**6)}
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
    won, nothing = [0] * 12 + [1], [0] * 13
    outcome = {"score": [6, 0], "win": [840, 0], "length": 0, "deals": 1, "shuffles": len(redeals) + 1}
    outcome |= {"redeals": len(redeals), "lead_changes": 0, "draw": 0, "void": 0, "base": [6, 0]}
    outcome |= {"made": [won, nothing], "points": [[6 * n for n in won], nothing], "calls": [0, 0]}
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


def numbers(events: list[Event], name: str, **fields: Any) -> list[int]:
    """Which events are of this name and have these fields."""
    wanted = {"event": name, **fields}
    return [n for n, event in enumerate(events) if all(event.get(field) == value for field, value in wanted.items())]
