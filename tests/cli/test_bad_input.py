"""One clear line with exit code 2 for each kind of bad input."""

from __future__ import annotations

import pytest

HARMLESS = "koikoi --deals 20 --store none"

BAD = {
    "run koi": "unknown game 'koi'; did you mean 'koikoi'",
    f"run {HARMLESS} --set seven_doubel=on": "unknown option of koikoi 'seven_doubel'; did you mean 'seven_double'",
    f"run {HARMLESS} --set animals": "--set animals lacks a value",
    f"run {HARMLESS} --set animals=x": "option animals can't be 'x'; allowed: a whole number from 0 to 100",
    f"run {HARMLESS} --set flower_viewing=3": "option flower_viewing=3 contradicts viewing=off",
    f"run {HARMLESS} --preset foo": "unknown preset of koikoi 'foo' (known: seed, ",
    f"run {HARMLESS} --rules nothing.toml": "rules file nothing.toml can't be read: No such file",
    f"run {HARMLESS} --bots greedy": "1 bot for 2 seats; name one for each seat",
    f"run {HARMLESS} --bots greedy,greedy,greedy": "3 bots for 2 seats",
    f"run {HARMLESS} --bots greedy,gredy": "unknown bot of koikoi 'gredy'; did you mean 'greedy'",
    f"run {HARMLESS} --bots greedy:x=1,greedy": "unknown parameter of bot greedy 'x'",
    f"run {HARMLESS} --bots nofile.py:x,greedy": "bot file nofile.py is not there",
    "run koikoi --deals 0": "deals can't be '0'; allowed: a whole number from 1 to 4611686018427387903",
    "run koikoi --deals -5": "deals can't be '-5'",
    "run koikoi --deals many": "deals can't be 'many'",
    "run koikoi --deals 1.5": "deals can't be '1.5'",
    "run koikoi --deals nan": "deals can't be 'nan'",
    "run koikoi --deals inf": "deals can't be 'inf'",
    "run koikoi --deals 1e30": "deals can't be '1e30'",
    "run koikoi --games 5 --deals 5": "deals and games are both given",
    f"run {HARMLESS} --seed -1": "seed can't be '-1'; allowed: a whole number from 0 to 18446744073709551615",
    f"run {HARMLESS} --first x": "first can't be 'x'",
    f"run {HARMLESS} --threads 0": "threads can't be '0'",
    f"run {HARMLESS} --out /dev/null/x": "--out /dev/null/x can't be written",
    "run koikoi --deals 20 --store /dev/null/x": "store /dev/null/x can't be written (Not a directory); name a folder",
    f"run {HARMLESS} --dealz 5": "No such option: --dealz",
    "run": "Missing argument 'GAME'",
    "fly koikoi": "No such command 'fly'",
    f"compare {HARMLESS}": "nothing to compare: add --vary",
    f"compare {HARMLESS} --vary seven_doubel": "unknown option of koikoi 'seven_doubel'",
    f"compare {HARMLESS} --vary animals": "--vary animals needs values: write animals=A,B",
    f"compare {HARMLESS} --vary viewing=perhaps": "option viewing can't be 'perhaps'; allowed: off, on, with_other",
    f"compare {HARMLESS} --vary seven_double --metrics win_rat": "unknown metric 'win_rat'; did you mean 'win_rate'",
    "compare toy --deals 20 --vary players=4": "the variants differ in the number of players (base 3, players=4 4)",
    f"tournament {HARMLESS} --bots greedy": "a tournament needs two or more bots",
    f"tournament {HARMLESS} --bots greedy,greedy": "a tournament needs two or more bots, each once",
    "score koikoi 1x": "unknown card '1x'",
    "score koikoi 1b,1b": "card 1b stands twice",
    "score koikoi 1b 3b": "can't make sense of '3b'; put the hand in quotes",
    "score koikoi 1b --calls x": "calls can't be 'x'; allowed: a whole number from 0 to 9",
    "score koikoi 1b --cals 1": "unknown score context of koikoi 'cals'; did you mean 'calls'",
    "score toy 1": "toy has no hands to score",
    "odds koikoi redeel": "unknown question of koikoi 'redeel'; did you mean 'redeal'",
    "odds toy": "toy has no questions to ask",
    "replay koikoi --index -1": "index can't be '-1'",
    "replay koikoi --unit hand": "koikoi can't be counted in hands; it is counted in deals or games",
    "run koikoi --deals 5 --set rounds=3": "option rounds means nothing for a single deal; count in games",
    "run koikoi --games 5 --set rounds=3 --set first_to=9": "option rounds=3 contradicts first_to=9",
    "run koikoi --deals 5 --set lucky_points=7 --set lucky_hand=ignore": "lucky_points=7 contradicts lucky_hand=ignore",
    "run koikoi --deals 5 --set hand_cards=9": "option hand_cards can't be '9'; allowed: 8, 10",
    "run koikoi --deals 5 --set hand_pairs=off --set lucky_hand=ignore": "hand_pairs=off contradicts lucky_hand=ignore",
    "bench koikoi --rounds 3 --bots gredy": "unknown bot of koikoi 'gredy'; did you mean 'greedy'",
    f"run {HARMLESS} --set preset=seed": "preset 'seed' is where a rule set starts, and can't be set on top of one",
    "bench koikoi --rounds 1": "rounds can't be '1'",
    "warmup koi": "unknown game 'koi'",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_clear_line(command: str, call) -> None:
    code, out, err = call(command)
    assert code == 2
    assert out == ""
    assert err.startswith("simlab: ")
    assert BAD[command] in err
    assert err.count("\n") == 1
