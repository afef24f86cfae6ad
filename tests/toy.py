"""Grab: a toy game that uses all of the kernel contract at once.

Two to eight players, 80 numbered cards, three to a hand, chips, and a die a deal. Who is to act plays a card. Then each
other player, clockwise, may claim it for a chip if it goes with the die (a table that depends on the rule `span`); the
first who does scores what the table says, and the next claim is not asked for. A deal in which the dealer holds even
cards only is dealt again. A game is `rounds` deals; most chips win, ties share.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simlab.errors import SimlabError
from simlab.games import register
from simlab.games.game import Bot, Code, Game
from simlab.games.ladder import RANDOM
from simlab.games.metrics import Features, Metric
from simlab.games.options import Deck, Option, Preset
from simlab.kernel import bits, rng
from simlab.kernel.drive import Layout
from simlab.kernel.jit import entry, jit
from simlab.kernel.records import (
    Status,
    Unit,
    note,
    outcome_record,
    rules_record,
    share_win,
    state_record,
    view_record,
)

SEATS, PACK, HAND, FACES, CHIPS, FEE = 8, 80, 3, 6, 10, 1
PASS, CLAIM = PACK, PACK + 1


class Decision(IntEnum):
    PLAY = 0
    ANSWER = 1


class Event(IntEnum):
    HAND = 1
    DIE = 2
    REDEAL = 3
    CLAIMED = 4


class Payer(IntEnum):
    BANK = 0
    PLAYER = 1


OPTIONS = (
    Option("players", 3, "how many play", low=2, high=SEATS),
    Option("span", 4, "what a card is worth is card * die modulo this", low=2, high=9),
    Option("payer", Payer.BANK, "who pays a claim"),
    Option("most", 3, "the most that is paid", needs={"payer": ("player",)}, low=1, high=9),
    Option("rounds", 3, "deals a game", low=1, high=9, units=("game",)),
)
PUBLIC = np.dtype(
    [
        ("chips", "i4", (SEATS,)),
        ("left", "i1", (SEATS,)),
        ("seen", "u8", (2,)),
        ("turn", "i1"),
        ("round", "i1"),
        ("card", "i1"),
        ("die", "i1"),
        ("leader", "i1"),
        ("changes", "i4"),
        ("length", "i4"),
    ],
    align=True,
)
LAYOUT = Layout(
    state=state_record(PUBLIC, ("hands", "u8", (SEATS, 2)), ("claims", "i4", (SEATS, 2)), ("paid", "i4", (SEATS, 2))),
    view=view_record(PUBLIC, 2, ("hand", "u8", (2,))),
    rules=rules_record([option.name for option in OPTIONS]),
    tables=np.dtype([("worth", "i4", (PACK, 256))], align=True),
    outcome=outcome_record(
        SEATS,
        ("made", "i4", (SEATS, 2)),
        ("points", "i4", (SEATS, 2)),
        ("gain", "i4", (SEATS,)),
        ("earned", "i4", (SEATS,)),
        ("rounds", "i4", (2,)),
    ),
)


def build_tables(rules: np.ndarray) -> np.ndarray:
    tables = np.zeros(1, LAYOUT.tables)
    tables["worth"] = np.outer(np.arange(PACK), np.arange(256)) % rules["span"][0]
    return tables


@entry
def new(state, rules, tables, index):
    public = state.public
    for seat in range(rules.seats):
        public.chips[seat] = CHIPS
    public.round = index % rules.seats if rules.unit == Unit.DEAL else 0
    public.leader = -1


@entry
def begin(state, rules, tables, deck, log):
    public = state.public
    dealer = public.round % rules.seats
    bits.clear(public.seen)
    for seat in range(rules.seats):
        bits.clear(state.hands[seat])
        for place in range(HAND):
            bits.add(state.hands[seat], deck[HAND * seat + place])
        public.left[seat] = HAND
        note(log, Event.HAND, seat, np.int64(state.hands[seat, 1]), state.hands[seat, 0], 0)
    public.die = deck[HAND * rules.seats] + 1
    note(log, Event.DIE, -1, 0, np.uint64(0), public.die)
    even = True
    for card in range(1, PACK, 2):
        even &= not bits.has(state.hands[dealer], card)
    if even:
        note(log, Event.REDEAL, dealer, 0, np.uint64(0), 0)
        return False
    public.turn = state.seat = dealer
    public.card = -1
    state.decision = Decision.PLAY
    state.status = Status.DECIDE
    return True


@entry
def observe(state, rules, tables, view):
    view.public = state.public
    view.hand[0] = state.hands[state.seat, 0]
    view.hand[1] = state.hands[state.seat, 1]
    bits.clear(view.legal)
    if state.decision == Decision.PLAY:
        view.legal[0] = view.hand[0]
        view.legal[1] = view.hand[1]
    else:
        bits.add(view.legal, PASS)
        bits.add(view.legal, CLAIM)


@jit
def worth(public, rules, tables):
    paid = tables.worth[public.card, public.die]
    return min(paid, rules.most) if rules.payer == Payer.PLAYER else paid


@entry
def act(state, rules, tables, action, log):
    public = state.public
    seat = state.seat
    if state.decision == Decision.PLAY:
        state.hands[seat, action >> 6] &= ~bits.bit(action & 63)
        bits.add(public.seen, action)
        public.left[seat] -= 1
        public.card = action
        public.length += 1
        state.decision = Decision.ANSWER
    elif action == CLAIM:
        _pay(state, rules, tables, log)
        state.seat = public.turn
        _next_turn(state, rules)
        return
    _ask(state, rules, tables)


@jit
def _ask(state, rules, tables):
    """The next player, clockwise, who can claim; nobody else: the next turn."""
    public = state.public
    while True:
        state.seat = (state.seat + 1) % rules.seats
        if state.seat == public.turn:
            break
        if public.chips[state.seat] >= FEE and worth(public, rules, tables) > 0:
            return
    _next_turn(state, rules)


@jit
def _pay(state, rules, tables, log):
    public = state.public
    seat = state.seat
    paid = worth(public, rules, tables)
    if rules.payer == Payer.PLAYER:
        paid = min(paid, public.chips[public.turn])
        public.chips[public.turn] -= paid
    public.chips[seat] += paid - FEE
    kind = 1 if paid > 1 else 0
    state.claims[seat, kind] += 1
    state.paid[seat, kind] += paid
    note(log, Event.CLAIMED, seat, public.card, np.uint64(0), paid)
    best = -1
    for other in range(rules.seats):
        if best < 0 or public.chips[other] > public.chips[best]:
            best = other
    if public.leader >= 0 and best != public.leader:
        public.changes += 1
    public.leader = best


@jit
def _next_turn(state, rules):
    public = state.public
    public.card = -1
    state.decision = Decision.PLAY
    public.turn = state.seat = (public.turn + 1) % rules.seats
    if public.left[public.turn] == 0:
        public.round += 1
        last = rules.unit == Unit.DEAL or public.round == rules.rounds
        state.status = Status.GAME_OVER if last else Status.DEAL_OVER


@entry
def finish(state, rules, outcome):
    public = state.public
    most = 0
    for seat in range(rules.seats):
        most = max(most, public.chips[seat])
    winners = 0
    for seat in range(rules.seats):
        outcome.score[seat] = public.chips[seat]
        outcome.gain[seat] = public.chips[seat] - CHIPS
        if public.chips[seat] == most:
            winners |= 1 << seat
        for kind in range(2):
            outcome.made[seat, kind] = state.claims[seat, kind]
            outcome.points[seat, kind] = state.paid[seat, kind]
            outcome.earned[seat] += state.paid[seat, kind]
    share_win(outcome, winners, rules.seats)
    for played in range(public.round if rules.unit == Unit.GAME else 1):
        outcome.rounds[played % 2] += 1
    outcome.length = public.length
    outcome.lead_changes = public.changes


@entry
def complete(view, rules, tables, stream, state):
    new(state, rules, tables, 0)
    state.public = view.public
    for seat in range(rules.seats):
        bits.clear(state.hands[seat])
    state.hands[view.seat, 0] = view.hand[0]
    state.hands[view.seat, 1] = view.hand[1]
    for seat in range(rules.seats):
        missing = 0 if seat == view.seat else view.public.left[seat]
        while missing > 0:
            card = rng.below(stream, PACK)
            taken = bits.has(view.public.seen, card)
            for other in range(rules.seats):
                taken |= bits.has(state.hands[other], card)
            if not taken:
                bits.add(state.hands[seat], card)
                missing -= 1
    state.seat, state.decision, state.steps[view.seat] = view.seat, view.decision, view.step
    state.shuffles, state.redeals, state.status = 1, 0, Status.DECIDE


def greedy(view, rules, tables, params, stream):
    """Claims what pays at least `least`; plays what is worth least."""
    if view.decision == Decision.ANSWER:
        wants = worth(view.public, rules, tables) >= params[0] and bits.has(view.legal, CLAIM)
        return np.int64(CLAIM if wants or not bits.has(view.legal, PASS) else PASS)
    best = bits.nth(view.legal, 0)
    for rank in range(1, bits.count(view.legal)):
        card = bits.nth(view.legal, rank)
        if tables.worth[card, view.public.die] < tables.worth[best, view.public.die]:
            best = card
    return best


class Words:
    """The toy's text: numbers, and a position as its bytes."""

    def deck(self, row, rules):
        return [str(card) for card in row]

    def read_deck(self, given, rules):
        return [int(card) for card in (given.split() if isinstance(given, str) else given)]

    def action(self, code):
        return {PASS: "pass", CLAIM: "claim"}.get(code, str(code))

    def read_action(self, word):
        if word not in ("pass", "claim") and not word.isdigit():
            raise SimlabError(f"action {word!r} is no card 0-79, pass or claim")
        return {"pass": PASS, "claim": CLAIM}.get(word) or int(word)

    def decision(self, code):
        return Decision(code).name.lower()

    def event(self, event, rules):
        return {"event": Event(event["kind"]).name.lower()} | {key: int(event[key]) for key in event.dtype.names[1:]}

    def line(self, event):
        return f"{event['event']} {event.get('seat', '')}"

    def position(self, state, rules):
        return state.tobytes().hex()

    def read_position(self, text, rules, tables, state):
        read = np.frombuffer(bytes.fromhex(text), LAYOUT.state)[0]
        for name in LAYOUT.state.names:
            state[name] = read[name]


CODE = Code(
    LAYOUT,
    new,
    begin,
    observe,
    act,
    finish,
    complete,
    build_tables,
    bots=(RANDOM, Bot("greedy", greedy, "claims what pays", {"least": 1.0})),
    text=Words(),
    actions="a card's number; 80 pass, 81 claim",
    decisions=Decision,
    kinds={"pass": (PASS,), "claim": (CLAIM,)},
)

TOY = Game(
    name="toy",
    title="Grab",
    summary="claim cards that go with the die",
    version=1,
    seats=(2, SEATS),
    options=OPTIONS,
    presets={
        "seed": Preset("the default"),
        "big": Preset("a full table", {"players": 8, "payer": "player", "most": 2}),
        "long": Preset("a long game", {"rounds": 9}),
    },
    units={"deal": "one deal, the dealer by index", "game": "rounds deals"},
    deck=lambda rules: Deck(PACK, HAND * int(rules["players"]), (FACES,)),
    seats_of=lambda rules: int(rules["players"]),
    load=lambda: CODE,
    features=(
        Features(
            "claim", ("small_claim", "big_claim"), "claims", "how many a deal, and their points", "mean", total="earned"
        ),
        Features("round", ("odd", "even"), "deals by number", "share of deals", count="rounds", points=None),
    ),
    table_options=("span",),
    metrics=(
        Metric("mean_gain", "mean", "gain", "chips won a game"),
        Metric("gain_a_deal", "mean", "gain", "chips won a deal", per="deals"),
    ),
)
register(TOY)
