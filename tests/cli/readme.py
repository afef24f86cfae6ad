"""The README's examples, run: ``python tests/cli/readme.py`` writes their real output into it."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"

# Speed differs from run to run.
SPEED = re.compile(r"; [\d,]+ \w+s a second( \(stored before\))?$", re.MULTILINE)

_BLOCK = re.compile(r"(```console\n)(.*?)(```\n)", re.DOTALL)
_BENCH = re.compile(r"(```text\n)(.*?)(```\n)", re.DOTALL)
_PYTHON = re.compile(r"```python\n(.*?)```\n", re.DOTALL)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The console blocks' commands and what the README says they print."""
    for block in _BLOCK.finditer(text):
        line, _, output = block[2].partition("\n")
        yield line.removeprefix("$ "), output


def run(command: str, text: str) -> str:
    """What a command of the README prints, in a folder with the README's bot in it, 80 columns wide, played anew."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "mine.py").write_text(own_bot(text))
        arguments = [sys.executable, "-m", "simlab", *shlex.split(command)[1:]]
        environment = os.environ | {"COLUMNS": "80"}
        done = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def own_bot(text: str) -> str:
    """The README's bot."""
    return next(block[1] for block in _PYTHON.finditer(text) if "@simlab.bot" in block[1])


def session(text: str) -> str:
    """The README's Python session."""
    return next(block[1] for block in _PYTHON.finditer(text) if block[1].startswith(">>>"))


def session_with_output(text: str) -> str:
    """The session as it really goes."""
    lines: list[str] = []
    names: dict[str, object] = {}
    for example in doctest.DocTestParser().get_examples(session(text)):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "<readme>", "single"), names)
        lines += [f">>> {example.source}", printed.getvalue()]
    return "".join(lines) + "\n"


def main() -> None:
    """Rewrite the README's outputs."""
    text = README.read_text(encoding="utf-8")
    for pattern in (_BLOCK, _BENCH):
        text = pattern.sub(partial(_with_output, text), text)
    README.write_text(text.replace(session(text), session_with_output(text)), encoding="utf-8")


def _with_output(text: str, block: re.Match) -> str:
    command = block[2].partition("\n")[0]
    return f"{block[1]}{command}\n{run(command.removeprefix('$ '), text)}{block[3]}"


if __name__ == "__main__":
    main()
