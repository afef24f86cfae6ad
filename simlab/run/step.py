"""A game played step by step from Python, by the very functions that the kernel is made of."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from simlab.errors import BotError, SimlabError, told
from simlab.games.game import Game
from simlab.games.options import Rules
from simlab.kernel import rng
from simlab.kernel.bits import WORD
from simlab.kernel.drive import Shown, as_bytes, bar, count_step, head
from simlab.kernel.limits import MAX_DICE, MAX_PACK
from simlab.kernel.records import LOG, LOG_EVENTS, Status
from simlab.kernel.rng import STREAM, Purpose
from simlab.run.bots import Player, compiled
from simlab.run.seats import memory, seat_records


class Stepper:
    """One game on arrays of length 1.

    ``state``, ``view`` and ``outcome`` are records; ``events`` grows by plain dicts as the game goes on.
    """

    def __init__(self, game: Game, rules: Rules, unit: str) -> None:
        code = game.code
        self.game = game
        self.rules = rules
        self._rules = rules.record(unit)
        self._tables = game.tables(self._rules)
        self._shown = Shown(self._rules.copy(), game.tables(self._rules))
        self._states = np.zeros(1, code.layout.state)
        self._views = np.zeros(1, code.layout.view)
        self._outcomes = np.zeros(1, code.layout.outcome)
        self._logs = np.zeros(1, LOG)
        self._logs["room"] = LOG_EVENTS
        self.events: list[dict[str, Any]] = []
        self.legal: list[int] = []
        """The action codes that are legal by the rules, after `observe`."""

    @property
    def state(self) -> np.void:
        """The position, hidden cards too."""
        return self._states[0]

    @property
    def view(self) -> np.void:
        """What the seat to act may know, after `observe`."""
        return self._views[0]

    @property
    def status(self) -> Status:
        """Where the game stands."""
        return Status(int(self.state["status"]))

    @property
    def record(self) -> np.void:
        """The rules as the kernel reads them."""
        return self._rules[0]

    @property
    def tables(self) -> np.void:
        """The lookup tables."""
        return self._tables[0]

    def new(self, index: int) -> None:
        """Set up the game number `index`."""
        as_bytes(self._states)[:] = 0
        self.state["drawn"] = self.record["drawn"]
        self.game.code.new(self.state, self.record, self.tables, index)

    def shuffle(self, seed: int, index: int) -> np.ndarray:
        """The game's next shuffle, as the kernel draws it."""
        deck, drawn = self.rules.deck, int(self.state["drawn"])
        words = np.zeros(rng.words_needed(drawn, len(deck.dice)), np.uint32)
        row = np.zeros(MAX_PACK + MAX_DICE, np.uint8)
        rng.shuffle(
            np.uint64(seed),
            np.uint64(index),
            int(self.state["shuffles"]),
            deck.pack,
            drawn,
            self.record["dice"],
            words,
            row,
        )
        return row[: drawn + len(deck.dice)]

    def cut(self, row: np.ndarray) -> np.ndarray:
        """Of a row with any number of cards, those that the next deal takes, and the dice.

        Raises
        ------
        SimlabError
            If there are too few cards.
        """
        drawn, cards = int(self.state["drawn"]), len(row) - len(self.rules.deck.dice)
        if cards < drawn:
            raise SimlabError(f"a deck of {cards} cards is too short; a deal takes {drawn}")
        return np.concatenate([row[:drawn], row[cards:]])

    def begin(self, row: np.ndarray) -> bool:
        """Deal a shuffle; False if it has to be dealt again."""
        text = self.game.code.text.deck(row.tolist(), self.rules)
        self.events.append({"event": "shuffle", "number": int(self.state["shuffles"]), "deck": text})
        accepted = bool(self._logged(self.game.code.begin, self.state, self.record, self.tables, row))
        self.state["shuffles"] += 1
        self.state["redeals"] += not accepted
        return accepted

    def observe(self) -> np.void:
        """The view of the seat to act."""
        state, view = self.state, self.view
        self.game.code.observe(state, self.record, self.tables, view)
        head(state, view)
        self.legal = _codes(view["legal"])
        return view

    def choose(self, player: Player, seed: int, index: int) -> int:
        """What a bot does here, after `observe`; what it is forbidden is not legal for it.

        Raises
        ------
        BotError
            If it raises an exception, chooses an illegal action, or writes where it may only read.
        """
        state, view = self.state, self.view
        place, step = int(state["seat"]), int(view["step"])
        seats = seat_records(self.game, [player])
        stream = np.zeros(1, STREAM)[0]
        key = np.uint64(rng.derived_key(np.uint64(seed)))
        rng.place(stream, key, np.uint64(index), Purpose.BOT, place, step)
        bar(view["legal"], seats[0]["barred"])
        legal = _codes(view["legal"])
        shown = self._shown
        watched = (self._views, seats, *shown) if seats[0]["guarded"] else ()
        before = [bytes(memory(array)) for array in watched]
        where = f"bot {player.bot.name} in game {index}, seat {place}, step {int(state['step'])}"
        try:
            bot = compiled(self.game, player.bot)
            action = int(bot(view, shown.rules[0], shown.tables[0], seats[0]["params"], stream))
        except Exception as error:
            why = f"{type(error).__name__}: {told(error)}".rstrip(": ")
            raise BotError(f"{where} raised {why}") from None
        if [memory(array) for array in watched] != before:
            raise BotError(f"{where} wrote to its view, rules, tables or params; a bot may only read them")
        if action not in legal:
            raise BotError(f"{where} chose {self._refusal(action, legal)}")
        return action

    def act(self, action: int) -> None:
        """Carry out an action of the seat to act, after `observe`.

        Raises
        ------
        SimlabError
            If it is illegal; the message lists what is legal.
        """
        text, state = self.game.code.text, self.state
        legal = self.legal
        if action not in legal:
            raise SimlabError(f"seat {state['seat']} at step {state['step']} can't take {self._refusal(action, legal)}")
        self.events.append(
            {
                "event": "action",
                "seat": int(state["seat"]),
                "step": int(state["step"]),
                "decision": text.decision(int(state["decision"])),
                "action": text.action(action),
                "legal": [text.action(code) for code in legal],
            }
        )
        count_step(state)
        self._logged(self.game.code.act, state, self.record, self.tables, action)

    def finish(self) -> np.void:
        """The outcome row."""
        state, outcome = self.state, self._outcomes[0]
        as_bytes(self._outcomes)[:] = 0
        outcome["shuffles"] = state["shuffles"]
        outcome["redeals"] = state["redeals"]
        outcome["deals"] = state["shuffles"] - state["redeals"]
        self.game.code.finish(state, self.record, outcome)
        return self._outcomes.view(self.game.code.layout.row)[0]

    def _refusal(self, action: int, legal: Sequence[int]) -> str:
        text = self.game.code.text
        return (
            f"{describe_action(self.game, action)}, which is illegal ({text.decision(int(self.state['decision']))}); "
            f"legal: {', '.join(map(text.action, legal))}"
        )

    def _logged(self, function: Any, *arguments: Any) -> Any:
        log = self._logs[0]
        log["count"] = 0
        result = function(*arguments, log)
        count = int(log["count"])
        if count > LOG_EVENTS:
            raise SimlabError(f"one step of {self.game.name} logged {count} events, more than {LOG_EVENTS}")
        self.events += [self.game.code.text.event(event, self.rules) for event in log["events"][:count]]
        return result


def _codes(words: np.ndarray) -> list[int]:
    """The members of a set of action codes."""
    return [WORD * place + bit for place, word in enumerate(words.tolist()) for bit in range(WORD) if word >> bit & 1]


def step_through(stepper: Stepper, players: Sequence[Player], seed: int, index: int) -> None:
    """Play the game number `index` of a run to its end."""
    stepper.new(index)
    while stepper.status != Status.GAME_OVER:
        while not stepper.begin(stepper.shuffle(seed, index)):
            pass
        while stepper.status == Status.DECIDE:
            stepper.observe()
            stepper.act(stepper.choose(players[int(stepper.state["seat"])], seed, index))


def describe_action(game: Game, action: int) -> str:
    """An action code with its text, if it has one."""
    words = game.code.layout.view["legal"].shape[0]
    if 0 <= action < WORD * words:
        with contextlib.suppress(ValueError, LookupError):
            return f"action {action} ({game.code.text.action(action)})"
    return f"action {action}"


def read_actions(game: Game, given: Sequence[object]) -> list[int]:
    """Action codes from texts or numbers."""
    read = game.code.text.read_action
    return [int(word) if isinstance(word, int | np.integer) else read(str(word)) for word in given]
