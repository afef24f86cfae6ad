"""Ways to make a deal of Rikiki wrong that touch the start, the cards, and the trump."""

from __future__ import annotations

import random

from referee.events import Event, numbers
from referee.mutating import drop, pick, set_fields
from referee.rikiki_cards import CARDS, by_rank
from referee.rikiki_mutations import mutation, next_seat, pick_number
from referee.rikiki_options import sizes

# The shuffle and the hands.


@mutation
def deals_a_card_too_often(events: list[Event], rng: random.Random) -> bool:
    shuffle, packs = pick(events, rng, "shuffle"), events[0]["rules"]["packs"]
    if shuffle is None or len(shuffle["deck"]) < packs + 3:
        return False
    shuffle["deck"][: packs + 1] = [shuffle["deck"][packs + 1]] * (packs + 1)
    return True


@mutation
def deals_a_card_that_does_not_exist(events: list[Event], rng: random.Random) -> bool:
    deck = pick(events, rng, "shuffle")["deck"]  # type: ignore[index]
    deck[0] = rng.choice(["1C", "11H", "0S", "AX", "", "H", "as", 7])
    return True


@mutation
def deals_too_few_cards(events: list[Event], rng: random.Random) -> bool:
    pick(events, rng, "shuffle")["deck"].pop(0)  # type: ignore[index]
    return True


@mutation
def does_not_tell_what_would_be_turned(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "shuffle")
    assert number is not None
    deal, deck, rules = events[number + 1], events[number]["deck"], events[0]["rules"]
    dealt = deal["cards"] * rules["players"]
    if dealt == 52 * rules["packs"]:
        return False
    del deck[dealt]
    return True


@mutation
def tells_a_card_too_many(events: list[Event], rng: random.Random) -> bool:
    """One more than is dealt and turned."""
    shuffle = pick(events, rng, "shuffle")
    assert shuffle is not None
    others = [card for card in CARDS if card not in shuffle["deck"]]
    return bool(others) and set_fields(shuffle, deck=[*shuffle["deck"], others[0]])


@mutation
def does_not_draw_a_suit(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["trump"] != "random_suit":
        return False
    pick(events, rng, "shuffle")["deck"].pop()  # type: ignore[index]
    return True


@mutation
def draws_a_suit_for_nothing(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["trump"] == "random_suit":
        return False
    pick(events, rng, "shuffle")["deck"].append("H")  # type: ignore[index]
    return True


@mutation
def draws_no_such_suit(events: list[Event], rng: random.Random) -> bool:
    if events[0]["rules"]["trump"] != "random_suit":
        return False
    pick(events, rng, "shuffle")["deck"][-1] = rng.choice(["h", "X", "", "CD", "-", "2H", 2])  # type: ignore[index]
    return True


@mutation
def counts_shuffles_anew(events: list[Event], rng: random.Random) -> bool:
    shuffles = numbers(events, "shuffle")
    return len(shuffles) > 1 and set_fields(events[shuffles[-1]], number=0)


@mutation
def counts_steps_anew(events: list[Event], rng: random.Random) -> bool:
    shuffles = numbers(events, "shuffle")
    first = next(event for event in events[shuffles[-1] :] if event["event"] == "action")
    return len(shuffles) > 1 and set_fields(first, step=0)


@mutation
def swaps_the_hands(events: list[Event], rng: random.Random) -> bool:
    deal = pick_number(events, rng, "deal")
    assert deal is not None
    one, other = events[deal + 1], events[deal + 2]
    if one["cards"] == other["cards"]:
        return False
    one["cards"], other["cards"] = other["cards"], one["cards"]
    return True


@mutation
def deals_card_by_card(events: list[Event], rng: random.Random) -> bool:
    """The shuffle is dealt round and round, not hand by hand."""
    number = pick_number(events, rng, "shuffle")
    assert number is not None
    deck, players, cards = events[number]["deck"], events[0]["rules"]["players"], events[number + 1]["cards"]
    dealt = deck[: cards * players]
    other = [dealt[n * players + seat] for seat in range(players) for n in range(cards)]
    hands = [dealt[seat * cards : (seat + 1) * cards] for seat in range(players)]
    if all(sorted(other[seat * cards : (seat + 1) * cards]) == sorted(hands[seat]) for seat in range(players)):
        return False
    return set_fields(events[number], deck=other + deck[cards * players :])


@mutation
def sorts_a_hand_by_rank(events: list[Event], rng: random.Random) -> bool:
    hands = [event for event in events if event["event"] == "hand" and event["cards"] != by_rank(event["cards"])]
    return bool(hands) and set_fields(hands[0], cards=by_rank(hands[0]["cards"]))


@mutation
def does_not_tell_a_hand(events: list[Event], rng: random.Random) -> bool:
    return drop(events, rng, "hand")


# The deal and the trump.


@mutation
def the_wrong_dealer(events: list[Event], rng: random.Random) -> bool:
    deal = pick(events, rng, "deal")
    return deal is not None and set_fields(deal, dealer=next_seat(events, deal["dealer"]))


@mutation
def the_dealer_is_the_leader(events: list[Event], rng: random.Random) -> bool:
    deal = pick(events, rng, "deal")
    return deal is not None and set_fields(deal, leader=deal["dealer"])


@mutation
def miscounts_the_cards(events: list[Event], rng: random.Random) -> bool:
    deal = pick(events, rng, "deal")
    return deal is not None and set_fields(deal, cards=deal["cards"] + 1)


@mutation
def miscounts_the_deals(events: list[Event], rng: random.Random) -> bool:
    deal = pick(events, rng, "deal")
    return deal is not None and set_fields(deal, deal=deal["deal"] + 1)


@mutation
def blind_or_not(events: list[Event], rng: random.Random) -> bool:
    deal = pick(events, rng, "deal")
    return deal is not None and set_fields(deal, blind=not deal["blind"])


@mutation
def blind_one_deal_later(events: list[Event], rng: random.Random) -> bool:
    """The second deal of one card is blind too, under `first`."""
    found = [n for n in numbers(events, "deal", cards=1) if events[n]["deal"] > 0]
    return bool(found) and events[0]["rules"]["blind"] == "first" and set_fields(events[found[0]], blind=True)


@mutation
def another_trump(events: list[Event], rng: random.Random) -> bool:
    deal = pick(events, rng, "deal")
    return deal is not None and set_fields(deal, trump=rng.choice([one for one in "CDHS" if one != deal["trump"]]))


@mutation
def no_trump(events: list[Event], rng: random.Random) -> bool:
    deals = [event for event in events if event["event"] == "deal" and event["trump"] is not None]
    if not deals:
        return False
    rng.choice(deals).update(trump=None, turned=None)
    return True


@mutation
def a_trump_in_the_full_deal(events: list[Event], rng: random.Random) -> bool:
    """The last card is turned though the pack has none to spare."""
    if events[0]["rules"]["trump"] != "turned":
        return False
    found = numbers(events, "deal", turned=None)
    if not found:
        return False
    card = events[found[0] - 1]["deck"][-1]
    return set_fields(events[found[0]], trump=card[-1], turned=card)


@mutation
def a_trump_where_there_is_none(events: list[Event], rng: random.Random) -> bool:
    return set_fields(pick(events, rng, "deal", trump=None), trump=rng.choice("CDHS"))


@mutation
def turns_another_card(events: list[Event], rng: random.Random) -> bool:
    deal = pick(events, rng, "deal")
    if deal is None or deal["turned"] is None:
        return False
    return set_fields(deal, turned=rng.choice([one for one in CARDS if one != deal["turned"]]))


@mutation
def shows_the_card_that_is_not_turned(events: list[Event], rng: random.Random) -> bool:
    """Nothing is turned for this trump, yet the card to spare lies there."""
    rules, number = events[0]["rules"], pick_number(events, rng, "deal", turned=None)
    if number is None or rules["trump"] == "turned":
        return False
    dealt = events[number]["cards"] * rules["players"]
    return dealt < 52 * rules["packs"] and set_fields(events[number], turned=events[number - 1]["deck"][dealt])


@mutation
def the_leader_shows_his_last_card(events: list[Event], rng: random.Random) -> bool:
    number = pick_number(events, rng, "deal")
    if number is None or events[0]["rules"]["trump"] != "dealer_last":
        return False
    deal = events[number]
    card = events[number - 1]["deck"][(deal["leader"] + 1) * deal["cards"] - 1]
    if card == deal["turned"]:
        return False
    deal["trump"] = card[-1]
    return set_fields(deal, turned=card)


# The start.


@mutation
def an_option_is_missing(events: list[Event], rng: random.Random) -> bool:
    del events[0]["rules"][rng.choice(list(events[0]["rules"]))]
    return True


@mutation
def an_option_that_does_not_exist(events: list[Event], rng: random.Random) -> bool:
    events[0]["rules"]["jokers"] = 0
    return True


@mutation
def a_value_that_an_option_can_not_have(events: list[Event], rng: random.Random) -> bool:
    name = rng.choice(list(events[0]["rules"]))
    events[0]["rules"][name] = rng.choice([1001, -1001, "never", 0.5, None, True, "every", "nobody"])
    return True


@mutation
def options_that_contradict_each_other(events: list[Event], rng: random.Random) -> bool:
    rules = events[0]["rules"]
    most = 52 * rules["packs"] // rules["players"]
    wrong = [
        {"bidding": "in_turn", "hook": rng.choice(["dealer_revises", "dealer_silent"])},
        {"bidding": "simultaneous", "hook": "last_bidder"},
        {"max_cards": most + 1},
        {"sequence": "fixed", "cards": most + 1},
        {"packs": 1, "max_cards": "all", "duplicate_rule": rng.choice(["first", "cancel"])},
    ]
    rules.update(rng.choice(wrong))
    return True


@mutation
def another_score_than_was_played(events: list[Event], rng: random.Random) -> bool:
    """A number of the formula that counts in some deal."""
    made = [event for event in events if event["event"] == "scored" and event["bid"] == event["tricks"]]
    name = "made_base" if made else "missed_base"
    if not made and all(event["bid"] is None for event in events if event["event"] == "scored"):
        return False
    number = events[0]["rules"][name]
    return set_fields(events[0], rules=events[0]["rules"] | {name: number - 1 if number > 0 else number + 1})


@mutation
def another_game(events: list[Event], rng: random.Random) -> bool:
    return set_fields(events[0], game=rng.choice(["koikoi", "oh_hell", None]))


@mutation
def a_player_too_many(events: list[Event], rng: random.Random) -> bool:
    events[0]["bots"].append("greedy")
    return True


@mutation
def another_index_of_a_deal(events: list[Event], rng: random.Random) -> bool:
    return events[0]["unit"] == "deal" and set_fields(events[0], index=events[0]["index"] + 1)


@mutation
def another_unit(events: list[Event], rng: random.Random) -> bool:
    if len(sizes(events[0]["rules"])) == 1:
        return False  # its only deal is the whole game
    return set_fields(events[0], unit="game" if events[0]["unit"] == "deal" else "deal")


@mutation
def no_unit(events: list[Event], rng: random.Random) -> bool:
    return set_fields(events[0], unit=rng.choice(["round", None, ""]))
