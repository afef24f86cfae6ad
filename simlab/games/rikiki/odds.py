"""Exact odds of Rikiki's deals: what hands hold, how their suits split, and which card takes the trick of one card.

With ``sequence=fixed`` all is about a deal of ``cards`` cards; otherwise an answer is the mean over the deals of a
game, each equally often, as single deals are played. Only who takes the trick of a one-card deal is always about that.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, prod
from typing import NamedTuple

from simlab.decks import french
from simlab.decks.french import RANKS, SUIT_NAMES
from simlab.errors import SimlabError, echo
from simlab.games.options import Rules
from simlab.games.questions import Clause, Form, Language, Questions
from simlab.games.questions import Deal as Asked
from simlab.games.rikiki.rules import PACK, SUITS, deal_sizes

RANK_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
COURT = ("jack", "queen", "king")

NAMED: Mapping[str, str] = {
    "void": "a hand lacks a suit",
    "singleton": "a hand has exactly one card of some suit",
    "all_one_suit": "a hand is all of one suit",
    "no_trump_card": "a hand holds no trump, also where there is no trump at all",
    "longest_suit_trump": "there is a trump, and no suit of a hand is longer than its trumps",
    "leader_wins": "the leader's card takes the trick of a one-card deal",
}

Count = Callable[[int], bool]


class Deal(NamedTuple):
    """A deal of the sequence: how many cards, which suits may be trump, and where the card lies that shows it."""

    cards: int
    suits: Sequence[int]
    shown: str


def deals(rules: Rules) -> list[Deal]:
    """The deals of a game, in their order."""
    return [_deal(rules, place, cards) for place, cards in enumerate(deal_sizes(rules.codes))]


def _deal(rules: Rules, place: int, cards: int) -> Deal:
    spare = PACK * rules.number("packs") - rules.number("players") * cards
    rotated = place % (SUITS + 1)
    return {
        "turned": Deal(cards, range(SUITS), "turned") if spare else Deal(cards, (), ""),
        "none": Deal(cards, (), ""),
        "dealer_last": Deal(cards, range(SUITS), "shown"),
        "random_suit": Deal(cards, range(SUITS), ""),
        "rotating": Deal(cards, (rotated,) if rotated < SUITS else (), ""),
    }[str(rules["trump"])]


def language(rules: Rules) -> Language:
    """What can be asked: zones ``hand`` (one that isn't the dealer's), ``other`` (one more) and ``turned``; kinds.

    Where the deals of a game differ, the answer is their mean, each deal equally often. In a deal that turns no card
    `turned` holds none, and in one without a trump no card is of the kind ``trump``. The turned card is in no hand;
    with ``trump=dealer_last`` the card that shows the trump is the dealer's, and so neither in `hand` nor in `other`.
    """
    packs = rules.number("packs")
    played = deals(rules)
    share = Fraction(1, len(played))
    plain, cases = [], []
    for deal in played:
        sizes = {"hand": deal.cards, "other": deal.cards, "turned": int(deal.shown == "turned"), "shown": 1}
        plain.append(Asked(share, sizes))
        if not deal.suits:
            cases.append(Asked(share, sizes, {"trump": frozenset()}))
        for suit in deal.suits:
            trumps = _kind(range(suit, PACK, SUITS), packs)
            facts = (Clause(deal.shown, trumps, operator.eq, 1),) if deal.shown else ()
            # Where a card shows it, how often it is this suit follows from the cards.
            weight = share if deal.shown else share / len(deal.suits)
            cases.append(Asked(weight, sizes, {"trump": trumps}, facts))
    absent = _absent(rules, played)
    top = max(deal.cards for deal in played)
    zones = {zone: size for zone, size in {"hand": top, "other": top, "turned": 1}.items() if zone not in absent}
    return Language(
        zones,
        PACK * packs,
        _kinds(packs),
        lambda text: french.read_cards(text, packs),
        copies=packs,
        deals=plain,
        cases=cases,
        absent=absent,
        about=_about(played),
    )


def _kind(cards: Iterable[int], packs: int) -> frozenset[int]:
    """Some cards, those of all packs."""
    return frozenset(card + PACK * copy for card in cards for copy in range(packs))


def _kinds(packs: int) -> dict[str, frozenset[int]]:
    kinds = {name.removesuffix("s"): range(suit, PACK, SUITS) for suit, name in enumerate(SUIT_NAMES)}
    ranks = {name: range(SUITS * rank, SUITS * (rank + 1)) for rank, name in enumerate(RANK_NAMES)}
    kinds |= dict(reversed(ranks.items()))
    found = {name: _kind(cards, packs) for name, cards in kinds.items()}
    return found | {"court": frozenset().union(*(found[name] for name in COURT))}


def _absent(rules: Rules, played: Sequence[Deal]) -> dict[str, str]:
    """The zones that these rules don't have, and why."""
    absent = {}
    players = rules.number("players")
    if rules["trump"] != "turned":
        absent["turned"] = f"no card is turned with trump={rules['trump']}; only trump=turned has one"
    elif all(deal.shown == "" for deal in played):
        absent["turned"] = f"{players} players with {played[0].cards} cards each leave no card to turn"
    if rules["trump"] == "dealer_last" and players == 2:
        absent["other"] = "with trump=dealer_last it is neither the dealer's, and 2 players have no third hand"
    return absent


def _about(played: Sequence[Deal]) -> str:
    sizes = [deal.cards for deal in played]
    if len(sizes) == 1:
        return f"Odds of a deal of {sizes[0]} card{'s' * (sizes[0] > 1)} each."
    reach = f"{min(sizes)} to {max(sizes)} cards each"
    return f"Odds are the mean over the {len(sizes)} deals of a game, of {reach}; all deals are equally often."


def _mean(rules: Rules, likely: Callable[[Deal], Fraction]) -> Fraction:
    """The mean of a probability over the deals."""
    played = deals(rules)
    return sum(map(likely, played), Fraction(0)) / len(played)


def _product(first: Sequence[int], second: Sequence[int], top: int) -> list[int]:
    """The ways to have so many cards of two groups, up to `top`, from the ways to have so many of each."""
    ways = [0] * (top + 1)
    for one, here in enumerate(first):
        for other, there in enumerate(second[: top + 1 - one] if here else ()):
            ways[one + other] += here * there
    return ways


def _suit(packs: int, top: int, allowed: Count) -> list[int]:
    """The ways to have so many cards of a suit, up to `top`; none for a number that isn't allowed."""
    return [comb(RANKS * packs, count) if allowed(count) else 0 for count in range(top + 1)]


def _every_suit(rules: Rules, allowed: Count) -> Fraction:
    """How likely a hand has an allowed number of cards of every suit."""
    packs = rules.number("packs")
    top = max(deal.cards for deal in deals(rules))
    suit = _suit(packs, top, allowed)
    two = _product(suit, suit, top)
    ways = _product(two, two, top)
    return _mean(rules, lambda deal: Fraction(ways[deal.cards], comb(PACK * packs, deal.cards)))


def _split_so(rules: Rules, lengths: Sequence[int]) -> Fraction:
    """How likely the suits of a hand are of these lengths, in any order."""
    packs = rules.number("packs")
    ways = prod(comb(RANKS * packs, length) for length in lengths) * len(set(permutations(lengths)))
    total = sum(lengths)
    return _mean(rules, lambda deal: Fraction(ways * (deal.cards == total), comb(PACK * packs, total)))


def _all_one_suit(rules: Rules) -> Fraction:
    return sum((_split_so(rules, (cards, 0, 0, 0)) for cards in {deal.cards for deal in deals(rules)}), Fraction(0))


def _longest_suit_trump(rules: Rules) -> Fraction:
    packs = rules.number("packs")
    top = max(deal.cards for deal in deals(rules))
    # By the number of trumps, and then of cards of the other suits, none of which has more.
    others = []
    for trumps in range(min(top, RANKS * packs) + 1):
        suit = _suit(packs, trumps, lambda count: True)
        others.append(_product(_product(suit, suit, top), suit, top))

    def likely(deal: Deal) -> Fraction:
        out = int(deal.shown != "")
        counts = range(min(deal.cards, RANKS * packs) + 1) if deal.suits else ()
        ways = sum(comb(RANKS * packs - out, trumps) * others[trumps][deal.cards - trumps] for trumps in counts)
        return Fraction(ways, comb(PACK * packs - out, deal.cards))

    return _mean(rules, likely)


def _takes(rules: Rules, card: int, trump: int | None, shown: int | None) -> Fraction:
    """How likely the leader's card takes the trick of a one-card deal.

    `shown` is the card that shows the trump, if there is one: it is out of play, or with ``trump=dealer_last`` the
    dealer's.
    """
    left = Counter(dict.fromkeys(range(PACK), rules.number("packs")))
    left[card] -= 1
    dealers: Counter[int] = Counter()
    if shown is not None:
        left[shown] -= 1
        dealers[shown] = int(rules["trump"] == "dealer_last")
    others = rules.number("players") - 1 - dealers.total()
    rivals = [c for c in range(PACK) if c != card and c % SUITS in (card % SUITS, trump)]
    higher = [c for c in rivals if (c > card if c % SUITS == card % SUITS else c % SUITS == trump)]
    if rules["duplicate_rule"] == "cancel":
        # Either it stands and all that beats it cancels, or it cancels, and so does all that could take the trick.
        ways = _ways(left, dealers, others, {card: _is_none, **dict.fromkeys(higher, _is_not_one)})
        ways += _ways(left, dealers, others, {card: _is_some, **dict.fromkeys(rivals, _is_not_one)})
    else:
        better = higher if rules["duplicate_rule"] == "first" else [card, *higher]
        ways = _ways(left, dealers, others, dict.fromkeys(better, _is_none))
    return Fraction(ways, comb(left.total(), others))


def _is_none(count: int) -> bool:
    return count == 0


def _is_some(count: int) -> bool:
    return count > 0


def _is_not_one(count: int) -> bool:
    return count != 1


def _ways(left: Counter[int], known: Counter[int], others: int, wanted: Mapping[int, Count]) -> int:
    """In how many ways `others` get a card each of those left, so that with those known all counts are as wanted."""
    free = sum(copies for card, copies in left.items() if card not in wanted)
    ways = [comb(free, count) for count in range(others + 1)]
    for card, allowed in wanted.items():
        here = [comb(left[card], count) if allowed(count + known[card]) else 0 for count in range(others + 1)]
        ways = _product(ways, here, others)
    return ways[others]


def _shows(rules: Rules, card: int, suit: int) -> dict[int, int]:
    """The cards of a suit that may show it when the leader has `card`, and how many there are of each."""
    packs = rules.number("packs")
    return {shown: packs - (shown == card) for shown in range(suit, PACK, SUITS) if shown != card or packs > 1}


def _takes_by_suit(rules: Rules, card: int, suit: int) -> Fraction:
    """How likely the leader's card takes the trick when a suit is trump, whatever card shows it."""
    if rules["trump"] not in ("turned", "dealer_last"):
        return _takes(rules, card, suit, None)
    shows = _shows(rules, card, suit)
    return sum((n * _takes(rules, card, suit, shown) for shown, n in shows.items()), Fraction(0)) / sum(shows.values())


def _leader_wins(rules: Rules) -> Fraction:
    """The mean over the leader's cards and the one-card deals of a game, or the first deal if it had one card."""
    played = [deal for deal in deals(rules) if deal.cards == 1] or [_deal(rules, 0, 1)]
    with_trump = Fraction(sum(bool(deal.suits) for deal in played), len(played))
    found = Fraction(0)
    if with_trump:
        # All suits are alike. The leader has less often a card of the suit that is turned.
        often = {card: sum(_shows(rules, card, 0).values()) if played[0].shown else 1 for card in range(PACK)}
        mean = sum((n * _takes_by_suit(rules, card, 0) for card, n in often.items()), Fraction(0)) / sum(often.values())
        found += with_trump * mean
    if with_trump < 1:
        plain = sum((_takes(rules, card, None, None) for card in range(PACK)), Fraction(0)) / PACK
        found += (1 - with_trump) * plain
    return found


def _check_trump(rules: Rules, what: str, *allowed: str) -> None:
    """Refuse a question about a trump that these rules never have in a one-card deal."""
    if rules["trump"] not in allowed:
        needed = " or ".join(allowed)
        raise SimlabError(f"{what} can't be under trump={rules['trump']}: set trump to {needed}")


def _read_turned(match: re.Match[str], rules: Rules) -> Fraction:
    _check_trump(rules, "a card that shows the trump", "turned", "dealer_last")
    card, shown = map(_one_card, match.groups())
    # With one pack nobody holds the card that is turned.
    french.read_cards(" ".join(match.groups()), rules.number("packs"))
    return _takes(rules, card, shown % SUITS, shown)


def _read_suit(match: re.Match[str], rules: Rules) -> Fraction:
    _check_trump(rules, "a trump", "turned", "dealer_last", "random_suit", "rotating")
    return _takes_by_suit(rules, _one_card(match[1]), french.read_suit(match[2]))


def _read_no_trump(match: re.Match[str], rules: Rules) -> Fraction:
    card = _one_card(match[1])
    if match[2].lower() not in ("no trump", "no trumps"):
        forms = f"'{match[1]} wins, KS turned', '{match[1]} wins, spades trump' or '{match[1]} wins, no trump'"
        raise SimlabError(f"{echo(match[2])} doesn't tell what is trump; write {forms}")
    _check_trump(rules, "no trump", "none", "rotating")
    return _takes(rules, card, None, None)


def _one_card(word: str) -> int:
    cards = french.read_cards(word)
    if len(cards) != 1:
        raise SimlabError(f"{echo(word)} is not one card; write it as in '9D wins, KS turned'")
    return cards[0]


def _read_split(match: re.Match[str], rules: Rules) -> Fraction:
    text = match[1]
    if not re.fullmatch(r"\d{1,3}(-\d{1,3}){3}", text):
        raise SimlabError(f"can't read split {echo(text)}; write four numbers, one a suit, as in 'split 5-4-3-1'")
    lengths = [int(length) for length in text.split("-")]
    sizes = [deal.cards for deal in deals(rules)]
    if sum(lengths) not in sizes:
        allowed = f"{min(sizes)} to {max(sizes)}" if len(sizes) > 1 else sizes[0]
        raise SimlabError(f"split {text} has {sum(lengths)} cards, and no hand has; allowed: {allowed}")
    return _split_so(rules, lengths)


_FORMS = (
    Form(
        "9D wins, KS turned",
        "the leader's card takes the trick of a one-card deal in which the other card shows the trump",
        re.compile(r"(\S+) wins,? (\S+) turned", re.IGNORECASE),
        _read_turned,
    ),
    Form(
        "9D wins, spades trump",
        "it does when that suit is trump, whatever card shows it",
        re.compile(r"(\S+) wins,? (?!no )(\S+) trumps?", re.IGNORECASE),
        _read_suit,
    ),
    Form(
        "9D wins, no trump",
        "it does when there is no trump",
        re.compile(r"(\S+) wins\b,? ?(.*)", re.IGNORECASE),
        _read_no_trump,
    ),
    Form(
        "split 5-4-3-1",
        "the suits of a hand are of these lengths, in any order",
        re.compile(r"split\b ?(.*)", re.IGNORECASE),
        _read_split,
    ),
)

_ANSWERS: Mapping[str, Callable[[Rules], Fraction]] = {
    "void": lambda rules: 1 - _every_suit(rules, _is_some),
    "singleton": lambda rules: 1 - _every_suit(rules, _is_not_one),
    "all_one_suit": _all_one_suit,
    "no_trump_card": lambda rules: language(rules).probability("hand lacks trump"),
    "longest_suit_trump": _longest_suit_trump,
    "leader_wins": _leader_wins,
}

_EXAMPLES = ("hand has AS", "hand >= 2 trump and hand lacks spade", "other has ace given hand lacks ace")

QUESTIONS = Questions(NAMED, _ANSWERS, language, _EXAMPLES, _FORMS)
