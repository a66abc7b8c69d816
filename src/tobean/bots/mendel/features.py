"""Features of a position for the value networks of `mendel`: integers, from one seat's observation, at any moment.

First come the groups of one number per bean kind of the game, then some numbers per seat, then those of the whole
table. Amounts are in sixteenths. The merchant's valuation of fields and positions is included, so that a network need
only learn where it is wrong. The order is part of a network: a change needs a new `VERSION`, and all networks must be
trained again.
"""

from typing import Final

from tobean.bots.kind_index import NOT_A_BEAN, discard_counts, kind_count, kind_index_of, unseen_counts
from tobean.bots.mendel.net import MAX_INPUT
from tobean.bots.merchant.valuation import field_value
from tobean.bots.merchant.valuation.position_value import seat_value

VERSION: Final = 1
SCALE: Final = 16
MAX_SEATS: Final = 5
PHASES: Final = 7

OWN_CARDS: Final = 0
OWN_PAY: Final = 1
OWN_WORTH: Final = 2
NEXT_CARDS: Final = 3
"""On the fields of the player whose turn follows this seat's."""
THEIR_CARDS: Final = 4
GROWERS: Final = 5
"""Number of fields of other players on which the kind grows."""
THEIR_WORTH: Final = 6
IN_HAND: Final = 7
"""Four groups: the first hand card, the second, the third, and all behind."""
OWN_DUE: Final = 11
"""Cards that this seat will have to plant."""
THEIR_DUE: Final = 12
TURNED: Final = 13
UNSEEN: Final = 14
DISCARDED: Final = 15
GROUPS: Final = 16


def to_fixed_point(amount: float) -> int:
    """Convert an amount to sixteenths."""
    scaled = int(amount * SCALE + (0.5 if amount >= 0.0 else -0.5))
    return min(max(scaled, -MAX_INPUT), MAX_INPUT)


def add_at(features: list[int], place: int, amount: int) -> None:
    features[place] = features[place] + amount  # compiled by mypyc, `+=` would box the numbers


def position_features(judge: field_value.Judge) -> list[int]:
    view = judge.view
    seat = view.seat
    players = view.players
    kind_index = kind_index_of(view.rules)
    kinds = kind_count(kind_index)
    features = [0] * (GROUPS * kinds)
    own_kinds = [False] * kinds
    empty = [0] * players
    next_seat = (seat + 1) % players
    for owner in range(players):
        rows = judge.rows(owner)
        for field in range(len(rows)):
            row = rows[field]
            if row == field_value.EMPTY:
                add_at(empty, owner, SCALE // 2)
                continue
            kind = kind_index[field_value.kind_of(row)]
            if kind == NOT_A_BEAN:
                continue
            size = field_value.size_of(row) * SCALE // 4
            if owner == seat:
                add_at(features, OWN_CARDS * kinds + kind, size)
                add_at(features, OWN_PAY * kinds + kind, to_fixed_point(judge.pay(field, row)))
                add_at(features, OWN_WORTH * kinds + kind, to_fixed_point(2.0 * judge.value(field, row)))
                own_kinds[kind] = True
                continue
            if owner == next_seat:
                add_at(features, NEXT_CARDS * kinds + kind, size)
            add_at(features, THEIR_CARDS * kinds + kind, size)
            add_at(features, GROWERS * kinds + kind, SCALE)
            add_at(features, THEIR_WORTH * kinds + kind, to_fixed_point(2.0 * judge.value(field, row)))
        for card in view.aside[owner]:
            if kind_index[card] != NOT_A_BEAN:
                features[(OWN_DUE if owner == seat else THEIR_DUE) * kinds + kind_index[card]] += SCALE
    for card in view.turned:
        if kind_index[card] != NOT_A_BEAN:
            add_at(features, TURNED * kinds + kind_index[card], SCALE)
    matching = 0
    place = 0
    for card in view.hands[seat]:
        kind = kind_index[card] if card >= 0 else NOT_A_BEAN
        if kind != NOT_A_BEAN:
            add_at(features, (IN_HAND + place) * kinds + kind, SCALE)
            place = min(place + 1, 3)
            if own_kinds[kind]:
                matching += SCALE // 4
    hidden, discarded = unseen_counts(view, kind_index, kinds), discard_counts(view, kind_index, kinds)
    uncontested = contested = 0
    for kind in range(kinds):
        features[UNSEEN * kinds + kind] = SCALE // 8 * hidden[kind]
        features[DISCARDED * kinds + kind] = SCALE // 8 * discarded[kind]
        if own_kinds[kind] and hidden[kinds]:
            share = 4 * SCALE * hidden[kind] // hidden[kinds]
            if features[GROWERS * kinds + kind]:
                contested += share
            else:
                uncontested += share
    add_seat_features(judge, empty, features)
    add_table_features(judge, features)
    features.append(matching)
    features.append(uncontested)
    features.append(contested)
    return features


def add_seat_features(judge: field_value.Judge, empty: list[int], features: list[int]) -> None:
    """Add the holdings of each seat, clockwise from this one, then this seat's lead over the others."""
    view = judge.view
    players = view.players
    own = best = total = 0.0
    for step in range(MAX_SEATS):
        if step >= players:
            features.extend([0, 0, 0, 0, 0, 0, 0])
            continue
        owner = (view.seat + step) % players
        thalers = len(view.thalers[owner])
        standing = seat_value(judge, owner)
        if step == 0:
            own = standing
        else:
            best, total = max(best, standing), total + standing
        features.append(to_fixed_point(2.0 * (standing - thalers)))
        features.append(min(MAX_INPUT, 8 * thalers))
        features.append(to_fixed_point(2.0 * judge.extra_value(owner)))
        features.append(min(MAX_INPUT, 4 * len(view.hands[owner])))
        features.append(SCALE * (len(view.fields[owner]) - 2))
        features.append(empty[owner])
        features.append(8 * len(view.aside[owner]))
    features.append(to_fixed_point(own - best))
    features.append(to_fixed_point(2.0 * (own - total / max(1, players - 1))))
    features.append(to_fixed_point(0.5 * own))


def add_table_features(judge: field_value.Judge, features: list[int]) -> None:
    """Add the length of the rest of the game, the turn order and the phase."""
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
