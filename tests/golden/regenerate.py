"""Golden replays: a few games of each game, event by event, and the digest of its first deals.

Run ``python tests/golden/regenerate.py`` after a change that is meant to change results, raise the game's ``version``,
and say in the commit what changed and why.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import simlab
from simlab.games import get

FOLDER = Path(__file__).resolve().parent

REPLAYS: dict[str, list[dict[str, Any]]] = {
    "koikoi": [
        {"seed": 1, "index": 0, "bots": ["greedy", "greedy"]},
        {"seed": 1, "index": 1, "bots": ["random", "random"]},
        {"seed": 1, "index": 2, "bots": ["greedy", "random"], "rules": {"viewing": "on", "seven_double": True}},
        {"seed": 1, "index": 3, "bots": ["random", "random"], "rules": {"koikoi_multiplier": "japan"}},
        {"seed": 1, "index": 4, "bots": ["random", "random"], "rules": {"sake_cup": "either", "viewing": "with_other"}},
        {"seed": 1, "index": 5, "bots": ["expert", "expert"], "rules": "fudawiki", "unit": "game"},
        {"seed": 1, "index": 6, "bots": ["expert", "greedy"], "rules": "koikoi_japan", "unit": "game"},
        {"seed": 1, "index": 7, "bots": ["random", "expert"], "rules": {"viewing": "on", "viewing_cancel": "field"}},
        # The first of seed 1 with a lucky hand, a board that is dealt again, and a draw.
        {"seed": 1, "index": 29, "bots": ["greedy", "greedy"]},
        {"seed": 1, "index": 420, "bots": ["greedy", "greedy"]},
        {"seed": 1, "index": 36, "bots": ["greedy", "greedy"]},
    ],
    "rikiki": [
        # Index 0 is the blind deal, 12 the full one without trump.
        {"seed": 1, "index": 0, "bots": ["greedy"] * 4},
        {"seed": 1, "index": 12, "bots": ["expert", "greedy", "random", "greedy"]},
        {"seed": 1, "index": 5, "bots": ["expert"] * 4, "rules": "common"},
        {"seed": 1, "index": 8, "bots": ["random"] * 4, "rules": "oh_hell"},
        {"seed": 1, "index": 3, "bots": ["expert"] * 3, "rules": {"preset": "openspiel", "players": 3}},
        {
            "seed": 1,
            "index": 7,
            "bots": ["random"] * 3,
            "rules": {"players": 3, "packs": 3, "duplicate_rule": "cancel", "trump": "dealer_last"},
        },
        {"seed": 1, "index": 1, "bots": ["random"] * 4, "rules": {"hook": "dealer_revises", "trump": "random_suit"}},
        {"seed": 1, "index": 2, "bots": ["greedy"] * 4, "rules": {"hook": "dealer_silent", "trump": "rotating"}},
        {
            "seed": 1,
            "index": 0,
            "bots": ["greedy", "expert", "random"],
            "rules": {"players": 3, "max_cards": 3, "one_card_repeats": "players", "follow": "suit_or_trump"},
            "unit": "game",
        },
    ],
}

FIRST_DEALS = 1000


def replays(game: str) -> str:
    """The game's golden replays as JSON lines."""
    return "\n".join(simlab.replay(game, **case).json_lines() for case in REPLAYS[game]) + "\n"


def digests(game: str) -> dict[str, Any]:
    """The digest of the first deals, by each bot of the game's own, under the version that gives it."""
    seats = simlab.rules(game).seats
    found = {
        bot.name: simlab.simulate(game, bots=[bot.name] * seats, deals=FIRST_DEALS, store=False).digest
        for bot in get(game).code.bots
    }
    return {"version": get(game).version, "digests": found}


def main() -> None:
    """Write the golden files of every game."""
    for game in REPLAYS:
        made, file = digests(game), FOLDER / f"{game}.json"
        kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else made
        if made != kept and made["version"] <= kept["version"]:
            sys.exit(f"the results of {game} have changed: raise its version first, which is {made['version']}")
        (FOLDER / f"{game}.jsonl").write_text(replays(game), encoding="utf-8")
        file.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
