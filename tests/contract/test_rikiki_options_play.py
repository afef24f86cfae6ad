"""Rikiki's hooks and rules of play change what they should: who may bid and play what, and who takes a trick."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from contract.rikiki_options import LABORATORY, Deal, Play, again, place, sizes, steps, suit, taker

from simlab.decks.french import members
from simlab.games.rikiki.state import BID, Decision

rows, game_rows = LABORATORY.rows, LABORATORY.game_rows

IN_TURN = {"bidding": "in_turn"}
HOOKED = {"bidding": "in_turn", "hook": "last_bidder"}
REVISED = {"hook": "dealer_revises"}
OTHERS = ({**HOOKED, "players": 2}, {**REVISED, "players": 8})
SILENT = {"hook": "dealer_silent"}
TWO_PACKS = {"packs": 2, "players": 7, "max_cards": 8}
TABLES = ({"max_cards": 9}, {**TWO_PACKS, "players": 4}, {"max_cards": 9, "trump": "none"})
BOTS = ("random", "greedy", "expert")


def _by_dealer(frame: pd.DataFrame, name: str) -> np.ndarray:
    """What is told of the seats, by index: the dealer's first, then those of the others in turn."""
    seats = [[(place(index).dealer + turn) % 4 for turn in range(4)] for index in range(len(frame))]
    return np.take_along_axis(frame[[f"{name}_{seat}" for seat in range(4)]].to_numpy(), np.array(seats), axis=1)


def _of_dealer(frame: pd.DataFrame, name: str) -> list[int]:
    return _by_dealer(frame, name)[:, 0].tolist()


def _of_others(frame: pd.DataFrame, name: str) -> list[list[int]]:
    return _by_dealer(frame, name)[:, 1:].tolist()


# Hooks.


@pytest.mark.parametrize(("rules", "bot"), [*product((HOOKED, REVISED), BOTS), *product(OTHERS, BOTS[:1])], ids=str)
def test_under_a_hook_bids_never_make_the_sum(rules: dict[str, object], bot: str) -> None:
    for frame in (rows(bot=bot, **rules), game_rows(20, bot=bot, **rules)):
        assert (frame.sum_equal == 0).all()
        assert (frame.sum_under + frame.sum_over == frame.deals).all()
    free = {name: value for name, value in rules.items() if name != "hook"}
    assert rows(bot=bot, **free).sum_equal.any()


def test_the_hook_bars_the_dealers_bid_that_makes_the_sum_and_no_other() -> None:
    barred = 0
    for index in range(100):
        for stepper in steps(index, rules={**HOOKED, "max_cards": 4}):
            state, public = stepper.state, stepper.state["public"]
            if state["decision"] == Decision.BID:
                every = [BID + bid for bid in range(public["cards"] + 1)]
                known = sum(bid for bid in public["bids"].tolist() if bid >= 0)
                makes = BID + int(public["cards"]) - known if state["seat"] == public["dealer"] else None
                assert stepper.legal == [bid for bid in every if bid != makes]
                barred += makes in every
    assert barred > 10


def test_the_hook_leaves_the_bids_before_the_dealers() -> None:
    for bot in BOTS:
        free, hooked = rows(bot=bot, **IN_TURN), rows(bot=bot, **HOOKED)
        assert _of_others(free, "bid_sum") == _of_others(hooked, "bid_sum")
        assert (free.sum_equal == 0).mean() > 0.5
        pairs = zip(_of_dealer(free, "bid_sum"), _of_dealer(hooked, "bid_sum"), free.sum_equal, strict=True)
        assert all(one != other for one, other, makes_the_sum in pairs if makes_the_sum)


def test_the_dealer_revises_once_where_the_bids_make_the_sum() -> None:
    """To any other bid. It is told as his bid; he is shown all, also that which he takes back."""
    revised = 0
    for index in range(100):
        bids: list[int] = []
        for stepper in steps(index, rules={**REVISED, "max_cards": 4}):
            state, public = stepper.state, stepper.state["public"]
            dealer, cards = int(public["dealer"]), int(public["cards"])
            if state["decision"] == Decision.REVISE:
                revised += 1
                bids = public["bids"][:4].tolist()
                assert int(state["seat"]) == dealer
                assert sum(bids) == cards
                assert stepper.legal == [BID + bid for bid in range(cards + 1) if bid != bids[dealer]]
            elif state["decision"] == Decision.PLAY and bids:
                now = public["bids"][:4].tolist()
                assert [seat for seat in range(4) if now[seat] != bids[seat]] == [dealer]
    assert revised > 3
    for bot in BOTS:
        free, changed = rows(bot=bot), rows(bot=bot, **REVISED)
        assert changed.revised.equals(free.sum_equal.rename("revised"))
        assert _of_others(free, "bid_sum") == _of_others(changed, "bid_sum")
        pairs = zip(_of_dealer(free, "bid_sum"), _of_dealer(changed, "bid_sum"), strict=True)
        assert [one != other for one, other in pairs] == (free.sum_equal == 1).tolist()


def test_a_dealer_who_is_silent_plays_and_scores_nothing() -> None:
    for bot in BOTS:
        free, silent = rows(bot=bot), rows(bot=bot, **SILENT)
        for name in ("score", "bids", "made", "bid_sum", "zero_bids", "zero_made"):
            assert not any(_of_dealer(silent, name)), name
        assert sum(_of_dealer(silent, "taken")) > 0.1 * silent.length.sum()
        assert (silent.filter(regex=r"^taken_\d$").sum(axis=1) == silent.length).all()
        assert (silent.dealer_bids == 0).all()
        assert (silent.filter(regex=r"^bids_\d$").sum(axis=1) == 3).all()
        assert _of_others(free, "bid_sum") == _of_others(silent, "bid_sum")
    games = game_rows(**SILENT)
    dealt = [len(sizes()[seat::4]) for seat in range(4)]
    assert games.filter(regex=r"^bids_\d$").iloc[0].tolist() == [25 - deals for deals in dealt]


def test_silent_is_as_good_as_a_bid_of_nothing_for_how_a_greedy_dealer_plays() -> None:
    """Either way he needs no trick: where he would have bid 0, the others' deal is the same."""
    free, silent = rows(bot="greedy"), rows(bot="greedy", **SILENT)
    zero = [bid == 0 for bid in _of_dealer(free, "bid_sum")]
    assert 0.05 < sum(zero) / len(zero) < 0.95
    taken = [f"taken_{seat}" for seat in range(4)]
    assert free[taken][zero].equals(silent[taken][zero])
    scores = zip(_of_others(free, "score"), _of_others(silent, "score"), zero, strict=True)
    assert all(one == other for one, other, is_zero in scores if is_zero)


# What may be played. One rule allows what another one does, and more.


def _trumps_with_the_suit(play: Play) -> bool:
    return play.is_choice and suit(play.card) == play.trump


def _throws_off_with_trumps(play: Play) -> bool:
    return play.is_void and suit(play.card) != play.trump


def _always(deal: Deal) -> bool:
    return True


WIDER: tuple[tuple[dict[str, object], dict[str, object], Callable[[Deal], bool]], ...] = (
    ({}, {"follow": "suit_or_trump"}, lambda deal: not any(map(_trumps_with_the_suit, deal.plays))),
    ({}, {"void_rule": "free"}, lambda deal: not any(map(_throws_off_with_trumps, deal.plays))),
    (HOOKED, IN_TURN, lambda deal: deal.bid_sum != deal.cards),
    ({}, IN_TURN, _always),
    ({"blind": "none"}, {"blind": "all"}, _always),
)


@pytest.mark.parametrize(("narrow", "wide", "fits"), WIDER, ids=[str(wide) for _, wide, _ in WIDER])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_bids_and_cards_come_to_the_same(
    table: dict[str, object], narrow: dict[str, object], wide: dict[str, object], fits: Callable[[Deal], bool]
) -> None:
    """A deal under the narrower rule is one under the wider; the other way round where nobody made use of it."""
    fitting = 0
    for index in range(0, 34, 2):
        deal = LABORATORY.deal(index, **table, **narrow)
        assert again(deal, **table, **wide).course == deal.course
        deal = LABORATORY.deal(index, **table, **wide)
        same = again(deal, **table, **narrow)
        assert (same is not None) == fits(deal)
        if same is not None:
            fitting += 1
            assert same.course == deal.course
    assert fitting > 3
    assert fitting < 17 or fits is _always or "trump" in table


@pytest.mark.parametrize("rules", [{}, {"follow": "suit_or_trump"}, {"void_rule": "free"}], ids=str)
def test_what_may_be_played(rules: dict[str, object]) -> None:
    kinds = set()
    for index in range(2, 50, 3):
        for stepper in steps(index, rules=rules):
            state, public = stepper.state, stepper.state["public"]
            if state["decision"] != Decision.PLAY:
                continue
            hand = members(state["hands"][state["seat"]])
            suited = [card for card in hand if card % 4 == public["led"]]
            trumps = [card for card in hand if card % 4 == public["trump"]]
            expected = hand
            if public["lying"] and suited:
                expected = suited + (trumps if "follow" in rules and public["led"] != public["trump"] else [])
            elif public["lying"] and trumps and "void_rule" not in rules:
                expected = trumps
            kinds.add((bool(public["lying"]), bool(suited), bool(trumps)))
            assert stepper.legal == sorted(expected)
    assert len(kinds) > 5


# Who takes a trick.


@pytest.mark.parametrize("rule", ["first", "cancel"])
@pytest.mark.parametrize("table", [TWO_PACKS, {**TWO_PACKS, "packs": 3, "trump": "none"}], ids=str)
def test_tricks_are_taken_by_the_rule_of_identical_cards(table: dict[str, Any], rule: str) -> None:
    """The same shuffle goes the same way up to the first trick that the rule gives to somebody else."""
    players, twins, parted = table["players"], 0, 0
    for index in range(30):
        plain, changed = (LABORATORY.deal(index, **table, duplicate_rule=kind) for kind in ("last", rule))
        leader, is_parted = plain.dealt["leader"], False
        for one, other in zip(plain.tricks, changed.tricks, strict=True):
            cards = one["cards"]
            twins += len(set(cards)) < players
            assert other["cards"] == cards
            takers = [(leader + taker(cards, plain.trump, kind)) % players for kind in ("last", rule)]
            assert [one["winner"], other["winner"]] == takers
            leader, is_parted = takers[0], takers[0] != takers[1]
            if is_parted:
                break
        parted += is_parted
        assert is_parted or changed.course == plain.course
    assert twins > 20
    assert parted > 5
