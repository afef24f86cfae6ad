"""How Koi-Koi reads and writes cards, actions, events and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simlab.decks import hanafuda
from simlab.errors import SimlabError, echo, unknown
from simlab.games.koikoi import moves, scoring
from simlab.games.koikoi.rules import BOARD_CARDS, FEATURES, HAND_CARDS, SEATS, STOCK_CARDS
from simlab.games.koikoi.state import NO_CARD, NOBODY, Action, Decision, End, Event, Redeal
from simlab.games.options import Rules
from simlab.kernel.records import Status

# More than all yaku at their dearest.
MOST_POINTS = 10_000
TWO_TO_TAKE = 2

_CALLS = {Action.STOP: "stop", Action.KOIKOI: "koikoi"}


def deck(row: Sequence[int], rules: Rules) -> list[str]:
    """The cards of a shuffle, in the order they are dealt: seat 0, seat 1, the board, the stock."""
    return [hanafuda.CODES[card] for card in row[: rules.deck.drawn]]


def read_deck(given: str | Sequence[object], rules: Rules) -> list[int]:
    """A shuffle from text or from a sequence of cards; cards beyond those that a deal uses are left out."""
    if not isinstance(given, str | list | tuple):
        raise SimlabError(f"deck {echo(given)} is neither text nor a list of cards")
    text = given if isinstance(given, str) else ",".join(map(str, given))
    cards = hanafuda.read_cards(text)
    if len(cards) < rules.deck.drawn:
        raise SimlabError(f"a deck of {len(cards)} cards is too short; a deal takes {rules.deck.drawn}")
    return cards[: rules.deck.drawn]


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
    if kind == Event.LUCKY:
        return {"event": "lucky_hand", "seat": seat, "cards": cards, "points": value}
    return {"event": "over", "end": End(code).name.lower(), "winner": None if seat == NOBODY else seat, "score": value}


def line(event: Mapping[str, Any]) -> str:
    """An event as a line for a person; empty where there is nothing to say."""
    seat = f"seat {event.get('seat')}"
    cards = " ".join(event.get("cards", ()))
    if event["event"] == "hand":
        return f"  {seat}  {cards}"
    if event["event"] == "board":
        return f"  board   {cards}"
    if event["event"] == "redeal":
        why = "a lucky board" if event["why"] == "lucky_board" else "both hands are lucky"
        return f"  {why}: deal again"
    if event["event"] in ("played", "turned"):
        verb = f"{seat} plays" if event["event"] == "played" else "       turns"
        taken = f"takes {' '.join(event['taken'])}" if event["taken"] else "stays on the board"
        return f"{verb:<13} {event['card']:>4}  {taken}"
    if event["event"] == "yaku":
        return f"       {event['yaku'].replace('_', ' ')} {event['points']}"
    if event["event"] == "points":
        return f"       has {event['points']} point{'s' * (event['points'] != 1)}"
    if event["event"] == "lucky_hand":
        return f"{seat} holds a lucky hand: {cards}"
    if event["event"] == "action" and event["action"] in _CALLS.values():
        return f"{seat} {'stops' if event['action'] == 'stop' else 'calls koi-koi'}"
    if event["event"] == "over":
        return "nobody scores" if event["winner"] is None else f"seat {event['winner']} scores {event['score']}"
    return ""


def position(state: np.void, rules: np.void) -> str:
    """A whole position in one line: who decides what, hands, board, piles, the rest of the stock, calls.

    An example, with a short stock::

        seat 0 play; hands 1b 4r | 2a 6c1; board 3b 5r; piles 1r 1c1 | -; stock 7a 7r; calls 1 0; declined 6 0; card -
    """
    public = state["public"]
    turned = int(public["turn"]) + (state["decision"] in (Decision.TAKE_TURNED, Decision.CALL))
    card = int(public["card"])
    parts = [
        f"seat {state['seat']} {decision(state['decision'])}",
        "hands " + " | ".join(hanafuda.text(hand) or "-" for hand in state["hands"]),
        "board " + (hanafuda.text(public["board"]) or "-"),
        "piles " + " | ".join(hanafuda.text(pile) or "-" for pile in public["piles"]),
        "stock " + (hanafuda.text(state["stock"][turned:]) or "-"),
        "calls " + " ".join(map(str, public["calls"])),
        "declined " + " ".join(map(str, public["declined"])),
        "card " + ("-" if card == NO_CARD else hanafuda.CODES[card]),
    ]
    return "; ".join(parts)


def read_position(text: str, rules: np.void, tables: np.void, state: np.void) -> None:
    """Set up the position that a text in the form of `position` tells."""
    parts = _parts(text)
    read = _read_sets(parts)
    moves.new(state, rules, 0)
    public = state["public"]
    seat, _, what = parts["seat"].partition(" ")
    if seat not in ("0", "1") or what.upper() not in Decision.__members__:
        raise SimlabError(f"seat {echo(parts['seat'])} isn't a seat, 0 or 1, and one of play, take, take_turned, call")
    state["seat"], state["decision"], state["status"] = int(seat), Decision[what.upper()], Status.DECIDE
    state["shuffles"] = 1
    state["hands"] = read["hands"]
    public["piles"] = read["piles"]
    public["board"] = read["board"]
    public["card"] = read["card"]
    public["cards_left"] = [hand.bit_count() for hand in read["hands"]]
    public["calls"] = _read_pair(parts, "calls", HAND_CARDS - 1)
    public["declined"] = _read_pair(parts, "declined", MOST_POINTS)
    stock = hanafuda.read_cards(parts["stock"].replace("-", ""))
    turned = STOCK_CARDS - len(stock)
    public["turn"] = SEATS * HAND_CARDS - sum(public["cards_left"]) - (state["decision"] != Decision.PLAY)
    public["stock_left"] = rules["pack"] - SEATS * HAND_CARDS - BOARD_CARDS - turned
    for player in range(SEATS):
        public["points"][player] = scoring.yaku(public["piles"][player], rules, tables, state["yaku"][player])
    _check_counts(state, len(stock), int(rules["drawn"]))
    _check_choice(state)
    state["stock"][turned:] = stock


_PARTS = ("seat", "hands", "board", "piles", "stock", "calls", "declined", "card")


def _parts(text: str) -> dict[str, str]:
    """A position's parts by name, each once."""
    parts: dict[str, str] = {}
    for part in text.split(";"):
        name, _, rest = part.strip().partition(" ")
        if name not in _PARTS:
            raise unknown("part of a position", name, _PARTS)
        if name in parts:
            raise SimlabError(f"the position has its part {name} twice")
        parts[name] = rest
    for name in _PARTS:
        if name not in parts:
            raise SimlabError(f"the position lacks its part {name}; it has {', '.join(_PARTS)}")
    return parts


def _read_sets(parts: Mapping[str, str]) -> dict[str, Any]:
    """The card sets of a position, each card once."""
    words = {name: parts[name].replace("-", "") for name in ("hands", "board", "piles", "stock", "card")}
    hanafuda.read_cards(" ".join(words.values()).replace("|", " "))
    read: dict[str, Any] = {"board": hanafuda.read_mask(words["board"])}
    for name in ("hands", "piles"):
        sides = words[name].split("|")
        if len(sides) != SEATS:
            raise SimlabError(f"{name} {echo(parts[name])} are not two, parted by |")
        read[name] = [hanafuda.read_mask(side) for side in sides]
    card = hanafuda.read_cards(words["card"])
    read["card"] = card[0] if card else NO_CARD
    return read


def _check_counts(state: np.void, stock: int, drawn: int) -> None:
    """Refuse a position that no deal leads to: cards are missing, or it can't be this seat's turn."""
    public = state["public"]
    turn, late = int(public["turn"]), state["decision"] in (Decision.TAKE_TURNED, Decision.CALL)
    if turn < 0 or stock != STOCK_CARDS - turn - late:
        raise SimlabError(f"the stock has {stock} cards; after {turn} turns it has {STOCK_CARDS - turn - late}")
    sets = [*state["hands"], *public["piles"], public["board"]]
    there = sum(int(cards).bit_count() for cards in sets) + stock + int(public["card"] != NO_CARD)
    if there != drawn:
        raise SimlabError(f"the position has {there} cards; a deal uses {drawn}")
    if state["seat"] != turn % SEATS:
        raise SimlabError(f"after {turn} turns it is seat {turn % SEATS}'s turn, not seat {state['seat']}'s")
    played = [(turn + 1) // 2, turn // 2]
    played[state["seat"]] += state["decision"] != Decision.PLAY
    for player, count in enumerate(played):
        if public["cards_left"][player] != HAND_CARDS - count:
            raise SimlabError(f"seat {player} has {public['cards_left'][player]} cards, not {HAND_CARDS - count}")
        if int(public["piles"][player]).bit_count() % 2:
            raise SimlabError(f"seat {player}'s pile has an odd number of cards; cards are taken in pairs or fours")


def _check_choice(state: np.void) -> None:
    """Refuse a decision that isn't there to be taken, and calls that can't have been."""
    public, seat, decision = state["public"], int(state["seat"]), Decision(state["decision"])
    card = int(public["card"])
    if decision in (Decision.TAKE, Decision.TAKE_TURNED):
        there = 0 if card == NO_CARD else int(public["board"] & moves.month_of(card)).bit_count()
        if there != TWO_TO_TAKE:
            raise SimlabError(
                f"there is nothing to choose: the card in play matches {there} cards on the board, not two"
            )
    elif card != NO_CARD:
        raise SimlabError(f"card {hanafuda.CODES[card]} waits for no choice in a decision to {decision.name.lower()}")
    for player in range(SEATS):
        calls, declined = int(public["calls"][player]), int(public["declined"][player])
        if (calls > 0) != (declined > 0) or declined > public["points"][player]:
            held = public["points"][player]
            raise SimlabError(f"seat {player} can't have called {calls} times at {declined} points and have {held} now")
    if decision == Decision.CALL and (public["points"][seat] <= public["declined"][seat] or not state["hands"][seat]):
        raise SimlabError(f"seat {seat} has no choice to call: its points must have risen, and its hand hold a card")


def _read_pair(parts: Mapping[str, str], name: str, most: int) -> list[int]:
    numbers = parts[name].split()
    if len(numbers) != SEATS or not all(number.isdecimal() and len(number) < 6 for number in numbers):
        raise SimlabError(f"{name} {echo(parts[name])} are not two whole numbers")
    pair = [int(number) for number in numbers]
    if max(pair) > most:
        raise SimlabError(f"{name} {echo(parts[name])} are more than {most}")
    return pair
