"""What there is: games, bots, options, and how fast it runs, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from simlab.games import get, names
from simlab.games.options import Rules
from simlab.report.tables import listing
from simlab.run.bench import Measure
from simlab.run.bots import known


def game_table() -> RenderableType:
    """The games."""
    rows = []
    for name in names():
        game = get(name)
        low, high = game.seats
        rows.append((name, game.title, str(low) if low == high else f"{low}-{high}", game.summary))
    return listing("", ("game", "title", "players", "what it is"), iter(rows))


def bot_table(name: str) -> RenderableType:
    """A game's bots."""
    rows = []
    for bot in known(get(name)).values():
        params = ", ".join(f"{key}={value:g}" for key, value in bot.params.items())
        rows.append((bot.name, bot.help, params))
    return listing("", ("bot", "what it does", "parameters"), iter(rows))


def option_tables(rules: Rules) -> RenderableType:
    """A rule set's options with what they may be, the presets, the units, and what a score depends on."""
    game = rules.game
    options = [(o.name, o.text(rules[o.name]), o.allowed, o.help, o.source) for o in game.options]
    parts = [listing("Options", ("option", "is", "allowed", "what it does", "source"), iter(options))]
    parts.append(listing("Presets", ("preset", "what it is"), ((n, p.help) for n, p in game.presets.items())))
    parts.append(listing("Counted in", ("unit", "what one is"), iter(game.units.items())))
    if game.context:
        context = ((f"--{c.name}", str(c.default), c.help) for c in game.context)
        parts.append(listing(f"simlab score {game.name} \"{game.hand}\"", ("flag", "default", "meaning"), context))
    return Group(*(part for table in parts for part in (Text(), table)))


def bench_table(name: str, measures: Iterable[Measure]) -> RenderableType:
    """The lines of a bench."""
    rows = (
        (
            line.name,
            f"{line.median:.3f}",
            f"{line.low:.3f} to {line.high:.3f}",
            line.unit,
            "" if line.nanoseconds is None else f"{line.nanoseconds:,.0f} ns",
        )
        for line in measures
    )
    return listing(f"{get(name).title}, medians with quartiles", ("what", "median", "quartiles", "in", "time of one"), rows)
