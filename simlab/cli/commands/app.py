"""The command line itself: the guide, and what comes before the verb."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab import __version__
from simlab.cli.escape import Group

GUIDE = """
simlab plays millions of deals of traditional games, bot against bot, and
tells what a rule does to the game, with an interval on every number.

\b
First steps
  simlab games                               which games there are
  simlab rules koikoi                        a game's rules and options
  simlab run koikoi --bots greedy,random     play a million deals
  simlab compare koikoi --vary seven_double  the same deals, two rule sets
  simlab replay koikoi --index 5             watch one deal
  simlab odds koikoi                         exact odds of hands and boards
  simlab sanma chart                         from a sanma hand to its payment

\b
Rules are set alike everywhere: --preset NAME, --rules FILE.toml, and
--set OPTION=VALUE as often as you like, the later on top of the earlier.
Bots are named by seat: --bots greedy,random. Any of them can be forbidden an
action (greedy:never=stop); your own is path.py:name.
The same seed gives the same deals. Finished work is kept: Ctrl-C, then the
same command, goes on where it stopped.
"""


app = typer.Typer(
    cls=Group,
    help=GUIDE,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"simlab {__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")]


@app.callback(help=GUIDE)
def main(version: Version = False) -> None:
    """What comes before the verb."""
