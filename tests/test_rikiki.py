"""Rikiki: the numbers its rules name, the faults that others made, what is hidden, and what is refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.decks import french
from simlab.decks.french import CODES
from simlab.games import get
from simlab.games.rikiki.rules import deal_sizes
from simlab.games.rikiki.scorings import SCORINGS, Scoring
from simlab.kernel import rng
from simlab.kernel.records import Status
from simlab.kernel.rng import STREAM, Purpose
from simlab.run.bots import seated
from simlab.run.step import Stepper

Event = dict[str, Any]


def events_of(index: int, bots: list[str] | None = None, unit: str = "deal", **rules: object) -> list[Event]:
    chosen = simlab.rules("rikiki", **rules)
    return simlab.replay("rikiki", index=index, rules=chosen, bots=bots or ["random"] * chosen.seats, unit=unit).events


def named(events: list[Event], name: str) -> list[Event]:
    return [event for event in events if event["event"] == name]


def walk(index: int, bot: str = "random", **rules: object):
    """A stepper at every decision of a deal."""
    game, chosen = get("rikiki"), simlab.rules("rikiki", **rules)
    players = seated(game, [bot] * chosen.seats, chosen.seats)
    stepper = Stepper(game, chosen, "deal")
    stepper.new(index)
    stepper.begin(stepper.shuffle(1, index))
    while stepper.status == Status.DECIDE:
        stepper.observe()
        yield stepper
        stepper.act(stepper.choose(players[int(stepper.state["seat"])], 1, index))


def completed(stepper: Stepper, place: int) -> np.void:
    code = get("rikiki").code
    state, stream = np.zeros(1, code.layout.state), np.zeros(1, STREAM)
    rng.place(stream[0], np.uint64(9), np.uint64(place), Purpose.BOT, 0, 0)
    code.complete(stepper.view.copy(), stepper.record, stepper.tables, stream[0], state[0])
    return state[0]


# The seed's own numbers.


def test_the_seeds_example() -> None:
    """Five bid and five made is 20 points."""
    assert simlab.score("rikiki", bid=5, tricks=5).points == 20
    assert simlab.score("rikiki", bid=5, tricks=5).parts == {"made_base": 10, "made_per_trick": 10}


POINTS = {
    # (bid, tricks): (3, 3), (0, 0), (3, 1), (1, 3), (0, 2)
    "seed": (16, 10, -6, -2, 0),
    "common": (16, 10, -4, -4, -4),
    "light": (16, 10, -2, -2, -2),
    "hardcore": (6, 2, -4, -4, -4),
    "harsh": (16, 10, -8, -8, -8),
    "partial": (16, 10, -2, -2, -4),
    "flat": (16, 10, -2, -2, -2),
    "plus_one": (13, 10, -2, -2, -2),
    "seed_oh_hell": (16, 10, 1, 3, 2),
    "oh_hell": (13, 10, 1, 3, 2),
    "five": (8, 5, 1, 3, 2),
    "exact": (13, 10, 0, 0, 0),
    "cypriot": (25, 10, -15, -5, -10),
    "over_counts": (13, 10, 0, 3, 2),
    "quadratic": (19, 10, -15, -15, -15),
    "ascenseur": (5, 2, -2, -2, -2),
    "wizard": (50, 20, -20, -20, -20),
}


@pytest.mark.parametrize("scoring", POINTS)
def test_scorings(scoring: str) -> None:
    """By hand, from the table of RULES.md; the kernel's own table has the same."""
    rules = simlab.rules("rikiki", scoring=scoring)
    table = get("rikiki").tables(rules.record("deal"))["points"][0]
    for (bid, tricks), points in zip(((3, 3), (0, 0), (3, 1), (1, 3), (0, 2)), POINTS[scoring], strict=True):
        assert simlab.score("rikiki", rules=rules, bid=bid, tricks=tricks).points == points
        assert table[bid, tricks] == points


def test_every_scoring_is_tested() -> None:
    assert set(POINTS) == {scoring.name.lower() for scoring in Scoring} == {s.name.lower() for s in SCORINGS}


def test_numbers_set_by_name_stand() -> None:
    for given in ({"scoring": "wizard", "made_base": 7}, {"made_base": 7, "scoring": "wizard"}):
        assert simlab.score("rikiki", rules=given, bid=1, tricks=1).points == 17
    assert simlab.rules("rikiki", made_base=7).with_options(scoring="wizard")["made_base"] == 7
    assert simlab.rules("rikiki", scoring="wizard").describe() == "scoring=wizard"


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        ({}, [*range(1, 14), *range(12, 0, -1)]),
        ({"max_cards": 3}, [1, 2, 3, 2, 1]),
        ({"max_cards": 1}, [1]),
        ({"max_cards": 3, "sequence": "up_down_max_twice"}, [1, 2, 3, 3, 2, 1]),
        ({"max_cards": 3, "sequence": "down_up"}, [3, 2, 1, 2, 3]),
        ({"max_cards": 3, "sequence": "up"}, [1, 2, 3]),
        ({"max_cards": 3, "sequence": "down"}, [3, 2, 1]),
        ({"sequence": "fixed", "cards": 7}, [7]),
        ({"max_cards": 2, "one_card_repeats": 3}, [1, 1, 1, 2, 1, 1, 1]),
        ({"max_cards": 2, "one_card_repeats": "players"}, [1, 1, 1, 1, 2, 1, 1, 1, 1]),
        ({"players": 7, "sequence": "up"}, [1, 2, 3, 4, 5, 6, 7]),
        ({"players": 2, "packs": 3, "sequence": "up"}, list(range(1, 79))),
    ],
)
def test_sequences(rules: dict[str, object], sizes: list[int]) -> None:
    chosen = simlab.rules("rikiki", **rules)
    assert deal_sizes(chosen.codes) == sizes
    played = simlab.simulate("rikiki", chosen, ["random"] * chosen.seats, deals=len(sizes), store=False)
    assert list(played.outcomes(len(sizes)).length) == sizes


def test_a_run_is_spread_over_sizes_and_dealers() -> None:
    dealt = [named(events_of(index, max_cards=3), "deal")[0] for index in range(20)]
    assert {(deal["deal"], deal["dealer"]) for deal in dealt} == {(n, seat) for n in range(5) for seat in range(4)}
    assert [deal["cards"] for deal in dealt[:5]] == [1, 2, 3, 2, 1]


def test_the_dealer_rotates_and_the_next_seat_leads() -> None:
    deals = named(events_of(0, unit="game", max_cards=4), "deal")
    assert [deal["dealer"] for deal in deals] == [0, 1, 2, 3, 0, 1, 2]
    assert [deal["leader"] for deal in deals] == [1, 2, 3, 0, 1, 2, 3]


def test_the_leaders_chance_in_a_one_card_deal() -> None:
    """The nine of a plain suit with the king of trump turned stands against two: 33/50 * 32/49, played out too."""
    exact = Fraction(33, 50) * Fraction(32, 49)
    rules = {"sequence": "fixed", "cards": 1, "players": 3, "blind": "none"}
    random, deals, won = Random(1), 3000, 0
    rest = [code for code in CODES if code not in ("9D", "KS")]
    for _ in range(deals):
        last, leader, second = *random.sample(rest, 1), "9D", random.choice(rest)
        while second == last:
            second = random.choice(rest)
        told = simlab.play("rikiki", [[last, leader, second, "KS"]], ["0", "0", "0"], rules=rules)
        won += named(told.events, "trick")[0]["winner"] == 1
    share = float(exact)
    assert abs(won / deals - share) < 4 * (share * (1 - share) / deals) ** 0.5


@pytest.mark.parametrize("rules", [{}, {"players": 7, "packs": 2}, {"preset": "oh_hell"}, {"hook": "dealer_silent"}])
def test_tricks_sum_to_the_cards(rules: dict[str, object]) -> None:
    chosen = simlab.rules("rikiki", rules.pop("preset", None), **rules)
    rows = simlab.simulate("rikiki", chosen, ["random"] * chosen.seats, deals=2000, store=False).outcomes(2000)
    assert (rows.filter(regex=r"^taken_\d$").sum(axis=1) == rows.length).all()


def test_under_the_hook_bids_never_sum_to_the_cards() -> None:
    rows = simlab.simulate("rikiki", "oh_hell", ["greedy"] * 4, deals=5000, store=False).outcomes(5000)
    assert (rows.sum_equal == 0).all()
    assert (rows.filter(regex=r"^bid_sum_\d$").sum(axis=1) != rows.length).all()


def test_a_deal_one_below_the_largest_is_shuffled_whole() -> None:
    """155 cards take more random words than 156; a run and a replay draw the same."""
    rules = {"players": 2, "packs": 3, "max_cards": 78}
    rows = simlab.simulate("rikiki", rules, ["random"] * 2, 155, seed=3, store=False).outcomes(155)
    for index in (75, 76, 77, 78):
        told = simlab.replay("rikiki", seed=3, index=index, rules=rules, bots=["random"] * 2).outcome
        assert [rows.score_0[index], rows.score_1[index]] == told["score"]


# Faults seen in public code.


def test_the_winner_of_a_trick_leads_the_next() -> None:
    for index in range(12):
        events = events_of(index)
        tricks, played = named(events, "trick"), named(events, "played")
        leads = [event["seat"] for event in played[::4]]
        assert leads == [named(events, "deal")[0]["leader"], *(trick["winner"] for trick in tricks[:-1])]


def test_every_deal_has_a_shuffle_of_its_own() -> None:
    decks = [tuple(event["deck"][:5]) for event in named(events_of(0, unit="game"), "shuffle")]
    assert len(set(decks)) == len(decks) == 25
    assert tuple(events_of(0)[1]["deck"]) != tuple(events_of(24)[1]["deck"])


def test_the_full_deal_has_no_trump() -> None:
    for index in range(30):
        deal = named(events_of(index), "deal")[0]
        assert (deal["trump"] is None) == (deal["cards"] == 13)
        assert (deal["turned"] is None) == (deal["cards"] == 13)
    # Five players leave two cards: there is always one to turn.
    assert named(events_of(0, players=5, sequence="fixed", cards=10), "deal")[0]["trump"] is not None


def test_the_hook_bars_exactly_one_bid() -> None:
    for index in range(40):
        events = events_of(index, hook="last_bidder", bidding="in_turn")
        deal, bids = named(events, "deal")[0], [e for e in named(events, "action") if e["decision"] == "bid"]
        every = [str(bid) for bid in range(deal["cards"] + 1)]
        for event in bids[:-1]:
            assert event["legal"] == every
        barred = deal["cards"] - sum(int(event["action"]) for event in bids[:-1])
        assert bids[-1]["seat"] == deal["dealer"]
        assert bids[-1]["legal"] == [bid for bid in every if int(bid) != barred]


def test_hidden_hands_have_no_suit_that_is_known_to_be_lacked() -> None:
    seen = 0
    for index in (4, 7, 9, 12):
        for stepper in walk(index):
            voids = stepper.view["public"]["voids"]
            seen += bool(voids.any())
            for place in range(5):
                state = completed(stepper, place)
                for seat in range(4):
                    suits = {card % french.SUITS for card in french.members(state["hands"][seat])}
                    assert not any(voids[seat] >> suit & 1 for suit in suits)
    assert seen > 50


def test_hidden_hands_are_as_likely_as_each_other() -> None:
    """All layouts of six hidden cards that fit two known voids, dealt equally often."""
    hidden, own = ["2C", "3C", "2D", "2H", "3H", "2S"], ["AS", "KS"]
    played = [code for code in CODES if code not in (*hidden, *own)]
    position = (
        f"seat 0 play; deal 1; dealer 3; trump -; hands {' '.join(own)} | 2C 2D | 2H 2S | 3C 3H; bids 3 3 3 3; "
        f"tricks 3 3 3 2; lead 0; trick -; played {' '.join(played)}; voids - | H | C | -"
    )
    rules = simlab.rules("rikiki", sequence="fixed", cards=13)
    stepper = Stepper(get("rikiki"), rules, "deal")
    get("rikiki").code.text.read_position(position, stepper.record, stepper.tables, stepper.state)
    stepper.observe()
    fitting = {
        tuple(frozenset(cards[at : at + 2]) for at in (0, 2, 4))
        for cards in permutations(hidden)
        if not {"2H", "3H"} & set(cards[:2]) and not {"2C", "3C"} & set(cards[2:4])
    }
    rounds = 300 * len(fitting)
    counts: Counter[tuple[frozenset[str], ...]] = Counter()
    for place in range(rounds):
        hands = completed(stepper, place)["hands"]
        counts[tuple(frozenset(CODES[card] for card in french.members(hands[seat])) for seat in (1, 2, 3))] += 1
    assert set(counts) == fitting
    share = 1 / len(fitting)
    most = max(abs(count / rounds - share) for count in counts.values())
    assert most < 4 * (share * (1 - share) / rounds) ** 0.5


# What is hidden.


def test_bids_are_hidden_until_all_are_made() -> None:
    for bidding, known in (("simultaneous", [0, 0, 0, 0]), ("in_turn", [0, 1, 2, 3])):
        views = [s.view["public"]["bids"][:4].copy() for s in walk(6, bidding=bidding) if s.state["decision"] == 0]
        assert [int((bids >= 0).sum()) for bids in views] == known


def test_a_blind_deal_shows_all_cards_but_ones_own() -> None:
    for stepper in walk(0):
        seat, view, hands = int(stepper.state["seat"]), stepper.view, stepper.state["hands"]
        assert view["public"]["blind"]
        assert view["hand"].tolist() == [0, 0, 0]
        shown = [-1 if other == seat else french.members(hands[other])[0] for other in range(4)]
        assert view["seen"][:4].tolist() == shown
    for stepper in walk(0, blind="none"):
        assert stepper.view["hand"].any()
        assert (stepper.view["seen"] == -1).all()
    # The dealer's card lies open: he knows it.
    known = {int(s.state["seat"]): s.view["hand"].any() for s in walk(0, trump="dealer_last")}
    assert known == {1: False, 2: False, 3: False, 0: True}


# What is refused.


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"players": 9}, "option players can't be 9; allowed: a whole number from 2 to 8"),
        ({"packs": 4}, "option packs can't be 4"),
        (
            {"sequence": "fixed", "cards": 14},
            "option cards=14 doesn't fit: for 4 players 1 pack has at most 13 cards each",
        ),
        ({"max_cards": 14}, "option max_cards=14 doesn't fit"),
        ({"max_cards": 27, "packs": 2}, "for 4 players 2 packs have at most 26 cards each"),
        ({"max_cards": "some"}, "allowed: all or a whole number from 1 to 78"),
        ({"cards": 7}, "option cards=7 contradicts sequence=up_down: it needs sequence to be fixed"),
        ({"duplicate_rule": "first"}, "option duplicate_rule=first contradicts packs=1"),
        (
            {"hook": "last_bidder"},
            "option hook=last_bidder contradicts bidding=simultaneous: it needs bidding to be in_turn",
        ),
        ({"hook": "dealer_silent", "bidding": "in_turn"}, "hook=dealer_silent contradicts bidding=in_turn"),
        ({"hook": "dealer_revises", "bidding": "in_turn"}, "hook=dealer_revises contradicts bidding=in_turn"),
        ({"preset": "oh_hell", "bidding": "simultaneous"}, "hook=last_bidder contradicts bidding=simultaneous"),
        ({"scoring": "wizzard"}, "option scoring can't be 'wizzard'"),
    ],
)
def test_rules_that_do_not_fit(rules: dict[str, object], message: str) -> None:
    with pytest.raises(simlab.SimlabError) as caught:
        simlab.simulate("rikiki", rules, deals=1)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_scores_need_a_bid_and_tricks() -> None:
    for given, message in (
        ({"bid": 5}, "a score of rikiki needs tricks"),
        ({}, "a score of rikiki needs bid and tricks"),
        ({"bid": 14, "tricks": 2}, "bid can't be 14: the largest deal for 4 players has 13 cards"),
        ({"bid": -1, "tricks": 2}, "bid can't be -1"),
        ({"bid": 1, "tricks": 2, "dealer": 1}, "unknown score context of rikiki 'dealer'"),
    ):
        with pytest.raises(simlab.SimlabError, match=message):
            simlab.score("rikiki", **given)
    with pytest.raises(simlab.SimlabError, match="takes no cards, as in '7D'; it goes by bid and tricks"):
        simlab.score("rikiki", "7D", bid=1, tricks=1)


SMALL = {"sequence": "fixed", "cards": 2, "players": 2, "blind": "none"}
DECK = "7D AC 8D KC 2S"


def test_decks_and_actions_are_read() -> None:
    told = simlab.play("rikiki", [DECK], ["1", "1", "8D"], rules=SMALL)
    assert [event["bid"] for event in named(told.events, "bid")] == [1, 1]
    # Seat 0 must follow with its only diamond; then each has one card left.
    assert [event["winner"] for event in named(told.events, "trick")] == [1, 0]
    assert told.finished
    assert told.outcome["score"] == [12, 12]


@pytest.mark.parametrize(
    ("decks", "actions", "message"),
    [
        (["7D AC 8D"], ["1"], "a deck of 3 cards is too short; a deal takes 5"),
        (["7D AC 8D KX 2S"], [], "unknown card 'KX'"),
        (["7D AC 7D KC 2S"], [], "card 7D stands twice"),
        ([DECK], ["3"], "illegal"),
        ([DECK], ["1", "1", "7D"], "action 21 \\(7D\\), which is illegal \\(play\\); legal: 8D, KC"),
        ([DECK], ["99"], "bid '99' is more than any deal has; allowed: 0 to 78"),
        ([DECK], ["7D 8D"], "is not one card or a bid from 0 to 78"),
        ([7], [], "neither text nor a list"),
    ],
)
def test_bad_decks_and_actions(decks: list[object], actions: list[str], message: str) -> None:
    with pytest.raises(simlab.SimlabError, match=message) as caught:
        simlab.play("rikiki", decks, actions, rules=SMALL)
    assert "\n" not in str(caught.value)


def test_a_drawn_suit_ends_the_deck() -> None:
    rules = SMALL | {"trump": "random_suit"}
    told = simlab.play("rikiki", [f"{DECK} H"], rules=rules)
    assert named(told.events, "deal")[0]["trump"] == "H"
    with pytest.raises(simlab.SimlabError, match="unknown suit '2S'"):
        simlab.play("rikiki", [DECK], rules=rules)


GOOD = "seat 1 play; deal 1; dealer 0; trump 2S; hands 7D AC | 8D KC; bids 1 1; tricks 0 0; lead 1; trick -; played -"


@pytest.mark.parametrize(
    ("part", "other", "message"),
    [
        ("seat 1 play", "seat 0 play", "it is seat 1's turn to play"),
        ("seat 1 play", "seat 2 play", "seat '2' is not a whole number from 0 to 1"),
        ("seat 1 play", "seat 1 sing", "isn't a seat and one of bid, revise, play"),
        ("seat 1 play", "seat 1 bid", "bids are made from seat 1 on|isn't next"),
        ("seat 1 play", "seat 0 revise", "nobody has to change a bid"),
        ("deal 1", "deal 2", "deal '2' is not a whole number from 1 to 1"),
        ("trump 2S", "trump -", "needs the card that shows it"),
        ("trump 2S", "trump 7D", "card 7D stands twice"),
        ("7D AC |", "7D |", "seat 0 has 1 cards, not 2"),
        ("7D AC | 8D KC", "7D AC 8D KC", "are not 2, parted by"),
        ("bids 1 1", "bids 1 3", "bids '3' is not a whole number from 0 to 2"),
        ("bids 1 1", "bids 1", "are not 2, a number or - for each seat"),
        ("bids 1 1", "bids 1 -", "stand before anything is played"),
        ("tricks 0 0", "tricks 1 0", "0 cards are played"),
        ("lead 1", "lead 0", "seat 1 leads first, not seat 0"),
        ("played -", "played 3H", "1 cards are played"),
        ("; played -", "", "the position lacks its part played"),
        ("; played -", "; played -; voids - | D", "seat 1 has shown that it lacks D, and holds some"),
        ("; played -", "; played -; open 0", "seat 0 has no card that lies open"),
        ("; played -", "; played -; scores 1", "are not 2 whole numbers"),
    ],
)
def test_positions_that_no_deal_leads_to(part: str, other: str, message: str) -> None:
    assert simlab.play("rikiki", position=GOOD, rules=SMALL).legal == ["8D", "KC"]
    assert part in GOOD
    with pytest.raises(simlab.SimlabError, match=message) as caught:
        simlab.play("rikiki", position=GOOD.replace(part, other, 1), rules=SMALL)
    assert "\n" not in str(caught.value)
