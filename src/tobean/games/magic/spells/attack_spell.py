"""The attack spell (R17). Mean and Sword beans use it (abilities.py, attack.py); it is never used on its own."""

from tobean.games.magic.component import MagicEdition
from tobean.games.magic.spells.spell import Spell
from tobean.kernel.agenda import Step
from tobean.kernel.errors import Illegal


class AttackSpell(Spell):
    """Strengthens the ability of Mean or Sword beans (R17)."""

    def __init__(self) -> None:
        super().__init__(
            "Attack",
            1,
            "R17",
            "In your magic phase, one of two: use the ability of Mean beans with fewer than four on the field, if that "
            "field has not used it yet; or draw two thalers instead of one when you attack with Sword beans, choose "
            "which of them counts, and give the other back. You say so when you name the player. It does not work in "
            "a counter-attack.",
        )

    def check_window(self, edition: MagicEdition, step: Step) -> None:
        raise Illegal("R17", "The attack spell is used together with mean or sword beans.")
