"""What can be asked without playing: which rules and bots there are, what a hand is worth, what is how likely."""

from __future__ import annotations

from typing import Any

from simlab.errors import SimlabError, echo
from simlab.games import get
from simlab.games.answers import Odds, Score, read_context
from simlab.games.options import Rules, RulesSpec, for_unit, one_by_one, resolve
from simlab.kernel.announcing import announced
from simlab.run import bots as roster


def rules(game: str, spec: RulesSpec = None, **options: object) -> Rules:
    """A checked rule set: the default rules, a preset, or what a mapping says, with `options` set on top.

    Examples
    --------
    >>> rules("koikoi", seven_double=True).describe()
    'seven_double=on'
    """
    return resolve(get(game), spec).with_options(**options)


def variants(game: str, rules: RulesSpec = None, unit: str | None = None) -> dict[str, Rules]:
    """A rule set and all that changes one of its options, for `simlab.compare`: the base, then a variant a value.

    Parameters
    ----------
    game : str
    rules
        The base, as in `simlab.simulate`.
    unit : str, optional
        ``"deal"`` or ``"game"``: options that mean nothing for it are left out.

    Examples
    --------
    >>> "viewing=on" in variants("koikoi")
    True
    """
    owner = get(game)
    unit = unit or owner.unit
    return one_by_one(for_unit(resolve(owner, rules), unit), unit)


def bots(game: str) -> dict[str, str]:
    """All bots of a game and what they do, the lowest rung of its ladder first, then your own."""
    return {name: bot.help for name, bot in roster.known(get(game)).items()}


def score(game: str, hand: str | None = None, *, rules: RulesSpec = None, **context: Any) -> Score:
    """What a hand is worth.

    Parameters
    ----------
    game : str
    hand : str, optional
        Cards in the game's notation; none where a score goes by its context alone.
    rules
        As in `simlab.simulate`.
    **context
        What the score depends on besides the cards; ``simlab rules GAME`` lists it.

    Examples
    --------
    >>> score("koikoi", "1b 3b 8b").parts
    {'three_brights': 6}
    """
    owner = get(game)
    if hand is not None and not isinstance(hand, str):
        raise SimlabError(f"hand {echo(hand)} is not text")
    if owner.answers.score is None:
        raise SimlabError(f"{owner.name} has no hands to score")
    if hand is not None and not owner.hand:
        names = " and ".join(context.name for context in owner.context)
        raise SimlabError(f"a score of {owner.name} takes no cards, as in {echo(hand)}; it goes by {names}")
    if hand is None and owner.hand:
        raise SimlabError(f"a score of {owner.name} needs cards, as in {owner.hand!r}")
    known, chosen = read_context(owner.name, owner.context, context), resolve(owner, rules)
    with announced(owner.title):
        return owner.answers.score(hand or "", known, chosen)


def odds(game: str, question: str, *, rules: RulesSpec = None) -> Odds:
    """How likely something is when cards are dealt: exactly where it can be counted, else simulated.

    Where the rules make a game of deals of several sizes, the answer is the mean over them, each deal of the game
    equally often, as `simlab.simulate` plays ``deals``.

    Parameters
    ----------
    game : str
    question : str
        One of the game's named questions, or clauses joined by ``and``: ``"hand has 3b"``, ``"hand lacks 11b"``,
        ``"hand >= 2 bright"``. Behind them may stand a condition: ``"hand has 3b given hand >= 2 bright"``. A card of
        which there are several copies is there if one of them is; named twice, if two are. `simlab odds GAME` lists
        names, zones, kinds, and what else the game reads.
    rules
        As in `simlab.simulate`.

    Raises
    ------
    SimlabError
        For a question that can't be read, and for a condition that can't happen.

    Examples
    --------
    >>> print(odds("koikoi", "hand has 3b"))
    hand has 3b: 16.6667 % (exact)
    """
    owner = get(game)
    if not isinstance(question, str):
        raise SimlabError(f"question {echo(question)} is not text")
    if owner.answers.questions is None:
        raise SimlabError(f"{owner.name} has no questions to ask")
    with announced(owner.title):
        found = owner.answers.questions.answer(question, resolve(owner, rules))
    from simlab.analysis.estimate import wilson
    from simlab.games.questions import Counted

    asked = " ".join(question.split())
    if isinstance(found, Counted):
        return Odds(asked, found.hits / found.deals, *wilson(found.hits, found.deals), "simulated", found.deals)
    value = float(found)
    return Odds(asked, value, value, value, "exact", 0, found)
