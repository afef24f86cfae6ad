"""Printing: tables as wide as the terminal, plain text without trailing blanks where nobody looks."""

from __future__ import annotations

import io
import sys

from rich.console import Console, RenderableType

# A narrower terminal breaks the lines itself; a narrower table would have to cut figures.
LEAST_WIDTH = 80


def show(renderable: RenderableType) -> None:
    """Print a table or text to the output stream."""
    is_seen = sys.stdout.isatty()
    text = io.StringIO()
    console = Console(file=sys.stdout if is_seen else text, highlight=False, markup=False)
    console.width = max(console.width, LEAST_WIDTH)
    console.print(renderable)
    if not is_seen:
        print("\n".join(line.rstrip() for line in text.getvalue().splitlines()))
