"""The verbs that ask: what a hand is worth, what is how likely, what there is, how fast it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import output
from simlab.cli.arguments import GameName, Json, Preset, RulesFile, Set, Unit, read_extra, read_rules
from simlab.cli.commands.app import app


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
    from dataclasses import asdict

    from simlab.analysis.ask import score as ask

    hand, extra = read_extra(game, words or [])
    found = ask(game, hand, rules=read_rules(game, preset, rules, settings), **extra)
    if json:
        output.json(asdict(found))
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
    """Say how likely something is when cards are dealt, exactly where it can be counted.

    A question is a named one, clauses joined by 'and' (hand has 3b, hand >= 2 bright), maybe behind them a condition
    (given board lacks 11b), or of a game's own form. Where a game's deals differ in size, the answer is their mean.
    """
    from simlab.analysis.ask import odds as ask
    from simlab.report.listings import odds_list, odds_table

    chosen = read_rules(game, preset, rules, settings)
    names = odds_list(chosen) if question is None else [question]
    found = [ask(game, name, rules=chosen) for name in names]
    if json:
        output.json(
            [vars(answer) | {"fraction": None if answer.fraction is None else str(answer.fraction)} for answer in found]
        )
    elif question is None:
        output.screen(odds_table(chosen, found))
    else:
        print(found[0])


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
    from simlab.kernel.announcing import announced
    from simlab.run.replay import replay as tell

    for name in names or every():
        for task in get(name).answers.tasks:
            with announced(get(name).title):
                task.start(ask(name))(1)
        for bot in get(name).code.bots if get(name).load else ():
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
