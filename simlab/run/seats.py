"""Players as the kernel knows them: a record a seat, beside the bots' functions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simlab.games.game import Game
from simlab.kernel.bits import WORD
from simlab.run.bots import Player, is_guarded


def seat_records(game: Game, players: Sequence[Player], guard_all: bool = False) -> np.ndarray:
    """A record for each player: parameters, barred action codes, whether its view is guarded against writing."""
    seats = np.zeros(len(players), game.kernel.seat_record)
    functions = [player.bot.function for player in players]
    for seat, player in zip(seats, players, strict=True):
        seat["bot"] = functions.index(player.bot.function)
        seat["params"][: len(player.values)] = player.values
        seat["guarded"] = guard_all or is_guarded(game, player.bot)
        seat["is_barred"] = bool(player.never)
        for kind in player.never:
            for code in game.code.kinds[kind]:
                seat["barred"][code // WORD] |= np.uint64(1 << code % WORD)
    return seats


def memory(records: np.ndarray) -> memoryview:
    """The bytes of a contiguous array of records, to compare at memory speed."""
    return np.ascontiguousarray(records).view(np.uint8).reshape(-1).data
