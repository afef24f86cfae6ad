"""Replayed deals of Koi-Koi before the referee, and the referee itself under test."""

from __future__ import annotations

import copy
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from referee.koikoi import (
    CARDS,
    CHOICES,
    MONTHS,
    REPORTED,
    Foul,
    check,
    count_yaku,
    final_score,
    in_order,
    is_lucky,
    month,
)

Event = dict[str, Any]
Rules = dict[str, Any]

SEED = 20240817
POINTS = {
    "five_brights": 15,
    "four_brights": 10,
    "rainy_four_brights": 8,
    "three_brights": 6,
    "boar_deer_butterfly": 5,
    "poetry_ribbons": 6,
    "blue_ribbons": 6,
    "animals": 1,
    "ribbons": 1,
    "chaff": 1,
}
VIEWING_POINTS = {"flower_viewing": 5, "moon_viewing": 5}
CHOSEN = {"sake_cup": "both", "viewing": "off", "seven_double": False, "koikoi_multiplier": "none"}
SEED_RULES: Rules = {**POINTS, **VIEWING_POINTS, **CHOSEN}
OTHER_POINTS = [0, 1, 2, 3, 5, 6, 7, 8, 10, 15, 100]
BOTS = ["random", "greedy"]


def replayed(seed: int, index: int, rules: Rules, bots: list[str]) -> list[Event]:
    """The events of one deal."""
    from simlab.run.replay import replay

    return replay("koikoi", seed=seed, index=index, rules=rules, bots=bots).events


# (a) Random deals.


def random_rules(rng: random.Random) -> Rules:
    """Every option at random; the points of a yaku mostly at their default."""

    def points(default: int) -> int:
        return default if rng.random() < 0.6 else rng.choice(OTHER_POINTS)

    rules: Rules = {name: points(default) for name, default in POINTS.items()}
    rules |= {name: rng.choice(values) for name, values in CHOICES.items()}
    if rules["viewing"] != "off":
        rules |= {name: points(default) for name, default in VIEWING_POINTS.items()}
    return rules


def random_deals(number: int, seed: int) -> Iterator[tuple[dict[str, Any], list[Event]]]:
    """Deals with random rules and bots: what it takes to replay each, and its events."""
    rng = random.Random(seed)
    for _ in range(number):
        how: dict[str, Any] = {"rules": random_rules(rng), "bots": [rng.choice(BOTS), rng.choice(BOTS)]}
        how |= {"seed": rng.randrange(2**31), "index": rng.randrange(10**6)}
        yield how, replayed(**how)


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


JAPAN: Rules = {"koikoi_multiplier": "japan", "viewing": "on"}
TIED_BRIGHTS: Rules = {"five_brights": 6, "four_brights": 6, "rainy_four_brights": 3, "three_brights": 15}
# What is too rare to be met by chance: seed, index, rules, bots, and what happens in the deal.
RARE: list[tuple[int, int, Rules, list[str], str]] = [
    (702468919, 691240, {}, ["greedy", "greedy"], "both_lucky"),
    (1155142696, 198207, {}, ["greedy", "greedy"], "both_lucky"),
    (1498914961, 864108, JAPAN | {"sake_cup": "either", "seven_double": True}, ["random", "random"], "4 calls"),
    (826465737, 860230, JAPAN | {"seven_double": True}, ["random", "random"], "5 calls"),
    (1160374063, 107448, JAPAN, ["random", "random"], "5 calls"),
    (881983137, 825635, TIED_BRIGHTS | {"viewing": "on", "sake_cup": "either"}, ["random", "random"], "lead changed"),
]


@pytest.mark.parametrize(("seed", "index", "rules", "bots", "thing"), RARE)
def test_rare_deals(seed: int, index: int, rules: Rules, bots: list[str], thing: str) -> None:
    events = replayed(seed, index, rules, bots)
    check(events)
    things = {*kinds_of_things(events), f"{max(events[-1]['calls'])} calls"}
    assert thing in things, f"seed {seed}, index {index} is no longer a deal with {thing}: look for another"


# (b) The referee must say no.


def deal_from(deck: list[str], number: int) -> list[Event]:
    """A shuffle and its deal, written by hand."""
    hands = [in_order(deck[0:8]), in_order(deck[8:16])]
    return [
        {"event": "shuffle", "number": number, "deck": deck},
        {"event": "hand", "seat": 0, "cards": hands[0]},
        {"event": "hand", "seat": 1, "cards": hands[1]},
        {"event": "board", "cards": in_order(deck[16:24])},
    ]


def deck_of(first: str, second: str, board: str) -> list[str]:
    """A deck that deals these three; the stock is of the other cards."""
    dealt = f"{first} {second} {board}".split()
    assert len(dealt) == 24
    return (dealt + [card for card in CARDS if card not in dealt])[:40]


FOUR_PINES = "1b 1r 1c1 1c2 5a 6a 7a 8a"
FOUR_PAIRS = "2a 2r 3b 3r 4a 4r 9a 9r"
PLAIN_HAND = "2c1 3c1 4c1 5r 6r 7r 8c1 9c1"
PLAIN_BOARD = "5c1 6c1 7c1 8c2 9c2 10a 11a 12b"
FOUR_MAPLES = "10a 10r 10c1 10c2 11a 12b 3b 2c2"
PAIRED_BOARD = "5c1 5c2 6c1 6c2 10a 10r 12b 12c1"
BOTH_LUCKY = deck_of(FOUR_PINES, FOUR_PAIRS, PLAIN_BOARD)
FIRST_LUCKY = deck_of(FOUR_PINES, PLAIN_HAND, PLAIN_BOARD)


def hand_made(redeals: list[tuple[list[str], str]]) -> list[Event]:
    """A deal written by hand: some redeals, then seat 0 wins with four pines."""
    start: Event = {"event": "start", "game": "koikoi", "unit": "deal", "rules": dict(SEED_RULES)}
    events = [start | {"bots": ["greedy", "random"], "seed": 1, "index": 0}]
    for number, (deck, why) in enumerate(redeals):
        events += [*deal_from(deck, number), {"event": "redeal", "why": why}]
    won, nothing = [0] * 12 + [1], [0] * 13
    outcome = {"score": [6, 0], "win": [840, 0], "length": 0, "deals": 1, "shuffles": len(redeals) + 1}
    outcome |= {"redeals": len(redeals), "lead_changes": 0, "draw": 0, "void": 0, "base": [6, 0]}
    outcome |= {"made": [won, nothing], "points": [[6 * n for n in won], nothing], "calls": [0, 0]}
    return [
        *events,
        *deal_from(FIRST_LUCKY, len(redeals)),
        {"event": "lucky_hand", "seat": 0, "cards": in_order(FOUR_PINES.split()), "points": 6},
        {"event": "over", "end": "lucky_hand", "winner": 0, "score": 6},
        {"event": "outcome", **outcome},
    ]


HAND_MADE = {
    "no redeal": hand_made([]),
    "both lucky": hand_made([(BOTH_LUCKY, "both_lucky")]),
    "four maples on the board": hand_made([(deck_of(PLAIN_HAND, FOUR_PINES, FOUR_MAPLES), "lucky_board")]),
    "four pairs on the board": hand_made([(deck_of(PLAIN_HAND, FOUR_PINES, PAIRED_BOARD), "lucky_board")]),
    # The board is looked at before the hands.
    "everything lucky": hand_made([(deck_of(FOUR_PINES, FOUR_PAIRS, PAIRED_BOARD), "lucky_board")]),
    "twice": hand_made([(BOTH_LUCKY, "both_lucky"), (BOTH_LUCKY, "both_lucky")]),
}


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_deals_pass(name: str) -> None:
    check(HAND_MADE[name])


@pytest.fixture(scope="module")
def valid() -> list[list[Event]]:
    """Deals that the referee accepts, in which everything a mutation may need happens."""
    rng = random.Random(SEED + 2)
    plain = [replayed(rng.randrange(2**31), n, {}, [rng.choice(BOTS), rng.choice(BOTS)]) for n in range(100)]
    deals = [*HAND_MADE.values(), *plain, *(events for _, events in random_deals(150, SEED + 3))]
    for events in deals:
        check(events)
    return deals


def foul_in(events: list[Event]) -> Foul | None:
    """The foul that the referee finds, or None."""
    try:
        check(events)
    except Foul as foul:
        return foul
    return None


def numbers(events: list[Event], name: str, **fields: Any) -> list[int]:
    """Which events are of this name and have these fields."""
    wanted = {"event": name, **fields}
    return [n for n, event in enumerate(events) if all(event.get(field) == value for field, value in wanted.items())]


# Each mutation changes a copy of a deal in place, and says whether it found anything to change.
Mutation = Callable[[list[Event], random.Random], bool]
MUTATIONS: dict[str, Mutation] = {}


def mutation(change: Mutation) -> Mutation:
    """Register a mutation under its name."""
    MUTATIONS[change.__name__] = change
    return change


def pick(events: list[Event], rng: random.Random, name: str, **fields: Any) -> Event | None:
    """A random event of this name with these fields."""
    found = numbers(events, name, **fields)
    return events[rng.choice(found)] if found else None


def set_fields(event: Event | None, **fields: Any) -> bool:
    """Set fields to other values, if there is such an event."""
    if event is None:
        return False
    assert all(event[field] != value for field, value in fields.items())
    event.update(fields)
    return True


def not_shown(events: list[Event]) -> list[str]:
    """The cards that the last shuffle leaves undealt."""
    deck = events[numbers(events, "shuffle")[-1]]["deck"]
    return [card for card in CARDS if card not in deck]


@mutation
def takes_nothing(events: list[Event], rng: random.Random) -> bool:
    laid = [event for event in events if event.get("taken")]
    return bool(laid) and set_fields(rng.choice(laid), taken=[])


@mutation
def takes_one_of_three(events: list[Event], rng: random.Random) -> bool:
    laid = next((event for event in events if len(event.get("taken", [])) == 3), None)
    return laid is not None and set_fields(laid, taken=laid["taken"][:1])


@mutation
def takes_both_of_two(events: list[Event], rng: random.Random) -> bool:
    chosen = pick(events, rng, "action", decision=rng.choice(["take", "take_turned"]))
    return chosen is not None and set_fields(events[events.index(chosen) + 1], taken=chosen["legal"])


@mutation
def takes_the_other_of_two(events: list[Event], rng: random.Random) -> bool:
    chosen = pick(events, rng, "action", decision=rng.choice(["take", "take_turned"]))
    if chosen is None:
        return False
    other = [card for card in chosen["legal"] if card != chosen["action"]]
    return set_fields(events[events.index(chosen) + 1], taken=other)


@mutation
def takes_a_card_that_is_not_there(events: list[Event], rng: random.Random) -> bool:
    laid = pick(events, rng, rng.choice(["played", "turned"]))
    return laid is not None and set_fields(laid, taken=[*laid["taken"], rng.choice(not_shown(events))])


@mutation
def plays_a_card_of_the_other_hand(events: list[Event], rng: random.Random) -> bool:
    played = pick(events, rng, "action", decision="play")
    if played is None:
        return False
    other = events[numbers(events, "hand", seat=1 - played["seat"])[-1]]["cards"]
    return set_fields(played, action=rng.choice(other))


@mutation
def plays_a_card_a_second_time(events: list[Event], rng: random.Random) -> bool:
    plays = [event for event in events if event.get("decision") == "play"]
    return len(plays) > 2 and set_fields(plays[2], action=plays[0]["action"])


@mutation
def says_another_card_was_played(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "played"), card=rng.choice(not_shown(events)))


@mutation
def turns_another_card(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "turned"), card=rng.choice(not_shown(events)))


@mutation
def never_turns_the_stock(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "turned")


@mutation
def last_stock_card_left_lying(events: list[Event], rng: random.Random) -> bool:
    found = numbers(events, "turned")
    if len(found) == 16:
        del events[found[-1]]
    return len(found) == 16


def drop(events: list[Event], rng: random.Random, name: str, **fields: Any) -> bool:
    """Drop one event of this name."""
    found = numbers(events, name, **fields)
    if found:
        del events[rng.choice(found)]
    return bool(found)


@mutation
def drops_a_choice_of_two(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "action", decision=rng.choice(["take", "take_turned"]))


@mutation
def drops_a_call(events: list[Event], rng: random.Random) -> bool:
    """The player goes on without a choice; the steps after it are right."""
    found = numbers(events, "action", decision="call", action="koikoi")
    if not found:
        return False
    gone = rng.choice(found)
    del events[gone]
    for event in events[gone:]:
        if event["event"] == "action":
            event["step"] -= 1
    return True


@mutation
def drops_the_stop(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "action", decision="call", action="stop")


def offer_a_call(events: list[Event], after: int, seat: int) -> None:
    """A call of koi-koi after this event, with all steps and counts of calls in order."""
    step = 1 + max(event["step"] for event in events[: after + 1] if event["event"] == "action")
    call = {"event": "action", "seat": seat, "step": step, "decision": "call", "action": "koikoi"}
    events.insert(after + 1, call | {"legal": ["stop", "koikoi"]})
    for event in events[after + 2 :]:
        if event["event"] == "action":
            event["step"] += 1
    events[-1]["calls"][seat] += 1


@mutation
def offers_a_call_though_nothing_rose(events: list[Event], rng: random.Random) -> bool:
    """After a turn that ends without yaku events."""
    quiet = [n for n in numbers(events, "turned") if events[n + 1].get("decision") == "play"]
    if not quiet:
        return False
    after = rng.choice(quiet)
    offer_a_call(events, after, events[after]["seat"])
    return True


@mutation
def offers_a_call_after_the_hand_card(events: list[Event], rng: random.Random) -> bool:
    found = numbers(events, "played")
    if not found:
        return False
    after = rng.choice(found)
    offer_a_call(events, after, events[after]["seat"])
    return True


@mutation
def offers_a_call_with_an_empty_hand(events: list[Event], rng: random.Random) -> bool:
    """The last card is played and the total rose: it must be cashed."""
    found = numbers(events, "over", end="cashed")
    if not found:
        return False
    offer_a_call(events, found[0] - 1, events[found[0]]["winner"])
    events[found[0] + 1]["end"] = "stop"
    events[found[0]]["action"] = "stop"
    events[-1]["calls"][events[found[0]]["seat"]] -= 1
    return True


@mutation
def calls_twice(events: list[Event], rng: random.Random) -> bool:
    found = numbers(events, "action", decision="call", action="koikoi")
    if not found:
        return False
    after = rng.choice(found)
    offer_a_call(events, after, events[after]["seat"])
    return True


@mutation
def plays_on_after_a_stop(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "action", action="stop"), action="koikoi")


@mutation
def stops_where_play_goes_on(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "action", action="koikoi"), action="stop")


@mutation
def offers_only_to_stop(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "action", decision="call"), legal=["stop"])


@mutation
def leaves_out_a_legal_action(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, legal=[one for one in action["legal"] if one != action["action"]])


@mutation
def leaves_out_another_legal_action(events: list[Event], rng: random.Random) -> bool:
    action = next((event for event in events if len(event.get("legal", [])) > 1), None)
    return action is not None and set_fields(action, legal=[action["action"]])


@mutation
def adds_a_legal_action(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, legal=[*action["legal"], rng.choice(not_shown(events))])


@mutation
def names_a_legal_action_twice(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, legal=[*action["legal"], action["action"]])


@mutation
def the_other_seat_acts(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, seat=1 - action["seat"])


@mutation
def mixes_up_the_kinds_of_taking(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "action", decision="take"), decision="take_turned")


@mutation
def miscounts_a_step(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, step=action["step"] + 1)


@mutation
def swaps_the_seats(events: list[Event], rng: random.Random) -> bool:
    """Seat 1 leads, everywhere."""
    for event in events:
        if "seat" in event:
            event["seat"] = 1 - event["seat"]
    return True


@mutation
def wrong_points_of_a_yaku(events: list[Event], rng: random.Random) -> bool:
    yaku = pick(events, rng, "yaku")
    return yaku is not None and set_fields(yaku, points=yaku["points"] + rng.choice([-1, 1]))


@mutation
def wrong_name_of_a_yaku(events: list[Event], rng: random.Random) -> bool:
    yaku = pick(events, rng, "yaku")
    return yaku is not None and set_fields(yaku, yaku=rng.choice([name for name in REPORTED if name != yaku["yaku"]]))


@mutation
def forgets_a_yaku(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "yaku")


@mutation
def forgets_a_yaku_and_its_points(events: list[Event], rng: random.Random) -> bool:
    """A yaku is missing, and the total agrees with that."""
    found = numbers(events, "yaku")
    if not found:
        return False
    gone = events.pop(rng.choice(found))
    total = next(event for event in events[found[0] :] if event["event"] == "points")
    total["points"] -= gone["points"]
    return True


@mutation
def makes_up_a_yaku(events: list[Event], rng: random.Random) -> bool:
    found = numbers(events, "points")
    if not found:
        return False
    total = events[rng.choice(found)]
    before = events.index(total)
    had = {event["yaku"] for event in events[:before] if event["event"] == "yaku" and event["seat"] == total["seat"]}
    name = next(name for name in REPORTED if name not in had)
    events.insert(before, {"event": "yaku", "seat": total["seat"], "yaku": name, "points": 3})
    total["points"] += 3
    return True


@mutation
def says_a_yaku_twice(events: list[Event], rng: random.Random) -> bool:
    found = numbers(events, "yaku")
    if found:
        events.insert(found[0], dict(events[found[0]]))
    return bool(found)


@mutation
def wrong_total(events: list[Event], rng: random.Random) -> bool:
    total = pick(events, rng, "points")
    return total is not None and set_fields(total, points=total["points"] + 1)


@mutation
def wrong_winner(events: list[Event], rng: random.Random) -> bool:
    """The whole outcome is the other player's."""
    over = events[-2]
    if over["winner"] is None:
        return False
    over["winner"] = 1 - over["winner"]
    for field in ("score", "win", "base", "made", "points"):
        events[-1][field].reverse()
    return True


@mutation
def a_draw_is_won(events: list[Event], rng: random.Random) -> bool:
    return set_fields(events[-2], winner=rng.choice([0, 1])) if events[-2]["end"] == "draw" else False


@mutation
def a_win_is_a_draw(events: list[Event], rng: random.Random) -> bool:
    return events[-2]["end"] != "draw" and set_fields(events[-2], end="draw", winner=None, score=0)


@mutation
def wrong_kind_of_end(events: list[Event], rng: random.Random) -> bool:
    other = {"stop": "cashed", "cashed": "stop", "draw": "stop", "lucky_hand": "stop"}
    return set_fields(events[-2], end=other[events[-2]["end"]])


@mutation
def wrong_score(events: list[Event], rng: random.Random) -> bool:
    """Everywhere the same wrong score."""
    over, outcome = events[-2:]
    if over["winner"] is None:
        return False
    over["score"] = outcome["score"][over["winner"]] = over["score"] * 2 + 1
    return True


@mutation
def double_for_the_wrong_reason(events: list[Event], rng: random.Random) -> bool:
    return events[-2]["winner"] is not None and set_fields(events[-2], score=2 * events[-2]["score"])


@mutation
def the_loser_scores(events: list[Event], rng: random.Random) -> bool:
    loser = 1 if events[-2]["winner"] in (0, None) else 0
    events[-1]["score"][loser] = 1
    return True


@mutation
def forgets_a_redeal(events: list[Event], rng: random.Random) -> bool:
    """The deal goes on after a shuffle that must be dealt again."""
    return drop(events, rng, "redeal")


@mutation
def forgets_a_redeal_and_its_shuffle(events: list[Event], rng: random.Random) -> bool:
    """The cards that are played are another shuffle's."""
    found = numbers(events, "redeal")
    if found:
        del events[found[0] : found[0] + 5]
    return bool(found)


@mutation
def redeals_for_the_wrong_reason(events: list[Event], rng: random.Random) -> bool:
    redeal = pick(events, rng, "redeal")
    other = {"lucky_board": "both_lucky", "both_lucky": "lucky_board"}
    return redeal is not None and set_fields(redeal, why=other[redeal["why"]])


@mutation
def redeals_without_a_reason(events: list[Event], rng: random.Random) -> bool:
    """A good deal is dealt again, and all shuffles are counted."""
    shuffles = numbers(events, "shuffle")
    again = copy.deepcopy(events[shuffles[-1] : shuffles[-1] + 4])
    again[0]["number"] += 1
    events[shuffles[-1] + 4 : shuffles[-1] + 4] = [{"event": "redeal", "why": "lucky_board"}, *again]
    events[-1]["shuffles"] += 1
    events[-1]["redeals"] += 1
    return True


@mutation
def both_lucky_pays_one(events: list[Event], rng: random.Random) -> bool:
    """Both hands are lucky, and seat 0 is paid for his."""
    found = numbers(events, "redeal", why="both_lucky")
    if not found:
        return False
    del events[found[0] : numbers(events, "lucky_hand")[0]]
    events[-1]["shuffles"], events[-1]["redeals"] = 1, 0
    return True


@mutation
def plays_a_lucky_hand(events: list[Event], rng: random.Random) -> bool:
    """A lucky hand is overlooked."""
    return drop(events, rng, "lucky_hand")


@mutation
def wrong_points_of_a_lucky_hand(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "lucky_hand"), points=12)


@mutation
def deals_a_card_twice(events: list[Event], rng: random.Random) -> bool:
    deck = pick(events, rng, "shuffle")["deck"]  # type: ignore[index]
    one, other = rng.sample(range(40), 2)
    deck[one] = deck[other]
    return True


@mutation
def deals_a_card_that_does_not_exist(events: list[Event], rng: random.Random) -> bool:
    pick(events, rng, "shuffle")["deck"][rng.randrange(40)] = rng.choice(["11c2", "12a", "13b", "1a", ""])  # type: ignore[index]
    return True


@mutation
def deals_too_few_cards(events: list[Event], rng: random.Random) -> bool:
    pick(events, rng, "shuffle")["deck"].pop()  # type: ignore[index]
    return True


@mutation
def swaps_the_hands(events: list[Event], rng: random.Random) -> bool:
    first, second = (events[numbers(events, "hand", seat=seat)[-1]] for seat in (0, 1))
    first["cards"], second["cards"] = second["cards"], first["cards"]
    return True


@mutation
def swaps_a_card_of_a_hand_with_the_board(events: list[Event], rng: random.Random) -> bool:
    hand, board = pick(events, rng, "hand", seat=1), pick(events, rng, "board")
    assert hand is not None
    assert board is not None
    spot = rng.randrange(8)
    hand["cards"][spot], board["cards"][spot] = board["cards"][spot], hand["cards"][spot]
    return True


@mutation
def other_rules_than_were_played(events: list[Event], rng: random.Random) -> bool:
    """The yaku that was made is worth something else under the rules of the start."""
    yaku = pick(events, rng, "yaku")
    if yaku is None or (yaku["yaku"].endswith("viewing") and events[0]["rules"]["viewing"] == "off"):
        return False
    points = events[0]["rules"][yaku["yaku"]]
    return set_fields(events[0], rules=events[0]["rules"] | {yaku["yaku"]: points - 1 if points > 1 else 2})


@mutation
def an_option_is_missing(events: list[Event], rng: random.Random) -> bool:
    del events[0]["rules"][rng.choice(list(events[0]["rules"]))]
    return True


@mutation
def an_option_that_does_not_exist(events: list[Event], rng: random.Random) -> bool:
    events[0]["rules"]["month_yaku"] = 0
    return True


@mutation
def a_value_that_an_option_can_not_have(events: list[Event], rng: random.Random) -> bool:
    name = rng.choice(list(events[0]["rules"]))
    events[0]["rules"][name] = rng.choice([101, -1, "never", 0.5])
    return True


@mutation
def viewing_points_without_viewing(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["viewing"] != "off":
        return False
    events[0]["rules"][rng.choice(list(VIEWING_POINTS))] = rng.choice([0, 3])
    return True


@mutation
def another_game(events: list[Event], rng: random.Random) -> bool:
    return set_fields(events[0], game="roppyakken")


@mutation
def a_third_player(events: list[Event], rng: random.Random) -> bool:
    events[0]["bots"].append("greedy")
    return True


@mutation
def goes_on_after_the_outcome(events: list[Event], rng: random.Random) -> bool:
    events.append(dict(rng.choice(events)))
    return True


@mutation
def breaks_off(events: list[Event], rng: random.Random) -> bool:
    del events[rng.randrange(len(events)) :]
    return True


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutations_are_fouls(name: str, valid: list[list[Event]]) -> None:
    rng = random.Random(SEED)
    changed = 0
    for events in valid:
        wrong = copy.deepcopy(events)
        if MUTATIONS[name](wrong, rng):
            changed += 1
            assert foul_in(wrong), f"the referee accepts {name} in {events[0]}"
    assert changed >= 2, f"{name} was possible in {changed} deals only"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All single values inside an event, and where they are."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def changed_leaf(event: Event, path: tuple[Any, ...], value: Any) -> Event:
    """A copy of an event with one value changed."""
    event = copy.deepcopy(event)
    inner: Any = event
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return event


def test_every_single_value_counts(valid: list[list[Event]]) -> None:
    """Whatever value is changed after the start, the referee sees it in that event."""
    rng = random.Random(SEED)
    for events in rng.sample(valid, 30):
        for number in range(1, len(events)):
            for path, value in leaves(events[number]):
                other = value + 1 if isinstance(value, int) else f"{value}!"
                wrong = events.copy()
                wrong[number] = changed_leaf(events[number], path, other)
                foul = foul_in(wrong)
                assert foul, f"the referee overlooks {path} of event {number} in {events[0]}"
                assert str(foul).startswith(f"event {number}: "), f"{foul}, and not in event {number}: {events[0]}"
                assert "RULES.md" in str(foul)


def test_every_field_counts(valid: list[list[Event]]) -> None:
    rng = random.Random(SEED)
    for events in rng.sample(valid, 30):
        for number, event in enumerate(events):
            fewer = [{field: event[field] for field in event if field != gone} for gone in event]
            for other in [*fewer, event | {"more": 0}]:
                wrong = events.copy()
                wrong[number] = other
                assert foul_in(wrong), f"the referee accepts {other} as event {number} in {events[0]}"


def test_every_event_counts(valid: list[list[Event]]) -> None:
    """No event can be left out, doubled, or change places with the next."""
    rng = random.Random(SEED)
    for events in [*HAND_MADE.values(), *rng.sample(valid, 40)]:
        for number in range(len(events)):
            before, event, after = events[:number], events[number], events[number + 1 :]
            assert foul_in([*before, *after]), f"the referee does not miss event {number} of {events[0]}"
            assert foul_in([*before, event, event, *after]), f"the referee takes event {number} twice: {events[0]}"
            if after:
                swapped = [*before, after[0], event, *after[1:]]
                assert foul_in(swapped), f"the referee lets events {number}, {number + 1} swap: {events[0]}"


def test_another_legal_choice_is_not_what_was_played(valid: list[list[Event]]) -> None:
    for events in valid:
        for number in numbers(events, "action"):
            for action in events[number]["legal"]:
                if action != events[number]["action"]:
                    wrong = events.copy()
                    wrong[number] = events[number] | {"action": action}
                    assert foul_in(wrong), f"event {number} may as well be {action}: {events[0]}"


def test_check_leaves_the_events_alone(valid: list[list[Event]]) -> None:
    for events in valid[:20]:
        before = json.dumps(events)
        check(events)
        assert json.dumps(events) == before


# (c) The referee's own arithmetic, against the numbers of the rules.


def rules_with(**changes: Any) -> Rules:
    """The seed's rules with some options changed."""
    return SEED_RULES | changes


EIGHT_CHAFF = "2c1 2c2 3c1 3c2 4c1 4c2 5c1 5c2"
NINE_CHAFF = f"{EIGHT_CHAFF} 1c1"
TEN_CHAFF = f"{NINE_CHAFF} 1c2"
YAKU_CASES: list[tuple[str, Rules, dict[str, int]]] = [
    ("", {}, {}),
    # Brights: only the best counts.
    ("1b 3b 8b 12b 11b", {}, {"five_brights": 15}),
    ("1b 3b 8b 12b", {}, {"four_brights": 10}),
    ("1b 3b 12b 11b", {}, {"rainy_four_brights": 8}),
    ("1b 3b 8b", {}, {"three_brights": 6}),
    ("1b 3b 11b", {}, {}),
    ("1b 3b", {}, {}),
    ("1b 3b 8b 12b 11b", {"five_brights": 0}, {"four_brights": 10}),
    ("1b 3b 8b 12b 11b", {"five_brights": 3, "rainy_four_brights": 20}, {"rainy_four_brights": 20}),
    ("1b 3b 12b 11b", {"rainy_four_brights": 0}, {"three_brights": 6}),
    ("1b 3b 8b 12b", {"four_brights": 2}, {"three_brights": 6}),
    # Sets, and the five of their kind beside them.
    ("7a 10a 6a", {}, {"boar_deer_butterfly": 5}),
    ("7a 10a 8a", {}, {}),
    ("1r 2r 3r", {}, {"poetry_ribbons": 6}),
    ("6r 9r 10r", {}, {"blue_ribbons": 6}),
    ("1r 2r 9r", {}, {}),
    ("4r 5r 7r", {}, {}),
    ("1r 2r 3r 6r 9r 10r", {}, {"poetry_ribbons": 6, "blue_ribbons": 6, "ribbons": 2}),
    ("7a 10a 6a 2a 4a", {}, {"boar_deer_butterfly": 5, "animals": 1}),
    # One point for each card beyond five or ten.
    ("2a 4a 5a 6a", {}, {}),
    ("2a 4a 5a 6a 8a", {}, {"animals": 1}),
    ("2a 4a 5a 6a 8a 11a 10a", {}, {"animals": 3}),
    ("1r 2r 4r 5r 7r 11r", {}, {"ribbons": 2}),
    (TEN_CHAFF, {}, {"chaff": 1}),
    (f"{TEN_CHAFF} 12c1 12c2 12c3 11c1", {}, {"chaff": 5}),
    ("2a 4a 5a 6a 8a 11a", {"animals": 7}, {"animals": 8}),
    # A yaku of 0 points has no further cards either.
    ("2a 4a 5a 6a 8a 11a 10a", {"animals": 0}, {}),
    (" ".join(card for card in CARDS if "c" in card), {"chaff": 0}, {}),
    ("1r 2r 3r", {"poetry_ribbons": 0}, {}),
    # The sake cup is an animal and a chaff, or one of them.
    ("2a 4a 5a 8a 9a", {}, {"animals": 1}),
    (f"{EIGHT_CHAFF} 9a", {}, {}),
    (f"{NINE_CHAFF} 9a", {}, {"chaff": 1}),
    (f"{NINE_CHAFF} 9a", {"sake_cup": "animal"}, {}),
    (f"{NINE_CHAFF} 9a", {"sake_cup": "either"}, {"chaff": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {}, {"animals": 1, "chaff": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "animal"}, {"animals": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "either"}, {"animals": 1}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "either", "chaff": 2}, {"chaff": 2}),
    (f"2a 4a 5a 8a 9a {NINE_CHAFF}", {"sake_cup": "either", "chaff": 2, "animals": 3}, {"animals": 3}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {}, {"animals": 1, "chaff": 2}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {"sake_cup": "animal"}, {"animals": 1, "chaff": 1}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {"sake_cup": "either"}, {"animals": 1, "chaff": 1}),
    (f"2a 4a 5a 8a 9a {TEN_CHAFF}", {"sake_cup": "either", "animals": 0}, {"chaff": 2}),
    # Viewing.
    ("3b 9a 8b", {}, {}),
    ("3b 9a", {"viewing": "on"}, {"flower_viewing": 5}),
    ("8b 9a", {"viewing": "on"}, {"moon_viewing": 5}),
    ("3b 9a 8b", {"viewing": "on"}, {"flower_viewing": 5, "moon_viewing": 5}),
    ("3b 9a 8b", {"viewing": "on", "moon_viewing": 1}, {"flower_viewing": 5, "moon_viewing": 1}),
    ("3b 9a 8b", {"viewing": "on", "moon_viewing": 0}, {"flower_viewing": 5}),
    ("3b 9a 8b", {"viewing": "with_other"}, {}),
    ("3b 9a 8b 1b", {"viewing": "with_other"}, {"three_brights": 6, "flower_viewing": 5, "moon_viewing": 5}),
    ("3b 9a 1r 2r 3r", {"viewing": "with_other"}, {"poetry_ribbons": 6, "flower_viewing": 5}),
    # A yaku that is not played is no other yaku.
    ("3b 9a 8b 1b", {"viewing": "with_other", "three_brights": 0}, {}),
]


@pytest.mark.parametrize(("pile", "changes", "yaku"), YAKU_CASES)
def test_yaku(pile: str, changes: Rules, yaku: dict[str, int]) -> None:
    assert count_yaku(pile.split(), rules_with(**changes)) == yaku


def test_yaku_of_the_whole_deck() -> None:
    everything = count_yaku(CARDS, rules_with(viewing="on"))
    assert everything == {
        "five_brights": 15,
        "boar_deer_butterfly": 5,
        "poetry_ribbons": 6,
        "blue_ribbons": 6,
        "animals": 1 + 9 - 5,
        "ribbons": 1 + 10 - 5,
        "chaff": 1 + 25 - 10,
        "flower_viewing": 5,
        "moon_viewing": 5,
    }


SCORE_CASES = [
    # base, own calls, other's calls, options, score
    (6, 0, 0, {}, 6),
    (7, 2, 3, {}, 7),
    (6, 0, 0, {"seven_double": True}, 6),
    (7, 0, 0, {"seven_double": True}, 14),
    (5, 0, 0, {"koikoi_multiplier": "opponent"}, 5),
    (5, 3, 0, {"koikoi_multiplier": "opponent"}, 5),
    (5, 0, 3, {"koikoi_multiplier": "opponent"}, 10),
    (5, 0, 3, {"koikoi_multiplier": "winner"}, 5),
    (5, 2, 0, {"koikoi_multiplier": "winner"}, 10),
    (5, 0, 0, {"koikoi_multiplier": "any"}, 5),
    (5, 1, 1, {"koikoi_multiplier": "any"}, 10),
    (5, 0, 1, {"koikoi_multiplier": "any"}, 10),
    (5, 0, 0, {"koikoi_multiplier": "per_call"}, 5),
    (5, 2, 1, {"koikoi_multiplier": "per_call"}, 20),
    (7, 1, 1, {"koikoi_multiplier": "per_call", "seven_double": True}, 42),
    # Only the points of the yaku are judged, before the koi-koi factor.
    (6, 3, 0, {"koikoi_multiplier": "japan", "seven_double": True}, 9),
    (4, 0, 1, {"koikoi_multiplier": "opponent", "seven_double": True}, 8),
    (8, 1, 0, {"koikoi_multiplier": "japan", "seven_double": True}, 17),
    *((5, calls, 7, {"koikoi_multiplier": "japan"}, score) for calls, score in enumerate([5, 6, 7, 8, 10, 15, 20, 25])),
]


@pytest.mark.parametrize(("base", "own", "other", "changes", "score"), SCORE_CASES)
def test_final_score(base: int, own: int, other: int, changes: Rules, score: int) -> None:
    assert final_score(base, own, other, rules_with(**changes)) == score


def test_the_deck() -> None:
    kinds = Counter(card.lstrip("0123456789")[0] for card in CARDS)
    assert kinds == {"b": 5, "a": 9, "r": 10, "c": 24}
    assert len(set(CARDS)) == 48
    assert Counter(month(card) for card in CARDS) == dict.fromkeys(range(1, 13), 4)


def hands_by_shape(months: int, cards: int) -> Iterator[tuple[int, ...]]:
    """How many cards of each month a hand can have."""
    if months == 0:
        if cards == 0:
            yield ()
        return
    for count in range(min(4, cards) + 1):
        for rest in hands_by_shape(months - 1, cards - count):
            yield (count, *rest)


def test_lucky_hands_are_as_many_as_they_must_be() -> None:
    """1,628,946 hands with four of a month and 641,520 with four pairs, of 377,348,994."""
    found: Counter[str] = Counter()
    for shape in hands_by_shape(12, 8):
        hands = math.prod(math.comb(4, count) for count in shape)
        hand = [card for cards, count in zip(MONTHS.values(), shape, strict=True) for card in cards[:count]]
        found["all"] += hands
        if is_lucky(hand):
            found["four" if 4 in shape else "pairs"] += hands
    assert found == {"all": 377_348_994, "four": 1_628_946, "pairs": 641_520}
