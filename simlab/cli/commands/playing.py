"""The verbs that play: run, compare, tournament, replay."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import output
from simlab.cli.arguments import (
    Bots,
    Deals,
    First,
    GameName,
    Games,
    Json,
    Out,
    Preset,
    Rotate,
    RulesFile,
    Seed,
    Set,
    Store,
    Threads,
    Unit,
    read_rules,
    read_store,
    read_variants,
)
from simlab.cli.commands.app import app
from simlab.cli.escape import leaving_at_once


@app.command()
def run(
    game: GameName,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    bots: Bots = None,
    deals: Deals = None,
    games: Games = None,
    seed: Seed = "1",
    first: First = "0",
    threads: Threads = None,
    rotate: Rotate = False,
    out: Out = None,
    json: Json = False,
    store: Store = "cache",
) -> None:
    """Play many deals under one rule set: win rates, scores, and what the points are made of."""
    from simlab.analysis.result import simulate
    from simlab.report import files, tables

    folder = None if out is None else files.check_folder(out)
    found = simulate(
        game,
        read_rules(game, preset, rules, settings),
        bots,
        deals,
        seed,
        first,
        threads,
        output.watched(json),
        games=games,
        rotate=rotate,
        store=read_store(store),
    )
    frames = {"seats": found.seats, "features": found.features, "metrics": found.metrics}
    families = [family.key for family in found.job.game.features]
    figures = {key: lambda plots, key=key: plots.features(found, key) for key in families}
    with output.saved(folder, frames, figures, found.manifest):
        output.found(json, lambda: tables.result(found), frames, found.manifest)


@app.command()
def compare(
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="OPTION=A,B", help="A variant for each value; a bare OPTION takes all others."),
    ] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    bots: Bots = None,
    deals: Deals = None,
    games: Games = None,
    metrics: Annotated[
        str | None,
        typer.Option("--metrics", metavar="A,B", help="What to compare, or all; the chief metrics if not given."),
    ] = None,
    seed: Seed = "1",
    first: First = "0",
    threads: Threads = None,
    rotate: Rotate = False,
    out: Out = None,
    json: Json = False,
    store: Store = "cache",
) -> None:
    """Play the same deals under several rule sets and tell what each changes.

    --vary viewing=on,with_other makes a variant for each value; --vary preset=a,b one for each preset; --vary all one
    for every other value of every option.
    """
    from simlab.analysis.compare import compare as play
    from simlab.report import files, tables

    folder = None if out is None else files.check_folder(out)
    variants = read_variants(game, preset, rules, settings, vary or [], "deal" if games is None else "game")
    found = play(
        game,
        variants,
        bots,
        deals,
        seed,
        first,
        threads,
        output.watched(json),
        games=games,
        metrics=metrics,
        rotate=rotate,
        store=read_store(store),
    )
    frames = {"effects": found.effects}
    figures = {
        metric.name: lambda plots, name=metric.name: plots.effects(found, name) for metric in found.job.slots.metrics
    }
    with output.saved(folder, frames, figures, found.manifest):
        output.found(json, lambda: tables.comparison(found), frames, found.manifest)


@app.command()
def tournament(
    game: GameName,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="A,B,C", help="Two or more; all of the game's if not given.")
    ] = None,
    deals: Deals = None,
    games: Games = None,
    seed: Seed = "1",
    first: First = "0",
    threads: Threads = None,
    out: Out = None,
    json: Json = False,
    store: Store = "cache",
) -> None:
    """Let every bot meet every other, seats exchanged."""
    from simlab.analysis.tournament import tournament as play
    from simlab.report import files, tables

    folder = None if out is None else files.check_folder(out)
    found = play(
        game,
        bots,
        read_rules(game, preset, rules, settings),
        deals,
        seed,
        first,
        threads,
        output.watched(json),
        games=games,
        store=read_store(store),
    )
    frames = {"ratings": found.ratings, "payoffs": found.payoffs}
    with output.saved(folder, frames, {"ratings": lambda plots: plots.ratings(found)}, found.manifest):
        output.found(json, lambda: tables.tournament(found), frames, found.manifest)


@app.command()
def replay(
    game: GameName,
    seed: Seed = "1",
    index: Annotated[str, typer.Option("--index", metavar="I", help="Which deal of the run.")] = "0",
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    bots: Bots = None,
    unit: Unit = None,
    json: Annotated[bool, typer.Option("--json", help="Print the events as JSON, a line each.")] = False,
) -> None:
    """Tell one deal of a run, move by move."""
    from simlab.run.replay import replay as tell

    chosen = read_rules(game, preset, rules, settings)
    with leaving_at_once():
        told = tell(game, seed=seed, index=index, rules=chosen, bots=bots, unit=unit)
    print(told.json_lines() if json else told)
