"""Sanma hands: the numbers that the rules name, and the faults that others made, each a test of that name."""

from __future__ import annotations

import pytest

import simlab
from simlab import sanma
from simlab.decks.riichi import counts, kind_of, read_tiles
from simlab.errors import SimlabError
from simlab.games.sanma.telling import HandScore

PINFU = "123456p23456s99m7s"
PAIRS = "1199m2255p3377s44z"
SHANPON = "11m234p567s555z99p1m"
TANYAO = "345p345s67s66p8s"
GATES = "1112345678999p"
DOUBLE = {"double_yakuman": True}


def won(hand: str, win: str = "ron", rules: object = None, **context: object) -> HandScore:
    return simlab.score("sanma", hand, win=win, rules=rules, **context)


def refused(hand: str, win: str = "ron", rules: object = None, **context: object) -> str:
    with pytest.raises(SimlabError) as caught:
        won(hand, win, rules, **context)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def brief(*given: object, **context: object) -> tuple[int, int, int]:
    found = won(*given, **context)
    return found.han, found.fu, found.points


# Worked hands. Not said otherwise, South wins in the East round.


@pytest.mark.parametrize(
    ("hand", "win", "context", "value", "yaku"),
    [
        (PINFU, "tsumo", {}, (2, 20, 1100), {"menzen_tsumo": 1, "pinfu": 1}),
        (PINFU, "ron", {}, (1, 30, 1000), {"pinfu": 1}),
        (PINFU, "ron", {"honba": 2}, (1, 30, 1400), {"pinfu": 1}),
        ("123456p23456s44z7s", "ron", {}, (1, 30, 1000), {"pinfu": 1}),
        (PINFU, "ron", {"dora": "1m"}, (3, 30, 3900), {"pinfu": 1, "dora": 2}),
        (PINFU, "ron", {"dora": "3z", "kita": 2}, (5, 30, 8000), {"pinfu": 1, "kita": 4}),
        ("123456p23456s11z7s", "tsumo", {"seat": "E"}, (1, 30, 1000), {"menzen_tsumo": 1}),
        (PAIRS, "ron", {}, (2, 25, 1600), {"chiitoitsu": 2}),
        (PAIRS, "tsumo", {}, (3, 25, 2400), {"chiitoitsu": 2, "menzen_tsumo": 1}),
        (SHANPON, "ron", {}, (1, 50, 1600), {"haku": 1}),
        (SHANPON, "tsumo", {}, (2, 40, 2000), {"haku": 1, "menzen_tsumo": 1}),
        ("111m111p111s23p99s4p", "ron", {}, (4, 60, 8000), {"sanankou": 2, "sanshoku_doukou": 2}),
        ("11223344556677z", "ron", {}, (0, 0, 32000), {"tsuuiisou": 1}),
        ("13p456s99m2p", "ron", {"melds": "(4444z) (3333z)", "riichi": True}, (1, 100, 3200), {"riichi": 1}),
    ],
)
def test_worked_hands(hand: str, win: str, context: dict, value: tuple[int, int, int], yaku: dict) -> None:
    found = won(hand, win, **context)
    assert (found.han, found.fu, found.points) == value
    assert found.yaku == yaku
    limited = {8000: "mangan", 32000: "yakuman"}
    assert found.limit == limited.get(found.points, "")


def test_worked_payments() -> None:
    assert won(PINFU, "tsumo").parts == {"E": 700, "W": 400}
    assert won(PAIRS, "tsumo").parts == {"E": 1600, "W": 800}
    assert won(SHANPON, "tsumo").parts == {"E": 1300, "W": 700}
    assert won("123456p23456s11z7s", "tsumo", seat="E").parts == {"S": 500, "W": 500}
    for way, shares in {"loss": (4000, 2000), "half": (5000, 3000), "proportional": (5300, 2700)}.items():
        mangan = won(PINFU, "tsumo", {"tsumo_payment": way}, kita=3)
        assert (mangan.limit, mangan.parts) == ("mangan", dict(zip("EW", shares, strict=True)))
    for way, each in {"loss": 2000, "half": 3000, "half_exact": 2900}.items():
        found = won("222p345p678s22z23s4s", "tsumo", {"tsumo_payment": way}, seat="E", dora="1z")
        assert (found.han, found.fu, found.parts) == (3, 30, {"S": each, "W": each})


def test_an_open_hand_without_yaku_does_not_win_by_kita() -> None:
    told = refused("234p567s99m12s3s", melds="111m", kita=3)
    assert "has no yaku" in told
    assert "3 han" in told
    assert "an open hand needs" in told


def test_two_rons_on_one_kita_are_both_paid_by_who_set_it_aside() -> None:
    """Fault: a double ron on a kita charged once."""
    east = won("123456p234567s4z4z", seat="E", by="W", on_kita=True, riichi=True)
    south = won("123456p234567s4z4z", seat="S", by="W", on_kita=True, riichi=True)
    assert set(east.parts) == set(south.parts) == {"W"}
    assert (east.points, south.points) == (2000, 1300)


# Faults reported in public programs.


def test_honba_300() -> None:
    """A ron takes 200 a honba, a tsumo 100 from each of two."""
    for honba in range(4):
        assert won(PINFU, by="W", honba=honba).parts == {"W": 1000 + 200 * honba}
        assert won(PINFU, "tsumo", honba=honba).parts == {"E": 700 + 100 * honba, "W": 400 + 100 * honba}
        assert won(PINFU, rules={"honba_value": 500}, honba=honba).points == 1000 + 1000 * honba
        assert won(PINFU, "tsumo", {"honba_value": 500}, honba=honba).points == 1100 + 1000 * honba


def test_kita_han_lost() -> None:
    for kita in range(5):
        assert won(PINFU, kita=kita).han == 1 + kita
        assert won(PINFU, "tsumo", kita=kita).han == 2 + kita  # the hand stays closed
        assert won("234p567s99m12s3s", melds="777z", kita=kita).yaku.get("kita", 0) == kita
        assert won(PAIRS.replace("44z", "11z"), kita=kita).fu == 25


def test_kita_not_counted_again_for_dora_and_ura() -> None:
    each = {"kita_dora": "per_indicator"}
    assert won(PINFU, kita=2, dora="3z").yaku["kita"] == 4
    assert won(PINFU, kita=2, dora="3z3z").yaku["kita"] == 4
    assert won(PINFU, rules=each, kita=2, dora="3z3z").yaku["kita"] == 6
    assert won(PINFU, kita=2, riichi=True, dora="1s", ura="3z").yaku["kita"] == 4
    assert won(PINFU, rules=each, kita=2, riichi=True, dora="3z", ura="3z").yaku["kita"] == 6
    assert won(PINFU, rules={"ura": False}, kita=2, riichi=True, dora="9p", ura="3z").yaku["kita"] == 2
    assert won(PINFU, kita=2, dora="4z2z").yaku["kita"] == 2
    # Norths in hand are dora too, once an indicator.
    held = won("123456p23456s44z7s", kita=2, dora="3z").yaku
    assert (held["dora"], held["kita"]) == (2, 4)


def test_rinshan_with_haitei_or_ippatsu() -> None:
    after_a_kan, after_a_kita = {"melds": "(1111m)", "rinshan": True}, {"kita": 1, "after_kita": True}
    for hand, luck in (("456p23456s99m7s", after_a_kan), (PINFU, after_a_kita)):
        hand = hand.replace("99m", "55z")
        found = won(hand, "tsumo", **luck)
        assert found.yaku["rinshan"] == 1
        assert "last tile" in refused(hand, "tsumo", last_tile=True, **luck)
        assert "ippatsu" in refused(hand, "tsumo", riichi=True, ippatsu=True, **luck)
        assert "by ron" in refused(hand, "ron", **luck)
    assert "rinshan" not in won(PINFU, "tsumo", {"kita_rinshan": False}, **after_a_kita).yaku


def test_kita_ends_ippatsu() -> None:
    """A ron on another's kita is no ippatsu and no chankan, unless the options say so; it needs a yaku of its own."""
    hand, luck = "123456p234567s4z4z", {"on_kita": True, "riichi": True, "ippatsu": True}
    assert won(hand, **luck).yaku == {"riichi": 1}
    assert won(hand, rules={"kita_ron_ippatsu": True}, **luck).yaku == {"riichi": 1, "ippatsu": 1}
    assert won(hand, rules={"kita_ron_chankan": True}, on_kita=True).yaku == {"chankan": 1}
    assert "no yaku" in refused(hand, on_kita=True)
    assert "kita_ron=off" in refused(hand, rules={"kita_ron": False}, on_kita=True, riichi=True)
    assert "North" in refused(PINFU, on_kita=True)


def test_kita_ends_the_first_go_around() -> None:
    assert won(PINFU, "tsumo", first_turn=True).yaku == {"chiihou": 1}
    assert won(PINFU, "tsumo", first_turn=True, seat="E").yaku == {"tenhou": 1}
    for seat in "ES":
        assert "first_turn" in refused(PINFU, "tsumo", first_turn=True, kita=1, seat=seat)


def test_kita_ends_the_ippatsu_of_a_double_riichi() -> None:
    assert "ippatsu" in refused(PINFU, double_riichi=True, ippatsu=True, kita=1)


def test_kazoe_paid_twice() -> None:
    """However many han there are, a kazoe yakuman is one."""
    hand, called = "123p23s66z4s", {"melds": "(4444z) (9999m)", "riichi": True}
    for luck, han in (({"dora": "3z3z3z"}, 13), ({"dora": "3z3z3z3z1m", "ura": "1m1m1m"}, 33)):
        found = won(hand, **called, **luck)
        assert (found.han, found.limit, found.yakuman, found.points) == (han, "kazoe_yakuman", 0, 32000)
        assert won(hand, seat="E", **called, **luck).points == 48000
        assert won(hand, "tsumo", **called, **luck).parts == {"E": 16000, "W": 8000}
        less = won(hand, rules={"kazoe": "sanbaiman"}, **called, **luck)
        assert (less.limit, less.points) == ("sanbaiman", 24000)
    assert won(hand, **called, dora="3z3z1m").limit == "kazoe_yakuman"
    assert won(hand, **called, dora="3z3z").limit == "baiman"


def test_four_of_a_kind_counted_as_tenpai_on_the_fifth() -> None:
    assert sanma.shanten("123456789p1111m") == 1
    assert sanma.shanten("1z", "111z 222p 333p 444p") == 1
    assert sanma.shanten("5p", "555p 222p 333p 444p") == 1
    assert sanma.shanten("3346p", "5555p 222z 333z") == 1
    assert sanma.shanten("3346p", "555p 222z 333z") == 0
    assert "1m" not in sanma.ukeire("123456789p1111m").tiles
    assert sanma.shanten("1111p222333444s", form="seven_pairs") > 0


def test_three_player_shanten_from_a_four_player_table() -> None:
    assert sanma.shanten("1111m111122233z") == 2


def test_1m_and_9m_treated_as_neighbours() -> None:
    """They make no run, and wait for none."""
    assert sanma.shanten("123456789p19m1z55z") == 1
    assert sanma.shanten("123456789p19m55z") == 1
    assert "not complete" in refused("123456789p19m1z55z")
    assert won(PINFU, dora="9m").yaku == {"pinfu": 1}
    assert won("123456p23456s11m7s", dora="9m").yaku == {"pinfu": 1, "dora": 2}


def test_a_triplet_completed_by_ron_counted_closed() -> None:
    assert won(SHANPON).fu_parts == {"base": 30, "open_triplets_outside": 4, "closed_triplets_outside": 8}
    three = "111m99s444p22s567p9s"
    assert won(three, riichi=True).yaku == {"riichi": 1}
    assert won(three, "tsumo").yaku == {"menzen_tsumo": 1, "sanankou": 2}
    assert won("111m999s444456p55z", tile="4p").yaku == {"sanankou": 2}  # it stands in the run
    four = "222p333p444s99m33z3z"
    assert won(four).yaku == {"toitoi": 2, "sanankou": 2}
    assert won(four, "tsumo").yaku == {"suuankou": 1}
    assert won("222p333p444s333z9m9m").yaku == {"suuankou": 1}


def test_double_wind_pair() -> None:
    hand, winds = "234567p23s234s22z4s", {"round": "S", "riichi": True}
    assert won(hand, **winds).fu_parts == {"base": 30, "pair": 4}
    assert won(hand, rules={"double_wind_fu": 2}, **winds).fu_parts == {"base": 30, "pair": 2}
    assert won(hand, riichi=True).fu_parts == {"base": 30, "pair": 2}
    assert won(hand, riichi=True, seat="W").fu_parts == {"base": 30}
    assert won(hand.replace("22z", "44z"), **winds).yaku == {"riichi": 1, "pinfu": 1, "iipeikou": 1}


def test_open_20_fu_ron() -> None:
    """The least that an open hand has by ron are 30 fu."""
    assert brief(TANYAO, melds="222p") == (1, 30, 1000)
    assert sum(won(TANYAO, melds="222p").fu_parts.values()) == 22
    assert brief(TANYAO, seat="E", melds="222p") == (1, 30, 1500)
    assert brief(TANYAO, "tsumo", melds="222p") == (1, 30, 800)


def test_pinfu_tsumo_22_fu() -> None:
    found = won(PINFU, "tsumo")
    assert (found.fu, found.fu_parts) == (20, {"base": 20})
    off = won(PINFU, "tsumo", {"pinfu_tsumo": False})
    assert (off.yaku, off.fu, off.fu_parts) == ({"menzen_tsumo": 1}, 30, {"base": 20, "tsumo": 2})
    assert won(PINFU, rules={"pinfu_tsumo": False}).yaku == {"pinfu": 1}


@pytest.mark.parametrize("rank", "123456789")
def test_pure_chuuren_on_1_or_9(rank: str) -> None:
    """It counts double on all nine; not if the hand wasn't pure before."""
    for suit in "ps":
        gates = GATES.replace("p", suit)
        assert won(f"{gates}{rank}{suit}", rules=DOUBLE).yaku == {"chuuren": 2}
        assert won(f"{gates}{rank}{suit}").yaku == {"chuuren": 1}
        for other in set("123456789") - {rank}:
            assert won(f"{gates}{rank}{suit}", rules=DOUBLE, tile=other + suit).yaku == {"chuuren": 1}


def test_honba_of_a_pao_ron() -> None:
    """Who is liable pays all of it."""
    called = {"melds": "555z 666z 777z", "pao": "E", "honba": 2}
    hand = "1m234p1m"
    assert won(hand, by="W", **called).parts == {"E": 16400, "W": 16000}
    assert won(hand, by="E", **called).parts == {"E": 32400}
    assert won(hand, "tsumo", **called).parts == {"E": 32400}
    assert won(hand, rules={"pao": False}, by="W", **called).parts == {"W": 32400}


# What else the rules say of a won hand.


@pytest.mark.parametrize(
    ("hand", "context"),
    [
        ("111m234p567s555z9p9p", {"dora": "1m1m"}),
        (PINFU, {"dora": "1z1z1z1z1z"}),
        (PINFU, {"dora": "4z", "kita": 4}),
        (PINFU, {"riichi": True, "dora": "7z7z7z", "ura": "7z7z1z"}),
    ],
)
def test_indicators_are_tiles_too(hand: str, context: dict) -> None:
    """There are four of each kind, wherever they lie."""
    refused(hand, **context)


def test_red_fives() -> None:
    two, eight, red = {"red_fives": 2}, {"red_fives": 8}, "123406p23406s99m7s"
    assert won(red, rules=two).yaku == won(red, rules=eight).yaku == {"pinfu": 1, "red": 2}
    assert won(PINFU, rules=two).yaku == won(PINFU).yaku == {"pinfu": 1}
    assert won(PINFU, rules=eight).yaku == {"pinfu": 1, "red": 2}  # all of them are
    assert won("345p67s66p345s8s", rules=two, melds="505p").yaku == {"tanyao": 1, "red": 1}
    assert "no red fives" in refused(red)
    assert "0p more than once" in refused("123p006p45s99m345s6s", rules=two)


def test_a_score_is_told() -> None:
    found = won("456p23456s99m7s", "tsumo", melds="(1111p)", dora="9p", sticks=2, honba=1)
    assert found.yaku == {"menzen_tsumo": 1, "dora": 4}
    assert found.parts == {"E": 4100, "W": 2100, "sticks": 2000}
    assert found.points == 8200
    told = str(found)
    for word in ("(1111p)", "menzen_tsumo", "dora", "mangan", "E pays", "W pays", "sticks", "8200"):
        assert word in told
    assert won(PINFU).parts == {"discarder": 1000}
    assert won(PINFU, by="e").parts == won(PINFU, by="East").parts == {"E": 1000}


def test_nobody_is_liable_for_what_lay_hidden() -> None:
    """Pao takes sets that all could see: a concealed daisangen has none."""
    assert "lies open" in refused("555666777z23s99m4s", win="ron", pao="E")
    hands = sanma.empty_hands(1)
    hands["tiles"][0] = counts(read_tiles("555666777z23s99m4s"))
    hands["win"], hands["by"] = kind_of(read_tiles("4s")[0]), 2
    paid = [sanma.batch_score(hands)["pays"].tolist()]
    hands["liable"] = 1
    assert [sanma.batch_score(hands)["pays"].tolist()] == paid
