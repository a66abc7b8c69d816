"""The flow spell (R21) and the players spell (R24): planting from the front of hands out of turn."""

from tobean.games.magic import abilities
from tobean.games.magic.actions import Cast, Use
from tobean.games.magic.cards import FLOW, PLUCK, SWORD, WHITE
from tobean.games.magic.component import CARD_FLOW_STEP, MAGIC_PHASE, Magic, magic_of
from tobean.games.magic.magic_phase import use
from tobean.games.magic.spells.anytime_spell import AnytimeSpell
from tobean.kernel.actions import Action, GoOn, Pass, Plant
from tobean.kernel.agenda import Decision, PromptContext, Step, register_step
from tobean.kernel.errors import BadTable, Illegal
from tobean.kernel.events import PASSED
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.card_locations import FRONT
from tobean.kernel.notation.parameters import SeatParameter
from tobean.kernel.state.action_cache import FIELDS_BY_MASK, GO_ON_ACTIONS
from tobean.kernel.state.hands import lapse_broken_offers, remove_from_hand
from tobean.kernel.table import Table


class FlowSpell(AnytimeSpell):
    """Plants front cards, as many in a row as wished (R21)."""

    def __init__(self) -> None:
        super().__init__(
            "Flow",
            4,
            "R21",
            "At any time in your turn: plant the front card of your hand, as many times in a row as you like. You may "
            "harvest in between and, in the magic phase, use the abilities of rows begun this way, with the Attack "
            "spell, too. Until you stop there are no deals, no other spells, and no other planting.",
            previews={"cast, flow": "Use the {spell}: plant front cards, as many as you like"},
        )
        self.turned_down_first = False  # but when the flow ends

    def is_possible(self, table: Table, magic: Magic, seat: int) -> bool:
        return len(table.hands[seat]) > 0

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        if not self.is_possible(table, magic, action.seat):
            raise Illegal("R21", "You have no card in your hand to plant.")

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        magic.begun = 0
        table.agenda.append(END_FLOW)
        table.agenda.append(CARD_FLOW)


class EndFlow(Step):
    """The step that turns the spell face down when the flow ends (R16)."""

    NAME = "end flow"

    def check_agenda_index(self, table: Table, index: int) -> None:
        if not any(isinstance(step, CardFlow) for step in table.agenda[index + 1 : index + 2]):
            raise BadTable("next: {step!r} comes after {before!r} (R21)", step=self, before=CARD_FLOW)

    def run(self, table: Table) -> None:
        magic = magic_of(table)
        magic.turn(table.active, FLOW, up=False)
        magic.begun = 0


END_FLOW = EndFlow()
register_step(EndFlow)


def check_front(table: Table, action: Plant, rule: str) -> None:
    hand = table.hands[action.seat]
    if not hand:
        raise Illegal(rule, "You have no card in your hand to plant.")
    front = hand[0]
    if action.place != FRONT or action.card != front:
        raise Illegal(rule, "You can plant only the front card of your hand now.")
    abilities.check_target_field(table, action.seat, front, action.field)


def plant_front(table: Table, action: Plant) -> None:
    offers = table.offers
    remove_from_hand(table, action.seat, 0)
    if offers:
        lapse_broken_offers(table, offers)
    gains_ability = table.phase == MAGIC_PHASE
    abilities.plant_with_ability(table, action.seat, action.card, action.field, gains_ability)


class CardFlow(abilities.UsingAbilities):
    """The decision to plant the front card as often in a row as wished (R21).

    In between only harvests are possible and, in the magic phase, the abilities of rows begun during this flow. With an
    empty hand it goes on while one of these abilities could bring a card.
    """

    NAME = CARD_FLOW_STEP

    def __init__(self) -> None:
        super().__init__(0, by_spell=True)
        self.can_go_on = True

    def check_agenda_index(self, table: Table, index: int) -> None:
        self.check_then(table, index, END_FLOW, "R21")
        if not magic_of(table).is_up(table.active, FLOW):
            raise BadTable("next: {step!r}: the spell that flows is active until the flow ends (R16, R21)", step=self)

    def prompt_key(self, position: PromptContext) -> str:
        return self.NAME if position.hands[position.active] else "card flow, empty hand"

    def done(self, table: Table) -> bool:
        return not table.hands[table.active] and not may_win_card(table)

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("R21", "{active} is planting by card flow.", active=SeatArg(table.active))
        if isinstance(action, Plant):
            check_front(table, action, "R21")
        elif isinstance(action, Use):
            fields = FIELDS_BY_MASK[magic_of(table).begun]
            if table.phase != MAGIC_PHASE or action.field not in fields:
                raise Illegal("R21", "During a card flow only rows begun in it have abilities, in the magic phase.")
            abilities.check_use(table, action)
        elif not isinstance(action, GoOn):
            raise Illegal("R21", "During a card flow you plant, harvest, or go on.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            plant_front(table, action)
        elif isinstance(action, Use):
            use(table, action)
        else:
            table.agenda.pop()

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active:
            return []
        actions: list[Action] = [GO_ON_ACTIONS[seat]]
        hand = table.hands[seat]
        if hand:
            actions.extend(abilities.plantings(table, seat, hand[0]))
        if table.phase == MAGIC_PHASE:
            actions.extend(abilities.list_uses(table, seat, magic_of(table).begun))
        return actions


CARD_FLOW = CardFlow()
register_step(CardFlow)


def may_win_card(table: Table) -> bool:
    """Whether an ability that may be used now could bring the active player a hand card (R21).

    A White draws one, a Pluck takes one. A Sword can win one, too: if the target's thalers hold a Sword, its
    counter-attack may show a Pluck, and then the target's back hand card is taken (R15).
    """
    magic = magic_of(table)
    if table.phase != MAGIC_PHASE:
        return False
    seat = table.active
    for action in abilities.list_uses(table, seat, magic.begun):
        assert isinstance(action, Use)
        kind = table.fields[seat][action.field][-1]
        if kind in (WHITE, PLUCK):
            return True
        target = action.target
        if kind == SWORD and PLUCK in table.thalers[seat] and SWORD in table.thalers[target] and table.hands[target]:
            return True
    return False


class PlayersSpell(AnytimeSpell):
    """Makes all others plant their front card (R24)."""

    def __init__(self) -> None:
        super().__init__(
            "Players",
            7,
            "R24",
            "At any time in your turn: all others, clockwise from you, must at once plant the front card of their hand "
            "and harvest for it if they have no room. Then you may plant yours.",
            previews={"cast, players": "Use the {spell}: all others plant their front card at once"},
        )

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        """Put the plantings on the agenda: all others clockwise, then the caster."""
        seat = action.seat
        table.agenda.append(PlantEnchanted(seat))
        for step in range(table.players - 1, 0, -1):
            table.agenda.append(PlantEnchanted((seat + step) % table.players))


class PlantEnchanted(Decision):
    """The decision to plant the front card under the Players spell; the caster may pass (R24)."""

    NAME = "plant enchanted"
    PARAMETERS = (SeatParameter("seat"),)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def check_agenda_index(self, table: Table, index: int) -> None:
        if self.seat != table.active:
            self.check_then(table, index, PlantEnchanted((self.seat + 1) % table.players), "R24")

    def prompt_key(self, position: PromptContext) -> str:
        return "plant enchanted, caster" if position.awaited == position.active else self.NAME

    def done(self, table: Table) -> bool:
        return not table.hands[self.seat]

    def awaited(self, table: Table) -> int:
        return self.seat

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.seat:
            raise Illegal("R24", "{seat} is under a spell and plants now.", seat=SeatArg(self.seat))
        if isinstance(action, Plant):
            check_front(table, action, "R24")
        elif not isinstance(action, Pass) or self.seat != table.active:
            raise Illegal("R24", "You must plant the front card of your hand.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Plant):
            plant_front(table, action)
        elif table.events is not None:
            table.events.append(PASSED.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != self.seat:
            return []
        actions: list[Action] = [Pass(seat)] if seat == table.active else []
        actions.extend(abilities.plantings(table, seat, table.hands[seat][0]))
        return actions


register_step(PlantEnchanted)
