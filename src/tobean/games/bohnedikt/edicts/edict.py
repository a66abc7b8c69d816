"""Base class of edicts, and the lookup of an edict by its card (D5).

An edict is one object: its texts, the deals that it forbids, and the actions that it allows. The phases and the trade
rules call these methods on the edicts in force; the defaults of all of them have no effect.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from tobean.games.bohnedikt.cards import EDICT
from tobean.kernel.actions import Action
from tobean.kernel.agenda import Step
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.cards import Bean, register_kind
from tobean.kernel.errors import Illegal
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table

NEVER: Final = 0
AT_ONCE: Final = 1
"""Right after the cards are turned over, by `Invoke` without a card; the player may decline."""
IN_TRADING: Final = 2
IN_PLANTING: Final = 3
"""In phase 3, instead of planting."""

INVOKE: Final = "invoke"
RECONSTRUCTED: Final = "reconstructed; rulebook: sixteen cards"


@mypyc_attr(allow_interpreted_subclasses=True)
class Restriction:
    """Reason why a deal is forbidden: one edict, or several together."""

    def error(self, table: Table) -> Illegal:
        """Return the refusal of an action that this forbids."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Edict(Restriction):
    """An edict, which is stateless: its card is in the component while it is in force."""

    def __init__(
        self,
        code: str,
        name: str,
        text: str,
        explanation: str,
        window: int = NEVER,
        preview: str = "",
        provenance: str = RECONSTRUCTED,
    ) -> None:
        self.kind = register_kind(code, of=EDICT)
        self.name = name
        """Name for players."""
        self.text = text
        """Text printed on the card."""
        self.explanation = explanation
        self.rule = "D5"
        """Number of the rule that the explanation cites."""
        self.window = window
        """The time at which the active player may use it: NEVER, AT_ONCE, IN_TRADING or IN_PLANTING."""
        self.verb = INVOKE
        """Verb of the action that uses it. A verb other than `invoke` belongs to one edict only."""
        self.preview = preview
        """Label of the button for `invoke`; "": a general one."""
        self.provenance = provenance
        self.nested_steps: tuple[type[Step], ...] = ()
        """Decisions that follow its use."""
        self.turned_cards = 0
        """Number of turned-over cards that its use adds."""
        self.is_deal = False
        """Whether each use of it is a deal."""
        self.forbids_offers = False
        """Whether the active player is forbidden to make offers."""
        self.forbids_hand_cards = False
        """Whether the active player is forbidden to give hand cards."""
        self.forbids_turned_cards = False
        """Whether the active player is forbidden to give turned-over cards."""
        self.allows_cards_aside = False
        """Whether the active player may offer cards set aside, in spite of T2."""
        self.error_rank = 0
        """Of two edicts that forbid a partner, the refusal cites the one with the lower rank."""

    def bean(self) -> Bean:
        """Return the card. It has no beanometer (D4)."""
        return Bean(self.kind, 1, (), self.provenance, self.text)

    # --- restrictions on the active player's deals -----------------------------------------------------------

    def forbids_partner(self, table: Table, seat: int) -> bool:
        """Whether it forbids all deals with this seat."""
        return False

    def forbade_partner(self, table: Table, seat: int) -> bool:
        """Whether it has forbidden the deals of this turn with this seat that have been made, for tables read."""
        return self.forbids_partner(table, seat)

    def forbids_sizes(self, table: Table, gives: int, gets: int) -> bool:
        """Whether it forbids deals in which the active player gives and gets these numbers of cards."""
        return False

    # --- its use by the active player ------------------------------------------------------------------------

    def list_uses(self, table: Table) -> list[Action]:
        """List the legal actions that use it now. Called only within its window, and while it is not used up."""
        return []

    def count_uses(self, table: Table) -> int:
        """Count the actions that `list_uses` lists. A subclass may count them without creating them."""
        return len(self.list_uses(table))

    def use_at(self, table: Table, index: int) -> Action:
        """Return the action at this index of `list_uses`."""
        return self.list_uses(table)[index]

    def check_use(self, table: Table, action: Action) -> None:
        """Raise `Illegal` unless this action, which has its verb and names it, is legal."""

    def use(self, table: Table, action: Action) -> None:
        """Carry out a legal use, including `mark_used` if it may be used only once."""

    # --- public effects of a use, for labels and bots ----------------------------------------------------------

    def gained_cards(self, position: Position) -> tuple[int, ...]:
        """Return the known cards that a use brings to the active player."""
        return ()

    def receiver(self, position: Position) -> int:
        """Return the seat that receives the card named in a use, or NO_SEAT."""
        return NO_SEAT

    def preview_args(self, position: Position) -> dict[str, object] | None:
        """Return the values that `preview` needs besides those of the action; None: the general label is shown."""
        return {}


WITHOUT_EFFECT: Final = Edict("Edict", "", "", "")
EDICTS_BY_KIND: Final[list[Edict]] = []
"""Indexed by kind; `WITHOUT_EFFECT` at the kinds of other cards."""
WINDOWS: Final[list[int]] = []
"""Windows of the same edicts: read for every action, and faster to read than an attribute."""
KINDS_BY_VERB: Final[dict[str, int]] = {}
"""The edict that is used by an action of its own, by the verb of that action."""


def register_edict(edict: Edict) -> None:
    """Register an edict, so that its card has its effect in every game that has the card."""
    missing = edict.kind + 1 - len(EDICTS_BY_KIND)
    EDICTS_BY_KIND.extend([WITHOUT_EFFECT] * missing)
    WINDOWS.extend([NEVER] * missing)
    EDICTS_BY_KIND[edict.kind] = edict
    WINDOWS[edict.kind] = edict.window
    if edict.verb != INVOKE:
        KINDS_BY_VERB[edict.verb] = edict.kind


def edict_of(kind: int) -> Edict:
    """Return the edict on this card; one without effect if none is registered."""
    return EDICTS_BY_KIND[kind] if kind < len(EDICTS_BY_KIND) else WITHOUT_EFFECT
