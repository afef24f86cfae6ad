"""Shanten, ukeire and discards of sanma hands: against the referee and brute force, in text and in arrays."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from referee.sanma import shanten as referee_shanten
from referee.sanma_cases import random_case
from sanma_cases_to_hands import hands_of, held_of

from simlab import sanma
from simlab.decks.riichi import CODES, COPIES, KINDS, OTHERS, RANKS, SOU, text, tiles_of
from simlab.games.sanma import blocks
from simlab.games.sanma.state import Status

FORMS = {"best": "best", "standard": "standard", "seven_pairs": "chiitoitsu", "orphans": "kokushi"}
NONE = 99  # of a form that melds rule out
ALL = tuple(range(KINDS))
POOLS = (
    ALL,
    tuple(range(SOU)),
    tuple(range(SOU, OTHERS)),
    tuple(range(OTHERS)),
    tuple(range(OTHERS, KINDS)),
    (0, 1, 2, 3, 4, *range(OTHERS, KINDS)),
    (0, 8, 9, 17, *range(OTHERS, KINDS)),
    (2, 3, 4, 5, 6, 11, 12, 13, 14),
    (0, 1, 2, 3, 4, 5),
    (11, 12, 13, 14, 15, 25, 26),
)


def random_hand(rng: random.Random, melds: int, spare: int, pool: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Closed tiles, one to throw or none among them, and those in melds, of a pool of kinds as far as it goes."""
    own, held = np.zeros(KINDS, np.uint8), np.zeros(KINDS, np.uint8)
    for kind in rng.sample(pool, melds):
        held[kind] = rng.choice((COPIES - 1, COPIES))
    wall = [kind for kind in pool for _ in range(COPIES - held[kind])]
    size = 13 - 3 * melds + spare
    drawn = rng.sample(wall, min(size, len(wall)))
    drawn += rng.sample([kind for kind in ALL if kind not in pool], size - len(drawn))
    np.add.at(own, drawn, 1)
    return own, held


def random_hands(seed: int, number: int, melds: int | None = None, spare: int | None = None):
    """Two uint8[number, 27]; where not said otherwise with any number of melds, with a tile to throw and without."""
    rng = random.Random(seed)
    made = [
        random_hand(
            rng,
            rng.choice((0, 0, 1, 2, 3, 4)) if melds is None else melds,
            rng.choice((0, 1)) if spare is None else spare,
            rng.choice(POOLS),
        )
        for _ in range(number)
    ]
    return tuple(np.array(part) for part in zip(*made, strict=True))


def codes_of(counts: np.ndarray) -> list[str]:
    return [CODES[kind] for kind in tiles_of(counts)]


def melds_text(held: np.ndarray) -> str:
    """In text a kan as a closed or an open one is the same to shanten."""
    return " ".join(text([kind] * int(held[kind])) for kind in np.flatnonzero(held))


# Against the referee.


def check_against_the_referee(seed: int, number: int, melds: int) -> None:
    own, held = random_hands(seed, number, melds)
    found = {form: sanma.batch_shanten(own, held, form).tolist() for form in FORMS}
    for which in range(number):
        melded = {CODES[kind]: int(held[which, kind]) for kind in np.flatnonzero(held[which])}
        expected = referee_shanten(codes_of(own[which]), melds, melded)
        for form, name in FORMS.items():
            value = NONE if expected[name] is None else expected[name]
            assert found[form][which] == value, (form, text(tiles_of(own[which])), melded)


@pytest.mark.parametrize("melds", range(5))
def test_shanten_is_the_referees(melds: int) -> None:
    check_against_the_referee(melds, 600, melds)


@pytest.mark.slow
@pytest.mark.parametrize("melds", range(5))
def test_shanten_is_the_referees_on_many_hands(melds: int) -> None:
    check_against_the_referee(100 + melds, 30_000, melds)


def test_held_tiles_matter() -> None:
    """Among the hands above are enough that would be nearer if there were a fifth tile."""
    own, held = random_hands(2, 600, 2)
    naive = [referee_shanten(codes_of(hand), 2)["best"] for hand in own]
    assert (sanma.batch_shanten(own, held) > np.array(naive)).sum() > 20


# Against brute force.


def drawn(own: np.ndarray, kind: int) -> np.ndarray:
    more = own.copy()
    more[:, kind] += 1
    return more


@pytest.mark.parametrize("form", FORMS)
def test_ukeire_is_what_lowers_shanten(form: str) -> None:
    own, held = random_hands(11, 1500, None if form in ("best", "standard") else 0, 0)
    seen = np.minimum(np.random.default_rng(1).integers(0, 3, own.shape), COPIES - own - held)
    far, kinds, live = sanma.batch_ukeire(own, held, seen, form)
    assert far.tolist() == sanma.batch_shanten(own, held, form).tolist()
    left = COPIES - own.astype(int) - held
    expected, number = np.zeros(len(own), np.uint64), np.zeros(len(own), int)
    for kind in ALL:
        rows = np.flatnonzero(left[:, kind] > 0)
        lower = rows[sanma.batch_shanten(drawn(own[rows], kind), held[rows], form) < far[rows]]
        expected[lower] |= np.uint64(1 << kind)
        number[lower] += (left - seen)[lower, kind]
    assert kinds.tolist() == expected.tolist()
    assert live.tolist() == number.tolist()
    assert (kinds > 0).all()  # whatever a hand lacks can be drawn


@pytest.mark.parametrize("form", FORMS)
def test_discards_are_the_ukeire_of_what_is_left(form: str) -> None:
    """What is thrown is seen: it can't be drawn again."""
    own, held = random_hands(12, 600, None if form in ("best", "standard") else 0, 1)
    seen = np.minimum(np.random.default_rng(2).integers(0, 2, own.shape), COPIES - own - held)
    found = sanma.batch_discards(own, held, seen, form)
    for kind in ALL:
        rows, rest, others = thrown(own, seen, kind)
        expected = sanma.batch_ukeire(rest, held[rows], others, form)
        for values, wanted in zip(found, expected, strict=True):
            assert values[rows, kind].tolist() == wanted.tolist()
        without = np.flatnonzero(own[:, kind] == 0)
        assert (found[0][without, kind] == NONE).all()
        assert (found[1][without, kind] == 0).all()
    assert found[0].min(axis=1).tolist() == np.maximum(sanma.batch_shanten(own, held, form), 0).tolist()


def thrown(own: np.ndarray, seen: np.ndarray, kind: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The hands that hold a kind, without one of it, and what is seen then."""
    rows = np.flatnonzero(own[:, kind])
    one = (np.arange(KINDS) == kind).astype(np.uint8)
    return rows, own[rows] - one, seen[rows] + one


def test_complete_is_what_can_be_scored() -> None:
    """A hand is at -1 exactly if scoring finds it complete: won hands, and such with one tile exchanged."""
    rng = random.Random(4)
    cases = [random_case(rng)[0] for _ in range(1500)]
    hands = hands_of(cases)
    for name in ("chankan", "on_kita", "kita", "after_kita", "dora", "ura", "reds", "liable", "first_turn", "rinshan"):
        hands[name] = 0
    changed = hands.copy()
    for hand in changed:
        free = np.flatnonzero(hand["tiles"] - (np.arange(KINDS) == hand["win"]))
        whole = hand["tiles"] + held_of(hand)
        out, into = rng.choice(free.tolist()), rng.choice(np.flatnonzero(whole < COPIES).tolist())
        hand["tiles"][out] -= 1
        hand["tiles"][into] += 1
    for some, expected in ((hands, len(hands)), (changed, None)):
        complete = sanma.batch_shanten(some["tiles"], np.array([held_of(hand) for hand in some])) == -1
        assert complete.tolist() == (sanma.batch_score(some)["status"] != Status.NOT_COMPLETE).tolist()
        assert 50 < complete.sum() < len(hands) if expected is None else complete.sum() == expected


# In text and in arrays.


def test_text_and_arrays_agree() -> None:
    own, held = random_hands(21, 300)
    seen = np.minimum(np.random.default_rng(3).integers(0, 2, own.shape), COPIES - own - held)
    for hand, lying, others in zip(own, held, seen, strict=True):
        given = text(tiles_of(hand)), melds_text(lying)
        row = hand[None], lying[None]
        assert sanma.shanten(*given) == sanma.batch_shanten(*row)[0]
        if hand.sum() % 3 == 1:
            found = sanma.ukeire(*given, seen=text(tiles_of(others)))
            assert told(found) == tuple(part[0] for part in sanma.batch_ukeire(*row, others[None]))
        else:
            far, kinds, live = (part[0] for part in sanma.batch_discards(*row, others[None]))
            discards = sanma.discards(*given, seen=text(tiles_of(others)))
            assert {discard.tile for discard in discards} == set(codes_of(hand))
            for discard in discards:
                kind = CODES.index(discard.tile)
                assert told(discard.after) == (far[kind], kinds[kind], live[kind])


def told(found: sanma.Ukeire) -> tuple[int, int, int]:
    return found.shanten, sum(1 << CODES.index(tile) for tile in found.tiles), found.live


def test_discards_are_the_best_first() -> None:
    for hand in random_hands(24, 300, 0, 1)[0]:
        found = [(discard.after.shanten, -discard.after.live) for discard in sanma.discards(text(tiles_of(hand)))]
        assert all(one <= two for one, two in pairwise(found))


def test_forms_in_text() -> None:
    assert [sanma.shanten("1199m2255p3377s4z", form=form) for form in FORMS] == [0, 3, 0, 9]
    assert [sanma.shanten("19m19p19s1234567z", form=form) for form in FORMS] == [0, 8, 6, 0]
    assert str(sanma.ukeire("19m19p19s1234567z", form="orphans")).startswith("tenpai: 39 tiles: 1px3 9px3 1sx3")
    assert sanma.ukeire("1199m2255p3377s4z", seen="4z").tiles == {"4z": 2}
    assert sanma.ukeire("1199m2255p3377s4z", seen="444z") == sanma.ukeire("1199m2255p3377s4z", "", "4z4z4z")
    assert sanma.ukeire("1199m2255p3377s4z", seen="444z").live == 0
    assert sanma.shanten("05p05s1199m33p77s4z") == 0  # red fives are fives


def test_shapes_and_dtypes() -> None:
    own, held = random_hands(22, 7, 1, 1)
    waiting = own - (np.arange(KINDS) == own.argmax(axis=1)[:, None])
    found = sanma.batch_shanten(own, held)
    assert (found.shape, found.dtype) == ((7,), np.int8)
    for parts, shape in ((sanma.batch_ukeire(waiting, held), (7,)), (sanma.batch_discards(own, held), (7, KINDS))):
        assert [part.shape for part in parts] == [shape] * 3
        assert [part.dtype for part in parts] == [np.int8, np.uint64, np.int16]
    for dtype in (np.int8, np.int64, np.uint16):
        assert sanma.batch_shanten(own.astype(dtype), held.astype(dtype)).tolist() == found.tolist()
    assert sanma.batch_shanten(own.tolist(), held.tolist()).tolist() == found.tolist()
    assert sanma.batch_shanten(np.asfortranarray(own), held).tolist() == found.tolist()
    assert sanma.batch_shanten(np.zeros((0, KINDS), int)).shape == (0,)
    assert sanma.batch_discards(np.zeros((0, KINDS), int))[1].shape == (0, KINDS)
    assert sanma.batch_score(sanma.empty_hands(0)).shape == (0,)


def test_nothing_given_is_written_to() -> None:
    """Arrays that can't be written to are as good as others."""
    own, held = random_hands(23, 50, None, 1)
    given = own, held, np.zeros_like(own)
    found = [part.tolist() for part in sanma.batch_discards(*given)]
    before = [part.copy() for part in given]
    for part in given:
        part.flags.writeable = False
    assert [part.tolist() for part in sanma.batch_discards(*given)] == found
    assert all((part == copy).all() for part, copy in zip(given, before, strict=True))


# The tables.


def test_the_tables_are_small() -> None:
    assert blocks.load().nbytes < 10_000_000


def test_the_rank_numbers_every_suit() -> None:
    """In lexicographic order, without a gap."""
    digits = np.stack(np.unravel_index(np.arange(5**RANKS), (5,) * RANKS), axis=1).astype(np.uint8)
    suits = digits[digits.sum(axis=1) <= blocks.HAND]
    assert len(suits) == blocks.RANKED == 405_350
    table = blocks.load()[0]
    heads, tails = suits[:, : blocks.HEAD] @ 5 ** np.arange(5)[::-1], suits[:, blocks.HEAD :] @ 5 ** np.arange(4)[::-1]
    held = suits[:, : blocks.HEAD].sum(axis=1)
    ranks = table["heads"][heads].astype(int) + table["tails"][blocks.HAND - held, tails]
    assert (ranks == np.arange(len(suits))).all()
    for which in np.random.default_rng(5).integers(0, len(suits), 3000):
        hand = np.zeros(KINDS, np.uint8)
        hand[SOU:OTHERS] = suits[which]
        assert blocks.suit_rank(hand, SOU, table) == which


def test_complete_suits() -> None:
    table = blocks.load()[0]
    assert (table["complete"] > 0).sum() == blocks.COMPLETE == 21_743
    readings = (table["readings"] > 0).sum(axis=1)
    assert readings.max() == blocks.READINGS == 4
    # Only the suit without tiles is read as nothing.
    assert (readings[1:] == 0).sum() == 1


def test_the_other_block_goes_by_how_many_kinds_are_held_how_often() -> None:
    """It has at most 715 states; the fourth tile beside a meld serves nothing."""
    codes: dict[tuple[int, ...], int] = {}
    own, held = random_hands(6, 4000, 0)
    for hand, lying in zip(own, held, strict=True):
        state = tuple(sorted(hand[OTHERS:].tolist()))
        assert codes.setdefault(state, blocks.other_code(hand, lying)) == blocks.other_code(hand, lying)
    assert len(set(codes.values())) == len(codes) <= 715
    hand, lying = random_hands(7, 1, 0)[0][0] * 0, np.zeros(KINDS, np.uint8)
    hand[OTHERS], lying[OTHERS] = 1, 3
    assert blocks.other_code(hand, lying) == 0
