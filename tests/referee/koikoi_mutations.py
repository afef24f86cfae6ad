"""Ways to make a deal wrong: their registry, and those that touch what is played, taken and called.

koikoi_mutations_results.py and koikoi_mutations_rules.py register the others.
"""

from __future__ import annotations

import random

from referee.events import Event, numbers
from referee.koikoi_yaku import CARDS
from referee.mutating import Mutations, drop, pick, set_fields

MUTATIONS = Mutations()
mutation = MUTATIONS.add


def not_shown(events: list[Event]) -> list[str]:
    """The cards that the last shuffle leaves undealt; if it leaves none, a card that does not exist."""
    deck = events[numbers(events, "shuffle")[-1]]["deck"]
    return [card for card in CARDS if card not in deck] or ["13b"]


def is_deal(events: list[Event]) -> bool:
    """A single deal, which is shuffled once only unless cards are dealt again."""
    return events[0]["unit"] == "deal"


# Cards and taking.


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
    before = events[: events.index(played)]
    other = before[numbers(before, "hand", seat=1 - played["seat"])[-1]]["cards"]
    return set_fields(played, action=rng.choice(other))


@mutation
def plays_a_card_a_second_time(events: list[Event], rng: random.Random) -> bool:
    plays = [event for event in events if event.get("decision") == "play"]
    return is_deal(events) and len(plays) > 2 and set_fields(plays[2], action=plays[0]["action"])


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
    whole = is_deal(events) and len(found) == 2 * events[0]["rules"]["hand_cards"]
    if whole:
        del events[found[-1]]
    return whole


@mutation
def drops_a_choice_of_two(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "action", decision=rng.choice(["take", "take_turned"]))


@mutation
def mixes_up_the_kinds_of_taking(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "action", decision="take"), decision="take_turned")


# Calls and turns.


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
