"""`mendel`: judges every decision by the position that it leads to, as a net has learned it from games.

What could be done at all it takes from the merchant; which of it is best, which deals to agree to and which to propose,
it has learned. Without a time budget it never searches; with one (`mendel@1`) it tries its best ideas in possible
worlds, as the sage does. In a game without a net it plays as the merchant and, with a time budget, as the sage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.base import Remark
from tobean.bots.expertise import best_of, expertise_of
from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.mendel.approval import approval, terms
from tobean.bots.mendel.insight import Insight, net_for
from tobean.bots.mendel.manner import KEEN, Manner, manner_of
from tobean.bots.mendel.seeking import Seeker
from tobean.bots.merchant.bargaining import Bazaar, Stake
from tobean.bots.merchant.candidates import Candidate, shortlist
from tobean.bots.merchant.lookahead import gains, is_special
from tobean.bots.merchant.merchant import Merchant, counters, farming_gain, may_counter
from tobean.bots.merchant.proposing import Proposal, proposals_of
from tobean.bots.merchant.regard import suspicions
from tobean.bots.merchant.temper import USUAL, Temper
from tobean.bots.merchant.valuing import deck_size, to_come
from tobean.bots.sage.sage import Sage
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer
from tobean.kernel.values import TABLE
from tobean.view.determinize import determinize

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.chance import Chance
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

OPEN: Final = Temper(margin=-0.15, least=-0.35, likely=0.15, envy=0.0, presses=False, rally=0.0)
"""A merchant that thinks of many deals: which of them are good is for the net to say."""
MOST_ANSWERS: Final = 24
MOST_OFFERS: Final = 24
"""So many ways to meet an offer, and offers of its own, are looked at."""

DOUBTFUL: Final = 0.6
CERTAIN: Final = 1.4
"""Up to the first suspicion nobody is treated differently, as kind players easily look like friends; from the second on
somebody surely plays for somebody else."""


class Mendel(Merchant):
    """A merchant whose judgement was learned."""

    def __init__(self, net: Net | None = None) -> None:
        super().__init__(OPEN)
        self.name = "mendel"
        self.given = net
        """The net to play with; None: the one that the game has."""
        self.manner: Manner | None = None
        """How it deals; None: as its net says and, with a time budget, as one who wants to win."""
        self.seconds = 0.0
        """How long it may search at a decision."""
        self.patient = False
        """Does it try out all that its seconds stand for, however long that takes?"""
        self.plain: Merchant | Sage = Merchant()
        """Who plays where there is no net."""
        self.worlds: Chance | None = None
        """From where the tables come on which acts are tried; what is hidden there makes no difference."""
        self.last: Insight | None = None
        """What was last looked at."""

    def net(self, view: Observation) -> Net | None:
        if self.given is not None and self.given.about["game"] == view.rules.name:
            return self.given
        return net_for(view.rules.name, view.players)

    def manner_with(self, net: Net, players: int) -> Manner:
        if self.manner is not None:
            return self.manner
        return KEEN if self.seconds else manner_of(net, players)

    # --- when asked ----------------------------------------------------------------------------------------

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if len(actions) == 1 and not view.may_talk:
            return actions[0]
        net = self.net(view)
        if net is None:
            return self.stand_in().choose(view, actions, chance)
        expertise = expertise_of(view.rules.name)
        if self.seconds:
            seeker = self.seeker(net)
            found = expertise.learned_search(net, view, actions, chance, seeker.time(), self.seconds * seeker.pace)
            if found is not None:
                return found
        chosen = expertise.learned_choice(net, view, actions, chance)
        if chosen is not None:
            return chosen
        self.worlds = chance
        favourite = super().choose(view, actions, chance)
        if self.seconds:
            return self.sought(net, view, self.ideas(view, actions, favourite, chance), chance)
        return favourite

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        net = self.net(view)
        if net is None:
            return self.stand_in().volunteer(view, actions, chance)
        favourite = super().volunteer(view, actions, chance)
        if self.seconds and isinstance(favourite, MakeOffer):
            bazaar = Bazaar(view, self.judge(view), self.company)
            return self.sought(net, view, shortlist(self.allowed(bazaar, None), favourite), chance)
        return favourite

    def remark(self) -> Remark | None:
        return super().remark() or self.plain.remark()

    def stand_in(self) -> Merchant | Sage:
        """Who plays where there is no net."""
        if self.seconds:
            self.plain = Sage(self.seconds)
            self.plain.patient = self.patient
        self.plain.personality, self.plain.company = self.personality, self.company
        return self.plain

    # --- search --------------------------------------------------------------------------------------------

    def sought(self, net: Net, view: Observation, ideas: list[Candidate], chance: Chance) -> Action:
        """The first idea, or one that proves better."""
        if len(ideas) == 1:
            return ideas[0].action
        best = self.seeker(net).searched(view, ideas, chance)
        if best != ideas[0].action:
            self.said = None
        return best

    def seeker(self, net: Net) -> Seeker:
        seeker = Seeker(net, self.seconds)
        seeker.patient = self.patient
        return seeker

    def ideas(self, view: Observation, actions: list[Action], favourite: Action, chance: Chance) -> list[Candidate]:
        """The favourite, and what else might be better."""
        judge = self.judge(view)
        found: list[tuple[float, Action]] = []
        special = [action for action in actions if is_special(action)]
        if special:
            found.extend(zip(gains(judge, special, chance), special, strict=True))
        if any(isinstance(action, (Decline, EndTrading)) for action in actions):
            bazaar = Bazaar(view, judge, self.company)
            insight = self.insight(view, judge)
            found.extend(map(rated, self.answers(bazaar, insight, insight.now(), actions)))
            answered: Offer | None = None
            for action in actions:
                if isinstance(action, Decline) and answered is None:
                    answered = offer_of(view, action.number)
                    found.append((0.0, action))
                elif isinstance(action, EndTrading):
                    found.append((0.0, action))
            if answered is None or may_counter(bazaar, answered):
                found.extend(self.allowed(bazaar, answered))
        else:
            plain = [action for action in actions if not is_special(action)]
            values = self.farmed(view, judge, plain, [farming_gain(view, judge, action) for action in plain])
            found.extend([(value - max(values), action) for value, action in zip(values, plain, strict=True)])
        return shortlist(found, favourite)

    def insight(self, view: Observation, judge: Judge) -> Insight:
        net = self.net(view)
        assert net is not None
        glory = self.manner_with(net, view.players).glory
        last = self.last
        known = last is not None and last.view is view and last.judge is judge
        if last is None or not known or last.net is not net or last.glory != glory:
            last = self.last = Insight(net, judge, glory)
        return last

    def allowed(self, bazaar: Bazaar, answered: Offer | None) -> list[tuple[float, Action]]:
        """Offers that may be made, and what they bring."""
        offers = self.offered(bazaar, answered)
        return [(gain, offer) for offer, gain in offers if first_allowed(bazaar.view, [offer]) is not None]

    # --- farming -------------------------------------------------------------------------------------------

    def farm(self, view: Observation, judge: Judge, actions: list[Action], best: Action | None, most: float) -> Action:
        """The act that leads to the best position; special acts are compared as the merchant compares them."""
        plain = [action for action in actions if not is_special(action)]
        merits = [farming_gain(view, judge, action) for action in plain]
        if best is not None and all(merit < most for merit in merits):
            return best
        return best_of(plain, self.farmed(view, judge, plain, merits))

    def farmed(self, view: Observation, judge: Judge, actions: list[Action], merits: list[float]) -> list[float]:
        """What acts are worth: what the merchant thinks, and what the net thinks of where they lead."""
        if len(actions) == 1 or self.worlds is None:
            return merits
        insight = self.insight(view, judge)
        farms = self.manner_with(insight.net, view.players).farms
        table = determinize(view, self.worlds)
        return [
            (1.0 - farms) * merit + farms * insight.act(table, action)
            for action, merit in zip(actions, merits, strict=True)
        ]

    # --- trading -------------------------------------------------------------------------------------------

    def trade(self, view: Observation, judge: Judge, actions: list[Action]) -> Action:
        bazaar = Bazaar(view, judge, self.company)
        insight = self.insight(view, judge)
        now = insight.now()
        best: Accept | None = None
        most = self.manner_with(insight.net, view.players).accepts
        for answer, gain in self.answers(bazaar, insight, now, actions):
            if gain > most:
                best, most = answer, gain
        if best is not None:
            offer = offer_of(view, best.number)
            self.said = Remark("accept" if best.cards else "thanks", offer.cards)
            return best
        for action in actions:
            if isinstance(action, Decline):
                return self.declined(bazaar, offer_of(view, action.number), action)
        stale = bazaar.to_withdraw()
        if stale is not None:
            return stale
        return (
            self.proposed(bazaar, None)
            or self.called(bazaar)
            or next(action for action in actions if isinstance(action, EndTrading))
        )

    def answers(
        self, bazaar: Bazaar, insight: Insight, now: float, actions: list[Action]
    ) -> list[tuple[Accept, float]]:
        """The ways to say yes, and what they bring."""
        manner = self.manner_with(insight.net, bazaar.view.players)
        kindness = manner.kindness * warmth(bazaar.view, manner)
        wary, guard = suspected(bazaar.view, manner), guarded(bazaar.view, manner)
        found: list[tuple[Accept, float]] = []
        for action in actions:
            if isinstance(action, Accept) and len(found) < MOST_ANSWERS:
                offer = offer_of(bazaar.view, action.number)
                if bazaar.is_off(offer):
                    continue
                stake = Stake(action.cards, action.places)
                gain = insight.deal(stake, offer.seat, offer.cards) - now
                own, other = bazaar.accept_gain(offer, action)
                gain = mixed(bazaar, gain, own, other, manner.trust, kindness * (1.0 - wary[offer.seat]))
                found.append((action, gain - guard * wary[offer.seat] * max(0.0, other)))
        return found

    def proposed(self, bazaar: Bazaar, answered: Offer | None) -> MakeOffer | None:
        """The offer that brings most, as likely as it is accepted."""
        best: MakeOffer | None = None
        most = self.manner_with(self.insight(bazaar.view, bazaar.judge).net, bazaar.view.players).asks
        for offer, gain in self.offered(bazaar, answered):
            if gain > most and first_allowed(bazaar.view, [offer]) is not None:
                best, most = offer, gain
        if best is not None:
            self.said = Remark("offer", best.wants) if best.wants else Remark("gift", best.cards)
        return best

    def offered(self, bazaar: Bazaar, answered: Offer | None) -> list[tuple[MakeOffer, float]]:
        """Offers that could be made; to an offer, those that have to do with it; and what they bring on average."""
        view = bazaar.view
        if not view.may_talk or view.talk[view.seat] >= self.temper.offers:
            return []
        insight = self.insight(view, bazaar.judge)
        net = insight.net.approval
        assert net is not None
        now = insight.now()
        manner = self.manner_with(insight.net, view.players)
        generosity = manner.generosity * warmth(view, manner)
        wary, guard = suspected(view, manner), guarded(view, manner)
        found: list[tuple[MakeOffer, float]] = []
        for proposal in fitting(bazaar)[:MOST_OFFERS]:
            offers = [proposal.offer] if answered is None else counters([proposal.offer], answered)
            for offer in offers:
                likely = approval(net, terms(bazaar, offer, proposal.own))
                partner = offer.to if offer.to != TABLE else most_pleased(bazaar, offer)
                gain = insight.deal(Stake(offer.cards, offer.places), partner, offer.wants) - now
                kind = generosity * (1.0 - wary[partner])
                gain = mixed(bazaar, gain, proposal.own, proposal.other, manner.trust, kind)
                gain -= guard * wary[partner] * max(0.0, proposal.other)
                found.append((offer, likely * gain if gain > manner.accepts else gain - manner.accepts))
        return found


def mixed(bazaar: Bazaar, gain: float, own: float, other: float, trust: float, kindness: float) -> float:
    """What the net and the merchant think of a deal, taken together; to who is kind, the others' gain is no loss."""
    lost = other / max(1, bazaar.view.players - 1)
    return trust * gain + (1.0 - trust) * (own - lost) + kindness * lost


def suspected(view: Observation, manner: Manner) -> list[float]:
    """By seat, how sure it is that it plays for somebody else, up to 1, as far as this manner cares."""
    if manner.guard == 0.0:
        return [0.0] * view.players
    return [min(1.0, max(0.0, suspicion - DOUBTFUL) / (CERTAIN - DOUBTFUL)) for suspicion in suspicions(view)]


def guarded(view: Observation, manner: Manner) -> float:
    """How much their gain counts against a deal then; of three players not at all, as two who play for each other are
    all there are to deal with."""
    return manner.guard if view.players > 3 else 0.0


def warmth(view: Observation, manner: Manner) -> float:
    """How much of its kindness a manner shows at this moment."""
    return 1.0 + manner.late * (1.0 - min(1.0, to_come(view) / deck_size(view)))


def rated(item: tuple[Action, float]) -> tuple[float, Action]:
    return item[1], item[0]


def fitting(bazaar: Bazaar) -> list[Proposal]:
    """Offers that could be made, to people only what they are not bothered with in vain."""
    found = proposals_of(bazaar)
    return [proposal for proposal in found if may_well_have(bazaar, proposal.offer)] if bazaar.people else found


def may_well_have(bazaar: Bazaar, offer: MakeOffer) -> bool:
    """Bots may be asked for anything; people, who have to answer, as the merchant asks: for what they may well have."""
    asked = bazaar.partners() if offer.to == TABLE else [offer.to]
    return all(not bazaar.people >> seat & 1 or bazaar.chance_of(seat, offer.wants) >= USUAL.likely for seat in asked)


def most_pleased(bazaar: Bazaar, offer: MakeOffer) -> int:
    """Of those to whom an offer is made, the one who gains most by it, as far as one can tell."""
    best, most = bazaar.partners()[0], -1000.0
    for seat in bazaar.partners():
        gain = bazaar.chance_of(seat, offer.wants) * bazaar.other_gain(seat, offer.cards, offer.wants)
        if gain > most:
            best, most = seat, gain
    return best


def offer_of(view: Observation, number: int) -> Offer:
    return next(offer for offer in view.offers if offer.number == number)
