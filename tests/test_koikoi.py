"""Koi-Koi's rules on given cards: what the rules text says, and each fault that public programs were seen to have."""

from __future__ import annotations

import pytest

import simlab
from simlab.decks import hanafuda

# A dull deal to build on: no lucky shapes, each list in dealing order.
ALL = hanafuda.CODES


def deck(first: str, second: str, board: str, stock: str = "") -> list[str]:
    """A deck with these cards in front, filled up with what is left."""
    given = " ".join([first, second, board, stock]).split()
    assert len(set(given)) == len(given)
    hands = [first.split(), second.split(), board.split()]
    assert [len(cards) for cards in hands] == [8, 8, 8]
    rest = [code for code in ALL if code not in given]
    return [*given, *rest][:40]


def told(replay: simlab.Replay, *kinds: str) -> list[dict]:
    return [event for event in replay.events if event["event"] in kinds]


FIRST = "1b 2a 3b 4a 5a 6a 7a 8b"
SECOND = "1r 2r 3r 4r 5r 6r 7r 8a"
BOARD = "1c1 2c1 3c1 9a 10a 11b 12b 12c1"


def test_no_match_stays_on_the_board() -> None:
    game = simlab.play("koikoi", [deck(FIRST, SECOND, BOARD, "9r")], ["4a"])
    assert told(game, "played")[0] == {"event": "played", "seat": 0, "card": "4a", "taken": []}
    assert "4a" in game.position.split("board ")[1].split(";")[0]


def test_one_match_is_taken() -> None:
    game = simlab.play("koikoi", [deck(FIRST, SECOND, BOARD, "9r")], ["1b"])
    assert told(game, "played")[0]["taken"] == ["1c1"]
    assert told(game, "turned")[0]["taken"] == ["9a"]


def test_two_matches_are_a_choice() -> None:
    game = simlab.play("koikoi", [deck("12c2 " + FIRST[3:], SECOND, BOARD, "9r")], ["12c2"])
    assert game.legal == ["12b", "12c1"]
    assert told(game, "played", "turned") == []
    game = simlab.play("koikoi", [deck("12c2 " + FIRST[3:], SECOND, BOARD, "9r")], ["12c2", "12c1"])
    assert told(game, "played")[0]["taken"] == ["12c1"]


def test_the_stock_card_has_the_same_choice() -> None:
    game = simlab.play("koikoi", [deck(FIRST, SECOND, BOARD, "12c2")], ["4a"])
    assert game.legal == ["12b", "12c1"]
    assert game.events[-1]["event"] == "played"


def test_three_matches_are_all_taken() -> None:
    """Fault: the fourth card on a triple takes only one."""
    board = "1c1 1c2 1r 9a 10a 11b 12b 12c1"
    game = simlab.play("koikoi", [deck(FIRST, "2c1 " + SECOND[3:], board, "9r")], ["1b"])
    assert told(game, "played")[0]["taken"] == ["1r", "1c1", "1c2"]


def test_three_matches_are_all_taken_by_the_stock_card() -> None:
    board = "1c1 1c2 1r 9a 10a 11b 12b 12c1"
    game = simlab.play("koikoi", [deck("2c1 " + FIRST[3:], "2c2 " + SECOND[3:], board, "1b")], ["4a"])
    assert told(game, "turned")[0]["taken"] == ["1r", "1c1", "1c2"]


def test_yaku_are_looked_at_after_the_stock_card_only() -> None:
    """Fault: koi-koi offered after the hand card. 8b makes three brights; the choice comes after the stock's card."""
    game = one_short_of_three_brights(["8b"])
    kinds = [event["event"] for event in game.events[-4:]]
    assert kinds == ["played", "turned", "yaku", "points"]
    assert game.legal == ["stop", "koikoi"]


def one_short_of_three_brights(actions: list[str], stock: str = "6c1 5r 6c2 5c1 9r") -> simlab.Replay:
    """Seat 0 takes 1b and 3b in two turns, then decides the third by `actions`."""
    first, second = "1b 3b 8b 2a 4a 5a 7a 10a", "4r 4c1 4c2 7r 7c1 7c2 10r 10c1"
    board = "1c1 3c1 8c1 2c1 11b 11a 12b 9c1"
    start = ["1b", "4r", "3b", "4c1"]
    return simlab.play("koikoi", [deck(first, second, board, stock)], [*start, *actions])


def test_stopping_scores_all_yaku() -> None:
    game = one_short_of_three_brights(["8b", "stop"])
    assert game.outcome["score"] == [6, 0]
    assert game.outcome["win"] == [840, 0]
    assert game.outcome["length"] == 5


def test_no_choice_until_the_total_has_risen() -> None:
    """Fault: a choice offered when the total has not risen."""
    game = one_short_of_three_brights(["8b", "koikoi", "4c2", "2a"], stock="6c1 5r 6c2 5c1 9r 12c1 12c2 6a")
    assert game.legal != ["stop", "koikoi"]
    assert "declined 6 0" in game.position
    assert "calls 1 0" in game.position


LAST = (
    "seat 1 play; hands - | 9r; board 9c1 5c1; piles {first} | {second}; stock {stock}; calls 0 {calls}; "
    "declined 0 {declined}; card -"
)


def last_turn(second: str, stock: str, calls: int = 0, declined: int = 0) -> simlab.Replay:
    """Seat 1's last card, 9r on 9c1, then the last of the stock; seat 0 holds what is left over."""
    fixed = f"9r 9c1 5c1 {second} {stock}".split()
    first = [code for code in ALL if code not in fixed][: 40 - len(fixed)]
    position = LAST.format(first=" ".join(first), second=second, stock=stock, calls=calls, declined=declined)
    return simlab.play("koikoi", position=position, actions=["9r"])


def test_the_last_turn_is_cashed_without_a_choice() -> None:
    """Faults: the last stock card never resolved; koi-koi offered when no cards are left to play."""
    game = last_turn("1r 2r 3r 6r 4c1 4c2", "5r")
    assert told(game, "turned")[0]["taken"] == ["5c1"]
    # Poetry ribbons 6, and with 9r and 5r six ribbons: 2.
    assert told(game, "over") == [{"event": "over", "end": "cashed", "winner": 1, "score": 8}]


def test_what_was_declined_and_did_not_rise_is_lost() -> None:
    game = last_turn("1r 2r 3r 4c1 4c2 4a", "8c1", calls=1, declined=6)
    assert told(game, "over") == [{"event": "over", "end": "draw", "winner": None, "score": 0}]
    assert game.outcome["score"] == [0, 0]
    assert game.outcome["draw"] == 1


def test_a_declined_total_that_rises_is_cashed() -> None:
    game = last_turn("1r 2r 3r 6r 10r 4c1", "8c1", calls=1, declined=7)
    assert told(game, "over")[0]["score"] == 6 + 6 + 2


def test_seat_0_cashes_with_an_empty_hand_too() -> None:
    """The dealer's last card comes a turn before the end; he has nothing left to play for either."""
    fixed = "9r 9c1 5c1 1r 2r 3r 6r 4c1 4c2 5r 12c1 12c2"
    rest = [code for code in ALL if code not in fixed.split()][: 40 - 12]
    position = (
        f"seat 0 play; hands 9r | 12c1; board 9c1 5c1; piles 1r 2r 3r 6r 4c1 4c2 | {' '.join(rest)}; stock 5r 12c2; "
        "calls 0 0; declined 0 0; card -"
    )
    game = simlab.play("koikoi", position=position, actions=["9r"])
    assert told(game, "over")[0] == {"event": "over", "end": "cashed", "winner": 0, "score": 8}


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("1b 3b 8b 11b 12b", 15), ("1b 3b 8b 12b", 10), ("1b 3b 8b 11b", 8), ("3b 8b 11b 12b", 8), ("1b 3b 8b", 6),
        ("1b 8b 12b", 6), ("1b 3b 11b", 0), ("7a 10a 6a", 5), ("1r 2r 3r", 6), ("6r 9r 10r", 6), ("1r 2r 9r", 0),
        ("2a 4a 5a 8a 11a", 1), ("2a 4a 5a 8a 11a 9a", 2), ("2a 4a 5a 8a 9a", 1), ("2a 4a 5a 8a", 0),
        ("1r 2r 4r 5r 6r", 1), ("1r 2r 4r 5r 6r 11r 7r", 3), ("1r 2r 3r 6r 9r 10r", 6 + 6 + 2),
        ("1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1 5c2", 1), ("1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1 5c2 11c1 12c1", 3),
        ("6a 7a 10a 2a 4a 5a 8a", 5 + 3), ("", 0),
    ],
)  # fmt: skip
def test_yaku(hand: str, points: int) -> None:
    """Fault: the +1 for each further card missing."""
    assert simlab.score("koikoi", hand).points == points


def test_the_sake_cup_is_a_chaff_card() -> None:
    """Fault: the sake cup not a chaff."""
    nine = "1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1"
    assert simlab.score("koikoi", nine).points == 0
    assert simlab.score("koikoi", f"{nine} 9a").parts == {"chaff": 1}


@pytest.mark.parametrize(
    ("cup", "hand", "parts"),
    [
        ("both", "2a 4a 5a 8a 9a", {"animals": 1}),
        ("both", "2a 4a 5a 8a 9a 1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1", {"animals": 1, "chaff": 1}),
        ("either", "2a 4a 5a 8a 9a 1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1", {"animals": 1}),
        ("either", "2a 4a 5a 8a 9a 1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1 5c2", {"animals": 1, "chaff": 1}),
        ("either", "2a 9a 1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1", {"chaff": 1}),
        ("animal", "2a 9a 1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1", {}),
        ("animal", "2a 4a 5a 8a 9a", {"animals": 1}),
    ],
)
def test_sake_cup(cup: str, hand: str, parts: dict) -> None:
    assert simlab.score("koikoi", hand, rules={"sake_cup": cup}).parts == parts


def test_either_reading_is_the_better_one() -> None:
    """As a chaff card the cup makes 3 points here, as an animal 1."""
    rules = {"sake_cup": "either", "chaff": 3}
    hand = "2a 4a 5a 8a 9a 1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1"
    assert simlab.score("koikoi", hand, rules=rules).parts == {"chaff": 3}


@pytest.mark.parametrize(
    ("viewing", "hand", "parts"),
    [
        ("off", "3b 9a", {}),
        ("on", "3b 9a", {"flower_viewing": 5}),
        ("on", "8b 9a", {"moon_viewing": 5}),
        ("on", "3b 8b 9a", {"flower_viewing": 5, "moon_viewing": 5}),
        ("with_other", "3b 8b 9a", {}),
        ("with_other", "1b 3b 8b 9a", {"three_brights": 6, "flower_viewing": 5, "moon_viewing": 5}),
        ("with_other", "3b 9a 1r 2r 3r", {"poetry_ribbons": 6, "flower_viewing": 5}),
    ],
)
def test_viewing(viewing: str, hand: str, parts: dict) -> None:
    assert simlab.score("koikoi", hand, rules={"viewing": viewing}).parts == parts


@pytest.mark.parametrize(
    ("rules", "calls", "opponent_calls", "points"),
    [
        ({}, 2, 3, 6),
        ({"koikoi_multiplier": "opponent"}, 2, 0, 6),
        ({"koikoi_multiplier": "opponent"}, 0, 3, 12),
        ({"koikoi_multiplier": "winner"}, 2, 0, 12),
        ({"koikoi_multiplier": "winner"}, 0, 2, 6),
        ({"koikoi_multiplier": "any"}, 0, 1, 12),
        ({"koikoi_multiplier": "any"}, 1, 0, 12),
        ({"koikoi_multiplier": "any"}, 0, 0, 6),
        ({"koikoi_multiplier": "per_call"}, 0, 0, 6),
        ({"koikoi_multiplier": "per_call"}, 2, 1, 24),
        ({"koikoi_multiplier": "japan"}, 0, 5, 6),
        ({"koikoi_multiplier": "japan"}, 1, 0, 7),
        ({"koikoi_multiplier": "japan"}, 3, 0, 9),
        ({"koikoi_multiplier": "japan"}, 4, 0, 12),
        ({"koikoi_multiplier": "japan"}, 7, 0, 30),
        ({"seven_double": True}, 0, 0, 6),
        ({"seven_double": True, "three_brights": 7}, 0, 0, 14),
        ({"seven_double": True, "three_brights": 7, "koikoi_multiplier": "any"}, 1, 0, 28),
        ({"seven_double": True, "three_brights": 7, "koikoi_multiplier": "japan"}, 2, 0, 16),
    ],
)
def test_factors(rules: dict, calls: int, opponent_calls: int, points: int) -> None:
    """Fault: points doubled for the wrong caller. The base is three brights."""
    score = simlab.score("koikoi", "1b 3b 8b", rules=rules, calls=calls, opponent_calls=opponent_calls)
    assert score.points == points
    assert sum(score.parts.values()) == points


def test_a_yaku_of_no_points_is_not_played() -> None:
    rules = {"animals": 0, "viewing": "with_other"}
    assert simlab.score("koikoi", "2a 4a 5a 8a 11a 9a 3b", rules=rules).parts == {}


def test_the_best_paying_bright_yaku_counts() -> None:
    assert simlab.score("koikoi", "1b 3b 8b 11b", rules={"rainy_four_brights": 4}).parts == {"three_brights": 6}
    assert simlab.score("koikoi", "1b 3b 8b 11b", rules={"rainy_four_brights": 0}).parts == {"three_brights": 6}
    assert simlab.score("koikoi", "1b 3b 8b 11b 12b", rules={"five_brights": 0}).parts == {"four_brights": 10}


QUAD_BOARD = "1b 1r 1c1 1c2 9a 10a 11b 12b"
PAIR_BOARD = "1b 1r 2a 2r 3b 3r 4a 4r"


@pytest.mark.parametrize("board", [QUAD_BOARD, PAIR_BOARD])
def test_lucky_boards_are_dealt_again(board: str) -> None:
    """Fault: a month or four pairs on the board not dealt again."""
    hands = "5a 5r 6a 6r 7a 7r 8b 9r", "5c1 6c1 7c1 8a 9c1 10r 11a 12c1"
    waiting = simlab.play("koikoi", [deck(*hands, board)])
    assert (waiting.finished, waiting.legal) == (False, [])
    with pytest.raises(simlab.SimlabError, match="the decks end after 1, and the game needs one more"):
        simlab.play("koikoi", [deck(*hands, board)], ["5a"])
    game = simlab.play("koikoi", [deck(*hands, board), deck(FIRST, SECOND, BOARD)])
    assert told(game, "redeal") == [{"event": "redeal", "why": "lucky_board"}]
    assert not game.finished


QUAD_HAND = "5a 5r 5c1 5c2 6a 7a 8b 9r"
PAIR_HAND = "5a 5r 6a 6r 7a 7r 8b 8a"


@pytest.mark.parametrize(("hand", "seat"), [(QUAD_HAND, 0), (QUAD_HAND, 1), (PAIR_HAND, 0), (PAIR_HAND, 1)])
def test_lucky_hands_win_six(hand: str, seat: int) -> None:
    other = "1b 2a 3b 4a 6c1 7c1 8c1 10c1"
    hands = (hand, other) if seat == 0 else (other, hand)
    game = simlab.play("koikoi", [deck(*hands, BOARD.replace("1c1", "1c2"))], rules={"seven_double": True})
    assert game.outcome["score"] == ([6, 0] if seat == 0 else [0, 6])
    assert game.outcome["length"] == 0
    assert told(game, "over")[0]["end"] == "lucky_hand"


def test_two_lucky_hands_are_dealt_again() -> None:
    """Fault: both lucky pays one player."""
    both = deck(QUAD_HAND, "1b 1r 1c1 1c2 6c1 7c1 8c1 10c1", "2a 2r 3b 4a 10a 11b 12b 12c1")
    game = simlab.play("koikoi", [both, deck(FIRST, SECOND, BOARD)])
    assert told(game, "redeal") == [{"event": "redeal", "why": "both_lucky"}]
    assert not game.finished


def test_the_board_is_looked_at_before_the_hands() -> None:
    cards = deck(QUAD_HAND, "2a 3b 4a 6c1 7c1 8c1 10c1 11a", QUAD_BOARD)
    game = simlab.play("koikoi", [cards, deck(FIRST, SECOND, BOARD)])
    assert told(game, "redeal") == [{"event": "redeal", "why": "lucky_board"}]


def test_hands_are_never_swapped() -> None:
    """Fault: hands swapped to help a loser. The hands are the first and second eight cards of the deck, always."""
    for index in range(50):
        game = simlab.replay("koikoi", index=index, bots=["random", "greedy"])
        cards = told(game, "shuffle")[-1]["deck"]
        hands = [set(event["cards"]) for event in told(game, "hand")][-2:]
        assert hands == [set(cards[:8]), set(cards[8:16])]


GOOD = (
    "seat 1 play; hands 7c1 9c1 10c2 11b 11r | 1c1 1c2 2c1 3b 10a 11a; board 6c1 7r 8c2 10r; "
    "piles 1b 1r 2r 2c2 5r 5c1 8b 8a 12c2 12c3 | 3r 3c2 4r 4c1; stock 9a 12b 8c1 5c2 9c2 6c2 3c1 11c1 5a 4a 4c2; "
    "calls 0 0; declined 0 0; card -"
)


@pytest.mark.parametrize(
    ("part", "other", "message"),
    [
        ("seat 1", "seat 0", "it is seat 1's turn, not seat 0's"),
        ("seat 1", "seat 2", "isn't a seat, 0 or 1"),
        ("play", "sleep", "one of play, take, take_turned, call"),
        ("seat 1 play", "seat 1 call", "the stock has 11 cards; after 4 turns it has 11|seat 0's turn"),
        ("1c1 1c2 2c1 3b 10a 11a", "1c1 1c2 2c1 3b 10a", "after 6 turns"),
        ("7c1 9c1 10c2 11b 11r |", "7c1 9c1 10c2 11b |", "after 6 turns"),
        ("board 6c1 7r", "board 7r", "the position has 39 cards; a deal uses 40"),
        ("board 6c1", "board 1b", "card 1b stands twice"),
        ("3r 3c2 4r 4c1;", "3r 3c2 4r; ", "the position has 39 cards"),
        ("3r 3c2 4r 4c1; stock 9a", "3r 3c2 4r 4c1 9a; stock", "the stock has 10 cards"),
        ("8c2 10r; piles 1b", "10r; piles 8c2 1b", "odd number of cards"),
        ("calls 0 0", "calls 300 0", "calls .300. is not a whole number from 0 to 9"),
        ("calls 0 0", "calls 1 0", "can't have called 1 times at 0 points"),
        ("calls 0 0", "calls x 0", "calls .x. is not a whole number"),
        ("calls 0 0", "calls \u00b2 0", "is not a whole number"),
        ("declined 0 0", "declined 99999 0", "declined .99999. is not a whole number from 0 to 10000"),
        ("declined 0 0", "declined 9 0", "can't have called 0 times at 9 points"),
        ("card -", "card 4a", "card 4a stands twice"),
        ("seat 1 play", "seat 1 take", "the stock has 11 cards; after 4 turns it has 12"),
        ("; card -", "", "lacks its part card"),
        ("; card -", "; card -; card -", "has its part card twice"),
        ("; card -", "; cart -", "unknown part of a position 'cart'; did you mean 'card'"),
    ],
)
def test_positions_that_no_deal_leads_to(part: str, other: str, message: str) -> None:
    assert simlab.play("koikoi", position=GOOD).legal == ["1c1", "1c2", "2c1", "3b", "10a", "11a"]
    assert part in GOOD
    with pytest.raises(simlab.SimlabError, match=message):
        simlab.play("koikoi", position=GOOD.replace(part, other, 1))


@pytest.mark.parametrize(
    "given",
    [
        {"decks": "1b 2a"}, {"decks": [5]}, {"decks": [None]}, {"decks": ["1b"]}, {"decks": 5},
        {"position": GOOD, "actions": "stop"}, {"position": GOOD, "actions": None}, {"position": 5},
        {"position": GOOD, "decks": ["1x"]}, {"position": GOOD, "actions": ["1b 2a"]},
        {"position": GOOD, "actions": [99]}, {"position": GOOD, "actions": [-1]}, {"position": GOOD, "index": -1},
    ],
)  # fmt: skip
def test_play_refuses_nonsense(given: dict) -> None:
    with pytest.raises(simlab.SimlabError) as caught:
        simlab.play("koikoi", **given)
    assert "\n" not in str(caught.value)
