"""What a position is worth to whoever has learned it: the net of a game, asked about what a seat sees.

An act is judged by the position that it leads to, up to where chance comes in; a deal by the position in which both
sides have the cards of the other. All of it rests on what one seat sees (I3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.bots.game_knowledge import judge_for
from tobean.bots.mendel.features import position_features
from tobean.bots.mendel.net import UNIT, Net, read_net
from tobean.bots.merchant.valuation.plan_tree import NOT_KNOWN
from tobean.games.registry import folder
from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.chance import ChanceNodeReached
from tobean.kernel.chance_node import ChanceNode
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.view.observation import Observation, observe

if TYPE_CHECKING:
    from tobean.bots.merchant.parameters import MerchantParameters
    from tobean.bots.merchant.valuation.deal_value import Stake
    from tobean.bots.merchant.valuation.field_value import Judge
    from tobean.kernel.actions import Action
    from tobean.kernel.table import Table

WIN_VALUE: Final = 4.0
"""How many thalers of margin a whole victory is worth to somebody who wants to win."""
SOLO_WIN_VALUE: Final = 30.0
"""The same where the only rival is a scripted one: there hardly anything but the victory counts."""


def net_name(players: int = 0) -> str:
    """The file of a net among the bots of a game: for every number of players, or for one."""
    return f"mendel-{players}.json" if players else "mendel.json"


NETS: Final[dict[str, Net | None]] = {}
"""Those that have been read, by game and number of players."""


def net_for(game: str, players: int) -> Net | None:
    """The net of a game: the one for so many players, or the one for all; None if it has none."""
    key = f"{game} {players}"
    if key not in NETS:
        NETS[key] = None
        for name in (net_name(players), net_name()):
            path = folder(game) / "bots" / name
            if NETS[key] is None and path.is_file():
                NETS[key] = read_net(path.read_text(encoding="utf-8"))
    return NETS[key]


def outcome_value(margin: float, victory: float, players: int, glory: float = WIN_VALUE) -> float:
    """An outcome in thalers: the margin, and the share of the victory above an equal one."""
    return margin + (glory if players > 1 else SOLO_WIN_VALUE) * victory


def outcome(table: Table, seat: int) -> tuple[float, float]:
    """How a game that is over has ended for a seat, in what nets answer: the margin, and the share of the victory."""
    result = table.result()
    players = table.players
    shared = 1.0 / len(result.winners) if seat in result.winners else 0.0
    if players == 1:
        return float(result.thalers[0] - result.rival_thalers), shared - 0.5
    others = (sum(result.thalers) - result.thalers[seat]) / (players - 1)
    return result.thalers[seat] - others, shared - 1.0 / players


def net_value(net: Net, features: list[int], players: int, glory: float = WIN_VALUE) -> float:
    """What a net makes of features, in thalers."""
    answers = net.predict(features)
    return outcome_value(answers[0] / UNIT, answers[1] / UNIT, players, glory)


# --- what comes of an act ----------------------------------------------------------------------------------


def table_after(table: Table, action: Action) -> Table:
    """The table after an action, up to where chance comes in."""
    then = table.clone()
    then.chance.make_explicit()
    try:
        then.apply_trusted(action)
    except ChanceNodeReached as asked:
        then.node = ChanceNode(action, (), asked.counts)
    return then


def view_after_deal(view: Observation, stake: Stake, partner: int, gets: tuple[int, ...]) -> Observation:
    """What this seat would see if it had given its stake to a partner for these cards (T7)."""
    seat = view.seat
    then = Observation(view.config, view.options, view, view.component, seat)
    then.draw_size, then.phase, then.awaited, then.may_talk = view.draw_size, view.phase, view.awaited, view.may_talk
    then.urns = view.urns
    own = list(then.aside[seat])
    for index in range(len(stake.cards) - 1, -1, -1):
        place = stake.places[index]
        if place == TURNED:
            then.turned.remove(stake.cards[index])
        elif place == ASIDE:
            own.remove(stake.cards[index])
        else:
            then.hands[seat].pop(place)
            then.origins[seat].pop(place)
    then.aside[seat] = tuple(own) + gets
    then.aside[partner] = then.aside[partner] + stake.cards
    for card in gets:
        remove_partner_card(then, partner, card)
    then.deals += 1
    return then


def remove_partner_card(view: Observation, partner: int, card: int) -> None:
    """Take a card that a partner gives away from where it lies, as far as one can see."""
    if partner == view.active and card in view.turned:
        view.turned.remove(card)
        return
    hand = view.hands[partner]
    place = -1
    for index in range(len(hand)):
        if hand[index] == card:
            place = index
            break
        if place < 0 and hand[index] == HIDDEN:
            place = index
    if place < 0:
        return
    unseen = hand[place] == HIDDEN
    hand.pop(place)
    view.origins[partner].pop(place)
    if unseen:
        view.urns = [urn.copy() for urn in view.urns]
        for urn in view.urns:
            if urn[card]:
                urn[card] -= 1
                return


@final
class ValueEstimator:
    """A net that looks at what one seat sees now, and at what would come of this or that."""

    def __init__(self, net: Net, judge: Judge, glory: float = WIN_VALUE) -> None:
        self.net = net
        self.judge = judge
        self.glory = glory
        """What a victory is worth, in thalers."""
        self.view = judge.view
        self.cached_current_value = NOT_KNOWN

    def value(self, view: Observation) -> float:
        """What a position is worth that lies near the present one, in thalers of margin at the end."""
        judge = self.judge
        judge.view = view
        features = position_features(judge)
        judge.view = self.view
        return net_value(self.net, features, view.players, self.glory)

    def current_value(self) -> float:
        """What the present position is worth, found out once."""
        if self.cached_current_value == NOT_KNOWN:
            self.cached_current_value = self.value(self.view)
        return self.cached_current_value

    def value_after_action(self, table: Table, action: Action) -> float:
        """What an act leads to; the table is one that looks like the real one."""
        then = table_after(table, action)
        if then.over:
            margin, victory = outcome(then, self.view.seat)
            return outcome_value(margin, victory, then.players, self.glory)
        return self.value(observe(then, self.view.seat))

    def value_after_deal(self, stake: Stake, partner: int, gets: tuple[int, ...]) -> float:
        """What a position is worth after a deal."""
        return self.value(view_after_deal(self.view, stake, partner, gets))


def estimated_margin(net: Net, table: Table, seat: int, parameters: MerchantParameters) -> float:
    """How well a game will end for a seat, in thalers of margin."""
    if table.over:
        margin, victory = outcome(table, seat)
        return outcome_value(margin, victory, table.players)
    return net_value(net, position_features(judge_for(observe(table, seat), parameters)), table.players)


def kind_cards(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds as which cards are asked for."""
    return tuple([KIND_OF[card] for card in cards])
