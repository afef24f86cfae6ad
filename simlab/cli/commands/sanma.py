"""What only sanma has: the Hayahaya chart."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import output
from simlab.cli.arguments import Json, Preset, RulesFile, Set, read_rules
from simlab.cli.commands.app import app
from simlab.errors import SimlabError

sanma = typer.Typer(
    help="What only sanma has: 'simlab sanma chart', the Hayahaya chart; how far a hand is from tenpai.",
    rich_markup_mode=None,
)


@sanma.callback(invoke_without_command=True)
def main(context: typer.Context) -> None:
    """What only sanma has: the Hayahaya chart, and how far a hand is from tenpai."""
    if context.invoked_subcommand is None:
        print(context.get_help())


app.add_typer(sanma, name="sanma")

Melds = Annotated[str, typer.Option("--melds", metavar="MELDS", help="As in '111p (7777z)'.")]
FORMS = ("png", "svg", "html")


@sanma.command()
def chart(
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Set = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write it to a .png, .svg or .html file.")
    ] = None,
    json: Json = False,
) -> None:
    """Show or draw the Hayahaya chart: from a hand to what it pays in three steps.

    Cover its spots with unused tiles as you go. --set tsumo_payment=half draws it for another way to pay. A file that
    ends in .png, .svg or .html prints on a sheet of A4.
    """
    from dataclasses import asdict

    from simlab.games.sanma.charts import chart as make

    made = make(read_rules("sanma", preset, rules, settings))
    if out is not None:
        _write(out, made)
    if json:
        output.json(asdict(made))
    elif out is None:
        from simlab.report.hayahaya import table

        output.screen(table(made))


def _write(out: Path, made: object) -> None:
    from simlab.games.sanma.charts import Chart
    from simlab.kernel.home import write_whole
    from simlab.report import hayahaya
    from simlab.report.files import FIGURE_DPI

    assert isinstance(made, Chart)
    form = out.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise SimlabError(f"--out {out} has no form that is drawn; allowed: a file that ends in .png, .svg or .html")
    if form == "html":
        write = lambda file: file.write(hayahaya.html(made).encode())  # noqa: E731
    else:
        write = partial(hayahaya.figure(made).savefig, format=form, dpi=FIGURE_DPI)
    try:
        write_whole(out, write)
    except OSError as error:
        raise SimlabError(f"--out {out} can't be written: {error.strerror or error}") from None
    print(f"wrote {out}", file=sys.stderr)


@sanma.command()
def shanten(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="13 or 14 tiles, as in 123p456s11z.")],
    melds: Melds = "",
    seen: Annotated[str, typer.Option("--seen", metavar="TILES", help="Tiles known to lie elsewhere.")] = "",
    form: Annotated[
        str, typer.Option("--form", metavar="FORM", help="best, standard, seven_pairs or orphans.")
    ] = "best",
    json: Json = False,
) -> None:
    """Say how far a hand is from tenpai and what brings it nearer; with a tile to spare, what each discard leaves."""
    from dataclasses import asdict

    from simlab.games.sanma import shapes
    from simlab.games.sanma.shapes import told
    from simlab.report.tables import listing

    if shapes.has_spare(hand):
        options = shapes.discards(hand, melds, seen, form)
        far = shapes.shanten(hand, melds, form)
        if json:
            found = [asdict(option) | {"live": option.after.live} for option in options]
            output.json({"shanten": far, "discards": found})
        else:
            print(f"{told(far)}\n")
            columns = ("throw", "leaves", "tiles", "that bring it nearer")
            rows = ((one.tile, told(one.after.shanten), str(one.after.live), one.after.words) for one in options)
            output.screen(listing("", columns, rows, wrap=True))
        return
    waits = shapes.ukeire(hand, melds, seen, form)
    if json:
        output.json(asdict(waits) | {"live": waits.live})
    else:
        print(waits)
