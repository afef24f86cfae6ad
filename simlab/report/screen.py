"""Printing: tables as wide as the terminal, plain text without trailing blanks where nobody looks."""

from __future__ import annotations

import io
import sys

from rich.console import Console, RenderableType


def show(renderable: RenderableType) -> None:
    """Print a table or text to the output stream."""
    if sys.stdout.isatty():
        Console(highlight=False, markup=False).print(renderable)
        return
    text = io.StringIO()
    Console(file=text, highlight=False, markup=False).print(renderable)
    print("\n".join(line.rstrip() for line in text.getvalue().splitlines()))
