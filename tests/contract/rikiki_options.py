"""What RULES.md says of Rikiki's options, in plain Python; and its deals, as they were told and stepped through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from contract.metamorphosis import SEED, Laboratory, Metamorphosis, Told

import simlab
from simlab.decks.french import CODES
from simlab.errors import SimlabError
from simlab.games import get
from simlab.games.rikiki.scorings import NUMBERS
from simlab.games.rikiki.state import BID, Decision
from simlab.kernel.records import Status
from simlab.run.step import Stepper

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SEED_NUMBERS = {"made_base": 10, "made_per_trick": 2, "missed_per_bid": -2}

# The table of RULES.md: made by the bid, missed by bid, tricks and the difference.
SCORINGS: Mapping[str, tuple[Callable[[int], int], Callable[[int, int, int], int]]] = {
    "seed": (lambda b: 10 + 2 * b, lambda b, t, d: -2 * b),
    "common": (lambda b: 10 + 2 * b, lambda b, t, d: -2 * d),
    "light": (lambda b: 10 + 2 * b, lambda b, t, d: -d),
    "hardcore": (lambda b: 2 * b if b else 2, lambda b, t, d: -2 * d),
    "harsh": (lambda b: 10 + 2 * b, lambda b, t, d: -4 * d),
    "partial": (lambda b: 10 + 2 * b, lambda b, t, d: 2 * min(b, t) - 2 * d),
    "flat": (lambda b: 10 + 2 * b, lambda b, t, d: -2),
    "plus_one": (lambda b: 10 + b, lambda b, t, d: -d),
    "seed_oh_hell": (lambda b: 10 + 2 * b, lambda b, t, d: t),
    "oh_hell": (lambda b: 10 + b, lambda b, t, d: t),
    "five": (lambda b: 5 + b, lambda b, t, d: t),
    "exact": (lambda b: 10 + b, lambda b, t, d: 0),
    "cypriot": (lambda b: 10 + 5 * b, lambda b, t, d: -5 * b if b else -10),
    "over_counts": (lambda b: 10 + b, lambda b, t, d: t if t > b else 0),
    "quadratic": (lambda b: 10 + b * b, lambda b, t, d: -5 * d * (d + 1) // 2),
    "ascenseur": (lambda b: 2 + b, lambda b, t, d: -d),
    "wizard": (lambda b: 20 + 10 * b, lambda b, t, d: -10 * d),
}
# What a bid scores; test_rikiki_options_points.py has all of them.
SCORING_CHANGE = Metamorphosis("scoring", tuple(name for name in SCORINGS if name != "seed"))
NUMBER_CHANGES = tuple(
    Metamorphosis(option.name, tuple(sorted({*option.usual, 0} - {SEED_NUMBERS.get(option.name, 0)})))
    for option in NUMBERS
)


def scored(scoring: str, bid: int, tricks: int) -> int:
    """By the table."""
    made, missed = SCORINGS[scoring]
    return made(bid) if bid == tricks else missed(bid, tricks, abs(bid - tricks))


def formula(numbers: Mapping[str, int], bid: int, tricks: int) -> int:
    """By the formula; a number that isn't given is 0."""
    apart = abs(bid - tricks)
    made = {"made_base": 1, "made_per_trick": bid, "made_square": bid * bid, "made_zero": bid == 0}
    missed = {
        "missed_base": 1,
        "missed_per_bid": bid,
        "missed_per_trick": tricks,
        "missed_per_difference": apart,
        "missed_triangular": apart * (apart + 1) // 2,
        "missed_kept": min(bid, tricks),
        "missed_over": tricks if tricks > bid else 0,
        "missed_zero": bid == 0,
    }
    return sum(numbers.get(name, 0) * count for name, count in (missed if apart else made).items())


@cache
def sizes(
    players: int = 4,
    packs: int = 1,
    sequence: str = "up_down",
    max_cards: int | str = "all",
    one_card_repeats: int | str = 1,
    cards: int = 5,
) -> list[int]:
    """How many cards the deals of a game have."""
    most = 52 * packs // players if max_cards == "all" else int(max_cards)
    if sequence == "fixed":
        return [cards]
    plain = {
        "up_down": [*range(1, most), *range(most, 0, -1)],
        "up_down_max_twice": [*range(1, most + 1), *range(most, 0, -1)],
        "down_up": [*range(most, 1, -1), *range(1, most + 1)],
        "up": [*range(1, most + 1)],
        "down": [*range(most, 0, -1)],
    }[sequence]
    repeats = players if one_card_repeats == "players" else int(one_card_repeats)
    return [size for size in plain for _ in range(repeats if size == 1 else 1)]


@dataclass(frozen=True)
class Place:
    """Where a single deal stands: its number in the sequence, its cards and its dealer."""

    number: int
    cards: int
    dealer: int


@cache
def place(index: int, players: int = 4, **rules: Any) -> Place:
    """By the index of the deal."""
    of_game = sizes(players, **rules)
    number = index % len(of_game)
    return Place(number, of_game[number], index // len(of_game) % players)


def suit(card: str) -> str:
    return card[-1]


def taker(cards: Sequence[str], trump: str | None, duplicate_rule: str) -> int:
    """Who takes a trick, counted from who led to it."""

    def strength(turn: int) -> tuple[bool, int, int]:
        card = cards[turn]
        order = -turn if duplicate_rule == "first" else turn
        return suit(card) == trump, RANKS.index(card[:-1]), order

    able = [turn for turn, card in enumerate(cards) if suit(card) in (trump, suit(cards[0]))]
    if duplicate_rule == "cancel":
        able = [turn for turn in able if cards.count(cards[turn]) == 1]
    return max(able, key=strength, default=0)


@dataclass(frozen=True)
class Play:
    """A card that is played."""

    seat: int
    card: str
    led: str | None
    """The suit that is led; None for who leads."""
    trump: str | None
    hand: frozenset[str]
    """The suits that the seat holds as it plays."""

    @property
    def is_choice(self) -> bool:
        """Whether a plain suit is led to somebody who holds it and trumps too."""
        return self.led not in (None, self.trump) and {self.led, self.trump} <= self.hand

    @property
    def is_void(self) -> bool:
        """Whether somebody lacks the suit that is led, and holds trumps and other cards."""
        return self.led not in self.hand | {None} and self.trump in self.hand and len(self.hand) > 1


class Deal(Told):
    """A single deal."""

    @cached_property
    def dealt(self) -> dict:
        return self.named("deal")[0]

    @property
    def index(self) -> int:
        """In its run."""
        return self.events[0]["index"]

    @property
    def number(self) -> int:
        """In the sequence."""
        return self.dealt["deal"]

    @property
    def cards(self) -> int:
        return self.dealt["cards"]

    @property
    def dealer(self) -> int:
        return self.dealt["dealer"]

    @property
    def trump(self) -> str | None:
        return self.dealt["trump"]

    @property
    def deck(self) -> list[str]:
        return self.named("shuffle")[0]["deck"]

    @property
    def hands(self) -> list[list[str]]:
        return [event["cards"] for event in self.named("hand")]

    @property
    def bids(self) -> list[int | None]:
        """Those that count, by seat."""
        return [event["bid"] for event in self.named("scored")]

    @property
    def results(self) -> list[tuple[int, int]]:
        """Bid and tricks of who bid."""
        return [(event["bid"], event["tricks"]) for event in self.named("scored") if event["bid"] is not None]

    @property
    def bid_sum(self) -> int:
        return sum(bid for bid, _ in self.results)

    @property
    def tricks(self) -> list[dict]:
        """Who took which cards; they are in the order in which they were played."""
        return self.named("trick")

    @property
    def course(self) -> list[dict]:
        """What was played, who took it, and what it scored."""
        return self.tricks + self.named("scored")

    @cached_property
    def plays(self) -> list[Play]:
        hands, led, plays = [list(cards) for cards in self.hands], None, []
        for turn, event in enumerate(self.named("played")):
            seat, card = event["seat"], event["card"]
            led = led if turn % len(hands) else None
            plays.append(Play(seat, card, led, self.trump, frozenset(map(suit, hands[seat]))))
            hands[seat].remove(card)
            led = led or suit(card)
        return plays


LABORATORY = Laboratory("rikiki", Deal, 1000, 60)


def steps(
    index: int, choose: Callable[[Stepper], int] | None = None, rules: Mapping[str, object] | None = None
) -> Iterator[Stepper]:
    """A single deal, stopped before every decision. Without a chooser any legal action is chosen."""
    luck = Random(index)
    stepper = Stepper(get("rikiki"), simlab.rules("rikiki", rules), "deal")
    stepper.new(index)
    stepper.begin(stepper.shuffle(SEED, index))
    while stepper.status == Status.DECIDE:
        stepper.observe()
        yield stepper
        stepper.act(choose(stepper) if choose else luck.choice(stepper.legal))


def again(deal: Deal, **rules: object) -> Deal | None:
    """The same shuffle, bids and cards under other rules; None if they forbid any of them."""
    cards: list[list[str]] = [[] for _ in deal.hands]
    for play in deal.plays:
        cards[play.seat].append(play.card)

    def same(stepper: Stepper) -> int:
        state = stepper.state
        seat = int(state["seat"])
        if state["decision"] != Decision.PLAY:
            return BID + deal.bids[seat]
        return CODES.index(cards[seat][deal.cards - int(state["public"]["left"][seat])])

    try:
        *_, end = steps(deal.index, same, rules)
    except SimlabError:
        return None
    told = Deal(end.events)
    # The only card that may be played isn't asked for.
    return told if told.named("played") == deal.named("played") else None
