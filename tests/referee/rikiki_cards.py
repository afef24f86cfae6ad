"""The referee's own arithmetic for Rikiki: the cards, what may be played, who takes a trick, what a bid scores.

Written from simlab/games/rikiki/RULES.md, without looking at the simulator.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.events import Rules

SUITS = "CDHS"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS = [rank + suit for suit in SUITS for rank in RANKS]  # one pack
WIN = 840  # a whole win; any number of players can share it


def suit(card: str) -> str:
    """The letter of a card's suit."""
    return card[-1]


def rank(card: str) -> int:
    """How high a card is, from 0 for the deuce to 12 for the ace. (Cards)"""
    return RANKS.index(card[:-1])


def by_suit(cards: Iterable[str]) -> list[str]:
    """All cards, copies too, by suit and in it by rank: how a hand is told."""
    return sorted(cards, key=CARDS.index)


def by_rank(cards: Iterable[str]) -> list[str]:
    """Each card once, by rank and in it by suit: how choices are told."""
    return sorted(set(cards), key=lambda card: (rank(card), SUITS.index(suit(card))))


# Tricks.


def playable(hand: Iterable[str], led: str | None, trump: str | None, rules: Rules) -> list[str]:
    """The cards that may be played to a suit, each once; the leader may play any. (Tricks, follow and void_rule)"""
    hand = list(hand)
    following = [card for card in hand if suit(card) == led]
    trumps = [card for card in hand if suit(card) == trump]
    if following:
        allowed = following + trumps if rules["follow"] == "suit_or_trump" else following
    elif led is not None and trumps and rules["void_rule"] == "must_trump":
        allowed = trumps
    else:
        allowed = hand
    return by_rank(allowed)


def shown_voids(card: str, led: str, trump: str | None, rules: Rules) -> list[str]:
    """Suits of which a player who follows with this card has none, the led suit first. (Tricks, the last paragraph)"""
    if suit(card) == led:
        return []
    if suit(card) == trump:
        return [led] if rules["follow"] == "suit_first" else []
    if rules["void_rule"] == "must_trump" and trump not in (None, led):
        return [led, trump]
    return [led]


def cancelled(cards: list[str], duplicate_rule: str) -> list[int]:
    """Which cards of a trick identical ones have cancelled, all of them. (Tricks, duplicate_rule)"""
    return [n for n, card in enumerate(cards) if duplicate_rule == "cancel" and cards.count(card) > 1]


def taking(cards: list[str], trump: str | None, duplicate_rule: str) -> int:
    """Which card takes a trick, as the number in the order of play; the leader's where none can. (Tricks)"""
    gone = cancelled(cards, duplicate_rule)
    for wanted in (trump, suit(cards[0])):
        able = [n for n, card in enumerate(cards) if suit(card) == wanted and n not in gone]
        if able:
            highest = max(rank(cards[n]) for n in able)
            best = [n for n in able if rank(cards[n]) == highest]
            return best[0] if duplicate_rule == "first" else best[-1]
    return 0


# Scoring.


def score_made(bid: int, rules: Rules) -> int:
    """What a bid scores that was exactly right. (Scoring)"""
    score = rules["made_base"] + rules["made_per_trick"] * bid + rules["made_square"] * bid * bid
    return score + rules["made_zero"] if bid == 0 else score


def score_missed(bid: int, tricks: int, rules: Rules) -> int:
    """What a bid scores that was not. (Scoring)"""
    difference = max(bid, tricks) - min(bid, tricks)
    score = rules["missed_base"]
    score += rules["missed_per_bid"] * bid
    score += rules["missed_per_trick"] * tricks
    score += rules["missed_per_difference"] * difference
    score += rules["missed_triangular"] * sum(range(1, difference + 1))
    score += rules["missed_kept"] * min(bid, tricks)
    if tricks > bid:
        score += rules["missed_over"] * tricks
    if bid == 0:
        score += rules["missed_zero"]
    return score


def points(bid: int | None, tricks: int, rules: Rules) -> int:
    """What a deal scores for a player; nothing for a dealer who was silent. (Scoring)"""
    if bid is None:
        return 0
    return score_made(bid, rules) if tricks == bid else score_missed(bid, tricks, rules)


def shared_win(totals: list[int]) -> list[int]:
    """The highest total wins, and equal ones share the win. (The game)"""
    winners = totals.count(max(totals))
    return [WIN // winners if total == max(totals) else 0 for total in totals]
