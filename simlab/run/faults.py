"""A bot's fault, told in full: which bot, in which game, at which decision, and what would have been legal."""

from __future__ import annotations

from simlab.errors import BotError
from simlab.run.bots import specs
from simlab.run.plan import Job
from simlab.run.pool import Fault
from simlab.run.step import Stepper, step_through


def explain(job: Job, fault: Fault) -> BotError:
    """The error for a fault that a chunk met: its games are stepped through, every bot watched at every decision."""
    # A write to what all threads share may be noticed while another line-up plays.
    suspects = sorted(job.lineups, key=lambda lineup: lineup is not job.lineups[fault.lineup])
    for lineup in suspects:
        for index in range(fault.first, fault.last + 1):
            try:
                step_through(Stepper(job.game, job.arms[fault.arm], job.unit), lineup, job.seed, index)
            except BotError as error:
                return error
    return BotError(
        f"a bot of {', '.join(specs(suspects[0]))} {fault.why} in game {fault.first}, and not when the game was played "
        "again: a bot's answer may depend on nothing but its arguments"
    )
