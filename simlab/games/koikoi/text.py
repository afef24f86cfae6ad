"""How Koi-Koi reads and writes cards, actions and events; its positions are in a module of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simlab.decks import hanafuda
from simlab.errors import SimlabError, echo
from simlab.games.koikoi.position import position, read_position
from simlab.games.koikoi.rules import FEATURES
from simlab.games.koikoi.state import NOBODY, Action, Decision, End, Event, Redeal
from simlab.games.options import Rules

__all__ = ["action", "decision", "deck", "event", "line", "position", "read_action", "read_deck", "read_position"]

_CALLS = {Action.STOP: "stop", Action.KOIKOI: "koikoi"}


def deck(row: Sequence[int], rules: Rules) -> list[str]:
    """The cards of a shuffle, in the order they are dealt: seat 0, seat 1, the board, the stock."""
    return [hanafuda.CODES[card] for card in row]


def read_deck(given: str | Sequence[object], rules: Rules) -> list[int]:
    """A shuffle from text or from a sequence of cards; cards beyond those that a deal uses are not looked at."""
    if not isinstance(given, str | list | tuple):
        raise SimlabError(f"deck {echo(given)} is neither text nor a list of cards")
    text = given if isinstance(given, str) else ",".join(map(str, given))
    return hanafuda.read_cards(text)


def action(code: int) -> str:
    """A card to play or to take, ``stop`` or ``koikoi``."""
    return hanafuda.CODES[code] if code < hanafuda.CARDS else _CALLS[Action(code)]


def read_action(word: str) -> int:
    """The code of an action's text."""
    for code, name in _CALLS.items():
        if word.strip().lower() == name:
            return int(code)
    cards = hanafuda.read_cards(word)
    if len(cards) != 1:
        raise SimlabError(f"action {echo(word)} is not one card, stop or koikoi")
    return cards[0]


def decision(code: int) -> str:
    """The name of a kind of decision."""
    return Decision(code).name.lower()


def event(event: np.void, rules: Rules) -> dict[str, Any]:
    """A logged event as a plain dict."""
    kind = Event(event["kind"])
    seat, code, value = int(event["seat"]), int(event["code"]), int(event["value"])
    cards = hanafuda.text(event["mask"]).split()
    if kind == Event.ROUND:
        return {"event": "round", "round": code + 1, "month": value + 1, "dealer": seat}
    if kind == Event.HAND:
        return {"event": "hand", "seat": seat, "cards": cards}
    if kind == Event.BOARD:
        return {"event": "board", "cards": cards}
    if kind == Event.REDEAL:
        return {"event": "redeal", "why": Redeal(code).name.lower()}
    if kind in (Event.PLAYED, Event.TURNED):
        return {"event": kind.name.lower(), "seat": seat, "card": hanafuda.CODES[code], "taken": cards}
    if kind == Event.YAKU:
        return {"event": "yaku", "seat": seat, "yaku": FEATURES[code], "points": value}
    if kind == Event.POINTS:
        return {"event": "points", "seat": seat, "points": value}
    if kind == Event.BOARD_TAKEN:
        return {"event": "board_taken", "seat": seat, "cards": cards}
    if kind == Event.LUCKY:
        name = "lucky_board" if code else "lucky_hand"
        return {"event": name, "seat": seat, "cards": cards, "points": value}
    return {"event": "over", "end": End(code).name.lower(), "winner": None if seat == NOBODY else seat, "score": value}


_REDEALS = {"lucky_board": "a lucky board", "both_lucky": "both hands are lucky", "lucky_hand": "a lucky hand"}


def line(event: Mapping[str, Any]) -> str:
    """An event as a line for a person; empty where there is nothing to say."""
    write = _LINES.get(event["event"])
    return "" if write is None else write(event, f"seat {event.get('seat')}", " ".join(event.get("cards") or ()))


def _card_line(event: Mapping[str, Any], seat: str, cards: str) -> str:
    verb = f"{seat} plays" if event["event"] == "played" else "       turns"
    taken = f"takes {' '.join(event['taken'])}" if event["taken"] else "stays on the board"
    return f"{verb:<13} {event['card']:>4}  {taken}"


def _call_line(event: Mapping[str, Any], seat: str, cards: str) -> str:
    if event["action"] not in _CALLS.values():
        return ""
    return f"{seat} {'stops' if event['action'] == 'stop' else 'calls koi-koi'}"


def _over_line(event: Mapping[str, Any], seat: str, cards: str) -> str:
    return "nobody scores" if event["winner"] is None else f"seat {event['winner']} scores {event['score']}"


_LINES: Mapping[str, Callable[[Mapping[str, Any], str, str], str]] = {
    "round": lambda event, seat, cards: f"Round {event['round']}, month {event['month']}: seat {event['dealer']} deals",
    "hand": lambda event, seat, cards: f"  {seat}  {cards}",
    "board": lambda event, seat, cards: f"  board   {cards}",
    "board_taken": lambda event, seat, cards: f"  {seat} takes the whole month: {cards}",
    "redeal": lambda event, seat, cards: f"  {_REDEALS[event['why']]}: deal again",
    "played": _card_line,
    "turned": _card_line,
    "yaku": lambda event, seat, cards: f"       {event['yaku'].replace('_', ' ')} {event['points']}",
    "points": lambda event, seat, cards: f"       has {event['points']} point{'s' * (event['points'] != 1)}",
    "lucky_hand": lambda event, seat, cards: f"{seat} holds a lucky hand: {cards}",
    "lucky_board": lambda event, seat, cards: f"a lucky board wins for {seat}: {cards}",
    "action": _call_line,
    "over": _over_line,
}
