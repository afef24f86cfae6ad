"""Each option changes some deal, changes it as it should, and changes nothing where it can't apply."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from contract.metamorphosis import Laboratory, Metamorphosis, Needs, Told, cases, idle_cases

import simlab
from simlab.games.koikoi.presets import PRESETS
from simlab.games.koikoi.rules import YAKU

DEALS = 4000
RARE_DEALS = 60_000
GAMES = 300
BOTS = ["random", "random"]


@dataclass(frozen=True)
class Seen(Told):
    """What happened in a deal."""

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


LABORATORY = Laboratory("koikoi", Seen, DEALS, GAMES)
rows, game_rows = LABORATORY.rows, LABORATORY.game_rows

VIEWING_ON = (("viewing", "on"),)
BRIGHTS = {"five_brights", "four_brights", "rainy_four_brights", "three_brights"}


def _no_viewing(deal: Seen) -> bool:
    return not any("9a" in pile and pile & {"3b", "8b"} for pile in deal.piles)


def _no_bright_on_board(deal: Seen) -> bool:
    return not any(card.endswith("b") for card in deal.named("board")[-1]["cards"])


def _points(name: str, needs: Needs = (), deals: int = DEALS) -> Metamorphosis:
    # Four bright yaku share one place: with another price another one may be the best.
    family = BRIGHTS if name in BRIGHTS else {name}
    return Metamorphosis(name, (0, 50), lambda deal: not deal.yaku & family, needs, deals)


NO_SET = ("boar_deer_butterfly", "poetry_ribbons", "blue_ribbons")
CHANGES = (
    *(_points(option.name) for option in YAKU[:7] if option.name != "five_brights"),
    _points("five_brights", deals=RARE_DEALS),
    Metamorphosis(
        "double_set", (10,), lambda deal: not {"poetry_ribbons", "blue_ribbons"} <= deal.yaku, deals=RARE_DEALS
    ),
    _points("animals"),
    _points("ribbons"),
    _points("chaff"),
    _points("flower_viewing", VIEWING_ON),
    _points("moon_viewing", VIEWING_ON),
    Metamorphosis("month_yaku", (4,), lambda deal: not any(len(pile) >= 4 for pile in deal.piles)),
    Metamorphosis("set_bonus", ("absorb", "both"), lambda deal: not deal.has_set(*NO_SET)),
    Metamorphosis(
        "double_set_mode", ("add",), lambda deal: not deal.has_set("double_set"), (("double_set", 10),), RARE_DEALS
    ),
    Metamorphosis("sake_cup", ("either", "animal"), lambda deal: "9a" not in deal.piles[0] | deal.piles[1]),
    Metamorphosis("viewing", ("on", "with_other"), _no_viewing),
    Metamorphosis("viewing_called", (3,), lambda deal: _no_viewing(deal) or not deal.calls, VIEWING_ON),
    Metamorphosis("viewing_cancel", ("field", "captured"), _no_viewing, VIEWING_ON),
    Metamorphosis("seven_double", (True,), lambda deal: max(deal.outcome["base"]) < 7 or deal.is_lucky),
    Metamorphosis("koikoi_multiplier", ("opponent", "winner", "any", "per_call", "japan"), lambda deal: not deal.calls),
    Metamorphosis("field_bright_multiplier", ("brights", "brights_plus_one"), _no_bright_on_board),
    Metamorphosis("koikoi_limit", ("once", "auto_stop"), lambda deal: not deal.calls),
    Metamorphosis("koikoi_min", (3,), lambda deal: all(event["decision"] != "call" for event in deal.named("action"))),
    Metamorphosis("reopen", ("new_yaku",), lambda deal: not deal.calls),
    Metamorphosis("exhausted", ("dealer", "last_caller"), lambda deal: not deal.outcome["exhausted"]),
    Metamorphosis("exhausted_points", (1, 50), lambda deal: not deal.outcome["exhausted"], (("exhausted", "dealer"),)),
    Metamorphosis("lucky_hand", ("redeal", "ignore"), lambda deal: not deal.is_lucky),
    Metamorphosis("lucky_both", ("draw",), lambda deal: not deal.is_lucky, deals=RARE_DEALS),
    Metamorphosis("hand_pairs", (False,), lambda deal: not deal.is_lucky),
    Metamorphosis("lucky_board", ("dealer_wins", "dealer_takes", "ignore"), lambda deal: not deal.is_board_lucky),
    Metamorphosis("board_pairs", (False,), lambda deal: not deal.is_board_lucky),
    Metamorphosis("lucky_points", (1, 50), lambda deal: not deal.is_lucky),
    Metamorphosis("hand_cards", (10,)),
    Metamorphosis("field_cards", (6,)),
)
IN_GAMES = {
    "rounds": [{"rounds": 3}],
    "first_to": [{"first_to": 10}],
    "next_dealer": [{"rounds": 3, "next_dealer": "alternate"}, {"rounds": 3, "next_dealer": "loser"}],
    "stakes": [{"stakes": 5}],
}


def test_every_option_is_among_them() -> None:
    LABORATORY.check_all_are_there(CHANGES, IN_GAMES)


@pytest.mark.parametrize(("change", "value"), cases(CHANGES))
def test_switching_an_option_changes_some_deal(change: Metamorphosis, value: object) -> None:
    LABORATORY.check_change(change, value)


@pytest.mark.parametrize(("change", "value"), idle_cases(CHANGES))
def test_an_option_matters_only_where_it_applies(change: Metamorphosis, value: object) -> None:
    assert LABORATORY.check_idle(change, value) > 3 or change.name in ("month_yaku", "koikoi_min")


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
