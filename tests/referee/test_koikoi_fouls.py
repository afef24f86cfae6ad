"""The referee itself under test: it must say no to whatever is wrong in a deal."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
import referee.koikoi_mutations_results
import referee.koikoi_mutations_rules  # noqa: F401  (both register more mutations)
from referee.koikoi import check
from referee.koikoi_deals import BOTS, HAND_MADE, OTHER_NUMBERS, OTHER_POINTS, SEED, numbers, random_deals, replayed
from referee.koikoi_events import Event, Foul
from referee.koikoi_mutations import MUTATIONS
from referee.koikoi_options import CHOICES, GAME_ONLY, POINTS, SEED_RULES
from referee.koikoi_rare import RARE

MANY_EVENTS = 400  # of games longer than that the tests would be slow
ENOUGH = 60  # deals that a mutation is tried in


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


def foul_in(events: list[Event]) -> Foul | None:
    """The foul that the referee finds, or None."""
    try:
        check(events)
    except Foul as foul:
        return foul
    return None


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutations_are_fouls(name: str, valid: list[list[Event]]) -> None:
    rng = random.Random(SEED)
    changed = 0
    for events in sorted(valid, key=lambda events: rng.random()):
        if changed == ENOUGH:
            break
        wrong = copy.deepcopy(events)
        if MUTATIONS[name](wrong, rng):
            changed += 1
            assert foul_in(wrong), f"the referee accepts {name} in {events[0]}"
    assert changed >= 2, f"{name} was possible in {changed} deals only"


OTHER_VALUES = {**dict.fromkeys(POINTS, OTHER_POINTS), **CHOICES, **OTHER_NUMBERS}


def told_apart(events: list[Event], option: str, other: Any) -> bool:
    """The referee sees that this was not played under another value of an option; not by the start alone."""
    foul = foul_in([events[0] | {"rules": events[0]["rules"] | {option: other}}, *events[1:]])
    return foul is not None and not str(foul).startswith("event 0: ")


@pytest.mark.parametrize("option", SEED_RULES)
def test_every_option_counts(option: str, valid: list[list[Event]]) -> None:
    """Two values of a choice can be told apart by some deal, and some values of a number."""
    fit = [events for events in valid if option not in GAME_ONLY or events[0]["unit"] == "game"]
    values, seen = OTHER_VALUES[option], set()
    for events in fit:
        played = events[0]["rules"][option]
        others = [value for value in values if value != played and frozenset({played, value}) not in seen]
        seen |= {frozenset({played, other}) for other in others if told_apart(events, option, other)}
    pairs = {frozenset({one, other}) for one in values for other in values if one != other}
    missed = pairs - seen if option in CHOICES else set()
    assert seen
    assert not missed, f"the referee tells no deal by {option} with {missed}"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All single values inside an event, and where they are."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def short_ones(valid: list[list[Event]], rng: random.Random, count: int) -> list[list[Event]]:
    """Some deals, and a game of several rounds for every five of them."""
    games = [events for events in valid if len(numbers(events, "over")) > 1 and len(events) < 150]
    deals = [events for events in valid if events[0]["unit"] == "deal"]
    return [*rng.sample(deals, count), *rng.sample(games, min(count // 5, len(games)))]


def changed_leaf(event: Event, path: tuple[Any, ...], value: Any) -> Event:
    """A copy of an event with one value changed."""
    event = copy.deepcopy(event)
    inner: Any = event
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return event


def test_every_single_value_counts(valid: list[list[Event]]) -> None:
    """Whatever value is changed after the start, the referee sees it in that event."""
    rng = random.Random(SEED)
    for events in short_ones(valid, rng, 30):
        for number in range(1, len(events)):
            for path, value in leaves(events[number]):
                other = value + 1 if isinstance(value, int) else f"{value}!"
                wrong = events.copy()
                wrong[number] = changed_leaf(events[number], path, other)
                foul = foul_in(wrong)
                assert foul, f"the referee overlooks {path} of event {number} in {events[0]}"
                assert str(foul).startswith(f"event {number}: "), f"{foul}, and not in event {number}: {events[0]}"
                assert "RULES.md" in str(foul)


def test_every_field_counts(valid: list[list[Event]]) -> None:
    rng = random.Random(SEED)
    for events in short_ones(valid, rng, 30):
        for number, event in enumerate(events):
            fewer = [{field: event[field] for field in event if field != gone} for gone in event]
            for other in [*fewer, event | {"more": 0}]:
                wrong = events.copy()
                wrong[number] = other
                assert foul_in(wrong), f"the referee accepts {other} as event {number} in {events[0]}"


def test_every_event_counts(valid: list[list[Event]]) -> None:
    """No event can be left out, doubled, or change places with the next."""
    rng = random.Random(SEED)
    for events in [*HAND_MADE.values(), *short_ones(valid, rng, 40)]:
        for number in range(len(events)):
            before, event, after = events[:number], events[number], events[number + 1 :]
            assert foul_in([*before, *after]), f"the referee does not miss event {number} of {events[0]}"
            assert foul_in([*before, event, event, *after]), f"the referee takes event {number} twice: {events[0]}"
            if after:
                swapped = [*before, after[0], event, *after[1:]]
                assert foul_in(swapped), f"the referee lets events {number}, {number + 1} swap: {events[0]}"


def test_another_legal_choice_is_not_what_was_played(valid: list[list[Event]]) -> None:
    for events in short_ones(valid, random.Random(SEED), 100):
        for number in numbers(events, "action"):
            for action in events[number]["legal"]:
                if action != events[number]["action"]:
                    wrong = events.copy()
                    wrong[number] = events[number] | {"action": action}
                    assert foul_in(wrong), f"event {number} may as well be {action}: {events[0]}"


def test_check_leaves_the_events_alone(valid: list[list[Event]]) -> None:
    for events in valid[:20]:
        before = json.dumps(events)
        check(events)
        assert json.dumps(events) == before
