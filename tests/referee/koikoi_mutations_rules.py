"""Ways to make a deal or a game wrong that touch single options: lucky boards, calls, endings, and rounds."""

from __future__ import annotations

import copy
import random

from referee.events import Event, numbers
from referee.koikoi_mutations import mutation
from referee.mutating import drop, pick, set_fields

# Dealing.


@mutation
def leaves_a_full_month_on_the_board(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "board_taken")


@mutation
def the_wrong_seat_takes_the_full_month(events: list[Event], rng: random.Random) -> bool:
    taken = pick(events, rng, "board_taken")
    return taken is not None and set_fields(taken, seat=1 - taken["seat"])


@mutation
def takes_three_of_the_full_month(events: list[Event], rng: random.Random) -> bool:
    taken = pick(events, rng, "board_taken")
    return taken is not None and set_fields(taken, cards=taken["cards"][:3])


@mutation
def takes_a_month_that_is_not_full(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["lucky_board"] != "dealer_takes" or numbers(events, "board_taken"):
        return False
    found = numbers(events, "board")[-1]
    taken = {"event": "board_taken", "seat": 0, "cards": events[found]["cards"][:1]}
    events.insert(found + 1, taken)
    return True


@mutation
def the_other_seat_is_lucky(events: list[Event], rng: random.Random) -> bool:
    lucky = pick(events, rng, rng.choice(["lucky_hand", "lucky_board"]))
    return lucky is not None and set_fields(lucky, seat=1 - lucky["seat"])


@mutation
def a_lucky_hand_is_called_a_lucky_board(events: list[Event], rng: random.Random) -> bool:
    lucky = pick(events, rng, "lucky_hand")
    if lucky is not None:
        lucky["event"] = "lucky_board"
    return lucky is not None


@mutation
def a_lucky_board_wins_nothing(events: list[Event], rng: random.Random) -> bool:
    """The board that makes the dealer win is dealt again."""
    lucky = pick(events, rng, "lucky_board")
    if lucky is None:
        return False
    lucky.clear()
    lucky.update(event="redeal", why="lucky_board")
    return True


@mutation
def two_lucky_hands_are_won(events: list[Event], rng: random.Random) -> bool:
    drawn = pick(events, rng, "over", end="lucky_hand", winner=None)
    return set_fields(drawn, winner=rng.choice([0, 1]), score=events[0]["rules"]["lucky_points"])


@mutation
def deals_too_many_cards(events: list[Event], rng: random.Random) -> bool:
    shuffle = pick(events, rng, "shuffle")
    assert shuffle is not None
    return set_fields(shuffle, deck=[*shuffle["deck"], "1b"])


# Calls and endings.


@mutation
def offers_a_call_that_is_not_allowed(events: list[Event], rng: random.Random) -> bool:
    """A deal that must stop by itself ends by choice."""
    found = numbers(events, "over", end="forced")
    if not found:
        return False
    over = events[found[0]]
    step = sum(1 for event in events[: found[0]] if event["event"] == "action")
    action = {"event": "action", "seat": over["winner"], "step": step, "decision": "call", "action": "stop"}
    over["end"] = "stop"
    events.insert(found[0], action | {"legal": ["stop", "koikoi"]})
    return True


@mutation
def forces_a_stop_where_a_call_is_allowed(events: list[Event], rng: random.Random) -> bool:
    found = numbers(events, "over", end="stop")
    if not found:
        return False
    events[found[0]]["end"] = "forced"
    del events[found[0] - 1]
    return True


@mutation
def does_not_look_again_at_a_call(events: list[Event], rng: random.Random) -> bool:
    """The viewings of who has called stay what they were."""
    calls = numbers(events, "action", action="koikoi")
    found = [number for number in calls if events[number + 1]["event"] in ("yaku", "points")]
    if not found:
        return False
    while events[found[0] + 1]["event"] in ("yaku", "points"):
        del events[found[0] + 1]
    return True


@mutation
def a_call_changes_a_total_that_stays(events: list[Event], rng: random.Random) -> bool:
    calls = numbers(events, "action", action="koikoi")
    found = [number for number in calls if events[number + 1]["event"] == "action"]
    if not found:
        return False
    after = rng.choice(found)
    events.insert(after + 1, {"event": "points", "seat": events[after]["seat"], "points": 8})
    return True


@mutation
def tells_a_total_that_did_not_change(events: list[Event], rng: random.Random) -> bool:
    points = numbers(events, "points")
    found = [number for number in points if events[number + 1].get("decision") == "call"]
    if not found:
        return False
    after = rng.choice(found)
    events.insert(after + 1, dict(events[after]))
    return True


@mutation
def does_not_tell_that_a_total_fell(events: list[Event], rng: random.Random) -> bool:
    """A viewing that was spoiled still counts."""
    totals = [0, 0]
    for number, event in enumerate(events):
        if event["event"] == "shuffle":
            totals = [0, 0]
        if event["event"] == "points":
            if 0 < event["points"] < totals[event["seat"]] or event["points"] == 0:
                while events[number - 1]["event"] == "yaku":
                    number -= 1
                    del events[number]
                del events[number]
                return True
            totals[event["seat"]] = event["points"]
    return False


@mutation
def nobody_scores_for_an_exhausted_deal(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "over", end="exhausted"), end="draw", winner=None, score=0)


@mutation
def the_other_scores_for_an_exhausted_deal(events: list[Event], rng: random.Random) -> bool:
    over = pick(events, rng, "over", end="exhausted")
    return over is not None and set_fields(over, winner=1 - over["winner"])


@mutation
def somebody_scores_for_a_draw(events: list[Event], rng: random.Random) -> bool:
    points = events[0]["rules"]["exhausted_points"]
    return set_fields(pick(events, rng, "over", end="draw"), end="exhausted", winner=0, score=points)


# Rounds.


@mutation
def a_round_is_not_told(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "round")


@mutation
def a_deal_tells_its_round(events: list[Event], rng: random.Random) -> bool:
    if events[0]["unit"] != "deal":
        return False
    events.insert(2, {"event": "round", "round": 1, "month": events[0]["index"] % 12 + 1, "dealer": 0})
    return True


@mutation
def the_wrong_month(events: list[Event], rng: random.Random) -> bool:
    told = pick(events, rng, "round")
    return told is not None and set_fields(told, month=told["month"] % 12 + 1)


@mutation
def the_wrong_dealer(events: list[Event], rng: random.Random) -> bool:
    told = pick(events, rng, "round")
    return told is not None and set_fields(told, dealer=1 - told["dealer"])


@mutation
def the_wrong_number_of_a_round(events: list[Event], rng: random.Random) -> bool:
    told = pick(events, rng, "round")
    return told is not None and set_fields(told, round=told["round"] + 1)


@mutation
def counts_shuffles_anew_in_each_round(events: list[Event], rng: random.Random) -> bool:
    shuffles = numbers(events, "shuffle")
    return len(shuffles) > 1 and set_fields(events[shuffles[-1]], number=0)


@mutation
def counts_steps_anew_in_each_round(events: list[Event], rng: random.Random) -> bool:
    shuffles = numbers(events, "shuffle")
    if not numbers(events[: shuffles[-1]], "action"):
        return False
    first = next((event for event in events[shuffles[-1] :] if event["event"] == "action"), None)
    return first is not None and set_fields(first, step=0)


@mutation
def leaves_out_the_last_round(events: list[Event], rng: random.Random) -> bool:
    """The game ends a round too early; its outcome is the whole game's."""
    overs = numbers(events, "over")
    if len(overs) < 2:
        return False
    del events[overs[-2] + 1 : -1]
    return True


@mutation
def plays_a_round_too_many(events: list[Event], rng: random.Random) -> bool:
    """The last round is played once more."""
    last = events[numbers(events, "shuffle")[-1] : -1]
    events[-1:-1] = copy.deepcopy(last)
    return True


@mutation
def a_loser_pays_more_than_he_has(events: list[Event], rng: random.Random) -> bool:
    """The last point of the stakes is paid twice, everywhere."""
    stakes, over, outcome = events[0]["rules"]["stakes"], events[-2], events[-1]
    if stakes == 0 or stakes not in outcome["score"]:
        return False
    over["score"] += 1
    for seat in (0, 1):
        outcome["score"][seat] += 1 if seat == over["winner"] else -1
    outcome["points_won"][over["winner"]] += 1
    return True


@mutation
def stakes_are_paid_by_nobody(events: list[Event], rng: random.Random) -> bool:
    """The winners score and the losers lose nothing."""
    if events[0]["rules"]["stakes"] == 0 or not any(events[-1]["won"]):
        return False
    return set_fields(events[-1], score=events[-1]["points_won"])


@mutation
def a_draw_is_won_by_who_won_more_rounds(events: list[Event], rng: random.Random) -> bool:
    outcome = events[-1]
    if not outcome["draw"] or outcome["won"][0] == outcome["won"][1]:
        return False
    win = [840 if won == max(outcome["won"]) else 0 for won in outcome["won"]]
    return set_fields(outcome, draw=0, win=win)


@mutation
def calls_are_paid_to_who_lost(events: list[Event], rng: random.Random) -> bool:
    outcome = events[-1]
    if outcome["calls_paid"] == outcome["calls_punished"]:
        return False
    return set_fields(outcome, calls_paid=outcome["calls_punished"], calls_punished=outcome["calls_paid"])


@mutation
def rounds_for_a_single_deal(events: list[Event], rng: random.Random) -> bool:
    if events[0]["unit"] != "deal":
        return False
    changed = rng.choice([{"rounds": 2}, {"first_to": 1}, {"next_dealer": "loser"}, {"stakes": 30}])
    return set_fields(events[0], rules=events[0]["rules"] | changed)


@mutation
def another_unit(events: list[Event], rng: random.Random) -> bool:
    return set_fields(events[0], unit="game" if events[0]["unit"] == "deal" else "deal")
