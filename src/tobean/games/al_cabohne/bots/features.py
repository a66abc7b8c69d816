"""Features of Al Cabohne for the value networks of `mendel`, as integers.

Some numbers per kind, then those of the whole table; all are fixed-point numbers, each with its own factor. The judge's
values are included. The order and the factors are part of a network.
"""

from typing import Final

from tobean.bots.mendel.features import SCALE, to_fixed_point
from tobean.games.al_cabohne.bots import judge
from tobean.games.al_cabohne.bots.compact_state import BEFORE_DRAW, NO_KIND, CompactState, compact_state_of
from tobean.games.al_cabohne.bots.row_value import SupplyForecast
from tobean.games.al_cabohne.mafia import THRESHOLDS
from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

GROUPS: Final = 18
MAX_NEEDED: Final = 6


def features_after(view: Observation, actions: list[Action], chance: Chance) -> list[list[int]]:
    """Return the features after each action; they depend on no secret."""
    table = determinize(view, chance)
    return action_features_at(
        table, view.seat, actions, SupplyForecast(table, view.seat, judge.parameters_for_table(table))
    )


def action_features_at(table: Table, seat: int, actions: list[Action], forecast: SupplyForecast) -> list[list[int]]:
    """Return the features after each action, at a table that looks like the real one to the seat."""
    state = compact_state_of(table, seat)
    features: list[list[int]] = []
    for action in actions:
        next_state = state.copy()
        next_state.apply_action(action)
        features.append(state_features(table, seat, next_state, forecast))
    return features


def state_features(table: Table, seat: int, state: CompactState, forecast: SupplyForecast) -> list[int]:
    features: list[int] = []
    for card in table.kinds:
        add_kind_features(state, forecast, card, features)
    add_boss_features(state, forecast, features)
    hand = len(state.hand)
    empty = 0
    for card in state.kinds:
        if card == NO_KIND:
            empty += 1
    features.append(to_fixed_point(0.5 * state.thalers))
    features.append(to_fixed_point(0.5 * state.mafia_thalers))
    features.append(to_fixed_point(state.thalers - (2.0 if state.solo else 1.0) * state.mafia_thalers))
    features.append(to_fixed_point(judge.value(state, forecast)))
    features.append(to_fixed_point(judge.own_rows(state, forecast)))
    features.append(to_fixed_point(judge.boss_rows(state, forecast)))
    features.append(to_fixed_point(2.0 * judge.hand_value(state, forecast)))
    features.append(4 * hand)
    features.append(SCALE if hand == 0 else 0)
    features.append(SCALE if hand == 1 else 0)
    features.append(SCALE if judge.can_feed_boss(state) else 0)
    features.append(SCALE * empty)
    features.append(SCALE if len(state.kinds) > 2 else 0)
    features.append(SCALE * len(state.turned) // 4)
    for stage in range(BEFORE_DRAW + 1):
        features.append(SCALE if state.stage == stage else 0)
    features.append(to_fixed_point(forecast.rounds))
    features.append(to_fixed_point(forecast.left / 20.0))
    features.append(to_fixed_point(min(1.0, forecast.left / 8.0)))
    features.append(SCALE if forecast.last_pile else 0)
    features.append(SCALE * table.run_outs)
    if state.solo:
        features.extend([0, 0, 0])
    else:
        other = 1 - seat
        features.append(to_fixed_point(0.5 * len(table.thalers[other])))
        features.append(4 * len(table.hands[other]))
        features.append(to_fixed_point(float(state.thalers - len(table.thalers[other]))))
        add_opponent_features(table, seat, state, forecast, features)
    return features


def add_opponent_features(
    table: Table, seat: int, state: CompactState, forecast: SupplyForecast, features: list[int]
) -> None:
    """Add the current and the expected pay of the opponent's fields, by kind and in total, and the margin."""
    margin = state.thalers - len(table.thalers[1 - seat])
    for field in range(len(state.kinds)):
        if state.kinds[field] != NO_KIND:
            margin += state.pay(state.kinds[field], state.sizes[field])
    pays = [0] * len(forecast.share)
    expected_pays = [0.0] * len(forecast.share)
    empty, current_pay, expected_pay = 0, 0, 0.0
    for field in range(len(state.other_kinds)):
        card = state.other_kinds[field]
        if card == NO_KIND:
            empty += 1
        else:
            pays[card] = state.pay(card, state.other_sizes[field])
            expected_pays[card] = judge.field_value(state, forecast, card, state.other_sizes[field])
            current_pay += pays[card]
            expected_pay += expected_pays[card]
    for card in table.kinds:
        features.append(SCALE * pays[card] // 2)
        features.append(to_fixed_point(2.0 * expected_pays[card]))
    features.append(SCALE * empty)
    features.append(SCALE if len(state.other_kinds) > 2 else 0)
    features.append(SCALE * current_pay // 2)
    features.append(to_fixed_point(expected_pay))
    features.append(to_fixed_point(float(margin - current_pay)))


def add_kind_features(state: CompactState, forecast: SupplyForecast, card: int, features: list[int]) -> None:
    """Add where the cards of a kind are, and how many."""
    field = state.field_of(card)
    size = state.sizes[field] if field != NO_KIND else 0
    boss = state.collecting_boss(card)
    features.append(4 * size)
    features.append(SCALE * state.pay(card, size) // 2 if size else 0)
    features.append(to_fixed_point(2.0 * judge.field_value(state, forecast, card, size)) if size else 0)
    for number in range(len(THRESHOLDS)):
        features.append(4 * state.boss_sizes[number] if boss == number else 0)
    features.append(to_fixed_point(forecast.row(boss, card, state.boss_sizes[boss])) if boss != NO_KIND else 0)
    features.append(SCALE if boss != NO_KIND and field != NO_KIND else 0)
    hand = state.hand
    count = hand.count(card)
    features.append(SCALE if hand and hand[0] == card else 0)
    features.append(SCALE if len(hand) > 1 and hand[1] == card else 0)
    features.append(8 * count)
    features.append(SCALE if count and boss == NO_KIND else 0)
    features.append(8 * state.turned.count(card))
    features.append(to_fixed_point(4.0 * forecast.share[card]))
    features.append(to_fixed_point(forecast.expected_cards[card]))
    features.append(to_fixed_point(0.25 * forecast.expected_for_boss[card]))
    features.append(8 * state.top_run if state.top_kind == card else 0)
    other = 0
    for index in range(len(state.other_kinds)):
        if state.other_kinds[index] == card:
            other = state.other_sizes[index]
    features.append(4 * other)


def add_boss_features(state: CompactState, forecast: SupplyForecast, features: list[int]) -> None:
    """Add the expected thalers of each boss, and the cards he lacks for his next harvest (A1)."""
    for boss in range(len(THRESHOLDS)):
        if boss >= len(state.boss_kinds):
            features.extend([0, 0, 0, 0])
            continue
        card = state.boss_kinds[boss]
        if card == NO_KIND:
            features.extend([SCALE, to_fixed_point(forecast.empty_boss_value(boss)), 0, 0])
            continue
        size = state.boss_sizes[boss]
        needed = 1
        while needed < MAX_NEEDED and state.pay(card, size + needed) < THRESHOLDS[boss]:
            needed += 1
        features.append(0)
        features.append(to_fixed_point(forecast.row(boss, card, size)))
        features.append(8 * needed)
        features.append(SCALE if needed == 1 else 0)
