"""How a command ends: interrupted, with nowhere to write to, or while it compiles."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from simlab.cli import INTERRUPTED

ENDLESS = """
def endless(view, rules, tables, params, rng):
    turns = 0
    while view.step >= 0:
        turns += 1
    return turns
"""


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen]]:
    """Starts the command line in a process of its own, which doesn't outlive the test."""
    started: list[subprocess.Popen] = []

    def run(*arguments: str, **more: Any) -> subprocess.Popen:
        command = [sys.executable, "-m", "simlab", *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def wait_for(condition, seconds: float = 240) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


def test_ctrl_c_is_told_and_the_same_command_goes_on(start, tmp_path: Path) -> None:
    command = ("run", "koikoi", "--deals", "2e6", "--store", str(tmp_path))
    process = start(*command)
    wait_for(lambda: list(tmp_path.glob("*.json")) or process.poll() is not None)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert out == ""
    assert err == "\nstopped; finished work is kept, and the same command goes on from there\n"
    resumed, err = start(*command).communicate(timeout=60)
    whole, _ = start(*command[:4], "--store", "none").communicate(timeout=60)
    digests = [re.search(r"digest (\w+)", text) for text in (resumed, whole)]
    assert digests[0] is not None
    assert digests[1] is not None
    assert digests[0][1] == digests[1][1], err


def test_a_second_ctrl_c_leaves_a_bot_that_never_returns(start, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ENDLESS)
    process = start("run", "koikoi", "--bots", "mine.py:endless,greedy", "--deals", "5", cwd=tmp_path)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(8)
    for _ in range(2):
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
    _, err = process.communicate(timeout=20)
    assert process.returncode == INTERRUPTED
    assert "stopped" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "simlab", "rules", "koikoi"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "simlab: can't write the output: No space left on device\n")


def test_ctrl_c_leaves_a_replay_at_once(start, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ENDLESS)
    process = start("replay", "koikoi", "--bots", "mine.py:endless,greedy", cwd=tmp_path)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(8)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT


def test_ctrl_c_promises_nothing_that_is_not_kept(start) -> None:
    process = start("run", "koikoi", "--deals", "1e9", "--store", "none")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(6)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (INTERRUPTED, "\nstopped\n")


@pytest.mark.parametrize("verb", ["run koikoi --deals 5", "replay koikoi", "bench koikoi"])
def test_compiling_is_told(start, verb: str, tmp_path: Path) -> None:
    """On the error stream, before it begins: with an empty cache it takes a while."""
    process = start(*verb.split(), env=os.environ | {"SIMLAB_CACHE": str(tmp_path)})
    assert process.stderr is not None
    assert process.stderr.readline().startswith("compiling what this needs of Koi-Koi, once")
