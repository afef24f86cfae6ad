"""What a bid scores: the scorings and every number of their formula change points only, and those as RULES.md says."""

from __future__ import annotations

from random import Random

import pandas as pd
import pytest
from contract.metamorphosis import Metamorphosis, cases
from contract.rikiki_options import (
    LABORATORY,
    NUMBER_CHANGES,
    SCORING_CHANGE,
    SCORINGS,
    SEED_NUMBERS,
    Deal,
    formula,
    scored,
)

import simlab
from simlab.games.rikiki.scorings import NUMBERS

rows, game_rows = LABORATORY.rows, LABORATORY.game_rows

NAMES = tuple(option.name for option in NUMBERS)
OF_POINTS = r"^(score_|win_|size_points_|dealer_gap|leader_gap|lead_changes)"
OTHER_TABLES = ({}, {"players": 2, "packs": 3}, {"hook": "dealer_silent"}, {"preset": "oh_hell", "scoring": "seed"})


def _of_seats(frame: pd.DataFrame) -> list[tuple[int, int, int, int]]:
    """Score, bid and tricks of every seat that bid in a single deal, and the cards."""
    told = []
    for seat in range(frame.filter(regex=r"^score_\d$").shape[1]):
        bidding = frame[frame[f"bids_{seat}"] == 1]
        names = (f"score_{seat}", f"bid_sum_{seat}", f"taken_{seat}", "length")
        told += zip(*(bidding[name].tolist() for name in names), strict=True)
    return told


def _results(frame: pd.DataFrame) -> list[list[tuple[int, int]]]:
    """The bids and tricks of each single deal for four."""
    columns = [frame[[f"bid_sum_{seat}", f"taken_{seat}"]].itertuples(index=False, name=None) for seat in range(4)]
    return [list(results) for results in zip(*columns, strict=True)]


def _check_points_only(plain: pd.DataFrame, changed: pd.DataFrame) -> None:
    """All that is told of cards, bids and tricks stays."""
    columns = plain.filter(regex=OF_POINTS).columns
    pd.testing.assert_frame_equal(plain.drop(columns=columns), changed.drop(columns=columns))


@pytest.mark.parametrize(("change", "value"), cases([SCORING_CHANGE]))
def test_a_scoring_changes_points_only_and_as_its_row_says(change: Metamorphosis, value: str) -> None:
    """It is nothing but its numbers, set one by one."""
    LABORATORY.check_change(change, value)
    LABORATORY.check_game_change(change, value)
    _check_points_only(rows(), rows(scoring=value))
    _check_points_only(game_rows(), game_rows(scoring=value))
    for score, bid, tricks, _ in _of_seats(rows(scoring=value)):
        assert score == scored(value, bid, tricks)
    rules = simlab.rules("rikiki", scoring=value)
    assert game_rows(scoring=value).equals(game_rows(**{name: rules[name] for name in NAMES}))


@pytest.mark.parametrize(("change", "value"), cases(NUMBER_CHANGES))
def test_a_number_changes_points_only_and_as_the_formula_says(change: Metamorphosis, value: int) -> None:
    """Where what it is times is 0 for every bid, nothing changes."""
    LABORATORY.check_change(change, value)
    LABORATORY.check_game_change(change, value)
    plain, changed = rows(), rows(**{change.name: value})
    _check_points_only(plain, changed)
    _check_points_only(game_rows(), game_rows(**{change.name: value}))
    more = value - SEED_NUMBERS.get(change.name, 0)
    for before, after in zip(_of_seats(plain), _of_seats(changed), strict=True):
        assert after[0] - before[0] == more * formula({change.name: 1}, *before[1:3])
    idle = [all(formula({change.name: 1}, *told) == 0 for told in results) for results in _results(plain)]
    assert 0 < sum(idle) < len(idle)
    assert plain[idle].equals(changed[idle])


@pytest.mark.parametrize("table", OTHER_TABLES, ids=str)
def test_all_numbers_together(table: dict[str, object]) -> None:
    """On tables of all kinds: what is drawn for each number stands, and the deals by their cards add up."""
    luck = Random(7)
    for _ in range(3):
        numbers = {name: luck.randint(-1000, 1000) for name in NAMES}
        frame = rows(400, **table, **numbers)
        told = _of_seats(frame)
        assert all(score == formula(numbers, bid, tricks) for score, bid, tricks, _ in told)
        for size in range(1, 27):
            assert frame[f"size_points_cards_{size}"].sum() == sum(told[0] for told in told if told[3] == size)
        plain = rows(400, **table, **dict.fromkeys(NAMES, 0))
        assert (plain.filter(regex=r"^(score_|size_points_)") == 0).all(axis=None)
        _check_points_only(plain, frame)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_game_scores_all_its_deals(scoring: str) -> None:
    """Told by a game: who bid and took what, and what it scored."""
    rules = {"scoring": scoring, "max_cards": 6}
    for index in range(2):
        game = Deal(simlab.replay("rikiki", index=index, rules=rules, bots=["random"] * 4, unit="game").events)
        totals = [0] * 4
        for event in game.named("scored"):
            assert event["points"] == scored(scoring, event["bid"], event["tricks"])
            totals[event["seat"]] += event["points"]
        assert game.outcome["score"] == totals
        best = [seat for seat in range(4) if totals[seat] == max(totals)]
        assert game.outcome["win"] == [840 // len(best) if seat in best else 0 for seat in range(4)]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_number_set_by_name_stands_over_the_scoring(scoring: str) -> None:
    """Whatever the order, also one that the scoring sets to the same or that is the seed's."""
    plain = simlab.rules("rikiki", scoring=scoring)
    for name in NAMES:
        for value in {77, 0, SEED_NUMBERS.get(name, 0), plain[name]}:
            expected = {number: plain[number] for number in NAMES} | {name: value}
            for rules in (
                simlab.rules("rikiki", {"scoring": scoring, name: value}),
                simlab.rules("rikiki", {name: value, "scoring": scoring}),
                simlab.rules("rikiki", {"preset": "common", name: value, "scoring": scoring}),
                simlab.rules("rikiki", {"scoring": scoring}).with_options(**{name: value}),
                simlab.rules("rikiki", {name: value}).with_options(scoring=scoring),
                simlab.rules("rikiki", {name: value}).with_options(scoring="wizard").with_options(scoring=scoring),
            ):
                assert {number: rules[number] for number in NAMES} == expected
                assert rules["scoring"] == scoring


def test_what_a_preset_scores_goes_with_another_scoring() -> None:
    """Only what is set by name stands."""
    changed = simlab.rules("rikiki", "oh_hell", scoring="wizard")
    assert {name: changed[name] for name in NAMES} == {
        name: simlab.rules("rikiki", scoring="wizard")[name] for name in NAMES
    }


def test_a_number_by_name_is_what_is_scored() -> None:
    numbers = {"made_base": 20, "made_per_trick": 10, "missed_per_difference": -10, "missed_zero": 7}
    for rules in ({"missed_zero": 7, "scoring": "wizard"}, {"scoring": "wizard", "missed_zero": 7}):
        assert all(score == formula(numbers, bid, tricks) for score, bid, tricks, _ in _of_seats(rows(**rules)))
