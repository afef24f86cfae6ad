"""Rikiki's exact odds: worked by hand, by going through all deals, and beside what is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod

import pytest

import simlab
from simlab.decks.french import CODES

SUITS = "CDHS"
RULES = ("last", "first", "cancel")
UP_DOWN = [*range(1, 14), *range(12, 0, -1)]


def odds(question: str, **rules: object) -> Fraction:
    found = simlab.odds("rikiki", question, rules=rules)
    assert found.fraction is not None
    assert (found.method, found.n) == ("exact", 0)
    return found.fraction


def fixed(question: str, cards: int, **rules: object) -> Fraction:
    return odds(question, sequence="fixed", cards=cards, **rules)


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> int:
    return "23456789TJQKA".index(card[0] if card[:2] != "10" else "T")


def winner(trick: Sequence[str], trump: str, rule: str) -> int:
    """Who takes a trick, as RULES.md has it: 0 leads. `trump` is a suit's letter, or empty."""
    standing = [at for at, card in enumerate(trick) if rule != "cancel" or trick.count(card) == 1]
    for wanted in (trump, suit(trick[0])):
        able = [at for at in standing if suit(trick[at]) == wanted]
        if able:
            top = max(rank(trick[at]) for at in able)
            best = [at for at in able if rank(trick[at]) == top]
            return best[0] if rule == "first" else best[-1]
    return 0


def packs_without(packs: int, *cards: str) -> list[str]:
    left = list(CODES) * packs
    for card in cards:
        left.remove(card)
    return left


def test_nine_of_a_plain_suit_by_hand() -> None:
    """50 cards are left; 12 spades and the five diamonds above it beat it. Without a turned card all 13 spades do."""
    assert odds("9D wins, KS turned", players=3) == Fraction(33, 50) * Fraction(32, 49)
    assert odds("9D wins, spades trump", players=3) == Fraction(33, 50) * Fraction(32, 49)
    assert odds("9D wins, S trumps", players=3, trump="random_suit") == Fraction(33, 51) * Fraction(32, 50)
    assert odds("9D wins, no trump", players=3, trump="none") == Fraction(46, 51) * Fraction(45, 50)
    # The dealer's card is the king of spades.
    assert odds("9D wins, KS turned", players=3, trump="dealer_last") == 0
    assert odds("AS wins, KS turned", players=3, trump="dealer_last") == 1
    assert odds("QS wins, JS turned", players=3, trump="dealer_last") == Fraction(48, 50)


def test_it_is_about_one_card_whatever_the_sequence() -> None:
    by_default = odds("9D wins, KS turned")
    assert by_default == fixed("9d  wins ks TURNED", 5) == odds("9D wins, KS turned", sequence="down")
    assert odds("leader_wins") == fixed("leader_wins", 7)


def test_a_leader_of_three_bets_on_a_queen() -> None:
    def likely(card: str) -> Fraction:
        return odds(f"{card} wins, KS turned", players=3)

    for plain in "CDH":
        over = [rank for rank in ("2", "9", "10", "J", "Q", "K", "A") if likely(rank + plain) > Fraction(1, 2)]
        assert over == ["Q", "K", "A"]
    assert likely("JD") == Fraction(35 * 34, 50 * 49)
    assert likely("QD") == Fraction(36 * 35, 50 * 49)


def test_a_leader_of_two_bets_on_anything() -> None:
    plain = [odds(f"{card} wins, KS turned", players=2) for card in CODES if card != "KS"]
    assert min(plain) == odds("2H wins, KS turned", players=2) == Fraction(26, 50)


def all_orders(
    card: str, trump: str, left: Sequence[str], others: int, rule: str, last: Sequence[str] = ()
) -> Fraction:
    """How often the leader takes the trick, over all ways to give the others a card each of those left."""
    won = Counter(winner((card, *rest, *last), trump, rule) == 0 for rest in permutations(left, others))
    return Fraction(won[True], won.total())


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("packs", [2, 3])
@pytest.mark.parametrize(("card", "turned"), [("9D", "KS"), ("KS", "KS"), ("QS", "KS"), ("AD", "2S"), ("2H", "AS")])
def test_several_packs_against_all_deals(card: str, turned: str, packs: int, rule: str) -> None:
    rules = {"packs": packs, "duplicate_rule": rule}
    question = f"{card} wins, {turned} turned"
    left = packs_without(packs, card, turned)
    trump = suit(turned)
    assert odds(question, players=2, **rules) == all_orders(card, trump, left, 1, rule)
    shown = all_orders(card, trump, left, 1, rule, last=[turned])
    assert odds(question, players=3, trump="dealer_last", **rules) == shown
    if packs == 3:
        assert odds(question, players=3, **rules) == all_orders(card, trump, left, 2, rule)


@pytest.mark.parametrize("card", ["9D", "QS"])
def test_three_copies_cancel(card: str) -> None:
    """Four players: the others' cards by how many of each, each such set as often as it is dealt."""
    left = Counter(packs_without(3, card, "KS"))
    won = total = 0
    for others in combinations_with_replacement(CODES, 3):
        ways = prod(comb(left[one], count) for one, count in Counter(others).items())
        total += ways
        won += ways * (winner((card, *others), "S", "cancel") == 0)
    assert total == comb(154, 3)
    assert odds(f"{card} wins, KS turned", packs=3, duplicate_rule="cancel") == Fraction(won, total)


def test_leader_wins_by_hand() -> None:
    """Two players. Of two cards of a suit the leader's is the lower half the time; a trump beats any plain card."""
    assert odds("leader_wins", players=2, trump="none") == 1 - Fraction(12, 51) / 2
    trumps = Fraction(12, 51) * Fraction(11, 50) / 2
    plain = Fraction(39, 51) * (Fraction(12, 50) / 2 + Fraction(12, 50))
    assert odds("leader_wins", players=2) == 1 - trumps - plain
    drawn = Fraction(13, 52) * Fraction(12, 51) / 2 + Fraction(39, 52) * (Fraction(12, 51) / 2 + Fraction(13, 51))
    assert odds("leader_wins", players=2, trump="random_suit") == 1 - drawn
    # The dealer's card shows the trump: the leader needs a higher one.
    assert odds("leader_wins", players=2, trump="dealer_last") == Fraction(12, 51) / 2
    # Of a game with a rotating trump the first deal has clubs, the last none.
    both = odds("leader_wins", trump="none"), odds("leader_wins", trump="random_suit")
    assert odds("leader_wins", trump="rotating") == sum(both) / 2


@pytest.mark.parametrize("rule", RULES)
def test_leader_wins_against_all_deals(rule: str) -> None:
    """Two packs, two players, a club turned."""
    won = Counter()
    for turned in CODES[::4]:
        left = packs_without(2, turned)
        won.update(winner(trick, "C", rule) == 0 for trick in permutations(left, 2))
    assert odds("leader_wins", players=2, packs=2, duplicate_rule=rule) == Fraction(won[True], won.total())


@pytest.mark.parametrize("count", range(6))
def test_trumps_of_five_cards(count: int) -> None:
    turned = Fraction(comb(12, count) * comb(39, 5 - count), comb(51, 5))
    drawn = Fraction(comb(13, count) * comb(39, 5 - count), comb(52, 5))
    question = f"hand = {count} trump"
    assert fixed(question, 5) == fixed(question, 5, trump="dealer_last") == turned
    assert fixed(question, 5, trump="random_suit") == fixed(question, 5, trump="rotating") == drawn
    assert fixed(f"hand = {count} clubs", 5) == fixed(f"other {count} hearts", 5) == drawn
    assert fixed(question, 5, trump="none") == (count == 0)


@pytest.mark.parametrize(
    ("split", "percent"), [("4-4-3-2", 21.551), ("5-3-3-2", 15.517), ("4-3-3-3", 10.536), ("2-3-4-4", 21.551)]
)
def test_published_splits_of_thirteen(split: str, percent: float) -> None:
    assert 100 * float(fixed(f"split {split}", 13)) == pytest.approx(percent, abs=5e-4)


def test_splits_add_up() -> None:
    splits = [s for s in combinations_with_replacement(range(14), 4) if sum(s) == 13]
    assert sum(fixed(f"split {'-'.join(map(str, s))}", 13) for s in splits) == 1
    assert odds("split 4-4-3-2") == fixed("split 4-4-3-2", 13) / 25
    assert odds("split 4-4-2-2") == fixed("split 4-4-2-2", 12) * 2 / 25


def test_a_full_deal_has_no_trump() -> None:
    assert fixed("hand 0 trump", 13) == fixed("no_trump_card", 13) == 1
    assert fixed("longest_suit_trump", 13) == fixed("longest_suit_trump", 13, trump="none") == 0
    assert fixed("longest_suit_trump", 13, packs=2) > 0
    # With the other values of the option there is one, and all its cards are in play.
    assert fixed("hand = 3 trump", 13, trump="random_suit") == Fraction(comb(13, 3) * comb(39, 10), comb(52, 13))


Hand = tuple[str, ...]


def share(hands: Iterable[Hand], test: Callable[[Hand], bool]) -> Fraction:
    found = Counter(map(test, hands))
    return Fraction(found[True], found.total())


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("void", lambda hand: len(set(map(suit, hand))) < 4),
        ("singleton", lambda hand: 1 in Counter(map(suit, hand)).values()),
        ("all_one_suit", lambda hand: len(set(map(suit, hand))) == 1),
        ("split 2-1-1-0", lambda hand: sorted(Counter(map(suit, hand)).values()) == [1, 1, 2]),
        ("hand >= 2 court and hand lacks spade", lambda h: sum(9 <= rank(c) < 12 for c in h) > 1 and "S" not in h[-1]),
    ],
)
def test_four_cards_against_all_hands(question: str, test: Callable[[Hand], bool]) -> None:
    hands = combinations(sorted(CODES, key=suit), 4)
    assert fixed(question, 4) == share(hands, test)


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("no_trump_card", lambda hand: "D" not in map(suit, hand)),
        ("longest_suit_trump", lambda hand: max(Counter(map(suit, hand)).values()) == list(map(suit, hand)).count("D")),
    ],
)
def test_three_cards_beside_a_trump(question: str, test: Callable[[Hand], bool]) -> None:
    """A diamond is turned; which one makes no difference."""
    hands = combinations(packs_without(1, "7D"), 3)
    assert fixed(question, 3) == fixed(question, 3, trump="dealer_last") == share(hands, test)
    assert fixed(question, 3, trump="random_suit") == share(combinations(CODES, 3), test)


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("hand has trump and other lacks trump", lambda h, o, t: suit(h) == suit(t) != suit(o)),
        ("turned has KS and hand has spade", lambda h, o, t: t == "KS" and suit(h) == "S"),
        ("hand = 1 trump and hand lacks spade", lambda h, o, t: suit(h) == suit(t) != "S"),
        (
            "turned lacks heart and hand has trump and other has AH",
            lambda h, o, t: suit(h) == suit(t) != "H" and o == "AH",
        ),
    ],
)
def test_one_card_each_against_all_deals(question: str, test: Callable[[str, str, str], bool]) -> None:
    deals = Counter(test(*deal) for deal in permutations(CODES, 3))
    assert fixed(question, 1) == Fraction(deals[True], deals.total())


def test_two_packs_against_all_deals() -> None:
    """Two cards of two packs: copies count, and one that is turned is out of play."""
    hands = list(combinations(packs_without(2), 2))

    def plain(test: Callable[[Hand], bool]) -> Fraction:
        return share(hands, test)

    assert fixed("hand has AS", 2, packs=2) == plain(lambda hand: "AS" in hand) == 1 - Fraction(102 * 101, 104 * 103)
    assert fixed("hand has AS AS", 2, packs=2) == plain(lambda hand: hand == ("AS", "AS")) == Fraction(1, comb(104, 2))
    assert fixed("hand lacks AS KS", 2, packs=2) == plain(lambda hand: not {"AS", "KS"} & set(hand))
    assert fixed("hand has AS and hand has KS", 2, packs=2) == fixed("hand has AS KS", 2, packs=2) == Fraction(4, 5356)
    assert fixed("hand 2 aces", 2, packs=2) == plain(lambda hand: all(card[0] == "A" for card in hand))
    left = combinations(packs_without(2, "AS"), 2)
    assert fixed("hand has AS given turned has AS", 2, packs=2) == share(left, lambda hand: "AS" in hand)
    assert fixed("hand has AS AS given turned has AS", 2, packs=2) == 0
    assert fixed("hand has AS AS given turned has AS", 2, packs=3) == Fraction(1, comb(155, 2))


@pytest.mark.parametrize(
    ("kind", "cards"), [("sixes", "6C 6D 6H 6S"), ("Deuce", "2C 2D 2H 2S"), ("jacks", "JC JD JH JS")]
)
def test_kinds(kind: str, cards: str) -> None:
    assert fixed(f"hand lacks {kind}", 5) == fixed(f"hand lacks {cards}", 5) == Fraction(comb(48, 5), comb(52, 5))
    assert fixed(f"hand has {kind}", 5) == 1 - fixed(f"hand 0 {kind}", 5)


@pytest.mark.parametrize("trump", ["turned", "none", "dealer_last", "random_suit"])
@pytest.mark.parametrize(
    "question",
    ["hand >= 2 trump and hand lacks spade", "hand has AS and other lacks trump", "void", "longest_suit_trump"],
)
def test_the_mean_over_the_deals(question: str, trump: str) -> None:
    mean = sum(fixed(question, cards, trump=trump) for cards in UP_DOWN) / 25
    assert odds(question, trump=trump) == mean
    assert (
        odds(question, trump=trump, sequence="up", max_cards=3)
        == sum(fixed(question, cards, trump=trump) for cards in (1, 2, 3)) / 3
    )


def test_a_rotating_trump_goes_by_the_deal() -> None:
    likely = [
        1 - Fraction(comb(39, cards), comb(52, cards)) if place % 5 < 4 else Fraction(0)
        for place, cards in enumerate(UP_DOWN)
    ]
    assert odds("hand has trump", trump="rotating") == sum(likely) / 25
    hearts = [cards for place, cards in enumerate(UP_DOWN) if place % 5 == 2]
    whole = sum(Fraction(comb(13, cards), comb(52, cards)) for cards in UP_DOWN)
    only = sum(Fraction(comb(13, cards), comb(52, cards)) for cards in hearts)
    rest = "hand lacks club and hand lacks diamond and hand lacks spade"
    assert odds(f"hand has trump given {rest}", trump="rotating") == only / whole


def test_turned_in_a_mean() -> None:
    """24 of the 25 deals turn a card; with six players, who leave four cards, all do."""
    assert odds("turned has KS") == Fraction(1, 52) * Fraction(24, 25)
    assert odds("turned lacks KS") == 1 - odds("turned has KS")
    assert odds("turned has KS", players=6) == Fraction(1, 52)
    assert odds("turned has spade and hand 0 trump") == odds("turned has spade and hand 0 spade")


def test_conditions() -> None:
    assert fixed("hand has AS given hand has AS", 5) == 1
    assert fixed("hand has AS given other lacks AS", 5) == Fraction(5, 47)
    assert fixed("hand has AS given turned has spade and turned lacks AS", 5) == Fraction(5, 51)
    assert fixed("hand has AS given turned has trump", 5) == Fraction(5, 52)
    two = fixed("hand >= 2 trump", 5)
    assert fixed("hand >= 2 trump given hand >= 1 trump", 5) == two / fixed("hand >= 1 trump", 5)
    assert odds("hand >= 2 trump given hand >= 1 trump") == odds("hand >= 2 trump") / odds("hand has trump")
    bright = simlab.odds("koikoi", "hand has 3b given hand >= 1 bright").fraction
    assert bright == Fraction(8, 48) / (1 - Fraction(comb(43, 8), comb(48, 8)))
    assert simlab.odds("koikoi", "hand has bright").fraction == 1 - Fraction(comb(43, 8), comb(48, 8))


@pytest.mark.parametrize(
    ("question", "rules", "told"),
    [
        ("voids", {}, "unknown question of rikiki 'voids'; did you mean 'void'"),
        ("table has KS", {}, "unknown zone 'table'"),
        ("shown has KS", {}, "unknown zone 'shown'"),
        ("hand has KX", {}, "unknown card 'KX'"),
        ("hand has", {}, "names no card"),
        ("hand lacks", {}, "names no card"),
        ("hand has 2 aces", {}, "unknown card '2'"),
        ("hand lacks KS aces", {}, "a kind of card stands alone, as in 'hand lacks KIND' or 'hand >= 2 KIND'"),
        ("hand >= 2 trmp", {}, "unknown kind of card 'trmp'; did you mean 'trump'"),
        ("hand >= trump", {}, "can't read clause"),
        (f"hand >= {'9' * 5000} trump", {}, "can't read clause"),
        ("hand has AS AS", {}, "card AS stands twice"),
        ("hand has AS AS AS", {"packs": 2}, "card AS stands 3 times"),
        ("hand lacks AS AS", {"packs": 2}, "names a card twice"),
        ("hand has AS given", {}, "unknown zone ''"),
        ("hand has AS given void", {}, "unknown zone 'void'"),
        ("hand has AS given hand has KS given hand has QS", {}, "has 'given' twice"),
        ("hand has AS given hand has KS and hand lacks spade", {}, "no deal has 'hand has KS and hand lacks spade'"),
        ("hand has AS given hand has trump", {"trump": "none"}, "no deal has 'hand has trump'"),
        (
            "turned has KS",
            {"trump": "dealer_last"},
            "zone 'turned' is not there: no card is turned with trump=dealer_last",
        ),
        ("turned has KS", {"sequence": "fixed", "cards": 13}, "4 players with 13 cards each leave no card to turn"),
        ("other has KS", {"trump": "dealer_last", "players": 2}, "zone 'other' is not there"),
        ("KS wins, KS turned", {}, "card KS stands twice in 'KS KS'; every card is there once"),
        ("KS wins", {}, "'' doesn't tell what is trump; write 'KS wins, KS turned'"),
        ("9D wins, KS", {}, "'KS' doesn't tell what is trump"),
        ("9D wins, KS turned given hand has AS", {}, "doesn't tell what is trump"),
        ("9X wins, KS turned", {}, "unknown card '9X'"),
        ("9D wins, spdes trump", {}, "unknown suit 'spdes'; did you mean 'spades'"),
        ("9D,8D wins, KS turned", {}, "'9D,8D' is not one card"),
        ("split", {}, "can't read split ''; write four numbers"),
        ("split 5-4-3", {}, "can't read split '5-4-3'"),
        ("split 5-4-3-2", {}, "split 5-4-3-2 has 14 cards, and no hand has; allowed: 1 to 13"),
        ("split 4-4-3-2", {"sequence": "fixed"}, "split 4-4-3-2 has 13 cards, and no hand has; allowed: 5"),
        ("", {}, "unknown question"),
    ],
)
def test_what_can_not_be_asked(question: str, rules: dict[str, object], told: str) -> None:
    with pytest.raises(simlab.SimlabError) as caught:
        odds(question, **rules)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_list_tells_what_can_be_asked(said) -> None:
    table = " ".join(said("odds rikiki").split())
    for text in (
        "the mean over the 25 deals of a game, of 1 to 13 cards each",
        "hand (1 to 13 cards), other (1 to 13 cards), turned (1 card or none)",
        "kinds: trump, club",
        "9D wins, KS turned",
        "split 5-4-3-1",
        "leader_wins",
    ):
        assert text in table
    table = " ".join(said("odds rikiki --set sequence=fixed").split())
    assert "a deal of 5 cards each" in table
    assert "hand (5 cards), other (5 cards), turned (1 card);" in table


def test_what_is_dealt_agrees() -> None:
    """The leader's hand in 20 rounds of the sequence, within four standard errors, at a fixed seed."""
    deals, found = 500, Counter()
    for index in range(deals):
        events = simlab.replay("rikiki", seed=2026, index=index, bots=["random"] * 4).events
        deal = next(event for event in events if event["event"] == "deal")
        hand = next(e["cards"] for e in events if e["event"] == "hand" and e["seat"] == deal["leader"])
        suits = Counter(map(suit, hand))
        found["hand >= 2 trump and hand lacks spade"] += suits[deal["trump"]] >= 2 and suits["S"] == 0
        found["void"] += len(suits) < 4
        found["turned has heart"] += deal["turned"] is not None and deal["trump"] == "H"
        found["longest_suit_trump"] += deal["trump"] is not None and suits[deal["trump"]] == max(suits.values())
    for question, count in found.items():
        likely = float(odds(question))
        assert abs(count / deals - likely) < 4 * (likely * (1 - likely) / deals) ** 0.5, question


@pytest.mark.parametrize("rule", ["last", "cancel"])
def test_leaders_of_one_card_agree(rule: str) -> None:
    rules = {"sequence": "fixed", "cards": 1, "packs": 2, "duplicate_rule": rule, "players": 5}
    deals, taken = 400, 0
    for index in range(deals):
        events = simlab.replay("rikiki", seed=7, index=index, rules=rules, bots=["random"] * 5).events
        leader = next(event["leader"] for event in events if event["event"] == "deal")
        taken += next(event["winner"] == leader for event in events if event["event"] == "trick")
    likely = float(odds("leader_wins", **rules))
    assert abs(taken / deals - likely) < 4 * (likely * (1 - likely) / deals) ** 0.5
