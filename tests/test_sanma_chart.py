"""The Hayahaya chart: it and the scoring are one formula, and it is drawn in every form."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from pathlib import Path

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from referee.sanma_cases import random_case
from sanma_cases_to_hands import hands_of

import simlab
from simlab import sanma
from simlab.decks.riichi import read_called
from simlab.errors import SimlabError
from simlab.games.sanma.charts import BAZORO, HIGHEST_FU, LIMIT_HAN, Chart
from simlab.games.sanma.samples import winning_hands
from simlab.games.sanma.state import Status
from simlab.games.sanma.telling import tell
from simlab.report import hayahaya

METHODS = simlab.games.get("sanma").option("tsumo_payment").choices


@pytest.mark.parametrize("method", METHODS)
def test_every_hand_is_paid_what_the_chart_says(method: str) -> None:
    """Random hands under random rules, walked through the chart: its last cell is what is paid, honba and pao apart."""
    rng, walked = random.Random(METHODS.index(method)), 0
    for _ in range(400):
        case, rules = random_case(rng)
        chosen = simlab.rules("sanma", rules | {"tsumo_payment": method})
        hands = hands_of([case | {"honba": 0, "pao": {}}])
        found = sanma.batch_score(hands, chosen)[0]
        if found["status"] != Status.SCORED or found["yakuman"] > 1:
            continue
        told = tell(hands[0], found, [], case["by"], chosen)
        chart = sanma.chart(chosen)
        count = told.han + BAZORO
        if told.yakuman:
            box = chart.limits[-1]
        elif count >= LIMIT_HAN:
            box = max((box for box in chart.limits if box.han <= count), key=lambda box: box.han)
        else:
            box = chart.values[count][min(told.fu, HIGHEST_FU)]
        pay = box.dealer if case["seat"] == "E" else box.other
        paid = sorted(int(points) for points in found["pays"] if points)
        if case["win"] == "ron":
            assert paid == [pay.ron]
        else:
            assert paid == sorted(pay.tsumo * 2 if len(pay.tsumo) == 1 else pay.tsumo)
        walked += 1
    assert walked > 200


def test_hands_of_many_kans_have_a_cell() -> None:
    for hand, melds in (("234s99s", "(1111p) (9999p) (1111s)"), ("44p789s", "(4444s) (9999m) (1111m)")):
        steps = simlab.score("sanma", hand, win="ron", melds=melds, chart=True).steps
        assert any("cell" in step for step in steps)


@pytest.mark.parametrize(
    ("hand", "context", "last"),
    [
        ("66z", {"melds": "(4444z) (7777z) (9999s) (2222z)", "win": "ron", "seat": "E"}, "discarder 96000"),
        ("234s11s", {"melds": "555z 666z 777z", "win": "tsumo", "pao": "W", "honba": 1}, "W 32200"),
        ("123456p23456s99m7s", {"win": "ron", "honba": 2}, "discarder 1400"),
    ],
)
def test_the_walk_ends_with_what_is_paid(hand: str, context: dict, last: str) -> None:
    assert simlab.score("sanma", hand, chart=True, **context).steps[-1].endswith(last)


def test_the_walk_names_the_spots() -> None:
    steps = "\n".join(simlab.score("sanma", "234p55s789s111z46s5s", win="ron", seat="E", chart=True).steps)
    for spot in (
        "closed hand by ron 30",
        "ron +0",
        "penchan, kanchan or tanki +2",
        "1 9 honour (orange) +8",
        "4 han and 40 fu",
    ):
        assert spot in steps
    assert "pinfu by tsumo 20" in "\n".join(simlab.score("sanma", "123456p23456s99m7s", win="tsumo", chart=True).steps)


class _Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += f" {data}"


@pytest.mark.parametrize("preset", ["seed", "seed_split", "sega_mj"])
def test_drawn_in_every_form(preset: str) -> None:
    """Every value of the chart stands on the sheet and on the page, and the title fits the sheet."""
    chart: Chart = sanma.chart(preset)
    page = _Cells()
    page.feed(hayahaya.html(chart))
    assert not page.open
    figure = hayahaya.figure(chart)
    texts = " ".join(text.get_text() for text in figure.axes[0].texts)
    for boxes in chart.values.values():
        for box in boxes.values():
            for pay in (box.other, box.dealer):
                assert pay.ron_text in page.text
                assert pay.tsumo_text in page.text
                assert pay.tsumo_text in texts
    heading = figure.axes[0].texts[0].get_window_extent(FigureCanvasAgg(figure).get_renderer())
    assert heading.x1 < figure.bbox.x1


def test_files(said, tmp_path: Path) -> None:
    for form, start in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("html", b"<!DOCTYPE html>"), ("PNG", b"\x89PNG")):
        said(f"sanma chart --out {tmp_path / 'chart'}.{form}")
        assert (tmp_path / f"chart.{form}").read_bytes().startswith(start)


def test_samples_can_be() -> None:
    """What is timed and looked at in the notebook are hands that the checks let pass."""
    found = sanma.batch_score(winning_hands())
    assert (found["status"] == Status.SCORED).all()


def test_kita_in_the_notation() -> None:
    assert read_called("111p k44z") == (read_called("111p")[0], 2)
    plain = simlab.score("sanma", "123456p23456s99m7s", win="ron", kita=2)
    assert simlab.score("sanma", "123456p23456s99m7s", win="ron", melds="k44z") == plain
    assert "k44z" in plain.reading
    with pytest.raises(SimlabError, match="no kita"):
        read_called("k5z")
    with pytest.raises(SimlabError, match="give one"):
        simlab.score("sanma", "123456p23456s99m7s", win="ron", melds="k44z", kita=1)


@pytest.mark.parametrize("call", [sanma.shanten, sanma.ukeire, sanma.discards])
@pytest.mark.parametrize("given", [None, 5, ["1p", 2], b"1p"])
def test_what_is_no_text(call, given: object) -> None:
    with pytest.raises(SimlabError, match="can't be"):
        call(given)
    with pytest.raises(SimlabError, match="can't be"):
        call("123456p23456s99m", melds=given)


@pytest.mark.parametrize("form", ["seven_pairs", "orphans"])
def test_forms_that_melds_rule_out(form: str) -> None:
    for call, hand in (
        (sanma.shanten, "3456p2345s9m1z"),
        (sanma.ukeire, "3456p2345s9m1z"),
        (sanma.discards, "3456p2345s9m11z"),
    ):
        with pytest.raises(SimlabError, match="allows no melds"):
            call(hand, melds="111p", form=form)


@pytest.mark.parametrize("n", [-1, None, "3", 1.5, True, float("nan"), 10**30, [1, 2]])
def test_numbers_of_hands(n: object) -> None:
    with pytest.raises(SimlabError, match="empty_hands"):
        sanma.empty_hands(n)
