"""A referee for hands of three-player riichi mahjong: a second, slow reading of the rules, written on its own.

`score` says what a winning hand is worth and who pays; `shanten` says how far a hand is from being ready. Words in
brackets at the end of a docstring name the section of the sanma rules.
"""

from __future__ import annotations

from typing import Any

from referee.sanma_payments import pays_of
from referee.sanma_tiles import (
    DRAGONS,
    HONOURS,
    NORTH,
    TERMINALS,
    Block,
    Reading,
    all_kinds,
    is_closed,
    is_edge,
    plain,
    readings,
    shanten,
)

__all__ = ["score", "shanten"]

WINDS = {"E": "1z", "S": "2z", "W": "3z"}
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)

HAN = {  # closed, open; 0 is "not in an open hand" (Yaku)
    **dict.fromkeys(["riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou"], (1, 0)),
    **dict.fromkeys(["tanyao", "haku", "hatsu", "chun", "seat_wind", "round_wind", "north"], (1, 1)),
    **dict.fromkeys(["haitei", "houtei", "rinshan", "chankan"], (1, 1)),
    **dict.fromkeys(["double_riichi", "chiitoitsu"], (2, 0)),
    **dict.fromkeys(["chanta", "ittsuu"], (2, 1)),
    **dict.fromkeys(["sanshoku_doukou", "toitoi", "sanankou", "sankantsu", "honroutou", "shousangen"], (2, 2)),
    **dict.fromkeys(["honitsu", "junchan"], (3, 2)),
    "ryanpeikou": (3, 0),
    "chinitsu": (6, 5),
}


def holding(names: dict[str, bool]) -> set[str]:
    """The names of what holds."""
    return {name for name, holds in names.items() if holds}


def ura_counts(case: dict[str, Any], rules: dict[str, Any]) -> bool:
    """Ura dora are for those who called riichi, where they are played. (Options)"""
    return bool(rules["ura"] and (case["riichi"] or case["double_riichi"]))


def fact_yaku(case: dict[str, Any], rules: dict[str, Any]) -> set[str]:
    """Yaku of how the hand was won; a fact whose option is off does not count. (Yaku, Kita, Options)"""
    tsumo = case["win"] == "tsumo"
    rinshan = case["rinshan"] or (case["after_kita"] and rules["kita_rinshan"])
    return holding(
        {
            "riichi": case["riichi"] and not case["double_riichi"],
            "double_riichi": case["double_riichi"],
            "ippatsu": case["ippatsu"] and rules["ippatsu"] and (not case["on_kita"] or rules["kita_ron_ippatsu"]),
            "menzen_tsumo": tsumo,
            "rinshan": rinshan,
            "chankan": case["chankan"] or (case["on_kita"] and rules["kita_ron_chankan"]),
            "haitei": case["last_tile"] and tsumo and not rinshan,
            "houtei": case["last_tile"] and not tsumo,
        }
    )


def colour_yaku(case: dict[str, Any], rules: dict[str, Any]) -> set[str]:
    """Yaku that look at the kinds of tiles alone, in four blocks or in seven pairs. (Yaku)"""
    kinds = set(all_kinds(case))
    suits = {tile[1] for tile in kinds if tile not in HONOURS}
    honours = bool(kinds & set(HONOURS))
    return holding(
        {
            "tanyao": not any(is_edge(tile) for tile in kinds) and (is_closed(case) or rules["kuitan"]),
            "honroutou": all(is_edge(tile) for tile in kinds),
            "honitsu": len(suits) == 1 and honours,
            "chinitsu": len(suits) == 1 and not honours,
        }
    )


def honour_yaku(blocks: list[Block], pair: str, case: dict[str, Any], rules: dict[str, Any]) -> set[str]:
    """Triplets of dragons and winds; North only with kita off and its option on. (Yaku, Options)"""
    same = {block.tile for block in blocks if block.kind != "run"}
    names = {name for tile, name in DRAGONS.items() if tile in same}
    names |= holding(
        {
            "seat_wind": WINDS[case["seat"]] in same,
            "round_wind": WINDS[case["round"]] in same,
            "north": NORTH in same and not rules["kita"] and rules["north_yakuhai"],
            "shousangen": len(names) == 2 and pair in DRAGONS,
        }
    )
    return names


def block_yaku(reading: Reading, case: dict[str, Any], rules: dict[str, Any]) -> set[str]:
    """Yaku of four blocks and a pair. (Yaku)"""
    blocks, pair = reading.blocks, reading.pair
    runs = [block.tile for block in blocks if block.kind == "run"]
    same = [block for block in blocks if block.kind != "run"]
    twins = sum(runs.count(start) // 2 for start in set(runs))
    parts = [[pair], *(block.tiles() for block in blocks)]
    edged = bool(runs) and all(any(is_edge(tile) for tile in part) for part in parts)
    honours = any(part[0] in HONOURS for part in parts)
    tiles = {block.tile for block in same}
    return honour_yaku(blocks, pair, case, rules) | holding(
        {
            "pinfu": is_pinfu(reading, case, rules),
            "iipeikou": twins == 1,
            "ryanpeikou": twins == 2,
            "chanta": edged and honours,
            "junchan": edged and not honours,
            "ittsuu": any({f"{rank}{suit}" for rank in (1, 4, 7)} <= set(runs) for suit in "ps"),
            "sanshoku_doukou": any({f"{rank}{suit}" for suit in "mps"} <= tiles for rank in (1, 9)),
            "toitoi": len(same) == 4,
            "sanankou": sum(not block.open for block in same) == 3,
            "sankantsu": sum(block.kind == "kan" for block in same) == 3,
        }
    )


def pair_fu(pair: str, case: dict[str, Any], rules: dict[str, Any]) -> int:
    """Fu of the pair: dragons and own or round wind, both at once by option; North as its options say. (Fu)"""
    if pair in DRAGONS or (pair == NORTH and not rules["kita"] and rules["north_yakuhai"]):
        return 2
    winds = [WINDS[case["seat"]], WINDS[case["round"]]].count(pair)
    return (0, 2, rules["double_wind_fu"])[winds]


def is_pinfu(reading: Reading, case: dict[str, Any], rules: dict[str, Any]) -> bool:
    """Four runs, a pair without fu and a two-sided wait; by tsumo only if the option has it. (Yaku, Options)"""
    return (
        all(block.kind == "run" for block in reading.blocks)
        and pair_fu(reading.pair, case, rules) == 0
        and reading.wait == "ryanmen"
        and (case["win"] == "ron" or rules["pinfu_tsumo"])
    )


def fu_of(reading: Reading, case: dict[str, Any], rules: dict[str, Any]) -> tuple[int, dict[str, int]]:
    """The fu and what they are made of. (Fu)"""
    tsumo = case["win"] == "tsumo"
    if reading.form == "chiitoitsu":
        return rules["chiitoitsu_fu"], {"chiitoitsu": rules["chiitoitsu_fu"]}
    if is_pinfu(reading, case, rules):
        return (20, {"pinfu": 20}) if tsumo else (30, {"pinfu": 30})
    parts = {
        "base": 30 if is_closed(case) and not tsumo else 20,
        "tsumo": 2 if tsumo else 0,
        "pair": pair_fu(reading.pair, case, rules),
        "wait": 2 if reading.wait in ("kanchan", "penchan", "tanki") else 0,
    }
    for block in reading.blocks:
        if block.kind != "run":
            name = f"{'open' if block.open else 'closed'}_{block.kind}s"
            value = 2 * (2 if is_edge(block.tile) else 1) * (1 if block.open else 2) * (4 if block.kind == "kan" else 1)
            parts[name] = parts.get(name, 0) + value
    total = -(-sum(parts.values()) // 10) * 10
    if total == 20 and not tsumo:
        total = 30
    return total, {name: value for name, value in parts.items() if value}


def dora_after(indicator: str) -> str:
    """The dora that an indicator names. (Tiles and wall)"""
    rank, suit = int(plain(indicator)[0]), indicator[1]
    if suit == "m":
        return "9m" if rank == 1 else "1m"
    if suit == "z":
        return f"{rank % 4 + 1}z" if rank <= 4 else f"{(rank - 4) % 3 + 5}z"
    return f"{rank % 9 + 1}{suit}"


def bonus_han(case: dict[str, Any], rules: dict[str, Any]) -> dict[str, int]:
    """Dora, ura dora, red fives and kita: han, but no yaku. (Kita, Options)"""
    kinds = all_kinds(case)
    ura = case["ura"] if ura_counts(case, rules) else []
    texts = [*case["tiles"], *(text for meld in case["melds"] for text in meld["tiles"])]
    red = {0: 0, 2: sum(text[0] == "0" for text in texts), 8: kinds.count("5p") + kinds.count("5s")}
    west = [*case["dora"], *ura].count("3z")
    each = 1 + (min(west, 1) if rules["kita_dora"] == "double" else west)
    han = {
        "dora": sum(kinds.count(dora_after(indicator)) for indicator in case["dora"]),
        "ura_dora": sum(kinds.count(dora_after(indicator)) for indicator in ura),
        "red": red[rules["red_fives"]],
        "kita": each * case["kita"],
    }
    return {name: value for name, value in han.items() if value}


def fact_yakuman(case: dict[str, Any], rules: dict[str, Any]) -> dict[str, int]:
    """Yakuman of a win in the first go-around. (Yaku)"""
    if not case["first_turn"]:
        return {}
    dealer = case["seat"] == "E"
    if case["win"] == "tsumo":
        return {"tenhou" if dealer else "chiihou": 1}
    return {"renhou": 1} if rules["renhou"] == "yakuman" and not dealer else {}


def nine_gates(case: dict[str, Any], double: int) -> dict[str, int]:
    """Chuuren: 1112345678999 of a suit and one more, all in hand; the wait is nine-sided if that is the win tile."""
    tiles = [plain(text) for text in case["tiles"]]
    suit, win = tiles[0][1], plain(case["win_tile"])
    if case["melds"] or suit not in "ps":
        return {}
    extra = {f"{rank}{suit}": tiles.count(f"{rank}{suit}") - NINE_GATES[rank - 1] for rank in range(1, 10)}
    if min(extra.values()) < 0 or sum(extra.values()) != 1:
        return {}
    return {"chuuren": double if extra[win] == 1 else 1}


def yakuman_of(reading: Reading, case: dict[str, Any], rules: dict[str, Any]) -> dict[str, int]:
    """All yakuman of a reading; they add up. (Yaku)"""
    double = 2 if rules["double_yakuman"] else 1
    found = fact_yakuman(case, rules)
    if reading.form == "kokushi":
        return found | {"kokushi": double if reading.wait == "thirteen" else 1}
    kinds = all_kinds(case)
    same = [block for block in reading.blocks if block.kind != "run"]
    tiles = {block.tile for block in same}
    winds = len(tiles & set(HONOURS[:4]))
    names = {
        "tsuuiisou": all(tile in HONOURS for tile in kinds),
        "chinroutou": all(tile in TERMINALS for tile in kinds),
        "ryuuiisou": all(tile in GREEN for tile in kinds),
        "daisangen": tiles >= set(DRAGONS),
        "shousuushii": winds == 3 and reading.pair in HONOURS[:4],
        "daisuushii": winds == 4,
        "suuankou": len(same) == 4 and not any(block.open for block in same),
        "suukantsu": sum(block.kind == "kan" for block in same) == 4,
    }
    found |= dict.fromkeys(sorted(holding(names)), 1)
    if "daisuushii" in found:
        found["daisuushii"] = double
    if "suuankou" in found and reading.wait == "tanki":
        found["suuankou"] = double
    return found | nine_gates(case, double)


def base_of(han: int, fu: int, rules: dict[str, Any]) -> tuple[int, str]:
    """Base points and limit of a hand without yakuman. (Yaku, limits; Payments)"""
    if han >= 13 and rules["kazoe"] == "yakuman":
        return 8000, "kazoe_yakuman"
    for least, base, name in [(11, 6000, "sanbaiman"), (8, 4000, "baiman"), (6, 3000, "haneman"), (5, 2000, "mangan")]:
        if han >= least:
            return base, name
    base = fu * 2 ** (han + 2)
    if base >= 2000 or (rules["kiriage"] and (han, fu) in [(4, 30), (3, 60)]):
        return 2000, "mangan"
    return base, ""


def result(yaku: dict[str, int], han: int, fu: tuple[int, dict[str, int]], worth: tuple[int, str, bool], *game: Any):
    """The result in the form that `score` gives."""
    base, limit, is_yakuman = worth
    case, rules = game
    pays = pays_of(base, yaku if is_yakuman else {}, case, rules)
    return {
        "yaku": yaku,
        "han": han,
        "yakuman": sum(yaku.values()) if is_yakuman else 0,
        "fu": fu[0],
        "fu_parts": fu[1],
        "limit": limit,
        "pays": pays,
        "points": sum(pays.values()) + 1000 * case["sticks"],
    }


def score_reading(reading: Reading, case: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any] | None:
    """The worth of one reading, or None without a yaku; beside a yakuman nothing else counts. (Yaku)"""
    yakuman = yakuman_of(reading, case, rules)
    if yakuman:
        return result(yakuman, 0, (0, {}), (8000 * sum(yakuman.values()), "yakuman", True), case, rules)
    names = fact_yaku(case, rules) | colour_yaku(case, rules)
    names |= {"chiitoitsu"} if reading.form == "chiitoitsu" else block_yaku(reading, case, rules)
    column = 0 if is_closed(case) else 1
    yaku = {name: HAN[name][column] for name in HAN if name in names and HAN[name][column]}
    if not yaku:
        return None
    yaku |= bonus_han(case, rules)
    han = sum(yaku.values())
    fu = fu_of(reading, case, rules)
    return result(yaku, han, fu, (*base_of(han, fu[0], rules), False), case, rules)


def score(case: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any] | None:
    """What the hand is worth by its best reading; None without a yaku; ValueError if it is not complete. (Yaku)"""
    found = list(readings(case))
    if not found:
        raise ValueError("the hand is not complete")
    results = [worth for reading in found if (worth := score_reading(reading, case, rules)) is not None]
    best = max(results, key=lambda one: (one["points"], one["yakuman"], one["han"], one["fu"]), default=None)
    if case["first_turn"] and case["win"] == "ron" and case["seat"] != "E" and rules["renhou"] == "mangan":
        renhou = result({"renhou": 5}, 5, (0, {}), (2000, "mangan", False), case, rules)
        if best is None or best["points"] <= renhou["points"]:
            return renhou
    return best
