"""Koi-Koi: two players, hanafuda, one deal at a time. The rules are in RULES.md."""

from __future__ import annotations

from importlib.resources import files

from simlab.games.answers import Answers, Context
from simlab.games.game import Code, Game
from simlab.games.koikoi.presets import PRESETS
from simlab.games.koikoi.rules import FEATURES, MOST_HAND_CARDS, OPTIONS, SEATS, UNITS, check, deck
from simlab.games.metrics import Features, Metric


def _load() -> Code:
    from simlab.games.koikoi import bots, moves, scoring, text
    from simlab.games.koikoi.state import LAYOUT, Action, Decision

    return Code(
        layout=LAYOUT,
        new=moves.new,
        begin=moves.begin,
        observe=moves.observe,
        act=moves.act,
        finish=moves.finish,
        complete=moves.complete,
        build_tables=scoring.build_tables,
        bots=bots.BOTS,
        text=text,
        actions=f"the number of a card to play or to take, from 0 (1b) to 47 (12c3); {Action.STOP} stop, "
        f"{Action.KOIKOI} koi-koi",
        decisions=Decision,
        kinds={"stop": (Action.STOP,), "koikoi": (Action.KOIKOI,)},
    )


def _load_answers() -> Answers:
    from simlab.games.koikoi import odds, scoring

    return Answers(scoring.score, odds.QUESTIONS)


GAME = Game(
    name="koikoi",
    title="Koi-Koi",
    summary="match hanafuda by month, make yaku, stop or dare to go on",
    version=4,
    seats=(SEATS, SEATS),
    options=OPTIONS,
    presets=PRESETS,
    units=UNITS,
    deck=deck,
    load=_load,
    load_answers=_load_answers,
    features=(
        Features(
            "yaku",
            FEATURES,
            "yaku of the winner",
            "how often a deal, what one pays, and its share of all the seat's points before any factor",
            total="base",
        ),
    ),
    metrics=(
        Metric(
            "mean_win", "mean", "points_won", "mean points of a round won, with all factors", per="won", headline=True
        ),
        Metric("mean_calls", "mean", "calls", "mean number of calls of koi-koi a deal", per="deals", headline=True),
        Metric("calls_paid", "rate", "calls_paid", "share of calls after which the caller won the round", per="calls"),
        Metric("calls_punished", "rate", "calls_punished", "share of calls after which the other won", per="calls"),
        Metric("stopped_rate", "rate", "stopped", "share of rounds that a player stopped", per="deals"),
        Metric("cashed_rate", "rate", "cashed", "share of rounds cashed with the last card", per="deals"),
        Metric("forced_rate", "rate", "forced", "share of rounds stopped as no call was allowed", per="deals"),
        Metric("lucky_rate", "rate", "lucky", "share of rounds that a lucky hand or board ended", per="deals"),
        Metric("exhausted_rate", "rate", "exhausted", "share of rounds in which nobody stopped", per="deals"),
    ),
    context=(
        Context("calls", 0, "how often who stops called koi-koi in the deal", high=MOST_HAND_CARDS - 1),
        Context("opponent_calls", 0, "how often the opponent did", high=MOST_HAND_CARDS - 1),
        Context("month", 1, "the round's month, for month_yaku", low=1, high=12),
        Context("board", "", "cards that lie on the board, for viewing_cancel=field"),
        Context("board_brights", 0, "brights on the opening board, for field_bright_multiplier", high=5),
    ),
    hand="1b 3b 8b",
    check=check,
    rules_text=lambda: (files(__package__) / "RULES.md").read_text(encoding="utf-8"),
)
