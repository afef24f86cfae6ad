"""A referee for Koi-Koi: a second, slow reading of the rules, written without looking at the simulator.

`check` follows the events of one replayed deal. Three things it takes as they are: the rules and the bots of the start,
the order of the cards in each shuffle, and which legal action was chosen. All else it works out for itself, card by
card, and compares. The first difference is a `Foul`, which names the event and the section of
simlab/games/koikoi/RULES.md that it breaks. Lists of cards run by month and, within it, in the order of RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

Event = dict[str, Any]
Rules = dict[str, Any]

# The cards of each month: bright, animal, ribbon, chaff.
MONTHS = {
    1: ["1b", "1r", "1c1", "1c2"],
    2: ["2a", "2r", "2c1", "2c2"],
    3: ["3b", "3r", "3c1", "3c2"],
    4: ["4a", "4r", "4c1", "4c2"],
    5: ["5a", "5r", "5c1", "5c2"],
    6: ["6a", "6r", "6c1", "6c2"],
    7: ["7a", "7r", "7c1", "7c2"],
    8: ["8b", "8a", "8c1", "8c2"],
    9: ["9a", "9r", "9c1", "9c2"],
    10: ["10a", "10r", "10c1", "10c2"],
    11: ["11b", "11a", "11r", "11c1"],
    12: ["12b", "12c1", "12c2", "12c3"],
}
CARDS = [card for cards in MONTHS.values() for card in cards]
RAIN_MAN, SAKE_CUP = "11b", "9a"

# Bright yaku: how many brights besides the Rain Man they need, and whether they need him.
BRIGHTS = {
    "five_brights": (4, True),
    "four_brights": (4, False),
    "rainy_four_brights": (3, True),
    "three_brights": (3, False),
}
# Yaku of certain cards.
SETS = {
    "boar_deer_butterfly": {"7a", "10a", "6a"},
    "poetry_ribbons": {"1r", "2r", "3r"},
    "blue_ribbons": {"6r", "9r", "10r"},
}
# Yaku of many cards of a kind: the kind, and how many it takes. Each card beyond is a point more.
MANY = {"animals": ("a", 5), "ribbons": ("r", 5), "chaff": ("c", 10)}
VIEWINGS = {"flower_viewing": {"3b", "9a"}, "moon_viewing": {"8b", "9a"}}
YAKU = [*BRIGHTS, *SETS, *MANY, *VIEWINGS]  # each is an option too: its points
REPORTED = [*YAKU, "lucky_hand"]

# What the sake cup may be read as, under each value of the option: the kinds that it counts for.
CUP_READINGS = {"both": ["ac"], "either": ["a", "c"], "animal": ["a"]}
CHOICES: dict[str, list[Any]] = {
    "sake_cup": list(CUP_READINGS),
    "viewing": ["off", "on", "with_other"],
    "seven_double": [False, True],
    "koikoi_multiplier": ["none", "opponent", "winner", "any", "per_call", "japan"],
}
VIEWING_DEFAULT = 5
LUCKY_POINTS = 6
WIN = 840  # a whole win in the outcome's row

# Sections of RULES.md.
DEAL, TURN, YAKU_TABLE, OPTIONS, REPORT = "The deal", "A turn", "Yaku", "Options", "What simlab reports"


class Foul(AssertionError):
    """A deal breaks the rules, or says something about itself that is not so."""


def check(events: list[Event]) -> None:
    """Follow one deal from its start to its outcome; raise `Foul` at the first thing that is wrong."""
    Referee(events).follow()


def month(card: str) -> int:
    """The month of a card."""
    return next(number for number, cards in MONTHS.items() if card in cards)


def kind(card: str) -> str:
    """The letter of a card's kind: b bright, a animal, r ribbon, c chaff."""
    return card.lstrip("0123456789")[0]


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards by month and kind."""
    return sorted(cards, key=CARDS.index)


def is_lucky(cards: Iterable[str]) -> bool:
    """Four cards of one month, or four months with two cards each. (The deal, 3 and 4)"""
    sizes = sorted(Counter(month(card) for card in cards).values())
    return 4 in sizes or sizes == [2, 2, 2, 2]


def best_bright(pile: set[str], rules: Rules) -> dict[str, int]:
    """Of the bright yaku only the best counts: the one that pays most. (Yaku)"""
    others = sum(1 for card in pile if kind(card) == "b" and card != RAIN_MAN)
    there = [name for name, (need, rain) in BRIGHTS.items() if others >= need and (RAIN_MAN in pile or not rain)]
    best = max(there, key=lambda name: rules[name], default=None)  # of equal ones the first of the table
    return {} if best is None else {best: rules[best]}


def sets(pile: set[str], rules: Rules) -> dict[str, int]:
    """Boar, deer and butterfly; the poetry ribbons; the blue ribbons. (Yaku)"""
    return {name: rules[name] for name, cards in SETS.items() if cards <= pile}


def many_of_a_kind(pile: set[str], rules: Rules, cup: str) -> dict[str, int]:
    """Five animals, five ribbons, ten chaff, and a point for each card more. A yaku of 0 points has none. (Yaku)"""
    found = {}
    for name, (letter, need) in MANY.items():
        count = sum(1 for card in pile if letter in (cup if card == SAKE_CUP else kind(card)))
        if count >= need and rules[name] > 0:
            found[name] = rules[name] + count - need
    return found


def viewings(pile: set[str], rules: Rules, has_other: bool) -> dict[str, int]:
    """Flower viewing and moon viewing, where they are played. (Options, viewing)"""
    if rules["viewing"] == "off" or (rules["viewing"] == "with_other" and not has_other):
        return {}
    return {name: rules[name] for name, cards in VIEWINGS.items() if cards <= pile}


def yaku_with_cup(pile: set[str], rules: Rules, cup: str) -> dict[str, int]:
    """All yaku of a pile and their points, the sake cup read as `cup`. A yaku of 0 points is not played. (Yaku)"""
    found = best_bright(pile, rules) | sets(pile, rules) | many_of_a_kind(pile, rules, cup)
    found |= viewings(pile, rules, has_other=any(points > 0 for points in found.values()))
    return {name: points for name, points in found.items() if points > 0}


def count_yaku(pile: Iterable[str], rules: Rules) -> dict[str, int]:
    """All yaku of a pile and their points, with the reading of the sake cup that pays most. (Options, sake_cup)"""
    readings = [yaku_with_cup(set(pile), rules, cup) for cup in CUP_READINGS[rules["sake_cup"]]]
    return max(readings, key=lambda found: sum(found.values()))  # of equal ones the first: an animal


def japan(points: int, calls: int) -> int:
    """One to three calls of his own add a point each; four to seven multiply by two to five. (Options)"""
    return points + calls if calls <= 3 else points * (calls - 2)


def final_score(base: int, own_calls: int, other_calls: int, rules: Rules) -> int:
    """What the player who stops scores: double at seven or more, then the koi-koi factor. (Options)"""
    points = base * 2 if rules["seven_double"] and base >= 7 else base
    match rules["koikoi_multiplier"]:
        case "none":
            return points
        case "opponent":
            return points * 2 if other_calls > 0 else points
        case "winner":
            return points * 2 if own_calls > 0 else points
        case "any":
            return points * 2 if own_calls + other_calls > 0 else points
        case "per_call":
            return points * (1 + own_calls + other_calls)
        case "japan":
            return japan(points, own_calls)
        case unknown:
            raise ValueError(unknown)


class Referee:
    """The table as it must be, and the place in the list of events."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.number = -1  # of the event last looked at
        self.rules: Rules = {}
        self.hands: list[set[str]] = [set(), set()]
        self.board: set[str] = set()
        self.piles: list[set[str]] = [set(), set()]
        self.stock: list[str] = []  # the next card first; as many as can be turned
        self.undealt: set[str] = set()  # the bottom of the stock, which no turn reaches
        self.shuffles = 0
        self.steps = self.turns = 0
        self.calls = [0, 0]
        self.totals = [0, 0]  # points of yaku now
        self.declined = [0, 0]  # points of yaku at the last call of koi-koi
        self.leader: int | None = None  # who was last ahead in points of yaku
        self.lead_changes = 0

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

    # The deal.

    def follow(self) -> None:
        """The whole of a deal."""
        self.read_start()
        if (lucky := self.deal()) is None:
            self.play()
        else:
            self.lucky_hand(lucky)
        if self.number + 1 < len(self.events):
            self.number += 1
            raise self.foul("the deal is over, and nothing may follow its outcome", REPORT)

    def read_start(self) -> None:
        """The start names every option once, with a value that it may have."""
        event = self.next_event("start", OPTIONS)
        rules, bots = event.get("rules"), event.get("bots")
        must = {"event": "start", "game": "koikoi", "unit": "deal", "rules": rules, "bots": bots}
        self.compare(event, must | {name: event.get(name) for name in ("seed", "index")}, OPTIONS)
        if not isinstance(bots, list) or len(bots) != 2:
            raise self.foul(f"{bots!r} are not two bots", "Koi-Koi")
        if not isinstance(rules, dict) or set(rules) != {*YAKU, *CHOICES}:
            raise self.foul("the rules must give each option, and nothing else", OPTIONS)
        for name in YAKU:
            if type(rules[name]) is not int or not 0 <= rules[name] <= 100:
                raise self.foul(f"{name} is {rules[name]!r}, and must be a number from 0 to 100", YAKU_TABLE)
        for name, values in CHOICES.items():
            if rules[name] not in values:
                raise self.foul(f"{name} is {rules[name]!r}, and must be one of {values!r}", OPTIONS)
        if rules["viewing"] == "off" and any(rules[name] != VIEWING_DEFAULT for name in VIEWINGS):
            raise self.foul("points for a viewing, and viewing is off", "Options, viewing")
        self.rules = rules

    def deal(self) -> int | None:
        """Shuffle and deal until a deal may stand: the seat of its lucky hand, if it has one. (The deal, 3 and 4)"""
        while True:
            self.shuffle()
            lucky = [seat for seat in (0, 1) if is_lucky(self.hands[seat])]
            if is_lucky(self.board):
                self.expect("redeal", f"{DEAL}, 3", why="lucky_board")
            elif lucky == [0, 1]:
                self.expect("redeal", f"{DEAL}, 4", why="both_lucky")
            else:
                return lucky[0] if lucky else None

    def shuffle(self) -> None:
        """One shuffle, dealt: hand, hand, board, stock, of which sixteen cards can be turned. (The deal, 1 and 5)"""
        event = self.next_event("shuffle", DEAL)
        deck = event.get("deck")
        self.compare(event, {"event": "shuffle", "number": self.shuffles, "deck": deck}, DEAL)
        if not isinstance(deck, list) or len(deck) != 40:
            raise self.foul("a shuffle names forty cards", f"{DEAL}, 1")
        for card in deck:
            if card not in CARDS or deck.count(card) != 1:
                raise self.foul(f"{card!r} is no card, or is dealt twice", "Cards")
        self.shuffles += 1
        self.hands = [set(deck[0:8]), set(deck[8:16])]
        self.board = set(deck[16:24])
        self.stock = deck[24:40]
        self.undealt = set(CARDS) - set(deck)
        self.expect("hand", f"{DEAL}, 5", seat=0, cards=in_order(self.hands[0]))
        self.expect("hand", f"{DEAL}, 5", seat=1, cards=in_order(self.hands[1]))
        self.expect("board", f"{DEAL}, 5", cards=in_order(self.board))

    def lucky_hand(self, seat: int) -> None:
        """A lucky hand wins six points, which no rule about yaku or calls touches. (The deal, 4)"""
        cards = in_order(self.hands[seat])
        self.expect("lucky_hand", f"{DEAL}, 4", seat=seat, cards=cards, points=LUCKY_POINTS)
        self.finish("lucky_hand", seat, {"lucky_hand": LUCKY_POINTS}, LUCKY_POINTS)

    # Play.

    def play(self) -> None:
        """Turn about, seat 0 first, until somebody stops or both hands are empty: then it is a draw. (A turn)"""
        seat = 0
        while self.hands[seat]:
            if self.turn(seat):
                return
            seat = 1 - seat
        self.finish("draw", None, {}, 0)

    def turn(self, seat: int) -> bool:
        """A card from the hand, a card from the stock, then a look for yaku: whether the deal is over. (A turn)"""
        card = self.decide(seat, "play", in_order(self.hands[seat]), f"{TURN}, 1")
        self.hands[seat].remove(card)
        self.lay(seat, card, "take", "played", f"{TURN}, 1")
        self.lay(seat, self.stock.pop(0), "take_turned", "turned", f"{TURN}, 2")
        self.every_card_once()
        self.turns += 1
        return self.look_for_yaku(seat)

    def lay(self, seat: int, card: str, decision: str, name: str, section: str) -> None:
        """A card meets those of its month on the board: none, one, two to choose from, or all three. (A turn, 1)"""
        taken = in_order(other for other in self.board if month(other) == month(card))
        if len(taken) == 2:
            taken = [self.decide(seat, decision, taken, section)]
        self.expect(name, section, seat=seat, card=card, taken=taken)
        if taken:
            self.board -= set(taken)
            self.piles[seat] |= {card, *taken}
        else:
            self.board.add(card)

    def every_card_once(self) -> None:
        """All 48 cards are somewhere, and none in two places."""
        places = [*self.hands, self.board, *self.piles, self.stock, self.undealt]
        if sorted(card for place in places for card in place) != sorted(CARDS):
            raise self.foul("a card is lost or in two places", "Cards")

    def look_for_yaku(self, seat: int) -> bool:
        """Yaku are looked for at the end of a turn; the seat may, must or must not stop. (A turn, 3 and 4)"""
        yaku = count_yaku(self.piles[seat], self.rules)
        total = sum(yaku.values())
        if total != self.totals[seat]:
            self.announce(seat, yaku, total)
        if total <= self.declined[seat]:
            return False
        if not self.hands[seat]:
            end = "cashed"
        elif self.decide(seat, "call", ["stop", "koikoi"], f"{TURN}, 3") == "stop":
            end = "stop"
        else:
            self.calls[seat] += 1
            self.declined[seat] = total
            return False
        score = final_score(total, self.calls[seat], self.calls[1 - seat], self.rules)
        self.finish(end, seat, yaku, score)
        return True

    def announce(self, seat: int, yaku: dict[str, int], total: int) -> None:
        """All yaku of a seat whose total has changed, in the order of RULES.md, and the total. (Yaku)"""
        for name in YAKU:
            if name in yaku:
                self.expect("yaku", YAKU_TABLE, seat=seat, yaku=name, points=yaku[name])
        self.expect("points", YAKU_TABLE, seat=seat, points=total)
        self.totals[seat] = total
        self.note_lead()

    def note_lead(self) -> None:
        """The lead passes from one player to the other; a tie in between leaves it. (What simlab reports)"""
        if self.totals[0] != self.totals[1]:
            ahead = 0 if self.totals[0] > self.totals[1] else 1
            if self.leader == 1 - ahead:
                self.lead_changes += 1
            self.leader = ahead

    # The end.

    def finish(self, end: str, winner: int | None, yaku: dict[str, int], score: int) -> None:
        """How the deal ended, and its row of numbers. Who does not win scores nothing. (A turn; What simlab reports)"""
        section = f"{DEAL}, 4" if end == "lucky_hand" else f"{TURN}; {OPTIONS}"
        self.expect("over", section, end=end, winner=winner, score=score)
        won = [yaku if seat == winner else {} for seat in (0, 1)]
        self.expect(
            "outcome",
            REPORT,
            score=[score if seat == winner else 0 for seat in (0, 1)],
            win=[WIN if seat == winner else 0 for seat in (0, 1)],
            length=self.turns,
            deals=1,
            shuffles=self.shuffles,
            redeals=self.shuffles - 1,
            lead_changes=self.lead_changes,
            draw=1 if winner is None else 0,
            void=0,
            base=[sum(found.values()) for found in won],
            made=[[1 if name in found else 0 for name in REPORTED] for found in won],
            points=[[found.get(name, 0) for name in REPORTED] for found in won],
            calls=self.calls,
        )
