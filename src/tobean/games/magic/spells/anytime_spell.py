"""The window of spells that may be used at any time of one's own turn (R16)."""

from mypy_extensions import mypyc_attr

from tobean.games.magic.component import MagicEdition
from tobean.games.magic.magic_phase import MagicPhase, PlantDueByMagic, SpellWindow
from tobean.games.magic.spells.spell import Spell
from tobean.kernel.agenda import Step
from tobean.kernel.phases.planting import PlantFromHand
from tobean.kernel.phases.trading import Trading


@mypyc_attr(allow_interpreted_subclasses=True)
class AnytimeSpell(Spell):
    """A spell for any time of one's own turn: between two steps, never inside an ability, an attack or another spell
    (R16)."""

    def is_window(self, edition: MagicEdition, step: Step) -> bool:
        return isinstance(step, (PlantFromHand, MagicPhase, Trading, PlantDueByMagic, SpellWindow))

    def window_rule(self, edition: MagicEdition) -> str:
        return "R16"
