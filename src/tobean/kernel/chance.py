"""Randomness: a small generator with a state of two ints, a script of results for replays, and chance nodes.

`random.Random` is slow to copy and to call, and a search copies tables all the time. This is a multiply-with-carry
generator (base 2**32; MULTIPLIER * 2**32 - 1 is a safe prime, so the period is about 2**61). All its numbers stay below
2**62: they are machine words when compiled and the same ints when not.

A table can also stop where chance decides, and wait at a chance node for the outcome. Such a table applies an action to
a clone of itself. When a random result is needed that has not been supplied, the clone is discarded and the table waits
at a node: it remains as it was before the action, and the node stores the action, the outcomes so far, and the cards
from which the next one is drawn. Once the last outcome is known, the table takes over the state of the clone. Thus
every game has chance nodes without any code for them, and tables that do not stop pay nothing for those that do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from mypy_extensions import i64

from tobean.kernel.base.value_object import ValueObject
from tobean.kernel.errors import BadInput
from tobean.kernel.message_args import KindArg

if TYPE_CHECKING:
    from tobean.kernel.actions import Action

MULTIPLIER: Final = 1073740155
LOW_MASK: Final = 0xFFFFFFFF
WORD_BASE: Final = 0x100000000

T = TypeVar("T")


class ChanceNodeReached(Exception):
    """Raised when a result is needed that the caller has to supply."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        super().__init__()
        self.counts = counts


@final
class Chance:
    """A source of random results. `script` replaces randomness in replays, `drawn` collects the results."""

    def __init__(self, low: i64, carry: i64) -> None:
        self.low = low
        self.carry = carry
        self.script: list[int] | None = None
        """Results still to come, the next one last. While there are any, nothing is random."""
        self.drawn: list[int] | None = None
        """Results so far, if they are recorded."""
        self.scripted_only = False
        """For a replay: only scripted results are allowed."""
        self.explicit = False
        """Whether to raise `ChanceNodeReached` when the script is exhausted. Implies `scripted_only`."""

    def __eq__(self, other: object) -> bool:
        """Whether both will produce the same results from now on."""
        return isinstance(other, Chance) and self.future_state() == other.future_state()

    def future_state(self) -> tuple[int, int, list[int], bool, bool]:
        """Return the state that determines future results."""
        return (self.low, self.carry, self.script or [], self.scripted_only, self.explicit)

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_chance, (*self.future_state(), self.drawn)

    def copy(self) -> Chance:
        """Return a generator in the same state with the remaining script.

        It records no results. Unless it is explicit, it draws at random after the script.
        """
        other = Chance(self.low, self.carry)
        if self.script:
            other.script = self.script.copy()
        if self.explicit:
            other.make_explicit()
        return other

    def make_explicit(self) -> None:
        """Make every later draw raise `ChanceNodeReached` unless its result is scripted."""
        self.explicit = self.scripted_only = True

    def randbelow(self, limit: i64) -> i64:
        """Return a number from 0 to limit - 1, uniformly distributed."""
        low: i64 = self.low
        carry: i64 = self.carry
        while True:
            word: i64 = low * MULTIPLIER + carry
            low = word & LOW_MASK
            carry = word >> 32
            scaled: i64 = (low ^ carry) * limit
            # Lemire's method: reject the few words that would favour some results.
            left: i64 = scaled & LOW_MASK
            if left >= limit or left >= WORD_BASE % limit:
                self.low = low
                self.carry = carry
                return scaled >> 32

    def pick(self, counts: list[int], total: int) -> int:
        """Draw from a bag that holds `counts[kind]` cards of each kind, `total` in all."""
        script = self.script
        if script:
            kind = script.pop()
            if not 0 <= kind < len(counts) or counts[kind] <= 0:
                raise impossible_outcome(kind)
        elif self.explicit:
            raise ChanceNodeReached(tuple(counts))
        elif self.scripted_only:
            raise BadInput("a chance result is missing")
        else:
            left = self.randbelow(total)
            kind = 0
            while left >= counts[kind]:
                left -= counts[kind]
                kind += 1
        if self.drawn is not None:
            self.drawn.append(kind)
        return kind

    def pick_among(self, counts: list[int], total: int, kinds: list[int]) -> int:
        """Draw as `pick` does, but faster: only these kinds can be in the bag."""
        if self.script or self.scripted_only:
            return self.pick(counts, total)
        left: i64 = self.randbelow(total)
        index: i64 = 0
        while True:
            kind: i64 = kinds[index]
            left -= counts[kind]
            if left < 0:
                break
            index += 1
        if self.drawn is not None:
            self.drawn.append(kind)
        return kind

    def record_outcome(self, kind: int) -> None:
        """Record a result that was certain. In a replay the script must agree."""
        if self.scripted_only and not self.explicit and (not self.script or self.script.pop() != kind):
            raise BadInput("the top card of the draw pile is {card}; chance cannot bring another", card=KindArg(kind))
        if self.drawn is not None:
            self.drawn.append(kind)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.randbelow(len(items))]

    def shuffle(self, items: list[int]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.randbelow(last + 1)
            items[last], items[other] = items[other], items[last]

    def uniform(self) -> float:
        """Return a number in [0, 1), uniformly distributed."""
        return self.randbelow(1 << 30) / (1 << 30)

    def spawn(self) -> Chance:
        """Return an independent generator, whose state is drawn from this one."""
        low = self.randbelow(1 << 16) << 16 | self.randbelow(1 << 16)
        return Chance(low | 1, self.randbelow(MULTIPLIER - 2) + 1)

    def new_seed(self) -> int:
        """Return a seed for another generator."""
        return self.randbelow(1 << 29) << 29 | self.randbelow(1 << 29)


@final
class ChanceNode(ValueObject):
    """The point at which a table waits for chance."""

    ATTRIBUTES = ("action", "outcomes_so_far", "counts")

    def __init__(self, action: Action | None, outcomes_so_far: tuple[int, ...], counts: tuple[int, ...]) -> None:
        self.action = action
        """The action in progress; None during the initial deal."""
        self.outcomes_so_far = outcomes_so_far
        """Outcomes since the action began."""
        self.counts = counts
        """Number of cards of each kind from which the next outcome is drawn."""

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the possible kinds with their probabilities, which add up to one."""
        total = sum(self.counts)
        return [(kind, count / total) for kind, count in enumerate(self.counts) if count]

    def check(self, outcome: int) -> None:
        if not 0 <= outcome < len(self.counts) or not self.counts[outcome]:
            raise impossible_outcome(outcome)


def impossible_outcome(kind: int) -> BadInput:
    return BadInput("the chance result {card} is not among the cards it is drawn from", card=KindArg(kind))


def restore_chance(
    low: int, carry: int, script: list[int], scripted_only: bool, explicit: bool, drawn: list[int] | None
) -> Chance:
    """Unpickle a generator."""
    chance = Chance(low, carry)
    chance.script = script or None
    chance.scripted_only = scripted_only
    chance.explicit = explicit
    chance.drawn = drawn
    return chance


def chance_from(seed: object) -> Chance:
    """Return a generator for a seed (a number or a text) or a `random.Random`; a `Chance` is returned as it is."""
    if isinstance(seed, Chance):
        return seed
    if isinstance(seed, Random):
        seed = seed.getrandbits(64)
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise BadInput("a seed is a number or a text, not {type}", type=type(seed).__name__)
    digest = hashlib.blake2b(f"tobean {seed}".encode(), digest_size=8).digest()
    word = int.from_bytes(digest, "big")
    # The states 0/0 and all-ones would repeat forever.
    return Chance((word & LOW_MASK) | 1, (word >> 32) % (MULTIPLIER - 2) + 1)
