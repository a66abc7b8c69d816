"""After a game: what each deal was worth to both sides, and what was missed.

Worth is judged as `mendel` does (`opinion.py`), with what the seat could see at that moment; only which cards there
were to trade is looked up in the hands, which are open now.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tobean.bots.coach.opinion import Dealings, farming_gains, values_of
from tobean.bots.expertise import judge_for
from tobean.bots.merchant.bargaining import NOTHING, Bazaar, Stake
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
"""So many thalers a better harvest must have been worth."""
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


@dataclass
class Review:
    """What a game looks like to the coach afterwards."""

    players: tuple[str, ...]
    rules: Rules
    begins: int = 0
    """How many actions were taken before the first position: a record may begin in the middle of a game."""
    deals: list[DealWorth] = field(default_factory=list)
    missed_deals: list[DealWorth] = field(default_factory=list)
    missed_harvests: list[HarvestMiss] = field(default_factory=list)

    def balance(self) -> list[float]:
        """What each seat has gained by its deals, in expected thalers."""
        gained = [0.0] * len(self.players)
        for deal in self.deals:
            gained[deal.seat] += deal.own
            gained[deal.partner] += deal.other
        return gained


def review(record: Record) -> Review:
    """Look through a whole game. Raises `BadRecord` where the record does not follow the rules."""
    reviewed = Review(record.players, record.rules())
    before: Table | None = None
    for table, action, _ in record.replay():
        if before is None:
            reviewed.begins = table.ply
        elif action is not None:
            look_at(before, action, reviewed)
        before = table.clone()
    reviewed.missed_deals = best_by_turn(reviewed.missed_deals)
    reviewed.missed_harvests.sort(key=lambda miss: -miss.loss)
    del reviewed.missed_harvests[MOST_MISSED:]
    return reviewed


def best_by_turn(deals: list[DealWorth]) -> list[DealWorth]:
    """The biggest missed deals, at most one of a turn."""
    deals.sort(key=lambda deal: -(deal.own + deal.other))
    best: list[DealWorth] = []
    for deal in deals:
        if len(best) < MOST_MISSED and all(deal.turn != other.turn for other in best):
            best.append(deal)
    return best


def look_at(table: Table, action: Action, review: Review) -> None:
    """One act, at the table at which it was done."""
    if isinstance(action, Accept):
        review.deals.append(worth_of(table, action))
    elif isinstance(action, EndTrading):
        missed = missed_deal(table)
        if missed is not None:
            review.missed_deals.append(missed)
    else:
        miss = missed_harvest(table, action)
        if miss is not None:
            review.missed_harvests.append(miss)


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


def missed_harvest(table: Table, action: Action) -> HarvestMiss | None:
    """A harvest that was better than what was done, or something better than the harvest that was done."""
    seat = action.seat
    if table.awaited != seat:
        return None
    view = observe(table, seat)
    judge = judge_for(view, USUAL)
    taken, *gains = gains_of(view, judge, [action, *table.legal_actions(seat)])
    if taken == NEVER:
        return None
    best, most = action, taken
    for other, gain in zip(table.legal_actions(seat), gains, strict=True):
        if gain > most + 1e-9:
            best, most = other, gain
    harvest = best if isinstance(best, Harvest) else action
    if most - taken < LEAST_LOSS or not isinstance(harvest, Harvest):
        return None
    row = tuple(table.fields[seat][harvest.field])
    thalers = int(judge.pay(harvest.field, judge.rows(seat)[harvest.field]))
    return HarvestMiss(
        table.ply, table.turn, seat, harvest.field, row, thalers, most - taken, not isinstance(best, Harvest)
    )  # fmt: skip
