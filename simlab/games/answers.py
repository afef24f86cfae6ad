"""What a game answers without being played: what a hand is worth, what is how likely."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError, echo, unknown
from simlab.games.options import NO, YES, Rules

if TYPE_CHECKING:
    from simlab.games.questions import Questions


@dataclass(frozen=True)
class Context:
    """Something besides the cards that a score depends on: a keyword of ``simlab.score`` and a flag of its command.

    Its default's type is its type, and texts may be given as a list as well; a whole number lies between `low` and
    `high`. One that is required has no default but its type.
    """

    name: str
    default: int | str | bool
    help: str
    low: int = 0
    high: int = 1000
    is_required: bool = False


@dataclass(frozen=True)
class Score:
    """What a hand is worth: the points, and the parts they are made of."""

    points: int
    parts: dict[str, int]

    def __str__(self) -> str:
        width = max((len(name) for name in self.parts), default=0)
        lines = [f"{name:<{width}}  {points:>5}" for name, points in self.parts.items()]
        return "\n".join([*lines, f"{'points':<{max(width, 6)}}  {self.points:>5}"])


@dataclass(frozen=True)
class Odds:
    """The answer to a question about a deal.

    Attributes
    ----------
    question : str
    probability, low, high : float
        The limits of the 95 % interval are the value itself where it is exact.
    method : str
        "exact" or "simulated".
    n : int
        Deals that were simulated; 0 where it is exact.
    fraction : Fraction, optional
        The exact value.
    """

    question: str
    probability: float
    low: float
    high: float
    method: str
    n: int
    fraction: Fraction | None = None

    def __str__(self) -> str:
        if self.method == "exact":
            return f"{self.question}: {100 * self.probability:.6g} % (exact)"
        half = 50 * (self.high - self.low)
        return f"{self.question}: {100 * self.probability:.4g} ±{half:.2g} % (simulated, {self.n:,} deals)"


@dataclass(frozen=True)
class Task:
    """Something that is done many times over, for `simlab bench`.

    Parameters
    ----------
    name : str
        What is done once.
    start : function of Rules
        Gives a function that does it so many times.
    peers : mapping of another program's name to a function
        Gives a function that lets it do the same; None where it isn't installed.
    """

    name: str
    start: Callable[[Rules], Callable[[int], object]]
    peers: Mapping[str, Callable[[], Callable[[int], object] | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class Answers:
    """What can be asked of a game.

    ``score(text, context, rules)`` gives a `Score`.
    """

    score: Callable[[str, Mapping[str, Any], Rules], Score] | None = None
    questions: Questions | None = None
    tasks: tuple[Task, ...] = ()


def read_context(name: str, contexts: Sequence[Context], given: Mapping[str, Any]) -> dict[str, Any]:
    """A game's score context: the defaults, with what the user gave, each value of its default's type.

    Raises
    ------
    SimlabError
        For what is no context of this game, a bad value, and one that is required and missing.
    """
    known = {context.name: context for context in contexts}
    values = {name: context.default for name, context in known.items()}
    for key, value in given.items():
        if key not in known:
            raise unknown(f"score context of {name}", key, known)
        values[key] = _convert(known[key], value)
    missing = [context.name for context in contexts if context.is_required and context.name not in given]
    if missing:
        raise SimlabError(f"a score of {name} needs {' and '.join(missing)}")
    return values


def _convert(context: Context, value: Any) -> Any:
    if isinstance(context.default, str):
        words = value if isinstance(value, list | tuple) else [value]
        if not all(isinstance(word, str) for word in words):
            raise SimlabError(f"{context.name} can't be {echo(value)}; allowed: text, or a list of texts")
        return " ".join(words)
    word = str(value).lower()
    if isinstance(context.default, bool):
        if word in YES + NO:
            return word in YES
        raise SimlabError(f"{context.name} can't be {echo(value)}; allowed: on, off")
    number = int(word) if word.removeprefix("-").isdecimal() and len(word) < 20 else None
    if number is None or not context.low <= number <= context.high:
        reach = f"from {context.low} to {context.high}"
        raise SimlabError(f"{context.name} can't be {echo(value)}; allowed: a whole number {reach}")
    return number
