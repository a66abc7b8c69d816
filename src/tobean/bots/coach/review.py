"""Review of a finished game: value of each deal, missed deals and harvests, good and bad decisions.

Values are those of `evaluation.py`, from what the seat could see at that moment. Only the cards available for a missed
deal are taken from the hands, which are open after the game.
"""

from dataclasses import dataclass, field
from typing import Final

from tobean.bots.coach.evaluation import CoachDealEvaluator, action_values, farming_gains
from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.lookahead import is_special
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.valuation.deal_value import NO_STAKE, DealEvaluator, Stake
from tobean.bots.merchant.valuation.field_value import Judge
from tobean.kernel.actions import Accept, Action, BuyField, EndTrading, Harvest, MakeOffer, Pass, Plant
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import Illegal
from tobean.kernel.notation.card_locations import TURNED, in_usual_order
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.rules import Rules
from tobean.kernel.table import Table
from tobean.record.record import Record

MAX_MISSED: Final = 3
MIN_GAIN: Final = 0.3
"""Minimum gain of both sides, in thalers, by the merchant's estimate for a deal to count as missed."""
MIN_LEAD: Final = 0.1
"""Minimum gain of both sides by `CoachDealEvaluator`, in which the other side's gain counts."""
MIN_LOSS: Final = 0.3
"""Minimum difference between two actions, in thalers, for the choice between them to count."""
MAX_STAKES: Final = 8
MAX_EVALUATED_DEALS: Final = 12
"""Number of deals, good for both sides by the merchant's estimate, that `CoachDealEvaluator` evaluates as well."""
FIELD_ACTIONS: Final = (Plant, Harvest, Pass)
NOT_EVALUATED: Final = -1000.0


@dataclass(frozen=True)
class DealReview:
    """A deal, made or missed. `seat` made the offer or, in a missed deal, was the active player."""

    ply: int
    turn: int
    seat: int
    partner: int
    cards: tuple[int, ...]
    """Cards that `seat` gives."""
    gets: tuple[int, ...]
    """Cards that `partner` gives."""
    own: float
    """Gain of `seat`, in expected thalers."""
    other: float
    """Gain of `partner`."""


@dataclass(frozen=True)
class MissedHarvest:
    """A harvest that would have been better than the action taken, or one that should not have been made."""

    ply: int
    turn: int
    seat: int
    field: int
    row: tuple[int, ...]
    thalers: int
    loss: float
    harvested: bool
    """Whether the harvest was made although another action was better."""


@dataclass(frozen=True)
class Choice:
    """An action that was clearly better or clearly worse than its best alternative."""

    ply: int
    turn: int
    seat: int
    action: Action
    other: Action
    """Best alternative."""
    lead: float
    """Expected thalers of `action` minus those of `other`."""
    view: Observation
    """Observation of the seat before the action."""


@dataclass
class Review:
    """The coach's judgement of a whole game."""

    players: tuple[str, ...]
    rules: Rules
    first_ply: int = 0
    """Number of actions before the first position; not 0 if a record begins in the middle of a game."""
    deals: list[DealReview] = field(default_factory=list)
    missed_deals: list[DealReview] = field(default_factory=list)
    """The biggest ones, at most one per turn."""
    missed_harvests: list[MissedHarvest] = field(default_factory=list)
    """The biggest ones."""
    open_deals: list[DealReview] = field(default_factory=list)
    """Best deal left each time trading ended."""
    better_offers: dict[int, MakeOffer] = field(default_factory=dict)
    """For the ply of the end of a trading, the offer that leads to the best deal left."""
    choices: list[Choice] = field(default_factory=list)
    """At most the best and the worst choice of each seat in each turn."""
    offered: dict[int, int] = field(default_factory=dict)
    """For the ply of an acceptance, the ply at which its offer was made."""

    def balance(self) -> list[float]:
        """Return what each seat gained by its deals, in expected thalers."""
        totals = [0.0] * len(self.players)
        for deal in self.deals:
            totals[deal.seat] += deal.own
            totals[deal.partner] += deal.other
        return totals


def review(record: Record) -> Review:
    """Review a whole game. Raises `BadRecord` if the record breaks the rules."""
    reviewed = Review(record.players, record.rules())
    before: Table | None = None
    offers: dict[int, int] = {}  # plies at which the open offers were made, by number
    for table, action, _ in record.replay():
        if before is None:
            reviewed.first_ply = table.ply
        elif action is not None:
            if isinstance(action, MakeOffer) and table.offers:
                offers[table.offers[-1].number] = before.ply
            elif isinstance(action, Accept):
                reviewed.offered[before.ply] = offers.get(action.number, before.ply)
            review_action(before, action, reviewed)
        before = table.clone()
    reviewed.missed_deals = best_by_turn(reviewed.open_deals)
    reviewed.missed_harvests.sort(key=lambda miss: -miss.loss)
    del reviewed.missed_harvests[MAX_MISSED:]
    reviewed.choices = extremes_by_turn(reviewed.choices)
    return reviewed


def best_by_turn(deals: list[DealReview]) -> list[DealReview]:
    """Return the biggest missed deals, at most one per turn."""
    best: list[DealReview] = []
    for deal in sorted(deals, key=lambda deal: -(deal.own + deal.other)):
        if len(best) < MAX_MISSED and all(deal.turn != other.turn for other in best):
            best.append(deal)
    return best


def extremes_by_turn(choices: list[Choice]) -> list[Choice]:
    """Return the best and the worst choice of each seat in each turn, in the order of play.

    A field that should have been harvested is a mistake again at every action until it is harvested.
    """
    extremes: dict[tuple[int, int, bool], Choice] = {}
    for choice in choices:
        key = (choice.seat, choice.turn, choice.lead > 0)
        if key not in extremes or abs(choice.lead) > abs(extremes[key].lead):
            extremes[key] = choice
    return sorted(extremes.values(), key=lambda choice: choice.ply)


def review_action(table: Table, action: Action, review: Review) -> None:
    """Judge one action and add the result to the review; `table` is the one before the action."""
    if isinstance(action, Accept):
        review.deals.append(deal_review(table, action))
    elif isinstance(action, EndTrading):
        missed = missed_deal(table)
        if missed is not None:
            deal, review.better_offers[table.ply] = missed
            review.open_deals.append(deal)
    else:
        choice = choice_at(table, action)
        if choice is None:
            return
        miss = missed_harvest(choice)
        if miss is not None:
            review.missed_harvests.append(miss)
        if choice.lead <= -MIN_LOSS or (choice.lead >= MIN_LOSS and is_skilful(action)):
            review.choices.append(choice)


def deal_review(table: Table, action: Accept) -> DealReview:
    """Value a deal for both sides just before its acceptance."""
    offer = next(offer for offer in table.offers if offer.number == action.number)
    giver, taker = CoachDealEvaluator(observe(table, offer.seat)), CoachDealEvaluator(observe(table, action.seat))
    own = giver.gain(Stake(offer.cards, offer.places), action.seat, action.cards)
    other = taker.gain(Stake(action.cards, action.places), offer.seat, offer.cards)
    return DealReview(table.ply, table.turn, offer.seat, action.seat, offer.cards, action.cards, own, other)


# --- missed deals ------------------------------------------------------------------------------------------


def missed_deal(table: Table) -> tuple[DealReview, MakeOffer] | None:
    """Return the best deal by which both sides would have gained when the trading ended, and the offer to make."""
    active = table.active
    sides = [CoachDealEvaluator(observe(table, seat)) for seat in range(table.players)]
    own = sides[active].evaluator
    own_stakes = candidate_stakes(table, active, own)
    rated: list[tuple[float, int, Stake, Stake]] = []
    for partner in range(table.players):
        if partner == active:
            continue
        other = sides[partner].evaluator
        partner_stakes = candidate_stakes(table, partner, other)
        for stake in own_stakes:
            for reply in partner_stakes:
                if not stake.cards and not reply.cards:
                    continue
                gain = own.own_gain(stake, reply.cards)
                if gain < MIN_GAIN:
                    continue
                partner_gain = other.own_gain(reply, stake.cards)
                if partner_gain >= MIN_GAIN:
                    rated.append((gain + partner_gain, partner, stake, reply))
    rated.sort(key=lambda item: -item[0])
    mutual: list[tuple[float, DealReview, Stake, Stake]] = []
    for _, partner, stake, reply in rated[:MAX_EVALUATED_DEALS]:
        gain = sides[active].gain(stake, partner, reply.cards)
        partner_gain = sides[partner].gain(reply, active, stake.cards)
        if min(gain, partner_gain) >= MIN_LEAD:
            deal = DealReview(table.ply, table.turn, active, partner, stake.cards, reply.cards, gain, partner_gain)
            mutual.append((gain + partner_gain, deal, stake, reply))
    mutual.sort(key=lambda item: -item[0])
    for _, deal, stake, reply in mutual:
        wants = sorted_cards([KIND_OF[card] for card in reply.cards])
        offer = MakeOffer(deal.seat, deal.partner, stake.cards, stake.places, wants)
        if is_legal_deal(table, offer, reply):
            return deal, offer
    return None


def candidate_stakes(table: Table, seat: int, evaluator: DealEvaluator) -> list[Stake]:
    """Return what a seat could have given: nothing, the least missed card of each kind, or its best pair."""
    best: dict[int, tuple[float, Stake]] = {}
    slots = [(place, card) for place, card in enumerate(table.hands[seat]) if card in table.kinds]
    if seat == table.active:
        slots += [(TURNED, card) for card in table.turned]
    for place, card in slots:
        stake = Stake((card,), (place,))
        gain = evaluator.own_gain(stake, ())
        if card not in best or gain > best[card][0]:
            best[card] = (gain, stake)
    singles = [stake for _, stake in sorted(best.values(), key=lambda item: -item[0])][:MAX_STAKES]
    pairs: list[Stake] = []
    if len(singles) > 1:
        one, two = singles[0], singles[1]
        cards, places = in_usual_order(one.cards + two.cards, one.places + two.places)
        pairs.append(Stake(cards, places))
    return [NO_STAKE, *singles, *pairs]


def is_legal_deal(table: Table, offer: MakeOffer, reply: Stake) -> bool:
    trial = table.clone()
    trial.set_talk_limit(-1)
    try:
        trial.apply(offer)
        trial.apply(Accept(offer.to, trial.offers[-1].number, reply.cards, reply.places))
    except Illegal:
        return False
    return True


# --- missed harvests ---------------------------------------------------------------------------------------


def action_gains(view: Observation, judge: Judge, actions: list[Action]) -> list[float]:
    """Return the gain of each action as the seat saw it; NOT_EVALUATED for actions that are not valued here."""
    values = action_values(view, actions, chance_from(view.ply))
    if values is not None:
        return [
            NOT_EVALUATED if isinstance(action, BuyField) else value
            for action, value in zip(actions, values, strict=True)
        ]
    if not isinstance(actions[0], FIELD_ACTIONS):
        return [NOT_EVALUATED for _ in actions]
    farming: list[Action] = [action for action in actions if isinstance(action, FIELD_ACTIONS)]
    gains = iter(farming_gains(view, judge, farming, chance_from(view.ply)))
    return [next(gains) if isinstance(action, FIELD_ACTIONS) else NOT_EVALUATED for action in actions]


def choice_at(table: Table, action: Action) -> Choice | None:
    """Compare an action with its best alternative; None without one, or where the coach does not value the action."""
    seat = action.seat
    if table.awaited != seat:
        return None
    view = observe(table, seat)
    legal = table.legal_actions(seat)
    own_gain, *gains = action_gains(view, judge_for(view, DEFAULT_PARAMETERS), [action, *legal])
    others = [
        (gain, other) for gain, other in zip(gains, legal, strict=True) if gain != NOT_EVALUATED and other != action
    ]
    if own_gain == NOT_EVALUATED or not others:
        return None
    best_gain, best = max(others, key=lambda item: item[0])
    return Choice(table.ply, table.turn, seat, action, best, own_gain - best_gain, view)


def is_skilful(action: Action) -> bool:
    """Whether choosing this action well takes skill. Planting does not: its alternatives are mostly absurd."""
    return isinstance(action, Harvest) or is_special(action)


def missed_harvest(choice: Choice) -> MissedHarvest | None:
    """Return a harvest that was better than the action taken, or a harvest made although another action was better."""
    harvest = choice.other if isinstance(choice.other, Harvest) else choice.action
    if choice.lead > -MIN_LOSS or not isinstance(harvest, Harvest):
        return None
    seat, field = choice.seat, harvest.field
    judge = judge_for(choice.view, DEFAULT_PARAMETERS)
    return MissedHarvest(
        choice.ply,
        choice.turn,
        seat,
        field,
        row=tuple(choice.view.fields[seat][field]),
        thalers=int(judge.pay(field, judge.rows(seat)[field])),
        loss=-choice.lead,
        harvested=harvest is choice.action,
    )
