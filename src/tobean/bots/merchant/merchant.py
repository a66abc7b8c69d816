"""`merchant`: values cards for itself, estimates their value to others, and trades on the difference.

It has no memory: its open offers are on the table, so the same observation gives the same action.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from tobean.bots.base import ALL_BOTS, Remark
from tobean.bots.game_knowledge import judge_for, knowledge_of
from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.merchant.counter_offers import improved_offers
from tobean.bots.merchant.lookahead import is_special, special_action_gains
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.bots.merchant.proposals import best_proposals, concerns_same_cards, most_wanted_kinds, spare_kinds
from tobean.bots.merchant.refusal_reasons import refusal_reason
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.bots.merchant.valuation.field_value import EMPTY, Judge, same_supply
from tobean.bots.merchant.valuation.position_value import SeatValuation, due_cards
from tobean.bots.merchant.valuation.scoring import score_gain
from tobean.bots.voice.personalities import Personality
from tobean.kernel.actions import Accept, Action, Call, Decline, DiscardTurned, EndTrading, Harvest, MakeOffer, Plant
from tobean.kernel.cards import KIND_OF
from tobean.kernel.chance import Chance
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.phases.turn import LastChance
from tobean.kernel.trade.offers import Offer

SPECIAL_MARGIN: Final = 0.05
"""Minimum gain of a special action, in thalers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Merchant:
    """Trades on the value of cards."""

    def __init__(self, parameters: MerchantParameters = DEFAULT_PARAMETERS, judge_cache_size: int = 1) -> None:
        self.name = "merchant"
        self.base_parameters = parameters
        self.judge_cache_size = judge_cache_size
        """Judges kept in the cache; more than one helps a search that tries several actions on the same tables."""
        self.personality: Personality | None = None
        self.pending_remark: Remark | None = None
        self.judge_cache: list[Judge] = []
        """Recent judges, the newest last."""
        self.opponents = ALL_BOTS

    def judge(self, view: Observation) -> Judge:
        """Return a judge for this observation; a cached one if its values still hold."""
        judge_cache, parameters = self.judge_cache, self.parameters
        if judge_cache and judge_cache[0].parameters is not parameters and judge_cache[0].parameters != parameters:
            judge_cache.clear()
        newest = len(judge_cache) - 1
        for index in range(newest, -1, -1):
            judge = judge_cache[index]
            if (index == newest or same_supply(view, judge.view)) and judge.update_view(view):
                return judge
        if len(judge_cache) == self.judge_cache_size:
            del judge_cache[0]
        judge = judge_for(view, parameters)
        judge_cache.append(judge)
        return judge

    @property
    def parameters(self) -> MerchantParameters:
        return self.base_parameters.with_personality(self.personality)

    def remark(self) -> Remark | None:
        remark, self.pending_remark = self.pending_remark, None
        return remark

    # --- decisions -----------------------------------------------------------------------------------------

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        self.pending_remark = None
        choice = knowledge_of(view.rules.name).choice(view, actions, chance)
        if choice is not None:
            return choice
        judge = self.judge(view)
        special = [action for action in actions if is_special(action)]
        best: Action | None = None
        best_gain = SPECIAL_MARGIN
        if special:
            if all(is_special(action) or isinstance(action, Harvest) for action in actions):
                best_gain = -1000.0  # one of them is required, as a harvest never is
            for action, gain in zip(special, special_action_gains(judge, special, chance), strict=True):
                if gain > best_gain:
                    best, best_gain = action, gain
        if any(isinstance(action, (Decline, EndTrading)) for action in actions):
            return best or self.trading_action(view, judge, actions)
        return self.farming_action(view, judge, actions, best, best_gain)

    def farming_action(
        self, view: Observation, judge: Judge, actions: list[Action], best: Action | None, best_gain: float
    ) -> Action:
        """Return the action after which the position is worth most."""
        if best is None:
            best_gain = -1000.0
        for action in actions:
            if not is_special(action):
                gain = farming_gain(view, judge, action)
                if gain > best_gain:
                    best, best_gain = action, gain
        return best or actions[0]

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        self.pending_remark = None
        if not view.may_talk:
            return self.harvest_before_end(view, actions, chance)
        evaluator = DealEvaluator(view, self.judge(view), self.opponents)
        return (
            self.accepted_after_counter(evaluator, actions)
            or evaluator.offer_to_withdraw()
            or self.offer_action(evaluator, None)
        )

    def accepted_after_counter(self, evaluator: DealEvaluator, actions: list[Action]) -> Accept | None:
        """Accept an offer that is still open, although this seat has asked for more."""
        if not self.parameters.counters_before_accepting or not evaluator.view.offers:
            return None
        accept, _ = evaluator.best_answer(actions)
        if accept is not None:
            self.pending_remark = Remark("accept")
        return accept

    def harvest_before_end(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Return a harvest that is worth more before the draw pile runs out, or before an attack, than afterwards."""
        if not isinstance(view.agenda[-1], LastChance) and self.judge(view).threat(view.seat) <= 0.0:
            return None
        harvests: list[Action] = [action for action in actions if isinstance(action, Harvest)]
        best: Action | None = None
        best_gain = self.parameters.margin
        if harvests:
            for action, gain in zip(harvests, special_action_gains(self.judge(view), harvests, chance), strict=True):
                if gain > best_gain:
                    best, best_gain = action, gain
        if best is not None:
            self.pending_remark = Remark("last harvest")
        return best

    # --- trading -------------------------------------------------------------------------------------------

    def trading_action(self, view: Observation, judge: Judge, actions: list[Action]) -> Action:
        evaluator = DealEvaluator(view, judge, self.opponents)
        accept, _ = evaluator.best_answer(actions)
        if accept is not None:
            offer = offer_by_number(view, accept.number)
            counter = self.counter_for_more(evaluator, offer, accept)
            if counter is not None:
                return counter
            self.pending_remark = Remark("accept" if accept.cards else "thanks", offer.cards)
            return accept
        return self.action_without_deal(evaluator, actions)

    def action_without_deal(self, evaluator: DealEvaluator, actions: list[Action]) -> Action:
        """Answer the first offer, else withdraw a stale one, else make an offer or a call, else end the trading."""
        for action in actions:
            if isinstance(action, Decline):
                return self.decline_or_counter(evaluator, offer_by_number(evaluator.view, action.number), action)
        stale = evaluator.offer_to_withdraw()
        if stale is not None:
            return stale
        return (
            self.offer_action(evaluator, None)
            or self.call_action(evaluator)
            or next(action for action in actions if isinstance(action, EndTrading))
        )

    def decline_or_counter(self, evaluator: DealEvaluator, offer: Offer, action: Decline) -> Action:
        """Return a good counter-offer, else the refusal with its reason."""
        counter = self.offer_action(evaluator, offer) if may_counter(evaluator, offer) else None
        if counter is not None:
            self.pending_remark = counter_remark(counter, offer)
            return counter
        self.pending_remark = refusal_reason(evaluator, offer)
        return action

    def counter_for_more(self, evaluator: DealEvaluator, offer: Offer, accept: Accept) -> MakeOffer | None:
        """Return a counter-offer that brings more than accepting, where that is worth the risk."""
        if (
            not self.parameters.counters_before_accepting
            or not self.may_offer(evaluator.view)
            or not may_counter(evaluator, offer)
        ):
            return None
        counter = first_allowed(evaluator.view, improved_offers(evaluator, offer, accept))
        if counter is not None:
            self.pending_remark = counter_remark(counter, offer)
        return counter

    def may_offer(self, view: Observation) -> bool:
        """Whether this seat may still make offers and calls in this phase."""
        return view.may_talk and view.talk[view.seat] < self.parameters.max_offers

    def call_action(self, evaluator: DealEvaluator) -> Call | None:
        """Call out what this seat would give and would like to have."""
        view = evaluator.view
        calls = sum([call.seat == view.seat for call in view.calls])
        if not self.may_offer(view) or calls >= self.parameters.max_calls:
            return None
        has = spare_kinds(evaluator)
        wants = most_wanted_kinds(
            evaluator, has + kinds_given_this_turn(view) if evaluator.opponents.treated_as_human else has
        )
        if not has and not wants:
            return None
        self.pending_remark = Remark("offer", wants) if wants else None
        return Call(view.seat, has, wants)

    def offer_action(self, evaluator: DealEvaluator, answered: Offer | None) -> MakeOffer | None:
        """Return the best legal offer; in answer to an offer, only one that concerns its cards."""
        view = evaluator.view
        if not self.may_offer(view):
            return None
        offers = [proposal.offer for proposal in best_proposals(evaluator, answered)]
        if answered is not None:
            offers = counter_offers_to(offers, answered)
        offer = first_allowed(view, offers)
        if offer is not None:
            self.pending_remark = Remark("offer", offer.wants) if offer.wants else Remark("gift", offer.cards)
            if needs_harvest(evaluator, offer):
                self.pending_remark = Remark("worth a harvest", offer.cards)
        return offer


def needs_harvest(evaluator: DealEvaluator, offer: MakeOffer) -> bool:
    """Whether a person would have to harvest for this offer, which deserves a remark."""
    return (
        offer.to >= 0
        and bool(evaluator.opponents.human_players >> offer.to & 1)
        and evaluator.lacks_room(offer.to, offer.cards, offer.wants)
    )


def counter_remark(counter: MakeOffer, offer: Offer) -> Remark:
    """Name the price of the cards that were asked for, or else the cards that are offered in their place."""
    if not counter.wants:
        return Remark("gift", counter.cards)
    if sorted([KIND_OF[card] for card in counter.cards]) == sorted(offer.wants):
        return Remark("counter", counter.wants)
    return Remark("other cards", counter.cards)


def kinds_given_this_turn(view: Observation) -> tuple[int, ...]:
    """Return the kinds that the active player has given away in this turn; a call for them would seem odd to people."""
    if view.seat != view.active:
        return ()
    return tuple([KIND_OF[card] for seat, cards in enumerate(view.aside) if seat != view.seat for card in cards])


def may_counter(evaluator: DealEvaluator, offer: Offer) -> bool:
    """Whether an offer may be answered with a counter-offer; the number is limited, so that haggling ends."""
    limit = evaluator.parameters.max_counter_offers
    count = sum(
        [
            other.seat == evaluator.seat and other.to == offer.seat and other.answers > 0
            for other in evaluator.view.offers
        ]
    )
    return count < limit and (not offer.answers or limit > 1)


def counter_offers_to(offers: list[MakeOffer], answered: Offer) -> list[MakeOffer]:
    """Return those of the offers that can answer an offer and concern its cards, as counter-offers."""
    counter_offers: list[MakeOffer] = []
    for offer in offers:
        if offer.to in (TABLE, answered.seat) and concerns_same_cards(offer, answered):
            counter_offers.append(
                MakeOffer(offer.seat, answered.seat, offer.cards, offer.places, offer.wants, answered.number)
            )  # fmt: skip
    return counter_offers


# --- farming -----------------------------------------------------------------------------------------------


def farming_gain(view: Observation, judge: Judge, action: Action) -> float:
    """Return the change in the value of the position by a planting, a harvest or a pass."""
    seat = view.seat
    rows = judge.rows(seat)
    due = due_cards(view, seat)
    hand = judge.beans_to_plant(view.hand)
    if must_plant_front(view) and hand:
        due.append(hand[0])
        hand = hand[1:]
    urgency = judge.urgency(seat)
    before = SeatValuation(judge, rows, urgency).value(due, hand)
    earned = 0.0
    if isinstance(action, Plant):
        rows[action.field] = judge.row_after_planting(action.field, rows[action.field], action.card)
        if action.card in due:
            due.remove(action.card)
        elif view.agenda[-1].plants_last_card:
            hand = hand[:-1]
        else:
            hand = hand[1:]
    elif isinstance(action, Harvest):
        earned = judge.pay(action.field, rows[action.field])
        rows[action.field] = EMPTY
    elif isinstance(action, DiscardTurned):
        due.remove(action.card)
    gain = earned + SeatValuation(judge, rows, urgency).value(due, hand) - before
    return gain + score_gain(view, action) if judge.uses_game_score else gain


def must_plant_front(view: Observation) -> bool:
    """Whether the first card of phase 1 has to be planted now (B3)."""
    return view.seat == view.active and view.agenda[-1].must_plant_front


def offer_by_number(view: Observation, number: int) -> Offer:
    return next(offer for offer in view.offers if offer.number == number)
