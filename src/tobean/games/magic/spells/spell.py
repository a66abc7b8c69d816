"""The class of spells, and the rule by which they are used (R16)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from tobean.games.magic.actions import Cast
from tobean.games.magic.component import Magic, MagicEdition, magic_of
from tobean.games.magic.events import CAST
from tobean.games.magic.spells.registry import add_cast_syntax, register_spell, spell_name
from tobean.kernel.actions import Action
from tobean.kernel.agenda import Step
from tobean.kernel.cards import Extra
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg
from tobean.kernel.rules import NO_ACTIONS, AnytimeRule
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Spell:
    """A spell: its card, the time at which it may be used, its effect and its texts. There is one object per spell.

    The defaults are those of a spell without a choice. All texts are English; catalogues translate them.
    """

    def __init__(
        self,
        name: str,
        value: int,
        rule: str,
        text: str,
        labels: dict[str, str] | None = None,
        previews: dict[str, str] | None = None,
    ) -> None:
        self.name = name
        """Name in the notation: one word."""
        self.kind = register_spell(name, value)
        self.value = value
        """Value in pfennigs, in Excalibohn groschen (R4)."""
        self.rule = rule
        self.text = text
        """The effect in full, for players."""
        self.labels = labels if labels is not None else {}
        """Button labels, by the keys that `label_key` returns, if the general label does not say enough."""
        self.previews = previews if previews is not None else {}
        """Preview texts, by the keys that `preview` returns."""
        self.turned_down_first = True
        """Whether the card is turned face down before the effect; otherwise the effect does that."""
        SPELL_BY_KIND[self.kind] = self

    def add_syntax(self, text: str, **fixed: Any) -> None:
        """Add a way to write the use of this spell with other parameters of `Cast`."""
        add_cast_syntax(text, self.kind, **fixed)

    def card(self) -> Extra:
        """Return the card as the rules of a game list it."""
        return Extra(self.kind, 1, "rulebook", f"worth {self.value}", fixed=True)

    # --- time ----------------------------------------------------------------------------------------------

    def is_window(self, edition: MagicEdition, step: Step) -> bool:
        """Whether the spell may be used at this decision."""
        return False

    def keeps_window_open(self, table: Table, magic: Magic, step: Step) -> bool:
        """Whether this spell, if it is active, is a reason to ask for spells at this decision. Depends on public facts
        only (I3)."""
        return self.is_window(magic.edition, step)

    def window_rule(self, edition: MagicEdition) -> str:
        """Return the rule that says when this spell may be used."""
        return self.rule

    def check_window(self, edition: MagicEdition, step: Step) -> None:
        """Raise `Illegal` unless the spell may be used at this decision."""
        if not self.is_window(edition, step):
            raise Illegal(
                self.window_rule(edition), "This is not the time for {spell}.", spell=KindArg(self.kind, self.name)
            )

    # --- use -----------------------------------------------------------------------------------------------

    def is_possible(self, table: Table, magic: Magic, seat: int) -> bool:
        """Whether the condition holds that does not depend on how the spell is used, its window aside."""
        return True

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        """Raise `Illegal` in the window if the spell is not possible, or not in this way."""

    def add_casts(self, table: Table, magic: Magic, seat: int, actions: list[Action]) -> None:
        """Add all legal ways to use the spell, which is possible, in its window."""
        actions.append(Cast(seat, self.kind))

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        """Carry out the effect."""
        raise NotImplementedError

    # --- texts ---------------------------------------------------------------------------------------------

    def label_key(self, action: Cast) -> str:
        """Return the key of the button label for this use."""
        for key in self.labels:
            return key
        return "cast"

    def preview(self, action: Cast, seen: Position) -> tuple[str, Mapping[str, object]] | None:
        """Return the key of the preview text and its values; None if the label says all."""
        for key in self.previews:
            return key, {}
        return None


SPELL_BY_KIND: Final[dict[int, Spell]] = {}


def kinds_of(spells: Sequence[Spell]) -> tuple[int, ...]:
    return tuple([spell.kind for spell in spells])


class CastSpell(AnytimeRule):
    """The use of an active spell by the active player, in its window."""

    def handles(self, action: Action) -> bool:
        return isinstance(action, Cast)

    def check(self, table: Table, action: Action) -> None:
        assert isinstance(action, Cast)
        magic = magic_of(table)
        if action.seat != table.active:
            raise Illegal("R16", "You can use spells only in your own turn.")
        if not magic.is_up(action.seat, action.spell):
            raise Illegal("R16", "{spell} is not active.", spell=KindArg(action.spell, spell_name(action.spell)))
        spell = SPELL_BY_KIND[action.spell]
        spell.check_window(magic.edition, table.agenda[-1])
        spell.check(table, magic, action)

    def take(self, table: Table, action: Action) -> None:
        assert isinstance(action, Cast)
        magic = magic_of(table)
        spell = SPELL_BY_KIND[action.spell]
        if table.events is not None:
            table.events.append(CAST.of(seat=action.seat, cards=(action.spell,)))
        if spell.turned_down_first:
            magic.turn(action.seat, action.spell, up=False)
        spell.cast(table, magic, action)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active:
            return NO_ACTIONS
        actions: list[Action] = []
        magic = magic_of(table)
        for card in magic.spells[seat]:
            if card.up:
                spell = SPELL_BY_KIND[card.spell]
                if spell.is_window(magic.edition, table.agenda[-1]) and spell.is_possible(table, magic, seat):
                    spell.add_casts(table, magic, seat, actions)
        return actions
