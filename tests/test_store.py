"""Finished work on disk: resumed, extended, never half read, and told when it is damaged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import simlab
from simlab.errors import StoreError
from simlab.run import pool, simulate
from simlab.run.store import Progress, Store, Sums

BOTS = ["greedy", "random"]


def run(store: Path | bool, deals: int = 5000, **more: object) -> simlab.Result:
    return simlab.simulate("koikoi", bots=BOTS, deals=deals, store=store, **more)  # type: ignore[arg-type]


def file_of(store: Path) -> Path:
    (file,) = store.glob("*.json")
    return file


def sums(blocks: int, value: int = 1) -> Sums:
    made = Sums.empty(2, 3, 1)
    made.blocks = blocks
    made.totals[:] = value * blocks
    return made


EMPTY = Sums.empty(2, 3, 1)


def test_what_is_stored_is_not_played_again(tmp_path: Path) -> None:
    first = run(tmp_path)
    again = run(tmp_path)
    assert (first.played.reused, again.played.reused) == (0, 5000)
    assert first.digest == again.digest == run(False).digest


def test_a_longer_run_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    run(tmp_path, 2000)
    longer = run(tmp_path)
    assert longer.played.reused == 2000
    assert longer.digest == run(False).digest


def test_a_shorter_run_is_played_anew_and_keeps_the_longer_one(tmp_path: Path) -> None:
    """Sums can't be cut."""
    run(tmp_path)
    shorter = run(tmp_path, 2000)
    assert shorter.played.reused == 0
    assert shorter.digest == run(False, 2000).digest
    assert run(tmp_path).played.reused == 5000


@pytest.mark.parametrize(
    "more",
    [{"seed": 2}, {"first": 1}, {"rules": {"seven_double": True}}, {"rotate": True}],
    ids=lambda more: next(iter(more)),
)
def test_other_runs_have_other_files(tmp_path: Path, more: dict) -> None:
    run(tmp_path)
    other = run(tmp_path, **more)
    assert other.played.reused == 0
    assert other.digest == run(False, **more).digest


def test_a_comparison_is_stored_by_its_arms(tmp_path: Path) -> None:
    arms = {"base": {}, "seven": {"seven_double": True}}
    first = simlab.compare("koikoi", arms, BOTS, 1000, store=tmp_path)
    renamed = simlab.compare("koikoi", {"a": {}, "b": {"seven_double": True}}, BOTS, 1000, store=tmp_path)
    assert renamed.played.reused == 1000
    assert renamed.digest == first.digest
    assert simlab.compare("koikoi", arms | {"c": {"viewing": "on"}}, BOTS, 1000, store=tmp_path).played.reused == 0


def test_an_edited_bot_is_another_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = (
        "from simlab.kernel import bits\n"
        "def first(view, rules, tables, params, rng):\n    return bits.nth(view.legal, {})\n"
    )
    counts = []
    for rank in (0, 0, "bits.count(view.legal) - 1"):
        file.write_text(text.format(rank))
        script = (
            "import simlab, sys; "
            f"print(simlab.simulate('koikoi', bots=[{str(file)!r} + ':first', 'greedy'], deals=500, "
            f"store={str(tmp_path / 'store')!r}).played.reused)"
        )
        counts.append(
            subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()
        )
    assert counts == ["0", "500", "0"]


def test_chunks_join_the_prefix_in_any_order() -> None:
    progress = Progress(Sums.empty(2, 3, 1))
    progress.add(20, sums(10))
    progress.add(5, sums(15))
    assert progress.prefix.blocks == 0
    assert progress.missing(40) == [(0, 5), (30, 40)]
    progress.add(0, sums(5))
    assert progress.prefix.blocks == 30
    assert progress.prefix.totals.tolist() == [30, 30]
    assert progress.missing(40) == [(30, 40)]
    assert progress.missing(30) == []


def test_a_prefix_that_is_too_long_does_not_serve() -> None:
    progress = Progress(sums(10), {20: sums(10), 40: sums(10)})
    assert progress.within(9).prefix.blocks == 0
    assert list(progress.within(35).open) == [20]
    assert progress.within(35).missing(35) == [(10, 20), (30, 35)]


def test_sums_beyond_64_bits_are_exact(tmp_path: Path) -> None:
    huge = sums(1, 1 << 80)
    store = Store({"a": 1}, tmp_path)
    store.write(Progress(huge, {7: huge}, 1.5))
    back = store.read(EMPTY)
    assert (back.prefix + back.open[7]).totals.tolist() == [1 << 81, 1 << 81]


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "swapped", "not text"])
def test_a_damaged_file_is_told(tmp_path: Path, damage: str) -> None:
    run(tmp_path)
    file = file_of(tmp_path)
    whole = file.read_text()
    if damage == "cut":
        file.write_text(whole[: len(whole) // 2])
    elif damage == "flipped":
        file.write_text(whole.replace('"blocks": 5000', '"blocks": 5001'))
    elif damage == "empty":
        file.write_text("")
    elif damage == "not text":
        file.write_bytes(b"\xff\xfe\x00")
    else:
        run(tmp_path, seed=2)
        (other,) = set(tmp_path.glob("*.json")) - {file}
        file.write_text(other.read_text())
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"stored sums .* are damaged \(.*\); delete the file to start this run anew"):
        run(tmp_path)
    assert file.read_bytes() == before


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(simlab.SimlabError, match=r"store .* can't be written .*; name a folder that can"):
        run(tmp_path / "file" / "store")


def test_a_fault_keeps_what_is_finished(tmp_path: Path) -> None:
    @simlab.bot("koikoi")
    def fails_late(view, rules, tables, params, rng):
        if view.public.calls[0] > 3:
            return -1
        for code in (49, 48):
            if (view.legal[0] >> code) & 1:
                return code
        for code in range(48):
            if (view.legal[0] >> code) & 1:
                return code
        return -1

    with pytest.raises(simlab.BotError, match="fails_late"):
        simlab.simulate("koikoi", bots=["fails_late", "greedy"], deals=100_000, store=tmp_path, threads=2)
    kept = json.loads(file_of(tmp_path).read_text().rpartition("\n")[0])
    assert kept["prefix"]["blocks"] > 0


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interrupt comes in the middle of a run; the same call goes on from there."""
    threading.Timer(0.6, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, 20_000_000)
    kept = json.loads(file_of(tmp_path).read_text().rpartition("\n")[0])["prefix"]["blocks"]
    assert kept > 0
    monkeypatch.setattr(simulate, "SAVE_SECONDS", 0.05)
    resumed = run(tmp_path, kept + 5000)
    assert resumed.played.reused >= kept
    assert resumed.digest == run(False, kept + 5000).digest


SCRIPT = """
import sys
from simlab.run import simulate
simulate.SAVE_SECONDS = 0.02
import simlab
found = simlab.simulate("koikoi", bots=["greedy", "random"], deals=700_000, seed=4, store=sys.argv[1], threads=2)
print(found.digest)
"""


def test_killed_at_any_moment_and_resumed(tmp_path: Path) -> None:
    """kill -9 at several moments: what is on disk is whole, and the resumed run ends with the digest of a whole one."""
    whole = simlab.simulate("koikoi", bots=BOTS, deals=700_000, seed=4, store=False).digest
    kills = 0
    for delay in (0.0, 0.03, 0.1, 0.2):
        process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(tmp_path)], stdout=subprocess.DEVNULL)
        before = {file: file.stat().st_mtime_ns for file in tmp_path.glob("*.json")}
        while process.poll() is None and before == {file: file.stat().st_mtime_ns for file in tmp_path.glob("*.json")}:
            time.sleep(0.001)
        time.sleep(delay)
        process.kill()
        kills += process.wait() == -signal.SIGKILL
    assert kills >= 2
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == whole


def test_chunks_cover_each_range_once() -> None:
    chunks = pool.Chunks([(0, 10), (15, 17), (20, 50)], 1, 100, size=8)
    assert list(chunks) == [(0, 8), (8, 10), (15, 17), (20, 28), (28, 36), (36, 44), (44, 50)]
