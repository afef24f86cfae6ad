"""The house's own rules: who may import whom, what lies at the top level, how long a piece may be."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import simlab
from simlab.games import names

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "simlab"
FILES = sorted(SOURCE.rglob("*.py"))

# Each layer may import itself and those before it.
LAYERS = ("errors", "kernel", "decks", "games", "run", "analysis", "report", "cli")
MODULES = [module.name for module in pkgutil.walk_packages([str(SOURCE)], "simlab.") if "__main__" not in module.name]


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_go_one_way(file: Path) -> None:
    if file.parent == SOURCE:
        return
    layer = LAYERS.index(file.relative_to(SOURCE).parts[0])
    for name in imports(file):
        parts = name.split(".")
        if parts[0] == "simlab" and parts[1] in LAYERS:
            assert LAYERS.index(parts[1]) <= layer, f"{file} imports {name}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_games_know_neither_each_other_nor_files_nor_frames(file: Path) -> None:
    parts = file.relative_to(SOURCE).parts
    if parts[0] != "games" or len(parts) < 3:
        return
    for name in imports(file):
        assert not name.startswith(("pandas", "pathlib", "simlab.run")), f"{file} imports {name}"
        for other in set(names()) - {parts[1], "toy"}:
            assert not name.startswith(f"simlab.games.{other}")
        if file.name == "rules.py":
            assert not name.startswith(("numba", "simlab.kernel"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_only_the_kernel_touches_numba(file: Path) -> None:
    inside = file.relative_to(SOURCE).parts[0] == "kernel"
    assert inside or not any(name.split(".")[0] == "numba" for name in imports(file))
    text = file.read_text(encoding="utf-8")
    assert "numba.njit" not in text or file.name == "jit.py"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_pieces_are_short(file: Path) -> None:
    """Functions under about 60 lines of code, modules under about 400."""
    text = file.read_text(encoding="utf-8")
    assert text.count("\n") <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            body = [
                part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
            assert not body or node.end_lineno - body[0].lineno < 60, f"{file}: {node.name}"


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failures == 0


@pytest.mark.parametrize("module", MODULES)
def test_every_public_function_has_a_docstring(module: str) -> None:
    loaded = importlib.import_module(module)
    tree = ast.parse(Path(str(loaded.__file__)).read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), module
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{module}.{node.name}"


def test_the_public_names_are_there() -> None:
    for name in simlab.__all__:
        assert getattr(simlab, name).__doc__ or name == "__version__"
    assert {"simulate", "compare", "tournament", "score", "replay", "play", "rules", "bots", "bot", "games"} <= set(
        dir(simlab)
    )
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = simlab.nothing


def test_the_top_level_is_as_agreed() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    top = {path.split("/")[0] for path in listed}
    assert {name for name in top if not name.startswith(".")} <= {
        "pyproject.toml", "simlab", "notebooks", "results", "tests", "README.md",
    }  # fmt: skip
