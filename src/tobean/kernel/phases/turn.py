"""Turn order (O1), the last chance before cards are turned over or drawn (K8), and the end without a draw pile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import TRADE_ACTIONS, EndTrading, GoOn, Plant
from tobean.kernel.agenda import Decision, Step, register_step
from tobean.kernel.errors import Illegal
from tobean.kernel.events import TURN
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.state.action_cache import FIELDS_BY_MASK, GO_ON_ACTIONS, HARVEST_ACTIONS
from tobean.kernel.state.harvest import harvestable

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table


class StartTurn(Step):
    """Put the phases of a turn on the agenda."""

    NAME = "start turn"

    def run(self, table: Table) -> None:
        table.turn += 1
        table.deals = 0
        table.offer_count = 0
        # A new list: refilling one that was emptied step by step costs more.
        table.agenda = table.agenda + table.phases
        if table.events is not None:
            table.events.append(TURN.of(seat=table.active, turn=table.turn))


START_TURN: Final = StartTurn()
register_step(StartTurn)


class LastChance(Decision):
    """The moment before cards are turned over or drawn, open for a last harvest (K8) or anytime action.

    It matters only if the draw pile may run out meanwhile, because then harvested cards come back into play; otherwise
    the same harvest has the same effect afterwards. So it is skipped, on public facts, unless the pile has no more than
    `count` cards and some player can do something.
    """

    PROMPT_KEY = "last chance"
    PARAMETERS = (Parameter("count"),)

    def __init__(self, phase: int, count: int) -> None:
        super().__init__(phase)
        self.count = count
        self.is_last_chance = True
        self.can_go_on = True

    def done(self, table: Table) -> bool:
        if table.no_pile or table.draw_size > self.count:
            return True
        for seat in range(table.players):
            for row in table.fields[seat]:
                if row:
                    return False
            for rule in table.anytime_rules:
                if rule.is_publicly_possible(table, seat):
                    return False
        return True

    def check(self, table: Table, action: Action) -> None:
        if not isinstance(action, GoOn):
            raise self.refusal(table, action)
        if action.seat != table.active:
            raise Illegal("O1", "{active} has to go on first.", active=SeatArg(table.active))

    def refusal(self, table: Table, action: Action) -> Illegal:
        """Return the refusal of an action other than going on, with the rule about it where the game names one."""
        rules = table.rules
        if isinstance(action, Plant) and action.place in (TURNED, ASIDE) and rules.due_cards_rule:
            return Illegal(
                rules.due_cards_rule,
                "Cards turned over or set aside are planted in phase 3, and there are none now.",
            )
        if isinstance(action, Plant) and rules.planting_rule:
            return Illegal(rules.planting_rule, "No further card of the hand is planted in this turn.")
        return Illegal("O1", "The next phase is about to begin: {active} goes on.", active=SeatArg(table.active))

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        return [GO_ON_ACTIONS[seat]] if seat == table.active else []

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        if seat != table.active:
            return chance.choice(table.legal_actions(seat))
        harvests = FIELDS_BY_MASK[harvestable(table, self, seat)]
        pick = chance.randbelow(1 + len(harvests) + table.count_anytime_actions(seat))
        if pick == 0:
            return GO_ON_ACTIONS[seat]
        pick -= 1
        return (
            HARVEST_ACTIONS[seat][harvests[pick]]
            if pick < len(harvests)
            else table.anytime_action_at(seat, pick - len(harvests))
        )


class BeforeTurningOver(LastChance):
    """Before the cards of phase 2 are turned over."""

    NAME = "before turning over"

    def __init__(self, count: int) -> None:
        super().__init__(2, count)

    def refusal(self, table: Table, action: Action) -> Illegal:
        if isinstance(action, (*TRADE_ACTIONS, EndTrading)) and table.rules.trading_rule:
            return Illegal(table.rules.trading_rule, "Trading begins after the cards have been turned over.")
        return super().refusal(table, action)


class BeforeDrawing(LastChance):
    """Before the cards of phase 4 are drawn."""

    NAME = "before drawing"

    def __init__(self, count: int) -> None:
        super().__init__(4, count)

    def refusal(self, table: Table, action: Action) -> Illegal:
        if isinstance(action, EndTrading):
            return Illegal("T8", "Trading is over in this turn.")
        return super().refusal(table, action)


BEFORE_TURNING_OVER: Final = BeforeTurningOver(2)
BEFORE_DRAWING: Final = BeforeDrawing(3)
register_step(BeforeTurningOver, BeforeDrawing)


class NextPlayer(Step):
    """Make the next player clockwise active (O1)."""

    NAME = "next player"

    def run(self, table: Table) -> None:
        table.active = (table.active + 1) % table.players
        START_TURN.run(table)


NEXT_PLAYER: Final = NextPlayer()
register_step(NextPlayer)


class EndIfNoPile(Step):
    """End the game if there is no draw pile left."""

    NAME = "end if no pile"

    def run(self, table: Table) -> None:
        if table.no_pile:
            table.finish()


END_IF_NO_PILE: Final = EndIfNoPile()
register_step(EndIfNoPile)
