"""Ways to make a deal of Rikiki wrong: their registry, and those that touch choices, tricks and voids.

rikiki_mutations_bids.py, rikiki_mutations_deals.py and rikiki_mutations_results.py register the others.
"""

from __future__ import annotations

import random
from itertools import pairwise

from referee.events import Event, numbers
from referee.mutating import Mutations, drop, pick, set_fields
from referee.rikiki_cards import CARDS, by_suit, suit

MUTATIONS = Mutations()
mutation = MUTATIONS.add


def number_steps(events: list[Event]) -> None:
    """Give all decisions the right step again."""
    for step, number in enumerate(numbers(events, "action")):
        events[number]["step"] = step


def deal_of(events: list[Event], number: int) -> tuple[int, int]:
    """Where the deal that an event is in begins and ends."""
    starts = [*numbers(events, "shuffle"), len(events) - 1]
    return next((start, end) for start, end in pairwise(starts) if start <= number < end)


def hand_at(events: list[Event], number: int, seat: int) -> list[str]:
    """What a seat holds before an event."""
    start, _ = deal_of(events, number)
    hand = list(events[start + 2 + seat]["cards"])
    for event in events[start:number]:
        if event["event"] == "played" and event["seat"] == seat:
            hand.remove(event["card"])
    return hand


def next_seat(events: list[Event], seat: int) -> int:
    """The seat after another."""
    return (seat + 1) % events[0]["rules"]["players"]


def pick_number(events: list[Event], rng: random.Random, name: str, **fields: object) -> int | None:
    """Which event a random one of this name is."""
    found = numbers(events, name, **fields)
    return rng.choice(found) if found else None


# What may be chosen.


@mutation
def leaves_out_the_action_taken(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, legal=[one for one in action["legal"] if one != action["action"]])


@mutation
def leaves_out_another_action(events: list[Event], rng: random.Random) -> bool:
    action = next((event for event in events if len(event.get("legal", [])) > 1), None)
    return action is not None and set_fields(action, legal=[action["action"]])


@mutation
def one_bid_too_many(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action", decision="bid")
    return action is not None and set_fields(action, legal=[*action["legal"], str(int(action["legal"][-1]) + 1)])


@mutation
def names_an_action_twice(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, legal=[*action["legal"], action["action"]])


@mutation
def names_copies_of_a_card(events: list[Event], rng: random.Random) -> bool:
    """Each card of the hand, where it holds copies."""
    for number in numbers(events, "action", decision="play"):
        action = events[number]
        hand = hand_at(events, number, action["seat"])
        if len(set(hand)) < len(hand) and set(hand) == set(action["legal"]):
            return set_fields(action, legal=sorted(hand, key=action["legal"].index))
    return False


@mutation
def actions_in_the_order_of_a_hand(events: list[Event], rng: random.Random) -> bool:
    plays = [event for event in events if event.get("decision") == "play" and by_suit(event["legal"]) != event["legal"]]
    return bool(plays) and set_fields(plays[0], legal=by_suit(plays[0]["legal"]))


@mutation
def actions_backwards(events: list[Event], rng: random.Random) -> bool:
    actions = [event for event in events if len(event.get("legal", [])) > 1]
    return bool(actions) and set_fields(actions[0], legal=actions[0]["legal"][::-1])


@mutation
def the_whole_hand_is_legal(events: list[Event], rng: random.Random) -> bool:
    """Nobody has to follow suit."""
    for number in numbers(events, "action", decision="play"):
        action = events[number]
        hand = set(hand_at(events, number, action["seat"]))
        if hand != set(action["legal"]):
            return set_fields(action, legal=sorted(hand, key=by_suit(hand).index))
    return False


@mutation
def plays_an_illegal_card(events: list[Event], rng: random.Random) -> bool:
    """A card of the hand that may not be played; the rest is as if it might."""
    for number in numbers(events, "action", decision="play"):
        action = events[number]
        wrong = set(hand_at(events, number, action["seat"])) - set(action["legal"])
        if wrong:
            card = min(wrong)
            events[number + 1]["card"] = card
            return set_fields(action, action=card)
    return False


@mutation
def plays_a_card_of_another_hand(events: list[Event], rng: random.Random) -> bool:
    for number in numbers(events, "action", decision="play"):
        action = events[number]
        other = set(hand_at(events, number, next_seat(events, action["seat"]))) - set(action["legal"])
        if other:
            events[number + 1]["card"] = min(other)
            return set_fields(action, action=min(other))
    return False


@mutation
def plays_a_card_a_second_time(events: list[Event], rng: random.Random) -> bool:
    """With one pack: the seat's second card is its first once more."""
    played = numbers(events, "played")
    players = events[0]["rules"]["players"]
    if events[0]["rules"]["packs"] > 1 or len(played) < 2 * players:
        return False
    first = events[played[0]]
    again = next((n for n in played[1:] if events[n]["seat"] == first["seat"]), None)
    return again is not None and again < deal_of(events, played[0])[1] and set_fields(events[again], card=first["card"])


@mutation
def asks_for_the_only_card(events: list[Event], rng: random.Random) -> bool:
    """A card that is played by itself is chosen."""
    forced = [n for n in numbers(events, "played") if events[n - 1].get("decision") != "play"]
    if not forced:
        return False
    number = rng.choice(forced)
    seat, card = events[number]["seat"], events[number]["card"]
    action = {"event": "action", "seat": seat, "step": 0, "decision": "play", "action": card, "legal": [card]}
    events.insert(number, action)
    number_steps(events)
    return True


@mutation
def does_not_ask(events: list[Event], rng: random.Random) -> bool:
    """A choice of several cards or bids is made by itself."""
    if not drop(events, rng, "action"):
        return False
    number_steps(events)
    return True


@mutation
def the_next_seat_acts(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, seat=next_seat(events, action["seat"]))


@mutation
def miscounts_a_step(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action")
    return action is not None and set_fields(action, step=action["step"] + 1)


@mutation
def calls_a_bid_a_play(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "action", decision="bid"), decision="play")


@mutation
def a_bid_is_a_number(events: list[Event], rng: random.Random) -> bool:
    action = pick(events, rng, "action", decision="bid")
    return action is not None and set_fields(action, action=int(action["action"]))


# Tricks.


@mutation
def wrong_winner_of_a_trick(events: list[Event], rng: random.Random) -> bool:
    trick = pick(events, rng, "trick")
    return trick is not None and set_fields(trick, winner=next_seat(events, trick["winner"]))


@mutation
def wrong_winner_of_the_last_trick_everywhere(events: list[Event], rng: random.Random) -> bool:
    trick = events[numbers(events, "trick")[-1]]
    winner, other = trick["winner"], next_seat(events, trick["winner"])
    trick["winner"] = other
    for seat, more in ((winner, -1), (other, 1)):
        events[numbers(events, "scored", seat=seat)[-1]]["tricks"] += more
        events[-1]["taken"][seat] += more
    return True


@mutation
def the_winner_does_not_lead(events: list[Event], rng: random.Random) -> bool:
    """The seat after the winner begins the next trick."""
    found = [n for n in numbers(events, "trick") if events[n + 1]["event"] in ("action", "played")]
    if not found:
        return False
    after = events[rng.choice(found) + 1]
    return set_fields(after, seat=next_seat(events, after["seat"]))


@mutation
def the_dealer_leads(events: list[Event], rng: random.Random) -> bool:
    deal = pick_number(events, rng, "deal")
    assert deal is not None
    first = next(event for event in events[deal:] if event["event"] == "played" or event.get("decision") == "play")
    return set_fields(first, seat=events[deal]["dealer"])


@mutation
def the_copy_takes_it(events: list[Event], rng: random.Random) -> bool:
    """Of two identical cards that are the best, the other one takes the trick."""
    for number in numbers(events, "trick"):
        trick = events[number]
        seats = [event["seat"] for event in events[:number] if event["event"] == "played"][-len(trick["cards"]) :]
        card = trick["cards"][seats.index(trick["winner"])]
        others = [seat for seat, other in zip(seats, trick["cards"], strict=True) if other == card]
        others.remove(trick["winner"])
        if others:
            return set_fields(trick, winner=others[0])
    return False


@mutation
def says_another_card_was_played(events: list[Event], rng: random.Random) -> bool:
    played = pick(events, rng, "played")
    return played is not None and set_fields(played, card=rng.choice([one for one in CARDS if one != played["card"]]))


@mutation
def does_not_tell_a_card(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "played")


@mutation
def does_not_tell_a_trick(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "trick")


@mutation
def counts_tricks_from_nothing(events: list[Event], rng: random.Random) -> bool:
    trick = pick(events, rng, "trick")
    return trick is not None and set_fields(trick, number=trick["number"] - 1)


@mutation
def tells_a_trick_in_another_order(events: list[Event], rng: random.Random) -> bool:
    tricks = [event for event in events if event["event"] == "trick" and by_suit(event["cards"]) != event["cards"]]
    return bool(tricks) and set_fields(tricks[0], cards=by_suit(tricks[0]["cards"]))


@mutation
def a_trick_without_its_last_card(events: list[Event], rng: random.Random) -> bool:
    trick = pick(events, rng, "trick")
    return trick is not None and set_fields(trick, cards=trick["cards"][:-1])


@mutation
def a_trick_too_few(events: list[Event], rng: random.Random) -> bool:
    """The last cards of a deal aren't played."""
    tricks = [n for n in numbers(events, "trick") if events[n]["number"] > 1 and events[n + 1]["event"] == "scored"]
    if not tricks:
        return False
    before = numbers(events[: tricks[0]], "trick")[-1]
    del events[before + 1 : tricks[0] + 1]
    number_steps(events)
    return True


# Voids.


@mutation
def does_not_tell_a_void(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "void")


@mutation
def tells_a_void_twice(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "void")
    if number is not None:
        events.insert(number, dict(events[number]))
    return number is not None


@mutation
def tells_a_void_again_later(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "void")
    if number is None:
        return False
    void = events[number]
    _, end = deal_of(events, number)
    later = [n for n in numbers(events[:end], "played", seat=void["seat"]) if n > number]
    if later:
        events.insert(later[0] + 1, dict(void))
    return bool(later)


@mutation
def tells_a_void_before_its_card(events: list[Event], rng: random.Random) -> bool:
    found = [n for n in numbers(events, "void") if events[n - 1]["event"] == "played"]
    if found:
        number = rng.choice(found)
        events[number - 1], events[number] = events[number], events[number - 1]
    return bool(found)


@mutation
def tells_trumps_before_the_led_suit(events: list[Event], rng: random.Random) -> bool:
    found = [n for n in numbers(events, "void") if events[n - 1]["event"] == "void"]
    if found:
        number = rng.choice(found)
        events[number - 1], events[number] = events[number], events[number - 1]
    return bool(found)


@mutation
def a_void_of_another_suit(events: list[Event], rng: random.Random) -> bool:
    void = pick(events, rng, "void")
    return void is not None and set_fields(void, suit=rng.choice([one for one in "CDHS" if one != void["suit"]]))


@mutation
def a_void_of_another_seat(events: list[Event], rng: random.Random) -> bool:
    void = pick(events, rng, "void")
    return void is not None and set_fields(void, seat=next_seat(events, void["seat"]))


@mutation
def a_void_of_who_follows(events: list[Event], rng: random.Random) -> bool:
    """Whoever plays a trump, follows suit, or leads is said to be void of trumps."""
    number = pick_number(events, rng, "played")
    assert number is not None
    played = events[number]
    trump = events[deal_of(events, number)[0] + 1]["trump"]
    void = {"event": "void", "seat": played["seat"], "suit": trump or suit(played["card"])}
    if events[number + 1]["event"] == "void":
        return False
    events.insert(number + 1, void)
    return True


@mutation
def a_trump_shows_a_void(events: list[Event], rng: random.Random) -> bool:
    """Under suit_or_trump it does not."""
    if events[0]["rules"]["follow"] != "suit_or_trump":
        return False
    led = None
    for number, event in enumerate(events):
        if event["event"] in ("trick", "scored"):
            led = None
        if event["event"] == "played":
            led = led or suit(event["card"])
            trump = events[deal_of(events, number)[0] + 1]["trump"]
            if led != suit(event["card"]) == trump:
                events.insert(number + 1, {"event": "void", "seat": event["seat"], "suit": led})
                return True
    return False
