"""Each of Rikiki's options changes some deal, and changes nothing where it can't apply.

Random bots play: they choose by address and not by what cards are worth, so two rule sets part only where the rules do.
"""

from __future__ import annotations

import pandas as pd
import pytest

import simlab
from simlab.games.rikiki.rules import OPTIONS

DEALS = 1500
TWO_PACKS = {"packs": 2, "max_cards": 13}
IN_TURN = {"bidding": "in_turn"}


def rows(base: dict[str, object], **rules: object) -> pd.DataFrame:
    chosen = simlab.rules("rikiki", **{**base, **rules})
    return simlab.simulate("rikiki", chosen, ["random"] * 4, DEALS, seed=5, store=False).outcomes(DEALS)


# Options whose other values change some deal of random bots: what they are set on, and the values.
CHANGES: dict[str, tuple[dict[str, object], tuple[object, ...]]] = {
    "packs": ({"max_cards": 5}, (2, 3)),
    "sequence": ({}, ("up_down_max_twice", "down_up", "up", "down", "fixed")),
    "max_cards": ({}, (1, 10)),
    "one_card_repeats": ({}, (2, "players")),
    "cards": ({"sequence": "fixed"}, (1, 13)),
    "trump": ({}, ("none", "dealer_last", "random_suit", "rotating")),
    "hook": ({}, ("dealer_revises", "dealer_silent")),
    "follow": ({}, ("suit_or_trump",)),
    "void_rule": ({}, ("free",)),
    "duplicate_rule": (TWO_PACKS, ("first", "cancel")),
    "scoring": ({}, ("common", "wizard", "exact")),
    "made_base": ({}, (5,)),
    "made_per_trick": ({}, (1,)),
    "made_square": ({}, (1,)),
    "made_zero": ({}, (2,)),
    "missed_base": ({}, (-2,)),
    "missed_per_bid": ({}, (0,)),
    "missed_per_trick": ({}, (1,)),
    "missed_per_difference": ({}, (-2,)),
    "missed_triangular": ({}, (-5,)),
    "missed_kept": ({}, (2,)),
    "missed_over": ({}, (1,)),
    "missed_zero": ({}, (-10,)),
}
# `players` has tables of other sizes; `blind` and `bidding` change what is seen, which random bots don't look at.
OTHERS = {"players", "blind", "bidding"}


def test_every_option_is_tested() -> None:
    assert set(CHANGES) | OTHERS == {option.name for option in OPTIONS}


@pytest.mark.parametrize("name", CHANGES)
def test_an_option_changes_some_deal(name: str) -> None:
    base, values = CHANGES[name]
    plain = rows(base)
    for value in values:
        assert (rows(base, **{name: value}) != plain).any(axis=None), f"{name}={value}"


def test_the_hook_of_the_last_bidder_changes_some_deal() -> None:
    plain, hooked = rows(IN_TURN), rows(IN_TURN, hook="last_bidder")
    assert (plain.sum_equal == 1).any()
    assert (hooked.sum_equal == 0).all()


@pytest.mark.parametrize("rules", [{"blind": "all"}, {"blind": "none"}, IN_TURN])
def test_what_is_seen_changes_nothing_for_who_does_not_look(rules: dict[str, object]) -> None:
    pd.testing.assert_frame_equal(rows({}), rows({}, **rules))


def test_what_is_seen_changes_bids_of_who_looks() -> None:
    def bids(**rules: object) -> pd.Series:
        chosen = simlab.rules("rikiki", sequence="fixed", cards=1, **rules)
        return simlab.simulate("rikiki", chosen, ["greedy"] * 4, DEALS, store=False).outcomes(DEALS).bid_sum_0

    assert (bids() != bids(blind="none")).any()
    assert (bids() == bids(blind="all")).all()


@pytest.mark.parametrize("name", [name for name in CHANGES if name.startswith(("made_", "missed_", "scoring"))])
def test_points_change_points_only(name: str) -> None:
    """Bids, tricks and all that is made of them stay."""
    _, values = CHANGES[name]
    plain, other = rows({}), rows({}, **{name: values[0]})
    of_points = plain.filter(regex=r"^(score|win|size_points|dealer_gap|leader_gap)").columns
    pd.testing.assert_frame_equal(plain.drop(columns=of_points), other.drop(columns=of_points))


def test_points_change_where_they_apply_only() -> None:
    plain = rows({})
    for name, untouched in {
        "made_base": plain.made_0 == 0,
        "made_zero": plain.zero_made_0 == 0,
        "missed_per_trick": (plain.made_0 == 1) | (plain.taken_0 == 0),
        "missed_zero": (plain.zero_bids_0 == 0) | (plain.made_0 == 1),
        "missed_over": plain.taken_0 <= plain.bid_sum_0,
    }.items():
        changed = rows({}, **{name: CHANGES[name][1][0]}).score_0 != plain.score_0
        assert not changed[untouched].any(), name
        assert changed[~untouched].all(), name


def test_without_trump_its_rules_mean_nothing() -> None:
    plain = rows({"trump": "none"})
    pd.testing.assert_frame_equal(plain, rows({"trump": "none"}, follow="suit_or_trump"))
    pd.testing.assert_frame_equal(plain, rows({"trump": "none"}, void_rule="free"))
    full = {"sequence": "fixed", "cards": 13}
    pd.testing.assert_frame_equal(rows(full), rows(full, trump="none"))


def test_revising_changes_only_deals_whose_bids_add_up() -> None:
    plain, revised = rows({}), rows({}, hook="dealer_revises")
    assert (revised.revised == plain.sum_equal).all()
    same = plain.sum_equal == 0
    pd.testing.assert_frame_equal(plain[same], revised[same])
    assert (revised.sum_equal == 0).all()


def test_a_silent_dealer_scores_nothing() -> None:
    silent = rows({}, hook="dealer_silent")
    for index in range(100):
        assert silent[f"score_{index // 25 % 4}"][index] == 0
    assert (silent.dealer_bids == 0).all()


def test_duplicates_matter_only_where_a_trick_has_some() -> None:
    plain, cancelled = rows(TWO_PACKS), rows(TWO_PACKS, duplicate_rule="cancel")
    for index in range(60):
        events = simlab.replay("rikiki", seed=5, index=index, rules=TWO_PACKS, bots=["random"] * 4).events
        tricks = [event["cards"] for event in events if event["event"] == "trick"]
        if all(len(set(cards)) == len(cards) for cards in tricks):
            assert (plain.iloc[index] == cancelled.iloc[index]).all()


@pytest.mark.parametrize("trump", ["none", "dealer_last", "random_suit", "rotating"])
def test_hands_are_the_same_whatever_shows_the_trump(trump: str) -> None:
    for index in (0, 6, 12):
        told = [
            simlab.replay("rikiki", index=index, rules={"trump": kind}, bots=["random"] * 4).events
            for kind in ("turned", trump)
        ]
        one, other = ([event for event in events if event["event"] == "hand"] for events in told)
        assert one == other


def test_all_variants_that_fit_can_be_compared() -> None:
    variants = simlab.variants("rikiki")
    assert {"hook=last_bidder", "scoring=wizard", "trump=none"} <= {name.split(", ")[-1] for name in variants}
    assert not any("players=" in name and "repeats" not in name for name in variants)
    found = simlab.compare("rikiki", variants, ["random"] * 4, 100, metrics=["made_rate"], store=False)
    assert set(found.effects.variant) == set(variants) - {"base"}
