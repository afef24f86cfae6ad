"""What the sanma referee has each seat pay: the tables of tsumo payments, honba and pao."""

from __future__ import annotations

from typing import Any

SEATS = ("E", "S", "W")


def up(points: int, divisor: int = 1) -> int:
    """Points over a divisor, rounded up to 100. (Payments)"""
    return -(-points // (100 * divisor)) * 100


def ron_value(base: int, dealer: bool) -> int:
    """What a ron costs. (Payments)"""
    return up((6 if dealer else 4) * base)


def tsumo_values(base: int, dealer: bool, how: str) -> tuple[int, int]:
    """What the dealer and another pay for a tsumo; if the dealer won, the second is what each pays. (Payments)"""
    two, one = up(2 * base), up(base)
    ron = ron_value(base, dealer)
    if dealer:
        each = {"loss": two, "half": up(two + two // 2), "add_1000": two + 1000}
        each["proportional"] = (ron + 100) // 200 * 100
        return 0, each.get(how, up(3 * base))  # half_exact, equal and dealer_pays
    return {
        "loss": (two, one),
        "half": (up(two + one // 2), up(one + one // 2)),
        "half_exact": (up(5 * base, 2), up(3 * base, 2)),
        "proportional": ((2 * ron + 150) // 300 * 100, (ron + 150) // 300 * 100),
        "equal": (two, two),
        "dealer_pays": (two + one, one),
        "add_1000": (two + 1000, one + 1000),
    }[how]


def payment(base: int, case: dict[str, Any], rules: dict[str, Any]) -> dict[str, int]:
    """What each other seat pays, without honba. (Payments)"""
    seat = case["seat"]
    others = [other for other in SEATS if other != seat]
    if case["win"] == "ron":
        return {other: ron_value(base, seat == "E") if other == case["by"] else 0 for other in others}
    from_dealer, from_other = tsumo_values(base, seat == "E", rules["tsumo_payment"])
    return {other: from_dealer if other == "E" else from_other for other in others}


def liability(yakuman: dict[str, int], case: dict[str, Any], rules: dict[str, Any]) -> tuple[str, int]:
    """The liable seat and for how many yakuman; daisangen and daisuushii do not fit in one hand. (Options, pao)"""
    for name in ("daisangen", "daisuushii"):
        if rules["pao"] and name in yakuman and name in case["pao"]:
            whole = rules["pao_scope"] == "whole_hand"
            return case["pao"][name], sum(yakuman.values()) if whole else yakuman[name]
    return "", 0


def pays_of(base: int, yakuman: dict[str, int], case: dict[str, Any], rules: dict[str, Any]) -> dict[str, int]:
    """What each other seat pays, pao and honba included. (Payments, Options)"""
    liable, count = liability(yakuman, case, rules)
    pays = payment(base - 8000 * count if yakuman else base, case, rules)
    honba = case["honba"] * rules["honba_value"]
    if liable:
        if base == 8000 * count:
            pays = dict.fromkeys(pays, 0)  # nothing is left to pay in the usual way
        value = ron_value(8000 * count, case["seat"] == "E")
        payers = [liable, case["by"]] if case["win"] == "ron" else [liable, liable]
        for payer in payers:
            pays[payer] += value // 2
        pays[liable] += 2 * honba
    elif case["win"] == "ron":
        pays[case["by"]] += 2 * honba
    else:
        pays = {seat: points + honba for seat, points in pays.items()}
    return pays
