"""Reading the events of a replay of Koi-Koi one by one, each of which must be what the rules make it."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]

# Sections of RULES.md.
DEAL, TURN, YAKU_TABLE, REPORT, GAME = "The deal", "A turn", "Yaku", "What simlab reports", "The game"
POINT_OPTIONS, CALLING, DEALING = "Options: points", "Options: calling and ending", "Options: dealing"


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
            if (found := event[field]) != (right := must[field]):
                raise self.foul(f"{field!r} of {must['event']!r} is {found!r} and must be {right!r}", section)

    def expect(self, name: str, section: str, **fields: Any) -> None:
        """The next event is a `name` with exactly these fields."""
        self.compare(self.next_event(name, section), {"event": name, **fields}, section)

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
