"""Bots by name: the games' own, those of users, and their compiled forms."""

from __future__ import annotations

import hashlib
import math
import numbers
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from simlab.errors import BotError, SimlabError, echo, told, unknown
from simlab.games import get
from simlab.games.game import Bot, Game
from simlab.kernel.limits import MAX_PARAMS
from simlab.run.fingerprint import fingerprint, plain_function

NEVER = "never"
"""The parameter that every bot has: a kind of action that it is forbidden."""

MOST_OF_A_REASON = 200

READ_ONLY = 4
"""How many of a bot's arguments it may only read: view, rules, tables and params; it draws from the fifth."""

_user: dict[tuple[str, str], Bot] = {}
_files: dict[tuple[str, Path, str, bytes], Bot] = {}
_compiled: dict[tuple[str, Any], Any] = {}
_guarded: dict[tuple[str, Any], bool] = {}


@dataclass(frozen=True)
class Player:
    """What sits on a seat: a bot, the values of its parameters, and the kinds of action that it is forbidden."""

    bot: Bot
    values: tuple[float, ...] = ()
    never: tuple[str, ...] = ()

    @property
    def spec(self) -> str:
        """The text that names the player: ``expert:risk=0.3:never=koikoi``."""
        given = zip(self.bot.params.items(), self.values, strict=True)
        changed = [f"{name}={_number(value)}" for (name, default), value in given if value != default]
        return ":".join([self.bot.name, *changed, *(f"{NEVER}={kind}" for kind in self.never)])

    @property
    def identity(self) -> list[object]:
        """What the player is called, wherever a user's bot is from."""
        return [self.bot.name.rpartition(":")[2], *map(repr, self.values), *self.never]


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def bot(game: str, *, name: str | None = None, **params: float) -> Callable[[Callable], Callable]:
    """Make a function a bot of `game`, for this session.

    The function takes ``(view, rules, tables, params, rng)`` and returns the code of a legal action; Numba compiles it.
    `view` is a record of what the seat may know (``view.legal`` the legal codes, ``view.public`` what all see); it,
    `rules`, `tables` and `params` may only be read. Random numbers come from `rng` with ``simlab.kernel.rng.below`` and
    ``uniform``.

    Parameters
    ----------
    game : str
    name : str, optional
        The function's own name if not given.
    **params : float
        Names and defaults of the numbers that the bot reads from `params`, in this order.

    Examples
    --------
    >>> import simlab
    >>> from simlab.kernel import bits
    >>> @simlab.bot("koikoi")
    ... def first(view, rules, tables, params, rng):
    ...     return bits.nth(view.legal, 0)
    >>> "first" in simlab.bots("koikoi")
    True
    """
    owner = get(game)

    def register(function: Callable) -> Callable:
        plain = plain_function(function)
        if not isinstance(plain, FunctionType):
            raise SimlabError(f"bot {echo(function)} is no function; write one with def")
        add(owner, Bot(name or plain.__name__, plain, _first_line(plain), params, fingerprint(plain)))
        return function

    return register


def add(game: Game, new: Bot) -> None:
    """Register a user's bot; a later one of the same name takes its place."""
    if not isinstance(new.name, str) or not new.name or any(mark in new.name for mark in ",:= "):
        raise SimlabError(f"bot name {echo(new.name)} isn't text without comma, colon, equals sign and space")
    if new.name in {own.name for own in game.code.bots}:
        raise SimlabError(f"bot name {new.name!r} is taken by a bot of {game.name}; choose another")
    if NEVER in new.params:
        raise SimlabError(f"parameter {NEVER!r} of bot {new.name} is taken: it forbids a kind of action to any bot")
    for name, value in new.params.items():
        if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
            raise SimlabError(f"parameter {name} of bot {new.name} can't be {echo(value)}; allowed: a number")
    if len(new.params) > MAX_PARAMS:
        raise SimlabError(f"bot {new.name} has {len(new.params)} parameters; at most {MAX_PARAMS} are passed")
    _user[game.name, new.name] = new


def known(game: Game) -> dict[str, Bot]:
    """All bots of a game: its own, from the lowest rung up, then the user's."""
    own = {bot.name: bot for bot in game.code.bots}
    return own | {name: bot for (owner, name), bot in _user.items() if owner == game.name}


def player(game: Game, spec: str) -> Player:
    """The player that a spec names: ``greedy``, ``expert:risk=0.3`` or ``path.py:name``.

    Raises
    ------
    SimlabError
        For an unknown bot or parameter, and a value that is no number.
    """
    if not isinstance(spec, str):
        raise SimlabError(f"bot {echo(spec)} is not text; allowed: a bot's name, as in 'greedy' or 'path.py:name'")
    path, in_file, rest = spec.rpartition(".py:")
    name, *settings = rest.split(":")
    if in_file:
        bot = _from_file(game, Path(path + ".py"), name)
    else:
        bots = known(game)
        if name not in bots:
            raise unknown(f"bot of {game.name}", name, bots)
        bot = bots[name]
    values, never = dict(bot.params), []
    for setting in settings:
        key, _, text = setting.partition("=")
        if key == NEVER:
            if not game.code.kinds:
                raise SimlabError(f"{game.name} has no kinds of action that a bot could be forbidden")
            if text not in game.code.kinds:
                raise unknown(f"kind of action of {game.name}", text, game.code.kinds)
            never.append(text)
        elif key not in values:
            raise unknown(f"parameter of bot {bot.name}", key, [*values, NEVER])
        else:
            values[key] = _value(bot, key, text)
    return Player(bot, tuple(values.values()), tuple(dict.fromkeys(never)))


def _value(bot: Bot, name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise SimlabError(f"parameter {name} of bot {bot.name} can't be {echo(text)}; allowed: a number")
    return value


def listed(specs: Sequence[str] | str) -> list[str]:
    """Bot specs as a list: of a list or a tuple, or of text with commas.

    Raises
    ------
    SimlabError
        For anything else, a set for one, which has no order.
    """
    if isinstance(specs, str):
        return [spec.strip() for spec in specs.split(",")]
    if not isinstance(specs, list | tuple):
        raise SimlabError(f"bots can't be {echo(specs)}; allowed: a list of names, as in ['greedy', 'random']")
    return list(specs)


def seated(game: Game, specs: Sequence[str] | str | None, seats: int) -> list[Player]:
    """A player for every seat; greedy ones if no specs are given.

    Raises
    ------
    SimlabError
        If there is not one bot a seat: a spec is never repeated to fit.
    """
    names = ["greedy"] * seats if specs is None else listed(specs)
    if len(names) != seats:
        raise SimlabError(f"{len(names)} bot{'s' * (len(names) != 1)} for {seats} seats; name one for each seat")
    return [player(game, spec) for spec in names]


def compiled(game: Game, bot: Bot) -> Any:
    """The bot as the kernel calls it, compiled or from the disk cache."""
    key = (game.name, bot.function)
    if key not in _compiled:
        from simlab.kernel import jit

        if bot.source is None:
            _compiled[key] = jit.compile_cached(bot.function, game.kernel.bot_signature, game.home)
        else:
            _compiled[key] = _compile_user(game, bot)
    return _compiled[key]


def is_guarded(game: Game, bot: Bot) -> bool:
    """Whether a bot has to be watched for writing: a user's, unless its compiled form is proved to read only."""
    key = (game.name, bot.function)
    if bot.source is not None and key not in _guarded:
        from simlab.kernel import jit

        _guarded[key] = not jit.reads_only(compiled(game, bot), READ_ONLY)
    return bot.source is not None and _guarded[key]


def _compile_user(game: Game, bot: Bot) -> Any:
    from simlab.kernel import jit

    try:
        return jit.compile_checked(bot.function, game.kernel.bot_signature)
    except KeyError as error:
        view = game.code.layout.view
        fields, public = view.names or (), view["public"].names or ()
        why = f"there is no field {error} (a view has {', '.join(fields)}; view.public has {', '.join(public)})"
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines()]
        told = [line for line in lines if line and not line.startswith(("Failed in", "During", "File"))]
        why = told[0][:MOST_OF_A_REASON] if told else type(error).__name__
    raise BotError(
        f"bot {bot.name} does not compile: {why}; a bot is a function of view, rules, tables, params and rng that "
        "returns an action code, in the part of Python that Numba compiles"
    )


def _from_file(game: Game, path: Path, name: str) -> Bot:
    """The bot `name` in a file: a plain function, or one that the file itself makes a bot, with its parameters.

    The file is run anew whenever its text has changed.
    """
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise SimlabError(f"bot file {path} is not there") from None
    except (OSError, ValueError) as error:
        raise SimlabError(f"bot file {echo(str(path))} can't be read: {getattr(error, 'strerror', error)}") from None
    key = (game.name, path.resolve(), name, text)
    if key not in _files:
        _files[key] = _read_file(game, path, name, text)
    return _files[key]


def _read_file(game: Game, path: Path, name: str, text: bytes) -> Bot:
    module = f"simlab_bot_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    for key in [key for key, bot in _user.items() if bot.function.__module__ == module]:
        del _user[key]
    loaded = ModuleType(module)
    loaded.__file__ = str(path)
    sys.modules[module] = loaded
    try:
        exec(compile(text, path, "exec"), vars(loaded))
    except SimlabError:
        raise
    except (Exception, SystemExit) as error:
        raise BotError(f"bot file {path} can't be run: {type(error).__name__}: {told(error)}") from None
    made = {
        bot.name: bot for (owner, _), bot in _user.items() if owner == game.name and bot.function.__module__ == module
    }
    function = plain_function(getattr(loaded, name, None))
    bot = made.get(name) or next((bot for bot in made.values() if bot.function is function), None)
    if bot is not None:
        return replace(bot, name=f"{path}:{name}")
    if not isinstance(function, FunctionType):
        there = [key for key, value in vars(loaded).items() if isinstance(value, FunctionType)]
        raise unknown(f"function in {path}", name, list(dict.fromkeys([*made, *there])))
    return Bot(f"{path}:{name}", function, _first_line(function), {}, fingerprint(function))


def _first_line(function: Callable) -> str:
    return (function.__doc__ or "a user's bot").strip().splitlines()[0]


def specs(players: Sequence[Player]) -> list[str]:
    """The players' specs."""
    return [player.spec for player in players]
