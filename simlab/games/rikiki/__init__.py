"""Rikiki, the Hungarian Oh Hell: bid how many tricks you will take, and be right. The rules are in RULES.md."""

from __future__ import annotations

from importlib.resources import files

from simlab.games.answers import Answers, Context
from simlab.games.game import Code, Game
from simlab.games.metrics import Features, Metric
from simlab.games.rikiki.presets import PRESETS
from simlab.games.rikiki.rules import (
    DIFFERENCES,
    FEWEST_SEATS,
    MOST_CARDS,
    OPTIONS,
    SEATS,
    SIZES,
    UNITS,
    check,
    deck,
)


def _load() -> Code:
    from simlab.games.rikiki import bots, moves, peers, text
    from simlab.games.rikiki.state import BID, LAYOUT, Decision
    from simlab.games.rikiki.tables import build_tables

    return Code(
        layout=LAYOUT,
        new=moves.new,
        begin=moves.begin,
        observe=moves.observe,
        act=moves.act,
        finish=moves.finish,
        complete=moves.complete,
        build_tables=build_tables,
        bots=bots.BOTS,
        text=text,
        actions=f"a card's number, 4 * rank + suit, from 0 (2C, then 2D 2H 2S ..) to 51 (AS); {BID} + b bids b tricks",
        decisions=Decision,
        kinds={"zero": (BID,)},
        peers=peers.PEERS,
    )


def _load_answers() -> Answers:
    from simlab.games.rikiki import odds, scoring

    return Answers(scoring.score, odds.QUESTIONS)


GAME = Game(
    name="rikiki",
    title="Rikiki",
    summary="Hungarian Oh Hell: bid how many tricks you will take, and score for being right",
    version=1,
    seats=(FEWEST_SEATS, SEATS),
    seats_of=lambda rules: rules.number("players"),
    options=OPTIONS,
    presets=PRESETS,
    units=UNITS,
    deck=deck,
    load=_load,
    load_answers=_load_answers,
    features=(
        Features(
            "difference",
            DIFFERENCES,
            "tricks less bid",
            "share of the seat's bids",
            count="difference",
            per="bids",
            points=None,
        ),
        Features(
            "size",
            SIZES,
            "bids made, by cards",
            "share of the bids in deals of so many cards that are made, and mean points of a bid",
            count="size_made",
            per="size_bids",
            points="size_points",
            points_per="size_bids",
            total=None,
        ),
    ),
    never=("draw_rate", "void_rate", "redeal_rate"),
    turn="trick",
    metrics=(
        Metric("made_rate", "rate", "made", "share of bids that are made", per="bids", headline=True),
        Metric("mean_bid", "mean", "bid_sum", "mean number of tricks bid", per="bids"),
        Metric("mean_tricks", "mean", "taken", "mean number of tricks taken a deal", per="deals"),
        Metric("zero_bid_rate", "rate", "zero_bids", "share of bids that are 0", per="bids"),
        Metric("zero_made_rate", "rate", "zero_made", "share of bids of 0 that are made", per="zero_bids"),
        Metric(
            "dealer_edge",
            "mean",
            "dealer_gap",
            "points of the dealer a deal, less the mean of the others",
            per="others",
            headline=True,
        ),
        Metric(
            "leader_edge",
            "mean",
            "leader_gap",
            "points of who leads first a deal, less the mean of the others",
            per="others",
        ),
        Metric(
            "dealer_made_rate", "rate", "dealer_made", "share of the dealer's bids that are made", per="dealer_bids"
        ),
        Metric(
            "excess", "mean", "excess", "how far the bids of a deal add up beyond its cards", per="deals", headline=True
        ),
        Metric(
            "sum_under_rate",
            "rate",
            "sum_under",
            "share of deals whose bids add up to less than the cards",
            per="deals",
        ),
        Metric("sum_equal_rate", "rate", "sum_equal", "share of deals whose bids add up to the cards", per="deals"),
        Metric(
            "sum_over_rate", "rate", "sum_over", "share of deals whose bids add up to more than the cards", per="deals"
        ),
        Metric(
            "revised_rate", "rate", "revised", "share of deals in which the dealer had to change his bid", per="deals"
        ),
    ),
    context=(
        Context("bid", 0, "tricks bid", high=MOST_CARDS, is_required=True),
        Context("tricks", 0, "tricks taken", high=MOST_CARDS, is_required=True),
    ),
    check=check,
    bench={"sequence": "fixed", "cards": 10},
    rules_text=lambda: (files(__package__) / "RULES.md").read_text(encoding="utf-8"),
)
