"""How a game of Rikiki goes: the functions of the kernel contract, by phase of play."""

from simlab.games.rikiki.moves.bidding import observe
from simlab.games.rikiki.moves.completing import complete
from simlab.games.rikiki.moves.dealing import begin, is_blind, new
from simlab.games.rikiki.moves.ending import finish
from simlab.games.rikiki.moves.playing import act

__all__ = ["act", "begin", "complete", "finish", "is_blind", "new", "observe"]
