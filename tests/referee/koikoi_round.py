"""One round of Koi-Koi as the referee follows it: the deal, the play, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.events import Reader, Rules
from referee.koikoi_sections import CALLING, DEAL, DEALING, POINT_OPTIONS, TURN, YAKU_TABLE
from referee.koikoi_yaku import (
    CARDS,
    MONTH,
    YAKU,
    count_yaku,
    final_score,
    full_months,
    in_order,
    kind,
    lucky_hand,
    paired_board,
)


@dataclass(frozen=True)
class Ending:
    """How a round ended: what the winner had, before any factor, and what that is worth."""

    end: str
    winner: int | None = None
    had: dict[str, int] = field(default_factory=dict)
    score: int = 0


class Round:
    """The table of one round as it must be."""

    def __init__(self, reader: Reader, rules: Rules, number: int, dealer: int, month: int, shuffles: int) -> None:
        self.reader = reader
        self.rules = rules
        self.number = number
        self.dealer = dealer
        self.month = month
        self.shuffles = shuffles  # of the whole game so far
        self.redeals = 0
        self.hands: list[set[str]] = [set(), set()]
        self.board: set[str] = set()
        self.piles: list[set[str]] = [set(), set()]
        self.stock: list[str] = []  # the next card first; as many as can be turned
        self.undealt: set[str] = set()  # the bottom of the stock, which no turn reaches
        self.brights = 0  # on the board as it was dealt
        self.turns = 0
        self.calls = [0, 0]
        self.last_caller: int | None = None
        self.yaku: list[dict[str, int]] = [{}, {}]  # as they were last looked at
        self.declined = [0, 0]  # points of yaku at the last call of koi-koi
        self.had_at_call: list[set[str]] = [set(), set()]  # yaku at the last call of koi-koi
        self.leader: int | None = None  # who was last ahead in points of yaku
        self.lead_changes = 0

    def follow(self, tells_round: bool) -> Ending:
        """The whole of a round; in a game of rounds every shuffle says which round it is of."""
        while True:
            self.shuffle(tells_round)
            if (why := self.must_redeal()) is None:
                return self.luck() or self.play()
            self.reader.expect("redeal", DEALING, why=why)
            self.redeals += 1

    # The deal.

    def shuffle(self, tells_round: bool) -> None:
        """One shuffle, dealt: hand, hand, board, and of the stock as much as can be turned. (The deal, 1 and 5)"""
        size, field_size = self.rules["hand_cards"], self.rules["field_cards"]
        event = self.reader.next_event("shuffle", DEAL)
        deck = event.get("deck")
        self.reader.compare(event, {"event": "shuffle", "number": self.shuffles, "deck": deck}, DEAL)
        if not isinstance(deck, list) or len(deck) != 4 * size + field_size:
            raise self.reader.foul(f"a shuffle names {4 * size + field_size} cards", f"{DEAL}, 1")
        for card in deck:
            if card not in CARDS or deck.count(card) != 1:
                raise self.reader.foul(f"{card!r} is no card, or is dealt twice", "Cards")
        if tells_round:
            self.reader.expect("round", "The game", round=self.number, month=self.month, dealer=self.dealer)
        self.shuffles += 1
        self.lay_out(deck, size, field_size)

    def lay_out(self, deck: list[str], size: int, field_size: int) -> None:
        """Seat 0's hand, seat 1's hand, the board, the stock, whoever is the dealer. (The deal, 5)"""
        self.hands = [set(deck[:size]), set(deck[size : 2 * size])]
        self.board = set(deck[2 * size : 2 * size + field_size])
        self.stock = deck[2 * size + field_size :]
        self.undealt = set(CARDS) - set(deck)
        self.piles = [set(), set()]
        self.brights = sum(1 for card in self.board if kind(card) == "b")
        for seat in (0, 1):
            self.reader.expect("hand", f"{DEAL}, 5", seat=seat, cards=in_order(self.hands[seat]))
        self.reader.expect("board", f"{DEAL}, 5", cards=in_order(self.board))

    def must_redeal(self) -> str | None:
        """Why the cards must be dealt again, if they must: the board is looked at first. (The deal, 3 and 4)"""
        if self.is_board_lucky():
            if self.rules["lucky_board"] == "redeal":
                return "lucky_board"
            if self.rules["lucky_board"] == "dealer_wins":
                return None
            if self.rules["lucky_board"] == "dealer_takes":
                if paired_board(self.board, self.rules):
                    return "lucky_board"
                self.dealer_takes()
        lucky = self.lucky_seats()
        if lucky and self.rules["lucky_hand"] == "redeal":
            return "lucky_hand"
        return "both_lucky" if lucky == [0, 1] and self.rules["lucky_both"] == "redeal" else None

    def is_board_lucky(self) -> bool:
        """Four cards of one month, or four pairs. (The deal, 3)"""
        return bool(full_months(self.board)) or paired_board(self.board, self.rules)

    def lucky_seats(self) -> list[int]:
        """Whose hands are lucky, where that means anything. (Options: dealing, lucky_hand)"""
        if self.rules["lucky_hand"] == "ignore":
            return []
        return [seat for seat in (0, 1) if lucky_hand(self.hands[seat], self.rules)]

    def dealer_takes(self) -> None:
        """Every full month goes to the dealer's pile; the board is not filled up. (Options: dealing, lucky_board)"""
        taken = full_months(self.board)
        self.reader.expect("board_taken", DEALING, seat=self.dealer, cards=in_order(taken))
        self.board -= set(taken)
        self.piles[self.dealer] |= set(taken)

    def luck(self) -> Ending | None:
        """A deal that luck decides: the board's for the dealer, else a hand's. (The deal, 4; Options: dealing)"""
        points = self.rules["lucky_points"]
        if self.rules["lucky_board"] == "dealer_wins" and self.is_board_lucky():
            self.reader.expect("lucky_board", DEALING, seat=self.dealer, cards=in_order(self.board), points=points)
            return Ending("lucky_board", self.dealer, {"lucky_board": points}, points)
        lucky = self.lucky_seats()
        if lucky == [0, 1]:
            return Ending("lucky_hand")
        if not lucky:
            return None
        cards = in_order(self.hands[lucky[0]])
        self.reader.expect("lucky_hand", f"{DEAL}, 4", seat=lucky[0], cards=cards, points=points)
        return Ending("lucky_hand", lucky[0], {"lucky_hand": points}, points)

    # Play.

    def play(self) -> Ending:
        """Turn about, the dealer first, until a turn ends the round or both hands are empty. (A turn)"""
        seat = self.dealer
        while self.hands[seat]:
            if (ending := self.turn(seat)) is not None:
                return ending
            seat = 1 - seat
        return self.exhausted()

    def turn(self, seat: int) -> Ending | None:
        """A card from the hand, a card from the stock, then a look for yaku. (A turn)"""
        card = self.reader.decide(seat, "play", in_order(self.hands[seat]), f"{TURN}, 1")
        self.hands[seat].remove(card)
        before = len(self.piles[seat])
        self.lay(seat, card, "take", "played", f"{TURN}, 1")
        self.lay(seat, self.stock.pop(0), "take_turned", "turned", f"{TURN}, 2")
        self.every_card_once()
        self.turns += 1
        if len(self.piles[seat]) == before and self.rules["viewing_cancel"] != "field":
            return None  # "A turn in which the player took nothing changes nothing"
        self.look_for_yaku(seat)
        return self.stop_or_call(seat) if self.may_stop(seat) else None

    def lay(self, seat: int, card: str, decision: str, name: str, section: str) -> None:
        """A card meets those of its month on the board: none, one, two to choose from, or all three. (A turn, 1)"""
        taken = in_order(other for other in self.board if MONTH[other] == MONTH[card])
        if len(taken) == 2:
            taken = [self.reader.decide(seat, decision, taken, section)]
        self.reader.expect(name, section, seat=seat, card=card, taken=taken)
        if taken:
            self.board -= set(taken)
            self.piles[seat] |= {card, *taken}
        else:
            self.board.add(card)

    def every_card_once(self) -> None:
        """All 48 cards are somewhere, and none in two places."""
        places = [*self.hands, self.board, *self.piles, self.stock, self.undealt]
        if sorted(card for place in places for card in place) != sorted(CARDS):
            raise self.reader.foul("a card is lost or in two places", "Cards")

    def look_for_yaku(self, seat: int) -> None:
        """All yaku of a seat, told in the order of RULES.md if their total is not what it was. (A turn, 3; Yaku)"""
        before = sum(self.yaku[seat].values())
        self.yaku[seat] = count_yaku(self.piles[seat], self.rules, self.month, self.board, self.calls[seat] > 0)
        total = sum(self.yaku[seat].values())
        if total == before:
            return
        for name in YAKU:
            if name in self.yaku[seat]:
                self.reader.expect("yaku", YAKU_TABLE, seat=seat, yaku=name, points=self.yaku[seat][name])
        self.reader.expect("points", YAKU_TABLE, seat=seat, points=total)
        self.note_lead()

    def note_lead(self) -> None:
        """The lead passes from one player to the other; a tie in between leaves it. (What simlab reports)"""
        totals = [sum(yaku.values()) for yaku in self.yaku]
        if totals[0] != totals[1]:
            ahead = 0 if totals[0] > totals[1] else 1
            if self.leader == 1 - ahead:
                self.lead_changes += 1
            self.leader = ahead

    def may_stop(self, seat: int) -> bool:
        """More points than were declined, or a yaku that is new. (A turn, 3; Options: calling and ending, reopen)"""
        if self.rules["reopen"] == "new_yaku":
            return not set(self.yaku[seat]) <= self.had_at_call[seat]
        return sum(self.yaku[seat].values()) > self.declined[seat]

    def may_call(self, seat: int) -> bool:
        """Whether koi-koi is allowed. (Options: calling and ending, koikoi_limit and koikoi_min)"""
        if self.rules["koikoi_limit"] == "once" and self.calls[seat] > 0:
            return False
        if self.rules["koikoi_limit"] == "auto_stop" and self.calls[1 - seat] > 0:
            return False
        return sum(self.yaku[seat].values()) >= self.rules["koikoi_min"]

    def stop_or_call(self, seat: int) -> Ending | None:
        """The seat cashes with its last card, must stop, or chooses. (A turn, 3 to 5)"""
        if not self.hands[seat]:
            return self.stopped("cashed", seat)
        if not self.may_call(seat):
            return self.stopped("forced", seat)
        if self.reader.decide(seat, "call", ["stop", "koikoi"], f"{TURN}, 3") == "stop":
            return self.stopped("stop", seat)
        self.call(seat)
        return None

    def call(self, seat: int) -> None:
        """What a call declines is the total as it is with the call. (Options: points, viewing_called)"""
        self.calls[seat] += 1
        self.last_caller = seat
        if self.rules["viewing_called"] > 0:
            self.look_for_yaku(seat)
        self.declined[seat] = sum(self.yaku[seat].values())
        self.had_at_call[seat] = set(self.yaku[seat])

    # The end.

    def stopped(self, end: str, seat: int) -> Ending:
        """Who stops scores all his yaku, with all factors. (A turn; Options: points)"""
        base = sum(self.yaku[seat].values())
        score = final_score(base, self.calls[seat], self.calls[1 - seat], self.rules, self.brights)
        return Ending(end, seat, self.yaku[seat], score)

    def exhausted(self) -> Ending:
        """Both hands are empty and nobody has stopped. (Options: calling and ending, exhausted)"""
        if self.rules["exhausted"] == "dealer":
            points = self.rules["exhausted_points"]
            return Ending("exhausted", self.dealer, {"oya_ken": points}, points)
        if self.rules["exhausted"] == "last_caller" and self.last_caller is not None and self.yaku[self.last_caller]:
            return self.stopped("exhausted", self.last_caller)
        return Ending("draw")


SECTION_OF_END = {"lucky_hand": f"{DEAL}, 4", "lucky_board": DEALING, "exhausted": CALLING, "draw": TURN}


def section_of(end: str) -> str:
    """Where RULES.md says what an ending pays."""
    return SECTION_OF_END.get(end, f"{TURN}; {POINT_OPTIONS}")
