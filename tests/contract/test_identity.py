"""What makes a bot another bot: stored sums and digests are never taken for those of one that plays otherwise."""

from __future__ import annotations

import math
from enum import IntEnum
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
    assert one.identity == again.identity != two.identity
    lineups = ([one.spec, two.spec], [two.spec, one.spec], [one.spec, one.spec])
    digests = [simlab.simulate("koikoi", bots=bots, deals=50, store=False).digest for bots in lineups]
    assert len(set(digests)) == 3


def test_bots_in_files_go_by_function_or_by_name(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT.format(""))
    game = get("koikoi")
    by_name, by_function = (player(game, f"{tmp_path}/mine.py:{name}:rank=2") for name in ("shown", "hidden"))
    assert by_name.identity == by_function.identity
    with pytest.raises(simlab.SimlabError, match=r"unknown function in .*mine.py 'show'; did you mean 'shown'"):
        player(game, f"{tmp_path}/mine.py:show")


def test_a_file_is_read_anew_when_its_text_has_changed(tmp_path: Path) -> None:
    file, game, seen = tmp_path / "mine.py", get("koikoi"), []
    for edit in ("", "+ 1", ""):
        file.write_text(BOT.format(edit))
        seen.append(player(game, f"{file}:shown").identity)
    assert seen[0] == seen[2] != seen[1]


def test_what_can_not_be_told_apart_is_never_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.TABLE", object())
    assert fingerprint(_uses_table) != fingerprint(_uses_table)
