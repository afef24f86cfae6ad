"""Winning hands in text and in arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from simlab.decks.riichi import (
    COPIES,
    DORA,
    RED_PIN,
    WINDS,
    Meld,
    check_copies,
    counts,
    kind_of,
    read_called,
    read_tiles,
    text,
)
from simlab.errors import SimlabError, echo
from simlab.games.options import Rules, RulesSpec, resolve
from simlab.games.sanma import blocks, scoring, shapes
from simlab.games.sanma.charts import walk
from simlab.games.sanma.checks import check_hands
from simlab.games.sanma.rules import ALL_RED, MOST_INDICATORS, SEATS
from simlab.games.sanma.state import DESK, HAND, SCORE, Status
from simlab.games.sanma.telling import HandScore, tell
from simlab.games.sanma.yaku import may_be_pao
from simlab.kernel.announcing import announced

MOST_HANDS = 100_000_000
FLAGS = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "last_tile",
    "rinshan",
    "after_kita",
    "chankan",
    "on_kita",
    "first_turn",
)


def empty_hands(n: int) -> np.ndarray:
    """An array of hands to fill in: no tiles, a ron of South from East in the East round.

    Parameters
    ----------
    n : int

    Returns
    -------
    HAND[n]
        ``tiles`` (uint8[27]) are the closed tiles of each kind with the winning one, ``win`` its kind. ``pons``,
        ``open_kans`` and ``closed_kans`` are sets of kinds (uint64, a bit each). ``dora`` and ``ura`` (uint8[27]) say
        of each kind how many indicators make it dora. ``reds`` and ``kita`` are numbers; ``seat``, ``round`` and
        ``by`` are 0, 1, 2 for E, S, W; ``liable`` is 1 + a seat. The rest is true or false, ``honba`` and ``sticks``.

    Raises
    ------
    SimlabError
        For a number that is none.

    Examples
    --------
    >>> hands = empty_hands(1)
    >>> hands["tiles"][0, [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]] = 1
    >>> hands["tiles"][0, 19] = 2
    >>> hands["win"], hands["tsumo"] = 15, True
    >>> batch_score(hands)["points"].tolist()
    [1100]
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or not 0 <= n <= MOST_HANDS:
        raise SimlabError(f"empty_hands can't make {echo(n)} hands; allowed: a whole number from 0 to {MOST_HANDS}")
    hands = np.zeros(int(n), HAND)
    hands["seat"] = 1
    return hands


def batch_score(hands: np.ndarray, rules: RulesSpec = None) -> np.ndarray:
    """What many winning hands are worth.

    Parameters
    ----------
    hands : HAND[n]
        As `empty_hands` makes them; `simlab.sanma.HAND` says what the fields are. Where all fives are red, ``reds`` is
        not looked at.
    rules
        As in `simlab.simulate`.

    Returns
    -------
    SCORE[n]
        ``status`` is 0 for a hand that is scored, 1 for one without a yaku, 2 for one that isn't complete.

    Raises
    ------
    SimlabError
        For the first hand that can't be, and why.
    """
    from simlab.games import get

    if not isinstance(hands, np.ndarray) or hands.dtype != HAND or hands.ndim != 1:
        raise SimlabError("hands are not an array as empty_hands makes them")
    chosen = resolve(get("sanma"), rules)
    with announced("Sanma"):
        return _scored(hands, chosen, lambda which: f"hand {which} of the array")


def _scored(hands: np.ndarray, rules: Rules, name: Callable[[int], str]) -> np.ndarray:
    """What hands are worth, checked."""
    check_hands(hands, rules, name)
    scores = np.zeros(len(hands), SCORE)
    scoring.score_all(hands, rules.record("hand"), blocks.load(), np.zeros(1, DESK), scores)
    return scores


def score(given: str, context: Mapping[str, Any], rules: Rules) -> HandScore:
    """What a hand in text is worth, and for what."""
    hands, tiles, melds = read_hand(given, context, rules)
    found = _scored(hands, rules, lambda which: f"hand {echo(given)}")[0]
    if found["status"] == Status.NOT_COMPLETE:
        far = shapes.shanten(text(tiles), " ".join(map(str, melds)))
        raise SimlabError(f"hand {echo(given)} is not complete: it is {shapes.told(far)}")
    if found["status"] == Status.NO_YAKU:
        raise SimlabError(_no_yaku(given, hands[0], found, rules))
    called = hands[0]["pons"] | hands[0]["open_kans"]
    if context["pao"] and not may_be_pao(called, hands[0]["closed_kans"], found["yaku"]):
        raise SimlabError(f"pao {context['pao']} has nothing to be liable for: no daisangen or daisuushii lies open")
    told = tell(hands[0], found, melds, context["by"], rules)
    return replace(told, steps=tuple(walk(told, hands[0], rules))) if context["chart"] else told


def _no_yaku(given: str, hand: np.void, found: np.void, rules: Rules) -> str:
    extra = int(found["bonus"].sum())
    beside = f"; its {extra} han of dora, red fives and kita are none" if extra else ""
    if hand["pons"] | hand["open_kans"]:
        tanyao = "tanyao, " if rules["kuitan"] else ""
        more = f"an open hand needs a triplet of dragons or of its winds, {tanyao}toitoi, honitsu or the like"
    else:
        more = "riichi or a tsumo would be one"
    return f"hand {echo(given)} is complete and has no yaku{beside}; {more}"


def read_hand(given: str, context: Mapping[str, Any], rules: Rules) -> tuple[np.ndarray, list[int], list[Meld]]:
    """A hand in text with what was said of it: HAND[1], its closed tiles, its melds."""
    tiles = read_tiles(given)
    melds, kita = read_called(context["melds"])
    if kita and context["kita"] not in (0, kita):
        raise SimlabError(f"kita is {context['kita']}, and {kita} in the melds {echo(context['melds'])}; give one")
    lying = [tile for meld in melds for tile in meld.tiles]
    reds = {0: 0, ALL_RED: COPIES}.get(rules.number("red_fives"), 1)
    check_copies([*tiles, *lying], reds, "hand and melds")
    shapes.check_size(len(tiles), len(melds), given, (blocks.HAND,))
    hands = empty_hands(1)
    hand = hands[0]
    hand["tiles"] = counts(tiles)
    hand["win"] = kind_of(tiles[-1])
    if context["tile"]:
        hand["win"] = _one_tile(context["tile"])
    if not hand["tiles"][hand["win"]]:
        raise SimlabError(f"hand {echo(given)} doesn't have the tile {context['tile']} that it was won on")
    for meld in melds:
        field = "closed_kans" if meld.is_closed else "open_kans" if meld.is_kan else "pons"
        hand[field] |= np.uint64(1 << meld.kind)
    hand["reds"] = sum(tile >= RED_PIN for tile in (*tiles, *lying))
    for name in ("dora", "ura"):
        for tile in _indicators(context[name], name):
            hand[name][DORA[kind_of(tile)]] += 1
    _read_luck(hand, context)
    hand["kita"] = kita or context["kita"]
    return hands, tiles, melds


def _one_tile(given: str) -> int:
    tiles = read_tiles(given)
    if len(tiles) != 1:
        raise SimlabError(f"tile {echo(given)} is not the one tile that the hand was won on")
    return kind_of(tiles[0])


def _indicators(given: str, name: str) -> list[int]:
    tiles = read_tiles(given)
    if len(tiles) > MOST_INDICATORS:
        raise SimlabError(f"{name} {echo(given)} are {len(tiles)} indicators; there are {MOST_INDICATORS} at most")
    return tiles


def _read_luck(hand: np.void, context: Mapping[str, Any]) -> None:
    """How the hand was won, and by whom."""
    if context["win"].lower() not in ("tsumo", "ron"):
        raise SimlabError(f"win can't be {echo(context['win'])}; allowed: tsumo, ron")
    hand["tsumo"] = context["win"].lower() == "tsumo"
    seat = _seat(context["seat"], "seat")
    hand["seat"], hand["round"] = seat, _seat(context["round"], "round")
    hand["by"] = (seat + 1) % SEATS
    if context["by"]:
        hand["by"] = _seat(context["by"], "by")
        if hand["tsumo"]:
            raise SimlabError(f"by {echo(context['by'])} says who discarded, and a tsumo has no discard")
        if hand["by"] == seat:
            raise SimlabError(f"by {echo(context['by'])} is the winner himself; it says who discarded")
    if context["pao"]:
        hand["liable"] = 1 + _seat(context["pao"], "pao")
        if not context["by"] and not hand["tsumo"]:
            hand["by"] = next(other for other in range(SEATS) if other not in (seat, hand["liable"] - 1))
    for name in (*FLAGS, "honba", "sticks"):
        hand[name] = context[name]


def _seat(given: str, name: str) -> int:
    word = given.strip().upper()
    known = {letter: place for place, letter in enumerate(WINDS[:SEATS])}
    known |= {"EAST": 0, "SOUTH": 1, "WEST": 2}
    if word not in known:
        raise SimlabError(f"{name} can't be {echo(given)}; allowed: E, S, W")
    return known[word]
