"""What there is: games, bots, options, and how fast it runs, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from simlab.errors import SimlabError
from simlab.games import get, names
from simlab.games.answers import Context, Odds
from simlab.games.game import Game
from simlab.games.options import Option, Rules
from simlab.report.tables import listing
from simlab.run.bench import Measure
from simlab.run.bots import known


def game_list() -> list[dict[str, Any]]:
    """The games as plain values."""
    games = [get(name) for name in names()]
    return [{"game": g.name, "title": g.title, "seats": g.seats, "summary": g.summary} for g in games]


def game_table() -> RenderableType:
    """The games."""
    rows = []
    for game in game_list():
        low, high = game["seats"]
        rows.append((game["game"], game["title"], str(low) if low == high else f"{low}-{high}", game["summary"]))
    return listing("", ("game", "title", "players", "what it is"), rows, wrap=True)


def bot_list(name: str) -> list[dict[str, Any]]:
    """A game's bots as plain values."""
    return [{"bot": b.name, "help": b.help, "params": dict(b.params)} for b in known(get(name)).values()]


def bot_tables(name: str) -> RenderableType:
    """A game's bots, and what a bot is shown."""
    game = get(name)
    rows = []
    for bot in bot_list(name):
        params = ", ".join(f"{key}={value:g}" for key, value in bot["params"].items())
        rows.append((bot["bot"], params, bot["help"]))
    code, layout = game.code, game.code.layout
    seen = [
        *_fields("view", layout.view, leave_out="public"),
        *_fields("view.public", layout.view["public"]),
        *_fields("rules", layout.rules),
        *_fields("tables", layout.tables),
    ]
    decided = ", ".join(f"{kind.value} {kind.name.lower()}" for kind in code.decisions)
    codes = [("view.legal", code.actions), ("view.decision", decided), ("no card, suit, seat", "-1")]
    return Group(
        listing("", ("bot", "parameters", "what it does"), rows, wrap=True),
        Text(),
        *_never(game, rows[-1][0]),
        listing("What a bot of your own is shown", ("of", "fields"), seen, wrap=True),
        Text(),
        listing("What the numbers stand for", ("of", "numbers"), codes, wrap=True),
    )


def _never(game: Game, bot: str) -> list[Text]:
    """What a bot can be forbidden."""
    kinds = list(game.code.kinds)
    told = (
        f"Any bot can be forbidden a kind of action ({', '.join(kinds)}), as in {bot}:never={kinds[0]}."
        if kinds
        else ""
    )
    return [Text(told), Text()] if kinds else []


def _fields(owner: str, record: np.dtype, leave_out: str = "") -> Iterator[tuple[str, str]]:
    """A record's fields by name, those that are arrays with their shape."""
    told = []
    for field in record.names or ():
        shape = ", ".join(map(str, record[field].shape))
        if field != leave_out:
            told.append(f"{field}[{shape}]" if shape else field)
    yield owner, ", ".join(told)


def option_list(rules: Rules) -> dict[str, Any]:
    """A rule set's options, and the game's presets and units, as plain values."""
    game = rules.game
    options = [
        {
            "option": option.name,
            "value": rules[option.name],
            "default": option.plain(option.default),
            "allowed": option.allowed,
            "help": option.help,
            "source": option.source,
        }
        for option in game.options
    ]
    presets = {name: {"help": preset.help, "values": dict(preset.values)} for name, preset in game.presets.items()}
    return {
        "game": game.name,
        "rules_hash": rules.hash,
        "options": options,
        "presets": presets,
        "units": dict(game.units),
    }


def option_tables(rules: Rules) -> RenderableType:
    """A rule set's options with what they may be, the presets, the units, and what a score depends on."""
    game = rules.game
    options = (
        (f"{option.name} = {option.text(rules[option.name])}", f"{option.help} ({_allowed(option)}; {option.source})")
        for option in game.options
    )
    presets = ((name, preset.help) for name, preset in game.presets.items())
    parts = [
        listing("Options", ("option", "what it does (allowed; source)"), options, wrap=True),
        listing("Presets", ("preset", "what it is"), presets, wrap=True),
        listing("Counted in", ("unit", "what one is"), game.units.items(), wrap=True),
    ]
    if game.context:
        flags = ((f"--{context.name}", _default(context), context.help) for context in game.context)
        parts.append(
            listing(
                f"simlab score {game.name}" + f' "{game.hand}"' * bool(game.hand),
                ("flag", "default", "meaning"),
                flags,
                wrap=True,
            )
        )
    return Group(*(part for table in parts for part in (table, Text())))


def _default(context: Context) -> str:
    """What a score goes by where a flag isn't given."""
    if context.is_required:
        return "required"
    return ("on" if context.default else "off") if isinstance(context.default, bool) else str(context.default)


def _allowed(option: Option) -> str:
    numbers = list(map(str, option.among)) or [*option.words, f"{option.low} to {option.high}"]
    return ", ".join(option.choices or numbers)


def odds_list(rules: Rules) -> list[str]:
    """The names of a game's questions."""
    questions = rules.game.answers.questions
    if questions is None:
        raise SimlabError(f"{rules.game.name} has no questions to ask")
    return list(questions.named)


def odds_table(rules: Rules, found: Iterable[Odds]) -> RenderableType:
    """A game's named questions with their answers, and what else can be asked."""
    questions = rules.game.answers.questions
    assert questions is not None
    answers = list(found)
    rows = ((odds.question, _percent(odds), questions.named[odds.question]) for odds in answers)
    is_exact = all(odds.method == "exact" for odds in answers)
    told = "exact odds" if is_exact else "odds, exact where no ± stands, else with 95 % intervals"
    title = f"{rules.game.title}, {rules.describe()}: {told}"
    language = questions.language(rules)
    examples = " or ".join(map(repr, questions.examples))
    more = [Text(f"\n{line}") for line in (language.about, f"Ask others as in {examples}; {language.help()}") if line]
    forms = ((form.example, form.help) for form in questions.forms)
    own = [Text(), listing("", ("or as in", "how likely it is that"), forms, wrap=True)] if questions.forms else []
    return Group(listing(title, ("question", "odds", "how likely it is that"), rows, wrap=True), *more, *own)


def _percent(odds: Odds) -> str:
    """A probability, with its interval where it is simulated."""
    if odds.method == "exact":
        return f"{100 * odds.probability:.6f} %"
    return f"{100 * odds.probability:.4f} ±{50 * (odds.high - odds.low):.4f} %"


def bench_table(rules: Rules, measures: Iterable[Measure]) -> RenderableType:
    """The lines of a bench under one rule set."""
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
    columns = ("what", "median", "quartiles", "in", "one takes")
    return listing(f"{rules.game.title}, {rules.describe()}; medians with quartiles", columns, rows)
