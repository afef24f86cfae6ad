"""The numbers of a run don't depend on how it is cut, threaded, stepped or resumed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from conftest import CASES, Case

import simlab
from simlab.games import get, playable
from simlab.games.game import Game
from simlab.games.options import Rules
from simlab.kernel.drive import Shown, as_bytes
from simlab.kernel.records import ACTION, FAULT, LOG, LOG_EVENTS
from simlab.run.bots import compiled
from simlab.run.pool import Worker
from simlab.run.seats import seat_records
from simlab.run.simulate import run
from simlab.run.step import Stepper, step_through

COUNT = 600


def test_every_registered_game_is_among_the_cases() -> None:
    assert set(playable()) == {case.game for case in CASES}


@pytest.mark.parametrize("chunk", [1, 7, 599, 600, 10_000])
def test_chunks_do_not_matter(case: Case, chunk: int) -> None:
    whole = case.simulate(COUNT)
    cut = run(whole.job, COUNT, threads=1, store=False, chunk=chunk)
    assert cut.sums.plain() == whole.played.sums.plain()


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_do_not_matter(case: Case, threads: int) -> None:
    whole = case.simulate(COUNT)
    threaded = run(whole.job, COUNT, threads=threads, store=False, chunk=17)
    assert threaded.sums.plain() == whole.played.sums.plain()
    assert case.simulate(COUNT, threads=threads).digest == whole.digest


@pytest.mark.parametrize("cut", [1, 250, COUNT - 1])
def test_ranges_join(case: Case, cut: int) -> None:
    whole = case.simulate(COUNT, first=1000)
    low, high = case.simulate(cut, first=1000), case.simulate(COUNT - cut, first=1000 + cut)
    assert (low + high).digest == (high + low).digest == whole.digest
    joined = pd.concat([low.outcomes(cut), high.outcomes(COUNT - cut)], ignore_index=True)
    pd.testing.assert_frame_equal(joined, whole.outcomes(COUNT))


def test_only_neighbours_join(case: Case) -> None:
    with pytest.raises(simlab.SimlabError, match="follow each other"):
        case.simulate(10) + case.simulate(10, first=11)
    with pytest.raises(simlab.SimlabError, match="follow each other"):
        case.simulate(10) + case.simulate(10, first=10, seed=2)


def test_seeds_matter(case: Case) -> None:
    one, other = case.simulate(COUNT).played.sums, case.simulate(COUNT, seed=2).played.sums
    assert one.totals.tolist() != other.totals.tolist()


def test_large_seeds_and_indices_are_games_of_their_own(case: Case) -> None:
    """Every bit of seed and index counts: none of these runs repeats another."""
    seeds = [0, 1, 1 << 32, (1 << 64) - 1]
    firsts = [0, 1 << 32, (1 << 61) + 1]
    digests = {
        tuple(case.simulate(20, seed=seed, first=first).played.sums.totals) for seed in seeds for first in firsts
    }
    assert len(digests) == len(seeds) * len(firsts)


@pytest.mark.usefixtures("_forget_legal")
def test_stepping_from_python_equals_the_kernel(case: Case) -> None:
    """Both the outcome row and the log, event by event, for games first, first + 1, ..."""
    found = case.simulate(40, first=500)
    worker = Worker(found.job)
    rows = worker.rows(0, 40)[0, 0].copy()
    for game in range(40):
        index = 500 + game
        stepper = Stepper(found.job.game, found.job.arms[0], case.unit)
        step_through(stepper, found.job.lineups[0], 1, index)
        assert stepper.finish().tobytes() == rows[game].tobytes()
        told = [event for event in stepper.events if event["event"] != "shuffle"]
        assert _kernel_log(found, index) == told


def _play(found: simlab.Result, index: int, decks: np.ndarray, log: np.ndarray) -> tuple[int, np.ndarray]:
    """One game by the compiled loop: how many were played, and the row."""
    game = found.job.game
    rules = found.job.arms[0].record(found.job.unit)
    tables, players = game.tables(rules), found.job.lineups[0]
    padded = [*players, *([players[0]] * (game.seats[1] - len(players)))]
    bots, seats = tuple(compiled(game, player.bot) for player in padded), seat_records(game, padded)
    row, fault = np.zeros(1, game.code.layout.outcome), np.zeros(1, FAULT)
    shown, desk = Shown(rules, tables), game.kernel.desk(rules)
    seed = np.uint64(found.job.seed)
    played = game.kernel.play(
        bots, seats, shown, rules, tables, seed, index, decks, row, as_bytes(row), log, fault, desk
    )
    return played, row


def _kernel_log(found: simlab.Result, index: int) -> list[dict]:
    """The events that the compiled loop logs, in the form that a stepper tells them."""
    text, rules = found.job.game.code.text, found.job.arms[0]
    log = np.zeros(1, LOG)
    log["room"] = LOG_EVENTS
    assert _play(found, index, np.zeros((0, 0), np.uint8), log)[0] == 1
    events = []
    step = 0
    for event in log[0]["events"][: log[0]["count"]]:
        if event["kind"] != ACTION:
            events.append(text.event(event, rules))
            continue
        action = {"seat": int(event["seat"]), "step": step, "decision": text.decision(int(event["value"]))}
        events.append({"event": "action"} | action | {"action": text.action(int(event["code"]))})
        step += 1
    return events


@pytest.fixture
def _forget_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's log has no lists of legal actions: leave them out of the stepper's too."""
    act = Stepper.act

    def without(self: Stepper, action: int) -> None:
        act(self, action)
        for event in self.events:
            event.pop("legal", None)

    monkeypatch.setattr(Stepper, "act", without)


def test_given_decks_are_the_shuffles(case: Case) -> None:
    """The kernel plays the same game from rows of cards as from the seed that gives them."""
    found = case.simulate(30)
    game, rules = found.job.game, found.job.arms[0]
    rows = Worker(found.job).rows(0, 30)[0, 0].copy()
    log = np.zeros(1, LOG)
    for index in range(30):
        stepper = Stepper(game, rules, case.unit)
        step_through(stepper, found.job.lineups[0], 1, index)
        given = _rows([event["deck"] for event in stepper.events if "deck" in event], game, rules)
        played, row = _play(found, index, given, log)
        assert (played, row[0].tobytes()) == (1, rows[index].tobytes())
        if len(given) > 1:
            assert _play(found, index, given[:-1], log)[0] == 0


def _rows(decks: list[list[str]], game: Game, rules: Rules) -> np.ndarray:
    """Shuffles as the kernel takes them; deals of one game may take different numbers of cards."""
    rows = np.zeros((len(decks), max(map(len, decks))), np.uint8)
    for row, deck in zip(rows, decks, strict=True):
        row[: len(deck)] = game.code.text.read_deck(deck, rules)
    return rows


def test_bots_can_not_shift_a_deck(case: Case) -> None:
    """Whoever plays, and however many random numbers they draw, deal i is dealt the same cards."""
    rules = simlab.rules(case.game, case.spec)

    def first_decks(bot: str) -> list[str]:
        told = [
            simlab.replay(case.game, index=i, rules=case.spec, bots=[bot] * rules.seats, unit=case.unit)
            for i in range(20)
        ]
        return [next(event["deck"] for event in game.events if event["event"] == "shuffle") for game in told]

    assert first_decks("random") == first_decks("greedy")


def test_no_own_bot_writes_to_its_view(case: Case) -> None:
    found = case.simulate(COUNT)
    guarded = Worker(found.job, guard_all=True)(0, COUNT)
    assert guarded.sums.plain() == found.played.sums.plain()


def test_nothing_of_the_game_before_shines_through(case: Case) -> None:
    """Rows and states are used again from game to game: whatever lies in them counts for nothing."""
    worker = Worker(case.simulate(30).job)
    clean = worker.rows(0, 30).tobytes()
    worker._local.rows.view(np.int32)[:] = -7
    worker._local.tables[0, 0].desk.memory[:] = 77
    as_bytes(worker._local.tables[0, 0].desk.views)[:] = 99
    assert worker.rows(0, 30).tobytes() == clean


@pytest.mark.parametrize("kind", ["koikoi", "stop", "pass", "claim"])
def test_forbidden_actions_are_not_taken(case: Case, kind: str) -> None:
    """never=KIND: none of them, unless nothing else is legal, and nothing else of the bot changes."""
    kinds = get(case.game).code.kinds
    if kind not in kinds:
        return
    barred = Case(case.game, case.rules, tuple(f"{bot}:never={kind}" for bot in case.bots), case.unit)
    found = barred.simulate(COUNT)
    assert found.seats.bot[0].endswith(f":never={kind}")
    told = [barred.replay(index) for index in range(20)]
    actions = [event for game in told for event in game.events if event["event"] == "action"]
    assert any(kind in event["legal"] for event in actions)
    assert not any(event["action"] == kind and len(event["legal"]) > 1 for event in actions)
    assert found.outcomes(20).score_1.tolist() == [game.outcome["score"][1] for game in told]


def test_one_kernel_serves_every_rule_set_and_bot(case: Case) -> None:
    """Nothing is compiled again for other rules, seats or bots."""
    case.simulate(5)
    game = get(case.game)
    assert len(game.kernel.play.overloads) == 1
    for bot in game.code.bots:
        assert len(compiled(game, bot).overloads) == 1
