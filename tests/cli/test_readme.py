"""The README says what really happens."""

from __future__ import annotations

import re

import pytest
import readme

TEXT = readme.README.read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "output"), list(readme.commands(TEXT)), ids=lambda text: text.splitlines()[0][:60])
def test_console_blocks(command: str, output: str) -> None:
    assert readme.SPEED.sub("", readme.run(command, TEXT)) == readme.SPEED.sub("", output)


def test_python_session() -> None:
    assert readme.session_with_output(TEXT) == readme.session(TEXT)


def test_the_first_two_commands_set_themselves_up() -> None:
    """CI runs the second one as it stands; the first must differ in what it installs and runs only."""
    first, second = re.findall(r"```sh\n(.*?)\n```", TEXT)
    setup = "python3 -m venv .venv && .venv/bin/pip install --quiet "
    assert first == f"{setup}. && .venv/bin/simlab compare koikoi --vary seven_double"
    assert second == f"{setup}'.[test]' && .venv/bin/pytest"


def test_the_own_bot_takes_ten_lines() -> None:
    function = readme.own_bot(TEXT).partition("@simlab.bot")[2]
    assert len([line for line in function.splitlines() if line.strip() and '"""' not in line]) <= 10
