"""Review of a finished game: worth of each deal, missed deals and harvests, good and bad decisions.

Worth is judged as `mendel` does (`opinion.py`), with what the seat could see at that moment; only which cards there
were to trade is looked up in the hands, which are open now.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tobean.bots.coach.opinion import Dealings, farming_gains, values_of
from tobean.bots.expertise import judge_for
from tobean.bots.merchant.bargaining import NOTHING, Bazaar, Stake
from tobean.bots.merchant.lookahead import is_special
from tobean.bots.merchant.temper import USUAL
from tobean.kernel.actions import Accept, Action, BuyField, EndTrading, Harvest, MakeOffer, Pass, Plant
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import Illegal
from tobean.kernel.places import TURNED, ordered
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.rules import Rules
    from tobean.kernel.table import Table
    from tobean.record.record import Record
    from tobean.view.observation import Observation

MOST_MISSED: Final = 3
LEAST_GAIN: Final = 0.3
"""A deal counts as missed if it seemed to bring both sides so many thalers ..."""
LEAST_LEAD: Final = 0.1
"""... and does so much after a second thought, when what the other side gains counts, too."""
LEAST_LOSS: Final = 0.3
"""Fewest thalers by which two actions must differ for the choice between them to count."""
MOST_STAKES: Final = 8
MOST_WEIGHED: Final = 12
"""So many deals that seem good for both sides are looked at closely."""
FARMING: Final = (Plant, Harvest, Pass)
NEVER: Final = -1000.0


@dataclass(frozen=True)
class DealWorth:
    """A deal, made or missed. The first side is the active player or, in a deal that was made, who offered it."""

    ply: int
    turn: int
    seat: int
    partner: int
    cards: tuple[int, ...]
    """What `seat` gives."""
    gets: tuple[int, ...]
    """What `partner` gives."""
    own: float
    other: float


@dataclass(frozen=True)
class HarvestMiss:
    """A harvest that would have been better, or one that should not have been."""

    ply: int
    turn: int
    seat: int
    field: int
    row: tuple[int, ...]
    thalers: int
    loss: float
    harvested: bool
    """It was carried out although something else was better."""


@dataclass(frozen=True)
class Choice:
    """An action that was clearly better or clearly worse than its best alternative."""

    ply: int
    turn: int
    seat: int
    action: Action
    other: Action
    """The best alternative."""
    lead: float
    """Expected thalers of `action` minus those of `other`."""
    view: Observation
    """Observation of the seat before the action."""


@dataclass
class Review:
    """Judgement of the coach on a whole game."""

    players: tuple[str, ...]
    rules: Rules
    begins: int = 0
    """How many actions were taken before the first position: a record may begin in the middle of a game."""
    deals: list[DealWorth] = field(default_factory=list)
    missed_deals: list[DealWorth] = field(default_factory=list)
    """The biggest ones, at most one of a turn."""
    missed_harvests: list[HarvestMiss] = field(default_factory=list)
    """The biggest ones."""
    open_deals: list[DealWorth] = field(default_factory=list)
    """The best deal that was left each time when trading ended."""
    choices: list[Choice] = field(default_factory=list)
    """Of each seat in each turn at most its best and its worst one."""
    offered: dict[int, int] = field(default_factory=dict)
    """For the ply of an acceptance, the ply at which its offer was made."""

    def balance(self) -> list[float]:
        """What each seat has gained by its deals, in expected thalers."""
        gained = [0.0] * len(self.players)
        for deal in self.deals:
            gained[deal.seat] += deal.own
            gained[deal.partner] += deal.other
        return gained


def review(record: Record) -> Review:
    """Review a whole game. Raises `BadRecord` where the record does not follow the rules."""
    reviewed = Review(record.players, record.rules())
    before: Table | None = None
    offers: dict[int, int] = {}
    """Plies at which the open offers were made, by number."""
    for table, action, _ in record.replay():
        if before is None:
            reviewed.begins = table.ply
        elif action is not None:
            if isinstance(action, MakeOffer) and table.offers:
                offers[table.offers[-1].number] = before.ply
            elif isinstance(action, Accept):
                reviewed.offered[before.ply] = offers.get(action.number, before.ply)
            look_at(before, action, reviewed)
        before = table.clone()
    reviewed.missed_deals = best_by_turn(reviewed.open_deals)
    reviewed.missed_harvests.sort(key=lambda miss: -miss.loss)
    del reviewed.missed_harvests[MOST_MISSED:]
    reviewed.choices = extremes_by_turn(reviewed.choices)
    return reviewed


def best_by_turn(deals: list[DealWorth]) -> list[DealWorth]:
    """The biggest missed deals, at most one of a turn."""
    best: list[DealWorth] = []
    for deal in sorted(deals, key=lambda deal: -(deal.own + deal.other)):
        if len(best) < MOST_MISSED and all(deal.turn != other.turn for other in best):
            best.append(deal)
    return best


def extremes_by_turn(choices: list[Choice]) -> list[Choice]:
    """The best and the worst choice of each seat in each turn, in the order of play.

    A field that should have been harvested is a mistake again at every action until it is harvested.
    """
    kept: dict[tuple[int, int, bool], Choice] = {}
    for choice in choices:
        key = (choice.seat, choice.turn, choice.lead > 0)
        if key not in kept or abs(choice.lead) > abs(kept[key].lead):
            kept[key] = choice
    return sorted(kept.values(), key=lambda choice: choice.ply)


def look_at(table: Table, action: Action, review: Review) -> None:
    """Judge one action, at the table at which it was taken."""
    if isinstance(action, Accept):
        review.deals.append(worth_of(table, action))
    elif isinstance(action, EndTrading):
        missed = missed_deal(table)
        if missed is not None:
            review.open_deals.append(missed)
    else:
        choice = choice_at(table, action)
        if choice is None:
            return
        miss = missed_harvest(choice)
        if miss is not None:
            review.missed_harvests.append(miss)
        if choice.lead <= -LEAST_LOSS or (choice.lead >= LEAST_LOSS and is_skilful(action)):
            review.choices.append(choice)


def worth_of(table: Table, action: Accept) -> DealWorth:
    """What a deal was worth to both sides at the moment of the yes."""
    offer = next(offer for offer in table.offers if offer.number == action.number)
    giver, taker = Dealings(observe(table, offer.seat)), Dealings(observe(table, action.seat))
    own = giver.gain(Stake(offer.cards, offer.places), action.seat, action.cards)
    other = taker.gain(Stake(action.cards, action.places), offer.seat, offer.cards)
    return DealWorth(table.ply, table.turn, offer.seat, action.seat, offer.cards, action.cards, own, other)


# --- missed deals ------------------------------------------------------------------------------------------


def missed_deal(table: Table) -> DealWorth | None:
    """The best deal that both sides would have gained by when the trading was ended."""
    active = table.active
    sides = [Dealings(observe(table, seat)) for seat in range(table.players)]
    own = sides[active].bazaar
    mine = stakes_of(table, active, own)
    seemingly: list[tuple[float, int, Stake, Stake]] = []
    for partner in range(table.players):
        if partner == active:
            continue
        other = sides[partner].bazaar
        theirs = stakes_of(table, partner, other)
        for stake in mine:
            for reply in theirs:
                if not stake.cards and not reply.cards:
                    continue
                gain = own.own_gain(stake, reply.cards)
                if gain < LEAST_GAIN:
                    continue
                gain_there = other.own_gain(reply, stake.cards)
                if gain_there >= LEAST_GAIN:
                    seemingly.append((gain + gain_there, partner, stake, reply))
    seemingly.sort(key=lambda item: -item[0])
    suiting_both: list[tuple[float, DealWorth, Stake, Stake]] = []
    for _, partner, stake, reply in seemingly[:MOST_WEIGHED]:
        gain = sides[active].gain(stake, partner, reply.cards)
        gain_there = sides[partner].gain(reply, active, stake.cards)
        if min(gain, gain_there) >= LEAST_LEAD:
            deal = DealWorth(table.ply, table.turn, active, partner, stake.cards, reply.cards, gain, gain_there)
            suiting_both.append((gain + gain_there, deal, stake, reply))
    suiting_both.sort(key=lambda item: -item[0])
    for _, deal, stake, reply in suiting_both:
        if possible(table, deal, stake, reply):
            return deal
    return None


def stakes_of(table: Table, seat: int, bazaar: Bazaar) -> list[Stake]:
    """What a seat could have given: nothing, a card (of each kind the copy that is missed least), or its best pair."""
    best: dict[int, tuple[float, Stake]] = {}
    slots = [(place, card) for place, card in enumerate(table.hands[seat]) if card in table.kinds]
    if seat == table.active:
        slots += [(TURNED, card) for card in table.turned]
    for place, card in slots:
        stake = Stake((card,), (place,))
        gain = bazaar.own_gain(stake, ())
        if card not in best or gain > best[card][0]:
            best[card] = (gain, stake)
    singles = [stake for _, stake in sorted(best.values(), key=lambda item: -item[0])][:MOST_STAKES]
    pairs: list[Stake] = []
    if len(singles) > 1:
        one, two = singles[0], singles[1]
        cards, places = ordered(one.cards + two.cards, one.places + two.places)
        pairs.append(Stake(cards, places))
    return [NOTHING, *singles, *pairs]


def possible(table: Table, deal: DealWorth, stake: Stake, reply: Stake) -> bool:
    """Would the rules have allowed it?"""
    trial = table.clone()
    trial.limit_talk(-1)
    wants = sorted_cards([KIND_OF[card] for card in reply.cards])
    try:
        trial.apply(MakeOffer(deal.seat, deal.partner, stake.cards, stake.places, wants))
        trial.apply(Accept(deal.partner, trial.offers[-1].number, reply.cards, reply.places))
    except Illegal:
        return False
    return True


# --- missed harvests ---------------------------------------------------------------------------------------


def gains_of(view: Observation, judge: Judge, actions: list[Action]) -> list[float]:
    """What each act would have brought, as the seat saw it; NEVER for what has nothing to do with farming."""
    values = values_of(view, actions, chance_from(view.ply))
    if values is not None:
        return [NEVER if isinstance(each, BuyField) else value for each, value in zip(actions, values, strict=True)]
    if not isinstance(actions[0], FARMING):
        return [NEVER for _ in actions]
    farming: list[Action] = [action for action in actions if isinstance(action, FARMING)]
    found = iter(farming_gains(view, judge, farming, chance_from(view.ply)))
    return [next(found) if isinstance(action, FARMING) else NEVER for action in actions]


def choice_at(table: Table, action: Action) -> Choice | None:
    """Compare an action with its best alternative; None without one, or where the coach does not value the action."""
    seat = action.seat
    if table.awaited != seat:
        return None
    view = observe(table, seat)
    legal = table.legal_actions(seat)
    taken, *gains = gains_of(view, judge_for(view, USUAL), [action, *legal])
    others = [(gain, other) for gain, other in zip(gains, legal, strict=True) if gain != NEVER and other != action]
    if taken == NEVER or not others:
        return None
    most, best = max(others, key=lambda each: each[0])
    return Choice(table.ply, table.turn, seat, action, best, taken - most, view)


def is_skilful(action: Action) -> bool:
    """Whether choosing this action well takes skill. Planting does not: its alternatives are mostly absurd."""
    return isinstance(action, Harvest) or is_special(action)


def missed_harvest(choice: Choice) -> HarvestMiss | None:
    """A harvest that was better than what was done, or something better than the harvest that was done."""
    harvest = choice.other if isinstance(choice.other, Harvest) else choice.action
    if choice.lead > -LEAST_LOSS or not isinstance(harvest, Harvest):
        return None
    view, seat, at = choice.view, choice.seat, harvest.field
    judge = judge_for(view, USUAL)
    thalers = int(judge.pay(at, judge.rows(seat)[at]))
    harvested = harvest is choice.action
    return HarvestMiss(
        choice.ply, choice.turn, seat, at, tuple(view.fields[seat][at]), thalers, -choice.lead, harvested
    )  # fmt: skip
