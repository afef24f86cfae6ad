"""What the tests of every option share: runs that differ in one option alone, and where a value of it can matter.

Random bots play: they choose by address and not by what cards are worth, so two rule sets part only where the rules do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pandas as pd
import pytest

import simlab
from simlab.games import get

SEED = 5
TOLD = 80
"""How many deals are told, to see in which of them an option can't matter."""

Needs = tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Told:
    """A deal as it was told."""

    events: list[dict]

    @property
    def outcome(self) -> dict:
        return self.events[-1]

    def named(self, name: str) -> list[dict]:
        return [event for event in self.events if event["event"] == name]


@dataclass(frozen=True)
class Metamorphosis:
    """An option's other values, what they need, and when they can't matter in a deal played without them.

    An option may have several. Without `is_idle` there is no deal in which it can't matter.
    """

    name: str
    values: tuple[object, ...]
    is_idle: Callable[[Any], bool] | None = None
    needs: Needs = ()
    deals: int | None = None
    bot: str = "random"

    @property
    def id(self) -> str:
        return f"{self.name}-{self.bot}" if self.bot != "random" else self.name


def cases(changes: Iterable[Metamorphosis]) -> list[Any]:
    """Parameters of a test: each change with each of its values."""
    return [pytest.param(change, value, id=f"{change.id}-{value}") for change in changes for value in change.values]


def idle_cases(changes: Iterable[Metamorphosis]) -> list[Any]:
    """Those that can't matter in some deals."""
    return cases(change for change in changes if change.is_idle is not None)


@dataclass(frozen=True)
class Laboratory:
    """A game's runs, all of one seed and with one bot on every seat. What it gives is kept: don't write to it.

    ``seen`` makes a deal of the events that tell it.
    """

    game: str
    seen: Callable[[list[dict]], Any]
    deals: int
    games: int

    def rows(self, deals: int | None = None, bot: str = "random", **rules: object) -> pd.DataFrame:
        """The outcomes of single deals."""
        return _rows(self.game, "deals", deals or self.deals, bot, tuple(sorted(rules.items())))

    def game_rows(self, games: int | None = None, bot: str = "random", **rules: object) -> pd.DataFrame:
        """The outcomes of whole games."""
        return _rows(self.game, "games", games or self.games, bot, tuple(sorted(rules.items())))

    def deal(self, index: int, bot: str = "random", **rules: object) -> Any:
        """The deal of that index, told."""
        return _deal(self, index, bot, tuple(sorted(rules.items())))

    def check_all_are_there(self, changes: Iterable[Metamorphosis], others: Iterable[str] = ()) -> None:
        """Every option is among the changes or the others, and every choice of it among its values."""
        values: dict[str, set[object]] = {}
        for change in changes:
            values.setdefault(change.name, set()).update(change.values)
        options = get(self.game).options
        assert {option.name for option in options} == values.keys() | set(others)
        for option in options:
            if option.choices and option.name not in others:
                assert values[option.name] == set(option.others(option.plain(option.default))), option.name

    def check_change(self, change: Metamorphosis, value: object) -> None:
        """The value changes some deal."""
        base, changed = self._pair(self.rows, change.deals, change, value)
        assert not base.equals(changed)
        assert len(base) == len(changed) == (change.deals or self.deals)

    def check_game_change(self, change: Metamorphosis, value: object) -> None:
        """The value changes some game."""
        base, changed = self._pair(self.game_rows, None, change, value)
        assert not base.equals(changed)
        assert len(base) == len(changed) == self.games

    def check_idle(self, change: Metamorphosis, value: object) -> int:
        """The value changes no deal in which it can't matter; how many of those there are."""
        assert change.is_idle is not None
        told = [self.deal(index, change.bot, **dict(change.needs)) for index in range(TOLD)]
        idle = [index for index, deal in enumerate(told) if change.is_idle(deal)]
        base, changed = self._pair(self.rows, TOLD, change, value)
        differing = (base != changed).any(axis=1)
        assert [index for index in idle if differing[index]] == []
        return len(idle)

    def _pair(
        self, rows: Callable[..., pd.DataFrame], count: int | None, change: Metamorphosis, value: object
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        needs = dict(change.needs)
        return rows(count, change.bot, **needs), rows(count, change.bot, **needs | {change.name: value})


def _seats(game: str, bot: str, rules: dict[str, object]) -> list[str]:
    return [bot] * simlab.rules(game, rules).seats


# Some of them are large; a base is asked for again by the next values of its option.
@lru_cache(maxsize=4)
def _rows(game: str, unit: str, count: int, bot: str, rules: Needs) -> pd.DataFrame:
    bots = _seats(game, bot, dict(rules))
    return simlab.simulate(game, dict(rules), bots, seed=SEED, threads=1, store=False, **{unit: count}).outcomes(count)


@lru_cache(maxsize=1000)
def _deal(laboratory: Laboratory, index: int, bot: str, rules: Needs) -> Any:
    bots = _seats(laboratory.game, bot, dict(rules))
    told = simlab.replay(laboratory.game, seed=SEED, index=index, rules=dict(rules), bots=bots)
    return laboratory.seen(told.events)
