"""Random winning hands of sanma for the referee: complete, possible at a table, and spread over every yaku."""

from __future__ import annotations

import random
from typing import Any

from referee.sanma_hands import HONOURS, KINDS, Sets, random_shape

__all__ = ["DEFAULTS", "OPTIONS", "random_case"]

Case = dict[str, Any]
Rules = dict[str, Any]

OPTIONS: dict[str, list[Any]] = {  # the default first
    "kita": [True, False],
    "north_yakuhai": [False, True],
    "kita_rinshan": [True, False],
    "kita_ron_chankan": [False, True],
    "kita_ron_ippatsu": [False, True],
    "kita_dora": ["double", "per_indicator"],
    "tsumo_payment": ["loss", "half", "half_exact", "proportional", "equal", "dealer_pays", "add_1000"],
    "honba_value": [100, 500],
    "red_fives": [0, 2, 8],
    "kuitan": [True, False],
    "ippatsu": [True, False],
    "ura": [True, False],
    "kiriage": [False, True],
    "double_wind_fu": [4, 2],
    "pinfu_tsumo": [True, False],
    "chiitoitsu_fu": [25, 40],
    "double_yakuman": [False, True],
    "kazoe": ["yakuman", "sanbaiman"],
    "pao": [True, False],
    "pao_scope": ["liable_yakuman", "whole_hand"],
    "renhou": ["off", "mangan", "yakuman"],
}
DEFAULTS: Rules = {name: values[0] for name, values in OPTIONS.items()}
KITA_OPTIONS = ("kita_rinshan", "kita_ron_chankan", "kita_ron_ippatsu", "kita_dora")
FLAGS = ["riichi", "double_riichi", "ippatsu", "rinshan", "after_kita", "chankan", "on_kita", "last_tile", "first_turn"]
STYLES = {  # the chances of a triplet to be a pon, an open kan or a closed kan; and how often the style comes up
    "closed": ((0.0, 0.0, 0.0), 46),
    "closed_kans": ((0.0, 0.0, 0.5), 12),
    "open": ((0.55, 0.1, 0.1), 28),
    "all_open": ((0.75, 0.25, 0.0), 8),
    "kans": ((0.05, 0.4, 0.5), 6),
}


def random_rules(rng: random.Random) -> Rules:
    """Half the time the defaults; an option that another one makes meaningless stays at its default."""
    if rng.random() < 0.5:
        return dict(DEFAULTS)
    rules = {name: rng.choice(values) for name, values in OPTIONS.items()}
    rules["kita"] = rng.random() < 0.65
    meaningless = ["north_yakuhai"] if rules["kita"] else list(KITA_OPTIONS)
    meaningless += [] if rules["ippatsu"] else ["kita_ron_ippatsu"]
    meaningless += [] if rules["pao"] else ["pao_scope"]
    return rules | {name: DEFAULTS[name] for name in meaningless}


def with_melds(rng: random.Random, sets: Sets) -> tuple[list[str], list[dict[str, Any]]]:
    """Some triplets become melds, in a style of the whole hand; there is no chi. Gives closed tiles and melds."""
    chances, weights = zip(*STYLES.values(), strict=True)
    pao = any({(kind,) * 3 for kind in kinds} <= set(sets) for kinds in (HONOURS[:4], HONOURS[4:]))
    style = STYLES["all_open"][0] if pao and rng.random() < 0.4 else rng.choices(chances, weights)[0]
    tiles: list[str] = []
    melds: list[dict[str, Any]] = []
    for one in sets:
        kind = rng.choices(["", "pon", "open_kan", "closed_kan"], [1 - sum(style), *style])[0]
        if kind and one[0] == one[1]:
            melds.append({"kind": kind, "tiles": list(one) if kind == "pon" else [*one, one[0]]})
        else:
            tiles += one
    return tiles, melds


def seen(case: Case) -> list[str]:
    """Every tile that the case shows."""
    melded = [tile for meld in case["melds"] for tile in meld["tiles"]]
    return [*case["tiles"], *melded, *["4z"] * case["kita"], *case["dora"], *case["ura"]]


def before(dora: str) -> str:
    """The indicator of a dora."""
    winds, dragons = HONOURS[:4], HONOURS[4:]
    ring = winds if dora in winds else dragons
    if dora[1] != "z":
        ring = ["1m", "9m"] if dora[1] == "m" else [f"{rank}{dora[1]}" for rank in range(1, 10)]
    return ring[ring.index(dora) - 1]


def add_indicators(rng: random.Random, case: Case) -> None:
    """One to five dora indicators, as many ura in riichi; often one that means a tile of the hand, or North."""
    wanted = rng.choices([1, 2, 3, 4, 5], [65, 18, 8, 5, 4])[0]
    closed_to = {case["win_tile"]} if case["chankan"] else set()  # the other three and the one more lie in a kan
    for name in ["dora", "ura"] if case["riichi"] or case["double_riichi"] else ["dora"]:
        while len(case[name]) < wanted:
            pick = rng.choices(["any", "hand", "north"], [80, 12, 8])[0]
            tile = {"any": rng.choice(KINDS), "hand": before(rng.choice(case["tiles"])), "north": "3z"}[pick]
            if tile not in closed_to and seen(case).count(tile) < 4:
                case[name].append(tile)


def add_first_turn(rng: random.Random, case: Case) -> bool:
    """Tenhou, chiihou or renhou: before any call, kita or riichi."""
    possible = not case["melds"] and not case["kita"] and (case["win"] == "tsumo" or case["seat"] != "E")
    case["first_turn"] = possible and rng.random() < 0.12
    return case["first_turn"]


def add_flags(rng: random.Random, case: Case, rules: Rules) -> None:
    """How the hand was won, as it can have happened."""
    kinds = [meld["kind"] for meld in case["melds"]]
    if add_first_turn(rng, case):
        return
    if all(kind == "closed_kan" for kind in kinds) and rng.random() < 0.65:
        case["double_riichi" if rng.random() < 0.15 else "riichi"] = True
    kan = any(kind != "pon" for kind in kinds)
    alone = seen(case).count(case["win_tile"]) == 1
    if case["win"] == "tsumo":
        chances = [("rinshan", kan, 0.25), ("after_kita", case["kita"] > 0, 0.2)]
    else:
        north = rules["kita"] and case["win_tile"] == "4z"
        chances = [("on_kita", north, 0.6), ("chankan", alone, 0.12)]
    for name, possible, chance in [*chances, ("last_tile", True, 0.08)]:
        if possible and rng.random() < chance:
            case[name] = True
            break
    broken = case["rinshan"] or case["after_kita"] or (case["double_riichi"] and (kan or case["kita"]))
    if (case["riichi"] or case["double_riichi"]) and not broken:
        case["ippatsu"] = rng.random() < 0.35


def add_pao(rng: random.Random, case: Case) -> None:
    """Sometimes somebody is liable for three dragons or four winds that lie open."""
    melded = {meld["tiles"][0] for meld in case["melds"] if meld["kind"] != "closed_kan"}
    others = [seat for seat in "ESW" if seat != case["seat"]]
    for name, kinds in [("daisangen", HONOURS[4:]), ("daisuushii", HONOURS[:4])]:
        if set(kinds) <= melded and rng.random() < 0.75:
            case["pao"][name] = rng.choice(others)


def redden(rng: random.Random, case: Case, rules: Rules) -> None:
    """Write red fives: of two, each may be any of the four of its kind; of eight, it does not matter how."""
    places: dict[str, list[tuple[list[str], int]]] = {"5p": [], "5s": []}
    for tiles in [case["tiles"], *(meld["tiles"] for meld in case["melds"]), case["dora"], case["ura"]]:
        for index, tile in enumerate(tiles):
            if tile in places:
                places[tile].append((tiles, index))
    for kind, found in places.items():
        chosen = [place for place in found if rng.random() < 0.5] if rules["red_fives"] == 8 else []
        if rules["red_fives"] == 2 and (number := rng.randrange(4)) < len(found):
            chosen = [found[number]]
        for tiles, index in chosen:
            tiles[index] = "0" + kind[1]


def win_place(rng: random.Random, tiles: list[str], loose: int) -> int:
    """Which tile is the last one: any; often North, or the last of the loose tiles (a wait on the pair)."""
    norths = [index for index, tile in enumerate(tiles) if tile == "4z"]
    if norths and rng.random() < 0.4:
        return norths[0]
    if rng.random() < 0.15 or (loose == 14 and rng.random() < 0.4):
        return len(tiles) - 1
    return rng.randrange(len(tiles))


def attempt(rng: random.Random) -> tuple[Case, Rules] | None:
    """A case, or None if its shape asked for too many of a tile."""
    rules = random_rules(rng)
    sets, loose = random_shape(rng)
    tiles, melds = with_melds(rng, sets)
    tiles += loose
    case: Case = {"tiles": tiles, "melds": melds, "kita": 0, "dora": [], "ura": [], "pao": {}}
    all_tiles = seen(case)
    if any(all_tiles.count(kind) > 4 for kind in KINDS):
        return None
    if rules["kita"] and rng.random() < 0.45:
        case["kita"] = min(rng.choice([1, 1, 1, 2, 2, 3, 4]), 4 - all_tiles.count("4z"))
    place = win_place(rng, tiles, len(loose))
    seat = rng.choice("ESW")
    win = rng.choice(["tsumo", "ron"])
    by = rng.choice([other for other in "ESW" if other != seat]) if win == "ron" else ""
    case |= {"win_tile": tiles[place], "win": win, "seat": seat, "round": rng.choice("ESW"), "by": by}
    case |= dict.fromkeys(FLAGS, False)
    add_flags(rng, case, rules)
    add_indicators(rng, case)
    add_pao(rng, case)
    redden(rng, case, rules)
    case["win_tile"] = tiles[place]
    case["honba"] = rng.choice([0, 0, 0, 1, 2, 3, 5])
    case["sticks"] = rng.choice([0, 0, 1, 2, 3]) + int(case["riichi"] or case["double_riichi"])
    order = list(tiles)
    rng.shuffle(order)
    case["tiles"] = order
    return case, rules


def random_case(rng: random.Random) -> tuple[Case, Rules]:
    """A winning hand and the rules it is scored by."""
    while True:
        if (made := attempt(rng)) is not None:
            return made
