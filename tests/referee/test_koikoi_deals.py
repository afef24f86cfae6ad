"""Replayed deals and games of Koi-Koi before the referee: many at random, and a few that are too rare for that."""

from __future__ import annotations

from collections import Counter

import pytest
from referee.events import Rules
from referee.koikoi import check
from referee.koikoi_deals import SEED, random_deals, replayed
from referee.koikoi_options import CHOICES, PRESETS, preset_rules
from referee.koikoi_rare import RARE, THOUSAND_ROUNDS
from referee.koikoi_things import THINGS, things_in
from referee.koikoi_yaku import REPORTED
from referee.replaying import referee_all


def referee_random_deals(number: int, seed: int, unit: str) -> Counter[str]:
    """Put random deals or games before the referee; how often each kind of thing happened in them."""
    return referee_all(check, random_deals(number, seed, unit), things_in, has_rules)


def has_rules(rules: Rules, asked: Rules, unit: str) -> bool:
    """The rules are those that were asked for."""
    return rules.items() >= asked_rules(asked, unit).items()


def asked_rules(rules: Rules, unit: str) -> Rules:
    """The options that a mapping of rules names, by itself or by a preset."""
    return preset_rules(rules["preset"], unit) if "preset" in rules else rules


# The rarest things, which may be missing from a thousand deals and three hundred games.
RARE_THINGS = {
    *("five_brights", "double_set", "lucky_board", "board_taken", "two lucky hands drawn", "more than a year"),
    *("end lucky_board", "redeal both_lucky", "redeal lucky_board", "redeal lucky_hand", "a game drawn"),
    *("absorb double_set", "both double_set", "add double_set", "replace double_set"),
    *("a full month on the board", "five lucky pairs", "three pairs on the board"),
    *("a choice with no higher total", "end exhausted last_caller"),
}
EVERYTHING = {*REPORTED, *THINGS}
TWO_LUCKY_HANDS = {"two lucky hands drawn", "redeal both_lucky"}  # test_rare_deals has them


def test_random_deals() -> None:
    seen = referee_random_deals(1000, SEED, "deal") + referee_random_deals(300, SEED, "game")
    missing = EVERYTHING - RARE_THINGS - set(seen)
    assert not missing, f"without {missing}"


@pytest.mark.slow
def test_many_random_deals() -> None:
    seen = referee_random_deals(20_000, SEED + 1, "deal") + referee_random_deals(4000, SEED + 1, "game")
    missing = EVERYTHING - TWO_LUCKY_HANDS - set(seen)
    assert not missing, f"without {missing}"


@pytest.mark.parametrize("unit", ["deal", "game"])
@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str, unit: str) -> None:
    """A preset gives what RULES.md says, and is played by it."""
    for index in range(20):
        events = replayed(SEED, index, {"preset": name}, ["greedy", "random"], unit)
        assert events[0]["rules"] == preset_rules(name, unit)
        check(events)


@pytest.mark.parametrize(("option", "value"), [(name, value) for name, values in CHOICES.items() for value in values])
def test_names_of_values(option: str, value: str | int) -> None:
    """Whatever RULES.md names can be asked for by its name."""
    base = {"viewing": "on", "double_set": 10, "rounds": 2}
    rules = {name: base[name] for name in base if name != option} | {option: value}
    if option == "viewing" and value == "off":
        rules = {"viewing": "off"}
    events = replayed(SEED, 0, rules, ["greedy", "random"], "game")
    assert events[0]["rules"][option] == value
    check(events)


@pytest.mark.parametrize(("seed", "index", "rules", "bots", "unit", "thing"), RARE)
def test_rare_deals(seed: int, index: int, rules: Rules, bots: list[str], unit: str, thing: str) -> None:
    events = replayed(seed, index, rules, bots, unit)
    check(events)
    things = {*things_in(events), f"{max(events[-1]['calls'])} calls"}
    assert thing in things, f"seed {seed}, index {index} is no longer a {unit} with {thing}: look for another"


@pytest.mark.slow
def test_a_thousand_rounds() -> None:
    """After so many the game ends in any case."""
    events = replayed(*THOUSAND_ROUNDS)
    check(events)
    assert events[-1]["deals"] == 1000
