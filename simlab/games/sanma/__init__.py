"""Three-player riichi mahjong (sanma): its hands, before the game. The rules are in RULES.md.

``simlab.score("sanma", ...)`` and ``simlab.odds("sanma", ...)`` are as for every game. What only sanma has is here:
`shanten`, `ukeire`, `discards` for a hand in text; `batch_shanten`, `batch_ukeire`, `batch_discards` and `batch_score`
for arrays; `starting_shanten`, how far hands are as they are dealt; `chart`, the Hayahaya chart under a rule set.
"""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from simlab.games.answers import Answers, Context
from simlab.games.game import Game
from simlab.games.sanma.presets import PRESETS
from simlab.games.sanma.rules import MOST_COUNTED, OPTIONS, SEATS, UNITS, deck

if TYPE_CHECKING:
    from simlab.games.sanma.charts import chart as chart
    from simlab.games.sanma.hand import batch_score as batch_score
    from simlab.games.sanma.hand import empty_hands as empty_hands
    from simlab.games.sanma.shapes import batch_discards as batch_discards
    from simlab.games.sanma.shapes import batch_shanten as batch_shanten
    from simlab.games.sanma.shapes import batch_ukeire as batch_ukeire
    from simlab.games.sanma.shapes import discards as discards
    from simlab.games.sanma.shapes import shanten as shanten
    from simlab.games.sanma.shapes import ukeire as ukeire
    from simlab.games.sanma.starting import starting_shanten as starting_shanten
    from simlab.games.sanma.state import HAND as HAND
    from simlab.games.sanma.state import SCORE as SCORE
    from simlab.games.sanma.state import Yaku as Yaku

MOST_KITA = 4

_HOMES = {
    "simlab.games.sanma.hand": ("batch_score", "empty_hands"),
    "simlab.games.sanma.shapes": (
        "batch_discards",
        "batch_shanten",
        "batch_ukeire",
        "discards",
        "shanten",
        "ukeire",
    ),
    "simlab.games.sanma.charts": ("chart",),
    "simlab.games.sanma.starting": ("starting_shanten",),
    "simlab.games.sanma.state": ("HAND", "SCORE", "Yaku"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = ["GAME", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    """What only sanma has, imported on first use."""
    if name not in _HOME:
        raise AttributeError(f"module 'simlab.sanma' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]


def _load_answers() -> Answers:
    from simlab.games.sanma import hand, odds, peers

    return Answers(hand.score, odds.QUESTIONS, peers.TASKS)


CONTEXT = (
    Context("win", "", "tsumo or ron", is_required=True),
    Context("seat", "S", "the winner's seat: E, who deals, S or W"),
    Context("round", "E", "the round's wind: E, S or W"),
    Context("by", "", "who discarded, for a ron; if not given, one that is not liable"),
    Context("melds", "", "pons 111p, open kans 1111p, closed kans (1111p), kita k4z, as in '111p (7777z) k44z'"),
    Context("tile", "", "the winning tile, where it isn't the last of the hand"),
    Context("dora", "", "dora indicators, as in 1m3z"),
    Context("ura", "", "ura dora indicators"),
    Context("kita", 0, "Norths set aside", high=MOST_KITA),
    Context("riichi", False, "riichi"),
    Context("double_riichi", False, "riichi on the first turn"),
    Context("ippatsu", False, "within a turn of the riichi"),
    Context("last_tile", False, "on the last tile or its discard: haitei, houtei"),
    Context("rinshan", False, "on the replacement after a kan"),
    Context("after_kita", False, "on the replacement after a kita"),
    Context("chankan", False, "on the tile that another adds to a pon"),
    Context("on_kita", False, "on the North that another sets aside"),
    Context("first_turn", False, "in the first go-around: tenhou, chiihou, by ron renhou"),
    Context("honba", 0, "honba", high=MOST_COUNTED),
    Context("sticks", 0, "riichi sticks on the table", high=MOST_COUNTED),
    Context("pao", "", "the seat that is liable for daisangen or daisuushii"),
    Context("chart", False, "walk the hand through the Hayahaya chart"),
)

GAME = Game(
    name="sanma",
    title="Sanma",
    summary="three-player riichi mahjong: what hands are worth and how far they are, with the Hayahaya chart",
    version=1,
    seats=(SEATS, SEATS),
    options=OPTIONS,
    presets=PRESETS,
    units=UNITS,
    deck=deck,
    load_answers=_load_answers,
    context=CONTEXT,
    hand="123456p23456s99m 7s",
    rules_text=lambda: (files(__package__) / "RULES.md").read_text(encoding="utf-8"),
)
