"""How Rikiki reads and writes cards, bids and events; its positions are in a module of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simlab.decks import french
from simlab.decks.french import CARDS, CODES, SUIT_LETTERS, SUIT_NAMES
from simlab.errors import SimlabError, echo
from simlab.games.options import Rules
from simlab.games.rikiki.moves.dealing import BLIND, CARD_BITS, FLAGS, OPEN
from simlab.games.rikiki.position import position, read_position
from simlab.games.rikiki.rules import MOST_CARDS
from simlab.games.rikiki.state import BID, NO_BID, Decision, Event

__all__ = ["action", "decision", "deck", "event", "line", "position", "read_action", "read_deck", "read_position"]


def deck(row: Sequence[int], rules: Rules) -> list[str]:
    """A shuffle in the order it is told: the hands, the card that is turned; the suit that is drawn."""
    dice = len(rules.deck.dice)
    cards, suits = row[: len(row) - dice], row[len(row) - dice :]
    return [*(CODES[entry % CARDS] for entry in cards), *(SUIT_LETTERS[suit] for suit in suits)]


def read_deck(given: str | Sequence[object], rules: Rules) -> list[int]:
    """A shuffle from text or from a sequence of cards; cards beyond those that a deal uses are not looked at."""
    if not isinstance(given, str | list | tuple):
        raise SimlabError(f"deck {echo(given)} is neither text nor a list of cards")
    words = (given if isinstance(given, str) else ",".join(map(str, given))).replace(",", " ").split()
    suits = []
    if rules.deck.dice:
        if not words:
            raise SimlabError("the deck is empty; it ends with the suit that is drawn, as in '... 7D H'")
        suits = [french.read_suit(words.pop())]
    return [*french.read_cards(" ".join(words), rules.number("packs")), *suits]


def action(code: int) -> str:
    """A card to play, or the number of tricks that is bid."""
    return CODES[code] if code < CARDS else str(code - BID)


def read_action(word: str) -> int:
    """The code of an action's text."""
    bid = word.strip()
    if bid.isascii() and bid.isdecimal():
        if len(bid) > len(str(MOST_CARDS)) or int(bid) > MOST_CARDS:
            raise SimlabError(f"bid {echo(bid)} is more than any deal has; allowed: 0 to {MOST_CARDS}")
        return BID + int(bid)
    try:
        cards = french.read_cards(word)
    except SimlabError as error:
        raise SimlabError(f"{error}, or a bid from 0 to {MOST_CARDS}") from None
    if len(cards) != 1:
        raise SimlabError(f"action {echo(word)} is not one card or a bid from 0 to {MOST_CARDS}")
    return cards[0]


def decision(code: int) -> str:
    """The name of a kind of decision."""
    return Decision(code).name.lower()


def event(event: np.void, rules: Rules) -> dict[str, Any]:
    """A logged event as a plain dict."""
    kind = Event(event["kind"])
    seat, code, mask, value = (int(event[name]) for name in ("seat", "code", "mask", "value"))
    told: dict[str, Any] = {"event": kind.name.lower(), "seat": seat}
    if kind == Event.DEAL:
        return _deal(seat, code, mask, value, rules.number("players"))
    if kind == Event.HAND:
        return told | {"cards": [CODES[card] for card in french.members([mask, code, value])]}
    if kind == Event.BID:
        return told | {"bid": value}
    if kind == Event.PLAYED:
        return told | {"card": CODES[code]}
    if kind == Event.VOID:
        return told | {"suit": SUIT_LETTERS[code]}
    if kind == Event.TRICK:
        cards = [mask >> CARD_BITS * turn & (1 << CARD_BITS) - 1 for turn in range(rules.number("players"))]
        told = {"event": "trick", "number": code, "leader": value, "winner": seat}
        return told | {"cards": [CODES[card] for card in cards]}
    return told | {"bid": None if code == NO_BID else code, "tricks": mask, "points": value}


def _deal(dealer: int, code: int, cards: int, shown: int, players: int) -> dict[str, Any]:
    suit, card = divmod(shown, 1 << CARD_BITS)
    return {
        "event": "deal",
        "deal": code >> FLAGS,
        "cards": cards,
        "dealer": dealer,
        "leader": (dealer + 1) % players,
        "trump": SUIT_LETTERS[suit - 1] if suit else None,
        "turned": CODES[card - 1] if card else None,
        "open": dealer if code & OPEN else None,
        "blind": bool(code & BLIND),
    }


def line(event: Mapping[str, Any]) -> str:
    """An event as a line for a person; empty where there is nothing to say."""
    write = _LINES.get(event["event"])
    return "" if write is None else write(event)


def _deal_line(event: Mapping[str, Any]) -> str:
    size = "1 card" if event["cards"] == 1 else f"{event['cards']} cards"
    where = f", open in seat {event['open']}'s hand" if event["open"] is not None else ""
    shown = f" ({event['turned']}{where})" if event["turned"] else ""
    trump = f"trump {SUIT_NAMES[SUIT_LETTERS.index(event['trump'])]}{shown}" if event["trump"] else "no trump"
    blind = ", bid blind" if event["blind"] else ""
    return (
        f"  {size} each, the game's deal {event['deal'] + 1}{blind}; seat {event['dealer']} deals, "
        f"seat {event['leader']} leads; {trump}"
    )


def _trick_line(event: Mapping[str, Any]) -> str:
    cards = " ".join(f"{card:>3}" for card in event["cards"])
    return f"{event['number']:>4}  seat {event['leader']} leads {cards}  seat {event['winner']} takes it"


def _scored_line(event: Mapping[str, Any]) -> str:
    if event["bid"] is None:
        return f"seat {event['seat']} didn't bid, took {event['tricks']}"
    return f"seat {event['seat']} bid {event['bid']}, took {event['tricks']}: {event['points']:+d}"


_LINES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "deal": _deal_line,
    "hand": lambda event: f"  seat {event['seat']}  {' '.join(event['cards'])}",
    "bid": lambda event: f"seat {event['seat']} bids {event['bid']}",
    "trick": _trick_line,
    "action": lambda event: f"seat {event['seat']} has to change its bid" if event["decision"] == "revise" else "",
    "scored": _scored_line,
}
