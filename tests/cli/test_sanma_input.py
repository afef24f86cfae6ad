"""Sanma hands on the command line: what can't be is one line that names it; what can be is told."""

from __future__ import annotations

import json

import pytest

import simlab

GOOD = "123456p23456s99m7s"
RON = f"score sanma {GOOD} --win ron"
TSUMO = f"score sanma {GOOD} --win tsumo"
OPEN = "score sanma 234567p99m12s3s --win ron --melds 111m"
NORTH = "score sanma 123456p234567s4z4z --win ron"

BAD = {
    # Tiles.
    "score sanma 11111p23456s99m78s --win ron": "hand and melds have 1p 5 times; a set has each tile four times",
    "score sanma 1111p23456s99m --win ron --melds 1111p": "hand and melds have 1p 8 times",
    "score sanma 456p23456s99m17p --win ron --melds (1111p)": "hand and melds have 1p 5 times",
    "score sanma 123m456p23456s99m7s --win ron": "tile 2m is not in a three-player set",
    **{
        f"score sanma 123p456p2345s99m{rank}m --win ron": f"tile {rank}m is not in a three-player set" for rank in "358"
    },
    "score sanma 123456p23456s99m8z --win ron": "unknown tile 8z",
    "score sanma 123456p23456s99m7 --win ron": "the tiles '7' in '123456p23456s99m7' lack their suit",
    "score sanma 123456p23456x --win ron": "can't read 'x' in the tiles '123456p23456x'",
    "score sanma 123456p23456s99m --win ron": "hand '123456p23456s99m' has 13 tiles; the winning tile is missing",
    "score sanma 123456p23456s99m77s --win ron": "hand '123456p23456s99m77s' has 15 tiles; it needs 14",
    "score sanma 1p --win ron": "hand '1p' has 1 tile; it needs 14",
    "score sanma --win ron": "a score of sanma needs cards, as in ",
    f"{RON} --melds 111z": f"hand '{GOOD}' has 14 tiles; it needs 11 with the winning one beside 1 meld",
    "score sanma 123456p24568s99m7s --win ron": "hand '123456p24568s99m7s' is not complete",
    "score sanma 19m123456p23s99s1m2m --win ron": "tile 2m is not in a three-player set",
    f"{RON} --tile 5z": "doesn't have the tile 5z that it was won on",
    f"{RON} --tile 99m": "tile '99m' is not the one tile that the hand was won on",
    f"{RON} --tile 3m": "tile 3m is not in a three-player set",
    "score sanma 123406p23456s99m7s --win ron": "have 0p; these rules have no red fives",
    "score sanma 123p006p45s99m345s6s --win ron --set red_fives=2": "0p more than once; these rules have it once",
    # Melds.
    "score sanma 123456p2s99m1s3s --win ron --melds 456s": "'456s' is no meld: there is no chi in three-player mahjong",
    "score sanma 123456p2s99m1s3s --win ron --melds 11z": "'11z' is no meld",
    "score sanma 123456p2s99m1s3s --win ron --melds (111z)": "'(111z)' is no meld",
    "score sanma 123456p2s99m1s3s --win ron --melds 222m": "tile 2m is not in a three-player set",
    # Indicators and kita.
    f"{RON} --dora 5m": "tile 5m is not in a three-player set",
    f"{RON} --dora 1p2p3p4p5p6p": "dora '1p2p3p4p5p6p' are 6 indicators; there are 5 at most",
    f"{RON} --riichi --ura 1p2p3p4p5p6p": "ura '1p2p3p4p5p6p' are 6 indicators",
    f"{RON} --ura 1p": f"hand '{GOOD}' has ura dora without riichi",
    f"{RON} --kita 5": "kita can't be '5'; allowed: a whole number from 0 to 4",
    f"{RON} --kita -1": "kita can't be '-1'",
    f"{RON} --kita two": "kita can't be 'two'",
    f"{NORTH} --kita 3": "hand '123456p234567s4z4z' has more than four North",
    f"{RON} --kita 1 --set kita=off": "kita=off",
    f"{NORTH} --riichi --on_kita --set kita_ron=off": "kita_ron=off",
    f"{RON} --set kita=off --set kita_dora=per_indicator": "option kita_dora=per_indicator contradicts kita=off",
    f"{RON} --set north_yakuhai=on": "option north_yakuhai=on contradicts kita=on",
    f"{RON} --set red_fives=3": "option red_fives can't be '3'; allowed: 0, 2, 8",
    f"{RON} --preset tenho": "unknown preset of sanma 'tenho'; did you mean 'tenhou'",
    # No yaku.
    "score sanma 123456p23456s55z7s --win ron": "is complete and has no yaku; riichi or a tsumo would be",
    OPEN: "hand '234567p99m12s3s' is complete and has no yaku; an open hand needs",
    f"{OPEN} --kita 3": "has no yaku; its 3 han of dora, red fives and kita are none; an open hand needs",
    NORTH: "hand '123456p234567s4z4z' is complete and has no yaku",
    # How it was won.
    f"score sanma {GOOD}": "a score of sanma needs win",
    f"score sanma {GOOD} --win chankan": "win can't be 'chankan'; allowed: tsumo, ron",
    f"{OPEN} --riichi": "can't be riichi with an open meld",
    f"{OPEN} --double_riichi": "can't be riichi with an open meld",
    f"{RON} --ippatsu": f"hand '{GOOD}' can't be ippatsu without riichi",
    f"{RON} --riichi --double_riichi": "is riichi and double_riichi at once",
    f"{RON} --riichi perhaps": "can't make sense of 'perhaps'",
    f"{RON} --riichi=perhaps": "riichi can't be 'perhaps'; allowed: on, off",
    f"{RON} --riichi --riichi": "--riichi is given twice",
    f"{TSUMO} --rinshan": "can't be rinshan without a kan",
    f"{TSUMO} --after_kita": "(after_kita) without kita",
    f"{RON} --kita 1 --after_kita": "can't be won on a replacement tile by ron",
    f"{TSUMO} --kita 1 --after_kita --last_tile": "can't be won on the last tile and on a replacement",
    f"{TSUMO} --kita 1 --after_kita --riichi --ippatsu": "can't be ippatsu on a replacement tile",
    f"{TSUMO} --chankan": "(chankan, on_kita) by tsumo",
    f"{RON} --on_kita": "(on_kita) but with North",
    f"{TSUMO} --first_turn --riichi": "first_turn",
    f"{TSUMO} --first_turn --kita 1": "first_turn",
    f"{RON} --first_turn --seat E": "dealer's ron in the first go-around",
    # Seats, and who pays.
    f"{RON} --seat N": "seat can't be 'N'; allowed: E, S, W",
    f"{RON} --seat 2": "seat can't be '2'; allowed: E, S, W",
    f"{RON} --round north": "round can't be 'north'; allowed: E, S, W",
    f"{RON} --by X": "by can't be 'X'; allowed: E, S, W",
    f"{RON} --by S": "by 'S' is the winner himself",
    f"{TSUMO} --by E": "by 'E' says who discarded, and a tsumo has no discard",
    f"{RON} --pao E": "pao E has nothing to be liable for",
    f"{RON} --pao Q": "pao can't be 'Q'",
    "score sanma 23p99s4p --win ron --melds 555z,666z,777z --pao S": "can't have the winner himself liable (pao)",
    f"{RON} --honba -1": "honba can't be '-1'; allowed: a whole number from 0 to 1000",
    f"{RON} --sticks 1.5": "sticks can't be '1.5'",
    # Flags.
    f"{RON} --ipatsu on": "unknown score context of sanma 'ipatsu'; did you mean 'ippatsu'",
    f"{RON} --wind E": "unknown score context of sanma 'wind'",
    f"{RON} --dora": "can't make sense of '--dora'",
    f"{RON} 7s": "can't make sense of '7s'; put the hand in quotes",
}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The first hand on a machine says that it compiles."""
    simlab.score("sanma", GOOD, win="tsumo")


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_clear_line(command: str, call) -> None:
    code, out, err = call(command)
    assert code == 2
    assert out == ""
    assert err.startswith("simlab: ")
    assert BAD[command] in err
    assert err.count("\n") == 1


def test_a_winning_tile_that_is_not_there_is_named(call) -> None:
    assert "5z" in call(f"{RON} --tile 5z")[2]


def test_a_hand_is_told(said) -> None:
    told = said(f"{TSUMO} --seat east --dora 1m --kita 1 --riichi --honba 1 --sticks 2")
    for line in (
        "riichi",
        "menzen_tsumo",
        "pinfu",
        "dora",
        "kita",
        "6 han 20 fu: haneman",
        "S pays",
        "W pays",
        "sticks",
    ):
        assert line in told
    assert told.rstrip().endswith("14200")


def test_a_hand_in_json(said) -> None:
    found = json.loads(said(f"{RON} --by w --honba 2 --json"))
    assert found["yaku"] == {"pinfu": 1}
    assert found["parts"] == {"W": 1400}
    assert (found["points"], found["han"], found["fu"], found["limit"]) == (1400, 1, 30, "")


@pytest.mark.parametrize("hand", ["123456p23456s99m7s", "123p456p,23456s,99m7s", "123456P23456S99M7S"])
def test_a_hand_goes_by_several_texts(hand: str, said) -> None:
    assert "1 han 30 fu" in said(f"score sanma {hand} --win RON --double-riichi=off")


def test_a_hand_in_quotes(said) -> None:
    told = said("score sanma", "13p 456s 99m 2p", "--melds", "(4444z) (3333z)", "--win", "ron", "--riichi")
    assert "1 han 100 fu" in told
    assert "3200" in told
