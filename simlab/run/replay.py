"""One game, told: of a run (`replay`), or of given cards and actions (`play`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.errors import SimlabError, echo
from simlab.games import get
from simlab.games.game import Game
from simlab.games.options import Rules, RulesSpec, for_unit, resolve
from simlab.kernel.announcing import announced
from simlab.kernel.records import Status
from simlab.run import bots as roster
from simlab.run.plan import Whole, check_index, check_seed
from simlab.run.step import Stepper, describe_action, read_actions, step_through


@dataclass(repr=False)
class Replay:
    """A game as a list of events.

    Attributes
    ----------
    events : list of dict
        The first tells game, rules and seats; then come shuffles, actions with what was legal, and what they did; the
        last of a finished game is its outcome.
    finished : bool
    legal : list of str
        What the seat to act may do; empty if the game is finished or waits for a deck.
    position : str
        Where the game stands, in the form that ``play(position=...)`` reads.
    """

    game: Game
    rules: Rules
    events: list[dict[str, Any]] = field(default_factory=list)
    finished: bool = False
    legal: list[str] = field(default_factory=list)
    position: str = ""

    @property
    def outcome(self) -> dict[str, Any]:
        """The outcome row of a finished game."""
        return {key: value for key, value in self.events[-1].items() if key != "event"} if self.finished else {}

    def json_lines(self) -> str:
        """The events as JSON, a line each."""
        return "\n".join(json.dumps(event, ensure_ascii=False) for event in self.events)

    def __repr__(self) -> str:
        end = f"score {self.outcome['score']}" if self.finished else f"legal: {', '.join(self.legal) or 'nothing'}"
        return f"Replay({self.game.name}: {len(self.events)} events, {end})"

    def __str__(self) -> str:
        return "\n".join(line for event in self.events for line in _lines(self.game, event))


def replay(
    game: str,
    *,
    seed: Whole = 1,
    index: Whole = 0,
    rules: RulesSpec = None,
    bots: Sequence[str] | None = None,
    unit: str | None = None,
) -> Replay:
    """Play the game number `index` of a run again, and tell it.

    Parameters
    ----------
    game : str
    seed, index : int
        The run's seed and the game's number in it.
    rules, bots
        As in `simlab.simulate`.
    unit : str, optional
        ``"deal"`` or ``"game"``; the game's first unit if not given.

    Examples
    --------
    >>> import simlab
    >>> simlab.replay("koikoi", seed=1, index=5).outcome["length"] > 0
    True
    """
    owner = get(game)
    checked, unit = _rules(owner, rules, unit)
    players = roster.seated(owner, bots, checked.seats)
    seed, index = check_seed(seed), check_index("index", index)
    stepper = Stepper(owner, checked, unit)
    start = _start(stepper, unit, roster.specs(players)) | {"seed": seed, "index": index}
    with announced(owner.title):
        step_through(stepper, players, seed, index)
    return _told(stepper, start)


def play(
    game: str,
    decks: Sequence[str | Sequence[object]] = (),
    actions: Sequence[object] = (),
    *,
    rules: RulesSpec = None,
    unit: str | None = None,
    index: Whole = 0,
    position: str | None = None,
) -> Replay:
    """Play given cards and actions, by the functions that the kernel plays by, and tell the game.

    Parameters
    ----------
    game : str
    decks : sequence of decks
        A shuffle each, in the order it is dealt: text, or a sequence of cards. A misdeal takes the next. After a
        position they are those of the deals that follow it.
    actions : sequence of str or int
        In the order they are taken, by whoever is to act. They may end before the game does.
    rules, unit
        As in `replay`.
    index : int
        What places a single deal where the game has several: who deals, which round it is.
    position : str, optional
        Where to start, instead of dealing; in the form that ``Replay.position`` has.

    Raises
    ------
    SimlabError
        For an illegal action, actions after the end, and a deal for which there is no deck.
    """
    owner = get(game)
    checked, unit = _rules(owner, rules, unit)
    if not isinstance(decks, list | tuple) or not isinstance(actions, list | tuple):
        raise SimlabError("decks and actions are lists, as in decks=['1b 2a ...'], actions=['1b', 'stop']")
    if not decks and position is None:
        raise SimlabError("nothing to play: give decks, or a position")
    if position is not None and not isinstance(position, str):
        raise SimlabError(f"position {echo(position)} is not text")
    if position is not None and check_index("index", index):
        raise SimlabError(f"index {index} places a deal, and a position says by itself where it is; leave one out")
    text = owner.code.text
    rows = [np.array(text.read_deck(deck, checked), np.uint8) for deck in decks]
    stepper = Stepper(owner, checked, unit)
    start = _start(stepper, unit, ["given"] * checked.seats) | {"index": check_index("index", index)}
    with announced(owner.title):
        if position is None:
            stepper.new(start["index"])
            stepper.state["status"] = Status.DEAL_OVER
        else:
            text.read_position(position, stepper.record, stepper.tables, stepper.state)
            stepper.events.append({"event": "position", "position": position})
        _take(stepper, rows, read_actions(owner, actions))
    return _told(stepper, start)


def _take(stepper: Stepper, rows: list[np.ndarray], actions: list[int]) -> None:
    """Deal and act until the actions have been taken, and deal on while there are decks."""
    while True:
        while stepper.status == Status.DEAL_OVER and rows:
            if not stepper.begin(stepper.cut(rows.pop(0))):
                stepper.state["status"] = Status.DEAL_OVER
        if not actions:
            return
        if stepper.status == Status.DEAL_OVER:
            raise SimlabError(f"the decks end after {stepper.state['shuffles']}, and the game needs one more")
        if stepper.status == Status.GAME_OVER:
            raise SimlabError(f"{describe_action(stepper.game, actions[0])} comes after the end of the game")
        stepper.observe()
        stepper.act(actions.pop(0))


def _rules(game: Game, spec: RulesSpec, unit: str | None) -> tuple[Rules, str]:
    unit = unit or game.unit
    return for_unit(resolve(game, spec), unit), unit


def _start(stepper: Stepper, unit: str, bots: Sequence[str]) -> dict[str, Any]:
    return {
        "event": "start",
        "game": stepper.game.name,
        "unit": unit,
        "rules": dict(stepper.rules),
        "bots": list(bots),
    }


def _told(stepper: Stepper, start: dict[str, Any]) -> Replay:
    told = Replay(stepper.game, stepper.rules, [start, *stepper.events])
    if stepper.status == Status.GAME_OVER:
        told.finished = True
        outcome = stepper.finish()
        told.events.append({"event": "outcome"} | _outcome(outcome, stepper.game, stepper.rules.seats))
    elif stepper.status == Status.DECIDE:
        stepper.observe()
        text = stepper.game.code.text
        told.legal = [text.action(code) for code in stepper.legal]
        told.position = text.position(stepper.state, stepper.record)
    return told


def _outcome(outcome: np.void, game: Game, seats: int) -> dict[str, Any]:
    """The outcome's fields as plain values, those a seat without the places that nobody holds."""
    told = {}
    for name in outcome.dtype.names or ():
        value = outcome[name].tolist()
        told[name] = value[:seats] if isinstance(value, list) and name not in game.seatless else value
    return told


def _lines(game: Game, event: dict[str, Any]) -> Iterator[str]:
    if event["event"] == "start":
        rules = resolve(game, event["rules"])
        where = f"seed {event['seed']}, {event['unit']} {event['index']}" if "seed" in event else f"one {event['unit']}"
        yield f"{game.title}, {where}: {' v '.join(event['bots'])}, {rules.describe()}"
    elif event["event"] == "shuffle":
        yield f"Deal {event['number'] + 1}"
    elif event["event"] == "position":
        yield f"From {event['position']}"
    elif event["event"] == "outcome":
        turns = f"{event['length']} {game.turn}{'s' * (event['length'] != 1)}"
        yield f"Score {' : '.join(map(str, event['score']))} in {turns}"
    else:
        line = game.code.text.line(event)
        if line:
            yield line
