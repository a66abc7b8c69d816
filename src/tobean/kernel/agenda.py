"""The agenda: what happens next is a stack of small steps inside the table.

A *task* is run by the engine. A *decision* waits for somebody. Steps are immutable values: a class says which values
its steps have, and from that follow their text, equality and pickles. So copying the agenda is one list copy, and a
snapshot of it is plain text. When a run-out interrupts a task, the rest of it is pushed back (K13).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from mypy_extensions import mypyc_attr

from tobean.kernel.cards import is_number
from tobean.kernel.errors import BadNotation, Illegal
from tobean.kernel.notation.parameters import Parameter

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.component import Component
    from tobean.kernel.table import Table


class PromptContext(Protocol):
    """A table, or a seat's observation of one, as far as a question depends on it."""

    @property
    def hands(self) -> list[list[int]]: ...
    @property
    def turned(self) -> list[int]: ...
    @property
    def component(self) -> Component | None: ...
    @property
    def active(self) -> int: ...
    @property
    def awaited(self) -> int: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One entry of the agenda. `phase` is the phase of the turn it belongs to; 0: none.

    A task has only `run`. The other methods are those of a decision; `is_decision` tells the two apart.
    """

    NAME: ClassVar[str] = ""
    """What it is called in table texts."""
    PROMPT_KEY: ClassVar[str] = ""
    """The key of what is asked here, if it is not the name."""
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()
    """What it holds: attributes of these names, which are also the arguments of the class, in this order."""

    def __init__(self, phase: int = 0) -> None:
        self.phase = phase
        self.is_decision = False
        self.blocks_interrupts = False
        """A decision in the middle of one step: nobody harvests meanwhile (K8). Standing acts look for themselves."""
        self.is_last_chance = False
        """A decision before which others may want to harvest: something is about to happen to them."""
        self.must_plant_front = False
        """A decision at which the front card of the hand has to leave it first of all."""
        self.can_go_on = False
        """A decision at which the active player says when to go on."""
        self.is_trading = False
        """A decision during which cards are traded."""
        self.plants_last_card = False
        """A decision at which it is the last card of the hand that may be planted."""

    @property
    def name(self) -> str:
        return self.NAME

    def values(self) -> tuple[Any, ...]:
        """What it holds, in the order of `PARAMETERS`."""
        return tuple([getattr(self, value.name) for value in self.PARAMETERS])

    def __repr__(self) -> str:
        held = list(zip(self.PARAMETERS, self.values(), strict=True))
        while held and held[-1][0].default is not None and held[-1][0].default == held[-1][1]:
            held.pop()
        return " ".join([self.NAME, *[value.text(given) for value, given in held]])

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(self) is type(other) and isinstance(other, Step) and self.values() == other.values()
        )

    def __hash__(self) -> int:
        return hash((self.NAME, self.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.values()

    def prompt_key(self, position: PromptContext) -> str:
        """The key of what is asked here. It rests on public facts only: all seats read the same (I3)."""
        return self.PROMPT_KEY or self.NAME

    def tells_due_apart(self, component: Component | None) -> bool:
        """Whether the rules treat a card turned over differently from the same card set aside."""
        return False

    def fits(self, table: Table) -> bool:
        """Could it lie on the agenda of this table? Asked of positions that somebody has written down."""
        given = self.values()
        return all(
            held == value.default or value.fits(held, table) for value, held in zip(self.PARAMETERS, given, strict=True)
        )

    def check_agenda_index(self, table: Table, place: int) -> None:
        """Raise `BadTable` with the reason if it cannot lie at this index of the agenda, whose last step is the next.

        Called for positions that were written down, after `fits`.
        """

    def run(self, table: Table) -> None:
        """Do the task; it has been taken off the agenda already."""

    def done(self, table: Table) -> bool:
        """Is there nothing left to choose? Decided on public facts only (I3)."""
        return False

    def awaited(self, table: Table) -> int:
        """The seat whose choice is awaited. Others may act too, where the rules allow."""
        return table.active

    def demanded_offer(self, table: Table) -> int:
        """The number of the offer that is answered here because a rule demands it; 0: there is none.

        The rules for offers do not hold for it.
        """
        return 0

    def check(self, table: Table, action: Action) -> None:
        """Raise `Illegal` unless the action may be taken now."""
        raise Illegal("O1", "That cannot be done now: something else is asked.")

    def take(self, table: Table, action: Action) -> None:
        """Carry out an action that `check` let pass."""

    def options(self, table: Table, seat: int) -> list[Action]:
        """What the seat may choose, standing acts apart; open-ended acts (offers, calls) left out."""
        return []

    def may_talk(self, table: Table, seat: int) -> bool:
        """Can the seat make offers and calls now? They are open-ended: checked and sampled, not listed."""
        return False

    def sample_talk(self, table: Table, seat: int, pick: int, chance: Chance) -> Action:
        """Some offer (pick 0) or call (pick 1) of the seat."""
        raise NotImplementedError

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        """One of the seat's legal actions at random."""
        return chance.choice(table.legal_actions(seat))


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Step):
    """A step at which somebody must choose. It lies on the agenda until it is done."""

    def __init__(self, phase: int = 0) -> None:
        super().__init__(phase)
        self.is_decision = True


# --- reading -----------------------------------------------------------------------------------------------

STEPS: Final[dict[str, type[Step]]] = {}
"""Every kind of step by its name, for snapshots and table texts."""

LEGACY_STEPS: Final[dict[str, Callable[[int], Step]]] = {}
"""Steps as the first version wrote them: a name and one number in which all values were packed."""


def register_step(*kinds: type[Step]) -> None:
    """Make steps known to whoever reads table texts."""
    for kind in kinds:
        if STEPS.setdefault(kind.NAME, kind) is not kind:
            raise ValueError(f"two kinds of steps are called {kind.NAME!r}")


def register_legacy_step(name: str, unpack: Callable[[int], Step]) -> None:
    """Say how the first version wrote a step, where that was not just its name and a number of its own."""
    LEGACY_STEPS[name] = unpack


def parse_step(text: str) -> Step:
    """The step that prints as this text."""
    words = text.split()
    for length in range(len(words), 0, -1):
        name, rest = " ".join(words[:length]), words[length:]
        unpack = LEGACY_STEPS.get(name)
        if unpack is not None and (not rest or (len(rest) == 1 and is_number(rest[0]))):
            return unpack_legacy_step(name, unpack, int(rest[0]) if rest else 0)
        if name in STEPS:
            return read_step(STEPS[name], rest)
    raise BadNotation(
        "there is no step {text!r}; known steps: {known}", text=text.strip(), known=", ".join(sorted(STEPS))
    )


def unpack_legacy_step(name: str, unpack: Callable[[int], Step], count: int) -> Step:
    try:
        return unpack(count)
    except LookupError:
        raise BadNotation("the step {name!r} takes no number {count}", name=name, count=count) from None


def read_step(kind: type[Step], words: list[str]) -> Step:
    if len(words) > len(kind.PARAMETERS):
        raise BadNotation(
            "the step {step!r} takes no {rest!r}", step=kind.NAME, rest=" ".join(words[len(kind.PARAMETERS) :])
        )
    given = [value.read(word) for value, word in zip(kind.PARAMETERS, words, strict=False)]
    for value in kind.PARAMETERS[len(given) :]:
        if value.default is None:
            raise BadNotation("the step {step!r} needs its {value}", step=kind.NAME, value=value.name.replace("_", " "))
        given.append(value.default)
    return kind(*given)
