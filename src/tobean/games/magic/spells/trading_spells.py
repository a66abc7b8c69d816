"""The trade spell (R20) and the pile spell (R22), which bring one more turned-over card (E10)."""

from collections.abc import Mapping

from tobean.games.magic.actions import Cast
from tobean.games.magic.component import Magic, MagicEdition, magic_of
from tobean.games.magic.magic_phase import PlantDueByMagic, StartOfTrading
from tobean.games.magic.spells.spell import Spell
from tobean.kernel.actions import Action, DiscardTurned
from tobean.kernel.agenda import Step
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.errors import Illegal
from tobean.kernel.events import DISCARDED, TOOK_FROM_DISCARD
from tobean.kernel.message_args import KindArg
from tobean.kernel.phases.trading import Trading
from tobean.kernel.rules import NO_ACTIONS, AnytimeRule
from tobean.kernel.state.piles import TurnOver
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table


class TradeSpell(Spell):
    """Turns over a third card and allows turned-over cards to be discarded in phase 3 (R20)."""

    def __init__(self) -> None:
        super().__init__(
            "Trade",
            3,
            "R20",
            "Before the trading, once you have seen the two cards turned over: turn over a third one if you like. In "
            "phase 3 you may discard turned-over cards that are left instead of planting them, with or without a third "
            "one.",
            labels={"cast without": "Use the {spell} without a third card"},
            previews={"cast, trade": "Use the {spell}: turn over a third card; what is left may be discarded"},
        )
        self.add_syntax("cast Trade without", without=True)

    def is_window(self, edition: MagicEdition, step: Step) -> bool:
        return isinstance(step, StartOfTrading)

    def window_rule(self, edition: MagicEdition) -> str:
        return "E10" if edition.pile_at_start_only else self.rule

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        if action.without and magic.edition.trade_turns_over:
            raise Illegal("E10", "The trade spell always turns over the third card.")

    def add_casts(self, table: Table, magic: Magic, seat: int, actions: list[Action]) -> None:
        actions.append(Cast(seat, self.kind))
        if not magic.edition.trade_turns_over:
            actions.append(Cast(seat, self.kind, without=True))

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        magic.may_discard = True
        if not action.without:
            table.agenda.append(TurnOver(1))

    def label_key(self, action: Cast) -> str:
        return "cast without" if action.without else "cast"

    def preview(self, action: Cast, seen: Position) -> tuple[str, Mapping[str, object]] | None:
        return None if action.without else ("cast, trade", {})


class DiscardByTrade(AnytimeRule):
    """Discarding a turned-over card in phase 3 instead of planting it, after the trade spell (R20)."""

    def handles(self, action: Action) -> bool:
        return isinstance(action, DiscardTurned)

    def check(self, table: Table, action: Action) -> None:
        assert isinstance(action, DiscardTurned)
        if action.seat != table.active or not magic_of(table).may_discard:
            raise Illegal("R20", "Cards turned over are discarded only after the trade spell was used.")
        if not isinstance(table.agenda[-1], PlantDueByMagic):
            raise Illegal("R20", "Cards turned over are discarded in phase 3.")
        if action.card not in table.turned:
            raise Illegal("R20", "There is no turned-over {card} to discard.", card=KindArg(action.card))

    def take(self, table: Table, action: Action) -> None:
        assert isinstance(action, DiscardTurned)
        table.turned.remove(action.card)
        table.discard.append(action.card)
        if table.events is not None:
            table.events.append(DISCARDED.of(seat=action.seat, cards=(action.card,)))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active or not table.turned or not magic_of(table).may_discard:
            return NO_ACTIONS
        if not isinstance(table.agenda[-1], PlantDueByMagic):
            return NO_ACTIONS
        return [DiscardTurned(seat, card) for card in distinct_kinds(table.turned)]


class PileSpell(Spell):
    """Takes the top card of the discard pile as one more turned-over card (R22)."""

    def __init__(self) -> None:
        super().__init__(
            "Pile",
            5,
            "R22",
            "At any time in phase 2: take the top card of the discard pile, if there is one, as one more turned-over "
            "card.",
            previews={"cast, pile": "Use the {spell}: take {kind} from the discard pile"},
        )

    def is_window(self, edition: MagicEdition, step: Step) -> bool:
        return isinstance(step, StartOfTrading) or (not edition.pile_at_start_only and isinstance(step, Trading))

    def window_rule(self, edition: MagicEdition) -> str:
        return "E10" if edition.pile_at_start_only else self.rule

    def is_possible(self, table: Table, magic: Magic, seat: int) -> bool:
        return len(table.discard) > 0

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        if not self.is_possible(table, magic, action.seat):
            raise Illegal("R22", "The discard pile is empty.")

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        table.turned.append(table.discard.pop())
        if table.events is not None:
            table.events.append(TOOK_FROM_DISCARD.of(seat=action.seat, cards=(table.turned[-1],)))

    def preview(self, action: Cast, seen: Position) -> tuple[str, Mapping[str, object]] | None:
        return ("cast, pile", {"kind": seen.discard[-1]}) if seen.discard else None
