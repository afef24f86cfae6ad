"""Options, presets, rule sets, TOML, the rules hash."""

from __future__ import annotations

import pickle
import tomllib
from dataclasses import replace

import pytest
import toy

import simlab
from simlab.errors import SimlabError
from simlab.games import get
from simlab.games.options import Deck, Option, Rules, for_unit, resolve
from simlab.kernel.records import Unit


def rules(game: str, spec: object = None, **options: object) -> Rules:
    return simlab.rules(game, spec, **options)


def test_defaults_are_the_seed() -> None:
    for game in ("koikoi", "toy"):
        assert rules(game) == rules(game, "seed")
        assert rules(game).changed == {}
        assert rules(game).describe() == "the default rules"


def test_values_are_read_from_values_and_text() -> None:
    assert rules("koikoi", {"seven_double": "on"}) == rules("koikoi", {"seven_double": True})
    assert rules("koikoi", {"viewing": True})["viewing"] == "on"
    assert rules("koikoi", {"viewing": False})["viewing"] == "off"
    assert rules("koikoi", {"koikoi_multiplier": False})["koikoi_multiplier"] == "none"
    assert rules("koikoi", {"koikoi_multiplier": " Per_Call "})["koikoi_multiplier"] == "per_call"
    assert rules("koikoi", {"animals": "3"})["animals"] == 3


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"seven_doubel": True}, "unknown option of koikoi 'seven_doubel'; did you mean 'seven_double'"),
        ({"seven_double": "maybe"}, "option seven_double can't be 'maybe'; allowed: off, on"),
        ({"seven_double": 1}, "option seven_double can't be 1; allowed: off, on"),
        ({"viewing": "sometimes"}, "option viewing can't be 'sometimes'; allowed: off, on, with_other"),
        ({"animals": -1}, "option animals can't be -1; allowed: a whole number from 0 to 100"),
        ({"animals": 101}, "option animals can't be 101"),
        ({"animals": 1.5}, "option animals can't be 1.5"),
        ({"animals": True}, "option animals can't be True"),
        ({"animals": "many"}, "option animals can't be 'many'"),
        ({"animals": None}, "option animals can't be None"),
        ({"preset": "nintedo"}, "unknown preset of koikoi 'nintedo'"),
        ("nonsense", "unknown preset of koikoi 'nonsense'"),
        (7, "rules can't be 7"),
        ({"game": "toy"}, "these are rules of toy, not of koikoi"),
        (
            {"flower_viewing": 3},
            "option flower_viewing=3 contradicts viewing=off: it needs viewing to be on or with_other",
        ),
        ({"moon_viewing": 3, "viewing": "off"}, "option moon_viewing=3 contradicts viewing=off"),
    ],
)
def test_bad_rules_are_told(spec: object, message: str) -> None:
    with pytest.raises(simlab.SimlabError) as caught:
        resolve(get("koikoi"), spec)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_rules_of_another_game_are_refused() -> None:
    with pytest.raises(simlab.SimlabError, match="these are rules of toy, not of koikoi"):
        simlab.simulate("koikoi", rules("toy"), deals=1)


def test_a_presets_values_that_become_void_fall_back() -> None:
    """`most` is set by the preset and means nothing once the bank pays: no contradiction of the user's."""
    assert rules("toy", "big")["most"] == 2
    assert rules("toy", "big", payer="bank")["most"] == 3
    with pytest.raises(simlab.SimlabError, match="option most=5 contradicts payer=bank"):
        rules("toy", "big", payer="bank", most=5)


def test_the_hash_depends_on_what_differs_only() -> None:
    """Stable: these are the names under which results are found again."""
    assert rules("koikoi").hash == rules("koikoi", {"seven_double": False}).hash
    assert rules("koikoi", seven_double=True).hash == rules("koikoi", {"seven_double": "on"}).hash
    hashes = {rules("koikoi").hash, rules("koikoi", seven_double=True).hash, rules("koikoi", animals=2).hash}
    assert len(hashes) == 3
    assert rules("koikoi").hash == "2ba30cf97daa"
    assert rules("koikoi", seven_double=True).hash == "4ab3d0d2a082"


def test_toml_goes_there_and_back() -> None:
    for game, changes in (
        ("koikoi", {"viewing": "with_other", "animals": 3}),
        ("toy", {"players": 5, "payer": "player"}),
    ):
        before = rules(game, changes)
        assert resolve(get(game), tomllib.loads(before.to_toml())) == before


def test_rules_do_not_change() -> None:
    base = rules("koikoi")
    changed = base.with_options(seven_double=True)
    assert base["seven_double"] is False
    assert changed["seven_double"] is True
    with pytest.raises(TypeError):
        base["seven_double"] = True  # type: ignore[index]


def test_the_record_holds_every_option() -> None:
    """What a kernel reads is what was set, for every option and every value."""
    for game in (get("koikoi"), toy.TOY):
        for option in game.options:
            for value in option.choices or option.among or (option.low, option.high):
                if option.needs:
                    continue
                chosen = resolve(game, {option.name: value})
                record = chosen.record(game.unit)[0]
                assert record[option.name] == option.code(chosen[option.name])
                assert option.plain(type(option.default)(record[option.name])) == chosen[option.name]
                assert record["seats"] == chosen.seats
                assert record["unit"] == Unit[game.unit.upper()]


def test_options_that_mean_nothing_for_the_unit_are_refused() -> None:
    assert simlab.simulate("toy", {"rounds": 2}, games=5, store=False).blocks == 5
    with pytest.raises(simlab.SimlabError, match="option rounds means nothing for a single deal; count in games"):
        simlab.simulate("toy", {"rounds": 2}, deals=5, store=False)
    with pytest.raises(simlab.SimlabError, match="koikoi can't be counted in hands; it is counted in deals or games"):
        simlab.replay("koikoi", unit="hand")


def test_a_preset_serves_every_unit() -> None:
    """What it sets and means nothing for a unit falls back; what is asked for by name is refused."""
    long = simlab.rules("toy", "long")
    assert long["rounds"] == 9
    assert for_unit(long, "game") == long
    assert for_unit(long, "deal") == simlab.rules("toy")
    assert for_unit(pickle.loads(pickle.dumps(long)), "deal") == simlab.rules("toy")
    wide = long.with_options(span=5)
    assert for_unit(wide, "deal") == simlab.rules("toy", span=5)
    for asked in (simlab.rules("toy", rounds=9), wide.with_options(rounds=8), simlab.rules("toy", {"rounds": 2})):
        with pytest.raises(SimlabError, match="option rounds means nothing for a single deal; count in games"):
            for_unit(asked, "deal")
    found = simlab.compare("toy", {"base": {}, "long": "long"}, deals=20, store=False)
    assert found.effects.difference.eq(0).all()


def test_a_preset_is_where_a_rule_set_starts() -> None:
    with pytest.raises(SimlabError, match="preset 'big' is where a rule set starts, and can't be set on top of one"):
        simlab.rules("toy", span=5).with_options(preset="big")
    assert simlab.rules("toy", {"preset": "big", "span": 5})["players"] == 8


@pytest.mark.parametrize(
    "deck", [(5, 6, ()), (257, 5, ()), (5, -1, ()), (5, 5, (0,)), (5, 5, (6,) * 5), (5, 5, (256,))]
)
def test_what_can_not_be_shuffled_is_refused(deck: tuple) -> None:
    with pytest.raises(ValueError, match=r"can't be (drawn|thrown)"):
        Deck(*deck)


def test_declared_names_are_taken_once() -> None:
    toy = get("toy")
    with pytest.raises(ValueError, match="toy declares names that are taken: win_rate"):
        replace(toy, features=(replace(toy.features[0], names=("win", "other")),))
    with pytest.raises(ValueError, match="toy declares names that are taken: preset"):
        replace(toy, options=(*toy.options, Option("preset", 1, "a name of its own")))


def test_units_place_a_single_deal_by_its_index() -> None:
    """The toy's dealer goes round with the index, so that every context comes as often."""
    first = [simlab.replay("toy", index=index).events for index in range(3)]
    seats = [next(event["seat"] for event in events if event["event"] == "action") for events in first]
    assert seats == [0, 1, 2]


def test_every_option_says_what_it_is() -> None:
    for option in get("koikoi").options:
        assert option.help
        assert "\n" not in option.help
        assert option.source


@pytest.mark.parametrize("default", [True, False])
def test_switches_list_their_default_first(default: bool) -> None:
    option = Option("x", default, "help")
    assert option.choices[0] == option.text(default)
