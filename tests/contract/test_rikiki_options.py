"""Each option of Rikiki changes some deal and some game, and changes nothing where it can't apply; what is refused.

That each changes what it should is tested in test_rikiki_options_effects.py and test_rikiki_options_points.py.
"""

from __future__ import annotations

import pandas as pd
import pytest
from contract.metamorphosis import Metamorphosis, Needs, cases, idle_cases
from contract.rikiki_options import LABORATORY, NUMBER_CHANGES, SCORING_CHANGE, SUITS, Deal, place, suit

import simlab
from simlab.games.rikiki.presets import PRESETS
from simlab.games.rikiki.rules import OPTIONS
from simlab.games.rikiki.scorings import NUMBERS

rows, game_rows = LABORATORY.rows, LABORATORY.game_rows

SMALL: Needs = (("max_cards", 5),)
FIXED: Needs = (("sequence", "fixed"),)
IN_TURN: Needs = (("bidding", "in_turn"),)
TWO_PACKS: Needs = (("packs", 2), ("max_cards", 13))
FULL = {"sequence": "fixed", "cards": 13}


def _dealers_last_is_trump(deal: Deal) -> bool:
    return suit(deal.deck[deal.cards * (deal.dealer + 1) - 1]) == deal.trump


def _the_turn_of_the_trump(deal: Deal) -> bool:
    return [*SUITS, None][deal.number % 5] == deal.trump


def _no_twins(deal: Deal) -> bool:
    return all(len(set(trick["cards"])) == len(trick["cards"]) for trick in deal.tricks)


def _sum_is_off(deal: Deal) -> bool:
    return deal.bid_sum != deal.cards


def _hook_out_of_reach(deal: Deal) -> bool:
    """The others have bid so much that no bid of the dealer makes the sum."""
    return deal.bid_sum - deal.bids[deal.dealer] > deal.cards


CHANGES = (
    Metamorphosis("packs", (2, 3), needs=SMALL),
    # These begin alike, and of the other ones the seventh deal has seven cards.
    Metamorphosis("sequence", ("up_down_max_twice", "up"), lambda deal: deal.index < 13),
    Metamorphosis("sequence", ("down_up", "down"), lambda deal: deal.index == 6),
    Metamorphosis("sequence", ("fixed",), lambda deal: deal.cards == 5 and deal.dealer == deal.index % 4),
    Metamorphosis("max_cards", (10,), lambda deal: deal.index < 10),
    Metamorphosis("max_cards", (7,), lambda deal: deal.index < 7),
    Metamorphosis("max_cards", (1,)),
    Metamorphosis("one_card_repeats", (2, 8, "players")),
    Metamorphosis("cards", (1, 3, 10, 13), needs=FIXED),
    Metamorphosis("trump", ("none",), lambda deal: deal.trump is None),
    Metamorphosis("trump", ("dealer_last",), _dealers_last_is_trump),
    Metamorphosis("trump", ("rotating",), _the_turn_of_the_trump),
    Metamorphosis("trump", ("random_suit",)),
    # Random bots don't look at what is shown to them.
    Metamorphosis("blind", ("all", "none"), lambda deal: deal.cards > 1, bot="greedy"),
    Metamorphosis("bidding", ("in_turn",), bot="expert"),
    Metamorphosis("hook", ("dealer_revises",), _sum_is_off),
    Metamorphosis("hook", ("dealer_revises",), _sum_is_off, bot="greedy"),
    Metamorphosis("hook", ("dealer_silent",)),
    # A random dealer draws among fewer bids, also where his own would not have made the sum. A greedy one keeps his.
    Metamorphosis("hook", ("last_bidder",), _hook_out_of_reach, IN_TURN),
    Metamorphosis("hook", ("last_bidder",), _sum_is_off, IN_TURN, bot="greedy"),
    Metamorphosis("follow", ("suit_or_trump",), lambda deal: not any(play.is_choice for play in deal.plays)),
    Metamorphosis("void_rule", ("free",), lambda deal: not any(play.is_void for play in deal.plays)),
    Metamorphosis("duplicate_rule", ("first", "cancel"), _no_twins, TWO_PACKS),
)
# Tables of other sizes have other columns; they are among the effects.
OTHERS = {"players"}
SAME: tuple[tuple[dict[str, object], dict[str, object]], ...] = (
    ({}, {"blind": "all"}),
    ({}, {"blind": "none"}),
    ({}, {"bidding": "in_turn"}),
    ({}, {"max_cards": 13}),
    ({"one_card_repeats": "players"}, {"one_card_repeats": 4}),
    ({"max_cards": 1}, {"sequence": "fixed", "cards": 1}),
    ({"max_cards": 1, "one_card_repeats": 2}, {"max_cards": 1, "sequence": "up_down_max_twice"}),
    (FULL, {**FULL, "trump": "none"}),
    (FULL, {**FULL, "follow": "suit_or_trump"}),
    (FULL, {**FULL, "void_rule": "free"}),
    ({"trump": "none"}, {"trump": "none", "follow": "suit_or_trump"}),
    ({"trump": "none"}, {"trump": "none", "void_rule": "free"}),
    ({"trump": "none", **dict(TWO_PACKS)}, {"trump": "none", "void_rule": "free", **dict(TWO_PACKS)}),
)
REFUSED = (
    ({"hook": "last_bidder"}, "option hook=last_bidder contradicts bidding=simultaneous: it needs bidding to be "),
    ({"hook": "dealer_revises", "bidding": "in_turn"}, "option hook=dealer_revises contradicts bidding=in_turn"),
    ({"hook": "dealer_silent", "bidding": "in_turn"}, "option hook=dealer_silent contradicts bidding=in_turn"),
    ({"preset": "oh_hell", "bidding": "simultaneous"}, "option hook=last_bidder contradicts bidding=simultaneous"),
    ({"sequence": "fixed", "cards": 14}, "option cards=14 doesn't fit: for 4 players 1 pack has at most 13 cards"),
    ({"preset": "openspiel", "cards": 27, "packs": 2}, "option cards=27 doesn't fit: for 4 players 2 packs have at"),
    ({"sequence": "fixed", "cards": 7, "players": 8}, "option cards=7 doesn't fit: for 8 players 1 pack has at mo"),
    ({"max_cards": 14}, "option max_cards=14 doesn't fit"),
    ({"max_cards": 27, "packs": 2}, "option max_cards=27 doesn't fit: for 4 players 2 packs have at most 26 cards"),
    ({"max_cards": 79, "packs": 3, "players": 2}, "option max_cards can't be 79; allowed: all or a whole number"),
    ({"cards": 3}, "option cards=3 contradicts sequence=up_down: it needs sequence to be fixed"),
    ({"sequence": "fixed", "max_cards": 7}, "option max_cards=7 contradicts sequence=fixed"),
    ({"sequence": "fixed", "one_card_repeats": 2}, "option one_card_repeats=2 contradicts sequence=fixed"),
    ({"one_card_repeats": 9}, "option one_card_repeats can't be 9; allowed: players or a whole number from 1 to 8"),
    ({"duplicate_rule": "first"}, "option duplicate_rule=first contradicts packs=1: it needs packs to be 2 or 3"),
    ({"duplicate_rule": "cancel", "packs": 1}, "option duplicate_rule=cancel contradicts packs=1"),
    ({"players": 1}, "option players can't be 1; allowed: a whole number from 2 to 8"),
    ({"packs": 0}, "option packs can't be 0; allowed: a whole number from 1 to 3"),
    ({"made_base": 1001}, "option made_base can't be 1001; allowed: a whole number from -1000 to 1000"),
)


def test_every_option_is_among_them() -> None:
    LABORATORY.check_all_are_there((*CHANGES, *NUMBER_CHANGES, SCORING_CHANGE), OTHERS)
    for option in NUMBERS:
        values = {value for change in NUMBER_CHANGES if change.name == option.name for value in change.values}
        assert values >= set(option.others(option.plain(option.default)))


@pytest.mark.parametrize(("change", "value"), cases(CHANGES))
def test_switching_an_option_changes_some_deal(change: Metamorphosis, value: object) -> None:
    LABORATORY.check_change(change, value)


@pytest.mark.parametrize(("change", "value"), cases(CHANGES))
def test_switching_an_option_changes_some_game(change: Metamorphosis, value: object) -> None:
    LABORATORY.check_game_change(change, value)


@pytest.mark.parametrize(("change", "value"), idle_cases(CHANGES))
def test_an_option_matters_only_where_it_applies(change: Metamorphosis, value: object) -> None:
    assert LABORATORY.check_idle(change, value) >= (1 if change.name == "sequence" else 3)


@pytest.mark.parametrize(("one", "other"), SAME, ids=str)
def test_rules_that_come_to_the_same(one: dict[str, object], other: dict[str, object]) -> None:
    pd.testing.assert_frame_equal(rows(**one), rows(**other))
    pd.testing.assert_frame_equal(game_rows(**one), game_rows(**other))


def test_a_game_of_one_deal_is_a_deal() -> None:
    """One that seat 0 deals; who deals a single one goes round the table."""
    for cards in (1, 5, 13):
        rules = {"sequence": "fixed", "cards": cards}
        deals = [index for index in range(LABORATORY.games) if place(index, **rules).dealer == 0]
        assert deals == [*range(0, LABORATORY.games, 4)]
        assert game_rows(**rules).iloc[deals].equals(rows(LABORATORY.games, **rules).iloc[deals])


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "seed"])
def test_presets_are_what_they_say(preset: str) -> None:
    """Each sets what it lists and nothing else, in games and in deals."""
    rules, values = simlab.rules("rikiki", preset), PRESETS[preset].values
    assert {name: rules[name] for name in values} == values
    assert rules.changed.keys() == {name for name, value in values.items() if value != simlab.rules("rikiki")[name]}
    assert rules == simlab.rules("rikiki", dict(values))
    assert game_rows(preset=preset).equals(game_rows(**values))
    assert rows(preset=preset).equals(rows(**values))
    assert not rows(preset=preset).equals(rows())


def test_openspiel_is_one_deal() -> None:
    games, deals = game_rows(preset="openspiel"), rows(preset="openspiel")
    assert (games.deals == 1).all()
    assert (games.length == 5).all()
    assert (deals.length == 5).all()
    assert (games.sum_equal == 0).all()


@pytest.mark.parametrize(("rules", "message"), REFUSED)
def test_bad_combinations_are_refused_in_one_line(rules: dict[str, object], message: str) -> None:
    for ask in (simlab.rules, simlab.variants):
        with pytest.raises(simlab.SimlabError) as caught:
            ask("rikiki", rules)
        assert str(caught.value).startswith(message)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("preset", "unit"), [("seed", "deal"), ("seed", "game"), ("oh_hell", "deal")])
def test_all_other_values_that_fit_can_be_compared(preset: str, unit: str) -> None:
    base = simlab.rules("rikiki", preset)
    variants = simlab.variants("rikiki", preset, unit)
    expected = {
        f"{option.name}={option.text(value)}"
        for option in OPTIONS
        for value in option.others(base[option.name])
        if option.name not in OTHERS
    }
    assert {told.split(", ")[-1] for told in variants} == expected | {"base"}
    assert len(variants) == len(expected) + 1 == len(set(variants.values()))
    for told, rules in variants.items():
        assert told == "base" or rules == base.with_options(**dict(part.split("=") for part in told.split(", ")))
    count = 200 if unit == "deal" else 20
    options = {f"{unit}s": count, "metrics": ["mean_score"], "threads": 1, "store": False}
    found = simlab.compare("rikiki", variants, ["random"] * 4, **options).effects
    assert set(found.variant) == variants.keys() - {"base"}
    assert (found.n == count).all()
