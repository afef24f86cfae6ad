"""Rule options: declared once each, and rule sets made of them.

From one declaration come the record that kernels read, the command line's ``--set``, the TOML reader and writer, the
help of ``simlab rules`` and the tests. Nothing here imports Numba.
"""

from simlab.games.options.option import NO, POSITIVE, RESERVED, YES, Deck, Option, Preset, Value
from simlab.games.options.ruleset import Rules, RulesSpec, for_unit, one_by_one, resolve, varied

__all__ = [
    "NO",
    "POSITIVE",
    "RESERVED",
    "YES",
    "Deck",
    "Option",
    "Preset",
    "Rules",
    "RulesSpec",
    "Value",
    "for_unit",
    "one_by_one",
    "resolve",
    "varied",
]
