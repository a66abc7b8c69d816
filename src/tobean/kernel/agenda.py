"""The agenda: a stack of small steps inside the table that determines what happens next.

A *task* is run by the engine; a *decision* waits for a player. Steps are immutable values: a class declares its
parameters, and text, equality and pickles are derived from them. Copying the agenda is therefore one list copy, and a
snapshot of it is plain text. When a run-out interrupts a task, the rest of the task is pushed back (K13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from mypy_extensions import mypyc_attr

from tobean.kernel.errors import BadNotation, BadTable, Illegal
from tobean.kernel.notation.parameters import Parameter

if TYPE_CHECKING:
    from tobean.kernel.actions import Action, MakeOffer
    from tobean.kernel.chance import Chance
    from tobean.kernel.component import Component
    from tobean.kernel.table import Table


class PromptContext(Protocol):
    """The part of a table or an observation on which a prompt may depend."""

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
    """One entry of the agenda. `phase` is the phase of the turn it belongs to, or 0.

    A task overrides only `run`; the other methods belong to decisions. `is_decision` distinguishes the two.
    """

    NAME: ClassVar[str] = ""
    """The name in table texts."""
    PROMPT_KEY: ClassVar[str] = ""
    """The key of the prompt, if it differs from `NAME`."""
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()
    """The parameters: each is an attribute, and an argument of the constructor in this order."""
    SETS: ClassVar[tuple[str, ...]] = ()
    """The entries of a table text that a task at the beginning of a phase sets. If a partial table text gives one of
    them, the task has already been run."""

    def __init__(self, phase: int = 0) -> None:
        self.phase = phase
        self.is_decision = False
        self.blocks_interrupts = False
        """Whether this decision interrupts an unfinished step, so that no harvest is legal (K8). Anytime rules check
        this themselves."""
        self.is_last_chance = False
        """Whether other players may want to harvest before this decision, because something is about to happen to them.
        """
        self.must_plant_front = False
        """Whether the front card of the hand has to be planted at this decision before anything else."""
        self.can_go_on = False
        """Whether the active player chooses at this decision when to go on."""
        self.is_trading = False
        """Whether cards are traded during this decision."""
        self.plants_last_card = False
        """Whether the last card of the hand may be planted at this decision, not the front one."""

    @property
    def name(self) -> str:
        return self.NAME

    def values(self) -> tuple[Any, ...]:
        """Return the values of `PARAMETERS`, in that order."""
        return tuple([getattr(self, parameter.name) for parameter in self.PARAMETERS])

    def __repr__(self) -> str:
        values = list(zip(self.PARAMETERS, self.values(), strict=True))
        while values and values[-1][0].default is not None and values[-1][0].default == values[-1][1]:
            values.pop()
        return " ".join([self.NAME, *[parameter.text(value) for parameter, value in values]])

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(self) is type(other) and isinstance(other, Step) and self.values() == other.values()
        )

    def __hash__(self) -> int:
        return hash((self.NAME, self.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.values()

    def prompt_key(self, position: PromptContext) -> str:
        """Return the key of the prompt. It depends on public facts only, so that all seats read the same (I3)."""
        return self.PROMPT_KEY or self.NAME

    def distinguishes_turned_from_aside(self, component: Component | None) -> bool:
        """Whether the rules treat a card turned over differently from the same card set aside."""
        return False

    def fits(self, table: Table) -> bool:
        """Whether the step can be on the agenda of this table. Called for positions read from a text."""
        values = self.values()
        return all(
            value == parameter.default or parameter.fits(value, table)
            for parameter, value in zip(self.PARAMETERS, values, strict=True)
        )

    def check_agenda_index(self, table: Table, index: int) -> None:
        """Raise `BadTable` with the reason if the step cannot be at this index of the agenda. The last step is next.

        Called after `fits`, for positions read from a text.
        """

    def check_then(self, table: Table, index: int, then: Step, rule: str) -> None:
        """Raise `BadTable`, citing the rule, unless that step comes after this one, which is at this index."""
        if not index or table.agenda[index - 1] != then:
            raise BadTable("next: after {step!r} comes {then!r} ({rule})", step=self, then=then, rule=rule)

    def run(self, table: Table) -> None:
        """Run the task, which has already been popped from the agenda."""

    def done(self, table: Table) -> bool:
        """Whether the decision can be skipped because there is nothing to choose. Depends on public facts only (I3)."""
        return False

    def awaited(self, table: Table) -> int:
        """Return the seat whose choice is awaited. Others may act too, where the rules allow it."""
        return table.active

    def demanded_offer(self, table: Table) -> int:
        """Return the number of the offer that a rule demands to be answered here, or 0.

        The usual rules do not apply to that offer.
        """
        return 0

    def check(self, table: Table, action: Action) -> None:
        """Raise `Illegal` unless the action may be taken now."""
        raise Illegal("O1", "That is not possible now: another decision is open.")

    def take(self, table: Table, action: Action) -> None:
        """Carry out an action that passed `check`."""

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        """List what the seat may choose, except for anytime actions and for open-ended ones (offers, calls)."""
        return []

    def may_talk(self, table: Table, seat: int) -> bool:
        """Whether the seat can make offers and calls now. They are open-ended: checked and sampled, not listed."""
        return False

    def sample_talk(self, table: Table, seat: int, pick: int, chance: Chance) -> Action:
        """Sample an offer (pick 0) or a call (pick 1) of the seat."""
        raise NotImplementedError

    def sample_offer(self, table: Table, seat: int, chance: Chance, small: bool) -> MakeOffer:
        """Sample a legal offer of the seat: a small one, or else any."""
        raise NotImplementedError

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        return chance.choice(table.legal_actions(seat))


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Step):
    """A step at which a player must choose. It stays on the agenda until it is done."""

    def __init__(self, phase: int = 0) -> None:
        super().__init__(phase)
        self.is_decision = True


# --- parsing -----------------------------------------------------------------------------------------------

STEPS: Final[dict[str, type[Step]]] = {}
"""Classes of steps by name, for snapshots and table texts."""


def register_step(*step_classes: type[Step]) -> None:
    """Register classes of steps for `parse_step`."""
    for step_class in step_classes:
        if STEPS.setdefault(step_class.NAME, step_class) is not step_class:
            raise ValueError(f"two kinds of steps are called {step_class.NAME!r}")


def parse_step(text: str) -> Step:
    """Parse the `repr` of a step."""
    words = text.split()
    for length in range(len(words), 0, -1):
        name, rest = " ".join(words[:length]), words[length:]
        if name in STEPS:
            return read_step(STEPS[name], rest)
    raise BadNotation("unknown step {text!r}; known: {known}", text=text.strip(), known=", ".join(sorted(STEPS)))


def read_step(step_class: type[Step], words: list[str]) -> Step:
    if len(words) > len(step_class.PARAMETERS):
        raise BadNotation(
            "the step {step!r} has too many values: {rest!r}",
            step=step_class.NAME,
            rest=" ".join(words[len(step_class.PARAMETERS) :]),
        )
    values = [parameter.read(word) for parameter, word in zip(step_class.PARAMETERS, words, strict=False)]
    for parameter in step_class.PARAMETERS[len(values) :]:
        if parameter.default is None:
            raise BadNotation(
                "the step {step!r} needs its {value}", step=step_class.NAME, value=parameter.name.replace("_", " ")
            )
        values.append(parameter.default)
    return step_class(*values)
