"""One command a user's verb. What they do is done by the functions that ``import simlab`` has."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab import __version__
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
    read_extra,
    read_rules,
    read_store,
    read_variants,
)
from simlab.cli.escape import Group, leaving_at_once

GUIDE = """
simlab plays millions of deals of traditional games, bot against bot, and
tells what a rule does to the game, with an interval on every number.

\b
First steps
  simlab games                               which games there are
  simlab rules koikoi                        a game's rules and options
  simlab run koikoi --bots greedy,random     play a million deals
  simlab compare koikoi --vary seven_double  the same deals, two rule sets
  simlab replay koikoi --index 5             watch one deal
  simlab odds koikoi                         exact odds of hands and boards

\b
Rules are set alike everywhere: --preset NAME, --rules FILE.toml, and
--set OPTION=VALUE as often as you like, the later on top of the earlier.
Bots are named by seat: --bots greedy,random. Any of them can be forbidden an
action (greedy:never=stop); your own is path.py:name.
The same seed gives the same deals. Finished work is kept: Ctrl-C, then the
same command, goes on where it stopped.
"""


app = typer.Typer(
    cls=Group,
    help=GUIDE,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"simlab {__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")]


@app.callback(help=GUIDE)
def main(version: Version = False) -> None:
    """What comes before the verb."""


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


@app.command(context_settings={"ignore_unknown_options": True})
def score(
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[HAND] [--NAME VALUE]...", help="Cards in the game's notation, and what else counts."),
    ] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    json: Json = False,
) -> None:
    """Say what a hand is worth, and for what.

    What the score depends on besides the cards is given as --NAME VALUE; 'simlab rules GAME' lists the names.
    """
    from simlab.analysis.ask import score as ask

    hand, extra = read_extra(game, words or [])
    found = ask(game, hand, rules=read_rules(game, preset, rules, settings), **extra)
    if json:
        output.json({"points": found.points, "parts": found.parts})
    else:
        print(found)


@app.command()
def odds(
    game: GameName,
    question: Annotated[
        str | None, typer.Argument(metavar="[QUESTION]", help="As in 'hand >= 2 bright'; all named ones if not given.")
    ] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    json: Json = False,
) -> None:
    """Say how likely something is when cards are dealt, exactly.

    A question is a named one, clauses joined by 'and' (hand has 3b, hand >= 2 bright), maybe behind them a condition
    (given board lacks 11b), or of a game's own form. Where a game's deals differ in size, the answer is their mean.
    """
    from simlab.analysis.ask import odds as ask
    from simlab.report.listings import odds_list, odds_table

    chosen = read_rules(game, preset, rules, settings)
    names = odds_list(chosen) if question is None else [question]
    found = [ask(game, name, rules=chosen) for name in names]
    if json:
        output.json([vars(answer) | {"fraction": str(answer.fraction)} for answer in found])
    elif question is None:
        output.screen(odds_table(chosen, found))
    else:
        print(found[0])


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


@app.command()
def rules(
    game: GameName,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    options: Annotated[bool, typer.Option("--options", help="Only the table of options.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="The rule set as TOML, for --rules.")] = False,
    json: Json = False,
) -> None:
    """Show a game's rules and what can be set."""
    from simlab.analysis.ask import rules as ask
    from simlab.games import get
    from simlab.report.listings import option_list, option_tables

    chosen = ask(game, read_rules(game, preset, rules, settings))
    if toml:
        print(chosen.to_toml(), end="")
    elif json:
        output.json(option_list(chosen))
    else:
        if not options:
            output.text(get(game).rules_text())
        output.screen(option_tables(chosen))


@app.command()
def bots(game: GameName, json: Json = False) -> None:
    """List a game's bots, from the lowest rung of the ladder up, and what a bot of your own is shown."""
    from simlab.report.listings import bot_list, bot_tables

    if json:
        output.json(bot_list(game))
    else:
        output.screen(bot_tables(game))


@app.command()
def games(json: Json = False) -> None:
    """List the games."""
    from simlab.report.listings import game_list, game_table

    if json:
        output.json(game_list())
    else:
        output.screen(game_table())


@app.command()
def warmup(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if not given.")] = None,
) -> None:
    """Compile ahead what games need, so that the first run starts at once."""
    from simlab.analysis.ask import rules as ask
    from simlab.analysis.result import simulate
    from simlab.games import get
    from simlab.games import names as every
    from simlab.run.replay import replay as tell

    for name in names or every():
        for bot in get(name).code.bots:
            lineup = [bot.name] * ask(name).seats
            one = {f"{get(name).unit}s": 1}
            simulate(name, bots=lineup, store=False, deals=one.get("deals"), games=one.get("games"))
            tell(name, bots=lineup)
        print(f"{name} is ready")


@app.command()
def bench(
    game: GameName,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="A,B", help="Bots to measure; all of the game's if not given.")
    ] = None,
    unit: Unit = None,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="Rounds that alternate with the yardstick.")
    ] = "40",
    json: Json = False,
) -> None:
    """Measure speed as ratios in one run, against the time that NumPy takes to shuffle a pack."""
    from dataclasses import asdict

    from simlab.games import get
    from simlab.report.listings import bench_table
    from simlab.run.bench import bench as measure
    from simlab.run.bench import rules_of
    from simlab.run.plan import whole

    given = read_rules(game, preset, rules, settings) if preset or rules or settings else None
    measures = measure(
        game,
        rules=given,
        bots=bots,
        unit=unit,
        rounds=whole("rounds", rounds, 3, 10_000),
    )
    if json:
        output.json([asdict(line) for line in measures])
    else:
        output.screen(bench_table(rules_of(get(game), given, unit), measures))
