"""The contract that a game fulfils: what it declares, and the compiled code that plays it.

Declarations are plain Python and import at once. The code (records, compiled functions, bots, text) is loaded when
the game is first played, so that ``import simlab`` and ``simlab --help`` need no Numba.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from simlab.errors import SimlabError, unknown
from simlab.games.answers import Answers, Context
from simlab.games.metrics import COMMON, Features, Metric
from simlab.games.options import RESERVED, Deck, Option, Preset, Rules

if TYPE_CHECKING:
    import numpy as np

    from simlab.kernel.drive import Kernel, Layout


@dataclass(frozen=True, eq=False)
class Bot:
    """A way to play: a function, the parameters it reads, and one line of help.

    ``function(view, rules, tables, params, rng)`` returns a legal action code. `params` is a float64 array in the
    order of this declaration; random numbers come from ``simlab.kernel.rng`` with `rng`.
    """

    name: str
    function: Callable[..., int]
    help: str
    params: Mapping[str, float] = field(default_factory=dict)
    source: str | None = None
    """Where the bot is from: None for the game's own, else a hash of the user's code."""


class Text(Protocol):
    """How a game reads and writes itself. Every `state` and `event` is a record, every action a code."""

    def deck(self, row: Sequence[int], rules: Rules) -> list[str]:
        """A shuffle's row, the cards that were drawn and then the dice, as text, an entry each."""

    def read_deck(self, given: str | Sequence[object], rules: Rules) -> list[int]:
        """A shuffle's row, all cards that are given and then the dice, from text or a list of texts."""

    def action(self, code: int) -> str:
        """An action code as text."""

    def read_action(self, word: str) -> int:
        """The action code for a text."""

    def decision(self, code: int) -> str:
        """The name of a kind of decision."""

    def event(self, event: np.void, rules: Rules) -> dict[str, Any]:
        """A logged event as a plain dict; its first key is ``event``."""

    def line(self, event: Mapping[str, Any]) -> str:
        """An event's dict as a line for a person; empty if there is nothing to say."""

    def position(self, state: np.void, rules: np.void) -> str:
        """A whole position, hidden cards too, in one line; `rules` is the record."""

    def read_position(self, text: str, rules: np.void, tables: np.void, state: np.void) -> None:
        """Set up the position that `position` wrote, in a state that is all 0."""


@dataclass(frozen=True)
class Peer:
    """Another program that plays the game, or one like it, for a race.

    Parameters
    ----------
    name : str
    rules : mapping of options
        A rule set that it plays by.
    bot : str
        The bot of ours that is like its own.
    start : function of Rules
        Gives a function that plays so many deals by these rules; None where it isn't installed or can't.
    """

    name: str
    rules: Mapping[str, object]
    bot: str
    start: Callable[[Rules], Callable[[int], object] | None]


@dataclass(frozen=True)
class Code:
    """The part of a game that is compiled, and what reads and writes its records.

    The compiled functions are those of the kernel contract::

        new(state, rules, tables, index)                a fresh game; index places a single deal. The state is all 0
                                                        but for `drawn`, the cards of the first shuffle
        begin(state, rules, tables, deck, log) -> bool  deal; False is a misdeal
        observe(state, rules, tables, view)             what the seat to act may know, and view.legal; it writes every
                                                        field but the header's, whatever the view held before
        act(state, rules, tables, action, log)          carry it out, up to the next decision
        finish(state, rules, outcome)                   one outcome row, which is all 0 before
        complete(view, rules, tables, rng, state)       a full state that fits the view. The state is all 0 before

    ``build_tables(rules)`` takes and returns a record[1] and is plain NumPy. `kinds` names the kinds of action that a
    bot can be forbidden (``never=koikoi``), with their codes. `actions` says in a line what the action codes stand for;
    `decisions` are the kinds of decision.
    """

    layout: Layout
    new: Any
    begin: Any
    observe: Any
    act: Any
    finish: Any
    complete: Any
    build_tables: Callable[[np.ndarray], np.ndarray]
    bots: tuple[Bot, ...]
    text: Text
    actions: str
    decisions: type[IntEnum]
    kinds: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    peers: tuple[Peer, ...] = ()


def _no_check(rules: Rules) -> str | None:
    return None


@dataclass(frozen=True, eq=False)
class Game:
    """All that a game declares.

    Parameters
    ----------
    name, title, summary : str
        The name is what users type; the summary is one line.
    version : int
        Raised whenever the game's results change.
    seats : (int, int)
        The fewest and the most players.
    options : tuple of Option
    presets : mapping of str to Preset
        ``seed`` is the game's own document.
    units : mapping of unit to what one is
        The first is the default.
    deck : function of Rules
        What is shuffled.
    load : function, optional
        Imports and returns the compiled part; None for a game that can't be played.
    load_answers : function
        Imports and returns what can be asked without playing.
    features : tuple of Features
        The families of things that are counted.
    metrics : tuple of Metric
        What the game reports beside the common numbers.
    never : tuple of str
        The common numbers that are always 0 in this game: short tables leave them out.
    turn : str
        What the length of a game is counted in.
    context : tuple of Context
        What ``simlab.score`` asks for besides the cards.
    hand : str
        An example of what ``simlab.score`` reads; empty where a score goes by its context alone.
    table_options : tuple of str, optional
        The options that the lookup tables depend on; all of them if not given.
    seats_of : function of Rules
        How many play; the fixed number if there is but one.
    check : function of Rules
        One line on what contradicts what, or None.
    rules_text : function
        The rules in words.
    bench : mapping of options
        The rules that its speed is told for.
    """

    name: str
    title: str
    summary: str
    version: int
    seats: tuple[int, int]
    options: tuple[Option, ...]
    presets: Mapping[str, Preset]
    units: Mapping[str, str]
    deck: Callable[[Rules], Deck]
    load: Callable[[], Code] | None = None
    load_answers: Callable[[], Answers] = Answers
    features: tuple[Features, ...] = ()
    metrics: tuple[Metric, ...] = ()
    never: tuple[str, ...] = ()
    turn: str = "turn"
    context: tuple[Context, ...] = ()
    hand: str = ""
    table_options: tuple[str, ...] | None = None
    seats_of: Callable[[Rules], int] = lambda rules: rules.game.seats[0]
    check: Callable[[Rules], str | None] = _no_check
    rules_text: Callable[[], str] = lambda: ""
    bench: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [metric.name for metric in self.all_metrics]
        doubled = sorted({name for name in names if names.count(name) > 1})
        reserved = {option.name for option in self.options} & set(RESERVED)
        if doubled or reserved:
            told = ", ".join([*doubled, *sorted(reserved)])
            raise ValueError(f"{self.name} declares names that are taken: {told}")

    @cached_property
    def code(self) -> Code:
        """The compiled part, imported on first use.

        Raises
        ------
        SimlabError
            For a game that can't be played.
        """
        if self.load is None:
            raise SimlabError(f"{self.name} can't be played yet; its hands can be scored, and its odds asked for")
        return self.load()

    @cached_property
    def answers(self) -> Answers:
        """What can be asked without playing, imported on first use."""
        return self.load_answers()

    @cached_property
    def kernel(self) -> Kernel:
        """The play loop, bound to this game."""
        from simlab.kernel.drive import Kernel

        code = self.code
        functions = {name: getattr(code, name) for name in ("new", "begin", "observe", "act", "finish")}
        return Kernel(self.name, code.layout, self.seats[1], functions, self.home)

    @cached_property
    def home(self) -> Path | None:
        """The folder of the game's sources, if it isn't one of simlab's own games."""
        from simlab.kernel.home import foreign_home

        return None if self.load is None else foreign_home(self.load)

    def __reduce__(self) -> Any:
        from simlab.games import get

        return get, (self.name,)

    @property
    def unit(self) -> str:
        """The unit that is counted if none is asked for."""
        return next(iter(self.units))

    @cached_property
    def all_metrics(self) -> tuple[Metric, ...]:
        """The common numbers, the game's own, and those of its features."""
        common = (
            replace(m, headline=m.headline and m.name not in self.never, help=m.help.replace("turns", f"{self.turn}s"))
            for m in COMMON
        )
        return (*common, *self.metrics, *(metric for family in self.features for metric in family.metrics))

    @cached_property
    def seatless(self) -> frozenset[str]:
        """The outcome fields whose one axis are the items of a family that isn't told a seat."""
        row = self.code.layout.row
        fields = {
            field
            for family in self.features
            if row[family.count].ndim == 1
            for field in (family.count, family.per, family.points, family.points_per)
        }
        return frozenset(field for field in fields if field in (row.names or ()) and row[field].ndim == 1)

    def metric(self, name: str) -> Metric:
        """The metric of that name."""
        return next(metric for metric in self.all_metrics if metric.name == name)

    @cached_property
    def _options(self) -> dict[str, Option]:
        return {option.name: option for option in self.options}

    def option(self, name: str) -> Option:
        """The option of that name."""
        if not isinstance(name, str) or name not in self._options:
            raise unknown(f"option of {self.name}", name, self._options)
        return self._options[name]

    def tables(self, rules: np.ndarray) -> np.ndarray:
        """The lookup tables for a rules record, from memory or disk where they are kept."""
        from simlab.kernel import tables

        names = [option.name for option in self.options] if self.table_options is None else self.table_options
        code = self.code
        return tables.load(self.name, rules, ("seats", *names), code.layout.tables, code.build_tables, self.home)
