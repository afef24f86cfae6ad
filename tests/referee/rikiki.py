"""A referee for Rikiki: a second, slow reading of the rules, written without looking at the simulator.

`check` follows the events of one replayed deal or game. Three things it takes as they are: the rules and the bots of
the start, the cards of each shuffle, and which legal action was chosen. All else it works out for itself, card by card,
and compares. The first difference is a `Foul`, which names the event and the section of simlab/games/rikiki/RULES.md
that it breaks.
"""

from __future__ import annotations

from referee.events import REPORT, Event, Foul, Reader, Rules
from referee.rikiki_cards import shared_win
from referee.rikiki_deal import GAME, Deal
from referee.rikiki_options import sizes, wrong_option

__all__ = ["Event", "Foul", "check"]

SIZES = 27  # deals of 1 to 26 cards, and of more
BY_SEAT = ["bids", "made", "bid_sum", "taken", "zero_bids", "zero_made"]
BY_SIZE = ["size_bids", "size_made", "size_points"]
TOTALS = [
    *("length", "deals", "lead_changes", "sum_under", "sum_equal", "sum_over", "excess", "revised"),
    *("dealer_gap", "leader_gap", "others", "dealer_bids", "dealer_made"),
]


def check(events: list[Event]) -> None:
    """Follow one deal or game from its start to its outcome; raise `Foul` at the first thing that is wrong."""
    Referee(events).follow()


class Referee:
    """The game as it must be: its deals, and what has been counted in them."""

    def __init__(self, events: list[Event]) -> None:
        self.reader = Reader(events)
        self.rules, bots, self.unit, self.index = self.reader.start("rikiki", GAME)
        if (wrong := wrong_option(self.rules)) is not None:
            raise self.reader.foul(wrong, "Options")
        self.players = self.rules["players"]
        if len(bots) != self.players:
            raise self.reader.foul(f"{bots!r} are not {self.players} bots", "Cards, players")
        self.score = [0] * self.players
        self.leader: int | None = None  # who last had the most points alone
        self.totals = dict.fromkeys(TOTALS, 0)
        self.by_seat = {name: [0] * self.players for name in BY_SEAT}
        self.difference = [[0] * 7 for _ in range(self.players)]
        self.by_size = {name: [0] * SIZES for name in BY_SIZE}

    def follow(self) -> None:
        """The whole of a deal or a game. (The game)"""
        for number, cards, dealer in deals_of(self.rules, self.unit, self.index):
            deal = Deal(self.reader, self.rules, number, cards, dealer)
            deal.follow(self.totals["deals"])
            self.count_deal(deal)
            for seat in range(self.players):
                self.count_seat(deal, seat)
        self.outcome()
        self.reader.end()

    def count_deal(self, deal: Deal) -> None:
        """What a deal adds to the outcome as a whole. (What simlab reports)"""
        excess = deal.sum_of_bids() - deal.cards
        self.totals["deals"] += 1
        self.totals["length"] += deal.cards
        self.totals["excess"] += excess
        self.totals["sum_under" if excess < 0 else "sum_over" if excess > 0 else "sum_equal"] += 1
        self.totals["revised"] += int(deal.revised)
        self.totals["dealer_gap"] += self.players * deal.points[deal.dealer] - sum(deal.points)
        self.totals["leader_gap"] += self.players * deal.points[deal.leader] - sum(deal.points)
        self.totals["others"] += self.players - 1
        self.score = [total + points for total, points in zip(self.score, deal.points, strict=True)]
        self.note_lead()

    def note_lead(self) -> None:
        """The lead comes to another seat than had it last; a tie in between leaves it. (What simlab reports)"""
        if self.score.count(max(self.score)) > 1:
            return
        ahead = self.score.index(max(self.score))
        if self.leader not in (None, ahead):
            self.totals["lead_changes"] += 1
        self.leader = ahead

    def count_seat(self, deal: Deal, seat: int) -> None:
        """What a deal adds to the numbers by seat and by size. (What simlab reports)"""
        bid, tricks = deal.bids[seat], deal.tricks[seat]
        self.by_seat["taken"][seat] += tricks
        if bid is None:
            return
        made, zero = int(tricks == bid), int(bid == 0)
        adds = {"bids": 1, "made": made, "bid_sum": bid, "zero_bids": zero, "zero_made": zero * made}
        for name, number in adds.items():
            self.by_seat[name][seat] += number
        self.difference[seat][3 + min(3, max(-3, tricks - bid))] += 1
        size = min(deal.cards, SIZES) - 1
        for name, number in {"size_bids": 1, "size_made": made, "size_points": deal.points[seat]}.items():
            self.by_size[name][size] += number
        if seat == deal.dealer:
            self.totals["dealer_bids"] += 1
            self.totals["dealer_made"] += made

    def outcome(self) -> None:
        """The row of numbers. (The game; What simlab reports)"""
        self.reader.expect(
            "outcome",
            REPORT,
            score=self.score,
            win=shared_win(self.score),
            shuffles=self.totals["deals"],
            redeals=0,
            draw=0,
            void=0,
            difference=self.difference,
            **self.totals,
            **self.by_seat,
            **self.by_size,
        )


def deals_of(rules: Rules, unit: str, index: int) -> list[tuple[int, int, int]]:
    """Number, cards and dealer of every deal: of the whole sequence, or of the one that the index says. (The game)"""
    sequence, players = sizes(rules), rules["players"]
    if unit == "deal":
        number, dealer = index % len(sequence), index // len(sequence) % players
        return [(number, sequence[number], dealer)]
    return [(number, cards, number % players) for number, cards in enumerate(sequence)]
