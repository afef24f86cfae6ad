"""The command line: every verb, what it prints and what it leaves."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import simlab

HARMLESS = "koikoi --deals 20 --store none"


def test_help_reads_like_a_guide(said) -> None:
    text = said("--help")
    for verb in (
        "run",
        "compare",
        "tournament",
        "score",
        "odds",
        "replay",
        "rules",
        "bots",
        "games",
        "warmup",
        "bench",
    ):
        assert f"\n  {verb} " in text
        assert said(f"{verb} --help").startswith("Usage: ")
    assert "First steps" in text


def test_run(said) -> None:
    text = said(f"run {HARMLESS} --bots greedy,random --seed 3")
    assert "Koi-Koi: greedy v random" in text
    assert "20 deals, seed 3; rules: the default rules; simulated, with 95 % intervals" in text
    assert "win rate" in text
    assert "digest " in text


def test_run_as_json(said) -> None:
    found = json.loads(said(f"run {HARMLESS} --json --set viewing=on"))
    assert found["manifest"]["rules"][0]["viewing"] == "on"
    assert [row["seat"] for row in found["seats"]] == [0, 1]
    assert {"seats", "features", "metrics", "manifest"} == set(found)


def test_equal_runs_have_equal_digests(said) -> None:
    runs = [said(f"run {HARMLESS} --json --threads {threads}") for threads in (1, 2)]
    assert len({json.loads(text)["manifest"]["digest"] for text in runs}) == 1


def test_rules_come_from_preset_file_and_set_in_that_order(said, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('viewing = "on"\nanimals = 2\n')
    manifest = json.loads(said(f"run {HARMLESS} --json --preset seed --rules {file} --set animals=3"))["manifest"]
    assert (manifest["rules"][0]["viewing"], manifest["rules"][0]["animals"]) == ("on", 3)


def test_presets_are_compared_under_the_rules_that_are_set(said, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("animals = 2\n")
    found = json.loads(said(f"compare {HARMLESS} --vary preset=seed --rules {file} --set ribbons=3 --json"))
    assert found["manifest"]["variants"] == ["base", "seed"]
    assert [(rules["animals"], rules["ribbons"]) for rules in found["manifest"]["rules"]] == [(2, 3), (2, 3)]


def test_a_files_preset_gives_way_to_the_flag(said, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('preset = "big"\nspan = 5\n')
    common = f"run toy --deals 5 --store none --json --rules {file}"
    for flags, players in (("", 8), ("--preset seed", 3)):
        rules = json.loads(said(f"{common} {flags}"))["manifest"]["rules"][0]
        assert (rules["players"], rules["span"]) == (players, 5)
    found = json.loads(said(f"compare toy --deals 5 --store none --json --rules {file} --vary preset=big"))
    assert [rules["players"] for rules in found["manifest"]["rules"]] == [8, 8]


def test_toml_that_is_printed_is_read(said, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(said("rules koikoi --toml --set seven_double=on"))
    manifest = json.loads(said(f"run {HARMLESS} --json --rules {file}"))["manifest"]
    assert manifest["rules"][0]["seven_double"] is True


def test_compare(said) -> None:
    text = said(f"compare {HARMLESS} --vary seven_double --vary viewing=on,with_other")
    for name in ("seven_double=on", "viewing=on", "viewing=with_other"):
        assert f"\n{name}\n" in text
    assert "no deal differs" in text
    assert "deals came out differently" in text
    same = said(f"compare {HARMLESS} --vary animals=1")
    assert "the same rules" in same
    assert "no deal came out differently, with these bots" in same


def test_compare_presets_and_metrics(said) -> None:
    found = json.loads(
        said("compare toy --deals 20 --store none --vary preset=big --set players=8 --metrics win_rate --json")
    )
    assert {row["metric"] for row in found["effects"]} == {"win_rate"}
    assert found["manifest"]["variants"] == ["base", "big"]


def test_a_bare_option_takes_all_other_values(said) -> None:
    found = json.loads(said(f"compare {HARMLESS} --vary viewing --set viewing=on --json"))
    assert found["manifest"]["variants"] == ["base", "viewing=off", "viewing=with_other"]


def test_tournament(said) -> None:
    text = said(f"tournament {HARMLESS} --bots random,greedy")
    assert "mean score less the opponent's" in " ".join(text.split())
    assert text.index("1     greedy") < text.index("2     random")


def test_score(said) -> None:
    assert said("score koikoi", "1b 3b 8b") == "three_brights      6\npoints             6\n"
    assert (
        json.loads(said("score koikoi --json", "1b 3b 8b", "--set", "koikoi_multiplier=per_call", "--calls=2"))[
            "points"
        ]
        == 18
    )
    assert "12" in said("score koikoi", "1b 3b 8b", "--set", "koikoi_multiplier=any", "--opponent-calls", "1")


def test_odds(said) -> None:
    assert said("odds koikoi redeal") == "redeal: 0.606488 % (exact)\n"
    assert said("odds koikoi", "hand has 3b") == "hand has 3b: 16.6667 % (exact)\n"
    (told,) = json.loads(said("odds koikoi --json --set hand_cards=10 lucky_hand"))
    assert told["method"] == "exact"
    assert told["low"] == told["probability"] == told["high"] == pytest.approx(0.01388468, abs=1e-8)
    table = " ".join(said("odds koikoi").split())
    for name in ("four_of_a_month", "instant_win", "1.191297 %", "zones: hand (8 cards)"):
        assert name in table


def test_replay(said) -> None:
    text = said("replay koikoi --seed 1 --index 5 --bots greedy,random")
    assert text.startswith("Koi-Koi, seed 1, deal 5: greedy v random, the default rules\n")
    lines = [json.loads(line) for line in said("replay koikoi --index 5 --json").splitlines()]
    assert [lines[0]["event"], lines[1]["event"], lines[-1]["event"]] == ["start", "shuffle", "outcome"]


def test_rules(said) -> None:
    text = said("rules koikoi")
    assert text.startswith("# Koi-Koi\n")
    for option in ("five_brights = 15", "sake_cup = both", "viewing = off", "seven_double = off"):
        assert option in text
    assert "seven_double = on" in said("rules koikoi --options --set seven_double=on")


def test_bots_and_games(said) -> None:
    text = " ".join(said("bots koikoi").split())
    assert "greedy takes what is worth most now" in text
    assert "view seat, decision, step, legal[1], hand" in text
    assert "koikoi" in said("games")
    assert "toy" in said("games")


def test_lists_for_programs(said) -> None:
    assert [row["game"] for row in json.loads(said("games --json"))] == ["koikoi", "rikiki", "sanma", "toy"]
    assert [row["bot"] for row in json.loads(said("bots koikoi --json"))][:2] == ["random", "greedy"]
    told = json.loads(said("rules koikoi --set viewing=on --json"))
    assert {row["option"]: row["value"] for row in told["options"]}["viewing"] == "on"
    assert told["rules_hash"] == simlab.rules("koikoi", viewing="on").hash


def test_version(said) -> None:
    assert said("--version") == f"simlab {simlab.__version__}\n"


def test_warmup(said) -> None:
    assert said("warmup koikoi toy") == "koikoi is ready\ntoy is ready\n"


def test_bench(said) -> None:
    lines = json.loads(said("bench koikoi --rounds 3 --json"))
    assert "random deal" not in {
        line["name"] for line in json.loads(said("bench koikoi --bots greedy --rounds 3 --json"))
    }
    assert [line["name"] for line in lines][:4] == [
        "pack (numpy permuted)",
        "our shuffle",
        "random deal",
        "greedy deal",
    ]
    assert all(line["low"] <= line["median"] <= line["high"] for line in lines)


def test_a_bot_of_your_own(said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A long path would be folded.
    monkeypatch.chdir(tmp_path)
    file = Path("mine.py")
    file.write_text(
        "import simlab\nfrom simlab.kernel import bits\n\n"
        "@simlab.bot('koikoi', rank=0)\n"
        "def picks(view, rules, tables, params, rng):\n"
        "    return bits.nth(view.legal, int(params[0]) % bits.count(view.legal))\n"
    )
    text = said(f"run {HARMLESS} --bots {file}:picks,{file}:picks:rank=3")
    assert "mine.py:picks:rank=3" in text
    assert "mine.py:picks" in said(f"tournament {HARMLESS} --bots {file}:picks,greedy")


def test_out(said, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "out"
    said(f"compare {HARMLESS} --vary seven_double --out {folder}")
    names = {path.name for path in folder.iterdir()}
    assert {"effects.parquet", "effects.csv", "manifest.json", "mean_score.png", "mean_score.svg"} <= names
    frame = pd.read_parquet(folder / "effects.parquet")
    assert list(frame.columns) == [
        "variant", "metric", "base", "value", "difference", "low", "high", "n",
        "variance_reduction", "differing_deals", "standardized", "deals_to_notice", "seat",
    ]  # fmt: skip
    assert len(pd.read_csv(folder / "effects.csv")) == len(frame)
    assert json.loads((folder / "manifest.json").read_text())["blocks"] == 20
    said(f"run {HARMLESS} --out {folder}")
    said(f"tournament {HARMLESS} --out {folder}")
    assert {"seats.csv", "yaku.png", "ratings.svg", "payoffs.parquet"} <= {path.name for path in folder.iterdir()}


def test_a_file_of_rules_that_is_no_toml_is_told(call, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("seven_double = ")
    code, _, err = call(f"run {HARMLESS} --rules {file}")
    assert code == 2
    assert "is not TOML" in err


def test_a_bot_file_that_fails_is_told(call, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("import nothing_of_that_name\n")
    code, _, err = call(f"run {HARMLESS} --bots {file}:x,greedy")
    assert code == 2
    assert "can't be run: ModuleNotFoundError" in err
    file.write_text("x = 1\n")
    code, _, err = call(f"run {HARMLESS} --bots {file}:x,greedy")
    assert (code, "unknown function in" in err) == (2, True)


def _python(*arguments: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **more)


def test_a_bot_file_that_leaves_is_told(call, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("import sys\nsys.exit(0)\n")
    code, _, err = call(f"run {HARMLESS} --bots {file}:x,greedy")
    assert (code, "can't be run: SystemExit: 0" in err) == (2, True)


def test_what_can_not_be_written_is_told_after_the_table(call, tmp_path: Path) -> None:
    """The work is done: it is shown, and kept."""
    (tmp_path / "seats.csv").mkdir()
    code, out, err = call(f"run {HARMLESS} --out {tmp_path}")
    assert code == 2
    assert "digest" in out
    assert err.startswith(f"simlab: can't write {tmp_path}/seats.csv: ")
    assert err.count("\n") == 1


def test_a_damaged_store_ends_with_one_line(tmp_path: Path) -> None:
    command = ["-m", "simlab", "run", "koikoi", "--deals", "50", "--store", str(tmp_path)]
    assert _python(*command).returncode == 0
    (file,) = tmp_path.glob("*.json")
    file.write_text(file.read_text()[:-3])
    done = _python(*command)
    assert done.returncode == 2
    assert done.stderr.startswith("simlab: stored sums ")
    assert done.stderr.count("\n") == 1


def test_a_reasons_lines_are_one(call, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("raise ValueError('a\\nb\\nc')\n")
    code, _, err = call(f"run {HARMLESS} --bots {file}:x,greedy")
    assert (code, err.count("\n")) == (2, 1)
    assert "ValueError: a b c" in err


def test_a_name_that_no_file_can_have_is_told(call) -> None:
    code, _, err = call(f"run {HARMLESS} --bots {'a' * 300}.py:f,greedy")
    assert code == 2
    assert "can't be read: File name too long" in err


def test_files_are_left_though_nobody_reads_on(tmp_path: Path) -> None:
    line = f"{sys.executable} -m simlab compare {HARMLESS} --vary viewing --out {tmp_path}/out | head -n 1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    assert (tmp_path / "out" / "effects.csv").exists()


def test_no_cache_to_write_to_is_told() -> None:
    done = _python("-m", "simlab", "run", "koikoi", "--deals", "5", env=os.environ | {"SIMLAB_CACHE": "/dev/null/x"})
    assert done.returncode == 2
    assert "set SIMLAB_CACHE to a folder that can be written" in done.stderr
    assert done.stderr.count("\n") == 1


def test_starting_loads_no_more_than_needed() -> None:
    """`import simlab`, its help and its errors do without Numba, pandas, SciPy and matplotlib."""
    heavy = "{'numba', 'pandas', 'scipy', 'matplotlib', 'pyarrow'}"
    for script in (
        "import simlab",
        "import simlab.cli",
        "import simlab; simlab.games(); simlab.rules('koikoi', seven_double=True)",
    ):
        done = _python("-c", f"{script}\nimport sys\nprint({heavy} & set(sys.modules))")
        assert done.stdout.strip() == "set()", done.stderr


def test_piped_output_has_no_bar_and_no_colour() -> None:
    done = _python("-m", "simlab", "run", "koikoi", "--deals", "300000", "--store", "none", "--threads", "1")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr


def test_a_closed_pipe_is_no_fault() -> None:
    command = f"{sys.executable} -m simlab rules koikoi | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stdout == "# Koi-Koi\n"
    assert "Traceback" not in done.stderr


def test_a_terminal_sees_a_bar() -> None:
    """On anything over a second, with rate and time left."""
    parent, child = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "simlab",
        "run",
        "koikoi",
        "--deals",
        "2e6",
        "--store",
        "none",
        "--threads",
        "1",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=child, env=os.environ | {"TERM": "xterm"})
    os.close(child)
    seen = b""
    while True:
        try:
            part = os.read(parent, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    assert process.wait() == 0
    assert b"deals/s" in seen
    assert b"%" in seen
