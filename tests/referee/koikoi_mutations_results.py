"""Ways to make a deal wrong that touch its results, or the deal itself: how it is dealt, and under which rules."""

from __future__ import annotations

import copy
import random

from referee.events import Event, numbers
from referee.koikoi_mutations import mutation
from referee.koikoi_yaku import REPORTED, VIEWINGS
from referee.mutating import drop, pick, set_fields

# Yaku, score and results.


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
    return events[-2]["winner"] is not None and set_fields(events[-2], end="draw", winner=None, score=0)


@mutation
def wrong_kind_of_end(events: list[Event], rng: random.Random) -> bool:
    other = {"stop": "cashed", "cashed": "forced", "forced": "stop", "draw": "exhausted", "exhausted": "draw"}
    return set_fields(events[-2], end=other.get(events[-2]["end"], "stop"))


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
    events[-1]["score"][loser] += 1
    return True


# The deal itself.


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
    other = {"lucky_board": "both_lucky", "both_lucky": "lucky_hand", "lucky_hand": "both_lucky"}
    return redeal is not None and set_fields(redeal, why=other[redeal["why"]])


@mutation
def redeals_without_a_reason(events: list[Event], rng: random.Random) -> bool:
    """A good deal is dealt again, and all shuffles are counted."""
    shuffle, board = (numbers(events, name)[-1] for name in ("shuffle", "board"))
    again = copy.deepcopy(events[shuffle : board + 1])
    again[0]["number"] += 1
    events[board + 1 : board + 1] = [{"event": "redeal", "why": "lucky_board"}, *again]
    events[-1]["shuffles"] += 1
    events[-1]["redeals"] += 1
    return True


@mutation
def both_lucky_pays_one(events: list[Event], rng: random.Random) -> bool:
    """Both hands are lucky, and seat 0 is paid for his."""
    found, lucky = numbers(events, "redeal", why="both_lucky"), numbers(events, "lucky_hand")
    if not found or not lucky:
        return False
    del events[found[0] : lucky[0]]
    events[-1]["shuffles"], events[-1]["redeals"] = 1, 0
    return True


@mutation
def plays_a_lucky_hand(events: list[Event], rng: random.Random) -> bool:
    """A lucky hand is overlooked."""
    return drop(events, rng, "lucky_hand")


@mutation
def wrong_points_of_a_lucky_hand(events: list[Event], rng: random.Random) -> bool:
    lucky = pick(events, rng, rng.choice(["lucky_hand", "lucky_board"]))
    return lucky is not None and set_fields(lucky, points=lucky["points"] + 1)


@mutation
def deals_a_card_twice(events: list[Event], rng: random.Random) -> bool:
    deck = pick(events, rng, "shuffle")["deck"]  # type: ignore[index]
    one, other = rng.sample(range(len(deck)), 2)
    deck[one] = deck[other]
    return True


@mutation
def deals_a_card_that_does_not_exist(events: list[Event], rng: random.Random) -> bool:
    pick(events, rng, "shuffle")["deck"][rng.randrange(38)] = rng.choice(["11c2", "12a", "13b", "1a", ""])  # type: ignore[index]
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
    hand, board = (events[numbers(events, name)[-1]] for name in ("hand", "board"))
    spot = rng.randrange(6)
    hand["cards"][spot], board["cards"][spot] = board["cards"][spot], hand["cards"][spot]
    return True


@mutation
def other_rules_than_were_played(events: list[Event], rng: random.Random) -> bool:
    """The yaku that was made is worth something else under the rules of the start."""
    yaku = pick(events, rng, "yaku")
    if yaku is None or (yaku["yaku"] in VIEWINGS and events[0]["rules"]["viewing_called"] > 0):
        return False
    points = events[0]["rules"][yaku["yaku"]]
    return set_fields(events[0], rules=events[0]["rules"] | {yaku["yaku"]: points - 1 if points > 1 else 2})


@mutation
def an_option_is_missing(events: list[Event], rng: random.Random) -> bool:
    del events[0]["rules"][rng.choice(list(events[0]["rules"]))]
    return True


@mutation
def an_option_that_does_not_exist(events: list[Event], rng: random.Random) -> bool:
    events[0]["rules"]["three_ribbons"] = 0
    return True


@mutation
def a_value_that_an_option_can_not_have(events: list[Event], rng: random.Random) -> bool:
    name = rng.choice(list(events[0]["rules"]))
    events[0]["rules"][name] = rng.choice([10_001, -1, "never", 0.5, None])
    return True


@mutation
def viewing_points_without_viewing(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["viewing"] != "off":
        return False
    events[0]["rules"][rng.choice(list(VIEWINGS))] = rng.choice([0, 3])
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
