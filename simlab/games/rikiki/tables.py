"""What can be looked up under one rule set: the deals of a game, and the points of every bid."""

from __future__ import annotations

import numpy as np

from simlab.games.rikiki.rules import deal_sizes
from simlab.games.rikiki.scoring import points_table
from simlab.games.rikiki.scorings import Points
from simlab.games.rikiki.state import LAYOUT


def build_tables(rules: np.ndarray) -> np.ndarray:
    """The tables for a rules record."""
    tables = np.zeros(1, LAYOUT.tables)
    record, table = rules[0], tables[0]
    sizes = deal_sizes(record)
    table["deals"] = len(sizes)
    table["sizes"][: len(sizes)] = sizes
    table["points"] = points_table(Points(**{name: int(record[name]) for name in vars(Points())}))
    return tables
