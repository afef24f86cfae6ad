"""Replayed deals of Koi-Koi before the referee: many at random, and a few that are too rare for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from referee.koikoi import REPORTED, Event, Foul, Rules, check
from referee.koikoi_deals import SEED, random_deals, replayed


def referee_random_deals(number: int, seed: int) -> Counter[str]:
    """Put random deals before the referee; how often each kind of thing happened in them."""
    seen: Counter[str] = Counter()
    for how, events in random_deals(number, seed):
        start = {name: events[0][name] for name in ("seed", "index", "bots")}
        rules = {name: events[0]["rules"][name] for name in how["rules"]}
        assert start | {"rules": rules} == how, f"the replay is not of what was asked for: {how}"
        try:
            check(events)
        except Foul as foul:
            pytest.fail(f"{foul}\nreplay with {how}")
        except Exception as error:
            pytest.fail(f"the referee fails on a replay: {error!r}\nreplay with {how}")
        seen.update(kinds_of_things(events))
    return seen


def kinds_of_things(events: list[Event]) -> Iterator[str]:
    """What happened in a deal that a test may want to have seen."""
    for event in events:
        match event["event"]:
            case "redeal":
                yield event["why"]
            case "action":
                yield f"{event['decision']} {event['action']}" if event["decision"] == "call" else event["decision"]
            case "played" | "turned":
                yield f"{event['event']} took {len(event['taken'])}"
            case "yaku":
                yield event["yaku"]
            case "over":
                yield event["end"]
            case "outcome":
                yield "lead changed" if event["lead_changes"] else "lead kept"


EVERYTHING = {
    *(set(REPORTED) - {"lucky_hand"}),
    *("lucky_board", "lucky_hand", "stop", "cashed", "draw", "play", "take", "take_turned", "call stop"),
    *("call koikoi", "lead changed", *(f"{name} took {count}" for name in ("played", "turned") for count in (0, 1, 3))),
}


def test_random_deals() -> None:
    seen = referee_random_deals(1000, SEED)
    # The few rarest things (a redeal, five brights) may be missing from so few deals.
    missing = EVERYTHING - set(seen) - {"lucky_board", "five_brights"}
    assert not missing, f"1000 deals without {missing}"


@pytest.mark.slow
def test_many_random_deals() -> None:
    seen = referee_random_deals(20_000, SEED + 1)
    assert set(seen) >= EVERYTHING, f"20,000 deals without {EVERYTHING - set(seen)}"


DARING: Rules = {"koikoi_multiplier": "japan", "viewing": "on", "sake_cup": "either", "seven_double": True}
TIED_BRIGHTS: Rules = {"five_brights": 6, "four_brights": 6, "rainy_four_brights": 3, "three_brights": 15}
# What is too rare to be met by chance: seed, index, rules, bots, and what happens in the deal.
RARE: list[tuple[int, int, Rules, list[str], str]] = [
    (702468919, 691240, {}, ["greedy", "greedy"], "both_lucky"),
    (1155142696, 198207, {}, ["greedy", "greedy"], "both_lucky"),
    (11, 204, DARING, ["random:never=stop", "random"], "4 calls"),
    (11, 2500, DARING, ["random:never=stop", "random"], "5 calls"),
    (11, 612863, DARING, ["random:never=stop", "random"], "6 calls"),
    (12, 0, TIED_BRIGHTS | {"viewing": "on", "sake_cup": "either"}, ["random", "random"], "lead changed"),
]


@pytest.mark.parametrize(("seed", "index", "rules", "bots", "thing"), RARE)
def test_rare_deals(seed: int, index: int, rules: Rules, bots: list[str], thing: str) -> None:
    events = replayed(seed, index, rules, bots)
    check(events)
    things = {*kinds_of_things(events), f"{max(events[-1]['calls'])} calls"}
    assert thing in things, f"seed {seed}, index {index} is no longer a deal with {thing}: look for another"
