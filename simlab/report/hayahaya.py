"""The Hayahaya chart on paper, on the screen and on a page: what `simlab.sanma.chart` gives, drawn.

In print the boxes are the chart's own: step 2 red for 2 to 8 and orange for terminals and honours, step 3 blue for a
non-dealer and red for the dealer. The colours are those of Okabe and Ito, and whatever a colour says, a word or a place
says too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from rich.console import Group, RenderableType
from rich.text import Text

from simlab.games.sanma.charts import BASE, BAZORO, HIGHEST_FU, Box, Chart, Pay, Spot
from simlab.report.tables import listing

BLUE, RED, ORANGE = "#0072B2", "#D55E00", "#E69F00"
_EDGES = {"red": RED, "orange": ORANGE, "": "0.35"}
# A4 across, in inches.
_PAPER = (11.69, 8.27)
_TINT = 0.14
_SIDES = ("non-dealer", "dealer")

STEP_1 = f"Step 1   chart han = han + {BAZORO} (bazoro). Seven or more: pay what the box says"
STEP_2 = "Step 2   three to six: add up fu from left to right, and round up to ten (not pinfu, not seven pairs)"
STEP_3 = "Step 3   find chart han and fu: ron over tsumo"
LEGEND = (
    "Ron: who discarded pays. Tsumo of a non-dealer: the other pays what stands first, the dealer what stands behind "
    "D; of the dealer: all pay. A dash: can't occur."
)


def title(chart: Chart) -> str:
    """The chart's heading."""
    rules = f" ({chart.rules})" if chart.rules else ""
    return f"Hayahaya chart: tsumo payment {chart.payment}{rules}"


def table(chart: Chart) -> RenderableType:
    """The chart as tables for a terminal.

    Parameters
    ----------
    chart : Chart
        As `simlab.sanma.chart` gives it.

    Returns
    -------
    RenderableType
    """
    limits = ((box.name, *_pair(box.other), *_pair(box.dealer)) for box in chart.limits)
    columns = ("box", "ron", "tsumo", "dealer ron", "dealer tsumo")
    spots = ((name, "; ".join(_spot_text(name, spot) for spot in row)) for name, row in chart.fu.items())
    parts: list[RenderableType] = [
        Text(title(chart)),
        Text(),
        listing(STEP_1, columns, limits),
        Text(),
        listing(STEP_2, ("ask", "fu"), spots, wrap=True),
        Text(),
    ]
    for place, side in enumerate(_SIDES):
        parts += [listing(f"{STEP_3}; {side}", _value_columns(chart), _value_rows(chart, place)), Text()]
    return Group(*parts, Text(LEGEND))


def _spot_text(question: str, spot: Spot) -> str:
    colour = f" ({spot.colour})" if spot.colour else ""
    return f"{spot.name}{colour} {_added(question, spot)}"


def _pair(pay: Pay) -> tuple[str, str]:
    return pay.ron_text, pay.tsumo_text


def _value_columns(chart: Chart) -> tuple[str, ...]:
    return ("fu", *(f"{han} {how}" for han in chart.values for how in ("ron", "tsumo")))


def _value_rows(chart: Chart, side: int) -> Iterator[tuple[str, ...]]:
    """Step 3 of one side: a row for each number of fu."""
    for fu in next(iter(chart.values.values())):
        pays = (_sides(chart.values[han][fu])[side] for han in chart.values)
        yield (f"{fu}{_more(fu)}", *(text for pay in pays for text in _pair(pay)))


def _more(fu: int) -> str:
    """The last column is for more as well."""
    return "+" if fu == HIGHEST_FU else ""


def _sides(box: Box) -> tuple[Pay, Pay]:
    return box.other, box.dealer


def figure(chart: Chart) -> Figure:
    """The chart on a sheet of A4.

    Parameters
    ----------
    chart : Chart
        As `simlab.sanma.chart` gives it.

    Returns
    -------
    matplotlib.figure.Figure
    """
    made = Figure(figsize=_PAPER)
    ax = made.add_axes((0.03, 0.03, 0.94, 0.94))
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    ax.set_axis_off()
    ax.text(0, 0.985, title(chart), fontsize=13 if len(title(chart)) < 90 else 9, fontweight="bold", va="center")
    _draw_limits(ax, chart, 0.80)
    _draw_spots(ax, chart, 0.545)
    _draw_values(ax, chart, 0.035)
    ax.text(0, 0.005, LEGEND, fontsize=8, va="center")
    return made


def _draw_limits(ax: Axes, chart: Chart, bottom: float) -> None:
    """Step 1: a box a limit, the non-dealer's values on top."""
    ax.text(0, bottom + 0.155, STEP_1, fontsize=10, va="center")
    width = 1 / len(chart.limits)
    for place, box in enumerate(chart.limits):
        left = place * width
        ax.text(left + width / 2, bottom + 0.125, box.name, fontsize=10, fontweight="bold", ha="center", va="center")
        for row, (side, pay, colour) in enumerate(zip(_SIDES, _sides(box), (BLUE, RED), strict=True)):
            text = f"{side}: ron {pay.ron_text}\ntsumo {pay.tsumo_text}"
            _box(ax, (left + 0.004, bottom + 0.055 * (1 - row), width - 0.008, 0.052), text, colour, 8.5)


def _draw_spots(ax: Axes, chart: Chart, bottom: float) -> None:
    """Step 2: a column a question, a spot an answer."""
    ax.text(0, bottom + 0.235, STEP_2, fontsize=10, va="center")
    widths = [1.9 if name in ("base", "pair", "wait") else 1.1 for name in chart.fu]
    left, unit = 0.0, 1 / sum(widths)
    for (name, spots), width in zip(chart.fu.items(), widths, strict=True):
        wide = width * unit
        ax.text(left + wide / 2, bottom + 0.208, name, fontsize=9, fontweight="bold", ha="center", va="center")
        for row, spot in enumerate(spots):
            place = (left + 0.004, bottom + 0.155 - 0.039 * row, wide - 0.008, 0.036)
            _box(ax, place, f"{spot.name}  {_added(name, spot)}", _EDGES[spot.colour], 8)
        left += wide


def _added(question: str, spot: Spot) -> str:
    """A spot's fu: what one starts from, or what is added to it."""
    return str(spot.fu) if question == BASE else f"+{spot.fu}"


def _draw_values(ax: Axes, chart: Chart, bottom: float) -> None:
    """Step 3: chart han down, fu across; in a cell the non-dealer's values over the dealer's."""
    ax.text(0, bottom + 0.475, f"{STEP_3}; upper box (blue): {_SIDES[0]}, lower box (red): {_SIDES[1]}", fontsize=10)
    columns = list(next(iter(chart.values.values())))
    head, high = 0.05, 0.108
    width = (1 - head) / len(columns)
    for place, fu in enumerate(columns):
        ax.text(
            head + (place + 0.5) * width, bottom + 0.452, f"{fu}{_more(fu)} fu", fontsize=9, ha="center", va="center"
        )
    for row, (han, boxes) in enumerate(chart.values.items()):
        low = bottom + 0.435 - high * (row + 1)
        ax.text(0.02, low + high / 2, f"{han}\nhan", fontsize=10, fontweight="bold", ha="center", va="center")
        for place, fu in enumerate(columns):
            for half, (pay, colour) in enumerate(zip(_sides(boxes[fu]), (BLUE, RED), strict=True)):
                where = (
                    head + place * width + 0.002,
                    low + high / 2 * (1 - half) + 0.001,
                    width - 0.004,
                    high / 2 - 0.002,
                )
                _box(ax, where, "\n".join(_pair(pay)), colour, 7)


def _box(ax: Axes, where: tuple[float, float, float, float], text: str, colour: str, size: float) -> None:
    """A rectangle (left, bottom, width, height) with a text in it."""
    left, bottom, width, height = where
    ax.add_patch(Rectangle((left, bottom), width, height, facecolor=colour, alpha=_TINT, linewidth=0))
    ax.add_patch(Rectangle((left, bottom), width, height, fill=False, edgecolor=colour, linewidth=1.1))
    ax.text(left + width / 2, bottom + height / 2, text, fontsize=size, ha="center", va="center", linespacing=1.15)


_STYLE = f"""
body {{ font: 14px/1.35 sans-serif; margin: 1.5em; }}
table {{ border-collapse: separate; border-spacing: 3px; margin: 0 0 1em; }}
td, th {{ padding: 2px 6px; text-align: center; white-space: nowrap; }}
.other {{ border: 2px solid {BLUE}; }} .dealer {{ border: 2px solid {RED}; }}
.red {{ border: 2px solid {RED}; }} .orange {{ border: 2px solid {ORANGE}; }} .plain {{ border: 2px solid #777; }}
@media print {{ @page {{ size: A4 landscape; margin: 8mm; }} body {{ font-size: 10px; margin: 0; }} }}
"""


def html(chart: Chart) -> str:
    """The chart as a page of its own, which prints on a sheet of A4.

    Parameters
    ----------
    chart : Chart
        As `simlab.sanma.chart` gives it.

    Returns
    -------
    str
    """
    heading = escape(title(chart))
    parts = [
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{heading}</title>',
        f"<style>{_STYLE}</style></head><body><h1>{heading}</h1>",
        f"<h2>{escape(STEP_1)}</h2>",
        _html_table([[f"<th>{escape(box.name)}</th>" for box in chart.limits], *_html_sides(chart.limits)]),
        f"<h2>{escape(STEP_2)}</h2>",
        _html_spots(chart),
        f"<h2>{escape(STEP_3)}; blue: {_SIDES[0]}, red: {_SIDES[1]}</h2>",
        _html_values(chart),
        f"<p>{escape(LEGEND)}</p></body></html>\n",
    ]
    return "\n".join(parts)


def _html_table(rows: Sequence[Sequence[str]]) -> str:
    return "<table>" + "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows) + "</table>"


def _html_sides(boxes: Sequence[Box]) -> list[list[str]]:
    """A row of cells for the non-dealer and one for the dealer."""
    return [
        [
            f'<td class="{name}">{side}: ron {pay.ron_text}<br>tsumo {pay.tsumo_text}</td>'
            for pay in (_sides(box)[place] for box in boxes)
        ]
        for place, (side, name) in enumerate(zip(_SIDES, ("other", "dealer"), strict=True))
    ]


def _html_spots(chart: Chart) -> str:
    deepest = max(map(len, chart.fu.values()))
    rows = [[f"<th>{escape(name)}</th>" for name in chart.fu]]
    for row in range(deepest):
        rows.append(
            [_html_spot(name, spots[row]) if row < len(spots) else "<td></td>" for name, spots in chart.fu.items()]
        )
    return _html_table(rows)


def _html_spot(question: str, spot: Spot) -> str:
    return f'<td class="{spot.colour or "plain"}">{escape(spot.name)} {_added(question, spot)}</td>'


def _html_values(chart: Chart) -> str:
    columns = list(next(iter(chart.values.values())))
    rows = [["<th></th>", *(f"<th>{fu}{_more(fu)} fu</th>" for fu in columns)]]
    for han, boxes in chart.values.items():
        for place, name in enumerate(("other", "dealer")):
            first = [f'<th rowspan="2">{han} han</th>'] if place == 0 else []
            pays = (_sides(boxes[fu])[place] for fu in columns)
            rows.append([*first, *(f'<td class="{name}">{pay.ron_text}<br>{pay.tsumo_text}</td>' for pay in pays)])
    return _html_table(rows)
