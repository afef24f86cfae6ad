"""What a rule that can be set is, what a preset is, and what is shuffled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from simlab.errors import SimlabError, echo
from simlab.kernel.limits import MAX_DICE, MAX_FACES, MAX_PACK

Value = bool | int | str

Needs = Mapping[str, tuple[str, ...]]
"""Option names with the values, as text, that they may have."""

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
    choice_needs : mapping of a choice to such needs
        What a single choice needs; a rule set that lacks it is refused.
    sets : mapping of a choice to option names with their values
        The options whose defaults go by this choice: setting it sets them, but for those that are set by name.
    units : tuple of str
        The units under which the option means anything; empty for all.
    usual : tuple of int
        Other whole numbers that are in use, for who varies the option without naming values.
    words : mapping of str to int
        What is written in place of single whole numbers, which stand in the rules record.
    """

    name: str
    default: bool | int | IntEnum
    help: str
    source: str = "seed"
    low: int = 0
    high: int = 1000
    among: tuple[int, ...] = ()
    needs: Needs = field(default_factory=dict)
    choice_needs: Mapping[str, Needs] = field(default_factory=dict)
    sets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    usual: tuple[int, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)

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
        return " or ".join([*self.words, f"a whole number from {self.low} to {self.high}"])

    def plain(self, value: bool | int | IntEnum) -> Value:
        """The value as users see it: a bool, an int or the word that stands for it, or a choice's name."""
        if isinstance(value, IntEnum):
            return value.name.lower()
        return next((word for word, number in self.words.items() if number == value), value)

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
            if isinstance(word, str) and word in self.words:
                return word
            number = self._number(word)
            if number is not None and (number in self.among if self.among else self.low <= number <= self.high):
                return number
        raise SimlabError(f"option {self.name} can't be {echo(given)}; allowed: {self.allowed}")

    def others(self, current: Value) -> list[Value]:
        """What else it may be set to: its other choices, or the numbers that are in use."""
        numbers = (self.default, *self.among, *self.usual)
        values = [self.read(choice) for choice in self.choices] or [self.plain(number) for number in numbers]
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
        return self.words[value] if isinstance(value, str) else int(value)


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
