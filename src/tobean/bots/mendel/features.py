"""Features of a position for the value networks of `mendel`: integers, from one seat's observation, at any moment.

First come the groups of one number per bean kind of the game, then some numbers per seat, then those of the whole
table, and last how this seat's hand and the unseen cards suit its fields. All are fixed-point numbers between
-`MAX_INPUT` and `MAX_INPUT`. Each has its own factor, so that usual amounts use much of that range: a flag is 0 or
`SCALE`, a card on a field counts 4, a thaler in a valuation 32.

The merchant's valuation of fields and positions is included, so that a network need only learn where it is wrong. The
order and the factors are part of a network: a change needs a new `VERSION`, and all networks must be trained again.
"""

from typing import Final

from tobean.bots.kind_index import NOT_A_BEAN, discard_counts, kind_count, kind_index_of, unseen_counts
from tobean.bots.mendel.net import MAX_INPUT
from tobean.bots.merchant.valuation import field_value
from tobean.bots.merchant.valuation.position_value import seat_value

VERSION: Final = 1
SCALE: Final = 16
"""Fixed-point scale: the integer that stands for 1."""
MAX_SEATS: Final = 5
PHASES: Final = 7

# Factors of amounts that are not simply multiplied by SCALE.
VALUE_FACTOR: Final = 2.0
"""For valuations in thalers, before `to_fixed_point`."""
PER_FIELD_CARD: Final = SCALE // 4
PER_EMPTY_FIELD: Final = SCALE // 2
PER_UNSEEN_CARD: Final = SCALE // 8
"""Also for a discarded card."""
PER_MATCHING_CARD: Final = SCALE // 4
PER_THALER: Final = 8
PER_HAND_CARD: Final = 4
PER_CARD_ASIDE: Final = 8
ALL_UNSEEN_CARDS: Final = 4 * SCALE
"""The share 1 of the unseen cards."""

# Indexes of the groups; index of a feature = group * number of kinds + index of the kind.
OWN_CARDS: Final = 0
OWN_PAY: Final = 1
OWN_WORTH: Final = 2
NEXT_CARDS: Final = 3
"""Cards on the fields of the next seat."""
OTHERS_CARDS: Final = 4
OTHERS_FIELD_COUNT: Final = 5
"""Number of fields of other seats on which the kind grows."""
OTHERS_WORTH: Final = 6
IN_HAND: Final = 7
"""Four groups: the first hand card, the second, the third, and all behind."""
OWN_DUE: Final = 11
"""Cards set aside that this seat will have to plant."""
OTHERS_DUE: Final = 12
"""Cards set aside that other seats will have to plant."""
TURNED: Final = 13
UNSEEN: Final = 14
DISCARDED: Final = 15
GROUPS: Final = 16


def to_fixed_point(amount: float) -> int:
    """Multiply an amount by `SCALE`, round it and limit it to the range of the inputs."""
    scaled = int(amount * SCALE + (0.5 if amount >= 0.0 else -0.5))
    return min(max(scaled, -MAX_INPUT), MAX_INPUT)


def add_at(features: list[int], index: int, amount: int) -> None:
    features[index] = features[index] + amount  # compiled by mypyc, `+=` would box the numbers


def position_features(judge: field_value.Judge) -> list[int]:
    """Return all features of the position that the judge values.

    It runs for every position that a network values: a few long functions, because calls cost time.
    """
    view = judge.view
    seat = view.seat
    kind_index = kind_index_of(view.rules)
    kinds = kind_count(kind_index)
    features = [0] * (GROUPS * kinds)
    own_kinds = [False] * kinds
    empty = [0] * view.players
    add_farm_features(judge, kind_index, own_kinds, empty, features)
    for card in view.turned:
        if kind_index[card] != NOT_A_BEAN:
            add_at(features, TURNED * kinds + kind_index[card], SCALE)
    matching = 0
    hand_group = 0
    for card in view.hands[seat]:
        kind = kind_index[card] if card >= 0 else NOT_A_BEAN
        if kind != NOT_A_BEAN:
            add_at(features, (IN_HAND + hand_group) * kinds + kind, SCALE)
            hand_group = min(hand_group + 1, 3)
            if own_kinds[kind]:
                matching += PER_MATCHING_CARD
    hidden, discarded = unseen_counts(view, kind_index, kinds), discard_counts(view, kind_index, kinds)
    # Shares of the unseen cards whose kind grows on this seat's fields: alone there, or on another seat's as well.
    uncontested = contested = 0
    for kind in range(kinds):
        features[UNSEEN * kinds + kind] = PER_UNSEEN_CARD * hidden[kind]
        features[DISCARDED * kinds + kind] = PER_UNSEEN_CARD * discarded[kind]
        if own_kinds[kind] and hidden[kinds]:
            share = ALL_UNSEEN_CARDS * hidden[kind] // hidden[kinds]
            if features[OTHERS_FIELD_COUNT * kinds + kind]:
                contested += share
            else:
                uncontested += share
    add_seat_features(judge, empty, features)
    add_table_features(judge, features)
    features.append(matching)
    features.append(uncontested)
    features.append(contested)
    return features


def add_farm_features(
    judge: field_value.Judge, kind_index: list[int], own_kinds: list[bool], empty: list[int], features: list[int]
) -> None:
    """Add the fields and the cards set aside of every seat; fill in which kinds grow on this seat's fields, and the
    empty fields of each seat."""
    view = judge.view
    seat = view.seat
    players = view.players
    kinds = len(own_kinds)
    next_seat = (seat + 1) % players
    for owner in range(players):
        rows = judge.rows(owner)
        for field in range(len(rows)):
            row = rows[field]
            if row == field_value.EMPTY:
                add_at(empty, owner, PER_EMPTY_FIELD)
                continue
            kind = kind_index[field_value.kind_of(row)]
            if kind == NOT_A_BEAN:
                continue
            size = field_value.size_of(row) * PER_FIELD_CARD
            if owner == seat:
                add_at(features, OWN_CARDS * kinds + kind, size)
                add_at(features, OWN_PAY * kinds + kind, to_fixed_point(judge.pay(field, row)))
                add_at(features, OWN_WORTH * kinds + kind, to_fixed_point(VALUE_FACTOR * judge.value(field, row)))
                own_kinds[kind] = True
                continue
            if owner == next_seat:
                add_at(features, NEXT_CARDS * kinds + kind, size)
            add_at(features, OTHERS_CARDS * kinds + kind, size)
            add_at(features, OTHERS_FIELD_COUNT * kinds + kind, SCALE)
            add_at(features, OTHERS_WORTH * kinds + kind, to_fixed_point(VALUE_FACTOR * judge.value(field, row)))
        for card in view.aside[owner]:
            if kind_index[card] != NOT_A_BEAN:
                features[(OWN_DUE if owner == seat else OTHERS_DUE) * kinds + kind_index[card]] += SCALE


def add_seat_features(judge: field_value.Judge, empty: list[int], features: list[int]) -> None:
    """Add seven numbers per seat, clockwise from this one, then this seat's lead over the others, and its worth.

    The numbers of a seat: its worth beyond its thalers, thalers, the value of its special holdings, hand cards, fields
    beyond the second, empty fields, and cards set aside. Seats that are not at the table have zeros.
    """
    view = judge.view
    players = view.players
    own_worth = best_other = others_total = 0.0
    for step in range(MAX_SEATS):
        if step >= players:
            features.extend([0, 0, 0, 0, 0, 0, 0])
            continue
        owner = (view.seat + step) % players
        thalers = len(view.thalers[owner])
        seat_worth = seat_value(judge, owner)
        if step == 0:
            own_worth = seat_worth
        else:
            best_other, others_total = max(best_other, seat_worth), others_total + seat_worth
        features.append(to_fixed_point(VALUE_FACTOR * (seat_worth - thalers)))
        features.append(min(MAX_INPUT, PER_THALER * thalers))
        features.append(to_fixed_point(VALUE_FACTOR * judge.extra_value(owner)))
        features.append(min(MAX_INPUT, PER_HAND_CARD * len(view.hands[owner])))
        features.append(SCALE * (len(view.fields[owner]) - 2))
        features.append(empty[owner])
        features.append(PER_CARD_ASIDE * len(view.aside[owner]))
    features.append(to_fixed_point(own_worth - best_other))
    features.append(to_fixed_point(VALUE_FACTOR * (own_worth - others_total / max(1, players - 1))))
    features.append(to_fixed_point(0.5 * own_worth))


def add_table_features(judge: field_value.Judge, features: list[int]) -> None:
    """Add the length of the rest of the game, the number of players, the turn order, the phase and the duty to plant.

    The length: cards of the draw pile, whether it ends soon, expected draws as a share of the deck, how often the pile
    has run out, and whether the next time is the last. One flag each: the number of players, the distance from the
    active seat, the phase, and once more the phase if this seat is active.
    """
    view = judge.view
    players = view.players
    features.append(to_fixed_point(view.draw_size / 40.0))
    features.append(to_fixed_point(min(1.0, view.draw_size / 10.0)))
    features.append(to_fixed_point(field_value.expected_draws(view) / field_value.deck_size(view)))
    features.append(SCALE // 2 * view.run_outs)
    features.append(SCALE if view.run_outs + 1 >= field_value.last_run_out(view) else 0)
    for count in range(3, MAX_SEATS + 1):
        features.append(SCALE if players == count else 0)
    distance = (view.seat - view.active) % players
    for step in range(MAX_SEATS):
        features.append(SCALE if distance == step else 0)
    phase = min(view.phase, PHASES - 1)
    for number in range(PHASES):
        features.append(SCALE if phase == number else 0)
    for number in range(PHASES):
        features.append(SCALE if phase == number and distance == 0 else 0)
    must_plant = distance == 0 and len(view.agenda) > 0 and view.agenda[-1].must_plant_front
    features.append(SCALE if must_plant else 0)
