"""Rikiki under the preset `openspiel` against OpenSpiel's oh_hell: the same deals and actions, the same returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.decks.french import CODES
from simlab.games import get
from simlab.games.rikiki.peers import plays_by

pyspiel = pytest.importorskip("pyspiel")

BIDS = 52  # OpenSpiel's action for a bid of 0; its cards are 4 * rank + suit, suits in an order of its own
OWN_SUITS, THEIR_SUITS = "CDHS", "CDSH"

TABLES = [(3, 1), (3, 4), (3, 17), (4, 5), (4, 10), (4, 12), (5, 7), (6, 3), (7, 2), (7, 7)]


def their_card(text: str) -> int:
    number = CODES.index(text)
    return number - number % 4 + THEIR_SUITS.index(OWN_SUITS[number % 4])


def rules(players: int, cards: int) -> dict[str, object]:
    return {"preset": "openspiel", "players": players, "cards": cards}


def dealt(players: int, cards: int, events: Sequence[dict[str, Any]]) -> Any:
    """OpenSpiel's state after the deal that a replay tells: a card each in turn, then the trump."""
    game = pyspiel.load_game(f"oh_hell(players={players},num_tricks_fixed={cards})")
    state = game.new_initial_state()
    state.apply_action(cards)
    deal = next(event for event in events if event["event"] == "deal")
    state.apply_action(deal["dealer"])
    hands = [event["cards"] for event in events if event["event"] == "hand"]
    for place in range(cards):
        for hand in hands:
            state.apply_action(their_card(hand[place]))
    state.apply_action(their_card(deal["turned"]))
    return state


def follow(players: int, cards: int, told: simlab.Replay) -> list[float]:
    """Play a replay's bids and cards in OpenSpiel, where everything that is legal must be legal; its returns."""
    state = dealt(players, cards, told.events)
    legal = None
    for event in told.events:
        if event["event"] == "action":
            is_bid = event["decision"] == "bid"
            legal = sorted(BIDS + int(text) if is_bid else their_card(text) for text in event["legal"])
        if event["event"] in ("bid", "played"):
            action = BIDS + event["bid"] if event["event"] == "bid" else their_card(event["card"])
            assert state.current_player() == event["seat"]
            assert sorted(state.legal_actions()) == ([action] if legal is None else legal)
            state.apply_action(action)
            legal = None
    assert state.is_terminal()
    return state.returns()


@pytest.mark.parametrize(("players", "cards"), TABLES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_same_deals_same_returns(players: int, cards: int, bot: str) -> None:
    """Every legal set, whose turn it is, and the points of all, over thousands of deals in all."""
    for index in range(120):
        told = simlab.replay("rikiki", index=index, rules=rules(players, cards), bots=[bot] * players)
        assert follow(players, cards, told) == told.outcome["score"]


@pytest.mark.parametrize(("players", "cards"), [(3, 4), (4, 5), (6, 3)])
def test_random_bots_get_the_same(players: int, cards: int) -> None:
    """Mean returns of either's random bots, seat by seat, within four standard errors."""
    deals = 20_000
    ours = simlab.simulate("rikiki", rules(players, cards), ["random"] * players, deals, store=False).seats
    game = pyspiel.load_game(f"oh_hell(players={players},num_tricks_fixed={cards})")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(players)]
    theirs = np.array([pyspiel.evaluate_bots(game.new_initial_state(), bots, deal) for deal in range(deals)])
    for row in ours.itertuples():
        spread = (row.score_sd**2 + theirs[:, row.seat].var()) ** 0.5
        assert abs(row.mean_score - theirs[:, row.seat].mean()) < 4 * spread / deals**0.5


def test_what_open_spiel_plays_by() -> None:
    game = get("rikiki")
    assert plays_by(simlab.rules("rikiki", "openspiel"))
    assert plays_by(simlab.rules("rikiki", rules(7, 2)))
    for other in ({"players": 8}, {"cards": 13}, {"void_rule": "must_trump"}, {"scoring": "five"}):
        assert not plays_by(simlab.rules("rikiki", "openspiel").with_options(**other))
    (peer,) = game.code.peers
    assert peer.start(simlab.rules("rikiki")) is None
    play = peer.start(simlab.rules("rikiki", "openspiel"))
    assert play is not None
    play(3)
