"""What makes a bot another bot: stored sums and digests are never taken for those of one that plays otherwise."""

from __future__ import annotations

import math
import os
import sys
from enum import IntEnum
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab.games import get
from simlab.kernel import bits
from simlab.run.bots import player
from simlab.run.fingerprint import fingerprint

FACTOR = 2
TABLE = np.array([1, 2, 3])


class Rank(IntEnum):
    LOW = 0
    HIGH = 1


class Other(IntEnum):
    LOW = 0
    HIGH = 2


def _helper(x, add=1):
    return x + FACTOR + add


def _uses_helper(view, rules, tables, params, stream):
    return _helper(1)


def _uses_rank(view, rules, tables, params, stream):
    return Rank.HIGH


def _uses_table(view, rules, tables, params, stream):
    return TABLE[0]


def _reads_step(view, rules, tables, params, stream):
    return view.step


def _reads_seat(view, rules, tables, params, stream):
    return view.seat


def _adds_two(x, add=2):
    return x + FACTOR + add


EDITS = {
    "a constant": (_uses_helper, "FACTOR", 3),
    "a helper": (_uses_helper, "_helper", lambda x, add=1: x - FACTOR - add),
    "a helper's default": (_uses_helper, "_helper", _adds_two),
    "an enum's value": (_uses_rank, "Rank", Other),
    "an array": (_uses_table, "TABLE", np.array([1, 2, 4])),
    "an array's type": (_uses_table, "TABLE", np.array([1, 2, 3], np.uint8)),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_fingerprint_follows_what_a_bot_calls_and_reads(edit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, name, value = EDITS[edit]
    before = fingerprint(function)
    assert fingerprint(function) == before
    monkeypatch.setattr(f"{__name__}.{name}", value)
    assert fingerprint(function) != before


def test_attributes_count() -> None:
    assert fingerprint(_reads_step) != fingerprint(_reads_seat)


def test_what_a_bot_closes_over_counts() -> None:
    def make(rank):
        def closed(view, rules, tables, params, stream):
            return rank

        return closed

    assert fingerprint(make(1)) == fingerprint(make(1))
    assert fingerprint(make(1)) != fingerprint(make(2))


def test_parameters_count_to_the_last_bit() -> None:
    @simlab.bot("koikoi", name="tuned", weight=0.3)
    def tuned(view, rules, tables, params, stream):
        return bits.nth(view.legal, 0)

    game = get("koikoi")
    one, other = player(game, "tuned:weight=0.1"), player(game, f"tuned:weight={math.nextafter(0.1, 1)}")
    assert one.identity != other.identity
    assert one.spec != other.spec
    assert player(game, "tuned").identity == player(game, "tuned:weight=0.3").identity
    assert player(game, "tuned:never=stop").identity != player(game, "tuned").identity


BOT = """
import simlab
from simlab.kernel import bits

@simlab.bot("koikoi", name="shown", rank=0)
def hidden(view, rules, tables, params, stream):
    return bits.nth(view.legal, int(params[0]) {} % bits.count(view.legal))
"""


def test_files_keep_bots_of_one_name_apart(tmp_path: Path) -> None:
    game = get("koikoi")
    for folder, edit in (("one", ""), ("two", "+ 1")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(BOT.format(edit))
    one, two = (player(game, f"{tmp_path / folder}/mine.py:shown") for folder in ("one", "two"))
    again = player(game, f"{tmp_path}/one/mine.py:shown")
    assert one.bot.source == again.bot.source != two.bot.source
    lineups = ([one.spec, two.spec], [two.spec, one.spec], [one.spec, one.spec])
    runs = [simlab.simulate("koikoi", bots=bots, deals=50, store=False) for bots in lineups]
    assert len({found.digest for found in runs}) == 3
    assert len({str(found.job.key) for found in runs}) == 3


def test_a_digest_is_the_same_wherever_the_bot_lies(tmp_path: Path) -> None:
    """And whatever else is loaded: what was played is what counts. Stored sums serve both, as the code is the same."""
    digests, keys = set(), set()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(BOT.format("") + f"# in {folder}\n")
        found = simlab.simulate("koikoi", bots=[f"{tmp_path / folder}/mine.py:shown", "greedy"], deals=50, store=False)
        digests.add(found.digest)
        keys.add(str(found.job.key))
    assert (len(digests), len(keys)) == (1, 1)


USES_HELPER = """
import own_helper
from simlab.kernel import bits

def helped(view, rules, tables, params, stream):
    return bits.nth(view.legal, own_helper.K % bits.count(view.legal))
"""


def test_a_module_of_ones_own_counts_by_its_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are compiled in, wherever they come from and whatever the file says by now."""
    (tmp_path / "own_helper.py").write_text(
        "from pathlib import Path\nK = int(Path(__file__).with_name('k').read_text())\n"
    )
    (tmp_path / "mine.py").write_text(USES_HELPER)
    monkeypatch.syspath_prepend(tmp_path)
    game, seen = get("koikoi"), []
    for value in (0, 1, 0):
        (tmp_path / "k").write_text(str(value))
        monkeypatch.delitem(sys.modules, "own_helper", raising=False)
        (tmp_path / "mine.py").write_text(f"{USES_HELPER}# {len(seen)}\n")
        seen.append(player(game, f"{tmp_path}/mine.py:helped").bot.source)
    assert seen[0] == seen[2] != seen[1]


def test_what_libraries_have_counts_by_name() -> None:
    """A bot that uses them is known again in the next session."""

    def rooted(view, rules, tables, params, stream):
        return int(sqrt(view.step)) + int(np.sqrt(1.0)) + len(Path.__name__)

    assert fingerprint(rooted) == fingerprint(rooted)


def test_a_file_that_was_edited_within_a_second_is_read_anew(tmp_path: Path) -> None:
    """Neither its time nor its size tells: compiled leftovers of Python's own must not be taken."""
    file, plays = tmp_path / "sweep.py", []
    for rank in (0, 1, 2):
        file.write_text(
            "from simlab.kernel import bits\n"
            "def sweep(view, rules, tables, params, stream):\n"
            f"    return bits.nth(view.legal, {rank} % bits.count(view.legal))\n"
        )
        os.utime(file, (1, 1))
        told = simlab.replay("koikoi", bots=[f"{file}:sweep", "greedy"])
        plays.append(next(event["action"] for event in told.events if event["event"] == "action"))
    assert len(set(plays)) == 3


def test_bots_in_files_go_by_function_or_by_name(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT.format(""))
    game = get("koikoi")
    by_name, by_function = (player(game, f"{tmp_path}/mine.py:{name}:rank=2") for name in ("shown", "hidden"))
    assert by_name.bot.source == by_function.bot.source
    with pytest.raises(simlab.SimlabError, match=r"unknown function in .*mine.py 'show'; did you mean 'shown'"):
        player(game, f"{tmp_path}/mine.py:show")


def test_a_file_is_read_anew_when_its_text_has_changed(tmp_path: Path) -> None:
    file, game, seen = tmp_path / "mine.py", get("koikoi"), []
    for edit in ("", "+ 1", ""):
        file.write_text(BOT.format(edit))
        seen.append(player(game, f"{file}:shown").bot.source)
    assert seen[0] == seen[2] != seen[1]


def test_what_can_not_be_told_apart_is_never_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.TABLE", object())
    assert fingerprint(_uses_table) != fingerprint(_uses_table)


def test_a_bot_that_was_taken_out_of_its_file_is_gone(tmp_path: Path) -> None:
    file, game = tmp_path / "mine.py", get("koikoi")
    file.write_text(BOT.format(""))
    assert player(game, f"{file}:shown").bot.params == {"rank": 0}
    file.write_text("x = 1\n")
    with pytest.raises(simlab.SimlabError, match="unknown function in"):
        player(game, f"{file}:shown")
