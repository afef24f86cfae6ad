"""The referee's cases as the records that `simlab.sanma.batch_score` takes.

Its rules need no conversion: they are options of simlab by the same names, with the same values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simlab import sanma
from simlab.decks.riichi import CODES, DORA, KINDS, RED_PIN, WINDS, kind_of

TILES = {code: tile for tile, code in enumerate(CODES)}
MELDS = {"pon": "pons", "open_kan": "open_kans", "closed_kan": "closed_kans"}
AS_THEY_ARE = (
    *("riichi", "double_riichi", "ippatsu", "last_tile", "rinshan", "after_kita"),
    *("chankan", "on_kita", "first_turn", "kita", "honba", "sticks"),
)

Case = Mapping[str, Any]


def hands_of(cases: Sequence[Case]) -> np.ndarray:
    """A HAND for each case."""
    hands = sanma.empty_hands(len(cases))
    for hand, case in zip(hands, cases, strict=True):
        _fill(hand, case)
    return hands


def hand_of(case: Case) -> np.ndarray:
    """The one hand of a case: HAND[1]."""
    return hands_of([case])


def _fill(hand: np.void, case: Case) -> None:
    tiles = [TILES[text] for text in case["tiles"]]
    for tile in tiles:
        hand["tiles"][kind_of(tile)] += 1
    for meld in case["melds"]:
        lying = [TILES[text] for text in meld["tiles"]]
        hand[MELDS[meld["kind"]]] |= np.uint64(1 << kind_of(lying[0]))
        tiles += lying
    for name in ("dora", "ura"):
        for text in case[name]:
            hand[name][DORA[kind_of(TILES[text])]] += 1
    hand["win"] = kind_of(TILES[case["win_tile"]])
    hand["reds"] = sum(tile >= RED_PIN for tile in tiles)
    hand["tsumo"] = case["win"] == "tsumo"
    hand["seat"], hand["round"] = WINDS.index(case["seat"]), WINDS.index(case["round"])
    hand["by"] = WINDS.index(case["by"]) if case["by"] else 0
    hand["liable"] = max((1 + WINDS.index(seat) for seat in case["pao"].values()), default=0)
    for name in AS_THEY_ARE:
        hand[name] = case[name]


def held_of(hand: np.void) -> np.ndarray:
    """The tiles in a hand's melds, of each kind."""
    kans = int(hand["open_kans"] | hand["closed_kans"])
    return np.array([3 * (int(hand["pons"]) >> kind & 1) + 4 * (kans >> kind & 1) for kind in range(KINDS)], np.uint8)
