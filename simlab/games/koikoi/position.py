"""Koi-Koi's positions as text: a line for a person to read, to change and to play on from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simlab.decks import hanafuda
from simlab.errors import SimlabError, echo, unknown
from simlab.games.koikoi import moves, scoring
from simlab.games.koikoi.moves import playing
from simlab.games.koikoi.rules import MONTHS, MOST_HAND_CARDS, MOST_ROUNDS, SEATS, YAKU, ViewingCancel
from simlab.games.koikoi.state import NO_CARD, NOBODY, Decision
from simlab.games.positions import read_parts, read_sides, read_whole, read_wholes
from simlab.kernel.records import Status

# More than all yaku at their dearest, and more than a game can bring.
MOST_POINTS = 10_000
MOST_SCORE = 10_000_000
# Five brights on the opening board, and one more.
MOST_FACTOR = 6
TWO_TO_TAKE = 2

_PARTS = ("seat", "hands", "board", "piles", "stock", "calls", "declined", "card")
_DEFAULTS = {
    "month": "1",
    "dealer": "0",
    "factor": "1",
    "last_caller": "-",
    "leader": "-",
    "declined_yaku": "- | -",
    "round": "1",
    "scores": "0 0",
    "points": "",
}


def position(state: np.void, rules: np.void) -> str:
    """A whole position in one line: who decides what, hands, board, piles, the rest of the stock, calls.

    An example, with a short stock::

        seat 0 play; hands 1b 4r | 2a 6c1; board 3b 5r; piles 1r 1c1 | -; stock 7a 7r; calls 1 0; declined 6 0; card -

    There follow, and may be left out where they are as in brackets: the round's ``month`` (1) and ``dealer`` (0), the
    ``factor`` of the opening board (1), the ``last_caller`` and the ``leader`` in points (-), the ``declined_yaku``
    (none), the game's ``round`` (1) and ``scores`` (0 0), and the ``points`` of each one's yaku when last looked at
    (what they are worth now).
    """
    public = state["public"]
    turned = int(public["turn"]) + (state["decision"] in (Decision.TAKE_TURNED, Decision.CALL))
    card = int(public["card"])
    parts = {
        "seat": f"{state['seat']} {Decision(state['decision']).name.lower()}",
        "hands": " | ".join(hanafuda.text(hand) or "-" for hand in state["hands"]),
        "board": hanafuda.text(public["board"]) or "-",
        "piles": " | ".join(hanafuda.text(pile) or "-" for pile in public["piles"]),
        "stock": hanafuda.text(state["stock"][turned : SEATS * rules["hand_cards"]]) or "-",
        "calls": " ".join(map(str, public["calls"])),
        "declined": " ".join(map(str, public["declined"])),
        "card": "-" if card == NO_CARD else hanafuda.CODES[card],
        "month": str(public["month"] + 1),
        "dealer": str(public["dealer"]),
        "factor": str(public["factor"]),
        "last_caller": _seat_text(public["last_caller"]),
        "leader": _seat_text(state["leader"]),
        "declined_yaku": " | ".join(_yaku_text(int(made)) for made in public["declined_yaku"]),
        "round": str(public["round"] + 1),
        "scores": " ".join(map(str, public["scores"])),
        "points": " ".join(map(str, public["points"])),
    }
    return "; ".join(f"{name} {part}" for name, part in parts.items() if _DEFAULTS.get(name) != part)


def _seat_text(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat)


def _yaku_text(made: int) -> str:
    return " ".join(YAKU[place].name for place in range(len(YAKU)) if made >> place & 1) or "-"


def read_position(text: str, rules: np.void, tables: np.void, state: np.void) -> None:
    """Set up the position that a text in the form of `position` tells."""
    parts = read_parts(text, _PARTS, _DEFAULTS)
    read = _read_sets(parts)
    moves.new(state, rules, tables, 0)
    public = state["public"]
    seat, _, what = parts["seat"].partition(" ")
    if seat not in ("0", "1") or what.upper() not in Decision.__members__:
        raise SimlabError(f"seat {echo(parts['seat'])} isn't a seat, 0 or 1, and one of play, take, take_turned, call")
    state["seat"], state["decision"], state["status"] = int(seat), Decision[what.upper()], Status.DECIDE
    state["hands"] = read["hands"]
    for name in ("piles", "board", "card"):
        public[name] = read[name]
    public["cards_left"] = [hand.bit_count() for hand in read["hands"]]
    public["calls"] = read_wholes(parts["calls"], "calls", SEATS, 0, MOST_HAND_CARDS - 1)
    public["declined"] = read_wholes(parts["declined"], "declined", SEATS, 0, MOST_POINTS)
    _read_context(parts, state)
    stock = hanafuda.read_cards(parts["stock"].replace("-", ""))
    all_stock = SEATS * int(rules["hand_cards"])
    turned = all_stock - len(stock)
    public["turn"] = all_stock - sum(public["cards_left"]) - (state["decision"] != Decision.PLAY)
    public["stock_left"] = rules["pack"] - all_stock - rules["field_cards"] - turned
    _count_yaku(parts, rules, tables, state)
    _check_counts(state, len(stock), rules)
    _check_choice(state, rules)
    state["stock"][turned:all_stock] = stock


def _read_context(parts: Mapping[str, str], state: np.void) -> None:
    """What a position tells beside the cards, where it isn't as in most deals."""
    public = state["public"]
    public["month"] = read_whole(parts["month"], "month", 1, MONTHS) - 1
    public["dealer"] = read_whole(parts["dealer"], "dealer", 0, SEATS - 1)
    public["factor"] = read_whole(parts["factor"], "factor", 1, MOST_FACTOR)
    public["last_caller"], state["leader"] = (
        NOBODY if parts[name] == "-" else read_whole(parts[name], name, 0, SEATS - 1)
        for name in ("last_caller", "leader")
    )
    public["declined_yaku"] = [_read_yaku(side) for side in read_sides(parts["declined_yaku"], "declined_yaku", SEATS)]
    public["round"] = read_whole(parts["round"], "round", 1, MOST_ROUNDS) - 1
    public["scores"] = read_wholes(parts["scores"], "scores", SEATS, -MOST_SCORE, MOST_SCORE)
    state["shuffles"] = public["round"] + 1


def _count_yaku(parts: Mapping[str, str], rules: np.void, tables: np.void, state: np.void) -> None:
    """The yaku of both piles as they are now; what they were worth when last looked at may be told."""
    public = state["public"]
    for player in range(SEATS):
        called = bool(public["calls"][player])
        public["points"][player] = scoring.yaku(
            public["piles"][player], public["board"], called, public["month"], rules, tables, state["yaku"][player]
        )
    if parts["points"]:
        public["points"] = read_wholes(parts["points"], "points", SEATS, 0, MOST_POINTS)


def _read_yaku(text: str) -> int:
    """Yaku by name as a set, a bit each."""
    names = [option.name for option in YAKU]
    made = 0
    for name in text.replace("-", "").split():
        if name not in names:
            raise unknown("yaku", name, names)
        made |= 1 << names.index(name)
    return made


def _read_sets(parts: Mapping[str, str]) -> dict[str, Any]:
    """The card sets of a position, each card once."""
    words = {name: parts[name].replace("-", "") for name in ("hands", "board", "piles", "stock", "card")}
    hanafuda.read_cards(" ".join(words.values()).replace("|", " "))
    read: dict[str, Any] = {"board": hanafuda.read_mask(words["board"])}
    for name in ("hands", "piles"):
        read[name] = [hanafuda.read_mask(side.replace("-", "")) for side in read_sides(parts[name], name, SEATS)]
    card = hanafuda.read_cards(words["card"])
    read["card"] = card[0] if card else NO_CARD
    return read


def _check_counts(state: np.void, stock: int, rules: np.void) -> None:
    """Refuse a position that no deal leads to: cards are missing, or it can't be this seat's turn."""
    public, hand_cards = state["public"], int(rules["hand_cards"])
    turn, late = int(public["turn"]), state["decision"] in (Decision.TAKE_TURNED, Decision.CALL)
    due = SEATS * hand_cards - turn - late
    if turn < 0 or stock != due:
        raise SimlabError(f"the stock has {stock} cards; after {turn} turns it has {due}")
    sets = [*state["hands"], *public["piles"], public["board"]]
    there = sum(int(cards).bit_count() for cards in sets) + stock + int(public["card"] != NO_CARD)
    if there != rules["drawn"]:
        raise SimlabError(f"the position has {there} cards; a deal uses {rules['drawn']}")
    dealer = int(public["dealer"])
    actor = (turn + dealer) % SEATS
    if state["seat"] != actor:
        raise SimlabError(f"after {turn} turns it is seat {actor}'s turn, not seat {state['seat']}'s")
    played = [turn // SEATS] * SEATS
    played[dealer] += turn % SEATS
    played[actor] += state["decision"] != Decision.PLAY
    for player, count in enumerate(played):
        if public["cards_left"][player] != hand_cards - count:
            raise SimlabError(f"seat {player} has {public['cards_left'][player]} cards, not {hand_cards - count}")
        if int(public["piles"][player]).bit_count() % 2:
            raise SimlabError(f"seat {player}'s pile has an odd number of cards; cards are taken in pairs or fours")


def _check_choice(state: np.void, rules: np.void) -> None:
    """Refuse a decision that isn't there to be taken, and calls that can't have been."""
    public, seat, decision = state["public"], int(state["seat"]), Decision(state["decision"])
    card = int(public["card"])
    if decision in (Decision.TAKE, Decision.TAKE_TURNED):
        there = 0 if card == NO_CARD else int(public["board"] & hanafuda.month_of(card)).bit_count()
        if there != TWO_TO_TAKE:
            raise SimlabError(
                f"there is nothing to choose: the card in play matches {there} cards on the board, not two"
            )
    elif card != NO_CARD:
        raise SimlabError(f"card {hanafuda.CODES[card]} waits for no choice in a decision to {decision.name.lower()}")
    _check_calls(public, rules)
    if decision == Decision.CALL and not (state["hands"][seat] and playing.has_risen(state, rules)):
        raise SimlabError(f"seat {seat} has no choice to call: its points must have risen, and its hand hold a card")


def _check_calls(public: np.void, rules: np.void) -> None:
    may_fall = rules["viewing_cancel"] != ViewingCancel.NONE
    for player in range(SEATS):
        calls, declined, held = (int(public[name][player]) for name in ("calls", "declined", "points"))
        if (calls > 0) != (declined > 0) or (declined > held and not may_fall):
            raise SimlabError(f"seat {player} can't have called {calls} times at {declined} points and have {held} now")
    caller = int(public["last_caller"])
    if caller != NOBODY and not public["calls"][caller]:
        raise SimlabError(f"seat {caller} can't be the last caller: it has not called")
