"""Other programs that play Rikiki's kin, for `simlab bench`: OpenSpiel's Oh Hell."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from simlab.games.game import Peer
from simlab.games.options import Rules

# What OpenSpiel's oh_hell can't vary.
_FEWEST, _MOST = 3, 7


def _open_spiel(rules: Rules) -> Callable[[int], None] | None:
    """So many deals of OpenSpiel's native loop with its own random bots; None where it can't play by the rules."""
    if find_spec("pyspiel") is None or not plays_by(rules):
        return None
    import pyspiel

    players, cards = rules.number("players"), rules.number("cards")
    game = pyspiel.load_game(f"oh_hell(players={players},num_tricks_fixed={cards})")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(players)]

    def play(deals: int) -> None:
        for deal in range(deals):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, deal)

    return play


def plays_by(rules: Rules) -> bool:
    """Whether a rule set is OpenSpiel's, whatever the number of players and cards."""
    own = rules.game.presets["openspiel"].values
    players, cards = rules.number("players"), rules.number("cards")
    others = {name: value for name, value in rules.changed.items() if name not in ("players", "cards")}
    return others == own and _FEWEST <= players <= _MOST and players * cards < rules.deck.pack


PEERS = (Peer("OpenSpiel", {"preset": "openspiel"}, "random", _open_spiel),)
