"""The magic phase and the other steps that magic adds to a turn (R3, R5, R16, R20, R25)."""

from typing import Final

from tobean.games.magic import abilities
from tobean.games.magic.actions import PlayMagic, Use
from tobean.games.magic.attack import begin_attack
from tobean.games.magic.cards import ATTACK, MAGIC, MEAN, PLUCK, SWORD, WHITE
from tobean.games.magic.component import MAGIC_PHASE, Magic, magic_of
from tobean.games.magic.events import PLAYED_MAGIC, USED_ABILITY
from tobean.games.magic.spells.registry import bits_of, spell_name
from tobean.games.magic.spells.spell import SPELL_BY_KIND
from tobean.kernel.actions import Action, GoOn
from tobean.kernel.agenda import Decision, Step, register_step
from tobean.kernel.component import Component
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.phases.planting import PlantDue
from tobean.kernel.rules import AnytimeRule
from tobean.kernel.state.action_cache import GO_ON_ACTIONS
from tobean.kernel.state.hands import remove_from_hand
from tobean.kernel.state.harvest import FINAL_HARVEST
from tobean.kernel.state.piles import Draw, draw_card, receive_drawn
from tobean.kernel.table import Table
from tobean.kernel.trade.tradeable_cards import not_in_hand

ALL_FIELDS: Final = -1
"""The set of all fields, as a bit mask."""


class BeginMagic(Step):
    """The step at the beginning of the magic phase: every field has its ability (R5)."""

    NAME = "begin magic"
    SETS = ("used",)

    def __init__(self) -> None:
        super().__init__(MAGIC_PHASE)

    def run(self, table: Table) -> None:
        magic_of(table).used = 0


BEGIN_MAGIC: Final = BeginMagic()
register_step(BeginMagic)


class MagicPhase(abilities.UsingAbilities):
    """Phase 1½: abilities and Magic beans from the hand, in any order (R5). Never skipped, because the hand is
    secret (I3)."""

    NAME = "magic"

    def __init__(self) -> None:
        super().__init__(MAGIC_PHASE, by_spell=False)
        self.is_last_chance = True  # an attack may come (R14)
        self.can_go_on = True

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("R5", "It is the magic phase of {active}.", active=SeatArg(table.active))
        if isinstance(action, Use):
            abilities.check_use(table, action)
        elif isinstance(action, PlayMagic):
            check_magic_bean(table, action)
        elif not isinstance(action, GoOn):
            raise Illegal("R5", "In the magic phase you use abilities and play magic beans.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Use):
            use(table, action)
        elif isinstance(action, PlayMagic):
            remove_from_hand(table, action.seat, action.place)
            table.discard.append(MAGIC)
            if table.events is not None:
                table.events.append(PLAYED_MAGIC.of(seat=action.seat, cards=(MAGIC,)))
            abilities.activate(table, action.seat, action.spell)
        else:
            table.agenda.pop()

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active:
            return []
        actions: list[Action] = [GO_ON_ACTIONS[seat]]
        actions.extend(abilities.list_uses(table, seat, ALL_FIELDS))
        face_down = magic_of(table).face_down(seat)
        if face_down:
            hand = table.hands[seat]
            for place in range(len(hand)):
                if hand[place] == MAGIC:
                    for spell in face_down:
                        actions.append(PlayMagic(seat, place, spell))
        return actions


MAGIC_DECISION: Final = MagicPhase()
register_step(MagicPhase)


def check_magic_bean(table: Table, action: PlayMagic) -> None:
    hand = table.hands[action.seat]
    if not 0 <= action.place < len(hand) or hand[action.place] != MAGIC:
        raise not_in_hand("R5", hand, MAGIC)
    if action.spell not in magic_of(table).face_down(action.seat):
        raise Illegal(
            "R5",
            "{spell} is not a face-down spell of your own.",
            spell=KindArg(action.spell, spell_name(action.spell)),
        )


def use(table: Table, action: Use) -> None:
    """Use the ability of a field; it is spent until the field is planted from empty again (R6, R7)."""
    magic = magic_of(table)
    row = table.fields[action.seat][action.field]
    kind = row[-1]
    magic.used |= 1 << action.field
    if table.events is not None:
        table.events.append(USED_ABILITY.of(seat=action.seat, field=action.field, cards=(kind,)))
    if kind == PLUCK:
        abilities.use_pluck_beans(table, action.target)
    elif kind == MEAN:
        if action.with_attack:
            magic.turn(action.seat, ATTACK, up=False)
        abilities.use_mean_beans(table)
    elif kind == WHITE:
        abilities.use_white_beans(table, len(row))
    elif kind == MAGIC:
        for spell in action.spells:
            abilities.activate(table, action.seat, spell)
    elif kind == SWORD:
        begin_attack(table, action.seat, action.target, action.with_attack)


class UseAbility(AnytimeRule):
    """Rejects abilities and Magic beans outside one's own magic phase by their own rule (R7).

    In it, the open decision says why they have to wait: a card is to be placed, an attack or a spell is being carried
    out.
    """

    def handles(self, action: Action) -> bool:
        return isinstance(action, (Use, PlayMagic))

    def check(self, table: Table, action: Action) -> None:
        decision = table.decision
        own_phase = table.phase == MAGIC_PHASE and action.seat == table.active
        if not own_phase and not isinstance(decision, abilities.UsingAbilities):
            raise Illegal("R7", "You can use abilities and magic beans only in your own magic phase.")
        decision.check(table, action)

    def take(self, table: Table, action: Action) -> None:
        table.decision.take(table, action)


class SpellWindow(Decision):
    """A decision at which the active player can use spells; skipped if none that matters is face up (public)."""

    def __init__(self, phase: int) -> None:
        super().__init__(phase)
        self.can_go_on = True

    def has_usable_spell(self, table: Table) -> bool:
        """Whether a spell is face up that could be used here."""
        magic = magic_of(table)
        for card in magic.spells[table.active]:
            if card.up and SPELL_BY_KIND[card.spell].keeps_window_open(table, magic, self):
                return True
        return False

    def done(self, table: Table) -> bool:
        return not self.has_usable_spell(table)

    def check(self, table: Table, action: Action) -> None:
        if not isinstance(action, GoOn) or action.seat != table.active:
            raise Illegal("R16", "{active} may use spells now, or goes on.", active=SeatArg(table.active))

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        return [GO_ON_ACTIONS[seat]] if seat == table.active else []


class StartOfTrading(SpellWindow):
    """The decision after the cards are turned over and before the trading (R20)."""

    NAME = "start of trading"

    def __init__(self) -> None:
        super().__init__(2)


START_OF_TRADING: Final = StartOfTrading()
register_step(StartOfTrading)


class AfterPlanting(SpellWindow):
    """The decision after the last own planting of phase 3, if there is no phase 4 (R1, R16)."""

    NAME = "after planting"
    PROMPT_KEY = "window"

    def __init__(self) -> None:
        super().__init__(3)


AFTER_PLANTING: Final = AfterPlanting()
register_step(AfterPlanting)


def own_planting_done(table: Table, seat: int) -> None:
    """Leave time for spells after the last card that was due, if the game would end here otherwise."""
    if (
        seat == table.active
        and not table.turned
        and not table.aside[seat]
        and table.no_pile
        and not magic_of(table).edition.turn_is_played_out
    ):
        table.agenda.append(AFTER_PLANTING)


class PlantDueByMagic(PlantDue):
    """Phase 3 with a decision after the last own planting (R16)."""

    NAME = "plant due by magic"
    PROMPT_KEY = "plant due"

    def distinguishes_turned_from_aside(self, component: Component | None) -> bool:
        assert isinstance(component, Magic)
        return component.may_discard

    def take(self, table: Table, action: Action) -> None:
        super().take(table, action)
        own_planting_done(table, action.seat)


PLANT_DUE_BY_MAGIC: Final = PlantDueByMagic()
register_step(PlantDueByMagic)


class BeforeDraw(SpellWindow):
    """The decision before the first draw of phase 4 (R16, R26), also for a last harvest if the pile may run out
    (K8)."""

    NAME = "before the draw"
    PROMPT_KEY = "window"

    def __init__(self) -> None:
        super().__init__(4)

    def has_usable_spell(self, table: Table) -> bool:
        magic = magic_of(table)
        if table.no_pile and not magic.edition.turn_is_played_out:
            return False
        if super().has_usable_spell(table):
            return True
        if table.no_pile or table.draw_size > 3 + 2 * magic.two_more:
            return False
        for rows in table.fields:
            for row in rows:
                if row:
                    return True
        return False


BEFORE_DRAW: Final = BeforeDraw()
register_step(BeforeDraw)


class AfterDraw(SpellWindow):
    """The decision after the last draw of phase 4: the turn is not over yet (R25)."""

    NAME = "after the draw"

    def __init__(self) -> None:
        super().__init__(4)


AFTER_DRAW: Final = AfterDraw()
register_step(AfterDraw)


class DrawPhase(Step):
    """The step that draws three cards, with the hand spell five (B6, R26, E12). Without a pile the game ends here
    (B7)."""

    NAME = "draw phase"

    def __init__(self) -> None:
        super().__init__(4)

    def run(self, table: Table) -> None:
        table.agenda.append(Draw(5 if magic_of(table).two_more else 3))


DRAW_PHASE: Final = DrawPhase()
register_step(DrawPhase)


MAX_DRAWN: Final = 5
"""Number of cards drawn after the hand spell (R26)."""


class DrawToTheEnd(Step):
    """`DrawPhase` for turns that are always played to their end: draws as many cards as there are (E3, E12)."""

    NAME = "draw to the end"
    PARAMETERS = (Parameter("left", 0),)

    def __init__(self, left: int = 0) -> None:
        super().__init__(4)
        self.left = left
        """Number of cards still to be drawn; 0 before the first."""

    def fits(self, table: Table) -> bool:
        return self.left <= MAX_DRAWN

    def run(self, table: Table) -> None:
        left = self.left
        if left == 0:
            left = MAX_DRAWN if magic_of(table).two_more else 3
        if table.no_pile:
            return
        if left > 1:
            table.agenda.append(DrawToTheEnd(left - 1))
        receive_drawn(table, draw_card(table))


DRAW_TO_THE_END: Final = DrawToTheEnd()
register_step(DrawToTheEnd)


class EndOfTurn(Step):
    """The step that turns the player's spells face down and returns borrowed ones to the pile (R16, R27)."""

    NAME = "end of magic"

    def __init__(self) -> None:
        super().__init__(4)

    def run(self, table: Table) -> None:
        end_magic(table)


END_OF_MAGIC: Final = EndOfTurn()
register_step(EndOfTurn)


def end_magic(table: Table) -> None:
    magic = magic_of(table)
    seat = table.active
    borrowed = tuple([card.spell for card in magic.spells[seat] if card.borrowed])
    own = [card for card in magic.spells[seat] if not card.borrowed]
    magic.spells[seat] = tuple([card.turned_down() for card in own])
    if borrowed:
        # All players saw them: no card in front of a player now is one of them (I2).
        magic.pile = magic.pile + borrowed
        gone = bits_of(borrowed)
        magic.spells = [tuple([card.excluding(gone) for card in cards]) for cards in magic.spells]
    magic.may_discard = False
    magic.two_more = False
    magic.used = 0
    magic.begun = 0


class MagicEnd(Step):
    """The last step of the game: borrowed spells go back before the final harvest (R27), then all harvest (R9)."""

    NAME = "magic end"

    def __init__(self) -> None:
        super().__init__()

    def run(self, table: Table) -> None:
        end_magic(table)
        table.agenda.append(FINAL_HARVEST)


MAGIC_END: Final = MagicEnd()
register_step(MagicEnd)
