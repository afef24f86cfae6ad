"""What the sanma referee sees in a hand: kinds of tiles, readings as blocks and a pair, and the distance to one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

TERMINALS = ["1m", "9m", "1p", "9p", "1s", "9s"]
HONOURS = ["1z", "2z", "3z", "4z", "5z", "6z", "7z"]
KINDS = ["1m", "9m", *(f"{rank}{suit}" for suit in "ps" for rank in range(1, 10)), *HONOURS]
NORTH = "4z"
DRAGONS = {"5z": "haku", "6z": "hatsu", "7z": "chun"}

Missing = tuple[tuple[int, ...], ...]  # [pairs][sets]: the fewest tiles that are missing


class Block(NamedTuple):
    """A run, triplet or kan: its first tile, and whether it counts as open."""

    kind: str
    tile: str
    open: bool = False

    def tiles(self) -> list[str]:
        """The kinds in it, a kan as three."""
        if self.kind == "run":
            return [f"{int(self.tile[0]) + step}{self.tile[1]}" for step in range(3)]
        return [self.tile] * 3


class Reading(NamedTuple):
    """A way to see the hand: "standard" has four blocks and a pair; the wait is the one that the win tile ended."""

    form: str
    blocks: list[Block]
    pair: str
    wait: str


def plain(text: str) -> str:
    """The kind of a tile: a red five is a five. (Sanma, text)"""
    tile = "5" + text[1:] if text[:1] == "0" else text
    if tile not in KINDS:
        raise ValueError(f"{text!r} is no tile of this game")
    return tile


def is_edge(tile: str) -> bool:
    """A terminal or an honour."""
    return tile in TERMINALS or tile in HONOURS


def all_kinds(case: dict[str, Any]) -> list[str]:
    """Every tile of the hand and its melds; kita are no part of it."""
    return [plain(text) for text in [*case["tiles"], *(text for meld in case["melds"] for text in meld["tiles"])]]


def is_closed(case: dict[str, Any]) -> bool:
    """Only closed kans keep a hand closed; kita do not open it. (Kita)"""
    return all(meld["kind"] == "closed_kan" for meld in case["melds"])


def splits(tiles: list[str]) -> Iterator[list[Block]]:
    """All ways to split sorted tiles into runs and triplets; there are no runs of man or honours."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    options = [Block("triplet", first)]
    if first[1] in "ps" and first[0] <= "7":
        options.append(Block("run", first))
    for block in options:
        rest = list(tiles)
        try:
            for tile in block.tiles():
                rest.remove(tile)
        except ValueError:
            continue
        for others in splits(rest):
            yield [block, *others]


def run_wait(block: Block, win: str) -> str:
    """The wait that a run had before the win tile. (Fu)"""
    step, start = int(win[0]) - int(block.tile[0]), int(block.tile[0])
    if step == 1:
        return "kanchan"
    return "penchan" if (start, step) in [(1, 2), (7, 0)] else "ryanmen"


def placed(blocks: list[Block], melds: list[Block], pair: str, win: str, ron: bool) -> Iterator[Reading]:
    """One reading for each place the win tile may have; a triplet completed by ron is open. (Fu)"""
    if pair == win:
        yield Reading("standard", [*blocks, *melds], pair, "tanki")
    for index, block in enumerate(blocks):
        if win not in block.tiles():
            continue
        wait = "shanpon" if block.kind == "triplet" else run_wait(block, win)
        ended = block._replace(open=ron and block.kind == "triplet")
        yield Reading("standard", [*blocks[:index], ended, *blocks[index + 1 :], *melds], pair, wait)


def readings(case: dict[str, Any]) -> Iterator[Reading]:
    """All readings of the hand: four blocks and a pair, seven different pairs, thirteen orphans. (Yaku)"""
    tiles, win = sorted(plain(text) for text in case["tiles"]), plain(case["win_tile"])
    if len(tiles) != 14 - 3 * len(case["melds"]) or case["win_tile"] not in case["tiles"]:
        raise ValueError("the tiles are not those of a complete hand")
    if any(all_kinds(case).count(tile) > 4 for tile in KINDS):
        raise ValueError("there are four of each tile")
    melds = [
        Block("triplet" if meld["kind"] == "pon" else "kan", plain(meld["tiles"][0]), meld["kind"] != "closed_kan")
        for meld in case["melds"]
    ]
    pairs = [tile for tile in sorted(set(tiles)) if tiles.count(tile) >= 2]
    for pair in pairs:
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for blocks in splits(sorted(rest, key=lambda tile: (tile[1], tile[0]))):
            yield from placed(blocks, melds, pair, win, case["win"] == "ron")
    if not melds and len(pairs) == 7:
        yield Reading("chiitoitsu", [], "", "tanki")
    if not melds and set(tiles) == {*TERMINALS, *HONOURS}:
        yield Reading("kokushi", [], "", "thirteen" if pairs == [win] else "tanki")


@lru_cache(maxsize=100_000)
def suit_missing(have: tuple[int, ...], room: tuple[int, ...], runs: bool) -> Missing:
    """[pairs][sets]: the fewest missing tiles of such a target within these kinds, for up to one pair and four sets.

    Kind by kind: how many runs start here, and whether there is a triplet or a pair. Three runs that start together
    are three triplets, so two are enough. A state is the runs begun two and one kinds before, the sets and the pairs.
    """
    states = {(0, 0, 0, 0): 0}
    for place, (held, most) in enumerate(zip(have, room, strict=True)):
        after: dict[tuple[int, int, int, int], int] = {}
        for (two, one, sets, pairs), missing in states.items():
            for begun in range(3 if runs and place < len(have) - 2 else 1):
                for triplet, pair in [(0, 0), (1, 0), (0, 1)]:
                    wanted = two + one + begun + 3 * triplet + 2 * pair
                    state = (one, begun, sets + begun + triplet, pairs + pair)
                    if wanted > most or state[2] > 4 or state[3] > 1:
                        continue
                    after[state] = min(after.get(state, 99), missing + max(0, wanted - held))
        states = after
    best = [[99] * 5, [99] * 5]
    for (_, _, sets, pairs), missing in states.items():
        best[pairs][sets] = min(best[pairs][sets], missing)
    return tuple(tuple(row) for row in best)


def merged(one: Missing, two: Missing) -> Missing:
    """The fewest missing tiles when the sets and the pair may lie in either of two groups of kinds."""

    def fewest(pairs: int, sets: int) -> int:
        ways = [(pair, part) for pair in range(pairs + 1) for part in range(sets + 1)]
        return min(one[pair][part] + two[pairs - pair][sets - part] for pair, part in ways)

    return tuple(tuple(fewest(pairs, sets) for sets in range(5)) for pairs in range(2))


def shanten(tiles: list[str], melds: int = 0, held: dict[str, int] | None = None) -> dict[str, int | None]:
    """Tiles still missing from the nearest complete hand, less one: standard, chiitoitsu, kokushi and the best."""
    kinds = [plain(text) for text in tiles]
    if len(kinds) + 3 * melds not in (13, 14):
        raise ValueError("the hand has too many or too few tiles")
    total: Missing = ((0, 99, 99, 99, 99), (99,) * 5)
    for suit in "psmz":  # man and honours alike have no runs
        own = [kind for kind in KINDS if kind[1] == suit]
        room = tuple(4 - (held or {}).get(kind, 0) for kind in own)
        new = suit_missing(tuple(kinds.count(kind) for kind in own), room, suit in "ps")
        total = merged(total, new)
    found: dict[str, int | None] = {"standard": total[1][4 - melds] - 1, "chiitoitsu": None, "kokushi": None}
    if not melds:
        pairs = [kind for kind in set(kinds) if kinds.count(kind) >= 2]
        edges = {kind for kind in kinds if is_edge(kind)}
        found["chiitoitsu"] = 6 - len(pairs) + max(0, 7 - len(set(kinds)))
        found["kokushi"] = 13 - len(edges) - int(any(pair in edges for pair in pairs))
    found["best"] = min(value for value in found.values() if value is not None)
    return found
