"""The referee of Rikiki itself under test: it must say no to whatever is wrong in a deal."""

from __future__ import annotations

import json
import random

import pytest
import referee.rikiki_mutations_bids
import referee.rikiki_mutations_deals
import referee.rikiki_mutations_results  # noqa: F401  (all of them register more mutations)
from referee.events import Event
from referee.mutating import (
    actions_count,
    events_count,
    fields_count,
    mutation_is_foul,
    pairs_told_apart,
    values_count,
)
from referee.rikiki import check
from referee.rikiki_deals import SEED, random_deals
from referee.rikiki_handmade import HAND_MADE
from referee.rikiki_mutations import MUTATIONS
from referee.rikiki_options import CHOICES, NUMBERS, RANGES, SCORE_NUMBERS, wrong_option

MANY_EVENTS = 250  # of games longer than that the tests would be slow


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_deals_pass(name: str) -> None:
    check(HAND_MADE[name])


@pytest.fixture(scope="module")
def valid() -> list[list[Event]]:
    """Deals and games that the referee accepts, in which everything a mutation may need happens."""
    deals = [events for _, events in random_deals(250, SEED + 3)]
    games = [events for _, events in random_deals(80, SEED + 3, "game") if len(events) < MANY_EVENTS]
    valid = [*HAND_MADE.values(), *(events for events in deals if len(events) < MANY_EVENTS), *games]
    for events in valid:
        check(events)
    return valid


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutations_are_fouls(name: str, valid: list[list[Event]]) -> None:
    mutation_is_foul(check, MUTATIONS[name], valid, random.Random(SEED))


# Who plays is in the list of bots, and what `scoring` set is in the numbers.
SEEN_AT_THE_START = {"players", "scoring"}


@pytest.mark.parametrize("option", [name for name in CHOICES if name not in SEEN_AT_THE_START])
def test_every_choice_counts(option: str, valid: list[list[Event]]) -> None:
    """Two values of an option can be told apart by some deal, if it may have both beside its other options."""
    values = CHOICES[option]
    fit = {value: deals_fit_for(option, value, valid) for value in values}
    seen = {pair for value in values for pair in pairs_told_apart(check, fit[value], option, [value])}
    possible = {frozenset({events[0]["rules"][option], value}) for value in values for events in fit[value]}
    pairs = {pair for pair in possible if len(pair) == 2}
    assert len(pairs) >= len(values) - 1
    assert not pairs - seen, f"the referee tells no deal by {option} with {pairs - seen}"


@pytest.mark.parametrize("option", [name for name in (*NUMBERS, *SCORE_NUMBERS) if name not in SEEN_AT_THE_START])
def test_every_number_counts(option: str, valid: list[list[Event]]) -> None:
    """Some deal has one more or one less than it was played by."""
    least, most = RANGES[option]
    others = [value for value in (0, 1, 2, 3, 7, 10) if least <= value <= most]
    assert any(pairs_told_apart(check, deals_fit_for(option, other, valid), option, [other]) for other in others)


def deals_fit_for(option: str, value: str | int, valid: list[list[Event]]) -> list[list[Event]]:
    """Those that might have been played under another value."""
    return [events for events in valid if wrong_option(events[0]["rules"] | {option: value}) is None]


def short_ones(valid: list[list[Event]], rng: random.Random, count: int) -> list[list[Event]]:
    """Some deals and a few games, none of them long."""
    short = [events for events in valid if len(events) < 100]
    deals = [events for events in short if events[0]["unit"] == "deal"]
    games = [events for events in short if events[0]["unit"] == "game" and events[-1]["deals"] > 1]
    return [*HAND_MADE.values(), *rng.sample(deals, count), *rng.sample(games, min(count // 5, len(games)))]


def test_every_single_value_counts(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 12):
        values_count(check, events)


def test_every_field_counts(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 12):
        fields_count(check, events)


def test_every_event_counts(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 40):
        events_count(check, events)


def test_another_legal_choice_is_not_what_was_played(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 60):
        actions_count(check, events)


def test_check_leaves_the_events_alone(valid: list[list[Event]]) -> None:
    for events in valid[:20]:
        before = json.dumps(events)
        check(events)
        assert json.dumps(events) == before
