"""Koi-Koi: two players, hanafuda, one deal at a time. The rules are in RULES.md."""

from __future__ import annotations

from importlib.resources import files

from simlab.games.game import Code, Context, Game
from simlab.games.koikoi.rules import FEATURES, HAND_CARDS, OPTIONS, PRESETS, SEATS, UNITS, deck
from simlab.games.metrics import Features, Metric


def _load() -> Code:
    from simlab.games.koikoi import bots, moves, scoring, text
    from simlab.games.koikoi.state import LAYOUT, Action

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
        kinds={"stop": (Action.STOP,), "koikoi": (Action.KOIKOI,)},
        score=scoring.score,
    )


GAME = Game(
    name="koikoi",
    title="Koi-Koi",
    summary="match hanafuda by month, make yaku, stop or dare to go on",
    version=2,
    seats=(SEATS, SEATS),
    options=OPTIONS,
    presets=PRESETS,
    units=UNITS,
    deck=deck,
    load=_load,
    features=Features(FEATURES, "yaku of the winner", total="base"),
    metrics=(Metric("mean_calls", "mean", "calls", "mean number of calls of koi-koi a deal"),),
    context=(
        Context("calls", 0, "how often who stops called koi-koi in the deal", high=HAND_CARDS - 1),
        Context("opponent_calls", 0, "how often the opponent did", high=HAND_CARDS - 1),
    ),
    hand="1b 3b 8b",
    rules_text=lambda: (files(__package__) / "RULES.md").read_text(encoding="utf-8"),
)
