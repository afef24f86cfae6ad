"""Replayed deals and games of Rikiki before the referee: many at random, and those of presets and single options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from referee.events import Event, Rules
from referee.replaying import referee_all
from referee.rikiki import check
from referee.rikiki_deals import SEED, random_deals, replayed
from referee.rikiki_handmade import HAND_MADE
from referee.rikiki_options import CHOICES, NEEDED_BIDDING, PRESETS, full_rules
from referee.rikiki_things import THINGS, things_in

import simlab

RARE_THINGS = {"won by 7", "won by 8"}  # they may be missing from a thousand deals


def referee_random_deals(number: int, seed: int, unit: str) -> Counter[str]:
    """Put random deals or games before the referee; how often each kind of thing happened in them."""
    return referee_all(check, random_deals(number, seed, unit), things_in, has_rules)


def has_rules(rules: Rules, asked: Rules, unit: str) -> bool:
    """The rules are those that were asked for: all of them mean something in both units."""
    return rules == full_rules(asked)


def test_random_deals() -> None:
    seen = referee_random_deals(600, SEED, "deal") + referee_random_deals(120, SEED, "game")
    missing = THINGS - RARE_THINGS - set(seen)
    assert not missing, f"without {missing}"


@pytest.mark.slow
def test_many_random_deals() -> None:
    seen = referee_random_deals(20_000, SEED + 1, "deal") + referee_random_deals(2000, SEED + 1, "game")
    missing = THINGS - set(seen)
    assert not missing, f"without {missing}"


@pytest.mark.parametrize("unit", ["deal", "game"])
@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str, unit: str) -> None:
    """A preset gives what RULES.md says, and is played by it."""
    for index in range(20 if unit == "deal" else 3):
        events = replayed(SEED, index, {"preset": name}, ["greedy", "random", "expert", "greedy"], unit)
        assert events[0]["rules"] == full_rules({"preset": name})
        check(events)


@pytest.mark.parametrize(("option", "value"), [(name, value) for name, values in CHOICES.items() for value in values])
def test_names_of_values(option: str, value: str) -> None:
    """Whatever RULES.md names can be asked for by its name."""
    rules: Rules = {option: value} | ({"bidding": NEEDED_BIDDING[value]} if value in NEEDED_BIDDING else {})
    rules |= {"packs": 2} if option == "duplicate_rule" else {}
    events = replayed(SEED, 3, rules, ["greedy", "random", "expert", "greedy"])
    assert events[0]["rules"] == full_rules(rules)
    check(events)


@pytest.mark.parametrize(("option", "word"), [("max_cards", "all"), ("one_card_repeats", "players")])
def test_words_for_numbers(option: str, word: str) -> None:
    events = replayed(SEED, 1, {option: word}, ["greedy"] * 4)
    assert events[0]["rules"] == full_rules({option: word})
    check(events)


REFUSED: list[Rules] = [
    {"players": 1},
    {"players": 9},
    {"packs": 4},
    {"max_cards": 14},
    {"players": 3, "max_cards": 18},
    {"players": 8, "packs": 2, "max_cards": 14},
    {"sequence": "fixed", "cards": 14},
    {"sequence": "fixed", "cards": 0},
    {"one_card_repeats": 9},
    {"duplicate_rule": "first"},
    {"duplicate_rule": "cancel"},
    {"hook": "last_bidder"},
    {"hook": "last_bidder", "bidding": "simultaneous"},
    {"hook": "dealer_revises", "bidding": "in_turn"},
    {"hook": "dealer_silent", "bidding": "in_turn"},
    {"made_base": 1001},
    {"missed_over": -1001},
]


@pytest.mark.parametrize("rules", REFUSED, ids=str)
def test_refused(rules: Rules) -> None:
    """What RULES.md doesn't allow."""
    with pytest.raises(simlab.SimlabError):
        simlab.rules("rikiki", rules)


def test_a_run_is_spread_over_the_sequence_and_the_dealers() -> None:
    """Each deal of the sequence once by each dealer."""
    rules = {"players": 3, "max_cards": 2, "one_card_repeats": 2}
    deals = [replayed(SEED, index, rules, ["random"] * 3)[2] for index in range(16)]
    told = [(deal["deal"], deal["cards"], deal["dealer"], deal["leader"]) for deal in deals]
    sequence = [(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)]
    around = [(*deal, dealer, (dealer + 1) % 3) for dealer in range(3) for deal in sequence]
    assert told == [*around, (0, 1, 0, 1)]


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_deals_are_played(name: str) -> None:
    """simlab tells a deal that was written by hand from the rules, given its cards and actions, as it was written."""
    start, *events = HAND_MADE[name]
    told = simlab.play(
        "rikiki",
        [event["deck"] for event in events if event["event"] == "shuffle"],
        [event["action"] for event in events if event["event"] == "action"],
        **{field: start[field] for field in ("rules", "unit", "index")},
    ).events
    assert without_start(told) == events


def without_start(events: list[Event]) -> list[dict[str, Any]]:
    """What follows the start."""
    return events[1:]
