"""The later phases of Al Cabohne: reveal, plant the revealed cards, draw (A7-A12, A17)."""

from collections.abc import Callable
from typing import Final

from tobean.games.al_cabohne import phases
from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.cards import BOSSES
from tobean.games.al_cabohne.events import BOSS_TOOK, FED, JOINED, LEFT_CARDS, SHOWED_HAND
from tobean.games.al_cabohne.mafia import (
    CARDS_REVEALED,
    NO_BOSS,
    Mafia,
    accepts,
    collecting_boss,
    first_empty,
    give_to_boss,
    mafia_of,
    must_feed,
)
from tobean.kernel.actions import Action, GoOn, Plant
from tobean.kernel.agenda import PromptContext, Step, register_step
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.chance import Chance
from tobean.kernel.errors import Illegal
from tobean.kernel.events import TURNED_OVER
from tobean.kernel.message_args import KindArg
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.phases.planting import add_plantings, check_field, fields_for
from tobean.kernel.state.action_cache import FIELDS_BY_MASK, GO_ON_ACTIONS, HARVEST_ACTIONS, planting
from tobean.kernel.state.hands import marked_seen_by, remove_from_hand
from tobean.kernel.state.harvest import harvestable
from tobean.kernel.state.piles import draw_card, receive_drawn
from tobean.kernel.table import Table
from tobean.kernel.trade.tradeable_cards import not_in_hand

CARDS_DRAWN: Final = 2  # A11


def steps_by_cards_left(make: Callable[[int, bool], Step], maximum: int) -> list[list[Step]]:
    """Create the steps with 0 to `maximum` cards left, for two players and solo. Steps are immutable, so tables
    share them."""
    return [[make(left, solo) for left in range(maximum + 1)] for solo in (False, True)]


# --- phase 4: reveal ---------------------------------------------------------------------------------------


class Reveal(Step):
    """The step that turns over one card of the draw pile, if there is one and fewer than three are revealed (A7, K13).

    `left` is the number of cards still to be turned over. A run-out and the new pile come before `ResolveRevealed`.
    """

    NAME = "reveal"
    PARAMETERS = (Parameter("left", maximum=CARDS_REVEALED), phases.SOLO_PARAMETER)

    def __init__(self, left: int, solo: bool) -> None:
        super().__init__(3 if solo else 4)
        self.left = left
        self.solo = solo

    def run(self, table: Table) -> None:
        if self.left == 0 or table.no_pile:
            return
        table.agenda.append(RESOLVE_REVEALED[self.solo][self.left])
        card = draw_card(table)
        table.turned.append(card)
        if table.events is not None:
            table.events.append(TURNED_OVER.of(seat=table.active, cards=(card,)))


register_step(Reveal)
REVEALS: Final = steps_by_cards_left(Reveal, CARDS_REVEALED)


class ResolveRevealed(Step):
    """The step after each revealed card.

    (1) If a boss collects the card, he takes it, and another is turned over in its place (A7, A8).

    (2) While the top card of the discard pile is of a revealed kind, it joins the revealed cards (A7).
    """

    NAME = "questions"
    PARAMETERS = (Parameter("left", maximum=CARDS_REVEALED), phases.SOLO_PARAMETER)

    def __init__(self, left: int, solo: bool) -> None:
        super().__init__(3 if solo else 4)
        self.left = left
        self.solo = solo

    def run(self, table: Table) -> None:
        card = table.turned[-1]
        boss = collecting_boss(mafia_of(table), card)
        left = self.left
        if boss == NO_BOSS:
            left -= 1
        else:
            table.turned.pop()
            if table.events is not None:
                table.events.append(BOSS_TOOK.of(boss=boss, cards=(card,)))
            give_to_boss(table, boss, [card])
        joined: list[int] = []
        while table.discard and table.discard[-1] in table.turned:
            joined.append(table.discard.pop())
            table.turned.append(joined[-1])
        if joined and table.events is not None:
            table.events.append(JOINED.of(seat=table.active, cards=tuple(joined)))
        table.agenda.append(REVEALS[self.solo][left])


register_step(ResolveRevealed)
RESOLVE_REVEALED: Final = steps_by_cards_left(ResolveRevealed, CARDS_REVEALED)


# --- phase 5: plant revealed -------------------------------------------------------------------------------


class PlantRevealed(phases.ActivePlayerDecision):
    """The decision about revealed cards: kind by kind on own fields or bosses; hand cards on bosses; in any order (A9).

    The player may go on when all bosses are fed as far as the hand allows (A10) and, in the solo game, when no revealed
    card is left (A17). Otherwise the remaining cards are left for the opponent's phase 1 (A4).
    """

    NAME = "plant revealed"
    PARAMETERS = (phases.SOLO_PARAMETER,)

    def __init__(self, solo: bool) -> None:
        super().__init__(4 if solo else 5, "A9")
        self.can_go_on = True
        self.solo = solo

    def prompt_key(self, position: PromptContext) -> str:
        if position.turned:
            return "plant revealed, all" if self.solo else self.NAME
        mafia = position.component
        assert isinstance(mafia, Mafia)
        return "plant revealed, planted" if first_empty(mafia) == NO_BOSS else "plant revealed, hungry"

    def done(self, table: Table) -> bool:
        return not table.turned and not table.hands[table.active] and not phases.can_act(table)

    def check_own(self, table: Table, action: Action) -> None:
        if isinstance(action, GoOn):
            if table.turned and self.solo:
                raise Illegal("A17", "All revealed cards must be planted.")
            if must_feed(table, action.seat):
                raise Illegal("A10", "A boss has no card: give him one of a kind that no boss collects.")
        elif isinstance(action, Plant):
            if action.place != TURNED:
                raise Illegal("A9", "In this phase you cannot plant cards of your hand.")
            phases.check_turned(table, action.card, "A9")
            check_field(table, action.seat, action.card, action.field)
        elif isinstance(action, Feed):
            check_feed(table, action)
        else:
            raise Illegal("A9", "Now you plant revealed cards, give cards to the mafia, or go on.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            phases.plant_group(table, action.seat, action.card, action.field)
        elif isinstance(action, Feed):
            feed(table, action)
        else:
            table.agenda.pop()
            if table.turned and table.events is not None:
                table.events.append(LEFT_CARDS.of(seat=action.seat, cards=tuple(table.turned)))
            if first_empty(mafia_of(table)) != NO_BOSS and table.hands[action.seat] and not self.solo:
                show_hand(table, action.seat)

    def list_own_actions(self, table: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        if not (table.turned and self.solo) and not must_feed(table, seat):
            actions.append(GO_ON_ACTIONS[seat])
        add_plantings(table, seat, tuple(table.turned), TURNED, actions)
        mafia = mafia_of(table)
        bosses = range(len(mafia.rows))
        for card in distinct_kinds(table.turned):
            for boss in bosses:
                if accepts(mafia, boss, card):
                    actions.append(Feed(seat, boss, card, TURNED))
        # Cards that A10 may demand come before other gifts.
        hand = table.hands[seat]
        collectors: list[int] = [collecting_boss(mafia, card) for card in hand]
        for boss in bosses:
            if not mafia.rows[boss]:
                for place in range(len(hand)):
                    if collectors[place] == NO_BOSS:
                        actions.append(Feed(seat, boss, hand[place], place))
        for place in range(len(hand)):
            if collectors[place] != NO_BOSS:
                actions.append(Feed(seat, collectors[place], hand[place], place))
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        """Sample uniformly from `list_own_actions`, harvests and anytime actions without creating all those actions."""
        if seat != table.active:
            return chance.choice(table.legal_actions(seat))
        mafia = mafia_of(table)
        extra = table.anytime_actions(seat)
        harvests = FIELDS_BY_MASK[harvestable(table, self, seat)]
        bosses = len(mafia.rows)
        seen = 0
        plants: list[tuple[int, int]] = []
        feeds: list[tuple[int, int, int]] = []
        for card in table.turned:
            if not seen >> card & 1:
                seen |= 1 << card
                for field in fields_for(table, seat, card):
                    plants.append((card, field))
                for boss in range(bosses):
                    if accepts(mafia, boss, card):
                        feeds.append((boss, card, TURNED))
        hand = table.hands[seat]
        starving = False
        empty = first_empty(mafia) != NO_BOSS
        for place in range(len(hand)):
            collector = collecting_boss(mafia, hand[place])
            if collector != NO_BOSS:
                feeds.append((collector, hand[place], place))
            elif empty:
                starving = True
                for boss in range(bosses):
                    if not mafia.rows[boss]:
                        feeds.append((boss, hand[place], place))
        may_go_on = 0 if starving or (table.turned and self.solo) else 1
        pick = chance.randbelow(len(plants) + len(feeds) + len(harvests) + len(extra) + may_go_on)
        if pick < len(plants):
            card, field = plants[pick]
            return planting(seat, card, TURNED, field)
        pick -= len(plants)
        if pick < len(feeds):
            boss, card, place = feeds[pick]
            return Feed(seat, boss, card, place)
        pick -= len(feeds)
        if pick < len(harvests):
            return HARVEST_ACTIONS[seat][harvests[pick]]
        pick -= len(harvests)
        return extra[pick] if pick < len(extra) else GO_ON_ACTIONS[seat]


register_step(PlantRevealed)


def check_feed(table: Table, action: Feed) -> None:
    mafia = mafia_of(table)
    if action.boss >= len(mafia.rows):
        raise Illegal("A3", "Joe Bohnano is in the solo game only.")
    if action.place == TURNED:
        phases.check_turned(table, action.card, "A9")
    else:
        hand = table.hands[action.seat]
        if not 0 <= action.place < len(hand) or hand[action.place] != action.card:
            raise not_in_hand("A9", hand, action.card)
    if not accepts(mafia, action.boss, action.card):
        other = collecting_boss(mafia, action.card)
        if other != NO_BOSS:
            raise Illegal("A2", "Another boss, {boss}, collects {card}.", boss=BOSSES[other], card=KindArg(action.card))
        raise Illegal(
            "A9", "{boss} collects another kind than {card}.", boss=BOSSES[action.boss], card=KindArg(action.card)
        )


def feed(table: Table, action: Feed) -> None:
    """Give a boss one hand card, or all revealed cards of a kind; he harvests only after all of them (A1, A9)."""
    turned = action.place == TURNED
    cards = phases.take_turned(table, action.card) if turned else [remove_from_hand(table, action.seat, action.place)]
    if table.events is not None:
        places = (action.place,) * len(cards)
        table.events.append(FED.of(seat=action.seat, boss=action.boss, cards=tuple(cards), places=places))
    give_to_boss(table, action.boss, cards)


def show_hand(table: Table, seat: int) -> None:
    """Show the hand because a boss stays empty: it has nothing for him (A10, I2)."""
    for other in range(table.players):
        if other != seat:
            table.origins[seat] = [marked_seen_by(origin, other) for origin in table.origins[seat]]
    if table.events is not None:
        table.events.append(SHOWED_HAND.of(seat=seat, cards=tuple(table.hands[seat])))


# --- phase 6: draw -----------------------------------------------------------------------------------------


class BeforeReplenishing(phases.ActivePlayerDecision):
    """The decision before the first card is drawn: the last chance to harvest in a turn (A12)."""

    NAME = "before replenishing"
    PARAMETERS = (phases.SOLO_PARAMETER,)

    def __init__(self, solo: bool) -> None:
        super().__init__(5 if solo else 6, "A11")
        self.can_go_on = True
        self.solo = solo

    def check_own(self, table: Table, action: Action) -> None:
        if not isinstance(action, GoOn):
            raise Illegal("A11", "Two cards are about to be drawn: harvest, or go on.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()

    def list_own_actions(self, table: Table, seat: int) -> list[Action]:
        return [GO_ON_ACTIONS[seat]]


register_step(BeforeReplenishing)


class Replenish(Step):
    """The step that draws one card to the back of the hand, then the rest, as far as there are any (A11, A18, K13)."""

    NAME = "replenish"
    PARAMETERS = (Parameter("left", maximum=CARDS_DRAWN), phases.SOLO_PARAMETER)

    def __init__(self, left: int, solo: bool) -> None:
        super().__init__(5 if solo else 6)
        self.left = left
        self.solo = solo

    def run(self, table: Table) -> None:
        if self.left == 0 or table.no_pile:
            return
        table.agenda.append(REPLENISHES[self.solo][self.left - 1])
        receive_drawn(table, draw_card(table))


register_step(Replenish)
REPLENISHES: Final = steps_by_cards_left(Replenish, CARDS_DRAWN)
