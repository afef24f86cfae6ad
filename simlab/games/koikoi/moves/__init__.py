"""How a game of Koi-Koi goes: the functions of the kernel contract, by phase of play."""

from simlab.games.koikoi.moves.dealing import begin, complete, new
from simlab.games.koikoi.moves.ending import finish
from simlab.games.koikoi.moves.playing import act, observe

__all__ = ["act", "begin", "complete", "finish", "new", "observe"]
