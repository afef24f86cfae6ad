"""What the commands leave: tables on the screen, JSON, files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from simlab.errors import SimlabError


def found(as_json: bool, table: Callable[[], Any], frames: Mapping[str, Any], manifest: Mapping[str, Any]) -> None:
    """What a command found: as JSON, or as a table."""
    if as_json:
        from simlab.report.files import records

        json({"manifest": manifest} | {name: records(frame) for name, frame in frames.items()})
    else:
        screen(table())


def screen(renderable: Any) -> None:
    """A table or text, on the screen."""
    from simlab.report.screen import show

    show(renderable)


def text(markdown: str) -> None:
    """A text: set for a terminal, as it is written where it goes to a file."""
    from rich.markdown import Markdown

    if sys.stdout.isatty():
        screen(Markdown(markdown))
    else:
        print(markdown)


def json(value: Any) -> None:
    """A value as JSON."""
    from simlab.report.files import to_json

    print(to_json(value))


@contextmanager
def saved(
    folder: Path | None,
    frames: Mapping[str, Any],
    figures: Mapping[str, Callable[[Any], Any]],
    manifest: Mapping[str, Any],
) -> Iterator[None]:
    """Leave the files in the folder, if there is one, before the table is shown; what goes wrong is told after it."""
    if folder is None:
        yield
        return
    from simlab.report import files, plots

    problem = None
    try:
        made = files.save(folder, frames, {name: partial(draw, plots) for name, draw in figures.items()}, manifest)
        print(f"wrote {', '.join(path.name for path in made)} to {folder}", file=sys.stderr)
    except SimlabError as error:
        problem = error
    yield
    if problem is not None:
        raise problem


def watched(as_json: bool) -> bool:
    """Whether a progress bar has somebody to look at it."""
    return sys.stderr.isatty() and not as_json
