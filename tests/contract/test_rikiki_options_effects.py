"""Rikiki's options of deals and of what is seen change what they should: sizes, dealers, cards, trumps, views."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from contract.metamorphosis import TOLD
from contract.rikiki_options import LABORATORY, SUITS, Deal, Place, place, sizes, steps, suit

import simlab
from simlab.decks.french import members
from simlab.games.rikiki.state import NO_CARD, Decision

rows, game_rows = LABORATORY.rows, LABORATORY.game_rows

IN_TURN = {"bidding": "in_turn"}
HOOKED = {"bidding": "in_turn", "hook": "last_bidder"}
ONE_CARD = {"max_cards": 3, "one_card_repeats": 2}
FREE_OF_CARDS = (
    {"blind": "all"},
    IN_TURN,
    HOOKED,
    {"hook": "dealer_revises"},
    {"hook": "dealer_silent"},
    {"follow": "suit_or_trump"},
    {"void_rule": "free"},
    {"scoring": "wizard"},
    {"missed_zero": -10},
)
TABLES: tuple[dict[str, Any], ...] = (
    {},
    *({"players": players} for players in (2, 3, 5, 6, 7, 8)),
    {"packs": 2},
    {"packs": 3, "players": 8},
    {"packs": 3, "players": 2, "sequence": "fixed", "cards": 78},
    *({"sequence": sequence} for sequence in ("up_down_max_twice", "down_up", "up", "down")),
    *({"sequence": "fixed", "cards": cards} for cards in (1, 3, 5, 13)),
    *({"max_cards": most} for most in (1, 2, 7, 10)),
    *({"max_cards": 2, "sequence": sequence} for sequence in ("up_down_max_twice", "down_up", "up", "down")),
    *({"max_cards": 3, "one_card_repeats": repeats} for repeats in (2, 8, "players")),
    *({"max_cards": 3, "one_card_repeats": 3, "sequence": sequence} for sequence in ("down_up", "up", "down")),
    {"one_card_repeats": "players", "players": 6, "sequence": "up_down_max_twice"},
)


def deal(index: int, bot: str = "random", **rules: object) -> Deal:
    return LABORATORY.deal(index, bot, **rules)


# The sizes of the deals, and who deals them.


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_deals_have_their_sizes_by_index(rules: dict[str, Any]) -> None:
    """All sizes in turn, then the next dealer's."""
    of_game, players, frame = sizes(**rules), rules.get("players", 4), rows(**rules)
    places = [place(index, **rules) for index in range(len(frame))]
    assert frame.length.tolist() == [where.cards for where in places]
    taken = frame.filter(regex=r"^taken_\d$")
    assert taken.shape[1] == players
    assert (taken.sum(axis=1) == frame.length).all()
    for index in (0, len(of_game) - 1, 2 * len(of_game)):
        told = deal(index, **rules)
        assert Place(told.number, told.cards, told.dealer) == places[index]
        assert [len(hand) for hand in told.hands] == [told.cards] * players
        assert told.dealt["leader"] == (told.dealer + 1) % players
        assert told.trump or told.cards * players == 52 * rules.get("packs", 1)
    if {"players", "packs"} & rules.keys():
        return
    # A deal's number in the sequence changes only whether it is blind, and random bots don't look.
    alike = [
        place(index).cards == where.cards and place(index).dealer == where.dealer for index, where in enumerate(places)
    ]
    assert sum(alike) > 7 or len(of_game) < 4
    assert rows()[alike].equals(frame[alike])


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_a_game_has_every_size_and_the_next_seat_deals(rules: dict[str, Any]) -> None:
    of_game, players = sizes(**rules), rules.get("players", 4)
    games = game_rows(5, **rules)
    assert (games.deals == len(of_game)).all()
    assert (games.length == sum(of_game)).all()
    if sum(of_game) <= 200:
        game = Deal(simlab.replay("rikiki", rules=rules, bots=["random"] * players, unit="game").events)
        dealt = [(event["deal"], event["cards"], event["dealer"]) for event in game.named("deal")]
        assert dealt == [(number, size, number % players) for number, size in enumerate(of_game)]


@pytest.mark.parametrize("packs", [1, 2, 3])
def test_every_card_is_there_as_often_as_there_are_packs(packs: int) -> None:
    most: Counter[str] = Counter()
    for index in range(30):
        told = deal(index, packs=packs, sequence="fixed", cards=13)
        counts = Counter(card for hand in told.hands for card in hand)
        most |= counts
        assert Counter(told.deck) >= counts
        assert (told.trump is None) == (packs == 1)
    assert max(most.values()) == packs


# The trump.


@pytest.mark.parametrize("trump", ["none", "dealer_last", "random_suit", "rotating"])
def test_hands_are_the_same_whatever_shows_the_trump(trump: str) -> None:
    """The suit is as it should be; where it is the one that was turned, nothing else changes."""
    plain, changed = rows(TOLD), rows(TOLD, trump=trump)
    suits, same = Counter(), 0
    for index in range(0, TOLD, 2):
        turned, other = deal(index), deal(index, trump=trump)
        assert other.hands == turned.hands
        assert other.deck[: len(turned.deck)] == turned.deck
        last = turned.deck[turned.cards * (turned.dealer + 1) - 1]
        expected = {
            "none": None,
            "dealer_last": suit(last),
            "random_suit": other.deck[-1],
            "rotating": [*SUITS, None][turned.number % 5],
        }[trump]
        assert other.trump == expected
        assert other.dealt["turned"] == (last if trump == "dealer_last" else None)
        assert turned.dealt["turned"] == (turned.deck[4 * turned.cards] if turned.cards < 13 else None)
        suits[other.trump] += 1
        if other.trump == turned.trump:
            same += 1
            assert plain.iloc[index].equals(changed.iloc[index]), index
    assert same >= 2
    expected_suits = {"none": [None], "rotating": [*SUITS, None]}.get(trump, [*SUITS])
    assert suits.keys() == set(expected_suits)
    assert min(suits.values()) >= 4


@pytest.mark.parametrize("rules", FREE_OF_CARDS, ids=str)
def test_what_does_not_deal_leaves_the_cards(rules: dict[str, object]) -> None:
    for index in range(0, 25, 3):
        plain, changed = deal(index), deal(index, **rules)
        assert (plain.deck, plain.hands, plain.trump) == (changed.deck, changed.hands, changed.trump)


def test_the_dealers_last_card_lies_open_until_it_is_played() -> None:
    shown = 0
    for index in range(30):
        turned = None
        for stepper in steps(index, rules={"trump": "dealer_last"}):
            public = stepper.state["public"]
            turned = int(public["turned"]) if turned is None else turned
            holds = turned in members(stepper.state["hands"][public["dealer"]])
            assert (int(public["open"]) == public["dealer"]) == holds
            shown += holds
    assert shown > 100


# What is seen.


@pytest.mark.parametrize("blind", ["first", "all", "none"])
def test_in_a_blind_deal_all_cards_are_seen_but_ones_own(blind: str) -> None:
    """Until the bids are made; only deals of one card are blind."""
    count, blinds = len(sizes(**ONE_CARD)), 0
    for index in range(4 * count):
        where = place(index, **ONE_CARD)
        is_blind = where.cards == 1 and (blind == "all" or (blind == "first" and where.number == 0))
        blinds += is_blind
        for stepper in steps(index, rules={**ONE_CARD, "blind": blind, "hook": "dealer_revises"}):
            state, view = stepper.state, stepper.view
            if int(state["decision"]) == Decision.PLAY:
                continue
            seat, hands = int(state["seat"]), [members(hand) for hand in state["hands"]]
            known, seen = members(view["hand"]), view["seen"].tolist()
            assert view["public"]["blind"] == is_blind
            assert known == ([] if is_blind else hands[seat])
            others = [hand[0] if is_blind and other != seat else NO_CARD for other, hand in enumerate(hands[:4])]
            assert seen == others + [NO_CARD] * 4
    assert blinds == {"first": 4, "all": 16, "none": 0}[blind]


def test_greedy_bids_otherwise_where_it_is_blind() -> None:
    """And nowhere else; where every deal of one card is the first, all that are blind are the first."""
    one_card = {"sequence": "fixed", "cards": 1}
    bids = r"^bid_sum_\d$"
    seeing, blind = rows(bot="greedy", blind="none", **one_card), rows(bot="greedy", **one_card)
    assert (seeing.filter(regex=bids) != blind.filter(regex=bids)).any(axis=1).mean() > 0.2
    assert blind.equals(rows(bot="greedy", blind="all", **one_card))
    assert blind.equals(rows(bot="greedy", **one_card, **IN_TURN))
    small = {kind: rows(bot="greedy", blind=kind, **ONE_CARD) for kind in ("none", "first", "all")}
    number = small["none"]["index"] % len(sizes(**ONE_CARD))
    is_one = small["none"].length == 1
    for kind, where in (("first", number == 0), ("all", is_one)):
        differs = (small[kind] != small["none"]).any(axis=1)
        assert differs[where].mean() > 0.2
        assert not differs[~where].any()


def test_bids_are_seen_in_turn_or_when_all_are_made() -> None:
    """Nothing else that a seat sees or may do depends on it."""
    for index in range(0, 50, 3):
        for hidden, aloud in zip(steps(index), steps(index, rules=IN_TURN), strict=True):
            one, other = hidden.view["public"]["bids"][:4].tolist(), aloud.view["public"]["bids"][:4].tolist()
            assert hidden.legal == aloud.legal
            assert (hidden.view["hand"] == aloud.view["hand"]).all()
            if int(hidden.state["decision"]) == Decision.PLAY:
                assert one == other
                assert min(one) >= 0
            else:
                asked = (int(hidden.state["seat"]) - int(hidden.state["public"]["dealer"]) - 1) % 4
                assert one == [-1] * 4
                assert sum(bid >= 0 for bid in other) == asked


def test_bids_in_turn_change_nothing_for_who_bids_first() -> None:
    """Nor for greedy ones, who don't look."""
    assert rows(bot="greedy").equals(rows(bot="greedy", **IN_TURN))
    plain, aloud = rows(bot="expert"), rows(bot="expert", **IN_TURN)
    leaders = [(place(index).dealer + 1) % 4 for index in range(len(plain))]
    for seat in range(4):
        leads = [leader == seat for leader in leaders]
        assert (plain[f"bid_sum_{seat}"] == aloud[f"bid_sum_{seat}"])[leads].all()
        assert (plain[f"bid_sum_{seat}"] != aloud[f"bid_sum_{seat}"]).any()
