"""Bots by name: the games' own, those of users, and their compiled forms."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from simlab.errors import BotError, SimlabError, unknown
from simlab.games import get
from simlab.games.game import Bot, Game

_user: dict[tuple[str, str], Bot] = {}
_compiled: dict[tuple[str, Any], Any] = {}


@dataclass(frozen=True)
class Player:
    """A bot with its parameters' values: what sits on a seat."""

    bot: Bot
    values: tuple[float, ...]

    @property
    def spec(self) -> str:
        """The text that names the player: ``expert:risk=0.3``."""
        defaults = self.bot.params
        changed = [
            f"{name}={value:g}"
            for (name, default), value in zip(defaults.items(), self.values, strict=True)
            if value != default
        ]
        return ":".join([self.bot.name, *changed])


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
        plain = _plain(function)
        add(owner, Bot(name or plain.__name__, plain, _first_line(plain), params, fingerprint(plain)))
        return function

    return register


def add(game: Game, new: Bot) -> None:
    """Register a user's bot; a later one of the same name takes its place."""
    from simlab.kernel.records import MAX_PARAMS

    if new.name in {own.name for own in game.code.bots}:
        raise SimlabError(f"bot name {new.name!r} is taken by a bot of {game.name}; choose another")
    if len(new.params) > MAX_PARAMS:
        raise SimlabError(f"bot {new.name} has {len(new.params)} parameters; at most {MAX_PARAMS} are passed")
    if any(mark in new.name for mark in ",:= "):
        raise SimlabError(f"bot name {new.name!r} can't hold a comma, a colon, an equals sign or a space")
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
        raise SimlabError(f"bot {spec!r} is not text; allowed: a bot's name, as in 'greedy' or 'path.py:name'")
    path, in_file, rest = spec.rpartition(".py:")
    name, *settings = rest.split(":")
    if in_file:
        bot = _from_file(game, Path(path + ".py"), name)
    else:
        bots = known(game)
        if name not in bots:
            raise unknown(f"bot of {game.name}", name, bots)
        bot = bots[name]
    values = dict(bot.params)
    for setting in settings:
        key, _, text = setting.partition("=")
        if key not in values:
            raise unknown(f"parameter of bot {bot.name}", key, values)
        try:
            values[key] = float(text)
        except ValueError:
            raise SimlabError(f"parameter {key} of bot {bot.name} can't be {text!r}; allowed: a number") from None
    return Player(bot, tuple(values.values()))


def seated(game: Game, specs: Sequence[str] | None, seats: int) -> list[Player]:
    """A player for every seat; greedy ones if no specs are given.

    Raises
    ------
    SimlabError
        If there is not one bot a seat: a spec is never repeated to fit.
    """
    if specs is None:
        specs = ["greedy"] * seats
    if isinstance(specs, str):
        specs = specs.split(",")
    if len(specs) != seats:
        raise SimlabError(f"{len(specs)} bot{'s' * (len(specs) != 1)} for {seats} seats; name one for each seat")
    return [player(game, spec) for spec in specs]


def compiled(game: Game, bot: Bot) -> Any:
    """The bot as the kernel calls it, compiled or from the disk cache."""
    key = (game.name, bot.function)
    if key not in _compiled:
        from simlab.kernel import jit

        if bot.source is None:
            _compiled[key] = jit.compile_cached(bot.function, game.kernel.bot_signature)
        else:
            _compiled[key] = _compile_user(game, bot)
    return _compiled[key]


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
        why = told[0] if told else type(error).__name__
    raise BotError(
        f"bot {bot.name} does not compile: {why}; a bot is a function of view, rules, tables, params and rng that "
        "returns an action code, in the part of Python that Numba compiles"
    )


@cache
def _from_file(game: Game, path: Path, name: str) -> Bot:
    """The bot `name` in a file: a plain function, or one that the file itself makes a bot, with its parameters."""
    if not path.is_file():
        raise SimlabError(f"bot file {path} is not there")
    module = f"simlab_bot_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(module, path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[module] = loaded
    try:
        spec.loader.exec_module(loaded)
    except SimlabError:
        raise
    except Exception as error:
        raise BotError(f"bot file {path} can't be run: {type(error).__name__}: {error}") from None
    function = _plain(getattr(loaded, name, None))
    if not isinstance(function, FunctionType):
        there = [key for key, value in vars(loaded).items() if getattr(value, "__module__", None) == module]
        raise unknown(f"function in {path}", name, there)
    made = _user.get((game.name, name))
    params = made.params if made is not None and made.function is function else {}
    return Bot(f"{path.name}:{name}", function, _first_line(function), params, fingerprint(function))


def _plain(function: Any) -> Any:
    """The Python function behind one that a user has compiled himself."""
    return getattr(function, "py_func", function)


def _first_line(function: Callable) -> str:
    return (function.__doc__ or "a user's bot").strip().splitlines()[0]


def fingerprint(function: Callable) -> str:
    """A hash of a function's code and of all that it calls or reads, so that stored sums are never another bot's.

    Modules of users are taken whole. What can't be told apart by its contents gets a hash that no later session
    gives again, so nothing stored under it is reused.
    """
    digest = hashlib.sha256()
    _feed(digest, function, set())
    return digest.hexdigest()[:16]


def _feed(digest: Any, thing: object, seen: set[int]) -> None:
    if id(thing) in seen:
        return
    seen.add(id(thing))
    thing = _plain(thing)
    if isinstance(thing, FunctionType):
        _feed_code(digest, thing.__code__)
        for name in _names(thing.__code__):
            if name in thing.__globals__:
                digest.update(name.encode())
                _feed(digest, thing.__globals__[name], seen)
        for cell in thing.__closure__ or ():
            _feed(digest, cell.cell_contents, seen)
    elif isinstance(thing, ModuleType):
        _feed_module(digest, thing)
    elif hasattr(thing, "tobytes"):
        digest.update(thing.tobytes())
    else:
        digest.update(repr(thing).encode())


def _feed_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


def _names(code: CodeType) -> list[str]:
    inner = [name for constant in code.co_consts if isinstance(constant, CodeType) for name in _names(constant)]
    return [*code.co_names, *inner]


def _feed_module(digest: Any, module: ModuleType) -> None:
    digest.update(module.__name__.encode())
    path = getattr(module, "__file__", None) or ""
    if path.endswith(".py") and "site-packages" not in path and not path.startswith(sys.base_prefix):
        digest.update(Path(path).read_bytes())


def specs(players: Sequence[Player]) -> list[str]:
    """The players' specs."""
    return [player.spec for player in players]


def sources(players: Sequence[Player]) -> Mapping[str, str]:
    """The hashes of the users' bots among the players."""
    return {player.bot.name: player.bot.source for player in players if player.bot.source is not None}
