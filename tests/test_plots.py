"""Figures: every axis is labelled, every seat told apart by colour and marker, every value drawn with its interval."""

from __future__ import annotations

import io
from collections.abc import Iterator

import matplotlib as mpl
import pytest

import simlab

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer

from simlab.report import plots


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def _bars(ax: Axes) -> list[ErrorbarContainer]:
    return [drawn for drawn in ax.containers if isinstance(drawn, ErrorbarContainer)]


def _check(ax: Axes, series: int) -> None:
    assert ax.get_xlabel()
    assert ax.get_title()
    bars = _bars(ax)
    assert len(bars) == series
    looks = {(bar.lines[0].get_color(), bar.lines[0].get_marker()) for bar in bars}
    assert len(looks) == series
    assert all(bar.has_xerr for bar in bars)
    ax.figure.savefig(io.BytesIO(), format="svg")


def test_effects() -> None:
    arms = {"base": {}, "seven": {"seven_double": True}, "viewing": {"viewing": "on"}}
    found = simlab.compare("koikoi", arms, deals=2000, store=False)
    ax = plots.effects(found)
    _check(ax, 2)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["seven", "viewing"]
    drawn = _bars(ax)[0].lines[0].get_xdata()
    told = found.effects.query("metric == 'mean_score' and seat == 0").difference
    assert list(drawn) == list(told)
    _check(plots.effects(found, "draw_rate"), 1)
    with pytest.raises(simlab.SimlabError, match="unknown metric 'luck'"):
        plots.effects(found, "luck")


def test_features() -> None:
    found = simlab.simulate("koikoi", deals=2000, store=False)
    _check(plots.features(found), 2)
    toys = simlab.simulate("toy", "big", ["greedy"] * 8, games=200, store=False)
    _check(plots.features(toys), 8)
    _check(plots.features(toys, "round"), 1)
    with pytest.raises(simlab.SimlabError, match="unknown family of features of toy 'yaku'"):
        plots.features(toys, "yaku")


def test_ratings() -> None:
    found = simlab.tournament("koikoi", ["random", "greedy"], deals=500, store=False)
    ax = plots.ratings(found)
    _check(ax, 1)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["greedy", "random"]


def test_an_axes_of_your_own() -> None:
    _, (left, right) = plt.subplots(1, 2)
    found = simlab.simulate("koikoi", deals=500, store=False)
    assert plots.features(found, ax=right) is right
    assert not left.has_data()
