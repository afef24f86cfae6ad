"""Questions about a deal, in a small language that all games share, and their exact answers.

A question is one clause or several joined by ``and``::

    hand has 3b 9a        these cards are all there
    hand lacks 11b        none of these is
    hand >= 2 bright      so many cards of a kind; >=, <=, >, < and = (or a number alone)

A game says which zones its deals have, how many cards are dealt to each, and which kinds of cards there are. Whatever
can be asked is answered exactly: the deck falls into classes of cards that the question does not tell apart, and the
ways to deal so many of each class are counted (the multivariate hypergeometric distribution).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

from simlab.errors import SimlabError, echo, unknown
from simlab.games.options import Rules

Test = Callable[[int, int], bool]

COMPARISONS: Mapping[str, Test] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "==": operator.eq,
}
_COUNT = re.compile(r"(>=|<=|==|=|>|<|)\s*(\d+)\s+(.+)")


@dataclass(frozen=True)
class Clause:
    """Of the cards in `cards`, a zone holds a number that passes ``test(number, value)``."""

    zone: str
    cards: frozenset[int]
    test: Test
    value: int


@dataclass(frozen=True)
class Language:
    """What a game's questions are about.

    Parameters
    ----------
    zones : mapping of zone to number of cards
        In the order they are dealt.
    pack : int
        How many cards there are.
    kinds : mapping of a kind's name to its cards
    read_cards : function
        Card numbers from text; raises `SimlabError` for what is no card.
    """

    zones: Mapping[str, int]
    pack: int
    kinds: Mapping[str, frozenset[int]]
    read_cards: Callable[[str], Sequence[int]]

    def read(self, question: str) -> list[Clause]:
        """The clauses of a question.

        Raises
        ------
        SimlabError
            For a zone, kind or card that isn't there, and for what is no clause.
        """
        return [self._clause(text.strip()) for text in re.split(r"\band\b", question)]

    def help(self) -> str:
        """What can be asked, in a line or two."""
        zones = ", ".join(f"{zone} ({size} cards)" for zone, size in self.zones.items())
        return f"zones: {zones}; kinds: {', '.join(self.kinds)}"

    def _clause(self, text: str) -> Clause:
        zone, _, rest = text.partition(" ")
        if zone not in self.zones:
            raise unknown("zone", zone, self.zones)
        verb, _, words = rest.strip().partition(" ")
        if verb in ("has", "lacks"):
            cards = frozenset(self.read_cards(words))
            if not cards:
                raise SimlabError(f"clause {echo(text)} names no card; write it as in 'hand has 3b'")
            return Clause(zone, cards, operator.eq, len(cards) if verb == "has" else 0)
        counted = _COUNT.fullmatch(rest.strip())
        if counted is None:
            forms = f"'{zone} has CARDS', '{zone} lacks CARDS' or '{zone} >= 2 KIND'"
            raise SimlabError(f"can't read clause {echo(text)}; write {forms}")
        sign, number, kind = counted.groups()
        return Clause(zone, self._kind(kind.strip().lower()), COMPARISONS[sign or "="], int(number))

    def _kind(self, name: str) -> frozenset[int]:
        for known in (name, name.removesuffix("s")):
            if known in self.kinds:
                return self.kinds[known]
        raise unknown("kind of card", name, self.kinds)

    def probability(self, question: str) -> Fraction:
        """The exact probability that a deal has what the question says."""
        clauses = self.read(question)
        classes = _classes(range(self.pack), [clause.cards for clause in clauses])
        zones = [zone for zone in self.zones if any(clause.zone == zone for clause in clauses)]
        ways = _ways([self.zones[zone] for zone in zones], [_tests(zone, clauses) for zone in zones], classes)
        dealt, left = 1, self.pack
        for zone in zones:
            dealt *= comb(left, self.zones[zone])
            left -= self.zones[zone]
        return Fraction(ways, dealt)


Tests = Sequence[tuple[int, Test, int]]


def _tests(zone: str, clauses: Iterable[Clause]) -> Tests:
    """A zone's clauses by number, with what they test."""
    return [(number, c.test, c.value) for number, c in enumerate(clauses) if c.zone == zone]


def _classes(cards: Iterable[int], sets: Sequence[frozenset[int]]) -> dict[tuple[bool, ...], int]:
    """How many cards there are of each class: those that lie in the same of some sets."""
    found: dict[tuple[bool, ...], int] = {}
    for card in cards:
        member = tuple(card in one for one in sets)
        found[member] = found.get(member, 0) + 1
    return found


def _ways(sizes: Sequence[int], tests: Sequence[Tests], classes: Mapping[tuple[bool, ...], int]) -> int:
    """In how many ways the zones can be dealt one after the other so that all tests pass."""
    if not sizes:
        return 1
    total = 0
    for taken in _hands(sizes[0], list(classes.values())):
        counts = dict(zip(classes, taken, strict=True))
        if all(test(sum(n for member, n in counts.items() if member[which]), value) for which, test, value in tests[0]):
            here = prod(comb(classes[member], n) for member, n in counts.items())
            left = {member: classes[member] - n for member, n in counts.items()}
            total += here * _ways(sizes[1:], tests[1:], left)
    return total


def _hands(size: int, classes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to take `size` cards by how many of each class."""
    if not classes:
        if size == 0:
            yield ()
        return
    for first in range(min(size, classes[0]) + 1):
        for rest in _hands(size - first, classes[1:]):
            yield (first, *rest)


@dataclass(frozen=True)
class Questions:
    """What a game can be asked.

    Parameters
    ----------
    named : mapping of a name to what it asks, in one line
    answers : mapping of a name to the function of the rules that gives its exact probability
    language : function of the rules
        What questions in the common language are about.
    """

    named: Mapping[str, str]
    answers: Mapping[str, Callable[[Rules], Fraction]]
    language: Callable[[Rules], Language]

    def probability(self, question: str, rules: Rules) -> Fraction:
        """The exact answer to a named question, or to one in the common language.

        Raises
        ------
        SimlabError
            If it is neither.
        """
        asked = question.strip()
        if asked in self.answers:
            return self.answers[asked](rules)
        language = self.language(rules)
        if asked.partition(" ")[0] not in language.zones and " " not in asked:
            raise unknown(f"question of {rules.game.name}", asked, self.named)
        return language.probability(asked)
