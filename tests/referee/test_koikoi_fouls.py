"""The referee itself under test: it must say no to whatever is wrong in a deal."""

from __future__ import annotations

import json
import random

import pytest
import referee.koikoi_mutations_results
import referee.koikoi_mutations_rules  # noqa: F401  (both register more mutations)
from referee.events import Event, numbers
from referee.koikoi import check
from referee.koikoi_deals import BOTS, HAND_MADE, OTHER_NUMBERS, OTHER_POINTS, SEED, random_deals, replayed
from referee.koikoi_mutations import MUTATIONS
from referee.koikoi_options import CHOICES, GAME_ONLY, POINTS, SEED_RULES
from referee.koikoi_rare import RARE
from referee.mutating import (
    actions_count,
    events_count,
    fields_count,
    mutation_is_foul,
    pairs_told_apart,
    values_count,
)

MANY_EVENTS = 400  # of games longer than that the tests would be slow


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_deals_pass(name: str) -> None:
    check(HAND_MADE[name])


@pytest.fixture(scope="module")
def valid() -> list[list[Event]]:
    """Deals and games that the referee accepts, in which everything a mutation may need happens."""
    rng = random.Random(SEED + 2)
    plain = [replayed(rng.randrange(2**31), n, {}, [rng.choice(BOTS), rng.choice(BOTS)]) for n in range(60)]
    rare = [replayed(*how) for *how, _ in RARE]
    deals = [events for _, events in random_deals(150, SEED + 3)]
    games = [events for _, events in random_deals(60, SEED + 3, "game") if len(events) < MANY_EVENTS]
    valid = [*HAND_MADE.values(), *plain, *rare, *deals, *games]
    for events in valid:
        check(events)
    return valid


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutations_are_fouls(name: str, valid: list[list[Event]]) -> None:
    mutation_is_foul(check, MUTATIONS[name], valid, random.Random(SEED))


OTHER_VALUES = {**dict.fromkeys(POINTS, OTHER_POINTS), **CHOICES, **OTHER_NUMBERS}


@pytest.mark.parametrize("option", SEED_RULES)
def test_every_option_counts(option: str, valid: list[list[Event]]) -> None:
    """Two values of a choice can be told apart by some deal, and some values of a number."""
    fit = [events for events in valid if option not in GAME_ONLY or events[0]["unit"] == "game"]
    values = OTHER_VALUES[option]
    seen = pairs_told_apart(check, fit, option, values)
    pairs = {frozenset({one, other}) for one in values for other in values if one != other}
    missed = pairs - seen if option in CHOICES else set()
    assert seen
    assert not missed, f"the referee tells no deal by {option} with {missed}"


def short_ones(valid: list[list[Event]], rng: random.Random, count: int) -> list[list[Event]]:
    """Some deals, and a game of several rounds for every five of them."""
    games = [events for events in valid if len(numbers(events, "over")) > 1 and len(events) < 150]
    deals = [events for events in valid if events[0]["unit"] == "deal"]
    return [*rng.sample(deals, count), *rng.sample(games, min(count // 5, len(games)))]


def test_every_single_value_counts(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 30):
        values_count(check, events)


def test_every_field_counts(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 30):
        fields_count(check, events)


def test_every_event_counts(valid: list[list[Event]]) -> None:
    for events in [*HAND_MADE.values(), *short_ones(valid, random.Random(SEED), 40)]:
        events_count(check, events)


def test_another_legal_choice_is_not_what_was_played(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 100):
        actions_count(check, events)


def test_check_leaves_the_events_alone(valid: list[list[Event]]) -> None:
    for events in valid[:20]:
        before = json.dumps(events)
        check(events)
        assert json.dumps(events) == before
