"""Compiled kernels and tables are found again by later processes, and not by edited sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import CASES

import simlab
from simlab.games import get
from simlab.kernel import home, tables

TESTS = Path(__file__).resolve().parents[1]

# Plays a deal and steps through one, and says whether anything had to be compiled.
SCRIPT = """
import sys
import toy, simlab
from simlab.kernel.jit import announced
compiled = []
with announced(lambda: compiled.append(True)):
    for name, seats in (("koikoi", 2), ("toy", 3)):
        for bot in simlab.bots(name):
            simlab.simulate(name, bots=[bot] * seats, deals=5, store=False)
        simlab.replay(name)
print("compiled" if compiled else "loaded")
"""


def run(script: str, **variables: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(TESTS)} | variables
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_new_process_compiles_nothing() -> None:
    run(SCRIPT)
    assert run(SCRIPT) == "loaded"


def test_flags_have_a_cache_of_their_own() -> None:
    """NUMBA_BOUNDSCHECK=1 must not find the code compiled without it."""
    script = "from simlab.kernel.home import build_hash; print(build_hash())"
    assert run(script, NUMBA_BOUNDSCHECK="1") != run(script)


def test_an_edit_anywhere_starts_a_new_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "deep" / "b.py").write_text("y = 1\n")
    monkeypatch.setattr(home, "PACKAGE", tmp_path)
    home.source_hash.cache_clear()
    before = home.source_hash()
    (tmp_path / "deep" / "b.py").write_text("y = 2\n")
    home.source_hash.cache_clear()
    changed = home.source_hash()
    home.source_hash.cache_clear()
    assert changed != before


DTYPE = np.dtype([("big", "i4", (20_000,))])


def _build(rules: np.ndarray) -> np.ndarray:
    built = np.zeros(1, DTYPE)
    built["big"] = rules["span"][0]
    return built


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(home.CACHE_VARIABLE, str(tmp_path))
    return tmp_path


def test_large_tables_are_kept_on_disk(own_cache: Path) -> None:
    rules = np.array([(3,)], [("span", "i4")])
    first = tables.load("big", rules, DTYPE, _build)
    (file,) = (own_cache / "tables").iterdir()
    again = tables.load("big", rules, DTYPE, lambda rules: pytest.fail("built twice"))
    assert (again["big"] == 3).all()
    assert (first["big"] == 3).all()
    again["big"] = 7
    assert (first["big"] == 3).all()
    assert (np.fromfile(file, DTYPE)["big"] == 3).all()


def test_a_cut_file_of_tables_is_made_anew(own_cache: Path) -> None:
    rules = np.array([(5,)], [("span", "i4")])
    tables.load("big", rules, DTYPE, _build)
    (file,) = (own_cache / "tables").iterdir()
    file.write_bytes(file.read_bytes()[:100])
    assert (tables.load("big", rules, DTYPE, _build)["big"] == 5).all()


def test_tables_follow_the_rules() -> None:
    """The toy's table depends on `span`: other rules, other table, same kernel."""
    case = next(case for case in CASES if case.game == "toy")
    assert case.simulate(200).digest != type(case)("toy", (("span", 9),), case.bots).simulate(200).digest


def test_half_a_file_is_never_seen(tmp_path: Path) -> None:
    """A write that fails leaves the old file whole, and nothing else."""
    path = tmp_path / "sums.json"
    home.write_whole(path, lambda file: file.write(b"old"))

    def fail(file) -> None:
        file.write(b"new")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        home.write_whole(path, fail)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_everybody_has_tables_of_his_own() -> None:
    """Small ones, kept in memory, are copied."""
    game = get("koikoi")
    rules = simlab.rules("koikoi").record("deal")
    mine, yours = game.tables(rules), game.tables(rules)
    mine["worth"] = -1
    assert (yours["worth"] >= 0).all()
    assert (game.tables(rules)["worth"] >= 0).all()
