"""The one loop that plays any game.

``Kernel`` binds the loop to a game: a copy of ``play`` that sees the game's functions as its globals, compiled once
for every rule set, seat count and bot, and kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import types

from simlab.kernel import bits, jit, rng
from simlab.kernel.jit import array_type, record_type
from simlab.kernel.limits import MAX_DICE, MAX_PACK, MAX_PARAMS, MAX_SEATS
from simlab.kernel.records import ACTION, FAULT, LOG, Status, flat, note
from simlab.kernel.rng import STREAM, Purpose

# Each game's copy of the functions below has the game's own functions under these names.
new: Any = None
begin: Any = None
observe: Any = None
act: Any = None
finish: Any = None
deal: Any = None
look: Any = None
take: Any = None
set_up: Any = None


def _deal(state, rules, tables, seed, decks, words, row, log, fault):
    """Bring shuffles until the game accepts one; False where given decks ran out."""
    accepted = False
    while not accepted:
        number = state.shuffles
        if decks.shape[0] == 0:
            rng.shuffle(seed, np.uint64(fault.index), number, rules.pack, state.drawn, rules.dice, words, row)
            accepted = begin(state, rules, tables, row, log)
        elif number < decks.shape[0]:
            accepted = begin(state, rules, tables, decks[number], log)
        else:
            return False
        state.shuffles += 1
        if not accepted:
            state.redeals += 1
    return True


def _set_up(state, rules, tables, index):
    """A fresh game in a state that is all 0."""
    state.drawn = rules.drawn
    new(state, rules, tables, index)


def _look(state, rules, tables, seat, key, index, view, stream):
    """Show the seat to act what it may know, less what it is barred from, and place its stream."""
    observe(state, rules, tables, view)
    head(state, view)
    if seat.is_barred:
        bar(view.legal, seat.barred)
    rng.place(stream, key, np.uint64(index), Purpose.BOT, state.seat, view.step)


def _take(state, rules, tables, action, log):
    """Carry out a decision."""
    note(log, ACTION, state.seat, action, np.uint64(0), state.decision)
    count_step(state)
    act(state, rules, tables, action, log)


def _play(bots, seats, shown, rules, tables, seed, first, decks, outcomes, cells, log, fault, desk):
    """Play the games first, first + 1, ... and write a row of `outcomes` for each; return how many were played.

    Parameters
    ----------
    bots : tuple of compiled bots, padded to the game's largest number of seats
    seats : SEAT[:]
        What the loop knows of each seat's bot beside its function, see `seat_record`.
    shown : Shown
        The rules and tables that bots see. Where one may write to them, copies of those that the game goes by.
    rules, tables : record[1]
    seed : uint64
    first : int64
    decks : uint8[shuffles, entries]
        The shuffles to take, in order, for a single game; no rows to shuffle from the seed.
    outcomes, cells : record[games], uint8[games, bytes]
        The rows, and the same memory as bytes.
    log : LOG[1]
        With no room unless the game is to be traced.
    fault : FAULT[1]
        Where the run stands: the game at fault, if fewer than asked for were played.
    desk : Desk
        Scratch.
    """
    # Records where a decision needs them: Numba counts references to arrays, atomically, wherever they are passed.
    state, view, streams = desk.states[0], desk.views[0], desk.streams
    true_rules, true_tables = rules[0], tables[0]
    shown_rules, shown_tables = shown.rules[0], shown.tables[0]
    where, events = fault[0], log[0]
    memory, words, row, seen, kept = desk.memory, desk.words, desk.row, desk.seen, desk.kept
    key = rng.derived_key(seed)
    for game in range(outcomes.shape[0]):
        _clear(memory, 0)
        _clear(cells, game)
        where.index = first + game
        set_up(state, true_rules, true_tables, first + game)
        while state.status != Status.GAME_OVER:
            if not deal(state, true_rules, true_tables, seed, decks, words, row, events, where):
                return game
            while state.status == Status.DECIDE:
                seat, stream = seats[state.seat], streams[state.seat]
                look(state, true_rules, true_tables, seat, key, where.index, view, stream)
                if seat.guarded:
                    _copy(seen, kept)
                action = bots[seat.bot](view, shown_rules, shown_tables, seat.params[:], stream)
                if not bits.has(view.legal, action):
                    return game
                if seat.guarded and _differ(seen, kept):
                    return game
                take(state, true_rules, true_tables, action, events)
        outcome = outcomes[game]
        outcome.shuffles = state.shuffles
        outcome.redeals = state.redeals
        outcome.deals = state.shuffles - state.redeals
        finish(state, true_rules, outcome)
    return outcomes.shape[0]


@jit.jit
def _copy(words, kept):
    for word in range(words.shape[0]):
        kept[word] = words[word]


@jit.jit
def _differ(words, kept):
    different = np.uint64(0)
    for word in range(words.shape[0]):
        different |= words[word] ^ kept[word]
    return different != np.uint64(0)


@jit.entry
def head(state, view):
    """What every view tells beside what a game's ``observe`` writes."""
    view.seat = state.seat
    view.decision = state.decision
    view.step = state.steps[state.seat]


@jit.entry
def count_step(state):
    """One more decision of the seat to act."""
    state.step += 1
    state.steps[state.seat] += 1


@jit.jit
def _clear(memory, record):
    for byte in range(memory.shape[1]):
        memory[record, byte] = 0


@jit.entry
def bar(legal, barred):
    """Take the barred action codes out of the legal ones, unless nothing else is left."""
    left = np.uint64(0)
    for word in range(legal.shape[0]):
        left |= legal[word] & ~barred[word]
    if left != np.uint64(0):
        for word in range(legal.shape[0]):
            legal[word] &= ~barred[word]


class Shown(NamedTuple):
    """What bots see beside their views: record[1] each."""

    rules: np.ndarray
    tables: np.ndarray


class Desk(NamedTuple):
    """The memory one thread plays in.

    The state and its bytes, a view and its words with a copy of them, a stream a seat, and scratch for shuffles.
    """

    states: np.ndarray
    memory: np.ndarray
    views: np.ndarray
    seen: np.ndarray
    kept: np.ndarray
    streams: np.ndarray
    words: np.ndarray
    row: np.ndarray


class Layout(NamedTuple):
    """The records of a game, as structured dtypes."""

    state: np.dtype
    view: np.dtype
    rules: np.dtype
    tables: np.dtype
    outcome: np.dtype

    @property
    def row(self) -> np.dtype:
        """The outcome with all its fields side by side."""
        return flat(self.outcome)


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
    home : path, optional
        The folder of the game's sources, if they aren't simlab's own.
    """

    def __init__(
        self, name: str, layout: Layout, seats: int, functions: dict[str, Any], home: Path | None = None
    ) -> None:
        self.name = name
        self.home = home
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
        for part in (_deal, _set_up, _look, _take):
            name = part.__name__.removeprefix("_")
            bound[name] = jit.jit(jit.bind(part, f"{name}_{self.name}", **bound))
        words, cells = array_type(jit.uint64), array_type(jit.uint8, 2)
        desk = types.NamedTuple(
            (
                array_type(layout.state),
                cells,
                array_type(layout.view),
                words,
                words,
                array_type(STREAM),
                array_type(jit.uint32),
                array_type(jit.uint8),
            ),
            Desk,
        )
        signature = jit.int64(
            types.UniTuple(types.FunctionType(self.bot_signature), self.seats),
            array_type(self.seat_record),
            types.NamedTuple((array_type(layout.rules), array_type(layout.tables)), Shown),
            array_type(layout.rules),
            array_type(layout.tables),
            jit.uint64,
            jit.int64,
            cells,
            array_type(layout.outcome),
            cells,
            array_type(LOG),
            array_type(FAULT),
            desk,
        )
        return jit.compile_cached(jit.bind(_play, f"play_{self.name}", **bound), signature, self.home)

    @property
    def seat_record(self) -> np.dtype:
        """What the loop knows of a seat's bot beside its function.

        ``bot`` is where its function stands, the first of equal ones: the fewer there are, the better a processor
        foresees which one is called. ``params``, whether its view is ``guarded`` against writing, and the action codes
        that are ``barred`` for it, if any are.
        """
        words = self.layout.view["legal"].shape
        return np.dtype(
            [
                ("bot", "i8"),
                ("params", "f8", (MAX_PARAMS,)),
                ("barred", "u8", words),
                ("guarded", "?"),
                ("is_barred", "?"),
            ],
            align=True,
        )

    def desk(self, rules: np.ndarray) -> Desk:
        """Fresh scratch for a thread that plays under `rules` (record[1]); made in it, in memory of its own."""
        layout = self.layout
        drawn, dice = int(rules["drawn"][0]), int(np.count_nonzero(rules["dice"][0]))
        state, view = np.zeros(1, layout.state), np.zeros(1, layout.view)
        seen = view.view(np.uint64)
        return Desk(
            states=state,
            memory=as_bytes(state),
            views=view,
            seen=seen,
            kept=np.zeros(seen.size, np.uint64),
            streams=np.zeros(MAX_SEATS, STREAM),
            # A smaller deal may need more words: cards left over from its batches take one each.
            words=np.zeros(max(rng.words_needed(cards, dice) for cards in range(drawn + 1)), np.uint32),
            row=np.zeros(MAX_PACK + MAX_DICE, np.uint8),
        )


def as_bytes(records: np.ndarray) -> np.ndarray:
    """The memory of a contiguous array of records: uint8[records, bytes]."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)
