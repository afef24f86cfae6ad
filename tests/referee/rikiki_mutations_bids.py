"""Ways to make a deal of Rikiki wrong that touch its bids, and the dealer's hook."""

from __future__ import annotations

import copy
import random

from referee.events import Event, numbers
from referee.mutating import drop, pick, set_fields
from referee.rikiki_mutations import deal_of, mutation, number_steps, pick_number


def hooked(events: list[Event]) -> list[int]:
    """Bids of a dealer who bids last."""
    if events[0]["rules"]["hook"] != "last_bidder":
        return []
    found = numbers(events, "action", decision="bid")
    return [n for n in found if events[n]["seat"] == events[deal_of(events, n)[0] + 1]["dealer"]]


@mutation
def the_hook_is_off_by_one(events: list[Event], rng: random.Random) -> bool:
    """Another bid than the one that adds up is forbidden."""
    for number in hooked(events):
        action, cards = events[number], events[deal_of(events, number)[0] + 1]["cards"]
        every = [str(bid) for bid in range(cards + 1)]
        gone = [bid for bid in every if bid not in action["legal"]]
        other = [bid for bid in action["legal"] if bid != action["action"]]
        if gone and other:
            near = min(other, key=lambda bid: abs(int(bid) - int(gone[0])))
            return set_fields(action, legal=[bid for bid in every if bid != near])
    return False


@mutation
def the_hook_does_not_hold(events: list[Event], rng: random.Random) -> bool:
    for number in hooked(events):
        every = [str(bid) for bid in range(events[deal_of(events, number)[0] + 1]["cards"] + 1)]
        if every != events[number]["legal"]:
            return set_fields(events[number], legal=every)
    return False


@mutation
def the_hook_holds_where_nothing_adds_up(events: list[Event], rng: random.Random) -> bool:
    for number in hooked(events):
        action, cards = events[number], events[deal_of(events, number)[0] + 1]["cards"]
        other = [bid for bid in action["legal"] if bid != action["action"]]
        if len(action["legal"]) == cards + 1 and other:
            return set_fields(action, legal=[bid for bid in action["legal"] if bid != other[0]])
    return False


@mutation
def everybody_is_hooked(events: list[Event], rng: random.Random) -> bool:
    """The leader may not bid all tricks."""
    action = pick(events, rng, "action", decision="bid")
    if action is None or len(action["legal"]) < 3 or action["action"] == action["legal"][-1]:
        return False
    return set_fields(action, legal=action["legal"][:-1])


@mutation
def bids_become_known_too_early(events: list[Event], rng: random.Random) -> bool:
    """Simultaneous bids are told as in turn."""
    if events[0]["rules"]["bidding"] != "simultaneous":
        return False
    action, told = numbers(events, "action")[0], numbers(events, "bid")[0]
    if told == action + 1:
        return False
    events.insert(action + 1, events.pop(told))
    return True


@mutation
def bids_become_known_too_late(events: list[Event], rng: random.Random) -> bool:
    """Bids in turn are told when all are made."""
    if events[0]["rules"]["bidding"] != "in_turn":
        return False
    first, second = numbers(events, "bid")[:2]
    events.insert(second - 1, events.pop(first))
    return True


@mutation
def tells_bids_from_seat_0(events: list[Event], rng: random.Random) -> bool:
    """Not from the leader."""
    if events[0]["rules"]["bidding"] != "simultaneous":
        return False
    found = numbers(events, "bid")
    deal = events[deal_of(events, found[0])[0] + 1]
    several = [n for n in found if n < found[0] + events[0]["rules"]["players"] - 1]
    ordered = sorted((events[n] for n in several), key=lambda event: event["seat"])
    if deal["leader"] == 0 or ordered == [events[n] for n in several]:
        return False
    for number, event in zip(several, ordered, strict=True):
        events[number] = event
    return True


@mutation
def the_dealer_bids_first(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "deal")
    assert number is not None
    first = next(event for event in events[number:] if event["event"] == "action")
    return set_fields(first, seat=events[number]["dealer"])


@mutation
def tells_another_bid(events: list[Event], rng: random.Random) -> bool:
    bid = pick(events, rng, "bid")
    return bid is not None and set_fields(bid, bid=bid["bid"] + 1)


@mutation
def does_not_tell_a_bid(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "bid")


@mutation
def does_not_tell_the_new_bid(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "action", decision="revise")
    if number is not None:
        del events[number + 1]
    return number is not None


@mutation
def the_dealer_need_not_revise(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "action", decision="revise")
    if number is None:
        return False
    del events[number : number + 2]
    number_steps(events)
    return True


@mutation
def the_dealer_may_keep_his_bid(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "action", decision="revise")
    if number is None:
        return False
    cards = events[deal_of(events, number)[0] + 1]["cards"]
    return set_fields(events[number], legal=[str(bid) for bid in range(cards + 1)])


@mutation
def the_dealer_revises_twice(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "action", decision="revise")
    if number is None:
        return False
    events[number + 2 : number + 2] = copy.deepcopy(events[number : number + 2])
    number_steps(events)
    return True


@mutation
def the_dealer_revises_for_nothing(events: list[Event], rng: random.Random) -> bool:
    """The bids don't add up."""
    if events[0]["rules"]["bidding"] != "simultaneous":
        return False
    start, end = deal_of(events, numbers(events, "shuffle")[-1])
    deal, last = events[start + 1], start + numbers(events[start:end], "bid")[-1]
    if numbers(events[start:end], "action", decision="revise") or events[last]["seat"] != deal["dealer"]:
        return False
    legal = [str(bid) for bid in range(deal["cards"] + 1) if bid != events[last]["bid"]]
    action = {"event": "action", "seat": deal["dealer"], "step": 0, "decision": "revise", "action": legal[0]}
    told = {"event": "bid", "seat": deal["dealer"], "bid": int(legal[0])}
    events[last + 1 : last + 1] = [action | {"legal": legal}, told]
    number_steps(events)
    return True


@mutation
def a_silent_dealer_bids(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["hook"] != "dealer_silent":
        return False
    number = numbers(events, "bid")[0]
    deal = events[deal_of(events, number)[0] + 1]
    legal = [str(bid) for bid in range(deal["cards"] + 1)]
    action = {"event": "action", "seat": deal["dealer"], "step": 0, "decision": "bid", "action": "0", "legal": legal}
    events.insert(number, action)
    number_steps(events)
    return True


@mutation
def tells_a_silent_dealers_bid(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["hook"] != "dealer_silent":
        return False
    last = numbers(events, "bid")[-1]
    dealer = events[deal_of(events, last)[0] + 1]["dealer"]
    events.insert(last + 1, {"event": "bid", "seat": dealer, "bid": 0})
    return True
