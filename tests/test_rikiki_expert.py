"""Rikiki's expert: what it must do where the answer is plain, under all rules, and against greedy players."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import simlab
from simlab.analysis.ask import rules as read_rules
from simlab.decks import french
from simlab.games import rikiki
from simlab.games.rikiki.position import read_position
from simlab.games.rikiki.state import BID, Decision
from simlab.kernel.records import Status
from simlab.run import bots
from simlab.run.step import Stepper, step_through

EXPERT = bots.player(rikiki.GAME, "expert")


def _asked(position: str, **rules: object) -> str:
    """What the expert does at a position."""
    stepper = Stepper(rikiki.GAME, read_rules("rikiki", rules), "deal")
    read_position(position, stepper.record, stepper.tables, stepper.state)
    stepper.observe()
    return rikiki.GAME.code.text.action(stepper.choose(EXPERT, 1, 0))


def _place(**parts: str) -> str:
    told = {"seat": "0 play", "deal": "1", "dealer": "1", "trump": "2S", "lead": "0", "trick": "-", "played": "-"}
    return "; ".join(f"{name} {part}" for name, part in (told | parts).items())


def test_needs_all_tricks_and_leads_the_highest_trump() -> None:
    hands = "KS 9S AD | 3H 4H 5H"
    position = _place(hands=hands, bids="3 0", tricks="0 0")
    assert _asked(position, players=2, sequence="fixed", cards=3, blind="none") == "KS"


@pytest.mark.parametrize("loser", ["3D", "3S"])
def test_needs_one_trick_and_keeps_the_boss(loser: str) -> None:
    hands = f"AS {loser} | KD QD"
    position = _place(hands=hands, bids="1 1", tricks="0 0")
    assert _asked(position, players=2, sequence="fixed", cards=2) == loser


@pytest.mark.parametrize(
    ("hand", "card"),
    [("KD 4D 3C", "KD"), ("KH AH 2C", "AH"), ("2D 4D 3C", "4D")],
)
def test_at_its_bid_the_highest_card_goes_under_a_winning_one(hand: str, card: str) -> None:
    """The ace of diamonds takes the trick, whatever falls under it."""
    hands = f"{hand} | 5C 6C | 7C 8C"
    position = _place(hands=hands, bids="0 2 1", tricks="0 0 0", dealer="0", lead="1", trick="5D AD")
    rules = {"players": 3, "sequence": "fixed", "cards": 3}
    assert _asked(position, **rules) == card


def test_blind_bids_come_from_what_is_seen() -> None:
    rules = {"sequence": "fixed", "cards": 1, "blind": "all"}
    for others, bid in (("AS | 3D | 4C", 0), ("2D | 3D | 2H", 1)):
        parts = {"seat": "0 bid", "dealer": "3", "trump": "5S", "bids": "- - - -", "tricks": "0 0 0 0"}
        assert _asked(_place(hands=f"9C | {others}", **parts), **rules) == rikiki.GAME.code.text.action(BID + bid)


def _first_bids(rules: dict, deals: int) -> Iterator[tuple[np.void, int]]:
    """The state and the bid of every expert, over random deals."""
    checked = read_rules("rikiki", rules)
    stepper = Stepper(rikiki.GAME, checked, "deal")
    for index in range(deals):
        stepper.new(index)
        stepper.begin(stepper.shuffle(5, index))
        while stepper.status == Status.DECIDE and stepper.state["decision"] == Decision.BID:
            stepper.observe()
            action = stepper.choose(EXPERT, 5, index)
            yield stepper.state, action - BID
            stepper.act(action)


def _sure(public: np.void, hand: list[int], seat: int) -> int:
    """Tricks that nobody can take away: the unbroken run of the best trumps, or of a leader's suits without trump."""
    suits = [public["trump"]] if public["trump"] >= 0 else range(4) if public["lead"] == seat else []
    sure = 0
    for suit in suits:
        for card in range(48 + suit, -1, -4):
            if card in hand:
                sure += 1
            elif card != public["turned"] or public["open"] >= 0:
                break
    return sure


@pytest.mark.parametrize("trump", ["turned", "none", "dealer_last", "random_suit", "rotating"])
def test_never_bids_under_its_sure_tricks(trump: str) -> None:
    for cards in (2, 5, 13):
        for state, bid in _first_bids({"sequence": "fixed", "cards": cards, "trump": trump}, 150):
            seat = int(state["seat"])
            assert bid >= _sure(state["public"], french.members(state["hands"][seat]), seat)


def test_bids_zero_more_where_a_missed_zero_costs_nothing() -> None:
    """The same deals: the hands don't depend on the scoring."""
    shares = {}
    for scoring in ("seed", "common"):
        rules = {"sequence": "fixed", "cards": 4, "scoring": scoring}
        run = simlab.simulate("rikiki", rules, ["expert"] * 4, 20_000, store=False)
        shares[scoring] = run.metrics[run.metrics.metric == "zero_bid_rate"]
    assert shares["seed"].low.min() > shares["common"].high.max()


RULES = [
    {},
    {"preset": "oh_hell"},
    {"preset": "common", "players": 3, "hook": "dealer_revises"},
    {"players": 8, "packs": 2, "duplicate_rule": "cancel", "hook": "dealer_silent", "follow": "suit_or_trump"},
    {"players": 2, "packs": 3, "duplicate_rule": "first", "trump": "rotating", "max_cards": 78},
    {"players": 2, "packs": 3, "sequence": "fixed", "cards": 78, "void_rule": "free", "duplicate_rule": "last"},
    {"players": 5, "packs": 2, "duplicate_rule": "cancel", "trump": "dealer_last", "blind": "all"},
    {"players": 6, "trump": "none", "bidding": "in_turn", "hook": "last_bidder", "scoring": "wizard"},
    {"players": 7, "trump": "random_suit", "follow": "suit_or_trump", "void_rule": "free", "scoring": "cypriot"},
    *({"scoring": scoring, "max_cards": 6} for scoring in ("flat", "partial", "over_counts", "quadratic", "exact")),
    {"made_base": -1000, "missed_base": 1000, "max_cards": 5},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_is_legal_and_the_same_again_under_all_rules(rules: dict) -> None:
    seats = int(rules.get("players", 4))
    runs = [simlab.simulate("rikiki", rules, ["expert"] * seats, 400, store=False) for _ in range(2)]
    assert runs[0].metrics.equals(runs[1].metrics)


def test_writes_nothing_and_is_the_same_step_by_step() -> None:
    for rules in ({"max_cards": 8}, {"packs": 2, "duplicate_rule": "cancel", "hook": "dealer_revises"}):
        stepper = Stepper(rikiki.GAME, read_rules("rikiki", rules), "deal")
        for index in range(12):
            step_through(stepper, [EXPERT] * 4, 3, index)


@pytest.mark.parametrize(
    ("rules", "least"),
    [
        ({"preset": "seed"}, 1.2),
        ({"preset": "common"}, 1.2),
        ({"preset": "oh_hell"}, 0.3),
        ({"players": 3}, 0.8),
        ({"players": 6}, 0.8),
    ],
    ids=str,
)
def test_beats_greedy_players(rules: dict, least: float) -> None:
    """Far outside the interval."""
    met = simlab.tournament("rikiki", ["greedy", "expert"], rules=rules, deals=6_000, store=False)
    row = met.payoffs.set_index(["bot", "opponent"]).loc[("expert", "greedy")]
    assert row.advantage_low > least


@pytest.mark.parametrize("cards", range(1, 14))
def test_is_no_worse_at_any_size(cards: int) -> None:
    rules = {"sequence": "fixed", "cards": cards}
    met = simlab.tournament("rikiki", ["greedy", "expert"], rules=rules, deals=3_000, store=False)
    assert met.payoffs.set_index(["bot", "opponent"]).loc[("expert", "greedy")].advantage_low > 0


def test_scorings_that_differ_in_scale_only_are_played_alike() -> None:
    """Wizard pays ten times what ascenseur does."""
    rows = [
        simlab.simulate("rikiki", {"scoring": scoring}, ["expert"] * 4, 500, store=False).outcomes(500)
        for scoring in ("ascenseur", "wizard")
    ]
    assert (10 * rows[0].score_0 == rows[1].score_0).all()
