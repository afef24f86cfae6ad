"""Positions: copies, texts, and full states that fit a view."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import Case

import simlab
from simlab.games import get
from simlab.kernel import rng
from simlab.kernel.drive import head
from simlab.kernel.records import Status
from simlab.kernel.rng import STREAM, Purpose
from simlab.run.bots import seated
from simlab.run.step import Stepper


def walk(case: Case, index: int):
    """A stepper at every decision of a game."""
    game, rules = get(case.game), simlab.rules(case.game, case.spec)
    players = seated(game, list(case.bots), rules.seats)
    stepper = Stepper(game, rules, case.unit)
    stepper.new(index)
    while stepper.status != Status.GAME_OVER:
        while not stepper.begin(stepper.shuffle(1, index)):
            pass
        while stepper.status == Status.DECIDE:
            stepper.observe()
            yield stepper
            stepper.act(stepper.choose(players[int(stepper.state["seat"])], 1, index))


def test_a_completed_view_looks_the_same(case: Case) -> None:
    """complete() makes a full state; the seat to act sees in it what it saw before."""
    code = get(case.game).code
    for index in range(6):
        for stepper in walk(case, index):
            seen = stepper.view.tolist()
            state, stream = np.zeros(1, code.layout.state), np.zeros(1, STREAM)
            rng.place(stream[0], np.uint64(3), np.uint64(index), Purpose.BOT, 0, int(stepper.state["step"]))
            code.complete(stepper.view.copy(), stepper.record, stepper.tables, stream[0], state[0])
            view = np.zeros(1, code.layout.view)[0]
            code.observe(state[0], stepper.record, stepper.tables, view)
            head(state[0], view)
            assert str(view.tolist()) == str(seen)


def test_a_completed_state_can_be_played_on(case: Case) -> None:
    """Any completion can be played to the end of the deal without a fault."""
    code = get(case.game).code
    for place, stepper in enumerate(walk(case, 7)):
        other = Stepper(stepper.game, stepper.rules, case.unit)
        stream = np.zeros(1, STREAM)
        rng.place(stream[0], np.uint64(5), np.uint64(place), Purpose.BOT, 0, 0)
        code.complete(stepper.view.copy(), stepper.record, stepper.tables, stream[0], other.state)
        while other.status == Status.DECIDE:
            other.observe()
            other.act(other.legal[-1])
        assert other.status in (Status.DEAL_OVER, Status.GAME_OVER)


def test_completions_differ_and_are_addressed(case: Case) -> None:
    """Another address deals the unseen cards otherwise, the same address the same way."""
    code = get(case.game).code
    stepper = next(walk(case, 0))

    def completed(step: int) -> bytes:
        state, stream = np.zeros(1, code.layout.state), np.zeros(1, STREAM)
        rng.place(stream[0], np.uint64(5), np.uint64(0), Purpose.BOT, 0, step)
        code.complete(stepper.view.copy(), stepper.record, stepper.tables, stream[0], state[0])
        return state.tobytes()

    assert completed(1) == completed(1)
    # In a deal of one card there may be but one that is unseen.
    assert len({completed(step) for step in range(20)}) > 10


def test_positions_are_read_back(case: Case) -> None:
    """A position's text sets up a state from which the same actions lead to the same outcome."""
    whole = simlab.replay(case.game, index=4, rules=case.spec, bots=list(case.bots), unit=case.unit)
    actions = [event["action"] for event in whole.events if event["event"] == "action"]
    decks = [event["deck"] for event in whole.events if event["event"] == "shuffle"]
    common = {"rules": case.spec, "unit": case.unit}
    again = simlab.play(case.game, decks, actions, index=4, **common)
    assert again.outcome == whole.outcome
    last_deal = max(place for place, event in enumerate(whole.events) if event["event"] == "shuffle")
    late = sum(event["event"] == "action" for event in whole.events[:last_deal])
    for cut in range(late, len(actions)):
        half = simlab.play(case.game, decks, actions[:cut], index=4, **common)
        assert not half.finished
        assert actions[cut] in half.legal
        rest = simlab.play(case.game, position=half.position, actions=actions[cut:], **common)
        assert rest.outcome["score"] == whole.outcome["score"]
        assert rest.outcome["win"] == whole.outcome["win"]


def test_a_position_is_copied_by_assignment(case: Case) -> None:
    for stepper in walk(case, 2):
        copy = Stepper(stepper.game, stepper.rules, case.unit)
        copy._states[0] = stepper.state
        before = stepper.state.tobytes()
        copy.observe()
        copy.act(copy.legal[0])
        assert stepper.state.tobytes() == before
        assert str(copy.state) != str(stepper.state)


def test_play_refuses_what_is_not_there(case: Case) -> None:
    whole = simlab.replay(case.game, index=4, rules=case.spec, bots=list(case.bots), unit=case.unit)
    actions = [event["action"] for event in whole.events if event["event"] == "action"]
    decks = [event["deck"] for event in whole.events if event["event"] == "shuffle"]
    common = {"rules": case.spec, "unit": case.unit, "index": 4}
    with pytest.raises(simlab.SimlabError, match="comes after the end"):
        simlab.play(case.game, decks, [*actions, actions[-1]], **common)
    with pytest.raises(simlab.SimlabError, match=r"illegal .*; legal: "):
        simlab.play(case.game, decks, [*actions[:1], 1 << 20], **common)
    with pytest.raises(simlab.SimlabError, match="nothing to play"):
        simlab.play(case.game, **common)
