"""One deal of Rikiki as the referee follows it: the cards, the bids, the tricks, and what they score."""

from __future__ import annotations

from referee.events import Reader, Rules
from referee.rikiki_cards import CARDS, SUITS, by_suit, playable, points, shown_voids, suit, taking

# Sections of RULES.md.
THE_CARDS, GAME, DEAL, BIDS, TRICKS, SCORING = "Cards", "The game", "The deal", "Bids", "Tricks", "Scoring"

ROTATION = [*SUITS, None]


class Deal:
    """The table of one deal as it must be: deal `number` of a game, counted from 0."""

    def __init__(self, reader: Reader, rules: Rules, number: int, cards: int, dealer: int) -> None:
        self.reader = reader
        self.rules = rules
        self.number = number
        self.cards = cards
        self.players = rules["players"]
        self.dealer = dealer
        self.leader = (dealer + 1) % self.players
        self.hands: list[list[str]] = []
        self.trump: str | None = None
        self.turned: str | None = None  # the card that shows the trump
        self.bids: list[int | None] = [None] * self.players
        self.revised = False
        self.tricks = [0] * self.players
        self.points = [0] * self.players
        self.voids: set[tuple[int, str]] = set()

    def follow(self, shuffles: int) -> None:
        """The whole of a deal; `shuffles` have been before it."""
        self.deal(self.shuffle(shuffles))
        self.bid()
        leader = self.leader
        for number in range(1, self.cards + 1):
            leader = self.trick(number, leader)
        self.score()

    def around(self, first: int) -> list[int]:
        """All seats in the order of play."""
        return [(first + n) % self.players for n in range(self.players)]

    # The deal.

    def is_card_to_spare(self) -> bool:
        """The pack has a card that is in nobody's hand. (The deal, 1)"""
        return 52 * self.rules["packs"] - self.players * self.cards >= 1

    def shuffle(self, shuffles: int) -> list[str]:
        """The hands' cards, the card that is or would be turned, and the suit that is drawn. (The deal, 2 and trump)"""
        event = self.reader.next_event("shuffle", f"{DEAL}, 2")
        deck = event.get("deck")
        self.reader.compare(event, {"event": "shuffle", "number": shuffles, "deck": deck}, f"{DEAL}, 2")
        drawn = 1 if self.rules["trump"] == "random_suit" else 0
        size = self.players * self.cards + int(self.is_card_to_spare())
        if not isinstance(deck, list) or len(deck) != size + drawn:
            raise self.reader.foul(f"a shuffle names {size} cards and {drawn} suits", f"{DEAL}, 2")
        for card in deck[:size]:
            if card not in CARDS or deck[:size].count(card) > self.rules["packs"]:
                raise self.reader.foul(f"{card!r} is no card, or is dealt too often", THE_CARDS)
        if drawn and deck[-1] not in list(SUITS):
            raise self.reader.foul(f"{deck[-1]!r} is no suit", f"{DEAL}, trump")
        return deck

    def deal(self, deck: list[str]) -> None:
        """Who deals how many cards, what is trump, and everybody's hand. (The game; The deal)"""
        self.hands = [deck[seat * self.cards : (seat + 1) * self.cards] for seat in range(self.players)]
        self.show_trump(deck)
        self.reader.expect(
            "deal",
            f"{GAME}; {DEAL}; {BIDS}, blind",
            deal=self.number,
            cards=self.cards,
            dealer=self.dealer,
            leader=self.leader,
            trump=self.trump,
            turned=self.turned,
            open=self.dealer if self.rules["trump"] == "dealer_last" else None,
            blind=self.is_blind(),
        )
        for seat, hand in enumerate(self.hands):
            self.reader.expect("hand", f"{DEAL}, 2", seat=seat, cards=by_suit(hand))

    def show_trump(self, deck: list[str]) -> None:
        """The trump and the card that shows it, if any does. (The deal, 1 and trump)"""
        match self.rules["trump"]:
            case "turned" if self.is_card_to_spare():
                self.turned = deck[self.players * self.cards]
            case "dealer_last":
                self.turned = self.hands[self.dealer][-1]
            case "random_suit":
                self.trump = deck[-1]
            case "rotating":
                self.trump = ROTATION[self.number % len(ROTATION)]
        if self.turned is not None:
            self.trump = suit(self.turned)

    def is_blind(self) -> bool:
        """Players don't look at their card before they bid. (Bids, blind)"""
        if self.cards != 1 or self.rules["blind"] == "none":
            return False
        return self.rules["blind"] == "all" or self.number == 0

    # Bids.

    def bid(self) -> None:
        """From the leader round to the dealer, told at once or when all are made. (Bids)"""
        silent = self.rules["hook"] == "dealer_silent"
        bidders = [seat for seat in self.around(self.leader) if seat != self.dealer or not silent]
        for seat in bidders:
            legal = [bid for bid in range(self.cards + 1) if not self.is_hooked(seat, bid)]
            self.bids[seat] = self.ask(seat, "bid", legal)
            if self.rules["bidding"] == "in_turn":
                self.tell(seat)
        if self.rules["bidding"] == "simultaneous":
            for seat in bidders:
                self.tell(seat)
        if self.rules["hook"] == "dealer_revises" and self.sum_of_bids() == self.cards:
            legal = [bid for bid in range(self.cards + 1) if bid != self.bids[self.dealer]]
            self.bids[self.dealer] = self.ask(self.dealer, "revise", legal)
            self.revised = True
            self.tell(self.dealer)

    def is_hooked(self, seat: int, bid: int) -> bool:
        """The dealer's bid that would make the bids add up. (Bids, hook)"""
        if self.rules["hook"] != "last_bidder" or seat != self.dealer:
            return False
        return self.sum_of_bids() + bid == self.cards

    def sum_of_bids(self) -> int:
        """What the bids so far add up to."""
        return sum(bid for bid in self.bids if bid is not None)

    def ask(self, seat: int, decision: str, legal: list[int]) -> int:
        """A bid is always asked, even where there is only one. (Tricks)"""
        return int(self.reader.decide(seat, decision, [str(bid) for bid in legal], BIDS))

    def tell(self, seat: int) -> None:
        """A bid becomes known."""
        self.reader.expect("bid", BIDS, seat=seat, bid=self.bids[seat])

    # Tricks.

    def trick(self, number: int, leader: int) -> int:
        """One card from everybody; who takes it, and so leads to the next. (Tricks)"""
        seats, cards = self.around(leader), []
        for seat in seats:
            led = suit(cards[0]) if cards else None
            card = self.choose(seat, led)
            cards.append(card)
            self.hands[seat].remove(card)
            self.reader.expect("played", TRICKS, seat=seat, card=card)
            if led is not None:
                self.note_voids(seat, card, led)
        winner = seats[taking(cards, self.trump, self.rules["duplicate_rule"])]
        self.reader.expect("trick", TRICKS, number=number, leader=leader, winner=winner, cards=cards)
        self.tricks[winner] += 1
        return winner

    def choose(self, seat: int, led: str | None) -> str:
        """The card that a player chooses; the only one that he may play is played for him. (Tricks)"""
        legal = playable(self.hands[seat], led, self.trump, self.rules)
        return legal[0] if len(legal) == 1 else self.reader.decide(seat, "play", legal, TRICKS)

    def note_voids(self, seat: int, card: str, led: str) -> None:
        """A void is told when it is first shown. (Tricks, the last paragraph)"""
        for shown in shown_voids(card, led, self.trump, self.rules):
            if (seat, shown) not in self.voids:
                self.voids.add((seat, shown))
                self.reader.expect("void", TRICKS, seat=seat, suit=shown)

    # The end.

    def score(self) -> None:
        """What everybody bid, took, and scores. (Scoring)"""
        for seat in range(self.players):
            bid, tricks = self.bids[seat], self.tricks[seat]
            self.points[seat] = points(bid, tricks, self.rules)
            self.reader.expect("scored", SCORING, seat=seat, bid=bid, tricks=tricks, points=self.points[seat])
