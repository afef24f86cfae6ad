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
LIMIT_HAN = MANGAN_HAN + BAZORO
CHIITOITSU_HAN, PINFU_TSUMO_HAN = 2, 2
NO_HAN = 10_000
"""Chart han that no hand has: a yakuman that is not counted."""
HIGHEST_FU = 130
"""The last column of step 3, for what is more as well: that is a mangan from 2 han on."""
ONE_HAN_FU = 110
"""Fu that 1 han comes with at most: what has more has three kans, and so two han."""
BASE, WON_BY, PAIR, WAIT = "base", "won by", "pair", "wait"
"""What step 2 asks: first the fu that the others are added to, and before the sets what else."""
_SETS = ("open triplet", "closed triplet", "open kan", "closed kan")
_OPEN, _CLOSED_RON, _PINFU, _SEVEN_PAIRS = "open hand, or tsumo", "closed hand by ron", "pinfu by", "seven pairs"


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
        """Of a tsumo: what the other and, behind D, the dealer pays, or what all pay; a dash for none."""
        if self.tsumo is None:
            return "-"
        return f"{self.tsumo[0]} all" if len(self.tsumo) == 1 else f"{self.tsumo[1]}/D{self.tsumo[0]}"


@dataclass(frozen=True)
class Box:
    """A box of step 1, or a cell of step 3: a non-dealer's values on top, the dealer's below.

    ``han`` are the chart han that it is for, at least.
    """

    name: str
    han: int
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
        The options that touch the chart where they differ from the default rules.
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
    values = {han + BAZORO: {value: _box(han, value, record, rules) for value in fu} for han in _hans()}
    return Chart(str(rules["tsumo_payment"]), _described(rules), tuple(_limits(record, rules)), _spots(rules), values)


_OPTIONS = ("pinfu_tsumo", "chiitoitsu_fu", "double_wind_fu", "kiriage", "kazoe")


def _described(rules: Rules) -> str:
    """The options that touch the chart, beside the payment, where they aren't the default."""
    changed = {name: value for name, value in rules.changed.items() if name in _OPTIONS}
    return ", ".join(f"{name}={rules.game.option(name).text(value)}" for name, value in changed.items())


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
        yield _pays(f"{told} {limit.name.lower()}", first + BAZORO, LIMIT_BASES[limit], record, (True, True))
    told, least = ("", NO_HAN) if is_capped else (f"{KAZOE_HAN + BAZORO}+ ", KAZOE_HAN + BAZORO)
    yield _pays(f"{told}yakuman", least, LIMIT_BASES[Limit.YAKUMAN], record, (True, True))


def _box(han: int, fu: int, record: np.void, rules: Rules) -> Box:
    name = f"{han + BAZORO} han {fu} fu"
    return _pays(name, han + BAZORO, int(payments.value_of(han, fu, record)), record, _can(han, fu, rules))


def _pays(name: str, han: int, base: int, record: np.void, can: tuple[bool, bool]) -> Box:
    """What a base value pays, by ron and by tsumo where it can come about."""
    payment = int(record["tsumo_payment"])
    sides = []
    for is_dealer in (False, True):
        shares = tuple(int(share) for share in payments.tsumo_values(base, is_dealer, payment))
        tsumo = shares[1:] if is_dealer else shares
        ron = int(payments.ron_value(base, is_dealer))
        sides.append(Pay(ron if can[0] else None, tsumo if can[1] else None))
    return Box(name, han, *sides)


def _can(han: int, fu: int, rules: Rules) -> tuple[bool, bool]:
    """Whether so many han and fu can come about by ron, and by tsumo."""
    if fu == BASE_FU:
        return False, bool(rules["pinfu_tsumo"]) and han >= PINFU_TSUMO_HAN
    if fu == rules["chiitoitsu_fu"] and fu % 10:
        return han >= CHIITOITSU_HAN, han > CHIITOITSU_HAN
    return (False, False) if han == 1 and fu > ONE_HAN_FU else (True, True)


def _spots(rules: Rules) -> dict[str, tuple[Spot, ...]]:
    """The spots of step 2, left to right."""
    pinfu = (Spot(f"{_PINFU} tsumo", BASE_FU),) if rules["pinfu_tsumo"] else ()
    return {
        BASE: (
            Spot(_OPEN, BASE_FU),
            Spot(_CLOSED_RON, CLOSED_RON_FU),
            *pinfu,
            Spot(f"{_PINFU} ron", CLOSED_RON_FU),
            Spot(_SEVEN_PAIRS, rules.number("chiitoitsu_fu")),
        ),
        WON_BY: (Spot("ron", 0), Spot("tsumo", TSUMO_FU)),
        PAIR: (
            Spot("other", 0),
            Spot("yakuhai", YAKUHAI_FU),
            Spot("seat and round wind", rules.number("double_wind_fu")),
        ),
        WAIT: (Spot("ryanmen or shanpon", 0), Spot("penchan, kanchan or tanki", WAIT_FU)),
        **{
            name: (Spot("2-8", SET_FU[2 * place], "red"), Spot("1 9 honour", SET_FU[2 * place + 1], "orange"))
            for place, name in enumerate(_SETS)
        },
    }


def walk(told: HandScore, hand: np.void, rules: Rules) -> Iterator[str]:
    """A scored hand's way through the chart, line by line."""
    drawn = made(rules)
    count = told.han + BAZORO
    if told.yakuman:
        box = drawn.limits[-1]
        yield f"Step 1: a yakuman; cover the box {box.name}"
    else:
        yield f"Step 1: {told.han} han + {BAZORO} bazoro = {count} chart han"
        if count >= LIMIT_HAN:
            box = next(box for box in reversed(drawn.limits) if box.han <= count)
            yield f"        cover the box {box.name}"
        else:
            fu = min(told.fu, HIGHEST_FU)
            box = drawn.values[count][fu]
            yield from _step_2(drawn, told, hand)
            yield f"Step 3: cover the cell of {count} han and {fu} fu"
    yield from _paid(box, told, hand, rules)


def _step_2(drawn: Chart, told: HandScore, hand: np.void) -> Iterator[str]:
    """The spots that are covered, and what they add up to."""
    yield "Step 2: cover, from left to right"
    covered = list(_covered(drawn, told, hand))
    width = max(len(question) for question, _, _ in covered)
    for question, spot, times in covered:
        name = f"{spot.name} ({spot.colour})" if spot.colour else spot.name
        points = str(spot.fu) if question == BASE else " ".join([f"+{spot.fu}"] * times)
        yield f"        {question:<{width}}  {name} {points}"
    total = sum(spot.fu * times for _, spot, times in covered)
    yield f"        {total} fu" + ("" if total == told.fu else f", rounded up to {told.fu}")


def _paid(box: Box, told: HandScore, hand: np.void, rules: Rules) -> Iterator[str]:
    """What the box says, and what is paid in the end."""
    is_dealer = hand["seat"] == payments.DEALER
    pay = box.dealer if is_dealer else box.other
    how = f"tsumo {pay.tsumo_text}" if hand["tsumo"] else f"ron {pay.ron_text}"
    yield f"        {'dealer' if is_dealer else 'non-dealer'}: {how}"
    more = [f"times {told.yakuman}"] if told.yakuman > 1 else []
    more += ["whoever is liable pays as in the rules"] if hand["liable"] and rules["pao"] else []
    more += [f"{hand['honba']} honba"] if hand["honba"] else []
    if more:
        yield f"        with {', '.join(more)}: {', '.join(f'{name} {points}' for name, points in told.parts.items())}"


def _covered(drawn: Chart, told: HandScore, hand: np.void) -> Iterator[tuple[str, Spot, int]]:
    """What step 2 asks, with the spot to cover and how often."""
    is_tsumo, is_open = bool(hand["tsumo"]), bool(hand["pons"] | hand["open_kans"])
    if "chiitoitsu" in told.yaku:
        base = _SEVEN_PAIRS
    elif "pinfu" in told.yaku:
        base = f"{_PINFU} {'tsumo' if is_tsumo else 'ron'}"
    else:
        base = _OPEN if is_open or is_tsumo else _CLOSED_RON
    yield BASE, next(spot for spot in drawn.fu[BASE] if spot.name == base), 1
    if base not in (_OPEN, _CLOSED_RON):
        return
    yield WON_BY, drawn.fu[WON_BY][is_tsumo], 1
    yield PAIR, drawn.fu[PAIR][told.pair_value], 1
    yield WAIT, drawn.fu[WAIT]["wait" in told.fu_parts], 1
    for place, part in enumerate(range(FuPart.OPEN_TRIPLETS, len(FuPart))):
        question = _SETS[place // 2]
        spot = drawn.fu[question][place % 2]
        times = told.fu_parts.get(FuPart(part).name.lower(), 0) // spot.fu
        if times:
            yield question, spot, times
