"""The command line."""

from __future__ import annotations

import os
import signal
import sys
from pickle import UnpicklingError
from typing import NoReturn

from simlab.errors import Interrupted, SimlabError
from simlab.kernel.home import cache_root

BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line; bad input ends with one line and exit code 2."""
    try:
        status = _run()
        sys.stdout.flush()
    except SimlabError as error:
        _fail(str(error))
    except KeyboardInterrupt as pressed:
        _interrupted(is_kept=isinstance(pressed, Interrupted))
    except (EOFError, UnpicklingError):
        _fail(f"a compiled file in the cache is damaged; delete the folders kernels-* in {cache_root()}")
    except BrokenPipeError:
        # Whoever reads has seen enough; nothing more may be written when Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _fail(f"can't {f'use {error.filename}' if error.filename else 'write the output'}: {error.strerror or error}")
    sys.exit(status)


def _run() -> int:
    """The command's exit code; what it can't read of its line is bad input."""
    import typer

    from simlab.cli.commands import app
    from simlab.cli.escape import Escaped

    # What typer raises for a command line that it can't read; the class itself has no public name there.
    usage_error: type[Exception] = typer.BadParameter.__mro__[1]
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    # A terminal that knows ASCII only shows question marks rather than nothing.
    getattr(sys.stdout, "reconfigure", lambda **how: None)(errors="replace")
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="simlab", standalone_mode=False)
    except usage_error as error:
        context = getattr(error, "ctx", None)
        where = f" (see {context.command_path} --help)" if context else ""
        raise SimlabError(f"{error.format_message().rstrip('.')}{where}") from None  # type: ignore[attr-defined]
    except Escaped as escaped:
        raise escaped.cause from None
    return status if isinstance(status, int) else 0


def _interrupted(is_kept: bool) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    more = "; finished work is kept, and the same command goes on from there" if is_kept else ""
    print(f"\nstopped{more}", file=sys.stderr, flush=True)
    # Not sys.exit, which would wait for a bot that never returns.
    os._exit(INTERRUPTED)


def _fail(message: str) -> NoReturn:
    print(f"simlab: {message}", file=sys.stderr)
    sys.exit(BAD_INPUT)
