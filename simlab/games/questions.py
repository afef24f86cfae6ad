"""Questions about a deal, in a small language that all games share, and their exact answers.

A question is one clause or several joined by ``and``, and may have a condition of such clauses behind ``given``::

    hand has 3b 9a        these cards are all there; a card that is named twice is there twice
    hand lacks 11b        none of these is, in no copy
    hand >= 2 bright      so many cards of a kind; >=, <=, >, < and = (or a number alone)
    hand has bright       one card of a kind or more; `lacks` is none of it
    hand has 3b given hand >= 2 bright

A game says which zones its deals have, how many cards are dealt to each, and which kinds of cards there are; where its
deals differ, the answer is their mean. Whatever can be asked is answered exactly: the ways to deal are counted card by
card, by what the question does not tell apart. A game may read other forms of questions beside these.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

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
_COUNT = re.compile(r"(>=|<=|==|=|>|<|)\s*(\d{1,6})\s+(.+)")
_PLURALS = ("", "s", "es")


@dataclass(frozen=True)
class Clause:
    """Of the cards in `cards`, a zone holds a number that passes ``test(number, value)``.

    `cards` is the name of a kind where it goes by the deal which cards are of that kind.
    """

    zone: str
    cards: frozenset[int] | str
    test: Test
    value: int


@dataclass(frozen=True)
class Deal:
    """One of the deals that a question is about.

    Parameters
    ----------
    share : Fraction
        How often it is dealt.
    sizes : mapping of zone to number of cards
    kinds : mapping of a kind's name to its cards
        The kinds that go by the deal.
    facts : tuple of Clause
        What has to lie in its zones for the deal to be this one; `share` says how often that may come about.
    """

    share: Fraction
    sizes: Mapping[str, int]
    kinds: Mapping[str, frozenset[int]] = field(default_factory=dict)
    facts: tuple[Clause, ...] = ()


@dataclass(frozen=True)
class Language:
    """What a game's questions are about.

    Parameters
    ----------
    zones : mapping of zone to number of cards
        Where deals differ, the most there can be.
    pack : int
        How many cards there are.
    kinds : mapping of a kind's name to its cards
    read_cards : function
        Card numbers from text; raises `SimlabError` for what is no card.
    copies : int
        Of how many packs `pack` is made up: with m cards in each, card c and c + m, c + 2m and so on are copies.
    deals : sequence of Deal
        The deals whose mean is asked for; a single one if not given.
    cases : sequence of Deal
        The same deals, told apart by what some kinds are in them.
    absent : mapping of zone to text
        Zones that these rules don't have, and why.
    about : str
        What is dealt, in a line.
    """

    zones: Mapping[str, int]
    pack: int
    kinds: Mapping[str, frozenset[int]]
    read_cards: Callable[[str], Sequence[int]]
    copies: int = 1
    deals: Sequence[Deal] = ()
    cases: Sequence[Deal] = ()
    absent: Mapping[str, str] = field(default_factory=dict)
    about: str = ""

    def read(self, question: str) -> list[Clause]:
        """The clauses of a question without a condition.

        Raises
        ------
        SimlabError
            For a zone, kind or card that isn't there, and for what is no clause.
        """
        return [clause for text in re.split(r"\band\b", question) for clause in self._clauses(text.strip())]

    def help(self) -> str:
        """What can be asked, in a line or two."""
        zones = ", ".join(f"{zone} ({self._size(zone)})" for zone in self.zones)
        return f"zones: {zones}; kinds: {', '.join(self._names())}"

    def _size(self, zone: str) -> str:
        low, high = min(deal.sizes[zone] for deal in self._deals()), self.zones[zone]
        if high == 1:
            return "1 card" if low else "1 card or none"
        return f"{low} to {high} cards" if low < high else f"{high} cards"

    def _names(self) -> list[str]:
        return [*(self.cases[0].kinds if self.cases else ()), *self.kinds]

    def _deals(self) -> Sequence[Deal]:
        return self.deals or (Deal(Fraction(1), self.zones),)

    def _clauses(self, text: str) -> Iterator[Clause]:
        zone, _, rest = text.partition(" ")
        if zone in self.absent:
            raise SimlabError(f"zone {echo(zone)} is not there: {self.absent[zone]}")
        if zone not in self.zones:
            raise unknown("zone", zone, self.zones)
        verb, _, words = rest.strip().partition(" ")
        if verb in ("has", "lacks"):
            yield from self._held(zone, verb, words, text)
            return
        counted = _COUNT.fullmatch(rest.strip())
        if counted is None:
            forms = f"'{zone} has CARDS', '{zone} lacks CARDS' or '{zone} >= 2 KIND'"
            raise SimlabError(f"can't read clause {echo(text)}; write {forms}")
        sign, number, name = counted.groups()
        kind = self._kind(name)
        if kind is None:
            raise unknown("kind of card", name.strip().lower(), self._names())
        yield Clause(zone, kind, COMPARISONS[sign or "="], int(number))

    def _held(self, zone: str, verb: str, words: str, text: str) -> Iterator[Clause]:
        """The clauses that a zone has or lacks cards, or any card of a kind."""
        kind = self._kind(words)
        if kind is not None:
            yield Clause(zone, kind, *((operator.ge, 1) if verb == "has" else (operator.eq, 0)))
            return
        try:
            named = Counter(self.read_cards(words))
        except SimlabError as error:
            if any(self._kind(word) is not None for word in words.split()):
                kinds = f"a kind of card stands alone, as in '{zone} {verb} KIND' or '{zone} >= 2 KIND'"
                raise SimlabError(f"{error}; {kinds}") from None
            raise
        if not named:
            raise SimlabError(f"clause {echo(text)} names no card; write '{zone} {verb} CARDS'")
        if verb == "has":
            for card, count in named.items():
                yield Clause(zone, self._copies(card), operator.ge, count)
            return
        if max(named.values()) > 1:
            raise SimlabError(f"clause {echo(text)} names a card twice; once is enough, 'lacks' means all its copies")
        yield Clause(zone, frozenset().union(*map(self._copies, named)), operator.eq, 0)

    def _copies(self, card: int) -> frozenset[int]:
        return frozenset(range(card, self.pack, self.pack // self.copies))

    def _kind(self, name: str) -> frozenset[int] | str | None:
        """A kind's cards, or its name if they go by the deal; None if there is no such kind."""
        for known in (name.strip().lower().removesuffix(plural) for plural in _PLURALS):
            if known in self.kinds:
                return self.kinds[known]
            if known in self._names():
                return known
        return None

    def probability(self, question: str) -> Fraction:
        """The exact probability that a deal has what the question says.

        Raises
        ------
        SimlabError
            For what can't be read, and for a condition that no deal fulfils.
        """
        asked, *conditions = re.split(r"\bgiven\b", question)
        clauses = self.read(asked)
        if not conditions:
            return self._mean(clauses)
        if len(conditions) > 1:
            raise SimlabError(f"question {echo(question)} has 'given' twice; join conditions by 'and'")
        known = self.read(conditions[0].strip())
        likely = self._mean(known)
        if not likely:
            raise SimlabError(f"no deal has {echo(conditions[0].strip())}, so nothing can be asked given that")
        return self._mean([*clauses, *known]) / likely

    def _mean(self, clauses: Sequence[Clause]) -> Fraction:
        """The mean over the deals of how likely all clauses hold."""
        goes_by_deal = any(isinstance(clause.cards, str) for clause in clauses)
        alike: dict[tuple[Clause, ...], list[Deal]] = {}
        for deal in self.cases if goes_by_deal else self._deals():
            alike.setdefault((*_named(clauses, deal), *deal.facts), []).append(deal)
        return sum((self._sum(facts, deals) for facts, deals in alike.items()), Fraction(0))

    def _sum(self, clauses: Sequence[Clause], deals: Sequence[Deal]) -> Fraction:
        """How likely all clauses hold in some deals that differ by their sizes only, each by its share."""
        zones = list(dict.fromkeys(clause.zone for clause in clauses))
        sizes = [tuple(deal.sizes[zone] for zone in zones) for deal in deals]
        tests = tuple((zones.index(c.zone), c.test, c.value) for c in clauses)
        # By class and not by card: suits that a question treats alike are counted once.
        ways = _ways(_classes(self.pack, clauses), tests, tuple(map(max, zip(*sizes, strict=True))))
        return sum(
            (d.share * Fraction(ways[s], _all_ways(self.pack, s)) for d, s in zip(deals, sizes, strict=True)),
            Fraction(0),
        )


Classes = tuple[tuple[tuple[bool, ...], int], ...]
Tests = tuple[tuple[int, Test, int], ...]
# How many cards each test has found, and then, by the number of cards in each zone, in how many ways.
States = dict[tuple[int, ...], np.ndarray]


def _named(clauses: Iterable[Clause], deal: Deal) -> Iterator[Clause]:
    """Clauses with the cards that their kinds are in a deal."""
    for clause in clauses:
        yield replace(clause, cards=deal.kinds[clause.cards]) if isinstance(clause.cards, str) else clause


def _all_ways(pack: int, sizes: Iterable[int]) -> int:
    """In how many ways zones of these sizes can be dealt."""
    ways, left = 1, pack
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


def _classes(pack: int, clauses: Sequence[Clause]) -> Classes:
    """How many cards there are of each class: those that the same clauses are about."""
    return tuple(sorted(Counter(tuple(card in clause.cards for clause in clauses) for card in range(pack)).items()))


@lru_cache(maxsize=64)
def _ways(classes: Classes, tests: Tests, room: tuple[int, ...]) -> np.ndarray:
    """In how many ways zones can be dealt so that all tests pass, by the number of cards in each zone, up to `room`.

    Card by card: each falls to one of the zones, or to none. A test whose last card has fallen is settled.
    """
    start = np.zeros([size + 1 for size in room], object)
    start[(0,) * len(room)] = 1
    caps = [_cap(test, value) for _, test, value in tests]
    last = [
        max((place for place, (member, _) in enumerate(classes) if member[which]), default=0)
        for which in range(len(tests))
    ]
    states: States = {(0,) * len(tests): start}
    for place, (member, number) in enumerate(classes):
        for _ in range(number):
            states = _next_card(states, member, tests, caps)
        states = _settle(states, tests, [which for which, end in enumerate(last) if end == place])
    return sum(states.values(), np.zeros_like(start))


def _cap(test: Test, value: int) -> int:
    """The number from which on a test finds all numbers alike."""
    return value if test(value, value) == test(value + 1, value) else value + 1


def _next_card(states: States, member: Sequence[bool], tests: Tests, caps: Sequence[int]) -> States:
    """Deal one more card of a class to each of the zones, and to none."""
    following = {counts: ways.copy() for counts, ways in states.items()}
    for counts, ways in states.items():
        for zone in range(ways.ndim):
            found = tuple(
                min(count + (counts_it and test[0] == zone), cap)
                for count, counts_it, test, cap in zip(counts, member, tests, caps, strict=True)
            )
            if found not in following:
                following[found] = np.zeros_like(ways)
            after, before = [slice(None)] * ways.ndim, [slice(None)] * ways.ndim
            after[zone], before[zone] = slice(1, None), slice(None, -1)
            following[found][tuple(after)] += ways[tuple(before)]
    return following


def _settle(states: States, tests: Tests, which: Sequence[int]) -> States:
    """Keep the states that pass some tests, and forget what these have found."""
    kept: States = {}
    for counts, ways in states.items():
        if all(tests[one][1](counts[one], tests[one][2]) for one in which):
            forgotten = tuple(0 if one in which else count for one, count in enumerate(counts))
            kept[forgotten] = kept[forgotten] + ways if forgotten in kept else ways
    return kept


@dataclass(frozen=True)
class Counted:
    """How often something was seen in so many simulated deals: an answer where none can be computed exactly."""

    hits: int
    deals: int


Answer = Fraction | Counted


@dataclass(frozen=True)
class Form:
    """A form of question that a game reads beside the common language.

    Parameters
    ----------
    example : str
    help : str
        What it asks, in one line.
    pattern : compiled regular expression
        What a question of this form looks like as a whole.
    answer : function of the match and the rules
        Its exact probability; raises `SimlabError` for parts that it can't read.
    """

    example: str
    help: str
    pattern: re.Pattern[str]
    answer: Callable[[re.Match[str], Rules], Fraction]


@dataclass(frozen=True)
class Questions:
    """What a game can be asked.

    Parameters
    ----------
    named : mapping of a name to what it asks, in one line
    answers : mapping of a name to the function of the rules that gives its exact probability, or what was counted
    language : function of the rules
        What questions in the common language are about.
    examples : tuple of str
        Questions in that language.
    forms : tuple of Form
        The game's own forms of questions.
    """

    named: Mapping[str, str]
    answers: Mapping[str, Callable[[Rules], Answer]]
    language: Callable[[Rules], Language]
    examples: tuple[str, ...]
    forms: tuple[Form, ...] = ()

    def answer(self, question: str, rules: Rules) -> Answer:
        """The answer to a named question, to one of the game's own forms, or to one in the common language.

        Raises
        ------
        SimlabError
            If it is none of these.
        """
        asked = " ".join(question.split())
        if asked in self.answers:
            return self.answers[asked](rules)
        for form in self.forms:
            match = form.pattern.fullmatch(asked)
            if match:
                return form.answer(match, rules)
        language = self.language(rules)
        if " " not in asked and asked not in language.zones:
            raise unknown(f"question of {rules.game.name}", asked, self.named)
        return language.probability(asked)
