"""Trading under edicts, and the cards that the active player may give by their use (D5)."""

from typing import Final

from tobean.games.bohnedikt.cards import is_sacrifice
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.edicts import use as edict_use
from tobean.games.bohnedikt.edicts.edict import IN_TRADING, edict_of
from tobean.games.bohnedikt.edicts.trade_rules import edict_against_place, raise_error
from tobean.kernel.actions import Accept, Action, Call, Decline, MakeOffer
from tobean.kernel.agenda import register_step
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.chance import Chance
from tobean.kernel.errors import Illegal
from tobean.kernel.notation.card_locations import ASIDE, FRONT, TURNED
from tobean.kernel.phases.trading import Trading, find_open_offer
from tobean.kernel.state.action_cache import FIELDS_BY_MASK, HARVEST_ACTIONS
from tobean.kernel.state.harvest import harvestable
from tobean.kernel.table import Table
from tobean.kernel.trade.tradeable_cards import check_offered_cards


def check_own_card(table: Table, card: int, place: int) -> None:
    """Check a card of the active player: a turned-over card, or a hand card other than the sacrifice card."""
    if place == ASIDE or card == edict_use.NO_CARD:
        raise Illegal("D5", "This needs a hand card or a turned-over card.")
    check_no_sacrifice((card,))
    check_offered_cards(table, table.active, (card,), (place,))
    raise_error(table, edict_against_place(table, place))


def check_no_sacrifice(cards: tuple[int, ...]) -> None:
    for card in cards:
        if is_sacrifice(card):
            raise Illegal("D7", "A sacrifice card cannot be traded.")


def own_cards(table: Table) -> list[tuple[int, int]]:
    """Return the active player's cards that `check_own_card` accepts, each with its location."""
    cards: list[tuple[int, int]] = []
    if edict_against_place(table, TURNED) is None:
        for card in distinct_kinds(table.turned):
            cards.append((card, TURNED))
    if edict_against_place(table, FRONT) is None:
        hand = table.hands[table.active]
        for position in range(len(hand)):
            if not is_sacrifice(hand[position]):
                cards.append((hand[position], position))
    return cards


def count_own_cards(table: Table) -> int:
    """Return the length of `own_cards` without creating it."""
    count = 0
    if edict_against_place(table, TURNED) is None:
        count += len(distinct_kinds(table.turned))
    if edict_against_place(table, FRONT) is None:
        count += len(table.hands[table.active]) - 1  # all but the sacrifice card (D7)
    return count


class EdictTrading(Trading):
    """Trading with the additional actions that edicts allow."""

    NAME = "trading by edict"
    PROMPT_KEY = "trading"

    def check(self, table: Table, action: Action) -> None:
        if isinstance(action, (MakeOffer, Accept)):
            check_no_sacrifice(action.cards)
        elif isinstance(action, (edict_use.Invoke, edict_use.DemandSwap)) or edict_use.has_edict_for(
            bohnedikt_component(table), IN_TRADING
        ):
            edict = edict_use.edict_used_by(action, IN_TRADING)
            if edict != edict_use.NO_EDICT:
                edict_use.check_use(table, action, edict, IN_TRADING)
                return
        super().check(table, action)

    def take(self, table: Table, action: Action) -> None:
        # Most actions are offers, answers and calls, and edicts are rarely in force: both are cheap to find out first.
        if (
            not isinstance(action, (MakeOffer, Accept, Decline, Call))
            and bohnedikt_component(table).edicts
            and edict_use.has_edict_for(bohnedikt_component(table), IN_TRADING)
        ):
            edict = edict_use.edict_used_by(action, IN_TRADING)
            if edict != edict_use.NO_EDICT:
                edict_of(edict).use(table, action)
                return
        super().take(table, action)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions = super().list_actions(table, seat)
        if seat == table.active:
            for edict in edict_use.usable_edicts(table, IN_TRADING):
                actions.extend(edict.list_uses(table))
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        component = bohnedikt_component(table)
        if component.edicts and edict_use.has_edict_for(component, IN_TRADING):
            return self.sample_by_edict(table, seat, chance)
        action = self.sample_freely(table, seat, chance)
        if isinstance(action, Accept) and component.edicts:
            offer = find_open_offer(table, action.number)
            if not table.rules.trade_rules.allows_deal(table, offer, seat, action.cards, action.places):
                return self.sample_by_edict(table, seat, chance)
        return action

    def sample_by_edict(self, table: Table, seat: int, chance: Chance) -> Action:
        """Sample uniformly from the listed actions, one offer and one call; the many uses of edicts are counted, not
        created."""
        listed = super().list_actions(table, seat)
        edicts = edict_use.usable_edicts(table, IN_TRADING) if seat == table.active else edict_use.NO_EDICTS
        uses: list[int] = []
        count = 0
        for edict in edicts:
            uses.append(edict.count_uses(table))
            count += uses[-1]
        harvests = FIELDS_BY_MASK[harvestable(table, self, seat)]
        talk = 2 if self.may_talk(table, seat) else 0
        pick = chance.randbelow(talk + len(listed) + count + len(harvests) + table.count_anytime_actions(seat))
        if pick < talk:
            return self.sample_talk(table, seat, pick, chance)
        pick -= talk
        if pick < len(listed):
            return listed[pick]
        pick -= len(listed)
        for index in range(len(edicts)):
            if pick < uses[index]:
                return edicts[index].use_at(table, pick)
            pick -= uses[index]
        return (
            HARVEST_ACTIONS[seat][harvests[pick]]
            if pick < len(harvests)
            else table.anytime_action_at(seat, pick - len(harvests))
        )


EDICT_TRADING: Final = EdictTrading()
register_step(EdictTrading)
