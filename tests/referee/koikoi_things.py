"""What may happen in a deal or a game of Koi-Koi, so that the tests can say what they have seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.events import Event, Rules
from referee.koikoi_yaku import full_months, only_pairs

THINGS = {
    *("play", "take", "take_turned", "call stop", "call koikoi", "board_taken"),
    *("a full month on the board", "three pairs on the board", "five lucky pairs"),
    *(f"{name} took {count}" for name in ("played", "turned") for count in (0, 1, 3)),
    *(f"redeal {why}" for why in ("lucky_board", "both_lucky", "lucky_hand")),
    *(f"end {end}" for end in ("stop", "cashed", "lucky_hand", "lucky_board", "draw", "forced", "exhausted")),
    *("end exhausted dealer", "end exhausted last_caller", "two lucky hands drawn"),
    *("forced by once", "forced by auto_stop", "forced by koikoi_min"),
    *("a total fell", "a total changed with a call", "a choice with no higher total"),
    *("absorb double_set", "both double_set", "add double_set", "replace double_set"),
    *("lead changed", "lead kept", "a game drawn", "a draw kept the dealer", "all stakes lost", "more than a year"),
    *(f"{who} deals next" for who in ("winner", "loser", "alternate")),
    *(f"reached {goal}" for goal in ("first_to", "rounds")),
}


def things_in(events: list[Event]) -> Iterator[str]:
    """What happened."""
    rules = events[0]["rules"]
    for event in events:
        yield from things_of(event, rules)
    yield from things_of_totals(events)
    yield from things_of_rounds(events, rules)
    yield "lead changed" if events[-1]["lead_changes"] else "lead kept"


def things_of(event: Event, rules: Rules) -> Iterator[str]:
    """What an event tells by itself."""
    match event["event"]:
        case "redeal":
            yield f"redeal {event['why']}"
        case "action":
            yield f"call {event['action']}" if event["decision"] == "call" else event["decision"]
        case "played" | "turned":
            yield f"{event['event']} took {len(event['taken'])}"
        case "board":
            yield from things_of_board(event["cards"])
        case "board_taken" | "lucky_board" | "lucky_hand":
            yield event["event"]
            if event["event"] == "lucky_hand" and len(event["cards"]) == 10 and only_pairs(event["cards"]):
                yield "five lucky pairs"
        case "yaku":
            yield event["yaku"]
            if event["yaku"] == "double_set":
                yield f"{rules['set_bonus']} double_set"
                yield f"{rules['double_set_mode']} double_set"
        case "over":
            yield f"end {event['end']}"
            if event["end"] == "exhausted":
                yield f"end exhausted {rules['exhausted']}"
                if rules["exhausted"] == "dealer":
                    yield "oya_ken"
            if event["end"] == "lucky_hand" and event["winner"] is None:
                yield "two lucky hands drawn"
            if event["end"] == "forced":
                yield from reasons_to_be_forced(rules)


def things_of_board(cards: list[str]) -> Iterator[str]:
    """What an opening board holds."""
    if len(cards) == 6 and only_pairs(cards):
        yield "three pairs on the board"
    if full_months(cards):
        yield "a full month on the board"


def reasons_to_be_forced(rules: Rules) -> Iterator[str]:
    """Why no call was allowed, if only one thing can have forbidden it."""
    if rules["koikoi_limit"] != "unlimited" and rules["koikoi_min"] == 0:
        yield f"forced by {rules['koikoi_limit']}"
    if rules["koikoi_limit"] == "unlimited":
        yield "forced by koikoi_min"


def things_of_totals(events: list[Event]) -> Iterator[str]:
    """What the totals of the seats did."""
    totals, declined = [0, 0], [0, 0]
    for before, event in pairwise(events):
        seat = event.get("seat", 0)
        if event["event"] == "shuffle":
            totals, declined = [0, 0], [0, 0]
        elif event["event"] == "points":
            if event["points"] < totals[seat]:
                yield "a total fell"
            totals[seat] = event["points"]
        elif event.get("decision") == "call":
            if totals[seat] <= declined[seat]:
                yield "a choice with no higher total"
            declined[seat] = totals[seat]
        if before.get("action") == "koikoi" and event["event"] in ("yaku", "points"):
            yield "a total changed with a call"


def things_of_rounds(events: list[Event], rules: Rules) -> Iterator[str]:
    """How one round led to another, and how the game ended."""
    if events[0]["unit"] == "deal":
        return
    rounds = [event for event in events if event["event"] in ("round", "over")]
    dealers = [(over["winner"], one["dealer"], two["dealer"]) for one, over, two in triples(rounds)]
    for winner, dealer, following in dealers:
        if dealer != following:
            yield f"{rules['next_dealer']} deals next"
        if winner is None and dealer == following:
            yield "a draw kept the dealer"
    outcome = events[-1]
    if outcome["draw"] and any(outcome["won"]):
        yield "a game drawn"
    if rules["stakes"] and rules["stakes"] in outcome["score"]:
        yield "all stakes lost"
    elif rules["first_to"] and max(outcome["score"]) >= rules["first_to"]:
        yield "reached first_to"
    elif not rules["first_to"]:
        yield "reached rounds"
    if outcome["deals"] > 12:
        yield "more than a year"


def triples(rounds: list[Event]) -> Iterator[tuple[Event, Event, Event]]:
    """Each round's last start and its end, with the next round's first start."""
    for one, over, two in zip(rounds, rounds[1:], rounds[2:], strict=False):
        if (one["event"], over["event"], two["event"]) == ("round", "over", "round"):
            yield one, over, two
