"""Rikiki's presets: the values in which they differ from the seed."""

from __future__ import annotations

from simlab.games.options import Preset, Value

_OH_HELL: dict[str, Value] = {
    "void_rule": "free",
    "bidding": "in_turn",
    "hook": "last_bidder",
    "scoring": "oh_hell",
    "blind": "none",
}

PRESETS = {
    "seed": Preset("the rules of the game's own document, which are the defaults"),
    "common": Preset(
        "as most Hungarian programs score, all one-card deals blind", {"scoring": "common", "blind": "all"}
    ),
    "oh_hell": Preset(
        "Oh Hell: from the largest deal down and up again, bids in turn with the hook, free when void",
        {"sequence": "down_up", **_OH_HELL},
    ),
    "openspiel": Preset(
        "OpenSpiel's oh_hell, for runs side by side: one deal of five cards", {"sequence": "fixed", **_OH_HELL}
    ),
}
