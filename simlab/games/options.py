"""Rule options: declared once each, and rule sets made of them.

From one declaration come the record that kernels read, the command line's ``--set``, the TOML reader and writer, the
help of ``simlab rules`` and the tests. Nothing here imports Numba.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError, echo, unknown
from simlab.kernel.limits import MAX_DICE, MAX_FACES, MAX_PACK

if TYPE_CHECKING:
    import numpy as np

    from simlab.games.game import Game

Value = bool | int | str

POSITIVE = "over 0"


# What a rule set's text names beside options.
RESERVED = ("game", "preset")

YES = ("on", "true", "yes")
NO = ("off", "false", "no")


@dataclass(frozen=True)
class Option:
    """One rule that can be set.

    Parameters
    ----------
    name : str
    default : bool, int or member of an IntEnum
        Its type is the option's type: a switch, a whole number, or a choice among the IntEnum's members, which are
        written in lower case.
    help : str
        One line.
    source : str
        Where the rule's other values come from, "seed" for a rule of the game's own document.
    low, high : int
        The range of a whole number, ends included.
    among : tuple of int
        The whole numbers that are allowed, where not all of a range are.
    needs : mapping of option name to the values, as text, under which this option means anything
        Setting the option while another one makes it void is a contradiction, and refused. `POSITIVE` stands for every
        number over 0.
    units : tuple of str
        The units under which the option means anything; empty for all.
    usual : tuple of int
        Other whole numbers that are in use, for who varies the option without naming values.
    """

    name: str
    default: bool | int | IntEnum
    help: str
    source: str = "seed"
    low: int = 0
    high: int = 1000
    among: tuple[int, ...] = ()
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    usual: tuple[int, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """The values as text, the default first; empty for a whole number."""
        if isinstance(self.default, bool):
            return ("on", "off") if self.default else ("off", "on")
        if isinstance(self.default, IntEnum):
            names = [member.name.lower() for member in type(self.default)]
            first = self.default.name.lower()
            return (first, *(name for name in names if name != first))
        return ()

    @property
    def allowed(self) -> str:
        """What may be set, in words."""
        if self.choices or self.among:
            return ", ".join(self.choices or map(str, self.among))
        return f"a whole number from {self.low} to {self.high}"

    def plain(self, value: bool | int | IntEnum) -> Value:
        """The value as users see it: a bool, an int, or a choice's name."""
        return value.name.lower() if isinstance(value, IntEnum) else value

    def text(self, value: Value) -> str:
        """A plain value as text: ``on``, ``7``, ``per_call``."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value)

    def read(self, given: object) -> Value:
        """The plain value for what a user gave: a Python value or text.

        Raises
        ------
        SimlabError
            Names the option and what is allowed.
        """
        word = given.strip().lower() if isinstance(given, str) else _plain(given)
        if isinstance(self.default, bool):
            if isinstance(word, bool):
                return word
            if isinstance(word, str) and word in YES + NO:
                return word in YES
        elif isinstance(self.default, IntEnum):
            if isinstance(word, bool):
                word = "on" if word else "off" if "off" in self.choices else "none"
            if isinstance(word, str) and word in self.choices:
                return word
        else:
            number = self._number(word)
            if number is not None and (number in self.among if self.among else self.low <= number <= self.high):
                return number
        raise SimlabError(f"option {self.name} can't be {echo(given)}; allowed: {self.allowed}")

    def others(self, current: Value) -> list[Value]:
        """What else it may be set to: its other choices, or the numbers that are in use."""
        values = [self.read(choice) for choice in self.choices] or [self.plain(self.default), *self.among, *self.usual]
        return [value for value in dict.fromkeys(values) if value != current]

    def _number(self, word: object) -> int | None:
        if isinstance(word, bool):
            return None
        if isinstance(word, int):
            return word
        try:
            return int(word) if isinstance(word, str) else None
        except ValueError:
            return None

    def is_met(self, setting: Value, allowed: Sequence[str]) -> bool:
        """Whether a setting of this option is one that another option needs."""
        return self.text(setting) in allowed or (POSITIVE in allowed and type(setting) is int and setting > 0)

    def code(self, value: Value) -> int:
        """The int32 that stands for a plain value in the rules record."""
        if isinstance(self.default, IntEnum):
            return int(type(self.default)[str(value).upper()])
        return int(value)


def _plain(given: object) -> object:
    """A NumPy scalar as the Python value that it is."""
    return given.item() if getattr(given, "shape", None) == () and hasattr(given, "item") else given


@dataclass(frozen=True)
class Preset:
    """A named rule set: the values that differ from the defaults, and what they are."""

    help: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Deck:
    """What is shuffled under a rule set: cards in the `pack`, how many are `drawn`, and the faces of the `dice`."""

    pack: int
    drawn: int
    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.drawn <= self.pack <= MAX_PACK:
            raise ValueError(f"{self.drawn} of {self.pack} cards can't be drawn; a pack has up to {MAX_PACK}")
        if len(self.dice) > MAX_DICE or not all(1 <= faces <= MAX_FACES for faces in self.dice):
            raise ValueError(f"dice {self.dice} can't be thrown; up to {MAX_DICE} of 1 to {MAX_FACES} faces can")


class Rules(Mapping[str, Value]):
    """A complete, checked rule set of one game: a mapping of every option to its value.

    Made by `simlab.rules` (or by passing a preset's name or a dict where rules are asked for). It does not change;
    `with_options` gives a changed copy. ``asked`` names the options that were set one by one, not by a preset.
    """

    def __init__(self, game: Game, values: Mapping[str, Value], asked: Iterable[str] = ()) -> None:
        self.game = game
        self._values = {option.name: values[option.name] for option in game.options}
        self.asked = frozenset(asked)

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[name]
        except KeyError:
            raise unknown(f"option of {self.game.name}", name, self._values) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Rules({self.game.name}: {self.describe()})"

    def __reduce__(self) -> Any:
        return Rules, (self.game, self._values, self.asked)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.game.name == other.game.name and self._values == other._values

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def changed(self) -> dict[str, Value]:
        """The options that differ from their defaults."""
        defaults = {option.name: option.plain(option.default) for option in self.game.options}
        return {name: value for name, value in self._values.items() if value != defaults[name]}

    @property
    def hash(self) -> str:
        """A stable name for the rule set: it depends on the game and on what differs from the defaults only."""
        plain = json.dumps([self.game.name, sorted(self.changed.items())])
        return hashlib.sha256(plain.encode()).hexdigest()[:12]

    def describe(self) -> str:
        """What differs from the defaults, in one line."""
        changed = [f"{name}={self.game.option(name).text(value)}" for name, value in self.changed.items()]
        return ", ".join(changed) or "the default rules"

    def with_options(self, **values: object) -> Rules:
        """A copy with some options set."""
        return resolve(self.game, values, base=self)

    def to_toml(self) -> str:
        """The rule set as TOML, every option with its help."""
        lines = [f'game = "{self.game.name}"']
        for option in self.game.options:
            lines += ["", f"# {option.help}", f"# allowed: {option.allowed}"]
            lines.append(f"{option.name} = {json.dumps(self._values[option.name])}")
        return "\n".join(lines) + "\n"

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.seats_of(self)

    @property
    def deck(self) -> Deck:
        """What is shuffled."""
        return self.game.deck(self)

    def record(self, unit: str) -> np.ndarray:
        """The rules as kernels read them, for one unit: record[1]."""
        import numpy as np

        from simlab.kernel.records import Unit

        record = np.zeros(1, self.game.code.layout.rules)
        deck = self.deck
        record["seats"] = self.seats
        record["unit"] = Unit[unit.upper()]
        record["pack"] = deck.pack
        record["drawn"] = deck.drawn
        record["dice"][0, : len(deck.dice)] = deck.dice
        for option in self.game.options:
            record[option.name] = option.code(self._values[option.name])
        return record


RulesSpec = Rules | Mapping[str, object] | str | None


def resolve(game: Game, spec: RulesSpec = None, base: Rules | None = None) -> Rules:
    """A checked rule set for what a user gave.

    Parameters
    ----------
    game : Game
    spec : preset name, mapping of options (``preset`` among them names the starting point), Rules or None
    base : Rules, optional
        The starting point in place of the defaults.

    Raises
    ------
    SimlabError
        For an unknown option or preset, a bad value, and options that contradict each other.
    """
    if isinstance(spec, Rules):
        if spec.game.name != game.name:
            raise SimlabError(f"these are rules of {spec.game.name}, not of {game.name}")
        return spec
    if spec is None or isinstance(spec, str):
        spec = {} if spec is None else {"preset": spec}
    if not isinstance(spec, Mapping):
        raise SimlabError(f"rules can't be {echo(spec)}; allowed: a preset's name, a mapping of options, or Rules")
    given = dict(spec)
    if given.pop("game", game.name) != game.name:
        raise SimlabError(f"these are rules of {spec['game']}, not of {game.name}")
    if "preset" in given:
        if base is not None:
            raise SimlabError(
                f"preset {echo(given['preset'])} is where a rule set starts, and can't be set on top of one"
            )
        base = _preset(game, given.pop("preset"))
    values = dict(base) if base else {option.name: option.plain(option.default) for option in game.options}
    for name, value in given.items():
        values[name] = game.option(name).read(value)
    rules = Rules(game, _without_void(game, values, given), given.keys() | (base.asked if base else ()))
    problem = game.check(rules)
    if problem:
        raise SimlabError(problem)
    return rules


def one_by_one(base: Rules, unit: str) -> dict[str, Rules]:
    """The base, and for every option each of its other values, by what it changes.

    Where an option means nothing under the base, what it needs is set with it. What means nothing for the unit is left
    out.
    """
    game, variants = base.game, {"base": base}
    for option in game.options:
        if option.units and unit not in option.units:
            continue
        for value in option.others(base[option.name]):
            changed = _needed(base, option) | {option.name: value}
            told = ", ".join(f"{name}={game.option(name).text(setting)}" for name, setting in changed.items())
            variants[told] = base.with_options(**changed)
    return variants


def _needed(base: Rules, option: Option) -> dict[str, Value]:
    """What has to be set so that an option means anything."""
    needed: dict[str, Value] = {}
    for name, allowed in option.needs.items():
        other = base.game.option(name)
        if not other.is_met(base[name], allowed):
            needed[name] = other.others(base[name])[0] if POSITIVE in allowed else other.read(allowed[0])
    return needed


def _preset(game: Game, name: object) -> Rules:
    if not isinstance(name, str) or name not in game.presets:
        raise unknown(f"preset of {game.name}", name, game.presets)
    return Rules(game, resolve(game, game.presets[name].values))


def _without_void(game: Game, values: dict[str, Value], given: Mapping[str, object]) -> dict[str, Value]:
    """Refuse what the user set in vain; what a preset set and is void now goes back to its default."""
    changed = True
    while changed:
        changed = False
        for option in game.options:
            default = option.plain(option.default)
            for name, allowed in option.needs.items():
                other = game.option(name)
                if values[option.name] == default or other.is_met(values[name], allowed):
                    continue
                if option.name in given:
                    raise SimlabError(
                        f"option {option.name}={option.text(values[option.name])} contradicts "
                        f"{name}={other.text(values[name])}: it needs {name} to be {' or '.join(allowed)}"
                    )
                values[option.name] = default
                changed = True
    return values


def for_unit(rules: Rules, unit: str) -> Rules:
    """The rules as one unit has them: what a preset set and means nothing for it goes back to its default.

    Raises
    ------
    SimlabError
        For a unit that the game doesn't count, and an option that was asked for and means nothing for it.
    """
    if not isinstance(unit, str) or unit not in rules.game.units:
        counted = " or ".join(f"{name}s" for name in rules.game.units)
        raise SimlabError(f"{rules.game.name} can't be counted in {unit}s; it is counted in {counted}")
    values = dict(rules)
    for name in rules.changed:
        option = rules.game.option(name)
        if not option.units or unit in option.units:
            continue
        if name in rules.asked:
            raise SimlabError(f"option {name} means nothing for a single {unit}; count in {' or '.join(option.units)}s")
        values[name] = option.plain(option.default)
    return Rules(rules.game, values, rules.asked)
