"""What a command leaves in the folder that ``--out`` names: tables, figures, a manifest."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from simlab.errors import SimlabError
from simlab.kernel.home import writable, write_whole

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


FIGURE_DPI = 150


def check_folder(name: str) -> Path:
    """The folder, made if need be; refused before any work if nothing can be written there."""
    if not name:
        raise SimlabError("--out is empty; name a folder")
    return writable(Path(name), f"--out {name}", "name a folder that can be written")


def save(
    folder: Path,
    tables: Mapping[str, pd.DataFrame],
    figures: Mapping[str, Callable[[], Axes]],
    manifest: Mapping[str, Any],
) -> list[Path]:
    """Write every table as Parquet and CSV, every figure as PNG and SVG, and the manifest as JSON."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    made: list[Path] = []

    def put(name: str, write: Callable[[IO[bytes]], object]) -> None:
        try:
            write_whole(folder / name, write)
        except OSError as error:
            raise SimlabError(f"can't write {folder / name}: {error.strerror or error}") from None
        made.append(folder / name)

    for name, table in tables.items():
        put(f"{name}.parquet", table.to_parquet)
        put(f"{name}.csv", partial(_write_csv, table))
    for name, draw in figures.items():
        figure = draw().get_figure(root=True)
        assert figure is not None
        for form in ("png", "svg"):
            put(f"{name}.{form}", partial(figure.savefig, format=form, dpi=FIGURE_DPI, bbox_inches="tight"))
        plt.close(figure)
    put("manifest.json", lambda file: file.write(to_json(manifest).encode()))
    return made


def _write_csv(table: pd.DataFrame, file: IO[bytes]) -> None:
    file.write(table.to_csv(index=False).encode())


def to_json(value: Any) -> str:
    """JSON as every reader takes it: what isn't a finite number is null."""
    return json.dumps(_plain(value), indent=1, ensure_ascii=False)


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """A table's rows as dicts of plain values."""
    return table.to_dict("records")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
