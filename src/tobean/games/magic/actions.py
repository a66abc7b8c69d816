"""The actions of the magic phase and of spells, with their notation."""

from typing import final

from mypy_extensions import mypyc_attr

from tobean.games.magic.spells.registry import CAST_SYNTAX, SpellParameter, SpellsParameter
from tobean.kernel.actions import Action, register_action
from tobean.kernel.notation import parameters
from tobean.kernel.notation.syntax import ActionSyntax


@final
@mypyc_attr(acyclic=True)
class Use(Action):
    """Use the ability of a field (R5): on a player, with the attack spell (R17), or to activate spells (R12)."""

    VERB = "use"
    EXAMPLES = ("use 1", "use 1 on B", "use 1 on B with Attack", "use 2: Move, Hand")
    PARAMETERS = (
        parameters.field_parameter(),
        parameters.SeatParameter("target", -1),
        parameters.FlagParameter("with_attack"),
        SpellsParameter("spells"),
    )
    SYNTAX = (
        ActionSyntax("use {field}"),
        ActionSyntax("use {field} with Attack", with_attack=True),
        ActionSyntax("use {field} on {target:other}"),
        ActionSyntax("use {field} on {target:other} with Attack", with_attack=True),
        ActionSyntax("use {field}: {spells}"),
        ActionSyntax("use {field} with Attack: {spells}", with_attack=True),
        ActionSyntax("use {field} on {target:other}: {spells}"),
        ActionSyntax("use {field} on {target:other} with Attack: {spells}", with_attack=True),
    )

    def __init__(
        self, seat: int, field: int, target: int = -1, with_attack: bool = False, spells: tuple[int, ...] = ()
    ) -> None:
        self.seat = seat
        self.field = field
        self.target = target
        self.with_attack = with_attack
        self.spells = spells


@final
@mypyc_attr(acyclic=True)
class PlayMagic(Action):
    """Discard a Magic bean from any position of the hand and activate one's own face-down spell (R5)."""

    VERB = "play"
    EXAMPLES = ("play Magic@3: Hand",)
    PARAMETERS = (
        parameters.position_parameter("place"),
        SpellParameter("spell"),
    )
    SYNTAX = (ActionSyntax("play Magic@{place}: {spell}"),)

    def __init__(self, seat: int, place: int, spell: int) -> None:
        self.seat = seat
        self.place = place
        self.spell = spell


@final
@mypyc_attr(acyclic=True)
class Keep(Action):
    """Leave a card just won at the back of the hand (R8, R11), or a spell just won face down (R19)."""

    VERB = "keep"
    EXAMPLES = ("keep",)
    SYNTAX = (ActionSyntax("keep"),)


@final
@mypyc_attr(acyclic=True)
class Choose(Action):
    """Choose which of two drawn thalers counts (R17)."""

    VERB = "choose"
    EXAMPLES = ("choose Sword",)
    PARAMETERS = (parameters.KindParameter("card"),)
    SYNTAX = (ActionSyntax("choose {card}"),)

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card


@final
@mypyc_attr(acyclic=True)
class CounterAttack(Action):
    """Answer an attack that showed a Sword (R15)."""

    VERB = "counterattack"
    EXAMPLES = ("counterattack",)
    SYNTAX = (ActionSyntax("counterattack"),)


@final
@mypyc_attr(acyclic=True)
class Activate(Action):
    """Activate one's own spell after an attack showed a Magic bean (R15) or after a swap (R19)."""

    VERB = "activate"
    EXAMPLES = ("activate Hand",)
    PARAMETERS = (SpellParameter("spell"),)
    SYNTAX = (ActionSyntax("activate {spell}"),)

    def __init__(self, seat: int, spell: int) -> None:
        self.seat = seat
        self.spell = spell


@final
@mypyc_attr(acyclic=True)
class Cast(Action):
    """Use an active spell. The meaning of the other attributes depends on the spell."""

    VERB = "cast"
    EXAMPLES = ("cast Flow", "cast Swap B 1", "cast Move 3 1", "cast Field: turned Sword", "cast Beans: aside Sword 2")
    PARAMETERS = (
        SpellParameter("spell"),
        parameters.SeatParameter("target", -1),
        parameters.CountedParameter("number", "face-down spell", 0),
        parameters.position_parameter("to", 0),
        parameters.KindParameter("card", -1),
        parameters.PlaceParameter("place", 0),
        parameters.field_parameter("field", 0),
        parameters.FlagParameter("without"),
    )
    SYNTAX = CAST_SYNTAX

    def __init__(
        self,
        seat: int,
        spell: int,
        target: int = -1,
        number: int = 0,
        to: int = 0,
        card: int = -1,
        place: int = 0,
        field: int = 0,
        without: bool = False,
    ) -> None:
        self.seat = seat
        self.spell = spell
        self.target = target
        self.number = number
        """Swap: the index of the target's face-down spell. Move: the hand position of the card."""
        self.to = to
        self.card = card
        self.place = place
        self.field = field
        self.without = without


register_action(Use, PlayMagic, Keep, Choose, CounterAttack, Activate, Cast)
