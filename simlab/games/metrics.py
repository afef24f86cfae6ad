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
        An outcome field. Its axes, if it has any, are the seats and then the items; one that has seats is reported for
        every seat.
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
    """A family of things that happen, each counted and perhaps valued: yaku, deals of each size.

    Parameters
    ----------
    key : str
        The family's name, a word.
    names : tuple of str
        In the order of the last axis of the outcome fields `count` and `points`: [seats, features], or [features] where
        they are not told a seat.
    help : str
        What one is, in a few words: "yaku of the winner".
    note : str
        What is told of one, in a line.
    kind : "rate" or "mean"
        "mean" where one can happen more than once a case.
    count, per : str
        Outcome fields: how often it happened, and in how many cases it could have.
    points, points_per : str, optional
        What it paid, and what the mean of that is over; None where it pays nothing.
    total : str, optional
        The outcome field of which the points are a share; None for no share.
    """

    key: str
    names: tuple[str, ...]
    help: str
    note: str
    kind: Kind = "rate"
    count: str = "made"
    per: str = "deals"
    points: str | None = "points"
    points_per: str = "made"
    total: str | None = "score"

    @property
    def told(self) -> dict[str, tuple[Kind, str, str, str]]:
        """What is told of each: kind, field, the field it is divided by, and what it means."""
        told: dict[str, tuple[Kind, str, str, str]] = {"rate": (self.kind, self.count, self.per, "how often")}
        if self.points is not None:
            told["points"] = ("mean", self.points, self.points_per, "mean points when it happens")
            if self.total is not None:
                told["share"] = ("ratio", self.points, self.total, "share of all points scored")
        return told

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The numbers of every feature."""
        return tuple(
            Metric(f"{name}_{what}", kind, of, f"{name}: {meaning}", per, item=item)
            for item, name in enumerate(self.names)
            for what, (kind, of, per, meaning) in self.told.items()
        )
