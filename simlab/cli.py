"""The command line: one command a user's verb. Everything it does is done by the functions that ``import simlab`` has."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.errors import SimlabError

if TYPE_CHECKING:
    from simlab.analysis.result import Result

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

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of 'simlab games'.")]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="Start from one of the game's rule sets.")]
RulesFile = Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="Read options from a TOML file.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Set one option; repeatable.")]
Bots = Annotated[str | None, typer.Option("--bots", metavar="A,B", help="A bot for each seat; greedy if not given.")]
Deals = Annotated[str | None, typer.Option("--deals", metavar="N", help="How many deals: 1e6, 20000.")]
Games = Annotated[str | None, typer.Option("--games", metavar="N", help="How many whole games, in place of deals.")]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help="Names the shuffles: 0 to 2**64-1.")]
First = Annotated[str, typer.Option("--first", metavar="I", help="Index of the first deal.")]
Threads = Annotated[str | None, typer.Option("--threads", metavar="N", help="As many as cores if not given.")]
Rotate = Annotated[bool, typer.Option("--rotate", help="Play each deal once for every rotation of the bots.")]
Out = Annotated[str | None, typer.Option("--out", metavar="DIR", help="Leave tables, figures and a manifest there.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Store = Annotated[
    str, typer.Option("--store", metavar="DIR", help="Where finished work is kept: 'cache', 'none', or a folder.")
]
Unit = Annotated[str | None, typer.Option("--unit", metavar="UNIT", help="deal or game; the game's first if not given.")]


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
    from simlab.report import files, plots, tables

    folder = files.check_folder(out) if out else None
    found = simulate(
        game, _rules(game, preset, rules, settings), _listed(bots), deals, seed, first, threads, _watched(json),
        games=games, rotate=rotate, store=_store(store),
    )  # fmt: skip
    frames = {"seats": found.seats, "features": found.features, "metrics": found.metrics}
    if folder:
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
    from simlab.report import files, plots, tables

    folder = files.check_folder(out) if out else None
    variants = _variants(game, preset, rules, settings, vary or [])
    found = play(
        game, variants, _listed(bots), deals, seed, first, threads, _watched(json),
        games=games, metrics=metrics, rotate=rotate, store=_store(store),
    )  # fmt: skip
    if folder:
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
    from simlab.report import files, plots, tables

    folder = files.check_folder(out) if out else None
    found = play(
        game, _listed(bots), _rules(game, preset, rules, settings), deals, seed, first, threads, _watched(json),
        games=games, store=_store(store),
    )  # fmt: skip
    frames = {"ratings": found.ratings, "payoffs": found.payoffs}
    if folder:
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

    found = ask(game, hand, rules=_rules(game, preset, rules, settings), **_extra(context.args))
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

    chosen = _rules(game, preset, rules, settings)
    told = tell(game, seed=seed, index=index, rules=chosen, bots=_listed(bots), unit=unit)
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

    chosen = ask(game, _rules(game, preset, rules, settings))
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
    """List a game's bots, from the lowest rung of the ladder up."""
    from simlab.report.listings import bot_table

    _console().print(bot_table(game))


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
    from simlab.analysis.ask import bots as known, games as every
    from simlab.analysis.result import simulate
    from simlab.run.replay import replay as tell

    for name in names or every():
        for bot in known(name):
            seats = _rules(name, None, None, None).seats
            simulate(name, bots=[bot] * seats, deals=1, store=False)
            tell(name, bots=[bot] * seats)
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
    rounds: Annotated[str, typer.Option("--rounds", metavar="N", help="Rounds that alternate with the yardstick.")] = "40",
    json: Json = False,
) -> None:
    """Measure speed as ratios in one run, against the time that NumPy takes to shuffle a pack."""
    from dataclasses import asdict

    from simlab.report.files import to_json
    from simlab.report.listings import bench_table
    from simlab.run.bench import bench as measure
    from simlab.run.plan import whole

    measures = measure(
        game, rules=_rules(game, preset, rules, settings), bots=_listed(bots), unit=unit,
        rounds=whole("rounds", rounds, 3, 10_000),
    )  # fmt: skip
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


def _store(text: str) -> bool | str:
    return {"cache": True, "none": False}.get(text, text)


def _listed(text: str | None) -> list[str] | None:
    return None if text is None else [word.strip() for word in text.split(",")]


def _rules(game: str, preset: str | None, file: Path | None, settings: list[str] | None) -> Any:
    """The rule set that --preset, --rules and --set make, the later on top of the earlier."""
    from simlab.games import get
    from simlab.games.options import resolve

    owner = get(game)
    chosen = resolve(owner, preset)
    if file is not None:
        chosen = resolve(owner, _toml(file), base=chosen)
    return resolve(owner, dict(_setting(text) for text in settings or ()), base=chosen)


def _toml(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SimlabError(f"rules file {file} can't be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SimlabError(f"rules file {file} is not TOML: {error}") from None


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise SimlabError(f"--set {text} lacks a value; write it as OPTION=VALUE")
    return name.strip(), value.strip()


def _variants(
    game: str, preset: str | None, file: Path | None, settings: list[str] | None, vary: list[str]
) -> dict[str, Any]:
    """The base rule set, and one for each value of each --vary."""
    from simlab.games import get

    owner, base = get(game), _rules(game, preset, file, settings)
    variants = {"base": base}
    for text in vary:
        name, _, values = text.partition("=")
        name = name.strip()
        if name == "preset":
            for value in _listed(values or ",".join(owner.presets)) or ():
                variants[value] = _rules(game, value, None, settings)
            continue
        option = owner.option(name)
        given = _listed(values) if values else [value for value in option.choices if value != option.text(base[name])]
        if not given:
            raise SimlabError(f"--vary {name} needs values: write {name}=A,B; allowed: {option.allowed}")
        for value in given:
            variants[f"{name}={option.text(option.read(value))}"] = base.with_options(**{name: value})
    if len(variants) < 2:
        raise SimlabError("nothing to compare: add --vary OPTION=A,B, as in --vary seven_double")
    return variants


def _extra(words: list[str]) -> dict[str, str]:
    """``--name value`` and ``--name=value`` beyond the flags that every game has."""
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not (equals or rest):
            raise SimlabError(f"can't make sense of {word!r}; put the hand in quotes, and a value behind every --NAME")
        given[name.replace("-", "_")] = value if equals else rest.pop(0)
    return given


def main() -> None:
    """Run the command line; bad input ends with one line and exit code 2."""
    try:
        status = app(standalone_mode=False)
    except SimlabError as error:
        _fail(str(error))
    except _USAGE as error:
        context = getattr(error, "ctx", None)
        where = f" (see {context.command_path} --help)" if context else ""
        _fail(f"{error.format_message()}{where}")  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        print("\nstopped; finished work is kept, and the same command goes on from there", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


# What typer raises for a command line that it can't read; the class itself has no public name there.
_USAGE: type[Exception] = typer.BadParameter.__mro__[1]


def _fail(message: str) -> None:
    print(f"simlab: {message}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
