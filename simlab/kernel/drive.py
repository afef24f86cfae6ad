"""The one loop that plays any game.

``Kernel`` binds the loop to a game: a copy of ``play`` that sees the game's functions as its globals, compiled once
for every rule set, seat count and bot, and kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numba import types

from simlab.kernel import bits, jit, rng
from simlab.kernel.jit import array_type, record_type
from simlab.kernel.records import ACTION, EVENT, FAULT, MAX_PARAMS, Problem, Status, note
from simlab.kernel.rng import STREAM, Purpose

# Each game's copy of the functions below has the game's own functions under these names.
new: Any = None
begin: Any = None
observe: Any = None
act: Any = None
finish: Any = None
deal: Any = None
decide: Any = None


def _deal(state, rules, tables, seed, decks, words, row, log, fault):
    """Bring shuffles until the game accepts one; False where given decks ran out."""
    accepted = False
    while not accepted:
        number = state.shuffles
        fault.shuffle = number
        if decks.shape[0] == 0:
            rng.shuffle(seed, np.uint64(fault.index), number, rules.pack, rules.drawn, rules.dice, words, row)
            accepted = begin(state, rules, tables, row, log)
        elif number < decks.shape[0]:
            accepted = begin(state, rules, tables, decks[number], log)
        else:
            fault.problem = Problem.NO_DECK
            return False
        state.shuffles += 1
        if not accepted:
            state.redeals += 1
    return True


def _decide(bot, shown, params, guarded, state, rules, tables, seed, view, stream, seen, kept, log, fault):
    """One decision: show the seat its view, ask its bot, check the answer, carry it out."""
    observe(state, rules, tables, view)
    view.seat = state.seat
    view.decision = state.decision
    view.step = state.step
    fault.seat = state.seat
    fault.step = state.step
    legal = view.legal
    words = legal.shape[0]
    for word in range(words):
        kept[word] = legal[word]
    if guarded:
        for word in range(seen.shape[0]):
            kept[words + word] = seen[word]
    rng.place(stream, seed, np.uint64(fault.index), Purpose.BOT, state.seat, state.step)
    action = bot(view, shown.rules[0], shown.tables[0], params, stream)
    fault.action = action
    if not bits.has(kept[:words], action):
        fault.problem = Problem.ILLEGAL
        return False
    if guarded:
        written = np.uint64(0)
        for word in range(seen.shape[0]):
            written |= kept[words + word] ^ seen[word]
        if written != np.uint64(0):
            fault.problem = Problem.WROTE_VIEW
            return False
    note(log, ACTION, state.seat, action, np.uint64(0), state.decision)
    state.step += 1
    act(state, rules, tables, action, log)
    return True


def _play(bots, params, guarded, shown, rules, tables, seed, first, decks, outcomes, log, fault, desk):
    """Play the games first, first + 1, ... and write a row of `outcomes` for each; return how many were played.

    Parameters
    ----------
    bots : tuple of compiled bots, padded to the game's largest number of seats
    params : float64[seats, MAX_PARAMS]
    guarded : bool[seats]
        Whose view is checked for having been written to.
    shown : Shown
        The rules and tables that bots see. Where one may write to them, copies of those that the game goes by.
    rules, tables : record[1]
    seed : uint64
    first : int64
    decks : uint8[shuffles, entries]
        The shuffles to take, in order, for a single game; no rows to shuffle from the seed.
    outcomes : record[games]
    log : EVENT[:]
        Empty unless the game is to be traced.
    fault : FAULT[1]
        Where the run stands, and why it stopped if fewer games than asked for were played.
    desk : tuple of arrays
        Scratch, see `Desk`.
    """
    states, views, streams, seen, kept, words, row = desk
    state = states[0]
    for game in range(outcomes.shape[0]):
        where = fault[0]
        where.index = first + game
        new(state, rules[0], first + game)
        state.step = 0
        state.shuffles = 0
        state.redeals = 0
        while True:
            if not deal(state, rules[0], tables[0], seed, decks, words, row, log, where):
                return game
            while state.status == Status.DECIDE:
                seat = state.seat
                if not decide(
                    bots[seat],
                    shown,
                    params[seat],
                    guarded[seat],
                    state,
                    rules[0],
                    tables[0],
                    seed,
                    views[0],
                    streams[0],
                    seen,
                    kept,
                    log,
                    where,
                ):
                    return game
            if state.status == Status.GAME_OVER:
                break
        outcome = outcomes[game]
        outcome.shuffles = state.shuffles
        outcome.redeals = state.redeals
        outcome.deals = state.shuffles - state.redeals
        finish(state, rules[0], outcome)
    return outcomes.shape[0]


class Shown(NamedTuple):
    """What bots see beside their views: record[1] each."""

    rules: np.ndarray
    tables: np.ndarray


class Desk(NamedTuple):
    """The memory one thread plays in: state, view, stream, the view's words and their copy, shuffle scratch."""

    states: np.ndarray
    views: np.ndarray
    streams: np.ndarray
    seen: np.ndarray
    kept: np.ndarray
    words: np.ndarray
    row: np.ndarray


class Layout(NamedTuple):
    """The records of a game, as structured dtypes."""

    state: np.dtype
    view: np.dtype
    rules: np.dtype
    tables: np.dtype
    outcome: np.dtype


class Kernel:
    """A game's functions, bound to the loop and compiled when first needed.

    Parameters
    ----------
    name : str
        The game's name, which names its compiled copies too.
    layout : Layout
    seats : int
        The largest number of seats.
    functions : mapping of str to compiled function
        new, begin, observe, act, finish.
    """

    def __init__(self, name: str, layout: Layout, seats: int, functions: dict[str, Any]) -> None:
        self.name = name
        self.layout = layout
        self.seats = seats
        self.functions = functions

    @property
    def bot_signature(self) -> Any:
        """``int64 bot(view, rules, tables, params, rng)``."""
        layout = self.layout
        arguments = (
            record_type(layout.view),
            record_type(layout.rules),
            record_type(layout.tables),
            array_type(jit.float64),
            record_type(STREAM),
        )
        return jit.int64(*arguments)

    @cached_property
    def play(self) -> Callable[..., int]:
        """The loop, bound to this game and compiled: from the disk cache where that has it."""
        layout = self.layout
        bound = {**self.functions}
        bound["deal"] = jit.jit(jit.bind(_deal, f"deal_{self.name}", **bound))
        bound["decide"] = jit.jit(jit.bind(_decide, f"decide_{self.name}", **bound))
        words = array_type(jit.uint64)
        desk = types.NamedTuple(
            (
                array_type(layout.state),
                array_type(layout.view),
                array_type(STREAM),
                words,
                words,
                array_type(types.uint32),
                array_type(jit.uint8),
            ),
            Desk,
        )
        signature = jit.int64(
            types.UniTuple(types.FunctionType(self.bot_signature), self.seats),
            array_type(jit.float64, 2),
            array_type(types.boolean),
            types.NamedTuple((array_type(layout.rules), array_type(layout.tables)), Shown),
            array_type(layout.rules),
            array_type(layout.tables),
            jit.uint64,
            jit.int64,
            array_type(jit.uint8, 2),
            array_type(layout.outcome),
            array_type(EVENT),
            array_type(FAULT),
            desk,
        )
        return jit.compile_cached(jit.bind(_play, f"play_{self.name}", **bound), signature)

    def desk(self, rules: np.ndarray) -> Desk:
        """Fresh scratch for a thread that plays under `rules` (record[1]); made in it, in memory of its own."""
        layout = self.layout
        drawn, dice = int(rules["drawn"][0]), int(np.count_nonzero(rules["dice"][0]))
        view = np.zeros(1, layout.view)
        seen = view.view(np.uint64)
        kept = np.zeros(seen.size + layout.view["legal"].shape[0], np.uint64)
        words = np.zeros(rng.words_needed(drawn, dice), np.uint32)
        row = np.zeros(rng.MAX_PACK + len(rules["dice"][0]), np.uint8)
        return Desk(np.zeros(1, layout.state), view, np.zeros(1, STREAM), seen, kept, words, row)


def pad_params(params: Sequence[Sequence[float]]) -> np.ndarray:
    """Each seat's bot parameters as rows of one float64 array."""
    rows = np.zeros((len(params), MAX_PARAMS))
    for seat, values in enumerate(params):
        rows[seat, : len(values)] = values
    return rows
