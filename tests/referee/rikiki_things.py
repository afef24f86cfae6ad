"""What may happen in a deal or a game of Rikiki, so that the tests can say what they have seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.events import Event, Rules, numbers
from referee.rikiki_cards import cancelled, suit
from referee.rikiki_options import CHOICES, NUMBERS, SCORE_NUMBERS, SCORINGS, most_cards

# Numbers of which every value is looked for; of the others it is that they were set.
COUNTED = ("players", "packs", "one_card_repeats")
SET = ("max_cards", "cards", *SCORE_NUMBERS)

THINGS = {
    *(f"{name} {value}" for name, values in CHOICES.items() for value in values),
    *(f"{name} {value}" for name in COUNTED for value in range(NUMBERS[name][0], NUMBERS[name][1] + 1)),
    "one_card_repeats players",
    *(f"{name} set" for name in SET),
    *(f"bot {name}" for name in ("random", "greedy", "expert")),
    # The deal.
    *(f"no trump under {trump}" for trump in ("turned", "none", "rotating")),
    *(f"trump in the full deal under {trump}" for trump in ("dealer_last", "random_suit", "rotating")),
    *("blind under first", "blind under all", "blind with an open card", "one card, not blind", "27 cards or more"),
    # Bids.
    *("a bid is hooked", "no bid is hooked", "the only bid", "revised", "not revised"),
    *("the silent dealer took a trick", "the silent dealer took none"),
    *("bids under", "bids equal", "bids over"),
    # Tricks.
    *("last card forced", "one of several forced", "copies forced", "a choice"),
    *("trump led", "a trump took it", "the led suit took it"),
    *(f"two the same, {rule}" for rule in CHOICES["duplicate_rule"]),
    *(f"three the same, {rule}" for rule in CHOICES["duplicate_rule"]),
    *("everything cancelled", "trumps cancelled", "the best of two took it, first", "the best of two took it, last"),
    *("trumped with the suit in hand", "a void not shown", "a trump kept back"),
    *("void of the led suit", "void of trumps", "void of led trumps", "two voids with one card", "a void shown again"),
    # Scores.
    *(f"{scoring} {result}" for scoring in SCORINGS for result in ("made", "missed", "made 0", "missed 0", "over")),
    *(f"difference {difference}" for difference in range(-3, 4)),
    *("won alone", *(f"won by {winners}" for winners in range(2, 9))),
    *("lead changed", "lead tied and taken back", "lead tied and lost"),
}


def things_in(events: list[Event]) -> Iterator[str]:
    """What happened."""
    rules = events[0]["rules"]
    yield from things_of_rules(rules)
    yield from (f"bot {bot}" for bot in events[0]["bots"])
    starts = [*numbers(events, "shuffle"), len(events) - 1]
    deals = [events[start:end] for start, end in pairwise(starts)]
    for deal in deals:
        yield from things_of_cards(deal[1], deal[0]["deck"], rules)
        yield from things_of_bids(deal, rules)
        yield from Table(deal, rules).things()
        yield from things_of_scores(deal, rules["scoring"])
    yield from things_of_leads(deals)
    yield from things_of_outcome(events[-1])


def things_of_rules(rules: Rules) -> Iterator[str]:
    """Which values options have."""
    yield from (f"{name} {rules[name]}" for name in (*CHOICES, *COUNTED))
    usual = {"max_cards": "all", "cards": 5} | dict.fromkeys(SCORE_NUMBERS, 0) | SCORINGS[rules["scoring"]]
    yield from (f"{name} set" for name in SET if rules[name] != usual[name])


def things_of_cards(deal: Event, deck: list[str], rules: Rules) -> Iterator[str]:
    """What a deal is of."""
    trump, cards = rules["trump"], deal["cards"]
    if deal["trump"] is None:
        yield f"no trump under {trump}"
    elif cards == most_cards(rules) and 52 * rules["packs"] == cards * rules["players"]:
        yield f"trump in the full deal under {trump}"
    if deal["blind"]:
        yield f"blind under {rules['blind']}"
        if trump == "dealer_last":
            yield "blind with an open card"
    elif cards == 1:
        yield "one card, not blind"
    if cards >= 27:
        yield "27 cards or more"


def things_of_bids(deal: list[Event], rules: Rules) -> Iterator[str]:
    """What the hook did, and how bids add up."""
    cards, dealer = deal[1]["cards"], deal[1]["dealer"]
    bids = [event for event in deal if event.get("decision") == "bid"]
    if rules["hook"] == "last_bidder":
        left = len(bids[-1]["legal"])
        yield "no bid is hooked" if left == cards + 1 else "a bid is hooked"
        if left == 1:
            yield "the only bid"
    if rules["hook"] == "dealer_revises":
        yield "revised" if numbers(deal, "action", decision="revise") else "not revised"
    scored = {event["seat"]: event for event in deal if event["event"] == "scored"}
    if rules["hook"] == "dealer_silent":
        yield f"the silent dealer took {'a trick' if scored[dealer]['tricks'] else 'none'}"
    total = sum(event["bid"] or 0 for event in scored.values())
    yield "bids under" if total < cards else "bids over" if total > cards else "bids equal"


class Table:
    """The hands and the trick as a deal goes on."""

    def __init__(self, deal: list[Event], rules: Rules) -> None:
        self.deal = deal
        self.rules = rules
        self.trump = deal[1]["trump"]
        self.hands = {event["seat"]: list(event["cards"]) for event in deal if event["event"] == "hand"}
        self.trick: list[str] = []
        self.voids: set[tuple[int, str]] = set()

    def things(self) -> Iterator[str]:
        """What happened in the tricks of a deal."""
        for number, event in enumerate(self.deal):
            match event["event"]:
                case "played":
                    asked = self.deal[number - 1].get("decision") == "play"
                    yield "a choice" if asked else self.forced(event["seat"])
                    yield from self.of_card(event["seat"], event["card"])
                    self.hands[event["seat"]].remove(event["card"])
                    self.trick.append(event["card"])
                case "void":
                    yield from self.of_void(event, self.deal[number - 1])
                case "trick":
                    yield from self.of_trick(event)
                    self.trick = []

    def forced(self, seat: int) -> str:
        """Why a card was played by itself."""
        hand = self.hands[seat]
        if len(hand) == 1:
            return "last card forced"
        return "copies forced" if len(set(hand)) == 1 else "one of several forced"

    def of_card(self, seat: int, card: str) -> Iterator[str]:
        """How a card follows the one that was led."""
        if not self.trick:
            if suit(card) == self.trump:
                yield "trump led"
            return
        led, hand = suit(self.trick[0]), {suit(other) for other in self.hands[seat]}
        if suit(card) == led:
            return
        if led in hand:
            yield "trumped with the suit in hand"
        elif suit(card) != self.trump and self.trump in hand:
            yield "a trump kept back"
        if self.rules["follow"] == "suit_or_trump" and suit(card) == self.trump:
            yield from () if led in hand else ("a void not shown",)
        elif (seat, led) in self.voids:
            yield "a void shown again"

    def of_void(self, void: Event, before: Event) -> Iterator[str]:
        """Which voids are told."""
        self.voids.add((void["seat"], void["suit"]))
        led = suit(self.trick[0])
        if void["suit"] == led:
            yield "void of led trumps" if led == self.trump else "void of the led suit"
        else:
            yield "void of trumps"
        if before["event"] == "void":
            yield "two voids with one card"

    def of_trick(self, trick: Event) -> Iterator[str]:
        """How a trick was taken, and what identical cards did."""
        cards, rule, suits = trick["cards"], self.rules["duplicate_rule"], [self.trump, suit(trick["cards"][0])]
        most = max(cards.count(card) for card in cards)
        if most > 1:
            yield f"{'two' if most == 2 else 'three'} the same, {rule}"
        gone = cancelled(cards, rule)
        left = [suit(card) for n, card in enumerate(cards) if n not in gone]
        if not any(one in left for one in suits):
            yield "everything cancelled"
        elif self.trump in left:
            yield "a trump took it"
        else:
            yield "the led suit took it"
            if any(suit(cards[n]) == self.trump for n in gone):
                yield "trumps cancelled"
        seats = [event["seat"] for event in self.deal if event["event"] == "played"]
        winning = cards[[*seats[(trick["number"] - 1) * len(cards) :]].index(trick["winner"])]
        if rule != "cancel" and cards.count(winning) > 1:
            yield f"the best of two took it, {rule}"


def things_of_scores(deal: list[Event], scoring: str) -> Iterator[str]:
    """Which bids were right."""
    for event in deal:
        if event["event"] == "scored" and event["bid"] is not None:
            bid, tricks = event["bid"], event["tricks"]
            result = "made" if tricks == bid else "missed"
            yield f"{scoring} {result}"
            if bid == 0:
                yield f"{scoring} {result} 0"
            if tricks > bid:
                yield f"{scoring} over"
            yield f"difference {min(3, max(-3, tricks - bid))}"


def things_of_leads(deals: list[list[Event]]) -> Iterator[str]:
    """What came of a lead that was tied."""
    totals: dict[int, int] = {}
    leader, tied = None, False
    for deal in deals:
        for event in deal:
            if event["event"] == "scored":
                totals[event["seat"]] = totals.get(event["seat"], 0) + event["points"]
        ahead = [seat for seat, total in totals.items() if total == max(totals.values())]
        if len(ahead) == 1:
            if leader is not None and tied:
                yield f"lead tied and {'taken back' if ahead[0] == leader else 'lost'}"
            leader = ahead[0]
        tied = len(ahead) > 1


def things_of_outcome(outcome: Event) -> Iterator[str]:
    """Who won, and whether somebody else had been ahead."""
    winners = sum(1 for win in outcome["win"] if win > 0)
    yield "won alone" if winners == 1 else f"won by {winners}"
    if outcome["lead_changes"]:
        yield "lead changed"
