"""Judge of Al Cabohne: values a state in thalers, and chooses the action that leads to the best one."""

from typing import Final, final

from tobean.bots.game_knowledge import best_of
from tobean.games.al_cabohne.bots.compact_state import (
    BEFORE_DRAW,
    BEFORE_REVEAL,
    MAY_PLANT,
    MUST_PLANT,
    NO_KIND,
    CompactState,
    compact_state_of,
)
from tobean.games.al_cabohne.bots.parameters import SOLO_PARAMETERS, TWO_PLAYER_PARAMETERS, AlCabohneParameters
from tobean.games.al_cabohne.bots.row_value import SupplyForecast
from tobean.games.al_cabohne.reveal_phases import BeforeReplenishing
from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

NO_FIELD_VALUE: Final = -10.0
"""Value of a group of cards that fits nowhere: another action has to come first."""


def action_values(table: Table, seat: int, actions: list[Action], forecast: SupplyForecast) -> list[float]:
    state = compact_state_of(table, seat)
    values: list[float] = []
    for action in actions:
        next_state = state.copy()
        next_state.apply_action(action)
        values.append(value(next_state, forecast))
    return values


def parameters_for_table(table: Table) -> AlCabohneParameters:
    return SOLO_PARAMETERS if table.players == 1 else TWO_PLAYER_PARAMETERS


def best_action(table: Table, seat: int, actions: list[Action], forecast: SupplyForecast) -> Action:
    """Return the action with the highest value; the first of equals.

    Before cards are drawn nothing has changed since the last decision, so there is nothing to decide again.
    """
    if len(actions) == 1 or isinstance(table.agenda[-1], BeforeReplenishing):
        return actions[0]
    return best_of(actions, action_values(table, seat, actions, forecast))


def action_values_for_view(view: Observation, actions: list[Action], chance: Chance) -> list[float]:
    """Return the value after each action for this observation; it depends on no secret."""
    table = determinize(view, chance)
    return action_values(table, view.seat, actions, SupplyForecast(table, view.seat, parameters_for_table(table)))


def best_action_for_view(view: Observation, actions: list[Action], chance: Chance) -> Action:
    """Return the judge's action for this observation; it depends on no secret."""
    table = determinize(view, chance)
    return best_action(table, view.seat, actions, SupplyForecast(table, view.seat, parameters_for_table(table)))


@final
class JudgePlayer:
    """Plays one seat by the judge; computes a new forecast when cards have been drawn."""

    def __init__(self, seat: int, parameters: AlCabohneParameters) -> None:
        self.seat = seat
        self.parameters = parameters
        self.forecast: SupplyForecast | None = None
        self.cards_seen = -1

    def act(self, table: Table) -> None:
        table.apply_trusted(best_action(table, self.seat, table.legal_actions(self.seat), self.current_forecast(table)))

    def current_forecast(self, table: Table) -> SupplyForecast:
        forecast = self.forecast
        drawn = table.run_outs * 1000 + table.draw_size
        if forecast is None or drawn != self.cards_seen:
            forecast = SupplyForecast(table, self.seat, self.parameters)
            self.forecast = forecast
            self.cards_seen = drawn
        return forecast


def value(state: CompactState, forecast: SupplyForecast) -> float:
    """Return own thalers and expectations, minus those of the mafia and the opponent."""
    parameters = forecast.parameters
    total = state.thalers + own_rows(state, forecast) + hand_value(state, forecast)
    total -= parameters.mafia_thaler * state.mafia_thalers + parameters.mafia * boss_rows(state, forecast)
    if not state.solo:
        total += two_player_value(state, forecast)
    if state.turned:
        seen = 0
        for card in state.turned:
            if not seen >> card & 1:
                seen |= 1 << card
                total += group_value(state, forecast, card)
    elif state.hand and state.stage <= MUST_PLANT:
        total += planted_value(state, forecast, state.hand[0], 1)
    elif state.hand and state.stage == MAY_PLANT:
        total += max(0.0, planted_value(state, forecast, state.hand[0], 1))
    elif state.hand:
        total += parameters.front_card_share * min(0.0, planted_value(state, forecast, state.hand[0], 1))
    if state.top_run and state.stage <= BEFORE_REVEAL and state.collecting_boss(state.top_kind) == NO_KIND:
        likely = min(1.0, 3.0 * forecast.share[state.top_kind])
        total += parameters.discard_regain_share * likely * state.top_run
    return total


def field_value(state: CompactState, forecast: SupplyForecast, card: int, size: int) -> float:
    expected = forecast.field(card, size)
    if state.collecting_boss(card) == NO_KIND:
        return expected
    current_pay = state.pay(card, size)
    return current_pay + forecast.parameters.taxed * (expected - current_pay)


def own_rows(state: CompactState, forecast: SupplyForecast) -> float:
    parameters = forecast.parameters
    room = parameters.room_before if state.stage <= BEFORE_REVEAL else parameters.room_after
    total = 0.0
    for field in range(len(state.kinds)):
        card = state.kinds[field]
        if card == NO_KIND:
            total += room
            room *= parameters.more_room
        else:
            total += field_value(state, forecast, card, state.sizes[field])
    return total


def boss_rows(state: CompactState, forecast: SupplyForecast) -> float:
    total = 0.0
    starving = 1.0
    for boss in range(len(state.boss_kinds)):
        card = state.boss_kinds[boss]
        if card == NO_KIND:
            if starving == 1.0 and not can_feed_boss(state):
                starving = forecast.parameters.starving
            total += forecast.empty_boss_value(boss) * starving
        else:
            total += forecast.row(boss, card, state.boss_sizes[boss])
    return total


def can_feed_boss(state: CompactState) -> bool:
    """Whether the hand holds a kind that an empty boss must be given (A10)."""
    return any(state.collecting_boss(card) == NO_KIND for card in state.hand)


def hand_value(state: CompactState, forecast: SupplyForecast) -> float:
    parameters = forecast.parameters
    total = -parameters.hand_card_cost * len(state.hand)
    seen = 0
    for card in state.hand:
        if seen >> card & 1:
            continue
        seen |= 1 << card
        count = state.hand.count(card)
        field = state.field_of(card)
        if field != NO_KIND:
            size = state.sizes[field]
            gain = field_value(state, forecast, card, size + count) - field_value(state, forecast, card, size)
            total += parameters.matching_card_share * gain
        else:
            total += (
                parameters.group_card_share * field_value(state, forecast, card, count)
                - parameters.lone_card_cost * count
            )
    return total


def two_player_value(state: CompactState, forecast: SupplyForecast) -> float:
    """Return the value of a third field (A13) and of the taxes on the opponent (A5)."""
    parameters = forecast.parameters
    total = parameters.third_field * forecast.rounds if len(state.kinds) > 2 else 0.0
    for card in state.other_kinds:
        if card != NO_KIND and state.collecting_boss(card) != NO_KIND:
            total += parameters.opponent_tax_value
    return total


def group_value(state: CompactState, forecast: SupplyForecast, card: int) -> float:
    """Return the value of the revealed cards of a kind: planted, given, discarded (A4) or left to the opponent (A9)."""
    count = state.turned.count(card)
    if state.stage < BEFORE_REVEAL:
        return max(0.0, planted_value(state, forecast, card, count))
    if state.solo:
        return max(planted_value(state, forecast, card, count), fed_value(state, forecast, card, count))
    left = -value_left_to_opponent(state, forecast, card, count)
    if state.stage == BEFORE_DRAW:
        return left
    return max(left, planted_value(state, forecast, card, count), fed_value(state, forecast, card, count))


def value_left_to_opponent(state: CompactState, forecast: SupplyForecast, card: int, count: int) -> float:
    """Return the value to the opponent of cards left over; a kind that does not grow there is discarded."""
    for field in range(len(state.other_kinds)):
        if state.other_kinds[field] == card:
            size = state.other_sizes[field]
            return forecast.parameters.opponent_gain_weight * (
                forecast.field(card, size + count) - forecast.field(card, size)
            )
    return forecast.parameters.opponent_new_kind_weight * forecast.field(card, count)


def planted_value(state: CompactState, forecast: SupplyForecast, card: int, count: int) -> float:
    """Return the value of cards to be planted, on the best own field."""
    field = state.field_of(card)
    if field != NO_KIND:
        size = state.sizes[field]
        return field_value(state, forecast, card, size + count) - field_value(state, forecast, card, size)
    new_row_value = field_value(state, forecast, card, count)
    parameters = forecast.parameters
    room = parameters.room_before if state.stage <= BEFORE_REVEAL else parameters.room_after
    best = NO_FIELD_VALUE
    for field in range(len(state.kinds)):
        old_kind = state.kinds[field]
        if old_kind == NO_KIND:
            best = max(best, new_row_value - room)
        elif not state.is_protected(field):
            current_pay = state.pay(old_kind, state.sizes[field])
            best = max(best, new_row_value + current_pay - field_value(state, forecast, old_kind, state.sizes[field]))
    return best


def fed_value(state: CompactState, forecast: SupplyForecast, card: int, count: int) -> float:
    """Return the value of giving revealed cards to the best boss (A9); mostly a loss."""
    weight = forecast.parameters.mafia
    boss = state.collecting_boss(card)
    if boss != NO_KIND:
        before = forecast.row(boss, card, state.boss_sizes[boss])
        return weight * (before - forecast.row(boss, card, state.boss_sizes[boss] + count))
    best = NO_FIELD_VALUE
    for boss in range(len(state.boss_kinds)):
        if state.boss_kinds[boss] == NO_KIND:
            best = max(best, weight * (forecast.empty_boss_value(boss) - forecast.row(boss, card, count)))
    return best
