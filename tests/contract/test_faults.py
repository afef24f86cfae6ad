"""A bot's fault stops the run with one line that names bot, game, seat and what is legal; nothing is repaired."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from conftest import Case
from numba import objmode

import simlab
from simlab.errors import BotError
from simlab.games import get
from simlab.kernel import bits, rng
from simlab.kernel.jit import compile_checked, jit, reads_only
from simlab.run.bench import bench
from simlab.run.bots import READ_ONLY, bot, player
from simlab.run.seats import seat_records

LIMIT = 40


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def good(view, rules, tables, params, stream):
    """The lowest legal code."""
    return bits.nth(view.legal, 0)


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def too_high(view, rules, tables, params, stream):
    return 1 << 40


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def negative(view, rules, tables, params, stream):
    return -1


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def illegal(view, rules, tables, params, stream):
    for code in range(128):
        if not bits.has(view.legal, code):
            return code
    return 0


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def permits_itself(view, rules, tables, params, stream):
    view.legal[0] = np.uint64(0xFFFFFFFFFFFFFFFF)
    for code in range(64):
        if not (np.uint64(1) << np.uint64(code)) & np.uint64(view.step):
            return code
    return 0


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def raises(view, rules, tables, params, stream):
    if view.step > 3:
        raise ValueError("I give up")
    return bits.nth(view.legal, 0)


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def out_of_bounds(view, rules, tables, params, stream):
    scores = np.zeros(3)
    return np.int64(scores[view.step + 3]) + bits.nth(view.legal, 0)


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def writes_view(view, rules, tables, params, stream):
    view.step += 1
    return bits.nth(view.legal, 0)


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def writes_rules(view, rules, tables, params, stream):
    rules.pack += 1
    return bits.nth(view.legal, 0)


@bot("koikoi", memory=0.0)
@bot("rikiki", memory=0.0)
@bot("toy", memory=0.0)
def writes_params(view, rules, tables, params, stream):
    params[0] += 1
    return bits.nth(view.legal, 0)


@bot("koikoi")
def writes_koikoi_tables(view, rules, tables, params, stream):
    tables.worth[0] += 1
    return bits.nth(view.legal, 0)


@bot("rikiki")
def writes_rikiki_tables(view, rules, tables, params, stream):
    tables.deals += 1
    return bits.nth(view.legal, 0)


@bot("toy")
def writes_toy_tables(view, rules, tables, params, stream):
    tables.worth[0, 0] += 1
    return bits.nth(view.legal, 0)


def _with(case: Case, name: str) -> Case:
    """The case with the bot on its last seat."""
    return Case(case.game, case.rules, (*case.bots[:-1], name), case.unit)


FAULTS = {
    "too_high": "chose action 1099511627776, which is illegal",
    "negative": "chose action -1, which is illegal",
    "illegal": "which is illegal",
    "permits_itself": "wrote to its view|which is illegal",
    "raises": "raised ValueError: I give up",
    "out_of_bounds": "raised IndexError",
    "writes_view": "wrote to its view, rules, tables or params",
    "writes_rules": "wrote to its view, rules, tables or params",
    "writes_params": "wrote to its view, rules, tables or params",
    "writes_tables": "wrote to its view, rules, tables or params",
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("threads", [1, 2])
def test_faults_are_told(case: Case, fault: str, threads: int) -> None:
    name = f"writes_{case.game}_tables" if fault == "writes_tables" else fault
    seat = len(case.bots) - 1
    with pytest.raises(BotError, match=FAULTS[fault]) as caught:
        _with(case, name).simulate(3000, threads=threads)
    message = str(caught.value)
    assert f"bot {name} in game " in message
    assert f"seat {seat}, step " in message
    assert "\n" not in message


@jit
def _worth_of(view, tables, code):
    return tables.worth[code] if bits.has(view.legal, code) else 0


@bot("koikoi", weight=0.5)
def thinks(view, rules, tables, params, stream):
    """Helpers, arrays of its own, exceptions and random numbers: all that a bot may use."""
    scores = np.zeros(48)
    for code in range(48):
        scores[code] = _worth_of(view, tables, code) * params[0] + rng.uniform(stream)
        if scores[code] < 0:
            raise ValueError("no card is worth less than nothing")
    best = np.argmax(scores)
    return best if bits.has(view.legal, best) else bits.nth(view.legal, 0)


@jit
def _turns(view):
    view.public.turn += 1


@bot("koikoi")
def writes_in_a_helper(view, rules, tables, params, stream):
    _turns(view)
    return bits.nth(view.legal, 0)


@pytest.mark.parametrize(
    ("name", "is_guarded"),
    [
        ("greedy", False),
        ("random", False),
        ("good", False),
        ("thinks", False),
        ("raises", False),
        ("writes_view", True),
        ("writes_in_a_helper", True),
        ("writes_rules", True),
        ("writes_params", True),
        ("writes_koikoi_tables", True),
    ],
)
def test_only_bots_that_could_write_are_watched(name: str, is_guarded: bool) -> None:
    """What is proved to read only plays unwatched, and as fast as the game's own bots."""
    game = get("koikoi")
    (seat,) = seat_records(game, [player(game, name)])
    assert bool(seat["guarded"]) == is_guarded


def test_a_write_in_a_helper_is_found() -> None:
    with pytest.raises(BotError, match=r"writes_in_a_helper in game 0, .* wrote to its view"):
        simlab.simulate("koikoi", bots=["writes_in_a_helper", "greedy"], deals=5, store=False)


def test_own_bots_are_proved_to_read_only(case: Case) -> None:
    game = get(case.game)
    for own in game.code.bots:
        assert reads_only(compile_checked(own.function, game.kernel.bot_signature), READ_ONLY)


def test_an_illegal_action_is_told_with_what_is_legal() -> None:
    with pytest.raises(BotError, match=r"bot negative in game 0, seat 0, step 0 chose action -1, .*\(play\); legal: "):
        simlab.simulate("koikoi", bots=["negative", "greedy"], deals=10, store=False)


def test_replay_tells_the_same_fault() -> None:
    for name in ("illegal", "writes_view", "writes_rules", "raises"):
        with pytest.raises(BotError) as in_run:
            simlab.simulate("koikoi", bots=["greedy", name], deals=1, store=False)
        with pytest.raises(BotError) as in_replay:
            simlab.replay("koikoi", bots=["greedy", name])
        assert str(in_run.value) == str(in_replay.value)


def test_a_fault_spoils_no_other_run(case: Case) -> None:
    """Tables and rules are as they were for who comes next."""
    found = case.simulate(LIMIT)
    record = found.job.arms[0].record(case.unit)
    before = found.job.game.tables(record).tobytes()
    for name in ("writes_rules", f"writes_{case.game}_tables"):
        with pytest.raises(BotError):
            _with(case, name).simulate(LIMIT)
    assert found.job.game.tables(record).tobytes() == before
    assert case.simulate(LIMIT).digest == found.digest


def test_a_good_bot_plays(case: Case) -> None:
    assert _with(case, "good").simulate(LIMIT).blocks == LIMIT


def test_params_reach_the_bot() -> None:
    @bot("koikoi", choice=0.0)
    def picks(view, rules, tables, params, stream):
        return bits.nth(view.legal, min(np.int64(params[0]), bits.count(view.legal) - 1))

    low = simlab.simulate("koikoi", bots=["picks", "greedy"], deals=LIMIT, store=False)
    high = simlab.simulate("koikoi", bots=["picks:choice=9", "greedy"], deals=LIMIT, store=False)
    assert low.played.sums.totals.tolist() != high.played.sums.totals.tolist()
    assert simlab.simulate("koikoi", bots=["picks:choice=0", "greedy"], deals=LIMIT, store=False).digest == low.digest


def test_random_numbers_are_addressed() -> None:
    """A bot's draws depend on seed, game, seat and step alone: playing a range twice gives the same."""

    @bot("koikoi")
    def gambles(view, rules, tables, params, stream):
        extra = rng.below(stream, 5)
        for _ in range(extra):
            rng.uniform(stream)
        return bits.nth(view.legal, rng.below(stream, bits.count(view.legal)))

    whole = simlab.simulate("koikoi", bots=["gambles", "gambles"], deals=LIMIT, store=False)
    tail = simlab.simulate("koikoi", bots=["gambles", "gambles"], deals=5, first=LIMIT - 5, store=False)
    assert whole.outcomes(LIMIT).tail(5).reset_index(drop=True).equals(tail.outcomes(5))


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda view, rules, tables, params, stream: 0.5, "returns float64"),
        (lambda view, rules, tables, params, stream: None, "returns none"),
        (lambda view: 1, "does not compile"),
        (lambda view, rules, tables, params, stream: view.secret, "secret"),
        (lambda view, rules, tables, params, stream: input("x"), "does not compile"),
    ],
    ids=["float", "nothing", "arguments", "field", "python"],
)
def test_what_does_not_compile_is_told(function, why: str) -> None:
    bot("koikoi", name="faulty")(function)
    with pytest.raises(BotError, match=f"bot faulty does not compile: .*{why}|{why}") as caught:
        simlab.simulate("koikoi", bots=["faulty", "greedy"], deals=1, store=False)
    assert "\n" not in str(caught.value)


def test_names_that_can_not_be_specs_are_refused() -> None:
    with pytest.raises(simlab.SimlabError, match="taken by a bot of koikoi"):
        bot("koikoi", name="greedy")(lambda view, rules, tables, params, stream: 0)
    with pytest.raises(simlab.SimlabError, match="isn't text without comma"):
        bot("koikoi", name="a,b")(lambda view, rules, tables, params, stream: 0)
    with pytest.raises(simlab.SimlabError, match="has 17 parameters; at most 16"):
        bot("koikoi", name="many", **{f"p{k}": 0.0 for k in range(17)})(lambda view, rules, tables, params, stream: 0)


@bot("koikoi")
@bot("rikiki")
@bot("toy")
def gambles_alone(view, rules, tables, params, stream):
    return bits.nth(view.legal, np.random.randint(0, bits.count(view.legal)))  # noqa: NPY002


def test_random_numbers_of_its_own_are_refused(case: Case) -> None:
    with pytest.raises(BotError, match="draws random numbers of its own; those of rng are the same whenever"):
        _with(case, "gambles_alone").simulate(5)


def test_a_fault_tells_under_which_rules_and_with_whom() -> None:
    @bot("koikoi")
    def gives_up_late(view, rules, tables, params, stream):
        return -1 if rules.seven_double else bits.nth(view.legal, 0)

    arms = {"base": {}, "seven": {"seven_double": True}}
    with pytest.raises(BotError, match=r"gives_up_late in game 0, seat 1, .*; legal: .* \(seven_double=on\)$"):
        simlab.compare("koikoi", arms, ["greedy", "gives_up_late"], 50, store=False)
    with pytest.raises(BotError, match=r"negative in game 0, .* \(seats (greedy, negative|negative, greedy)\)$"):
        simlab.tournament("koikoi", ["greedy", "negative"], deals=50, store=False)


def test_a_bench_tells_a_fault() -> None:
    with pytest.raises(BotError, match="bot negative in game 0, seat 0, step 0 chose action -1"):
        list(bench("koikoi", bots=["negative"], rounds=3))


CALLS = itertools.count(1)


@pytest.mark.filterwarnings("ignore:Code running in object mode")
def test_a_bot_that_answers_by_something_else_is_told() -> None:
    """Playing the game again doesn't find the fault: the bot keeps a count of its own."""

    @bot("koikoi")
    def counts(view, rules, tables, params, stream):
        with objmode(call="int64"):
            call = next(CALLS)
        return -1 if call == 50 else bits.nth(view.legal, 0)

    with pytest.raises(BotError, match="may depend on nothing but its arguments"):
        simlab.simulate("koikoi", bots=["counts", "greedy"], deals=100, store=False)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("greedy:never=fly", "unknown kind of action of koikoi 'fly' \\(known: .*stop"),
        ("greedy:never=", "unknown kind of action of koikoi ''"),
        ("greedy:never", "unknown kind of action of koikoi ''"),
        ("greedy:nevr=stop", "unknown parameter of bot greedy 'nevr'; did you mean 'never'"),
    ],
)
def test_what_can_not_be_forbidden_is_told(spec: str, why: str) -> None:
    with pytest.raises(simlab.SimlabError, match=why):
        simlab.simulate("koikoi", bots=[spec, "greedy"], deals=1, store=False)


def test_games_are_registered_for_the_decorator() -> None:
    assert {"good", "raises"} <= set(simlab.bots("koikoi")) & set(simlab.bots("toy"))
