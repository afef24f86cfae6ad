"""Ways to make a deal or a game of Rikiki wrong that touch its scores, its deals and what is reported."""

from __future__ import annotations

import copy
import random

from referee.events import Event, numbers
from referee.mutating import drop, pick, set_fields
from referee.rikiki import BY_SEAT, BY_SIZE, TOTALS
from referee.rikiki_cards import WIN
from referee.rikiki_mutations import mutation, next_seat, number_steps

# Scores.


@mutation
def wrong_points(events: list[Event], rng: random.Random) -> bool:
    scored = pick(events, rng, "scored")
    return scored is not None and set_fields(scored, points=scored["points"] + rng.choice([-1, 1]))


@mutation
def wrong_points_everywhere(events: list[Event], rng: random.Random) -> bool:
    """The total agrees with them."""
    scored = pick(events, rng, "scored")
    assert scored is not None
    scored["points"] += 10
    events[-1]["score"][scored["seat"]] += 10
    return True


@mutation
def a_miss_scores_as_made(events: list[Event], rng: random.Random) -> bool:
    rules = events[0]["rules"]
    for event in events:
        if event["event"] == "scored" and event["bid"] is not None and event["bid"] != event["tricks"]:
            bid = event["bid"]
            points = rules["made_base"] + rules["made_per_trick"] * bid + rules["made_square"] * bid * bid
            if points != event["points"]:
                return set_fields(event, points=points)
    return False


@mutation
def a_miss_costs_nothing(events: list[Event], rng: random.Random) -> bool:
    missed = [event for event in events if event["event"] == "scored" and event["points"] < 0]
    return bool(missed) and set_fields(rng.choice(missed), points=0)


@mutation
def a_miss_gains_what_it_costs(events: list[Event], rng: random.Random) -> bool:
    missed = [event for event in events if event["event"] == "scored" and event["points"] < 0]
    return bool(missed) and set_fields(missed[0], points=-missed[0]["points"])


@mutation
def the_bid_is_said_to_be_what_was_taken(events: list[Event], rng: random.Random) -> bool:
    found = [event for event in events if event["event"] == "scored" and event["bid"] not in (None, event["tricks"])]
    return bool(found) and set_fields(found[0], bid=found[0]["tricks"])


@mutation
def says_another_number_of_tricks(events: list[Event], rng: random.Random) -> bool:
    scored = pick(events, rng, "scored")
    return scored is not None and set_fields(scored, tricks=scored["tricks"] + 1)


@mutation
def the_first_bid_counts_not_the_revised(events: list[Event], rng: random.Random) -> bool:
    for number in numbers(events, "action", decision="revise"):
        seat = events[number]["seat"]
        first = numbers(events[:number], "bid", seat=seat)[-1]
        scored = next(event for event in events[number:] if event["event"] == "scored" and event["seat"] == seat)
        return set_fields(scored, bid=events[first]["bid"])
    return False


@mutation
def a_silent_dealer_scores(events: list[Event], rng: random.Random) -> bool:
    scored = pick(events, rng, "scored", bid=None)
    if scored is None:
        return False
    events[-1]["score"][scored["seat"]] += 10
    return set_fields(scored, points=10)


@mutation
def a_silent_dealer_bid_0(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "scored", bid=None), bid=0)


@mutation
def a_silent_dealers_bid_is_counted(events: list[Event], rng: random.Random) -> bool:
    scored = pick(events, rng, "scored", bid=None)
    if scored is None:
        return False
    for name in ("bids", "zero_bids"):
        events[-1][name][scored["seat"]] += 1
    events[-1]["dealer_bids"] += 1
    return True


@mutation
def a_silent_dealers_tricks_are_not_counted(events: list[Event], rng: random.Random) -> bool:
    scored = [event for event in events if event["event"] == "scored" and event["bid"] is None and event["tricks"] > 0]
    if scored:
        events[-1]["taken"][scored[0]["seat"]] -= scored[0]["tricks"]
    return bool(scored)


@mutation
def does_not_tell_a_score(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "scored")


# The deals of a game.


@mutation
def leaves_out_a_deal(events: list[Event], rng: random.Random) -> bool:
    """The game is without one of its deals; all that counts deals and steps is right."""
    starts = [*numbers(events, "shuffle"), len(events) - 1]
    if len(starts) < 3:
        return False
    gone = rng.randrange(len(starts) - 1)
    del events[starts[gone] : starts[gone + 1]]
    for number, start in enumerate(numbers(events, "shuffle")):
        events[start]["number"] = number
    number_steps(events)
    events[-1]["deals"] -= 1
    events[-1]["shuffles"] -= 1
    return True


@mutation
def plays_the_last_deal_again(events: list[Event], rng: random.Random) -> bool:
    start = numbers(events, "shuffle")[-1]
    again = copy.deepcopy(events[start:-1])
    again[0]["number"] += 1
    again[1]["deal"] += 1
    events[-1:-1] = again
    number_steps(events)
    events[-1]["deals"] += 1
    events[-1]["shuffles"] += 1
    return True


@mutation
def swaps_the_sizes_of_two_deals(events: list[Event], rng: random.Random) -> bool:
    deals = numbers(events, "deal")
    other = next((n for n in deals if events[n]["cards"] != events[deals[0]]["cards"]), None)
    if other is None:
        return False
    one, other_deal = events[deals[0]], events[other]
    one["cards"], other_deal["cards"] = other_deal["cards"], one["cards"]
    return True


@mutation
def the_winner_deals_next(events: list[Event], rng: random.Random) -> bool:
    """Not each in turn."""
    deals = numbers(events, "deal")
    if len(deals) < 2:
        return False
    return set_fields(events[deals[1]], dealer=events[deals[0]]["dealer"])


@mutation
def only_the_last_deal_counts(events: list[Event], rng: random.Random) -> bool:
    last = [events[n]["points"] for n in numbers(events, "scored")[-events[0]["rules"]["players"] :]]
    return last != events[-1]["score"] and set_fields(events[-1], score=last)


# The outcome.


def add_to(events: list[Event], name: str, more: int) -> bool:
    events[-1][name] += more
    return True


@mutation
def miscounts_a_total(events: list[Event], rng: random.Random) -> bool:
    return add_to(events, rng.choice([*TOTALS, "shuffles", "redeals", "draw", "void"]), rng.choice([-1, 1]))


@mutation
def miscounts_something_by_seat(events: list[Event], rng: random.Random) -> bool:
    numbers_by_seat = events[-1][rng.choice([*BY_SEAT, "score", "win"])]
    numbers_by_seat[rng.randrange(len(numbers_by_seat))] += rng.choice([-1, 1])
    return True


@mutation
def miscounts_something_by_size(events: list[Event], rng: random.Random) -> bool:
    events[-1][rng.choice(BY_SIZE)][rng.randrange(27)] += rng.choice([-1, 1])
    return True


@mutation
def sizes_from_0_cards(events: list[Event], rng: random.Random) -> bool:
    sizes = events[-1]["size_bids"]
    return sizes[-1] == 0 and set_fields(events[-1], size_bids=[0, *sizes[:-1]])


@mutation
def sizes_up_to_26_only(events: list[Event], rng: random.Random) -> bool:
    return set_fields(events[-1], size_bids=events[-1]["size_bids"][:26])


@mutation
def differences_with_the_other_sign(events: list[Event], rng: random.Random) -> bool:
    other = [seat[::-1] for seat in events[-1]["difference"]]
    return other != events[-1]["difference"] and set_fields(events[-1], difference=other)


@mutation
def far_differences_are_left_out(events: list[Event], rng: random.Random) -> bool:
    other = [[0, *seat[1:-1], 0] for seat in events[-1]["difference"]]
    return other != events[-1]["difference"] and set_fields(events[-1], difference=other)


@mutation
def a_win_that_is_not_shared(events: list[Event], rng: random.Random) -> bool:
    win = events[-1]["win"]
    if WIN in win:
        return False
    first = next(seat for seat, share in enumerate(win) if share)
    return set_fields(events[-1], win=[WIN if seat == first else 0 for seat in range(len(win))])


@mutation
def everybody_who_shares_a_win_wins(events: list[Event], rng: random.Random) -> bool:
    win = events[-1]["win"]
    return WIN not in win and set_fields(events[-1], win=[WIN if share else 0 for share in win])


@mutation
def a_shared_win_is_a_draw(events: list[Event], rng: random.Random) -> bool:
    return WIN not in events[-1]["win"] and set_fields(events[-1], draw=1)


@mutation
def the_lowest_total_wins(events: list[Event], rng: random.Random) -> bool:
    score = events[-1]["score"]
    if len(set(score)) < 2:
        return False
    losers = score.count(min(score))
    return set_fields(events[-1], win=[WIN // losers if total == min(score) else 0 for total in score])


@mutation
def the_next_seat_wins(events: list[Event], rng: random.Random) -> bool:
    win = events[-1]["win"]
    other = [win[next_seat(events, seat)] for seat in range(len(win))]
    return other != win and set_fields(events[-1], win=other)


@mutation
def the_first_lead_is_a_change(events: list[Event], rng: random.Random) -> bool:
    return add_to(events, "lead_changes", 1)


@mutation
def sums_under_are_over(events: list[Event], rng: random.Random) -> bool:
    under, over = events[-1]["sum_under"], events[-1]["sum_over"]
    return under != over and set_fields(events[-1], sum_under=over, sum_over=under)


@mutation
def the_gaps_are_swapped(events: list[Event], rng: random.Random) -> bool:
    dealer, leader = events[-1]["dealer_gap"], events[-1]["leader_gap"]
    return dealer != leader and set_fields(events[-1], dealer_gap=leader, leader_gap=dealer)


@mutation
def nothing_was_revised(events: list[Event], rng: random.Random) -> bool:
    return events[-1]["revised"] > 0 and set_fields(events[-1], revised=0)


@mutation
def something_is_not_reported(events: list[Event], rng: random.Random) -> bool:
    del events[-1][rng.choice([name for name in events[-1] if name != "event"])]
    return True


@mutation
def goes_on_after_the_outcome(events: list[Event], rng: random.Random) -> bool:
    events.append(dict(rng.choice(events)))
    return True


@mutation
def breaks_off(events: list[Event], rng: random.Random) -> bool:
    del events[rng.randrange(len(events)) :]
    return True
