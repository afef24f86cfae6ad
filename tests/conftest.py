"""What all tests share: the games the contract is tested on, and runs that leave nothing behind."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest
import toy  # noqa: F401  (registers the toy game)

import simlab
from simlab import cli
from simlab.analysis.result import Result


@dataclass(frozen=True)
class Case:
    """A game under one rule set, with bots on its seats."""

    game: str
    rules: tuple[tuple[str, object], ...]
    bots: tuple[str, ...]
    unit: str = "deal"

    @property
    def spec(self) -> dict[str, object]:
        return dict(self.rules)

    def simulate(self, count: int, **more: object) -> Result:
        """Play `count` of the unit, and keep nothing."""
        more = {"store": False, "threads": 1, **more}
        return simlab.simulate(self.game, self.spec, list(self.bots), **{f"{self.unit}s": count}, **more)

    def replay(self, index: int) -> simlab.Replay:
        """One game of the run, told."""
        return simlab.replay(self.game, index=index, rules=self.spec, bots=list(self.bots), unit=self.unit)

    def __str__(self) -> str:
        return "-".join([self.game, self.unit, *(f"{key}={value}" for key, value in self.rules), "+".join(self.bots)])


CASES = (
    Case("koikoi", (), ("greedy", "random")),
    Case("koikoi", (("viewing", "on"), ("koikoi_multiplier", "per_call")), ("random", "random")),
    Case("koikoi", (("rounds", 3), ("stakes", 30), ("month_yaku", 4)), ("expert", "random"), "game"),
    Case(
        "koikoi",
        (("viewing", "on"), ("viewing_cancel", "field"), ("exhausted", "last_caller"), ("reopen", "new_yaku")),
        ("random", "expert"),
    ),
    Case("rikiki", (), ("greedy", "random", "greedy", "random")),
    Case(
        "rikiki", (("players", 3), ("max_cards", 4), ("hook", "dealer_revises")), ("random", "greedy", "random"), "game"
    ),
    Case(
        "rikiki",
        (("players", 2), ("packs", 3), ("duplicate_rule", "cancel"), ("trump", "random_suit"), ("max_cards", 70)),
        ("greedy", "random"),
    ),
    Case("rikiki", (("preset", "oh_hell"), ("blind", "all"), ("trump", "dealer_last")), ("random",) * 4),
    Case("toy", (), ("greedy", "random", "greedy:least=2")),
    Case("toy", (("players", 8), ("payer", "player"), ("span", 5)), ("greedy", "random") * 4, "game"),
    Case("toy", (("players", 2), ("rounds", 5)), ("random", "greedy"), "game"),
)


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Every registered game, in turn."""
    return request.param


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
