"""A referee for Koi-Koi: a second, slow reading of the rules, written without looking at the simulator.

`check` follows the events of one replayed deal or game. Three things it takes as they are: the rules and the bots of
the start, the order of the cards in each shuffle, and which legal action was chosen. All else it works out for itself,
card by card, and compares. The first difference is a `Foul`, which names the event and the section of
simlab/games/koikoi/RULES.md that it breaks.
"""

from __future__ import annotations

from collections import Counter

from referee.events import REPORT, Event, Foul, Reader, Rules
from referee.koikoi_options import wrong_option
from referee.koikoi_round import Ending, Round, section_of
from referee.koikoi_sections import POINT_OPTIONS
from referee.koikoi_yaku import REPORTED

__all__ = ["Event", "Foul", "check"]

WIN = 840  # a whole win in the outcome's row
LAST_ROUND = 1000
ENDS = {
    "stopped": ["stop"],
    "cashed": ["cashed"],
    "forced": ["forced"],
    "lucky": ["lucky_hand", "lucky_board"],
    "exhausted": ["exhausted", "draw"],
}


def check(events: list[Event]) -> None:
    """Follow one deal or game from its start to its outcome; raise `Foul` at the first thing that is wrong."""
    Referee(events).follow()


class Referee:
    """The game as it must be: its rounds, and what has been counted in them."""

    def __init__(self, events: list[Event]) -> None:
        self.reader = Reader(events)
        self.rules: Rules = {}
        self.unit = "deal"
        self.index = 0
        self.dealer = 0
        self.rounds = 0
        self.score = [0, 0]
        self.left = [0, 0]  # of the stakes
        self.counts: Counter[str] = Counter()  # turns, redeals, lead changes
        self.ends: Counter[str] = Counter()
        self.made: list[Counter[str]] = [Counter(), Counter()]
        self.points: list[Counter[str]] = [Counter(), Counter()]
        self.by_seat = {name: [0, 0] for name in ("won", "points_won", "calls", "calls_paid", "calls_punished")}

    def follow(self) -> None:
        """The whole of a deal or a game. (The game)"""
        self.read_start()
        while True:
            self.play_round()
            if self.is_over():
                break
        self.outcome()
        self.reader.end()

    def read_start(self) -> None:
        """The start names every option once, with a value that it may have."""
        self.rules, bots, self.unit, self.index = self.reader.start("koikoi", POINT_OPTIONS)
        if len(bots) != 2:
            raise self.reader.foul(f"{bots!r} are not two bots", "Koi-Koi")
        if (wrong := wrong_option(self.rules, self.unit)) is not None:
            raise self.reader.foul(wrong, "Options")
        self.left = [self.rules["stakes"]] * 2

    def play_round(self) -> None:
        """One round: who deals, of which month it is, and what it pays. (The game; Yaku, month_yaku)"""
        first_month = 0 if self.unit == "game" else self.index
        month = (first_month + self.rounds) % 12 + 1
        self.rounds += 1
        shuffles = self.rounds - 1 + self.counts["redeals"]
        table = Round(self.reader, self.rules, self.rounds, self.dealer, month, shuffles)
        ending = table.follow(tells_round=self.unit == "game")
        paid = self.pay(ending)
        self.reader.expect("over", section_of(ending.end), end=ending.end, winner=ending.winner, score=paid)
        self.count(table, ending, paid)
        self.dealer = self.next_dealer(ending.winner)

    def pay(self, ending: Ending) -> int:
        """What the winner of a round is really paid: of stakes at most what the loser has left. (The game, stakes)"""
        if ending.winner is None:
            return 0
        winner, loser = ending.winner, 1 - ending.winner
        if self.rules["stakes"] == 0:
            self.score[winner] += ending.score
            return ending.score
        paid = min(ending.score, self.left[loser])
        self.left[winner] += paid
        self.left[loser] -= paid
        self.score = [left - self.rules["stakes"] for left in self.left]
        return paid

    def count(self, table: Round, ending: Ending, paid: int) -> None:
        """What a round adds to the outcome. (What simlab reports)"""
        self.counts.update(turns=table.turns, redeals=table.redeals, lead_changes=table.lead_changes)
        self.ends[ending.end] += 1
        for seat in (0, 1):
            self.by_seat["calls"][seat] += table.calls[seat]
            if ending.winner is not None:
                name = "calls_paid" if seat == ending.winner else "calls_punished"
                self.by_seat[name][seat] += table.calls[seat]
        if ending.winner is not None:
            self.by_seat["won"][ending.winner] += 1
            self.by_seat["points_won"][ending.winner] += paid
            self.made[ending.winner].update(ending.had.keys())
            self.points[ending.winner].update(ending.had)

    def next_dealer(self, winner: int | None) -> int:
        """Who deals the next round; a draw keeps the dealer, or they alternate. (The game, next_dealer)"""
        if self.rules["next_dealer"] == "alternate":
            return 1 - self.dealer
        if winner is None:
            return self.dealer
        return winner if self.rules["next_dealer"] == "winner" else 1 - winner

    def is_over(self) -> bool:
        """Rounds, points, stakes or the thousandth round end the game. (The game)"""
        if self.rules["stakes"] > 0 and 0 in self.left:
            return True
        if self.rules["first_to"] > 0:
            return max(self.score) >= self.rules["first_to"] or self.rounds == LAST_ROUND
        return self.rounds == self.rules["rounds"]

    def outcome(self) -> None:
        """The row of numbers. More points win, equal points are a draw that nobody wins. (What simlab reports)"""
        ahead = None if self.score[0] == self.score[1] else self.score.index(max(self.score))
        self.reader.expect(
            "outcome",
            REPORT,
            score=self.score,
            win=[WIN if seat == ahead else 0 for seat in (0, 1)],
            length=self.counts["turns"],
            deals=self.rounds,
            shuffles=self.rounds + self.counts["redeals"],
            redeals=self.counts["redeals"],
            lead_changes=self.counts["lead_changes"],
            draw=1 if ahead is None else 0,
            void=0,
            base=[sum(points.values()) for points in self.points],
            made=[[made[name] for name in REPORTED] for made in self.made],
            points=[[points[name] for name in REPORTED] for points in self.points],
            **self.by_seat,
            **{name: sum(self.ends[end] for end in ends) for name, ends in ENDS.items()},
        )
