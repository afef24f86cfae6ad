"""What is reported: each number is declared once, with what it means.

A metric names outcome fields. From the declaration come the sums that the aggregator keeps, the columns of every
table, and the documentation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["rate", "mean", "ratio"]


@dataclass(frozen=True)
class Metric:
    """One reported number.

    Parameters
    ----------
    name : str
    kind : "rate", "mean" or "ratio"
        A share of cases, told in percent and never outside 0 to 1; a number; or one amount as a part of another, told
        in percent, which may be below 0 or over 1.
    of : str
        An outcome field. Its axes, if it has any, are the seats and then the features; one that has seats is reported
        for every seat.
    help : str
        What the number means, in one line.
    per : str, optional
        The field whose mean the mean of `of` is divided by; a field without seats serves all of them.
    scale : int
        The field counts in units of 1/scale.
    headline : bool
        Whether short tables show it.
    item : int, optional
        Which entry of the fields' last axis it reads, for a number about one feature (a yaku, say).
    """

    name: str
    kind: Kind
    of: str
    help: str
    per: str | None = None
    scale: int = 1
    headline: bool = False
    item: int | None = None

    @property
    def is_percent(self) -> bool:
        """Whether it is told in percent."""
        return self.kind != "mean"


COMMON = (
    Metric("win_rate", "rate", "win", "share of games won; a shared win counts as its share", scale=840, headline=True),
    Metric("mean_score", "mean", "score", "mean score a game", headline=True),
    Metric("draw_rate", "rate", "draw", "share of games that nobody wins", headline=True),
    Metric("void_rate", "rate", "void", "share of games that are void"),
    Metric("redeal_rate", "rate", "redeals", "share of shuffles that are dealt again", per="shuffles"),
    Metric("mean_length", "mean", "length", "mean number of turns a game", headline=True),
    Metric("mean_deals", "mean", "deals", "mean number of deals a game"),
    Metric("lead_changes", "mean", "lead_changes", "mean number of times the lead changes hands"),
)
"""The numbers that every game reports, from the common header of its outcomes."""


@dataclass(frozen=True)
class Features:
    """Things that happen to a seat, counted and valued: yaku, bids, hands.

    Parameters
    ----------
    names : tuple of str
        In the order of the last axis of the outcome fields `count` and `points`, both [seats, features].
    help : str
        What one is, in a word or two: "yaku of the winner".
    kind : "rate" or "mean"
        "mean" where one can happen more than once a deal.
    count, points : str
        Outcome fields: how often it happened in the game, and what it paid.
    total : str
        The outcome field, a value a seat, of which the points are a share.
    """

    names: tuple[str, ...]
    help: str
    kind: Kind = "rate"
    count: str = "made"
    points: str = "points"
    total: str = "score"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """Three numbers a feature: how often, what it pays when it happens, and its share of all points."""
        told: tuple[tuple[str, Kind, str, str, str], ...] = (
            ("rate", self.kind, self.count, "deals", "how often a deal"),
            ("points", "mean", self.points, self.count, "mean points when it happens"),
            ("share", "ratio", self.points, self.total, "share of all points scored"),
        )
        return tuple(
            Metric(f"{name}_{what}", kind, of, f"{name}: {meaning}", per, item=item)
            for item, name in enumerate(self.names)
            for what, kind, of, per, meaning in told
        )
