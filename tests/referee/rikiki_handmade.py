"""Deals of Rikiki and a game, written by hand from RULES.md."""

from __future__ import annotations

from typing import Any

from referee.events import Event, Rules
from referee.rikiki_options import full_rules


def value(field: str, text: str) -> Any:
    """A value as it is written below: a list of texts, a number, yes, no, or - for none. An action stays text."""
    if text.startswith("["):
        return text[1:-1].split(",")
    if field == "action" or not text.lstrip("-").isdigit():
        return {"-": None, "yes": True, "no": False}.get(text, text)
    return int(text)


def told(lines: str) -> list[Event]:
    """Events that are written a line each, as a name and its fields."""
    events = []
    for line in lines.strip().splitlines():
        name, *fields = line.split()
        pairs = [field.split("=") for field in fields]
        events.append({"event": name} | {field: value(field, text) for field, text in pairs})
    return events


def start(rules: Rules, unit: str = "deal", index: int = 0) -> Event:
    """The first event."""
    full = full_rules(rules)
    bots = (["greedy", "random"] * 4)[: full["players"]]
    return {"event": "start", "game": "rikiki", "unit": unit, "rules": full, "bots": bots, "seed": 1, "index": index}


def differences(*seats: list[int]) -> list[list[int]]:
    """How often each difference from -3 to 3 came up: of each seat a list of all that did."""
    return [[seat.count(difference) for difference in range(-3, 4)] for seat in seats]


def by_size(**sizes: int) -> list[int]:
    """A number for each size of deals: `two=4` for those of two cards."""
    words = ["one", "two", "three"]
    return [sizes.get(word, 0) for word in words] + [0] * 24


def outcome(fields: Event) -> Event:
    """The last event, with what is always 0."""
    return {"event": "outcome", "redeals": 0, "draw": 0, "void": 0, "lead_changes": 0} | fields


# Both took what they bid and share the win; the last cards are played by themselves.
SHARED = [
    start({"players": 2, "sequence": "fixed", "cards": 2}),
    *told("""
shuffle number=0 deck=[2C,AC,KD,3C,5D]
deal deal=0 cards=2 dealer=0 leader=1 trump=D turned=5D open=- blind=no
hand seat=0 cards=[2C,AC]
hand seat=1 cards=[3C,KD]
action seat=1 step=0 decision=bid action=1 legal=[0,1,2]
action seat=0 step=1 decision=bid action=1 legal=[0,1,2]
bid seat=1 bid=1
bid seat=0 bid=1
action seat=1 step=2 decision=play action=3C legal=[3C,KD]
played seat=1 card=3C
action seat=0 step=3 decision=play action=AC legal=[2C,AC]
played seat=0 card=AC
trick number=1 leader=1 winner=0 cards=[3C,AC]
played seat=0 card=2C
played seat=1 card=KD
void seat=1 suit=C
trick number=2 leader=0 winner=1 cards=[2C,KD]
scored seat=0 bid=1 tricks=1 points=12
scored seat=1 bid=1 tricks=1 points=12
"""),
    outcome(
        {"score": [12, 12], "win": [420, 420], "length": 2, "deals": 1, "shuffles": 1}
        | {"bids": [1, 1], "made": [1, 1], "bid_sum": [1, 1], "taken": [1, 1], "zero_bids": [0, 0], "zero_made": [0, 0]}
        | {"size_bids": by_size(two=2), "size_made": by_size(two=2), "size_points": by_size(two=24)}
        | {"sum_under": 0, "sum_equal": 1, "sum_over": 0, "excess": 0, "revised": 0}
        | {"difference": differences([0], [0])}
        | {"dealer_gap": 0, "leader_gap": 0, "others": 1, "dealer_bids": 1, "dealer_made": 1}
    ),
]

# Seat 1 leads a card that is cancelled, as the other one that could take it is. Then seat 1 has two kings of spades.
CANCELLED = [
    start(
        {"players": 3, "packs": 2, "sequence": "up", "max_cards": 2, "duplicate_rule": "cancel", "blind": "all"}
        | {"hook": "dealer_revises", "scoring": "seed_oh_hell"},
        "game",
        7,
    ),
    *told("""
shuffle number=0 deck=[7H,7H,2S,KC]
deal deal=0 cards=1 dealer=0 leader=1 trump=C turned=KC open=- blind=yes
hand seat=0 cards=[7H]
hand seat=1 cards=[7H]
hand seat=2 cards=[2S]
action seat=1 step=0 decision=bid action=0 legal=[0,1]
action seat=2 step=1 decision=bid action=0 legal=[0,1]
action seat=0 step=2 decision=bid action=1 legal=[0,1]
bid seat=1 bid=0
bid seat=2 bid=0
bid seat=0 bid=1
action seat=0 step=3 decision=revise action=0 legal=[0]
bid seat=0 bid=0
played seat=1 card=7H
played seat=2 card=2S
void seat=2 suit=H
void seat=2 suit=C
played seat=0 card=7H
trick number=1 leader=1 winner=1 cards=[7H,2S,7H]
scored seat=0 bid=0 tricks=0 points=10
scored seat=1 bid=0 tricks=1 points=1
scored seat=2 bid=0 tricks=0 points=10
shuffle number=1 deck=[AS,QS,KS,KS,3S,4C,9C]
deal deal=1 cards=2 dealer=1 leader=2 trump=C turned=9C open=- blind=no
hand seat=0 cards=[QS,AS]
hand seat=1 cards=[KS,KS]
hand seat=2 cards=[4C,3S]
action seat=2 step=4 decision=bid action=1 legal=[0,1,2]
action seat=0 step=5 decision=bid action=2 legal=[0,1,2]
action seat=1 step=6 decision=bid action=0 legal=[0,1,2]
bid seat=2 bid=1
bid seat=0 bid=2
bid seat=1 bid=0
action seat=2 step=7 decision=play action=3S legal=[3S,4C]
played seat=2 card=3S
action seat=0 step=8 decision=play action=AS legal=[QS,AS]
played seat=0 card=AS
played seat=1 card=KS
trick number=1 leader=2 winner=0 cards=[3S,AS,KS]
played seat=0 card=QS
played seat=1 card=KS
played seat=2 card=4C
void seat=2 suit=S
trick number=2 leader=0 winner=2 cards=[QS,KS,4C]
scored seat=0 bid=2 tricks=1 points=1
scored seat=1 bid=0 tricks=0 points=10
scored seat=2 bid=1 tricks=1 points=12
"""),
    outcome(
        {"score": [11, 11, 22], "win": [0, 0, 840], "length": 3, "deals": 2, "shuffles": 2}
        | {"bids": [2, 2, 2], "made": [1, 1, 2], "bid_sum": [2, 0, 1], "taken": [1, 1, 1]}
        | {"zero_bids": [1, 2, 1], "zero_made": [1, 1, 1], "difference": differences([0, -1], [1, 0], [0, 0])}
        | {"size_bids": by_size(one=3, two=3), "size_made": by_size(one=2, two=2)}
        | {"size_points": by_size(one=21, two=23), "sum_under": 1, "sum_equal": 0, "sum_over": 1, "excess": 0}
        | {"dealer_gap": 9 + 7, "leader_gap": -18 + 13, "others": 4, "dealer_bids": 2, "dealer_made": 2, "revised": 1}
    ),
]

# The suit of the trump is drawn; the eight of clubs is in nobody's hand. A trump may be played at any time.
DRAWN = [
    start(
        {"players": 2, "sequence": "fixed", "cards": 3, "bidding": "in_turn", "hook": "last_bidder"}
        | {"trump": "random_suit", "follow": "suit_or_trump", "void_rule": "free"},
        index=1,
    ),
    *told("""
shuffle number=0 deck=[5D,9S,JD,6D,2H,3H,8C,H]
deal deal=0 cards=3 dealer=1 leader=0 trump=H turned=- open=- blind=no
hand seat=0 cards=[5D,JD,9S]
hand seat=1 cards=[6D,2H,3H]
action seat=0 step=0 decision=bid action=2 legal=[0,1,2,3]
bid seat=0 bid=2
action seat=1 step=1 decision=bid action=0 legal=[0,2,3]
bid seat=1 bid=0
action seat=0 step=2 decision=play action=JD legal=[5D,9S,JD]
played seat=0 card=JD
action seat=1 step=3 decision=play action=2H legal=[2H,3H,6D]
played seat=1 card=2H
trick number=1 leader=0 winner=1 cards=[JD,2H]
action seat=1 step=4 decision=play action=6D legal=[3H,6D]
played seat=1 card=6D
played seat=0 card=5D
trick number=2 leader=1 winner=1 cards=[6D,5D]
played seat=1 card=3H
played seat=0 card=9S
void seat=0 suit=H
trick number=3 leader=1 winner=1 cards=[3H,9S]
scored seat=0 bid=2 tricks=0 points=-4
scored seat=1 bid=0 tricks=3 points=0
"""),
    outcome(
        {"score": [-4, 0], "win": [0, 840], "length": 3, "deals": 1, "shuffles": 1}
        | {"bids": [1, 1], "made": [0, 0], "bid_sum": [2, 0], "taken": [0, 3], "zero_bids": [0, 1], "zero_made": [0, 0]}
        | {"size_bids": by_size(three=2), "size_made": by_size(), "size_points": by_size(three=-4)}
        | {"sum_under": 1, "sum_equal": 0, "sum_over": 0, "excess": -1, "difference": differences([-2], [3])}
        | {"dealer_gap": 4, "leader_gap": -4, "others": 1, "dealer_bids": 1, "dealer_made": 0, "revised": 0}
    ),
]

# The dealer is silent, and his only card lies open and is trump; nobody looks at his own.
SILENT = [
    start(
        {"players": 3, "sequence": "fixed", "cards": 1, "hook": "dealer_silent", "trump": "dealer_last"},
        index=2,
    ),
    *told("""
shuffle number=0 deck=[AC,5H,2H,JD]
deal deal=0 cards=1 dealer=2 leader=0 trump=H turned=2H open=2 blind=yes
hand seat=0 cards=[AC]
hand seat=1 cards=[5H]
hand seat=2 cards=[2H]
action seat=0 step=0 decision=bid action=1 legal=[0,1]
action seat=1 step=1 decision=bid action=0 legal=[0,1]
bid seat=0 bid=1
bid seat=1 bid=0
played seat=0 card=AC
played seat=1 card=5H
void seat=1 suit=C
played seat=2 card=2H
void seat=2 suit=C
trick number=1 leader=0 winner=1 cards=[AC,5H,2H]
scored seat=0 bid=1 tricks=0 points=-2
scored seat=1 bid=0 tricks=1 points=0
scored seat=2 bid=- tricks=0 points=0
"""),
    outcome(
        {"score": [-2, 0, 0], "win": [0, 420, 420], "length": 1, "deals": 1, "shuffles": 1}
        | {"bids": [1, 1, 0], "made": [0, 0, 0], "bid_sum": [1, 0, 0], "taken": [0, 1, 0]}
        | {"zero_bids": [0, 1, 0], "zero_made": [0, 0, 0], "difference": differences([-1], [1], [])}
        | {"size_bids": by_size(one=2), "size_made": by_size(), "size_points": by_size(one=-2)}
        | {"sum_under": 0, "sum_equal": 1, "sum_over": 0, "excess": 0, "revised": 0}
        | {"dealer_gap": 2, "leader_gap": -4, "others": 2, "dealer_bids": 0, "dealer_made": 0}
    ),
]

HAND_MADE = {"shared": SHARED, "cancelled": CANCELLED, "drawn": DRAWN, "silent": SILENT}
