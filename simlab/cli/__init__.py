"""The command line."""

from __future__ import annotations

import os
import sys

import typer

from simlab.errors import SimlabError

INTERRUPTED = 130

# What typer raises for a command line that it can't read; the class itself has no public name there.
_USAGE: type[Exception] = typer.BadParameter.__mro__[1]


def main() -> None:
    """Run the command line; bad input ends with one line and exit code 2."""
    from simlab.cli.commands import app

    try:
        status = app(standalone_mode=False)
    except SimlabError as error:
        _fail(str(error))
    except _USAGE as error:
        context = getattr(error, "ctx", None)
        where = f" (see {context.command_path} --help)" if context else ""
        _fail(f"{error.format_message()}{where}")  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        print("\nstopped; finished work is kept, and the same command goes on from there", file=sys.stderr, flush=True)
        # Not sys.exit, which would wait for a bot that never returns.
        os._exit(INTERRUPTED)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str) -> None:
    print(f"simlab: {message}", file=sys.stderr)
    sys.exit(2)
