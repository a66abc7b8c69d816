"""Features of a position at the beginning of a turn, for the value networks of `value_net.py`.

First come twelve groups of one number per bean kind of the game, then some for the table as a whole. All rest on one
seat's observation. The order is part of a network: a change needs all networks to be trained again
(bench/tuning/sage_train.py).
"""

from typing import Final

from tobean.bots.kind_index import NOT_A_BEAN, discard_counts, kind_count, kind_index_of, unseen_counts
from tobean.bots.merchant.valuation import field_value
from tobean.bots.merchant.valuation.position_value import seat_value
from tobean.kernel.base.portable_math import float_sum

# Indexes of the groups; index of a feature = group * number of kinds + index of the kind.
OWN_CARDS: Final = 0
OWN_PAY: Final = 1
OWN_WORTH: Final = 2
OTHERS_CARDS: Final = 3
OTHERS_FIELD_COUNT: Final = 4
"""Number of fields of other seats on which the kind grows."""
OTHERS_WORTH: Final = 5
IN_HAND: Final = 6
"""Four groups: the first hand card, the second, the third, and all behind."""
UNSEEN: Final = 10
DISCARDED: Final = 11
GROUPS: Final = 12


def features_of(judge: field_value.Judge) -> list[float]:
    view = judge.view
    seat = view.seat
    kind_index = kind_index_of(view.rules)
    kinds = kind_count(kind_index)
    features = [0.0] * (GROUPS * kinds)
    own_kinds = [False] * kinds
    empty = [0.0] * view.players
    for owner in range(view.players):
        rows = judge.rows(owner)
        for field in range(len(rows)):
            row = rows[field]
            if row == field_value.EMPTY:
                empty[owner] += 0.5
                continue
            kind = kind_index[field_value.kind_of(row)]
            if kind == NOT_A_BEAN:
                continue
            if owner == seat:
                features[OWN_CARDS * kinds + kind] += 0.25 * field_value.size_of(row)
                features[OWN_PAY * kinds + kind] += 0.5 * judge.pay(field, row)
                features[OWN_WORTH * kinds + kind] += 0.5 * judge.value(field, row)
                own_kinds[kind] = True
            else:
                features[OTHERS_CARDS * kinds + kind] += 0.25 * field_value.size_of(row)
                features[OTHERS_FIELD_COUNT * kinds + kind] += 1.0
                features[OTHERS_WORTH * kinds + kind] += 0.5 * judge.value(field, row)
    matching = 0.0
    hand_group = 0
    for card in view.hands[seat]:
        kind = kind_index[card] if card >= 0 else NOT_A_BEAN
        if kind != NOT_A_BEAN:
            features[(IN_HAND + hand_group) * kinds + kind] += 1.0
            hand_group = min(hand_group + 1, 3)
            if own_kinds[kind]:
                matching += 0.3
    hidden, discarded = unseen_counts(view, kind_index, kinds), discard_counts(view, kind_index, kinds)
    # Shares of the unseen cards whose kind grows on this seat's fields: alone there, or on another seat's as well.
    uncontested = contested = 0.0
    for kind in range(kinds):
        features[UNSEEN * kinds + kind] = 0.125 * hidden[kind]
        features[DISCARDED * kinds + kind] = 0.125 * discarded[kind]
        if own_kinds[kind] and hidden[kinds]:
            share = hidden[kind] / hidden[kinds]
            if features[OTHERS_FIELD_COUNT * kinds + kind]:
                contested += share
            else:
                uncontested += share
    features.extend(table_features(judge, empty))
    features.extend([matching, 4.0 * uncontested, 4.0 * contested])
    return features


def table_features(judge: field_value.Judge, empty: list[float]) -> list[float]:
    """Return the holdings of this seat and the others, the length of the rest of the game, and the turn order."""
    view = judge.view
    seat = view.seat
    players = view.players
    thalers = [0.125 * len(view.thalers[owner]) for owner in range(players)]
    seat_worths = [0.125 * seat_value(judge, owner) for owner in range(players)]
    extras = [judge.extra_value(owner) for owner in range(players)]
    hands = [0.2 * len(view.hands[owner]) for owner in range(players)]
    fields = [float(len(view.fields[owner]) - 2) for owner in range(players)]
    rivals = sorted([seat_worths[owner] for owner in range(players) if owner != seat]) or [0.0]
    distance = (seat - view.active) % players
    return [
        thalers[seat], others(thalers, seat), seat_worths[seat], others(seat_worths, seat), rivals[-1], rivals[0],
        extras[seat], others(extras, seat), hands[seat], others(hands, seat), fields[seat], others(fields, seat),
        empty[seat], others(empty, seat), view.draw_size / 40.0, min(1.0, view.draw_size / 10.0),
        field_value.expected_draws(view) / field_value.deck_size(view), 0.5 * view.run_outs,
        float(view.run_outs + 1 >= field_value.last_run_out(view)),
        distance / max(1, players - 1), float(distance == 0), float(distance == 1), float(distance == players - 1),
        float(players == 3), float(players == 5),
    ]  # fmt: skip


def others(values: list[float], seat: int) -> float:
    """Return the mean over all seats but one."""
    return (float_sum(values) - values[seat]) / max(1, len(values) - 1)
