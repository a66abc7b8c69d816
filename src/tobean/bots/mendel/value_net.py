"""Value network: estimates the final margin in thalers from an observation.

An action is valued by the position after it, up to the next chance event; a deal by the position in which both sides
have the other's cards. Everything rests on one seat's observation (I3).
"""

from typing import Final, final

from tobean.bots.game_knowledge import judge_for
from tobean.bots.mendel.features import position_features
from tobean.bots.mendel.net import UNIT, Net, read_net
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.deal_value import Stake
from tobean.bots.merchant.valuation.field_value import Judge
from tobean.bots.merchant.valuation.plan_tree import VALUE_NOT_COMPUTED
from tobean.games.registry import game_folder
from tobean.kernel.actions import Action
from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.chance import ChanceNode, ChanceNodeReached
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table

WIN_VALUE: Final = 4.0
"""Value of a win, in thalers of margin, for a player trying to win."""
SOLO_WIN_VALUE: Final = 30.0
"""Value of a win against a scripted opponent alone, where little but the win counts."""


def net_name(players: int = 0) -> str:
    """Return the file name of a network among a game's bots, for one number of players or (0) for all."""
    return f"mendel-{players}.json" if players else "mendel.json"


NETS: Final[dict[str, Net | None]] = {}
"""Cache, by game and number of players."""


def net_for(game: str, players: int) -> Net | None:
    """Return the network of a game: the one for this number of players, else the one for all; None without either."""
    key = f"{game} {players}"
    if key not in NETS:
        NETS[key] = None
        for name in (net_name(players), net_name()):
            path = game_folder(game) / "bots" / name
            if NETS[key] is None and path.is_file():
                NETS[key] = read_net(path.read_text(encoding="utf-8"))
    return NETS[key]


def outcome_value(margin: float, victory: float, players: int, win_value: float = WIN_VALUE) -> float:
    """Convert an outcome to thalers; `victory` is the share of the win above an equal one."""
    return margin + (win_value if players > 1 else SOLO_WIN_VALUE) * victory


def outcome(table: Table, seat: int) -> tuple[float, float]:
    """Return the outcome of a finished game as a network predicts it.

    These are the margin in thalers, and the share of the win above an equal one.
    """
    result = table.result()
    players = table.players
    win_share = 1.0 / len(result.winners) if seat in result.winners else 0.0
    if players == 1:
        return float(result.thalers[0] - result.rival_thalers), win_share - 0.5
    others = (sum(result.thalers) - result.thalers[seat]) / (players - 1)
    return result.thalers[seat] - others, win_share - 1.0 / players


def net_value(net: Net, features: list[int], players: int, win_value: float = WIN_VALUE) -> float:
    outputs = net.predict(features)
    return outcome_value(outputs[0] / UNIT, outputs[1] / UNIT, players, win_value)


# --- positions after an action -----------------------------------------------------------------------------


def table_after(table: Table, action: Action) -> Table:
    """Return the table after an action, up to the next chance event."""
    after = table.clone()
    after.chance.make_explicit()
    try:
        after.apply_trusted(action)
    except ChanceNodeReached as reached:
        after.node = ChanceNode(action, (), reached.counts)
    return after


def view_after_deal(view: Observation, stake: Stake, partner: int, gets: tuple[int, ...]) -> Observation:
    """Return the observation of this seat after it has given its stake to a partner for these cards (T7)."""
    seat = view.seat
    after = Observation(view.config, view.options, view, view.component, seat)
    after.draw_size, after.phase, after.awaited, after.may_talk = (
        view.draw_size,
        view.phase,
        view.awaited,
        view.may_talk,
    )
    after.urns = view.urns
    own = list(after.aside[seat])
    for index in range(len(stake.cards) - 1, -1, -1):
        place = stake.places[index]
        if place == TURNED:
            after.turned.remove(stake.cards[index])
        elif place == ASIDE:
            own.remove(stake.cards[index])
        else:
            after.hands[seat].pop(place)
            after.origins[seat].pop(place)
    after.aside[seat] = tuple(own) + gets
    after.aside[partner] = after.aside[partner] + stake.cards
    for card in gets:
        remove_partner_card(after, partner, card)
    after.deals += 1
    return after


def remove_partner_card(view: Observation, partner: int, card: int) -> None:
    """Remove a card that a partner gives away from where it lies, as far as the viewer can tell."""
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
    was_hidden = hand[place] == HIDDEN
    hand.pop(place)
    view.origins[partner].pop(place)
    if was_hidden:
        view.urns = [urn.copy() for urn in view.urns]
        for urn in view.urns:
            if urn[card]:
                urn[card] -= 1
                return


@final
class ValueEstimator:
    """Values the positions that follow from one observation."""

    def __init__(self, net: Net, judge: Judge, win_value: float = WIN_VALUE) -> None:
        self.net = net
        self.judge = judge
        self.win_value = win_value
        """Value of winning, in thalers."""
        self.view = judge.view
        self.cached_current_value = VALUE_NOT_COMPUTED

    def value(self, view: Observation) -> float:
        """Return the value of a position close to the current one, in thalers of final margin."""
        judge = self.judge
        judge.view = view
        features = position_features(judge)
        judge.view = self.view
        return net_value(self.net, features, view.players, self.win_value)

    def current_value(self) -> float:
        if self.cached_current_value == VALUE_NOT_COMPUTED:
            self.cached_current_value = self.value(self.view)
        return self.cached_current_value

    def value_after_action(self, table: Table, action: Action) -> float:
        """Return the value after an action; `table` is one that looks like the real one to this seat."""
        after = table_after(table, action)
        if after.over:
            margin, victory = outcome(after, self.view.seat)
            return outcome_value(margin, victory, after.players, self.win_value)
        return self.value(observe(after, self.view.seat))

    def value_after_deal(self, stake: Stake, partner: int, gets: tuple[int, ...]) -> float:
        return self.value(view_after_deal(self.view, stake, partner, gets))


def estimated_margin(net: Net, table: Table, seat: int, parameters: MerchantParameters) -> float:
    """Estimate the final margin of a seat, in thalers."""
    if table.over:
        margin, victory = outcome(table, seat)
        return outcome_value(margin, victory, table.players)
    return net_value(net, position_features(judge_for(observe(table, seat), parameters)), table.players)


def kind_cards(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the kinds under which these cards are requested."""
    return tuple([KIND_OF[card] for card in cards])
