"""How fast a game is, as ratios in one run.

The yardstick is the *pack*: the time in which ``numpy.random.Generator(Philox).permuted`` shuffles one of the game's
packs (int8, 20,000 rows at a time). Rounds of it alternate with rounds of ours, so that a busy or throttled machine
slows both, and what is told is the median of the rounds' ratios with its quartiles.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from simlab.errors import SimlabError
from simlab.games import get
from simlab.games.game import Game
from simlab.games.options import Rules, RulesSpec, for_unit, resolve
from simlab.kernel import jit, rng
from simlab.kernel.announcing import announced
from simlab.kernel.jit import array_type
from simlab.kernel.limits import MAX_DICE, MAX_PACK
from simlab.run import bots as roster
from simlab.run.faults import explain
from simlab.run.plan import Job
from simlab.run.pool import Fault, Worker
from simlab.run.slots import Slots
from simlab.run.store import Progress, Store

ROUNDS = 40
PACK_ROWS = 20_000
# A round of ours is as many deals as take about as long as the pack's round, and no fewer than this.
LEAST_DEALS = 200
THREADS = 2
# A round of a race: as many deals of theirs as can be timed, and of ours as a chunk of a run has.
THEIR_DEALS, OUR_DEALS = 1000, 20_000


@dataclass(frozen=True)
class Measure:
    """One line of a bench: the median of the rounds with its quartiles, and what it is in."""

    name: str
    median: float
    low: float
    high: float
    unit: str
    nanoseconds: float | None = None
    """Time of one, where that is meant."""


def bench(
    game: str,
    *,
    rules: RulesSpec = None,
    bots: Sequence[str] | str | None = None,
    unit: str | None = None,
    rounds: int = ROUNDS,
) -> Iterator[Measure]:
    """Measure a game on one core, and what a second thread gains.

    Parameters
    ----------
    game : str
    rules
        As in `simlab.simulate`; those that the game's speed is told for if not given.
    bots : sequence of str
        Bots whose games are measured, each playing on all seats; all of the game's own if not given.
    unit : str, optional
    rounds : int
    """
    owner = get(game)
    unit = unit or owner.unit
    checked = rules_of(owner, rules, unit)
    pack = _Pack(checked, rounds)
    yield Measure("pack (numpy permuted)", 1.0, 1.0, 1.0, "packs", pack.nanoseconds)
    if owner.load is not None or bots is not None:
        yield from _games(owner, checked, None if rules is None else checked, unit, bots, pack, rounds)
    yield from _tasks(owner, checked, pack, rounds)


def _games(
    game: Game,
    rules: Rules,
    given: Rules | None,
    unit: str,
    bots: Sequence[str] | str | None,
    pack: _Pack,
    rounds: int,
) -> Iterator[Measure]:
    """What playing takes: shuffles, the bots' games, what comes on top of the kernel, threads, and races."""
    specs = roster.listed(bots) if bots is not None else [bot.name for bot in game.code.bots]
    players = [roster.player(game, spec) for spec in specs]
    if not players:
        raise SimlabError("there is no bot to measure; name one or more")
    with announced(game.title):
        shuffle = _shuffler(rules)
        workers = [_worker(game, rules, unit, player) for player in players]
    yield pack.against(shuffle, PACK_ROWS, "our shuffle", rounds)
    try:
        for player, worker in zip(players, workers, strict=True):
            count = _fitting(pack, partial(worker.rows, 0))
            yield pack.against(partial(worker.rows, 0, count), count, f"{player.spec} {unit}", rounds)
        yield from _overhead(worker, count, rounds)
        yield from _threads(shuffle, partial(worker.rows, 0, count), rounds)
        yield from _races(game, given, unit, rounds)
    except Fault as fault:
        raise explain(worker.job, fault) from None


def _tasks(game: Game, rules: Rules, pack: _Pack, rounds: int) -> Iterator[Measure]:
    """What else the game does many times over, and how many times as fast as other programs."""
    for task in game.answers.tasks:
        with announced(game.title):
            ours = task.start(rules)
            ours(LEAST_DEALS)
        count = _fitting(pack, ours)
        yield pack.against(partial(ours, count), count, task.name, rounds)
        for name, start in task.peers.items():
            theirs = start()
            if theirs is not None:
                yield _race(f"{task.name} v {name}", ours, count, theirs, rounds)


def rules_of(game: Game, rules: RulesSpec, unit: str | None = None) -> Rules:
    """The rules that are measured: those that are given, or those that the game's speed is told for."""
    return for_unit(resolve(game, game.bench if rules is None else rules), unit or game.unit)


def _races(game: Game, rules: Rules | None, unit: str, rounds: int) -> Iterator[Measure]:
    """How many times as many deals as other programs we play, by rules that are given or else by theirs."""
    for peer in game.code.peers:
        theirs = for_unit(resolve(game, peer.rules), unit) if rules is None else rules
        play = peer.start(theirs)
        if play is None:
            continue
        worker = _worker(game, theirs, unit, roster.player(game, peer.bot))
        yield _race(f"{peer.bot} {unit} v {peer.name}", partial(worker.rows, 0), OUR_DEALS, play, rounds)


def _race(
    name: str, ours: Callable[[int], object], count: int, theirs: Callable[[int], object], rounds: int
) -> Measure:
    """How many times as fast ours is, rounds of `count` of ours alternating with rounds of theirs."""
    ours(count), theirs(LEAST_DEALS)
    ratios, took = [], []
    for _ in range(rounds):
        they = _time(partial(theirs, THEIR_DEALS)) / THEIR_DEALS
        took.append(_time(partial(ours, count)) / count)
        ratios.append(they / took[-1])
    return _measure(name, ratios, "times", 1e9 * float(np.median(took)))


class _Pack:
    """The yardstick."""

    def __init__(self, rules: Rules, rounds: int) -> None:
        self._rows = np.tile(np.arange(rules.deck.pack, dtype=np.int8), (PACK_ROWS, 1))
        self._generator = np.random.Generator(np.random.Philox(1))
        self.seconds = float(np.median([_time(self) for _ in range(rounds)]))

    def __call__(self) -> None:
        self._generator.permuted(self._rows, axis=1, out=self._rows)

    @property
    def nanoseconds(self) -> float:
        """One shuffle's time."""
        return 1e9 * self.seconds / PACK_ROWS

    def against(self, ours: Callable[[], object], count: int, name: str, rounds: int) -> Measure:
        """Time of one of `count` of ours, in packs of the same round."""
        ours()
        ratios = []
        for _ in range(rounds):
            pack = _time(self) / PACK_ROWS
            ratios.append(_time(ours) / count / pack)
        return _measure(name, ratios, "packs", self.nanoseconds * float(np.median(ratios)))


def _shuffles(first, count, rules, words, row):
    """The bare shuffle loop."""
    for index in range(first, first + count):
        rng.shuffle(np.uint64(1), np.uint64(index), 0, rules[0].pack, rules[0].drawn, rules[0].dice, words, row)
    return row[0]


def _shuffler(rules: Rules) -> Callable[[], object]:
    record = rules.record(rules.game.unit)
    types = (jit.int64, jit.int64, array_type(record.dtype), array_type(jit.uint32), array_type(jit.uint8))
    loop = jit.entry_point(jit.compile_cached(_shuffles, jit.uint8(*types)))
    deck = rules.deck

    def shuffle() -> object:
        words = np.zeros(rng.words_needed(deck.drawn, len(deck.dice)), np.uint32)
        return loop(0, PACK_ROWS, record, words, np.zeros(MAX_PACK + MAX_DICE, np.uint8))

    return shuffle


def _worker(game: Game, rules: Rules, unit: str, player: roster.Player) -> Worker:
    slots = Slots(game, game.all_metrics, 1, [[(0, seat)] for seat in range(rules.seats)], 1)
    return Worker(Job(game, unit, (rules,), ((player,) * rules.seats,), 1, 0, slots))


def _fitting(pack: _Pack, do: Callable[[int], object]) -> int:
    """How many take about as long as the pack's round."""
    do(LEAST_DEALS)
    one = _time(partial(do, LEAST_DEALS)) / LEAST_DEALS
    return max(LEAST_DEALS, int(pack.seconds / one))


def _overhead(worker: Worker, count: int, rounds: int) -> Iterator[Measure]:
    """What summing adds to the kernel's time, and what one write of the store takes of the second between two."""
    worker(0, count)
    ratios = []
    for _ in range(rounds):
        kernel = _time(lambda: worker.rows(0, count))
        ratios.append(100 * (_time(lambda: worker(0, count)) / kernel - 1))
    yield _measure("summing, over the kernel", ratios, "%")
    store, done = Store(worker.job.key | {"bench": True}), Progress(worker(0, count).sums)
    shares = [100 * _time(lambda: store.write(done)) for _ in range(rounds)]
    store.path.unlink(missing_ok=True)
    yield _measure("storing, of each second", shares, "%")


def _threads(shuffle: Callable[[], object], play: Callable[[], object], rounds: int) -> Iterator[Measure]:
    """The gain of a second thread, for the bare shuffle loop and for the kernel, and the one over the other."""
    with ThreadPoolExecutor(THREADS) as pool:

        def gain(work: Callable[[], object]) -> float:
            alone = _time(lambda: [work() for _ in range(THREADS)])
            together = _time(lambda: [done.result() for done in [pool.submit(work) for _ in range(THREADS)]])
            return alone / together

        gain(shuffle), gain(play)
        bare, kernel = zip(*((gain(shuffle), gain(play)) for _ in range(rounds)), strict=True)
    yield _measure(f"{THREADS} threads, shuffle loop", bare, "times one")
    yield _measure(f"{THREADS} threads, kernel", kernel, "times one")
    yield _measure("threads: kernel over shuffle", [k / b for k, b in zip(kernel, bare, strict=True)], "ratio")


def _measure(name: str, values: Sequence[float], unit: str, nanoseconds: float | None = None) -> Measure:
    low, median, high = (float(value) for value in np.quantile(values, (0.25, 0.5, 0.75)))
    return Measure(name, median, low, high, unit, nanoseconds)


def _time(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
