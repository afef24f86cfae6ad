"""The Python interface: what it refuses, in one line each, and what its values can do."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.games import get
from simlab.run.bench import bench
from simlab.run.bots import player

RUN: dict[str, Any] = {"game": "koikoi", "deals": 20, "store": False}
ARMS = {"base": {}, "seven": {"seven_double": True}}


def _simulate(**more: Any) -> Any:
    return simlab.simulate(**RUN | more)


def _compare(**more: Any) -> Any:
    return simlab.compare(**{"variants": ARMS} | RUN | more)


BAD = {
    "no game": (lambda: _simulate(game=[]), r"unknown game \[\]"),
    "a game of no name": (lambda: _simulate(game=None), "unknown game None"),
    "bots as a number": (lambda: _simulate(bots=5), "bots can't be 5; allowed: a list of names"),
    "bots as a set": (lambda: _simulate(bots={"greedy", "random"}), "bots can't be {'greedy', 'random'}|bots can't be"),
    "a bot that is no text": (lambda: _simulate(bots=["greedy", None]), "bot None is not text"),
    "no bots": (lambda: _simulate(bots=[]), "0 bots for 2 seats"),
    "rules as a number": (lambda: _simulate(rules=5), "5"),
    "rules as a list": (lambda: _simulate(rules=["viewing"]), "viewing"),
    "an option that is no text": (lambda: _simulate(rules={5: 1}), "unknown option of koikoi 5"),
    "an option's value": (lambda: _simulate(rules={"animals": [1]}), r"option animals can't be \[1\]"),
    "deals as a switch": (lambda: _simulate(deals=True), "deals can't be True"),
    "half a deal": (lambda: _simulate(deals=0.5), "deals can't be 0.5"),
    "a list of deals": (lambda: _simulate(deals=[5]), r"deals can't be \[5\]"),
    "deals that are no number": (lambda: _simulate(deals=math.nan), "deals can't be nan"),
    "endless deals": (lambda: _simulate(deals=math.inf), "deals can't be inf"),
    "a seed of 65 bits": (lambda: _simulate(seed=1 << 64), "seed can't be 18446744073709551616"),
    "a seed below 0": (lambda: _simulate(seed=-1), "seed can't be -1"),
    "the last index": (lambda: _simulate(first=(1 << 62) - 1), "go beyond the last index"),
    "threads": (lambda: _simulate(threads="two"), "threads can't be 'two'; allowed: a whole number from 1 to 1024"),
    "a store of no name": (lambda: _simulate(store=""), "store can't be ''; allowed: True, False, or a folder"),
    "a store that is a number": (lambda: _simulate(store=5), "store can't be 5"),
    "outcomes": (lambda: _simulate().outcomes(21), "n can't be 21; allowed: a whole number from 0 to 20"),
    "one variant": (lambda: _compare(variants={"base": {}}), "give a mapping of two or more names to rules"),
    "variants without names": (lambda: _compare(variants=[{}, {}]), "give a mapping of two or more names"),
    "a variant of no text": (lambda: _compare(variants={1: {}, 2: {}}), "variant name 1 is not text"),
    "no metrics": (lambda: _compare(metrics=[]), r"metrics can't be \[\]"),
    "metrics as a number": (lambda: _compare(metrics=3), "metrics can't be 3"),
    "a metric that is no text": (lambda: _compare(metrics=[3]), "unknown metric 3"),
    "one bot": (lambda: simlab.tournament("koikoi", ["greedy"], deals=5), "needs two or more bots"),
    "no hand": (lambda: simlab.score("koikoi", None), "needs cards, as in '1b 3b 8b'"),  # type: ignore[arg-type]
    "an empty hand's card": (lambda: simlab.score("koikoi", "13a"), "unknown card '13a'"),
    "context": (lambda: simlab.score("koikoi", "1b", calls=-1), "calls can't be -1"),
    "an index": (lambda: simlab.replay("koikoi", index="x"), "index can't be 'x'"),
    "a unit that is no text": (lambda: simlab.replay("koikoi", unit=["deal"]), "can't be counted in"),  # type: ignore[arg-type]
    "a bot that is no function": (lambda: simlab.bot("koikoi")(5), "bot 5 is no function"),  # type: ignore[arg-type]
    "a bot's name": (lambda: simlab.bot("koikoi", name=["x"])(len), "no function"),  # type: ignore[arg-type]
    "a store of odd letters": (lambda: _simulate(store="x\0y"), "can't be written"),
    "a number with two signs": (lambda: simlab.score("koikoi", "1b", calls="--1"), "calls can't be '--1'"),
    "a unit": (lambda: simlab.replay("koikoi", unit="hand"), "koikoi can't be counted in hands"),
    "decks as text": (lambda: simlab.play("koikoi", decks="1b"), "decks and actions are lists"),  # type: ignore[arg-type]
    "an index with a position": (lambda: simlab.play("koikoi", position="x", index=3), "index 3 places a deal"),
    "no bots to measure": (lambda: list(bench("koikoi", bots=[], rounds=3)), "there is no bot to measure"),
    "nothing to play": (lambda: simlab.play("koikoi"), "give decks, or a position"),
    "a bot of no game": (lambda: simlab.bot("koi"), "unknown game 'koi'"),
    "a parameter": (lambda: simlab.bot("koikoi", x="a")(lambda v, r, t, p, g: 0), "parameter x of bot"),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_input_is_one_clear_line(fault: str) -> None:
    call, told = BAD[fault]
    with pytest.raises(simlab.SimlabError, match=told) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("deals", [20, 20.0, "20", "2e1", np.int32(20), np.float64(20)])
def test_whole_numbers_are_taken_as_they_come(deals: Any) -> None:
    assert _simulate(deals=deals).blocks == 20


def test_no_outcomes() -> None:
    assert len(_simulate().outcomes(0)) == 0


def test_parameters_may_be_numpy_numbers() -> None:
    @simlab.bot("koikoi", rank=np.int64(3))
    def numbered(view, rules, tables, params, rng):
        return 0

    assert player(get("koikoi"), "numbered").values == (3,)


def test_one_deal_has_a_value_and_no_interval() -> None:
    effects = _compare(deals=1).effects
    mean = effects.query("metric == 'mean_score'")
    assert mean.difference.notna().all()
    assert mean[["low", "high"]].isna().all(axis=None)
    assert _simulate(deals=1).seats[["score_low", "score_high"]].isna().all(axis=None)


def test_values_can_be_pickled() -> None:
    """To send them to another process, or keep them."""
    rules = simlab.rules("koikoi", viewing="on")
    assert pickle.loads(pickle.dumps(rules)) == rules
    result = _simulate(bots=["greedy", "random"])
    assert pickle.loads(pickle.dumps(result)).digest == result.digest
    rate = result.summary["draw_rate"]
    assert pickle.loads(pickle.dumps(rate)).high == rate.high
    score = simlab.score("koikoi", "1b 3b 8b")
    assert pickle.loads(pickle.dumps(score)) == score


def test_games_lie_under_their_names() -> None:
    assert simlab.games()[0] == "koikoi"
    assert simlab.koikoi.GAME.name == "koikoi"
    assert simlab.rules("koikoi").seats == 2
    assert simlab.bots("koikoi")["greedy"]
