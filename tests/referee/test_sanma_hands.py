"""Random winning hands of sanma before the referee: what they are worth and who pays, in arrays and in text."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest
from referee.sanma import score as refereed
from referee.sanma_cases import FLAGS, OPTIONS, random_case
from sanma_cases_to_hands import hands_of

import simlab
from simlab import sanma
from simlab.decks.riichi import WINDS
from simlab.errors import SimlabError
from simlab.games.sanma.state import BONUS, Limit, Status, Yaku

Case = dict[str, Any]
Rules = dict[str, Any]
Result = dict[str, Any]

LIMITS = {"": Limit.NONE} | {limit.name.lower(): limit for limit in Limit if limit != Limit.NONE}
NAMES = {yaku.name.lower() for yaku in Yaku}


def told(score: np.void) -> Result | None:
    """A score in the referee's words; yakuman without how many times each counts."""
    if score["status"] == Status.NO_YAKU:
        return None
    assert score["status"] == Status.SCORED
    names = {yaku.name.lower() for yaku in Yaku if int(score["yaku"]) >> yaku & 1}
    return {
        "yaku": names,
        "bonus": {name: int(han) for name, han in zip(BONUS, score["bonus"], strict=True) if han},
        **{name: int(score[name]) for name in ("han", "fu", "yakuman", "points")},
        "limit": Limit(score["limit"]),
        "pays": dict(zip(WINDS, score["pays"].tolist(), strict=False)),
    }


def expected(case: Case, result: Result | None) -> Result | None:
    """A result of the referee, its yaku apart from what else gives han."""
    if result is None:
        return None
    return {
        "yaku": set(result["yaku"]) & NAMES,
        "bonus": {name: han for name, han in result["yaku"].items() if name not in NAMES},
        **{name: result[name] for name in ("han", "fu", "yakuman", "points")},
        "limit": LIMITS[result["limit"]],
        "pays": {case["seat"]: 0} | result["pays"],
    }


def things_in(case: Case, rules: Rules, result: Result | None) -> list[str]:
    """What a case is worth counting for: its yaku, its limit, how it was won, and the options it is played by."""
    if result is None:
        return ["no yaku"]
    luck = [name for name in FLAGS if case[name]]
    return [*result["yaku"], result["limit"], *luck, *(f"{name}={value}" for name, value in rules.items())]


def check_random_cases(number: int, seed: int) -> Counter[str]:
    """Random cases in arrays, by their rules, of which there are some hundred; how often each thing was in them."""
    rng, seen = random.Random(seed), Counter()
    by_rules: dict[tuple, list[tuple[Case, Result | None]]] = defaultdict(list)
    for _ in range(number):
        case, rules = random_case(rng)
        result = refereed(case, rules)
        by_rules[tuple(rules.items())].append((case, result))
        seen.update(things_in(case, rules, result))
    for rules, pairs in by_rules.items():
        scores = sanma.batch_score(hands_of([case for case, _ in pairs]), dict(rules))
        for (case, result), score in zip(pairs, scores, strict=True):
            assert told(score) == expected(case, result), (case, dict(rules))
            check_fu_parts(score)
    return seen


def check_fu_parts(score: np.void) -> None:
    """The fu are their parts, rounded up to ten but for 25."""
    parts = int(score["fu_parts"].sum())
    assert score["fu"] == (25 if parts == 25 else -(-parts // 10) * 10)


def things(without: set[str]) -> set[str]:
    options = {f"{name}={value}" for name, values in OPTIONS.items() for value in values}
    return {*NAMES, *BONUS, *LIMITS, *FLAGS, *options, "no yaku"} - without


def test_random_hands() -> None:
    missing = things({"tenhou", "chiihou", "renhou", "sanbaiman"}) - set(check_random_cases(3000, 1))
    assert not missing, f"without {missing}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 7))
def test_many_random_hands(seed: int) -> None:
    missing = things(set()) - set(check_random_cases(10_000, seed))
    assert not missing, f"without {missing}"


# In text.


def context_of(case: Case, result: Result | None) -> dict[str, Any]:
    """A case as keywords of `simlab.score`; who is liable is said only where it is for something."""
    forms = {"pon": "{}", "open_kan": "{}", "closed_kan": "({})"}
    given: dict[str, Any] = {name: case[name] for name in (*FLAGS, "win", "seat", "round", "by", "kita", "honba")}
    given["melds"] = " ".join(forms[meld["kind"]].format("".join(meld["tiles"])) for meld in case["melds"])
    given |= {"tile": case["win_tile"], "sticks": case["sticks"]}
    given |= {name: "".join(case[name]) for name in ("dora", "ura")}
    liable = [seat for name, seat in case["pao"].items() if result is not None and name in result["yaku"]]
    return given | {"pao": liable[0] if liable else ""}


def check_text(case: Case, rules: Rules) -> None:
    result = refereed(case, rules)
    hand, context = "".join(case["tiles"]), context_of(case, result)
    if result is None:
        with pytest.raises(SimlabError, match="is complete and has no yaku"):
            simlab.score("sanma", hand, rules=rules, **context)
        return
    found = simlab.score("sanma", hand, rules=rules, **context)
    # The referee names yakuman with the times that each of them counts.
    assert found.yaku == result["yaku"]
    for name in ("han", "fu", "limit", "yakuman", "points"):
        assert getattr(found, name) == result[name], name
    sticks = {"sticks": 1000 * case["sticks"]} if case["sticks"] else {}
    assert found.parts == {seat: points for seat, points in result["pays"].items() if points} | sticks
    assert sum(found.parts.values()) == found.points


def test_random_hands_in_text() -> None:
    rng = random.Random(8)
    for _ in range(500):
        check_text(*random_case(rng))


@pytest.mark.slow
def test_many_random_hands_in_text() -> None:
    rng = random.Random(9)
    for _ in range(10_000):
        check_text(*random_case(rng))
