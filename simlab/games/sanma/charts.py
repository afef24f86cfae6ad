"""The Hayahaya chart: three steps from a hand to what it pays, made from the formula that hands are scored by.

One covers each spot of the chart with unused tiles from the wall. Step 1 counts chart han, the hand's han and two more
that every hand has (bazoro); from seven on its box says what is paid. Step 2 counts fu from left to right. Step 3 finds
chart han and fu in a table of what ron and tsumo pay, and who pays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from simlab.games.options import Rules, RulesSpec, resolve
from simlab.games.sanma import payments
from simlab.games.sanma.payments import BAIMAN_HAN, HANEMAN_HAN, KAZOE_HAN, LIMIT_BASES, MANGAN_HAN, SANBAIMAN_HAN
from simlab.games.sanma.scoring import BASE_FU, CLOSED_RON_FU, TSUMO_FU, WAIT_FU, YAKUHAI_FU
from simlab.games.sanma.state import SET_FU, FuPart, Limit
from simlab.games.sanma.telling import HandScore

BAZORO = 2
"""Han that the chart adds to every hand."""
FIRST_HAN = 1 + BAZORO
LIMIT_HAN = MANGAN_HAN + BAZORO
CHIITOITSU_HAN, PINFU_TSUMO_HAN = 2, 2
HIGHEST_FU = 110
BASE = "base"
"""What step 2 asks first: the fu that the others are added to."""


@dataclass(frozen=True)
class Pay:
    """What a hand of one value pays; None where it can't come about that way.

    ``tsumo`` is what each pays: the dealer and then the other for a non-dealer, one number for the dealer.
    """

    ron: int | None
    tsumo: tuple[int, ...] | None

    @property
    def ron_text(self) -> str:
        """Of a ron, a dash for none."""
        return "-" if self.ron is None else str(self.ron)

    @property
    def tsumo_text(self) -> str:
        """Of a tsumo, from the other and from the dealer as the chart has it; a dash for none."""
        return "-" if self.tsumo is None else "/".join(map(str, reversed(self.tsumo)))


@dataclass(frozen=True)
class Box:
    """A box of step 1, or a cell of step 3: a non-dealer's values on top, the dealer's below."""

    name: str
    other: Pay
    dealer: Pay


@dataclass(frozen=True)
class Spot:
    """A spot of step 2 that is covered: so many fu. ``colour`` is red for 2 to 8, orange for terminals and honours."""

    name: str
    fu: int
    colour: str = ""


@dataclass(frozen=True)
class Chart:
    """The Hayahaya chart under one rule set.

    Attributes
    ----------
    payment : str
        The option `tsumo_payment`.
    rules : str
        What differs from the default rules.
    limits : tuple of Box
        Step 1: mangan and what is above it, named by chart han.
    fu : dict of str to tuple of Spot
        Step 2: the spots from left to right, by what they ask.
    values : dict of int to dict of int to Box
        Step 3: by chart han, then by fu.
    """

    payment: str
    rules: str
    limits: tuple[Box, ...]
    fu: dict[str, tuple[Spot, ...]]
    values: dict[int, dict[int, Box]]


def chart(rules: RulesSpec = None) -> Chart:
    """The chart under a rule set.

    Parameters
    ----------
    rules
        As in `simlab.simulate`.

    Returns
    -------
    Chart
        ``simlab.report.hayahaya`` draws it: `table`, `figure`, `html`.

    Examples
    --------
    >>> chart("seed_split").values[5][30].other.tsumo
    (2500, 1500)
    """
    from simlab.games import get

    return made(resolve(get("sanma"), rules))


def made(rules: Rules) -> Chart:
    """The chart under a checked rule set."""
    record = rules.record("hand")[0]
    fu = [value for value in _fu_columns(rules) if any(_can(han, value, rules) != (False, False) for han in _hans())]
    values = {
        han + BAZORO: {value: _box(f"{han + BAZORO} han {value} fu", han, value, record, rules) for value in fu}
        for han in _hans()
    }
    return Chart(str(rules["tsumo_payment"]), rules.describe(), tuple(_limits(record, rules)), _spots(rules), values)


def _hans() -> range:
    return range(1, MANGAN_HAN)


def _fu_columns(rules: Rules) -> list[int]:
    return sorted({20, rules.number("chiitoitsu_fu"), *range(30, HIGHEST_FU + 1, 10)})


def _limits(record: np.void, rules: Rules) -> Iterator[Box]:
    """The boxes of step 1."""
    steps = [
        (Limit.MANGAN, MANGAN_HAN, HANEMAN_HAN),
        (Limit.HANEMAN, HANEMAN_HAN, BAIMAN_HAN),
        (Limit.BAIMAN, BAIMAN_HAN, SANBAIMAN_HAN),
        (Limit.SANBAIMAN, SANBAIMAN_HAN, KAZOE_HAN),
    ]
    is_capped = rules["kazoe"] == "sanbaiman"
    for limit, first, after in steps:
        last = after - 1
        told = f"{first + BAZORO}" if first == last else f"{first + BAZORO}-{last + BAZORO}"
        if limit == Limit.SANBAIMAN and is_capped:
            told = f"{first + BAZORO}+"
        yield _pays(f"{told} {limit.name.lower()}", LIMIT_BASES[limit], record, (True, True))
    told = "" if is_capped else f"{KAZOE_HAN + BAZORO}+ "
    yield _pays(f"{told}yakuman", LIMIT_BASES[Limit.YAKUMAN], record, (True, True))


def _box(name: str, han: int, fu: int, record: np.void, rules: Rules) -> Box:
    return _pays(name, int(payments.value_of(han, fu, record)), record, _can(han, fu, rules))


def _pays(name: str, base: int, record: np.void, can: tuple[bool, bool]) -> Box:
    """What a base value pays, by ron and by tsumo where it can come about."""
    payment = int(record["tsumo_payment"])
    sides = []
    for is_dealer in (False, True):
        shares = tuple(int(share) for share in payments.tsumo_values(base, is_dealer, payment))
        tsumo = shares[1:] if is_dealer else shares
        ron = int(payments.ron_value(base, is_dealer))
        sides.append(Pay(ron if can[0] else None, tsumo if can[1] else None))
    return Box(name, *sides)


def _can(han: int, fu: int, rules: Rules) -> tuple[bool, bool]:
    """Whether so many han and fu can come about by ron, and by tsumo."""
    if fu == BASE_FU:
        return False, bool(rules["pinfu_tsumo"]) and han >= PINFU_TSUMO_HAN
    if fu == rules["chiitoitsu_fu"] and fu % 10:
        return han >= CHIITOITSU_HAN, han > CHIITOITSU_HAN
    return True, True


def _spots(rules: Rules) -> dict[str, tuple[Spot, ...]]:
    """The spots of step 2, left to right."""
    sets = ("open triplet", "closed triplet", "open kan", "closed kan")
    pinfu = (Spot("pinfu by tsumo", BASE_FU),) if rules["pinfu_tsumo"] else ()
    return {
        BASE: (
            Spot("open hand, or tsumo", BASE_FU),
            Spot("closed hand by ron", CLOSED_RON_FU),
            *pinfu,
            Spot("pinfu by ron", CLOSED_RON_FU),
            Spot("seven pairs", rules.number("chiitoitsu_fu")),
        ),
        "won by": (Spot("ron", 0), Spot("tsumo", TSUMO_FU)),
        "pair": (
            Spot("other", 0),
            Spot("yakuhai", YAKUHAI_FU),
            Spot("seat and round wind", rules.number("double_wind_fu")),
        ),
        "wait": (Spot("ryanmen or shanpon", 0), Spot("penchan, kanchan or tanki", WAIT_FU)),
        **{
            name: (Spot("2-8", SET_FU[2 * place], "red"), Spot("1 9 honour", SET_FU[2 * place + 1], "orange"))
            for place, name in enumerate(sets)
        },
    }


def walk(told: HandScore, hand: np.void, rules: Rules) -> Iterator[str]:
    """A scored hand's way through the chart, line by line."""
    drawn = made(rules)
    is_dealer = hand["seat"] == payments.DEALER
    who = "dealer" if is_dealer else "non-dealer"
    if told.yakuman:
        yield f"Step 1: a yakuman{'' if told.yakuman == 1 else f', {told.yakuman} times'}; cover the box yakuman"
        yield _paid(drawn.limits[-1], is_dealer, bool(hand["tsumo"]), who)
        return
    count = told.han + BAZORO
    yield f"Step 1: {told.han} han + {BAZORO} bazoro = {count} chart han"
    if count >= LIMIT_HAN:
        box = next(box for box in reversed(drawn.limits) if _first(box) <= count)
        yield f"        seven or more: cover the box {box.name}"
        yield _paid(box, is_dealer, bool(hand["tsumo"]), who)
        return
    yield "Step 2: cover, left to right"
    for name, fu in told.fu_parts.items():
        yield f"        {_spot_told(FuPart[name.upper()], fu)}"
    total = sum(told.fu_parts.values())
    rounded = "" if total == told.fu else f", rounded up to {told.fu}"
    yield f"        {total} fu{rounded}"
    box = drawn.values[count][told.fu]
    yield f"Step 3: cover {count} han across and {told.fu} fu down"
    yield _paid(box, is_dealer, bool(hand["tsumo"]), who)


def _first(box: Box) -> int:
    """The least chart han of a box of step 1."""
    digits = box.name.split()[0].rstrip("+").split("-")[0]
    return int(digits) if digits.isdecimal() else 99


def _spot_told(part: FuPart, fu: int) -> str:
    name = part.name.lower().removesuffix("_outside").replace("_", " ")
    if part < FuPart.OPEN_TRIPLETS:
        return f"{name}: {fu}"
    is_outside = part.name.endswith("OUTSIDE")
    each = SET_FU[part - FuPart.OPEN_TRIPLETS]
    times = f"{fu // each} x {each}" if fu != each else f"{fu}"
    return f"{name}, {'1 9 honours (orange)' if is_outside else '2-8 (red)'}: {times}"


def _paid(box: Box, is_dealer: bool, is_tsumo: bool, who: str) -> str:
    pay = box.dealer if is_dealer else box.other
    if not is_tsumo:
        return f"        {who}, ron: the discarder pays {pay.ron_text}"
    shares = pay.tsumo or ()
    told = f"each pays {shares[0]}" if is_dealer else f"the dealer pays {shares[0]}, the other {shares[1]}"
    return f"        {who}, tsumo: {told}"
