"""What the tests of the command line share."""

from __future__ import annotations

import sys

import pytest

from simlab import cli


def run_line(
    command: str, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch, *more: str
) -> tuple[int, str, str]:
    """Run a command line in this process: exit code, output, errors."""
    monkeypatch.setattr(sys, "argv", ["simlab", *command.split(), *more])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    out, err = capsys.readouterr()
    return ended.value.code or 0, out, err  # type: ignore[return-value]


@pytest.fixture
def call(capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch):
    return lambda command, *more: run_line(command, capsys, monkeypatch, *more)


@pytest.fixture
def said(call):
    """What a command that works prints."""

    def run(command: str, *more: str) -> str:
        code, out, err = call(command, *more)
        assert code == 0, err
        return out

    return run
