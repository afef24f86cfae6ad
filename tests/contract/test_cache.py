"""Compiled kernels and tables are found again by later processes, and not by edited sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import CASES

import simlab
from simlab.games import get, playable
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
    # Another process that tests may just be writing to the same cache.
    assert "loaded" in [run(SCRIPT) for _ in range(3)]


@pytest.mark.parametrize("keep", [0, 200])
def test_damaged_kernels_are_compiled_anew(keep: int, tmp_path: Path) -> None:
    """What a full disk has left of them: nothing, or a part."""
    script = "import simlab; print(simlab.simulate('koikoi', bots=['random', 'random'], deals=5, store=False).digest)"
    source = home.cache_home(f"kernels-{home.build_hash()}")
    shutil.copytree(source, tmp_path / source.name)
    for file in (tmp_path / source.name).rglob("*.nbc"):
        file.write_bytes(file.read_bytes()[:keep])
    assert run(script, SIMLAB_CACHE=str(tmp_path)) == run(script)


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


def _load(span: int, other: int = 0, build=_build) -> np.ndarray:
    rules = np.array([(span, other)], [("span", "i4"), ("other", "i4")])
    return tables.load("big", rules, ["span"], DTYPE, build)


def test_large_tables_are_kept_on_disk(own_cache: Path) -> None:
    first = _load(3)
    (file,) = (own_cache / "tables").iterdir()
    again = _load(3, build=lambda rules: pytest.fail("built twice"))
    assert (again["big"] == 3).all()
    again["big"] = 7
    assert (first["big"] == 3).all()
    assert (np.fromfile(file, DTYPE)["big"] == 3).all()


def test_rules_that_tables_do_not_read_need_no_tables_of_their_own(own_cache: Path) -> None:
    _load(3)
    _load(3, other=1, build=lambda rules: pytest.fail("built twice"))
    _load(4)
    assert len(list((own_cache / "tables").iterdir())) == 2


def test_tables_read_no_option_but_those_declared() -> None:
    """A game's `table_options` are all that its tables depend on."""
    for game in (get(name) for name in playable()):
        base = game.code.build_tables(simlab.rules(game.name).record(game.unit))
        for option in game.options:
            if game.table_options is None or option.name in game.table_options or option.needs:
                continue
            for value in option.choices or option.among or (option.low, option.high):
                changed = simlab.rules(game.name, {option.name: value}).record(game.unit)
                assert game.code.build_tables(changed).tobytes() == base.tobytes(), option.name


def test_a_cut_file_of_tables_is_made_anew(own_cache: Path) -> None:
    _load(5)
    (file,) = (own_cache / "tables").iterdir()
    file.write_bytes(file.read_bytes()[:100])
    assert (_load(5)["big"] == 5).all()


def test_what_lies_unused_for_long_is_cleared_away(own_cache: Path) -> None:
    home.cache_home("kernels-old")
    _load(1)
    (table,) = (own_cache / "tables").iterdir()
    long_ago = time.time() - home.STALE_SECONDS - 60
    for stale in (own_cache / "kernels-old", table):
        os.utime(stale, (long_ago, long_ago))
    fresh = home.cache_home("kernels-new")
    assert fresh.exists()
    assert not (own_cache / "kernels-old").exists()
    assert not table.exists()


GAME_FILE = """
import toy
from dataclasses import replace
from simlab.games import register
from simlab.kernel.jit import entry
from simlab.kernel.records import Status

@entry
def finish(state, rules, outcome):
    outcome.length = {length}

def code():
    return replace(toy.CODE, finish=finish)

OTHER = replace(toy.TOY, name="other", load=code)
register(OTHER)
"""


def test_an_edited_game_of_ones_own_is_compiled_anew(tmp_path: Path) -> None:
    """The kernel's own sources are unchanged; the game's file is what counts."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\nimport mygame, simlab\n"
        "print(float(simlab.simulate('other', bots=['random'] * 3, deals=20).summary['mean_length']))"
    )
    for length in (5, 6):
        (tmp_path / "mygame.py").write_text(GAME_FILE.format(length=length))
        environment = os.environ | {"PYTHONPATH": str(TESTS)}
        command = [sys.executable, "-c", script, str(tmp_path)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == f"{length}.0"


def test_tables_follow_the_rules() -> None:
    """The toy's table depends on `span`: other rules, other table, same kernel."""
    case = next(case for case in CASES if case.game == "toy")
    wide = type(case)("toy", (("span", 9),), case.bots).simulate(200)
    assert case.simulate(200).played.sums.totals.tolist() != wide.played.sums.totals.tolist()


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
