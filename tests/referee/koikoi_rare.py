"""Deals and games of Koi-Koi that are too rare to be met by chance."""

from __future__ import annotations

from referee.events import Rules
from referee.koikoi_options import POINTS
from referee.koikoi_yaku import VIEWINGS

DARING: Rules = {"koikoi_multiplier": "japan", "viewing": "on", "sake_cup": "either", "seven_double": True}
TIED_BRIGHTS: Rules = {"five_brights": 6, "four_brights": 6, "rainy_four_brights": 3, "three_brights": 15}
TEN_CARDS: Rules = {"hand_cards": 10, "lucky_both": "draw"}
TAKEN_BRIGHTS: Rules = {"lucky_board": "dealer_takes", "field_bright_multiplier": "brights_plus_one"}
NO_POINTS: Rules = {name: 0 for name in POINTS if name not in VIEWINGS} | {"first_to": 1, "lucky_hand": "ignore"}
DOUBLE_SETS: list[Rules] = [
    {"double_set": 10, "set_bonus": "absorb", "poetry_ribbons": 0, "blue_ribbons": 0},
    *(
        {"double_set": 10, "set_bonus": bonus, "double_set_mode": mode}
        for bonus in ("stack", "absorb", "both")
        for mode in ("replace", "add")
    ),
]
GREEDY = ["greedy", "greedy"]
NEVER_STOP = ["random:never=stop", "random:never=stop"]
NEVER_CALL = ["random:never=koikoi", "random:never=koikoi"]

# Seed, index, rules, bots, unit, and what happens in it.
RARE: list[tuple[int, int, Rules, list[str], str, str]] = [
    (702468919, 691240, {}, GREEDY, "deal", "redeal both_lucky"),
    (1155142696, 198207, {}, GREEDY, "deal", "redeal both_lucky"),
    (702468919, 691240, {"lucky_both": "draw"}, GREEDY, "deal", "two lucky hands drawn"),
    (1155142696, 198207, {"lucky_both": "draw"}, GREEDY, "deal", "two lucky hands drawn"),
    (3, 8157, TEN_CARDS, GREEDY, "deal", "two lucky hands drawn"),
    (3, 12309, TEN_CARDS, GREEDY, "deal", "two lucky hands drawn"),
    (702468919, 691240, {"lucky_hand": "redeal"}, GREEDY, "deal", "redeal lucky_hand"),
    (702468919, 691240, {"lucky_hand": "ignore"}, GREEDY, "deal", "play"),
    (11, 410, DARING, ["random:never=stop", "random"], "deal", "4 calls"),
    (11, 6492, DARING, ["random:never=stop", "random"], "deal", "5 calls"),
    (11, 116181, DARING, ["random:never=stop", "random"], "deal", "6 calls"),
    (12, 36, TIED_BRIGHTS | {"viewing": "on", "sake_cup": "either"}, ["random", "random"], "deal", "lead changed"),
    *((3, 163, rules, NEVER_STOP, "deal", "double_set") for rules in DOUBLE_SETS),
    *((3, 2682, rules, NEVER_STOP, "deal", "double_set") for rules in DOUBLE_SETS),
    *((3, 163, {"set_bonus": bonus}, NEVER_STOP, "deal", "blue_ribbons") for bonus in ("absorb", "both")),
    (3, 9, {"lucky_board": "dealer_takes"}, GREEDY, "deal", "board_taken"),
    (3, 155, {"lucky_board": "dealer_takes"}, GREEDY, "deal", "board_taken"),
    (3, 9, {"lucky_board": "dealer_takes", "rounds": 3}, GREEDY, "game", "board_taken"),
    (3, 37, {"lucky_board": "dealer_takes", "rounds": 3}, GREEDY, "game", "board_taken"),
    (3, 9, {"lucky_board": "dealer_wins", "rounds": 3, "stakes": 4}, GREEDY, "game", "lucky_board"),
    (3, 83, {"lucky_board": "dealer_wins", "rounds": 3, "stakes": 4}, GREEDY, "game", "lucky_board"),
    # The dealer takes the four cards of the month and nothing in his first turn.
    (5, 1833, {"lucky_board": "dealer_takes", "month_yaku": 4}, ["random", "random"], "deal", "board_taken"),
    # A bright that the dealer takes was on the board as it was dealt.
    (8, 292, TAKEN_BRIGHTS, ["random", "greedy"], "deal", "board_taken"),
    (8, 1581, TAKEN_BRIGHTS, ["random", "greedy"], "deal", "board_taken"),
    # The full month is taken, and then a hand is lucky.
    (6, 7168, {"lucky_board": "dealer_takes"}, NEVER_CALL, "deal", "board_taken"),
    (6, 14165, {"lucky_board": "dealer_takes"}, NEVER_CALL, "deal", "board_taken"),
    (6, 164, {}, NEVER_STOP, "deal", "five_brights"),
    (6, 419, {}, NEVER_STOP, "deal", "five_brights"),
    # Who won fewer rounds has as many points.
    (6, 14, {"rounds": 3}, GREEDY, "game", "a game drawn"),
    (6, 31, {"rounds": 3}, GREEDY, "game", "a game drawn"),
    (4, 5, TEN_CARDS | {"field_cards": 6}, NEVER_CALL, "deal", "five lucky pairs"),
    (4, 1755, TEN_CARDS | {"field_cards": 6}, NEVER_CALL, "deal", "five lucky pairs"),
    (4, 635, {"lucky_board": "ignore"}, NEVER_CALL, "deal", "a full month on the board"),
    (4, 636, {"lucky_board": "ignore"}, NEVER_CALL, "deal", "a full month on the board"),
    (4, 911, {"field_cards": 6}, NEVER_CALL, "deal", "three pairs on the board"),
    (4, 147, {"lucky_board": "dealer_wins", "hand_cards": 10}, NEVER_CALL, "deal", "end lucky_board"),
    (4, 411, {"lucky_board": "dealer_wins", "hand_cards": 10}, NEVER_CALL, "deal", "end lucky_board"),
    (4, 708, {"sake_cup": "either", "reopen": "new_yaku"}, NEVER_STOP, "deal", "a choice with no higher total"),
    (4, 2097, {"sake_cup": "either", "reopen": "new_yaku"}, NEVER_STOP, "deal", "a choice with no higher total"),
]
# Nobody ever has a point: seed, index, rules, bots, unit.
THOUSAND_ROUNDS: tuple[int, int, Rules, list[str], str] = (1, 0, NO_POINTS, GREEDY, "game")
