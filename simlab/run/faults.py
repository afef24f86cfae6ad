"""A bot's fault, told in full: which bot, in which game, at which decision, and what would have been legal."""

from __future__ import annotations

import numpy as np

from simlab.errors import BotError
from simlab.run.bots import specs
from simlab.run.plan import Job
from simlab.run.pool import Fault, Worker
from simlab.run.step import Stepper, step_through


def explain(job: Job, fault: Fault) -> BotError:
    """The error for a fault that a chunk met: its game is stepped through, the bot watched at every decision."""
    index = _game_of(job, fault)
    lineup = job.lineups[fault.lineup]
    try:
        step_through(Stepper(job.game, job.arms[fault.arm], job.unit), lineup, job.seed, index)
    except BotError as error:
        return BotError(f"{error}{_circumstances(job, fault)}")
    return BotError(
        f"a bot of {', '.join(specs(lineup))} {fault.why} in game {index}, and not when the game was played again: "
        "a bot's answer may depend on nothing but its arguments"
    )


def _circumstances(job: Job, fault: Fault) -> str:
    """Under which of several rule sets, and with whom at the table."""
    told = []
    if len(job.arms) > 1:
        told.append(job.arms[fault.arm].describe())
    if len(job.lineups) > 1:
        told.append(f"seats {', '.join(specs(job.lineups[fault.lineup]))}")
    return f" ({'; '.join(told)})" if told else ""


def _game_of(job: Job, fault: Fault) -> int:
    """The game at fault: a write to the rules is noticed after a chunk only, so its games are played one by one."""
    worker, row = Worker(job), np.zeros(1, job.game.code.layout.outcome)
    for index in range(fault.first, fault.last + 1):
        try:
            worker.play(fault.arm, fault.lineup, index, row)
        except Fault:
            return index
    return fault.first
