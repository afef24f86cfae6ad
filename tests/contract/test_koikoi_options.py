"""Each option changes some deal, changes it as it should, and changes nothing where it can't apply.

Random bots play: they choose by address and not by what cards are worth, so two rule sets part only where the rules do.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import simlab
from simlab.games.koikoi.rules import OPTIONS, YAKU

DEALS = 4000
BOTS = ["random", "random"]
VIEWING = {"flower_viewing": {"viewing": "on"}, "moon_viewing": {"viewing": "on"}}


def rows(**rules: object) -> pd.DataFrame:
    return simlab.simulate("koikoi", rules, BOTS, DEALS, seed=5, threads=1, store=False).outcomes(DEALS)


def other_values(option) -> list[object]:
    if option.choices:
        return list(option.choices[1:])
    return [0, option.default + 1, 50]


CHANGES = [(option.name, value) for option in OPTIONS for value in other_values(option)]


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_switching_an_option_changes_some_deal(name: str, value: object) -> None:
    needed = VIEWING.get(name, {})
    base, changed = rows(**needed), rows(**needed, **{name: value})
    assert not base.equals(changed)
    assert len(base) == len(changed) == DEALS


def seen(index: int, **rules: object) -> tuple[set[str], list[set[str]], dict]:
    """The yaku anybody had in a deal, the piles at its end, and its outcome."""
    told = simlab.replay("koikoi", seed=5, index=index, rules=rules, bots=BOTS)
    piles: list[set[str]] = [set(), set()]
    for event in told.events:
        if event["event"] in ("played", "turned") and event["taken"]:
            piles[event["seat"]] |= {event["card"], *event["taken"]}
    return {event["yaku"] for event in told.events if event["event"] == "yaku"}, piles, told.outcome


@pytest.mark.parametrize("name", [option.name for option in YAKU])
def test_points_matter_only_where_the_yaku_is_made(name: str) -> None:
    needed = VIEWING.get(name, {})
    made = 0
    for index in range(250):
        had, _, outcome = seen(index, **needed)
        # Four bright yaku share one place: with another price another one may be the best, if brights were scored.
        family = {option.name for option in YAKU if option.name.endswith("brights")} if "brights" in name else {name}
        if not had & family:
            assert outcome == seen(index, **needed, **{name: 50})[2]
        made += bool(had & family)
    assert made < 250


@pytest.mark.parametrize("cup", ["either", "animal"])
def test_sake_cup_matters_only_where_it_is_taken(cup: str) -> None:
    for index in range(150):
        _, piles, outcome = seen(index)
        if "9a" not in piles[0] | piles[1]:
            assert outcome == seen(index, sake_cup=cup)[2]


@pytest.mark.parametrize("viewing", ["on", "with_other"])
def test_viewing_matters_only_where_its_cards_meet(viewing: str) -> None:
    meetings = 0
    for index in range(150):
        _, piles, outcome = seen(index)
        if not any("9a" in pile and pile & {"3b", "8b"} for pile in piles):
            assert outcome == seen(index, viewing=viewing)[2]
        else:
            meetings += 1
    assert meetings > 5


def test_with_other_is_never_alone() -> None:
    frame = rows(viewing="with_other")
    for seat in (0, 1):
        yaku = frame.filter(regex=rf"^made_.*_{seat}$")
        viewings = yaku.filter(regex="viewing").sum(axis=1)
        others = yaku.drop(columns=list(yaku.filter(regex="viewing").columns)).sum(axis=1)
        assert (viewings > 0).any()
        assert (others[viewings > 0] > 0).all()


def test_seven_double_doubles_from_seven_on() -> None:
    base, doubled = rows(), rows(seven_double=True)
    lucky = base.made_lucky_hand_0 + base.made_lucky_hand_1 > 0
    for seat in (0, 1):
        high = base[f"base_{seat}"] >= 7
        assert (doubled[f"score_{seat}"] == base[f"score_{seat}"] * (1 + (high & ~lucky))).all()
    same = [column for column in base.columns if not column.startswith("score")]
    assert base[same].equals(doubled[same])


def _factor(kind: str, own: int, other: int, base: int) -> int:
    """The rules text's sentence for each value, on its own."""
    if kind == "opponent":
        return base * 2 if other else base
    if kind == "winner":
        return base * 2 if own else base
    if kind == "any":
        return base * 2 if own or other else base
    if kind == "per_call":
        return base * (1 + own + other)
    return base + own if own <= 3 else base * {4: 2, 5: 3, 6: 4, 7: 5}[own]


@pytest.mark.parametrize("kind", ["opponent", "winner", "any", "per_call", "japan"])
def test_calls_multiply(kind: str) -> None:
    base, multiplied = rows(), rows(koikoi_multiplier=kind)
    same = [column for column in base.columns if not column.startswith("score")]
    assert base[same].equals(multiplied[same])
    for plain, changed in zip(base.itertuples(), multiplied.itertuples(), strict=True):
        for seat in (0, 1):
            own, other = getattr(plain, f"calls_{seat}"), getattr(plain, f"calls_{1 - seat}")
            points = getattr(plain, f"score_{seat}")
            expected = _factor(kind, own, other, points) if points and not plain.draw else points
            if getattr(plain, f"made_lucky_hand_{seat}"):
                expected = 6
            assert getattr(changed, f"score_{seat}") == expected


def test_rotating_plays_every_line_up() -> None:
    """What a seat scores with rotation is the mean of what it scores in either line-up."""
    lineups = (["greedy", "random"], ["random", "greedy"])
    plain = [simlab.simulate("koikoi", bots=bots, deals=DEALS, store=False) for bots in lineups]
    turned = simlab.simulate("koikoi", bots=lineups[0], deals=DEALS, store=False, rotate=True)
    mean = (plain[0].seats.mean_score + plain[1].seats.mean_score) / 2
    np.testing.assert_allclose(turned.seats.mean_score, mean, rtol=1e-12)
    assert abs(plain[0].seats.mean_score[0] - plain[1].seats.mean_score[0]) > 0.1


def test_no_points_for_nobody() -> None:
    """Invariances of every row: one scores or none, a draw has no score, the score is the sum of its parts."""
    frame = rows(viewing="on")
    assert ((frame.score_0 == 0) | (frame.score_1 == 0)).all()
    assert ((frame.score_0 + frame.score_1 == 0) == (frame.draw == 1)).all()
    for seat in (0, 1):
        assert (frame.filter(regex=rf"^points_.*_{seat}$").sum(axis=1) == frame[f"base_{seat}"]).all()
        assert (frame[f"base_{seat}"] == frame[f"score_{seat}"]).all()
    assert frame.length.between(0, 16).all()
    assert (frame.length[frame.draw == 1] == 16).all()
    assert (frame.length[(frame.made_lucky_hand_0 | frame.made_lucky_hand_1) == 1] == 0).all()
