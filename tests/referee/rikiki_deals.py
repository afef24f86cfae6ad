"""What the tests of the referee share: replayed deals and games of Rikiki under random rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from referee.events import Event, Rules
from referee.replaying import How, events_of
from referee.rikiki_options import (
    CHOICES,
    NEEDED_BIDDING,
    PRESETS,
    SCORE_NUMBERS,
    full_rules,
    most_cards,
    sizes,
)

SEED = 20241106
BOTS = ["random", "greedy", "expert"]
MOST_PLAYED = 600  # cards in a game, so that replaying it takes no time

# Rules under which what is rare otherwise happens often: no card is left, and three identical cards in a trick.
FULL_DEAL: Rules = {"players": 4, "packs": 1, "sequence": "fixed", "cards": 13}
MANY_COPIES: Rules = {"players": 8, "packs": 3, "sequence": "fixed", "cards": 10}


def replayed(seed: int, index: int, rules: Rules, bots: list[str], unit: str = "deal") -> list[Event]:
    """The events of one deal or game."""
    return events_of("rikiki", {"seed": seed, "index": index, "rules": rules, "bots": bots, "unit": unit})


def random_rules(rng: random.Random) -> Rules:
    """Every option at random, now and then on top of a preset; none that means nothing beside the others."""
    if rng.random() < 0.1:
        rules: Rules = {"preset": rng.choice(list(PRESETS)), "players": rng.randint(2, 8)}
        return rules | (random_scoring(rng) if rng.random() < 0.5 else {})
    rules = {"players": rng.randint(2, 8), "packs": rng.choice([1, 1, 2, 3, 3])}
    for name in ("sequence", "trump", "bidding", "blind", "hook", "follow", "void_rule"):
        rules[name] = rng.choice(CHOICES[name])
    rules["bidding"] = NEEDED_BIDDING.get(rules["hook"], rules["bidding"])
    if rng.random() < 0.14:
        rules |= rng.choice([FULL_DEAL, MANY_COPIES])
    elif rules["sequence"] == "fixed":
        rules["cards"] = random_size(rng, most_cards(rules))
    else:
        rules |= {"max_cards": random_size(rng, most_cards(rules))} if rng.random() < 0.6 else {}
        rules |= {"one_card_repeats": rng.choice([*range(1, 9), "players"])} if rng.random() < 0.6 else {}
    if rules["packs"] > 1:
        rules["duplicate_rule"] = rng.choice(CHOICES["duplicate_rule"])
    return rules | random_scoring(rng)


def random_size(rng: random.Random, most: int) -> int:
    """A number of cards: one, the most, or any, small ones more often."""
    return rng.choice([1, most, rng.randint(1, most), rng.randint(1, min(most, 8)), rng.randint(1, min(most, 4))])


def random_scoring(rng: random.Random) -> Rules:
    """A scoring by name, sometimes with single numbers."""
    numbers = [name for name in SCORE_NUMBERS if rng.random() < 0.3] if rng.random() < 0.3 else []
    return {"scoring": rng.choice(CHOICES["scoring"])} | {name: random_number(rng) for name in numbers}


def random_number(rng: random.Random) -> int:
    """A number of the scoring formula."""
    return rng.choice([rng.randint(-12, 12), rng.randint(-1000, 1000), 0])


def random_bots(rng: random.Random, players: int) -> list[str]:
    """Any bots, or the same on all seats."""
    return [rng.choice(BOTS)] * players if rng.random() < 0.2 else [rng.choice(BOTS) for _ in range(players)]


def is_too_long(rules: Rules) -> bool:
    """A game of so many cards that replaying it would take too long."""
    return sum(sizes(rules)) * rules["players"] > MOST_PLAYED


def random_deals(number: int, seed: int, unit: str = "deal") -> Iterator[tuple[How, list[Event]]]:
    """Deals or games with random rules and bots: what it takes to replay each, and its events."""
    rng = random.Random(seed)
    while number > 0:
        rules = random_rules(rng)
        full = full_rules(rules)
        if unit == "game" and is_too_long(full):
            continue
        how: dict[str, Any] = {"rules": rules, "bots": random_bots(rng, full["players"]), "unit": unit}
        how |= {"seed": rng.randrange(2**31), "index": rng.randrange(rng.choice([30, 10**6]))}
        yield how, events_of("rikiki", how)
        number -= 1
