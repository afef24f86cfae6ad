"""Koi-Koi's options beyond the seed's, each by deals and hands worked out by hand."""

from __future__ import annotations

import pytest

import simlab
from simlab.decks import hanafuda

SETS = "7a 10a 6a 2a 4a 5a"  # the boar set and three more animals
BOTH_RIBBONS = "1r 2r 3r 6r 9r 10r 4r"


@pytest.mark.parametrize(
    ("rules", "hand", "parts"),
    [
        ({}, SETS, {"boar_deer_butterfly": 5, "animals": 2}),
        ({"set_bonus": "absorb"}, SETS, {"boar_deer_butterfly": 8}),
        ({"set_bonus": "both"}, SETS, {"boar_deer_butterfly": 8, "animals": 2}),
        ({"set_bonus": "absorb"}, "2a 4a 5a 8a 11a 7a", {"animals": 2}),
        ({"set_bonus": "absorb", "boar_deer_butterfly": 0}, SETS, {"animals": 2}),
        ({}, BOTH_RIBBONS, {"poetry_ribbons": 6, "blue_ribbons": 6, "ribbons": 3}),
        ({"set_bonus": "absorb"}, BOTH_RIBBONS, {"poetry_ribbons": 10, "blue_ribbons": 10}),
        ({"double_set": 10}, BOTH_RIBBONS, {"double_set": 10, "ribbons": 3}),
        ({"double_set": 10, "set_bonus": "absorb"}, BOTH_RIBBONS, {"double_set": 11}),
        ({"double_set": 10, "set_bonus": "both"}, BOTH_RIBBONS, {"double_set": 11, "ribbons": 3}),
        (
            {"double_set": 10, "double_set_mode": "add"},
            BOTH_RIBBONS,
            {"poetry_ribbons": 6, "blue_ribbons": 6, "double_set": 10, "ribbons": 3},
        ),
        (
            {"double_set": 10, "double_set_mode": "add", "set_bonus": "absorb"},
            BOTH_RIBBONS,
            {"poetry_ribbons": 6, "blue_ribbons": 6, "double_set": 11},
        ),
        ({"double_set": 10, "set_bonus": "absorb"}, "1r 2r 3r 6r", {"poetry_ribbons": 7}),
        ({"set_bonus": "absorb", "sake_cup": "animal"}, "7a 10a 6a 9a", {"boar_deer_butterfly": 6}),
        ({"viewing": "on", "viewing_cancel": "captured"}, "3b 9a 8b 11b", {"moon_viewing": 5}),
        ({"viewing": "on", "viewing_cancel": "captured"}, "3b 9a 8b 12b", {"three_brights": 6, "flower_viewing": 5}),
    ],
)
def test_sets(rules: dict, hand: str, parts: dict) -> None:
    assert simlab.score("koikoi", hand, rules=rules).parts == parts


def test_the_cup_goes_where_the_set_pays_more() -> None:
    """Absorbed: as an animal the cup is one more card of the set; as the tenth chaff it pays 1 as well, and is none."""
    rules = {"set_bonus": "absorb", "sake_cup": "either"}
    hand = "7a 10a 6a 9a 1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1"
    assert simlab.score("koikoi", hand, rules=rules).parts == {"boar_deer_butterfly": 6}
    assert simlab.score("koikoi", hand, rules=rules | {"chaff": 2}).parts == {"boar_deer_butterfly": 5, "chaff": 2}


@pytest.mark.parametrize(
    ("board", "parts"),
    [
        ("", {"flower_viewing": 5, "moon_viewing": 5}),
        ("11c1", {"moon_viewing": 5}),
        ("12c3", {"flower_viewing": 5}),
        ("11r 12b", {}),
        ("10a", {"flower_viewing": 5, "moon_viewing": 5}),
    ],
)
def test_rain_and_fog_on_the_board(board: str, parts: dict) -> None:
    rules = {"viewing": "on", "viewing_cancel": "field"}
    assert simlab.score("koikoi", "3b 8b 9a", rules=rules, board=board).parts == parts


def test_viewings_after_a_call() -> None:
    rules = {"viewing": "on", "flower_viewing": 1, "moon_viewing": 0, "viewing_called": 3}
    assert simlab.score("koikoi", "3b 8b 9a", rules=rules).parts == {"flower_viewing": 1}
    assert simlab.score("koikoi", "3b 8b 9a", rules=rules, calls=1).parts == {"flower_viewing": 3}


def test_the_rounds_month() -> None:
    rules = {"month_yaku": 4}
    assert simlab.score("koikoi", "2a 2r 2c1 2c2", rules=rules, month=2).parts == {"month_yaku": 4}
    assert simlab.score("koikoi", "2a 2r 2c1 2c2", rules=rules, month=3).parts == {}
    assert simlab.score("koikoi", "2a 2r 2c1", rules=rules, month=2).parts == {}


@pytest.mark.parametrize(
    ("kind", "brights", "points"),
    [("brights", 0, 6), ("brights", 1, 6), ("brights", 3, 18), ("brights_plus_one", 0, 6), ("brights_plus_one", 3, 24)],
)
def test_brights_on_the_opening_board(kind: str, brights: int, points: int) -> None:
    rules = {"field_bright_multiplier": kind}
    assert simlab.score("koikoi", "1b 3b 8b", rules=rules, board_brights=brights).points == points


def test_factors_in_their_order() -> None:
    """Double from seven, then japan's calls, then the board: (7 * 2 + 2) * 3."""
    rules = {"three_brights": 7, "seven_double": True}
    rules |= {"koikoi_multiplier": "japan", "field_bright_multiplier": "brights"}
    assert simlab.score("koikoi", "1b 3b 8b", rules=rules, calls=2, board_brights=3).points == 48


def deck(first: str, second: str, board: str, stock: str = "", size: int = 40) -> list[str]:
    """A deck that deals these; cards that aren't named fill the stock."""
    dealt = f"{first} {second} {board} {stock}".split()
    return (dealt + [card for card in hanafuda.CODES if card not in dealt])[:size]


PLAIN = "2c1 3c1 4c1 5r 6r 7r 8c1 9c1"
OTHER = "2c2 3c2 4c2 5c1 6c1 7c1 8c2 9c2"
MAY = "5a 10a 10r 10c1 10c2 12b 1b 11b"  # a board with all maples
FOUR_PAIRS = "1b 1r 10a 10r 11b 11a 12b 12c1"


def ends(game: simlab.Replay) -> list[tuple]:
    return [(event["end"], event["winner"], event["score"]) for event in game.events if event["event"] == "over"]


def whys(game: simlab.Replay) -> list[str]:
    return [event["why"] for event in game.events if event["event"] == "redeal"]


def test_lucky_boards() -> None:
    decks = [deck(PLAIN, OTHER, MAY)]
    assert whys(simlab.play("koikoi", decks)) == ["lucky_board"]
    won = simlab.play("koikoi", decks, rules={"lucky_board": "dealer_wins", "lucky_points": 10})
    assert ends(won) == [("lucky_board", 0, 10)]
    taken = simlab.play("koikoi", decks, rules={"lucky_board": "dealer_takes"})
    assert not taken.finished
    assert "piles 10a 10r 10c1 10c2 | -" in taken.position
    assert "board 1b 5a 11b 12b" in taken.position
    ignored = simlab.play("koikoi", decks, rules={"lucky_board": "ignore"})
    assert "piles - | -" in ignored.position


def test_pairs_on_the_board() -> None:
    decks = [deck(PLAIN, OTHER, FOUR_PAIRS)]
    for rules in ({}, {"lucky_board": "dealer_takes"}):
        assert whys(simlab.play("koikoi", decks, rules=rules)) == ["lucky_board"]
    assert whys(simlab.play("koikoi", decks, rules={"board_pairs": False})) == []
    assert ends(simlab.play("koikoi", decks, rules={"lucky_board": "dealer_wins"})) == [("lucky_board", 0, 6)]


def test_lucky_hands() -> None:
    board = "5a 6a 7a 8a 2a 3b 4a 9a"
    month, pairs = "10a 10r 10c1 10c2 5r 6r 7r 8c1", FOUR_PAIRS
    plain = "2c1 3c1 4c1 5c1 6c1 7c1 8c2 9c1"
    assert ends(simlab.play("koikoi", [deck(month, plain, board)])) == [("lucky_hand", 0, 6)]
    one = [deck(plain, pairs.replace("10a 10r", "12c2 12c3").replace("12b 12c1", "9r 9c2"), board)]
    assert ends(simlab.play("koikoi", one)) == [("lucky_hand", 1, 6)]
    assert ends(simlab.play("koikoi", one, rules={"hand_pairs": False})) == []
    assert whys(simlab.play("koikoi", one, rules={"lucky_hand": "redeal"})) == ["lucky_hand"]
    assert not simlab.play("koikoi", one, rules={"lucky_hand": "ignore"}).finished
    both = [deck(month, "1b 1r 11b 11a 12b 12c1 9r 9c1", board)]
    assert whys(simlab.play("koikoi", both)) == ["both_lucky"]
    assert ends(simlab.play("koikoi", both, rules={"lucky_both": "draw"})) == [("lucky_hand", None, 0)]


def test_ten_cards() -> None:
    """Five pairs in a hand of ten are lucky, four are not; a deal has twenty turns."""
    rules = {"hand_cards": 10}
    board = "5a 6a 7a 8a 2a 3b 4a 9a"
    plain = "2c1 3c1 4c1 5c1 6c1 7c1 8c2 9c1 5r 6r"
    five = [deck(f"{FOUR_PAIRS} 9r 9c2", plain, board, size=48)]
    assert ends(simlab.play("koikoi", five, rules=rules)) == [("lucky_hand", 0, 6)]
    four = [deck(f"{FOUR_PAIRS} 9r 8c1", plain, board, size=48)]
    assert not simlab.play("koikoi", four, rules=rules).finished
    frame = simlab.simulate("koikoi", rules, ["random:never=stop"] * 2, 2000, store=False).outcomes(2000)
    assert frame.length.max() == 20


def test_where_no_call_is_allowed_a_total_stops_by_itself() -> None:
    """The seat has a choice before, and none where the rule forbids the call: seen in runs."""
    for rules in ({"koikoi_min": 100}, {"koikoi_limit": "once"}):
        frame = simlab.simulate("koikoi", rules, ["random", "random"], 3000, store=False).outcomes(3000)
        assert (frame.forced > 0).any()
        assert frame[["calls_0", "calls_1"]].max(axis=None) <= (1 if "koikoi_limit" in rules else 0)
    free = simlab.simulate("koikoi", {"koikoi_min": 100}, ["random", "random"], 3000, store=False).outcomes(3000)
    assert (free.stopped == 0).all()


def test_auto_stop_forbids_the_others_call() -> None:
    frame = simlab.simulate("koikoi", {"koikoi_limit": "auto_stop"}, ["random", "random"], 4000, store=False)
    rows = frame.outcomes(4000)
    assert (rows[["calls_0", "calls_1"]].min(axis=1) == 0).all()
    assert (rows[["calls_0", "calls_1"]].max(axis=1) > 1).any()


def test_what_reopens_the_choice() -> None:
    """After a call more cards for the same yaku are a higher total, and no new yaku."""
    base = simlab.simulate("koikoi", {}, ["random:never=stop", "random"], 4000, store=False).outcomes(4000)
    new = simlab.simulate("koikoi", {"reopen": "new_yaku"}, ["random:never=stop", "random"], 4000, store=False)
    assert new.outcomes(4000).calls_0.sum() < 0.95 * base.calls_0.sum()


def test_who_scores_when_nobody_stops() -> None:
    bots = ["random:never=stop", "random:never=stop"]
    frames = {
        kind: simlab.simulate("koikoi", {"exhausted": kind}, bots, 3000, store=False).outcomes(3000)
        for kind in ("draw", "dealer", "last_caller")
    }
    exhausted = frames["draw"].exhausted == 1
    assert (frames["draw"].draw[exhausted] == 1).all()
    assert (frames["dealer"].score_0[exhausted] == 6).all()
    assert (frames["dealer"].points_oya_ken_0[exhausted] == 6).all()
    called = exhausted & (frames["draw"][["calls_0", "calls_1"]].sum(axis=1) > 0)
    scored = frames["last_caller"][["score_0", "score_1"]].max(axis=1)
    assert (scored[called] > 0).all()
    assert (scored[exhausted & ~called] == 0).all()
    one = simlab.simulate("koikoi", {"exhausted": "dealer", "exhausted_points": 1}, bots, 3000, store=False)
    assert (one.outcomes(3000).score_0[exhausted] == 1).all()


def test_calls_that_paid_and_that_were_punished() -> None:
    frame = simlab.simulate("koikoi", bots=["random", "random"], deals=4000, store=False).outcomes(4000)
    for seat in (0, 1):
        calls, won, lost = frame[f"calls_{seat}"], frame[f"win_{seat}"] > 0, frame[f"win_{1 - seat}"] > 0
        assert (frame[f"calls_paid_{seat}"] == calls * won).all()
        assert (frame[f"calls_punished_{seat}"] == calls * lost).all()
        assert (frame[f"won_{seat}"] == won).all()


def test_the_next_dealer() -> None:
    """Who deals plays first; told by the rounds of a game."""
    for rule in ("winner", "alternate", "loser"):
        rules = {"rounds": 6, "next_dealer": rule}
        for index in range(15):
            told = simlab.replay("koikoi", index=index, rules=rules, bots=["random", "random"], unit="game").events
            rounds = {event["round"]: event["dealer"] for event in told if event["event"] == "round"}
            winners = [event["winner"] for event in told if event["event"] == "over"]
            for number, winner in enumerate(winners[:-1], start=1):
                before, after = rounds[number], rounds[number + 1]
                if rule == "alternate":
                    assert after == 1 - before
                elif winner is None:
                    assert after == before
                else:
                    assert after == (winner if rule == "winner" else 1 - winner)


def test_experts_beat_greedy_ones_and_those_random_ones() -> None:
    """Far outside the interval, under the seed's rules and under nintendo's."""
    for rules in (None, "nintendo"):
        met = simlab.tournament("koikoi", ["random", "greedy", "expert"], rules=rules, deals=10_000, store=False)
        assert list(met.ratings.bot) == ["expert", "greedy", "random"]
        pairs = met.payoffs.set_index(["bot", "opponent"])
        for pair in (("expert", "greedy"), ("greedy", "random"), ("expert", "random")):
            row = pairs.loc[pair]
            assert row.advantage_low > 3 * (row.advantage - row.advantage_low)
