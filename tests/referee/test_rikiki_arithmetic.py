"""The referee's own arithmetic for Rikiki, against examples worked by hand."""

from __future__ import annotations

from typing import Any

import pytest
from referee.events import Rules
from referee.rikiki import deals_of
from referee.rikiki_cards import CARDS, by_rank, by_suit, playable, points, shared_win, shown_voids, taking
from referee.rikiki_options import (
    CHOICES,
    DEFAULT_RULES,
    PRESETS,
    SCORINGS,
    full_rules,
    most_cards,
    sizes,
    wrong_option,
)

# Points for 3 bid and made, 0 bid and made, 3 bid and 1 taken, 1 bid and 3 taken, 0 bid and 2 taken.
SCORES = {
    "seed": [16, 10, -6, -2, 0],
    "common": [16, 10, -4, -4, -4],
    "light": [16, 10, -2, -2, -2],
    "hardcore": [6, 2, -4, -4, -4],
    "harsh": [16, 10, -8, -8, -8],
    "partial": [16, 10, -2, -2, -4],
    "flat": [16, 10, -2, -2, -2],
    "plus_one": [13, 10, -2, -2, -2],
    "seed_oh_hell": [16, 10, 1, 3, 2],
    "oh_hell": [13, 10, 1, 3, 2],
    "five": [8, 5, 1, 3, 2],
    "exact": [13, 10, 0, 0, 0],
    "cypriot": [25, 10, -15, -5, -10],
    "over_counts": [13, 10, 0, 3, 2],
    "quadratic": [19, 10, -15, -15, -15],
    "ascenseur": [5, 2, -2, -2, -2],
    "wizard": [50, 20, -20, -20, -20],
}


@pytest.mark.parametrize("scoring", SCORINGS)
def test_scorings(scoring: str) -> None:
    rules = full_rules({"scoring": scoring})
    assert [points(*case, rules) for case in [(3, 3), (0, 0), (3, 1), (1, 3), (0, 2)]] == SCORES[scoring]
    assert points(None, 3, rules) == 0


def test_the_seeds_own_example() -> None:
    """Five bid, five made, 20 points."""
    assert points(5, 5, DEFAULT_RULES) == 20


NOTHING = full_rules({}) | {name: 0 for name in DEFAULT_RULES if name.startswith(("made_", "missed_"))}
NUMBER_CASES = [
    # a number of the formula, and what it adds for 3 bid and made, 0 made, 4 bid and 1 taken, 1 and 4, 0 and 4
    ("made_base", [1, 1, 0, 0, 0]),
    ("made_per_trick", [3, 0, 0, 0, 0]),
    ("made_square", [9, 0, 0, 0, 0]),
    ("made_zero", [0, 1, 0, 0, 0]),
    ("missed_base", [0, 0, 1, 1, 1]),
    ("missed_per_bid", [0, 0, 4, 1, 0]),
    ("missed_per_trick", [0, 0, 1, 4, 4]),
    ("missed_per_difference", [0, 0, 3, 3, 4]),
    ("missed_triangular", [0, 0, 6, 6, 10]),
    ("missed_kept", [0, 0, 1, 1, 0]),
    ("missed_over", [0, 0, 0, 4, 4]),
    ("missed_zero", [0, 0, 0, 0, 1]),
]


@pytest.mark.parametrize(("name", "adds"), NUMBER_CASES)
@pytest.mark.parametrize("factor", [1, -7])
def test_numbers_of_the_formula(name: str, adds: list[int], factor: int) -> None:
    rules = NOTHING | {name: factor}
    assert [points(*case, rules) for case in [(3, 3), (0, 0), (4, 1), (1, 4), (0, 4)]] == [factor * n for n in adds]


TRICK_CASES = [
    # the trick, the trump, which card takes it under the rules `last`, `first` and `cancel`
    ("2C 9C KC", None, 2, 2, 2),
    ("2C AC KC", "D", 1, 1, 1),
    ("10C 9C 2C", "H", 0, 0, 0),
    ("2C AD KC", None, 2, 2, 2),
    ("2C 3D KC", "D", 1, 1, 1),
    ("2C 3D KC 10D JD", "D", 4, 4, 4),
    ("2D AS AS AH", "C", 0, 0, 0),
    ("AD AD 2C", "C", 2, 2, 2),
    # The best card is there twice.
    ("7H 7H 2S", None, 1, 0, 0),
    ("2H 7H 7H 9S", "C", 2, 1, 0),
    ("2H 7H 7H 3H", "C", 2, 1, 3),
    ("7H 2H 7H", None, 2, 0, 1),
    # The best trump is.
    ("2C 7H 7H 3C", "H", 2, 1, 3),
    ("2C 7H 3H 7H", "H", 3, 1, 2),
    # Another card is, or one that can't take the trick.
    ("9C AC 9C 5C", "H", 1, 1, 1),
    ("9C 7H 9C 5H", "H", 1, 1, 1),
    ("3C 4D 4D 2S 3C", "S", 3, 3, 3),
    ("3C AD AD", None, 0, 0, 0),
    # Two pairs; three the same; nothing left.
    ("9C AC AC 5C KC KC 9C", None, 2, 1, 3),
    ("7H 7H 7H", "S", 2, 0, 0),
    ("9C 7H 7H 7H 10C", "H", 3, 1, 4),
    ("9C 7H 7H 7H 9C KD", "H", 3, 1, 0),
    ("2C 7H 7H 2C", "H", 2, 1, 0),
    ("QS AD AD QS", None, 3, 0, 0),
    # Where the cards that could take it are gone, no other suit does.
    ("QS AD QS", None, 2, 0, 0),
    ("QS AD QS 2H", "C", 2, 0, 0),
]


@pytest.mark.parametrize(("trick", "trump", "last", "first", "cancel"), TRICK_CASES)
def test_who_takes_a_trick(trick: str, trump: str | None, last: int, first: int, cancel: int) -> None:
    taken = [taking(trick.split(), trump, rule) for rule in ("last", "first", "cancel")]
    assert taken == [last, first, cancel]


STRICT, LAX = {"follow": "suit_first", "void_rule": "must_trump"}, {"follow": "suit_or_trump", "void_rule": "free"}
TRUMP_ANY = {"follow": "suit_or_trump", "void_rule": "must_trump"}
FREE = {"follow": "suit_first", "void_rule": "free"}
HAND = "2C AC 3D KH 10H 2S"
PLAY_CASES = [
    # hand, led suit, trump, what may be played under STRICT, FREE, TRUMP_ANY, LAX
    (HAND, None, "H", *["2C 2S 3D 10H KH AC"] * 4),
    (HAND, "C", "H", "2C AC", "2C AC", "2C 10H KH AC", "2C 10H KH AC"),
    (HAND, "C", "D", "2C AC", "2C AC", "2C 3D AC", "2C 3D AC"),
    (HAND, "C", None, *["2C AC"] * 4),
    (HAND, "H", "H", *["10H KH"] * 4),
    ("2C 3H 9H", "S", "H", "3H 9H", "2C 3H 9H", "3H 9H", "2C 3H 9H"),
    ("2C 3H 9H", "S", "D", *["2C 3H 9H"] * 4),
    ("2C 3H 9H", "S", None, *["2C 3H 9H"] * 4),
    ("2C 3H 9H", "S", "S", *["2C 3H 9H"] * 4),
    ("9H 3H 9H 2C 2C", "H", "C", "3H 9H", "3H 9H", "2C 3H 9H", "2C 3H 9H"),
    ("9H 9H", "S", "C", *["9H"] * 4),
]


@pytest.mark.parametrize(("hand", "led", "trump", "strict", "free", "trump_any", "lax"), PLAY_CASES)
def test_what_may_be_played(
    hand: str, led: str | None, trump: str | None, strict: str, free: str, trump_any: str, lax: str
) -> None:
    for rules, legal in [(STRICT, strict), (FREE, free), (TRUMP_ANY, trump_any), (LAX, lax)]:
        assert playable(hand.split(), led, trump, rules) == legal.split()


VOID_CASES = [
    # card, led suit, trump, voids shown under STRICT, FREE, TRUMP_ANY, LAX
    ("2C", "C", "H", "", "", "", ""),
    ("2H", "C", "H", "C", "C", "", ""),
    ("2D", "C", "H", "CH", "C", "CH", "C"),
    ("2D", "C", None, "C", "C", "C", "C"),
    ("2D", "H", "H", "H", "H", "H", "H"),
    ("2H", "H", "H", "", "", "", ""),
]


@pytest.mark.parametrize(("card", "led", "trump", "strict", "free", "trump_any", "lax"), VOID_CASES)
def test_voids(card: str, led: str, trump: str | None, strict: str, free: str, trump_any: str, lax: str) -> None:
    for rules, voids in [(STRICT, strict), (FREE, free), (TRUMP_ANY, trump_any), (LAX, lax)]:
        assert shown_voids(card, led, trump, rules) == list(voids)


def test_a_void_is_what_could_not_have_been_played() -> None:
    """With a card of the suit that is shown to be missing, the card would have been illegal."""
    for rules in (STRICT, FREE, TRUMP_ANY, LAX):
        for led in "CDHS":
            for trump in (*"CDHS", None):
                for card in ("5C", "5D", "5H", "5S"):
                    illegal_beside = [
                        one for one in "CDHS" if card not in playable([card, f"9{one}"], led, trump, rules)
                    ]
                    assert set(shown_voids(card, led, trump, rules)) == set(illegal_beside)


ORDERED = ["2D", "2H", "2S", "9C", "10C", "KC", "AC", "AS"]  # by rank


def test_orders() -> None:
    assert len(CARDS) == len(set(CARDS)) == 52
    assert by_suit(ORDERED[::-1]) == ["9C", "10C", "KC", "AC", "2D", "2H", "2S", "AS"]
    assert by_suit(["AS", "9C", "AS", "9C"]) == ["9C", "9C", "AS", "AS"]
    assert by_rank([*ORDERED[::-1], "9C", "2S"]) == ORDERED


SEQUENCES: list[tuple[Rules, list[int]]] = [
    ({}, [*range(1, 14), *range(12, 0, -1)]),
    ({"players": 8}, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
    ({"players": 3, "max_cards": 3}, [1, 2, 3, 2, 1]),
    ({"max_cards": 3, "sequence": "up_down_max_twice"}, [1, 2, 3, 3, 2, 1]),
    ({"max_cards": 3, "sequence": "down_up"}, [3, 2, 1, 2, 3]),
    ({"max_cards": 3, "sequence": "up"}, [1, 2, 3]),
    ({"max_cards": 3, "sequence": "down"}, [3, 2, 1]),
    ({"max_cards": 3, "one_card_repeats": 3}, [1, 1, 1, 2, 3, 2, 1, 1, 1]),
    ({"max_cards": 3, "one_card_repeats": 2, "sequence": "down_up"}, [3, 2, 1, 1, 2, 3]),
    ({"max_cards": 2, "one_card_repeats": "players", "players": 5}, [1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1]),
    ({"max_cards": 2, "one_card_repeats": "players", "sequence": "down"}, [2, 1, 1, 1, 1]),
    ({"max_cards": 1}, [1]),
    ({"max_cards": 1, "sequence": "down_up"}, [1]),
    ({"max_cards": 1, "sequence": "up_down_max_twice"}, [1, 1]),
    ({"max_cards": 1, "sequence": "up_down_max_twice", "one_card_repeats": 2}, [1, 1, 1, 1]),
    ({"sequence": "fixed"}, [5]),
    ({"sequence": "fixed", "cards": 1, "one_card_repeats": 3}, [1]),
]


@pytest.mark.parametrize(("asked", "cards"), SEQUENCES)
def test_sequences(asked: Rules, cards: list[int]) -> None:
    assert sizes(full_rules(asked)) == cards


def test_the_most_that_everybody_can_get() -> None:
    most = {
        (players, packs): most_cards({"players": players, "packs": packs}) for players in (2, 3, 7) for packs in (1, 3)
    }
    assert most == {(2, 1): 26, (2, 3): 78, (3, 1): 17, (3, 3): 52, (7, 1): 7, (7, 3): 22}
    assert len(sizes(DEFAULT_RULES)) == 25


def test_who_deals() -> None:
    rules = full_rules({"players": 3, "max_cards": 2, "sequence": "up_down_max_twice"})
    assert deals_of(rules, "game", 5) == [(0, 1, 0), (1, 2, 1), (2, 2, 2), (3, 1, 0)]
    alone = [deals_of(rules, "deal", index)[0] for index in (0, 1, 3, 4, 6, 8, 11, 12)]
    assert alone == [(0, 1, 0), (1, 2, 0), (3, 1, 0), (0, 1, 1), (2, 2, 1), (0, 1, 2), (3, 1, 2), (0, 1, 0)]


WINS = [
    ([3, 1], [840, 0]),
    ([3, 3], [420, 420]),
    ([-3, -5, -3, -3], [280, 0, 280, 280]),
    ([0] * 8, [105] * 8),
    ([0] * 7, [120] * 7),
    ([1, 0, 1, 1, 1, 1], [168, 0, 168, 168, 168, 168]),
]


@pytest.mark.parametrize(("totals", "win"), WINS)
def test_wins_are_shared(totals: list[int], win: list[int]) -> None:
    assert shared_win(totals) == win


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_rules(name: str) -> None:
    assert wrong_option(full_rules({"preset": name})) is None


PRESET_VALUES: dict[str, dict[str, Any]] = {
    "seed": {},
    "common": {"scoring": "common", "blind": "all", "missed_per_bid": 0, "missed_per_difference": -2},
    "oh_hell": {
        "sequence": "down_up",
        "void_rule": "free",
        "bidding": "in_turn",
        "hook": "last_bidder",
        "scoring": "oh_hell",
        "made_per_trick": 1,
        "missed_per_bid": 0,
        "missed_per_trick": 1,
        "blind": "none",
    },
}
PRESET_VALUES["openspiel"] = PRESET_VALUES["oh_hell"] | {"sequence": "fixed"}


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    """What a preset changes."""
    rules = full_rules({"preset": name})
    assert {option: value for option, value in rules.items() if value != DEFAULT_RULES[option]} == PRESET_VALUES[name]


def test_what_is_set_by_name_stands() -> None:
    rules = full_rules({"made_base": 7, "scoring": "wizard", "missed_per_bid": -2})
    assert (rules["made_base"], rules["made_per_trick"], rules["missed_per_bid"]) == (7, 10, -2)
    assert full_rules({"preset": "common", "scoring": "flat"})["missed_per_difference"] == 0


WRONG: list[Rules] = [
    {"players": 9},
    {"packs": 0},
    {"max_cards": 14},
    {"sequence": "fixed", "cards": 14},
    {"sequence": "fixed", "cards": 4, "max_cards": 3},
    {"hook": "last_bidder"},
    {"hook": "dealer_silent", "bidding": "in_turn"},
    {"duplicate_rule": "first"},
    {"made_base": 1001},
    {"sequence": "sideways"},
    {"jokers": 2},
    {"packs": True},
]


@pytest.mark.parametrize("changes", WRONG, ids=str)
def test_wrong_options(changes: Rules) -> None:
    assert wrong_option(DEFAULT_RULES | changes) is not None


def test_every_choice_is_right() -> None:
    for name, values in CHOICES.items():
        for value in values:
            rules = DEFAULT_RULES | {name: value, "packs": 2}
            needed = {"last_bidder": "in_turn"}.get(rules["hook"])
            assert wrong_option(rules | ({"bidding": needed} if needed else {})) is None
