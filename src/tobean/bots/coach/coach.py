"""Hints: the action that the best bot without a search would choose for a seat, and the reason.

The coach sees the seat's observation and no more, so a hint reveals no secret (I3).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tobean.bots.base import ALL_PEOPLE
from tobean.bots.coach.evaluation import CoachDealEvaluator, action_values
from tobean.bots.coach.messages import ONE_THALER, REASONS, THALERS
from tobean.bots.coach.reason import Reason
from tobean.bots.game_knowledge import judge_for, knowledge_of
from tobean.bots.mendel.mendel import Mendel, main_beneficiary
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS
from tobean.bots.merchant.lookahead import is_special, special_action_gains
from tobean.bots.merchant.merchant import farming_gain, must_plant_front, offer_by_number
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake, plant_if_room
from tobean.bots.merchant.valuation.field_value import Judge, kind_of, size_of
from tobean.bots.merchant.valuation.position_value import due_cards, may_harvest, pack_rows
from tobean.i18n.card_names import CardNamer
from tobean.i18n.catalogues import text
from tobean.i18n.languages.grammar import grammar_of
from tobean.kernel import actions as kernel_actions
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

MIN_CLEAR_GAIN: Final = 0.05
"""A gain below this, in thalers, counts as none."""


@dataclass(frozen=True)
class Hint:
    """A recommended action and the reason for it."""

    action: kernel_actions.Action
    reason: Reason
    game: str

    def sentence(self, names: Sequence[str] = (), language: str = "en", called: Mapping[int, str] | None = None) -> str:
        """Return the reason as a sentence, without the action itself. `called` overrides the names of cards."""
        return reason_sentence(self.reason, self.game, names, language, called)


def reason_sentence(
    reason: Reason,
    game: str,
    names: Sequence[str] = (),
    language: str = "en",
    called: Mapping[int, str] | None = None,
) -> str:
    """Return a reason as a sentence. `called` overrides the names of cards."""
    card_namer = CardNamer(language, called, game)
    template = knowledge_of(game).texts().get(reason.name) or REASONS[reason.name]
    return text(template, language, game).format(
        own=amount(reason.own, language),
        gain=thalers(reason.own, language),
        needed=card_namer.spoken(reason.needed),
        standing=card_namer.spoken(reason.standing),
        other=amount(reason.other, language),
        partner=card_namer.addressee(reason.partner, names),
        cards=card_namer.spoken(reason.cards),
    )


def amount(value: float, language: str) -> str:
    """Format expected thalers: `2`, `0.5`."""
    return grammar_of(language).figure(f"{abs(value):.1f}".removesuffix(".0"))


def thalers(value: float, language: str) -> str:
    """Format expected thalers with their unit: `2 thalers`, `1 thaler`, `0.5 thalers`."""
    tenths = round(abs(value) * 10)
    if tenths and tenths % 10 == 0:
        return grammar_of(language).thalers(tenths // 10)
    return with_unit(amount(value, language), value, language)


def with_unit(figure: str, value: float, language: str) -> str:
    """Add the unit to the formatted figure of a value."""
    is_singular = grammar_of(language).is_singular(round(abs(value), 1))
    return text(ONE_THALER if is_singular else THALERS, language).format(figure=figure)


def hint(view: Observation, actions: list[kernel_actions.Action], chance: Chance) -> Hint | None:
    """Return what `mendel` would do here among people; in a game without a value network, what the merchant would do.

    None if this seat is not awaited and had better do nothing. A seat with offers to answer gets a hint about these
    even while another seat is awaited.
    """
    action = recommended_action(view, actions, chance)
    if action is None:
        return None
    values = action_values(view, actions, chance)
    if values is not None:
        return Hint(action, lead_reason(view, actions, action, values), view.rules.name)
    return Hint(action, reason_for(view, action, chance), view.rules.name)


def recommended_action(
    view: Observation, actions: list[kernel_actions.Action], chance: Chance
) -> kernel_actions.Action | None:
    adviser = Mendel()
    adviser.mendel_parameters, adviser.opponents = COMPETITIVE_PARAMETERS, ALL_PEOPLE
    if view.awaited == view.seat or any(isinstance(action, kernel_actions.Decline) for action in actions):
        return adviser.choose(view, actions, chance)
    return adviser.volunteer(view, actions, chance)


def lead_reason(
    view: Observation, actions: list[kernel_actions.Action], action: kernel_actions.Action, values: list[float]
) -> Reason:
    """Compare an action with the next best one, in a game that values all actions on one scale."""
    best = values[actions.index(action)]
    lead = best - max([value for value in values if value < best], default=best)
    if values.count(best) > 1 or lead < MIN_CLEAR_GAIN:
        return Reason("as good as any")
    own = knowledge_of(view.rules.name).reason(view, action, lead)
    if own is not None:
        return own
    if isinstance(action, kernel_actions.Plant):
        name = "plant matching now" if view.fields[view.seat][action.field] else "plant new now"
        return Reason(name, lead, cards=(action.card,))
    if isinstance(action, kernel_actions.Harvest):
        return Reason("harvest now", lead, cards=tuple(view.fields[view.seat][action.field][:1]))
    return Reason("best", lead)


def reason_for(view: Observation, action: kernel_actions.Action, chance: Chance) -> Reason:
    """Explain an action by the merchant's valuation, in a game that does not value all actions on one scale."""
    judge = judge_for(view, DEFAULT_PARAMETERS)
    if isinstance(action, (kernel_actions.Accept, kernel_actions.MakeOffer)):
        reason = deal_reason(DealEvaluator(view, judge), action)
        return reason if reason.own >= MIN_CLEAR_GAIN else Reason("experience", value_net_gain(view, action))
    if isinstance(action, (kernel_actions.Decline, kernel_actions.Withdraw, kernel_actions.EndTrading)):
        return deal_reason(DealEvaluator(view, judge), action)
    if isinstance(action, kernel_actions.Call):
        return Reason("call")
    if is_special(action):
        special_gain = special_action_gains(judge, [action], chance)[0]
        own = knowledge_of(view.rules.name).reason(view, action, special_gain)
        return own or Reason("has to be" if special_gain < MIN_CLEAR_GAIN else "special", special_gain)
    gain = farming_gain(view, judge, action)
    if isinstance(action, (kernel_actions.Pass, kernel_actions.GoOn)):
        own = knowledge_of(view.rules.name).reason(view, action, gain)
        if own is not None:
            return own
    if isinstance(action, kernel_actions.Plant):
        grows = bool(view.fields[view.seat][action.field])
        return Reason("plant matching" if grows else "plant new", gain, cards=(action.card,))
    if isinstance(action, kernel_actions.Harvest):
        row = view.fields[view.seat][action.field]
        pay = judge.pay(action.field, judge.rows(view.seat)[action.field])
        return harvest_reason(view, judge, action.field, pay, tuple(row[:1]))
    if isinstance(action, kernel_actions.DiscardTurned):
        return Reason("discard", gain, cards=(action.card,))
    if isinstance(action, kernel_actions.Pass) and view.hand and view.hand[0] not in view.rules.hand_extras:
        return Reason("pass", cards=tuple(view.hand[:1]))
    return Reason("go on" if isinstance(action, (kernel_actions.GoOn, kernel_actions.Pass)) else "special", gain)


def harvest_reason(view: Observation, judge: Judge, field: int, pay: float, cards: tuple[int, ...]) -> Reason:
    """Explain why to harvest this field and not another: the card that needs it, and the use of the other fields."""
    rows = judge.rows(view.seat)
    due = due_cards(view, view.seat)
    if must_plant_front(view) and view.hand and view.hand[0] not in view.rules.hand_extras:
        due.append(view.hand[0])
    planted = list(rows)
    needed = tuple([card for card in due if not plant_if_room(judge, planted, card)][:1])
    if not needed:
        return Reason("harvest" if pay > 0.0 else "harvest for room", pay, cards=cards)
    state = pack_rows(rows)
    for other in range(len(rows)):
        if size_of(rows[other]) == 1 and size_of(rows[field]) > 1 and not may_harvest(state, len(rows), other):
            return Reason("harvest protected", pay, cards=cards, needed=needed)
    richer = [
        other
        for other in range(len(rows))
        if other != field and may_harvest(state, len(rows), other) and judge.pay(other, rows[other]) > pay
    ]
    if richer:
        standing = max(richer, key=lambda other: judge.value(other, rows[other]))
        return Reason("harvest other grows", pay, cards=cards, needed=needed, standing=(kind_of(rows[standing]),))
    return Reason("harvest for card" if pay > 0.0 else "harvest for room", pay, cards=cards, needed=needed)


def deal_reason(evaluator: DealEvaluator, action: kernel_actions.Action) -> Reason:
    """Explain why to accept, offer, decline, withdraw, or end the trading."""
    view = evaluator.view
    if isinstance(action, kernel_actions.Accept):
        offer = offer_by_number(view, action.number)
        own, other = evaluator.accept_gain(offer, action)
        return Reason("accept" if action.cards else "accept gift", own, other, offer.seat, offer.cards)
    if isinstance(action, kernel_actions.MakeOffer):
        own = evaluator.own_gain(Stake(action.cards, action.places), action.wants)
        partner = action.to if action.to != TABLE else evaluator.partners()[0]
        other = evaluator.other_gain(partner, action.cards, action.wants)
        name = "offer" if action.cards and action.wants else "give" if action.cards else "ask"
        return Reason(name, own, other, action.to, action.cards if action.cards else action.wants)
    if isinstance(action, kernel_actions.Decline):
        offer = offer_by_number(view, action.number)
        own = best_acceptance_gain(evaluator, offer)
        other = evaluator.offerer_gain(offer, offer.wants)
        name = (
            "decline loss"
            if own < -MIN_CLEAR_GAIN
            else "decline little"
            if own < evaluator.parameters.margin
            else "decline envy"
        )
        return Reason(name, own, other, offer.seat, offer.cards)
    return Reason("withdraw" if isinstance(action, kernel_actions.Withdraw) else "end trading")


def value_net_gain(view: Observation, action: kernel_actions.Accept | kernel_actions.MakeOffer) -> float:
    """Return the gain according to the value network, for a deal in which the merchant sees no gain."""
    evaluator = CoachDealEvaluator(view)
    stake = Stake(action.cards, action.places)
    if isinstance(action, kernel_actions.Accept):
        offer = offer_by_number(view, action.number)
        return evaluator.gain(stake, offer.seat, offer.cards)
    partner = action.to if action.to != TABLE else main_beneficiary(evaluator.evaluator, action)
    return evaluator.gain(stake, partner, action.wants)


def best_acceptance_gain(evaluator: DealEvaluator, offer: Offer) -> float:
    """Return the gain of accepting with the cards that this seat misses least; without cards, that of a gift."""
    best = -1000.0
    view = evaluator.view
    own = list(enumerate(view.hand))
    if view.seat == view.active:
        own += [(TURNED, card) for card in view.turned]
    for place, card in own:
        if len(offer.wants) == 1 and card == offer.wants[0]:
            best = max(best, evaluator.own_gain(Stake((card,), (place,)), offer.cards))
    return best if best > -1000.0 else evaluator.own_gain(Stake((), ()), offer.cards)
