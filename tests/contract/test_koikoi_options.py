"""Each option changes some deal, changes it as it should, and changes nothing where it can't apply.

Random bots play: they choose by address and not by what cards are worth, so two rule sets part only where the rules do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

import simlab
from simlab.games.koikoi.presets import PRESETS
from simlab.games.koikoi.rules import OPTIONS, YAKU

DEALS = 4000
RARE_DEALS = 60_000
GAMES = 300
BOTS = ["random", "random"]


def rows(deals: int = DEALS, **rules: object) -> pd.DataFrame:
    return simlab.simulate("koikoi", rules, BOTS, deals, seed=5, threads=1, store=False).outcomes(deals)


def game_rows(**rules: object) -> pd.DataFrame:
    return simlab.simulate("koikoi", rules, BOTS, games=GAMES, seed=5, threads=1, store=False).outcomes(GAMES)


@dataclass(frozen=True)
class Seen:
    """What happened in a deal."""

    events: list[dict]

    @property
    def outcome(self) -> dict:
        return self.events[-1]

    def named(self, name: str) -> list[dict]:
        return [event for event in self.events if event["event"] == name]

    @property
    def yaku(self) -> set[str]:
        """All that anybody had."""
        return {event["yaku"] for event in self.named("yaku")}

    @property
    def piles(self) -> list[set[str]]:
        """At the end of the deal."""
        piles: list[set[str]] = [set(), set()]
        for event in self.events:
            if event["event"] in ("played", "turned") and event["taken"]:
                piles[event["seat"]] |= {event["card"], *event["taken"]}
        return piles

    @property
    def calls(self) -> int:
        return sum(self.outcome["calls"])

    @property
    def is_lucky(self) -> bool:
        """Whether a lucky hand or two came up."""
        return bool(self.named("lucky_hand")) or any(event["why"] == "both_lucky" for event in self.named("redeal"))

    @property
    def is_board_lucky(self) -> bool:
        return any(event["why"] == "lucky_board" for event in self.named("redeal"))

    def has_set(self, *names: str) -> bool:
        return bool(self.yaku & set(names))


def seen(index: int, **rules: object) -> Seen:
    return Seen(simlab.replay("koikoi", seed=5, index=index, rules=rules, bots=BOTS).events)


@dataclass(frozen=True)
class Metamorphosis:
    """An option's other values, what they need, and when they can't matter in a deal played without them."""

    values: tuple[object, ...]
    is_idle: Callable[[Seen], bool] = lambda deal: False
    needs: tuple[tuple[str, object], ...] = ()
    deals: int = DEALS


VIEWING_ON = (("viewing", "on"),)
BRIGHTS = {"five_brights", "four_brights", "rainy_four_brights", "three_brights"}


def _no_viewing(deal: Seen) -> bool:
    return not any("9a" in pile and pile & {"3b", "8b"} for pile in deal.piles)


def _no_bright_on_board(deal: Seen) -> bool:
    return not any(card.endswith("b") for card in deal.named("board")[-1]["cards"])


def _points(name: str, needs: tuple[tuple[str, object], ...] = (), deals: int = DEALS) -> Metamorphosis:
    # Four bright yaku share one place: with another price another one may be the best.
    family = BRIGHTS if name in BRIGHTS else {name}
    return Metamorphosis((0, 50), lambda deal: not deal.yaku & family, needs, deals)


NO_SET = ("boar_deer_butterfly", "poetry_ribbons", "blue_ribbons")
CHANGES = {
    **{option.name: _points(option.name) for option in YAKU[:7]},
    "five_brights": _points("five_brights", deals=RARE_DEALS),
    "double_set": Metamorphosis(
        (10,), lambda deal: not {"poetry_ribbons", "blue_ribbons"} <= deal.yaku, deals=RARE_DEALS
    ),
    "animals": _points("animals"),
    "ribbons": _points("ribbons"),
    "chaff": _points("chaff"),
    "flower_viewing": _points("flower_viewing", VIEWING_ON),
    "moon_viewing": _points("moon_viewing", VIEWING_ON),
    "month_yaku": Metamorphosis((4,), lambda deal: not any(len(pile) >= 4 for pile in deal.piles)),
    "set_bonus": Metamorphosis(("absorb", "both"), lambda deal: not deal.has_set(*NO_SET)),
    "double_set_mode": Metamorphosis(
        ("add",), lambda deal: not deal.has_set("double_set"), (("double_set", 10),), RARE_DEALS
    ),
    "sake_cup": Metamorphosis(("either", "animal"), lambda deal: "9a" not in deal.piles[0] | deal.piles[1]),
    "viewing": Metamorphosis(("on", "with_other"), _no_viewing),
    "viewing_called": Metamorphosis((3,), lambda deal: _no_viewing(deal) or not deal.calls, VIEWING_ON),
    "viewing_cancel": Metamorphosis(("field", "captured"), _no_viewing, VIEWING_ON),
    "seven_double": Metamorphosis((True,), lambda deal: max(deal.outcome["base"]) < 7 or deal.is_lucky),
    "koikoi_multiplier": Metamorphosis(("opponent", "winner", "any", "per_call", "japan"), lambda deal: not deal.calls),
    "field_bright_multiplier": Metamorphosis(("brights", "brights_plus_one"), _no_bright_on_board),
    "koikoi_limit": Metamorphosis(("once", "auto_stop"), lambda deal: not deal.calls),
    "koikoi_min": Metamorphosis((3,), lambda deal: all(event["decision"] != "call" for event in deal.named("action"))),
    "reopen": Metamorphosis(("new_yaku",), lambda deal: not deal.calls),
    "exhausted": Metamorphosis(("dealer", "last_caller"), lambda deal: not deal.outcome["exhausted"]),
    "exhausted_points": Metamorphosis((1, 50), lambda deal: not deal.outcome["exhausted"], (("exhausted", "dealer"),)),
    "lucky_hand": Metamorphosis(("redeal", "ignore"), lambda deal: not deal.is_lucky),
    "lucky_both": Metamorphosis(("draw",), lambda deal: not deal.is_lucky, deals=RARE_DEALS),
    "hand_pairs": Metamorphosis((False,), lambda deal: not deal.is_lucky),
    "lucky_board": Metamorphosis(("dealer_wins", "dealer_takes", "ignore"), lambda deal: not deal.is_board_lucky),
    "board_pairs": Metamorphosis((False,), lambda deal: not deal.is_board_lucky),
    "lucky_points": Metamorphosis((1, 50), lambda deal: not deal.is_lucky),
    "hand_cards": Metamorphosis((10,)),
    "field_cards": Metamorphosis((6,)),
}
IN_GAMES = {
    "rounds": [{"rounds": 3}],
    "first_to": [{"first_to": 10}],
    "next_dealer": [{"rounds": 3, "next_dealer": "alternate"}, {"rounds": 3, "next_dealer": "loser"}],
    "stakes": [{"stakes": 5}],
}
CASES = [(name, value) for name, change in CHANGES.items() for value in change.values]


def test_every_option_is_among_them() -> None:
    assert {option.name for option in OPTIONS} == CHANGES.keys() | IN_GAMES.keys()
    for name, change in CHANGES.items():
        choices = simlab.koikoi.GAME.option(name).choices
        assert not choices or len(change.values) == len(choices) - 1


@pytest.mark.parametrize(("name", "value"), CASES)
def test_switching_an_option_changes_some_deal(name: str, value: object) -> None:
    change = CHANGES[name]
    needs = dict(change.needs)
    base, changed = rows(change.deals, **needs), rows(change.deals, **needs, **{name: value})
    assert not base.equals(changed)
    assert len(base) == len(changed) == change.deals


@pytest.mark.parametrize(("name", "value"), CASES)
def test_an_option_matters_only_where_it_applies(name: str, value: object) -> None:
    change = CHANGES[name]
    needs, idle = dict(change.needs), 0
    for index in range(80):
        deal = seen(index, **needs)
        if change.is_idle(deal):
            idle += 1
            assert seen(index, **needs, **{name: value}).outcome == deal.outcome, index
    assert idle > 3 or name in ("hand_cards", "field_cards", "month_yaku", "koikoi_min")


@pytest.mark.parametrize(("name", "rules"), [(name, rules) for name, cases in IN_GAMES.items() for rules in cases])
def test_switching_an_option_changes_some_game(name: str, rules: dict) -> None:
    base = {key: value for key, value in rules.items() if key != name}
    assert not game_rows(**base).equals(game_rows(**rules))
    with pytest.raises(simlab.SimlabError, match=f"option {name} means nothing for a single deal; count in games"):
        rows(**{name: rules[name]})


def test_a_game_of_one_round_is_a_deal() -> None:
    """But for the month, which goes round by the index of a deal and starts in January in a game."""
    games, deals = game_rows(), rows(GAMES)
    assert games.equals(deals)
    assert game_rows(next_dealer="alternate").equals(games)


def test_rounds_add_up() -> None:
    games = game_rows(rounds=5)
    assert (games.deals == 5).all()
    ends = games[["stopped", "cashed", "forced", "lucky", "exhausted"]].sum(axis=1)
    assert (ends == 5).all()
    for seat in (0, 1):
        assert (games[f"points_won_{seat}"] == games[f"score_{seat}"]).all()
        assert (games[f"win_{seat}"] == 840 * (games[f"score_{seat}"] > games[f"score_{1 - seat}"])).all()
    assert (games.draw == (games.score_0 == games.score_1)).all()


def test_a_game_ends_at_its_score() -> None:
    games = game_rows(first_to=20)
    high, low = games[["score_0", "score_1"]].max(axis=1), games[["score_0", "score_1"]].min(axis=1)
    assert (high >= 20).all()
    assert (low < 20).all()
    assert games.deals.nunique() > 5


def test_stakes_change_hands() -> None:
    """Nobody pays more than he has; who has nothing left ends the game."""
    games = game_rows(stakes=5, rounds=12)
    assert (games.score_0 + games.score_1 == 0).all()
    assert (games.score_0.abs() <= 5).all()
    assert ((games.deals == 12) | (games.score_0.abs() == 5)).all()
    assert (games.deals < 12).any()
    large = game_rows(stakes=10_000, rounds=3)
    plain = game_rows(rounds=3)
    assert (large.score_0 == plain.score_0 - plain.score_1).all()


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "seed"])
def test_presets_are_what_they_say(preset: str) -> None:
    """Each sets what it lists and nothing else, in games and, without what only they have, in deals."""
    rules = simlab.rules("koikoi", preset)
    values = PRESETS[preset].values
    assert {name: rules[name] for name in values} == values
    changed = {name for name, value in values.items() if value != simlab.rules("koikoi")[name]}
    assert rules.changed.keys() == changed
    assert simlab.simulate("koikoi", preset, BOTS, games=20, store=False).blocks == 20
    deals = simlab.simulate("koikoi", preset, BOTS, deals=200, store=False)
    assert not deals.outcomes(200).equals(rows(200))


def test_with_other_is_never_alone() -> None:
    frame = rows(viewing="with_other")
    for seat in (0, 1):
        yaku = frame.filter(regex=rf"^made_.*_{seat}$")
        viewings = yaku.filter(regex="viewing").sum(axis=1)
        others = yaku.drop(columns=list(yaku.filter(regex="viewing").columns)).sum(axis=1)
        assert (viewings > 0).any()
        assert (others[viewings > 0] > 0).all()


def test_seven_double_doubles_from_seven_on() -> None:
    base, doubled = rows(), rows(seven_double=True)
    lucky = base.made_lucky_hand_0 + base.made_lucky_hand_1 > 0
    for seat in (0, 1):
        high = base[f"base_{seat}"] >= 7
        assert (doubled[f"score_{seat}"] == base[f"score_{seat}"] * (1 + (high & ~lucky))).all()
    same = [column for column in base.columns if not column.startswith(("score", "points_won"))]
    assert base[same].equals(doubled[same])


def _factor(kind: str, own: int, other: int, base: int) -> int:
    """The rules text's sentence for each value, on its own."""
    if kind == "opponent":
        return base * 2 if other else base
    if kind == "winner":
        return base * 2 if own else base
    if kind == "any":
        return base * 2 if own or other else base
    if kind == "per_call":
        return base * (1 + own + other)
    return base + own if own <= 3 else base * {4: 2, 5: 3, 6: 4, 7: 5}[own]


@pytest.mark.parametrize("kind", ["opponent", "winner", "any", "per_call", "japan"])
def test_calls_multiply(kind: str) -> None:
    base, multiplied = rows(), rows(koikoi_multiplier=kind)
    same = [column for column in base.columns if not column.startswith(("score", "points_won"))]
    assert base[same].equals(multiplied[same])
    for plain, changed in zip(base.itertuples(), multiplied.itertuples(), strict=True):
        for seat in (0, 1):
            own, other = getattr(plain, f"calls_{seat}"), getattr(plain, f"calls_{1 - seat}")
            points = getattr(plain, f"score_{seat}")
            expected = _factor(kind, own, other, points) if points and not plain.draw else points
            if getattr(plain, f"made_lucky_hand_{seat}"):
                expected = 6
            assert getattr(changed, f"score_{seat}") == expected


def test_rotating_plays_every_line_up() -> None:
    """What a seat scores with rotation is the mean of what it scores in either line-up."""
    lineups = (["greedy", "random"], ["random", "greedy"])
    plain = [simlab.simulate("koikoi", bots=bots, deals=DEALS, store=False) for bots in lineups]
    turned = simlab.simulate("koikoi", bots=lineups[0], deals=DEALS, store=False, rotate=True)
    mean = (plain[0].seats.mean_score + plain[1].seats.mean_score) / 2
    np.testing.assert_allclose(turned.seats.mean_score, mean, rtol=1e-12)
    assert abs(plain[0].seats.mean_score[0] - plain[1].seats.mean_score[0]) > 0.1


def test_no_points_for_nobody() -> None:
    """Invariances of every row: one scores or none, a draw has no score, the score is the sum of its parts."""
    frame = rows(viewing="on")
    assert ((frame.score_0 == 0) | (frame.score_1 == 0)).all()
    assert ((frame.score_0 + frame.score_1 == 0) == (frame.draw == 1)).all()
    for seat in (0, 1):
        assert (frame.filter(regex=rf"^points_(?!won).*_{seat}$").sum(axis=1) == frame[f"base_{seat}"]).all()
        assert (frame[f"base_{seat}"] == frame[f"score_{seat}"]).all()
    assert frame.length.between(0, 16).all()
    assert (frame.length[frame.draw == 1] == 16).all()
    assert (frame.length[(frame.made_lucky_hand_0 | frame.made_lucky_hand_1) == 1] == 0).all()
