"""Rikiki's positions as text: a line for a person to read, to change and to play on from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from simlab.decks import french
from simlab.decks.french import CODES, SUIT_LETTERS, SUITS
from simlab.errors import SimlabError, echo
from simlab.games.positions import read_parts, read_sides, read_whole, read_wholes
from simlab.games.rikiki import moves
from simlab.games.rikiki.moves import playing
from simlab.games.rikiki.rules import Bidding, Hook, Trump, drawn_cards
from simlab.games.rikiki.state import NO_BID, NO_CARD, NO_SUIT, NOBODY, Decision
from simlab.kernel.records import Status

# More than a game can bring.
MOST_SCORE = 1_000_000_000

_PARTS = ("seat", "deal", "dealer", "trump", "hands", "bids", "tricks", "lead", "trick", "played")
_DEFAULTS = {"voids": "", "scores": "", "leader": "-", "open": "-"}


def position(state: np.void, rules: np.void) -> str:
    """A whole position in one line: who decides what, which deal it is, trump, hands, bids, tricks.

    An example, with two players who hold two cards each::

        seat 1 play; deal 3; dealer 0; trump KS; hands 7D 9D | 8D AC; bids 1 2; tricks 0 1; lead 1; trick -; played
        2H 3H

    ``trump`` is the card that shows it, a suit's letter where no card does, or - for none; ``trick`` are the cards of
    the current trick in the order they were played, ``played`` those of the tricks before. There may follow the
    ``voids`` that were shown (a side a seat), the ``scores`` of the game so far, the ``leader`` in points, and who
    holds the trump's card ``open``.
    """
    public, seats = state["public"], int(rules["seats"])
    trick = _trick_order(public, seats)
    played = Counter(french.members(public["played"])) - Counter(trick)
    parts = {
        "seat": f"{state['seat']} {Decision(state['decision']).name.lower()}",
        "deal": str(public["deal"] + 1),
        "dealer": str(public["dealer"]),
        "trump": _trump_text(public),
        "hands": " | ".join(french.text(french.members(hand)) or "-" for hand in state["hands"][:seats]),
        "bids": " ".join("-" if bid == NO_BID else str(bid) for bid in state["bids"][:seats]),
        "tricks": " ".join(map(str, public["tricks"][:seats])),
        "lead": str(public["lead"]),
        "trick": french.text(trick) or "-",
        "played": french.text(played.elements()) or "-",
    }
    if public["voids"].any():
        parts["voids"] = " | ".join(_suits_text(int(suits)) for suits in public["voids"][:seats])
    if public["scores"].any():
        parts["scores"] = " ".join(map(str, public["scores"][:seats]))
    for name, seat in (("leader", state["leader"]), ("open", public["open"])):
        if seat != NOBODY:
            parts[name] = str(seat)
    return "; ".join(f"{name} {part}" for name, part in parts.items())


def _trick_order(public: np.void, seats: int) -> list[int]:
    return [int(public["trick"][(public["lead"] + turn) % seats]) for turn in range(public["lying"])]


def _trump_text(public: np.void) -> str:
    if public["turned"] != NO_CARD:
        return CODES[public["turned"]]
    return "-" if public["trump"] == NO_SUIT else SUIT_LETTERS[public["trump"]]


def _suits_text(suits: int) -> str:
    return " ".join(SUIT_LETTERS[suit] for suit in range(SUITS) if suits >> suit & 1) or "-"


def read_position(text: str, rules: np.void, tables: np.void, state: np.void) -> None:
    """Set up the position that a text in the form of `position` tells."""
    parts, seats = read_parts(text, _PARTS, _DEFAULTS), int(rules["seats"])
    moves.new(state, rules, tables, 0)
    public = state["public"]
    seat, _, what = parts["seat"].partition(" ")
    if what.upper() not in Decision.__members__:
        raise SimlabError(f"seat {echo(parts['seat'])} isn't a seat and one of bid, revise, play")
    state["seat"], state["decision"], state["status"] = (
        read_whole(seat, "seat", 0, seats - 1),
        Decision[what.upper()],
        Status.DECIDE,
    )
    public["deal"] = read_whole(parts["deal"], "deal", 1, int(tables["deals"])) - 1
    public["dealer"] = read_whole(parts["dealer"], "dealer", 0, seats - 1)
    public["cards"] = tables["sizes"][public["deal"]]
    state["shuffles"] = public["deal"] + 1
    state["drawn"] = drawn_cards(int(public["cards"]), seats, int(rules["pack"]))
    public["blind"] = moves.is_blind(public, rules)
    public["scores"][:seats] = read_wholes(
        parts["scores"] or " ".join("0" * seats), "scores", seats, -MOST_SCORE, MOST_SCORE
    )
    state["leader"] = NOBODY if parts["leader"] == "-" else read_whole(parts["leader"], "leader", 0, seats - 1)
    _read_trump(parts["trump"], rules, state)
    _read_cards(parts, rules, state)
    _read_bids(parts, rules, state)
    _check(state, rules)


def _read_trump(text: str, rules: np.void, state: np.void) -> None:
    """What shows the trump, as the rules have it."""
    public = state["public"]
    public["turned"], public["trump"] = NO_CARD, NO_SUIT
    if rules["trump"] in (Trump.TURNED, Trump.DEALER_LAST):
        left_over = rules["trump"] == Trump.DEALER_LAST or rules["seats"] * public["cards"] < rules["pack"]
        cards = french.read_cards(text.replace("-", ""))
        if len(cards) != left_over:
            told = "needs the card that shows it" if left_over else "is -: no card is left to show one"
            raise SimlabError(f"trump {echo(text)} {told}")
        if cards:
            public["turned"], public["trump"] = cards[0], cards[0] % SUITS
    elif text != "-":
        public["trump"] = french.read_suit(text)
    if (public["trump"] == NO_SUIT) != (rules["trump"] == Trump.NONE) and rules["trump"] in (
        Trump.NONE,
        Trump.RANDOM_SUIT,
    ):
        raise SimlabError(f"trump {echo(text)} contradicts the option trump={Trump(rules['trump']).name.lower()}")
    state["trumps"] = 0 if public["trump"] == NO_SUIT else french.suit_mask(int(public["trump"]))


def _read_cards(parts: Mapping[str, str], rules: np.void, state: np.void) -> None:
    """Hands, the current trick, what was played before, and what it has shown."""
    public, seats, packs = state["public"], int(rules["seats"]), int(rules["packs"])
    words = {name: parts[name].replace("-", "") for name in ("hands", "trick", "played")}
    set_aside = CODES[public["turned"]] if rules["trump"] == Trump.TURNED and public["turned"] != NO_CARD else ""
    french.read_cards(" ".join([*words.values(), set_aside]).replace("|", " "), packs)
    hands = read_sides(words["hands"], "hands", seats)
    for seat, hand in enumerate(hands):
        state["hands"][seat][:packs] = french.read_collection(hand, packs)
        public["left"][seat] = len(french.read_cards(hand, packs))
    public["played"][:packs] = french.read_collection(f"{words['played']} {words['trick']}", packs)
    trick = french.read_cards(words["trick"], packs)
    public["tricks"][:seats] = read_wholes(parts["tricks"], "tricks", seats, 0, int(public["cards"]))
    public["lead"] = read_whole(parts["lead"], "lead", 0, seats - 1)
    public["trick"], public["lying"] = NO_CARD, len(trick)
    public["led"] = trick[0] % SUITS if trick else NO_SUIT
    for turn, card in enumerate(trick[:seats]):
        public["trick"][(public["lead"] + turn) % seats] = card
    public["voids"][:seats] = 0
    if parts["voids"]:
        for seat, side in enumerate(read_sides(parts["voids"], "voids", seats)):
            for letter in side.replace("-", "").split():
                public["voids"][seat] |= 1 << french.read_suit(letter)
    public["open"] = NOBODY if parts["open"] == "-" else read_whole(parts["open"], "open", 0, seats - 1)
    public["best"], state["top"] = playing.best_so_far(public, rules)


def _read_bids(parts: Mapping[str, str], rules: np.void, state: np.void) -> None:
    """The bids that are made, and which of them are known."""
    public, seats = state["public"], int(rules["seats"])
    words = parts["bids"].split()
    if len(words) != seats:
        raise SimlabError(f"bids {echo(parts['bids'])} are not {seats}, a number or - for each seat")
    bids = [NO_BID if word == "-" else read_whole(word, "bids", 0, int(public["cards"])) for word in words]
    state["bids"], public["bids"] = NO_BID, NO_BID
    state["bids"][:seats] = bids
    state["asked"] = sum(bid != NO_BID for bid in bids)
    if state["decision"] != Decision.BID or rules["bidding"] == Bidding.IN_TURN:
        public["bids"][:seats] = bids


def _check(state: np.void, rules: np.void) -> None:
    """Refuse a position that no deal leads to."""
    public, seats = state["public"], int(rules["seats"])
    cards, seat = int(public["cards"]), int(state["seat"])
    tricks, lying = int(public["tricks"][:seats].sum()), int(public["lying"])
    played = sum(int(word).bit_count() for word in public["played"])
    if lying >= seats or played != tricks * seats + lying:
        raise SimlabError(
            f"{played} cards are played; {tricks} tricks of {seats} and {lying} cards make another number"
        )
    for player in range(seats):
        due = cards - tricks - (public["trick"][player] != NO_CARD)
        if public["left"][player] != due:
            raise SimlabError(f"seat {player} has {public['left'][player]} cards, not {due}")
    _check_bids(state, rules)
    first = (int(public["dealer"]) + 1) % seats
    if tricks == 0 and public["lead"] != first:
        raise SimlabError(f"seat {first} leads first, not seat {public['lead']}")
    opened = public["open"]
    if opened != NOBODY and (rules["trump"] != Trump.DEALER_LAST or not _holds(state, int(opened), public["turned"])):
        raise SimlabError(f"seat {opened} has no card that lies open")
    if state["decision"] != Decision.PLAY:
        return
    actor = (int(public["lead"]) + lying) % seats
    if seat != actor:
        raise SimlabError(f"it is seat {actor}'s turn to play, not seat {seat}'s")
    for player in range(seats):
        for suit in range(SUITS):
            if public["voids"][player] >> suit & 1 and int(state["hands"][player][0]) & int(french.suit_mask(suit)):
                raise SimlabError(f"seat {player} has shown that it lacks {SUIT_LETTERS[suit]}, and holds some")
    state["legal"] = playing.playable(state, rules)
    if int(state["legal"]).bit_count() < 2:
        raise SimlabError(f"seat {seat} isn't asked: it has only one card that it may play")


def _holds(state: np.void, seat: int, card: int) -> bool:
    return bool(int(state["hands"][seat][0]) >> int(card) & 1)


def _check_bids(state: np.void, rules: np.void) -> None:
    """Who has bid must fit who is asked what."""
    public, seats = state["public"], int(rules["seats"])
    dealer, decision = int(public["dealer"]), Decision(state["decision"])
    bidders = [(dealer + turn) % seats for turn in range(1, seats + (rules["hook"] != Hook.DEALER_SILENT))]
    have_bid = [player for player in range(seats) if state["bids"][player] != NO_BID]
    if decision == Decision.BID:
        bidders = bidders[: len(have_bid) + 1]
        if state["seat"] != bidders[-1] or sorted(bidders[:-1]) != have_bid:
            raise SimlabError(f"bids are made from seat {(dealer + 1) % seats} on; seat {state['seat']} isn't next")
    elif sorted(bidders) != have_bid:
        raise SimlabError(f"the bids of seats {', '.join(map(str, sorted(bidders)))} stand before anything is played")
    total = int(public["bids"][have_bid].sum())
    is_due = rules["hook"] == Hook.DEALER_REVISES and total == public["cards"] and state["seat"] == dealer
    if decision == Decision.REVISE and not is_due:
        raise SimlabError("nobody has to change a bid here")
    if decision != Decision.PLAY and public["played"].any():
        raise SimlabError("cards are played after all bids are made")
