"""What a winning hand is worth in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from simlab.decks.riichi import CODES, EAST, NORTH, RANKS, TRIPLET, WHITE, WINDS, Meld, kita_text
from simlab.games.answers import Score
from simlab.games.options import Rules
from simlab.games.sanma.blocks import RUN_BITS
from simlab.games.sanma.scoring import STICK
from simlab.games.sanma.state import BONUS, HAN, FuPart, Limit, Wait, Yaku
from simlab.games.sanma.yaku import RUNS

_WAITS = {
    Wait.OPEN: "ryanmen",
    Wait.CLOSED: "kanchan",
    Wait.EDGE: "penchan",
    Wait.SINGLE: "tanki",
    Wait.TRIPLET: "shanpon",
}


@dataclass(frozen=True)
class HandScore(Score):
    """What a winning hand is worth.

    Attributes
    ----------
    points : int
        All that the winner gets, honba and sticks too.
    parts : dict of str to int
        Who pays what: by seat (E, S, W) or, where that wasn't said, the discarder; and the sticks on the table.
    yaku : dict of str to int
        Han of each yaku and of dora, ura dora, red fives and kita; for yakuman how many times each counts.
    han, fu : int
        0 for yakuman.
    fu_parts : dict of str to int
        Before rounding up.
    limit : str
        mangan, haneman, baiman, sanbaiman, kazoe_yakuman or yakuman; empty for none.
    yakuman : int
        How many times a yakuman.
    reading : str
        The sets and the pair that it was scored by, and what it was won on.
    wait : str
        ryanmen, kanchan, penchan, tanki, shanpon; empty for what isn't four sets and a pair.
    pair_value : int
        How many times over the pair is yakuhai.
    steps : tuple of str
        The way through the Hayahaya chart, if it was asked for.
    """

    yaku: dict[str, int] = field(default_factory=dict)
    han: int = 0
    fu: int = 0
    fu_parts: dict[str, int] = field(default_factory=dict)
    limit: str = ""
    yakuman: int = 0
    reading: str = ""
    wait: str = ""
    pair_value: int = 0
    steps: tuple[str, ...] = ()

    def __str__(self) -> str:
        width = max(len(name) for name in [*self.yaku, *map(self._part, self.fu_parts), "discarder pays"])
        unit = "yakuman" if self.yakuman else "han"
        lines = [self.reading, "", *(f"{name:<{width}}  {han:>5} {unit}" for name, han in self.yaku.items())]
        if self.fu:
            total = sum(self.fu_parts.values())
            lines += ["", *(f"{self._part(name):<{width}}  {fu:>5}" for name, fu in self.fu_parts.items())]
            lines.append(f"{'fu' if total == self.fu else 'fu, rounded up':<{width}}  {self.fu:>5}")
        lines += ["", self.value]
        payers = [name if name == "sticks" else f"{name} pays" for name in self.parts]
        lines += [f"{name:<{width}}  {points:>5}" for name, points in zip(payers, self.parts.values(), strict=True)]
        lines.append(f"{'points':<{width}}  {self.points:>5}")
        return "\n".join([*lines, "", *self.steps] if self.steps else lines)

    @property
    def value(self) -> str:
        """Han, fu and limit in words."""
        if self.yakuman:
            return "yakuman" if self.yakuman == 1 else f"{self.yakuman} times yakuman"
        told = f"{self.han} han" + (f" {self.fu} fu" if self.fu else "")
        return f"{told}: {self.limit.replace('_', ' ')}" if self.limit else told

    @staticmethod
    def _part(name: str) -> str:
        """A part of the fu as a word for a line; terminals and honours are told apart."""
        told = name.removesuffix("_outside").replace("_", " ")
        return f"{told} 1 9 z" if name.endswith("_outside") else told


def tell(hand: np.void, found: np.void, melds: list[Meld], by: str, rules: Rules) -> HandScore:
    """A scored hand in words; `by` is empty where nobody said who discarded."""
    pays = {seat: int(points) for seat, points in zip(WINDS, found["pays"], strict=False) if points}
    discarder = WINDS[hand["by"]]
    if not hand["tsumo"] and not by and discarder in pays:
        pays = {("discarder" if seat == discarder else seat): points for seat, points in pays.items()}
    sticks = {"sticks": STICK * int(hand["sticks"])} if hand["sticks"] else {}
    is_open = bool(hand["pons"] | hand["open_kans"])
    limit = Limit(found["limit"])
    return HandScore(
        points=int(found["points"]),
        parts=pays | sticks,
        yaku=_times(found, rules) if found["yakuman"] else _han(found, is_open),
        han=int(found["han"]),
        fu=int(found["fu"]),
        fu_parts={part.name.lower(): int(found["fu_parts"][part]) for part in FuPart if found["fu_parts"][part]},
        limit="" if limit == Limit.NONE else limit.name.lower(),
        yakuman=int(found["yakuman"]),
        reading=_reading(hand, found, melds),
        wait=_WAITS.get(Wait(found["wait"]), ""),
        pair_value=_pair_value(hand, found, rules),
    )


def _pair_value(hand: np.void, found: np.void, rules: Rules) -> int:
    """How many times over the pair is yakuhai."""
    pair = int(found["pair"])
    winds = [EAST + int(hand["seat"]), EAST + int(hand["round"])]
    return winds.count(pair) + (pair >= WHITE) + (pair == NORTH and bool(rules["north_yakuhai"]))


def _names(found: np.void) -> list[Yaku]:
    return [yaku for yaku in Yaku if int(found["yaku"]) >> yaku & 1]


def _han(found: np.void, is_open: bool) -> dict[str, int]:
    """Han of the yaku, and of what else counts."""
    names = _names(found)
    if names == [Yaku.RENHOU]:
        return {"renhou": int(found["han"])}
    told = {yaku.name.lower(): HAN[yaku][is_open] for yaku in names}
    return told | {name: int(han) for name, han in zip(BONUS, found["bonus"], strict=True) if han}


def _times(found: np.void, rules: Rules) -> dict[str, int]:
    """How many times each yakuman counts."""
    times = dict.fromkeys(_names(found), 1)
    if rules["double_yakuman"]:
        if Yaku.DAISUUSHII in times:
            times[Yaku.DAISUUSHII] = 2
        if Yaku.SUUANKOU in times and found["wait"] == Wait.SINGLE:
            times[Yaku.SUUANKOU] = 2
        # Of those that count double by what they waited on, a hand has one.
        for yaku in (Yaku.KOKUSHI, Yaku.CHUUREN):
            if yaku in times:
                times[yaku] += int(found["yakuman"]) - sum(times.values())
    return {yaku.name.lower(): count for yaku, count in times.items()}


def _reading(hand: np.void, found: np.void, melds: list[Meld]) -> str:
    """The sets, the pair and the wait."""
    win, kita = CODES[hand["win"]], kita_text(int(hand["kita"]))
    if found["wait"] == Wait.NONE:
        shape = "thirteen orphans" if int(found["yaku"]) >> Yaku.KOKUSHI & 1 else "seven pairs"
        return f"{' '.join(filter(None, (shape, kita)))}, won on {win}"
    sets = [*_runs(int(found["runs"])), *(_group(kind, TRIPLET) for kind in _kinds(int(found["triplets"])))]
    words = [*sets, _group(int(found["pair"]), 2), *map(str, melds)]
    return f"{' '.join(filter(None, (*words, kita)))}, won on {win} ({_WAITS[Wait(found['wait'])]})"


def _runs(runs: int) -> Iterator[str]:
    for place in range(2 * RUNS):
        suit, rank = divmod(place, RUNS)
        for _ in range(runs >> RUN_BITS * place & ((1 << RUN_BITS) - 1)):
            yield "".join(CODES[RANKS * suit + rank + step][0] for step in range(TRIPLET)) + CODES[RANKS * suit][1]


def _kinds(mask: int) -> Iterator[int]:
    return (kind for kind in range(mask.bit_length()) if mask >> kind & 1)


def _group(kind: int, size: int) -> str:
    return CODES[kind][0] * size + CODES[kind][1]
