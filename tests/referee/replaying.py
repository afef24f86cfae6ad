"""Putting replayed deals and games before a referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from referee.events import Event, Foul, Rules

import simlab

Check = Callable[[list[Event]], None]
How = dict[str, Any]  # what it takes to replay a deal or a game


def events_of(game: str, how: How) -> list[Event]:
    """The events of one deal or game."""
    return simlab.replay(game, **how).events


def referee_all(
    check: Check,
    replays: Iterable[tuple[How, list[Event]]],
    things_in: Callable[[list[Event]], Iterator[str]],
    has_rules: Callable[[Rules, Rules, str], bool],
) -> Counter[str]:
    """Put deals or games before a referee; how often each kind of thing happened in them.

    `has_rules` tells whether the rules of a start are those that were asked for, in a unit.
    """
    seen: Counter[str] = Counter()
    for how, events in replays:
        start = {name: events[0][name] for name in ("seed", "index", "bots", "unit")}
        assert start == {name: how[name] for name in start}, f"the replay is not of what was asked for: {how}"
        assert has_rules(events[0]["rules"], how["rules"], how["unit"]), f"{events[0]['rules']}, not the rules of {how}"
        try:
            check(events)
        except Foul as foul:
            pytest.fail(f"{foul}\nreplay with {how}")
        except Exception as error:
            pytest.fail(f"the referee fails on a replay: {error!r}\nreplay with {how}")
        seen.update(things_in(events))
    return seen
