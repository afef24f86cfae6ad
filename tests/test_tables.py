"""Tables fit a terminal, and lose nothing by it."""

from __future__ import annotations

import io
import re
from collections import Counter

import pytest
from rich.console import Console, RenderableType

import simlab
from simlab.kernel import bits
from simlab.report import listings, tables

FIGURE = re.compile(r"[+-]?[\d.,]+ ±[\d.]+")


def rendered(table: RenderableType, width: int) -> str:
    text = io.StringIO()
    Console(file=text, width=width, highlight=False, markup=False).print(table)
    return text.getvalue()


def letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text if letter.isalnum())


def _run() -> RenderableType:
    return tables.result(simlab.simulate("koikoi", bots=["greedy", "random"], deals=20_000, store=False))


def _comparison() -> RenderableType:
    arms = {"base": {}, "seven": {"seven_double": True}, "both": {"seven_double": True, "viewing": "on"}}
    return tables.comparison(simlab.compare("koikoi", arms, deals=20_000, store=False))


def _tournament() -> RenderableType:
    return tables.tournament(
        simlab.tournament("koikoi", ["greedy", "random", "greedy:never=stop"], deals=2000, store=False)
    )


@pytest.mark.parametrize("make", [_run, _comparison, _tournament])
def test_eighty_columns_hold_every_figure(make) -> None:
    table = make()
    narrow, wide = rendered(table, 80), rendered(table, 400)
    assert max(len(line.rstrip()) for line in narrow.splitlines()) <= 80
    assert len(FIGURE.findall(wide)) > 10
    assert FIGURE.findall(narrow) == FIGURE.findall(wide)


@pytest.mark.parametrize("make", [listings.game_table, lambda: listings.option_tables(simlab.rules("koikoi"))])
def test_listings_are_folded_and_not_cut(make) -> None:
    narrow, wide = rendered(make(), 80), rendered(make(), 400)
    assert letters(narrow) == letters(wide)


@pytest.mark.parametrize(
    ("value", "half", "told"),
    [
        (0.81136, 0.00077, "81.136 ±0.077 %"),
        (0.5, 0.2, "50.00 ±20.00 %"),
        (0.81136, 0.000002, "81.1360 ±0.0002 %"),
        (0.0, 0.0, "0.00 ±0.00 %"),
    ],
)
def test_digits_follow_the_interval(value: float, half: float, told: str) -> None:
    assert tables._percent(value, value - half, value + half) == told


def test_no_interval_is_told_as_unknown() -> None:
    assert tables._number(3.0, float("nan"), float("nan")) == "3.000 ±?"


def test_names_are_told_as_they_are() -> None:
    """Square brackets mean something to the library that prints."""

    @simlab.bot("koikoi", name="my[bold]bot[/]")
    def mine(view, rules, tables, params, rng):
        return bits.nth(view.legal, 0)

    found = simlab.simulate("koikoi", bots=["my[bold]bot[/]", "greedy"], deals=5, store=False)
    assert rendered(tables.result(found), 80).count("my[bold]bot[/]") == 2
