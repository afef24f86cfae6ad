"""Making right deals wrong, to see whether a referee says no: what all games share."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

from referee.events import Event, Foul, numbers
from referee.replaying import Check

# Each mutation changes a copy of a deal in place, and says whether it found anything to change.
Mutation = Callable[[list[Event], random.Random], bool]

ENOUGH = 60  # deals that a mutation is tried in


class Mutations(dict[str, Mutation]):
    """The mutations of a game by their names."""

    def add(self, change: Mutation) -> Mutation:
        """Register a mutation under its name."""
        assert change.__name__ not in self
        self[change.__name__] = change
        return change


# What mutations are made of.


def pick(events: list[Event], rng: random.Random, name: str, **fields: Any) -> Event | None:
    """A random event of this name with these fields."""
    found = numbers(events, name, **fields)
    return events[rng.choice(found)] if found else None


def set_fields(event: Event | None, **fields: Any) -> bool:
    """Set fields to other values, if there is such an event."""
    if event is None:
        return False
    assert all(event[field] != value for field, value in fields.items())
    event.update(fields)
    return True


def drop(events: list[Event], rng: random.Random, name: str, **fields: Any) -> bool:
    """Drop one event of this name."""
    found = numbers(events, name, **fields)
    if found:
        del events[rng.choice(found)]
    return bool(found)


# What must hold of a referee.


def foul_in(check: Check, events: list[Event]) -> Foul | None:
    """The foul that the referee finds, or None."""
    try:
        check(events)
    except Foul as foul:
        return foul
    return None


def mutation_is_foul(check: Check, mutation: Mutation, valid: list[list[Event]], rng: random.Random) -> None:
    """The referee sees a mutation wherever it is possible, and it is possible somewhere."""
    changed = 0
    for events in sorted(valid, key=lambda events: rng.random()):
        if changed == ENOUGH:
            break
        wrong = pickle.loads(pickle.dumps(events))  # a copy, several times as fast as copy.deepcopy
        if mutation(wrong, rng):
            changed += 1
            assert foul_in(check, wrong), f"the referee accepts {mutation.__name__} in {events[0]}"
    assert changed >= 2, f"{mutation.__name__} was possible in {changed} deals only"


def told_apart(check: Check, events: list[Event], option: str, other: Any) -> bool:
    """The referee sees that this was not played under another value of an option; not by the start alone."""
    foul = foul_in(check, [events[0] | {"rules": events[0]["rules"] | {option: other}}, *events[1:]])
    return foul is not None and not str(foul).startswith("event 0: ")


def pairs_told_apart(check: Check, deals: list[list[Event]], option: str, values: list[Any]) -> set[frozenset[Any]]:
    """Two values each of an option that the referee tells apart by some deal."""
    seen: set[frozenset[Any]] = set()
    for events in deals:
        played = events[0]["rules"][option]
        others = [value for value in values if value != played and frozenset({played, value}) not in seen]
        seen |= {frozenset({played, other}) for other in others if told_apart(check, events, option, other)}
    return seen


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All single values inside an event, and where they are."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def changed_leaf(event: Event, path: tuple[Any, ...], value: Any) -> Event:
    """A copy of an event with one value changed."""
    event = copy.deepcopy(event)
    inner: Any = event
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return event


def values_count(check: Check, events: list[Event]) -> None:
    """Whatever value is changed after the start, the referee sees it in that event."""
    for number in range(1, len(events)):
        for path, value in leaves(events[number]):
            other = value + 1 if isinstance(value, int) else f"{value}!"
            wrong = events.copy()
            wrong[number] = changed_leaf(events[number], path, other)
            foul = foul_in(check, wrong)
            assert foul, f"the referee overlooks {path} of event {number} in {events[0]}"
            assert str(foul).startswith(f"event {number}: "), f"{foul}, and not in event {number}: {events[0]}"
            assert "RULES.md" in str(foul)


def fields_count(check: Check, events: list[Event]) -> None:
    """No field can be left out, and none can be added."""
    for number, event in enumerate(events):
        fewer = [{field: event[field] for field in event if field != gone} for gone in event]
        for other in [*fewer, event | {"more": 0}]:
            wrong = events.copy()
            wrong[number] = other
            assert foul_in(check, wrong), f"the referee accepts {other} as event {number} in {events[0]}"


def events_count(check: Check, events: list[Event]) -> None:
    """No event can be left out, doubled, or change places with the next."""
    for number in range(len(events)):
        before, event, after = events[:number], events[number], events[number + 1 :]
        assert foul_in(check, [*before, *after]), f"the referee does not miss event {number} of {events[0]}"
        assert foul_in(check, [*before, event, event, *after]), f"the referee takes event {number} twice: {events[0]}"
        if after:
            swapped = [*before, after[0], event, *after[1:]]
            assert foul_in(check, swapped), f"the referee lets events {number}, {number + 1} swap: {events[0]}"


def actions_count(check: Check, events: list[Event]) -> None:
    """Another legal choice is not what was played."""
    for number in numbers(events, "action"):
        for action in events[number]["legal"]:
            if action != events[number]["action"]:
                wrong = events.copy()
                wrong[number] = events[number] | {"action": action}
                assert foul_in(check, wrong), f"event {number} may as well be {action}: {events[0]}"
