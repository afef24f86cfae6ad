"""One command a user's verb. What they do is done by the functions that ``import simlab`` has."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

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
    read_list,
    read_rules,
    read_store,
    read_variants,
)

GUIDE = """
simlab plays millions of deals of traditional games, bot against bot, and tells what a rule does to the game, with an
interval on every number.

\b
First steps
  simlab games                                   which games there are
  simlab rules koikoi                            a game's rules and the options that can be set
  simlab run koikoi --bots greedy,random         play a million deals
  simlab compare koikoi --vary seven_double      the same deals under two rule sets
  simlab replay koikoi --index 5                 watch one deal

\b
Rules are set alike everywhere: --preset NAME, --rules FILE.toml, --set OPTION=VALUE (as often as you like).
Bots are named by seat: --bots greedy,random; your own is path.py:name. The same seed gives the same deals.
Finished work is kept: Ctrl-C, then the same command, goes on where it stopped.
"""

app = typer.Typer(
    help=GUIDE, add_completion=False, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
)


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
    """Play many deals under one rule set: win rates, scores, how often each yaku occurs."""
    from simlab.analysis.result import simulate
    from simlab.report import files, tables

    folder = files.check_folder(out) if out else None
    found = simulate(
        game,
        read_rules(game, preset, rules, settings),
        read_list(bots),
        deals,
        seed,
        first,
        threads,
        _watched(json),
        games=games,
        rotate=rotate,
        store=read_store(store),
    )
    frames = {"seats": found.seats, "features": found.features, "metrics": found.metrics}
    if folder:
        from simlab.report import plots

        _saved(files.save(folder, frames, {"features": lambda: plots.features(found)}, found.manifest))
    _show(json, lambda: tables.result(found), frames, found.manifest)


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
        str | None, typer.Option("--metrics", metavar="A,B", help="Metrics to show; the headline ones if not given.")
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

    --vary viewing=on,with_other makes a variant for each value; --vary preset=a,b one for each preset.
    """
    from simlab.analysis.compare import compare as play
    from simlab.report import files, tables

    folder = files.check_folder(out) if out else None
    variants = read_variants(game, preset, rules, settings, vary or [])
    found = play(
        game,
        variants,
        read_list(bots),
        deals,
        seed,
        first,
        threads,
        _watched(json),
        games=games,
        metrics=metrics,
        rotate=rotate,
        store=read_store(store),
    )
    if folder:
        from simlab.report import plots

        shown = [metric.name for metric in found.job.slots.metrics if metric.headline]
        figures = {name: lambda name=name: plots.effects(found, name) for name in shown}
        _saved(files.save(folder, {"effects": found.effects}, figures, found.manifest))
    _show(json, lambda: tables.comparison(found, metrics is not None), {"effects": found.effects}, found.manifest)


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

    folder = files.check_folder(out) if out else None
    found = play(
        game,
        read_list(bots),
        read_rules(game, preset, rules, settings),
        deals,
        seed,
        first,
        threads,
        _watched(json),
        games=games,
        store=read_store(store),
    )
    frames = {"ratings": found.ratings, "payoffs": found.payoffs}
    if folder:
        from simlab.report import plots

        _saved(files.save(folder, frames, {"ratings": lambda: plots.ratings(found)}, found.manifest))
    _show(json, lambda: tables.tournament(found), frames, found.manifest)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def score(
    context: typer.Context,
    game: GameName,
    hand: Annotated[str, typer.Argument(help="Cards in the game's notation.")],
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    json: Json = False,
) -> None:
    """Say what a hand is worth, and for what.

    What the score depends on besides the cards is given as --NAME VALUE; 'simlab rules GAME' lists the names.
    """
    from simlab.analysis.ask import score as ask
    from simlab.report.files import to_json

    found = ask(game, hand, rules=read_rules(game, preset, rules, settings), **read_extra(game, context.args))
    print(to_json({"points": found.points, "parts": found.parts}) if json else found)


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
    """Tell one deal of a run, card by card."""
    from simlab.run.replay import replay as tell

    chosen = read_rules(game, preset, rules, settings)
    told = tell(game, seed=seed, index=index, rules=chosen, bots=read_list(bots), unit=unit)
    print(told.json_lines() if json else told)


@app.command()
def rules(
    game: GameName,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    options: Annotated[bool, typer.Option("--options", help="Only the table of options.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="The rule set as TOML, for --rules.")] = False,
) -> None:
    """Show a game's rules and what can be set."""
    from rich.markdown import Markdown

    from simlab.analysis.ask import rules as ask
    from simlab.games import get
    from simlab.report.listings import option_tables

    chosen = ask(game, read_rules(game, preset, rules, settings))
    if toml:
        print(chosen.to_toml(), end="")
        return
    if not options:
        text = get(game).rules_text()
        if sys.stdout.isatty():
            _console().print(Markdown(text))
        else:
            print(text)
    _console().print(option_tables(chosen))


@app.command()
def bots(game: GameName) -> None:
    """List a game's bots, from the lowest rung of the ladder up, and what a bot of your own is shown."""
    from simlab.report.listings import bot_tables

    _console().print(bot_tables(game))


@app.command()
def games() -> None:
    """List the games."""
    from simlab.report.listings import game_table

    _console().print(game_table())


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
            simulate(name, bots=lineup, deals=1, store=False)
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

    from simlab.report.files import to_json
    from simlab.report.listings import bench_table
    from simlab.run.bench import bench as measure
    from simlab.run.plan import whole

    measures = measure(
        game,
        rules=read_rules(game, preset, rules, settings),
        bots=read_list(bots),
        unit=unit,
        rounds=whole("rounds", rounds, 3, 10_000),
    )
    if json:
        print(to_json([asdict(line) for line in measures]))
    else:
        _console().print(bench_table(game, measures))


def _console() -> Any:
    from rich.console import Console

    return Console(highlight=False)


def _show(json: bool, table: Callable[[], Any], frames: Mapping[str, Any], manifest: Mapping[str, Any]) -> None:
    if json:
        from simlab.report.files import records, to_json

        print(to_json({"manifest": manifest} | {name: records(frame) for name, frame in frames.items()}))
    else:
        _console().print(table())


def _saved(made: list[Path]) -> None:
    print(f"wrote {', '.join(path.name for path in made)} to {made[0].parent}", file=sys.stderr)


def _watched(json: bool) -> bool:
    """Whether a progress bar has somebody to look at it."""
    return sys.stderr.isatty() and not json
