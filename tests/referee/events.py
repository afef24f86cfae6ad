"""Reading the events of a replay one by one, each of which must be what the rules make it: what all referees share."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]
Rules = dict[str, Any]

REPORT = "What simlab reports"  # a section of every RULES.md


class Foul(AssertionError):
    """A game breaks the rules, or says something about itself that is not so."""


class Reader:
    """The place in the list of events."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.number = -1  # of the event last looked at
        self.steps = 0  # decisions

    def foul(self, what: str, section: str) -> Foul:
        """A foul at the event last looked at."""
        return Foul(f'event {self.number}: {what} (RULES.md, "{section}")')

    def next_event(self, name: str, section: str) -> Event:
        """The next event, which must be a `name`."""
        self.number += 1
        if self.number >= len(self.events):
            raise self.foul(f"the events end where {name!r} must follow", section)
        event = self.events[self.number]
        if event.get("event") != name:
            raise self.foul(f"{event.get('event')!r} where {name!r} must follow", section)
        return event

    def compare(self, event: Event, must: Event, section: str) -> None:
        """The event says what it must, no more and no less."""
        for field in [*must, *event]:
            if field not in event:
                raise self.foul(f"{must['event']!r} has no {field!r}", section)
            if field not in must:
                raise self.foul(f"{must['event']!r} has a field {field!r} that does not belong there", section)
            if not same(found := event[field], right := must[field]):
                raise self.foul(f"{field!r} of {must['event']!r} is {found!r} and must be {right!r}", section)

    def expect(self, name: str, section: str, **fields: Any) -> None:
        """The next event is a `name` with exactly these fields."""
        self.compare(self.next_event(name, section), {"event": name, **fields}, section)

    def start(self, game: str, section: str) -> tuple[Rules, list[str], str, int]:
        """The start, as far as it is alike for all games: rules, bots, unit and index."""
        event = self.next_event("start", section)
        given = {name: event.get(name) for name in ("unit", "rules", "bots", "seed", "index")}
        self.compare(event, {"event": "start", "game": game, **given}, section)
        rules, bots, unit, index = given["rules"], given["bots"], given["unit"], given["index"]
        if unit not in ("deal", "game"):
            raise self.foul(f"{unit!r} is no unit", section)
        if not isinstance(rules, dict) or not isinstance(bots, list):
            raise self.foul("no rules or no bots", section)
        if type(index) is not int or index < 0:
            raise self.foul(f"{index!r} is no index", section)
        return rules, bots, unit, index

    def decide(self, seat: int, decision: str, legal: list[str], section: str) -> str:
        """The seat must choose now, between these actions: which one it took."""
        event = self.next_event("action", section)
        action = event.get("action")
        must = {"event": "action", "seat": seat, "step": self.steps, "decision": decision, "legal": legal}
        self.compare(event, must | {"action": action}, section)
        if action not in legal:
            raise self.foul(f"{action!r} is not among the legal actions {legal!r}", section)
        self.steps += 1
        return action

    def end(self) -> None:
        """There is no further event."""
        if self.number + 1 < len(self.events):
            self.number += 1
            raise self.foul("the game is over, and nothing may follow its outcome", REPORT)


def same(found: Any, right: Any) -> bool:
    """Equal, and of the same type: neither is 1 the same as true, nor a tuple as a list."""
    if type(found) is not type(right):
        return False
    if isinstance(found, list):
        return len(found) == len(right) and all(same(one, other) for one, other in zip(found, right, strict=True))
    return found == right


def wrong_value(rules: Rules, choices: dict[str, list[Any]], numbers: dict[str, tuple[int, int]]) -> str | None:
    """What is wrong with the rules of a start, if anything: each option once, with a value that it may have."""
    if set(rules) != {*choices, *numbers}:
        return "the rules must give each option, and nothing else"
    for name, (least, most) in numbers.items():
        if type(rules[name]) is not int or not least <= rules[name] <= most:
            return f"{name} is {rules[name]!r}, and must be a number from {least} to {most}"
    for name, values in choices.items():
        if not any(same(rules[name], value) for value in values):
            return f"{name} is {rules[name]!r}, and must be one of {values!r}"
    return None


def numbers(events: list[Event], name: str, **fields: Any) -> list[int]:
    """Which events are of this name and have these fields."""
    wanted = {"event": name, **fields}
    return [n for n, event in enumerate(events) if all(event.get(field) == value for field, value in wanted.items())]
