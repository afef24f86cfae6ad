"""The referee's own arithmetic for Koi-Koi: the cards, what is lucky, the yaku of a pile, and what they pay.

Written from simlab/games/koikoi/RULES.md, without looking at the simulator. Lists of cards run by month and, within it,
in the order of RULES.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from referee.events import Rules

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
MONTH = {card: number for number, cards in MONTHS.items() for card in cards}
ORDER = {card: number for number, card in enumerate(CARDS)}
RAIN_MAN, PHOENIX, SAKE_CUP = "11b", "12b", "9a"

# Bright yaku: how many brights besides the Rain Man they need, and whether they need him.
BRIGHTS = {
    "five_brights": (4, True),
    "four_brights": (4, False),
    "rainy_four_brights": (3, True),
    "three_brights": (3, False),
}
# Yaku of certain cards, and those among them that may have further cards of their kind.
SETS = {
    "boar_deer_butterfly": {"7a", "10a", "6a"},
    "poetry_ribbons": {"1r", "2r", "3r"},
    "blue_ribbons": {"6r", "9r", "10r"},
    "double_set": {"1r", "2r", "3r", "6r", "9r", "10r"},
}
SETS_OF_THREE = {"a": ["boar_deer_butterfly"], "r": ["poetry_ribbons", "blue_ribbons"], "c": []}
# Yaku of many cards of a kind: the kind, and how many it takes. Each card beyond is a point more.
MANY = {"animals": ("a", 5), "ribbons": ("r", 5), "chaff": ("c", 10)}
VIEWINGS = {"flower_viewing": {"3b", "9a"}, "moon_viewing": {"8b", "9a"}}
SPOILING_MONTH = {"flower_viewing": 11, "moon_viewing": 12}
SPOILING_BRIGHT = {"flower_viewing": RAIN_MAN, "moon_viewing": PHOENIX}
YAKU = [*BRIGHTS, *SETS, *MANY, *VIEWINGS, "month_yaku"]  # each is an option too: its points
REPORTED = [*YAKU, "lucky_hand", "lucky_board", "oya_ken"]

# What the sake cup may be read as, under each value of the option: the kinds that it counts for.
CUP_READINGS = {"both": ["ac"], "either": ["a", "c"], "animal": ["a"]}
WEIGHED = ["animals", "chaff", "boar_deer_butterfly"]


def kind(card: str) -> str:
    """The letter of a card's kind: b bright, a animal, r ribbon, c chaff."""
    return card.lstrip("0123456789")[0]


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards by month and kind."""
    return sorted(cards, key=lambda card: ORDER[card])


# Luck.


def full_months(cards: Iterable[str]) -> list[str]:
    """The cards of every month that is there with all four."""
    there = set(cards)
    months = [month for month in MONTHS.values() if there.issuperset(month)]
    return [card for month in months for card in month]


def only_pairs(cards: Iterable[str]) -> bool:
    """Every month that is there is there with exactly two cards. (The deal, 3 and 4)"""
    return set(Counter(MONTH[card] for card in cards).values()) == {2}


def lucky_hand(hand: Collection[str], rules: Rules) -> bool:
    """Four cards of one month, or pairs only where they count. (The deal, 4; Options: dealing, hand_pairs)"""
    return bool(full_months(hand)) or (rules["hand_pairs"] and only_pairs(hand))


def paired_board(board: Collection[str], rules: Rules) -> bool:
    """Four pairs; a board of six cards is lucky by a full month only. (Options: dealing, board_pairs)"""
    return rules["board_pairs"] and len(board) == 8 and only_pairs(board)


# Yaku.


def best_bright(pile: set[str], rules: Rules) -> dict[str, int]:
    """Of the bright yaku only the best counts: the one that pays most. (Yaku)"""
    others = sum(1 for card in pile if kind(card) == "b" and card != RAIN_MAN)
    there = [name for name, (need, rain) in BRIGHTS.items() if others >= need and (RAIN_MAN in pile or not rain)]
    best = max(there, key=lambda name: rules[name], default=None)  # of equal ones the first of the table
    return {} if best is None else {best: rules[best]}


def sets_of_kind(pile: set[str], rules: Rules, letter: str, count: int) -> dict[str, int]:
    """The sets of a kind of which the pile has `count` cards. (Yaku, double_set; Options: points, set_bonus)"""
    made = {name: rules[name] for name in SETS_OF_THREE[letter] if SETS[name] <= pile and rules[name] > 0}
    bonus = 0 if rules["set_bonus"] == "stack" else 1
    if letter == "r" and SETS["double_set"] <= pile and rules["double_set"] > 0:
        beside = made if rules["double_set_mode"] == "add" else {}
        return beside | {"double_set": rules["double_set"] + bonus * (count - 6)}
    return {name: points + bonus * (count - 3) for name, points in made.items()}


def sets_and_many(pile: set[str], rules: Rules, cup: str) -> dict[str, int]:
    """Sets, and five animals, five ribbons, ten chaff with a point for each card more. (Yaku; set_bonus)"""
    found = {}
    for name, (letter, need) in MANY.items():
        count = sum(1 for card in pile if letter in (cup if card == SAKE_CUP else kind(card)))
        found |= (sets := sets_of_kind(pile, rules, letter, count))
        absorbed = rules["set_bonus"] == "absorb" and sets
        if count >= need and rules[name] > 0 and not absorbed:
            found[name] = rules[name] + count - need
    return found


def with_best_cup(pile: set[str], rules: Rules) -> dict[str, int]:
    """Sets and many of a kind with the reading of the cup that pays most. (Options: points, sake_cup)"""
    readings = [sets_and_many(pile, rules, cup) for cup in CUP_READINGS[rules["sake_cup"]]]
    return max(readings, key=lambda found: sum(found.get(name, 0) for name in WEIGHED))  # of equal ones the animal


def is_spoiled(name: str, pile: set[str], board: Iterable[str], rules: Rules) -> bool:
    """Rain spoils the flowers and the phoenix the moon. (Options: points, viewing_cancel)"""
    match rules["viewing_cancel"]:
        case "field":
            return any(MONTH[card] == SPOILING_MONTH[name] for card in board)
        case "captured":
            return SPOILING_BRIGHT[name] in pile
        case _:
            return False


def viewings(pile: set[str], rules: Rules, board: Collection[str], called: bool) -> dict[str, int]:
    """Flower and moon viewing, where they are played. (Options: points, viewing and viewing_called)"""
    played = {name: cards for name, cards in VIEWINGS.items() if rules["viewing"] != "off" and rules[name] > 0}
    made = [name for name, cards in played.items() if cards <= pile and not is_spoiled(name, pile, board, rules)]
    return {name: (rules["viewing_called"] if called else 0) or rules[name] for name in made}


def count_yaku(
    pile: Iterable[str], rules: Rules, month: int = 1, board: Collection[str] = (), called: bool = False
) -> dict[str, int]:
    """All yaku of a pile and their points, in a round of this month; a yaku of 0 points is not played. (Yaku)"""
    pile = set(pile)
    found = best_bright(pile, rules) | with_best_cup(pile, rules)
    if set(MONTHS[month]) <= pile:
        found["month_yaku"] = rules["month_yaku"]
    found = {name: points for name, points in found.items() if points > 0}
    if found or rules["viewing"] != "with_other":
        found |= viewings(pile, rules, board, called)
    return found


# Payment.


def japan(points: int, calls: int) -> int:
    """One to three calls of his own add a point each; four, five, six ... multiply by two, three, four ..."""
    return points + calls if calls <= 3 else points * (calls - 2)


def koikoi_factor(points: int, own_calls: int, other_calls: int, multiplier: str) -> int:
    """What calls of koi-koi do to the points of the player who stops. (Options: points, koikoi_multiplier)"""
    match multiplier:
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
    raise ValueError(multiplier)


def board_factor(brights: int, multiplier: str) -> int:
    """What the brights of the opening board multiply. (Options: points, field_bright_multiplier)"""
    return {"none": 1, "brights": max(1, brights), "brights_plus_one": 1 + brights}[multiplier]


def final_score(base: int, own_calls: int, other_calls: int, rules: Rules, brights: int = 0) -> int:
    """What who stops scores: double at seven or more, then the koi-koi factor, then the board's. (Options: points)"""
    points = base * 2 if rules["seven_double"] and base >= 7 else base
    points = koikoi_factor(points, own_calls, other_calls, rules["koikoi_multiplier"])
    return points * board_factor(brights, rules["field_bright_multiplier"])
