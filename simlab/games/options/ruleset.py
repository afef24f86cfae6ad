"""Rule sets: every option with its value, checked; what users give, read."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError, echo, unknown
from simlab.games.options.option import POSITIVE, Deck, Option, Value

if TYPE_CHECKING:
    import numpy as np

    from simlab.games.game import Game


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
        usual = defaults(self.game, self._values)
        return {name: value for name, value in self._values.items() if value != usual[name]}

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

    def number(self, name: str) -> int:
        """An option that is a whole number."""
        value = self[name]
        assert isinstance(value, int)
        return value

    @property
    def codes(self) -> dict[str, int]:
        """Every option as the whole number that kernels read."""
        return {option.name: option.code(self._values[option.name]) for option in self.game.options}

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

        from simlab.kernel.records import Unit, rules_record

        record = np.zeros(1, rules_record([option.name for option in self.game.options]))
        deck = self.deck
        record["seats"] = self.seats
        record["unit"] = Unit[unit.upper()]
        record["pack"] = deck.pack
        record["drawn"] = deck.drawn
        record["dice"][0, : len(deck.dice)] = deck.dice
        for name, code in self.codes.items():
            record[name] = code
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
    values = dict(base) if base else defaults(game, {})
    read = {name: game.option(name).read(value) for name, value in given.items()}
    asked = given.keys() | (base.asked if base else set())
    for option in map(game.option, given):
        if option.sets:
            values |= {name: value for name, value in option.sets[str(read[option.name])].items() if name not in asked}
    values |= read
    _check_choices(game, values)
    rules = Rules(game, _without_void(game, values, given), asked)
    problem = game.check(rules)
    if problem:
        raise SimlabError(problem)
    return rules


def defaults(game: Game, values: Mapping[str, Value]) -> dict[str, Value]:
    """What every option is if it isn't set, given those of the `values` that others go by."""
    found = {option.name: option.plain(option.default) for option in game.options}
    for option in game.options:
        if option.sets and option.name in values:
            found |= option.sets[str(values[option.name])]
    return found


def one_by_one(base: Rules, unit: str) -> dict[str, Rules]:
    """The base, and for every option each of its other values, by what it changes.

    Left out is what means nothing for the unit, what doesn't fit the base, and what changes the number of players.
    """
    variants = {"base": base}
    for option in base.game.options:
        if option.units and unit not in option.units:
            continue
        for value in option.others(base[option.name]):
            with contextlib.suppress(SimlabError):
                name, variant = varied(base, option, value)
                if variant.seats == base.seats:
                    variants[name] = variant
    return variants


def varied(base: Rules, option: Option, value: Value) -> tuple[str, Rules]:
    """The base with an option changed, and with it whatever it needs to mean anything; and a name that tells both."""
    changed = _needed(base, option, value) | {option.name: value}
    name = ", ".join(f"{name}={base.game.option(name).text(setting)}" for name, setting in changed.items())
    return name, base.with_options(**changed)


def _needed(base: Rules, option: Option, value: Value) -> dict[str, Value]:
    """What has to be set so that a value of an option means anything and contradicts nothing."""
    needed: dict[str, Value] = {}
    for name, allowed in {**option.needs, **option.choice_needs.get(str(value), {})}.items():
        other = base.game.option(name)
        if not other.is_met(base[name], allowed):
            needed[name] = other.others(base[name])[0] if POSITIVE in allowed else other.read(allowed[0])
    for other in base.game.options:
        allowed = other.choice_needs.get(str(base[other.name]), {}).get(option.name, ())
        if allowed and not option.is_met(value, allowed):
            needed[other.name] = other.plain(other.default)
    return needed


def _preset(game: Game, name: object) -> Rules:
    if not isinstance(name, str) or name not in game.presets:
        raise unknown(f"preset of {game.name}", name, game.presets)
    return Rules(game, resolve(game, game.presets[name].values))


def _check_choices(game: Game, values: Mapping[str, Value]) -> None:
    """Refuse a choice without what it needs, whoever set it."""
    for option in game.options:
        for name, allowed in option.choice_needs.get(str(values[option.name]), {}).items():
            if not game.option(name).is_met(values[name], allowed):
                raise _contradiction(game, option.name, name, allowed, values)


def _contradiction(
    game: Game, name: str, other: str, allowed: Sequence[str], values: Mapping[str, Value]
) -> SimlabError:
    told = [f"{key}={game.option(key).text(values[key])}" for key in (name, other)]
    return SimlabError(f"option {told[0]} contradicts {told[1]}: it needs {other} to be {' or '.join(allowed)}")


def _without_void(game: Game, values: dict[str, Value], given: Mapping[str, object]) -> dict[str, Value]:
    """Refuse what the user set in vain; what a preset set and is void now goes back to its default."""
    changed = True
    while changed:
        changed = False
        usual = defaults(game, values)
        for option in game.options:
            for name, allowed in option.needs.items():
                is_met = game.option(name).is_met(values[name], allowed)
                if values[option.name] == usual[option.name] or is_met:
                    continue
                if option.name in given:
                    raise _contradiction(game, option.name, name, allowed, values)
                values[option.name] = usual[option.name]
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
    values, usual = dict(rules), defaults(rules.game, rules)
    for name in rules.changed:
        option = rules.game.option(name)
        if not option.units or unit in option.units:
            continue
        if name in rules.asked:
            raise SimlabError(f"option {name} means nothing for a single {unit}; count in {' or '.join(option.units)}s")
        values[name] = usual[name]
    return Rules(rules.game, values, rules.asked)
