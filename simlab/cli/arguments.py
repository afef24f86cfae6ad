"""What the commands take: the flags they share, and how their texts are read."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from simlab.errors import SimlabError, echo
from simlab.games import get
from simlab.games.options import Rules, one_by_one, resolve, varied

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
Unit = Annotated[
    str | None, typer.Option("--unit", metavar="UNIT", help="deal or game; the game's first if not given.")
]


# What --vary takes for all options.
EVERY = "all"


def read_store(text: str) -> bool | str:
    """What --store means to a run."""
    return {"cache": True, "none": False}.get(text, text)


def read_rules(game: str, preset: str | None, file: Path | None, settings: list[str] | None) -> Rules:
    """The rule set that --preset, --rules and --set make, the later on top of the earlier."""
    owner, given = get(game), {} if file is None else _toml(file)
    named = given.pop("preset", None)
    base = resolve(owner, {"preset": named if preset is None else preset} if preset or named is not None else None)
    return resolve(owner, given | dict(_setting(text) for text in settings or ()), base=base)


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SimlabError(f"rules file {file} can't be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise SimlabError(f"rules file {file} is not TOML: {error}") from None


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise SimlabError(f"--set {text} lacks a value; write it as OPTION=VALUE")
    return name.strip(), value.strip()


def read_variants(
    game: str, preset: str | None, file: Path | None, settings: list[str] | None, vary: list[str], unit: str
) -> dict[str, Rules]:
    """The base rule set, and one for each value of each --vary; ``all`` varies every option of a unit."""
    owner, base = get(game), read_rules(game, preset, file, settings)
    variants = {"base": base}
    for text in vary:
        name, _, values = text.partition("=")
        name = name.strip()
        if name == "preset":
            for value in _words(values) or owner.presets:
                variants[value] = read_rules(game, value, file, settings)
            continue
        if name == EVERY:
            variants |= one_by_one(base, unit)
            continue
        option = owner.option(name)
        given: Sequence[object] = _words(values) or option.others(base[name])
        if not given:
            raise SimlabError(f"--vary {name} needs values: write {name}=A,B; allowed: {option.allowed}")
        variants |= dict(varied(base, option, chosen) for chosen in map(option.read, given))
    if len(variants) < 2:
        example = next(option.name for option in owner.options if option.choices)
        raise SimlabError(f"nothing to compare: add --vary OPTION=A,B, as in --vary {example}")
    return variants


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")] if text else []


def read_extra(game: str, words: list[str]) -> tuple[str | None, dict[str, object]]:
    """The hand, where there is one, and the flags of the game's own.

    They are ``--name value``, ``--name=value``, and ``--name`` alone for a switch.
    """
    switches = {context.name for context in get(game).context if isinstance(context.default, bool)}
    given: dict[str, object] = {}
    rest = list(words)
    hand: str | None = None
    while rest:
        word = rest.pop(0)
        flag, equals, value = word.removeprefix("--").partition("=")
        name = flag.replace("-", "_")
        if word.startswith("--") and name in given:
            raise SimlabError(f"--{flag} is given twice; give it once")
        if word.startswith("--") and (equals or name in switches):
            given[name] = value if equals else True
        elif word.startswith("--") and rest:
            given[name] = rest.pop(0)
        elif hand is None and not word.startswith("--"):
            hand = word
        else:
            raise SimlabError(
                f"can't make sense of {echo(word)}; put the hand in quotes, and a value behind every --NAME"
            )
    return hand, given
